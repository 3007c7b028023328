//! Stream sockets (TCP, Unix) as a [`Wire`].

use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::Wire;
use crate::descriptor::{Held, Identity};

/// A connected stream socket. Sends never raise SIGPIPE.
#[derive(Debug)]
pub struct SocketWire {
    fd: Held,
    wake: Wake,
}

/// A pipe that holds a byte while there is a wake-up. (An eventfd could not be told from another one of the process's.)
#[derive(Debug)]
struct Wake {
    read: Held,
    write: Held,
    pending: AtomicBool,
}

impl Wake {
    fn new() -> io::Result<Wake> {
        let mut fds = [0; 2];
        // SAFETY: `fds` takes two descriptors.
        if unsafe { libc::pipe2(fds.as_mut_ptr(), libc::O_CLOEXEC | libc::O_NONBLOCK) } < 0 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: fresh descriptors that nobody else owns.
        let [read, write] = fds.map(|fd| Held::new(unsafe { OwnedFd::from_raw_fd(fd) }));
        Ok(Wake { read, write, pending: AtomicBool::new(false) })
    }

    fn set(&self) {
        if !self.pending.swap(true, Ordering::SeqCst) {
            // SAFETY: the pipe is ours and one byte is readable.
            unsafe { libc::write(self.write.as_raw_fd(), [1u8].as_ptr().cast(), 1) };
        }
    }

    fn clear(&self) {
        let mut byte = [0u8; 1];
        // SAFETY: the pipe is ours and one byte is writable. Emptied first: who sets it meanwhile is answered by the wait that ends now.
        unsafe { libc::read(self.read.as_raw_fd(), byte.as_mut_ptr().cast(), 1) };
        self.pending.store(false, Ordering::SeqCst);
    }
}

/// Most parts that one system call sends.
const PARTS_MAX: usize = 8;

fn length(n: isize) -> io::Result<usize> {
    usize::try_from(n).map_err(|_| io::Error::last_os_error())
}

/// Waits for the events of the descriptors; a signal ends it early.
fn poll(fds: &mut [libc::pollfd], timeout: Option<Duration>) -> io::Result<()> {
    let ts = timeout
        .map(|t| libc::timespec { tv_sec: t.as_secs() as libc::time_t, tv_nsec: t.subsec_nanos().into() });
    let p = ts.as_ref().map_or(std::ptr::null(), |t| &raw const *t);
    // SAFETY: the slice holds that many pollfds; `p` is null or points to `ts`, which outlives the call.
    let n = unsafe { libc::ppoll(fds.as_mut_ptr(), fds.len() as libc::nfds_t, p, std::ptr::null()) };
    if n >= 0 {
        return Ok(());
    }
    let e = io::Error::last_os_error();
    if e.kind() == io::ErrorKind::Interrupted { Ok(()) } else { Err(e) }
}

/// Lets a Unix socket hold some chunks: its default makes sender and receiver take turns, and what is in a much larger one leaves the caches before it is
/// received. TCP sizes its buffers itself, and better.
fn widen(raw: RawFd) {
    let mut domain: libc::c_int = 0;
    let mut len = size_of::<libc::c_int>() as libc::socklen_t;
    // SAFETY: `raw` is open; value and length live across the call.
    let got = unsafe {
        libc::getsockopt(raw, libc::SOL_SOCKET, libc::SO_DOMAIN, (&raw mut domain).cast(), &raw mut len)
    };
    if got == 0 && domain == libc::AF_UNIX {
        let bytes: libc::c_int = 1 << 20;
        // SAFETY: as above. The system caps the value (net.core.wmem_max).
        unsafe { libc::setsockopt(raw, libc::SOL_SOCKET, libc::SO_SNDBUF, (&raw const bytes).cast(), len) };
    }
}

impl SocketWire {
    /// Takes over a connected socket; sets it to blocking mode and, on TCP, switches Nagle's delay off.
    pub fn new(fd: OwnedFd) -> io::Result<Self> {
        let raw = fd.as_raw_fd();
        let one: libc::c_int = 1;
        // SAFETY: `raw` is open; the option value lives across the call. Failure (Unix sockets) is harmless.
        unsafe {
            libc::setsockopt(
                raw,
                libc::IPPROTO_TCP,
                libc::TCP_NODELAY,
                (&raw const one).cast(),
                size_of::<libc::c_int>() as u32,
            );
        }
        widen(raw);
        // SAFETY: F_GETFL on an open descriptor.
        let flags = unsafe { libc::fcntl(raw, libc::F_GETFL) };
        // SAFETY: F_SETFL on an open descriptor.
        unsafe { libc::fcntl(raw, libc::F_SETFL, flags & !libc::O_NONBLOCK) };
        Ok(SocketWire { fd: Held::new(fd), wake: Wake::new()? })
    }

    /// For a process that is not ours: descriptors out of the program's way, and an error once they are the program's.
    pub fn into_guest(self) -> io::Result<Self> {
        let SocketWire { fd, wake: Wake { read, write, pending } } = self;
        let wake = Wake { read: read.into_guest()?, write: write.into_guest()?, pending };
        Ok(SocketWire { fd: fd.into_guest()?, wake })
    }

    /// The socket's descriptor, still owned by the wire.
    pub fn raw_fd(&self) -> RawFd {
        self.fd.as_raw_fd()
    }

