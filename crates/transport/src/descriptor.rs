//! Descriptors in a process that is not ours: out of the way of the program's own, and left alone once they are the program's.

use std::io;
use std::mem::ManuallyDrop;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::sync::atomic::{AtomicU64, Ordering};

/// Descriptors from here on enlarge the table that each fork copies: higher ones are not asked for.
const HIGHEST: u64 = 4096;
/// How far above its limit a process may hold descriptors of ours.
const ROOM: u64 = 64;

/// Which open file a descriptor was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Identity {
    fd: RawFd,
    device: u64,
    inode: u64,
}

fn file_of(fd: RawFd) -> io::Result<(u64, u64)> {
    let mut stat = std::mem::MaybeUninit::<libc::stat>::uninit();
    // SAFETY: `stat` is writable. The number may be closed or another file by now, which the result says.
    if unsafe { libc::fstat(fd, stat.as_mut_ptr()) } < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: fstat has succeeded, so it has filled it.
    let stat = unsafe { stat.assume_init() };
    Ok((stat.st_dev, stat.st_ino))
}

impl Identity {
    /// What the descriptor is now. Sockets and pipes have inodes of their own; an eventfd has not.
    pub fn of(fd: BorrowedFd<'_>) -> io::Result<Identity> {
        let (device, inode) = file_of(fd.as_raw_fd())?;
        Ok(Identity { fd: fd.as_raw_fd(), device, inode })
    }

    /// The descriptor's number.
    pub fn fd(&self) -> RawFd {
        self.fd
    }

    /// Whether the number still is that file. Async-signal-safe.
    pub fn holds(&self) -> bool {
        file_of(self.fd).is_ok_and(|file| file == (self.device, self.inode))
    }
}

/// A descriptor that is looked at before it is used.
///
/// Only once in a tick of the system's coarse clock (1 to 4 ms), as the look costs a system call: a number that [`raise`] has chosen becomes the
/// program's only if it closes and then asks for just that number. One that is merely closed says so itself.
#[derive(Debug)]
pub struct Watched {
    identity: Identity,
    looked: AtomicU64,
}

impl Watched {
    /// What the descriptor is now.
    pub fn new(fd: BorrowedFd<'_>) -> io::Result<Watched> {
        Ok(Watched { identity: Identity::of(fd)?, looked: AtomicU64::new(0) })
    }

    /// What it is to be.
    pub fn identity(&self) -> Identity {
        self.identity
    }

    /// Fails if the number is another file by now.
    pub fn check(&self) -> io::Result<()> {
        let now = tick();
        if self.looked.load(Ordering::Relaxed) == now {
            return Ok(());
        }
        if !self.identity.holds() {
            let text = "the program has closed a descriptor that is not its own";
            return Err(io::Error::new(io::ErrorKind::NotConnected, text));
        }
        self.looked.store(now, Ordering::Relaxed);
        Ok(())
    }
}

/// A descriptor that is closed at its end, in a process that is not ours only if it has not become the program's.
#[derive(Debug)]
pub struct Held {
    fd: ManuallyDrop<OwnedFd>,
    /// In a process that is not ours.
    watched: Option<Watched>,
}

impl Held {
    /// In a process of ours.
    pub fn new(fd: OwnedFd) -> Held {
        Held { fd: ManuallyDrop::new(fd), watched: None }
    }

    /// In a process that is not ours, out of its way: see [`raise`].
    pub fn into_guest(self) -> io::Result<Held> {
        let mut raised = Held::new(raise(self.into_fd()));
        raised.watched = Some(Watched::new(raised.as_fd())?);
        Ok(raised)
    }

    /// Gives the descriptor back.
    pub fn into_fd(self) -> OwnedFd {
        let mut this = ManuallyDrop::new(self);
        // SAFETY: `this` is neither used nor dropped afterwards.
        unsafe { ManuallyDrop::take(&mut this.fd) }
    }

    /// Fails if it is the program's by now; see [`Watched::check`].
    pub fn check(&self) -> io::Result<()> {
        self.watched.as_ref().map_or(Ok(()), Watched::check)
    }

    /// What it is to be, in a process that is not ours.
    pub fn identity(&self) -> Option<Identity> {
        self.watched.as_ref().map(Watched::identity)
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        if self.watched.as_ref().is_none_or(|watched| watched.identity.holds()) {
            // SAFETY: dropped once, here.
            unsafe { ManuallyDrop::drop(&mut self.fd) };
        }
    }
}

