//! Written by `cargo xtask table` from `table/driver.tsv`; do not edit.

pub(crate) mod table;
