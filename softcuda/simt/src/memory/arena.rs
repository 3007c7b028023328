//! The arena: reservation, allocation, deferred release.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard};

use super::table::{Kind, Range, Table};
use super::{ALLOC_ALIGN, Windows};
use crate::texture::Objects;

/// How an [`AddressSpace`] is laid out.
#[derive(Debug, Clone)]
pub struct SpaceConfig {
    /// Preferred first address.
    pub base: u64,
    /// Wanted size in bytes; halved until the reservation succeeds.
    pub size: u64,
    /// Kernels may touch exactly the requested bytes instead of up to the next multiple of 512.
    pub strict: bool,
}

impl Default for SpaceConfig {
    fn default() -> Self {
        SpaceConfig { base: 0x2000_0000_0000, size: 256 << 30, strict: false }
    }
}

/// Why memory could not be had.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AllocError {
    /// The arena could not be reserved (address-space limit).
    Reserve,
    /// No address range or no memory is left.
    OutOfMemory,
    /// A size of 0, an alignment that is no power of two, or an unknown address.
    Invalid,
    /// The range overlaps one that is known already.
    Overlap,
}

impl fmt::Display for AllocError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            AllocError::Reserve => "no address range could be reserved for device memory; raise the limit of address space (ulimit -v)",
            AllocError::OutOfMemory => "device memory is exhausted",
            AllocError::Invalid => "invalid size, alignment or address",
            AllocError::Overlap => "the range overlaps a known one",
        })
    }
}

impl std::error::Error for AllocError {}

pub(super) const PAGE: u64 = 4096;
/// From this size on, allocations ask for huge pages.
const HUGE: u64 = 4 << 20;
/// The smallest arena that is worth having.
const MIN_SIZE: u64 = 2 << 30;
/// Bases tried after the preferred one, in steps.
const BASE_STEP: u64 = 0x0100_0000_0000;
const BASE_TRIES: u64 = 16;

/// One reserved range of addresses and what is allocated in it.
#[derive(Debug)]
pub struct AddressSpace {
    base: u64,
    size: u64,
    strict: bool,
    windows: Windows,
    table: RwLock<Arc<Table>>,
    state: Mutex<State>,
    objects: Objects,
}

#[derive(Debug)]
pub(super) struct State {
    /// Free page ranges.
    pub(super) free: Holes,
    /// Allocated page ranges: base to size in pages' bytes.
    pub(super) used: BTreeMap<u64, u64>,
    /// Ranges whose memory is mapped into them: base to size.
    pub(super) reserved: BTreeMap<u64, u64>,
    /// Counts frees: a launch sees all ranges freed after it began.
    epoch: u64,
    /// Running launches by the epoch at which they began.
    running: BTreeMap<u64, u32>,
    /// Freed page ranges that running launches may still touch, in order of epoch.
    graveyard: VecDeque<Grave>,
    /// Bases of allocations that are mapped from files.
    pub(super) in_files: BTreeSet<u64>,
}

/// A freed page range.
#[derive(Debug)]
struct Grave {
    epoch: u64,
    base: u64,
    size: u64,
    in_file: bool,
}

impl AddressSpace {
    /// Reserves the arena.
    ///
    /// # Errors
    /// [`AllocError::Reserve`] when not even 2 GiB of addresses can be had.
    pub fn new(config: &SpaceConfig) -> Result<Arc<AddressSpace>, AllocError> {
        let (base, size) = reserve(config).ok_or(AllocError::Reserve)?;
        let windows = Windows::at(base);
        let first = windows.end();
        let mut free = Holes::default();
        free.give(first, base + size - first);
        let state = State {
            free,
            used: BTreeMap::new(),
            reserved: BTreeMap::new(),
            epoch: 0,
            running: BTreeMap::new(),
            graveyard: VecDeque::new(),
            in_files: BTreeSet::new(),
        };
        Ok(Arc::new(AddressSpace {
            base,
            size,
            strict: config.strict,
            windows,
            table: RwLock::new(Arc::new(Table::default())),
            state: Mutex::new(state),
            objects: Objects::default(),
        }))
    }

    /// Textures and surfaces.
    pub fn objects(&self) -> &Objects {
        &self.objects
    }

