//! Operands.

use super::body::BodyParser;
use super::scope::Found;
use crate::ast::{Address, AddressBase, Operand, Part, RegId, Symbol};
use crate::constant::{self, Constant, bits64};
use crate::error::{ErrorKind, Fault};
use crate::lex::{Cursor, Kind, Token, short};
use crate::types::SpecialReg;

/// Deepest nesting of vectors and brackets.
const MAX_DEPTH: u32 = 8;

/// Vectors of special registers, which old sources move as a whole.
const SPECIAL_VECTORS: &[(&[u8], [SpecialReg; 3])] = &[
    (b"%tid", [SpecialReg::TidX, SpecialReg::TidY, SpecialReg::TidZ]),
    (b"%ntid", [SpecialReg::NtidX, SpecialReg::NtidY, SpecialReg::NtidZ]),
    (b"%ctaid", [SpecialReg::CtaidX, SpecialReg::CtaidY, SpecialReg::CtaidZ]),
    (b"%nctaid", [SpecialReg::NctaidX, SpecialReg::NctaidY, SpecialReg::NctaidZ]),
];

/// Parses `+4`, `-4`, `+-4`, or nothing, repeatedly; the sum wraps in 64 bits.
pub(super) fn offset(cur: &mut Cursor<'_>) -> Result<i64, Fault> {
    let mut sum = 0i64;
    while cur.at(b'+') || cur.at(b'-') {
        let at = cur.clone();
        match constant::unary(cur, 0)? {
            Constant::Int(v) => sum = sum.wrapping_add(bits64(v) as i64),
            _ => return Err(at.unexpected("an integer")),
        }
    }
    Ok(sum)
}

fn constant_operand(value: Constant) -> Operand {
    match value {
        Constant::Int(v) => Operand::Imm { bits: bits64(v), negative: v < 0 },
        Constant::F32(bits) => Operand::F32(bits),
        Constant::F64(bits) => Operand::F64(bits),
    }
}

