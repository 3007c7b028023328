//! Registers whose value is known before a thread runs: constants, kernel parameters, the launch's shape, thread indices.
//!
//! Such a register is written once, without a guard; its readers read a row of the launch instead, and the instruction that
//! writes it goes. Only values that a thread never sees change qualify, so it does not matter where the readers are.

use softcuda_ptx::{Body, Instr, Opcode, Operand, ScalarType, Space, SpecialReg};

use super::function::{Class, Lower, class_of};
use crate::wir::{Value, mem};

/// How many instructions may write each register.
pub(super) fn writers(body: &Body) -> Vec<u32> {
    fn count(operand: &Operand, writers: &mut [u32]) {
        match operand {
            Operand::Reg(reg) => writers[reg.index()] += 1,
            Operand::Pair(first, second) => {
                first.iter().chain(second).for_each(|reg| writers[reg.index()] += 1);
            }
            Operand::Vector(list) | Operand::List(list) => list.iter().for_each(|item| count(item, writers)),
            _ => {}
        }
    }
    let mut writers = vec![0; body.regs.len()];
    for reg in body.param_regs.iter().chain(&body.return_regs) {
        writers[reg.index()] += 2;
    }
    for instr in &body.instrs {
        // Some instructions read their first operand; they are counted too, which only keeps a register as it is.
        if let Some(first) = instr.operands.first() {
            count(first, &mut writers);
        }
    }
    writers
}

impl Lower<'_, '_> {
    /// Finds the known registers and makes them stand for their rows.
    pub(super) fn find_known(&mut self) {
        let writers = writers(self.body);
        self.known = vec![false; self.body.regs.len()];
        for instr in &self.body.instrs {
            let Some(Operand::Reg(reg)) = instr.operands.first() else { continue };
            if instr.pred.is_some() || instr.lowering.is_err() || writers[reg.index()] != 1 {
                continue;
            }
            if let Some(row) = self.known_value(instr, class_of(self.ty(*reg))) {
                self.set_register(*reg, row);
                self.known[reg.index()] = true;
            }
        }
    }

    /// Does the instruction only give a known register its value?
    pub(super) fn is_known(&self, instr: &Instr) -> bool {
        let Some(Operand::Reg(reg)) = instr.operands.first() else { return false };
        match instr.op {
            Opcode::Mov | Opcode::Cvta | Opcode::Ld => self.known[reg.index()],
            // Or a sum that its users make themselves?
            Opcode::Add => self.sums[reg.index()].is_some(),
            _ => false,
        }
    }

    /// The row of the value that an instruction gives a register of this class.
    fn known_value(&mut self, instr: &Instr, class: Class) -> Option<u32> {
        let ty = instr.ty().filter(|&ty| class_of(ty) == class)?;
        let from = instr.operands.get(1)?;
        match (instr.op, class) {
            (_, Class::Pred | Class::R128) => None,
            (Opcode::Mov, _) => self.moved_value(from, ty, class),
            (Opcode::Cvta, Class::R64) if matches!(instr.space(), Some(Space::Global | Space::Const)) => {
                self.moved_value(from, ty, class)
            }
            (Opcode::Ld, _) if instr.vector() == 1 && ty != ScalarType::S8 => {
                let at = self.kernel_parameter(instr, from)?;
                let signed = if super::select::is_signed(ty) { mem::SIGNED } else { 0 };
                let flags = ty.bytes().trailing_zeros() as u16 | signed;
                Some(self.b.value(Value::Param { at, flags }, class == Class::R64))
            }
            _ => None,
        }
    }

    fn moved_value(&mut self, from: &Operand, ty: ScalarType, class: Class) -> Option<u32> {
        use SpecialReg::*;
        let wide = class == Class::R64;
        if let Some(bits) = from.constant_as(ty) {
            return Some(if wide { self.b.const64(bits) } else { self.b.const32(bits as u32) });
        }
        match from {
            Operand::Reg(reg) if self.known[reg.index()] && class_of(self.ty(*reg)) == class => {
                Some(self.register(*reg))
            }
            Operand::Special(TidX) if !wide => Some(self.b.tid(0)),
            Operand::Special(TidY) if !wide => Some(self.b.tid(1)),
            Operand::Special(TidZ) if !wide => Some(self.b.tid(2)),
            Operand::Special(special @ (NtidX | NtidY | NtidZ | NctaidX | NctaidY | NctaidZ)) => {
                Some(self.b.value(Value::Special(*special), wide))
            }
            _ => None,
        }
    }
}
