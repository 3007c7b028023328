//! Single instructions: PTX, inputs, results from plain Rust. Every case runs on every instruction-set level.

#![allow(clippy::unwrap_used, reason = "test code")]

mod common;

use common::Device;
use softcuda_simt::{FaultKind, Level, Module};
use std::sync::Arc;

const LEVELS: [Level; 3] = [Level::Baseline, Level::Avx2, Level::Avx512];

/// Registers of a case: `%ra %rb %rc` 32 bits, `%la %lb %lc` 64 bits, `%ha %hb %hc` 16 bits, all from the same inputs; results go
/// to `%rd`, `%ld`, `%hd` or `%p`.
fn kernel(body: &str, result: &str) -> String {
    let store = match result {
        "r" => "cvt.u64.u32 %out, %rd;",
        "h" => "cvt.u64.u16 %out, %hd;",
        "p" => "selp.u64 %out, 1, 0, %p;",
        _ => "mov.u64 %out, %ld;",
    };
    format!(
        "{HEADER}.visible .entry k(.param .u64 in, .param .u64 to) {{
            .reg .b64 %la, %lb, %lc, %ld, %out, %in, %to, %at; .reg .b32 %ra, %rb, %rc, %rd, %t; .reg .b16 %ha, %hb, %hc, %hd;
            .reg .pred %p, %q;
            ld.param.u64 %in, [in]; ld.param.u64 %to, [to]; mov.u32 %t, %tid.x;
            mad.wide.u32 %at, %t, 24, %in;
            ld.global.u64 %la, [%at]; ld.global.u64 %lb, [%at+8]; ld.global.u64 %lc, [%at+16];
            cvt.u32.u64 %ra, %la; cvt.u32.u64 %rb, %lb; cvt.u32.u64 %rc, %lc;
            cvt.u16.u64 %ha, %la; cvt.u16.u64 %hb, %lb; cvt.u16.u64 %hc, %lc;
            mov.u64 %ld, 0; mov.u32 %rd, 0; mov.u16 %hd, 0; setp.ne.u32 %p, 0, 0; setp.ne.u32 %q, 0, 0;
            {body}
            {store}
            mad.wide.u32 %at, %t, 8, %to; st.global.u64 [%at], %out; ret; }}"
    )
}

const HEADER: &str = ".version 8.4\n.target sm_90\n.address_size 64\n";

/// Runs `body` over `inputs` on all levels and returns the results.
fn run(body: &str, result: &str, inputs: &[[u64; 3]]) -> Vec<u64> {
    let mut answers = LEVELS.map(|level| {
        let d = Device::with(1, level);
        let m = d.load(&kernel(body, result));
        let (from, to) = (d.buffer(inputs), d.buffer(&vec![0u64; inputs.len()]));
        d.run(&m, "k", 1, inputs.len() as u32, &[&from, &to]);
        to.read()
    });
    assert_eq!(answers[0], answers[1], "levels differ: {body}");
    assert_eq!(answers[0], answers[2], "levels differ: {body}");
    std::mem::take(&mut answers[0])
}

/// Values where integer instructions go wrong.
const EDGES: [u64; 16] = [
    0,
    1,
    2,
    3,
    5,
    31,
    32,
    33,
    63,
    0x7f,
    0xff80,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_ffff,
    0x8000_0000_0000_0000,
    0xffff_ffff_ffff_fffe,
];

fn triples() -> Vec<[u64; 3]> {
    let mut list: Vec<[u64; 3]> =
        EDGES.iter().flat_map(|&a| EDGES.iter().map(move |&b| [a, b, a ^ (b << 1) ^ 0x1234])).collect();
    let mut x = 0x9e37_79b9_7f4a_7c15u64;
    let mut next = || {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        x
    };
    list.extend((0..600).map(|n| [next(), next() >> (n % 64), next() >> (n % 61)]));
    list
}

fn check(body: &str, result: &str, want: impl Fn(u64, u64, u64) -> u64) {
    let inputs = triples();
    for (input, got) in inputs.iter().zip(run(body, result, &inputs)) {
        let want = want(input[0], input[1], input[2]);
        assert_eq!(got, want, "{body} with {input:#x?}: got {got:#x}, want {want:#x}");
    }
}

/// 32-bit instruction.
fn r(body: &str, want: impl Fn(u32, u32, u32) -> u32) {
    check(body, "r", |a, b, c| u64::from(want(a as u32, b as u32, c as u32)));
}

fn l(body: &str, want: impl Fn(u64, u64, u64) -> u64) {
    check(body, "l", want);
}

fn h(body: &str, want: impl Fn(u16, u16, u16) -> u16) {
    check(body, "h", |a, b, c| u64::from(want(a as u16, b as u16, c as u16)));
}

fn p(body: &str, want: impl Fn(u64, u64, u64) -> bool) {
    check(body, "p", |a, b, c| u64::from(want(a, b, c)));
}

