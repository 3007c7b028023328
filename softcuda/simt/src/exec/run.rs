//! The run loop: one group of lanes until it meets another, waits, exits or has used its fuel.

use super::context::{Context, Outcome, Trap};
use super::group::{self, Frame, Group, State};
use super::view::{FULL, View};
use super::warp::Warp;
use crate::fault::FaultKind;
use crate::ops::table::Op;
use crate::ops::{atomic, mbarrier, misc, sync, system, texture};
use crate::wir::{Inst, TRUE, mem};

/// Why the loop gave the warp back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// Groups changed or may meet: choose again.
    Regroup,
    /// The group jumped back often enough: another may run.
    Tired,
}

/// Why a warp stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WarpStop {
    /// No group is ready; all have exited if there is none.
    Blocked,
    /// The fuel of its turn is used up.
    Fuel,
}

/// Fuel of a warp's turn while other warps of the block may run.
const WARP_TURN: i64 = 20_000;
/// Fuel of a group's turn while other groups of the warp may run.
const GROUP_TURN: i64 = 4_000;

/// Runs a warp until no group of it is ready or its turn is over.
pub(crate) fn run_warp(x: &mut Context, warp: &mut Warp) -> Outcome<WarpStop> {
    let end_of_turn = x.fuel - WARP_TURN;
    loop {
        if warp.groups.len() > 1 {
            group::merge(&mut warp.groups);
        }
        if warp.groups.iter().any(|g| g.state == State::Sync) && sync::release(x, warp)? {
            continue;
        }
        let Some(index) = group::choose(&mut warp.groups) else {
            return Ok(WarpStop::Blocked);
        };
        let step = if warp.groups.len() == 1 {
            run_group::<true>(x, warp, index, u32::MAX, end_of_turn)?
        } else {
            let limit = group::meeting_point(&warp.groups, index);
            run_group::<false>(x, warp, index, limit, (x.fuel - GROUP_TURN).max(end_of_turn))?
        };
        if step == Step::Tired {
            // `index` still names the group: only exits and splits move groups, and they regroup.
            warp.groups[index].tired = true;
        }
        if x.fuel <= end_of_turn {
            return Ok(WarpStop::Fuel);
        }
    }
}

