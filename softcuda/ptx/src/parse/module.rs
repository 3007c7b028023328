//! The first pass: declarations of a module; bodies are only delimited.

use std::collections::HashMap;
use std::sync::Arc;

use super::declaration::{attribute, linkage, parameters, text, variable_space, variables};
use crate::ModuleIndex;
use crate::ast::{
    Function, FunctionId, FunctionKind, GlobalId, Item, ItemKind, Limits, Linkage, Span, Target, Variable,
    Version,
};
use crate::constant;
use crate::error::{ErrorKind, Fault};
use crate::lex::{Cursor, Kind, short};

/// Indexes a module whose source is shorter than 4 GiB.
pub(crate) fn parse_module(source: &Arc<[u8]>) -> Result<ModuleIndex, Fault> {
    let mut cur = Cursor::new(source, 0)?;
    let mut module = ModuleIndex {
        source: Arc::clone(source),
        version: version(&mut cur)?,
        target: Target::default(),
        address_size: 32,
        variables: Vec::new(),
        functions: Vec::new(),
        items: Vec::new(),
        variable_ids: HashMap::new(),
        function_ids: HashMap::new(),
    };
    while cur.token.kind != Kind::End {
        let start = cur.token.start;
        let kind = statement(&mut cur, &mut module)?;
        module.items.push(Item { span: Span { start, end: cur.token.start }, kind });
    }
    Ok(module)
}

fn version(cur: &mut Cursor<'_>) -> Result<Version, Fault> {
    if !cur.eat_directive(b".version")? || cur.token.kind != Kind::Number {
        return Err(cur.error(ErrorKind::NoVersion));
    }
    let text = String::from_utf8_lossy(cur.text());
    let parts = text.split_once('.').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    let (major, minor) = parts.ok_or_else(|| cur.error(ErrorKind::NoVersion))?;
    cur.bump()?;
    Ok(Version { major, minor })
}

fn statement(cur: &mut Cursor<'_>, module: &mut ModuleIndex) -> Result<ItemKind, Fault> {
    match cur.token.kind {
        Kind::Directive => directive(cur, module, Linkage::Internal),
        Kind::Punct(b';') => cur.bump().map(|_| ItemKind::Other),
        // `@@DWARF` lines of old compilers.
        Kind::Punct(b'@') => cur.skip_line().map(|()| ItemKind::Other),
        _ => Err(cur.unexpected("a directive")),
    }
}

fn directive(cur: &mut Cursor<'_>, module: &mut ModuleIndex, seen: Linkage) -> Result<ItemKind, Fault> {
    let name = cur.text();
    if let Some(space) = variable_space(name) {
        cur.bump()?;
        let variables = variables(cur, space, seen)?.into_iter();
        let ids = variables.map(|variable| add_variable(module, variable)).collect::<Result<_, _>>()?;
        return Ok(ItemKind::Variables(ids));
    }
    if let Some(linkage) = linkage(name) {
        if seen != Linkage::Internal {
            return Err(cur.unexpected("a declaration"));
        }
        cur.bump()?;
        if cur.token.kind != Kind::Directive {
            return Err(cur.unexpected("a declaration"));
        }
        return directive(cur, module, linkage);
    }
    match name {
        b".entry" => function(cur, module, FunctionKind::Entry, seen),
        b".func" => function(cur, module, FunctionKind::Func, seen),
        _ if seen != Linkage::Internal => Err(cur.unexpected("a declaration")),
        b".alias" => alias(cur, module),
        b".target" => target(cur, module).map(|()| ItemKind::Other),
        b".address_size" => address_size(cur, module).map(|()| ItemKind::Other),
        b".pragma" => cur.skip_statement().map(|()| ItemKind::Other),
        b".file" | b".loc" => cur.skip_line().map(|()| ItemKind::Other),
        b".section" => section(cur).map(|()| ItemKind::Other),
        _ => Err(cur.error(ErrorKind::UnknownDirective(short(name)))),
    }
}

fn target(cur: &mut Cursor<'_>, module: &mut ModuleIndex) -> Result<(), Fault> {
    cur.bump()?;
    loop {
        let token = cur.ident("a target")?;
        let name = text(cur, token);
        match architecture(&name) {
            Some((sm, suffix)) if module.target.arch.is_empty() => {
                module.target =
                    Target { arch: name, sm, suffix, options: std::mem::take(&mut module.target.options) };
            }
            _ => module.target.options.push(name),
        }
        if !cur.eat(b',')? {
            return Ok(());
        }
    }
}

/// Number and suffix of `sm_90a` or `compute_90a`.
fn architecture(name: &str) -> Option<(u32, Option<char>)> {
    let rest = name.strip_prefix("sm_").or_else(|| name.strip_prefix("compute_"))?;
    let suffix = rest.chars().next_back().filter(char::is_ascii_lowercase);
    let digits = rest.strip_suffix(|c: char| c.is_ascii_lowercase()).unwrap_or(rest);
    Some((digits.parse().ok()?, suffix))
}

fn address_size(cur: &mut Cursor<'_>, module: &mut ModuleIndex) -> Result<(), Fault> {
    cur.bump()?;
    let at = cur.clone();
    module.address_size = match constant::integer(cur)? {
        32 => 32,
        64 => 64,
        _ => return Err(at.unexpected("32 or 64")),
    };
    Ok(())
}

/// Skips `.section .debug_info { ... }`.
fn section(cur: &mut Cursor<'_>) -> Result<(), Fault> {
    cur.bump()?;
    if !matches!(cur.token.kind, Kind::Directive | Kind::Ident) {
        return Err(cur.unexpected("a section name"));
    }
    cur.bump()?;
    if !cur.at(b'{') {
        return Err(cur.unexpected("'{'"));
    }
    cur.skip_block().map(|_| ())
}

