//! Floating-point arithmetic: exact, then rounded once.
//!
//! An exact result is a double and what is missing of it ([`Exact`]); all formats but doubles are rounded from one that was rounded to odd,
//! which has bits enough for that to be the same as rounding once.

use softcuda_ptx::{Mod, Opcode, ScalarType};

use super::{Case, Want};

use ScalarType as T;

/// How to round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Round {
    Nearest,
    Zero,
    Down,
    Up,
}

/// Bits of the significand, and the exponents of the least and the greatest normal number.
fn format(ty: T) -> (i32, i32, i32) {
    match ty {
        T::F16 | T::F16x2 => (11, -14, 15),
        T::Bf16 | T::Bf16x2 => (8, -126, 127),
        T::Tf32 => (11, -126, 127),
        T::F32 => (24, -126, 127),
        _ => (53, -1022, 1023),
    }
}

/// The canonical NaN of a type.
pub(crate) fn nan(ty: T) -> u64 {
    match ty {
        T::F16 | T::Bf16 => 0x7fff,
        _ => 0x7fff_ffff,
    }
}

/// The number that bits of a type are; of packed types the lower half.
pub(crate) fn decode(ty: T, bits: u64) -> f64 {
    match ty {
        T::F64 => f64::from_bits(bits),
        T::F32 | T::Tf32 => f64::from(f32::from_bits(bits as u32)),
        T::Bf16 | T::Bf16x2 => f64::from(f32::from_bits((bits as u32) << 16)),
        _ => {
            let (exponent, fraction) = ((bits >> 10 & 31) as i32, (bits & 0x3ff) as f64);
            let magnitude = match exponent {
                31 if fraction == 0.0 => f64::INFINITY,
                31 => f64::NAN,
                0 => fraction * 2f64.powi(-24),
                _ => (1024.0 + fraction) * 2f64.powi(exponent - 25),
            };
            if bits & 0x8000 != 0 { -magnitude } else { magnitude }
        }
    }
}

/// The bits of a number that the type has.
pub(crate) fn encode(ty: T, value: f64) -> u64 {
    let sign = u64::from(value.is_sign_negative());
    match ty {
        T::F64 => value.to_bits(),
        T::F32 | T::Tf32 => u64::from((value as f32).to_bits()),
        T::Bf16 => u64::from((value as f32).to_bits() >> 16),
        _ => {
            let magnitude = value.abs();
            let rest = if magnitude.is_infinite() {
                0x7c00
            } else if magnitude < 2f64.powi(-14) {
                (magnitude * 2f64.powi(24)) as u64
            } else {
                let exponent = magnitude.log2().floor() as i32;
                let fraction = magnitude * 2f64.powi(10 - exponent);
                ((exponent + 15) as u64) << 10 | (fraction as u64 - 1024)
            };
            sign << 15 | rest
        }
    }
}

/// Subnormals of the type become zero.
pub(crate) fn flush(ty: T, value: f64) -> f64 {
    if value.abs() < 2f64.powi(format(ty).1) { 0.0f64.copysign(value) } else { value }
}

fn round_integer(value: f64, how: Round) -> f64 {
    match how {
        Round::Nearest => value.round_ties_even(),
        Round::Zero => value.trunc(),
        Round::Down => value.floor(),
        Round::Up => value.ceil(),
    }
}

/// 2^n, subnormal or not.
fn power(n: i32) -> f64 {
    if n < -1022 { f64::from_bits(1 << (n + 1074)) } else { f64::from_bits(((n + 1023) as u64) << 52) }
}

/// The number of the type that this one is rounded to.
pub(crate) fn round(ty: T, value: f64, how: Round) -> f64 {
    if value == 0.0 || !value.is_finite() {
        return value;
    }
    let (bits, least, greatest) = format(ty);
    let exponent = ((value.to_bits() >> 52 & 0x7ff) as i32 - 1023).max(least);
    let unit = power(exponent - (bits - 1));
    let rounded = round_integer(value / unit, how) * unit;
    let limit = (2.0 - power(1 - bits)) * power(greatest);
    if rounded.abs() <= limit {
        return rounded.copysign(value);
    }
    let away = match how {
        Round::Nearest => true,
        Round::Zero => false,
        Round::Down => value < 0.0,
        Round::Up => value > 0.0,
    };
    if away { f64::INFINITY.copysign(value) } else { limit.copysign(value) }
}

