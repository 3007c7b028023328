//! Contexts.

use std::sync::Arc;

use cuda_abi::{CU_LIMIT_MALLOC_HEAP_SIZE, CU_LIMIT_PRINTF_FIFO_SIZE, CUdevice, CUlimit, CUresult};
use protocol::ops::{CtxId, CtxOpen};

use super::{Env, bad};
use crate::worker::allocations::Held;
use crate::worker::caller::{Answer, Handled, Job, Target, Wait};
use crate::worker::driver::{Cu, Raw, forget_current};
use crate::worker::handles::Context;
use crate::worker::session::Session;

/// Flags of cuCtxCreate that are passed on: scheduling and local memory. Host memory is mapped anyway.
const FLAGS: u32 = 0x1f;

/// CTX_OPEN: on a helper, as making a context takes long.
pub(super) fn open(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, _) = CtxOpen::split(payload).map_err(bad)?;
    let p = *p;
    if p.id.get() == 0 || p.primary.get() > 1 {
        return Err(CUresult::INVALID_VALUE);
    }
    let caller = env.caller;
    let job: Job = Box::new(move |session| {
        let result = opened(session, &p);
        session.finish(&caller, CUresult::from(result), &[]);
    });
    env.session.pool.spawn(env.session, job);
    Ok(Answer::Later)
}

fn opened(session: &Arc<Session>, p: &CtxOpen) -> Cu<()> {
    let _one_at_a_time = session.contexts.lock();
    if let Ok(known) = session.tables.context(p.id.get()) {
        // A primary context may be retained again; created ones are never reused.
        return if p.primary.get() == 1 && known.primary { Ok(()) } else { Err(CUresult::INVALID_VALUE) };
    }
    let ordinal = i32::try_from(p.device.get()).map_err(|_| CUresult::INVALID_DEVICE)?;
    session.count_frames()?;
    let context = make(session, p.id.get(), ordinal, p.flags.get(), p.primary.get() == 1)?;
    session.tables.add_context(context);
    Ok(())
}

fn make(session: &Session, id: u32, ordinal: i32, flags: u32, primary: bool) -> Cu<Arc<Context>> {
    let lib = &session.lib;
    let mut device: CUdevice = 0;
    // SAFETY: the out pointer is valid.
    unsafe { (lib.cuDeviceGet)(&raw mut device, ordinal) }.ok()?;
    let mut raw = Raw::NULL;
    forget_current();
    if primary {
        if flags != 0 {
            // SAFETY: a valid device. Flags of an active primary context cannot be changed; that is no failure here.
            let _ = unsafe { (lib.cuDevicePrimaryCtxSetFlags_v2)(device, flags & FLAGS) };
        }
        // SAFETY: the out pointer is valid.
        unsafe { (lib.cuDevicePrimaryCtxRetain)(&raw mut raw.0, device) }.ok()?;
    } else {
        // SAFETY: as above.
        unsafe { (lib.cuCtxCreate_v2)(&raw mut raw.0, flags & FLAGS, device) }.ok()?;
    }
    // SAFETY: the context was just made or retained.
    unsafe { (lib.cuCtxSetCurrent)(raw.0) }.ok()?;
    let context = Arc::new(Context::new(lib, id, raw, ordinal, primary, session.host.clone()));
    context.staging.warm_up(lib);
    Ok(context)
}

/// CTX_CLOSE.
pub(super) fn close(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, _) = CtxId::split(payload).map_err(bad)?;
    let (id, how) = (p.id.get(), p.how.get());
    let known = env.session.tables.context(id)?;
    if how > 2 || (how == 2) == known.primary {
        return Err(CUresult::INVALID_VALUE);
    }
    let context = env.session.tables.remove_context(id)?;
    let caller = env.caller;
    let job: Job = Box::new(move |session| {
        let result = closed(session, &context, how);
        session.finish(&caller, CUresult::from(result), &[]);
    });
    env.session.pool.spawn(env.session, job);
    Ok(Answer::Later)
}

