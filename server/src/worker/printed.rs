//! What kernels print (device-side printf): the driver writes it to the process's standard output, the client gets it as pushes.
//!
//! The driver writes at synchronisation points. Before a call is answered, what it made the driver write is pushed, so a program that
//! synchronises sees its text in order, as it would natively.

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

/// The reading end of the process's standard output.
#[derive(Debug)]
pub struct Printed {
    pipe: Mutex<OwnedFd>,
    in_use: AtomicBool,
}

impl Printed {
    /// Takes over the process's standard output. Before the driver is loaded, in a process that prints nothing itself.
    pub fn capture() -> io::Result<Arc<Printed>> {
        let mut ends = [0; 2];
        // SAFETY: two descriptors are written to `ends`.
        if unsafe { libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC) } < 0 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: both are fresh and owned by nobody else.
        let [read, write] = ends.map(|fd| unsafe { OwnedFd::from_raw_fd(fd) });
        // SAFETY: the reading end is open; only its flags change. The writing end stays blocking, so nothing is lost.
        if unsafe { libc::fcntl(read.as_raw_fd(), libc::F_SETFL, libc::O_NONBLOCK) } < 0 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: replaces standard output, which this process uses for nothing else.
        if unsafe { libc::dup2(write.as_raw_fd(), libc::STDOUT_FILENO) } < 0 {
            return Err(io::Error::last_os_error());
        }
        Ok(Arc::new(Printed { pipe: Mutex::new(read), in_use: AtomicBool::new(false) }))
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

    /// Pushes what the driver has written.
    pub fn drain(&self, session: &Session) {
        // Held until the text is pushed: a reply that waits for it must not overtake.
        let pipe = self.pipe.lock();
        let mut piece = [0u8; PIECE];
        loop {
            // SAFETY: `piece` is writable and the descriptor open.
            let n = unsafe { libc::read(pipe.as_raw_fd(), piece.as_mut_ptr().cast(), PIECE) };
            let Ok(n @ 1..) = usize::try_from(n) else { return };
            session.out.push(push::PRINTF, 0, 0, &[&piece[..n]]);
        }
    }

    /// Body of the thread that keeps the pipe from filling up while the driver writes much.
    pub fn run(&self, session: &Session) {
        let fd = self.pipe.lock().as_raw_fd();
        while !session.is_closed() {
            let mut poll = libc::pollfd { fd, events: libc::POLLIN, revents: 0 };
            // SAFETY: one valid pollfd; the descriptor lives as long as `self`.
            if unsafe { libc::poll(&raw mut poll, 1, 1000) } > 0 {
                self.drain(session);
            }
        }
    }
}
