//! Events.

use std::ffi::c_uint;
use std::sync::Arc;

use cuda_abi::*;
use cuda_graph::capture;
use protocol::ops::{EventCreate, EventId, EventPair, op};
use zerocopy::IntoBytes;

use super::{Answer, not_null, put};
use crate::session::Wait;
use crate::state::context::current;
use crate::state::event::Event;
use crate::state::stream::of_handle;
use crate::state::{self, Global};

pub(crate) unsafe fn cu_event_create(phEvent: *mut CUevent, Flags: c_uint) -> Answer {
    let g = state::global()?;
    let context = current()?;
    not_null(phEvent)?;
    let known = CU_EVENT_BLOCKING_SYNC | CU_EVENT_DISABLE_TIMING | CU_EVENT_INTERPROCESS;
    if Flags & !known != 0 {
        return Err(CUresult::INVALID_VALUE);
    }
    let shared = Flags & CU_EVENT_INTERPROCESS != 0;
    if shared && Flags & CU_EVENT_DISABLE_TIMING == 0 {
        return Err(CUresult::INVALID_VALUE);
    }
    let id = g.ids.next();
    let request = EventCreate { id: id.into(), flags: Flags.into() };
    if shared {
        // What it takes may not be there.
        g.call(context.id, op::EVENT_CREATE, &[request.as_bytes()], Wait::RoundTrip)?;
    } else {
        g.session.post(context.id, op::EVENT_CREATE, &[request.as_bytes()])?;
    }
    let event = g.events.insert_with(|handle| Arc::new(Event::new(id, context, Flags, handle)));
    // SAFETY: checked above.
    unsafe { put(phEvent, event.raw()) }
}

/// The event of a handle, in a context that is usable.
fn event_of(g: &Global, handle: CUevent) -> Result<Arc<Event>, CUresult> {
    let event = g.events.get(handle).ok_or(CUresult::INVALID_HANDLE)?;
    event.context.check()?;
    Ok(event)
}

pub(crate) unsafe fn cu_event_record(hEvent: CUevent, hStream: CUstream) -> Answer {
    // SAFETY: the same contract.
    unsafe { cu_event_record_with_flags(hEvent, hStream, CU_EVENT_RECORD_DEFAULT) }
}

pub(crate) unsafe fn cu_event_record_with_flags(hEvent: CUevent, hStream: CUstream, flags: c_uint) -> Answer {
    let g = state::global()?;
    let stream = of_handle(g, hStream)?;
    let event = event_of(g, hEvent)?;
    g.deferred(stream.context)?;
    if stream.context.id != event.context.id {
        return Err(CUresult::INVALID_HANDLE);
    }
    if capture::record(&stream.place(), hEvent.addr() as u64, flags)? {
        return Ok(());
    }
    event.record(g, &stream, flags)
}

pub(crate) unsafe fn cu_event_query(hEvent: CUevent) -> Answer {
    let g = state::global()?;
    let event = event_of(g, hEvent)?;
    g.deferred(event.context)?;
    capture::look_at_event(hEvent.addr() as u64)?;
    event.query(g)
}

pub(crate) unsafe fn cu_event_synchronize(hEvent: CUevent) -> Answer {
    let g = state::global()?;
    let event = event_of(g, hEvent)?;
    g.deferred(event.context)?;
    capture::look_at_event(hEvent.addr() as u64)?;
    event.synchronize(g)?;
    g.deferred(event.context)
}

pub(crate) unsafe fn cu_event_destroy_v2(hEvent: CUevent) -> Answer {
    let g = state::global()?;
    let event = g.events.remove(hEvent).ok_or(CUresult::INVALID_HANDLE)?;
    capture::forget_event(hEvent.addr() as u64);
    if event.context.is_open() {
        let request = EventId { id: event.id.into() };
        if event.is_shared() {
            // From now on no other process opens it.
            g.call(event.context.id, op::EVENT_DESTROY, &[request.as_bytes()], Wait::RoundTrip)?;
        } else {
            g.session.post(event.context.id, op::EVENT_DESTROY, &[request.as_bytes()])?;
        }
    }
    Ok(())
}

pub(crate) unsafe fn cu_event_elapsed_time(
    pMilliseconds: *mut f32,
    hStart: CUevent,
    hEnd: CUevent,
) -> Answer {
    let g = state::global()?;
    not_null(pMilliseconds)?;
    let (start, end) = (event_of(g, hStart)?, event_of(g, hEnd)?);
    g.deferred(end.context)?;
    let timed = |e: &Event| e.is_recorded() && e.flags & CU_EVENT_DISABLE_TIMING == 0;
    if !timed(&start) || !timed(&end) || start.context.id != end.context.id {
        return Err(CUresult::INVALID_HANDLE);
    }
    let request = EventPair { start: start.id.into(), end: end.id.into() };
    let answer = g.call(end.context.id, op::EVENT_ELAPSED, &[request.as_bytes()], Wait::RoundTrip)?;
    let bits = answer.get(..4).and_then(|b| b.try_into().ok()).ok_or(CUresult::UNKNOWN)?;
    // SAFETY: checked above.
    unsafe { put(pMilliseconds, f32::from_bits(u32::from_le_bytes(bits))) }
}

pub(crate) unsafe fn cu_event_elapsed_time_v2(
    pMilliseconds: *mut f32,
    hStart: CUevent,
    hEnd: CUevent,
) -> Answer {
    // SAFETY: the same contract.
    unsafe { cu_event_elapsed_time(pMilliseconds, hStart, hEnd) }
}
