//! One function: registers, frame, operands, and the walk over its instructions.

use softcuda_ptx::{
    Body, Function, FunctionId, FunctionKind, Instr, Operand, Param, RegId, ScalarType, Space, Symbol,
    TypeKind, VarId,
};

use super::based::Sum;
use super::builder::Builder;
use super::select;
use crate::ops::matrix;
use crate::ops::table::Op;
use crate::wir::{Func, Inst, NOT, ROW32, ROW64, TRUE, mem};

/// Which register file a value lives in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    Pred,
    R32,
    R64,
    /// Two 64-bit registers, low half first.
    R128,
}

pub(super) fn class_of(ty: ScalarType) -> Class {
    match ty.bits() {
        _ if ty == ScalarType::Pred => Class::Pred,
        ..=32 => Class::R32,
        64 => Class::R64,
        _ => Class::R128,
    }
}

/// Why an instruction was not lowered: it becomes a trap with its name.
#[derive(Debug)]
pub(super) struct Unsupported;

pub(super) type Lowered<T = ()> = Result<T, Unsupported>;

/// Frame offsets of a signature's blocks in the callee's frame: returns first, then parameters; and the end.
pub(super) fn signature(returns: &[Param], params: &[Param]) -> (Vec<u32>, Vec<u32>, u32) {
    let mut at = 0u32;
    let mut place = |list: &[Param]| {
        list.iter()
            .map(|p| {
                at = at.next_multiple_of(p.align.clamp(1, 16));
                let here = at;
                at = at.saturating_add(p.size.min(1 << 20) as u32);
                here
            })
            .collect::<Vec<_>>()
    };
    let (returns, params) = (place(returns), place(params));
    (returns, params, at)
}

/// A function under lowering.
pub(super) struct Lower<'b, 'a> {
    pub(super) b: &'b mut Builder<'a>,
    pub(super) id: FunctionId,
    pub(super) body: &'b Body,
    pub(super) is_kernel: bool,
    registers: Vec<u32>,
    /// Registers that stand for a row of the launch.
    pub(super) known: Vec<bool>,
    /// Sums that loads and stores make themselves.
    pub(super) sums: Vec<Option<Sum>>,
    /// Predicates in use.
    preds: u32,
    /// Temporary rows of each width, and how many the instruction at hand has taken.
    temps: [(Vec<u32>, usize); 2],
    /// Predicate that holds the carry flag.
    carry: Option<u32>,
    /// Guard of the instruction at hand.
    guard: u32,
    /// Instructions that widen a result to its register, to follow the instruction at hand.
    pending: Vec<Inst>,
    vars: Vec<u32>,
    pub(super) params: Vec<u32>,
    pub(super) returns: Vec<u32>,
    /// Bytes of the frame without outgoing blocks.
    pub(super) frame: u32,
    pub(super) outgoing: u32,
    /// Places of branch targets to be filled in: (instruction or side-table entry, label).
    pub(super) branches: Vec<(Patch, u32)>,
}

/// Arithmetic without a guard.
fn is_arithmetic(i: &Inst) -> bool {
    i.op < Op::Nop && i.guard == TRUE
}

/// Where a label's program counter goes.
pub(super) enum Patch {
    Code(usize),
    Ext(usize),
}

/// Lowers a function and appends it to the program.
pub(super) fn lower(b: &mut Builder, id: FunctionId, body: &Body) {
    let entry = b.code.len() as u32;
    let function: &Function = b.index.function(id);
    let name = function.name.clone();
    let mut f = Lower::new(b, id, body, function);
    f.place_registers();
    f.prologue(function);
    let mut starts = Vec::with_capacity(body.instrs.len() + 1);
    for instr in &body.instrs {
        starts.push(f.b.code.len() as u32);
        f.instruction(instr);
    }
    starts.push(f.b.code.len() as u32);
    f.guard = TRUE;
    f.ret(function);
    f.patch(&starts);
    f.mark_runs(entry, &starts);
    let (preds, frame, outgoing) = (f.preds, f.frame, f.outgoing);
    let (rows, fills, tids) = b.end_rows();
    b.funcs.push(Func { name, entry, rows, preds, fills, tids, frame, local: frame + outgoing });
}

