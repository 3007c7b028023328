//! The products: registers become numbers, eight rows and columns at a time, and the sums become registers.

#[cfg(target_arch = "x86_64")]
mod vectors;

use super::SIDE;
use crate::exec::view::{LANES, View};
use crate::ops::coalesce::Scalar;
use crate::ops::fp::canon32;
use crate::ops::half::{bf16_to_f32, f16_to_f32, f32_to_f16};
#[cfg(target_arch = "x86_64")]
use crate::ops::kernels;
use crate::ops::narrow::{E4M3, E5M2};

/// What a factor's elements are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Element {
    F16,
    Bf16,
    Tf32,
    E4m3,
    E5m2,
    U8,
    S8,
    U4,
    S4,
    /// Bits, whose product is the count of those that differ.
    Xor,
    /// Bits, whose product is the count of those that both have.
    And,
}

/// What `c` and `d` are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Sum {
    F32,
    F16,
    S32,
}

/// A product's kinds and shape, as it is in field `x`; the list of its registers (`d`, `a`, `b`, `c`) is at `d`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Product {
    pub(crate) a: Element,
    pub(crate) b: Element,
    pub(crate) c: Sum,
    pub(crate) d: Sum,
    /// Eight rows of `a`, or sixteen: 1 or 2.
    pub(crate) halves: usize,
    /// Registers of `b`: 1 or 2.
    pub(crate) blocks: usize,
    pub(crate) saturate: bool,
}

const ELEMENTS: [Element; 11] = {
    use Element::*;
    [F16, Bf16, Tf32, E4m3, E5m2, U8, S8, U4, S4, Xor, And]
};
const SUMS: [Sum; 3] = [Sum::F32, Sum::F16, Sum::S32];

impl Product {
    pub(crate) fn code(self) -> u32 {
        let shape = u32::from(self.halves == 2) | u32::from(self.blocks == 2) << 1;
        let kinds = self.a as u32 | (self.b as u32) << 4 | (self.c as u32) << 8 | (self.d as u32) << 10;
        kinds | shape << 12 | u32::from(self.saturate) << 14
    }

    #[inline(always)]
    fn from_code(code: u32) -> Product {
        let element = |shift: u32| ELEMENTS[(code >> shift & 15) as usize % ELEMENTS.len()];
        let sum = |shift: u32| SUMS[(code >> shift & 3) as usize % SUMS.len()];
        Product {
            a: element(0),
            b: element(4),
            c: sum(8),
            d: sum(10),
            halves: 1 + (code >> 12 & 1) as usize,
            blocks: 1 + (code >> 13 & 1) as usize,
            saturate: code >> 14 & 1 != 0,
        }
    }

    /// Registers of `d`, `a`, `b` and `c` in a lane.
    pub(crate) fn registers(self) -> [usize; 4] {
        let of = |sum: Sum| if sum == Sum::F16 { self.halves } else { 2 * self.halves };
        [of(self.d), self.halves * self.blocks, self.blocks, of(self.c)]
    }
}

/// The registers of each matrix.
struct Registers<'a> {
    d: &'a [u32],
    a: &'a [u32],
    b: &'a [u32],
    c: &'a [u32],
}

/// Eight rows of eight columns' sums, on a vector's boundary.
#[derive(Clone, Copy)]
#[repr(C, align(32))]
pub(crate) struct Sums<T>([[T; SIDE]; SIDE]);

/// How a level computes. A type, since a function's pointer would not be inlined.
pub(crate) trait Multiplier {
    /// Adds the products of eight rows of `a`, and of eight columns of `b` row by row.
    ///
    /// # Safety
    /// The CPU has the level.
    #[inline(always)]
    unsafe fn floats<const WIDTH: usize>(
        sums: &mut Sums<f32>,
        a: &[[f32; WIDTH]; SIDE],
        b: &[[f32; SIDE]; WIDTH],
    ) {
        for (k, b) in b.iter().enumerate() {
            for (sums, a) in sums.0.iter_mut().zip(a) {
                sums.iter_mut().zip(b).for_each(|(sum, b)| *sum = a[k].mul_add(*b, *sum));
            }
        }
    }

