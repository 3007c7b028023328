//! Launch attributes and configurations, stream memory operations.

use std::ffi::{c_int, c_uchar, c_uint, c_void};

use super::super::*;

/// The C structure `CUlaunchMemSyncDomainMap`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CUlaunchMemSyncDomainMap {
    pub default_: c_uchar,
    pub remote: c_uchar,
}

/// Part of `CUlaunchAttributeValue`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CUlaunchAttributeValue_clusterDim {
    pub x: c_uint,
    pub y: c_uint,
    pub z: c_uint,
}

/// Part of `CUlaunchAttributeValue`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CUlaunchAttributeValue_programmaticEvent {
    pub event: CUevent,
    pub flags: c_int,
    pub triggerAtBlockStart: c_int,
}

/// Part of `CUlaunchAttributeValue`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CUlaunchAttributeValue_launchCompletionEvent {
    pub event: CUevent,
    pub flags: c_int,
}

/// Part of `CUlaunchAttributeValue`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CUlaunchAttributeValue_preferredClusterDim {
    pub x: c_uint,
    pub y: c_uint,
    pub z: c_uint,
}

/// Part of `CUlaunchAttributeValue`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CUlaunchAttributeValue_deviceUpdatableKernelNode {
    pub deviceUpdatable: c_int,
    pub devNode: CUgraphDeviceNode,
}

/// The C structure `CUlaunchAttributeValue`.
#[repr(C)]
#[derive(Clone, Copy)]
pub union CUlaunchAttributeValue {
    pub pad: [u8; 64],
    pub accessPolicyWindow: CUaccessPolicyWindow,
    pub cooperative: c_int,
    pub syncPolicy: CUsynchronizationPolicy,
    pub clusterDim: CUlaunchAttributeValue_clusterDim,
    pub clusterSchedulingPolicyPreference: CUclusterSchedulingPolicy,
    pub programmaticStreamSerializationAllowed: c_int,
    pub programmaticEvent: CUlaunchAttributeValue_programmaticEvent,
    pub launchCompletionEvent: CUlaunchAttributeValue_launchCompletionEvent,
    pub priority: c_int,
    pub memSyncDomainMap: CUlaunchMemSyncDomainMap,
    pub memSyncDomain: CUlaunchMemSyncDomain,
    pub preferredClusterDim: CUlaunchAttributeValue_preferredClusterDim,
    pub deviceUpdatableKernelNode: CUlaunchAttributeValue_deviceUpdatableKernelNode,
    pub sharedMemCarveout: c_uint,
    pub nvlinkUtilCentricScheduling: c_uint,
    pub portableClusterSizeMode: CUlaunchAttributePortableClusterMode,
    pub sharedMemoryMode: CUsharedMemoryMode,
}

/// The version of [`CUlaunchAttributeValue`] that today's headers mean by the plain name.
pub type CUkernelNodeAttrValue_v1 = CUlaunchAttributeValue;

/// The C structure `CUlaunchAttribute`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CUlaunchAttribute {
    pub id: CUlaunchAttributeID,
    pub pad: [u8; 8 - size_of::<CUlaunchAttributeID>()],
    pub value: CUlaunchAttributeValue,
}

/// The C structure `CUlaunchConfig`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CUlaunchConfig {
    pub gridDimX: c_uint,
    pub gridDimY: c_uint,
    pub gridDimZ: c_uint,
    pub blockDimX: c_uint,
    pub blockDimY: c_uint,
    pub blockDimZ: c_uint,
    pub sharedMemBytes: c_uint,
    pub hStream: CUstream,
    pub attrs: *mut CUlaunchAttribute,
    pub numAttrs: c_uint,
}

/// Part of `CUstreamBatchMemOpParams_v1_waitValue`.
#[repr(C)]
#[derive(Clone, Copy)]
pub union CUstreamBatchMemOpParams_v1_waitValue_anon {
    pub value: u32,
    pub value64: u64,
}

/// Part of `CUstreamBatchMemOpParams_v1`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CUstreamBatchMemOpParams_v1_waitValue {
    pub operation: CUstreamBatchMemOpType,
    pub address: CUdeviceptr,
    pub anon: CUstreamBatchMemOpParams_v1_waitValue_anon,
    pub flags: c_uint,
    pub alias: CUdeviceptr,
}

