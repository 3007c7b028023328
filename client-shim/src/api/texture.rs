//! Arrays, texture objects and surface objects.
//!
//! Arrays have handles of this process. Kernels get objects as numbers, so those are the driver's own.

use std::collections::HashMap;

use cuda_abi::*;
use cuda_graph::capture;
use parking_lot::Mutex;
use protocol::ops::{ArrayCreate, ArrayId, ImageObject, op};
use zerocopy::{FromZeros, IntoBytes};

use super::{Answer, not_null, put};
use crate::handle::raw;
use crate::session::Wait;
use crate::state::context::{Context, current};
use crate::state::{self, Global};

const LAYERED: u32 = 1;

/// An array.
#[derive(Clone, Copy)]
pub(crate) struct Array {
    /// Id on the wire.
    pub(crate) id: u32,
    pub(crate) handle: usize,
    pub(crate) context: &'static Context,
    pub(crate) descriptor: CUDA_ARRAY3D_DESCRIPTOR,
    /// Bytes of a texel.
    pub(crate) texel: usize,
}

impl Array {
    /// Bytes of a row, rows, slices or layers: what copies see.
    pub(crate) fn extent(&self) -> [usize; 3] {
        let CUDA_ARRAY3D_DESCRIPTOR { Width: width, Height: height, Depth: depth, .. } = self.descriptor;
        [width * self.texel, height.max(1), depth.max(1)]
    }
}

/// An object as the program described it.
#[derive(Clone, Copy)]
struct Described {
    resource: CUDA_RESOURCE_DESC,
    texture: Option<CUDA_TEXTURE_DESC>,
    context: u32,
}

// SAFETY: its pointers are handles and device addresses: numbers that nobody follows.
unsafe impl Send for Described {}

/// All texture and surface objects by handle.
#[derive(Default)]
pub(crate) struct Objects(Mutex<HashMap<u64, Described>>);

impl Objects {
    /// Forgets those of a context.
    pub(crate) fn forget_context(&self, context: u32) {
        self.0.lock().retain(|_, object| object.context != context);
    }
}

/// The array of a handle.
pub(super) fn array(g: &Global, handle: CUarray) -> Result<Array, CUresult> {
    g.arrays.get(handle).ok_or(CUresult::INVALID_HANDLE)
}

/// # Safety
/// `out` is null or writable.
unsafe fn create(out: *mut CUarray, descriptor: CUDA_ARRAY3D_DESCRIPTOR) -> Answer {
    let g = state::global()?;
    let context = current()?;
    g.deferred(context)?;
    capture::guard()?;
    not_null(out)?;
    let CUDA_ARRAY3D_DESCRIPTOR { Width: width, Height: height, Depth: depth, Flags: flags, .. } = descriptor;
    let shape_fits = if flags & LAYERED != 0 { depth != 0 } else { height != 0 || depth == 0 };
    if width == 0 || !matches!(descriptor.NumChannels, 1 | 2 | 4) || !shape_fits {
        return Err(CUresult::INVALID_VALUE);
    }
    let Some(texel) = cuda_contract::array::texel(descriptor.Format, descriptor.NumChannels) else {
        return Err(cuda_contract::not_supported("arrays of other formats than integers, halves and floats"));
    };
    let texels = width.checked_mul(height.max(1)).and_then(|n| n.checked_mul(depth.max(1)));
    let bytes = texels.and_then(|n| n.checked_mul(texel)).ok_or(CUresult::OUT_OF_MEMORY)?;
    let id = g.ids.next();
    let request = ArrayCreate {
        id: id.into(),
        format: descriptor.Format.into(),
        channels: descriptor.NumChannels.into(),
        flags: flags.into(),
        width: (width as u64).into(),
        height: (height as u64).into(),
        depth: (depth as u64).into(),
        bytes: (bytes as u64).into(),
    };
    g.call(context.id, op::ARRAY_CREATE, &[request.as_bytes()], Wait::RoundTrip)?;
    let array = g.arrays.insert_with(|handle| Array { id, handle, context, descriptor, texel });
    // SAFETY: checked above.
    unsafe { put(out, raw(array.handle)) }
}

/// # Safety
/// `p` is null or readable.
unsafe fn read<T: Copy>(p: *const T) -> Result<T, CUresult> {
    not_null(p)?;
    // SAFETY: not null, hence readable.
    Ok(unsafe { p.read_unaligned() })
}

