//! Linking: which definitions are kept, which names are new, what does not link.

#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

use std::sync::Arc;

use softcuda_ptx::{FunctionId, LinkError, Linker, Module, ModuleIndex};

const HEADER: &str = ".version 8.0\n.target sm_75\n.address_size 64\n";

/// Adds the units `a`, `b`, … and links them; the device provides `vprintf`.
fn link(units: &[&str]) -> Result<ModuleIndex, LinkError> {
    let mut linker = Linker::default();
    for (name, text) in ["a", "b", "c"].iter().zip(units) {
        linker.add(name, Arc::from(format!("{HEADER}{text}").as_bytes()))?;
    }
    let text = linker.complete(|name| name == "vprintf")?;
    let module = Module::index(&text).unwrap_or_else(|e| panic!("{e}:\n{}", String::from_utf8_lossy(&text)));
    for id in (0..).map(FunctionId).take(module.functions.len()) {
        if module.function(id).body.is_some() {
            module.parse_body(id).unwrap_or_else(|e| panic!("{e}:\n{}", String::from_utf8_lossy(&text)));
        }
    }
    Ok(module)
}

/// The defined functions with their bodies, and the variables with their sizes, by name.
fn defined(module: &ModuleIndex) -> Vec<String> {
    let functions = module.functions.iter().filter_map(|f| {
        let body = module.text(f.body?);
        Some(format!("{} {{{}}}", f.name, body.trim()))
    });
    let variables = module.variables.iter().map(|v| format!("{}[{}]", v.name, v.size));
    let mut all: Vec<String> = functions.chain(variables).collect();
    all.sort();
    all
}

#[track_caller]
fn links(units: &[&str], wanted: &[&str]) {
    let module = link(units).unwrap_or_else(|e| panic!("{units:?}: {e}"));
    assert_eq!(defined(&module), wanted, "for {units:?}");
}

#[track_caller]
fn fails(units: &[&str], wanted: &str) {
    let error = link(units).map(|module| defined(&module)).expect_err("it must not link");
    assert_eq!(error.to_string(), wanted, "for {units:?}");
}

const CALLS_F: &str = ".extern .func f(); .visible .entry k() { call f; ret; }";
const READS_X: &str = ".extern .global .u32 x; .visible .entry k() { .reg .u32 %r; ld.global.u32 %r, [x]; }";

#[test]
fn a_use_finds_its_definition_before_and_after_it() {
    let f = ".visible .func f() { ret; }";
    let wanted = ["f {ret;}", "k {call f; ret;}"];
    links(&[CALLS_F, f], &wanted);
    links(&[f, CALLS_F], &wanted);
    let wanted = ["k {.reg .u32 %r; ld.global.u32 %r, [x];}", "x[4]"];
    links(&[READS_X, ".visible .global .u32 x = 5;"], &wanted);
    links(&[".visible .global .u32 x = 5;", READS_X], &wanted);
    links(&[".visible .const .align 8 .b8 x[16];", ".extern .const .align 8 .b8 x[];"], &["x[16]"]);
}

#[test]
fn what_only_one_unit_sees_stays_its_own() {
    let (a, b) = (".func f() { bar.sync 0; ret; }", ".func f() { exit; }");
    let k = |name: &str, f: &str| format!("{f} .visible .entry {name}() {{ call f; ret; }}");
    links(
        &[&k("k", a), &k("l", b)],
        &[
            "f$unit0_0$ {bar.sync 0; ret;}",
            "f$unit1_0$ {exit;}",
            "k {call f$unit0_0$; ret;}",
            "l {call f$unit1_0$; ret;}",
        ],
    );
    // A name of one unit only stays, and a visible one always does.
    links(
        &[".global .u32 x = 1; .global .u64 p = generic(x);", ".visible .global .u32 x;", ".global .u32 y;"],
        &["p[8]", "x$unit0_0$[4]", "x[4]", "y[4]"],
    );
    // A name that is also an opcode: only the name changes, and a text that has the usual suffix gets another one.
    links(
        &[
            ".global .u32 add; .visible .entry k() { .reg .u32 %r; // $unit0_0$
            @%r add.u32 %r, %r, 1; ld.global.u32 %r, [add]; }",
            ".visible .global .u64 add;",
        ],
        &[
            "add$unit0_1$[4]",
            "add[8]",
            "k {.reg .u32 %r; // $unit0_0$
            @%r add.u32 %r, %r, 1; ld.global.u32 %r, [add$unit0_1$];}",
        ],
    );
}

#[test]
fn of_weak_definitions_one_is_kept() {
    let (weak_a, weak_b) = (".weak .func f() { ret; }", ".weak .func f() { exit; }");
    links(&[weak_a, weak_b], &["f {ret;}"]);
    links(&[weak_a, ".visible .func f() { trap; }", weak_b], &["f {trap;}"]);
    links(&[".weak .global .u32 x = 1;", ".weak .global .u32 x = 2;"], &["x[4]"]);
    links(
        &[".common .global .b8 x[4];", ".common .global .b8 x[12];", ".common .global .b8 x[8];"],
        &["x[12]"],
    );
    links(&[".common .global .b8 x[4];", ".visible .global .b8 x[8];"], &["x[8]"]);
}

