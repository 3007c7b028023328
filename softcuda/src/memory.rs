//! Book-keeping of memory: who owns which range, how much of a device is used.
//!
//! The address space itself, in which kernels check every access, is `softcuda_simt::AddressSpace`.

use std::collections::BTreeMap;
use std::ffi::c_void;
use std::os::fd::BorrowedFd;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use cuda_contract::managed::Advices;
use parking_lot::{Mutex, RwLock};
use softcuda_simt::{AddressSpace, AllocError};

use crate::error::{Error, Result};
use crate::ipc;

/// Sizes are charged in multiples of this, the alignment of allocations.
const GRANULE: u64 = 512;
const PAGE: u64 = 4096;

/// What an allocation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemoryKind {
    /// Device memory.
    Device,
    /// Device memory of another process.
    Imported,
    /// Device memory that the host may access, too.
    Managed,
    /// Memory of an array, which has no pointer.
    Array,
    /// Host memory that the driver allocated.
    HostAllocated,
    /// Host memory of the program.
    HostRegistered,
}

/// One range.
#[derive(Clone, Debug)]
pub struct Allocation {
    /// First address.
    pub base: u64,
    /// Bytes as asked for.
    pub size: u64,
    /// What it is.
    pub kind: MemoryKind,
    /// Flags of the host calls.
    pub flags: u32,
    /// Life of the context that owns it (see [`crate::context::Live`]).
    pub owner: u64,
    /// Handle of that context.
    pub context: u64,
    /// Ordinal of the device.
    pub device: u32,
    /// Unique in the process (`CU_POINTER_ATTRIBUTE_BUFFER_ID`).
    pub id: u64,
}

/// On whose behalf memory is taken.
#[derive(Clone, Copy, Debug)]
pub struct Owner {
    /// Life of the context.
    pub live: u64,
    /// Handle of the context.
    pub context: u64,
    /// Ordinal of the device.
    pub device: u32,
}

/// All ranges that the driver knows.
pub struct Memory {
    space: Arc<AddressSpace>,
    capacity: u64,
    /// What fresh memory holds, if not zeros.
    pub fresh: Option<u8>,
    used: Mutex<Vec<u64>>,
    ranges: RwLock<BTreeMap<u64, Allocation>>,
    /// What is advised about managed memory.
    pub advices: Mutex<Advices>,
}

impl Memory {
    /// Book-keeping for `devices` devices of `capacity` bytes each, which hold `fresh` when they are handed out.
    pub fn new(space: Arc<AddressSpace>, devices: u32, capacity: u64, fresh: Option<u8>) -> Self {
        let used = Mutex::new(vec![0; devices as usize]);
        Self { space, capacity, fresh, used, ranges: RwLock::new(BTreeMap::new()), advices: Mutex::default() }
    }

    /// Free bytes of a device.
    pub fn free_bytes(&self, device: u32) -> u64 {
        self.capacity - self.used.lock()[device as usize]
    }

    /// Allocates device or managed memory.
    pub fn allocate_device(&self, owner: Owner, bytes: u64, kind: MemoryKind) -> Result<u64> {
        if bytes == 0 {
            return Err(Error::InvalidValue);
        }
        self.charge(owner.device, bytes)?;
        let base = self.space.alloc(bytes, GRANULE).map_err(|_| {
            self.refund(owner.device, bytes);
            Error::OutOfMemory
        })?;
        if let Some(byte) = self.fresh {
            // SAFETY: the allocation was just made, of at least a granule's multiple, and nobody knows of it yet.
            unsafe { std::ptr::write_bytes(base as *mut u8, byte, bytes.next_multiple_of(GRANULE) as usize) };
        }
        self.insert(owner, base, bytes, kind, 0);
        Ok(base)
    }

    /// Moves an allocation into a file that other processes open (see [`AddressSpace::move_to_file`]).
    pub fn move_to_file(&self, base: u64, file: BorrowedFd<'_>) -> Result {
        self.space.move_to_file(base, file).map_err(|error| match error {
            AllocError::OutOfMemory => Error::OutOfMemory,
            _ => Error::InvalidValue,
        })
    }

