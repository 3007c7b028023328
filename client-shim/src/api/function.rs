//! Functions and kernels: one object serves as CUfunction and CUkernel.

use std::ffi::{c_char, c_int};
use std::sync::Arc;

use cuda_abi::*;

use super::{Answer, not_null, put, put_if};
use crate::handle;
use crate::state::context::current;
use crate::state::function::{Function, Owner};
use crate::state::{self, Global, thread};

/// The function of a handle.
pub(super) fn function_of(g: &Global, handle: CUfunction) -> Result<Arc<Function>, CUresult> {
    g.functions.get(handle).ok_or(CUresult::INVALID_HANDLE)
}

pub(crate) unsafe fn cu_func_get_attribute(
    pi: *mut c_int,
    attrib: CUfunction_attribute,
    hfunc: CUfunction,
) -> Answer {
    let g = state::global()?;
    let function = function_of(g, hfunc)?;
    not_null(pi)?;
    let value = function.attribute(g, attrib)?;
    // SAFETY: checked above.
    unsafe { put(pi, value) }
}

pub(crate) unsafe fn cu_func_set_attribute(
    hfunc: CUfunction,
    attrib: CUfunction_attribute,
    value: c_int,
) -> Answer {
    let g = state::global()?;
    let function = function_of(g, hfunc)?;
    set_attribute(g, &function, attrib, value)
}

/// Attributes below the dynamic shared memory size describe the code and cannot be set.
pub(super) fn set_attribute(g: &Global, function: &Function, attrib: u32, value: c_int) -> Answer {
    if attrib < CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES {
        return Err(CUresult::INVALID_VALUE);
    }
    let context = function.context.map_or_else(current, Ok)?;
    context.check()?;
    function.set_attribute(g, context.id, attrib, value)
}

pub(crate) unsafe fn cu_func_set_cache_config(hfunc: CUfunction, config: CUfunc_cache) -> Answer {
    let g = state::global()?;
    let function = function_of(g, hfunc)?;
    set_cache_config(g, &function, config)
}

pub(super) fn set_cache_config(g: &Global, function: &Function, config: CUfunc_cache) -> Answer {
    if config > CU_FUNC_CACHE_PREFER_EQUAL {
        return Err(CUresult::INVALID_VALUE);
    }
    let context = function.context.map_or_else(current, Ok)?;
    context.check()?;
    function.set_cache_config(g, context.id, config)
}

/// A hint that no device of today follows.
pub(crate) unsafe fn cu_func_set_shared_mem_config(hfunc: CUfunction, config: CUsharedconfig) -> Answer {
    let g = state::global()?;
    function_of(g, hfunc)?;
    if config > CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE { Err(CUresult::INVALID_VALUE) } else { Ok(()) }
}

/// The name lives as long as the function's module.
pub(crate) unsafe fn cu_func_get_name(name: *mut *const c_char, hfunc: CUfunction) -> Answer {
    let g = state::global()?;
    let function = function_of(g, hfunc)?;
    // SAFETY: null or writable.
    unsafe { put(name, function.name.as_ptr()) }
}

pub(crate) unsafe fn cu_func_get_param_info(
    func: CUfunction,
    paramIndex: usize,
    paramOffset: *mut usize,
    paramSize: *mut usize,
) -> Answer {
    let g = state::global()?;
    let function = function_of(g, func)?;
    not_null(paramOffset)?;
    let (offset, size) = *function.params.get(paramIndex).ok_or(CUresult::INVALID_VALUE)?;
    // SAFETY: the first was checked, the second is null or writable.
    unsafe {
        put(paramOffset, offset as usize)?;
        put_if(paramSize, size as usize);
    }
    Ok(())
}

pub(crate) unsafe fn cu_func_get_param_count(func: CUfunction, paramCount: *mut usize) -> Answer {
    let g = state::global()?;
    let function = function_of(g, func)?;
    // SAFETY: null or writable.
    unsafe { put(paramCount, function.params.len()) }
}

pub(crate) unsafe fn cu_func_is_loaded(state: *mut CUfunctionLoadingState, hfunc: CUfunction) -> Answer {
    let g = state::global()?;
    function_of(g, hfunc)?;
    // SAFETY: null or writable.
    unsafe { put(state, CU_FUNCTION_LOADING_STATE_LOADED) }
}

pub(crate) unsafe fn cu_func_load(hfunc: CUfunction) -> Answer {
    let g = state::global()?;
    function_of(g, hfunc).map(drop)
}

pub(crate) unsafe fn cu_func_get_module(hmod: *mut CUmodule, hfunc: CUfunction) -> Answer {
    let g = state::global()?;
    not_null(hmod)?;
    let module = match function_of(g, hfunc)?.owner {
        Owner::Module(module) => handle::raw(module),
        Owner::Library(library) => {
            let library = g.libraries.get(handle::raw(library)).ok_or(CUresult::INVALID_HANDLE)?;
            let context = thread::this().current().ok_or(CUresult::INVALID_CONTEXT)?;
            library.module(g, context)?.raw()
        }
    };
    // SAFETY: checked above.
    unsafe { put(hmod, module) }
}
