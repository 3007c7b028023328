//! The most frequent operations in 512-bit vectors: registers are read, combined and written without a temporary row.
//!
//! The generic handlers of `alu` define what the operations mean; those here must give the same bits, which the
//! instruction tests check on every level. Flags that are rare go to the generic handler.

use std::arch::x86_64::*;

use super::alu::{AVX512_GENERIC, COUNT, Handler, put_comparison};
use super::coalesce::{HALF, Shape};
use super::table::Op;
use crate::exec::view::{FULL, View};
use crate::wir::{Inst, cmp, fp as flag};

const CANONICAL_NAN: i32 = 0x7fff_ffff;

/// Writes lanes `16 * part ..` of a 32-bit row.
#[inline]
#[target_feature(enable = "avx512f")]
fn put32(v: &View, d: u32, part: usize, value: __m512i) {
    // SAFETY: destinations are aligned rows of 32 lanes (`View`), and `part` is 0 or 1.
    unsafe {
        let to = v.destination32(d).add(16 * part).cast::<__m512i>();
        if v.mask == FULL {
            _mm512_store_si512(to, value);
        } else {
            let keep = _mm512_load_si512(to);
            _mm512_store_si512(to, _mm512_mask_mov_epi32(keep, (v.mask >> (16 * part)) as u16, value));
        }
    }
}

