//! The most frequent operations, vector by vector: registers are read, combined and written without a temporary row.
//!
//! Each is written once for vectors of any width and placed into the tables of the levels that have vectors. The generic handlers
//! of `alu` define what the operations mean; those here must give the same bits. Flags that are rare go to the generic handler.

use super::alu::{AVX2, AVX512, COUNT, Handler, put_comparison};
use super::coalesce::{HALF, Shape, Shapes};
use super::fp::NAN32;
use super::table::Op;
use super::vector::{self, Vector, X256, X512};
use crate::exec::view::{FULL, LANES, View};
use crate::wir::{Inst, Row64, cmp, fp as flag};

/// A level: its vectors, and its handlers for what has no kernel.
trait Level {
    type V: Vector;
    const GENERIC: &'static [Handler; COUNT];
}

/// x86-64-v3.
pub(crate) struct V3;
/// x86-64-v4.
pub(crate) struct V4;

impl Level for V3 {
    type V = X256;
    const GENERIC: &'static [Handler; COUNT] = &AVX2;
}

impl Level for V4 {
    type V = X512;
    const GENERIC: &'static [Handler; COUNT] = &AVX512;
}

/// The generic handler's work.
///
/// # Safety
/// The CPU has the level, as for all kernels.
#[inline(always)]
unsafe fn generic<L: Level>(op: Op, v: &View, i: &Inst) {
    // SAFETY: the caller's contract.
    unsafe { L::GENERIC[op as usize](v, i) }
}

/// Where 32-bit rows are read, in bytes.
#[inline(always)]
fn from32(v: &View, index: u32) -> *const u8 {
    v.lanes32(index).cast_const().cast()
}

#[inline(always)]
fn from64(v: &View, index: u32) -> *const u8 {
    v.lanes64(index).cast_const().cast()
}

/// Writes the active lanes of a row, part by part: `write!(store lane bytes, vectors, view, destination, |part| value)`. The
/// operands are rows of the view, so a part's inputs may be overwritten by its result but by no other's.
///
/// Not a function of a closure: the compiler would have to inline that one everywhere, and does not.
macro_rules! write {
    ($store:ident $bytes:literal, $vector:ty, $v:ident, $to:expr, |$part:ident| $body:expr) => {{
        let to = $to.cast::<u8>();
        if $v.mask == FULL {
            for $part in 0..LANES * $bytes / <$vector>::BYTES {
                let value: $vector = $body;
                value.store(to.add($part * <$vector>::BYTES));
            }
        } else {
            cold();
            for $part in 0..LANES * $bytes / <$vector>::BYTES {
                let (value, lanes): ($vector, u32) = ($body, $v.mask >> ($part * <$vector>::BYTES / $bytes));
                value.$store(to.add($part * <$vector>::BYTES), lanes);
            }
        }
    }};
}

/// Marks a path that is seldom taken.
#[cold]
#[inline(always)]
fn cold() {}

/// [`write!`] of a 32-bit row.
macro_rules! write32 {
    ($vector:ty, $v:ident, $d:expr, |$part:ident| $body:expr) => {
        write!(store_lanes32 4, $vector, $v, $v.lanes32($d), |$part| $body)
    };
}

/// [`write!`] of a 64-bit row.
macro_rules! write64 {
    ($vector:ty, $v:ident, $d:expr, |$part:ident| $body:expr) => {
        write!(store_lanes64 8, $vector, $v, $v.lanes64($d), |$part| $body)
    };
}

/// 32-bit rows to a 32-bit row.
macro_rules! rows32 {
    ($($name:ident($($arg:ident),+) $body:expr;)*) => {$(
        #[inline(always)]
        unsafe fn $name<L: Level>(v: &View, i: &Inst) {
            $(let $arg = from32(v, i.$arg);)+
            // SAFETY: the CPU has the level; operands are rows of the view.
            unsafe {
                write32!(L::V, v, i.d, |part| {
                    $(let $arg = L::V::load($arg.add(part * L::V::BYTES));)+
                    $body
                });
            }
        }
    )*};
}

/// 64-bit rows to a 64-bit row.
macro_rules! rows64 {
    ($($name:ident($($arg:ident),+) $body:expr;)*) => {$(
        #[inline(always)]
        unsafe fn $name<L: Level>(v: &View, i: &Inst) {
            $(let $arg = from64(v, i.$arg);)+
            // SAFETY: as in `rows32`.
            unsafe {
                write64!(L::V, v, i.d, |part| {
                    $(let $arg = L::V::load($arg.add(part * L::V::BYTES));)+
                    $body
                });
            }
        }
    )*};
}

