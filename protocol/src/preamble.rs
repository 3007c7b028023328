//! The 32 bytes in clear text that start every connection.
//!
//! ```text
//!  0  magic    b"BIFROST\0"
//!  8  version  u16 LE, 1
//! 10  kind     u8: 1 control, 2 ordered data, 3 bulk data, 4 control after a TLS handshake,
//!                  5 ordered data again, 6 bulk data again ([`crate::resume`])
//! 11  lane     u8: number of the bulk connection, else 0
//! 12  reserved u32, 0
//! 16  session  16 bytes, zeros on a control connection
//! ```

use crate::DecodeError;

/// Length of a preamble in bytes.
pub const LEN: usize = 32;
/// The only version so far.
pub const VERSION: u16 = 1;
const MAGIC: &[u8; 8] = b"BIFROST\0";

/// A session's identifier: random, unguessable; knowing it admits to a session that has not begun. Who comes again proves its key.
pub type SessionId = [u8; 16];

/// What a connection is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Messages of [`crate::control`] with the front.
    Control = 1,
    /// Frames with the session's worker.
    Ordered = 2,
    /// Bulk chunks with the session's worker.
    Bulk = 3,
    /// Messages of [`crate::control`] with the front, encrypted: TLS 1.3 begins after the preamble. A front without TLS answers with a
    /// [`crate::control::ServerHello::Refused`] in clear, whose third byte (of a length below 64 KiB) is 0, where TLS has a 3 or a 1.
    ControlTls = 4,
    /// In the place of an ordered connection that broke.
    Resume = 5,
    /// In the place of a bulk connection that broke.
    ResumeBulk = 6,
}

impl Kind {
    /// The kind of a preamble's byte.
    pub fn from_u8(k: u8) -> Result<Self, DecodeError> {
        Ok(match k {
            1 => Kind::Control,
            2 => Kind::Ordered,
            3 => Kind::Bulk,
            4 => Kind::ControlTls,
            5 => Kind::Resume,
            6 => Kind::ResumeBulk,
            k => return Err(DecodeError::BadKind(k)),
        })
    }
}

/// The first bytes of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Preamble {
    /// What the connection is for.
    pub kind: Kind,
    /// Which bulk connection of the session this is.
    pub lane: u8,
    /// The session, zeros for control.
    pub session: SessionId,
}

impl Preamble {
    /// A control connection's preamble.
    pub fn control() -> Self {
        Preamble { kind: Kind::Control, lane: 0, session: [0; 16] }
    }

    /// That of an encrypted one.
    pub fn control_tls() -> Self {
        Preamble { kind: Kind::ControlTls, ..Preamble::control() }
    }

    /// The wire form.
    pub fn encode(&self) -> [u8; LEN] {
        let mut b = [0u8; LEN];
        b[..8].copy_from_slice(MAGIC);
        b[8..10].copy_from_slice(&VERSION.to_le_bytes());
        b[10] = self.kind as u8;
        b[11] = self.lane;
        b[16..].copy_from_slice(&self.session);
        b
    }

    /// Reads the wire form.
    pub fn decode(b: &[u8; LEN]) -> Result<Self, DecodeError> {
        if &b[..8] != MAGIC {
            return Err(DecodeError::BadMagic);
        }
        let version = u16::from_le_bytes([b[8], b[9]]);
        if version != VERSION {
            return Err(DecodeError::BadVersion(version));
        }
        let kind = Kind::from_u8(b[10])?;
        let mut session = [0u8; 16];
        session.copy_from_slice(&b[16..]);
        Ok(Preamble { kind, lane: b[11], session })
    }
}
