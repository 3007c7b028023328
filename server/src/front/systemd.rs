//! What a service manager gives and wants to hear (systemd's protocols): listening sockets, readiness, signs of life.

use std::ffi::OsString;
use std::io;
use std::net::TcpListener;
use std::os::fd::{AsFd, AsRawFd, OwnedFd, RawFd};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::net::{SocketAddr, UnixDatagram, UnixListener};
use std::time::Duration;

use transport::Endpoint;

use super::fds::take;
use super::listen::{Listener, SocketFile};

/// Number of the first descriptor that is passed.
const FIRST: RawFd = 3;

type Env<'a> = &'a dyn Fn(&str) -> Option<OsString>;

fn number(env: Env<'_>, name: &str) -> Option<u64> {
    env(name)?.to_str()?.parse().ok()
}

/// The listening sockets that were passed to this process, if any were.
pub(super) fn sockets(env: Env<'_>) -> io::Result<Vec<Listener>> {
    if number(env, "LISTEN_PID") != Some(std::process::id().into()) {
        return Ok(Vec::new());
    }
    let count = RawFd::try_from(number(env, "LISTEN_FDS").unwrap_or(0)).unwrap_or(0);
    (FIRST..FIRST.saturating_add(count)).map(|fd| listener(take(fd)?)).collect()
}

fn listener(fd: OwnedFd) -> io::Result<Listener> {
    if option(&fd, libc::SO_ACCEPTCONN)? != 1 || option(&fd, libc::SO_TYPE)? != libc::SOCK_STREAM {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "a descriptor is no listening stream socket",
        ));
    }
    match option(&fd, libc::SO_DOMAIN)? {
        libc::AF_UNIX => {
            let socket = UnixListener::from(fd);
            let path = socket.local_addr()?.as_pathname().map(Into::into);
            let path =
                path.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "a socket has no path"))?;
            socket.set_nonblocking(true)?;
            Ok(Listener::Unix(tokio::net::UnixListener::from_std(socket)?, SocketFile::of_others(path)))
        }
        _ => {
            let socket = TcpListener::from(fd);
            let at = socket.local_addr()?;
            socket.set_nonblocking(true)?;
            let at = Endpoint::Tcp(at.ip().to_string(), at.port());
            Ok(Listener::Tcp(tokio::net::TcpListener::from_std(socket)?, at))
        }
    }
}

fn option(fd: &OwnedFd, name: libc::c_int) -> io::Result<libc::c_int> {
    let mut value: libc::c_int = 0;
    let mut size = size_of::<libc::c_int>() as libc::socklen_t;
    let to = (&raw mut value).cast();
    // SAFETY: `value` and `size` live across the call, and `size` is that of `value`.
    let failed =
        unsafe { libc::getsockopt(fd.as_fd().as_raw_fd(), libc::SOL_SOCKET, name, to, &raw mut size) };
    if failed != 0 { Err(io::Error::last_os_error()) } else { Ok(value) }
}

/// The service manager's ear, if there is one.
#[derive(Debug)]
pub(super) struct Manager {
    socket: Option<UnixDatagram>,
    watchdog: Option<Duration>,
}

impl Manager {
    /// Whom the environment names.
    pub(super) fn find(env: Env<'_>) -> io::Result<Manager> {
        let Some(name) = env("NOTIFY_SOCKET").filter(|name| !name.is_empty()) else {
            return Ok(Manager { socket: None, watchdog: None });
        };
        let address = match name.as_bytes() {
            [b'@', name @ ..] => SocketAddr::from_abstract_name(name)?,
            path => SocketAddr::from_pathname(std::ffi::OsStr::from_bytes(path))?,
        };
        let socket = UnixDatagram::unbound()?;
        socket.set_nonblocking(true)?;
        socket.connect_addr(&address)?;
        let mine = number(env, "WATCHDOG_PID").is_none_or(|pid| pid == u64::from(std::process::id()));
        let limit = number(env, "WATCHDOG_USEC").filter(|limit| mine && *limit > 0);
        Ok(Manager { socket: Some(socket), watchdog: limit.map(Duration::from_micros) })
    }

    /// Tells it something. It may be away.
    pub(super) fn tell(&self, what: &str) {
        if let Some(socket) = &self.socket {
            let _ = socket.send(what.as_bytes());
        }
    }

    /// Gives signs of life, for ever, if it wants them. They come from the thread that serves, and stop when that does.
    pub(super) async fn live(&self) {
        let Some(limit) = self.watchdog else { return std::future::pending().await };
        loop {
            self.tell("WATCHDOG=1");
            tokio::time::sleep(limit / 2).await;
        }
    }
}
