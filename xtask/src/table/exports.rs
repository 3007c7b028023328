//! The exported functions of the client shim and of the software device.

use std::fmt::Write;

use super::abi::HEAD;
use super::names::{self, constant, snake};
use super::row::{Param, Row, handle};
use super::types::Types;

/// `generated/mod.rs`.
pub(crate) fn module() -> String {
    "\
//! Written by `cargo xtask table` from `crates/cuda-abi/table/driver.tsv`; do not edit.
//!
//! The exports call `crate::entry` and, by facility, `crate::api`; see the table's README for what they expect there.
#![allow(
    non_snake_case,
    unreachable_pub,
    clippy::missing_safety_doc,
    clippy::too_many_arguments,
    clippy::undocumented_unsafe_blocks,
    reason = \"each export hands its arguments on as they are, under the contract that cuda.h gives its caller\"
)]

pub(crate) mod exports;
"
    .into()
}

/// The exports of the client shim.
pub(crate) fn client(rows: &[Row], types: &Types) -> Result<String, String> {
    file(rows, types, "client", |row| match row.class.as_str() {
        "none" => Body::NotSupported,
        "post" | "call" => Body::Plain,
        _ => Body::Api,
    })
}

/// The exports of the software device.
pub(crate) fn softcuda(rows: &[Row], types: &Types) -> Result<String, String> {
    file(rows, types, "software device", |row| if row.soft { Body::Api } else { Body::NotSupported })
}

/// What an export does.
#[derive(Clone, Copy, PartialEq)]
enum Body {
    /// Answers NOT_SUPPORTED.
    NotSupported,
    /// Calls the hand-written function.
    Api,
    /// Sends the arguments.
    Plain,
}

fn file(rows: &[Row], types: &Types, what: &str, body: impl Fn(&Row) -> Body) -> Result<String, String> {
    let mut out = format!("{HEAD}//! The exported symbols of the {what}.\n\n");
    out.push_str("#[allow(unused_imports, reason = \"which types the signatures need depends on the table\")]\nuse std::ffi::{c_char, c_int, c_uchar, c_uint, c_ulonglong, c_ushort, c_void};\n\n");
    out.push_str("#[allow(unused_imports, reason = \"which kinds of handles are needed depends on the table\")]\nuse cuda_abi::{handle as kind, *};\n\nuse crate::{api, entry};\n");
    for row in rows {
        for variant in std::iter::once(None).chain(row.per_thread.as_ref().map(Some)) {
            export(&mut out, row, variant.map(|(symbol, _)| symbol.as_str()), body(row), types)?;
        }
    }
    address(&mut out, rows);
    Ok(out)
}

fn export(
    out: &mut String,
    row: &Row,
    variant: Option<&str>,
    body: Body,
    types: &Types,
) -> Result<(), String> {
    let symbol = variant.unwrap_or(&row.symbol);
    let mut params = Vec::new();
    for param in &row.params {
        let name = if body == Body::NotSupported { "_".into() } else { names::param(&param.name) };
        params.push(format!("{name}: {}", types.rust(&param.ty)?));
    }
    let id = format!("id::{}{}", constant(&row.symbol), if variant.is_some() { " | PER_THREAD" } else { "" });
    let _ = writeln!(
        out,
        "\n/// `{symbol}`.\n#[unsafe(no_mangle)]\npub unsafe extern \"C\" fn {symbol}({}) -> CUresult {{",
        params.join(", ")
    );
    match body {
        Body::NotSupported => {
            let _ = writeln!(out, "    entry::not_supported({id})\n}}");
        }
        Body::Api => {
            let call = format!(
                "unsafe {{ api::{}::{}({}) }}",
                row.facility,
                snake(&row.symbol),
                args(row, variant.is_some())
            );
            let _ = writeln!(out, "    entry::enter({id}, || [{}], || {call})\n}}", trace(row));
        }
        Body::Plain => {
            let _ = writeln!(out, "    entry::enter({id}, || [{}], || entry::flatten(|| {{", trace(row));
            plain(out, row, variant.is_some(), types)?;
            out.push_str("    }))\n}\n");
        }
    }
    Ok(())
}

/// The arguments as slots.
fn trace(row: &Row) -> String {
    let slots: Vec<String> = row.params.iter().map(trace_arg).collect();
    slots.join(", ")
}

fn trace_arg(param: &Param) -> String {
    let name = names::param(&param.name);
    match param.kind.as_str() {
        "fn" => format!("{name}.map_or(0, |f| f as usize as u64)"),
        // A structure by value has no slot.
        "struct" if !param.is_pointer() => "0".into(),
        _ => format!("{name}.slot()"),
    }
}

