//! 256-bit vectors of x86-64-v3.

use std::arch::x86_64::*;

use super::Vector;

/// A `ymm` register.
#[derive(Clone, Copy)]
pub(in crate::ops) struct X256(__m256i);

/// A lane of all ones for each of the low eight bits.
#[inline(always)]
unsafe fn lanes32(bits: u32) -> __m256i {
    // SAFETY: the contract of `Vector`.
    unsafe {
        let place = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
        _mm256_cmpeq_epi32(_mm256_and_si256(_mm256_set1_epi32(bits as i32), place), place)
    }
}

/// A lane of all ones for each of the low four bits.
#[inline(always)]
unsafe fn lanes64(bits: u32) -> __m256i {
    // SAFETY: the contract of `Vector`.
    unsafe {
        let place = _mm256_setr_epi64x(1, 2, 4, 8);
        _mm256_cmpeq_epi64(_mm256_and_si256(_mm256_set1_epi64x(i64::from(bits)), place), place)
    }
}

/// The highest bit of each 32-bit lane.
#[inline(always)]
unsafe fn bits32(lanes: __m256i) -> u32 {
    // SAFETY: the contract of `Vector`.
    unsafe { _mm256_movemask_ps(_mm256_castsi256_ps(lanes)) as u32 }
}

/// The highest bit of each 64-bit lane.
#[inline(always)]
unsafe fn bits64(lanes: __m256i) -> u32 {
    // SAFETY: the contract of `Vector`.
    unsafe { _mm256_movemask_pd(_mm256_castsi256_pd(lanes)) as u32 }
}

/// Unsigned order becomes signed order.
#[inline(always)]
unsafe fn turned32(a: X256) -> __m256i {
    // SAFETY: the contract of `Vector`.
    unsafe { _mm256_xor_si256(a.0, _mm256_set1_epi32(i32::MIN)) }
}

/// As [`turned32`].
#[inline(always)]
unsafe fn turned64(a: X256) -> __m256i {
    // SAFETY: the contract of `Vector`.
    unsafe { _mm256_xor_si256(a.0, _mm256_set1_epi64x(i64::MIN)) }
}

/// Eight elements of four values as four vectors of eight values.
///
/// # Safety
/// The contract of `Vector`; each pointer is valid for an element.
#[inline(always)]
pub(in crate::ops) unsafe fn spread4(from: [*const [u32; 4]; 8]) -> [X256; 4] {
    // SAFETY: the caller's contract.
    unsafe {
        let pair = |n: usize| {
            let low = _mm256_castsi128_si256(_mm_loadu_si128(from[n].cast()));
            _mm256_inserti128_si256::<1>(low, _mm_loadu_si128(from[n + 4].cast()))
        };
        let [a, b, c, d] = transpose(pair(0), pair(1), pair(2), pair(3));
        [X256(a), X256(b), X256(c), X256(d)]
    }
}

/// The opposite of [`spread4`], element by element.
///
/// # Safety
/// As [`spread4`].
#[inline(always)]
pub(in crate::ops) unsafe fn weave4(values: [X256; 4], to: [*mut [u32; 4]; 8]) {
    // SAFETY: the caller's contract.
    unsafe {
        let [a, b, c, d] = values;
        let pairs = transpose(a.0, b.0, c.0, d.0);
        for (pair, to) in pairs.into_iter().zip(to) {
            _mm_storeu_si128(to.cast(), _mm256_castsi256_si128(pair));
        }
        for (pair, to) in pairs.into_iter().zip(&to[4..]) {
            _mm_storeu_si128(to.cast(), _mm256_extracti128_si256::<1>(pair));
        }
    }
}

