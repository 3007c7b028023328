//! Moves, conversions, address conversions.

use softcuda_ptx::{Instr, Mod, Operand, ScalarType, Space, TypeKind};

use super::function::{Class, Lower, Lowered, Unsupported, class_of};
use super::select::{any, is_signed, is_wide, operand, ty};
use crate::ops::cvt::{Conversion, Scalar};
use crate::ops::fp::Rounding;
use crate::ops::table::Op;
use crate::wir::{Inst, NOT, ROW64, TRUE};

use ScalarType as T;

impl Lower<'_, '_> {
    pub(super) fn mov(&mut self, i: &Instr) -> Lowered {
        let ty = ty(i)?;
        let (to, from) = (operand(i, 0)?, operand(i, 1)?);
        match (to, from) {
            (Operand::Vector(list), _) => self.unpack(list, from, ty),
            (_, Operand::Vector(list)) => self.pack(to, list, ty),
            _ if ty == T::Pred => {
                let (a, d) = (self.pred(from)?, self.pred_dst(to)?);
                self.op(Op::PMov, 0, d, &[a, TRUE]);
                Ok(())
            }
            _ if class_of(ty) == Class::R128 => {
                let (Some(d), Some(a)) = (to.reg(), from.reg()) else { return Err(Unsupported) };
                let (d, a) = (self.register(d), self.register(a));
                self.op(Op::Mov64, 0, d, &[a]);
                self.op(Op::Mov64, 0, d + ROW64, &[a + ROW64]);
                Ok(())
            }
            _ => {
                let a = self.src(from, ty)?;
                let d = self.dst(to, ty)?;
                self.op(if is_wide(ty) { Op::Mov64 } else { Op::Mov32 }, 0, d, &[a]);
                Ok(())
            }
        }
    }

    /// The two or four parts of a value.
    fn unpack(&mut self, list: &[Operand], from: &Operand, ty: T) -> Lowered {
        let width = ty.bits() / (list.len() as u32).max(1);
        if class_of(ty) == Class::R128 {
            let Some(reg) = from.reg() else { return Err(Unsupported) };
            let a = self.register(reg);
            return self.unpack_pair(list, a, width);
        }
        let words = self.words(from, ty)?;
        for (n, part) in list.iter().enumerate() {
            if matches!(part, Operand::Sink) {
                continue;
            }
            let bit = n as u32 * width;
            let word = *words.get(bit as usize / 32).ok_or(Unsupported)?;
            let d = self.dst32(part)?;
            if width == 32 {
                self.op(Op::Mov32, 0, d, &[word]);
            } else {
                let (at, len) = (self.b.const32(bit % 32), self.b.const32(width));
                self.op(Op::BfeU32, 0, d, &[word, at, len]);
            }
        }
        Ok(())
    }

    fn unpack_pair(&mut self, list: &[Operand], a: u32, width: u32) -> Lowered {
        if width != 64 {
            return Err(Unsupported);
        }
        for (n, part) in list.iter().enumerate() {
            let d = self.dst64(part)?;
            self.op(Op::Mov64, 0, d, &[a + n as u32 * ROW64]);
        }
        Ok(())
    }

    /// A value as 32-bit words, in rows that no destination shares.
    fn words(&mut self, from: &Operand, ty: T) -> Lowered<Vec<u32>> {
        if is_wide(ty) {
            let a = self.src64(from, ty)?;
            let (low, high) = (self.temp32(), self.temp32());
            self.op(Op::Lo32, 0, low, &[a]);
            self.op(Op::Hi32, 0, high, &[a]);
            return Ok(vec![low, high]);
        }
        let (a, held) = (self.src32(from, ty)?, self.temp32());
        self.op(Op::Mov32, 0, held, &[a]);
        Ok(vec![held])
    }

    fn pack(&mut self, to: &Operand, list: &[Operand], ty: T) -> Lowered {
        let width = ty.bits() / (list.len() as u32).max(1);
        let part = match width {
            8 => T::B8,
            16 => T::B16,
            32 => T::B32,
            64 => T::B64,
            _ => return Err(Unsupported),
        };
        if class_of(ty) == Class::R128 {
            let (Some(d), [low, high]) = (to.reg(), list) else { return Err(Unsupported) };
            let (d, low, high) = (self.register(d), self.src64(low, part)?, self.src64(high, part)?);
            let held = self.temp64();
            self.op(Op::Mov64, 0, held, &[high]);
            self.op(Op::Mov64, 0, d, &[low]);
            self.op(Op::Mov64, 0, d + ROW64, &[held]);
            return Ok(());
        }
        let rows: Vec<u32> = list.iter().map(|item| self.src32(item, part)).collect::<Lowered<_>>()?;
        let per_word = (32 / width).max(1) as usize;
        let words: Vec<u32> = rows.chunks(per_word).map(|chunk| self.pack_word(chunk, width)).collect();
        match (is_wide(ty), words.as_slice()) {
            (true, &[low, high]) => {
                let d = self.dst64(to)?;
                self.op(Op::Pack64, 0, d, &[low, high]);
            }
            (false, &[word]) => {
                let d = self.dst32(to)?;
                self.op(Op::Mov32, 0, d, &[word]);
            }
            _ => return Err(Unsupported),
        }
        Ok(())
    }

