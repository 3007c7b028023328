//! A reservation: whose, of what, and its workers' slots.

use std::collections::BTreeSet;
use std::io;
use std::time::Instant;

use protocol::control::Ticket;

use super::identity::Identity;
use super::pool::Share;
use crate::worker::ledger::{Ledger, SLOTS_MAX};

/// A client's hold on parts of devices.
pub(super) struct Reservation {
    /// Its number and secret.
    pub(super) ticket: Ticket,
    /// Who made it.
    pub(super) who: Identity,
    /// What that is called.
    pub(super) owner: String,
    /// What it holds; the order is that of its sessions' devices.
    pub(super) shares: Vec<Share>,
    /// What its workers have allocated.
    pub(super) ledger: Ledger,
    /// Whether it is being released: no session may be added.
    pub(super) ending: bool,
    /// Whether nobody holds it, as the front that gave it has gone: it ends with its last session.
    pub(super) orphan: bool,
    /// Number of the control connection that holds it.
    pub(super) holder: u64,
    /// When it was made.
    pub(super) since: Instant,
    used: BTreeSet<usize>,
}

impl Reservation {
    /// A reservation without sessions. They may hold `host_memory` bytes of this machine's memory together.
    pub(super) fn new(
        ticket: Ticket,
        (who, owner): (Identity, String),
        shares: Vec<Share>,
        host_memory: u64,
    ) -> io::Result<Self> {
        let limits: Vec<u64> = shares.iter().map(|s| s.bytes).collect();
        let ledger = Ledger::create(&limits, host_memory)?;
        Ok(Reservation::of(ticket, (who, owner), shares, ledger))
    }

    /// One that another front gave, so far without sessions.
    pub(super) fn orphan(ticket: Ticket, shares: Vec<Share>, ledger: Ledger) -> Self {
        let owner = "a former server's client".into();
        Reservation { orphan: true, ..Reservation::of(ticket, (Identity::Anonymous, owner), shares, ledger) }
    }

    fn of(ticket: Ticket, (who, owner): (Identity, String), shares: Vec<Share>, ledger: Ledger) -> Self {
        Reservation {
            ticket,
            who,
            owner,
            shares,
            ledger,
            ending: false,
            orphan: false,
            holder: 0,
            since: Instant::now(),
            used: BTreeSet::new(),
        }
    }

    /// Takes the slot of a worker that is there already; false if it cannot be its.
    pub(super) fn occupy(&mut self, slot: usize) -> bool {
        slot < SLOTS_MAX && self.used.insert(slot)
    }

    /// Returns what slots without a worker hold.
    pub(super) fn reclaim_unused(&self) {
        (0..SLOTS_MAX).filter(|slot| !self.used.contains(slot)).for_each(|slot| self.ledger.reclaim(slot));
    }

    /// A slot of the ledger for one more worker; `None` when there are too many.
    pub(super) fn take_slot(&mut self) -> Option<usize> {
        let slot = (0..SLOTS_MAX).find(|slot| !self.used.contains(slot))?;
        self.used.insert(slot);
        Some(slot)
    }

    /// A worker has ended: what it had allocated is free.
    pub(super) fn return_slot(&mut self, slot: usize) {
        self.ledger.reclaim(slot);
        self.used.remove(&slot);
    }

    /// Number of its sessions.
    pub(super) fn sessions(&self) -> usize {
        self.used.len()
    }

    /// Bytes that its workers hold on a device of the pool.
    pub(super) fn used_on(&self, device: usize) -> u64 {
        self.shares.iter().position(|s| s.device == device).map_or(0, |i| self.ledger.used(i))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_come_back_with_their_bytes() {
        let ticket = Ticket { id: 1, key: [0; 16] };
        let shares = vec![Share { device: 2, bytes: 100 }, Share { device: 5, bytes: 50 }];
        let mut r = Reservation::new(ticket, (Identity::Anonymous, "me".into()), shares, 0).unwrap();
        assert_eq!((r.take_slot(), r.take_slot(), r.sessions()), (Some(0), Some(1), 2));
        assert!(r.ledger.reserve(0, 0, 60) && r.ledger.reserve(1, 1, 50));
        assert_eq!((r.used_on(2), r.used_on(5), r.used_on(0)), (60, 50, 0));
        r.return_slot(0);
        assert_eq!((r.used_on(2), r.used_on(5), r.take_slot()), (0, 50, Some(0)));
        while r.take_slot().is_some() {}
        assert_eq!(r.sessions(), SLOTS_MAX);
    }

    #[test]
    fn an_orphan_keeps_what_its_living_workers_hold() {
        let ledger = Ledger::create(&[100], 0).unwrap();
        assert!(ledger.reserve(4, 0, 60) && ledger.reserve(9, 0, 30));
        let shares = vec![Share { device: 0, bytes: 100 }];
        let mut r = Reservation::orphan(Ticket { id: 1, key: [0; 16] }, shares, ledger);
        assert_eq!([4, 4, SLOTS_MAX].map(|slot| r.occupy(slot)), [true, false, false]);
        r.reclaim_unused();
        assert_eq!((r.used_on(0), r.sessions()), (60, 1));
    }
}
