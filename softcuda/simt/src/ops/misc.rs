//! The operations outside the hot loop's arithmetic: rare, slow by nature, or scalar.

use std::sync::atomic::{Ordering, fence};

use softcuda_ptx::SpecialReg;

use super::cvt::Conversion;
use super::fp::{self, MathOp, RoundedOp, Rounding, canon32, flush32, flush64, is_nan32, sat32, sat64};
use super::half::{Format, HalfKind, half_lane};
use super::memory::{self, Space, resolve};
use super::table::Op;
use super::{bulk, exact, int, mbarrier, special};
use crate::exec::context::{Context, Outcome, Trap};
use crate::exec::group::Base;
use crate::exec::view::{LANES, View};
use crate::exec::warp::Warp;
use crate::fault::FaultKind;
use crate::memory::WINDOW_BYTES;
use crate::wir::{Inst, cmp, fp as flag, mem};

/// Three-input logic.
#[inline(always)]
pub(crate) fn lop3(v: &View, i: &Inst) {
    let (a, b, c) = (v.row32(i.a), v.row32(i.b), v.row32(i.c));
    let table = u32::from(i.flags);
    let mut r = [0; LANES];
    v.each(|l| r[l] = int::lop3(a.at(l), b.at(l), c.at(l), table));
    v.put32(i.d, r);
}

/// Executes an operation that is neither arithmetic nor control.
#[inline(never)]
pub(crate) fn execute(x: &mut Context, warp: &mut Warp, v: &View, i: &Inst, base: &Base) -> Outcome {
    let lane = v.mask.trailing_zeros() as usize;
    match i.op {
        Op::Nop => {}
        Op::Dp2a => lanes32(v, i, |a, b, c| int::dp2a(a, b, c, i.flags)),
        Op::Rounded32 => rounded32(v, i),
        Op::Rounded64 => rounded64(v, i),
        Op::Math32 => math32(v, i),
        Op::Math64 => {
            let op = MathOp::from_code(i.x);
            let flush = |bits| if i.flags & flag::FTZ != 0 { flush64(bits) } else { bits };
            let result = |a| flush(fp::math(op, f64::from_bits(flush(a))).to_bits());
            v.put64(i.d, v.get64(i.a).map(result));
        }
        Op::Half => {
            let kind = HalfKind::from_code(i.x);
            lanes32(v, i, |a, b, c| half_lane(kind, i.flags, a, b, c));
        }
        Op::SetHalf => set_half(v, i),
        Op::Cvt => convert(v, i),
        Op::Testp => testp(v, i),
        Op::Special64 => v.put64(i.d, special::special(x, register(i), warp.index)),
        Op::FrameAddr => v.put64(i.d, [u64::from(base.local + i.x); LANES]),
        Op::Fence => fence(Ordering::SeqCst),
        Op::Isspacep => isspacep(x, v, i),
        Op::CpAsync => copy_async(x, warp, v, i)?,
        Op::Bulk => bulk::execute(x, warp, v, i)?,
        Op::PendingCount => {
            v.put32(i.d, v.get64(i.a).map(mbarrier::pending_count));
        }
        Op::Activemask => v.put32(i.d, [v.mask; LANES]),
        Op::Trap => {
            return Err(Trap::new(FaultKind::LaunchFailure, lane, "the kernel executed a trap instruction"));
        }
        _ => {
            let name = x.program.names.get(i.x as usize).map_or("?", String::as_str);
            return Err(Trap::new(
                FaultKind::IllegalInstruction,
                lane,
                format!("instruction '{name}' is not supported"),
            ));
        }
    }
    Ok(())
}

fn register(i: &Inst) -> SpecialReg {
    SpecialReg::ALL[i.x as usize % SpecialReg::ALL.len()]
}

fn lanes32(v: &View, i: &Inst, f: impl Fn(u32, u32, u32) -> u32) {
    let (a, b, c) = (v.get32(i.a), v.get32(i.b), v.get32(i.c));
    let mut r = [0; LANES];
    for l in v.lanes() {
        r[l] = f(a[l], b[l], c[l]);
    }
    v.put32(i.d, r);
}

fn finish32(bits: u32, flags: u16) -> u32 {
    let bits = canon32(bits);
    let bits = if flags & flag::FTZ != 0 { flush32(bits) } else { bits };
    if flags & flag::SAT != 0 { sat32(bits) } else { bits }
}

/// Kind in `x`, mode in `e`.
fn rounded32(v: &View, i: &Inst) {
    let (op, mode) = (RoundedOp::from_code(i.x), Rounding::from_code(i.e));
    let input = |bits: u32| f32::from_bits(if i.flags & flag::FTZ != 0 { flush32(bits) } else { bits });
    lanes32(v, i, |a, b, c| {
        finish32(fp::rounded32(op, mode, input(a), input(b), input(c)).to_bits(), i.flags)
    });
}

fn rounded64(v: &View, i: &Inst) {
    let (op, mode) = (RoundedOp::from_code(i.x), Rounding::from_code(i.e));
    let (a, b, c) = (v.get64(i.a), v.get64(i.b), v.get64(i.c));
    let mut r = [0; LANES];
    for l in v.lanes() {
        let bits =
            exact::rounded64(op, mode, f64::from_bits(a[l]), f64::from_bits(b[l]), f64::from_bits(c[l]))
                .to_bits();
        r[l] = if i.flags & flag::SAT != 0 { sat64(bits) } else { bits };
    }
    v.put64(i.d, r);
}

