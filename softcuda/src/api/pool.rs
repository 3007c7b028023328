//! Memory pools.

use std::ffi::c_void;
use std::sync::Arc;

use cuda_abi::*;

use super::memory::allocate_from;
use crate::context::current;
use crate::driver::Driver;
use crate::error::{Error, Result};
use crate::pool::{self, POOLS, Pool};
use crate::raw;

/// The device ordinal of a location; only devices have pools.
fn ordinal(location: &CUmemLocation) -> Result<i32> {
    if location.r#type != CU_MEM_LOCATION_TYPE_DEVICE {
        return Err(Error::NotSupported);
    }
    // SAFETY: an integer member of a union of integers.
    let ordinal = unsafe { location.anon.id };
    Driver::get()?.device(ordinal)?;
    Ok(ordinal)
}

fn set_current(device: i32, handle: CUmemoryPool) -> Result {
    let chosen = Pool::find(handle as u64)?;
    let choice = pool::choice(device)?;
    if chosen.device as i32 != device {
        return Err(Error::InvalidValue);
    }
    *choice.current.lock() = chosen;
    Ok(())
}

pub(crate) unsafe fn cu_device_get_default_mem_pool(out: *mut CUmemoryPool, dev: CUdevice) -> Result {
    // SAFETY: the C caller's contract.
    unsafe { raw::put(out, raw::handle(pool::choice(dev)?.preset.handle)) }
}

pub(crate) unsafe fn cu_device_get_mem_pool(out: *mut CUmemoryPool, dev: CUdevice) -> Result {
    let current = pool::choice(dev)?.current.lock().handle;
    // SAFETY: the C caller's contract.
    unsafe { raw::put(out, raw::handle(current)) }
}

pub(crate) unsafe fn cu_device_set_mem_pool(dev: CUdevice, handle: CUmemoryPool) -> Result {
    set_current(dev, handle)
}

pub(crate) unsafe fn cu_mem_get_default_mem_pool(
    out: *mut CUmemoryPool,
    location: *mut CUmemLocation,
    _kind: CUmemAllocationType,
) -> Result {
    // SAFETY: the C caller's contract.
    unsafe { cu_device_get_default_mem_pool(out, ordinal(&raw::take(location)?)?) }
}

pub(crate) unsafe fn cu_mem_get_mem_pool(
    out: *mut CUmemoryPool,
    location: *mut CUmemLocation,
    _kind: CUmemAllocationType,
) -> Result {
    // SAFETY: the C caller's contract.
    unsafe { cu_device_get_mem_pool(out, ordinal(&raw::take(location)?)?) }
}

pub(crate) unsafe fn cu_mem_set_mem_pool(
    location: *mut CUmemLocation,
    _kind: CUmemAllocationType,
    handle: CUmemoryPool,
) -> Result {
    // SAFETY: the C caller's contract.
    set_current(ordinal(&unsafe { raw::take(location) }?)?, handle)
}

pub(crate) unsafe fn cu_mem_pool_create(out: *mut CUmemoryPool, props: *const CUmemPoolProps) -> Result {
    // SAFETY: the C caller's contract.
    let props = unsafe { raw::take(props) }?;
    if out.is_null() || props.allocType != CU_MEM_ALLOCATION_TYPE_PINNED {
        return Err(Error::InvalidValue);
    }
    if props.handleTypes != CU_MEM_HANDLE_TYPE_NONE {
        return Err(Error::NotSupported);
    }
    let created = Pool::create(ordinal(&props.location)? as u32, props.maxSize as u64);
    // SAFETY: not NULL.
    unsafe { raw::put(out, raw::handle(created.handle)) }
}

pub(crate) unsafe fn cu_mem_pool_destroy(handle: CUmemoryPool) -> Result {
    let found = Pool::find(handle as u64)?;
    let choice = pool::choice(found.device as i32)?;
    if Arc::ptr_eq(&found, &choice.preset) {
        return Err(Error::InvalidValue);
    }
    POOLS.remove(found.handle).ok_or(Error::InvalidValue)?;
    let mut current = choice.current.lock();
    if Arc::ptr_eq(&current, &found) {
        *current = choice.preset.clone();
    }
    Ok(())
}

/// Nothing is kept that could be given back.
pub(crate) unsafe fn cu_mem_pool_trim_to(handle: CUmemoryPool, _keep: usize) -> Result {
    Pool::find(handle as u64).map(|_| ())
}

/// An attribute's value: 32 or 64 bits.
enum Value {
    Word(u32),
    Long(u64),
}

/// The three attributes of reuse, from 0.
fn reuse(attribute: u32) -> Option<usize> {
    let first = CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES;
    (first..=CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES)
        .contains(&attribute)
        .then(|| (attribute - first) as usize)
}

