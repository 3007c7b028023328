//! Barrier objects in shared memory.

use softcuda_ptx::{Instr, Mod, Opcode, Operand, ScalarType};

use super::function::{Lower, Lowered, Unsupported};
use super::select::operand;
use crate::ops::mbarrier::{GENERIC, Kind};
use crate::ops::memory::Space;
use crate::ops::table::Op;
use crate::wir::{Inst, TRUE};

use ScalarType as T;

impl Lower<'_, '_> {
    pub(super) fn mbarrier(&mut self, i: &Instr) -> Lowered {
        if i.op == Opcode::Cp {
            return self.arrive_after_copies(i);
        }
        match i.mods.one_of(&[
            Mod::Init,
            Mod::Inval,
            Mod::Arrive,
            Mod::ArriveDrop,
            Mod::ExpectTx,
            Mod::CompleteTx,
            Mod::TestWait,
            Mod::TryWait,
            Mod::PendingCount,
        ]) {
            Some(Mod::Init) => self.on_barrier(i, 0, Kind::Init, Some(1), TRUE),
            Some(Mod::Inval) => self.on_barrier(i, 0, Kind::Inval, None, TRUE),
            Some(Mod::CompleteTx) => self.on_barrier(i, 0, Kind::Complete, Some(1), TRUE),
            Some(Mod::TestWait | Mod::TryWait) => self.test(i),
            Some(Mod::PendingCount) => {
                let (a, d) = (self.src64(operand(i, 1)?, T::B64)?, self.dst32(operand(i, 0)?)?);
                self.op(Op::PendingCount, 0, d, &[a]);
                Ok(())
            }
            Some(_) if i.has(Mod::Arrive) || i.has(Mod::ArriveDrop) => self.arrive(i),
            Some(Mod::ExpectTx) => self.on_barrier(i, 0, Kind::Expect, Some(1), TRUE),
            _ => Err(Unsupported),
        }
    }

    /// `arrive` and `arrive_drop`; the state that they return may be absent.
    fn arrive(&mut self, i: &Instr) -> Lowered {
        let kind = match (i.has(Mod::ArriveDrop), i.has(Mod::ExpectTx)) {
            (false, false) => Kind::Arrive,
            (true, false) => Kind::Drop,
            (false, true) => Kind::ExpectArrive,
            (true, true) => Kind::ExpectDrop,
        };
        let first = operand(i, 0)?;
        let (state, place) = if matches!(first, Operand::Address(_)) { (None, 0) } else { (Some(first), 1) };
        let d = match state {
            None | Some(Operand::Sink) => TRUE,
            Some(state) => self.dst64(state)?,
        };
        let count = (i.operands.len() > place + 1).then_some(place + 1);
        self.on_barrier(i, place, kind, count, d)
    }

    /// `test_wait` and `try_wait`, which does not wait here: what runs meanwhile is the scheduler's affair.
    fn test(&mut self, i: &Instr) -> Lowered {
        let d = self.pred_dst(operand(i, 0)?)?;
        let kind = if i.has(Mod::Parity) { Kind::TestParity } else { Kind::Test };
        self.on_barrier(i, 1, kind, Some(2), d)
    }

    /// `cp.async.mbarrier.arrive`: the copies are complete. Without `.noinc` the arrival was made pending for this, and nothing changes.
    fn arrive_after_copies(&mut self, i: &Instr) -> Lowered {
        if i.has(Mod::Noinc) { self.on_barrier(i, 0, Kind::Arrive, None, TRUE) } else { Ok(()) }
    }

    /// An operation on the object at an operand's address, with the number or state of another one; without it, 1.
    fn on_barrier(&mut self, i: &Instr, place: usize, kind: Kind, number: Option<usize>, d: u32) -> Lowered {
        let generic = match self.space(i, operand(i, place)?)? {
            Space::Shared => 0,
            Space::Generic => GENERIC,
            _ => return Err(Unsupported),
        };
        let b = match number {
            None => self.b.const32(1),
            Some(n) if kind == Kind::Test => self.src64(operand(i, n)?, T::B64)?,
            Some(n) => self.src32(operand(i, n)?, T::U32)?,
        };
        self.emit_on_barrier(operand(i, place)?, kind as u32 | generic, b, d)
    }

    /// Bytes, so many as the row says, have arrived for the object in shared memory.
    pub(super) fn complete_bytes(&mut self, place: &Operand, bytes: u32) -> Lowered {
        self.emit_on_barrier(place, Kind::Complete as u32, bytes, TRUE)
    }

    fn emit_on_barrier(&mut self, place: &Operand, c: u32, b: u32, d: u32) -> Lowered {
        let place = self.address(place)?;
        self.emit(Inst {
            flags: place.flags,
            d,
            a: place.row,
            x: place.offset,
            e: place.base,
            b,
            c,
            ..Inst::new(Op::Mbarrier)
        });
        Ok(())
    }
}
