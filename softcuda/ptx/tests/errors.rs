//! What is refused, with which message and where.

#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

use softcuda_ptx::{ErrorKind, FunctionId, Module, PtxError};

/// Indexes `src` and parses all bodies; the first error.
fn first_error(src: &str) -> Option<PtxError> {
    let module = match Module::index(src.as_bytes()) {
        Ok(module) => module,
        Err(error) => return Some(error),
    };
    let ids = (0..).map(FunctionId).zip(&module.functions).filter(|(_, f)| f.body.is_some());
    ids.map(|(id, _)| module.parse_body(id)).find_map(Result::err)
}

#[track_caller]
fn refused(src: &str, message: &str) {
    match first_error(src) {
        Some(error) => assert_eq!(error.to_string(), message, "for {src:?}"),
        None => panic!("accepted: {src:?}"),
    }
}

/// A module-level statement on line 2.
#[track_caller]
fn module(src: &str, message: &str) {
    refused(&format!(".version 8.0\n{src}"), message);
}

/// A statement in the body of a function, on line 4.
#[track_caller]
fn body(src: &str, message: &str) {
    let head = ".version 8.0\n.entry k(.param .u64 a) {\n.reg .pred p; .reg .b32 r; .reg .v2 .b32 v;\n";
    refused(&format!("{head}{src}\n}}"), message);
}

#[test]
fn of_the_module() {
    refused("", "line 1, column 1: the module does not start with a readable .version");
    refused("\0\0", "line 1, column 1: the module does not start with a readable .version");
    refused("hello", "line 1, column 1: the module does not start with a readable .version");
    refused(".version 8", "line 1, column 10: the module does not start with a readable .version");
    refused(".version 99999999.0", "line 1, column 10: the module does not start with a readable .version");
    module("frob", "line 2, column 1: expected a directive, found 'frob'");
    module("  .frob x;", "line 2, column 3: unknown directive '.frob'");
    module("\u{7}", "line 2, column 1: byte 0x07 starts no token");
    module("/* never", "line 2, column 1: unterminated comment");
    module(".pragma \"never", "line 2, column 9: unterminated string");
    module(".pragma \"a\"", "line 2, column 12: expected ';', found 'end of source'");
    module(".address_size 48", "line 2, column 15: expected 32 or 64, found '48'");
    module(".target ;", "line 2, column 9: expected a target, found ';'");
    module(".visible .extern .global .b8 x;", "line 2, column 10: expected a declaration, found '.extern'");
    module(".visible .target sm_80", "line 2, column 10: expected a declaration, found '.target'");
    module(".section .debug_str 1", "line 2, column 21: expected '{', found '1'");
    module(".alias a, b;", "line 2, column 11: unknown name 'b'");
}

#[test]
fn of_variables() {
    module(".global x;", "line 2, column 9: expected a type, found 'x'");
    module(".global .frob x;", "line 2, column 9: expected a type, found '.frob'");
    module(".global .align 3 .b8 x;", "line 2, column 16: expected an alignment (a power of two), found '3'");
    module(".global .align 0 .b8 x;", "line 2, column 16: expected an alignment (a power of two), found '0'");
    module(".global .b8 x[-1];", "line 2, column 15: expected an array size, found '-'");
    module(".global .b64 x[0x1fffffffffffffff];", "line 2, column 35: variable is too big");
    module(".global .b8 x[2] = {1, 2, 3};", "line 2, column 27: initialiser is too big");
    module(".global .b8 x[2] = {1, 2", "line 2, column 25: expected '}' or ',', found 'end of source'");
    module(".global .b8 x = 1 / 0;", "line 2, column 19: malformed number '/'");
    module(".global .b8 x = 08;", "line 2, column 17: malformed number '08'");
    module(
        ".global .b8 x = 0xfffffffffffffffff;",
        "line 2, column 17: malformed number '0xfffffffffffffffff'",
    );
    module(".global .f32 x = 0f123;", "line 2, column 18: malformed number '0f123'");
    module(".global .b8 x = 0(y);", "line 2, column 17: expected a mask, found '0'");
}

