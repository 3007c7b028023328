//! Floating-point operations of one lane: PTX's NaN, subnormal, rounding and saturation rules.

use crate::wir::fp;

/// The NaN that single-precision instructions return.
pub(crate) const NAN32: u32 = 0x7fff_ffff;
/// The NaN that double-precision `min` and `max` return.
pub(crate) const NAN64: u64 = 0x7fff_ffff_ffff_ffff;

#[inline(always)]
pub(crate) fn is_nan32(bits: u32) -> bool {
    bits & 0x7fff_ffff > 0x7f80_0000
}

/// Any NaN becomes the canonical one.
#[inline(always)]
pub(crate) fn canon32(bits: u32) -> u32 {
    if is_nan32(bits) { NAN32 } else { bits }
}

/// Subnormals become zero of the same sign.
#[inline(always)]
pub(crate) fn flush64(bits: u64) -> u64 {
    if bits & 0x7ff0_0000_0000_0000 == 0 { bits & 1 << 63 } else { bits }
}

/// Subnormal values become zero of the same sign.
#[inline(always)]
pub(crate) fn flush32(bits: u32) -> u32 {
    if bits & 0x7f80_0000 == 0 { bits & 0x8000_0000 } else { bits }
}

/// Clamps to [0, 1]; NaN becomes 0.
#[inline(always)]
pub(crate) fn sat32(bits: u32) -> u32 {
    let x = f32::from_bits(bits);
    // The order of the tests sends NaN to 0 and -0 to +0.
    if x > 0.0 { if x < 1.0 { bits } else { 0x3f80_0000 } } else { 0 }
}

#[inline(always)]
pub(crate) fn sat64(bits: u64) -> u64 {
    let x = f64::from_bits(bits);
    if x > 0.0 { if x < 1.0 { bits } else { 1.0f64.to_bits() } } else { 0 }
}

/// Orders bit patterns as numbers, -0 below +0.
#[inline(always)]
fn key32(bits: u32) -> i32 {
    (bits ^ (((bits as i32) >> 31) as u32 >> 1)) as i32
}

#[inline(always)]
fn key64(bits: u64) -> i64 {
    (bits ^ (((bits as i64) >> 63) as u64 >> 1)) as i64
}

/// The smaller number; a NaN loses against a number.
#[inline(always)]
pub(crate) fn min32(a: u32, b: u32) -> u32 {
    let least = if key32(a) < key32(b) { a } else { b };
    let (a_nan, b_nan) = (is_nan32(a), is_nan32(b));
    canon32(if a_nan {
        b
    } else if b_nan {
        a
    } else {
        least
    })
}

/// The larger number; a NaN loses against a number.
#[inline(always)]
pub(crate) fn max32(a: u32, b: u32) -> u32 {
    let most = if key32(a) > key32(b) { a } else { b };
    let (a_nan, b_nan) = (is_nan32(a), is_nan32(b));
    canon32(if a_nan {
        b
    } else if b_nan {
        a
    } else {
        most
    })
}

#[inline(always)]
pub(crate) fn min64(a: u64, b: u64) -> u64 {
    let (x, y) = (f64::from_bits(a), f64::from_bits(b));
    match (x.is_nan(), y.is_nan()) {
        (true, true) => NAN64,
        (true, false) => b,
        (false, true) => a,
        _ => {
            if key64(a) < key64(b) {
                a
            } else {
                b
            }
        }
    }
}

#[inline(always)]
pub(crate) fn max64(a: u64, b: u64) -> u64 {
    let (x, y) = (f64::from_bits(a), f64::from_bits(b));
    match (x.is_nan(), y.is_nan()) {
        (true, true) => NAN64,
        (true, false) => b,
        (false, true) => a,
        _ => {
            if key64(a) > key64(b) {
                a
            } else {
                b
            }
        }
    }
}

