//! Integer arithmetic, bit operations, logic, shifts.

use softcuda_ptx::{Instr, Mod, Opcode, Operand, ScalarType};

use super::function::{Class, Lower, Lowered, Unsupported, class_of};
use super::select::{by_width, is_signed, is_wide, operand, ty};
use crate::ops::table::Op;
use crate::wir::{Inst, carry};

use ScalarType as T;

impl Lower<'_, '_> {
    pub(super) fn integer(&mut self, i: &Instr, ty: T) -> Lowered {
        if i.has(Mod::Cc) {
            return self.with_carry(i);
        }
        let signed = is_signed(ty);
        let pick = |s: Op, u: Op| if signed { s } else { u };
        let packed = matches!(ty, T::U16x2 | T::S16x2);
        let op = match i.op {
            Opcode::Add if packed => Op::Add16x2,
            Opcode::Sub if packed => Op::Sub16x2,
            Opcode::Min if packed => pick(Op::MinS16x2, Op::MinU16x2),
            Opcode::Max if packed => pick(Op::MaxS16x2, Op::MaxU16x2),
            _ if packed => return Err(Unsupported),
            Opcode::Add if i.has(Mod::Sat) => Op::AddSat32,
            Opcode::Sub if i.has(Mod::Sat) => Op::SubSat32,
            Opcode::Add => by_width(ty, [Op::Add16, Op::Add32, Op::Add64])?,
            Opcode::Sub => by_width(ty, [Op::Sub16, Op::Sub32, Op::Sub64])?,
            Opcode::Mul | Opcode::Mad => return self.multiply(i, ty),
            Opcode::Div => by_width(
                ty,
                [pick(Op::DivS16, Op::DivU16), pick(Op::DivS32, Op::DivU32), pick(Op::DivS64, Op::DivU64)],
            )?,
            Opcode::Rem => by_width(
                ty,
                [pick(Op::RemS16, Op::RemU16), pick(Op::RemS32, Op::RemU32), pick(Op::RemS64, Op::RemU64)],
            )?,
            Opcode::Abs => by_width(ty, [Op::Abs16, Op::Abs32, Op::Abs64])?,
            Opcode::Neg => by_width(ty, [Op::Neg16, Op::Neg32, Op::Neg64])?,
            Opcode::Min => by_width(
                ty,
                [pick(Op::MinS16, Op::MinU32), pick(Op::MinS32, Op::MinU32), pick(Op::MinS64, Op::MinU64)],
            )?,
            Opcode::Max => by_width(
                ty,
                [pick(Op::MaxS16, Op::MaxU32), pick(Op::MaxS32, Op::MaxU32), pick(Op::MaxS64, Op::MaxU64)],
            )?,
            _ => return Err(Unsupported),
        };
        if i.has(Mod::Relu) {
            return Err(Unsupported);
        }
        self.plain(i, op, ty)
    }

    fn multiply(&mut self, i: &Instr, ty: T) -> Lowered {
        let signed = is_signed(ty);
        let pick = |s: Op, u: Op| if signed { s } else { u };
        let mad = i.op == Opcode::Mad;
        if i.has(Mod::Wide) {
            return self.multiply_wide(i, ty);
        }
        let op = match (i.has(Mod::Hi), mad) {
            (false, false) => by_width(ty, [Op::Mul16, Op::Mul32, Op::Mul64])?,
            (false, true) => by_width(ty, [Op::Mad16, Op::Mad32, Op::Mad64])?,
            (true, false) => by_width(
                ty,
                [
                    pick(Op::MulHiS16, Op::MulHiU16),
                    pick(Op::MulHiS32, Op::MulHiU32),
                    pick(Op::MulHiS64, Op::MulHiU64),
                ],
            )?,
            (true, true) if i.has(Mod::Sat) => Op::MadHiSatS32,
            (true, true) => by_width(
                ty,
                [
                    pick(Op::MadHiS16, Op::MadHiU16),
                    pick(Op::MadHiS32, Op::MadHiU32),
                    pick(Op::MadHiS64, Op::MadHiU64),
                ],
            )?,
        };
        self.plain(i, op, ty)
    }

