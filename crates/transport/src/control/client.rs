//! One control connection.

use std::fmt;
use std::io;
use std::os::fd::OwnedFd;
use std::time::Duration;

use access::{Bundle, Token};
use protocol::control::{
    ClientHello, Fingerprint, Home, KeyHash, MemoryAsk, PoolStatus, Request, Response, ServerHello, Ticket,
    VERSION,
};
use protocol::preamble::{Kind, Preamble, SessionId};
use protocol::report::Report;
use protocol::resume::Key;
use protocol::snapshot::Snapshot;

use super::again::next_counter;
use super::connect::{self, Address};
use super::link::Link;
use super::{ConnectError, Deadline, RELEASE, Way};
use crate::descriptor::Identity;
use crate::endpoint::Endpoint;
use crate::process;
use crate::socket::SocketWire;
use crate::tls::{TlsError, TlsWire};
use crate::wire::Wire;

/// How long the front may take to answer a request.
const ANSWER_LIMIT: Duration = Duration::from_secs(5);

/// A reservation.
#[derive(Debug, Clone)]
pub struct Grant {
    /// Proof of it.
    pub ticket: Ticket,
    /// Its devices.
    pub snapshot: Snapshot,
}

/// What one is told who waits in line.
#[derive(Debug, Clone)]
pub enum Queued {
    /// It was one's turn.
    Granted(Grant),
    /// One's place, from 1.
    Place(u32),
}

/// The process that a session is for.
#[derive(Debug, Clone)]
pub struct Opener {
    /// Process id.
    pub pid: u32,
    /// Where that is its number ([`crate::process::home`]).
    pub home: Home,
    /// Program name, for messages.
    pub program: String,
    /// The data protocol that it speaks.
    pub fingerprint: Fingerprint,
    /// The hash of its key, for data connections that are encrypted if this connection is.
    pub peer: KeyHash,
}

/// A session that was opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Opened {
    /// Which.
    pub session: SessionId,
    /// Its key.
    pub key: Key,
    /// The hash of its worker's key, if data connections are encrypted.
    pub peer: Option<KeyHash>,
}

/// A control connection after its hello. Requests are answered in order, one at a time.
pub struct Client {
    link: Link,
    endpoint: Endpoint,
    address: Address,
    server: String,
    release: String,
    answer_limit: Duration,
    /// What it connected with: it does so again, whatever has become of the bundle's files and the environment.
    bundle: Option<Bundle>,
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Client({})", self.endpoint)
    }
}

impl Client {
    /// Connects and says hello within `limit`.
    ///
    /// # Errors
    /// Every failure is one clear line that names the remedy.
    pub fn connect(endpoint: &Endpoint, limit: Duration) -> Result<Client, ConnectError> {
        Client::connect_as(endpoint, limit, None)
    }

    /// The same with what a bundle says: over TCP the connection is encrypted if it has an authority, and only then its token is told.
    ///
    /// # Errors
    /// As for [`Client::connect`].
    pub fn connect_as(
        endpoint: &Endpoint,
        limit: Duration,
        bundle: Option<&Bundle>,
    ) -> Result<Client, ConnectError> {
        let limit = bundle.and_then(|b| b.timeout).map_or(limit, |timeout| timeout.min(limit));
        let deadline = Deadline::after(limit);
        let (fd, address) = connect::open(endpoint, deadline)?;
        let lost = |e| ConnectError::Lost(endpoint.clone(), e);
        let wire = SocketWire::new(fd).map_err(lost)?;
        let secure = match (endpoint, bundle) {
            (Endpoint::Tcp(host, _), Some(Bundle { ca: Some(ca), .. })) => {
                bundle.map(|b| (&**host, &**ca, b))
            }
            _ => None,
        };
        let (link, token) = match secure {
            Some((host, ca, bundle)) => {
                (encrypt(wire, endpoint, (host, ca), bundle, deadline)?, bundle.token.as_ref())
            }
            None => (clear(wire), None),
        };
        let (server, release) = greet(&link, endpoint, token, deadline)?;
        let (endpoint, bundle) = (endpoint.clone(), bundle.cloned());
        Ok(Client { link, endpoint, address, server, release, answer_limit: ANSWER_LIMIT, bundle })
    }

    /// The same with another limit for answers.
    pub fn with_answer_limit(self, answer_limit: Duration) -> Client {
        Client { answer_limit, ..self }
    }

    /// Where it is connected to, as it was asked for.
    pub fn endpoint(&self) -> &Endpoint {
        &self.endpoint
    }

