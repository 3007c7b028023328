//! A convoy: all warps of a block at the same instruction, run together.
//!
//! While nothing has diverged, an instruction is looked at once for the block. What is linear in its threads ([`Linear`]: indices, addresses,
//! loop counters) is one value instead of a row in every warp; loads and stores of neighbours are one check of the range and copies of rows;
//! everything else is done by the same handlers as ever, for one warp after another. Rows of linear values are written only when a handler reads
//! them. Whatever the convoy does not know, or would diverge at, ends it: all rows are written, and the warps go on by themselves.
//!
//! Frames that do not fit the first-level cache together are better run warp by warp ([`CACHE`]).

mod arithmetic;
mod matrix;
mod memory;

use softcuda_ptx::SpecialReg;

use super::context::{Context, GridInfo, Outcome};
use super::group::Base;
use super::linear::{self, Linear};
use super::view::{FULL, View};
use super::warp::Warp;
use crate::ops::operands::{Field, Operands, operands};
use crate::ops::sync::bar_kind;
use crate::ops::table::Op;
use crate::ops::{atomic, misc, sync};
use crate::wir::{Inst, NOT, ROW32, Row64, TRUE};

/// Most bytes of rows of a block that runs as a convoy. Rows of linear values are seldom touched, so twice what the first cache of common
/// processors holds: measured, a grid-stride loop with 40 KiB of rows takes half the time as a convoy, one with 110 KiB is slower.
const CACHE: usize = 64 << 10;
/// Most warps of a block.
const WARPS: usize = 32;

/// Where a value is; bits, so that several can be looked at in one go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
enum Home {
    /// In the warps' rows.
    Rows = 1,
    /// In the slot alone.
    Slot = 2,
    /// In both.
    Both = 4,
}

const ROWS: u8 = Home::Rows as u8;
const SLOT: u8 = Home::Slot as u8;

/// What is known of the value of a row.
#[derive(Clone, Copy, Debug)]
struct Slot {
    value: Linear,
    wide: bool,
}

/// What is known of a frame's rows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Slots {
    homes: Vec<Home>,
    slots: Vec<Slot>,
}

impl Slots {
    fn new(count: usize) -> Slots {
        let slot = Slot { value: Linear::uniform(0), wide: false };
        Slots { homes: vec![Home::Rows; count], slots: vec![slot; count] }
    }

    fn copy(&mut self, from: &Slots) {
        self.homes.clear();
        self.homes.extend_from_slice(&from.homes);
        self.slots.clear();
        self.slots.extend_from_slice(&from.slots);
    }

    fn set(&mut self, row: u32, wide: bool, value: Linear, home: Home) {
        self.homes[slot(row)] = home;
        self.slots[slot(row)] = Slot { value, wide };
    }

    fn home(&mut self, row: u32) -> &mut Home {
        &mut self.homes[slot(row)]
    }
}

/// What is known of a predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Known {
    value: bool,
    home: Home,
}

/// The slots of a kernel's frame as a block of the grid begins: constants, parameters, thread indices. None if its blocks do not run as convoys.
pub(crate) fn slots(info: &GridInfo) -> Option<Slots> {
    let kernel = &info.program.funcs[0];
    let warps = info.threads().div_ceil(32) as usize;
    if !info.config.convoys || warps > WARPS || warps * kernel.rows as usize > CACHE {
        return None;
    }
    let mut slots = Slots::new((kernel.rows / ROW32) as usize);
    for fill in &info.fills[0] {
        let value = if fill.wide { fill.value } else { fill.value & 0xffff_ffff };
        slots.set(fill.at, fill.wide, Linear::uniform(value), Home::Both);
    }
    for (at, index) in kernel.tids.iter().zip(linear::thread_index(info.block)) {
        if let (Some(at), Some(value)) = (at, index) {
            slots.set(*at, false, value, Home::Both);
        }
    }
    Some(slots)
}

fn slot(row: u32) -> usize {
    (row / ROW32) as usize
}

/// How the convoy's run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// All threads have exited.
    Exited,
    /// The warps go on by themselves at this instruction.
    Parted(u32),
    /// The fuel is used up; the convoy can go on at this instruction.
    Fuel(u32),
}

/// What an instruction does to the convoy.
enum Flow {
    /// On to the instruction so many further.
    Next(u32),
    Jump(u32),
    Exited,
    /// The convoy cannot execute it.
    Part,
}

