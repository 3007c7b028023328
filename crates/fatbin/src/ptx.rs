//! A fast scan of PTX text for its version, target and kernels; bodies are not looked at.

use std::collections::HashSet;

use crate::container::Variant;
use crate::error::{Error, Result};
use crate::manifest::{KernelInfo, Param};
use crate::select::ComputeCapability;

/// The architecture named by `.target`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PtxTarget {
    /// The number of `sm_NN`.
    pub arch: ComputeCapability,
    /// The letter after it.
    pub variant: Variant,
}

/// What the directives of a PTX text say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PtxHeader {
    /// PTX ISA version as (major, minor).
    pub version: (u16, u16),
    /// What it was made for.
    pub target: PtxTarget,
    /// 32 or 64.
    pub address_size: u32,
    /// All kernels in order of their first appearance.
    pub kernels: Vec<KernelInfo>,
}

impl PtxHeader {
    /// Scans a PTX text (ASCII, no terminating NUL needed).
    pub fn parse(text: &[u8]) -> Result<Self> {
        let mut scanner = Scanner { rest: text };
        let (mut version, mut target, mut address_size) = (None, None, 64);
        let mut kernels = Vec::new();
        let mut seen = HashSet::new();
        while let Some(directive) = scanner.next_directive() {
            match directive {
                b"version" if version.is_none() => version = Some(scanner.version()?),
                b"target" if target.is_none() => target = Some(scanner.target()?),
                b"address_size" => address_size = scanner.number().unwrap_or(64),
                b"entry" => {
                    let kernel = scanner.kernel()?;
                    if seen.insert(kernel.name.clone()) {
                        kernels.push(kernel);
                    }
                }
                _ => {}
            }
        }
        Ok(PtxHeader {
            version: version.ok_or(Error::BadPtx(".version"))?,
            target: target.ok_or(Error::BadPtx(".target"))?,
            address_size,
            kernels,
        })
    }
}

/// One token: a directive without its dot, a word (name or number) or a punctuation byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Token<'a> {
    Dot(&'a [u8]),
    Word(&'a [u8]),
    Punct(u8),
}

struct Scanner<'a> {
    rest: &'a [u8],
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'%')
}