/// Is what is missing of it no subnormal number?
fn is_large(near: f64) -> bool {
    near.abs() > 1e-280
}

/// An exact result: `near + rest`, where `near` is the double nearest to it. What is missing is a NaN where it would be subnormal.
#[derive(Clone, Copy)]
struct Exact {
    near: f64,
    rest: f64,
}

impl Exact {
    /// Knuth's sum without error.
    fn sum(a: f64, b: f64) -> Exact {
        let near = a + b;
        let from_a = near - b;
        Exact { near, rest: (a - from_a) + (b - (near - from_a)) }
    }

    fn product(a: f64, b: f64) -> Exact {
        let near = a * b;
        let known = is_large(near) || a == 0.0 || b == 0.0;
        Exact { near, rest: if known { a.mul_add(b, -near) } else { f64::NAN } }
    }

    fn quotient(a: f64, b: f64) -> Exact {
        let near = a / b;
        // What is left of the dividend has the sign of what is missing, times the divisor's.
        let known = is_large(near) && is_large(a) || a == 0.0;
        Exact { near, rest: if known { (-near).mul_add(b, a) / b } else { f64::NAN } }
    }

    fn root(a: f64) -> Exact {
        let near = a.sqrt();
        let known = is_large(a) || a == 0.0;
        Exact { near, rest: if known { (-near).mul_add(near, a) } else { f64::NAN } }
    }

    fn next(self, up: bool) -> f64 {
        if up { self.near.next_up() } else { self.near.next_down() }
    }

    /// Not a number exactly between others: the last bit is set if something is missing.
    fn odd(self) -> f64 {
        let complete = self.rest == 0.0 || !self.rest.is_finite() || !self.near.is_finite();
        if complete || self.near.to_bits() & 1 == 1 { self.near } else { self.next(self.rest > 0.0) }
    }

    /// The result in a format.
    fn round(self, ty: T, how: Round) -> Option<f64> {
        if ty != T::F64 {
            return Some(round(ty, self.odd(), how));
        }
        if how == Round::Nearest || self.near == 0.0 && self.rest == 0.0 || self.near.is_nan() {
            return Some(self.near);
        }
        if !self.near.is_finite() || self.rest.is_nan() {
            return None;
        }
        let (below, above) = (self.rest < 0.0, self.rest > 0.0);
        let zero = if self.near > 0.0 { below } else { above };
        Some(match how {
            Round::Down if below => self.next(false),
            Round::Up if above => self.next(true),
            Round::Zero if zero => self.next(self.near < 0.0),
            _ => self.near,
        })
    }
}

pub(crate) fn rounding(case: &Case) -> Option<Round> {
    let found: Vec<_> =
        case.mods.iter().filter(|m| [Mod::Rn, Mod::Rz, Mod::Rm, Mod::Rp].contains(m)).collect();
    match found[..] {
        [] | [Mod::Rn] => Some(Round::Nearest),
        [Mod::Rz] => Some(Round::Zero),
        [Mod::Rm] => Some(Round::Down),
        [Mod::Rp] => Some(Round::Up),
        _ => None,
    }
}

/// Applies a function to both halves of a packed value, or to the value.
fn by_half(ty: T, args: &[u64], f: impl Fn(T, &[u64]) -> Option<Want>) -> Option<Want> {
    let (half, bits) = match ty {
        T::F16x2 => (T::F16, 16),
        T::Bf16x2 => (T::Bf16, 16),
        T::F32x2 => (T::F32, 32),
        _ => return f(ty, args),
    };
    let part = |shift: u32| {
        f(half, &args.iter().map(|a| a >> shift & (u64::MAX >> (64 - bits))).collect::<Vec<_>>())
    };
    match (part(0)?, part(bits)?) {
        (Want::Bits(low), Want::Bits(high)) => Some(Want::Bits(low | high << bits)),
        _ => Some(Want::Open),
    }
}

