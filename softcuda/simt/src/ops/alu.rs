//! Execution of the arithmetic operations: a shape reads rows, applies the lane function, writes the active lanes.
//!
//! Everything here is inlined into the run loop, which is compiled once per instruction-set level.

use super::fp::{self, canon32, flush32, flush64, sat32, sat64};
use super::table::{Op, for_each_alu};
use super::{half, int};
use crate::exec::view::{LANES, View};
use crate::wir::{Inst, Row32, Row64, carry, cmp, fp as flag};

/// Computes a 32-bit row and writes its active lanes.
#[inline(always)]
fn map32(v: &View, i: &Inst, f: impl Fn(usize) -> u32) {
    let mut r = Row32::ZERO;
    v.each(|l| r.0[l] = f(l));
    v.put_row32(i.d, &r);
}

/// Computes a 64-bit row and writes its active lanes.
#[inline(always)]
fn map64(v: &View, i: &Inst, f: impl Fn(usize) -> u64) {
    let mut r = Row64::ZERO;
    v.each(|l| r.0[l] = f(l));
    v.put_row64(i.d, &r);
}

#[inline(always)]
fn un32(v: &View, i: &Inst, f: impl Fn(u32) -> u32) {
    let a = v.row32(i.a);
    map32(v, i, |l| f(a.at(l)));
}

#[inline(always)]
fn bin32(v: &View, i: &Inst, f: impl Fn(u32, u32) -> u32) {
    let (a, b) = (v.row32(i.a), v.row32(i.b));
    map32(v, i, |l| f(a.at(l), b.at(l)));
}

#[inline(always)]
fn ter32(v: &View, i: &Inst, f: impl Fn(u32, u32, u32) -> u32) {
    let (a, b, c) = (v.row32(i.a), v.row32(i.b), v.row32(i.c));
    map32(v, i, |l| f(a.at(l), b.at(l), c.at(l)));
}

#[inline(always)]
fn quad32(v: &View, i: &Inst, f: impl Fn(u32, u32, u32, u32) -> u32) {
    let (a, b, c, e) = (v.row32(i.a), v.row32(i.b), v.row32(i.c), v.row32(i.e));
    map32(v, i, |l| f(a.at(l), b.at(l), c.at(l), e.at(l)));
}

#[inline(always)]
fn un64(v: &View, i: &Inst, f: impl Fn(u64) -> u64) {
    let a = v.row64(i.a);
    map64(v, i, |l| f(a.at(l)));
}

#[inline(always)]
fn bin64(v: &View, i: &Inst, f: impl Fn(u64, u64) -> u64) {
    let (a, b) = (v.row64(i.a), v.row64(i.b));
    map64(v, i, |l| f(a.at(l), b.at(l)));
}

#[inline(always)]
fn ter64(v: &View, i: &Inst, f: impl Fn(u64, u64, u64) -> u64) {
    let (a, b, c) = (v.row64(i.a), v.row64(i.b), v.row64(i.c));
    map64(v, i, |l| f(a.at(l), b.at(l), c.at(l)));
}

#[inline(always)]
fn shift64(v: &View, i: &Inst, f: impl Fn(u64, u32) -> u64) {
    let (a, b) = (v.row64(i.a), v.row32(i.b));
    map64(v, i, |l| f(a.at(l), b.at(l)));
}

#[inline(always)]
fn field64(v: &View, i: &Inst, f: impl Fn(u64, u32, u32) -> u64) {
    let (a, b, c) = (v.row64(i.a), v.row32(i.b), v.row32(i.c));
    map64(v, i, |l| f(a.at(l), b.at(l), c.at(l)));
}

#[inline(always)]
fn insert64(v: &View, i: &Inst, f: impl Fn(u64, u64, u32, u32) -> u64) {
    let (a, b, c, e) = (v.row64(i.a), v.row64(i.b), v.row32(i.c), v.row32(i.e));
    map64(v, i, |l| f(a.at(l), b.at(l), c.at(l), e.at(l)));
}

#[inline(always)]
fn narrow(v: &View, i: &Inst, f: impl Fn(u64) -> u32) {
    let a = v.row64(i.a);
    map32(v, i, |l| f(a.at(l)));
}

#[inline(always)]
fn widen(v: &View, i: &Inst, f: impl Fn(u32) -> u64) {
    let a = v.row32(i.a);
    map64(v, i, |l| f(a.at(l)));
}

#[inline(always)]
fn wide(v: &View, i: &Inst, f: impl Fn(u32, u32) -> u64) {
    let (a, b) = (v.row32(i.a), v.row32(i.b));
    map64(v, i, |l| f(a.at(l), b.at(l)));
}

