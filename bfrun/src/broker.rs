//! Sessions for the processes below bfrun, over a Unix socket.

use std::io;
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use protocol::control::{Again, Failure, FailureCode, LocalRequest, LocalResponse, Ticket, encode};
use protocol::preamble::SessionId;
use protocol::snapshot::Snapshot;
use transport::control::{AgainError, Client, ConnectError, Deadline, Grant, Opened, Opener, Way, receive};
use transport::socket::SocketWire;
use transport::{fdpass, process};

use crate::run::say;

/// How long a process may take to say what it wants.
const PATIENCE: Duration = Duration::from_secs(5);
/// Between attempts to reach a server that was lost.
const PAUSE: Duration = Duration::from_millis(500);
/// Attempts to tell such a server that a process has ended.
const TELL_ATTEMPTS: u32 = 120;
/// After this time without a process the reservation's devices are asked for anew; servers leave them to it for longer.
const IDLE: Duration = Duration::from_secs(1);
/// How long before its end the user is warned.
const WARNING: Duration = Duration::from_secs(300);
/// Stack of a thread that watches a process, in bytes.
const STACK: usize = 128 * 1024;

/// The reservation and its control connection.
pub(crate) struct Broker {
    client: Mutex<Client>,
    /// The control connection was cut, and another one is being looked for.
    lost: AtomicBool,
    /// For what comes in the place of broken connections.
    way: Way,
    ticket: Ticket,
    /// Its devices.
    snapshot: Mutex<Snapshot>,
    /// Whether the reservation is bfrun's own, to be given back in the end.
    own: bool,
    /// Sessions whose processes live, as far as is known.
    open: Mutex<Open>,
}

struct Open {
    sessions: Vec<SessionId>,
    /// When the reservation was in use for the last time.
    last: Instant,
}

impl Broker {
    /// For a reservation; `own`: nobody else uses it.
    pub(crate) fn new(client: Client, grant: Grant, own: bool) -> Arc<Broker> {
        let way = client.way();
        Arc::new(Broker {
            client: Mutex::new(client),
            lost: AtomicBool::new(false),
            way,
            ticket: grant.ticket,
            snapshot: Mutex::new(grant.snapshot),
            own,
            open: Mutex::new(Open { sessions: Vec::new(), last: Instant::now() }),
        })
    }