/// The arguments of the hand-written function.
fn args(row: &Row, per_thread: bool) -> String {
    let mut args: Vec<String> = row.params.iter().map(|p| arg(row, p, per_thread)).collect();
    if row.takes_default_stream() {
        args.push(if per_thread { "CU_STREAM_PER_THREAD" } else { "CU_STREAM_LEGACY" }.into());
    }
    args.join(", ")
}

/// One argument; the default stream is named by the variant that was called.
fn arg(row: &Row, param: &Param, per_thread: bool) -> String {
    let name = names::param(&param.name);
    match (param.is_stream() && row.per_thread.is_some(), per_thread) {
        (false, _) => name,
        (true, false) => format!("entry::stream_legacy({name})"),
        (true, true) => format!("entry::stream_per_thread({name})"),
    }
}

/// Marshalling: handles translated, everything else as it is; outputs stored when the call succeeded.
fn plain(out: &mut String, row: &Row, per_thread: bool, types: &Types) -> Result<(), String> {
    let (outputs, inputs): (Vec<&Param>, Vec<&Param>) = row.params.iter().partition(|p| p.direction == "out");
    let slots: Vec<String> = inputs
        .iter()
        .map(|p| {
            let arg = arg(row, p, per_thread);
            match handle(&p.kind) {
                Some(kind) => format!("entry::handle::<kind::{kind}>({arg}{})?", pointer_cast(p)),
                None => format!("{arg}.slot()"),
            }
        })
        .collect();
    let id = format!("id::{}", constant(&row.symbol));
    let slots = slots.join(", ");
    for p in &outputs {
        let name = names::param(&p.name);
        let _ = writeln!(out, "        if {name}.is_null() {{ return Err(CUresult::INVALID_VALUE); }}");
    }
    if row.class == "post" {
        let _ = writeln!(out, "        Ok(entry::post({id}, &[{slots}]))");
        return Ok(());
    }
    let _ = writeln!(out, "        let mut outs = [0; {}];", outputs.len());
    let _ = writeln!(out, "        entry::call({id}, &[{slots}], &mut outs).ok()?;");
    for (i, p) in outputs.iter().enumerate() {
        let name = names::param(&p.name);
        let value = match handle(&p.kind) {
            Some(kind) => format!("entry::new_handle::<kind::{kind}>(outs[{i}]){}", integer_cast(p)),
            None => format!("<{}>::from_slot(outs[{i}])", types.rust(p.ty.trim_end_matches('*').trim())?),
        };
        let _ = writeln!(out, "        unsafe {{ *{name} = {value} }};");
    }
    out.push_str("        Ok(CUresult::SUCCESS)\n");
    Ok(())
}

/// Handles travel as pointers; those of physical memory are integers in C.
fn pointer_cast(param: &Param) -> &'static str {
    if param.kind == "allocation" { " as *mut c_void" } else { "" }
}

/// The way back.
fn integer_cast(param: &Param) -> &'static str {
    if param.kind == "allocation" { " as u64" } else { "" }
}

/// The signatures of the hand-written functions of a facility.
pub(crate) fn stubs(rows: &[Row], types: &Types, facility: &str) -> Result<String, String> {
    let mut out = String::new();
    for row in rows.iter().filter(|row| row.facility == facility && (row.implemented() || row.soft)) {
        let mut params = Vec::new();
        for param in &row.params {
            params.push(format!("{}: {}", snake(&names::param(&param.name)), types.rust(&param.ty)?));
        }
        if row.takes_default_stream() {
            params.push("default_stream: CUstream".into());
        }
        let (name, class) = (snake(&row.symbol), &row.class);
        let _ = writeln!(out, "// {class}\npub(crate) unsafe fn {name}({}) -> CUresult", params.join(", "));
    }
    if out.is_empty() { Err(format!("no implemented function in {facility}")) } else { Ok(out) }
}

/// The addresses of all exports by id.
fn address(out: &mut String, rows: &[Row]) {
    out.push_str("\n/// The address of the export with this id (`PER_THREAD` chooses the variant); null for an unknown id.\npub(crate) fn address(id: u16) -> *const c_void {\n    let per_thread = id & PER_THREAD != 0;\n    match (id & !PER_THREAD, per_thread) {\n");
    for row in rows {
        let id = constant(&row.symbol);
        let _ = writeln!(out, "        (id::{id}, false) => {} as *const c_void,", row.symbol);
        if let Some((symbol, _)) = &row.per_thread {
            let _ = writeln!(out, "        (id::{id}, true) => {symbol} as *const c_void,");
        }
    }
    out.push_str("        _ => std::ptr::null(),\n    }\n}\n");
}