    /// Parts of one word, lowest first.
    fn pack_word(&mut self, parts: &[u32], width: u32) -> u32 {
        let mut word = parts[0];
        for (n, &part) in parts.iter().enumerate().skip(1) {
            let (at, len, next) = (self.b.const32(n as u32 * width), self.b.const32(width), self.temp32());
            self.op(Op::Bfi32, 0, next, &[part, word, at, len]);
            word = next;
        }
        word
    }

    pub(super) fn cvt(&mut self, i: &Instr) -> Lowered {
        if i.has(Mod::Pack) {
            return self.cvt_pack(i, ty(i)?);
        }
        let [to, from] = i.types[..] else { return Err(Unsupported) };
        if any(i, &[Mod::Rs, Mod::ScaledN2]) {
            return Err(Unsupported);
        }
        if let Some(to) = pair(to) {
            return self.cvt_pair(i, to, from);
        }
        let (target, source) = (scalar(to)?, scalar(from)?);
        let conversion = conversion(i, target, source);
        let a = self.src(operand(i, 1)?, from)?;
        if let Some(op) = direct(conversion) {
            let wide = matches!(
                op,
                Op::Zext32 | Op::Sext32 | Op::Sext8To64 | Op::Sext16To64 | Op::F32ToF64 | Op::S32ToF64
            ) || matches!(op, Op::U32ToF64 | Op::S64ToF64 | Op::U64ToF64 | Op::Mov64);
            let d = if wide { self.dst64(operand(i, 0)?)? } else { self.dst32(operand(i, 0)?)? };
            self.op(op, 0, d, &[a]);
            self.extend_result(operand(i, 0)?, d, to);
            return Ok(());
        }
        let d = self.dst(operand(i, 0)?, to)?;
        let flags = u16::from(is_wide(from)) | u16::from(is_wide(to)) << 1;
        self.emit(Inst { flags, d, a, x: conversion.code(), ..Inst::new(Op::Cvt) });
        self.extend_result(operand(i, 0)?, d, to);
        Ok(())
    }

    /// A signed result narrower than its register is sign-extended to the register's width.
    fn extend_result(&mut self, to: &Operand, d: u32, ty: T) {
        let Some(reg) = to.reg() else { return };
        let width = self.ty(reg).bits();
        let op = match (ty, width) {
            (T::S8, 16) => Op::Sext8To16,
            (T::S8, 32) => Op::Sext8,
            (T::S16, 32) => Op::Sext16,
            _ => return,
        };
        self.op(op, 0, d, &[d]);
    }

    /// To two values in one register: from two sources, the first to the upper half, or from two values in one.
    fn cvt_pair(&mut self, i: &Instr, to: Pair, from: T) -> Lowered {
        let (source, [low, high]) = match (pair(from), i.operands.len()) {
            (Some(from), 2) => (from.of, self.halves(operand(i, 1)?, from)?),
            (None, 3) => {
                let high = self.src32(operand(i, 1)?, from)?;
                (scalar(from)?, [self.src32(operand(i, 2)?, from)?, high])
            }
            _ => return Err(Unsupported),
        };
        if !source.is_float() || source.bits() > 32 {
            return Err(Unsupported);
        }
        let x = conversion(i, to.of, source).code();
        let results = [self.temp32(), self.temp32()];
        for (d, a) in results.into_iter().zip([low, high]) {
            self.emit(Inst { d, a, x, ..Inst::new(Op::Cvt) });
        }
        let word = self.pack_word(&results, to.width);
        let d = self.dst32(operand(i, 0)?)?;
        self.op(Op::Mov32, 0, d, &[word]);
        Ok(())
    }

    /// The two values in a register, lower first.
    fn halves(&mut self, operand: &Operand, pair: Pair) -> Lowered<[u32; 2]> {
        let bits = if pair.width == 16 { T::B32 } else { T::B16 };
        let word = self.src32(operand, bits)?;
        let rows = [self.temp32(), self.temp32()];
        for (n, row) in rows.into_iter().enumerate() {
            let (at, len) = (self.b.const32(n as u32 * pair.width), self.b.const32(pair.width));
            self.op(Op::BfeU32, 0, row, &[word, at, len]);
        }
        Ok(rows)
    }

