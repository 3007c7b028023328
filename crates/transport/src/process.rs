//! Processes that may be watched.

use std::io;
use std::os::fd::{FromRawFd, OwnedFd, RawFd};
use std::os::unix::fs::MetadataExt;

pub use access::random;
use protocol::control::Home;

/// This machine, since it was started, and the numbering of processes that this one sees; zeros if they cannot be told.
pub fn home() -> Home {
    let boot = std::fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_default();
    let numbers = std::fs::metadata("/proc/self/ns/pid").map(|m| m.ino());
    mixed(&boot, numbers.unwrap_or(0))
}

fn mixed(boot: &str, numbers: u64) -> Home {
    let digits: String = boot.chars().filter(char::is_ascii_hexdigit).collect();
    match u128::from_str_radix(&digits, 16) {
        Ok(boot) if digits.len() == 32 && numbers != 0 => (boot ^ u128::from(numbers)).to_be_bytes(),
        _ => Home::default(),
    }
}

/// A process of another program, if it is one of this home: a descriptor that becomes readable when it ends, also while forked children of it live on.
pub fn watch(pid: u32, at: &Home) -> Option<OwnedFd> {
    let here = home();
    (here == *at && here != Home::default()).then(|| pidfd(pid).ok()).flatten()
}

/// A descriptor that becomes readable when the process ends.
pub fn pidfd(pid: u32) -> io::Result<OwnedFd> {
    let pid = libc::pid_t::try_from(pid).map_err(|_| io::ErrorKind::InvalidInput)?;
    // SAFETY: plain system call; the result is checked before it is owned.
    let fd = unsafe { libc::syscall(libc::SYS_pidfd_open, pid, 0) };
    let fd = RawFd::try_from(fd).ok().filter(|fd| *fd >= 0).ok_or_else(io::Error::last_os_error)?;
    // SAFETY: a fresh descriptor, close-on-exec from the start.
    Ok(unsafe { OwnedFd::from_raw_fd(fd) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn homes_differ_by_machine_and_numbering() {
        let boot = "01234567-89ab-cdef-0123-456789abcdef\n";
        assert_ne!(mixed(boot, 1), mixed(boot, 2));
        assert_ne!(mixed(boot, 1), mixed(&boot.replace('0', "f"), 1));
        for unknown in [mixed("", 1), mixed(boot, 0), mixed("12", 1)] {
            assert_eq!(unknown, Home::default());
        }
        assert_eq!(home(), home());
        assert!(watch(std::process::id(), &home()).is_some());
        assert!(watch(std::process::id(), &mixed(boot, 1)).is_none());
    }
}
