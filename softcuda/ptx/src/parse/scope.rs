//! Names in a body: nested scopes, register ranges, labels that are used before they are defined.

use std::collections::HashMap;

use crate::ast::{Label, LabelId, RegId, Register, Span, Symbol, TableId};
use crate::error::{ErrorKind, Fault};
use crate::lex::short;
use crate::types::ScalarType;

/// Deepest nesting of `{ ... }` in a body.
const MAX_DEPTH: usize = 64;
/// Marks a register number that is not in use, and a label without a final id.
const UNASSIGNED: u32 = u32::MAX;

/// What a name stands for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Found {
    /// The first register and the number of components.
    Reg(RegId, u8),
    /// A variable or parameter.
    Symbol(Symbol),
    /// A target list or prototype.
    Table(TableId),
}

#[derive(Clone, Copy)]
enum Entry {
    /// Index into `Scopes::groups`.
    Group(u32),
    Symbol(Symbol),
    Table(TableId),
}

/// A declaration of registers: `%r<8>`, or one name as a range of one.
struct Group {
    ty: ScalarType,
    vector: u8,
    count: u32,
    /// First register of each number in use, for small numbers.
    dense: Vec<u32>,
    /// The same for numbers that are too big for `dense`.
    sparse: HashMap<u32, u32>,
}

#[derive(Clone, Copy)]
struct Scoped<T> {
    value: T,
    depth: usize,
}

type Names<'s, T> = HashMap<&'s [u8], Scoped<T>>;

enum Undo<'s> {
    Name(&'s [u8], Option<Scoped<Entry>>),
    Range(&'s [u8], Option<Scoped<u32>>),
}

#[derive(Clone, Copy)]
enum Target {
    /// Index of the instruction that follows.
    Defined(u32),
    /// Used, not yet defined.
    Wanted,
    /// The same label as another one, of an outer scope.
    Same(u32),
}

struct LabelSlot {
    name: Span,
    target: Target,
}

/// All names in sight.
pub(super) struct Scopes<'s> {
    names: Names<'s, Entry>,
    ranges: Names<'s, u32>,
    /// How many single registers end in a digit, so that a range need not be what `%r1` means.
    numbered: usize,
    groups: Vec<Group>,
    undo: Vec<Undo<'s>>,
    /// Length of `undo` where each scope began.
    marks: Vec<usize>,
    /// Labels defined or wanted in each scope, innermost last.
    labels: Vec<HashMap<&'s [u8], u32>>,
    slots: Vec<LabelSlot>,
    /// How many more `dense` slots may be made: keeps memory within the source's length.
    budget: usize,
    pub(super) regs: Vec<Register>,
}

impl<'s> Scopes<'s> {
    pub(super) fn new(source_len: usize) -> Self {
        Scopes {
            names: HashMap::new(),
            ranges: HashMap::new(),
            numbered: 0,
            groups: Vec::new(),
            undo: Vec::new(),
            marks: Vec::new(),
            labels: vec![HashMap::new()],
            slots: Vec::new(),
            budget: source_len + 1024,
            regs: Vec::new(),
        }
    }

    pub(super) fn open(&mut self, at: u32) -> Result<(), Fault> {
        if self.marks.len() == MAX_DEPTH {
            return Err(Fault { kind: ErrorKind::TooDeep, offset: at });
        }
        self.marks.push(self.undo.len());
        self.labels.push(HashMap::new());
        Ok(())
    }

    /// Leaves a scope; false if only the function's own is open.
    pub(super) fn close(&mut self) -> bool {
        let Some(mark) = self.marks.pop() else {
            return false;
        };
        for undo in self.undo.drain(mark..).rev() {
            match undo {
                Undo::Name(name, old) => restore(&mut self.names, name, old),
                Undo::Range(name, old) => restore(&mut self.ranges, name, old),
            }
        }
        self.close_labels();
        true
    }