/// Runs one group, `ALONE` in its warp or not, until something concerns the others.
fn run_group<const ALONE: bool>(
    x: &mut Context,
    warp: &mut Warp,
    index: usize,
    limit: u32,
    fuel_floor: i64,
) -> Outcome<Step> {
    let program = x.program;
    let ops = x.info.level.ops();
    let code = program.code.as_slice();
    let group = &warp.groups[index];
    let mut pc = group.pc;
    let lanes = group.mask;
    let base = group.base;
    let mut v = warp.view(&base, lanes);
    let first = pc;
    loop {
        let mut i = &code[pc as usize];
        // Straight arithmetic: nearly everything.
        while i.guard == TRUE && i.op < Op::Nop && (ALONE || pc < limit) {
            let run = 1 + i.run() as usize;
            // SAFETY: here and below: the grid's level is one that this CPU has (`Engine::with_level`).
            unsafe { ops.alu[i.op as usize](&v, &code[pc as usize..][..run]) };
            pc += run as u32;
            i = &code[pc as usize];
        }
        if !ALONE && pc >= limit && pc != first {
            warp.groups[index].pc = pc;
            return Ok(Step::Regroup);
        }
        let mask = if i.guard == TRUE { lanes } else { lanes & v.pred(i.guard) };
        // Written only where it changes: handlers read it at once.
        if i.guard != TRUE {
            v.mask = mask;
        }
        if i.op < Op::Nop {
            if mask != 0 {
                // SAFETY: as above.
                unsafe { ops.alu[i.op as usize](&v, std::slice::from_ref(i)) };
            }
            if i.guard != TRUE {
                v.mask = lanes;
            }
            pc += 1;
            continue;
        }
        if i.op == Op::Bra {
            if mask == lanes {
                if i.x <= pc {
                    x.fuel -= i64::from(pc - i.x) + 1;
                    if x.fuel <= fuel_floor || !ALONE {
                        warp.groups[index].pc = i.x;
                        return Ok(if x.fuel <= fuel_floor { Step::Tired } else { Step::Regroup });
                    }
                }
                pc = i.x;
                continue;
            }
            if mask == 0 {
                v.mask = lanes;
                pc += 1;
                continue;
            }
            if i.x <= pc {
                x.fuel -= i64::from(pc - i.x) + 1;
            }
            split(warp, index, mask, i.x, pc + 1);
            return Ok(Step::Regroup);
        }
        if mask == 0 {
            v.mask = lanes;
            pc += 1;
            continue;
        }
        match i.op {
            Op::LdGlobal | Op::LdShared | Op::LdLocal | Op::LdParamReg | Op::LdGeneric => {
                // SAFETY: as above.
                unsafe { (ops.load)(x, warp, &v, i, pc, &base) }?;
                if i.flags & mem::VOLATILE != 0 {
                    x.poll();
                }
            }
            Op::StGlobal | Op::StShared | Op::StLocal | Op::StGeneric => {
                // SAFETY: as above.
                unsafe { (ops.store)(x, warp, &v, i, pc, &base) }?;
            }
            // SAFETY: as above.
            Op::LdParam => unsafe { (ops.load_param)(x, &v, i) },
            // SAFETY: as above.
            Op::Special32 => unsafe { (ops.special32)(x, warp, &v, i) },
            // SAFETY: as above.
            Op::Lop3 => unsafe { (ops.lop3)(&v, i) },
            // SAFETY: as above.
            Op::Shfl if mask == FULL && lanes == FULL => unsafe { (ops.shuffle)(&v, i) },
            Op::Shfl | Op::Vote | Op::Match | Op::Redux | Op::BarWarp | Op::Elect => {
                if !sync::attempt(x, warp, index, &v, i, pc)? {
                    return Ok(Step::Regroup);
                }
            }
            Op::Mma | Op::Ldmatrix | Op::Stmatrix | Op::Movmatrix => {
                match sync::attempt_matrix(x, warp, index, &v, i, pc, &base)? {
                    0 => return Ok(Step::Regroup),
                    count => pc += count - 1,
                }
            }
            Op::Atom => atomic::atom(x, warp, &v, i, pc)?,
            Op::Tex => texture::texture(x, warp, &v, i, pc)?,
            Op::Surf => texture::surface(x, warp, &v, i, pc)?,
            Op::Bar => {
                if sync::bar(x, warp, index, &v, i, pc) {
                    return Ok(Step::Regroup);
                }
            }
            Op::Call | Op::CallReg => {
                x.fuel -= 16;
                enter(x, warp, index, &v, i, pc)?;
                return Ok(Step::Regroup);
            }
            Op::Ret => {
                leave(x, warp, index, mask, pc);
                return Ok(Step::Regroup);
            }
            Op::Exit => {
                warp.groups[index].pc = pc + 1;
                warp.exit(index, mask);
                x.barrier_event = true;
                return Ok(Step::Regroup);
            }
            Op::Brx => {
                x.fuel -= 16;
                branch_indexed(x, warp, index, &v, i, pc)?;
                return Ok(Step::Regroup);
            }
            Op::CallBuiltin => system::call(x, warp, &v, i)?,
            Op::Nanosleep => {
                x.poll();
                if !ALONE {
                    warp.groups[index].pc = pc + 1;
                    return Ok(Step::Tired);
                }
            }
            Op::Mbarrier => mbarrier::execute(x, warp, &v, i, pc, &base)?,
            _ => misc::execute(x, warp, &v, i, &base)?,
        }
        v.mask = lanes;
        pc += 1;
    }
}

/// Sends the lanes of `mask` to `target` and the others of the group to `next`.
fn split(warp: &mut Warp, index: usize, mask: u32, target: u32, next: u32) {
    let group = &mut warp.groups[index];
    let taken = Group { pc: target, mask, ..group.clone() };
    group.pc = next;
    group.mask &= !mask;
    warp.groups.push(taken);
}

