//! Memory and events of other processes.

use std::ffi::c_uint;

use cuda_abi::*;

use crate::context::current;
use crate::driver::Driver;
use crate::error::{Error, Result};
use crate::event::Event;
use crate::ipc::file::Refused;
use crate::ipc::memory;
use crate::ipc::record::SharedEvent;
use crate::raw;

pub(crate) unsafe fn cu_ipc_get_mem_handle(handle: *mut CUipcMemHandle, dptr: CUdeviceptr) -> Result {
    current::healthy()?;
    if handle.is_null() {
        return Err(Error::InvalidValue);
    }
    let reserved = memory::export(&Driver::get()?.memory, dptr)?;
    // SAFETY: not NULL.
    unsafe { raw::put(handle, CUipcMemHandle { reserved }) }
}

pub(crate) unsafe fn cu_ipc_open_mem_handle_v2(
    dptr: *mut CUdeviceptr,
    handle: CUipcMemHandle,
    flags: c_uint,
) -> Result {
    let live = current::healthy()?;
    if dptr.is_null() || flags != CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS {
        return Err(Error::InvalidValue);
    }
    let base = memory::open(&Driver::get()?.memory, &live, &handle.reserved)?;
    // SAFETY: not NULL.
    unsafe { raw::put(dptr, base) }
}

pub(crate) unsafe fn cu_ipc_open_mem_handle(
    dptr: *mut CUdeviceptr,
    handle: CUipcMemHandle,
    flags: c_uint,
) -> Result {
    // SAFETY: the same contract.
    unsafe { cu_ipc_open_mem_handle_v2(dptr, handle, flags) }
}

pub(crate) unsafe fn cu_ipc_close_mem_handle(dptr: CUdeviceptr) -> Result {
    let live = current::healthy()?;
    memory::close(&Driver::get()?.memory, dptr, || live.synchronize())
}

pub(crate) unsafe fn cu_ipc_get_event_handle(handle: *mut CUipcEventHandle, event: CUevent) -> Result {
    current::healthy()?;
    if handle.is_null() {
        return Err(Error::InvalidValue);
    }
    let event = Event::find(event as u64)?;
    let reserved = event.shared().and_then(|shared| shared.handle()).ok_or(Error::InvalidHandle)?;
    // SAFETY: not NULL.
    unsafe { raw::put(handle, CUipcEventHandle { reserved }) }
}

pub(crate) unsafe fn cu_ipc_open_event_handle(event: *mut CUevent, handle: CUipcEventHandle) -> Result {
    let live = current::healthy()?;
    if event.is_null() {
        return Err(Error::InvalidValue);
    }
    let shared = SharedEvent::open(&handle.reserved).map_err(|refused| match refused {
        Refused::Handle => Error::InvalidHandle,
        Refused::Own => Error::InvalidContext,
    })?;
    if Driver::get()?.device(live.device as i32)?.number != shared.content().device {
        return Err(Error::PeerAccessUnsupported);
    }
    let flags = CU_EVENT_DISABLE_TIMING | CU_EVENT_INTERPROCESS;
    let opened = Event::create_shared(flags, live.id, shared);
    // SAFETY: not NULL.
    unsafe { raw::put(event, raw::handle(opened.handle)) }
}
