//! Loads and stores.
//!
//! Device memory is shared with other workers and the host, and kernels may race on it: single lanes go through relaxed
//! atomics. The one exception is the coalesced path, which copies whole rows; there a racing kernel may see torn rows but
//! never torn elements, since the copies are at least as wide as the elements on the supported CPUs.

use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering::Relaxed};

use super::table::Op;
use crate::exec::context::{Context, Outcome, Trap};
use crate::exec::group::Base;
use crate::exec::view::{FULL, LANES, Lanes, View};
use crate::exec::warp::Warp;
use crate::fault::FaultKind;
use crate::memory::WINDOW_BYTES;
use crate::wir::{Inst, Row32, Row64, mem};

/// State spaces of an access at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Space {
    Global,
    Shared,
    Local,
    Param,
    Generic,
}

/// The space of a load or store operation.
#[inline(always)]
pub(crate) fn space_of(op: Op) -> Space {
    match op {
        Op::LdShared | Op::StShared => Space::Shared,
        Op::LdLocal | Op::StLocal => Space::Local,
        Op::LdParamReg => Space::Param,
        Op::LdGeneric | Op::StGeneric => Space::Generic,
        _ => Space::Global,
    }
}

/// What a load or store adds to its addresses.
#[inline(always)]
pub(crate) fn offset(v: &View, i: &Inst, base: &Base) -> u64 {
    let offset = i64::from(i.x as i32) as u64;
    if i.flags & (mem::FRAME | mem::BASED) == 0 {
        return offset;
    }
    let frame = if i.flags & mem::FRAME != 0 { u64::from(base.local) } else { 0 };
    // A lane that is active: what the row holds in others may be another function's.
    let active = v.mask.trailing_zeros() as usize & 31;
    let base = if i.flags & mem::BASED != 0 { v.lane64(i.e, active) } else { 0 };
    offset.wrapping_add(frame).wrapping_add(base)
}

/// The address of every lane. One in a 32-bit register is added to in 32 bits.
#[inline(always)]
pub(crate) fn addresses(v: &View, i: &Inst, base: &Base) -> Row64 {
    let mut row = Row64::ZERO;
    addresses_into(v, i, base, &mut row.0);
    row
}

/// As [`addresses`], to a place of the caller's.
#[inline(always)]
pub(crate) fn addresses_into(v: &View, i: &Inst, base: &Base, row: &mut [u64; LANES]) {
    let offset = offset(v, i, base);
    if i.flags & mem::ADDR32 != 0 {
        let a = v.row32(i.a);
        v.each(|l| row[l] = u64::from(a.at(l).wrapping_add(offset as u32)));
    } else {
        let a = v.row64(i.a);
        v.each(|l| row[l] = a.at(l).wrapping_add(offset));
    }
}

/// Lowest and highest address of the active lanes, and the union of their bits.
#[inline(always)]
fn extent(v: &View, row: &[u64; LANES]) -> (u64, u64, u64) {
    let some = row[v.mask.trailing_zeros() as usize & 31];
    let (mut low, mut high, mut bits) = (some, some, 0);
    v.each(|l| {
        let keep = u64::from(v.mask >> l & 1).wrapping_sub(1);
        let address = (some & keep) | (row[l] & !keep);
        low = low.min(address);
        high = high.max(address);
        bits |= address;
    });
    (low, high, bits)
}

/// Where the lanes' bytes are, if all are valid and in one place: the number to add to an address to get a host address.
#[inline(always)]
pub(crate) fn place(
    x: &mut Context,
    space: Space,
    pc: u32,
    v: &View,
    row: &[u64; LANES],
    total: u64,
) -> Option<u64> {
    match space {
        Space::Local => return None,
        Space::Shared => return are_within(v, row, 0, x.shared_len, total).then_some(x.shared as u64),
        Space::Global | Space::Generic => {
            // Nearly always the range that was used last.
            let (base, limit) = x.site_range(pc);
            if are_within(v, row, base, limit, total) {
                return Some(0);
            }
        }
        Space::Param => {}
    }
    let (low, high, bits) = extent(v, row);
    let end = high.wrapping_add(total);
    if bits & (total - 1) != 0 || end < high {
        return None;
    }
    place_range(x, space, pc, low, end)
}

