//! `wmma`: matrices whose places in registers are the device's own affair.
//!
//! They are those of `mma`, so that a product is two or four of its. The sixteen or 32 rows of one factor are the left one's; where
//! `a` has eight rows (m8n32k16) the product is computed transposed, with `b` on the left. Loads and stores are ordinary ones, from
//! addresses made of the lane's number. Registers of a fragment beyond those that are needed (of halves) hold nothing.

use softcuda_ptx::{Instr, Mod, Operand, ScalarType, SpecialReg};

use super::function::{Lower, Lowered, Unsupported};
use super::matrix::{element_of, sum_of};
use super::select::operand;
use crate::ops::matrix::{Product, Sum};
use crate::ops::memory::Space;
use crate::ops::table::Op;
use crate::wir::{Inst, mem};

use ScalarType as T;

/// Columns of `a`.
const DEPTH: u32 = 16;

/// What a shape means for the products that it consists of.
#[derive(Clone, Copy)]
struct Plan {
    /// Blocks of sixteen rows on the left, and of eight columns on the right.
    rows: u32,
    columns: u32,
    transposed: bool,
}

impl Plan {
    fn of(i: &Instr) -> Lowered<Plan> {
        match i.mods.one_of(&[Mod::M16n16k16, Mod::M32n8k16, Mod::M8n32k16]) {
            Some(Mod::M16n16k16) => Ok(Plan { rows: 1, columns: 2, transposed: false }),
            Some(Mod::M32n8k16) => Ok(Plan { rows: 2, columns: 1, transposed: false }),
            Some(_) => Ok(Plan { rows: 2, columns: 1, transposed: true }),
            None => Err(Unsupported),
        }
    }
}

/// Where the elements of a register are, from a lane's first one: steps from line to line and within a line, and whether its elements are
/// neighbours in a line.
#[derive(Clone, Copy)]
struct Places {
    line: u32,
    at: u32,
    neighbours: bool,
}

/// A lane's first element in memory.
struct Origin {
    address: u32,
    /// Bytes from line to line.
    stride: u32,
    space: Space,
    /// Log2 of an element's bytes.
    log2: u16,
}

impl Lower<'_, '_> {
    pub(super) fn wmma(&mut self, i: &Instr) -> Lowered {
        match i.mods.one_of(&[Mod::MatA, Mod::MatB, Mod::MatC, Mod::MatD]) {
            Some(which @ (Mod::MatA | Mod::MatB)) => self.load_factor(i, which == Mod::MatA),
            Some(Mod::MatC) => self.move_sums(i, true),
            Some(_) => self.move_sums(i, false),
            None => self.fragments_product(i),
        }
    }

    fn load_factor(&mut self, i: &Instr, is_a: bool) -> Lowered {
        let plan = Plan::of(i)?;
        let log2 = match i.types[..] {
            [T::F16 | T::Bf16] => 1,
            [T::S8 | T::U8] => 0,
            _ => return Err(Unsupported),
        };
        // Elements of a register; lines of memory go along k where this is so.
        let (each, along) = (4 >> log2, is_a == i.has(Mod::Row));
        let origin = self.origin(i, 1, log2, if along { [1, each] } else { [each, 1] })?;
        let left = is_a != plan.transposed;
        let blocks = if left { plan.rows } else { plan.columns };
        let halves = if left { 2 } else { 1 };
        let per_block = halves * DEPTH / (4 * each);
        let targets = registers(operand(i, 0)?, blocks * per_block)?;
        for (n, target) in targets.iter().enumerate() {
            let (block, n) = (n as u32 / per_block, n as u32 % per_block);
            let (line, k) = ((block * halves + n % halves) * 8, n / halves * 4 * each);
            let d = self.dst32(target)?;
            let places = if along {
                Places { line, at: k, neighbours: true }
            } else {
                Places { line: k, at: line, neighbours: false }
            };
            self.load_word(&origin, d, places, each);
        }
        Ok(())
    }

