//! Clients that are turned away again and again: what is written about them is bounded, and what is not written is counted.

use std::collections::HashMap;
use std::time::{Duration, Instant};

/// Lines about an address within a [`SPAN`]; more are counted.
const LINES_MAX: u32 = 5;
/// How long an address's lines count.
const SPAN: Duration = if cfg!(test) { Duration::from_millis(100) } else { Duration::from_secs(60) };
/// Addresses that are told apart at one time.
const ADDRESSES_MAX: usize = 1024;
/// What all others together are called.
const OTHERS: &str = "other addresses";

#[derive(Debug)]
struct Entry {
    since: Instant,
    lines: u32,
    counted: u64,
}

/// What has been written of late.
#[derive(Debug, Default)]
pub(super) struct Refusals(HashMap<String, Entry>);

impl Refusals {
    /// A client of this address and port was turned away; whether to write a line about it.
    pub(super) fn is_told(&mut self, address: &str, now: Instant) -> bool {
        // Each connection has a port of its own.
        let mut host = address.rsplit_once(':').map_or(address, |(host, _)| host);
        if self.0.len() >= ADDRESSES_MAX && !self.0.contains_key(host) {
            host = OTHERS;
        }
        let new = || Entry { since: now, lines: 0, counted: 0 };
        let entry = self.0.entry(host.to_owned()).or_insert_with(new);
        if entry.lines < LINES_MAX {
            entry.lines += 1;
            return true;
        }
        entry.counted += 1;
        false
    }

    /// Forgets addresses whose time is over: each with the number of those that no line was written about, if there are any.
    pub(super) fn over(&mut self, now: Instant) -> Vec<(String, u64)> {
        let over = |_: &String, entry: &mut Entry| now.duration_since(entry.since) >= SPAN;
        let over = self.0.extract_if(over).filter(|(_, entry)| entry.counted > 0);
        over.map(|(host, entry)| (host, entry.counted)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_written_is_counted() {
        let mut refusals = Refusals::default();
        let now = Instant::now();
        let told = |r: &mut Refusals, host: &str| {
            (1..=8).filter(|port| r.is_told(&format!("{host}:{port}"), now)).count()
        };
        assert_eq!((told(&mut refusals, "10.0.0.1"), told(&mut refusals, "[::1]")), (5, 5));
        assert_eq!(refusals.over(now + SPAN / 2), []);
        let mut over = refusals.over(now + SPAN);
        over.sort();
        assert_eq!(over, [("10.0.0.1".to_owned(), 3), ("[::1]".to_owned(), 3)]);
        assert_eq!(refusals.over(now + 2 * SPAN), []);
        assert_eq!(told(&mut refusals, "10.0.0.1"), 5);
    }

    #[test]
    fn addresses_that_are_remembered_are_bounded() {
        let mut refusals = Refusals::default();
        let now = Instant::now();
        let told = (0..3 * ADDRESSES_MAX).filter(|n| refusals.is_told(&format!("host{n}:1"), now)).count();
        assert_eq!(told, ADDRESSES_MAX + LINES_MAX as usize);
        let over = refusals.over(now + SPAN);
        assert_eq!(over, [(OTHERS.to_owned(), (2 * ADDRESSES_MAX) as u64 - u64::from(LINES_MAX))]);
    }
}
