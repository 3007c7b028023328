//! The C types of the driver API, with the names and layouts of `cuda.h`.
#![allow(
    non_camel_case_types,
    non_snake_case,
    non_upper_case_globals,
    reason = "the names are those of the C headers, so that both can be read side by side"
)]

mod enums;
mod handles;
mod structs;

pub use enums::*;
pub use handles::*;
pub use structs::*;

pub use crate::result::CUresult;