    /// Maps memory of another process, where it is charged.
    pub fn map_shared(&self, owner: Owner, bytes: u64, file: BorrowedFd<'_>) -> Result<u64> {
        let base = self.space.map_shared(bytes, file).map_err(|_| Error::OutOfMemory)?;
        self.insert(owner, base, bytes, MemoryKind::Imported, 0);
        Ok(base)
    }

    /// Takes back [`Self::map_shared`].
    pub fn release_imported(&self, base: u64) -> Result {
        let taken = self.take(base, |range| range.kind == MemoryKind::Imported);
        self.discard(&taken.ok_or(Error::InvalidValue)?);
        Ok(())
    }

    /// Whether device or managed memory starts at `base` that the process may free.
    pub fn is_device_base(&self, base: u64) -> bool {
        self.ranges.read().get(&base).is_some_and(Allocation::can_be_freed)
    }

    /// Releases device or managed memory.
    pub fn release_device(&self, base: u64) -> Result {
        let allocation = self.take(base, Allocation::can_be_freed).ok_or(Error::InvalidValue)?;
        self.discard(&allocation);
        Ok(())
    }

    /// Releases the memory of an array.
    pub fn release_array(&self, base: u64) -> Result {
        let taken = self.take(base, |range| range.kind == MemoryKind::Array);
        self.discard(&taken.ok_or(Error::InvalidValue)?);
        Ok(())
    }

    /// Allocates host memory that kernels can access.
    pub fn allocate_host(&self, owner: Owner, bytes: u64, flags: u32) -> Result<u64> {
        if bytes == 0 {
            return Err(Error::InvalidValue);
        }
        let base = map_pages(bytes).ok_or(Error::OutOfMemory)?;
        if self.space.register_host(base, bytes).is_err() {
            unmap_pages(base, bytes);
            return Err(Error::OutOfMemory);
        }
        self.insert(owner, base, bytes, MemoryKind::HostAllocated, flags);
        Ok(base)
    }

    /// Releases memory of [`Self::allocate_host`].
    pub fn release_host(&self, base: u64) -> Result {
        let taken = self.take(base, |range| range.kind == MemoryKind::HostAllocated);
        self.discard(&taken.ok_or(Error::InvalidValue)?);
        Ok(())
    }

    /// Makes the program's host memory accessible to kernels.
    pub fn register_host(&self, owner: Owner, base: u64, bytes: u64, flags: u32) -> Result {
        self.space.register_host(base, bytes).map_err(|error| match error {
            AllocError::Overlap => Error::HostMemoryAlreadyRegistered,
            _ => Error::InvalidValue,
        })?;
        self.insert(owner, base, bytes, MemoryKind::HostRegistered, flags);
        Ok(())
    }

    /// Takes back [`Self::register_host`].
    pub fn unregister_host(&self, base: u64) -> Result {
        let taken = self.take(base, |range| range.kind == MemoryKind::HostRegistered);
        self.discard(&taken.ok_or(Error::HostMemoryNotRegistered)?);
        Ok(())
    }

    /// The range that contains `address`; module globals are not among them.
    pub fn find(&self, address: u64) -> Option<Allocation> {
        let ranges = self.ranges.read();
        let (_, range) = ranges.range(..=address).next_back()?;
        (address - range.base < range.size).then(|| range.clone())
    }

    /// Whether `address` is device, managed, pinned or global memory, as opposed to pageable host memory.
    pub fn known(&self, address: u64) -> bool {
        self.space.range_of(address).is_some()
    }

    /// Checks that `len` bytes at `address` lie in one range that the device can access.
    pub fn check(&self, address: u64, len: u64) -> Result {
        let range = self.space.range_of(address).ok_or(Error::InvalidValue)?;
        let inside = address.checked_add(len).is_some_and(|end| end <= range.base + range.size);
        if inside { Ok(()) } else { Err(Error::InvalidValue) }
    }