    /// `cvt.pack.sat d, a, b{, c}`: a and b, clamped, become the low bits; those above come from the low bits of c.
    fn cvt_pack(&mut self, i: &Instr, to: T) -> Lowered {
        if !matches!(to, T::U16 | T::S16 | T::U8 | T::S8 | T::U4 | T::S4) || i.types.get(1) != Some(&T::S32) {
            return Err(Unsupported);
        }
        let (is_signed, width) = (is_signed(to), to.bits());
        let (low, high) = match is_signed {
            true => ((-1i64 << (width - 1)) as u32, (1u32 << (width - 1)) - 1),
            false => (0, (1 << width) - 1),
        };
        let (low, high) = (self.b.const32(low), self.b.const32(high));
        let mut parts = Vec::new();
        for n in [2, 1] {
            let (a, least, part) = (self.src32(operand(i, n)?, T::S32)?, self.temp32(), self.temp32());
            self.op(Op::MaxS32, 0, least, &[a, low]);
            self.op(Op::MinS32, 0, part, &[least, high]);
            parts.push(part);
        }
        let mut word = self.pack_word(&parts, width);
        let (at, len) = (self.b.const32(2 * width), self.b.const32(32 - 2 * width));
        let rest = match i.operands.get(3) {
            Some(c) => self.src32(c, T::B32)?,
            None => self.b.const32(0),
        };
        if width < 16 {
            let next = self.temp32();
            self.op(Op::Bfi32, 0, next, &[rest, word, at, len]);
            word = next;
        }
        let d = self.dst32(operand(i, 0)?)?;
        self.op(Op::Mov32, 0, d, &[word]);
        Ok(())
    }

    pub(super) fn cvta(&mut self, i: &Instr) -> Lowered {
        let window = self.window(i.space().unwrap_or(Space::Global))?;
        let a = self.src64(operand(i, 1)?, T::U64)?;
        let d = self.dst64(operand(i, 0)?)?;
        if window == 0 {
            self.op(Op::Mov64, 0, d, &[a]);
            return Ok(());
        }
        let base = self.b.const64(window);
        self.op(if i.has(Mod::To) { Op::Sub64 } else { Op::Add64 }, 0, d, &[a, base]);
        Ok(())
    }

    /// What is added to an address of a space to make it generic.
    fn window(&self, space: Space) -> Lowered<u64> {
        let windows = self.b.placement.windows();
        match space {
            Space::Global | Space::Const => Ok(0),
            Space::Shared | Space::SharedCluster => Ok(windows.shared),
            Space::Local => Ok(windows.local),
            // Parameters of device functions are in the frame.
            Space::Param => Ok(if self.is_kernel { windows.param } else { windows.local }),
            _ => Err(Unsupported),
        }
    }

    pub(super) fn isspacep(&mut self, i: &Instr) -> Lowered {
        let (a, d) = (self.src64(operand(i, 1)?, T::U64)?, self.pred_dst(operand(i, 0)?)?);
        let e = match i.space() {
            Some(Space::Global) => 0,
            Some(Space::Shared | Space::SharedCluster) => 1,
            Some(Space::Local) => 2,
            Some(Space::Param) => 3,
            _ => {
                // Constants are reached through global addresses.
                self.op(Op::PMov, 0, d, &[TRUE | NOT, TRUE]);
                return Ok(());
            }
        };
        self.emit(Inst { d, a, e, ..Inst::new(Op::Isspacep) });
        Ok(())
    }

    /// A cluster has one block: peers' addresses are one's own, ranks are zero.
    pub(super) fn cluster_address(&mut self, i: &Instr) -> Lowered {
        let ty = ty(i)?;
        if i.op == softcuda_ptx::Opcode::Getctarank {
            let (d, zero) = (self.dst32(operand(i, 0)?)?, self.b.const32(0));
            self.op(Op::Mov32, 0, d, &[zero]);
            return Ok(());
        }
        let (a, d) = (self.src(operand(i, 1)?, ty)?, self.dst(operand(i, 0)?, ty)?);
        self.op(if is_wide(ty) { Op::Mov64 } else { Op::Mov32 }, 0, d, &[a]);
        Ok(())
    }
}

fn scalar(ty: T) -> Lowered<Scalar> {
    Ok(match ty {
        T::U8 | T::B8 => Scalar::U8,
        T::S8 => Scalar::S8,
        T::U16 | T::B16 => Scalar::U16,
        T::S16 => Scalar::S16,
        T::U32 | T::B32 => Scalar::U32,
        T::S32 => Scalar::S32,
        T::U64 | T::B64 => Scalar::U64,
        T::S64 => Scalar::S64,
        T::F16 => Scalar::F16,
        T::Bf16 => Scalar::Bf16,
        T::F32 => Scalar::F32,
        T::F64 => Scalar::F64,
        T::Tf32 => Scalar::Tf32,
        _ => return Err(Unsupported),
    })
}

