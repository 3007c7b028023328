//! Virtual memory management.

use std::ffi::{c_ulonglong, c_void};

use cuda_abi::*;

use crate::error::{Error, Result};
use crate::{raw, vmm};

pub(crate) unsafe fn cu_mem_get_allocation_granularity(
    granularity: *mut usize,
    prop: *const CUmemAllocationProp_v1,
    option: CUmemAllocationGranularity_flags,
) -> Result {
    // SAFETY: the C caller's contract.
    vmm::check(&unsafe { raw::take(prop) }?)?;
    if !matches!(option, CU_MEM_ALLOC_GRANULARITY_MINIMUM | CU_MEM_ALLOC_GRANULARITY_RECOMMENDED) {
        return Err(Error::InvalidValue);
    }
    // SAFETY: the C caller's contract.
    unsafe { raw::put(granularity, vmm::GRANULARITY as usize) }
}

pub(crate) unsafe fn cu_mem_create(
    handle: *mut CUmemGenericAllocationHandle,
    size: usize,
    prop: *const CUmemAllocationProp_v1,
    flags: c_ulonglong,
) -> Result {
    // SAFETY: the C caller's contract.
    let properties = unsafe { raw::take(prop) }?;
    if handle.is_null() || flags != 0 {
        return Err(Error::InvalidValue);
    }
    let created = vmm::create(size as u64, &properties)?;
    // SAFETY: not NULL.
    unsafe { raw::put(handle, created) }
}

pub(crate) unsafe fn cu_mem_release(handle: CUmemGenericAllocationHandle) -> Result {
    vmm::release(handle)
}

pub(crate) unsafe fn cu_mem_retain_allocation_handle(
    handle: *mut CUmemGenericAllocationHandle,
    addr: *mut c_void,
) -> Result {
    if handle.is_null() {
        return Err(Error::InvalidValue);
    }
    let retained = vmm::retain(addr as u64)?;
    // SAFETY: not NULL.
    unsafe { raw::put(handle, retained) }
}

pub(crate) unsafe fn cu_mem_get_allocation_properties_from_handle(
    prop: *mut CUmemAllocationProp_v1,
    handle: CUmemGenericAllocationHandle,
) -> Result {
    let held = vmm::HANDLES.get(handle).ok_or(Error::InvalidValue)?;
    // SAFETY: the C caller's contract.
    unsafe { raw::put(prop, held.physical.properties) }
}

pub(crate) unsafe fn cu_mem_address_reserve(
    ptr: *mut CUdeviceptr,
    size: usize,
    alignment: usize,
    addr: CUdeviceptr,
    flags: c_ulonglong,
) -> Result {
    if ptr.is_null() || flags != 0 {
        return Err(Error::InvalidValue);
    }
    let base = vmm::reserve(size as u64, alignment as u64, addr)?;
    // SAFETY: not NULL.
    unsafe { raw::put(ptr, base) }
}

pub(crate) unsafe fn cu_mem_address_free(ptr: CUdeviceptr, size: usize) -> Result {
    vmm::unreserve(ptr, size as u64)
}

pub(crate) unsafe fn cu_mem_map(
    ptr: CUdeviceptr,
    size: usize,
    offset: usize,
    handle: CUmemGenericAllocationHandle,
    flags: c_ulonglong,
) -> Result {
    // "Offset ... currently must be zero" (driver API manual).
    if offset != 0 || flags != 0 {
        return Err(Error::InvalidValue);
    }
    vmm::map(ptr, size as u64, handle)
}

pub(crate) unsafe fn cu_mem_unmap(ptr: CUdeviceptr, size: usize) -> Result {
    vmm::unmap(ptr, size as u64)
}

pub(crate) unsafe fn cu_mem_set_access(
    ptr: CUdeviceptr,
    size: usize,
    desc: *const CUmemAccessDesc_v1,
    count: usize,
) -> Result {
    if desc.is_null() || count == 0 {
        return Err(Error::InvalidValue);
    }
    for index in 0..count {
        // SAFETY: the array has `count` elements.
        let wanted = unsafe { raw::take(desc.add(index)) }?;
        vmm::device_of(&wanted.location)?;
        match wanted.flags {
            CU_MEM_ACCESS_FLAGS_PROT_NONE
            | CU_MEM_ACCESS_FLAGS_PROT_READ
            | CU_MEM_ACCESS_FLAGS_PROT_READWRITE => vmm::set_access(ptr, size as u64, wanted.flags)?,
            _ => return Err(Error::InvalidValue),
        }
    }
    Ok(())
}

pub(crate) unsafe fn cu_mem_get_access(
    flags: *mut c_ulonglong,
    location: *const CUmemLocation,
    ptr: CUdeviceptr,
) -> Result {
    // SAFETY: the C caller's contract.
    vmm::device_of(&unsafe { raw::take(location) }?)?;
    let mapped = vmm::find(ptr).ok_or(Error::InvalidValue)?;
    // SAFETY: the C caller's contract.
    unsafe { raw::put(flags, mapped.access.into()) }
}
