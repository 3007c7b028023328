//! The body of one function.

use std::collections::HashMap;

use super::declaration::{linkage, parameters, shape, text, variable_space, variables};
use super::instr::Mnemonic;
use super::scope::{Found, Scopes};
use crate::ModuleIndex;
use crate::ast::{
    Body, Function, FunctionId, LabelId, Linkage, Operand, Param, RegId, Span, Symbol, Table, TableId, VarId,
};
use crate::constant;
use crate::error::{ErrorKind, Fault};
use crate::lex::{Cursor, Kind, Token, short};
use crate::types::Space;

/// Parses the body that lies at `span` of the module's source.
pub(crate) fn parse_body(module: &ModuleIndex, function: &Function, span: Span) -> Result<Body, Fault> {
    let src = &module.source()[..span.end as usize];
    let mut parser = BodyParser {
        module,
        cur: Cursor::new(src, span.start as usize)?,
        scopes: Scopes::new((span.end - span.start) as usize),
        mnemonics: HashMap::new(),
        body: Body::default(),
    };
    parser.declare_parameters(function)?;
    while parser.cur.token.kind != Kind::End {
        parser.statement()?;
    }
    parser.finish()
}

/// State of the pass over one body.
pub(super) struct BodyParser<'m> {
    pub(super) module: &'m ModuleIndex,
    pub(super) cur: Cursor<'m>,
    pub(super) scopes: Scopes<'m>,
    /// Mnemonics met so far; a body repeats a few dozen of them.
    pub(super) mnemonics: HashMap<&'m [u8], Mnemonic>,
    pub(super) body: Body,
}

impl<'m> BodyParser<'m> {
    fn declare_parameters(&mut self, function: &'m Function) -> Result<(), Fault> {
        let at = function.span;
        self.body.return_regs = self.declare_parameter_list(&function.returns, at, Symbol::Return)?;
        self.body.param_regs = self.declare_parameter_list(&function.params, at, Symbol::Param)?;
        // The body's own braces: a local name may hide a parameter.
        self.scopes.open(at.start)
    }

    fn declare_parameter_list(
        &mut self,
        params: &'m [Param],
        at: Span,
        symbol: fn(u32) -> Symbol,
    ) -> Result<Vec<RegId>, Fault> {
        let mut regs = Vec::new();
        for (param, position) in params.iter().zip(0u32..) {
            let name = param.name.as_bytes();
            if name == b"_" {
                continue;
            }
            if param.space != Space::Reg {
                self.scopes.declare_symbol(name, at.start, symbol(position))?;
                continue;
            }
            self.scopes.declare_reg(name, at.start, param.ty, param.vector)?;
            if let Some(Found::Reg(reg, _)) = self.scopes.find(name, at) {
                regs.push(reg);
            }
        }
        Ok(regs)
    }

    fn statement(&mut self) -> Result<(), Fault> {
        match self.cur.token.kind {
            Kind::Ident => self.label_or_instruction(),
            Kind::Punct(b'@') => self.guarded(),
            Kind::Directive => self.directive(),
            Kind::Punct(b'{') => {
                let open = self.cur.bump()?;
                self.scopes.open(open.start)
            }
            Kind::Punct(b'}') => {
                // The text between a function's braces is balanced, so a scope is open.
                self.scopes.close();
                self.cur.bump().map(|_| ())
            }
            Kind::Punct(b';') => self.cur.bump().map(|_| ()),
            _ => Err(self.cur.unexpected("an instruction, label or directive")),
        }
    }

    fn label_or_instruction(&mut self) -> Result<(), Fault> {
        // An opcode is followed by a dot or semicolon, except in the short forms of `bra` and `call`.
        match self.cur.byte_after() {
            Some(b'.' | b';') => return self.instruction(None),
            Some(b':') => {}
            _ => {
                let mut ahead = self.cur.clone();
                ahead.bump()?;
                if !ahead.at(b':') {
                    return self.instruction(None);
                }
            }
        }
        let name = self.cur.bump()?;
        self.cur.bump()?;
        if self.cur.token.kind == Kind::Directive {
            match self.cur.text() {
                b".branchtargets" => return self.branch_targets(name),
                b".calltargets" => return self.call_targets(name),
                b".callprototype" => return self.call_prototype(name),
                _ => {}
            }
        }
        // Every instruction takes at least two bytes of a source below 4 GiB.
        let here = self.body.instrs.len() as u32;
        self.scopes.define_label(self.cur.slice(name), name.span(), here)
    }

    fn directive(&mut self) -> Result<(), Fault> {
        let name = self.cur.text();
        match name {
            b".reg" => self.registers(),
            b".loc" | b".file" => self.cur.skip_line(),
            b".pragma" => self.cur.skip_statement(),
            b".section" => {
                self.cur.bump()?;
                self.cur.bump()?;
                if self.cur.at(b'{') {
                    self.cur.skip_block().map(|_| ())
                } else {
                    Err(self.cur.unexpected("'{'"))
                }
            }
            _ => self.variable(name),
        }
    }