    /// The same of integers, which are too small for a sum to wrap: at most 64 products of two bytes.
    ///
    /// # Safety
    /// The CPU has the level.
    #[inline(always)]
    unsafe fn integers<const WIDTH: usize>(
        sums: &mut Sums<i32>,
        a: &[[i32; WIDTH]; SIDE],
        b: &[[i32; SIDE]; WIDTH],
    ) {
        for (k, b) in b.iter().enumerate() {
            for (sums, a) in sums.0.iter_mut().zip(a) {
                sums.iter_mut().zip(b).for_each(|(sum, b)| *sum += a[k] * b);
            }
        }
    }

    /// Halves as singles; the payload of a NaN is open.
    ///
    /// # Safety
    /// The CPU has the level; a row of the frame is there.
    #[inline(always)]
    unsafe fn halves(from: *const u16) -> [[f32; SIDE]; SIDE] {
        // SAFETY: a row has 64 halves.
        tile(|n| f16_to_f32(unsafe { from.add(n).read() }))
    }
}

impl Multiplier for Scalar {}
#[cfg(target_arch = "x86_64")]
impl Multiplier for kernels::V3 {
    vectors::multiplier!();
}
#[cfg(target_arch = "x86_64")]
impl Multiplier for kernels::V4 {
    vectors::multiplier!();
}

/// Executes a product whose registers' list is `list`.
///
/// # Safety
/// The CPU has the multiplier's level.
#[inline(always)]
pub(crate) unsafe fn multiply<M: Multiplier>(v: &View, code: u32, list: &[u32]) {
    let p = Product::from_code(code);
    let [d, a, b, c] = p.registers();
    let (d, list) = list.split_at(d);
    let (a, list) = list.split_at(a);
    let (b, list) = list.split_at(b);
    let r = Registers { d, a, b, c: &list[..c] };
    // SAFETY: the caller's contract; the operands are rows of the frame.
    let halves = |row| unsafe { M::halves(v.lanes32(row).cast_const().cast()) };
    match p.a {
        Element::F16 => floats::<M, 8>(v, p, &r, halves, halves),
        Element::Bf16 => {
            let decode = |row| tile(|n| bf16_to_f32(element(v, row, n)));
            floats::<M, 8>(v, p, &r, decode, decode);
        }
        Element::Tf32 => {
            let decode = |row| tile(|n| tf32(element(v, row, n)));
            floats::<M, 4>(v, p, &r, decode, decode);
        }
        Element::E4m3 | Element::E5m2 => {
            floats::<M, 16>(v, p, &r, |row| eighths(v, p.a, row), |row| eighths(v, p.b, row))
        }
        Element::U8 | Element::S8 => {
            integers::<M, 16>(v, p, &r, |row| bytes(v, p.a, row), |row| bytes(v, p.b, row))
        }
        Element::U4 | Element::S4 => {
            integers::<M, 32>(v, p, &r, |row| nibbles(v, p.a, row), |row| nibbles(v, p.b, row))
        }
        Element::Xor => bits(v, p, &r, |a, b| a ^ b),
        Element::And => bits(v, p, &r, |a, b| a & b),
    }
}

/// The bits that count are those of a single whose low ones are missing.
#[inline(always)]
fn tf32(bits: u32) -> f32 {
    f32::from_bits(bits & 0xffff_e000)
}

/// Not compiled for every level.
#[inline(never)]
fn eighths(v: &View, kind: Element, row: u32) -> [[f32; 16]; SIDE] {
    let format = if kind == Element::E4m3 { E4M3 } else { E5M2 };
    tile(|n| format.decode(u64::from(element::<u8>(v, row, n))) as f32)
}

