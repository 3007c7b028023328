//! What settings' texts mean.

use std::os::fd::RawFd;
use std::time::Duration;

use transport::Endpoint;
use transport::control::{parse_amount, parse_wait};

use super::{Devices, IDLE_MIN};

/// The least that a reservation can do with: frames and staging of a session.
const HOST_MEMORY_MIN: u64 = 64 << 20;

pub(super) fn range(text: &str) -> Option<(u32, u32)> {
    let (first, last) = text.split_once('-')?;
    let range = (first.trim().parse().ok()?, last.trim().parse().ok()?);
    // 0 is root, and the last number none.
    (range.0 > 0 && range.0 <= range.1 && range.1 < u32::MAX).then_some(range)
}

/// A short time: seconds, with a fraction if need be, or with a unit.
pub(super) fn seconds(text: &str) -> Option<Duration> {
    match text.parse() {
        Ok(seconds) => Duration::try_from_secs_f64(seconds).ok(),
        Err(_) => parse_wait(text).ok(),
    }
}

/// A time, or 0 for none.
pub(super) fn time(text: &str) -> Option<Duration> {
    if text == "0" { Some(Duration::ZERO) } else { parse_wait(text).ok() }
}

pub(super) fn idle(text: &str) -> Option<Duration> {
    time(text).filter(|limit| limit.is_zero() || *limit >= IDLE_MIN)
}

pub(super) fn descriptor(text: &str) -> Option<RawFd> {
    text.parse().ok().filter(|fd| *fd >= 0)
}

/// An amount of memory. Less than a session needs for itself is a mistake.
pub(super) fn host_memory(text: &str) -> Option<u64> {
    parse_amount(text).filter(|bytes| *bytes >= HOST_MEMORY_MIN)
}

/// A port alone is one of loopback.
pub(super) fn metrics(text: &str) -> Option<Endpoint> {
    match text.parse::<u16>() {
        Ok(port) => Some(Endpoint::Tcp("127.0.0.1".into(), port)),
        // There is no port that goes without saying.
        Err(_) if !text.contains(':') => None,
        Err(_) => text.parse().ok().filter(|at| matches!(at, Endpoint::Tcp(..))),
    }
}

pub(super) fn devices(text: &str) -> Option<Devices> {
    if text == "all" {
        return Some(Devices::All);
    }
    let list: Vec<usize> = text.split(',').map(|n| n.trim().parse().ok()).collect::<Option<_>>()?;
    let mut unique = list.clone();
    unique.sort_unstable();
    unique.dedup();
    (unique.len() == list.len()).then_some(Devices::List(list))
}