    /// First address and size in bytes of the arena.
    pub fn arena(&self) -> (u64, u64) {
        (self.base, self.size)
    }

    /// The windows of generic addresses.
    pub fn windows(&self) -> Windows {
        self.windows
    }

    /// Allocates `bytes` zeroed bytes at a multiple of `align` (at least 512).
    ///
    /// # Errors
    /// [`AllocError::Invalid`] for a size of 0 or an alignment that is no power of two,
    /// [`AllocError::OutOfMemory`] when the arena or the machine's memory is exhausted.
    pub fn alloc(&self, bytes: u64, align: u64) -> Result<u64, AllocError> {
        let align = align.max(ALLOC_ALIGN);
        if bytes == 0 || !align.is_power_of_two() || bytes > self.size {
            return Err(AllocError::Invalid);
        }
        let pages = round_up(bytes, PAGE);
        let mut state = self.state();
        let base = state.free.take(pages, align.max(PAGE)).ok_or(AllocError::OutOfMemory)?;
        if !commit(base, pages) {
            state.free.give(base, pages);
            return Err(AllocError::OutOfMemory);
        }
        self.add(&mut state, base, bytes)
    }

    /// Makes the committed pages at `base` an allocation of `bytes`.
    pub(super) fn add(&self, state: &mut State, base: u64, bytes: u64) -> Result<u64, AllocError> {
        state.used.insert(base, round_up(bytes, PAGE));
        let end = base + if self.strict { bytes } else { round_up(bytes, ALLOC_ALIGN) };
        let added = self.insert(Range { base, size: bytes, end, kind: Kind::Device });
        debug_assert!(added.is_ok(), "arena ranges are disjoint");
        added.map(|()| base)
    }

    /// Frees the allocation at `address`. Running launches that began before keep the memory.
    ///
    /// # Errors
    /// [`AllocError::Invalid`] when no allocation starts there.
    pub fn free(&self, address: u64) -> Result<(), AllocError> {
        let mut state = self.state();
        let pages = state.used.remove(&address).ok_or(AllocError::Invalid)?;
        self.remove(address);
        state.bury(address, pages);
        Ok(())
    }

    /// Makes all of [`address`, `address + bytes`) zeros without touching it, if it is large and lies in one allocation, or in one mapping, of
    /// its own: pages that were never used stay unused.
    pub fn forget(&self, address: u64, bytes: u64) -> bool {
        let state = self.state();
        let Some(advice) =
            address.checked_add(bytes).and_then(|end| self.way_to_forget(&state, address, end))
        else {
            return false;
        };
        let (first, last) = (round_up(address, PAGE), (address + bytes) & !(PAGE - 1));
        if bytes < HUGE
            // SAFETY: the range lies in a live allocation or mapping, whose owner asked for zeros there. The lock keeps it from being
            // freed or unmapped meanwhile.
            || unsafe { libc::madvise(first as *mut libc::c_void, (last - first) as usize, advice) } != 0
        {
            return false;
        }
        for (from, to) in [(address, first), (last, address + bytes)] {
            // SAFETY: as above: what is left of the first and the last page.
            unsafe { std::ptr::write_bytes(from as *mut u8, 0, (to - from) as usize) };
        }
        true
    }

    /// What makes zeros of [`address`, `end`): memory of allocations is private and anonymous unless a file holds it, that of mappings is a file's.
    fn way_to_forget(&self, state: &State, address: u64, end: u64) -> Option<libc::c_int> {
        if let Some((base, pages)) = state.used.range(..=address).next_back()
            && end <= base + pages
        {
            return (!state.in_files.contains(base)).then_some(libc::MADV_DONTNEED);
        }
        let (base, size) = state.reserved.range(..=address).next_back()?;
        let mapped = end <= base + size && self.read().find(address).is_some_and(|range| end <= range.end);
        mapped.then_some(libc::MADV_REMOVE)
    }

    /// Base, size and kind of the range that contains `address`.
    pub fn range_of(&self, address: u64) -> Option<Range> {
        self.read().find(address).copied()
    }

