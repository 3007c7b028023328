//! The worker's view of the table: the loaded driver, and the dispatch of plain calls.

use std::fmt::Write;

use super::abi::HEAD;
use super::names::{constant, param};
use super::row::{Param, Row, handle};
use super::types::Types;

/// Functions that the worker calls for itself, whatever their class.
const WORKER: &[&str] = &[
    "cuDeviceGetDefaultMemPool",
    "cuMemPoolSetAttribute",
    "cuStreamBatchMemOp_v2",
    "cuDeviceGetTexture1DLinearMaxWidth",
    "cuCtxGetSharedMemConfig",
    "cuCtxSetSharedMemConfig",
];

/// `generated/mod.rs`.
pub(crate) fn module() -> String {
    "\
//! Written by `cargo xtask table` from `crates/cuda-abi/table/driver.tsv`; do not edit.

pub mod dispatch;
pub mod driver;
"
    .into()
}

/// `generated/driver.rs`: the driver's functions, loaded by symbol.
pub(crate) fn driver(rows: &[Row], types: &Types) -> Result<String, String> {
    let mut out = format!("{HEAD}{DRIVER}");
    for row in rows.iter().filter(|row| row.implemented() || WORKER.contains(&row.symbol.as_str())) {
        let params: Result<Vec<String>, String> =
            row.params.iter().map(|p| Ok(format!("{}: {}", param(&p.name), types.rust(&p.ty)?))).collect();
        let _ = writeln!(out, "    {}({});", row.symbol, params?.join(", "));
    }
    out.push_str("}\n");
    Ok(out)
}

const DRIVER: &str = "\
//! The functions of the driver that this worker drives.
#![allow(non_snake_case, reason = \"the names are those of the C headers\")]

use std::ffi::{c_char, c_int, c_uchar, c_uint, c_ulonglong, c_ushort, c_void};

use cuda_abi::*;

/// Declares the driver: a function pointer per symbol, and the loader.
macro_rules! driver {
    ($($symbol:ident($($name:ident: $ty:ty),*);)*) => {
        /// The functions of a loaded driver library.
        ///
        /// A function that the library lacks answers `CUDA_ERROR_NOT_SUPPORTED`.
        #[derive(Clone, Copy)]
        pub struct Driver {
            $(
                #[doc = concat!(\"`\", stringify!($symbol), \"`.\")]
                pub $symbol: unsafe extern \"C\" fn($($name: $ty),*) -> CUresult,
            )*
        }

        impl Driver {
            /// The symbols in the order of the fields.
            pub const SYMBOLS: &[&str] = &[$(stringify!($symbol)),*];

            /// Takes the functions from a library; `symbol` returns an address, or null for a symbol it lacks.
            ///
            /// # Safety
            /// Each address is null or that of the driver function of this name, and stays valid as long as
            /// the driver is used.
            pub unsafe fn load(mut symbol: impl FnMut(&str) -> *const c_void) -> Driver {
                Driver {
                    $($symbol: {
                        unsafe extern \"C\" fn missing($(_: $ty),*) -> CUresult {
                            CUresult::NOT_SUPPORTED
                        }
                        let address = symbol(stringify!($symbol));
                        if address.is_null() {
                            missing
                        } else {
                            // SAFETY: the caller promises that this is the address of the function of this name,
                            // whose signature the table takes from cuda.h.
                            unsafe {
                                std::mem::transmute::<*const c_void, unsafe extern \"C\" fn($($name: $ty),*) -> CUresult>(address)
                            }
                        }
                    },)*
                }
            }
        }
    };
}

driver! {
";

/// `generated/dispatch.rs`: calls of class post and call.
pub(crate) fn dispatch(rows: &[Row], types: &Types) -> Result<String, String> {
    let plain: Vec<&Row> = rows.iter().filter(|row| row.plain()).collect();
    let mut out = format!("{HEAD}{DISPATCH}");
    for row in &plain {
        arm(&mut out, row, types)?;
    }
    out.push_str("        _ => None,\n    }\n}\n");
    kinds(&mut out, &plain);
    Ok(out)
}

const DISPATCH: &str = "\
//! Plain calls: scalars and translated handles in, scalars and raw handles out.
#![allow(unused_variables, unused_imports, clippy::match_single_binding, reason = \"what is used depends on the classes in the table\")]

use std::ffi::{c_char, c_int, c_uchar, c_uint, c_ulonglong, c_ushort, c_void};

use cuda_abi::*;

use super::driver::Driver;

/// Makes a plain call; `None` when the id is not that of a plain function or the slots do not fit it.
///
/// # Safety
/// The handles among `slots` have been translated to the driver's (see [`handle_kinds`]), and the right context is current.
pub unsafe fn dispatch(driver: &Driver, id: u16, slots: &[u64], outs: &mut [u64]) -> Option<CUresult> {
    match (id, slots, outs) {
";

fn arm(out: &mut String, row: &Row, types: &Types) -> Result<(), String> {
    let (mut slots, mut outs, mut args) = (Vec::new(), Vec::new(), Vec::new());
    let (mut before, mut after) = (String::new(), String::new());
    for p in &row.params {
        if p.direction == "out" {
            let ty = types.rust(p.ty.trim_end_matches('*').trim())?;
            let i = outs.len();
            let _ = writeln!(before, "            let mut value{i} = <{ty}>::from_slot(0);");
            let _ = writeln!(after, "            *out{i} = value{i}.slot();");
            outs.push(format!("out{i}"));
            args.push(format!("&mut value{i}"));
        } else {
            let slot = format!("slot{}", slots.len());
            args.push(format!("<{}>::from_slot({slot})", types.rust(&p.ty)?));
            slots.push(slot);
        }
    }
    let (id, symbol, args) = (constant(&row.symbol), &row.symbol, args.join(", "));
    let _ = write!(
        out,
        "        (id::{id}, &[{}], [{}]) => {{\n{before}            // SAFETY: the caller translated the handles; outputs are locals.\n            let result = unsafe {{ (driver.{symbol})({args}) }};\n{after}            Some(result)\n        }}\n",
        slots.join(", "),
        outs.join(", "),
    );
    Ok(())
}

/// Which slots and outputs are handles.
fn kinds(out: &mut String, rows: &[&Row]) {
    for (name, what, outputs) in [("handle_kinds", "slot", false), ("out_kinds", "output", true)] {
        let _ = write!(
            out,
            "\n/// Per {what} of a plain call, the kind of handle in it; empty for other functions.\npub fn {name}(id: u16) -> &'static [Option<HandleKind>] {{\n    match id {{\n"
        );
        for row in rows {
            let params = row.params.iter().filter(|p| (p.direction == "out") == outputs);
            let kinds: Vec<String> = params.map(slot_kind).collect();
            let _ = writeln!(out, "        id::{} => &[{}],", constant(&row.symbol), kinds.join(", "));
        }
        out.push_str("        _ => &[],\n    }\n}\n");
    }
}

fn slot_kind(param: &Param) -> String {
    handle(&param.kind).map_or("None".into(), |kind| format!("Some(HandleKind::{kind})"))
}
