//! Floating-point arithmetic, mathematics, comparison and selection.

use softcuda_ptx::{Instr, Mod, Opcode, Operand, ScalarType, TypeKind};

use super::function::{Lower, Lowered, Unsupported};
use super::select::{any, is_signed, is_wide, operand, ty};
use crate::ops::fp::{MathOp, RoundedOp, Rounding};
use crate::ops::half::{Format, HalfKind, HalfOp};
use crate::ops::table::Op;
use crate::wir::{Inst, NOT, TRUE, cmp, fp};

use ScalarType as T;

/// Flags of a floating-point instruction.
pub(super) fn flags(i: &Instr) -> u16 {
    let mods = [
        (Mod::Ftz, fp::FTZ),
        (Mod::Sat, fp::SAT),
        (Mod::Nan, fp::NAN),
        (Mod::Xorsign, fp::XORSIGN),
        (Mod::Relu, fp::RELU),
        (Mod::Abs, fp::ABS),
    ];
    mods.iter().filter(|(m, _)| i.has(*m)).fold(0, |flags, (_, flag)| flags | flag)
}

/// The rounding mode of an arithmetic instruction.
fn rounding(i: &Instr) -> Rounding {
    match i.mods.one_of(&[Mod::Rz, Mod::Rm, Mod::Rp]) {
        Some(Mod::Rz) => Rounding::Zero,
        Some(Mod::Rm) => Rounding::Down,
        Some(_) => Rounding::Up,
        None => Rounding::Nearest,
    }
}

/// Format and packing of a 16-bit floating-point type.
fn half_type(ty: T) -> Option<(Format, bool)> {
    match ty {
        T::F16 => Some((Format::F16, false)),
        T::F16x2 => Some((Format::F16, true)),
        T::Bf16 => Some((Format::Bf16, false)),
        T::Bf16x2 => Some((Format::Bf16, true)),
        _ => None,
    }
}

impl Lower<'_, '_> {
    pub(super) fn float(&mut self, i: &Instr, ty: T) -> Lowered {
        if let Some((format, packed)) = half_type(ty) {
            return self.half(i, ty, format, packed);
        }
        if ty == T::F32x2 {
            return self.float_pair(i);
        }
        if !matches!(ty, T::F32 | T::F64) {
            return Err(Unsupported);
        }
        let mode = rounding(i);
        if mode != Rounding::Nearest {
            return self.rounded(i, ty, mode);
        }
        let wide = ty == T::F64;
        let pick = |single: Op, double: Op| if wide { double } else { single };
        let op = match i.op {
            Opcode::Add => pick(Op::AddF32, Op::AddF64),
            Opcode::Sub => pick(Op::SubF32, Op::SubF64),
            Opcode::Mul => pick(Op::MulF32, Op::MulF64),
            Opcode::Mad | Opcode::Fma => pick(Op::FmaF32, Op::FmaF64),
            Opcode::Div => pick(Op::DivF32, Op::DivF64),
            Opcode::Abs => pick(Op::AbsF32, Op::AbsF64),
            Opcode::Neg => pick(Op::NegF32, Op::NegF64),
            Opcode::Min => pick(Op::MinF32, Op::MinF64),
            Opcode::Max => pick(Op::MaxF32, Op::MaxF64),
            _ => return Err(Unsupported),
        };
        if matches!(i.op, Opcode::Min | Opcode::Max) && i.operands.len() == 4 {
            return self.three_way(i, op, ty);
        }
        self.plain_flags(i, op, flags(i), ty)
    }

    /// `min`/`max` of three.
    fn three_way(&mut self, i: &Instr, op: Op, ty: T) -> Lowered {
        let (a, b, c) =
            (self.src(operand(i, 1)?, ty)?, self.src(operand(i, 2)?, ty)?, self.src(operand(i, 3)?, ty)?);
        let d = self.dst(operand(i, 0)?, ty)?;
        let inner = if is_wide(ty) { self.temp64() } else { self.temp32() };
        self.op(op, flags(i), inner, &[a, b]);
        self.op(op, flags(i), d, &[inner, c]);
        Ok(())
    }