    /// Lets kernels access `len` bytes of host memory at their own address.
    ///
    /// # Errors
    /// [`AllocError::Overlap`] when part of it is known already, [`AllocError::Invalid`] for an empty range.
    pub fn register_host(&self, address: u64, len: u64) -> Result<(), AllocError> {
        let end = address.checked_add(len).ok_or(AllocError::Invalid)?;
        if len == 0 {
            return Err(AllocError::Invalid);
        }
        let _state = self.state();
        self.insert(Range { base: address, size: len, end, kind: Kind::Host })
    }

    /// Takes back [`Self::register_host`]. The caller keeps the memory mapped until launches that may use it have ended.
    ///
    /// # Errors
    /// [`AllocError::Invalid`] when no registered range starts there.
    pub fn unregister_host(&self, address: u64) -> Result<(), AllocError> {
        let _state = self.state();
        let known = self.read().find(address).is_some_and(|r| r.base == address && r.kind == Kind::Host);
        if !known {
            return Err(AllocError::Invalid);
        }
        self.remove(address);
        Ok(())
    }

    /// The current table of valid ranges.
    pub fn table(&self) -> Arc<Table> {
        self.read().clone()
    }

    fn read(&self) -> RwLockReadGuard<'_, Arc<Table>> {
        self.table.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Marks a launch as running: memory that is freed from now on stays mapped until the guard is dropped.
    pub fn begin_launch(self: &Arc<Self>) -> LaunchGuard {
        let mut state = self.state();
        let epoch = state.epoch;
        *state.running.entry(epoch).or_insert(0) += 1;
        LaunchGuard { space: Arc::clone(self), epoch }
    }

    fn insert(&self, range: Range) -> Result<(), AllocError> {
        let mut table = self.table.write().unwrap_or_else(PoisonError::into_inner);
        if Arc::make_mut(&mut table).insert(range) { Ok(()) } else { Err(AllocError::Overlap) }
    }

    fn remove(&self, base: u64) {
        let mut table = self.table.write().unwrap_or_else(PoisonError::into_inner);
        let removed = Arc::make_mut(&mut table).remove(base);
        debug_assert!(removed.is_some(), "what is taken back was known");
    }

    /// Makes `ranges`, which are apart, those that are valid within [`base`, `end`).
    pub(super) fn replace(&self, base: u64, end: u64, ranges: &[Range]) {
        let mut table = self.table.write().unwrap_or_else(PoisonError::into_inner);
        Arc::make_mut(&mut table).replace(base, end, ranges);
    }

    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for AddressSpace {
    fn drop(&mut self) {
        // SAFETY: the range was reserved by `reserve` and nobody else owns it; pointers into it die with the space.
        unsafe { libc::munmap(self.base as *mut libc::c_void, self.size as usize) };
    }
}

/// Keeps freed memory mapped for a running launch.
#[derive(Debug)]
pub struct LaunchGuard {
    space: Arc<AddressSpace>,
    epoch: u64,
}

impl Drop for LaunchGuard {
    fn drop(&mut self) {
        let mut state = self.space.state();
        if let Some(count) = state.running.get_mut(&self.epoch) {
            *count -= 1;
            if *count == 0 {
                state.running.remove(&self.epoch);
            }
        }
        state.reap();
    }
}

impl State {
    /// Takes back a range once no running launch can see it any more.
    pub(super) fn bury(&mut self, base: u64, size: u64) {
        self.epoch += 1;
        let in_file = self.in_files.remove(&base);
        self.graveyard.push_back(Grave { epoch: self.epoch, base, size, in_file });
        self.reap();
    }

    /// Releases what no running launch can still see.
    fn reap(&mut self) {
        let oldest = self.running.keys().next().copied().unwrap_or(u64::MAX);
        while let Some(&Grave { epoch, base, size, in_file }) = self.graveyard.front()
            && epoch <= oldest
        {
            self.graveyard.pop_front();
            if in_file && !detach(base, size) {
                // Not given out again: it would not be zeros.
                continue;
            }
            if !in_file {
                decommit(base, size);
            }
            self.free.give(base, size);
        }
    }
}

/// Free page ranges, by address and by size.
#[derive(Debug, Default)]
pub(super) struct Holes {
    sizes: BTreeMap<u64, u64>,
    /// (size, base).
    by_size: BTreeSet<(u64, u64)>,
}

impl Holes {
    /// A part of the smallest hole that has room, the lowest of those.
    pub(super) fn take(&mut self, size: u64, align: u64) -> Option<u64> {
        let base = self.by_size.range((size, 0)..).find_map(|&(hole_size, hole)| {
            let base = round_up(hole, align);
            let end = base.checked_add(size)?;
            (end <= hole + hole_size).then_some(base)
        })?;
        self.take_at(base, size)
    }