/// Transposes the four by four values in each half of the vectors.
#[inline(always)]
unsafe fn transpose(a: __m256i, b: __m256i, c: __m256i, d: __m256i) -> [__m256i; 4] {
    // SAFETY: the contract of `Vector`.
    unsafe {
        let (ab, ab_high) = (_mm256_unpacklo_epi32(a, b), _mm256_unpackhi_epi32(a, b));
        let (cd, cd_high) = (_mm256_unpacklo_epi32(c, d), _mm256_unpackhi_epi32(c, d));
        [
            _mm256_unpacklo_epi64(ab, cd),
            _mm256_unpackhi_epi64(ab, cd),
            _mm256_unpacklo_epi64(ab_high, cd_high),
            _mm256_unpackhi_epi64(ab_high, cd_high),
        ]
    }
}

/// Methods that are one integer instruction.
macro_rules! integer {
    ($($name:ident($($arg:ident),+) $body:expr;)*) => {$(
        #[inline(always)]
        unsafe fn $name($($arg: Self),+) -> Self {
            // SAFETY: the contract of `Vector`.
            unsafe {
                $(let $arg = $arg.0;)+
                X256($body)
            }
        }
    )*};
}

/// Methods on single-precision lanes.
macro_rules! single {
    ($($name:ident($($arg:ident),+) $body:expr;)*) => {$(
        #[inline(always)]
        unsafe fn $name($($arg: Self),+) -> Self {
            // SAFETY: the contract of `Vector`.
            unsafe {
                $(let $arg = _mm256_castsi256_ps($arg.0);)+
                X256(_mm256_castps_si256($body))
            }
        }
    )*};
}

/// Methods on double-precision lanes.
macro_rules! double {
    ($($name:ident($($arg:ident),+) $body:expr;)*) => {$(
        #[inline(always)]
        unsafe fn $name($($arg: Self),+) -> Self {
            // SAFETY: the contract of `Vector`.
            unsafe {
                $(let $arg = _mm256_castsi256_pd($arg.0);)+
                X256(_mm256_castpd_si256($body))
            }
        }
    )*};
}

/// Comparisons.
macro_rules! bits {
    ($($name:ident |$a:ident, $b:ident| $body:expr;)*) => {$(
        #[inline(always)]
        unsafe fn $name($a: Self, $b: Self) -> u32 {
            // SAFETY: the contract of `Vector`.
            unsafe { $body }
        }
    )*};
}

/// Comparisons of floating-point lanes.
macro_rules! float_bits {
    ($($single:ident $double:ident $predicate:ident;)*) => {
        bits! {$(
            $single |a, b| bits32(_mm256_castps_si256(
                _mm256_cmp_ps::<$predicate>(_mm256_castsi256_ps(a.0), _mm256_castsi256_ps(b.0))));
            $double |a, b| bits64(_mm256_castpd_si256(
                _mm256_cmp_pd::<$predicate>(_mm256_castsi256_pd(a.0), _mm256_castsi256_pd(b.0))));
        )*}
    };
}

/// Methods that take something else.
macro_rules! other {
    ($($name:ident($($arg:ident: $t:ty),+) -> $r:ty { $body:expr })*) => {$(
        #[inline(always)]
        unsafe fn $name($($arg: $t),+) -> $r {
            // SAFETY: the contract of `Vector`.
            unsafe { $body }
        }
    )*};
}

impl Vector for X256 {
    const BYTES: usize = 32;

    #[inline(always)]
    unsafe fn store(self, to: *mut u8) {
        // SAFETY: the contract of `Vector`.
        unsafe { _mm256_store_si256(to.cast(), self.0) };
    }

    #[inline(always)]
    unsafe fn store_lanes32(self, to: *mut u8, lanes: u32) {
        // SAFETY: the contract of `Vector`.
        // Read and written back: masked stores are microcode on several processors.
        unsafe { Self::select32(lanes, self, Self::load(to)).store(to) };
    }

    #[inline(always)]
    unsafe fn store_lanes64(self, to: *mut u8, lanes: u32) {
        // SAFETY: the contract of `Vector`.
        unsafe { Self::select64(lanes, self, Self::load(to)).store(to) };
    }

