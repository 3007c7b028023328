//! `cvt` between any two scalar types, one lane at a time. The frequent pairs have operations of their own.

use super::fp::{self, Rounding, flush32, integral, is_nan32};
use super::half::Format;
use super::narrow::{self, Narrow};

/// A scalar type of a conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Scalar {
    U8,
    S8,
    U16,
    S16,
    U32,
    S32,
    U64,
    S64,
    F16,
    Bf16,
    F32,
    F64,
    Tf32,
    E4m3,
    E5m2,
    E2m3,
    E3m2,
    E2m1,
    Ue8m0,
}

const SCALARS: [Scalar; 19] = {
    use Scalar::*;
    [U8, S8, U16, S16, U32, S32, U64, S64, F16, Bf16, F32, F64, Tf32, E4m3, E5m2, E2m3, E3m2, E2m1, Ue8m0]
};

impl Scalar {
    pub(crate) fn is_float(self) -> bool {
        self as u8 >= Scalar::F16 as u8
    }

    pub(crate) fn bits(self) -> u32 {
        match self {
            Scalar::E2m1 => 4,
            Scalar::E2m3 | Scalar::E3m2 => 6,
            Scalar::U8 | Scalar::S8 | Scalar::E4m3 | Scalar::E5m2 | Scalar::Ue8m0 => 8,
            Scalar::U16 | Scalar::S16 | Scalar::F16 | Scalar::Bf16 => 16,
            Scalar::U32 | Scalar::S32 | Scalar::F32 | Scalar::Tf32 => 32,
            Scalar::U64 | Scalar::S64 | Scalar::F64 => 64,
        }
    }

    fn narrow(self) -> Option<Narrow> {
        match self {
            Scalar::E4m3 => Some(narrow::E4M3),
            Scalar::E5m2 => Some(narrow::E5M2),
            Scalar::E2m3 => Some(narrow::E2M3),
            Scalar::E3m2 => Some(narrow::E3M2),
            Scalar::E2m1 => Some(narrow::E2M1),
            _ => None,
        }
    }

    fn is_signed(self) -> bool {
        matches!(self, Scalar::S8 | Scalar::S16 | Scalar::S32 | Scalar::S64)
    }

    /// The integer in the low bits of a register.
    fn integer(self, bits: u64) -> i128 {
        let drop = 64 - self.bits();
        if self.is_signed() {
            i128::from(((bits << drop) as i64) >> drop)
        } else {
            i128::from((bits << drop) >> drop)
        }
    }

    fn range(self) -> (i128, i128) {
        let n = self.bits();
        if self.is_signed() { (-(1 << (n - 1)), (1 << (n - 1)) - 1) } else { (0, (1 << n) - 1) }
    }
}

/// A conversion, as packed into an instruction's `x`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Conversion {
    pub(crate) to: Scalar,
    pub(crate) from: Scalar,
    pub(crate) rounding: Rounding,
    /// Rounds a float to an integral value in the same format (`.rni` and the like).
    pub(crate) integral: bool,
    pub(crate) sat: bool,
    pub(crate) ftz: bool,
    pub(crate) relu: bool,
    pub(crate) satfinite: bool,
}

impl Conversion {
    pub(crate) fn code(self) -> u32 {
        let flags = [self.integral, self.sat, self.ftz, self.relu, self.satfinite];
        let flags = flags.iter().enumerate().fold(0, |bits, (n, &on)| bits | u32::from(on) << (16 + n));
        self.to as u32 | (self.from as u32) << 5 | (self.rounding as u32) << 10 | flags
    }

    pub(crate) fn from_code(code: u32) -> Conversion {
        let scalar = |n: u32| SCALARS[(n & 31) as usize % SCALARS.len()];
        let flag = |n: u32| code >> (16 + n) & 1 != 0;
        Conversion {
            to: scalar(code),
            from: scalar(code >> 5),
            rounding: Rounding::from_code(code >> 10 & 7),
            integral: flag(0),
            sat: flag(1),
            ftz: flag(2),
            relu: flag(3),
            satfinite: flag(4),
        }
    }

    /// Converts one value; the result is in the low bits, zero-extended.
    pub(crate) fn apply(self, bits: u64) -> u64 {
        match (self.from.is_float(), self.to.is_float()) {
            (false, false) => self.integer_to_integer(bits),
            (false, true) => self.integer_to_float(bits),
            (true, false) => self.float_to_integer(bits),
            (true, true) => self.float_to_float(bits),
        }
    }

    fn integer_to_integer(self, bits: u64) -> u64 {
        let value = self.from.integer(bits);
        let (low, high) = self.to.range();
        mask(if self.sat { value.clamp(low, high) as u64 } else { value as u64 }, self.to.bits())
    }

