//! Memory of devices and of the host, and operations within a device.

use std::sync::Arc;

use cuda_abi::{CU_MEMORYTYPE_DEVICE, CUDA_MEMCPY2D_v2, CUresult};
use parking_lot::Mutex;
use protocol::bulk::WINDOW;
use protocol::ops::{CopyDevice, HostRange, MemAlloc, Memset, StreamId};
use protocol::pages;
use zerocopy::FromBytes;
use zerocopy::little_endian::U64;

use super::{Env, bad};
use crate::worker::caller::{Answer, Caller, Handled, Job, Target, Wait};
use crate::worker::completer::Action;
use crate::worker::driver::{Cu, Raw};
use crate::worker::handles::Context;
use crate::worker::inbound::{Inbound, Sink};
use crate::worker::pinned;
use crate::worker::rows::Rows;
use crate::worker::session::Session;
use crate::worker::transfer::blank;

/// Rows of pitched allocations start at multiples of at most this, in bytes.
const PITCH_ALIGN: u64 = 512;

/// MEM_ALLOC: a driver may wait for the device when it allocates.
pub(super) fn alloc(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, _) = MemAlloc::split(payload).map_err(bad)?;
    let (p, ctx, caller) = (*p, env.context()?, env.caller);
    let own = ctx.clone();
    let job: Job = Box::new(move |session| match allocate(session, &own, &p) {
        Ok(fresh) => give(session, caller, own, fresh),
        Err(e) => session.finish(&caller, e, &[]),
    });
    if env.session.zeroing.waits() {
        env.session.pool.spawn(env.session, job);
        return Ok(Answer::Later);
    }
    Ok(Answer::WhenIdle(ctx, job))
}

/// Memory that was just allocated.
struct Fresh {
    address: u64,
    pitch: usize,
    /// An event before which the client must not have it.
    zeroed: Option<Raw>,
}

fn give(session: &Arc<Session>, caller: Caller, ctx: Arc<Context>, fresh: Fresh) {
    let Fresh { address, pitch, zeroed } = fresh;
    let answer = move |session: &Arc<Session>, result: CUresult| {
        session.finish(&caller, result, &[&address.to_le_bytes(), &(pitch as u64).to_le_bytes()]);
    };
    match zeroed {
        None => answer(session, CUresult::SUCCESS),
        Some(event) => {
            session.wait_on_helper(Wait { ctx, target: Target::Own(event), then: Box::new(answer) })
        }
    }
}

fn allocate(session: &Session, ctx: &Arc<Context>, p: &MemAlloc) -> Cu<Fresh> {
    let lib = &session.lib;
    lib.enter(ctx.raw, ctx.serial)?;
    let (bytes, height) = (p.bytes.get(), p.height.get());
    let pitched = height != 0;
    let total = if pitched {
        let row = bytes.checked_next_multiple_of(PITCH_ALIGN);
        row.and_then(|r| r.checked_mul(height)).ok_or(CUresult::OUT_OF_MEMORY)?
    } else {
        bytes
    };
    let size = |n: u64| usize::try_from(n).map_err(|_| CUresult::OUT_OF_MEMORY);
    let (width, rows) = (size(bytes)?, size(height)?);
    let reserved = session.allocations.reserve(ctx.device as usize, total)?;
    let (mut address, mut pitch) = (0, 0);
    // SAFETY: the out pointers are valid; the context is current.
    let result = unsafe {
        if pitched {
            (lib.cuMemAllocPitch_v2)(&raw mut address, &raw mut pitch, width, rows, p.element.get())
        } else {
            (lib.cuMemAlloc_v2)(&raw mut address, width)
        }
    };
    if let Err(e) = result.ok() {
        session.allocations.cancel(reserved);
        return Err(e);
    }
    session.allocations.add(address, reserved, ctx.serial);
    let taken = if pitched { pitch.saturating_mul(rows) } else { width };
    let zeroed = session.zeroing.memory(session, ctx, address, taken).inspect_err(|_| {
        // The failure counts, not how this ends.
        let _ = release(session, ctx, address);
    })?;
    Ok(Fresh { address, pitch, zeroed })
}

/// MEM_FREE: waits for the device.
pub(super) fn free(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let address = address(payload)?;
    let ctx = env.context()?;
    if !env.session.allocations.owns(address) {
        return Err(CUresult::INVALID_VALUE);
    }
    let (own, caller) = (ctx.clone(), env.caller);
    let job: Job = Box::new(move |session| {
        let result = release(session, &own, address);
        session.finish(&caller, CUresult::from(result), &[]);
    });
    Ok(Answer::WhenIdle(ctx, job))
}

