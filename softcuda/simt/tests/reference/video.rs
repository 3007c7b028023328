//! Scalar video instructions, as the manual's pseudocode has them.

use softcuda_ptx::{Mod, Opcode, ScalarType, TypeKind};

use super::{Case, Want, integer, kind};

use ScalarType as T;

/// First bit and bits of the part of a register that an operand names.
fn part(operand: &str) -> Option<(u32, u32)> {
    let (_, part) = operand.split_once('.')?;
    let number: u32 = part[1..].parse().unwrap();
    Some(if part.starts_with('b') { (8 * number, 8) } else { (16 * number, 16) })
}

/// `partSelectSignExtend` of the manual.
fn select(ty: T, bits: u64, operand: &str) -> i128 {
    let signed = kind(ty) == TypeKind::Signed;
    match (part(operand), signed) {
        (None, _) => integer::number(ty, bits),
        (Some((at, 8)), true) => integer::number(T::S8, bits >> at & 0xff),
        (Some((at, 8)), false) => integer::number(T::U8, bits >> at & 0xff),
        (Some((at, _)), true) => integer::number(T::S16, bits >> at & 0xffff),
        (Some((at, _)), false) => integer::number(T::U16, bits >> at & 0xffff),
    }
}

pub(crate) fn scalar(case: &Case, args: &[u64]) -> Option<Want> {
    let (_, operands) = case.text.trim_end_matches(';').split_once(' ')?;
    let operands: Vec<&str> = operands.split(", ").collect();
    if case.op == Opcode::Vmad {
        return multiply(case, args, &operands);
    }
    let (result, a, b) = match *case.types {
        [result, a, b] => (result, a, b),
        [a, b] => (T::U32, a, b),
        _ => return None,
    };
    let (a, b) = (select(a, args[0], operands[1]), select(b, args[1], operands[2]));
    let has = |m: Mod| case.has(m);
    let by = || if has(Mod::Wrap) { b & 31 } else { b.min(32) };
    let mut value = match case.op {
        Opcode::Vadd => a + b,
        Opcode::Vsub => a - b,
        Opcode::Vabsdiff => (a - b).abs(),
        Opcode::Vmin => a.min(b),
        Opcode::Vmax => a.max(b),
        Opcode::Vshl => a << by(),
        Opcode::Vshr => a >> by(),
        _ => i128::from(
            has(Mod::Eq) && a == b
                || has(Mod::Ne) && a != b
                || has(Mod::Lt) && a < b
                || has(Mod::Le) && a <= b
                || has(Mod::Gt) && a > b
                || has(Mod::Ge) && a >= b,
        ),
    };
    let signed = kind(result) == TypeKind::Signed;
    let into = part(operands[0]);
    if has(Mod::Sat) {
        let range = match (into.map_or(32, |(_, bits)| bits), signed) {
            (8, true) => T::S8,
            (8, false) => T::U8,
            (16, true) => T::S16,
            (16, false) => T::U16,
            _ => result,
        };
        value = integer::clamp(range, value);
    }
    let low = value as u32;
    let bits = if let Some((at, bits)) = into {
        let field = ((1u64 << bits) - 1) as u32;
        args[2] as u32 & !(field << at) | (low & field) << at
    } else if has(Mod::Add) {
        low.wrapping_add(args[2] as u32)
    } else if has(Mod::Min) || has(Mod::Max) {
        let (x, c) = (integer::number(result, low.into()), integer::number(result, args[2]));
        (if has(Mod::Min) { x.min(c) } else { x.max(c) }) as u32
    } else {
        low
    };
    Some(Want::Bits(bits.into()))
}

fn multiply(case: &Case, args: &[u64], operands: &[&str]) -> Option<Want> {
    let &[_, a, b] = case.types else { return None };
    let result = if kind(a) == TypeKind::Signed || kind(b) == TypeKind::Signed { T::S32 } else { T::U32 };
    let (a, b) = (select(a, args[0], operands[1]), select(b, args[1], operands[2]));
    let sum = a * b + integer::number(result, args[2]) + i128::from(case.has(Mod::Po));
    let scaled = sum
        >> if case.has(Mod::Shr7) {
            7
        } else if case.has(Mod::Shr15) {
            15
        } else {
            0
        };
    let value = if case.has(Mod::Sat) { integer::clamp(result, scaled) } else { scaled };
    Some(Want::Bits(u64::from(value as u32)))
}