impl<'b, 'a> Lower<'b, 'a> {
    fn new(b: &'b mut Builder<'a>, id: FunctionId, body: &'b Body, function: &Function) -> Lower<'b, 'a> {
        b.begin_rows();
        let is_kernel = function.kind == FunctionKind::Entry;
        let (returns, params, signature_end) = if is_kernel {
            (Vec::new(), Vec::new(), 0)
        } else {
            signature(&function.returns, &function.params)
        };
        let mut at = signature_end;
        let vars = body
            .vars
            .iter()
            .map(|v| {
                if !matches!(v.space, Space::Local | Space::Param) {
                    return 0;
                }
                at = at.next_multiple_of(v.align.clamp(1, 64));
                let here = at;
                at = at.saturating_add(v.size.min(1 << 20) as u32);
                here
            })
            .collect();
        // Kernels without local data keep an empty frame; functions need one, so that recursion has a bound.
        let frame = if is_kernel { at.next_multiple_of(64) } else { at.next_multiple_of(64).max(64) };
        Lower {
            b,
            id,
            body,
            is_kernel,
            registers: vec![0; body.regs.len()],
            known: Vec::new(),
            sums: Vec::new(),
            preds: 0,
            temps: Default::default(),
            carry: None,
            guard: TRUE,
            pending: Vec::new(),
            vars,
            params,
            returns,
            frame,
            outgoing: 0,
            branches: Vec::new(),
        }
    }

    /// Loads register parameters from the frame.
    fn prologue(&mut self, function: &Function) {
        if self.body.param_regs.is_empty() {
            return;
        }
        let offsets = self.params.clone();
        let formals = function.params.iter().zip(offsets).filter(|(p, _)| p.space == Space::Reg);
        for ((param, offset), &reg) in formals.zip(&self.body.param_regs) {
            self.load_frame(param.ty, self.register(reg), offset);
        }
    }

    /// Stores register results to the frame and returns.
    pub(super) fn ret(&mut self, function: &Function) {
        let offsets = self.returns.clone();
        let formals = function.returns.iter().zip(offsets).filter(|(p, _)| p.space == Space::Reg);
        for ((param, offset), &reg) in formals.zip(&self.body.return_regs) {
            self.store_frame(param.ty, self.register(reg), offset);
        }
        self.emit(Inst::new(Op::Ret));
    }

    /// Copies a register from or to the frame. Predicates travel as 32-bit values.
    pub(super) fn load_frame(&mut self, ty: ScalarType, register: u32, offset: u32) {
        let a = self.b.const64(0);
        let (log2, wide) = (ty.bytes().trailing_zeros().min(3) as u16, class_of(ty) == Class::R64);
        let flags = log2 | mem::FRAME | if wide { mem::WIDE } else { 0 };
        self.emit(Inst { flags, d: register, a, x: offset, ..Inst::new(Op::LdLocal) });
    }

    pub(super) fn store_frame(&mut self, ty: ScalarType, register: u32, offset: u32) {
        let a = self.b.const64(0);
        let (log2, wide) = (ty.bytes().trailing_zeros().min(3) as u16, class_of(ty) == Class::R64);
        let flags = log2 | mem::FRAME | if wide { mem::WIDE } else { 0 };
        self.emit(Inst { flags, b: register, a, x: offset, ..Inst::new(Op::StLocal) });
    }

