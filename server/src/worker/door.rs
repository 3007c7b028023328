//! How data connections come in: as they are, or after a TLS handshake ([`transport::secure`]), each in a thread of its own.

use std::fmt;
use std::fs::File;
use std::io::{self, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::Duration;

use parking_lot::Mutex;
use protocol::control::{DataWelcome, Failure, FailureCode};
use protocol::preamble::{Admission, Kind};
use transport::Wire;
use transport::control::Deadline;
use transport::secure::{Seal, SecureError};
use transport::socket::SocketWire;
use transport::wire::send_message;

use super::control::{Arriving, Credentials};

/// How long a peer may take to shake hands.
const PATIENCE: Duration = Duration::from_secs(5);
/// Connections of a kind at one time that have not proved anything.
const UNPROVEN_MAX: u32 = 4;
/// Connections that were turned away of which the server's log tells.
const TOLD_MAX: u32 = 16;

/// A connection that has not proved anything, until its end.
pub(super) struct Unproven(Arc<AtomicU32>);

impl Unproven {
    /// None if there are too many.
    pub(super) fn one_more(count: &Arc<AtomicU32>) -> Option<Unproven> {
        let one = Unproven(count.clone());
        (count.fetch_add(1, Ordering::AcqRel) < UNPROVEN_MAX).then_some(one)
    }
}

impl Drop for Unproven {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}

/// Where data connections come in.
#[derive(Debug)]
pub(super) struct Door {
    seal: Option<Seal>,
    /// Who is let in at all.
    admission: Mutex<Admission>,
    /// The session, for messages.
    label: String,
    /// The server's log.
    log: Option<File>,
    told: AtomicU32,
}

impl Door {
    /// Of a session that is called so; without a seal its connections are in clear.
    pub(super) fn new(credentials: &Credentials, label: String, log: Option<File>) -> Arc<Door> {
        let admission = Mutex::new(Admission::new(credentials.session, credentials.key));
        Arc::new(Door { seal: credentials.seal, admission, label, log, told: AtomicU32::new(0) })
    }

    /// Whether a connection comes from who knows the session's key; nothing is spent on others.
    pub(super) fn admits(&self, new: &Arriving) -> bool {
        let admitted = self.admission.lock().admit(new.kind, new.lane, new.tag);
        if let Err(why) = &admitted {
            self.turned_away(new.kind, why);
        }
        admitted.is_ok()
    }

    /// Whether who comes in has proved to be the session's client.
    fn is_locked(&self) -> bool {
        self.seal.is_some()
    }

    /// Makes a wire of a connection; waits for the handshake, for a while.
    ///
    /// # Errors
    /// There was none; the server's log says why.
    pub(super) fn open(&self, kind: Kind, socket: SocketWire) -> io::Result<Box<dyn Wire>> {
        let Some(seal) = &self.seal else { return Ok(Box::new(socket)) };
        match seal.accept(kind, socket, Deadline::after(PATIENCE)) {
            Ok(wire) => Ok(Box::new(wire)),
            Err(failed) => {
                let (e, socket) = *failed;
                self.turned_away(kind, &e);
                if let (SecureError::Clear, Kind::Ordered) = (&e, kind) {
                    explain(&socket);
                }
                Err(e.into())
            }
        }
    }

    fn turned_away(&self, kind: Kind, why: &dyn fmt::Display) {
        let Some(mut log) = self.log.as_ref() else { return };
        if self.told.fetch_add(1, Ordering::Relaxed) < TOLD_MAX {
            let line =
                format!("bfpoold: warn: session {}: {kind:?} connection turned away: {why}\n", self.label);
            // Nobody can be told that telling failed.
            let _ = log.write_all(line.as_bytes());
        }
    }
}

/// Tells a client that speaks in clear that its worker does not.
fn explain(socket: &SocketWire) {
    let message =
        "this session's data connections are encrypted; install the server's release on this machine, too"
            .into();
    // It may be gone, or something else altogether.
    let _ = send_message(socket, &DataWelcome::Refused(Failure { code: FailureCode::Version, message }));
}

type Opened = (Kind, Box<dyn Wire>);

/// The first two connections, which come in any order, others in between.
pub(super) struct Entrance {
    door: Arc<Door>,
    ordered: Option<Box<dyn Wire>>,
    bulk: Option<Box<dyn Wire>>,
    shaking: [Arc<AtomicU32>; 2],
    opened: (Sender<Opened>, Receiver<Opened>),
    /// Rung whenever one has been opened.
    bell: (UnixStream, UnixStream),
}

impl Entrance {
    pub(super) fn new(door: Arc<Door>) -> io::Result<Entrance> {
        let bell = UnixStream::pair()?;
        bell.1.set_nonblocking(true)?;
        let shaking = Default::default();
        Ok(Entrance { door, ordered: None, bulk: None, shaking, opened: mpsc::channel(), bell })
    }

    /// Readable when [`Entrance::take`] has something to do.
    pub(super) fn bell(&self) -> impl AsFd {
        &self.bell.1
    }

    /// A connection has come. In clear it takes the place of an earlier one: its client connects anew. Hands are shaken in a thread of its own, and the
    /// first that could is the client's.
    pub(super) fn arrived(&mut self, kind: Kind, socket: OwnedFd) -> io::Result<()> {
        let held = socket.try_clone()?;
        let socket = SocketWire::new(socket)?;
        if !self.door.is_locked() {
            let place = if kind == Kind::Bulk { &mut self.bulk } else { &mut self.ordered };
            *place = Some(Box::new(socket));
            return Ok(());
        }
        let count = &self.shaking[usize::from(kind == Kind::Bulk)];
        let Some(one) = Unproven::one_more(count) else { return Ok(()) };
        let (door, opened, ring) = (self.door.clone(), self.opened.0.clone(), self.bell.0.try_clone()?);
        let shake = move || {
            let opening = door.open(kind, socket);
            // The place is free before the other side can see that it was turned away, and comes again.
            drop(one);
            drop(held);
            if let Ok(wire) = opening {
                // The session may have begun without it, or ended.
                let _ = opened.send((kind, wire));
                let _ = (&ring).write(&[1]);
            }
        };
        std::thread::Builder::new().name("handshake".into()).spawn(shake).map(drop)
    }

    /// The bell has rung.
    pub(super) fn take(&mut self) {
        // Rings do not add up to anything.
        let _ = io::Read::read(&mut &self.bell.1, &mut [0; 64]);
        while let Ok((kind, wire)) = self.opened.1.try_recv() {
            let place = if kind == Kind::Bulk { &mut self.bulk } else { &mut self.ordered };
            place.get_or_insert(wire);
        }
    }

    /// Both, once they are here.
    pub(super) fn both(&mut self) -> Option<(Box<dyn Wire>, Box<dyn Wire>)> {
        match (self.ordered.take(), self.bulk.take()) {
            (Some(ordered), Some(bulk)) => Some((ordered, bulk)),
            (ordered, bulk) => {
                (self.ordered, self.bulk) = (ordered, bulk);
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::os::fd::AsRawFd;

    use protocol::control::Ticket;
    use transport::secure::{SecureWire, hash_of};
    use transport::socket::pair;
    use transport::wire::recv_message;

    use super::*;

    const SOON: Duration = Duration::from_secs(10);

    fn seals() -> (Seal, Seal) {
        let seal = |own, peer| Seal { secret: [own; 32], peer: hash_of(&[peer; 32]).unwrap() };
        (seal(1, 2), seal(2, 1))
    }

    fn credentials(seal: Seal) -> Credentials {
        let ticket = Ticket { id: 1, key: [0; 16] };
        Credentials { session: [0xab; 16], key: [4; 32], ticket, seal: Some(seal) }
    }

    fn arrives(entrance: &mut Entrance, kind: Kind) -> SocketWire {
        let (ours, theirs) = pair().unwrap();
        entrance.arrived(kind, theirs.into_fd()).unwrap();
        ours
    }

    fn shake(seal: &Seal, kind: Kind, socket: SocketWire) -> SecureWire {
        seal.greet(kind, socket).unwrap().finish(Deadline::after(SOON)).unwrap()
    }

    /// Takes what comes, until both are here.
    fn both(entrance: &mut Entrance) -> (Box<dyn Wire>, Box<dyn Wire>) {
        loop {
            let mut polled =
                libc::pollfd { fd: entrance.bell.1.as_raw_fd(), events: libc::POLLIN, revents: 0 };
            // SAFETY: one valid entry.
            assert_eq!(unsafe { libc::poll(&raw mut polled, 1, 10_000) }, 1, "nobody has come in");
            entrance.take();
            if let Some(both) = entrance.both() {
                return both;
            }
        }
    }

    #[test]
    fn who_does_not_shake_hands_holds_nobody_up() {
        let (ours, theirs) = seals();
        let log = std::env::temp_dir().join(format!("bifrost-door-{}", std::process::id()));
        let file = File::create(&log).unwrap();
        let mut entrance =
            Entrance::new(Door::new(&credentials(theirs), "ab (p)".into(), Some(file))).unwrap();
        // As many as there may be at one time but one, of both kinds; they say nothing.
        let kinds = [Kind::Ordered, Kind::Bulk];
        let silent: Vec<_> =
            (1..UNPROVEN_MAX).flat_map(|_| kinds).map(|kind| arrives(&mut entrance, kind)).collect();
        let bulk = shake(&ours, Kind::Bulk, arrives(&mut entrance, Kind::Bulk));
        let plain = arrives(&mut entrance, Kind::Ordered);
        plain.send_all(&[&[9, 0, 0, 0, 1, 2, 3]]).unwrap();
        match recv_message(&plain, SOON).unwrap() {
            DataWelcome::Refused(f) => assert!(f.message.contains("install the server's release"), "{f:?}"),
            other => panic!("{other:?}"),
        }
        assert!(entrance.both().is_none());
        assert_eq!(plain.recv(&mut [0]).unwrap(), 0);
        let ordered = shake(&ours, Kind::Ordered, arrives(&mut entrance, Kind::Ordered));
        let (o, b) = both(&mut entrance);
        for (ours, theirs) in [(&ordered, o), (&bulk, b)] {
            ours.send_all(&[b"x"]).unwrap();
            theirs.recv_exact(&mut [0]).unwrap();
        }
        let told = std::fs::read_to_string(&log).unwrap();
        std::fs::remove_file(&log).unwrap();
        assert!(
            told.contains("session ab (p): Ordered connection turned away") && told.contains("in clear"),
            "{told}"
        );
        drop(silent);
    }

    #[test]
    fn connections_beyond_the_limit_are_closed() {
        let mut entrance = Entrance::new(Door::new(&credentials(seals().1), String::new(), None)).unwrap();
        let silent: Vec<_> = (0..UNPROVEN_MAX).map(|_| arrives(&mut entrance, Kind::Bulk)).collect();
        let further = arrives(&mut entrance, Kind::Bulk);
        assert_eq!(further.recv(&mut [0]).unwrap(), 0);
        assert!(silent.iter().all(|s| !s.has_ended()));
    }
}