fn release(session: &Session, ctx: &Context, address: u64) -> Cu<()> {
    session.lib.enter(ctx.raw, ctx.serial)?;
    let reserved = session.allocations.begin_free(address)?;
    // SAFETY: the address is that of an allocation of this session, taken off the list so that it is freed once.
    match unsafe { (session.lib.cuMemFree_v2)(address) }.ok() {
        Ok(()) => session.allocations.freed(reserved),
        Err(e) => {
            // As in a context that has failed: it is freed with that.
            session.allocations.add(address, reserved, ctx.serial);
            return Err(e);
        }
    }
    Ok(())
}

fn address(payload: &[u8]) -> Cu<u64> {
    let bytes = payload.get(..8).and_then(|b| b.try_into().ok());
    bytes.map(u64::from_le_bytes).ok_or(CUresult::INVALID_VALUE)
}

/// MEM_INFO.
pub(super) fn info(env: &mut Env<'_>) -> Handled {
    let ctx = env.context()?;
    let (mut free, mut total) = (0usize, 0usize);
    // SAFETY: the out pointers are valid; the context is current.
    unsafe { (env.lib().cuMemGetInfo_v2)(&raw mut free, &raw mut total) }.ok()?;
    let (free, total) = env.session.allocations.view(ctx.device as usize, free as u64, total as u64);
    let mut body = free.to_le_bytes().to_vec();
    body.extend_from_slice(&total.to_le_bytes());
    Ok(Answer::Bytes(body))
}

/// HOST_MAP: pinning takes long.
pub(super) fn host_map(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, _) = HostRange::split(payload).map_err(bad)?;
    let (p, ctx, caller) = (*p, env.context()?, env.caller);
    let job: Job = Box::new(move |session| {
        let result = session.lib.enter(ctx.raw, ctx.serial).and_then(|()| {
            session.pinned.map(&session.lib, p.addr.get(), p.bytes.get(), p.registered.get() != 0)
        });
        let local = result.unwrap_or_default() as u64;
        session.finish(&caller, CUresult::from(result.map(drop)), &[&local.to_le_bytes()]);
    });
    env.session.pool.spawn(env.session, job);
    Ok(Answer::Later)
}

/// HOST_UNMAP: waits until nothing uses the memory.
pub(super) fn host_unmap(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, _) = HostRange::split(payload).map_err(bad)?;
    let ctx = env.context()?;
    let range = env.session.pinned.remove(p.addr.get())?;
    let caller = env.caller;
    let job: Job = Box::new(move |session| {
        let result = unmap(session, &ctx, range);
        session.finish(&caller, CUresult::from(result), &[]);
    });
    env.session.pool.spawn(env.session, job);
    Ok(Answer::Later)
}

/// HOST_TRACK.
pub(super) fn host_track(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (addr, _) = U64::ref_from_prefix(payload).map_err(bad)?;
    let range = env.session.pinned.find(addr.get(), 1)?;
    Ok(Answer::Bytes(range.track()?))
}

/// HOST_PAGES.
pub(super) fn host_pages(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    apply(env.session, payload)?;
    Ok(Answer::Empty)
}

/// HOST_PAGES_BULK.
pub(super) fn host_pages_bulk(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (xfer, rest) = U64::ref_from_prefix(payload).map_err(bad)?;
    let (length, _) = U64::ref_from_prefix(rest).map_err(bad)?;
    let (xfer, length, caller) = (xfer.get(), length.get(), env.caller);
    if !(1..=pages::BULK_MAX as u64).contains(&length) {
        return Err(CUresult::INVALID_VALUE);
    }
    let count = env.session.host.take(length).inspect_err(|_| env.session.inbounds.discard(xfer, length))?;
    let then = move |session: &Arc<Session>, records: Vec<u8>| {
        let result = apply(session, &records);
        drop((records, count));
        session.finish(&caller, CUresult::from(result), &[]);
    };
    // What fits into the window needs no credit.
    const { assert!(pages::BULK_MAX as u64 <= WINDOW) };
    let sink = Sink::Memory(Mutex::new(Some(Box::new(then))));
    env.session.inbounds.announce(Inbound::new(xfer, length, sink))?;
    Ok(Answer::Later)
}