/// Are the active lanes' addresses multiples of `size`, a power of two, and so many bytes in `[base, limit)` at each?
#[inline(always)]
fn are_within(v: &View, row: &[u64; LANES], base: u64, limit: u64, size: u64) -> bool {
    let Some(span) = limit.checked_sub(base).and_then(|bytes| bytes.checked_sub(size)) else { return false };
    let (mut bits, mut outside) = (0, 0);
    let mut look = |address: u64| {
        bits |= address;
        outside |= u64::from(address.wrapping_sub(base) > span);
    };
    if v.mask == FULL {
        v.each(|l| look(row[l]));
    } else {
        let some = row[v.mask.trailing_zeros() as usize & 31];
        v.each(|l| {
            let keep = u64::from(v.mask >> l & 1).wrapping_sub(1);
            look((some & keep) | (row[l] & !keep));
        });
    }
    bits & (size - 1) == 0 && outside == 0
}

/// Where the bytes of `[low, end)` are, if all are valid and in one place: the number to add to an address.
#[inline(always)]
pub(crate) fn place_range(x: &mut Context, space: Space, pc: u32, low: u64, end: u64) -> Option<u64> {
    match space {
        Space::Shared => (end <= x.shared_len).then_some(x.shared as u64),
        Space::Param => (end <= x.info.params.len() as u64).then_some(x.info.params.as_ptr() as u64),
        Space::Local => None,
        Space::Global | Space::Generic => {
            // Windows are in no table, so a generic address that is found here is a global one.
            (x.site_hit(pc, low, end) || x.site_find(pc, low, end)).then_some(0)
        }
    }
}

/// Reads one element of 2^`log2` bytes, zero-extended.
///
/// # Safety
/// `at` is valid for the element and aligned to its size.
#[inline(always)]
pub(crate) unsafe fn read_element(at: *mut u8, log2: u16) -> u64 {
    // SAFETY: the caller vouches for validity and alignment; atomics make races defined.
    unsafe {
        match log2 {
            0 => u64::from(AtomicU8::from_ptr(at).load(Relaxed)),
            1 => u64::from(AtomicU16::from_ptr(at.cast()).load(Relaxed)),
            2 => u64::from(AtomicU32::from_ptr(at.cast()).load(Relaxed)),
            _ => AtomicU64::from_ptr(at.cast()).load(Relaxed),
        }
    }
}

/// Writes one element of 2^`log2` bytes.
///
/// # Safety
/// As [`read_element`].
#[inline(always)]
pub(crate) unsafe fn write_element(at: *mut u8, log2: u16, value: u64) {
    // SAFETY: as in `read_element`.
    unsafe {
        match log2 {
            0 => AtomicU8::from_ptr(at).store(value as u8, Relaxed),
            1 => AtomicU16::from_ptr(at.cast()).store(value as u16, Relaxed),
            2 => AtomicU32::from_ptr(at.cast()).store(value as u32, Relaxed),
            _ => AtomicU64::from_ptr(at.cast()).store(value, Relaxed),
        }
    }
}

#[inline(always)]
pub(crate) fn extend(value: u64, flags: u16) -> u64 {
    if flags & mem::SIGNED == 0 {
        return value;
    }
    match flags & mem::SIZE {
        0 => value as u8 as i8 as u64,
        1 => value as u16 as i16 as u64,
        2 => value as u32 as i32 as u64,
        _ => value,
    }
}

/// Writes one lane of a data register.
#[inline(always)]
fn put_lane(v: &View, register: u32, lane: usize, value: u64, flags: u16) {
    let value = extend(value, flags);
    if flags & mem::WIDE != 0 {
        v.put_lane64(register, lane, value);
    } else {
        v.put_lane32(register, lane, value as u32);
    }
}

#[inline(always)]
fn data_lane(v: &View, register: u32, lane: usize, flags: u16) -> u64 {
    if flags & mem::WIDE != 0 { v.lane64(register, lane) } else { u64::from(v.lane32(register, lane)) }
}

