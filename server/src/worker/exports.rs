//! What the processes of a reservation let each other open: driver's handles by handles of our own.
//!
//! A client sees 64 bytes that name an entry of a table in the reservation's shared page, and a secret that only who was given the handle knows;
//! the driver's handle stays among the workers of the reservation. The entry also keeps the count right: memory counts for
//! its exporter, and when that frees it or ends, for nobody in particular until the last importer closes it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::ledger::{Ledger, SLOTS_MAX};

/// Handles that are open to others at one time at most.
pub const EXPORTS_MAX: usize = 4096;
/// Words of a bit per export.
const WORDS: usize = EXPORTS_MAX / 64;
const MAGIC: [u8; 8] = *b"bifrost\0";

/// Set in an entry's state while its exporter keeps it.
const LIVE: u64 = 1 << 63;
/// Set while an entry is being filled.
const CLAIMED: u64 = 1 << 62;
/// One open. The number of opens is the low half of the state, above it is the number of the entry's use.
const OPEN: u64 = 1;
const OPENS: u64 = (1 << 32) - 1;
const USE: u64 = 1 << 32;
const USES: u64 = (1 << 62) - USE;

/// The bytes of a handle, the driver's and ours.
pub type Handle = [u8; 64];

/// What a handle is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Device memory.
    Memory = 1,
    /// An event.
    Event = 2,
}

/// The part of the shared page.
#[repr(C)]
pub(super) struct Table {
    /// No entry from here on was ever used.
    end: AtomicU64,
    entries: [Entry; EXPORTS_MAX],
    /// By slot, what its worker has open.
    opened: [[AtomicU64; WORDS]; SLOTS_MAX],
}

#[repr(C)]
struct Entry {
    state: AtomicU64,
    kind: AtomicU64,
    device: AtomicU64,
    slot: AtomicU64,
    bytes: AtomicU64,
    secret: [AtomicU64; 4],
    driver: [AtomicU64; 8],
}

/// Something that is exported, until this is dropped.
#[derive(Debug)]
pub struct Exported {
    ledger: Arc<Ledger>,
    slot: usize,
    index: usize,
    /// What clients are given.
    pub handle: Handle,
}

/// Memory of another worker that is open in this one, until this is dropped.
#[derive(Debug)]
pub struct Opened {
    ledger: Arc<Ledger>,
    slot: usize,
    /// Which export it is.
    pub index: usize,
    /// The driver's handle.
    pub driver: Handle,
}

impl Exported {
    /// Makes known what the driver has given a handle for. `counted`: device and bytes that the slot holds for it; from now on they go back
    /// when the export is dropped and nobody has it open. `None` when there are too many.
    pub fn new(
        ledger: &Arc<Ledger>,
        slot: usize,
        kind: Kind,
        (device, bytes): (usize, u64),
        driver: &Handle,
    ) -> Option<Self> {
        let secret: [u8; 32] = transport::process::random().ok()?;
        let table = ledger.exports();
        let (index, used) = table.claim()?;
        let entry = &table.entries[index];
        entry.kind.store(kind as u64, Ordering::Relaxed);
        entry.device.store(device as u64, Ordering::Relaxed);
        entry.slot.store(slot as u64, Ordering::Relaxed);
        entry.bytes.store(bytes, Ordering::Relaxed);
        store(&entry.secret, &secret);
        store(&entry.driver, driver);
        entry.state.store(used | LIVE, Ordering::Release);
        let mut handle = [0; 64];
        handle[..8].copy_from_slice(&MAGIC);
        handle[8..12].copy_from_slice(&(kind as u32).to_le_bytes());
        handle[12..16].copy_from_slice(&(index as u32).to_le_bytes());
        handle[16..24].copy_from_slice(&used.to_le_bytes());
        handle[24..56].copy_from_slice(&secret);
        Some(Exported { ledger: ledger.clone(), slot, index, handle })
    }
}

impl Drop for Exported {
    fn drop(&mut self) {
        self.ledger.withdraw(self.slot, self.index);
    }
}

