//! Which operand fields of an instruction name rows and predicates, and which of them it writes.

use super::alu::COUNT;
use super::table::{Op, for_each_alu};
use crate::wir::{Inst, TRUE, carry, cmp, mem};

/// What an operand field names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Field {
    /// Nothing that has a place in the frame.
    None,
    /// A row of 32 bits a lane.
    Row32,
    /// A row of 64 bits a lane.
    Row64,
    /// A predicate.
    Pred,
}

use Field::{None as N, Pred as P, Row32 as R, Row64 as L};

/// The fields `d a b c e` by shape of arithmetic operations; `d` is written.
#[allow(non_upper_case_globals, reason = "the names of the shapes")]
mod shapes {
    use super::*;
    type Fields = [Field; 5];
    pub(super) const un32: Fields = [R, R, N, N, N];
    pub(super) const bin32: Fields = [R, R, R, N, N];
    pub(super) const ter32: Fields = [R, R, R, R, N];
    pub(super) const quad32: Fields = [R, R, R, R, R];
    pub(super) const un64: Fields = [L, L, N, N, N];
    pub(super) const bin64: Fields = [L, L, L, N, N];
    pub(super) const ter64: Fields = [L, L, L, L, N];
    pub(super) const shift64: Fields = [L, L, R, N, N];
    pub(super) const field64: Fields = [L, L, R, R, N];
    pub(super) const insert64: Fields = [L, L, L, R, R];
    pub(super) const narrow: Fields = [R, L, N, N, N];
    pub(super) const widen: Fields = [L, R, N, N, N];
    pub(super) const wide: Fields = [L, R, R, N, N];
    pub(super) const madwide: Fields = [L, R, R, L, N];
    pub(super) const fun32: Fields = un32;
    pub(super) const fbin32: Fields = bin32;
    pub(super) const fter32: Fields = ter32;
    pub(super) const fsign32: Fields = un32;
    pub(super) const fminmax32: Fields = bin32;
    pub(super) const fun64: Fields = un64;
    pub(super) const fbin64: Fields = bin64;
    pub(super) const fter64: Fields = ter64;
    pub(super) const selp32: Fields = [R, R, R, P, N];
    pub(super) const selp64: Fields = [L, L, L, P, N];
    pub(super) const cmp32: Fields = [P, R, R, P, N];
    pub(super) const cmp64: Fields = [P, L, L, P, N];
    pub(super) const fcmp32: Fields = cmp32;
    pub(super) const fcmp64: Fields = cmp64;
    pub(super) const pred2: Fields = [P, P, P, N, N];
    pub(super) const pred3: Fields = [P, P, P, P, N];
    pub(super) const carry32: Fields = [R, R, R, N, P];
    pub(super) const carry64: Fields = [L, L, L, N, P];
}

macro_rules! define_fields {
    ($({ $name:ident, $shape:ident, |$($arg:ident),*| $body:expr })*) => {
        const ALL_FIELDS: [[Field; 5]; COUNT] = [$(shapes::$shape),*];
        /// The fields of each arithmetic operation.
        pub(crate) static FIELDS: [[Field; 5]; COUNT] = ALL_FIELDS;
        /// How many of `a b c` are rows, of operations that write a row and read nothing else; 0 of others.
        pub(crate) static ROW_SOURCES: [u8; COUNT] = row_sources(&ALL_FIELDS);
    };
}
for_each_alu!(define_fields);

const fn row_sources(fields: &[[Field; 5]; COUNT]) -> [u8; COUNT] {
    let mut all = [0; COUNT];
    let mut op = 0;
    while op < COUNT {
        let mut rows = 0;
        while rows < 4 && matches!(fields[op][rows], R | L) {
            rows += 1;
        }
        let mut end = rows;
        while end < 5 && matches!(fields[op][end], N) {
            end += 1;
        }
        if rows > 0 && end == 5 {
            all[op] = rows as u8 - 1;
        }
        op += 1;
    }
    all
}

/// What an instruction reads and writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Operands {
    /// `d a b c e`; the first is written, or read by instructions without a result.
    pub(crate) fields: [Field; 5],
    pub(crate) writes: bool,
    /// A second predicate that is written.
    pub(crate) second: Option<u32>,
}

fn written(fields: [Field; 5]) -> Option<Operands> {
    Some(Operands { fields, writes: true, second: None })
}

/// `row` unless the field is the mark of an absent operand.
fn present(index: u32, row: Field) -> Field {
    if index == TRUE { N } else { row }
}

fn row(wide: bool) -> Field {
    if wide { L } else { R }
}

/// The operands of an instruction that neither ends a block nor accesses memory; none for those that are not described.
pub(crate) fn operands(i: &Inst) -> Option<Operands> {
    let second = (i.x != TRUE).then_some(i.x);
    match i.op {
        op if op < Op::Nop => {
            let mut fields = FIELDS[op as usize];
            if fields[0] == P && fields[1] != P && i.flags >> cmp::BOOL_SHIFT & 3 == 0 {
                // A comparison that is not combined.
                fields[3] = N;
            }
            let carries = fields[4] == P;
            if carries && i.flags & (carry::IN | carry::OUT) == 0 {
                fields[4] = N;
            }
            Some(Operands { fields, writes: true, second: (fields[4] == P).then_some(i.e) })
        }
        Op::Lop3 | Op::Dp2a | Op::Rounded32 | Op::Half => written([R, R, R, R, N]),
        Op::Rounded64 => written([L, L, L, L, N]),
        Op::Math32 => written([R, R, N, N, N]),
        Op::Math64 => written([L, L, N, N, N]),
        Op::SetHalf => written([P, R, R, if i.flags >> cmp::BOOL_SHIFT & 3 == 0 { N } else { P }, N]),
        Op::Cvt => written([row(i.flags & 2 != 0), row(i.flags & 1 != 0), N, N, N]),
        Op::Testp => written([P, row(i.flags & 1 != 0), N, N, N]),
        Op::Special32 | Op::Activemask => written([R, N, N, N, N]),
        Op::Special64 | Op::FrameAddr => written([L, N, N, N, N]),
        Op::Isspacep => written([P, L, N, N, N]),
        Op::Nop | Op::Fence => Some(Operands { fields: [N; 5], writes: false, second: None }),
        Op::Shfl => Some(Operands { fields: [R, R, R, R, present(i.e, R)], writes: true, second }),
        Op::Vote => written([if i.flags > 2 { R } else { P }, P, N, N, present(i.e, R)]),
        Op::Match => {
            let fields = [R, row(i.flags & 2 != 0), N, N, present(i.e, R)];
            Some(Operands { fields, writes: true, second })
        }
        Op::Redux => written([R, R, N, N, present(i.e, R)]),
        Op::Atom => {
            let wide = row(i.flags & mem::WIDE != 0);
            let address = row(i.flags & mem::ADDR32 == 0);
            Some(Operands {
                fields: [present(i.d, wide), address, wide, wide, N],
                writes: true,
                second: None,
            })
        }
        _ => None,
    }
}