    /// `wmma.load.c` and `wmma.store.d`.
    fn move_sums(&mut self, i: &Instr, loads: bool) -> Lowered {
        let plan = Plan::of(i)?;
        let half = match i.types[..] {
            [T::F16] => true,
            [T::F32 | T::S32] => false,
            _ => return Err(Unsupported),
        };
        let log2 = if half { 1 } else { 2 };
        let (data, place) = if loads { (0, 1) } else { (1, 0) };
        let along = i.has(Mod::Row) != plan.transposed;
        let origin = self.origin(i, place, log2, if along { [1, 2] } else { [2, 1] })?;
        let per_block = if half { 2 } else { 4 };
        let list = registers(operand(i, data)?, plan.rows * plan.columns * per_block)?;
        for (n, one) in list.iter().enumerate() {
            let (block, n) = (n as u32 / per_block, n as u32 % per_block);
            // A half-precision register has two columns.
            let (lower, odd) = if half { (n, 0) } else { (n / 2, n % 2) };
            let row = (block / plan.columns * 2 + lower) * 8;
            let column = block % plan.columns * 8 + odd;
            let places = if along {
                Places { line: row, at: column, neighbours: true }
            } else {
                Places { line: column, at: row, neighbours: false }
            };
            let each = if half { 2 } else { 1 };
            if loads {
                let d = self.dst32(one)?;
                self.load_word(&origin, d, places, each);
            } else {
                let word = self.src32(one, T::B32)?;
                self.store_word(&origin, word, places, each);
            }
        }
        Ok(())
    }

    /// The place of a lane's first element: for lane 4 g + t, line g and `of_element` t elements into it where `of_line` is 1, else
    /// line `of_line` t and element g of it.
    fn origin(
        &mut self,
        i: &Instr,
        place: usize,
        log2: u16,
        [of_line, of_element]: [u32; 2],
    ) -> Lowered<Origin> {
        let space = self.space(i, operand(i, place)?)?;
        let at = self.address(operand(i, place)?)?;
        if at.flags & mem::FRAME != 0 {
            return Err(Unsupported);
        }
        // The stride is the last operand; it is always there in what compilers make.
        let stride = self.src32(operand(i, 2)?, T::U32)?;
        let [lane, group, member, bytes] = [(); 4].map(|()| self.temp32());
        let (two, three, size) = (self.b.const32(2), self.b.const32(3), self.b.const32(1 << log2));
        self.emit(Inst { d: lane, x: SpecialReg::LaneId as u32, ..Inst::new(Op::Special32) });
        self.op(Op::ShrU32, 0, group, &[lane, two]);
        self.op(Op::And32, 0, member, &[lane, three]);
        self.op(Op::Mul32, 0, bytes, &[stride, size]);
        // The group numbers lines, and the members elements of one, if the factor of lines is 1.
        let (lines, elements) = if of_line == 1 { (group, member) } else { (member, group) };
        let mut address = at.row;
        if at.flags & mem::ADDR32 != 0 {
            let wide = self.temp64();
            self.op(Op::Zext32, 0, wide, &[address]);
            address = wide;
        }
        let offset = self.b.const64(at.offset as i32 as u64);
        address = self.sum64(address, offset);
        if at.flags & mem::BASED != 0 {
            address = self.sum64(address, at.base);
        }
        let line_bytes = self.temp32();
        let factor = self.b.const32(of_line);
        self.op(Op::Mul32, 0, line_bytes, &[bytes, factor]);
        let element_bytes = self.b.const32(of_element << log2);
        let [first, both] = [(); 2].map(|()| self.temp64());
        self.op(Op::MadWideU32, 0, first, &[lines, line_bytes, address]);
        self.op(Op::MadWideU32, 0, both, &[elements, element_bytes, first]);
        Ok(Origin { address: both, stride: bytes, space, log2 })
    }

    fn sum64(&mut self, a: u32, b: u32) -> u32 {
        let sum = self.temp64();
        self.op(Op::Add64, 0, sum, &[a, b]);
        sum
    }

    /// The address so many lines on.
    fn line(&mut self, origin: &Origin, line: u32) -> u32 {
        let (at, line) = (self.temp64(), self.b.const32(line));
        self.op(Op::MadWideU32, 0, at, &[origin.stride, line, origin.address]);
        at
    }

