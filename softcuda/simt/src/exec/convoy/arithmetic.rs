//! Arithmetic of a convoy: linear values one by one, rows by the handlers.

use super::super::linear::{self, Linear};
use super::super::view::{FULL, View};
use super::{Flow, Guard, Home, ROWS, Ride, SLOT, slot};
use crate::exec::context::Context;
use crate::ops::operands::{FIELDS, Field, ROW_SOURCES};
use crate::wir::{Inst, NOT, Row64, TRUE, cmp};

impl Ride<'_> {
    /// Executes a run of one operation: values in slots one by one, what lies between by its handler, for one warp after another.
    pub(super) fn arithmetic(&mut self, x: &Context, i: &Inst, pc: u32) -> Flow {
        let run = &x.program.code[pc as usize..][..1 + i.run() as usize];
        let sources = ROW_SOURCES[i.op as usize];
        // Instructions from here on are ready for the handler.
        let mut start = 0;
        for (n, i) in run.iter().enumerate() {
            let homes = self.homes(i, sources);
            if homes & (ROWS | SLOT) == ROWS {
                *self.convoy.slots.home(i.d) = Home::Rows;
                continue;
            }
            // Rows that the handler reads may be written from here on.
            self.handle(x, &run[start..n]);
            start = if (homes & ROWS == 0 && self.evaluate_rows(i)) || !self.claim(x, i) { n + 1 } else { n };
        }
        self.handle(x, &run[start..]);
        Flow::Next(run.len() as u32)
    }

    fn handle(&mut self, x: &Context, run: &[Inst]) {
        let Some(first) = run.first() else { return };
        let handler = x.info.level.ops().alu[first.op as usize];
        for view in self.views.iter() {
            // SAFETY: the grid's level is one that this CPU has (`Engine::with_level`).
            unsafe { handler(view, run) };
        }
    }

    /// Where the operands of an instruction are that reads so many rows and nothing else; of others, in rows and in slots.
    #[inline(always)]
    fn homes(&self, i: &Inst, sources: u8) -> u8 {
        let at = |row| self.convoy.slots.homes[slot(row)] as u8;
        match sources {
            1 => at(i.a),
            2 => at(i.a) | at(i.b),
            3 => at(i.a) | at(i.b) | at(i.c),
            _ => ROWS | SLOT,
        }
    }

    /// Executes an operation that reads only values in slots, if its result is linear.
    #[inline(always)]
    fn evaluate_rows(&mut self, i: &Inst) -> bool {
        let at = |row| self.convoy.slots.slots[slot(row)].value;
        let Some(value) = linear::evaluate(i.op, || at(i.a), || at(i.b), || at(i.c), self.views.len()) else {
            return false;
        };
        self.set(i.d, FIELDS[i.op as usize][0] == Field::Row64, value);
        true
    }

    /// Makes an instruction's operands ready for its handler; false if it needs none and has been executed.
    fn claim(&mut self, x: &Context, i: &Inst) -> bool {
        let fields = &FIELDS[i.op as usize];
        let indices = [i.d, i.a, i.b, i.c, i.e];
        let mut values = [Linear::uniform(0); 3];
        let mut linear = fields[4] == Field::None;
        let mut uniform = true;
        let is_comparison = fields[0] == Field::Pred && fields[1] != Field::Pred;
        for n in 1..4 {
            match fields[n] {
                Field::None => {}
                Field::Pred if is_comparison && i.flags >> cmp::BOOL_SHIFT & 3 == 0 => {}
                Field::Pred => uniform &= self.known_pred(indices[n]).is_some(),
                _ => match self.known(indices[n]) {
                    Some(value) => {
                        values[n - 1] = value;
                        uniform &= value.is_uniform();
                    }
                    None => linear = false,
                },
            }
        }
        if linear && self.evaluate(x, i, fields, values, uniform) {
            return false;
        }
        for n in 1..5 {
            let unused = n == 3 && is_comparison && i.flags >> cmp::BOOL_SHIFT & 3 == 0;
            if !unused {
                self.settle_field(fields[n], indices[n]);
            }
        }
        self.take_field(fields[0], i.d, Guard::All);
        if fields[4] == Field::Pred {
            // The carry is read and written.
            self.take_field(Field::Pred, i.e, Guard::All);
        }
        true
    }

    /// Executes an operation on linear values, if the result is known for all threads.
    fn evaluate(
        &mut self,
        x: &Context,
        i: &Inst,
        fields: &[Field; 5],
        values: [Linear; 3],
        uniform: bool,
    ) -> bool {
        if fields[0] == Field::Pred {
            let plain = i.flags >> cmp::BOOL_SHIFT & 3 == 0;
            let answer = linear::compare(i.op, [values[0], values[1]], self.views.len());
            if let Some(answer) = answer.filter(|_| plain) {
                self.set_pred(i.d, answer != (i.flags & cmp::INVERT != 0));
                return true;
            }
            if uniform {
                self.uniform(x, i, fields, values);
            }
            return uniform;
        }
        if uniform {
            self.uniform(x, i, fields, values);
        }
        uniform
    }

    /// Executes an operation whose operands are the same everywhere, by its handler, for one warp.
    fn uniform(&mut self, x: &Context, i: &Inst, fields: &[Field; 5], values: [Linear; 3]) {
        let preds = [i.a, i.b, i.c].map(|operand| operand & !NOT);
        let mut operands = [0; 3];
        for n in 0..3 {
            let row = (n as u32 + 1) * size_of::<Row64>() as u32;
            match fields[n + 1] {
                Field::None => {}
                Field::Row32 => {
                    operands[n] = row;
                    self.scratch().fill32(row, values[n].base as u32);
                }
                Field::Row64 => {
                    operands[n] = row;
                    self.scratch().fill64(row, values[n].base);
                }
                Field::Pred => {
                    let operand = [i.a, i.b, i.c][n];
                    operands[n] = if preds[n] == TRUE { operand } else { (n as u32 + 1) | operand & NOT };
                    if preds[n] != TRUE {
                        let value = self.known_pred(preds[n]).unwrap_or(false);
                        self.scratch().put_pred(n as u32 + 1, if value { FULL } else { 0 });
                    }
                }
            }
        }
        let [a, b, c] = operands;
        let single = Inst { d: 0, a, b, c, ..*i };
        let v = self.scratch();
        // SAFETY: the grid's level is one that this CPU has; the operands are rows and predicates of the scratch frame.
        unsafe { x.info.level.ops().alu[i.op as usize](&v, &[single]) };
        match fields[0] {
            Field::Pred => self.set_pred(i.d, v.pred(0) & 1 != 0),
            Field::Row64 => self.set(i.d, true, Linear::uniform(v.lane64(0, 0))),
            _ => self.set(i.d, false, Linear::uniform(u64::from(v.lane32(0, 0)))),
        }
    }

    /// The view of one warp's operands.
    fn scratch(&mut self) -> View {
        let scratch = &mut *self.convoy.scratch;
        View {
            rows: scratch.rows.as_mut_ptr().cast(),
            preds: scratch.preds.as_mut_ptr(),
            mask: FULL,
            ones: self.views[0].ones,
        }
    }
}
