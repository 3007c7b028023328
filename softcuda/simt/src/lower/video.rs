//! Scalar video instructions (PTX ISA, "Scalar Video Instructions"): made of plain operations on 64 bits, which hold what
//! the manual calculates in 33 bits or more.

use softcuda_ptx::{Instr, Mod, Opcode, Operand, Part, ScalarType};

use super::function::{Lower, Lowered, Unsupported};
use super::select::{any, is_signed, operand};
use crate::ops::table::Op;

use ScalarType as T;

/// Beyond the range of every result, so that a larger value saturates as this one does.
const FAR: i64 = 1 << 40;

/// The first bit and the bits of a part of a register.
fn bounds(part: Part) -> (u32, u32) {
    match part {
        Part::Byte(n) => (u32::from(n) * 8, 8),
        Part::Half(n) => (u32::from(n) * 16, 16),
    }
}

impl Lower<'_, '_> {
    /// `vadd`, `vsub`, `vabsdiff`, `vmin`, `vmax`, `vshl`, `vshr`, `vset`, `vmad`.
    pub(super) fn video(&mut self, i: &Instr) -> Lowered {
        if i.op == Opcode::Vmad {
            return self.video_mad(i);
        }
        // `vset` has no type of its own: its result is 0 or 1.
        let (result, a, b) = match i.types[..] {
            [result, a, b] => (result, a, b),
            [a, b] if i.op == Opcode::Vset => (T::U32, a, b),
            _ => return Err(Unsupported),
        };
        let (a, b) = (self.video_source(operand(i, 1)?, a)?, self.video_source(operand(i, 2)?, b)?);
        let mut value = self.video_value(i, a, b)?;
        let signed = is_signed(result);
        let part = match operand(i, 0)? {
            Operand::Part(_, part) => Some(*part),
            _ => None,
        };
        if i.has(Mod::Sat) {
            let bits = part.map_or(32, |part| bounds(part).1);
            value = self.video_clamp(value, signed, bits);
        }
        let low = self.temp32();
        self.op(Op::Lo32, 0, low, &[value]);
        let second = i.mods.one_of(&[Mod::Add, Mod::Min, Mod::Max]);
        match (operand(i, 0)?, second, i.operands.len()) {
            (&Operand::Part(register, part), None, 4) => {
                let c = self.src32(operand(i, 3)?, T::B32)?;
                let (at, bits) = bounds(part);
                let (at, bits) = (self.b.const32(at), self.b.const32(bits));
                let d = self.dst32(&Operand::Reg(register))?;
                self.op(Op::Bfi32, 0, d, &[low, c, at, bits]);
            }
            (Operand::Part(..), ..) => return Err(Unsupported),
            (d, Some(second), 4) => {
                let c = self.src32(operand(i, 3)?, T::B32)?;
                let op = match (second, signed) {
                    (Mod::Add, _) => Op::Add32,
                    (Mod::Min, true) => Op::MinS32,
                    (Mod::Min, false) => Op::MinU32,
                    (_, true) => Op::MaxS32,
                    (_, false) => Op::MaxU32,
                };
                let d = self.dst32(d)?;
                self.op(op, 0, d, &[low, c]);
            }
            (d, None, 3) => {
                let d = self.dst32(d)?;
                self.op(Op::Mov32, 0, d, &[low]);
            }
            _ => return Err(Unsupported),
        }
        Ok(())
    }

    /// A source, the part of it that is asked for, as a number of its type in 64 bits.
    fn video_source(&mut self, operand: &Operand, ty: T) -> Lowered<u32> {
        let signed = is_signed(ty);
        let mut row = match operand {
            Operand::Part(register, _) => self.src32(&Operand::Reg(*register), T::B32)?,
            other => self.src32(other, T::B32)?,
        };
        if let Operand::Part(_, part) = operand {
            let (at, bits) = bounds(*part);
            let (at, bits) = (self.b.const32(at), self.b.const32(bits));
            let field = self.temp32();
            self.op(if signed { Op::BfeS32 } else { Op::BfeU32 }, 0, field, &[row, at, bits]);
            row = field;
        }
        let wide = self.temp64();
        self.op(if signed { Op::Sext32 } else { Op::Zext32 }, 0, wide, &[row]);
        Ok(wide)
    }

    fn wide(&mut self, op: Op, sources: &[u32]) -> u32 {
        let d = self.temp64();
        self.op(op, 0, d, sources);
        d
    }

    /// What the instruction makes of its first two sources, before saturation.
    fn video_value(&mut self, i: &Instr, a: u32, b: u32) -> Lowered<u32> {
        Ok(match i.op {
            Opcode::Vadd => self.wide(Op::Add64, &[a, b]),
            Opcode::Vsub => self.wide(Op::Sub64, &[a, b]),
            Opcode::Vabsdiff => {
                let difference = self.wide(Op::Sub64, &[a, b]);
                self.wide(Op::Abs64, &[difference])
            }
            Opcode::Vmin => self.wide(Op::MinS64, &[a, b]),
            Opcode::Vmax => self.wide(Op::MaxS64, &[a, b]),
            Opcode::Vshl | Opcode::Vshr => self.video_shift(i, a, b)?,
            Opcode::Vset => self.video_compare(i, a, b)?,
            _ => return Err(Unsupported),
        })
    }

