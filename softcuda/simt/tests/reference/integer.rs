//! Integers, bits, comparisons and selection.

use softcuda_ptx::{Mod, Opcode, ScalarType, TypeKind};

use super::{Case, Want, float, kind};

use ScalarType as T;

fn mask(bits: u32) -> u64 {
    u64::MAX >> (64 - bits)
}

/// The number that the bits of a type are.
pub(crate) fn number(ty: T, bits: u64) -> i128 {
    let bits = bits & mask(ty.bits());
    let negative = kind(ty) == TypeKind::Signed && bits >> (ty.bits() - 1) & 1 != 0;
    i128::from(bits) - if negative { 1 << ty.bits() } else { 0 }
}

fn least(ty: T) -> i128 {
    if kind(ty) == TypeKind::Signed { -(1 << (ty.bits() - 1)) } else { 0 }
}

fn most(ty: T) -> i128 {
    least(ty) + i128::from(mask(ty.bits()))
}

/// The bits of a number, cut to the type.
fn cut(ty: T, number: i128) -> Option<Want> {
    Some(Want::Bits(number as u64 & mask(ty.bits())))
}

pub(crate) fn clamp(ty: T, number: i128) -> i128 {
    number.clamp(least(ty), most(ty))
}

fn is_integer(ty: T) -> bool {
    matches!(kind(ty), TypeKind::Signed | TypeKind::Unsigned)
}

pub(crate) fn arithmetic(case: &Case, args: &[u64]) -> Option<Want> {
    let &[ty] = case.types else { return None };
    let half = match ty {
        T::U16x2 => Some(T::U16),
        T::S16x2 => Some(T::S16),
        _ => None,
    };
    if let Some(half) = half {
        if !matches!(case.op, Opcode::Add | Opcode::Sub | Opcode::Min | Opcode::Max) || !case.mods.is_empty()
        {
            return None;
        }
        let part = |shift: u32| {
            let args: Vec<_> = args.iter().map(|a| a >> shift & 0xffff).collect();
            match arithmetic(&Case { types: &[half], ..*case }, &args) {
                Some(Want::Bits(bits)) => Some(bits << shift),
                _ => None,
            }
        };
        return Some(Want::Bits(part(0)? | part(16)?));
    }
    if !is_integer(ty) {
        return None;
    }
    let n = |at: usize| number(ty, args[at]);
    let half = |product: i128| {
        if case.has(Mod::Hi) { Some(product >> ty.bits()) } else { case.has(Mod::Lo).then_some(product) }
    };
    let signed = kind(ty) == TypeKind::Signed;
    match case.op {
        Opcode::Add | Opcode::Sub => {
            let result = if case.op == Opcode::Add { n(0) + n(1) } else { n(0) - n(1) };
            match case.mods {
                [] => cut(ty, result),
                [Mod::Sat] if ty == T::S32 => cut(ty, clamp(ty, result)),
                _ => None,
            }
        }
        Opcode::Mul | Opcode::Mad => {
            // Of two unsigned numbers of 64 bits all bits are right, though not the sign.
            let product = n(0).wrapping_mul(n(1));
            let plus = |ty: T, x: i128| {
                if case.op == Opcode::Mad { x.wrapping_add(number(ty, args[2])) } else { x }
            };
            match case.mods {
                [Mod::Wide] if ty.bits() < 64 => {
                    let wide = match ty {
                        T::S16 => T::S32,
                        T::U16 => T::U32,
                        T::S32 => T::S64,
                        _ => T::U64,
                    };
                    cut(wide, plus(wide, product))
                }
                [Mod::Hi | Mod::Lo] => cut(ty, plus(ty, half(product)?)),
                [Mod::Hi, Mod::Sat] if ty == T::S32 && case.op == Opcode::Mad => {
                    cut(ty, clamp(ty, plus(ty, half(product)?)))
                }
                _ => None,
            }
        }
        Opcode::Div => {
            case.at_most(&[])?;
            let overflows = signed && n(0) == least(ty) && n(1) == -1;
            if n(1) == 0 || overflows { Some(Want::Open) } else { cut(ty, n(0) / n(1)) }
        }
        Opcode::Abs if signed && case.mods.is_empty() => cut(ty, n(0).abs()),
        Opcode::Neg if signed && case.mods.is_empty() => cut(ty, -n(0)),
        Opcode::Min if case.mods.is_empty() => cut(ty, n(0).min(n(1))),
        Opcode::Max if case.mods.is_empty() => cut(ty, n(0).max(n(1))),
        _ => None,
    }
}

