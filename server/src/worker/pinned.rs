//! The worker's side of the client's pinned memory: the same pages of the agreed arena, or a shadow elsewhere.

use std::collections::BTreeMap;
use std::ffi::c_void;
use std::sync::Arc;
use std::time::Duration;

use cuda_abi::{CU_MEMHOSTREGISTER_DEVICEMAP, CU_MEMHOSTREGISTER_PORTABLE, CUresult};
use parking_lot::Mutex;
use protocol::pages;

use super::driver::{Cu, Library};
use super::host_memory::{HostMemory, Taken};
use super::mapping::{Mapping, Place};

const PAGE: u64 = 4096;

/// A range of pinned memory. Whoever uses it holds the `Arc`.
#[derive(Debug)]
pub struct Range {
    /// The client's address.
    pub client: u64,
    memory: Mapping,
    /// What client and worker agree that it holds, once it is tracked.
    agreed: Mutex<Option<Agreed>>,
    count: Taken,
}

#[derive(Debug)]
struct Agreed {
    bytes: Vec<u8>,
    _count: Taken,
}

impl Range {
    /// Local address of the client's `addr`, which lies inside.
    pub fn local(&self, addr: u64) -> usize {
        // The difference is below the mapping's length.
        self.memory.addr() + (addr - self.client) as usize
    }

    /// Begins to track what kernels change; says of each page, a bit each, whether it is not all zeros.
    pub fn track(&self) -> Cu<Vec<u8>> {
        let mut agreed = self.agreed.lock();
        let agreed = match &mut *agreed {
            Some(agreed) => agreed,
            none => {
                let count = self.count.more(self.memory.len() as u64)?;
                let mut bytes = vec![0; self.memory.len()];
                self.read(0, &mut bytes);
                none.insert(Agreed { bytes, _count: count })
            }
        };
        let mut bits = vec![0u8; agreed.bytes.len().div_ceil(pages::PAGE).div_ceil(8)];
        for (i, page) in agreed.bytes.as_chunks::<{ pages::PAGE }>().0.iter().enumerate() {
            if let Some(byte) = bits.get_mut(i / 8).filter(|_| *page != [0; pages::PAGE]) {
                *byte |= 1 << (i % 8);
            }
        }
        Ok(bits)
    }

    /// Whether it is tracked.
    pub fn is_tracked(&self) -> bool {
        self.agreed.lock().is_some()
    }

    /// Writes what the client's memory holds at `addr`; the caller has found that it lies inside.
    pub fn write(&self, addr: u64, bytes: &[u8]) {
        self.put(&mut self.agreed.lock(), addr, bytes);
    }

    /// Writes what the client has changed in a page; the caller has found that it lies inside.
    pub fn apply(&self, record: &pages::Record<'_>) {
        let mut agreed = self.agreed.lock();
        for (at, bytes) in record.runs() {
            self.put(&mut agreed, record.address + at as u64, bytes);
        }
    }

    fn put(&self, agreed: &mut Option<Agreed>, addr: u64, bytes: &[u8]) {
        let p: *mut u8 = std::ptr::with_exposed_provenance_mut(self.local(addr));
        // SAFETY: the bytes lie in the mapping, which `self` keeps. A kernel that uses them at this moment races with its program.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), p, bytes.len()) };
        let at = (addr - self.client) as usize;
        if let Some(place) = agreed.as_mut().and_then(|a| a.bytes.get_mut(at..at + bytes.len())) {
            place.copy_from_slice(bytes);
        }
    }

    /// The bytes at `addr`, of which the client is going to be told; the caller has found that they lie inside.
    ///
    /// They are read once, as a kernel behind the copy that brought them may be changing them.
    pub fn tell(&self, addr: u64, len: usize) -> Vec<u8> {
        let mut agreed = self.agreed.lock();
        let at = (addr - self.client) as usize;
        let mut bytes = vec![0; len];
        self.read(at, &mut bytes);
        if let Some(place) = agreed.as_mut().and_then(|a| a.bytes.get_mut(at..at + len)) {
            place.copy_from_slice(&bytes);
        }
        bytes
    }

