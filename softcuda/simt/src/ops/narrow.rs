//! Floating-point formats of 4, 6 and 8 bits: each is a row of parameters, and one pair of functions serves all.

use super::fp::Rounding;

/// A format: a sign, exponent bits, and significand bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Narrow {
    /// Stored bits of the significand.
    digits: u32,
    bias: i32,
    /// The bits of the largest finite magnitude.
    largest: u8,
    /// The bits of what lies beyond the largest finite magnitude, and of NaN; where there is neither, the largest.
    overflow: u8,
    nan: u8,
    /// The sign bit; 0 if there is none.
    sign: u8,
}

pub(crate) const E4M3: Narrow =
    Narrow { digits: 3, bias: 7, largest: 0x7e, overflow: 0x7f, nan: 0x7f, sign: 0x80 };
pub(crate) const E5M2: Narrow =
    Narrow { digits: 2, bias: 15, largest: 0x7b, overflow: 0x7c, nan: 0x7f, sign: 0x80 };
pub(crate) const E2M3: Narrow =
    Narrow { digits: 3, bias: 1, largest: 0x1f, overflow: 0x1f, nan: 0x1f, sign: 0x20 };
pub(crate) const E3M2: Narrow =
    Narrow { digits: 2, bias: 3, largest: 0x1f, overflow: 0x1f, nan: 0x1f, sign: 0x20 };
pub(crate) const E2M1: Narrow = Narrow { digits: 1, bias: 1, largest: 7, overflow: 7, nan: 7, sign: 8 };

impl Narrow {
    /// The value of the low bits.
    pub(crate) fn decode(self, bits: u64) -> f64 {
        let magnitude = bits as u8 & self.sign.wrapping_sub(1);
        let negative = bits as u8 & self.sign != 0;
        let size = if magnitude <= self.largest {
            self.finite(magnitude)
        } else if magnitude == self.overflow && self.overflow != self.nan {
            f64::INFINITY
        } else {
            return f64::NAN;
        };
        if negative { -size } else { size }
    }

    fn finite(self, magnitude: u8) -> f64 {
        let (exponent, fraction) =
            (i32::from(magnitude >> self.digits), magnitude & ((1 << self.digits) - 1));
        let (digits, exponent) =
            if exponent == 0 { (fraction, 1) } else { (fraction | 1 << self.digits, exponent) };
        f64::from(digits) * power(exponent - self.bias - self.digits as i32)
    }

    /// The nearest value's bits, ties to even. A NaN has no sign.
    pub(crate) fn encode(self, x: f64, satfinite: bool) -> u8 {
        if x.is_nan() {
            return self.nan;
        }
        let sign = if x.is_sign_negative() { self.sign } else { 0 };
        let least = 1 - self.bias;
        // The exponent of a double is 0 only for what is far too small for any of these formats.
        let exponent = ((x.to_bits() >> 52 & 0x7ff) as i32 - 1023).max(least);
        let unit = power(exponent - self.digits as i32);
        let rounded = (x.abs() / unit).round_ties_even() * unit;
        if rounded > self.finite(self.largest) {
            return sign | if satfinite { self.largest } else { self.overflow };
        }
        // In units of this exponent; a carry into the next exponent leads to its bits by itself.
        let count = (rounded / unit) as u8;
        sign | ((((exponent - least) as u8) << self.digits) + count)
    }
}

/// 2 to a power that a normal double holds.
fn power(exponent: i32) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

/// An exponent alone (`ue8m0`).
pub(crate) fn decode_exponent(bits: u64) -> f64 {
    if bits as u8 == 0xff { f64::NAN } else { power(i32::from(bits as u8) - 127) }
}

