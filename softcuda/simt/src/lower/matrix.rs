//! Matrix products of a warp, and what moves matrices. Products of doubles are shuffles and fused multiply-adds, in the order of the
//! manual's sums; the others are operations of their own (`ops::matrix`).
//!
//! Lane 4 g + t of a warp has, of `a`, the rows g and g + 8 of column t of each block of four columns; of `b`, row t of each block
//! of four rows in column g; of `c` and `d`, columns 2 t and 2 t + 1 of the rows g and g + 8.

use softcuda_ptx::{Instr, Mod, Opcode, Operand, ScalarType, SpecialReg};

use super::function::{Lower, Lowered, Unsupported};
use super::select::{any, operand};
use crate::ops::matrix::{Element, GENERIC, Product, Sum, TRANSPOSED};
use crate::ops::memory::Space;
use crate::ops::table::Op;
use crate::wir::{Inst, TRUE, mem};

use ScalarType as T;

/// Columns of `a` that the lanes of a row hold together.
const BLOCK: u32 = 4;

impl Lower<'_, '_> {
    /// `ldmatrix`, `stmatrix`, `movmatrix` of matrices of 16-bit elements.
    pub(super) fn matrix_move(&mut self, i: &Instr) -> Lowered {
        if !i.has(Mod::M8n8) || i.types.iter().any(|t| *t != T::B16) {
            return Err(Unsupported);
        }
        if i.op == Opcode::Movmatrix {
            let (a, d) = (self.src32(operand(i, 1)?, T::B32)?, self.dst32(operand(i, 0)?)?);
            let op = if i.has(Mod::Trans) { Op::Movmatrix } else { return Err(Unsupported) };
            self.op(op, 0, d, &[a]);
            return Ok(());
        }
        let log2 = match i.mods.one_of(&[Mod::X1, Mod::X2, Mod::X4]) {
            Some(Mod::X1) => 0,
            Some(Mod::X2) => 1,
            Some(_) => 2,
            None => return Err(Unsupported),
        };
        let loads = i.op == Opcode::Ldmatrix;
        let (data, place) = if loads { (0, 1) } else { (1, 0) };
        let space = self.space(i, operand(i, place)?)?;
        let place = self.address(operand(i, place)?)?;
        let list = elements(operand(i, data)?, 1 << log2)?;
        let rows: Vec<u32> = list
            .iter()
            .map(|one| if loads { self.dst32(one) } else { self.src32(one, T::B32) })
            .collect::<Lowered<_>>()?;
        let transposed = if i.has(Mod::Trans) { TRANSPOSED } else { 0 };
        let d = self.side_list(&rows);
        self.emit(Inst {
            flags: place.flags | log2 << mem::VEC_SHIFT | transposed,
            d,
            a: place.row,
            x: place.offset,
            e: place.base,
            b: match space {
                Space::Shared => 0,
                Space::Generic => GENERIC,
                _ => return Err(Unsupported),
            },
            ..Inst::new(if loads { Op::Ldmatrix } else { Op::Stmatrix })
        });
        Ok(())
    }

    /// A product of anything but doubles.
    pub(super) fn narrow_product(&mut self, i: &Instr) -> Lowered {
        let product = describe(i)?;
        let [d, a, b, c] = product.registers();
        let mut rows = Vec::with_capacity(d + a + b + c);
        for target in elements(operand(i, 0)?, d)? {
            rows.push(self.dst32(target)?);
        }
        for (n, count) in [(1, a), (2, b), (3, c)] {
            for source in elements(operand(i, n)?, count)? {
                rows.push(self.src32(source, T::B32)?);
            }
        }
        self.emit_product(product, &rows);
        Ok(())
    }

    /// Emits a product by the list of its registers: of `d`, `a`, `b` and `c`.
    pub(super) fn emit_product(&mut self, product: Product, rows: &[u32]) {
        let [d, a, b, _] = product.registers();
        let (of_d, of_c) = (&rows[..d], &rows[d + a + b..]);
        let apart = of_d == of_c || !of_d.iter().any(|register| of_c.contains(register));
        let d = self.side_list(rows);
        self.emit(Inst { d, x: Product { apart, ..product }.code(), ..Inst::new(Op::Mma) });
    }

    pub(super) fn matrix_product(&mut self, i: &Instr) -> Lowered {
        // Halves of rows of `a` that a lane has, and blocks of its columns.
        let (halves, blocks) = match i.mods.one_of(&[Mod::M8n8k4, Mod::M16n8k4, Mod::M16n8k8, Mod::M16n8k16])
        {
            Some(Mod::M8n8k4) => (1, 1),
            Some(Mod::M16n8k4) => (2, 1),
            Some(Mod::M16n8k8) => (2, 2),
            Some(Mod::M16n8k16) => (2, 4),
            _ => return Err(Unsupported),
        };
        let a = self.doubles(operand(i, 1)?, halves * blocks)?;
        let b = self.doubles(operand(i, 2)?, blocks)?;
        let mut sums = self.doubles(operand(i, 3)?, halves * 2)?;
        let (own_row, own_column) = self.lanes_of_row_and_column();
        for (block, &b) in b.iter().enumerate() {
            for t in 0..BLOCK {
                let factors = [0, 1].map(|n| self.double_from(b, own_column, n * BLOCK + t));
                for half in 0..halves {
                    let of_row = self.double_from(a[block * halves + half], own_row, t);
                    for (sum, factor) in sums[2 * half..].iter_mut().zip(factors) {
                        let next = self.temp64();
                        self.op(Op::FmaF64, 0, next, &[of_row, factor, *sum]);
                        *sum = next;
                    }
                }
            }
        }
        let targets = elements(operand(i, 0)?, sums.len())?;
        for (target, sum) in targets.iter().zip(sums) {
            let d = self.dst64(target)?;
            self.op(Op::Mov64, 0, d, &[sum]);
        }
        Ok(())
    }

