//! Execution of the arithmetic operations: a shape reads rows, applies the lane function, writes the active lanes.
//!
//! Everything here is inlined into the run loop, which is compiled once per instruction-set level.

use super::fp::{self, canon32, flush32, sat32, sat64};
use super::table::{Op, for_each_alu};
use super::{half, int};
use crate::exec::view::{LANES, View};
use crate::wir::{Inst, carry, cmp, fp as flag};

#[inline(always)]
fn un32(v: &View, i: &Inst, f: impl Fn(u32) -> u32) {
    let a = v.get32(i.a);
    let mut r = [0; LANES];
    for l in 0..LANES {
        r[l] = f(a[l]);
    }
    v.put32(i.d, r);
}

#[inline(always)]
fn bin32(v: &View, i: &Inst, f: impl Fn(u32, u32) -> u32) {
    let (a, b) = (v.get32(i.a), v.get32(i.b));
    let mut r = [0; LANES];
    for l in 0..LANES {
        r[l] = f(a[l], b[l]);
    }
    v.put32(i.d, r);
}

#[inline(always)]
fn ter32(v: &View, i: &Inst, f: impl Fn(u32, u32, u32) -> u32) {
    let (a, b, c) = (v.get32(i.a), v.get32(i.b), v.get32(i.c));
    let mut r = [0; LANES];
    for l in 0..LANES {
        r[l] = f(a[l], b[l], c[l]);
    }
    v.put32(i.d, r);
}

#[inline(always)]
fn quad32(v: &View, i: &Inst, f: impl Fn(u32, u32, u32, u32) -> u32) {
    let (a, b, c, e) = (v.get32(i.a), v.get32(i.b), v.get32(i.c), v.get32(i.e));
    let mut r = [0; LANES];
    for l in 0..LANES {
        r[l] = f(a[l], b[l], c[l], e[l]);
    }
    v.put32(i.d, r);
}

#[inline(always)]
fn un64(v: &View, i: &Inst, f: impl Fn(u64) -> u64) {
    let a = v.get64(i.a);
    let mut r = [0; LANES];
    for l in 0..LANES {
        r[l] = f(a[l]);
    }
    v.put64(i.d, r);
}

#[inline(always)]
fn bin64(v: &View, i: &Inst, f: impl Fn(u64, u64) -> u64) {
    let (a, b) = (v.get64(i.a), v.get64(i.b));
    let mut r = [0; LANES];
    for l in 0..LANES {
        r[l] = f(a[l], b[l]);
    }
    v.put64(i.d, r);
}

#[inline(always)]
fn ter64(v: &View, i: &Inst, f: impl Fn(u64, u64, u64) -> u64) {
    let (a, b, c) = (v.get64(i.a), v.get64(i.b), v.get64(i.c));
    let mut r = [0; LANES];
    for l in 0..LANES {
        r[l] = f(a[l], b[l], c[l]);
    }
    v.put64(i.d, r);
}

#[inline(always)]
fn shift64(v: &View, i: &Inst, f: impl Fn(u64, u32) -> u64) {
    let (a, b) = (v.get64(i.a), v.get32(i.b));
    let mut r = [0; LANES];
    for l in 0..LANES {
        r[l] = f(a[l], b[l]);
    }
    v.put64(i.d, r);
}

#[inline(always)]
fn field64(v: &View, i: &Inst, f: impl Fn(u64, u32, u32) -> u64) {
    let (a, b, c) = (v.get64(i.a), v.get32(i.b), v.get32(i.c));
    let mut r = [0; LANES];
    for l in 0..LANES {
        r[l] = f(a[l], b[l], c[l]);
    }
    v.put64(i.d, r);
}

#[inline(always)]
fn insert64(v: &View, i: &Inst, f: impl Fn(u64, u64, u32, u32) -> u64) {
    let (a, b, c, e) = (v.get64(i.a), v.get64(i.b), v.get32(i.c), v.get32(i.e));
    let mut r = [0; LANES];
    for l in 0..LANES {
        r[l] = f(a[l], b[l], c[l], e[l]);
    }
    v.put64(i.d, r);
}

