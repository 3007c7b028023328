//! Operations that join the lanes of a warp (shuffle, vote, match, reduction, warp barrier) and the block's barriers.
//!
//! A group that does not hold all lanes of the member mask parks at the instruction. Parked groups at instructions of the
//! same kind and mask complete together, wherever they are in the code. Lanes of one group may name different masks (tiles of a warp): each mask
//! is an operation of its own.

use super::table::Op;
use super::{fp, matrix};
use crate::exec::barrier::CLUSTER;
use crate::exec::context::{Context, Outcome, Trap};
use crate::exec::group::{Base, Group, State};
use crate::exec::run::leave_behind;
use crate::exec::view::{FULL, LANES, Lanes, View};
use crate::exec::warp::Warp;
use crate::fault::FaultKind;
use crate::wir::{Inst, TRUE};

/// Tries a warp-synchronous instruction for the group that runs; false if some of its lanes had to park.
pub(crate) fn attempt(
    x: &Context,
    warp: &mut Warp,
    index: usize,
    v: &View,
    i: &Inst,
    pc: u32,
) -> Outcome<bool> {
    if same_members(v, i) {
        if has_all(warp.live, v, i) {
            execute(x, &[(*v, *i)], v.mask);
            return Ok(true);
        }
        park(warp, index, v, pc);
        return Ok(false);
    }
    let parts: Vec<(View, bool)> =
        by_members(v, i).map(|part| (part, has_all(warp.live, &part, i))).collect();
    for (part, _) in parts.iter().filter(|(_, complete)| *complete) {
        execute(x, &[(*part, *i)], part.mask);
    }
    if parts.iter().all(|(_, complete)| *complete) {
        return Ok(true);
    }
    leave_behind(warp, index, v.mask, pc + 1);
    let group = warp.groups.swap_remove(index);
    warp.groups.extend(parts.into_iter().map(|(part, complete)| {
        let (pc, state) = if complete { (pc + 1, State::Ready) } else { (pc, State::Sync) };
        Group { pc, state, mask: part.mask, ..group.clone() }
    }));
    Ok(false)
}

/// Whether no lane of a group would have to park at the instruction.
pub(crate) fn is_complete(warp: &Warp, v: &View, i: &Inst) -> bool {
    by_members(v, i).all(|part| has_all(warp.live, &part, i))
}

/// Whether lanes that name the same member mask are all that it names and that live.
fn has_all(live: u32, part: &View, i: &Inst) -> bool {
    members(part, i) & live & !part.mask == 0
}

/// Whether all lanes name the same member mask.
fn same_members(v: &View, i: &Inst) -> bool {
    i.e == TRUE || {
        let (masks, first) = (v.get32(i.e), members(v, i));
        v.lanes().all(|lane| masks[lane] == first)
    }
}

/// The lanes of a view by the member masks that they name.
fn by_members(v: &View, i: &Inst) -> impl Iterator<Item = View> {
    let (v, masks) = (*v, v.get32(i.e));
    let mut left = v.mask;
    std::iter::from_fn(move || {
        let wanted = *masks.get(left.trailing_zeros() as usize)?;
        let lanes = Lanes(left).filter(|&l| masks[l] == wanted).fold(0, |mask, l| mask | 1 << l);
        left &= !lanes;
        Some(View { mask: lanes, ..v })
    })
}

/// Tries an instruction on matrices, which needs all threads of the warp; 0 if the group had to park, else how many instructions that
/// were: a run of products is executed in one go.
pub(crate) fn attempt_matrix(
    x: &mut Context,
    warp: &mut Warp,
    index: usize,
    v: &View,
    i: &Inst,
    pc: u32,
    base: &Base,
) -> Outcome<u32> {
    if warp.live & !v.mask != 0 {
        park(warp, index, v, pc);
        return Ok(0);
    }
    let count = matrix::run(i);
    matrices(x, warp, v, pc, count, base)?;
    Ok(count)
}

fn park(warp: &mut Warp, index: usize, v: &View, pc: u32) {
    leave_behind(warp, index, v.mask, pc + 1);
    warp.groups[index].pc = pc;
    warp.groups[index].state = State::Sync;
}

/// Executes instructions on matrices, several only if they are products, for all threads of the warp.
pub(crate) fn matrices(
    x: &mut Context,
    warp: &mut Warp,
    v: &View,
    pc: u32,
    count: u32,
    base: &Base,
) -> Outcome {
    let (program, ops) = (x.program, x.info.level.ops());
    let i = &program.code[pc as usize];
    match i.op {
        Op::Mma => {
            let run = &program.code[pc as usize..][..count as usize];
            // SAFETY: here and below: the grid's level is one that this CPU has (`Engine::with_level`).
            unsafe { (ops.products)(v, run, &program.ext) };
        }
        // SAFETY: as above.
        Op::Ldmatrix => unsafe { (ops.load_matrices)(x, warp, v, i, pc, base) }?,
        Op::Stmatrix => matrix::store(x, warp, v, i, pc, base)?,
        _ => matrix::transpose(v, i),
    }
    Ok(())
}