    fn instruction(&mut self, instr: &Instr) {
        if self.is_known(instr) {
            return;
        }
        self.guard = match instr.pred {
            Some(guard) => self.register(guard.reg) | if guard.negated { NOT } else { 0 },
            None => TRUE,
        };
        for (_, taken) in &mut self.temps {
            *taken = 0;
        }
        let start = self.b.code.len();
        if select::lower(self, instr).is_err() {
            // Nothing of a half-lowered instruction remains.
            self.b.code.truncate(start);
            self.pending.clear();
            self.branches.retain(|(patch, _)| !matches!(patch, Patch::Code(at) if *at >= start));
            let name = self.b.index.text(instr.mnemonic).into_owned();
            let x = self.b.name(name);
            self.emit(Inst { x, ..Inst::new(Op::Unsupported) });
        }
        self.flush();
    }

    fn patch(&mut self, starts: &[u32]) {
        for (patch, label) in std::mem::take(&mut self.branches) {
            let instr = self.body.labels[label as usize].instr as usize;
            let pc = starts[instr.min(starts.len() - 1)];
            match patch {
                Patch::Code(at) => self.b.code[at].x = pc,
                Patch::Ext(at) => self.b.ext[at] = pc,
            }
        }
    }

    /// Notes how far runs of one operation go ([`Inst::run`]). They end where threads may arrive.
    fn mark_runs(&mut self, entry: u32, starts: &[u32]) {
        let mut is_target = vec![false; self.b.code.len() + 1 - entry as usize];
        for label in &self.body.labels {
            is_target[(starts[(label.instr as usize).min(starts.len() - 1)] - entry) as usize] = true;
        }
        let code = &mut self.b.code[entry as usize..];
        for n in (0..code.len()).rev().filter(|&n| is_arithmetic(&code[n])).collect::<Vec<_>>() {
            let continues = code.get(n + 1).is_some_and(|next| next.op == code[n].op && is_arithmetic(next));
            code[n].x = if continues && !is_target[n + 1] { code[n + 1].x + 1 } else { 0 };
        }
        matrix::mark(code, &mut self.b.ext, &is_target);
    }

    /// Appends an instruction under the guard at hand.
    pub(super) fn emit(&mut self, inst: Inst) {
        self.b.code.push(Inst { guard: self.guard, ..inst });
    }

    pub(super) fn flush(&mut self) {
        for inst in std::mem::take(&mut self.pending) {
            self.emit(inst);
        }
    }

    /// Emits `op d, a, b, c, e`.
    pub(super) fn op(&mut self, op: Op, flags: u16, d: u32, sources: &[u32]) {
        let source = |n: usize| sources.get(n).copied().unwrap_or(0);
        let inst = Inst { flags, d, a: source(0), b: source(1), c: source(2), e: source(3), ..Inst::new(op) };
        self.emit(inst);
    }

    pub(super) fn ty(&self, reg: RegId) -> ScalarType {
        self.body.regs[reg.index()].ty
    }

    /// First row of a register in its file.
    pub(super) fn register(&self, reg: RegId) -> u32 {
        self.registers[reg.index()]
    }

    /// Gives every register its row or predicate.
    fn place_registers(&mut self) {
        self.find_known();
        self.sums = super::based::find(self.body, &self.known);
        let placed = super::regs::assign(self.body, &self.known, &self.sums);
        let begin = self.b.rows(placed.bytes);
        for (n, at) in placed.at.into_iter().enumerate().filter(|&(n, _)| !self.known[n]) {
            let is_row = class_of(self.body.regs[n].ty) != Class::Pred;
            self.registers[n] = at + if is_row { begin } else { 0 };
        }
        self.preds = placed.preds;
    }

    /// Makes a register stand for another row.
    pub(super) fn set_register(&mut self, reg: RegId, row: u32) {
        self.registers[reg.index()] = row;
    }

    pub(super) fn temp_pred(&mut self) -> u32 {
        self.preds += 1;
        self.preds - 1
    }

    /// A 32-bit row for the instruction at hand.
    pub(super) fn temp32(&mut self) -> u32 {
        self.temp(0, ROW32)
    }

    /// A 64-bit row for the instruction at hand.
    pub(super) fn temp64(&mut self) -> u32 {
        self.temp(1, ROW64)
    }

