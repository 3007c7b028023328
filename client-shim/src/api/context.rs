//! Contexts: stacks and states are kept here; only opening, closing, synchronising and limits need the worker.

use std::ffi::{c_int, c_uint, c_ulonglong};
use std::sync::atomic::Ordering;

use cuda_abi::*;
use protocol::ops::op;

use super::{Answer, not_null, put, put_if};
use crate::session::Wait;
use crate::state::context::{Close, Context, current, of_handle};
use crate::state::{self, thread};

pub(crate) unsafe fn cu_device_primary_ctx_retain(pctx: *mut CUcontext, dev: CUdevice) -> Answer {
    let g = state::global()?;
    not_null(pctx)?;
    let context = g.primary(dev)?;
    context.retain(g)?;
    // SAFETY: checked above.
    unsafe { put(pctx, context.raw()) }
}

pub(crate) unsafe fn cu_device_primary_ctx_release(dev: CUdevice) -> Answer {
    let g = state::global()?;
    g.primary(dev)?.release(g)
}

pub(crate) unsafe fn cu_device_primary_ctx_release_v2(dev: CUdevice) -> Answer {
    // SAFETY: the same function.
    unsafe { cu_device_primary_ctx_release(dev) }
}

pub(crate) unsafe fn cu_device_primary_ctx_set_flags(dev: CUdevice, flags: c_uint) -> Answer {
    let g = state::global()?;
    let context = g.primary(dev)?;
    check_flags(flags)?;
    context.flags.store(flags, Ordering::Relaxed);
    Ok(())
}

pub(crate) unsafe fn cu_device_primary_ctx_set_flags_v2(dev: CUdevice, flags: c_uint) -> Answer {
    // SAFETY: the same function.
    unsafe { cu_device_primary_ctx_set_flags(dev, flags) }
}

fn check_flags(flags: u32) -> Answer {
    let known = flags & !CU_CTX_FLAGS_MASK == 0;
    let scheduling = matches!(flags & CU_CTX_SCHED_MASK, 0 | 1 | 2 | 4);
    if known && scheduling { Ok(()) } else { Err(CUresult::INVALID_VALUE) }
}

pub(crate) unsafe fn cu_device_primary_ctx_get_state(
    dev: CUdevice,
    flags: *mut c_uint,
    active: *mut c_int,
) -> Answer {
    let g = state::global()?;
    let context = g.primary(dev)?;
    not_null(active)?;
    // SAFETY: both are null or writable; null is refused.
    unsafe {
        put(flags, context.flags.load(Ordering::Relaxed))?;
        put(active, c_int::from(context.is_open()))
    }
}

pub(crate) unsafe fn cu_device_primary_ctx_reset(dev: CUdevice) -> Answer {
    let g = state::global()?;
    g.primary(dev)?.reset(g)
}

pub(crate) unsafe fn cu_device_primary_ctx_reset_v2(dev: CUdevice) -> Answer {
    // SAFETY: the same function.
    unsafe { cu_device_primary_ctx_reset(dev) }
}

pub(crate) unsafe fn cu_ctx_create_v2(pctx: *mut CUcontext, flags: c_uint, dev: CUdevice) -> Answer {
    let g = state::global()?;
    not_null(pctx)?;
    let device = g.device(dev)?;
    check_flags(flags)?;
    let id = protocol::ops::CTX_CREATED + g.created_contexts.next() - 1;
    let context =
        g.contexts.insert_with(|handle| Context::new(id, dev as usize, false, handle, device.limits.clone()));
    context.flags.store(flags, Ordering::Relaxed);
    context.open(g).inspect_err(|_| {
        g.contexts.remove(context.raw());
    })?;
    thread::this().push(context);
    // SAFETY: checked above.
    unsafe { put(pctx, context.raw()) }
}

