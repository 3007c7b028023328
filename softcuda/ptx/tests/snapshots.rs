//! Each file of `tests/data`: parsed, printed, compared with its `.snap`, and read back.
//!
//! `UPDATE_SNAPSHOTS=1 cargo test -p softcuda-ptx` writes the snapshots anew. The `.cu` files are the sources of the
//! `.ptx` files beside them (`debug.ptx` is `symbols.cu` with -G), compiled by NVRTC 13.5.

#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

use std::path::PathBuf;

use softcuda_ptx::{FunctionId, Module, ModuleIndex};

fn data(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

fn load(name: &str) -> ModuleIndex {
    let source = std::fs::read(data(name)).unwrap();
    Module::index(&source).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Mnemonics outside the instruction table, with the reason.
fn unsupported(module: &ModuleIndex) -> Vec<String> {
    let mut list = Vec::new();
    for (id, _) in (0..).map(FunctionId).zip(&module.functions).filter(|(_, f)| f.body.is_some()) {
        let body = module.parse_body(id).unwrap();
        let gaps = body.instrs.iter().filter_map(|i| Some((i.mnemonic, i.lowering.err()?)));
        list.extend(gaps.map(|(span, why)| format!("{} {why:?}", module.text(span))));
    }
    list
}

#[track_caller]
fn check(name: &str, gaps: &[&str]) {
    let module = load(&format!("{name}.ptx"));
    assert_eq!(unsupported(&module), gaps);
    let printed = module.print().unwrap_or_else(|error| panic!("{name}: {error}"));
    let snapshot = data(&format!("{name}.snap"));
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(&snapshot, &printed).unwrap();
    }
    let wanted = std::fs::read_to_string(&snapshot).unwrap();
    if let Some(line) = printed.lines().zip(wanted.lines()).position(|(a, b)| a != b) {
        panic!("{name}.snap differs at line {}:\n{:?}", line + 1, printed.lines().nth(line));
    }
    assert_eq!(printed.len(), wanted.len(), "{name}.snap differs in length");
    let again = Module::index(printed.as_bytes()).and_then(|m| m.print());
    assert_eq!(
        again.unwrap_or_else(|error| panic!("{name}.snap: {error}")),
        printed,
        "printing is not stable"
    );
}

#[test]
fn compiled_kernels() {
    check("basic", &[]);
    check("numeric", &[]);
    check("symbols", &[]);
    check("warp", &[]);
    check("debug", &[]);
}

#[test]
fn unusual_syntax() {
    check(
        "odd",
        &[
            "frobnicate.rn.wild::card.f32 Opcode",
            "add.bogus.s32 Modifier",
            "add.f32.f32.f32 Type",
            "mul.lo.s32 Operands",
        ],
    );
}