#[inline(always)]
fn narrow(v: &View, i: &Inst, f: impl Fn(u64) -> u32) {
    let a = v.get64(i.a);
    let mut r = [0; LANES];
    for l in 0..LANES {
        r[l] = f(a[l]);
    }
    v.put32(i.d, r);
}

#[inline(always)]
fn widen(v: &View, i: &Inst, f: impl Fn(u32) -> u64) {
    let a = v.get32(i.a);
    let mut r = [0; LANES];
    for l in 0..LANES {
        r[l] = f(a[l]);
    }
    v.put64(i.d, r);
}

#[inline(always)]
fn wide(v: &View, i: &Inst, f: impl Fn(u32, u32) -> u64) {
    let (a, b) = (v.get32(i.a), v.get32(i.b));
    let mut r = [0; LANES];
    for l in 0..LANES {
        r[l] = f(a[l], b[l]);
    }
    v.put64(i.d, r);
}

#[inline(always)]
fn madwide(v: &View, i: &Inst, f: impl Fn(u32, u32, u64) -> u64) {
    let (a, b, c) = (v.get32(i.a), v.get32(i.b), v.get64(i.c));
    let mut r = [0; LANES];
    for l in 0..LANES {
        r[l] = f(a[l], b[l], c[l]);
    }
    v.put64(i.d, r);
}

/// Inputs of a single-precision operation, flushed if asked.
#[inline(always)]
fn float_input(row: [u32; LANES], flags: u16) -> [u32; LANES] {
    if flags & flag::FTZ == 0 {
        return row;
    }
    let mut flushed = [0; LANES];
    for l in 0..LANES {
        flushed[l] = flush32(row[l]);
    }
    flushed
}

/// Writes a result whose NaNs are made canonical, and which is flushed, saturated, clamped as the flags say.
#[inline(always)]
fn put_float(v: &View, i: &Inst, row: [u32; LANES]) {
    let mut r = [0; LANES];
    if i.flags == 0 {
        for l in 0..LANES {
            r[l] = canon32(row[l]);
        }
        v.put32(i.d, r);
        return;
    }
    for l in 0..LANES {
        let flushed = if i.flags & flag::FTZ != 0 { flush32(canon32(row[l])) } else { canon32(row[l]) };
        let saturated = if i.flags & flag::SAT != 0 { sat32(flushed) } else { flushed };
        let negative = i.flags & flag::RELU != 0 && (saturated as i32) < 0;
        r[l] = if negative { 0 } else { saturated };
    }
    v.put32(i.d, r);
}

#[inline(always)]
fn fun32(v: &View, i: &Inst, f: impl Fn(f32) -> f32) {
    let a = float_input(v.get32(i.a), i.flags);
    let mut r = [0; LANES];
    for l in 0..LANES {
        r[l] = f(f32::from_bits(a[l])).to_bits();
    }
    put_float(v, i, r);
}

#[inline(always)]
fn fbin32(v: &View, i: &Inst, f: impl Fn(f32, f32) -> f32) {
    let a = float_input(v.get32(i.a), i.flags);
    let b = float_input(v.get32(i.b), i.flags);
    let mut r = [0; LANES];
    for l in 0..LANES {
        r[l] = f(f32::from_bits(a[l]), f32::from_bits(b[l])).to_bits();
    }
    put_float(v, i, r);
}

#[inline(always)]
fn fter32(v: &View, i: &Inst, f: impl Fn(f32, f32, f32) -> f32) {
    let a = float_input(v.get32(i.a), i.flags);
    let b = float_input(v.get32(i.b), i.flags);
    let c = float_input(v.get32(i.c), i.flags);
    let mut r = [0; LANES];
    for l in 0..LANES {
        r[l] = f(f32::from_bits(a[l]), f32::from_bits(b[l]), f32::from_bits(c[l])).to_bits();
    }
    put_float(v, i, r);
}