/// Lets the lanes outside `mask` go on at `next`, so that the group's other lanes can do something else.
pub(crate) fn leave_behind(warp: &mut Warp, index: usize, mask: u32, next: u32) {
    let group = &mut warp.groups[index];
    let rest = group.mask & !mask;
    if rest != 0 {
        let others = Group { pc: next, mask: rest, ..group.clone() };
        group.mask = mask;
        warp.groups.push(others);
    }
}

/// Direct and indirect calls: the lanes of each target get a frame.
fn enter(x: &mut Context, warp: &mut Warp, index: usize, v: &View, i: &Inst, pc: u32) -> Outcome {
    leave_behind(warp, index, v.mask, pc + 1);
    let mut left = v.mask;
    // Before frames are made: that may move the rows.
    let pointers = if i.op == Op::Call { [0; 32] } else { v.get64(i.a) };
    while left != 0 {
        let (func, lanes) = if i.op == Op::Call { (i.x, left) } else { target(x, &pointers, left)? };
        let caller = warp.groups[index].base;
        let base = warp.push_frame(x.info, &caller, func, lanes)?;
        let mut callee = warp.groups[index].clone();
        callee.frames.push(Frame { pc: pc + 1, base: caller });
        callee.base = base;
        callee.pc = x.program.funcs[func as usize].entry;
        callee.mask = lanes;
        left &= !lanes;
        if left == 0 {
            warp.groups[index] = callee;
        } else {
            warp.groups.push(callee);
        }
    }
    Ok(())
}

/// The function that the first lane of `left` calls through its pointer, and all lanes that call the same one.
fn target(x: &Context, pointers: &[u64; 32], left: u32) -> Outcome<(u32, u32)> {
    let lane = left.trailing_zeros() as usize;
    let pointer = pointers[lane];
    let Ok(at) = x.program.targets.binary_search_by_key(&pointer, |t| t.0) else {
        return Err(Trap::at(
            FaultKind::InvalidPc,
            lane,
            pointer,
            "call through a pointer that is no function of this module",
        ));
    };
    let same = |l: usize| left >> l & 1 != 0 && pointers[l] == pointer;
    let lanes = (0..32).filter(|&l| same(l)).fold(0, |mask, l| mask | 1 << l);
    Ok((x.program.targets[at].1, lanes))
}

/// Returns the lanes of `mask` to their caller; from the kernel itself they exit.
fn leave(x: &mut Context, warp: &mut Warp, index: usize, mask: u32, pc: u32) {
    leave_behind(warp, index, mask, pc + 1);
    let group = &mut warp.groups[index];
    match group.frames.pop() {
        Some(frame) => {
            group.pc = frame.pc;
            group.base = frame.base;
        }
        None => {
            warp.exit(index, mask);
            x.barrier_event = true;
        }
    }
}

/// `brx.idx`: `x` is the target list's place in the side table, `e` its length, `a` the index.
fn branch_indexed(x: &Context, warp: &mut Warp, index: usize, v: &View, i: &Inst, pc: u32) -> Outcome {
    leave_behind(warp, index, v.mask, pc + 1);
    let indices = v.get32(i.a);
    let mut left = v.mask;
    while left != 0 {
        let lane = left.trailing_zeros() as usize;
        let choice = indices[lane];
        if choice >= i.e {
            return Err(Trap::new(FaultKind::InvalidPc, lane, "branch index beyond its target list"));
        }
        let lanes =
            (0..32).filter(|&l| left >> l & 1 != 0 && indices[l] == choice).fold(0, |mask, l| mask | 1 << l);
        left &= !lanes;
        let mut taken =
            Group { mask: lanes, pc: x.program.ext[(i.x + choice) as usize], ..warp.groups[index].clone() };
        if left == 0 {
            std::mem::swap(&mut warp.groups[index], &mut taken);
        } else {
            warp.groups.push(taken);
        }
    }
    Ok(())
}