/// `.alias a, b;`: from here on the name `a` means the function `b`.
fn alias(cur: &mut Cursor<'_>, module: &mut ModuleIndex) -> Result<ItemKind, Fault> {
    cur.bump()?;
    let new = cur.ident("a function name")?;
    cur.expect(b',', "','")?;
    let old = cur.ident("a function name")?;
    cur.expect(b';', "';'")?;
    let name = text(cur, old);
    let Some(&id) = module.function_ids.get(&name) else {
        return Err(Fault { kind: ErrorKind::UnknownName(name), offset: old.start });
    };
    let new = text(cur, new);
    module.function_ids.insert(new.clone(), id);
    Ok(ItemKind::Alias(new))
}

fn function(
    cur: &mut Cursor<'_>,
    module: &mut ModuleIndex,
    kind: FunctionKind,
    linkage: Linkage,
) -> Result<ItemKind, Fault> {
    cur.bump()?;
    let (mut limits, mut noreturn) = (Limits::default(), false);
    header_directives(cur, &mut limits, &mut noreturn)?;
    let (returns, _) = if kind == FunctionKind::Func { parameters(cur)? } else { Default::default() };
    let name = cur.ident("a function name")?;
    let (params, param_size) = parameters(cur)?;
    header_directives(cur, &mut limits, &mut noreturn)?;
    let body = if cur.eat(b';')? {
        None
    } else if cur.at(b'{') {
        Some(cur.skip_block()?)
    } else {
        return Err(cur.unexpected("'{', ';' or a directive"));
    };
    let function = Function {
        name: text(cur, name),
        span: name.span(),
        kind,
        linkage,
        returns,
        params,
        param_size,
        limits,
        noreturn,
        body,
    };
    add_function(module, function).map(ItemKind::Function)
}

fn header_directives(cur: &mut Cursor<'_>, limits: &mut Limits, noreturn: &mut bool) -> Result<(), Fault> {
    while cur.token.kind == Kind::Directive {
        match cur.text() {
            b".maxntid" => limits.max_ntid = Some(extents(cur)?),
            b".reqntid" => limits.req_ntid = Some(extents(cur)?),
            b".reqnctapercluster" => limits.req_cluster = Some(extents(cur)?),
            b".minnctapersm" => limits.min_cta_per_sm = Some(extents(cur)?[0]),
            b".maxnreg" => limits.max_regs = Some(extents(cur)?[0]),
            b".maxclusterrank" => limits.max_cluster_rank = Some(extents(cur)?[0]),
            // An obsolete hint, and register conventions that a virtual machine need not keep.
            b".maxnctapersm" | b".abi_preserve" | b".abi_preserve_control" => extents(cur).map(|_| ())?,
            b".explicitcluster" => {
                cur.bump()?;
                limits.explicit_cluster = true;
            }
            b".noreturn" => {
                cur.bump()?;
                *noreturn = true;
            }
            b".blocksareclusters" => cur.bump().map(|_| ())?,
            b".attribute" => attribute(cur).map(|_| ())?,
            b".pragma" => cur.skip_statement()?,
            other => return Err(cur.error(ErrorKind::UnknownDirective(short(other)))),
        }
    }
    Ok(())
}

/// Parses up to three counts after a directive; those not given are 1.
fn extents(cur: &mut Cursor<'_>) -> Result<[u32; 3], Fault> {
    cur.bump()?;
    let mut values = [1; 3];
    for value in &mut values {
        let at = cur.clone();
        *value = u32::try_from(constant::integer(cur)?).map_err(|_| at.unexpected("a 32-bit count"))?;
        if !cur.eat(b',')? {
            return Ok(values);
        }
    }
    Err(cur.unexpected("at most three counts"))
}

/// Adds a function, or merges it with an earlier declaration.
fn add_function(module: &mut ModuleIndex, function: Function) -> Result<FunctionId, Fault> {
    let Some(&id) = module.function_ids.get(&function.name) else {
        // One function takes several bytes of a source below 4 GiB, so the count fits.
        let id = FunctionId(module.functions.len() as u32);
        module.function_ids.insert(function.name.clone(), id);
        module.functions.push(function);
        return Ok(id);
    };
    let known = &mut module.functions[id.index()];
    if known.kind != function.kind || (known.body.is_some() && function.body.is_some()) {
        return Err(redeclared(&function.name, function.span.start));
    }
    if function.body.is_some() {
        *known = function;
    }
    Ok(id)
}

/// Adds a variable, or merges it with an earlier `.extern` declaration.
fn add_variable(module: &mut ModuleIndex, variable: Variable) -> Result<GlobalId, Fault> {
    let Some(&id) = module.variable_ids.get(&variable.name) else {
        let id = GlobalId(module.variables.len() as u32);
        module.variable_ids.insert(variable.name.clone(), id);
        module.variables.push(variable);
        return Ok(id);
    };
    let known = &mut module.variables[id.index()];
    match (known.linkage, variable.linkage) {
        // The dynamic shared memory has the largest alignment that is asked for.
        (_, Linkage::Extern) => known.align = known.align.max(variable.align),
        (Linkage::Extern, _) => *known = variable,
        _ => return Err(redeclared(&variable.name, variable.span.start)),
    }
    Ok(id)
}

fn redeclared(name: &str, offset: u32) -> Fault {
    Fault { kind: ErrorKind::Redeclared(short(name.as_bytes())), offset }
}
