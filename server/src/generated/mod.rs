//! Written by `cargo xtask table` from `crates/cuda-abi/table/driver.tsv`; do not edit.

pub mod dispatch;
pub mod driver;
