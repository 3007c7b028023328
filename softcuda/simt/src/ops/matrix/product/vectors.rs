//! Runs of products in vectors of eight columns, for the levels that have such.
//!
//! Every register of a factor becomes tiles: eight rows of `a`, or of the transposed `b`, of eight numbers each. A number is a
//! single, or a pair of 16-bit integers of which the processor adds both products at once. Then each turn takes four rows of sums of two
//! products into registers, or eight of one, and goes through k: a row of each `b`, and element after element of `a`.

use std::arch::x86_64::*;
use std::mem::MaybeUninit;

use super::run::{MOST, NONE, Run, Turn};
use super::{Element, LANES, Product, Registers, SIDE, Sum, TF32};
use crate::exec::view::View;
use crate::ops::fp::NAN32;
use crate::ops::vector::{Vector, spread4};

/// Eight rows of eight numbers.
#[derive(Clone, Copy)]
#[repr(C, align(32))]
struct Tile([[u32; SIDE]; SIDE]);

/// Most tiles of a factor: two halves of `a`, of at most 32 numbers each row.
const TILES: usize = 8;

/// The factors of a run as tiles.
struct Factors {
    a: [MaybeUninit<Tile>; MOST[0] * TILES],
    b: [MaybeUninit<Tile>; MOST[1] * TILES / 2],
}

/// How a product is computed.
#[derive(Clone, Copy)]
struct Way {
    p: Product,
    /// Tiles of a register.
    parts: usize,
    /// Numbers of a tile's row that are in use.
    depth: usize,
}

impl Way {
    #[inline(always)]
    fn of(p: Product) -> Option<Way> {
        let (parts, depth) = match p.a {
            Element::F16 | Element::Bf16 | Element::U8 | Element::S8 => (1, 8),
            Element::Tf32 => (1, 4),
            Element::E4m3 | Element::E5m2 => (2, 8),
            _ => return None,
        };
        (p.c == p.d && !p.saturate).then_some(Way { p, parts, depth })
    }

    /// Tiles of a row of `a`.
    #[inline(always)]
    fn steps(self) -> usize {
        self.p.blocks * self.parts
    }

    /// Two sums of a row lie in two registers, so those of even columns come first, as in `super::place`.
    #[inline(always)]
    fn evens_first(self) -> bool {
        self.p.d != Sum::F16
    }
}

/// Sums of one kind, a row in a vector.
///
/// # Safety
/// All methods require AVX2, FMA and F16C, and registers that are rows of the view.
trait Sums {
    /// A row of `c`.
    unsafe fn get(v: &View, c: &[u32], half: usize, row: usize) -> __m256i;
    /// Adds the products of a number of `a` and a row of `b`.
    unsafe fn step(a: __m256i, b: __m256i, sum: __m256i) -> __m256i;
    /// Gives all NaNs the same bits.
    unsafe fn settle<const N: usize>(sums: &mut [[__m256i; N]]);
    /// A row of `d`.
    unsafe fn put(v: &View, d: &[u32], half: usize, row: usize, sum: __m256i);
}

/// Singles.
struct Singles;
/// Singles that begin and end as halves.
struct Halves;
/// Integers, whose factors are pairs of 16 bits.
struct Integers;

impl Sums for Singles {
    #[inline(always)]
    unsafe fn get(v: &View, c: &[u32], half: usize, row: usize) -> __m256i {
        // SAFETY: the contract of the trait: four lanes have a row.
        unsafe {
            let even = words(v, c[2 * half], row).read();
            _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(even), words(v, c[2 * half + 1], row).read())
        }
    }

    #[inline(always)]
    unsafe fn step(a: __m256i, b: __m256i, sum: __m256i) -> __m256i {
        // SAFETY: the contract of the trait.
        unsafe {
            let (a, b) = (_mm256_castsi256_ps(a), _mm256_castsi256_ps(b));
            _mm256_castps_si256(_mm256_fmadd_ps(a, b, _mm256_castsi256_ps(sum)))
        }
    }

    #[inline(always)]
    unsafe fn settle<const N: usize>(sums: &mut [[__m256i; N]]) {
        // SAFETY: the contract of the trait.
        unsafe {
            let mut found = _mm256_setzero_ps();
            for pair in sums.as_flattened().as_chunks::<2>().0 {
                let (a, b) = (_mm256_castsi256_ps(pair[0]), _mm256_castsi256_ps(pair[1]));
                found = _mm256_or_ps(found, _mm256_cmp_ps::<_CMP_UNORD_Q>(a, b));
            }
            if _mm256_movemask_ps(found) == 0 {
                return;
            }
            let nan = _mm256_set1_epi32(NAN32 as i32);
            for sum in sums.as_flattened_mut() {
                let x = _mm256_castsi256_ps(*sum);
                let is_nan = _mm256_castps_si256(_mm256_cmp_ps::<_CMP_UNORD_Q>(x, x));
                *sum = _mm256_blendv_epi8(*sum, nan, is_nan);
            }
        }
    }

    #[inline(always)]
    unsafe fn put(v: &View, d: &[u32], half: usize, row: usize, sum: __m256i) {
        // SAFETY: as in `get`.
        unsafe {
            words(v, d[2 * half], row).write(_mm256_castsi256_si128(sum));
            words(v, d[2 * half + 1], row).write(_mm256_extracti128_si256::<1>(sum));
        }
    }
}

