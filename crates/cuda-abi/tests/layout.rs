//! Compares the layouts of the structures with those that C compilers give the headers' structures.
//!
//! `layouts.tsv` holds the numbers. With `BIFROST_CUDA_HEADERS` set to the folder of `cuda.h` they are obtained
//! anew with gcc and compared too.

use std::collections::BTreeMap;
use std::mem::offset_of;
use std::process::Command;

use cuda_abi::*;

/// Size, alignment, and offsets by field.
type Layout = (usize, usize, Vec<(&'static str, usize)>);

/// The layout of a structure as Rust has it.
macro_rules! layouts {
    ($($ty:ident { $($name:literal $field:ident),* })*) => {
        BTreeMap::from([$((
            stringify!($ty),
            (size_of::<$ty>(), align_of::<$ty>(), vec![$(($name, offset_of!($ty, $field))),*]),
        )),*])
    };
}

#[test]
fn layouts_are_those_of_the_headers() {
    let rust = rust_layouts();
    let committed = parse(include_str!("layouts.tsv"));
    assert_eq!(
        rust.keys().copied().collect::<Vec<_>>(),
        committed.keys().map(String::as_str).collect::<Vec<_>>()
    );
    for (name, layout) in &rust {
        assert_eq!(print(layout), committed[*name], "{name}");
    }
}

#[test]
fn committed_layouts_are_those_of_gcc() {
    let Ok(headers) = std::env::var("BIFROST_CUDA_HEADERS") else {
        eprintln!("skipped: BIFROST_CUDA_HEADERS is not set");
        return;
    };
    let (gcc, committed) = (parse(&compile(&headers).unwrap()), parse(include_str!("layouts.tsv")));
    assert_eq!(gcc, committed);
}

/// Prints the layouts of all structures with a C program.
fn compile(headers: &str) -> std::io::Result<String> {
    let folder = std::env::temp_dir().join(format!("cuda-abi-layouts-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let (source, binary) = (folder.join("layouts.c"), folder.join("layouts"));
    std::fs::write(&source, c_program())?;
    let gcc = Command::new("gcc").arg("-I").arg(headers).arg(&source).arg("-o").arg(&binary).output()?;
    assert!(gcc.status.success(), "{}", String::from_utf8_lossy(&gcc.stderr));
    let run = Command::new(&binary).output()?;
    std::fs::remove_dir_all(&folder)?;
    Ok(String::from_utf8_lossy(&run.stdout).into_owned())
}

fn c_program() -> String {
    let mut code =
        String::from("#include <stdio.h>\n#include <stddef.h>\n#include <cuda.h>\nint main(void) {\n");
    for (ty, (_, _, fields)) in rust_layouts() {
        code += &format!("printf(\"{ty}\\t%zu\\t%zu\", sizeof({ty}), _Alignof({ty}));\n");
        for (field, _) in fields {
            code += &format!("printf(\"\\t{field}=%zu\", offsetof({ty}, {field}));\n");
        }
        code += "puts(\"\");\n";
    }
    code + "return 0; }\n"
}

/// Lines by structure, without the name.
fn parse(text: &str) -> BTreeMap<String, String> {
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once('\t'))
        .map(|(name, rest)| (name.to_string(), rest.to_string()))
        .collect()
}

fn print((size, align, fields): &Layout) -> String {
    let fields: String = fields.iter().map(|(name, offset)| format!("\t{name}={offset}")).collect();
    format!("{size}\t{align}{fields}")
}

#[rustfmt::skip]
fn rust_layouts() -> BTreeMap<&'static str, Layout> {
    layouts! {
        CUuuid { "bytes" bytes }
        CUipcEventHandle_v1 { "reserved" reserved }
        CUipcMemHandle_v1 { "reserved" reserved }
        CUdevprop_v1 { "maxThreadsPerBlock" maxThreadsPerBlock, "maxThreadsDim" maxThreadsDim, "maxGridSize" maxGridSize, "sharedMemPerBlock" sharedMemPerBlock, "totalConstantMemory" totalConstantMemory, "SIMDWidth" SIMDWidth, "memPitch" memPitch, "regsPerBlock" regsPerBlock, "clockRate" clockRate, "textureAlign" textureAlign }
        CUdevSmResource { "smCount" smCount, "minSmPartitionSize" minSmPartitionSize, "smCoscheduledAlignment" smCoscheduledAlignment, "flags" flags, "localityDomainId" localityDomainId }
        CUdevResource_v1 { "type" r#type, "sm" sm, "nextResource" nextResource }
        CUexecAffinitySmCount_v1 { "val" val }
        CUexecAffinityParam_v1 { "type" r#type, "param" param }
        CUctxCigParam { "sharedDataType" sharedDataType, "sharedData" sharedData }
        CUctxCreateParams { "execAffinityParams" execAffinityParams, "numExecAffinityParams" numExecAffinityParams, "cigParams" cigParams }
        CUlibraryHostUniversalFunctionAndDataTable { "functionTable" functionTable, "functionWindowSize" functionWindowSize, "dataTable" dataTable, "dataWindowSize" dataWindowSize }
        CUDA_MEMCPY2D_v2 { "srcXInBytes" srcXInBytes, "srcY" srcY, "srcMemoryType" srcMemoryType, "srcHost" srcHost, "srcDevice" srcDevice, "srcArray" srcArray, "srcPitch" srcPitch, "dstXInBytes" dstXInBytes, "dstY" dstY, "dstMemoryType" dstMemoryType, "dstHost" dstHost, "dstDevice" dstDevice, "dstArray" dstArray, "dstPitch" dstPitch, "WidthInBytes" WidthInBytes, "Height" Height }
        CUDA_MEMCPY3D_v2 { "srcXInBytes" srcXInBytes, "srcY" srcY, "srcZ" srcZ, "srcLOD" srcLOD, "srcMemoryType" srcMemoryType, "srcHost" srcHost, "srcDevice" srcDevice, "srcArray" srcArray, "reserved0" reserved0, "srcPitch" srcPitch, "srcHeight" srcHeight, "dstXInBytes" dstXInBytes, "dstY" dstY, "dstZ" dstZ, "dstLOD" dstLOD, "dstMemoryType" dstMemoryType, "dstHost" dstHost, "dstDevice" dstDevice, "dstArray" dstArray, "reserved1" reserved1, "dstPitch" dstPitch, "dstHeight" dstHeight, "WidthInBytes" WidthInBytes, "Height" Height, "Depth" Depth }
        CUDA_MEMCPY3D_PEER_v1 { "srcXInBytes" srcXInBytes, "srcY" srcY, "srcZ" srcZ, "srcLOD" srcLOD, "srcMemoryType" srcMemoryType, "srcHost" srcHost, "srcDevice" srcDevice, "srcArray" srcArray, "srcContext" srcContext, "srcPitch" srcPitch, "srcHeight" srcHeight, "dstXInBytes" dstXInBytes, "dstY" dstY, "dstZ" dstZ, "dstLOD" dstLOD, "dstMemoryType" dstMemoryType, "dstHost" dstHost, "dstDevice" dstDevice, "dstArray" dstArray, "dstContext" dstContext, "dstPitch" dstPitch, "dstHeight" dstHeight, "WidthInBytes" WidthInBytes, "Height" Height, "Depth" Depth }
        CUmemLocation_v1 { "type" r#type }
        CUmemcpyAttributes_v1 { "srcAccessOrder" srcAccessOrder, "srcLocHint" srcLocHint, "dstLocHint" dstLocHint, "flags" flags }
        CUoffset3D_v1 { "x" x, "y" y, "z" z }
        CUextent3D_v1 { "width" width, "height" height, "depth" depth }
        CUmemcpy3DOperand_v1 { "type" r#type, "op" op }
        CUDA_MEMCPY3D_BATCH_OP_v1 { "src" src, "dst" dst, "extent" extent, "srcAccessOrder" srcAccessOrder, "flags" flags }
        CUmemFabricHandle_v1 { "data" data }
        CUmemAllocationProp_v1 { "type" r#type, "requestedHandleTypes" requestedHandleTypes, "location" location, "win32HandleMetaData" win32HandleMetaData, "allocFlags" allocFlags }
        CUmulticastObjectProp_v1 { "numDevices" numDevices, "size" size, "handleTypes" handleTypes, "flags" flags }
        CUmemAccessDesc_v1 { "location" location, "flags" flags }
        CUmemPoolProps_v1 { "allocType" allocType, "handleTypes" handleTypes, "location" location, "win32SecurityAttributes" win32SecurityAttributes, "maxSize" maxSize, "usage" usage, "gpuDirectRDMACapable" gpuDirectRDMACapable, "reserved" reserved }
        CUmemPoolPtrExportData_v1 { "reserved" reserved }
        CUDA_POINTER_ATTRIBUTE_P2P_TOKENS_v1 { "p2pToken" p2pToken, "vaSpaceToken" vaSpaceToken }
        CUaccessPolicyWindow_v1 { "base_ptr" base_ptr, "num_bytes" num_bytes, "hitRatio" hitRatio, "hitProp" hitProp, "missProp" missProp }
        CUlaunchMemSyncDomainMap { "default_" default_, "remote" remote }
        CUlaunchAttributeValue { "pad" pad, "accessPolicyWindow" accessPolicyWindow, "cooperative" cooperative, "syncPolicy" syncPolicy, "clusterDim" clusterDim, "clusterSchedulingPolicyPreference" clusterSchedulingPolicyPreference, "programmaticStreamSerializationAllowed" programmaticStreamSerializationAllowed, "programmaticEvent" programmaticEvent, "launchCompletionEvent" launchCompletionEvent, "priority" priority, "memSyncDomainMap" memSyncDomainMap, "memSyncDomain" memSyncDomain, "preferredClusterDim" preferredClusterDim, "deviceUpdatableKernelNode" deviceUpdatableKernelNode, "sharedMemCarveout" sharedMemCarveout, "nvlinkUtilCentricScheduling" nvlinkUtilCentricScheduling, "portableClusterSizeMode" portableClusterSizeMode, "sharedMemoryMode" sharedMemoryMode }
        CUlaunchAttribute { "id" id, "pad" pad, "value" value }
        CUlaunchConfig { "gridDimX" gridDimX, "gridDimY" gridDimY, "gridDimZ" gridDimZ, "blockDimX" blockDimX, "blockDimY" blockDimY, "blockDimZ" blockDimZ, "sharedMemBytes" sharedMemBytes, "hStream" hStream, "attrs" attrs, "numAttrs" numAttrs }
        CUstreamBatchMemOpParams_v1 { "operation" operation, "waitValue" waitValue, "writeValue" writeValue, "flushRemoteWrites" flushRemoteWrites, "memoryBarrier" memoryBarrier, "atomicReduction" atomicReduction, "pad" pad }
        CUDA_BATCH_MEM_OP_NODE_PARAMS_v1 { "ctx" ctx, "count" count, "paramArray" paramArray, "flags" flags }
        CUDA_BATCH_MEM_OP_NODE_PARAMS_v2 { "ctx" ctx, "count" count, "paramArray" paramArray, "flags" flags }
        CUDA_LAUNCH_PARAMS_v1 { "function" function, "gridDimX" gridDimX, "gridDimY" gridDimY, "gridDimZ" gridDimZ, "blockDimX" blockDimX, "blockDimY" blockDimY, "blockDimZ" blockDimZ, "sharedMemBytes" sharedMemBytes, "hStream" hStream, "kernelParams" kernelParams }
        CUDA_KERNEL_NODE_PARAMS_v1 { "func" func, "gridDimX" gridDimX, "gridDimY" gridDimY, "gridDimZ" gridDimZ, "blockDimX" blockDimX, "blockDimY" blockDimY, "blockDimZ" blockDimZ, "sharedMemBytes" sharedMemBytes, "kernelParams" kernelParams, "extra" extra }
        CUDA_KERNEL_NODE_PARAMS_v2 { "func" func, "gridDimX" gridDimX, "gridDimY" gridDimY, "gridDimZ" gridDimZ, "blockDimX" blockDimX, "blockDimY" blockDimY, "blockDimZ" blockDimZ, "sharedMemBytes" sharedMemBytes, "kernelParams" kernelParams, "extra" extra, "kern" kern, "ctx" ctx }
        CUDA_KERNEL_NODE_PARAMS_v3 { "func" func, "gridDimX" gridDimX, "gridDimY" gridDimY, "gridDimZ" gridDimZ, "blockDimX" blockDimX, "blockDimY" blockDimY, "blockDimZ" blockDimZ, "sharedMemBytes" sharedMemBytes, "kernelParams" kernelParams, "extra" extra, "kern" kern, "ctx" ctx }
        CUDA_MEMSET_NODE_PARAMS_v1 { "dst" dst, "pitch" pitch, "value" value, "elementSize" elementSize, "width" width, "height" height }
        CUDA_MEMSET_NODE_PARAMS_v2 { "dst" dst, "pitch" pitch, "value" value, "elementSize" elementSize, "width" width, "height" height, "ctx" ctx }
        CUDA_HOST_NODE_PARAMS_v1 { "fn" r#fn, "userData" userData }
        CUDA_HOST_NODE_PARAMS_v2 { "fn" r#fn, "userData" userData, "syncMode" syncMode }
        CUgraphEdgeData { "from_port" from_port, "to_port" to_port, "type" r#type, "reserved" reserved }
        CUgraphNodeParams { "type" r#type, "reserved0" reserved0, "reserved2" reserved2 }
        CUDA_GRAPH_INSTANTIATE_PARAMS { "flags" flags, "hUploadStream" hUploadStream, "hErrNode_out" hErrNode_out, "result_out" result_out }
        CUgraphExecUpdateResultInfo_v1 { "result" result, "errorNode" errorNode, "errorFromNode" errorFromNode }
        CUDA_MEMCPY_NODE_PARAMS { "flags" flags, "reserved" reserved, "copyCtx" copyCtx, "copyParams" copyParams }
        CUDA_MEM_ALLOC_NODE_PARAMS_v1 { "poolProps" poolProps, "accessDescs" accessDescs, "accessDescCount" accessDescCount, "bytesize" bytesize, "dptr" dptr }
        CUDA_MEM_ALLOC_NODE_PARAMS_v2 { "poolProps" poolProps, "accessDescs" accessDescs, "accessDescCount" accessDescCount, "bytesize" bytesize, "dptr" dptr }
        CUDA_MEM_FREE_NODE_PARAMS { "dptr" dptr }
        CUDA_CHILD_GRAPH_NODE_PARAMS { "graph" graph, "ownership" ownership }
        CUDA_EVENT_RECORD_NODE_PARAMS { "event" event }
        CUDA_EVENT_WAIT_NODE_PARAMS { "event" event }
        CUDA_CONDITIONAL_NODE_PARAMS { "handle" handle, "type" r#type, "size" size, "phGraph_out" phGraph_out, "ctx" ctx }
        CUDA_ARRAY_DESCRIPTOR_v2 { "Width" Width, "Height" Height, "Format" Format, "NumChannels" NumChannels }
        CUDA_ARRAY3D_DESCRIPTOR_v2 { "Width" Width, "Height" Height, "Depth" Depth, "Format" Format, "NumChannels" NumChannels, "Flags" Flags }
        CUDA_ARRAY_SPARSE_PROPERTIES_v1 { "tileExtent" tileExtent, "miptailFirstLevel" miptailFirstLevel, "miptailSize" miptailSize, "flags" flags, "reserved" reserved }
        CUDA_ARRAY_MEMORY_REQUIREMENTS_v1 { "size" size, "alignment" alignment, "reserved" reserved }
        CUDA_RESOURCE_DESC_v1 { "resType" resType, "res" res, "flags" flags }
        CUDA_TEXTURE_DESC_v1 { "addressMode" addressMode, "filterMode" filterMode, "flags" flags, "maxAnisotropy" maxAnisotropy, "mipmapFilterMode" mipmapFilterMode, "mipmapLevelBias" mipmapLevelBias, "minMipmapLevelClamp" minMipmapLevelClamp, "maxMipmapLevelClamp" maxMipmapLevelClamp, "borderColor" borderColor, "reserved" reserved }
        CUDA_RESOURCE_VIEW_DESC_v1 { "format" format, "width" width, "height" height, "depth" depth, "firstMipmapLevel" firstMipmapLevel, "lastMipmapLevel" lastMipmapLevel, "firstLayer" firstLayer, "lastLayer" lastLayer, "reserved" reserved }
        CUtensorMap { "opaque" opaque }
    }
}
