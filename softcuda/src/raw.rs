//! Reading and writing through the pointers that C callers pass. A NULL where a value is due is an error,
//! never a crash; anything else is the caller's contract with cuda.h.

use std::ffi::{CStr, c_char, c_void};

use cuda_contract::claims;

use crate::error::{Error, Result};

/// Writes a required output.
///
/// # Safety
/// `pointer` is NULL or valid for a write of `T`.
pub(crate) unsafe fn put<T>(pointer: *mut T, value: T) -> Result {
    if pointer.is_null() {
        return Err(Error::InvalidValue);
    }
    // SAFETY: not NULL, so valid by the caller's contract.
    unsafe { pointer.write(value) };
    Ok(())
}

/// Writes an optional output.
///
/// # Safety
/// `pointer` is NULL or valid for a write of `T`.
pub(crate) unsafe fn put_optional<T>(pointer: *mut T, value: T) {
    if !pointer.is_null() {
        // SAFETY: not NULL, so valid by the caller's contract.
        unsafe { pointer.write(value) };
    }
}

/// Reads a required input.
///
/// # Safety
/// `pointer` is NULL or valid for a read of `T`.
pub(crate) unsafe fn take<T: Copy>(pointer: *const T) -> Result<T> {
    if pointer.is_null() {
        return Err(Error::InvalidValue);
    }
    // SAFETY: not NULL, so valid by the caller's contract.
    Ok(unsafe { pointer.read() })
}

/// Checks a required array: not NULL, and not longer than it can be.
pub(crate) fn array<T>(array: *const T, count: usize) -> Result {
    if array.is_null() || !claims::can_be_array(array, count) {
        return Err(Error::InvalidValue);
    }
    Ok(())
}

/// A required text.
///
/// # Safety
/// `text` is NULL or NUL-terminated, and outlives the result.
pub(crate) unsafe fn text<'a>(text: *const c_char) -> Result<&'a CStr> {
    if text.is_null() {
        return Err(Error::InvalidValue);
    }
    // SAFETY: not NULL, so NUL-terminated by the caller's contract.
    Ok(unsafe { CStr::from_ptr(text) })
}

/// Copies `value` and a NUL into a buffer of `len` bytes, cut to fit.
///
/// # Safety
/// `buffer` is NULL or valid for `len` bytes.
pub(crate) unsafe fn put_text(buffer: *mut c_char, len: i32, value: &str) -> Result {
    if buffer.is_null() || len <= 0 {
        return Err(Error::InvalidValue);
    }
    let fits = value.len().min(len as usize - 1);
    // SAFETY: `fits + 1 <= len` bytes are valid by the caller's contract.
    unsafe {
        std::ptr::copy_nonoverlapping(value.as_ptr().cast(), buffer, fits);
        buffer.add(fits).write(0);
    }
    Ok(())
}

/// A handle value as C sees it.
pub(crate) fn handle(value: u64) -> *mut c_void {
    value as *mut c_void
}