    fn multiply_wide(&mut self, i: &Instr, ty: T) -> Lowered {
        let signed = is_signed(ty);
        let mad = i.op == Opcode::Mad;
        let result = match ty {
            T::S16 => T::S32,
            T::U16 => T::U32,
            T::S32 => T::S64,
            T::U32 => T::U64,
            _ => return Err(Unsupported),
        };
        let op = match (ty.bits(), signed, mad) {
            (16, true, false) => Op::MulWideS16,
            (16, false, false) => Op::MulWideU16,
            (16, true, true) => Op::MadWideS16,
            (16, false, true) => Op::MadWideU16,
            (_, true, false) => Op::MulWideS32,
            (_, false, false) => Op::MulWideU32,
            (_, true, true) => Op::MadWideS32,
            (_, false, true) => Op::MadWideU32,
        };
        let (a, b) = (self.src32(operand(i, 1)?, ty)?, self.src32(operand(i, 2)?, ty)?);
        let c = if mad { self.src(operand(i, 3)?, result)? } else { 0 };
        let d = self.dst(operand(i, 0)?, result)?;
        self.op(op, 0, d, &[a, b, c]);
        Ok(())
    }

    /// `add.cc`, `addc`, `sub.cc`, `subc`, `mad.cc`, `madc`.
    pub(super) fn with_carry(&mut self, i: &Instr) -> Lowered {
        let ty = ty(i)?;
        let wide = is_wide(ty);
        let takes = matches!(i.op, Opcode::Addc | Opcode::Subc | Opcode::Madc);
        let flags = if takes { carry::IN } else { 0 } | if i.has(Mod::Cc) { carry::OUT } else { 0 };
        let subtracts = matches!(i.op, Opcode::Sub | Opcode::Subc);
        let op = match (wide, subtracts) {
            (false, false) => Op::AddX32,
            (false, true) => Op::SubX32,
            (true, false) => Op::AddX64,
            (true, true) => Op::SubX64,
        };
        let (mut a, mut b) = (self.src(operand(i, 1)?, ty)?, self.src(operand(i, 2)?, ty)?);
        if matches!(i.op, Opcode::Mad | Opcode::Madc) {
            let c = self.src(operand(i, 3)?, ty)?;
            let product = if wide { self.temp64() } else { self.temp32() };
            let signed = is_signed(ty);
            let multiply = match (i.has(Mod::Hi), wide, signed) {
                (false, false, _) => Op::Mul32,
                (false, true, _) => Op::Mul64,
                (true, false, true) => Op::MulHiS32,
                (true, false, false) => Op::MulHiU32,
                (true, true, true) => Op::MulHiS64,
                (true, true, false) => Op::MulHiU64,
            };
            self.op(multiply, 0, product, &[a, b]);
            (a, b) = (product, c);
        }
        let d = self.dst(operand(i, 0)?, ty)?;
        let e = self.carry();
        self.emit(Inst { flags, d, a, b, e, ..Inst::new(op) });
        Ok(())
    }

    pub(super) fn mul24(&mut self, i: &Instr) -> Lowered {
        let ty = ty(i)?;
        let saturates = i.has(Mod::Sat);
        if saturates && !(i.op == Opcode::Mad24 && i.has(Mod::Hi) && ty == T::S32) {
            return Err(Unsupported);
        }
        let op = match (i.has(Mod::Hi), is_signed(ty)) {
            (false, false) => Op::Mul24LoU,
            (false, true) => Op::Mul24LoS,
            (true, false) => Op::Mul24HiU,
            (true, true) => Op::Mul24HiS,
        };
        let (a, b) = (self.src32(operand(i, 1)?, ty)?, self.src32(operand(i, 2)?, ty)?);
        let d = self.dst32(operand(i, 0)?)?;
        if i.op == Opcode::Mul24 {
            self.op(op, 0, d, &[a, b]);
        } else {
            let (c, product) = (self.src32(operand(i, 3)?, ty)?, self.temp32());
            self.op(op, 0, product, &[a, b]);
            self.op(if saturates { Op::AddSat32 } else { Op::Add32 }, 0, d, &[product, c]);
        }
        Ok(())
    }

