//! What a module needs to be loaded.

#![allow(clippy::unwrap_used, reason = "test code")]

use softcuda_simt::{AddressSpace, Module, SpaceConfig};

/// Why a module is refused.
fn refusal(text: &str) -> Option<String> {
    let space = AddressSpace::new(&SpaceConfig::default()).unwrap();
    let source = format!(".version 8.0\n.target sm_75\n.address_size 64\n{text}");
    Module::load(source.into_bytes().into(), &space).err().map(|e| e.to_string())
}

#[test]
fn functions_that_nobody_defines_are_refused_at_load() {
    let kernel = ".visible .entry k() { call f; ret; }";
    let malloc = ".extern .func (.param .b64 r) malloc(.param .b64 n);
        .visible .entry k() { .reg .b64 %p; { .param .b64 n; .param .b64 r; mov.b64 %p, 8; st.param.b64 [n], %p;
        call (r), malloc, (n); ld.param.b64 %p, [r]; } ret; }";
    let padding = format!("// {}\n", "x".repeat(300 << 10));
    let cases = [
        (format!(".extern .func f(); {kernel}"), true),
        (format!(".extern .func f(); {padding} {kernel}"), true),
        (format!(".extern .func g(); .func f() {{ call g; ret; }} {kernel}"), true),
        (".extern .func f(); .visible .entry k() { .reg .b64 %p; mov.u64 %p, f; ret; }".to_owned(), true),
        (format!(".func f(); {kernel} .func f() {{ ret; }}"), false),
        (format!(".extern .func unused(); .func f() {{ ret; }} {kernel}"), false),
        (malloc.to_owned(), false),
    ];
    for (text, refused) in cases {
        let said = refusal(&text);
        let told = said.as_deref().is_some_and(|words| words.contains("unresolved extern function '"));
        assert_eq!((told, said.is_some()), (refused, refused), "{said:?}: {}", &text[..text.len().min(200)]);
    }
}
