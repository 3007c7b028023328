//! Connecting with a limit of time.

use std::io;
use std::net::{IpAddr, SocketAddr, TcpStream, ToSocketAddrs};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::Duration;

use super::{ConnectError, Deadline};
use crate::endpoint::Endpoint;

/// A place that has been found to answer: later connections go to exactly that.
#[derive(Debug, Clone)]
pub(super) enum Address {
    Tcp(SocketAddr),
    Unix(PathBuf),
}

/// Connects to an endpoint, trying each address of its host.
pub(super) fn open(endpoint: &Endpoint, deadline: Deadline) -> Result<(OwnedFd, Address), ConnectError> {
    let addresses = match endpoint {
        Endpoint::Unix(path) => vec![Address::Unix(path.clone())],
        Endpoint::Tcp(host, port) => {
            let found =
                resolve(host, *port, deadline).map_err(|e| ConnectError::Resolve(endpoint.clone(), e))?;
            found.into_iter().map(Address::Tcp).collect()
        }
    };
    let mut last = io::Error::from(io::ErrorKind::NotFound);
    for (i, address) in addresses.iter().enumerate() {
        // A silent address must leave time for the others.
        let share = deadline.left() / u32::try_from(addresses.len() - i).unwrap_or(1);
        match dial(address, share) {
            Ok(fd) => return Ok((fd, address.clone())),
            Err(e) => last = e,
        }
    }
    Err(match last.kind() {
        io::ErrorKind::ConnectionRefused | io::ErrorKind::NotFound => {
            ConnectError::NoListener(endpoint.clone())
        }
        _ => ConnectError::Unreachable(endpoint.clone(), last),
    })
}

/// Connects to one address.
pub(super) fn dial(address: &Address, limit: Duration) -> io::Result<OwnedFd> {
    match address {
        Address::Tcp(to) => {
            let stream = TcpStream::connect_timeout(to, limit)?;
            keep_alive(stream.as_fd())?;
            Ok(stream.into())
        }
        Address::Unix(path) => dial_unix(path, limit),
    }
}

/// Connects to a Unix socket; std's connect would wait without limit for a server that accepts nobody.
pub(super) fn dial_unix(path: &Path, limit: Duration) -> io::Result<OwnedFd> {
    // SAFETY: all-zero is a valid sockaddr_un.
    let mut address: libc::sockaddr_un = unsafe { std::mem::zeroed() };
    address.sun_family = libc::AF_UNIX as libc::sa_family_t;
    let bytes = path.as_os_str().as_bytes();
    if bytes.len() >= address.sun_path.len() || bytes.contains(&0) {
        let text = format!("a socket's path has at most {} bytes", address.sun_path.len() - 1);
        return Err(io::Error::new(io::ErrorKind::InvalidInput, text));
    }
    for (to, from) in address.sun_path.iter_mut().zip(bytes) {
        *to = *from as libc::c_char;
    }
    // SAFETY: plain system call; the result is checked before it is owned.
    let fd = unsafe { libc::socket(libc::AF_UNIX, libc::SOCK_STREAM | libc::SOCK_CLOEXEC, 0) };
    if fd < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: `fd` is fresh and ours.
    let fd = unsafe { OwnedFd::from_raw_fd(fd) };
    send_limit(&fd, Some(limit))?;
    // SAFETY: the address lives across the call and has the length given.
    let failed = unsafe {
        libc::connect(
            fd.as_raw_fd(),
            (&raw const address).cast(),
            size_of::<libc::sockaddr_un>() as libc::socklen_t,
        )
    };
    if failed != 0 {
        let e = io::Error::last_os_error();
        return Err(if e.kind() == io::ErrorKind::WouldBlock { io::ErrorKind::TimedOut.into() } else { e });
    }
    send_limit(&fd, None)?;
    Ok(fd)
}

fn send_limit(fd: &OwnedFd, limit: Option<Duration>) -> io::Result<()> {
    let limit = limit.unwrap_or_default();
    let time =
        libc::timeval { tv_sec: limit.as_secs() as libc::time_t, tv_usec: limit.subsec_micros().into() };
    let size = size_of::<libc::timeval>() as libc::socklen_t;
    // SAFETY: the option value lives across the call.
    let failed = unsafe {
        libc::setsockopt(fd.as_raw_fd(), libc::SOL_SOCKET, libc::SO_SNDTIMEO, (&raw const time).cast(), size)
    };
    if failed != 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

/// Lets the system find out within 15 s that the machine at the other end of a TCP connection is gone.
///
/// # Errors
/// What setsockopt says; `InvalidInput` or `Unsupported` for other sockets.
pub fn keep_alive(socket: BorrowedFd<'_>) -> io::Result<()> {
    let options = [
        (libc::SOL_SOCKET, libc::SO_KEEPALIVE, 1),
        (libc::IPPROTO_TCP, libc::TCP_KEEPIDLE, 5),
        (libc::IPPROTO_TCP, libc::TCP_KEEPINTVL, 3),
        (libc::IPPROTO_TCP, libc::TCP_KEEPCNT, 3),
    ];
    for (level, name, value) in options {
        let value: libc::c_int = value;
        let size = size_of::<libc::c_int>() as libc::socklen_t;
        // SAFETY: the option value lives across the call.
        let failed =
            unsafe { libc::setsockopt(socket.as_raw_fd(), level, name, (&raw const value).cast(), size) };
        if failed != 0 {
            return Err(io::Error::last_os_error());
        }
    }
    Ok(())
}

/// Addresses of a host. Names are looked up in a thread of their own: resolvers may take longer than anybody waits.
fn resolve(host: &str, port: u16, deadline: Deadline) -> io::Result<Vec<SocketAddr>> {
    if let Ok(ip) = host.parse::<IpAddr>() {
        return Ok(vec![SocketAddr::new(ip, port)]);
    }
    let (tx, rx) = mpsc::channel();
    let host = host.to_owned();
    without_signals(|| {
        std::thread::Builder::new().name("bifrost-resolve".into()).spawn(move || {
            let found = (host.as_str(), port).to_socket_addrs().map(Vec::from_iter);
            // Nobody may be waiting any more.
            let _ = tx.send(found);
        })
    })?;
    rx.recv_timeout(deadline.left()).unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()))
}

/// Blocks all signals during `spawn`, so that the new thread never runs a handler of the program that we are a guest of.
pub(super) fn without_signals<T>(spawn: impl FnOnce() -> T) -> T {
    // SAFETY: all-zero is a valid sigset_t; both sets live across the calls, which change only this thread's mask.
    let old = unsafe {
        let mut all: libc::sigset_t = std::mem::zeroed();
        let mut old: libc::sigset_t = std::mem::zeroed();
        libc::sigfillset(&raw mut all);
        libc::pthread_sigmask(libc::SIG_SETMASK, &raw const all, &raw mut old);
        old
    };
    let result = spawn();
    // SAFETY: restores the mask that was read above.
    unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, &raw const old, std::ptr::null_mut()) };
    result
}
