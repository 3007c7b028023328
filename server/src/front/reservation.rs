//! A reservation: whose, of what, and its workers' slots.

use std::collections::BTreeSet;
use std::io;
use std::time::{Duration, Instant};

use access::time;
use protocol::control::Ticket;

use super::identity::Identity;
use super::pool::{Asked, Share};
use crate::worker::ledger::{HOST, Ledger, SLOTS_MAX, Work};

/// A client's hold on parts of devices.
pub(super) struct Reservation {
    /// Its number and secret.
    pub(super) ticket: Ticket,
    /// Who made it.
    pub(super) who: Identity,
    /// What that is called.
    pub(super) owner: String,
    /// What it was made for; none for one that another front gave.
    pub(super) asked: Option<Asked>,
    /// What it holds; the order is that of its sessions' devices.
    pub(super) shares: Vec<Share>,
    /// What its workers have allocated.
    pub(super) ledger: Ledger,
    /// Whether it is being released: no session may be added.
    pub(super) ending: bool,
    /// Whether nobody holds it, as the front that gave it has gone: it ends with its last session.
    pub(super) orphan: bool,
    /// Numbers of the control connections that hold it.
    pub(super) holders: BTreeSet<u64>,
    /// Whether it outlives them.
    pub(super) kept: bool,
    /// When it ends in any case.
    pub(super) ends: Option<Instant>,
    /// The same in seconds since 1970.
    pub(super) ends_at: Option<u64>,
    /// How long it keeps its devices without a session.
    pub(super) idle_limit: Option<Duration>,
    /// Since when it has been without one.
    pub(super) idle_since: Option<Instant>,
    /// Whether it has given its devices up for that.
    pub(super) asleep: bool,
    /// What it had, if its sessions live: they can go on with these devices alone.
    pub(super) slept: Vec<Share>,
    /// Whether its devices are being had again.
    pub(super) waking: bool,
    /// What sessions that have ended did.
    done: Work,
    /// Frames of its sessions when that was looked for last.
    seen: u64,
    /// When it was made.
    pub(super) since: Instant,
    /// The same in seconds since 1970.
    pub(super) made: u64,
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
            holders: BTreeSet::new(),
            kept: false,
            ends: None,
            ends_at: None,
            asked: None,
            idle_limit: None,
            idle_since: None,
            asleep: false,
            slept: Vec::new(),
            waking: false,
            done: Work::default(),
            seen: 0,
            since: Instant::now(),
            made: time::now(),
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
        self.done.add(self.ledger.work_of(slot));
        self.ledger.reclaim(slot);
        // It may have ended while it waited for devices; others that wait say so again and again.
        self.ledger.want(false);
        self.used.remove(&slot);
        if self.used.is_empty() {
            // Any devices will do from now on.
            self.slept.clear();
        }
    }

    /// What all its sessions have done so far.
    pub(super) fn work(&self) -> Work {
        let mut work = self.done;
        self.used.iter().for_each(|slot| work.add(self.ledger.work_of(*slot)));
        work
    }

    /// Whether sessions have memory of the devices, or have done something since this was asked last.
    fn is_working(&mut self) -> bool {
        let frames = self.used.iter().map(|slot| self.ledger.work_of(*slot).frames);
        // A session without any is just beginning, or does not tell.
        let tell = frames.clone().all(|frames| frames > 0);
        let sum = frames.sum();
        let quiet = tell && std::mem::replace(&mut self.seen, sum) == sum;
        let holds = (0..self.shares.len()).any(|i| self.ledger.used(i) > 0);
        !self.used.is_empty() && (holds || !quiet)
    }

    /// Number of its sessions.
    pub(super) fn sessions(&self) -> usize {
        self.used.len()
    }

    /// Whether it is merely kept: nobody uses it now.
    pub(super) fn is_idle(&self) -> bool {
        self.kept && self.holders.is_empty() && self.used.is_empty()
    }

    /// Whether nothing has used its devices for as long as that may be at `now`.
    pub(super) fn is_drowsy(&mut self, now: Instant) -> bool {
        if self.asleep || self.asked.is_none() || self.is_working() {
            self.idle_since = None;
            return false;
        }
        let since = *self.idle_since.get_or_insert(now);
        self.idle_limit.is_some_and(|limit| now.duration_since(since) >= limit)
    }

    /// Gives its devices up; what they were. `None`: a session has just taken memory.
    pub(super) fn fall_asleep(&mut self) -> Option<Vec<Share>> {
        self.idle_since = None;
        if !self.ledger.fall_asleep() {
            return None;
        }
        let shares = std::mem::take(&mut self.shares);
        self.doze(&shares);
        Some(shares)
    }

    /// Is without these devices, which sessions may want again.
    pub(super) fn doze(&mut self, shares: &[Share]) {
        self.asleep = true;
        self.shares.clear();
        self.slept = if self.used.is_empty() { Vec::new() } else { shares.to_vec() };
    }

    /// Has devices again, none of which is in use.
    pub(super) fn wake(&mut self, shares: Vec<Share>) -> io::Result<()> {
        if !self.slept.is_empty() {
            self.slept.clear();
            (self.shares, self.asleep) = (shares, false);
            self.ledger.wake();
            return Ok(());
        }
        let limits: Vec<u64> = shares.iter().map(|s| s.bytes).collect();
        self.ledger = Ledger::create(&limits, self.ledger.limit(HOST))?;
        (self.shares, self.asleep) = (shares, false);
        Ok(())
    }

    /// Lets it end at a moment, unless it ends before.
    pub(super) fn end_at(&mut self, end: Instant) {
        if self.ends.is_none_or(|known| end < known) {
            let left = end.saturating_duration_since(Instant::now());
            (self.ends, self.ends_at) = (Some(end), Some(time::now() + left.as_secs_f64().ceil() as u64));
        }
    }

    /// Whole seconds until it ends in any case.
    pub(super) fn ends_in(&self) -> Option<u64> {
        self.ends.map(|end| end.saturating_duration_since(Instant::now()).as_secs_f64().ceil() as u64)
    }

    /// Bytes that its workers hold on a device of the pool.
    pub(super) fn used_on(&self, device: usize) -> u64 {
        self.shares.iter().position(|s| s.device == device).map_or(0, |i| self.ledger.used(i))
    }
}

