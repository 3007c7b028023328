//! Asynchronous copies and reductions of many bytes, and stores that a barrier object counts. All of them are complete when issued.

use softcuda_ptx::{Instr, Mod, Opcode, ScalarType};

use super::function::{Lower, Lowered, Unsupported};
use super::memory::atom_op;
use super::select::{any, operand, ty};
use crate::ops::bulk::{Bulk, What};
use crate::ops::memory::Space;
use crate::ops::table::Op;
use crate::wir::{Inst, mem};

use ScalarType as T;

impl Lower<'_, '_> {
    /// `cp.async.bulk`, `cp.reduce.async.bulk` and `st.bulk`, of threads' own blocks and without descriptions of tensors.
    pub(super) fn bulk(&mut self, i: &Instr) -> Lowered {
        if any(i, &[Mod::Tensor, Mod::Multicast, Mod::CpMask]) {
            return Err(Unsupported);
        }
        if i.op == Opcode::St {
            return self.fill(i);
        }
        let counted = i.has(Mod::CompleteTxBytes);
        if counted == i.has(Mod::BulkGroup) {
            return Err(Unsupported);
        }
        // What a barrier object counts goes to shared memory, the rest comes from there.
        let (to, from) = match (counted, i.has(Mod::Global)) {
            (true, true) => (Space::Shared, Space::Global),
            (true, false) => (Space::Shared, Space::Shared),
            (false, _) => (Space::Global, Space::Shared),
        };
        let (what, log2) = match i.has(Mod::Reduce) {
            true => (What::Reduce(atom_op(i, ty(i)?)?), ty(i)?.bytes().trailing_zeros()),
            false => (What::Copy, 0),
        };
        let bytes = self.src32(operand(i, 2)?, T::U32)?;
        let source = self.address(operand(i, 1)?)?;
        let target = self.address(operand(i, 0)?)?;
        if (source.flags | target.flags) & (mem::FRAME | mem::BASED) != 0 {
            return Err(Unsupported);
        }
        let flags = target.flags | if source.flags & mem::ADDR32 != 0 { mem::SIGNED } else { 0 };
        self.emit(Inst {
            flags,
            d: bytes,
            a: target.row,
            x: target.offset,
            b: source.row,
            c: source.offset,
            e: Bulk { what, to, from, log2 }.code(),
            ..Inst::new(Op::Bulk)
        });
        if counted { self.complete_bytes(operand(i, 3)?, bytes) } else { Ok(()) }
    }

    /// `st.bulk`: zeros.
    fn fill(&mut self, i: &Instr) -> Lowered {
        let to = match self.space(i, operand(i, 0)?)? {
            space @ (Space::Shared | Space::Generic) => space,
            _ => return Err(Unsupported),
        };
        let bytes = self.src32(operand(i, 1)?, T::U32)?;
        let target = self.address(operand(i, 0)?)?;
        if operand(i, 2)?.constant_as(T::U64) != Some(0) || target.flags & (mem::FRAME | mem::BASED) != 0 {
            return Err(Unsupported);
        }
        self.emit(Inst {
            flags: target.flags,
            d: bytes,
            a: target.row,
            x: target.offset,
            e: Bulk { what: What::Zero, to, from: to, log2: 0 }.code(),
            ..Inst::new(Op::Bulk)
        });
        Ok(())
    }

    /// `st.async` and `red.async`: what they do at once, and the bytes that a barrier object waits for.
    pub(super) fn store_async(&mut self, i: &Instr) -> Lowered {
        let Some((place, rest)) = i.operands.split_last().filter(|_| i.has(Mod::CompleteTxBytes)) else {
            return Err(Unsupported);
        };
        let plain = Instr { operands: rest.to_vec(), ..i.clone() };
        let size = ty(i)?.bytes() as u32;
        let count = match i.mods.one_of(&[Mod::V2, Mod::V4]) {
            Some(Mod::V2) => 2,
            Some(_) => 4,
            None => 1,
        };
        if i.op == Opcode::St {
            self.st(&plain)?
        } else {
            self.atom(&plain)?
        }
        let bytes = self.b.const32(size * count);
        self.complete_bytes(place, bytes)
    }
}