/// 32-bit rows, widened as named, and 64-bit ones after the semicolon, to a 64-bit row.
macro_rules! widening {
    ($($name:ident($($arg:ident $widen:ident),+; $($wide:ident),*) $body:expr;)*) => {$(
        #[inline(always)]
        unsafe fn $name<L: Level>(v: &View, i: &Inst) {
            $(let $arg = from32(v, i.$arg);)+
            $(let $wide = from64(v, i.$wide);)*
            // SAFETY: as in `rows32`; half a vector of 32-bit lanes fills one of 64-bit lanes.
            unsafe {
                write64!(L::V, v, i.d, |part| {
                    $(let $arg = L::V::$widen($arg.add(part * L::V::BYTES / 2));)+
                    $(let $wide = L::V::load($wide.add(part * L::V::BYTES));)*
                    $body
                });
            }
        }
    )*};
}

/// A 64-bit row to a 32-bit row.
macro_rules! narrowing {
    ($($name:ident($arg:ident) $body:expr;)*) => {$(
        #[inline(always)]
        unsafe fn $name<L: Level>(v: &View, i: &Inst) {
            let $arg = from64(v, i.$arg);
            // SAFETY: as in `rows32`.
            unsafe {
                write32!(L::V, v, i.d, |part| {
                    let from = $arg.add(2 * part * L::V::BYTES);
                    let $arg = L::V::load(from);
                    let low = $body;
                    let $arg = L::V::load(from.add(L::V::BYTES));
                    L::V::narrow(low, $body)
                });
            }
        }
    )*};
}

/// Single-precision rows, without flags or with `.ftz`; any NaN becomes the canonical one.
macro_rules! floats {
    ($($name:ident($($arg:ident),+) $op:ident $body:expr;)*) => {$(
        #[inline(always)]
        unsafe fn $name<L: Level>(v: &View, i: &Inst) {
            $(let $arg = from32(v, i.$arg);)+
            // SAFETY: as in `rows32`.
            unsafe {
                match i.flags {
                    0 => write_numbers!(L::V, v, i.d, |part| {
                        $(let $arg = L::V::load($arg.add(part * L::V::BYTES));)+
                        $body
                    }),
                    flag::FTZ => write32!(L::V, v, i.d, |part| {
                        $(let $arg = L::V::flush(L::V::load($arg.add(part * L::V::BYTES)));)+
                        L::V::flush(canonical($body))
                    }),
                    _ => generic::<L>(Op::$op, v, i),
                }
            }
        }
    )*};
}

/// [`write32!`] of single-precision results, which are seldom NaNs.
macro_rules! write_numbers {
    ($vector:ty, $v:ident, $d:expr, |$part:ident| $body:expr) => {{
        let to = $v.lanes32($d).cast::<u8>();
        if $v.mask == FULL {
            // Two vectors at a time: one comparison finds the NaNs of both.
            for pair in 0..LANES * 2 / <$vector>::BYTES {
                let $part = 2 * pair;
                let mut low: $vector = $body;
                let $part = 2 * pair + 1;
                let mut high: $vector = $body;
                if <$vector>::nan_f32(low, high) != 0 {
                    cold();
                    (low, high) = (canonical(low), canonical(high));
                }
                low.store(to.add(2 * pair * <$vector>::BYTES));
                high.store(to.add((2 * pair + 1) * <$vector>::BYTES));
            }
        } else {
            cold();
            write32!($vector, $v, $d, |$part| canonical($body));
        }
    }};
}

/// Any NaN becomes the canonical one.
#[inline(always)]
unsafe fn canonical<X: Vector>(a: X) -> X {
    // SAFETY: the caller's CPU has the level.
    unsafe { X::replace_nan(a, X::splat32(NAN32)) }
}

/// Double-precision rows without flags. Rows with a NaN are left to the generic handler: which payload survives is its choice.
macro_rules! doubles {
    ($($name:ident($($arg:ident),+) $op:ident $body:expr;)*) => {$(
        #[inline(always)]
        unsafe fn $name<L: Level>(v: &View, i: &Inst) {
            $(let $arg = from64(v, i.$arg);)+
            // SAFETY: as in `rows32`.
            unsafe {
                if i.flags != 0 {
                    return generic::<L>(Op::$op, v, i);
                }
                // All results before any is written: the handler may have to start over.
                const PARTS: usize = size_of::<Row64>() / 32;
                let mut results = [L::V::splat64(0); PARTS];
                let mut nan = 0;
                for part in 0..LANES * 8 / L::V::BYTES {
                    $(let $arg = L::V::load($arg.add(part * L::V::BYTES));)+
                    results[part] = $body;
                    nan |= L::V::nan_f64(results[part], results[part]);
                }
                if nan != 0 {
                    return generic::<L>(Op::$op, v, i);
                }
                write64!(L::V, v, i.d, |part| results[part]);
            }
        }
    )*};
}