    /// Hands the labels that the innermost scope wants but does not define to the one around it.
    fn close_labels(&mut self) {
        let Some(inner) = self.labels.pop() else { return };
        let Some(outer) = self.labels.last_mut() else { return };
        for (name, id) in inner {
            if matches!(self.slots[id as usize].target, Target::Wanted) {
                let known = *outer.entry(name).or_insert(id);
                if known != id {
                    self.slots[id as usize].target = Target::Same(known);
                }
            }
        }
    }

    fn depth(&self) -> usize {
        self.marks.len()
    }

    fn declare(&mut self, name: &'s [u8], at: u32, value: Entry) -> Result<(), Fault> {
        let depth = self.depth();
        let old = self.names.insert(name, Scoped { value, depth });
        check_new(name, at, depth, old.map(|o| o.depth))?;
        self.undo.push(Undo::Name(name, old));
        Ok(())
    }

    pub(super) fn declare_symbol(&mut self, name: &'s [u8], at: u32, symbol: Symbol) -> Result<(), Fault> {
        self.declare(name, at, Entry::Symbol(symbol))
    }

    pub(super) fn declare_table(&mut self, name: &'s [u8], at: u32, table: TableId) -> Result<(), Fault> {
        self.declare(name, at, Entry::Table(table))
    }

    fn group(&mut self, ty: ScalarType, vector: u8, count: u32) -> u32 {
        // A declaration takes several bytes of a source below 4 GiB, so the count fits.
        let id = self.groups.len() as u32;
        self.groups.push(Group { ty, vector, count, dense: Vec::new(), sparse: HashMap::new() });
        id
    }

    /// Declares one register.
    pub(super) fn declare_reg(
        &mut self,
        name: &'s [u8],
        at: u32,
        ty: ScalarType,
        vector: u8,
    ) -> Result<(), Fault> {
        let group = self.group(ty, vector, 1);
        self.numbered += usize::from(name.last().is_some_and(u8::is_ascii_digit));
        self.declare(name, at, Entry::Group(group))
    }

    /// Declares the registers `prefix0` to `prefix(count-1)`.
    pub(super) fn declare_range(
        &mut self,
        prefix: &'s [u8],
        at: u32,
        ty: ScalarType,
        vector: u8,
        count: u32,
    ) -> Result<(), Fault> {
        let depth = self.depth();
        let value = self.group(ty, vector, count);
        let old = self.ranges.insert(prefix, Scoped { value, depth });
        check_new(prefix, at, depth, old.map(|o| o.depth))?;
        self.undo.push(Undo::Range(prefix, old));
        Ok(())
    }

    /// What `name` means here, if a scope declares it. A register gets its id at its first look-up.
    pub(super) fn find(&mut self, name: &'s [u8], span: Span) -> Option<Found> {
        let range = self.find_range(name);
        if let Some((group, number)) = range
            && self.numbered == 0
        {
            return Some(self.register(group.value, number, span));
        }
        let entry = self.names.get(name).copied();
        match (range, entry) {
            (Some((group, number)), None) => Some(self.register(group.value, number, span)),
            (Some((group, number)), Some(e)) if group.depth > e.depth => {
                Some(self.register(group.value, number, span))
            }
            (_, Some(e)) => Some(self.entry(e.value, span)),
            (None, None) => None,
        }
    }

    fn entry(&mut self, entry: Entry, span: Span) -> Found {
        match entry {
            Entry::Group(group) => self.register(group, 0, span),
            Entry::Symbol(symbol) => Found::Symbol(symbol),
            Entry::Table(table) => Found::Table(table),
        }
    }

    /// The range and number that `name` spells. The prefix of a range may itself end in digits, so every split of the
    /// trailing digits is tried, the longest number first.
    fn find_range(&self, name: &[u8]) -> Option<(Scoped<u32>, u32)> {
        let digits = name.iter().rev().take_while(|b| b.is_ascii_digit()).count().min(10);
        for len in (1..=digits).rev() {
            let (prefix, number) = name.split_at(name.len() - len);
            if number[0] == b'0' && len > 1 {
                continue;
            }
            let Some(&group) = self.ranges.get(prefix) else { continue };
            let value = number.iter().fold(0u64, |n, b| n * 10 + u64::from(b - b'0'));
            if value < u64::from(self.groups[group.value as usize].count) {
                return Some((group, value as u32));
            }
        }
        None
    }

