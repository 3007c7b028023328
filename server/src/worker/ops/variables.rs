//! How much device memory the variables of an image take, before the driver loads it: they count in the partition.
//!
//! Images come from programs that may want to hide them, so every declaration counts, wherever it stands; a wrong one the driver refuses.

use fatbin::{Cubin, EntryKind, Fatbin, Image, ImageKind};

/// Bytes of the variables of an image. Of the entries of a fatbin the largest counts, as only one is loaded.
pub(super) fn bytes(image: &Image<'_>) -> u64 {
    match image.kind {
        ImageKind::Ptx => ptx(image.data),
        ImageKind::Cubin => cubin(image.data),
        ImageKind::Fatbin => {
            let fatbins = image.fatbins().filter_map(|f| Fatbin::parse(f).ok());
            fatbins.map(|fatbin| largest(&fatbin)).fold(0, u64::saturating_add)
        }
    }
}

fn largest(fatbin: &Fatbin<'_>) -> u64 {
    let entries = fatbin.entries.iter().filter_map(|entry| {
        let payload = entry.payload().ok()?;
        Some(match entry.kind {
            EntryKind::Ptx => ptx(&payload),
            EntryKind::Cubin => cubin(&payload),
            _ => 0,
        })
    });
    entries.max().unwrap_or(0)
}

fn cubin(elf: &[u8]) -> u64 {
    Cubin::parse(elf).map_or(0, |cubin| cubin.variable_bytes())
}

/// Bytes of everything that PTX declares in global or constant memory.
fn ptx(text: &[u8]) -> u64 {
    let mut words = Words(text);
    let mut total = 0u64;
    while let Some(word) = words.next() {
        if matches!(word, b".global" | b".const") {
            total = total.saturating_add(declaration(&mut words));
        }
    }
    total
}

/// What follows the state space, up to the semicolon: attributes, a type, and names with dimensions and values.
fn declaration(words: &mut Words<'_>) -> u64 {
    let (mut element, mut lanes) = (0, 1);
    let (mut total, mut one) = (0u64, None::<Declared>);
    let mut depth = 0usize;
    // A look ahead that is not taken if it is no part of a declaration.
    let mut rest = Words(words.0);
    while let Some(word) = rest.next() {
        match word {
            b";" => break,
            b"{" if one.as_ref().is_none_or(|d| !d.values) => return total,
            b"{" | b"(" => depth += 1,
            b"}" | b")" => depth = depth.saturating_sub(1),
            b"," if depth > 0 => one.iter_mut().for_each(|d| d.count += 1),
            b"," => total = total.saturating_add(one.take().map_or(0, |d| d.bytes(element))),
            b"=" => one.iter_mut().for_each(|d| d.values = true),
            b"[" => one.iter_mut().for_each(|d| d.open = true),
            b"]" => one.iter_mut().for_each(Declared::close),
            b".v2" => lanes = 2,
            b".v4" => lanes = 4,
            _ if element == 0 => element = size_of_type(word) * lanes,
            _ => match &mut one {
                Some(d) => d.dimension(word),
                None => one = Some(Declared::default()),
            },
        }
        words.0 = rest.0;
    }
    total.saturating_add(one.map_or(0, |d| d.bytes(element)))
}

/// A variable of a declaration.
struct Declared {
    elements: u64,
    /// A dimension has begun, and this is what it says.
    open: bool,
    said: Option<u64>,
    /// What stands there are values, of which there are so many.
    values: bool,
    count: u64,
}

impl Default for Declared {
    fn default() -> Self {
        Declared { elements: 1, open: false, said: None, values: false, count: 1 }
    }
}

impl Declared {
    fn dimension(&mut self, word: &[u8]) {
        if self.open {
            // An expression may be anything.
            self.said = if self.said.is_some() { Some(u64::MAX) } else { number(word) };
        }
    }

    fn close(&mut self) {
        if std::mem::take(&mut self.open) {
            self.elements = self.elements.saturating_mul(self.said.take().unwrap_or(1));
        }
    }

    fn bytes(&self, element: u64) -> u64 {
        element.saturating_mul(self.elements.max(self.count))
    }
}

