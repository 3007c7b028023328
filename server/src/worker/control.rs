//! What a front says to its worker on the control socket, and the worker's thread that listens.
//!
//! | first byte of four | what follows | meaning |
//! |---|---|---|
//! | 1, then whether connections are encrypted | session, key and ticket; its own secret and the hash of the client's key | once, at first: whose worker it is |
//! | 2, 3, 5 or 6, then the lane, then whether a tag follows | a descriptor; the tag | a data connection of this [`Kind`] |
//! | 16 | | the client's process has ended |
//! | 17, then a [`Reason`] | | the server ends the session |
//!
//! When a front ends, the thread waits for the next one ([`adoption`]). It also watches the client's process, if that is one of this machine.

use std::io::{self, Read};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::time::Duration;

use protocol::control::Ticket;
use protocol::preamble::{Kind, SessionId, Tag};
use protocol::resume::Key;
use transport::Wire;
use transport::fdpass;
use transport::line::LOOK;
use transport::secure::Seal;
use transport::socket::SocketWire;

use super::door::{Door, Entrance};
use super::links::Links;
use crate::adoption::{self, Listener, Report};
use crate::worker::ledger::Ledger;

/// Bytes of a message.
const MESSAGE: usize = 4;
/// First byte of the first message.
const CREDENTIALS: u8 = 1;
/// First bytes of the last ones.
const CLIENT_ENDED: u8 = 16;
const SERVER_ENDS: u8 = 17;
/// How long a worker that cannot accept a front waits before it tries again.
const PAUSE: Duration = Duration::from_millis(100);
/// How long a worker may take what its client had sent when that one's process ended.
const DRAIN: Duration = Duration::from_millis(200);

/// Whose worker it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Credentials {
    /// The session.
    pub session: SessionId,
    /// Its key.
    pub key: Key,
    /// Its reservation, for a front that comes after this one.
    pub ticket: Ticket,
    /// What its data connections are encrypted with; `None` = they are in clear.
    pub seal: Option<Seal>,
}

/// Why a front ends a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// The client's process has ended.
    ClientEnded,
    /// The reservation has ended, or the server does.
    ByServer(Reason),
}

/// Why a server ends a session or a reservation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// Its time is over.
    Time,
    /// Somebody has ended it: `bfctl kill`.
    Killed,
    /// Its reservation was given back.
    Released,
    /// Nobody holds it any more.
    Unheld,
    /// The server ends.
    Ending,
}

impl Reason {
    const ALL: [Reason; 5] = [Reason::Time, Reason::Killed, Reason::Released, Reason::Unheld, Reason::Ending];

    fn of(byte: u8) -> Option<Reason> {
        Reason::ALL.into_iter().find(|reason| *reason as u8 == byte)
    }

    /// What its user is told, behind a colon, with the remedy.
    pub fn text(self) -> &'static str {
        match self {
            Reason::Time => {
                "its time was over; for more ask with --time, or ask the server's administrator for a higher limit"
            }
            Reason::Killed => {
                "it was ended with bfctl kill; ask whoever manages the server why, and start it anew"
            }
            Reason::Released => "its reservation was given back",
            Reason::Unheld => {
                "the bfrun that held its reservation has gone; keep bfrun running as long as its programs"
            }
            Reason::Ending => "the server ends; try again later, or name another server",
        }
    }
}

/// The front's first message.
pub fn introduce(control: BorrowedFd<'_>, credentials: &Credentials) -> io::Result<()> {
    let mut message = vec![CREDENTIALS, u8::from(credentials.seal.is_some()), 0, 0];
    message.extend_from_slice(&credentials.session);
    message.extend_from_slice(&credentials.key);
    message.extend_from_slice(&credentials.ticket.id.to_le_bytes());
    message.extend_from_slice(&credentials.ticket.key);
    if let Some(seal) = &credentials.seal {
        message.extend_from_slice(&seal.secret);
        message.extend_from_slice(&seal.peer);
    }
    fdpass::send(control, &message, &[])
}

/// The front passes a data connection on.
pub fn hand_over(
    control: BorrowedFd<'_>,
    kind: Kind,
    lane: u8,
    tag: Option<Tag>,
    socket: BorrowedFd<'_>,
) -> io::Result<()> {
    let mut message = vec![kind as u8, lane, u8::from(tag.is_some()), 0];
    message.extend(tag.iter().flat_map(Tag::encode));
    fdpass::send(control, &message, &[socket])
}

/// The front ends the session.
pub fn stop(control: BorrowedFd<'_>, why: Stop) -> io::Result<()> {
    let message = match why {
        Stop::ClientEnded => [CLIENT_ENDED, 0, 0, 0],
        Stop::ByServer(reason) => [SERVER_ENDS, reason as u8, 0, 0],
    };
    fdpass::send(control, &message, &[])
}

/// A message after the first.
#[derive(Debug)]
enum Message {
    Connection(Arriving),
    Stop(Stop),
}