#[test]
fn integers_of_32_bits() {
    r("add.u32 %rd, %ra, %rb;", |a, b, _| a.wrapping_add(b));
    r("add.sat.s32 %rd, %ra, %rb;", |a, b, _| (a as i32).saturating_add(b as i32) as u32);
    r("sub.s32 %rd, %ra, -7;", |a, _, _| a.wrapping_add(7));
    r("mul.lo.u32 %rd, %ra, %rb;", |a, b, _| a.wrapping_mul(b));
    r("mul.hi.u32 %rd, %ra, %rb;", |a, b, _| ((u64::from(a) * u64::from(b)) >> 32) as u32);
    r("mul.hi.s32 %rd, %ra, %rb;", |a, b, _| ((i64::from(a as i32) * i64::from(b as i32)) >> 32) as u32);
    r("mad.lo.s32 %rd, %ra, %rb, %rc;", |a, b, c| a.wrapping_mul(b).wrapping_add(c));
    r("mad.hi.s32 %rd, %ra, %rb, %rc;", |a, b, c| {
        ((i64::from(a as i32) * i64::from(b as i32)) >> 32).wrapping_add(i64::from(c)) as u32
    });
    r("div.u32 %rd, %ra, %rb;", |a, b, _| a.checked_div(b).unwrap_or(u32::MAX));
    r(
        "div.s32 %rd, %ra, %rb;",
        |a, b, _| if b == 0 { u32::MAX } else { (a as i32).wrapping_div(b as i32) as u32 },
    );
    r("rem.s32 %rd, %ra, %rb;", |a, b, _| if b == 0 { a } else { (a as i32).wrapping_rem(b as i32) as u32 });
    r("min.s32 %rd, %ra, %rb;", |a, b, _| (a as i32).min(b as i32) as u32);
    r("max.u32 %rd, %ra, %rb;", |a, b, _| a.max(b));
    r("abs.s32 %rd, %ra;", |a, _, _| (a as i32).unsigned_abs());
    r("neg.s32 %rd, %ra;", |a, _, _| 0u32.wrapping_sub(a));
    r("sad.s32 %rd, %ra, %rb, %rc;", |a, b, c| (a as i32).abs_diff(b as i32).wrapping_add(c));
    r("mul24.lo.s32 %rd, %ra, %rb;", |a, b, _| {
        (((a << 8) as i32 >> 8) as i64 * ((b << 8) as i32 >> 8) as i64) as u32
    });
    r("mul24.hi.u32 %rd, %ra, %rb;", |a, b, _| {
        ((u64::from(a & 0xff_ffff) * u64::from(b & 0xff_ffff)) >> 16) as u32
    });
    r("dp4a.s32.u32 %rd, %ra, %rb, %rc;", |a, b, c| {
        (0..4).fold(c, |s, i| {
            s.wrapping_add(((a >> (8 * i)) as u8 as i8 as i32 * (b >> (8 * i)) as u8 as i32) as u32)
        })
    });
}

#[test]
fn integers_of_64_bits() {
    l("add.u64 %ld, %la, %lb;", |a, b, _| a.wrapping_add(b));
    l("mul.lo.s64 %ld, %la, %lb;", |a, b, _| a.wrapping_mul(b));
    l("mul.hi.u64 %ld, %la, %lb;", |a, b, _| ((u128::from(a) * u128::from(b)) >> 64) as u64);
    l("mul.hi.s64 %ld, %la, %lb;", |a, b, _| ((i128::from(a as i64) * i128::from(b as i64)) >> 64) as u64);
    l("mul.wide.u32 %ld, %ra, %rb;", |a, b, _| (a & 0xffff_ffff) * (b & 0xffff_ffff));
    l("mul.wide.s32 %ld, %ra, %rb;", |a, b, _| (a as i32 as i64 * b as i32 as i64) as u64);
    l("mad.wide.s32 %ld, %ra, -3, %lc;", |a, _, c| (a as i32 as i64 * -3).wrapping_add(c as i64) as u64);
    l(
        "div.s64 %ld, %la, %lb;",
        |a, b, _| if b == 0 { u64::MAX } else { (a as i64).wrapping_div(b as i64) as u64 },
    );
    l("rem.u64 %ld, %la, %lb;", |a, b, _| a.checked_rem(b).unwrap_or(a));
    l("min.u64 %ld, %la, %lb;", |a, b, _| a.min(b));
    l("max.s64 %ld, %la, %lb;", |a, b, _| (a as i64).max(b as i64) as u64);
    l("xor.b64 %ld, %la, %lb; not.b64 %ld, %ld;", |a, b, _| !(a ^ b));
    l("shl.b64 %ld, %la, %rb;", |a, b, _| if b as u32 > 63 { 0 } else { a << (b as u32) });
    l("shr.u64 %ld, %la, %rb;", |a, b, _| if b as u32 > 63 { 0 } else { a >> (b as u32) });
    l("shr.s64 %ld, %la, %rb;", |a, b, _| ((a as i64) >> (b as u32).min(63)) as u64);
    l("mov.b64 %ld, {%rb, %ra};", |a, b, _| (a << 32) | (b & 0xffff_ffff));
    l("mov.b64 {%rd, %ra}, %la; mov.b64 %ld, {%ra, %rd};", |a, _, _| a.rotate_left(32));
    l("bfe.s64 %ld, %la, %rb, %rc;", |a, b, c| {
        let (pos, len) = ((b & 0xff) as i64, (c & 0xff) as i64);
        let sign = if len == 0 { 0 } else { a >> (pos + len - 1).min(63) & 1 };
        (0..64).fold(0, |d, i| d | (if i < len && pos + i <= 63 { a >> (pos + i) & 1 } else { sign }) << i)
    });
}

