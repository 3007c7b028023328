//! Prints a parsed module as PTX again: for snapshots, traces and messages.
//!
//! The text is in a normal form: registers in use are declared one by one, nested scopes are flattened (a name that
//! would clash gets a suffix), and debug information, pragmas and pointer attributes are gone. Reading it back gives
//! an equal module, except that an initial value with a long stretch of zeros inside is cut short.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::{self, Display, Write};

use crate::ast::{
    Address, AddressBase, Body, Function, FunctionId, FunctionKind, Init, Instr, Limits, Linkage, Operand,
    Param, Part, RegId, Reloc, Symbol, Table, Variable,
};
use crate::error::PtxError;
use crate::types::{ScalarType, Space};
use crate::{ModuleIndex, Span};

/// Most zero elements to print between the given ones of an initial value.
const MAX_GAPS: u64 = 4096;
/// Names of the components of a vector register.
const COMPONENTS: [char; 4] = ['x', 'y', 'z', 'w'];

impl ModuleIndex {
    /// Prints the module with all its bodies.
    ///
    /// # Errors
    /// The first error of a body.
    pub fn print(&self) -> Result<String, PtxError> {
        let mut out = String::new();
        self.print_header(&mut out);
        for function in self.functions.iter().filter(|f| f.body.is_none()) {
            out.push_str(&header(function));
            out.push_str(";\n");
        }
        for variable in &self.variables {
            out.push_str(&declaration(variable, &variable.name));
        }
        for (id, function) in (0..).map(FunctionId).zip(&self.functions) {
            if function.body.is_some() {
                let body = self.parse_body(id)?;
                out.push('\n');
                out.push_str(&header(function));
                self.print_body(&mut out, function, &body);
            }
        }
        for (alias, id) in self.aliases() {
            push(&mut out, format_args!(".alias {alias}, {};\n", self.function(id).name));
        }
        Ok(out)
    }

    fn print_header(&self, out: &mut String) {
        let targets =
            std::iter::once(&self.target.arch).filter(|arch| !arch.is_empty()).chain(&self.target.options);
        let targets: Vec<&str> = targets.map(String::as_str).collect();
        push(out, format_args!(".version {}.{}\n", self.version.major, self.version.minor));
        if !targets.is_empty() {
            push(out, format_args!(".target {}\n", targets.join(", ")));
        }
        push(out, format_args!(".address_size {}\n", self.address_size));
    }

    /// Names that `.alias` gave to functions, sorted.
    fn aliases(&self) -> Vec<(&str, FunctionId)> {
        let other_name = |(name, id): &(&str, FunctionId)| self.function(*id).name != *name;
        let names = self.function_ids.iter().map(|(name, id)| (name.as_str(), *id));
        let mut list: Vec<_> = names.filter(other_name).collect();
        list.sort_unstable();
        list
    }

    fn print_body(&self, out: &mut String, function: &Function, body: &Body) {
        let names = Names::unique(self, function, body);
        let printer = Printer { module: self, function: Some(function), body, names: &names };
        out.push_str("{\n");
        for (ty, list) in registers(body, &names) {
            push(out, format_args!("\t.reg .{ty} {};\n", list.join(", ")));
        }
        for (variable, name) in body.vars.iter().zip(&names.vars) {
            push(out, format_args!("\t{}", declaration(variable, name)));
        }
        for (table, name) in body.tables.iter().zip(&names.tables) {
            push(out, format_args!("{name}: {};\n", printer.table(table)));
        }
        let mut labels = Labels::new(body);
        for (at, instr) in body.instrs.iter().enumerate() {
            labels.print_up_to(out, at, &names);
            push(out, format_args!("\t{}\n", printer.instr(instr)));
        }
        labels.print_up_to(out, body.instrs.len(), &names);
        out.push_str("}\n");
    }

    /// Prints one instruction of a body, with the names of the source.
    pub fn print_instr(&self, body: &Body, instr: &Instr) -> String {
        let names = Names::default();
        Printer { module: self, function: None, body, names: &names }.instr(instr)
    }
}

