//! The environment variables that shape the device.

use std::env;

/// Total memory when `SOFTCUDA_MEMORY` is not set: 16 160 MiB, so that half of it is 8 080 MiB.
const DEFAULT_MEMORY_MIB: u64 = 16_160;
const DEFAULT_CC: (u32, u32) = (12, 1);
const MAX_DEVICES: u32 = 64;

/// Settings read once, at the first call that needs them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Numbers of the devices that the program sees, in its order: all of `SOFTCUDA_DEVICES` (a count, default 1) or those that
    /// `CUDA_VISIBLE_DEVICES` names.
    pub visible: Vec<u32>,
    /// Bytes of memory per device (`SOFTCUDA_MEMORY`, MiB or with a suffix K, M, G).
    pub memory: u64,
    /// Compute capability (`SOFTCUDA_CC`, default 12.1).
    pub cc: (u32, u32),
    /// `SOFTCUDA_EXEC=null`: kernels are accepted and not executed.
    pub null_exec: bool,
    /// `SOFTCUDA_LOG`: 0 silent, 1 faults, 2 details.
    pub log: u32,
}

impl Config {
    /// Reads the environment; a value that does not parse is reported on stderr and ignored.
    #[must_use]
    pub fn from_env() -> Self {
        Self {
            visible: visible(
                setting("SOFTCUDA_DEVICES", parse_devices).unwrap_or(1),
                env::var("CUDA_VISIBLE_DEVICES").ok().as_deref(),
            ),
            memory: setting("SOFTCUDA_MEMORY", parse_memory).unwrap_or(DEFAULT_MEMORY_MIB << 20),
            cc: setting("SOFTCUDA_CC", parse_cc).unwrap_or(DEFAULT_CC),
            null_exec: env::var("SOFTCUDA_EXEC").is_ok_and(|value| value == "null"),
            log: setting("SOFTCUDA_LOG", |text| text.parse().ok()).unwrap_or(0),
        }
    }
}

fn setting<T>(name: &str, parse: impl Fn(&str) -> Option<T>) -> Option<T> {
    let text = env::var(name).ok()?;
    let value = parse(text.trim());
    if value.is_none() {
        eprintln!("softcuda: {name}={text}: not understood, using the default");
    }
    value
}

fn parse_devices(text: &str) -> Option<u32> {
    text.parse().ok().filter(|n| *n <= MAX_DEVICES)
}

/// The devices that a list names, by number or by the beginning of a UUID; as with CUDA the first name that is unknown, and one that comes twice,
/// end it (Programming Guide, "CUDA Environment Variables").
fn visible(count: u32, list: Option<&str>) -> Vec<u32> {
    let Some(list) = list else { return (0..count).collect() };
    let mut seen = Vec::new();
    for name in list.split(',').map(str::trim) {
        let number = match name.parse::<u32>() {
            Ok(number) => Some(number).filter(|n| *n < count),
            Err(_) => (0..count).find(|n| names(name, *n)),
        };
        match number {
            Some(number) if !seen.contains(&number) => seen.push(number),
            _ => break,
        }
    }
    seen
}

/// Whether `name` is `GPU-` and the beginning of the device's UUID.
fn names(name: &str, number: u32) -> bool {
    let Some(wanted) = name.strip_prefix("GPU-") else { return false };
    let digits = |text: &str| text.chars().filter(|c| *c != '-').collect::<String>().to_ascii_lowercase();
    let uuid: String = crate::device::uuid(number).iter().map(|byte| format!("{byte:02x}")).collect();
    !wanted.is_empty() && uuid.starts_with(&digits(wanted))
}

fn parse_memory(text: &str) -> Option<u64> {
    let lower = text.to_ascii_lowercase();
    let lower = lower.trim_end_matches('b').trim_end_matches('i');
    let (digits, shift) = match lower.as_bytes().last()? {
        b'k' => (&lower[..lower.len() - 1], 10),
        b'm' => (&lower[..lower.len() - 1], 20),
        b'g' => (&lower[..lower.len() - 1], 30),
        b't' => (&lower[..lower.len() - 1], 40),
        _ => (lower, 20),
    };
    let count: u64 = digits.trim().parse().ok()?;
    count.checked_mul(1 << shift).filter(|bytes| *bytes > 0)
}

fn parse_cc(text: &str) -> Option<(u32, u32)> {
    let (major, minor) = match text.split_once('.') {
        Some((major, minor)) => (major.parse().ok()?, minor.parse().ok()?),
        None => {
            let number: u32 = text.parse().ok()?;
            (number / 10, number % 10)
        }
    };
    (major >= 5 && minor < 10).then_some((major, minor))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_sizes() {
        let check = |text: &str, expected: Option<u64>| assert_eq!(parse_memory(text), expected, "{text}");
        check("16160", Some(16_160 << 20));
        check("8G", Some(8 << 30));
        check("8GiB", Some(8 << 30));
        check("512k", Some(512 << 10));
        check("64mb", Some(64 << 20));
        check("0", None);
        check("", None);
        check("x", None);
        check("99999999999999T", None);
    }

    #[test]
    fn visible_devices() {
        let check = |list: Option<&str>, expected: &[u32]| assert_eq!(visible(3, list), expected, "{list:?}");
        check(None, &[0, 1, 2]);
        check(Some(""), &[]);
        check(Some("2,0"), &[2, 0]);
        check(Some("1,7,0"), &[1]);
        check(Some("1,1"), &[1]);
        check(Some("-1"), &[]);
        check(Some("GPU-736f6674-6375-6461-0000-400080000002"), &[2]);
        check(Some("GPU-73"), &[0]);
        check(Some("GPU-"), &[]);
        check(Some("GPU-ff"), &[]);
    }

    #[test]
    fn compute_capabilities() {
        let check = |text: &str, expected: Option<(u32, u32)>| assert_eq!(parse_cc(text), expected, "{text}");
        check("12.1", Some((12, 1)));
        check("90", Some((9, 0)));
        check("120", Some((12, 0)));
        check("nine", None);
    }
}
