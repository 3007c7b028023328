//! Pinned host memory: pages of the arena, registered memory of the program, and what may still write to it.

use std::collections::BTreeMap;
use std::ffi::c_void;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use cuda_abi::CUresult;
use parking_lot::{Mutex, RwLock};

use super::Global;
use super::context::Context;
use super::stream::Stream;

/// Size of a page in bytes.
pub(crate) const PAGE: u64 = 4096;

/// Memory from this size on gets huge pages where the system gives them on request.
const HUGE: u64 = 2 << 20;

/// A range of pinned memory.
#[derive(Clone, Copy)]
pub(crate) struct Pinned {
    /// First address.
    pub(crate) base: u64,
    /// Length in bytes as the program asked for.
    pub(crate) bytes: u64,
    /// Length of the range on the wire: whole pages.
    pub(crate) mapped: u64,
    /// CU_MEMHOSTALLOC or CU_MEMHOSTREGISTER flags.
    pub(crate) flags: u32,
    /// Whose memory it is.
    pub(crate) origin: Origin,
    /// The context that was current.
    pub(crate) context: &'static Context,
    /// Its address is valid on the device.
    pub(crate) in_place: bool,
    /// The program knows it as managed memory.
    pub(crate) managed: bool,
}

/// Where pinned memory lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    /// In the arena: the same address is valid on the device.
    Arena,
    /// Allocated here for want of an arena; the worker has a shadow.
    Private,
    /// The program's own, registered; the worker has a shadow.
    Program,
}

impl Pinned {
    /// What HOST_MAP and HOST_UNMAP carry: first address of whole pages.
    pub(crate) fn wire_base(&self) -> u64 {
        self.base / PAGE * PAGE
    }
}

/// An operation that may use pinned memory when its stream arrives at it.
struct User {
    stream: Arc<Stream>,
    seq: u64,
    /// What it may write, or reads: (first address, end); `None` = anything.
    range: Option<(u64, u64)>,
}

/// Operations that use pinned memory.
#[derive(Default)]
struct Users(Vec<User>);

impl Users {
    fn note(&mut self, stream: &Arc<Stream>, seq: u64, range: Option<(u64, u64)>) {
        if let Some(last) = self.0.last_mut()
            && Arc::ptr_eq(&last.stream, stream)
            && last.range == range
        {
            last.seq = last.seq.max(seq);
            return;
        }
        if self.0.len() >= 64 {
            self.forget_passed();
        }
        self.0.push(User { stream: stream.clone(), seq, range });
    }

    fn forget_passed(&mut self) {
        self.0.retain(|u| !u.stream.passed(u.seq));
    }

    /// The streams of those that use the range by name and are not known to be complete.
    fn streams(&self, base: u64, bytes: u64) -> Vec<Arc<Stream>> {
        let hits = |u: &&User| u.range.is_some_and(|(from, to)| from < base + bytes && base < to);
        let pending = self.0.iter().filter(hits).filter(|u| !u.stream.passed(u.seq));
        pending.map(|u| u.stream.clone()).collect()
    }
}

/// All pinned memory of the process.
#[derive(Default)]
pub(crate) struct PinnedMemory {
    map: RwLock<BTreeMap<u64, Pinned>>,
    count: AtomicUsize,
    writers: Mutex<Users>,
    /// Copies from it, whose bytes may be on the way.
    readers: Mutex<Users>,
    /// Free ranges of the arena: first address to length.
    free: Mutex<BTreeMap<u64, u64>>,
}

impl PinnedMemory {
    /// With an arena (base, bytes) that is reserved in this process.
    pub(crate) fn with_arena(arena: Option<(u64, u64)>) -> Self {
        let memory = PinnedMemory::default();
        memory.free.lock().extend(arena);
        memory
    }

    /// Takes pages of the arena (first fit) and makes them usable.
    pub(crate) fn take_pages(&self, bytes: u64) -> Option<u64> {
        let mut free = self.free.lock();
        let (base, length) = free.iter().find(|(_, length)| **length >= bytes).map(|(b, l)| (*b, *l))?;
        map_pages(base, bytes, libc::PROT_READ | libc::PROT_WRITE, 0).ok()?;
        if bytes >= HUGE {
            let pages = std::ptr::without_provenance_mut(base as usize);
            // SAFETY: the pages were just mapped. Without huge pages they work as well.
            unsafe { libc::madvise(pages, bytes as usize, libc::MADV_HUGEPAGE) };
        }
        free.remove(&base);
        if length > bytes {
            free.insert(base + bytes, length - bytes);
        }
        Some(base)
    }