/// Comparisons of 32-bit rows, bit by bit or as numbers.
macro_rules! compare32 {
    ($($name:ident $test:ident;)*) => {$(
        #[inline(always)]
        unsafe fn $name<L: Level>(v: &View, i: &Inst) {
            let (a, b) = (from32(v, i.a), from32(v, i.b));
            let mut bits = 0;
            // SAFETY: as in `rows32`.
            unsafe {
                for part in 0..LANES * 4 / L::V::BYTES {
                    let at = part * L::V::BYTES;
                    bits |= L::V::$test(L::V::load(a.add(at)), L::V::load(b.add(at))) << (at / 4);
                }
            }
            put_comparison(v, i, bits);
        }
    )*};
}

/// Comparisons of 64-bit rows.
macro_rules! compare64 {
    ($($name:ident $test:ident;)*) => {$(
        #[inline(always)]
        unsafe fn $name<L: Level>(v: &View, i: &Inst) {
            let (a, b) = (from64(v, i.a), from64(v, i.b));
            let mut bits = 0;
            // SAFETY: as in `rows32`.
            unsafe {
                for part in 0..LANES * 8 / L::V::BYTES {
                    let at = part * L::V::BYTES;
                    bits |= L::V::$test(L::V::load(a.add(at)), L::V::load(b.add(at))) << (at / 8);
                }
            }
            put_comparison(v, i, bits);
        }
    )*};
}

/// Comparisons of single-precision rows.
macro_rules! compare_floats {
    ($($name:ident $test:ident;)*) => {$(
        #[inline(always)]
        unsafe fn $name<L: Level>(v: &View, i: &Inst) {
            let (a, b) = (from32(v, i.a), from32(v, i.b));
            let mut bits = 0;
            // SAFETY: as in `rows32`.
            unsafe {
                for part in 0..LANES * 4 / L::V::BYTES {
                    let at = part * L::V::BYTES;
                    let (mut a, mut b) = (L::V::load(a.add(at)), L::V::load(b.add(at)));
                    if i.flags & cmp::FTZ != 0 {
                        (a, b) = (L::V::flush(a), L::V::flush(b));
                    }
                    bits |= L::V::$test(a, b) << (at / 4);
                }
            }
            put_comparison(v, i, bits);
        }
    )*};
}

rows32! {
    mov32(a) a;
    not32(a) L::V::xor(a, L::V::splat32(u32::MAX));
    neg32(a) L::V::sub32(L::V::splat32(0), a);
    add32(a, b) L::V::add32(a, b);
    sub32(a, b) L::V::sub32(a, b);
    mul32(a, b) L::V::mul32(a, b);
    and32(a, b) L::V::and(a, b);
    or32(a, b) L::V::or(a, b);
    xor32(a, b) L::V::xor(a, b);
    shl32(a, b) L::V::shl32(a, b);
    shr_u32(a, b) L::V::shr_u32(a, b);
    shr_s32(a, b) L::V::shr_s32(a, b);
    min_u32(a, b) L::V::min_u32(a, b);
    max_u32(a, b) L::V::max_u32(a, b);
    min_s32(a, b) L::V::min_s32(a, b);
    max_s32(a, b) L::V::max_s32(a, b);
    mad32(a, b, c) L::V::add32(L::V::mul32(a, b), c);
    sext16(a) { let by = L::V::splat32(16); L::V::shr_s32(L::V::shl32(a, by), by) };
    zext16(a) L::V::and(a, L::V::splat32(0xffff));
    s32_to_f32(a) L::V::s32_to_f32(a);
    u32_to_f32(a) L::V::u32_to_f32(a);
}

rows64! {
    mov64(a) a;
    not64(a) L::V::xor(a, L::V::splat32(u32::MAX));
    neg64(a) L::V::sub64(L::V::splat32(0), a);
    add64(a, b) L::V::add64(a, b);
    sub64(a, b) L::V::sub64(a, b);
    mul64(a, b) L::V::mul64(a, b);
    and64(a, b) L::V::and(a, b);
    or64(a, b) L::V::or(a, b);
    xor64(a, b) L::V::xor(a, b);
    mad64(a, b, c) L::V::add64(L::V::mul64(a, b), c);
    abs_f64(a) L::V::and(a, L::V::splat64(!(1 << 63)));
    neg_f64(a) L::V::xor(a, L::V::splat64(1 << 63));
}

