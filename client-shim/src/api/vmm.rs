//! Virtual memory management.

use std::ffi::{c_ulonglong, c_void};

use cuda_abi::*;

use super::{Answer, not_null, put};
use crate::state::{self, Global};

/// The device of a location; others than devices are not supported.
fn device_of(g: &Global, location: &CUmemLocation) -> Result<usize, CUresult> {
    if location.r#type != CU_MEM_LOCATION_TYPE_DEVICE {
        return Err(CUresult::NOT_SUPPORTED);
    }
    // SAFETY: every bit pattern is a number; devices are named by it.
    let id = unsafe { location.anon.id };
    Ok(g.primary(id)?.device)
}

/// What a program asks for, and its device.
///
/// # Safety
/// `properties` is null or readable.
unsafe fn checked(
    g: &Global,
    properties: *const CUmemAllocationProp,
) -> Result<(CUmemAllocationProp, usize), CUresult> {
    not_null(properties)?;
    // SAFETY: not null, hence readable.
    let properties = unsafe { properties.read_unaligned() };
    if properties.r#type != CU_MEM_ALLOCATION_TYPE_PINNED {
        return Err(CUresult::INVALID_VALUE);
    }
    Ok((properties, device_of(g, &properties.location)?))
}

pub(crate) unsafe fn cu_mem_get_allocation_granularity(
    granularity: *mut usize,
    prop: *const CUmemAllocationProp_v1,
    option: CUmemAllocationGranularity_flags,
) -> Answer {
    let g = state::global()?;
    // SAFETY: null or readable.
    let (_, device) = unsafe { checked(g, prop) }?;
    let bytes = g.vmm.granularity(g, device, option)?;
    // SAFETY: null or writable.
    unsafe { put(granularity, bytes as usize) }
}

pub(crate) unsafe fn cu_mem_create(
    handle: *mut CUmemGenericAllocationHandle,
    size: usize,
    prop: *const CUmemAllocationProp_v1,
    flags: c_ulonglong,
) -> Answer {
    let g = state::global()?;
    not_null(handle)?;
    // SAFETY: null or readable.
    let (properties, device) = unsafe { checked(g, prop) }?;
    let granularity = g.vmm.granularity(g, device, CU_MEM_ALLOC_GRANULARITY_MINIMUM)?;
    if size == 0 || !(size as u64).is_multiple_of(granularity) || flags != 0 {
        return Err(CUresult::INVALID_VALUE);
    }
    let created = g.vmm.create(g, device, size as u64, properties)?;
    // SAFETY: checked above.
    unsafe { put(handle, created) }
}

pub(crate) unsafe fn cu_mem_release(handle: CUmemGenericAllocationHandle) -> Answer {
    state::global()?.vmm.release(handle)
}

pub(crate) unsafe fn cu_mem_retain_allocation_handle(
    handle: *mut CUmemGenericAllocationHandle,
    addr: *mut c_void,
) -> Answer {
    let g = state::global()?;
    not_null(handle)?;
    let retained = g.vmm.retain(addr.expose_provenance() as u64)?;
    // SAFETY: checked above.
    unsafe { put(handle, retained) }
}

pub(crate) unsafe fn cu_mem_get_allocation_properties_from_handle(
    prop: *mut CUmemAllocationProp_v1,
    handle: CUmemGenericAllocationHandle,
) -> Answer {
    let held = state::global()?.vmm.handle(handle)?;
    // SAFETY: null or writable.
    unsafe { put(prop, held.physical.properties) }
}

pub(crate) unsafe fn cu_mem_address_reserve(
    ptr: *mut CUdeviceptr,
    size: usize,
    alignment: usize,
    addr: CUdeviceptr,
    flags: c_ulonglong,
) -> Answer {
    let g = state::global()?;
    not_null(ptr)?;
    if size == 0 || flags != 0 {
        return Err(CUresult::INVALID_VALUE);
    }
    let base = g.vmm.reserve(g, size as u64, alignment as u64, addr)?;
    // SAFETY: checked above.
    unsafe { put(ptr, base) }
}

pub(crate) unsafe fn cu_mem_address_free(ptr: CUdeviceptr, size: usize) -> Answer {
    let g = state::global()?;
    g.vmm.unreserve(g, ptr, size as u64)
}

pub(crate) unsafe fn cu_mem_map(
    ptr: CUdeviceptr,
    size: usize,
    offset: usize,
    handle: CUmemGenericAllocationHandle,
    flags: c_ulonglong,
) -> Answer {
    let g = state::global()?;
    // "Offset ... currently must be zero" (driver API manual).
    if offset != 0 || flags != 0 {
        return Err(CUresult::INVALID_VALUE);
    }
    g.vmm.map(g, ptr, size as u64, handle)
}

pub(crate) unsafe fn cu_mem_unmap(ptr: CUdeviceptr, size: usize) -> Answer {
    let g = state::global()?;
    g.vmm.unmap(g, ptr, size as u64)
}

pub(crate) unsafe fn cu_mem_set_access(
    ptr: CUdeviceptr,
    size: usize,
    desc: *const CUmemAccessDesc_v1,
    count: usize,
) -> Answer {
    let g = state::global()?;
    not_null(desc)?;
    if count == 0 {
        return Err(CUresult::INVALID_VALUE);
    }
    for index in 0..count {
        // SAFETY: the array has `count` elements.
        let wanted = unsafe { desc.add(index).read_unaligned() };
        let device = device_of(g, &wanted.location)?;
        match wanted.flags {
            CU_MEM_ACCESS_FLAGS_PROT_NONE
            | CU_MEM_ACCESS_FLAGS_PROT_READ
            | CU_MEM_ACCESS_FLAGS_PROT_READWRITE => {
                g.vmm.set_access(g, (ptr, size as u64), device, wanted.flags)?;
            }
            _ => return Err(CUresult::INVALID_VALUE),
        }
    }
    Ok(())
}

pub(crate) unsafe fn cu_mem_get_access(
    flags: *mut c_ulonglong,
    location: *const CUmemLocation,
    ptr: CUdeviceptr,
) -> Answer {
    let g = state::global()?;
    not_null(location)?;
    // SAFETY: not null, hence readable.
    device_of(g, &unsafe { location.read_unaligned() })?;
    let mapping = g.vmm.find(ptr).ok_or(CUresult::INVALID_VALUE)?;
    // SAFETY: null or writable.
    unsafe { put(flags, mapping.access.into()) }
}
