//! The compiled CUDA programs of `tests/programs/LIST`.

use std::path::PathBuf;

/// A program of the list.
#[derive(Debug, Clone)]
pub struct Program {
    /// Its name.
    pub name: String,
    /// Folders that hold a build of it, such as `cu13-static`.
    pub variants: Vec<String>,
    /// Argument lists to run it with.
    pub arguments: Vec<Vec<String>>,
}

impl Program {
    /// The executable of a variant.
    pub fn path(&self, variant: &str) -> PathBuf {
        crate::programs_dir().join(variant).join(&self.name)
    }
}

/// All programs.
pub fn all() -> Vec<Program> {
    let list = include_str!("../programs/LIST");
    list.lines().filter(|l| !l.trim().is_empty() && !l.starts_with('#')).map(parse).collect()
}

/// The program of that name.
pub fn named(name: &str) -> Program {
    all()
        .into_iter()
        .find(|p| p.name == name)
        .unwrap_or_else(|| panic!("{name} is not in tests/programs/LIST"))
}

fn parse(line: &str) -> Program {
    let mut words = line.split_whitespace();
    let name = words.next().unwrap_or_default().to_owned();
    let versions = words.next().unwrap_or_default().to_owned();
    let rest: Vec<&str> = words.collect();
    let variants = versions
        .split(',')
        .flat_map(|v| libraries(v).iter().map(move |library| format!("cu{v}-{library}")))
        .collect();
    let mut arguments = vec![Vec::new()];
    for list in rest.join(" ").split(';').filter(|l| !l.trim().is_empty()) {
        arguments.push(list.split_whitespace().map(str::to_owned).collect());
    }
    Program { name, variants, arguments }
}

/// The forms in which `scripts/toolchain` finds a version's runtime.
fn libraries(version: &str) -> &'static [&'static str] {
    match version {
        "12.4" | "11.8" => &["shared"],
        _ => &["shared", "static"],
    }
}