    fn rounded(&mut self, i: &Instr, ty: T, mode: Rounding) -> Lowered {
        let kind = match i.op {
            Opcode::Add => RoundedOp::Add,
            Opcode::Sub => RoundedOp::Sub,
            Opcode::Mul => RoundedOp::Mul,
            Opcode::Mad | Opcode::Fma => RoundedOp::Fma,
            Opcode::Div => RoundedOp::Div,
            Opcode::Sqrt => RoundedOp::Sqrt,
            Opcode::Rcp => RoundedOp::Rcp,
            _ => return Err(Unsupported),
        };
        let count = i.operands.len() - 1;
        let mut rows = [0; 3];
        for (n, row) in rows.iter_mut().enumerate() {
            // Operands that an operation lacks are read but not used.
            *row = self.src(operand(i, 1 + n.min(count - 1))?, ty)?;
        }
        let d = self.dst(operand(i, 0)?, ty)?;
        let op = if ty == T::F64 { Op::Rounded64 } else { Op::Rounded32 };
        let [a, b, c] = rows;
        self.emit(Inst { flags: flags(i), d, a, b, c, e: mode as u32, x: kind as u32, ..Inst::new(op) });
        Ok(())
    }

    fn half(&mut self, i: &Instr, ty: T, format: Format, packed: bool) -> Lowered {
        let op = match i.op {
            Opcode::Add => HalfOp::Add,
            Opcode::Sub => HalfOp::Sub,
            Opcode::Mul => HalfOp::Mul,
            Opcode::Fma => HalfOp::Fma,
            Opcode::Min => HalfOp::Min,
            Opcode::Max => HalfOp::Max,
            Opcode::Neg => HalfOp::Neg,
            Opcode::Abs => HalfOp::Abs,
            Opcode::Ex2 => HalfOp::Ex2,
            Opcode::Tanh => HalfOp::Tanh,
            _ => return Err(Unsupported),
        };
        if any(i, &[Mod::Rz, Mod::Rm, Mod::Rp, Mod::Oob]) || i.operands.len() > 4 {
            return Err(Unsupported);
        }
        let count = i.operands.len() - 1;
        let mut rows = [0; 3];
        for (n, row) in rows.iter_mut().enumerate() {
            *row = self.src32(operand(i, 1 + n.min(count - 1))?, ty)?;
        }
        let d = self.dst32(operand(i, 0)?)?;
        let [a, b, c] = rows;
        let x = HalfKind { op, format, packed }.code();
        self.emit(Inst { flags: flags(i), d, a, b, c, x, ..Inst::new(Op::Half) });
        Ok(())
    }

    /// Two singles in 64 bits: each half on its own.
    fn float_pair(&mut self, i: &Instr) -> Lowered {
        let op = match i.op {
            Opcode::Add => Op::AddF32,
            Opcode::Sub => Op::SubF32,
            Opcode::Mul => Op::MulF32,
            Opcode::Fma => Op::FmaF32,
            _ => return Err(Unsupported),
        };
        if rounding(i) != Rounding::Nearest {
            return Err(Unsupported);
        }
        let mut halves = [Vec::new(), Vec::new()];
        for source in &i.operands[1..] {
            let wide = self.src64(source, T::B64)?;
            for (half, op) in halves.iter_mut().zip([Op::Lo32, Op::Hi32]) {
                let row = self.temp32();
                self.op(op, 0, row, &[wide]);
                half.push(row);
            }
        }
        let results = [self.temp32(), self.temp32()];
        for (result, sources) in results.iter().zip(&halves) {
            self.op(op, flags(i), *result, sources);
        }
        let d = self.dst64(operand(i, 0)?)?;
        self.op(Op::Pack64, 0, d, &results);
        Ok(())
    }

