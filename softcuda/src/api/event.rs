//! Events.

use std::ffi::c_uint;

use cuda_abi::*;
use cuda_graph::capture;

use crate::context::current;
use crate::driver::Driver;
use crate::error::{Error, Result};
use crate::event::{EVENTS, Event, VALID_FLAGS};
use crate::ipc::record::SharedEvent;
use crate::raw;

pub(crate) unsafe fn cu_event_create(event: *mut CUevent, flags: c_uint) -> Result {
    let live = current::healthy()?;
    let interprocess = flags & CU_EVENT_INTERPROCESS != 0;
    if event.is_null() || flags & !VALID_FLAGS != 0 || interprocess && flags & CU_EVENT_DISABLE_TIMING == 0 {
        return Err(Error::InvalidValue);
    }
    let created = if interprocess {
        let device = Driver::get()?.device(live.device as i32)?.number;
        let shared = SharedEvent::create(device).ok_or(Error::OutOfMemory)?;
        Event::create_shared(flags, live.id, shared)
    } else {
        Event::create(flags, live.id)
    };
    // SAFETY: the C caller's contract.
    unsafe { raw::put(event, raw::handle(created.handle)) }
}

pub(crate) unsafe fn cu_event_record(event: CUevent, stream: CUstream) -> Result {
    // SAFETY: the same contract.
    unsafe { cu_event_record_with_flags(event, stream, CU_EVENT_RECORD_DEFAULT) }
}

pub(crate) unsafe fn cu_event_record_with_flags(event: CUevent, stream: CUstream, flags: c_uint) -> Result {
    let live = current::healthy()?;
    let event = Event::find(event as u64)?;
    let stream = live.stream(stream as u64)?;
    if event.owner != live.id {
        return Err(Error::InvalidHandle);
    }
    if capture::record(&stream.place(), event.handle, flags)? {
        return Ok(());
    }
    stream.enter();
    let waits = live.implicit_waits(&stream);
    event.record(&stream, waits);
    Ok(())
}

pub(crate) unsafe fn cu_event_query(event: CUevent) -> Result {
    let event = Event::find(event as u64)?;
    capture::look_at_event(event.handle)?;
    event.query()
}

pub(crate) unsafe fn cu_event_synchronize(event: CUevent) -> Result {
    let event = Event::find(event as u64)?;
    capture::look_at_event(event.handle)?;
    event.synchronize()
}

pub(crate) unsafe fn cu_event_destroy_v2(event: CUevent) -> Result {
    capture::forget_event(event as u64);
    EVENTS.remove(event as u64).map(|_| ()).ok_or(Error::InvalidHandle)
}

pub(crate) unsafe fn cu_event_elapsed_time(ms: *mut f32, start: CUevent, end: CUevent) -> Result {
    if ms.is_null() {
        return Err(Error::InvalidValue);
    }
    let elapsed = Event::find(start as u64)?.elapsed_until(&*Event::find(end as u64)?)?;
    // SAFETY: the C caller's contract.
    unsafe { raw::put(ms, elapsed) }
}

pub(crate) unsafe fn cu_event_elapsed_time_v2(ms: *mut f32, start: CUevent, end: CUevent) -> Result {
    // SAFETY: the same contract.
    unsafe { cu_event_elapsed_time(ms, start, end) }
}