#[test]
fn second_names_reach_the_function_that_is_kept() {
    let alias = ".visible .func g(); .visible .func f() { ret; } .alias g, f;";
    let module = link(&[".extern .func g(); .visible .entry k() { call g; ret; }", alias]).unwrap();
    assert_eq!(module.find_function("g"), module.find_function("f"));
}

#[test]
fn dynamic_shared_memory_needs_no_definition() {
    let user = |name: &str, align: u32| {
        format!(
            ".extern .shared .align {align} .b8 s[]; .visible .entry {name}() {{ .reg .u32 %r; ld.shared.u32 %r, [s]; }}"
        )
    };
    let module = link(&[&user("k", 4), &user("l", 64)]).unwrap();
    assert_eq!(module.variables.iter().map(|v| v.align).collect::<Vec<_>>(), [64]);
    links(&[".extern .shared .u32 s;", ".visible .shared .u32 s;"], &["s[4]"]);
}

#[test]
fn the_linked_text_is_for_the_newest_unit() {
    let mut linker = Linker::default();
    for (name, version, target) in
        [("a", "7.5", "sm_75, debug"), ("b", "8.3", "sm_90"), ("c", "8.1", "sm_80")]
    {
        let text = format!(".version {version}\n.target {target}\n.address_size 64\n.file 1 \"x\"\n");
        linker.add(name, Arc::from(text.as_bytes())).unwrap();
    }
    let text = String::from_utf8(linker.complete(|_| false).unwrap()).unwrap();
    assert_eq!(text, "// linked\n.version 8.3\n.target sm_90, debug\n.address_size 64\n");
}

#[test]
fn what_does_not_link_is_named() {
    let f = ".visible .func f() { ret; }";
    fails(&[f, f], "multiple definition of 'f': in b, and first in a");
    fails(&[".visible .global .u32 f;", f], "multiple definition of 'f': in b, and first in a");
    fails(&[CALLS_F], "undefined reference to 'f' in a");
    fails(
        &[CALLS_F, READS_X.replace('k', "l").as_str()],
        "undefined reference to 'f' in a\nundefined reference to 'x' in b",
    );
    // What another unit keeps to itself is no definition.
    fails(&[CALLS_F, ".func f() { ret; }"], "undefined reference to 'f' in a");
    fails(&[READS_X, ".visible .global .u64 x;"], "the size of 'x' in a is not that in b");
    fails(&[READS_X, ".visible .const .u32 x;"], "the memory space of 'x' in a is not that in b");
    fails(&[READS_X, ".visible .func x() { ret; }"], "the kind of 'x' in a is not that in b");
    fails(&["", ".visible .func f() { nonsense"], "b, line 4, column 20: unterminated block");
    fails(&[".visible .func f() { bra out; }"], "a, line 4, column 26: unknown name 'out'");
    let both = ".weak .global .u32 x, y;";
    fails(
        &[".visible .global .u32 x;", both],
        "b: 'x' shares its declaration with variables that are linked differently",
    );
}

#[test]
fn an_unused_declaration_needs_no_definition_and_the_devices_own_functions_have_one() {
    links(&[".extern .func f(); .extern .global .u32 x; .visible .entry k() { ret; }"], &["k {ret;}"]);
    links(
        &[".extern .func vprintf(); .visible .entry k() { call vprintf; ret; }"],
        &["k {call vprintf; ret;}"],
    );
}

#[test]
fn a_refused_input_leaves_no_trace() {
    let mut linker = Linker::default();
    let add = |linker: &mut Linker, name: &str, text: &str| {
        linker.add(name, Arc::from(format!("{HEADER}{text}").as_bytes()))
    };
    add(&mut linker, "a", ".visible .func f() { ret; }").unwrap();
    add(&mut linker, "b", ".visible .func g() { ret; } .visible .func f() { ret; }").unwrap_err();
    add(&mut linker, "c", ".visible .func g() { exit; }").unwrap();
    assert!(linker.complete(|_| false).is_ok());
    let narrow =
        linker.add("d", Arc::from(&b".version 8.0\n.target sm_75\n.address_size 32\n"[..])).unwrap_err();
    assert_eq!(narrow.to_string(), "d: only 64-bit addressing is supported");
}

#[test]
fn kernels_without_a_limit_of_registers_get_that_of_the_link() {
    let mut linker = Linker::default();
    linker.limit_registers(38);
    let text =
        ".visible .entry a() { ret; } .visible .entry b() .maxnreg 20 { ret; } .visible .func f() { ret; }";
    linker.add("a", Arc::from(format!("{HEADER}{text}").as_bytes())).unwrap();
    let module = Module::index(&linker.complete(|_| false).unwrap()).unwrap();
    let limits: Vec<_> = module.functions.iter().map(|f| (f.name.as_str(), f.limits.max_regs)).collect();
    assert_eq!(limits, [("a", Some(38)), ("b", Some(20)), ("f", None)]);
}