/// The bits from `low` on, as many as asked for, of a function of the bit's number.
fn build(count: u32, bit: impl Fn(u32) -> bool) -> u64 {
    (0..count).fold(0, |all, n| all | u64::from(bit(n)) << n)
}

pub(crate) fn bits(case: &Case, args: &[u64]) -> Option<Want> {
    let ty = *case.types.first()?;
    let width = ty.bits();
    let (a, b) = (args[0], args.get(1).copied().unwrap_or(0));
    let c = args.get(2).copied().unwrap_or(0);
    let at = |bits: u64, n: u32| bits >> n & 1 != 0;
    let is_pred = ty == T::Pred;
    let signed = kind(ty) == TypeKind::Signed;
    let done = |bits: u64| Some(Want::Bits(bits & if is_pred { 1 } else { mask(width) }));
    match case.op {
        Opcode::And => done(a & b),
        Opcode::Or => done(a | b),
        Opcode::Xor => done(a ^ b),
        Opcode::Not => done(!a),
        Opcode::Cnot => done(u64::from(a == 0)),
        Opcode::Shl => done(if b as u32 >= width { 0 } else { a << (b as u32) }),
        Opcode::Shr => {
            let value = number(ty, a);
            done((value >> (b as u32).min(64)) as u64)
        }
        Opcode::Shf => {
            let left = case.only(&[Mod::ShiftL, Mod::ShiftR], &[Mod::Wrap, Mod::Clamp])??;
            let wraps = case.only(&[Mod::Wrap, Mod::Clamp], &[Mod::ShiftL, Mod::ShiftR])??;
            let by = if wraps == Mod::Wrap { c & 31 } else { (c & 0xffff_ffff).min(32) };
            let both = b << 32 | a;
            done(if left == Mod::ShiftL { (u128::from(both) << by >> 32) as u64 } else { both >> by })
        }
        Opcode::Lop3 => done(build(32, |n| {
            let index = u64::from(at(a, n)) << 2 | u64::from(at(b, n)) << 1 | u64::from(at(c, n));
            at(args[3], index as u32)
        })),
        Opcode::Prmt => permute(case, a, b, c),
        Opcode::Bfe => {
            if width < 32 {
                return None;
            }
            let (pos, len) = ((b & 0xff) as u32, (c & 0xff) as u32);
            let sign = signed && len > 0 && at(a, (pos + len - 1).min(width - 1));
            done(build(width, |n| if n < len && pos + n < width { at(a, pos + n) } else { sign }))
        }
        Opcode::Bfi => {
            let (pos, len) = ((c & 0xff) as u32, (args[3] & 0xff) as u32);
            done(build(width, |n| if n >= pos && n - pos < len { at(a, n - pos) } else { at(b, n) }))
        }
        Opcode::Bfind => {
            if width < 32 {
                return None;
            }
            let value = if number(ty, a) < 0 { !a } else { a } & mask(width);
            let found = (0..width).rev().find(|&n| at(value, n));
            let amount = found.map(|n| if case.has(Mod::ShiftAmt) { width - 1 - n } else { n });
            Some(Want::Bits(u64::from(amount.unwrap_or(u32::MAX))))
        }
        Opcode::Bmsk => {
            let (mut from, mut count) = (a, b);
            if case.only(&[Mod::Wrap, Mod::Clamp], &[])?? == Mod::Wrap {
                (from, count) = (a & 31, b & 31);
            }
            done(build(32, |n| u64::from(n) >= from && u64::from(n) < from + count))
        }
        Opcode::Szext => {
            let wraps = case.only(&[Mod::Wrap, Mod::Clamp], &[])?? == Mod::Wrap;
            if !wraps && b >= 32 {
                return done(a);
            }
            let len = (b & 31) as u32;
            let sign = signed && len > 0 && at(a, len - 1);
            done(build(32, |n| if n < len { at(a, n) } else { sign }))
        }
        Opcode::Brev => done(build(width, |n| at(a, width - 1 - n))),
        Opcode::Popc => Some(Want::Bits((0..width).filter(|&n| at(a, n)).count() as u64)),
        Opcode::Clz => Some(Want::Bits((0..width).rev().take_while(|&n| !at(a, n)).count() as u64)),
        Opcode::Fns => Some(find_nth(a, b, c as u32 as i32)),
        Opcode::Dp4a | Opcode::Dp2a => dot(case, a, b, c),
        Opcode::Mul24 | Opcode::Mad24 => {
            let part = if signed {
                |x: u64| i128::from(((x as i32) << 8) >> 8)
            } else {
                |x: u64| i128::from(x & 0xff_ffff)
            };
            let product = part(a) * part(b);
            let product = match case.mods {
                [Mod::Lo] => product,
                [Mod::Hi] => product >> 16,
                [Mod::Hi, Mod::Sat] if case.op == Opcode::Mad24 && ty == T::S32 => {
                    return cut(ty, clamp(ty, (product >> 16) + number(ty, c)));
                }
                _ => return None,
            };
            cut(
                ty,
                if case.op == Opcode::Mad24 { i128::from(product as i32) + number(ty, c) } else { product },
            )
        }
        Opcode::Sad => cut(ty, number(ty, c) + (number(ty, a) - number(ty, b)).abs()),
        Opcode::Rem => {
            let (a, b) = (number(ty, a), number(ty, b));
            if b == 0 || (a == least(ty) && b == -1) { Some(Want::Open) } else { cut(ty, a % b) }
        }
        _ => None,
    }
}

