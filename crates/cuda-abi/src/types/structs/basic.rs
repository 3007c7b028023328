//! Identities and creation parameters.

use std::ffi::{c_int, c_uint, c_void};

use super::super::*;

/// The C structure `CUuuid`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CUuuid {
    pub bytes: [u8; 16],
}

/// The C structure `CUipcEventHandle_v1`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CUipcEventHandle_v1 {
    pub reserved: [u8; 64],
}

/// The version of [`CUipcEventHandle_v1`] that today's headers mean by the plain name.
pub type CUipcEventHandle = CUipcEventHandle_v1;

/// The C structure `CUipcMemHandle_v1`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CUipcMemHandle_v1 {
    pub reserved: [u8; 64],
}

/// The version of [`CUipcMemHandle_v1`] that today's headers mean by the plain name.
pub type CUipcMemHandle = CUipcMemHandle_v1;

/// The C structure `CUdevprop_v1`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CUdevprop_v1 {
    pub maxThreadsPerBlock: c_int,
    pub maxThreadsDim: [c_int; 3],
    pub maxGridSize: [c_int; 3],
    pub sharedMemPerBlock: c_int,
    pub totalConstantMemory: c_int,
    pub SIMDWidth: c_int,
    pub memPitch: c_int,
    pub regsPerBlock: c_int,
    pub clockRate: c_int,
    pub textureAlign: c_int,
}

/// The version of [`CUdevprop_v1`] that today's headers mean by the plain name.
pub type CUdevprop = CUdevprop_v1;

/// The C structure `CUexecAffinitySmCount_v1`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CUexecAffinitySmCount_v1 {
    pub val: c_uint,
}

/// The version of [`CUexecAffinitySmCount_v1`] that today's headers mean by the plain name.
pub type CUexecAffinitySmCount = CUexecAffinitySmCount_v1;

/// Part of `CUexecAffinityParam_v1`.
#[repr(C)]
#[derive(Clone, Copy)]
pub union CUexecAffinityParam_v1_param {
    pub smCount: CUexecAffinitySmCount,
}

/// The C structure `CUexecAffinityParam_v1`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CUexecAffinityParam_v1 {
    pub r#type: CUexecAffinityType,
    pub param: CUexecAffinityParam_v1_param,
}

/// The version of [`CUexecAffinityParam_v1`] that today's headers mean by the plain name.
pub type CUexecAffinityParam = CUexecAffinityParam_v1;

/// The C structure `CUctxCigParam`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CUctxCigParam {
    pub sharedDataType: CUcigDataType,
    pub sharedData: *mut c_void,
}

/// The C structure `CUctxCreateParams`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CUctxCreateParams {
    pub execAffinityParams: *mut CUexecAffinityParam,
    pub numExecAffinityParams: c_int,
    pub cigParams: *mut CUctxCigParam,
}

/// The C structure `CUlibraryHostUniversalFunctionAndDataTable`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CUlibraryHostUniversalFunctionAndDataTable {
    pub functionTable: *mut c_void,
    pub functionWindowSize: usize,
    pub dataTable: *mut c_void,
    pub dataWindowSize: usize,
}

/// The C structure `CUdevSmResource`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CUdevSmResource {
    pub smCount: c_uint,
    pub minSmPartitionSize: c_uint,
    pub smCoscheduledAlignment: c_uint,
    pub flags: c_uint,
    pub localityDomainId: c_uint,
}

/// The C structure `CUdevResource_v1`; of its union only what is used here.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CUdevResource_v1 {
    pub r#type: CUdevResourceType,
    pub _internal_padding: [u8; 92],
    pub sm: CUdevSmResource,
    pub _oversize: [u8; 20],
    pub nextResource: *mut CUdevResource_v1,
}

/// The version of [`CUdevResource_v1`] that today's headers mean by the plain name.
pub type CUdevResource = CUdevResource_v1;
