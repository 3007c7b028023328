// Written by `cargo xtask table` from crates/cuda-abi/table/driver.tsv; do not edit.
#![cfg_attr(rustfmt, rustfmt_skip)]
//! The functions of the driver that this worker drives.
#![allow(non_snake_case, reason = "the names are those of the C headers")]

use std::ffi::{c_char, c_int, c_uchar, c_uint, c_ulonglong, c_ushort, c_void};

use cuda_abi::*;

/// Declares the driver: a function pointer per symbol, and the loader.
macro_rules! driver {
    ($($symbol:ident($($name:ident: $ty:ty),*);)*) => {
        /// The functions of a loaded driver library.
        ///
        /// A function that the library lacks answers `CUDA_ERROR_NOT_SUPPORTED`.
        #[derive(Clone, Copy)]
        pub struct Driver {
            $(
                #[doc = concat!("`", stringify!($symbol), "`.")]
                pub $symbol: unsafe extern "C" fn($($name: $ty),*) -> CUresult,
            )*
        }

        impl Driver {
            /// The symbols in the order of the fields.
            pub const SYMBOLS: &[&str] = &[$(stringify!($symbol)),*];

            /// Takes the functions from a library; `symbol` returns an address, or null for a symbol it lacks.
            ///
            /// # Safety
            /// Each address is null or that of the driver function of this name, and stays valid as long as
            /// the driver is used.
            pub unsafe fn load(mut symbol: impl FnMut(&str) -> *const c_void) -> Driver {
                Driver {
                    $($symbol: {
                        unsafe extern "C" fn missing($(_: $ty),*) -> CUresult {
                            CUresult::NOT_SUPPORTED
                        }
                        let address = symbol(stringify!($symbol));
                        if address.is_null() {
                            missing
                        } else {
                            // SAFETY: the caller promises that this is the address of the function of this name,
                            // whose signature the table takes from cuda.h.
                            unsafe {
                                std::mem::transmute::<*const c_void, unsafe extern "C" fn($($name: $ty),*) -> CUresult>(address)
                            }
                        }
                    },)*
                }
            }
        }
    };
}

