//! Libraries: loaded when something of them is needed.

use std::ffi::{c_char, c_int, c_uint, c_void};
use std::sync::Arc;

use cuda_abi::*;

use super::function::function_of;
use super::{Answer, function, module, not_null, put, put_if, text};
use crate::handle;
use crate::state::context::current;
use crate::state::function::Owner;
use crate::state::image::Selected;
use crate::state::module::{Failure, Library, Loaded, Logs, Options};
use crate::state::{self, Global, image, thread};

pub(crate) unsafe fn cu_library_load_data(
    library: *mut CUlibrary,
    code: *const c_void,
    jitOptions: *mut CUjit_option,
    jitOptionsValues: *mut *mut c_void,
    numJitOptions: c_uint,
    _libraryOptions: *mut CUlibraryOption,
    _libraryOptionValues: *mut *mut c_void,
    _numLibraryOptions: c_uint,
) -> Answer {
    let g = state::global()?;
    not_null(library)?;
    // SAFETY: the program's arrays have `numJitOptions` elements.
    let options = unsafe { module::options(numJitOptions, jitOptions, jitOptionsValues) }?;
    // The bytes that will be used are copied whatever BINARY_IS_PRESERVED says: they are few.
    let devices: Vec<_> = g.devices().collect();
    // SAFETY: the program passes an image.
    let made = unsafe { image::select(code, &devices) }.and_then(|image| make(g, image, &options));
    let (made, logs) = made.map_err(|failure| {
        options.report(&failure.logs);
        failure.code
    })?;
    options.report(&logs);
    // SAFETY: checked above.
    unsafe { put(library, made.raw()) }
}

/// A new library. Its image waits until something of it is needed, unless the program wants to read what the compiler says: its buffers are
/// there only during this call.
fn make(g: &Global, image: Selected, options: &Options) -> Result<(Arc<Library>, Logs), Failure> {
    let made = Library::new(g, image, options.without_logs());
    if !options.want_logs() {
        return Ok((made, Logs::default()));
    }
    match made.load(g, thread::this().current()) {
        Ok((_, logs)) => Ok((made, logs)),
        Err(failure) => {
            g.libraries.remove(made.raw());
            Err(failure)
        }
    }
}

pub(crate) unsafe fn cu_library_load_from_file(
    library: *mut CUlibrary,
    fileName: *const c_char,
    jitOptions: *mut CUjit_option,
    jitOptionsValues: *mut *mut c_void,
    numJitOptions: c_uint,
    libraryOptions: *mut CUlibraryOption,
    libraryOptionValues: *mut *mut c_void,
    numLibraryOptions: c_uint,
) -> Answer {
    state::global()?;
    // SAFETY: null or NUL-terminated.
    let image = unsafe { module::read_file(fileName) }?;
    // SAFETY: the image has a NUL behind it; the rest is the same contract.
    unsafe {
        cu_library_load_data(
            library,
            image.as_ptr().cast(),
            jitOptions,
            jitOptionsValues,
            numJitOptions,
            libraryOptions,
            libraryOptionValues,
            numLibraryOptions,
        )
    }
}

/// The library of a handle.
fn library_of(g: &Global, handle: CUlibrary) -> Result<Arc<Library>, CUresult> {
    g.libraries.get(handle).ok_or(CUresult::INVALID_HANDLE)
}

/// What a library holds; its first use loads it.
fn loaded(g: &Global, handle: CUlibrary) -> Result<Arc<Loaded>, CUresult> {
    library_of(g, handle)?.loaded(g, thread::this().current())
}

pub(crate) unsafe fn cu_library_unload(library: CUlibrary) -> Answer {
    let g = state::global()?;
    let context = thread::this().current().filter(|c| c.is_open()).map_or(0, |c| c.id);
    library_of(g, library)?.unload(g, context)
}

pub(crate) unsafe fn cu_library_get_kernel(
    pKernel: *mut CUkernel,
    library: CUlibrary,
    name: *const c_char,
) -> Answer {
    let g = state::global()?;
    library_of(g, library)?;
    not_null(pKernel)?;
    // SAFETY: null or NUL-terminated.
    let name = unsafe { text(name) }?;
    let kernel = loaded(g, library)?.function(name)?;
    // SAFETY: checked above.
    unsafe { put(pKernel, kernel.raw()) }
}