/// Writes lanes `8 * part ..` of a 64-bit row.
#[inline]
#[target_feature(enable = "avx512f")]
fn put64(v: &View, d: u32, part: usize, value: __m512i) {
    // SAFETY: destinations are aligned rows of 32 lanes (`View`), and `part` is below 4.
    unsafe {
        let to = v.destination64(d).add(8 * part).cast::<__m512i>();
        if v.mask == FULL {
            _mm512_store_si512(to, value);
        } else {
            let keep = _mm512_load_si512(to);
            _mm512_store_si512(to, _mm512_mask_mov_epi64(keep, (v.mask >> (8 * part)) as u8, value));
        }
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn get32(v: &View, a: u32, part: usize) -> __m512i {
    // SAFETY: sources are aligned rows of 32 lanes (`View`), and `part` is 0 or 1.
    unsafe { _mm512_load_si512(v.source32(a).add(16 * part).cast()) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn get64(v: &View, a: u32, part: usize) -> __m512i {
    // SAFETY: sources are aligned rows of 32 lanes (`View`), and `part` is below 4.
    unsafe { _mm512_load_si512(v.source64(a).add(8 * part).cast()) }
}

/// Lanes `8 * part ..` of a 32-bit row.
#[inline]
#[target_feature(enable = "avx512f")]
fn eight32(v: &View, a: u32, part: usize) -> __m256i {
    // SAFETY: sources are aligned rows of 32 lanes (`View`), and `part` is below 4.
    unsafe { _mm256_load_si256(v.source32(a).add(8 * part).cast()) }
}

/// 32-bit rows to a 32-bit row.
macro_rules! rows32 {
    ($($name:ident($($arg:ident),+) $body:expr;)*) => {$(
        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
        fn $name(v: &View, i: &Inst) {
            for part in 0..2 {
                $(let $arg = get32(v, i.$arg, part);)+
                put32(v, i.d, part, $body);
            }
        }
    )*};
}

/// 64-bit rows to a 64-bit row.
macro_rules! rows64 {
    ($($name:ident($($arg:ident),+) $body:expr;)*) => {$(
        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
        fn $name(v: &View, i: &Inst) {
            for part in 0..4 {
                $(let $arg = get64(v, i.$arg, part);)+
                put64(v, i.d, part, $body);
            }
        }
    )*};
}

/// 32-bit rows, and 64-bit ones after the semicolon, to a 64-bit row.
macro_rules! widening {
    ($($name:ident($($arg:ident),+; $($wide:ident),*) $body:expr;)*) => {$(
        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
        fn $name(v: &View, i: &Inst) {
            for part in 0..4 {
                $(let $arg = eight32(v, i.$arg, part);)+
                $(let $wide = get64(v, i.$wide, part);)*
                put64(v, i.d, part, $body);
            }
        }
    )*};
}

/// A 64-bit row to a 32-bit row.
macro_rules! narrowing {
    ($($name:ident($arg:ident) $body:expr;)*) => {$(
        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
        fn $name(v: &View, i: &Inst) {
            for part in 0..2 {
                let [low, high] = [2 * part, 2 * part + 1].map(|eighth| {
                    let $arg = get64(v, i.$arg, eighth);
                    _mm512_cvtepi64_epi32($body)
                });
                put32(v, i.d, part, _mm512_inserti64x4::<1>(_mm512_castsi256_si512(low), high));
            }
        }
    )*};
}

/// Single-precision rows: without flags and with `.ftz`.
macro_rules! floats {
    ($($name:ident($($arg:ident),+) $op:ident $body:expr;)*) => {$(
        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
        fn $name(v: &View, i: &Inst) {
            if i.flags & !flag::FTZ != 0 {
                // SAFETY: the CPU has this level.
                return unsafe { AVX512_GENERIC[Op::$op as usize](v, i) };
            }
            if i.flags == 0 {
                let [low, high] = [0, 1].map(|part| {
                    $(let $arg = _mm512_castsi512_ps(get32(v, i.$arg, part));)+
                    $body
                });
                // One comparison finds the NaNs of both halves, which are rare.
                let nan = _mm512_cmp_ps_mask::<_CMP_UNORD_Q>(low, high) != 0;
                let [low, high] = if nan {
                    [canonical(low), canonical(high)]
                } else {
                    [_mm512_castps_si512(low), _mm512_castps_si512(high)]
                };
                put32(v, i.d, 0, low);
                put32(v, i.d, 1, high);
            } else {
                for part in 0..2 {
                    $(let $arg = _mm512_castsi512_ps(flush(get32(v, i.$arg, part)));)+
                    put32(v, i.d, part, flush(canonical($body)));
                }
            }
        }
    )*};
}

/// Any NaN becomes the canonical one.
#[inline]
#[target_feature(enable = "avx512f")]
fn canonical(x: __m512) -> __m512i {
    let nan = _mm512_cmp_ps_mask::<_CMP_UNORD_Q>(x, x);
    _mm512_mask_mov_epi32(_mm512_castps_si512(x), nan, _mm512_set1_epi32(CANONICAL_NAN))
}

/// Subnormals become zero of the same sign.
#[inline]
#[target_feature(enable = "avx512f")]
fn flush(x: __m512i) -> __m512i {
    let small = _mm512_testn_epi32_mask(x, _mm512_set1_epi32(0x7f80_0000));
    _mm512_mask_and_epi32(x, small, x, _mm512_set1_epi32(i32::MIN))
}

/// Comparisons of 32-bit rows.
macro_rules! compare32 {
    ($($name:ident |$a:ident, $b:ident| $body:expr;)*) => {$(
        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
        fn $name(v: &View, i: &Inst) {
            let [low, high] = [0, 1].map(|part| {
                let ($a, $b) = (get32(v, i.a, part), get32(v, i.b, part));
                u32::from($body)
            });
            put_comparison(v, i, low | high << 16);
        }
    )*};
}

/// Comparisons of 64-bit rows.
macro_rules! compare64 {
    ($($name:ident |$a:ident, $b:ident| $body:expr;)*) => {$(
        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
        fn $name(v: &View, i: &Inst) {
            let mut bits = 0;
            for part in 0..4 {
                let ($a, $b) = (get64(v, i.a, part), get64(v, i.b, part));
                bits |= u32::from($body) << (8 * part);
            }
            put_comparison(v, i, bits);
        }
    )*};
}

/// Comparisons of single-precision rows.
macro_rules! compare_floats {
    ($($name:ident $predicate:ident;)*) => {$(
        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
        fn $name(v: &View, i: &Inst) {
            let ftz = i.flags & cmp::FTZ != 0;
            let [low, high] = [0, 1].map(|part| {
                let [a, b] = [i.a, i.b].map(|row| {
                    let x = get32(v, row, part);
                    _mm512_castsi512_ps(if ftz { flush(x) } else { x })
                });
                u32::from(_mm512_cmp_ps_mask::<$predicate>(a, b))
            });
            put_comparison(v, i, low | high << 16);
        }
    )*};
}

/// Comparisons of double-precision rows.
macro_rules! compare_doubles {
    ($($name:ident $predicate:ident;)*) => {
        compare64! {$(
            $name |a, b| _mm512_cmp_pd_mask::<$predicate>(_mm512_castsi512_pd(a), _mm512_castsi512_pd(b));
        )*}
    };
}

rows32! {
    mov32(a) a;
    not32(a) _mm512_xor_si512(a, _mm512_set1_epi32(-1));
    neg32(a) _mm512_sub_epi32(_mm512_setzero_si512(), a);
    add32(a, b) _mm512_add_epi32(a, b);
    sub32(a, b) _mm512_sub_epi32(a, b);
    mul32(a, b) _mm512_mullo_epi32(a, b);
    and32(a, b) _mm512_and_si512(a, b);
    or32(a, b) _mm512_or_si512(a, b);
    xor32(a, b) _mm512_xor_si512(a, b);
    shl32(a, b) _mm512_sllv_epi32(a, b);
    shr_u32(a, b) _mm512_srlv_epi32(a, b);
    shr_s32(a, b) _mm512_srav_epi32(a, b);
    min_u32(a, b) _mm512_min_epu32(a, b);
    max_u32(a, b) _mm512_max_epu32(a, b);
    min_s32(a, b) _mm512_min_epi32(a, b);
    max_s32(a, b) _mm512_max_epi32(a, b);
    mad32(a, b, c) _mm512_add_epi32(_mm512_mullo_epi32(a, b), c);
    sext16(a) _mm512_srai_epi32::<16>(_mm512_slli_epi32::<16>(a));
    zext16(a) _mm512_and_si512(a, _mm512_set1_epi32(0xffff));
    s32_to_f32(a) _mm512_castps_si512(_mm512_cvtepi32_ps(a));
    u32_to_f32(a) _mm512_castps_si512(_mm512_cvtepu32_ps(a));
}

rows64! {
    mov64(a) a;
    add64(a, b) _mm512_add_epi64(a, b);
    sub64(a, b) _mm512_sub_epi64(a, b);
    mul64(a, b) _mm512_mullo_epi64(a, b);
    and64(a, b) _mm512_and_si512(a, b);
    or64(a, b) _mm512_or_si512(a, b);
    xor64(a, b) _mm512_xor_si512(a, b);
    mad64(a, b, c) _mm512_add_epi64(_mm512_mullo_epi64(a, b), c);
}

widening! {
    zext32(a;) _mm512_cvtepu32_epi64(a);
    sext32(a;) _mm512_cvtepi32_epi64(a);
    pack64(a, b;) _mm512_or_si512(_mm512_cvtepu32_epi64(a), _mm512_slli_epi64::<32>(_mm512_cvtepu32_epi64(b)));
    mul_wide_u32(a, b;) _mm512_mul_epu32(_mm512_cvtepu32_epi64(a), _mm512_cvtepu32_epi64(b));
    mul_wide_s32(a, b;) _mm512_mul_epi32(_mm512_cvtepu32_epi64(a), _mm512_cvtepu32_epi64(b));
    mad_wide_u32(a, b; c) _mm512_add_epi64(_mm512_mul_epu32(_mm512_cvtepu32_epi64(a), _mm512_cvtepu32_epi64(b)), c);
    mad_wide_s32(a, b; c) _mm512_add_epi64(_mm512_mul_epi32(_mm512_cvtepu32_epi64(a), _mm512_cvtepu32_epi64(b)), c);
    shl64(b; a) _mm512_sllv_epi64(a, _mm512_cvtepu32_epi64(b));
    shr_u64(b; a) _mm512_srlv_epi64(a, _mm512_cvtepu32_epi64(b));
    shr_s64(b; a) _mm512_srav_epi64(a, _mm512_cvtepu32_epi64(b));
    s32_to_f64(a;) _mm512_castpd_si512(_mm512_cvtepi32_pd(a));
    u32_to_f64(a;) _mm512_castpd_si512(_mm512_cvtepu32_pd(a));
}

narrowing! {
    lo32(a) a;
    hi32(a) _mm512_srli_epi64::<32>(a);
}

floats! {
    add_f32(a, b) AddF32 _mm512_add_ps(a, b);
    sub_f32(a, b) SubF32 _mm512_sub_ps(a, b);
    mul_f32(a, b) MulF32 _mm512_mul_ps(a, b);
    div_f32(a, b) DivF32 _mm512_div_ps(a, b);
    fma_f32(a, b, c) FmaF32 _mm512_fmadd_ps(a, b, c);
}

compare32! {
    set_eq32 |a, b| _mm512_cmpeq_epi32_mask(a, b);
    set_lt_u32 |a, b| _mm512_cmplt_epu32_mask(a, b);
    set_lt_s32 |a, b| _mm512_cmplt_epi32_mask(a, b);
}

compare64! {
    set_eq64 |a, b| _mm512_cmpeq_epi64_mask(a, b);
    set_lt_u64 |a, b| _mm512_cmplt_epu64_mask(a, b);
    set_lt_s64 |a, b| _mm512_cmplt_epi64_mask(a, b);
}

compare_floats! {
    set_eq_f32 _CMP_EQ_OQ;
    set_lt_f32 _CMP_LT_OQ;
    set_le_f32 _CMP_LE_OQ;
    set_ne_f32 _CMP_NEQ_OQ;
    set_nan_f32 _CMP_UNORD_Q;
}

compare_doubles! {
    set_eq_f64 _CMP_EQ_OQ;
    set_lt_f64 _CMP_LT_OQ;
    set_le_f64 _CMP_LE_OQ;
    set_ne_f64 _CMP_NEQ_OQ;
    set_nan_f64 _CMP_UNORD_Q;
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
fn selp32(v: &View, i: &Inst) {
    let choice = v.pred(i.c);
    for part in 0..2 {
        let (a, b) = (get32(v, i.a, part), get32(v, i.b, part));
        put32(v, i.d, part, _mm512_mask_mov_epi32(b, (choice >> (16 * part)) as u16, a));
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
fn selp64(v: &View, i: &Inst) {
    let choice = v.pred(i.c);
    for part in 0..4 {
        let (a, b) = (get64(v, i.a, part), get64(v, i.b, part));
        put64(v, i.d, part, _mm512_mask_mov_epi64(b, (choice >> (8 * part)) as u8, a));
    }
}

/// The shape of a half-warp's 64-bit addresses, for elements of `size` bytes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
pub(crate) fn shape64(v: &View, a: u32, half: usize, size: u64) -> Option<Shape> {
    let first = v.lane64(a, HALF * half);
    let [low, high] = [0, 1].map(|quarter| get64(v, a, 2 * half + quarter));
    let start = _mm512_set1_epi64(first as i64);
    let different = _mm512_or_si512(_mm512_xor_si512(low, start), _mm512_xor_si512(high, start));
    if _mm512_test_epi64_mask(different, different) == 0 {
        return Some(Shape::Same(first));
    }
    // The shift is 2 or 3: elements have 4 or 8 bytes.
    let shift = _mm_cvtsi32_si128(size.trailing_zeros() as i32);
    let steps = _mm512_sll_epi64(_mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0), shift);
    let middle = _mm512_set1_epi64(first.wrapping_add(size * 8) as i64);
    let low = _mm512_xor_si512(low, _mm512_add_epi64(start, steps));
    let high = _mm512_xor_si512(high, _mm512_add_epi64(middle, steps));
    let wrong = _mm512_or_si512(low, high);
    (_mm512_test_epi64_mask(wrong, wrong) == 0).then_some(Shape::Consecutive(first))
}

/// The shape of a half-warp's 32-bit addresses, for elements of `size` bytes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
pub(crate) fn shape32(v: &View, a: u32, half: usize, size: u64) -> Option<Shape> {
    let first = v.lane32(a, HALF * half);
    let addresses = get32(v, a, half);
    let start = _mm512_set1_epi32(first as i32);
    if _mm512_cmpneq_epi32_mask(addresses, start) == 0 {
        return Some(Shape::Same(u64::from(first)));
    }
    let numbers = _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    let steps = _mm512_sll_epi32(numbers, _mm_cvtsi32_si128(size.trailing_zeros() as i32));
    // Addresses that wrap around at 32 bits end beyond any window and are refused later.
    let wrong = _mm512_cmpneq_epi32_mask(addresses, _mm512_add_epi32(start, steps));
    (wrong == 0).then_some(Shape::Consecutive(u64::from(first)))
}

/// The generic handlers with those of this file in their places.
pub(crate) static HANDLERS: [Handler; COUNT] = handlers();

const fn handlers() -> [Handler; COUNT] {
    let mut all = AVX512_GENERIC;
    macro_rules! place {
        ($($op:ident $handler:ident;)*) => {$(all[Op::$op as usize] = $handler;)*};
    }
    place! {
        Mov32 mov32; Not32 not32; Neg32 neg32; Add32 add32; Sub32 sub32; Mul32 mul32;
        And32 and32; Or32 or32; Xor32 xor32; Shl32 shl32; ShrU32 shr_u32; ShrS32 shr_s32;
        MinU32 min_u32; MaxU32 max_u32; MinS32 min_s32; MaxS32 max_s32; Mad32 mad32;
        Sext16 sext16; Zext16 zext16; S32ToF32 s32_to_f32; U32ToF32 u32_to_f32;
        Mov64 mov64; Add64 add64; Sub64 sub64; Mul64 mul64; And64 and64; Or64 or64; Xor64 xor64; Mad64 mad64;
        Zext32 zext32; Sext32 sext32; Pack64 pack64; MulWideU32 mul_wide_u32; MulWideS32 mul_wide_s32;
        MadWideU32 mad_wide_u32; MadWideS32 mad_wide_s32; Shl64 shl64; ShrU64 shr_u64; ShrS64 shr_s64;
        S32ToF64 s32_to_f64; U32ToF64 u32_to_f64; Lo32 lo32; Hi32 hi32;
        AddF32 add_f32; SubF32 sub_f32; MulF32 mul_f32; DivF32 div_f32; FmaF32 fma_f32;
        SetEq32 set_eq32; SetLtU32 set_lt_u32; SetLtS32 set_lt_s32;
        SetEq64 set_eq64; SetLtU64 set_lt_u64; SetLtS64 set_lt_s64;
        SetEqF32 set_eq_f32; SetLtF32 set_lt_f32; SetLeF32 set_le_f32; SetNeF32 set_ne_f32; SetNanF32 set_nan_f32;
        SetEqF64 set_eq_f64; SetLtF64 set_lt_f64; SetLeF64 set_le_f64; SetNeF64 set_ne_f64; SetNanF64 set_nan_f64;
        Selp32 selp32; Selp64 selp64;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exec::level::Level;
    use crate::exec::view::LANES;
    use crate::ops::table::for_each_alu;
    use crate::wir::{CONST, Row32, Row64};

    macro_rules! list {
        ($({ $name:ident, $shape:ident, |$($arg:ident),*| $body:expr })*) => {
            const ALL: [Op; COUNT] = [$(Op::$name),*];
        };
    }
    for_each_alu!(list);

    const ROWS: usize = 6;

    /// Registers and constants of a frame.
    #[derive(Clone, PartialEq, Debug)]
    struct Files {
        r32: [Row32; ROWS],
        r64: [Row64; ROWS],
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

    fn run(handler: Handler, mut files: Files, constants: &Files, mask: u32, i: &Inst) -> Files {
        let v = View {
            r32: files.r32.as_mut_ptr(),
            r64: files.r64.as_mut_ptr(),
            preds: files.preds.as_mut_ptr(),
            const32: constants.r32.as_ptr(),
            const64: constants.r64.as_ptr(),
            mask,
            ones: std::hint::black_box(1),
        };
        // SAFETY: the caller has checked the CPU's level; all operands are below `ROWS`.
        unsafe { handler(&v, i) };
        files
    }

    /// The rows' numbers, some of them constants, some of them the destination itself.
    fn instruction(op: Op, random: &mut Random, predicates: bool) -> Inst {
        let mut operand = || {
            let n = random.next();
            ((n >> 8) as u32 % ROWS as u32) | if n & 3 == 0 && !predicates { CONST } else { 0 }
        };
        let [a, b, c, e] = std::array::from_fn(|_| operand());
        let plain = |operand: u32| operand & !CONST;
        // The third operand of a selection or comparison is a predicate, the fourth of a carry too.
        let c = if (Op::Selp32..=Op::SetNanF64).contains(&op) { plain(c) } else { c };
        let e = if op >= Op::AddX32 { plain(e) } else { e };
        Inst { d: plain(a ^ b) % ROWS as u32, a, b, c, e, ..Inst::new(op) }
    }

    #[test]
    fn every_operation_gives_the_bits_of_its_generic_handler() {
        if Level::detect() != Level::Avx512 {
            return;
        }
        let random = &mut Random(0x1234_5678_9abc_def1);
        let mut replaced = 0;
        for op in ALL {
            let (generic, own) = (AVX512_GENERIC[op as usize], HANDLERS[op as usize]);
            replaced += usize::from(!std::ptr::fn_addr_eq(generic, own));
            let predicates = (Op::PMov..=Op::PSel).contains(&op);
            for n in 0..200u16 {
                let inst = Inst { flags: n % 16, ..instruction(op, random, predicates) };
                let (files, constants) = (random.files(), random.files());
                let mask = if n % 2 == 0 { FULL } else { random.next() as u32 };
                let [want, got] = [generic, own].map(|h| run(h, files.clone(), &constants, mask, &inst));
                assert_eq!(got, want, "{inst} under {mask:#x}, {LANES} lanes");
            }
        }
        assert!(replaced > 60, "only {replaced} operations have kernels of their own");
    }
}
