//! Listening sockets.

use std::io;
use std::os::fd::AsFd;
use std::os::unix::fs::FileTypeExt;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Duration;

use tokio::net::{TcpListener, UnixListener};
use tokio::task::spawn_local;
use transport::Endpoint;

use super::FrontError;
use super::connection;
use super::state::Front;

/// A listening socket and its address. A Unix socket's file is removed with it.
pub(super) enum Listener {
    Tcp(TcpListener, Endpoint),
    Unix(UnixListener, SocketFile),
}

pub(super) struct SocketFile {
    path: PathBuf,
    own: bool,
}

impl SocketFile {
    /// A file that whoever made it removes.
    pub(super) fn of_others(path: PathBuf) -> SocketFile {
        SocketFile { path, own: false }
    }
}

impl Drop for SocketFile {
    fn drop(&mut self) {
        if !self.own {
            return;
        }
        // It may be gone, or its folder.
        let _ = std::fs::remove_file(&self.path);
    }
}

impl Listener {
    /// The address, with the port that the system chose for port 0.
    pub(super) fn endpoint(&self) -> Endpoint {
        match self {
            Listener::Tcp(_, at) => at.clone(),
            Listener::Unix(_, file) => Endpoint::Unix(file.path.clone()),
        }
    }
}

/// Binds all addresses.
pub(super) async fn bind_all(endpoints: &[Endpoint]) -> Result<Vec<Listener>, FrontError> {
    let mut listeners = Vec::new();
    for endpoint in endpoints {
        listeners.push(bind(endpoint).await.map_err(|e| FrontError::Listen(endpoint.clone(), e))?);
    }
    Ok(listeners)
}

async fn bind(endpoint: &Endpoint) -> io::Result<Listener> {
    match endpoint {
        Endpoint::Tcp(host, port) => {
            let listener = TcpListener::bind((host.as_str(), *port)).await?;
            let port = listener.local_addr()?.port();
            Ok(Listener::Tcp(listener, Endpoint::Tcp(host.clone(), port)))
        }
        Endpoint::Unix(path) => {
            remove_stale(path)?;
            // SAFETY: umask has no preconditions; no other thread of this process creates files.
            let old = unsafe { libc::umask(0o177) };
            let bound = UnixListener::bind(path);
            // SAFETY: as above.
            unsafe { libc::umask(old) };
            Ok(Listener::Unix(bound?, SocketFile { path: path.clone(), own: true }))
        }
    }
}

/// Removes the socket that a killed server left: one that nobody listens on.
fn remove_stale(path: &Path) -> io::Result<()> {
    let is_socket = std::fs::symlink_metadata(path).is_ok_and(|m| m.file_type().is_socket());
    let refused = || {
        std::os::unix::net::UnixStream::connect(path)
            .is_err_and(|e| e.kind() == io::ErrorKind::ConnectionRefused)
    };
    if is_socket && refused() { std::fs::remove_file(path) } else { Ok(()) }
}

/// Serves every connection of a listener, each in a task of its own.
pub(super) async fn accept(front: Rc<Front>, listener: Listener) {
    loop {
        let accepted = match &listener {
            Listener::Tcp(l, _) => l.accept().await.map(|(stream, peer)| {
                // A client whose machine is gone must not keep its reservation.
                let _ = transport::control::keep_alive(stream.as_fd());
                let _ = stream.set_nodelay(true);
                spawn_local(connection::serve(front.clone(), stream, peer.to_string(), Some(peer.ip())));
            }),
            Listener::Unix(l, _) => l.accept().await.map(|(stream, _)| {
                spawn_local(connection::serve(front.clone(), stream, "unix".into(), None));
            }),
        };
        if let Err(e) = accepted {
            // Out of descriptors, or the peer is gone already: others wait in the queue.
            front.log.warn(format_args!("cannot accept a connection: {e}"));
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
}