impl Sums for Halves {
    #[inline(always)]
    unsafe fn get(v: &View, c: &[u32], half: usize, row: usize) -> __m256i {
        // SAFETY: the contract of the trait: four lanes have a row.
        unsafe { singles(words(v, c[half], row).read()) }
    }

    #[inline(always)]
    unsafe fn step(a: __m256i, b: __m256i, sum: __m256i) -> __m256i {
        // SAFETY: the contract of the trait.
        unsafe { Singles::step(a, b, sum) }
    }

    #[inline(always)]
    unsafe fn settle<const N: usize>(sums: &mut [[__m256i; N]]) {
        // SAFETY: the contract of the trait.
        unsafe { Singles::settle(sums) };
    }

    #[inline(always)]
    unsafe fn put(v: &View, d: &[u32], half: usize, row: usize, sum: __m256i) {
        // SAFETY: as in `get`.
        unsafe {
            let halves = _mm256_cvtps_ph::<_MM_FROUND_TO_NEAREST_INT>(_mm256_castsi256_ps(sum));
            words(v, d[half], row).write(halves);
        }
    }
}

impl Sums for Integers {
    #[inline(always)]
    unsafe fn get(v: &View, c: &[u32], half: usize, row: usize) -> __m256i {
        // SAFETY: the contract of the trait.
        unsafe { Singles::get(v, c, half, row) }
    }

    #[inline(always)]
    unsafe fn step(a: __m256i, b: __m256i, sum: __m256i) -> __m256i {
        // SAFETY: the contract of the trait.
        unsafe { _mm256_add_epi32(sum, _mm256_madd_epi16(a, b)) }
    }

    #[inline(always)]
    unsafe fn settle<const N: usize>(_sums: &mut [[__m256i; N]]) {}

    #[inline(always)]
    unsafe fn put(v: &View, d: &[u32], half: usize, row: usize, sum: __m256i) {
        // SAFETY: the contract of the trait.
        unsafe { Singles::put(v, d, half, row, sum) };
    }
}

/// What the four lanes of a row have of a register.
#[inline(always)]
fn words(v: &View, register: u32, row: usize) -> *mut __m128i {
    debug_assert!(row < LANES / 4);
    v.lanes32(register).cast::<__m128i>().wrapping_add(row)
}

/// [`super::Multiplier::run`].
///
/// # Safety
/// The CPU has AVX2, FMA and F16C; the registers are rows of the view.
#[inline(always)]
pub(super) unsafe fn run(v: &View, p: Product, run: &Run) -> bool {
    let Some(way) = Way::of(p) else { return false };
    let mut factors = MaybeUninit::<Factors>::uninit();
    let factors = factors.as_mut_ptr();
    // SAFETY: the caller's contract; there are at most `MOST` factors of at most `TILES` tiles, half as many of `b`.
    unsafe {
        let (a, b) = ((&raw mut (*factors).a).cast(), (&raw mut (*factors).b).cast());
        prepare_a(v, way, run.a, a);
        prepare_b(v, way, run.b, b);
        for turn in run.turns() {
            let tiles = (a.cast_const(), b.cast_const());
            match p.d {
                Sum::F32 => take::<Singles>(v, way, run, turn, tiles),
                Sum::F16 => take::<Halves>(v, way, run, turn, tiles),
                Sum::S32 => take::<Integers>(v, way, run, turn, tiles),
            }
        }
    }
    true
}

/// The tiles of each `a`: of one step after the other, of both halves.
///
/// # Safety
/// As [`run`]; there is room for the tiles.
#[inline(always)]
unsafe fn prepare_a(v: &View, way: Way, registers: &[u32], to: *mut Tile) {
    let halves = way.p.halves;
    for (n, &register) in registers.iter().enumerate() {
        let (block, half) = (n / halves, n % halves);
        // SAFETY: the caller's contract.
        unsafe { expand(way.p.a, v, register, to.add(block * way.parts * halves + half), halves) };
    }
}

