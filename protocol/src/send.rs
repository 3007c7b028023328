//! The sending half of a session: numbers frames, gathers them into batches, retains them until they are acknowledged.

use std::collections::VecDeque;
use std::sync::Arc;

use zerocopy::{FromBytes, IntoBytes};

use crate::DecodeError;
use crate::bulk::Received;
use crate::frame::{HEADER_LEN, Header, Kind};

/// Frames that make a batch worth a system call.
pub const BATCH_FRAMES: u32 = 32;
/// Bytes that make a batch worth a system call.
pub const BATCH_BYTES: usize = 16 * 1024;
/// Batches under way from which on only many bytes count: a peer that has these to take gains nothing from one more.
pub const BATCHES_AHEAD: usize = 2;
/// Bytes that make a batch worth a system call even then.
pub const AHEAD_BYTES: usize = 64 * 1024;
/// Bytes that are sent again although the peer has them, at most: were there never any, nobody would notice that they are not dropped.
const SLACK: usize = 4 * 1024;
/// Spare buffers kept for reuse.
const SPARE_MAX: usize = 8;
/// Buffers above this size are not kept.
const SPARE_BYTES: usize = 1024 * 1024;

/// Whole frames that are sent together.
#[derive(Debug)]
pub struct Batch {
    /// Number of the last numbered frame inside.
    pub last: u64,
    /// The frames.
    pub bytes: Vec<u8>,
}

/// A part of a batch that is sent again.
#[derive(Debug)]
pub struct Again {
    batch: Arc<Batch>,
    start: usize,
}

impl Again {
    /// The frames.
    pub fn bytes(&self) -> &[u8] {
        &self.batch.bytes[self.start..]
    }

    /// Numbers of the numbered frames.
    pub fn numbers(&self) -> impl Iterator<Item = u64> {
        let here = self.batch.frames().filter(|(at, seq)| *at >= self.start && *seq != 0);
        here.map(|(_, seq)| seq)
    }
}

impl Batch {
    /// Where frames begin, and their numbers.
    fn frames(&self) -> impl Iterator<Item = (usize, u64)> {
        let mut at = 0;
        std::iter::from_fn(move || {
            let (header, _) = Header::read_from_prefix(self.bytes.get(at..)?).ok()?;
            let begin = at;
            at += HEADER_LEN + header.len.get() as usize;
            Some((begin, header.seq.get()))
        })
    }

    /// Where to begin for a peer that has taken everything up to `received`.
    fn start_after(&self, received: u64) -> usize {
        let needed = self.frames().find(|(_, seq)| *seq > received).map_or(self.bytes.len(), |(at, _)| at);
        if needed <= SLACK { 0 } else { needed }
    }

    fn empty() -> Arc<Self> {
        Arc::new(Batch { last: 0, bytes: Vec::with_capacity(2 * BATCH_BYTES) })
    }
}

/// What goes into a frame's header.
#[derive(Debug, Clone, Copy)]
pub struct Head {
    /// Kind.
    pub kind: Kind,
    /// Wire id or push kind.
    pub func: u16,
    /// Client thread.
    pub thread: u32,
    /// Context.
    pub ctx: u32,
}

/// Outgoing frames. Not thread safe: the owner holds its own lock.
///
/// A batch that was taken with [`SendQueue::take_batch`] is written by the caller outside the lock and stays retained here.
#[derive(Debug)]
pub struct SendQueue {
    next: u64,
    /// Last number that was taken for sending.
    sent: u64,
    acked: u64,
    peer: u64,
    /// The acknowledgement in the last header.
    told: u64,
    pending: Vec<u8>,
    pending_frames: u32,
    /// Whether a pending frame is one that nobody waits for.
    unattended: bool,
    retained: VecDeque<Arc<Batch>>,
    retained_bytes: usize,
    window: usize,
    /// Batches without other owners.
    spare: Vec<Arc<Batch>>,
}

impl SendQueue {
    /// A queue that holds at most `window` bytes of unacknowledged frames (one frame more when it is empty).
    pub fn new(window: usize) -> Self {
        SendQueue {
            next: 1,
            sent: 0,
            acked: 0,
            peer: 0,
            told: 0,
            pending: Vec::with_capacity(2 * BATCH_BYTES),
            pending_frames: 0,
            unattended: false,
            retained: VecDeque::new(),
            retained_bytes: 0,
            window,
            spare: Vec::new(),
        }
    }

    /// Whether a frame with `payload` bytes may be appended now; if not, wait for an acknowledgement.
    pub fn has_room(&self, payload: usize) -> bool {
        let held = self.held();
        held == 0 || held + HEADER_LEN + payload <= self.window
    }

    /// Whether the peer has taken everything: nothing is pending or unacknowledged.
    pub fn idle(&self) -> bool {
        self.acked + 1 == self.next
    }

    /// Whether frames wait to be sent.
    pub fn has_pending(&self) -> bool {
        !self.pending.is_empty()
    }

