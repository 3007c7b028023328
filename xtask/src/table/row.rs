//! The lines of the table.

use std::collections::{HashMap, HashSet};

/// One version of a function.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Row {
    /// Permanent wire id.
    pub(crate) id: u16,
    /// The name cuGetProcAddress takes.
    pub(crate) name: String,
    /// Introduction version.
    pub(crate) version: u32,
    /// Exported ELF symbol.
    pub(crate) symbol: String,
    /// The `_ptsz` or `_ptds` variant: symbol and introduction version.
    pub(crate) per_thread: Option<(String, u32)>,
    /// Part of the driver.
    pub(crate) facility: String,
    /// local, post, call, custom or none.
    pub(crate) class: String,
    /// True when the software device implements it.
    pub(crate) soft: bool,
    /// Parameters.
    pub(crate) params: Vec<Param>,
}

/// One parameter.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Param {
    /// C type, stars next to the type: `const char**`.
    pub(crate) ty: String,
    /// Name.
    pub(crate) name: String,
    /// in, out or inout.
    pub(crate) direction: String,
    /// What it is or points to.
    pub(crate) kind: String,
}

impl Param {
    /// True for a `CUstream` passed by value.
    pub(crate) fn is_stream(&self) -> bool {
        self.ty == "CUstream"
    }

    /// True for a pointer of any kind.
    pub(crate) fn is_pointer(&self) -> bool {
        self.ty.contains('*')
    }
}

impl Row {
    /// True unless the class is `none`.
    pub(crate) fn implemented(&self) -> bool {
        self.class != "none"
    }

    /// True when marshalling is generated.
    pub(crate) fn plain(&self) -> bool {
        matches!(self.class.as_str(), "post" | "call")
    }

    /// True when the implementation takes the default stream as one more argument.
    pub(crate) fn takes_default_stream(&self) -> bool {
        self.per_thread.is_some() && !self.params.iter().any(Param::is_stream)
    }
}

const CLASSES: &[&str] = &["local", "post", "call", "custom", "none"];
const DIRECTIONS: &[&str] = &["in", "out", "inout"];

/// The kinds that are not handles, and the variants of `cuda_abi::Kind` they become.
pub(crate) const KINDS: &[(&str, &str)] = &[
    ("len", "Len"),
    ("result", "Result"),
    ("device", "Device"),
    ("devptr", "DevicePointer"),
    ("hostptr", "HostPointer"),
    ("string", "Text"),
    ("struct", "Struct"),
    ("fn", "Callback"),
];

/// The kinds of handles, and the variants of `cuda_abi::HandleKind` they become.
pub(crate) const HANDLES: &[(&str, &str)] = &[
    ("stream", "Stream"),
    ("event", "Event"),
    ("context", "Context"),
    ("module", "Module"),
    ("function", "Function"),
    ("library", "Library"),
    ("kernel", "Kernel"),
    ("graph", "Graph"),
    ("graphnode", "GraphNode"),
    ("graphexec", "GraphExec"),
    ("pool", "Pool"),
    ("allocation", "Allocation"),
    ("array", "Array"),
    ("mipmap", "Mipmap"),
    ("texref", "TexRef"),
    ("surfref", "SurfRef"),
    ("link", "Link"),
    ("userobject", "UserObject"),
    ("extmem", "ExtMem"),
    ("extsem", "ExtSem"),
    ("graphics", "Graphics"),
    ("green", "Green"),
];

/// The variant of `HandleKind` that a kind stands for.
pub(crate) fn handle(kind: &str) -> Option<&'static str> {
    HANDLES.iter().find(|(name, _)| *name == kind).map(|(_, variant)| *variant)
}

/// Reads the table; comment lines start with `#`.
pub(crate) fn parse(text: &str) -> Result<Vec<Row>, String> {
    text.lines()
        .enumerate()
        .filter(|(_, line)| !line.starts_with('#') && !line.is_empty())
        .map(|(i, line)| parse_row(line).map_err(|e| format!("driver.tsv:{}: {e}", i + 1)))
        .collect()
}

