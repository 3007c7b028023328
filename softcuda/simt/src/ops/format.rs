//! The conversions of C's `printf`.

/// A conversion of a format string.
#[derive(Default)]
pub(super) struct Spec {
    pub(super) minus: bool,
    pub(super) plus: bool,
    pub(super) space: bool,
    pub(super) alternate: bool,
    pub(super) zero: bool,
    pub(super) width: usize,
    pub(super) precision: Option<usize>,
    /// Number of `l`s, or 2 for `j`, `z`, `t`; `h` shortens.
    pub(super) long: u32,
    pub(super) short: u32,
}

/// At least as many digits as the precision asks for; zero has none at precision 0.
pub(super) fn digits(text: String, spec: &Spec) -> String {
    if spec.precision == Some(0) && text == "0" {
        return String::new();
    }
    let missing = spec.precision.unwrap_or(1).saturating_sub(text.len());
    "0".repeat(missing) + &text
}

/// `%u`, `%o`, `%x`, `%X`.
pub(super) fn unsigned(conversion: u8, value: u64, spec: &Spec) -> Vec<u8> {
    let (text, prefix) = match conversion {
        b'x' => (format!("{value:x}"), "0x"),
        b'X' => (format!("{value:X}"), "0X"),
        b'o' => (format!("{value:o}"), ""),
        _ => (value.to_string(), ""),
    };
    let digits = digits(text, spec);
    let octal = conversion == b'o' && spec.alternate && !digits.starts_with('0');
    let prefix = match () {
        () if octal => "0",
        () if spec.alternate && value != 0 => prefix,
        () => "",
    };
    (prefix.to_string() + &digits).into_bytes()
}

/// The sign that a number shows, before its digits.
pub(super) fn signed(negative: bool, text: String, spec: &Spec) -> Vec<u8> {
    let sign = if negative {
        "-"
    } else if spec.plus {
        "+"
    } else if spec.space {
        " "
    } else {
        ""
    };
    (sign.to_string() + &text).into_bytes()
}

/// `%f`, `%e`, `%g`, `%a` and their capitals.
pub(super) fn float(conversion: u8, value: f64, spec: &Spec) -> Vec<u8> {
    let upper = conversion.is_ascii_uppercase();
    let magnitude = value.abs();
    let precision = spec.precision.unwrap_or(6);
    let text = if value.is_nan() {
        "nan".to_string()
    } else if magnitude.is_infinite() {
        "inf".to_string()
    } else {
        match conversion.to_ascii_lowercase() {
            b'f' => pointed(format!("{magnitude:.precision$}"), spec),
            b'e' => pointed(exponential(magnitude, precision), spec),
            b'a' => pointed(hexadecimal(magnitude, spec.precision), spec),
            _ => pointed(general(magnitude, precision.max(1), spec.alternate), spec),
        }
    };
    let text = if upper { text.to_uppercase() } else { text };
    signed(value.is_sign_negative() && !value.is_nan(), text, spec)
}

/// With a decimal point even if no digit follows, where `#` asks for it.
fn pointed(text: String, spec: &Spec) -> String {
    if !spec.alternate || text.contains('.') {
        return text;
    }
    let exponent = text.find(['e', 'p']).unwrap_or(text.len());
    format!("{}.{}", &text[..exponent], &text[exponent..])
}

/// C's `%e`: at least two digits of exponent.
fn exponential(magnitude: f64, precision: usize) -> String {
    let text = format!("{magnitude:.precision$e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let (sign, exponent) = exponent.strip_prefix('-').map_or(('+', exponent), |e| ('-', e));
    format!("{mantissa}e{sign}{exponent:0>2}")
}

/// C's `%g`: the shorter style, without trailing zeros unless asked.
fn general(magnitude: f64, precision: usize, keep: bool) -> String {
    let scientific = exponential(magnitude, precision - 1);
    let exponent: i64 = scientific.split_once('e').and_then(|(_, e)| e.parse().ok()).unwrap_or(0);
    let trim = |text: &str| {
        if keep || !text.contains('.') {
            text.to_string()
        } else {
            text.trim_end_matches('0').trim_end_matches('.').to_string()
        }
    };
    if exponent < -4 || exponent >= precision as i64 {
        let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "+00"));
        return format!("{}e{exponent}", trim(mantissa));
    }
    let places = (precision as i64 - 1 - exponent) as usize;
    trim(&format!("{magnitude:.places$}"))
}

/// C's `%a` of a non-negative number: all digits that it needs, or `precision` of them, rounded to nearest.
fn hexadecimal(magnitude: f64, precision: Option<usize>) -> String {
    let bits = magnitude.to_bits();
    let (field, fraction) = ((bits >> 52) as i64, bits & ((1 << 52) - 1));
    let exponent = if bits == 0 { 0 } else { field.max(1) - 1023 };
    let mut significand = fraction | u64::from(field != 0) << 52;
    if let Some(places @ 0..13) = precision {
        let drop = 52 - 4 * places as u32;
        let (kept, rest, half) = (significand >> drop, significand & ((1 << drop) - 1), 1 << (drop - 1));
        significand = (kept + u64::from(rest > half || (rest == half && kept & 1 == 1))) << drop;
    }
    let (lead, digits) = (significand >> 52, format!("{:013x}", significand & ((1 << 52) - 1)));
    let digits = match precision {
        Some(places) => format!("{:0<places$}", &digits[..places.min(13)]),
        None => digits.trim_end_matches('0').to_string(),
    };
    let point = if digits.is_empty() { "" } else { "." };
    format!("0x{lead}{point}{digits}p{exponent:+}")
}

