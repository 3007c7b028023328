//! The lexer: a byte scanner without allocation, and a cursor with one token of look-ahead.

use crate::ast::Span;
use crate::error::{ErrorKind, Fault};

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `name`, `%r1`, `$L__BB0_1`, `_`
    Ident,
    /// `.name`, with `::` parts
    Directive,
    /// Starts with a digit; its value is read later.
    Number,
    /// `"..."`, quotes included
    Str,
    /// One byte of punctuation; `<<`, `>>`, `==`, ... are two tokens.
    Punct(u8),
    /// The end of the source.
    End,
}

/// A token and its place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) start: u32,
    pub(crate) end: u32,
}

impl Token {
    pub(crate) fn span(self) -> Span {
        Span { start: self.start, end: self.end }
    }
}

const SPACE: u8 = 1;
const WORD: u8 = 2;
const DIGIT: u8 = 4;
const MNEMONIC: u8 = 8;
const ALNUM: u8 = 16;

/// Classes of each byte; `WORD` bytes continue an identifier.
const CLASS: [u8; 256] = {
    let mut class = [0u8; 256];
    let mut b = 0;
    while b < 256 {
        let c = b as u8;
        if c.is_ascii_alphanumeric() || c == b'_' {
            class[b] |= WORD | MNEMONIC | ALNUM;
        }
        if c.is_ascii_digit() {
            class[b] |= DIGIT;
        }
        if matches!(c, b'$' | b'%') {
            class[b] |= WORD;
        }
        if matches!(c, b'.' | b':') {
            class[b] |= MNEMONIC;
        }
        if matches!(c, b' ' | b'\t' | b'\r' | b'\n' | 0x0b | 0x0c) {
            class[b] |= SPACE;
        }
        b += 1;
    }
    class
};

fn is(class: u8, byte: u8) -> bool {
    CLASS[byte as usize] & class != 0
}

/// First position at or after `pos` whose byte is not of `class`.
fn skip(src: &[u8], mut pos: usize, class: u8) -> usize {
    while pos < src.len() && is(class, src[pos]) {
        pos += 1;
    }
    pos
}

/// Position after a comment that starts at `pos`, or none if `pos` starts no comment.
pub(crate) fn comment_end(src: &[u8], pos: usize) -> Result<Option<usize>, Fault> {
    match src.get(pos..pos + 2) {
        Some(b"//") => Ok(Some(line_end(src, pos))),
        Some(b"/*") => match src[pos + 2..].windows(2).position(|w| w == b"*/") {
            Some(at) => Ok(Some(pos + 2 + at + 2)),
            None => Err(fault(pos, ErrorKind::Unterminated("comment"))),
        },
        _ => Ok(None),
    }
}