    /// The socket.
    pub fn as_fd(&self) -> BorrowedFd<'_> {
        self.fd.as_fd()
    }

    /// Whether the peer has ended the stream, whatever was received and not taken.
    pub fn has_ended(&self) -> bool {
        let mut fds = [self.polled(libc::POLLRDHUP)];
        poll(&mut fds, Some(Duration::ZERO)).is_ok() && fds[0].revents != 0
    }

    /// Gives the socket back, in blocking mode.
    pub fn into_fd(self) -> OwnedFd {
        self.fd.into_fd()
    }

    /// The descriptors that a forked child inherits from a guest.
    pub fn inherited(&self) -> impl Iterator<Item = Identity> + use<> {
        [&self.fd, &self.wake.read, &self.wake.write].map(Held::identity).into_iter().flatten()
    }

    fn recv_flags(&self, buf: &mut [u8], flags: i32) -> io::Result<usize> {
        self.fd.check()?;
        loop {
            // SAFETY: `buf` is valid for writes of its length.
            let n = unsafe { libc::recv(self.fd.as_raw_fd(), buf.as_mut_ptr().cast(), buf.len(), flags) };
            match length(n) {
                Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
                other => return other,
            }
        }
    }
}

impl Wire for SocketWire {
    fn recv(&self, buf: &mut [u8]) -> io::Result<usize> {
        self.recv_flags(buf, 0)
    }

    fn try_recv(&self, buf: &mut [u8]) -> io::Result<usize> {
        self.recv_flags(buf, libc::MSG_DONTWAIT)
    }

    fn wait_readable(&self, timeout: Option<Duration>) -> io::Result<bool> {
        self.fd.check()?;
        let mut fds = [self.polled(libc::POLLIN)];
        poll(&mut fds, timeout)?;
        Ok(fds[0].revents != 0)
    }

    fn wait_readable_or_wake(&self, timeout: Option<Duration>) -> io::Result<bool> {
        self.fd.check()?;
        let wake = libc::pollfd { fd: self.wake.read.as_raw_fd(), events: libc::POLLIN, revents: 0 };
        let mut fds = [self.polled(libc::POLLIN), wake];
        poll(&mut fds, timeout)?;
        // A wake-up that meets bytes stays: it is for a wait that would not have ended otherwise.
        if fds[0].revents == 0 && fds[1].revents != 0 {
            self.wake.read.check()?;
            self.wake.clear();
        }
        Ok(fds[0].revents != 0)
    }

    fn wake(&self) {
        if self.wake.write.check().is_ok() {
            self.wake.set();
        }
    }

    fn send_all(&self, parts: &[&[u8]]) -> io::Result<()> {
        let mut parts: Vec<&[u8]> = Vec::from(parts);
        let mut rest = &mut parts[..];
        loop {
            while rest.first().is_some_and(|p| p.is_empty()) {
                rest = &mut rest[1..];
            }
            if rest.is_empty() {
                return Ok(());
            }
            let mut sent = self.send_some(rest, 0)?;
            for p in rest.iter_mut() {
                let n = sent.min(p.len());
                *p = &p[n..];
                sent -= n;
            }
        }
    }

    fn try_send(&self, bytes: &[u8]) -> io::Result<usize> {
        self.send_some(&[bytes], libc::MSG_DONTWAIT)
    }

    fn wait_writable(&self, or_readable: bool, timeout: Duration) -> io::Result<()> {
        let events = if or_readable { libc::POLLOUT | libc::POLLIN } else { libc::POLLOUT };
        poll(&mut [self.polled(events)], Some(timeout))
    }

    fn is_silent(&self, limit: Duration) -> bool {
        // SAFETY: all-zero is a valid tcp_info.
        let mut info: libc::tcp_info = unsafe { std::mem::zeroed() };
        let mut len = size_of::<libc::tcp_info>() as libc::socklen_t;
        let to = (&raw mut info).cast();
        // SAFETY: `info` is writable for `len` bytes. Other sockets and numbers that are not ours any more fail, or say something harmless.
        let got = unsafe {
            libc::getsockopt(self.fd.as_raw_fd(), libc::IPPROTO_TCP, libc::TCP_INFO, to, &raw mut len)
        };
        got == 0 && info.tcpi_unacked > 0 && Duration::from_millis(info.tcpi_last_ack_recv.into()) > limit
    }

    fn shutdown(&self) {
        if self.fd.check().is_ok() {
            // SAFETY: shutdown of an open socket; failure means that it is down already.
            unsafe { libc::shutdown(self.fd.as_raw_fd(), libc::SHUT_RDWR) };
        }
    }
}

impl SocketWire {
    fn polled(&self, events: libc::c_short) -> libc::pollfd {
        libc::pollfd { fd: self.fd.as_raw_fd(), events, revents: 0 }
    }

    fn send_some(&self, parts: &[&[u8]], flags: i32) -> io::Result<usize> {
        self.fd.check()?;
        let mut iov = [libc::iovec { iov_base: std::ptr::null_mut(), iov_len: 0 }; PARTS_MAX];
        let count = parts.len().min(PARTS_MAX);
        for (v, p) in iov.iter_mut().zip(parts) {
            *v = libc::iovec { iov_base: p.as_ptr().cast_mut().cast(), iov_len: p.len() };
        }
        // SAFETY: all-zero is a valid msghdr.
        let mut msg: libc::msghdr = unsafe { std::mem::zeroed() };
        msg.msg_iov = iov.as_mut_ptr();
        msg.msg_iovlen = count;
        loop {
            // SAFETY: `msg` names `count` iovecs over slices that outlive the call; sendmsg only reads them.
            match length(unsafe {
                libc::sendmsg(self.fd.as_raw_fd(), &raw const msg, libc::MSG_NOSIGNAL | flags)
            }) {
                Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
                other => return other,
            }
        }
    }
}

/// A connected pair of Unix stream sockets.
pub fn pair() -> io::Result<(SocketWire, SocketWire)> {
    let (a, b) = std::os::unix::net::UnixStream::pair()?;
    Ok((SocketWire::new(a.into())?, SocketWire::new(b.into())?))
}
