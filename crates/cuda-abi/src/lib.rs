//! The CUDA driver's ABI: C types, result codes, and the function table.
//!
//! No logic and no I/O. The table is generated from `table/driver.tsv` (see the README beside it).

pub mod function;
mod generated;
mod result;
mod slot;
pub mod software;
pub mod trace;
mod types;

pub use function::{
    Class, Direction, Function, HandleKind, Kind, PER_THREAD, Param, function, handle, resolve,
};
pub use generated::table::{FINGERPRINT, FUNCTIONS, id};
pub use slot::Slot;
pub use types::*;