#[cfg(test)]
mod tests {
    use protocol::control::MemoryAsk;

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
    fn without_a_session_it_gives_its_devices_up() {
        let shares = vec![Share { device: 2, bytes: 100 }];
        let ticket = Ticket { id: 1, key: [0; 16] };
        let mut r = Reservation::new(ticket, (Identity::Anonymous, "me".into()), shares.clone(), 7).unwrap();
        let (start, minute) = (Instant::now(), Duration::from_secs(60));
        (r.asked, r.idle_limit) =
            (Some(Asked { gpus: 1, memory: MemoryAsk::Whole, among: None }), Some(minute));
        assert!(!r.is_drowsy(start) && !r.is_drowsy(start + minute / 2));
        let slot = r.take_slot().unwrap();
        assert!(!r.is_drowsy(start + 2 * minute));
        r.return_slot(slot);
        assert!(!r.is_drowsy(start + 3 * minute) && r.is_drowsy(start + 4 * minute));
        assert_eq!(r.fall_asleep(), Some(shares));
        assert!(r.asleep && r.shares.is_empty() && !r.is_drowsy(start + 9 * minute));
        r.wake(vec![Share { device: 0, bytes: 50 }]).unwrap();
        assert!(r.ledger.reserve(0, 0, 50) && !r.ledger.reserve(0, 0, 1));
        assert_eq!((r.used_on(0), r.used_on(2), r.ledger.limit(HOST)), (50, 0, 7));
    }

    #[test]
    fn who_ended_while_it_waited_for_devices_wants_none() {
        let ticket = Ticket { id: 1, key: [0; 16] };
        let shares = vec![Share { device: 2, bytes: 100 }];
        let mut r = Reservation::new(ticket, (Identity::Anonymous, "me".into()), shares, 0).unwrap();
        let slot = r.take_slot().unwrap();
        assert!(r.fall_asleep().is_some());
        r.ledger.want(true);
        r.return_slot(slot);
        assert!(!r.ledger.is_wanted());
    }

    #[test]
    fn sessions_without_memory_that_do_nothing_keep_no_devices() {
        let shares = vec![Share { device: 2, bytes: 100 }];
        let ticket = Ticket { id: 1, key: [0; 16] };
        let mut r = Reservation::new(ticket, (Identity::Anonymous, "me".into()), shares.clone(), 7).unwrap();
        let (start, minute) = (Instant::now(), Duration::from_secs(60));
        let asked = Asked { gpus: 1, memory: MemoryAsk::Whole, among: None };
        (r.asked, r.idle_limit) = (Some(asked), Some(minute));
        let slot = r.take_slot().unwrap();
        // One that tells nothing keeps them.
        assert!(!r.is_drowsy(start) && !r.is_drowsy(start + 2 * minute));
        let work = |frames| Work { frames, ..Work::default() };
        r.ledger.tell_work(slot, work(9));
        assert!(!r.is_drowsy(start + 3 * minute) && !r.is_drowsy(start + 3 * minute));
        r.ledger.tell_work(slot, work(10));
        assert!(!r.is_drowsy(start + 4 * minute) && !r.is_drowsy(start + 4 * minute));
        assert!(r.ledger.reserve(slot, 0, 1));
        assert!(!r.is_drowsy(start + 5 * minute) && !r.is_drowsy(start + 7 * minute));
        // It might have taken it just now.
        assert_eq!(r.fall_asleep(), None);
        r.ledger.release(slot, 0, 1);
        assert!(!r.is_drowsy(start + 8 * minute) && r.is_drowsy(start + 9 * minute));
        assert_eq!(r.fall_asleep().as_deref(), Some(&shares[..]));
        assert!(r.asleep && r.shares.is_empty() && r.slept == shares && r.ledger.is_asleep());
        r.wake(shares.clone()).unwrap();
        assert!(!r.asleep && r.shares == shares && r.slept.is_empty() && !r.ledger.is_asleep());
        r.return_slot(slot);
        assert_eq!(r.work(), work(10));
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