    #[inline(always)]
    unsafe fn is_zero(self) -> bool {
        // SAFETY: the contract of `Vector`.
        unsafe { _mm256_testz_si256(self.0, self.0) == 1 }
    }

    other! {
        load(from: *const u8) -> Self { X256(_mm256_load_si256(from.cast())) }
        load_unaligned(from: *const u8) -> Self { X256(_mm256_loadu_si256(from.cast())) }
        splat32(value: u32) -> Self { X256(_mm256_set1_epi32(value as i32)) }
        splat64(value: u64) -> Self { X256(_mm256_set1_epi64x(value as i64)) }
        widen_u32(from: *const u8) -> Self { X256(_mm256_cvtepu32_epi64(_mm_load_si128(from.cast()))) }
        widen_s32(from: *const u8) -> Self { X256(_mm256_cvtepi32_epi64(_mm_load_si128(from.cast()))) }
        widen_s32_f64(from: *const u8) -> Self {
            X256(_mm256_castpd_si256(_mm256_cvtepi32_pd(_mm_load_si128(from.cast()))))
        }
        widen_u32_f64(from: *const u8) -> Self {{
            // The value as the lowest bits of 2^52's fraction, minus 2^52.
            let magic = _mm256_set1_epi64x(0x4330_0000_0000_0000);
            let shifted = _mm256_or_si256(Self::widen_u32(from).0, magic);
            let value = _mm256_sub_pd(_mm256_castsi256_pd(shifted), _mm256_castsi256_pd(magic));
            X256(_mm256_castpd_si256(value))
        }}
        narrow(low: Self, high: Self) -> Self {{
            let (low, high) = (_mm256_castsi256_ps(low.0), _mm256_castsi256_ps(high.0));
            // The even 32-bit lanes of both, in halves of the register; then the quarters in order.
            let even = _mm256_castps_si256(_mm256_shuffle_ps::<0b10_00_10_00>(low, high));
            X256(_mm256_permute4x64_epi64::<0b11_01_10_00>(even))
        }}
        select32(bits: u32, yes: Self, no: Self) -> Self {
            X256(_mm256_blendv_epi8(no.0, yes.0, lanes32(bits)))
        }
        select64(bits: u32, yes: Self, no: Self) -> Self {
            X256(_mm256_blendv_epi8(no.0, yes.0, lanes64(bits)))
        }
        replace_nan(a: Self, other: Self) -> Self {{
            let x = _mm256_castsi256_ps(a.0);
            let nan = _mm256_castps_si256(_mm256_cmp_ps::<_CMP_UNORD_Q>(x, x));
            X256(_mm256_blendv_epi8(a.0, other.0, nan))
        }}
        replace_equal(a: Self, b: Self, kept: Self, other: Self) -> Self {{
            let (a, b) = (_mm256_castsi256_ps(a.0), _mm256_castsi256_ps(b.0));
            let equal = _mm256_castps_si256(_mm256_cmp_ps::<_CMP_EQ_OQ>(a, b));
            X256(_mm256_blendv_epi8(kept.0, other.0, equal))
        }}
        flush(a: Self) -> Self {{
            let exponent = _mm256_and_si256(a.0, _mm256_set1_epi32(0x7f80_0000));
            let small = _mm256_cmpeq_epi32(exponent, _mm256_setzero_si256());
            let fraction = _mm256_and_si256(small, _mm256_set1_epi32(i32::MAX));
            X256(_mm256_andnot_si256(fraction, a.0))
        }}
        u32_to_f32(a: Self) -> Self {{
            // Both halves are exact, so their sum is rounded once.
            let low = _mm256_cvtepi32_ps(_mm256_and_si256(a.0, _mm256_set1_epi32(0xffff)));
            let high = _mm256_cvtepi32_ps(_mm256_srli_epi32::<16>(a.0));
            X256(_mm256_castps_si256(_mm256_fmadd_ps(high, _mm256_set1_ps(65536.0), low)))
        }}
    }