    fn variable(&mut self, mut name: &'m [u8]) -> Result<(), Fault> {
        let given = linkage(name);
        if given.is_some() {
            self.cur.bump()?;
            name = self.cur.text();
        }
        let Some(space) = variable_space(name) else {
            return Err(self.cur.error(ErrorKind::UnknownDirective(short(name))));
        };
        self.cur.bump()?;
        for variable in variables(&mut self.cur, space, given.unwrap_or(Linkage::Internal))? {
            let id = VarId(self.body.vars.len() as u32);
            let name = &self.cur.src[variable.span.start as usize..variable.span.end as usize];
            self.scopes.declare_symbol(name, variable.span.start, Symbol::Local(id))?;
            self.body.vars.push(variable);
        }
        Ok(())
    }

    /// `.reg .b32 %r<8>, x;`
    fn registers(&mut self) -> Result<(), Fault> {
        self.cur.bump()?;
        let shape = shape(&mut self.cur)?;
        loop {
            let token = self.cur.ident("a register name")?;
            let name = self.cur.slice(token);
            if self.cur.eat(b'<')? {
                let count = self.range_count()?;
                self.scopes.declare_range(name, token.start, shape.ty, shape.vector, count)?;
            } else {
                self.scopes.declare_reg(name, token.start, shape.ty, shape.vector)?;
            }
            if !self.cur.eat(b',')? {
                return self.cur.expect(b';', "';' or ','");
            }
        }
    }

    fn range_count(&mut self) -> Result<u32, Fault> {
        let at = self.cur.clone();
        // Not a whole expression: `>` ends the range.
        let value = constant::unary(&mut self.cur, 0)?;
        self.cur.expect(b'>', "'>'")?;
        match value {
            constant::Constant::Int(v) => {
                u32::try_from(v).map_err(|_| at.error(ErrorKind::TooBig("register range")))
            }
            _ => Err(at.unexpected("a count")),
        }
    }

    fn add_table(&mut self, name: Token, table: Table) -> Result<(), Fault> {
        let id = TableId(self.body.tables.len() as u32);
        self.body.tables.push(table);
        self.scopes.declare_table(self.cur.slice(name), name.start, id)
    }

    fn branch_targets(&mut self, name: Token) -> Result<(), Fault> {
        self.cur.bump()?;
        let mut labels = Vec::new();
        loop {
            let target = self.cur.ident("a label")?;
            labels.push(self.scopes.use_label(self.cur.slice(target), target.span()));
            if !self.cur.eat(b',')? {
                break;
            }
        }
        self.cur.expect(b';', "';' or ','")?;
        self.add_table(name, Table::Branch(labels))
    }

    fn call_targets(&mut self, name: Token) -> Result<(), Fault> {
        self.cur.bump()?;
        let mut functions = Vec::new();
        loop {
            let target = self.cur.ident("a function name")?;
            functions.push(self.function_named(target)?);
            if !self.cur.eat(b',')? {
                break;
            }
        }
        self.cur.expect(b';', "';' or ','")?;
        self.add_table(name, Table::Call(functions))
    }

    fn function_named(&self, token: Token) -> Result<FunctionId, Fault> {
        let name = text(&self.cur, token);
        let found = self.module.find_function(&name);
        found.ok_or(Fault { kind: ErrorKind::UnknownName(name), offset: token.start })
    }

    /// `p: .callprototype (.param .b32 _) _ (.param .b64 _) .noreturn;`
    fn call_prototype(&mut self, name: Token) -> Result<(), Fault> {
        self.cur.bump()?;
        let (returns, _) = parameters(&mut self.cur)?;
        self.cur.ident("'_'")?;
        let (params, _) = parameters(&mut self.cur)?;
        let mut noreturn = false;
        while self.cur.token.kind == Kind::Directive {
            match self.cur.text() {
                b".noreturn" => {
                    noreturn = true;
                    self.cur.bump()?;
                }
                b".abi_preserve" | b".abi_preserve_control" => {
                    self.cur.bump()?;
                    constant::integer(&mut self.cur)?;
                }
                other => return Err(self.cur.error(ErrorKind::UnknownDirective(short(other)))),
            }
        }
        self.cur.expect(b';', "';'")?;
        self.add_table(name, Table::Prototype { returns, params, noreturn })
    }

    /// Gives labels their final ids.
    fn finish(mut self) -> Result<Body, Fault> {
        while self.scopes.close() {}
        let (labels, map) = self.scopes.finish_labels().map_err(|span| Fault {
            kind: ErrorKind::UnknownName(short(&self.cur.src[span.start as usize..span.end as usize])),
            offset: span.start,
        })?;
        for instr in &mut self.body.instrs {
            fix_labels(&mut instr.operands, &map);
        }
        for table in &mut self.body.tables {
            if let Table::Branch(list) = table {
                list.iter_mut().for_each(|id| *id = map[id.index()]);
            }
        }
        self.body.labels = labels;
        self.body.regs = self.scopes.regs;
        Ok(self.body)
    }
}

/// Replaces label ids; the recursion is as deep as operands nest, which parsing bounds.
fn fix_labels(operands: &mut [Operand], map: &[LabelId]) {
    for operand in operands {
        match operand {
            Operand::Label(id) => *id = map[id.index()],
            Operand::Vector(list) | Operand::List(list) | Operand::AddressList(list) => fix_labels(list, map),
            _ => {}
        }
    }
}
