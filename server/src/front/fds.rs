//! Descriptors: those that the starter of the server gave by number, and how many there may be.

use std::fs::File;
use std::future::Future;
use std::io::{self, Read, Write};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};

use tokio::sync::oneshot;

/// Allows as many descriptors as the system lets us have: a pool has more connections than the usual 1,024.
pub(super) fn raise_limit() {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: `limit` is valid for writing.
    if unsafe { libc::getrlimit(libc::RLIMIT_NOFILE, &raw mut limit) } == 0 {
        limit.rlim_cur = limit.rlim_max;
        // SAFETY: `limit` is valid; with the old limit the server works too.
        unsafe { libc::setrlimit(libc::RLIMIT_NOFILE, &raw const limit) };
    }
}

/// Takes over a descriptor that this process inherited.
pub(super) fn take(fd: RawFd) -> io::Result<OwnedFd> {
    // SAFETY: F_SETFD takes any number and fails for one that is not open.
    if unsafe { libc::fcntl(fd, libc::F_SETFD, libc::FD_CLOEXEC) } < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: it is open; the starter named it for this purpose, so nothing else in this process owns it.
    Ok(unsafe { OwnedFd::from_raw_fd(fd) })
}

/// Completes when `fd` reads end of file; never without one.
pub(super) fn end_of_file(fd: Option<RawFd>) -> io::Result<impl Future<Output = ()>> {
    let waiting = match fd {
        None => None,
        Some(fd) => {
            let mut file = File::from(take(fd)?);
            let (tx, rx) = oneshot::channel::<()>();
            std::thread::Builder::new().name("exit-with".into()).spawn(move || {
                let mut buf = [0u8; 64];
                // An error ends the wait like the end of the file does.
                while file.read(&mut buf).is_ok_and(|n| n > 0) {}
                drop(tx);
            })?;
            Some(rx)
        }
    };
    Ok(async move {
        match waiting {
            // The sender is dropped at the end of the file.
            Some(rx) => drop(rx.await),
            None => std::future::pending().await,
        }
    })
}

/// Writes the addresses to `fd`, one a line, and gives it up.
pub(super) fn say_ready(fd: Option<RawFd>, addresses: &[String]) -> io::Result<()> {
    let Some(fd) = fd else { return Ok(()) };
    let mut file = File::from(take(fd)?);
    file.write_all((addresses.join("\n") + "\n").as_bytes())?;
    // The number stays in use: it may be standard output, to which something may still be written.
    let null = File::options().write(true).open("/dev/null")?;
    // SAFETY: both are open descriptors of ours; the number's old file is closed by this.
    unsafe { libc::dup2(null.as_raw_fd(), fd) };
    std::mem::forget(file);
    Ok(())
}
