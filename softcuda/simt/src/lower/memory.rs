//! Loads, stores, atomics, asynchronous copies.

use softcuda_ptx::{Address, AddressBase, Instr, Mod, Opcode, Operand, ScalarType, Space, Symbol};

use super::data::is_integer;
use super::function::{Class, Lower, Lowered, Unsupported, class_of};
use super::select::{any, is_signed, is_wide, operand, ty};
use crate::ops::atomic::{self, AtomOp};
use crate::ops::memory::Space as Place;
use crate::ops::table::Op;
use crate::wir::{Inst, ROW64, TRUE, mem};

use ScalarType as T;

/// An address operand as instruction fields.
#[derive(Clone, Copy)]
pub(super) struct Place3 {
    pub(super) row: u32,
    pub(super) offset: u32,
    pub(super) flags: u16,
    /// The row of the base to add, with [`mem::BASED`].
    pub(super) base: u32,
}

/// Memory orders that mean: look again.
const ORDERED: &[Mod] = &[Mod::Volatile, Mod::Relaxed, Mod::Acquire, Mod::Sc, Mod::Mmio, Mod::Cv];

impl Lower<'_, '_> {
    pub(super) fn address(&mut self, operand: &Operand) -> Lowered<Place3> {
        let Operand::Address(Address { base, offset }) = operand else { return Err(Unsupported) };
        let (base, offset) = (*base, *offset);
        match base {
            AddressBase::Reg(reg) => {
                let class = class_of(self.ty(reg));
                let (row, base, flags) = match self.sums[reg.index()] {
                    Some(sum) => (self.register(sum.offset), self.register(sum.base), mem::BASED),
                    None if class == Class::R32 => (self.register(reg), 0, mem::ADDR32),
                    None => (self.register(reg), 0, 0),
                };
                match i32::try_from(offset) {
                    Ok(offset) => Ok(Place3 { row, offset: offset as u32, flags, base }),
                    Err(_) => self.far_address(row, class, offset),
                }
            }
            AddressBase::Symbol(symbol) => match self.fixed_address(symbol) {
                Some(address) => {
                    let row = self.b.const64(address.wrapping_add_signed(offset));
                    Ok(Place3 { row, offset: 0, flags: 0, base: 0 })
                }
                None => {
                    let at = self.frame_offset(symbol).ok_or(Unsupported)?;
                    let row = self.b.const64(0);
                    Ok(Place3 { row, offset: at.wrapping_add(offset as u32), flags: mem::FRAME, base: 0 })
                }
            },
            AddressBase::Absolute => {
                let row = self.b.const64(offset as u64);
                Ok(Place3 { row, offset: 0, flags: 0, base: 0 })
            }
        }
    }

    fn far_address(&mut self, row: u32, class: Class, offset: i64) -> Lowered<Place3> {
        let mut wide = row;
        if class == Class::R32 {
            wide = self.temp64();
            self.op(Op::Zext32, 0, wide, &[row]);
        }
        let (add, sum) = (self.b.const64(offset as u64), self.temp64());
        self.op(Op::Add64, 0, sum, &[wide, add]);
        Ok(Place3 { row: sum, offset: 0, flags: 0, base: 0 })
    }

    /// Log2 of the element's bytes and how many elements, with 128-bit elements as two of 64.
    fn shape(i: &Instr, ty: T) -> Lowered<(u16, usize)> {
        let count = usize::from(i.vector());
        match ty.bits() {
            8 => Ok((0, count)),
            16 => Ok((1, count)),
            32 => Ok((2, count)),
            64 => Ok((3, count)),
            128 => Ok((3, count * 2)),
            _ => Err(Unsupported),
        }
    }

