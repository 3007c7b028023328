//! Modules.

use std::ffi::{c_char, c_uint, c_void};
use std::sync::Arc;

use cuda_abi::*;

use super::{Answer, array, not_null, put, put_if, text};
use crate::state::context::current;
use crate::state::image;
use crate::state::module::{Module, Options};
use crate::state::{self, Global};

/// Loads the image at a pointer into the current context.
///
/// # Safety
/// As for [`fatbin::image_from_ptr`].
pub(super) unsafe fn load(image: *const c_void, options: &mut Options) -> Result<Arc<Module>, CUresult> {
    let g = state::global()?;
    let context = current()?;
    // SAFETY: the caller's contract.
    let selected = unsafe { image::select(image, &[g.device_of(context)]) };
    selected.and_then(|image| Module::load(g, context, &image, options)).map_err(|failure| {
        options.report(&failure.logs);
        failure.code
    })
}

/// Options of the program: those with a value are sent, logs are filled here, the others do not matter remotely.
///
/// # Safety
/// `options` and `values` have `count` elements, and the buffers named among them are as long as their sizes say.
pub(super) unsafe fn options(
    count: c_uint,
    options: *const CUjit_option,
    values: *mut *mut c_void,
) -> Result<Options, CUresult> {
    let mut parsed = Options::default();
    if count == 0 {
        return Ok(parsed);
    }
    array(options, count as usize)?;
    array(values, count as usize)?;
    for i in 0..count as usize {
        // SAFETY: both arrays have `count` elements.
        let (option, slot) = unsafe { (options.add(i).read_unaligned(), values.add(i)) };
        // SAFETY: as above.
        let value = unsafe { slot.read_unaligned() }.expose_provenance();
        match option {
            CU_JIT_INFO_LOG_BUFFER => parsed.info_log.0 = value,
            CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES => {
                (parsed.info_log.1, parsed.log_sizes.0) = (value & 0xffff_ffff, slot.expose_provenance());
            }
            CU_JIT_ERROR_LOG_BUFFER => parsed.error_log.0 = value,
            CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES => {
                (parsed.error_log.1, parsed.log_sizes.1) = (value & 0xffff_ffff, slot.expose_provenance());
            }
            CU_JIT_MAX_REGISTERS
            | CU_JIT_OPTIMIZATION_LEVEL
            | CU_JIT_TARGET
            | CU_JIT_FALLBACK_STRATEGY
            | CU_JIT_GENERATE_DEBUG_INFO
            | CU_JIT_LOG_VERBOSE
            | CU_JIT_GENERATE_LINE_INFO
            | CU_JIT_CACHE_MODE => parsed.values.push((option, value as u64 & 0xffff_ffff)),
            _ => {}
        }
    }
    Ok(parsed)
}

pub(crate) unsafe fn cu_module_load(module: *mut CUmodule, fname: *const c_char) -> Answer {
    state::global()?;
    current()?;
    not_null(module)?;
    // SAFETY: null or NUL-terminated.
    let image = unsafe { read_file(fname) }?;
    // SAFETY: the image has a NUL behind it.
    unsafe { cu_module_load_data(module, image.as_ptr().cast()) }
}

/// The file's bytes with a NUL behind them, as PTX needs.
///
/// # Safety
/// `name` is null or NUL-terminated.
pub(super) unsafe fn read_file(name: *const c_char) -> Result<Vec<u8>, CUresult> {
    // SAFETY: the caller's contract.
    let name = unsafe { text(name) }?;
    let mut bytes = std::fs::read(name).map_err(|_| CUresult::FILE_NOT_FOUND)?;
    // Headers of a damaged file may promise more than is there: it is checked here, where the length is known.
    fatbin::Image::from_bytes(&bytes).map_err(|e| CUresult(e.code() as i32))?;
    bytes.push(0);
    Ok(bytes)
}

