//! The products: registers become numbers, eight rows and columns at a time, and the sums become registers.

mod run;
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
use crate::wir::Inst;

use run::Run;
pub(super) use run::mark;

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
    /// The registers of `d` are those of `c` in their order, or none of them.
    pub(crate) apart: bool,
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
        kinds | shape << 12 | u32::from(self.saturate) << 14 | u32::from(self.apart) << 15
    }

    #[inline(always)]
    pub(crate) fn from_code(code: u32) -> Product {
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
            apart: code >> 15 & 1 != 0,
        }
    }

    /// Registers of `d`, `a`, `b` and `c` in a lane.
    #[inline(always)]
    pub(crate) fn registers(self) -> [usize; 4] {
        let of = |sum: Sum| if sum == Sum::F16 { self.halves } else { 2 * self.halves };
        [of(self.d), self.halves * self.blocks, self.blocks, of(self.c)]
    }

    /// The registers that are written and those that are read, by their list.
    pub(crate) fn lists(self, list: &[u32]) -> (&[u32], &[u32]) {
        let [d, a, b, c] = self.registers();
        (&list[..d], &list[d..][..a + b + c])
    }

    /// The registers of each matrix, by their list.
    #[inline(always)]
    fn split(self, list: &[u32]) -> Registers<'_> {
        let [d, a, b, c] = self.registers();
        let (d, list) = list.split_at(d);
        let (a, list) = list.split_at(a);
        let (b, list) = list.split_at(b);
        Registers { d, a, b, c: &list[..c] }
    }
}

/// The registers of each matrix.
#[derive(Clone, Copy)]
struct Registers<'a> {
    d: &'a [u32],
    a: &'a [u32],
    b: &'a [u32],
    c: &'a [u32],
}

/// Eight rows of eight columns' sums.
type Sums<T> = [[T; SIDE]; SIDE];

/// What a level does in a way of its own. A type, since a function's pointer would not be inlined.
pub(crate) trait Multiplier {
    /// Executes a run of products; false, and nothing done, if it is not for this level's vectors.
    ///
    /// # Safety
    /// The CPU has the level; the registers are rows of the view.
    #[inline(always)]
    unsafe fn run(_v: &View, _p: Product, _run: &Run) -> bool {
        false
    }