widening! {
    zext32(a widen_u32;) a;
    sext32(a widen_s32;) a;
    pack64(a widen_u32, b widen_u32;) L::V::or(a, L::V::shl64(b, L::V::splat64(32)));
    mul_wide_u32(a widen_u32, b widen_u32;) L::V::mul_wide_u32(a, b);
    mul_wide_s32(a widen_u32, b widen_u32;) L::V::mul_wide_s32(a, b);
    mad_wide_u32(a widen_u32, b widen_u32; c) L::V::add64(L::V::mul_wide_u32(a, b), c);
    mad_wide_s32(a widen_u32, b widen_u32; c) L::V::add64(L::V::mul_wide_s32(a, b), c);
    shl64(b widen_u32; a) L::V::shl64(a, b);
    shr_u64(b widen_u32; a) L::V::shr_u64(a, b);
    shr_s64(b widen_u32; a) L::V::shr_s64(a, b);
    s32_to_f64(a widen_s32_f64;) a;
    u32_to_f64(a widen_u32_f64;) a;
}

narrowing! {
    lo32(a) a;
    hi32(a) L::V::shr_u64(a, L::V::splat64(32));
}

floats! {
    add_f32(a, b) AddF32 L::V::add_f32(a, b);
    sub_f32(a, b) SubF32 L::V::sub_f32(a, b);
    mul_f32(a, b) MulF32 L::V::mul_f32(a, b);
    div_f32(a, b) DivF32 L::V::div_f32(a, b);
    fma_f32(a, b, c) FmaF32 L::V::fma_f32(a, b, c);
    sqrt_f32(a) SqrtF32 L::V::sqrt_f32(a);
    rcp_f32(a) RcpF32 L::V::div_f32(L::V::splat32(0x3f80_0000), a);
    min_f32(a, b) MinF32 least(a, b);
    max_f32(a, b) MaxF32 greatest(a, b);
}

doubles! {
    add_f64(a, b) AddF64 L::V::add_f64(a, b);
    sub_f64(a, b) SubF64 L::V::sub_f64(a, b);
    mul_f64(a, b) MulF64 L::V::mul_f64(a, b);
    div_f64(a, b) DivF64 L::V::div_f64(a, b);
    fma_f64(a, b, c) FmaF64 L::V::fma_f64(a, b, c);
}

compare32! {
    set_eq32 eq32;
    set_lt_u32 lt_u32;
    set_lt_s32 lt_s32;
}

compare64! {
    set_eq64 eq64;
    set_lt_u64 lt_u64;
    set_lt_s64 lt_s64;
    set_eq_f64 eq_f64;
    set_lt_f64 lt_f64;
    set_le_f64 le_f64;
    set_ne_f64 ne_f64;
    set_nan_f64 nan_f64;
}

compare_floats! {
    set_eq_f32 eq_f32;
    set_lt_f32 lt_f32;
    set_le_f32 le_f32;
    set_ne_f32 ne_f32;
    set_nan_f32 nan_f32;
}

/// The smaller number, -0 below +0; a NaN loses against a number.
#[inline(always)]
unsafe fn least<X: Vector>(a: X, b: X) -> X {
    // SAFETY: the caller's CPU has the level.
    unsafe {
        // If `a` is a NaN this is `b` already.
        let number = X::min_f32(a, b);
        let ordered = X::replace_equal(a, b, number, X::or(a, b));
        instead_of_nan(b, ordered, a)
    }
}

/// The larger number, as [`least`].
#[inline(always)]
unsafe fn greatest<X: Vector>(a: X, b: X) -> X {
    // SAFETY: as in `least`.
    unsafe {
        let number = X::max_f32(a, b);
        let ordered = X::replace_equal(a, b, number, X::and(a, b));
        instead_of_nan(b, ordered, a)
    }
}

/// `other` where `tested` is a NaN, `kept` elsewhere.
#[inline(always)]
unsafe fn instead_of_nan<X: Vector>(tested: X, kept: X, other: X) -> X {
    // SAFETY: as in `least`. A number equals itself.
    unsafe { X::replace_equal(tested, tested, other, kept) }
}

/// `abs` and `neg`: bit operations that still flush.
macro_rules! signs {
    ($($name:ident($a:ident) $body:expr;)*) => {$(
        #[inline(always)]
        unsafe fn $name<L: Level>(v: &View, i: &Inst) {
            let $a = from32(v, i.a);
            // SAFETY: as in `rows32`.
            unsafe {
                write32!(L::V, v, i.d, |part| {
                    let mut $a = L::V::load($a.add(part * L::V::BYTES));
                    if i.flags & flag::FTZ != 0 {
                        $a = L::V::flush($a);
                    }
                    $body
                });
            }
        }
    )*};
}

