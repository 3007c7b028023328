//! Events.

use std::sync::Arc;

use cuda_abi::CUresult;
use protocol::ops::{EventCreate, EventId, EventPair, StreamEvent};

use super::{Env, bad};
use crate::worker::caller::{Answer, Handled, Target, Wait};
use crate::worker::driver::{Cu, Library, Raw};
use crate::worker::handles::Event;
use crate::worker::session::Session;

/// Event flags that are passed on: blocking synchronisation, no timing, for several processes.
const FLAGS: u32 = 0x7;

/// EVENT_CREATE.
pub(super) fn create(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, _) = EventCreate::split(payload).map_err(bad)?;
    if p.id.get() == 0 || env.session.tables.event(p.id.get()).is_ok() {
        return Err(CUresult::INVALID_VALUE);
    }
    if p.flags.get() & !FLAGS != 0 {
        return Err(CUresult::INVALID_VALUE);
    }
    let ctx = env.context()?;
    let mut raw = Raw::NULL;
    // SAFETY: the out pointer is valid.
    unsafe { (env.lib().cuEventCreate)(&raw mut raw.0, p.flags.get()) }.ok()?;
    env.session.tables.add_event(p.id.get(), Event::new(ctx, raw, p.flags.get()))?;
    Ok(Answer::Empty)
}

/// EVENT_RECORD.
pub(super) fn record(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, _) = StreamEvent::split(payload).map_err(bad)?;
    let stream = env.stream(p.stream.get())?;
    let mut event = env.session.tables.event(p.event.get())?;
    if event.is_waited_for() {
        event = renewed(env, p.event.get(), &event)?;
    }
    if p.flags.get() == 0 {
        env.lib().record(event.raw, stream.raw)?;
    } else {
        // SAFETY: live handles; the driver checks the flags.
        unsafe { (env.lib().cuEventRecordWithFlags)(event.raw.0, stream.raw.0, p.flags.get()) }.ok()?;
    }
    env.mark(&stream)?;
    Ok(Answer::Empty)
}

/// A new event of the driver's in the place of one that a helper waits for: that wait is for what was recorded before it.
fn renewed(env: &mut Env<'_>, id: u32, old: &Event) -> Cu<Arc<Event>> {
    let lib = env.lib();
    lib.enter(old.ctx.raw, old.ctx.serial)?;
    let mut raw = Raw::NULL;
    // SAFETY: the out pointer is valid.
    unsafe { (lib.cuEventCreate)(&raw mut raw.0, old.flags) }.ok()?;
    let fresh = Arc::new(Event::new(old.ctx.clone(), raw, old.flags));
    env.session.tables.replace_event(id, fresh.clone());
    if old.leave() {
        destroy_raw(lib, old)?;
    }
    Ok(fresh)
}

/// Ends the driver's event.
fn destroy_raw(lib: &Library, event: &Event) -> Cu<()> {
    lib.enter(event.ctx.raw, event.ctx.serial)?;
    // SAFETY: a live event that nothing can find any more and nobody waits for.
    unsafe { (lib.cuEventDestroy_v2)(event.raw.0) }.ok()
}

/// EVENT_DESTROY.
pub(super) fn destroy(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, _) = EventId::split(payload).map_err(bad)?;
    let event = env.session.tables.remove_event(p.id.get())?;
    if event.leave() {
        destroy_raw(env.lib(), &event)?;
    }
    Ok(Answer::Empty)
}

/// EVENT_SYNC.
pub(super) fn sync(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, _) = EventId::split(payload).map_err(bad)?;
    let event = env.session.tables.event(p.id.get())?;
    env.lib().enter(event.ctx.raw, event.ctx.serial)?;
    let caller = env.caller;
    event.begin_wait();
    let (ctx, target) = (event.ctx.clone(), Target::Client(event.raw));
    let then = Box::new(move |session: &Arc<Session>, result: CUresult| {
        if event.end_wait() {
            // The wait's own result counts.
            let _ = destroy_raw(&session.lib, &event);
        }
        session.finish(&caller, result, &[]);
    });
    Ok(Answer::Wait(Wait { ctx, target, then }))
}

/// EVENT_QUERY.
pub(super) fn query(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, _) = EventId::split(payload).map_err(bad)?;
    let event = env.session.tables.event(p.id.get())?;
    env.lib().enter(event.ctx.raw, event.ctx.serial)?;
    // SAFETY: a live event.
    unsafe { (env.lib().cuEventQuery)(event.raw.0) }.ok()?;
    Ok(Answer::Empty)
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
