//! The linked text: which statements of which input are in it, and under which names.

use std::collections::{HashMap, HashSet};

use super::{LinkError, Linker, Unit};
use crate::ast::{Function, FunctionId, FunctionKind, GlobalId, Item, ItemKind, Linkage, Span};
use crate::lex::{Cursor, Kind};
use crate::types::Space;

/// New names of one input by its own ones.
type Renames = HashMap<String, String>;

/// What becomes of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// It is copied.
    Keep,
    /// Of a function whose definition is elsewhere the header remains.
    Declare,
    /// It is left out.
    Drop,
}

/// Writes the linked text; the checks have been made.
pub(super) fn emit(linker: &Linker, provided: &impl Fn(&str) -> bool) -> Result<Vec<u8>, LinkError> {
    let mut out = header(linker).into_bytes();
    let mut aliases = Vec::new();
    for (number, unit) in linker.units.iter().enumerate() {
        let renames = renames(linker, number);
        for item in &unit.index.items {
            let span = match fate(linker, number, item, provided)? {
                Fate::Drop => continue,
                Fate::Keep => item.span,
                Fate::Declare => declaration(unit, item),
            };
            // A second name needs the first one before it.
            let to = if matches!(item.kind, ItemKind::Alias(_)) { &mut aliases } else { &mut out };
            if let Some((most, header)) = limited(linker, unit, item).filter(|_| span == item.span) {
                copy(unit, item, header, &renames, to);
                to.extend_from_slice(format!(".maxnreg {most} ").as_bytes());
                copy(unit, item, Span { start: header.end, end: span.end }, &renames, to);
            } else {
                copy(unit, item, span, &renames, to);
            }
            if span != item.span {
                to.push(b';');
            }
            to.push(b'\n');
        }
    }
    out.append(&mut aliases);
    Ok(out)
}

/// Version and target: the highest of all inputs.
fn header(linker: &Linker) -> String {
    let indices = || linker.units.iter().map(|unit| &unit.index);
    let version = indices().map(|index| index.version).max().unwrap_or_default();
    let target = indices().map(|index| &index.target).max_by_key(|target| (target.sm, target.suffix));
    let mut text = format!("// linked\n.version {}.{}\n", version.major, version.minor);
    if let Some(target) = target.filter(|target| !target.arch.is_empty()) {
        let mut options: Vec<&str> = Vec::new();
        for option in indices().flat_map(|index| &index.target.options) {
            if !options.contains(&option.as_str()) {
                options.push(option);
            }
        }
        let options: String = options.iter().map(|option| format!(", {option}")).collect();
        text.push_str(&format!(".target {}{options}\n", target.arch));
    }
    text.push_str(".address_size 64\n");
    text
}

fn fate(
    linker: &Linker,
    number: usize,
    item: &Item,
    provided: &impl Fn(&str) -> bool,
) -> Result<Fate, LinkError> {
    let unit = &linker.units[number];
    Ok(match &item.kind {
        ItemKind::Other => Fate::Drop,
        ItemKind::Alias(name) => match unit.index.functions.iter().find(|f| f.name == *name) {
            Some(declared) if declared.linkage != Linkage::Internal && !linker.is_kept(name, number) => {
                Fate::Drop
            }
            _ => Fate::Keep,
        },
        ItemKind::Function(id) => function_fate(linker, number, item, unit.index.function(*id), provided),
        ItemKind::Variables(ids) => {
            let mut fates = ids.iter().map(|id| variable_fate(linker, number, item, *id));
            let first = fates.next().unwrap_or(Fate::Drop);
            if fates.any(|fate| fate != first) {
                let symbol = unit.index.variables[ids[0].index()].name.clone();
                return Err(LinkError::Inseparable { symbol, input: unit.name.clone() });
            }
            first
        }
    })
}

fn function_fate(
    linker: &Linker,
    number: usize,
    item: &Item,
    function: &Function,
    provided: &impl Fn(&str) -> bool,
) -> Fate {
    let defines = function.body.is_some_and(|body| within(body, item.span));
    if defines && (function.linkage == Linkage::Internal || linker.is_kept(&function.name, number)) {
        return Fate::Keep;
    }
    if defines {
        return Fate::Declare;
    }
    let known = function.body.is_some() || linker.symbols.contains_key(&function.name);
    if known || provided(&function.name) { Fate::Keep } else { Fate::Drop }
}

fn variable_fate(linker: &Linker, number: usize, item: &Item, id: GlobalId) -> Fate {
    let variable = &linker.units[number].index.variables[id.index()];
    let defines = within(variable.span, item.span);
    let dynamic =
        variable.linkage == Linkage::Extern && variable.space == Space::Shared && variable.size == 0;
    let keep = match variable.linkage {
        Linkage::Internal => true,
        Linkage::Extern => dynamic && !linker.symbols.contains_key(&variable.name),
        _ => defines && linker.is_kept(&variable.name, number),
    };
    if keep { Fate::Keep } else { Fate::Drop }
}

fn within(inner: Span, outer: Span) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

/// The limit of registers that a kernel's definition lacks, and the header that it belongs to.
fn limited(linker: &Linker, unit: &Unit, item: &Item) -> Option<(u32, Span)> {
    let (most, ItemKind::Function(id)) = (linker.max_registers?, &item.kind) else { return None };
    let function = unit.index.function(*id);
    let lacks = function.kind == FunctionKind::Entry && function.limits.max_regs.is_none();
    let defines = function.body.is_some_and(|body| within(body, item.span));
    (lacks && defines).then(|| (most, declaration(unit, item)))
}

