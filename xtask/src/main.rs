//! Generators and checks of the workspace.

mod dist;
mod man;
mod table;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask table                           write all that derives from the function table
       cargo xtask table --check                   fail when a derived file is stale
       cargo xtask table --stubs FACILITY          print the signatures of its hand-written functions
       cargo xtask table --headers DIR             take new functions and signatures from the vendor's headers
       cargo xtask table --headers DIR --check     fail when the table and the headers differ
       cargo xtask dist [--release | --debug]      build and lay out bin/ and lib/ in <target>/dist (optimised by default)
       cargo xtask dist --portable                 the same for old systems, too (with zig: scripts/package)";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let result = match args.first().map(String::as_str) {
        Some("table") => table::Options::parse(&args[1..]).and_then(|options| table::run(&root(), &options)),
        Some("dist") => dist::run(&root(), &args[1..]),
        _ => Err(USAGE.into()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// The root of the workspace.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}