/// The bits of a result, flushed and saturated if asked.
fn finish(case: &Case, ty: T, result: f64) -> Want {
    let mut result = result;
    if result.is_nan() {
        if case.has(Mod::Sat) {
            return Want::Bits(0);
        }
        return if ty == T::F64 { Want::Nan(ty) } else { Want::Bits(nan(ty)) };
    }
    if case.has(Mod::Ftz) {
        result = flush(ty, result);
    }
    if case.has(Mod::Sat) {
        result = if result > 0.0 { result.min(1.0) } else { 0.0 };
    }
    if case.has(Mod::Relu) && result <= 0.0 {
        result = 0.0;
    }
    Want::Bits(encode(ty, result))
}

pub(crate) fn arithmetic(case: &Case, args: &[u64]) -> Option<Want> {
    use Mod::*;
    // Arithmetic with types that differ rounds wider operands.
    let &[ty] = case.types else { return None };
    let half = matches!(ty, T::F16 | T::F16x2 | T::Bf16 | T::Bf16x2);
    let brain = matches!(ty, T::Bf16 | T::Bf16x2);
    match (case.op, ty) {
        (Opcode::Add | Opcode::Sub | Opcode::Mul, _) if half => {
            case.at_most(if brain { &[Rn] } else { &[Rn, Ftz, Sat] })?;
        }
        (Opcode::Add | Opcode::Sub | Opcode::Mul, T::F64) => case.at_most(&[Rn, Rz, Rm, Rp])?,
        (Opcode::Add | Opcode::Sub | Opcode::Mul, T::F32x2) => case.at_most(&[Rn, Rz, Rm, Rp, Ftz])?,
        (Opcode::Add | Opcode::Sub | Opcode::Mul, _) => case.at_most(&[Rn, Rz, Rm, Rp, Ftz, Sat])?,
        (Opcode::Fma, _) if half => {
            case.at_most(if brain { &[Rn, Relu] } else { &[Rn, Ftz, Sat, Relu] })?;
            if case.has(Sat) && case.has(Relu) {
                return None;
            }
        }
        (Opcode::Fma | Opcode::Mad, T::F64) => case.at_most(&[Rn, Rz, Rm, Rp])?,
        (Opcode::Fma, T::F32x2) => case.at_most(&[Rn, Rz, Rm, Rp, Ftz])?,
        (Opcode::Fma | Opcode::Mad, T::F32) => case.at_most(&[Rn, Rz, Rm, Rp, Ftz, Sat])?,
        (Opcode::Div, T::F32) => case.at_most(&[Approx, Full, Rn, Rz, Rm, Rp, Ftz])?,
        (Opcode::Div, T::F64) => case.at_most(&[Rn, Rz, Rm, Rp])?,
        (Opcode::Min | Opcode::Max, T::F64) => case.at_most(&[])?,
        (Opcode::Min | Opcode::Max, _) => {
            case.at_most(if brain { &[Nan, Xorsign, Abs] } else { &[Ftz, Nan, Xorsign, Abs] })?;
            if case.has(Xorsign) != case.has(Abs) || ty == T::F32x2 {
                return None;
            }
        }
        (Opcode::Abs | Opcode::Neg, T::F64 | T::Bf16 | T::Bf16x2) => case.at_most(&[])?,
        (Opcode::Abs | Opcode::Neg, _) => case.at_most(&[Ftz])?,
        _ => return None,
    }
    by_half(ty, args, |ty, args| scalar(case, ty, args))
}

