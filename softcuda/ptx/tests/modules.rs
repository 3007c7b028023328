//! What the first pass finds: targets, parameter layouts, initial values, limits.

#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

use softcuda_ptx::{FunctionId, FunctionKind, Linkage, Module, ModuleIndex};

fn index(src: &str) -> ModuleIndex {
    Module::index(format!(".version 8.5\n{src}").as_bytes()).unwrap_or_else(|error| panic!("{src}: {error}"))
}

/// Offsets, sizes and alignments of the parameters, and the size of their block.
#[track_caller]
fn layout(params: &str, wanted: &[(u64, u64, u32)], total: u64) {
    let module = index(&format!(".entry k({params}) {{ ret; }}"));
    let kernel = module.function(FunctionId(0));
    let found: Vec<_> = kernel.params.iter().map(|p| (p.offset, p.size, p.align)).collect();
    assert_eq!((found.as_slice(), kernel.param_size), (wanted, total), "for {params}");
}

#[test]
fn parameter_layouts() {
    layout("", &[], 0);
    layout(".param .u32 a", &[(0, 4, 4)], 4);
    layout(".param .u64 p, .param .u16 s", &[(0, 8, 8), (8, 2, 2)], 10);
    layout(".param .u8 a, .param .u64 b, .param .u8 c", &[(0, 1, 1), (8, 8, 8), (16, 1, 1)], 17);
    layout(".param .align 4 .b8 a[6], .param .u32 b", &[(0, 6, 4), (8, 4, 4)], 12);
    layout(
        ".param .u8 a, .param .align 16 .b8 b[48], .param .f64 c[2]",
        &[(0, 1, 1), (16, 48, 16), (64, 16, 8)],
        80,
    );
    layout(".param .u64 .ptr .global .align 16 a, .param .u32 b", &[(0, 8, 8), (8, 4, 4)], 12);
    layout(".param .u64 .ptr.const.align 4 a", &[(0, 8, 8)], 8);
    layout(".param .align 8 .u32 a, .param .texref t", &[(0, 4, 8), (8, 8, 8)], 16);
    layout(".param .b8 a[2][3], .param .align 64 .b8 b[128]", &[(0, 6, 1), (64, 128, 64)], 192);
}

#[track_caller]
fn target(src: &str, arch: &str, sm: u32, suffix: Option<char>, options: &[&str]) {
    let found = index(src).target;
    let options: Vec<String> = options.iter().map(|&o| o.to_owned()).collect();
    assert_eq!((found.arch.as_str(), found.sm, found.suffix, found.options), (arch, sm, suffix, options));
}

#[test]
fn targets() {
    target(".target sm_52", "sm_52", 52, None, &[]);
    target(".target sm_90a, debug", "sm_90a", 90, Some('a'), &["debug"]);
    target(".target texmode_unified, compute_120f", "compute_120f", 120, Some('f'), &["texmode_unified"]);
    assert_eq!(index("").address_size, 32);
    assert_eq!(index(".address_size 64").address_size, 64);
}

/// Size of the variable `x`, its bytes (zeros filled in) and its relocations as (offset, symbol, addend, generic).
#[track_caller]
fn value(declaration: &str, size: u64, bytes: &[u8], relocs: &[(u64, &str, i64, bool)]) {
    let module = index(&format!("{declaration};"));
    let x = &module.variables[module.find_variable("x").unwrap().index()];
    let mut found = vec![0; bytes.len()];
    for chunk in &x.init.chunks {
        found[chunk.offset as usize..][..chunk.bytes.len()].copy_from_slice(&chunk.bytes);
    }
    let addresses: Vec<_> =
        x.init.relocs.iter().map(|r| (r.offset, r.symbol.as_str(), r.addend, r.generic)).collect();
    assert_eq!((x.size, found.as_slice(), addresses.as_slice()), (size, bytes, relocs), "for {declaration}");
}

