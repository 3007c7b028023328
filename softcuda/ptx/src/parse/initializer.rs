//! Initial values of variables.

use super::declaration::Shape;
use crate::ast::{Init, InitChunk, Reloc};
use crate::constant::{self, Constant, bits64};
use crate::error::{ErrorKind, Fault};
use crate::lex::{Cursor, Kind};
use crate::types::{ScalarType, TypeKind};

/// Deepest nesting of braces.
const MAX_DEPTH: usize = 16;

/// Skips the initialiser of a texture, sampler or surface reference.
pub(super) fn skip_opaque(cur: &mut Cursor<'_>) -> Result<(), Fault> {
    if cur.at(b'{') {
        return cur.skip_block().map(|_| ());
    }
    while !matches!(cur.token.kind, Kind::Punct(b';' | b',') | Kind::End) {
        cur.bump()?;
    }
    Ok(())
}

/// Parses the value after `=`. Returns it and where it ends; `size` is the variable's, none for an open array.
pub(super) fn parse(
    cur: &mut Cursor<'_>,
    shape: Shape,
    dims: &[u64],
    size: Option<u64>,
) -> Result<(Init, u64), Fault> {
    let mut strides = strides(shape, dims);
    if shape.vector > 1 {
        strides.push(u64::from(shape.ty.bytes()));
    }
    let mut filler =
        Filler { init: Init::default(), ty: shape.ty, offset: 0, limit: size.unwrap_or(i64::MAX as u64) };
    if cur.at(b'{') {
        filler.list(cur, &strides, 0)?;
    } else {
        filler.element(cur)?;
    }
    Ok((filler.init, filler.offset))
}

/// Bytes between elements of each dimension, outermost first. The products fit: the variable's size was checked,
/// and an open outermost dimension does not take part.
fn strides(shape: Shape, dims: &[u64]) -> Vec<u64> {
    let mut strides: Vec<u64> = Vec::with_capacity(dims.len() + 1);
    let mut stride = shape.element();
    for &dim in dims.iter().rev() {
        strides.push(stride);
        stride = stride.saturating_mul(dim);
    }
    strides.reverse();
    strides
}

struct Filler {
    init: Init,
    ty: ScalarType,
    offset: u64,
    limit: u64,
}

impl Filler {
    /// Parses `{...}`: elements follow each other; a nested list starts at a multiple of its dimension's stride.
    fn list(&mut self, cur: &mut Cursor<'_>, strides: &[u64], depth: usize) -> Result<(), Fault> {
        if depth > MAX_DEPTH {
            return Err(cur.error(ErrorKind::TooDeep));
        }
        cur.expect(b'{', "'{'")?;
        let start = self.offset;
        let mut count = 0u64;
        while !cur.at(b'}') {
            if cur.at(b'{') {
                let stride = strides.first().copied().unwrap_or(0);
                let begin = stride.checked_mul(count).and_then(|n| n.checked_add(start));
                match begin {
                    // Never backwards, so that the chunks stay in order.
                    Some(begin) if begin >= self.offset && begin <= self.limit => self.offset = begin,
                    _ => return Err(cur.error(ErrorKind::TooBig("initialiser"))),
                }
                self.list(cur, strides.get(1..).unwrap_or_default(), depth + 1)?;
            } else {
                self.element(cur)?;
            }
            count += 1;
            if !cur.eat(b',')? {
                break;
            }
        }
        cur.expect(b'}', "'}' or ','")
    }

    fn element(&mut self, cur: &mut Cursor<'_>) -> Result<(), Fault> {
        let at = cur.clone();
        if cur.token.kind == Kind::Ident && cur.text() != b"WARP_SZ" {
            let size = self.ty.bytes() as u8;
            let reloc = address(cur)?;
            return self.reloc(&at, Reloc { size, ..reloc });
        }
        let value = constant::expression(cur)?;
        if !cur.at(b'(') {
            return self.bytes(&at, value);
        }
        // A mask before an address: one byte of it.
        cur.bump()?;
        let reloc = address(cur)?;
        cur.expect(b')', "')'")?;
        match value {
            Constant::Int(mask) if mask != 0 => {
                let shift = mask.trailing_zeros().min(56) as u8;
                self.reloc(&at, Reloc { size: self.ty.bytes() as u8, shift, ..reloc })
            }
            _ => Err(at.unexpected("a mask")),
        }
    }

    /// Moves past `size` bytes if they are inside the variable.
    fn advance(&mut self, at: &Cursor<'_>, size: u64) -> Result<u64, Fault> {
        let offset = self.offset;
        if size > self.limit.saturating_sub(offset) {
            return Err(at.error(ErrorKind::TooBig("initialiser")));
        }
        self.offset += size;
        Ok(offset)
    }

    fn reloc(&mut self, at: &Cursor<'_>, reloc: Reloc) -> Result<(), Fault> {
        let offset = self.advance(at, u64::from(reloc.size))?;
        self.init.relocs.push(Reloc { offset, ..reloc });
        Ok(())
    }

    fn bytes(&mut self, at: &Cursor<'_>, value: Constant) -> Result<(), Fault> {
        let (bytes, len) = (encode(value, self.ty), self.ty.bytes() as usize);
        let offset = self.advance(at, len as u64)?;
        match self.init.chunks.last_mut() {
            Some(last) if last.offset + last.bytes.len() as u64 == offset => {
                last.bytes.extend_from_slice(&bytes[..len]);
            }
            _ => self.init.chunks.push(InitChunk { offset, bytes: bytes[..len].to_vec() }),
        }
        Ok(())
    }
}

/// Little-endian bytes of a constant stored as `ty`; integers are converted for floating-point types, except `.f16`
/// and narrower ones, whose integers are bit patterns.
fn encode(value: Constant, ty: ScalarType) -> [u8; 16] {
    let float = ty.kind() == TypeKind::Float;
    let bits = match (value, ty.bits()) {
        (Constant::Int(v), 64) if float && ty == ScalarType::F64 => (v as f64).to_bits(),
        (Constant::Int(v), 32) if float && ty == ScalarType::F32 => u64::from((v as f32).to_bits()),
        (Constant::Int(v), _) => bits64(v),
        (Constant::F32(v), 64) => f64::from(f32::from_bits(v)).to_bits(),
        (Constant::F64(v), 32) => u64::from((f64::from_bits(v) as f32).to_bits()),
        (Constant::F32(v), _) => u64::from(v),
        (Constant::F64(v), _) => v,
    };
    // A negative integer in a 128-bit element has its sign in the upper half too.
    let fill = if matches!(value, Constant::Int(v) if v < 0) { u64::MAX } else { 0 };
    (u128::from(bits) | (u128::from(fill) << 64)).to_le_bytes()
}

/// Parses `symbol`, `symbol+8`, `generic(symbol)`, `generic(symbol)+8`.
fn address(cur: &mut Cursor<'_>) -> Result<Reloc, Fault> {
    let mut name = cur.ident("a symbol")?;
    let generic = cur.slice(name) == b"generic" && cur.at(b'(');
    if generic {
        cur.bump()?;
        name = cur.ident("a symbol")?;
    }
    let mut addend = if generic { super::operand::offset(cur)? } else { 0 };
    if generic {
        cur.expect(b')', "')'")?;
    }
    addend = super::operand::offset(cur)?.wrapping_add(addend);
    let symbol = super::declaration::text(cur, name);
    Ok(Reloc { offset: 0, size: 8, shift: 0, symbol, addend, generic })
}