#[test]
fn integers_of_16_bits() {
    h("add.s16 %hd, %ha, %hb;", |a, b, _| a.wrapping_add(b));
    h("sub.u16 %hd, %ha, %hb;", |a, b, _| a.wrapping_sub(b));
    h("mul.lo.s16 %hd, %ha, %hb;", |a, b, _| a.wrapping_mul(b));
    h("mad.lo.u16 %hd, %ha, %hb, %hc;", |a, b, c| a.wrapping_mul(b).wrapping_add(c));
    h("mul.hi.s16 %hd, %ha, %hb;", |a, b, _| ((a as i16 as i32 * b as i16 as i32) >> 16) as u16);
    check("shl.b16 %hd, %ha, %rb;", "h", |a, b, _| if b as u32 > 15 { 0 } else { (a << b as u32) & 0xffff });
    check("shr.s16 %hd, %ha, %rb;", "h", |a, b, _| u64::from((a as i16 >> (b as u32).min(15)) as u16));
    h("min.s16 %hd, %ha, %hb;", |a, b, _| (a as i16).min(b as i16) as u16);
    h("not.b16 %hd, %ha;", |a, _, _| !a);
    h("neg.s16 %hd, %ha;", |a, _, _| a.wrapping_neg());
    r("mul.wide.s16 %rd, %ha, %hb;", |a, b, _| (a as i16 as i32 * b as i16 as i32) as u32);
    r("mul.wide.u16 %rd, %ha, %hb;", |a, b, _| (a & 0xffff) * (b & 0xffff));
    p("setp.lt.s16 %p, %ha, %hb;", |a, b, _| (a as i16) < (b as i16));
    r("mov.b32 %rd, {%ha, %hb};", |a, b, _| (a & 0xffff) | (b << 16));
    r("cvt.s32.s16 %rd, %ha;", |a, _, _| a as i16 as i32 as u32);
    h("cvt.s16.s8 %hd, %ra;", |a, _, _| a as u8 as i8 as i16 as u16);
    check("cvt.sat.u16.s32 %hd, %ra;", "h", |a, _, _| (a as i32).clamp(0, 65535) as u64);
    check("cvt.sat.s8.s32 %rd, %ra;", "r", |a, _, _| u64::from((a as i32).clamp(-128, 127) as u32));
}

#[test]
fn bits_and_shifts() {
    r("shl.b32 %rd, %ra, %rb;", |a, b, _| a.checked_shl(b).unwrap_or(0));
    r("shr.u32 %rd, %ra, %rb;", |a, b, _| a.checked_shr(b).unwrap_or(0));
    r("shr.s32 %rd, %ra, %rb;", |a, b, _| ((a as i32) >> b.min(31)) as u32);
    r("shf.l.wrap.b32 %rd, %ra, %rb, %rc;", |a, b, c| {
        (((u64::from(b) << 32 | u64::from(a)) << (c & 31)) >> 32) as u32
    });
    r("shf.r.clamp.b32 %rd, %ra, %rb, %rc;", |a, b, c| {
        ((u64::from(b) << 32 | u64::from(a)) >> c.min(32)) as u32
    });
    r("lop3.b32 %rd, %ra, %rb, %rc, 0xca;", |a, b, c| (a & b) | (!a & c));
    r("lop3.b32 %rd, %ra, %rb, %rc, 0x96;", |a, b, c| a ^ b ^ c);
    r("popc.b32 %rd, %ra;", |a, _, _| a.count_ones());
    check("clz.b64 %rd, %la;", "r", |a, _, _| u64::from(a.leading_zeros()));
    check("popc.b64 %rd, %la;", "r", |a, _, _| u64::from(a.count_ones()));
    r("brev.b32 %rd, %ra;", |a, _, _| a.reverse_bits());
    r("bfind.u32 %rd, %ra;", |a, _, _| a.checked_ilog2().unwrap_or(u32::MAX));
    r("bfind.s32 %rd, %ra;", |a, _, _| {
        (if (a as i32) < 0 { !a } else { a }).checked_ilog2().unwrap_or(u32::MAX)
    });
    r("bfind.shiftamt.u32 %rd, %ra;", |a, _, _| a.checked_ilog2().map_or(u32::MAX, |n| 31 - n));
    let bfe = |a: u32, b: u32, c: u32, signed: bool| {
        let (pos, len) = ((b & 0xff) as i32, (c & 0xff) as i32);
        let sign = if signed && len > 0 { a >> (pos + len - 1).min(31) & 1 } else { 0 };
        (0..32).fold(0, |d, i| d | (if i < len && pos + i <= 31 { a >> (pos + i) & 1 } else { sign }) << i)
    };
    r("bfe.u32 %rd, %ra, %rb, %rc;", |a, b, c| bfe(a, b, c, false));
    r("bfe.s32 %rd, %ra, %rb, %rc;", |a, b, c| bfe(a, b, c, true));
    r("bfi.b32 %rd, %ra, %rb, %rc, 7;", |a, b, c| {
        let pos = c & 0xff;
        (0..7).filter(|i| pos + i <= 31).fold(b, |f, i| (f & !(1 << (pos + i))) | (a >> i & 1) << (pos + i))
    });
    r("prmt.b32 %rd, %ra, %rb, %rc;", |a, b, c| {
        let bytes = [a.to_le_bytes(), b.to_le_bytes()].concat();
        (0..4).fold(0, |d, i| {
            let sel = c >> (4 * i) & 15;
            let byte = bytes[sel as usize & 7];
            d | u32::from(if sel & 8 != 0 { if byte & 0x80 != 0 { 0xff } else { 0 } } else { byte })
                << (8 * i)
        })
    });
    r("szext.clamp.s32 %rd, %ra, %rb;", |a, b, _| {
        if b == 0 {
            0
        } else if b > 31 {
            a
        } else {
            (((a << (32 - b)) as i32) >> (32 - b)) as u32
        }
    });
    r("bmsk.clamp.b32 %rd, %ra, %rb;", |a, b, _| {
        (0..32)
            .filter(|&i| i >= a.min(32) && u64::from(i) < u64::from(a.min(32)) + u64::from(b.min(32)))
            .fold(0, |m, i| m | 1 << i)
    });
    r("cnot.b32 %rd, %ra;", |a, _, _| u32::from(a == 0));
}