    /// Whether frames wait to be sent that no call will send: all but calls, whose threads send them.
    pub fn has_unattended(&self) -> bool {
        self.unattended
    }

    /// Whether the pending frames are worth a system call now.
    pub fn batch_full(&self) -> bool {
        if self.retained.len() >= BATCHES_AHEAD {
            return self.pending.len() >= AHEAD_BYTES;
        }
        self.pending_frames >= BATCH_FRAMES || self.pending.len() >= BATCH_BYTES
    }

    /// Number of the last frame appended.
    pub fn last(&self) -> u64 {
        self.next - 1
    }

    /// Appends a numbered frame whose payload is the parts in order; returns its number.
    pub fn append(&mut self, head: Head, parts: &[&[u8]]) -> u64 {
        let seq = self.next;
        self.next += 1;
        self.put(head, seq, parts);
        seq
    }

    /// Appends an Ack unless the pending frames carry the newest acknowledgement anyway.
    pub fn append_ack(&mut self) {
        if self.pending.is_empty() || self.told < self.peer {
            self.put(Head { kind: Kind::Ack, func: 0, thread: 0, ctx: 0 }, 0, &[]);
        }
    }

    /// Appends an Ack that speaks of the bulk connection.
    pub fn append_bulk_ack(&mut self, received: Received) {
        self.put(Head { kind: Kind::Ack, func: 0, thread: 0, ctx: 0 }, 0, &[received.as_bytes()]);
    }

    fn put(&mut self, head: Head, seq: u64, parts: &[&[u8]]) {
        let len: usize = parts.iter().map(|p| p.len()).sum();
        // The cast is exact: payloads are bounded far below 4 GiB by PAYLOAD_MAX and REPLY_MAX.
        let h = Header::new(head.kind, head.func, len as u32, seq, self.peer, head.thread, head.ctx);
        self.pending.extend_from_slice(h.as_bytes());
        for p in parts {
            self.pending.extend_from_slice(p);
        }
        self.pending_frames += 1;
        self.unattended |= head.kind != Kind::Call;
        self.told = self.peer;
    }

    /// Notes the last frame taken from the peer; later headers acknowledge it.
    pub fn note_received(&mut self, seq: u64) {
        self.peer = seq;
    }

    /// Takes the pending frames as one batch, which stays retained.
    pub fn take_batch(&mut self) -> Option<Arc<Batch>> {
        if self.pending.is_empty() {
            return None;
        }
        let mut batch = self.spare.pop().unwrap_or_else(Batch::empty);
        // Spare batches have no other owner; if one had, a new one would do.
        if Arc::get_mut(&mut batch).is_none() {
            batch = Batch::empty();
        }
        let b = Arc::get_mut(&mut batch)?;
        b.last = self.last();
        std::mem::swap(&mut b.bytes, &mut self.pending);
        self.pending_frames = 0;
        self.unattended = false;
        self.sent = b.last;
        self.retained_bytes += b.bytes.len();
        self.retained.push_back(batch.clone());
        Some(batch)
    }

    /// The peer has taken all frames up to `seq`. True when room became free.
    pub fn acknowledge(&mut self, seq: u64) -> Result<bool, DecodeError> {
        if seq > self.sent {
            return Err(DecodeError::BadAck(seq, self.sent));
        }
        self.acked = self.acked.max(seq);
        let mut freed = false;
        while self.retained.front().is_some_and(|b| b.last <= self.acked) {
            // The loop's condition has seen the front.
            let Some(b) = self.retained.pop_front() else { break };
            freed = true;
            self.retained_bytes -= b.bytes.len();
            self.recycle(b);
        }
        Ok(freed)
    }

    fn recycle(&mut self, mut batch: Arc<Batch>) {
        // The writer may still hold the batch: then its memory is not reused.
        if let Some(b) = Arc::get_mut(&mut batch)
            && self.spare.len() < SPARE_MAX
            && b.bytes.capacity() <= SPARE_BYTES
        {
            b.bytes.clear();
            self.spare.push(batch);
        }
    }

    /// Bytes that are held for the peer: pending and unacknowledged.
    pub fn held(&self) -> usize {
        self.pending.len() + self.retained_bytes
    }

    /// Frames that were sent and are not acknowledged.
    pub fn unacknowledged(&self) -> u64 {
        self.sent - self.acked
    }

    /// After a resumed connection: what the peer, which has taken everything up to `received`, still needs, in order; a little more, which it drops.
    pub fn resend(&mut self, received: u64) -> Result<Vec<Again>, DecodeError> {
        if received < self.acked {
            // Frames that the peer had taken once are no longer retained.
            return Err(DecodeError::BadField("received", received));
        }
        self.acknowledge(received)?;
        let again = |batch: &Arc<Batch>| Again { start: batch.start_after(received), batch: batch.clone() };
        Ok(self.retained.iter().map(again).collect())
    }
}