/// `min`/`max` with `.NaN`, `.xorsign.abs` around the plain operation `pick`.
#[inline(always)]
pub(crate) fn minmax_flags(a: u32, b: u32, flags: u16, pick: impl Fn(u32, u32) -> u32) -> u32 {
    if flags & fp::NAN != 0 && (is_nan32(a) || is_nan32(b)) {
        return NAN32;
    }
    if flags & (fp::XORSIGN | fp::ABS) == 0 {
        return pick(a, b);
    }
    let picked = pick(a & 0x7fff_ffff, b & 0x7fff_ffff);
    if flags & fp::XORSIGN != 0 && !is_nan32(picked) { picked | ((a ^ b) & 0x8000_0000) } else { picked }
}

/// One rounding of 1/sqrt(a): the double result has bits to spare.
#[inline(always)]
pub(crate) fn rsqrt32(a: f32) -> f32 {
    (1.0 / f64::from(a).sqrt()) as f32
}

#[inline(always)]
pub(crate) fn f32_to_s32(a: f32) -> u32 {
    a as i32 as u32
}

#[inline(always)]
pub(crate) fn f32_to_u32(a: f32) -> u32 {
    a as u32
}

/// A rounding mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub(crate) enum Rounding {
    /// To nearest, ties to even.
    Nearest,
    /// Towards zero.
    Zero,
    /// Towards minus infinity.
    Down,
    /// Towards plus infinity.
    Up,
    /// To nearest, ties away from zero.
    NearestAway,
}

impl Rounding {
    pub(crate) fn from_code(code: u32) -> Rounding {
        match code {
            1 => Rounding::Zero,
            2 => Rounding::Down,
            3 => Rounding::Up,
            4 => Rounding::NearestAway,
            _ => Rounding::Nearest,
        }
    }
}

/// Operations with a directed rounding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum RoundedOp {
    Add,
    Sub,
    Mul,
    Fma,
    Div,
    Sqrt,
    Rcp,
}

impl RoundedOp {
    pub(crate) fn from_code(code: u32) -> RoundedOp {
        match code {
            0 => RoundedOp::Add,
            1 => RoundedOp::Sub,
            2 => RoundedOp::Mul,
            3 => RoundedOp::Fma,
            4 => RoundedOp::Div,
            5 => RoundedOp::Sqrt,
            _ => RoundedOp::Rcp,
        }
    }
}

/// `sum` and the exact error of the addition (Knuth's two-sum).
fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let b_part = sum - a;
    let a_part = sum - b_part;
    (sum, (a - a_part) + (b - b_part))
}

/// The value nearest to `approx` that is odd unless exact, given the sign of what is missing (Boldo and Melquiond):
/// a later rounding to fewer bits is then the rounding of the exact value.
fn to_odd(approx: f64, missing: f64) -> f64 {
    if missing == 0.0 || !approx.is_finite() || !missing.is_finite() || approx.to_bits() & 1 == 1 {
        return approx;
    }
    if missing > 0.0 { approx.next_up() } else { approx.next_down() }
}

/// a + b with the sign of an exact zero as the mode wants it.
fn add_odd(a: f64, b: f64, mode: Rounding) -> f64 {
    let (sum, missing) = two_sum(a, b);
    if sum == 0.0 && a.is_sign_negative() != b.is_sign_negative() {
        return if mode == Rounding::Down { -0.0 } else { 0.0 };
    }
    to_odd(sum, missing)
}

/// A single-precision operation, exact up to one rounding in `mode`.
pub(crate) fn rounded32(op: RoundedOp, mode: Rounding, a: f32, b: f32, c: f32) -> f32 {
    let (a, b, c) = (f64::from(a), f64::from(b), f64::from(c));
    let div = |a: f64, b: f64| {
        let q = a / b;
        to_odd(q, (-q).mul_add(b, a) * b.signum())
    };
    let odd = match op {
        RoundedOp::Add => add_odd(a, b, mode),
        RoundedOp::Sub => add_odd(a, -b, mode),
        RoundedOp::Mul => a * b,
        RoundedOp::Fma => add_odd(a * b, c, mode),
        RoundedOp::Div => div(a, b),
        RoundedOp::Rcp => div(1.0, a),
        RoundedOp::Sqrt => {
            let s = a.sqrt();
            to_odd(s, (-s).mul_add(s, a))
        }
    };
    f64_to_f32(odd, mode)
}