fn apply(session: &Session, records: &[u8]) -> Cu<()> {
    for record in pages::records(records).map_err(bad)? {
        session.pinned.find(record.address, pages::PAGE as u64)?.apply(&record);
    }
    Ok(())
}

/// HOST_TOUCH.
pub(super) fn host_touch(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, rest) = StreamId::split(payload).map_err(bad)?;
    let stream = env.stream(p.id.get())?;
    let addresses = rest.chunks_exact(8).filter_map(|bytes| bytes.first_chunk::<8>());
    let range = |bytes: &[u8; 8]| env.session.pinned.find(u64::from_le_bytes(*bytes), 1);
    let ranges = addresses.map(range).collect::<Cu<Vec<_>>>()?;
    env.session.completer.watch(env.session, &stream, env.caller.seq, Action::Collect(ranges))?;
    env.counted(&stream)
}

fn unmap(session: &Arc<Session>, ctx: &Context, range: Arc<pinned::Range>) -> Cu<()> {
    for c in session.tables.contexts() {
        session.lib.enter(c.raw, c.serial)?;
        // SAFETY: the context is current. A failed context uses the memory no more.
        let _ = unsafe { (session.lib.cuCtxSynchronize)() };
    }
    session.lib.enter(ctx.raw, ctx.serial)?;
    pinned::retire(&session.lib, range, || {
        session.completer.deliver(session);
        session.outbound.ask(session);
        !session.is_closed()
    })
}

/// DTOD.
pub(super) fn copy_device(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, _) = CopyDevice::split(payload).map_err(bad)?;
    let rows =
        |address, pitch| Rows { address, width: p.width.get(), height: p.height.get(), pitch }.checked();
    let stream = env.stream(p.stream.get())?;
    let (dst, src) = (rows(p.dst.get(), p.dst_pitch.get())?, rows(p.src.get(), p.src_pitch.get())?);
    if dst.bytes() == 0 {
        return env.counted(&stream);
    }
    if dst.linear() && src.linear() {
        let bytes = usize::try_from(dst.bytes()).map_err(bad)?;
        // SAFETY: the driver checks the device addresses.
        unsafe { (env.lib().cuMemcpyDtoDAsync_v2)(dst.address, src.address, bytes, stream.raw.0) }.ok()?;
        return env.counted(&stream);
    }
    let copy = CUDA_MEMCPY2D_v2 {
        srcMemoryType: CU_MEMORYTYPE_DEVICE,
        srcDevice: src.address,
        srcPitch: src.pitch as usize,
        dstMemoryType: CU_MEMORYTYPE_DEVICE,
        dstDevice: dst.address,
        dstPitch: dst.pitch as usize,
        WidthInBytes: dst.width as usize,
        Height: dst.height as usize,
        ..blank()
    };
    // SAFETY: as above.
    unsafe { (env.lib().cuMemcpy2DAsync_v2)(&raw const copy, stream.raw.0) }.ok()?;
    env.counted(&stream)
}

/// MEMSET.
pub(super) fn memset(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, _) = Memset::split(payload).map_err(bad)?;
    let size = |n: u64| usize::try_from(n).map_err(bad);
    let (dst, value) = (p.dst.get(), p.value.get());
    let (pitch, width, height) = (size(p.pitch.get())?, size(p.width.get())?, size(p.height.get())?);
    let stream = env.stream(p.stream.get())?;
    let (lib, raw) = (env.lib(), stream.raw.0);
    // Narrow elements are the low bits of the value.
    let (byte, half) = (value as u8, value as u16);
    // SAFETY: the driver checks the device addresses and sizes.
    unsafe {
        match (p.element.get(), height > 1) {
            (1, false) => (lib.cuMemsetD8Async)(dst, byte, width, raw),
            (2, false) => (lib.cuMemsetD16Async)(dst, half, width, raw),
            (4, false) => (lib.cuMemsetD32Async)(dst, value, width, raw),
            (1, true) => (lib.cuMemsetD2D8Async)(dst, pitch, byte, width, height, raw),
            (2, true) => (lib.cuMemsetD2D16Async)(dst, pitch, half, width, height, raw),
            (4, true) => (lib.cuMemsetD2D32Async)(dst, pitch, value, width, height, raw),
            _ => CUresult::INVALID_VALUE,
        }
    }
    .ok()?;
    env.counted(&stream)
}
