//! Contexts.

use std::ffi::{c_int, c_uint, c_ulonglong};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use cuda_abi::*;
use cuda_contract::storage;
use cuda_graph::capture;

use crate::context::{Context, Live, current};
use crate::driver::Driver;
use crate::error::{Error, Result};
use crate::raw;

/// What `cuCtxGetApiVersion` answers for a context of `cuCtxCreate_v2` and later.
const API_VERSION: c_uint = 3020;

fn primary(dev: CUdevice) -> Result<&'static Arc<Context>> {
    Ok(&Driver::get()?.device(dev)?.primary)
}

/// The context of a handle; NULL means the current one.
pub(super) fn or_current(ctx: CUcontext) -> Result<Arc<Context>> {
    if ctx.is_null() {
        return current::peek().ok_or(Error::InvalidContext);
    }
    Context::find(ctx as u64)
}

fn healthy(ctx: CUcontext) -> Result<Arc<Live>> {
    let live = or_current(ctx)?.live()?;
    live.fate.check()?;
    Ok(live)
}

fn check_flags(flags: c_uint) -> Result {
    let scheduling = flags & CU_CTX_SCHED_MASK;
    let one_way = scheduling.count_ones() <= 1;
    if flags & !CU_CTX_FLAGS_MASK == 0 && one_way { Ok(()) } else { Err(Error::InvalidValue) }
}

pub(crate) unsafe fn cu_device_primary_ctx_retain(pctx: *mut CUcontext, dev: CUdevice) -> Result {
    let context = primary(dev)?;
    if pctx.is_null() {
        return Err(Error::InvalidValue);
    }
    context.retain();
    // SAFETY: the C caller's contract.
    unsafe { raw::put(pctx, raw::handle(context.handle)) }
}

pub(crate) unsafe fn cu_device_primary_ctx_release(dev: CUdevice) -> Result {
    let context = primary(dev)?;
    context.release()?;
    if !context.active() {
        storage::contexts_destroyed(raw::handle(context.handle));
    }
    Ok(())
}

pub(crate) unsafe fn cu_device_primary_ctx_release_v2(dev: CUdevice) -> Result {
    // SAFETY: the same contract.
    unsafe { cu_device_primary_ctx_release(dev) }
}

pub(crate) unsafe fn cu_device_primary_ctx_set_flags(dev: CUdevice, flags: c_uint) -> Result {
    let context = primary(dev)?;
    check_flags(flags)?;
    context.flags.store(flags, Ordering::Relaxed);
    Ok(())
}

pub(crate) unsafe fn cu_device_primary_ctx_set_flags_v2(dev: CUdevice, flags: c_uint) -> Result {
    // SAFETY: the same contract.
    unsafe { cu_device_primary_ctx_set_flags(dev, flags) }
}

pub(crate) unsafe fn cu_device_primary_ctx_get_state(
    dev: CUdevice,
    flags: *mut c_uint,
    active: *mut c_int,
) -> Result {
    let context = primary(dev)?;
    // SAFETY: the C caller's contract.
    unsafe {
        raw::put(flags, context.flags.load(Ordering::Relaxed))?;
        raw::put(active, c_int::from(context.active()))
    }
}

pub(crate) unsafe fn cu_device_primary_ctx_reset(dev: CUdevice) -> Result {
    let context = primary(dev)?;
    context.reset();
    storage::contexts_destroyed(raw::handle(context.handle));
    Ok(())
}

pub(crate) unsafe fn cu_device_primary_ctx_reset_v2(dev: CUdevice) -> Result {
    // SAFETY: the same contract.
    unsafe { cu_device_primary_ctx_reset(dev) }
}

pub(crate) unsafe fn cu_ctx_create_v2(pctx: *mut CUcontext, flags: c_uint, dev: CUdevice) -> Result {
    let device = Driver::get()?.device(dev)?;
    check_flags(flags)?;
    if pctx.is_null() {
        return Err(Error::InvalidValue);
    }
    let context = Context::create(device.ordinal, flags);
    let handle = raw::handle(context.handle);
    current::push(context);
    // SAFETY: the C caller's contract.
    unsafe { raw::put(pctx, handle) }
}

pub(crate) unsafe fn cu_ctx_create_v3(
    pctx: *mut CUcontext,
    _params: *mut CUexecAffinityParam,
    count: c_int,
    flags: c_uint,
    dev: CUdevice,
) -> Result {
    if count != 0 {
        return Err(Error::NotSupported);
    }
    // SAFETY: the same contract.
    unsafe { cu_ctx_create_v2(pctx, flags, dev) }
}

pub(crate) unsafe fn cu_ctx_create_v4(
    pctx: *mut CUcontext,
    params: *mut CUctxCreateParams,
    flags: c_uint,
    dev: CUdevice,
) -> Result {
    if !params.is_null() {
        // SAFETY: not NULL, so valid by the C caller's contract.
        let params = unsafe { raw::take(params) }?;
        if params.numExecAffinityParams != 0 || !params.cigParams.is_null() {
            return Err(Error::NotSupported);
        }
    }
    // SAFETY: the same contract.
    unsafe { cu_ctx_create_v2(pctx, flags, dev) }
}

pub(crate) unsafe fn cu_ctx_get_id(ctx: CUcontext, id: *mut c_ulonglong) -> Result {
    let live = or_current(ctx)?.live()?;
    // SAFETY: the C caller's contract.
    unsafe { raw::put(id, live.id) }
}