/// The header of a function's definition.
fn declaration(unit: &Unit, item: &Item) -> Span {
    let body = match item.kind {
        ItemKind::Function(id) => unit.index.function(id).body,
        _ => None,
    };
    // The byte before a body is its brace.
    body.map_or(item.span, |body| Span { start: item.span.start, end: body.start - 1 })
}

/// New names for what only this input sees and another one has too.
fn renames(linker: &Linker, number: usize) -> Renames {
    let suffix = suffix(linker, number);
    let own = internal_names(&linker.units[number]);
    let others = || linker.units.iter().enumerate().filter(|(other, _)| *other != number);
    let taken = |name: &str| {
        others().any(|(_, unit)| {
            unit.index.variable_ids.contains_key(name)
                || unit.index.function_ids.contains_key(name)
                || unit.index.functions.iter().any(|f| f.name == name)
        })
    };
    own.filter(|name| taken(name)).map(|name| (name.to_owned(), format!("{name}{suffix}"))).collect()
}

fn internal_names(unit: &Unit) -> impl Iterator<Item = &str> {
    let functions =
        unit.index.functions.iter().filter(|f| f.linkage == Linkage::Internal && f.body.is_some());
    let variables = unit.index.variables.iter().filter(|v| v.linkage == Linkage::Internal);
    functions.map(|f| f.name.as_str()).chain(variables.map(|v| v.name.as_str()))
}

/// The end of this input's new names: one that is nowhere in the inputs.
fn suffix(linker: &Linker, number: usize) -> String {
    let occurs = |text: &str| {
        linker.units.iter().any(|unit| unit.index.source.windows(text.len()).any(|w| w == text.as_bytes()))
    };
    let candidates = (0..).map(|round: u32| format!("$unit{number}_{round}$"));
    let mut free = candidates.skip_while(|candidate| occurs(candidate));
    // The inputs are finite, so one of the endless candidates is free.
    free.next().unwrap_or_default()
}

/// Copies `span`, a beginning of `item`, with new names.
fn copy(unit: &Unit, item: &Item, span: Span, renames: &Renames, out: &mut Vec<u8>) {
    let source = &unit.index.source;
    let mut from = span.start as usize;
    let end = span.end as usize;
    if !renames.is_empty() {
        for token in names(unit, item, span) {
            let text = &source[token.start as usize..token.end as usize];
            let Some(new) = std::str::from_utf8(text).ok().and_then(|name| renames.get(name)) else {
                continue;
            };
            out.extend_from_slice(&source[from..token.start as usize]);
            out.extend_from_slice(new.as_bytes());
            from = token.end as usize;
        }
    }
    out.extend_from_slice(source[from..end].trim_ascii_end());
}

/// All identifiers of the statements of an input that are in the linked text, but for declarations.
pub(super) fn identifiers(linker: &Linker, number: usize) -> HashSet<&[u8]> {
    let unit = &linker.units[number];
    let mut found = HashSet::new();
    for item in &unit.index.items {
        let uses = match &item.kind {
            ItemKind::Function(id) => {
                let function = unit.index.function(*id);
                function_fate(linker, number, item, function, &|_| false) == Fate::Keep
                    && function.body.is_some()
            }
            ItemKind::Variables(ids) => {
                ids.iter().any(|id| variable_fate(linker, number, item, *id) == Fate::Keep)
            }
            ItemKind::Alias(_) | ItemKind::Other => false,
        };
        if uses {
            let text = |token: Span| &unit.index.source[token.start as usize..token.end as usize];
            found.extend(names(unit, item, item.span).into_iter().map(text));
        }
    }
    found
}

/// The identifiers in `span` that may be names: all but opcodes.
fn names(unit: &Unit, item: &Item, span: Span) -> Vec<Span> {
    let source = &unit.index.source[..span.end as usize];
    let body = match item.kind {
        ItemKind::Function(id) => body_of(unit, id).filter(|body| within(*body, item.span)),
        _ => None,
    };
    let mut found = Vec::new();
    // The statement has been read once, so reading its tokens again cannot fail.
    let Ok(mut cursor) = Cursor::new(source, span.start as usize) else { return found };
    // Whether an opcode may come: at the start of a statement of a body, or after its guard.
    let (mut opcode, mut guard) = (false, false);
    while cursor.token.kind != Kind::End {
        let token = cursor.token;
        let in_body = body.is_some_and(|body| token.start >= body.start);
        match token.kind {
            Kind::Ident => {
                let is_label = cursor.byte_after() == Some(b':');
                if guard {
                    (opcode, guard) = (true, false);
                    found.push(token.span());
                } else {
                    if !opcode || !in_body || is_label {
                        found.push(token.span());
                    }
                    opcode = false;
                }
            }
            Kind::Punct(b'@') => guard = true,
            Kind::Punct(b'!') => {}
            Kind::Punct(b';' | b'{' | b'}' | b':') => opcode = true,
            _ => opcode = false,
        }
        if cursor.bump().is_err() {
            break;
        }
    }
    found
}

fn body_of(unit: &Unit, id: FunctionId) -> Option<Span> {
    unit.index.function(id).body
}
