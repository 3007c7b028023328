//! Double-precision operations with a directed rounding, in integers: exact up to one rounding over the whole range,
//! subnormal results and cancellation included.

use super::fp::{RoundedOp, Rounding};

/// Bits after the leading one of a double.
const FRACTION: u32 = 52;
/// Power of two of a double's lowest bit in the subnormal range.
const LOWEST: i32 = -1074;
/// Largest exponent field of a finite double.
const LARGEST: u64 = 2046;
/// Position of the leading one of a normalised significand; the bit above takes a sum's carry.
const TOP: u32 = 126;

/// A number ±significand × 2^exponent, not zero; the significand's leading one is at [`TOP`] once normalised. Its lowest bit
/// is also set if anything below it was lost, which keeps the direction of the error.
#[derive(Clone, Copy)]
struct Exact {
    negative: bool,
    significand: u128,
    exponent: i32,
}

/// `value >> count`, with what is shifted out kept in the lowest bit.
fn shift_sticky(value: u128, count: u32) -> u128 {
    if count > 127 {
        return u128::from(value != 0);
    }
    let kept = value >> count;
    kept | u128::from(kept << count != value)
}

/// Significand of 53 bits with its leading one, and the power of two of its lowest bit; `x` is finite and not zero.
fn parts(x: f64) -> (u64, i32) {
    let bits = x.to_bits();
    let (field, fraction) = ((bits >> FRACTION & 0x7ff) as i32, bits & ((1 << FRACTION) - 1));
    if field == 0 {
        let up = fraction.leading_zeros() - (63 - FRACTION);
        return (fraction << up, LOWEST - up as i32);
    }
    (fraction | 1 << FRACTION, field - 1 + LOWEST)
}

impl Exact {
    fn new(negative: bool, significand: u128, exponent: i32) -> Exact {
        let up = significand.leading_zeros().saturating_sub(127 - TOP);
        Exact { negative, significand: significand << up, exponent: exponent - up as i32 }
    }

    fn of(x: f64) -> Exact {
        let (significand, exponent) = parts(x);
        Exact::new(x.is_sign_negative(), u128::from(significand), exponent)
    }

    fn product(a: f64, b: f64) -> Exact {
        let ((m, e), (n, f)) = (parts(a), parts(b));
        Exact::new(a.is_sign_negative() != b.is_sign_negative(), u128::from(m) * u128::from(n), e + f)
    }

    fn quotient(a: f64, b: f64) -> Exact {
        let ((m, e), (n, f)) = (parts(a), parts(b));
        let (dividend, divisor) = (u128::from(m) << 74, u128::from(n));
        let quotient = (dividend / divisor) | u128::from(dividend % divisor != 0);
        Exact::new(a.is_sign_negative() != b.is_sign_negative(), quotient, e - f - 74)
    }

    fn root(a: f64) -> Exact {
        let (m, e) = parts(a);
        let up = 72 + (e & 1) as u32;
        let square = u128::from(m) << up;
        let root = square.isqrt();
        // Two more bits make room for the sticky one.
        let root = (root << 2) | u128::from(root * root != square);
        Exact::new(false, root, (e - up as i32) / 2 - 2)
    }

    /// The sum; none if it is zero.
    fn sum(self, other: Exact) -> Option<Exact> {
        let (high, low) = if self.exponent >= other.exponent { (self, other) } else { (other, self) };
        let distance = high.exponent.abs_diff(low.exponent);
        let lower = shift_sticky(low.significand, distance);
        if high.negative == low.negative {
            let sum = high.significand + lower;
            let carried = sum >> (TOP + 1) != 0;
            let (sum, exponent) =
                if carried { (shift_sticky(sum, 1), high.exponent + 1) } else { (sum, high.exponent) };
            return Some(Exact { negative: high.negative, significand: sum, exponent });
        }
        let negative = if high.significand >= lower { high.negative } else { low.negative };
        match high.significand.abs_diff(lower) {
            0 => None,
            difference => Some(Exact::new(negative, difference, high.exponent)),
        }
    }