#[test]
fn carries() {
    l("add.cc.u32 %ra, %ra, %rb; addc.u32 %rd, %rc, %rb; mov.b64 %ld, {%ra, %rd};", |a, b, c| {
        (c << 32 | a & 0xffff_ffff).wrapping_add((b << 32) | (b & 0xffff_ffff))
    });
    l("sub.cc.u32 %ra, %ra, %rb; subc.u32 %rd, %rc, %rb; mov.b64 %ld, {%ra, %rd};", |a, b, c| {
        (c << 32 | a & 0xffff_ffff).wrapping_sub((b << 32) | (b & 0xffff_ffff))
    });
    l(
        "mad.lo.cc.u32 %rd, %ra, %rb, %rc; madc.hi.u32 %ra, %ra, %rb, 0; mov.b64 %ld, {%rd, %ra};",
        |a, b, c| (a & 0xffff_ffff) * (b & 0xffff_ffff) + (c & 0xffff_ffff),
    );
    l("add.cc.u64 %la, %la, %lb; addc.u64 %ld, %lc, 0;", |a, b, c| {
        c.wrapping_add(u64::from(a.checked_add(b).is_none()))
    });
}

#[test]
fn comparisons_and_selection() {
    p("setp.eq.u32 %p, %ra, %rb;", |a, b, _| a as u32 == b as u32);
    p("setp.ne.s32 %p, %ra, %rb;", |a, b, _| a as u32 != b as u32);
    p("setp.lt.s32 %p, %ra, %rb;", |a, b, _| (a as i32) < b as i32);
    p("setp.hs.u32 %p, %ra, %rb;", |a, b, _| a as u32 >= b as u32);
    p("setp.gt.u64 %p, %la, %lb;", |a, b, _| a > b);
    p("setp.le.s64 %p, %la, %lb;", |a, b, _| a as i64 <= b as i64);
    p("setp.lt.u32 %q, %ra, 9; setp.gt.and.s32 %p, %rb, 3, !%q;", |a, b, _| b as i32 > 3 && a as u32 >= 9);
    p("setp.lt.u32 %q, %ra, 9; setp.gt.xor.s32 %q|%p, %rb, 3, %q;", |a, b, _| {
        (b as i32 <= 3) != ((a as u32) < 9)
    });
    p("setp.lt.u32 %p, %ra, 9; setp.lt.u32 %q, %rb, 9; and.pred %p, %p, %q; not.pred %p, %p;", |a, b, _| {
        !((a as u32) < 9 && (b as u32) < 9)
    });
    r("set.lt.u32.s32 %rd, %ra, %rb;", |a, b, _| if (a as i32) < b as i32 { u32::MAX } else { 0 });
    r("set.ge.f32.u32 %rd, %ra, %rb;", |a, b, _| if a >= b { 0x3f80_0000 } else { 0 });
    r("slct.u32.s32 %rd, %ra, %rb, %rc;", |a, b, c| if c as i32 >= 0 { a } else { b });
    r(
        "setp.lt.u32 %p, %ra, %rb; @%p bra L; mov.u32 %rd, 1; bra M; L: mov.u32 %rd, 2; M: add.u32 %rd, %rd, 1;",
        |a, b, _| if a < b { 3 } else { 2 },
    );
    r("setp.lt.u32 %p, %ra, %rb; @%p mov.u32 %rd, %rc; @!%p add.u32 %rd, %rc, 1;", |a, b, c| {
        if a < b { c } else { c.wrapping_add(1) }
    });
    r(
        "and.b32 %ra, %ra, 3; ts: .branchtargets A, B, C, D; brx.idx %ra, ts; A: mov.u32 %rd, 5; bra E; B: mov.u32 %rd, 6; bra E; C: mov.u32 %rd, 7; D: add.u32 %rd, %rd, 9; E:",
        |a, _, _| [5, 6, 16, 9][a as usize & 3],
    );
}

