//! Arrays, textures and tensor maps.

use std::ffi::{c_int, c_uint, c_ulonglong};

use super::super::*;

/// The C structure `CUDA_ARRAY_DESCRIPTOR_v2`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CUDA_ARRAY_DESCRIPTOR_v2 {
    pub Width: usize,
    pub Height: usize,
    pub Format: CUarray_format,
    pub NumChannels: c_uint,
}

/// The version of [`CUDA_ARRAY_DESCRIPTOR_v2`] that today's headers mean by the plain name.
pub type CUDA_ARRAY_DESCRIPTOR = CUDA_ARRAY_DESCRIPTOR_v2;

/// The C structure `CUDA_ARRAY3D_DESCRIPTOR_v2`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CUDA_ARRAY3D_DESCRIPTOR_v2 {
    pub Width: usize,
    pub Height: usize,
    pub Depth: usize,
    pub Format: CUarray_format,
    pub NumChannels: c_uint,
    pub Flags: c_uint,
}

/// The version of [`CUDA_ARRAY3D_DESCRIPTOR_v2`] that today's headers mean by the plain name.
pub type CUDA_ARRAY3D_DESCRIPTOR = CUDA_ARRAY3D_DESCRIPTOR_v2;

/// Part of `CUDA_ARRAY_SPARSE_PROPERTIES_v1`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CUDA_ARRAY_SPARSE_PROPERTIES_v1_tileExtent {
    pub width: c_uint,
    pub height: c_uint,
    pub depth: c_uint,
}

/// The C structure `CUDA_ARRAY_SPARSE_PROPERTIES_v1`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CUDA_ARRAY_SPARSE_PROPERTIES_v1 {
    pub tileExtent: CUDA_ARRAY_SPARSE_PROPERTIES_v1_tileExtent,
    pub miptailFirstLevel: c_uint,
    pub miptailSize: c_ulonglong,
    pub flags: c_uint,
    pub reserved: [c_uint; 4],
}

/// The version of [`CUDA_ARRAY_SPARSE_PROPERTIES_v1`] that today's headers mean by the plain name.
pub type CUDA_ARRAY_SPARSE_PROPERTIES = CUDA_ARRAY_SPARSE_PROPERTIES_v1;

/// The C structure `CUDA_ARRAY_MEMORY_REQUIREMENTS_v1`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CUDA_ARRAY_MEMORY_REQUIREMENTS_v1 {
    pub size: usize,
    pub alignment: usize,
    pub reserved: [c_uint; 4],
}

/// The version of [`CUDA_ARRAY_MEMORY_REQUIREMENTS_v1`] that today's headers mean by the plain name.
pub type CUDA_ARRAY_MEMORY_REQUIREMENTS = CUDA_ARRAY_MEMORY_REQUIREMENTS_v1;

/// Part of `CUDA_RESOURCE_DESC_v1_res`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CUDA_RESOURCE_DESC_v1_res_array {
    pub hArray: CUarray,
}

/// Part of `CUDA_RESOURCE_DESC_v1_res`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CUDA_RESOURCE_DESC_v1_res_mipmap {
    pub hMipmappedArray: CUmipmappedArray,
}

/// Part of `CUDA_RESOURCE_DESC_v1_res`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CUDA_RESOURCE_DESC_v1_res_linear {
    pub devPtr: CUdeviceptr,
    pub format: CUarray_format,
    pub numChannels: c_uint,
    pub sizeInBytes: usize,
}

/// Part of `CUDA_RESOURCE_DESC_v1_res`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CUDA_RESOURCE_DESC_v1_res_pitch2D {
    pub devPtr: CUdeviceptr,
    pub format: CUarray_format,
    pub numChannels: c_uint,
    pub width: usize,
    pub height: usize,
    pub pitchInBytes: usize,
}

/// Part of `CUDA_RESOURCE_DESC_v1_res`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CUDA_RESOURCE_DESC_v1_res_reserved {
    pub reserved: [c_int; 32],
}

/// Part of `CUDA_RESOURCE_DESC_v1`.
#[repr(C)]
#[derive(Clone, Copy)]
pub union CUDA_RESOURCE_DESC_v1_res {
    pub array: CUDA_RESOURCE_DESC_v1_res_array,
    pub mipmap: CUDA_RESOURCE_DESC_v1_res_mipmap,
    pub linear: CUDA_RESOURCE_DESC_v1_res_linear,
    pub pitch2D: CUDA_RESOURCE_DESC_v1_res_pitch2D,
    pub reserved: CUDA_RESOURCE_DESC_v1_res_reserved,
}

/// The C structure `CUDA_RESOURCE_DESC_v1`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CUDA_RESOURCE_DESC_v1 {
    pub resType: CUresourcetype,
    pub res: CUDA_RESOURCE_DESC_v1_res,
    pub flags: c_uint,
}

/// The version of [`CUDA_RESOURCE_DESC_v1`] that today's headers mean by the plain name.
pub type CUDA_RESOURCE_DESC = CUDA_RESOURCE_DESC_v1;

/// The C structure `CUDA_TEXTURE_DESC_v1`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CUDA_TEXTURE_DESC_v1 {
    pub addressMode: [CUaddress_mode; 3],
    pub filterMode: CUfilter_mode,
    pub flags: c_uint,
    pub maxAnisotropy: c_uint,
    pub mipmapFilterMode: CUfilter_mode,
    pub mipmapLevelBias: f32,
    pub minMipmapLevelClamp: f32,
    pub maxMipmapLevelClamp: f32,
    pub borderColor: [f32; 4],
    pub reserved: [c_int; 12],
}

/// The version of [`CUDA_TEXTURE_DESC_v1`] that today's headers mean by the plain name.
pub type CUDA_TEXTURE_DESC = CUDA_TEXTURE_DESC_v1;

/// The C structure `CUDA_RESOURCE_VIEW_DESC_v1`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CUDA_RESOURCE_VIEW_DESC_v1 {
    pub format: CUresourceViewFormat,
    pub width: usize,
    pub height: usize,
    pub depth: usize,
    pub firstMipmapLevel: c_uint,
    pub lastMipmapLevel: c_uint,
    pub firstLayer: c_uint,
    pub lastLayer: c_uint,
    pub reserved: [c_uint; 16],
}

/// The version of [`CUDA_RESOURCE_VIEW_DESC_v1`] that today's headers mean by the plain name.
pub type CUDA_RESOURCE_VIEW_DESC = CUDA_RESOURCE_VIEW_DESC_v1;

/// The C structure `CUtensorMap`.
#[repr(C, align(128))]
#[derive(Clone, Copy, Debug)]
pub struct CUtensorMap {
    pub opaque: [u64; 16],
}
