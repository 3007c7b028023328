//! Libraries and kernels.

use std::ffi::{c_char, c_int, c_uint, c_void};
use std::time::Instant;

use cuda_abi::*;

use crate::api::function::put_param;
use crate::api::module::{read_file, report};
use crate::context::current;
use crate::driver::Driver;
use crate::error::{Error, Result};
use crate::function::{attribute_of, set_attribute_of};
use crate::jit::JitOptions;
use crate::library::{Kernel, Library};
use crate::module::{Program, Refusal};
use crate::raw;

pub(crate) unsafe fn cu_library_load_data(
    library: *mut CUlibrary,
    code: *const c_void,
    options: *mut CUjit_option,
    values: *mut *mut c_void,
    count: c_uint,
    _library_options: *mut CUlibraryOption,
    _library_values: *mut *mut c_void,
    _library_count: c_uint,
) -> Result {
    // The image is copied, so that the option BINARY_IS_PRESERVED changes nothing.
    // SAFETY: the C caller's contract.
    let options = unsafe { JitOptions::read(count, options, values) }?;
    // SAFETY: the C caller's contract.
    load(library, &options, |driver| unsafe { Program::from_pointer(code, driver) })
}

pub(crate) unsafe fn cu_library_load_from_file(
    library: *mut CUlibrary,
    name: *const c_char,
    options: *mut CUjit_option,
    values: *mut *mut c_void,
    count: c_uint,
    _library_options: *mut CUlibraryOption,
    _library_values: *mut *mut c_void,
    _library_count: c_uint,
) -> Result {
    // SAFETY: the C caller's contract.
    let (image, options) = unsafe { (read_file(name)?, JitOptions::read(count, options, values)?) };
    load(library, &options, |driver| Program::from_bytes(&image, driver))
}

fn load(
    library: *mut CUlibrary,
    options: &JitOptions,
    program: impl FnOnce(&Driver) -> std::result::Result<Program, Refusal>,
) -> Result {
    let driver = Driver::get()?;
    if library.is_null() {
        return Err(Error::InvalidValue);
    }
    let live = current::live().ok();
    let started = Instant::now();
    let loaded = program(driver).and_then(|program| Library::load(program, live.as_ref(), driver));
    let loaded = report(options, started, loaded)?;
    // SAFETY: not NULL, so writable by the C caller's contract.
    unsafe { raw::put(library, raw::handle(loaded.handle)) }
}

pub(crate) unsafe fn cu_library_unload(library: CUlibrary) -> Result {
    Library::find(library)?.unload()
}

pub(crate) unsafe fn cu_library_get_kernel(
    kernel: *mut CUkernel,
    library: CUlibrary,
    name: *const c_char,
) -> Result {
    let library = Library::find(library)?;
    // SAFETY: the C caller's contract.
    let found = library.kernel(unsafe { raw::text(name) }?)?;
    // SAFETY: the C caller's contract.
    unsafe { raw::put(kernel, raw::handle(found.handle)) }
}

pub(crate) unsafe fn cu_library_get_module(module: *mut CUmodule, library: CUlibrary) -> Result {
    let live = current::healthy()?;
    let found = Library::find(library)?.module(&live)?;
    // SAFETY: the C caller's contract.
    unsafe { raw::put(module, raw::handle(found.handle)) }
}

pub(crate) unsafe fn cu_library_get_kernel_count(count: *mut c_uint, library: CUlibrary) -> Result {
    let library = Library::find(library)?;
    // SAFETY: the C caller's contract.
    unsafe { raw::put(count, library.kernels().len() as c_uint) }
}

pub(crate) unsafe fn cu_library_enumerate_kernels(
    kernels: *mut CUkernel,
    count: c_uint,
    library: CUlibrary,
) -> Result {
    let library = Library::find(library)?;
    if kernels.is_null() {
        return Err(Error::InvalidValue);
    }
    for (index, kernel) in library.kernels().iter().take(count as usize).enumerate() {
        // SAFETY: the array has `count` elements by the C caller's contract.
        unsafe { kernels.add(index).write(raw::handle(kernel.handle)) };
    }
    Ok(())
}

pub(crate) unsafe fn cu_library_get_global(
    dptr: *mut CUdeviceptr,
    bytes: *mut usize,
    library: CUlibrary,
    name: *const c_char,
) -> Result {
    let live = current::healthy()?;
    let module = Library::find(library)?.module(&live)?;
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

pub(crate) unsafe fn cu_kernel_get_function(function: *mut CUfunction, kernel: CUkernel) -> Result {
    let live = current::healthy()?;
    let found = Kernel::find(kernel)?.function(&live)?;
    // SAFETY: the C caller's contract.
    unsafe { raw::put(function, raw::handle(found.handle)) }
}

pub(crate) unsafe fn cu_kernel_get_library(library: *mut CUlibrary, kernel: CUkernel) -> Result {
    let kernel = Kernel::find(kernel)?;
    // SAFETY: the C caller's contract.
    unsafe { raw::put(library, raw::handle(kernel.library)) }
}

pub(crate) unsafe fn cu_kernel_get_attribute(
    value: *mut c_int,
    attribute: CUfunction_attribute,
    kernel: CUkernel,
    dev: CUdevice,
) -> Result {
    let device = Driver::get()?.device(dev)?;
    let kernel = Kernel::find(kernel)?;
    // What the text's header does not tell is known where the kernel is loaded.
    let known = match current::live() {
        Ok(live) => kernel.function(&live)?.attribute(attribute, device)?,
        Err(_) => attribute_of(&kernel.info, &kernel.info.described, &kernel.settings, attribute, device)?,
    };
    // SAFETY: the C caller's contract.
    unsafe { raw::put(value, known) }
}

pub(crate) unsafe fn cu_kernel_set_attribute(
    attribute: CUfunction_attribute,
    value: c_int,
    kernel: CUkernel,
    dev: CUdevice,
) -> Result {
    let device = Driver::get()?.device(dev)?;
    let kernel = Kernel::find(kernel)?;
    let needs = match current::live() {
        Ok(live) => kernel.function(&live)?.needs(),
        Err(_) => kernel.info.described,
    };
    set_attribute_of(&needs, &kernel.settings, attribute, value, device)
}

pub(crate) unsafe fn cu_kernel_set_cache_config(
    kernel: CUkernel,
    config: CUfunc_cache,
    dev: CUdevice,
) -> Result {
    Driver::get()?.device(dev)?;
    Kernel::find(kernel)?;
    if config <= CU_FUNC_CACHE_PREFER_EQUAL { Ok(()) } else { Err(Error::InvalidValue) }
}

pub(crate) unsafe fn cu_kernel_get_name(name: *mut *const c_char, kernel: CUkernel) -> Result {
    let kernel = Kernel::find(kernel)?;
    // The text lives as long as the library's handle, which the caller keeps.
    // SAFETY: the C caller's contract.
    unsafe { raw::put(name, kernel.info.name.as_ptr()) }
}

pub(crate) unsafe fn cu_kernel_get_param_info(
    kernel: CUkernel,
    index: usize,
    offset: *mut usize,
    size: *mut usize,
) -> Result {
    let kernel = Kernel::find(kernel)?;
    // SAFETY: the same contract.
    unsafe { put_param(&kernel.info, index, offset, size) }
}

pub(crate) unsafe fn cu_kernel_get_param_count(kernel: CUkernel, count: *mut usize) -> Result {
    let kernel = Kernel::find(kernel)?;
    // SAFETY: the C caller's contract.
    unsafe { raw::put(count, kernel.info.params.len()) }
}