/// Names of the registers to declare, by type, in an order that does not depend on their ids.
fn registers<'n>(body: &Body, names: &'n Names) -> BTreeMap<ScalarType, Vec<&'n str>> {
    // A register parameter is declared by the header; the components of a vector one have a dot in their names.
    let params: HashSet<RegId> = body.param_regs.iter().chain(&body.return_regs).copied().collect();
    let in_header = |id: &RegId| params.contains(id) || names.regs[id.index()].contains('.');
    let mut by_type: BTreeMap<ScalarType, Vec<&str>> = BTreeMap::new();
    for (id, reg) in (0..).map(RegId).zip(&body.regs).filter(|(id, _)| !in_header(id)) {
        by_type.entry(reg.ty).or_default().push(&names.regs[id.index()]);
    }
    by_type.values_mut().for_each(|list| list.sort_unstable_by_key(|name| (name.len(), *name)));
    by_type
}

/// Writing to a string cannot fail.
fn push(out: &mut String, args: fmt::Arguments<'_>) {
    let _ = out.write_fmt(args);
}

/// Labels in the order of their instructions.
struct Labels {
    order: Vec<(u32, usize)>,
    next: usize,
}

impl Labels {
    fn new(body: &Body) -> Labels {
        let mut order: Vec<(u32, usize)> =
            body.labels.iter().enumerate().map(|(id, l)| (l.instr, id)).collect();
        order.sort_unstable();
        Labels { order, next: 0 }
    }

    fn print_up_to(&mut self, out: &mut String, at: usize, names: &Names) {
        while let Some(&(instr, id)) = self.order.get(self.next).filter(|(instr, _)| *instr as usize <= at) {
            debug_assert!(instr as usize == at);
            push(out, format_args!("{}:\n", names.labels[id]));
            self.next += 1;
        }
    }
}

/// Names of a body's parts that stay distinct when its scopes are flattened.
#[derive(Default)]
struct Names {
    regs: Vec<String>,
    vars: Vec<String>,
    labels: Vec<String>,
    tables: Vec<String>,
}

impl Names {
    fn unique(module: &ModuleIndex, function: &Function, body: &Body) -> Names {
        let mut taken = Taken { module, seen: HashMap::new() };
        for param in function.returns.iter().chain(&function.params).filter(|p| p.space != Space::Reg) {
            taken.seen.insert(param.name.clone(), 0);
        }
        let text = |span: Span| module.text(span).into_owned();
        let mut regs: Vec<String> = vec![String::new(); body.regs.len()];
        let by_params = [(&body.return_regs, &function.returns), (&body.param_regs, &function.params)];
        for (ids, params) in by_params {
            let params = params.iter().filter(|p| p.space == Space::Reg && p.name != "_");
            for (id, param) in ids.iter().zip(params) {
                let name = taken.name(param.name.clone());
                match &mut regs[id.index()..][..usize::from(param.vector)] {
                    [one] => *one = name,
                    parts => {
                        parts.iter_mut().zip(COMPONENTS).for_each(|(part, c)| *part = format!("{name}.{c}"))
                    }
                }
            }
        }
        for (name, reg) in regs.iter_mut().zip(&body.regs).filter(|(name, _)| name.is_empty()) {
            *name = taken.name(text(reg.name));
        }
        let vars = body.vars.iter().map(|v| taken.name(v.name.clone())).collect();
        let tables = (0..body.tables.len()).map(|n| taken.name(format!("table_{n}"))).collect();
        let labels = body.labels.iter().map(|l| taken.name(text(l.name))).collect();
        Names { regs, vars, labels, tables }
    }
}

struct Taken<'m> {
    module: &'m ModuleIndex,
    /// Names in use, and the last suffix tried for each.
    seen: HashMap<String, u32>,
}