signs! {
    abs_f32(a) L::V::and(a, L::V::splat32(0x7fff_ffff));
    neg_f32(a) L::V::xor(a, L::V::splat32(0x8000_0000));
}

#[inline(always)]
unsafe fn selp32<L: Level>(v: &View, i: &Inst) {
    let (a, b, choice) = (from32(v, i.a), from32(v, i.b), v.pred(i.c));
    // SAFETY: as in `rows32`.
    unsafe {
        write32!(L::V, v, i.d, |part| {
            let at = part * L::V::BYTES;
            L::V::select32(choice >> (at / 4), L::V::load(a.add(at)), L::V::load(b.add(at)))
        });
    }
}

#[inline(always)]
unsafe fn selp64<L: Level>(v: &View, i: &Inst) {
    let (a, b, choice) = (from64(v, i.a), from64(v, i.b), v.pred(i.c));
    // SAFETY: as in `rows32`.
    unsafe {
        write64!(L::V, v, i.d, |part| {
            let at = part * L::V::BYTES;
            L::V::select64(choice >> (at / 8), L::V::load(a.add(at)), L::V::load(b.add(at)))
        });
    }
}

/// Distances of the lanes' elements from the first: none, then 2^n bytes from lane to lane.
macro_rules! steps {
    ($name:ident, $lane:ty) => {
        static $name: [[$lane; LANES]; 7] = {
            let mut table = [[0; LANES]; 7];
            let mut at = LANES;
            while at < 7 * LANES {
                table[at / LANES][at % LANES] = ((at % LANES) as $lane) << (at / LANES - 1);
                at += 1;
            }
            table
        };
    };
}
steps!(STEPS64, u64);
steps!(STEPS32, u32);

/// The shape of `COUNT` lanes' addresses from lane `begin`, in 64-bit lanes if `WIDE`, for elements of 2^`log2` bytes, at
/// most 32.
///
/// # Safety
/// The CPU has the level of `X`; the lanes are within a warp.
#[inline(always)]
unsafe fn shape<X: Vector, const WIDE: bool, const COUNT: usize>(
    v: &View,
    a: u32,
    begin: usize,
    log2: usize,
) -> Option<Shape> {
    // SAFETY: the operand is a row; there are steps for all lanes; `log2` is at most 5.
    unsafe {
        let at = if WIDE { from64(v, a).add(begin * 8) } else { from32(v, a).add(begin * 4) };
        let [first, second, last] = if WIDE {
            let lanes = at.cast::<u64>();
            [*lanes, *lanes.add(1), *lanes.add(COUNT - 1)]
        } else {
            let lanes = at.cast::<u32>();
            [u64::from(*lanes), u64::from(*lanes.add(1)), u64::from(*lanes.add(COUNT - 1))]
        };
        let same = second == first;
        // One look at the last lane before all are compared.
        let span = if same { 0 } else { ((COUNT - 1) as u64) << log2 };
        if last != first.wrapping_add(span) {
            return None;
        }
        let row = if same { 0 } else { log2 + 1 };
        debug_assert!(row < 7);
        let steps: *const u8 =
            if WIDE { STEPS64.as_ptr().add(row).cast() } else { STEPS32.as_ptr().add(row).cast() };
        let start = if WIDE { X::splat64(first) } else { X::splat32(first as u32) };
        let mut wrong = X::splat64(0);
        for part in 0..COUNT * if WIDE { 8 } else { 4 } / X::BYTES {
            let offset = part * X::BYTES;
            let step = X::load_unaligned(steps.add(offset));
            let wanted = if WIDE { X::add64(start, step) } else { X::add32(start, step) };
            wrong = X::or(wrong, X::xor(X::load(at.add(offset)), wanted));
        }
        let shape = if same { Shape::Same(first) } else { Shape::Consecutive(first) };
        wrong.is_zero().then_some(shape)
    }
}