    pub(super) fn bits(&mut self, i: &Instr) -> Lowered {
        let ty = ty(i)?;
        let (wide, signed) = (is_wide(ty), is_signed(ty));
        match i.op {
            Opcode::Sad => {
                let pick = |s: Op, u: Op| if signed { s } else { u };
                let op = by_width(
                    ty,
                    [
                        pick(Op::SadS16, Op::SadU16),
                        pick(Op::SadS32, Op::SadU32),
                        pick(Op::SadS64, Op::SadU64),
                    ],
                )?;
                self.plain(i, op, ty)
            }
            Opcode::Brev => self.plain(i, if wide { Op::Brev64 } else { Op::Brev32 }, ty),
            Opcode::Popc | Opcode::Clz | Opcode::Bfind => {
                let op = match (i.op, i.has(Mod::ShiftAmt), signed, wide) {
                    (Opcode::Popc, _, _, false) => Op::Popc32,
                    (Opcode::Popc, _, _, true) => Op::Popc64,
                    (Opcode::Clz, _, _, false) => Op::Clz32,
                    (Opcode::Clz, _, _, true) => Op::Clz64,
                    (_, false, false, false) => Op::BfindU32,
                    (_, false, true, false) => Op::BfindS32,
                    (_, true, false, false) => Op::BfindAmtU32,
                    (_, true, true, false) => Op::BfindAmtS32,
                    (_, false, false, true) => Op::BfindU64,
                    (_, false, true, true) => Op::BfindS64,
                    (_, true, false, true) => Op::BfindAmtU64,
                    (_, true, true, true) => Op::BfindAmtS64,
                };
                let (a, d) = (self.src(operand(i, 1)?, ty)?, self.dst32(operand(i, 0)?)?);
                self.op(op, 0, d, &[a]);
                Ok(())
            }
            Opcode::Bfe => {
                let op = match (signed, wide) {
                    (false, false) => Op::BfeU32,
                    (true, false) => Op::BfeS32,
                    (false, true) => Op::BfeU64,
                    (true, true) => Op::BfeS64,
                };
                let a = self.src(operand(i, 1)?, ty)?;
                let (b, c) = (self.src32(operand(i, 2)?, T::U32)?, self.src32(operand(i, 3)?, T::U32)?);
                let d = self.dst(operand(i, 0)?, ty)?;
                self.op(op, 0, d, &[a, b, c]);
                Ok(())
            }
            Opcode::Bfi => {
                let (a, b) = (self.src(operand(i, 1)?, ty)?, self.src(operand(i, 2)?, ty)?);
                let (c, e) = (self.src32(operand(i, 3)?, T::U32)?, self.src32(operand(i, 4)?, T::U32)?);
                let d = self.dst(operand(i, 0)?, ty)?;
                self.op(if wide { Op::Bfi64 } else { Op::Bfi32 }, 0, d, &[a, b, c, e]);
                Ok(())
            }
            Opcode::Bmsk => {
                self.plain(i, if i.has(Mod::Wrap) { Op::BmskWrap } else { Op::BmskClamp }, T::B32)
            }
            Opcode::Szext => {
                let op = match (i.has(Mod::Wrap), signed) {
                    (false, false) => Op::SzextClampU,
                    (false, true) => Op::SzextClampS,
                    (true, false) => Op::SzextWrapU,
                    (true, true) => Op::SzextWrapS,
                };
                self.plain(i, op, T::B32)
            }
            _ => self.plain(i, Op::Fns, T::B32),
        }
    }

    pub(super) fn dot(&mut self, i: &Instr) -> Lowered {
        let [first, second] = i.types[..] else { return Err(Unsupported) };
        let (a_signed, b_signed) = (is_signed(first), is_signed(second));
        let flags = u16::from(a_signed) | u16::from(b_signed) << 1 | u16::from(i.has(Mod::Hi)) << 2;
        let op = match (i.op, a_signed, b_signed) {
            (Opcode::Dp2a, ..) => Op::Dp2a,
            (_, false, false) => Op::Dp4aUU,
            (_, false, true) => Op::Dp4aUS,
            (_, true, false) => Op::Dp4aSU,
            (_, true, true) => Op::Dp4aSS,
        };
        self.plain_flags(i, op, flags, T::B32)
    }

    pub(super) fn logic(&mut self, i: &Instr) -> Lowered {
        let ty = ty(i)?;
        if ty == T::Pred {
            return self.logic_pred(i);
        }
        let wide = is_wide(ty);
        let op = match (i.op, wide) {
            (Opcode::And, false) => Op::And32,
            (Opcode::Or, false) => Op::Or32,
            (Opcode::Xor, false) => Op::Xor32,
            (Opcode::Not, false) => {
                if ty.bits() == 16 {
                    Op::Not16
                } else {
                    Op::Not32
                }
            }
            (Opcode::Cnot, false) => Op::Cnot32,
            (Opcode::And, true) => Op::And64,
            (Opcode::Or, true) => Op::Or64,
            (Opcode::Xor, true) => Op::Xor64,
            (Opcode::Not, true) => Op::Not64,
            (Opcode::Cnot, true) => Op::Cnot64,
            _ => return Err(Unsupported),
        };
        self.plain(i, op, ty)
    }

