//! Functions.

use std::ffi::{c_char, c_int};
use std::sync::Arc;

use cuda_abi::*;

use crate::context::{Live, current};
use crate::driver::Driver;
use crate::error::{Error, Result};
use crate::function::{Function, KernelInfo};
use crate::raw;

fn find(function: CUfunction) -> Result<(Arc<Function>, Arc<Live>)> {
    let live = current::healthy()?;
    Ok((Function::find(function, &live)?, live))
}

pub(crate) unsafe fn cu_func_get_attribute(
    value: *mut c_int,
    attribute: CUfunction_attribute,
    function: CUfunction,
) -> Result {
    let (function, live) = find(function)?;
    let device = Driver::get()?.device(live.device as i32)?;
    // SAFETY: the C caller's contract.
    unsafe { raw::put(value, function.attribute(attribute, device)?) }
}

pub(crate) unsafe fn cu_func_set_attribute(
    function: CUfunction,
    attribute: CUfunction_attribute,
    value: c_int,
) -> Result {
    let (function, live) = find(function)?;
    let device = Driver::get()?.device(live.device as i32)?;
    function.set_attribute(attribute, value, device)
}

pub(crate) unsafe fn cu_func_set_cache_config(function: CUfunction, config: CUfunc_cache) -> Result {
    find(function)?;
    if config <= CU_FUNC_CACHE_PREFER_EQUAL { Ok(()) } else { Err(Error::InvalidValue) }
}

pub(crate) unsafe fn cu_func_set_shared_mem_config(function: CUfunction, config: CUsharedconfig) -> Result {
    find(function)?;
    if config <= CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE { Ok(()) } else { Err(Error::InvalidValue) }
}

pub(crate) unsafe fn cu_func_get_name(name: *mut *const c_char, function: CUfunction) -> Result {
    let (function, _) = find(function)?;
    // The text lives as long as the function's handle, which the caller keeps.
    // SAFETY: the C caller's contract.
    unsafe { raw::put(name, function.info.name.as_ptr()) }
}

pub(crate) unsafe fn cu_func_get_param_info(
    function: CUfunction,
    index: usize,
    offset: *mut usize,
    size: *mut usize,
) -> Result {
    let (function, _) = find(function)?;
    // SAFETY: the same contract.
    unsafe { put_param(&function.info, index, offset, size) }
}

/// Writes a parameter's place in the buffer.
///
/// # Safety
/// Both outputs are NULL or writable.
pub(crate) unsafe fn put_param(
    info: &KernelInfo,
    index: usize,
    offset: *mut usize,
    size: *mut usize,
) -> Result {
    let (at, len) = *info.params.get(index).ok_or(Error::InvalidValue)?;
    // SAFETY: the caller's contract; the size is optional.
    unsafe {
        raw::put(offset, at as usize)?;
        raw::put_optional(size, len as usize);
    }
    Ok(())
}

pub(crate) unsafe fn cu_func_get_param_count(function: CUfunction, count: *mut usize) -> Result {
    let (function, _) = find(function)?;
    // SAFETY: the C caller's contract.
    unsafe { raw::put(count, function.info.params.len()) }
}

pub(crate) unsafe fn cu_func_is_loaded(state: *mut CUfunctionLoadingState, function: CUfunction) -> Result {
    find(function)?;
    // SAFETY: the C caller's contract.
    unsafe { raw::put(state, CU_FUNCTION_LOADING_STATE_LOADED) }
}

pub(crate) unsafe fn cu_func_load(function: CUfunction) -> Result {
    find(function).map(|_| ())
}

pub(crate) unsafe fn cu_func_get_module(module: *mut CUmodule, function: CUfunction) -> Result {
    let (function, _) = find(function)?;
    // SAFETY: the C caller's contract.
    unsafe { raw::put(module, raw::handle(function.module)) }
}