    pub(super) fn math(&mut self, i: &Instr) -> Lowered {
        let ty = ty(i)?;
        if let Some((format, packed)) = half_type(ty) {
            return self.half(i, ty, format, packed);
        }
        let wide = ty == T::F64;
        let mode = rounding(i);
        if mode != Rounding::Nearest {
            return self.rounded(i, ty, mode);
        }
        let kind = match i.op {
            Opcode::Rcp => {
                return self.plain_flags(i, if wide { Op::RcpF64 } else { Op::RcpF32 }, flags(i), ty);
            }
            Opcode::Sqrt => {
                return self.plain_flags(i, if wide { Op::SqrtF64 } else { Op::SqrtF32 }, flags(i), ty);
            }
            Opcode::Rsqrt if !wide => return self.plain_flags(i, Op::RsqrtF32, flags(i), ty),
            Opcode::Rsqrt => MathOp::Rsqrt,
            Opcode::Sin => MathOp::Sin,
            Opcode::Cos => MathOp::Cos,
            Opcode::Lg2 => MathOp::Lg2,
            Opcode::Ex2 => MathOp::Ex2,
            Opcode::Tanh => MathOp::Tanh,
            _ => return Err(Unsupported),
        };
        let (a, d) = (self.src(operand(i, 1)?, ty)?, self.dst(operand(i, 0)?, ty)?);
        let op = if wide { Op::Math64 } else { Op::Math32 };
        self.emit(Inst { flags: flags(i), d, a, x: kind as u32, ..Inst::new(op) });
        Ok(())
    }

    pub(super) fn testp(&mut self, i: &Instr) -> Lowered {
        let ty = ty(i)?;
        let e = match i.mods.first() {
            Some(Mod::Finite) => 0,
            Some(Mod::Infinite) => 1,
            Some(Mod::Number) => 2,
            Some(Mod::NotANumber) => 3,
            Some(Mod::Normal) => 4,
            Some(Mod::Subnormal) => 5,
            _ => return Err(Unsupported),
        };
        let (a, d) = (self.src(operand(i, 1)?, ty)?, self.pred_dst(operand(i, 0)?)?);
        self.emit(Inst { flags: u16::from(ty == T::F64), d, a, e, ..Inst::new(Op::Testp) });
        Ok(())
    }

    pub(super) fn setp(&mut self, i: &Instr) -> Lowered {
        let ty = ty(i)?;
        let combined = match i.operands.get(3) {
            Some(third) => self.pred(third)?,
            None => TRUE,
        };
        let (first, second) = match operand(i, 0)? {
            Operand::Pair(p, q) => (p.map(|p| self.register(p)), q.map(|q| self.register(q))),
            single => (Some(self.pred_dst(single)?), None),
        };
        let boolean = match i.mods.one_of(&[Mod::And, Mod::Or, Mod::Xor]) {
            Some(Mod::And) => 1,
            Some(Mod::Or) => 2,
            Some(_) => 3,
            None => 0,
        };
        if matches!(ty, T::F16x2 | T::Bf16x2) {
            // p is for the lower halves, q for the upper ones.
            for (d, high) in [(first, false), (second, true)] {
                let d = d.unwrap_or_else(|| self.temp_pred());
                self.compare(i, ty, d, [1, 2], boolean, combined, false, high)?;
            }
            return Ok(());
        }
        // Both results read the combining predicate, which may be one of the destinations.
        let Some(q) = second else {
            let p = first.unwrap_or_else(|| self.temp_pred());
            return self.compare(i, ty, p, [1, 2], boolean, combined, false, false);
        };
        let held = self.temp_pred();
        self.compare(i, ty, held, [1, 2], 0, TRUE, false, false)?;
        let saved = self.temp_pred();
        self.op(Op::PMov, 0, saved, &[combined, TRUE]);
        for (d, source) in [(first, held), (Some(q), held | NOT)] {
            let Some(d) = d else { continue };
            let op = [Op::PMov, Op::PAnd, Op::POr, Op::PXor][boolean as usize];
            self.op(op, 0, d, &[source, saved]);
        }
        Ok(())
    }