impl Taken<'_> {
    fn is_free(&self, name: &str) -> bool {
        let module = self.module;
        !self.seen.contains_key(name)
            && module.find_function(name).is_none()
            && module.find_variable(name).is_none()
    }

    /// The name itself, or the name with the first free suffix.
    fn name(&mut self, base: String) -> String {
        if self.is_free(&base) {
            self.seen.insert(base.clone(), 0);
            return base;
        }
        let mut suffix = self.seen.get(&base).copied().unwrap_or(0);
        let name = loop {
            suffix += 1;
            let name = format!("{base}__{suffix}");
            if self.is_free(&name) {
                break name;
            }
        };
        self.seen.insert(base, suffix);
        self.seen.insert(name.clone(), 0);
        name
    }
}

/// Prints parts of a body; names that the tables lack come from the source.
struct Printer<'a> {
    module: &'a ModuleIndex,
    function: Option<&'a Function>,
    body: &'a Body,
    names: &'a Names,
}

impl Printer<'_> {
    fn instr(&self, instr: &Instr) -> String {
        let mut out = String::new();
        if let Some(guard) = instr.pred {
            push(&mut out, format_args!("@{}{} ", if guard.negated { "!" } else { "" }, self.reg(guard.reg)));
        }
        out.extend(self.module.text(instr.mnemonic).split_ascii_whitespace());
        let operands = match instr.operands.as_slice() {
            [Operand::List(returns), rest @ ..] => self.call(returns, rest),
            list => self.list(list),
        };
        if !operands.is_empty() {
            push(&mut out, format_args!(" {operands}"));
        }
        out.push(';');
        out
    }

    /// A call, without the lists that are empty.
    fn call(&self, returns: &[Operand], rest: &[Operand]) -> String {
        let mut parts = Vec::new();
        if !returns.is_empty() {
            parts.push(format!("({})", self.list(returns)));
        }
        let last = rest.len() - 1;
        let empty = |o: &Operand| matches!(o, Operand::List(list) if list.is_empty());
        let shown = rest.iter().enumerate().filter(|(n, o)| !(empty(o) && *n == last));
        parts.extend(shown.map(|(_, o)| self.operand(o)));
        parts.join(", ")
    }

    fn list(&self, list: &[Operand]) -> String {
        let parts: Vec<String> = list.iter().map(|o| self.operand(o)).collect();
        parts.join(", ")
    }

    fn reg(&self, id: RegId) -> String {
        match (self.names.regs.get(id.index()), self.body.regs.get(id.index())) {
            (Some(name), _) => name.clone(),
            (None, Some(reg)) => self.module.text(reg.name).into_owned(),
            (None, None) => format!("%?{}", id.0),
        }
    }

    fn operand(&self, operand: &Operand) -> String {
        let half = |reg: &Option<RegId>| reg.map_or("_".to_owned(), |r| self.reg(r));
        match operand {
            Operand::Reg(r) => self.reg(*r),
            Operand::Not(r) => format!("!{}", self.reg(*r)),
            Operand::Pair(a, b) => format!("{}|{}", half(a), half(b)),
            Operand::Sink => "_".to_owned(),
            Operand::Imm { bits, negative: true } => (*bits as i64).to_string(),
            Operand::Imm { bits, negative: false } => bits.to_string(),
            Operand::F32(bits) => format!("0f{bits:08X}"),
            Operand::F64(bits) => format!("0d{bits:016X}"),
            Operand::Special(s) => s.to_string(),
            Operand::Vector(list) => format!("{{{}}}", self.list(list)),
            Operand::List(list) => format!("({})", self.list(list)),
            Operand::Address(a) => format!("[{}]", self.address(*a)),
            Operand::AddressList(list) => self.address_list(list),
            Operand::Symbol { symbol, offset } => format!("{}{}", self.symbol(*symbol), plus(*offset)),
            Operand::Label(id) => self.named(self.names.labels.get(id.index()), || {
                self.body.labels.get(id.index()).map(|l| self.module.text(l.name).into_owned())
            }),
            Operand::Table(id) => {
                self.named(self.names.tables.get(id.index()), || Some(format!("table_{}", id.0)))
            }
            Operand::Part(r, Part::Byte(n)) => format!("{}.b{n}", self.reg(*r)),
            Operand::Part(r, Part::Half(n)) => format!("{}.h{n}", self.reg(*r)),
        }
    }

    fn named(&self, name: Option<&String>, otherwise: impl FnOnce() -> Option<String>) -> String {
        name.cloned().or_else(otherwise).unwrap_or_else(|| "?".to_owned())
    }

    /// The first part of a bracket is an address too, but has no bracket of its own.
    fn address_list(&self, list: &[Operand]) -> String {
        match list {
            [Operand::Address(first), rest @ ..] => {
                format!("[{}, {}]", self.address(*first), self.list(rest))
            }
            _ => format!("[{}]", self.list(list)),
        }
    }

    fn address(&self, address: Address) -> String {
        match address.base {
            AddressBase::Reg(r) => format!("{}{}", self.reg(r), plus(address.offset)),
            AddressBase::Symbol(s) => format!("{}{}", self.symbol(s), plus(address.offset)),
            AddressBase::Absolute => address.offset.to_string(),
        }
    }

    fn symbol(&self, symbol: Symbol) -> String {
        let param = |list: fn(&Function) -> &[Param], n: u32| {
            let name = self.function.and_then(|f| list(f).get(n as usize)).map(|p| p.name.clone());
            name.unwrap_or_else(|| format!("param_{n}"))
        };
        match symbol {
            Symbol::Local(id) => self.named(self.names.vars.get(id.index()), || {
                self.body.vars.get(id.index()).map(|v| v.name.clone())
            }),
            Symbol::Param(n) => param(|f| &f.params, n),
            Symbol::Return(n) => param(|f| &f.returns, n),
            Symbol::Global(id) => self.module.variables[id.index()].name.clone(),
            Symbol::Function(id) => self.module.function(id).name.clone(),
        }
    }

    fn table(&self, table: &Table) -> String {
        match table {
            Table::Branch(labels) => {
                let names: Vec<&str> =
                    labels.iter().map(|id| self.names.labels[id.index()].as_str()).collect();
                format!(".branchtargets {}", names.join(", "))
            }
            Table::Call(functions) => {
                let names: Vec<&str> =
                    functions.iter().map(|id| self.module.function(*id).name.as_str()).collect();
                format!(".calltargets {}", names.join(", "))
            }
            Table::Prototype { returns, params, noreturn } => {
                let end = if *noreturn { ".noreturn" } else { "" };
                format!(".callprototype {}_ {}{end}", parameter_list(returns), parameter_list(params))
            }
        }
    }
}

