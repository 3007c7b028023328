//! The wire protocol of Bifrost: bytes and time come in as arguments, bytes go out. No sockets, no clock.
//!
//! # One session
//!
//! ```text
//!  client process                                              worker process
//!   threads ──frames──▶ ordered connection ──────────────────▶ executor (takes frames in order, never blocks)
//!           ◀─replies, pushes───────────────────────────────── executor, helpers, completer
//!   bulk sender/reader ◀═══════ bulk connection ══════════════▶ bulk receiver/sender
//! ```
//!
//! * Every connection starts with a [`preamble::Preamble`] of 32 bytes in clear text, that of a data connection with a [`preamble::Tag`]: the front
//!   reads just that.
//! * Control connections then carry length-prefixed [`control`] messages (postcard); they are versioned.
//! * An ordered data connection carries one [`control::DataHello`] each way, then [`frame`]s. Client frames form **one**
//!   sequence (`seq` 1, 2, 3, …); server frames form another. Both sides retain what the peer has not acknowledged, so that a
//!   broken connection can be resumed without loss or doubling.
//! * The bulk connection carries [`bulk`] chunks. Bulk payload is outside the order; completions that make host memory visible
//!   carry the bulk *watermark* that must have arrived first.
//!
//! Hot frames ([`ops`]) have a fixed little-endian layout and are encoded without allocation.
//! Preamble, hello and control messages are stable across releases; the data protocol is identified by its
//! [`fingerprint`].

pub mod bulk;
pub mod control;
pub mod credits;
pub mod error;
pub mod frame;
pub mod ops;
pub mod pages;
pub mod preamble;
pub mod recv;
pub mod report;
pub mod resume;
pub mod send;
pub mod snapshot;
pub mod stats;

pub use error::DecodeError;

/// Identifies the data protocol: frame layouts and the signatures of implemented functions.
///
/// Two sides with equal fingerprints understand each other's data frames.
pub fn fingerprint() -> [u8; 16] {
    let mut f = cuda_abi::FINGERPRINT;
    for (i, b) in ops::LAYOUT_REVISION.to_le_bytes().iter().enumerate() {
        f[i] ^= *b;
    }
    f
}

/// Largest payload that travels inside a frame; more goes over the bulk connection. Bytes.
pub const INLINE_MAX: usize = 256 * 1024;
