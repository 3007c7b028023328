//! Literals and constant expressions.

use crate::error::{ErrorKind, Fault};
use crate::lex::{Cursor, Kind, short};

/// Deepest nesting of parentheses and unary operators in an expression.
const MAX_DEPTH: u32 = 32;

/// The value of a literal or expression.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Constant {
    /// An integer between -2^63 and 2^64 - 1.
    Int(i128),
    /// Bits of a `0f` constant.
    F32(u32),
    /// Bits of a `0d` or decimal constant.
    F64(u64),
}

impl Constant {
    fn negate(self) -> Constant {
        match self {
            Constant::Int(v) => Constant::Int(wrap(-v)),
            Constant::F32(bits) => Constant::F32(bits ^ (1 << 31)),
            Constant::F64(bits) => Constant::F64(bits ^ (1 << 63)),
        }
    }
}

/// Two's complement in 64 bits.
pub(crate) fn bits64(value: i128) -> u64 {
    value as u64
}

/// Brings a result back into the range of 64-bit integers, signed if it is below zero.
fn wrap(value: i128) -> i128 {
    match i64::try_from(value) {
        Ok(v) => i128::from(v),
        Err(_) => i128::from(value as u64),
    }
}

/// Does the current token start a constant expression?
pub(crate) fn starts(cur: &Cursor<'_>) -> bool {
    match cur.token.kind {
        Kind::Number => true,
        Kind::Punct(b) => matches!(b, b'-' | b'+' | b'~' | b'!' | b'('),
        Kind::Ident => cur.text() == b"WARP_SZ",
        _ => false,
    }
}

/// Parses an expression.
pub(crate) fn expression(cur: &mut Cursor<'_>) -> Result<Constant, Fault> {
    // The usual case, and millions of them in large tables: a literal alone.
    if cur.token.kind == Kind::Number && matches!(cur.byte_after(), Some(b',' | b';' | b'}' | b']')) {
        let value = literal(cur)?;
        cur.bump()?;
        return Ok(value);
    }
    ternary(cur, 0)
}

/// Parses an integer expression.
pub(crate) fn integer(cur: &mut Cursor<'_>) -> Result<i128, Fault> {
    let at = cur.clone();
    match expression(cur)? {
        Constant::Int(v) => Ok(v),
        _ => Err(at.unexpected("an integer")),
    }
}

/// Parses an operand of an expression: a literal with its sign, or a parenthesised expression.
pub(crate) fn unary(cur: &mut Cursor<'_>, depth: u32) -> Result<Constant, Fault> {
    if depth > MAX_DEPTH {
        return Err(cur.error(ErrorKind::TooDeep));
    }
    match cur.token.kind {
        Kind::Number => {
            let value = literal(cur)?;
            cur.bump()?;
            Ok(value)
        }
        Kind::Ident if cur.text() == b"WARP_SZ" => {
            cur.bump()?;
            Ok(Constant::Int(32))
        }
        Kind::Punct(op @ (b'-' | b'+' | b'~' | b'!')) => {
            let at = cur.clone();
            cur.bump()?;
            apply_unary(op, unary(cur, depth + 1)?).ok_or_else(|| at.unexpected("an integer"))
        }
        Kind::Punct(b'(') => {
            cur.bump()?;
            let cast = cast(cur)?;
            if let Some(signed) = cast {
                cur.expect(b')', "')'")?;
                return Ok(apply_cast(signed, unary(cur, depth + 1)?));
            }
            let value = ternary(cur, depth + 1)?;
            cur.expect(b')', "')'")?;
            Ok(value)
        }
        _ => Err(cur.unexpected("a constant")),
    }
}

fn apply_unary(op: u8, value: Constant) -> Option<Constant> {
    Some(match (op, value) {
        (b'-', v) => v.negate(),
        (b'+', v) => v,
        (b'~', Constant::Int(v)) => Constant::Int(wrap(!v)),
        (b'!', Constant::Int(v)) => Constant::Int(i128::from(v == 0)),
        _ => return None,
    })
}

/// `.s64` or `.u64` after an opening parenthesis; tells whether signed.
fn cast(cur: &mut Cursor<'_>) -> Result<Option<bool>, Fault> {
    if cur.eat_directive(b".s64")? {
        return Ok(Some(true));
    }
    Ok(if cur.eat_directive(b".u64")? { Some(false) } else { None })
}

fn apply_cast(signed: bool, value: Constant) -> Constant {
    match value {
        Constant::Int(v) if signed => Constant::Int(i128::from(v as i64)),
        Constant::Int(v) => Constant::Int(i128::from(v as u64)),
        other => other,
    }
}

fn ternary(cur: &mut Cursor<'_>, depth: u32) -> Result<Constant, Fault> {
    let condition = binary(cur, 0, depth)?;
    if !cur.at(b'?') {
        return Ok(condition);
    }
    cur.bump()?;
    if depth > MAX_DEPTH {
        return Err(cur.error(ErrorKind::TooDeep));
    }
    let yes = ternary(cur, depth + 1)?;
    cur.expect(b':', "':'")?;
    let no = ternary(cur, depth + 1)?;
    Ok(if condition == Constant::Int(0) { no } else { yes })
}

