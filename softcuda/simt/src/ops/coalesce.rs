//! The fast paths of full warps whose half-warps access consecutive elements or all the same one: one range check and
//! whole vectors instead of lanes. An element is what one lane accesses: a value, or a vector of two or four.

use super::memory::{Space, addresses, offset, place, place_range, space_of};
use crate::exec::context::Context;
use crate::exec::group::Base;
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

    #[inline(always)]
    fn moved(self, by: u64) -> Shape {
        match self {
            Shape::Consecutive(first) => Shape::Consecutive(first.wrapping_add(by)),
            Shape::Same(at) => Shape::Same(at.wrapping_add(by)),
        }
    }

    /// The same of the addresses' low 32 bits.
    #[inline(always)]
    fn narrow(self) -> Shape {
        match self {
            Shape::Consecutive(first) => Shape::Consecutive(first & 0xffff_ffff),
            Shape::Same(at) => Shape::Same(at & 0xffff_ffff),
        }
    }
}

/// How a level finds the shape of addresses. A type, since a function's pointer would not be inlined.
pub(crate) trait Shapes {
    /// The shape of a warp by its 64-bit or 32-bit address row, for elements of 2^`log2` bytes, if it has one as a whole.
    ///
    /// # Safety
    /// The CPU has the level.
    #[inline(always)]
    unsafe fn whole(_v: &View, _a: u32, _wide: bool, _log2: usize) -> Option<Shape> {
        None
    }

    /// The shape of half-warp `half`, as [`Self::whole`].
    ///
    /// # Safety
    /// The CPU has the level.
    unsafe fn shape(v: &View, a: u32, wide: bool, half: usize, log2: usize) -> Option<Shape>;

    /// Copies a half-warp's elements of four values, each from its place, to the halves of four rows.
    ///
    /// # Safety
    /// The CPU has the level; the pointers are valid for elements, and for [`HALF`] values.
    #[inline(always)]
    unsafe fn spread4(from: impl Fn(usize) -> *const [u32; 4], rows: [*mut u32; 4]) {
        for lane in 0..HALF {
            // SAFETY: the caller's contract.
            let element = unsafe { from(lane).read() };
            for (value, row) in element.into_iter().zip(rows) {
                // SAFETY: as above.
                unsafe { row.add(lane).write(value) };
            }
        }
    }

    /// The opposite of [`Self::spread4`].
    ///
    /// # Safety
    /// As [`Self::spread4`].
    #[inline(always)]
    unsafe fn weave4(rows: [*const u32; 4], to: impl Fn(usize) -> *mut [u32; 4]) {
        for lane in 0..HALF {
            // SAFETY: the caller's contract.
            unsafe { to(lane).write(rows.map(|row| *row.add(lane))) };
        }
    }
}

/// Lane by lane, on any CPU.
pub(crate) struct Scalar;

impl Shapes for Scalar {
    #[inline(always)]
    unsafe fn shape(v: &View, a: u32, wide: bool, half: usize, log2: usize) -> Option<Shape> {
        let (narrow_row, wide_row) = (v.row32(a), v.row64(a));
        let at = |lane: usize| {
            let lane = half * HALF + lane;
            if wide { wide_row.at(lane) } else { u64::from(narrow_row.at(lane)) }
        };
        let first = at(0);
        if at(1) == first {
            (2..HALF).all(|l| at(l) == first).then_some(Shape::Same(first))
        } else {
            let is_next = |l: usize| at(l) == first.wrapping_add((l as u64) << log2);
            (1..HALF).all(is_next).then_some(Shape::Consecutive(first))
        }
    }
}

/// Host addresses of both half-warps' elements of 2^`log2` bytes, checked; none if another path has to look.
#[inline(always)]
fn find<S: Shapes>(
    x: &mut Context,
    v: &View,
    i: &Inst,
    pc: u32,
    base: &Base,
    log2: usize,
) -> Option<[Shape; 2]> {
    let size = 1u64 << log2;
    let offset = offset(v, i, base);
    let wide = i.flags & mem::ADDR32 == 0;
    // SAFETY: a caller of this level runs on a CPU that has it.
    let (low_half, high_half) = unsafe {
        match S::whole(v, i.a, wide, log2) {
            Some(Shape::Consecutive(first)) => {
                let middle = first.wrapping_add((HALF as u64) << log2);
                (Shape::Consecutive(first), Shape::Consecutive(middle))
            }
            Some(same) => (same, same),
            None => (S::shape(v, i.a, wide, 0, log2)?, S::shape(v, i.a, wide, 1, log2)?),
        }
    };
    let moved = |half: Shape| if wide { half.moved(offset) } else { half.moved(offset).narrow() };
    let (low_half, high_half) = (moved(low_half), moved(high_half));
    let ((low, low_end), (high, high_end)) = (low_half.extent(size), high_half.extent(size));
    // An end that wrapped around is below its beginning.
    if (low | high) & (size - 1) != 0 || low_end < low || high_end < high {
        return None;
    }
    let space = space_of(i.op);
    let delta = place_range(x, space, pc, low.min(high), low_end.max(high_end))?;
    if matches!(space, Space::Global | Space::Generic) {
        x.site_step(pc, low, LANES as u64 * 4);
    }
    Some([low_half.moved(delta), high_half.moved(delta)])
}

