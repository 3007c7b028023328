//! Sessions for the processes below bfrun, over a Unix socket.

use std::io;
use std::os::fd::{AsFd, AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use protocol::control::{Failure, FailureCode, LocalRequest, LocalResponse, encode};
use protocol::preamble::SessionId;
use transport::control::{Client, ConnectError, Deadline, Grant, Opener, receive};
use transport::fdpass;
use transport::socket::SocketWire;

/// How long a process may take to say what it wants.
const PATIENCE: Duration = Duration::from_secs(5);
/// Stack of a thread that watches a process, in bytes.
const STACK: usize = 128 * 1024;

/// The reservation and its control connection.
pub(crate) struct Broker {
    client: Mutex<Client>,
    grant: Grant,
}

impl Broker {
    /// For a reservation.
    pub(crate) fn new(client: Client, grant: Grant) -> Arc<Broker> {
        Arc::new(Broker { client: Mutex::new(client), grant })
    }

    /// Listens on `path`, in a thread of its own, until bfrun ends. The folder of `path` must be private.
    ///
    /// # Errors
    /// The system's.
    pub(crate) fn listen(self: &Arc<Self>, path: &Path) -> io::Result<()> {
        let listener = UnixListener::bind(path)?;
        std::fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
        let broker = self.clone();
        thread("sessions", move || {
            for stream in listener.incoming() {
                match stream {
                    Ok(stream) => broker.clone().serve_in_thread(stream),
                    // Out of descriptors for the moment; others wait in the queue.
                    Err(_) => std::thread::sleep(Duration::from_millis(50)),
                }
            }
        })
    }

    /// Gives the reservation back.
    pub(crate) fn release(&self) {
        // If the server is gone, so is the reservation.
        let _ = self.client().release_grant(self.grant.ticket);
    }

    fn client(&self) -> std::sync::MutexGuard<'_, Client> {
        // A connection is as good after a panic as before.
        self.client.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn serve_in_thread(self: Arc<Self>, stream: UnixStream) {
        // Without a thread the connection is closed, which the process reports.
        let _ = thread("session", move || {
            if let Ok(Some((session, pidfd))) = self.serve(stream) {
                wait_for_end(&pidfd);
                // The worker may have ended with its connections already.
                let _ = self.client().end_session(session);
            }
        });
    }

    /// Answers one process; returns what to watch.
    fn serve(&self, stream: UnixStream) -> io::Result<Option<(SessionId, OwnedFd)>> {
        let pid = peer_pid(&stream)?;
        // Before the answer: the process lives at least until it has that.
        let pidfd = open_pidfd(pid);
        let wire = SocketWire::new(stream.try_clone()?.into())?;
        let request: LocalRequest = receive(&wire, Deadline::after(PATIENCE))?;
        let (response, sockets, session) = match self.open(pid, &request) {
            Ok((session, sockets)) => {
                let snapshot = self.grant.snapshot.clone();
                (LocalResponse::Granted { snapshot, session }, Some(sockets), Some(session))
            }
            Err(e) => (LocalResponse::Failed(explain(&e)), None, None),
        };
        let mut bytes = Vec::new();
        encode(&response, &mut bytes).map_err(io::Error::other)?;
        stream.set_write_timeout(Some(PATIENCE))?;
        let sockets: Vec<_> = sockets.iter().flat_map(|(o, b)| [o.as_fd(), b.as_fd()]).collect();
        let sent = fdpass::send(stream.as_fd(), &bytes, &sockets);
        match (session, pidfd) {
            (Some(session), Ok(pidfd)) => Ok(Some((session, pidfd))),
            (Some(session), Err(_)) if sent.is_err() => {
                let _ = self.client().end_session(session);
                Ok(None)
            }
            // A process that cannot be watched (another namespace, an old kernel): its session ends with its connections.
            _ => Ok(None),
        }
    }

    fn open(
        &self,
        pid: u32,
        request: &LocalRequest,
    ) -> Result<(SessionId, (OwnedFd, OwnedFd)), ConnectError> {
        let opener = Opener { pid, program: request.program.clone(), fingerprint: request.fingerprint };
        let client = self.client();
        let session = client.open_session(self.grant.ticket, &opener)?;
        Ok((session, client.data_connections(session)?))
    }
}

fn explain(e: &ConnectError) -> Failure {
    let mut failure = e.to_failure();
    if failure.code == FailureCode::Internal {
        failure.message = format!("bfrun cannot open a session: {e}");
    }
    failure
}

fn thread(name: &str, body: impl FnOnce() + Send + 'static) -> io::Result<()> {
    std::thread::Builder::new().name(name.into()).stack_size(STACK).spawn(body).map(drop)
}

fn peer_pid(stream: &UnixStream) -> io::Result<u32> {
    let mut peer = libc::ucred { pid: 0, uid: 0, gid: 0 };
    let mut size = size_of::<libc::ucred>() as libc::socklen_t;
    let to = (&raw mut peer).cast();
    // SAFETY: `peer` and `size` live across the call, and `size` is that of `peer`.
    let failed = unsafe {
        libc::getsockopt(stream.as_raw_fd(), libc::SOL_SOCKET, libc::SO_PEERCRED, to, &raw mut size)
    };
    if failed != 0 {
        return Err(io::Error::last_os_error());
    }
    // 0: a process of a namespace that has no number here.
    Ok(u32::try_from(peer.pid).unwrap_or(0))
}

fn open_pidfd(pid: u32) -> io::Result<OwnedFd> {
    // SAFETY: plain system call; the result is checked before it is owned.
    let fd = unsafe { libc::syscall(libc::SYS_pidfd_open, pid as libc::pid_t, 0) };
    if fd < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: a fresh descriptor, close-on-exec from the start; descriptors are small numbers.
    Ok(unsafe { OwnedFd::from_raw_fd(fd as i32) })
}

/// A pidfd becomes readable when its process ends, also while forked children of it live on.
fn wait_for_end(pidfd: &OwnedFd) {
    let mut poll = libc::pollfd { fd: pidfd.as_raw_fd(), events: libc::POLLIN, revents: 0 };
    loop {
        // SAFETY: one valid pollfd.
        let n = unsafe { libc::poll(&raw mut poll, 1, -1) };
        if n > 0 || io::Error::last_os_error().kind() != io::ErrorKind::Interrupted {
            return;
        }
    }
}