/// Is the field filled with zeros? Not if an integer's precision says how many digits there are, and not without digits.
pub(super) fn zero_filled(conversion: u8, text: &[u8], spec: &Spec) -> bool {
    let integer = matches!(conversion, b'd' | b'i' | b'u' | b'x' | b'X' | b'o');
    let number =
        integer || (!matches!(conversion, b's' | b'c' | b'p') && text.iter().any(u8::is_ascii_digit));
    spec.zero && number && !(integer && spec.precision.is_some())
}

/// Pads to the width; zeros go between sign or prefix and digits.
pub(super) fn pad(out: &mut Vec<u8>, text: &[u8], zeros: bool, spec: &Spec) {
    let missing = spec.width.saturating_sub(text.len());
    if spec.minus {
        out.extend_from_slice(text);
        out.extend(std::iter::repeat_n(b' ', missing));
    } else if zeros {
        let sign = usize::from(matches!(text.first(), Some(b'-' | b'+' | b' ')));
        let prefix = if matches!(text.get(sign..sign + 2), Some(b"0x" | b"0X")) { 2 } else { 0 };
        let (before, digits) = text.split_at(sign + prefix);
        out.extend_from_slice(before);
        out.extend(std::iter::repeat_n(b'0', missing));
        out.extend_from_slice(digits);
    } else {
        out.extend(std::iter::repeat_n(b' ', missing));
        out.extend_from_slice(text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    enum Value {
        I(i64),
        U(u64),
        F(f64),
    }

    /// One conversion such as `%-8.3f`, as a C library prints it.
    fn check(format: &str, value: Value, want: &str) {
        let (conversion, body) = format.as_bytes()[1..].split_last().unwrap();
        let body = std::str::from_utf8(body).unwrap();
        let flags = body.len() - body.trim_start_matches(['-', '+', ' ', '#', '0']).len();
        let (flags, numbers) = body.split_at(flags);
        let (width, precision) = numbers.split_once('.').map_or((numbers, None), |(w, p)| (w, Some(p)));
        let has = |flag| flags.contains(flag);
        let spec = Spec {
            minus: has('-'),
            plus: has('+'),
            space: has(' '),
            alternate: has('#'),
            zero: has('0'),
            width: width.parse().unwrap_or(0),
            precision: precision.map(|p| p.parse().unwrap_or(0)),
            ..Spec::default()
        };
        let text = match value {
            Value::I(v) => signed(v < 0, digits(v.unsigned_abs().to_string(), &spec), &spec),
            Value::U(v) => unsigned(*conversion, v, &spec),
            Value::F(v) => float(*conversion, v, &spec),
        };
        let mut out = Vec::new();
        pad(&mut out, &text, zero_filled(*conversion, &text, &spec), &spec);
        assert_eq!(String::from_utf8(out).unwrap(), want, "{format}");
    }

    #[test]
    fn conversions_are_those_of_c() {
        use Value::{F, I, U};
        let infinity = f64::INFINITY;
        for (format, value, want) in [
            ("%d", I(i64::MIN), "-9223372036854775808"),
            ("%05d", I(-42), "-0042"),
            ("%-5d", I(42), "42   "),
            ("%+5d", I(42), "  +42"),
            ("% d", I(42), " 42"),
            ("%05.3d", I(7), "  007"),
            ("%.0d", I(0), ""),
            ("%3.0d", I(0), "   "),
            ("%u", U(u64::MAX), "18446744073709551615"),
            ("%08x", U(0xbeef), "0000beef"),
            ("%#010x", U(255), "0x000000ff"),
            ("%#10X", U(255), "      0XFF"),
            ("%#.5x", U(255), "0x000ff"),
            ("%#x", U(0), "0"),
            ("%.0x", U(0), ""),
            ("%#o", U(8), "010"),
            ("%#o", U(0), "0"),
            ("%#.0o", U(0), "0"),
            ("%#.5o", U(8), "00010"),
            ("%f", F(-2.25), "-2.250000"),
            ("%.0f", F(2.5), "2"),
            ("%#.0f", F(1.0), "1."),
            ("%010.3f", F(-2.5), "-00002.500"),
            ("%010f", F(-infinity), "      -inf"),
            ("%F", F(infinity), "INF"),
            ("%f", F(f64::NAN), "nan"),
            ("%.2e", F(1e300), "1.00e+300"),
            ("%#.0e", F(2.0), "2.e+00"),
            ("%E", F(0.00012), "1.200000E-04"),
            ("%g", F(0.0001), "0.0001"),
            ("%g", F(1e-5), "1e-05"),
            ("%g", F(1e6), "1e+06"),
            ("%.3g", F(1234567.0), "1.23e+06"),
            ("%#g", F(1.0), "1.00000"),
            ("%#.1g", F(2.0), "2."),
            ("%.17g", F(0.1), "0.10000000000000001"),
            ("%a", F(1.0), "0x1p+0"),
            ("%a", F(0.0), "0x0p+0"),
            ("%a", F(5e-324), "0x0.0000000000001p-1022"),
            ("%A", F(0.1), "0X1.999999999999AP-4"),
            ("%.2a", F(3.14065), "0x1.92p+1"),
            ("%.0a", F(1.5), "0x2p+0"),
            ("%014a", F(1.5), "0x0000001.8p+0"),
            ("%.15a", F(1.0), "0x1.000000000000000p+0"),
        ] {
            check(format, value, want);
        }
    }
}