fn parse_row(line: &str) -> Result<Row, String> {
    let columns: Vec<&str> = line.split('\t').collect();
    let [id, name, version, symbol, per_thread, facility, class, soft, params] = columns[..] else {
        return Err(format!("{} columns in place of 9", columns.len()));
    };
    Ok(Row {
        id: number(id)?,
        name: name.into(),
        version: number(version)?,
        symbol: symbol.into(),
        per_thread: parse_variant(per_thread)?,
        facility: facility.into(),
        class: one_of(class, CLASSES)?,
        soft: one_of(soft, &["yes", "-"])? == "yes",
        params: params.split("; ").filter(|p| !p.is_empty()).map(parse_param).collect::<Result<_, _>>()?,
    })
}

fn parse_variant(text: &str) -> Result<Option<(String, u32)>, String> {
    if text == "-" {
        return Ok(None);
    }
    let (symbol, version) = text.split_once('@').ok_or("per_thread is neither - nor symbol@version")?;
    Ok(Some((symbol.into(), number(version)?)))
}

fn parse_param(text: &str) -> Result<Param, String> {
    let (declaration, annotation) = text.split_once(" |").ok_or_else(|| format!("no annotation: {text}"))?;
    let (ty, name) = declaration.rsplit_once(' ').ok_or_else(|| format!("no name: {text}"))?;
    let (direction, kind) = annotation.split_once(' ').ok_or_else(|| format!("no kind: {text}"))?;
    if kind != "scalar" && handle(kind).is_none() && !KINDS.iter().any(|(name, _)| *name == kind) {
        return Err(format!("unknown kind {kind}"));
    }
    Ok(Param {
        ty: ty.into(),
        name: name.into(),
        direction: one_of(direction, DIRECTIONS)?,
        kind: kind.into(),
    })
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("not a number: {text}"))
}

fn one_of(text: &str, allowed: &[&str]) -> Result<String, String> {
    if allowed.contains(&text) { Ok(text.into()) } else { Err(format!("{text} is none of {allowed:?}")) }
}

/// Writes the table, keeping the comments at the head of `old`.
pub(crate) fn print(old: &str, rows: &[Row]) -> String {
    let mut out: String =
        old.lines().take_while(|line| line.starts_with('#')).flat_map(|line| [line, "\n"]).collect();
    rows.iter().for_each(|row| out.push_str(&print_row(row)));
    out
}

fn print_row(row: &Row) -> String {
    let variant = row.per_thread.as_ref().map_or("-".to_string(), |(s, v)| format!("{s}@{v}"));
    let params: Vec<String> = row.params.iter().map(print_param).collect();
    let Row { id, name, version, symbol, facility, class, .. } = row;
    let soft = if row.soft { "yes" } else { "-" };
    let params = params.join("; ");
    format!("{id}\t{name}\t{version}\t{symbol}\t{variant}\t{facility}\t{class}\t{soft}\t{params}\n")
}

fn print_param(param: &Param) -> String {
    format!("{} {} |{} {}", param.ty, param.name, param.direction, param.kind)
}

/// Checks what no single line can: unique ids and symbols, and that marshalling can be generated where asked.
pub(crate) fn validate(rows: &[Row]) -> Result<(), String> {
    let mut ids = HashMap::new();
    let mut symbols = HashSet::new();
    for row in rows {
        if let Some(other) = ids.insert(row.id, &row.symbol) {
            return Err(format!("{} and {other} share the id {}", row.symbol, row.id));
        }
        if row.id == 0 || row.id >= 0x8000 {
            return Err(format!("{}: ids go from 1 to 32767", row.symbol));
        }
        for symbol in std::iter::once(&row.symbol).chain(row.per_thread.as_ref().map(|(s, _)| s)) {
            if !symbols.insert(symbol) {
                return Err(format!("{symbol} is listed twice"));
            }
        }
        if row.plain() {
            validate_plain(row)?;
        }
    }
    Ok(())
}

/// Marshalling is generated for scalars, handles and device pointers, and pointers to one of them for output.
fn validate_plain(row: &Row) -> Result<(), String> {
    let fail = |why: &str| Err(format!("{}: class {} but {why}; make it custom", row.symbol, row.class));
    if row.takes_default_stream() {
        return fail("its per-thread variant has no stream parameter");
    }
    for param in &row.params {
        let value_kind = !matches!(param.kind.as_str(), "string" | "struct" | "fn" | "hostptr");
        let single = param.ty.matches('*').count() == usize::from(param.direction == "out");
        if !value_kind || !single || param.direction == "inout" {
            return fail(&format!("{} is not a scalar or handle", param.name));
        }
        if row.class == "post" && param.direction == "out" {
            return fail(&format!("{} is returned", param.name));
        }
    }
    Ok(())
}
