//! `cuda_abi`'s view of the table.

use std::fmt::Write;

use super::names::constant;
use super::row::{HANDLES, KINDS, Param, Row};

/// The head of every generated Rust file.
pub(crate) const HEAD: &str = "// Written by `cargo xtask table` from crates/cuda-abi/table/driver.tsv; do not edit.\n#![cfg_attr(rustfmt, rustfmt_skip)]\n";

/// The same for files that derive from the table of NVML.
pub(crate) const HEAD_NVML: &str = "// Written by `cargo xtask table` from crates/cuda-abi/table/nvml.tsv; do not edit.\n#![cfg_attr(rustfmt, rustfmt_skip)]\n";

/// `generated/mod.rs`.
pub(crate) fn module() -> String {
    "//! Written by `cargo xtask table` from `table/driver.tsv`; do not edit.\n\npub(crate) mod table;\n"
        .into()
}

/// `generated/table.rs`.
pub(crate) fn table(rows: &[Row]) -> Result<String, String> {
    let mut out = format!("{HEAD}//! The function table.\n\n{PRELUDE}");
    let entries = entries(rows);
    functions(&mut out, &entries);
    by_id(&mut out, &entries);
    ids(&mut out, rows);
    fingerprint(&mut out, rows);
    Ok(out)
}

const PRELUDE: &str = "\
use crate::function::{Class as C, Direction as D, Function, HandleKind as H, Kind as K, Param};

const fn p(c_type: &'static str, name: &'static str, direction: D, kind: K) -> Param {
    Param { name, c_type, direction, kind }
}
";

/// An entry of the table: a row, or the per-thread variant of one.
struct Entry<'a> {
    row: &'a Row,
    id: u16,
    symbol: &'a str,
    version: u32,
}

/// Rows and variants, by name, then version, then variant.
fn entries(rows: &[Row]) -> Vec<Entry<'_>> {
    let mut entries = Vec::new();
    for row in rows {
        entries.push(Entry { row, id: row.id, symbol: &row.symbol, version: row.version });
        if let Some((symbol, version)) = &row.per_thread {
            entries.push(Entry { row, id: row.id | 0x8000, symbol, version: *version });
        }
    }
    entries.sort_by_key(|e| (&e.row.name, e.row.version, e.id));
    entries
}

fn functions(out: &mut String, entries: &[Entry<'_>]) {
    out.push_str("\n/// Every function version and variant, by name, then age.\npub static FUNCTIONS: &[Function] = &[\n");
    for Entry { row, id, symbol, version } in entries {
        let params: Vec<String> = row.params.iter().map(param).collect();
        let _ = writeln!(
            out,
            "    Function {{ id: {id:#06x}, name: {:?}, symbol: {symbol:?}, version: {version}, class: C::{}, soft: {}, facility: {:?}, params: &[{}] }},",
            row.name,
            class(&row.class),
            row.soft,
            row.facility,
            params.join(", "),
        );
    }
    out.push_str("];\n");
}

fn param(param: &Param) -> String {
    let direction = match param.direction.as_str() {
        "in" => "In",
        "out" => "Out",
        _ => "InOut",
    };
    format!("p({:?}, {:?}, D::{direction}, {})", param.ty, param.name, kind(param))
}

fn kind(param: &Param) -> String {
    if let Some((_, variant)) = HANDLES.iter().find(|(name, _)| *name == param.kind) {
        return format!("K::Handle(H::{variant})");
    }
    if let Some((_, variant)) = KINDS.iter().find(|(name, _)| *name == param.kind) {
        return format!("K::{variant}");
    }
    match param.ty.trim_start_matches("const ").trim_end_matches('*') {
        "int" => "K::Signed".into(),
        "float" => "K::Float".into(),
        _ => "K::Unsigned".into(),
    }
}

fn class(class: &str) -> &'static str {
    match class {
        "local" => "Local",
        "post" => "Post",
        "call" => "Call",
        "custom" => "Custom",
        _ => "None",
    }
}

fn by_id(out: &mut String, entries: &[Entry<'_>]) {
    let mut places: Vec<(u16, usize)> = entries.iter().enumerate().map(|(i, e)| (e.id, i)).collect();
    places.sort_unstable();
    out.push_str("\n/// Id and place in `FUNCTIONS`, by id.\npub(crate) static BY_ID: &[(u16, u16)] = &[\n");
    for chunk in places.chunks(8) {
        let line: Vec<String> = chunk.iter().map(|(id, i)| format!("({id:#06x}, {i})")).collect();
        let _ = writeln!(out, "    {},", line.join(", "));
    }
    out.push_str("];\n");
}

fn ids(out: &mut String, rows: &[Row]) {
    out.push_str("\n/// The wire ids by symbol.\npub mod id {\n");
    for row in rows {
        let Row { id, symbol, .. } = row;
        let _ = writeln!(out, "    /// `{symbol}`.\n    pub const {}: u16 = {id};", constant(symbol));
    }
    out.push_str("}\n");
}

/// Hashes ids and signatures of the implemented functions.
fn fingerprint(out: &mut String, rows: &[Row]) {
    let mut implemented: Vec<&Row> = rows.iter().filter(|row| row.implemented()).collect();
    implemented.sort_by_key(|row| row.id);
    let mut hash = blake3::Hasher::new();
    for row in implemented {
        let params: Vec<String> =
            row.params.iter().map(|p| format!("{} {} {}", p.ty, p.direction, p.kind)).collect();
        hash.update(format!("{} {} {} {}\n", row.id, row.symbol, row.class, params.join(",")).as_bytes());
    }
    let bytes: Vec<String> = hash.finalize().as_bytes()[..16].iter().map(|b| format!("{b:#04x}")).collect();
    let _ = write!(
        out,
        "\n/// Identifies ids, classes and signatures of the implemented functions.\npub const FINGERPRINT: [u8; 16] = [{}];\n",
        bytes.join(", ")
    );
}