/// Single-precision values where things go wrong.
const FLOATS: [u32; 18] = [
    0,
    0x8000_0000,
    1,
    0x8000_0001,
    0x007f_ffff,
    0x0080_0000,
    0x3f80_0000,
    0xbf80_0000,
    0x3fc0_0000,
    0x4020_0000,
    0x4f00_0000,
    0x4f80_0000,
    0x7f7f_ffff,
    0x7f80_0000,
    0xff80_0000,
    0x7fc0_0001,
    0xffa0_0000,
    0x33ff_ffff,
];

fn float_triples() -> Vec<[u64; 3]> {
    let mut list: Vec<[u64; 3]> = FLOATS
        .iter()
        .flat_map(|&a| FLOATS.iter().map(move |&b| [a.into(), b.into(), u64::from(a ^ 0x8000_0000)]))
        .collect();
    list.extend(
        triples().into_iter().take(600).map(|t| t.map(|x| x.wrapping_mul(0x9e37_79b9) & 0xffff_ffff)),
    );
    list
}

/// Single-precision instruction: NaNs of the reference stand for the canonical one.
fn f(body: &str, want: impl Fn(f32, f32, f32) -> f32) {
    let inputs = float_triples();
    for (input, got) in inputs.iter().zip(run(body, "r", &inputs)) {
        let [a, b, c] = input.map(|x| f32::from_bits(x as u32));
        let want = want(a, b, c);
        let want = if want.is_nan() { 0x7fff_ffff } else { want.to_bits() };
        assert_eq!(got as u32, want, "{body} with {a:e} {b:e} {c:e}: got {:e}", f32::from_bits(got as u32));
    }
}

fn flush(x: f32) -> f32 {
    if x.is_subnormal() { 0.0f32.copysign(x) } else { x }
}

/// Exact sum or product rounded towards zero, by trying neighbours of the nearest result in double precision.
fn towards_zero(exact: f64) -> f32 {
    let near = exact as f32;
    if f64::from(near).abs() > exact.abs() { f32::from_bits(near.to_bits() - 1) } else { near }
}

#[test]
fn single_precision() {
    f("add.f32 %rd, %ra, %rb;", |a, b, _| a + b);
    f("sub.rn.f32 %rd, %ra, %rb;", |a, b, _| a - b);
    f("mul.f32 %rd, %ra, %rb;", |a, b, _| a * b);
    f("fma.rn.f32 %rd, %ra, %rb, %rc;", |a, b, c| a.mul_add(b, c));
    f("div.rn.f32 %rd, %ra, %rb;", |a, b, _| a / b);
    f("add.ftz.f32 %rd, %ra, %rb;", |a, b, _| flush(flush(a) + flush(b)));
    f("mul.ftz.sat.f32 %rd, %ra, %rb;", |a, b, _| {
        let x = flush(flush(a) * flush(b));
        if x.is_nan() { 0.0 } else { x.clamp(0.0, 1.0) + 0.0 }
    });
    f("mul.rz.f32 %rd, %ra, %rb;", |a, b, _| towards_zero(f64::from(a) * f64::from(b)));
    f("sqrt.rn.f32 %rd, %ra;", |a, _, _| a.sqrt());
    f("rcp.rn.f32 %rd, %ra;", |a, _, _| 1.0 / a);
    // Sign operations keep a NaN's payload, so they are compared as numbers only.
    f("abs.f32 %rd, %ra; add.f32 %rd, %rd, 0f80000000;", |a, _, _| a.abs());
    f("neg.ftz.f32 %rd, %ra; add.f32 %rd, %rd, 0f80000000;", |a, _, _| -flush(a));
    let min = |a: f32, b: f32| if b.is_nan() || a < b || (a == b && a.is_sign_negative()) { a } else { b };
    f("min.f32 %rd, %ra, %rb;", |a, b, _| min(a, b));
    f("max.f32 %rd, %ra, %rb;", |a, b, _| -min(-a, -b));
    f("min.NaN.f32 %rd, %ra, %rb;", |a, b, _| if a.is_nan() || b.is_nan() { f32::NAN } else { min(a, b) });
    f("ex2.approx.f32 %rd, %ra;", |a, _, _| f64::from(a).exp2() as f32);
    f("lg2.approx.ftz.f32 %rd, %ra;", |a, _, _| flush(f64::from(flush(a)).log2() as f32));
    f("sin.approx.f32 %rd, %ra;", |a, _, _| f64::from(a).sin() as f32);
    f("cvt.rni.f32.f32 %rd, %ra;", |a, _, _| a.round_ties_even());
    f("cvt.rmi.f32.f32 %rd, %ra;", |a, _, _| a.floor());
    f("cvt.sat.f32.f32 %rd, %ra;", |a, _, _| if a.is_nan() { 0.0 } else { a.clamp(0.0, 1.0) + 0.0 });
    f("cvt.f64.f32 %ld, %ra; add.f64 %ld, %ld, 0d3ff0000000000000; cvt.rn.f32.f64 %rd, %ld;", |a, _, _| {
        (f64::from(a) + 1.0) as f32
    });
    f("cvt.rz.f32.u64 %rd, %la;", |a, _, _| towards_zero(f64::from(a.to_bits())));
    f("cvt.rn.f32.s32 %rd, %ra;", |a, _, _| a.to_bits() as i32 as f32);
}