    fn logic_pred(&mut self, i: &Instr) -> Lowered {
        let a = self.pred(operand(i, 1)?)?;
        let d = self.pred_dst(operand(i, 0)?)?;
        let op = match i.op {
            Opcode::And => Op::PAnd,
            Opcode::Or => Op::POr,
            Opcode::Xor => Op::PXor,
            Opcode::Not => {
                self.op(Op::PMov, 0, d, &[a ^ crate::wir::NOT, crate::wir::TRUE]);
                return Ok(());
            }
            _ => return Err(Unsupported),
        };
        let b = self.pred(operand(i, 2)?)?;
        self.op(op, 0, d, &[a, b]);
        Ok(())
    }

    pub(super) fn shift(&mut self, i: &Instr) -> Lowered {
        let ty = ty(i)?;
        let signed = is_signed(ty);
        let op = match (i.op, ty.bits()) {
            (Opcode::Shl, 16) => Op::Shl16,
            (Opcode::Shl, 32) => Op::Shl32,
            (Opcode::Shl, 64) => Op::Shl64,
            (_, 16) => {
                if signed {
                    Op::ShrS16
                } else {
                    Op::ShrU32
                }
            }
            (_, 32) => {
                if signed {
                    Op::ShrS32
                } else {
                    Op::ShrU32
                }
            }
            (_, 64) => {
                if signed {
                    Op::ShrS64
                } else {
                    Op::ShrU64
                }
            }
            _ => return Err(Unsupported),
        };
        let a = self.src(operand(i, 1)?, ty)?;
        // The amount is a 32-bit value whatever the type.
        let b = self.src32(operand(i, 2)?, T::U32)?;
        let d = self.dst(operand(i, 0)?, ty)?;
        self.op(op, 0, d, &[a, b]);
        Ok(())
    }

    pub(super) fn funnel(&mut self, i: &Instr) -> Lowered {
        let op = match (i.has(Mod::ShiftL), i.has(Mod::Wrap)) {
            (true, true) => Op::ShfLWrap,
            (true, false) => Op::ShfLClamp,
            (false, true) => Op::ShfRWrap,
            (false, false) => Op::ShfRClamp,
        };
        self.plain(i, op, T::B32)
    }

    pub(super) fn lop3(&mut self, i: &Instr) -> Lowered {
        let sources = [
            self.src32(operand(i, 1)?, T::B32)?,
            self.src32(operand(i, 2)?, T::B32)?,
            self.src32(operand(i, 3)?, T::B32)?,
        ];
        let Some(table) = operand(i, 4)?.constant_as(T::U8) else { return Err(Unsupported) };
        let Operand::Pair(d, p) = operand(i, 0)? else {
            let d = self.dst32(operand(i, 0)?)?;
            self.op(Op::Lop3, table as u16, d, &sources);
            return Ok(());
        };
        // lop3.BoolOp d|p, a, b, c, table, q: p = (d != 0) BoolOp q
        let row = match d {
            Some(d) if class_of(self.ty(*d)) == Class::R32 => self.register(*d),
            _ => self.temp32(),
        };
        self.op(Op::Lop3, table as u16, row, &sources);
        let Some(p) = p else { return Ok(()) };
        let (target, q) = (self.register(*p), self.pred(operand(i, 5)?)?);
        let mode = if i.has(Mod::And) { 1 } else { 2 };
        let zero = self.b.const32(0);
        let flags = crate::wir::cmp::INVERT | mode << crate::wir::cmp::BOOL_SHIFT;
        self.op(Op::SetEq32, flags, target, &[row, zero, q]);
        Ok(())
    }

    pub(super) fn prmt(&mut self, i: &Instr) -> Lowered {
        let mode = i.mods.one_of(&[Mod::F4e, Mod::B4e, Mod::Rc8, Mod::Ecl, Mod::Ecr, Mod::Rc16]);
        let op = match mode {
            None => Op::Prmt,
            Some(Mod::F4e) => Op::PrmtF4e,
            Some(Mod::B4e) => Op::PrmtB4e,
            Some(Mod::Rc8) => Op::PrmtRc8,
            Some(Mod::Ecl) => Op::PrmtEcl,
            Some(Mod::Ecr) => Op::PrmtEcr,
            Some(_) => Op::PrmtRc16,
        };
        self.plain(i, op, T::B32)
    }
}
