//! Rust types for C types.

use std::collections::HashSet;
use std::path::Path;

use super::read;

/// The type names that `cuda_abi` declares.
pub(crate) struct Types(HashSet<String>);

/// C's own types.
const PRIMITIVES: &[(&str, &str)] = &[
    ("void", "c_void"),
    ("char", "c_char"),
    ("int", "c_int"),
    ("unsigned", "c_uint"),
    ("unsigned int", "c_uint"),
    ("unsigned char", "c_uchar"),
    ("unsigned short", "c_ushort"),
    ("unsigned long long", "c_ulonglong"),
    ("float", "f32"),
    ("size_t", "usize"),
    ("cuuint32_t", "u32"),
    ("cuuint64_t", "u64"),
];

impl Types {
    /// Collects the names of the type declarations in a file or below a folder.
    pub(crate) fn scan(path: &Path) -> Result<Types, String> {
        let mut names = HashSet::from(["CUresult".to_string()]);
        match path.is_dir() {
            true => scan_folder(path, &mut names)?,
            false => scan_text(&read(path)?, &mut names),
        }
        Ok(Types(names))
    }

    /// The Rust type of a C type.
    ///
    /// A pointer to a structure that `cuda_abi` does not declare is a pointer to void.
    pub(crate) fn rust(&self, ty: &str) -> Result<String, String> {
        let stars = ty.matches('*').count();
        let constant = ty.starts_with("const ");
        let base = ty.trim_start_matches("const ").trim_end_matches('*').trim();
        let name = match self.base(base) {
            Some(name) => name,
            None if stars > 0 => "c_void".to_string(),
            None => return Err(format!("cuda-abi does not declare {base}")),
        };
        Ok((0..stars).fold(name, |inner, depth| match constant && depth == 0 {
            true => format!("*const {inner}"),
            false => format!("*mut {inner}"),
        }))
    }

    fn base(&self, base: &str) -> Option<String> {
        if let Some((_, rust)) = PRIMITIVES.iter().find(|(c, _)| *c == base) {
            return Some(rust.to_string());
        }
        // Scalars are declared by their plain names only; the versions of a structure differ (`CUDA_MEMCPY2D_v1`).
        let plain = base.trim_end_matches("_v1").trim_end_matches("_v2");
        let candidates = if base.starts_with("CUDA_") { [base, base] } else { [base, plain] };
        candidates.into_iter().find(|name| self.0.contains(*name)).map(str::to_string)
    }
}

fn scan_folder(folder: &Path, names: &mut HashSet<String>) -> Result<(), String> {
    let entries = std::fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    for entry in entries {
        let path = entry.map_err(|e| e.to_string())?.path();
        if path.is_dir() {
            scan_folder(&path, names)?;
        } else {
            scan_text(&read(&path)?, names);
        }
    }
    Ok(())
}

/// Finds `pub type X`, `pub struct X`, `pub union X`, and the lines of the macros that declare types.
fn scan_text(text: &str, names: &mut HashSet<String>) {
    for line in text.lines() {
        let line = line.trim();
        let rest = ["pub type ", "pub struct ", "pub union ", "c_enum! { "]
            .iter()
            .find_map(|start| line.strip_prefix(start))
            .or_else(|| line.starts_with("CU").then_some(line));
        let Some(rest) = rest else { continue };
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        if rest[..end].chars().any(|c| c.is_ascii_lowercase()) || line.starts_with("pub ") {
            names.insert(rest[..end].to_string());
        }
    }
}
