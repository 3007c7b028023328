//! Matrix products of a warp (`mma`), and matrices of 16-bit elements between shared memory and registers (`ldmatrix` and its kin).
//!
//! Lane 4 g + t holds, of each register of `a`, consecutive elements of row g (of g + 8 in every second register), and of each register
//! of `b` the same of column g. So a register of a whole warp, read lane after lane, is eight rows of `a`, or eight columns of `b`, one after
//! the other, and is used as it lies. Of `c` and `d` a lane has columns 2 t and 2 t + 1.
//!
//! The manual leaves the order of the sums open. Here a result in floating point begins with `c` and takes up the products in the order
//! of k, each by a fused multiply-add in single precision; where `d` is in half precision it is rounded once more at the end. Integers
//! are exact, and `c` is added last, which is where `.satfinite` saturates.

mod product;

use std::collections::HashSet;

use super::memory;
use crate::exec::context::{Context, Outcome};
use crate::exec::group::Base;
use crate::exec::view::{LANES, View};
use crate::exec::warp::Warp;
use crate::ops::table::Op;
use crate::wir::{Inst, TRUE, mem};

pub(crate) use product::{Element, Multiplier, Product, Sum, multiply};

/// Flag of an access or a move of matrices: they are transposed. Takes the place of a flag that only loads of numbers have.
pub(crate) const TRANSPOSED: u16 = mem::SIGNED;
/// Field `b` of an access of matrices: the addresses are generic.
pub(crate) const GENERIC: u32 = 1;

/// Rows of a matrix, and elements of a row.
const SIDE: usize = 8;
/// Bytes of a row.
const ROW: usize = 2 * SIDE;

/// Eight rows of eight elements.
type Tile = [[u16; SIDE]; SIDE];

/// The register that holds a matrix: in each lane two elements of a row.
fn to_register(tile: &Tile) -> [u32; LANES] {
    std::array::from_fn(|lane| {
        let (row, column) = (lane / 4, lane % 4 * 2);
        u32::from(tile[row][column]) | u32::from(tile[row][column + 1]) << 16
    })
}

fn from_register(register: &[u32; LANES]) -> Tile {
    let element = |row: usize, column: usize| (register[row * 4 + column / 2] >> (column % 2 * 16)) as u16;
    std::array::from_fn(|row| std::array::from_fn(|column| element(row, column)))
}

fn transposed(tile: &Tile) -> Tile {
    std::array::from_fn(|row| std::array::from_fn(|column| tile[column][row]))
}

/// The offsets in shared memory of all matrices' rows, checked: lane 8 m + r has the address of row r of matrix m.
#[inline(always)]
fn rows(
    x: &mut Context,
    warp: &mut Warp,
    v: &View,
    i: &Inst,
    pc: u32,
    base: &Base,
    offsets: &mut [u64; LANES],
) -> Outcome {
    const BYTES: u64 = ROW as u64;
    let window = if i.b == GENERIC { x.windows.shared } else { 0 };
    let used = count(i) * SIDE;
    memory::addresses_into(v, i, base, offsets);
    let (mut bits, mut outside) = (0, false);
    let last = x.shared_len.wrapping_sub(BYTES);
    for offset in &mut offsets[..used] {
        // An address outside of the window is beyond the block's shared memory then.
        *offset = offset.wrapping_sub(window);
        bits |= *offset;
        outside |= *offset > last;
    }
    if bits % BYTES == 0 && !outside && x.shared_len >= BYTES {
        return Ok(());
    }
    // Says what is wrong.
    for (lane, &offset) in offsets[..used].iter().enumerate() {
        memory::resolve(x, warp, memory::Space::Shared, lane, offset, BYTES, pc)?;
    }
    Ok(())
}

#[inline(always)]
fn count(i: &Inst) -> usize {
    1 << (i.flags >> mem::VEC_SHIFT & 3)
}

/// The rows that an instruction on matrices writes and those that it reads, without its address.
pub(crate) fn registers<'a>(i: &'a Inst, ext: &'a [u32]) -> (&'a [u32], &'a [u32]) {
    let list = |count: usize| &ext[i.d as usize..][..count];
    match i.op {
        Op::Mma => Product::from_code(i.x).lists(&ext[i.d as usize..]),
        Op::Ldmatrix => (list(count(i)), &[]),
        Op::Stmatrix => (&[], list(count(i))),
        _ => (std::slice::from_ref(&i.d), std::slice::from_ref(&i.a)),
    }
}

/// Is it an instruction on matrices that all threads of a warp execute?
pub(crate) fn is_matrix(op: Op) -> bool {
    matches!(op, Op::Mma | Op::Ldmatrix | Op::Stmatrix | Op::Movmatrix)
}

/// How many instructions are executed in one go: a run of products.
#[inline(always)]
pub(crate) fn run(i: &Inst) -> u32 {
    if i.op == Op::Mma { 1 + u32::from(i.flags) } else { 1 }
}