    fn integer_to_float(self, bits: u64) -> u64 {
        let value = self.from.integer(bits);
        let digits = match self.to {
            Scalar::F16 => 11,
            Scalar::Bf16 => 8,
            Scalar::F32 | Scalar::Tf32 => 24,
            _ => 53,
        };
        // Magnitudes of 64-bit integers fit; the result has at most `digits` bits, so encoding is exact or an overflow of f16.
        let wide = fp::int_to_float(value < 0, value.unsigned_abs() as u64, digits, self.rounding);
        self.encode(wide)
    }

    fn float_to_integer(self, bits: u64) -> u64 {
        let value = self.decode(bits);
        let (low, high) = self.to.range();
        if value.is_nan() {
            let wide = self.from == Scalar::F64 || self.to.bits() == 64;
            return if wide { 1 << (self.to.bits() - 1) } else { 0 };
        }
        let rounded = integral(value, self.rounding);
        // `as` saturates, far beyond any range.
        mask((rounded as i128).clamp(low, high) as u64, self.to.bits())
    }

    fn float_to_float(self, bits: u64) -> u64 {
        let value = self.decode(bits);
        self.encode(if self.integral { integral(value, self.rounding) } else { value })
    }

    fn decode(self, bits: u64) -> f64 {
        if let Some(format) = self.from.narrow() {
            return format.decode(bits);
        }
        match self.from {
            Scalar::Ue8m0 => narrow::decode_exponent(bits),
            Scalar::F16 => f64::from(Format::F16.to_f32(bits as u16)),
            Scalar::Bf16 => f64::from(Format::Bf16.to_f32(bits as u16)),
            Scalar::F64 => f64::from_bits(bits),
            _ => f64::from(f32::from_bits(if self.ftz { flush32(bits as u32) } else { bits as u32 })),
        }
    }

    fn encode(self, value: f64) -> u64 {
        let value = self.clamp(value);
        if let Some(format) = self.to.narrow() {
            return u64::from(format.encode(value, self.satfinite));
        }
        match self.to {
            Scalar::Ue8m0 => u64::from(narrow::encode_exponent(value, self.rounding, self.satfinite)),
            Scalar::F16 => u64::from(to_half(Format::F16, value, self.rounding, self.satfinite)),
            Scalar::Bf16 => u64::from(to_half(Format::Bf16, value, self.rounding, self.satfinite)),
            Scalar::Tf32 => u64::from(to_tf32(value as f32, self.rounding)),
            Scalar::F32 => {
                let bits = fp::canon32(fp::f64_to_f32(value, self.rounding).to_bits());
                u64::from(if self.ftz { flush32(bits) } else { bits })
            }
            _ => value.to_bits(),
        }
    }

    fn clamp(self, value: f64) -> f64 {
        if self.sat {
            // NaN fails the comparison.
            return if value > 0.0 { value.min(1.0) } else { 0.0 };
        }
        if self.relu && (value < 0.0 || (value == 0.0 && value.is_sign_negative())) { 0.0 } else { value }
    }
}

fn mask(bits: u64, width: u32) -> u64 {
    if width == 64 { bits } else { bits & ((1 << width) - 1) }
}

/// Rounds to a 16-bit format in any mode.
fn to_half(format: Format, x: f64, mode: Rounding, satfinite: bool) -> u16 {
    let near = format.round_f64(x);
    if x.is_nan() {
        return near;
    }
    let back = f64::from(format.to_f32(near));
    // Neighbours in magnitude are neighbours in bits.
    let (towards_zero, away) = (near.wrapping_sub(1), near.wrapping_add(1));
    let directed = match mode {
        Rounding::Zero if back.abs() > x.abs() => towards_zero,
        Rounding::Down if back > x => {
            if back > 0.0 {
                towards_zero
            } else {
                away
            }
        }
        Rounding::Up if back < x => {
            if back < 0.0 {
                towards_zero
            } else {
                away
            }
        }
        _ => near,
    };
    let most = if format == Format::F16 { 0x7bff } else { 0x7f7f };
    let is_infinite = directed & 0x7fff == most + 1;
    if satfinite && is_infinite { directed & 0x8000 | most } else { directed }
}

/// Ten bits of significand, ties away from zero (`.rna`) or to even; the other thirteen are zero.
fn to_tf32(x: f32, mode: Rounding) -> u32 {
    let bits = x.to_bits();
    if is_nan32(bits) || x.is_infinite() {
        return fp::canon32(bits);
    }
    let add = match mode {
        Rounding::Nearest => 0xfff + (bits >> 13 & 1),
        Rounding::Zero => 0,
        _ => 0x1000,
    };
    (bits + add) & !0x1fff
}
