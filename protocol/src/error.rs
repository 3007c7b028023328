//! Errors of decoding what a peer sent.

use std::fmt;

/// What was wrong with bytes that came from the network.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum DecodeError {
    /// The preamble's magic is not Bifrost's: the peer speaks another protocol.
    BadMagic,
    /// The preamble names a version that this release does not know.
    BadVersion(u16),
    /// The preamble's connection kind is unknown.
    BadKind(u8),
    /// A frame header's kind is unknown.
    BadFrameKind(u8),
    /// A length field exceeds what the protocol allows here: (found, limit).
    TooLong(u64, u64),
    /// A payload is shorter than its fixed layout: (found, needed).
    Truncated(usize, usize),
    /// Frame numbers went backwards or skipped: (found, expected).
    OutOfSequence(u64, u64),
    /// The peer acknowledged a frame that was never sent: (acknowledged, last sent).
    BadAck(u64, u64),
    /// A field has a value that the protocol does not define.
    BadField(&'static str, u64),
    /// A control message is not valid postcard.
    BadControl(String),
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DecodeError::BadMagic => f.write_str("the peer does not speak the Bifrost protocol"),
            DecodeError::BadVersion(v) => write!(f, "unknown preamble version {v}"),
            DecodeError::BadKind(k) => write!(f, "unknown connection kind {k}"),
            DecodeError::BadFrameKind(k) => write!(f, "unknown frame kind {k}"),
            DecodeError::TooLong(n, max) => write!(f, "length {n} exceeds the limit of {max} bytes"),
            DecodeError::Truncated(n, need) => write!(f, "payload of {n} bytes where {need} are needed"),
            DecodeError::OutOfSequence(n, want) => write!(f, "frame number {n} where {want} was expected"),
            DecodeError::BadAck(n, last) => {
                write!(f, "acknowledgement of frame {n}, the last sent was {last}")
            }
            DecodeError::BadField(name, v) => write!(f, "field {name} has the undefined value {v}"),
            DecodeError::BadControl(e) => write!(f, "control message: {e}"),
        }
    }
}

impl std::error::Error for DecodeError {}
