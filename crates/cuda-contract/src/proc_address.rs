//! cuGetProcAddress: which version and variant of a function a caller gets.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr;

use cuda_abi::CUresult;

/// How a search ended (`CUdriverProcAddressQueryResult`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Found.
    Success = 0,
    /// The driver has no function of this name.
    SymbolNotFound = 1,
    /// The driver has it, but it is newer than the version asked for.
    VersionNotSufficient = 2,
}

/// The greatest flag; 0 and 1 both ask for the variants of the legacy default stream.
const PER_THREAD_STREAM: u64 = 2;

/// The library whose functions are looked up.
pub struct Library {
    /// The version it advertises; functions introduced later do not exist.
    pub driver_version: c_int,
    /// Address of the function with an id of the table; null if the library does not export it.
    pub address: fn(id: u16) -> *const c_void,
}

impl Library {
    /// Looks up `name` as a caller of CUDA `version` sees it.
    ///
    /// # Errors
    /// `CUDA_ERROR_INVALID_VALUE` for flags or a version that the driver does not know; `CUDA_ERROR_NOT_FOUND` if there is
    /// no function to return. Success always comes with an address.
    pub fn find(&self, name: &[u8], version: c_int, flags: u64) -> (CUresult, *const c_void, Status) {
        let refused = |result, status| (result, ptr::null(), status);
        if flags > PER_THREAD_STREAM || version > self.driver_version || name.is_empty() {
            return refused(CUresult::INVALID_VALUE, Status::SymbolNotFound);
        }
        let Ok(name) = std::str::from_utf8(name) else {
            return refused(CUresult::NOT_FOUND, Status::SymbolNotFound);
        };
        let per_thread = flags == PER_THREAD_STREAM;
        let Some(function) = cuda_abi::resolve(name, version, per_thread) else {
            let known = cuda_abi::resolve(name, self.driver_version, per_thread).is_some();
            let status = if known { Status::VersionNotSufficient } else { Status::SymbolNotFound };
            return refused(CUresult::NOT_FOUND, status);
        };
        match (self.address)(function.id) {
            address if address.is_null() => refused(CUresult::NOT_FOUND, Status::SymbolNotFound),
            address => (CUresult::SUCCESS, address, Status::Success),
        }
    }

    /// cuGetProcAddress of CUDA 11.3 (four arguments).
    ///
    /// # Safety
    /// As for [`Library::get_proc_address_v2`].
    pub unsafe fn get_proc_address(
        &self,
        symbol: *const c_char,
        address: *mut *mut c_void,
        version: c_int,
        flags: u64,
    ) -> CUresult {
        // SAFETY: the same contract; a null status is allowed.
        unsafe { self.get_proc_address_v2(symbol, address, version, flags, ptr::null_mut()) }
    }

    /// cuGetProcAddress_v2 (five arguments, CUDA 12.0).
    ///
    /// # Safety
    /// `symbol` is null or NUL-terminated; `address` and `status` are null or writable.
    pub unsafe fn get_proc_address_v2(
        &self,
        symbol: *const c_char,
        address: *mut *mut c_void,
        version: c_int,
        flags: u64,
        status: *mut u32,
    ) -> CUresult {
        if symbol.is_null() || address.is_null() {
            return CUresult::INVALID_VALUE;
        }
        // SAFETY: not null, hence NUL-terminated.
        let name = unsafe { CStr::from_ptr(symbol) }.to_bytes();
        let (result, found, outcome) = self.find(name, version, flags);
        // SAFETY: `address` is not null, hence writable.
        unsafe { address.write(found.cast_mut()) };
        if !status.is_null() {
            // SAFETY: not null, hence writable.
            unsafe { status.write(outcome as u32) };
        }
        result
    }
}