/// The exponent of a magnitude, towards zero or up.
pub(crate) fn encode_exponent(x: f64, mode: Rounding, satfinite: bool) -> u8 {
    if x.is_nan() {
        return 0xff;
    }
    let magnitude = x.abs();
    if magnitude <= power(-127) {
        return 0;
    }
    let bits = magnitude.to_bits();
    let up = mode == Rounding::Up && bits << 12 != 0;
    let exponent = (bits >> 52) as i32 - 1023 + 127 + i32::from(up);
    if exponent > 254 { if satfinite { 254 } else { 255 } } else { exponent as u8 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every format's values as they are listed by their specification: smallest, largest, one, and special values.
    #[test]
    fn landmarks() {
        for (format, bits, value) in [
            (E4M3, 0x00, 0.0),
            (E4M3, 0x01, 1.0 / 512.0),
            (E4M3, 0x08, 1.0 / 64.0),
            (E4M3, 0x38, 1.0),
            (E4M3, 0x7e, 448.0),
            (E4M3, 0xfe, -448.0),
            (E5M2, 0x01, 1.0 / 65536.0),
            (E5M2, 0x04, 1.0 / 16384.0),
            (E5M2, 0x3c, 1.0),
            (E5M2, 0x7b, 57344.0),
            (E5M2, 0x7c, f64::INFINITY),
            (E5M2, 0xfc, f64::NEG_INFINITY),
            (E2M3, 0x01, 0.125),
            (E2M3, 0x1f, 7.5),
            (E3M2, 0x01, 0.0625),
            (E3M2, 0x3f, -28.0),
            (E2M1, 0x01, 0.5),
            (E2M1, 0x0f, -6.0),
        ] {
            assert_eq!(format.decode(bits), value, "{format:?} {bits:#x}");
        }
        for (format, bits) in [(E4M3, 0x7f), (E4M3, 0xff), (E5M2, 0x7d), (E5M2, 0xff)] {
            assert!(format.decode(bits).is_nan(), "{format:?} {bits:#x}");
        }
    }

    /// The nearest of all finite values, the even one of two equally near, by search.
    fn nearest(format: Narrow, x: f64) -> u8 {
        let distance = |bits: u8| (format.decode(bits.into()) - x.abs()).abs();
        let best = (0..=format.largest)
            .min_by(|&a, &b| distance(a).total_cmp(&distance(b)).then((a & 1).cmp(&(b & 1))));
        best.unwrap_or(0) | if x.is_sign_negative() { format.sign } else { 0 }
    }

    #[test]
    fn encoding_finds_the_nearest() {
        for format in [E4M3, E5M2, E2M3, E3M2, E2M1] {
            let values: Vec<f64> = (0..=format.largest).map(|bits| format.decode(bits.into())).collect();
            let between = values.windows(2).flat_map(|pair| {
                let (low, high) = (pair[0], pair[1]);
                let middle = f64::midpoint(low, high);
                [low, middle, middle.next_down(), middle.next_up(), high]
            });
            for x in between.flat_map(|x| [x, -x]) {
                assert_eq!(format.encode(x, true), nearest(format, x), "{format:?} {x:e}");
                assert_eq!(format.encode(x, false), nearest(format, x), "{format:?} {x:e}");
            }
        }
    }

    #[test]
    fn beyond_the_largest() {
        for (format, x, finite, other) in [
            (E4M3, 464.0, 0x7e, 0x7e),
            (E4M3, 465.0, 0x7e, 0x7f),
            (E4M3, f64::NEG_INFINITY, 0xfe, 0xff),
            (E4M3, f64::NAN, 0x7f, 0x7f),
            (E5M2, 61439.0, 0x7b, 0x7b),
            (E5M2, 61440.0, 0x7b, 0x7c),
            (E5M2, f64::NEG_INFINITY, 0xfb, 0xfc),
            (E5M2, -f64::NAN, 0x7f, 0x7f),
            (E2M1, 100.0, 7, 7),
            (E2M3, -f64::INFINITY, 0x3f, 0x3f),
            (E3M2, f64::NAN, 0x1f, 0x1f),
        ] {
            assert_eq!(format.encode(x, true), finite, "{format:?} {x}");
            assert_eq!(format.encode(x, false), other, "{format:?} {x}");
        }
    }

    #[test]
    fn exponents() {
        for (x, down, up) in [
            (0.0, 0, 0),
            (-1.0, 127, 127),
            (1.5, 127, 128),
            (3.0f64.powi(40), 190, 191),
            (2f64.powi(-127), 0, 0),
            (1.25 * 2f64.powi(-127), 0, 1),
            (f64::from(f32::MAX), 254, 255),
            (f64::INFINITY, 255, 255),
            (f64::NAN, 255, 255),
        ] {
            assert_eq!(encode_exponent(x, Rounding::Zero, false), down, "{x:e}");
            assert_eq!(encode_exponent(x, Rounding::Up, false), up, "{x:e}");
            let most = if x.is_nan() { 255 } else { 254 };
            assert_eq!(encode_exponent(x, Rounding::Up, true), up.min(most), "{x:e}");
        }
        assert_eq!(decode_exponent(127), 1.0);
        assert_eq!(decode_exponent(0), 2f64.powi(-127));
        assert!(decode_exponent(0xff).is_nan());
    }
}