    /// The range at `base`, if all of it is free.
    pub(super) fn take_at(&mut self, base: u64, size: u64) -> Option<u64> {
        let (&hole, &hole_size) = self.sizes.range(..=base).next_back()?;
        if base.checked_add(size)? > hole + hole_size {
            return None;
        }
        self.remove(hole, hole_size);
        if base > hole {
            self.insert(hole, base - hole);
        }
        let rest = hole + hole_size - (base + size);
        if rest > 0 {
            self.insert(base + size, rest);
        }
        Some(base)
    }

    /// Adds a range, joined with free neighbours.
    pub(super) fn give(&mut self, mut base: u64, mut size: u64) {
        if let Some((&before, &before_size)) = self.sizes.range(..base).next_back()
            && before + before_size == base
        {
            self.remove(before, before_size);
            base = before;
            size += before_size;
        }
        if let Some(&after_size) = self.sizes.get(&(base + size)) {
            self.remove(base + size, after_size);
            size += after_size;
        }
        self.insert(base, size);
    }

    fn insert(&mut self, base: u64, size: u64) {
        self.sizes.insert(base, size);
        self.by_size.insert((size, base));
    }

    fn remove(&mut self, base: u64, size: u64) {
        self.sizes.remove(&base);
        self.by_size.remove(&(size, base));
    }
}

pub(super) fn round_up(value: u64, align: u64) -> u64 {
    (value + (align - 1)) & !(align - 1)
}

fn reserve(config: &SpaceConfig) -> Option<(u64, u64)> {
    let mut size = round_up(config.size.max(MIN_SIZE), PAGE);
    while size >= MIN_SIZE {
        for step in 0..BASE_TRIES {
            let base = config.base + step * BASE_STEP;
            if reserve_at(base, size) {
                return Some((base, size));
            }
        }
        size = round_up(size / 2, PAGE);
    }
    None
}

fn reserve_at(base: u64, size: u64) -> bool {
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE | libc::MAP_FIXED_NOREPLACE;
    // SAFETY: MAP_FIXED_NOREPLACE never replaces a mapping; nothing is accessed.
    let got = unsafe { libc::mmap(base as *mut libc::c_void, size as usize, libc::PROT_NONE, flags, -1, 0) };
    if got == libc::MAP_FAILED {
        return false;
    }
    if got as u64 != base {
        // A kernel that does not know the flag took the address as a hint.
        // SAFETY: the mapping was just made and is unused.
        unsafe { libc::munmap(got, size as usize) };
        return false;
    }
    true
}

fn commit(base: u64, size: u64) -> bool {
    if size >= HUGE {
        // SAFETY: as below. It is advice: kernels that walk through large arrays miss fewer translations.
        unsafe { libc::madvise(base as *mut libc::c_void, size as usize, libc::MADV_HUGEPAGE) };
    }
    // SAFETY: [base, base + size) is a free range of our own reservation; no reference into it exists.
    unsafe {
        libc::mprotect(base as *mut libc::c_void, size as usize, libc::PROT_READ | libc::PROT_WRITE) == 0
    }
}

fn decommit(base: u64, size: u64) {
    let at = base as *mut libc::c_void;
    // SAFETY: the range is ours, freed by its owner, and no running launch can see it any more.
    unsafe { libc::madvise(at, size as usize, libc::MADV_DONTNEED) };
    // SAFETY: as above. If it fails the range stays accessible, which the table hides from kernels.
    unsafe { libc::mprotect(at, size as usize, libc::PROT_NONE) };
}

/// Puts addresses without memory in the place of a file.
pub(super) fn detach(base: u64, size: u64) -> bool {
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE | libc::MAP_FIXED;
    // SAFETY: as in `decommit`.
    let got = unsafe { libc::mmap(base as *mut libc::c_void, size as usize, libc::PROT_NONE, flags, -1, 0) };
    got != libc::MAP_FAILED
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_ranges_become_zeros_and_nothing_else_does() {
        let space = AddressSpace::new(&SpaceConfig::default()).unwrap();
        let bytes = HUGE + 3 * PAGE;
        let a = space.alloc(bytes, 1).unwrap();
        // SAFETY: a live allocation of so many bytes.
        let all = unsafe { std::slice::from_raw_parts_mut(a as *mut u8, bytes as usize) };
        all.fill(7);
        assert!(
            !space.forget(a, HUGE - 1) && !space.forget(a + PAGE, bytes) && !space.forget(a - PAGE, HUGE)
        );
        assert!(all.iter().all(|byte| *byte == 7));
        assert!(space.forget(a + 100, HUGE + PAGE));
        let end = (100 + HUGE + PAGE) as usize;
        assert!(all[..100].iter().chain(&all[end..]).all(|byte| *byte == 7));
        assert!(all[100..end].iter().all(|byte| *byte == 0));
    }

    #[test]
    fn allocations_are_aligned_zeroed_and_reused() {
        let space = AddressSpace::new(&SpaceConfig::default()).unwrap();
        let a = space.alloc(100, 1).unwrap();
        let b = space.alloc(5000, 1 << 21).unwrap();
        assert_eq!(a % ALLOC_ALIGN, 0);
        assert_eq!(b % (1 << 21), 0);
        assert_eq!(space.range_of(a + 99).unwrap().size, 100);
        assert!(space.range_of(a + 512).is_none());
        // SAFETY: `a` is a live allocation of 100 bytes.
        unsafe { *(a as *mut u8) = 7 };
        space.free(a).unwrap();
        assert_eq!(space.free(a), Err(AllocError::Invalid));
        let again = space.alloc(100, 1).unwrap();
        assert_eq!(again, a);
        // SAFETY: as above.
        assert_eq!(unsafe { *(a as *const u8) }, 0);
    }

    #[test]
    fn free_waits_for_the_launch() {
        let space = AddressSpace::new(&SpaceConfig::default()).unwrap();
        let a = space.alloc(4096, 1).unwrap();
        // SAFETY: `a` is a live allocation.
        unsafe { *(a as *mut u8) = 7 };
        let guard = space.begin_launch();
        space.free(a).unwrap();
        assert!(space.range_of(a).is_none());
        // SAFETY: the guard keeps the memory mapped.
        assert_eq!(unsafe { *(a as *const u8) }, 7);
        assert_ne!(space.alloc(4096, 1).unwrap(), a);
        drop(guard);
        assert_eq!(space.alloc(4096, 1).unwrap(), a);
    }

    #[test]
    fn holes_are_used_again_and_joined() {
        let mut holes = Holes::default();
        holes.give(0, 100 * PAGE);
        let pages: Vec<u64> = (0..6).map(|_| holes.take(PAGE, PAGE).unwrap()).collect();
        assert_eq!(pages, [0, 1, 2, 3, 4, 5].map(|n| n * PAGE));
        for page in [1, 3, 4] {
            holes.give(page * PAGE, PAGE);
        }
        // The smallest that has room.
        assert_eq!(holes.take(2 * PAGE, PAGE), Some(3 * PAGE));
        assert_eq!(holes.take(PAGE, 64 * PAGE), Some(64 * PAGE));
        assert_eq!(holes.take(200 * PAGE, PAGE), None);
        for (base, size) in [(0, 1), (2, 1), (3, 2), (5, 1), (64, 1)] {
            holes.give(base * PAGE, size * PAGE);
        }
        assert_eq!((holes.sizes.len(), holes.take(100 * PAGE, PAGE)), (1, Some(0)));
        assert!(holes.sizes.is_empty() && holes.by_size.is_empty());
    }

    #[test]
    fn host_memory_is_known_while_registered() {
        let space = AddressSpace::new(&SpaceConfig::default()).unwrap();
        let data = [0u8; 64];
        let at = data.as_ptr() as u64;
        space.register_host(at, 64).unwrap();
        assert_eq!(space.register_host(at + 8, 8), Err(AllocError::Overlap));
        assert_eq!(space.range_of(at + 63).unwrap().kind, Kind::Host);
        space.unregister_host(at).unwrap();
        assert!(space.range_of(at).is_none());
    }
}
