//! Chunks of the bulk connection, both directions: a header of 24 bytes, then `len` bytes.
//!
//! A transfer has a number (`xfer`) chosen by the client, unique in its session; its chunks come in ascending offsets, chunks of different
//! transfers may alternate. The worker may receive a chunk before the frame that announces its transfer: it then waits for the frame, which is
//! always already under way on the ordered connection.
//!
//! Flow control: of a pageable host-to-device transfer the client sends the first [`crate::credits::Credits::window`] bytes at once, and more up to the offset that
//! [`crate::ops::push::BULK_CREDIT`] names. Transfers into pinned shadows and to the client need no window.
//!
//! After a break transfers go on where they were: payload bytes are counted over the whole session, the sender keeps hold of what is not acknowledged
//! and goes on at the byte that the receiver lacks ([`crate::resume`]): what has come of a chunk that was cut short counts as a chunk. [`Received`] acknowledges.

use std::sync::atomic::{AtomicU64, Ordering};

use zerocopy::little_endian::{U32, U64};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

/// Length of a chunk header in bytes.
pub const HEADER_LEN: usize = 24;
/// Payload bytes of a chunk at most.
pub const CHUNK_MAX: usize = 256 * 1024;
/// Bytes of a pageable transfer that may be sent before the first credit, at most.
pub const WINDOW: u64 = 16 * 1024 * 1024;

/// Payload bytes after which a receiver acknowledges unasked.
pub const ACK_BYTES: u64 = 2 * 1024 * 1024;

/// Payload of an Ack frame that speaks of the bulk connection; it may come twice, or late, or not at all.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned,
)]
#[repr(C)]
pub struct Received {
    /// Payload bytes that the sender of this message has received.
    pub bytes: U64,
    /// It wants to be told when the peer has received so many.
    pub wanted: U64,
}

/// What a receiver has, has said, and was asked for.
#[derive(Debug, Default)]
pub struct Counter {
    received: AtomicU64,
    told: AtomicU64,
    wanted: AtomicU64,
}

impl Counter {
    /// Payload bytes received.
    pub fn received(&self) -> u64 {
        self.received.load(Ordering::Acquire)
    }

    /// A chunk is here; returns the bytes received with it.
    pub fn add(&self, bytes: u64) -> u64 {
        self.received.fetch_add(bytes, Ordering::SeqCst) + bytes
    }

    /// The peer wants to know when so many have come.
    pub fn want(&self, bytes: u64) {
        self.wanted.fetch_max(bytes, Ordering::SeqCst);
    }

    /// Whether to tell the peer now; once.
    pub fn due(&self) -> bool {
        let (received, told) = (self.received.load(Ordering::SeqCst), self.told.load(Ordering::SeqCst));
        let wanted = self.wanted.load(Ordering::SeqCst);
        let due = received - told >= ACK_BYTES || (told < wanted && wanted <= received);
        due && self.told.fetch_max(received, Ordering::SeqCst) < received
    }
}

/// A chunk's header.
#[derive(Debug, Clone, Copy, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub struct ChunkHeader {
    /// The transfer.
    pub xfer: U64,
    /// Where in the transfer these bytes belong.
    pub offset: U64,
    /// Bytes that follow, 1..=[`CHUNK_MAX`].
    pub len: U32,
    /// Reserved, 0.
    pub reserved: U32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_received_is_told_after_much_or_when_asked() {
        let c = Counter::default();
        assert_eq!((c.add(5), c.due()), (5, false));
        c.want(7);
        assert!(!c.due());
        assert_eq!((c.add(4), c.due(), c.due()), (9, true, false));
        c.want(8);
        assert!(!c.due(), "that was told already");
        c.add(ACK_BYTES);
        assert_eq!((c.due(), c.received()), (true, ACK_BYTES + 9));
    }
}
