//! Connections in the place of broken ones: from the front, or through bfrun.

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use protocol::control::{self, Again, KeyHash, LocalRequest, LocalResponse};
use protocol::preamble::{Kind, Preamble, SessionId};
use protocol::resume::Key;

use super::connect::{self, Address};
use super::session::local_response;
use super::{Deadline, RELEASE};
use crate::fdpass;
use crate::secure::SecureError;
use crate::socket::SocketWire;
use crate::wire::Wire;

/// Why there is no connection now; there may be one later.
#[derive(Debug)]
pub enum AgainError {
    /// The server's machine answers, and nobody listens there.
    Refused,
    /// Nobody answers, or not in time.
    Unreachable(io::Error),
    /// Whoever answers says in clear that it knows no such session, which anybody could.
    SaysUnknown,
}

impl From<SecureError> for AgainError {
    fn from(e: SecureError) -> Self {
        match e {
            SecureError::UnknownSession => AgainError::SaysUnknown,
            e => AgainError::Unreachable(e.into()),
        }
    }
}

impl From<io::Error> for AgainError {
    fn from(e: io::Error) -> Self {
        match e.kind() {
            io::ErrorKind::ConnectionRefused | io::ErrorKind::NotFound => AgainError::Refused,
            _ => AgainError::Unreachable(e),
        }
    }
}

/// Where a session's server is reached again.
#[derive(Debug, Clone)]
pub struct Way(Inner);

#[derive(Debug, Clone)]
enum Inner {
    Front(Address),
    Broker(PathBuf),
}

impl Way {
    /// Straight to the front.
    pub(super) fn front(address: Address) -> Way {
        Way(Inner::Front(address))
    }

    /// Through bfrun, which may see a network that the process does not.
    pub(super) fn broker(path: PathBuf) -> Way {
        Way(Inner::Broker(path))
    }

    /// Connects within `limit`; the preamble has been sent.
    ///
    /// # Errors
    /// [`AgainError`].
    pub fn connect(&self, again: Again, limit: Duration) -> Result<OwnedFd, AgainError> {
        match &self.0 {
            Inner::Front(address) => {
                let wire = SocketWire::new(connect::dial(address, limit)?)?;
                wire.send_all(&[&preamble(again.session, again.bulk).with_tag(again.tag)])?;
                Ok(wire.into_fd())
            }
            Inner::Broker(path) => through_broker(path, again, limit),
        }
    }
}

fn preamble(session: SessionId, bulk: bool) -> Preamble {
    Preamble { kind: if bulk { Kind::ResumeBulk } else { Kind::Resume }, lane: 0, session }
}

/// Asks for a connection in the place of a broken one, with a tag that no other had.
pub fn again(session: SessionId, key: &Key, bulk: bool) -> Again {
    Again { session, bulk, tag: preamble(session, bulk).tag(key, next_counter()) }
}

/// Rises with each data connection that this process makes.
pub(super) fn next_counter() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

fn through_broker(path: &Path, again: Again, limit: Duration) -> Result<OwnedFd, AgainError> {
    let deadline = Deadline::after(limit);
    // bfrun ends after its program: it is busy, or was killed, and then the reservation ends by itself.
    let gone = |e| AgainError::Unreachable(e);
    let socket = UnixStream::from(connect::dial_unix(path, deadline.left()).map_err(gone)?);
    let request = LocalRequest {
        fingerprint: protocol::fingerprint(),
        release: RELEASE.into(),
        program: String::new(),
        again: Some(again),
        peer: KeyHash::default(),
    };
    let mut bytes = Vec::new();
    control::encode(&request, &mut bytes).map_err(|e| gone(io::Error::other(e)))?;
    fdpass::send(socket.as_fd(), &bytes, &[]).map_err(gone)?;
    let (response, mut descriptors) = local_response(&socket, deadline).map_err(gone)?;
    match response {
        LocalResponse::Connected => descriptors.pop().ok_or_else(|| gone(io::ErrorKind::InvalidData.into())),
        LocalResponse::Unreachable { refused: true } => Err(AgainError::Refused),
        LocalResponse::Failed(failure) => Err(gone(io::Error::other(failure.message))),
        LocalResponse::Unreachable { .. } | LocalResponse::Granted { .. } => {
            Err(gone(io::ErrorKind::HostUnreachable.into()))
        }
    }
}
