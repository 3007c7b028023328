//! Memory pools.

use std::ffi::c_void;
use std::sync::Arc;

use cuda_abi::*;

use super::memory::allocate_from;
use super::{Answer, array, not_null, put};
use crate::state::pool::Pool;
use crate::state::stream::of_handle;
use crate::state::{self, Global};

/// The device ordinal of a location; only devices have pools here.
fn device_of(g: &Global, location: &CUmemLocation) -> Result<usize, CUresult> {
    if location.r#type != CU_MEM_LOCATION_TYPE_DEVICE {
        return Err(CUresult::NOT_SUPPORTED);
    }
    // SAFETY: an integer member of a union of integers.
    let ordinal = unsafe { location.anon.id };
    g.device(ordinal)?;
    Ok(ordinal as usize)
}

/// Reads a structure of the program.
///
/// # Safety
/// `from` is null or readable.
unsafe fn read<T: Copy>(from: *const T) -> Result<T, CUresult> {
    not_null(from)?;
    // SAFETY: not null, hence readable.
    Ok(unsafe { from.read_unaligned() })
}

pub(crate) unsafe fn cu_device_get_default_mem_pool(pool_out: *mut CUmemoryPool, dev: CUdevice) -> Answer {
    let g = state::global()?;
    g.device(dev)?;
    // SAFETY: null or writable.
    unsafe { put(pool_out, g.pools.preset(dev as usize)?.raw()) }
}

pub(crate) unsafe fn cu_device_get_mem_pool(pool: *mut CUmemoryPool, dev: CUdevice) -> Answer {
    let g = state::global()?;
    g.device(dev)?;
    // SAFETY: null or writable.
    unsafe { put(pool, g.pools.current(dev as usize)?.raw()) }
}

pub(crate) unsafe fn cu_device_set_mem_pool(dev: CUdevice, pool: CUmemoryPool) -> Answer {
    let g = state::global()?;
    g.device(dev)?;
    g.pools.set_current(dev as usize, g.pools.of_handle(pool)?)
}

pub(crate) unsafe fn cu_mem_get_default_mem_pool(
    pool_out: *mut CUmemoryPool,
    location: *mut CUmemLocation,
    _kind: CUmemAllocationType,
) -> Answer {
    let g = state::global()?;
    // SAFETY: the program's contract.
    let device = device_of(g, &unsafe { read(location) }?)?;
    // SAFETY: null or writable.
    unsafe { put(pool_out, g.pools.preset(device)?.raw()) }
}

pub(crate) unsafe fn cu_mem_get_mem_pool(
    pool_out: *mut CUmemoryPool,
    location: *mut CUmemLocation,
    _kind: CUmemAllocationType,
) -> Answer {
    let g = state::global()?;
    // SAFETY: the program's contract.
    let device = device_of(g, &unsafe { read(location) }?)?;
    // SAFETY: null or writable.
    unsafe { put(pool_out, g.pools.current(device)?.raw()) }
}

pub(crate) unsafe fn cu_mem_set_mem_pool(
    location: *mut CUmemLocation,
    _kind: CUmemAllocationType,
    pool: CUmemoryPool,
) -> Answer {
    let g = state::global()?;
    // SAFETY: the program's contract.
    let device = device_of(g, &unsafe { read(location) }?)?;
    g.pools.set_current(device, g.pools.of_handle(pool)?)
}

pub(crate) unsafe fn cu_mem_pool_create(pool: *mut CUmemoryPool, poolProps: *const CUmemPoolProps) -> Answer {
    let g = state::global()?;
    not_null(pool)?;
    // SAFETY: the program's contract.
    let props = unsafe { read(poolProps) }?;
    if props.allocType != CU_MEM_ALLOCATION_TYPE_PINNED {
        return Err(CUresult::INVALID_VALUE);
    }
    if props.handleTypes != CU_MEM_HANDLE_TYPE_NONE {
        return Err(cuda_contract::not_supported("memory pools shared between processes"));
    }
    let device = device_of(g, &props.location)?;
    // SAFETY: checked above.
    unsafe { put(pool, g.pools.create(device, props.maxSize as u64).raw()) }
}

pub(crate) unsafe fn cu_mem_pool_destroy(pool: CUmemoryPool) -> Answer {
    let g = state::global()?;
    g.pools.destroy(g, pool)
}

pub(crate) unsafe fn cu_mem_pool_trim_to(pool: CUmemoryPool, minBytesToKeep: usize) -> Answer {
    let g = state::global()?;
    g.pools.of_handle(pool)?.trim(g, minBytesToKeep as u64);
    Ok(())
}

/// An attribute's value: 32 or 64 bits.
enum Value {
    Word(u32),
    Long(u64),
}

