//! The function table: `crates/cuda-abi/table/driver.tsv` and everything that derives from it.

mod abi;
mod coverage;
mod exports;
mod headers;
mod names;
mod nvml;
mod row;
mod server;
mod types;

use std::fs;
use std::path::{Path, PathBuf};

use row::Row;
use types::Types;

const TABLE: &str = "crates/cuda-abi/table/driver.tsv";
const TYPES: &str = "crates/cuda-abi/src/types";

/// What `cargo xtask table` was asked to do.
pub(crate) struct Options {
    /// Only compare, and fail on a difference.
    check: bool,
    /// The folder of `cuda.h` and `cudaTypedefs.h`.
    headers: Option<PathBuf>,
    /// Only print the signatures that the hand-written functions of a facility must have.
    stubs: Option<String>,
}

impl Options {
    /// Reads the arguments after `table`.
    pub(crate) fn parse(args: &[String]) -> Result<Options, String> {
        let mut options = Options { check: false, headers: None, stubs: None };
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            match arg.as_str() {
                "--check" => options.check = true,
                "--headers" => options.headers = Some(args.next().ok_or("--headers wants a folder")?.into()),
                "--stubs" => options.stubs = Some(args.next().ok_or("--stubs wants a facility")?.clone()),
                other => return Err(format!("unknown argument {other}\n{}", super::USAGE)),
            }
        }
        Ok(options)
    }
}

/// Reads the table, compares or refreshes it, and writes or checks what derives from it.
pub(crate) fn run(root: &Path, options: &Options) -> Result<(), String> {
    let path = root.join(TABLE);
    let text = read(&path)?;
    let mut rows = row::parse(&text)?;
    if let Some(folder) = &options.headers {
        let changes = headers::refresh(&mut rows, folder)?;
        let nvml = nvml::refresh(root, folder, options.check)?;
        report(&[changes.as_slice(), &nvml].concat(), options.check)?;
        if !options.check && !changes.is_empty() {
            write(&path, &row::print(&text, &rows))?;
        }
    }
    row::validate(&rows)?;
    if let Some(facility) = &options.stubs {
        let types = Types::scan(&root.join(TYPES))?;
        print!("{}", exports::stubs(&rows, &types, facility)?);
        return Ok(());
    }
    emit(root, &outputs(root, &rows)?, options.check)
}

/// All derived files: path from the root, and text.
fn outputs(root: &Path, rows: &[Row]) -> Result<Vec<(&'static str, String)>, String> {
    let types = Types::scan(&root.join(TYPES))?;
    Ok(vec![
        ("client-shim/nvml/src/generated.rs", nvml::exports(root)?),
        ("crates/cuda-abi/src/generated/mod.rs", abi::module()),
        ("crates/cuda-abi/src/generated/table.rs", abi::table(rows)?),
        ("client-shim/src/generated/mod.rs", exports::module()),
        ("client-shim/src/generated/exports.rs", exports::client(rows, &types)?),
        ("softcuda/src/generated/mod.rs", exports::module()),
        ("softcuda/src/generated/exports.rs", exports::softcuda(rows, &types)?),
        ("server/src/generated/mod.rs", server::module()),
        ("server/src/generated/driver.rs", server::driver(rows, &types)?),
        ("server/src/generated/dispatch.rs", server::dispatch(rows, &types)?),
        ("docs/coverage.md", coverage::page(rows) + &nvml::coverage(root)?),
    ])
}

/// Writes the files that changed, or fails naming the stale ones.
fn emit(root: &Path, outputs: &[(&str, String)], check: bool) -> Result<(), String> {
    let mut stale = Vec::new();
    for (name, text) in outputs {
        let path = root.join(name);
        if fs::read_to_string(&path).is_ok_and(|old| old == *text) {
            continue;
        }
        stale.push(*name);
        if !check {
            write(&path, text)?;
            println!("wrote {name}");
        }
    }
    if check && !stale.is_empty() {
        return Err(format!("stale, run `cargo xtask table`: {}", stale.join(", ")));
    }
    Ok(())
}

/// Prints what differs from the headers; with `check`, a difference is an error.
fn report(changes: &[String], check: bool) -> Result<(), String> {
    changes.iter().for_each(|change| println!("{change}"));
    match changes.len() {
        n if check && n > 0 => Err(format!("{n} differences between the table and the headers")),
        _ => Ok(()),
    }
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    let made = path.parent().map_or(Ok(()), fs::create_dir_all);
    made.and_then(|()| fs::write(path, text)).map_err(|e| format!("{}: {e}", path.display()))
}