/// Position after the string that starts at the quote at `pos`.
pub(crate) fn string_end(src: &[u8], pos: usize) -> Result<usize, Fault> {
    let mut at = pos + 1;
    while let Some(&b) = src.get(at) {
        match b {
            b'"' => return Ok(at + 1),
            b'\n' => break,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    Err(fault(pos, ErrorKind::Unterminated("string")))
}

/// Position of the line feed that ends the line of `pos`, or the end of the source.
pub(crate) fn line_end(src: &[u8], pos: usize) -> usize {
    src[pos..].iter().position(|&b| b == b'\n').map_or(src.len(), |n| pos + n)
}

pub(crate) fn fault(pos: usize, kind: ErrorKind) -> Fault {
    // Sources are shorter than 4 GiB (checked when indexing).
    Fault { kind, offset: pos as u32 }
}

fn skip_blank(src: &[u8], mut pos: usize) -> Result<usize, Fault> {
    loop {
        pos = skip(src, pos, SPACE);
        if src.get(pos) != Some(&b'/') {
            return Ok(pos);
        }
        match comment_end(src, pos)? {
            Some(end) => pos = end,
            None => return Ok(pos),
        }
    }
}

/// End of a `.name` with `::` parts, from the byte after the dot.
fn directive_end(src: &[u8], pos: usize) -> usize {
    let mut at = skip(src, pos, WORD);
    while src.get(at..at + 2) == Some(b"::") {
        at = skip(src, at + 2, WORD);
    }
    at
}

/// End of a number: digits, letters of prefixes and suffixes, a fraction and a signed exponent.
fn number_end(src: &[u8], pos: usize) -> usize {
    let mut at = skip(src, pos, ALNUM);
    // `0x`, `0f`, `0d` forms have no fraction; a decimal's exponent may carry a sign.
    if src[pos..at].iter().all(u8::is_ascii_digit) && src.get(at) == Some(&b'.') {
        at = skip(src, at + 1, ALNUM);
    }
    let hex = src[pos] == b'0' && src.get(pos + 1).is_some_and(u8::is_ascii_alphabetic);
    if !hex && matches!(src[at - 1], b'e' | b'E') && matches!(src.get(at), Some(b'+' | b'-')) {
        at = skip(src, at + 1, DIGIT);
    }
    at
}

fn scan(src: &[u8], pos: usize) -> Result<Token, Fault> {
    let start = skip_blank(src, pos)?;
    let Some(&first) = src.get(start) else {
        return Ok(Token { kind: Kind::End, start: src.len() as u32, end: src.len() as u32 });
    };
    let (kind, end) = match first {
        _ if is(DIGIT, first) => (Kind::Number, number_end(src, start)),
        _ if is(WORD, first) => (Kind::Ident, skip(src, start + 1, WORD)),
        b'.' => (Kind::Directive, directive_end(src, start + 1)),
        b'"' => (Kind::Str, string_end(src, start)?),
        _ if first.is_ascii_punctuation() => (Kind::Punct(first), start + 1),
        _ => return Err(fault(start, ErrorKind::BadByte(first))),
    };
    Ok(Token { kind, start: start as u32, end: end as u32 })
}

/// A position in the source with the token there.
///
/// The slice ends where the part to be parsed ends, so that offsets are those of the whole source.
#[derive(Clone, Debug)]
pub(crate) struct Cursor<'s> {
    pub(crate) src: &'s [u8],
    pub(crate) token: Token,
}

impl<'s> Cursor<'s> {
    pub(crate) fn new(src: &'s [u8], start: usize) -> Result<Self, Fault> {
        Ok(Cursor { src, token: scan(src, start)? })
    }

    /// Text of the current token.
    pub(crate) fn text(&self) -> &'s [u8] {
        &self.src[self.token.start as usize..self.token.end as usize]
    }

    /// Moves to the next token and returns the one passed.
    pub(crate) fn bump(&mut self) -> Result<Token, Fault> {
        let passed = self.token;
        self.token = scan(self.src, passed.end as usize)?;
        Ok(passed)
    }

    /// Continues at `pos`.
    pub(crate) fn seek(&mut self, pos: usize) -> Result<(), Fault> {
        self.token = scan(self.src, pos)?;
        Ok(())
    }

    pub(crate) fn at(&self, punct: u8) -> bool {
        self.token.kind == Kind::Punct(punct)
    }

    /// The byte after the current token, without skipping blanks.
    pub(crate) fn byte_after(&self) -> Option<u8> {
        self.src.get(self.token.end as usize).copied()
    }

    /// Passes the punctuation if it is here.
    pub(crate) fn eat(&mut self, punct: u8) -> Result<bool, Fault> {
        if !self.at(punct) {
            return Ok(false);
        }
        self.bump()?;
        Ok(true)
    }

    pub(crate) fn expect(&mut self, punct: u8, wanted: &'static str) -> Result<(), Fault> {
        if self.eat(punct)? { Ok(()) } else { Err(self.unexpected(wanted)) }
    }

    /// Passes an identifier and returns its token.
    pub(crate) fn ident(&mut self, wanted: &'static str) -> Result<Token, Fault> {
        if self.token.kind == Kind::Ident { self.bump() } else { Err(self.unexpected(wanted)) }
    }

    pub(crate) fn slice(&self, token: Token) -> &'s [u8] {
        &self.src[token.start as usize..token.end as usize]
    }

    /// Is the current token this directive (spelled with its dot)?
    pub(crate) fn at_directive(&self, name: &[u8]) -> bool {
        self.token.kind == Kind::Directive && self.text() == name
    }

    pub(crate) fn eat_directive(&mut self, name: &[u8]) -> Result<bool, Fault> {
        if !self.at_directive(name) {
            return Ok(false);
        }
        self.bump()?;
        Ok(true)
    }

    /// Passes a mnemonic, which starts at the current identifier and takes in all its dotted modifiers, also those
    /// after blanks (`ld .global .u32`).
    pub(crate) fn mnemonic(&mut self) -> Result<Span, Fault> {
        let start = self.token.start;
        let mut end = skip(self.src, start as usize, MNEMONIC);
        self.seek(end)?;
        while self.token.kind == Kind::Directive {
            end = skip(self.src, self.token.start as usize, MNEMONIC);
            self.seek(end)?;
        }
        Ok(Span { start, end: end as u32 })
    }

    /// Continues on the next line: `.loc` and `.file` have no terminator but the end of their line.
    pub(crate) fn skip_line(&mut self) -> Result<(), Fault> {
        self.seek(line_end(self.src, self.token.start as usize))
    }

    /// Continues after the next semicolon.
    pub(crate) fn skip_statement(&mut self) -> Result<(), Fault> {
        while !self.at(b';') {
            if self.token.kind == Kind::End {
                return Err(self.unexpected("';'"));
            }
            self.bump()?;
        }
        self.bump().map(|_| ())
    }

    /// Continues after the block whose `{` is the current token; returns what lies between the braces.
    pub(crate) fn skip_block(&mut self) -> Result<Span, Fault> {
        let open = self.token.start as usize;
        let close = block_end(self.src, open)?;
        self.seek(close + 1)?;
        Ok(Span { start: open as u32 + 1, end: close as u32 })
    }

    /// The error that something else was wanted at the current token.
    pub(crate) fn unexpected(&self, wanted: &'static str) -> Fault {
        let found = match self.token.kind {
            Kind::End => "end of source".to_owned(),
            _ => short(self.text()),
        };
        Fault { kind: ErrorKind::Expected { wanted, found }, offset: self.token.start }
    }

    pub(crate) fn error(&self, kind: ErrorKind) -> Fault {
        Fault { kind, offset: self.token.start }
    }
}

