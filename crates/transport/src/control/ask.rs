//! What a user writes for a share of a GPU: bfrun's `-p`, `-m`, `-n` and the variables BIFROST_MEMORY, BIFROST_GPUS; switches.

use std::fmt;
use std::time::Duration;

use access::time::parse_length;
use protocol::control::MemoryAsk;

/// Why a text asks for no amount of memory or GPUs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AskError {
    /// A fraction is a number above 0 and up to 1, or a percentage.
    Fraction,
    /// An amount is a positive number of MiB, or one with a unit.
    Amount,
    /// An amount is whole: so many MiB.
    Parts(u64),
    /// One of both.
    Memory,
    /// A number of GPUs is 1 or more.
    Gpus,
    /// A switch is on or off.
    Switch,
    /// A time.
    Wait,
}

impl fmt::Display for AskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            AskError::Parts(mib) => {
                return write!(f, "expected a whole number before the unit: {mib}MiB, for one");
            }
            AskError::Fraction => "expected a fraction of a GPU's memory: 0.5 or 50%",
            AskError::Amount => "expected an amount of memory: 4000 (MiB), 4000MiB, 4G or 4GiB",
            AskError::Memory => "expected memory of a GPU: 0.5, 50%, 4000 (MiB), 4000MiB, 4G, 4GiB or whole",
            AskError::Gpus => "expected a number of GPUs: 1 or more",
            AskError::Switch => "expected 1 or 0",
            AskError::Wait => "expected a time: 90 (seconds), 90s, 10m, 2h or 1d",
        })
    }
}

impl std::error::Error for AskError {}

/// Memory in any notation: `whole`, `50%`, `0.5` (with a point: a fraction), `4000` (MiB), `4000MiB`, `4G`, `4GiB`.
pub fn parse_memory(text: &str) -> Result<MemoryAsk, AskError> {
    let text = text.trim();
    if text.eq_ignore_ascii_case("whole") {
        return Ok(MemoryAsk::Whole);
    }
    let fraction =
        text.ends_with('%') || (text.contains('.') && text.ends_with(|c: char| c.is_ascii_digit()));
    let ask = if fraction { parse_fraction(text) } else { parse_mib(text) };
    ask.map_err(|e| if matches!(e, AskError::Parts(_)) { e } else { AskError::Memory })
}

/// A fraction: `0.5`, `50%`, `1`.
pub fn parse_fraction(text: &str) -> Result<MemoryAsk, AskError> {
    let (digits, scale) = match text.trim().strip_suffix('%') {
        Some(percent) => (percent, 1e4),
        None => (text.trim(), 1e6),
    };
    let plain = digits.chars().all(|c| c.is_ascii_digit() || c == '.');
    let value: f64 = digits.parse().map_err(|_| AskError::Fraction)?;
    let ppm = (value * scale).round();
    if !plain || !(1.0..=1e6).contains(&ppm) {
        return Err(AskError::Fraction);
    }
    // Exact: between 1 and a million.
    Ok(MemoryAsk::Ppm(ppm as u32))
}

/// An amount: `4000` (MiB), `4000MiB`, `4G`, `4GiB`.
pub fn parse_mib(text: &str) -> Result<MemoryAsk, AskError> {
    let bytes = parse_amount(text).ok_or_else(|| parts(text).map_or(AskError::Amount, AskError::Parts))?;
    Ok(MemoryAsk::Mib(bytes >> 20))
}

/// What an amount such as `4.5G` may mean in MiB.
fn parts(text: &str) -> Option<u64> {
    let lower = text.trim().to_ascii_lowercase();
    let digits = lower.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = parse_amount(&format!("1{}", &lower[digits.len()..]))?;
    let digits = digits.trim_end();
    let is_plain = digits.contains('.') && digits.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let count: f64 = is_plain.then(|| digits.parse().ok())??;
    let mib = (count * (unit >> 20) as f64).round();
    // Exact: between 1 and 2^53.
    (1.0..9e15).contains(&mib).then_some(mib as u64)
}

/// An amount in bytes: a whole number of MiB, or of what its unit says (M, G, T, also with iB). Units are powers of 1,024.
pub fn parse_amount(text: &str) -> Option<u64> {
    let lower = text.trim().to_ascii_lowercase();
    let digits = lower.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let shift = match &lower[digits.len()..] {
        "" | "m" | "mib" => 20,
        "g" | "gib" => 30,
        "t" | "tib" => 40,
        _ => return None,
    };
    let digits = digits.trim_end();
    let count: u64 = digits.bytes().all(|b| b.is_ascii_digit()).then(|| digits.parse().ok())??;
    count.checked_mul(1 << shift).filter(|bytes| *bytes > 0)
}