    /// Emits a comparison of the operands at `sources` into predicate `d`.
    #[allow(clippy::too_many_arguments, reason = "the parts of one comparison, used in three places")]
    fn compare(
        &mut self,
        i: &Instr,
        ty: T,
        d: u32,
        sources: [usize; 2],
        boolean: u16,
        combined: u32,
        invert: bool,
        high: bool,
    ) -> Lowered {
        let comparison = comparison(i).ok_or(Unsupported)?;
        if ty == T::Pred {
            return Err(Unsupported);
        }
        let kind = Kind::of(comparison, ty)?;
        let (mut a, mut b) = (self.src(operand(i, sources[0])?, ty)?, self.src(operand(i, sources[1])?, ty)?);
        if kind.swap {
            std::mem::swap(&mut a, &mut b);
        }
        let mut flags = boolean << cmp::BOOL_SHIFT;
        if kind.invert != invert {
            flags |= cmp::INVERT;
        }
        if i.has(Mod::Ftz) {
            flags |= cmp::FTZ;
        }
        let (e, x) = match half_type(ty) {
            Some((format, _)) => (kind.half, HalfKind { op: HalfOp::Add, format, packed: high }.code()),
            None => (0, 0),
        };
        self.emit(Inst { flags, d, a, b, c: combined, e, x, ..Inst::new(kind.op) });
        Ok(())
    }

    /// `set`: a comparison whose result is a number.
    pub(super) fn set(&mut self, i: &Instr) -> Lowered {
        let [to, from] = i.types[..] else { return Err(Unsupported) };
        if half_type(from).is_some_and(|(_, packed)| packed)
            || half_type(to).is_some_and(|(_, packed)| packed)
        {
            return Err(Unsupported);
        }
        let combined = match i.operands.get(3) {
            Some(third) => self.pred(third)?,
            None => TRUE,
        };
        let boolean = match i.mods.one_of(&[Mod::And, Mod::Or, Mod::Xor]) {
            Some(Mod::And) => 1,
            Some(Mod::Or) => 2,
            Some(_) => 3,
            None => 0,
        };
        let held = self.temp_pred();
        self.compare(i, from, held, [1, 2], boolean, combined, false, false)?;
        let yes = match to {
            T::F32 => 1.0f32.to_bits(),
            T::F16 => 0x3c00,
            T::Bf16 => 0x3f80,
            T::U16 | T::S16 => 0xffff,
            T::U32 | T::S32 => u32::MAX,
            _ => return Err(Unsupported),
        };
        let (yes, no) = (self.b.const32(yes), self.b.const32(0));
        let d = self.dst32(operand(i, 0)?)?;
        self.op(Op::Selp32, 0, d, &[yes, no, held]);
        Ok(())
    }

    pub(super) fn selp(&mut self, i: &Instr) -> Lowered {
        let ty = ty(i)?;
        let p = self.pred(operand(i, 3)?)?;
        if ty == T::Pred {
            let (a, b) = (self.pred(operand(i, 1)?)?, self.pred(operand(i, 2)?)?);
            let d = self.pred_dst(operand(i, 0)?)?;
            self.op(Op::PSel, 0, d, &[a, b, p]);
            return Ok(());
        }
        let (a, b) = (self.src(operand(i, 1)?, ty)?, self.src(operand(i, 2)?, ty)?);
        let d = self.dst(operand(i, 0)?, ty)?;
        self.op(if is_wide(ty) { Op::Selp64 } else { Op::Selp32 }, 0, d, &[a, b, p]);
        Ok(())
    }

    /// `slct`: a where c ≥ 0, else b.
    pub(super) fn slct(&mut self, i: &Instr) -> Lowered {
        let [ty, test] = i.types[..] else { return Err(Unsupported) };
        let (c, p, zero) = (self.src32(operand(i, 3)?, test)?, self.temp_pred(), self.b.const32(0));
        if test == T::F32 {
            let flags = if i.has(Mod::Ftz) { cmp::FTZ } else { 0 };
            self.op(Op::SetLeF32, flags, p, &[zero, c, TRUE]);
        } else {
            self.op(Op::SetLtS32, cmp::INVERT, p, &[c, zero, TRUE]);
        }
        let (a, b) = (self.src(operand(i, 1)?, ty)?, self.src(operand(i, 2)?, ty)?);
        let d = self.dst(operand(i, 0)?, ty)?;
        self.op(if is_wide(ty) { Op::Selp64 } else { Op::Selp32 }, 0, d, &[a, b, p]);
        Ok(())
    }
}

