//! What the driver writes by itself: kernels' text (device-side printf) to the process's standard output, failed assertions and faults to its
//! standard error. The client gets both as pushes.
//!
//! The driver writes at synchronisation points. Before a call is answered, what it made the driver write is pushed, so a program that
//! synchronises sees its text in order, as it would natively. The front holds the reading end of standard error too: what is still in it
//! when the process has ended, its last words, goes to the server's log.

use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::Mutex;
use protocol::ops::push;

use super::session::Session;

/// Bytes of one push at most.
const PIECE: usize = 64 * 1024;
/// What a module that prints calls, in PTX and in cubins.
const PRINTS: &[u8] = b"vprintf";

/// The reading ends of the process's standard output and standard error.
#[derive(Debug)]
pub struct Printed {
    output: Mutex<OwnedFd>,
    errors: Option<Mutex<OwnedFd>>,
    in_use: AtomicBool,
}

impl Printed {
    /// Takes over the process's standard output. Before the driver is loaded, in a process that prints nothing itself. `errors` is the
    /// reading end, which must not block, of what the process has as standard error, if that is to be told too.
    pub fn capture(errors: Option<OwnedFd>) -> io::Result<Arc<Printed>> {
        let mut ends = [0; 2];
        // SAFETY: two descriptors are written to `ends`.
        if unsafe { libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC) } < 0 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: both are fresh and owned by nobody else.
        let [read, write] = ends.map(|fd| unsafe { OwnedFd::from_raw_fd(fd) });
        // The writing end stays blocking, so nothing is lost.
        read_without_waiting(&read)?;
        // SAFETY: replaces standard output, which this process uses for nothing else.
        if unsafe { libc::dup2(write.as_raw_fd(), libc::STDOUT_FILENO) } < 0 {
            return Err(io::Error::last_os_error());
        }
        let (output, errors) = (Mutex::new(read), errors.map(Mutex::new));
        Ok(Arc::new(Printed { output, errors, in_use: AtomicBool::new(false) }))
    }

    /// Notes a loaded image; text is looked for only when some image can print.
    pub fn loaded(&self, code: &[u8]) {
        if !self.in_use() && code.windows(PRINTS.len()).any(|w| w == PRINTS) {
            self.in_use.store(true, Ordering::Release);
        }
    }

    /// Whether some loaded module can print.
    pub fn in_use(&self) -> bool {
        self.in_use.load(Ordering::Acquire)
    }

    /// Pushes what kernels have printed.
    pub fn drain(&self, session: &Session) {
        drain(&self.output, push::PRINTF, session);
    }

    /// Pushes what the driver has said.
    pub fn drain_errors(&self, session: &Session) {
        if let Some(errors) = &self.errors {
            drain(errors, push::SAID, session);
        }
    }

    /// Body of the thread that keeps the pipes from filling up while the driver writes much.
    pub fn run(&self, session: &Session) {
        let fd = |pipe: &Mutex<OwnedFd>| pipe.lock().as_raw_fd();
        // A negative descriptor is not looked at.
        let fds = [fd(&self.output), self.errors.as_ref().map_or(-1, fd)];
        while !session.is_closed() {
            let mut polls = fds.map(|fd| libc::pollfd { fd, events: libc::POLLIN, revents: 0 });
            // SAFETY: two valid pollfds; the descriptors live as long as `self`.
            if unsafe { libc::poll(polls.as_mut_ptr(), 2, 1000) } > 0 {
                self.drain(session);
                self.drain_errors(session);
            }
        }
    }
}

fn read_without_waiting(fd: &OwnedFd) -> io::Result<()> {
    // SAFETY: an open descriptor; only its flags change.
    if unsafe { libc::fcntl(fd.as_raw_fd(), libc::F_SETFL, libc::O_NONBLOCK) } < 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(())
}

fn drain(pipe: &Mutex<OwnedFd>, kind: u16, session: &Session) {
    // Held until the text is pushed: a reply that waits for it must not overtake.
    let pipe = pipe.lock();
    let mut piece = [0u8; PIECE];
    loop {
        // SAFETY: `piece` is writable and the descriptor open.
        let n = unsafe { libc::read(pipe.as_raw_fd(), piece.as_mut_ptr().cast(), PIECE) };
        let Ok(n @ 1..) = usize::try_from(n) else { return };
        session.out.push(kind, 0, 0, &[&piece[..n]]);
    }
}
