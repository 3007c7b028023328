//! Stream sockets (TCP, Unix) as a [`Wire`].

use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::time::Duration;

use crate::Wire;

/// A connected stream socket. Sends never raise SIGPIPE.
#[derive(Debug)]
pub struct SocketWire {
    fd: OwnedFd,
    wake: OwnedFd,
}

/// Most parts that one system call sends.
const PARTS_MAX: usize = 8;

fn check(n: isize) -> io::Result<usize> {
    usize::try_from(n).map_err(|_| io::Error::last_os_error())
}

/// Lets a Unix socket hold as much as the system allows: its default makes sender and receiver take turns. TCP sizes its buffers itself, and better.
fn widen(raw: RawFd) {
    let mut domain: libc::c_int = 0;
    let mut len = size_of::<libc::c_int>() as libc::socklen_t;
    // SAFETY: `raw` is open; value and length live across the call.
    let got = unsafe {
        libc::getsockopt(raw, libc::SOL_SOCKET, libc::SO_DOMAIN, (&raw mut domain).cast(), &raw mut len)
    };
    if got == 0 && domain == libc::AF_UNIX {
        let bytes: libc::c_int = 4 << 20;
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
        // SAFETY: plain system call; the result is checked before it is owned.
        let wake = unsafe { libc::eventfd(0, libc::EFD_CLOEXEC | libc::EFD_NONBLOCK) };
        if wake < 0 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: `wake` is a fresh descriptor that nobody else owns.
        let wake = unsafe { OwnedFd::from_raw_fd(wake) };
        Ok(SocketWire { fd, wake })
    }

    /// The socket's descriptor, still owned by the wire.
    pub fn raw_fd(&self) -> RawFd {
        self.fd.as_raw_fd()
    }

    /// Gives the socket back, in blocking mode.
    pub fn into_fd(self) -> OwnedFd {
        self.fd
    }

    /// Both descriptors that a forked child inherits.
    pub fn inherited(&self) -> [RawFd; 2] {
        [self.fd.as_raw_fd(), self.wake.as_raw_fd()]
    }

    fn recv_flags(&self, buf: &mut [u8], flags: i32) -> io::Result<usize> {
        loop {
            // SAFETY: `buf` is valid for writes of its length.
            let n = unsafe { libc::recv(self.fd.as_raw_fd(), buf.as_mut_ptr().cast(), buf.len(), flags) };
            match check(n) {
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
        let mut fds = [
            libc::pollfd { fd: self.fd.as_raw_fd(), events: libc::POLLIN, revents: 0 },
            libc::pollfd { fd: self.wake.as_raw_fd(), events: libc::POLLIN, revents: 0 },
        ];
        let ts = timeout.map(|t| libc::timespec {
            tv_sec: t.as_secs() as libc::time_t,
            tv_nsec: t.subsec_nanos().into(),
        });
        let p = ts.as_ref().map_or(std::ptr::null(), |t| &raw const *t);
        // SAFETY: two valid pollfds; `p` is null or points to `ts`, which outlives the call.
        let n = unsafe { libc::ppoll(fds.as_mut_ptr(), 2, p, std::ptr::null()) };
        if n < 0 {
            let e = io::Error::last_os_error();
            return if e.kind() == io::ErrorKind::Interrupted { Ok(false) } else { Err(e) };
        }
        // A wake-up that meets bytes stays: it is for a wait that would not have ended otherwise.
        if fds[0].revents == 0 && fds[1].revents != 0 {
            let mut b = [0u8; 8];
            // SAFETY: the eventfd is ours and `b` holds its eight bytes; emptying it may fail when another thread did so.
            unsafe { libc::read(self.wake.as_raw_fd(), b.as_mut_ptr().cast(), 8) };
        }
        Ok(fds[0].revents != 0)
    }

    fn wake(&self) {
        let one = 1u64.to_ne_bytes();
        // SAFETY: the eventfd is ours; eight bytes are what it takes.
        unsafe { libc::write(self.wake.as_raw_fd(), one.as_ptr().cast(), 8) };
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
            let mut sent = self.send_some(rest)?;
            for p in rest.iter_mut() {
                let n = sent.min(p.len());
                *p = &p[n..];
                sent -= n;
            }
        }
    }

    fn shutdown(&self) {
        // SAFETY: shutdown of an open socket; failure means that it is down already.
        unsafe { libc::shutdown(self.fd.as_raw_fd(), libc::SHUT_RDWR) };
    }
}

impl SocketWire {
    fn send_some(&self, parts: &[&[u8]]) -> io::Result<usize> {
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
            match check(unsafe { libc::sendmsg(self.fd.as_raw_fd(), &raw const msg, libc::MSG_NOSIGNAL) }) {
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