    /// Base and size of the range at `address`, module globals included.
    pub fn extent(&self, address: u64) -> Option<(u64, u64)> {
        self.space.range_of(address).map(|range| (range.base, range.size))
    }

    /// Releases everything that a life of a context owned.
    pub fn release_owner(&self, owner: u64) {
        let owned: Vec<Allocation> = {
            let mut ranges = self.ranges.write();
            ranges.extract_if(.., |_, range| range.owner == owner).map(|(_, range)| range).collect()
        };
        for range in &owned {
            self.discard(range);
        }
    }

    fn insert(&self, owner: Owner, base: u64, size: u64, kind: MemoryKind, flags: u32) {
        let id = next_id();
        let Owner { live, context, device } = owner;
        let range = Allocation { base, size, kind, flags, owner: live, context, device, id };
        self.ranges.write().insert(base, range);
    }

    fn take(&self, base: u64, wanted: impl Fn(&Allocation) -> bool) -> Option<Allocation> {
        let mut ranges = self.ranges.write();
        if !ranges.get(&base).is_some_and(wanted) {
            return None;
        }
        ranges.remove(&base)
    }

    /// Gives back what stands behind a range that was taken out of the table.
    fn discard(&self, range: &Allocation) {
        if range.kind == MemoryKind::Managed {
            self.advices.lock().forget(range.base, range.base + range.size);
        }
        if range.kind == MemoryKind::Device {
            ipc::memory::withdraw(range);
        }
        let known = match range.kind {
            MemoryKind::Imported => self.space.free(range.base),
            MemoryKind::Device | MemoryKind::Managed | MemoryKind::Array => {
                self.refund(range.device, range.size);
                self.space.free(range.base)
            }
            MemoryKind::HostAllocated => {
                let known = self.space.unregister_host(range.base);
                unmap_pages(range.base, range.size);
                known
            }
            MemoryKind::HostRegistered => self.space.unregister_host(range.base),
        };
        debug_assert!(known.is_ok(), "a range of the table is known to the address space");
    }

    /// Takes bytes of a device without an allocation of their own.
    pub fn charge(&self, device: u32, bytes: u64) -> Result {
        let mut used = self.used.lock();
        let used = &mut used[device as usize];
        let charged = bytes.checked_next_multiple_of(GRANULE).and_then(|bytes| used.checked_add(bytes));
        *used = charged.filter(|total| *total <= self.capacity).ok_or(Error::OutOfMemory)?;
        Ok(())
    }

    /// Gives back what was charged.
    pub fn refund(&self, device: u32, bytes: u64) {
        self.used.lock()[device as usize] -= bytes.next_multiple_of(GRANULE);
    }
}

impl Allocation {
    /// Device or managed memory.
    pub fn on_device(&self) -> bool {
        matches!(self.kind, MemoryKind::Device | MemoryKind::Imported | MemoryKind::Managed)
    }

    fn can_be_freed(&self) -> bool {
        self.on_device() && self.kind != MemoryKind::Imported
    }
}

/// A number that no other memory of the process has.
pub fn next_id() -> u64 {
    static NEXT_ID: AtomicU64 = AtomicU64::new(1);
    NEXT_ID.fetch_add(1, Ordering::Relaxed)
}

fn map_pages(bytes: u64) -> Option<u64> {
    let len = bytes.checked_next_multiple_of(PAGE)?;
    let (protection, flags) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
    // SAFETY: an anonymous mapping at an address of the kernel's choice touches nothing that exists.
    let base = unsafe { libc::mmap(std::ptr::null_mut(), len as usize, protection, flags, -1, 0) };
    (base != libc::MAP_FAILED).then_some(base as u64)
}

fn unmap_pages(base: u64, bytes: u64) {
    let len = bytes.next_multiple_of(PAGE);
    // SAFETY: the mapping was made by `map_pages` with this size and is out of all tables; work that could
    // use it has been waited for.
    unsafe { libc::munmap(base as *mut c_void, len as usize) };
}