    /// Loads a register's elements.
    fn load_word(&mut self, origin: &Origin, d: u32, places: Places, each: u32) {
        let op = match origin.space {
            Space::Shared => Op::LdShared,
            Space::Global => Op::LdGlobal,
            _ => Op::LdGeneric,
        };
        let x = places.at << origin.log2;
        if places.neighbours || each == 1 {
            let a = self.line(origin, places.line);
            let flags = if each == 1 { origin.log2 } else { 2 };
            return self.emit(Inst { flags, d, a, x, ..Inst::new(op) });
        }
        let mut word = self.b.const32(0);
        for n in 0..each {
            let a = self.line(origin, places.line + n);
            let [element, moved, joined] = [(); 3].map(|()| self.temp32());
            let by = self.b.const32(n * 32 / each);
            self.emit(Inst { flags: origin.log2, d: element, a, x, ..Inst::new(op) });
            self.op(Op::Shl32, 0, moved, &[element, by]);
            let joined = if n + 1 == each { d } else { joined };
            self.op(Op::Or32, 0, joined, &[moved, word]);
            word = joined;
        }
    }

    fn store_word(&mut self, origin: &Origin, word: u32, places: Places, each: u32) {
        let op = match origin.space {
            Space::Shared => Op::StShared,
            Space::Global => Op::StGlobal,
            _ => Op::StGeneric,
        };
        let x = places.at << origin.log2;
        if places.neighbours || each == 1 {
            let a = self.line(origin, places.line);
            let flags = if each == 1 { origin.log2 } else { 2 };
            return self.emit(Inst { flags, b: word, a, x, ..Inst::new(op) });
        }
        for n in 0..each {
            let a = self.line(origin, places.line + n);
            let (element, by) = (self.temp32(), self.b.const32(n * 32 / each));
            self.op(Op::ShrU32, 0, element, &[word, by]);
            self.emit(Inst { flags: origin.log2, b: element, a, x, ..Inst::new(op) });
        }
    }

    /// `wmma.mma`: a product for each block of rows and columns.
    fn fragments_product(&mut self, i: &Instr) -> Lowered {
        let plan = Plan::of(i)?;
        let [d, a, b, c] = match i.types[..] {
            [d, c] => [d, T::F16, T::F16, c],
            [d, a, b, c] => [d, a, b, c],
            _ => return Err(Unsupported),
        };
        let (left, right) = if plan.transposed { (b, a) } else { (a, b) };
        let blocks = match a {
            T::F16 | T::Bf16 => 2,
            T::U8 | T::S8 => 1,
            _ => return Err(Unsupported),
        };
        let product = Product {
            a: element_of(i, left)?,
            b: element_of(i, right)?,
            c: sum_of(c)?,
            d: sum_of(d)?,
            halves: 2,
            blocks,
            saturate: i.has(Mod::Satfinite),
            apart: false,
        };
        let integer = matches!(a, T::U8 | T::S8);
        if integer != (product.d == Sum::S32) || integer != (product.c == Sum::S32) {
            return Err(Unsupported);
        }
        let [of_d, of_left, of_right, of_c] = product.registers();
        let count = (plan.rows * plan.columns) as usize;
        let (left, right) = if plan.transposed { (2, 1) } else { (1, 2) };
        let left = self.fragment(operand(i, left)?, plan.rows as usize * of_left)?;
        let right = self.fragment(operand(i, right)?, plan.columns as usize * of_right)?;
        let sums = self.fragment(operand(i, 3)?, count * of_c)?;
        let mut targets = Vec::new();
        for target in registers(operand(i, 0)?, (count * of_d) as u32)? {
            targets.push(self.dst32(target)?);
        }
        for block in 0..count {
            let (row, column) = (block / plan.columns as usize, block % plan.columns as usize);
            let list = [
                &targets[block * of_d..][..of_d],
                &left[row * of_left..][..of_left],
                &right[column * of_right..][..of_right],
                &sums[block * of_c..][..of_c],
            ]
            .concat();
            self.emit_product(product, &list);
        }
        Ok(())
    }

    fn fragment(&mut self, operand: &Operand, count: usize) -> Lowered<Vec<u32>> {
        registers(operand, count as u32)?.iter().map(|one| self.src32(one, T::B32)).collect()
    }
}

/// The first registers of a fragment, so many.
fn registers(operand: &Operand, count: u32) -> Lowered<&[Operand]> {
    let list = match operand {
        Operand::Vector(list) => list.as_slice(),
        single => std::slice::from_ref(single),
    };
    list.get(..count as usize).ok_or(Unsupported)
}
