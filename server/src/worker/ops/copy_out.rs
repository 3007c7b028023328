//! Copies from the device to the host.

use std::collections::VecDeque;
use std::sync::Arc;

use cuda_abi::CUresult;
use protocol::INLINE_MAX;
use protocol::ops::Copy;

use super::{Env, bad, offsets};
use crate::worker::caller::{Answer, Handled, Job, Target, Wait};
use crate::worker::completer::Action;
use crate::worker::driver::{Cu, Raw};
use crate::worker::handles::Stream;
use crate::worker::outbound::{Ahead, BLOCKS_AHEAD, Delivery};
use crate::worker::rows::Rows;
use crate::worker::session::Session;
use crate::worker::staging::{BLOCK, Block};
use crate::worker::transfer;

/// DTOH into pageable memory: inline, or over bulk in transfer `xfer`.
pub(super) fn pageable(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, _) = Copy::split(payload).map_err(bad)?;
    let (rows, xfer) = (Rows::device(p)?, p.xfer.get());
    if xfer == 0 && rows.bytes() > INLINE_MAX as u64 {
        return Err(CUresult::INVALID_VALUE);
    }
    let stream = env.stream(p.stream.get())?;
    if rows.bytes() == 0 {
        return Ok(Answer::Empty);
    }
    let caller = env.caller;
    if xfer == 0 {
        return inline(env, stream, rows);
    }
    let job: Job = Box::new(move |session| {
        let result = over_bulk(session, &stream, rows, xfer);
        session.finish(&caller, CUresult::from(result), &[]);
    });
    env.session.pool.spawn(env.session, job);
    Ok(Answer::Later)
}

fn take_block(session: &Session, stream: &Stream) -> Cu<Block> {
    stream.ctx.staging.take(&session.lib, |e| stream.ctx.return_event(e))
}

/// Copies packed bytes `at..at + len` into a block; gives the event after it.
fn read_into(session: &Session, stream: &Stream, rows: Rows, at: u64, len: u64, block: &Block) -> Cu<Raw> {
    for piece in rows.pieces(at, len) {
        let host = block.ptr().addr() + (piece.packed - at) as usize;
        transfer::to_host(&session.lib, piece.rows, host, piece.rows.width, stream.raw)?;
    }
    stream.ctx.point(&session.lib, stream.raw)
}

fn inline(env: &mut Env<'_>, stream: Arc<Stream>, rows: Rows) -> Handled {
    const { assert!(INLINE_MAX <= BLOCK) };
    let block = take_block(env.session, &stream)?;
    // On failure the block is lost: copies into it may be under way.
    let event = read_into(env.session, &stream, rows, 0, rows.bytes(), &block)?;
    let (caller, len, ctx) = (env.caller, rows.bytes() as usize, stream.ctx.clone());
    let then = Box::new(move |session: &Arc<Session>, result: CUresult| {
        session.finish(&caller, result, &[block.bytes(len)]);
        ctx.staging.give(block);
    });
    Ok(Answer::Wait(Wait { ctx: stream.ctx.clone(), target: Target::Own(event), then }))
}

/// Reads block after block, a few ahead, and hands them to the bulk sender.
fn over_bulk(session: &Arc<Session>, stream: &Arc<Stream>, rows: Rows, xfer: u64) -> Cu<()> {
    session.lib.enter(stream.ctx.raw, stream.ctx.serial)?;
    let ahead = Arc::new(Ahead::default());
    let mut reading: VecDeque<(Raw, Block, u64, u64)> = VecDeque::new();
    let (total, mut at) = (rows.bytes(), 0);
    while at < total || !reading.is_empty() {
        if at < total && reading.len() < BLOCKS_AHEAD / 2 {
            let len = (total - at).min(BLOCK as u64);
            ahead.enter();
            let block = take_block(session, stream).inspect_err(|_| {
                reading.drain(..).for_each(|(event, block, ..)| stream.ctx.staging.retire(event, block));
            })?;
            let event = read_into(session, stream, rows, at, len, &block)?;
            reading.push_back((event, block, at, len));
            at += len;
            continue;
        }
        let Some((event, block, offset, len)) = reading.pop_front() else { break };
        // SAFETY: a live event of the current context.
        let done = unsafe { (session.lib.cuEventSynchronize)(event.0) };
        stream.ctx.return_event(event);
        done.ok()?;
        session.outbound.send_block(xfer, offset, block, len as usize, stream.ctx.clone(), ahead.clone());
    }
    Ok(())
}

/// DTOH into pinned memory: the copy goes to the shadow, the completer delivers it.
pub(super) fn pinned(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, _) = Copy::split(payload).map_err(bad)?;
    let stream = env.stream(p.stream.get())?;
    let (device, host) = (Rows::device(p)?, Rows::host(p)?);
    let range = env.session.pinned.find(host.address, host.span())?;
    if device.bytes() == 0 {
        return env.counted(&stream);
    }
    let linear = device.linear() && host.linear() && p.xfer.get() != 0;
    let plan = if linear { env.session.pieces.plan(device.bytes()) } else { None };
    let (step, mut extra) = plan.map_or((device.bytes(), None), |(step, extra)| (step, Some(extra)));
    let total = device.bytes();
    for at in offsets(total, step) {
        let len = step.min(total - at);
        let (from, to) =
            if len == total { (device, host) } else { (device.part(at, len), host.part(at, len)) };
        transfer::to_host(env.lib(), from, range.local(to.address), to.pitch, stream.raw)?;
        let extra = if at + len == total { extra.take() } else { None };
        let delivery = Delivery { range: range.clone(), rows: to, xfer: p.xfer.get(), offset: at, extra };
        env.session.completer.watch(env.session, &stream, env.caller.seq, Action::Deliver(delivery))?;
    }
    env.counted(&stream)
}