#[test]
fn initial_values() {
    value(".global .b8 x", 1, &[], &[]);
    value(".extern .shared .b8 x[]", 0, &[], &[]);
    value(".global .u16 x = -2", 2, &[0xfe, 0xff], &[]);
    value(".global .b8 x[] = {1, 2, 3}", 3, &[1, 2, 3], &[]);
    value(".global .u16 x[][2] = {{1}, {2, 3}, {4}}", 12, &[1, 0, 0, 0, 2, 0, 3, 0, 4, 0, 0, 0], &[]);
    value(".global .b8 x[2][3] = {{1}, {2, 3}}", 6, &[1, 0, 0, 2, 3, 0], &[]);
    value(".global .b8 x[2][2] = {1, 2, 3}", 4, &[1, 2, 3, 0], &[]);
    value(".global .v2 .b8 x[2] = {{1}, {2, 3}}", 4, &[1, 0, 2, 3], &[]);
    value(".global .f32 x[3] = {1.0, 1, 0d3ff0000000000000}", 12, &[0, 0, 128, 63].repeat(3), &[]);
    value(".global .f64 x = 0f3f800000", 8, &[0, 0, 0, 0, 0, 0, 0xf0, 0x3f], &[]);
    value(".global .b32 x = 0f3f800000", 4, &[0, 0, 128, 63], &[]);
    value(".global .b16 x = 0x3c00", 2, &[0, 0x3c], &[]);
    value(".global .b128 x = -1", 16, &[255; 16], &[]);
    value(".global .u8 x = (3 << 4) + (7 & 2) * 2", 1, &[52], &[]);
    value(".global .u64 x = (.s64) -1 > 0 ? 1 : 2", 8, &[2, 0, 0, 0, 0, 0, 0, 0], &[]);
    value(".global .u64 x = y", 8, &[], &[(0, "y", 0, false)]);
    value(".global .u64 x[2] = {7, generic(y)+8}", 16, &[7, 0, 0, 0, 0, 0, 0, 0], &[(8, "y", 8, true)]);
    value(".global .u32 x[2] = {y-4, 1}", 8, &[0, 0, 0, 0, 1, 0, 0, 0], &[(0, "y", -4, false)]);
}

#[test]
fn masked_addresses() {
    let module = index(".global .b8 x[3] = {0xff(y), 0xFF00(y + 2), 0xff0000(generic(z))};");
    let found: Vec<_> =
        module.variables[0].init.relocs.iter().map(|r| (r.size, r.shift, r.addend, r.generic)).collect();
    assert_eq!(found, [(1, 0, 0, false), (1, 8, 2, false), (1, 16, 0, true)]);
}

#[test]
fn declarations_and_definitions_are_one() {
    let module = index(
        ".extern .global .b8 v[]; .visible .global .b8 v[4] = {1}; .extern .global .b8 v[];
         .func f(.param .b32 a); .visible .func f(.param .b32 b) { ret; } .extern .func f(.param .b32 c);
         .entry k() { ret; }",
    );
    assert_eq!((module.variables.len(), module.functions.len()), (1, 2));
    assert_eq!((module.variables[0].linkage, module.variables[0].size), (Linkage::Visible, 4));
    let f = module.function(module.find_function("f").unwrap());
    assert_eq!((f.linkage, f.params[0].name.as_str(), f.body.is_some()), (Linkage::Visible, "b", true));
    assert_eq!(f.kind, FunctionKind::Func);
    assert_eq!(module.kernels().map(|(_, k)| k.name.as_str()).collect::<Vec<_>>(), ["k"]);
}

#[test]
fn limits() {
    let module = index(
        ".entry k() .maxntid 8, 4 .reqntid 16 .minnctapersm 3 .maxnreg 64 .reqnctapercluster 2, 2, 1 .maxclusterrank 8
         .explicitcluster { ret; }",
    );
    let limits = &module.function(FunctionId(0)).limits;
    assert_eq!((limits.max_ntid, limits.req_ntid), (Some([8, 4, 1]), Some([16, 1, 1])));
    assert_eq!((limits.min_cta_per_sm, limits.max_regs), (Some(3), Some(64)));
    assert_eq!((limits.req_cluster, limits.max_cluster_rank), (Some([2, 2, 1]), Some(8)));
    assert!(limits.explicit_cluster);
}