    /// Listens on `path`, in a thread of its own, until bfrun ends. The folder of `path` must be private.
    ///
    /// # Errors
    /// The system's.
    pub(crate) fn listen(self: &Arc<Self>, path: &Path) -> io::Result<()> {
        let listener = UnixListener::bind(path)?;
        std::fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
        let broker = self.clone();
        thread("reservation", move || broker.hold())?;
        let broker = self.clone();
        thread("time", move || broker.warn())?;
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

    /// Gives the reservation back, or leaves it to others without what processes of this bfrun had there.
    pub(crate) fn finish(&self) {
        // Whoever waits for the end of the program does not wait for a server that is away: without bfrun it ends the reservation by itself.
        if self.lost.load(Ordering::Acquire) {
            return;
        }
        let client = self.client();
        // If the server is gone, so is all of this.
        if self.own {
            let _ = client.release_grant(self.ticket);
            return;
        }
        for session in self.open().sessions.drain(..) {
            let _ = client.end_session(session);
        }
        let _ = client.leave(self.ticket);
    }

    fn open(&self) -> std::sync::MutexGuard<'_, Open> {
        // A list is as good after a panic as before.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn client(&self) -> std::sync::MutexGuard<'_, Client> {
        // A connection is as good after a panic as before.
        self.client.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn serve_in_thread(self: Arc<Self>, stream: UnixStream) {
        // Without a thread the connection is closed, which the process reports.
        let _ = thread("session", move || {
            if let Ok(Some((session, pidfd))) = self.serve(stream) {
                wait(&pidfd, libc::POLLIN);
                self.tell_end(session);
            }
        });
    }

    /// Says that the process of a session has ended.
    fn tell_end(&self, session: SessionId) {
        {
            let mut open = self.open();
            open.sessions.retain(|open| *open != session);
            open.last = Instant::now();
        }
        for _ in 0..TELL_ATTEMPTS {
            match self.client().end_session(session) {
                // The server was lost, and may be found again.
                Err(e) if e.code().is_none() => std::thread::sleep(PAUSE),
                // The worker may have ended with its connections already.
                _ => return,
            }
        }
    }

    /// Keeps hold of the reservation: when its control connection was cut, another one takes its place.
    fn hold(&self) {
        loop {
            let Ok(end) = self.client().end() else { return };
            wait(&end, libc::POLLRDHUP);
            drop(end);
            self.lost.store(true, Ordering::Release);
            loop {
                let mut client = self.client();
                let again = client.again(PATIENCE).and_then(|c| c.attach(self.ticket).map(|()| c));
                match again {
                    Ok(again) => {
                        *client = again;
                        self.lost.store(false, Ordering::Release);
                        break;
                    }
                    // It has ended meanwhile.
                    Err(e) if e.code() == Some(FailureCode::Unknown) => return,
                    Err(_) => {
                        drop(client);
                        std::thread::sleep(PAUSE);
                    }
                }
            }
        }
    }

    /// Answers one process; returns what to watch.
    fn serve(&self, stream: UnixStream) -> io::Result<Option<(SessionId, OwnedFd)>> {
        let pid = peer_pid(&stream)?;
        // Before the answer: the process lives at least until it has that.
        let pidfd = process::pidfd(pid);
        let wire = SocketWire::new(stream.try_clone()?.into())?;
        let request: LocalRequest = receive(&wire, Deadline::after(PATIENCE))?;
        if let Some(again) = request.again {
            return self.connect_again(&stream, again).map(|()| None);
        }
        let (response, sockets, session) = match self.start(pid, &request) {
            Ok((Opened { session, key, peer }, (ordered, bulk))) => {
                let snapshot = self.snapshot().clone();
                (LocalResponse::Granted { snapshot, session, key, peer }, vec![ordered, bulk], Some(session))
            }
            Err(e) => (LocalResponse::Failed(explain(&e)), vec![], None),
        };
        let sent = answer(&stream, &response, &sockets);
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

    /// A process has lost a connection, and may not reach the server by itself.
    fn connect_again(&self, stream: &UnixStream, again: Again) -> io::Result<()> {
        let (response, socket) = match self.way.connect(again, PATIENCE) {
            Ok(socket) => (LocalResponse::Connected, vec![socket]),
            Err(e) => (LocalResponse::Unreachable { refused: matches!(e, AgainError::Refused) }, vec![]),
        };
        answer(stream, &response, &socket)
    }

    fn snapshot(&self) -> std::sync::MutexGuard<'_, Snapshot> {
        // Replaced as a whole.
        self.snapshot.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A reservation that nothing has used for a while may have given its devices up, and gets others.
    fn resume(&self, client: &Client) -> Result<(), ConnectError> {
        let is_idle = {
            let open = self.open();
            open.sessions.is_empty() && open.last.elapsed() > IDLE
        };
        if is_idle {
            match client.join(self.ticket) {
                Ok((grant, _)) => *self.snapshot() = grant.snapshot,
                // An older server, whose reservations keep their devices.
                Err(e) if e.code() == Some(FailureCode::Version) => {}
                Err(e) => return Err(e),
            }
        }
        Ok(())
    }

    /// Says some time before the reservation ends that it does.
    fn warn(&self) {
        std::thread::sleep(IDLE);
        let left = self.client().join(self.ticket);
        let Ok((_, Some(left))) = left else { return };
        let before = WARNING.min(left / 2);
        std::thread::sleep(left - before);
        say(&format!(
            "bfrun: the GPUs are taken away in {} s, as the reservation's time is over then; save what you need\n",
            before.as_secs()
        ));
    }

    fn start(&self, pid: u32, request: &LocalRequest) -> Result<(Opened, (OwnedFd, OwnedFd)), ConnectError> {
        let home = process::home();
        let (program, fingerprint) = (request.program.clone(), request.fingerprint);
        let opener = Opener { pid, home, program, fingerprint, peer: request.peer };
        let client = self.client();
        self.resume(&client)?;
        let opened = client.open_session(self.ticket, &opener)?;
        self.open().sessions.push(opened.session);
        let connections = client.data_connections(&opened)?;
        Ok((opened, connections))
    }
}

fn answer(stream: &UnixStream, response: &LocalResponse, sockets: &[OwnedFd]) -> io::Result<()> {
    let mut bytes = Vec::new();
    encode(response, &mut bytes).map_err(io::Error::other)?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let sockets: Vec<_> = sockets.iter().map(AsFd::as_fd).collect();
    fdpass::send(stream.as_fd(), &bytes, &sockets)
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

/// Waits for an event: a pidfd becomes readable when its process ends, also while forked children of it live on.
fn wait(fd: &OwnedFd, events: libc::c_short) {
    let mut poll = libc::pollfd { fd: fd.as_raw_fd(), events, revents: 0 };
    loop {
        // SAFETY: one valid pollfd.
        let n = unsafe { libc::poll(&raw mut poll, 1, -1) };
        if n > 0 || io::Error::last_os_error().kind() != io::ErrorKind::Interrupted {
            return;
        }
    }
}
