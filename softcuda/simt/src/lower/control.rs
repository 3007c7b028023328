//! Branches, calls, barriers, warp-synchronous instructions.

use softcuda_ptx::{FunctionId, Instr, Mod, Opcode, Operand, Param, ScalarType, Symbol, Table, TableId};

use super::function::{Class, Lower, Lowered, Patch, Unsupported, class_of, signature};
use super::select::{any, operand, ty};
use crate::exec::barrier::CLUSTER;
use crate::ops::sync::bar_kind;
use crate::ops::table::Op;
use crate::wir::{Builtin, Inst, TRUE, mem};

use ScalarType as T;

/// Whether the device itself has a function of this name, which programs declare only.
pub fn provides(name: &str) -> bool {
    builtin(name).is_some()
}

/// Code of a system function in an instruction's `x`, by name.
fn builtin(name: &str) -> Option<Builtin> {
    match name {
        "vprintf" => Some(Builtin::Vprintf),
        "__assertfail" => Some(Builtin::AssertFail),
        "malloc" => Some(Builtin::Malloc),
        "free" => Some(Builtin::Free),
        _ => None,
    }
}

impl Lower<'_, '_> {
    pub(super) fn control(&mut self, i: &Instr) -> Lowered {
        match i.op {
            Opcode::Bra => {
                let Operand::Label(label) = operand(i, 0)? else { return Err(Unsupported) };
                self.branches.push((Patch::Code(self.b.code.len()), label.0));
                self.op(Op::Bra, 0, 0, &[]);
            }
            Opcode::Brx => return self.branch_indexed(i),
            Opcode::Call => return self.call(i),
            Opcode::Ret => {
                let function = self.b.index.function(self.id);
                self.ret(function);
            }
            Opcode::Exit => self.op(Op::Exit, 0, 0, &[]),
            _ => self.op(Op::Trap, 0, 0, &[]),
        }
        Ok(())
    }

    fn branch_indexed(&mut self, i: &Instr) -> Lowered {
        let a = self.src32(operand(i, 0)?, T::U32)?;
        let Operand::Table(table) = operand(i, 1)? else { return Err(Unsupported) };
        let Table::Branch(labels) = &self.body.tables[table.index()] else { return Err(Unsupported) };
        let x = self.b.ext.len() as u32;
        for label in labels {
            self.branches.push((Patch::Ext(self.b.ext.len()), label.0));
            self.b.ext.push(0);
        }
        self.emit(Inst { a, e: labels.len() as u32, x, ..Inst::new(Op::Brx) });
        Ok(())
    }

    fn call(&mut self, i: &Instr) -> Lowered {
        let (Operand::List(returns), Operand::List(arguments)) = (operand(i, 0)?, operand(i, 2)?) else {
            return Err(Unsupported);
        };
        match operand(i, 1)? {
            Operand::Symbol { symbol: Symbol::Function(id), .. } => self.call_direct(*id, returns, arguments),
            Operand::Reg(reg) if class_of(self.ty(*reg)) == Class::R64 => {
                let a = self.register(*reg);
                let Some(Operand::Table(table)) = i.operands.get(3) else { return Err(Unsupported) };
                let (to, from) = self.prototype(*table)?;
                let inst = Inst { a, ..Inst::new(Op::CallReg) };
                self.call_with(&to, &from, returns, arguments, inst)
            }
            _ => Err(Unsupported),
        }
    }

    /// Returned and taken parameters of an indirect call.
    fn prototype(&self, table: TableId) -> Lowered<(Vec<Param>, Vec<Param>)> {
        match &self.body.tables[table.index()] {
            Table::Prototype { returns, params, .. } => Ok((returns.clone(), params.clone())),
            Table::Call(functions) => {
                let first = self.b.index.function(*functions.first().ok_or(Unsupported)?);
                Ok((first.returns.clone(), first.params.clone()))
            }
            Table::Branch(_) => Err(Unsupported),
        }
    }

    fn call_direct(&mut self, id: FunctionId, returns: &[Operand], arguments: &[Operand]) -> Lowered {
        let function = self.b.index.function(id);
        if function.body.is_none() {
            let kind = builtin(&function.name).ok_or(Unsupported)?;
            return self.call_builtin(kind, returns, arguments);
        }
        let x = self.b.function_number(id).ok_or(Unsupported)?;
        let inst = Inst { x, ..Inst::new(Op::Call) };
        self.call_with(&function.returns.clone(), &function.params.clone(), returns, arguments, inst)
    }