    /// Hands records of what kernels have changed since the last look to `tell`, as many as a frame takes at a time.
    pub fn changes(&self, mut tell: impl FnMut(&[u8])) {
        let mut records = Vec::new();
        let mut from = 0;
        while self.compare(&mut from, &mut records) {
            tell(&records);
            records.clear();
        }
    }

    /// Gathers records from page `from` on, up to a frame's worth. The client's changes wait no longer than that.
    fn compare(&self, from: &mut usize, records: &mut Vec<u8>) -> bool {
        let mut agreed = self.agreed.lock();
        let agreed = agreed.as_mut().map_or(&mut [][..], |a| a.bytes.as_chunks_mut::<{ pages::PAGE }>().0);
        let mut new = [0; pages::PAGE];
        for (i, old) in agreed.iter_mut().enumerate().skip(*from) {
            if records.len() > pages::FRAME_FULL {
                break;
            }
            *from = i + 1;
            let at = i * pages::PAGE;
            if self.differs(at, old) {
                // Read once: a kernel may go on writing.
                self.read(at, &mut new);
                pages::append(records, self.client + at as u64, old, &new);
                *old = new;
            }
        }
        !records.is_empty()
    }

    fn read(&self, at: usize, bytes: &mut [u8]) {
        let p: *const u8 = std::ptr::with_exposed_provenance(self.memory.addr() + at);
        // SAFETY: callers stay inside the mapping, which `self` keeps; the device may write it meanwhile, as it may the program's memory.
        unsafe { std::ptr::copy_nonoverlapping(p, bytes.as_mut_ptr(), bytes.len()) };
    }

    fn differs(&self, at: usize, page: &[u8; pages::PAGE]) -> bool {
        let p = std::ptr::with_exposed_provenance::<c_void>(self.memory.addr() + at);
        // SAFETY: as for `read`. A byte that changes meanwhile is found now or at the next look.
        unsafe { libc::memcmp(p, page.as_ptr().cast(), pages::PAGE) != 0 }
    }

    /// Whether `len` bytes at the client's address lie in it.
    pub fn holds(&self, addr: u64, len: u64) -> bool {
        let end = self.client + self.memory.len() as u64;
        addr >= self.client && addr.checked_add(len).is_some_and(|to| to <= end)
    }
}

#[derive(Debug, Default)]
struct State {
    arena: Option<Mapping>,
    ranges: BTreeMap<u64, Arc<Range>>,
}

/// All pinned memory of a session.
#[derive(Debug)]
pub struct Pinned {
    state: Mutex<State>,
    /// Shadows lie anywhere: client and worker share one process.
    elsewhere: bool,
    host: HostMemory,
}

impl Pinned {
    /// No memory yet.
    pub fn new(elsewhere: bool, host: HostMemory) -> Self {
        Pinned { state: Mutex::new(State::default()), elsewhere, host }
    }

    /// Reserves the first possible of the client's candidate arenas.
    pub fn agree(&self, bases: &[u64], bytes: u64) -> Option<u64> {
        let len = usize::try_from(bytes).ok()?;
        if len == 0 || !bytes.is_multiple_of(PAGE) {
            return None;
        }
        if self.elsewhere {
            return bases.first().copied();
        }
        for &base in bases.iter().take(64) {
            let Ok(addr) = usize::try_from(base) else { continue };
            if base == 0 || base % PAGE != 0 {
                continue;
            }
            if let Ok(arena) = Mapping::reservation(Place::Free(addr), len) {
                self.state.lock().arena = Some(arena);
                return Some(base);
            }
        }
        None
    }