/// Text for a message, cut to a readable length.
pub(crate) fn short(text: &[u8]) -> String {
    String::from_utf8_lossy(&text[..text.len().min(60)]).into_owned()
}

/// Bytes looked at together while skipping a body; the compiler turns the test of one block into vector compares.
const BLOCK: usize = 32;

fn is_structural(b: u8) -> bool {
    matches!(b, b'{' | b'}' | b'"' | b'/')
}

/// First brace, quote or slash at or after `pos`.
fn next_structural(src: &[u8], mut pos: usize) -> Option<usize> {
    while let Some(block) = src.get(pos..pos + BLOCK) {
        let hit = block.iter().fold(false, |hit, &b| hit | is_structural(b));
        if hit {
            break;
        }
        pos += BLOCK;
    }
    src[pos..].iter().position(|&b| is_structural(b)).map(|n| pos + n)
}

/// Position of the brace that closes the one at `open`.
fn block_end(src: &[u8], open: usize) -> Result<usize, Fault> {
    let mut depth = 0usize;
    let mut pos = open;
    while let Some(at) = next_structural(src, pos) {
        pos = at + 1;
        match src[at] {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            b'"' => pos = string_end(src, at)?,
            _ => pos = comment_end(src, at)?.unwrap_or(pos),
        }
        if depth == 0 {
            return Ok(at);
        }
    }
    Err(fault(open, ErrorKind::Unterminated("block")))
}
