//! Pinned host memory. Kernels access it at its own address.

use std::ffi::{c_uint, c_void};

use cuda_abi::*;
use cuda_graph::capture;

use crate::context::{Live, current};
use crate::driver::Driver;
use crate::error::{Error, Result};
use crate::memory::{Allocation, Owner};
use crate::raw;

const ALLOC_FLAGS: c_uint =
    CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP | CU_MEMHOSTALLOC_WRITECOMBINED;
const REGISTER_FLAGS: c_uint = CU_MEMHOSTREGISTER_PORTABLE
    | CU_MEMHOSTREGISTER_DEVICEMAP
    | CU_MEMHOSTREGISTER_IOMEMORY
    | CU_MEMHOSTREGISTER_READ_ONLY;

fn owner(live: &Live) -> Owner {
    Owner { live: live.id, context: live.context, device: live.device }
}

/// The pinned range that contains an address.
fn pinned(p: *const c_void) -> Result<Allocation> {
    let range = Driver::get()?.memory.find(p as u64).ok_or(Error::InvalidValue)?;
    if range.on_device() { Err(Error::InvalidValue) } else { Ok(range) }
}

pub(crate) unsafe fn cu_mem_alloc_host_v2(pp: *mut *mut c_void, bytes: usize) -> Result {
    // SAFETY: the same contract.
    unsafe { cu_mem_host_alloc(pp, bytes, 0) }
}

pub(crate) unsafe fn cu_mem_host_alloc(pp: *mut *mut c_void, bytes: usize, flags: c_uint) -> Result {
    let live = current::healthy()?;
    capture::guard()?;
    if pp.is_null() || flags & !ALLOC_FLAGS != 0 {
        return Err(Error::InvalidValue);
    }
    // With unified addressing all pinned memory is mapped and portable.
    let address = Driver::get()?.memory.allocate_host(owner(&live), bytes as u64, flags)?;
    // SAFETY: not NULL.
    unsafe { raw::put(pp, raw::handle(address)) }
}

pub(crate) unsafe fn cu_mem_free_host(p: *mut c_void) -> Result {
    if p.is_null() {
        return Driver::get().map(drop);
    }
    let live = current::healthy()?;
    capture::guard()?;
    let memory = &Driver::get()?.memory;
    let range = pinned(p)?;
    if range.base != p as u64 {
        return Err(Error::InvalidValue);
    }
    live.synchronize()?;
    memory.release_host(p as u64)
}

pub(crate) unsafe fn cu_mem_host_get_device_pointer_v2(
    dptr: *mut CUdeviceptr,
    p: *mut c_void,
    flags: c_uint,
) -> Result {
    current::healthy()?;
    if flags != 0 {
        return Err(Error::InvalidValue);
    }
    pinned(p)?;
    // SAFETY: the C caller's contract.
    unsafe { raw::put(dptr, p as u64) }
}

pub(crate) unsafe fn cu_mem_host_get_flags(flags: *mut c_uint, p: *mut c_void) -> Result {
    current::healthy()?;
    let range = pinned(p)?;
    // SAFETY: the C caller's contract.
    unsafe { raw::put(flags, range.flags | CU_MEMHOSTALLOC_DEVICEMAP) }
}

pub(crate) unsafe fn cu_mem_host_register_v2(p: *mut c_void, bytes: usize, flags: c_uint) -> Result {
    let live = current::healthy()?;
    capture::guard()?;
    if p.is_null() || bytes == 0 || flags & !REGISTER_FLAGS != 0 {
        return Err(Error::InvalidValue);
    }
    if flags & CU_MEMHOSTREGISTER_IOMEMORY != 0 {
        return Err(Error::NotPermitted);
    }
    if flags & CU_MEMHOSTREGISTER_READ_ONLY != 0 {
        // The attribute READ_ONLY_HOST_REGISTER_SUPPORTED reads 0.
        return Err(Error::NotSupported);
    }
    raw::array(p.cast::<u8>(), bytes)?;
    Driver::get()?.memory.register_host(owner(&live), p as u64, bytes as u64, flags)
}

pub(crate) unsafe fn cu_mem_host_unregister(p: *mut c_void) -> Result {
    let live = current::healthy()?;
    capture::guard()?;
    let memory = &Driver::get()?.memory;
    match memory.find(p as u64) {
        Some(range) if range.base == p as u64 => {}
        _ => return Err(Error::HostMemoryNotRegistered),
    }
    live.synchronize()?;
    memory.unregister_host(p as u64)
}