/// Consecutive instructions on matrices, as the first one's field `c` names them in the side table.
pub(crate) struct Sequence<'a> {
    /// How many instructions there are.
    pub(crate) count: u32,
    /// The rows that they read before they write them, and all that they write.
    pub(crate) read: &'a [u32],
    pub(crate) written: &'a [u32],
}

impl<'a> Sequence<'a> {
    /// The sequence that begins here, if one does.
    pub(crate) fn at(i: &Inst, ext: &'a [u32]) -> Option<Sequence<'a>> {
        let words = &ext[i.c.checked_sub(1)? as usize..];
        let (read, rest) = words[2..].split_at(words[1] as usize);
        Some(Sequence { count: words[0], read, written: &rest[1..][..rest[0] as usize] })
    }

    /// The words of a sequence for the side table.
    fn words(insts: &[Inst], ext: &[u32]) -> Vec<u32> {
        let (mut known, mut read) = (HashSet::new(), Vec::new());
        let (mut changed, mut written) = (HashSet::new(), Vec::new());
        for i in insts {
            let (writes, reads) = registers(i, ext);
            for row in reads.iter().copied().chain(address(i)) {
                read.extend(known.insert(row).then_some(row));
            }
            for &row in writes {
                known.insert(row);
                written.extend(changed.insert(row).then_some(row));
            }
        }
        let mut words = vec![insts.len() as u32, read.len() as u32];
        words.extend(read);
        words.push(written.len() as u32);
        words.extend(written);
        words
    }
}

/// The rows of an instruction's address.
pub(crate) fn address(i: &Inst) -> Vec<u32> {
    let mut rows = Vec::new();
    if matches!(i.op, Op::Ldmatrix | Op::Stmatrix) {
        rows.push(i.a);
        rows.extend((i.flags & mem::BASED != 0).then_some(i.e));
    }
    rows
}

/// Finds sequences of instructions on matrices, and runs of products among them. `is_target` tells where threads may arrive, which ends
/// either.
pub(crate) fn mark(code: &mut [Inst], ext: &mut Vec<u32>, is_target: &[bool]) {
    product::mark(code, ext, is_target);
    let belongs = |i: &Inst| is_matrix(i.op) && i.guard == TRUE;
    let mut n = 0;
    while n < code.len() {
        let more = code[n..].iter().enumerate();
        let count = more.take_while(|(at, i)| belongs(i) && (*at == 0 || !is_target[n + at])).count();
        if count > 1 {
            let words = Sequence::words(&code[n..][..count], ext);
            code[n].c = ext.len() as u32 + 1;
            ext.extend(words);
        }
        n += count.max(1);
    }
}

/// `ldmatrix`: the list of destinations is at `d`.
///
/// # Safety
/// The CPU has the multiplier's level.
#[inline(always)]
pub(crate) unsafe fn load<M: Multiplier>(
    x: &mut Context,
    warp: &mut Warp,
    v: &View,
    i: &Inst,
    pc: u32,
    base: &Base,
) -> Outcome {
    let mut offsets = [0; LANES];
    rows(x, warp, v, i, pc, base, &mut offsets)?;
    for (matrix, offsets) in offsets.as_chunks::<SIDE>().0.iter().enumerate().take(count(i)) {
        // All threads that have not exited take part, and nobody reads the others' registers.
        let register = v.lanes32(x.program.ext[i.d as usize + matrix]).cast::<[u32; 4]>();
        // SAFETY: `rows` found a row's bytes at each offset, aligned to them; a register has eight rows. The level is the caller's
        // contract.
        unsafe {
            let row = |n: usize| x.shared.add(offsets[n] as usize).cast::<[u32; 4]>().cast_const();
            if i.flags & TRANSPOSED != 0 {
                M::transpose(row, register);
            } else {
                (0..SIDE).for_each(|n| register.add(n).write(row(n).read()));
            }
        }
    }
    Ok(())
}

/// `stmatrix`: the list of sources is at `d`.
pub(crate) fn store(x: &mut Context, warp: &mut Warp, v: &View, i: &Inst, pc: u32, base: &Base) -> Outcome {
    let mut offsets = [0; LANES];
    rows(x, warp, v, i, pc, base, &mut offsets)?;
    for (matrix, offsets) in offsets.as_chunks::<SIDE>().0.iter().enumerate().take(count(i)) {
        let tile = from_register(&v.get32(x.program.ext[i.d as usize + matrix]));
        let tile = if i.flags & TRANSPOSED != 0 { transposed(&tile) } else { tile };
        for (offset, row) in offsets.iter().zip(tile) {
            // SAFETY: as in `load`.
            unsafe { x.shared.add(*offset as usize).cast::<[u16; SIDE]>().write(row) };
        }
    }
    Ok(())
}

/// `movmatrix`: `d` is `a` transposed.
pub(crate) fn transpose(v: &View, i: &Inst) {
    v.put32(i.d, to_register(&transposed(&from_register(&v.get32(i.a)))));
}
