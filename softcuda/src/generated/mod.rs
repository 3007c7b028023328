//! Written by `cargo xtask table` from `crates/cuda-abi/table/driver.tsv`; do not edit.
//!
//! The exports call `crate::entry` and, by facility, `crate::api`; see the table's README for what they expect there.
#![allow(
    non_snake_case,
    unreachable_pub,
    clippy::missing_safety_doc,
    clippy::too_many_arguments,
    clippy::undocumented_unsafe_blocks,
    reason = "each export hands its arguments on as they are, under the contract that cuda.h gives its caller"
)]

pub(crate) mod exports;