/// Copies a half-warp's elements of `N` values to the rows of each value.
///
/// # Safety
/// `from` was found valid and aligned for the elements it stands for; `rows` are register rows.
#[inline(always)]
unsafe fn read_half<S: Shapes, T: Copy, const N: usize>(from: Shape, rows: [*mut T; N], half: usize) {
    // SAFETY: the caller's contract. Races with other threads: see the text of the module `memory`.
    unsafe {
        let rows = rows.map(|row| row.add(half * HALF));
        match from {
            Shape::Consecutive(first) if N == 1 => {
                rows[0].cast::<[T; HALF]>().write((first as *const [T; HALF]).read_unaligned());
            }
            Shape::Consecutive(first) if N == 4 && size_of::<T>() == 4 => {
                let [a, b, c, d] = std::array::from_fn(|n| rows[n % N].cast());
                S::spread4(|lane| (first as *const [u32; 4]).add(lane), [a, b, c, d]);
            }
            Shape::Consecutive(first) => {
                let elements = (first as *const [[T; N]; HALF]).read_unaligned();
                for (n, row) in rows.into_iter().enumerate() {
                    for (lane, element) in elements.iter().enumerate() {
                        row.add(lane).write(element[n]);
                    }
                }
            }
            Shape::Same(at) => {
                let element = (at as *const [T; N]).read();
                for n in 0..N {
                    rows[n].cast::<[T; HALF]>().write([element[n]; HALF]);
                }
            }
        }
    }
}

/// Copies rows to a half-warp's consecutive elements of `N` values.
///
/// # Safety
/// As [`read_half`].
#[inline(always)]
unsafe fn write_half<S: Shapes, T: Copy, const N: usize>(first: u64, rows: [*mut T; N], half: usize) {
    // SAFETY: the caller's contract.
    unsafe {
        let rows = rows.map(|row| row.add(half * HALF));
        if N == 1 {
            (first as *mut [T; HALF]).write_unaligned(rows[0].cast::<[T; HALF]>().read());
        } else if N == 4 && size_of::<T>() == 4 {
            let [a, b, c, d] = std::array::from_fn(|n| rows[n % N].cast_const().cast());
            S::weave4([a, b, c, d], |lane| (first as *mut [u32; 4]).add(lane));
        } else {
            for lane in 0..HALF {
                for (n, row) in rows.into_iter().enumerate() {
                    (first as *mut T).add(lane * N + n).write(row.add(lane).read());
                }
            }
        }
    }
}

/// Does the access move values of 4 or 8 bytes into rows as wide, for all lanes, without polling?
#[inline(always)]
fn is_plain(v: &View, i: &Inst) -> bool {
    const MASK: u16 = mem::SIZE | mem::WIDE | mem::VOLATILE;
    const PLAIN64: u16 = 3 | mem::WIDE;
    v.mask == FULL && matches!(i.flags & MASK, 2 | PLAIN64)
}

/// A load, if it is as regular as this file wants; false if not.
#[inline(always)]
pub(crate) fn load<S: Shapes>(x: &mut Context, v: &View, i: &Inst, pc: u32, base: &Base) -> bool {
    if !is_plain(v, i) {
        return false;
    }
    let (log2, count_log2) = (usize::from(i.flags & mem::SIZE), usize::from(i.flags >> mem::VEC_SHIFT & 3));
    let Some(halves) = find::<S>(x, v, i, pc, base, log2 + count_log2) else {
        return load_scattered::<S>(x, v, i, pc, base);
    };
    let wide = i.flags & mem::WIDE != 0;
    for (half, from) in halves.into_iter().enumerate() {
        // SAFETY: `find` checked all elements; the rows are the instruction's destinations.
        unsafe {
            match (wide, count_log2) {
                (false, 0) => read_half::<S, _, _>(from, [v.lanes32(i.d)], half),
                (true, 0) => read_half::<S, _, _>(from, [v.lanes64(i.d)], half),
                (false, 1) => read_half::<S, _, _>(from, list::<2>(x, i.d).map(|row| v.lanes32(row)), half),
                (true, 1) => read_half::<S, _, _>(from, list::<2>(x, i.d).map(|row| v.lanes64(row)), half),
                (false, 2) => read_half::<S, _, _>(from, list::<4>(x, i.d).map(|row| v.lanes32(row)), half),
                _ => return false,
            }
        }
    }
    true
}

