//! Compares the table with the vendor's headers.
//!
//! `cudaTypedefs.h` has a function pointer type per function version and variant, `PFN_cuMemAlloc_v3020`, which
//! is where names, versions and signatures come from. `cuda.h` tells whether a symbol exists.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;

use super::read;
use super::row::{Param, Row};

/// A function pointer type of the header.
struct Typedef {
    name: String,
    version: u32,
    /// `_ptsz` or `_ptds`, or empty.
    suffix: String,
    /// Types and names of the parameters.
    params: Vec<(String, String)>,
}

/// Takes new functions and changed signatures from the headers in `folder`; returns what changed, in words.
pub(crate) fn refresh(rows: &mut Vec<Row>, folder: &Path) -> Result<Vec<String>, String> {
    let mut text = read(&folder.join("cudaTypedefs.h"))?;
    if let Ok(more) = std::fs::read_to_string(folder.join("cudaProfilerTypedefs.h")) {
        text.push_str(&more);
    }
    let mut typedefs = typedefs(&strip_comments(&text));
    // Functions before variants, older before newer: a variant belongs to the newest free function version.
    typedefs.sort_by_key(|t| (!t.suffix.is_empty(), t.version));
    let annotations = Annotations::of(rows);
    let mut changes = Vec::new();
    for typedef in &typedefs {
        match typedef.suffix.as_str() {
            "" => function(rows, typedef, &annotations, &mut changes),
            _ => variant(rows, typedef, &mut changes)?,
        }
    }
    gone(rows, &typedefs, &mut changes);
    symbols(rows, &strip_comments(&read(&folder.join("cuda.h"))?), &mut changes);
    Ok(changes)
}

/// Finds the function pointer types.
fn typedefs(text: &str) -> Vec<Typedef> {
    text.split("*PFN_").skip(1).filter_map(typedef).collect()
}

/// Reads `cuMemAlloc_v3020)(CUdeviceptr_v2 *dptr, size_t bytesize);`.
fn typedef(text: &str) -> Option<Typedef> {
    let (full, rest) = text.split_once(")(")?;
    let (params, _) = rest.split_once(");")?;
    let suffix = ["_ptsz", "_ptds"].into_iter().find(|s| full.ends_with(s)).unwrap_or("");
    let (name, version) = full.strip_suffix(suffix)?.rsplit_once("_v")?;
    let params =
        params.split(',').map(str::trim).filter(|p| *p != "void" && !p.is_empty()).map(param).collect();
    Some(Typedef { name: name.into(), version: version.parse().ok()?, suffix: suffix.into(), params })
}

/// Splits `const char *name[]` into `const char**` and `name`.
pub(super) fn param(text: &str) -> (String, String) {
    let text = text.replace("CUDAAPI", "");
    let (text, array) = text.trim().strip_suffix("[]").map_or((text.trim(), ""), |t| (t, "*"));
    let start = text.rfind(|c: char| !c.is_ascii_alphanumeric() && c != '_').map_or(0, |i| i + 1);
    let stars = text[..start].matches('*').count();
    let words: Vec<&str> =
        text[..start].split(|c: char| c.is_whitespace() || c == '*').filter(|w| !w.is_empty()).collect();
    (format!("{}{}{array}", words.join(" "), "*".repeat(stars)), text[start..].into())
}

/// Compares a function version, or adds it.
fn function(rows: &mut Vec<Row>, typedef: &Typedef, annotations: &Annotations, changes: &mut Vec<String>) {
    let Typedef { name, version, .. } = typedef;
    let annotated = |old: &[Param]| -> Vec<Param> {
        let old = |name: &str| old.iter().find(|p| p.name == name);
        typedef.params.iter().map(|(ty, name)| annotations.param(ty, name, old(name))).collect()
    };
    if let Some(row) = rows.iter_mut().find(|row| row.name == *name && row.version == *version) {
        let params = annotated(&row.params);
        if row.params != params {
            changes.push(format!("{name}@{version}: signature changed"));
            row.params = params;
        }
        return;
    }
    let older = rows.iter().filter(|row| row.name == *name && row.version < *version).count();
    let row = Row {
        id: rows.iter().map(|row| row.id).max().unwrap_or(0) + 1,
        name: name.clone(),
        version: *version,
        symbol: if older == 0 { name.clone() } else { format!("{name}_v{}", older + 1) },
        per_thread: None,
        facility: neighbour(rows, name),
        class: "none".into(),
        soft: false,
        params: annotated(&[]),
    };
    changes.push(format!("{name}@{version}: new, as {} in {}", row.symbol, row.facility));
    rows.push(row);
}