#[inline(always)]
fn bytes(v: &View, kind: Element, row: u32) -> [[i32; 16]; SIDE] {
    if kind == Element::S8 {
        tile(|n| i32::from(element::<i8>(v, row, n)))
    } else {
        tile(|n| i32::from(element::<u8>(v, row, n)))
    }
}

#[inline(always)]
fn nibbles(v: &View, kind: Element, row: u32) -> [[i32; 32]; SIDE] {
    // Those with this bit are negative.
    let sign = if kind == Element::S4 { 8 } else { 0 };
    tile(|n| {
        let nibble = i32::from(element::<u8>(v, row, n / 2) >> (n % 2 * 4) & 15);
        (nibble ^ sign) - sign
    })
}

/// One element of a register of the warp, of as many as its bytes hold.
#[inline(always)]
fn element<S: Copy>(v: &View, row: u32, at: usize) -> S {
    debug_assert!((at + 1) * size_of::<S>() <= LANES * 4);
    // SAFETY: the operand is a row of the frame, as long as that.
    unsafe { v.lanes32(row).cast::<S>().add(at).read() }
}

/// Eight rows of `a`, or columns of `b`, of one register.
#[inline(always)]
fn tile<const WIDTH: usize, T: Copy + Default>(decode: impl Fn(usize) -> T) -> [[T; WIDTH]; SIDE] {
    let mut tile = [[T::default(); WIDTH]; SIDE];
    for (n, of) in tile.as_flattened_mut().iter_mut().enumerate() {
        *of = decode(n);
    }
    tile
}

/// The place of a column among a row's sums: the even columns come first, so that a register of `c` or `d` has four that lie together.
const fn place(column: usize) -> usize {
    column / 2 + column % 2 * 4
}

/// Eight columns of `b`, row by row, in the order of [`place`]. Written out, as a loop over columns becomes scattered stores.
#[inline(always)]
fn rows_of<const WIDTH: usize, T: Copy + Default>(c: &[[T; WIDTH]; SIDE]) -> [[T; SIDE]; WIDTH] {
    let mut rows = [[T::default(); SIDE]; WIDTH];
    for (k, row) in rows.iter_mut().enumerate() {
        *row = [c[0][k], c[2][k], c[4][k], c[6][k], c[1][k], c[3][k], c[5][k], c[7][k]];
    }
    rows
}

#[inline(always)]
fn floats<M: Multiplier, const WIDTH: usize>(
    v: &View,
    p: Product,
    r: &Registers,
    of_a: impl Fn(u32) -> [[f32; WIDTH]; SIDE],
    of_b: impl Fn(u32) -> [[f32; WIDTH]; SIDE],
) {
    let mut b = [[[0.0; SIDE]; WIDTH]; 2];
    for (rows, &register) in b.iter_mut().zip(r.b) {
        *rows = rows_of(&of_b(register));
    }
    // Nothing is written before all is read.
    let mut results = [Sums([[0.0; SIDE]; SIDE]); 2];
    for (half, sums) in results.iter_mut().enumerate().take(p.halves) {
        sums.0 = float_sums(v, p.c, r.c, half);
        for (block, b) in b.iter().enumerate().take(p.blocks) {
            // SAFETY: the CPU has the level (`multiply`).
            unsafe { M::floats(sums, &of_a(r.a[block * p.halves + half]), b) };
        }
    }
    for (half, sums) in results.iter().enumerate().take(p.halves) {
        put_float_sums(v, p.d, r.d, half, &sums.0);
    }
}

/// Eight rows of `c` as numbers.
#[inline(always)]
fn float_sums(v: &View, kind: Sum, registers: &[u32], half: usize) -> [[f32; SIDE]; SIDE] {
    let mut sums = [[0.0; SIDE]; SIDE];
    if kind == Sum::F16 {
        let row = registers[half];
        for (n, sum) in sums.as_flattened_mut().iter_mut().enumerate() {
            // Of each pair of places the column's: see `place`.
            let (line, at) = (n / SIDE, n % SIDE);
            *sum = f16_to_f32(element(v, row, line * SIDE + at % 4 * 2 + at / 4));
        }
        return sums;
    }
    for (odd, &row) in registers[2 * half..][..2].iter().enumerate() {
        for (line, sums) in sums.iter_mut().enumerate() {
            for (n, sum) in sums[4 * odd..][..4].iter_mut().enumerate() {
                *sum = element(v, row, line * 4 + n);
            }
        }
    }
    sums
}

