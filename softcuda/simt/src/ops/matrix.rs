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

use super::memory;
use crate::exec::context::{Context, Outcome};
use crate::exec::group::Base;
use crate::exec::view::{LANES, View};
use crate::exec::warp::Warp;
use crate::wir::{Inst, mem};

pub(crate) use product::{Element, Product, Sum, multiply};

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

/// The place of each matrix's rows in host memory: lane 8 m + r has the address of row r of matrix m.
fn rows(
    x: &mut Context,
    warp: &mut Warp,
    v: &View,
    i: &Inst,
    pc: u32,
    base: &Base,
    matrix: usize,
) -> Outcome<[*mut u8; SIDE]> {
    let addresses = memory::addresses(v, i, base).0;
    let window = if i.b == GENERIC { x.windows.shared } else { 0 };
    let mut places = [std::ptr::null_mut(); SIDE];
    for (row, place) in places.iter_mut().enumerate() {
        let lane = matrix * SIDE + row;
        // An address outside of the window is beyond the block's shared memory then.
        let address = addresses[lane].wrapping_sub(window);
        let (aligned, last) = (address % ROW as u64 == 0, x.shared_len.checked_sub(ROW as u64));
        if aligned && last.is_some_and(|last| address <= last) {
            *place = x.shared.wrapping_add(address as usize);
            continue;
        }
        // Says what is wrong with it.
        *place = memory::resolve(x, warp, memory::Space::Shared, lane, address, ROW as u64, pc)?;
    }
    Ok(places)
}

fn count(i: &Inst) -> usize {
    1 << (i.flags >> mem::VEC_SHIFT & 3)
}

/// `ldmatrix`: the list of destinations is at `d`.
pub(crate) fn load(x: &mut Context, warp: &mut Warp, v: &View, i: &Inst, pc: u32, base: &Base) -> Outcome {
    let mut registers = [[0; LANES]; 4];
    for (matrix, register) in registers.iter_mut().enumerate().take(count(i)) {
        let places = rows(x, warp, v, i, pc, base, matrix)?;
        if i.flags & TRANSPOSED != 0 {
            // SAFETY: `rows` found a row's bytes there, aligned to them.
            let tile = places.map(|place| unsafe { place.cast::<[u16; SIDE]>().read() });
            *register = to_register(&transposed(&tile));
            continue;
        }
        for (words, place) in register.as_chunks_mut::<4>().0.iter_mut().zip(places) {
            // SAFETY: as above.
            *words = unsafe { place.cast::<[u32; 4]>().read() };
        }
    }
    for (matrix, register) in registers.into_iter().enumerate().take(count(i)) {
        v.put32(x.program.ext[i.d as usize + matrix], register);
    }
    Ok(())
}

/// `stmatrix`: the list of sources is at `d`.
pub(crate) fn store(x: &mut Context, warp: &mut Warp, v: &View, i: &Inst, pc: u32, base: &Base) -> Outcome {
    for matrix in 0..count(i) {
        let tile = from_register(&v.get32(x.program.ext[i.d as usize + matrix]));
        let tile = if i.flags & TRANSPOSED != 0 { transposed(&tile) } else { tile };
        let places = rows(x, warp, v, i, pc, base, matrix)?;
        for (place, row) in places.into_iter().zip(tile) {
            // SAFETY: as in `load`.
            unsafe { place.cast::<[u16; SIDE]>().write(row) };
        }
    }
    Ok(())
}

/// `movmatrix`: `d` is `a` transposed.
pub(crate) fn transpose(v: &View, i: &Inst) {
    v.put32(i.d, to_register(&transposed(&from_register(&v.get32(i.a)))));
}