#[inline(always)]
fn madwide(v: &View, i: &Inst, f: impl Fn(u32, u32, u64) -> u64) {
    let (a, b, c) = (v.row32(i.a), v.row32(i.b), v.row64(i.c));
    map64(v, i, |l| f(a.at(l), b.at(l), c.at(l)));
}

/// A single-precision operation: subnormal inputs flushed if asked; the result's NaN made canonical, then flushed, saturated,
/// clamped as the flags say.
#[inline(always)]
fn float(v: &View, i: &Inst, f: impl Fn(usize, fn(u32) -> f32) -> f32) {
    let flags = i.flags;
    if flags == 0 {
        return map32(v, i, |l| canon32(f(l, f32::from_bits).to_bits()));
    }
    if flags == flag::FTZ {
        return map32(v, i, |l| flush32(canon32(f(l, flushed).to_bits())));
    }
    float_with_flags(v, i, f);
}

/// Any combination of flags; apart, so that the usual case needs no stack frame for it.
#[inline(never)]
fn float_with_flags(v: &View, i: &Inst, f: impl Fn(usize, fn(u32) -> f32) -> f32) {
    let flags = i.flags;
    let input: fn(u32) -> f32 = if flags & flag::FTZ != 0 { flushed } else { f32::from_bits };
    v.put32(
        i.d,
        std::array::from_fn(|l| {
            let bits = canon32(f(l, input).to_bits());
            let bits = if flags & flag::FTZ != 0 { flush32(bits) } else { bits };
            let bits = if flags & flag::SAT != 0 { sat32(bits) } else { bits };
            if flags & flag::RELU != 0 && (bits as i32) < 0 { 0 } else { bits }
        }),
    );
}

#[inline(always)]
fn flushed(bits: u32) -> f32 {
    f32::from_bits(flush32(bits))
}

#[inline(always)]
fn fun32(v: &View, i: &Inst, f: impl Fn(f32) -> f32) {
    let a = v.row32(i.a);
    float(v, i, |l, input| f(input(a.at(l))));
}

#[inline(always)]
fn fbin32(v: &View, i: &Inst, f: impl Fn(f32, f32) -> f32) {
    let (a, b) = (v.row32(i.a), v.row32(i.b));
    float(v, i, |l, input| f(input(a.at(l)), input(b.at(l))));
}

#[inline(always)]
fn fter32(v: &View, i: &Inst, f: impl Fn(f32, f32, f32) -> f32) {
    let (a, b, c) = (v.row32(i.a), v.row32(i.b), v.row32(i.c));
    float(v, i, |l, input| f(input(a.at(l)), input(b.at(l)), input(c.at(l))));
}

/// `abs` and `neg`: bit operations that still flush.
#[inline(always)]
fn fsign32(v: &View, i: &Inst, f: impl Fn(u32) -> u32) {
    let a = v.row32(i.a);
    if i.flags & flag::FTZ != 0 {
        map32(v, i, |l| f(flush32(a.at(l))));
    } else {
        map32(v, i, |l| f(a.at(l)));
    }
}

#[inline(always)]
fn fminmax32(v: &View, i: &Inst, f: impl Fn(u32, u32) -> u32) {
    let (a, b) = (v.row32(i.a), v.row32(i.b));
    match i.flags {
        0 => map32(v, i, |l| f(a.at(l), b.at(l))),
        flag::FTZ => map32(v, i, |l| f(flush32(a.at(l)), flush32(b.at(l)))),
        flags => {
            let input = |bits: u32| if flags & flag::FTZ != 0 { flush32(bits) } else { bits };
            let pick = |l: usize| fp::minmax_flags(input(a.at(l)), input(b.at(l)), flags, &f);
            v.put32(i.d, std::array::from_fn(pick));
        }
    }
}

/// A double-precision operation, saturated if asked.
#[inline(always)]
fn double(v: &View, i: &Inst, f: impl Fn(usize) -> f64) {
    if i.flags & flag::SAT != 0 {
        map64(v, i, |l| sat64(f(l).to_bits()));
    } else {
        map64(v, i, |l| f(l).to_bits());
    }
}

#[inline(always)]
fn fun64(v: &View, i: &Inst, f: impl Fn(f64) -> f64) {
    let a = v.row64(i.a);
    if i.flags & flag::FTZ != 0 {
        let flushed = |bits| f64::from_bits(flush64(bits));
        return double(v, i, |l| flushed(f(flushed(a.at(l))).to_bits()));
    }
    double(v, i, |l| f(f64::from_bits(a.at(l))));
}