pub(crate) unsafe fn cu_library_get_module(pMod: *mut CUmodule, library: CUlibrary) -> Answer {
    let g = state::global()?;
    let library = library_of(g, library)?;
    not_null(pMod)?;
    let module = library.module(g, current()?)?;
    // SAFETY: checked above.
    unsafe { put(pMod, module.raw()) }
}

pub(crate) unsafe fn cu_library_get_kernel_count(count: *mut c_uint, lib: CUlibrary) -> Answer {
    let g = state::global()?;
    let loaded = loaded(g, lib)?;
    // SAFETY: null or writable.
    unsafe { put(count, loaded.functions.len() as c_uint) }
}

pub(crate) unsafe fn cu_library_enumerate_kernels(
    kernels: *mut CUkernel,
    numKernels: c_uint,
    lib: CUlibrary,
) -> Answer {
    let g = state::global()?;
    let loaded = loaded(g, lib)?;
    // SAFETY: the program's array has `numKernels` elements.
    unsafe { module::enumerate(kernels, numKernels, &loaded.functions) }
}

/// The same handle: see [`crate::state::function`].
pub(crate) unsafe fn cu_kernel_get_function(pFunc: *mut CUfunction, kernel: CUkernel) -> Answer {
    let g = state::global()?;
    let kernel = function_of(g, kernel)?;
    current()?;
    // SAFETY: null or writable.
    unsafe { put(pFunc, kernel.raw()) }
}

pub(crate) unsafe fn cu_kernel_get_library(pLib: *mut CUlibrary, kernel: CUkernel) -> Answer {
    let g = state::global()?;
    match function_of(g, kernel)?.owner {
        // SAFETY: null or writable.
        Owner::Library(library) => unsafe { put(pLib, handle::raw(library)) },
        Owner::Module(_) => Err(CUresult::INVALID_HANDLE),
    }
}

pub(crate) unsafe fn cu_library_get_global(
    dptr: *mut CUdeviceptr,
    bytes: *mut usize,
    library: CUlibrary,
    name: *const c_char,
) -> Answer {
    let g = state::global()?;
    library_of(g, library)?;
    let context = current()?;
    // SAFETY: null or NUL-terminated.
    let name = unsafe { text(name) }?;
    let (address, size) = loaded(g, library)?.global(g, context, name)?;
    // SAFETY: each is null or writable; the program may want only one.
    unsafe {
        put_if(dptr, address);
        put_if(bytes, size as usize);
    }
    Ok(())
}

pub(crate) unsafe fn cu_kernel_get_attribute(
    pi: *mut c_int,
    attrib: CUfunction_attribute,
    kernel: CUkernel,
    dev: CUdevice,
) -> Answer {
    state::global()?.device(dev)?;
    // SAFETY: the same contract.
    unsafe { function::cu_func_get_attribute(pi, attrib, kernel) }
}

pub(crate) unsafe fn cu_kernel_set_attribute(
    attrib: CUfunction_attribute,
    val: c_int,
    kernel: CUkernel,
    dev: CUdevice,
) -> Answer {
    let g = state::global()?;
    g.device(dev)?;
    let kernel = function_of(g, kernel)?;
    function::set_attribute(g, &kernel, attrib, val)
}

pub(crate) unsafe fn cu_kernel_set_cache_config(
    kernel: CUkernel,
    config: CUfunc_cache,
    dev: CUdevice,
) -> Answer {
    let g = state::global()?;
    g.device(dev)?;
    let kernel = function_of(g, kernel)?;
    function::set_cache_config(g, &kernel, config)
}

pub(crate) unsafe fn cu_kernel_get_name(name: *mut *const c_char, hfunc: CUkernel) -> Answer {
    // SAFETY: the same contract.
    unsafe { function::cu_func_get_name(name, hfunc) }
}

pub(crate) unsafe fn cu_kernel_get_param_info(
    kernel: CUkernel,
    paramIndex: usize,
    paramOffset: *mut usize,
    paramSize: *mut usize,
) -> Answer {
    // SAFETY: the same contract.
    unsafe { function::cu_func_get_param_info(kernel, paramIndex, paramOffset, paramSize) }
}

pub(crate) unsafe fn cu_kernel_get_param_count(kernel: CUkernel, paramCount: *mut usize) -> Answer {
    // SAFETY: the same contract.
    unsafe { function::cu_func_get_param_count(kernel, paramCount) }
}