    fn video_shift(&mut self, i: &Instr, value: u32, amount: u32) -> Lowered<u32> {
        // The type of the amount is U32, so that it is never negative.
        if i.types.get(2) != Some(&T::U32) || !any(i, &[Mod::Wrap, Mod::Clamp]) {
            return Err(Unsupported);
        }
        let amount = if i.has(Mod::Wrap) {
            let mask = self.b.const64(31);
            self.wide(Op::And64, &[amount, mask])
        } else {
            let most = self.b.const64(32);
            self.wide(Op::MinU64, &[amount, most])
        };
        if i.op == Opcode::Vshr {
            return Ok(self.video_shift64(Op::ShrS64, value, amount));
        }
        if !i.has(Mod::Sat) {
            return Ok(self.video_shift64(Op::Shl64, value, amount));
        }
        // 33 bits shifted by 32 do not fit: the last bit comes after a first saturation, far outside of any result's range.
        let (most, five) = (self.b.const64(31), self.b.const64(5));
        let (first, last) =
            (self.wide(Op::MinU64, &[amount, most]), self.video_shift64(Op::ShrU64, amount, five));
        let shifted = self.video_shift64(Op::Shl64, value, first);
        let (low, high) = (self.b.const64(-FAR as u64), self.b.const64(FAR as u64));
        let shifted = self.wide(Op::MaxS64, &[shifted, low]);
        let shifted = self.wide(Op::MinS64, &[shifted, high]);
        Ok(self.video_shift64(Op::Shl64, shifted, last))
    }

    /// Shifts by an amount that 64 bits hold.
    fn video_shift64(&mut self, op: Op, value: u32, amount: u32) -> u32 {
        let narrow = self.temp32();
        self.op(Op::Lo32, 0, narrow, &[amount]);
        self.wide(op, &[value, narrow])
    }

    /// 1 where the comparison holds, else 0.
    fn video_compare(&mut self, i: &Instr, a: u32, b: u32) -> Lowered<u32> {
        let top = self.b.const64(63);
        // The sign of a difference of 33-bit numbers is the comparison.
        let less = |f: &mut Self, a: u32, b: u32| {
            let difference = f.wide(Op::Sub64, &[a, b]);
            f.video_shift64(Op::ShrU64, difference, top)
        };
        let compared =
            i.mods.one_of(&[Mod::Eq, Mod::Ne, Mod::Lt, Mod::Le, Mod::Gt, Mod::Ge]).ok_or(Unsupported)?;
        let (value, inverted) = match compared {
            Mod::Lt => (less(self, a, b), false),
            Mod::Ge => (less(self, a, b), true),
            Mod::Gt => (less(self, b, a), false),
            Mod::Le => (less(self, b, a), true),
            _ => {
                let (below, above) = (less(self, a, b), less(self, b, a));
                (self.wide(Op::Or64, &[below, above]), compared == Mod::Eq)
            }
        };
        if !inverted {
            return Ok(value);
        }
        let one = self.b.const64(1);
        Ok(self.wide(Op::Xor64, &[value, one]))
    }

    /// Into the range of a signed or unsigned number of so many bits.
    fn video_clamp(&mut self, value: u32, signed: bool, bits: u32) -> u32 {
        let (least, most) =
            if signed { (-(1i64 << (bits - 1)), (1i64 << (bits - 1)) - 1) } else { (0, (1i64 << bits) - 1) };
        let (least, most) = (self.b.const64(least as u64), self.b.const64(most as u64));
        let value = self.wide(Op::MaxS64, &[value, least]);
        self.wide(Op::MinS64, &[value, most])
    }

    /// `vmad`: the product and sum fit in 64 bits, signed ones if a factor is signed, else unsigned ones.
    fn video_mad(&mut self, i: &Instr) -> Lowered {
        let [_, a_type, b_type] = i.types[..] else { return Err(Unsupported) };
        let signed = is_signed(a_type) || is_signed(b_type);
        let (a, b) = (self.video_source(operand(i, 1)?, a_type)?, self.video_source(operand(i, 2)?, b_type)?);
        let c = self.video_source(operand(i, 3)?, if signed { T::S32 } else { T::U32 })?;
        let product = self.wide(Op::Mul64, &[a, b]);
        let mut value = self.wide(Op::Add64, &[product, c]);
        if i.has(Mod::Po) {
            let one = self.b.const64(1);
            value = self.wide(Op::Add64, &[value, one]);
        }
        if let Some(scale) = i.mods.one_of(&[Mod::Shr7, Mod::Shr15]) {
            let amount = self.b.const64(if scale == Mod::Shr7 { 7 } else { 15 });
            value = self.video_shift64(if signed { Op::ShrS64 } else { Op::ShrU64 }, value, amount);
        }
        if i.has(Mod::Sat) {
            value = if signed {
                self.video_clamp(value, true, 32)
            } else {
                let most = self.b.const64(u64::from(u32::MAX));
                self.wide(Op::MinU64, &[value, most])
            };
        }
        let d = self.dst32(operand(i, 0)?)?;
        self.op(Op::Lo32, 0, d, &[value]);
        Ok(())
    }
}