driver! {
    cuGetErrorString(error: CUresult, pStr: *mut *const c_char);
    cuGetErrorName(error: CUresult, pStr: *mut *const c_char);
    cuInit(Flags: c_uint);
    cuDriverGetVersion(driverVersion: *mut c_int);
    cuDeviceGet(device: *mut CUdevice, ordinal: c_int);
    cuDeviceGetCount(count: *mut c_int);
    cuDeviceGetName(name: *mut c_char, len: c_int, dev: CUdevice);
    cuDeviceGetUuid(uuid: *mut CUuuid, dev: CUdevice);
    cuDeviceGetUuid_v2(uuid: *mut CUuuid, dev: CUdevice);
    cuDeviceGetLuid(luid: *mut c_char, deviceNodeMask: *mut c_uint, dev: CUdevice);
    cuDeviceTotalMem_v2(bytes: *mut usize, dev: CUdevice);
    cuDeviceGetTexture1DLinearMaxWidth(maxWidthInElements: *mut usize, format: CUarray_format, numChannels: c_uint, dev: CUdevice);
    cuDeviceGetAttribute(pi: *mut c_int, attrib: CUdevice_attribute, dev: CUdevice);
    cuDeviceSetMemPool(dev: CUdevice, pool: CUmemoryPool);
    cuDeviceGetMemPool(pool: *mut CUmemoryPool, dev: CUdevice);
    cuDeviceGetDefaultMemPool(pool_out: *mut CUmemoryPool, dev: CUdevice);
    cuDeviceGetProperties(prop: *mut CUdevprop_v1, dev: CUdevice);
    cuDeviceComputeCapability(major: *mut c_int, minor: *mut c_int, dev: CUdevice);
    cuDevicePrimaryCtxRetain(pctx: *mut CUcontext, dev: CUdevice);
    cuDevicePrimaryCtxRelease(dev: CUdevice);
    cuDevicePrimaryCtxRelease_v2(dev: CUdevice);
    cuDevicePrimaryCtxSetFlags(dev: CUdevice, flags: c_uint);
    cuDevicePrimaryCtxSetFlags_v2(dev: CUdevice, flags: c_uint);
    cuDevicePrimaryCtxGetState(dev: CUdevice, flags: *mut c_uint, active: *mut c_int);
    cuDevicePrimaryCtxReset(dev: CUdevice);
    cuDevicePrimaryCtxReset_v2(dev: CUdevice);
    cuDeviceGetExecAffinitySupport(pi: *mut c_int, r#type: CUexecAffinityType, dev: CUdevice);
    cuCtxCreate_v2(pctx: *mut CUcontext, flags: c_uint, dev: CUdevice);
    cuCtxCreate_v3(pctx: *mut CUcontext, paramsArray: *mut CUexecAffinityParam, numParams: c_int, flags: c_uint, dev: CUdevice);
    cuCtxCreate_v4(pctx: *mut CUcontext, ctxCreateParams: *mut CUctxCreateParams, flags: c_uint, dev: CUdevice);
    cuCtxGetId(ctx: CUcontext, ctxId: *mut c_ulonglong);
    cuCtxDestroy_v2(ctx: CUcontext);
    cuCtxPushCurrent_v2(ctx: CUcontext);
    cuCtxPopCurrent_v2(pctx: *mut CUcontext);
    cuCtxSetCurrent(ctx: CUcontext);
    cuCtxGetCurrent(pctx: *mut CUcontext);
    cuCtxGetDevice(device: *mut CUdevice);
    cuCtxGetDevice_v2(device: *mut CUdevice, ctx: CUcontext);
    cuCtxGetFlags(flags: *mut c_uint);
    cuCtxSynchronize();
    cuCtxSynchronize_v2(ctx: CUcontext);
    cuCtxSetLimit(limit: CUlimit, value: usize);
    cuCtxGetLimit(pvalue: *mut usize, limit: CUlimit);
    cuCtxGetCacheConfig(pconfig: *mut CUfunc_cache);
    cuCtxSetCacheConfig(config: CUfunc_cache);
    cuCtxGetSharedMemConfig(pConfig: *mut CUsharedconfig);
    cuCtxSetSharedMemConfig(config: CUsharedconfig);
    cuCtxGetApiVersion(ctx: CUcontext, version: *mut c_uint);
    cuCtxGetStreamPriorityRange(leastPriority: *mut c_int, greatestPriority: *mut c_int);
    cuCtxResetPersistingL2Cache();
    cuModuleLoad(module: *mut CUmodule, fname: *const c_char);
    cuModuleLoadData(module: *mut CUmodule, image: *const c_void);
    cuModuleLoadDataEx(module: *mut CUmodule, image: *const c_void, numOptions: c_uint, options: *mut CUjit_option, optionValues: *mut *mut c_void);
    cuModuleLoadFatBinary(module: *mut CUmodule, fatCubin: *const c_void);
    cuModuleUnload(hmod: CUmodule);
    cuModuleGetFunction(hfunc: *mut CUfunction, hmod: CUmodule, name: *const c_char);
    cuModuleGetGlobal_v2(dptr: *mut CUdeviceptr, bytes: *mut usize, hmod: CUmodule, name: *const c_char);
    cuModuleGetFunctionCount(count: *mut c_uint, hmod: CUmodule);
    cuModuleEnumerateFunctions(functions: *mut CUfunction, numFunctions: c_uint, r#mod: CUmodule);
    cuLinkCreate(numOptions: c_uint, options: *mut CUjit_option, optionValues: *mut *mut c_void, stateOut: *mut CUlinkState);
    cuLinkCreate_v2(numOptions: c_uint, options: *mut CUjit_option, optionValues: *mut *mut c_void, stateOut: *mut CUlinkState);
    cuLinkAddData(state: CUlinkState, r#type: CUjitInputType, data: *mut c_void, size: usize, name: *const c_char, numOptions: c_uint, options: *mut CUjit_option, optionValues: *mut *mut c_void);
    cuLinkAddData_v2(state: CUlinkState, r#type: CUjitInputType, data: *mut c_void, size: usize, name: *const c_char, numOptions: c_uint, options: *mut CUjit_option, optionValues: *mut *mut c_void);
    cuLinkAddFile(state: CUlinkState, r#type: CUjitInputType, path: *const c_char, numOptions: c_uint, options: *mut CUjit_option, optionValues: *mut *mut c_void);
    cuLinkAddFile_v2(state: CUlinkState, r#type: CUjitInputType, path: *const c_char, numOptions: c_uint, options: *mut CUjit_option, optionValues: *mut *mut c_void);
    cuLinkComplete(state: CUlinkState, cubinOut: *mut *mut c_void, sizeOut: *mut usize);
    cuLinkDestroy(state: CUlinkState);
    cuMemGetInfo_v2(free: *mut usize, total: *mut usize);
    cuMemAlloc_v2(dptr: *mut CUdeviceptr, bytesize: usize);
    cuMemAllocPitch_v2(dptr: *mut CUdeviceptr, pPitch: *mut usize, WidthInBytes: usize, Height: usize, ElementSizeBytes: c_uint);
    cuMemFree_v2(dptr: CUdeviceptr);
    cuMemGetAddressRange_v2(pbase: *mut CUdeviceptr, psize: *mut usize, dptr: CUdeviceptr);
    cuMemAllocHost_v2(pp: *mut *mut c_void, bytesize: usize);
    cuMemFreeHost(p: *mut c_void);
    cuMemHostAlloc(pp: *mut *mut c_void, bytesize: usize, Flags: c_uint);
    cuMemHostGetDevicePointer_v2(pdptr: *mut CUdeviceptr, p: *mut c_void, Flags: c_uint);
    cuMemHostGetFlags(pFlags: *mut c_uint, p: *mut c_void);
    cuMemAllocManaged(dptr: *mut CUdeviceptr, bytesize: usize, flags: c_uint);
    cuDeviceGetByPCIBusId(dev: *mut CUdevice, pciBusId: *const c_char);
    cuDeviceGetPCIBusId(pciBusId: *mut c_char, len: c_int, dev: CUdevice);
    cuIpcGetEventHandle(pHandle: *mut CUipcEventHandle_v1, event: CUevent);
    cuIpcOpenEventHandle(phEvent: *mut CUevent, handle: CUipcEventHandle_v1);
    cuIpcGetMemHandle(pHandle: *mut CUipcMemHandle_v1, dptr: CUdeviceptr);
    cuIpcOpenMemHandle(pdptr: *mut CUdeviceptr, handle: CUipcMemHandle_v1, Flags: c_uint);
    cuIpcOpenMemHandle_v2(pdptr: *mut CUdeviceptr, handle: CUipcMemHandle_v1, Flags: c_uint);
    cuIpcCloseMemHandle(dptr: CUdeviceptr);
    cuMemHostRegister_v2(p: *mut c_void, bytesize: usize, Flags: c_uint);
    cuMemHostUnregister(p: *mut c_void);
    cuMemcpy(dst: CUdeviceptr, src: CUdeviceptr, ByteCount: usize);
    cuMemcpyHtoD_v2(dstDevice: CUdeviceptr, srcHost: *const c_void, ByteCount: usize);
    cuMemcpyDtoH_v2(dstHost: *mut c_void, srcDevice: CUdeviceptr, ByteCount: usize);
    cuMemcpyDtoD_v2(dstDevice: CUdeviceptr, srcDevice: CUdeviceptr, ByteCount: usize);
    cuMemcpyDtoA_v2(dstArray: CUarray, dstOffset: usize, srcDevice: CUdeviceptr, ByteCount: usize);
    cuMemcpyAtoD_v2(dstDevice: CUdeviceptr, srcArray: CUarray, srcOffset: usize, ByteCount: usize);
    cuMemcpyHtoA_v2(dstArray: CUarray, dstOffset: usize, srcHost: *const c_void, ByteCount: usize);
    cuMemcpyAtoH_v2(dstHost: *mut c_void, srcArray: CUarray, srcOffset: usize, ByteCount: usize);
    cuMemcpyAtoA_v2(dstArray: CUarray, dstOffset: usize, srcArray: CUarray, srcOffset: usize, ByteCount: usize);
    cuMemcpy2D_v2(pCopy: *const CUDA_MEMCPY2D_v2);
    cuMemcpy2DUnaligned_v2(pCopy: *const CUDA_MEMCPY2D_v2);
    cuMemcpy3D_v2(pCopy: *const CUDA_MEMCPY3D_v2);
    cuMemcpyAsync(dst: CUdeviceptr, src: CUdeviceptr, ByteCount: usize, hStream: CUstream);
    cuMemcpyHtoDAsync_v2(dstDevice: CUdeviceptr, srcHost: *const c_void, ByteCount: usize, hStream: CUstream);
    cuMemcpyDtoHAsync_v2(dstHost: *mut c_void, srcDevice: CUdeviceptr, ByteCount: usize, hStream: CUstream);
    cuMemcpyDtoDAsync_v2(dstDevice: CUdeviceptr, srcDevice: CUdeviceptr, ByteCount: usize, hStream: CUstream);
    cuMemcpyHtoAAsync_v2(dstArray: CUarray, dstOffset: usize, srcHost: *const c_void, ByteCount: usize, hStream: CUstream);
    cuMemcpyAtoHAsync_v2(dstHost: *mut c_void, srcArray: CUarray, srcOffset: usize, ByteCount: usize, hStream: CUstream);
    cuMemcpy2DAsync_v2(pCopy: *const CUDA_MEMCPY2D_v2, hStream: CUstream);
    cuMemcpy3DAsync_v2(pCopy: *const CUDA_MEMCPY3D_v2, hStream: CUstream);
    cuMemsetD8_v2(dstDevice: CUdeviceptr, uc: c_uchar, N: usize);
    cuMemsetD16_v2(dstDevice: CUdeviceptr, us: c_ushort, N: usize);
    cuMemsetD32_v2(dstDevice: CUdeviceptr, ui: c_uint, N: usize);
    cuMemsetD2D8_v2(dstDevice: CUdeviceptr, dstPitch: usize, uc: c_uchar, Width: usize, Height: usize);
    cuMemsetD2D16_v2(dstDevice: CUdeviceptr, dstPitch: usize, us: c_ushort, Width: usize, Height: usize);
    cuMemsetD2D32_v2(dstDevice: CUdeviceptr, dstPitch: usize, ui: c_uint, Width: usize, Height: usize);
    cuMemsetD8Async(dstDevice: CUdeviceptr, uc: c_uchar, N: usize, hStream: CUstream);
    cuMemsetD16Async(dstDevice: CUdeviceptr, us: c_ushort, N: usize, hStream: CUstream);
    cuMemsetD32Async(dstDevice: CUdeviceptr, ui: c_uint, N: usize, hStream: CUstream);
    cuMemsetD2D8Async(dstDevice: CUdeviceptr, dstPitch: usize, uc: c_uchar, Width: usize, Height: usize, hStream: CUstream);
    cuMemsetD2D16Async(dstDevice: CUdeviceptr, dstPitch: usize, us: c_ushort, Width: usize, Height: usize, hStream: CUstream);
    cuMemsetD2D32Async(dstDevice: CUdeviceptr, dstPitch: usize, ui: c_uint, Width: usize, Height: usize, hStream: CUstream);
    cuArrayCreate_v2(pHandle: *mut CUarray, pAllocateArray: *const CUDA_ARRAY_DESCRIPTOR_v2);
    cuArrayGetDescriptor_v2(pArrayDescriptor: *mut CUDA_ARRAY_DESCRIPTOR_v2, hArray: CUarray);
    cuArrayDestroy(hArray: CUarray);
    cuArray3DCreate_v2(pHandle: *mut CUarray, pAllocateArray: *const CUDA_ARRAY3D_DESCRIPTOR_v2);
    cuArray3DGetDescriptor_v2(pArrayDescriptor: *mut CUDA_ARRAY3D_DESCRIPTOR_v2, hArray: CUarray);
    cuMemAddressReserve(ptr: *mut CUdeviceptr, size: usize, alignment: usize, addr: CUdeviceptr, flags: c_ulonglong);
    cuMemAddressFree(ptr: CUdeviceptr, size: usize);
    cuMemCreate(handle: *mut CUmemGenericAllocationHandle, size: usize, prop: *const CUmemAllocationProp_v1, flags: c_ulonglong);
    cuMemRelease(handle: CUmemGenericAllocationHandle);
    cuMemMap(ptr: CUdeviceptr, size: usize, offset: usize, handle: CUmemGenericAllocationHandle, flags: c_ulonglong);
    cuMemUnmap(ptr: CUdeviceptr, size: usize);
    cuMemSetAccess(ptr: CUdeviceptr, size: usize, desc: *const CUmemAccessDesc_v1, count: usize);
    cuMemGetAccess(flags: *mut c_ulonglong, location: *const CUmemLocation_v1, ptr: CUdeviceptr);
    cuMemGetAllocationGranularity(granularity: *mut usize, prop: *const CUmemAllocationProp_v1, option: CUmemAllocationGranularity_flags);
    cuMemGetAllocationPropertiesFromHandle(prop: *mut CUmemAllocationProp_v1, handle: CUmemGenericAllocationHandle);
    cuMemRetainAllocationHandle(handle: *mut CUmemGenericAllocationHandle, addr: *mut c_void);
    cuMemFreeAsync(dptr: CUdeviceptr, hStream: CUstream);
    cuMemAllocAsync(dptr: *mut CUdeviceptr, bytesize: usize, hStream: CUstream);
    cuMemPoolTrimTo(pool: CUmemoryPool, minBytesToKeep: usize);
    cuMemPoolSetAttribute(pool: CUmemoryPool, attr: CUmemPool_attribute, value: *mut c_void);
    cuMemPoolGetAttribute(pool: CUmemoryPool, attr: CUmemPool_attribute, value: *mut c_void);
    cuMemPoolSetAccess(pool: CUmemoryPool, map: *const CUmemAccessDesc_v1, count: usize);
    cuMemPoolGetAccess(flags: *mut CUmemAccess_flags, memPool: CUmemoryPool, location: *mut CUmemLocation_v1);
    cuMemPoolCreate(pool: *mut CUmemoryPool, poolProps: *const CUmemPoolProps_v1);
    cuMemPoolDestroy(pool: CUmemoryPool);
    cuMemGetDefaultMemPool(pool_out: *mut CUmemoryPool, location: *mut CUmemLocation, r#type: CUmemAllocationType);
    cuMemGetMemPool(pool_out: *mut CUmemoryPool, location: *mut CUmemLocation, r#type: CUmemAllocationType);
    cuMemSetMemPool(location: *mut CUmemLocation, r#type: CUmemAllocationType, pool: CUmemoryPool);
    cuMemAllocFromPoolAsync(dptr: *mut CUdeviceptr, bytesize: usize, pool: CUmemoryPool, hStream: CUstream);
    cuPointerGetAttribute(data: *mut c_void, attribute: CUpointer_attribute, ptr: CUdeviceptr);
    cuMemPrefetchAsync(devPtr: CUdeviceptr, count: usize, dstDevice: CUdevice, hStream: CUstream);
    cuMemPrefetchAsync_v2(devPtr: CUdeviceptr, count: usize, location: CUmemLocation_v1, flags: c_uint, hStream: CUstream);
    cuMemAdvise(devPtr: CUdeviceptr, count: usize, advice: CUmem_advise, device: CUdevice);
    cuMemAdvise_v2(devPtr: CUdeviceptr, count: usize, advice: CUmem_advise, location: CUmemLocation_v1);
    cuMemRangeGetAttribute(data: *mut c_void, dataSize: usize, attribute: CUmem_range_attribute, devPtr: CUdeviceptr, count: usize);
    cuMemRangeGetAttributes(data: *mut *mut c_void, dataSizes: *mut usize, attributes: *mut CUmem_range_attribute, numAttributes: usize, devPtr: CUdeviceptr, count: usize);
    cuPointerGetAttributes(numAttributes: c_uint, attributes: *mut CUpointer_attribute, data: *mut *mut c_void, ptr: CUdeviceptr);
    cuStreamCreate(phStream: *mut CUstream, Flags: c_uint);
    cuStreamCreateWithPriority(phStream: *mut CUstream, flags: c_uint, priority: c_int);
    cuStreamGetId(hStream: CUstream, streamId: *mut c_ulonglong);
    cuStreamGetPriority(hStream: CUstream, priority: *mut c_int);
    cuStreamGetFlags(hStream: CUstream, flags: *mut c_uint);
    cuStreamGetCtx(hStream: CUstream, pctx: *mut CUcontext);
    cuStreamGetCtx_v2(hStream: CUstream, pctx: *mut CUcontext, pGreenCtx: *mut CUgreenCtx);
    cuStreamWaitEvent(hStream: CUstream, hEvent: CUevent, Flags: c_uint);
    cuStreamAddCallback(hStream: CUstream, callback: CUstreamCallback, userData: *mut c_void, flags: c_uint);
    cuStreamBeginCapture(hStream: CUstream);
    cuStreamBeginCapture_v2(hStream: CUstream, mode: CUstreamCaptureMode);
    cuStreamBeginCaptureToGraph(hStream: CUstream, hGraph: CUgraph, dependencies: *const CUgraphNode, dependencyData: *const CUgraphEdgeData, numDependencies: usize, mode: CUstreamCaptureMode);
    cuThreadExchangeStreamCaptureMode(mode: *mut CUstreamCaptureMode);
    cuStreamEndCapture(hStream: CUstream, phGraph: *mut CUgraph);
    cuStreamIsCapturing(hStream: CUstream, captureStatus: *mut CUstreamCaptureStatus);
    cuStreamGetCaptureInfo(hStream: CUstream, captureStatus_out: *mut CUstreamCaptureStatus, id_out: *mut u64);
    cuStreamGetCaptureInfo_v2(hStream: CUstream, captureStatus_out: *mut CUstreamCaptureStatus, id_out: *mut u64, graph_out: *mut CUgraph, dependencies_out: *mut *const CUgraphNode, numDependencies_out: *mut usize);
    cuStreamGetCaptureInfo_v3(hStream: CUstream, captureStatus_out: *mut CUstreamCaptureStatus, id_out: *mut u64, graph_out: *mut CUgraph, dependencies_out: *mut *const CUgraphNode, edgeData_out: *mut *const CUgraphEdgeData, numDependencies_out: *mut usize);
    cuStreamUpdateCaptureDependencies(hStream: CUstream, dependencies: *mut CUgraphNode, numDependencies: usize, flags: c_uint);
    cuStreamUpdateCaptureDependencies_v2(hStream: CUstream, dependencies: *mut CUgraphNode, dependencyData: *const CUgraphEdgeData, numDependencies: usize, flags: c_uint);
    cuStreamAttachMemAsync(hStream: CUstream, dptr: CUdeviceptr, length: usize, flags: c_uint);
    cuStreamQuery(hStream: CUstream);
    cuStreamSynchronize(hStream: CUstream);
    cuStreamDestroy_v2(hStream: CUstream);
    cuEventCreate(phEvent: *mut CUevent, Flags: c_uint);
    cuEventRecord(hEvent: CUevent, hStream: CUstream);
    cuEventRecordWithFlags(hEvent: CUevent, hStream: CUstream, flags: c_uint);
    cuEventQuery(hEvent: CUevent);
    cuEventSynchronize(hEvent: CUevent);
    cuEventDestroy_v2(hEvent: CUevent);
    cuEventElapsedTime(pMilliseconds: *mut f32, hStart: CUevent, hEnd: CUevent);
    cuEventElapsedTime_v2(pMilliseconds: *mut f32, hStart: CUevent, hEnd: CUevent);
    cuStreamWaitValue32(stream: CUstream, addr: CUdeviceptr, value: u32, flags: c_uint);
    cuStreamWaitValue32_v2(stream: CUstream, addr: CUdeviceptr, value: u32, flags: c_uint);
    cuStreamWaitValue64(stream: CUstream, addr: CUdeviceptr, value: u64, flags: c_uint);
    cuStreamWaitValue64_v2(stream: CUstream, addr: CUdeviceptr, value: u64, flags: c_uint);
    cuStreamWriteValue32(stream: CUstream, addr: CUdeviceptr, value: u32, flags: c_uint);
    cuStreamWriteValue32_v2(stream: CUstream, addr: CUdeviceptr, value: u32, flags: c_uint);
    cuStreamWriteValue64(stream: CUstream, addr: CUdeviceptr, value: u64, flags: c_uint);
    cuStreamWriteValue64_v2(stream: CUstream, addr: CUdeviceptr, value: u64, flags: c_uint);
    cuStreamBatchMemOp_v2(stream: CUstream, count: c_uint, paramArray: *mut CUstreamBatchMemOpParams, flags: c_uint);
    cuFuncGetAttribute(pi: *mut c_int, attrib: CUfunction_attribute, hfunc: CUfunction);
    cuFuncSetAttribute(hfunc: CUfunction, attrib: CUfunction_attribute, value: c_int);
    cuFuncSetCacheConfig(hfunc: CUfunction, config: CUfunc_cache);
    cuFuncSetSharedMemConfig(hfunc: CUfunction, config: CUsharedconfig);
    cuFuncGetName(name: *mut *const c_char, hfunc: CUfunction);
    cuFuncGetParamInfo(func: CUfunction, paramIndex: usize, paramOffset: *mut usize, paramSize: *mut usize);
    cuFuncGetParamCount(func: CUfunction, paramCount: *mut usize);
    cuFuncIsLoaded(state: *mut CUfunctionLoadingState, hfunc: CUfunction);
    cuFuncLoad(hfunc: CUfunction);
    cuLaunchKernel(f: CUfunction, gridDimX: c_uint, gridDimY: c_uint, gridDimZ: c_uint, blockDimX: c_uint, blockDimY: c_uint, blockDimZ: c_uint, sharedMemBytes: c_uint, hStream: CUstream, kernelParams: *mut *mut c_void, extra: *mut *mut c_void);
    cuLaunchKernelEx(config: *const CUlaunchConfig, f: CUfunction, kernelParams: *mut *mut c_void, extra: *mut *mut c_void);
    cuLaunchCooperativeKernel(f: CUfunction, gridDimX: c_uint, gridDimY: c_uint, gridDimZ: c_uint, blockDimX: c_uint, blockDimY: c_uint, blockDimZ: c_uint, sharedMemBytes: c_uint, hStream: CUstream, kernelParams: *mut *mut c_void);
    cuLaunchHostFunc(hStream: CUstream, r#fn: CUhostFn, userData: *mut c_void);
    cuGraphCreate(phGraph: *mut CUgraph, flags: c_uint);
    cuGraphAddKernelNode(phGraphNode: *mut CUgraphNode, hGraph: CUgraph, dependencies: *const CUgraphNode, numDependencies: usize, nodeParams: *const CUDA_KERNEL_NODE_PARAMS_v1);
    cuGraphAddKernelNode_v2(phGraphNode: *mut CUgraphNode, hGraph: CUgraph, dependencies: *const CUgraphNode, numDependencies: usize, nodeParams: *const CUDA_KERNEL_NODE_PARAMS_v2);
    cuGraphKernelNodeGetParams(hNode: CUgraphNode, nodeParams: *mut CUDA_KERNEL_NODE_PARAMS_v1);
    cuGraphKernelNodeGetParams_v2(hNode: CUgraphNode, nodeParams: *mut CUDA_KERNEL_NODE_PARAMS_v2);
    cuGraphKernelNodeSetParams(hNode: CUgraphNode, nodeParams: *const CUDA_KERNEL_NODE_PARAMS_v1);
    cuGraphKernelNodeSetParams_v2(hNode: CUgraphNode, nodeParams: *const CUDA_KERNEL_NODE_PARAMS_v2);
    cuGraphAddMemcpyNode(phGraphNode: *mut CUgraphNode, hGraph: CUgraph, dependencies: *const CUgraphNode, numDependencies: usize, copyParams: *const CUDA_MEMCPY3D_v2, ctx: CUcontext);
    cuGraphMemcpyNodeGetParams(hNode: CUgraphNode, nodeParams: *mut CUDA_MEMCPY3D_v2);
    cuGraphMemcpyNodeSetParams(hNode: CUgraphNode, nodeParams: *const CUDA_MEMCPY3D_v2);
    cuGraphAddMemsetNode(phGraphNode: *mut CUgraphNode, hGraph: CUgraph, dependencies: *const CUgraphNode, numDependencies: usize, memsetParams: *const CUDA_MEMSET_NODE_PARAMS_v1, ctx: CUcontext);
    cuGraphMemsetNodeGetParams(hNode: CUgraphNode, nodeParams: *mut CUDA_MEMSET_NODE_PARAMS_v1);
    cuGraphMemsetNodeSetParams(hNode: CUgraphNode, nodeParams: *const CUDA_MEMSET_NODE_PARAMS_v1);
    cuGraphAddHostNode(phGraphNode: *mut CUgraphNode, hGraph: CUgraph, dependencies: *const CUgraphNode, numDependencies: usize, nodeParams: *const CUDA_HOST_NODE_PARAMS_v1);
    cuGraphHostNodeGetParams(hNode: CUgraphNode, nodeParams: *mut CUDA_HOST_NODE_PARAMS_v1);
    cuGraphHostNodeSetParams(hNode: CUgraphNode, nodeParams: *const CUDA_HOST_NODE_PARAMS_v1);
    cuGraphAddChildGraphNode(phGraphNode: *mut CUgraphNode, hGraph: CUgraph, dependencies: *const CUgraphNode, numDependencies: usize, childGraph: CUgraph);
    cuGraphChildGraphNodeGetGraph(hNode: CUgraphNode, phGraph: *mut CUgraph);
    cuGraphAddEmptyNode(phGraphNode: *mut CUgraphNode, hGraph: CUgraph, dependencies: *const CUgraphNode, numDependencies: usize);
    cuGraphAddEventRecordNode(phGraphNode: *mut CUgraphNode, hGraph: CUgraph, dependencies: *const CUgraphNode, numDependencies: usize, event: CUevent);
    cuGraphEventRecordNodeGetEvent(hNode: CUgraphNode, event_out: *mut CUevent);
    cuGraphEventRecordNodeSetEvent(hNode: CUgraphNode, event: CUevent);
    cuGraphAddEventWaitNode(phGraphNode: *mut CUgraphNode, hGraph: CUgraph, dependencies: *const CUgraphNode, numDependencies: usize, event: CUevent);
    cuGraphEventWaitNodeGetEvent(hNode: CUgraphNode, event_out: *mut CUevent);
    cuGraphEventWaitNodeSetEvent(hNode: CUgraphNode, event: CUevent);
    cuGraphClone(phGraphClone: *mut CUgraph, originalGraph: CUgraph);
    cuGraphNodeFindInClone(phNode: *mut CUgraphNode, hOriginalNode: CUgraphNode, hClonedGraph: CUgraph);
    cuGraphNodeGetType(hNode: CUgraphNode, r#type: *mut CUgraphNodeType);
    cuGraphNodeGetContainingGraph(hNode: CUgraphNode, phGraph: *mut CUgraph);
    cuGraphNodeGetLocalId(hNode: CUgraphNode, nodeId: *mut c_uint);
    cuGraphNodeGetToolsId(hNode: CUgraphNode, nodeId: *mut c_ulonglong);
    cuGraphGetId(hGraph: CUgraph, graphId: *mut c_uint);
    cuGraphExecGetId(hGraphExec: CUgraphExec, graphId: *mut c_uint);
    cuGraphGetNodes(hGraph: CUgraph, nodes: *mut CUgraphNode, numNodes: *mut usize);
    cuGraphGetRootNodes(hGraph: CUgraph, rootNodes: *mut CUgraphNode, numRootNodes: *mut usize);
    cuGraphGetEdges(hGraph: CUgraph, from: *mut CUgraphNode, to: *mut CUgraphNode, numEdges: *mut usize);
    cuGraphGetEdges_v2(hGraph: CUgraph, from: *mut CUgraphNode, to: *mut CUgraphNode, edgeData: *mut CUgraphEdgeData, numEdges: *mut usize);
    cuGraphNodeGetDependencies(hNode: CUgraphNode, dependencies: *mut CUgraphNode, numDependencies: *mut usize);
    cuGraphNodeGetDependencies_v2(hNode: CUgraphNode, dependencies: *mut CUgraphNode, edgeData: *mut CUgraphEdgeData, numDependencies: *mut usize);
    cuGraphNodeGetDependentNodes(hNode: CUgraphNode, dependentNodes: *mut CUgraphNode, numDependentNodes: *mut usize);
    cuGraphNodeGetDependentNodes_v2(hNode: CUgraphNode, dependentNodes: *mut CUgraphNode, edgeData: *mut CUgraphEdgeData, numDependentNodes: *mut usize);
    cuGraphAddDependencies(hGraph: CUgraph, from: *const CUgraphNode, to: *const CUgraphNode, numDependencies: usize);
    cuGraphAddDependencies_v2(hGraph: CUgraph, from: *const CUgraphNode, to: *const CUgraphNode, edgeData: *const CUgraphEdgeData, numDependencies: usize);
    cuGraphRemoveDependencies(hGraph: CUgraph, from: *const CUgraphNode, to: *const CUgraphNode, numDependencies: usize);
    cuGraphRemoveDependencies_v2(hGraph: CUgraph, from: *const CUgraphNode, to: *const CUgraphNode, edgeData: *const CUgraphEdgeData, numDependencies: usize);
    cuGraphDestroyNode(hNode: CUgraphNode);
    cuGraphInstantiateWithFlags(phGraphExec: *mut CUgraphExec, hGraph: CUgraph, flags: c_ulonglong);
    cuGraphInstantiateWithParams(phGraphExec: *mut CUgraphExec, hGraph: CUgraph, instantiateParams: *mut CUDA_GRAPH_INSTANTIATE_PARAMS);
    cuGraphExecGetFlags(hGraphExec: CUgraphExec, flags: *mut u64);
    cuGraphExecKernelNodeSetParams(hGraphExec: CUgraphExec, hNode: CUgraphNode, nodeParams: *const CUDA_KERNEL_NODE_PARAMS_v1);
    cuGraphExecKernelNodeSetParams_v2(hGraphExec: CUgraphExec, hNode: CUgraphNode, nodeParams: *const CUDA_KERNEL_NODE_PARAMS_v2);
    cuGraphExecMemcpyNodeSetParams(hGraphExec: CUgraphExec, hNode: CUgraphNode, copyParams: *const CUDA_MEMCPY3D_v2, ctx: CUcontext);
    cuGraphExecMemsetNodeSetParams(hGraphExec: CUgraphExec, hNode: CUgraphNode, memsetParams: *const CUDA_MEMSET_NODE_PARAMS_v1, ctx: CUcontext);
    cuGraphExecHostNodeSetParams(hGraphExec: CUgraphExec, hNode: CUgraphNode, nodeParams: *const CUDA_HOST_NODE_PARAMS_v1);
    cuGraphExecChildGraphNodeSetParams(hGraphExec: CUgraphExec, hNode: CUgraphNode, childGraph: CUgraph);
    cuGraphExecEventRecordNodeSetEvent(hGraphExec: CUgraphExec, hNode: CUgraphNode, event: CUevent);
    cuGraphExecEventWaitNodeSetEvent(hGraphExec: CUgraphExec, hNode: CUgraphNode, event: CUevent);
    cuGraphUpload(hGraph: CUgraphExec, hStream: CUstream);
    cuGraphLaunch(hGraph: CUgraphExec, hStream: CUstream);
    cuGraphExecDestroy(hGraphExec: CUgraphExec);
    cuGraphDestroy(hGraph: CUgraph);
    cuGraphExecUpdate(hGraphExec: CUgraphExec, hGraph: CUgraph, hErrorNode_out: *mut CUgraphNode, updateResult_out: *mut CUgraphExecUpdateResult);
    cuGraphExecUpdate_v2(hGraphExec: CUgraphExec, hGraph: CUgraph, resultInfo: *mut CUgraphExecUpdateResultInfo);
    cuGraphKernelNodeCopyAttributes(dst: CUgraphNode, src: CUgraphNode);
    cuGraphKernelNodeGetAttribute(hNode: CUgraphNode, attr: CUkernelNodeAttrID, value_out: *mut CUkernelNodeAttrValue_v1);
    cuGraphKernelNodeSetAttribute(hNode: CUgraphNode, attr: CUkernelNodeAttrID, value: *const CUkernelNodeAttrValue_v1);
    cuGraphDebugDotPrint(hGraph: CUgraph, path: *const c_char, flags: c_uint);
    cuGraphAddMemAllocNode(phGraphNode: *mut CUgraphNode, hGraph: CUgraph, dependencies: *const CUgraphNode, numDependencies: usize, nodeParams: *mut CUDA_MEM_ALLOC_NODE_PARAMS);
    cuGraphMemAllocNodeGetParams(hNode: CUgraphNode, params_out: *mut CUDA_MEM_ALLOC_NODE_PARAMS);
    cuGraphAddMemFreeNode(phGraphNode: *mut CUgraphNode, hGraph: CUgraph, dependencies: *const CUgraphNode, numDependencies: usize, dptr: CUdeviceptr);
    cuGraphMemFreeNodeGetParams(hNode: CUgraphNode, dptr_out: *mut CUdeviceptr);
    cuGraphNodeSetEnabled(hGraphExec: CUgraphExec, hNode: CUgraphNode, isEnabled: c_uint);
    cuGraphNodeGetEnabled(hGraphExec: CUgraphExec, hNode: CUgraphNode, isEnabled: *mut c_uint);
    cuGraphAddNode(phGraphNode: *mut CUgraphNode, hGraph: CUgraph, dependencies: *const CUgraphNode, numDependencies: usize, nodeParams: *mut CUgraphNodeParams);
    cuGraphAddNode_v2(phGraphNode: *mut CUgraphNode, hGraph: CUgraph, dependencies: *const CUgraphNode, dependencyData: *const CUgraphEdgeData, numDependencies: usize, nodeParams: *mut CUgraphNodeParams);
    cuGraphAddNode_v3(phGraphNode: *mut CUgraphNode, hGraph: CUgraph, dependencies: *const CUgraphNode, dependencyData: *const CUgraphEdgeData, numDependencies: usize, nodeParams: *mut CUgraphNodeParams);
    cuGraphNodeSetParams(hNode: CUgraphNode, nodeParams: *mut CUgraphNodeParams);
    cuGraphNodeSetParams_v2(hNode: CUgraphNode, nodeParams: *mut CUgraphNodeParams);
    cuGraphNodeGetParams(hNode: CUgraphNode, nodeParams: *mut CUgraphNodeParams);
    cuGraphExecNodeSetParams(hGraphExec: CUgraphExec, hNode: CUgraphNode, nodeParams: *mut CUgraphNodeParams);
    cuDeviceGraphMemTrim(device: CUdevice);
    cuDeviceGetGraphMemAttribute(device: CUdevice, attr: CUgraphMem_attribute, value: *mut c_void);
    cuDeviceSetGraphMemAttribute(device: CUdevice, attr: CUgraphMem_attribute, value: *mut c_void);
    cuOccupancyMaxActiveBlocksPerMultiprocessor(numBlocks: *mut c_int, func: CUfunction, blockSize: c_int, dynamicSMemSize: usize);
    cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(numBlocks: *mut c_int, func: CUfunction, blockSize: c_int, dynamicSMemSize: usize, flags: c_uint);
    cuOccupancyMaxPotentialBlockSize(minGridSize: *mut c_int, blockSize: *mut c_int, func: CUfunction, blockSizeToDynamicSMemSize: CUoccupancyB2DSize, dynamicSMemSize: usize, blockSizeLimit: c_int);
    cuOccupancyMaxPotentialBlockSizeWithFlags(minGridSize: *mut c_int, blockSize: *mut c_int, func: CUfunction, blockSizeToDynamicSMemSize: CUoccupancyB2DSize, dynamicSMemSize: usize, blockSizeLimit: c_int, flags: c_uint);
    cuOccupancyAvailableDynamicSMemPerBlock(dynamicSmemSize: *mut usize, func: CUfunction, numBlocks: c_int, blockSize: c_int);
    cuOccupancyMaxActiveClusters(numClusters: *mut c_int, func: CUfunction, config: *const CUlaunchConfig);
    cuTexObjectCreate(pTexObject: *mut CUtexObject, pResDesc: *const CUDA_RESOURCE_DESC_v1, pTexDesc: *const CUDA_TEXTURE_DESC_v1, pResViewDesc: *const CUDA_RESOURCE_VIEW_DESC_v1);
    cuTexObjectDestroy(texObject: CUtexObject);
    cuTexObjectGetResourceDesc(pResDesc: *mut CUDA_RESOURCE_DESC_v1, texObject: CUtexObject);
    cuTexObjectGetTextureDesc(pTexDesc: *mut CUDA_TEXTURE_DESC_v1, texObject: CUtexObject);
    cuTexObjectGetResourceViewDesc(pResViewDesc: *mut CUDA_RESOURCE_VIEW_DESC_v1, texObject: CUtexObject);
    cuSurfObjectCreate(pSurfObject: *mut CUsurfObject, pResDesc: *const CUDA_RESOURCE_DESC_v1);
    cuSurfObjectDestroy(surfObject: CUsurfObject);
    cuSurfObjectGetResourceDesc(pResDesc: *mut CUDA_RESOURCE_DESC_v1, surfObject: CUsurfObject);
    cuDeviceCanAccessPeer(canAccessPeer: *mut c_int, dev: CUdevice, peerDev: CUdevice);
    cuDeviceGetP2PAttribute(value: *mut c_int, attrib: CUdevice_P2PAttribute, srcDevice: CUdevice, dstDevice: CUdevice);
    cuGetExportTable(ppExportTable: *mut *const c_void, pExportTableId: *const CUuuid);
    cuFuncGetModule(hmod: *mut CUmodule, hfunc: CUfunction);
    cuGetProcAddress(symbol: *const c_char, pfn: *mut *mut c_void, driverVersion: c_int, flags: u64);
    cuGetProcAddress_v2(symbol: *const c_char, pfn: *mut *mut c_void, driverVersion: c_int, flags: u64, symbolFound: *mut CUdriverProcAddressQueryResult);
    cuStreamGetDevice(hStream: CUstream, device: *mut CUdevice);
    cuUserObjectCreate(object_out: *mut CUuserObject, ptr: *mut c_void, destroy: CUhostFn, initialRefcount: c_uint, flags: c_uint);
    cuUserObjectRetain(object: CUuserObject, count: c_uint);
    cuUserObjectRelease(object: CUuserObject, count: c_uint);
    cuGraphRetainUserObject(graph: CUgraph, object: CUuserObject, count: c_uint, flags: c_uint);
    cuGraphReleaseUserObject(graph: CUgraph, object: CUuserObject, count: c_uint);
    cuModuleGetLoadingMode(mode: *mut CUmoduleLoadingMode);
    cuLibraryLoadData(library: *mut CUlibrary, code: *const c_void, jitOptions: *mut CUjit_option, jitOptionsValues: *mut *mut c_void, numJitOptions: c_uint, libraryOptions: *mut CUlibraryOption, libraryOptionValues: *mut *mut c_void, numLibraryOptions: c_uint);
    cuLibraryLoadFromFile(library: *mut CUlibrary, fileName: *const c_char, jitOptions: *mut CUjit_option, jitOptionsValues: *mut *mut c_void, numJitOptions: c_uint, libraryOptions: *mut CUlibraryOption, libraryOptionValues: *mut *mut c_void, numLibraryOptions: c_uint);
    cuLibraryUnload(library: CUlibrary);
    cuLibraryGetKernel(pKernel: *mut CUkernel, library: CUlibrary, name: *const c_char);
    cuLibraryGetModule(pMod: *mut CUmodule, library: CUlibrary);
    cuLibraryGetKernelCount(count: *mut c_uint, lib: CUlibrary);
    cuLibraryEnumerateKernels(kernels: *mut CUkernel, numKernels: c_uint, lib: CUlibrary);
    cuKernelGetFunction(pFunc: *mut CUfunction, kernel: CUkernel);
    cuKernelGetLibrary(pLib: *mut CUlibrary, kernel: CUkernel);
    cuLibraryGetGlobal(dptr: *mut CUdeviceptr, bytes: *mut usize, library: CUlibrary, name: *const c_char);
    cuKernelGetAttribute(pi: *mut c_int, attrib: CUfunction_attribute, kernel: CUkernel, dev: CUdevice);
    cuKernelSetAttribute(attrib: CUfunction_attribute, val: c_int, kernel: CUkernel, dev: CUdevice);
    cuKernelSetCacheConfig(kernel: CUkernel, config: CUfunc_cache, dev: CUdevice);
    cuKernelGetName(name: *mut *const c_char, hfunc: CUkernel);
    cuKernelGetParamInfo(kernel: CUkernel, paramIndex: usize, paramOffset: *mut usize, paramSize: *mut usize);
    cuKernelGetParamCount(kernel: CUkernel, paramCount: *mut usize);
    cuDeviceGetDevResource(dev: CUdevice, result: *mut CUdevResource, r#type: CUdevResourceType);
    cuCtxGetDevResource(hCtx: CUcontext, result: *mut CUdevResource, r#type: CUdevResourceType);
    cuStreamGetDevResource(hStream: CUstream, result: *mut CUdevResource, r#type: CUdevResourceType);
    cuStreamGetGreenCtx(hStream: CUstream, phCtx: *mut CUgreenCtx);
    cuLogsRegisterCallback(callbackFunc: CUlogsCallback, userData: *mut c_void, callback: *mut CUlogsCallbackHandle);
    cuLogsUnregisterCallback(callback: CUlogsCallbackHandle);
    cuLogsCurrent(iterator: *mut CUlogIterator, flags: c_uint);
    cuLogsDumpToFile(iterator: *mut CUlogIterator, pathToFile: *const c_char, flags: c_uint);
    cuLogsDumpToMemory(iterator: *mut CUlogIterator, buffer: *mut c_char, size: *mut usize, flags: c_uint);
    cuGraphInstantiate(phGraphExec: *mut CUgraphExec, hGraph: CUgraph, phErrorNode: *mut CUgraphNode, logBuffer: *mut c_char, bufferSize: usize);
    cuGraphInstantiate_v2(phGraphExec: *mut CUgraphExec, hGraph: CUgraph, phErrorNode: *mut CUgraphNode, logBuffer: *mut c_char, bufferSize: usize);
    cuProfilerStart();
    cuProfilerStop();
}