fn plus(offset: i64) -> String {
    if offset == 0 { String::new() } else { format!("{offset:+}") }
}

fn linkage(linkage: Linkage) -> &'static str {
    match linkage {
        Linkage::Internal => "",
        Linkage::Extern => ".extern ",
        Linkage::Visible => ".visible ",
        Linkage::Weak => ".weak ",
        Linkage::Common => ".common ",
    }
}

fn header(function: &Function) -> String {
    let mut out = linkage(function.linkage).to_owned();
    match function.kind {
        FunctionKind::Entry => out.push_str(".entry "),
        FunctionKind::Func => push(&mut out, format_args!(".func {}", parameter_list(&function.returns))),
    }
    push(&mut out, format_args!("{} {}", function.name, parameter_list(&function.params)));
    push(&mut out, format_args!("{}", LimitsText(&function.limits)));
    if function.noreturn {
        out.push_str(".noreturn ");
    }
    out
}

struct LimitsText<'a>(&'a Limits);

impl Display for LimitsText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let limits = self.0;
        let triples = [
            ("maxntid", limits.max_ntid),
            ("reqntid", limits.req_ntid),
            ("reqnctapercluster", limits.req_cluster),
        ];
        for (name, value) in triples {
            if let Some([x, y, z]) = value {
                write!(f, ".{name} {x}, {y}, {z} ")?;
            }
        }
        let counts = [
            ("minnctapersm", limits.min_cta_per_sm),
            ("maxnreg", limits.max_regs),
            ("maxclusterrank", limits.max_cluster_rank),
        ];
        for (name, value) in counts {
            if let Some(count) = value {
                write!(f, ".{name} {count} ")?;
            }
        }
        if limits.explicit_cluster { f.write_str(".explicitcluster ") } else { Ok(()) }
    }
}

