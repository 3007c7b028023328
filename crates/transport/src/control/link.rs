//! A control connection's bytes, in clear or encrypted.

use std::io;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Deadline, receive};
use crate::descriptor::Identity;
use crate::socket::SocketWire;
use crate::tls::TlsWire;
use crate::wire::send_message;

/// A control connection below its messages.
pub(super) enum Link {
    Clear(SocketWire),
    Tls(Box<TlsWire>),
}

impl Link {
    /// Sends a message.
    pub(super) fn send<T: Serialize>(&self, message: &T) -> io::Result<()> {
        match self {
            Link::Clear(wire) => send_message(wire, message),
            Link::Tls(wire) => {
                let mut bytes = Vec::new();
                protocol::control::encode(message, &mut bytes).map_err(io::Error::other)?;
                wire.send_all(&bytes)
            }
        }
    }

    /// Receives a message by a deadline.
    pub(super) fn receive<T: DeserializeOwned>(&self, deadline: Deadline) -> io::Result<T> {
        let wire = match self {
            Link::Clear(wire) => return receive(wire, deadline),
            Link::Tls(wire) => wire,
        };
        let invalid = |e| io::Error::new(io::ErrorKind::InvalidData, e);
        let mut prefix = [0u8; 4];
        wire.recv_exact(&mut prefix, deadline)?;
        let mut body = vec![0u8; protocol::control::decode_len(prefix).map_err(invalid)?];
        wire.recv_exact(&mut body, deadline)?;
        protocol::control::decode(&body).map_err(invalid)
    }

    /// For a process that is not ours: see [`SocketWire::into_guest`].
    pub(super) fn into_guest(self) -> io::Result<Link> {
        Ok(match self {
            Link::Clear(wire) => Link::Clear(wire.into_guest()?),
            Link::Tls(wire) => Link::Tls(Box::new(wire.into_guest()?)),
        })
    }

    /// Whether nobody else can read it.
    pub(super) fn is_encrypted(&self) -> bool {
        matches!(self, Link::Tls(_))
    }

    /// When the peer's certificate ends, if there is one.
    pub(super) fn certificate_ends(&self) -> Option<u64> {
        match self {
            Link::Clear(_) => None,
            Link::Tls(wire) => wire.certificate_ends(),
        }
    }

    /// The socket below.
    pub(super) fn socket(&self) -> &SocketWire {
        match self {
            Link::Clear(wire) => wire,
            Link::Tls(wire) => wire.socket(),
        }
    }

    /// The descriptors that a forked child inherits from a guest.
    pub(super) fn inherited(&self) -> impl Iterator<Item = Identity> + use<> {
        self.socket().inherited()
    }
}
