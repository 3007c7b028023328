//! Chooses the lowering of an instruction by its opcode.

use softcuda_ptx::{Instr, Mod, Opcode, Operand, ScalarType, TypeKind};

use super::function::{Class, Lower, Lowered, Unsupported, class_of};
use crate::ops::table::Op;

/// Lowers one instruction, or says that it cannot.
pub(super) fn lower(f: &mut Lower, i: &Instr) -> Lowered {
    use Opcode as O;
    if i.unsupported.is_some() {
        return Err(Unsupported);
    }
    match i.op {
        O::Add | O::Sub | O::Mul | O::Mad | O::Fma | O::Div | O::Rem | O::Abs | O::Neg | O::Min | O::Max => {
            arithmetic(f, i)
        }
        O::Addc | O::Subc | O::Madc => f.with_carry(i),
        O::Mul24 | O::Mad24 => f.mul24(i),
        O::Sad | O::Popc | O::Clz | O::Bfind | O::Brev | O::Bfe | O::Bfi | O::Bmsk | O::Szext | O::Fns => {
            f.bits(i)
        }
        O::Dp4a | O::Dp2a => f.dot(i),
        O::Rcp | O::Sqrt | O::Rsqrt | O::Sin | O::Cos | O::Lg2 | O::Ex2 | O::Tanh => f.math(i),
        O::Copysign => {
            let ty = float_type(i)?;
            let op = if ty == ScalarType::F64 { Op::CopysignF64 } else { Op::CopysignF32 };
            f.plain(i, op, ty)
        }
        O::Testp => f.testp(i),
        O::Setp => f.setp(i),
        O::Set => f.set(i),
        O::Selp => f.selp(i),
        O::Slct => f.slct(i),
        O::And | O::Or | O::Xor | O::Not | O::Cnot => f.logic(i),
        O::Shl | O::Shr => f.shift(i),
        O::Shf => f.funnel(i),
        O::Lop3 => f.lop3(i),
        O::Prmt => f.prmt(i),
        O::Mov => f.mov(i),
        O::Cvt => f.cvt(i),
        O::Cvta => f.cvta(i),
        O::Isspacep => f.isspacep(i),
        O::Mapa | O::Getctarank => f.cluster_address(i),
        O::Createpolicy => {
            let (d, zero) = (f.dst64(operand(i, 0)?)?, f.b.const64(0));
            f.op(Op::Mov64, 0, d, &[zero]);
            Ok(())
        }
        O::Ld | O::Ldu => f.ld(i),
        O::St => f.st(i),
        O::Atom | O::Red => f.atom(i),
        O::Cp => f.cp_async(i),
        O::Tex | O::Tld4 => f.texture(i),
        O::Suld | O::Sust => f.surface(i),
        O::Membar | O::Fence => {
            f.op(Op::Fence, 0, 0, &[]);
            Ok(())
        }
        O::Prefetch
        | O::Prefetchu
        | O::Discard
        | O::Applypriority
        | O::Griddepcontrol
        | O::Setmaxnreg
        | O::Pmevent
        // A tensor map is opaque, and means something to tensor copies alone, which trap.
        | O::Tensormap => Ok(()),
        O::Shfl | O::Vote | O::Match | O::Redux | O::Activemask | O::Elect => f.warp_op(i),
        O::Bar | O::Barrier => f.barrier(i),
        O::Nanosleep => {
            f.op(Op::Nanosleep, 0, 0, &[]);
            Ok(())
        }
        O::Bra | O::Brx | O::Call | O::Ret | O::Exit | O::Trap | O::Brkpt => f.control(i),
        _ => Err(Unsupported),
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