pub(crate) unsafe fn cu_mem_pool_get_attribute(
    handle: CUmemoryPool,
    attribute: CUmemPool_attribute,
    value: *mut c_void,
) -> Result {
    let found = Pool::find(handle as u64)?;
    let state = *found.state.lock();
    let answer = match attribute {
        _ if reuse(attribute).is_some() => Value::Word(reuse(attribute).map_or(0, |at| state.reuse[at])),
        CU_MEMPOOL_ATTR_RELEASE_THRESHOLD => Value::Long(state.threshold),
        CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT => Value::Long(state.reserved),
        CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH => Value::Long(state.reserved_high),
        CU_MEMPOOL_ATTR_USED_MEM_CURRENT => Value::Long(state.used),
        CU_MEMPOOL_ATTR_USED_MEM_HIGH => Value::Long(state.used_high),
        CU_MEMPOOL_ATTR_ALLOCATION_TYPE => Value::Word(CU_MEM_ALLOCATION_TYPE_PINNED),
        CU_MEMPOOL_ATTR_EXPORT_HANDLE_TYPES => Value::Word(CU_MEM_HANDLE_TYPE_NONE),
        CU_MEMPOOL_ATTR_LOCATION_ID => Value::Word(found.device),
        CU_MEMPOOL_ATTR_LOCATION_TYPE => Value::Word(CU_MEM_LOCATION_TYPE_DEVICE),
        CU_MEMPOOL_ATTR_MAX_POOL_SIZE => Value::Long(state.max),
        CU_MEMPOOL_ATTR_HW_DECOMPRESS_ENABLED => Value::Word(0),
        _ => return Err(Error::InvalidValue),
    };
    // SAFETY: the C caller passes room for the attribute that it names.
    unsafe {
        match answer {
            Value::Word(word) => raw::put(value.cast(), word),
            Value::Long(long) => raw::put(value.cast(), long),
        }
    }
}

pub(crate) unsafe fn cu_mem_pool_set_attribute(
    handle: CUmemoryPool,
    attribute: CUmemPool_attribute,
    value: *mut c_void,
) -> Result {
    let found = Pool::find(handle as u64)?;
    let value = value.cast_const();
    if let Some(at) = reuse(attribute) {
        // SAFETY: the C caller passes an int for these.
        let wanted: u32 = unsafe { raw::take(value.cast()) }?;
        found.state.lock().reuse[at] = u32::from(wanted != 0);
        return Ok(());
    }
    // SAFETY: the C caller passes a 64-bit number for the others.
    let wanted: u64 = unsafe { raw::take(value.cast()) }?;
    let mut state = found.state.lock();
    match attribute {
        CU_MEMPOOL_ATTR_RELEASE_THRESHOLD => state.threshold = wanted,
        CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH if wanted == 0 => state.reserved_high = state.reserved,
        CU_MEMPOOL_ATTR_USED_MEM_HIGH if wanted == 0 => state.used_high = state.used,
        _ => return Err(Error::InvalidValue),
    }
    Ok(())
}

/// A pool is accessible from its own device; devices have no access to each other's memory.
pub(crate) unsafe fn cu_mem_pool_set_access(
    handle: CUmemoryPool,
    map: *const CUmemAccessDesc,
    count: usize,
) -> Result {
    let found = Pool::find(handle as u64)?;
    if count != 0 {
        raw::array(map, count)?;
    }
    for index in 0..count {
        // SAFETY: the array has `count` elements by the C caller's contract.
        let wanted = unsafe { raw::take(map.add(index)) }?;
        let own = ordinal(&wanted.location)? as u32 == found.device;
        match (own, wanted.flags) {
            (true, CU_MEM_ACCESS_FLAGS_PROT_READWRITE) | (false, CU_MEM_ACCESS_FLAGS_PROT_NONE) => {}
            (true, _) => return Err(Error::InvalidValue),
            (false, _) => return Err(Error::InvalidDevice),
        }
    }
    Ok(())
}

pub(crate) unsafe fn cu_mem_pool_get_access(
    flags: *mut CUmemAccess_flags,
    handle: CUmemoryPool,
    location: *mut CUmemLocation,
) -> Result {
    let found = Pool::find(handle as u64)?;
    // SAFETY: the C caller's contract.
    let own = ordinal(&unsafe { raw::take(location) }?)? as u32 == found.device;
    let access = if own { CU_MEM_ACCESS_FLAGS_PROT_READWRITE } else { CU_MEM_ACCESS_FLAGS_PROT_NONE };
    // SAFETY: the C caller's contract.
    unsafe { raw::put(flags, access) }
}

pub(crate) unsafe fn cu_mem_alloc_from_pool_async(
    dptr: *mut CUdeviceptr,
    bytes: usize,
    handle: CUmemoryPool,
    stream: CUstream,
) -> Result {
    let live = current::healthy()?;
    let stream = live.stream(stream as u64)?;
    let found = Pool::find(handle as u64)?;
    // SAFETY: the same contract.
    unsafe { allocate_from(&live, &stream, &found, dptr, bytes) }
}