    /// Arguments go to where the callee's frame will begin, results come from there. A function of another unit may give a result
    /// that its caller does not know of, or none where its caller expects one, which then is undefined: linkers go by names.
    fn call_with(
        &mut self,
        to: &[Param],
        from: &[Param],
        returns: &[Operand],
        arguments: &[Operand],
        inst: Inst,
    ) -> Lowered {
        let one_has_none = to.is_empty() || returns.is_empty();
        if (to.len() != returns.len() && !one_has_none) || from.len() != arguments.len() {
            return Err(Unsupported);
        }
        let (return_places, argument_places, end) = signature(to, from);
        self.outgoing = self.outgoing.max(end.next_multiple_of(16));
        for ((argument, param), place) in arguments.iter().zip(from).zip(argument_places) {
            let place = self.frame + place;
            match argument {
                Operand::Symbol { symbol, offset: 0 } if self.frame_offset(*symbol).is_some() => {
                    let source = self.frame_offset(*symbol).ok_or(Unsupported)?;
                    self.copy_frame(place, source, param.size as u32);
                }
                value => {
                    let row = self.src(value, param.ty)?;
                    self.store_frame(param.ty, row, place);
                }
            }
        }
        self.emit(inst);
        for ((result, param), place) in returns.iter().zip(to).zip(return_places) {
            let place = self.frame + place;
            match result {
                Operand::Symbol { symbol, offset: 0 } => {
                    let target = self.frame_offset(*symbol).ok_or(Unsupported)?;
                    self.copy_frame(target, place, param.size as u32);
                }
                Operand::Sink => {}
                register => {
                    let row = self.dst(register, param.ty)?;
                    self.load_frame(param.ty, row, place);
                    self.flush();
                }
            }
        }
        Ok(())
    }

    /// Copies bytes within local memory, in the largest pieces that both alignments allow.
    fn copy_frame(&mut self, to: u32, from: u32, size: u32) {
        let mut at = 0;
        while at < size {
            let aligned =
                |log2: u32| ((to + at) | (from + at)).is_multiple_of(1 << log2) && size - at >= 1 << log2;
            let log2 = (0..=3).rev().find(|&log2| aligned(log2)).unwrap_or(0);
            let (temp, a) = (self.temp64(), self.b.const64(0));
            let flags = log2 as u16 | mem::FRAME | mem::WIDE;
            self.emit(Inst { flags, d: temp, a, x: from + at, ..Inst::new(Op::LdLocal) });
            self.emit(Inst { flags, b: temp, a, x: to + at, ..Inst::new(Op::StLocal) });
            at += 1 << log2;
        }
    }

    fn call_builtin(&mut self, kind: Builtin, returns: &[Operand], arguments: &[Operand]) -> Lowered {
        let types: &[T] = match kind {
            Builtin::Vprintf => &[T::B64, T::B64],
            Builtin::AssertFail => &[T::B64, T::B64, T::B32, T::B64, T::B64],
            Builtin::Malloc | Builtin::Free => &[T::B64],
        };
        if arguments.len() != types.len() {
            return Err(Unsupported);
        }
        let mut rows = Vec::new();
        for (argument, &ty) in arguments.iter().zip(types) {
            let row = match argument {
                Operand::Symbol { symbol, offset: 0 } if self.frame_offset(*symbol).is_some() => {
                    let source = self.frame_offset(*symbol).ok_or(Unsupported)?;
                    let row = if ty == T::B64 { self.temp64() } else { self.temp32() };
                    self.load_frame(ty, row, source);
                    row
                }
                value => self.src(value, ty)?,
            };
            rows.push(row);
        }
        let a = self.b.ext.len() as u32;
        self.b.ext.extend_from_slice(&rows);
        let ty = if kind == Builtin::Malloc { T::B64 } else { T::B32 };
        let d = if kind == Builtin::Malloc { self.temp64() } else { self.temp32() };
        self.emit(Inst { a, d, x: kind as u32, ..Inst::new(Op::CallBuiltin) });
        match returns.first() {
            None | Some(Operand::Sink) => Ok(()),
            Some(Operand::Symbol { symbol, .. }) => {
                let target = self.frame_offset(*symbol).ok_or(Unsupported)?;
                self.store_frame(ty, d, target);
                Ok(())
            }
            Some(register) => {
                let row = self.dst(register, ty)?;
                self.op(if ty == T::B64 { Op::Mov64 } else { Op::Mov32 }, 0, row, &[d]);
                Ok(())
            }
        }
    }

