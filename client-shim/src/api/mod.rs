//! What each driver function means, by facility; called by the generated exports.
//!
//! Every function answers `Result<(), CUresult>`. Pointers come from the program under the contract that cuda.h gives it: null, or
//! valid for what the function reads or writes. Null is always checked.

#![allow(non_snake_case, clippy::too_many_arguments, reason = "the parameters are those of cuda.h")]

pub(crate) mod boxes;
pub(crate) mod context;
pub(crate) mod copy;
pub(crate) mod device;
pub(crate) mod error;
pub(crate) mod event;
pub(crate) mod function;
pub(crate) mod graph;
pub(crate) mod green;
pub(crate) mod host;
pub(crate) mod init;
pub(crate) mod ipc;
pub(crate) mod launch;
pub(crate) mod library;
pub(crate) mod link;
pub(crate) mod log;
pub(crate) mod managed;
pub(crate) mod memory;
pub(crate) mod module;
pub(crate) mod occupancy;
pub(crate) mod peer;
pub(crate) mod pointer;
pub(crate) mod pool;
pub(crate) mod profiler;
pub(crate) mod stream;
pub(crate) mod texture;
pub(crate) mod vmm;

use std::ffi::{CStr, c_char};

use cuda_abi::CUresult;
use cuda_contract::claims;

/// What every function answers.
pub(crate) type Answer = Result<(), CUresult>;

/// Writes a result through the program's pointer; CUDA_ERROR_INVALID_VALUE if it is null.
///
/// # Safety
/// `out` is null or writable.
pub(crate) unsafe fn put<T>(out: *mut T, value: T) -> Answer {
    if out.is_null() {
        return Err(CUresult::INVALID_VALUE);
    }
    // SAFETY: not null, hence writable. C programs may pass pointers that are not aligned.
    unsafe { out.write_unaligned(value) };
    Ok(())
}

/// Writes a result if the program wants it.
///
/// # Safety
/// `out` is null or writable.
pub(crate) unsafe fn put_if<T>(out: *mut T, value: T) {
    if !out.is_null() {
        // SAFETY: not null, hence writable.
        unsafe { out.write_unaligned(value) };
    }
}

/// Fails with CUDA_ERROR_INVALID_VALUE for a null pointer.
pub(crate) fn not_null<T>(pointer: *const T) -> Answer {
    if pointer.is_null() { Err(CUresult::INVALID_VALUE) } else { Ok(()) }
}

/// Fails with CUDA_ERROR_INVALID_VALUE for a null pointer and for an array that cannot have so many elements.
pub(crate) fn array<T>(pointer: *const T, count: usize) -> Answer {
    not_null(pointer)?;
    if claims::can_be_array(pointer, count) { Ok(()) } else { Err(CUresult::INVALID_VALUE) }
}

/// The text at a pointer; CUDA_ERROR_INVALID_VALUE for null.
///
/// # Safety
/// `text` is null or NUL-terminated and stays so during the call.
pub(crate) unsafe fn text<'a>(text: *const c_char) -> Result<&'a str, CUresult> {
    not_null(text)?;
    // SAFETY: not null, hence NUL-terminated.
    let text = unsafe { CStr::from_ptr(text) };
    text.to_str().map_err(|_| CUresult::NOT_FOUND)
}