    /// The server's name.
    pub fn server(&self) -> &str {
        &self.server
    }

    /// The server's release.
    pub fn release(&self) -> &str {
        &self.release
    }

    /// When the server's certificate ends, in seconds since 1970; none if the connection is not encrypted.
    pub fn certificate_ends(&self) -> Option<u64> {
        self.link.certificate_ends()
    }

    /// Whether this connection is encrypted, and so the data connections of its sessions.
    pub fn is_encrypted(&self) -> bool {
        self.link.is_encrypted()
    }

    /// For a process that is not ours: see [`SocketWire::into_guest`].
    pub fn into_guest(self) -> io::Result<Client> {
        Ok(Client { link: self.link.into_guest()?, ..self })
    }

    /// The descriptors that a forked child inherits from a guest.
    pub fn inherited(&self) -> impl Iterator<Item = Identity> + use<> {
        self.link.inherited()
    }

    /// Reserves GPUs; the reservation ends with this connection or [`Client::release_grant`].
    pub fn reserve(&self, gpus: u32, memory: MemoryAsk) -> Result<Grant, ConnectError> {
        match self.ask(&Request::Reserve { gpus, memory })? {
            Response::Reserved { reservation, snapshot, .. } => Ok(Grant { ticket: reservation, snapshot }),
            other => Err(self.unexpected(&other)),
        }
    }

    /// Reserves as [`Client::reserve`] does, or waits in line for it: says within seconds where; the same again goes on waiting.
    pub fn queue(&self, gpus: u32, memory: MemoryAsk) -> Result<Queued, ConnectError> {
        self.queued(&Request::Queue { gpus, memory })
    }

    fn queued(&self, request: &Request) -> Result<Queued, ConnectError> {
        match self.ask(request)? {
            Response::Reserved { reservation, snapshot, .. } => {
                Ok(Queued::Granted(Grant { ticket: reservation, snapshot }))
            }
            Response::Queued { place } => Ok(Queued::Place(place)),
            other => Err(self.unexpected(&other)),
        }
    }

    /// Reserves as [`Client::reserve`] does, of these devices of the server alone if any are named.
    pub fn reserve_among(
        &self,
        gpus: u32,
        memory: MemoryAsk,
        devices: Option<&[u32]>,
    ) -> Result<Grant, ConnectError> {
        let Some(devices) = devices else { return self.reserve(gpus, memory) };
        match self.ask(&Request::ReserveAmong { gpus, memory, devices: devices.into(), wait: false })? {
            Response::Reserved { reservation, snapshot, .. } => Ok(Grant { ticket: reservation, snapshot }),
            other => Err(self.unexpected(&other)),
        }
    }

    /// Waits in line as [`Client::queue`] does, for these devices alone if any are named.
    pub fn queue_among(
        &self,
        gpus: u32,
        memory: MemoryAsk,
        devices: Option<&[u32]>,
    ) -> Result<Queued, ConnectError> {
        let Some(devices) = devices else { return self.queue(gpus, memory) };
        self.queued(&Request::ReserveAmong { gpus, memory, devices: devices.into(), wait: true })
    }

    /// Lets a reservation outlive its connections, for `time` or as long as the server allows; how long that is.
    pub fn keep(&self, ticket: Ticket, time: Option<Duration>) -> Result<Duration, ConnectError> {
        let seconds = time.map(|time| time.as_secs());
        match self.ask(&Request::Keep { reservation: ticket, seconds })? {
            Response::Kept { seconds } => Ok(Duration::from_secs(seconds)),
            other => Err(self.unexpected(&other)),
        }
    }

    /// Holds a reservation that was kept; when it ends, if that is known.
    pub fn join(&self, ticket: Ticket) -> Result<(Grant, Option<Duration>), ConnectError> {
        match self.ask(&Request::Join { reservation: ticket })? {
            Response::Joined { snapshot, seconds } => {
                Ok((Grant { ticket, snapshot }, seconds.map(Duration::from_secs)))
            }
            other => Err(self.unexpected(&other)),
        }
    }

    /// Holds a reservation no more.
    pub fn leave(&self, ticket: Ticket) -> Result<(), ConnectError> {
        self.done(&Request::Leave { reservation: ticket })
    }