/// The tiles of each `b`, transposed.
///
/// # Safety
/// As [`prepare_a`].
#[inline(always)]
unsafe fn prepare_b(v: &View, way: Way, registers: &[u32], to: *mut Tile) {
    // Rows whose numbers become the lanes of a vector.
    let order = if way.evens_first() { [0, 2, 4, 6, 1, 3, 5, 7] } else { [0, 1, 2, 3, 4, 5, 6, 7] };
    let mut columns = [const { MaybeUninit::<Tile>::uninit() }; 2];
    let columns: *mut Tile = columns.as_mut_ptr().cast();
    for (n, &register) in registers.iter().enumerate() {
        // SAFETY: the caller's contract; a register has at most two tiles.
        unsafe {
            expand(way.p.b, v, register, columns, 1);
            for part in 0..way.parts {
                let (from, to) = (columns.add(part).cast::<u32>(), to.add(n * way.parts + part));
                for k in (0..way.depth).step_by(4) {
                    let rows = spread4(order.map(|row| from.add(row * SIDE + k).cast_const().cast()));
                    for (j, row) in rows.into_iter().enumerate() {
                        row.store(to.cast::<u32>().add((k + j) * SIDE).cast());
                    }
                }
            }
        }
    }
}

/// Makes a register's elements numbers, of tiles that are `stride` apart.
///
/// # Safety
/// As [`prepare_a`].
#[inline(always)]
unsafe fn expand(element: Element, v: &View, register: u32, to: *mut Tile, stride: usize) {
    /// Goes through the eight rows; written in place, as intrinsics in a closure may become calls.
    macro_rules! rows {
        ($row:ident, $low:ident, $high:ident => $body:expr) => {
            for n in 0..SIDE {
                let $row = words(v, register, n).read();
                let ($low, $high) = (to.cast::<__m256i>().add(n), to.add(stride).cast::<__m256i>().add(n));
                $body
            }
        };
    }
    // SAFETY: the caller's contract.
    unsafe {
        let zero = _mm_setzero_si128();
        match element {
            Element::F16 => rows!(row, low, _high => low.write(singles(row))),
            Element::Bf16 => rows!(row, low, _high => {
                low.write(_mm256_slli_epi32::<16>(_mm256_cvtepu16_epi32(row)))
            }),
            Element::Tf32 => rows!(row, low, _high => {
                let bits = _mm_and_si128(row, _mm_set1_epi32(TF32 as i32));
                low.cast::<__m128i>().write(bits);
            }),
            Element::S8 => rows!(row, low, _high => low.write(_mm256_cvtepi8_epi16(row))),
            Element::U8 => rows!(row, low, _high => low.write(_mm256_cvtepu8_epi16(row))),
            Element::E5m2 => rows!(row, low, high => {
                // The high bytes of halves.
                low.write(singles(_mm_unpacklo_epi8(zero, row)));
                high.write(singles(_mm_unpackhi_epi8(zero, row)));
            }),
            _ => rows!(row, low, high => {
                low.write(from_e4m3(_mm_unpacklo_epi8(row, zero)));
                high.write(from_e4m3(_mm_unpackhi_epi8(row, zero)));
            }),
        }
    }
}

/// Halves as singles; the payload of a NaN is open.
#[inline(always)]
unsafe fn singles(halves: __m128i) -> __m256i {
    // SAFETY: the contract of `run`.
    unsafe { _mm256_castps_si256(_mm256_cvtph_ps(halves)) }
}

/// Numbers of e4m3, one in each 16 bits, as singles: halves of the same fraction whose exponent is 8 too small.
#[inline(always)]
unsafe fn from_e4m3(x: __m128i) -> __m256i {
    // SAFETY: the contract of `run`.
    unsafe {
        let magnitude = _mm_and_si128(x, _mm_set1_epi16(0x7f));
        let nan = _mm_cmpeq_epi16(magnitude, _mm_set1_epi16(0x7f));
        let sign = _mm_slli_epi16::<8>(_mm_and_si128(x, _mm_set1_epi16(0x80)));
        let half = _mm_or_si128(_mm_or_si128(sign, nan), _mm_slli_epi16::<7>(magnitude));
        _mm256_castps_si256(_mm256_mul_ps(_mm256_cvtph_ps(half), _mm256_set1_ps(256.0)))
    }
}