macro_rules! shapes {
    ($($level:ident)*) => {$(
        impl Shapes for $level {
            #[inline(always)]
            unsafe fn whole(v: &View, a: u32, wide: bool, log2: usize) -> Option<Shape> {
                // SAFETY: the caller's contract.
                unsafe {
                    if wide {
                        shape::<<$level as Level>::V, true, LANES>(v, a, 0, log2)
                    } else {
                        shape::<<$level as Level>::V, false, LANES>(v, a, 0, log2)
                    }
                }
            }

            #[inline(always)]
            unsafe fn shape(v: &View, a: u32, wide: bool, half: usize, log2: usize) -> Option<Shape> {
                // SAFETY: the caller's contract.
                unsafe {
                    if wide {
                        shape::<<$level as Level>::V, true, HALF>(v, a, half * HALF, log2)
                    } else {
                        shape::<<$level as Level>::V, false, HALF>(v, a, half * HALF, log2)
                    }
                }
            }

            #[inline(always)]
            unsafe fn spread4(from: *const [u32; 4], rows: [*mut u32; 4]) {
                for eight in 0..HALF / 8 {
                    // SAFETY: the caller's contract; halves of rows are on a vector's boundary.
                    unsafe {
                        let [a, b, c, d] = vector::spread4(from.add(8 * eight));
                        a.store(rows[0].add(8 * eight).cast());
                        b.store(rows[1].add(8 * eight).cast());
                        c.store(rows[2].add(8 * eight).cast());
                        d.store(rows[3].add(8 * eight).cast());
                    }
                }
            }

            #[inline(always)]
            unsafe fn weave4(rows: [*const u32; 4], to: *mut [u32; 4]) {
                for eight in 0..HALF / 8 {
                    // SAFETY: as in `spread4`.
                    unsafe {
                        let a = X256::load(rows[0].add(8 * eight).cast());
                        let b = X256::load(rows[1].add(8 * eight).cast());
                        let c = X256::load(rows[2].add(8 * eight).cast());
                        let d = X256::load(rows[3].add(8 * eight).cast());
                        vector::weave4([a, b, c, d], to.add(8 * eight));
                    }
                }
            }
        }
    )*};
}
shapes!(V3 V4);

/// A level's generic handlers with the kernels in their places.
macro_rules! handlers {
    ($table:ident, $level:ident, $features:literal, { $($op:ident $kernel:ident;)* }) => {
        pub(crate) static $table: [Handler; COUNT] = {
            let mut all = *$level::GENERIC;
            $({
                #[target_feature(enable = $features)]
                fn handler(v: &View, i: &Inst) {
                    // SAFETY: the features are those of the level's vectors.
                    unsafe { $kernel::<$level>(v, i) }
                }
                all[Op::$op as usize] = handler;
            })*
            all
        };
    };
}

macro_rules! define_handlers {
    ($($kernels:tt)*) => {
        handlers!(AVX2_HANDLERS, V3, "avx,avx2,fma,bmi1,bmi2,lzcnt,popcnt,f16c", { $($kernels)* });
        handlers!(
            AVX512_HANDLERS,
            V4,
            "avx,avx2,fma,bmi1,bmi2,lzcnt,popcnt,f16c,avx512f,avx512bw,avx512dq,avx512vl,avx512cd",
            { $($kernels)* }
        );
    };
}