/// Part of `CUstreamBatchMemOpParams_v1_writeValue`.
#[repr(C)]
#[derive(Clone, Copy)]
pub union CUstreamBatchMemOpParams_v1_writeValue_anon {
    pub value: u32,
    pub value64: u64,
}

/// Part of `CUstreamBatchMemOpParams_v1`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CUstreamBatchMemOpParams_v1_writeValue {
    pub operation: CUstreamBatchMemOpType,
    pub address: CUdeviceptr,
    pub anon: CUstreamBatchMemOpParams_v1_writeValue_anon,
    pub flags: c_uint,
    pub alias: CUdeviceptr,
}

/// Part of `CUstreamBatchMemOpParams_v1`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CUstreamBatchMemOpParams_v1_flushRemoteWrites {
    pub operation: CUstreamBatchMemOpType,
    pub flags: c_uint,
}

/// Part of `CUstreamBatchMemOpParams_v1`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CUstreamBatchMemOpParams_v1_memoryBarrier {
    pub operation: CUstreamBatchMemOpType,
    pub flags: c_uint,
}

/// Part of `CUstreamBatchMemOpParams_v1`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CUstreamBatchMemOpParams_v1_atomicReduction {
    pub operation: CUstreamBatchMemOpType,
    pub flags: c_uint,
    pub reductionOp: CUstreamAtomicReductionOpType,
    pub dataType: CUstreamAtomicReductionDataType,
    pub address: CUdeviceptr,
    pub value: u64,
    pub alias: CUdeviceptr,
}

/// The C structure `CUstreamBatchMemOpParams_v1`.
#[repr(C)]
#[derive(Clone, Copy)]
pub union CUstreamBatchMemOpParams_v1 {
    pub operation: CUstreamBatchMemOpType,
    pub waitValue: CUstreamBatchMemOpParams_v1_waitValue,
    pub writeValue: CUstreamBatchMemOpParams_v1_writeValue,
    pub flushRemoteWrites: CUstreamBatchMemOpParams_v1_flushRemoteWrites,
    pub memoryBarrier: CUstreamBatchMemOpParams_v1_memoryBarrier,
    pub atomicReduction: CUstreamBatchMemOpParams_v1_atomicReduction,
    pub pad: [u64; 6],
}

/// The version of [`CUstreamBatchMemOpParams_v1`] that today's headers mean by the plain name.
pub type CUstreamBatchMemOpParams = CUstreamBatchMemOpParams_v1;

/// The C structure `CUDA_BATCH_MEM_OP_NODE_PARAMS_v1`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CUDA_BATCH_MEM_OP_NODE_PARAMS_v1 {
    pub ctx: CUcontext,
    pub count: c_uint,
    pub paramArray: *mut CUstreamBatchMemOpParams,
    pub flags: c_uint,
}

/// The version of [`CUDA_BATCH_MEM_OP_NODE_PARAMS_v1`] that today's headers mean by the plain name.
pub type CUDA_BATCH_MEM_OP_NODE_PARAMS = CUDA_BATCH_MEM_OP_NODE_PARAMS_v1;

/// The C structure `CUDA_BATCH_MEM_OP_NODE_PARAMS_v2`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CUDA_BATCH_MEM_OP_NODE_PARAMS_v2 {
    pub ctx: CUcontext,
    pub count: c_uint,
    pub paramArray: *mut CUstreamBatchMemOpParams,
    pub flags: c_uint,
}

/// The C structure `CUDA_LAUNCH_PARAMS_v1`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CUDA_LAUNCH_PARAMS_v1 {
    pub function: CUfunction,
    pub gridDimX: c_uint,
    pub gridDimY: c_uint,
    pub gridDimZ: c_uint,
    pub blockDimX: c_uint,
    pub blockDimY: c_uint,
    pub blockDimZ: c_uint,
    pub sharedMemBytes: c_uint,
    pub hStream: CUstream,
    pub kernelParams: *mut *mut c_void,
}

/// The version of [`CUDA_LAUNCH_PARAMS_v1`] that today's headers mean by the plain name.
pub type CUDA_LAUNCH_PARAMS = CUDA_LAUNCH_PARAMS_v1;