    fn doubles(&mut self, operand: &Operand, count: usize) -> Lowered<Vec<u32>> {
        elements(operand, count)?.iter().map(|one| self.src64(one, ScalarType::F64)).collect()
    }

    /// The first of the lanes with this lane's row of `a`, and of those with its first column of `b`.
    fn lanes_of_row_and_column(&mut self) -> (u32, u32) {
        let [lane, row, column, first] = [(); 4].map(|()| self.temp32());
        self.emit(Inst { d: lane, x: SpecialReg::LaneId as u32, ..Inst::new(Op::Special32) });
        let (of_row, of_column, places) = (self.b.const32(!3), self.b.const32(3), self.b.const32(3));
        self.op(Op::And32, 0, row, &[lane, of_row]);
        self.op(Op::And32, 0, column, &[lane, of_column]);
        self.op(Op::Shl32, 0, first, &[column, places]);
        (row, first)
    }

    /// The value that lane `base` + `offset` has.
    fn double_from(&mut self, value: u32, base: u32, offset: u32) -> u32 {
        let (lane, offset) = (self.temp32(), self.b.const32(offset));
        let (last, all) = (self.b.const32(31), self.b.const32(u32::MAX));
        self.op(Op::Add32, 0, lane, &[base, offset]);
        let halves = [Op::Lo32, Op::Hi32].map(|half| {
            let (own, got) = (self.temp32(), self.temp32());
            self.op(half, 0, own, &[value]);
            // By index.
            self.emit(Inst {
                flags: 3,
                d: got,
                a: own,
                b: lane,
                c: last,
                e: all,
                x: TRUE,
                ..Inst::new(Op::Shfl)
            });
            got
        });
        let whole = self.temp64();
        self.op(Op::Pack64, 0, whole, &halves);
        whole
    }
}

/// The elements of a vector, so many.
fn elements(operand: &Operand, count: usize) -> Lowered<&[Operand]> {
    let list = match operand {
        Operand::Vector(list) => list.as_slice(),
        single => std::slice::from_ref(single),
    };
    if list.len() == count { Ok(list) } else { Err(Unsupported) }
}

/// What kind of product it is, if it is one that the manual has.
fn describe(i: &Instr) -> Lowered<Product> {
    let [d, a, b, c] = i.types[..] else { return Err(Unsupported) };
    let (halves, depth) = shape(i)?;
    // Columns of `a` in a register of the warp.
    let width = match a {
        T::Tf32 => 4,
        T::F16 | T::Bf16 => 8,
        T::U4 | T::S4 => 32,
        T::B1 => 128,
        _ => 16,
    };
    let product = Product {
        a: element_of(i, a)?,
        b: element_of(i, b)?,
        c: sum_of(c)?,
        d: sum_of(d)?,
        halves,
        blocks: (depth / width) as usize,
        saturate: i.has(Mod::Satfinite),
        apart: false,
    };
    let same = match a {
        T::U8 | T::S8 => matches!(b, T::U8 | T::S8),
        T::U4 | T::S4 => matches!(b, T::U4 | T::S4),
        T::E4m3 | T::E5m2 => matches!(b, T::E4m3 | T::E5m2),
        _ => a == b,
    };
    let integer = matches!(a, T::U8 | T::S8 | T::U4 | T::S4 | T::B1);
    let half = matches!(a, T::F16 | T::E4m3 | T::E5m2);
    let sums = [product.c, product.d].iter().all(|&sum| match sum {
        Sum::S32 => integer,
        Sum::F16 => half,
        Sum::F32 => !integer,
    });
    // Eight rows are for integers; those of halves are laid out in another way.
    let kinds = same && sums && c == d;
    let fits = depth % width == 0 && (1..=2).contains(&product.blocks) && (halves == 2 || integer);
    if kinds && fits && !any(i, &[Mod::Sp, Mod::SpOrdered]) { Ok(product) } else { Err(Unsupported) }
}

/// Halves of `a`, of eight rows each, and its columns.
fn shape(i: &Instr) -> Lowered<(usize, u32)> {
    use Mod::*;
    let shapes = [
        (M8n8k16, 1, 16),
        (M8n8k32, 1, 32),
        (M8n8k128, 1, 128),
        (M16n8k4, 2, 4),
        (M16n8k8, 2, 8),
        (M16n8k16, 2, 16),
        (M16n8k32, 2, 32),
        (M16n8k64, 2, 64),
        (M16n8k128, 2, 128),
        (M16n8k256, 2, 256),
    ];
    shapes.iter().find(|s| i.has(s.0)).map(|s| (s.1, s.2)).ok_or(Unsupported)
}

/// What a factor of this type is.
pub(super) fn element_of(i: &Instr, ty: T) -> Lowered<Element> {
    Ok(match ty {
        T::F16 => Element::F16,
        T::Bf16 => Element::Bf16,
        T::Tf32 => Element::Tf32,
        T::E4m3 => Element::E4m3,
        T::E5m2 => Element::E5m2,
        T::U8 => Element::U8,
        T::S8 => Element::S8,
        T::U4 => Element::U4,
        T::S4 => Element::S4,
        T::B1 if i.has(Mod::Xor) => Element::Xor,
        T::B1 if i.has(Mod::And) => Element::And,
        _ => return Err(Unsupported),
    })
}

/// What a summand or result of this type is.
pub(super) fn sum_of(ty: T) -> Lowered<Sum> {
    match ty {
        T::F32 => Ok(Sum::F32),
        T::F16 => Ok(Sum::F16),
        T::S32 => Ok(Sum::S32),
        _ => Err(Unsupported),
    }
}