    pub(super) fn barrier(&mut self, i: &Instr) -> Lowered {
        if i.has(Mod::Warp) {
            let e = self.src32(operand(i, 0)?, T::U32)?;
            self.emit(Inst { e, x: TRUE, ..Inst::new(Op::BarWarp) });
            return Ok(());
        }
        if i.has(Mod::Cluster) {
            // A cluster has one block. Waiting joins all its threads, so arriving need not be counted.
            if i.has(Mod::Wait) {
                let a = self.b.const32(u32::from(CLUSTER));
                self.emit(Inst { flags: bar_kind::SYNC, a, b: TRUE, ..Inst::new(Op::Bar) });
            }
            return Ok(());
        }
        if i.has(Mod::Red) {
            return self.barrier_reduction(i);
        }
        let a = self.src32(operand(i, 0)?, T::U32)?;
        let b = match i.operands.get(1) {
            Some(count) => self.src32(count, T::U32)?,
            None => TRUE,
        };
        let flags = if i.has(Mod::Arrive) { bar_kind::ARRIVE } else { bar_kind::SYNC };
        self.emit(Inst { flags, a, b, ..Inst::new(Op::Bar) });
        Ok(())
    }

    fn barrier_reduction(&mut self, i: &Instr) -> Lowered {
        let flags = match i.mods.one_of(&[Mod::Popc, Mod::And, Mod::Or]) {
            Some(Mod::Popc) => bar_kind::POPC,
            Some(Mod::And) => bar_kind::AND,
            Some(_) => bar_kind::OR,
            None => return Err(Unsupported),
        };
        let last = i.operands.len() - 1;
        let a = self.src32(operand(i, 1)?, T::U32)?;
        let b = if last == 3 { self.src32(operand(i, 2)?, T::U32)? } else { TRUE };
        let c = self.pred(operand(i, last)?)?;
        // The result is written when the barrier wakes the thread, outside the usual flow: directly to its register.
        let d = match operand(i, 0)? {
            Operand::Reg(reg) if matches!(class_of(self.ty(*reg)), Class::R32 | Class::Pred) => {
                self.register(*reg)
            }
            _ => return Err(Unsupported),
        };
        self.emit(Inst { flags, d, a, b, c, ..Inst::new(Op::Bar) });
        Ok(())
    }

    pub(super) fn warp_op(&mut self, i: &Instr) -> Lowered {
        match i.op {
            Opcode::Activemask => {
                let d = self.dst32(operand(i, 0)?)?;
                self.op(Op::Activemask, 0, d, &[]);
                Ok(())
            }
            Opcode::Shfl => self.shuffle(i),
            Opcode::Vote => self.vote(i),
            Opcode::Match => self.find_match(i),
            Opcode::Redux => self.reduction(i),
            _ => {
                let (d, x) = self.pair(operand(i, 0)?)?;
                let e = self.src32(operand(i, 1)?, T::U32)?;
                let x = if x == TRUE { self.temp_pred() } else { x };
                self.emit(Inst { d, e, x, ..Inst::new(Op::Elect) });
                Ok(())
            }
        }
    }

    /// `d|p` as a 32-bit row and a predicate; [`TRUE`] for what is absent.
    fn pair(&mut self, operand: &Operand) -> Lowered<(u32, u32)> {
        match operand {
            Operand::Pair(d, p) => {
                let row = match d {
                    Some(reg) if class_of(self.ty(*reg)) == Class::R32 => self.register(*reg),
                    Some(_) => return Err(Unsupported),
                    None => self.temp32(),
                };
                Ok((row, p.map_or(TRUE, |reg| self.register(reg))))
            }
            single => Ok((self.dst32(single)?, TRUE)),
        }
    }

