//! Start-up: initialisation, version, look-up of functions, export tables.

use std::ffi::{c_char, c_int, c_uint, c_void};

use cuda_abi::*;
use cuda_contract::proc_address::Library;

use crate::api::error::answer;
use crate::driver::{DRIVER_VERSION, Driver};
use crate::error::{Error, Result};
use crate::generated::exports;
use crate::{graph, raw};

static LIBRARY: Library = Library { driver_version: DRIVER_VERSION, address: exports::address };

pub(crate) unsafe fn cu_init(flags: c_uint) -> Result {
    graph::install();
    if flags != 0 {
        return Err(Error::InvalidValue);
    }
    Driver::init()
}

pub(crate) unsafe fn cu_driver_get_version(version: *mut c_int) -> Result {
    graph::install();
    // SAFETY: the C caller's contract.
    unsafe { raw::put(version, DRIVER_VERSION) }
}

pub(crate) unsafe fn cu_get_proc_address(
    symbol: *const c_char,
    function: *mut *mut c_void,
    version: c_int,
    flags: u64,
) -> Result {
    graph::install();
    // SAFETY: the C caller's contract.
    answer(unsafe { LIBRARY.get_proc_address(symbol, function, version, flags) })
}

pub(crate) unsafe fn cu_get_proc_address_v2(
    symbol: *const c_char,
    function: *mut *mut c_void,
    version: c_int,
    flags: u64,
    status: *mut CUdriverProcAddressQueryResult,
) -> Result {
    graph::install();
    // SAFETY: the C caller's contract.
    answer(unsafe { LIBRARY.get_proc_address_v2(symbol, function, version, flags, status) })
}

pub(crate) unsafe fn cu_get_export_table(table: *mut *const c_void, id: *const CUuuid) -> Result {
    graph::install();
    // SAFETY: the C caller's contract.
    answer(unsafe { cuda_contract::export_table(table, id) })
}
