//! cuGetErrorName and cuGetErrorString.

use std::ffi::{CStr, c_char};
use std::ptr;

use cuda_abi::CUresult;

/// cuGetErrorName: null and `CUDA_ERROR_INVALID_VALUE` for an unknown code.
///
/// # Safety
/// `text` is null or writable.
pub unsafe fn error_name(error: CUresult, text: *mut *const c_char) -> CUresult {
    // SAFETY: the same contract.
    unsafe { answer(error.c_name(), text) }
}

/// cuGetErrorString: null and `CUDA_ERROR_INVALID_VALUE` for an unknown code.
///
/// # Safety
/// `text` is null or writable.
pub unsafe fn error_string(error: CUresult, text: *mut *const c_char) -> CUresult {
    // SAFETY: the same contract.
    unsafe { answer(error.c_description(), text) }
}

/// # Safety
/// `text` is null or writable.
unsafe fn answer(found: Option<&'static CStr>, text: *mut *const c_char) -> CUresult {
    if text.is_null() {
        return CUresult::INVALID_VALUE;
    }
    // SAFETY: not null, hence writable.
    unsafe { text.write(found.map_or(ptr::null(), CStr::as_ptr)) };
    match found {
        Some(_) => CUresult::SUCCESS,
        None => CUresult::INVALID_VALUE,
    }
}