    fn temp(&mut self, width: usize, bytes: u32) -> u32 {
        let (rows, taken) = &mut self.temps[width];
        if *taken == rows.len() {
            rows.push(self.b.rows(bytes));
        }
        *taken += 1;
        rows[*taken - 1]
    }

    /// The carry flag's predicate.
    pub(super) fn carry(&mut self) -> u32 {
        match self.carry {
            Some(carry) => carry,
            None => {
                let carry = self.temp_pred();
                self.carry = Some(carry);
                carry
            }
        }
    }

    /// A predicate operand.
    pub(super) fn pred(&mut self, operand: &Operand) -> Lowered<u32> {
        match operand {
            Operand::Reg(reg) if self.ty(*reg) == ScalarType::Pred => Ok(self.register(*reg)),
            Operand::Not(reg) if self.ty(*reg) == ScalarType::Pred => Ok(self.register(*reg) | NOT),
            Operand::Imm { bits, .. } => Ok(if *bits != 0 { TRUE } else { TRUE | NOT }),
            _ => Err(Unsupported),
        }
    }

    /// A predicate destination.
    pub(super) fn pred_dst(&mut self, operand: &Operand) -> Lowered<u32> {
        match operand {
            Operand::Reg(reg) if self.ty(*reg) == ScalarType::Pred => Ok(self.register(*reg)),
            Operand::Sink => Ok(self.temp_pred()),
            _ => Err(Unsupported),
        }
    }

    /// A 32-bit source row. Constants are cut to the type's width.
    pub(super) fn src32(&mut self, operand: &Operand, ty: ScalarType) -> Lowered<u32> {
        if let Some(bits) = operand.constant_as(ty) {
            return Ok(self.b.const32(bits as u32));
        }
        match operand {
            Operand::Reg(reg) => match class_of(self.ty(*reg)) {
                Class::R32 => Ok(self.register(*reg)),
                Class::R64 => {
                    let (d, a) = (self.temp32(), self.register(*reg));
                    self.op(Op::Lo32, 0, d, &[a]);
                    Ok(d)
                }
                _ => Err(Unsupported),
            },
            Operand::Special(special) => {
                let d = self.temp32();
                self.emit(Inst { d, x: *special as u32, ..Inst::new(Op::Special32) });
                Ok(d)
            }
            Operand::Symbol { symbol, offset } => {
                let wide = self.symbol(*symbol, *offset)?;
                let d = self.temp32();
                self.op(Op::Lo32, 0, d, &[wide]);
                Ok(d)
            }
            _ => Err(Unsupported),
        }
    }

    /// A 64-bit source row; narrower registers are extended as the type says.
    pub(super) fn src64(&mut self, operand: &Operand, ty: ScalarType) -> Lowered<u32> {
        if let Some(bits) = operand.constant_as(ty) {
            return Ok(self.b.const64(bits));
        }
        match operand {
            Operand::Reg(reg) => match class_of(self.ty(*reg)) {
                Class::R64 => Ok(self.register(*reg)),
                Class::R32 => {
                    let (d, a) = (self.temp64(), self.register(*reg));
                    let op = if ty.kind() == TypeKind::Signed { Op::Sext32 } else { Op::Zext32 };
                    self.op(op, 0, d, &[a]);
                    Ok(d)
                }
                _ => Err(Unsupported),
            },
            Operand::Special(special) => {
                let d = self.temp64();
                self.emit(Inst { d, x: *special as u32, ..Inst::new(Op::Special64) });
                Ok(d)
            }
            Operand::Symbol { symbol, offset } => self.symbol(*symbol, *offset),
            _ => Err(Unsupported),
        }
    }

    /// A source of the type's own width.
    pub(super) fn src(&mut self, operand: &Operand, ty: ScalarType) -> Lowered<u32> {
        match class_of(ty) {
            Class::R32 => self.src32(operand, ty),
            Class::R64 => self.src64(operand, ty),
            _ => Err(Unsupported),
        }
    }