/// Copies a row in pieces that are moved in registers, where the whole would be a call of `memcpy`.
///
/// # Safety
/// Both places are valid for `BYTES`, a multiple of 32, and do not overlap.
#[inline(always)]
unsafe fn copy_row<const BYTES: usize>(from: *const u8, to: *mut u8) {
    for at in (0..BYTES).step_by(32) {
        // SAFETY: the caller's contract.
        unsafe {
            to.add(at).cast::<[u64; 4]>().write_unaligned(from.add(at).cast::<[u64; 4]>().read_unaligned())
        };
    }
}

const BYTES32: usize = size_of::<Row32>();
const BYTES64: usize = size_of::<Row64>();

/// Copies neighbours in memory to a row of each view.
///
/// # Safety
/// `from` is valid for a row of each view, of 64-bit values if `wide`; `row` is one of the views' frames.
#[inline(always)]
pub(crate) unsafe fn load_rows(from: *const u8, views: &[View], row: u32, wide: bool) {
    for (n, v) in views.iter().enumerate() {
        // SAFETY: the caller's contract.
        unsafe {
            if wide {
                copy_row::<BYTES64>(from.add(n * BYTES64), v.lanes64(row).cast());
            } else {
                copy_row::<BYTES32>(from.add(n * BYTES32), v.lanes32(row).cast());
            }
        }
    }
}

/// The opposite of [`load_rows`].
///
/// # Safety
/// As [`load_rows`].
#[inline(always)]
pub(crate) unsafe fn store_rows(to: *mut u8, views: &[View], row: u32, wide: bool) {
    for (n, v) in views.iter().enumerate() {
        // SAFETY: the caller's contract.
        unsafe {
            if wide {
                copy_row::<BYTES64>(v.lanes64(row).cast_const().cast(), to.add(n * BYTES64));
            } else {
                copy_row::<BYTES32>(v.lanes32(row).cast_const().cast(), to.add(n * BYTES32));
            }
        }
    }
}

/// Executes a load.
#[inline(always)]
pub(crate) fn load(x: &mut Context, warp: &mut Warp, v: &View, i: &Inst, pc: u32, base: &Base) -> Outcome {
    let space = space_of(i.op);
    let addresses = addresses(v, i, base);
    let row = &addresses.0;
    let (log2, count) = (i.flags & mem::SIZE, 1u64 << (i.flags >> mem::VEC_SHIFT & 3));
    let total = count << log2;
    if space == Space::Local
        && count == 1
        && local_row(warp, v, row, log2).is_some_and(|word| load_local(v, i, word, row[0]))
    {
        return Ok(());
    }
    let Some(delta) = place(x, space, pc, v, row, total) else {
        return load_by_lane(x, warp, v, i, row, space, pc);
    };
    if i.flags & (mem::SIZE | mem::WIDE | mem::VOLATILE) == 2 && count == 1 {
        if space == Space::Shared && v.mask == FULL {
            load_shared32(v, i, row, delta);
        } else {
            load_row32(v, i, row, delta);
        }
        return Ok(());
    }
    if i.flags & (mem::SIZE | mem::VOLATILE) == 3 && count == 1 {
        load_row64(v, i, row, delta);
        return Ok(());
    }
    load_elements(x, v, i, row, delta, log2, count as u32);
    Ok(())
}

#[inline(always)]
fn is_coalesced(v: &View, row: &[u64; LANES], size: u64) -> bool {
    let mut off = 0;
    v.each(|l| off |= row[l] ^ row[0].wrapping_add(l as u64 * size));
    v.mask == FULL && off == 0
}

#[inline(always)]
fn load_row32(v: &View, i: &Inst, row: &[u64; LANES], delta: u64) {
    if is_coalesced(v, row, 4) {
        let from = row[0].wrapping_add(delta) as *const [u32; LANES];
        // SAFETY: `place` found all lanes valid, and they are consecutive; races: see the module's text.
        v.put32(i.d, unsafe { from.read_unaligned() });
        return;
    }
    let mut out = [0; LANES];
    for l in Lanes(v.mask) {
        // SAFETY: `place` found this lane's element valid and aligned.
        out[l] = unsafe { AtomicU32::from_ptr(row[l].wrapping_add(delta) as *mut u32) }.load(Relaxed);
    }
    v.put32(i.d, out);
}

