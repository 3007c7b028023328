//! Start, end, versions.

use std::ffi::{c_char, c_int, c_uint};

use crate::cuda;
use crate::result::{Return, answer, describe, put, put_text};

/// Starts NVML.
#[unsafe(no_mangle)]
pub extern "C" fn nvmlInit_v2() -> Return {
    answer(cuda::initialise)
}

/// Starts NVML.
#[unsafe(no_mangle)]
pub extern "C" fn nvmlInit() -> Return {
    answer(cuda::initialise)
}

/// Starts NVML; the flags allow devices to be missing, which does not happen here.
#[unsafe(no_mangle)]
pub extern "C" fn nvmlInitWithFlags(_flags: c_uint) -> Return {
    answer(cuda::initialise)
}

/// Ends NVML: the last of as many calls as nvmlInit had.
#[unsafe(no_mangle)]
pub extern "C" fn nvmlShutdown() -> Return {
    answer(cuda::shut_down)
}

/// The text of a result.
#[unsafe(no_mangle)]
pub extern "C" fn nvmlErrorString(result: Return) -> *const c_char {
    describe(result).as_ptr()
}

/// The pool's driver version.
///
/// # Safety
/// `version` is null or has `length` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlSystemGetDriverVersion(version: *mut c_char, length: c_uint) -> Return {
    // SAFETY: the caller's contract.
    answer(|| unsafe { put_text(version, length, &cuda::snapshot()?.driver_name) })
}

/// NVML's version: that of CUDA, and the driver's.
///
/// # Safety
/// `version` is null or has `length` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlSystemGetNVMLVersion(version: *mut c_char, length: c_uint) -> Return {
    answer(|| {
        let snapshot = cuda::snapshot()?;
        let text = format!("{}.{}", snapshot.driver_version / 1000, snapshot.driver_name);
        // SAFETY: the caller's contract.
        unsafe { put_text(version, length, &text) }
    })
}

/// What cuDriverGetVersion answers.
///
/// # Safety
/// `version` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlSystemGetCudaDriverVersion(version: *mut c_int) -> Return {
    // SAFETY: the caller's contract.
    answer(|| unsafe { put(version, cuda::snapshot()?.driver_version) })
}

/// What cuDriverGetVersion answers.
///
/// # Safety
/// `version` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlSystemGetCudaDriverVersion_v2(version: *mut c_int) -> Return {
    // SAFETY: the same contract.
    unsafe { nvmlSystemGetCudaDriverVersion(version) }
}