/// The registers of all threads that meet at an instruction on matrices, if they are in one call.
fn whole(parts: &[(View, Inst)], present: u32) -> Outcome<View> {
    let (first, _) = parts[0];
    if parts.iter().any(|(v, _)| v.rows != first.rows) {
        let detail = "the threads of a warp execute a matrix instruction in different calls";
        return Err(Trap::new(FaultKind::LaunchFailure, first.mask.trailing_zeros() as usize, detail));
    }
    Ok(View { mask: present, ..first })
}

/// The member mask, which all lanes name; the active lanes where the instruction has none.
fn members(v: &View, i: &Inst) -> u32 {
    if matrix::is_matrix(i.op) {
        return FULL;
    }
    if i.e == TRUE { v.mask } else { v.lane32(i.e, v.mask.trailing_zeros() as usize) }
}

/// Completes one parked instruction whose lanes have all arrived.
pub(crate) fn release(x: &mut Context, warp: &mut Warp) -> Outcome<bool> {
    let parked: Vec<usize> =
        (0..warp.groups.len()).filter(|&g| warp.groups[g].state == State::Sync).collect();
    for &leader in &parked {
        let (v, i) = at(x, warp, leader);
        let mask = members(&v, &i);
        let together: Vec<usize> = parked
            .iter()
            .copied()
            .filter(|&g| {
                let (v, other) = at(x, warp, g);
                let same = !matrix::is_matrix(i.op) || warp.groups[g].pc == warp.groups[leader].pc;
                other.op == i.op && members(&v, &other) == mask && same
            })
            .collect();
        let present = together.iter().fold(0, |lanes, &g| lanes | warp.groups[g].mask);
        if mask & warp.live & !present != 0 {
            continue;
        }
        let parts: Vec<(View, Inst)> = together.iter().map(|&g| at(x, warp, g)).collect();
        if matrix::is_matrix(i.op) {
            let (pc, base) = (warp.groups[leader].pc, warp.groups[leader].base);
            matrices(x, warp, &whole(&parts, present)?, pc, 1, &base)?;
        } else {
            execute(x, &parts, present);
        }
        for &g in &together {
            warp.groups[g].pc += 1;
            warp.groups[g].state = State::Ready;
        }
        return Ok(true);
    }
    Ok(false)
}

/// A parked group's registers and instruction.
fn at(x: &Context, warp: &mut Warp, index: usize) -> (View, Inst) {
    let (base, mask, pc) = (warp.groups[index].base, warp.groups[index].mask, warp.groups[index].pc);
    (warp.view(&base, mask), x.program.code[pc as usize])
}

/// Gathers a 32-bit operand of all parts; lanes outside keep what the first part's row has.
fn gather32(parts: &[(View, Inst)], operand: impl Fn(&Inst) -> u32) -> [u32; LANES] {
    let mut row = parts[0].0.get32(operand(&parts[0].1));
    for (v, i) in &parts[1..] {
        let part = v.get32(operand(i));
        for l in v.lanes() {
            row[l] = part[l];
        }
    }
    row
}

fn execute(x: &Context, parts: &[(View, Inst)], present: u32) {
    let first = &parts[0].1;
    match first.op {
        Op::Shfl => shfl(parts),
        Op::Vote => vote(parts, present),
        Op::Match => find_equal(parts, present),
        Op::Redux => redux(parts, present),
        Op::Elect => elect(parts, present),
        _ => debug_assert_eq!(first.op, Op::BarWarp),
    }
    let _ = x;
}

/// The lane a shuffle reads, and whether it is in range. `mode` 0 up, 1 down, 2 butterfly, 3 index.
#[inline(always)]
fn source_lane(mode: u16, lane: u32, b: u32, c: u32) -> (u32, bool) {
    let (b, clamp, segment) = (b & 31, c & 31, c >> 8 & 31);
    let most = (lane & segment) | (clamp & !segment);
    let least = lane & segment;
    let (from, valid) = match mode {
        0 => (lane.wrapping_sub(b), (lane as i32 - b as i32) >= most as i32),
        1 => (lane + b, lane + b <= most),
        2 => (lane ^ b, lane ^ b <= most),
        _ => (least | (b & !segment), least | (b & !segment) <= most),
    };
    if valid { (from, true) } else { (lane, false) }
}

fn shfl(parts: &[(View, Inst)]) {
    let values = gather32(parts, |i| i.a);
    for (v, i) in parts {
        let (b, c) = (v.get32(i.b), v.get32(i.c));
        let (mut out, mut valid) = ([0; LANES], 0);
        for l in v.lanes() {
            let (from, ok) = source_lane(i.flags, l as u32, b[l], c[l]);
            out[l] = values[from as usize & 31];
            valid |= u32::from(ok) << l;
        }
        v.put32(i.d, out);
        if i.x != TRUE {
            v.put_pred(i.x, valid);
        }
    }
}

