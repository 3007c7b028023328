//! Atomic read-modify-write, lane by lane in lane order.
//!
//! Global memory is shared with other workers and the host: real atomics. Shared memory belongs to the block's worker, but the
//! same code serves it: an uncontended atomic costs a few nanoseconds.

use std::sync::atomic::{AtomicU16, AtomicU32, AtomicU64, Ordering::SeqCst};

use super::half::{Format, HalfKind, HalfOp, half_lane};
use super::memory::{Space, resolve};
use super::{fp, table::Op};
use crate::exec::context::{Context, Outcome};
use crate::exec::group::Base;
use crate::exec::view::View;
use crate::exec::warp::Warp;
use crate::wir::{Inst, TRUE, mem};

/// What an atomic does; the type is part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum AtomOp {
    Add,
    AddF32,
    AddF64,
    AddF16,
    AddBf16,
    AddF16x2,
    AddBf16x2,
    MinU,
    MaxU,
    MinS,
    MaxS,
    MinF16,
    MaxF16,
    MinBf16,
    MaxBf16,
    MinF16x2,
    MaxF16x2,
    MinBf16x2,
    MaxBf16x2,
    And,
    Or,
    Xor,
    Exch,
    Cas,
    Inc,
    Dec,
}

pub(crate) const ATOM_OPS: [AtomOp; 26] = {
    use AtomOp::*;
    [
        Add, AddF32, AddF64, AddF16, AddBf16, AddF16x2, AddBf16x2, MinU, MaxU, MinS, MaxS, MinF16, MaxF16,
        MinBf16, MaxBf16, MinF16x2, MaxF16x2, MinBf16x2, MaxBf16x2, And, Or, Xor, Exch, Cas, Inc, Dec,
    ]
};

const SPACES: [Space; 3] = [Space::Generic, Space::Global, Space::Shared];

/// The `e` field of an atomic.
pub(crate) fn code(op: AtomOp, space: Space) -> u32 {
    let space = SPACES.iter().position(|&s| s == space).unwrap_or(0) as u32;
    op as u32 | space << 8
}

/// Executes an atomic. One that changes nothing (a failed compare-and-swap, an exchange of equals) is a poll.
#[inline(never)]
pub(crate) fn atom(x: &mut Context, warp: &mut Warp, v: &View, i: &Inst, pc: u32) -> Outcome {
    debug_assert_eq!(i.op, Op::Atom);
    let op = ATOM_OPS[(i.e & 0xff) as usize % ATOM_OPS.len()];
    let space = SPACES[(i.e >> 8) as usize % SPACES.len()];
    let row = super::memory::addresses(v, i, &Base::default()).0;
    let log2 = i.flags & mem::SIZE;
    // All elements of a vector, whose first is this one.
    let whole = log2 + (i.flags >> mem::VEC_SHIFT & 3);
    for lane in v.lanes() {
        resolve(x, warp, space, lane, row[lane], 1 << whole, pc)?;
    }
    let mut idle = true;
    for lane in v.lanes() {
        let at = resolve(x, warp, space, lane, row[lane], 1 << log2, pc)?;
        let wide = i.flags & mem::WIDE != 0;
        let get = |r: u32| if wide { v.lane64(r, lane) } else { u64::from(v.lane32(r, lane)) };
        let (b, c) = (get(i.b), if op == AtomOp::Cas { get(i.c) } else { 0 });
        // SAFETY: `resolve` found the element valid and aligned.
        let old = unsafe { update(at, log2, op, b, c) };
        idle &= is_idle(op, old, b);
        if i.d != TRUE {
            if wide { v.put_lane64(i.d, lane, old) } else { v.put_lane32(i.d, lane, old as u32) }
        }
    }
    if idle {
        x.poll();
    }
    Ok(())
}

/// Did the memory keep its value, as far as is cheap to tell?
fn is_idle(op: AtomOp, old: u64, b: u64) -> bool {
    match op {
        AtomOp::Cas => old != b,
        AtomOp::Exch => old == b,
        AtomOp::Add | AtomOp::Or | AtomOp::Xor => b == 0,
        _ => false,
    }
}

/// # Safety
/// `at` is valid for 2^`log2` bytes and aligned.
pub(crate) unsafe fn update(at: *mut u8, log2: u16, op: AtomOp, b: u64, c: u64) -> u64 {
    match log2 {
        // SAFETY: the caller vouches for validity and alignment.
        0 | 1 => unsafe { AtomicU16::from_ptr(at.cast()) }
            .fetch_update(SeqCst, SeqCst, |old| Some(apply16(op, old, b, c)))
            .map_or_else(u64::from, u64::from),
        // SAFETY: as above.
        2 => u64::from(update32(unsafe { AtomicU32::from_ptr(at.cast()) }, op, b as u32, c as u32)),
        // SAFETY: as above.
        _ => update64(unsafe { AtomicU64::from_ptr(at.cast()) }, op, b, c),
    }
}