/// Shared memory belongs to the block's worker, so plain reads do, which become vector gathers.
#[inline(always)]
fn load_shared32(v: &View, i: &Inst, row: &[u64; LANES], delta: u64) {
    let mut out = Row32::ZERO;
    v.each(|l| {
        // SAFETY: `place` found all lanes valid and aligned; no other thread touches this block's shared memory.
        out.0[l] = unsafe { *(row[l].wrapping_add(delta) as *const u32) };
    });
    v.put_row32(i.d, &out);
}

/// The words of local memory that all lanes access at one aligned address, inside the thread's memory.
#[inline(always)]
fn local_row<'w>(
    warp: &'w mut Warp,
    v: &View,
    row: &[u64; LANES],
    log2: u16,
) -> Option<&'w mut [u64; LANES]> {
    let mut differs = 0;
    v.each(|l| differs |= row[l] ^ row[0]);
    let aligned = row[0] & ((1 << log2) - 1) == 0;
    if differs != 0 || !aligned || v.mask == 0 {
        return None;
    }
    warp.local.get_mut((row[0] >> 3) as usize)
}

/// A 32-bit or 64-bit load at one local address; false for other sizes.
#[inline(always)]
fn load_local(v: &View, i: &Inst, word: &[u64; LANES], address: u64) -> bool {
    match i.flags & (mem::SIZE | mem::SIGNED | mem::WIDE) {
        2 | 6 => {
            let shift = 8 * (address & 4);
            v.put32(i.d, word.map(|w| (w >> shift) as u32));
            true
        }
        flags if flags & mem::SIZE == 3 => {
            v.put64(i.d, *word);
            true
        }
        _ => false,
    }
}

/// A 32-bit or 64-bit store at one local address; false for other sizes.
#[inline(always)]
fn store_local(v: &View, i: &Inst, word: &mut [u64; LANES], address: u64) -> bool {
    match i.flags & (mem::SIZE | mem::WIDE) {
        2 => {
            let (data, shift) = (v.get32(i.b), 8 * (address & 4));
            for l in v.lanes() {
                word[l] = (word[l] & !(0xffff_ffff << shift)) | u64::from(data[l]) << shift;
            }
            true
        }
        flags if flags & mem::SIZE == 3 => {
            let data = v.get64(i.b);
            for l in v.lanes() {
                word[l] = data[l];
            }
            true
        }
        _ => false,
    }
}

#[inline(always)]
fn load_row64(v: &View, i: &Inst, row: &[u64; LANES], delta: u64) {
    if is_coalesced(v, row, 8) {
        let from = row[0].wrapping_add(delta) as *const [u64; LANES];
        // SAFETY: `place` found all lanes valid, and they are consecutive; races: see the module's text.
        v.put64(i.d, unsafe { from.read_unaligned() });
        return;
    }
    let mut out = [0; LANES];
    for l in Lanes(v.mask) {
        // SAFETY: `place` found this lane's element valid and aligned.
        out[l] = unsafe { AtomicU64::from_ptr(row[l].wrapping_add(delta) as *mut u64) }.load(Relaxed);
    }
    v.put64(i.d, out);
}

/// Small elements, vectors and polls whose lanes are all valid.
fn load_elements(x: &Context, v: &View, i: &Inst, row: &[u64; LANES], delta: u64, log2: u16, count: u32) {
    for k in 0..count {
        let register = if count == 1 { i.d } else { x.program.ext[(i.d + k) as usize] };
        let step = delta.wrapping_add(u64::from(k) << log2);
        for lane in v.lanes() {
            // SAFETY: `place` found all elements of this lane valid and aligned.
            let value = unsafe { read_element(row[lane].wrapping_add(step) as *mut u8, log2) };
            put_lane(v, register, lane, value, i.flags);
        }
    }
}

#[inline(never)]
fn load_by_lane(
    x: &mut Context,
    warp: &mut Warp,
    v: &View,
    i: &Inst,
    row: &[u64; LANES],
    space: Space,
    pc: u32,
) -> Outcome {
    let (log2, count) = (i.flags & mem::SIZE, 1u32 << (i.flags >> mem::VEC_SHIFT & 3));
    let aligned = u64::from(count) << log2;
    // All lanes are checked before any is written.
    for lane in v.lanes() {
        resolve(x, warp, space, lane, row[lane], aligned, pc)?;
    }
    for lane in v.lanes() {
        for k in 0..count {
            let register = if count == 1 { i.d } else { x.program.ext[(i.d + k) as usize] };
            let at = resolve(x, warp, space, lane, row[lane] + (u64::from(k) << log2), 1 << log2, pc)?;
            // SAFETY: `resolve` found the element valid and aligned.
            let value = unsafe { read_element(at, log2) };
            put_lane(v, register, lane, value, i.flags);
        }
    }
    Ok(())
}

