//! Every form of the instruction table: what of it is executed (docs/ptx-coverage.md), and that all instruction-set levels
//! compute the same bits.
//!
//! `UPDATE_SNAPSHOTS=1 cargo test -p softcuda-simt --test forms` writes the page anew.

#![allow(clippy::unwrap_used, reason = "test code")]

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

use common::Device;
use common::forms::{THREADS, comparison, inputs, instances, is_arithmetic, mnemonic, trapping};
use softcuda_ptx::{FORMS, Form, Lowering, Mod, ScalarType, TypeKind};
use softcuda_simt::{EngineConfig, Level};

use ScalarType as T;

/// What of a form is executed: types and modifiers that work in some combination, and those that work in none.
struct Coverage {
    types: BTreeMap<&'static str, bool>,
    mods: BTreeMap<&'static str, bool>,
    any: bool,
}

fn coverage(d: &Device, form: &Form) -> Coverage {
    let all = instances(form);
    let traps = trapping(d, form, &all);
    let mut found = Coverage { types: BTreeMap::new(), mods: BTreeMap::new(), any: false };
    for instance in &all {
        let works = !traps.contains(instance.mnemonic());
        found.any |= works;
        for ty in &instance.types {
            *found.types.entry(ty.name()).or_default() |= works;
        }
        for m in instance.mods.iter().filter(|m| !form.key.contains(m)) {
            *found.mods.entry(m.name()).or_default() |= works;
        }
    }
    found
}

fn names(of: &BTreeMap<&'static str, bool>, works: bool) -> String {
    let names: Vec<_> =
        of.iter().filter(|(_, w)| **w == works).map(|(name, _)| format!("`.{name}`")).collect();
    names.join(" ")
}

#[test]
fn the_page_of_coverage_is_fresh() {
    let d = Device::new();
    let (mut rows, mut executed) = (String::new(), 0);
    for form in FORMS {
        let name = mnemonic(form, form.key, &[]);
        let since = format!("{}.{}", form.since.major, form.since.minor);
        let found = coverage(&d, form);
        executed += usize::from(found.any);
        assert_eq!(found.any, form.lowering != Lowering::Trap, "{name}: the table says otherwise");
        if found.any {
            let missing = format!("{} {}", names(&found.types, false), names(&found.mods, false));
            let _ =
                writeln!(rows, "| `{name}` | {since} | {} | {} |", names(&found.types, true), missing.trim());
        } else {
            let _ = writeln!(rows, "| `{name}` | {since} | not executed | |");
        }
    }
    let page = format!(
        "# PTX coverage\n\nMade from the instruction table (`softcuda/ptx/src/table.rs`), which also drives parser, validation and lowering, by `UPDATE_SNAPSHOTS=1 cargo test -p softcuda-simt --test forms`.\n\
        A kernel loads whatever its instructions are; one that is not executed stops the kernel with CUDA_ERROR_ILLEGAL_INSTRUCTION and its name when a thread\n\
        reaches it. Types and modifiers count as executed when some combination with them is.\n\n\
        {executed} of {} forms are executed.\n\n| form | PTX | types | lacks |\n|---|---|---|---|\n{rows}",
        FORMS.len()
    );
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/ptx-coverage.md");
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(&path, &page).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept == page,
        "docs/ptx-coverage.md is not what the table and the lowering say (UPDATE_SNAPSHOTS=1 writes it)"
    );
}

fn is_float(ty: T) -> bool {
    ty.kind() == TypeKind::Float
}

#[test]
fn levels_agree_on_every_form() {
    let devices = [
        Device::with(1, Level::Baseline),
        Device::with(1, Level::Avx2),
        Device::with(1, Level::Avx512),
        // Warps by themselves.
        Device::with_config(
            EngineConfig { workers: 1, convoys: false, ..EngineConfig::default() },
            Level::detect(),
        ),
    ];
    let values = inputs(THREADS as usize);
    let mut compared = BTreeSet::new();
    for form in FORMS.iter().filter(|form| is_arithmetic(form.op)) {
        let all = instances(form);
        let traps = trapping(&devices[0], form, &all);
        // Doubles keep payloads of NaNs, and which of two survives is the processor's choice; carries go from one to the next.
        let chosen: Vec<_> = all
            .iter()
            .filter(|i| !traps.contains(i.mnemonic()) && !i.mods.contains(&Mod::Cc))
            .filter(|i| !i.types.iter().any(|&t| is_float(t) && t.bits() == 64))
            .collect();
        for part in chosen.chunks(500) {
            let source = comparison(part);
            let results = devices.each_ref().map(|d| {
                let m = d.load(&source);
                let (from, to) = (d.buffer(&values), d.buffer(&vec![0u64; part.len() * THREADS as usize]));
                d.run(&m, "k", 1, THREADS, &[&from, &to]);
                to.read()
            });
            for (n, instance) in part.iter().enumerate() {
                let of = |level: usize| &results[level][n * THREADS as usize..][..THREADS as usize];
                assert_eq!(of(0), of(1), "{}", instance.text);
                assert_eq!(of(0), of(2), "{}", instance.text);
                assert_eq!(of(0), of(3), "{}", instance.text);
            }
        }
        compared.extend((!chosen.is_empty()).then_some(form.op));
    }
    assert!(compared.len() > 50, "only {compared:?}");
}
