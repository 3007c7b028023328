//! Matrix products of a warp. Those of doubles are shuffles and fused multiply-adds, in the order of the manual's sums.
//!
//! Lane 4 g + t of a warp has, of `a`, the rows g and g + 8 of column t of each block of four columns; of `b`, row t of each block
//! of four rows in column g; of `c` and `d`, columns 2 t and 2 t + 1 of the rows g and g + 8.

use softcuda_ptx::{Instr, Mod, Operand, ScalarType, SpecialReg};

use super::function::{Lower, Lowered, Unsupported};
use super::select::operand;
use crate::ops::table::Op;
use crate::wir::{Inst, TRUE};

/// Columns of `a` that the lanes of a row hold together.
const BLOCK: u32 = 4;

impl Lower<'_, '_> {
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