/// Executes a store.
#[inline(always)]
pub(crate) fn store(x: &mut Context, warp: &mut Warp, v: &View, i: &Inst, pc: u32, base: &Base) -> Outcome {
    let space = space_of(i.op);
    let addresses = addresses(v, i, base);
    let row = &addresses.0;
    let (log2, count) = (i.flags & mem::SIZE, 1u64 << (i.flags >> mem::VEC_SHIFT & 3));
    let total = count << log2;
    if space == Space::Local
        && count == 1
        && local_row(warp, v, row, log2).is_some_and(|word| store_local(v, i, word, row[0]))
    {
        return Ok(());
    }
    let Some(delta) = place(x, space, pc, v, row, total) else {
        return store_by_lane(x, warp, v, i, row, space, pc);
    };
    if i.flags & (mem::SIZE | mem::WIDE | mem::VOLATILE) == 2 && count == 1 && is_coalesced(v, row, 4) {
        let to = row[0].wrapping_add(delta) as *mut [u32; LANES];
        // SAFETY: `place` found all lanes valid, and they are consecutive; races: see the module's text.
        unsafe { to.write_unaligned(v.get32(i.b)) };
        return Ok(());
    }
    if i.flags & (mem::SIZE | mem::WIDE | mem::VOLATILE) == 3 | mem::WIDE
        && count == 1
        && is_coalesced(v, row, 8)
    {
        let to = row[0].wrapping_add(delta) as *mut [u64; LANES];
        // SAFETY: as above.
        unsafe { to.write_unaligned(v.get64(i.b)) };
        return Ok(());
    }
    store_elements(x, v, i, row, delta, log2, count as u32);
    Ok(())
}

fn store_elements(x: &Context, v: &View, i: &Inst, row: &[u64; LANES], delta: u64, log2: u16, count: u32) {
    for k in 0..count {
        let register = if count == 1 { i.b } else { x.program.ext[(i.b + k) as usize] };
        let step = delta.wrapping_add(u64::from(k) << log2);
        for lane in v.lanes() {
            let value = data_lane(v, register, lane, i.flags);
            // SAFETY: `place` found all elements of this lane valid and aligned.
            unsafe { write_element(row[lane].wrapping_add(step) as *mut u8, log2, value) };
        }
    }
}

#[inline(never)]
fn store_by_lane(
    x: &mut Context,
    warp: &mut Warp,
    v: &View,
    i: &Inst,
    row: &[u64; LANES],
    space: Space,
    pc: u32,
) -> Outcome {
    let (log2, count) = (i.flags & mem::SIZE, 1u32 << (i.flags >> mem::VEC_SHIFT & 3));
    let aligned = u64::from(count) << log2;
    for lane in v.lanes() {
        resolve(x, warp, space, lane, row[lane], aligned, pc)?;
    }
    for lane in v.lanes() {
        for k in 0..count {
            let register = if count == 1 { i.b } else { x.program.ext[(i.b + k) as usize] };
            let at = resolve(x, warp, space, lane, row[lane] + (u64::from(k) << log2), 1 << log2, pc)?;
            // SAFETY: `resolve` found the element valid and aligned.
            unsafe { write_element(at, log2, data_lane(v, register, lane, i.flags)) };
        }
    }
    Ok(())
}

/// `ld.param` at a fixed offset of the kernel's parameters: the same value for all lanes.
#[inline(always)]
pub(crate) fn load_param(x: &Context, v: &View, i: &Inst) {
    let (log2, count) = (i.flags & mem::SIZE, 1u32 << (i.flags >> mem::VEC_SHIFT & 3));
    let params = x.info.params.as_slice();
    for k in 0..count {
        let register = if count == 1 { i.d } else { x.program.ext[(i.d + k) as usize] };
        let value = parameter_value(params, i.x + (k << log2), i.flags);
        if i.flags & mem::WIDE != 0 {
            v.fill64(register, value);
        } else {
            v.fill32(register, value as u32);
        }
    }
}

