//! Copies of two and three dimensions and their batches.

use std::ffi::{c_int, c_uchar, c_uint, c_void};

use super::super::*;

/// The C structure `CUDA_MEMCPY2D_v2`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CUDA_MEMCPY2D_v2 {
    pub srcXInBytes: usize,
    pub srcY: usize,
    pub srcMemoryType: CUmemorytype,
    pub srcHost: *const c_void,
    pub srcDevice: CUdeviceptr,
    pub srcArray: CUarray,
    pub srcPitch: usize,
    pub dstXInBytes: usize,
    pub dstY: usize,
    pub dstMemoryType: CUmemorytype,
    pub dstHost: *mut c_void,
    pub dstDevice: CUdeviceptr,
    pub dstArray: CUarray,
    pub dstPitch: usize,
    pub WidthInBytes: usize,
    pub Height: usize,
}

/// The version of [`CUDA_MEMCPY2D_v2`] that today's headers mean by the plain name.
pub type CUDA_MEMCPY2D = CUDA_MEMCPY2D_v2;

/// The C structure `CUDA_MEMCPY3D_v2`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CUDA_MEMCPY3D_v2 {
    pub srcXInBytes: usize,
    pub srcY: usize,
    pub srcZ: usize,
    pub srcLOD: usize,
    pub srcMemoryType: CUmemorytype,
    pub srcHost: *const c_void,
    pub srcDevice: CUdeviceptr,
    pub srcArray: CUarray,
    pub reserved0: *mut c_void,
    pub srcPitch: usize,
    pub srcHeight: usize,
    pub dstXInBytes: usize,
    pub dstY: usize,
    pub dstZ: usize,
    pub dstLOD: usize,
    pub dstMemoryType: CUmemorytype,
    pub dstHost: *mut c_void,
    pub dstDevice: CUdeviceptr,
    pub dstArray: CUarray,
    pub reserved1: *mut c_void,
    pub dstPitch: usize,
    pub dstHeight: usize,
    pub WidthInBytes: usize,
    pub Height: usize,
    pub Depth: usize,
}

/// The version of [`CUDA_MEMCPY3D_v2`] that today's headers mean by the plain name.
pub type CUDA_MEMCPY3D = CUDA_MEMCPY3D_v2;

/// The C structure `CUDA_MEMCPY3D_PEER_v1`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CUDA_MEMCPY3D_PEER_v1 {
    pub srcXInBytes: usize,
    pub srcY: usize,
    pub srcZ: usize,
    pub srcLOD: usize,
    pub srcMemoryType: CUmemorytype,
    pub srcHost: *const c_void,
    pub srcDevice: CUdeviceptr,
    pub srcArray: CUarray,
    pub srcContext: CUcontext,
    pub srcPitch: usize,
    pub srcHeight: usize,
    pub dstXInBytes: usize,
    pub dstY: usize,
    pub dstZ: usize,
    pub dstLOD: usize,
    pub dstMemoryType: CUmemorytype,
    pub dstHost: *mut c_void,
    pub dstDevice: CUdeviceptr,
    pub dstArray: CUarray,
    pub dstContext: CUcontext,
    pub dstPitch: usize,
    pub dstHeight: usize,
    pub WidthInBytes: usize,
    pub Height: usize,
    pub Depth: usize,
}

/// The version of [`CUDA_MEMCPY3D_PEER_v1`] that today's headers mean by the plain name.
pub type CUDA_MEMCPY3D_PEER = CUDA_MEMCPY3D_PEER_v1;

/// Part of `CUmemLocation`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CUmemLocation_v1_anon_localized {
    pub deviceId: c_uchar,
    pub localityDomainId: c_uchar,
}

/// Part of `CUmemLocation_v1`.
#[repr(C)]
#[derive(Clone, Copy)]
pub union CUmemLocation_v1_anon {
    pub id: c_int,
    pub localized: CUmemLocation_v1_anon_localized,
}

/// The C structure `CUmemLocation_v1`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CUmemLocation_v1 {
    pub r#type: CUmemLocationType,
    pub anon: CUmemLocation_v1_anon,
}

/// The version of [`CUmemLocation_v1`] that today's headers mean by the plain name.
pub type CUmemLocation = CUmemLocation_v1;

/// The C structure `CUmemcpyAttributes_v1`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CUmemcpyAttributes_v1 {
    pub srcAccessOrder: CUmemcpySrcAccessOrder,
    pub srcLocHint: CUmemLocation,
    pub dstLocHint: CUmemLocation,
    pub flags: c_uint,
}

/// The version of [`CUmemcpyAttributes_v1`] that today's headers mean by the plain name.
pub type CUmemcpyAttributes = CUmemcpyAttributes_v1;

/// The C structure `CUoffset3D_v1`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CUoffset3D_v1 {
    pub x: usize,
    pub y: usize,
    pub z: usize,
}

/// The version of [`CUoffset3D_v1`] that today's headers mean by the plain name.
pub type CUoffset3D = CUoffset3D_v1;

/// The C structure `CUextent3D_v1`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CUextent3D_v1 {
    pub width: usize,
    pub height: usize,
    pub depth: usize,
}

/// The version of [`CUextent3D_v1`] that today's headers mean by the plain name.
pub type CUextent3D = CUextent3D_v1;

/// Part of `CUmemcpy3DOperand_v1_op`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CUmemcpy3DOperand_v1_op_ptr {
    pub ptr: CUdeviceptr,
    pub rowLength: usize,
    pub layerHeight: usize,
    pub locHint: CUmemLocation,
}

/// Part of `CUmemcpy3DOperand_v1_op`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CUmemcpy3DOperand_v1_op_array {
    pub array: CUarray,
    pub offset: CUoffset3D,
}

/// Part of `CUmemcpy3DOperand_v1`.
#[repr(C)]
#[derive(Clone, Copy)]
pub union CUmemcpy3DOperand_v1_op {
    pub ptr: CUmemcpy3DOperand_v1_op_ptr,
    pub array: CUmemcpy3DOperand_v1_op_array,
}

/// The C structure `CUmemcpy3DOperand_v1`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CUmemcpy3DOperand_v1 {
    pub r#type: CUmemcpy3DOperandType,
    pub op: CUmemcpy3DOperand_v1_op,
}

/// The version of [`CUmemcpy3DOperand_v1`] that today's headers mean by the plain name.
pub type CUmemcpy3DOperand = CUmemcpy3DOperand_v1;

/// The C structure `CUDA_MEMCPY3D_BATCH_OP_v1`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CUDA_MEMCPY3D_BATCH_OP_v1 {
    pub src: CUmemcpy3DOperand,
    pub dst: CUmemcpy3DOperand,
    pub extent: CUextent3D,
    pub srcAccessOrder: CUmemcpySrcAccessOrder,
    pub flags: c_uint,
}

/// The version of [`CUDA_MEMCPY3D_BATCH_OP_v1`] that today's headers mean by the plain name.
pub type CUDA_MEMCPY3D_BATCH_OP = CUDA_MEMCPY3D_BATCH_OP_v1;