    /// The double that `mode` wants.
    fn round(self, mode: Rounding) -> f64 {
        let drop = (self.exponent + (TOP - FRACTION) as i32).max(LOWEST) - self.exponent;
        // At least `TOP - FRACTION`: never negative. Beyond 127 all bits are below the lowest place.
        let drop = drop as u32;
        let place = self.exponent + drop as i32;
        let (kept, rest) = match 1u128.checked_shl(drop) {
            Some(unit) => ((self.significand / unit) as u64, self.significand % unit),
            None => (0, self.significand),
        };
        let half = 1u128.checked_shl(drop - 1);
        let past_half = half.is_some_and(|half| rest > half || (rest == half && kept & 1 == 1));
        let up = match mode {
            Rounding::Nearest | Rounding::NearestAway => past_half,
            Rounding::Zero => false,
            Rounding::Down => self.negative && rest != 0,
            Rounding::Up => !self.negative && rest != 0,
        };
        // The fields of a double are one number, so a carry out of the fraction moves the exponent by itself.
        let field = if kept >> FRACTION == 0 { 0 } else { u64::from(place.abs_diff(LOWEST)).min(LARGEST) };
        let magnitude = (field << FRACTION) + kept + u64::from(up);
        let magnitude =
            if magnitude >> FRACTION > LARGEST { overflow(self.negative, mode) } else { magnitude };
        f64::from_bits(magnitude | u64::from(self.negative) << 63)
    }
}

/// Infinity, or the largest number when the mode points the other way.
fn overflow(negative: bool, mode: Rounding) -> u64 {
    let infinite = match mode {
        Rounding::Nearest | Rounding::NearestAway => true,
        Rounding::Zero => false,
        Rounding::Down => negative,
        Rounding::Up => !negative,
    };
    ((LARGEST + 1) << FRACTION) - u64::from(!infinite)
}

/// a * b + c, or a sum when `product` is a plain number.
fn add(product: Exact, c: f64, mode: Rounding) -> f64 {
    match product.sum(Exact::of(c)) {
        Some(sum) => sum.round(mode),
        None if mode == Rounding::Down => -0.0,
        None => 0.0,
    }
}