fn permute(case: &Case, a: u64, b: u64, c: u64) -> Option<Want> {
    let bytes = (b << 32 | a).to_le_bytes();
    let quarter = (c & 3) as usize;
    // Bytes of the result, the highest first, by the last two bits of the selector.
    let table: [[usize; 4]; 4] = match case.mods {
        [] => {
            let byte = |n: u64| {
                let select = c >> (4 * n) & 15;
                let byte = bytes[select as usize & 7];
                u64::from(if select & 8 == 0 {
                    byte
                } else if byte & 0x80 != 0 {
                    0xff
                } else {
                    0
                }) << (8 * n)
            };
            return Some(Want::Bits((0..4).map(byte).sum()));
        }
        [Mod::F4e] => [[3, 2, 1, 0], [4, 3, 2, 1], [5, 4, 3, 2], [6, 5, 4, 3]],
        [Mod::B4e] => [[5, 6, 7, 0], [6, 7, 0, 1], [7, 0, 1, 2], [0, 1, 2, 3]],
        [Mod::Rc8] => [[0; 4], [1; 4], [2; 4], [3; 4]],
        [Mod::Ecl] => [[3, 2, 1, 0], [3, 2, 1, 1], [3, 2, 2, 2], [3, 3, 3, 3]],
        [Mod::Ecr] => [[0, 0, 0, 0], [1, 1, 1, 0], [2, 2, 1, 0], [3, 2, 1, 0]],
        [Mod::Rc16] => [[1, 0, 1, 0], [3, 2, 3, 2], [1, 0, 1, 0], [3, 2, 3, 2]],
        _ => return None,
    };
    let word = table[quarter].map(|n| bytes[n]);
    Some(Want::Bits(u64::from(u32::from_be_bytes(word))))
}

/// `fns`, as in the manual.
fn find_nth(set: u64, base: u64, offset: i32) -> Want {
    if base > 31 {
        return Want::Open;
    }
    let is_set = |n: i64| set >> n & 1 != 0;
    let base = base as i64;
    let found = if offset == 0 {
        is_set(base).then_some(base)
    } else {
        let step = i64::from(offset.signum());
        let places = (0..32).map(|n| base + n * step).filter(|n| (0..32).contains(n) && is_set(*n));
        places.into_iter().nth(offset.unsigned_abs() as usize - 1)
    };
    Want::Bits(found.map_or(0xffff_ffff, |n| n as u64))
}

fn dot(case: &Case, a: u64, b: u64, c: u64) -> Option<Want> {
    let &[first, second] = case.types else { return None };
    let part = |ty: T, x: u64, bits: u32, n: u32| {
        let ty = match (bits, kind(ty)) {
            (8, TypeKind::Signed) => T::S8,
            (8, _) => T::U8,
            (_, TypeKind::Signed) => T::S16,
            _ => T::U16,
        };
        number(ty, x >> (bits * n))
    };
    let sum: i128 = if case.op == Opcode::Dp4a {
        case.at_most(&[])?;
        (0..4).map(|n| part(first, a, 8, n) * part(second, b, 8, n)).sum()
    } else {
        let high = if case.only(&[Mod::Lo, Mod::Hi], &[])?? == Mod::Hi { 2 } else { 0 };
        (0..2).map(|n| part(first, a, 16, n) * part(second, b, 8, n + high)).sum()
    };
    cut(T::U32, sum + i128::from(c as i32))
}