define_handlers! {
    Mov32 mov32; Not32 not32; Neg32 neg32; Add32 add32; Sub32 sub32; Mul32 mul32;
    And32 and32; Or32 or32; Xor32 xor32; Shl32 shl32; ShrU32 shr_u32; ShrS32 shr_s32;
    MinU32 min_u32; MaxU32 max_u32; MinS32 min_s32; MaxS32 max_s32; Mad32 mad32;
    Sext16 sext16; Zext16 zext16; S32ToF32 s32_to_f32; U32ToF32 u32_to_f32;
    Mov64 mov64; Not64 not64; Neg64 neg64; Add64 add64; Sub64 sub64; Mul64 mul64; And64 and64; Or64 or64; Xor64 xor64;
    Mad64 mad64; Zext32 zext32; Sext32 sext32; Pack64 pack64; MulWideU32 mul_wide_u32; MulWideS32 mul_wide_s32;
    MadWideU32 mad_wide_u32; MadWideS32 mad_wide_s32; Shl64 shl64; ShrU64 shr_u64; ShrS64 shr_s64;
    S32ToF64 s32_to_f64; U32ToF64 u32_to_f64; Lo32 lo32; Hi32 hi32;
    AddF32 add_f32; SubF32 sub_f32; MulF32 mul_f32; DivF32 div_f32; FmaF32 fma_f32; SqrtF32 sqrt_f32; RcpF32 rcp_f32;
    AbsF32 abs_f32; NegF32 neg_f32; MinF32 min_f32; MaxF32 max_f32;
    AddF64 add_f64; SubF64 sub_f64; MulF64 mul_f64; DivF64 div_f64; FmaF64 fma_f64; AbsF64 abs_f64; NegF64 neg_f64;
    SetEq32 set_eq32; SetLtU32 set_lt_u32; SetLtS32 set_lt_s32;
    SetEq64 set_eq64; SetLtU64 set_lt_u64; SetLtS64 set_lt_s64;
    SetEqF32 set_eq_f32; SetLtF32 set_lt_f32; SetLeF32 set_le_f32; SetNeF32 set_ne_f32; SetNanF32 set_nan_f32;
    SetEqF64 set_eq_f64; SetLtF64 set_lt_f64; SetLeF64 set_le_f64; SetNeF64 set_ne_f64; SetNanF64 set_nan_f64;
    Selp32 selp32; Selp64 selp64;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exec::level::Level as Cpu;
    use crate::ops::coalesce::Scalar;
    use crate::ops::table::for_each_alu;
    use crate::wir::{ROW32, ROW64, Row32};

    macro_rules! list {
        ($({ $name:ident, $shape:ident, |$($arg:ident),*| $body:expr })*) => {
            const ALL: [Op; COUNT] = [$(Op::$name),*];
        };
    }
    for_each_alu!(list);

    const ROWS: usize = 9;

    /// The rows of a frame: 64-bit ones, then 32-bit ones; and its predicates.
    #[derive(Clone, PartialEq, Debug)]
    #[repr(C)]
    struct Files {
        r64: [Row64; ROWS],
        r32: [Row32; ROWS],
        preds: [u32; ROWS],
    }

    struct Random(u64);

    impl Random {
        fn next(&mut self) -> u64 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            self.0
        }

        /// Mostly values at which something changes: shift counts, signs, infinities, NaNs, subnormals.
        fn value32(&mut self) -> u32 {
            const EDGES: [u32; 12] = [
                0,
                1,
                31,
                32,
                64,
                0x7fff_ffff,
                0x8000_0000,
                0xffff_ffff,
                0x7f80_0000,
                0xffc0_0001,
                0x8000_0123,
                0x3f80_0000,
            ];
            let random = self.next();
            match random & 3 {
                0 => EDGES[(random >> 8) as usize % EDGES.len()],
                1 => (random >> 40) as u32 & 0x7f,
                _ => (random >> 32) as u32,
            }
        }

        fn files(&mut self) -> Files {
            let mut wide = || u64::from(self.value32()) | u64::from(self.value32()) << 32;
            let r64 = std::array::from_fn(|_| Row64(std::array::from_fn(|_| wide())));
            Files {
                r32: std::array::from_fn(|_| Row32(std::array::from_fn(|_| self.value32()))),
                r64,
                preds: std::array::from_fn(|_| self.next() as u32),
            }
        }
    }

    fn view(files: &mut Files, mask: u32) -> View {
        let preds = files.preds.as_mut_ptr();
        View { rows: std::ptr::from_mut(files).cast(), preds, mask, ones: std::hint::black_box(1) }
    }

    fn run(handler: Handler, mut files: Files, mask: u32, i: &Inst) -> Files {
        let v = view(&mut files, mask);
        // SAFETY: the caller has checked the CPU's level; all operands are rows or predicates of `files`.
        unsafe { handler(&v, i) };
        files
    }

    const fn row32(n: u32) -> u32 {
        ROWS as u32 * ROW64 + n * ROW32
    }

    const fn row64(n: u32) -> u32 {
        n * ROW64
    }

    macro_rules! shape_names {
        ($({ $name:ident, $shape:ident, |$($arg:ident),*| $body:expr })*) => {
            const SHAPES: [&str; COUNT] = [$(stringify!($shape)),*];
        };
    }
    for_each_alu!(shape_names);

    /// Widths of the rows `d a b c e` by shape: 4 for 32 bits, 6 for 64 bits, 1 for predicates.
    fn operands(shape: &str) -> &'static str {
        match shape {
            "un32" | "bin32" | "ter32" | "quad32" | "fun32" | "fbin32" | "fter32" | "fsign32"
            | "fminmax32" => "44444",
            "un64" | "bin64" | "ter64" | "fun64" | "fbin64" | "fter64" => "66666",
            "narrow" => "46666",
            "widen" | "wide" => "64444",
            "madwide" => "64464",
            "shift64" | "field64" => "66444",
            "insert64" => "66644",
            "selp32" => "44411",
            "selp64" => "66611",
            "cmp32" | "fcmp32" => "14411",
            "cmp64" | "fcmp64" => "16611",
            "pred2" | "pred3" => "11111",
            "carry32" => "44441",
            "carry64" => "66661",
            other => panic!("the shape {other} is not known here"),
        }
    }

    /// Any rows, some of them the destination itself.
    fn instruction(op: Op, random: &mut Random) -> Inst {
        let mut operands = operands(SHAPES[op as usize]).bytes().map(|width| {
            let n = (random.next() >> 8) as u32 % ROWS as u32;
            match width {
                b'4' => row32(n),
                b'6' => row64(n),
                _ => n,
            }
        });
        let [d, a, b, c, e] = std::array::from_fn(|_| operands.next().unwrap_or(0));
        Inst { d, a, b, c, e, ..Inst::new(op) }
    }

    fn compare(generic: &[Handler; COUNT], kernels: &[Handler; COUNT]) {
        let random = &mut Random(0x1234_5678_9abc_def1);
        let mut replaced = 0;
        for op in ALL {
            let (generic, own) = (generic[op as usize], kernels[op as usize]);
            replaced += usize::from(!std::ptr::fn_addr_eq(generic, own));
            for n in 0..200u16 {
                let inst = Inst { flags: n % 16, ..instruction(op, random) };
                let files = random.files();
                let mask = if n % 2 == 0 { FULL } else { random.next() as u32 };
                let [want, got] = [generic, own].map(|h| run(h, files.clone(), mask, &inst));
                assert_eq!(got, want, "{inst} under {mask:#x}, {LANES} lanes");
            }
        }
        assert!(replaced > 60, "only {replaced} operations have kernels of their own");
    }

    #[test]
    fn kernels_give_the_bits_of_generic_handlers() {
        if Cpu::detect() as u8 >= Cpu::Avx2 as u8 {
            compare(&AVX2, &AVX2_HANDLERS);
        }
        if Cpu::detect() == Cpu::Avx512 {
            compare(&AVX512, &AVX512_HANDLERS);
        }
    }

    #[test]
    fn shapes_of_whole_warps() {
        let mut files = Random(9).files();
        let start = 0xffff_f000_1000u64;
        files.r64[1] = Row64(std::array::from_fn(|lane| start + lane as u64 * 4));
        files.r64[2] = Row64([start; LANES]);
        files.r64[3] = files.r64[1];
        files.r64[3].0[17] += 4;
        files.r32[1] = Row32(std::array::from_fn(|lane| lane as u32 * 16));
        let v = view(&mut files, FULL);
        type Find = unsafe fn(&View, u32, bool, usize) -> Option<Shape>;
        let mut all: Vec<Find> = Vec::new();
        if Cpu::detect() as u8 >= Cpu::Avx2 as u8 {
            all.push(V3::whole);
        }
        if Cpu::detect() == Cpu::Avx512 {
            all.push(V4::whole);
        }
        for find in all {
            // SAFETY: the CPU has the level.
            let whole = |a, wide, log2| unsafe { find(&v, a, wide, log2) };
            assert_eq!(whole(row64(1), true, 2), Some(Shape::Consecutive(start)));
            assert_eq!(whole(row64(1), true, 3), None);
            assert_eq!(whole(row64(2), true, 3), Some(Shape::Same(start)));
            assert_eq!(whole(row64(3), true, 2), None);
            assert_eq!(whole(row32(1), false, 4), Some(Shape::Consecutive(0)));
        }
    }

    /// Addresses of each shape, and of none, in rows that begin anywhere.
    #[test]
    fn shapes_of_addresses() {
        for (log2, half) in (0..=5).flat_map(|log2| [(log2, 0), (log2, 1)]) {
            let mut files = Random(9).files();
            let start = 0xffff_f000_1000u64;
            for lane in 0..LANES {
                files.r64[1].0[lane] = start + ((lane as u64) << log2);
                files.r32[1].0[lane] = files.r64[1].0[lane] as u32;
            }
            files.r64[2] = Row64([start; LANES]);
            files.r32[2] = Row32([7; LANES]);
            let v = view(&mut files, FULL);
            type Find = unsafe fn(&View, u32, bool, usize, usize) -> Option<Shape>;
            let mut all: Vec<Find> = vec![Scalar::shape];
            if Cpu::detect() as u8 >= Cpu::Avx2 as u8 {
                all.push(V3::shape);
            }
            if Cpu::detect() == Cpu::Avx512 {
                all.push(V4::shape);
            }
            for find in all {
                // SAFETY: the CPU has the level.
                let shape = |v: &View, a, wide, half, log2| unsafe { find(v, a, wide, half, log2) };
                let first = start + ((half * HALF as u64) << log2);
                let (half, narrow) = (half as usize, u64::from(first as u32));
                assert_eq!(shape(&v, row64(1), true, half, log2), Some(Shape::Consecutive(first)));
                assert_eq!(shape(&v, row32(1), false, half, log2), Some(Shape::Consecutive(narrow)));
                assert_eq!(shape(&v, row64(2), true, half, log2), Some(Shape::Same(start)));
                assert_eq!(shape(&v, row32(2), false, half, log2), Some(Shape::Same(7)));
                assert_eq!(
                    (shape(&v, row64(3), true, half, log2), shape(&v, row32(3), false, half, log2)),
                    (None, None)
                );
                assert_eq!(shape(&v, row64(1), true, half, log2 ^ 1), None);
            }
        }
    }
}