fn size_of_type(word: &[u8]) -> u64 {
    match word {
        b".bf16" => return 2,
        b".bf16x2" => return 4,
        b".texref" | b".samplerref" | b".surfref" => return 8,
        _ => {}
    }
    let Some((b".b" | b".u" | b".s" | b".f", bits)) = word.split_at_checked(2) else { return 0 };
    match bits {
        b"8" => 1,
        b"16" => 2,
        b"32" | b"16x2" => 4,
        b"64" => 8,
        b"128" => 16,
        _ => 0,
    }
}

/// A number as PTX writes it; what is none counts as much as can be, for the driver may know it.
fn number(word: &[u8]) -> Option<u64> {
    let text = std::str::from_utf8(word).ok()?.trim_end_matches(['U', 'u']);
    let parsed = match text.get(..2) {
        Some("0x" | "0X") => u64::from_str_radix(&text[2..], 16),
        Some("0b" | "0B") => u64::from_str_radix(&text[2..], 2),
        _ if text.len() > 1 && text.starts_with('0') => u64::from_str_radix(text, 8),
        _ => text.parse(),
    };
    Some(parsed.unwrap_or(u64::MAX))
}

/// The words and signs of PTX, without comments; a text in quotation marks is a word.
struct Words<'a>(&'a [u8]);

impl<'a> Words<'a> {
    fn take(&mut self, length: usize) -> &'a [u8] {
        let (word, rest) = self.0.split_at(length.min(self.0.len()));
        self.0 = rest;
        word
    }

    /// Skips past the first place that holds `end`.
    fn skip_past(&mut self, end: &[u8]) {
        let at = self.0.windows(end.len()).position(|w| w == end);
        self.take(at.map_or(self.0.len(), |at| at + end.len()));
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        loop {
            match self.0 {
                [] => return None,
                [b'/', b'/', ..] => self.skip_past(b"\n"),
                [b'/', b'*', ..] => {
                    self.take(2);
                    self.skip_past(b"*/");
                }
                [b'"', rest @ ..] => {
                    let end = rest.iter().position(|c| *c == b'"').map_or(rest.len(), |at| at + 1);
                    return Some(self.take(1 + end));
                }
                [c, ..] if is_word(*c) => {
                    let end = self.0.iter().position(|c| !is_word(*c)).unwrap_or(self.0.len());
                    return Some(self.take(end));
                }
                [c, ..] if c.is_ascii_whitespace() || *c == 0 => {
                    self.take(1);
                }
                _ => return Some(self.take(1)),
            }
        }
    }
}

fn is_word(c: u8) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, b'.' | b'_' | b'$' | b'%') || c >= 0x80
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_of_ptx_are_added_up() {
        for (text, bytes) in [
            ("", 0),
            (".version 8.0\n.target sm_50\n.address_size 64\n", 0),
            (".global .align 4 .u32 counter;", 4),
            (".visible .global .align 4 .b8 table[16] = {1, 2, 3};\n.const .f32 pi = 0f40490FDB;", 20),
            (".global .b64 a[2][0x10], b = {1}, c[];", 8 * (32 + 1 + 1)),
            (".global .u16 n[] = {1, 2, 3};", 6),
            (".global .v4 .f32 v[3];.global .f64 d[010];", 48 + 64),
            (".global .attribute(.managed) .s32 m[4];", 16),
            (".global .texref t;.global .bf16x2 h;", 12),
            // Wherever it stands, and whatever is to hide it.
            (".address_size 64 .global .b8 x[1000];", 1000),
            (".file 1 \"/*\"\n.global .b8 x[1000]; .file 2 \"*/\"", 1000),
            ("// .global .b8 no[9];\n/* .global .b8 nor[9]; */ .extern .global .b8 yes[5];", 5),
            (".entry k() { ret; } .global .b8 x[1000];", 1000),
            (".global .b8 x[18446744073709551615]; .global .b8 y[9];", u64::MAX),
            (".global .b64 x[N];", u64::MAX),
            (".global .b64 x[2 * 4];", u64::MAX),
            // No declarations.
            (".visible .entry k(.param .u64 .ptr .global .align 8 p) { ld.global.u32 %r1, [x]; }", 0),
            (".entry k(.param .u64 .ptr .global .align 8 p) { .reg .b32 r; } .global .u32 y;", 4),
        ] {
            assert_eq!(ptx(text.as_bytes()), bytes, "{text}");
        }
    }
}