    pub(super) fn ld(&mut self, i: &Instr) -> Lowered {
        let ty = ty(i)?;
        let (log2, count) = Self::shape(i, ty)?;
        let (to, from) = (operand(i, 0)?, operand(i, 1)?);
        let items = match to {
            Operand::Vector(list) => list.as_slice(),
            single => std::slice::from_ref(single),
        };
        let wide = log2 == 3 || items.iter().any(|item| self.operand_class(item) == Some(Class::R64));
        let rows = self.data_registers(items, ty, wide)?;
        if rows.len() != count || !count.is_power_of_two() || count > 8 {
            return Err(Unsupported);
        }
        let signed = if is_signed(ty) { mem::SIGNED } else { 0 };
        let order = if any(i, ORDERED) && i.space() != Some(Space::Shared) { mem::VOLATILE } else { 0 };
        let width = if wide { mem::WIDE } else { 0 };
        let flags = log2 | signed | order | width | (count.trailing_zeros() as u16) << mem::VEC_SHIFT;
        let d = self.list(&rows);
        if let Some(offset) = self.kernel_parameter(i, from) {
            self.emit(Inst { flags, d, x: offset, ..Inst::new(Op::LdParam) });
        } else {
            let place = self.address(from)?;
            let op = match self.space(i, from)? {
                Place::Global => Op::LdGlobal,
                Place::Shared => Op::LdShared,
                Place::Local => Op::LdLocal,
                Place::Param => Op::LdParamReg,
                Place::Generic => Op::LdGeneric,
            };
            self.emit(Inst {
                flags: flags | place.flags,
                d,
                a: place.row,
                e: place.base,
                x: place.offset,
                ..Inst::new(op)
            });
        }
        if ty == T::S8 && !wide {
            self.cut_to_register(items, &rows);
        }
        Ok(())
    }

    /// A byte that was sign-extended to 32 bits in a 16-bit register keeps 16.
    fn cut_to_register(&mut self, items: &[Operand], rows: &[u32]) {
        for (item, &row) in items.iter().zip(rows) {
            if item.reg().is_some_and(|reg| self.ty(reg).bits() == 16) {
                self.op(Op::Zext16, 0, row, &[row]);
            }
        }
    }

    /// Destination rows, all in one file.
    fn data_registers(&mut self, items: &[Operand], ty: T, wide: bool) -> Lowered<Vec<u32>> {
        let mut rows = Vec::new();
        for item in items {
            match (item, class_of(ty)) {
                (Operand::Sink, Class::R128) => rows.extend([self.temp64(), self.temp64()]),
                (Operand::Reg(reg), Class::R128) if class_of(self.ty(*reg)) == Class::R128 => {
                    let row = self.register(*reg);
                    rows.extend([row, row + ROW64]);
                }
                (_, Class::R128) => return Err(Unsupported),
                _ => rows.push(if wide { self.dst64(item)? } else { self.dst32(item)? }),
            }
        }
        Ok(rows)
    }

    /// One row as it is, several as a list in the side table.
    pub(super) fn list(&mut self, rows: &[u32]) -> u32 {
        if let [row] = rows {
            return *row;
        }
        self.side_list(rows)
    }

    /// Rows as a list in the side table.
    pub(super) fn side_list(&mut self, rows: &[u32]) -> u32 {
        let at = self.b.ext.len() as u32;
        self.b.ext.extend_from_slice(rows);
        at
    }

    /// The offset of an access at a fixed place of the kernel's parameters.
    pub(super) fn kernel_parameter(&self, i: &Instr, from: &Operand) -> Option<u32> {
        let Operand::Address(Address { base: AddressBase::Symbol(symbol @ Symbol::Param(_)), offset }) = from
        else {
            return None;
        };
        if !self.is_kernel || i.space() != Some(Space::Param) {
            return None;
        }
        let at = self.fixed_address(*symbol)?.checked_add_signed(*offset)?;
        u32::try_from(at).ok()
    }

    /// The space of an access: what the instruction says, else generic. Parameter blocks of device functions are in frames.
    pub(super) fn space(&self, i: &Instr, address: &Operand) -> Lowered<Place> {
        let symbol = match address {
            Operand::Address(Address { base: AddressBase::Symbol(symbol), .. }) => Some(*symbol),
            _ => None,
        };
        Ok(match i.space() {
            Some(Space::Global | Space::Const) => Place::Global,
            Some(Space::Shared | Space::SharedCluster) => Place::Shared,
            Some(Space::Local) => Place::Local,
            Some(Space::Param) => match symbol {
                Some(symbol) if self.frame_offset(symbol).is_some() => Place::Local,
                _ if !self.is_kernel => Place::Local,
                _ => Place::Param,
            },
            None => match symbol.map(|s| self.symbol_space(s)) {
                // A variable named directly is accessed in its own space.
                Some(Space::Shared) => Place::Shared,
                Some(Space::Local) => Place::Local,
                Some(Space::Param) => {
                    if self.is_kernel {
                        Place::Param
                    } else {
                        Place::Local
                    }
                }
                Some(_) => Place::Global,
                None => Place::Generic,
            },
            Some(_) => return Err(Unsupported),
        })
    }