/// A store to consecutive elements; false if it is none.
#[inline(always)]
pub(crate) fn store<S: Shapes>(x: &mut Context, v: &View, i: &Inst, pc: u32, base: &Base) -> bool {
    if !is_plain(v, i) {
        return false;
    }
    let (log2, count_log2) = (usize::from(i.flags & mem::SIZE), usize::from(i.flags >> mem::VEC_SHIFT & 3));
    let Some([Shape::Consecutive(low), Shape::Consecutive(high)]) =
        find::<S>(x, v, i, pc, base, log2 + count_log2)
    else {
        return store_scattered::<S>(x, v, i, pc, base);
    };
    let wide = i.flags & mem::WIDE != 0;
    for (half, to) in [low, high].into_iter().enumerate() {
        // SAFETY: `find` checked all elements; the rows are the instruction's sources.
        unsafe {
            match (wide, count_log2) {
                (false, 0) => write_half::<S, _, _>(to, [v.lanes32(i.b)], half),
                (true, 0) => write_half::<S, _, _>(to, [v.lanes64(i.b)], half),
                (false, 1) => write_half::<S, _, _>(to, list::<2>(x, i.b).map(|row| v.lanes32(row)), half),
                (true, 1) => write_half::<S, _, _>(to, list::<2>(x, i.b).map(|row| v.lanes64(row)), half),
                (false, 2) => write_half::<S, _, _>(to, list::<4>(x, i.b).map(|row| v.lanes32(row)), half),
                _ => return false,
            }
        }
    }
    true
}

/// Where each lane's element of 2^`log2` bytes is, wherever that is; none if not all are valid and in one place.
#[inline(always)]
fn places(x: &mut Context, v: &View, i: &Inst, pc: u32, base: &Base, log2: u16) -> Option<[u64; LANES]> {
    let mut places = addresses(v, i, base).0;
    let delta = place(x, space_of(i.op), pc, v, &places, 1 << log2)?;
    places.iter_mut().for_each(|at| *at = at.wrapping_add(delta));
    Some(places)
}

/// A full warp's load of two or four values of 32 bits a lane from places that are not neighbours.
#[inline(always)]
fn load_scattered<S: Shapes>(x: &mut Context, v: &View, i: &Inst, pc: u32, base: &Base) -> bool {
    let count_log2 = i.flags >> mem::VEC_SHIFT & 3;
    if i.flags & mem::SIZE != 2 || !(1..=2).contains(&count_log2) {
        return false;
    }
    let Some(places) = places(x, v, i, pc, base, 2 + count_log2) else { return false };
    if matches!(space_of(i.op), Space::Global | Space::Generic) {
        x.scattered_step(pc, &places);
    }
    if count_log2 == 1 {
        let [a, b] = list(x, i.d).map(|row| v.lanes32(row));
        for (lane, at) in places.into_iter().enumerate() {
            // SAFETY: `places` found all elements valid and aligned; the rows are the instruction's destinations.
            unsafe {
                let [first, second] = (at as *const [u32; 2]).read();
                a.add(lane).write(first);
                b.add(lane).write(second);
            }
        }
        return true;
    }
    let rows = list::<4>(x, i.d).map(|row| v.lanes32(row));
    for half in [0, HALF] {
        // SAFETY: as above.
        unsafe { S::spread4(|lane| places[half + lane] as *const _, rows.map(|row| row.add(half))) };
    }
    true
}

/// The opposite of [`load_scattered`]. Of lanes with one place the last one's values remain.
#[inline(always)]
fn store_scattered<S: Shapes>(x: &mut Context, v: &View, i: &Inst, pc: u32, base: &Base) -> bool {
    let count_log2 = i.flags >> mem::VEC_SHIFT & 3;
    if i.flags & mem::SIZE != 2 || !(1..=2).contains(&count_log2) {
        return false;
    }
    let Some(places) = places(x, v, i, pc, base, 2 + count_log2) else { return false };
    if count_log2 == 1 {
        let [a, b] = list(x, i.b).map(|row| v.lanes32(row));
        for (lane, at) in places.into_iter().enumerate() {
            // SAFETY: `places` found all elements valid and aligned; the rows are the instruction's sources.
            unsafe { (at as *mut [u32; 2]).write([a.add(lane).read(), b.add(lane).read()]) };
        }
        return true;
    }
    let rows = list::<4>(x, i.b).map(|row| v.lanes32(row).cast_const());
    for half in [0, HALF] {
        // SAFETY: as above.
        unsafe { S::weave4(rows.map(|row| row.add(half)), |lane| places[half + lane] as *mut _) };
    }
    true
}

/// The rows of a vector access, from the side table.
#[inline(always)]
fn list<const N: usize>(x: &Context, at: u32) -> [u32; N] {
    std::array::from_fn(|n| x.program.ext[at as usize + n])
}
