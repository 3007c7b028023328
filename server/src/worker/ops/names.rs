//! The names of a module's global variables, found in its image. Names only: addresses and sizes come from the driver.

use fatbin::{Cubin, EntryKind, Fatbin, Image, ImageKind};

/// Most names that are looked for in one module.
const NAMES_MAX: usize = 65_536;

/// The globals of an image: PTX text, cubin, or fatbin (all entries).
pub(super) fn globals(image: &Image<'_>) -> Vec<String> {
    let mut names = Vec::new();
    match image.kind {
        ImageKind::Ptx => ptx(image.data, &mut names),
        ImageKind::Cubin => cubin(image.data, &mut names),
        ImageKind::Fatbin => {
            let fatbins = image.fatbins().filter_map(|f| Fatbin::parse(f).ok());
            for entry in fatbins.flat_map(|f| f.entries) {
                let Ok(payload) = entry.payload() else { continue };
                match entry.kind {
                    EntryKind::Ptx => ptx(&payload, &mut names),
                    EntryKind::Cubin => cubin(&payload, &mut names),
                    _ => {}
                }
            }
        }
    }
    names.sort_unstable();
    names.dedup();
    names.truncate(NAMES_MAX);
    names
}

/// Statements `.global` and `.const` outside of functions: the name stands before the first `[`, `=` or `;`.
fn ptx(text: &[u8], names: &mut Vec<String>) {
    let text = without_comments(&String::from_utf8_lossy(text));
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        rest = if let Some(declaration) = global_declaration(rest) {
            // An initialiser may hold braces and line ends: the statement ends at its semicolon.
            let (head, after) = declaration.split_once(';').unwrap_or((declaration, ""));
            names.extend(declared_name(head));
            after
        } else {
            match rest.find([';', '{', '\n']) {
                Some(at) if rest[at..].starts_with('{') => after_block(&rest[at..]),
                Some(at) => &rest[at + 1..],
                None => "",
            }
        }
        .trim_start();
    }
}

/// What follows `.global` or `.const` in a statement that starts with it, linkage aside.
fn global_declaration(statement: &str) -> Option<&str> {
    let mut s = statement;
    for linkage in [".visible", ".extern", ".weak", ".common"] {
        s = s.strip_prefix(linkage).map_or(s, str::trim_start);
    }
    let d = s.strip_prefix(".global").or_else(|| s.strip_prefix(".const"))?;
    d.starts_with([' ', '\t', '\n', '.']).then_some(d)
}

fn declared_name(declaration: &str) -> Option<String> {
    let head = declaration.split(['[', '=']).next()?;
    let name = head.split_whitespace().next_back()?;
    let first = name.chars().next()?;
    (first.is_ascii_alphabetic() || matches!(first, '_' | '$' | '%')).then(|| name.to_owned())
}

/// The text after a block in braces; `text` starts with its opening brace.
fn after_block(text: &str) -> &str {
    let mut depth = 0usize;
    for (i, b) in text.bytes().enumerate() {
        match b {
            b'{' => depth += 1,
            b'}' => {
                depth -= 1;
                if depth == 0 {
                    return &text[i + 1..];
                }
            }
            _ => {}
        }
    }
    ""
}

fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('/') {
        out.push_str(&rest[..at]);
        let after = &rest[at..];
        rest = if after.starts_with("//") {
            after.find('\n').map_or("", |n| &after[n..])
        } else if after.starts_with("/*") {
            after.find("*/").map_or("", |n| &after[n + 2..])
        } else {
            out.push('/');
            &after[1..]
        };
    }
    out.push_str(rest);
    out
}

/// Variables of machine code; none if it cannot be read.
fn cubin(elf: &[u8], names: &mut Vec<String>) {
    if let Ok(cubin) = Cubin::parse(elf) {
        names.extend(cubin.variables().iter().take(NAMES_MAX).map(|variable| variable.name.to_owned()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, want: &[&str]) {
        let mut names = Vec::new();
        ptx(text.as_bytes(), &mut names);
        assert_eq!(names, want, "{text}");
    }

    #[test]
    fn globals_of_ptx() {
        check("", &[]);
        check(".version 8.0\n.target sm_50\n.address_size 64\n", &[]);
        check(".global .align 4 .u32 counter;\n", &["counter"]);
        check(
            ".visible .global .align 4 .b8 table[16] = {1, 2, 3};\n.const .f32 pi = 0f40490FDB;\n",
            &["table", "pi"],
        );
        check(
            ".visible .entry k(.param .u64 .ptr .global .align 8 p)\n{\n.reg .b32 %r<2>;\n{ ld.global.u32 %r1, [x]; }\n}\n.global .u32 y;",
            &["y"],
        );
        check("// .global .u32 no;\n/* .global .u32 nor; */ .extern .global .u32 yes;\n", &["yes"]);
        check(".version 8.0\n.weak .global .align 8 .u64 a = 5;.global .u32 b[2] = {1,2};", &["a", "b"]);
        check(".func (.param .b32 r) f(.param .b32 x)\n;\n.global .u32 z;\n", &["z"]);
    }

    #[test]
    fn nonsense_is_no_cubin() {
        for data in [&b""[..], b"\x7fELF\x02\x01", &[0x7f, b'E', b'L', b'F', 2, 1, 1].repeat(20)] {
            let mut names = Vec::new();
            cubin(data, &mut names);
            assert!(names.is_empty());
        }
    }
}
