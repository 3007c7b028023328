//! Modules.

use std::collections::HashMap;
use std::ffi::{c_char, c_uint, c_void};
use std::time::Instant;

use cuda_abi::*;

use crate::context::current;
use crate::driver::Driver;
use crate::error::{Error, Result};
use crate::function::Origin;
use crate::jit::JitOptions;
use crate::module::{Module, Program, Refusal};
use crate::raw;

pub(crate) unsafe fn cu_module_load(module: *mut CUmodule, name: *const c_char) -> Result {
    // SAFETY: the C caller's contract.
    let image = unsafe { read_file(name) }?;
    load(module, &JitOptions::default(), |driver| Program::from_bytes(&image, driver))
}

/// # Safety
/// `name` is NULL or a NUL-terminated text.
pub(crate) unsafe fn read_file(name: *const c_char) -> Result<Vec<u8>> {
    use std::os::unix::ffi::OsStrExt;
    // SAFETY: the caller's contract.
    let name = unsafe { raw::text(name) }?;
    std::fs::read(std::ffi::OsStr::from_bytes(name.to_bytes())).map_err(|_| Error::FileNotFound)
}

pub(crate) unsafe fn cu_module_load_data(module: *mut CUmodule, image: *const c_void) -> Result {
    // SAFETY: the C caller's contract.
    load(module, &JitOptions::default(), |driver| unsafe { Program::from_pointer(image, driver) })
}

pub(crate) unsafe fn cu_module_load_data_ex(
    module: *mut CUmodule,
    image: *const c_void,
    count: c_uint,
    options: *mut CUjit_option,
    values: *mut *mut c_void,
) -> Result {
    // SAFETY: the C caller's contract.
    let options = unsafe { JitOptions::read(count, options, values) }?;
    // SAFETY: the C caller's contract.
    load(module, &options, |driver| unsafe { Program::from_pointer(image, driver) })
}

pub(crate) unsafe fn cu_module_load_fat_binary(module: *mut CUmodule, image: *const c_void) -> Result {
    // SAFETY: the same contract.
    unsafe { cu_module_load_data(module, image) }
}

fn load(
    module: *mut CUmodule,
    options: &JitOptions,
    program: impl FnOnce(&Driver) -> std::result::Result<Program, Refusal>,
) -> Result {
    let live = current::healthy()?;
    let driver = Driver::get()?;
    if module.is_null() {
        return Err(Error::InvalidValue);
    }
    let started = Instant::now();
    let loaded = program(driver)
        .and_then(|program| Module::load(&program, &live, driver, &HashMap::new(), Origin::Driver));
    let loaded = report(options, started, loaded)?;
    // SAFETY: not NULL, so writable by the C caller's contract.
    unsafe { raw::put(module, raw::handle(loaded.handle)) }
}

/// Fills the caller's logs and turns a refusal into its error.
pub(crate) fn report<T>(
    options: &JitOptions,
    started: Instant,
    loaded: std::result::Result<T, Refusal>,
) -> Result<T> {
    let message = loaded.as_ref().err().map(|refusal| refusal.message.as_str());
    // SAFETY: the options were read from the caller's arrays in this call.
    unsafe { options.report(message, started.elapsed().as_secs_f32() * 1e3) };
    loaded.map_err(|refusal| {
        refusal.log();
        refusal.error
    })
}

pub(crate) unsafe fn cu_module_unload(module: CUmodule) -> Result {
    current::healthy()?;
    Module::find(module)?.unload()
}

pub(crate) unsafe fn cu_module_get_function(
    function: *mut CUfunction,
    module: CUmodule,
    name: *const c_char,
) -> Result {
    current::healthy()?;
    let module = Module::find(module)?;
    // SAFETY: the C caller's contract.
    let found = module.function(unsafe { raw::text(name) }?)?;
    // SAFETY: the C caller's contract.
    unsafe { raw::put(function, raw::handle(found.handle)) }
}

pub(crate) unsafe fn cu_module_get_global_v2(
    dptr: *mut CUdeviceptr,
    bytes: *mut usize,
    module: CUmodule,
    name: *const c_char,
) -> Result {
    current::healthy()?;
    let module = Module::find(module)?;
    // SAFETY: the C caller's contract.
    let name = unsafe { raw::text(name) }?.to_str().map_err(|_| Error::NotFound)?;
    let (address, size) = module.global(name)?;
    // SAFETY: the C caller's contract; both outputs are optional.
    unsafe {
        raw::put_optional(dptr, address);
        raw::put_optional(bytes, size as usize);
    }
    Ok(())
}

pub(crate) unsafe fn cu_module_get_function_count(count: *mut c_uint, module: CUmodule) -> Result {
    let module = Module::find(module)?;
    // SAFETY: the C caller's contract.
    unsafe { raw::put(count, module.functions().len() as c_uint) }
}

pub(crate) unsafe fn cu_module_enumerate_functions(
    functions: *mut CUfunction,
    count: c_uint,
    module: CUmodule,
) -> Result {
    let module = Module::find(module)?;
    if functions.is_null() {
        return Err(Error::InvalidValue);
    }
    for (index, function) in module.functions().iter().take(count as usize).enumerate() {
        // SAFETY: the array has `count` elements by the C caller's contract.
        unsafe { functions.add(index).write(raw::handle(function.handle)) };
    }
    Ok(())
}

pub(crate) unsafe fn cu_module_get_loading_mode(mode: *mut CUmoduleLoadingMode) -> Result {
    // SAFETY: the C caller's contract.
    unsafe { raw::put(mode, CU_MODULE_LAZY_LOADING) }
}