#[test]
fn float_comparisons_and_conversions() {
    let pf = |body: &str, want: fn(f32, f32) -> bool| {
        let inputs = float_triples();
        for (input, got) in inputs.iter().zip(run(body, "p", &inputs)) {
            let [a, b, _] = input.map(|x| f32::from_bits(x as u32));
            assert_eq!(got == 1, want(a, b), "{body} with {a:e} {b:e}");
        }
    };
    pf("setp.eq.f32 %p, %ra, %rb;", |a, b| a == b);
    pf("setp.ne.f32 %p, %ra, %rb;", |a, b| a.partial_cmp(&b).is_some_and(|o| o.is_ne()));
    pf("setp.neu.f32 %p, %ra, %rb;", |a, b| a != b);
    pf("setp.ltu.f32 %p, %ra, %rb;", |a, b| a.partial_cmp(&b).is_none_or(|o| o.is_lt()));
    pf("setp.geu.f32 %p, %ra, %rb;", |a, b| a.partial_cmp(&b).is_none_or(|o| o.is_ge()));
    pf("setp.gt.ftz.f32 %p, %ra, %rb;", |a, b| flush(a) > flush(b));
    pf("setp.num.f32 %p, %ra, %rb;", |a, b| !a.is_nan() && !b.is_nan());
    pf("testp.subnormal.f32 %p, %ra;", |a, _| a.is_subnormal());
    let to = |body: &str, want: &dyn Fn(f32) -> u64| {
        let inputs = float_triples();
        for (input, got) in inputs.iter().zip(run(body, "l", &inputs)) {
            let a = f32::from_bits(input[0] as u32);
            assert_eq!(got, want(a), "{body} with {a:e}");
        }
    };
    to("cvt.rzi.s32.f32 %rd, %ra; cvt.u64.u32 %ld, %rd;", &|a| u64::from(a as i32 as u32));
    to("cvt.rni.u32.f32 %rd, %ra; cvt.u64.u32 %ld, %rd;", &|a| u64::from(a.round_ties_even() as u32));
    to("cvt.rpi.s64.f32 %ld, %ra;", &|a| if a.is_nan() { 1 << 63 } else { a.ceil() as i64 as u64 });
    to("cvt.rzi.u8.f32 %rd, %ra; cvt.u64.u32 %ld, %rd;", &|a| u64::from(a as u8));
    to("cvt.rn.f16.f32 %hd, %ra; cvt.f32.f16 %rd, %hd; cvt.u64.u32 %ld, %rd;", &|a| {
        u64::from(through_f16(a))
    });
    to("cvt.rn.bf16.f32 %hd, %ra; cvt.u64.u16 %ld, %hd;", &|a| {
        if a.is_nan() {
            return 0x7fff;
        }
        let bits = u64::from(a.to_bits());
        let (kept, rest) = (bits >> 16, bits & 0xffff);
        kept + u64::from(rest > 0x8000 || (rest == 0x8000 && kept & 1 == 1))
    });
    to("cvt.rna.tf32.f32 %rd, %ra; cvt.u64.u32 %ld, %rd;", &|a| {
        if a.is_nan() {
            0x7fff_ffff
        } else if a.is_infinite() {
            u64::from(a.to_bits())
        } else {
            u64::from((a.to_bits() + 0x1000) & !0x1fff)
        }
    });
}