    /// Opens a session of a reservation: starts a worker.
    pub fn open_session(&self, ticket: Ticket, opener: &Opener) -> Result<Opened, ConnectError> {
        let request = Request::OpenSession {
            reservation: ticket,
            pid: opener.pid,
            home: opener.home,
            program: opener.program.clone(),
            fingerprint: opener.fingerprint,
            peer: self.is_encrypted().then_some(opener.peer),
        };
        match self.ask(&request)? {
            Response::Session { peer: None, .. } if self.is_encrypted() => {
                Err(ConnectError::InClear(self.endpoint.clone()))
            }
            Response::Session { session, key, peer } => Ok(Opened { session, key, peer }),
            other => Err(self.unexpected(&other)),
        }
    }

    /// Where connections in the place of broken ones come from.
    pub fn way(&self) -> Way {
        Way::front(self.address.clone())
    }

    /// Opens the ordered and the bulk connection of a session; their preambles have been sent.
    pub fn data_connections(&self, opened: &Opened) -> Result<(OwnedFd, OwnedFd), ConnectError> {
        let open = |kind| {
            let fd = connect::dial(&self.address, ANSWER_LIMIT)?;
            let wire = SocketWire::new(fd)?;
            let preamble = Preamble { kind, lane: 0, session: opened.session };
            wire.send_all(&[&preamble.with_tag(preamble.tag(&opened.key, next_counter()))])?;
            Ok(wire.into_fd())
        };
        let lost = |e| ConnectError::Lost(self.endpoint.clone(), e);
        Ok((open(Kind::Ordered).map_err(lost)?, open(Kind::Bulk).map_err(lost)?))
    }

    /// Holds a reservation in the place of a connection that was cut.
    pub fn attach(&self, ticket: Ticket) -> Result<(), ConnectError> {
        self.done(&Request::Attach { reservation: ticket })
    }

    /// Connects again, to take the place of this connection.
    ///
    /// # Errors
    /// As [`Client::connect`].
    pub fn again(&self, limit: Duration) -> Result<Client, ConnectError> {
        Client::connect_as(&self.endpoint, limit, self.bundle.as_ref())
    }

    /// Whether the other end has closed the connection, or it was cut.
    pub fn has_ended(&self) -> bool {
        self.link.socket().has_ended()
    }

    /// A descriptor whose end is the connection's, for whoever waits for that.
    pub fn end(&self) -> io::Result<OwnedFd> {
        self.link.socket().as_fd().try_clone_to_owned()
    }

    /// Says that the process of a session has ended.
    pub fn end_session(&self, session: SessionId) -> Result<(), ConnectError> {
        self.done(&Request::EndSession { session })
    }

    /// Gives a reservation back; its sessions end.
    pub fn release_grant(&self, ticket: Ticket) -> Result<(), ConnectError> {
        self.done(&Request::Release { reservation: ticket })
    }

    /// What the pool holds.
    pub fn status(&self) -> Result<PoolStatus, ConnectError> {
        match self.ask(&Request::Status)? {
            Response::Status(status) => Ok(status),
            other => Err(self.unexpected(&other)),
        }
    }

    /// Everything about the pool that this client may see.
    pub fn report(&self) -> Result<Report, ConnectError> {
        self.reported(&Request::Report)
    }

    /// Ends a session that is named by the first digits of its name.
    pub fn kill(&self, session: &str) -> Result<(), ConnectError> {
        self.done(&Request::Kill { session: session.into() })
    }

    /// Makes the pool give no new reservations, or give them again.
    pub fn drain(&self, on: bool) -> Result<Report, ConnectError> {
        self.reported(&Request::Drain { on })
    }

    fn reported(&self, request: &Request) -> Result<Report, ConnectError> {
        match self.ask(request)? {
            Response::Report { json } => serde_json::from_str(&json).map_err(|e| {
                ConnectError::Lost(self.endpoint.clone(), io::Error::new(io::ErrorKind::InvalidData, e))
            }),
            other => Err(self.unexpected(&other)),
        }
    }

    fn done(&self, request: &Request) -> Result<(), ConnectError> {
        match self.ask(request)? {
            Response::Done => Ok(()),
            other => Err(self.unexpected(&other)),
        }
    }

    fn ask(&self, request: &Request) -> Result<Response, ConnectError> {
        let lost = |e| ConnectError::Lost(self.endpoint.clone(), e);
        self.link.send(request).map_err(lost)?;
        match self.link.receive(Deadline::after(self.answer_limit)).map_err(lost)? {
            Response::Failed(failure) => Err(ConnectError::Refused(self.endpoint.clone(), failure)),
            response => Ok(response),
        }
    }

