//! The instruction table against itself: every row can be reached, by each of its modifiers and types.

#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

use softcuda_ptx::{Body, FORMS, Form, Mod, Module, Opcode, ScalarType, Unsupported};

/// Parses a body that declares the register `r`, the predicate `p` and the label `l`.
fn parse(text: &str) -> Body {
    let src =
        format!(".version 9.0\n.func f() {{ ret; }}\n.entry k() {{ .reg .b32 r; .reg .pred p; l: {text} }}");
    let module = Module::index(src.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"));
    let kernel = module.find_function("k").unwrap();
    module.parse_body(kernel).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn instruction(form: &Form, mods: &[Mod], types: &[ScalarType], operands: usize) -> String {
    let names = mods.iter().map(|m| m.name()).chain(types.iter().map(|t| t.name()));
    let dotted: String = names.map(|name| format!(".{name}")).collect();
    let operands = match form.op {
        Opcode::Bra => "l".to_owned(),
        Opcode::Call => "(r), f, (r)".to_owned(),
        _ => vec!["r"; operands].join(", "),
    };
    format!("{}{dotted} {operands};", form.op)
}

#[track_caller]
fn accepted(text: &str) {
    let body = parse(text);
    assert_eq!((body.instrs.len(), body.instrs[0].lowering.err()), (1, None), "for {text}");
}

/// The most types that the row takes, cycling through those allowed.
fn some_types(form: &Form, first: usize) -> Vec<ScalarType> {
    (0..form.type_count.1).map(|n| form.types[(first + n) % form.types.len()]).collect()
}

#[test]
fn every_modifier_and_type_is_reachable() {
    for form in FORMS {
        for group in form.groups {
            for &m in *group {
                let mods = [form.key, &[m]].concat();
                accepted(&instruction(form, &mods, &some_types(form, 0), form.operands.0));
            }
        }
        for first in 0..form.types.len() {
            accepted(&instruction(form, form.key, &some_types(form, first), form.operands.1));
        }
        accepted(&instruction(form, form.key, &some_types(form, 0), form.operands.1));
    }
}

#[test]
fn every_opcode_has_a_row() {
    for &op in Opcode::ALL.iter().filter(|&&op| op != Opcode::Unknown) {
        assert!(FORMS.iter().any(|form| form.op == op), "{op} has no row");
    }
}

#[test]
fn rows_are_well_formed() {
    for form in FORMS {
        assert!(form.type_count.0 <= form.type_count.1 && form.operands.0 <= form.operands.1, "{form:?}");
        assert_eq!(form.types.is_empty(), form.type_count.1 == 0, "{form:?}");
        assert!(form.groups.len() <= 64 && form.groups.iter().all(|g| !g.is_empty()), "{form:?}");
    }
}

#[track_caller]
fn unsupported(text: &str, why: Unsupported) {
    assert_eq!(parse(text).instrs[0].lowering.err(), Some(why), "for {text}");
}

#[test]
fn outside_the_table() {
    unsupported("frob r, r;", Unsupported::Opcode);
    unsupported("tcgen05.ld.sync.aligned.32x32b.x1.b32 {r}, [r];", Unsupported::Opcode);
    unsupported("add.frob.s32 r, r, r;", Unsupported::Modifier);
    unsupported("add.wide.s32 r, r, r;", Unsupported::Modifier);
    unsupported("add.rn.rz.f32 r, r, r;", Unsupported::Modifier);
    unsupported(
        "mma.sync.aligned.m16n8k16.row.col.row.f32.f16.f16.f32 {r}, {r}, {r}, {r};",
        Unsupported::Modifier,
    );
    unsupported("add r, r, r;", Unsupported::Type);
    unsupported("add.pred p, p, p;", Unsupported::Type);
    unsupported("mov.u32.u32.u32.u32.u32.u32.u32.u32 r, r;", Unsupported::Modifier);
    unsupported("add.s32 r, r;", Unsupported::Operands);
    unsupported("bar.sync;", Unsupported::Operands);
    unsupported("ret r;", Unsupported::Operands);
}