/// Conversion with a rounding mode.
pub(crate) fn f64_to_f32(x: f64, mode: Rounding) -> f32 {
    let near = x as f32;
    let back = f64::from(near);
    match mode {
        Rounding::Zero if back.abs() > x.abs() => {
            if near > 0.0 {
                near.next_down()
            } else {
                near.next_up()
            }
        }
        Rounding::Down if back > x => near.next_down(),
        Rounding::Up if back < x => near.next_up(),
        _ => near,
    }
}

/// Rounds a float to an integral value.
pub(crate) fn integral(x: f64, mode: Rounding) -> f64 {
    match mode {
        Rounding::Nearest => x.round_ties_even(),
        Rounding::Zero => x.trunc(),
        Rounding::Down => x.floor(),
        Rounding::Up => x.ceil(),
        Rounding::NearestAway => x.round(),
    }
}

/// A non-negative integer as a double-precision number with 53 bits, or as single-precision with 24, rounded in `mode`
/// (of the signed value). The result is exact in f64 whenever `bits` ≤ 53.
pub(crate) fn int_to_float(negative: bool, magnitude: u64, bits: u32, mode: Rounding) -> f64 {
    let width = 64 - magnitude.leading_zeros();
    let signed = |v: f64| if negative { -v } else { v };
    if width <= bits {
        return signed(magnitude as f64);
    }
    let drop = width - bits;
    let (kept, rest) = (magnitude >> drop, magnitude & ((1 << drop) - 1));
    let half = 1u64 << (drop - 1);
    let up = match mode {
        Rounding::Nearest => rest > half || (rest == half && kept & 1 == 1),
        Rounding::NearestAway => rest >= half,
        Rounding::Zero => false,
        Rounding::Down => negative && rest != 0,
        Rounding::Up => !negative && rest != 0,
    };
    // At most 2^24 or 2^53 times a power of two: exact.
    signed((kept + u64::from(up)) as f64 * (1u128 << drop) as f64)
}

/// Transcendental functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum MathOp {
    Ex2,
    Lg2,
    Sin,
    Cos,
    Tanh,
    Rsqrt,
}

impl MathOp {
    pub(crate) fn from_code(code: u32) -> MathOp {
        match code {
            0 => MathOp::Ex2,
            1 => MathOp::Lg2,
            2 => MathOp::Sin,
            3 => MathOp::Cos,
            4 => MathOp::Tanh,
            _ => MathOp::Rsqrt,
        }
    }
}

/// More exact than the hardware's approximations, whose error bounds PTX gives.
pub(crate) fn math(op: MathOp, x: f64) -> f64 {
    match op {
        MathOp::Ex2 => x.exp2(),
        MathOp::Lg2 => x.log2(),
        MathOp::Sin => x.sin(),
        MathOp::Cos => x.cos(),
        MathOp::Tanh => x.tanh(),
        MathOp::Rsqrt => 1.0 / x.sqrt(),
    }
}

/// a * b + c for 16-bit formats: exact product, sum made odd, then a single made odd, ready for one more rounding.
pub(crate) fn rounded_odd_fma(a: f64, b: f64, c: f64) -> f32 {
    let (sum, missing) = two_sum(a * b, c);
    let odd = to_odd(sum, missing);
    let near = odd as f32;
    let back = f64::from(near);
    if back == odd || !near.is_finite() || near.to_bits() & 1 == 1 {
        return near;
    }
    if back < odd { near.next_up() } else { near.next_down() }
}