/// `(a, b) `, or nothing for an empty list.
fn parameter_list(params: &[Param]) -> String {
    if params.is_empty() {
        return String::new();
    }
    let parts: Vec<String> = params.iter().map(parameter).collect();
    format!("({}) ", parts.join(", "))
}

fn parameter(param: &Param) -> String {
    let element = u64::from(param.ty.bytes()) * u64::from(param.vector);
    let array = if param.size == element { String::new() } else { format!("[{}]", param.size / element) };
    let vector = if param.vector > 1 { format!(".v{} ", param.vector) } else { String::new() };
    match param.space {
        Space::Reg => format!(".reg {vector}.{} {}", param.ty, param.name),
        _ => format!(".param .align {} {vector}.{} {}{array}", param.align, param.ty, param.name),
    }
}

/// A variable's declaration through the line's end.
fn declaration(variable: &Variable, name: &str) -> String {
    let mut out = linkage(variable.linkage).to_owned();
    push(&mut out, format_args!(".{} ", variable.space));
    if variable.managed {
        out.push_str(".attribute(.managed) ");
    }
    push(&mut out, format_args!(".align {} ", variable.align));
    if variable.vector > 1 {
        push(&mut out, format_args!(".v{} ", variable.vector));
    }
    push(&mut out, format_args!(".{} {name}", variable.ty));
    for &dim in &variable.dims {
        match dim {
            0 => out.push_str("[]"),
            _ => push(&mut out, format_args!("[{dim}]")),
        }
    }
    if variable.init != Init::default() {
        let list = initial_value(variable);
        let braces = !variable.dims.is_empty() || variable.vector > 1;
        push(
            &mut out,
            format_args!("{}", if braces { format!(" = {{{list}}}") } else { format!(" = {list}") }),
        );
    }
    out.push_str(";\n");
    out
}

/// All elements in order of their offsets, zeros between them included.
fn initial_value(variable: &Variable) -> String {
    let element = u64::from(variable.ty.bytes());
    let mut items: Vec<(u64, String)> = Vec::new();
    for chunk in &variable.init.chunks {
        let values = chunk.bytes.chunks(element as usize);
        items.extend((chunk.offset..).step_by(element as usize).zip(values.map(|v| number(v, variable.ty))));
    }
    items.extend(variable.init.relocs.iter().map(|r| (r.offset, relocation(r))));
    items.sort_by_key(|(offset, _)| *offset);
    let (mut parts, mut end, mut gaps) = (Vec::new(), 0, 0);
    for (offset, text) in items {
        let gap = (offset - end) / element;
        gaps += gap;
        if gaps > MAX_GAPS {
            parts.push(format!("/* {gap} zeros and more */ 0"));
            break;
        }
        let zero = number(&[0; 16][..element as usize], variable.ty);
        parts.extend(std::iter::repeat_n(zero, gap as usize));
        parts.push(text);
        end = offset + element;
    }
    parts.join(", ")
}

fn number(bytes: &[u8], ty: ScalarType) -> String {
    let mut wide = [0; 16];
    wide[..bytes.len()].copy_from_slice(bytes);
    let value = u128::from_le_bytes(wide);
    match ty {
        ScalarType::F32 => format!("0f{value:08X}"),
        ScalarType::F64 => format!("0d{value:016X}"),
        _ if value >> 127 == 1 => (value as i128).to_string(),
        _ => value.to_string(),
    }
}

fn relocation(reloc: &Reloc) -> String {
    let symbol = match reloc.generic {
        true => format!("generic({}){}", reloc.symbol, plus(reloc.addend)),
        false => format!("{}{}", reloc.symbol, plus(reloc.addend)),
    };
    if reloc.size == 8 && reloc.shift == 0 {
        return symbol;
    }
    let mask = (u128::from(u64::MAX) >> (64 - 8 * u32::from(reloc.size.min(8)))) << reloc.shift;
    format!("{:#x}({symbol})", mask as u64)
}
