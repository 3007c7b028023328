//! Half precision and bfloat16: conversions, and arithmetic through wider formats with one rounding.

use super::fp::{NAN32, is_nan32};

/// The formats of 16 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    F16,
    Bf16,
}

/// Exact.
#[inline(always)]
pub(crate) fn f16_to_f32(h: u16) -> f32 {
    let sign = (h as u32 & 0x8000) << 16;
    let magnitude = (h as u32 & 0x7fff) << 13;
    if magnitude >= 0x7c00 << 13 {
        // Infinity, or NaN which becomes the canonical one.
        return f32::from_bits(if magnitude == 0x7c00 << 13 { sign | 0x7f80_0000 } else { NAN32 });
    }
    // Reads the exponent with the wrong bias; one exact product corrects it, subnormals too.
    let scaled = f32::from_bits(magnitude) * f32::from_bits((254 - 15) << 23);
    f32::from_bits(sign | scaled.to_bits())
}

/// To nearest even; NaN becomes 0x7fff.
#[inline(always)]
pub(crate) fn f32_to_f16(x: f32) -> u16 {
    let bits = x.to_bits();
    let sign = (bits >> 16) as u16 & 0x8000;
    let magnitude = bits & 0x7fff_ffff;
    if magnitude > 0x7f80_0000 {
        return 0x7fff;
    }
    if magnitude >= 0x4780_0000 {
        return sign | 0x7c00;
    }
    if magnitude < 0x3880_0000 {
        // Adding 0.5 leaves the subnormal's bits, rounded to nearest even, at the bottom of the significand.
        let rounded = f32::from_bits(magnitude) + 0.5;
        return sign | (rounded.to_bits() & 0xffff) as u16;
    }
    let odd = (magnitude >> 13) & 1;
    let rounded = magnitude + 0xfff + odd - 0x3800_0000;
    sign | (rounded >> 13) as u16
}

#[inline(always)]
pub(crate) fn bf16_to_f32(h: u16) -> f32 {
    f32::from_bits((h as u32) << 16)
}

/// To nearest even; NaN becomes 0x7fff.
#[inline(always)]
pub(crate) fn f32_to_bf16(x: f32) -> u16 {
    let bits = x.to_bits();
    if is_nan32(bits) {
        return 0x7fff;
    }
    let odd = (bits >> 16) & 1;
    ((bits + 0x7fff + odd) >> 16) as u16
}

impl Format {
    #[inline(always)]
    pub(crate) fn to_f32(self, h: u16) -> f32 {
        match self {
            Format::F16 => f16_to_f32(h),
            Format::Bf16 => bf16_to_f32(h),
        }
    }

    #[inline(always)]
    pub(crate) fn round_f32(self, x: f32) -> u16 {
        match self {
            Format::F16 => f32_to_f16(x),
            Format::Bf16 => f32_to_bf16(x),
        }
    }

    /// One rounding of a double: through a single made odd, so that the second rounding is innocuous.
    pub(crate) fn round_f64(self, x: f64) -> u16 {
        let near = x as f32;
        let back = f64::from(near);
        if back == x || !near.is_finite() || near.to_bits() & 1 == 1 {
            return self.round_f32(near);
        }
        self.round_f32(if back < x { near.next_up() } else { near.next_down() })
    }
}

/// Operations on 16-bit floating point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum HalfOp {
    Add,
    Sub,
    Mul,
    Fma,
    Min,
    Max,
    Neg,
    Abs,
    Ex2,
    Tanh,
}

const HALF_OPS: [HalfOp; 10] = [
    HalfOp::Add,
    HalfOp::Sub,
    HalfOp::Mul,
    HalfOp::Fma,
    HalfOp::Min,
    HalfOp::Max,
    HalfOp::Neg,
    HalfOp::Abs,
    HalfOp::Ex2,
    HalfOp::Tanh,
];

/// A decoded `x` field of `Op::Half`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HalfKind {
    pub(crate) op: HalfOp,
    pub(crate) format: Format,
    /// Two values in 32 bits.
    pub(crate) packed: bool,
}

impl HalfKind {
    pub(crate) fn code(self) -> u32 {
        self.op as u32 | (u32::from(self.format == Format::Bf16)) << 8 | u32::from(self.packed) << 9
    }

    pub(crate) fn from_code(code: u32) -> HalfKind {
        HalfKind {
            op: HALF_OPS[(code & 0xff) as usize % HALF_OPS.len()],
            format: if code & 1 << 8 != 0 { Format::Bf16 } else { Format::F16 },
            packed: code & 1 << 9 != 0,
        }
    }
}

use crate::wir::fp;

fn flush(h: u16, kind: HalfKind) -> u16 {
    let exponent = if kind.format == Format::F16 { 0x7c00 } else { 0x7f80 };
    if h & exponent == 0 { h & 0x8000 } else { h }
}

fn finish(h: u16, kind: HalfKind, flags: u16) -> u16 {
    let h = if flags & fp::FTZ != 0 { flush(h, kind) } else { h };
    let x = kind.format.to_f32(h);
    if flags & fp::SAT != 0 {
        return if x > 0.0 { if x < 1.0 { h } else { kind.format.round_f32(1.0) } } else { 0 };
    }
    if flags & fp::RELU != 0 && (x < 0.0 || h == 0x8000) { 0 } else { h }
}

fn minmax(a: u16, b: u16, kind: HalfKind, flags: u16) -> u16 {
    let wide = |h: u16| kind.format.to_f32(h).to_bits();
    let pick =
        |a: u32, b: u32| if kind.op == HalfOp::Min { super::fp::min32(a, b) } else { super::fp::max32(a, b) };
    kind.format.round_f32(f32::from_bits(super::fp::minmax_flags(wide(a), wide(b), flags, pick)))
}

/// One 16-bit value.
pub(crate) fn half_one(kind: HalfKind, flags: u16, a: u16, b: u16, c: u16) -> u16 {
    let input = |h: u16| if flags & fp::FTZ != 0 { flush(h, kind) } else { h };
    let (a, b, c) = (input(a), input(b), input(c));
    let f = kind.format;
    // Products and sums of two 16-bit values are exact in double precision, or rounded once harmlessly.
    let (x, y, z) = (f64::from(f.to_f32(a)), f64::from(f.to_f32(b)), f64::from(f.to_f32(c)));
    let result = match kind.op {
        HalfOp::Add => f.round_f64(x + y),
        HalfOp::Sub => f.round_f64(x - y),
        HalfOp::Mul => f.round_f64(x * y),
        HalfOp::Fma => f.round_f32(super::fp::rounded_odd_fma(x, y, z)),
        HalfOp::Min | HalfOp::Max => minmax(a, b, kind, flags),
        HalfOp::Neg => return input(a) ^ 0x8000,
        HalfOp::Abs => return input(a) & 0x7fff,
        HalfOp::Ex2 => f.round_f64(x.exp2()),
        HalfOp::Tanh => f.round_f64(x.tanh()),
    };
    finish(result, kind, flags)
}

/// One lane, packed or not.
pub(crate) fn half_lane(kind: HalfKind, flags: u16, a: u32, b: u32, c: u32) -> u32 {
    let low = u32::from(half_one(kind, flags, a as u16, b as u16, c as u16));
    if !kind.packed {
        return low;
    }
    let high = half_one(kind, flags, (a >> 16) as u16, (b >> 16) as u16, (c >> 16) as u16);
    low | u32::from(high) << 16
}
