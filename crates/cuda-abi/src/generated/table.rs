// Written by `cargo xtask table` from crates/cuda-abi/table/driver.tsv; do not edit.
#![cfg_attr(rustfmt, rustfmt_skip)]
//! The function table.

use crate::function::{Class as C, Direction as D, Function, HandleKind as H, Kind as K, Param};

const fn p(c_type: &'static str, name: &'static str, direction: D, kind: K) -> Param {
    Param { name, c_type, direction, kind }
}

/// Every function version and variant, by name, then age.
pub static FUNCTIONS: &[Function] = &[
    Function { id: 0x00bc, name: "cuArray3DCreate", symbol: "cuArray3DCreate", version: 2000, class: C::None, soft: false, facility: "texture", params: &[p("CUarray*", "pHandle", D::Out, K::Handle(H::Array)), p("const CUDA_ARRAY3D_DESCRIPTOR_v1*", "pAllocateArray", D::In, K::Struct)] },
    Function { id: 0x00bd, name: "cuArray3DCreate", symbol: "cuArray3DCreate_v2", version: 3020, class: C::Custom, soft: true, facility: "texture", params: &[p("CUarray*", "pHandle", D::Out, K::Handle(H::Array)), p("const CUDA_ARRAY3D_DESCRIPTOR_v2*", "pAllocateArray", D::In, K::Struct)] },
    Function { id: 0x00be, name: "cuArray3DGetDescriptor", symbol: "cuArray3DGetDescriptor", version: 2000, class: C::None, soft: false, facility: "texture", params: &[p("CUDA_ARRAY3D_DESCRIPTOR_v1*", "pArrayDescriptor", D::Out, K::Struct), p("CUarray", "hArray", D::In, K::Handle(H::Array))] },
    Function { id: 0x00bf, name: "cuArray3DGetDescriptor", symbol: "cuArray3DGetDescriptor_v2", version: 3020, class: C::Local, soft: true, facility: "texture", params: &[p("CUDA_ARRAY3D_DESCRIPTOR_v2*", "pArrayDescriptor", D::Out, K::Struct), p("CUarray", "hArray", D::In, K::Handle(H::Array))] },
    Function { id: 0x00b2, name: "cuArrayCreate", symbol: "cuArrayCreate", version: 2000, class: C::None, soft: false, facility: "texture", params: &[p("CUarray*", "pHandle", D::Out, K::Handle(H::Array)), p("const CUDA_ARRAY_DESCRIPTOR_v1*", "pAllocateArray", D::In, K::Struct)] },
    Function { id: 0x00b3, name: "cuArrayCreate", symbol: "cuArrayCreate_v2", version: 3020, class: C::Custom, soft: true, facility: "texture", params: &[p("CUarray*", "pHandle", D::Out, K::Handle(H::Array)), p("const CUDA_ARRAY_DESCRIPTOR_v2*", "pAllocateArray", D::In, K::Struct)] },
    Function { id: 0x00bb, name: "cuArrayDestroy", symbol: "cuArrayDestroy", version: 2000, class: C::Custom, soft: true, facility: "texture", params: &[p("CUarray", "hArray", D::In, K::Handle(H::Array))] },
    Function { id: 0x00b4, name: "cuArrayGetDescriptor", symbol: "cuArrayGetDescriptor", version: 2000, class: C::None, soft: false, facility: "texture", params: &[p("CUDA_ARRAY_DESCRIPTOR_v1*", "pArrayDescriptor", D::Out, K::Struct), p("CUarray", "hArray", D::In, K::Handle(H::Array))] },
    Function { id: 0x00b5, name: "cuArrayGetDescriptor", symbol: "cuArrayGetDescriptor_v2", version: 3020, class: C::Local, soft: true, facility: "texture", params: &[p("CUDA_ARRAY_DESCRIPTOR_v2*", "pArrayDescriptor", D::Out, K::Struct), p("CUarray", "hArray", D::In, K::Handle(H::Array))] },
    Function { id: 0x00b8, name: "cuArrayGetMemoryRequirements", symbol: "cuArrayGetMemoryRequirements", version: 11060, class: C::None, soft: false, facility: "texture", params: &[p("CUDA_ARRAY_MEMORY_REQUIREMENTS_v1*", "memoryRequirements", D::Out, K::Struct), p("CUarray", "array", D::In, K::Handle(H::Array)), p("CUdevice", "device", D::In, K::Device)] },
    Function { id: 0x00ba, name: "cuArrayGetPlane", symbol: "cuArrayGetPlane", version: 11020, class: C::None, soft: false, facility: "texture", params: &[p("CUarray*", "pPlaneArray", D::Out, K::Handle(H::Array)), p("CUarray", "hArray", D::In, K::Handle(H::Array)), p("unsigned int", "planeIdx", D::In, K::Unsigned)] },
    Function { id: 0x00b6, name: "cuArrayGetSparseProperties", symbol: "cuArrayGetSparseProperties", version: 11010, class: C::None, soft: false, facility: "texture", params: &[p("CUDA_ARRAY_SPARSE_PROPERTIES_v1*", "sparseProperties", D::Out, K::Struct), p("CUarray", "array", D::In, K::Handle(H::Array))] },
    Function { id: 0x0244, name: "cuCheckpointOperationComplete", symbol: "cuCheckpointOperationComplete", version: 13040, class: C::None, soft: false, facility: "checkpoint", params: &[p("CUcheckpointOperationHandle", "handle", D::In, K::HostPointer)] },
    Function { id: 0x0241, name: "cuCheckpointProcessCheckpoint", symbol: "cuCheckpointProcessCheckpoint", version: 12080, class: C::None, soft: false, facility: "checkpoint", params: &[p("int", "pid", D::In, K::Signed), p("CUcheckpointCheckpointArgs*", "args", D::Out, K::Struct)] },
    Function { id: 0x023e, name: "cuCheckpointProcessGetRestoreThreadId", symbol: "cuCheckpointProcessGetRestoreThreadId", version: 12080, class: C::None, soft: false, facility: "checkpoint", params: &[p("int", "pid", D::In, K::Signed), p("int*", "tid", D::Out, K::Signed)] },
    Function { id: 0x023f, name: "cuCheckpointProcessGetState", symbol: "cuCheckpointProcessGetState", version: 12080, class: C::None, soft: false, facility: "checkpoint", params: &[p("int", "pid", D::In, K::Signed), p("CUprocessState*", "state", D::Out, K::Unsigned)] },
    Function { id: 0x0240, name: "cuCheckpointProcessLock", symbol: "cuCheckpointProcessLock", version: 12080, class: C::None, soft: false, facility: "checkpoint", params: &[p("int", "pid", D::In, K::Signed), p("CUcheckpointLockArgs*", "args", D::Out, K::Struct)] },
    Function { id: 0x0242, name: "cuCheckpointProcessRestore", symbol: "cuCheckpointProcessRestore", version: 12080, class: C::None, soft: false, facility: "checkpoint", params: &[p("int", "pid", D::In, K::Signed), p("CUcheckpointRestoreArgs*", "args", D::Out, K::Struct)] },
    Function { id: 0x0243, name: "cuCheckpointProcessUnlock", symbol: "cuCheckpointProcessUnlock", version: 12080, class: C::None, soft: false, facility: "checkpoint", params: &[p("int", "pid", D::In, K::Signed), p("CUcheckpointUnlockArgs*", "args", D::Out, K::Struct)] },
    Function { id: 0x023b, name: "cuCoredumpDeregisterCompleteCallback", symbol: "cuCoredumpDeregisterCompleteCallback", version: 13020, class: C::None, soft: false, facility: "coredump", params: &[p("CUcoredumpCallbackHandle", "callback", D::In, K::HostPointer)] },
    Function { id: 0x023a, name: "cuCoredumpDeregisterStartCallback", symbol: "cuCoredumpDeregisterStartCallback", version: 13020, class: C::None, soft: false, facility: "coredump", params: &[p("CUcoredumpCallbackHandle", "callback", D::In, K::HostPointer)] },
    Function { id: 0x021b, name: "cuCoredumpGetAttribute", symbol: "cuCoredumpGetAttribute", version: 12010, class: C::None, soft: false, facility: "coredump", params: &[p("CUcoredumpSettings", "get", D::In, K::Unsigned), p("void*", "value", D::In, K::HostPointer), p("size_t*", "size", D::Out, K::Unsigned)] },
    Function { id: 0x021c, name: "cuCoredumpGetAttributeGlobal", symbol: "cuCoredumpGetAttributeGlobal", version: 12010, class: C::None, soft: false, facility: "coredump", params: &[p("CUcoredumpSettings", "get", D::In, K::Unsigned), p("void*", "value", D::In, K::HostPointer), p("size_t*", "size", D::Out, K::Unsigned)] },
    Function { id: 0x0239, name: "cuCoredumpRegisterCompleteCallback", symbol: "cuCoredumpRegisterCompleteCallback", version: 13020, class: C::None, soft: false, facility: "coredump", params: &[p("CUcoredumpStatusCallback", "callback", D::In, K::Callback), p("void*", "userData", D::In, K::HostPointer), p("CUcoredumpCallbackHandle*", "callbackOut", D::Out, K::Struct)] },
    Function { id: 0x0238, name: "cuCoredumpRegisterStartCallback", symbol: "cuCoredumpRegisterStartCallback", version: 13020, class: C::None, soft: false, facility: "coredump", params: &[p("CUcoredumpStatusCallback", "callback", D::In, K::Callback), p("void*", "userData", D::In, K::HostPointer), p("CUcoredumpCallbackHandle*", "callbackOut", D::Out, K::Struct)] },
    Function { id: 0x021d, name: "cuCoredumpSetAttribute", symbol: "cuCoredumpSetAttribute", version: 12010, class: C::None, soft: false, facility: "coredump", params: &[p("CUcoredumpSettings", "set", D::In, K::Unsigned), p("void*", "value", D::In, K::HostPointer), p("size_t*", "size", D::Out, K::Unsigned)] },
    Function { id: 0x021e, name: "cuCoredumpSetAttributeGlobal", symbol: "cuCoredumpSetAttributeGlobal", version: 12010, class: C::None, soft: false, facility: "coredump", params: &[p("CUcoredumpSettings", "set", D::In, K::Unsigned), p("void*", "value", D::In, K::HostPointer), p("size_t*", "size", D::Out, K::Unsigned)] },
    Function { id: 0x003b, name: "cuCtxAttach", symbol: "cuCtxAttach", version: 2000, class: C::None, soft: false, facility: "context", params: &[p("CUcontext*", "pctx", D::Out, K::Handle(H::Context)), p("unsigned int", "flags", D::In, K::Unsigned)] },
    Function { id: 0x001f, name: "cuCtxCreate", symbol: "cuCtxCreate", version: 2000, class: C::None, soft: false, facility: "context", params: &[p("CUcontext*", "pctx", D::Out, K::Handle(H::Context)), p("unsigned int", "flags", D::In, K::Unsigned), p("CUdevice_v1", "dev", D::In, K::Device)] },
    Function { id: 0x0020, name: "cuCtxCreate", symbol: "cuCtxCreate_v2", version: 3020, class: C::Custom, soft: true, facility: "context", params: &[p("CUcontext*", "pctx", D::Out, K::Handle(H::Context)), p("unsigned int", "flags", D::In, K::Unsigned), p("CUdevice_v1", "dev", D::In, K::Device)] },
    Function { id: 0x0021, name: "cuCtxCreate", symbol: "cuCtxCreate_v3", version: 11040, class: C::Custom, soft: true, facility: "context", params: &[p("CUcontext*", "pctx", D::Out, K::Handle(H::Context)), p("CUexecAffinityParam*", "paramsArray", D::In, K::Struct), p("int", "numParams", D::In, K::Len), p("unsigned int", "flags", D::In, K::Unsigned), p("CUdevice_v1", "dev", D::In, K::Device)] },
    Function { id: 0x0022, name: "cuCtxCreate", symbol: "cuCtxCreate_v4", version: 12050, class: C::Custom, soft: true, facility: "context", params: &[p("CUcontext*", "pctx", D::Out, K::Handle(H::Context)), p("CUctxCreateParams*", "ctxCreateParams", D::In, K::Struct), p("unsigned int", "flags", D::In, K::Unsigned), p("CUdevice", "dev", D::In, K::Device)] },
    Function { id: 0x0024, name: "cuCtxDestroy", symbol: "cuCtxDestroy", version: 2000, class: C::None, soft: false, facility: "context", params: &[p("CUcontext", "ctx", D::In, K::Handle(H::Context))] },
    Function { id: 0x0025, name: "cuCtxDestroy", symbol: "cuCtxDestroy_v2", version: 4000, class: C::Custom, soft: true, facility: "context", params: &[p("CUcontext", "ctx", D::In, K::Handle(H::Context))] },
    Function { id: 0x003c, name: "cuCtxDetach", symbol: "cuCtxDetach", version: 2000, class: C::None, soft: false, facility: "context", params: &[p("CUcontext", "ctx", D::In, K::Handle(H::Context))] },
    Function { id: 0x01ef, name: "cuCtxDisablePeerAccess", symbol: "cuCtxDisablePeerAccess", version: 4000, class: C::None, soft: false, facility: "peer", params: &[p("CUcontext", "peerContext", D::In, K::Handle(H::Context))] },
    Function { id: 0x01ee, name: "cuCtxEnablePeerAccess", symbol: "cuCtxEnablePeerAccess", version: 4000, class: C::None, soft: false, facility: "peer", params: &[p("CUcontext", "peerContext", D::In, K::Handle(H::Context)), p("unsigned int", "Flags", D::In, K::Unsigned)] },
    Function { id: 0x022d, name: "cuCtxFromGreenCtx", symbol: "cuCtxFromGreenCtx", version: 12040, class: C::None, soft: false, facility: "green", params: &[p("CUcontext*", "pContext", D::Out, K::Handle(H::Context)), p("CUgreenCtx", "hCtx", D::In, K::Handle(H::Green))] },
    Function { id: 0x0038, name: "cuCtxGetApiVersion", symbol: "cuCtxGetApiVersion", version: 3020, class: C::Local, soft: true, facility: "context", params: &[p("CUcontext", "ctx", D::In, K::Handle(H::Context)), p("unsigned int*", "version", D::Out, K::Unsigned)] },
    Function { id: 0x0034, name: "cuCtxGetCacheConfig", symbol: "cuCtxGetCacheConfig", version: 3020, class: C::Local, soft: true, facility: "context", params: &[p("CUfunc_cache*", "pconfig", D::Out, K::Unsigned)] },
    Function { id: 0x002b, name: "cuCtxGetCurrent", symbol: "cuCtxGetCurrent", version: 4000, class: C::Local, soft: true, facility: "context", params: &[p("CUcontext*", "pctx", D::Out, K::Handle(H::Context))] },
    Function { id: 0x0224, name: "cuCtxGetDevResource", symbol: "cuCtxGetDevResource", version: 12040, class: C::Local, soft: true, facility: "green", params: &[p("CUcontext", "hCtx", D::In, K::Handle(H::Context)), p("CUdevResource*", "result", D::Out, K::Struct), p("CUdevResourceType", "type", D::In, K::Unsigned)] },
    Function { id: 0x002c, name: "cuCtxGetDevice", symbol: "cuCtxGetDevice", version: 2000, class: C::Local, soft: true, facility: "context", params: &[p("CUdevice_v1*", "device", D::Out, K::Device)] },
    Function { id: 0x002d, name: "cuCtxGetDevice", symbol: "cuCtxGetDevice_v2", version: 13000, class: C::Local, soft: true, facility: "context", params: &[p("CUdevice*", "device", D::Out, K::Device), p("CUcontext", "ctx", D::In, K::Handle(H::Context))] },
    Function { id: 0x003d, name: "cuCtxGetExecAffinity", symbol: "cuCtxGetExecAffinity", version: 11040, class: C::None, soft: false, facility: "context", params: &[p("CUexecAffinityParam*", "pExecAffinity", D::Out, K::Struct), p("CUexecAffinityType", "type", D::In, K::Unsigned)] },
    Function { id: 0x002e, name: "cuCtxGetFlags", symbol: "cuCtxGetFlags", version: 7000, class: C::Local, soft: true, facility: "context", params: &[p("unsigned int*", "flags", D::Out, K::Unsigned)] },
    Function { id: 0x0023, name: "cuCtxGetId", symbol: "cuCtxGetId", version: 12000, class: C::Local, soft: true, facility: "context", params: &[p("CUcontext", "ctx", D::In, K::Handle(H::Context)), p("unsigned long long*", "ctxId", D::Out, K::Unsigned)] },
    Function { id: 0x0033, name: "cuCtxGetLimit", symbol: "cuCtxGetLimit", version: 3010, class: C::Local, soft: true, facility: "context", params: &[p("size_t*", "pvalue", D::Out, K::Unsigned), p("CUlimit", "limit", D::In, K::Unsigned)] },
    Function { id: 0x0036, name: "cuCtxGetSharedMemConfig", symbol: "cuCtxGetSharedMemConfig", version: 4020, class: C::Local, soft: true, facility: "context", params: &[p("CUsharedconfig*", "pConfig", D::Out, K::Unsigned)] },
    Function { id: 0x0039, name: "cuCtxGetStreamPriorityRange", symbol: "cuCtxGetStreamPriorityRange", version: 5050, class: C::Local, soft: true, facility: "context", params: &[p("int*", "leastPriority", D::Out, K::Signed), p("int*", "greatestPriority", D::Out, K::Signed)] },
    Function { id: 0x0028, name: "cuCtxPopCurrent", symbol: "cuCtxPopCurrent", version: 2000, class: C::None, soft: false, facility: "context", params: &[p("CUcontext*", "pctx", D::Out, K::Handle(H::Context))] },
    Function { id: 0x0029, name: "cuCtxPopCurrent", symbol: "cuCtxPopCurrent_v2", version: 4000, class: C::Local, soft: true, facility: "context", params: &[p("CUcontext*", "pctx", D::Out, K::Handle(H::Context))] },
    Function { id: 0x0026, name: "cuCtxPushCurrent", symbol: "cuCtxPushCurrent", version: 2000, class: C::None, soft: false, facility: "context", params: &[p("CUcontext", "ctx", D::In, K::Handle(H::Context))] },
    Function { id: 0x0027, name: "cuCtxPushCurrent", symbol: "cuCtxPushCurrent_v2", version: 4000, class: C::Local, soft: true, facility: "context", params: &[p("CUcontext", "ctx", D::In, K::Handle(H::Context))] },
    Function { id: 0x022f, name: "cuCtxRecordEvent", symbol: "cuCtxRecordEvent", version: 12050, class: C::None, soft: false, facility: "green", params: &[p("CUcontext", "hCtx", D::In, K::Handle(H::Context)), p("CUevent", "hEvent", D::In, K::Handle(H::Event))] },
    Function { id: 0x003a, name: "cuCtxResetPersistingL2Cache", symbol: "cuCtxResetPersistingL2Cache", version: 11000, class: C::Custom, soft: true, facility: "context", params: &[] },
    Function { id: 0x0035, name: "cuCtxSetCacheConfig", symbol: "cuCtxSetCacheConfig", version: 3020, class: C::Local, soft: true, facility: "context", params: &[p("CUfunc_cache", "config", D::In, K::Unsigned)] },
    Function { id: 0x002a, name: "cuCtxSetCurrent", symbol: "cuCtxSetCurrent", version: 4000, class: C::Local, soft: true, facility: "context", params: &[p("CUcontext", "ctx", D::In, K::Handle(H::Context))] },
    Function { id: 0x002f, name: "cuCtxSetFlags", symbol: "cuCtxSetFlags", version: 12010, class: C::None, soft: false, facility: "context", params: &[p("unsigned int", "flags", D::In, K::Unsigned)] },
    Function { id: 0x0032, name: "cuCtxSetLimit", symbol: "cuCtxSetLimit", version: 3010, class: C::Custom, soft: true, facility: "context", params: &[p("CUlimit", "limit", D::In, K::Unsigned), p("size_t", "value", D::In, K::Unsigned)] },
    Function { id: 0x0037, name: "cuCtxSetSharedMemConfig", symbol: "cuCtxSetSharedMemConfig", version: 4020, class: C::None, soft: false, facility: "context", params: &[p("CUsharedconfig", "config", D::In, K::Unsigned)] },
    Function { id: 0x0030, name: "cuCtxSynchronize", symbol: "cuCtxSynchronize", version: 2000, class: C::Custom, soft: true, facility: "context", params: &[] },
    Function { id: 0x0031, name: "cuCtxSynchronize", symbol: "cuCtxSynchronize_v2", version: 13000, class: C::Custom, soft: true, facility: "context", params: &[p("CUcontext", "ctx", D::In, K::Handle(H::Context))] },
    Function { id: 0x0230, name: "cuCtxWaitEvent", symbol: "cuCtxWaitEvent", version: 12050, class: C::None, soft: false, facility: "green", params: &[p("CUcontext", "hCtx", D::In, K::Handle(H::Context)), p("CUevent", "hEvent", D::In, K::Handle(H::Event))] },
    Function { id: 0x0130, name: "cuDestroyExternalMemory", symbol: "cuDestroyExternalMemory", version: 10000, class: C::None, soft: false, facility: "interop", params: &[p("CUexternalMemory", "extMem", D::In, K::Handle(H::ExtMem))] },
    Function { id: 0x0134, name: "cuDestroyExternalSemaphore", symbol: "cuDestroyExternalSemaphore", version: 10000, class: C::None, soft: false, facility: "interop", params: &[p("CUexternalSemaphore", "extSem", D::In, K::Handle(H::ExtSem))] },
    Function { id: 0x0229, name: "cuDevResourceGenerateDesc", symbol: "cuDevResourceGenerateDesc", version: 12040, class: C::None, soft: false, facility: "green", params: &[p("CUdevResourceDesc*", "phDesc", D::Out, K::Struct), p("CUdevResource*", "resources", D::Out, K::Struct), p("unsigned int", "nbResources", D::In, K::Unsigned)] },
    Function { id: 0x022b, name: "cuDevSmResourceSplit", symbol: "cuDevSmResourceSplit", version: 13010, class: C::None, soft: false, facility: "green", params: &[p("CUdevResource*", "result", D::Out, K::Struct), p("unsigned int", "nbGroups", D::In, K::Unsigned), p("const CUdevResource*", "input", D::In, K::Struct), p("CUdevResource*", "remainder", D::Out, K::Struct), p("unsigned int", "flags", D::In, K::Unsigned), p("CU_DEV_SM_RESOURCE_GROUP_PARAMS*", "groupParams", D::Out, K::Struct)] },
    Function { id: 0x022a, name: "cuDevSmResourceSplitByCount", symbol: "cuDevSmResourceSplitByCount", version: 12040, class: C::None, soft: false, facility: "green", params: &[p("CUdevResource*", "result", D::Out, K::Struct), p("unsigned int*", "nbGroups", D::Out, K::Unsigned), p("const CUdevResource*", "input", D::In, K::Struct), p("CUdevResource*", "remaining", D::Out, K::Struct), p("unsigned int", "useFlags", D::In, K::Unsigned), p("unsigned int", "minCount", D::In, K::Unsigned)] },
    Function { id: 0x01ed, name: "cuDeviceCanAccessPeer", symbol: "cuDeviceCanAccessPeer", version: 4000, class: C::Local, soft: true, facility: "peer", params: &[p("int*", "canAccessPeer", D::Out, K::Signed), p("CUdevice_v1", "dev", D::In, K::Device), p("CUdevice_v1", "peerDev", D::In, K::Device)] },
    Function { id: 0x0015, name: "cuDeviceComputeCapability", symbol: "cuDeviceComputeCapability", version: 2000, class: C::Local, soft: true, facility: "device", params: &[p("int*", "major", D::Out, K::Signed), p("int*", "minor", D::Out, K::Signed), p("CUdevice_v1", "dev", D::In, K::Device)] },
    Function { id: 0x0005, name: "cuDeviceGet", symbol: "cuDeviceGet", version: 2000, class: C::Local, soft: true, facility: "device", params: &[p("CUdevice_v1*", "device", D::Out, K::Device), p("int", "ordinal", D::In, K::Signed)] },
    Function { id: 0x000e, name: "cuDeviceGetAttribute", symbol: "cuDeviceGetAttribute", version: 2000, class: C::Local, soft: true, facility: "device", params: &[p("int*", "pi", D::Out, K::Signed), p("CUdevice_attribute", "attrib", D::In, K::Unsigned), p("CUdevice_v1", "dev", D::In, K::Device)] },
    Function { id: 0x0064, name: "cuDeviceGetByPCIBusId", symbol: "cuDeviceGetByPCIBusId", version: 4010, class: C::Local, soft: true, facility: "device", params: &[p("CUdevice_v1*", "dev", D::Out, K::Device), p("const char*", "pciBusId", D::In, K::Text)] },
    Function { id: 0x0101, name: "cuDeviceGetCliqueCount", symbol: "cuDeviceGetCliqueCount", version: 13040, class: C::None, soft: false, facility: "device", params: &[p("size_t*", "count", D::Out, K::Unsigned), p("CUdevice", "dev", D::In, K::Device)] },
    Function { id: 0x0102, name: "cuDeviceGetCliqueInfo", symbol: "cuDeviceGetCliqueInfo", version: 13040, class: C::None, soft: false, facility: "device", params: &[p("CUcliqueInfo*", "cliqueInfo", D::Out, K::Struct), p("size_t*", "count", D::Out, K::Unsigned), p("CUdevice", "dev", D::In, K::Device)] },
    Function { id: 0x0006, name: "cuDeviceGetCount", symbol: "cuDeviceGetCount", version: 2000, class: C::Local, soft: true, facility: "device", params: &[p("int*", "count", D::Out, K::Signed)] },
    Function { id: 0x0013, name: "cuDeviceGetDefaultMemPool", symbol: "cuDeviceGetDefaultMemPool", version: 11020, class: C::Local, soft: true, facility: "pool", params: &[p("CUmemoryPool*", "pool_out", D::Out, K::Handle(H::Pool)), p("CUdevice_v1", "dev", D::In, K::Device)] },
    Function { id: 0x0223, name: "cuDeviceGetDevResource", symbol: "cuDeviceGetDevResource", version: 12040, class: C::Local, soft: true, facility: "green", params: &[p("CUdevice", "dev", D::In, K::Device), p("CUdevResource*", "result", D::Out, K::Struct), p("CUdevResourceType", "type", D::In, K::Unsigned)] },
    Function { id: 0x001e, name: "cuDeviceGetExecAffinitySupport", symbol: "cuDeviceGetExecAffinitySupport", version: 11040, class: C::Local, soft: true, facility: "device", params: &[p("int*", "pi", D::Out, K::Signed), p("CUexecAffinityType", "type", D::In, K::Unsigned), p("CUdevice", "dev", D::In, K::Device)] },
    Function { id: 0x0100, name: "cuDeviceGetFabricClusterUuid", symbol: "cuDeviceGetFabricClusterUuid", version: 13040, class: C::None, soft: false, facility: "device", params: &[p("CUuuid*", "uuid", D::Out, K::Struct), p("CUdevice", "dev", D::In, K::Device)] },
    Function { id: 0x01b6, name: "cuDeviceGetGraphMemAttribute", symbol: "cuDeviceGetGraphMemAttribute", version: 11040, class: C::Local, soft: true, facility: "graph", params: &[p("CUdevice", "device", D::In, K::Device), p("CUgraphMem_attribute", "attr", D::In, K::Unsigned), p("void*", "value", D::Out, K::HostPointer)] },
    Function { id: 0x000f, name: "cuDeviceGetHostAtomicCapabilities", symbol: "cuDeviceGetHostAtomicCapabilities", version: 13000, class: C::None, soft: false, facility: "device", params: &[p("unsigned int*", "capabilities", D::Out, K::Unsigned), p("const CUatomicOperation*", "operations", D::In, K::Unsigned), p("unsigned int", "count", D::In, K::Len), p("CUdevice", "dev", D::In, K::Device)] },
    Function { id: 0x000a, name: "cuDeviceGetLuid", symbol: "cuDeviceGetLuid", version: 10000, class: C::Local, soft: true, facility: "device", params: &[p("char*", "luid", D::Out, K::HostPointer), p("unsigned int*", "deviceNodeMask", D::Out, K::Unsigned), p("CUdevice_v1", "dev", D::In, K::Device)] },
    Function { id: 0x0012, name: "cuDeviceGetMemPool", symbol: "cuDeviceGetMemPool", version: 11020, class: C::Local, soft: true, facility: "pool", params: &[p("CUmemoryPool*", "pool", D::Out, K::Handle(H::Pool)), p("CUdevice_v1", "dev", D::In, K::Device)] },
    Function { id: 0x0007, name: "cuDeviceGetName", symbol: "cuDeviceGetName", version: 2000, class: C::Local, soft: true, facility: "device", params: &[p("char*", "name", D::Out, K::HostPointer), p("int", "len", D::In, K::Len), p("CUdevice_v1", "dev", D::In, K::Device)] },
    Function { id: 0x0010, name: "cuDeviceGetNvSciSyncAttributes", symbol: "cuDeviceGetNvSciSyncAttributes", version: 10020, class: C::None, soft: false, facility: "device", params: &[p("void*", "nvSciSyncAttrList", D::In, K::HostPointer), p("CUdevice_v1", "dev", D::In, K::Device), p("int", "flags", D::In, K::Signed)] },
    Function { id: 0x01f1, name: "cuDeviceGetP2PAtomicCapabilities", symbol: "cuDeviceGetP2PAtomicCapabilities", version: 13000, class: C::None, soft: false, facility: "peer", params: &[p("unsigned int*", "capabilities", D::Out, K::Unsigned), p("const CUatomicOperation*", "operations", D::In, K::Unsigned), p("unsigned int", "count", D::In, K::Len), p("CUdevice", "srcDevice", D::In, K::Device), p("CUdevice", "dstDevice", D::In, K::Device)] },
    Function { id: 0x01f0, name: "cuDeviceGetP2PAttribute", symbol: "cuDeviceGetP2PAttribute", version: 8000, class: C::Local, soft: true, facility: "peer", params: &[p("int*", "value", D::Out, K::Signed), p("CUdevice_P2PAttribute", "attrib", D::In, K::Unsigned), p("CUdevice_v1", "srcDevice", D::In, K::Device), p("CUdevice_v1", "dstDevice", D::In, K::Device)] },
    Function { id: 0x0065, name: "cuDeviceGetPCIBusId", symbol: "cuDeviceGetPCIBusId", version: 4010, class: C::Local, soft: true, facility: "device", params: &[p("char*", "pciBusId", D::Out, K::HostPointer), p("int", "len", D::In, K::Len), p("CUdevice_v1", "dev", D::In, K::Device)] },
    Function { id: 0x0014, name: "cuDeviceGetProperties", symbol: "cuDeviceGetProperties", version: 2000, class: C::Local, soft: true, facility: "device", params: &[p("CUdevprop_v1*", "prop", D::Out, K::Struct), p("CUdevice_v1", "dev", D::In, K::Device)] },
    Function { id: 0x000d, name: "cuDeviceGetTexture1DLinearMaxWidth", symbol: "cuDeviceGetTexture1DLinearMaxWidth", version: 11010, class: C::Local, soft: true, facility: "device", params: &[p("size_t*", "maxWidthInElements", D::Out, K::Unsigned), p("CUarray_format", "format", D::In, K::Unsigned), p("unsigned", "numChannels", D::In, K::Len), p("CUdevice_v1", "dev", D::In, K::Device)] },
    Function { id: 0x0008, name: "cuDeviceGetUuid", symbol: "cuDeviceGetUuid", version: 9020, class: C::Local, soft: true, facility: "device", params: &[p("CUuuid*", "uuid", D::Out, K::Struct), p("CUdevice_v1", "dev", D::In, K::Device)] },
    Function { id: 0x0009, name: "cuDeviceGetUuid", symbol: "cuDeviceGetUuid_v2", version: 11040, class: C::Local, soft: true, facility: "device", params: &[p("CUuuid*", "uuid", D::Out, K::Struct), p("CUdevice_v1", "dev", D::In, K::Device)] },
    Function { id: 0x01b5, name: "cuDeviceGraphMemTrim", symbol: "cuDeviceGraphMemTrim", version: 11040, class: C::Local, soft: true, facility: "graph", params: &[p("CUdevice", "device", D::In, K::Device)] },
    Function { id: 0x001b, name: "cuDevicePrimaryCtxGetState", symbol: "cuDevicePrimaryCtxGetState", version: 7000, class: C::Local, soft: true, facility: "context", params: &[p("CUdevice_v1", "dev", D::In, K::Device), p("unsigned int*", "flags", D::Out, K::Unsigned), p("int*", "active", D::Out, K::Signed)] },
    Function { id: 0x0017, name: "cuDevicePrimaryCtxRelease", symbol: "cuDevicePrimaryCtxRelease", version: 7000, class: C::Custom, soft: true, facility: "context", params: &[p("CUdevice_v1", "dev", D::In, K::Device)] },
    Function { id: 0x0018, name: "cuDevicePrimaryCtxRelease", symbol: "cuDevicePrimaryCtxRelease_v2", version: 11000, class: C::Custom, soft: true, facility: "context", params: &[p("CUdevice_v1", "dev", D::In, K::Device)] },
    Function { id: 0x001c, name: "cuDevicePrimaryCtxReset", symbol: "cuDevicePrimaryCtxReset", version: 7000, class: C::Custom, soft: true, facility: "context", params: &[p("CUdevice_v1", "dev", D::In, K::Device)] },
    Function { id: 0x001d, name: "cuDevicePrimaryCtxReset", symbol: "cuDevicePrimaryCtxReset_v2", version: 11000, class: C::Custom, soft: true, facility: "context", params: &[p("CUdevice_v1", "dev", D::In, K::Device)] },
    Function { id: 0x0016, name: "cuDevicePrimaryCtxRetain", symbol: "cuDevicePrimaryCtxRetain", version: 7000, class: C::Custom, soft: true, facility: "context", params: &[p("CUcontext*", "pctx", D::Out, K::Handle(H::Context)), p("CUdevice_v1", "dev", D::In, K::Device)] },
    Function { id: 0x0019, name: "cuDevicePrimaryCtxSetFlags", symbol: "cuDevicePrimaryCtxSetFlags", version: 7000, class: C::Custom, soft: true, facility: "context", params: &[p("CUdevice_v1", "dev", D::In, K::Device), p("unsigned int", "flags", D::In, K::Unsigned)] },
    Function { id: 0x001a, name: "cuDevicePrimaryCtxSetFlags", symbol: "cuDevicePrimaryCtxSetFlags_v2", version: 11000, class: C::Custom, soft: true, facility: "context", params: &[p("CUdevice_v1", "dev", D::In, K::Device), p("unsigned int", "flags", D::In, K::Unsigned)] },
    Function { id: 0x021f, name: "cuDeviceRegisterAsyncNotification", symbol: "cuDeviceRegisterAsyncNotification", version: 12040, class: C::None, soft: false, facility: "device", params: &[p("CUdevice", "device", D::In, K::Device), p("CUasyncCallback", "callbackFunc", D::In, K::Callback), p("void*", "userData", D::In, K::HostPointer), p("CUasyncCallbackHandle*", "callback", D::Out, K::Struct)] },
    Function { id: 0x01b7, name: "cuDeviceSetGraphMemAttribute", symbol: "cuDeviceSetGraphMemAttribute", version: 11040, class: C::Local, soft: true, facility: "graph", params: &[p("CUdevice", "device", D::In, K::Device), p("CUgraphMem_attribute", "attr", D::In, K::Unsigned), p("void*", "value", D::In, K::HostPointer)] },
    Function { id: 0x0011, name: "cuDeviceSetMemPool", symbol: "cuDeviceSetMemPool", version: 11020, class: C::Local, soft: true, facility: "pool", params: &[p("CUdevice_v1", "dev", D::In, K::Device), p("CUmemoryPool", "pool", D::In, K::Handle(H::Pool))] },
    Function { id: 0x000b, name: "cuDeviceTotalMem", symbol: "cuDeviceTotalMem", version: 2000, class: C::None, soft: false, facility: "device", params: &[p("unsigned int*", "bytes", D::Out, K::Unsigned), p("CUdevice_v1", "dev", D::In, K::Device)] },
    Function { id: 0x000c, name: "cuDeviceTotalMem", symbol: "cuDeviceTotalMem_v2", version: 3020, class: C::Local, soft: true, facility: "device", params: &[p("size_t*", "bytes", D::Out, K::Unsigned), p("CUdevice_v1", "dev", D::In, K::Device)] },
    Function { id: 0x0220, name: "cuDeviceUnregisterAsyncNotification", symbol: "cuDeviceUnregisterAsyncNotification", version: 12040, class: C::None, soft: false, facility: "device", params: &[p("CUdevice", "device", D::In, K::Device), p("CUasyncCallbackHandle", "callback", D::In, K::HostPointer)] },
    Function { id: 0x0004, name: "cuDriverGetVersion", symbol: "cuDriverGetVersion", version: 2020, class: C::Local, soft: true, facility: "init", params: &[p("int*", "driverVersion", D::Out, K::Signed)] },
    Function { id: 0x0124, name: "cuEventCreate", symbol: "cuEventCreate", version: 2000, class: C::Custom, soft: true, facility: "event", params: &[p("CUevent*", "phEvent", D::Out, K::Handle(H::Event)), p("unsigned int", "Flags", D::In, K::Unsigned)] },
    Function { id: 0x0129, name: "cuEventDestroy", symbol: "cuEventDestroy", version: 2000, class: C::None, soft: false, facility: "event", params: &[p("CUevent", "hEvent", D::In, K::Handle(H::Event))] },
    Function { id: 0x012a, name: "cuEventDestroy", symbol: "cuEventDestroy_v2", version: 4000, class: C::Custom, soft: true, facility: "event", params: &[p("CUevent", "hEvent", D::In, K::Handle(H::Event))] },
    Function { id: 0x012b, name: "cuEventElapsedTime", symbol: "cuEventElapsedTime", version: 2000, class: C::Custom, soft: true, facility: "event", params: &[p("float*", "pMilliseconds", D::Out, K::Float), p("CUevent", "hStart", D::In, K::Handle(H::Event)), p("CUevent", "hEnd", D::In, K::Handle(H::Event))] },
    Function { id: 0x012c, name: "cuEventElapsedTime", symbol: "cuEventElapsedTime_v2", version: 12080, class: C::Custom, soft: true, facility: "event", params: &[p("float*", "pMilliseconds", D::Out, K::Float), p("CUevent", "hStart", D::In, K::Handle(H::Event)), p("CUevent", "hEnd", D::In, K::Handle(H::Event))] },
    Function { id: 0x0127, name: "cuEventQuery", symbol: "cuEventQuery", version: 2000, class: C::Custom, soft: true, facility: "event", params: &[p("CUevent", "hEvent", D::In, K::Handle(H::Event))] },
    Function { id: 0x0125, name: "cuEventRecord", symbol: "cuEventRecord", version: 2000, class: C::Custom, soft: true, facility: "event", params: &[p("CUevent", "hEvent", D::In, K::Handle(H::Event)), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x8125, name: "cuEventRecord", symbol: "cuEventRecord_ptsz", version: 7000, class: C::Custom, soft: true, facility: "event", params: &[p("CUevent", "hEvent", D::In, K::Handle(H::Event)), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x0126, name: "cuEventRecordWithFlags", symbol: "cuEventRecordWithFlags", version: 11010, class: C::Custom, soft: true, facility: "event", params: &[p("CUevent", "hEvent", D::In, K::Handle(H::Event)), p("CUstream", "hStream", D::In, K::Handle(H::Stream)), p("unsigned int", "flags", D::In, K::Unsigned)] },
    Function { id: 0x8126, name: "cuEventRecordWithFlags", symbol: "cuEventRecordWithFlags_ptsz", version: 11010, class: C::Custom, soft: true, facility: "event", params: &[p("CUevent", "hEvent", D::In, K::Handle(H::Event)), p("CUstream", "hStream", D::In, K::Handle(H::Stream)), p("unsigned int", "flags", D::In, K::Unsigned)] },
    Function { id: 0x0128, name: "cuEventSynchronize", symbol: "cuEventSynchronize", version: 2000, class: C::Custom, soft: true, facility: "event", params: &[p("CUevent", "hEvent", D::In, K::Handle(H::Event))] },
    Function { id: 0x012e, name: "cuExternalMemoryGetMappedBuffer", symbol: "cuExternalMemoryGetMappedBuffer", version: 10000, class: C::None, soft: false, facility: "interop", params: &[p("CUdeviceptr_v2*", "devPtr", D::Out, K::DevicePointer), p("CUexternalMemory", "extMem", D::In, K::Handle(H::ExtMem)), p("const CUDA_EXTERNAL_MEMORY_BUFFER_DESC_v1*", "bufferDesc", D::In, K::Struct)] },
    Function { id: 0x012f, name: "cuExternalMemoryGetMappedMipmappedArray", symbol: "cuExternalMemoryGetMappedMipmappedArray", version: 10000, class: C::None, soft: false, facility: "interop", params: &[p("CUmipmappedArray*", "mipmap", D::Out, K::Handle(H::Mipmap)), p("CUexternalMemory", "extMem", D::In, K::Handle(H::ExtMem)), p("const CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC_v1*", "mipmapDesc", D::In, K::Struct)] },
    Function { id: 0x009d, name: "cuFabricCpyBatchAsync", symbol: "cuFabricCpyBatchAsync", version: 13050, class: C::None, soft: false, facility: "fabric", params: &[p("size_t", "numOps", D::In, K::Len), p("CUDA_FABRIC_COPY_BATCH_OP_v1*", "opList", D::Out, K::Struct), p("unsigned long long", "flags", D::In, K::Unsigned), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x809d, name: "cuFabricCpyBatchAsync", symbol: "cuFabricCpyBatchAsync_ptsz", version: 13050, class: C::None, soft: false, facility: "fabric", params: &[p("size_t", "numOps", D::In, K::Len), p("CUDA_FABRIC_COPY_BATCH_OP_v1*", "opList", D::Out, K::Struct), p("unsigned long long", "flags", D::In, K::Unsigned), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x0201, name: "cuFlushGPUDirectRDMAWrites", symbol: "cuFlushGPUDirectRDMAWrites", version: 11030, class: C::None, soft: false, facility: "interop", params: &[p("CUflushGPUDirectRDMAWritesTarget", "target", D::In, K::Unsigned), p("CUflushGPUDirectRDMAWritesScope", "scope", D::In, K::Unsigned)] },
    Function { id: 0x013f, name: "cuFuncGetAttribute", symbol: "cuFuncGetAttribute", version: 2020, class: C::Local, soft: true, facility: "function", params: &[p("int*", "pi", D::Out, K::Signed), p("CUfunction_attribute", "attrib", D::In, K::Unsigned), p("CUfunction", "hfunc", D::In, K::Handle(H::Function))] },
    Function { id: 0x01fc, name: "cuFuncGetModule", symbol: "cuFuncGetModule", version: 11000, class: C::Local, soft: true, facility: "function", params: &[p("CUmodule*", "hmod", D::Out, K::Handle(H::Module)), p("CUfunction", "hfunc", D::In, K::Handle(H::Function))] },
    Function { id: 0x0143, name: "cuFuncGetName", symbol: "cuFuncGetName", version: 12030, class: C::Local, soft: true, facility: "function", params: &[p("const char**", "name", D::Out, K::Text), p("CUfunction", "hfunc", D::In, K::Handle(H::Function))] },
    Function { id: 0x0145, name: "cuFuncGetParamCount", symbol: "cuFuncGetParamCount", version: 13020, class: C::Local, soft: true, facility: "function", params: &[p("CUfunction", "func", D::In, K::Handle(H::Function)), p("size_t*", "paramCount", D::Out, K::Unsigned)] },
    Function { id: 0x0144, name: "cuFuncGetParamInfo", symbol: "cuFuncGetParamInfo", version: 12040, class: C::Local, soft: true, facility: "function", params: &[p("CUfunction", "func", D::In, K::Handle(H::Function)), p("size_t", "paramIndex", D::In, K::Unsigned), p("size_t*", "paramOffset", D::Out, K::Unsigned), p("size_t*", "paramSize", D::Out, K::Unsigned)] },
    Function { id: 0x0146, name: "cuFuncIsLoaded", symbol: "cuFuncIsLoaded", version: 12040, class: C::Local, soft: true, facility: "function", params: &[p("CUfunctionLoadingState*", "state", D::Out, K::Unsigned), p("CUfunction", "hfunc", D::In, K::Handle(H::Function))] },
    Function { id: 0x0147, name: "cuFuncLoad", symbol: "cuFuncLoad", version: 12040, class: C::Local, soft: true, facility: "function", params: &[p("CUfunction", "hfunc", D::In, K::Handle(H::Function))] },
    Function { id: 0x0140, name: "cuFuncSetAttribute", symbol: "cuFuncSetAttribute", version: 9000, class: C::Custom, soft: true, facility: "function", params: &[p("CUfunction", "hfunc", D::In, K::Handle(H::Function)), p("CUfunction_attribute", "attrib", D::In, K::Unsigned), p("int", "value", D::In, K::Signed)] },
    Function { id: 0x014e, name: "cuFuncSetBlockShape", symbol: "cuFuncSetBlockShape", version: 2000, class: C::None, soft: false, facility: "function", params: &[p("CUfunction", "hfunc", D::In, K::Handle(H::Function)), p("int", "x", D::In, K::Signed), p("int", "y", D::In, K::Signed), p("int", "z", D::In, K::Signed)] },
    Function { id: 0x0141, name: "cuFuncSetCacheConfig", symbol: "cuFuncSetCacheConfig", version: 3000, class: C::Custom, soft: true, facility: "function", params: &[p("CUfunction", "hfunc", D::In, K::Handle(H::Function)), p("CUfunc_cache", "config", D::In, K::Unsigned)] },
    Function { id: 0x0142, name: "cuFuncSetSharedMemConfig", symbol: "cuFuncSetSharedMemConfig", version: 4020, class: C::Custom, soft: true, facility: "function", params: &[p("CUfunction", "hfunc", D::In, K::Handle(H::Function)), p("CUsharedconfig", "config", D::In, K::Unsigned)] },
    Function { id: 0x014f, name: "cuFuncSetSharedSize", symbol: "cuFuncSetSharedSize", version: 2000, class: C::None, soft: false, facility: "function", params: &[p("CUfunction", "hfunc", D::In, K::Handle(H::Function)), p("unsigned int", "bytes", D::In, K::Len)] },
    Function { id: 0x0002, name: "cuGetErrorName", symbol: "cuGetErrorName", version: 6000, class: C::Local, soft: true, facility: "error", params: &[p("CUresult", "error", D::In, K::Result), p("const char**", "pStr", D::Out, K::Text)] },
    Function { id: 0x0001, name: "cuGetErrorString", symbol: "cuGetErrorString", version: 6000, class: C::Local, soft: true, facility: "error", params: &[p("CUresult", "error", D::In, K::Result), p("const char**", "pStr", D::Out, K::Text)] },
    Function { id: 0x01fb, name: "cuGetExportTable", symbol: "cuGetExportTable", version: 3000, class: C::Local, soft: true, facility: "init", params: &[p("const void**", "ppExportTable", D::Out, K::HostPointer), p("const CUuuid*", "pExportTableId", D::In, K::Struct)] },
    Function { id: 0x01fd, name: "cuGetProcAddress", symbol: "cuGetProcAddress", version: 11030, class: C::Local, soft: true, facility: "init", params: &[p("const char*", "symbol", D::In, K::Text), p("void**", "pfn", D::Out, K::HostPointer), p("int", "driverVersion", D::In, K::Signed), p("cuuint64_t", "flags", D::In, K::Unsigned)] },
    Function { id: 0x01fe, name: "cuGetProcAddress", symbol: "cuGetProcAddress_v2", version: 12000, class: C::Local, soft: true, facility: "init", params: &[p("const char*", "symbol", D::In, K::Text), p("void**", "pfn", D::Out, K::HostPointer), p("int", "driverVersion", D::In, K::Signed), p("cuuint64_t", "flags", D::In, K::Unsigned), p("CUdriverProcAddressQueryResult*", "symbolFound", D::Out, K::Unsigned)] },
    Function { id: 0x0177, name: "cuGraphAddBatchMemOpNode", symbol: "cuGraphAddBatchMemOpNode", version: 11070, class: C::None, soft: false, facility: "graph", params: &[p("CUgraphNode*", "phGraphNode", D::Out, K::Handle(H::GraphNode)), p("CUgraph", "hGraph", D::In, K::Handle(H::Graph)), p("const CUgraphNode*", "dependencies", D::In, K::Handle(H::GraphNode)), p("size_t", "numDependencies", D::In, K::Len), p("const CUDA_BATCH_MEM_OP_NODE_PARAMS*", "nodeParams", D::In, K::Struct)] },
    Function { id: 0x0168, name: "cuGraphAddChildGraphNode", symbol: "cuGraphAddChildGraphNode", version: 10000, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraphNode*", "phGraphNode", D::Out, K::Handle(H::GraphNode)), p("CUgraph", "hGraph", D::In, K::Handle(H::Graph)), p("const CUgraphNode*", "dependencies", D::In, K::Handle(H::GraphNode)), p("size_t", "numDependencies", D::In, K::Len), p("CUgraph", "childGraph", D::In, K::Handle(H::Graph))] },
    Function { id: 0x018b, name: "cuGraphAddDependencies", symbol: "cuGraphAddDependencies", version: 10000, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraph", "hGraph", D::In, K::Handle(H::Graph)), p("const CUgraphNode*", "from", D::In, K::Handle(H::GraphNode)), p("const CUgraphNode*", "to", D::In, K::Handle(H::GraphNode)), p("size_t", "numDependencies", D::In, K::Len)] },
    Function { id: 0x018c, name: "cuGraphAddDependencies", symbol: "cuGraphAddDependencies_v2", version: 12030, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraph", "hGraph", D::In, K::Handle(H::Graph)), p("const CUgraphNode*", "from", D::In, K::Handle(H::GraphNode)), p("const CUgraphNode*", "to", D::In, K::Handle(H::GraphNode)), p("const CUgraphEdgeData*", "edgeData", D::In, K::Struct), p("size_t", "numDependencies", D::In, K::Len)] },
    Function { id: 0x016a, name: "cuGraphAddEmptyNode", symbol: "cuGraphAddEmptyNode", version: 10000, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraphNode*", "phGraphNode", D::Out, K::Handle(H::GraphNode)), p("CUgraph", "hGraph", D::In, K::Handle(H::Graph)), p("const CUgraphNode*", "dependencies", D::In, K::Handle(H::GraphNode)), p("size_t", "numDependencies", D::In, K::Len)] },
    Function { id: 0x016b, name: "cuGraphAddEventRecordNode", symbol: "cuGraphAddEventRecordNode", version: 11010, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraphNode*", "phGraphNode", D::Out, K::Handle(H::GraphNode)), p("CUgraph", "hGraph", D::In, K::Handle(H::Graph)), p("const CUgraphNode*", "dependencies", D::In, K::Handle(H::GraphNode)), p("size_t", "numDependencies", D::In, K::Len), p("CUevent", "event", D::In, K::Handle(H::Event))] },
    Function { id: 0x016e, name: "cuGraphAddEventWaitNode", symbol: "cuGraphAddEventWaitNode", version: 11010, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraphNode*", "phGraphNode", D::Out, K::Handle(H::GraphNode)), p("CUgraph", "hGraph", D::In, K::Handle(H::Graph)), p("const CUgraphNode*", "dependencies", D::In, K::Handle(H::GraphNode)), p("size_t", "numDependencies", D::In, K::Len), p("CUevent", "event", D::In, K::Handle(H::Event))] },
    Function { id: 0x0171, name: "cuGraphAddExternalSemaphoresSignalNode", symbol: "cuGraphAddExternalSemaphoresSignalNode", version: 11020, class: C::None, soft: false, facility: "graph", params: &[p("CUgraphNode*", "phGraphNode", D::Out, K::Handle(H::GraphNode)), p("CUgraph", "hGraph", D::In, K::Handle(H::Graph)), p("const CUgraphNode*", "dependencies", D::In, K::Handle(H::GraphNode)), p("size_t", "numDependencies", D::In, K::Len), p("const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v1*", "nodeParams", D::In, K::Struct)] },
    Function { id: 0x0174, name: "cuGraphAddExternalSemaphoresWaitNode", symbol: "cuGraphAddExternalSemaphoresWaitNode", version: 11020, class: C::None, soft: false, facility: "graph", params: &[p("CUgraphNode*", "phGraphNode", D::Out, K::Handle(H::GraphNode)), p("CUgraph", "hGraph", D::In, K::Handle(H::Graph)), p("const CUgraphNode*", "dependencies", D::In, K::Handle(H::GraphNode)), p("size_t", "numDependencies", D::In, K::Len), p("const CUDA_EXT_SEM_WAIT_NODE_PARAMS_v1*", "nodeParams", D::In, K::Struct)] },
    Function { id: 0x0165, name: "cuGraphAddHostNode", symbol: "cuGraphAddHostNode", version: 10000, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraphNode*", "phGraphNode", D::Out, K::Handle(H::GraphNode)), p("CUgraph", "hGraph", D::In, K::Handle(H::Graph)), p("const CUgraphNode*", "dependencies", D::In, K::Handle(H::GraphNode)), p("size_t", "numDependencies", D::In, K::Len), p("const CUDA_HOST_NODE_PARAMS_v1*", "nodeParams", D::In, K::Struct)] },
    Function { id: 0x0159, name: "cuGraphAddKernelNode", symbol: "cuGraphAddKernelNode", version: 10000, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraphNode*", "phGraphNode", D::Out, K::Handle(H::GraphNode)), p("CUgraph", "hGraph", D::In, K::Handle(H::Graph)), p("const CUgraphNode*", "dependencies", D::In, K::Handle(H::GraphNode)), p("size_t", "numDependencies", D::In, K::Len), p("const CUDA_KERNEL_NODE_PARAMS_v1*", "nodeParams", D::In, K::Struct)] },
    Function { id: 0x015a, name: "cuGraphAddKernelNode", symbol: "cuGraphAddKernelNode_v2", version: 12000, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraphNode*", "phGraphNode", D::Out, K::Handle(H::GraphNode)), p("CUgraph", "hGraph", D::In, K::Handle(H::Graph)), p("const CUgraphNode*", "dependencies", D::In, K::Handle(H::GraphNode)), p("size_t", "numDependencies", D::In, K::Len), p("const CUDA_KERNEL_NODE_PARAMS_v2*", "nodeParams", D::In, K::Struct)] },
    Function { id: 0x01a7, name: "cuGraphAddMemAllocNode", symbol: "cuGraphAddMemAllocNode", version: 11040, class: C::Custom, soft: true, facility: "graph", params: &[p("CUgraphNode*", "phGraphNode", D::Out, K::Handle(H::GraphNode)), p("CUgraph", "hGraph", D::In, K::Handle(H::Graph)), p("const CUgraphNode*", "dependencies", D::In, K::Handle(H::GraphNode)), p("size_t", "numDependencies", D::In, K::Len), p("CUDA_MEM_ALLOC_NODE_PARAMS*", "nodeParams", D::Out, K::Struct)] },
    Function { id: 0x01a9, name: "cuGraphAddMemFreeNode", symbol: "cuGraphAddMemFreeNode", version: 11040, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraphNode*", "phGraphNode", D::Out, K::Handle(H::GraphNode)), p("CUgraph", "hGraph", D::In, K::Handle(H::Graph)), p("const CUgraphNode*", "dependencies", D::In, K::Handle(H::GraphNode)), p("size_t", "numDependencies", D::In, K::Len), p("CUdeviceptr", "dptr", D::In, K::DevicePointer)] },
    Function { id: 0x015f, name: "cuGraphAddMemcpyNode", symbol: "cuGraphAddMemcpyNode", version: 10000, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraphNode*", "phGraphNode", D::Out, K::Handle(H::GraphNode)), p("CUgraph", "hGraph", D::In, K::Handle(H::Graph)), p("const CUgraphNode*", "dependencies", D::In, K::Handle(H::GraphNode)), p("size_t", "numDependencies", D::In, K::Len), p("const CUDA_MEMCPY3D_v2*", "copyParams", D::In, K::Struct), p("CUcontext", "ctx", D::In, K::Handle(H::Context))] },
    Function { id: 0x0162, name: "cuGraphAddMemsetNode", symbol: "cuGraphAddMemsetNode", version: 10000, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraphNode*", "phGraphNode", D::Out, K::Handle(H::GraphNode)), p("CUgraph", "hGraph", D::In, K::Handle(H::Graph)), p("const CUgraphNode*", "dependencies", D::In, K::Handle(H::GraphNode)), p("size_t", "numDependencies", D::In, K::Len), p("const CUDA_MEMSET_NODE_PARAMS_v1*", "memsetParams", D::In, K::Struct), p("CUcontext", "ctx", D::In, K::Handle(H::Context))] },
    Function { id: 0x01ad, name: "cuGraphAddNode", symbol: "cuGraphAddNode", version: 12020, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraphNode*", "phGraphNode", D::Out, K::Handle(H::GraphNode)), p("CUgraph", "hGraph", D::In, K::Handle(H::Graph)), p("const CUgraphNode*", "dependencies", D::In, K::Handle(H::GraphNode)), p("size_t", "numDependencies", D::In, K::Len), p("CUgraphNodeParams*", "nodeParams", D::Out, K::Struct)] },
    Function { id: 0x01ae, name: "cuGraphAddNode", symbol: "cuGraphAddNode_v2", version: 12030, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraphNode*", "phGraphNode", D::Out, K::Handle(H::GraphNode)), p("CUgraph", "hGraph", D::In, K::Handle(H::Graph)), p("const CUgraphNode*", "dependencies", D::In, K::Handle(H::GraphNode)), p("const CUgraphEdgeData*", "dependencyData", D::In, K::Struct), p("size_t", "numDependencies", D::In, K::Len), p("CUgraphNodeParams*", "nodeParams", D::Out, K::Struct)] },
    Function { id: 0x01af, name: "cuGraphAddNode", symbol: "cuGraphAddNode_v3", version: 13040, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraphNode*", "phGraphNode", D::Out, K::Handle(H::GraphNode)), p("CUgraph", "hGraph", D::In, K::Handle(H::Graph)), p("const CUgraphNode*", "dependencies", D::In, K::Handle(H::GraphNode)), p("const CUgraphEdgeData*", "dependencyData", D::In, K::Struct), p("size_t", "numDependencies", D::In, K::Len), p("CUgraphNodeParams*", "nodeParams", D::Out, K::Struct)] },
    Function { id: 0x0178, name: "cuGraphBatchMemOpNodeGetParams", symbol: "cuGraphBatchMemOpNodeGetParams", version: 11070, class: C::None, soft: false, facility: "graph", params: &[p("CUgraphNode", "hNode", D::In, K::Handle(H::GraphNode)), p("CUDA_BATCH_MEM_OP_NODE_PARAMS*", "nodeParams_out", D::Out, K::Struct)] },
    Function { id: 0x0179, name: "cuGraphBatchMemOpNodeSetParams", symbol: "cuGraphBatchMemOpNodeSetParams", version: 11070, class: C::None, soft: false, facility: "graph", params: &[p("CUgraphNode", "hNode", D::In, K::Handle(H::GraphNode)), p("const CUDA_BATCH_MEM_OP_NODE_PARAMS*", "nodeParams", D::In, K::Struct)] },
    Function { id: 0x0169, name: "cuGraphChildGraphNodeGetGraph", symbol: "cuGraphChildGraphNodeGetGraph", version: 10000, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraphNode", "hNode", D::In, K::Handle(H::GraphNode)), p("CUgraph*", "phGraph", D::Out, K::Handle(H::Graph))] },
    Function { id: 0x017b, name: "cuGraphClone", symbol: "cuGraphClone", version: 10000, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraph*", "phGraphClone", D::Out, K::Handle(H::Graph)), p("CUgraph", "originalGraph", D::In, K::Handle(H::Graph))] },
    Function { id: 0x01b4, name: "cuGraphConditionalHandleCreate", symbol: "cuGraphConditionalHandleCreate", version: 12030, class: C::None, soft: false, facility: "graph", params: &[p("CUgraphConditionalHandle*", "pHandle_out", D::Out, K::Unsigned), p("CUgraph", "hGraph", D::In, K::Handle(H::Graph)), p("CUcontext", "ctx", D::In, K::Handle(H::Context)), p("unsigned int", "defaultLaunchValue", D::In, K::Unsigned), p("unsigned int", "flags", D::In, K::Unsigned)] },
    Function { id: 0x0158, name: "cuGraphCreate", symbol: "cuGraphCreate", version: 10000, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraph*", "phGraph", D::Out, K::Handle(H::Graph)), p("unsigned int", "flags", D::In, K::Unsigned)] },
    Function { id: 0x01a6, name: "cuGraphDebugDotPrint", symbol: "cuGraphDebugDotPrint", version: 11030, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraph", "hGraph", D::In, K::Handle(H::Graph)), p("const char*", "path", D::In, K::Text), p("unsigned int", "flags", D::In, K::Unsigned)] },
    Function { id: 0x01a0, name: "cuGraphDestroy", symbol: "cuGraphDestroy", version: 10000, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraph", "hGraph", D::In, K::Handle(H::Graph))] },
    Function { id: 0x018f, name: "cuGraphDestroyNode", symbol: "cuGraphDestroyNode", version: 10000, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraphNode", "hNode", D::In, K::Handle(H::GraphNode))] },
    Function { id: 0x016c, name: "cuGraphEventRecordNodeGetEvent", symbol: "cuGraphEventRecordNodeGetEvent", version: 11010, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraphNode", "hNode", D::In, K::Handle(H::GraphNode)), p("CUevent*", "event_out", D::Out, K::Handle(H::Event))] },
    Function { id: 0x016d, name: "cuGraphEventRecordNodeSetEvent", symbol: "cuGraphEventRecordNodeSetEvent", version: 11010, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraphNode", "hNode", D::In, K::Handle(H::GraphNode)), p("CUevent", "event", D::In, K::Handle(H::Event))] },
    Function { id: 0x016f, name: "cuGraphEventWaitNodeGetEvent", symbol: "cuGraphEventWaitNodeGetEvent", version: 11010, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraphNode", "hNode", D::In, K::Handle(H::GraphNode)), p("CUevent*", "event_out", D::Out, K::Handle(H::Event))] },
    Function { id: 0x0170, name: "cuGraphEventWaitNodeSetEvent", symbol: "cuGraphEventWaitNodeSetEvent", version: 11010, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraphNode", "hNode", D::In, K::Handle(H::GraphNode)), p("CUevent", "event", D::In, K::Handle(H::Event))] },
    Function { id: 0x017a, name: "cuGraphExecBatchMemOpNodeSetParams", symbol: "cuGraphExecBatchMemOpNodeSetParams", version: 11070, class: C::None, soft: false, facility: "graph", params: &[p("CUgraphExec", "graphExec", D::In, K::Handle(H::GraphExec)), p("CUgraphNode", "node", D::In, K::Handle(H::GraphNode)), p("const CUDA_BATCH_MEM_OP_NODE_PARAMS*", "nodeParams", D::In, K::Struct)] },
    Function { id: 0x0198, name: "cuGraphExecChildGraphNodeSetParams", symbol: "cuGraphExecChildGraphNodeSetParams", version: 11010, class: C::Custom, soft: true, facility: "graph", params: &[p("CUgraphExec", "hGraphExec", D::In, K::Handle(H::GraphExec)), p("CUgraphNode", "hNode", D::In, K::Handle(H::GraphNode)), p("CUgraph", "childGraph", D::In, K::Handle(H::Graph))] },
    Function { id: 0x019f, name: "cuGraphExecDestroy", symbol: "cuGraphExecDestroy", version: 10000, class: C::Custom, soft: true, facility: "graph", params: &[p("CUgraphExec", "hGraphExec", D::In, K::Handle(H::GraphExec))] },
    Function { id: 0x0199, name: "cuGraphExecEventRecordNodeSetEvent", symbol: "cuGraphExecEventRecordNodeSetEvent", version: 11010, class: C::Custom, soft: true, facility: "graph", params: &[p("CUgraphExec", "hGraphExec", D::In, K::Handle(H::GraphExec)), p("CUgraphNode", "hNode", D::In, K::Handle(H::GraphNode)), p("CUevent", "event", D::In, K::Handle(H::Event))] },
    Function { id: 0x019a, name: "cuGraphExecEventWaitNodeSetEvent", symbol: "cuGraphExecEventWaitNodeSetEvent", version: 11010, class: C::Custom, soft: true, facility: "graph", params: &[p("CUgraphExec", "hGraphExec", D::In, K::Handle(H::GraphExec)), p("CUgraphNode", "hNode", D::In, K::Handle(H::GraphNode)), p("CUevent", "event", D::In, K::Handle(H::Event))] },
    Function { id: 0x019b, name: "cuGraphExecExternalSemaphoresSignalNodeSetParams", symbol: "cuGraphExecExternalSemaphoresSignalNodeSetParams", version: 11020, class: C::None, soft: false, facility: "graph", params: &[p("CUgraphExec", "hGraphExec", D::In, K::Handle(H::GraphExec)), p("CUgraphNode", "hNode", D::In, K::Handle(H::GraphNode)), p("const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v1*", "nodeParams", D::In, K::Struct)] },
    Function { id: 0x019c, name: "cuGraphExecExternalSemaphoresWaitNodeSetParams", symbol: "cuGraphExecExternalSemaphoresWaitNodeSetParams", version: 11020, class: C::None, soft: false, facility: "graph", params: &[p("CUgraphExec", "hGraphExec", D::In, K::Handle(H::GraphExec)), p("CUgraphNode", "hNode", D::In, K::Handle(H::GraphNode)), p("const CUDA_EXT_SEM_WAIT_NODE_PARAMS_v1*", "nodeParams", D::In, K::Struct)] },
    Function { id: 0x0192, name: "cuGraphExecGetFlags", symbol: "cuGraphExecGetFlags", version: 12000, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraphExec", "hGraphExec", D::In, K::Handle(H::GraphExec)), p("cuuint64_t*", "flags", D::Out, K::Unsigned)] },
    Function { id: 0x0182, name: "cuGraphExecGetId", symbol: "cuGraphExecGetId", version: 13010, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraphExec", "hGraphExec", D::In, K::Handle(H::GraphExec)), p("unsigned int*", "graphId", D::Out, K::Unsigned)] },
    Function { id: 0x0197, name: "cuGraphExecHostNodeSetParams", symbol: "cuGraphExecHostNodeSetParams", version: 10020, class: C::Custom, soft: true, facility: "graph", params: &[p("CUgraphExec", "hGraphExec", D::In, K::Handle(H::GraphExec)), p("CUgraphNode", "hNode", D::In, K::Handle(H::GraphNode)), p("const CUDA_HOST_NODE_PARAMS_v1*", "nodeParams", D::In, K::Struct)] },
    Function { id: 0x0193, name: "cuGraphExecKernelNodeSetParams", symbol: "cuGraphExecKernelNodeSetParams", version: 10010, class: C::Custom, soft: true, facility: "graph", params: &[p("CUgraphExec", "hGraphExec", D::In, K::Handle(H::GraphExec)), p("CUgraphNode", "hNode", D::In, K::Handle(H::GraphNode)), p("const CUDA_KERNEL_NODE_PARAMS_v1*", "nodeParams", D::In, K::Struct)] },
    Function { id: 0x0194, name: "cuGraphExecKernelNodeSetParams", symbol: "cuGraphExecKernelNodeSetParams_v2", version: 12000, class: C::Custom, soft: true, facility: "graph", params: &[p("CUgraphExec", "hGraphExec", D::In, K::Handle(H::GraphExec)), p("CUgraphNode", "hNode", D::In, K::Handle(H::GraphNode)), p("const CUDA_KERNEL_NODE_PARAMS_v2*", "nodeParams", D::In, K::Struct)] },
    Function { id: 0x0195, name: "cuGraphExecMemcpyNodeSetParams", symbol: "cuGraphExecMemcpyNodeSetParams", version: 10020, class: C::Custom, soft: true, facility: "graph", params: &[p("CUgraphExec", "hGraphExec", D::In, K::Handle(H::GraphExec)), p("CUgraphNode", "hNode", D::In, K::Handle(H::GraphNode)), p("const CUDA_MEMCPY3D_v2*", "copyParams", D::In, K::Struct), p("CUcontext", "ctx", D::In, K::Handle(H::Context))] },
    Function { id: 0x0196, name: "cuGraphExecMemsetNodeSetParams", symbol: "cuGraphExecMemsetNodeSetParams", version: 10020, class: C::Custom, soft: true, facility: "graph", params: &[p("CUgraphExec", "hGraphExec", D::In, K::Handle(H::GraphExec)), p("CUgraphNode", "hNode", D::In, K::Handle(H::GraphNode)), p("const CUDA_MEMSET_NODE_PARAMS_v1*", "memsetParams", D::In, K::Struct), p("CUcontext", "ctx", D::In, K::Handle(H::Context))] },
    Function { id: 0x01b3, name: "cuGraphExecNodeSetParams", symbol: "cuGraphExecNodeSetParams", version: 12020, class: C::Custom, soft: true, facility: "graph", params: &[p("CUgraphExec", "hGraphExec", D::In, K::Handle(H::GraphExec)), p("CUgraphNode", "hNode", D::In, K::Handle(H::GraphNode)), p("CUgraphNodeParams*", "nodeParams", D::Out, K::Struct)] },
    Function { id: 0x01a1, name: "cuGraphExecUpdate", symbol: "cuGraphExecUpdate", version: 10020, class: C::Custom, soft: true, facility: "graph", params: &[p("CUgraphExec", "hGraphExec", D::In, K::Handle(H::GraphExec)), p("CUgraph", "hGraph", D::In, K::Handle(H::Graph)), p("CUgraphNode*", "hErrorNode_out", D::Out, K::Handle(H::GraphNode)), p("CUgraphExecUpdateResult*", "updateResult_out", D::Out, K::Unsigned)] },
    Function { id: 0x01a2, name: "cuGraphExecUpdate", symbol: "cuGraphExecUpdate_v2", version: 12000, class: C::Custom, soft: true, facility: "graph", params: &[p("CUgraphExec", "hGraphExec", D::In, K::Handle(H::GraphExec)), p("CUgraph", "hGraph", D::In, K::Handle(H::Graph)), p("CUgraphExecUpdateResultInfo*", "resultInfo", D::Out, K::Struct)] },
    Function { id: 0x0172, name: "cuGraphExternalSemaphoresSignalNodeGetParams", symbol: "cuGraphExternalSemaphoresSignalNodeGetParams", version: 11020, class: C::None, soft: false, facility: "graph", params: &[p("CUgraphNode", "hNode", D::In, K::Handle(H::GraphNode)), p("CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v1*", "params_out", D::Out, K::Struct)] },
    Function { id: 0x0173, name: "cuGraphExternalSemaphoresSignalNodeSetParams", symbol: "cuGraphExternalSemaphoresSignalNodeSetParams", version: 11020, class: C::None, soft: false, facility: "graph", params: &[p("CUgraphNode", "hNode", D::In, K::Handle(H::GraphNode)), p("const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v1*", "nodeParams", D::In, K::Struct)] },
    Function { id: 0x0175, name: "cuGraphExternalSemaphoresWaitNodeGetParams", symbol: "cuGraphExternalSemaphoresWaitNodeGetParams", version: 11020, class: C::None, soft: false, facility: "graph", params: &[p("CUgraphNode", "hNode", D::In, K::Handle(H::GraphNode)), p("CUDA_EXT_SEM_WAIT_NODE_PARAMS_v1*", "params_out", D::Out, K::Struct)] },
    Function { id: 0x0176, name: "cuGraphExternalSemaphoresWaitNodeSetParams", symbol: "cuGraphExternalSemaphoresWaitNodeSetParams", version: 11020, class: C::None, soft: false, facility: "graph", params: &[p("CUgraphNode", "hNode", D::In, K::Handle(H::GraphNode)), p("const CUDA_EXT_SEM_WAIT_NODE_PARAMS_v1*", "nodeParams", D::In, K::Struct)] },
    Function { id: 0x0185, name: "cuGraphGetEdges", symbol: "cuGraphGetEdges", version: 10000, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraph", "hGraph", D::In, K::Handle(H::Graph)), p("CUgraphNode*", "from", D::Out, K::Handle(H::GraphNode)), p("CUgraphNode*", "to", D::Out, K::Handle(H::GraphNode)), p("size_t*", "numEdges", D::InOut, K::Len)] },
    Function { id: 0x0186, name: "cuGraphGetEdges", symbol: "cuGraphGetEdges_v2", version: 12030, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraph", "hGraph", D::In, K::Handle(H::Graph)), p("CUgraphNode*", "from", D::Out, K::Handle(H::GraphNode)), p("CUgraphNode*", "to", D::Out, K::Handle(H::GraphNode)), p("CUgraphEdgeData*", "edgeData", D::Out, K::Struct), p("size_t*", "numEdges", D::InOut, K::Len)] },
    Function { id: 0x0181, name: "cuGraphGetId", symbol: "cuGraphGetId", version: 13010, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraph", "hGraph", D::In, K::Handle(H::Graph)), p("unsigned int*", "graphId", D::Out, K::Unsigned)] },
    Function { id: 0x0183, name: "cuGraphGetNodes", symbol: "cuGraphGetNodes", version: 10000, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraph", "hGraph", D::In, K::Handle(H::Graph)), p("CUgraphNode*", "nodes", D::Out, K::Handle(H::GraphNode)), p("size_t*", "numNodes", D::InOut, K::Len)] },
    Function { id: 0x0184, name: "cuGraphGetRootNodes", symbol: "cuGraphGetRootNodes", version: 10000, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraph", "hGraph", D::In, K::Handle(H::Graph)), p("CUgraphNode*", "rootNodes", D::Out, K::Handle(H::GraphNode)), p("size_t*", "numRootNodes", D::InOut, K::Len)] },
    Function { id: 0x0166, name: "cuGraphHostNodeGetParams", symbol: "cuGraphHostNodeGetParams", version: 10000, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraphNode", "hNode", D::In, K::Handle(H::GraphNode)), p("CUDA_HOST_NODE_PARAMS_v1*", "nodeParams", D::Out, K::Struct)] },
    Function { id: 0x0167, name: "cuGraphHostNodeSetParams", symbol: "cuGraphHostNodeSetParams", version: 10000, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraphNode", "hNode", D::In, K::Handle(H::GraphNode)), p("const CUDA_HOST_NODE_PARAMS_v1*", "nodeParams", D::In, K::Struct)] },
    Function { id: 0x023c, name: "cuGraphInstantiate", symbol: "cuGraphInstantiate", version: 10000, class: C::Custom, soft: true, facility: "graph", params: &[p("CUgraphExec*", "phGraphExec", D::Out, K::Handle(H::GraphExec)), p("CUgraph", "hGraph", D::In, K::Handle(H::Graph)), p("CUgraphNode*", "phErrorNode", D::Out, K::Handle(H::GraphNode)), p("char*", "logBuffer", D::Out, K::HostPointer), p("size_t", "bufferSize", D::In, K::Unsigned)] },
    Function { id: 0x023d, name: "cuGraphInstantiate", symbol: "cuGraphInstantiate_v2", version: 11000, class: C::Custom, soft: true, facility: "graph", params: &[p("CUgraphExec*", "phGraphExec", D::Out, K::Handle(H::GraphExec)), p("CUgraph", "hGraph", D::In, K::Handle(H::Graph)), p("CUgraphNode*", "phErrorNode", D::Out, K::Handle(H::GraphNode)), p("char*", "logBuffer", D::Out, K::HostPointer), p("size_t", "bufferSize", D::In, K::Unsigned)] },
    Function { id: 0x0190, name: "cuGraphInstantiateWithFlags", symbol: "cuGraphInstantiateWithFlags", version: 11040, class: C::Custom, soft: true, facility: "graph", params: &[p("CUgraphExec*", "phGraphExec", D::Out, K::Handle(H::GraphExec)), p("CUgraph", "hGraph", D::In, K::Handle(H::Graph)), p("unsigned long long", "flags", D::In, K::Unsigned)] },
    Function { id: 0x0191, name: "cuGraphInstantiateWithParams", symbol: "cuGraphInstantiateWithParams", version: 12000, class: C::Custom, soft: true, facility: "graph", params: &[p("CUgraphExec*", "phGraphExec", D::Out, K::Handle(H::GraphExec)), p("CUgraph", "hGraph", D::In, K::Handle(H::Graph)), p("CUDA_GRAPH_INSTANTIATE_PARAMS*", "instantiateParams", D::Out, K::Struct)] },
    Function { id: 0x8191, name: "cuGraphInstantiateWithParams", symbol: "cuGraphInstantiateWithParams_ptsz", version: 12000, class: C::Custom, soft: true, facility: "graph", params: &[p("CUgraphExec*", "phGraphExec", D::Out, K::Handle(H::GraphExec)), p("CUgraph", "hGraph", D::In, K::Handle(H::Graph)), p("CUDA_GRAPH_INSTANTIATE_PARAMS*", "instantiateParams", D::Out, K::Struct)] },
    Function { id: 0x01a3, name: "cuGraphKernelNodeCopyAttributes", symbol: "cuGraphKernelNodeCopyAttributes", version: 11000, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraphNode", "dst", D::In, K::Handle(H::GraphNode)), p("CUgraphNode", "src", D::In, K::Handle(H::GraphNode))] },
    Function { id: 0x01a4, name: "cuGraphKernelNodeGetAttribute", symbol: "cuGraphKernelNodeGetAttribute", version: 11000, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraphNode", "hNode", D::In, K::Handle(H::GraphNode)), p("CUkernelNodeAttrID", "attr", D::In, K::Unsigned), p("CUkernelNodeAttrValue_v1*", "value_out", D::Out, K::Struct)] },
    Function { id: 0x015b, name: "cuGraphKernelNodeGetParams", symbol: "cuGraphKernelNodeGetParams", version: 10000, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraphNode", "hNode", D::In, K::Handle(H::GraphNode)), p("CUDA_KERNEL_NODE_PARAMS_v1*", "nodeParams", D::Out, K::Struct)] },
    Function { id: 0x015c, name: "cuGraphKernelNodeGetParams", symbol: "cuGraphKernelNodeGetParams_v2", version: 12000, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraphNode", "hNode", D::In, K::Handle(H::GraphNode)), p("CUDA_KERNEL_NODE_PARAMS_v2*", "nodeParams", D::Out, K::Struct)] },
    Function { id: 0x01a5, name: "cuGraphKernelNodeSetAttribute", symbol: "cuGraphKernelNodeSetAttribute", version: 11000, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraphNode", "hNode", D::In, K::Handle(H::GraphNode)), p("CUkernelNodeAttrID", "attr", D::In, K::Unsigned), p("const CUkernelNodeAttrValue_v1*", "value", D::In, K::Struct)] },
    Function { id: 0x015d, name: "cuGraphKernelNodeSetParams", symbol: "cuGraphKernelNodeSetParams", version: 10000, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraphNode", "hNode", D::In, K::Handle(H::GraphNode)), p("const CUDA_KERNEL_NODE_PARAMS_v1*", "nodeParams", D::In, K::Struct)] },
    Function { id: 0x015e, name: "cuGraphKernelNodeSetParams", symbol: "cuGraphKernelNodeSetParams_v2", version: 12000, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraphNode", "hNode", D::In, K::Handle(H::GraphNode)), p("const CUDA_KERNEL_NODE_PARAMS_v2*", "nodeParams", D::In, K::Struct)] },
    Function { id: 0x019e, name: "cuGraphLaunch", symbol: "cuGraphLaunch", version: 10000, class: C::Custom, soft: true, facility: "graph", params: &[p("CUgraphExec", "hGraph", D::In, K::Handle(H::GraphExec)), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x819e, name: "cuGraphLaunch", symbol: "cuGraphLaunch_ptsz", version: 10000, class: C::Custom, soft: true, facility: "graph", params: &[p("CUgraphExec", "hGraph", D::In, K::Handle(H::GraphExec)), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x01a8, name: "cuGraphMemAllocNodeGetParams", symbol: "cuGraphMemAllocNodeGetParams", version: 11040, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraphNode", "hNode", D::In, K::Handle(H::GraphNode)), p("CUDA_MEM_ALLOC_NODE_PARAMS*", "params_out", D::Out, K::Struct)] },
    Function { id: 0x01aa, name: "cuGraphMemFreeNodeGetParams", symbol: "cuGraphMemFreeNodeGetParams", version: 11040, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraphNode", "hNode", D::In, K::Handle(H::GraphNode)), p("CUdeviceptr*", "dptr_out", D::Out, K::DevicePointer)] },
    Function { id: 0x0160, name: "cuGraphMemcpyNodeGetParams", symbol: "cuGraphMemcpyNodeGetParams", version: 10000, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraphNode", "hNode", D::In, K::Handle(H::GraphNode)), p("CUDA_MEMCPY3D_v2*", "nodeParams", D::Out, K::Struct)] },
    Function { id: 0x0161, name: "cuGraphMemcpyNodeSetParams", symbol: "cuGraphMemcpyNodeSetParams", version: 10000, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraphNode", "hNode", D::In, K::Handle(H::GraphNode)), p("const CUDA_MEMCPY3D_v2*", "nodeParams", D::In, K::Struct)] },
    Function { id: 0x0163, name: "cuGraphMemsetNodeGetParams", symbol: "cuGraphMemsetNodeGetParams", version: 10000, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraphNode", "hNode", D::In, K::Handle(H::GraphNode)), p("CUDA_MEMSET_NODE_PARAMS_v1*", "nodeParams", D::Out, K::Struct)] },
    Function { id: 0x0164, name: "cuGraphMemsetNodeSetParams", symbol: "cuGraphMemsetNodeSetParams", version: 10000, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraphNode", "hNode", D::In, K::Handle(H::GraphNode)), p("const CUDA_MEMSET_NODE_PARAMS_v1*", "nodeParams", D::In, K::Struct)] },
    Function { id: 0x017c, name: "cuGraphNodeFindInClone", symbol: "cuGraphNodeFindInClone", version: 10000, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraphNode*", "phNode", D::Out, K::Handle(H::GraphNode)), p("CUgraphNode", "hOriginalNode", D::In, K::Handle(H::GraphNode)), p("CUgraph", "hClonedGraph", D::In, K::Handle(H::Graph))] },
    Function { id: 0x017e, name: "cuGraphNodeGetContainingGraph", symbol: "cuGraphNodeGetContainingGraph", version: 13010, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraphNode", "hNode", D::In, K::Handle(H::GraphNode)), p("CUgraph*", "phGraph", D::Out, K::Handle(H::Graph))] },
    Function { id: 0x0187, name: "cuGraphNodeGetDependencies", symbol: "cuGraphNodeGetDependencies", version: 10000, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraphNode", "hNode", D::In, K::Handle(H::GraphNode)), p("CUgraphNode*", "dependencies", D::Out, K::Handle(H::GraphNode)), p("size_t*", "numDependencies", D::Out, K::Unsigned)] },
    Function { id: 0x0188, name: "cuGraphNodeGetDependencies", symbol: "cuGraphNodeGetDependencies_v2", version: 12030, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraphNode", "hNode", D::In, K::Handle(H::GraphNode)), p("CUgraphNode*", "dependencies", D::Out, K::Handle(H::GraphNode)), p("CUgraphEdgeData*", "edgeData", D::Out, K::Struct), p("size_t*", "numDependencies", D::Out, K::Unsigned)] },
    Function { id: 0x0189, name: "cuGraphNodeGetDependentNodes", symbol: "cuGraphNodeGetDependentNodes", version: 10000, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraphNode", "hNode", D::In, K::Handle(H::GraphNode)), p("CUgraphNode*", "dependentNodes", D::Out, K::Handle(H::GraphNode)), p("size_t*", "numDependentNodes", D::Out, K::Unsigned)] },
    Function { id: 0x018a, name: "cuGraphNodeGetDependentNodes", symbol: "cuGraphNodeGetDependentNodes_v2", version: 12030, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraphNode", "hNode", D::In, K::Handle(H::GraphNode)), p("CUgraphNode*", "dependentNodes", D::Out, K::Handle(H::GraphNode)), p("CUgraphEdgeData*", "edgeData", D::Out, K::Struct), p("size_t*", "numDependentNodes", D::Out, K::Unsigned)] },
    Function { id: 0x01ac, name: "cuGraphNodeGetEnabled", symbol: "cuGraphNodeGetEnabled", version: 11060, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraphExec", "hGraphExec", D::In, K::Handle(H::GraphExec)), p("CUgraphNode", "hNode", D::In, K::Handle(H::GraphNode)), p("unsigned int*", "isEnabled", D::Out, K::Unsigned)] },
    Function { id: 0x017f, name: "cuGraphNodeGetLocalId", symbol: "cuGraphNodeGetLocalId", version: 13010, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraphNode", "hNode", D::In, K::Handle(H::GraphNode)), p("unsigned int*", "nodeId", D::Out, K::Unsigned)] },
    Function { id: 0x01b2, name: "cuGraphNodeGetParams", symbol: "cuGraphNodeGetParams", version: 13020, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraphNode", "hNode", D::In, K::Handle(H::GraphNode)), p("CUgraphNodeParams*", "nodeParams", D::Out, K::Struct)] },
    Function { id: 0x0180, name: "cuGraphNodeGetToolsId", symbol: "cuGraphNodeGetToolsId", version: 13010, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraphNode", "hNode", D::In, K::Handle(H::GraphNode)), p("unsigned long long*", "nodeId", D::Out, K::Unsigned)] },
    Function { id: 0x017d, name: "cuGraphNodeGetType", symbol: "cuGraphNodeGetType", version: 10000, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraphNode", "hNode", D::In, K::Handle(H::GraphNode)), p("CUgraphNodeType*", "type", D::Out, K::Unsigned)] },
    Function { id: 0x01ab, name: "cuGraphNodeSetEnabled", symbol: "cuGraphNodeSetEnabled", version: 11060, class: C::Custom, soft: true, facility: "graph", params: &[p("CUgraphExec", "hGraphExec", D::In, K::Handle(H::GraphExec)), p("CUgraphNode", "hNode", D::In, K::Handle(H::GraphNode)), p("unsigned int", "isEnabled", D::In, K::Unsigned)] },
    Function { id: 0x01b0, name: "cuGraphNodeSetParams", symbol: "cuGraphNodeSetParams", version: 12020, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraphNode", "hNode", D::In, K::Handle(H::GraphNode)), p("CUgraphNodeParams*", "nodeParams", D::Out, K::Struct)] },
    Function { id: 0x01b1, name: "cuGraphNodeSetParams", symbol: "cuGraphNodeSetParams_v2", version: 13040, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraphNode", "hNode", D::In, K::Handle(H::GraphNode)), p("CUgraphNodeParams*", "nodeParams", D::Out, K::Struct)] },
    Function { id: 0x0206, name: "cuGraphReleaseUserObject", symbol: "cuGraphReleaseUserObject", version: 11030, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraph", "graph", D::In, K::Handle(H::Graph)), p("CUuserObject", "object", D::In, K::Handle(H::UserObject)), p("unsigned int", "count", D::In, K::Len)] },
    Function { id: 0x018d, name: "cuGraphRemoveDependencies", symbol: "cuGraphRemoveDependencies", version: 10000, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraph", "hGraph", D::In, K::Handle(H::Graph)), p("const CUgraphNode*", "from", D::In, K::Handle(H::GraphNode)), p("const CUgraphNode*", "to", D::In, K::Handle(H::GraphNode)), p("size_t", "numDependencies", D::In, K::Len)] },
    Function { id: 0x018e, name: "cuGraphRemoveDependencies", symbol: "cuGraphRemoveDependencies_v2", version: 12030, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraph", "hGraph", D::In, K::Handle(H::Graph)), p("const CUgraphNode*", "from", D::In, K::Handle(H::GraphNode)), p("const CUgraphNode*", "to", D::In, K::Handle(H::GraphNode)), p("const CUgraphEdgeData*", "edgeData", D::In, K::Struct), p("size_t", "numDependencies", D::In, K::Len)] },
    Function { id: 0x0205, name: "cuGraphRetainUserObject", symbol: "cuGraphRetainUserObject", version: 11030, class: C::Local, soft: true, facility: "graph", params: &[p("CUgraph", "graph", D::In, K::Handle(H::Graph)), p("CUuserObject", "object", D::In, K::Handle(H::UserObject)), p("unsigned int", "count", D::In, K::Len), p("unsigned int", "flags", D::In, K::Unsigned)] },
    Function { id: 0x019d, name: "cuGraphUpload", symbol: "cuGraphUpload", version: 11010, class: C::Custom, soft: true, facility: "graph", params: &[p("CUgraphExec", "hGraph", D::In, K::Handle(H::GraphExec)), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x819d, name: "cuGraphUpload", symbol: "cuGraphUpload_ptsz", version: 11010, class: C::Custom, soft: true, facility: "graph", params: &[p("CUgraphExec", "hGraph", D::In, K::Handle(H::GraphExec)), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x01f9, name: "cuGraphicsMapResources", symbol: "cuGraphicsMapResources", version: 3000, class: C::None, soft: false, facility: "interop", params: &[p("unsigned int", "count", D::In, K::Len), p("CUgraphicsResource*", "resources", D::Out, K::Handle(H::Graphics)), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x81f9, name: "cuGraphicsMapResources", symbol: "cuGraphicsMapResources_ptsz", version: 7000, class: C::None, soft: false, facility: "interop", params: &[p("unsigned int", "count", D::In, K::Len), p("CUgraphicsResource*", "resources", D::Out, K::Handle(H::Graphics)), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x01f4, name: "cuGraphicsResourceGetMappedMipmappedArray", symbol: "cuGraphicsResourceGetMappedMipmappedArray", version: 5000, class: C::None, soft: false, facility: "interop", params: &[p("CUmipmappedArray*", "pMipmappedArray", D::Out, K::Handle(H::Mipmap)), p("CUgraphicsResource", "resource", D::In, K::Handle(H::Graphics))] },
    Function { id: 0x01f5, name: "cuGraphicsResourceGetMappedPointer", symbol: "cuGraphicsResourceGetMappedPointer", version: 3000, class: C::None, soft: false, facility: "interop", params: &[p("CUdeviceptr_v1*", "pDevPtr", D::Out, K::DevicePointer), p("unsigned int*", "pSize", D::Out, K::Unsigned), p("CUgraphicsResource", "resource", D::In, K::Handle(H::Graphics))] },
    Function { id: 0x01f6, name: "cuGraphicsResourceGetMappedPointer", symbol: "cuGraphicsResourceGetMappedPointer_v2", version: 3020, class: C::None, soft: false, facility: "interop", params: &[p("CUdeviceptr_v2*", "pDevPtr", D::Out, K::DevicePointer), p("size_t*", "pSize", D::Out, K::Unsigned), p("CUgraphicsResource", "resource", D::In, K::Handle(H::Graphics))] },
    Function { id: 0x01f7, name: "cuGraphicsResourceSetMapFlags", symbol: "cuGraphicsResourceSetMapFlags", version: 3000, class: C::None, soft: false, facility: "interop", params: &[p("CUgraphicsResource", "resource", D::In, K::Handle(H::Graphics)), p("unsigned int", "flags", D::In, K::Unsigned)] },
    Function { id: 0x01f8, name: "cuGraphicsResourceSetMapFlags", symbol: "cuGraphicsResourceSetMapFlags_v2", version: 6050, class: C::None, soft: false, facility: "interop", params: &[p("CUgraphicsResource", "resource", D::In, K::Handle(H::Graphics)), p("unsigned int", "flags", D::In, K::Unsigned)] },
    Function { id: 0x01f3, name: "cuGraphicsSubResourceGetMappedArray", symbol: "cuGraphicsSubResourceGetMappedArray", version: 3000, class: C::None, soft: false, facility: "interop", params: &[p("CUarray*", "pArray", D::Out, K::Handle(H::Array)), p("CUgraphicsResource", "resource", D::In, K::Handle(H::Graphics)), p("unsigned int", "arrayIndex", D::In, K::Unsigned), p("unsigned int", "mipLevel", D::In, K::Unsigned)] },
    Function { id: 0x01fa, name: "cuGraphicsUnmapResources", symbol: "cuGraphicsUnmapResources", version: 3000, class: C::None, soft: false, facility: "interop", params: &[p("unsigned int", "count", D::In, K::Len), p("CUgraphicsResource*", "resources", D::Out, K::Handle(H::Graphics)), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x81fa, name: "cuGraphicsUnmapResources", symbol: "cuGraphicsUnmapResources_ptsz", version: 7000, class: C::None, soft: false, facility: "interop", params: &[p("unsigned int", "count", D::In, K::Len), p("CUgraphicsResource*", "resources", D::Out, K::Handle(H::Graphics)), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x01f2, name: "cuGraphicsUnregisterResource", symbol: "cuGraphicsUnregisterResource", version: 3000, class: C::None, soft: false, facility: "interop", params: &[p("CUgraphicsResource", "resource", D::In, K::Handle(H::Graphics))] },
    Function { id: 0x0221, name: "cuGreenCtxCreate", symbol: "cuGreenCtxCreate", version: 12040, class: C::None, soft: false, facility: "green", params: &[p("CUgreenCtx*", "phCtx", D::Out, K::Handle(H::Green)), p("CUdevResourceDesc", "desc", D::In, K::Struct), p("CUdevice", "dev", D::In, K::Device), p("unsigned int", "flags", D::In, K::Unsigned)] },
    Function { id: 0x0222, name: "cuGreenCtxDestroy", symbol: "cuGreenCtxDestroy", version: 12040, class: C::None, soft: false, facility: "green", params: &[p("CUgreenCtx", "hCtx", D::In, K::Handle(H::Green))] },
    Function { id: 0x0225, name: "cuGreenCtxGetDevResource", symbol: "cuGreenCtxGetDevResource", version: 12040, class: C::None, soft: false, facility: "green", params: &[p("CUgreenCtx", "hCtx", D::In, K::Handle(H::Green)), p("CUdevResource*", "result", D::Out, K::Struct), p("CUdevResourceType", "type", D::In, K::Unsigned)] },
    Function { id: 0x022e, name: "cuGreenCtxGetId", symbol: "cuGreenCtxGetId", version: 12090, class: C::None, soft: false, facility: "green", params: &[p("CUgreenCtx", "greenCtx", D::In, K::Handle(H::Green)), p("unsigned long long*", "greenCtxId", D::Out, K::Unsigned)] },
    Function { id: 0x0227, name: "cuGreenCtxRecordEvent", symbol: "cuGreenCtxRecordEvent", version: 12040, class: C::None, soft: false, facility: "green", params: &[p("CUgreenCtx", "hCtx", D::In, K::Handle(H::Green)), p("CUevent", "hEvent", D::In, K::Handle(H::Event))] },
    Function { id: 0x0231, name: "cuGreenCtxStreamCreate", symbol: "cuGreenCtxStreamCreate", version: 12050, class: C::None, soft: false, facility: "green", params: &[p("CUstream*", "phStream", D::Out, K::Handle(H::Stream)), p("CUgreenCtx", "greenCtx", D::In, K::Handle(H::Green)), p("unsigned int", "flags", D::In, K::Unsigned), p("int", "priority", D::In, K::Signed)] },
    Function { id: 0x0228, name: "cuGreenCtxWaitEvent", symbol: "cuGreenCtxWaitEvent", version: 12040, class: C::None, soft: false, facility: "green", params: &[p("CUgreenCtx", "hCtx", D::In, K::Handle(H::Green)), p("CUevent", "hEvent", D::In, K::Handle(H::Event))] },
    Function { id: 0x012d, name: "cuImportExternalMemory", symbol: "cuImportExternalMemory", version: 10000, class: C::None, soft: false, facility: "interop", params: &[p("CUexternalMemory*", "extMem_out", D::Out, K::Handle(H::ExtMem)), p("const CUDA_EXTERNAL_MEMORY_HANDLE_DESC_v1*", "memHandleDesc", D::In, K::Struct)] },
    Function { id: 0x0131, name: "cuImportExternalSemaphore", symbol: "cuImportExternalSemaphore", version: 10000, class: C::None, soft: false, facility: "interop", params: &[p("CUexternalSemaphore*", "extSem_out", D::Out, K::Handle(H::ExtSem)), p("const CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_v1*", "semHandleDesc", D::In, K::Struct)] },
    Function { id: 0x0003, name: "cuInit", symbol: "cuInit", version: 2000, class: C::Local, soft: true, facility: "init", params: &[p("unsigned int", "Flags", D::In, K::Unsigned)] },
    Function { id: 0x006b, name: "cuIpcCloseMemHandle", symbol: "cuIpcCloseMemHandle", version: 4010, class: C::Custom, soft: true, facility: "ipc", params: &[p("CUdeviceptr_v2", "dptr", D::In, K::DevicePointer)] },
    Function { id: 0x0066, name: "cuIpcGetEventHandle", symbol: "cuIpcGetEventHandle", version: 4010, class: C::Custom, soft: true, facility: "ipc", params: &[p("CUipcEventHandle_v1*", "pHandle", D::Out, K::Struct), p("CUevent", "event", D::In, K::Handle(H::Event))] },
    Function { id: 0x0068, name: "cuIpcGetMemHandle", symbol: "cuIpcGetMemHandle", version: 4010, class: C::Custom, soft: true, facility: "ipc", params: &[p("CUipcMemHandle_v1*", "pHandle", D::Out, K::Struct), p("CUdeviceptr_v2", "dptr", D::In, K::DevicePointer)] },
    Function { id: 0x0067, name: "cuIpcOpenEventHandle", symbol: "cuIpcOpenEventHandle", version: 4010, class: C::Custom, soft: true, facility: "ipc", params: &[p("CUevent*", "phEvent", D::Out, K::Handle(H::Event)), p("CUipcEventHandle_v1", "handle", D::In, K::Struct)] },
    Function { id: 0x0069, name: "cuIpcOpenMemHandle", symbol: "cuIpcOpenMemHandle", version: 4010, class: C::Custom, soft: true, facility: "ipc", params: &[p("CUdeviceptr_v2*", "pdptr", D::Out, K::DevicePointer), p("CUipcMemHandle_v1", "handle", D::In, K::Struct), p("unsigned int", "Flags", D::In, K::Unsigned)] },
    Function { id: 0x006a, name: "cuIpcOpenMemHandle", symbol: "cuIpcOpenMemHandle_v2", version: 11000, class: C::Custom, soft: true, facility: "ipc", params: &[p("CUdeviceptr_v2*", "pdptr", D::Out, K::DevicePointer), p("CUipcMemHandle_v1", "handle", D::In, K::Struct), p("unsigned int", "Flags", D::In, K::Unsigned)] },
    Function { id: 0x0214, name: "cuKernelGetAttribute", symbol: "cuKernelGetAttribute", version: 12000, class: C::Local, soft: true, facility: "library", params: &[p("int*", "pi", D::Out, K::Signed), p("CUfunction_attribute", "attrib", D::In, K::Unsigned), p("CUkernel", "kernel", D::In, K::Handle(H::Kernel)), p("CUdevice", "dev", D::In, K::Device)] },
    Function { id: 0x0210, name: "cuKernelGetFunction", symbol: "cuKernelGetFunction", version: 12000, class: C::Local, soft: true, facility: "library", params: &[p("CUfunction*", "pFunc", D::Out, K::Handle(H::Function)), p("CUkernel", "kernel", D::In, K::Handle(H::Kernel))] },
    Function { id: 0x0211, name: "cuKernelGetLibrary", symbol: "cuKernelGetLibrary", version: 12050, class: C::Local, soft: true, facility: "library", params: &[p("CUlibrary*", "pLib", D::Out, K::Handle(H::Library)), p("CUkernel", "kernel", D::In, K::Handle(H::Kernel))] },
    Function { id: 0x0217, name: "cuKernelGetName", symbol: "cuKernelGetName", version: 12030, class: C::Local, soft: true, facility: "library", params: &[p("const char**", "name", D::Out, K::Text), p("CUkernel", "hfunc", D::In, K::Handle(H::Kernel))] },
    Function { id: 0x0219, name: "cuKernelGetParamCount", symbol: "cuKernelGetParamCount", version: 13020, class: C::Local, soft: true, facility: "library", params: &[p("CUkernel", "kernel", D::In, K::Handle(H::Kernel)), p("size_t*", "paramCount", D::Out, K::Unsigned)] },
    Function { id: 0x0218, name: "cuKernelGetParamInfo", symbol: "cuKernelGetParamInfo", version: 12040, class: C::Local, soft: true, facility: "library", params: &[p("CUkernel", "kernel", D::In, K::Handle(H::Kernel)), p("size_t", "paramIndex", D::In, K::Unsigned), p("size_t*", "paramOffset", D::Out, K::Unsigned), p("size_t*", "paramSize", D::Out, K::Unsigned)] },
    Function { id: 0x0215, name: "cuKernelSetAttribute", symbol: "cuKernelSetAttribute", version: 12000, class: C::Custom, soft: true, facility: "library", params: &[p("CUfunction_attribute", "attrib", D::In, K::Unsigned), p("int", "val", D::In, K::Signed), p("CUkernel", "kernel", D::In, K::Handle(H::Kernel)), p("CUdevice", "dev", D::In, K::Device)] },
    Function { id: 0x0216, name: "cuKernelSetCacheConfig", symbol: "cuKernelSetCacheConfig", version: 12000, class: C::Custom, soft: true, facility: "library", params: &[p("CUkernel", "kernel", D::In, K::Handle(H::Kernel)), p("CUfunc_cache", "config", D::In, K::Unsigned), p("CUdevice", "dev", D::In, K::Device)] },
    Function { id: 0x0154, name: "cuLaunch", symbol: "cuLaunch", version: 2000, class: C::None, soft: false, facility: "launch", params: &[p("CUfunction", "f", D::In, K::Handle(H::Function))] },
    Function { id: 0x014a, name: "cuLaunchCooperativeKernel", symbol: "cuLaunchCooperativeKernel", version: 9000, class: C::Custom, soft: true, facility: "launch", params: &[p("CUfunction", "f", D::In, K::Handle(H::Function)), p("unsigned int", "gridDimX", D::In, K::Unsigned), p("unsigned int", "gridDimY", D::In, K::Unsigned), p("unsigned int", "gridDimZ", D::In, K::Unsigned), p("unsigned int", "blockDimX", D::In, K::Unsigned), p("unsigned int", "blockDimY", D::In, K::Unsigned), p("unsigned int", "blockDimZ", D::In, K::Unsigned), p("unsigned int", "sharedMemBytes", D::In, K::Unsigned), p("CUstream", "hStream", D::In, K::Handle(H::Stream)), p("void**", "kernelParams", D::In, K::HostPointer)] },
    Function { id: 0x814a, name: "cuLaunchCooperativeKernel", symbol: "cuLaunchCooperativeKernel_ptsz", version: 9000, class: C::Custom, soft: true, facility: "launch", params: &[p("CUfunction", "f", D::In, K::Handle(H::Function)), p("unsigned int", "gridDimX", D::In, K::Unsigned), p("unsigned int", "gridDimY", D::In, K::Unsigned), p("unsigned int", "gridDimZ", D::In, K::Unsigned), p("unsigned int", "blockDimX", D::In, K::Unsigned), p("unsigned int", "blockDimY", D::In, K::Unsigned), p("unsigned int", "blockDimZ", D::In, K::Unsigned), p("unsigned int", "sharedMemBytes", D::In, K::Unsigned), p("CUstream", "hStream", D::In, K::Handle(H::Stream)), p("void**", "kernelParams", D::In, K::HostPointer)] },
    Function { id: 0x014b, name: "cuLaunchCooperativeKernelMultiDevice", symbol: "cuLaunchCooperativeKernelMultiDevice", version: 9000, class: C::None, soft: false, facility: "launch", params: &[p("CUDA_LAUNCH_PARAMS_v1*", "launchParamsList", D::Out, K::Struct), p("unsigned int", "numDevices", D::In, K::Len), p("unsigned int", "flags", D::In, K::Unsigned)] },
    Function { id: 0x0155, name: "cuLaunchGrid", symbol: "cuLaunchGrid", version: 2000, class: C::None, soft: false, facility: "launch", params: &[p("CUfunction", "f", D::In, K::Handle(H::Function)), p("int", "grid_width", D::In, K::Signed), p("int", "grid_height", D::In, K::Signed)] },
    Function { id: 0x0156, name: "cuLaunchGridAsync", symbol: "cuLaunchGridAsync", version: 2000, class: C::None, soft: false, facility: "launch", params: &[p("CUfunction", "f", D::In, K::Handle(H::Function)), p("int", "grid_width", D::In, K::Signed), p("int", "grid_height", D::In, K::Signed), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x014c, name: "cuLaunchHostFunc", symbol: "cuLaunchHostFunc", version: 10000, class: C::Custom, soft: true, facility: "launch", params: &[p("CUstream", "hStream", D::In, K::Handle(H::Stream)), p("CUhostFn", "fn", D::In, K::Callback), p("void*", "userData", D::In, K::HostPointer)] },
    Function { id: 0x814c, name: "cuLaunchHostFunc", symbol: "cuLaunchHostFunc_ptsz", version: 10000, class: C::Custom, soft: true, facility: "launch", params: &[p("CUstream", "hStream", D::In, K::Handle(H::Stream)), p("CUhostFn", "fn", D::In, K::Callback), p("void*", "userData", D::In, K::HostPointer)] },
    Function { id: 0x014d, name: "cuLaunchHostFunc", symbol: "cuLaunchHostFunc_v2", version: 13010, class: C::None, soft: false, facility: "launch", params: &[p("CUstream", "hStream", D::In, K::Handle(H::Stream)), p("CUhostFn", "fn", D::In, K::Callback), p("void*", "userData", D::In, K::HostPointer), p("unsigned int", "syncMode", D::In, K::Unsigned)] },
    Function { id: 0x814d, name: "cuLaunchHostFunc", symbol: "cuLaunchHostFunc_v2_ptsz", version: 13010, class: C::None, soft: false, facility: "launch", params: &[p("CUstream", "hStream", D::In, K::Handle(H::Stream)), p("CUhostFn", "fn", D::In, K::Callback), p("void*", "userData", D::In, K::HostPointer), p("unsigned int", "syncMode", D::In, K::Unsigned)] },
    Function { id: 0x0148, name: "cuLaunchKernel", symbol: "cuLaunchKernel", version: 4000, class: C::Custom, soft: true, facility: "launch", params: &[p("CUfunction", "f", D::In, K::Handle(H::Function)), p("unsigned int", "gridDimX", D::In, K::Unsigned), p("unsigned int", "gridDimY", D::In, K::Unsigned), p("unsigned int", "gridDimZ", D::In, K::Unsigned), p("unsigned int", "blockDimX", D::In, K::Unsigned), p("unsigned int", "blockDimY", D::In, K::Unsigned), p("unsigned int", "blockDimZ", D::In, K::Unsigned), p("unsigned int", "sharedMemBytes", D::In, K::Unsigned), p("CUstream", "hStream", D::In, K::Handle(H::Stream)), p("void**", "kernelParams", D::In, K::HostPointer), p("void**", "extra", D::In, K::HostPointer)] },
    Function { id: 0x8148, name: "cuLaunchKernel", symbol: "cuLaunchKernel_ptsz", version: 7000, class: C::Custom, soft: true, facility: "launch", params: &[p("CUfunction", "f", D::In, K::Handle(H::Function)), p("unsigned int", "gridDimX", D::In, K::Unsigned), p("unsigned int", "gridDimY", D::In, K::Unsigned), p("unsigned int", "gridDimZ", D::In, K::Unsigned), p("unsigned int", "blockDimX", D::In, K::Unsigned), p("unsigned int", "blockDimY", D::In, K::Unsigned), p("unsigned int", "blockDimZ", D::In, K::Unsigned), p("unsigned int", "sharedMemBytes", D::In, K::Unsigned), p("CUstream", "hStream", D::In, K::Handle(H::Stream)), p("void**", "kernelParams", D::In, K::HostPointer), p("void**", "extra", D::In, K::HostPointer)] },
    Function { id: 0x0149, name: "cuLaunchKernelEx", symbol: "cuLaunchKernelEx", version: 11060, class: C::Custom, soft: true, facility: "launch", params: &[p("const CUlaunchConfig*", "config", D::In, K::Struct), p("CUfunction", "f", D::In, K::Handle(H::Function)), p("void**", "kernelParams", D::In, K::HostPointer), p("void**", "extra", D::In, K::HostPointer)] },
    Function { id: 0x8149, name: "cuLaunchKernelEx", symbol: "cuLaunchKernelEx_ptsz", version: 11060, class: C::Custom, soft: true, facility: "launch", params: &[p("const CUlaunchConfig*", "config", D::In, K::Struct), p("CUfunction", "f", D::In, K::Handle(H::Function)), p("void**", "kernelParams", D::In, K::HostPointer), p("void**", "extra", D::In, K::HostPointer)] },
    Function { id: 0x020f, name: "cuLibraryEnumerateKernels", symbol: "cuLibraryEnumerateKernels", version: 12040, class: C::Local, soft: true, facility: "library", params: &[p("CUkernel*", "kernels", D::Out, K::Handle(H::Kernel)), p("unsigned int", "numKernels", D::In, K::Len), p("CUlibrary", "lib", D::In, K::Handle(H::Library))] },
    Function { id: 0x0212, name: "cuLibraryGetGlobal", symbol: "cuLibraryGetGlobal", version: 12000, class: C::Local, soft: true, facility: "library", params: &[p("CUdeviceptr*", "dptr", D::Out, K::DevicePointer), p("size_t*", "bytes", D::Out, K::Unsigned), p("CUlibrary", "library", D::In, K::Handle(H::Library)), p("const char*", "name", D::In, K::Text)] },
    Function { id: 0x020c, name: "cuLibraryGetKernel", symbol: "cuLibraryGetKernel", version: 12000, class: C::Local, soft: true, facility: "library", params: &[p("CUkernel*", "pKernel", D::Out, K::Handle(H::Kernel)), p("CUlibrary", "library", D::In, K::Handle(H::Library)), p("const char*", "name", D::In, K::Text)] },
    Function { id: 0x020e, name: "cuLibraryGetKernelCount", symbol: "cuLibraryGetKernelCount", version: 12040, class: C::Local, soft: true, facility: "library", params: &[p("unsigned int*", "count", D::Out, K::Unsigned), p("CUlibrary", "lib", D::In, K::Handle(H::Library))] },
    Function { id: 0x0213, name: "cuLibraryGetManaged", symbol: "cuLibraryGetManaged", version: 12000, class: C::None, soft: false, facility: "library", params: &[p("CUdeviceptr*", "dptr", D::Out, K::DevicePointer), p("size_t*", "bytes", D::Out, K::Unsigned), p("CUlibrary", "library", D::In, K::Handle(H::Library)), p("const char*", "name", D::In, K::Text)] },
    Function { id: 0x020d, name: "cuLibraryGetModule", symbol: "cuLibraryGetModule", version: 12000, class: C::Local, soft: true, facility: "library", params: &[p("CUmodule*", "pMod", D::Out, K::Handle(H::Module)), p("CUlibrary", "library", D::In, K::Handle(H::Library))] },
    Function { id: 0x021a, name: "cuLibraryGetUnifiedFunction", symbol: "cuLibraryGetUnifiedFunction", version: 12000, class: C::None, soft: false, facility: "library", params: &[p("void**", "fptr", D::Out, K::HostPointer), p("CUlibrary", "library", D::In, K::Handle(H::Library)), p("const char*", "symbol", D::In, K::Text)] },
    Function { id: 0x0209, name: "cuLibraryLoadData", symbol: "cuLibraryLoadData", version: 12000, class: C::Custom, soft: true, facility: "library", params: &[p("CUlibrary*", "library", D::Out, K::Handle(H::Library)), p("const void*", "code", D::In, K::HostPointer), p("CUjit_option*", "jitOptions", D::In, K::Unsigned), p("void**", "jitOptionsValues", D::In, K::HostPointer), p("unsigned int", "numJitOptions", D::In, K::Len), p("CUlibraryOption*", "libraryOptions", D::In, K::Unsigned), p("void**", "libraryOptionValues", D::In, K::HostPointer), p("unsigned int", "numLibraryOptions", D::In, K::Len)] },
    Function { id: 0x020a, name: "cuLibraryLoadFromFile", symbol: "cuLibraryLoadFromFile", version: 12000, class: C::Custom, soft: true, facility: "library", params: &[p("CUlibrary*", "library", D::Out, K::Handle(H::Library)), p("const char*", "fileName", D::In, K::Text), p("CUjit_option*", "jitOptions", D::In, K::Unsigned), p("void**", "jitOptionsValues", D::In, K::HostPointer), p("unsigned int", "numJitOptions", D::In, K::Len), p("CUlibraryOption*", "libraryOptions", D::In, K::Unsigned), p("void**", "libraryOptionValues", D::In, K::HostPointer), p("unsigned int", "numLibraryOptions", D::In, K::Len)] },
    Function { id: 0x020b, name: "cuLibraryUnload", symbol: "cuLibraryUnload", version: 12000, class: C::Custom, soft: true, facility: "library", params: &[p("CUlibrary", "library", D::In, K::Handle(H::Library))] },
    Function { id: 0x004c, name: "cuLinkAddData", symbol: "cuLinkAddData", version: 5050, class: C::Custom, soft: true, facility: "link", params: &[p("CUlinkState", "state", D::In, K::Handle(H::Link)), p("CUjitInputType", "type", D::In, K::Unsigned), p("void*", "data", D::In, K::HostPointer), p("size_t", "size", D::In, K::Len), p("const char*", "name", D::In, K::Text), p("unsigned int", "numOptions", D::In, K::Len), p("CUjit_option*", "options", D::In, K::Unsigned), p("void**", "optionValues", D::In, K::HostPointer)] },
    Function { id: 0x004d, name: "cuLinkAddData", symbol: "cuLinkAddData_v2", version: 6050, class: C::Custom, soft: true, facility: "link", params: &[p("CUlinkState", "state", D::In, K::Handle(H::Link)), p("CUjitInputType", "type", D::In, K::Unsigned), p("void*", "data", D::In, K::HostPointer), p("size_t", "size", D::In, K::Len), p("const char*", "name", D::In, K::Text), p("unsigned int", "numOptions", D::In, K::Len), p("CUjit_option*", "options", D::In, K::Unsigned), p("void**", "optionValues", D::In, K::HostPointer)] },
    Function { id: 0x004e, name: "cuLinkAddFile", symbol: "cuLinkAddFile", version: 5050, class: C::Custom, soft: true, facility: "link", params: &[p("CUlinkState", "state", D::In, K::Handle(H::Link)), p("CUjitInputType", "type", D::In, K::Unsigned), p("const char*", "path", D::In, K::Text), p("unsigned int", "numOptions", D::In, K::Len), p("CUjit_option*", "options", D::In, K::Unsigned), p("void**", "optionValues", D::In, K::HostPointer)] },
    Function { id: 0x004f, name: "cuLinkAddFile", symbol: "cuLinkAddFile_v2", version: 6050, class: C::Custom, soft: true, facility: "link", params: &[p("CUlinkState", "state", D::In, K::Handle(H::Link)), p("CUjitInputType", "type", D::In, K::Unsigned), p("const char*", "path", D::In, K::Text), p("unsigned int", "numOptions", D::In, K::Len), p("CUjit_option*", "options", D::In, K::Unsigned), p("void**", "optionValues", D::In, K::HostPointer)] },
    Function { id: 0x0050, name: "cuLinkComplete", symbol: "cuLinkComplete", version: 5050, class: C::Custom, soft: true, facility: "link", params: &[p("CUlinkState", "state", D::In, K::Handle(H::Link)), p("void**", "cubinOut", D::Out, K::HostPointer), p("size_t*", "sizeOut", D::Out, K::Unsigned)] },
    Function { id: 0x004a, name: "cuLinkCreate", symbol: "cuLinkCreate", version: 5050, class: C::Custom, soft: true, facility: "link", params: &[p("unsigned int", "numOptions", D::In, K::Len), p("CUjit_option*", "options", D::In, K::Unsigned), p("void**", "optionValues", D::In, K::HostPointer), p("CUlinkState*", "stateOut", D::Out, K::Handle(H::Link))] },
    Function { id: 0x004b, name: "cuLinkCreate", symbol: "cuLinkCreate_v2", version: 6050, class: C::Custom, soft: true, facility: "link", params: &[p("unsigned int", "numOptions", D::In, K::Len), p("CUjit_option*", "options", D::In, K::Unsigned), p("void**", "optionValues", D::In, K::HostPointer), p("CUlinkState*", "stateOut", D::Out, K::Handle(H::Link))] },
    Function { id: 0x0051, name: "cuLinkDestroy", symbol: "cuLinkDestroy", version: 5050, class: C::Custom, soft: true, facility: "link", params: &[p("CUlinkState", "state", D::In, K::Handle(H::Link))] },
    Function { id: 0x00f7, name: "cuLogicalEndpointAddDevice", symbol: "cuLogicalEndpointAddDevice", version: 13030, class: C::None, soft: false, facility: "fabric", params: &[p("CUlogicalEndpointId", "leId", D::In, K::Unsigned), p("CUdevice", "dev", D::In, K::Device)] },
    Function { id: 0x00f9, name: "cuLogicalEndpointBindAddr", symbol: "cuLogicalEndpointBindAddr", version: 13030, class: C::None, soft: false, facility: "fabric", params: &[p("CUlogicalEndpointId", "leId", D::In, K::Unsigned), p("CUdevice", "dev", D::In, K::Device), p("cuuint64_t", "offset", D::In, K::Unsigned), p("void*", "ptr", D::In, K::HostPointer), p("cuuint64_t", "size", D::In, K::Len), p("unsigned long long", "flags", D::In, K::Unsigned)] },
    Function { id: 0x00fa, name: "cuLogicalEndpointBindMem", symbol: "cuLogicalEndpointBindMem", version: 13030, class: C::None, soft: false, facility: "fabric", params: &[p("CUlogicalEndpointId", "leId", D::In, K::Unsigned), p("CUdevice", "dev", D::In, K::Device), p("cuuint64_t", "offset", D::In, K::Unsigned), p("CUmemGenericAllocationHandle", "memHandle", D::In, K::Handle(H::Allocation)), p("cuuint64_t", "memOffset", D::In, K::Unsigned), p("cuuint64_t", "size", D::In, K::Len), p("unsigned long long", "flags", D::In, K::Unsigned)] },
    Function { id: 0x00f6, name: "cuLogicalEndpointCreate", symbol: "cuLogicalEndpointCreate", version: 13030, class: C::None, soft: false, facility: "fabric", params: &[p("CUlogicalEndpointId", "leId", D::In, K::Unsigned), p("const CUlogicalEndpointProp*", "prop", D::In, K::Struct)] },
    Function { id: 0x00f8, name: "cuLogicalEndpointDestroy", symbol: "cuLogicalEndpointDestroy", version: 13030, class: C::None, soft: false, facility: "fabric", params: &[p("CUlogicalEndpointId", "leId", D::In, K::Unsigned)] },
    Function { id: 0x00fc, name: "cuLogicalEndpointExport", symbol: "cuLogicalEndpointExport", version: 13030, class: C::None, soft: false, facility: "fabric", params: &[p("void*", "handle", D::In, K::HostPointer), p("const CUlogicalEndpointId", "leId", D::In, K::Unsigned), p("CUlogicalEndpointIpcHandleType", "handleType", D::In, K::Unsigned)] },
    Function { id: 0x00fe, name: "cuLogicalEndpointGetLimits", symbol: "cuLogicalEndpointGetLimits", version: 13030, class: C::None, soft: false, facility: "fabric", params: &[p("cuuint64_t*", "bindAlignment", D::Out, K::Unsigned), p("cuuint64_t*", "maxSize", D::Out, K::Unsigned), p("const CUlogicalEndpointProp*", "prop", D::In, K::Struct)] },
    Function { id: 0x00f5, name: "cuLogicalEndpointIdRelease", symbol: "cuLogicalEndpointIdRelease", version: 13030, class: C::None, soft: false, facility: "fabric", params: &[p("CUlogicalEndpointId", "leId", D::In, K::Unsigned), p("cuuint32_t", "count", D::In, K::Len)] },
    Function { id: 0x00f4, name: "cuLogicalEndpointIdReserve", symbol: "cuLogicalEndpointIdReserve", version: 13030, class: C::None, soft: false, facility: "fabric", params: &[p("CUlogicalEndpointId*", "leId", D::Out, K::Unsigned), p("cuuint32_t", "count", D::In, K::Len)] },
    Function { id: 0x00fd, name: "cuLogicalEndpointImport", symbol: "cuLogicalEndpointImport", version: 13030, class: C::None, soft: false, facility: "fabric", params: &[p("CUlogicalEndpointId", "leId", D::In, K::Unsigned), p("const void*", "handle", D::In, K::HostPointer), p("CUlogicalEndpointIpcHandleType", "handleType", D::In, K::Unsigned)] },
    Function { id: 0x00ff, name: "cuLogicalEndpointQuery", symbol: "cuLogicalEndpointQuery", version: 13030, class: C::None, soft: false, facility: "fabric", params: &[p("CUlogicalEndpointId", "leId", D::In, K::Unsigned), p("cuuint32_t", "count", D::In, K::Len), p("int*", "queryStatus", D::Out, K::Signed)] },
    Function { id: 0x00fb, name: "cuLogicalEndpointUnbind", symbol: "cuLogicalEndpointUnbind", version: 13030, class: C::None, soft: false, facility: "fabric", params: &[p("CUlogicalEndpointId", "leId", D::In, K::Unsigned), p("CUdevice", "dev", D::In, K::Device), p("cuuint64_t", "offset", D::In, K::Unsigned), p("cuuint64_t", "size", D::In, K::Len)] },
    Function { id: 0x0235, name: "cuLogsCurrent", symbol: "cuLogsCurrent", version: 12090, class: C::Local, soft: true, facility: "log", params: &[p("CUlogIterator*", "iterator", D::Out, K::Unsigned), p("unsigned int", "flags", D::In, K::Unsigned)] },
    Function { id: 0x0236, name: "cuLogsDumpToFile", symbol: "cuLogsDumpToFile", version: 12090, class: C::Local, soft: true, facility: "log", params: &[p("CUlogIterator*", "iterator", D::Out, K::Unsigned), p("const char*", "pathToFile", D::In, K::Text), p("unsigned int", "flags", D::In, K::Unsigned)] },
    Function { id: 0x0237, name: "cuLogsDumpToMemory", symbol: "cuLogsDumpToMemory", version: 12090, class: C::Local, soft: true, facility: "log", params: &[p("CUlogIterator*", "iterator", D::Out, K::Unsigned), p("char*", "buffer", D::Out, K::HostPointer), p("size_t*", "size", D::Out, K::Unsigned), p("unsigned int", "flags", D::In, K::Unsigned)] },
    Function { id: 0x0233, name: "cuLogsRegisterCallback", symbol: "cuLogsRegisterCallback", version: 12090, class: C::Local, soft: true, facility: "log", params: &[p("CUlogsCallback", "callbackFunc", D::In, K::Callback), p("void*", "userData", D::In, K::HostPointer), p("CUlogsCallbackHandle*", "callback", D::Out, K::Struct)] },
    Function { id: 0x0234, name: "cuLogsUnregisterCallback", symbol: "cuLogsUnregisterCallback", version: 12090, class: C::Local, soft: true, facility: "log", params: &[p("CUlogsCallbackHandle", "callback", D::In, K::HostPointer)] },
    Function { id: 0x00c4, name: "cuMemAddressFree", symbol: "cuMemAddressFree", version: 10020, class: C::Custom, soft: true, facility: "vmm", params: &[p("CUdeviceptr_v2", "ptr", D::In, K::DevicePointer), p("size_t", "size", D::In, K::Len)] },
    Function { id: 0x00c3, name: "cuMemAddressReserve", symbol: "cuMemAddressReserve", version: 10020, class: C::Custom, soft: true, facility: "vmm", params: &[p("CUdeviceptr_v2*", "ptr", D::Out, K::DevicePointer), p("size_t", "size", D::In, K::Len), p("size_t", "alignment", D::In, K::Unsigned), p("CUdeviceptr_v2", "addr", D::In, K::DevicePointer), p("unsigned long long", "flags", D::In, K::Unsigned)] },
    Function { id: 0x00e5, name: "cuMemAdvise", symbol: "cuMemAdvise", version: 8000, class: C::Local, soft: true, facility: "managed", params: &[p("CUdeviceptr_v2", "devPtr", D::In, K::DevicePointer), p("size_t", "count", D::In, K::Len), p("CUmem_advise", "advice", D::In, K::Unsigned), p("CUdevice_v1", "device", D::In, K::Device)] },
    Function { id: 0x00e6, name: "cuMemAdvise", symbol: "cuMemAdvise_v2", version: 12020, class: C::Local, soft: true, facility: "managed", params: &[p("CUdeviceptr_v2", "devPtr", D::In, K::DevicePointer), p("size_t", "count", D::In, K::Len), p("CUmem_advise", "advice", D::In, K::Unsigned), p("CUmemLocation_v1", "location", D::In, K::Struct)] },
    Function { id: 0x0054, name: "cuMemAlloc", symbol: "cuMemAlloc", version: 2000, class: C::None, soft: false, facility: "memory", params: &[p("CUdeviceptr_v1*", "dptr", D::Out, K::DevicePointer), p("unsigned int", "bytesize", D::In, K::Len)] },
    Function { id: 0x0055, name: "cuMemAlloc", symbol: "cuMemAlloc_v2", version: 3020, class: C::Custom, soft: true, facility: "memory", params: &[p("CUdeviceptr_v2*", "dptr", D::Out, K::DevicePointer), p("size_t", "bytesize", D::In, K::Len)] },
    Function { id: 0x00d2, name: "cuMemAllocAsync", symbol: "cuMemAllocAsync", version: 11020, class: C::Custom, soft: true, facility: "memory", params: &[p("CUdeviceptr_v2*", "dptr", D::Out, K::DevicePointer), p("size_t", "bytesize", D::In, K::Len), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x80d2, name: "cuMemAllocAsync", symbol: "cuMemAllocAsync_ptsz", version: 11020, class: C::Custom, soft: true, facility: "memory", params: &[p("CUdeviceptr_v2*", "dptr", D::Out, K::DevicePointer), p("size_t", "bytesize", D::In, K::Len), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x00dd, name: "cuMemAllocFromPoolAsync", symbol: "cuMemAllocFromPoolAsync", version: 11020, class: C::Custom, soft: true, facility: "pool", params: &[p("CUdeviceptr_v2*", "dptr", D::Out, K::DevicePointer), p("size_t", "bytesize", D::In, K::Len), p("CUmemoryPool", "pool", D::In, K::Handle(H::Pool)), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x80dd, name: "cuMemAllocFromPoolAsync", symbol: "cuMemAllocFromPoolAsync_ptsz", version: 11020, class: C::Custom, soft: true, facility: "pool", params: &[p("CUdeviceptr_v2*", "dptr", D::Out, K::DevicePointer), p("size_t", "bytesize", D::In, K::Len), p("CUmemoryPool", "pool", D::In, K::Handle(H::Pool)), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x005c, name: "cuMemAllocHost", symbol: "cuMemAllocHost", version: 2000, class: C::None, soft: false, facility: "host", params: &[p("void**", "pp", D::Out, K::HostPointer), p("unsigned int", "bytesize", D::In, K::Len)] },
    Function { id: 0x005d, name: "cuMemAllocHost", symbol: "cuMemAllocHost_v2", version: 3020, class: C::Custom, soft: true, facility: "host", params: &[p("void**", "pp", D::Out, K::HostPointer), p("size_t", "bytesize", D::In, K::Len)] },
    Function { id: 0x0063, name: "cuMemAllocManaged", symbol: "cuMemAllocManaged", version: 6000, class: C::Custom, soft: true, facility: "memory", params: &[p("CUdeviceptr_v2*", "dptr", D::Out, K::DevicePointer), p("size_t", "bytesize", D::In, K::Len), p("unsigned int", "flags", D::In, K::Unsigned)] },
    Function { id: 0x0056, name: "cuMemAllocPitch", symbol: "cuMemAllocPitch", version: 2000, class: C::None, soft: false, facility: "memory", params: &[p("CUdeviceptr_v1*", "dptr", D::Out, K::DevicePointer), p("unsigned int*", "pPitch", D::Out, K::Unsigned), p("unsigned int", "WidthInBytes", D::In, K::Unsigned), p("unsigned int", "Height", D::In, K::Unsigned), p("unsigned int", "ElementSizeBytes", D::In, K::Unsigned)] },
    Function { id: 0x0057, name: "cuMemAllocPitch", symbol: "cuMemAllocPitch_v2", version: 3020, class: C::Custom, soft: true, facility: "memory", params: &[p("CUdeviceptr_v2*", "dptr", D::Out, K::DevicePointer), p("size_t*", "pPitch", D::Out, K::Unsigned), p("size_t", "WidthInBytes", D::In, K::Unsigned), p("size_t", "Height", D::In, K::Unsigned), p("unsigned int", "ElementSizeBytes", D::In, K::Unsigned)] },
    Function { id: 0x0232, name: "cuMemBatchDecompressAsync", symbol: "cuMemBatchDecompressAsync", version: 12060, class: C::None, soft: false, facility: "memory", params: &[p("CUmemDecompressParams*", "paramsArray", D::In, K::Struct), p("size_t", "count", D::In, K::Len), p("unsigned int", "flags", D::In, K::Unsigned), p("size_t*", "errorIndex", D::Out, K::Unsigned), p("CUstream", "stream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x8232, name: "cuMemBatchDecompressAsync", symbol: "cuMemBatchDecompressAsync_ptsz", version: 12060, class: C::None, soft: false, facility: "memory", params: &[p("CUmemDecompressParams*", "paramsArray", D::In, K::Struct), p("size_t", "count", D::In, K::Len), p("unsigned int", "flags", D::In, K::Unsigned), p("size_t*", "errorIndex", D::Out, K::Unsigned), p("CUstream", "stream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x00c5, name: "cuMemCreate", symbol: "cuMemCreate", version: 10020, class: C::Custom, soft: true, facility: "vmm", params: &[p("CUmemGenericAllocationHandle_v1*", "handle", D::Out, K::Handle(H::Allocation)), p("size_t", "size", D::In, K::Len), p("const CUmemAllocationProp_v1*", "prop", D::In, K::Struct), p("unsigned long long", "flags", D::In, K::Unsigned)] },
    Function { id: 0x00e9, name: "cuMemDiscardAndPrefetchBatchAsync", symbol: "cuMemDiscardAndPrefetchBatchAsync", version: 13000, class: C::None, soft: false, facility: "memory", params: &[p("CUdeviceptr_v2*", "dptrs", D::Out, K::DevicePointer), p("size_t*", "sizes", D::Out, K::Unsigned), p("size_t", "count", D::In, K::Len), p("CUmemLocation_v1*", "prefetchLocs", D::Out, K::Struct), p("size_t*", "prefetchLocIdxs", D::Out, K::Unsigned), p("size_t", "numPrefetchLocs", D::In, K::Len), p("unsigned long long", "flags", D::In, K::Unsigned), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x80e9, name: "cuMemDiscardAndPrefetchBatchAsync", symbol: "cuMemDiscardAndPrefetchBatchAsync_ptsz", version: 13000, class: C::None, soft: false, facility: "memory", params: &[p("CUdeviceptr_v2*", "dptrs", D::Out, K::DevicePointer), p("size_t*", "sizes", D::Out, K::Unsigned), p("size_t", "count", D::In, K::Len), p("CUmemLocation_v1*", "prefetchLocs", D::Out, K::Struct), p("size_t*", "prefetchLocIdxs", D::Out, K::Unsigned), p("size_t", "numPrefetchLocs", D::In, K::Len), p("unsigned long long", "flags", D::In, K::Unsigned), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x00e8, name: "cuMemDiscardBatchAsync", symbol: "cuMemDiscardBatchAsync", version: 13000, class: C::None, soft: false, facility: "memory", params: &[p("CUdeviceptr_v2*", "dptrs", D::Out, K::DevicePointer), p("size_t*", "sizes", D::Out, K::Unsigned), p("size_t", "count", D::In, K::Len), p("unsigned long long", "flags", D::In, K::Unsigned), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x80e8, name: "cuMemDiscardBatchAsync", symbol: "cuMemDiscardBatchAsync_ptsz", version: 13000, class: C::None, soft: false, facility: "memory", params: &[p("CUdeviceptr_v2*", "dptrs", D::Out, K::DevicePointer), p("size_t*", "sizes", D::Out, K::Unsigned), p("size_t", "count", D::In, K::Len), p("unsigned long long", "flags", D::In, K::Unsigned), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x00cc, name: "cuMemExportToShareableHandle", symbol: "cuMemExportToShareableHandle", version: 10020, class: C::None, soft: false, facility: "vmm", params: &[p("void*", "shareableHandle", D::In, K::HostPointer), p("CUmemGenericAllocationHandle_v1", "handle", D::In, K::Handle(H::Allocation)), p("CUmemAllocationHandleType", "handleType", D::In, K::Unsigned), p("unsigned long long", "flags", D::In, K::Unsigned)] },
    Function { id: 0x0058, name: "cuMemFree", symbol: "cuMemFree", version: 2000, class: C::None, soft: false, facility: "memory", params: &[p("CUdeviceptr_v1", "dptr", D::In, K::DevicePointer)] },
    Function { id: 0x0059, name: "cuMemFree", symbol: "cuMemFree_v2", version: 3020, class: C::Custom, soft: true, facility: "memory", params: &[p("CUdeviceptr_v2", "dptr", D::In, K::DevicePointer)] },
    Function { id: 0x00d1, name: "cuMemFreeAsync", symbol: "cuMemFreeAsync", version: 11020, class: C::Custom, soft: true, facility: "memory", params: &[p("CUdeviceptr_v2", "dptr", D::In, K::DevicePointer), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x80d1, name: "cuMemFreeAsync", symbol: "cuMemFreeAsync_ptsz", version: 11020, class: C::Custom, soft: true, facility: "memory", params: &[p("CUdeviceptr_v2", "dptr", D::In, K::DevicePointer), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x005e, name: "cuMemFreeHost", symbol: "cuMemFreeHost", version: 2000, class: C::Custom, soft: true, facility: "host", params: &[p("void*", "p", D::In, K::HostPointer)] },
    Function { id: 0x00cb, name: "cuMemGetAccess", symbol: "cuMemGetAccess", version: 10020, class: C::Local, soft: true, facility: "vmm", params: &[p("unsigned long long*", "flags", D::Out, K::Unsigned), p("const CUmemLocation_v1*", "location", D::In, K::Struct), p("CUdeviceptr_v2", "ptr", D::In, K::DevicePointer)] },
    Function { id: 0x005a, name: "cuMemGetAddressRange", symbol: "cuMemGetAddressRange", version: 2000, class: C::None, soft: false, facility: "pointer", params: &[p("CUdeviceptr_v1*", "pbase", D::Out, K::DevicePointer), p("unsigned int*", "psize", D::Out, K::Unsigned), p("CUdeviceptr_v1", "dptr", D::In, K::DevicePointer)] },
    Function { id: 0x005b, name: "cuMemGetAddressRange", symbol: "cuMemGetAddressRange_v2", version: 3020, class: C::Local, soft: true, facility: "pointer", params: &[p("CUdeviceptr_v2*", "pbase", D::Out, K::DevicePointer), p("size_t*", "psize", D::Out, K::Unsigned), p("CUdeviceptr_v2", "dptr", D::In, K::DevicePointer)] },
    Function { id: 0x00ce, name: "cuMemGetAllocationGranularity", symbol: "cuMemGetAllocationGranularity", version: 10020, class: C::Custom, soft: true, facility: "vmm", params: &[p("size_t*", "granularity", D::Out, K::Unsigned), p("const CUmemAllocationProp_v1*", "prop", D::In, K::Struct), p("CUmemAllocationGranularity_flags", "option", D::In, K::Unsigned)] },
    Function { id: 0x00cf, name: "cuMemGetAllocationPropertiesFromHandle", symbol: "cuMemGetAllocationPropertiesFromHandle", version: 10020, class: C::Local, soft: true, facility: "vmm", params: &[p("CUmemAllocationProp_v1*", "prop", D::Out, K::Struct), p("CUmemGenericAllocationHandle_v1", "handle", D::In, K::Handle(H::Allocation))] },
    Function { id: 0x00da, name: "cuMemGetDefaultMemPool", symbol: "cuMemGetDefaultMemPool", version: 13000, class: C::Local, soft: true, facility: "pool", params: &[p("CUmemoryPool*", "pool_out", D::Out, K::Handle(H::Pool)), p("CUmemLocation*", "location", D::Out, K::Struct), p("CUmemAllocationType", "type", D::In, K::Unsigned)] },
    Function { id: 0x0208, name: "cuMemGetHandleForAddressRange", symbol: "cuMemGetHandleForAddressRange", version: 11070, class: C::None, soft: false, facility: "vmm", params: &[p("void*", "handle", D::In, K::HostPointer), p("CUdeviceptr", "dptr", D::In, K::DevicePointer), p("size_t", "size", D::In, K::Len), p("CUmemRangeHandleType", "handleType", D::In, K::Unsigned), p("unsigned long long", "flags", D::In, K::Unsigned)] },
    Function { id: 0x0052, name: "cuMemGetInfo", symbol: "cuMemGetInfo", version: 2000, class: C::None, soft: false, facility: "memory", params: &[p("unsigned int*", "free", D::Out, K::Unsigned), p("unsigned int*", "total", D::Out, K::Unsigned)] },
    Function { id: 0x0053, name: "cuMemGetInfo", symbol: "cuMemGetInfo_v2", version: 3020, class: C::Custom, soft: true, facility: "memory", params: &[p("size_t*", "free", D::Out, K::Unsigned), p("size_t*", "total", D::Out, K::Unsigned)] },
    Function { id: 0x0200, name: "cuMemGetLocationInfo", symbol: "cuMemGetLocationInfo", version: 13040, class: C::None, soft: false, facility: "memory", params: &[p("CUdeviceptr_v2", "ptr", D::In, K::DevicePointer), p("size_t", "size", D::In, K::Len), p("size_t", "summaryGranularity", D::In, K::Unsigned), p("size_t", "samplingGranularity", D::In, K::Unsigned), p("CUmemLocation_v1*", "location_out", D::Out, K::Struct)] },
    Function { id: 0x00db, name: "cuMemGetMemPool", symbol: "cuMemGetMemPool", version: 13000, class: C::Local, soft: true, facility: "pool", params: &[p("CUmemoryPool*", "pool_out", D::Out, K::Handle(H::Pool)), p("CUmemLocation*", "location", D::Out, K::Struct), p("CUmemAllocationType", "type", D::In, K::Unsigned)] },
    Function { id: 0x005f, name: "cuMemHostAlloc", symbol: "cuMemHostAlloc", version: 2020, class: C::Custom, soft: true, facility: "host", params: &[p("void**", "pp", D::Out, K::HostPointer), p("size_t", "bytesize", D::In, K::Len), p("unsigned int", "Flags", D::In, K::Unsigned)] },
    Function { id: 0x0060, name: "cuMemHostGetDevicePointer", symbol: "cuMemHostGetDevicePointer", version: 2020, class: C::None, soft: false, facility: "host", params: &[p("CUdeviceptr_v1*", "pdptr", D::Out, K::DevicePointer), p("void*", "p", D::In, K::HostPointer), p("unsigned int", "Flags", D::In, K::Unsigned)] },
    Function { id: 0x0061, name: "cuMemHostGetDevicePointer", symbol: "cuMemHostGetDevicePointer_v2", version: 3020, class: C::Local, soft: true, facility: "host", params: &[p("CUdeviceptr_v2*", "pdptr", D::Out, K::DevicePointer), p("void*", "p", D::In, K::HostPointer), p("unsigned int", "Flags", D::In, K::Unsigned)] },
    Function { id: 0x0062, name: "cuMemHostGetFlags", symbol: "cuMemHostGetFlags", version: 2030, class: C::Local, soft: true, facility: "host", params: &[p("unsigned int*", "pFlags", D::Out, K::Unsigned), p("void*", "p", D::In, K::HostPointer)] },
    Function { id: 0x006c, name: "cuMemHostRegister", symbol: "cuMemHostRegister", version: 4000, class: C::None, soft: false, facility: "host", params: &[p("void*", "p", D::In, K::HostPointer), p("size_t", "bytesize", D::In, K::Len), p("unsigned int", "Flags", D::In, K::Unsigned)] },
    Function { id: 0x006d, name: "cuMemHostRegister", symbol: "cuMemHostRegister_v2", version: 6050, class: C::Custom, soft: true, facility: "host", params: &[p("void*", "p", D::In, K::HostPointer), p("size_t", "bytesize", D::In, K::Len), p("unsigned int", "Flags", D::In, K::Unsigned)] },
    Function { id: 0x006e, name: "cuMemHostUnregister", symbol: "cuMemHostUnregister", version: 4000, class: C::Custom, soft: true, facility: "host", params: &[p("void*", "p", D::In, K::HostPointer)] },
    Function { id: 0x00cd, name: "cuMemImportFromShareableHandle", symbol: "cuMemImportFromShareableHandle", version: 10020, class: C::None, soft: false, facility: "vmm", params: &[p("CUmemGenericAllocationHandle_v1*", "handle", D::Out, K::Handle(H::Allocation)), p("void*", "osHandle", D::In, K::HostPointer), p("CUmemAllocationHandleType", "shHandleType", D::In, K::Unsigned)] },
    Function { id: 0x00c7, name: "cuMemMap", symbol: "cuMemMap", version: 10020, class: C::Custom, soft: true, facility: "vmm", params: &[p("CUdeviceptr_v2", "ptr", D::In, K::DevicePointer), p("size_t", "size", D::In, K::Len), p("size_t", "offset", D::In, K::Unsigned), p("CUmemGenericAllocationHandle_v1", "handle", D::In, K::Handle(H::Allocation)), p("unsigned long long", "flags", D::In, K::Unsigned)] },
    Function { id: 0x00c8, name: "cuMemMapArrayAsync", symbol: "cuMemMapArrayAsync", version: 11010, class: C::None, soft: false, facility: "vmm", params: &[p("CUarrayMapInfo_v1*", "mapInfoList", D::Out, K::Struct), p("unsigned int", "count", D::In, K::Len), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x80c8, name: "cuMemMapArrayAsync", symbol: "cuMemMapArrayAsync_ptsz", version: 11010, class: C::None, soft: false, facility: "vmm", params: &[p("CUarrayMapInfo_v1*", "mapInfoList", D::Out, K::Struct), p("unsigned int", "count", D::In, K::Len), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x00d8, name: "cuMemPoolCreate", symbol: "cuMemPoolCreate", version: 11020, class: C::Local, soft: true, facility: "pool", params: &[p("CUmemoryPool*", "pool", D::Out, K::Handle(H::Pool)), p("const CUmemPoolProps_v1*", "poolProps", D::In, K::Struct)] },
    Function { id: 0x00d9, name: "cuMemPoolDestroy", symbol: "cuMemPoolDestroy", version: 11020, class: C::Custom, soft: true, facility: "pool", params: &[p("CUmemoryPool", "pool", D::In, K::Handle(H::Pool))] },
    Function { id: 0x00e0, name: "cuMemPoolExportPointer", symbol: "cuMemPoolExportPointer", version: 11020, class: C::None, soft: false, facility: "pool", params: &[p("CUmemPoolPtrExportData_v1*", "shareData_out", D::Out, K::Struct), p("CUdeviceptr_v2", "ptr", D::In, K::DevicePointer)] },
    Function { id: 0x00de, name: "cuMemPoolExportToShareableHandle", symbol: "cuMemPoolExportToShareableHandle", version: 11020, class: C::None, soft: false, facility: "pool", params: &[p("void*", "handle_out", D::In, K::HostPointer), p("CUmemoryPool", "pool", D::In, K::Handle(H::Pool)), p("CUmemAllocationHandleType", "handleType", D::In, K::Unsigned), p("unsigned long long", "flags", D::In, K::Unsigned)] },
    Function { id: 0x00d7, name: "cuMemPoolGetAccess", symbol: "cuMemPoolGetAccess", version: 11020, class: C::Local, soft: true, facility: "pool", params: &[p("CUmemAccess_flags*", "flags", D::Out, K::Unsigned), p("CUmemoryPool", "memPool", D::In, K::Handle(H::Pool)), p("CUmemLocation_v1*", "location", D::Out, K::Struct)] },
    Function { id: 0x00d5, name: "cuMemPoolGetAttribute", symbol: "cuMemPoolGetAttribute", version: 11020, class: C::Local, soft: true, facility: "pool", params: &[p("CUmemoryPool", "pool", D::In, K::Handle(H::Pool)), p("CUmemPool_attribute", "attr", D::In, K::Unsigned), p("void*", "value", D::Out, K::HostPointer)] },
    Function { id: 0x00df, name: "cuMemPoolImportFromShareableHandle", symbol: "cuMemPoolImportFromShareableHandle", version: 11020, class: C::None, soft: false, facility: "pool", params: &[p("CUmemoryPool*", "pool_out", D::Out, K::Handle(H::Pool)), p("void*", "handle", D::In, K::HostPointer), p("CUmemAllocationHandleType", "handleType", D::In, K::Unsigned), p("unsigned long long", "flags", D::In, K::Unsigned)] },
    Function { id: 0x00e1, name: "cuMemPoolImportPointer", symbol: "cuMemPoolImportPointer", version: 11020, class: C::None, soft: false, facility: "pool", params: &[p("CUdeviceptr_v2*", "ptr_out", D::Out, K::DevicePointer), p("CUmemoryPool", "pool", D::In, K::Handle(H::Pool)), p("CUmemPoolPtrExportData_v1*", "shareData", D::Out, K::Struct)] },
    Function { id: 0x00d6, name: "cuMemPoolSetAccess", symbol: "cuMemPoolSetAccess", version: 11020, class: C::Local, soft: true, facility: "pool", params: &[p("CUmemoryPool", "pool", D::In, K::Handle(H::Pool)), p("const CUmemAccessDesc_v1*", "map", D::In, K::Struct), p("size_t", "count", D::In, K::Len)] },
    Function { id: 0x00d4, name: "cuMemPoolSetAttribute", symbol: "cuMemPoolSetAttribute", version: 11020, class: C::Local, soft: true, facility: "pool", params: &[p("CUmemoryPool", "pool", D::In, K::Handle(H::Pool)), p("CUmemPool_attribute", "attr", D::In, K::Unsigned), p("void*", "value", D::In, K::HostPointer)] },
    Function { id: 0x00d3, name: "cuMemPoolTrimTo", symbol: "cuMemPoolTrimTo", version: 11020, class: C::Custom, soft: true, facility: "pool", params: &[p("CUmemoryPool", "pool", D::In, K::Handle(H::Pool)), p("size_t", "minBytesToKeep", D::In, K::Unsigned)] },
    Function { id: 0x00e3, name: "cuMemPrefetchAsync", symbol: "cuMemPrefetchAsync", version: 8000, class: C::Local, soft: true, facility: "managed", params: &[p("CUdeviceptr_v2", "devPtr", D::In, K::DevicePointer), p("size_t", "count", D::In, K::Len), p("CUdevice_v1", "dstDevice", D::In, K::Device), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x80e3, name: "cuMemPrefetchAsync", symbol: "cuMemPrefetchAsync_ptsz", version: 8000, class: C::Local, soft: true, facility: "managed", params: &[p("CUdeviceptr_v2", "devPtr", D::In, K::DevicePointer), p("size_t", "count", D::In, K::Len), p("CUdevice_v1", "dstDevice", D::In, K::Device), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x00e4, name: "cuMemPrefetchAsync", symbol: "cuMemPrefetchAsync_v2", version: 12020, class: C::Local, soft: true, facility: "managed", params: &[p("CUdeviceptr_v2", "devPtr", D::In, K::DevicePointer), p("size_t", "count", D::In, K::Len), p("CUmemLocation_v1", "location", D::In, K::Struct), p("unsigned int", "flags", D::In, K::Unsigned), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x80e4, name: "cuMemPrefetchAsync", symbol: "cuMemPrefetchAsync_v2_ptsz", version: 12020, class: C::Local, soft: true, facility: "managed", params: &[p("CUdeviceptr_v2", "devPtr", D::In, K::DevicePointer), p("size_t", "count", D::In, K::Len), p("CUmemLocation_v1", "location", D::In, K::Struct), p("unsigned int", "flags", D::In, K::Unsigned), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x00e7, name: "cuMemPrefetchBatchAsync", symbol: "cuMemPrefetchBatchAsync", version: 13000, class: C::None, soft: false, facility: "memory", params: &[p("CUdeviceptr_v2*", "dptrs", D::Out, K::DevicePointer), p("size_t*", "sizes", D::Out, K::Unsigned), p("size_t", "count", D::In, K::Len), p("CUmemLocation_v1*", "prefetchLocs", D::Out, K::Struct), p("size_t*", "prefetchLocIdxs", D::Out, K::Unsigned), p("size_t", "numPrefetchLocs", D::In, K::Len), p("unsigned long long", "flags", D::In, K::Unsigned), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x80e7, name: "cuMemPrefetchBatchAsync", symbol: "cuMemPrefetchBatchAsync_ptsz", version: 13000, class: C::None, soft: false, facility: "memory", params: &[p("CUdeviceptr_v2*", "dptrs", D::Out, K::DevicePointer), p("size_t*", "sizes", D::Out, K::Unsigned), p("size_t", "count", D::In, K::Len), p("CUmemLocation_v1*", "prefetchLocs", D::Out, K::Struct), p("size_t*", "prefetchLocIdxs", D::Out, K::Unsigned), p("size_t", "numPrefetchLocs", D::In, K::Len), p("unsigned long long", "flags", D::In, K::Unsigned), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x00ea, name: "cuMemRangeGetAttribute", symbol: "cuMemRangeGetAttribute", version: 8000, class: C::Local, soft: true, facility: "managed", params: &[p("void*", "data", D::Out, K::HostPointer), p("size_t", "dataSize", D::In, K::Unsigned), p("CUmem_range_attribute", "attribute", D::In, K::Unsigned), p("CUdeviceptr_v2", "devPtr", D::In, K::DevicePointer), p("size_t", "count", D::In, K::Len)] },
    Function { id: 0x00eb, name: "cuMemRangeGetAttributes", symbol: "cuMemRangeGetAttributes", version: 8000, class: C::Local, soft: true, facility: "managed", params: &[p("void**", "data", D::Out, K::HostPointer), p("size_t*", "dataSizes", D::Out, K::Unsigned), p("CUmem_range_attribute*", "attributes", D::In, K::Unsigned), p("size_t", "numAttributes", D::In, K::Len), p("CUdeviceptr_v2", "devPtr", D::In, K::DevicePointer), p("size_t", "count", D::In, K::Len)] },
    Function { id: 0x00c6, name: "cuMemRelease", symbol: "cuMemRelease", version: 10020, class: C::Custom, soft: true, facility: "vmm", params: &[p("CUmemGenericAllocationHandle_v1", "handle", D::In, K::Handle(H::Allocation))] },
    Function { id: 0x00d0, name: "cuMemRetainAllocationHandle", symbol: "cuMemRetainAllocationHandle", version: 11000, class: C::Local, soft: true, facility: "vmm", params: &[p("CUmemGenericAllocationHandle_v1*", "handle", D::Out, K::Handle(H::Allocation)), p("void*", "addr", D::In, K::HostPointer)] },
    Function { id: 0x00ca, name: "cuMemSetAccess", symbol: "cuMemSetAccess", version: 10020, class: C::Custom, soft: true, facility: "vmm", params: &[p("CUdeviceptr_v2", "ptr", D::In, K::DevicePointer), p("size_t", "size", D::In, K::Len), p("const CUmemAccessDesc_v1*", "desc", D::In, K::Struct), p("size_t", "count", D::In, K::Len)] },
    Function { id: 0x00dc, name: "cuMemSetMemPool", symbol: "cuMemSetMemPool", version: 13000, class: C::Local, soft: true, facility: "pool", params: &[p("CUmemLocation*", "location", D::Out, K::Struct), p("CUmemAllocationType", "type", D::In, K::Unsigned), p("CUmemoryPool", "pool", D::In, K::Handle(H::Pool))] },
    Function { id: 0x00c9, name: "cuMemUnmap", symbol: "cuMemUnmap", version: 10020, class: C::Custom, soft: true, facility: "vmm", params: &[p("CUdeviceptr_v2", "ptr", D::In, K::DevicePointer), p("size_t", "size", D::In, K::Len)] },
    Function { id: 0x006f, name: "cuMemcpy", symbol: "cuMemcpy", version: 4000, class: C::Custom, soft: true, facility: "memory", params: &[p("CUdeviceptr_v2", "dst", D::In, K::DevicePointer), p("CUdeviceptr_v2", "src", D::In, K::DevicePointer), p("size_t", "ByteCount", D::In, K::Len)] },
    Function { id: 0x806f, name: "cuMemcpy", symbol: "cuMemcpy_ptds", version: 7000, class: C::Custom, soft: true, facility: "memory", params: &[p("CUdeviceptr_v2", "dst", D::In, K::DevicePointer), p("CUdeviceptr_v2", "src", D::In, K::DevicePointer), p("size_t", "ByteCount", D::In, K::Len)] },
    Function { id: 0x0081, name: "cuMemcpy2D", symbol: "cuMemcpy2D", version: 2000, class: C::None, soft: false, facility: "memory", params: &[p("const CUDA_MEMCPY2D_v1*", "pCopy", D::In, K::Struct)] },
    Function { id: 0x0082, name: "cuMemcpy2D", symbol: "cuMemcpy2D_v2", version: 3020, class: C::Custom, soft: true, facility: "memory", params: &[p("const CUDA_MEMCPY2D_v2*", "pCopy", D::In, K::Struct)] },
    Function { id: 0x8082, name: "cuMemcpy2D", symbol: "cuMemcpy2D_v2_ptds", version: 7000, class: C::Custom, soft: true, facility: "memory", params: &[p("const CUDA_MEMCPY2D_v2*", "pCopy", D::In, K::Struct)] },
    Function { id: 0x0094, name: "cuMemcpy2DAsync", symbol: "cuMemcpy2DAsync", version: 2000, class: C::None, soft: false, facility: "memory", params: &[p("const CUDA_MEMCPY2D_v1*", "pCopy", D::In, K::Struct), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x0095, name: "cuMemcpy2DAsync", symbol: "cuMemcpy2DAsync_v2", version: 3020, class: C::Custom, soft: true, facility: "memory", params: &[p("const CUDA_MEMCPY2D_v2*", "pCopy", D::In, K::Struct), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x8095, name: "cuMemcpy2DAsync", symbol: "cuMemcpy2DAsync_v2_ptsz", version: 7000, class: C::Custom, soft: true, facility: "memory", params: &[p("const CUDA_MEMCPY2D_v2*", "pCopy", D::In, K::Struct), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x0083, name: "cuMemcpy2DUnaligned", symbol: "cuMemcpy2DUnaligned", version: 2000, class: C::None, soft: false, facility: "memory", params: &[p("const CUDA_MEMCPY2D_v1*", "pCopy", D::In, K::Struct)] },
    Function { id: 0x0084, name: "cuMemcpy2DUnaligned", symbol: "cuMemcpy2DUnaligned_v2", version: 3020, class: C::Custom, soft: true, facility: "memory", params: &[p("const CUDA_MEMCPY2D_v2*", "pCopy", D::In, K::Struct)] },
    Function { id: 0x8084, name: "cuMemcpy2DUnaligned", symbol: "cuMemcpy2DUnaligned_v2_ptds", version: 7000, class: C::Custom, soft: true, facility: "memory", params: &[p("const CUDA_MEMCPY2D_v2*", "pCopy", D::In, K::Struct)] },
    Function { id: 0x0085, name: "cuMemcpy3D", symbol: "cuMemcpy3D", version: 2000, class: C::None, soft: false, facility: "memory", params: &[p("const CUDA_MEMCPY3D_v1*", "pCopy", D::In, K::Struct)] },
    Function { id: 0x0086, name: "cuMemcpy3D", symbol: "cuMemcpy3D_v2", version: 3020, class: C::Custom, soft: true, facility: "memory", params: &[p("const CUDA_MEMCPY3D_v2*", "pCopy", D::In, K::Struct)] },
    Function { id: 0x8086, name: "cuMemcpy3D", symbol: "cuMemcpy3D_v2_ptds", version: 7000, class: C::Custom, soft: true, facility: "memory", params: &[p("const CUDA_MEMCPY3D_v2*", "pCopy", D::In, K::Struct)] },
    Function { id: 0x0096, name: "cuMemcpy3DAsync", symbol: "cuMemcpy3DAsync", version: 2000, class: C::None, soft: false, facility: "memory", params: &[p("const CUDA_MEMCPY3D_v1*", "pCopy", D::In, K::Struct), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x0097, name: "cuMemcpy3DAsync", symbol: "cuMemcpy3DAsync_v2", version: 3020, class: C::Custom, soft: true, facility: "memory", params: &[p("const CUDA_MEMCPY3D_v2*", "pCopy", D::In, K::Struct), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x8097, name: "cuMemcpy3DAsync", symbol: "cuMemcpy3DAsync_v2_ptsz", version: 7000, class: C::Custom, soft: true, facility: "memory", params: &[p("const CUDA_MEMCPY3D_v2*", "pCopy", D::In, K::Struct), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x009b, name: "cuMemcpy3DBatchAsync", symbol: "cuMemcpy3DBatchAsync", version: 12080, class: C::None, soft: false, facility: "memory", params: &[p("size_t", "numParams", D::In, K::Len), p("CUDA_MEMCPY3D_BATCH_OP_v1*", "opList", D::Out, K::Struct), p("size_t*", "failIdx", D::Out, K::Unsigned), p("unsigned long long", "flags", D::In, K::Unsigned), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x809b, name: "cuMemcpy3DBatchAsync", symbol: "cuMemcpy3DBatchAsync_ptsz", version: 12080, class: C::None, soft: false, facility: "memory", params: &[p("size_t", "numParams", D::In, K::Len), p("CUDA_MEMCPY3D_BATCH_OP_v1*", "opList", D::Out, K::Struct), p("size_t*", "failIdx", D::Out, K::Unsigned), p("unsigned long long", "flags", D::In, K::Unsigned), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x009c, name: "cuMemcpy3DBatchAsync", symbol: "cuMemcpy3DBatchAsync_v2", version: 13000, class: C::None, soft: false, facility: "memory", params: &[p("size_t", "numParams", D::In, K::Len), p("CUDA_MEMCPY3D_BATCH_OP_v1*", "opList", D::Out, K::Struct), p("unsigned long long", "flags", D::In, K::Unsigned), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x809c, name: "cuMemcpy3DBatchAsync", symbol: "cuMemcpy3DBatchAsync_v2_ptsz", version: 13000, class: C::None, soft: false, facility: "memory", params: &[p("size_t", "numParams", D::In, K::Len), p("CUDA_MEMCPY3D_BATCH_OP_v1*", "opList", D::Out, K::Struct), p("unsigned long long", "flags", D::In, K::Unsigned), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x0087, name: "cuMemcpy3DPeer", symbol: "cuMemcpy3DPeer", version: 4000, class: C::None, soft: false, facility: "memory", params: &[p("const CUDA_MEMCPY3D_PEER_v1*", "pCopy", D::In, K::Struct)] },
    Function { id: 0x8087, name: "cuMemcpy3DPeer", symbol: "cuMemcpy3DPeer_ptds", version: 7000, class: C::None, soft: false, facility: "memory", params: &[p("const CUDA_MEMCPY3D_PEER_v1*", "pCopy", D::In, K::Struct)] },
    Function { id: 0x0098, name: "cuMemcpy3DPeerAsync", symbol: "cuMemcpy3DPeerAsync", version: 4000, class: C::None, soft: false, facility: "memory", params: &[p("const CUDA_MEMCPY3D_PEER_v1*", "pCopy", D::In, K::Struct), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x8098, name: "cuMemcpy3DPeerAsync", symbol: "cuMemcpy3DPeerAsync_ptsz", version: 7000, class: C::None, soft: false, facility: "memory", params: &[p("const CUDA_MEMCPY3D_PEER_v1*", "pCopy", D::In, K::Struct), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x009f, name: "cuMemcpy3DWithAttributesAsync", symbol: "cuMemcpy3DWithAttributesAsync", version: 13020, class: C::None, soft: false, facility: "memory", params: &[p("CUDA_MEMCPY3D_BATCH_OP_v1*", "op", D::Out, K::Struct), p("unsigned long long", "flags", D::In, K::Unsigned), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x809f, name: "cuMemcpy3DWithAttributesAsync", symbol: "cuMemcpy3DWithAttributesAsync_ptsz", version: 13020, class: C::None, soft: false, facility: "memory", params: &[p("CUDA_MEMCPY3D_BATCH_OP_v1*", "op", D::Out, K::Struct), p("unsigned long long", "flags", D::In, K::Unsigned), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x0088, name: "cuMemcpyAsync", symbol: "cuMemcpyAsync", version: 4000, class: C::Custom, soft: true, facility: "memory", params: &[p("CUdeviceptr_v2", "dst", D::In, K::DevicePointer), p("CUdeviceptr_v2", "src", D::In, K::DevicePointer), p("size_t", "ByteCount", D::In, K::Len), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x8088, name: "cuMemcpyAsync", symbol: "cuMemcpyAsync_ptsz", version: 7000, class: C::Custom, soft: true, facility: "memory", params: &[p("CUdeviceptr_v2", "dst", D::In, K::DevicePointer), p("CUdeviceptr_v2", "src", D::In, K::DevicePointer), p("size_t", "ByteCount", D::In, K::Len), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x007f, name: "cuMemcpyAtoA", symbol: "cuMemcpyAtoA", version: 2000, class: C::None, soft: false, facility: "memory", params: &[p("CUarray", "dstArray", D::In, K::Handle(H::Array)), p("unsigned int", "dstOffset", D::In, K::Unsigned), p("CUarray", "srcArray", D::In, K::Handle(H::Array)), p("unsigned int", "srcOffset", D::In, K::Unsigned), p("unsigned int", "ByteCount", D::In, K::Len)] },
    Function { id: 0x0080, name: "cuMemcpyAtoA", symbol: "cuMemcpyAtoA_v2", version: 3020, class: C::Custom, soft: true, facility: "memory", params: &[p("CUarray", "dstArray", D::In, K::Handle(H::Array)), p("size_t", "dstOffset", D::In, K::Unsigned), p("CUarray", "srcArray", D::In, K::Handle(H::Array)), p("size_t", "srcOffset", D::In, K::Unsigned), p("size_t", "ByteCount", D::In, K::Len)] },
    Function { id: 0x8080, name: "cuMemcpyAtoA", symbol: "cuMemcpyAtoA_v2_ptds", version: 7000, class: C::Custom, soft: true, facility: "memory", params: &[p("CUarray", "dstArray", D::In, K::Handle(H::Array)), p("size_t", "dstOffset", D::In, K::Unsigned), p("CUarray", "srcArray", D::In, K::Handle(H::Array)), p("size_t", "srcOffset", D::In, K::Unsigned), p("size_t", "ByteCount", D::In, K::Len)] },
    Function { id: 0x0079, name: "cuMemcpyAtoD", symbol: "cuMemcpyAtoD", version: 2000, class: C::None, soft: false, facility: "memory", params: &[p("CUdeviceptr_v1", "dstDevice", D::In, K::DevicePointer), p("CUarray", "srcArray", D::In, K::Handle(H::Array)), p("unsigned int", "srcOffset", D::In, K::Unsigned), p("unsigned int", "ByteCount", D::In, K::Len)] },
    Function { id: 0x007a, name: "cuMemcpyAtoD", symbol: "cuMemcpyAtoD_v2", version: 3020, class: C::Custom, soft: true, facility: "memory", params: &[p("CUdeviceptr_v2", "dstDevice", D::In, K::DevicePointer), p("CUarray", "srcArray", D::In, K::Handle(H::Array)), p("size_t", "srcOffset", D::In, K::Unsigned), p("size_t", "ByteCount", D::In, K::Len)] },
    Function { id: 0x807a, name: "cuMemcpyAtoD", symbol: "cuMemcpyAtoD_v2_ptds", version: 7000, class: C::Custom, soft: true, facility: "memory", params: &[p("CUdeviceptr_v2", "dstDevice", D::In, K::DevicePointer), p("CUarray", "srcArray", D::In, K::Handle(H::Array)), p("size_t", "srcOffset", D::In, K::Unsigned), p("size_t", "ByteCount", D::In, K::Len)] },
    Function { id: 0x007d, name: "cuMemcpyAtoH", symbol: "cuMemcpyAtoH", version: 2000, class: C::None, soft: false, facility: "memory", params: &[p("void*", "dstHost", D::Out, K::HostPointer), p("CUarray", "srcArray", D::In, K::Handle(H::Array)), p("unsigned int", "srcOffset", D::In, K::Unsigned), p("unsigned int", "ByteCount", D::In, K::Len)] },
    Function { id: 0x007e, name: "cuMemcpyAtoH", symbol: "cuMemcpyAtoH_v2", version: 3020, class: C::Custom, soft: true, facility: "memory", params: &[p("void*", "dstHost", D::Out, K::HostPointer), p("CUarray", "srcArray", D::In, K::Handle(H::Array)), p("size_t", "srcOffset", D::In, K::Unsigned), p("size_t", "ByteCount", D::In, K::Len)] },
    Function { id: 0x807e, name: "cuMemcpyAtoH", symbol: "cuMemcpyAtoH_v2_ptds", version: 7000, class: C::Custom, soft: true, facility: "memory", params: &[p("void*", "dstHost", D::Out, K::HostPointer), p("CUarray", "srcArray", D::In, K::Handle(H::Array)), p("size_t", "srcOffset", D::In, K::Unsigned), p("size_t", "ByteCount", D::In, K::Len)] },
    Function { id: 0x0092, name: "cuMemcpyAtoHAsync", symbol: "cuMemcpyAtoHAsync", version: 2000, class: C::None, soft: false, facility: "memory", params: &[p("void*", "dstHost", D::Out, K::HostPointer), p("CUarray", "srcArray", D::In, K::Handle(H::Array)), p("unsigned int", "srcOffset", D::In, K::Unsigned), p("unsigned int", "ByteCount", D::In, K::Len), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x0093, name: "cuMemcpyAtoHAsync", symbol: "cuMemcpyAtoHAsync_v2", version: 3020, class: C::Custom, soft: true, facility: "memory", params: &[p("void*", "dstHost", D::Out, K::HostPointer), p("CUarray", "srcArray", D::In, K::Handle(H::Array)), p("size_t", "srcOffset", D::In, K::Unsigned), p("size_t", "ByteCount", D::In, K::Len), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x8093, name: "cuMemcpyAtoHAsync", symbol: "cuMemcpyAtoHAsync_v2_ptsz", version: 7000, class: C::Custom, soft: true, facility: "memory", params: &[p("void*", "dstHost", D::Out, K::HostPointer), p("CUarray", "srcArray", D::In, K::Handle(H::Array)), p("size_t", "srcOffset", D::In, K::Unsigned), p("size_t", "ByteCount", D::In, K::Len), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x0099, name: "cuMemcpyBatchAsync", symbol: "cuMemcpyBatchAsync", version: 12080, class: C::None, soft: false, facility: "memory", params: &[p("CUdeviceptr_v2*", "dsts", D::Out, K::DevicePointer), p("CUdeviceptr_v2*", "srcs", D::Out, K::DevicePointer), p("size_t*", "sizes", D::Out, K::Unsigned), p("size_t", "count", D::In, K::Len), p("CUmemcpyAttributes_v1*", "attrs", D::Out, K::Struct), p("size_t*", "attrIdxs", D::Out, K::Unsigned), p("size_t", "numAttrs", D::In, K::Len), p("size_t*", "failIdx", D::Out, K::Unsigned), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x8099, name: "cuMemcpyBatchAsync", symbol: "cuMemcpyBatchAsync_ptsz", version: 12080, class: C::None, soft: false, facility: "memory", params: &[p("CUdeviceptr_v2*", "dsts", D::Out, K::DevicePointer), p("CUdeviceptr_v2*", "srcs", D::Out, K::DevicePointer), p("size_t*", "sizes", D::Out, K::Unsigned), p("size_t", "count", D::In, K::Len), p("CUmemcpyAttributes_v1*", "attrs", D::Out, K::Struct), p("size_t*", "attrIdxs", D::Out, K::Unsigned), p("size_t", "numAttrs", D::In, K::Len), p("size_t*", "failIdx", D::Out, K::Unsigned), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x009a, name: "cuMemcpyBatchAsync", symbol: "cuMemcpyBatchAsync_v2", version: 13000, class: C::None, soft: false, facility: "memory", params: &[p("CUdeviceptr_v2*", "dsts", D::Out, K::DevicePointer), p("CUdeviceptr_v2*", "srcs", D::Out, K::DevicePointer), p("size_t*", "sizes", D::Out, K::Unsigned), p("size_t", "count", D::In, K::Len), p("CUmemcpyAttributes_v1*", "attrs", D::Out, K::Struct), p("size_t*", "attrIdxs", D::Out, K::Unsigned), p("size_t", "numAttrs", D::In, K::Len), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x809a, name: "cuMemcpyBatchAsync", symbol: "cuMemcpyBatchAsync_v2_ptsz", version: 13000, class: C::None, soft: false, facility: "memory", params: &[p("CUdeviceptr_v2*", "dsts", D::Out, K::DevicePointer), p("CUdeviceptr_v2*", "srcs", D::Out, K::DevicePointer), p("size_t*", "sizes", D::Out, K::Unsigned), p("size_t", "count", D::In, K::Len), p("CUmemcpyAttributes_v1*", "attrs", D::Out, K::Struct), p("size_t*", "attrIdxs", D::Out, K::Unsigned), p("size_t", "numAttrs", D::In, K::Len), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x0077, name: "cuMemcpyDtoA", symbol: "cuMemcpyDtoA", version: 2000, class: C::None, soft: false, facility: "memory", params: &[p("CUarray", "dstArray", D::In, K::Handle(H::Array)), p("unsigned int", "dstOffset", D::In, K::Unsigned), p("CUdeviceptr_v1", "srcDevice", D::In, K::DevicePointer), p("unsigned int", "ByteCount", D::In, K::Len)] },
    Function { id: 0x0078, name: "cuMemcpyDtoA", symbol: "cuMemcpyDtoA_v2", version: 3020, class: C::Custom, soft: true, facility: "memory", params: &[p("CUarray", "dstArray", D::In, K::Handle(H::Array)), p("size_t", "dstOffset", D::In, K::Unsigned), p("CUdeviceptr_v2", "srcDevice", D::In, K::DevicePointer), p("size_t", "ByteCount", D::In, K::Len)] },
    Function { id: 0x8078, name: "cuMemcpyDtoA", symbol: "cuMemcpyDtoA_v2_ptds", version: 7000, class: C::Custom, soft: true, facility: "memory", params: &[p("CUarray", "dstArray", D::In, K::Handle(H::Array)), p("size_t", "dstOffset", D::In, K::Unsigned), p("CUdeviceptr_v2", "srcDevice", D::In, K::DevicePointer), p("size_t", "ByteCount", D::In, K::Len)] },
    Function { id: 0x0075, name: "cuMemcpyDtoD", symbol: "cuMemcpyDtoD", version: 2000, class: C::None, soft: false, facility: "memory", params: &[p("CUdeviceptr_v1", "dstDevice", D::In, K::DevicePointer), p("CUdeviceptr_v1", "srcDevice", D::In, K::DevicePointer), p("unsigned int", "ByteCount", D::In, K::Len)] },
    Function { id: 0x0076, name: "cuMemcpyDtoD", symbol: "cuMemcpyDtoD_v2", version: 3020, class: C::Custom, soft: true, facility: "memory", params: &[p("CUdeviceptr_v2", "dstDevice", D::In, K::DevicePointer), p("CUdeviceptr_v2", "srcDevice", D::In, K::DevicePointer), p("size_t", "ByteCount", D::In, K::Len)] },
    Function { id: 0x8076, name: "cuMemcpyDtoD", symbol: "cuMemcpyDtoD_v2_ptds", version: 7000, class: C::Custom, soft: true, facility: "memory", params: &[p("CUdeviceptr_v2", "dstDevice", D::In, K::DevicePointer), p("CUdeviceptr_v2", "srcDevice", D::In, K::DevicePointer), p("size_t", "ByteCount", D::In, K::Len)] },
    Function { id: 0x008e, name: "cuMemcpyDtoDAsync", symbol: "cuMemcpyDtoDAsync", version: 3000, class: C::None, soft: false, facility: "memory", params: &[p("CUdeviceptr_v1", "dstDevice", D::In, K::DevicePointer), p("CUdeviceptr_v1", "srcDevice", D::In, K::DevicePointer), p("unsigned int", "ByteCount", D::In, K::Len), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x008f, name: "cuMemcpyDtoDAsync", symbol: "cuMemcpyDtoDAsync_v2", version: 3020, class: C::Custom, soft: true, facility: "memory", params: &[p("CUdeviceptr_v2", "dstDevice", D::In, K::DevicePointer), p("CUdeviceptr_v2", "srcDevice", D::In, K::DevicePointer), p("size_t", "ByteCount", D::In, K::Len), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x808f, name: "cuMemcpyDtoDAsync", symbol: "cuMemcpyDtoDAsync_v2_ptsz", version: 7000, class: C::Custom, soft: true, facility: "memory", params: &[p("CUdeviceptr_v2", "dstDevice", D::In, K::DevicePointer), p("CUdeviceptr_v2", "srcDevice", D::In, K::DevicePointer), p("size_t", "ByteCount", D::In, K::Len), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x0073, name: "cuMemcpyDtoH", symbol: "cuMemcpyDtoH", version: 2000, class: C::None, soft: false, facility: "memory", params: &[p("void*", "dstHost", D::Out, K::HostPointer), p("CUdeviceptr_v1", "srcDevice", D::In, K::DevicePointer), p("unsigned int", "ByteCount", D::In, K::Len)] },
    Function { id: 0x0074, name: "cuMemcpyDtoH", symbol: "cuMemcpyDtoH_v2", version: 3020, class: C::Custom, soft: true, facility: "memory", params: &[p("void*", "dstHost", D::Out, K::HostPointer), p("CUdeviceptr_v2", "srcDevice", D::In, K::DevicePointer), p("size_t", "ByteCount", D::In, K::Len)] },
    Function { id: 0x8074, name: "cuMemcpyDtoH", symbol: "cuMemcpyDtoH_v2_ptds", version: 7000, class: C::Custom, soft: true, facility: "memory", params: &[p("void*", "dstHost", D::Out, K::HostPointer), p("CUdeviceptr_v2", "srcDevice", D::In, K::DevicePointer), p("size_t", "ByteCount", D::In, K::Len)] },
    Function { id: 0x008c, name: "cuMemcpyDtoHAsync", symbol: "cuMemcpyDtoHAsync", version: 2000, class: C::None, soft: false, facility: "memory", params: &[p("void*", "dstHost", D::Out, K::HostPointer), p("CUdeviceptr_v1", "srcDevice", D::In, K::DevicePointer), p("unsigned int", "ByteCount", D::In, K::Len), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x008d, name: "cuMemcpyDtoHAsync", symbol: "cuMemcpyDtoHAsync_v2", version: 3020, class: C::Custom, soft: true, facility: "memory", params: &[p("void*", "dstHost", D::Out, K::HostPointer), p("CUdeviceptr_v2", "srcDevice", D::In, K::DevicePointer), p("size_t", "ByteCount", D::In, K::Len), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x808d, name: "cuMemcpyDtoHAsync", symbol: "cuMemcpyDtoHAsync_v2_ptsz", version: 7000, class: C::Custom, soft: true, facility: "memory", params: &[p("void*", "dstHost", D::Out, K::HostPointer), p("CUdeviceptr_v2", "srcDevice", D::In, K::DevicePointer), p("size_t", "ByteCount", D::In, K::Len), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x007b, name: "cuMemcpyHtoA", symbol: "cuMemcpyHtoA", version: 2000, class: C::None, soft: false, facility: "memory", params: &[p("CUarray", "dstArray", D::In, K::Handle(H::Array)), p("unsigned int", "dstOffset", D::In, K::Unsigned), p("const void*", "srcHost", D::In, K::HostPointer), p("unsigned int", "ByteCount", D::In, K::Len)] },
    Function { id: 0x007c, name: "cuMemcpyHtoA", symbol: "cuMemcpyHtoA_v2", version: 3020, class: C::Custom, soft: true, facility: "memory", params: &[p("CUarray", "dstArray", D::In, K::Handle(H::Array)), p("size_t", "dstOffset", D::In, K::Unsigned), p("const void*", "srcHost", D::In, K::HostPointer), p("size_t", "ByteCount", D::In, K::Len)] },
    Function { id: 0x807c, name: "cuMemcpyHtoA", symbol: "cuMemcpyHtoA_v2_ptds", version: 7000, class: C::Custom, soft: true, facility: "memory", params: &[p("CUarray", "dstArray", D::In, K::Handle(H::Array)), p("size_t", "dstOffset", D::In, K::Unsigned), p("const void*", "srcHost", D::In, K::HostPointer), p("size_t", "ByteCount", D::In, K::Len)] },
    Function { id: 0x0090, name: "cuMemcpyHtoAAsync", symbol: "cuMemcpyHtoAAsync", version: 2000, class: C::None, soft: false, facility: "memory", params: &[p("CUarray", "dstArray", D::In, K::Handle(H::Array)), p("unsigned int", "dstOffset", D::In, K::Unsigned), p("const void*", "srcHost", D::In, K::HostPointer), p("unsigned int", "ByteCount", D::In, K::Len), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x0091, name: "cuMemcpyHtoAAsync", symbol: "cuMemcpyHtoAAsync_v2", version: 3020, class: C::Custom, soft: true, facility: "memory", params: &[p("CUarray", "dstArray", D::In, K::Handle(H::Array)), p("size_t", "dstOffset", D::In, K::Unsigned), p("const void*", "srcHost", D::In, K::HostPointer), p("size_t", "ByteCount", D::In, K::Len), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x8091, name: "cuMemcpyHtoAAsync", symbol: "cuMemcpyHtoAAsync_v2_ptsz", version: 7000, class: C::Custom, soft: true, facility: "memory", params: &[p("CUarray", "dstArray", D::In, K::Handle(H::Array)), p("size_t", "dstOffset", D::In, K::Unsigned), p("const void*", "srcHost", D::In, K::HostPointer), p("size_t", "ByteCount", D::In, K::Len), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x0071, name: "cuMemcpyHtoD", symbol: "cuMemcpyHtoD", version: 2000, class: C::None, soft: false, facility: "memory", params: &[p("CUdeviceptr_v1", "dstDevice", D::In, K::DevicePointer), p("const void*", "srcHost", D::In, K::HostPointer), p("unsigned int", "ByteCount", D::In, K::Len)] },
    Function { id: 0x0072, name: "cuMemcpyHtoD", symbol: "cuMemcpyHtoD_v2", version: 3020, class: C::Custom, soft: true, facility: "memory", params: &[p("CUdeviceptr_v2", "dstDevice", D::In, K::DevicePointer), p("const void*", "srcHost", D::In, K::HostPointer), p("size_t", "ByteCount", D::In, K::Len)] },
    Function { id: 0x8072, name: "cuMemcpyHtoD", symbol: "cuMemcpyHtoD_v2_ptds", version: 7000, class: C::Custom, soft: true, facility: "memory", params: &[p("CUdeviceptr_v2", "dstDevice", D::In, K::DevicePointer), p("const void*", "srcHost", D::In, K::HostPointer), p("size_t", "ByteCount", D::In, K::Len)] },
    Function { id: 0x008a, name: "cuMemcpyHtoDAsync", symbol: "cuMemcpyHtoDAsync", version: 2000, class: C::None, soft: false, facility: "memory", params: &[p("CUdeviceptr_v1", "dstDevice", D::In, K::DevicePointer), p("const void*", "srcHost", D::In, K::HostPointer), p("unsigned int", "ByteCount", D::In, K::Len), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x008b, name: "cuMemcpyHtoDAsync", symbol: "cuMemcpyHtoDAsync_v2", version: 3020, class: C::Custom, soft: true, facility: "memory", params: &[p("CUdeviceptr_v2", "dstDevice", D::In, K::DevicePointer), p("const void*", "srcHost", D::In, K::HostPointer), p("size_t", "ByteCount", D::In, K::Len), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x808b, name: "cuMemcpyHtoDAsync", symbol: "cuMemcpyHtoDAsync_v2_ptsz", version: 7000, class: C::Custom, soft: true, facility: "memory", params: &[p("CUdeviceptr_v2", "dstDevice", D::In, K::DevicePointer), p("const void*", "srcHost", D::In, K::HostPointer), p("size_t", "ByteCount", D::In, K::Len), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x0070, name: "cuMemcpyPeer", symbol: "cuMemcpyPeer", version: 4000, class: C::None, soft: false, facility: "memory", params: &[p("CUdeviceptr_v2", "dstDevice", D::In, K::DevicePointer), p("CUcontext", "dstContext", D::In, K::Handle(H::Context)), p("CUdeviceptr_v2", "srcDevice", D::In, K::DevicePointer), p("CUcontext", "srcContext", D::In, K::Handle(H::Context)), p("size_t", "ByteCount", D::In, K::Len)] },
    Function { id: 0x8070, name: "cuMemcpyPeer", symbol: "cuMemcpyPeer_ptds", version: 7000, class: C::None, soft: false, facility: "memory", params: &[p("CUdeviceptr_v2", "dstDevice", D::In, K::DevicePointer), p("CUcontext", "dstContext", D::In, K::Handle(H::Context)), p("CUdeviceptr_v2", "srcDevice", D::In, K::DevicePointer), p("CUcontext", "srcContext", D::In, K::Handle(H::Context)), p("size_t", "ByteCount", D::In, K::Len)] },
    Function { id: 0x0089, name: "cuMemcpyPeerAsync", symbol: "cuMemcpyPeerAsync", version: 4000, class: C::None, soft: false, facility: "memory", params: &[p("CUdeviceptr_v2", "dstDevice", D::In, K::DevicePointer), p("CUcontext", "dstContext", D::In, K::Handle(H::Context)), p("CUdeviceptr_v2", "srcDevice", D::In, K::DevicePointer), p("CUcontext", "srcContext", D::In, K::Handle(H::Context)), p("size_t", "ByteCount", D::In, K::Len), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x8089, name: "cuMemcpyPeerAsync", symbol: "cuMemcpyPeerAsync_ptsz", version: 7000, class: C::None, soft: false, facility: "memory", params: &[p("CUdeviceptr_v2", "dstDevice", D::In, K::DevicePointer), p("CUcontext", "dstContext", D::In, K::Handle(H::Context)), p("CUdeviceptr_v2", "srcDevice", D::In, K::DevicePointer), p("CUcontext", "srcContext", D::In, K::Handle(H::Context)), p("size_t", "ByteCount", D::In, K::Len), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x009e, name: "cuMemcpyWithAttributesAsync", symbol: "cuMemcpyWithAttributesAsync", version: 13020, class: C::None, soft: false, facility: "memory", params: &[p("CUdeviceptr_v2", "dst", D::In, K::DevicePointer), p("CUdeviceptr_v2", "src", D::In, K::DevicePointer), p("size_t", "size", D::In, K::Len), p("CUmemcpyAttributes_v1*", "attr", D::Out, K::Struct), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x809e, name: "cuMemcpyWithAttributesAsync", symbol: "cuMemcpyWithAttributesAsync_ptsz", version: 13020, class: C::None, soft: false, facility: "memory", params: &[p("CUdeviceptr_v2", "dst", D::In, K::DevicePointer), p("CUdeviceptr_v2", "src", D::In, K::DevicePointer), p("size_t", "size", D::In, K::Len), p("CUmemcpyAttributes_v1*", "attr", D::Out, K::Struct), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x00a2, name: "cuMemsetD16", symbol: "cuMemsetD16", version: 2000, class: C::None, soft: false, facility: "memory", params: &[p("CUdeviceptr_v1", "dstDevice", D::In, K::DevicePointer), p("unsigned short", "us", D::In, K::Unsigned), p("unsigned int", "N", D::In, K::Len)] },
    Function { id: 0x00a3, name: "cuMemsetD16", symbol: "cuMemsetD16_v2", version: 3020, class: C::Custom, soft: true, facility: "memory", params: &[p("CUdeviceptr_v2", "dstDevice", D::In, K::DevicePointer), p("unsigned short", "us", D::In, K::Unsigned), p("size_t", "N", D::In, K::Len)] },
    Function { id: 0x80a3, name: "cuMemsetD16", symbol: "cuMemsetD16_v2_ptds", version: 7000, class: C::Custom, soft: true, facility: "memory", params: &[p("CUdeviceptr_v2", "dstDevice", D::In, K::DevicePointer), p("unsigned short", "us", D::In, K::Unsigned), p("size_t", "N", D::In, K::Len)] },
    Function { id: 0x00ad, name: "cuMemsetD16Async", symbol: "cuMemsetD16Async", version: 3020, class: C::Custom, soft: true, facility: "memory", params: &[p("CUdeviceptr_v2", "dstDevice", D::In, K::DevicePointer), p("unsigned short", "us", D::In, K::Unsigned), p("size_t", "N", D::In, K::Len), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x80ad, name: "cuMemsetD16Async", symbol: "cuMemsetD16Async_ptsz", version: 7000, class: C::Custom, soft: true, facility: "memory", params: &[p("CUdeviceptr_v2", "dstDevice", D::In, K::DevicePointer), p("unsigned short", "us", D::In, K::Unsigned), p("size_t", "N", D::In, K::Len), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x00a8, name: "cuMemsetD2D16", symbol: "cuMemsetD2D16", version: 2000, class: C::None, soft: false, facility: "memory", params: &[p("CUdeviceptr_v1", "dstDevice", D::In, K::DevicePointer), p("unsigned int", "dstPitch", D::In, K::Unsigned), p("unsigned short", "us", D::In, K::Unsigned), p("unsigned int", "Width", D::In, K::Unsigned), p("unsigned int", "Height", D::In, K::Unsigned)] },
    Function { id: 0x00a9, name: "cuMemsetD2D16", symbol: "cuMemsetD2D16_v2", version: 3020, class: C::Custom, soft: true, facility: "memory", params: &[p("CUdeviceptr_v2", "dstDevice", D::In, K::DevicePointer), p("size_t", "dstPitch", D::In, K::Unsigned), p("unsigned short", "us", D::In, K::Unsigned), p("size_t", "Width", D::In, K::Unsigned), p("size_t", "Height", D::In, K::Unsigned)] },
    Function { id: 0x80a9, name: "cuMemsetD2D16", symbol: "cuMemsetD2D16_v2_ptds", version: 7000, class: C::Custom, soft: true, facility: "memory", params: &[p("CUdeviceptr_v2", "dstDevice", D::In, K::DevicePointer), p("size_t", "dstPitch", D::In, K::Unsigned), p("unsigned short", "us", D::In, K::Unsigned), p("size_t", "Width", D::In, K::Unsigned), p("size_t", "Height", D::In, K::Unsigned)] },
    Function { id: 0x00b0, name: "cuMemsetD2D16Async", symbol: "cuMemsetD2D16Async", version: 3020, class: C::Custom, soft: true, facility: "memory", params: &[p("CUdeviceptr_v2", "dstDevice", D::In, K::DevicePointer), p("size_t", "dstPitch", D::In, K::Unsigned), p("unsigned short", "us", D::In, K::Unsigned), p("size_t", "Width", D::In, K::Unsigned), p("size_t", "Height", D::In, K::Unsigned), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x80b0, name: "cuMemsetD2D16Async", symbol: "cuMemsetD2D16Async_ptsz", version: 7000, class: C::Custom, soft: true, facility: "memory", params: &[p("CUdeviceptr_v2", "dstDevice", D::In, K::DevicePointer), p("size_t", "dstPitch", D::In, K::Unsigned), p("unsigned short", "us", D::In, K::Unsigned), p("size_t", "Width", D::In, K::Unsigned), p("size_t", "Height", D::In, K::Unsigned), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x00aa, name: "cuMemsetD2D32", symbol: "cuMemsetD2D32", version: 2000, class: C::None, soft: false, facility: "memory", params: &[p("CUdeviceptr_v1", "dstDevice", D::In, K::DevicePointer), p("unsigned int", "dstPitch", D::In, K::Unsigned), p("unsigned int", "ui", D::In, K::Unsigned), p("unsigned int", "Width", D::In, K::Unsigned), p("unsigned int", "Height", D::In, K::Unsigned)] },
    Function { id: 0x00ab, name: "cuMemsetD2D32", symbol: "cuMemsetD2D32_v2", version: 3020, class: C::Custom, soft: true, facility: "memory", params: &[p("CUdeviceptr_v2", "dstDevice", D::In, K::DevicePointer), p("size_t", "dstPitch", D::In, K::Unsigned), p("unsigned int", "ui", D::In, K::Unsigned), p("size_t", "Width", D::In, K::Unsigned), p("size_t", "Height", D::In, K::Unsigned)] },
    Function { id: 0x80ab, name: "cuMemsetD2D32", symbol: "cuMemsetD2D32_v2_ptds", version: 7000, class: C::Custom, soft: true, facility: "memory", params: &[p("CUdeviceptr_v2", "dstDevice", D::In, K::DevicePointer), p("size_t", "dstPitch", D::In, K::Unsigned), p("unsigned int", "ui", D::In, K::Unsigned), p("size_t", "Width", D::In, K::Unsigned), p("size_t", "Height", D::In, K::Unsigned)] },
    Function { id: 0x00b1, name: "cuMemsetD2D32Async", symbol: "cuMemsetD2D32Async", version: 3020, class: C::Custom, soft: true, facility: "memory", params: &[p("CUdeviceptr_v2", "dstDevice", D::In, K::DevicePointer), p("size_t", "dstPitch", D::In, K::Unsigned), p("unsigned int", "ui", D::In, K::Unsigned), p("size_t", "Width", D::In, K::Unsigned), p("size_t", "Height", D::In, K::Unsigned), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x80b1, name: "cuMemsetD2D32Async", symbol: "cuMemsetD2D32Async_ptsz", version: 7000, class: C::Custom, soft: true, facility: "memory", params: &[p("CUdeviceptr_v2", "dstDevice", D::In, K::DevicePointer), p("size_t", "dstPitch", D::In, K::Unsigned), p("unsigned int", "ui", D::In, K::Unsigned), p("size_t", "Width", D::In, K::Unsigned), p("size_t", "Height", D::In, K::Unsigned), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x00a6, name: "cuMemsetD2D8", symbol: "cuMemsetD2D8", version: 2000, class: C::None, soft: false, facility: "memory", params: &[p("CUdeviceptr_v1", "dstDevice", D::In, K::DevicePointer), p("unsigned int", "dstPitch", D::In, K::Unsigned), p("unsigned char", "uc", D::In, K::Unsigned), p("unsigned int", "Width", D::In, K::Unsigned), p("unsigned int", "Height", D::In, K::Unsigned)] },
    Function { id: 0x00a7, name: "cuMemsetD2D8", symbol: "cuMemsetD2D8_v2", version: 3020, class: C::Custom, soft: true, facility: "memory", params: &[p("CUdeviceptr_v2", "dstDevice", D::In, K::DevicePointer), p("size_t", "dstPitch", D::In, K::Unsigned), p("unsigned char", "uc", D::In, K::Unsigned), p("size_t", "Width", D::In, K::Unsigned), p("size_t", "Height", D::In, K::Unsigned)] },
    Function { id: 0x80a7, name: "cuMemsetD2D8", symbol: "cuMemsetD2D8_v2_ptds", version: 7000, class: C::Custom, soft: true, facility: "memory", params: &[p("CUdeviceptr_v2", "dstDevice", D::In, K::DevicePointer), p("size_t", "dstPitch", D::In, K::Unsigned), p("unsigned char", "uc", D::In, K::Unsigned), p("size_t", "Width", D::In, K::Unsigned), p("size_t", "Height", D::In, K::Unsigned)] },
    Function { id: 0x00af, name: "cuMemsetD2D8Async", symbol: "cuMemsetD2D8Async", version: 3020, class: C::Custom, soft: true, facility: "memory", params: &[p("CUdeviceptr_v2", "dstDevice", D::In, K::DevicePointer), p("size_t", "dstPitch", D::In, K::Unsigned), p("unsigned char", "uc", D::In, K::Unsigned), p("size_t", "Width", D::In, K::Unsigned), p("size_t", "Height", D::In, K::Unsigned), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x80af, name: "cuMemsetD2D8Async", symbol: "cuMemsetD2D8Async_ptsz", version: 7000, class: C::Custom, soft: true, facility: "memory", params: &[p("CUdeviceptr_v2", "dstDevice", D::In, K::DevicePointer), p("size_t", "dstPitch", D::In, K::Unsigned), p("unsigned char", "uc", D::In, K::Unsigned), p("size_t", "Width", D::In, K::Unsigned), p("size_t", "Height", D::In, K::Unsigned), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x00a4, name: "cuMemsetD32", symbol: "cuMemsetD32", version: 2000, class: C::None, soft: false, facility: "memory", params: &[p("CUdeviceptr_v1", "dstDevice", D::In, K::DevicePointer), p("unsigned int", "ui", D::In, K::Unsigned), p("unsigned int", "N", D::In, K::Len)] },
    Function { id: 0x00a5, name: "cuMemsetD32", symbol: "cuMemsetD32_v2", version: 3020, class: C::Custom, soft: true, facility: "memory", params: &[p("CUdeviceptr_v2", "dstDevice", D::In, K::DevicePointer), p("unsigned int", "ui", D::In, K::Unsigned), p("size_t", "N", D::In, K::Len)] },
    Function { id: 0x80a5, name: "cuMemsetD32", symbol: "cuMemsetD32_v2_ptds", version: 7000, class: C::Custom, soft: true, facility: "memory", params: &[p("CUdeviceptr_v2", "dstDevice", D::In, K::DevicePointer), p("unsigned int", "ui", D::In, K::Unsigned), p("size_t", "N", D::In, K::Len)] },
    Function { id: 0x00ae, name: "cuMemsetD32Async", symbol: "cuMemsetD32Async", version: 3020, class: C::Custom, soft: true, facility: "memory", params: &[p("CUdeviceptr_v2", "dstDevice", D::In, K::DevicePointer), p("unsigned int", "ui", D::In, K::Unsigned), p("size_t", "N", D::In, K::Len), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x80ae, name: "cuMemsetD32Async", symbol: "cuMemsetD32Async_ptsz", version: 7000, class: C::Custom, soft: true, facility: "memory", params: &[p("CUdeviceptr_v2", "dstDevice", D::In, K::DevicePointer), p("unsigned int", "ui", D::In, K::Unsigned), p("size_t", "N", D::In, K::Len), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x00a0, name: "cuMemsetD8", symbol: "cuMemsetD8", version: 2000, class: C::None, soft: false, facility: "memory", params: &[p("CUdeviceptr_v1", "dstDevice", D::In, K::DevicePointer), p("unsigned char", "uc", D::In, K::Unsigned), p("unsigned int", "N", D::In, K::Len)] },
    Function { id: 0x00a1, name: "cuMemsetD8", symbol: "cuMemsetD8_v2", version: 3020, class: C::Custom, soft: true, facility: "memory", params: &[p("CUdeviceptr_v2", "dstDevice", D::In, K::DevicePointer), p("unsigned char", "uc", D::In, K::Unsigned), p("size_t", "N", D::In, K::Len)] },
    Function { id: 0x80a1, name: "cuMemsetD8", symbol: "cuMemsetD8_v2_ptds", version: 7000, class: C::Custom, soft: true, facility: "memory", params: &[p("CUdeviceptr_v2", "dstDevice", D::In, K::DevicePointer), p("unsigned char", "uc", D::In, K::Unsigned), p("size_t", "N", D::In, K::Len)] },
    Function { id: 0x00ac, name: "cuMemsetD8Async", symbol: "cuMemsetD8Async", version: 3020, class: C::Custom, soft: true, facility: "memory", params: &[p("CUdeviceptr_v2", "dstDevice", D::In, K::DevicePointer), p("unsigned char", "uc", D::In, K::Unsigned), p("size_t", "N", D::In, K::Len), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x80ac, name: "cuMemsetD8Async", symbol: "cuMemsetD8Async_ptsz", version: 7000, class: C::Custom, soft: true, facility: "memory", params: &[p("CUdeviceptr_v2", "dstDevice", D::In, K::DevicePointer), p("unsigned char", "uc", D::In, K::Unsigned), p("size_t", "N", D::In, K::Len), p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x00c0, name: "cuMipmappedArrayCreate", symbol: "cuMipmappedArrayCreate", version: 5000, class: C::None, soft: false, facility: "texture", params: &[p("CUmipmappedArray*", "pHandle", D::Out, K::Handle(H::Mipmap)), p("const CUDA_ARRAY3D_DESCRIPTOR_v2*", "pMipmappedArrayDesc", D::In, K::Struct), p("unsigned int", "numMipmapLevels", D::In, K::Len)] },
    Function { id: 0x00c2, name: "cuMipmappedArrayDestroy", symbol: "cuMipmappedArrayDestroy", version: 5000, class: C::None, soft: false, facility: "texture", params: &[p("CUmipmappedArray", "hMipmappedArray", D::In, K::Handle(H::Mipmap))] },
    Function { id: 0x00c1, name: "cuMipmappedArrayGetLevel", symbol: "cuMipmappedArrayGetLevel", version: 5000, class: C::None, soft: false, facility: "texture", params: &[p("CUarray*", "pLevelArray", D::Out, K::Handle(H::Array)), p("CUmipmappedArray", "hMipmappedArray", D::In, K::Handle(H::Mipmap)), p("unsigned int", "level", D::In, K::Unsigned)] },
    Function { id: 0x00b9, name: "cuMipmappedArrayGetMemoryRequirements", symbol: "cuMipmappedArrayGetMemoryRequirements", version: 11060, class: C::None, soft: false, facility: "texture", params: &[p("CUDA_ARRAY_MEMORY_REQUIREMENTS_v1*", "memoryRequirements", D::Out, K::Struct), p("CUmipmappedArray", "mipmap", D::In, K::Handle(H::Mipmap)), p("CUdevice", "device", D::In, K::Device)] },
    Function { id: 0x00b7, name: "cuMipmappedArrayGetSparseProperties", symbol: "cuMipmappedArrayGetSparseProperties", version: 11010, class: C::None, soft: false, facility: "texture", params: &[p("CUDA_ARRAY_SPARSE_PROPERTIES_v1*", "sparseProperties", D::Out, K::Struct), p("CUmipmappedArray", "mipmap", D::In, K::Handle(H::Mipmap))] },
    Function { id: 0x0049, name: "cuModuleEnumerateFunctions", symbol: "cuModuleEnumerateFunctions", version: 12040, class: C::Local, soft: true, facility: "module", params: &[p("CUfunction*", "functions", D::Out, K::Handle(H::Function)), p("unsigned int", "numFunctions", D::In, K::Len), p("CUmodule", "mod", D::In, K::Handle(H::Module))] },
    Function { id: 0x0043, name: "cuModuleGetFunction", symbol: "cuModuleGetFunction", version: 2000, class: C::Local, soft: true, facility: "module", params: &[p("CUfunction*", "hfunc", D::Out, K::Handle(H::Function)), p("CUmodule", "hmod", D::In, K::Handle(H::Module)), p("const char*", "name", D::In, K::Text)] },
    Function { id: 0x0048, name: "cuModuleGetFunctionCount", symbol: "cuModuleGetFunctionCount", version: 12040, class: C::Local, soft: true, facility: "module", params: &[p("unsigned int*", "count", D::Out, K::Unsigned), p("CUmodule", "hmod", D::In, K::Handle(H::Module))] },
    Function { id: 0x0044, name: "cuModuleGetGlobal", symbol: "cuModuleGetGlobal", version: 2000, class: C::None, soft: false, facility: "module", params: &[p("CUdeviceptr_v1*", "dptr", D::Out, K::DevicePointer), p("unsigned int*", "bytes", D::Out, K::Unsigned), p("CUmodule", "hmod", D::In, K::Handle(H::Module)), p("const char*", "name", D::In, K::Text)] },
    Function { id: 0x0045, name: "cuModuleGetGlobal", symbol: "cuModuleGetGlobal_v2", version: 3020, class: C::Local, soft: true, facility: "module", params: &[p("CUdeviceptr_v2*", "dptr", D::Out, K::DevicePointer), p("size_t*", "bytes", D::Out, K::Unsigned), p("CUmodule", "hmod", D::In, K::Handle(H::Module)), p("const char*", "name", D::In, K::Text)] },
    Function { id: 0x0207, name: "cuModuleGetLoadingMode", symbol: "cuModuleGetLoadingMode", version: 11070, class: C::Local, soft: true, facility: "module", params: &[p("CUmoduleLoadingMode*", "mode", D::Out, K::Unsigned)] },
    Function { id: 0x0047, name: "cuModuleGetSurfRef", symbol: "cuModuleGetSurfRef", version: 3000, class: C::None, soft: false, facility: "module", params: &[p("CUsurfref*", "pSurfRef", D::Out, K::Handle(H::SurfRef)), p("CUmodule", "hmod", D::In, K::Handle(H::Module)), p("const char*", "name", D::In, K::Text)] },
    Function { id: 0x0046, name: "cuModuleGetTexRef", symbol: "cuModuleGetTexRef", version: 2000, class: C::None, soft: false, facility: "module", params: &[p("CUtexref*", "pTexRef", D::Out, K::Handle(H::TexRef)), p("CUmodule", "hmod", D::In, K::Handle(H::Module)), p("const char*", "name", D::In, K::Text)] },
    Function { id: 0x003e, name: "cuModuleLoad", symbol: "cuModuleLoad", version: 2000, class: C::Custom, soft: true, facility: "module", params: &[p("CUmodule*", "module", D::Out, K::Handle(H::Module)), p("const char*", "fname", D::In, K::Text)] },
    Function { id: 0x003f, name: "cuModuleLoadData", symbol: "cuModuleLoadData", version: 2000, class: C::Custom, soft: true, facility: "module", params: &[p("CUmodule*", "module", D::Out, K::Handle(H::Module)), p("const void*", "image", D::In, K::HostPointer)] },
    Function { id: 0x0040, name: "cuModuleLoadDataEx", symbol: "cuModuleLoadDataEx", version: 2010, class: C::Custom, soft: true, facility: "module", params: &[p("CUmodule*", "module", D::Out, K::Handle(H::Module)), p("const void*", "image", D::In, K::HostPointer), p("unsigned int", "numOptions", D::In, K::Len), p("CUjit_option*", "options", D::In, K::Unsigned), p("void**", "optionValues", D::In, K::HostPointer)] },
    Function { id: 0x0041, name: "cuModuleLoadFatBinary", symbol: "cuModuleLoadFatBinary", version: 2000, class: C::Custom, soft: true, facility: "module", params: &[p("CUmodule*", "module", D::Out, K::Handle(H::Module)), p("const void*", "fatCubin", D::In, K::HostPointer)] },
    Function { id: 0x0042, name: "cuModuleUnload", symbol: "cuModuleUnload", version: 2000, class: C::Custom, soft: true, facility: "module", params: &[p("CUmodule", "hmod", D::In, K::Handle(H::Module))] },
    Function { id: 0x00ed, name: "cuMulticastAddDevice", symbol: "cuMulticastAddDevice", version: 12010, class: C::None, soft: false, facility: "vmm", params: &[p("CUmemGenericAllocationHandle", "mcHandle", D::In, K::Handle(H::Allocation)), p("CUdevice", "dev", D::In, K::Device)] },
    Function { id: 0x00f0, name: "cuMulticastBindAddr", symbol: "cuMulticastBindAddr", version: 12010, class: C::None, soft: false, facility: "vmm", params: &[p("CUmemGenericAllocationHandle", "mcHandle", D::In, K::Handle(H::Allocation)), p("size_t", "mcOffset", D::In, K::Unsigned), p("CUdeviceptr", "memptr", D::In, K::DevicePointer), p("size_t", "size", D::In, K::Len), p("unsigned long long", "flags", D::In, K::Unsigned)] },
    Function { id: 0x00f1, name: "cuMulticastBindAddr", symbol: "cuMulticastBindAddr_v2", version: 13010, class: C::None, soft: false, facility: "vmm", params: &[p("CUmemGenericAllocationHandle", "mcHandle", D::In, K::Handle(H::Allocation)), p("CUdevice", "dev", D::In, K::Device), p("size_t", "mcOffset", D::In, K::Unsigned), p("CUdeviceptr", "memptr", D::In, K::DevicePointer), p("size_t", "size", D::In, K::Len), p("unsigned long long", "flags", D::In, K::Unsigned)] },
    Function { id: 0x00ee, name: "cuMulticastBindMem", symbol: "cuMulticastBindMem", version: 12010, class: C::None, soft: false, facility: "vmm", params: &[p("CUmemGenericAllocationHandle", "mcHandle", D::In, K::Handle(H::Allocation)), p("size_t", "mcOffset", D::In, K::Unsigned), p("CUmemGenericAllocationHandle", "memHandle", D::In, K::Handle(H::Allocation)), p("size_t", "memOffset", D::In, K::Unsigned), p("size_t", "size", D::In, K::Len), p("unsigned long long", "flags", D::In, K::Unsigned)] },
    Function { id: 0x00ef, name: "cuMulticastBindMem", symbol: "cuMulticastBindMem_v2", version: 13010, class: C::None, soft: false, facility: "vmm", params: &[p("CUmemGenericAllocationHandle", "mcHandle", D::In, K::Handle(H::Allocation)), p("CUdevice", "dev", D::In, K::Device), p("size_t", "mcOffset", D::In, K::Unsigned), p("CUmemGenericAllocationHandle", "memHandle", D::In, K::Handle(H::Allocation)), p("size_t", "memOffset", D::In, K::Unsigned), p("size_t", "size", D::In, K::Len), p("unsigned long long", "flags", D::In, K::Unsigned)] },
    Function { id: 0x00ec, name: "cuMulticastCreate", symbol: "cuMulticastCreate", version: 12010, class: C::None, soft: false, facility: "vmm", params: &[p("CUmemGenericAllocationHandle*", "mcHandle", D::Out, K::Handle(H::Allocation)), p("const CUmulticastObjectProp*", "prop", D::In, K::Struct)] },
    Function { id: 0x00f3, name: "cuMulticastGetGranularity", symbol: "cuMulticastGetGranularity", version: 12010, class: C::None, soft: false, facility: "vmm", params: &[p("size_t*", "granularity", D::Out, K::Unsigned), p("const CUmulticastObjectProp*", "prop", D::In, K::Struct), p("CUmulticastGranularity_flags", "option", D::In, K::Unsigned)] },
    Function { id: 0x00f2, name: "cuMulticastUnbind", symbol: "cuMulticastUnbind", version: 12010, class: C::None, soft: false, facility: "vmm", params: &[p("CUmemGenericAllocationHandle", "mcHandle", D::In, K::Handle(H::Allocation)), p("CUdevice", "dev", D::In, K::Device), p("size_t", "mcOffset", D::In, K::Unsigned), p("size_t", "size", D::In, K::Len)] },
    Function { id: 0x01bc, name: "cuOccupancyAvailableDynamicSMemPerBlock", symbol: "cuOccupancyAvailableDynamicSMemPerBlock", version: 10020, class: C::Local, soft: true, facility: "occupancy", params: &[p("size_t*", "dynamicSmemSize", D::Out, K::Unsigned), p("CUfunction", "func", D::In, K::Handle(H::Function)), p("int", "numBlocks", D::In, K::Len), p("int", "blockSize", D::In, K::Signed)] },
    Function { id: 0x01b8, name: "cuOccupancyMaxActiveBlocksPerMultiprocessor", symbol: "cuOccupancyMaxActiveBlocksPerMultiprocessor", version: 6050, class: C::Local, soft: true, facility: "occupancy", params: &[p("int*", "numBlocks", D::Out, K::Signed), p("CUfunction", "func", D::In, K::Handle(H::Function)), p("int", "blockSize", D::In, K::Signed), p("size_t", "dynamicSMemSize", D::In, K::Unsigned)] },
    Function { id: 0x01b9, name: "cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags", symbol: "cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags", version: 7000, class: C::Local, soft: true, facility: "occupancy", params: &[p("int*", "numBlocks", D::Out, K::Signed), p("CUfunction", "func", D::In, K::Handle(H::Function)), p("int", "blockSize", D::In, K::Signed), p("size_t", "dynamicSMemSize", D::In, K::Unsigned), p("unsigned int", "flags", D::In, K::Unsigned)] },
    Function { id: 0x01be, name: "cuOccupancyMaxActiveClusters", symbol: "cuOccupancyMaxActiveClusters", version: 11070, class: C::Local, soft: true, facility: "occupancy", params: &[p("int*", "numClusters", D::Out, K::Signed), p("CUfunction", "func", D::In, K::Handle(H::Function)), p("const CUlaunchConfig*", "config", D::In, K::Struct)] },
    Function { id: 0x01ba, name: "cuOccupancyMaxPotentialBlockSize", symbol: "cuOccupancyMaxPotentialBlockSize", version: 6050, class: C::Local, soft: true, facility: "occupancy", params: &[p("int*", "minGridSize", D::Out, K::Signed), p("int*", "blockSize", D::Out, K::Signed), p("CUfunction", "func", D::In, K::Handle(H::Function)), p("CUoccupancyB2DSize", "blockSizeToDynamicSMemSize", D::In, K::Callback), p("size_t", "dynamicSMemSize", D::In, K::Unsigned), p("int", "blockSizeLimit", D::In, K::Signed)] },
    Function { id: 0x01bb, name: "cuOccupancyMaxPotentialBlockSizeWithFlags", symbol: "cuOccupancyMaxPotentialBlockSizeWithFlags", version: 7000, class: C::Local, soft: true, facility: "occupancy", params: &[p("int*", "minGridSize", D::Out, K::Signed), p("int*", "blockSize", D::Out, K::Signed), p("CUfunction", "func", D::In, K::Handle(H::Function)), p("CUoccupancyB2DSize", "blockSizeToDynamicSMemSize", D::In, K::Callback), p("size_t", "dynamicSMemSize", D::In, K::Unsigned), p("int", "blockSizeLimit", D::In, K::Signed), p("unsigned int", "flags", D::In, K::Unsigned)] },
    Function { id: 0x01bd, name: "cuOccupancyMaxPotentialClusterSize", symbol: "cuOccupancyMaxPotentialClusterSize", version: 11070, class: C::None, soft: false, facility: "occupancy", params: &[p("int*", "clusterSize", D::Out, K::Signed), p("CUfunction", "func", D::In, K::Handle(H::Function)), p("const CUlaunchConfig*", "config", D::In, K::Struct)] },
    Function { id: 0x0150, name: "cuParamSetSize", symbol: "cuParamSetSize", version: 2000, class: C::None, soft: false, facility: "launch", params: &[p("CUfunction", "hfunc", D::In, K::Handle(H::Function)), p("unsigned int", "numbytes", D::In, K::Len)] },
    Function { id: 0x0157, name: "cuParamSetTexRef", symbol: "cuParamSetTexRef", version: 2000, class: C::None, soft: false, facility: "launch", params: &[p("CUfunction", "hfunc", D::In, K::Handle(H::Function)), p("int", "texunit", D::In, K::Signed), p("CUtexref", "hTexRef", D::In, K::Handle(H::TexRef))] },
    Function { id: 0x0152, name: "cuParamSetf", symbol: "cuParamSetf", version: 2000, class: C::None, soft: false, facility: "launch", params: &[p("CUfunction", "hfunc", D::In, K::Handle(H::Function)), p("int", "offset", D::In, K::Signed), p("float", "value", D::In, K::Float)] },
    Function { id: 0x0151, name: "cuParamSeti", symbol: "cuParamSeti", version: 2000, class: C::None, soft: false, facility: "launch", params: &[p("CUfunction", "hfunc", D::In, K::Handle(H::Function)), p("int", "offset", D::In, K::Signed), p("unsigned int", "value", D::In, K::Unsigned)] },
    Function { id: 0x0153, name: "cuParamSetv", symbol: "cuParamSetv", version: 2000, class: C::None, soft: false, facility: "launch", params: &[p("CUfunction", "hfunc", D::In, K::Handle(H::Function)), p("int", "offset", D::In, K::Signed), p("void*", "ptr", D::In, K::HostPointer), p("unsigned int", "numbytes", D::In, K::Len)] },
    Function { id: 0x00e2, name: "cuPointerGetAttribute", symbol: "cuPointerGetAttribute", version: 4000, class: C::Local, soft: true, facility: "pointer", params: &[p("void*", "data", D::Out, K::HostPointer), p("CUpointer_attribute", "attribute", D::In, K::Unsigned), p("CUdeviceptr_v2", "ptr", D::In, K::DevicePointer)] },
    Function { id: 0x0104, name: "cuPointerGetAttributes", symbol: "cuPointerGetAttributes", version: 7000, class: C::Local, soft: true, facility: "pointer", params: &[p("unsigned int", "numAttributes", D::In, K::Len), p("CUpointer_attribute*", "attributes", D::In, K::Unsigned), p("void**", "data", D::Out, K::HostPointer), p("CUdeviceptr_v2", "ptr", D::In, K::DevicePointer)] },
    Function { id: 0x0103, name: "cuPointerSetAttribute", symbol: "cuPointerSetAttribute", version: 6000, class: C::None, soft: false, facility: "pointer", params: &[p("const void*", "value", D::In, K::HostPointer), p("CUpointer_attribute", "attribute", D::In, K::Unsigned), p("CUdeviceptr_v2", "ptr", D::In, K::DevicePointer)] },
    Function { id: 0x0245, name: "cuProfilerInitialize", symbol: "cuProfilerInitialize", version: 4000, class: C::None, soft: false, facility: "profiler", params: &[p("const char*", "configFile", D::In, K::Text), p("const char*", "outputFile", D::In, K::Text), p("CUoutput_mode", "outputMode", D::In, K::Unsigned)] },
    Function { id: 0x0246, name: "cuProfilerStart", symbol: "cuProfilerStart", version: 4000, class: C::Local, soft: true, facility: "profiler", params: &[] },
    Function { id: 0x0247, name: "cuProfilerStop", symbol: "cuProfilerStop", version: 4000, class: C::Local, soft: true, facility: "profiler", params: &[] },
    Function { id: 0x0132, name: "cuSignalExternalSemaphoresAsync", symbol: "cuSignalExternalSemaphoresAsync", version: 10000, class: C::None, soft: false, facility: "interop", params: &[p("const CUexternalSemaphore*", "extSemArray", D::In, K::Handle(H::ExtSem)), p("const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_v1*", "paramsArray", D::In, K::Struct), p("unsigned int", "numExtSems", D::In, K::Len), p("CUstream", "stream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x8132, name: "cuSignalExternalSemaphoresAsync", symbol: "cuSignalExternalSemaphoresAsync_ptsz", version: 10000, class: C::None, soft: false, facility: "interop", params: &[p("const CUexternalSemaphore*", "extSemArray", D::In, K::Handle(H::ExtSem)), p("const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_v1*", "paramsArray", D::In, K::Struct), p("unsigned int", "numExtSems", D::In, K::Len), p("CUstream", "stream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x010d, name: "cuStreamAddCallback", symbol: "cuStreamAddCallback", version: 5000, class: C::Custom, soft: true, facility: "stream", params: &[p("CUstream", "hStream", D::In, K::Handle(H::Stream)), p("CUstreamCallback", "callback", D::In, K::Callback), p("void*", "userData", D::In, K::HostPointer), p("unsigned int", "flags", D::In, K::Unsigned)] },
    Function { id: 0x810d, name: "cuStreamAddCallback", symbol: "cuStreamAddCallback_ptsz", version: 7000, class: C::Custom, soft: true, facility: "stream", params: &[p("CUstream", "hStream", D::In, K::Handle(H::Stream)), p("CUstreamCallback", "callback", D::In, K::Callback), p("void*", "userData", D::In, K::HostPointer), p("unsigned int", "flags", D::In, K::Unsigned)] },
    Function { id: 0x011c, name: "cuStreamAttachMemAsync", symbol: "cuStreamAttachMemAsync", version: 6000, class: C::Local, soft: true, facility: "stream", params: &[p("CUstream", "hStream", D::In, K::Handle(H::Stream)), p("CUdeviceptr_v2", "dptr", D::In, K::DevicePointer), p("size_t", "length", D::In, K::Unsigned), p("unsigned int", "flags", D::In, K::Unsigned)] },
    Function { id: 0x811c, name: "cuStreamAttachMemAsync", symbol: "cuStreamAttachMemAsync_ptsz", version: 7000, class: C::Local, soft: true, facility: "stream", params: &[p("CUstream", "hStream", D::In, K::Handle(H::Stream)), p("CUdeviceptr_v2", "dptr", D::In, K::DevicePointer), p("size_t", "length", D::In, K::Unsigned), p("unsigned int", "flags", D::In, K::Unsigned)] },
    Function { id: 0x013d, name: "cuStreamBatchMemOp", symbol: "cuStreamBatchMemOp", version: 8000, class: C::None, soft: false, facility: "stream", params: &[p("CUstream", "stream", D::In, K::Handle(H::Stream)), p("unsigned int", "count", D::In, K::Len), p("CUstreamBatchMemOpParams*", "paramArray", D::In, K::Struct), p("unsigned int", "flags", D::In, K::Unsigned)] },
    Function { id: 0x813d, name: "cuStreamBatchMemOp", symbol: "cuStreamBatchMemOp_ptsz", version: 8000, class: C::None, soft: false, facility: "stream", params: &[p("CUstream", "stream", D::In, K::Handle(H::Stream)), p("unsigned int", "count", D::In, K::Len), p("CUstreamBatchMemOpParams*", "paramArray", D::In, K::Struct), p("unsigned int", "flags", D::In, K::Unsigned)] },
    Function { id: 0x013e, name: "cuStreamBatchMemOp", symbol: "cuStreamBatchMemOp_v2", version: 11070, class: C::None, soft: false, facility: "stream", params: &[p("CUstream", "stream", D::In, K::Handle(H::Stream)), p("unsigned int", "count", D::In, K::Len), p("CUstreamBatchMemOpParams*", "paramArray", D::In, K::Struct), p("unsigned int", "flags", D::In, K::Unsigned)] },
    Function { id: 0x813e, name: "cuStreamBatchMemOp", symbol: "cuStreamBatchMemOp_v2_ptsz", version: 11070, class: C::None, soft: false, facility: "stream", params: &[p("CUstream", "stream", D::In, K::Handle(H::Stream)), p("unsigned int", "count", D::In, K::Len), p("CUstreamBatchMemOpParams*", "paramArray", D::In, K::Struct), p("unsigned int", "flags", D::In, K::Unsigned)] },
    Function { id: 0x010e, name: "cuStreamBeginCapture", symbol: "cuStreamBeginCapture", version: 10000, class: C::Local, soft: true, facility: "stream", params: &[p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x810e, name: "cuStreamBeginCapture", symbol: "cuStreamBeginCapture_ptsz", version: 10000, class: C::Local, soft: true, facility: "stream", params: &[p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x010f, name: "cuStreamBeginCapture", symbol: "cuStreamBeginCapture_v2", version: 10010, class: C::Local, soft: true, facility: "stream", params: &[p("CUstream", "hStream", D::In, K::Handle(H::Stream)), p("CUstreamCaptureMode", "mode", D::In, K::Unsigned)] },
    Function { id: 0x810f, name: "cuStreamBeginCapture", symbol: "cuStreamBeginCapture_v2_ptsz", version: 10010, class: C::Local, soft: true, facility: "stream", params: &[p("CUstream", "hStream", D::In, K::Handle(H::Stream)), p("CUstreamCaptureMode", "mode", D::In, K::Unsigned)] },
    Function { id: 0x011a, name: "cuStreamBeginCaptureToCig", symbol: "cuStreamBeginCaptureToCig", version: 13010, class: C::None, soft: false, facility: "stream", params: &[p("CUstream", "hStream", D::In, K::Handle(H::Stream)), p("CUstreamCigCaptureParams*", "streamCigCaptureParams", D::Out, K::Struct)] },
    Function { id: 0x811a, name: "cuStreamBeginCaptureToCig", symbol: "cuStreamBeginCaptureToCig_ptsz", version: 13010, class: C::None, soft: false, facility: "stream", params: &[p("CUstream", "hStream", D::In, K::Handle(H::Stream)), p("CUstreamCigCaptureParams*", "streamCigCaptureParams", D::Out, K::Struct)] },
    Function { id: 0x0110, name: "cuStreamBeginCaptureToGraph", symbol: "cuStreamBeginCaptureToGraph", version: 12030, class: C::Local, soft: true, facility: "stream", params: &[p("CUstream", "hStream", D::In, K::Handle(H::Stream)), p("CUgraph", "hGraph", D::In, K::Handle(H::Graph)), p("const CUgraphNode*", "dependencies", D::In, K::Handle(H::GraphNode)), p("const CUgraphEdgeData*", "dependencyData", D::In, K::Struct), p("size_t", "numDependencies", D::In, K::Len), p("CUstreamCaptureMode", "mode", D::In, K::Unsigned)] },
    Function { id: 0x8110, name: "cuStreamBeginCaptureToGraph", symbol: "cuStreamBeginCaptureToGraph_ptsz", version: 12030, class: C::Local, soft: true, facility: "stream", params: &[p("CUstream", "hStream", D::In, K::Handle(H::Stream)), p("CUgraph", "hGraph", D::In, K::Handle(H::Graph)), p("const CUgraphNode*", "dependencies", D::In, K::Handle(H::GraphNode)), p("const CUgraphEdgeData*", "dependencyData", D::In, K::Struct), p("size_t", "numDependencies", D::In, K::Len), p("CUstreamCaptureMode", "mode", D::In, K::Unsigned)] },
    Function { id: 0x0111, name: "cuStreamBeginRecaptureToGraph", symbol: "cuStreamBeginRecaptureToGraph", version: 13030, class: C::None, soft: false, facility: "stream", params: &[p("CUstream", "hStream", D::In, K::Handle(H::Stream)), p("CUstreamCaptureMode", "mode", D::In, K::Unsigned), p("CUgraph", "hGraph", D::In, K::Handle(H::Graph)), p("CUgraphRecaptureCallback", "callbackFunc", D::In, K::Callback), p("void*", "userData", D::In, K::HostPointer)] },
    Function { id: 0x8111, name: "cuStreamBeginRecaptureToGraph", symbol: "cuStreamBeginRecaptureToGraph_ptsz", version: 13030, class: C::None, soft: false, facility: "stream", params: &[p("CUstream", "hStream", D::In, K::Handle(H::Stream)), p("CUstreamCaptureMode", "mode", D::In, K::Unsigned), p("CUgraph", "hGraph", D::In, K::Handle(H::Graph)), p("CUgraphRecaptureCallback", "callbackFunc", D::In, K::Callback), p("void*", "userData", D::In, K::HostPointer)] },
    Function { id: 0x0121, name: "cuStreamCopyAttributes", symbol: "cuStreamCopyAttributes", version: 11000, class: C::None, soft: false, facility: "stream", params: &[p("CUstream", "dstStream", D::In, K::Handle(H::Stream)), p("CUstream", "srcStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x8121, name: "cuStreamCopyAttributes", symbol: "cuStreamCopyAttributes_ptsz", version: 11000, class: C::None, soft: false, facility: "stream", params: &[p("CUstream", "dstStream", D::In, K::Handle(H::Stream)), p("CUstream", "srcStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x0105, name: "cuStreamCreate", symbol: "cuStreamCreate", version: 2000, class: C::Custom, soft: true, facility: "stream", params: &[p("CUstream*", "phStream", D::Out, K::Handle(H::Stream)), p("unsigned int", "Flags", D::In, K::Unsigned)] },
    Function { id: 0x0106, name: "cuStreamCreateWithPriority", symbol: "cuStreamCreateWithPriority", version: 5050, class: C::Custom, soft: true, facility: "stream", params: &[p("CUstream*", "phStream", D::Out, K::Handle(H::Stream)), p("unsigned int", "flags", D::In, K::Unsigned), p("int", "priority", D::In, K::Signed)] },
    Function { id: 0x011f, name: "cuStreamDestroy", symbol: "cuStreamDestroy", version: 2000, class: C::None, soft: false, facility: "stream", params: &[p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x0120, name: "cuStreamDestroy", symbol: "cuStreamDestroy_v2", version: 4000, class: C::Custom, soft: true, facility: "stream", params: &[p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x0113, name: "cuStreamEndCapture", symbol: "cuStreamEndCapture", version: 10000, class: C::Local, soft: true, facility: "stream", params: &[p("CUstream", "hStream", D::In, K::Handle(H::Stream)), p("CUgraph*", "phGraph", D::Out, K::Handle(H::Graph))] },
    Function { id: 0x8113, name: "cuStreamEndCapture", symbol: "cuStreamEndCapture_ptsz", version: 10000, class: C::Local, soft: true, facility: "stream", params: &[p("CUstream", "hStream", D::In, K::Handle(H::Stream)), p("CUgraph*", "phGraph", D::Out, K::Handle(H::Graph))] },
    Function { id: 0x011b, name: "cuStreamEndCaptureToCig", symbol: "cuStreamEndCaptureToCig", version: 13010, class: C::None, soft: false, facility: "stream", params: &[p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x811b, name: "cuStreamEndCaptureToCig", symbol: "cuStreamEndCaptureToCig_ptsz", version: 13010, class: C::None, soft: false, facility: "stream", params: &[p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x0122, name: "cuStreamGetAttribute", symbol: "cuStreamGetAttribute", version: 11000, class: C::None, soft: false, facility: "stream", params: &[p("CUstream", "hStream", D::In, K::Handle(H::Stream)), p("CUstreamAttrID", "attr", D::In, K::Unsigned), p("CUstreamAttrValue_v1*", "value", D::Out, K::Struct)] },
    Function { id: 0x8122, name: "cuStreamGetAttribute", symbol: "cuStreamGetAttribute_ptsz", version: 11000, class: C::None, soft: false, facility: "stream", params: &[p("CUstream", "hStream", D::In, K::Handle(H::Stream)), p("CUstreamAttrID", "attr", D::In, K::Unsigned), p("CUstreamAttrValue_v1*", "value", D::Out, K::Struct)] },
    Function { id: 0x0115, name: "cuStreamGetCaptureInfo", symbol: "cuStreamGetCaptureInfo", version: 10010, class: C::Local, soft: true, facility: "stream", params: &[p("CUstream", "hStream", D::In, K::Handle(H::Stream)), p("CUstreamCaptureStatus*", "captureStatus_out", D::Out, K::Unsigned), p("cuuint64_t*", "id_out", D::Out, K::Unsigned)] },
    Function { id: 0x8115, name: "cuStreamGetCaptureInfo", symbol: "cuStreamGetCaptureInfo_ptsz", version: 10010, class: C::Local, soft: true, facility: "stream", params: &[p("CUstream", "hStream", D::In, K::Handle(H::Stream)), p("CUstreamCaptureStatus*", "captureStatus_out", D::Out, K::Unsigned), p("cuuint64_t*", "id_out", D::Out, K::Unsigned)] },
    Function { id: 0x0116, name: "cuStreamGetCaptureInfo", symbol: "cuStreamGetCaptureInfo_v2", version: 11030, class: C::Local, soft: true, facility: "stream", params: &[p("CUstream", "hStream", D::In, K::Handle(H::Stream)), p("CUstreamCaptureStatus*", "captureStatus_out", D::Out, K::Unsigned), p("cuuint64_t*", "id_out", D::Out, K::Unsigned), p("CUgraph*", "graph_out", D::Out, K::Handle(H::Graph)), p("const CUgraphNode**", "dependencies_out", D::Out, K::Handle(H::GraphNode)), p("size_t*", "numDependencies_out", D::Out, K::Unsigned)] },
    Function { id: 0x8116, name: "cuStreamGetCaptureInfo", symbol: "cuStreamGetCaptureInfo_v2_ptsz", version: 11030, class: C::Local, soft: true, facility: "stream", params: &[p("CUstream", "hStream", D::In, K::Handle(H::Stream)), p("CUstreamCaptureStatus*", "captureStatus_out", D::Out, K::Unsigned), p("cuuint64_t*", "id_out", D::Out, K::Unsigned), p("CUgraph*", "graph_out", D::Out, K::Handle(H::Graph)), p("const CUgraphNode**", "dependencies_out", D::Out, K::Handle(H::GraphNode)), p("size_t*", "numDependencies_out", D::Out, K::Unsigned)] },
    Function { id: 0x0117, name: "cuStreamGetCaptureInfo", symbol: "cuStreamGetCaptureInfo_v3", version: 12030, class: C::Local, soft: true, facility: "stream", params: &[p("CUstream", "hStream", D::In, K::Handle(H::Stream)), p("CUstreamCaptureStatus*", "captureStatus_out", D::Out, K::Unsigned), p("cuuint64_t*", "id_out", D::Out, K::Unsigned), p("CUgraph*", "graph_out", D::Out, K::Handle(H::Graph)), p("const CUgraphNode**", "dependencies_out", D::Out, K::Handle(H::GraphNode)), p("const CUgraphEdgeData**", "edgeData_out", D::Out, K::Struct), p("size_t*", "numDependencies_out", D::Out, K::Unsigned)] },
    Function { id: 0x8117, name: "cuStreamGetCaptureInfo", symbol: "cuStreamGetCaptureInfo_v3_ptsz", version: 12030, class: C::Local, soft: true, facility: "stream", params: &[p("CUstream", "hStream", D::In, K::Handle(H::Stream)), p("CUstreamCaptureStatus*", "captureStatus_out", D::Out, K::Unsigned), p("cuuint64_t*", "id_out", D::Out, K::Unsigned), p("CUgraph*", "graph_out", D::Out, K::Handle(H::Graph)), p("const CUgraphNode**", "dependencies_out", D::Out, K::Handle(H::GraphNode)), p("const CUgraphEdgeData**", "edgeData_out", D::Out, K::Struct), p("size_t*", "numDependencies_out", D::Out, K::Unsigned)] },
    Function { id: 0x010a, name: "cuStreamGetCtx", symbol: "cuStreamGetCtx", version: 9020, class: C::Local, soft: true, facility: "stream", params: &[p("CUstream", "hStream", D::In, K::Handle(H::Stream)), p("CUcontext*", "pctx", D::Out, K::Handle(H::Context))] },
    Function { id: 0x810a, name: "cuStreamGetCtx", symbol: "cuStreamGetCtx_ptsz", version: 9020, class: C::Local, soft: true, facility: "stream", params: &[p("CUstream", "hStream", D::In, K::Handle(H::Stream)), p("CUcontext*", "pctx", D::Out, K::Handle(H::Context))] },
    Function { id: 0x010b, name: "cuStreamGetCtx", symbol: "cuStreamGetCtx_v2", version: 12050, class: C::Local, soft: true, facility: "stream", params: &[p("CUstream", "hStream", D::In, K::Handle(H::Stream)), p("CUcontext*", "pctx", D::Out, K::Handle(H::Context)), p("CUgreenCtx*", "pGreenCtx", D::Out, K::Handle(H::Green))] },
    Function { id: 0x810b, name: "cuStreamGetCtx", symbol: "cuStreamGetCtx_v2_ptsz", version: 12050, class: C::Local, soft: true, facility: "stream", params: &[p("CUstream", "hStream", D::In, K::Handle(H::Stream)), p("CUcontext*", "pctx", D::Out, K::Handle(H::Context)), p("CUgreenCtx*", "pGreenCtx", D::Out, K::Handle(H::Green))] },
    Function { id: 0x0226, name: "cuStreamGetDevResource", symbol: "cuStreamGetDevResource", version: 13010, class: C::Local, soft: true, facility: "green", params: &[p("CUstream", "hStream", D::In, K::Handle(H::Stream)), p("CUdevResource*", "result", D::Out, K::Struct), p("CUdevResourceType", "type", D::In, K::Unsigned)] },
    Function { id: 0x8226, name: "cuStreamGetDevResource", symbol: "cuStreamGetDevResource_ptsz", version: 13010, class: C::Local, soft: true, facility: "green", params: &[p("CUstream", "hStream", D::In, K::Handle(H::Stream)), p("CUdevResource*", "result", D::Out, K::Struct), p("CUdevResourceType", "type", D::In, K::Unsigned)] },
    Function { id: 0x01ff, name: "cuStreamGetDevice", symbol: "cuStreamGetDevice", version: 12080, class: C::Local, soft: true, facility: "stream", params: &[p("CUstream", "hStream", D::In, K::Handle(H::Stream)), p("CUdevice*", "device", D::Out, K::Device)] },
    Function { id: 0x81ff, name: "cuStreamGetDevice", symbol: "cuStreamGetDevice_ptsz", version: 12080, class: C::Local, soft: true, facility: "stream", params: &[p("CUstream", "hStream", D::In, K::Handle(H::Stream)), p("CUdevice*", "device", D::Out, K::Device)] },
    Function { id: 0x0109, name: "cuStreamGetFlags", symbol: "cuStreamGetFlags", version: 5050, class: C::Local, soft: true, facility: "stream", params: &[p("CUstream", "hStream", D::In, K::Handle(H::Stream)), p("unsigned int*", "flags", D::Out, K::Unsigned)] },
    Function { id: 0x8109, name: "cuStreamGetFlags", symbol: "cuStreamGetFlags_ptsz", version: 7000, class: C::Local, soft: true, facility: "stream", params: &[p("CUstream", "hStream", D::In, K::Handle(H::Stream)), p("unsigned int*", "flags", D::Out, K::Unsigned)] },
    Function { id: 0x022c, name: "cuStreamGetGreenCtx", symbol: "cuStreamGetGreenCtx", version: 12040, class: C::Local, soft: true, facility: "green", params: &[p("CUstream", "hStream", D::In, K::Handle(H::Stream)), p("CUgreenCtx*", "phCtx", D::Out, K::Handle(H::Green))] },
    Function { id: 0x0107, name: "cuStreamGetId", symbol: "cuStreamGetId", version: 12000, class: C::Local, soft: true, facility: "stream", params: &[p("CUstream", "hStream", D::In, K::Handle(H::Stream)), p("unsigned long long*", "streamId", D::Out, K::Unsigned)] },
    Function { id: 0x8107, name: "cuStreamGetId", symbol: "cuStreamGetId_ptsz", version: 12000, class: C::Local, soft: true, facility: "stream", params: &[p("CUstream", "hStream", D::In, K::Handle(H::Stream)), p("unsigned long long*", "streamId", D::Out, K::Unsigned)] },
    Function { id: 0x0108, name: "cuStreamGetPriority", symbol: "cuStreamGetPriority", version: 5050, class: C::Local, soft: true, facility: "stream", params: &[p("CUstream", "hStream", D::In, K::Handle(H::Stream)), p("int*", "priority", D::Out, K::Signed)] },
    Function { id: 0x8108, name: "cuStreamGetPriority", symbol: "cuStreamGetPriority_ptsz", version: 7000, class: C::Local, soft: true, facility: "stream", params: &[p("CUstream", "hStream", D::In, K::Handle(H::Stream)), p("int*", "priority", D::Out, K::Signed)] },
    Function { id: 0x0114, name: "cuStreamIsCapturing", symbol: "cuStreamIsCapturing", version: 10000, class: C::Local, soft: true, facility: "stream", params: &[p("CUstream", "hStream", D::In, K::Handle(H::Stream)), p("CUstreamCaptureStatus*", "captureStatus", D::Out, K::Unsigned)] },
    Function { id: 0x8114, name: "cuStreamIsCapturing", symbol: "cuStreamIsCapturing_ptsz", version: 10000, class: C::Local, soft: true, facility: "stream", params: &[p("CUstream", "hStream", D::In, K::Handle(H::Stream)), p("CUstreamCaptureStatus*", "captureStatus", D::Out, K::Unsigned)] },
    Function { id: 0x011d, name: "cuStreamQuery", symbol: "cuStreamQuery", version: 2000, class: C::Custom, soft: true, facility: "stream", params: &[p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x811d, name: "cuStreamQuery", symbol: "cuStreamQuery_ptsz", version: 7000, class: C::Custom, soft: true, facility: "stream", params: &[p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x0123, name: "cuStreamSetAttribute", symbol: "cuStreamSetAttribute", version: 11000, class: C::None, soft: false, facility: "stream", params: &[p("CUstream", "hStream", D::In, K::Handle(H::Stream)), p("CUstreamAttrID", "attr", D::In, K::Unsigned), p("const CUstreamAttrValue_v1*", "param", D::In, K::Struct)] },
    Function { id: 0x8123, name: "cuStreamSetAttribute", symbol: "cuStreamSetAttribute_ptsz", version: 11000, class: C::None, soft: false, facility: "stream", params: &[p("CUstream", "hStream", D::In, K::Handle(H::Stream)), p("CUstreamAttrID", "attr", D::In, K::Unsigned), p("const CUstreamAttrValue_v1*", "param", D::In, K::Struct)] },
    Function { id: 0x011e, name: "cuStreamSynchronize", symbol: "cuStreamSynchronize", version: 2000, class: C::Custom, soft: true, facility: "stream", params: &[p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x811e, name: "cuStreamSynchronize", symbol: "cuStreamSynchronize_ptsz", version: 7000, class: C::Custom, soft: true, facility: "stream", params: &[p("CUstream", "hStream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x0118, name: "cuStreamUpdateCaptureDependencies", symbol: "cuStreamUpdateCaptureDependencies", version: 11030, class: C::Local, soft: true, facility: "stream", params: &[p("CUstream", "hStream", D::In, K::Handle(H::Stream)), p("CUgraphNode*", "dependencies", D::Out, K::Handle(H::GraphNode)), p("size_t", "numDependencies", D::In, K::Len), p("unsigned int", "flags", D::In, K::Unsigned)] },
    Function { id: 0x8118, name: "cuStreamUpdateCaptureDependencies", symbol: "cuStreamUpdateCaptureDependencies_ptsz", version: 11030, class: C::Local, soft: true, facility: "stream", params: &[p("CUstream", "hStream", D::In, K::Handle(H::Stream)), p("CUgraphNode*", "dependencies", D::Out, K::Handle(H::GraphNode)), p("size_t", "numDependencies", D::In, K::Len), p("unsigned int", "flags", D::In, K::Unsigned)] },
    Function { id: 0x0119, name: "cuStreamUpdateCaptureDependencies", symbol: "cuStreamUpdateCaptureDependencies_v2", version: 12030, class: C::Local, soft: true, facility: "stream", params: &[p("CUstream", "hStream", D::In, K::Handle(H::Stream)), p("CUgraphNode*", "dependencies", D::Out, K::Handle(H::GraphNode)), p("const CUgraphEdgeData*", "dependencyData", D::In, K::Struct), p("size_t", "numDependencies", D::In, K::Len), p("unsigned int", "flags", D::In, K::Unsigned)] },
    Function { id: 0x8119, name: "cuStreamUpdateCaptureDependencies", symbol: "cuStreamUpdateCaptureDependencies_v2_ptsz", version: 12030, class: C::Local, soft: true, facility: "stream", params: &[p("CUstream", "hStream", D::In, K::Handle(H::Stream)), p("CUgraphNode*", "dependencies", D::Out, K::Handle(H::GraphNode)), p("const CUgraphEdgeData*", "dependencyData", D::In, K::Struct), p("size_t", "numDependencies", D::In, K::Len), p("unsigned int", "flags", D::In, K::Unsigned)] },
    Function { id: 0x010c, name: "cuStreamWaitEvent", symbol: "cuStreamWaitEvent", version: 3020, class: C::Custom, soft: true, facility: "stream", params: &[p("CUstream", "hStream", D::In, K::Handle(H::Stream)), p("CUevent", "hEvent", D::In, K::Handle(H::Event)), p("unsigned int", "Flags", D::In, K::Unsigned)] },
    Function { id: 0x810c, name: "cuStreamWaitEvent", symbol: "cuStreamWaitEvent_ptsz", version: 7000, class: C::Custom, soft: true, facility: "stream", params: &[p("CUstream", "hStream", D::In, K::Handle(H::Stream)), p("CUevent", "hEvent", D::In, K::Handle(H::Event)), p("unsigned int", "Flags", D::In, K::Unsigned)] },
    Function { id: 0x0135, name: "cuStreamWaitValue32", symbol: "cuStreamWaitValue32", version: 8000, class: C::Custom, soft: true, facility: "stream", params: &[p("CUstream", "stream", D::In, K::Handle(H::Stream)), p("CUdeviceptr_v2", "addr", D::In, K::DevicePointer), p("cuuint32_t", "value", D::In, K::Unsigned), p("unsigned int", "flags", D::In, K::Unsigned)] },
    Function { id: 0x8135, name: "cuStreamWaitValue32", symbol: "cuStreamWaitValue32_ptsz", version: 8000, class: C::Custom, soft: true, facility: "stream", params: &[p("CUstream", "stream", D::In, K::Handle(H::Stream)), p("CUdeviceptr_v2", "addr", D::In, K::DevicePointer), p("cuuint32_t", "value", D::In, K::Unsigned), p("unsigned int", "flags", D::In, K::Unsigned)] },
    Function { id: 0x0136, name: "cuStreamWaitValue32", symbol: "cuStreamWaitValue32_v2", version: 11070, class: C::Custom, soft: true, facility: "stream", params: &[p("CUstream", "stream", D::In, K::Handle(H::Stream)), p("CUdeviceptr_v2", "addr", D::In, K::DevicePointer), p("cuuint32_t", "value", D::In, K::Unsigned), p("unsigned int", "flags", D::In, K::Unsigned)] },
    Function { id: 0x8136, name: "cuStreamWaitValue32", symbol: "cuStreamWaitValue32_v2_ptsz", version: 11070, class: C::Custom, soft: true, facility: "stream", params: &[p("CUstream", "stream", D::In, K::Handle(H::Stream)), p("CUdeviceptr_v2", "addr", D::In, K::DevicePointer), p("cuuint32_t", "value", D::In, K::Unsigned), p("unsigned int", "flags", D::In, K::Unsigned)] },
    Function { id: 0x0137, name: "cuStreamWaitValue64", symbol: "cuStreamWaitValue64", version: 9000, class: C::Custom, soft: true, facility: "stream", params: &[p("CUstream", "stream", D::In, K::Handle(H::Stream)), p("CUdeviceptr_v2", "addr", D::In, K::DevicePointer), p("cuuint64_t", "value", D::In, K::Unsigned), p("unsigned int", "flags", D::In, K::Unsigned)] },
    Function { id: 0x8137, name: "cuStreamWaitValue64", symbol: "cuStreamWaitValue64_ptsz", version: 9000, class: C::Custom, soft: true, facility: "stream", params: &[p("CUstream", "stream", D::In, K::Handle(H::Stream)), p("CUdeviceptr_v2", "addr", D::In, K::DevicePointer), p("cuuint64_t", "value", D::In, K::Unsigned), p("unsigned int", "flags", D::In, K::Unsigned)] },
    Function { id: 0x0138, name: "cuStreamWaitValue64", symbol: "cuStreamWaitValue64_v2", version: 11070, class: C::Custom, soft: true, facility: "stream", params: &[p("CUstream", "stream", D::In, K::Handle(H::Stream)), p("CUdeviceptr_v2", "addr", D::In, K::DevicePointer), p("cuuint64_t", "value", D::In, K::Unsigned), p("unsigned int", "flags", D::In, K::Unsigned)] },
    Function { id: 0x8138, name: "cuStreamWaitValue64", symbol: "cuStreamWaitValue64_v2_ptsz", version: 11070, class: C::Custom, soft: true, facility: "stream", params: &[p("CUstream", "stream", D::In, K::Handle(H::Stream)), p("CUdeviceptr_v2", "addr", D::In, K::DevicePointer), p("cuuint64_t", "value", D::In, K::Unsigned), p("unsigned int", "flags", D::In, K::Unsigned)] },
    Function { id: 0x0139, name: "cuStreamWriteValue32", symbol: "cuStreamWriteValue32", version: 8000, class: C::Custom, soft: true, facility: "stream", params: &[p("CUstream", "stream", D::In, K::Handle(H::Stream)), p("CUdeviceptr_v2", "addr", D::In, K::DevicePointer), p("cuuint32_t", "value", D::In, K::Unsigned), p("unsigned int", "flags", D::In, K::Unsigned)] },
    Function { id: 0x8139, name: "cuStreamWriteValue32", symbol: "cuStreamWriteValue32_ptsz", version: 8000, class: C::Custom, soft: true, facility: "stream", params: &[p("CUstream", "stream", D::In, K::Handle(H::Stream)), p("CUdeviceptr_v2", "addr", D::In, K::DevicePointer), p("cuuint32_t", "value", D::In, K::Unsigned), p("unsigned int", "flags", D::In, K::Unsigned)] },
    Function { id: 0x013a, name: "cuStreamWriteValue32", symbol: "cuStreamWriteValue32_v2", version: 11070, class: C::Custom, soft: true, facility: "stream", params: &[p("CUstream", "stream", D::In, K::Handle(H::Stream)), p("CUdeviceptr_v2", "addr", D::In, K::DevicePointer), p("cuuint32_t", "value", D::In, K::Unsigned), p("unsigned int", "flags", D::In, K::Unsigned)] },
    Function { id: 0x813a, name: "cuStreamWriteValue32", symbol: "cuStreamWriteValue32_v2_ptsz", version: 11070, class: C::Custom, soft: true, facility: "stream", params: &[p("CUstream", "stream", D::In, K::Handle(H::Stream)), p("CUdeviceptr_v2", "addr", D::In, K::DevicePointer), p("cuuint32_t", "value", D::In, K::Unsigned), p("unsigned int", "flags", D::In, K::Unsigned)] },
    Function { id: 0x013b, name: "cuStreamWriteValue64", symbol: "cuStreamWriteValue64", version: 9000, class: C::Custom, soft: true, facility: "stream", params: &[p("CUstream", "stream", D::In, K::Handle(H::Stream)), p("CUdeviceptr_v2", "addr", D::In, K::DevicePointer), p("cuuint64_t", "value", D::In, K::Unsigned), p("unsigned int", "flags", D::In, K::Unsigned)] },
    Function { id: 0x813b, name: "cuStreamWriteValue64", symbol: "cuStreamWriteValue64_ptsz", version: 9000, class: C::Custom, soft: true, facility: "stream", params: &[p("CUstream", "stream", D::In, K::Handle(H::Stream)), p("CUdeviceptr_v2", "addr", D::In, K::DevicePointer), p("cuuint64_t", "value", D::In, K::Unsigned), p("unsigned int", "flags", D::In, K::Unsigned)] },
    Function { id: 0x013c, name: "cuStreamWriteValue64", symbol: "cuStreamWriteValue64_v2", version: 11070, class: C::Custom, soft: true, facility: "stream", params: &[p("CUstream", "stream", D::In, K::Handle(H::Stream)), p("CUdeviceptr_v2", "addr", D::In, K::DevicePointer), p("cuuint64_t", "value", D::In, K::Unsigned), p("unsigned int", "flags", D::In, K::Unsigned)] },
    Function { id: 0x813c, name: "cuStreamWriteValue64", symbol: "cuStreamWriteValue64_v2_ptsz", version: 11070, class: C::Custom, soft: true, facility: "stream", params: &[p("CUstream", "stream", D::In, K::Handle(H::Stream)), p("CUdeviceptr_v2", "addr", D::In, K::DevicePointer), p("cuuint64_t", "value", D::In, K::Unsigned), p("unsigned int", "flags", D::In, K::Unsigned)] },
    Function { id: 0x01e5, name: "cuSurfObjectCreate", symbol: "cuSurfObjectCreate", version: 5000, class: C::Custom, soft: true, facility: "texture", params: &[p("CUsurfObject_v1*", "pSurfObject", D::Out, K::Unsigned), p("const CUDA_RESOURCE_DESC_v1*", "pResDesc", D::In, K::Struct)] },
    Function { id: 0x01e6, name: "cuSurfObjectDestroy", symbol: "cuSurfObjectDestroy", version: 5000, class: C::Custom, soft: true, facility: "texture", params: &[p("CUsurfObject_v1", "surfObject", D::In, K::Unsigned)] },
    Function { id: 0x01e7, name: "cuSurfObjectGetResourceDesc", symbol: "cuSurfObjectGetResourceDesc", version: 5000, class: C::Local, soft: true, facility: "texture", params: &[p("CUDA_RESOURCE_DESC_v1*", "pResDesc", D::Out, K::Struct), p("CUsurfObject_v1", "surfObject", D::In, K::Unsigned)] },
    Function { id: 0x01df, name: "cuSurfRefGetArray", symbol: "cuSurfRefGetArray", version: 3000, class: C::None, soft: false, facility: "texture", params: &[p("CUarray*", "phArray", D::Out, K::Handle(H::Array)), p("CUsurfref", "hSurfRef", D::In, K::Handle(H::SurfRef))] },
    Function { id: 0x01de, name: "cuSurfRefSetArray", symbol: "cuSurfRefSetArray", version: 3000, class: C::None, soft: false, facility: "texture", params: &[p("CUsurfref", "hSurfRef", D::In, K::Handle(H::SurfRef)), p("CUarray", "hArray", D::In, K::Handle(H::Array)), p("unsigned int", "Flags", D::In, K::Unsigned)] },
    Function { id: 0x01e9, name: "cuTensorMapEncodeIm2col", symbol: "cuTensorMapEncodeIm2col", version: 12000, class: C::None, soft: false, facility: "tensormap", params: &[p("CUtensorMap*", "tensorMap", D::Out, K::Struct), p("CUtensorMapDataType", "tensorDataType", D::In, K::Unsigned), p("cuuint32_t", "tensorRank", D::In, K::Unsigned), p("void*", "globalAddress", D::In, K::HostPointer), p("const cuuint64_t*", "globalDim", D::In, K::Unsigned), p("const cuuint64_t*", "globalStrides", D::In, K::Unsigned), p("const int*", "pixelBoxLowerCorner", D::In, K::Signed), p("const int*", "pixelBoxUpperCorner", D::In, K::Signed), p("cuuint32_t", "channelsPerPixel", D::In, K::Unsigned), p("cuuint32_t", "pixelsPerColumn", D::In, K::Unsigned), p("const cuuint32_t*", "elementStrides", D::In, K::Unsigned), p("CUtensorMapInterleave", "interleave", D::In, K::Unsigned), p("CUtensorMapSwizzle", "swizzle", D::In, K::Unsigned), p("CUtensorMapL2promotion", "l2Promotion", D::In, K::Unsigned), p("CUtensorMapFloatOOBfill", "oobFill", D::In, K::Unsigned)] },
    Function { id: 0x01ec, name: "cuTensorMapEncodeIm2colWide", symbol: "cuTensorMapEncodeIm2colWide", version: 12080, class: C::None, soft: false, facility: "tensormap", params: &[p("CUtensorMap*", "tensorMap", D::Out, K::Struct), p("CUtensorMapDataType", "tensorDataType", D::In, K::Unsigned), p("cuuint32_t", "tensorRank", D::In, K::Unsigned), p("void*", "globalAddress", D::In, K::HostPointer), p("const cuuint64_t*", "globalDim", D::In, K::Unsigned), p("const cuuint64_t*", "globalStrides", D::In, K::Unsigned), p("int", "pixelBoxLowerCornerWidth", D::In, K::Signed), p("int", "pixelBoxUpperCornerWidth", D::In, K::Signed), p("cuuint32_t", "channelsPerPixel", D::In, K::Unsigned), p("cuuint32_t", "pixelsPerColumn", D::In, K::Unsigned), p("const cuuint32_t*", "elementStrides", D::In, K::Unsigned), p("CUtensorMapInterleave", "interleave", D::In, K::Unsigned), p("CUtensorMapIm2ColWideMode", "mode", D::In, K::Unsigned), p("CUtensorMapSwizzle", "swizzle", D::In, K::Unsigned), p("CUtensorMapL2promotion", "l2Promotion", D::In, K::Unsigned), p("CUtensorMapFloatOOBfill", "oobFill", D::In, K::Unsigned)] },
    Function { id: 0x01e8, name: "cuTensorMapEncodeTiled", symbol: "cuTensorMapEncodeTiled", version: 12000, class: C::None, soft: false, facility: "tensormap", params: &[p("CUtensorMap*", "tensorMap", D::Out, K::Struct), p("CUtensorMapDataType", "tensorDataType", D::In, K::Unsigned), p("cuuint32_t", "tensorRank", D::In, K::Unsigned), p("void*", "globalAddress", D::In, K::HostPointer), p("const cuuint64_t*", "globalDim", D::In, K::Unsigned), p("const cuuint64_t*", "globalStrides", D::In, K::Unsigned), p("const cuuint32_t*", "boxDim", D::In, K::Unsigned), p("const cuuint32_t*", "elementStrides", D::In, K::Unsigned), p("CUtensorMapInterleave", "interleave", D::In, K::Unsigned), p("CUtensorMapSwizzle", "swizzle", D::In, K::Unsigned), p("CUtensorMapL2promotion", "l2Promotion", D::In, K::Unsigned), p("CUtensorMapFloatOOBfill", "oobFill", D::In, K::Unsigned)] },
    Function { id: 0x01ea, name: "cuTensorMapReplaceAddress", symbol: "cuTensorMapReplaceAddress", version: 12000, class: C::None, soft: false, facility: "tensormap", params: &[p("CUtensorMap*", "tensorMap", D::Out, K::Struct), p("void*", "globalAddress", D::In, K::HostPointer)] },
    Function { id: 0x01eb, name: "cuTensorMapSetAllocationClass", symbol: "cuTensorMapSetAllocationClass", version: 13050, class: C::None, soft: false, facility: "tensormap", params: &[p("CUtensorMap*", "tensorMap", D::Out, K::Struct), p("CUtensorMapAllocClass", "allocClass", D::In, K::Unsigned), p("CUtensorMapAllocClass*", "outAllocClass", D::Out, K::Unsigned)] },
    Function { id: 0x01e0, name: "cuTexObjectCreate", symbol: "cuTexObjectCreate", version: 5000, class: C::Custom, soft: true, facility: "texture", params: &[p("CUtexObject_v1*", "pTexObject", D::Out, K::Unsigned), p("const CUDA_RESOURCE_DESC_v1*", "pResDesc", D::In, K::Struct), p("const CUDA_TEXTURE_DESC_v1*", "pTexDesc", D::In, K::Struct), p("const CUDA_RESOURCE_VIEW_DESC_v1*", "pResViewDesc", D::In, K::Struct)] },
    Function { id: 0x01e1, name: "cuTexObjectDestroy", symbol: "cuTexObjectDestroy", version: 5000, class: C::Custom, soft: true, facility: "texture", params: &[p("CUtexObject_v1", "texObject", D::In, K::Unsigned)] },
    Function { id: 0x01e2, name: "cuTexObjectGetResourceDesc", symbol: "cuTexObjectGetResourceDesc", version: 5000, class: C::Local, soft: true, facility: "texture", params: &[p("CUDA_RESOURCE_DESC_v1*", "pResDesc", D::Out, K::Struct), p("CUtexObject_v1", "texObject", D::In, K::Unsigned)] },
    Function { id: 0x01e4, name: "cuTexObjectGetResourceViewDesc", symbol: "cuTexObjectGetResourceViewDesc", version: 5000, class: C::Local, soft: true, facility: "texture", params: &[p("CUDA_RESOURCE_VIEW_DESC_v1*", "pResViewDesc", D::Out, K::Struct), p("CUtexObject_v1", "texObject", D::In, K::Unsigned)] },
    Function { id: 0x01e3, name: "cuTexObjectGetTextureDesc", symbol: "cuTexObjectGetTextureDesc", version: 5000, class: C::Local, soft: true, facility: "texture", params: &[p("CUDA_TEXTURE_DESC_v1*", "pTexDesc", D::Out, K::Struct), p("CUtexObject_v1", "texObject", D::In, K::Unsigned)] },
    Function { id: 0x01dc, name: "cuTexRefCreate", symbol: "cuTexRefCreate", version: 2000, class: C::None, soft: false, facility: "texture", params: &[p("CUtexref*", "pTexRef", D::Out, K::Handle(H::TexRef))] },
    Function { id: 0x01dd, name: "cuTexRefDestroy", symbol: "cuTexRefDestroy", version: 2000, class: C::None, soft: false, facility: "texture", params: &[p("CUtexref", "hTexRef", D::In, K::Handle(H::TexRef))] },
    Function { id: 0x01cf, name: "cuTexRefGetAddress", symbol: "cuTexRefGetAddress", version: 2000, class: C::None, soft: false, facility: "texture", params: &[p("CUdeviceptr_v1*", "pdptr", D::Out, K::DevicePointer), p("CUtexref", "hTexRef", D::In, K::Handle(H::TexRef))] },
    Function { id: 0x01d0, name: "cuTexRefGetAddress", symbol: "cuTexRefGetAddress_v2", version: 3020, class: C::None, soft: false, facility: "texture", params: &[p("CUdeviceptr_v2*", "pdptr", D::Out, K::DevicePointer), p("CUtexref", "hTexRef", D::In, K::Handle(H::TexRef))] },
    Function { id: 0x01d3, name: "cuTexRefGetAddressMode", symbol: "cuTexRefGetAddressMode", version: 2000, class: C::None, soft: false, facility: "texture", params: &[p("CUaddress_mode*", "pam", D::Out, K::Unsigned), p("CUtexref", "hTexRef", D::In, K::Handle(H::TexRef)), p("int", "dim", D::In, K::Signed)] },
    Function { id: 0x01d1, name: "cuTexRefGetArray", symbol: "cuTexRefGetArray", version: 2000, class: C::None, soft: false, facility: "texture", params: &[p("CUarray*", "phArray", D::Out, K::Handle(H::Array)), p("CUtexref", "hTexRef", D::In, K::Handle(H::TexRef))] },
    Function { id: 0x01da, name: "cuTexRefGetBorderColor", symbol: "cuTexRefGetBorderColor", version: 8000, class: C::None, soft: false, facility: "texture", params: &[p("float*", "pBorderColor", D::Out, K::Float), p("CUtexref", "hTexRef", D::In, K::Handle(H::TexRef))] },
    Function { id: 0x01d4, name: "cuTexRefGetFilterMode", symbol: "cuTexRefGetFilterMode", version: 2000, class: C::None, soft: false, facility: "texture", params: &[p("CUfilter_mode*", "pfm", D::Out, K::Unsigned), p("CUtexref", "hTexRef", D::In, K::Handle(H::TexRef))] },
    Function { id: 0x01db, name: "cuTexRefGetFlags", symbol: "cuTexRefGetFlags", version: 2000, class: C::None, soft: false, facility: "texture", params: &[p("unsigned int*", "pFlags", D::Out, K::Unsigned), p("CUtexref", "hTexRef", D::In, K::Handle(H::TexRef))] },
    Function { id: 0x01d5, name: "cuTexRefGetFormat", symbol: "cuTexRefGetFormat", version: 2000, class: C::None, soft: false, facility: "texture", params: &[p("CUarray_format*", "pFormat", D::Out, K::Unsigned), p("int*", "pNumChannels", D::Out, K::Signed), p("CUtexref", "hTexRef", D::In, K::Handle(H::TexRef))] },
    Function { id: 0x01d9, name: "cuTexRefGetMaxAnisotropy", symbol: "cuTexRefGetMaxAnisotropy", version: 5000, class: C::None, soft: false, facility: "texture", params: &[p("int*", "pmaxAniso", D::Out, K::Signed), p("CUtexref", "hTexRef", D::In, K::Handle(H::TexRef))] },
    Function { id: 0x01d6, name: "cuTexRefGetMipmapFilterMode", symbol: "cuTexRefGetMipmapFilterMode", version: 5000, class: C::None, soft: false, facility: "texture", params: &[p("CUfilter_mode*", "pfm", D::Out, K::Unsigned), p("CUtexref", "hTexRef", D::In, K::Handle(H::TexRef))] },
    Function { id: 0x01d7, name: "cuTexRefGetMipmapLevelBias", symbol: "cuTexRefGetMipmapLevelBias", version: 5000, class: C::None, soft: false, facility: "texture", params: &[p("float*", "pbias", D::Out, K::Float), p("CUtexref", "hTexRef", D::In, K::Handle(H::TexRef))] },
    Function { id: 0x01d8, name: "cuTexRefGetMipmapLevelClamp", symbol: "cuTexRefGetMipmapLevelClamp", version: 5000, class: C::None, soft: false, facility: "texture", params: &[p("float*", "pminMipmapLevelClamp", D::Out, K::Float), p("float*", "pmaxMipmapLevelClamp", D::Out, K::Float), p("CUtexref", "hTexRef", D::In, K::Handle(H::TexRef))] },
    Function { id: 0x01d2, name: "cuTexRefGetMipmappedArray", symbol: "cuTexRefGetMipmappedArray", version: 5000, class: C::None, soft: false, facility: "texture", params: &[p("CUmipmappedArray*", "phMipmappedArray", D::Out, K::Handle(H::Mipmap)), p("CUtexref", "hTexRef", D::In, K::Handle(H::TexRef))] },
    Function { id: 0x01c1, name: "cuTexRefSetAddress", symbol: "cuTexRefSetAddress", version: 2000, class: C::None, soft: false, facility: "texture", params: &[p("unsigned int*", "ByteOffset", D::Out, K::Unsigned), p("CUtexref", "hTexRef", D::In, K::Handle(H::TexRef)), p("CUdeviceptr_v1", "dptr", D::In, K::DevicePointer), p("unsigned int", "bytes", D::In, K::Len)] },
    Function { id: 0x01c2, name: "cuTexRefSetAddress", symbol: "cuTexRefSetAddress_v2", version: 3020, class: C::None, soft: false, facility: "texture", params: &[p("size_t*", "ByteOffset", D::Out, K::Unsigned), p("CUtexref", "hTexRef", D::In, K::Handle(H::TexRef)), p("CUdeviceptr_v2", "dptr", D::In, K::DevicePointer), p("size_t", "bytes", D::In, K::Len)] },
    Function { id: 0x01c3, name: "cuTexRefSetAddress2D", symbol: "cuTexRefSetAddress2D", version: 2020, class: C::None, soft: false, facility: "texture", params: &[p("CUtexref", "hTexRef", D::In, K::Handle(H::TexRef)), p("const CUDA_ARRAY_DESCRIPTOR_v1*", "desc", D::In, K::Struct), p("CUdeviceptr_v1", "dptr", D::In, K::DevicePointer), p("unsigned int", "Pitch", D::In, K::Unsigned)] },
    Function { id: 0x01c4, name: "cuTexRefSetAddress2D", symbol: "cuTexRefSetAddress2D_v2", version: 3020, class: C::None, soft: false, facility: "texture", params: &[p("CUtexref", "hTexRef", D::In, K::Handle(H::TexRef)), p("const CUDA_ARRAY_DESCRIPTOR_v2*", "desc", D::In, K::Struct), p("CUdeviceptr_v2", "dptr", D::In, K::DevicePointer), p("size_t", "Pitch", D::In, K::Unsigned)] },
    Function { id: 0x01c5, name: "cuTexRefSetAddress2D", symbol: "cuTexRefSetAddress2D_v3", version: 4010, class: C::None, soft: false, facility: "texture", params: &[p("CUtexref", "hTexRef", D::In, K::Handle(H::TexRef)), p("const CUDA_ARRAY_DESCRIPTOR_v2*", "desc", D::In, K::Struct), p("CUdeviceptr_v2", "dptr", D::In, K::DevicePointer), p("size_t", "Pitch", D::In, K::Unsigned)] },
    Function { id: 0x01c7, name: "cuTexRefSetAddressMode", symbol: "cuTexRefSetAddressMode", version: 2000, class: C::None, soft: false, facility: "texture", params: &[p("CUtexref", "hTexRef", D::In, K::Handle(H::TexRef)), p("int", "dim", D::In, K::Signed), p("CUaddress_mode", "am", D::In, K::Unsigned)] },
    Function { id: 0x01bf, name: "cuTexRefSetArray", symbol: "cuTexRefSetArray", version: 2000, class: C::None, soft: false, facility: "texture", params: &[p("CUtexref", "hTexRef", D::In, K::Handle(H::TexRef)), p("CUarray", "hArray", D::In, K::Handle(H::Array)), p("unsigned int", "Flags", D::In, K::Unsigned)] },
    Function { id: 0x01cd, name: "cuTexRefSetBorderColor", symbol: "cuTexRefSetBorderColor", version: 8000, class: C::None, soft: false, facility: "texture", params: &[p("CUtexref", "hTexRef", D::In, K::Handle(H::TexRef)), p("float*", "pBorderColor", D::Out, K::Float)] },
    Function { id: 0x01c8, name: "cuTexRefSetFilterMode", symbol: "cuTexRefSetFilterMode", version: 2000, class: C::None, soft: false, facility: "texture", params: &[p("CUtexref", "hTexRef", D::In, K::Handle(H::TexRef)), p("CUfilter_mode", "fm", D::In, K::Unsigned)] },
    Function { id: 0x01ce, name: "cuTexRefSetFlags", symbol: "cuTexRefSetFlags", version: 2000, class: C::None, soft: false, facility: "texture", params: &[p("CUtexref", "hTexRef", D::In, K::Handle(H::TexRef)), p("unsigned int", "Flags", D::In, K::Unsigned)] },
    Function { id: 0x01c6, name: "cuTexRefSetFormat", symbol: "cuTexRefSetFormat", version: 2000, class: C::None, soft: false, facility: "texture", params: &[p("CUtexref", "hTexRef", D::In, K::Handle(H::TexRef)), p("CUarray_format", "fmt", D::In, K::Unsigned), p("int", "NumPackedComponents", D::In, K::Signed)] },
    Function { id: 0x01cc, name: "cuTexRefSetMaxAnisotropy", symbol: "cuTexRefSetMaxAnisotropy", version: 5000, class: C::None, soft: false, facility: "texture", params: &[p("CUtexref", "hTexRef", D::In, K::Handle(H::TexRef)), p("unsigned int", "maxAniso", D::In, K::Unsigned)] },
    Function { id: 0x01c9, name: "cuTexRefSetMipmapFilterMode", symbol: "cuTexRefSetMipmapFilterMode", version: 5000, class: C::None, soft: false, facility: "texture", params: &[p("CUtexref", "hTexRef", D::In, K::Handle(H::TexRef)), p("CUfilter_mode", "fm", D::In, K::Unsigned)] },
    Function { id: 0x01ca, name: "cuTexRefSetMipmapLevelBias", symbol: "cuTexRefSetMipmapLevelBias", version: 5000, class: C::None, soft: false, facility: "texture", params: &[p("CUtexref", "hTexRef", D::In, K::Handle(H::TexRef)), p("float", "bias", D::In, K::Float)] },
    Function { id: 0x01cb, name: "cuTexRefSetMipmapLevelClamp", symbol: "cuTexRefSetMipmapLevelClamp", version: 5000, class: C::None, soft: false, facility: "texture", params: &[p("CUtexref", "hTexRef", D::In, K::Handle(H::TexRef)), p("float", "minMipmapLevelClamp", D::In, K::Float), p("float", "maxMipmapLevelClamp", D::In, K::Float)] },
    Function { id: 0x01c0, name: "cuTexRefSetMipmappedArray", symbol: "cuTexRefSetMipmappedArray", version: 5000, class: C::None, soft: false, facility: "texture", params: &[p("CUtexref", "hTexRef", D::In, K::Handle(H::TexRef)), p("CUmipmappedArray", "hMipmappedArray", D::In, K::Handle(H::Mipmap)), p("unsigned int", "Flags", D::In, K::Unsigned)] },
    Function { id: 0x0112, name: "cuThreadExchangeStreamCaptureMode", symbol: "cuThreadExchangeStreamCaptureMode", version: 10010, class: C::Local, soft: true, facility: "stream", params: &[p("CUstreamCaptureMode*", "mode", D::InOut, K::Unsigned)] },
    Function { id: 0x0202, name: "cuUserObjectCreate", symbol: "cuUserObjectCreate", version: 11030, class: C::Local, soft: true, facility: "graph", params: &[p("CUuserObject*", "object_out", D::Out, K::Handle(H::UserObject)), p("void*", "ptr", D::In, K::HostPointer), p("CUhostFn", "destroy", D::In, K::Struct), p("unsigned int", "initialRefcount", D::In, K::Unsigned), p("unsigned int", "flags", D::In, K::Unsigned)] },
    Function { id: 0x0204, name: "cuUserObjectRelease", symbol: "cuUserObjectRelease", version: 11030, class: C::Local, soft: true, facility: "graph", params: &[p("CUuserObject", "object", D::In, K::Handle(H::UserObject)), p("unsigned int", "count", D::In, K::Len)] },
    Function { id: 0x0203, name: "cuUserObjectRetain", symbol: "cuUserObjectRetain", version: 11030, class: C::Local, soft: true, facility: "graph", params: &[p("CUuserObject", "object", D::In, K::Handle(H::UserObject)), p("unsigned int", "count", D::In, K::Len)] },
    Function { id: 0x0133, name: "cuWaitExternalSemaphoresAsync", symbol: "cuWaitExternalSemaphoresAsync", version: 10000, class: C::None, soft: false, facility: "interop", params: &[p("const CUexternalSemaphore*", "extSemArray", D::In, K::Handle(H::ExtSem)), p("const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_v1*", "paramsArray", D::In, K::Struct), p("unsigned int", "numExtSems", D::In, K::Len), p("CUstream", "stream", D::In, K::Handle(H::Stream))] },
    Function { id: 0x8133, name: "cuWaitExternalSemaphoresAsync", symbol: "cuWaitExternalSemaphoresAsync_ptsz", version: 10000, class: C::None, soft: false, facility: "interop", params: &[p("const CUexternalSemaphore*", "extSemArray", D::In, K::Handle(H::ExtSem)), p("const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_v1*", "paramsArray", D::In, K::Struct), p("unsigned int", "numExtSems", D::In, K::Len), p("CUstream", "stream", D::In, K::Handle(H::Stream))] },
];

/// Id and place in `FUNCTIONS`, by id.
pub(crate) static BY_ID: &[(u16, u16)] = &[
    (0x0001, 139), (0x0002, 138), (0x0003, 263), (0x0004, 109), (0x0005, 71), (0x0006, 76), (0x0007, 85), (0x0008, 92),
    (0x0009, 93), (0x000a, 83), (0x000b, 106), (0x000c, 107), (0x000d, 91), (0x000e, 72), (0x000f, 82), (0x0010, 86),
    (0x0011, 105), (0x0012, 84), (0x0013, 77), (0x0014, 90), (0x0015, 70), (0x0016, 100), (0x0017, 96), (0x0018, 97),
    (0x0019, 101), (0x001a, 102), (0x001b, 95), (0x001c, 98), (0x001d, 99), (0x001e, 79), (0x001f, 28), (0x0020, 29),
    (0x0021, 30), (0x0022, 31), (0x0023, 46), (0x0024, 32), (0x0025, 33), (0x0026, 52), (0x0027, 53), (0x0028, 50),
    (0x0029, 51), (0x002a, 57), (0x002b, 40), (0x002c, 42), (0x002d, 43), (0x002e, 45), (0x002f, 58), (0x0030, 61),
    (0x0031, 62), (0x0032, 59), (0x0033, 47), (0x0034, 39), (0x0035, 56), (0x0036, 48), (0x0037, 60), (0x0038, 38),
    (0x0039, 49), (0x003a, 55), (0x003b, 27), (0x003c, 34), (0x003d, 44), (0x003e, 522), (0x003f, 523), (0x0040, 524),
    (0x0041, 525), (0x0042, 526), (0x0043, 515), (0x0044, 517), (0x0045, 518), (0x0046, 521), (0x0047, 520), (0x0048, 516),
    (0x0049, 514), (0x004a, 307), (0x004b, 308), (0x004c, 302), (0x004d, 303), (0x004e, 304), (0x004f, 305), (0x0050, 306),
    (0x0051, 309), (0x0052, 362), (0x0053, 363), (0x0054, 331), (0x0055, 332), (0x0056, 340), (0x0057, 341), (0x0058, 350),
    (0x0059, 351), (0x005a, 356), (0x005b, 357), (0x005c, 337), (0x005d, 338), (0x005e, 354), (0x005f, 366), (0x0060, 367),
    (0x0061, 368), (0x0062, 369), (0x0063, 339), (0x0064, 73), (0x0065, 89), (0x0066, 265), (0x0067, 267), (0x0068, 266),
    (0x0069, 268), (0x006a, 269), (0x006b, 264), (0x006c, 370), (0x006d, 371), (0x006e, 372), (0x006f, 401), (0x0070, 473),
    (0x0071, 467), (0x0072, 468), (0x0073, 455), (0x0074, 456), (0x0075, 449), (0x0076, 450), (0x0077, 446), (0x0078, 447),
    (0x0079, 433), (0x007a, 434), (0x007b, 461), (0x007c, 462), (0x007d, 436), (0x007e, 437), (0x007f, 430), (0x0080, 431),
    (0x0081, 403), (0x0082, 404), (0x0083, 409), (0x0084, 410), (0x0085, 412), (0x0086, 413), (0x0087, 422), (0x0088, 428),
    (0x0089, 475), (0x008a, 470), (0x008b, 471), (0x008c, 458), (0x008d, 459), (0x008e, 452), (0x008f, 453), (0x0090, 464),
    (0x0091, 465), (0x0092, 439), (0x0093, 440), (0x0094, 406), (0x0095, 407), (0x0096, 415), (0x0097, 416), (0x0098, 424),
    (0x0099, 442), (0x009a, 444), (0x009b, 418), (0x009c, 420), (0x009d, 123), (0x009e, 477), (0x009f, 426), (0x00a0, 504),
    (0x00a1, 505), (0x00a2, 479), (0x00a3, 480), (0x00a4, 499), (0x00a5, 500), (0x00a6, 494), (0x00a7, 495), (0x00a8, 484),
    (0x00a9, 485), (0x00aa, 489), (0x00ab, 490), (0x00ac, 507), (0x00ad, 482), (0x00ae, 502), (0x00af, 497), (0x00b0, 487),
    (0x00b1, 492), (0x00b2, 4), (0x00b3, 5), (0x00b4, 7), (0x00b5, 8), (0x00b6, 11), (0x00b7, 513), (0x00b8, 9),
    (0x00b9, 512), (0x00ba, 10), (0x00bb, 6), (0x00bc, 0), (0x00bd, 1), (0x00be, 2), (0x00bf, 3), (0x00c0, 509),
    (0x00c1, 511), (0x00c2, 510), (0x00c3, 328), (0x00c4, 327), (0x00c5, 344), (0x00c6, 396), (0x00c7, 374), (0x00c8, 375),
    (0x00c9, 400), (0x00ca, 398), (0x00cb, 355), (0x00cc, 349), (0x00cd, 373), (0x00ce, 358), (0x00cf, 359), (0x00d0, 397),
    (0x00d1, 352), (0x00d2, 333), (0x00d3, 387), (0x00d4, 386), (0x00d5, 382), (0x00d6, 385), (0x00d7, 381), (0x00d8, 377),
    (0x00d9, 378), (0x00da, 360), (0x00db, 365), (0x00dc, 399), (0x00dd, 335), (0x00de, 380), (0x00df, 383), (0x00e0, 379),
    (0x00e1, 384), (0x00e2, 547), (0x00e3, 388), (0x00e4, 390), (0x00e5, 329), (0x00e6, 330), (0x00e7, 392), (0x00e8, 347),
    (0x00e9, 345), (0x00ea, 394), (0x00eb, 395), (0x00ec, 532), (0x00ed, 527), (0x00ee, 530), (0x00ef, 531), (0x00f0, 528),
    (0x00f1, 529), (0x00f2, 534), (0x00f3, 533), (0x00f4, 318), (0x00f5, 317), (0x00f6, 313), (0x00f7, 310), (0x00f8, 314),
    (0x00f9, 311), (0x00fa, 312), (0x00fb, 321), (0x00fc, 315), (0x00fd, 319), (0x00fe, 316), (0x00ff, 320), (0x0100, 80),
    (0x0101, 74), (0x0102, 75), (0x0103, 549), (0x0104, 548), (0x0105, 575), (0x0106, 576), (0x0107, 602), (0x0108, 604),
    (0x0109, 599), (0x010a, 591), (0x010b, 593), (0x010c, 618), (0x010d, 555), (0x010e, 563), (0x010f, 565), (0x0110, 569),
    (0x0111, 571), (0x0112, 682), (0x0113, 579), (0x0114, 606), (0x0115, 585), (0x0116, 587), (0x0117, 589), (0x0118, 614),
    (0x0119, 616), (0x011a, 567), (0x011b, 581), (0x011c, 557), (0x011d, 608), (0x011e, 612), (0x011f, 577), (0x0120, 578),
    (0x0121, 573), (0x0122, 583), (0x0123, 610), (0x0124, 110), (0x0125, 116), (0x0126, 118), (0x0127, 115), (0x0128, 120),
    (0x0129, 111), (0x012a, 112), (0x012b, 113), (0x012c, 114), (0x012d, 261), (0x012e, 121), (0x012f, 122), (0x0130, 64),
    (0x0131, 262), (0x0132, 553), (0x0133, 686), (0x0134, 65), (0x0135, 620), (0x0136, 622), (0x0137, 624), (0x0138, 626),
    (0x0139, 628), (0x013a, 630), (0x013b, 632), (0x013c, 634), (0x013d, 559), (0x013e, 561), (0x013f, 126), (0x0140, 133),
    (0x0141, 135), (0x0142, 136), (0x0143, 128), (0x0144, 130), (0x0145, 129), (0x0146, 131), (0x0147, 132), (0x0148, 288),
    (0x0149, 290), (0x014a, 279), (0x014b, 281), (0x014c, 284), (0x014d, 286), (0x014e, 134), (0x014f, 137), (0x0150, 542),
    (0x0151, 545), (0x0152, 544), (0x0153, 546), (0x0154, 278), (0x0155, 282), (0x0156, 283), (0x0157, 543), (0x0158, 167),
    (0x0159, 153), (0x015a, 154), (0x015b, 210), (0x015c, 211), (0x015d, 213), (0x015e, 214), (0x015f, 157), (0x0160, 219),
    (0x0161, 220), (0x0162, 158), (0x0163, 221), (0x0164, 222), (0x0165, 152), (0x0166, 201), (0x0167, 202), (0x0168, 144),
    (0x0169, 164), (0x016a, 147), (0x016b, 148), (0x016c, 171), (0x016d, 172), (0x016e, 149), (0x016f, 173), (0x0170, 174),
    (0x0171, 150), (0x0172, 192), (0x0173, 193), (0x0174, 151), (0x0175, 194), (0x0176, 195), (0x0177, 143), (0x0178, 162),
    (0x0179, 163), (0x017a, 175), (0x017b, 165), (0x017c, 223), (0x017d, 233), (0x017e, 224), (0x017f, 230), (0x0180, 232),
    (0x0181, 198), (0x0182, 183), (0x0183, 199), (0x0184, 200), (0x0185, 196), (0x0186, 197), (0x0187, 225), (0x0188, 226),
    (0x0189, 227), (0x018a, 228), (0x018b, 145), (0x018c, 146), (0x018d, 238), (0x018e, 239), (0x018f, 170), (0x0190, 205),
    (0x0191, 206), (0x0192, 182), (0x0193, 185), (0x0194, 186), (0x0195, 187), (0x0196, 188), (0x0197, 184), (0x0198, 176),
    (0x0199, 178), (0x019a, 179), (0x019b, 180), (0x019c, 181), (0x019d, 241), (0x019e, 215), (0x019f, 177), (0x01a0, 169),
    (0x01a1, 190), (0x01a2, 191), (0x01a3, 208), (0x01a4, 209), (0x01a5, 212), (0x01a6, 168), (0x01a7, 155), (0x01a8, 217),
    (0x01a9, 156), (0x01aa, 218), (0x01ab, 234), (0x01ac, 229), (0x01ad, 159), (0x01ae, 160), (0x01af, 161), (0x01b0, 235),
    (0x01b1, 236), (0x01b2, 231), (0x01b3, 189), (0x01b4, 166), (0x01b5, 94), (0x01b6, 81), (0x01b7, 104), (0x01b8, 536),
    (0x01b9, 537), (0x01ba, 539), (0x01bb, 540), (0x01bc, 535), (0x01bd, 541), (0x01be, 538), (0x01bf, 672), (0x01c0, 681),
    (0x01c1, 666), (0x01c2, 667), (0x01c3, 668), (0x01c4, 669), (0x01c5, 670), (0x01c6, 676), (0x01c7, 671), (0x01c8, 674),
    (0x01c9, 678), (0x01ca, 679), (0x01cb, 680), (0x01cc, 677), (0x01cd, 673), (0x01ce, 675), (0x01cf, 653), (0x01d0, 654),
    (0x01d1, 656), (0x01d2, 665), (0x01d3, 655), (0x01d4, 658), (0x01d5, 660), (0x01d6, 662), (0x01d7, 663), (0x01d8, 664),
    (0x01d9, 661), (0x01da, 657), (0x01db, 659), (0x01dc, 651), (0x01dd, 652), (0x01de, 640), (0x01df, 639), (0x01e0, 646),
    (0x01e1, 647), (0x01e2, 648), (0x01e3, 650), (0x01e4, 649), (0x01e5, 636), (0x01e6, 637), (0x01e7, 638), (0x01e8, 643),
    (0x01e9, 641), (0x01ea, 644), (0x01eb, 645), (0x01ec, 642), (0x01ed, 69), (0x01ee, 36), (0x01ef, 35), (0x01f0, 88),
    (0x01f1, 87), (0x01f2, 253), (0x01f3, 250), (0x01f4, 245), (0x01f5, 246), (0x01f6, 247), (0x01f7, 248), (0x01f8, 249),
    (0x01f9, 243), (0x01fa, 251), (0x01fb, 140), (0x01fc, 127), (0x01fd, 141), (0x01fe, 142), (0x01ff, 597), (0x0200, 364),
    (0x0201, 125), (0x0202, 683), (0x0203, 685), (0x0204, 684), (0x0205, 240), (0x0206, 237), (0x0207, 519), (0x0208, 361),
    (0x0209, 299), (0x020a, 300), (0x020b, 301), (0x020c, 294), (0x020d, 297), (0x020e, 295), (0x020f, 292), (0x0210, 271),
    (0x0211, 272), (0x0212, 293), (0x0213, 296), (0x0214, 270), (0x0215, 276), (0x0216, 277), (0x0217, 273), (0x0218, 275),
    (0x0219, 274), (0x021a, 298), (0x021b, 21), (0x021c, 22), (0x021d, 25), (0x021e, 26), (0x021f, 103), (0x0220, 108),
    (0x0221, 254), (0x0222, 255), (0x0223, 78), (0x0224, 41), (0x0225, 256), (0x0226, 595), (0x0227, 258), (0x0228, 260),
    (0x0229, 66), (0x022a, 68), (0x022b, 67), (0x022c, 601), (0x022d, 37), (0x022e, 257), (0x022f, 54), (0x0230, 63),
    (0x0231, 259), (0x0232, 342), (0x0233, 325), (0x0234, 326), (0x0235, 322), (0x0236, 323), (0x0237, 324), (0x0238, 24),
    (0x0239, 23), (0x023a, 20), (0x023b, 19), (0x023c, 203), (0x023d, 204), (0x023e, 14), (0x023f, 15), (0x0240, 16),
    (0x0241, 13), (0x0242, 17), (0x0243, 18), (0x0244, 12), (0x0245, 550), (0x0246, 551), (0x0247, 552), (0x806f, 402),
    (0x8070, 474), (0x8072, 469), (0x8074, 457), (0x8076, 451), (0x8078, 448), (0x807a, 435), (0x807c, 463), (0x807e, 438),
    (0x8080, 432), (0x8082, 405), (0x8084, 411), (0x8086, 414), (0x8087, 423), (0x8088, 429), (0x8089, 476), (0x808b, 472),
    (0x808d, 460), (0x808f, 454), (0x8091, 466), (0x8093, 441), (0x8095, 408), (0x8097, 417), (0x8098, 425), (0x8099, 443),
    (0x809a, 445), (0x809b, 419), (0x809c, 421), (0x809d, 124), (0x809e, 478), (0x809f, 427), (0x80a1, 506), (0x80a3, 481),
    (0x80a5, 501), (0x80a7, 496), (0x80a9, 486), (0x80ab, 491), (0x80ac, 508), (0x80ad, 483), (0x80ae, 503), (0x80af, 498),
    (0x80b0, 488), (0x80b1, 493), (0x80c8, 376), (0x80d1, 353), (0x80d2, 334), (0x80dd, 336), (0x80e3, 389), (0x80e4, 391),
    (0x80e7, 393), (0x80e8, 348), (0x80e9, 346), (0x8107, 603), (0x8108, 605), (0x8109, 600), (0x810a, 592), (0x810b, 594),
    (0x810c, 619), (0x810d, 556), (0x810e, 564), (0x810f, 566), (0x8110, 570), (0x8111, 572), (0x8113, 580), (0x8114, 607),
    (0x8115, 586), (0x8116, 588), (0x8117, 590), (0x8118, 615), (0x8119, 617), (0x811a, 568), (0x811b, 582), (0x811c, 558),
    (0x811d, 609), (0x811e, 613), (0x8121, 574), (0x8122, 584), (0x8123, 611), (0x8125, 117), (0x8126, 119), (0x8132, 554),
    (0x8133, 687), (0x8135, 621), (0x8136, 623), (0x8137, 625), (0x8138, 627), (0x8139, 629), (0x813a, 631), (0x813b, 633),
    (0x813c, 635), (0x813d, 560), (0x813e, 562), (0x8148, 289), (0x8149, 291), (0x814a, 280), (0x814c, 285), (0x814d, 287),
    (0x8191, 207), (0x819d, 242), (0x819e, 216), (0x81f9, 244), (0x81fa, 252), (0x81ff, 598), (0x8226, 596), (0x8232, 343),
];

/// The wire ids by symbol.
pub mod id {
    /// `cuGetErrorString`.
    pub const CU_GET_ERROR_STRING: u16 = 1;
    /// `cuGetErrorName`.
    pub const CU_GET_ERROR_NAME: u16 = 2;
    /// `cuInit`.
    pub const CU_INIT: u16 = 3;
    /// `cuDriverGetVersion`.
    pub const CU_DRIVER_GET_VERSION: u16 = 4;
    /// `cuDeviceGet`.
    pub const CU_DEVICE_GET: u16 = 5;
    /// `cuDeviceGetCount`.
    pub const CU_DEVICE_GET_COUNT: u16 = 6;
    /// `cuDeviceGetName`.
    pub const CU_DEVICE_GET_NAME: u16 = 7;
    /// `cuDeviceGetUuid`.
    pub const CU_DEVICE_GET_UUID: u16 = 8;
    /// `cuDeviceGetUuid_v2`.
    pub const CU_DEVICE_GET_UUID_V2: u16 = 9;
    /// `cuDeviceGetLuid`.
    pub const CU_DEVICE_GET_LUID: u16 = 10;
    /// `cuDeviceTotalMem`.
    pub const CU_DEVICE_TOTAL_MEM: u16 = 11;
    /// `cuDeviceTotalMem_v2`.
    pub const CU_DEVICE_TOTAL_MEM_V2: u16 = 12;
    /// `cuDeviceGetTexture1DLinearMaxWidth`.
    pub const CU_DEVICE_GET_TEXTURE1D_LINEAR_MAX_WIDTH: u16 = 13;
    /// `cuDeviceGetAttribute`.
    pub const CU_DEVICE_GET_ATTRIBUTE: u16 = 14;
    /// `cuDeviceGetHostAtomicCapabilities`.
    pub const CU_DEVICE_GET_HOST_ATOMIC_CAPABILITIES: u16 = 15;
    /// `cuDeviceGetNvSciSyncAttributes`.
    pub const CU_DEVICE_GET_NV_SCI_SYNC_ATTRIBUTES: u16 = 16;
    /// `cuDeviceSetMemPool`.
    pub const CU_DEVICE_SET_MEM_POOL: u16 = 17;
    /// `cuDeviceGetMemPool`.
    pub const CU_DEVICE_GET_MEM_POOL: u16 = 18;
    /// `cuDeviceGetDefaultMemPool`.
    pub const CU_DEVICE_GET_DEFAULT_MEM_POOL: u16 = 19;
    /// `cuDeviceGetProperties`.
    pub const CU_DEVICE_GET_PROPERTIES: u16 = 20;
    /// `cuDeviceComputeCapability`.
    pub const CU_DEVICE_COMPUTE_CAPABILITY: u16 = 21;
    /// `cuDevicePrimaryCtxRetain`.
    pub const CU_DEVICE_PRIMARY_CTX_RETAIN: u16 = 22;
    /// `cuDevicePrimaryCtxRelease`.
    pub const CU_DEVICE_PRIMARY_CTX_RELEASE: u16 = 23;
    /// `cuDevicePrimaryCtxRelease_v2`.
    pub const CU_DEVICE_PRIMARY_CTX_RELEASE_V2: u16 = 24;
    /// `cuDevicePrimaryCtxSetFlags`.
    pub const CU_DEVICE_PRIMARY_CTX_SET_FLAGS: u16 = 25;
    /// `cuDevicePrimaryCtxSetFlags_v2`.
    pub const CU_DEVICE_PRIMARY_CTX_SET_FLAGS_V2: u16 = 26;
    /// `cuDevicePrimaryCtxGetState`.
    pub const CU_DEVICE_PRIMARY_CTX_GET_STATE: u16 = 27;
    /// `cuDevicePrimaryCtxReset`.
    pub const CU_DEVICE_PRIMARY_CTX_RESET: u16 = 28;
    /// `cuDevicePrimaryCtxReset_v2`.
    pub const CU_DEVICE_PRIMARY_CTX_RESET_V2: u16 = 29;
    /// `cuDeviceGetExecAffinitySupport`.
    pub const CU_DEVICE_GET_EXEC_AFFINITY_SUPPORT: u16 = 30;
    /// `cuCtxCreate`.
    pub const CU_CTX_CREATE: u16 = 31;
    /// `cuCtxCreate_v2`.
    pub const CU_CTX_CREATE_V2: u16 = 32;
    /// `cuCtxCreate_v3`.
    pub const CU_CTX_CREATE_V3: u16 = 33;
    /// `cuCtxCreate_v4`.
    pub const CU_CTX_CREATE_V4: u16 = 34;
    /// `cuCtxGetId`.
    pub const CU_CTX_GET_ID: u16 = 35;
    /// `cuCtxDestroy`.
    pub const CU_CTX_DESTROY: u16 = 36;
    /// `cuCtxDestroy_v2`.
    pub const CU_CTX_DESTROY_V2: u16 = 37;
    /// `cuCtxPushCurrent`.
    pub const CU_CTX_PUSH_CURRENT: u16 = 38;
    /// `cuCtxPushCurrent_v2`.
    pub const CU_CTX_PUSH_CURRENT_V2: u16 = 39;
    /// `cuCtxPopCurrent`.
    pub const CU_CTX_POP_CURRENT: u16 = 40;
    /// `cuCtxPopCurrent_v2`.
    pub const CU_CTX_POP_CURRENT_V2: u16 = 41;
    /// `cuCtxSetCurrent`.
    pub const CU_CTX_SET_CURRENT: u16 = 42;
    /// `cuCtxGetCurrent`.
    pub const CU_CTX_GET_CURRENT: u16 = 43;
    /// `cuCtxGetDevice`.
    pub const CU_CTX_GET_DEVICE: u16 = 44;
    /// `cuCtxGetDevice_v2`.
    pub const CU_CTX_GET_DEVICE_V2: u16 = 45;
    /// `cuCtxGetFlags`.
    pub const CU_CTX_GET_FLAGS: u16 = 46;
    /// `cuCtxSetFlags`.
    pub const CU_CTX_SET_FLAGS: u16 = 47;
    /// `cuCtxSynchronize`.
    pub const CU_CTX_SYNCHRONIZE: u16 = 48;
    /// `cuCtxSynchronize_v2`.
    pub const CU_CTX_SYNCHRONIZE_V2: u16 = 49;
    /// `cuCtxSetLimit`.
    pub const CU_CTX_SET_LIMIT: u16 = 50;
    /// `cuCtxGetLimit`.
    pub const CU_CTX_GET_LIMIT: u16 = 51;
    /// `cuCtxGetCacheConfig`.
    pub const CU_CTX_GET_CACHE_CONFIG: u16 = 52;
    /// `cuCtxSetCacheConfig`.
    pub const CU_CTX_SET_CACHE_CONFIG: u16 = 53;
    /// `cuCtxGetSharedMemConfig`.
    pub const CU_CTX_GET_SHARED_MEM_CONFIG: u16 = 54;
    /// `cuCtxSetSharedMemConfig`.
    pub const CU_CTX_SET_SHARED_MEM_CONFIG: u16 = 55;
    /// `cuCtxGetApiVersion`.
    pub const CU_CTX_GET_API_VERSION: u16 = 56;
    /// `cuCtxGetStreamPriorityRange`.
    pub const CU_CTX_GET_STREAM_PRIORITY_RANGE: u16 = 57;
    /// `cuCtxResetPersistingL2Cache`.
    pub const CU_CTX_RESET_PERSISTING_L2_CACHE: u16 = 58;
    /// `cuCtxAttach`.
    pub const CU_CTX_ATTACH: u16 = 59;
    /// `cuCtxDetach`.
    pub const CU_CTX_DETACH: u16 = 60;
    /// `cuCtxGetExecAffinity`.
    pub const CU_CTX_GET_EXEC_AFFINITY: u16 = 61;
    /// `cuModuleLoad`.
    pub const CU_MODULE_LOAD: u16 = 62;
    /// `cuModuleLoadData`.
    pub const CU_MODULE_LOAD_DATA: u16 = 63;
    /// `cuModuleLoadDataEx`.
    pub const CU_MODULE_LOAD_DATA_EX: u16 = 64;
    /// `cuModuleLoadFatBinary`.
    pub const CU_MODULE_LOAD_FAT_BINARY: u16 = 65;
    /// `cuModuleUnload`.
    pub const CU_MODULE_UNLOAD: u16 = 66;
    /// `cuModuleGetFunction`.
    pub const CU_MODULE_GET_FUNCTION: u16 = 67;
    /// `cuModuleGetGlobal`.
    pub const CU_MODULE_GET_GLOBAL: u16 = 68;
    /// `cuModuleGetGlobal_v2`.
    pub const CU_MODULE_GET_GLOBAL_V2: u16 = 69;
    /// `cuModuleGetTexRef`.
    pub const CU_MODULE_GET_TEX_REF: u16 = 70;
    /// `cuModuleGetSurfRef`.
    pub const CU_MODULE_GET_SURF_REF: u16 = 71;
    /// `cuModuleGetFunctionCount`.
    pub const CU_MODULE_GET_FUNCTION_COUNT: u16 = 72;
    /// `cuModuleEnumerateFunctions`.
    pub const CU_MODULE_ENUMERATE_FUNCTIONS: u16 = 73;
    /// `cuLinkCreate`.
    pub const CU_LINK_CREATE: u16 = 74;
    /// `cuLinkCreate_v2`.
    pub const CU_LINK_CREATE_V2: u16 = 75;
    /// `cuLinkAddData`.
    pub const CU_LINK_ADD_DATA: u16 = 76;
    /// `cuLinkAddData_v2`.
    pub const CU_LINK_ADD_DATA_V2: u16 = 77;
    /// `cuLinkAddFile`.
    pub const CU_LINK_ADD_FILE: u16 = 78;
    /// `cuLinkAddFile_v2`.
    pub const CU_LINK_ADD_FILE_V2: u16 = 79;
    /// `cuLinkComplete`.
    pub const CU_LINK_COMPLETE: u16 = 80;
    /// `cuLinkDestroy`.
    pub const CU_LINK_DESTROY: u16 = 81;
    /// `cuMemGetInfo`.
    pub const CU_MEM_GET_INFO: u16 = 82;
    /// `cuMemGetInfo_v2`.
    pub const CU_MEM_GET_INFO_V2: u16 = 83;
    /// `cuMemAlloc`.
    pub const CU_MEM_ALLOC: u16 = 84;
    /// `cuMemAlloc_v2`.
    pub const CU_MEM_ALLOC_V2: u16 = 85;
    /// `cuMemAllocPitch`.
    pub const CU_MEM_ALLOC_PITCH: u16 = 86;
    /// `cuMemAllocPitch_v2`.
    pub const CU_MEM_ALLOC_PITCH_V2: u16 = 87;
    /// `cuMemFree`.
    pub const CU_MEM_FREE: u16 = 88;
    /// `cuMemFree_v2`.
    pub const CU_MEM_FREE_V2: u16 = 89;
    /// `cuMemGetAddressRange`.
    pub const CU_MEM_GET_ADDRESS_RANGE: u16 = 90;
    /// `cuMemGetAddressRange_v2`.
    pub const CU_MEM_GET_ADDRESS_RANGE_V2: u16 = 91;
    /// `cuMemAllocHost`.
    pub const CU_MEM_ALLOC_HOST: u16 = 92;
    /// `cuMemAllocHost_v2`.
    pub const CU_MEM_ALLOC_HOST_V2: u16 = 93;
    /// `cuMemFreeHost`.
    pub const CU_MEM_FREE_HOST: u16 = 94;
    /// `cuMemHostAlloc`.
    pub const CU_MEM_HOST_ALLOC: u16 = 95;
    /// `cuMemHostGetDevicePointer`.
    pub const CU_MEM_HOST_GET_DEVICE_POINTER: u16 = 96;
    /// `cuMemHostGetDevicePointer_v2`.
    pub const CU_MEM_HOST_GET_DEVICE_POINTER_V2: u16 = 97;
    /// `cuMemHostGetFlags`.
    pub const CU_MEM_HOST_GET_FLAGS: u16 = 98;
    /// `cuMemAllocManaged`.
    pub const CU_MEM_ALLOC_MANAGED: u16 = 99;
    /// `cuDeviceGetByPCIBusId`.
    pub const CU_DEVICE_GET_BY_PCI_BUS_ID: u16 = 100;
    /// `cuDeviceGetPCIBusId`.
    pub const CU_DEVICE_GET_PCI_BUS_ID: u16 = 101;
    /// `cuIpcGetEventHandle`.
    pub const CU_IPC_GET_EVENT_HANDLE: u16 = 102;
    /// `cuIpcOpenEventHandle`.
    pub const CU_IPC_OPEN_EVENT_HANDLE: u16 = 103;
    /// `cuIpcGetMemHandle`.
    pub const CU_IPC_GET_MEM_HANDLE: u16 = 104;
    /// `cuIpcOpenMemHandle`.
    pub const CU_IPC_OPEN_MEM_HANDLE: u16 = 105;
    /// `cuIpcOpenMemHandle_v2`.
    pub const CU_IPC_OPEN_MEM_HANDLE_V2: u16 = 106;
    /// `cuIpcCloseMemHandle`.
    pub const CU_IPC_CLOSE_MEM_HANDLE: u16 = 107;
    /// `cuMemHostRegister`.
    pub const CU_MEM_HOST_REGISTER: u16 = 108;
    /// `cuMemHostRegister_v2`.
    pub const CU_MEM_HOST_REGISTER_V2: u16 = 109;
    /// `cuMemHostUnregister`.
    pub const CU_MEM_HOST_UNREGISTER: u16 = 110;
    /// `cuMemcpy`.
    pub const CU_MEMCPY: u16 = 111;
    /// `cuMemcpyPeer`.
    pub const CU_MEMCPY_PEER: u16 = 112;
    /// `cuMemcpyHtoD`.
    pub const CU_MEMCPY_HTOD: u16 = 113;
    /// `cuMemcpyHtoD_v2`.
    pub const CU_MEMCPY_HTOD_V2: u16 = 114;
    /// `cuMemcpyDtoH`.
    pub const CU_MEMCPY_DTOH: u16 = 115;
    /// `cuMemcpyDtoH_v2`.
    pub const CU_MEMCPY_DTOH_V2: u16 = 116;
    /// `cuMemcpyDtoD`.
    pub const CU_MEMCPY_DTOD: u16 = 117;
    /// `cuMemcpyDtoD_v2`.
    pub const CU_MEMCPY_DTOD_V2: u16 = 118;
    /// `cuMemcpyDtoA`.
    pub const CU_MEMCPY_DTOA: u16 = 119;
    /// `cuMemcpyDtoA_v2`.
    pub const CU_MEMCPY_DTOA_V2: u16 = 120;
    /// `cuMemcpyAtoD`.
    pub const CU_MEMCPY_ATOD: u16 = 121;
    /// `cuMemcpyAtoD_v2`.
    pub const CU_MEMCPY_ATOD_V2: u16 = 122;
    /// `cuMemcpyHtoA`.
    pub const CU_MEMCPY_HTOA: u16 = 123;
    /// `cuMemcpyHtoA_v2`.
    pub const CU_MEMCPY_HTOA_V2: u16 = 124;
    /// `cuMemcpyAtoH`.
    pub const CU_MEMCPY_ATOH: u16 = 125;
    /// `cuMemcpyAtoH_v2`.
    pub const CU_MEMCPY_ATOH_V2: u16 = 126;
    /// `cuMemcpyAtoA`.
    pub const CU_MEMCPY_ATOA: u16 = 127;
    /// `cuMemcpyAtoA_v2`.
    pub const CU_MEMCPY_ATOA_V2: u16 = 128;
    /// `cuMemcpy2D`.
    pub const CU_MEMCPY2D: u16 = 129;
    /// `cuMemcpy2D_v2`.
    pub const CU_MEMCPY2D_V2: u16 = 130;
    /// `cuMemcpy2DUnaligned`.
    pub const CU_MEMCPY2D_UNALIGNED: u16 = 131;
    /// `cuMemcpy2DUnaligned_v2`.
    pub const CU_MEMCPY2D_UNALIGNED_V2: u16 = 132;
    /// `cuMemcpy3D`.
    pub const CU_MEMCPY3D: u16 = 133;
    /// `cuMemcpy3D_v2`.
    pub const CU_MEMCPY3D_V2: u16 = 134;
    /// `cuMemcpy3DPeer`.
    pub const CU_MEMCPY3D_PEER: u16 = 135;
    /// `cuMemcpyAsync`.
    pub const CU_MEMCPY_ASYNC: u16 = 136;
    /// `cuMemcpyPeerAsync`.
    pub const CU_MEMCPY_PEER_ASYNC: u16 = 137;
    /// `cuMemcpyHtoDAsync`.
    pub const CU_MEMCPY_HTOD_ASYNC: u16 = 138;
    /// `cuMemcpyHtoDAsync_v2`.
    pub const CU_MEMCPY_HTOD_ASYNC_V2: u16 = 139;
    /// `cuMemcpyDtoHAsync`.
    pub const CU_MEMCPY_DTOH_ASYNC: u16 = 140;
    /// `cuMemcpyDtoHAsync_v2`.
    pub const CU_MEMCPY_DTOH_ASYNC_V2: u16 = 141;
    /// `cuMemcpyDtoDAsync`.
    pub const CU_MEMCPY_DTOD_ASYNC: u16 = 142;
    /// `cuMemcpyDtoDAsync_v2`.
    pub const CU_MEMCPY_DTOD_ASYNC_V2: u16 = 143;
    /// `cuMemcpyHtoAAsync`.
    pub const CU_MEMCPY_HTOA_ASYNC: u16 = 144;
    /// `cuMemcpyHtoAAsync_v2`.
    pub const CU_MEMCPY_HTOA_ASYNC_V2: u16 = 145;
    /// `cuMemcpyAtoHAsync`.
    pub const CU_MEMCPY_ATOH_ASYNC: u16 = 146;
    /// `cuMemcpyAtoHAsync_v2`.
    pub const CU_MEMCPY_ATOH_ASYNC_V2: u16 = 147;
    /// `cuMemcpy2DAsync`.
    pub const CU_MEMCPY2D_ASYNC: u16 = 148;
    /// `cuMemcpy2DAsync_v2`.
    pub const CU_MEMCPY2D_ASYNC_V2: u16 = 149;
    /// `cuMemcpy3DAsync`.
    pub const CU_MEMCPY3D_ASYNC: u16 = 150;
    /// `cuMemcpy3DAsync_v2`.
    pub const CU_MEMCPY3D_ASYNC_V2: u16 = 151;
    /// `cuMemcpy3DPeerAsync`.
    pub const CU_MEMCPY3D_PEER_ASYNC: u16 = 152;
    /// `cuMemcpyBatchAsync`.
    pub const CU_MEMCPY_BATCH_ASYNC: u16 = 153;
    /// `cuMemcpyBatchAsync_v2`.
    pub const CU_MEMCPY_BATCH_ASYNC_V2: u16 = 154;
    /// `cuMemcpy3DBatchAsync`.
    pub const CU_MEMCPY3D_BATCH_ASYNC: u16 = 155;
    /// `cuMemcpy3DBatchAsync_v2`.
    pub const CU_MEMCPY3D_BATCH_ASYNC_V2: u16 = 156;
    /// `cuFabricCpyBatchAsync`.
    pub const CU_FABRIC_CPY_BATCH_ASYNC: u16 = 157;
    /// `cuMemcpyWithAttributesAsync`.
    pub const CU_MEMCPY_WITH_ATTRIBUTES_ASYNC: u16 = 158;
    /// `cuMemcpy3DWithAttributesAsync`.
    pub const CU_MEMCPY3D_WITH_ATTRIBUTES_ASYNC: u16 = 159;
    /// `cuMemsetD8`.
    pub const CU_MEMSET_D8: u16 = 160;
    /// `cuMemsetD8_v2`.
    pub const CU_MEMSET_D8_V2: u16 = 161;
    /// `cuMemsetD16`.
    pub const CU_MEMSET_D16: u16 = 162;
    /// `cuMemsetD16_v2`.
    pub const CU_MEMSET_D16_V2: u16 = 163;
    /// `cuMemsetD32`.
    pub const CU_MEMSET_D32: u16 = 164;
    /// `cuMemsetD32_v2`.
    pub const CU_MEMSET_D32_V2: u16 = 165;
    /// `cuMemsetD2D8`.
    pub const CU_MEMSET_D2D8: u16 = 166;
    /// `cuMemsetD2D8_v2`.
    pub const CU_MEMSET_D2D8_V2: u16 = 167;
    /// `cuMemsetD2D16`.
    pub const CU_MEMSET_D2D16: u16 = 168;
    /// `cuMemsetD2D16_v2`.
    pub const CU_MEMSET_D2D16_V2: u16 = 169;
    /// `cuMemsetD2D32`.
    pub const CU_MEMSET_D2D32: u16 = 170;
    /// `cuMemsetD2D32_v2`.
    pub const CU_MEMSET_D2D32_V2: u16 = 171;
    /// `cuMemsetD8Async`.
    pub const CU_MEMSET_D8_ASYNC: u16 = 172;
    /// `cuMemsetD16Async`.
    pub const CU_MEMSET_D16_ASYNC: u16 = 173;
    /// `cuMemsetD32Async`.
    pub const CU_MEMSET_D32_ASYNC: u16 = 174;
    /// `cuMemsetD2D8Async`.
    pub const CU_MEMSET_D2D8_ASYNC: u16 = 175;
    /// `cuMemsetD2D16Async`.
    pub const CU_MEMSET_D2D16_ASYNC: u16 = 176;
    /// `cuMemsetD2D32Async`.
    pub const CU_MEMSET_D2D32_ASYNC: u16 = 177;
    /// `cuArrayCreate`.
    pub const CU_ARRAY_CREATE: u16 = 178;
    /// `cuArrayCreate_v2`.
    pub const CU_ARRAY_CREATE_V2: u16 = 179;
    /// `cuArrayGetDescriptor`.
    pub const CU_ARRAY_GET_DESCRIPTOR: u16 = 180;
    /// `cuArrayGetDescriptor_v2`.
    pub const CU_ARRAY_GET_DESCRIPTOR_V2: u16 = 181;
    /// `cuArrayGetSparseProperties`.
    pub const CU_ARRAY_GET_SPARSE_PROPERTIES: u16 = 182;
    /// `cuMipmappedArrayGetSparseProperties`.
    pub const CU_MIPMAPPED_ARRAY_GET_SPARSE_PROPERTIES: u16 = 183;
    /// `cuArrayGetMemoryRequirements`.
    pub const CU_ARRAY_GET_MEMORY_REQUIREMENTS: u16 = 184;
    /// `cuMipmappedArrayGetMemoryRequirements`.
    pub const CU_MIPMAPPED_ARRAY_GET_MEMORY_REQUIREMENTS: u16 = 185;
    /// `cuArrayGetPlane`.
    pub const CU_ARRAY_GET_PLANE: u16 = 186;
    /// `cuArrayDestroy`.
    pub const CU_ARRAY_DESTROY: u16 = 187;
    /// `cuArray3DCreate`.
    pub const CU_ARRAY3D_CREATE: u16 = 188;
    /// `cuArray3DCreate_v2`.
    pub const CU_ARRAY3D_CREATE_V2: u16 = 189;
    /// `cuArray3DGetDescriptor`.
    pub const CU_ARRAY3D_GET_DESCRIPTOR: u16 = 190;
    /// `cuArray3DGetDescriptor_v2`.
    pub const CU_ARRAY3D_GET_DESCRIPTOR_V2: u16 = 191;
    /// `cuMipmappedArrayCreate`.
    pub const CU_MIPMAPPED_ARRAY_CREATE: u16 = 192;
    /// `cuMipmappedArrayGetLevel`.
    pub const CU_MIPMAPPED_ARRAY_GET_LEVEL: u16 = 193;
    /// `cuMipmappedArrayDestroy`.
    pub const CU_MIPMAPPED_ARRAY_DESTROY: u16 = 194;
    /// `cuMemAddressReserve`.
    pub const CU_MEM_ADDRESS_RESERVE: u16 = 195;
    /// `cuMemAddressFree`.
    pub const CU_MEM_ADDRESS_FREE: u16 = 196;
    /// `cuMemCreate`.
    pub const CU_MEM_CREATE: u16 = 197;
    /// `cuMemRelease`.
    pub const CU_MEM_RELEASE: u16 = 198;
    /// `cuMemMap`.
    pub const CU_MEM_MAP: u16 = 199;
    /// `cuMemMapArrayAsync`.
    pub const CU_MEM_MAP_ARRAY_ASYNC: u16 = 200;
    /// `cuMemUnmap`.
    pub const CU_MEM_UNMAP: u16 = 201;
    /// `cuMemSetAccess`.
    pub const CU_MEM_SET_ACCESS: u16 = 202;
    /// `cuMemGetAccess`.
    pub const CU_MEM_GET_ACCESS: u16 = 203;
    /// `cuMemExportToShareableHandle`.
    pub const CU_MEM_EXPORT_TO_SHAREABLE_HANDLE: u16 = 204;
    /// `cuMemImportFromShareableHandle`.
    pub const CU_MEM_IMPORT_FROM_SHAREABLE_HANDLE: u16 = 205;
    /// `cuMemGetAllocationGranularity`.
    pub const CU_MEM_GET_ALLOCATION_GRANULARITY: u16 = 206;
    /// `cuMemGetAllocationPropertiesFromHandle`.
    pub const CU_MEM_GET_ALLOCATION_PROPERTIES_FROM_HANDLE: u16 = 207;
    /// `cuMemRetainAllocationHandle`.
    pub const CU_MEM_RETAIN_ALLOCATION_HANDLE: u16 = 208;
    /// `cuMemFreeAsync`.
    pub const CU_MEM_FREE_ASYNC: u16 = 209;
    /// `cuMemAllocAsync`.
    pub const CU_MEM_ALLOC_ASYNC: u16 = 210;
    /// `cuMemPoolTrimTo`.
    pub const CU_MEM_POOL_TRIM_TO: u16 = 211;
    /// `cuMemPoolSetAttribute`.
    pub const CU_MEM_POOL_SET_ATTRIBUTE: u16 = 212;
    /// `cuMemPoolGetAttribute`.
    pub const CU_MEM_POOL_GET_ATTRIBUTE: u16 = 213;
    /// `cuMemPoolSetAccess`.
    pub const CU_MEM_POOL_SET_ACCESS: u16 = 214;
    /// `cuMemPoolGetAccess`.
    pub const CU_MEM_POOL_GET_ACCESS: u16 = 215;
    /// `cuMemPoolCreate`.
    pub const CU_MEM_POOL_CREATE: u16 = 216;
    /// `cuMemPoolDestroy`.
    pub const CU_MEM_POOL_DESTROY: u16 = 217;
    /// `cuMemGetDefaultMemPool`.
    pub const CU_MEM_GET_DEFAULT_MEM_POOL: u16 = 218;
    /// `cuMemGetMemPool`.
    pub const CU_MEM_GET_MEM_POOL: u16 = 219;
    /// `cuMemSetMemPool`.
    pub const CU_MEM_SET_MEM_POOL: u16 = 220;
    /// `cuMemAllocFromPoolAsync`.
    pub const CU_MEM_ALLOC_FROM_POOL_ASYNC: u16 = 221;
    /// `cuMemPoolExportToShareableHandle`.
    pub const CU_MEM_POOL_EXPORT_TO_SHAREABLE_HANDLE: u16 = 222;
    /// `cuMemPoolImportFromShareableHandle`.
    pub const CU_MEM_POOL_IMPORT_FROM_SHAREABLE_HANDLE: u16 = 223;
    /// `cuMemPoolExportPointer`.
    pub const CU_MEM_POOL_EXPORT_POINTER: u16 = 224;
    /// `cuMemPoolImportPointer`.
    pub const CU_MEM_POOL_IMPORT_POINTER: u16 = 225;
    /// `cuPointerGetAttribute`.
    pub const CU_POINTER_GET_ATTRIBUTE: u16 = 226;
    /// `cuMemPrefetchAsync`.
    pub const CU_MEM_PREFETCH_ASYNC: u16 = 227;
    /// `cuMemPrefetchAsync_v2`.
    pub const CU_MEM_PREFETCH_ASYNC_V2: u16 = 228;
    /// `cuMemAdvise`.
    pub const CU_MEM_ADVISE: u16 = 229;
    /// `cuMemAdvise_v2`.
    pub const CU_MEM_ADVISE_V2: u16 = 230;
    /// `cuMemPrefetchBatchAsync`.
    pub const CU_MEM_PREFETCH_BATCH_ASYNC: u16 = 231;
    /// `cuMemDiscardBatchAsync`.
    pub const CU_MEM_DISCARD_BATCH_ASYNC: u16 = 232;
    /// `cuMemDiscardAndPrefetchBatchAsync`.
    pub const CU_MEM_DISCARD_AND_PREFETCH_BATCH_ASYNC: u16 = 233;
    /// `cuMemRangeGetAttribute`.
    pub const CU_MEM_RANGE_GET_ATTRIBUTE: u16 = 234;
    /// `cuMemRangeGetAttributes`.
    pub const CU_MEM_RANGE_GET_ATTRIBUTES: u16 = 235;
    /// `cuMulticastCreate`.
    pub const CU_MULTICAST_CREATE: u16 = 236;
    /// `cuMulticastAddDevice`.
    pub const CU_MULTICAST_ADD_DEVICE: u16 = 237;
    /// `cuMulticastBindMem`.
    pub const CU_MULTICAST_BIND_MEM: u16 = 238;
    /// `cuMulticastBindMem_v2`.
    pub const CU_MULTICAST_BIND_MEM_V2: u16 = 239;
    /// `cuMulticastBindAddr`.
    pub const CU_MULTICAST_BIND_ADDR: u16 = 240;
    /// `cuMulticastBindAddr_v2`.
    pub const CU_MULTICAST_BIND_ADDR_V2: u16 = 241;
    /// `cuMulticastUnbind`.
    pub const CU_MULTICAST_UNBIND: u16 = 242;
    /// `cuMulticastGetGranularity`.
    pub const CU_MULTICAST_GET_GRANULARITY: u16 = 243;
    /// `cuLogicalEndpointIdReserve`.
    pub const CU_LOGICAL_ENDPOINT_ID_RESERVE: u16 = 244;
    /// `cuLogicalEndpointIdRelease`.
    pub const CU_LOGICAL_ENDPOINT_ID_RELEASE: u16 = 245;
    /// `cuLogicalEndpointCreate`.
    pub const CU_LOGICAL_ENDPOINT_CREATE: u16 = 246;
    /// `cuLogicalEndpointAddDevice`.
    pub const CU_LOGICAL_ENDPOINT_ADD_DEVICE: u16 = 247;
    /// `cuLogicalEndpointDestroy`.
    pub const CU_LOGICAL_ENDPOINT_DESTROY: u16 = 248;
    /// `cuLogicalEndpointBindAddr`.
    pub const CU_LOGICAL_ENDPOINT_BIND_ADDR: u16 = 249;
    /// `cuLogicalEndpointBindMem`.
    pub const CU_LOGICAL_ENDPOINT_BIND_MEM: u16 = 250;
    /// `cuLogicalEndpointUnbind`.
    pub const CU_LOGICAL_ENDPOINT_UNBIND: u16 = 251;
    /// `cuLogicalEndpointExport`.
    pub const CU_LOGICAL_ENDPOINT_EXPORT: u16 = 252;
    /// `cuLogicalEndpointImport`.
    pub const CU_LOGICAL_ENDPOINT_IMPORT: u16 = 253;
    /// `cuLogicalEndpointGetLimits`.
    pub const CU_LOGICAL_ENDPOINT_GET_LIMITS: u16 = 254;
    /// `cuLogicalEndpointQuery`.
    pub const CU_LOGICAL_ENDPOINT_QUERY: u16 = 255;
    /// `cuDeviceGetFabricClusterUuid`.
    pub const CU_DEVICE_GET_FABRIC_CLUSTER_UUID: u16 = 256;
    /// `cuDeviceGetCliqueCount`.
    pub const CU_DEVICE_GET_CLIQUE_COUNT: u16 = 257;
    /// `cuDeviceGetCliqueInfo`.
    pub const CU_DEVICE_GET_CLIQUE_INFO: u16 = 258;
    /// `cuPointerSetAttribute`.
    pub const CU_POINTER_SET_ATTRIBUTE: u16 = 259;
    /// `cuPointerGetAttributes`.
    pub const CU_POINTER_GET_ATTRIBUTES: u16 = 260;
    /// `cuStreamCreate`.
    pub const CU_STREAM_CREATE: u16 = 261;
    /// `cuStreamCreateWithPriority`.
    pub const CU_STREAM_CREATE_WITH_PRIORITY: u16 = 262;
    /// `cuStreamGetId`.
    pub const CU_STREAM_GET_ID: u16 = 263;
    /// `cuStreamGetPriority`.
    pub const CU_STREAM_GET_PRIORITY: u16 = 264;
    /// `cuStreamGetFlags`.
    pub const CU_STREAM_GET_FLAGS: u16 = 265;
    /// `cuStreamGetCtx`.
    pub const CU_STREAM_GET_CTX: u16 = 266;
    /// `cuStreamGetCtx_v2`.
    pub const CU_STREAM_GET_CTX_V2: u16 = 267;
    /// `cuStreamWaitEvent`.
    pub const CU_STREAM_WAIT_EVENT: u16 = 268;
    /// `cuStreamAddCallback`.
    pub const CU_STREAM_ADD_CALLBACK: u16 = 269;
    /// `cuStreamBeginCapture`.
    pub const CU_STREAM_BEGIN_CAPTURE: u16 = 270;
    /// `cuStreamBeginCapture_v2`.
    pub const CU_STREAM_BEGIN_CAPTURE_V2: u16 = 271;
    /// `cuStreamBeginCaptureToGraph`.
    pub const CU_STREAM_BEGIN_CAPTURE_TO_GRAPH: u16 = 272;
    /// `cuStreamBeginRecaptureToGraph`.
    pub const CU_STREAM_BEGIN_RECAPTURE_TO_GRAPH: u16 = 273;
    /// `cuThreadExchangeStreamCaptureMode`.
    pub const CU_THREAD_EXCHANGE_STREAM_CAPTURE_MODE: u16 = 274;
    /// `cuStreamEndCapture`.
    pub const CU_STREAM_END_CAPTURE: u16 = 275;
    /// `cuStreamIsCapturing`.
    pub const CU_STREAM_IS_CAPTURING: u16 = 276;
    /// `cuStreamGetCaptureInfo`.
    pub const CU_STREAM_GET_CAPTURE_INFO: u16 = 277;
    /// `cuStreamGetCaptureInfo_v2`.
    pub const CU_STREAM_GET_CAPTURE_INFO_V2: u16 = 278;
    /// `cuStreamGetCaptureInfo_v3`.
    pub const CU_STREAM_GET_CAPTURE_INFO_V3: u16 = 279;
    /// `cuStreamUpdateCaptureDependencies`.
    pub const CU_STREAM_UPDATE_CAPTURE_DEPENDENCIES: u16 = 280;
    /// `cuStreamUpdateCaptureDependencies_v2`.
    pub const CU_STREAM_UPDATE_CAPTURE_DEPENDENCIES_V2: u16 = 281;
    /// `cuStreamBeginCaptureToCig`.
    pub const CU_STREAM_BEGIN_CAPTURE_TO_CIG: u16 = 282;
    /// `cuStreamEndCaptureToCig`.
    pub const CU_STREAM_END_CAPTURE_TO_CIG: u16 = 283;
    /// `cuStreamAttachMemAsync`.
    pub const CU_STREAM_ATTACH_MEM_ASYNC: u16 = 284;
    /// `cuStreamQuery`.
    pub const CU_STREAM_QUERY: u16 = 285;
    /// `cuStreamSynchronize`.
    pub const CU_STREAM_SYNCHRONIZE: u16 = 286;
    /// `cuStreamDestroy`.
    pub const CU_STREAM_DESTROY: u16 = 287;
    /// `cuStreamDestroy_v2`.
    pub const CU_STREAM_DESTROY_V2: u16 = 288;
    /// `cuStreamCopyAttributes`.
    pub const CU_STREAM_COPY_ATTRIBUTES: u16 = 289;
    /// `cuStreamGetAttribute`.
    pub const CU_STREAM_GET_ATTRIBUTE: u16 = 290;
    /// `cuStreamSetAttribute`.
    pub const CU_STREAM_SET_ATTRIBUTE: u16 = 291;
    /// `cuEventCreate`.
    pub const CU_EVENT_CREATE: u16 = 292;
    /// `cuEventRecord`.
    pub const CU_EVENT_RECORD: u16 = 293;
    /// `cuEventRecordWithFlags`.
    pub const CU_EVENT_RECORD_WITH_FLAGS: u16 = 294;
    /// `cuEventQuery`.
    pub const CU_EVENT_QUERY: u16 = 295;
    /// `cuEventSynchronize`.
    pub const CU_EVENT_SYNCHRONIZE: u16 = 296;
    /// `cuEventDestroy`.
    pub const CU_EVENT_DESTROY: u16 = 297;
    /// `cuEventDestroy_v2`.
    pub const CU_EVENT_DESTROY_V2: u16 = 298;
    /// `cuEventElapsedTime`.
    pub const CU_EVENT_ELAPSED_TIME: u16 = 299;
    /// `cuEventElapsedTime_v2`.
    pub const CU_EVENT_ELAPSED_TIME_V2: u16 = 300;
    /// `cuImportExternalMemory`.
    pub const CU_IMPORT_EXTERNAL_MEMORY: u16 = 301;
    /// `cuExternalMemoryGetMappedBuffer`.
    pub const CU_EXTERNAL_MEMORY_GET_MAPPED_BUFFER: u16 = 302;
    /// `cuExternalMemoryGetMappedMipmappedArray`.
    pub const CU_EXTERNAL_MEMORY_GET_MAPPED_MIPMAPPED_ARRAY: u16 = 303;
    /// `cuDestroyExternalMemory`.
    pub const CU_DESTROY_EXTERNAL_MEMORY: u16 = 304;
    /// `cuImportExternalSemaphore`.
    pub const CU_IMPORT_EXTERNAL_SEMAPHORE: u16 = 305;
    /// `cuSignalExternalSemaphoresAsync`.
    pub const CU_SIGNAL_EXTERNAL_SEMAPHORES_ASYNC: u16 = 306;
    /// `cuWaitExternalSemaphoresAsync`.
    pub const CU_WAIT_EXTERNAL_SEMAPHORES_ASYNC: u16 = 307;
    /// `cuDestroyExternalSemaphore`.
    pub const CU_DESTROY_EXTERNAL_SEMAPHORE: u16 = 308;
    /// `cuStreamWaitValue32`.
    pub const CU_STREAM_WAIT_VALUE32: u16 = 309;
    /// `cuStreamWaitValue32_v2`.
    pub const CU_STREAM_WAIT_VALUE32_V2: u16 = 310;
    /// `cuStreamWaitValue64`.
    pub const CU_STREAM_WAIT_VALUE64: u16 = 311;
    /// `cuStreamWaitValue64_v2`.
    pub const CU_STREAM_WAIT_VALUE64_V2: u16 = 312;
    /// `cuStreamWriteValue32`.
    pub const CU_STREAM_WRITE_VALUE32: u16 = 313;
    /// `cuStreamWriteValue32_v2`.
    pub const CU_STREAM_WRITE_VALUE32_V2: u16 = 314;
    /// `cuStreamWriteValue64`.
    pub const CU_STREAM_WRITE_VALUE64: u16 = 315;
    /// `cuStreamWriteValue64_v2`.
    pub const CU_STREAM_WRITE_VALUE64_V2: u16 = 316;
    /// `cuStreamBatchMemOp`.
    pub const CU_STREAM_BATCH_MEM_OP: u16 = 317;
    /// `cuStreamBatchMemOp_v2`.
    pub const CU_STREAM_BATCH_MEM_OP_V2: u16 = 318;
    /// `cuFuncGetAttribute`.
    pub const CU_FUNC_GET_ATTRIBUTE: u16 = 319;
    /// `cuFuncSetAttribute`.
    pub const CU_FUNC_SET_ATTRIBUTE: u16 = 320;
    /// `cuFuncSetCacheConfig`.
    pub const CU_FUNC_SET_CACHE_CONFIG: u16 = 321;
    /// `cuFuncSetSharedMemConfig`.
    pub const CU_FUNC_SET_SHARED_MEM_CONFIG: u16 = 322;
    /// `cuFuncGetName`.
    pub const CU_FUNC_GET_NAME: u16 = 323;
    /// `cuFuncGetParamInfo`.
    pub const CU_FUNC_GET_PARAM_INFO: u16 = 324;
    /// `cuFuncGetParamCount`.
    pub const CU_FUNC_GET_PARAM_COUNT: u16 = 325;
    /// `cuFuncIsLoaded`.
    pub const CU_FUNC_IS_LOADED: u16 = 326;
    /// `cuFuncLoad`.
    pub const CU_FUNC_LOAD: u16 = 327;
    /// `cuLaunchKernel`.
    pub const CU_LAUNCH_KERNEL: u16 = 328;
    /// `cuLaunchKernelEx`.
    pub const CU_LAUNCH_KERNEL_EX: u16 = 329;
    /// `cuLaunchCooperativeKernel`.
    pub const CU_LAUNCH_COOPERATIVE_KERNEL: u16 = 330;
    /// `cuLaunchCooperativeKernelMultiDevice`.
    pub const CU_LAUNCH_COOPERATIVE_KERNEL_MULTI_DEVICE: u16 = 331;
    /// `cuLaunchHostFunc`.
    pub const CU_LAUNCH_HOST_FUNC: u16 = 332;
    /// `cuLaunchHostFunc_v2`.
    pub const CU_LAUNCH_HOST_FUNC_V2: u16 = 333;
    /// `cuFuncSetBlockShape`.
    pub const CU_FUNC_SET_BLOCK_SHAPE: u16 = 334;
    /// `cuFuncSetSharedSize`.
    pub const CU_FUNC_SET_SHARED_SIZE: u16 = 335;
    /// `cuParamSetSize`.
    pub const CU_PARAM_SET_SIZE: u16 = 336;
    /// `cuParamSeti`.
    pub const CU_PARAM_SETI: u16 = 337;
    /// `cuParamSetf`.
    pub const CU_PARAM_SETF: u16 = 338;
    /// `cuParamSetv`.
    pub const CU_PARAM_SETV: u16 = 339;
    /// `cuLaunch`.
    pub const CU_LAUNCH: u16 = 340;
    /// `cuLaunchGrid`.
    pub const CU_LAUNCH_GRID: u16 = 341;
    /// `cuLaunchGridAsync`.
    pub const CU_LAUNCH_GRID_ASYNC: u16 = 342;
    /// `cuParamSetTexRef`.
    pub const CU_PARAM_SET_TEX_REF: u16 = 343;
    /// `cuGraphCreate`.
    pub const CU_GRAPH_CREATE: u16 = 344;
    /// `cuGraphAddKernelNode`.
    pub const CU_GRAPH_ADD_KERNEL_NODE: u16 = 345;
    /// `cuGraphAddKernelNode_v2`.
    pub const CU_GRAPH_ADD_KERNEL_NODE_V2: u16 = 346;
    /// `cuGraphKernelNodeGetParams`.
    pub const CU_GRAPH_KERNEL_NODE_GET_PARAMS: u16 = 347;
    /// `cuGraphKernelNodeGetParams_v2`.
    pub const CU_GRAPH_KERNEL_NODE_GET_PARAMS_V2: u16 = 348;
    /// `cuGraphKernelNodeSetParams`.
    pub const CU_GRAPH_KERNEL_NODE_SET_PARAMS: u16 = 349;
    /// `cuGraphKernelNodeSetParams_v2`.
    pub const CU_GRAPH_KERNEL_NODE_SET_PARAMS_V2: u16 = 350;
    /// `cuGraphAddMemcpyNode`.
    pub const CU_GRAPH_ADD_MEMCPY_NODE: u16 = 351;
    /// `cuGraphMemcpyNodeGetParams`.
    pub const CU_GRAPH_MEMCPY_NODE_GET_PARAMS: u16 = 352;
    /// `cuGraphMemcpyNodeSetParams`.
    pub const CU_GRAPH_MEMCPY_NODE_SET_PARAMS: u16 = 353;
    /// `cuGraphAddMemsetNode`.
    pub const CU_GRAPH_ADD_MEMSET_NODE: u16 = 354;
    /// `cuGraphMemsetNodeGetParams`.
    pub const CU_GRAPH_MEMSET_NODE_GET_PARAMS: u16 = 355;
    /// `cuGraphMemsetNodeSetParams`.
    pub const CU_GRAPH_MEMSET_NODE_SET_PARAMS: u16 = 356;
    /// `cuGraphAddHostNode`.
    pub const CU_GRAPH_ADD_HOST_NODE: u16 = 357;
    /// `cuGraphHostNodeGetParams`.
    pub const CU_GRAPH_HOST_NODE_GET_PARAMS: u16 = 358;
    /// `cuGraphHostNodeSetParams`.
    pub const CU_GRAPH_HOST_NODE_SET_PARAMS: u16 = 359;
    /// `cuGraphAddChildGraphNode`.
    pub const CU_GRAPH_ADD_CHILD_GRAPH_NODE: u16 = 360;
    /// `cuGraphChildGraphNodeGetGraph`.
    pub const CU_GRAPH_CHILD_GRAPH_NODE_GET_GRAPH: u16 = 361;
    /// `cuGraphAddEmptyNode`.
    pub const CU_GRAPH_ADD_EMPTY_NODE: u16 = 362;
    /// `cuGraphAddEventRecordNode`.
    pub const CU_GRAPH_ADD_EVENT_RECORD_NODE: u16 = 363;
    /// `cuGraphEventRecordNodeGetEvent`.
    pub const CU_GRAPH_EVENT_RECORD_NODE_GET_EVENT: u16 = 364;
    /// `cuGraphEventRecordNodeSetEvent`.
    pub const CU_GRAPH_EVENT_RECORD_NODE_SET_EVENT: u16 = 365;
    /// `cuGraphAddEventWaitNode`.
    pub const CU_GRAPH_ADD_EVENT_WAIT_NODE: u16 = 366;
    /// `cuGraphEventWaitNodeGetEvent`.
    pub const CU_GRAPH_EVENT_WAIT_NODE_GET_EVENT: u16 = 367;
    /// `cuGraphEventWaitNodeSetEvent`.
    pub const CU_GRAPH_EVENT_WAIT_NODE_SET_EVENT: u16 = 368;
    /// `cuGraphAddExternalSemaphoresSignalNode`.
    pub const CU_GRAPH_ADD_EXTERNAL_SEMAPHORES_SIGNAL_NODE: u16 = 369;
    /// `cuGraphExternalSemaphoresSignalNodeGetParams`.
    pub const CU_GRAPH_EXTERNAL_SEMAPHORES_SIGNAL_NODE_GET_PARAMS: u16 = 370;
    /// `cuGraphExternalSemaphoresSignalNodeSetParams`.
    pub const CU_GRAPH_EXTERNAL_SEMAPHORES_SIGNAL_NODE_SET_PARAMS: u16 = 371;
    /// `cuGraphAddExternalSemaphoresWaitNode`.
    pub const CU_GRAPH_ADD_EXTERNAL_SEMAPHORES_WAIT_NODE: u16 = 372;
    /// `cuGraphExternalSemaphoresWaitNodeGetParams`.
    pub const CU_GRAPH_EXTERNAL_SEMAPHORES_WAIT_NODE_GET_PARAMS: u16 = 373;
    /// `cuGraphExternalSemaphoresWaitNodeSetParams`.
    pub const CU_GRAPH_EXTERNAL_SEMAPHORES_WAIT_NODE_SET_PARAMS: u16 = 374;
    /// `cuGraphAddBatchMemOpNode`.
    pub const CU_GRAPH_ADD_BATCH_MEM_OP_NODE: u16 = 375;
    /// `cuGraphBatchMemOpNodeGetParams`.
    pub const CU_GRAPH_BATCH_MEM_OP_NODE_GET_PARAMS: u16 = 376;
    /// `cuGraphBatchMemOpNodeSetParams`.
    pub const CU_GRAPH_BATCH_MEM_OP_NODE_SET_PARAMS: u16 = 377;
    /// `cuGraphExecBatchMemOpNodeSetParams`.
    pub const CU_GRAPH_EXEC_BATCH_MEM_OP_NODE_SET_PARAMS: u16 = 378;
    /// `cuGraphClone`.
    pub const CU_GRAPH_CLONE: u16 = 379;
    /// `cuGraphNodeFindInClone`.
    pub const CU_GRAPH_NODE_FIND_IN_CLONE: u16 = 380;
    /// `cuGraphNodeGetType`.
    pub const CU_GRAPH_NODE_GET_TYPE: u16 = 381;
    /// `cuGraphNodeGetContainingGraph`.
    pub const CU_GRAPH_NODE_GET_CONTAINING_GRAPH: u16 = 382;
    /// `cuGraphNodeGetLocalId`.
    pub const CU_GRAPH_NODE_GET_LOCAL_ID: u16 = 383;
    /// `cuGraphNodeGetToolsId`.
    pub const CU_GRAPH_NODE_GET_TOOLS_ID: u16 = 384;
    /// `cuGraphGetId`.
    pub const CU_GRAPH_GET_ID: u16 = 385;
    /// `cuGraphExecGetId`.
    pub const CU_GRAPH_EXEC_GET_ID: u16 = 386;
    /// `cuGraphGetNodes`.
    pub const CU_GRAPH_GET_NODES: u16 = 387;
    /// `cuGraphGetRootNodes`.
    pub const CU_GRAPH_GET_ROOT_NODES: u16 = 388;
    /// `cuGraphGetEdges`.
    pub const CU_GRAPH_GET_EDGES: u16 = 389;
    /// `cuGraphGetEdges_v2`.
    pub const CU_GRAPH_GET_EDGES_V2: u16 = 390;
    /// `cuGraphNodeGetDependencies`.
    pub const CU_GRAPH_NODE_GET_DEPENDENCIES: u16 = 391;
    /// `cuGraphNodeGetDependencies_v2`.
    pub const CU_GRAPH_NODE_GET_DEPENDENCIES_V2: u16 = 392;
    /// `cuGraphNodeGetDependentNodes`.
    pub const CU_GRAPH_NODE_GET_DEPENDENT_NODES: u16 = 393;
    /// `cuGraphNodeGetDependentNodes_v2`.
    pub const CU_GRAPH_NODE_GET_DEPENDENT_NODES_V2: u16 = 394;
    /// `cuGraphAddDependencies`.
    pub const CU_GRAPH_ADD_DEPENDENCIES: u16 = 395;
    /// `cuGraphAddDependencies_v2`.
    pub const CU_GRAPH_ADD_DEPENDENCIES_V2: u16 = 396;
    /// `cuGraphRemoveDependencies`.
    pub const CU_GRAPH_REMOVE_DEPENDENCIES: u16 = 397;
    /// `cuGraphRemoveDependencies_v2`.
    pub const CU_GRAPH_REMOVE_DEPENDENCIES_V2: u16 = 398;
    /// `cuGraphDestroyNode`.
    pub const CU_GRAPH_DESTROY_NODE: u16 = 399;
    /// `cuGraphInstantiateWithFlags`.
    pub const CU_GRAPH_INSTANTIATE_WITH_FLAGS: u16 = 400;
    /// `cuGraphInstantiateWithParams`.
    pub const CU_GRAPH_INSTANTIATE_WITH_PARAMS: u16 = 401;
    /// `cuGraphExecGetFlags`.
    pub const CU_GRAPH_EXEC_GET_FLAGS: u16 = 402;
    /// `cuGraphExecKernelNodeSetParams`.
    pub const CU_GRAPH_EXEC_KERNEL_NODE_SET_PARAMS: u16 = 403;
    /// `cuGraphExecKernelNodeSetParams_v2`.
    pub const CU_GRAPH_EXEC_KERNEL_NODE_SET_PARAMS_V2: u16 = 404;
    /// `cuGraphExecMemcpyNodeSetParams`.
    pub const CU_GRAPH_EXEC_MEMCPY_NODE_SET_PARAMS: u16 = 405;
    /// `cuGraphExecMemsetNodeSetParams`.
    pub const CU_GRAPH_EXEC_MEMSET_NODE_SET_PARAMS: u16 = 406;
    /// `cuGraphExecHostNodeSetParams`.
    pub const CU_GRAPH_EXEC_HOST_NODE_SET_PARAMS: u16 = 407;
    /// `cuGraphExecChildGraphNodeSetParams`.
    pub const CU_GRAPH_EXEC_CHILD_GRAPH_NODE_SET_PARAMS: u16 = 408;
    /// `cuGraphExecEventRecordNodeSetEvent`.
    pub const CU_GRAPH_EXEC_EVENT_RECORD_NODE_SET_EVENT: u16 = 409;
    /// `cuGraphExecEventWaitNodeSetEvent`.
    pub const CU_GRAPH_EXEC_EVENT_WAIT_NODE_SET_EVENT: u16 = 410;
    /// `cuGraphExecExternalSemaphoresSignalNodeSetParams`.
    pub const CU_GRAPH_EXEC_EXTERNAL_SEMAPHORES_SIGNAL_NODE_SET_PARAMS: u16 = 411;
    /// `cuGraphExecExternalSemaphoresWaitNodeSetParams`.
    pub const CU_GRAPH_EXEC_EXTERNAL_SEMAPHORES_WAIT_NODE_SET_PARAMS: u16 = 412;
    /// `cuGraphUpload`.
    pub const CU_GRAPH_UPLOAD: u16 = 413;
    /// `cuGraphLaunch`.
    pub const CU_GRAPH_LAUNCH: u16 = 414;
    /// `cuGraphExecDestroy`.
    pub const CU_GRAPH_EXEC_DESTROY: u16 = 415;
    /// `cuGraphDestroy`.
    pub const CU_GRAPH_DESTROY: u16 = 416;
    /// `cuGraphExecUpdate`.
    pub const CU_GRAPH_EXEC_UPDATE: u16 = 417;
    /// `cuGraphExecUpdate_v2`.
    pub const CU_GRAPH_EXEC_UPDATE_V2: u16 = 418;
    /// `cuGraphKernelNodeCopyAttributes`.
    pub const CU_GRAPH_KERNEL_NODE_COPY_ATTRIBUTES: u16 = 419;
    /// `cuGraphKernelNodeGetAttribute`.
    pub const CU_GRAPH_KERNEL_NODE_GET_ATTRIBUTE: u16 = 420;
    /// `cuGraphKernelNodeSetAttribute`.
    pub const CU_GRAPH_KERNEL_NODE_SET_ATTRIBUTE: u16 = 421;
    /// `cuGraphDebugDotPrint`.
    pub const CU_GRAPH_DEBUG_DOT_PRINT: u16 = 422;
    /// `cuGraphAddMemAllocNode`.
    pub const CU_GRAPH_ADD_MEM_ALLOC_NODE: u16 = 423;
    /// `cuGraphMemAllocNodeGetParams`.
    pub const CU_GRAPH_MEM_ALLOC_NODE_GET_PARAMS: u16 = 424;
    /// `cuGraphAddMemFreeNode`.
    pub const CU_GRAPH_ADD_MEM_FREE_NODE: u16 = 425;
    /// `cuGraphMemFreeNodeGetParams`.
    pub const CU_GRAPH_MEM_FREE_NODE_GET_PARAMS: u16 = 426;
    /// `cuGraphNodeSetEnabled`.
    pub const CU_GRAPH_NODE_SET_ENABLED: u16 = 427;
    /// `cuGraphNodeGetEnabled`.
    pub const CU_GRAPH_NODE_GET_ENABLED: u16 = 428;
    /// `cuGraphAddNode`.
    pub const CU_GRAPH_ADD_NODE: u16 = 429;
    /// `cuGraphAddNode_v2`.
    pub const CU_GRAPH_ADD_NODE_V2: u16 = 430;
    /// `cuGraphAddNode_v3`.
    pub const CU_GRAPH_ADD_NODE_V3: u16 = 431;
    /// `cuGraphNodeSetParams`.
    pub const CU_GRAPH_NODE_SET_PARAMS: u16 = 432;
    /// `cuGraphNodeSetParams_v2`.
    pub const CU_GRAPH_NODE_SET_PARAMS_V2: u16 = 433;
    /// `cuGraphNodeGetParams`.
    pub const CU_GRAPH_NODE_GET_PARAMS: u16 = 434;
    /// `cuGraphExecNodeSetParams`.
    pub const CU_GRAPH_EXEC_NODE_SET_PARAMS: u16 = 435;
    /// `cuGraphConditionalHandleCreate`.
    pub const CU_GRAPH_CONDITIONAL_HANDLE_CREATE: u16 = 436;
    /// `cuDeviceGraphMemTrim`.
    pub const CU_DEVICE_GRAPH_MEM_TRIM: u16 = 437;
    /// `cuDeviceGetGraphMemAttribute`.
    pub const CU_DEVICE_GET_GRAPH_MEM_ATTRIBUTE: u16 = 438;
    /// `cuDeviceSetGraphMemAttribute`.
    pub const CU_DEVICE_SET_GRAPH_MEM_ATTRIBUTE: u16 = 439;
    /// `cuOccupancyMaxActiveBlocksPerMultiprocessor`.
    pub const CU_OCCUPANCY_MAX_ACTIVE_BLOCKS_PER_MULTIPROCESSOR: u16 = 440;
    /// `cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags`.
    pub const CU_OCCUPANCY_MAX_ACTIVE_BLOCKS_PER_MULTIPROCESSOR_WITH_FLAGS: u16 = 441;
    /// `cuOccupancyMaxPotentialBlockSize`.
    pub const CU_OCCUPANCY_MAX_POTENTIAL_BLOCK_SIZE: u16 = 442;
    /// `cuOccupancyMaxPotentialBlockSizeWithFlags`.
    pub const CU_OCCUPANCY_MAX_POTENTIAL_BLOCK_SIZE_WITH_FLAGS: u16 = 443;
    /// `cuOccupancyAvailableDynamicSMemPerBlock`.
    pub const CU_OCCUPANCY_AVAILABLE_DYNAMIC_SMEM_PER_BLOCK: u16 = 444;
    /// `cuOccupancyMaxPotentialClusterSize`.
    pub const CU_OCCUPANCY_MAX_POTENTIAL_CLUSTER_SIZE: u16 = 445;
    /// `cuOccupancyMaxActiveClusters`.
    pub const CU_OCCUPANCY_MAX_ACTIVE_CLUSTERS: u16 = 446;
    /// `cuTexRefSetArray`.
    pub const CU_TEX_REF_SET_ARRAY: u16 = 447;
    /// `cuTexRefSetMipmappedArray`.
    pub const CU_TEX_REF_SET_MIPMAPPED_ARRAY: u16 = 448;
    /// `cuTexRefSetAddress`.
    pub const CU_TEX_REF_SET_ADDRESS: u16 = 449;
    /// `cuTexRefSetAddress_v2`.
    pub const CU_TEX_REF_SET_ADDRESS_V2: u16 = 450;
    /// `cuTexRefSetAddress2D`.
    pub const CU_TEX_REF_SET_ADDRESS2D: u16 = 451;
    /// `cuTexRefSetAddress2D_v2`.
    pub const CU_TEX_REF_SET_ADDRESS2D_V2: u16 = 452;
    /// `cuTexRefSetAddress2D_v3`.
    pub const CU_TEX_REF_SET_ADDRESS2D_V3: u16 = 453;
    /// `cuTexRefSetFormat`.
    pub const CU_TEX_REF_SET_FORMAT: u16 = 454;
    /// `cuTexRefSetAddressMode`.
    pub const CU_TEX_REF_SET_ADDRESS_MODE: u16 = 455;
    /// `cuTexRefSetFilterMode`.
    pub const CU_TEX_REF_SET_FILTER_MODE: u16 = 456;
    /// `cuTexRefSetMipmapFilterMode`.
    pub const CU_TEX_REF_SET_MIPMAP_FILTER_MODE: u16 = 457;
    /// `cuTexRefSetMipmapLevelBias`.
    pub const CU_TEX_REF_SET_MIPMAP_LEVEL_BIAS: u16 = 458;
    /// `cuTexRefSetMipmapLevelClamp`.
    pub const CU_TEX_REF_SET_MIPMAP_LEVEL_CLAMP: u16 = 459;
    /// `cuTexRefSetMaxAnisotropy`.
    pub const CU_TEX_REF_SET_MAX_ANISOTROPY: u16 = 460;
    /// `cuTexRefSetBorderColor`.
    pub const CU_TEX_REF_SET_BORDER_COLOR: u16 = 461;
    /// `cuTexRefSetFlags`.
    pub const CU_TEX_REF_SET_FLAGS: u16 = 462;
    /// `cuTexRefGetAddress`.
    pub const CU_TEX_REF_GET_ADDRESS: u16 = 463;
    /// `cuTexRefGetAddress_v2`.
    pub const CU_TEX_REF_GET_ADDRESS_V2: u16 = 464;
    /// `cuTexRefGetArray`.
    pub const CU_TEX_REF_GET_ARRAY: u16 = 465;
    /// `cuTexRefGetMipmappedArray`.
    pub const CU_TEX_REF_GET_MIPMAPPED_ARRAY: u16 = 466;
    /// `cuTexRefGetAddressMode`.
    pub const CU_TEX_REF_GET_ADDRESS_MODE: u16 = 467;
    /// `cuTexRefGetFilterMode`.
    pub const CU_TEX_REF_GET_FILTER_MODE: u16 = 468;
    /// `cuTexRefGetFormat`.
    pub const CU_TEX_REF_GET_FORMAT: u16 = 469;
    /// `cuTexRefGetMipmapFilterMode`.
    pub const CU_TEX_REF_GET_MIPMAP_FILTER_MODE: u16 = 470;
    /// `cuTexRefGetMipmapLevelBias`.
    pub const CU_TEX_REF_GET_MIPMAP_LEVEL_BIAS: u16 = 471;
    /// `cuTexRefGetMipmapLevelClamp`.
    pub const CU_TEX_REF_GET_MIPMAP_LEVEL_CLAMP: u16 = 472;
    /// `cuTexRefGetMaxAnisotropy`.
    pub const CU_TEX_REF_GET_MAX_ANISOTROPY: u16 = 473;
    /// `cuTexRefGetBorderColor`.
    pub const CU_TEX_REF_GET_BORDER_COLOR: u16 = 474;
    /// `cuTexRefGetFlags`.
    pub const CU_TEX_REF_GET_FLAGS: u16 = 475;
    /// `cuTexRefCreate`.
    pub const CU_TEX_REF_CREATE: u16 = 476;
    /// `cuTexRefDestroy`.
    pub const CU_TEX_REF_DESTROY: u16 = 477;
    /// `cuSurfRefSetArray`.
    pub const CU_SURF_REF_SET_ARRAY: u16 = 478;
    /// `cuSurfRefGetArray`.
    pub const CU_SURF_REF_GET_ARRAY: u16 = 479;
    /// `cuTexObjectCreate`.
    pub const CU_TEX_OBJECT_CREATE: u16 = 480;
    /// `cuTexObjectDestroy`.
    pub const CU_TEX_OBJECT_DESTROY: u16 = 481;
    /// `cuTexObjectGetResourceDesc`.
    pub const CU_TEX_OBJECT_GET_RESOURCE_DESC: u16 = 482;
    /// `cuTexObjectGetTextureDesc`.
    pub const CU_TEX_OBJECT_GET_TEXTURE_DESC: u16 = 483;
    /// `cuTexObjectGetResourceViewDesc`.
    pub const CU_TEX_OBJECT_GET_RESOURCE_VIEW_DESC: u16 = 484;
    /// `cuSurfObjectCreate`.
    pub const CU_SURF_OBJECT_CREATE: u16 = 485;
    /// `cuSurfObjectDestroy`.
    pub const CU_SURF_OBJECT_DESTROY: u16 = 486;
    /// `cuSurfObjectGetResourceDesc`.
    pub const CU_SURF_OBJECT_GET_RESOURCE_DESC: u16 = 487;
    /// `cuTensorMapEncodeTiled`.
    pub const CU_TENSOR_MAP_ENCODE_TILED: u16 = 488;
    /// `cuTensorMapEncodeIm2col`.
    pub const CU_TENSOR_MAP_ENCODE_IM2COL: u16 = 489;
    /// `cuTensorMapReplaceAddress`.
    pub const CU_TENSOR_MAP_REPLACE_ADDRESS: u16 = 490;
    /// `cuTensorMapSetAllocationClass`.
    pub const CU_TENSOR_MAP_SET_ALLOCATION_CLASS: u16 = 491;
    /// `cuTensorMapEncodeIm2colWide`.
    pub const CU_TENSOR_MAP_ENCODE_IM2COL_WIDE: u16 = 492;
    /// `cuDeviceCanAccessPeer`.
    pub const CU_DEVICE_CAN_ACCESS_PEER: u16 = 493;
    /// `cuCtxEnablePeerAccess`.
    pub const CU_CTX_ENABLE_PEER_ACCESS: u16 = 494;
    /// `cuCtxDisablePeerAccess`.
    pub const CU_CTX_DISABLE_PEER_ACCESS: u16 = 495;
    /// `cuDeviceGetP2PAttribute`.
    pub const CU_DEVICE_GET_P2P_ATTRIBUTE: u16 = 496;
    /// `cuDeviceGetP2PAtomicCapabilities`.
    pub const CU_DEVICE_GET_P2P_ATOMIC_CAPABILITIES: u16 = 497;
    /// `cuGraphicsUnregisterResource`.
    pub const CU_GRAPHICS_UNREGISTER_RESOURCE: u16 = 498;
    /// `cuGraphicsSubResourceGetMappedArray`.
    pub const CU_GRAPHICS_SUB_RESOURCE_GET_MAPPED_ARRAY: u16 = 499;
    /// `cuGraphicsResourceGetMappedMipmappedArray`.
    pub const CU_GRAPHICS_RESOURCE_GET_MAPPED_MIPMAPPED_ARRAY: u16 = 500;
    /// `cuGraphicsResourceGetMappedPointer`.
    pub const CU_GRAPHICS_RESOURCE_GET_MAPPED_POINTER: u16 = 501;
    /// `cuGraphicsResourceGetMappedPointer_v2`.
    pub const CU_GRAPHICS_RESOURCE_GET_MAPPED_POINTER_V2: u16 = 502;
    /// `cuGraphicsResourceSetMapFlags`.
    pub const CU_GRAPHICS_RESOURCE_SET_MAP_FLAGS: u16 = 503;
    /// `cuGraphicsResourceSetMapFlags_v2`.
    pub const CU_GRAPHICS_RESOURCE_SET_MAP_FLAGS_V2: u16 = 504;
    /// `cuGraphicsMapResources`.
    pub const CU_GRAPHICS_MAP_RESOURCES: u16 = 505;
    /// `cuGraphicsUnmapResources`.
    pub const CU_GRAPHICS_UNMAP_RESOURCES: u16 = 506;
    /// `cuGetExportTable`.
    pub const CU_GET_EXPORT_TABLE: u16 = 507;
    /// `cuFuncGetModule`.
    pub const CU_FUNC_GET_MODULE: u16 = 508;
    /// `cuGetProcAddress`.
    pub const CU_GET_PROC_ADDRESS: u16 = 509;
    /// `cuGetProcAddress_v2`.
    pub const CU_GET_PROC_ADDRESS_V2: u16 = 510;
    /// `cuStreamGetDevice`.
    pub const CU_STREAM_GET_DEVICE: u16 = 511;
    /// `cuMemGetLocationInfo`.
    pub const CU_MEM_GET_LOCATION_INFO: u16 = 512;
    /// `cuFlushGPUDirectRDMAWrites`.
    pub const CU_FLUSH_GPU_DIRECT_RDMA_WRITES: u16 = 513;
    /// `cuUserObjectCreate`.
    pub const CU_USER_OBJECT_CREATE: u16 = 514;
    /// `cuUserObjectRetain`.
    pub const CU_USER_OBJECT_RETAIN: u16 = 515;
    /// `cuUserObjectRelease`.
    pub const CU_USER_OBJECT_RELEASE: u16 = 516;
    /// `cuGraphRetainUserObject`.
    pub const CU_GRAPH_RETAIN_USER_OBJECT: u16 = 517;
    /// `cuGraphReleaseUserObject`.
    pub const CU_GRAPH_RELEASE_USER_OBJECT: u16 = 518;
    /// `cuModuleGetLoadingMode`.
    pub const CU_MODULE_GET_LOADING_MODE: u16 = 519;
    /// `cuMemGetHandleForAddressRange`.
    pub const CU_MEM_GET_HANDLE_FOR_ADDRESS_RANGE: u16 = 520;
    /// `cuLibraryLoadData`.
    pub const CU_LIBRARY_LOAD_DATA: u16 = 521;
    /// `cuLibraryLoadFromFile`.
    pub const CU_LIBRARY_LOAD_FROM_FILE: u16 = 522;
    /// `cuLibraryUnload`.
    pub const CU_LIBRARY_UNLOAD: u16 = 523;
    /// `cuLibraryGetKernel`.
    pub const CU_LIBRARY_GET_KERNEL: u16 = 524;
    /// `cuLibraryGetModule`.
    pub const CU_LIBRARY_GET_MODULE: u16 = 525;
    /// `cuLibraryGetKernelCount`.
    pub const CU_LIBRARY_GET_KERNEL_COUNT: u16 = 526;
    /// `cuLibraryEnumerateKernels`.
    pub const CU_LIBRARY_ENUMERATE_KERNELS: u16 = 527;
    /// `cuKernelGetFunction`.
    pub const CU_KERNEL_GET_FUNCTION: u16 = 528;
    /// `cuKernelGetLibrary`.
    pub const CU_KERNEL_GET_LIBRARY: u16 = 529;
    /// `cuLibraryGetGlobal`.
    pub const CU_LIBRARY_GET_GLOBAL: u16 = 530;
    /// `cuLibraryGetManaged`.
    pub const CU_LIBRARY_GET_MANAGED: u16 = 531;
    /// `cuKernelGetAttribute`.
    pub const CU_KERNEL_GET_ATTRIBUTE: u16 = 532;
    /// `cuKernelSetAttribute`.
    pub const CU_KERNEL_SET_ATTRIBUTE: u16 = 533;
    /// `cuKernelSetCacheConfig`.
    pub const CU_KERNEL_SET_CACHE_CONFIG: u16 = 534;
    /// `cuKernelGetName`.
    pub const CU_KERNEL_GET_NAME: u16 = 535;
    /// `cuKernelGetParamInfo`.
    pub const CU_KERNEL_GET_PARAM_INFO: u16 = 536;
    /// `cuKernelGetParamCount`.
    pub const CU_KERNEL_GET_PARAM_COUNT: u16 = 537;
    /// `cuLibraryGetUnifiedFunction`.
    pub const CU_LIBRARY_GET_UNIFIED_FUNCTION: u16 = 538;
    /// `cuCoredumpGetAttribute`.
    pub const CU_COREDUMP_GET_ATTRIBUTE: u16 = 539;
    /// `cuCoredumpGetAttributeGlobal`.
    pub const CU_COREDUMP_GET_ATTRIBUTE_GLOBAL: u16 = 540;
    /// `cuCoredumpSetAttribute`.
    pub const CU_COREDUMP_SET_ATTRIBUTE: u16 = 541;
    /// `cuCoredumpSetAttributeGlobal`.
    pub const CU_COREDUMP_SET_ATTRIBUTE_GLOBAL: u16 = 542;
    /// `cuDeviceRegisterAsyncNotification`.
    pub const CU_DEVICE_REGISTER_ASYNC_NOTIFICATION: u16 = 543;
    /// `cuDeviceUnregisterAsyncNotification`.
    pub const CU_DEVICE_UNREGISTER_ASYNC_NOTIFICATION: u16 = 544;
    /// `cuGreenCtxCreate`.
    pub const CU_GREEN_CTX_CREATE: u16 = 545;
    /// `cuGreenCtxDestroy`.
    pub const CU_GREEN_CTX_DESTROY: u16 = 546;
    /// `cuDeviceGetDevResource`.
    pub const CU_DEVICE_GET_DEV_RESOURCE: u16 = 547;
    /// `cuCtxGetDevResource`.
    pub const CU_CTX_GET_DEV_RESOURCE: u16 = 548;
    /// `cuGreenCtxGetDevResource`.
    pub const CU_GREEN_CTX_GET_DEV_RESOURCE: u16 = 549;
    /// `cuStreamGetDevResource`.
    pub const CU_STREAM_GET_DEV_RESOURCE: u16 = 550;
    /// `cuGreenCtxRecordEvent`.
    pub const CU_GREEN_CTX_RECORD_EVENT: u16 = 551;
    /// `cuGreenCtxWaitEvent`.
    pub const CU_GREEN_CTX_WAIT_EVENT: u16 = 552;
    /// `cuDevResourceGenerateDesc`.
    pub const CU_DEV_RESOURCE_GENERATE_DESC: u16 = 553;
    /// `cuDevSmResourceSplitByCount`.
    pub const CU_DEV_SM_RESOURCE_SPLIT_BY_COUNT: u16 = 554;
    /// `cuDevSmResourceSplit`.
    pub const CU_DEV_SM_RESOURCE_SPLIT: u16 = 555;
    /// `cuStreamGetGreenCtx`.
    pub const CU_STREAM_GET_GREEN_CTX: u16 = 556;
    /// `cuCtxFromGreenCtx`.
    pub const CU_CTX_FROM_GREEN_CTX: u16 = 557;
    /// `cuGreenCtxGetId`.
    pub const CU_GREEN_CTX_GET_ID: u16 = 558;
    /// `cuCtxRecordEvent`.
    pub const CU_CTX_RECORD_EVENT: u16 = 559;
    /// `cuCtxWaitEvent`.
    pub const CU_CTX_WAIT_EVENT: u16 = 560;
    /// `cuGreenCtxStreamCreate`.
    pub const CU_GREEN_CTX_STREAM_CREATE: u16 = 561;
    /// `cuMemBatchDecompressAsync`.
    pub const CU_MEM_BATCH_DECOMPRESS_ASYNC: u16 = 562;
    /// `cuLogsRegisterCallback`.
    pub const CU_LOGS_REGISTER_CALLBACK: u16 = 563;
    /// `cuLogsUnregisterCallback`.
    pub const CU_LOGS_UNREGISTER_CALLBACK: u16 = 564;
    /// `cuLogsCurrent`.
    pub const CU_LOGS_CURRENT: u16 = 565;
    /// `cuLogsDumpToFile`.
    pub const CU_LOGS_DUMP_TO_FILE: u16 = 566;
    /// `cuLogsDumpToMemory`.
    pub const CU_LOGS_DUMP_TO_MEMORY: u16 = 567;
    /// `cuCoredumpRegisterStartCallback`.
    pub const CU_COREDUMP_REGISTER_START_CALLBACK: u16 = 568;
    /// `cuCoredumpRegisterCompleteCallback`.
    pub const CU_COREDUMP_REGISTER_COMPLETE_CALLBACK: u16 = 569;
    /// `cuCoredumpDeregisterStartCallback`.
    pub const CU_COREDUMP_DEREGISTER_START_CALLBACK: u16 = 570;
    /// `cuCoredumpDeregisterCompleteCallback`.
    pub const CU_COREDUMP_DEREGISTER_COMPLETE_CALLBACK: u16 = 571;
    /// `cuGraphInstantiate`.
    pub const CU_GRAPH_INSTANTIATE: u16 = 572;
    /// `cuGraphInstantiate_v2`.
    pub const CU_GRAPH_INSTANTIATE_V2: u16 = 573;
    /// `cuCheckpointProcessGetRestoreThreadId`.
    pub const CU_CHECKPOINT_PROCESS_GET_RESTORE_THREAD_ID: u16 = 574;
    /// `cuCheckpointProcessGetState`.
    pub const CU_CHECKPOINT_PROCESS_GET_STATE: u16 = 575;
    /// `cuCheckpointProcessLock`.
    pub const CU_CHECKPOINT_PROCESS_LOCK: u16 = 576;
    /// `cuCheckpointProcessCheckpoint`.
    pub const CU_CHECKPOINT_PROCESS_CHECKPOINT: u16 = 577;
    /// `cuCheckpointProcessRestore`.
    pub const CU_CHECKPOINT_PROCESS_RESTORE: u16 = 578;
    /// `cuCheckpointProcessUnlock`.
    pub const CU_CHECKPOINT_PROCESS_UNLOCK: u16 = 579;
    /// `cuCheckpointOperationComplete`.
    pub const CU_CHECKPOINT_OPERATION_COMPLETE: u16 = 580;
    /// `cuProfilerInitialize`.
    pub const CU_PROFILER_INITIALIZE: u16 = 581;
    /// `cuProfilerStart`.
    pub const CU_PROFILER_START: u16 = 582;
    /// `cuProfilerStop`.
    pub const CU_PROFILER_STOP: u16 = 583;
}

/// Identifies ids, classes and signatures of the implemented functions.
pub const FINGERPRINT: [u8; 16] = [0xea, 0x09, 0xaf, 0x15, 0xae, 0xb0, 0x2d, 0x66, 0x8b, 0x3c, 0x64, 0x29, 0x19, 0x3d, 0xd9, 0xf7];