impl<'a> Scanner<'a> {
    /// Takes the first `len` bytes of the rest.
    fn take(&mut self, len: usize) -> &'a [u8] {
        let (head, tail) = self.rest.split_at(len.min(self.rest.len()));
        self.rest = tail;
        head
    }

    fn take_word(&mut self) -> &'a [u8] {
        let len = self.rest.iter().position(|&b| !is_word(b));
        self.take(len.unwrap_or(self.rest.len()))
    }

    /// Skips a comment or string that starts here; says whether there was one.
    fn skip_opaque(&mut self) -> bool {
        let len = match self.rest {
            [b'/', b'/', ..] => self.rest.iter().position(|&b| b == b'\n'),
            [b'/', b'*', tail @ ..] => tail.windows(2).position(|w| w == b"*/").map(|at| at + 4),
            [b'"', tail @ ..] => tail.iter().position(|&b| b == b'"').map(|at| at + 2),
            _ => return false,
        };
        self.take(len.unwrap_or(self.rest.len()));
        true
    }

    /// The word after the next dot outside of comments and strings.
    fn next_directive(&mut self) -> Option<&'a [u8]> {
        loop {
            let at = self.rest.iter().position(|&b| matches!(b, b'.' | b'/' | b'"'))?;
            self.take(at);
            if !self.skip_opaque() {
                let byte = self.take(1);
                if byte == b"." {
                    return Some(self.take_word());
                }
            }
        }
    }

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            match *self.rest.first()? {
                b if b.is_ascii_whitespace() || b == 0x0b => _ = self.take(1),
                b'/' | b'"' if self.skip_opaque() => {}
                b'.' => {
                    self.take(1);
                    return Some(Token::Dot(self.take_word()));
                }
                b if is_word(b) => return Some(Token::Word(self.take_word())),
                b => {
                    self.take(1);
                    return Some(Token::Punct(b));
                }
            }
        }
    }

    fn number(&mut self) -> Option<u32> {
        match self.next()? {
            Token::Word(word) => parse_number(word),
            _ => None,
        }
    }

    fn version(&mut self) -> Result<(u16, u16)> {
        let bad = Error::BadPtx(".version");
        let major = self.number().ok_or(bad)?;
        let Some(Token::Dot(minor)) = self.next() else { return Err(bad) };
        let minor = parse_number(minor).ok_or(bad)?;
        let narrow = |value: u32| u16::try_from(value).map_err(|_| bad);
        Ok((narrow(major)?, narrow(minor)?))
    }

    fn target(&mut self) -> Result<PtxTarget> {
        let bad = Error::BadPtx(".target");
        let Some(Token::Word(word)) = self.next() else { return Err(bad) };
        let name = word.strip_prefix(b"sm_").ok_or(bad)?;
        let (digits, variant) = match name {
            [digits @ .., b'a'] => (digits, Variant::Specific),
            [digits @ .., b'f'] => (digits, Variant::Family),
            digits => (digits, Variant::Base),
        };
        let arch = ComputeCapability::from_number(parse_number(digits).ok_or(bad)?);
        Ok(PtxTarget { arch, variant })
    }

    /// After `.entry`: name, optional parameter list, performance directives up to the body.
    fn kernel(&mut self) -> Result<KernelInfo> {
        let bad = Error::BadPtx(".entry");
        let Some(Token::Word(name)) = self.next() else { return Err(bad) };
        let name = std::str::from_utf8(name).map_err(|_| bad)?.to_owned();
        let mut kernel = KernelInfo { name, ..KernelInfo::default() };
        let mut token = self.next();
        if token == Some(Token::Punct(b'(')) {
            self.params(&mut kernel)?;
            token = self.next();
        }
        while let Some(found) = token {
            match found {
                Token::Punct(b'{' | b';') => return Ok(kernel),
                Token::Dot(b"maxntid" | b"reqntid") => {
                    let (threads, next) = self.product();
                    kernel.max_threads = threads;
                    token = next;
                }
                _ => token = self.next(),
            }
        }
        Err(bad)
    }

    /// A list of numbers with commas, multiplied; and the token after it.
    fn product(&mut self) -> (Option<u32>, Option<Token<'a>>) {
        let mut product = Some(1u32);
        loop {
            match self.next() {
                Some(Token::Word(word)) => {
                    let factor = parse_number(word);
                    product = product.zip(factor).and_then(|(a, b)| a.checked_mul(b));
                }
                Some(Token::Punct(b',')) => {}
                other => return (product, other),
            }
        }
    }

    /// The parameter list after its opening parenthesis, up to and with the closing one.
    fn params(&mut self, kernel: &mut KernelInfo) -> Result<()> {
        let bad = Error::BadPtx(".param");
        let mut current = Declaration::default();
        loop {
            match self.next().ok_or(bad)? {
                Token::Punct(end @ (b',' | b')')) => {
                    if current.named {
                        current.place(kernel)?;
                    }
                    current = Declaration::default();
                    if end == b')' {
                        return Ok(());
                    }
                }
                Token::Dot(b"align") => {
                    let align = self.number().filter(|n| n.is_power_of_two()).ok_or(bad)?;
                    current.set_align(align);
                }
                Token::Dot(b"ptr") => current.pointer = true,
                Token::Dot(b"v2") => current.vector = 2,
                Token::Dot(b"v4") => current.vector = 4,
                Token::Dot(name) => current.size = size_of(name).or(current.size),
                Token::Word(_) => current.named = true,
                Token::Punct(b'[') => {
                    let count = self.number().ok_or(bad)?;
                    current.count = current.count.checked_mul(count).ok_or(bad)?;
                }
                Token::Punct(_) => {}
            }
        }
    }
}

/// A parameter declaration while it is read.
struct Declaration {
    size: Option<u32>,
    vector: u32,
    align: Option<u32>,
    pointer: bool,
    named: bool,
    count: u32,
}

impl Default for Declaration {
    fn default() -> Self {
        Self { size: None, vector: 1, align: None, pointer: false, named: false, count: 1 }
    }
}

impl Declaration {
    /// An alignment after `.ptr` is that of what the pointer points to.
    fn set_align(&mut self, align: u32) {
        if !self.pointer {
            self.align = Some(align);
        }
    }

    fn place(&self, kernel: &mut KernelInfo) -> Result<()> {
        let bad = Error::BadPtx(".param");
        let unit = self.size.ok_or(bad)? * self.vector;
        let size = unit.checked_mul(self.count).ok_or(bad)?;
        let align = self.align.unwrap_or(unit);
        let offset = kernel.param_bytes.checked_next_multiple_of(align).ok_or(bad)?;
        kernel.param_bytes = offset.checked_add(size).ok_or(bad)?;
        kernel.params.push(Param { offset, size });
        Ok(())
    }
}

/// Size in bytes of a type; `None` for other directives.
fn size_of(name: &[u8]) -> Option<u32> {
    match name {
        b"b8" | b"u8" | b"s8" => Some(1),
        b"b16" | b"u16" | b"s16" | b"f16" | b"bf16" => Some(2),
        b"b32" | b"u32" | b"s32" | b"f32" | b"f16x2" | b"bf16x2" => Some(4),
        b"b64" | b"u64" | b"s64" | b"f64" | b"texref" | b"samplerref" | b"surfref" => Some(8),
        b"b128" => Some(16),
        _ => None,
    }
}

fn parse_number(word: &[u8]) -> Option<u32> {
    let text = std::str::from_utf8(word).ok()?;
    let text = text.trim_end_matches(['u', 'U']);
    match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(hex) => u32::from_str_radix(hex, 16).ok(),
        None => text.parse().ok(),
    }
}