    /// The member mask at a position; without `.sync` there is none.
    fn member_mask(&mut self, i: &Instr, n: usize) -> Lowered<u32> {
        if !i.has(Mod::Sync) {
            return Ok(TRUE);
        }
        self.src32(operand(i, n)?, T::U32)
    }

    fn shuffle(&mut self, i: &Instr) -> Lowered {
        let flags = match i.mods.one_of(&[Mod::Up, Mod::Down, Mod::Bfly, Mod::Idx]) {
            Some(Mod::Up) => 0,
            Some(Mod::Down) => 1,
            Some(Mod::Bfly) => 2,
            Some(_) => 3,
            None => return Err(Unsupported),
        };
        let a = self.src32(operand(i, 1)?, T::B32)?;
        let (b, c) = (self.src32(operand(i, 2)?, T::U32)?, self.src32(operand(i, 3)?, T::U32)?);
        let e = self.member_mask(i, 4)?;
        let (d, x) = self.pair(operand(i, 0)?)?;
        self.emit(Inst { flags, d, a, b, c, e, x, ..Inst::new(Op::Shfl) });
        Ok(())
    }

    fn vote(&mut self, i: &Instr) -> Lowered {
        let a = self.pred(operand(i, 1)?)?;
        let e = self.member_mask(i, 2)?;
        let (flags, d) = match i.mods.one_of(&[Mod::All, Mod::Any, Mod::Uni, Mod::Ballot]) {
            Some(Mod::All) => (0, self.pred_dst(operand(i, 0)?)?),
            Some(Mod::Any) => (1, self.pred_dst(operand(i, 0)?)?),
            Some(Mod::Uni) => (2, self.pred_dst(operand(i, 0)?)?),
            Some(_) => (3, self.dst32(operand(i, 0)?)?),
            None => return Err(Unsupported),
        };
        self.emit(Inst { flags, d, a, e, ..Inst::new(Op::Vote) });
        Ok(())
    }

    fn find_match(&mut self, i: &Instr) -> Lowered {
        let ty = ty(i)?;
        let a = self.src(operand(i, 1)?, ty)?;
        let e = self.member_mask(i, 2)?;
        let (d, x) = self.pair(operand(i, 0)?)?;
        let flags = u16::from(any(i, &[Mod::All])) | u16::from(class_of(ty) == Class::R64) << 1;
        self.emit(Inst { flags, d, a, e, x, ..Inst::new(Op::Match) });
        Ok(())
    }

    fn reduction(&mut self, i: &Instr) -> Lowered {
        let ty = ty(i)?;
        let signed = ty == T::S32;
        if ty == T::F32 {
            return self.float_reduction(i);
        }
        if !matches!(ty, T::S32 | T::U32 | T::B32) {
            return Err(Unsupported);
        }
        let flags = match i.mods.one_of(&[Mod::Add, Mod::Min, Mod::Max, Mod::And, Mod::Or, Mod::Xor]) {
            Some(Mod::Add) => 0,
            Some(Mod::Min) => {
                if signed {
                    3
                } else {
                    1
                }
            }
            Some(Mod::Max) => {
                if signed {
                    4
                } else {
                    2
                }
            }
            Some(Mod::And) => 5,
            Some(Mod::Or) => 6,
            Some(_) => 7,
            None => return Err(Unsupported),
        };
        let (a, e) = (self.src32(operand(i, 1)?, ty)?, self.member_mask(i, 2)?);
        let d = self.dst32(operand(i, 0)?)?;
        self.emit(Inst { flags, d, a, e, ..Inst::new(Op::Redux) });
        Ok(())
    }

    /// `redux.sync.min.abs.NaN.f32` and the like: `x` has the flags of a minimum.
    fn float_reduction(&mut self, i: &Instr) -> Lowered {
        let flags = match i.mods.one_of(&[Mod::Min, Mod::Max]) {
            Some(Mod::Min) => 8,
            Some(_) => 9,
            None => return Err(Unsupported),
        };
        let (a, e) = (self.src32(operand(i, 1)?, T::F32)?, self.member_mask(i, 2)?);
        let d = self.dst32(operand(i, 0)?)?;
        let x = u32::from(super::float::flags(i));
        self.emit(Inst { flags, d, a, e, x, ..Inst::new(Op::Redux) });
        Ok(())
    }
}
