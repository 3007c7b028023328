//! Linking.

use std::ffi::{c_char, c_uint, c_void};

use cuda_abi::*;

use crate::api::module::read_file;
use crate::context::current;
use crate::driver::Driver;
use crate::error::{Error, Result};
use crate::jit::JitOptions;
use crate::link::{LINKS, Link};
use crate::raw;

pub(crate) unsafe fn cu_link_create_v2(
    count: c_uint,
    options: *mut CUjit_option,
    values: *mut *mut c_void,
    state: *mut CUlinkState,
) -> Result {
    let live = current::healthy()?;
    if state.is_null() {
        return Err(Error::InvalidValue);
    }
    // SAFETY: the C caller's contract.
    let link = Link::create(live.id, unsafe { JitOptions::read(count, options, values) }?);
    // SAFETY: not NULL, so writable by the C caller's contract.
    unsafe { raw::put(state, raw::handle(link.handle)) }
}

pub(crate) unsafe fn cu_link_create(
    count: c_uint,
    options: *mut CUjit_option,
    values: *mut *mut c_void,
    state: *mut CUlinkState,
) -> Result {
    // SAFETY: the same contract.
    unsafe { cu_link_create_v2(count, options, values, state) }
}

fn find(state: CUlinkState) -> Result<std::sync::Arc<Link>> {
    LINKS.get(state as u64).ok_or(Error::InvalidHandle)
}

pub(crate) unsafe fn cu_link_add_data_v2(
    state: CUlinkState,
    kind: CUjitInputType,
    data: *mut c_void,
    size: usize,
    name: *const c_char,
    _count: c_uint,
    _options: *mut CUjit_option,
    _values: *mut *mut c_void,
) -> Result {
    let link = find(state)?;
    if size == 0 {
        return Err(Error::InvalidValue);
    }
    raw::array(data.cast::<u8>(), size)?;
    // SAFETY: the C caller passes `size` bytes.
    let bytes = unsafe { std::slice::from_raw_parts(data.cast::<u8>(), size) };
    let name = match name.is_null() {
        true => "input".into(),
        // SAFETY: not NULL, so NUL-terminated by the C caller's contract.
        false => unsafe { raw::text(name) }?.to_string_lossy(),
    };
    link.add(kind, bytes, &name, Driver::get()?)
}

pub(crate) unsafe fn cu_link_add_data(
    state: CUlinkState,
    kind: CUjitInputType,
    data: *mut c_void,
    size: usize,
    name: *const c_char,
    count: c_uint,
    options: *mut CUjit_option,
    values: *mut *mut c_void,
) -> Result {
    // SAFETY: the same contract.
    unsafe { cu_link_add_data_v2(state, kind, data, size, name, count, options, values) }
}

pub(crate) unsafe fn cu_link_add_file_v2(
    state: CUlinkState,
    kind: CUjitInputType,
    path: *const c_char,
    _count: c_uint,
    _options: *mut CUjit_option,
    _values: *mut *mut c_void,
) -> Result {
    let link = find(state)?;
    // SAFETY: the C caller's contract.
    let (bytes, name) = unsafe { (read_file(path)?, raw::text(path)?) };
    link.add(kind, &bytes, &name.to_string_lossy(), Driver::get()?)
}

pub(crate) unsafe fn cu_link_add_file(
    state: CUlinkState,
    kind: CUjitInputType,
    path: *const c_char,
    count: c_uint,
    options: *mut CUjit_option,
    values: *mut *mut c_void,
) -> Result {
    // SAFETY: the same contract.
    unsafe { cu_link_add_file_v2(state, kind, path, count, options, values) }
}

pub(crate) unsafe fn cu_link_complete(
    state: CUlinkState,
    cubin: *mut *mut c_void,
    size: *mut usize,
) -> Result {
    let link = find(state)?;
    if cubin.is_null() {
        return Err(Error::InvalidValue);
    }
    let (image, bytes) = link.complete()?;
    // SAFETY: the C caller's contract; the size is optional.
    unsafe {
        raw::put_optional(size, bytes);
        raw::put(cubin, image.cast_mut().cast())
    }
}

pub(crate) unsafe fn cu_link_destroy(state: CUlinkState) -> Result {
    LINKS.remove(state as u64).map(drop).ok_or(Error::InvalidHandle)
}