pub(crate) unsafe fn cu_ctx_create_v3(
    pctx: *mut CUcontext,
    _paramsArray: *mut CUexecAffinityParam,
    numParams: c_int,
    flags: c_uint,
    dev: CUdevice,
) -> Answer {
    if numParams != 0 {
        state::global()?;
        return Err(CUresult::UNSUPPORTED_EXEC_AFFINITY);
    }
    // SAFETY: the same contract.
    unsafe { cu_ctx_create_v2(pctx, flags, dev) }
}

pub(crate) unsafe fn cu_ctx_create_v4(
    pctx: *mut CUcontext,
    ctxCreateParams: *mut CUctxCreateParams,
    flags: c_uint,
    dev: CUdevice,
) -> Answer {
    // SAFETY: null or readable.
    if let Some(params) = unsafe { ctxCreateParams.as_ref() } {
        state::global()?;
        if params.numExecAffinityParams != 0 {
            return Err(CUresult::UNSUPPORTED_EXEC_AFFINITY);
        }
        if !params.cigParams.is_null() {
            return Err(CUresult::NOT_SUPPORTED);
        }
    }
    // SAFETY: the same contract.
    unsafe { cu_ctx_create_v2(pctx, flags, dev) }
}

pub(crate) unsafe fn cu_ctx_destroy_v2(ctx: CUcontext) -> Answer {
    let g = state::global()?;
    let context = g.contexts.get(ctx).ok_or(CUresult::INVALID_CONTEXT)?;
    if context.primary {
        return Err(CUresult::INVALID_CONTEXT);
    }
    g.contexts.remove(ctx);
    let result = context.close(g, Close::Destroy);
    if thread::this().current().is_some_and(|c| c.id == context.id) {
        thread::this().pop()?;
    }
    result
}

pub(crate) unsafe fn cu_ctx_push_current_v2(ctx: CUcontext) -> Answer {
    let g = state::global()?;
    thread::this().push(g.contexts.get(ctx).ok_or(CUresult::INVALID_CONTEXT)?);
    Ok(())
}

pub(crate) unsafe fn cu_ctx_pop_current_v2(pctx: *mut CUcontext) -> Answer {
    state::global()?;
    let popped = thread::this().pop()?;
    // SAFETY: null or writable.
    unsafe { put_if(pctx, popped.raw()) };
    Ok(())
}

pub(crate) unsafe fn cu_ctx_set_current(ctx: CUcontext) -> Answer {
    let g = state::global()?;
    let context = match ctx.is_null() {
        true => None,
        false => Some(g.contexts.get(ctx).ok_or(CUresult::INVALID_CONTEXT)?),
    };
    thread::this().set_current(context);
    Ok(())
}

pub(crate) unsafe fn cu_ctx_get_current(pctx: *mut CUcontext) -> Answer {
    state::global()?;
    let context = thread::this().current().map_or(std::ptr::null_mut(), Context::raw);
    // SAFETY: null or writable.
    unsafe { put(pctx, context) }
}

pub(crate) unsafe fn cu_ctx_get_device(device: *mut CUdevice) -> Answer {
    // SAFETY: the same contract; null means the current context.
    unsafe { cu_ctx_get_device_v2(device, std::ptr::null_mut()) }
}

pub(crate) unsafe fn cu_ctx_get_device_v2(device: *mut CUdevice, ctx: CUcontext) -> Answer {
    let g = state::global()?;
    let context = of_handle(g, ctx)?;
    // SAFETY: null or writable.
    unsafe { put(device, context.device as CUdevice) }
}

pub(crate) unsafe fn cu_ctx_get_id(ctx: CUcontext, ctxId: *mut c_ulonglong) -> Answer {
    let g = state::global()?;
    let context = of_handle(g, ctx)?;
    // SAFETY: null or writable.
    unsafe { put(ctxId, u64::from(context.id)) }
}

pub(crate) unsafe fn cu_ctx_get_flags(flags: *mut c_uint) -> Answer {
    state::global()?;
    let context = current()?;
    // SAFETY: null or writable.
    unsafe { put(flags, context.flags.load(Ordering::Relaxed)) }
}