pub(crate) unsafe fn cu_array_create_v2(
    pHandle: *mut CUarray,
    pAllocateArray: *const CUDA_ARRAY_DESCRIPTOR_v2,
) -> Answer {
    // SAFETY: the program's contract.
    let CUDA_ARRAY_DESCRIPTOR { Width, Height, Format, NumChannels } = unsafe { read(pAllocateArray) }?;
    let descriptor = CUDA_ARRAY3D_DESCRIPTOR { Width, Height, Depth: 0, Format, NumChannels, Flags: 0 };
    // SAFETY: the same contract.
    unsafe { create(pHandle, descriptor) }
}

pub(crate) unsafe fn cu_array3d_create_v2(
    pHandle: *mut CUarray,
    pAllocateArray: *const CUDA_ARRAY3D_DESCRIPTOR_v2,
) -> Answer {
    // SAFETY: the same contract.
    unsafe { create(pHandle, read(pAllocateArray)?) }
}

pub(crate) unsafe fn cu_array_get_descriptor_v2(
    pArrayDescriptor: *mut CUDA_ARRAY_DESCRIPTOR_v2,
    hArray: CUarray,
) -> Answer {
    let CUDA_ARRAY3D_DESCRIPTOR { Width, Height, Format, NumChannels, .. } =
        array(state::global()?, hArray)?.descriptor;
    // SAFETY: null or writable.
    unsafe { put(pArrayDescriptor, CUDA_ARRAY_DESCRIPTOR { Width, Height, Format, NumChannels }) }
}

pub(crate) unsafe fn cu_array3d_get_descriptor_v2(
    pArrayDescriptor: *mut CUDA_ARRAY3D_DESCRIPTOR_v2,
    hArray: CUarray,
) -> Answer {
    // SAFETY: null or writable.
    unsafe { put(pArrayDescriptor, array(state::global()?, hArray)?.descriptor) }
}

pub(crate) unsafe fn cu_array_destroy(hArray: CUarray) -> Answer {
    let g = state::global()?;
    capture::guard()?;
    let found = array(g, hArray)?;
    g.deferred(found.context)?;
    let found = g.arrays.remove(hArray).ok_or(CUresult::INVALID_HANDLE)?;
    let request = ArrayId { id: found.id.into() };
    g.call(found.context.id, op::ARRAY_DESTROY, &[request.as_bytes()], Wait::RoundTrip).map(drop)
}

/// The resource's part of a request.
fn describe(g: &Global, resource: &CUDA_RESOURCE_DESC) -> Result<ImageObject, CUresult> {
    let mut request = ImageObject::new_zeroed();
    request.kind = resource.resType.into();
    match resource.resType {
        CU_RESOURCE_TYPE_ARRAY => {
            // SAFETY: the type says which member is set.
            let handle = unsafe { resource.res.array.hArray };
            request.array = array(g, handle)?.id.into();
        }
        CU_RESOURCE_TYPE_LINEAR => {
            // SAFETY: as above.
            let memory = unsafe { resource.res.linear };
            request.address = memory.devPtr.into();
            request.format = memory.format.into();
            request.channels = memory.numChannels.into();
            request.bytes = (memory.sizeInBytes as u64).into();
        }
        CU_RESOURCE_TYPE_PITCH2D => {
            // SAFETY: as above.
            let memory = unsafe { resource.res.pitch2D };
            request.address = memory.devPtr.into();
            request.format = memory.format.into();
            request.channels = memory.numChannels.into();
            request.width = (memory.width as u64).into();
            request.height = (memory.height as u64).into();
            request.pitch = (memory.pitchInBytes as u64).into();
        }
        CU_RESOURCE_TYPE_MIPMAPPED_ARRAY => return Err(cuda_contract::not_supported("mipmapped arrays")),
        _ => return Err(CUresult::INVALID_VALUE),
    }
    Ok(request)
}

