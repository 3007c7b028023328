//! `cvt` between numbers.

use softcuda_ptx::{Mod, ScalarType, TypeKind};

use super::float::{self, Round};
use super::{Case, Want, integer, kind};

use ScalarType as T;

/// The rounding to an integer that a conversion names.
fn to_integer(case: &Case) -> Option<Round> {
    case.mods.iter().find_map(|m| match m {
        Mod::Rni => Some(Round::Nearest),
        Mod::Rzi => Some(Round::Zero),
        Mod::Rmi => Some(Round::Down),
        Mod::Rpi => Some(Round::Up),
        _ => None,
    })
}

/// The rounding to a floating-point number that a conversion names.
fn to_float(case: &Case) -> Option<Round> {
    let named = case.mods.iter().any(|m| [Mod::Rn, Mod::Rz, Mod::Rm, Mod::Rp].contains(m));
    if named { float::rounding(case) } else { None }
}

fn is_float(ty: T) -> bool {
    kind(ty) == TypeKind::Float
}

fn is_integer(ty: T) -> bool {
    matches!(kind(ty), TypeKind::Signed | TypeKind::Unsigned) && !matches!(ty, T::U16x2 | T::S16x2)
}

/// The bits of an integer in a register of 16, 32 or 64 bits.
fn in_register(ty: T, number: i128) -> Want {
    let bits = match ty.bits() {
        64 => 64,
        16 => 16,
        _ => 32,
    };
    Want::Bits(number as u64 & (u64::MAX >> (64 - bits)))
}

fn wraps(ty: T, number: i128) -> i128 {
    integer::number(ty, number as u64)
}

pub(crate) fn cvt(case: &Case, args: &[u64]) -> Option<Want> {
    use Mod::*;
    if case.has(Pack) {
        return pack(case, args);
    }
    let &[to, from] = case.types else { return None };
    let plain = |ty| matches!(ty, T::F16 | T::Bf16 | T::F32 | T::F64);
    match (is_float(to), is_float(from)) {
        (false, false) if is_integer(to) && is_integer(from) => {
            case.at_most(&[Sat])?;
            let number = integer::number(from, args[0]);
            Some(in_register(to, if case.has(Sat) { integer::clamp(to, number) } else { wraps(to, number) }))
        }
        (false, true) if is_integer(to) && plain(from) => {
            case.at_most(if from == T::F32 {
                &[Rni, Rzi, Rmi, Rpi, Ftz, Sat]
            } else {
                &[Rni, Rzi, Rmi, Rpi, Sat]
            })?;
            let how = to_integer(case)?;
            let mut value = float::decode(from, args[0]);
            if case.has(Ftz) {
                value = float::flush(from, value);
            }
            if value.is_nan() {
                let wide = from == T::F64 || matches!(to, T::S64 | T::U64);
                // What a NaN gives in narrow results of doubles is cut from the wide one.
                return Some(if !wide { in_register(to, 0) } else { Want::Open });
            }
            let rounded = match how {
                Round::Nearest => value.round_ties_even(),
                Round::Zero => value.trunc(),
                Round::Down => value.floor(),
                _ => value.ceil(),
            };
            Some(in_register(to, integer::clamp(to, rounded as i128)))
        }
        (true, false) if is_integer(from) && plain(to) => {
            case.at_most(if to == T::Bf16 { &[Rn, Rz, Rm, Rp] } else { &[Rn, Rz, Rm, Rp, Ftz, Sat] })?;
            let how = to_float(case)?;
            if case.has(Ftz) && to != T::F32 {
                return None;
            }
            let number = integer::number(from, args[0]);
            Some(from_integer(case, to, number, how))
        }
        (true, true) if plain(to) && plain(from) => between_floats(case, to, from, args[0]),
        _ => None,
    }
}

fn from_integer(case: &Case, to: T, number: i128, how: Round) -> Want {
    // A double holds 53 bits; the rest makes the last of them odd.
    let near = number as f64;
    let missing = number - near as i128;
    if to == T::F64 {
        let value = match how {
            Round::Down if missing < 0 => near.next_down(),
            Round::Up if missing > 0 => near.next_up(),
            Round::Zero if missing != 0 && (missing < 0) == (number > 0) => {
                if number > 0 {
                    near.next_down()
                } else {
                    near.next_up()
                }
            }
            _ => near,
        };
        return float::converted(case, to, value, how);
    }
    let odd = if missing == 0 || near.to_bits() & 1 == 1 {
        near
    } else if missing > 0 {
        near.next_up()
    } else {
        near.next_down()
    };
    float::converted(case, to, odd, how)
}

fn between_floats(case: &Case, to: T, from: T, bits: u64) -> Option<Want> {
    use Mod::*;
    let mut value = float::decode(from, bits);
    let narrows =
        |to: T, from: T| to.bits() < from.bits() || (to.bits() == 16 && from.bits() == 16 && to != from);
    if case.has(Ftz) {
        if from != T::F32 && to != T::F32 {
            return None;
        }
        if from == T::F32 {
            value = float::flush(from, value);
        }
    }
    if case.has(Relu) && !(from == T::F32 && matches!(to, T::F16 | T::Bf16)) {
        return None;
    }
    if to == from {
        case.at_most(&[Rni, Rzi, Rmi, Rpi, Ftz, Sat])?;
        if to == T::Bf16 {
            return None;
        }
        let how = to_integer(case)?;
        if value.is_nan() {
            let saturated = case.has(Sat).then_some(Want::Bits(0));
            return Some(saturated.unwrap_or(Want::Nan(to)));
        }
        let rounded = match how {
            Round::Nearest => value.round_ties_even(),
            Round::Zero => value.trunc(),
            Round::Down => value.floor(),
            _ => value.ceil(),
        };
        return Some(float::converted(case, to, rounded.copysign(value), Round::Nearest));
    }
    if narrows(to, from) {
        case.at_most(&[Rn, Rz, Rm, Rp, Ftz, Sat, Relu])?;
        if from == T::Bf16 || to == T::Bf16 && from != T::F32 || case.has(Sat) && case.has(Relu) {
            return None;
        }
        if to == T::Bf16 && case.has(Sat) {
            return None;
        }
        let how = to_float(case)?;
        return Some(float::converted(case, to, value, how));
    }
    case.at_most(&[Ftz, Sat])?;
    if from == T::Bf16 && to != T::F32 {
        return None;
    }
    if value.is_nan() && !case.has(Sat) {
        return Some(Want::Nan(to));
    }
    Some(float::converted(case, to, value, Round::Nearest))
}

/// Two integers in the low part of a word, above them what there was of a third.
fn pack(case: &Case, args: &[u64]) -> Option<Want> {
    let (to, third) = match *case.types {
        [to @ (T::U16 | T::S16), T::S32] => (to, 0),
        [to @ (T::U8 | T::S8 | T::U4 | T::S4), T::S32, T::B32] => (to, *args.get(2)?),
        _ => return None,
    };
    if case.mods != [Mod::Pack, Mod::Sat] {
        return None;
    }
    let bits = to.bits();
    let part = |arg: u64| integer::clamp(to, integer::number(T::S32, arg)) as u64 & (u64::MAX >> (64 - bits));
    Some(Want::Bits((part(args[0]) << bits | part(args[1]) | third << (2 * bits)) & 0xffff_ffff))
}
