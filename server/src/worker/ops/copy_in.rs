//! Copies from the host to the device.

use std::sync::Arc;

use cuda_abi::CUresult;
use protocol::INLINE_MAX;
use protocol::ops::{COPY_PULL, COPY_SHADOW, Copy};

use super::{Env, bad, offsets};
use crate::worker::aside::Aside;
use crate::worker::caller::{Answer, Handled};
use crate::worker::completer::Action;
use crate::worker::driver::{Cu, Library};
use crate::worker::handles::Stream;
use crate::worker::inbound::{Inbound, Sink};
use crate::worker::rows::Rows;
use crate::worker::staging::BLOCK;
use crate::worker::transfer;

/// Inline copies start at multiples of this in a block, in bytes.
const ALIGN: usize = 64;

/// HTOD_INLINE: the bytes wait in pinned memory until the stream arrives.
pub(super) fn inline(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, bytes) = Copy::split(payload).map_err(bad)?;
    let rows = Rows::device(p)?;
    if rows.bytes() != bytes.len() as u64 {
        return Err(CUresult::INVALID_VALUE);
    }
    let stream = env.stream(p.stream.get())?;
    for chunk in (0..bytes.len()).step_by(BLOCK) {
        let part = &bytes[chunk..bytes.len().min(chunk + BLOCK)];
        let host = stage(env.lib(), &stream, part)?;
        for piece in rows.pieces(chunk as u64, part.len() as u64) {
            let at = host + (piece.packed - chunk as u64) as usize;
            transfer::to_device(env.lib(), piece.rows, at, piece.rows.width, stream.raw)?;
        }
    }
    env.counted(&stream)
}

/// Puts bytes into the stream's staging block; returns where they are. They stay until the stream has passed.
fn stage(lib: &Library, stream: &Stream, bytes: &[u8]) -> Cu<usize> {
    const { assert!(INLINE_MAX <= BLOCK) };
    let mut slot = stream.block.lock();
    if slot.as_ref().is_some_and(|(_, used)| BLOCK - used < bytes.len())
        && let Some((full, _)) = slot.take()
    {
        stream.ctx.staging.retire(stream.ctx.point(lib, stream.raw)?, full);
    }
    let (block, used) = match &mut *slot {
        Some(s) => s,
        empty => empty.insert((stream.ctx.staging.take(lib, |e| stream.ctx.return_event(e))?, 0)),
    };
    let start = *used;
    block.bytes_mut(start, bytes.len()).copy_from_slice(bytes);
    *used = (start + bytes.len()).next_multiple_of(ALIGN).min(BLOCK);
    Ok(block.ptr().addr() + start)
}

/// HTOD_BULK: the bulk receiver copies chunk after chunk and answers.
pub(super) fn bulk(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, _) = Copy::split(payload).map_err(bad)?;
    let xfer = p.xfer.get();
    let rows = Rows::device(p)?;
    let stream =
        env.stream(p.stream.get()).inspect_err(|_| env.session.inbounds.discard(xfer, rows.bytes()))?;
    if rows.bytes() == 0 {
        return Ok(Answer::Empty);
    }
    let sink = Sink::Device { stream, rows, caller: env.caller };
    let window = env.session.credits.window();
    env.session.inbounds.announce(Inbound::with_window(xfer, rows.bytes(), sink, window))?;
    Ok(Answer::Later)
}

/// HTOD_PINNED: the copy waits in the stream for the shadow to be right.
pub(super) fn pinned(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, _) = Copy::split(payload).map_err(bad)?;
    let pulled = p.flags.get() & COPY_PULL != 0;
    // Whether the bytes will come, also if the copy fails.
    let mut follows = p.flags.get() & (COPY_PULL | COPY_SHADOW) == 0;
    let result = pinned_copy(env, p, &mut follows);
    match (&result, p.width.get().checked_mul(p.height.get())) {
        (Err(_), Some(total)) if follows => env.session.inbounds.discard(p.xfer.get(), total),
        (Err(_), _) if pulled => env.session.refuse_pull(env.caller.ctx, p.xfer.get()),
        _ => {}
    }
    result
}

fn pinned_copy(env: &mut Env<'_>, p: &Copy, follows: &mut bool) -> Handled {
    let stream = env.stream(p.stream.get())?;
    let (device, host) = (Rows::device(p)?, Rows::host(p)?);
    let range = env.session.pinned.find(host.address, host.span())?;
    let local = range.local(host.address);
    if device.bytes() == 0 {
        return env.counted(&stream);
    }
    if p.flags.get() & COPY_SHADOW == 0 {
        let xfer = p.xfer.get();
        if p.flags.get() & COPY_PULL != 0 {
            env.session.completer.watch(env.session, &stream, env.caller.seq, Action::Pull(xfer))?;
            *follows = true;
        }
        if device.linear()
            && host.linear()
            && let Some(copy) =
                Aside::begin(env.session, &stream, device, (&range, host.address), env.caller)?
        {
            let inbound = Inbound::new(xfer, device.bytes(), Sink::Aside(copy));
            env.session.inbounds.announce(inbound.clone()).inspect_err(|_| inbound.let_go())?;
            return env.counted(&stream);
        }
        let mut gates = Vec::new();
        let issued = gated(env, &stream, device, (local, host), &mut gates);
        let open = |gates: &[(u64, u32)]| {
            gates.iter().for_each(|(_, gate)| stream.gates.open(stream.ctx.page.as_ref(), *gate));
        };
        issued.inspect_err(|_| open(&gates))?;
        let sink = Sink::Shadow { range, rows: host, stream: stream.clone(), gates: gates.clone() };
        let announced = env.session.inbounds.announce(Inbound::new(xfer, device.bytes(), sink));
        announced.inspect_err(|_| open(&gates))?;
    } else {
        transfer::to_device(env.lib(), device, local, host.pitch, stream.raw)?;
    }
    env.counted(&stream)
}

/// Enqueues a copy from a shadow behind gates: (offset up to which bytes must have come, gate) of each piece.
fn gated(
    env: &Env<'_>,
    stream: &Arc<Stream>,
    device: Rows,
    (local, host): (usize, Rows),
    gates: &mut Vec<(u64, u32)>,
) -> Cu<()> {
    let total = device.bytes();
    let linear = device.linear() && host.linear();
    let plan = if linear { env.session.pieces.plan(total) } else { None };
    let (step, extra) = plan.map_or((total, None), |(step, extra)| (step, Some(extra)));
    for at in offsets(total, step) {
        let len = step.min(total - at);
        let (to, pitch) = if len == total { (device, host.pitch) } else { (device.part(at, len), len) };
        gates.push((at + len, stream.gates.wait(env.lib(), stream.ctx.page.as_ref(), stream.raw)?));
        transfer::to_device(env.lib(), to, local + at as usize, pitch, stream.raw)?;
    }
    match extra {
        Some(extra) => {
            env.session.completer.watch(env.session, stream, env.caller.seq, Action::Pieces(extra))
        }
        None => Ok(()),
    }
}
