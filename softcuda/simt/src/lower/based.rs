//! Sums of a known address and an offset that only loads and stores use: those add the base themselves.
//!
//! `add.s64 sum, base, offset; ld [sum]` becomes one access if sum and offset are written once and everything is in one basic block, so that
//! the offset cannot change in between.

use softcuda_ptx::{AddressBase, Body, Instr, Opcode, Operand, RegId, ScalarType};

use super::function::{Class, class_of};
use super::known::writers;
use super::regs::{blocks, visit};

/// A sum's offset and base.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sum {
    pub(super) offset: RegId,
    pub(super) base: RegId,
}

/// The sums of a body by register, given the registers that are known.
pub(super) fn find(body: &Body, known: &[bool]) -> Vec<Option<Sum>> {
    let (writers, blocks) = (writers(body), blocks(body));
    let mut sums = vec![None; body.regs.len()];
    // Where each register was written last, so far.
    let mut written: Vec<Option<usize>> = vec![None; body.regs.len()];
    for (number, instr) in body.instrs.iter().enumerate() {
        visit(instr, &mut |reg, is_write| {
            let here = |at: usize| blocks[at] == blocks[number];
            if sums[reg.index()].is_some()
                && !is_write
                && !(is_address_of(instr, reg) && written[reg.index()].is_some_and(here))
            {
                sums[reg.index()] = None;
            }
            if is_write {
                written[reg.index()] = Some(number);
            }
        });
        if let Some((target, sum)) = sum_of(body, instr, known)
            && writers[target.index()] == 1
            && writers[sum.offset.index()] == 1
            && written[sum.offset.index()].is_some_and(|at| blocks[at] == blocks[number])
        {
            sums[target.index()] = Some(sum);
        }
    }
    // A use before the sum in the text, in a loop, has been passed over above.
    let mut seen = vec![false; body.regs.len()];
    for instr in &body.instrs {
        visit(instr, &mut |reg, is_write| {
            if is_write {
                seen[reg.index()] = true;
            } else if !seen[reg.index()] {
                sums[reg.index()] = None;
            }
        });
    }
    sums
}

/// Does the instruction use the register once, as the address of a load or store?
fn is_address_of(instr: &Instr, reg: RegId) -> bool {
    let mut uses = 0;
    visit(instr, &mut |other, _| uses += u32::from(other == reg));
    let is_address = |operand: &Operand| {
        matches!(operand, Operand::Address(address) if address.base == AddressBase::Reg(reg)
            && i32::try_from(address.offset).is_ok())
    };
    uses == 1 && matches!(instr.op, Opcode::Ld | Opcode::St) && instr.operands.iter().any(is_address)
}

/// The sum that an instruction makes of a known address and another register.
fn sum_of(body: &Body, instr: &Instr, known: &[bool]) -> Option<(RegId, Sum)> {
    let [Operand::Reg(target), Operand::Reg(a), Operand::Reg(b)] = instr.operands[..] else { return None };
    let plain = instr.op == Opcode::Add && instr.mods.is_empty() && instr.pred.is_none();
    if !plain || !matches!(instr.ty(), Some(ScalarType::U64 | ScalarType::S64)) || instr.lowering.is_err() {
        return None;
    }
    if [target, a, b].iter().any(|reg| class_of(body.regs[reg.index()].ty) != Class::R64) {
        return None;
    }
    match (known[a.index()], known[b.index()]) {
        (true, false) => Some((target, Sum { offset: b, base: a })),
        (false, true) => Some((target, Sum { offset: a, base: b })),
        _ => None,
    }
}
