//! The driver's log, which is always empty.

use std::ffi::{c_char, c_uint, c_void};

use cuda_abi::*;
use cuda_contract::logs;

use super::Answer;
use crate::state;

pub(crate) unsafe fn cu_logs_register_callback(
    callbackFunc: CUlogsCallback,
    _userData: *mut c_void,
    callback: *mut CUlogsCallbackHandle,
) -> Answer {
    state::global()?;
    // SAFETY: the C caller's contract.
    unsafe { logs::register(callbackFunc, callback) }
}

pub(crate) unsafe fn cu_logs_unregister_callback(callback: CUlogsCallbackHandle) -> Answer {
    state::global()?;
    logs::unregister(callback)
}

pub(crate) unsafe fn cu_logs_current(iterator: *mut CUlogIterator, flags: c_uint) -> Answer {
    state::global()?;
    // SAFETY: the C caller's contract.
    unsafe { logs::current(iterator, flags) }
}

pub(crate) unsafe fn cu_logs_dump_to_file(
    _iterator: *mut CUlogIterator,
    pathToFile: *const c_char,
    flags: c_uint,
) -> Answer {
    state::global()?;
    // SAFETY: the C caller's contract.
    unsafe { logs::dump_to_file(pathToFile, flags) }
}

pub(crate) unsafe fn cu_logs_dump_to_memory(
    _iterator: *mut CUlogIterator,
    buffer: *mut c_char,
    size: *mut usize,
    flags: c_uint,
) -> Answer {
    state::global()?;
    // SAFETY: the C caller's contract.
    unsafe { logs::dump_to_memory(buffer, size, flags) }
}
