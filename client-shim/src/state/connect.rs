//! The way to a session: bfrun's socket, or a reservation of this process's own.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use parking_lot::Mutex;
use protocol::control::Ticket;
use protocol::preamble::{Kind, SessionId};
use protocol::resume::Key;
use protocol::snapshot::Snapshot;
use transport::Wire;
use transport::control::{AgainError, Client, Connected, Deadline, Env, Way, again, connect_session};
use transport::descriptor::Identity;
use transport::secure::{Seal, SecureError};
use transport::socket::SocketWire;

use super::fork;
use crate::session::{Handler, Options, Reconnect, Session, spawn};

/// How long an attempt to connect the control connection again may take.
const ATTEMPT: Duration = Duration::from_secs(3);
/// How long a worker may take to shake hands: its driver has to start before.
const START: Duration = Duration::from_secs(30);

/// Both data connections of a session, and what was told of the devices.
pub(crate) struct Connection {
    snapshot: Snapshot,
    again: Return,
    seal: Option<Seal>,
    ordered: SocketWire,
    bulk: SocketWire,
}

/// A session that has started.
pub(crate) struct Started {
    /// What the client learns at once.
    pub(crate) snapshot: Snapshot,
    pub(crate) session: Arc<Session>,
}

/// Connects as the environment says.
///
/// # Errors
/// One line with the remedy.
pub(crate) fn connect() -> Result<Connection, String> {
    let Connected { snapshot, session, key, seal, way, ordered, bulk, control } =
        connect_session(&Env::from_process()).map_err(|e| e.to_string())?;
    let unusable = |e| format!("a connection cannot be used: {e}");
    let wire = |fd| SocketWire::new(fd).and_then(SocketWire::into_guest).map_err(unusable);
    let hold = control.map(|(client, ticket)| Hold::new(client, ticket)).transpose().map_err(unusable)?;
    let again = Return { session, key, seal, way, hold };
    Ok(Connection { snapshot, again, seal, ordered: wire(ordered)?, bulk: wire(bulk)? })
}

/// What a broken connection is replaced with.
struct Return {
    session: SessionId,
    key: Key,
    /// What its connections are encrypted with.
    seal: Option<Seal>,
    way: Way,
    /// Without bfrun.
    hold: Option<Arc<Hold>>,
}

/// The control connection of a process without bfrun, with which its reservation ends.
struct Hold {
    client: Mutex<Client>,
    ticket: Ticket,
    /// Whether a thread is about to replace it.
    replacing: AtomicBool,
}

impl Hold {
    fn new(client: Client, ticket: Ticket) -> std::io::Result<Arc<Hold>> {
        let client = Mutex::new(client.into_guest()?);
        Ok(Arc::new(Hold { client, ticket, replacing: AtomicBool::new(false) }))
    }

    /// Replaces a connection that was cut, in a thread of its own.
    fn tend(self: &Arc<Self>) {
        // Held: it is being replaced.
        if !self.client.try_lock().is_some_and(|client| client.has_ended())
            || self.replacing.swap(true, Ordering::AcqRel)
        {
            return;
        }
        let me = self.clone();
        // Without a thread now there is another attempt later.
        if spawn("bifrost-control", move || me.replace()).is_err() {
            self.replacing.store(false, Ordering::Release);
        }
    }

    fn replace(&self) {
        let mut client = self.client.lock();
        let again = client.again(ATTEMPT).and_then(|c| c.attach(self.ticket).map(|()| c));
        // What failed may succeed later; if the reservation has ended, so has the session.
        if let Ok(again) = again.map_err(drop).and_then(|c| c.into_guest().map_err(drop)) {
            fork::add_descriptors(again.inherited());
            *client = again;
        }
        drop(client);
        self.replacing.store(false, Ordering::Release);
    }
}

impl Reconnect for Return {
    fn key(&self) -> &Key {
        &self.key
    }

    fn tend(&self) {
        if let Some(hold) = &self.hold {
            hold.tend();
        }
    }

    fn connect(&self, bulk: bool, limit: Duration) -> Result<Arc<dyn Wire>, AgainError> {
        let fd = self.way.connect(again(self.session, &self.key, bulk), limit)?;
        let wire = SocketWire::new(fd).and_then(SocketWire::into_guest)?;
        fork::add_descriptors(wire.inherited());
        let Some(seal) = &self.seal else { return Ok(Arc::new(wire)) };
        let kind = if bulk { Kind::ResumeBulk } else { Kind::Resume };
        Ok(Arc::new(seal.greet(kind, wire)?.finish(Deadline::after(limit))?))
    }
}

/// The ordered and the bulk connection.
type Wires = (Box<dyn Wire>, Box<dyn Wire>);

/// Both connections, encrypted if they are to be: hands are shaken on both at once.
fn secure(seal: Option<Seal>, ordered: SocketWire, bulk: SocketWire) -> Result<Wires, SecureError> {
    let Some(seal) = seal else { return Ok((Box::new(ordered), Box::new(bulk))) };
    let (ordered, bulk) = (seal.greet(Kind::Ordered, ordered)?, seal.greet(Kind::Bulk, bulk)?);
    let deadline = Deadline::after(START);
    Ok((Box::new(ordered.finish(deadline)?), Box::new(bulk.finish(deadline)?)))
}

impl Connection {
    /// Says hello to the worker.
    ///
    /// # Errors
    /// One line with the reason.
    pub(crate) fn start(self, handler: Arc<dyn Handler>) -> Result<Started, String> {
        let kept = self.again.hold.iter().flat_map(|hold| hold.client.lock().inherited().collect::<Vec<_>>());
        let descriptors: Vec<Identity> =
            self.ordered.inherited().chain(self.bulk.inherited()).chain(kept).collect();
        // Before the session begins, which may add to them.
        fork::set_descriptors(descriptors);
        let again = Some(Arc::new(self.again) as Arc<dyn Reconnect>);
        let options = Options { functions: functions(), again, ..Options::default() };
        let (ordered, bulk) = secure(self.seal, self.ordered, self.bulk).map_err(|e| e.to_string())?;
        let session = Session::start(ordered, bulk, handler, options).map_err(|e| e.to_string())?;
        Ok(Started { snapshot: self.snapshot, session })
    }
}

/// Wire ids of the functions that this client serves.
fn functions() -> Vec<u16> {
    cuda_abi::FUNCTIONS.iter().filter(|f| f.implemented() && !f.per_thread()).map(|f| f.wire_id()).collect()
}