    /// Gives pages back to the arena; their memory is freed, their addresses stay reserved.
    pub(crate) fn give_pages(&self, base: u64, bytes: u64) {
        if map_pages(base, bytes, libc::PROT_NONE, libc::MAP_NORESERVE).is_err() {
            // The pages stay readable and taken: nothing worse than a leak.
            return;
        }
        let mut free = self.free.lock();
        let (mut base, mut bytes) = (base, bytes);
        if let Some(after) = free.remove(&(base + bytes)) {
            bytes += after;
        }
        if let Some((before, length)) = free.range(..base).next_back().map(|(b, l)| (*b, *l))
            && before + length == base
        {
            free.remove(&before);
            (base, bytes) = (before, bytes + length);
        }
        free.insert(base, bytes);
    }

    /// Notes new pinned memory.
    pub(crate) fn insert(&self, pinned: Pinned) {
        self.map.write().insert(pinned.base, pinned);
        self.count.fetch_add(1, Ordering::AcqRel);
    }

    /// Forgets the memory that starts at `base`, if `wanted` holds for it.
    pub(crate) fn remove(&self, base: u64, wanted: impl Fn(&Pinned) -> bool) -> Option<Pinned> {
        let mut map = self.map.write();
        if !map.get(&base).is_some_and(wanted) {
            return None;
        }
        let removed = map.remove(&base);
        self.count.fetch_sub(usize::from(removed.is_some()), Ordering::AcqRel);
        removed
    }

    /// Everything that was pinned in a context.
    pub(crate) fn all_of(&self, context: &Context) -> Vec<Pinned> {
        self.map.read().values().filter(|p| p.context.id == context.id).copied().collect()
    }

    /// The pinned memory that contains an address.
    pub(crate) fn find(&self, address: u64) -> Option<Pinned> {
        if self.count.load(Ordering::Acquire) == 0 {
            return None;
        }
        let map = self.map.read();
        let (_, found) = map.range(..=address).next_back()?;
        (address - found.base < found.bytes).then_some(*found)
    }

    /// The pinned memory that contains all of `bytes` bytes from an address.
    pub(crate) fn covering(&self, address: u64, bytes: u64) -> Option<Pinned> {
        self.find(address).filter(|p| bytes <= p.bytes - (address - p.base))
    }

    /// Whether pinned memory overlaps a range.
    pub(crate) fn overlaps(&self, base: u64, bytes: u64) -> bool {
        let end = base.saturating_add(bytes);
        let map = self.map.read();
        map.range(..end).next_back().is_some_and(|(_, p)| p.base + p.bytes > base)
    }

    /// Copies bytes that a device-to-host copy produced, if their range is pinned memory; else they are dropped.
    pub(crate) fn store(&self, address: u64, bytes: &[u8]) -> bool {
        // The lock keeps the range from being unmapped meanwhile.
        let map = self.map.read();
        let Some((_, found)) = map.range(..=address).next_back() else { return false };
        let offset = address - found.base;
        if offset >= found.bytes || bytes.len() as u64 > found.bytes - offset {
            return false;
        }
        let target = std::ptr::with_exposed_provenance_mut::<u8>(address as usize);
        // SAFETY: the range is pinned memory that stays mapped while it is in the map; the program has to leave it alone
        // until the copy is complete.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), target, bytes.len()) };
        true
    }

    /// Notes an operation that may write `range` (`None`: any pinned memory) when the stream arrives at it.
    pub(crate) fn note_writer(&self, stream: &Arc<Stream>, seq: u64, range: Option<(u64, u64)>) {
        self.writers.lock().note(stream, seq, range);
    }

    /// Notes a copy from the range.
    pub(crate) fn note_reader(&self, stream: &Arc<Stream>, seq: u64, range: (u64, u64)) {
        self.readers.lock().note(stream, seq, Some(range));
    }

    /// Whether an operation that is not known to be complete may write the range.
    pub(crate) fn may_be_written(&self, base: u64, bytes: u64) -> bool {
        let mut writers = self.writers.lock();
        writers.forget_passed();
        writers.0.iter().any(|w| w.range.is_none_or(|(from, to)| from < base + bytes && base < to))
    }