/// Who executes a guarded instruction.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Guard {
    All,
    None,
    Some,
}

/// The state of a block's convoy, kept between slices.
#[derive(Default)]
pub(crate) struct Convoy {
    slots: Slots,
    preds: Vec<Known>,
    /// Rows of one warp for what is the same everywhere.
    scratch: Box<Scratch>,
}

/// Operands `d a b c e` of one handler's call.
#[repr(C)]
struct Scratch {
    rows: [Row64; 5],
    preds: [u32; 5],
}

impl Default for Scratch {
    fn default() -> Self {
        Scratch { rows: [Row64::ZERO; 5], preds: [0; 5] }
    }
}

impl Convoy {
    /// Begins a block with what is known of its rows.
    pub(crate) fn begin(&mut self, info: &GridInfo, slots: &Slots) {
        self.slots.copy(slots);
        self.preds.clear();
        let preds = info.program.funcs[0].preds as usize;
        self.preds.resize(preds, Known { value: false, home: Home::Rows });
    }

    /// Runs the block's warps, all at `pc`, together. When it has parted, all rows hold their values.
    pub(crate) fn run(&mut self, x: &mut Context, warps: &mut [Warp], pc: u32) -> Outcome<End> {
        let mut views = [View::NOWHERE; WARPS];
        let mut full = true;
        for (view, warp) in views.iter_mut().zip(warps.iter_mut()) {
            let live = warp.live;
            full &= live == FULL;
            *view = warp.view(&Base::default(), live);
        }
        let count = warps.len();
        let mut ride = Ride { convoy: self, warps, views: &mut views[..count], full };
        let end = ride.run(x, pc)?;
        if matches!(end, End::Parted(_)) {
            ride.settle_all();
        }
        Ok(end)
    }
}

/// A convoy while it runs.
struct Ride<'a> {
    convoy: &'a mut Convoy,
    warps: &'a mut [Warp],
    /// The registers of each warp, for its live lanes.
    views: &'a mut [View],
    /// All lanes of all warps are live.
    full: bool,
}