/// `abs` and `neg`: bit operations that still flush.
#[inline(always)]
fn fsign32(v: &View, i: &Inst, f: impl Fn(u32) -> u32) {
    let a = float_input(v.get32(i.a), i.flags);
    let mut r = [0; LANES];
    for l in 0..LANES {
        r[l] = f(a[l]);
    }
    v.put32(i.d, r);
}

#[inline(always)]
fn fminmax32(v: &View, i: &Inst, f: impl Fn(u32, u32) -> u32) {
    let a = float_input(v.get32(i.a), i.flags);
    let b = float_input(v.get32(i.b), i.flags);
    let mut r = [0; LANES];
    if i.flags & !flag::FTZ == 0 {
        for l in 0..LANES {
            r[l] = f(a[l], b[l]);
        }
    } else {
        for l in 0..LANES {
            r[l] = fp::minmax_flags(a[l], b[l], i.flags, &f);
        }
    }
    v.put32(i.d, r);
}

#[inline(always)]
fn put_double(v: &View, i: &Inst, row: [u64; LANES]) {
    if i.flags & flag::SAT == 0 {
        v.put64(i.d, row);
        return;
    }
    let mut r = [0; LANES];
    for l in 0..LANES {
        r[l] = sat64(row[l]);
    }
    v.put64(i.d, r);
}

#[inline(always)]
fn fun64(v: &View, i: &Inst, f: impl Fn(f64) -> f64) {
    let a = v.get64(i.a);
    let mut r = [0; LANES];
    for l in 0..LANES {
        r[l] = f(f64::from_bits(a[l])).to_bits();
    }
    put_double(v, i, r);
}

#[inline(always)]
fn fbin64(v: &View, i: &Inst, f: impl Fn(f64, f64) -> f64) {
    let (a, b) = (v.get64(i.a), v.get64(i.b));
    let mut r = [0; LANES];
    for l in 0..LANES {
        r[l] = f(f64::from_bits(a[l]), f64::from_bits(b[l])).to_bits();
    }
    put_double(v, i, r);
}

#[inline(always)]
fn fter64(v: &View, i: &Inst, f: impl Fn(f64, f64, f64) -> f64) {
    let (a, b, c) = (v.get64(i.a), v.get64(i.b), v.get64(i.c));
    let mut r = [0; LANES];
    for l in 0..LANES {
        r[l] = f(f64::from_bits(a[l]), f64::from_bits(b[l]), f64::from_bits(c[l])).to_bits();
    }
    put_double(v, i, r);
}

#[inline(always)]
fn selp32(v: &View, i: &Inst, f: impl Fn(u32, u32) -> (u32, u32)) {
    let (a, b, p) = (v.get32(i.a), v.get32(i.b), v.pred(i.c));
    let mut r = [0; LANES];
    for l in 0..LANES {
        let (yes, no) = f(a[l], b[l]);
        r[l] = if p >> l & 1 != 0 { yes } else { no };
    }
    v.put32(i.d, r);
}

#[inline(always)]
fn selp64(v: &View, i: &Inst, f: impl Fn(u64, u64) -> (u64, u64)) {
    let (a, b, p) = (v.get64(i.a), v.get64(i.b), v.pred(i.c));
    let mut r = [0; LANES];
    for l in 0..LANES {
        let (yes, no) = f(a[l], b[l]);
        r[l] = if p >> l & 1 != 0 { yes } else { no };
    }
    v.put64(i.d, r);
}

/// Inverts and combines a comparison's result as the flags say, and writes it.
#[inline(always)]
pub(crate) fn put_comparison(v: &View, i: &Inst, bits: u32) {
    let mut bits = if i.flags & cmp::INVERT != 0 { !bits } else { bits };
    match i.flags >> cmp::BOOL_SHIFT & 3 {
        1 => bits &= v.pred(i.c),
        2 => bits |= v.pred(i.c),
        3 => bits ^= v.pred(i.c),
        _ => {}
    }
    v.put_pred(i.d, bits);
}