fn math32(v: &View, i: &Inst) {
    let op = MathOp::from_code(i.x);
    let a = v.get32(i.a);
    let mut r = [0; LANES];
    for l in v.lanes() {
        let input = if i.flags & flag::FTZ != 0 { flush32(a[l]) } else { a[l] };
        let result = fp::math(op, f64::from(f32::from_bits(input))) as f32;
        r[l] = finish32(result.to_bits(), i.flags);
    }
    v.put32(i.d, r);
}

/// Comparisons of halves: `e` is 0 eq, 1 lt, 2 le, 3 ordered ne, 4 nan; `x` the format and whether the upper half is meant.
fn set_half(v: &View, i: &Inst) {
    let kind = HalfKind::from_code(i.x);
    let (a, b) = (v.get32(i.a), v.get32(i.b));
    let mut bits = 0;
    for l in v.lanes() {
        let shift = if kind.packed { 16 } else { 0 };
        let read = |row: u32| {
            let wide = kind.format.to_f32((row >> shift) as u16);
            let flushes = i.flags & cmp::FTZ != 0 && kind.format == Format::F16;
            if flushes && wide.abs() < 6.103_515_6e-5 { 0.0 * wide } else { wide }
        };
        let (p, q) = (read(a[l]), read(b[l]));
        let holds = match i.e {
            0 => p == q,
            1 => p < q,
            2 => p <= q,
            3 => p != q && !p.is_nan() && !q.is_nan(),
            _ => p.is_nan() || q.is_nan(),
        };
        bits |= u32::from(holds) << l;
    }
    super::alu::put_comparison(v, i, bits);
}

/// Any conversion; `flags` say whether source and destination are 64-bit rows.
fn convert(v: &View, i: &Inst) {
    let conversion = Conversion::from_code(i.x);
    let (from_wide, to_wide) = (i.flags & 1 != 0, i.flags & 2 != 0);
    for l in v.lanes() {
        let bits = if from_wide { v.lane64(i.a, l) } else { u64::from(v.lane32(i.a, l)) };
        let result = conversion.apply(bits);
        if to_wide { v.put_lane64(i.d, l, result) } else { v.put_lane32(i.d, l, result as u32) }
    }
}

/// `testp`: `e` is 0 finite, 1 infinite, 2 number, 3 NaN, 4 normal, 5 subnormal; flag bit 0: double precision.
fn testp(v: &View, i: &Inst) {
    let mut bits = 0;
    for l in v.lanes() {
        let (is_nan, infinite, normal, subnormal) = if i.flags & 1 != 0 {
            let x = f64::from_bits(v.lane64(i.a, l));
            (x.is_nan(), x.is_infinite(), x.is_normal(), x.is_subnormal())
        } else {
            let x = f32::from_bits(v.lane32(i.a, l));
            (is_nan32(x.to_bits()), x.is_infinite(), x.is_normal(), x.is_subnormal())
        };
        let holds = match i.e {
            0 => !is_nan && !infinite,
            1 => infinite,
            2 => !is_nan,
            3 => is_nan,
            4 => normal,
            _ => subnormal,
        };
        bits |= u32::from(holds) << l;
    }
    v.put_pred(i.d, bits);
}

/// `e` is 0 global, 1 shared, 2 local, 3 param.
fn isspacep(x: &Context, v: &View, i: &Inst) {
    let a = v.get64(i.a);
    let windows = [windows_end(x), x.windows.shared, x.windows.local, x.windows.param];
    let mut bits = 0;
    for l in v.lanes() {
        let inside = |base: u64| a[l] >= base && a[l] < base + WINDOW_BYTES;
        let holds = match i.e {
            0 => !(a[l] >= x.windows.shared && a[l] < windows_end(x)),
            n => inside(windows[(n & 3) as usize]),
        };
        bits |= u32::from(holds) << l;
    }
    v.put_pred(i.d, bits);
}

fn windows_end(x: &Context) -> u64 {
    x.windows.param + WINDOW_BYTES
}

/// `cp.async`: shared address in `a` (+ `x`), global address in `b` (+ `c` as an offset), bytes in `e`, how many of them to
/// copy in row `d` (the rest is zero). Copies at once; group counters then have nothing to wait for.
fn copy_async(x: &mut Context, warp: &mut Warp, v: &View, i: &Inst) -> Outcome {
    let to = memory::addresses(v, i, &Base::default()).0;
    let from_inst =
        Inst { a: i.b, x: i.c, flags: if i.flags & mem::SIGNED != 0 { mem::ADDR32 } else { 0 }, ..*i };
    let from = memory::addresses(v, &from_inst, &Base::default()).0;
    let size = u64::from(i.e);
    for lane in v.lanes() {
        let wanted = u64::from(v.lane32(i.d, lane)).min(size);
        let target = resolve(x, warp, Space::Shared, lane, to[lane], size, 0)?;
        if wanted == size {
            let source = resolve(x, warp, Space::Generic, lane, from[lane], size, 0)?;
            // SAFETY: `resolve` found `size` bytes at both places valid; they may overlap only through a race.
            unsafe { std::ptr::copy(source, target, size as usize) };
            continue;
        }
        for at in 0..size {
            let byte = if at < wanted { memory::read_byte(x, warp, lane, from[lane] + at)? } else { 0 };
            // SAFETY: `resolve` found all `size` bytes at the target valid.
            unsafe { memory::write_element(target.wrapping_add(at as usize), 0, u64::from(byte)) };
        }
    }
    Ok(())
}
