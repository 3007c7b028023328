//! Chunks of the bulk connection, both directions: a header of 24 bytes, then `len` bytes.
//!
//! A transfer has a number (`xfer`) chosen by the client, unique in its session; its chunks come in ascending offsets, chunks of different
//! transfers may alternate. The worker may receive a chunk before the frame that announces its transfer: it then waits for the frame, which is
//! always already under way on the ordered connection.
//!
//! Flow control: of a pageable host-to-device transfer the client sends the first [`crate::credits::Credits::window`] bytes at once, and more up to the offset that
//! [`crate::ops::push::BULK_CREDIT`] names. Transfers into pinned shadows and to the client need no window.

use zerocopy::little_endian::{U32, U64};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

/// Length of a chunk header in bytes.
pub const HEADER_LEN: usize = 24;
/// Payload bytes of a chunk at most.
pub const CHUNK_MAX: usize = 256 * 1024;
/// Bytes of a pageable transfer that may be sent before the first credit, at most.
pub const WINDOW: u64 = 16 * 1024 * 1024;

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
