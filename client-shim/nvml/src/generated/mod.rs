//! Written by `cargo xtask table` from `crates/cuda-abi/table/nvml.tsv`; do not edit.
//!
//! The exports call `crate::entry` and `crate::api`; see the table's README for what they expect there.
#![allow(
    non_snake_case,
    unreachable_pub,
    clippy::missing_safety_doc,
    clippy::too_many_arguments,
    clippy::undocumented_unsafe_blocks,
    reason = "each export hands its arguments on as they are, under the contract that nvml.h gives its caller"
)]

pub(crate) mod exports;