const COMPARISONS: &[Mod] = &[
    Mod::Eq,
    Mod::Ne,
    Mod::Lt,
    Mod::Le,
    Mod::Gt,
    Mod::Ge,
    Mod::Lo,
    Mod::Ls,
    Mod::Hi,
    Mod::Hs,
    Mod::Equ,
    Mod::Neu,
    Mod::Ltu,
    Mod::Leu,
    Mod::Gtu,
    Mod::Geu,
    Mod::Num,
    Mod::IsNan,
];

fn comparison(i: &Instr) -> Option<Mod> {
    i.mods.one_of(COMPARISONS)
}

/// A comparison made of the ones there are: operands swapped, result inverted.
struct Kind {
    op: Op,
    swap: bool,
    invert: bool,
    /// The code of `Op::SetHalf`.
    half: u32,
}

impl Kind {
    fn of(comparison: Mod, ty: T) -> Lowered<Kind> {
        if ty.kind() == TypeKind::Float { Kind::float(comparison, ty) } else { Kind::integer(comparison, ty) }
    }

    fn integer(comparison: Mod, ty: T) -> Lowered<Kind> {
        // lo, ls, hi, hs are the unsigned comparisons of any type.
        let unsigned = matches!(comparison, Mod::Lo | Mod::Ls | Mod::Hi | Mod::Hs) || !is_signed(ty);
        let (equal, less) = match (ty.bits(), unsigned) {
            (16, false) => (Op::SetEqS16, Op::SetLtS16),
            (16, true) => (Op::SetEqS16, Op::SetLtU16),
            (32, false) => (Op::SetEq32, Op::SetLtS32),
            (32, true) => (Op::SetEq32, Op::SetLtU32),
            (64, false) => (Op::SetEq64, Op::SetLtS64),
            (64, true) => (Op::SetEq64, Op::SetLtU64),
            _ => return Err(Unsupported),
        };
        let (op, swap, invert) = match comparison {
            Mod::Eq => (equal, false, false),
            Mod::Ne => (equal, false, true),
            Mod::Lt | Mod::Lo => (less, false, false),
            Mod::Ge | Mod::Hs => (less, false, true),
            Mod::Gt | Mod::Hi => (less, true, false),
            Mod::Le | Mod::Ls => (less, true, true),
            _ => return Err(Unsupported),
        };
        Ok(Kind { op, swap, invert, half: 0 })
    }

    fn float(comparison: Mod, ty: T) -> Lowered<Kind> {
        // Codes: 0 eq, 1 lt, 2 le, 3 ordered ne, 4 nan. An unordered comparison is the complement of an ordered one.
        let (half, swap, invert) = match comparison {
            Mod::Eq => (0, false, false),
            Mod::Neu => (0, false, true),
            Mod::Ne => (3, false, false),
            Mod::Equ => (3, false, true),
            Mod::Lt => (1, false, false),
            Mod::Geu => (1, false, true),
            Mod::Gt => (1, true, false),
            Mod::Leu => (1, true, true),
            Mod::Le => (2, false, false),
            Mod::Gtu => (2, false, true),
            Mod::Ge => (2, true, false),
            Mod::Ltu => (2, true, true),
            Mod::IsNan => (4, false, false),
            Mod::Num => (4, false, true),
            _ => return Err(Unsupported),
        };
        let singles = [Op::SetEqF32, Op::SetLtF32, Op::SetLeF32, Op::SetNeF32, Op::SetNanF32];
        let doubles = [Op::SetEqF64, Op::SetLtF64, Op::SetLeF64, Op::SetNeF64, Op::SetNanF64];
        let op = match ty {
            T::F32 => singles[half as usize],
            T::F64 => doubles[half as usize],
            _ if half_type(ty).is_some() => Op::SetHalf,
            _ => return Err(Unsupported),
        };
        Ok(Kind { op, swap, invert, half })
    }
}
