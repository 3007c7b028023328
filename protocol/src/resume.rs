//! What both sides say on a new connection of a broken session, and what they then send again.
//!
//! ```text
//!  client                          worker
//!    ──── Position{received: 40} ───▶      each says, before anything else, the last frame that it took
//!    ◀─── Position{received: 70} ────
//!    ──── frames 71, 72, … ─────────▶      each sends again what it retained above the other's number, then goes on;
//!    ◀─── frames 41, 42, … ──────────      frames that arrive twice are dropped by their number
//! ```
//!
//! A side must not send frames before it has the other's position: they would arrive ahead of those that are missing.

use zerocopy::little_endian::U64;
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

use crate::DecodeError;
use crate::recv::{FrameReader, Sequence};
use crate::send::SendQueue;

/// First bytes of each direction of a resumed connection.
#[derive(Debug, Clone, Copy, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub struct Position {
    /// Number of the last frame that the sender of this message has taken.
    pub received: U64,
}

impl Position {
    /// Length in bytes.
    pub const LEN: usize = size_of::<Position>();

    /// What to say when a connection begins. The reader forgets what the old connection left half received.
    pub fn begin(reader: &mut FrameReader, sequence: &Sequence) -> Position {
        reader.clear();
        Position { received: sequence.last().into() }
    }

    /// The peer has said its position: the frames to send before all others, and the acknowledgement for those that follow.
    pub fn answer(self, queue: &mut SendQueue, sequence: &Sequence) -> Result<Vec<u8>, DecodeError> {
        queue.note_received(sequence.last());
        queue.resend(self.received.get())
    }
}