fn scalar(case: &Case, ty: T, args: &[u64]) -> Option<Want> {
    let how = rounding(case)?;
    let n = |at: usize| {
        let value = decode(ty, args[at]);
        if case.has(Mod::Ftz) { flush(ty, value) } else { value }
    };
    let exact = match case.op {
        Opcode::Add => Exact::sum(n(0), n(1)),
        Opcode::Sub => Exact::sum(n(0), -n(1)),
        Opcode::Mul => Exact::product(n(0), n(1)),
        Opcode::Fma | Opcode::Mad => {
            if ty == T::F64 {
                return (how == Round::Nearest).then(|| finish(case, ty, n(0).mul_add(n(1), n(2))));
            }
            Exact::sum(n(0) * n(1), n(2))
        }
        Opcode::Div => {
            if case.has(Mod::Approx) || case.has(Mod::Full) {
                // Divisors beyond 2^126 may give 0.
                let open = n(1).abs() > 2f64.powi(126) || n(1).abs() < 2f64.powi(-126);
                return Some(if open { Want::Open } else { near(case, ty, n(0) / n(1), 2f64.powi(-21)) });
            }
            Exact::quotient(n(0), n(1))
        }
        Opcode::Min | Opcode::Max => return Some(extreme(case, ty, [n(0), n(1)])),
        Opcode::Abs | Opcode::Neg => {
            let value = n(0);
            if value.is_nan() {
                return Some(Want::Nan(ty));
            }
            let result = if case.op == Opcode::Abs { value.abs() } else { -value };
            return Some(Want::Bits(encode(ty, result)));
        }
        _ => return None,
    };
    let Some(mut result) = exact.round(ty, how) else { return Some(Want::Open) };
    let sum = matches!(case.op, Opcode::Add | Opcode::Sub | Opcode::Fma | Opcode::Mad);
    if sum && result == 0.0 && exact.near == 0.0 && how == Round::Down {
        // The sum of opposites is -0 when rounding down; zeros of one sign keep it.
        let positive = match case.op {
            Opcode::Add => n(0).is_sign_positive() && n(1).is_sign_positive(),
            Opcode::Sub => n(0).is_sign_positive() && n(1).is_sign_negative(),
            _ => (n(0) * n(1)).is_sign_positive() && n(2).is_sign_positive(),
        };
        result = if positive { 0.0 } else { -0.0 };
    }
    Some(finish(case, ty, result))
}

fn extreme(case: &Case, ty: T, [a, b]: [f64; 2]) -> Want {
    let negative = a.is_sign_negative() != b.is_sign_negative();
    let (x, y) = if case.has(Mod::Abs) { (a.abs(), b.abs()) } else { (a, b) };
    let max = case.op == Opcode::Max;
    if x.is_nan() && y.is_nan() || case.has(Mod::Nan) && (x.is_nan() || y.is_nan()) {
        return if ty == T::F64 { Want::Nan(ty) } else { Want::Bits(nan(ty)) };
    }
    let x_wins = if x.is_nan() {
        false
    } else if y.is_nan() {
        true
    } else if x == y {
        x.is_sign_negative() != max
    } else {
        (x < y) != max
    };
    let result = if x_wins { x } else { y };
    let result =
        if case.has(Mod::Xorsign) { result.abs() * if negative { -1.0 } else { 1.0 } } else { result };
    if case.has(Mod::Xorsign) && (a.is_nan() || b.is_nan()) {
        // The sign of a NaN counts, but decoding does not keep it.
        return Want::Open;
    }
    Want::Bits(encode(ty, result))
}

/// A result within a relative error, and half a unit of subnormals.
fn near(case: &Case, ty: T, value: f64, relative: f64) -> Want {
    if value.is_nan() {
        return Want::Nan(ty);
    }
    let least = 2f64.powi(format(ty).1);
    // Near the least normal number a result may be flushed or not.
    let absolute = if case.has(Mod::Ftz) || ty == T::F64 { least } else { least * 2f64.powi(-22) };
    let rounded = round(ty, value, Round::Nearest);
    Want::Near { ty, value: if rounded.is_infinite() { rounded } else { value }, relative, absolute }
}