/// Two floating-point values in one register.
#[derive(Clone, Copy)]
struct Pair {
    of: Scalar,
    /// From one to the next, in bits.
    width: u32,
}

fn pair(ty: T) -> Option<Pair> {
    let (of, width) = match ty {
        T::F16x2 => (Scalar::F16, 16),
        T::Bf16x2 => (Scalar::Bf16, 16),
        T::E4m3x2 => (Scalar::E4m3, 8),
        T::E5m2x2 => (Scalar::E5m2, 8),
        T::E2m3x2 => (Scalar::E2m3, 8),
        T::E3m2x2 => (Scalar::E3m2, 8),
        T::Ue8m0x2 => (Scalar::Ue8m0, 8),
        T::E2m1x2 => (Scalar::E2m1, 4),
        _ => return None,
    };
    Some(Pair { of, width })
}

fn conversion(i: &Instr, to: Scalar, from: Scalar) -> Conversion {
    let rounding = match i.mods.one_of(&[Mod::Rz, Mod::Rzi, Mod::Rm, Mod::Rmi, Mod::Rp, Mod::Rpi, Mod::Rna]) {
        Some(Mod::Rz | Mod::Rzi) => Rounding::Zero,
        Some(Mod::Rm | Mod::Rmi) => Rounding::Down,
        Some(Mod::Rp | Mod::Rpi) => Rounding::Up,
        Some(_) => Rounding::NearestAway,
        None => Rounding::Nearest,
    };
    Conversion {
        to,
        from,
        rounding,
        integral: any(i, &[Mod::Rni, Mod::Rzi, Mod::Rmi, Mod::Rpi]),
        sat: i.has(Mod::Sat),
        ftz: i.has(Mod::Ftz),
        relu: i.has(Mod::Relu),
        satfinite: i.has(Mod::Satfinite),
    }
}

/// The operation that does exactly this conversion, if there is one.
fn direct(c: Conversion) -> Option<Op> {
    use Scalar as S;
    if c.sat || c.relu || c.satfinite {
        return None;
    }
    if !c.from.is_float() && !c.to.is_float() {
        return direct_integer(c);
    }
    let nearest = c.rounding == Rounding::Nearest && !c.integral;
    match (c.to, c.from) {
        (S::F32, S::S32) if nearest => Some(Op::S32ToF32),
        (S::F32, S::U32) if nearest => Some(Op::U32ToF32),
        // Flushing cannot matter: subnormals become zero anyway.
        (S::S32, S::F32) if c.rounding == Rounding::Zero => Some(Op::F32ToS32),
        (S::U32, S::F32) if c.rounding == Rounding::Zero => Some(Op::F32ToU32),
        (S::F64, S::F32) if !c.ftz && !c.integral => Some(Op::F32ToF64),
        (S::F32, S::F64) if !c.ftz && nearest => Some(Op::F64ToF32),
        (S::F64, S::S32) => Some(Op::S32ToF64),
        (S::F64, S::U32) => Some(Op::U32ToF64),
        (S::F64, S::S64) if nearest => Some(Op::S64ToF64),
        (S::F64, S::U64) if nearest => Some(Op::U64ToF64),
        (S::F32, S::F16) if !c.integral => Some(Op::F16ToF32),
        (S::F16, S::F32) if nearest && !c.ftz => Some(Op::F32ToF16),
        _ => None,
    }
}

fn direct_integer(c: Conversion) -> Option<Op> {
    use Scalar as S;
    let narrow_source = c.from.bits().min(c.to.bits());
    Some(match (c.to.bits(), c.from) {
        (64, S::S32) => Op::Sext32,
        (64, S::U32) => Op::Zext32,
        (64, S::U64 | S::S64) => Op::Mov64,
        (64, S::S8) => Op::Sext8To64,
        (64, S::S16) => Op::Sext16To64,
        (32, S::U64 | S::S64) => Op::Lo32,
        (32, S::U32 | S::S32) => Op::Mov32,
        (32, S::S8) => Op::Sext8,
        (32, S::S16) => Op::Sext16,
        (16, S::S8) => Op::Sext8To16,
        (32 | 16, S::U8) => Op::Zext8,
        (32, S::U16) => Op::Zext16,
        (16, S::U16 | S::S16 | S::U32 | S::S32) => Op::Zext16,
        (8, _) if c.from.bits() <= 32 && narrow_source == 8 => Op::Zext8,
        _ => return None,
    })
}

/// The kind of a type, for callers that only tell integers from floats.
pub(super) fn is_integer(ty: T) -> bool {
    matches!(ty.kind(), TypeKind::Bits | TypeKind::Signed | TypeKind::Unsigned) || is_signed(ty)
}
