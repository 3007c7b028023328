//! The environment variables that shape the device.

use std::env;
use std::fmt;
use std::time::Duration;

use crate::queue::Depth;

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
    /// How long a kernel may run (`SOFTCUDA_WATCHDOG`, seconds); without it, as long as it likes.
    pub watchdog: Option<Duration>,
    /// Operations that a stream, and all streams of a context, take before a call waits (`SOFTCUDA_QUEUE_DEPTH`, `64` or `64,100`); without it
    /// only launches are limited.
    pub queue: Option<Depth>,
    /// What memory of the device holds when it is handed out (`SOFTCUDA_FRESH`, a byte), as if it had been another program's; without it, zeros.
    pub fresh: Option<u8>,
}

impl Config {
    /// Reads the environment of the process.
    ///
    /// # Errors
    /// The first variable with a value that makes no sense.
    pub fn from_env() -> Result<Self, ConfigError> {
        Self::read(|name| Some(env::var_os(name)?.to_string_lossy().into_owned()))
    }

    fn read(env: impl Fn(&str) -> Option<String>) -> Result<Self, ConfigError> {
        let count = setting(&env, "SOFTCUDA_DEVICES", "a number from 0 to 64", parse_devices)?.unwrap_or(1);
        let memory = setting(&env, "SOFTCUDA_MEMORY", "an amount: 16160 (MiB), 512M or 16G", parse_memory)?;
        Ok(Self {
            visible: visible(count, env("CUDA_VISIBLE_DEVICES").as_deref()),
            memory: memory.unwrap_or(DEFAULT_MEMORY_MIB << 20),
            cc: setting(&env, "SOFTCUDA_CC", "a compute capability from 5.0: 12.1", parse_cc)?
                .unwrap_or(DEFAULT_CC),
            null_exec: setting(&env, "SOFTCUDA_EXEC", "`run` or `null`", parse_exec)?.unwrap_or(false),
            log: setting(&env, "SOFTCUDA_LOG", "0, 1 or 2", parse_log)?.unwrap_or(0),
            watchdog: setting(&env, "SOFTCUDA_WATCHDOG", "a number of seconds: 2 or 0.5", parse_seconds)?,
            queue: setting(&env, "SOFTCUDA_QUEUE_DEPTH", "numbers of operations: 64 or 64,100", parse_queue)?,
            fresh: setting(&env, "SOFTCUDA_FRESH", "a byte: 0 to 255", |text| text.parse().ok())?,
        })
    }
}

/// A variable's value makes no sense.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigError {
    name: &'static str,
    value: String,
    expected: &'static str,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, value, expected } = self;
        write!(f, "{name}: `{}`: expected {expected}", value.escape_default())
    }
}

impl std::error::Error for ConfigError {}

/// What a variable says; an empty one says nothing.
fn setting<T>(
    env: impl Fn(&str) -> Option<String>,
    name: &'static str,
    expected: &'static str,
    parse: impl Fn(&str) -> Option<T>,
) -> Result<Option<T>, ConfigError> {
    let Some(value) = env(name).filter(|value| !value.trim().is_empty()) else { return Ok(None) };
    match parse(value.trim()) {
        Some(setting) => Ok(Some(setting)),
        None => Err(ConfigError { name, value, expected }),
    }
}

fn parse_exec(text: &str) -> Option<bool> {
    match text {
        "null" => Some(true),
        "run" => Some(false),
        _ => None,
    }
}

fn parse_log(text: &str) -> Option<u32> {
    text.parse().ok().filter(|level| *level <= 2)
}

fn parse_seconds(text: &str) -> Option<Duration> {
    // More than a month is no watchdog.
    let seconds = text.parse().ok().filter(|seconds| (0.001..=2.6e6).contains(seconds))?;
    Some(Duration::from_secs_f64(seconds))
}

fn parse_queue(text: &str) -> Option<Depth> {
    let count = |text: &str| text.trim().parse().ok().filter(|n| *n > 0);
    Some(match text.split_once(',') {
        Some((stream, context)) => Depth { stream: count(stream)?, context: count(context)? },
        None => Depth { stream: count(text)?, context: u32::MAX },
    })
}

fn parse_devices(text: &str) -> Option<u32> {
    text.parse().ok().filter(|n| *n <= MAX_DEVICES)
}

fn visible(count: u32, list: Option<&str>) -> Vec<u32> {
    let uuids: Vec<_> = (0..count).map(crate::device::uuid).collect();
    // Places in a list of at most MAX_DEVICES.
    cuda_contract::visible_devices(&uuids, list).into_iter().map(|n| n as u32).collect()
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
    fn settings() {
        let read = |name: &str, value: &str| Config::read(|n| (n == name).then(|| value.into()));
        let plain = Config::read(|_| None).unwrap();
        assert_eq!((plain.visible.len(), plain.memory >> 20, plain.null_exec), (1, 16_160, false));
        assert_eq!(read("SOFTCUDA_EXEC", " ").as_ref(), Ok(&plain));
        assert_eq!(read("SOFTCUDA_EXEC", "run").as_ref(), Ok(&plain));
        assert!(read("SOFTCUDA_EXEC", "null").unwrap().null_exec);
        assert_eq!(read("SOFTCUDA_WATCHDOG", "0.25").unwrap().watchdog, Some(Duration::from_millis(250)));
        assert_eq!((plain.watchdog, plain.queue), (None, None));
        let depth = |text| read("SOFTCUDA_QUEUE_DEPTH", text).unwrap().queue;
        assert_eq!(depth("64"), Some(Depth { stream: 64, context: u32::MAX }));
        assert_eq!((plain.fresh, read("SOFTCUDA_FRESH", "165").unwrap().fresh), (None, Some(165)));
        assert_eq!(depth("64, 100"), Some(Depth { stream: 64, context: 100 }));
        for (name, value) in [
            ("SOFTCUDA_EXEC", "nul"),
            ("SOFTCUDA_EXEC", "0"),
            ("SOFTCUDA_DEVICES", "65"),
            ("SOFTCUDA_MEMORY", "much"),
            ("SOFTCUDA_CC", "4.0"),
            ("SOFTCUDA_LOG", "3"),
            ("SOFTCUDA_WATCHDOG", "0"),
            ("SOFTCUDA_WATCHDOG", "inf"),
            ("SOFTCUDA_WATCHDOG", "-1"),
            ("SOFTCUDA_QUEUE_DEPTH", "0"),
            ("SOFTCUDA_QUEUE_DEPTH", "64,"),
            ("SOFTCUDA_FRESH", "256"),
        ] {
            let message = read(name, value).unwrap_err().to_string();
            assert!(message.starts_with(&format!("{name}: `{value}`: expected ")), "{message}");
        }
    }

    #[test]
    fn visible_devices() {
        assert_eq!(visible(3, None), [0, 1, 2]);
        assert_eq!(visible(3, Some("GPU-736f6674-6375-6461-0000-400080000002,0,3")), [2, 0]);
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