    integer! {
        and(a, b) _mm256_and_si256(a, b);
        or(a, b) _mm256_or_si256(a, b);
        xor(a, b) _mm256_xor_si256(a, b);
        add32(a, b) _mm256_add_epi32(a, b);
        sub32(a, b) _mm256_sub_epi32(a, b);
        mul32(a, b) _mm256_mullo_epi32(a, b);
        shl32(a, by) _mm256_sllv_epi32(a, by);
        shr_u32(a, by) _mm256_srlv_epi32(a, by);
        shr_s32(a, by) _mm256_srav_epi32(a, by);
        min_u32(a, b) _mm256_min_epu32(a, b);
        max_u32(a, b) _mm256_max_epu32(a, b);
        min_s32(a, b) _mm256_min_epi32(a, b);
        max_s32(a, b) _mm256_max_epi32(a, b);
        s32_to_f32(a) _mm256_castps_si256(_mm256_cvtepi32_ps(a));
        add64(a, b) _mm256_add_epi64(a, b);
        sub64(a, b) _mm256_sub_epi64(a, b);
        mul64(a, b) {
            let cross = _mm256_add_epi64(
                _mm256_mul_epu32(_mm256_srli_epi64::<32>(a), b),
                _mm256_mul_epu32(a, _mm256_srli_epi64::<32>(b)),
            );
            _mm256_add_epi64(_mm256_mul_epu32(a, b), _mm256_slli_epi64::<32>(cross))
        };
        shl64(a, by) _mm256_sllv_epi64(a, by);
        shr_u64(a, by) _mm256_srlv_epi64(a, by);
        shr_s64(a, by) {
            // Negative numbers are complemented before and after.
            let sign = _mm256_cmpgt_epi64(_mm256_setzero_si256(), a);
            _mm256_xor_si256(_mm256_srlv_epi64(_mm256_xor_si256(a, sign), by), sign)
        };
        mul_wide_u32(a, b) _mm256_mul_epu32(a, b);
        mul_wide_s32(a, b) _mm256_mul_epi32(a, b);
    }

    single! {
        add_f32(a, b) _mm256_add_ps(a, b);
        sub_f32(a, b) _mm256_sub_ps(a, b);
        mul_f32(a, b) _mm256_mul_ps(a, b);
        div_f32(a, b) _mm256_div_ps(a, b);
        fma_f32(a, b, c) _mm256_fmadd_ps(a, b, c);
        sqrt_f32(a) _mm256_sqrt_ps(a);
        min_f32(a, b) _mm256_min_ps(a, b);
        max_f32(a, b) _mm256_max_ps(a, b);
    }

    double! {
        add_f64(a, b) _mm256_add_pd(a, b);
        sub_f64(a, b) _mm256_sub_pd(a, b);
        mul_f64(a, b) _mm256_mul_pd(a, b);
        div_f64(a, b) _mm256_div_pd(a, b);
        fma_f64(a, b, c) _mm256_fmadd_pd(a, b, c);
    }

    bits! {
        eq32 |a, b| bits32(_mm256_cmpeq_epi32(a.0, b.0));
        lt_s32 |a, b| bits32(_mm256_cmpgt_epi32(b.0, a.0));
        lt_u32 |a, b| bits32(_mm256_cmpgt_epi32(turned32(b), turned32(a)));
        eq64 |a, b| bits64(_mm256_cmpeq_epi64(a.0, b.0));
        lt_s64 |a, b| bits64(_mm256_cmpgt_epi64(b.0, a.0));
        lt_u64 |a, b| bits64(_mm256_cmpgt_epi64(turned64(b), turned64(a)));
    }

    float_bits! {
        eq_f32 eq_f64 _CMP_EQ_OQ;
        lt_f32 lt_f64 _CMP_LT_OQ;
        le_f32 le_f64 _CMP_LE_OQ;
        ne_f32 ne_f64 _CMP_NEQ_OQ;
        nan_f32 nan_f64 _CMP_UNORD_Q;
    }
}
