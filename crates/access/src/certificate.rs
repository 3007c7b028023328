//! When a certificate ends: as much of X.509 as that needs.

use crate::time;

const INTEGER: u8 = 0x02;
const SEQUENCE: u8 = 0x30;
const VERSION: u8 = 0xa0;
const UTC_TIME: u8 = 0x17;
const GENERALIZED_TIME: u8 = 0x18;

/// Takes an element off the front: its tag and its contents.
fn take<'a>(rest: &mut &'a [u8]) -> Option<(u8, &'a [u8])> {
    let [tag, first, after @ ..] = *rest else { return None };
    let (length, after) = match first {
        0..=0x7f => (usize::from(*first), after),
        0x81..=0x83 => {
            let (digits, after) = after.split_at_checked(usize::from(first & 0x7f))?;
            (digits.iter().fold(0, |n, d| n << 8 | usize::from(*d)), after)
        }
        _ => return None,
    };
    let (contents, after) = after.split_at_checked(length)?;
    *rest = after;
    Some((*tag, contents))
}

fn take_one<'a>(rest: &mut &'a [u8], tag: u8) -> Option<&'a [u8]> {
    take(rest).filter(|(found, _)| *found == tag).map(|(_, contents)| contents)
}

/// When a certificate (DER) ends, in seconds since 1970; none for what is no certificate.
pub fn ends(der: &[u8]) -> Option<u64> {
    let mut certificate = take_one(&mut { der }, SEQUENCE)?;
    let mut signed = take_one(&mut certificate, SEQUENCE)?;
    if signed.first() == Some(&VERSION) {
        take(&mut signed)?;
    }
    take_one(&mut signed, INTEGER)?;
    // The signature's kind, the issuer.
    take_one(&mut signed, SEQUENCE)?;
    take_one(&mut signed, SEQUENCE)?;
    let mut validity = take_one(&mut signed, SEQUENCE)?;
    take(&mut validity)?;
    let (tag, text) = take(&mut validity)?;
    let text = std::str::from_utf8(text).ok()?.strip_suffix('Z')?;
    let (century, rest) = match tag {
        // Years from 50 on are of the last century.
        UTC_TIME => (if text.get(..2)? < "50" { "20" } else { "19" }, text),
        GENERALIZED_TIME => text.split_at_checked(2)?,
        _ => return None,
    };
    let part = |at: usize| rest.get(at..at + 2);
    let date = format!("{century}{}-{}-{}", part(0)?, part(2)?, part(4)?);
    let number = |at| part(at)?.parse::<u64>().ok();
    let (h, m, s) = (number(6)?, number(8)?, number(10)?);
    let last = time::parse_expiry(&date, 0).ok()??;
    (h < 24 && m < 60 && s < 61 && rest.len() == 12).then(|| last + 1 - 24 * 3600 + h * 3600 + m * 60 + s)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn element(tag: u8, contents: &[u8]) -> Vec<u8> {
        let length = u8::try_from(contents.len()).unwrap();
        let head = if length < 0x80 { vec![tag, length] } else { vec![tag, 0x81, length] };
        [&head, contents].concat()
    }

    fn certificate(version: bool, tag: u8, end: &str) -> Vec<u8> {
        let mut signed = if version { element(VERSION, &element(INTEGER, &[2])) } else { Vec::new() };
        signed.extend(element(INTEGER, &[7; 20]));
        signed.extend(element(SEQUENCE, &[1; 40]));
        signed.extend(element(SEQUENCE, &[1; 60]));
        let validity = [element(UTC_TIME, b"250101000000Z"), element(tag, end.as_bytes())].concat();
        signed.extend(element(SEQUENCE, &validity));
        element(SEQUENCE, &element(SEQUENCE, &signed))
    }

    #[test]
    fn ends_are_read() {
        let check = |tag, end: &str, expected: Option<&str>| {
            for version in [true, false] {
                let found = ends(&certificate(version, tag, end)).map(time::format);
                assert_eq!(found.as_deref(), expected, "{end}");
            }
        };
        check(UTC_TIME, "281130152949Z", Some("2028-11-30T15:29:49Z"));
        check(UTC_TIME, "991231235959Z", Some("1999-12-31T23:59:59Z"));
        check(GENERALIZED_TIME, "20510228000000Z", Some("2051-02-28T00:00:00Z"));
        for end in [
            "",
            "Z",
            "281130152949",
            "281330152949Z",
            "281130252949Z",
            "2811301529Z",
            "é81130152949Z",
            "+81130152949Z",
        ] {
            check(UTC_TIME, end, None);
        }
        check(INTEGER, "281130152949Z", None);
        let good = certificate(true, UTC_TIME, "281130152949Z");
        assert!((0..good.len()).all(|cut| ends(&good[..cut]).is_none()));
    }
}
