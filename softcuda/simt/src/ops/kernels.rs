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
    unsafe { L::GENERIC[op as usize](v, std::slice::from_ref(i)) }
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

/// Comparisons of rows whose lanes have so many bytes.
macro_rules! compare {
    ($from:ident, $lane:literal: $($name:ident $test:ident;)*) => {$(
        #[inline(always)]
        unsafe fn $name<L: Level>(v: &View, i: &Inst) {
            let (a, b) = ($from(v, i.a), $from(v, i.b));
            let mut bits = 0;
            // SAFETY: as in `rows32`.
            unsafe {
                for part in 0..LANES * $lane / L::V::BYTES {
                    let at = part * L::V::BYTES;
                    bits |= L::V::$test(L::V::load(a.add(at)), L::V::load(b.add(at))) << (at / $lane);
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

compare! {
    from32, 4:
    set_eq32 eq32;
    set_lt_u32 lt_u32;
    set_lt_s32 lt_s32;
}

compare! {
    from64, 8:
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
            unsafe fn spread4(from: impl Fn(usize) -> *const [u32; 4], rows: [*mut u32; 4]) {
                for eight in (0..HALF).step_by(8) {
                    // SAFETY: the caller's contract; halves of rows are on a vector's boundary.
                    unsafe {
                        let values = vector::spread4(std::array::from_fn(|n| from(eight + n)));
                        for (value, row) in values.into_iter().zip(rows) {
                            value.store(row.add(eight).cast());
                        }
                    }
                }
            }

            #[inline(always)]
            unsafe fn weave4(rows: [*const u32; 4], to: impl Fn(usize) -> *mut [u32; 4]) {
                for eight in (0..HALF).step_by(8) {
                    // SAFETY: as in `spread4`.
                    unsafe {
                        let values = rows.map(|row| X256::load(row.add(eight).cast()));
                        vector::weave4(values, std::array::from_fn(|n| to(eight + n)));
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
                fn handler(v: &View, run: &[Inst]) {
                    for i in run {
                        // SAFETY: the features are those of the level's vectors.
                        unsafe { $kernel::<$level>(v, i) }
                    }
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
mod tests;
