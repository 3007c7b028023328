//! Errors of indexing and parsing, with their place in the source.

use std::fmt;

/// What is wrong with the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The source is 4 GiB or longer, so that offsets do not fit a span.
    TooLarge,
    /// A byte that starts no token.
    BadByte(u8),
    /// A comment or string that never ends.
    Unterminated(&'static str),
    /// A number that is malformed or does not fit its type.
    BadNumber(String),
    /// The grammar wants one thing and the source has another.
    Expected {
        /// What would have been right here.
        wanted: &'static str,
        /// The token found, shortened.
        found: String,
    },
    /// The module does not begin with `.version`, or the directive is unreadable.
    NoVersion,
    /// A module-level or function-level directive that this parser does not know.
    UnknownDirective(String),
    /// A name that no declaration in sight introduces.
    UnknownName(String),
    /// A name declared twice in one scope.
    Redeclared(String),
    /// Braces, vectors or expressions nested deeper than the limit.
    TooDeep,
    /// A declaration whose size or count is beyond what an address can express.
    TooBig(&'static str),
    /// The function has no body in this module (`parse_body` of an external function).
    NoBody(String),
    /// A [`crate::FunctionId`] that is not one of this module's.
    BadFunction,
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ErrorKind::TooLarge => write!(f, "source of 4 GiB or more"),
            ErrorKind::BadByte(b) => write!(f, "byte 0x{b:02x} starts no token"),
            ErrorKind::Unterminated(what) => write!(f, "unterminated {what}"),
            ErrorKind::BadNumber(text) => write!(f, "malformed number '{text}'"),
            ErrorKind::Expected { wanted, found } => write!(f, "expected {wanted}, found '{found}'"),
            ErrorKind::NoVersion => write!(f, "the module does not start with a readable .version"),
            ErrorKind::UnknownDirective(name) => write!(f, "unknown directive '{name}'"),
            ErrorKind::UnknownName(name) => write!(f, "unknown name '{name}'"),
            ErrorKind::Redeclared(name) => write!(f, "'{name}' is declared twice"),
            ErrorKind::TooDeep => write!(f, "nested too deeply"),
            ErrorKind::TooBig(what) => write!(f, "{what} is too big"),
            ErrorKind::NoBody(name) => write!(f, "function '{name}' has no body here"),
            ErrorKind::BadFunction => write!(f, "no such function in this module"),
        }
    }
}

/// An error and the place where it was noticed; prints as `line 3, column 5: expected ';', found '}'`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PtxError {
    /// What is wrong.
    pub kind: ErrorKind,
    /// Byte offset into the source.
    pub offset: u32,
    /// Line, from 1.
    pub line: u32,
    /// Column in bytes, from 1.
    pub column: u32,
}

impl fmt::Display for PtxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.kind)
    }
}

impl std::error::Error for PtxError {}

/// An error before its line and column are known; only the failing path pays for counting lines.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) kind: ErrorKind,
    pub(crate) offset: u32,
}

impl Fault {
    /// Counts lines up to the offset in `src`.
    pub(crate) fn locate(self, src: &[u8]) -> PtxError {
        let (line, column) = line_column(src, self.offset);
        PtxError { kind: self.kind, offset: self.offset, line, column }
    }
}

/// Line and column (bytes), both from 1, of `offset` in `src`; an offset past the end reads as the end.
pub(crate) fn line_column(src: &[u8], offset: u32) -> (u32, u32) {
    let before = &src[..src.len().min(offset as usize)];
    let line = before.iter().filter(|&&b| b == b'\n').count();
    let column = before.iter().rev().take_while(|&&b| b != b'\n').count();
    // Sources are shorter than 4 GiB, so both counts fit.
    (line as u32 + 1, column as u32 + 1)
}
