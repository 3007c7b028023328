//! Frames of the ordered connection: a header of 32 bytes, then `len` bytes of payload.
//!
//! | kind | from | payload | meaning |
//! |---|---|---|---|
//! | Post | client | [`crate::ops`] layout of `func` | executed in order, no answer; failures come as a push |
//! | Call | client | the same | executed in order, answered by one Reply |
//! | Reply | worker | [`ReplyHead`], then `func`'s results | answers the Call whose number is `ReplyHead::call` |
//! | Push | worker | [`PushHead`], then the push's data | unsolicited; `func` is an [`crate::ops::push`] kind |
//! | Ack | both | none, or [`crate::bulk::Received`] | otherwise only the `ack` field matters; not numbered (`seq` 0) |
//! | Goodbye | client | none | the session ends on purpose; numbered |

use zerocopy::little_endian::{I32, U16, U32, U64};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

use crate::{DecodeError, INLINE_MAX};

/// Length of a header in bytes.
pub const HEADER_LEN: usize = 32;
/// Largest payload of a client's frame in bytes: inline data plus room for fixed parts.
pub const PAYLOAD_MAX: usize = INLINE_MAX + 64 * 1024;
/// Largest payload of a worker's frame in bytes: tables of libraries with thousands of kernels.
pub const REPLY_MAX: usize = 256 * 1024 * 1024;

/// Kinds of frames.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    /// A call that is not answered.
    Post = 1,
    /// A call that is answered.
    Call = 2,
    /// The answer of a call.
    Reply = 3,
    /// Sent by the worker on its own.
    Push = 4,
    /// Acknowledgement only.
    Ack = 5,
    /// The client ends the session.
    Goodbye = 6,
}

impl Kind {
    /// The kind of a header's byte.
    pub fn from_u8(k: u8) -> Result<Self, DecodeError> {
        Ok(match k {
            1 => Kind::Post,
            2 => Kind::Call,
            3 => Kind::Reply,
            4 => Kind::Push,
            5 => Kind::Ack,
            6 => Kind::Goodbye,
            k => return Err(DecodeError::BadFrameKind(k)),
        })
    }
}

/// A frame's header. All fields little endian.
#[derive(Debug, Clone, Copy, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub struct Header {
    /// Payload bytes after the header, at most [`PAYLOAD_MAX`] from a client, [`REPLY_MAX`] from a worker.
    pub len: U32,
    /// A [`Kind`].
    pub kind: u8,
    /// Reserved, 0.
    pub flags: u8,
    /// Wire id of the function (cuda-abi table or [`crate::ops`]); push kind in a Push.
    pub func: U16,
    /// Number in the sender's sequence, from 1; 0 in an Ack.
    pub seq: U64,
    /// Highest number of the peer's sequence that has been taken over (executed or delivered).
    pub ack: U64,
    /// Client thread number (Post, Call), from 1. In a Reply: the thread that waits.
    pub thread: U32,
    /// Context id that is current in that thread, 0 for none.
    pub ctx: U32,
}

impl Header {
    /// Checks a header that came from the network and returns its kind.
    ///
    /// `max`: [`PAYLOAD_MAX`] or [`REPLY_MAX`].
    pub fn check(&self, max: usize) -> Result<Kind, DecodeError> {
        let kind = Kind::from_u8(self.kind)?;
        let len = self.len.get() as usize;
        if len > max {
            return Err(DecodeError::TooLong(len as u64, max as u64));
        }
        Ok(kind)
    }

    /// A header with its integers in native order.
    pub fn new(kind: Kind, func: u16, len: u32, seq: u64, ack: u64, thread: u32, ctx: u32) -> Self {
        Header {
            len: len.into(),
            kind: kind as u8,
            flags: 0,
            func: func.into(),
            seq: seq.into(),
            ack: ack.into(),
            thread: thread.into(),
            ctx: ctx.into(),
        }
    }
}

/// First bytes of a Reply's payload.
#[derive(Debug, Clone, Copy, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub struct ReplyHead {
    /// Number of the Call that is answered.
    pub call: U64,
    /// Bulk payload bytes (worker to client, since the session began) that must have arrived before the call returns.
    pub watermark: U64,
    /// CUresult.
    pub result: I32,
    /// Reserved, 0.
    pub reserved: U32,
}

/// First bytes of a Push's payload.
#[derive(Debug, Clone, Copy, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub struct PushHead {
    /// As [`ReplyHead::watermark`].
    pub watermark: U64,
}
