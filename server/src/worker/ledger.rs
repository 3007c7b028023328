//! Memory of a reservation, of its devices and of the host, counted over all its workers in a page of shared memory.
//!
//! The front makes one memfd per reservation, sets the limits, and hands it to each worker together with a slot. A worker reserves before it
//! allocates. When a worker has ended, the front returns what its slot still holds ([`Ledger::reclaim`]). A worker that has been taken over
//! can only falsify the count of its own reservation.

use std::io;
use std::os::fd::{AsRawFd, BorrowedFd, OwnedFd};
use std::sync::atomic::{AtomicU64, Ordering};

use rustix::fs::{MemfdFlags, memfd_create};

use super::exports;

/// Devices of a reservation at most.
pub const DEVICES_MAX: usize = 32;
/// Number of the host's memory among the devices.
pub const HOST: usize = DEVICES_MAX;
/// No worker can take memory from under the front: its size is fixed.
const SEALS: libc::c_int = libc::F_SEAL_SHRINK | libc::F_SEAL_GROW | libc::F_SEAL_SEAL;
const ENTRIES: usize = DEVICES_MAX + 1;
/// Workers of a reservation at one time at most.
pub const SLOTS_MAX: usize = 1024;

#[repr(C)]
struct Page {
    limit: [AtomicU64; ENTRIES],
    used: [AtomicU64; ENTRIES],
    slots: [[AtomicU64; ENTRIES]; SLOTS_MAX],
    exports: exports::Table,
}

/// The shared counters of a reservation.
#[derive(Debug)]
pub struct Ledger {
    fd: OwnedFd,
    page: *mut Page,
}

// SAFETY: the page is shared memory that is accessed through atomics only.
unsafe impl Send for Ledger {}
// SAFETY: as above.
unsafe impl Sync for Ledger {}

