//! Events.

use std::sync::Arc;

use cuda_abi::CUresult;
use protocol::ops::{EventCreate, EventId, EventPair, StreamEvent};

use super::{Env, bad};
use crate::worker::caller::{Answer, Handled, Target, Wait};
use crate::worker::driver::Raw;
use crate::worker::handles::Event;
use crate::worker::session::Session;

/// Event flags that are passed on: blocking synchronisation, no timing.
const FLAGS: u32 = 0x3;

/// EVENT_CREATE.
pub(super) fn create(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, _) = EventCreate::split(payload).map_err(bad)?;
    if p.id.get() == 0 || env.session.tables.event(p.id.get()).is_ok() {
        return Err(CUresult::INVALID_VALUE);
    }
    if p.flags.get() & !FLAGS != 0 {
        // Interprocess events.
        return Err(CUresult::NOT_SUPPORTED);
    }
    let ctx = env.context()?;
    let mut raw = Raw::NULL;
    // SAFETY: the out pointer is valid.
    unsafe { (env.lib().cuEventCreate)(&raw mut raw.0, p.flags.get()) }.ok()?;
    env.session.tables.add_event(p.id.get(), Event { ctx, raw })?;
    Ok(Answer::Empty)
}

/// EVENT_RECORD.
pub(super) fn record(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, _) = StreamEvent::split(payload).map_err(bad)?;
    let stream = env.stream(p.stream.get())?;
    let event = env.session.tables.event(p.event.get())?;
    if p.flags.get() == 0 {
        env.lib().record(event.raw, stream.raw)?;
    } else {
        // SAFETY: live handles; the driver checks the flags.
        unsafe { (env.lib().cuEventRecordWithFlags)(event.raw.0, stream.raw.0, p.flags.get()) }.ok()?;
    }
    env.mark(&stream)?;
    Ok(Answer::Empty)
}

/// EVENT_DESTROY.
pub(super) fn destroy(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, _) = EventId::split(payload).map_err(bad)?;
    let event = env.session.tables.remove_event(p.id.get())?;
    env.lib().enter(event.ctx.raw, event.ctx.serial)?;
    // SAFETY: a live event that nothing can find any more.
    unsafe { (env.lib().cuEventDestroy_v2)(event.raw.0) }.ok()?;
    Ok(Answer::Empty)
}

/// EVENT_SYNC.
pub(super) fn sync(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, _) = EventId::split(payload).map_err(bad)?;
    let event = env.session.tables.event(p.id.get())?;
    env.lib().enter(event.ctx.raw, event.ctx.serial)?;
    let caller = env.caller;
    let then = Box::new(move |session: &Arc<Session>, result: CUresult| session.finish(&caller, result, &[]));
    Ok(Answer::Wait(Wait { ctx: event.ctx.clone(), target: Target::Client(event.raw), then }))
}

/// EVENT_ELAPSED.
pub(super) fn elapsed(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, _) = EventPair::split(payload).map_err(bad)?;
    let (start, end) = (env.session.tables.event(p.start.get())?, env.session.tables.event(p.end.get())?);
    env.lib().enter(start.ctx.raw, start.ctx.serial)?;
    let mut ms = 0f32;
    // SAFETY: live events; the out pointer is valid.
    let result = unsafe { (env.lib().cuEventElapsedTime)(&raw mut ms, start.raw.0, end.raw.0) };
    if result == CUresult::NOT_SUPPORTED {
        // SAFETY: as above.
        unsafe { (env.lib().cuEventElapsedTime_v2)(&raw mut ms, start.raw.0, end.raw.0) }.ok()?;
    } else {
        result.ok()?;
    }
    Ok(Answer::Bytes(ms.to_bits().to_le_bytes().to_vec()))
}
