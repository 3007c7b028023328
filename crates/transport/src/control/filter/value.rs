//! Keys, what they can be compared with, and how.

use std::cmp::Ordering;

use super::Facts;
use crate::control::parse_amount;
use crate::endpoint::Endpoint;

/// What is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Key {
    /// The server's address, as the client names it: host and port, or the host alone.
    Address,
    /// The name of the server's machine.
    Hostname,
    /// Whether it is reached over RDMA, which no server is.
    Rdma,
    /// CUDA release of its driver.
    Cuda,
    /// Its driver's release.
    Driver,
    /// The device's number at the server.
    Id,
    /// The device's name.
    Name,
    /// All of the device's memory.
    Memory,
}

/// All keys.
pub(super) const KEYS: [Key; 8] =
    [Key::Address, Key::Hostname, Key::Rdma, Key::Cuda, Key::Driver, Key::Id, Key::Name, Key::Memory];

/// How two values are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operator {
    /// `=` or `==`.
    Is,
    /// `!=`.
    IsNot,
    /// `<`.
    Less,
    /// `<=`.
    AtMost,
    /// `>`.
    More,
    /// `>=`.
    AtLeast,
}

/// What a key is compared with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Value {
    /// A text in small letters, in which `*` stands for anything.
    Text(String),
    Switch(bool),
    Version(Vec<u64>),
    Number(u64),
}

impl Key {
    /// As it is written.
    pub fn name(self) -> &'static str {
        match self {
            Key::Address => "server.addr",
            Key::Hostname => "server.hostname",
            Key::Rdma => "server.has-rdma",
            Key::Cuda => "server.cuda-version",
            Key::Driver => "server.driver-version",
            Key::Id => "device.id",
            Key::Name => "device.name",
            Key::Memory => "device.phy-memory",
        }
    }

    /// What its values look like.
    pub(super) fn expects(self) -> &'static str {
        match self {
            Key::Address => "HOST or HOST:PORT",
            Key::Hostname | Key::Name => "a name, in which * stands for anything",
            Key::Rdma => "true or false",
            Key::Cuda => "a release such as 12.4",
            Key::Driver => "a release such as 550.54",
            Key::Id => "a number from 0",
            Key::Memory => "an amount: 16000 (MiB), 16000MiB, 16G or 16GiB",
        }
    }

    /// Whether one value of it may be less than another.
    pub(super) fn is_ordered(self) -> bool {
        matches!(self, Key::Cuda | Key::Driver | Key::Id | Key::Memory)
    }

    /// Reads a value of it.
    pub(super) fn value(self, text: &str) -> Option<Value> {
        let text = text.trim();
        match self {
            Key::Address | Key::Hostname | Key::Name => {
                (!text.is_empty()).then(|| Value::Text(text.to_lowercase()))
            }
            Key::Rdma => match text.to_ascii_lowercase().as_str() {
                "true" | "yes" | "1" | "on" => Some(Value::Switch(true)),
                "false" | "no" | "0" | "off" => Some(Value::Switch(false)),
                _ => None,
            },
            Key::Cuda | Key::Driver => version(text).map(Value::Version),
            Key::Id => text.parse().ok().map(Value::Number),
            Key::Memory => parse_amount(text).map(|bytes| Value::Number(bytes >> 20)),
        }
    }
}

impl Operator {
    /// As it is written.
    pub fn text(self) -> &'static str {
        match self {
            Operator::Is => "=",
            Operator::IsNot => "!=",
            Operator::Less => "<",
            Operator::AtMost => "<=",
            Operator::More => ">",
            Operator::AtLeast => ">=",
        }
    }

    fn holds(self, found: Ordering) -> bool {
        match self {
            Operator::Is => found.is_eq(),
            Operator::IsNot => found.is_ne(),
            Operator::Less => found.is_lt(),
            Operator::AtMost => found.is_le(),
            Operator::More => found.is_gt(),
            Operator::AtLeast => found.is_ge(),
        }
    }
}

impl Value {
    /// Whether what a server tells stands to this value as the operator says. What it does not tell is only unlike.
    pub(super) fn compare(&self, key: Key, operator: Operator, facts: &Facts<'_>) -> bool {
        let (server, device) = (&facts.report.server, facts.device);
        let order = match (key, self) {
            (Key::Address, Value::Text(pattern)) => Some(like(is_at(pattern, facts.endpoint))),
            (Key::Hostname, Value::Text(pattern)) => Some(like(matches(pattern, &server.name))),
            (Key::Name, Value::Text(pattern)) => Some(like(matches(pattern, &device.name))),
            (Key::Rdma, Value::Switch(wanted)) => Some(like(!wanted)),
            (Key::Cuda, Value::Version(wanted)) => {
                let of = u64::try_from(server.driver_version).ok();
                of.map(|of| as_far(&[of / 1000, of % 1000 / 10], wanted))
            }
            (Key::Driver, Value::Version(wanted)) => version(&server.driver).map(|of| as_far(&of, wanted)),
            (Key::Id, Value::Number(wanted)) => Some(u64::from(device.index).cmp(wanted)),
            (Key::Memory, Value::Number(wanted)) => Some((device.total_bytes >> 20).cmp(wanted)),
            // Keys make values of their own kind alone.
            _ => None,
        };
        order.map_or(operator == Operator::IsNot, |order| operator.holds(order))
    }
}

fn like(is: bool) -> Ordering {
    if is { Ordering::Equal } else { Ordering::Less }
}

/// Compares a release as far as the wanted one is written: 12.4 is 12, and not more than 12.
fn as_far(found: &[u64], wanted: &[u64]) -> Ordering {
    let found = found.iter().copied().chain(std::iter::repeat(0));
    found.take(wanted.len()).cmp(wanted.iter().copied())
}

fn version(text: &str) -> Option<Vec<u64>> {
    let number = |part: &str| part.bytes().all(|b| b.is_ascii_digit()).then(|| part.parse().ok())?;
    text.split('.').map(number).collect()
}

fn is_at(pattern: &str, endpoint: &Endpoint) -> bool {
    let host = match endpoint {
        Endpoint::Tcp(host, _) => Some(host),
        Endpoint::Unix(_) => None,
    };
    matches(pattern, &endpoint.to_string()) || host.is_some_and(|host| matches(pattern, host))
}

/// Whether a text is what a pattern in small letters says.
fn matches(pattern: &str, text: &str) -> bool {
    let text = text.to_lowercase();
    let Some((head, rest)) = pattern.split_once('*') else { return text == pattern };
    let Some(mut left) = text.strip_prefix(head) else { return false };
    let mut parts: Vec<&str> = rest.split('*').collect();
    let tail = parts.pop().unwrap_or_default();
    for part in parts {
        match left.find(part) {
            Some(at) => left = &left[at + part.len()..],
            None => return false,
        }
    }
    left.ends_with(tail)
}
