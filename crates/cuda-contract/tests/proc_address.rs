//! Look-up of entry points.

use std::ffi::{CStr, c_int, c_void};
use std::ptr;

use cuda_abi::{CUresult, FUNCTIONS, PER_THREAD};
use cuda_contract::proc_address::{Library, Status};

/// An address that tells its function: the id, never null.
fn address(id: u16) -> *const c_void {
    ptr::without_provenance(0x1_0000 + usize::from(id))
}

fn library(driver_version: c_int) -> Library {
    Library { driver_version, address }
}

/// Name, version, flags: the symbol that is found.
#[test]
fn versions_and_variants() {
    let cases = [
        (c"cuInit", 2000, 0, "cuInit"),
        (c"cuMemAlloc", 2000, 0, "cuMemAlloc"),
        (c"cuMemAlloc", 3020, 0, "cuMemAlloc_v2"),
        (c"cuMemAlloc", 13050, 1, "cuMemAlloc_v2"),
        (c"cuCtxGetDevice", 12090, 0, "cuCtxGetDevice"),
        (c"cuCtxGetDevice", 13000, 0, "cuCtxGetDevice_v2"),
        (c"cuEventElapsedTime", 12070, 0, "cuEventElapsedTime"),
        (c"cuEventElapsedTime", 12080, 0, "cuEventElapsedTime_v2"),
        (c"cuStreamGetCaptureInfo", 12030, 0, "cuStreamGetCaptureInfo_v3"),
        (c"cuLaunchKernel", 7000, 2, "cuLaunchKernel_ptsz"),
        (c"cuLaunchKernel", 7000, 1, "cuLaunchKernel"),
        (c"cuMemcpyHtoD", 7000, 2, "cuMemcpyHtoD_v2_ptds"),
        (c"cuInit", 13050, 2, "cuInit"),
        (c"cuGetProcAddress", 11030, 0, "cuGetProcAddress"),
        (c"cuGetProcAddress", 12000, 0, "cuGetProcAddress_v2"),
    ];
    for (name, version, flags, symbol) in cases {
        let (result, found, status) = library(13050).find(name.to_bytes(), version, flags);
        assert_eq!((result, status), (CUresult::SUCCESS, Status::Success), "{name:?} {version} {flags}");
        let function = FUNCTIONS.iter().find(|function| address(function.id) == found).unwrap();
        assert_eq!(function.symbol, symbol, "{name:?} {version} {flags}");
    }
}

/// Driver version, name, version, flags: result and status of what is not found.
#[test]
fn refusals() {
    use Status::{SymbolNotFound, VersionNotSufficient};
    let cases = [
        (13050, &b"cuNoSuchFunction"[..], 13050, 0, CUresult::NOT_FOUND, SymbolNotFound),
        (13050, b"", 13050, 0, CUresult::INVALID_VALUE, SymbolNotFound),
        (13050, b"\xff\xfe", 13050, 0, CUresult::NOT_FOUND, SymbolNotFound),
        (13050, b"cuInit", 13050, 3, CUresult::INVALID_VALUE, SymbolNotFound),
        (12040, b"cuInit", 12050, 0, CUresult::INVALID_VALUE, SymbolNotFound),
        (13050, b"cuGetProcAddress", 11020, 0, CUresult::NOT_FOUND, VersionNotSufficient),
        (11000, b"cuGetProcAddress", 11000, 0, CUresult::NOT_FOUND, SymbolNotFound),
    ];
    for (driver, name, version, flags, result, status) in cases {
        let found = library(driver).find(name, version, flags);
        assert_eq!(found, (result, ptr::null(), status), "{name:?} {version} {flags} on {driver}");
    }
}

/// Success never comes with null: neither for any function of the table nor from a library that lacks one.
#[test]
fn success_has_an_address() {
    let empty = Library { driver_version: 13050, address: |_| ptr::null() };
    for function in FUNCTIONS {
        let flags = if function.id & PER_THREAD != 0 { 2 } else { 0 };
        let found = library(13050).find(function.name.as_bytes(), function.version, flags);
        assert_eq!((found.0, found.1), (CUresult::SUCCESS, address(function.id)), "{}", function.symbol);
        assert_eq!(empty.find(function.name.as_bytes(), function.version, flags).0, CUresult::NOT_FOUND);
    }
}

#[test]
fn c_entry_points() {
    let name: *const _ = CStr::as_ptr(c"cuInit");
    let library = library(13050);
    let (mut found, mut status) = (ptr::null_mut(), 7);
    // SAFETY: all pointers are null or point to locals.
    unsafe {
        assert_eq!(library.get_proc_address(name, &mut found, 2000, 0), CUresult::SUCCESS);
        assert!(!found.is_null());
        assert_eq!(library.get_proc_address_v2(name, &mut found, 1000, 0, &mut status), CUresult::NOT_FOUND);
        assert_eq!((found, status), (ptr::null_mut(), 2));
        assert_eq!(
            library.get_proc_address_v2(name, &mut found, 2000, 0, ptr::null_mut()),
            CUresult::SUCCESS
        );
        let refused = library.get_proc_address_v2(ptr::null(), &mut found, 2000, 0, ptr::null_mut());
        assert_eq!(refused, CUresult::INVALID_VALUE);
        assert_eq!(library.get_proc_address(name, ptr::null_mut(), 2000, 0), CUresult::INVALID_VALUE);
    }
}