/// A double-precision operation rounded in `mode`.
pub(crate) fn rounded64(op: RoundedOp, mode: Rounding, a: f64, b: f64, c: f64) -> f64 {
    let usual = |x: f64| x.is_finite() && x != 0.0;
    let zero_sum = |near: f64, one: f64, other: f64| {
        let opposite = one.is_sign_negative() != other.is_sign_negative();
        if near == 0.0 && opposite && mode == Rounding::Down { -0.0 } else { near }
    };
    // Whatever has a zero, an infinity or a NaN among its operands is exact.
    match op {
        RoundedOp::Add if usual(a) && usual(b) => add(Exact::of(a), b, mode),
        RoundedOp::Add => zero_sum(a + b, a, b),
        RoundedOp::Sub => rounded64(RoundedOp::Add, mode, a, -b, c),
        RoundedOp::Mul if usual(a) && usual(b) => Exact::product(a, b).round(mode),
        RoundedOp::Mul => a * b,
        RoundedOp::Fma if usual(a) && usual(b) && usual(c) => add(Exact::product(a, b), c, mode),
        RoundedOp::Fma if usual(a) && usual(b) && c == 0.0 => Exact::product(a, b).round(mode),
        RoundedOp::Fma => zero_sum(a.mul_add(b, c), a * b, c),
        RoundedOp::Div if usual(a) && usual(b) => Exact::quotient(a, b).round(mode),
        RoundedOp::Div => a / b,
        RoundedOp::Sqrt if usual(a) && a > 0.0 => Exact::root(a).round(mode),
        RoundedOp::Sqrt => a.sqrt(),
        RoundedOp::Rcp => rounded64(RoundedOp::Div, mode, 1.0, a, c),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MODES: [Rounding; 4] = [Rounding::Nearest, Rounding::Down, Rounding::Up, Rounding::Zero];

    /// Doubles near every edge: zeros, subnormals, powers, all exponents, the largest.
    fn samples() -> Vec<f64> {
        let mut state = 0x2545_f491_4f6c_dd1du64;
        let mut next = move || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        let edges = [
            0,
            1,
            2,
            0xf_ffff_ffff_ffff,
            1 << 52,
            (1 << 52) + 1,
            1023 << 52,
            2046 << 52,
            0x7fef_ffff_ffff_ffff,
        ];
        let mut all: Vec<u64> = edges.into_iter().flat_map(|bits: u64| [bits, bits | 1 << 63]).collect();
        all.extend([f64::INFINITY.to_bits(), f64::NEG_INFINITY.to_bits()]);
        for n in 0..60 {
            let near = [0, 1, 30, 500, 970, 1022, 1023, 1024, 1076, 1500, 2000, 2046][n % 12];
            all.push(next() >> (n % 3 * 20) & ((1 << 52) - 1) | near << 52 | next() << 63);
        }
        all.into_iter().map(f64::from_bits).collect()
    }

    /// To nearest is what the CPU does; the directed results bracket it, and differ exactly if it is inexact.
    fn check(op: RoundedOp, a: f64, b: f64, c: f64, near: f64) {
        let [nearest, down, up, zero] = MODES.map(|mode| rounded64(op, mode, a, b, c));
        let what = format!("{op:?} {a:e} {b:e} {c:e}: {nearest:e} {down:e} {up:e} {zero:e}, CPU {near:e}");
        if near.is_nan() {
            assert!([nearest, down, up, zero].iter().all(|x| x.is_nan()), "{what}");
            return;
        }
        assert_eq!(nearest.to_bits(), near.to_bits(), "{what}");
        assert!(down <= near && near <= up, "{what}");
        assert!(down == up || down.next_up() == up || (down == -0.0 && up == f64::from_bits(1)), "{what}");
        assert!(near == down || near == up, "{what}");
        let towards = if near.is_sign_negative() { up } else { down };
        assert!(zero == towards, "{what}");
    }

    #[test]
    fn nearest_is_the_cpus_and_directed_results_bracket_it() {
        let samples = samples();
        for &a in &samples {
            check(RoundedOp::Sqrt, a, 0.0, 0.0, a.sqrt());
            check(RoundedOp::Rcp, a, 0.0, 0.0, 1.0 / a);
            for &b in &samples {
                check(RoundedOp::Add, a, b, 0.0, a + b);
                check(RoundedOp::Sub, a, b, 0.0, a - b);
                check(RoundedOp::Mul, a, b, 0.0, a * b);
                check(RoundedOp::Div, a, b, 0.0, a / b);
                for &c in samples.iter().step_by(3) {
                    check(RoundedOp::Fma, a, b, c, a.mul_add(b, c));
                }
                // Cancellation: what is left of the product's lower half.
                check(RoundedOp::Fma, a, b, -(a * b), a.mul_add(b, -(a * b)));
            }
        }
    }

    /// Operation, mode, operands, bits of the result.
    #[test]
    fn directed_results() {
        use {RoundedOp as O, Rounding as R};
        let tiny = f64::from_bits(1);
        for (op, mode, a, b, c, want) in [
            (O::Mul, R::Up, tiny, 0.25, 0.0, 1),
            (O::Mul, R::Nearest, tiny, 0.75, 0.0, 1),
            (O::Mul, R::Zero, tiny, 0.75, 0.0, 0),
            (O::Mul, R::Down, tiny, -1e-300, 0.0, 1 << 63 | 1),
            (O::Mul, R::Up, -tiny, 1e-300, 0.0, 1 << 63),
            (O::Fma, R::Down, tiny, -tiny, 1.0, 0x3fef_ffff_ffff_ffff),
            (O::Fma, R::Up, tiny, tiny, 1.0, 0x3ff0_0000_0000_0001),
            (O::Fma, R::Zero, tiny, tiny, -1.0, 0xbfef_ffff_ffff_ffff),
            (O::Add, R::Down, 1.0, -1.0, 0.0, 1 << 63),
            (O::Add, R::Up, 1.0, -1.0, 0.0, 0),
            (O::Add, R::Zero, f64::MAX, f64::MAX, 0.0, 0x7fef_ffff_ffff_ffff),
            (O::Add, R::Up, f64::MIN, f64::MIN, 0.0, 0xffef_ffff_ffff_ffff),
            (O::Add, R::Down, f64::MIN, f64::MIN, 0.0, 0xfff0_0000_0000_0000),
            (O::Div, R::Up, 1.0, 3.0, 0.0, 0x3fd5_5555_5555_5556),
            (O::Div, R::Zero, -1.0, 3.0, 0.0, 0xbfd5_5555_5555_5555),
            (O::Rcp, R::Zero, tiny, 0.0, 0.0, 0x7fef_ffff_ffff_ffff),
            (O::Sqrt, R::Up, 2.0, 0.0, 0.0, 0x3ff6_a09e_667f_3bcd),
            (O::Sqrt, R::Zero, 2.0, 0.0, 0.0, 0x3ff6_a09e_667f_3bcc),
            (O::Sqrt, R::Up, 4.0, 0.0, 0.0, 0x4000_0000_0000_0000),
        ] {
            let got = rounded64(op, mode, a, b, c).to_bits();
            assert_eq!(got, want, "{op:?} {mode:?} {a:e} {b:e} {c:e}: {got:#x}");
        }
    }
}