    /// Writes the register of a transposed matrix of 16-bit elements, whose rows are at these places.
    ///
    /// # Safety
    /// The CPU has the level; the pointers are valid for rows, the last one for [`SIDE`].
    #[inline(always)]
    unsafe fn transpose(row: impl Fn(usize) -> *const [u32; 4], to: *mut [u32; 4]) {
        for n in 0..SIDE {
            // SAFETY: the caller's contract.
            let row = unsafe { row(n).cast::<[u16; SIDE]>().read_unaligned() };
            for (line, element) in row.into_iter().enumerate() {
                // SAFETY: as above.
                unsafe { to.cast::<u16>().add(line * SIDE + n).write(element) };
            }
        }
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

/// Executes consecutive products of one kind, of which the first knows what they have in common ([`mark`]).
///
/// # Safety
/// The CPU has the multiplier's level.
#[inline(always)]
pub(crate) unsafe fn multiply<M: Multiplier>(v: &View, insts: &[Inst], ext: &[u32]) {
    let Some(first) = insts.first() else { return };
    let p = Product::from_code(first.x);
    let run = Run::new(p, insts, ext);
    // SAFETY: the caller's contract; operands are rows of the frame.
    if p.apart && unsafe { M::run(v, p, &run) } {
        return;
    }
    for n in 0..insts.len() {
        define(v, p, &run.registers(n));
    }
}

/// What a product is, on any CPU.
#[inline(always)]
fn define(v: &View, p: Product, r: &Registers) {
    match p.a {
        Element::F16 => {
            let decode = |row| tile(|n| f16_to_f32(element(v, row, n)));
            floats::<8>(v, p, r, decode, decode);
        }
        Element::Bf16 => {
            let decode = |row| tile(|n| bf16_to_f32(element(v, row, n)));
            floats::<8>(v, p, r, decode, decode);
        }
        Element::Tf32 => {
            let decode = |row| tile(|n| tf32(element(v, row, n)));
            floats::<4>(v, p, r, decode, decode);
        }
        Element::E4m3 | Element::E5m2 => {
            floats::<16>(v, p, r, |row| eighths(v, p.a, row), |row| eighths(v, p.b, row))
        }
        Element::U8 | Element::S8 => {
            integers::<16>(v, p, r, |row| bytes(v, p.a, row), |row| bytes(v, p.b, row))
        }
        Element::U4 | Element::S4 => {
            integers::<32>(v, p, r, |row| nibbles(v, p.a, row), |row| nibbles(v, p.b, row))
        }
        Element::Xor => bits(v, p, r, |a, b| a ^ b),
        Element::And => bits(v, p, r, |a, b| a & b),
    }
}

/// The bits of a single that count in this type.
const TF32: u32 = 0xffff_e000;

#[inline(always)]
fn tf32(bits: u32) -> f32 {
    f32::from_bits(bits & TF32)
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
fn floats<const WIDTH: usize>(
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
    let mut results = [[[0.0; SIDE]; SIDE]; 2];
    for (half, sums) in results.iter_mut().enumerate().take(p.halves) {
        *sums = float_sums(v, p.c, r.c, half);
        for (block, b) in b.iter().enumerate().take(p.blocks) {
            let a = of_a(r.a[block * p.halves + half]);
            accumulate(sums, &a, b, |a, b, sum| a.mul_add(b, sum));
        }
    }
    for (half, sums) in results.iter().enumerate().take(p.halves) {
        put_float_sums(v, p.d, r.d, half, sums);
    }
}

/// Takes up the products of eight rows of `a`, and of eight columns of `b` row by row, in the order of k.
#[inline(always)]
fn accumulate<const WIDTH: usize, T: Copy>(
    sums: &mut Sums<T>,
    a: &[[T; WIDTH]; SIDE],
    b: &[[T; SIDE]; WIDTH],
    step: impl Fn(T, T, T) -> T,
) {
    for (k, b) in b.iter().enumerate() {
        for (sums, a) in sums.iter_mut().zip(a) {
            sums.iter_mut().zip(b).for_each(|(sum, b)| *sum = step(a[k], *b, *sum));
        }
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
fn integers<const WIDTH: usize>(
    v: &View,
    p: Product,
    r: &Registers,
    of_a: impl Fn(u32) -> [[i32; WIDTH]; SIDE],
    of_b: impl Fn(u32) -> [[i32; WIDTH]; SIDE],
) {
    let mut results = [[[0; SIDE]; SIDE]; 2];
    for (block, &register) in r.b.iter().enumerate() {
        let b = rows_of(&of_b(register));
        for (half, sums) in results.iter_mut().enumerate().take(p.halves) {
            // Too small for a sum to wrap: at most 64 products of two bytes.
            accumulate(sums, &of_a(r.a[block * p.halves + half]), &b, |a, b, sum| sum + a * b);
        }
    }
    add_integers(v, p, r, &results);
}

/// `op` says which bits of two words count.
#[inline(always)]
fn bits(v: &View, p: Product, r: &Registers, op: impl Fn(u32, u32) -> u32) {
    let mut results = [[[0; SIDE]; SIDE]; 2];
    for (half, sums) in results.iter_mut().enumerate().take(p.halves) {
        for (block, &b) in r.b.iter().enumerate() {
            let a = r.a[block * p.halves + half];
            for (line, sums) in sums.iter_mut().enumerate() {
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
            let (sum, c) = (results[half][lane / 4][4 * odd + lane % 4], element::<i32>(v, r.c[n], lane));
            *bits = if p.saturate { c.saturating_add(sum) } else { c.wrapping_add(sum) } as u32;
        }
    }
    for (row, &register) in rows.into_iter().zip(r.d) {
        v.put32(register, row);
    }
}
