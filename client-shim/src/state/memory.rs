//! Device memory that is allocated now, and the address space kept free for it in this process.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU64, Ordering};

use cuda_abi::CUresult;
use parking_lot::{Mutex, RwLock};

use super::context::Context;

/// An allocation or a module's global.
#[derive(Clone, Copy)]
pub(crate) struct Allocation {
    /// First address.
    pub(crate) base: u64,
    /// Length in bytes.
    pub(crate) bytes: u64,
    /// Its context.
    pub(crate) context: &'static Context,
    /// Unique in the process (CU_POINTER_ATTRIBUTE_BUFFER_ID).
    pub(crate) number: u64,
    /// Where it comes from.
    pub(crate) origin: Origin,
}

/// Where device memory comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    /// An allocation, which the program frees.
    Allocated,
    /// An allocation of another process, which this one closes.
    Imported,
    /// A global variable of a module.
    Global,
    /// Neighbouring mappings in reserved addresses. They belong to no context; theirs is the primary one of the device.
    Mapped,
}

/// Live device memory by address.
#[derive(Default)]
pub(crate) struct DeviceMemory {
    map: RwLock<BTreeMap<u64, Allocation>>,
    numbers: AtomicU64,
    reserved: Mutex<BTreeSet<u64>>,
}

/// Address space is kept free in pieces of this many bytes.
const GRANULE: u64 = 2 << 20;

impl DeviceMemory {
    /// Notes new memory.
    pub(crate) fn insert(&self, base: u64, bytes: u64, context: &'static Context, origin: Origin) {
        let number = self.numbers.fetch_add(1, Ordering::Relaxed) + 1;
        self.map.write().insert(base, Allocation { base, bytes, context, number, origin });
    }

    /// Forgets the allocation that starts at `base`.
    pub(crate) fn remove(&self, base: u64) -> Option<Allocation> {
        self.map.write().remove(&base)
    }

    /// Forgets everything of a context.
    pub(crate) fn remove_of(&self, context: &Context) {
        self.map.write().retain(|_, a| a.context.id != context.id || a.origin == Origin::Mapped);
    }

    /// Makes `runs`, pairs of address and size, what is mapped in [`base`, `base` + `size`).
    pub(crate) fn set_mapped(&self, base: u64, size: u64, runs: &[(u64, u64)], context: &'static Context) {
        self.map.write().retain(|at, _| !(base..base + size).contains(at));
        for (at, bytes) in runs {
            self.insert(*at, *bytes, context, Origin::Mapped);
        }
    }

    /// The memory that contains an address.
    pub(crate) fn find(&self, address: u64) -> Option<Allocation> {
        let map = self.map.read();
        let (_, found) = map.range(..=address).next_back()?;
        (address - found.base < found.bytes).then_some(*found)
    }

    /// The memory that contains `bytes` bytes from an address; CUDA_ERROR_INVALID_VALUE if none does.
    pub(crate) fn range(&self, address: u64, bytes: u64) -> Result<Allocation, CUresult> {
        let found = self.find(address).ok_or(CUresult::INVALID_VALUE)?;
        let fits = bytes <= found.bytes - (address - found.base);
        if fits { Ok(found) } else { Err(CUresult::INVALID_VALUE) }
    }

    /// Bytes allocated in a context.
    pub(crate) fn used(&self, context: &Context) -> u64 {
        let counts = |a: &&Allocation| a.context.id == context.id && a.origin != Origin::Imported;
        self.map.read().values().filter(counts).map(|a| a.bytes).sum()
    }

    /// Keeps other mappings of this process away from a device range, where nothing is mapped yet. Best effort: a range that is
    /// taken already stays usable, only pointers into it are ambiguous.
    pub(crate) fn reserve(&self, base: u64, bytes: u64) {
        let last = base.saturating_add(bytes.max(1) - 1) / GRANULE;
        let mut reserved = self.reserved.lock();
        let new: Vec<u64> = (base / GRANULE..=last).filter(|granule| reserved.insert(*granule)).collect();
        // Neighbours at once: a reservation of the program may have thousands.
        for run in new.chunk_by(|a, b| a + 1 == *b) {
            let (first, bytes) = (run[0] * GRANULE, run.len() as u64 * GRANULE);
            if run.len() > 1 && map_nothing(first, bytes) {
                continue;
            }
            for granule in run {
                map_nothing(granule * GRANULE, GRANULE);
            }
        }
    }
}

/// Whether all of the range was free and is now kept so.
fn map_nothing(at: u64, bytes: u64) -> bool {
    // Not in glibc's headers of 2.17; the kernel ignores it before 4.17, then the address is a hint.
    const MAP_FIXED_NOREPLACE: i32 = 0x10_0000;
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE | MAP_FIXED_NOREPLACE;
    let address = std::ptr::without_provenance_mut(at as usize);
    // SAFETY: without MAP_FIXED no existing mapping is touched.
    let got = unsafe { libc::mmap(address, bytes as usize, libc::PROT_NONE, flags, -1, 0) };
    if got != libc::MAP_FAILED && got != address {
        // SAFETY: just mapped elsewhere by a kernel that took the address for a hint; nobody knows it.
        unsafe { libc::munmap(got, bytes as usize) };
    }
    got == address
}

#[cfg(test)]
mod tests {
    use super::*;

    fn memory() -> DeviceMemory {
        let context = Context::new(1, 0, true, 0, Vec::new());
        let memory = DeviceMemory::default();
        memory.insert(0x1000, 0x100, context, Origin::Allocated);
        memory.insert(0x2000, 0x1000, context, Origin::Global);
        memory
    }

    #[test]
    fn addresses_find_their_allocation() {
        let memory = memory();
        let cases: [(u64, Option<u64>); 8] = [
            (0, None),
            (0xfff, None),
            (0x1000, Some(0x1000)),
            (0x10ff, Some(0x1000)),
            (0x1100, None),
            (0x2fff, Some(0x2000)),
            (0x3000, None),
            (u64::MAX, None),
        ];
        for (address, base) in cases {
            assert_eq!(memory.find(address).map(|a| a.base), base, "{address:#x}");
        }
    }

    #[test]
    fn ranges_must_fit() {
        let memory = memory();
        let cases = [
            (0x1000, 0x100, true),
            (0x1000, 0x101, false),
            (0x10ff, 1, true),
            (0x10ff, 2, false),
            (0x2000, u64::MAX, false),
        ];
        for (address, bytes, fits) in cases {
            assert_eq!(memory.range(address, bytes).is_ok(), fits, "{address:#x} {bytes:#x}");
        }
    }

    #[test]
    fn removed_memory_is_unknown() {
        let memory = memory();
        assert!(memory.remove(0x1001).is_none());
        assert_eq!(memory.remove(0x1000).map(|a| a.bytes), Some(0x100));
        assert!(memory.find(0x1000).is_none());
    }

    #[test]
    fn mappings_outlive_contexts_and_replace_each_other() {
        let memory = memory();
        let context = Context::new(1, 0, true, 0, Vec::new());
        memory.set_mapped(0x8000, 0x4000, &[(0x8000, 0x1000), (0xa000, 0x1000)], context);
        memory.remove_of(context);
        assert!(memory.find(0x1000).is_none());
        assert_eq!(memory.find(0x8fff).map(|a| a.base), Some(0x8000));
        memory.set_mapped(0x8000, 0x4000, &[(0x9000, 0x2000)], context);
        assert!(memory.find(0x8fff).is_none());
        assert_eq!(memory.range(0xa000, 0x1000).map(|a| a.base), Ok(0x9000));
    }
}