pub(crate) fn math(case: &Case, args: &[u64]) -> Option<Want> {
    let &[ty] = case.types else { return None };
    match case.op {
        Opcode::Copysign => {
            let sign = 1 << (ty.bits() - 1);
            return Some(Want::Bits(args[0] & sign | args[1] & !sign & (u64::MAX >> (64 - ty.bits()))));
        }
        Opcode::Testp => {
            let value = decode(ty, args[0]);
            let subnormal = value != 0.0 && value.abs() < 2f64.powi(format(ty).1);
            return Some(Want::Bits(u64::from(match case.mods {
                [Mod::Finite] => value.is_finite(),
                [Mod::Infinite] => value.is_infinite(),
                [Mod::Number] => !value.is_nan(),
                [Mod::NotANumber] => value.is_nan(),
                [Mod::Normal] => value.is_finite() && value != 0.0 && !subnormal,
                [Mod::Subnormal] => subnormal,
                _ => return None,
            })));
        }
        _ => {}
    }
    by_half(ty, args, |ty, args| function(case, ty, args[0]))
}

fn function(case: &Case, ty: T, bits: u64) -> Option<Want> {
    use Mod::*;
    let value = decode(ty, bits);
    let value = if case.has(Ftz) { flush(ty, value) } else { value };
    let precise = matches!(case.op, Opcode::Rcp | Opcode::Sqrt)
        && case.mods.iter().any(|m| [Rn, Rz, Rm, Rp].contains(m));
    if precise {
        case.at_most(if ty == T::F32 { &[Rn, Rz, Rm, Rp, Ftz] } else { &[Rn, Rz, Rm, Rp] })?;
        let exact = if case.op == Opcode::Rcp { Exact::quotient(1.0, value) } else { Exact::root(value) };
        let Some(result) = exact.round(ty, rounding(case)?) else { return Some(Want::Open) };
        return Some(finish(case, ty, result));
    }
    // Halves have neither flushing (but of ex2.bf16) nor doubles most functions.
    let double = matches!(case.op, Opcode::Rcp | Opcode::Rsqrt) && case.has(Ftz);
    match ty {
        T::F64 if !double => return None,
        T::F32 => case.at_most(&[Approx, Ftz])?,
        T::F16 | T::Bf16 => case.at_most(&[Approx, Ftz])?,
        _ => case.at_most(&[Approx, Ftz])?,
    }
    if !case.has(Approx) {
        return None;
    }
    if matches!(ty, T::F16 | T::Bf16) {
        let result = match case.op {
            Opcode::Ex2 => value.exp2(),
            Opcode::Tanh => value.tanh(),
            _ => return None,
        };
        return Some(if result.is_nan() { Want::Bits(nan(ty)) } else { Want::Open });
    }
    let unit = 2f64.powi(-21);
    Some(match case.op {
        Opcode::Rcp => near(case, ty, 1.0 / value, if ty == T::F64 { 2f64.powi(-19) } else { unit }),
        Opcode::Sqrt => near(case, ty, value.sqrt(), unit),
        Opcode::Rsqrt => near(case, ty, 1.0 / value.sqrt(), if ty == T::F64 { 2f64.powi(-19) } else { unit }),
        Opcode::Ex2 => near(case, ty, value.exp2(), unit),
        Opcode::Tanh if !case.has(Ftz) => near(case, ty, value.tanh(), 2f64.powi(-10)),
        Opcode::Lg2 if value.is_finite() && value > 0.0 => {
            Want::Near { ty, value: value.log2(), relative: unit, absolute: unit }
        }
        Opcode::Lg2 => near(case, ty, value.log2(), unit),
        // Bounds hold between -2 pi and 2 pi.
        Opcode::Sin | Opcode::Cos if value.abs() > std::f64::consts::TAU => Want::Open,
        Opcode::Sin => Want::Near { ty, value: value.sin(), relative: unit, absolute: 2f64.powi(-20) },
        Opcode::Cos => Want::Near { ty, value: value.cos(), relative: unit, absolute: 2f64.powi(-20) },
        _ => return None,
    })
}

/// The bits of a number after rounding, for conversions.
pub(crate) fn converted(case: &Case, ty: T, value: f64, how: Round) -> Want {
    // Flushing is for singles.
    let mods: Vec<_> = case.mods.iter().copied().filter(|&m| m != Mod::Ftz || ty == T::F32).collect();
    finish(&Case { mods: &mods, ..*case }, ty, round(ty, value, how))
}