/// Computes one turn.
///
/// # Safety
/// As [`run`]; the tiles are those of the run's factors.
#[inline(always)]
unsafe fn take<S: Sums>(v: &View, way: Way, run: &Run, turn: Turn, (a, b): (*const Tile, *const Tile)) {
    let registers = |n: usize| run.registers(turn.products[n] as usize);
    let b_of = |n: usize| b.wrapping_add(turn.b[n] as usize * way.steps());
    let a = a.wrapping_add(turn.a as usize * way.steps() * way.p.halves);
    // SAFETY: the caller's contract.
    unsafe {
        if turn.products[1] == NONE {
            sums::<S, 8, 1>(v, way, [registers(0)], a, [b_of(0)]);
        } else {
            sums::<S, 4, 2>(v, way, [registers(0), registers(1)], a, [b_of(0), b_of(1)]);
        }
    }
}

/// All sums of `N` products with the same `a`, so many rows at a time.
///
/// # Safety
/// As [`take`].
#[inline(always)]
unsafe fn sums<S: Sums, const ROWS: usize, const N: usize>(
    v: &View,
    way: Way,
    r: [Registers; N],
    a: *const Tile,
    b: [*const Tile; N],
) {
    let (steps, halves) = (way.steps(), way.p.halves);
    // The compiler must not know: it would load `a` in vectors and take them apart again.
    let depth = way.depth * v.ones;
    for half in 0..halves {
        for row in (0..SIDE).step_by(ROWS) {
            // SAFETY: the caller's contract.
            unsafe {
                let mut sums = [[_mm256_setzero_si256(); N]; ROWS];
                for (line, sums) in sums.iter_mut().enumerate() {
                    for (sum, r) in sums.iter_mut().zip(&r) {
                        *sum = S::get(v, r.c, half, row + line);
                    }
                }
                for step in 0..steps {
                    let a = a.add(step * halves + half).cast::<i32>().add(row * SIDE);
                    for k in 0..depth {
                        let mut rows = [_mm256_setzero_si256(); N];
                        for (row, b) in rows.iter_mut().zip(b) {
                            *row = b.add(step).cast::<__m256i>().add(k).read();
                        }
                        for (line, sums) in sums.iter_mut().enumerate() {
                            let a = _mm256_set1_epi32(a.add(line * SIDE + k).read());
                            for (sum, b) in sums.iter_mut().zip(rows) {
                                *sum = S::step(a, b, *sum);
                            }
                        }
                    }
                }
                S::settle(&mut sums);
                for (line, sums) in sums.into_iter().enumerate() {
                    for (sum, r) in sums.into_iter().zip(&r) {
                        S::put(v, r.d, half, row + line, sum);
                    }
                }
            }
        }
    }
}

/// [`super::Multiplier::transpose`].
///
/// # Safety
/// The CPU has AVX2; the pointers are valid for rows, the last one for eight.
#[inline(always)]
pub(super) unsafe fn transpose(row: impl Fn(usize) -> *const [u32; 4], to: *mut [u32; 4]) {
    // SAFETY: the caller's contract.
    unsafe {
        let mut rows = [_mm_setzero_si128(); SIDE];
        for (n, words) in rows.iter_mut().enumerate() {
            *words = _mm_loadu_si128(row(n).cast());
        }
        // An element's row and column, as one number of six bits, is rotated by one, three times.
        for (n, words) in weave(weave(weave(rows))).into_iter().enumerate() {
            _mm_storeu_si128(to.add(n).cast(), words);
        }
    }
}

/// Each row and the fourth after it, element by element.
#[inline(always)]
unsafe fn weave(rows: [__m128i; SIDE]) -> [__m128i; SIDE] {
    let mut woven = rows;
    for n in 0..SIDE / 2 {
        // SAFETY: the contract of `transpose`.
        unsafe {
            woven[2 * n] = _mm_unpacklo_epi16(rows[n], rows[n + 4]);
            woven[2 * n + 1] = _mm_unpackhi_epi16(rows[n], rows[n + 4]);
        }
    }
    woven
}

/// The methods of a multiplier that has vectors.
macro_rules! multiplier {
    () => {
        #[inline(always)]
        unsafe fn run(v: &View, p: Product, run: &Run) -> bool {
            // SAFETY: the caller's contract.
            unsafe { vectors::run(v, p, run) }
        }

        #[inline(always)]
        unsafe fn transpose(row: impl Fn(usize) -> *const [u32; 4], to: *mut [u32; 4]) {
            // SAFETY: the caller's contract.
            unsafe { vectors::transpose(row, to) }
        }
    };
}
pub(super) use multiplier;