    pub(super) fn st(&mut self, i: &Instr) -> Lowered {
        let ty = ty(i)?;
        let (log2, count) = Self::shape(i, ty)?;
        let (to, from) = (operand(i, 0)?, operand(i, 1)?);
        let items = match from {
            Operand::Vector(list) => list.as_slice(),
            single => std::slice::from_ref(single),
        };
        let wide = log2 == 3 || items.iter().any(|item| self.operand_class(item) == Some(Class::R64));
        let mut rows = Vec::new();
        for item in items {
            match class_of(ty) {
                Class::R128 => {
                    let row = item.reg().map(|reg| self.register(reg)).ok_or(Unsupported)?;
                    rows.extend([row, row + ROW64]);
                }
                _ => rows.push(if wide { self.src64(item, ty)? } else { self.src32(item, ty)? }),
            }
        }
        if rows.len() != count || !count.is_power_of_two() || count > 8 {
            return Err(Unsupported);
        }
        let width = if wide { mem::WIDE } else { 0 };
        let flags = log2 | width | (count.trailing_zeros() as u16) << mem::VEC_SHIFT;
        let place = self.address(to)?;
        let op = match self.space(i, to)? {
            Place::Global => Op::StGlobal,
            Place::Shared => Op::StShared,
            Place::Local => Op::StLocal,
            Place::Generic => Op::StGeneric,
            Place::Param => return Err(Unsupported),
        };
        let b = self.list(&rows);
        if any(i, &[Mod::Sc]) {
            self.op(Op::Fence, 0, 0, &[]);
        }
        self.emit(Inst {
            flags: flags | place.flags,
            b,
            a: place.row,
            e: place.base,
            x: place.offset,
            ..Inst::new(op)
        });
        Ok(())
    }

    /// `atom` and `red`. A vector is its elements one after the other.
    pub(super) fn atom(&mut self, i: &Instr) -> Lowered {
        let ty = ty(i)?;
        let op = atom_op(i, ty)?;
        let returns = i.op == Opcode::Atom;
        let at = usize::from(returns);
        let address = operand(i, at)?;
        let place = self.address(address)?;
        let space = match self.space(i, address)? {
            space @ (Place::Global | Place::Shared | Place::Generic) => space,
            _ => return Err(Unsupported),
        };
        let count = u32::from(i.vector());
        if count > 1 && (space == Place::Shared || !has_vectors(op, count)) {
            return Err(Unsupported);
        }
        let (wide, size) = (is_wide(ty), ty.bytes().trailing_zeros() as u16);
        let sources = self.atom_sources(operand(i, at + 1)?, ty, count)?;
        let c = if op == AtomOp::Cas { self.src(operand(i, at + 2)?, ty)? } else { sources[0] };
        let targets = match operand(i, 0)? {
            target if returns => self.atom_targets(target, ty, count)?,
            _ => vec![TRUE; count as usize],
        };
        let results: Vec<u32> = match count {
            1 => targets.clone(),
            // Sources may be among the destinations.
            _ => targets.iter().map(|&d| if d == TRUE { d } else { self.temp32() }).collect(),
        };
        let base = size | if wide { mem::WIDE } else { 0 } | place.flags;
        for (n, (&b, &d)) in (0..count).zip(sources.iter().zip(&results)) {
            // The first vouches for all.
            let vector = if n == 0 { (count.trailing_zeros() as u16) << mem::VEC_SHIFT } else { 0 };
            let (e, x) = (atomic::code(op, space), place.offset.wrapping_add(n << size));
            self.emit(Inst { flags: base | vector, d, a: place.row, b, c, e, x, ..Inst::new(Op::Atom) });
        }
        for (&d, &held) in targets.iter().zip(&results).filter(|(d, held)| d != held) {
            self.op(Op::Mov32, 0, d, &[held]);
        }
        Ok(())
    }

    fn atom_sources(&mut self, operand: &Operand, ty: T, count: u32) -> Lowered<Vec<u32>> {
        match operand {
            Operand::Vector(list) if list.len() == count as usize && count > 1 && !is_wide(ty) => {
                list.iter().map(|item| self.src32(item, ty)).collect()
            }
            single if count == 1 => Ok(vec![self.src(single, ty)?]),
            _ => Err(Unsupported),
        }
    }