/// The facility of the function whose name begins most like this one's.
fn neighbour(rows: &[Row], name: &str) -> String {
    let common = |row: &&Row| row.name.bytes().zip(name.bytes()).take_while(|(a, b)| a == b).count();
    rows.iter().max_by_key(common).map_or("misc".into(), |row| row.facility.clone())
}

/// Compares a per-thread variant, or adds it to the function version it belongs to.
fn variant(rows: &mut [Row], typedef: &Typedef, changes: &mut Vec<String>) -> Result<(), String> {
    let Typedef { name, version, suffix, params } = typedef;
    let listed =
        |row: &&mut Row| row.name == *name && row.per_thread.as_ref().is_some_and(|(_, v)| v == version);
    if let Some(row) = rows.iter_mut().find(listed) {
        let same = row.params.len() == params.len()
            && row.params.iter().zip(params).all(|(a, (b, _))| plain(&a.ty) == plain(b));
        if !same {
            changes.push(format!("{name}@{version}{suffix}: differs from {}", row.symbol));
        }
        return Ok(());
    }
    let row = rows
        .iter_mut()
        .filter(|row| row.name == *name && row.version <= *version && row.per_thread.is_none())
        .max_by_key(|row| row.version)
        .ok_or_else(|| format!("{name}@{version}{suffix} is a variant of nothing"))?;
    let symbol = format!("{}{suffix}", row.symbol);
    changes.push(format!("{name}@{version}: new variant {symbol}"));
    row.per_thread = Some((symbol, *version));
    Ok(())
}

/// The type without the version of its name.
fn plain(ty: &str) -> String {
    ty.replace("_v1", "").replace("_v2", "")
}

/// Names the functions that the headers no longer have; they keep their lines, for their ids are taken.
fn gone(rows: &[Row], typedefs: &[Typedef], changes: &mut Vec<String>) {
    let known: HashSet<(&str, u32)> = typedefs.iter().map(|t| (t.name.as_str(), t.version)).collect();
    for row in rows.iter().filter(|row| !known.contains(&(row.name.as_str(), row.version))) {
        changes.push(format!("{}@{}: not in these headers", row.name, row.version));
    }
}

/// Names the symbols that `cuda.h` does not mention.
fn symbols(rows: &[Row], cuda_h: &str, changes: &mut Vec<String>) {
    let words: HashSet<&str> = cuda_h.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').collect();
    // The profiler's functions have a header of their own.
    for row in rows.iter().filter(|row| row.facility != "profiler" && !words.contains(row.symbol.as_str())) {
        changes.push(format!("{}: not in cuda.h", row.symbol));
    }
}

/// What the table says about types, to annotate new parameters alike.
struct Annotations(HashMap<String, String>);

impl Annotations {
    /// Learns the most frequent kind of each base type.
    fn of(rows: &[Row]) -> Annotations {
        let mut counts: BTreeMap<(&str, &str), usize> = BTreeMap::new();
        for param in rows.iter().flat_map(|row| &row.params) {
            *counts.entry((base(&param.ty), &param.kind)).or_default() += 1;
        }
        let mut ordered: Vec<_> = counts.into_iter().collect();
        ordered.sort_by_key(|(_, count)| *count);
        Annotations(ordered.into_iter().map(|((ty, kind), _)| (ty.into(), kind.into())).collect())
    }

