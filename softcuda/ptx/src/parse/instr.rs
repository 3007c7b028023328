//! One instruction: guard, mnemonic, operands, and the check against the table.

use super::body::BodyParser;
use super::scope::Found;
use crate::ast::{Guard, Instr, Mods, RegId, Types, Unsupported};
use crate::error::Fault;
use crate::lex::Token;
use crate::table::{self, Form, Opcode};
use crate::types::{Mod, ScalarType};

/// A mnemonic taken apart and looked up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mnemonic {
    pub(super) op: Opcode,
    pub(super) mods: Mods,
    pub(super) types: Types,
    /// The row of the table that it matches, or why there is none.
    pub(super) form: Result<&'static Form, Unsupported>,
}

/// Takes apart `cvt.rni.ftz.s32.f32` and finds its row in the table.
pub(super) fn split_mnemonic(text: &[u8]) -> Mnemonic {
    let mut parts = text.split(|&b| b == b'.').map(<[u8]>::trim_ascii);
    let op =
        parts.next().filter(|name| !name.is_empty()).and_then(Opcode::from_name).unwrap_or(Opcode::Unknown);
    let (mut mods, mut types, mut known) = (Mods::default(), Types::default(), true);
    for part in parts {
        known &= match ScalarType::from_name(part) {
            Some(ty) => types.push(ty),
            None => Mod::from_name(part).is_some_and(|m| mods.push(m)),
        };
    }
    let form = match (op, known) {
        (Opcode::Unknown, _) => Err(Unsupported::Opcode),
        (_, false) => Err(Unsupported::Modifier),
        _ => table::find(op, &mods, &types),
    };
    Mnemonic { op, mods, types, form }
}

impl BodyParser<'_> {
    /// Parses `@p add...` or `@!p add...`.
    pub(super) fn guarded(&mut self) -> Result<(), Fault> {
        let start = self.cur.bump()?;
        let negated = self.cur.eat(b'!')?;
        let name = self.cur.ident("a predicate")?;
        let reg = self.register(name)?;
        self.instruction(Some((start, Guard { reg, negated })))
    }

    /// The register that `token` names.
    pub(super) fn register(&mut self, token: Token) -> Result<RegId, Fault> {
        match self.scopes.find(self.cur.slice(token), token.span()) {
            Some(Found::Reg(reg, 1)) => Ok(reg),
            _ => Err(self.unknown_name(token)),
        }
    }

    /// Parses an instruction from its opcode through the semicolon.
    pub(super) fn instruction(&mut self, guard: Option<(Token, Guard)>) -> Result<(), Fault> {
        if self.cur.token.kind != crate::lex::Kind::Ident {
            return Err(self.cur.unexpected("an opcode"));
        }
        let mnemonic = self.cur.mnemonic()?;
        let text = &self.cur.src[mnemonic.start as usize..mnemonic.end as usize];
        let Mnemonic { op, mods, types, form } =
            *self.mnemonics.entry(text).or_insert_with(|| split_mnemonic(text));
        let operands = match op {
            Opcode::Call => self.call_operands()?,
            Opcode::Bra => self.branch_operands()?,
            _ => self.operands()?,
        };
        let end = self.cur.token.end;
        self.cur.expect(b';', "';' or ','")?;
        let lowering = form.and_then(|form| {
            if form.allows_operands(operands.len()) { Ok(form.lowering) } else { Err(Unsupported::Operands) }
        });
        let (start, pred) = match guard {
            Some((at, guard)) => (at.start, Some(guard)),
            None => (mnemonic.start, None),
        };
        let span = crate::ast::Span { start, end };
        self.body.instrs.push(Instr { span, mnemonic, pred, op, mods, types, operands, lowering });
        Ok(())
    }
}
