//! Streams.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use cuda_abi::CUresult;
use protocol::credits::MARK_MIN;
use protocol::ops::{StreamCreate, StreamEvent, StreamId, StreamValue};

use super::{Env, bad};
use crate::worker::caller::{Answer, Handled, Job, Target, Wait};
use crate::worker::completer::{self, Action};
use crate::worker::driver::{Cu, Raw};
use crate::worker::handles::{Mark, Stream};
use crate::worker::outbound::Delivery;
use crate::worker::rows::Rows;
use crate::worker::session::Session;

/// STREAM_CREATE.
pub(super) fn create(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, _) = StreamCreate::split(payload).map_err(bad)?;
    if !env.session.tables.stream_is_free(p.id.get()) {
        return Err(CUresult::INVALID_VALUE);
    }
    let ctx = env.context()?;
    let mut raw = Raw::NULL;
    // SAFETY: the out pointer is valid; the driver checks flags and priority.
    unsafe { (env.lib().cuStreamCreateWithPriority)(&raw mut raw.0, p.flags.get(), p.priority.get()) }
        .ok()?;
    env.session.tables.add_stream(Arc::new(Stream::new(p.id.get(), ctx, raw)))?;
    Ok(Answer::Empty)
}

/// STREAM_DESTROY: what is in the stream still runs.
pub(super) fn destroy(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, _) = StreamId::split(payload).map_err(bad)?;
    let stream = env.session.tables.remove_stream(p.id.get())?;
    env.lib().enter(stream.ctx.raw, stream.ctx.serial)?;
    if let Some((block, _)) = stream.block.lock().take() {
        // Without an event the block is lost, as is its context.
        if let Ok(event) = stream.ctx.point(env.lib(), stream.raw) {
            stream.ctx.staging.retire(event, block);
        }
    }
    stream.gates.retire(stream.ctx.page.as_ref());
    // Counted before anybody can ask whether the context is idle.
    // SAFETY: a live stream of the current context.
    let busy = unsafe { (env.lib().cuStreamQuery)(stream.raw.0) } == CUresult::NOT_READY;
    if !busy {
        let told = last_words(env, &stream);
        return end(env.session, &stream).and(told).map(|()| Answer::Empty);
    }
    stream.ctx.departing.fetch_add(1, Ordering::AcqRel);
    let caller = env.caller;
    let mark = stream.ctx.take_mark(env.session.marks);
    let paid = mark.is_some();
    let job: Job = Box::new(move |session| {
        let result = depart(session, &stream, caller.seq, mark);
        session.finish(&caller, CUresult::from(result), &[]);
    });
    // Without room for the mark it may have to wait.
    if paid {
        job(env.session)
    } else {
        env.session.pool.spawn(env.session, job)
    }
    Ok(Answer::Later)
}

fn end(session: &Session, stream: &Stream) -> Cu<()> {
    // SAFETY: a live stream that nothing can find any more.
    unsafe { (session.lib.cuStreamDestroy_v2)(stream.raw.0) }.ok()
}

/// Destroys a busy stream; the client is told when it has passed all that is in it.
fn depart(session: &Arc<Session>, stream: &Arc<Stream>, seq: u64, mark: Option<Mark>) -> Cu<()> {
    session.lib.enter(stream.ctx.raw, stream.ctx.serial)?;
    session.completer.forget_idle(stream);
    let told = session.completer.watch(session, stream, seq, Action::Departed(mark));
    if told.is_err() {
        stream.ctx.departing.fetch_sub(1, Ordering::AcqRel);
        completer::tell_progress(session, stream, seq);
    }
    end(session, stream).and(told)
}

/// The client counts on what it posted being told complete, and waits for the context on all streams that ever were.
fn last_words(env: &Env<'_>, stream: &Arc<Stream>) -> Cu<()> {
    if !env.session.completer.forget_idle(stream) && !stream.untold() {
        return Ok(());
    }
    let told = env.mark(stream);
    if told.is_err() {
        completer::tell_progress(env.session, stream, env.caller.seq);
    }
    told
}

/// STREAM_SYNC: waits for the point that the stream has reached at this frame.
pub(super) fn sync(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, _) = StreamId::split(payload).map_err(bad)?;
    let stream = env.stream(p.id.get())?;
    // SAFETY: a live stream of the current context.
    match unsafe { (env.lib().cuStreamQuery)(stream.raw.0) } {
        CUresult::NOT_READY => {}
        done => return done.ok().map(|()| Answer::Empty),
    }
    let event = stream.ctx.point(env.lib(), stream.raw)?;
    let caller = env.caller;
    let then = Box::new(move |session: &Arc<Session>, result: CUresult| session.finish(&caller, result, &[]));
    Ok(Answer::Wait(Wait { ctx: stream.ctx.clone(), target: Target::Own(event), then }))
}

/// STREAM_MARK: takes room in the stream only if that is in proportion to what is marked. The legacy stream's being idle would mean that all
/// blocking streams are.
pub(super) fn mark(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, _) = StreamId::split(payload).map_err(bad)?;
    let stream = env.stream(p.id.get())?;
    if stream.id == 0 || stream.unmarked() >= MARK_MIN {
        env.mark_if_room(&stream)?;
    } else {
        env.session.completer.watch_idle(&stream, env.caller.seq);
    }
    Ok(Answer::Empty)
}

/// STREAM_WAIT_EVENT.
pub(super) fn wait_event(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, _) = StreamEvent::split(payload).map_err(bad)?;
    let stream = env.stream(p.stream.get())?;
    let event = env.session.tables.event(p.event.get())?;
    // SAFETY: live handles; the driver checks the flags.
    unsafe { (env.lib().cuStreamWaitEvent)(stream.raw.0, event.raw.0, p.flags.get()) }.ok()?;
    env.counted(&stream)
}

/// STREAM_VALUE.
pub(super) fn value(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, _) = StreamValue::split(payload).map_err(bad)?;
    let (size, write) = (p.size.get(), p.write.get());
    if !matches!(size, 4 | 8) || write > 1 {
        return Err(CUresult::INVALID_VALUE);
    }
    let stream = env.stream(p.stream.get())?;
    let pinned = env.session.pinned.find(p.addr.get(), u64::from(size)).ok();
    let addr = pinned.as_ref().map_or(p.addr.get(), |r| r.local(p.addr.get()) as u64);
    let (lib, raw, value, flags) = (env.lib(), stream.raw.0, p.value.get(), p.flags.get());
    // The 32-bit forms take the low half.
    let low = value as u32;
    // SAFETY: a live stream; the driver checks that the address is device memory or registered host memory.
    unsafe {
        match (write == 1, size) {
            (false, 4) => (lib.cuStreamWaitValue32_v2)(raw, addr, low, flags),
            (false, _) => (lib.cuStreamWaitValue64_v2)(raw, addr, value, flags),
            (true, 4) => (lib.cuStreamWriteValue32_v2)(raw, addr, low, flags),
            (true, _) => (lib.cuStreamWriteValue64_v2)(raw, addr, value, flags),
        }
    }
    .ok()?;
    if let (Some(range), 1) = (pinned, write) {
        let rows = Rows { address: p.addr.get(), width: size.into(), height: 1, pitch: size.into() };
        let delivery = Action::Deliver(Delivery { range, rows, xfer: 0, offset: 0, extra: None });
        env.session.completer.watch(env.session, &stream, env.caller.seq, delivery)?;
    }
    env.counted(&stream)
}