pub(crate) unsafe fn cu_module_load_data(module: *mut CUmodule, image: *const c_void) -> Answer {
    let no_options = (0, std::ptr::null_mut(), std::ptr::null_mut());
    // SAFETY: the same contract.
    unsafe { cu_module_load_data_ex(module, image, no_options.0, no_options.1, no_options.2) }
}

pub(crate) unsafe fn cu_module_load_data_ex(
    module: *mut CUmodule,
    image: *const c_void,
    numOptions: c_uint,
    options: *mut CUjit_option,
    optionValues: *mut *mut c_void,
) -> Answer {
    state::global()?;
    not_null(module)?;
    // SAFETY: the program's arrays have `numOptions` elements.
    let mut parsed = unsafe { self::options(numOptions, options, optionValues) }?;
    // SAFETY: the program passes an image.
    let loaded = unsafe { load(image, &mut parsed) }?;
    // SAFETY: checked above.
    unsafe { put(module, loaded.raw()) }
}

pub(crate) unsafe fn cu_module_load_fat_binary(module: *mut CUmodule, fatCubin: *const c_void) -> Answer {
    // SAFETY: the same contract.
    unsafe { cu_module_load_data(module, fatCubin) }
}

/// The module of a handle.
fn module_of(g: &Global, handle: CUmodule) -> Result<Arc<Module>, CUresult> {
    g.modules.get(handle).ok_or(CUresult::INVALID_HANDLE)
}

pub(crate) unsafe fn cu_module_unload(hmod: CUmodule) -> Answer {
    let g = state::global()?;
    module_of(g, hmod)?.unload(g)
}

pub(crate) unsafe fn cu_module_get_function(
    hfunc: *mut CUfunction,
    hmod: CUmodule,
    name: *const c_char,
) -> Answer {
    let g = state::global()?;
    let module = module_of(g, hmod)?;
    not_null(hfunc)?;
    // SAFETY: null or NUL-terminated.
    let function = module.loaded.function(unsafe { text(name) }?)?;
    // SAFETY: checked above.
    unsafe { put(hfunc, function.raw()) }
}

pub(crate) unsafe fn cu_module_get_global_v2(
    dptr: *mut CUdeviceptr,
    bytes: *mut usize,
    hmod: CUmodule,
    name: *const c_char,
) -> Answer {
    let g = state::global()?;
    let module = module_of(g, hmod)?;
    // SAFETY: null or NUL-terminated.
    let (address, size) = module.loaded.global(g, module.context, unsafe { text(name) }?)?;
    // SAFETY: each is null or writable; the program may want only one.
    unsafe {
        put_if(dptr, address);
        put_if(bytes, size as usize);
    }
    Ok(())
}

pub(crate) unsafe fn cu_module_get_function_count(count: *mut c_uint, hmod: CUmodule) -> Answer {
    let g = state::global()?;
    let module = module_of(g, hmod)?;
    // SAFETY: null or writable.
    unsafe { put(count, module.loaded.functions.len() as c_uint) }
}

pub(crate) unsafe fn cu_module_enumerate_functions(
    functions: *mut CUfunction,
    numFunctions: c_uint,
    r#mod: CUmodule,
) -> Answer {
    let g = state::global()?;
    let module = module_of(g, r#mod)?;
    // SAFETY: the program's array has `numFunctions` elements.
    unsafe { enumerate(functions, numFunctions, &module.loaded.functions) }
}

/// Writes the handles of at most `count` functions.
///
/// # Safety
/// `out` is null or has `count` elements.
pub(super) unsafe fn enumerate(
    out: *mut CUfunction,
    count: c_uint,
    functions: &[Arc<state::function::Function>],
) -> Answer {
    not_null(out)?;
    for (i, function) in functions.iter().take(count as usize).enumerate() {
        // SAFETY: `i` is below `count`.
        unsafe { out.add(i).write_unaligned(function.raw()) };
    }
    Ok(())
}

pub(crate) unsafe fn cu_module_get_loading_mode(mode: *mut CUmoduleLoadingMode) -> Answer {
    state::global()?;
    // SAFETY: null or writable.
    unsafe { put(mode, CU_MODULE_LAZY_LOADING) }
}