#[inline(always)]
fn fbin64(v: &View, i: &Inst, f: impl Fn(f64, f64) -> f64) {
    let (a, b) = (v.row64(i.a), v.row64(i.b));
    double(v, i, |l| f(f64::from_bits(a.at(l)), f64::from_bits(b.at(l))));
}

#[inline(always)]
fn fter64(v: &View, i: &Inst, f: impl Fn(f64, f64, f64) -> f64) {
    let (a, b, c) = (v.row64(i.a), v.row64(i.b), v.row64(i.c));
    double(v, i, |l| f(f64::from_bits(a.at(l)), f64::from_bits(b.at(l)), f64::from_bits(c.at(l))));
}

#[inline(always)]
fn selp32(v: &View, i: &Inst, f: impl Fn(u32, u32) -> (u32, u32)) {
    let (a, b, p) = (v.row32(i.a), v.row32(i.b), v.pred(i.c));
    map32(v, i, |l| {
        let (yes, no) = f(a.at(l), b.at(l));
        let keep = (p >> l & 1).wrapping_sub(1);
        (no & keep) | (yes & !keep)
    });
}

#[inline(always)]
fn selp64(v: &View, i: &Inst, f: impl Fn(u64, u64) -> (u64, u64)) {
    let (a, b, p) = (v.row64(i.a), v.row64(i.b), v.pred(i.c));
    map64(v, i, |l| {
        let (yes, no) = f(a.at(l), b.at(l));
        let keep = u64::from(p >> l & 1).wrapping_sub(1);
        (no & keep) | (yes & !keep)
    });
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

/// Compares lane by lane into a predicate.
#[inline(always)]
fn compare(v: &View, i: &Inst, f: impl Fn(usize) -> bool) {
    let mut bits = 0;
    v.each(|l| bits |= u32::from(f(l)) << l);
    put_comparison(v, i, bits);
}

#[inline(always)]
fn cmp32(v: &View, i: &Inst, f: impl Fn(u32, u32) -> bool) {
    let (a, b) = (v.row32(i.a), v.row32(i.b));
    compare(v, i, |l| f(a.at(l), b.at(l)));
}

#[inline(always)]
fn cmp64(v: &View, i: &Inst, f: impl Fn(u64, u64) -> bool) {
    let (a, b) = (v.row64(i.a), v.row64(i.b));
    compare(v, i, |l| f(a.at(l), b.at(l)));
}

#[inline(always)]
fn fcmp32(v: &View, i: &Inst, f: impl Fn(f32, f32) -> bool) {
    let (a, b) = (v.row32(i.a), v.row32(i.b));
    if i.flags & cmp::FTZ != 0 {
        compare(v, i, |l| f(flushed(a.at(l)), flushed(b.at(l))));
    } else {
        compare(v, i, |l| f(f32::from_bits(a.at(l)), f32::from_bits(b.at(l))));
    }
}

#[inline(always)]
fn fcmp64(v: &View, i: &Inst, f: impl Fn(f64, f64) -> bool) {
    let (a, b) = (v.row64(i.a), v.row64(i.b));
    compare(v, i, |l| f(f64::from_bits(a.at(l)), f64::from_bits(b.at(l))));
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

/// Executes arithmetic instructions of one operation under the view's mask.
pub(crate) type Handler = unsafe fn(&View, &[Inst]);

/// Number of arithmetic operations: the first ones of [`Op`].
pub(crate) const COUNT: usize = Op::Nop as usize;

/// The handlers of one instruction-set level, by operation. Constants, from which the levels' tables are made.
macro_rules! level_table {
    ($table:ident, $features:meta, $({ $name:ident, $shape:ident, |$($arg:ident),*| $body:expr })*) => {
        pub(crate) const $table: [Handler; COUNT] = [$({
            #[$features]
            fn handler(v: &View, run: &[Inst]) {
                for i in run {
                    $shape(v, i, |$($arg),*| $body);
                }
            }
            handler
        }),*];
    };
}

macro_rules! define_tables {
    ($($operations:tt)*) => {
        level_table!(BASELINE, cfg(all()), $($operations)*);
        #[cfg(target_arch = "x86_64")]
        level_table!(AVX2, target_feature(enable = "avx,avx2,fma,bmi1,bmi2,lzcnt,popcnt,f16c"), $($operations)*);
        #[cfg(target_arch = "x86_64")]
        level_table!(
            AVX512,
            target_feature(
                enable = "avx,avx2,fma,bmi1,bmi2,lzcnt,popcnt,f16c,avx512f,avx512bw,avx512dq,avx512vl,avx512cd"
            ),
            $($operations)*
        );
    };
}
for_each_alu!(define_tables);
