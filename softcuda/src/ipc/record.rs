//! Events that several processes have.
//!
//! They share a page: how often the event was recorded, and for each of the last records whether its stream has come by and which
//! process made it. A record of a process that has ended is over.

use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use super::file::{Content, Handle, Kind, Refused, Shared, own_process};

/// Records that are told apart; an older one counts as reached when one that takes its place is.
const RECORDS: usize = 128;

#[repr(C)]
struct Page {
    /// Number of the latest record.
    latest: AtomicU64,
    records: [Slot; RECORDS],
}

#[repr(C)]
struct Slot {
    /// The latest record in this place that was reached.
    reached: AtomicU64,
    /// Who made the latest record here: low half of its number, process.
    maker: AtomicU64,
}

/// An event's page in this process.
#[derive(Debug)]
pub struct SharedEvent {
    shared: Shared,
    page: *const Page,
}

// SAFETY: the page is shared memory that is accessed through atomics only.
unsafe impl Send for SharedEvent {}
// SAFETY: as above.
unsafe impl Sync for SharedEvent {}

/// One record.
#[derive(Clone)]
pub struct Record {
    event: Arc<SharedEvent>,
    number: u64,
    maker: Arc<OnceLock<Option<Process>>>,
}

/// Another process, by a descriptor that tells of its end.
struct Process(OwnedFd);

impl SharedEvent {
    /// A new event of a device.
    pub fn create(device: u32) -> Option<Arc<Self>> {
        Self::map(Shared::create(Kind::Event, device, size_of::<Page>() as u64)?)
    }

    /// The event that another process has exported.
    ///
    /// # Errors
    /// [`Refused`].
    pub fn open(handle: &Handle) -> Result<Arc<Self>, Refused> {
        let shared = Shared::open(handle, Kind::Event)?;
        if shared.content.size != size_of::<Page>() as u64 {
            return Err(Refused::Handle);
        }
        Self::map(shared).ok_or(Refused::Handle)
    }

    fn map(shared: Shared) -> Option<Arc<Self>> {
        let (access, fd) = (libc::PROT_READ | libc::PROT_WRITE, shared.file.as_raw_fd());
        // SAFETY: a new mapping of a file that is at least as long and keeps its length.
        let at =
            unsafe { libc::mmap(std::ptr::null_mut(), size_of::<Page>(), access, libc::MAP_SHARED, fd, 0) };
        (at != libc::MAP_FAILED).then(|| Arc::new(Self { shared, page: at.cast() }))
    }

    /// What the file says.
    pub fn content(&self) -> &Content {
        &self.shared.content
    }

    /// The handle by which other processes open it.
    pub fn handle(&self) -> Option<Handle> {
        self.shared.handle()
    }

    fn page(&self) -> &Page {
        // SAFETY: mapped in `map` until `drop`; every bit pattern is a page.
        unsafe { &*self.page }
    }

    fn slot(&self, number: u64) -> &Slot {
        &self.page().records[number as usize % RECORDS]
    }

    /// Begins a record; the stream that it is made in sets it reached.
    pub fn record(self: &Arc<Self>) -> Record {
        let number = self.page().latest.fetch_add(1, Ordering::AcqRel) + 1;
        self.slot(number).maker.store(number << 32 | own_process() as u64, Ordering::Release);
        Record { event: self.clone(), number, maker: Arc::default() }
    }

    /// The latest record, of whichever process.
    pub fn latest(self: &Arc<Self>) -> Record {
        let number = self.page().latest.load(Ordering::Acquire);
        Record { event: self.clone(), number, maker: Arc::default() }
    }
}

impl Drop for SharedEvent {
    fn drop(&mut self) {
        // SAFETY: mapped in `map`; nobody borrows the page any more.
        unsafe { libc::munmap(self.page.cast_mut().cast(), size_of::<Page>()) };
    }
}

impl Record {
    /// The stream has come by.
    pub fn set_reached(&self) {
        self.event.slot(self.number).reached.fetch_max(self.number, Ordering::AcqRel);
    }

    /// Whether its stream has come by, or never will as its process has ended.
    pub fn is_over(&self) -> bool {
        self.is_reached() || self.is_abandoned()
    }

    fn is_reached(&self) -> bool {
        // Number 0 stands for no record at all.
        self.event.slot(self.number).reached.load(Ordering::Acquire) >= self.number
    }

    fn is_abandoned(&self) -> bool {
        let maker = self.event.slot(self.number).maker.load(Ordering::Acquire);
        let process = maker as u32 as libc::pid_t;
        // The maker may not have said yet who it is.
        if maker >> 32 != self.number & u64::from(u32::MAX) || process == own_process() {
            return false;
        }
        self.maker.get_or_init(|| Process::open(process)).as_ref().is_none_or(Process::has_ended)
    }
}

impl Process {
    /// `None` if there is no such process.
    fn open(process: libc::pid_t) -> Option<Self> {
        // SAFETY: no memory is passed.
        let fd = unsafe { libc::syscall(libc::SYS_pidfd_open, process, 0) };
        // SAFETY: the descriptor was just made and belongs to nobody else.
        (fd >= 0).then(|| Self(unsafe { OwnedFd::from_raw_fd(fd as i32) }))
    }

    fn has_ended(&self) -> bool {
        let mut poll = libc::pollfd { fd: self.0.as_raw_fd(), events: libc::POLLIN, revents: 0 };
        // SAFETY: one descriptor, which lives.
        unsafe { libc::poll(&raw mut poll, 1, 0) == 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_record_counts_for_who_looks_later() {
        let event = SharedEvent::create(0).unwrap();
        assert!(event.latest().is_over());
        let first = event.record();
        let seen = event.latest();
        let second = event.record();
        second.set_reached();
        assert!(event.latest().is_over());
        assert!(!seen.is_over() && !first.is_over());
        first.set_reached();
        assert!(seen.is_over());
    }

    #[test]
    fn records_of_a_process_that_has_ended_are_over() {
        let event = SharedEvent::create(0).unwrap();
        let mut child = std::process::Command::new("sleep").arg("60").spawn().unwrap();
        let record = event.record();
        let maker = |process: u32| record.number << 32 | u64::from(process);
        event.slot(record.number).maker.store(maker(child.id()), Ordering::Release);
        let (here, elsewhere) = (event.latest(), event.latest());
        assert!(!here.is_over());
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(here.is_over() && elsewhere.is_over());
    }
}