/// # Safety
/// `out` is null or writable.
unsafe fn object(out: *mut u64, resource: CUDA_RESOURCE_DESC, texture: Option<CUDA_TEXTURE_DESC>) -> Answer {
    let g = state::global()?;
    let context = current()?;
    g.deferred(context)?;
    not_null(out)?;
    if resource.flags != 0 {
        return Err(CUresult::INVALID_VALUE);
    }
    let mut request = describe(g, &resource)?;
    if let Some(t) = &texture {
        request.texture = 1.into();
        request.address_modes = t.addressMode.map(Into::into);
        request.filter = t.filterMode.into();
        request.flags = t.flags.into();
        request.anisotropy = t.maxAnisotropy.into();
        request.level_filter = t.mipmapFilterMode.into();
        let levels = [t.mipmapLevelBias, t.minMipmapLevelClamp, t.maxMipmapLevelClamp];
        request.levels = levels.map(|level| level.to_bits().into());
        request.border = t.borderColor.map(|value| value.to_bits().into());
    }
    let answer = g.call(context.id, op::OBJECT_CREATE, &[request.as_bytes()], Wait::RoundTrip)?;
    let handle =
        answer.first_chunk::<8>().map(|bytes| u64::from_le_bytes(*bytes)).ok_or(CUresult::UNKNOWN)?;
    g.objects.0.lock().insert(handle, Described { resource, texture, context: context.id });
    // SAFETY: checked above.
    unsafe { put(out, handle) }
}

pub(crate) unsafe fn cu_tex_object_create(
    pTexObject: *mut CUtexObject,
    pResDesc: *const CUDA_RESOURCE_DESC_v1,
    pTexDesc: *const CUDA_TEXTURE_DESC_v1,
    pResViewDesc: *const CUDA_RESOURCE_VIEW_DESC_v1,
) -> Answer {
    if !pResViewDesc.is_null() {
        return Err(cuda_contract::not_supported("views of resources"));
    }
    // SAFETY: the program's contract.
    unsafe { object(pTexObject, read(pResDesc)?, Some(read(pTexDesc)?)) }
}

pub(crate) unsafe fn cu_surf_object_create(
    pSurfObject: *mut CUsurfObject,
    pResDesc: *const CUDA_RESOURCE_DESC_v1,
) -> Answer {
    // SAFETY: the program's contract.
    unsafe { object(pSurfObject, read(pResDesc)?, None) }
}

/// What an object of this kind was made of.
fn described(g: &Global, handle: u64, texture: bool) -> Result<Described, CUresult> {
    let found = g.objects.0.lock().get(&handle).copied();
    found.filter(|object| object.texture.is_some() == texture).ok_or(CUresult::INVALID_VALUE)
}

fn destroy(handle: u64, texture: bool) -> Answer {
    let g = state::global()?;
    let found = described(g, handle, texture)?;
    g.objects.0.lock().remove(&handle);
    g.call(found.context, op::OBJECT_DESTROY, &[&handle.to_le_bytes()], Wait::RoundTrip).map(drop)
}

pub(crate) unsafe fn cu_tex_object_destroy(texObject: CUtexObject) -> Answer {
    destroy(texObject, true)
}

pub(crate) unsafe fn cu_surf_object_destroy(surfObject: CUsurfObject) -> Answer {
    destroy(surfObject, false)
}

pub(crate) unsafe fn cu_tex_object_get_resource_desc(
    pResDesc: *mut CUDA_RESOURCE_DESC_v1,
    texObject: CUtexObject,
) -> Answer {
    // SAFETY: null or writable.
    unsafe { put(pResDesc, described(state::global()?, texObject, true)?.resource) }
}

pub(crate) unsafe fn cu_tex_object_get_texture_desc(
    pTexDesc: *mut CUDA_TEXTURE_DESC_v1,
    texObject: CUtexObject,
) -> Answer {
    let texture = described(state::global()?, texObject, true)?.texture.ok_or(CUresult::INVALID_VALUE)?;
    // SAFETY: null or writable.
    unsafe { put(pTexDesc, texture) }
}

/// No object has a view of its own.
pub(crate) unsafe fn cu_tex_object_get_resource_view_desc(
    _pResViewDesc: *mut CUDA_RESOURCE_VIEW_DESC_v1,
    texObject: CUtexObject,
) -> Answer {
    described(state::global()?, texObject, true)?;
    Err(CUresult::INVALID_VALUE)
}

pub(crate) unsafe fn cu_surf_object_get_resource_desc(
    pResDesc: *mut CUDA_RESOURCE_DESC_v1,
    surfObject: CUsurfObject,
) -> Answer {
    // SAFETY: null or writable.
    unsafe { put(pResDesc, described(state::global()?, surfObject, false)?.resource) }
}
