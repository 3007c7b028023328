//! Linking: the worker's driver compiles and links, the result comes back to the program, which may keep it and load it later.

use std::ffi::{CStr, c_char, c_uint, c_void};
use std::sync::Arc;

use cuda_abi::*;

use super::{Answer, array, module, not_null, put, put_if, text};
use crate::state::context::current;
use crate::state::link::Link;
use crate::state::{self, Global};

/// The link of a handle.
fn link_of(g: &Global, handle: CUlinkState) -> Result<Arc<Link>, CUresult> {
    g.links.get(handle).ok_or(CUresult::INVALID_HANDLE)
}

pub(crate) unsafe fn cu_link_create_v2(
    numOptions: c_uint,
    options: *mut CUjit_option,
    optionValues: *mut *mut c_void,
    stateOut: *mut CUlinkState,
) -> Answer {
    let g = state::global()?;
    let context = current()?;
    not_null(stateOut)?;
    // SAFETY: the program's arrays have `numOptions` elements.
    let options = unsafe { module::options(numOptions, options, optionValues) }?;
    let link = Link::create(g, context, options)?;
    // SAFETY: checked above.
    unsafe { put(stateOut, link.raw()) }
}

pub(crate) unsafe fn cu_link_create(
    numOptions: c_uint,
    options: *mut CUjit_option,
    optionValues: *mut *mut c_void,
    stateOut: *mut CUlinkState,
) -> Answer {
    // SAFETY: the same contract.
    unsafe { cu_link_create_v2(numOptions, options, optionValues, stateOut) }
}

pub(crate) unsafe fn cu_link_add_data_v2(
    state: CUlinkState,
    r#type: CUjitInputType,
    data: *mut c_void,
    size: usize,
    name: *const c_char,
    numOptions: c_uint,
    options: *mut CUjit_option,
    optionValues: *mut *mut c_void,
) -> Answer {
    let g = state::global()?;
    let link = link_of(g, state)?;
    array(data.cast::<u8>(), size)?;
    // SAFETY: the program's arrays have `numOptions` elements.
    let options = unsafe { module::options(numOptions, options, optionValues) }?;
    // SAFETY: not null, hence NUL-terminated.
    let name = if name.is_null() { &[] } else { unsafe { CStr::from_ptr(name) }.to_bytes() };
    // SAFETY: the program passes `size` bytes.
    let bytes = unsafe { std::slice::from_raw_parts(data.cast_const().cast(), size) };
    link.add(g, r#type, bytes, name, &options)
}

pub(crate) unsafe fn cu_link_add_data(
    state: CUlinkState,
    r#type: CUjitInputType,
    data: *mut c_void,
    size: usize,
    name: *const c_char,
    numOptions: c_uint,
    options: *mut CUjit_option,
    optionValues: *mut *mut c_void,
) -> Answer {
    // SAFETY: the same contract.
    unsafe { cu_link_add_data_v2(state, r#type, data, size, name, numOptions, options, optionValues) }
}

pub(crate) unsafe fn cu_link_add_file_v2(
    state: CUlinkState,
    r#type: CUjitInputType,
    path: *const c_char,
    numOptions: c_uint,
    options: *mut CUjit_option,
    optionValues: *mut *mut c_void,
) -> Answer {
    let g = state::global()?;
    let link = link_of(g, state)?;
    // SAFETY: the program's arrays have `numOptions` elements.
    let options = unsafe { module::options(numOptions, options, optionValues) }?;
    // SAFETY: null or NUL-terminated.
    let path = unsafe { text(path) }?;
    let bytes = std::fs::read(path).map_err(|_| CUresult::FILE_NOT_FOUND)?;
    link.add(g, r#type, &bytes, path.as_bytes(), &options)
}

pub(crate) unsafe fn cu_link_add_file(
    state: CUlinkState,
    r#type: CUjitInputType,
    path: *const c_char,
    numOptions: c_uint,
    options: *mut CUjit_option,
    optionValues: *mut *mut c_void,
) -> Answer {
    // SAFETY: the same contract.
    unsafe { cu_link_add_file_v2(state, r#type, path, numOptions, options, optionValues) }
}

pub(crate) unsafe fn cu_link_complete(
    state: CUlinkState,
    cubinOut: *mut *mut c_void,
    sizeOut: *mut usize,
) -> Answer {
    let g = state::global()?;
    let link = link_of(g, state)?;
    not_null(cubinOut)?;
    let image = link.complete(g)?;
    // SAFETY: null or writable: the program may not want the size.
    unsafe { put_if(sizeOut, image.len()) };
    // SAFETY: checked above.
    unsafe { put(cubinOut, image.as_ptr().cast_mut().cast()) }
}

pub(crate) unsafe fn cu_link_destroy(state: CUlinkState) -> Answer {
    let g = state::global()?;
    g.links.remove(state).ok_or(CUresult::INVALID_HANDLE)?.destroy(g)
}
