//! The fast paths of full warps whose half-warps access consecutive elements or all the same one: one range check and
//! whole vectors instead of lanes.

#[cfg(target_arch = "x86_64")]
use super::avx512;
use super::memory::{place_range, space_of};
use crate::exec::context::Context;
use crate::exec::group::Base;
#[cfg(target_arch = "x86_64")]
use crate::exec::level::AVX512;
use crate::exec::view::{FULL, LANES, View};
use crate::wir::{Inst, mem};

/// Lanes of a half-warp.
pub(crate) const HALF: usize = LANES / 2;

/// Where the lanes of a half-warp point, by their address registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Element after element, the first here.
    Consecutive(u64),
    /// All here.
    Same(u64),
}

impl Shape {
    /// The first address and one past the last, for elements of `size` bytes.
    #[inline(always)]
    fn extent(self, size: u64) -> (u64, u64) {
        match self {
            Shape::Consecutive(first) => (first, first.wrapping_add(HALF as u64 * size)),
            Shape::Same(at) => (at, at.wrapping_add(size)),
        }
    }
}

/// The shape of half-warp `half`, if it has one.
#[inline(always)]
fn shape<const LEVEL: u8>(v: &View, i: &Inst, half: usize, size: u64) -> Option<Shape> {
    #[cfg(target_arch = "x86_64")]
    if LEVEL == AVX512 {
        // SAFETY: a caller of this level runs on a CPU that has it.
        return unsafe {
            if i.flags & mem::ADDR32 != 0 {
                avx512::shape32(v, i.a, half, size)
            } else {
                avx512::shape64(v, i.a, half, size)
            }
        };
    }
    let wide = i.flags & mem::ADDR32 == 0;
    let (narrow_row, wide_row) = (v.row32(i.a), v.row64(i.a));
    let at = |lane: usize| {
        let lane = half * HALF + lane;
        if wide { wide_row.at(lane) } else { u64::from(narrow_row.at(lane)) }
    };
    let first = at(0);
    if at(1) == first {
        (2..HALF).all(|l| at(l) == first).then_some(Shape::Same(first))
    } else {
        (1..HALF).all(|l| at(l) == first.wrapping_add(l as u64 * size)).then_some(Shape::Consecutive(first))
    }
}

/// Host addresses of both half-warps' elements, checked; none if another path has to look.
#[inline(always)]
fn find<const LEVEL: u8>(x: &mut Context, v: &View, i: &Inst, pc: u32, base: &Base) -> Option<[Shape; 2]> {
    let size = 1 << (i.flags & mem::SIZE);
    let offset = i64::from(i.x as i32) + if i.flags & mem::FRAME != 0 { i64::from(base.local) } else { 0 };
    let shapes = [shape::<LEVEL>(v, i, 0, size)?, shape::<LEVEL>(v, i, 1, size)?].map(|shape| match shape {
        Shape::Consecutive(first) => Shape::Consecutive(first.wrapping_add_signed(offset)),
        Shape::Same(at) => Shape::Same(at.wrapping_add_signed(offset)),
    });
    let [(low, low_end), (high, high_end)] = shapes.map(|shape| shape.extent(size));
    // An end that wrapped around is below its beginning.
    if (low | high) & (size - 1) != 0 || low_end < low || high_end < high {
        return None;
    }
    let delta = place_range(x, space_of(i.op), pc, low.min(high), low_end.max(high_end))?;
    Some(shapes.map(|shape| match shape {
        Shape::Consecutive(first) => Shape::Consecutive(first.wrapping_add(delta)),
        Shape::Same(at) => Shape::Same(at.wrapping_add(delta)),
    }))
}

/// Copies a half-warp's elements.
///
/// # Safety
/// `from` was found valid and aligned for the elements it stands for; `to` is a half of a register row.
#[inline(always)]
unsafe fn read_half<T: Copy>(from: Shape, to: *mut T) {
    // SAFETY: the caller's contract. Races with other threads: see the text of the module `memory`.
    unsafe {
        let value = match from {
            Shape::Consecutive(first) => (first as *const [T; HALF]).read_unaligned(),
            Shape::Same(at) => [(at as *const T).read(); HALF],
        };
        to.cast::<[T; HALF]>().write(value);
    }
}

/// Does the access move elements of 4 or 8 bytes, one per lane, into rows as wide, for all lanes, without polling?
#[inline(always)]
fn is_plain(v: &View, i: &Inst) -> bool {
    const MASK: u16 = mem::SIZE | mem::WIDE | mem::VOLATILE | 3 << mem::VEC_SHIFT;
    v.mask == FULL && matches!(i.flags & MASK, 2 | PLAIN64)
}

const PLAIN64: u16 = 3 | mem::WIDE;

/// A load, if it is as regular as this file wants; false if not.
#[inline(always)]
pub(crate) fn load<const LEVEL: u8>(x: &mut Context, v: &View, i: &Inst, pc: u32, base: &Base) -> bool {
    if !is_plain(v, i) {
        return false;
    }
    let Some([low, high]) = find::<LEVEL>(x, v, i, pc, base) else { return false };
    // SAFETY: `find` checked all elements; the halves of the row are `HALF` elements apart.
    unsafe {
        if i.flags & mem::WIDE == 0 {
            let row = v.destination32(i.d);
            read_half::<u32>(low, row);
            read_half::<u32>(high, row.add(HALF));
        } else {
            let row = v.destination64(i.d);
            read_half::<u64>(low, row);
            read_half::<u64>(high, row.add(HALF));
        }
    }
    true
}

/// A store to consecutive elements; false if it is none.
#[inline(always)]
pub(crate) fn store<const LEVEL: u8>(x: &mut Context, v: &View, i: &Inst, pc: u32, base: &Base) -> bool {
    if !is_plain(v, i) {
        return false;
    }
    let Some([Shape::Consecutive(low), Shape::Consecutive(high)]) = find::<LEVEL>(x, v, i, pc, base) else {
        return false;
    };
    // SAFETY: `find` checked all elements; the halves of the row are `HALF` elements apart.
    unsafe {
        if i.flags & mem::WIDE == 0 {
            let row = v.source32(i.b);
            (low as *mut [u32; HALF]).write_unaligned(row.cast::<[u32; HALF]>().read());
            (high as *mut [u32; HALF]).write_unaligned(row.add(HALF).cast::<[u32; HALF]>().read());
        } else {
            let row = v.source64(i.b);
            (low as *mut [u64; HALF]).write_unaligned(row.cast::<[u64; HALF]>().read());
            (high as *mut [u64; HALF]).write_unaligned(row.add(HALF).cast::<[u64; HALF]>().read());
        }
    }
    true
}