/// A shuffle of a whole warp that runs as one group.
#[inline(always)]
pub(crate) fn shfl_full(v: &View, i: &Inst) {
    let (values, b, c) = (v.get32(i.a), v.get32(i.b), v.get32(i.c));
    let (mut out, mut valid) = ([0; LANES], 0);
    for l in 0..LANES {
        let (from, ok) = source_lane(i.flags, l as u32, b[l], c[l]);
        out[l] = values[from as usize & 31];
        valid |= u32::from(ok) << l;
    }
    v.put32(i.d, out);
    if i.x != TRUE {
        v.put_pred(i.x, valid);
    }
}

/// `flags`: 0 all, 1 any, 2 uni, 3 ballot.
fn vote(parts: &[(View, Inst)], present: u32) {
    let ballot = parts.iter().fold(0, |bits, (v, i)| bits | (v.pred(i.a) & v.mask));
    for (v, i) in parts {
        let answer = match i.flags {
            0 => ballot == present,
            1 => ballot != 0,
            2 => ballot == 0 || ballot == present,
            _ => {
                v.put32(i.d, [ballot; LANES]);
                continue;
            }
        };
        v.put_pred(i.d, if answer { u32::MAX } else { 0 });
    }
}

/// `match`: flag bit 0 all instead of any, bit 1 64-bit values.
fn find_equal(parts: &[(View, Inst)], present: u32) {
    let mut values = [0u64; LANES];
    for (v, i) in parts {
        for l in v.lanes() {
            values[l] = if i.flags & 2 != 0 { v.lane64(i.a, l) } else { u64::from(v.lane32(i.a, l)) };
        }
    }
    let equal_to = |value: u64| Lanes(present).filter(|&l| values[l] == value).fold(0u32, |m, l| m | 1 << l);
    for (v, i) in parts {
        let mut out = [0; LANES];
        if i.flags & 1 != 0 {
            let all = equal_to(values[present.trailing_zeros() as usize & 31]) == present;
            out = [if all { present } else { 0 }; LANES];
            if i.x != TRUE {
                v.put_pred(i.x, if all { u32::MAX } else { 0 });
            }
        } else {
            for l in v.lanes() {
                out[l] = equal_to(values[l]);
            }
        }
        v.put32(i.d, out);
    }
}

/// `flags`: 0 add, 1 min unsigned, 2 max unsigned, 3 min signed, 4 max signed, 5 and, 6 or, 7 xor.
fn redux(parts: &[(View, Inst)], present: u32) {
    let values = gather32(parts, |i| i.a);
    let lanes = Lanes(present).map(|l| values[l]);
    let Inst { flags: kind, x, .. } = parts[0].1;
    let total = match kind {
        0 => lanes.fold(0u32, u32::wrapping_add),
        1 => lanes.fold(u32::MAX, u32::min),
        2 => lanes.fold(0, u32::max),
        3 => lanes.map(|x| x as i32).fold(i32::MAX, i32::min) as u32,
        4 => lanes.map(|x| x as i32).fold(i32::MIN, i32::max) as u32,
        5 => lanes.fold(u32::MAX, |a, b| a & b),
        6 => lanes.fold(0, |a, b| a | b),
        7 => lanes.fold(0, |a, b| a ^ b),
        8 => extreme(lanes, x as u16, fp::min32),
        _ => extreme(lanes, x as u16, fp::max32),
    };
    for (v, i) in parts {
        v.put32(i.d, [total; LANES]);
    }
}

/// The least or largest of floats; `flags` as of `min`.
fn extreme(lanes: impl Iterator<Item = u32>, flags: u16, pick: fn(u32, u32) -> u32) -> u32 {
    lanes
        .map(|x| fp::minmax_flags(x, x, flags, pick))
        .reduce(|a, b| fp::minmax_flags(a, b, flags, pick))
        .unwrap_or(0)
}

fn elect(parts: &[(View, Inst)], present: u32) {
    let leader = present.trailing_zeros();
    for (v, i) in parts {
        if i.d != TRUE {
            v.put32(i.d, [leader; LANES]);
        }
        v.put_pred(i.x, 1 << (leader & 31));
    }
}

/// Kinds of block barriers, in `flags`.
pub(crate) mod bar_kind {
    pub(crate) const SYNC: u16 = 0;
    pub(crate) const ARRIVE: u16 = 1;
    pub(crate) const POPC: u16 = 2;
    pub(crate) const AND: u16 = 3;
    pub(crate) const OR: u16 = 4;
}

/// Lanes arrive at a block barrier; true if they wait.
pub(crate) fn bar(x: &mut Context, warp: &mut Warp, index: usize, v: &View, i: &Inst, pc: u32) -> bool {
    let lane = v.mask.trailing_zeros() as usize;
    let id = v.lane32(i.a, lane).min(u32::from(CLUSTER)) as u8;
    let expected = (i.b != TRUE).then(|| v.lane32(i.b, lane));
    let votes = (i.flags >= bar_kind::POPC).then(|| v.pred(i.c));
    let warps = x.info.threads().div_ceil(32) as usize;
    x.barriers.arrive(id, warps, warp.index as usize, v.mask, expected, votes);
    x.barrier_event = true;
    if i.flags == bar_kind::ARRIVE {
        return false;
    }
    leave_behind(warp, index, v.mask, pc + 1);
    warp.groups[index].pc = pc;
    warp.groups[index].state = State::Barrier(id);
    true
}
