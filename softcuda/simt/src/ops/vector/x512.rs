//! 512-bit vectors of x86-64-v4.

use std::arch::x86_64::*;

use super::Vector;

/// A `zmm` register.
#[derive(Clone, Copy)]
pub(in crate::ops) struct X512(__m512i);

/// Methods that are one integer instruction.
macro_rules! integer {
    ($($name:ident($($arg:ident),+) $body:expr;)*) => {$(
        #[inline(always)]
        unsafe fn $name($($arg: Self),+) -> Self {
            // SAFETY: the contract of `Vector`.
            unsafe {
                $(let $arg = $arg.0;)+
                X512($body)
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
                $(let $arg = _mm512_castsi512_ps($arg.0);)+
                X512(_mm512_castps_si512($body))
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
                $(let $arg = _mm512_castsi512_pd($arg.0);)+
                X512(_mm512_castpd_si512($body))
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
            unsafe { u32::from($body) }
        }
    )*};
}

/// Comparisons of floating-point lanes.
macro_rules! float_bits {
    ($($single:ident $double:ident $predicate:ident;)*) => {
        bits! {$(
            $single |a, b| _mm512_cmp_ps_mask::<$predicate>(_mm512_castsi512_ps(a.0), _mm512_castsi512_ps(b.0));
            $double |a, b| _mm512_cmp_pd_mask::<$predicate>(_mm512_castsi512_pd(a.0), _mm512_castsi512_pd(b.0));
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

impl Vector for X512 {
    const BYTES: usize = 64;

    #[inline(always)]
    unsafe fn store(self, to: *mut u8) {
        // SAFETY: the contract of `Vector`.
        unsafe { _mm512_store_si512(to.cast(), self.0) };
    }

    #[inline(always)]
    unsafe fn store_lanes32(self, to: *mut u8, lanes: u32) {
        // SAFETY: the contract of `Vector`.
        unsafe { _mm512_mask_store_epi32(to.cast(), lanes as u16, self.0) };
    }

    #[inline(always)]
    unsafe fn store_lanes64(self, to: *mut u8, lanes: u32) {
        // SAFETY: the contract of `Vector`.
        unsafe { _mm512_mask_store_epi64(to.cast(), lanes as u8, self.0) };
    }

    #[inline(always)]
    unsafe fn is_zero(self) -> bool {
        // SAFETY: the contract of `Vector`.
        unsafe { _mm512_test_epi64_mask(self.0, self.0) == 0 }
    }

    other! {
        load(from: *const u8) -> Self { X512(_mm512_load_si512(from.cast())) }
        load_unaligned(from: *const u8) -> Self { X512(_mm512_loadu_si512(from.cast())) }
        splat32(value: u32) -> Self { X512(_mm512_set1_epi32(value as i32)) }
        splat64(value: u64) -> Self { X512(_mm512_set1_epi64(value as i64)) }
        widen_u32(from: *const u8) -> Self { X512(_mm512_cvtepu32_epi64(_mm256_load_si256(from.cast()))) }
        widen_s32(from: *const u8) -> Self { X512(_mm512_cvtepi32_epi64(_mm256_load_si256(from.cast()))) }
        widen_s32_f64(from: *const u8) -> Self {
            X512(_mm512_castpd_si512(_mm512_cvtepi32_pd(_mm256_load_si256(from.cast()))))
        }
        widen_u32_f64(from: *const u8) -> Self {
            X512(_mm512_castpd_si512(_mm512_cvtepu32_pd(_mm256_load_si256(from.cast()))))
        }
        narrow(low: Self, high: Self) -> Self {{
            let (low, high) = (_mm512_cvtepi64_epi32(low.0), _mm512_cvtepi64_epi32(high.0));
            X512(_mm512_inserti64x4::<1>(_mm512_castsi256_si512(low), high))
        }}
        select32(bits: u32, yes: Self, no: Self) -> Self {
            X512(_mm512_mask_mov_epi32(no.0, bits as u16, yes.0))
        }
        select64(bits: u32, yes: Self, no: Self) -> Self {
            X512(_mm512_mask_mov_epi64(no.0, bits as u8, yes.0))
        }
        replace_nan(a: Self, other: Self) -> Self {{
            let x = _mm512_castsi512_ps(a.0);
            let nan = _mm512_cmp_ps_mask::<_CMP_UNORD_Q>(x, x);
            X512(_mm512_mask_mov_epi32(a.0, nan, other.0))
        }}
        replace_equal(a: Self, b: Self, kept: Self, other: Self) -> Self {{
            let (a, b) = (_mm512_castsi512_ps(a.0), _mm512_castsi512_ps(b.0));
            let equal = _mm512_cmp_ps_mask::<_CMP_EQ_OQ>(a, b);
            X512(_mm512_mask_mov_epi32(kept.0, equal, other.0))
        }}
        flush(a: Self) -> Self {{
            let small = _mm512_testn_epi32_mask(a.0, _mm512_set1_epi32(0x7f80_0000));
            X512(_mm512_mask_and_epi32(a.0, small, a.0, _mm512_set1_epi32(i32::MIN)))
        }}
    }

    integer! {
        and(a, b) _mm512_and_si512(a, b);
        or(a, b) _mm512_or_si512(a, b);
        xor(a, b) _mm512_xor_si512(a, b);
        add32(a, b) _mm512_add_epi32(a, b);
        sub32(a, b) _mm512_sub_epi32(a, b);
        mul32(a, b) _mm512_mullo_epi32(a, b);
        shl32(a, by) _mm512_sllv_epi32(a, by);
        shr_u32(a, by) _mm512_srlv_epi32(a, by);
        shr_s32(a, by) _mm512_srav_epi32(a, by);
        min_u32(a, b) _mm512_min_epu32(a, b);
        max_u32(a, b) _mm512_max_epu32(a, b);
        min_s32(a, b) _mm512_min_epi32(a, b);
        max_s32(a, b) _mm512_max_epi32(a, b);
        s32_to_f32(a) _mm512_castps_si512(_mm512_cvtepi32_ps(a));
        u32_to_f32(a) _mm512_castps_si512(_mm512_cvtepu32_ps(a));
        add64(a, b) _mm512_add_epi64(a, b);
        sub64(a, b) _mm512_sub_epi64(a, b);
        mul64(a, b) _mm512_mullo_epi64(a, b);
        shl64(a, by) _mm512_sllv_epi64(a, by);
        shr_u64(a, by) _mm512_srlv_epi64(a, by);
        shr_s64(a, by) _mm512_srav_epi64(a, by);
        mul_wide_u32(a, b) _mm512_mul_epu32(a, b);
        mul_wide_s32(a, b) _mm512_mul_epi32(a, b);
    }

    single! {
        add_f32(a, b) _mm512_add_ps(a, b);
        sub_f32(a, b) _mm512_sub_ps(a, b);
        mul_f32(a, b) _mm512_mul_ps(a, b);
        div_f32(a, b) _mm512_div_ps(a, b);
        fma_f32(a, b, c) _mm512_fmadd_ps(a, b, c);
        sqrt_f32(a) _mm512_sqrt_ps(a);
        min_f32(a, b) _mm512_min_ps(a, b);
        max_f32(a, b) _mm512_max_ps(a, b);
    }

    double! {
        add_f64(a, b) _mm512_add_pd(a, b);
        sub_f64(a, b) _mm512_sub_pd(a, b);
        mul_f64(a, b) _mm512_mul_pd(a, b);
        div_f64(a, b) _mm512_div_pd(a, b);
        fma_f64(a, b, c) _mm512_fmadd_pd(a, b, c);
    }

    bits! {
        eq32 |a, b| _mm512_cmpeq_epi32_mask(a.0, b.0);
        lt_s32 |a, b| _mm512_cmplt_epi32_mask(a.0, b.0);
        lt_u32 |a, b| _mm512_cmplt_epu32_mask(a.0, b.0);
        eq64 |a, b| _mm512_cmpeq_epi64_mask(a.0, b.0);
        lt_s64 |a, b| _mm512_cmplt_epi64_mask(a.0, b.0);
        lt_u64 |a, b| _mm512_cmplt_epu64_mask(a.0, b.0);
    }

    float_bits! {
        eq_f32 eq_f64 _CMP_EQ_OQ;
        lt_f32 lt_f64 _CMP_LT_OQ;
        le_f32 le_f64 _CMP_LE_OQ;
        ne_f32 ne_f64 _CMP_NEQ_OQ;
        nan_f32 nan_f64 _CMP_UNORD_Q;
    }
}
