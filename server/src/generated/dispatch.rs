// Written by `cargo xtask table` from crates/cuda-abi/table/driver.tsv; do not edit.
#![cfg_attr(rustfmt, rustfmt_skip)]
//! Plain calls: scalars and translated handles in, scalars and raw handles out.
#![allow(unused_variables, unused_imports, clippy::match_single_binding, reason = "what is used depends on the classes in the table")]

use std::ffi::{c_char, c_int, c_uchar, c_uint, c_ulonglong, c_ushort, c_void};

use cuda_abi::*;

use super::driver::Driver;

/// Makes a plain call; `None` when the id is not that of a plain function or the slots do not fit it.
///
/// # Safety
/// The handles among `slots` have been translated to the driver's (see [`handle_kinds`]), and the right context is current.
pub unsafe fn dispatch(driver: &Driver, id: u16, slots: &[u64], outs: &mut [u64]) -> Option<CUresult> {
    match (id, slots, outs) {
        _ => None,
    }
}

/// Per slot of a plain call, the kind of handle in it; empty for other functions.
pub fn handle_kinds(id: u16) -> &'static [Option<HandleKind>] {
    match id {
        _ => &[],
    }
}

/// Per output of a plain call, the kind of handle in it; empty for other functions.
pub fn out_kinds(id: u16) -> &'static [Option<HandleKind>] {
    match id {
        _ => &[],
    }
}