fn closed(session: &Arc<Session>, context: &Context, how: u32) -> Cu<()> {
    let lib = &session.lib;
    let _one_at_a_time = session.contexts.lock();
    if lib.enter(context.raw, context.serial).is_ok() {
        // SAFETY: the context is current. A failed context is destroyed all the same.
        let _ = unsafe { (lib.cuCtxSynchronize)() };
    }
    for exec in session.graphs.take_context(context.serial) {
        // What a failed context does not end, goes with it.
        let _ = super::graph::destroyed(session, &exec);
        session.graphs.forget_hosts(&exec);
    }
    for link in session.tables.take_links_of(context) {
        // As above.
        let _ = link.destroy(lib);
    }
    session.completer.drop_context(session, context.serial);
    session.zeroing.drop_context(context.serial);
    context.staging.unpin(lib);
    if let Some(page) = &context.page {
        page.unpin(lib);
    }
    forget_current();
    let mut device: CUdevice = 0;
    // SAFETY: the out pointer is valid.
    unsafe { (lib.cuDeviceGet)(&raw mut device, context.device) }.ok()?;
    // SAFETY: the worker holds one reference of the primary context, or owns the created one; nothing uses it any more.
    let result = unsafe {
        match how {
            0 => (lib.cuDevicePrimaryCtxRelease_v2)(device),
            1 => (lib.cuDevicePrimaryCtxReset_v2)(device),
            _ => (lib.cuCtxDestroy_v2)(context.raw.0),
        }
    };
    session.allocations.context_gone(context.serial);
    session.imports.context_gone(context.serial);
    result.ok()?;
    if how == 1 {
        let fresh = make(session, context.id, context.device, 0, true)?;
        // The reset dropped what the driver held, not our reference; keep exactly one.
        // SAFETY: `make` retained it once more.
        let _ = unsafe { (lib.cuDevicePrimaryCtxRelease_v2)(device) };
        session.tables.add_context(fresh);
    }
    Ok(())
}

/// CTX_SYNC.
pub(super) fn sync(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, _) = CtxId::split(payload).map_err(bad)?;
    let ctx = env.session.tables.context(p.id.get())?;
    env.lib().enter(ctx.raw, ctx.serial)?;
    let caller = env.caller;
    let then = Box::new(move |session: &Arc<Session>, result: CUresult| session.finish(&caller, result, &[]));
    Ok(Answer::Wait(Wait { ctx, target: Target::Context, then }))
}

/// CTX_SET_LIMIT.
pub(super) fn set_limit(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let limit = payload.get(..4).and_then(|b| b.try_into().ok()).map(u32::from_le_bytes);
    let value = payload.get(4..12).and_then(|b| b.try_into().ok()).map(u64::from_le_bytes);
    let (Some(limit), Some(value)) = (limit, value) else { return Err(CUresult::INVALID_VALUE) };
    let ctx = env.context()?;
    set(env.session, &ctx, limit, value)?;
    Ok(Answer::Empty)
}

/// Sets a limit. What kernels' heap and output take of the device beyond what every context has counts in the partition.
fn set(session: &Session, ctx: &Context, limit: CUlimit, value: u64) -> Cu<()> {
    let lib = &session.lib;
    let size = usize::try_from(value).map_err(bad)?;
    let mut reserved = None;
    if matches!(limit, CU_LIMIT_MALLOC_HEAP_SIZE | CU_LIMIT_PRINTF_FIFO_SIZE) {
        let usual = ctx.usual_limit(lib, limit)?;
        let more = value.saturating_sub(usual);
        reserved = Some(session.allocations.reserve(ctx.device as usize, more)?);
    }
    // SAFETY: the context is current; the driver checks both values.
    let result = unsafe { (lib.cuCtxSetLimit)(limit, size) }.ok();
    match (result, reserved) {
        (Ok(()), Some(reserved)) => {
            session.allocations.hold(Held::Limit(ctx.serial, limit), reserved, ctx.serial)
        }
        (Err(_), Some(reserved)) => session.allocations.cancel(reserved),
        _ => {}
    }
    result
}