impl AsFd for Held {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.fd.as_fd()
    }
}

impl AsRawFd for Held {
    fn as_raw_fd(&self) -> RawFd {
        self.fd.as_raw_fd()
    }
}

/// The coarse clock in nanoseconds.
fn tick() -> u64 {
    let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `now` is writable. The clock exists, so it cannot fail.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC_COARSE, &raw mut now) };
    (now.tv_sec as u64).wrapping_mul(1_000_000_000).wrapping_add(now.tv_nsec as u64)
}

/// Moves a descriptor to a high number, above what programs close or overwrite without having opened it: above the process's limit where that
/// is possible. It stays where it is if nothing else is.
pub fn raise(fd: OwnedFd) -> OwnedFd {
    let Some(limit) = limit() else { return fd };
    if limit.rlim_cur > HIGHEST {
        return copy_above(&fd, HIGHEST).unwrap_or(fd);
    }
    let higher = libc::rlimit { rlim_cur: limit.rlim_cur.saturating_add(ROOM), ..limit };
    let copy = if higher.rlim_cur <= limit.rlim_max && set_limit(&higher) {
        let copy = copy_above(&fd, limit.rlim_cur);
        set_limit(&limit);
        copy
    } else {
        copy_above(&fd, limit.rlim_cur.saturating_sub(ROOM))
    };
    copy.unwrap_or(fd)
}

fn limit() -> Option<libc::rlimit> {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: `limit` is writable.
    let got = unsafe { libc::getrlimit(libc::RLIMIT_NOFILE, &raw mut limit) };
    (got == 0).then_some(limit)
}

fn set_limit(limit: &libc::rlimit) -> bool {
    // SAFETY: `limit` is readable.
    unsafe { libc::setrlimit(libc::RLIMIT_NOFILE, &raw const *limit) == 0 }
}

fn copy_above(fd: &OwnedFd, least: u64) -> Option<OwnedFd> {
    let least = libc::c_int::try_from(least).ok()?;
    // SAFETY: duplicates an open descriptor.
    let copy = unsafe { libc::fcntl(fd.as_raw_fd(), libc::F_DUPFD_CLOEXEC, least) };
    // SAFETY: a fresh descriptor that nobody else owns.
    (copy >= 0).then(|| unsafe { OwnedFd::from_raw_fd(copy) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::net::UnixStream;

    #[test]
    fn what_has_become_the_programs_is_not_closed() {
        let (a, b) = UnixStream::pair().unwrap();
        let held = Held::new(a.into()).into_guest().unwrap();
        let (number, theirs) = (held.as_raw_fd(), OwnedFd::from(b));
        // SAFETY: what a program does that takes any number it likes.
        assert_eq!(unsafe { libc::dup2(theirs.as_raw_fd(), number) }, number);
        let file = file_of(number).unwrap();
        drop(held);
        assert_eq!(file_of(number).unwrap(), file);
        // SAFETY: open, and nobody else's.
        let again = Held::new(unsafe { OwnedFd::from_raw_fd(number) }).into_guest().unwrap();
        let raised = again.as_raw_fd();
        drop(again);
        assert!(file_of(raised).is_err());
    }

    #[test]
    fn raised_descriptors_are_high_and_close_on_exec() {
        let (a, _b) = UnixStream::pair().unwrap();
        let before = limit().unwrap();
        let identity = file_of(a.as_raw_fd()).unwrap();
        let raised = raise(a.into());
        assert!(raised.as_raw_fd() as u64 >= before.rlim_cur.min(HIGHEST) - ROOM);
        assert_eq!(file_of(raised.as_raw_fd()).unwrap(), identity);
        // SAFETY: F_GETFD on an open descriptor.
        assert_eq!(unsafe { libc::fcntl(raised.as_raw_fd(), libc::F_GETFD) }, libc::FD_CLOEXEC);
        assert_eq!(limit().unwrap().rlim_cur, before.rlim_cur);
    }

    #[test]
    fn another_file_under_the_same_number_is_noticed() {
        let (a, b) = UnixStream::pair().unwrap();
        let watched = Watched::new(a.as_fd()).unwrap();
        assert!(watched.identity().holds() && watched.check().is_ok());
        // SAFETY: both are open and this test's own.
        assert!(unsafe { libc::dup2(b.as_raw_fd(), a.as_raw_fd()) } >= 0);
        assert!(!watched.identity().holds());
        let before = tick();
        while tick() == before {}
        assert!(watched.check().is_err() && watched.check().is_err());
    }
}
