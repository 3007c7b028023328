//! Instructions on matrices in a convoy: all threads of each warp are there, so nobody waits.

use super::{Flow, Guard, Ride};
use crate::exec::context::{Context, Outcome};
use crate::exec::group::Base;
use crate::ops::matrix::{self, Sequence};
use crate::ops::operands::Field;
use crate::ops::sync;
use crate::wir::Inst;

impl Ride<'_> {
    /// All instructions on matrices that follow each other, for one warp after the other: what one loads is still in the first cache when the
    /// next multiplies it.
    pub(super) fn matrices(&mut self, x: &mut Context, i: &Inst, pc: u32) -> Outcome<Flow> {
        let program = x.program;
        let count = match Sequence::at(i, &program.ext) {
            Some(sequence) => {
                self.prepare(sequence.written, sequence.read);
                sequence.count
            }
            None => {
                let (written, read) = matrix::registers(i, &program.ext);
                self.prepare(&[], &matrix::address(i));
                self.prepare(written, read);
                matrix::run(i)
            }
        };
        self.each(x, i.guard, |x, warp, v| {
            let mut at = pc;
            while at < pc + count {
                let run = matrix::run(&program.code[at as usize]);
                sync::matrices(x, warp, v, at, run, &Base::default())?;
                at += run;
            }
            Ok(())
        })?;
        Ok(Flow::Next(count))
    }

    /// Makes the rows that are read hold their values, and those that are written the place of theirs.
    fn prepare(&mut self, written: &[u32], read: &[u32]) {
        read.iter().for_each(|&row| self.settle(row));
        written.iter().for_each(|&row| self.take_field(Field::Row32, row, Guard::All));
    }
}