#[test]
fn of_functions() {
    module(".entry k", "line 2, column 9: expected '{', ';' or a directive, found 'end of source'");
    module(".entry k {", "line 2, column 10: unterminated block");
    module(".entry k { \"{} }", "line 2, column 12: unterminated string");
    module(".entry k(.u64 a) {}", "line 2, column 10: expected '.param' or '.reg', found '.u64'");
    module(".entry k(.param .u64 a .param .u64 b) {}", "line 2, column 24: expected ')', found '.param'");
    module(".entry k() .frob {}", "line 2, column 12: unknown directive '.frob'");
    module(".entry k() .maxntid 1,2,3,4 {}", "line 2, column 27: expected at most three counts, found '4'");
    module(".entry k() .maxntid -1 {}", "line 2, column 21: expected a 32-bit count, found '-'");
    module(".entry k() {} .entry k() {}", "line 2, column 22: 'k' is declared twice");
    module(".entry k() {} .func k() {}", "line 2, column 21: 'k' is declared twice");
    module(".entry k(.param .u64 a, .param .u64 a) {}", "line 2, column 8: 'a' is declared twice");
}

#[test]
fn of_bodies() {
    body("add.s32 r, r, x;", "line 4, column 15: unknown name 'x'");
    body("add.s32 r, r, %r1;", "line 4, column 15: unknown name '%r1'");
    body("ld.u32 r, [%rd1];", "line 4, column 12: unknown name '%rd1'");
    body("@r2 ret;", "line 4, column 2: unknown name 'r2'");
    body("@ ret", "line 4, column 3: unknown name 'ret'");
    body("bra nowhere;", "line 4, column 5: unknown name 'nowhere'");
    body("{ x: } bra x;", "line 4, column 12: unknown name 'x'");
    body("x: x: ret;", "line 4, column 4: 'x' is declared twice");
    body(".reg .b32 r;", "line 4, column 11: 'r' is declared twice");
    body(".reg .b32 %x<2>, %x<3>;", "line 4, column 18: '%x' is declared twice");
    body(".reg .b32 %x<2>; mov.u32 r, %x2;", "line 4, column 29: unknown name '%x2'");
    body(".reg .b32 %x<4294967296>;", "line 4, column 14: register range is too big");
    body("ret", "line 5, column 1: expected an operand, found 'end of source'");
    body("add.s32 r, r", "line 5, column 1: expected ';' or ',', found 'end of source'");
    body("add.s32 r, r r;", "line 4, column 14: expected ';' or ',', found 'r'");
    body("add.s32 r, , r;", "line 4, column 12: expected an operand, found ','");
    body("ld.u32 r, [r;", "line 4, column 13: expected ']' or ',', found ';'");
    body("ld.u32 r, [1.5];", "line 4, column 12: expected an integer, found '1.5'");
    body("mov.b64 {r, r, r;", "line 2, column 25: unterminated block");
    body("mov.b64 {r, r r};", "line 4, column 15: expected '}' or ',', found 'r'");
    body("mov.b32 r, v.z;", "line 4, column 12: unknown name 'v.z'");
    body("mov.b32 r, %tid.w;", "line 4, column 12: unknown name '%tid.w'");
    body("call nothing;", "line 4, column 6: unknown name 'nothing'");
    body("call (r;", "line 4, column 8: expected ')' or ',', found ';'");
    body(".frob;", "line 4, column 1: unknown directive '.frob'");
    body("5;", "line 4, column 1: expected an instruction, label or directive, found '5'");
    body("t: .calltargets nothing;", "line 4, column 17: unknown name 'nothing'");
    body("mov.u32 r, ((((((((((((((((((((((((((((((((((1;", "line 4, column 45: nested too deeply");
    body("mov.u32 r, [r, [r, [r, [r, [r, [r, [r, [r, [r, [r;", "line 4, column 48: nested too deeply");
}

#[test]
fn functions_without_body() {
    let module = Module::index(b".version 8.0\n.extern .func f();").unwrap();
    let error = module.parse_body(FunctionId(0)).unwrap_err();
    assert_eq!(error.to_string(), "line 2, column 15: function 'f' has no body here");
    assert_eq!(module.parse_body(FunctionId(1)).unwrap_err().kind, ErrorKind::BadFunction);
}
