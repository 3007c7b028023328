//! The way to a session: bfrun's socket, or a reservation of this process's own.

use std::sync::Arc;

use protocol::snapshot::Snapshot;
use transport::control::{Client, Connected, Env, connect_session};
use transport::descriptor::Identity;
use transport::socket::SocketWire;

use crate::session::{Handler, Options, Session};

/// The control connection of a process without bfrun: the reservation ends with it.
pub(crate) type Keep = Option<Client>;

/// Both data connections of a session, and what was told of the devices.
pub(crate) struct Connection {
    snapshot: Snapshot,
    keep: Keep,
    ordered: SocketWire,
    bulk: SocketWire,
}

/// A session that has started.
pub(crate) struct Started {
    /// What the client learns at once.
    pub(crate) snapshot: Snapshot,
    pub(crate) session: Arc<Session>,
    /// See [`Keep`].
    pub(crate) keep: Keep,
    /// Descriptors that a forked child must close.
    pub(crate) descriptors: Vec<Identity>,
}

/// Connects as the environment says.
///
/// # Errors
/// One line with the remedy.
pub(crate) fn connect() -> Result<Connection, String> {
    let Connected { snapshot, ordered, bulk, control, .. } =
        connect_session(&Env::from_process()).map_err(|e| e.to_string())?;
    let unusable = |e| format!("a connection cannot be used: {e}");
    let wire = |fd| SocketWire::new(fd).and_then(SocketWire::into_guest).map_err(unusable);
    let keep = control.map(Client::into_guest).transpose().map_err(unusable)?;
    Ok(Connection { snapshot, keep, ordered: wire(ordered)?, bulk: wire(bulk)? })
}

impl Connection {
    /// Says hello to the worker.
    ///
    /// # Errors
    /// One line with the reason.
    pub(crate) fn start(self, handler: Arc<dyn Handler>) -> Result<Started, String> {
        let kept = self.keep.iter().flat_map(Client::inherited);
        let descriptors = self.ordered.inherited().chain(self.bulk.inherited()).chain(kept).collect();
        let options = Options { functions: functions(), ..Options::default() };
        let session = Session::start(Box::new(self.ordered), Box::new(self.bulk), handler, options);
        let session = session.map_err(|e| e.to_string())?;
        Ok(Started { snapshot: self.snapshot, session, keep: self.keep, descriptors })
    }
}

/// Wire ids of the functions that this client serves.
fn functions() -> Vec<u16> {
    cuda_abi::FUNCTIONS.iter().filter(|f| f.implemented() && !f.per_thread()).map(|f| f.wire_id()).collect()
}