#[inline(always)]
fn gather_bits(f: impl Fn(usize) -> bool) -> u32 {
    let mut bits = 0;
    for l in 0..LANES {
        bits |= u32::from(f(l)) << l;
    }
    bits
}

#[inline(always)]
fn cmp32(v: &View, i: &Inst, f: impl Fn(u32, u32) -> bool) {
    let (a, b) = (v.get32(i.a), v.get32(i.b));
    put_comparison(v, i, gather_bits(|l| f(a[l], b[l])));
}

#[inline(always)]
fn cmp64(v: &View, i: &Inst, f: impl Fn(u64, u64) -> bool) {
    let (a, b) = (v.get64(i.a), v.get64(i.b));
    put_comparison(v, i, gather_bits(|l| f(a[l], b[l])));
}

#[inline(always)]
fn fcmp32(v: &View, i: &Inst, f: impl Fn(f32, f32) -> bool) {
    let flags = if i.flags & cmp::FTZ != 0 { flag::FTZ } else { 0 };
    let (a, b) = (float_input(v.get32(i.a), flags), float_input(v.get32(i.b), flags));
    put_comparison(v, i, gather_bits(|l| f(f32::from_bits(a[l]), f32::from_bits(b[l]))));
}

#[inline(always)]
fn fcmp64(v: &View, i: &Inst, f: impl Fn(f64, f64) -> bool) {
    let (a, b) = (v.get64(i.a), v.get64(i.b));
    put_comparison(v, i, gather_bits(|l| f(f64::from_bits(a[l]), f64::from_bits(b[l]))));
}

#[inline(always)]
fn pred2(v: &View, i: &Inst, f: impl Fn(u32, u32) -> u32) {
    v.put_pred(i.d, f(v.pred(i.a), v.pred(i.b)));
}

#[inline(always)]
fn pred3(v: &View, i: &Inst, f: impl Fn(u32, u32, u32) -> u32) {
    v.put_pred(i.d, f(v.pred(i.a), v.pred(i.b), v.pred(i.c)));
}

/// Add or subtract with the carry in predicate `e`.
#[inline(always)]
fn carry32(v: &View, i: &Inst, f: impl Fn(u32, u32, bool) -> (u32, bool)) {
    let (a, b) = (v.get32(i.a), v.get32(i.b));
    let carries = if i.flags & carry::IN != 0 { v.pred(i.e) } else { 0 };
    let (mut r, mut out) = ([0; LANES], 0);
    for l in 0..LANES {
        let (sum, over) = f(a[l], b[l], carries >> l & 1 != 0);
        r[l] = sum;
        out |= u32::from(over) << l;
    }
    v.put32(i.d, r);
    if i.flags & carry::OUT != 0 {
        v.put_pred(i.e, out);
    }
}

#[inline(always)]
fn carry64(v: &View, i: &Inst, f: impl Fn(u64, u64, bool) -> (u64, bool)) {
    let (a, b) = (v.get64(i.a), v.get64(i.b));
    let carries = if i.flags & carry::IN != 0 { v.pred(i.e) } else { 0 };
    let (mut r, mut out) = ([0; LANES], 0);
    for l in 0..LANES {
        let (sum, over) = f(a[l], b[l], carries >> l & 1 != 0);
        r[l] = sum;
        out |= u32::from(over) << l;
    }
    v.put64(i.d, r);
    if i.flags & carry::OUT != 0 {
        v.put_pred(i.e, out);
    }
}

macro_rules! define_alu {
    ($({ $name:ident, $shape:ident, |$($arg:ident),*| $body:expr })*) => {
        /// Executes an arithmetic operation; false if the operation is not one.
        #[inline(always)]
        pub(crate) fn alu(v: &View, i: &Inst) -> bool {
            match i.op {
                $(Op::$name => $shape(v, i, |$($arg),*| $body),)*
                _ => return false,
            }
            true
        }
    };
}
for_each_alu!(define_alu);
