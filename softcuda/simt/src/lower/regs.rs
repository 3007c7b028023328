//! Assignment of rows to registers.
//!
//! Compilers write one register per value, so a kernel has thousands; a row lives from its first to its last use. A register
//! that stays inside one basic block and begins with an unguarded write needs nothing more; any other is kept through every loop
//! that its life touches, since it may carry a value around. Lanes are independent of each other, so lives are per thread.

use std::collections::BinaryHeap;

use softcuda_ptx::{Body, Guard, Instr, Opcode, Operand, RegId, Table};

use super::based::Sum;
use super::function::{Class, class_of};
use crate::wir::{ROW32, ROW64};

/// Life of a register in instruction numbers, inclusive.
#[derive(Clone, Copy, Debug)]
struct Life {
    start: u32,
    end: u32,
    /// Stays in one block and begins with an unguarded write.
    simple: bool,
}

/// Where registers are.
pub(super) struct Placed {
    /// Offsets of rows from the first, and numbers of predicates.
    pub(super) at: Vec<u32>,
    /// How many predicates there are.
    pub(super) preds: u32,
    /// Bytes of the rows.
    pub(super) bytes: u32,
}

/// Places all registers of a body but those that are known. Who uses a sum uses its offset.
pub(super) fn assign(body: &Body, known: &[bool], sums: &[Option<Sum>]) -> Placed {
    let (mut at, [preds, narrow, wide]) = numbers(body, known, sums);
    // 32-bit rows come first.
    let begin64 = narrow * ROW32;
    for (row, register) in at.iter_mut().zip(&body.regs) {
        match class_of(register.ty) {
            Class::Pred => {}
            Class::R32 => *row *= ROW32,
            Class::R64 | Class::R128 => *row = begin64 + *row * ROW64,
        }
    }
    Placed { at, preds, bytes: begin64 + wide * ROW64 }
}

/// Numbers within their kind for all registers of a body, and how many there are: predicates, 32-bit and 64-bit rows.
fn numbers(body: &Body, known: &[bool], sums: &[Option<Sum>]) -> (Vec<u32>, [u32; 3]) {
    let mut used = [0; 3];
    let mut lives = lives(body, sums);
    extend_over_loops(body, &mut lives);
    let mut order: Vec<usize> = (0..lives.len()).filter(|&r| lives[r].is_some() && !known[r]).collect();
    order.sort_by_key(|&r| lives[r].map_or(0, |l| l.start));
    let mut rows = vec![0; lives.len()];
    let mut free: [Vec<u32>; 3] = Default::default();
    let mut active: BinaryHeap<std::cmp::Reverse<(u32, usize, u32)>> = BinaryHeap::new();
    for register in order {
        let Some(life) = lives[register] else { continue };
        while let Some(&std::cmp::Reverse((end, file, row))) = active.peek()
            && end < life.start
        {
            active.pop();
            free[file].push(row);
        }
        let class = class_of(body.regs[register].ty);
        let file = match class {
            Class::Pred => 0,
            Class::R32 => 1,
            Class::R64 | Class::R128 => 2,
        };
        if class == Class::R128 {
            // Pairs are rare: they keep rows of their own.
            rows[register] = used[file];
            used[file] += 2;
            continue;
        }
        let row = free[file].pop().unwrap_or_else(|| {
            used[file] += 1;
            used[file] - 1
        });
        rows[register] = row;
        active.push(std::cmp::Reverse((life.end, file, row)));
    }
    (rows, used)
}

fn lives(body: &Body, sums: &[Option<Sum>]) -> Vec<Option<Life>> {
    let mut lives: Vec<Option<Life>> = vec![None; body.regs.len()];
    let blocks = blocks(body);
    let mut block_of_first: Vec<u32> = vec![0; body.regs.len()];
    // Register parameters and results live from the beginning and to the end.
    for reg in body.param_regs.iter().chain(&body.return_regs) {
        lives[reg.index()] = Some(Life { start: 0, end: body.instrs.len() as u32, simple: false });
    }
    for (number, instr) in body.instrs.iter().enumerate() {
        let (number, block) = (number as u32, blocks[number]);
        let mut note = |reg: RegId, is_write: bool| {
            let slot = &mut lives[reg.index()];
            match slot {
                None => {
                    block_of_first[reg.index()] = block;
                    *slot =
                        Some(Life { start: number, end: number, simple: is_write && instr.pred.is_none() });
                }
                Some(life) => {
                    life.end = life.end.max(number);
                    life.simple &= block_of_first[reg.index()] == block;
                }
            }
        };
        visit(instr, &mut |reg, is_write| {
            note(reg, is_write);
            if let Some(sum) = &sums[reg.index()] {
                note(sum.offset, false);
            }
        });
    }
    lives
}