impl Ledger {
    /// A new ledger; `limits`: bytes per device of the reservation; `host`: bytes of host memory.
    pub fn create(limits: &[u64], host: u64) -> io::Result<Self> {
        if limits.len() > DEVICES_MAX {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        let fd = memfd_create(c"bifrost-ledger", MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING)?;
        // SAFETY: plain system call on our descriptor.
        if unsafe { libc::ftruncate(fd.as_raw_fd(), size_of::<Page>() as libc::off_t) } != 0 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: plain system call on our descriptor.
        if unsafe { libc::fcntl(fd.as_raw_fd(), libc::F_ADD_SEALS, SEALS) } != 0 {
            return Err(io::Error::last_os_error());
        }
        let ledger = Ledger::open(fd)?;
        for (cell, &limit) in ledger.page().limit.iter().zip(limits) {
            cell.store(limit, Ordering::Relaxed);
        }
        ledger.page().limit[HOST].store(host, Ordering::Relaxed);
        Ok(ledger)
    }

    /// The ledger behind a descriptor that [`Ledger::create`] made.
    pub fn open(fd: OwnedFd) -> io::Result<Self> {
        let size = stat(&fd)?.st_size;
        // SAFETY: plain system call on our descriptor; it fails for what has no seals.
        let seals = unsafe { libc::fcntl(fd.as_raw_fd(), libc::F_GET_SEALS) };
        if seals < 0 || seals & SEALS != SEALS || size < size_of::<Page>() as libc::off_t {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let prot = libc::PROT_READ | libc::PROT_WRITE;
        // SAFETY: a new shared mapping of a file that is long enough.
        let p = unsafe {
            libc::mmap(std::ptr::null_mut(), size_of::<Page>(), prot, libc::MAP_SHARED, fd.as_raw_fd(), 0)
        };
        if p == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        Ok(Ledger { fd, page: p.cast() })
    }

    /// What tells this ledger from all others that live.
    pub fn identity(&self) -> io::Result<u64> {
        Ok(stat(&self.fd)?.st_ino)
    }

    /// The descriptor, to be handed to workers.
    pub fn fd(&self) -> BorrowedFd<'_> {
        use std::os::fd::AsFd;
        self.fd.as_fd()
    }

    fn page(&self) -> &Page {
        // SAFETY: mapped in `open` for the whole page and unmapped in `drop`; zero is a valid AtomicU64.
        unsafe { &*self.page }
    }

    /// What the workers let each other open.
    pub(super) fn exports(&self) -> &exports::Table {
        &self.page().exports
    }

    /// Bytes that device `device` of the reservation may use.
    pub fn limit(&self, device: usize) -> u64 {
        self.page().limit.get(device).map_or(0, |c| c.load(Ordering::Relaxed))
    }

    /// Bytes in use on a device, over all workers.
    pub fn used(&self, device: usize) -> u64 {
        self.page().used.get(device).map_or(0, |c| c.load(Ordering::Relaxed))
    }

    /// Bytes that worker `slot` holds on a device.
    pub fn used_by(&self, slot: usize, device: usize) -> u64 {
        let cell = self.page().slots.get(slot).and_then(|s| s.get(device));
        cell.map_or(0, |c| c.load(Ordering::Relaxed))
    }

    /// Counts `bytes` for worker `slot`; false when the limit would be exceeded.
    pub fn reserve(&self, slot: usize, device: usize, bytes: u64) -> bool {
        let page = self.page();
        let (Some(used), Some(mine)) =
            (page.used.get(device), page.slots.get(slot).and_then(|s| s.get(device)))
        else {
            return false;
        };
        let limit = self.limit(device);
        let fits = |u: u64| u.checked_add(bytes).filter(|&n| n <= limit);
        // The total is counted first: if the worker dies between the two, its reservation has less until it ends, but never more than its limit.
        if used.fetch_update(Ordering::AcqRel, Ordering::Relaxed, fits).is_err() {
            return false;
        }
        mine.fetch_add(bytes, Ordering::AcqRel);
        true
    }

    /// Returns `bytes` of worker `slot`.
    pub fn release(&self, slot: usize, device: usize, bytes: u64) {
        let page = self.page();
        let (Some(used), Some(mine)) =
            (page.used.get(device), page.slots.get(slot).and_then(|s| s.get(device)))
        else {
            return;
        };
        mine.fetch_sub(bytes.min(mine.load(Ordering::Acquire)), Ordering::AcqRel);
        sub(used, bytes);
    }

    /// Worker `slot` does not hold `bytes` any more; they stay counted.
    pub(super) fn disown(&self, slot: usize, device: usize, bytes: u64) {
        if let Some(mine) = self.page().slots.get(slot).and_then(|s| s.get(device)) {
            sub(mine, bytes);
        }
    }

    /// Returns `bytes` that no worker holds.
    pub(super) fn give_back(&self, device: usize, bytes: u64) {
        if let Some(used) = self.page().used.get(device) {
            sub(used, bytes);
        }
    }

    /// Returns everything that worker `slot`, which has ended, still holds, but for what others have open.
    pub fn reclaim(&self, slot: usize) {
        self.end_exports_of(slot);
        let page = self.page();
        let Some(mine) = page.slots.get(slot) else { return };
        for (cell, used) in mine.iter().zip(&page.used) {
            sub(used, cell.swap(0, Ordering::AcqRel));
        }
    }
}

fn stat(fd: &OwnedFd) -> io::Result<libc::stat> {
    // SAFETY: all-zero is a valid stat.
    let mut stat: libc::stat = unsafe { std::mem::zeroed() };
    // SAFETY: `stat` is valid for writing.
    if unsafe { libc::fstat(fd.as_raw_fd(), &raw mut stat) } != 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(stat)
}

fn sub(cell: &AtomicU64, bytes: u64) {
    // The closure never refuses.
    let _ = cell.fetch_update(Ordering::AcqRel, Ordering::Relaxed, |u| Some(u.saturating_sub(bytes)));
}

impl Drop for Ledger {
    fn drop(&mut self) {
        // SAFETY: mapped in `open`; nobody borrows the page any more.
        unsafe { libc::munmap(self.page.cast(), size_of::<Page>()) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_hold_over_all_workers() {
        let ledger = Ledger::create(&[1000, 0], 0).unwrap();
        let other = Ledger::open(ledger.fd().try_clone_to_owned().unwrap()).unwrap();
        assert!(ledger.reserve(0, 0, 600));
        assert!(!other.reserve(1, 0, 500));
        assert!(other.reserve(1, 0, 400));
        assert_eq!((ledger.used(0), ledger.used_by(1, 0), other.used_by(0, 0)), (1000, 400, 600));
        assert_eq!(
            (ledger.used_by(2, 0), ledger.used_by(SLOTS_MAX, 0), ledger.used_by(0, ENTRIES)),
            (0, 0, 0)
        );
        assert!(!ledger.reserve(0, 1, 1));
        assert!(!ledger.reserve(0, 0, u64::MAX));
        ledger.release(0, 0, 600);
        assert_eq!(other.used(0), 400);
        ledger.reclaim(1);
        assert_eq!(ledger.used(0), 0);
        assert!(!ledger.reserve(SLOTS_MAX, 0, 1));
        assert!(!ledger.reserve(0, HOST, 1));
        assert!(!ledger.reserve(0, ENTRIES, 1));
    }

    /// A page that a worker could cut off would end whoever reads it.
    #[test]
    fn a_ledger_keeps_its_size() {
        let ledger = Ledger::create(&[1], 0).unwrap();
        // SAFETY: plain system calls on our descriptor.
        assert_eq!(unsafe { libc::ftruncate(ledger.fd().as_raw_fd(), 0) }, -1);
        assert_eq!(ledger.limit(0), 1);
        let other = memfd_create(c"other", MemfdFlags::CLOEXEC).unwrap();
        // SAFETY: plain system call on our descriptor.
        assert_eq!(unsafe { libc::ftruncate(other.as_raw_fd(), size_of::<Page>() as libc::off_t) }, 0);
        assert_eq!(Ledger::open(other).unwrap_err().kind(), io::ErrorKind::InvalidData);
    }
}