/// Binary operators with their precedence and spelling; longer spellings first.
const BINARY: &[(&[u8], u32)] = &[
    (b"||", 1),
    (b"&&", 2),
    (b"==", 6),
    (b"!=", 6),
    (b"<=", 7),
    (b">=", 7),
    (b"<<", 8),
    (b">>", 8),
    (b"|", 3),
    (b"^", 4),
    (b"&", 5),
    (b"<", 7),
    (b">", 7),
    (b"+", 9),
    (b"-", 9),
    (b"*", 10),
    (b"/", 10),
    (b"%", 10),
];

fn operator(cur: &Cursor<'_>) -> Option<(&'static [u8], u32)> {
    let rest = &cur.src[cur.token.start as usize..];
    // `%` also starts names, so that it comes as an identifier here.
    if !matches!(cur.token.kind, Kind::Punct(_)) && rest.first() != Some(&b'%') {
        return None;
    }
    BINARY.iter().copied().find(|(text, _)| rest.starts_with(text))
}

/// Precedence climbing; the recursion is at most one level per precedence and nesting.
fn binary(cur: &mut Cursor<'_>, min: u32, depth: u32) -> Result<Constant, Fault> {
    let mut left = unary(cur, depth)?;
    while let Some((op, precedence)) = operator(cur) {
        if precedence <= min {
            break;
        }
        let at = cur.clone();
        cur.seek(cur.token.start as usize + op.len())?;
        let right = binary(cur, precedence, depth)?;
        left = apply(op, left, right).ok_or_else(|| at.error(ErrorKind::BadNumber(short(op))))?;
    }
    Ok(left)
}

fn apply(op: &[u8], left: Constant, right: Constant) -> Option<Constant> {
    let (Constant::Int(a), Constant::Int(b)) = (left, right) else {
        return None;
    };
    let truth = |t: bool| i128::from(t);
    let value = match op {
        b"||" => truth(a != 0 || b != 0),
        b"&&" => truth(a != 0 && b != 0),
        b"==" => truth(a == b),
        b"!=" => truth(a != b),
        b"<=" => truth(a <= b),
        b">=" => truth(a >= b),
        b"<" => truth(a < b),
        b">" => truth(a > b),
        b"<<" => a.checked_shl(u32::try_from(b).ok()?.min(64))?,
        b">>" => a >> u32::try_from(b).ok()?.min(127),
        b"|" => a | b,
        b"^" => a ^ b,
        b"&" => a & b,
        b"+" => a + b,
        b"-" => a - b,
        b"*" => a.wrapping_mul(b),
        b"/" => a.checked_div(b)?,
        b"%" => a.checked_rem(b)?,
        _ => return None,
    };
    Some(Constant::Int(wrap(value)))
}

/// Value of the number token at the cursor, which stays there.
pub(crate) fn literal(cur: &Cursor<'_>) -> Result<Constant, Fault> {
    let text = cur.text();
    parse_literal(text).ok_or_else(|| cur.error(ErrorKind::BadNumber(short(text))))
}

fn parse_literal(text: &[u8]) -> Option<Constant> {
    match text {
        [b'0', b'f' | b'F', hex @ ..] if hex.len() == 8 => {
            Some(Constant::F32(u32::try_from(radix(hex, 16)?).ok()?))
        }
        [b'0', b'd' | b'D', hex @ ..] if hex.len() == 16 => Some(Constant::F64(radix(hex, 16)?)),
        [_] => int(radix(text, 10)?),
        _ if text.iter().all(u8::is_ascii_digit) => int(radix_or_octal(text)?),
        [b'0', b'x' | b'X', hex @ ..] => int(radix(unsuffixed(hex), 16)?),
        [b'0', b'b' | b'B', digits @ ..] => int(radix(unsuffixed(digits), 2)?),
        [.., b'U' | b'u'] => int(radix_or_octal(unsuffixed(text))?),
        _ => decimal(text),
    }
}

fn int(value: u64) -> Option<Constant> {
    Some(Constant::Int(i128::from(value)))
}

fn unsuffixed(text: &[u8]) -> &[u8] {
    text.strip_suffix(b"U").or(text.strip_suffix(b"u")).unwrap_or(text)
}

fn radix_or_octal(text: &[u8]) -> Option<u64> {
    match text {
        [b'0', rest @ ..] if !rest.is_empty() => radix(rest, 8),
        _ => radix(text, 10),
    }
}

fn radix(digits: &[u8], base: u64) -> Option<u64> {
    if digits.is_empty() {
        return None;
    }
    digits.iter().try_fold(0u64, |value, &b| {
        let digit = char::from(b).to_digit(base as u32)?;
        value.checked_mul(base)?.checked_add(u64::from(digit))
    })
}

fn decimal(text: &[u8]) -> Option<Constant> {
    if !text.iter().all(|b| matches!(b, b'0'..=b'9' | b'.' | b'e' | b'E' | b'+' | b'-')) {
        return None;
    }
    let value: f64 = std::str::from_utf8(text).ok()?.parse().ok()?;
    Some(Constant::F64(value.to_bits()))
}
