//! No input makes the crate panic, recurse deeply or use memory beyond proportion: truncated, altered and hostile
//! sources.

#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

use softcuda_ptx::{FunctionId, Module, fuzz_target};

const FILES: &[(&str, &[u8])] = &[
    ("basic", include_bytes!("data/basic.ptx")),
    ("numeric", include_bytes!("data/numeric.ptx")),
    ("symbols", include_bytes!("data/symbols.ptx")),
    ("warp", include_bytes!("data/warp.ptx")),
    ("debug", include_bytes!("data/debug.ptx")),
];
const ODD: &[u8] = include_bytes!("data/odd.ptx");

/// Bytes that mean something to the lexer.
const BYTES: &[u8] = b"{}()[]<>;:,.|!@%_-+\"/\\0x \n\0\xff";

#[test]
fn every_truncation() {
    (0..ODD.len()).for_each(|len| fuzz_target(&ODD[..len]));
    for (_, file) in FILES {
        (0..file.len()).step_by(61).for_each(|len| fuzz_target(&file[..len]));
    }
}

/// Cuts a file short inside a body but closes the braces, so that the cut reaches the second pass.
#[test]
fn truncated_bodies() {
    for len in 0..ODD.len() {
        let end = [&b"}"[..], b"}}", b";}"][len % 3];
        fuzz_target(&[&ODD[..len], end].concat());
    }
}

fn replaced(file: &[u8], at: usize, byte: u8) -> Vec<u8> {
    let mut copy = file.to_vec();
    copy[at] = byte;
    copy
}

#[test]
fn altered_bytes() {
    for at in 0..ODD.len() {
        let byte = if at % 2 == 0 { BYTES[at / 2 % BYTES.len()] } else { ODD[at] ^ (1 << (at / 2 % 8)) };
        fuzz_target(&replaced(ODD, at, byte));
    }
    for (_, file) in FILES {
        for at in (0..file.len()).step_by(67) {
            fuzz_target(&replaced(file, at, BYTES[at % BYTES.len()]));
        }
    }
}

/// A small generator of pseudo-random numbers (xorshift); the seed makes each run the same.
fn random(state: &mut u64) -> usize {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    (*state >> 16) as usize
}

/// Moves, doubles and drops pieces of the source.
#[test]
fn shuffled_pieces() {
    let mut state = 0x9e37_79b9_7f4a_7c15;
    for _ in 0..2000 {
        let (a, b, to) = (random(&mut state), random(&mut state), random(&mut state));
        let (start, len, to) = (a % ODD.len(), b % 40, to % ODD.len());
        let piece = &ODD[start..ODD.len().min(start + len)];
        fuzz_target(&[&ODD[..to], piece, &ODD[to + (a % 3) * (ODD.len() - to) / 3..]].concat());
    }
}

fn body(text: &str) -> String {
    format!(".version 8.0\n.entry k() {{\n{text}\n}}")
}

#[test]
fn deep_nesting() {
    for open in ["{", "(", "[", "-", "!", "{r,", "[r,", "(1?", "@"] {
        let deep = open.repeat(200_000);
        fuzz_target(deep.as_bytes());
        fuzz_target(format!(".version 8.0\n.global .b8 x = {deep}").as_bytes());
        fuzz_target(format!(".version 8.0\n.global .b8 x[{deep}").as_bytes());
        fuzz_target(body(&format!(".reg .b32 r; mov.u32 r, {deep};")).as_bytes());
        fuzz_target(body(&format!("{deep}{}", "}".repeat(200_000))).as_bytes());
    }
}

#[test]
fn huge_numbers_cost_nothing() {
    let uses: String =
        (0..500).map(|n| format!("mov.u32 %r{}, %r{n};\n", 4_000_000_000u32 - n * 7_000_000)).collect();
    let src = body(&format!(".reg .b32 %r<4294967295>;\n.local .b8 big[0x7fffffffffffffff];\n{uses}"));
    let module = Module::index(src.as_bytes()).unwrap();
    let parsed = module.parse_body(FunctionId(0)).unwrap();
    assert_eq!(parsed.regs.len(), 1000);
    assert_eq!(parsed.vars[0].size, i64::MAX as u64);
    let ranges: String =
        (0..2000).map(|n| format!(".reg .b32 a{n}x<1000000>; mov.u32 a{n}x999999, 1;\n")).collect();
    fuzz_target(body(&ranges).as_bytes());
    fuzz_target(b".version 8.0\n.global .b8 x[1099511627776][1099511627776] = {{1},{2}};");
    fuzz_target(b".version 8.0\n.global .b8 x[4][1099511627776] = {{1},{2}, 3, 4};");
    fuzz_target(b".version 8.0\n.entry k(.param .b8 a[0x7fffffffffffffff], .param .b8 b[0x7fffffffffffffff], .param .b8 c[9]) {}");
}
