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
    /// Not zero: the devices are given up.
    asleep: AtomicU64,
    /// Not zero: a worker wants them again.
    wanted: AtomicU64,
    work: [[AtomicU64; WORK]; SLOTS_MAX],
}

/// Numbers of [`Work`].
const WORK: usize = 6;

/// What a worker has done so far, as it says.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Work {
    /// Frames taken from the client: calls that needed the worker.
    pub frames: u64,
    /// Of these, answers that the client waited for.
    pub answers: u64,
    /// Bytes received.
    pub received: u64,
    /// Bytes sent.
    pub sent: u64,
    /// Frames that were sent once more after a break, by the worker.
    pub resent: u64,
    /// Frames that came once more.
    pub repeated: u64,
}

impl Work {
    /// With that of another worker.
    pub fn add(&mut self, other: Work) {
        let sum = |a: &mut u64, b: u64| *a = a.wrapping_add(b);
        sum(&mut self.frames, other.frames);
        sum(&mut self.answers, other.answers);
        sum(&mut self.received, other.received);
        sum(&mut self.sent, other.sent);
        sum(&mut self.resent, other.resent);
        sum(&mut self.repeated, other.repeated);
    }
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
        if used.fetch_update(Ordering::SeqCst, Ordering::Relaxed, fits).is_err() {
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

    /// Worker `slot` says what it has done.
    pub fn tell_work(&self, slot: usize, work: Work) {
        let Work { frames, answers, received, sent, resent, repeated } = work;
        let Some(cells) = self.page().work.get(slot) else { return };
        for (cell, n) in cells.iter().zip([frames, answers, received, sent, resent, repeated]) {
            cell.store(n, Ordering::Relaxed);
        }
    }

    /// What worker `slot` has done.
    pub fn work_of(&self, slot: usize) -> Work {
        let Some(cells) = self.page().work.get(slot) else { return Work::default() };
        let [frames, answers, received, sent, resent, repeated] =
            cells.each_ref().map(|cell| cell.load(Ordering::Relaxed));
        Work { frames, answers, received, sent, resent, repeated }
    }

    /// Whether the devices are given up: nothing may be taken of them.
    pub fn is_asleep(&self) -> bool {
        self.page().asleep.load(Ordering::SeqCst) != 0
    }

    /// Gives the devices up, unless something is taken of them; whether that was so.
    ///
    /// A worker counts what it takes and then looks whether they are given up; here it is the other way round, so that one of both sees the other.
    pub fn fall_asleep(&self) -> bool {
        let page = self.page();
        page.wanted.store(0, Ordering::SeqCst);
        page.asleep.store(1, Ordering::SeqCst);
        let free = page.used[..DEVICES_MAX].iter().all(|used| used.load(Ordering::SeqCst) == 0);
        if !free {
            page.asleep.store(0, Ordering::SeqCst);
        }
        free
    }

    /// The devices are there again.
    pub fn wake(&self) {
        self.page().asleep.store(0, Ordering::SeqCst);
        self.page().wanted.store(0, Ordering::SeqCst);
    }

    /// A worker wants the devices again, or gives up.
    pub fn want(&self, wanted: bool) {
        self.page().wanted.store(wanted.into(), Ordering::SeqCst);
    }

    /// Whether a worker wants the devices again.
    pub fn is_wanted(&self) -> bool {
        self.page().wanted.load(Ordering::SeqCst) != 0
    }

    /// Returns everything that worker `slot`, which has ended, still holds, but for what others have open.
    pub fn reclaim(&self, slot: usize) {
        self.end_exports_of(slot);
        self.tell_work(slot, Work::default());
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

    #[test]
    fn devices_are_given_up_only_when_nothing_is_taken_of_them() {
        let ledger = Ledger::create(&[1000], 100).unwrap();
        assert!(ledger.reserve(3, HOST, 50) && ledger.reserve(3, 0, 1));
        assert!(!ledger.fall_asleep() && !ledger.is_asleep());
        ledger.release(3, 0, 1);
        assert!(ledger.fall_asleep() && ledger.is_asleep() && !ledger.is_wanted());
        ledger.want(true);
        assert!(ledger.is_wanted());
        ledger.wake();
        assert!(!ledger.is_asleep() && !ledger.is_wanted());
    }

    #[test]
    fn work_is_told_and_forgotten_with_the_worker() {
        let ledger = Ledger::create(&[1], 0).unwrap();
        let work = Work { frames: 1, answers: 2, received: 3, sent: 4, resent: 5, repeated: 6 };
        ledger.tell_work(7, work);
        ledger.tell_work(SLOTS_MAX, work);
        assert_eq!(
            (ledger.work_of(7), ledger.work_of(8), ledger.work_of(SLOTS_MAX)),
            (work, Work::default(), Work::default())
        );
        let mut sum = work;
        sum.add(work);
        assert_eq!(sum, Work { frames: 2, answers: 4, received: 6, sent: 8, resent: 10, repeated: 12 });
        ledger.reclaim(7);
        assert_eq!(ledger.work_of(7), Work::default());
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
