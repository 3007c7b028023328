//! The session's two connections, and those that come in the place of broken ones ([`protocol::resume`]).
//!
//! The front passes a new connection on; a thread asks for the proof of the session's key; who has read the broken one, which is ended if that
//! had not been noticed, then says where the session stands and goes on with the new one.

use std::fmt;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, OnceLock, Weak};
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};
use protocol::preamble::Kind;
use protocol::resume::{Challenge, Claim, Handshake, Key, Position};
use transport::process::random;
use transport::{Line, Wire};
use zerocopy::IntoBytes;

use super::door::Unproven;
use super::session::Session;

/// How long a client may take for its claim.
const CLAIM_LIMIT: Duration = Duration::from_secs(3);

/// Who may come again, and for how long a session waits.
#[derive(Clone, Copy)]
pub struct Terms {
    /// The session's key.
    pub key: Key,
    /// How long the session waits for a client that was cut off.
    pub grace: Duration,
}

/// A new connection whose client has proved the session's key.
pub struct Arrival {
    wire: Arc<dyn Wire>,
    kind: Kind,
    key: Key,
    challenge: Challenge,
    claim: Claim,
}

impl Arrival {
    /// Asks for a proof; `None` without it.
    fn introduced(kind: Kind, wire: Arc<dyn Wire>, key: Key) -> io::Result<Option<Arrival>> {
        let challenge = Challenge::new(random()?);
        wire.send_all(&[challenge.as_bytes()])?;
        let mut claim: Claim = zerocopy::FromZeros::new_zeroed();
        wire.recv_exact_timeout(claim.as_mut_bytes(), CLAIM_LIMIT)?;
        let handshake = Handshake { key: &key, kind, challenge: &challenge };
        Ok(handshake.accepts_claim(&claim).then_some(Arrival { wire, kind, key, challenge, claim }))
    }

    /// Where the client stands.
    pub fn position(&self) -> Position {
        self.claim.position
    }

    /// Says where the worker stands; the connection may then be used.
    pub fn answer(self, position: Position) -> io::Result<Arc<dyn Wire>> {
        let handshake = Handshake { key: &self.key, kind: self.kind, challenge: &self.challenge };
        self.wire.send_all(&[handshake.answer(&self.claim, position).as_bytes()])?;
        Ok(self.wire)
    }
}

/// One of the session's connections.
pub struct Link {
    /// The present wire.
    pub line: Line,
    arrival: Mutex<Option<Arrival>>,
    changed: Condvar,
    unproven: Arc<AtomicU32>,
}

impl Link {
    fn new(wire: Box<dyn Wire>) -> Link {
        Link {
            line: Line::new(Arc::from(wire)),
            arrival: Mutex::new(None),
            changed: Condvar::new(),
            unproven: Arc::default(),
        }
    }

    fn arrived(&self, arrival: Arrival) {
        *self.arrival.lock() = Some(arrival);
        // Whoever reads the old one may not have noticed that it is broken.
        self.line.cut();
        self.changed.notify_all();
    }

    fn wake(&self) {
        drop(self.arrival.lock());
        self.changed.notify_all();
    }
}

/// The connections of a session.
pub struct Links {
    /// Frames.
    pub ordered: Link,
    /// Bulk payload.
    pub bulk: Link,
    terms: Option<Terms>,
    /// The client has ended: what breaks now stays broken.
    last: AtomicBool,
    session: OnceLock<Weak<Session>>,
}

impl fmt::Debug for Links {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Links").field("ordered", &self.ordered.line).finish_non_exhaustive()
    }
}

impl Links {
    /// Two connections that hold; without terms the session ends with them.
    pub fn new(ordered: Box<dyn Wire>, bulk: Box<dyn Wire>, terms: Option<Terms>) -> Arc<Links> {
        Arc::new(Links {
            ordered: Link::new(ordered),
            bulk: Link::new(bulk),
            terms,
            last: AtomicBool::new(false),
            session: OnceLock::new(),
        })
    }

    /// The session that they are of, once.
    pub(super) fn belong_to(&self, session: Weak<Session>) {
        // A second session over the same connections cannot be.
        let _ = self.session.set(session);
    }

    /// How long a session waits for a client that was cut off.
    pub fn grace(&self) -> Duration {
        self.terms.map_or(Duration::ZERO, |t| t.grace)
    }

    /// Whether connections may come in the place of broken ones.
    pub fn resumable(&self) -> bool {
        self.terms.is_some()
    }

    fn of(&self, kind: Kind) -> &Link {
        if kind == Kind::ResumeBulk { &self.bulk } else { &self.ordered }
    }

    /// A connection comes in the place of a broken one: a thread asks for the proof, after `open`, which may have to shake hands. Without a proof it
    /// is closed; its client tries again if it is one.
    pub fn introduce(
        self: &Arc<Self>,
        kind: Kind,
        open: impl FnOnce() -> io::Result<Arc<dyn Wire>> + Send + 'static,
    ) {
        let Some(Terms { key, .. }) = self.terms else { return };
        let Some(one) = Unproven::one_more(&self.of(kind).unproven) else { return };
        let links = self.clone();
        let introduction = move || {
            let _one = one;
            if let Ok(Some(arrival)) = open().and_then(|wire| Arrival::introduced(kind, wire, key)) {
                links.of(kind).arrived(arrival);
            }
        };
        // Without a thread the connection is closed as well.
        let _ = std::thread::Builder::new().name("introduction".into()).spawn(introduction);
    }

    /// The next ordered connection in the place of the broken one; `None` when none came in time or none will.
    pub fn next_ordered(&self) -> Option<Arrival> {
        self.next(&self.ordered, Some(Instant::now() + self.grace()))
    }

    /// The next bulk connection in the place of the broken one; `None` when none will come.
    pub fn next_bulk(&self) -> Option<Arrival> {
        // Its client may not miss it: how long that one may stay away is decided by the ordered connection.
        self.next(&self.bulk, if self.resumable() { None } else { Some(Instant::now()) })
    }

    fn next(&self, link: &Link, end: Option<Instant>) -> Option<Arrival> {
        let mut arrival = link.arrival.lock();
        loop {
            if let Some(arrival) = arrival.take() {
                return Some(arrival);
            }
            let over = self.last.load(Ordering::Acquire) || link.line.is_over();
            if over || end.is_some_and(|end| Instant::now() >= end) {
                return None;
            }
            match end {
                Some(end) => drop(link.changed.wait_until(&mut arrival, end)),
                None => link.changed.wait(&mut arrival),
            }
        }
    }

    /// The client's process has ended: what it sent is still taken, and no connection comes any more.
    pub fn client_ended(&self) {
        self.last.store(true, Ordering::Release);
        self.ordered.wake();
        self.bulk.wake();
    }

    /// The server ends the session; the client gets the reason.
    pub fn end_session(&self, reason: &str) {
        self.last.store(true, Ordering::Release);
        match self.session.get().and_then(Weak::upgrade) {
            Some(session) => session.close(reason),
            None => self.end(),
        }
        self.client_ended();
    }

    /// Ends both connections for good.
    pub fn end(&self) {
        for link in [&self.ordered, &self.bulk] {
            link.line.end();
            link.wake();
        }
    }
}