impl Opened {
    /// Opens memory for the worker of a slot, which does not have it open; `None` for a handle that names nothing.
    pub fn new(ledger: &Arc<Ledger>, slot: usize, handle: &Handle) -> Option<Self> {
        let named = Named::parse(handle, Kind::Memory)?;
        let driver = ledger.exports().look_up(&named, OPEN)?;
        if let Some((word, bit)) = ledger.exports().bit(slot, named.index) {
            word.fetch_or(bit, Ordering::AcqRel);
        }
        Some(Opened { ledger: ledger.clone(), slot, index: named.index, driver })
    }
}

impl Drop for Opened {
    fn drop(&mut self) {
        self.ledger.close(self.slot, self.index);
    }
}

/// The driver's handle of an event; `None` for a handle that names nothing.
pub fn event(ledger: &Ledger, handle: &Handle) -> Option<Handle> {
    ledger.exports().look_up(&Named::parse(handle, Kind::Event)?, 0)
}

/// The driver's handle of memory that this worker has open already; `None` for a handle that names nothing.
pub fn memory(ledger: &Ledger, handle: &Handle) -> Option<Handle> {
    ledger.exports().look_up(&Named::parse(handle, Kind::Memory)?, 0)
}

/// Which export a handle of memory names, if it names one: without opening it.
pub fn index_of(handle: &Handle) -> Option<usize> {
    Some(Named::parse(handle, Kind::Memory)?.index)
}

/// What a client's handle says.
struct Named {
    kind: Kind,
    index: usize,
    used: u64,
    secret: [u8; 32],
}

impl Named {
    fn parse(handle: &Handle, kind: Kind) -> Option<Self> {
        let index = u32::from_le_bytes(part(handle, 12)) as usize;
        let named =
            Named { kind, index, used: u64::from_le_bytes(part(handle, 16)), secret: part(handle, 24) };
        let known = handle[..8] == MAGIC
            && handle[8..12] == (kind as u32).to_le_bytes()
            && handle[56..] == [0; 8]
            && index < EXPORTS_MAX;
        known.then_some(named)
    }
}

impl Table {
    /// A free entry that is now nobody else's, and the number of its use.
    fn claim(&self) -> Option<(usize, u64)> {
        let claim = |entry: &Entry| {
            let state = entry.state.load(Ordering::Relaxed);
            let next = (state & USES).wrapping_add(USE) & USES;
            let free = state & !USES == 0;
            let taken = free
                && entry
                    .state
                    .compare_exchange(state, next | CLAIMED, Ordering::AcqRel, Ordering::Relaxed)
                    .is_ok();
            taken.then_some(next)
        };
        let (index, used) =
            self.entries.iter().enumerate().find_map(|(index, entry)| Some((index, claim(entry)?)))?;
        self.end.fetch_max(index as u64 + 1, Ordering::AcqRel);
        Some((index, used))
    }

    /// The driver's handle of what is named, whose opens become `more`.
    fn look_up(&self, named: &Named, more: u64) -> Option<Handle> {
        let entry = self.entries.get(named.index)?;
        loop {
            let state = entry.state.load(Ordering::Acquire);
            if state & LIVE == 0 || state & USES != named.used || state & OPENS == OPENS {
                return None;
            }
            let mut secret = [0; 32];
            load(&entry.secret, &mut secret);
            let kind = entry.kind.load(Ordering::Relaxed);
            if !same(&secret, &named.secret) || kind != named.kind as u64 {
                return None;
            }
            let mut driver = [0; 64];
            load(&entry.driver, &mut driver);
            // Still the same use of the entry, so what was read belongs together.
            if entry.state.compare_exchange(state, state + more, Ordering::AcqRel, Ordering::Relaxed).is_ok()
            {
                return Some(driver);
            }
        }
    }

    /// Where it says whether the worker of a slot has an export open.
    fn bit(&self, slot: usize, index: usize) -> Option<(&AtomicU64, u64)> {
        Some((self.opened.get(slot)?.get(index / 64)?, 1 << (index % 64)))
    }
}