/// Block number of each instruction.
pub(super) fn blocks(body: &Body) -> Vec<u32> {
    let mut is_target = vec![false; body.instrs.len() + 1];
    for label in &body.labels {
        is_target[(label.instr as usize).min(body.instrs.len())] = true;
    }
    let mut block = 0;
    let mut ended = false;
    let mut numbers = Vec::with_capacity(body.instrs.len());
    for (number, instr) in body.instrs.iter().enumerate() {
        if is_target[number] || ended {
            block += 1;
        }
        numbers.push(block);
        ended = matches!(instr.op, Opcode::Bra | Opcode::Brx | Opcode::Ret | Opcode::Exit);
    }
    numbers
}

/// Stretches every life that is not simple over the loops it touches.
fn extend_over_loops(body: &Body, lives: &mut [Option<Life>]) {
    let mut loops: Vec<(u32, u32)> = Vec::new();
    let mut add = |label: softcuda_ptx::LabelId, number: usize| {
        let target = body.labels[label.index()].instr;
        if target <= number as u32 {
            loops.push((target, number as u32));
        }
    };
    for (number, instr) in body.instrs.iter().enumerate() {
        for operand in &instr.operands {
            match operand {
                Operand::Label(label) => add(*label, number),
                Operand::Table(table) => {
                    if let Table::Branch(labels) = &body.tables[table.index()] {
                        labels.iter().for_each(|&label| add(label, number));
                    }
                }
                _ => {}
            }
        }
    }
    if loops.is_empty() {
        return;
    }
    let spans = merge_overlapping(loops);
    for life in lives.iter_mut().flatten().filter(|l| !l.simple) {
        // Merged loops are disjoint, so one pass from each end suffices.
        let at = spans.partition_point(|s| s.1 < life.start);
        if let Some(span) = spans.get(at)
            && span.0 <= life.start
        {
            life.start = span.0;
            life.end = life.end.max(span.1);
        }
        let at = spans.partition_point(|s| s.1 < life.end);
        if let Some(span) = spans.get(at)
            && span.0 <= life.end
        {
            life.end = span.1;
        }
    }
}

/// Joins loops that overlap; nested and interleaved ones become their hull.
fn merge_overlapping(mut loops: Vec<(u32, u32)>) -> Vec<(u32, u32)> {
    loops.sort_unstable();
    let mut merged: Vec<(u32, u32)> = Vec::new();
    for (start, end) in loops {
        match merged.last_mut() {
            Some(last) if start <= last.1 => last.1 = last.1.max(end),
            _ => merged.push((start, end)),
        }
    }
    merged
}

/// Calls `f` for every register of an instruction, reads before writes.
pub(super) fn visit(instr: &Instr, f: &mut impl FnMut(RegId, bool)) {
    if let Some(Guard { reg, .. }) = instr.pred {
        f(reg, false);
    }
    // A first operand that is a plain register is written, except by instructions without a result.
    let writes = !matches!(
        instr.op,
        Opcode::St
            | Opcode::Red
            | Opcode::Bar
            | Opcode::Barrier
            | Opcode::Call
            | Opcode::Cp
            | Opcode::Nanosleep
            | Opcode::Brx
    );
    let (first, rest) = match instr.operands.split_first() {
        Some((first, rest)) if writes => (Some(first), rest),
        _ => (None, instr.operands.as_slice()),
    };
    for operand in rest {
        registers(operand, &mut |reg| f(reg, false));
    }
    if let Some(first) = first {
        let is_write = matches!(first, Operand::Reg(_) | Operand::Pair(..) | Operand::Vector(_));
        registers(first, &mut |reg| f(reg, is_write));
    }
}

fn registers(operand: &Operand, f: &mut impl FnMut(RegId)) {
    match operand {
        Operand::Reg(reg) | Operand::Not(reg) | Operand::Part(reg, _) => f(*reg),
        Operand::Pair(first, second) => first.iter().chain(second).for_each(|reg| f(*reg)),
        Operand::Vector(list) | Operand::AddressList(list) | Operand::List(list) => {
            list.iter().for_each(|item| registers(item, f));
        }
        Operand::Address(address) => {
            if let softcuda_ptx::AddressBase::Reg(reg) = address.base {
                f(reg);
            }
        }
        _ => {}
    }
}
