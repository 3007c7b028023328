//! The coverage page.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::row::Row;

/// `docs/coverage.md`.
pub(crate) fn page(rows: &[Row]) -> String {
    let mut out = String::from(HEAD);
    let mut facilities: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
    rows.iter().for_each(|row| facilities.entry(&row.facility).or_default().push(row));
    summary(&mut out, &facilities, rows);
    for (facility, rows) in &facilities {
        let _ = write!(
            out,
            "\n## {facility}\n\n| function | since | per thread | pool | software device |\n|---|---|---|---|---|\n"
        );
        for row in rows {
            line(&mut out, row);
        }
    }
    out
}

const HEAD: &str = "\
# Coverage of the driver API

Every function version of CUDA 13.5, and what happens to it. *local*: answered in the client; *post*: sent without
waiting; *call*: sent and awaited; *custom*: written by hand; –: resolves and returns `CUDA_ERROR_NOT_SUPPORTED`.

This page is written by `cargo xtask table` from `crates/cuda-abi/table/driver.tsv`.

| facility | functions | through the pool | on the software device |
|---|--:|--:|--:|
";

fn summary(out: &mut String, facilities: &BTreeMap<&str, Vec<&Row>>, rows: &[Row]) {
    let all: Vec<&Row> = rows.iter().collect();
    for (name, rows) in facilities.iter().map(|(n, r)| (*n, r)).chain([("**all**", &all)]) {
        let pool = rows.iter().filter(|row| row.implemented()).count();
        let soft = rows.iter().filter(|row| row.soft).count();
        let _ = writeln!(out, "| {name} | {} | {pool} | {soft} |", rows.len());
    }
}

fn line(out: &mut String, row: &Row) {
    let version = |v: u32| format!("{}.{}", v / 1000, v % 1000 / 10);
    let variant = row.per_thread.as_ref().map_or("–".into(), |(_, v)| version(*v));
    let class = if row.implemented() { row.class.as_str() } else { "–" };
    let soft = if row.soft { "yes" } else { "–" };
    let _ = writeln!(out, "| `{}` | {} | {variant} | {class} | {soft} |", row.symbol, version(row.version));
}