#[test]
fn pairs_of_narrow_floats() {
    let single = |bits: u32| u64::from(bits);
    let cases: &[(&str, &str, [u64; 3], u64)] = &[
        // The first source becomes the upper value.
        ("cvt.rn.satfinite.e4m3x2.f32 %hd, %ra, %rb;", "h", [0x3f80_0000, 0xc3e0_0000, 0], 0x38fe),
        ("cvt.rn.satfinite.e4m3x2.f32 %hd, %ra, %rb;", "h", [0x7f80_0000, 0x7fc0_0000, 0], 0x7e7f),
        ("cvt.rn.satfinite.relu.e4m3x2.f32 %hd, %ra, %rb;", "h", [0xbf80_0000, 0x4000_0000, 0], 0x0040),
        ("cvt.rn.satfinite.e5m2x2.f32 %hd, %ra, %rb;", "h", [0x3f80_0000, 0xff80_0000, 0], 0x3cfb),
        ("cvt.rn.satfinite.e5m2x2.f16x2 %hd, %ra;", "h", [0x3c00_c000, 0, 0], 0x3cc0),
        ("cvt.rn.satfinite.e4m3x2.f16x2 %hd, %ra;", "h", [0x3c00_7c00, 0, 0], 0x387e),
        ("cvt.rn.f16x2.e4m3x2 %rd, %ha;", "r", [0x387f, 0, 0], 0x3c00_7fff),
        ("cvt.rn.f16x2.e5m2x2 %rd, %ha;", "r", [0x7cbc, 0, 0], 0x7c00_bc00),
        ("cvt.rn.relu.f16x2.e5m2x2 %rd, %ha;", "r", [0x3cbc, 0, 0], 0x3c00_0000),
        ("cvt.rn.satfinite.e2m3x2.f32 %hd, %ra, %rb;", "h", [0x3f80_0000, 0xc0f0_0000, 0], 0x083f),
        ("cvt.rn.f16x2.e2m3x2 %rd, %ha;", "r", [0x083f, 0, 0], 0x3c00_c780),
        ("cvt.rn.satfinite.e3m2x2.f32 %hd, %ra, %rb;", "h", [0x41e0_0000, 0x3f80_0000, 0], 0x1f0c),
        ("cvt.rz.ue8m0x2.f32 %hd, %ra, %rb;", "h", [0x3fc0_0000, 0x7fc0_0000, 0], 0x7fff),
        ("cvt.rp.satfinite.ue8m0x2.bf16x2 %hd, %ra;", "h", [0x3fc0_7f80, 0, 0], 0x80fe),
        ("cvt.rn.bf16x2.ue8m0x2 %rd, %ha;", "r", [0x7f80, 0, 0], 0x3f80_4000),
        ("cvt.rn.f16x2.f32 %rd, %ra, %rb;", "r", [0x3f80_0000, 0x4000_0000, 0], 0x3c00_4000),
        ("cvt.pack.sat.s16.s32 %rd, %ra, %rb;", "r", [0x7fff_ffff, single(-5i32 as u32), 0], 0x7fff_fffb),
        (
            "cvt.pack.sat.u8.s32.b32 %rd, %ra, %rb, %rc;",
            "r",
            [300, single(-1i32 as u32), 0x1234_5678],
            0x5678_ff00,
        ),
        ("cvt.pack.sat.s8.s32.b32 %rd, %ra, %rb, 0;", "r", [single(-300i32 as u32), 7, 0], 0x8007),
    ];
    for (body, result, input, want) in cases {
        let got = run(body, result, &[*input])[0];
        assert_eq!(got, *want, "{body} with {input:#x?}: got {got:#x}, want {want:#x}");
    }
}

#[test]
fn atomics_on_vectors_and_reductions_of_floats() {
    let one = u64::from(1.0f32.to_bits());
    let pair = |low: f32, high: f32| u64::from(low.to_bits()) | u64::from(high.to_bits()) << 32;
    // The thread's own input is what the atomic changes: two floats; the old values come back, sources may be destinations.
    let body = "mov.b32 %ra, 0f40000000; mov.b32 %rb, 0f40400000;
        atom.global.add.v2.f32 {%rb, %ra}, [%at], {%ra, %rb}; red.global.add.v2.f32 [%at], {%ra, %ra};";
    for (after, want) in [
        ("mov.b64 %ld, {%rb, %ra};", pair(1.0, 5.0)),
        ("ld.global.u64 %ld, [%at];", pair(1.0 + 2.0 + 5.0, 5.0 + 3.0 + 5.0)),
    ] {
        assert_eq!(run(&format!("{body} {after}"), "l", &[[pair(1.0, 5.0), 0, 0]]), [want], "{after}");
    }
    let lanes: Vec<[u64; 3]> = (0..32).map(|n| [u64::from((n as f32 - 7.5).to_bits()), 0, 0]).collect();
    for (what, want) in [("min", -7.5f32), ("max", 23.5), ("min.abs", 0.5), ("max.NaN", 23.5)] {
        let body = format!("redux.sync.{what}.f32 %rd, %ra, -1;");
        assert_eq!(run(&body, "r", &lanes), vec![u64::from(want.to_bits()); 32], "{what}");
    }
    let with_nan: Vec<[u64; 3]> = (0..32).map(|n| [if n == 3 { 0x7fc0_0000 } else { one }, 0, 0]).collect();
    assert_eq!(run("redux.sync.max.f32 %rd, %ra, -1;", "r", &with_nan)[0], one);
    assert_eq!(run("redux.sync.max.NaN.f32 %rd, %ra, -1;", "r", &with_nan)[0], 0x7fff_ffff);
}

/// Nearest half-precision value as a single, by arithmetic on the value.
fn through_f16(x: f32) -> u32 {
    if x.is_nan() {
        return 0x7fff_ffff;
    }
    let wide = f64::from(x);
    let exponent = if wide == 0.0 { -14 } else { (wide.abs().log2().floor() as i32).clamp(-14, 15) };
    let unit = 2f64.powi(exponent - 10);
    let rounded = (wide / unit).round_ties_even() * unit;
    let limited = if rounded.abs() > 65504.0 { f64::INFINITY.copysign(wide) } else { rounded };
    ((limited as f32).copysign(x)).to_bits()
}