/// A number of GPUs.
pub fn parse_gpus(text: &str) -> Result<u32, AskError> {
    text.trim().parse().ok().filter(|n| *n > 0).ok_or(AskError::Gpus)
}

/// A time that one is ready to wait: `90` (seconds), `90s`, `10m`, `2h`, `1d`.
pub fn parse_wait(text: &str) -> Result<Duration, AskError> {
    let text = text.trim();
    let seconds = if text.ends_with(|c: char| c.is_ascii_digit()) {
        parse_length(&format!("{text}s"))
    } else {
        parse_length(text)
    };
    // Bounded, so that a moment that far ahead can be told.
    let seconds = seconds.filter(|s| (1..=u64::from(u32::MAX)).contains(s)).ok_or(AskError::Wait)?;
    Ok(Duration::from_secs(seconds))
}

/// A variable that turns something on or off.
pub fn parse_switch(text: &str) -> Result<bool, AskError> {
    match text.trim().to_ascii_lowercase().as_str() {
        "1" | "true" | "yes" | "on" => Ok(true),
        "" | "0" | "false" | "no" | "off" => Ok(false),
        _ => Err(AskError::Switch),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use MemoryAsk::{Mib, Ppm, Whole};

    #[test]
    fn times() {
        for (text, seconds) in [("90", 90), ("90s", 90), (" 10m ", 600), ("2h", 7200), ("5d", 432_000)] {
            assert_eq!(parse_wait(text), Ok(Duration::from_secs(seconds)), "{text}");
        }
        for text in ["", "0", "-1", "+5", "1.5h", "s", "5w", "99999999999", "99999999999d", "1 h", "1ms"] {
            assert_eq!(parse_wait(text), Err(AskError::Wait), "{text}");
        }
    }

    #[test]
    fn memory_in_any_notation() {
        let check = |text: &str, expected| assert_eq!(parse_memory(text), expected, "{text}");
        check("0.5", Ok(Ppm(500_000)));
        check("50%", Ok(Ppm(500_000)));
        check("12.5%", Ok(Ppm(125_000)));
        check("1.0", Ok(Ppm(1_000_000)));
        check("0.000001", Ok(Ppm(1)));
        check("4000", Ok(Mib(4000)));
        check("4000MiB", Ok(Mib(4000)));
        check("4 GiB", Ok(Mib(4096)));
        check("4g", Ok(Mib(4096)));
        check("512M", Ok(Mib(512)));
        check("1T", Ok(Mib(1 << 20)));
        check(" whole ", Ok(Whole));
        for text in [
            "",
            "0",
            "0.0",
            "1.5",
            "101%",
            "-1",
            "+5",
            "x",
            "4K",
            "4GB",
            "4 0",
            "G",
            "é",
            "99999999999999999999",
            "18446744073709551615GiB",
            "nan",
            "1e3",
        ] {
            check(text, Err(AskError::Memory));
        }
        for (text, mib) in [("0.5GiB", 512), ("4.5G", 4608), ("1.25 TiB", 1_310_720), ("100.6M", 101)] {
            check(text, Err(AskError::Parts(mib)));
        }
    }

    #[test]
    fn fractions() {
        let check = |text: &str, expected| assert_eq!(parse_fraction(text), expected, "{text}");
        check("1", Ok(Ppm(1_000_000)));
        check(".25", Ok(Ppm(250_000)));
        check("100%", Ok(Ppm(1_000_000)));
        for text in ["0", "2", "inf", "NaN", "-0.5", "+0.5", "%", ".", "1e-1"] {
            check(text, Err(AskError::Fraction));
        }
    }

    #[test]
    fn switches() {
        for (text, on) in
            [("1", true), ("On", true), ("yes", true), ("0", false), ("false", false), ("", false)]
        {
            assert_eq!(parse_switch(text), Ok(on), "{text}");
        }
        for text in ["2", "-1", "maybe"] {
            assert_eq!(parse_switch(text), Err(AskError::Switch), "{text}");
        }
    }

    #[test]
    fn gpus() {
        assert_eq!(parse_gpus("2"), Ok(2));
        for text in ["0", "-1", "two", ""] {
            assert_eq!(parse_gpus(text), Err(AskError::Gpus), "{text}");
        }
    }
}