impl Ledger {
    /// Memory that a worker had open is closed; the last one of what its exporter has given up gives the bytes back.
    fn close(&self, slot: usize, index: usize) {
        let Some((word, bit)) = self.exports().bit(slot, index) else { return };
        if word.fetch_and(!bit, Ordering::AcqRel) & bit == 0 {
            return;
        }
        let entry = &self.exports().entries[index];
        // Refuses only what a falsified page says.
        let less = |state: u64| {
            let left = state.checked_sub(OPEN).filter(|_| state & OPENS != 0)?;
            Some(if left & (LIVE | CLAIMED | OPENS) == 0 { left & USES | CLAIMED } else { left })
        };
        let Ok(before) = entry.state.fetch_update(Ordering::AcqRel, Ordering::Acquire, less) else { return };
        if before & (LIVE | CLAIMED) == 0 && before & OPENS == OPEN {
            self.give_back(
                entry.device.load(Ordering::Relaxed) as usize,
                entry.bytes.load(Ordering::Relaxed),
            );
            entry.state.store(before & USES, Ordering::Release);
        }
    }

    /// The worker of a slot gives up what it exported, if the entry is its. Bytes that others have open stay counted, for nobody.
    fn withdraw(&self, slot: usize, index: usize) {
        let entry = &self.exports().entries[index];
        let live = entry.state.load(Ordering::Acquire) & LIVE != 0;
        if !live || entry.slot.load(Ordering::Relaxed) != slot as u64 {
            return;
        }
        let (device, bytes) =
            (entry.device.load(Ordering::Relaxed) as usize, entry.bytes.load(Ordering::Relaxed));
        // First the slot's part: whoever dies in between has counted too much, never too little.
        self.disown(slot, device, bytes);
        let left = |state: u64| {
            let state = (state & LIVE != 0).then_some(state & !LIVE)?;
            Some(if state & OPENS == 0 { state | CLAIMED } else { state })
        };
        let Ok(before) = entry.state.fetch_update(Ordering::AcqRel, Ordering::Acquire, left) else { return };
        if before & OPENS == 0 {
            self.give_back(device, bytes);
            entry.state.store(before & USES, Ordering::Release);
        }
    }

    /// Ends all exports and opens of a worker that has ended.
    pub(super) fn end_exports_of(&self, slot: usize) {
        let table = self.exports();
        let end = (table.end.load(Ordering::Acquire) as usize).min(EXPORTS_MAX);
        for index in 0..end {
            if table.bit(slot, index).is_some_and(|(word, bit)| word.load(Ordering::Acquire) & bit != 0) {
                self.close(slot, index);
            }
            self.withdraw(slot, index);
        }
    }
}

fn store(words: &[AtomicU64], bytes: &[u8]) {
    for (word, bytes) in words.iter().zip(bytes.chunks_exact(8)) {
        word.store(u64::from_le_bytes(part(bytes, 0)), Ordering::Relaxed);
    }
}

fn load(words: &[AtomicU64], bytes: &mut [u8]) {
    for (word, bytes) in words.iter().zip(bytes.chunks_exact_mut(8)) {
        bytes.copy_from_slice(&word.load(Ordering::Relaxed).to_le_bytes());
    }
}

/// `N` bytes at a place that is known to be there.
fn part<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    let mut part = [0; N];
    part.copy_from_slice(&bytes[at..at + N]);
    part
}