/// A connection that the front passes on; it may be anybody's.
#[derive(Debug)]
pub(super) struct Arriving {
    pub(super) kind: Kind,
    pub(super) lane: u8,
    pub(super) tag: Option<Tag>,
    pub(super) socket: OwnedFd,
}

fn receive(control: &UnixStream) -> io::Result<Message> {
    let mut message = [0u8; MESSAGE];
    let (n, mut sockets) = fdpass::recv(control.as_fd(), &mut message)?;
    if n == 0 {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    match (n, message[0]) {
        (MESSAGE, CLIENT_ENDED) => Ok(Message::Stop(Stop::ClientEnded)),
        (MESSAGE, SERVER_ENDS) => {
            let reason = Reason::of(message[1]).ok_or(io::ErrorKind::InvalidData)?;
            Ok(Message::Stop(Stop::ByServer(reason)))
        }
        (MESSAGE, kind @ (2 | 3 | 5 | 6)) => {
            let kind = Kind::from_u8(kind).map_err(|_| io::ErrorKind::InvalidData)?;
            // The tag was sent at once with what stands before it.
            let tag = if message[2] == 0 { None } else { Some(Tag::decode(&read(control)?)) };
            let socket = sockets.pop().ok_or(io::ErrorKind::InvalidData)?;
            Ok(Message::Connection(Arriving { kind, lane: message[1], tag, socket }))
        }
        _ => Err(io::ErrorKind::InvalidData.into()),
    }
}

/// A worker's beginning: whose it is.
pub(super) fn identity(control: &UnixStream) -> io::Result<Credentials> {
    let [first, encrypted, ..] = read::<MESSAGE>(control)?;
    if first != CREDENTIALS {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let (session, key) = (read(control)?, read(control)?);
    let ticket = Ticket { id: u64::from_le_bytes(read(control)?), key: read(control)? };
    let seal = match encrypted {
        0 => None,
        _ => Some(Seal { secret: read(control)?, peer: read(control)? }),
    };
    Ok(Credentials { session, key, ticket, seal })
}

fn read<const N: usize>(mut control: &UnixStream) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    control.read_exact(&mut bytes)?;
    Ok(bytes)
}

/// What comes next: both data connections.
pub(super) fn connections(
    control: &UnixStream,
    door: Arc<Door>,
) -> io::Result<(Box<dyn Wire>, Box<dyn Wire>)> {
    let mut entrance = Entrance::new(door.clone())?;
    loop {
        let [speaks, rings] = wait([Some(control.as_fd()), Some(entrance.bell().as_fd())]);
        if speaks {
            match receive(control)? {
                Message::Connection(new) if matches!(new.kind, Kind::Ordered | Kind::Bulk) => {
                    if door.admits(&new) {
                        entrance.arrived(new.kind, new.socket)?;
                    }
                }
                Message::Connection(_) => {}
                Message::Stop(_) => return Err(io::ErrorKind::ConnectionAborted.into()),
            }
        }
        if rings {
            entrance.take();
        }
        if let Some(both) = entrance.both() {
            return Ok(both);
        }
    }
}

/// What the worker's thread listens to once the session has begun.
pub(super) struct Control {
    /// The front that started the worker.
    pub(super) front: UnixStream,
    /// Where later ones come; `None` = they cannot.
    pub(super) listener: Option<Listener>,
    /// What they are told.
    pub(super) report: Report,
    /// The ledger that goes with it.
    pub(super) ledger: Option<Arc<Ledger>>,
    /// Readable when the client's process has ended; `None` = it is not of this machine.
    pub(super) client: Option<OwnedFd>,
    /// Where connections in the place of broken ones come in.
    pub(super) door: Arc<Door>,
    /// The session's connections.
    pub(super) links: Arc<Links>,
}

impl Control {
    /// The thread's body. Ends when there is nothing to listen to.
    pub(super) fn listen(self) {
        let mut front = Some(self.front.try_clone()).transpose().ok().flatten();
        loop {
            let listener = self.listener.as_ref().map(AsFd::as_fd);
            let peer = front.as_ref().map(AsFd::as_fd).or(listener);
            if peer.is_none() && self.client.is_none() {
                return;
            }
            let [speaks, ended] = wait([peer, self.client.as_ref().map(AsFd::as_fd)]);
            self.links.ordered.line.cut_if_silent();
            self.links.bulk.line.cut_if_silent();
            if ended {
                return self.client_ended();
            }
            if speaks {
                front = match front.take() {
                    Some(front) => self.hear(&front).then_some(front),
                    None => self.next_front(),
                };
            }
        }
    }

    /// Takes a message; false when the front has ended.
    fn hear(&self, front: &UnixStream) -> bool {
        match receive(front) {
            Ok(Message::Connection(new)) => {
                // Others: the session has both already.
                if matches!(new.kind, Kind::Resume | Kind::ResumeBulk) && self.door.admits(&new) {
                    let door = self.door.clone();
                    let open = move || door.open(new.kind, SocketWire::new(new.socket)?).map(Arc::from);
                    self.links.introduce(new.kind, open);
                }
                true
            }
            Ok(Message::Stop(Stop::ClientEnded)) => {
                self.links.client_ended();
                true
            }
            Ok(Message::Stop(Stop::ByServer(reason))) => {
                self.links.end_session(&format!("the server has ended it: {}", reason.text()));
                true
            }
            Err(_) => false,
        }
    }

    fn next_front(&self) -> Option<UnixStream> {
        let (listener, ledger) = (self.listener.as_ref()?, self.ledger.as_ref()?);
        let next = adoption::report_to_next(listener, &self.report, ledger);
        if next.is_err() {
            std::thread::sleep(PAUSE);
        }
        next.ok()
    }

    /// Forked children of the client's may hold its connections open.
    fn client_ended(&self) {
        self.links.client_ended();
        std::thread::sleep(DRAIN);
        self.links.end();
    }
}

/// Waits until one of the descriptors has something to read or has ended, but not for long; which.
fn wait(fds: [Option<BorrowedFd<'_>>; 2]) -> [bool; 2] {
    let mut polled = fds.map(|fd| libc::pollfd {
        // Negative ones are left out.
        fd: fd.map_or(-1, |fd| fd.as_raw_fd()),
        events: libc::POLLIN | libc::POLLRDHUP,
        revents: 0,
    });
    // SAFETY: two valid entries. An interrupted wait is begun again by the caller; other errors cannot happen.
    unsafe { libc::poll(polled.as_mut_ptr(), 2, LOOK.as_millis() as libc::c_int) };
    polled.map(|p| p.revents != 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::preamble::Preamble;
    use transport::Wire;
    use transport::memory::pair;

    const TICKET: Ticket = Ticket { id: 9, key: [5; 16] };
    const CREDENTIALS: Credentials =
        Credentials { session: [3; 16], key: [4; 32], ticket: TICKET, seal: None };

    fn socket() -> OwnedFd {
        UnixStream::pair().unwrap().0.into()
    }

    #[test]
    fn a_worker_begins_with_its_identity_and_both_connections() {
        let (front, worker) = UnixStream::pair().unwrap();
        introduce(front.as_fd(), &CREDENTIALS).unwrap();
        let tag = |kind, key, counter| {
            Some(Preamble { kind, lane: 0, session: CREDENTIALS.session }.tag(key, counter))
        };
        let pass = |kind, tag| {
            let (ours, theirs) = UnixStream::pair().unwrap();
            hand_over(front.as_fd(), kind, 0, tag, theirs.as_fd()).unwrap();
            ours
        };
        let refused = [
            pass(Kind::Ordered, None),
            pass(Kind::Ordered, tag(Kind::Ordered, &[1; 32], 9)),
            pass(Kind::Resume, tag(Kind::Resume, &CREDENTIALS.key, 1)),
        ];
        let _bulk = pass(Kind::Bulk, tag(Kind::Bulk, &CREDENTIALS.key, 1));
        let replayed = pass(Kind::Bulk, tag(Kind::Bulk, &CREDENTIALS.key, 1));
        let _ordered = pass(Kind::Ordered, tag(Kind::Ordered, &CREDENTIALS.key, 2));
        assert_eq!(identity(&worker).unwrap(), CREDENTIALS);
        assert!(connections(&worker, Door::new(&CREDENTIALS, String::new(), None)).is_ok());
        for mut stream in refused.into_iter().chain([replayed]) {
            assert_eq!(stream.read(&mut [0]).unwrap(), 0);
        }
        // What comes first must be the credentials.
        hand_over(front.as_fd(), Kind::Ordered, 0, None, socket().as_fd()).unwrap();
        drop(front);
        assert!(identity(&worker).is_err());
    }

    #[test]
    fn what_a_session_is_encrypted_with_comes_along() {
        let (front, worker) = UnixStream::pair().unwrap();
        let sealed = Credentials { seal: Some(Seal { secret: [6; 32], peer: [7; 32] }), ..CREDENTIALS };
        introduce(front.as_fd(), &sealed).unwrap();
        assert_eq!(identity(&worker).unwrap(), sealed);
    }

    #[test]
    fn the_thread_hears_of_both_ends() {
        let by_server = Reason::ALL.map(Stop::ByServer);
        for why in std::iter::once(Stop::ClientEnded).chain(by_server) {
            let (front, worker) = UnixStream::pair().unwrap();
            let (ordered, peer) = pair(64, None, None);
            let links = Links::new(Box::new(ordered), Box::new(pair(64, None, None).0), None);
            let control = Control {
                front: worker,
                listener: None,
                report: Report { slot: 0, devices: String::new(), session: [0; 16], ticket: TICKET },
                ledger: None,
                client: None,
                door: Door::new(&CREDENTIALS, String::new(), None),
                links: links.clone(),
            };
            stop(front.as_fd(), why).unwrap();
            drop(front);
            control.listen();
            assert!(links.next_ordered().is_none());
            assert_eq!(links.ordered.line.is_over(), why != Stop::ClientEnded);
            drop(links);
            assert_eq!(peer.recv(&mut [0]).unwrap(), 0);
        }
    }
}