impl BodyParser<'_> {
    pub(super) fn unknown_name(&self, token: Token) -> Fault {
        Fault { kind: ErrorKind::UnknownName(short(self.cur.slice(token))), offset: token.start }
    }

    /// Parses operands up to the semicolon, which stays.
    pub(super) fn operands(&mut self) -> Result<Vec<Operand>, Fault> {
        if self.cur.at(b';') {
            return Ok(Vec::new());
        }
        // Most instructions have two to four.
        let mut list = Vec::with_capacity(4);
        self.operand_list(&mut list, 0)?;
        Ok(list)
    }

    fn operand_list(&mut self, list: &mut Vec<Operand>, depth: u32) -> Result<(), Fault> {
        loop {
            list.push(self.operand(depth)?);
            if !self.cur.eat(b',')? {
                return Ok(());
            }
        }
    }

    /// `bra label;`: the name is a label, whatever else it is.
    pub(super) fn branch_operands(&mut self) -> Result<Vec<Operand>, Fault> {
        let name = self.cur.ident("a label")?;
        Ok(vec![Operand::Label(self.scopes.use_label(self.cur.slice(name), name.span()))])
    }

    /// Parses the operands of a call into returns, target, arguments and perhaps a table.
    pub(super) fn call_operands(&mut self) -> Result<Vec<Operand>, Fault> {
        let parenthesis = self.cur.at(b'(');
        let returns = self.call_list()?;
        if parenthesis {
            self.cur.expect(b',', "','")?;
        }
        let target = self.operand(0)?;
        let mut list = vec![Operand::List(returns), target, Operand::List(Vec::new())];
        if !self.cur.eat(b',')? {
            return Ok(list);
        }
        if self.cur.at(b'(') {
            list[2] = Operand::List(self.call_list()?);
            if !self.cur.eat(b',')? {
                return Ok(list);
            }
        }
        list.push(self.operand(0)?);
        Ok(list)
    }

    /// Parses `(a, b)`; nothing is an empty list.
    fn call_list(&mut self) -> Result<Vec<Operand>, Fault> {
        let mut list = Vec::new();
        if !self.cur.eat(b'(')? || self.cur.eat(b')')? {
            return Ok(list);
        }
        self.operand_list(&mut list, 1)?;
        self.cur.expect(b')', "')' or ','")?;
        Ok(list)
    }

    fn operand(&mut self, depth: u32) -> Result<Operand, Fault> {
        if depth > MAX_DEPTH {
            return Err(self.cur.error(ErrorKind::TooDeep));
        }
        match self.cur.token.kind {
            Kind::Ident if self.cur.text() != b"WARP_SZ" => self.name(),
            Kind::Punct(b'[') => self.bracket(depth),
            Kind::Punct(b'{') => {
                self.cur.bump()?;
                let mut list = Vec::with_capacity(4);
                self.operand_list(&mut list, depth + 1)?;
                self.cur.expect(b'}', "'}' or ','")?;
                Ok(Operand::Vector(list))
            }
            Kind::Punct(b'!') => self.negated(),
            _ if constant::starts(&self.cur) => Ok(constant_operand(constant::expression(&mut self.cur)?)),
            _ => Err(self.cur.unexpected("an operand")),
        }
    }

    /// `!p`, or a constant expression that starts with `!`.
    fn negated(&mut self) -> Result<Operand, Fault> {
        let mut ahead = self.cur.clone();
        ahead.bump()?;
        if ahead.token.kind != Kind::Ident {
            return Ok(constant_operand(constant::expression(&mut self.cur)?));
        }
        self.cur.bump()?;
        let name = self.cur.bump()?;
        Ok(Operand::Not(self.register(name)?))
    }

    /// An operand that starts with a name.
    fn name(&mut self) -> Result<Operand, Fault> {
        let token = self.cur.bump()?;
        let name = self.cur.slice(token);
        // Components follow without a blank.
        if self.cur.src.get(token.end as usize) == Some(&b'.') {
            return self.component(token);
        }
        if name == b"_" {
            return if self.cur.at(b'|') { self.pair(None) } else { Ok(Operand::Sink) };
        }
        match self.scopes.find(name, token.span()) {
            Some(Found::Reg(reg, 1)) if self.cur.at(b'|') => self.pair(Some(reg)),
            Some(Found::Reg(reg, 1)) => Ok(Operand::Reg(reg)),
            Some(Found::Reg(RegId(first), n)) => {
                Ok(Operand::Vector((first..first + u32::from(n)).map(|r| Operand::Reg(RegId(r))).collect()))
            }
            Some(Found::Symbol(symbol)) => Ok(Operand::Symbol { symbol, offset: offset(&mut self.cur)? }),
            Some(Found::Table(table)) => Ok(Operand::Table(table)),
            None => self.outer_name(token),
        }
    }

    /// A name that no scope declares: special register, module-level symbol or label.
    fn outer_name(&mut self, token: Token) -> Result<Operand, Fault> {
        let name = self.cur.slice(token);
        if let Some(special) = special(name) {
            return Ok(special);
        }
        match self.module_symbol(token) {
            Some(symbol) => Ok(Operand::Symbol { symbol, offset: offset(&mut self.cur)? }),
            None if name[0] == b'%' => Err(self.unknown_name(token)),
            None => Ok(Operand::Label(self.scopes.use_label(name, token.span()))),
        }
    }

    fn module_symbol(&self, token: Token) -> Option<Symbol> {
        let name = std::str::from_utf8(self.cur.slice(token)).ok()?;
        let variable = self.module.find_variable(name).map(Symbol::Global);
        variable.or_else(|| self.module.find_function(name).map(Symbol::Function))
    }

    /// `%tid.x`, `%v.y`, `%r1.b0`: the cursor is at the component.
    fn component(&mut self, base: Token) -> Result<Operand, Fault> {
        let suffix = self.cur.bump()?;
        let whole = &self.cur.src[base.start as usize..suffix.end as usize];
        let found = self.scopes.find(self.cur.slice(base), base.span());
        if found.is_none()
            && let Some(reg) = SpecialReg::from_name(whole)
        {
            return Ok(Operand::Special(reg));
        }
        let part = match (found, &self.cur.slice(suffix)[1..]) {
            (
                Some(Found::Reg(RegId(first), n)),
                [c @ (b'x' | b'y' | b'z' | b'w' | b'r' | b'g' | b'b' | b'a')],
            ) => {
                let at = [b"xr", b"yg", b"zb", b"wa"].iter().position(|pair| pair.contains(c));
                at.filter(|&at| at < usize::from(n)).map(|at| Operand::Reg(RegId(first + at as u32)))
            }
            (Some(Found::Reg(reg, 1)), [b'b', n @ b'0'..=b'3']) => {
                Some(Operand::Part(reg, Part::Byte(n - b'0')))
            }
            (Some(Found::Reg(reg, 1)), [b'h', n @ b'0'..=b'1']) => {
                Some(Operand::Part(reg, Part::Half(n - b'0')))
            }
            _ => None,
        };
        part.ok_or_else(|| Fault { kind: ErrorKind::UnknownName(short(whole)), offset: base.start })
    }

    /// The rest of `d|p`, from the bar.
    fn pair(&mut self, first: Option<RegId>) -> Result<Operand, Fault> {
        self.cur.bump()?;
        let name = self.cur.ident("a register or '_'")?;
        let second = if self.cur.slice(name) == b"_" { None } else { Some(self.register(name)?) };
        Ok(Operand::Pair(first, second))
    }

    /// `[base+offset]`, or a bracket with several parts.
    fn bracket(&mut self, depth: u32) -> Result<Operand, Fault> {
        self.cur.bump()?;
        let first = self.address()?;
        if self.cur.eat(b']')? {
            return Ok(Operand::Address(first));
        }
        self.cur.expect(b',', "']' or ','")?;
        let mut list = vec![Operand::Address(first)];
        self.operand_list(&mut list, depth + 1)?;
        self.cur.expect(b']', "']' or ','")?;
        Ok(Operand::AddressList(list))
    }

    fn address(&mut self) -> Result<Address, Fault> {
        if self.cur.token.kind != Kind::Ident || self.cur.text() == b"WARP_SZ" {
            let value = constant::integer(&mut self.cur)?;
            return Ok(Address { base: AddressBase::Absolute, offset: bits64(value) as i64 });
        }
        let token = self.cur.bump()?;
        let base = match self.scopes.find(self.cur.slice(token), token.span()) {
            Some(Found::Reg(reg, 1)) => AddressBase::Reg(reg),
            Some(Found::Symbol(symbol)) => AddressBase::Symbol(symbol),
            Some(_) => return Err(self.unknown_name(token)),
            None => AddressBase::Symbol(self.module_symbol(token).ok_or_else(|| self.unknown_name(token))?),
        };
        Ok(Address { base, offset: offset(&mut self.cur)? })
    }
}

/// A special register without component, or a vector of them with a zero fourth component.
fn special(name: &[u8]) -> Option<Operand> {
    if name[0] != b'%' {
        return None;
    }
    if let Some(reg) = SpecialReg::from_name(name) {
        return Some(Operand::Special(reg));
    }
    let (_, parts) = SPECIAL_VECTORS.iter().find(|(vector, _)| *vector == name)?;
    let mut list: Vec<Operand> = parts.iter().map(|&reg| Operand::Special(reg)).collect();
    list.push(Operand::Imm { bits: 0, negative: false });
    Some(Operand::Vector(list))
}