#[test]
fn double_precision() {
    let doubles = |body: &str, want: &dyn Fn(f64, f64, f64) -> f64| {
        let specials = [0.0, -0.0, 1.0, -1.5, 1e300, 1e-310, f64::INFINITY, f64::MAX, 3.0, 0.1];
        let mut inputs: Vec<[u64; 3]> = specials
            .iter()
            .flat_map(|&a: &f64| {
                specials.iter().map(move |&b: &f64| [a.to_bits(), b.to_bits(), (-a).to_bits()])
            })
            .collect();
        inputs.extend(triples().into_iter().take(600));
        for (input, got) in inputs.iter().zip(run(body, "l", &inputs)) {
            let [a, b, c] = input.map(f64::from_bits);
            let (got, want) = (f64::from_bits(got), want(a, b, c));
            assert!(
                got.to_bits() == want.to_bits() || (got.is_nan() && want.is_nan()),
                "{body} with {a:e} {b:e} {c:e}: {got:e}, not {want:e}"
            );
        }
    };
    doubles("add.f64 %ld, %la, %lb;", &|a, b, _| a + b);
    doubles("mul.rn.f64 %ld, %la, %lb;", &|a, b, _| a * b);
    doubles("fma.rn.f64 %ld, %la, %lb, %lc;", &|a, b, c| a.mul_add(b, c));
    doubles("div.rn.f64 %ld, %la, %lb;", &|a, b, _| a / b);
    doubles("sqrt.rn.f64 %ld, %la;", &|a, _, _| a.sqrt());
    doubles("neg.f64 %ld, %la; abs.f64 %ld, %ld;", &|a, _, _| a.abs());
    doubles("cvt.rn.f64.s64 %ld, %la;", &|a, _, _| a.to_bits() as i64 as f64);
    doubles("cvt.rzi.s64.f64 %ld, %la; cvt.rn.f64.s64 %ld, %ld;", &|a, _, _| {
        if a.is_nan() { i64::MIN as f64 } else { a as i64 as f64 }
    });
    // Directed sums bracket the exact one: down ≤ up, and they differ by at most one unit.
    let down = "add.rm.f64 %ld, %la, %lb; add.rp.f64 %lc, %la, %lb; setp.le.f64 %p, %ld, %lc; @!%p setp.nan.f64 %p, %ld, %lc;";
    let inputs = triples();
    assert!(run(down, "p", &inputs).iter().all(|&ok| ok == 1));
}

#[test]
fn half_precision() {
    let halves = |body: &str, want: &dyn Fn(f64, f64, f64) -> f64| {
        let inputs = triples();
        for (input, got) in inputs.iter().zip(run(body, "h", &inputs)) {
            let [a, b, c] = input.map(|x| from_f16(x as u16));
            let want = want(a, b, c);
            let got = from_f16(got as u16);
            let expected = f32::from_bits(through_f16(want as f32));
            assert!(
                got == f64::from(expected) || (got.is_nan() && expected.is_nan()),
                "{body} with {a:e} {b:e} {c:e}: {got:e}, not {expected:e}"
            );
        }
    };
    halves("add.rn.f16 %hd, %ha, %hb;", &|a, b, _| a + b);
    halves("mul.rn.f16 %hd, %ha, %hb;", &|a, b, _| a * b);
    r(
        "add.rn.f16x2 %rd, %ra, %rb; mov.b32 {%ha, %hb}, %ra; mov.b32 {%hc, %hd}, %rb; add.rn.f16 %ha, %ha, %hc; add.rn.f16 %hb, %hb, %hd; \
        mov.b32 %rc, {%ha, %hb}; xor.b32 %rd, %rd, %rc;",
        |_, _, _| 0,
    );
}

fn from_f16(bits: u16) -> f64 {
    let (exponent, fraction) = (i32::from(bits >> 10 & 31), f64::from(bits & 0x3ff));
    let magnitude = match exponent {
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        0 => fraction * 2f64.powi(-24),
        _ => (1.0 + fraction / 1024.0) * 2f64.powi(exponent - 15),
    };
    if bits & 0x8000 != 0 { -magnitude } else { magnitude }
}

fn fails(body: &str) -> (softcuda_simt::Fault, Arc<Module>) {
    let d = Device::new();
    let m = d.load(&kernel(body, "l"));
    let (from, to) = (d.buffer(&[[0u64; 3]; 32]), d.buffer(&[0u64; 32]));
    (d.try_run(&m, "k", 1, 32, &[&from, &to]).unwrap_err(), m)
}

#[test]
fn what_is_missing_traps_with_its_name() {
    for (body, name) in [
        ("frobnicate.u32 %rd, %ra;", "frobnicate.u32"),
        ("setp.ge.u32 %p, %t, 7; @%p wgmma.fence.sync.aligned;", "wgmma.fence"),
    ] {
        let (fault, _) = fails(body);
        assert_eq!((fault.kind, fault.kind.code()), (FaultKind::IllegalInstruction, 715));
        assert!(fault.detail.contains(name), "{fault}");
        assert_eq!(fault.tid[0], if body.contains("@%p") { 7 } else { 0 });
    }
    assert_eq!(fails("trap;").0.kind, FaultKind::LaunchFailure);
    assert_eq!(fails("shl.b32 %rd, %t, 20; ld.shared.u32 %rd, [%rd];").0.kind, FaultKind::LaunchFailure);
    // What is not executed does not trap.
    assert!(run("@%p bra L; mov.u64 %ld, 7; bra M; L: frobnicate.u32 %rd; M:", "l", &[[0; 3]]) == [7]);
}

#[test]
fn text_that_is_not_ptx_has_a_place() {
    let d = Device::new();
    let error = Module::load(
        Arc::from(
            &b".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k() { add.u32 %r1 %r2; }"[..],
        ),
        &d.space,
    )
    .unwrap_err();
    assert_eq!(error.line, 4);
    assert!(error.column > 20, "{error}");
}