    fn unexpected(&self, response: &Response) -> ConnectError {
        let kind = match response {
            Response::Reserved { .. } => "Reserved",
            Response::Session { .. } => "Session",
            Response::Done => "Done",
            Response::Status(_) => "Status",
            Response::Failed(_) => "Failed",
            Response::Report { .. } => "Report",
            Response::Queued { .. } => "Queued",
            Response::Kept { .. } => "Kept",
            Response::Joined { .. } => "Joined",
        };
        let error = io::Error::new(io::ErrorKind::InvalidData, format!("unexpected answer {kind}"));
        ConnectError::Lost(self.endpoint.clone(), error)
    }
}

/// A connection whose preamble has been sent. A peer that speaks another protocol may have closed already; what it said decides.
fn clear(wire: SocketWire) -> Link {
    let _ = wire.send_all(&[&Preamble::control().encode()]);
    Link::Clear(wire)
}

/// The same, encrypted; `(host, authority)`: whom to trust.
fn encrypt(
    wire: SocketWire,
    endpoint: &Endpoint,
    (host, authority): (&str, &[u8]),
    bundle: &Bundle,
    deadline: Deadline,
) -> Result<Link, ConnectError> {
    let lost = |e| ConnectError::Lost(endpoint.clone(), e);
    wire.send_all(&[&Preamble::control_tls().encode()]).map_err(lost)?;
    let (error, wire) = match TlsWire::connect(wire, host, authority, deadline) {
        Ok(wire) => return Ok(Link::Tls(Box::new(wire))),
        Err(failed) => *failed,
    };
    Err(match error {
        TlsError::Clear(head) => refusal_in_clear(&wire, head, endpoint, deadline),
        TlsError::Io(e) => not_understood(endpoint, e, true),
        error => {
            ConnectError::Tls(endpoint.clone(), error.explain(host, &bundle.origin.display().to_string()))
        }
    })
}

/// What a server says that does not encrypt; `head`: the first bytes of it.
fn refusal_in_clear(
    wire: &SocketWire,
    head: [u8; 5],
    endpoint: &Endpoint,
    deadline: Deadline,
) -> ConnectError {
    let [a, b, c, d, first] = head;
    let length = protocol::control::decode_len([a, b, c, d]).unwrap_or(0);
    let mut body = vec![first; length];
    let hello = match body.get_mut(1..).map(|rest| wire.recv_exact_timeout(rest, deadline.left())) {
        Some(Ok(())) => protocol::control::decode(&body).ok(),
        _ => None,
    };
    match hello {
        Some(ServerHello::Refused(failure)) => ConnectError::Refused(endpoint.clone(), failure),
        _ => ConnectError::NotBifrost(endpoint.clone()),
    }
}

fn greet(
    link: &Link,
    endpoint: &Endpoint,
    token: Option<&Token>,
    deadline: Deadline,
) -> Result<(String, String), ConnectError> {
    let hello = ClientHello {
        version: VERSION,
        min_version: VERSION,
        release: RELEASE.into(),
        fingerprint: protocol::fingerprint(),
        owner: super::owner(),
        token: token.map(Token::reveal),
        pid: std::process::id(),
        home: process::home(),
    };
    let sent = link.send(&hello);
    match link.receive::<ServerHello>(deadline) {
        Ok(ServerHello::Welcome { version, release, server, .. }) if version == VERSION => {
            Ok((server, release))
        }
        Ok(ServerHello::Welcome { release, .. }) => {
            Err(ConnectError::Version(endpoint.clone(), RELEASE.into(), release))
        }
        Ok(ServerHello::Refused(failure)) => Err(ConnectError::Refused(endpoint.clone(), failure)),
        Err(e) => Err(not_understood(endpoint, e, sent.is_ok())),
    }
}

/// What it means that a peer does not answer as a front does.
fn not_understood(endpoint: &Endpoint, e: io::Error, sent: bool) -> ConnectError {
    use io::ErrorKind::{ConnectionReset, InvalidData, TimedOut, UnexpectedEof};
    match e.kind() {
        TimedOut => ConnectError::Silent(endpoint.clone()),
        // A server that closes without having read all that was sent resets the connection.
        InvalidData | UnexpectedEof | ConnectionReset => ConnectError::NotBifrost(endpoint.clone()),
        _ if !sent => ConnectError::NotBifrost(endpoint.clone()),
        _ => ConnectError::Lost(endpoint.clone(), e),
    }
}
