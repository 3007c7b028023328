//! Memory and events that processes of a reservation let each other open.

use std::ffi::c_uint;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use cuda_abi::*;
use cuda_graph::memory as graph_memory;
use protocol::ops::{EventId, IpcOpen, IpcOpenEvent, op};
use zerocopy::IntoBytes;

use super::{Answer, not_null, put};
use crate::session::Wait;
use crate::state::context::current;
use crate::state::event::Event;
use crate::state::memory::{Allocation, Origin};
use crate::state::{self, Global};

/// Whether memory may be exported: an allocation of its own.
pub(crate) fn exportable(g: &Global, memory: &Allocation) -> bool {
    memory.origin == Origin::Allocated && !g.pools.owns(memory.base) && !graph_memory::is_live(memory.base)
}

/// The 64 bytes of a handle.
fn reserved(answer: &[u8]) -> Result<[u8; 64], CUresult> {
    answer.first_chunk().copied().ok_or(CUresult::UNKNOWN)
}

pub(crate) unsafe fn cu_ipc_get_mem_handle(pHandle: *mut CUipcMemHandle, dptr: CUdeviceptr) -> Answer {
    let g = state::global()?;
    g.deferred(current()?)?;
    not_null(pHandle)?;
    let found = g.memory.find(dptr).filter(|found| exportable(g, found)).ok_or(CUresult::INVALID_VALUE)?;
    g.shares.store(true, Ordering::Release);
    let answer = g.call(found.context.id, op::IPC_EXPORT, &[&found.base.to_le_bytes()], Wait::RoundTrip)?;
    // SAFETY: checked above.
    unsafe { put(pHandle, CUipcMemHandle { reserved: reserved(&answer)? }) }
}

pub(crate) unsafe fn cu_ipc_open_mem_handle_v2(
    pdptr: *mut CUdeviceptr,
    handle: CUipcMemHandle,
    Flags: c_uint,
) -> Answer {
    let g = state::global()?;
    let context = current()?;
    g.deferred(context)?;
    not_null(pdptr)?;
    if Flags != CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS {
        return Err(CUresult::INVALID_VALUE);
    }
    g.shares.store(true, Ordering::Release);
    let request = IpcOpen { handle: handle.reserved, flags: Flags.into() };
    let _turn = g.imports.lock();
    let answer = g.call(context.id, op::IPC_OPEN, &[request.as_bytes()], Wait::RoundTrip)?;
    let word = |at: usize| answer.get(at..at + 8).and_then(|b| b.try_into().ok()).map(u64::from_le_bytes);
    let (address, bytes) = word(0).zip(word(8)).ok_or(CUresult::UNKNOWN)?;
    if g.memory.find(address).is_none() {
        g.memory.insert(address, bytes, context, Origin::Imported);
        g.memory.reserve(address, bytes);
    }
    // SAFETY: checked above.
    unsafe { put(pdptr, address) }
}

pub(crate) unsafe fn cu_ipc_open_mem_handle(
    pdptr: *mut CUdeviceptr,
    handle: CUipcMemHandle,
    Flags: c_uint,
) -> Answer {
    // SAFETY: the same contract.
    unsafe { cu_ipc_open_mem_handle_v2(pdptr, handle, Flags) }
}

pub(crate) unsafe fn cu_ipc_close_mem_handle(dptr: CUdeviceptr) -> Answer {
    let g = state::global()?;
    g.deferred(current()?)?;
    let _turn = g.imports.lock();
    let imported = |found: &Allocation| found.base == dptr && found.origin == Origin::Imported;
    let found = g.memory.find(dptr).filter(imported).ok_or(CUresult::INVALID_VALUE)?;
    let answer = g.call(found.context.id, op::IPC_CLOSE, &[&dptr.to_le_bytes()], Wait::RoundTrip)?;
    if answer.first() == Some(&1) {
        g.memory.remove(dptr);
    }
    Ok(())
}

pub(crate) unsafe fn cu_ipc_get_event_handle(pHandle: *mut CUipcEventHandle, event: CUevent) -> Answer {
    let g = state::global()?;
    g.deferred(current()?)?;
    not_null(pHandle)?;
    let event = g.events.get(event).filter(|event| event.is_shared()).ok_or(CUresult::INVALID_HANDLE)?;
    let request = EventId { id: event.id.into() };
    let answer = g.call(event.context.id, op::IPC_EXPORT_EVENT, &[request.as_bytes()], Wait::RoundTrip)?;
    // SAFETY: checked above.
    unsafe { put(pHandle, CUipcEventHandle { reserved: reserved(&answer)? }) }
}

pub(crate) unsafe fn cu_ipc_open_event_handle(phEvent: *mut CUevent, handle: CUipcEventHandle) -> Answer {
    let g = state::global()?;
    let context = current()?;
    g.deferred(context)?;
    not_null(phEvent)?;
    let id = g.ids.next();
    let request = IpcOpenEvent { id: id.into(), handle: handle.reserved };
    g.call(context.id, op::IPC_OPEN_EVENT, &[request.as_bytes()], Wait::RoundTrip)?;
    let flags = CU_EVENT_DISABLE_TIMING | CU_EVENT_INTERPROCESS;
    let event = g.events.insert_with(|handle| Arc::new(Event::new(id, context, flags, handle)));
    // SAFETY: checked above.
    unsafe { put(phEvent, event.raw()) }
}
