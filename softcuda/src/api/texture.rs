//! Arrays, texture objects and surface objects.

use cuda_abi::*;
use cuda_graph::capture;

use crate::array::{ARRAYS, Array, Described};
use crate::context::{Live, current};
use crate::driver::Driver;
use crate::error::{Error, Result};
use crate::memory::Owner;
use crate::raw;

fn owner(live: &Live) -> Owner {
    Owner { live: live.id, context: live.context, device: live.device }
}

/// # Safety
/// `out` is NULL or writable.
unsafe fn create(out: *mut CUarray, descriptor: CUDA_ARRAY3D_DESCRIPTOR) -> Result {
    let live = current::healthy()?;
    capture::guard()?;
    if out.is_null() {
        return Err(Error::InvalidValue);
    }
    let handle = Array::create(owner(&live), descriptor)?;
    // SAFETY: not NULL.
    unsafe { raw::put(out, raw::handle(handle)) }
}

pub(crate) unsafe fn cu_array_create_v2(
    out: *mut CUarray,
    descriptor: *const CUDA_ARRAY_DESCRIPTOR,
) -> Result {
    // SAFETY: the C caller's contract.
    let CUDA_ARRAY_DESCRIPTOR { Width, Height, Format, NumChannels } = unsafe { raw::take(descriptor) }?;
    let descriptor = CUDA_ARRAY3D_DESCRIPTOR { Width, Height, Depth: 0, Format, NumChannels, Flags: 0 };
    // SAFETY: the same contract.
    unsafe { create(out, descriptor) }
}

pub(crate) unsafe fn cu_array3d_create_v2(
    out: *mut CUarray,
    descriptor: *const CUDA_ARRAY3D_DESCRIPTOR,
) -> Result {
    // SAFETY: the same contract.
    unsafe { create(out, raw::take(descriptor)?) }
}

fn descriptor_of(array: CUarray) -> Result<CUDA_ARRAY3D_DESCRIPTOR> {
    current::live()?;
    Ok(ARRAYS.get(array as u64).ok_or(Error::InvalidHandle)?.descriptor)
}

pub(crate) unsafe fn cu_array_get_descriptor_v2(out: *mut CUDA_ARRAY_DESCRIPTOR, array: CUarray) -> Result {
    let CUDA_ARRAY3D_DESCRIPTOR { Width, Height, Format, NumChannels, .. } = descriptor_of(array)?;
    // SAFETY: the C caller's contract.
    unsafe { raw::put(out, CUDA_ARRAY_DESCRIPTOR { Width, Height, Format, NumChannels }) }
}

pub(crate) unsafe fn cu_array3d_get_descriptor_v2(
    out: *mut CUDA_ARRAY3D_DESCRIPTOR,
    array: CUarray,
) -> Result {
    // SAFETY: the C caller's contract.
    unsafe { raw::put(out, descriptor_of(array)?) }
}

/// Waits for the context's work, which may use the array.
pub(crate) unsafe fn cu_array_destroy(array: CUarray) -> Result {
    capture::guard()?;
    if ARRAYS.get(array as u64).is_none() {
        return Err(Error::InvalidHandle);
    }
    current::live()?.synchronize()?;
    Array::destroy(array as u64)
}

/// # Safety
/// `out` is NULL or writable, `resource` NULL or readable.
unsafe fn object(
    out: *mut u64,
    resource: *const CUDA_RESOURCE_DESC,
    texture: Option<CUDA_TEXTURE_DESC>,
) -> Result {
    let live = current::healthy()?;
    if out.is_null() {
        return Err(Error::InvalidValue);
    }
    // SAFETY: the caller's contract.
    let resource = unsafe { raw::take(resource) }?;
    if resource.flags != 0 {
        return Err(Error::InvalidValue);
    }
    let handle = Driver::get()?.objects.create(Described { owner: live.id, resource, texture })?;
    // SAFETY: not NULL.
    unsafe { raw::put(out, handle) }
}

pub(crate) unsafe fn cu_tex_object_create(
    out: *mut CUtexObject,
    resource: *const CUDA_RESOURCE_DESC,
    texture: *const CUDA_TEXTURE_DESC,
    view: *const CUDA_RESOURCE_VIEW_DESC,
) -> Result {
    if !view.is_null() {
        return Err(Error::NotSupported);
    }
    // SAFETY: the C caller's contract.
    unsafe { object(out, resource, Some(raw::take(texture)?)) }
}

pub(crate) unsafe fn cu_tex_object_destroy(object: CUtexObject) -> Result {
    current::live()?;
    Driver::get()?.objects.destroy(object, true)
}

fn described(object: u64, texture: bool) -> Result<Described> {
    current::live()?;
    let described = Driver::get()?.objects.find(object)?;
    if described.texture.is_some() == texture { Ok(described) } else { Err(Error::InvalidValue) }
}

pub(crate) unsafe fn cu_tex_object_get_resource_desc(
    out: *mut CUDA_RESOURCE_DESC,
    object: CUtexObject,
) -> Result {
    // SAFETY: the C caller's contract.
    unsafe { raw::put(out, described(object, true)?.resource) }
}

pub(crate) unsafe fn cu_tex_object_get_texture_desc(
    out: *mut CUDA_TEXTURE_DESC,
    object: CUtexObject,
) -> Result {
    let texture = described(object, true)?.texture.ok_or(Error::InvalidValue)?;
    // SAFETY: the C caller's contract.
    unsafe { raw::put(out, texture) }
}

/// No object has a view of its own.
pub(crate) unsafe fn cu_tex_object_get_resource_view_desc(
    _out: *mut CUDA_RESOURCE_VIEW_DESC,
    object: CUtexObject,
) -> Result {
    described(object, true)?;
    Err(Error::InvalidValue)
}

pub(crate) unsafe fn cu_surf_object_create(
    out: *mut CUsurfObject,
    resource: *const CUDA_RESOURCE_DESC,
) -> Result {
    // SAFETY: the same contract.
    unsafe { object(out, resource, None) }
}

pub(crate) unsafe fn cu_surf_object_destroy(object: CUsurfObject) -> Result {
    current::live()?;
    Driver::get()?.objects.destroy(object, false)
}

pub(crate) unsafe fn cu_surf_object_get_resource_desc(
    out: *mut CUDA_RESOURCE_DESC,
    object: CUsurfObject,
) -> Result {
    // SAFETY: the C caller's contract.
    unsafe { raw::put(out, described(object, false)?.resource) }
}