    /// The parameter with its old annotation where it had one, else with a guess that a person should read over.
    fn param(&self, ty: &str, name: &str, old: Option<&Param>) -> Param {
        let (direction, kind) = match old {
            Some(old) => (old.direction.clone(), old.kind.clone()),
            None => (guess_direction(ty).into(), self.guess_kind(ty)),
        };
        Param { ty: ty.into(), name: name.into(), direction, kind }
    }

    fn guess_kind(&self, ty: &str) -> String {
        let unknown = if ty.contains('*') { "struct" } else { "scalar" };
        self.0.get(base(ty)).map_or(unknown.into(), String::clone)
    }
}

fn guess_direction(ty: &str) -> &'static str {
    match (ty.matches('*').count(), ty.starts_with("const ")) {
        (0, _) | (1, true) => "in",
        _ => "out",
    }
}

/// The type without `const` and stars.
fn base(ty: &str) -> &str {
    ty.trim_start_matches("const ").trim_end_matches('*')
}

pub(super) fn strip_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((code, comment)) = rest.split_once("/*") {
        out.push_str(code);
        out.push(' ');
        rest = comment.split_once("*/").map_or("", |(_, after)| after);
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::super::row;
    use super::*;

    const HEADER: &str = "
        typedef CUresult (CUDAAPI *PFN_cuMemAlloc_v2000)(CUdeviceptr_v1 *dptr, unsigned int bytesize);
        typedef CUresult (CUDAAPI *PFN_cuMemAlloc_v3020)(CUdeviceptr_v2 *dptr, /* n */ size_t bytesize);
        typedef CUresult (CUDAAPI *PFN_cuMemcpy_v7000_ptds)(CUdeviceptr_v2 dst, const void * const src[]);
        typedef CUresult (CUDAAPI *PFN_cuMemcpy_v4000)(CUdeviceptr_v2 dst, const void * const src[]);
        typedef CUresult (CUDAAPI *PFN_cuInit_v2000)(void);";

    /// Applies `HEADER` to a table and prints the result.
    fn apply(table: &str) -> (Vec<String>, String) {
        let mut rows = row::parse(table).unwrap();
        let mut types = typedefs(&strip_comments(HEADER));
        types.sort_by_key(|t| (!t.suffix.is_empty(), t.version));
        let (annotations, mut changes) = (Annotations::of(&rows), Vec::new());
        for t in &types {
            match t.suffix.as_str() {
                "" => function(&mut rows, t, &annotations, &mut changes),
                _ => variant(&mut rows, t, &mut changes).unwrap(),
            }
        }
        (changes, row::print("", &rows))
    }

    #[test]
    fn new_functions_get_lines_and_old_lines_stay() {
        let (changes, table) =
            apply("7\tcuMemFree\t2000\tcuMemFree\t-\tmemory\tlocal\tyes\tCUdeviceptr_v2 dptr |in devptr\n");
        assert_eq!(changes.len(), 5);
        assert!(table.starts_with("7\tcuMemFree\t"));
        assert!(table.contains(
            "\tcuMemAlloc\t3020\tcuMemAlloc_v2\t-\tmemory\tnone\t-\tCUdeviceptr_v2* dptr |out devptr; "
        ));
        assert!(table.contains("\tcuMemcpy\t4000\tcuMemcpy\tcuMemcpy_ptds@7000\tmemory\t"));
    }

    #[test]
    fn a_second_run_changes_nothing() {
        let (_, table) = apply("");
        let (changes, again) = apply(&table);
        assert_eq!((changes, again), (vec![], table));
    }

    #[test]
    fn a_changed_type_keeps_the_annotation() {
        let (changes, table) = apply(
            "1\tcuMemAlloc\t3020\tcuMemAlloc_v2\t-\tmemory\tcustom\tyes\tint* dptr |inout hostptr; int bytesize |in len\n",
        );
        assert!(changes.contains(&"cuMemAlloc@3020: signature changed".to_string()));
        assert!(table.contains("CUdeviceptr_v2* dptr |inout hostptr; size_t bytesize |in len"));
    }
}