pub(crate) unsafe fn cu_ctx_synchronize() -> Answer {
    // SAFETY: null means the current context.
    unsafe { cu_ctx_synchronize_v2(std::ptr::null_mut()) }
}

pub(crate) unsafe fn cu_ctx_synchronize_v2(ctx: CUcontext) -> Answer {
    let g = state::global()?;
    let context = of_handle(g, ctx)?;
    g.deferred(context)?;
    cuda_graph::capture::look_at_context(u64::from(context.id))?;
    context.synchronize(g)?;
    g.deferred(context)
}

pub(crate) unsafe fn cu_ctx_set_limit(limit: CUlimit, value: usize) -> Answer {
    let g = state::global()?;
    let context = current()?;
    let mut limits = context.limits.lock();
    let place = match limits.get_mut(limit as usize) {
        Some(Some(place)) => place,
        Some(None) => return Err(CUresult::UNSUPPORTED_LIMIT),
        None => return Err(CUresult::INVALID_VALUE),
    };
    let answer = g.call(
        context.id,
        op::CTX_SET_LIMIT,
        &[&limit.to_le_bytes(), &(value as u64).to_le_bytes()],
        Wait::Setup,
    )?;
    // A worker may answer with the value that the driver really took.
    let taken = answer.get(..8).and_then(|b| b.try_into().ok()).map_or(value as u64, u64::from_le_bytes);
    *place = taken;
    Ok(())
}

pub(crate) unsafe fn cu_ctx_get_limit(pvalue: *mut usize, limit: CUlimit) -> Answer {
    state::global()?;
    let context = current()?;
    not_null(pvalue)?;
    let value = match context.limits.lock().get(limit as usize) {
        Some(Some(value)) => *value,
        Some(None) => return Err(CUresult::UNSUPPORTED_LIMIT),
        None => return Err(CUresult::INVALID_VALUE),
    };
    // SAFETY: checked above.
    unsafe { put(pvalue, value as usize) }
}

pub(crate) unsafe fn cu_ctx_get_cache_config(pconfig: *mut CUfunc_cache) -> Answer {
    state::global()?;
    let context = current()?;
    // SAFETY: null or writable.
    unsafe { put(pconfig, context.cache_config.load(Ordering::Relaxed)) }
}

pub(crate) unsafe fn cu_ctx_set_cache_config(config: CUfunc_cache) -> Answer {
    state::global()?;
    let context = current()?;
    if config > CU_FUNC_CACHE_PREFER_EQUAL {
        return Err(CUresult::INVALID_VALUE);
    }
    context.cache_config.store(config, Ordering::Relaxed);
    Ok(())
}

pub(crate) unsafe fn cu_ctx_get_shared_mem_config(pConfig: *mut CUsharedconfig) -> Answer {
    state::global()?;
    current()?;
    // SAFETY: null or writable.
    unsafe { put(pConfig, CU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE) }
}

/// The version that cuCtxCreate_v2 and later give to their contexts.
const API_VERSION: c_uint = 3020;

pub(crate) unsafe fn cu_ctx_get_api_version(ctx: CUcontext, version: *mut c_uint) -> Answer {
    let g = state::global()?;
    of_handle(g, ctx)?;
    // SAFETY: null or writable.
    unsafe { put(version, API_VERSION) }
}

pub(crate) unsafe fn cu_ctx_get_stream_priority_range(
    leastPriority: *mut c_int,
    greatestPriority: *mut c_int,
) -> Answer {
    let g = state::global()?;
    let (least, greatest) = g.device_of(current()?).priority_range;
    // SAFETY: each is null or writable; the program may want only one.
    unsafe {
        put_if(leastPriority, least);
        put_if(greatestPriority, greatest);
    }
    Ok(())
}

/// A hint about caches that nothing here depends on.
pub(crate) unsafe fn cu_ctx_reset_persisting_l2_cache() -> Answer {
    state::global()?;
    current().map(drop)
}
