//! The functions behind the slots. Their callers are NVIDIA's libraries, which pass what their tables ask for; all
//! pointers are nevertheless checked for null.

use std::ffi::c_void;
use std::ptr;

use cuda_abi::{CUcontext, CUdevice, CUfunction, CUmodule, CUresult, CUstream};

use super::{CUDART, INTEGRITY, RESOURCE_FLAGS, RUNTIME_FLAGS, address, hooks};
use crate::hooks::{Hooks, resolve_context};
use crate::integrity::{Facts, answer};
use crate::storage;

/// Runs `body` with the library's hooks.
fn with_hooks(body: impl FnOnce(&'static Hooks) -> CUresult) -> CUresult {
    hooks().map_or(CUresult::NOT_INITIALIZED, body)
}

/// Runs `body` and stores its output through `out` with success.
///
/// # Safety
/// `out` is null or writable.
unsafe fn output<T>(out: *mut T, initial: T, body: impl FnOnce(&Hooks, &mut T) -> CUresult) -> CUresult {
    if out.is_null() {
        return CUresult::INVALID_VALUE;
    }
    let mut value = initial;
    let result = with_hooks(|hooks| body(hooks, &mut value));
    if result == CUresult::SUCCESS {
        // SAFETY: not null, hence writable.
        unsafe { out.write(value) };
    }
    result
}

pub(super) extern "C" fn succeed() -> CUresult {
    CUresult::SUCCESS
}

/// Slot 2 of the runtime's table: the handle of a primary context, not retained.
pub(super) unsafe extern "C" fn primary_context(context: *mut CUcontext, device: CUdevice) -> CUresult {
    // SAFETY: the caller passes null or its variable.
    unsafe { output(context, ptr::null_mut(), |hooks, out| (hooks.primary_context)(device, out)) }
}

/// Slot 1: loads a module from a fatbin wrapper.
pub(super) unsafe extern "C" fn load_fatbin_short(module: *mut CUmodule, wrapper: *const c_void) -> CUresult {
    // SAFETY: the caller passes null or its variable, and null or a wrapper.
    unsafe { load(module, wrapper) }
}

/// Slot 6: the same with three arguments that are always zero.
pub(super) unsafe extern "C" fn load_fatbin_wrapper(
    module: *mut CUmodule,
    wrapper: *const c_void,
    _: *mut c_void,
    _: *mut c_void,
    _: u32,
) -> CUresult {
    // SAFETY: the caller passes null or its variable, and null or a wrapper.
    unsafe { load(module, wrapper) }
}

/// Slot 8: loads a module from a fatbin.
pub(super) unsafe extern "C" fn load_fatbin(
    fatbin: *const c_void,
    module: *mut CUmodule,
    _: *mut c_void,
    _: *mut c_void,
    _: u32,
) -> CUresult {
    // SAFETY: the caller passes null or its variable, and null or a fatbin.
    unsafe { load(module, fatbin) }
}

/// # Safety
/// `module` is null or writable; `image` is null or an image.
unsafe fn load(module: *mut CUmodule, image: *const c_void) -> CUresult {
    if image.is_null() {
        return CUresult::INVALID_VALUE;
    }
    // SAFETY: the caller's promise; the image is passed on as it came.
    unsafe { output(module, ptr::null_mut(), |hooks, out| (hooks.load_fatbin)(image, out)) }
}

/// Slot 7: unloads what the above loaded.
pub(super) unsafe extern "C" fn unload_fatbin(handle: *const c_void) -> CUresult {
    if handle.is_null() {
        return CUresult::INVALID_VALUE;
    }
    // SAFETY: the handle is passed on as it came; the library looks it up.
    with_hooks(|hooks| unsafe { (hooks.unload_fatbin)(handle) })
}

/// Slot 2 of the tool hooks: flags by runtime callback.
pub(super) unsafe extern "C" fn runtime_callback_flags(
    flags: *mut *mut c_void,
    count: *mut usize,
) -> CUresult {
    // SAFETY: the caller passes null or its variables.
    unsafe { flag_array(flags, count, RUNTIME_FLAGS.as_ptr().cast(), RUNTIME_FLAGS.len()) }
}

/// Slot 6 of the tool hooks: flags by resource callback.
pub(super) unsafe extern "C" fn resource_callback_flags(
    flags: *mut *mut c_void,
    count: *mut usize,
) -> CUresult {
    // SAFETY: the caller passes null or its variables.
    unsafe { flag_array(flags, count, RESOURCE_FLAGS.as_ptr().cast(), RESOURCE_FLAGS.len()) }
}

/// # Safety
/// `flags` and `count` are null or writable.
unsafe fn flag_array(
    flags: *mut *mut c_void,
    count: *mut usize,
    array: *const c_void,
    len: usize,
) -> CUresult {
    if flags.is_null() || count.is_null() {
        return CUresult::INVALID_VALUE;
    }
    // SAFETY: neither is null, hence both are writable.
    unsafe {
        flags.write(array.cast_mut());
        count.write(len);
    }
    CUresult::SUCCESS
}

/// Slot 2 of the tools' thread-local storage: the current context.
pub(super) unsafe extern "C" fn tools_context(out: *mut *mut c_void) -> CUresult {
    // SAFETY: the caller passes null or its variable.
    unsafe {
        output(out, ptr::null_mut(), |hooks, out| {
            *out = (hooks.current_context)();
            CUresult::SUCCESS
        })
    }
}

/// Slot 2 of the context checks: flags that are never seen set.
pub(super) unsafe extern "C" fn context_check(
    _: CUcontext,
    flags: *mut u32,
    _: *mut *const c_void,
) -> CUresult {
    if !flags.is_null() {
        // SAFETY: not null, hence the caller's variable.
        unsafe { flags.write(0) };
    }
    CUresult::SUCCESS
}

/// Slot 1 of the integrity table.
pub(super) unsafe extern "C" fn integrity_check(
    version: u32,
    unix_seconds: u64,
    out: *mut [u64; 2],
) -> CUresult {
    // SAFETY: the caller passes null or its variable.
    unsafe {
        output(out, [0; 2], |hooks, out| {
            *out = digest(hooks, version, unix_seconds);
            CUresult::SUCCESS
        })
    }
}

fn digest(hooks: &Hooks, version: u32, unix_seconds: u64) -> [u64; 2] {
    // SAFETY: pthread_self has no preconditions.
    let thread = unsafe { libc::pthread_self() };
    let function = INTEGRITY.get(1).map_or(0, |slot| slot.0.addr());
    let facts = Facts {
        driver_version: (hooks.driver_version)().unsigned_abs(),
        version,
        process: std::process::id(),
        // Only the low half is covered.
        thread: thread as u32,
        cudart_table: address(&CUDART).addr() as u64,
        integrity_table: address(&INTEGRITY).addr() as u64,
        function: function as u64,
        unix_seconds,
    };
    answer(&facts, 0..(hooks.device_count)(), hooks.device_identity)
}

pub(super) unsafe extern "C" fn storage_put(
    context: CUcontext,
    key: *mut c_void,
    value: *mut c_void,
    destructor: Option<storage::Destructor>,
) -> CUresult {
    // SAFETY: the runtime deletes its entries before it is unloaded.
    unsafe { storage::put(context, key, value, destructor) }
}

pub(super) extern "C" fn storage_delete(context: CUcontext, key: *mut c_void) -> CUresult {
    storage::delete(context, key)
}

pub(super) unsafe extern "C" fn storage_get(
    value: *mut *mut c_void,
    context: CUcontext,
    key: *mut c_void,
) -> CUresult {
    if value.is_null() {
        return CUresult::INVALID_VALUE;
    }
    match storage::get(context, key) {
        Ok(found) => {
            // SAFETY: not null, hence the caller's variable.
            unsafe { value.write(found) };
            CUresult::SUCCESS
        }
        Err(result) => result,
    }
}

pub(super) unsafe extern "C" fn context_id(context: CUcontext, id: *mut u64) -> CUresult {
    let context = resolve_context(context);
    // SAFETY: the caller passes null or its variable.
    unsafe { output(id, 0, |hooks, out| (hooks.context_id)(context, out)) }
}

pub(super) unsafe extern "C" fn stream_id(context: CUcontext, stream: CUstream, id: *mut u64) -> CUresult {
    let context = resolve_context(context);
    // SAFETY: the caller passes null or its variable.
    unsafe { output(id, 0, |hooks, out| (hooks.stream_id)(context, stream, out)) }
}

pub(super) unsafe extern "C" fn resolve_stream(
    context: CUcontext,
    stream: CUstream,
    out: *mut CUstream,
    per_thread: u32,
) -> CUresult {
    let context = resolve_context(context);
    let per_thread = per_thread != 0;
    // SAFETY: the caller passes null or its variable.
    unsafe {
        output(out, ptr::null_mut(), |hooks, out| (hooks.resolve_stream)(context, stream, per_thread, out))
    }
}

/// Told of each function of a module.
type Visitor = unsafe extern "C" fn(data: *mut c_void, function: CUfunction);

/// Slot 7: visits a module's functions; returns 1, or 0 if there is no such module.
pub(super) unsafe extern "C" fn visit_functions(
    context: CUcontext,
    module: CUmodule,
    visitor: Option<Visitor>,
    data: *mut c_void,
) -> u32 {
    let Some(visitor) = visitor else { return 0 };
    let context = resolve_context(context);
    let result = with_hooks(|hooks| {
        (hooks.module_functions)(context, module, &mut |function| {
            // SAFETY: the caller's function with the caller's data.
            unsafe { visitor(data, function) };
        })
    });
    u32::from(result == CUresult::SUCCESS)
}
