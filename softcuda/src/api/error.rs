//! Names and descriptions of errors.

use std::ffi::c_char;

use cuda_abi::CUresult;

use crate::error::{Error, Result};

pub(crate) unsafe fn cu_get_error_string(error: CUresult, text: *mut *const c_char) -> Result {
    // SAFETY: the C caller's contract.
    answer(unsafe { cuda_contract::errors::error_string(error, text) })
}

pub(crate) unsafe fn cu_get_error_name(error: CUresult, text: *mut *const c_char) -> Result {
    // SAFETY: the C caller's contract.
    answer(unsafe { cuda_contract::errors::error_name(error, text) })
}

/// A result of the contract crate as ours.
pub(crate) fn answer(result: CUresult) -> Result {
    match result.0 {
        0 => Ok(()),
        code => Err(Error::from_code(code as u32)),
    }
}