    /// Maps and registers a range in the current context; returns its local address.
    pub fn map(&self, lib: &Library, client: u64, bytes: u64, registered: bool) -> Cu<usize> {
        let bad = CUresult::INVALID_VALUE;
        let end = client.checked_add(bytes).ok_or(bad)?;
        if bytes == 0 || !client.is_multiple_of(PAGE) || !bytes.is_multiple_of(PAGE) {
            return Err(bad);
        }
        let len = usize::try_from(bytes).map_err(|_| bad)?;
        let mut state = self.state.lock();
        if state.overlaps(client, end) {
            return Err(CUresult::HOST_MEMORY_ALREADY_REGISTERED);
        }
        let count = self.host.take(bytes)?;
        let place = self.place(&state, client, end, registered)?;
        let memory = match Mapping::memory(place, len) {
            // Registered memory of the program may collide with something here: then its shadow lies elsewhere.
            Err(_) if registered => Mapping::memory(Place::Any, len),
            other => other,
        }
        .map_err(|_| CUresult::OUT_OF_MEMORY)?;
        memory.pin(lib, CU_MEMHOSTREGISTER_PORTABLE | CU_MEMHOSTREGISTER_DEVICEMAP)?;
        let local = memory.addr();
        state.ranges.insert(client, Arc::new(Range { client, memory, agreed: Mutex::default(), count }));
        Ok(local)
    }

    fn place(&self, state: &State, client: u64, end: u64, registered: bool) -> Cu<Place> {
        if self.elsewhere {
            return Ok(Place::Any);
        }
        let addr = usize::try_from(client).map_err(|_| CUresult::INVALID_VALUE)?;
        if let Some(arena) = &state.arena {
            let (from, to) = (arena.addr() as u64, arena.addr() as u64 + arena.len() as u64);
            if client >= from && end <= to {
                return Ok(Place::Reserved(addr));
            }
            if client < to && end > from {
                return Err(CUresult::INVALID_VALUE);
            }
        }
        if registered { Ok(Place::Free(addr)) } else { Err(CUresult::INVALID_VALUE) }
    }

    /// Memory that stands for host memory of the program which is not pinned there, for one user: [`Pinned::find`] does not find it.
    pub fn lend(&self, lib: &Library, client: u64, bytes: u64) -> Cu<Arc<Range>> {
        let mapped =
            bytes.checked_next_multiple_of(PAGE).filter(|n| *n > 0 && client.checked_add(*n).is_some());
        let mapped = mapped.ok_or(CUresult::INVALID_VALUE)?;
        let count = self.host.take(mapped)?;
        let len = usize::try_from(mapped).map_err(|_| CUresult::OUT_OF_MEMORY)?;
        let memory = Mapping::memory(Place::Any, len).map_err(|_| CUresult::OUT_OF_MEMORY)?;
        memory.pin(lib, CU_MEMHOSTREGISTER_PORTABLE | CU_MEMHOSTREGISTER_DEVICEMAP)?;
        Ok(Arc::new(Range { client, memory, agreed: Mutex::default(), count }))
    }

    /// Takes a range out, so that nothing new uses it.
    pub fn remove(&self, client: u64) -> Cu<Arc<Range>> {
        let mut state = self.state.lock();
        state.ranges.remove(&client).ok_or(CUresult::HOST_MEMORY_NOT_REGISTERED)
    }

    /// The range that holds `len` bytes at the client's address `addr`.
    pub fn find(&self, addr: u64, len: u64) -> Cu<Arc<Range>> {
        let end = addr.checked_add(len).ok_or(CUresult::INVALID_VALUE)?;
        let state = self.state.lock();
        let (_, range) = state.ranges.range(..=addr).next_back().ok_or(CUresult::INVALID_VALUE)?;
        if end > range.client + range.memory.len() as u64 {
            return Err(CUresult::INVALID_VALUE);
        }
        Ok(range.clone())
    }
}

impl State {
    fn overlaps(&self, from: u64, to: u64) -> bool {
        let before = self.ranges.range(..to).next_back();
        before.is_some_and(|(_, r)| r.client + r.memory.len() as u64 > from)
    }
}