fn attribute(g: &Global, pool: &Arc<Pool>, which: CUmemPool_attribute) -> Result<Value, CUresult> {
    let settings = *pool.settings.lock();
    if which == CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT {
        pool.trim(g, settings.threshold);
    }
    let amounts = pool.amounts();
    Ok(match which {
        CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES
            ..=CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES => {
            Value::Word(settings.reuse[(which - CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES) as usize])
        }
        CU_MEMPOOL_ATTR_RELEASE_THRESHOLD => Value::Long(settings.threshold),
        CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT => Value::Long(amounts.reserved),
        CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH => Value::Long(amounts.reserved_high),
        CU_MEMPOOL_ATTR_USED_MEM_CURRENT => Value::Long(amounts.used),
        CU_MEMPOOL_ATTR_USED_MEM_HIGH => Value::Long(amounts.used_high),
        CU_MEMPOOL_ATTR_ALLOCATION_TYPE => Value::Word(CU_MEM_ALLOCATION_TYPE_PINNED),
        CU_MEMPOOL_ATTR_EXPORT_HANDLE_TYPES => Value::Word(CU_MEM_HANDLE_TYPE_NONE),
        CU_MEMPOOL_ATTR_LOCATION_ID => Value::Word(pool.device as u32),
        CU_MEMPOOL_ATTR_LOCATION_TYPE => Value::Word(CU_MEM_LOCATION_TYPE_DEVICE),
        CU_MEMPOOL_ATTR_MAX_POOL_SIZE => Value::Long(settings.max),
        CU_MEMPOOL_ATTR_HW_DECOMPRESS_ENABLED => Value::Word(0),
        _ => return Err(CUresult::INVALID_VALUE),
    })
}

pub(crate) unsafe fn cu_mem_pool_get_attribute(
    pool: CUmemoryPool,
    attr: CUmemPool_attribute,
    value: *mut c_void,
) -> Answer {
    let g = state::global()?;
    let pool = g.pools.of_handle(pool)?;
    // SAFETY: the program passes room for the attribute that it names.
    unsafe {
        match attribute(g, &pool, attr)? {
            Value::Word(word) => put(value.cast(), word),
            Value::Long(long) => put(value.cast(), long),
        }
    }
}

pub(crate) unsafe fn cu_mem_pool_set_attribute(
    pool: CUmemoryPool,
    attr: CUmemPool_attribute,
    value: *mut c_void,
) -> Answer {
    let g = state::global()?;
    let pool = g.pools.of_handle(pool)?;
    match attr {
        CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES
            ..=CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES => {
            // SAFETY: the program passes an int for this attribute.
            let wanted: u32 = unsafe { read(value.cast_const().cast()) }?;
            let at = (attr - CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES) as usize;
            pool.settings.lock().reuse[at] = u32::from(wanted != 0);
        }
        CU_MEMPOOL_ATTR_RELEASE_THRESHOLD => {
            // SAFETY: the program passes a 64-bit number for this attribute.
            pool.settings.lock().threshold = unsafe { read(value.cast_const().cast()) }?;
        }
        CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH | CU_MEMPOOL_ATTR_USED_MEM_HIGH => {
            // SAFETY: as above.
            let wanted: u64 = unsafe { read(value.cast_const().cast()) }?;
            if wanted != 0 {
                return Err(CUresult::INVALID_VALUE);
            }
            pool.reset_high(attr == CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH);
        }
        _ => return Err(CUresult::INVALID_VALUE),
    }
    Ok(())
}

/// A pool is accessible from its own device, and from no other.
pub(crate) unsafe fn cu_mem_pool_set_access(
    pool: CUmemoryPool,
    map: *const CUmemAccessDesc,
    count: usize,
) -> Answer {
    let g = state::global()?;
    let pool = g.pools.of_handle(pool)?;
    if count != 0 {
        array(map, count)?;
    }
    for i in 0..count {
        // SAFETY: the array has `count` elements.
        let wanted = unsafe { map.add(i).read_unaligned() };
        let own = device_of(g, &wanted.location)? == pool.device;
        match (own, wanted.flags) {
            (true, CU_MEM_ACCESS_FLAGS_PROT_READWRITE) | (false, CU_MEM_ACCESS_FLAGS_PROT_NONE) => {}
            (true, _) => return Err(CUresult::INVALID_VALUE),
            (false, _) => return Err(CUresult::INVALID_DEVICE),
        }
    }
    Ok(())
}

pub(crate) unsafe fn cu_mem_pool_get_access(
    flags: *mut CUmemAccess_flags,
    memPool: CUmemoryPool,
    location: *mut CUmemLocation,
) -> Answer {
    let g = state::global()?;
    let pool = g.pools.of_handle(memPool)?;
    // SAFETY: the program's contract.
    let own = device_of(g, &unsafe { read(location) }?)? == pool.device;
    let access = if own { CU_MEM_ACCESS_FLAGS_PROT_READWRITE } else { CU_MEM_ACCESS_FLAGS_PROT_NONE };
    // SAFETY: null or writable.
    unsafe { put(flags, access) }
}

pub(crate) unsafe fn cu_mem_alloc_from_pool_async(
    dptr: *mut CUdeviceptr,
    bytesize: usize,
    pool: CUmemoryPool,
    hStream: CUstream,
) -> Answer {
    let g = state::global()?;
    let stream = of_handle(g, hStream)?;
    let pool = g.pools.of_handle(pool)?;
    // SAFETY: the same contract.
    unsafe { allocate_from(g, &pool, dptr, bytesize, &stream) }
}