#[inline(always)]
fn put_float_sums(v: &View, kind: Sum, registers: &[u32], half: usize, sums: &[[f32; SIDE]; SIDE]) {
    let mut rows = [[0; LANES]; 2];
    for (odd, row) in rows.iter_mut().enumerate() {
        for (line, sums) in sums.iter().enumerate() {
            for (n, sum) in sums[4 * odd..][..4].iter().enumerate() {
                row[line * 4 + n] = sum.to_bits();
            }
        }
    }
    if kind == Sum::F16 {
        let half_of = |odd: usize, lane: usize| u32::from(f32_to_f16(f32::from_bits(rows[odd][lane])));
        let mut packed = [0; LANES];
        for (lane, packed) in packed.iter_mut().enumerate() {
            *packed = half_of(0, lane) | half_of(1, lane) << 16;
        }
        return v.put32(registers[half], packed);
    }
    for (row, &register) in rows.iter_mut().zip(&registers[2 * half..]) {
        row.iter_mut().for_each(|bits| *bits = canon32(*bits));
        v.put32(register, *row);
    }
}

#[inline(always)]
fn integers<M: Multiplier, const WIDTH: usize>(
    v: &View,
    p: Product,
    r: &Registers,
    of_a: impl Fn(u32) -> [[i32; WIDTH]; SIDE],
    of_b: impl Fn(u32) -> [[i32; WIDTH]; SIDE],
) {
    let mut results = [Sums([[0; SIDE]; SIDE]); 2];
    for (block, &register) in r.b.iter().enumerate() {
        let b = rows_of(&of_b(register));
        for (half, sums) in results.iter_mut().enumerate().take(p.halves) {
            // SAFETY: the CPU has the level (`multiply`).
            unsafe { M::integers(sums, &of_a(r.a[block * p.halves + half]), &b) };
        }
    }
    add_integers(v, p, r, &results);
}

/// `op` says which bits of two words count.
#[inline(always)]
fn bits(v: &View, p: Product, r: &Registers, op: impl Fn(u32, u32) -> u32) {
    let mut results = [Sums([[0; SIDE]; SIDE]); 2];
    for (half, sums) in results.iter_mut().enumerate().take(p.halves) {
        for (block, &b) in r.b.iter().enumerate() {
            let a = r.a[block * p.halves + half];
            for (line, sums) in sums.0.iter_mut().enumerate() {
                for column in 0..SIDE {
                    let word = |n: usize| op(element(v, a, line * 4 + n), element(v, b, column * 4 + n));
                    // At most 128.
                    sums[place(column)] += (0..4).map(|n| word(n).count_ones()).sum::<u32>() as i32;
                }
            }
        }
    }
    add_integers(v, p, r, &results);
}

/// `d` is `c` and these sums.
#[inline(always)]
fn add_integers(v: &View, p: Product, r: &Registers, results: &[Sums<i32>; 2]) {
    let mut rows = [[0; LANES]; 4];
    for (n, row) in rows.iter_mut().enumerate().take(2 * p.halves) {
        let (half, odd) = (n / 2, n % 2);
        for (lane, bits) in row.iter_mut().enumerate() {
            let (sum, c) = (results[half].0[lane / 4][4 * odd + lane % 4], element::<i32>(v, r.c[n], lane));
            *bits = if p.saturate { c.saturating_add(sum) } else { c.wrapping_add(sum) } as u32;
        }
    }
    for (row, &register) in rows.into_iter().zip(r.d) {
        v.put32(register, row);
    }
}
