//! Lowers an instruction in the way that the instruction table names.

use softcuda_ptx::{Instr, Lowering, Mod, Operand, ScalarType, TypeKind};

use super::function::{Class, Lower, Lowered, Unsupported, class_of};
use crate::ops::table::Op;

/// Lowers one instruction as the table says, or says that it cannot.
pub(super) fn lower(f: &mut Lower, i: &Instr) -> Lowered {
    use Lowering as L;
    match i.lowering.map_err(|_| Unsupported)? {
        L::Arithmetic => arithmetic(f, i),
        L::AsyncCopy => f.cp_async(i),
        L::AsyncStore => f.store_async(i),
        L::Atomic => f.atom(i),
        L::Barrier => f.barrier(i),
        L::Bits => f.bits(i),
        L::Bulk => f.bulk(i),
        L::CachePolicy => {
            let (d, zero) = (f.dst64(operand(i, 0)?)?, f.b.const64(0));
            f.op(Op::Mov64, 0, d, &[zero]);
            Ok(())
        }
        L::Carry => f.with_carry(i),
        L::Cluster => f.cluster_address(i),
        L::Control => f.control(i),
        L::Copysign => {
            let ty = float_type(i)?;
            let op = if ty == ScalarType::F64 { Op::CopysignF64 } else { Op::CopysignF32 };
            f.plain(i, op, ty)
        }
        L::Cvt => f.cvt(i),
        L::Cvta => f.cvta(i),
        L::Dot => f.dot(i),
        L::Fence => {
            f.op(Op::Fence, 0, 0, &[]);
            Ok(())
        }
        L::FunnelShift => f.funnel(i),
        L::Isspacep => f.isspacep(i),
        L::Load => f.ld(i),
        L::Logic => f.logic(i),
        L::Lop3 => f.lop3(i),
        L::Math => f.math(i),
        L::MatrixMove => f.matrix_move(i),
        L::MatrixProduct if i.types.contains(&ScalarType::F64) => f.matrix_product(i),
        L::MatrixProduct => f.narrow_product(i),
        L::Mbarrier => f.mbarrier(i),
        L::Mov => f.mov(i),
        L::Mul24 => f.mul24(i),
        L::Nanosleep => {
            f.op(Op::Nanosleep, 0, 0, &[]);
            Ok(())
        }
        L::Nothing => Ok(()),
        L::Prmt => f.prmt(i),
        L::Selp => f.selp(i),
        L::Set => f.set(i),
        L::Setp => f.setp(i),
        L::Shift => f.shift(i),
        L::Slct => f.slct(i),
        L::Store => f.st(i),
        L::Surface => f.surface(i),
        L::Testp => f.testp(i),
        L::Texture => f.texture(i),
        L::Trap => Err(Unsupported),
        L::Video => f.video(i),
        L::Warp => f.warp_op(i),
        L::Wmma => f.wmma(i),
    }
}

/// The operand at a position.
pub(super) fn operand(i: &Instr, n: usize) -> Lowered<&Operand> {
    i.operands.get(n).ok_or(Unsupported)
}

/// The instruction's type.
pub(super) fn ty(i: &Instr) -> Lowered<ScalarType> {
    i.ty().ok_or(Unsupported)
}

fn float_type(i: &Instr) -> Lowered<ScalarType> {
    ty(i).and_then(|t| if matches!(t, ScalarType::F32 | ScalarType::F64) { Ok(t) } else { Err(Unsupported) })
}

fn arithmetic(f: &mut Lower, i: &Instr) -> Lowered {
    let ty = ty(i)?;
    if i.types.len() > 1 {
        return Err(Unsupported);
    }
    if ty.kind() == TypeKind::Float { f.float(i, ty) } else { f.integer(i, ty) }
}

impl Lower<'_, '_> {
    /// `op d, a, b, c` with all operands of one type.
    pub(super) fn plain(&mut self, i: &Instr, op: Op, ty: ScalarType) -> Lowered {
        self.plain_flags(i, op, 0, ty)
    }

    pub(super) fn plain_flags(&mut self, i: &Instr, op: Op, flags: u16, ty: ScalarType) -> Lowered {
        let mut sources = [0; 4];
        let count = i.operands.len().saturating_sub(1).min(4);
        for (n, source) in sources.iter_mut().enumerate().take(count) {
            *source = self.src(operand(i, n + 1)?, ty)?;
        }
        let d = self.dst(operand(i, 0)?, ty)?;
        self.op(op, flags, d, &sources);
        Ok(())
    }
}

/// Picks by width: 16, 32 or 64 bits.
pub(super) fn by_width(ty: ScalarType, ops: [Op; 3]) -> Lowered<Op> {
    match ty.bits() {
        16 => Ok(ops[0]),
        32 => Ok(ops[1]),
        64 => Ok(ops[2]),
        _ => Err(Unsupported),
    }
}

pub(super) fn is_signed(ty: ScalarType) -> bool {
    ty.kind() == TypeKind::Signed
}

pub(super) fn is_wide(ty: ScalarType) -> bool {
    class_of(ty) == Class::R64
}

/// Is one of the modifiers present?
pub(super) fn any(i: &Instr, mods: &[Mod]) -> bool {
    i.mods.one_of(mods).is_some()
}