    fn atom_targets(&mut self, operand: &Operand, ty: T, count: u32) -> Lowered<Vec<u32>> {
        let one = |lower: &mut Self, target: &Operand| match target {
            Operand::Sink => Ok(TRUE),
            target => lower.dst(target, ty),
        };
        match operand {
            Operand::Vector(list) if list.len() == count as usize && count > 1 => {
                list.iter().map(|item| one(self, item)).collect()
            }
            single if count == 1 => Ok(vec![one(self, single)?]),
            _ => Err(Unsupported),
        }
    }

    pub(super) fn cp_async(&mut self, i: &Instr) -> Lowered {
        let (to, from) = (self.address(operand(i, 0)?)?, self.address(operand(i, 1)?)?);
        let Some(size) = operand(i, 2)?.constant_as(T::U32) else { return Err(Unsupported) };
        let hinted = i.has(Mod::L2CacheHint);
        let d = match i.operands.get(3) {
            Some(last) if !hinted || i.operands.len() > 4 => self.src32(last, T::U32)?,
            _ => self.b.const32(size as u32),
        };
        let flags = to.flags | if from.flags & mem::ADDR32 != 0 { mem::SIGNED } else { 0 };
        self.emit(Inst {
            flags,
            d,
            a: to.row,
            x: to.offset,
            b: from.row,
            c: from.offset,
            e: size as u32,
            ..Inst::new(Op::CpAsync)
        });
        Ok(())
    }
}

pub(super) fn atom_op(i: &Instr, ty: T) -> Lowered<AtomOp> {
    let which = i.mods.one_of(&[
        Mod::Add,
        Mod::Min,
        Mod::Max,
        Mod::And,
        Mod::Or,
        Mod::Xor,
        Mod::Exch,
        Mod::Cas,
        Mod::Inc,
        Mod::Dec,
    ]);
    let signed = is_signed(ty);
    Ok(match (which.ok_or(Unsupported)?, ty) {
        (_, T::B128) => return Err(Unsupported),
        (Mod::Add, T::F32) => AtomOp::AddF32,
        (Mod::Add, T::F64) => AtomOp::AddF64,
        (Mod::Add, T::F16) => AtomOp::AddF16,
        (Mod::Add, T::Bf16) => AtomOp::AddBf16,
        (Mod::Add, T::F16x2) => AtomOp::AddF16x2,
        (Mod::Add, T::Bf16x2) => AtomOp::AddBf16x2,
        (Mod::Min, T::F16) => AtomOp::MinF16,
        (Mod::Max, T::F16) => AtomOp::MaxF16,
        (Mod::Min, T::Bf16) => AtomOp::MinBf16,
        (Mod::Max, T::Bf16) => AtomOp::MaxBf16,
        (Mod::Min, T::F16x2) => AtomOp::MinF16x2,
        (Mod::Max, T::F16x2) => AtomOp::MaxF16x2,
        (Mod::Min, T::Bf16x2) => AtomOp::MinBf16x2,
        (Mod::Max, T::Bf16x2) => AtomOp::MaxBf16x2,
        (Mod::Exch, _) => AtomOp::Exch,
        (Mod::Cas, _) => AtomOp::Cas,
        (_, ty) if !is_integer(ty) || ty.bits() < 32 => return Err(Unsupported),
        (Mod::Add, _) => AtomOp::Add,
        (Mod::Min, _) => {
            if signed {
                AtomOp::MinS
            } else {
                AtomOp::MinU
            }
        }
        (Mod::Max, _) => {
            if signed {
                AtomOp::MaxS
            } else {
                AtomOp::MaxU
            }
        }
        (Mod::And, _) => AtomOp::And,
        (Mod::Or, _) => AtomOp::Or,
        (Mod::Xor, _) => AtomOp::Xor,
        (Mod::Inc, _) => AtomOp::Inc,
        (Mod::Dec, _) => AtomOp::Dec,
        _ => return Err(Unsupported),
    })
}

/// Whether the manual has an atomic operation on vectors of this many elements: section `atom`, `.vec_16_bit` and `.vec_32_bit`.
fn has_vectors(op: AtomOp, count: u32) -> bool {
    use AtomOp::*;
    match op {
        AddF16 | AddBf16 | MinF16 | MaxF16 | MinBf16 | MaxBf16 => true,
        AddF32 | AddF16x2 | AddBf16x2 | MinF16x2 | MaxF16x2 | MinBf16x2 | MaxBf16x2 => count <= 4,
        _ => false,
    }
}