impl Ride<'_> {
    fn run(&mut self, x: &mut Context, mut pc: u32) -> Outcome<End> {
        let program = x.program;
        loop {
            let i = &program.code[pc as usize];
            let guard = self.guard(i.guard);
            if guard == Guard::None {
                pc += 1;
                continue;
            }
            match self.step(x, i, pc, guard)? {
                Flow::Next(count) => pc += count,
                Flow::Jump(target) => {
                    if target <= pc {
                        x.fuel -= i64::from(pc - target + 1) * self.warps.len() as i64;
                    }
                    pc = target;
                    if x.fuel <= 0 {
                        return Ok(End::Fuel(pc));
                    }
                }
                Flow::Exited => return Ok(End::Exited),
                Flow::Part => return Ok(End::Parted(pc)),
            }
        }
    }

    fn step(&mut self, x: &mut Context, i: &Inst, pc: u32, guard: Guard) -> Outcome<Flow> {
        match i.op {
            op if op < Op::Nop && guard == Guard::All => Ok(self.arithmetic(x, i, pc)),
            Op::Bra => Ok(match guard {
                Guard::All => Flow::Jump(i.x),
                _ => Flow::Part,
            }),
            Op::LdGlobal | Op::LdShared | Op::LdLocal | Op::LdParamReg | Op::LdGeneric => {
                self.load(x, i, pc, guard)
            }
            Op::StGlobal | Op::StShared | Op::StLocal | Op::StGeneric => self.store(x, i, pc, guard),
            Op::LdParam => Ok(self.load_param(x, i, guard)),
            Op::Special32 | Op::Special64 if guard == Guard::All && self.special(x, i) => Ok(Flow::Next(1)),
            Op::Ret | Op::Exit => Ok(if guard == Guard::All { Flow::Exited } else { Flow::Part }),
            Op::Bar => Ok(self.barrier(x, i, guard)),
            Op::Mma | Op::Ldmatrix | Op::Stmatrix | Op::Movmatrix if guard == Guard::All => {
                self.matrices(x, i, pc)
            }
            Op::Shfl | Op::Vote | Op::Match | Op::Redux if guard != Guard::All => Ok(Flow::Part),
            _ => match operands(i) {
                Some(operands) => self.by_warp(x, i, pc, guard, &operands),
                None => Ok(Flow::Part),
            },
        }
    }

    // Registers.

    fn known(&self, row: u32) -> Option<Linear> {
        let (home, at) = (self.convoy.slots.homes[slot(row)], &self.convoy.slots.slots[slot(row)]);
        (home != Home::Rows).then_some(at.value)
    }

    fn set(&mut self, row: u32, wide: bool, value: Linear) {
        self.convoy.slots.set(row, wide, value, Home::Slot);
    }

    fn set_pred(&mut self, pred: u32, value: bool) {
        self.convoy.preds[pred as usize] = Known { value, home: Home::Slot };
    }

    /// The value of a predicate operand, if it is the same everywhere.
    fn known_pred(&self, operand: u32) -> Option<bool> {
        let not = operand & NOT != 0;
        if operand & !NOT == TRUE {
            return Some(!not);
        }
        let pred = self.convoy.preds[(operand & !NOT) as usize];
        (pred.home != Home::Rows).then_some(pred.value != not)
    }

    /// Writes a row where it is not up to date.
    #[inline]
    fn settle(&mut self, row: u32) {
        if *self.convoy.slots.home(row) == Home::Slot {
            self.write_rows(row);
        }
    }

    fn write_rows(&mut self, row: u32) {
        *self.convoy.slots.home(row) = Home::Both;
        let Slot { value, wide } = self.convoy.slots.slots[slot(row)];
        for (warp, view) in self.views.iter().enumerate() {
            let base = Linear { base: value.at(warp, 0), ..value };
            // Lanes that are not live may be written too: nobody reads them.
            let all = View { mask: FULL, ..*view };
            match (value.lane == 0, wide) {
                (true, false) => all.fill32(row, base.base as u32),
                (true, true) => all.fill64(row, base.base),
                (false, false) => all.put32(row, std::array::from_fn(|lane| base.at(0, lane) as u32)),
                (false, true) => all.put64(row, std::array::from_fn(|lane| base.at(0, lane))),
            }
        }
    }

    fn settle_pred(&mut self, operand: u32) {
        let index = operand & !NOT;
        if index == TRUE {
            return;
        }
        let pred = &mut self.convoy.preds[index as usize];
        if pred.home == Home::Slot {
            pred.home = Home::Both;
            let value = if pred.value { FULL } else { 0 };
            for view in self.views.iter() {
                View { mask: FULL, ..*view }.put_pred(index, value);
            }
        }
    }

    fn settle_all(&mut self) {
        for n in 0..self.convoy.slots.homes.len() as u32 {
            self.settle(n * ROW32);
        }
        for n in 0..self.convoy.preds.len() as u32 {
            self.settle_pred(n);
        }
    }

    fn settle_field(&mut self, field: Field, index: u32) {
        match field {
            Field::None => {}
            Field::Row32 | Field::Row64 => self.settle(index),
            Field::Pred => self.settle_pred(index),
        }
    }

    /// A handler writes it: in all lanes, or in some, so that the others must be up to date.
    fn take_field(&mut self, field: Field, index: u32, guard: Guard) {
        if guard == Guard::Some {
            self.settle_field(field, index);
        }
        match field {
            Field::None => {}
            Field::Row32 | Field::Row64 => *self.convoy.slots.home(index) = Home::Rows,
            Field::Pred => self.convoy.preds[index as usize].home = Home::Rows,
        }
    }

    // Guards.

    /// Whether all threads execute what has this guard.
    #[inline]
    fn guard(&mut self, guard: u32) -> Guard {
        if guard == TRUE {
            return Guard::All;
        }
        match self.known_pred(guard) {
            Some(true) => Guard::All,
            Some(false) => Guard::None,
            None => {
                let (mut all, mut any) = (true, false);
                for view in self.views.iter() {
                    let lanes = view.mask & view.pred(guard);
                    all &= lanes == view.mask;
                    any |= lanes != 0;
                }
                match (all, any) {
                    (true, _) => Guard::All,
                    (_, false) => Guard::None,
                    _ => Guard::Some,
                }
            }
        }
    }

    /// Calls `f` for each warp with the lanes that execute the instruction.
    #[inline(always)]
    fn each(
        &mut self,
        x: &mut Context,
        guard: u32,
        mut f: impl FnMut(&mut Context, &mut Warp, &View) -> Outcome,
    ) -> Outcome {
        for (warp, view) in self.warps.iter_mut().zip(self.views.iter()) {
            let v = if guard == TRUE { *view } else { View { mask: view.mask & view.pred(guard), ..*view } };
            if v.mask != 0 {
                x.first_thread = warp.index * 32;
                f(x, warp, &v)?;
            }
        }
        Ok(())
    }

    // Everything that is done warp by warp.

    fn by_warp(&mut self, x: &mut Context, i: &Inst, pc: u32, guard: Guard, o: &Operands) -> Outcome<Flow> {
        for (field, index) in o.fields[1..].iter().zip([i.a, i.b, i.c, i.e]) {
            self.settle_field(*field, index);
        }
        self.settle_pred(i.guard);
        if matches!(i.op, Op::Shfl | Op::Vote | Op::Match | Op::Redux) && !self.joins(i) {
            return Ok(Flow::Part);
        }
        if o.writes {
            self.take_field(o.fields[0], i.d, guard);
        }
        if let Some(second) = o.second {
            // It may be read as well.
            self.settle_pred(second);
            self.take_field(Field::Pred, second, guard);
        }
        let ops = x.info.level.ops();
        self.each(x, i.guard, |x, warp, v| {
            match i.op {
                // SAFETY: here and below: the grid's level is one that this CPU has.
                op if op < Op::Nop => unsafe { ops.alu[op as usize](v, std::slice::from_ref(i)) },
                // SAFETY: as above.
                Op::Lop3 => unsafe { (ops.lop3)(v, i) },
                // SAFETY: as above.
                Op::Special32 => unsafe { (ops.special32)(x, warp, v, i) },
                // SAFETY: as above.
                Op::Shfl if v.mask == FULL => unsafe { (ops.shuffle)(v, i) },
                Op::Shfl | Op::Vote | Op::Match | Op::Redux => {
                    // Nobody has to wait: `joins` has looked.
                    let complete = sync::attempt(x, warp, 0, v, i, pc)?;
                    debug_assert!(complete);
                }
                Op::Atom => atomic::atom(x, warp, v, i, pc)?,
                _ => misc::execute(x, warp, v, i, &Base::default())?,
            }
            Ok(())
        })?;
        Ok(Flow::Next(1))
    }

    /// Whether the lanes of each warp, all of which are here, can execute an instruction that joins those of a member mask. Where
    /// lanes name different masks some may have to wait for lanes that never come.
    fn joins(&self, i: &Inst) -> bool {
        i.e == TRUE
            || self.known(i.e).is_some_and(Linear::is_uniform)
            || self.warps.iter().zip(self.views.iter()).all(|(warp, view)| sync::is_complete(warp, view, i))
    }

    /// A barrier at which all warps arrive at once lets all pass.
    fn barrier(&mut self, x: &Context, i: &Inst, guard: Guard) -> Flow {
        let same = self.known(i.a).is_some_and(Linear::is_uniform);
        let all = guard == Guard::All && i.flags == bar_kind::SYNC && i.b == TRUE && same;
        if all && x.barriers.is_idle() { Flow::Next(1) } else { Flow::Part }
    }

    /// A predefined register that is linear.
    fn special(&mut self, x: &Context, i: &Inst) -> bool {
        use SpecialReg::*;
        let info = x.info;
        let index = |axis: usize| linear::thread_index(info.block)[axis];
        let value = match SpecialReg::ALL[i.x as usize % SpecialReg::ALL.len()] {
            TidX => index(0),
            TidY => index(1),
            TidZ => index(2),
            CtaidX => Some(Linear::uniform(u64::from(x.ctaid[0]))),
            CtaidY => Some(Linear::uniform(u64::from(x.ctaid[1]))),
            CtaidZ => Some(Linear::uniform(u64::from(x.ctaid[2]))),
            NtidX => Some(Linear::uniform(u64::from(info.block[0]))),
            NtidY => Some(Linear::uniform(u64::from(info.block[1]))),
            NctaidX => Some(Linear::uniform(u64::from(info.grid[0]))),
            NctaidY => Some(Linear::uniform(u64::from(info.grid[1]))),
            LaneId => Some(Linear { base: 0, lane: 1, warp: 0 }),
            WarpId => Some(Linear { base: 0, lane: 0, warp: 1 }),
            _ => None,
        };
        if let Some(value) = value {
            self.set(i.d, i.op == Op::Special64, value);
        }
        value.is_some()
    }
}