    /// Waits for the copies that may still write the range, or whose bytes out of it may be on the way.
    pub(crate) fn wait_for_copies(&self, g: &Global, base: u64, bytes: u64) -> Result<(), CUresult> {
        let writing = self.writers.lock().streams(base, bytes);
        let reading = self.readers.lock().streams(base, bytes);
        writing.iter().chain(&reading).try_for_each(|stream| stream.synchronize(g))
    }

    /// Whether a copy into the range is not known to be complete; host functions do not count.
    pub(crate) fn copy_pending(&self, base: u64, bytes: u64) -> bool {
        let mut writers = self.writers.lock();
        writers.forget_passed();
        writers.0.iter().filter_map(|w| w.range).any(|(from, to)| from < base + bytes && base < to)
    }
}

/// Replaces pages of the arena.
fn map_pages(base: u64, bytes: u64, protection: i32, flags: i32) -> Result<(), CUresult> {
    let address: *mut c_void = std::ptr::without_provenance_mut(base as usize);
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_FIXED | flags;
    // SAFETY: the range lies in the arena, which this process has reserved for nothing but these mappings.
    let got = unsafe { libc::mmap(address, bytes as usize, protection, flags, -1, 0) };
    if got == libc::MAP_FAILED { Err(CUresult::OUT_OF_MEMORY) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGES: u64 = 16;

    fn arena() -> (PinnedMemory, u64) {
        let bytes = (PAGES * PAGE) as usize;
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
        // SAFETY: a new mapping.
        let base = unsafe { libc::mmap(std::ptr::null_mut(), bytes, libc::PROT_NONE, flags, -1, 0) };
        assert_ne!(base, libc::MAP_FAILED);
        let base = base.expose_provenance() as u64;
        (PinnedMemory::with_arena(Some((base, PAGES * PAGE))), base)
    }

    fn pinned(base: u64, bytes: u64) -> Pinned {
        let context = Context::new(1, 0, true, 0, Vec::new());
        Pinned {
            base,
            bytes,
            mapped: bytes,
            flags: 0,
            origin: Origin::Arena,
            context,
            in_place: true,
            managed: false,
        }
    }

    #[test]
    fn pages_are_taken_and_given_back() {
        let (memory, base) = arena();
        let a = memory.take_pages(4 * PAGE).unwrap();
        let b = memory.take_pages(4 * PAGE).unwrap();
        assert_eq!((a, b), (base, base + 4 * PAGE));
        assert_eq!(memory.take_pages(9 * PAGE), None);
        memory.give_pages(a, 4 * PAGE);
        memory.give_pages(b, 4 * PAGE);
        assert_eq!(memory.take_pages(PAGES * PAGE), Some(base));
    }

    #[test]
    fn bytes_are_stored_only_into_pinned_memory() {
        let (memory, _) = arena();
        let at = memory.take_pages(PAGE).unwrap();
        memory.insert(pinned(at, 100));
        assert!(memory.store(at + 98, &[1, 2]));
        for (address, bytes) in [(at + 99, &[1u8, 2][..]), (at + 100, &[1]), (at - 1, &[1]), (0, &[1])] {
            assert!(!memory.store(address, bytes), "{address:#x}");
        }
        let stored: *const u8 = std::ptr::with_exposed_provenance(at as usize + 98);
        // SAFETY: mapped above.
        assert_eq!(unsafe { *stored }, 1);
    }

    #[test]
    fn writers_count_until_they_are_passed() {
        let (memory, base) = arena();
        let context = Context::new(1, 0, true, 0, Vec::new());
        let stream = context.legacy();
        memory.note_writer(&stream, 5, Some((base, base + 10)));
        assert!(memory.may_be_written(base + 9, 1));
        assert!(!memory.may_be_written(base + 10, 1));
        memory.note_writer(&stream, 6, None);
        assert!(memory.may_be_written(base + 10, 1));
        assert!(memory.copy_pending(base + 9, 1));
        assert!(!memory.copy_pending(base + 10, 1));
        stream.has_waited(5);
        assert!(!memory.copy_pending(base + 9, 1));
        assert!(memory.may_be_written(base + 9, 1));
        stream.has_waited(6);
        assert!(!memory.may_be_written(base, PAGE));
    }

    #[test]
    fn overlap_is_found_on_both_sides() {
        let memory = PinnedMemory::default();
        memory.insert(pinned(0x2000, 0x1000));
        for (base, bytes, hit) in
            [(0x1000, 0x1000, false), (0x1000, 0x1001, true), (0x2fff, 1, true), (0x3000, 1, false)]
        {
            assert_eq!(memory.overlaps(base, bytes), hit, "{base:#x}");
        }
    }
}