    fn register(&mut self, group: u32, number: u32, name: Span) -> Found {
        let group = &mut self.groups[group as usize];
        // A use takes several bytes of a source below 4 GiB and makes at most 8 registers of 12 bytes, so memory ends first.
        let fresh = self.regs.len() as u32;
        let id = group.id_or(number, fresh, &mut self.budget);
        if id == fresh {
            let register = Register { name, ty: group.ty };
            self.regs.extend(std::iter::repeat_n(register, usize::from(group.vector)));
        }
        Found::Reg(RegId(id), group.vector)
    }

    /// The label `name`, as seen from the innermost scope.
    pub(super) fn use_label(&mut self, name: &'s [u8], span: Span) -> LabelId {
        let next = self.slots.len() as u32;
        let Some(scope) = self.labels.last_mut() else { return LabelId(next) };
        let id = *scope.entry(name).or_insert(next);
        if id == next {
            self.slots.push(LabelSlot { name: span, target: Target::Wanted });
        }
        LabelId(id)
    }

    pub(super) fn define_label(&mut self, name: &'s [u8], span: Span, instr: u32) -> Result<(), Fault> {
        let id = self.use_label(name, span);
        let slot = &mut self.slots[id.index()];
        if let Target::Defined(_) = slot.target {
            return Err(Fault { kind: ErrorKind::Redeclared(short(name)), offset: span.start });
        }
        *slot = LabelSlot { name: span, target: Target::Defined(instr) };
        Ok(())
    }

    /// Ends the body: the labels defined, and for each id given out the final one. The error is the place of a name
    /// that is used as a label but never defined.
    pub(super) fn finish_labels(&self) -> Result<(Vec<Label>, Vec<LabelId>), Span> {
        let mut labels = Vec::new();
        let mut map = vec![LabelId(UNASSIGNED); self.slots.len()];
        for (slot, id) in self.slots.iter().zip(&mut map) {
            match slot.target {
                Target::Defined(instr) => {
                    *id = LabelId(labels.len() as u32);
                    labels.push(Label { name: slot.name, instr });
                }
                Target::Wanted => return Err(slot.name),
                Target::Same(_) => {}
            }
        }
        for at in 0..map.len() {
            let mut last = at;
            // At most one step for each scope that was left.
            while let Target::Same(outer) = self.slots[last].target {
                last = outer as usize;
            }
            map[at] = map[last];
        }
        Ok((labels, map))
    }
}

fn restore<T>(names: &mut HashMap<&[u8], Scoped<T>>, name: &[u8], old: Option<Scoped<T>>) {
    match old {
        Some(old) => {
            if let Some(entry) = names.get_mut(name) {
                *entry = old;
            }
        }
        None => {
            names.remove(name);
        }
    }
}

fn check_new(name: &[u8], at: u32, depth: usize, old: Option<usize>) -> Result<(), Fault> {
    match old {
        Some(old) if old == depth => Err(Fault { kind: ErrorKind::Redeclared(short(name)), offset: at }),
        _ => Ok(()),
    }
}

impl Group {
    /// The id of a number in use, or `fresh`, which it then has from now on.
    fn id_or(&mut self, number: u32, fresh: u32, budget: &mut usize) -> u32 {
        let at = number as usize;
        // Once one number is in `sparse`, `dense` keeps its length, so that a number stays in one of them.
        if at >= self.dense.len() && self.sparse.is_empty() {
            // Grows at least by half, for a linear total.
            let grown = (at + 1).max(self.dense.len() * 3 / 2).min(self.count as usize);
            let more = grown - self.dense.len();
            if more <= *budget {
                *budget -= more;
                self.dense.resize(grown, UNASSIGNED);
            }
        }
        let slot = match self.dense.get_mut(at) {
            Some(slot) => slot,
            None => self.sparse.entry(number).or_insert(UNASSIGNED),
        };
        if *slot == UNASSIGNED {
            *slot = fresh;
        }
        *slot
    }
}
