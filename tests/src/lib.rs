//! Harness of the whole-system tests: built binaries, compiled CUDA programs, pools that tests start for themselves.
//!
//! `scripts/test` sets BIFROST_DIST (made by `cargo xtask dist`) and BIFROST_PROGRAMS (made by `tests/programs/build`); by hand, their
//! defaults are `target/dist` and `target/programs`.

pub mod breaking;
pub mod helper;
pub mod output;
pub mod pool;
pub mod programs;
pub mod proxy;
pub mod random;
pub mod raw;
pub mod site;
pub mod snapshots;
pub mod stats;
pub mod tamper;

use std::path::PathBuf;

fn from_env(name: &str, default: &str, made_by: &str) -> PathBuf {
    let path = std::env::var_os(name).map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../target").join(default),
        PathBuf::from,
    );
    assert!(path.is_dir(), "{} is missing: run {made_by} first (or set {name})", path.display());
    path
}

/// Folder of the installed binaries and libraries.
pub fn dist() -> PathBuf {
    from_env("BIFROST_DIST", "dist", "`cargo xtask dist`")
}

/// Folder of the compiled test programs.
pub fn programs_dir() -> PathBuf {
    from_env("BIFROST_PROGRAMS", "programs", "`tests/programs/build target/programs`")
}