pub(crate) unsafe fn cu_ctx_destroy_v2(ctx: CUcontext) -> Result {
    let context = Context::find(ctx as u64)?;
    context.destroy()?;
    if current::peek().is_some_and(|top| Arc::ptr_eq(&top, &context)) {
        current::pop();
    }
    storage::contexts_destroyed(ctx);
    Ok(())
}

pub(crate) unsafe fn cu_ctx_push_current_v2(ctx: CUcontext) -> Result {
    current::push(Context::find(ctx as u64)?);
    Ok(())
}

pub(crate) unsafe fn cu_ctx_pop_current_v2(pctx: *mut CUcontext) -> Result {
    let context = current::pop().ok_or(Error::InvalidContext)?;
    // SAFETY: the C caller's contract.
    unsafe { raw::put_optional(pctx, raw::handle(context.handle)) };
    Ok(())
}

pub(crate) unsafe fn cu_ctx_set_current(ctx: CUcontext) -> Result {
    let context = if ctx.is_null() { None } else { Some(Context::find(ctx as u64)?) };
    current::set(context);
    Ok(())
}

pub(crate) unsafe fn cu_ctx_get_current(pctx: *mut CUcontext) -> Result {
    let handle = current::peek().map_or(0, |context| context.handle);
    // SAFETY: the C caller's contract.
    unsafe { raw::put(pctx, raw::handle(handle)) }
}

pub(crate) unsafe fn cu_ctx_get_device(device: *mut CUdevice) -> Result {
    let context = current::peek().ok_or(Error::InvalidContext)?;
    // SAFETY: the C caller's contract.
    unsafe { raw::put(device, context.device as CUdevice) }
}

pub(crate) unsafe fn cu_ctx_get_device_v2(device: *mut CUdevice, ctx: CUcontext) -> Result {
    let context = or_current(ctx)?;
    // SAFETY: the C caller's contract.
    unsafe { raw::put(device, context.device as CUdevice) }
}

pub(crate) unsafe fn cu_ctx_get_flags(flags: *mut c_uint) -> Result {
    let context = current::peek().ok_or(Error::InvalidContext)?;
    // SAFETY: the C caller's contract.
    unsafe { raw::put(flags, context.flags.load(Ordering::Relaxed)) }
}

pub(crate) unsafe fn cu_ctx_synchronize() -> Result {
    let live = current::healthy()?;
    capture::look_at_context(live.id)?;
    live.synchronize()
}

pub(crate) unsafe fn cu_ctx_synchronize_v2(ctx: CUcontext) -> Result {
    let live = healthy(ctx)?;
    capture::look_at_context(live.id)?;
    live.synchronize()
}

pub(crate) unsafe fn cu_ctx_set_limit(limit: CUlimit, value: usize) -> Result {
    let live = current::healthy()?;
    let index = limit as usize;
    if limit >= CU_LIMIT_SHMEM_SIZE {
        return Err(if limit < CU_LIMIT_MAX { Error::UnsupportedLimit } else { Error::InvalidValue });
    }
    live.limits.lock()[index] = value as u64;
    Ok(())
}

pub(crate) unsafe fn cu_ctx_get_limit(pvalue: *mut usize, limit: CUlimit) -> Result {
    let live = current::healthy()?;
    // Those of sharing with a graphics program read 0: there is none. cuBLAS takes an error for another architecture.
    let value = live.limits.lock().get(limit as usize).copied().ok_or(Error::InvalidValue)?;
    // SAFETY: the C caller's contract.
    unsafe { raw::put(pvalue, value as usize) }
}

pub(crate) unsafe fn cu_ctx_get_cache_config(config: *mut CUfunc_cache) -> Result {
    current::healthy()?;
    // SAFETY: the C caller's contract.
    unsafe { raw::put(config, CU_FUNC_CACHE_PREFER_NONE) }
}

pub(crate) unsafe fn cu_ctx_set_cache_config(config: CUfunc_cache) -> Result {
    current::healthy()?;
    // A preference, and there is nothing to prefer.
    if config <= CU_FUNC_CACHE_PREFER_EQUAL { Ok(()) } else { Err(Error::InvalidValue) }
}

pub(crate) unsafe fn cu_ctx_get_shared_mem_config(config: *mut CUsharedconfig) -> Result {
    current::healthy()?;
    // SAFETY: the C caller's contract.
    unsafe { raw::put(config, CU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE) }
}

pub(crate) unsafe fn cu_ctx_get_api_version(ctx: CUcontext, version: *mut c_uint) -> Result {
    or_current(ctx)?;
    // SAFETY: the C caller's contract.
    unsafe { raw::put(version, API_VERSION) }
}

pub(crate) unsafe fn cu_ctx_get_stream_priority_range(least: *mut c_int, greatest: *mut c_int) -> Result {
    current::healthy()?;
    // SAFETY: the C caller's contract.
    unsafe {
        raw::put_optional(least, crate::api::stream::LEAST_PRIORITY);
        raw::put_optional(greatest, crate::api::stream::GREATEST_PRIORITY);
    }
    Ok(())
}

pub(crate) unsafe fn cu_ctx_reset_persisting_l2_cache() -> Result {
    current::healthy().map(|_| ())
}
