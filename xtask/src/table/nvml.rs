//! NVML's functions: `crates/cuda-abi/table/nvml.tsv` and the exports of the client's libnvidia-ml.
//!
//! NVML calls are answered in the client, so they have neither ids nor marshalling.

use std::fmt::Write;
use std::path::Path;

use super::abi::HEAD_NVML;
use super::headers::{param, strip_comments};
use super::{read, write};

const TABLE: &str = "crates/cuda-abi/table/nvml.tsv";

/// One function.
struct Row {
    symbol: String,
    /// True for class `local`, false for `none`.
    local: bool,
    /// Types and names.
    params: Vec<(String, String)>,
}

/// Reads the table.
fn rows(root: &Path) -> Result<Vec<Row>, String> {
    let text = read(&root.join(TABLE))?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.starts_with('#'));
    lines
        .map(|(i, line)| row(line).ok_or_else(|| format!("nvml.tsv:{}: not a line of the table", i + 1)))
        .collect()
}

fn row(line: &str) -> Option<Row> {
    let [symbol, class, params] = line.split('\t').collect::<Vec<_>>()[..] else { return None };
    let split = |p: &str| p.rsplit_once(' ').map(|(ty, name)| (ty.to_string(), name.to_string()));
    let params = params.split("; ").filter(|p| !p.is_empty()).map(split).collect::<Option<_>>()?;
    ["local", "none"].contains(&class).then(|| Row { symbol: symbol.into(), local: class == "local", params })
}

/// Takes new functions and changed signatures from `nvml.h` where `folder` has it; returns what changed, in words.
pub(super) fn refresh(root: &Path, folder: &Path, check: bool) -> Result<Vec<String>, String> {
    let Ok(header) = std::fs::read_to_string(folder.join("nvml.h")) else { return Ok(Vec::new()) };
    let (mut rows, mut changes) = (rows(root)?, Vec::new());
    for (symbol, params) in declarations(&strip_comments(&header)) {
        match rows.iter_mut().find(|row| row.symbol == symbol) {
            Some(row) if row.params == params => continue,
            Some(row) => {
                changes.push(format!("{symbol}: signature changed"));
                row.params = params;
            }
            None => {
                changes.push(format!("{symbol}: new"));
                rows.push(Row { symbol, local: false, params });
            }
        }
    }
    if !check && !changes.is_empty() {
        write(&root.join(TABLE), &print(&rows))?;
    }
    Ok(changes)
}

/// Finds `nvmlReturn_t DECLDIR nvmlInit_v2(void);`.
fn declarations(header: &str) -> Vec<(String, Vec<(String, String)>)> {
    let declaration = |text: &str| {
        let (symbol, rest) = text.split_once('(')?;
        let (params, _) = rest.split_once(");")?;
        let params =
            params.split(',').map(str::trim).filter(|p| *p != "void" && !p.is_empty()).map(param).collect();
        let symbol = symbol.trim();
        symbol.starts_with("nvml").then(|| (symbol.to_string(), params))
    };
    header.split("DECLDIR ").skip(1).filter_map(declaration).collect()
}

fn print(rows: &[Row]) -> String {
    let mut out = String::from("# symbol\tclass\tparameters\n");
    for Row { symbol, local, params } in rows {
        let class = if *local { "local" } else { "none" };
        let params: Vec<String> = params.iter().map(|(ty, name)| format!("{ty} {name}")).collect();
        let _ = writeln!(out, "{symbol}\t{class}\t{}", params.join("; "));
    }
    out
}

/// The section of the coverage page.
pub(super) fn coverage(root: &Path) -> Result<String, String> {
    let rows = rows(root)?;
    let local: Vec<String> =
        rows.iter().filter(|row| row.local).map(|row| format!("`{}`", row.symbol)).collect();
    Ok(format!(
        "\n## NVML\n\nThe client's libnvidia-ml.so.1 exports all {} functions of NVML 13.5. It answers these, all others with\n`NVML_ERROR_NOT_SUPPORTED`: {}, and `nvmlErrorString`.\n",
        rows.len() + 1,
        local.join(", "),
    ))
}

/// The functions that are not supported, and a check that the others are there.
pub(super) fn exports(root: &Path) -> Result<String, String> {
    let rows = rows(root)?;
    let names = |local| {
        rows.iter().filter(|row| row.local == local).fold(String::new(), |mut names, row| {
            let _ = writeln!(names, "    {}", row.symbol);
            names
        })
    };
    Ok(format!(
        "{HEAD_NVML}//! Functions of class `none`, and the names of class `local`, which are written by hand.\n\nuse crate::unsupported::{{there, unsupported}};\n\nunsupported! {{\n{}}}\n\nthere! {{\n{}}}\n",
        names(false),
        names(true),
    ))
}