const COMPARISONS: [Mod; 18] = {
    use Mod::*;
    [Eq, Ne, Lt, Le, Gt, Ge, Lo, Ls, Hi, Hs, Equ, Neu, Ltu, Leu, Gtu, Geu, Num, IsNan]
};

/// The answer of a comparison; none if the type has no such one.
fn compare(ty: T, test: Mod, ftz: bool, a: u64, b: u64) -> Option<bool> {
    use std::cmp::Ordering::{Equal, Greater, Less};
    if kind(ty) == TypeKind::Float {
        if ftz && matches!(ty, T::F64 | T::Bf16 | T::Bf16x2) {
            return None;
        }
        let value =
            |bits| if ftz { float::flush(ty, float::decode(ty, bits)) } else { float::decode(ty, bits) };
        let order = value(a).partial_cmp(&value(b));
        let is = |wanted: &[std::cmp::Ordering]| order.is_some_and(|o| wanted.contains(&o));
        let none = order.is_none();
        return Some(match test {
            Mod::Eq => is(&[Equal]),
            Mod::Ne => is(&[Less, Greater]),
            Mod::Lt => is(&[Less]),
            Mod::Le => is(&[Less, Equal]),
            Mod::Gt => is(&[Greater]),
            Mod::Ge => is(&[Greater, Equal]),
            Mod::Equ => none || is(&[Equal]),
            Mod::Neu => none || is(&[Less, Greater]),
            Mod::Ltu => none || is(&[Less]),
            Mod::Leu => none || is(&[Less, Equal]),
            Mod::Gtu => none || is(&[Greater]),
            Mod::Geu => none || is(&[Greater, Equal]),
            Mod::Num => !none,
            Mod::IsNan => none,
            _ => return None,
        });
    }
    if ftz || ty == T::Pred {
        return None;
    }
    let (a, b) = (number(ty, a), number(ty, b));
    let unsigned = kind(ty) == TypeKind::Unsigned;
    Some(match test {
        Mod::Eq => a == b,
        Mod::Ne => a != b,
        _ if !is_integer(ty) => return None,
        Mod::Lt => a < b,
        Mod::Le => a <= b,
        Mod::Gt => a > b,
        Mod::Ge => a >= b,
        Mod::Lo if unsigned => a < b,
        Mod::Ls if unsigned => a <= b,
        Mod::Hi if unsigned => a > b,
        Mod::Hs if unsigned => a >= b,
        _ => return None,
    })
}

pub(crate) fn choose(case: &Case, args: &[u64]) -> Option<Want> {
    let first = *case.types.first()?;
    let done = |ty: T, bits: u64| Some(Want::Bits(bits & mask(ty.bits())));
    match case.op {
        Opcode::Selp => done(first, if args[2] != 0 { args[0] } else { args[1] }),
        Opcode::Slct => {
            let test = case.types[1];
            let holds = match test {
                T::S32 if !case.has(Mod::Ftz) => args[2] as i32 >= 0,
                T::F32 => {
                    f32::from_bits(args[2] as u32) >= 0.0
                        || (case.has(Mod::Ftz) && f32::from_bits(args[2] as u32).is_subnormal())
                }
                _ => return None,
            };
            done(first, if holds { args[0] } else { args[1] })
        }
        _ => {
            let from = *case.types.last()?;
            let test = case.mods.iter().copied().find(|m| COMPARISONS.contains(m))?;
            let held = compare(from, test, case.has(Mod::Ftz), args[0], args[1])?;
            let third = args.get(2).is_some_and(|&p| p != 0);
            let held = if case.has(Mod::And) {
                held && third
            } else if case.has(Mod::Or) {
                held || third
            } else if case.has(Mod::Xor) {
                held != third
            } else {
                held
            };
            if case.op == Opcode::Setp {
                // Packed halves have two results, of which the first is that of the lower.
                return Some(Want::Bits(u64::from(held)));
            }
            let yes = match first {
                T::U32 | T::S32 | T::U16 | T::S16 => mask(first.bits()),
                T::F32 => 0x3f80_0000,
                T::F16 => 0x3c00,
                T::Bf16 => 0x3f80,
                _ => return None,
            };
            Some(Want::Bits(if held { yes } else { 0 }))
        }
    }
}