/// The value that a load with `flags` finds at an offset of the parameters.
#[inline(always)]
pub(crate) fn parameter_value(params: &[u8], at: u32, flags: u16) -> u64 {
    extend(parameter(params, at as usize, 1 << (flags & mem::SIZE)), flags)
}

/// `size` bytes of the parameters, 8 at most, zero-extended.
#[inline(always)]
fn parameter(params: &[u8], at: usize, size: usize) -> u64 {
    if let Some(&bytes) = params.get(at..).and_then(|rest| rest.first_chunk::<8>()) {
        return u64::from_le_bytes(bytes) & (u64::MAX >> (64 - 8 * size));
    }
    let mut bytes = [0; 8];
    // Parameters are padded at launch to the kernel's size; beyond it a read gives zeros.
    if let Some(source) = params.get(at..at + size) {
        bytes[..size].copy_from_slice(source);
    }
    u64::from_le_bytes(bytes)
}

/// The host address of `size` bytes (a power of two, at most 8 in local memory unless only checked) of one lane.
pub(crate) fn resolve(
    x: &mut Context,
    warp: &mut Warp,
    space: Space,
    lane: usize,
    address: u64,
    size: u64,
    pc: u32,
) -> Outcome<*mut u8> {
    if address & (size - 1) != 0 {
        let detail = format!("an access of {size} bytes is not aligned ({})", name_of(x, pc));
        return Err(Trap::at(FaultKind::MisalignedAddress, lane, address, detail));
    }
    let end = address.checked_add(size);
    let within = |len: u64| end.is_some_and(|end| end <= len);
    let windows = x.windows;
    match space {
        Space::Generic if address >= windows.shared && address < windows.end() => {
            let (space, offset) = match (address - windows.shared) / WINDOW_BYTES {
                0 => (Space::Shared, address - windows.shared),
                1 => (Space::Local, address - windows.local),
                _ => (Space::Param, address - windows.param),
            };
            resolve(x, warp, space, lane, offset, size, pc)
        }
        Space::Global | Space::Generic => match x.find(address) {
            Some((_, limit)) if within(limit) => Ok(address as *mut u8),
            _ => Err(Trap::at(
                FaultKind::IllegalAddress,
                lane,
                address,
                format!("{} ({size} bytes, {})", x.describe(address), name_of(x, pc)),
            )),
        },
        Space::Shared if within(x.shared_len) => Ok(x.shared.wrapping_add(address as usize)),
        Space::Param if within(x.info.params.len() as u64) => {
            Ok(x.info.params.as_ptr().cast_mut().wrapping_add(address as usize))
        }
        Space::Local if within(warp.local_len()) => {
            let word = &mut warp.local[(address >> 3) as usize][lane];
            Ok(std::ptr::from_mut(word).cast::<u8>().wrapping_add(address as usize & 7))
        }
        _ => Err(Trap::at(
            FaultKind::LaunchFailure,
            lane,
            address,
            format!("{space:?} memory out of bounds ({size} bytes, {})", name_of(x, pc)),
        )),
    }
}

/// The operation at `pc`, for messages.
fn name_of(x: &Context, pc: u32) -> String {
    let function = &x.program.func_at(pc).name;
    match x.program.code.get(pc as usize) {
        Some(inst) => format!("{:?} in {function}", inst.op),
        None => function.clone(),
    }
}

/// Reads one byte at a generic address: strings of `printf` and `assert`.
pub(crate) fn read_byte(x: &mut Context, warp: &mut Warp, lane: usize, address: u64) -> Outcome<u8> {
    let at = resolve(x, warp, Space::Generic, lane, address, 1, 0)?;
    // SAFETY: `resolve` found the byte valid.
    Ok(unsafe { read_element(at, 0) } as u8)
}

/// Reads 2^`log2` bytes at a generic address.
pub(crate) fn read_value(
    x: &mut Context,
    warp: &mut Warp,
    lane: usize,
    address: u64,
    log2: u16,
) -> Outcome<u64> {
    let at = resolve(x, warp, Space::Generic, lane, address, 1 << log2, 0)?;
    // SAFETY: `resolve` found the element valid and aligned.
    Ok(unsafe { read_element(at, log2) })
}