/// Waits until nobody else uses `range`, calling `step` in between, then unregisters and unmaps it.
pub(super) fn retire(lib: &Library, mut range: Arc<Range>, mut step: impl FnMut() -> bool) -> Cu<()> {
    let mut nap = Duration::from_micros(20);
    let range = loop {
        match Arc::try_unwrap(range) {
            Ok(r) => break r,
            Err(r) => range = r,
        }
        if !step() {
            return Err(CUresult::DEINITIALIZED);
        }
        std::thread::sleep(nap);
        nap = (nap * 2).min(Duration::from_millis(1));
    };
    range.memory.unpin(lib)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BASE: u64 = 0x10_0000;

    fn range(pages: usize) -> Range {
        let memory = Mapping::memory(Place::Any, pages * PAGE as usize).unwrap();
        let count = HostMemory::new(None, u64::MAX).take(0).unwrap();
        Range { client: BASE, memory, agreed: Mutex::default(), count }
    }

    /// What a kernel does.
    fn poke(range: &Range, addr: u64, byte: u8) {
        let p: *mut u8 = std::ptr::with_exposed_provenance_mut(range.local(addr));
        // SAFETY: inside the mapping.
        unsafe { p.write(byte) };
    }

    fn told(range: &Range) -> Vec<(u64, Vec<u8>)> {
        let mut all = Vec::new();
        range.changes(|payload| {
            for record in pages::records(payload).unwrap() {
                all.extend(record.runs().map(|(at, bytes)| (record.address + at as u64, bytes.to_vec())));
            }
        });
        all
    }

    #[test]
    fn changes_of_kernels_are_told_once_and_those_of_the_client_never() {
        let r = range(3);
        poke(&r, BASE + PAGE, 1);
        assert_eq!(told(&r), []);
        assert!(!r.is_tracked());
        assert_eq!((r.track().unwrap(), r.is_tracked()), (vec![0b010], true));
        assert_eq!(told(&r), []);
        poke(&r, BASE + 5, 7);
        poke(&r, BASE + 6, 8);
        poke(&r, BASE + 3 * PAGE - 1, 9);
        r.write(BASE + 7, &[1, 2]);
        assert_eq!(told(&r), [(BASE + 5, vec![7, 8]), (BASE + 3 * PAGE - 1, vec![9])]);
        assert_eq!(told(&r), []);
        // A copy from the device that the client was told of.
        poke(&r, BASE, 4);
        assert_eq!(r.tell(BASE, 2), [4, 0]);
        assert_eq!(told(&r), []);
        // Tracking again forgets nothing.
        poke(&r, BASE + 1, 3);
        r.track().unwrap();
        assert_eq!(told(&r), [(BASE + 1, vec![3])]);
    }

    #[test]
    fn bytes_of_both_sides_in_one_page_survive() {
        let r = range(1);
        r.track().unwrap();
        poke(&r, BASE + 8, 1);
        let mut old = [0; pages::PAGE];
        let mut new = old;
        (new[7], new[9]) = (5, 6);
        let mut payload = Vec::new();
        // The client's view lacks what the kernel wrote.
        pages::append(&mut payload, BASE, &old, &new);
        pages::records(&payload).unwrap().for_each(|record| r.apply(&record));
        assert_eq!(told(&r), [(BASE + 8, vec![1])]);
        r.read(0, &mut old);
        assert_eq!(old[7..10], [5, 1, 6]);
    }

    #[test]
    fn many_changes_come_in_frames() {
        let many = protocol::INLINE_MAX / pages::RECORD_MAX + 1;
        let r = range(many);
        r.track().unwrap();
        for at in 0..many as u64 * PAGE {
            poke(&r, BASE + at, 1);
        }
        let mut frames = Vec::new();
        r.changes(|payload| frames.push(payload.len()));
        assert!(frames.iter().all(|bytes| *bytes <= protocol::INLINE_MAX), "{frames:?}");
        assert_eq!((frames.len(), frames.iter().sum::<usize>()), (2, many * pages::RECORD_MAX));
        assert_eq!(told(&r), []);
    }
}