fn update32(cell: &AtomicU32, op: AtomOp, b: u32, c: u32) -> u32 {
    match op {
        AtomOp::Add => cell.fetch_add(b, SeqCst),
        AtomOp::And => cell.fetch_and(b, SeqCst),
        AtomOp::Or => cell.fetch_or(b, SeqCst),
        AtomOp::Xor => cell.fetch_xor(b, SeqCst),
        AtomOp::Exch => cell.swap(b, SeqCst),
        AtomOp::MinU => cell.fetch_min(b, SeqCst),
        AtomOp::MaxU => cell.fetch_max(b, SeqCst),
        AtomOp::Cas => cell.compare_exchange(b, c, SeqCst, SeqCst).unwrap_or_else(|old| old),
        _ => cell.fetch_update(SeqCst, SeqCst, |old| Some(apply32(op, old, b))).unwrap_or_else(|old| old),
    }
}

fn half(op: AtomOp, old: u32, b: u32) -> u32 {
    use AtomOp::*;
    let what = match op {
        AddF16 | AddBf16 | AddF16x2 | AddBf16x2 => HalfOp::Add,
        MinF16 | MinBf16 | MinF16x2 | MinBf16x2 => HalfOp::Min,
        _ => HalfOp::Max,
    };
    let format = if matches!(op, AddBf16 | AddBf16x2 | MinBf16 | MaxBf16 | MinBf16x2 | MaxBf16x2) {
        Format::Bf16
    } else {
        Format::F16
    };
    let packed = matches!(op, AddF16x2 | AddBf16x2 | MinF16x2 | MaxF16x2 | MinBf16x2 | MaxBf16x2);
    half_lane(HalfKind { op: what, format, packed }, 0, old, b, 0)
}

fn apply32(op: AtomOp, old: u32, b: u32) -> u32 {
    match op {
        AtomOp::AddF32 => fp::canon32((f32::from_bits(old) + f32::from_bits(b)).to_bits()),
        AtomOp::MinS => (old as i32).min(b as i32) as u32,
        AtomOp::MaxS => (old as i32).max(b as i32) as u32,
        AtomOp::Inc => {
            if old >= b {
                0
            } else {
                old + 1
            }
        }
        AtomOp::Dec => {
            if old == 0 || old > b {
                b
            } else {
                old - 1
            }
        }
        _ => half(op, old, b),
    }
}

fn apply16(op: AtomOp, old: u16, b: u64, c: u64) -> u16 {
    match op {
        AtomOp::Cas => {
            if u64::from(old) == b & 0xffff {
                c as u16
            } else {
                old
            }
        }
        AtomOp::Exch => b as u16,
        _ => half(op, u32::from(old), b as u32) as u16,
    }
}

fn update64(cell: &AtomicU64, op: AtomOp, b: u64, c: u64) -> u64 {
    match op {
        AtomOp::Add => cell.fetch_add(b, SeqCst),
        AtomOp::And => cell.fetch_and(b, SeqCst),
        AtomOp::Or => cell.fetch_or(b, SeqCst),
        AtomOp::Xor => cell.fetch_xor(b, SeqCst),
        AtomOp::Exch => cell.swap(b, SeqCst),
        AtomOp::MinU => cell.fetch_min(b, SeqCst),
        AtomOp::MaxU => cell.fetch_max(b, SeqCst),
        AtomOp::Cas => cell.compare_exchange(b, c, SeqCst, SeqCst).unwrap_or_else(|old| old),
        _ => cell.fetch_update(SeqCst, SeqCst, |old| Some(apply64(op, old, b))).unwrap_or_else(|old| old),
    }
}

fn apply64(op: AtomOp, old: u64, b: u64) -> u64 {
    match op {
        AtomOp::AddF64 => (f64::from_bits(old) + f64::from_bits(b)).to_bits(),
        AtomOp::MinS => (old as i64).min(b as i64) as u64,
        AtomOp::MaxS => (old as i64).max(b as i64) as u64,
        AtomOp::Inc => {
            if old >= b {
                0
            } else {
                old + 1
            }
        }
        _ => {
            if old == 0 || old > b {
                b
            } else {
                old - 1
            }
        }
    }
}
