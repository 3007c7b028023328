//! The sums in vectors of eight columns, for the levels that have such.

use std::arch::x86_64::{__m128i, _mm_loadu_si128, _mm256_cvtph_ps, _mm256_storeu_ps};

use super::{SIDE, Sums};
use crate::ops::vector::{Vector, X256};

/// Adds to each row of sums the products of its element of `a` in column k and row k of `b`, for each k in order. Eight rows of sums, a row of
/// `b` and an element of `a` are in registers.
///
/// # Safety
/// The CPU has `X256`'s level; a single or an integer is four bytes.
#[inline(always)]
pub(super) unsafe fn accumulate<T: Copy, const WIDTH: usize>(
    sums: &mut Sums<T>,
    a: &[[T; WIDTH]; SIDE],
    b: &[[T; SIDE]; WIDTH],
    bits: impl Fn(T) -> u32,
    step: impl Fn(X256, X256, X256) -> X256,
) {
    // SAFETY: the caller's contract; a row of sums is a whole vector on its boundary, a row of `b` a whole vector.
    unsafe {
        let mut rows = std::array::from_fn::<_, SIDE, _>(|n| X256::load(sums.0[n].as_ptr().cast()));
        for (k, b) in b.iter().enumerate() {
            let b = X256::load_unaligned(b.as_ptr().cast());
            for (row, a) in rows.iter_mut().zip(a) {
                *row = step(X256::splat32(bits(a[k])), b, *row);
            }
        }
        for (row, to) in rows.into_iter().zip(&mut sums.0) {
            row.store(to.as_mut_ptr().cast());
        }
    }
}

/// # Safety
/// The CPU has `X256`'s level; there are 64 halves.
#[inline(always)]
pub(super) unsafe fn halves(from: *const u16) -> [[f32; SIDE]; SIDE] {
    let mut tile = [[0.0; SIDE]; SIDE];
    for (n, row) in tile.iter_mut().enumerate() {
        // SAFETY: the caller's contract.
        unsafe {
            let eight = _mm_loadu_si128(from.add(SIDE * n).cast::<__m128i>());
            _mm256_storeu_ps(row.as_mut_ptr(), _mm256_cvtph_ps(eight));
        }
    }
    tile
}

/// The methods of a multiplier that has vectors.
macro_rules! multiplier {
    () => {
        #[inline(always)]
        unsafe fn floats<const WIDTH: usize>(
            sums: &mut Sums<f32>,
            a: &[[f32; WIDTH]; SIDE],
            b: &[[f32; SIDE]; WIDTH],
        ) {
            use crate::ops::vector::{Vector, X256};
            // SAFETY: the caller's contract.
            unsafe { vectors::accumulate(sums, a, b, f32::to_bits, |a, b, sum| X256::fma_f32(a, b, sum)) };
        }

        #[inline(always)]
        unsafe fn integers<const WIDTH: usize>(
            sums: &mut Sums<i32>,
            a: &[[i32; WIDTH]; SIDE],
            b: &[[i32; SIDE]; WIDTH],
        ) {
            use crate::ops::vector::{Vector, X256};
            // SAFETY: the caller's contract.
            unsafe {
                vectors::accumulate(
                    sums,
                    a,
                    b,
                    |a| a as u32,
                    |a, b, sum| X256::add32(sum, X256::mul32(a, b)),
                );
            }
        }

        #[inline(always)]
        unsafe fn halves(from: *const u16) -> [[f32; SIDE]; SIDE] {
            // SAFETY: the caller's contract.
            unsafe { vectors::halves(from) }
        }
    };
}
pub(super) use multiplier;
