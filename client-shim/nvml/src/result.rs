//! Result codes of NVML, and the way out of a function.

use std::ffi::CStr;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// `nvmlReturn_t`.
pub type Return = i32;

/// What went wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(i32)]
pub(crate) enum Error {
    Uninitialized = 1,
    InvalidArgument = 2,
    NotSupported = 3,
    NotFound = 6,
    InsufficientSize = 7,
    DriverNotLoaded = 9,
    LibraryNotFound = 12,
    ArgumentVersionMismatch = 25,
    Unknown = 999,
}

/// Runs the body of an exported function; nothing unwinds into C.
pub(crate) fn answer(body: impl FnOnce() -> Result<(), Error>) -> Return {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => 0,
        Ok(Err(error)) => error as Return,
        Err(_) => Error::Unknown as Return,
    }
}

/// nvmlErrorString.
pub(crate) fn describe(code: Return) -> &'static CStr {
    match code {
        0 => c"Success",
        1 => c"Uninitialized",
        2 => c"Invalid Argument",
        3 => c"Not Supported",
        4 => c"Insufficient Permissions",
        5 => c"Already Initialized",
        6 => c"Not Found",
        7 => c"Insufficient Size",
        9 => c"Driver Not Loaded",
        12 => c"NVML Shared Library Not Found",
        13 => c"Function Not Found",
        25 => c"Argument Version Mismatch",
        _ => c"Unknown Error",
    }
}

/// Writes a result; InvalidArgument if the pointer is null.
///
/// # Safety
/// `out` is null or writable.
pub(crate) unsafe fn put<T>(out: *mut T, value: T) -> Result<(), Error> {
    if out.is_null() {
        return Err(Error::InvalidArgument);
    }
    // SAFETY: not null, hence writable.
    unsafe { out.write_unaligned(value) };
    Ok(())
}

/// Writes text with its NUL; InsufficientSize if it does not fit `length` bytes.
///
/// # Safety
/// `out` is null or has `length` bytes.
pub(crate) unsafe fn put_text(out: *mut std::ffi::c_char, length: u32, text: &str) -> Result<(), Error> {
    if out.is_null() {
        return Err(Error::InvalidArgument);
    }
    if text.len() >= length as usize {
        return Err(Error::InsufficientSize);
    }
    // SAFETY: the text and its NUL fit the buffer.
    unsafe {
        std::ptr::copy_nonoverlapping(text.as_ptr(), out.cast(), text.len());
        out.add(text.len()).write(0);
    }
    Ok(())
}