/// Whether two secrets are the same, in a time that does not tell how much of them is.
fn same(a: &[u8; 32], b: &[u8; 32]) -> bool {
    a.iter().zip(b).fold(0, |sum, (a, b)| sum | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINE: usize = 2;
    const OTHER: usize = 5;

    fn ledger() -> Arc<Ledger> {
        Arc::new(Ledger::create(&[1000], 0).unwrap())
    }

    /// Memory of 100 bytes that the worker of a slot has allocated and exported.
    fn export(ledger: &Arc<Ledger>, slot: usize, driver: u8) -> Exported {
        assert!(ledger.reserve(slot, 0, 100));
        Exported::new(ledger, slot, Kind::Memory, (0, 100), &[driver; 64]).unwrap()
    }

    fn counts(ledger: &Ledger) -> (u64, u64, u64) {
        (ledger.used(0), ledger.used_by(MINE, 0), ledger.used_by(OTHER, 0))
    }

    #[test]
    fn memory_counts_once_until_it_is_freed_and_closed() {
        let ledger = ledger();
        let exported = export(&ledger, MINE, 7);
        let opened = Opened::new(&ledger, OTHER, &exported.handle).unwrap();
        assert_eq!((opened.driver, counts(&ledger)), ([7; 64], (100, 100, 0)));
        let handle = exported.handle;
        drop(exported);
        assert_eq!(counts(&ledger), (100, 0, 0));
        assert!(Opened::new(&ledger, 6, &handle).is_none());
        drop(opened);
        assert_eq!(counts(&ledger), (0, 0, 0));
        // Closed first.
        let exported = export(&ledger, MINE, 8);
        drop(Opened::new(&ledger, OTHER, &exported.handle).unwrap());
        assert_eq!(counts(&ledger), (100, 100, 0));
        drop(exported);
        assert_eq!(counts(&ledger), (0, 0, 0));
        assert!(Opened::new(&ledger, OTHER, &handle).is_none());
    }

    #[test]
    fn what_workers_that_ended_had_goes_back_once() {
        let ledger = ledger();
        let ended = |slot, held: Vec<Exported>, open: Vec<Opened>| {
            held.into_iter().for_each(std::mem::forget);
            open.into_iter().for_each(std::mem::forget);
            ledger.reclaim(slot);
        };
        // The exporter ends first.
        let exported = export(&ledger, MINE, 1);
        let opened = Opened::new(&ledger, OTHER, &exported.handle).unwrap();
        ended(MINE, vec![exported], vec![]);
        assert_eq!(counts(&ledger), (100, 0, 0));
        ended(OTHER, vec![], vec![opened]);
        assert_eq!(counts(&ledger), (0, 0, 0));
        // The importer ends first, with another import and memory of its own.
        let (first, second) = (export(&ledger, MINE, 1), export(&ledger, MINE, 2));
        let open = [&first, &second].map(|e| Opened::new(&ledger, OTHER, &e.handle).unwrap());
        assert!(ledger.reserve(OTHER, 0, 30));
        ended(OTHER, vec![], open.into());
        assert_eq!(counts(&ledger), (200, 200, 0));
        ended(MINE, vec![first], vec![]);
        assert_eq!(counts(&ledger), (0, 0, 0));
        // What was exported by then is not withdrawn a second time.
        drop(second);
        assert_eq!(counts(&ledger), (0, 0, 0));
        ledger.reclaim(MINE);
        ledger.reclaim(SLOTS_MAX);
    }

    #[test]
    fn only_its_handle_opens_an_export() {
        let ledger = ledger();
        let exported = export(&ledger, MINE, 9);
        for byte in 0..64 {
            let mut forged = exported.handle;
            forged[byte] ^= 0x10;
            assert!(Opened::new(&ledger, OTHER, &forged).is_none(), "byte {byte}");
        }
        assert!(event(&ledger, &exported.handle).is_none());
        assert!(Opened::new(&self::ledger(), OTHER, &exported.handle).is_none());
        let of_event = Exported::new(&ledger, MINE, Kind::Event, (0, 0), &[3; 64]).unwrap();
        assert_eq!(event(&ledger, &of_event.handle), Some([3; 64]));
        assert!(Opened::new(&ledger, OTHER, &of_event.handle).is_none());
        assert_ne!(of_event.handle[24..56], exported.handle[24..56]);
    }

    #[test]
    fn a_full_table_refuses_and_takes_again() {
        let ledger = ledger();
        let make = || Exported::new(&ledger, MINE, Kind::Event, (0, 0), &[0; 64]);
        let mut all: Vec<Exported> = (0..EXPORTS_MAX).map(|_| make().unwrap()).collect();
        assert!(make().is_none());
        let gone = all.pop().unwrap().handle;
        assert!(make().is_some_and(|fresh| fresh.handle != gone));
        assert!(event(&ledger, &gone).is_none());
    }
}
