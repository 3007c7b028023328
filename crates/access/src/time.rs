//! Lengths of time and dates, as administrators write and read them. All times are UTC, in seconds since 1970.

use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

const MINUTE: u64 = 60;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;
/// Dates have four digits for the year.
const LATEST: u64 = 253_402_300_799;

/// The present.
pub fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}

/// The text is no end of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExpiryError;

impl fmt::Display for ExpiryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a length of time (365d, 12h, 30m, 90s), a date (2030-12-31) or `never`")
    }
}

impl std::error::Error for ExpiryError {}

/// When something ends that begins `now`: after `365d`, at the end of `2030-12-31`, or `never`.
///
/// # Errors
/// What is neither.
pub fn parse_expiry(text: &str, now: u64) -> Result<Option<u64>, ExpiryError> {
    if text == "never" {
        return Ok(None);
    }
    let end = parse_length(text).and_then(|length| now.checked_add(length)).or_else(|| parse_date(text));
    end.filter(|end| *end <= LATEST).map(Some).ok_or(ExpiryError)
}

/// A length of time in seconds: `30s`, `10m`, `2h`, `90d`; `None` if it is none.
pub fn parse_length(text: &str) -> Option<u64> {
    let unit = match text.chars().next_back()? {
        'd' => DAY,
        'h' => HOUR,
        'm' => MINUTE,
        's' => 1,
        _ => return None,
    };
    number(&text[..text.len() - 1])?.checked_mul(unit)
}

fn number(digits: &str) -> Option<u64> {
    digits.bytes().all(|b| b.is_ascii_digit()).then(|| digits.parse().ok())?
}

/// The last second of a day.
fn parse_date(text: &str) -> Option<u64> {
    let mut parts = text.split('-');
    let (year, month, day) = (number(parts.next()?)?, number(parts.next()?)?, number(parts.next()?)?);
    if parts.next().is_some() || !(1970..10_000).contains(&year) || !(1..=12).contains(&month) || day == 0 {
        return None;
    }
    let days = days_before(year) + (1..month).map(|m| length_of(year, m)).sum::<u64>() + day - 1;
    (day <= length_of(year, month)).then_some(days * DAY + DAY - 1)
}

fn is_leap(year: u64) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

fn length_of(year: u64, month: u64) -> u64 {
    match month {
        2 => 28 + u64::from(is_leap(year)),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Days from 1970 to the beginning of a year.
fn days_before(year: u64) -> u64 {
    let leaps = |y: u64| y / 4 - y / 100 + y / 400;
    (year - 1970) * 365 + leaps(year - 1) - leaps(1969)
}

/// Year, month and day.
pub fn date_parts(time: u64) -> (u64, u64, u64) {
    let mut rest = time.min(LATEST) / DAY;
    let mut year = 1970 + rest / 366;
    while days_before(year + 1) <= rest {
        year += 1;
    }
    rest -= days_before(year);
    let mut month = 1;
    while rest >= length_of(year, month) {
        rest -= length_of(year, month);
        month += 1;
    }
    (year, month, rest + 1)
}

/// As `2030-12-31T23:59:59Z`.
pub fn format(time: u64) -> String {
    let (year, month, day) = date_parts(time);
    let (h, m, s) = (time / HOUR % 24, time / MINUTE % 60, time % 60);
    format!("{year:04}-{month:02}-{day:02}T{h:02}:{m:02}:{s:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_go_both_ways() {
        let cases = [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_796_052_589, "2026-11-30T15:29:49Z"),
            (4_102_444_799, "2099-12-31T23:59:59Z"),
            (LATEST, "9999-12-31T23:59:59Z"),
        ];
        for (time, text) in cases {
            assert_eq!(format(time), text);
            let end = time / DAY * DAY + DAY - 1;
            assert_eq!(parse_expiry(&text[..10], 0), Ok(Some(end)), "{text}");
        }
        for day in (0..=LATEST / DAY).step_by(97) {
            let text = format(day * DAY);
            assert_eq!(parse_date(&text[..10]), Some(day * DAY + DAY - 1), "{text}");
        }
    }

    #[test]
    fn ends() {
        let check = |text, expected| assert_eq!(parse_expiry(text, 1000), expected, "{text}");
        check("90s", Ok(Some(1090)));
        check("30m", Ok(Some(2800)));
        check("365d", Ok(Some(1000 + 365 * DAY)));
        check("never", Ok(None));
        for text in [
            "",
            "d",
            "5",
            "-5d",
            "1.5d",
            "99999999999999999999d",
            "9999999999d",
            "2030-13-01",
            "2030-02-30",
            "2030-1",
            "é",
        ] {
            check(text, Err(ExpiryError));
        }
    }
}