    /// A 32-bit destination row. A result for a 64-bit register is widened after the instruction.
    pub(super) fn dst32(&mut self, operand: &Operand) -> Lowered<u32> {
        match operand {
            Operand::Reg(reg) => match class_of(self.ty(*reg)) {
                Class::R32 => Ok(self.register(*reg)),
                Class::R64 => {
                    let (temp, d) = (self.temp32(), self.register(*reg));
                    self.pending.push(Inst { d, a: temp, ..Inst::new(Op::Zext32) });
                    Ok(temp)
                }
                _ => Err(Unsupported),
            },
            Operand::Sink => Ok(self.temp32()),
            _ => Err(Unsupported),
        }
    }

    /// A 64-bit destination row. A result for a 32-bit register is cut after the instruction.
    pub(super) fn dst64(&mut self, operand: &Operand) -> Lowered<u32> {
        match operand {
            Operand::Reg(reg) => match class_of(self.ty(*reg)) {
                Class::R64 => Ok(self.register(*reg)),
                Class::R32 => {
                    let (temp, d) = (self.temp64(), self.register(*reg));
                    self.pending.push(Inst { d, a: temp, ..Inst::new(Op::Lo32) });
                    Ok(temp)
                }
                _ => Err(Unsupported),
            },
            Operand::Sink => Ok(self.temp64()),
            _ => Err(Unsupported),
        }
    }

    /// A destination of the type's own width.
    pub(super) fn dst(&mut self, operand: &Operand, ty: ScalarType) -> Lowered<u32> {
        match class_of(ty) {
            Class::R32 => self.dst32(operand),
            Class::R64 => self.dst64(operand),
            _ => Err(Unsupported),
        }
    }

    /// The class of the register that an operand names.
    pub(super) fn operand_class(&self, operand: &Operand) -> Option<Class> {
        operand.reg().map(|reg| class_of(self.ty(reg)))
    }

    /// Where a variable or parameter block of the frame begins.
    pub(super) fn frame_offset(&self, symbol: Symbol) -> Option<u32> {
        match symbol {
            Symbol::Local(var) if self.var_space(var) != Space::Shared => self.vars.get(var.index()).copied(),
            Symbol::Param(n) if !self.is_kernel => self.params.get(n as usize).copied(),
            Symbol::Return(n) => self.returns.get(n as usize).copied(),
            _ => None,
        }
    }

    pub(super) fn var_space(&self, var: VarId) -> Space {
        self.body.vars[var.index()].space
    }

    /// The address of a symbol in its own space, as a 64-bit row.
    pub(super) fn symbol(&mut self, symbol: Symbol, offset: i64) -> Lowered<u32> {
        if let Some(address) = self.fixed_address(symbol) {
            return Ok(self.b.const64(address.wrapping_add_signed(offset)));
        }
        let at = self.frame_offset(symbol).ok_or(Unsupported)?;
        let d = self.temp64();
        self.emit(Inst { d, x: at.wrapping_add(offset as u32), ..Inst::new(Op::FrameAddr) });
        Ok(d)
    }

    /// The address of a symbol that is the same in all frames.
    pub(super) fn fixed_address(&self, symbol: Symbol) -> Option<u64> {
        match symbol {
            Symbol::Global(id) => self.b.global_address(id),
            Symbol::Function(id) => Some(self.b.placement.code_address(id)),
            Symbol::Local(var) if self.var_space(var) == Space::Shared => {
                Some(self.b.local_shared(self.id, var))
            }
            Symbol::Param(n) if self.is_kernel => {
                self.b.index.function(self.id).params.get(n as usize).map(|p| p.offset)
            }
            _ => None,
        }
    }

    /// The space that a symbol is in.
    pub(super) fn symbol_space(&self, symbol: Symbol) -> Space {
        match symbol {
            Symbol::Local(var) => self.var_space(var),
            Symbol::Param(_) | Symbol::Return(_) => Space::Param,
            Symbol::Global(id) => self.b.index.variables[id.index()].space,
            Symbol::Function(_) => Space::Global,
        }
    }
}
