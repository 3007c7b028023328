//! Virtual memory, pools and access windows.

use std::ffi::{c_uchar, c_uint, c_ulonglong, c_ushort, c_void};

use super::super::*;

/// The C structure `CUmemFabricHandle_v1`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CUmemFabricHandle_v1 {
    pub data: [c_uchar; 64],
}

/// The version of [`CUmemFabricHandle_v1`] that today's headers mean by the plain name.
pub type CUmemFabricHandle = CUmemFabricHandle_v1;

/// Part of `CUmemAllocationProp_v1`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CUmemAllocationProp_v1_allocFlags {
    pub compressionType: c_uchar,
    pub gpuDirectRDMACapable: c_uchar,
    pub usage: c_ushort,
    pub reserved: [c_uchar; 4],
}

/// The C structure `CUmemAllocationProp_v1`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CUmemAllocationProp_v1 {
    pub r#type: CUmemAllocationType,
    pub requestedHandleTypes: CUmemAllocationHandleType,
    pub location: CUmemLocation,
    pub win32HandleMetaData: *mut c_void,
    pub allocFlags: CUmemAllocationProp_v1_allocFlags,
}

/// The version of [`CUmemAllocationProp_v1`] that today's headers mean by the plain name.
pub type CUmemAllocationProp = CUmemAllocationProp_v1;

/// The C structure `CUmulticastObjectProp_v1`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CUmulticastObjectProp_v1 {
    pub numDevices: c_uint,
    pub size: usize,
    pub handleTypes: c_ulonglong,
    pub flags: c_ulonglong,
}

/// The version of [`CUmulticastObjectProp_v1`] that today's headers mean by the plain name.
pub type CUmulticastObjectProp = CUmulticastObjectProp_v1;

/// The C structure `CUmemAccessDesc_v1`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CUmemAccessDesc_v1 {
    pub location: CUmemLocation,
    pub flags: CUmemAccess_flags,
}

/// The version of [`CUmemAccessDesc_v1`] that today's headers mean by the plain name.
pub type CUmemAccessDesc = CUmemAccessDesc_v1;

/// The C structure `CUmemPoolProps_v1`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CUmemPoolProps_v1 {
    pub allocType: CUmemAllocationType,
    pub handleTypes: CUmemAllocationHandleType,
    pub location: CUmemLocation,
    pub win32SecurityAttributes: *mut c_void,
    pub maxSize: usize,
    pub usage: c_ushort,
    pub gpuDirectRDMACapable: c_uchar,
    pub reserved: [c_uchar; 53],
}

/// The version of [`CUmemPoolProps_v1`] that today's headers mean by the plain name.
pub type CUmemPoolProps = CUmemPoolProps_v1;

/// The C structure `CUmemPoolPtrExportData_v1`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CUmemPoolPtrExportData_v1 {
    pub reserved: [c_uchar; 64],
}

/// The version of [`CUmemPoolPtrExportData_v1`] that today's headers mean by the plain name.
pub type CUmemPoolPtrExportData = CUmemPoolPtrExportData_v1;

/// The C structure `CUDA_POINTER_ATTRIBUTE_P2P_TOKENS_v1`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CUDA_POINTER_ATTRIBUTE_P2P_TOKENS_v1 {
    pub p2pToken: c_ulonglong,
    pub vaSpaceToken: c_uint,
}

/// The version of [`CUDA_POINTER_ATTRIBUTE_P2P_TOKENS_v1`] that today's headers mean by the plain name.
pub type CUDA_POINTER_ATTRIBUTE_P2P_TOKENS = CUDA_POINTER_ATTRIBUTE_P2P_TOKENS_v1;

/// The C structure `CUaccessPolicyWindow_v1`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CUaccessPolicyWindow_v1 {
    pub base_ptr: *mut c_void,
    pub num_bytes: usize,
    pub hitRatio: f32,
    pub hitProp: CUaccessProperty,
    pub missProp: CUaccessProperty,
}

/// The version of [`CUaccessPolicyWindow_v1`] that today's headers mean by the plain name.
pub type CUaccessPolicyWindow = CUaccessPolicyWindow_v1;
