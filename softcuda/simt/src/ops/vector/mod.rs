//! Vectors of one register: the operations that row kernels are written in, for each width.
//!
//! A method here is one instruction, or the few that stand for it where a level lacks it; all must give the same bits.

mod x256;
mod x512;

pub(super) use x256::{X256, spread4, weave4};
pub(super) use x512::X512;

/// A vector register of 32-bit or 64-bit lanes.
///
/// # Safety
/// Every method requires a CPU with the implementing type's instruction-set level. Pointers are valid for a whole vector,
/// and aligned to it except where the name says otherwise; those of widening methods are valid for half of one.
pub(super) trait Vector: Copy {
    /// Size of the register.
    const BYTES: usize;

    unsafe fn load(from: *const u8) -> Self;
    unsafe fn load_unaligned(from: *const u8) -> Self;
    unsafe fn store(self, to: *mut u8);
    /// Stores the 32-bit lanes whose bits are set, lane 0 first; nobody else touches the others meanwhile.
    unsafe fn store_lanes32(self, to: *mut u8, lanes: u32);
    /// Stores the 64-bit lanes whose bits are set, lane 0 first.
    unsafe fn store_lanes64(self, to: *mut u8, lanes: u32);
    unsafe fn splat32(value: u32) -> Self;
    unsafe fn splat64(value: u64) -> Self;
    unsafe fn is_zero(self) -> bool;

    unsafe fn and(a: Self, b: Self) -> Self;
    unsafe fn or(a: Self, b: Self) -> Self;
    unsafe fn xor(a: Self, b: Self) -> Self;

    unsafe fn add32(a: Self, b: Self) -> Self;
    unsafe fn sub32(a: Self, b: Self) -> Self;
    unsafe fn mul32(a: Self, b: Self) -> Self;
    /// Shifts by 32 or more give 0, or copies of the sign.
    unsafe fn shl32(a: Self, by: Self) -> Self;
    unsafe fn shr_u32(a: Self, by: Self) -> Self;
    unsafe fn shr_s32(a: Self, by: Self) -> Self;
    unsafe fn min_u32(a: Self, b: Self) -> Self;
    unsafe fn max_u32(a: Self, b: Self) -> Self;
    unsafe fn min_s32(a: Self, b: Self) -> Self;
    unsafe fn max_s32(a: Self, b: Self) -> Self;
    unsafe fn s32_to_f32(a: Self) -> Self;
    unsafe fn u32_to_f32(a: Self) -> Self;

    unsafe fn add64(a: Self, b: Self) -> Self;
    unsafe fn sub64(a: Self, b: Self) -> Self;
    unsafe fn mul64(a: Self, b: Self) -> Self;
    unsafe fn shl64(a: Self, by: Self) -> Self;
    unsafe fn shr_u64(a: Self, by: Self) -> Self;
    unsafe fn shr_s64(a: Self, by: Self) -> Self;
    /// Products of the lower halves of 64-bit lanes.
    unsafe fn mul_wide_u32(a: Self, b: Self) -> Self;
    unsafe fn mul_wide_s32(a: Self, b: Self) -> Self;

    /// 32-bit values to 64-bit lanes.
    unsafe fn widen_u32(from: *const u8) -> Self;
    unsafe fn widen_s32(from: *const u8) -> Self;
    unsafe fn widen_s32_f64(from: *const u8) -> Self;
    unsafe fn widen_u32_f64(from: *const u8) -> Self;
    /// The lower halves of the 64-bit lanes of two vectors.
    unsafe fn narrow(low: Self, high: Self) -> Self;

    unsafe fn add_f32(a: Self, b: Self) -> Self;
    unsafe fn sub_f32(a: Self, b: Self) -> Self;
    unsafe fn mul_f32(a: Self, b: Self) -> Self;
    unsafe fn div_f32(a: Self, b: Self) -> Self;
    unsafe fn fma_f32(a: Self, b: Self, c: Self) -> Self;
    unsafe fn sqrt_f32(a: Self) -> Self;
    /// The processor's own minimum and maximum: the second operand if one is a NaN or both are zeros.
    unsafe fn min_f32(a: Self, b: Self) -> Self;
    unsafe fn max_f32(a: Self, b: Self) -> Self;
    unsafe fn add_f64(a: Self, b: Self) -> Self;
    unsafe fn sub_f64(a: Self, b: Self) -> Self;
    unsafe fn mul_f64(a: Self, b: Self) -> Self;
    unsafe fn div_f64(a: Self, b: Self) -> Self;
    unsafe fn fma_f64(a: Self, b: Self, c: Self) -> Self;

    /// Comparisons give a bit per lane.
    unsafe fn eq32(a: Self, b: Self) -> u32;
    unsafe fn lt_u32(a: Self, b: Self) -> u32;
    unsafe fn lt_s32(a: Self, b: Self) -> u32;
    unsafe fn eq64(a: Self, b: Self) -> u32;
    unsafe fn lt_u64(a: Self, b: Self) -> u32;
    unsafe fn lt_s64(a: Self, b: Self) -> u32;
    unsafe fn eq_f32(a: Self, b: Self) -> u32;
    unsafe fn lt_f32(a: Self, b: Self) -> u32;
    unsafe fn le_f32(a: Self, b: Self) -> u32;
    unsafe fn ne_f32(a: Self, b: Self) -> u32;
    unsafe fn nan_f32(a: Self, b: Self) -> u32;
    unsafe fn eq_f64(a: Self, b: Self) -> u32;
    unsafe fn lt_f64(a: Self, b: Self) -> u32;
    unsafe fn le_f64(a: Self, b: Self) -> u32;
    unsafe fn ne_f64(a: Self, b: Self) -> u32;
    unsafe fn nan_f64(a: Self, b: Self) -> u32;

    /// `yes` in the lanes whose bits are set, `no` in the others.
    unsafe fn select32(bits: u32, yes: Self, no: Self) -> Self;
    unsafe fn select64(bits: u32, yes: Self, no: Self) -> Self;

    /// `other` in the single-precision lanes in which `a` is a NaN, `a` in the others.
    unsafe fn replace_nan(a: Self, other: Self) -> Self;
    /// `other` in the single-precision lanes in which `a` equals `b` as a number, `kept` in the others.
    unsafe fn replace_equal(a: Self, b: Self, kept: Self, other: Self) -> Self;
    /// Subnormals become zero of the same sign.
    unsafe fn flush(a: Self) -> Self;
}
