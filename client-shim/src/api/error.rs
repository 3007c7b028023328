//! Names and descriptions of result codes.

use std::ffi::c_char;

use cuda_abi::CUresult;

use super::Answer;

pub(crate) unsafe fn cu_get_error_string(error: CUresult, pStr: *mut *const c_char) -> Answer {
    // SAFETY: `pStr` is null or writable.
    unsafe { cuda_contract::errors::error_string(error, pStr) }.ok()
}

pub(crate) unsafe fn cu_get_error_name(error: CUresult, pStr: *mut *const c_char) -> Answer {
    // SAFETY: `pStr` is null or writable.
    unsafe { cuda_contract::errors::error_name(error, pStr) }.ok()
}
