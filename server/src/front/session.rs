//! A session: a worker process and its end.

use std::rc::Rc;
use std::time::{Duration, Instant};

use protocol::control::{Fingerprint, Home, KeyHash};
use protocol::preamble::SessionId;
use tokio::sync::Notify;

use super::identity::Identity;
use super::state::Front;
use super::worker::{Link, Process};
use crate::worker::Stop;

/// How long a worker may take to end by itself after its client has gone.
const END_PATIENCE: Duration = Duration::from_millis(200);

/// A worker's exit status when its connection ended without goodbye.
const LOST: i32 = 3;

/// What a client says about the process that a session is for.
pub(super) struct Opening {
    /// Process id on the client's machine.
    pub(super) pid: u32,
    /// Where that is its number.
    pub(super) home: Home,
    /// Program name.
    pub(super) program: String,
    /// Its data protocol.
    pub(super) fingerprint: Fingerprint,
    /// Its key, if data connections are to be encrypted.
    pub(super) peer: Option<KeyHash>,
}

/// A session that is open.
pub(super) struct Session {
    /// Its reservation.
    pub(super) reservation: u64,
    /// The worker's slot in the reservation's ledger.
    pub(super) slot: usize,
    /// Whose it is.
    pub(super) who: Identity,
    /// What that is called.
    pub(super) owner: String,
    /// Its process on the client's machine; 0: not known.
    pub(super) pid: u32,
    /// Its program's name.
    pub(super) program: String,
    /// For messages.
    pub(super) label: String,
    /// To the worker.
    pub(super) link: Link,
    /// Whether its data connections are encrypted; `None`: another front has opened it.
    pub(super) encrypted: Option<bool>,
    /// When it was opened.
    pub(super) since: Instant,
    stop: Rc<Notify>,
}

impl Session {
    /// A session whose worker has been started; `place`: reservation and slot; `process`: number and program.
    pub(super) fn new(
        place: (u64, usize),
        (who, owner): (Identity, String),
        process: (u32, String),
        label: String,
        (link, encrypted): (Link, Option<bool>),
    ) -> Self {
        let ((reservation, slot), (pid, program)) = (place, process);
        Session {
            reservation,
            slot,
            who,
            owner,
            pid,
            program,
            label,
            link,
            encrypted,
            since: Instant::now(),
            stop: Rc::default(),
        }
    }

    /// What [`watch`] waits for.
    pub(super) fn stopper(&self) -> Rc<Notify> {
        self.stop.clone()
    }

    /// Ends the worker: it is told, and is killed if that does not help.
    pub(super) fn stop(&self, why: Stop) {
        self.link.close(why);
        self.stop.notify_one();
    }
}

/// The first digits of a session's id; the whole of it is a secret.
pub(super) fn short(id: &SessionId) -> String {
    id[..4].iter().map(|b| format!("{b:02x}")).collect()
}

/// Waits for the end of a worker, by itself or after a stop.
pub(super) async fn watch(front: Rc<Front>, id: SessionId, mut worker: Process, stop: Rc<Notify>) {
    let mut stopped = false;
    let status = tokio::select! {
        status = worker.wait() => status,
        () = stop.notified() => {
            stopped = true;
            match tokio::time::timeout(END_PATIENCE, worker.wait()).await {
                Ok(status) => status,
                Err(_) => {
                    worker.kill_group();
                    worker.wait().await
                }
            }
        }
    };
    let how = match status {
        // How the child of another front ended is not known.
        Ok(None) => Ok(()),
        // A client that goes without goodbye has been killed or cut off: that is nothing new to it.
        Ok(Some(status)) if status.success() || status.code() == Some(LOST) || stopped => Ok(()),
        // The text of a status reads "signal: 11 (SIGSEGV)" or "exit status: 1".
        Ok(Some(status)) => Err(format!("failed ({status})")),
        Err(e) => Err(format!("cannot be waited for ({e})")),
    };
    front.session_ended(&id, how);
}
