//! What the worker sends on the ordered connection.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use parking_lot::Mutex;
use protocol::DecodeError;
use protocol::bulk::Received;
use protocol::frame::{Kind, PushHead, ReplyHead};
use protocol::recv::{FrameReader, Sequence};
use protocol::resume::Position;
use protocol::send::{Head, SendQueue};
use transport::Wire;
use zerocopy::IntoBytes;

use super::caller::Caller;
use super::links::{Arrival, Links};

/// Unacknowledged bytes that the worker retains; it never waits for room, so this only sizes the queue.
const WINDOW: usize = 64 * 1024 * 1024;

/// The sending half of a session. Frames are numbered in the order of appending; whoever finds the connection free writes for all.
pub struct Outbox {
    queue: Mutex<SendQueue>,
    /// Where batches are written.
    writer: Mutex<Arc<dyn Wire>>,
    links: Arc<Links>,
    /// Last frame number taken from the client.
    received: AtomicU64,
    /// Last frame number that the client was told of.
    told: AtomicU64,
    /// Replies, bytes written, frames written once more.
    replies: AtomicU64,
    written: AtomicU64,
    resent: AtomicU64,
}

impl Outbox {
    /// An empty outbox that writes to the ordered connection.
    pub fn new(links: Arc<Links>) -> Self {
        Outbox {
            queue: Mutex::new(SendQueue::new(WINDOW)),
            writer: Mutex::new(links.ordered.line.wire()),
            links,
            received: AtomicU64::new(0),
            told: AtomicU64::new(0),
            replies: AtomicU64::new(0),
            written: AtomicU64::new(0),
            resent: AtomicU64::new(0),
        }
    }

    /// Replies, bytes written, and frames written once more, so far.
    pub fn work(&self) -> (u64, u64, u64) {
        let [replies, written, resent] =
            [&self.replies, &self.written, &self.resent].map(|n| n.load(Ordering::Relaxed));
        (replies, written, resent)
    }

    /// Notes that the frame `seq` has been taken; later frames acknowledge it.
    pub fn note_received(&self, seq: u64) {
        self.received.store(seq, Ordering::Release);
    }

    /// Frames taken that the client has not been told of.
    pub fn untold(&self) -> u64 {
        self.received.load(Ordering::Acquire) - self.told.load(Ordering::Acquire)
    }

    /// The client has taken all of ours up to `seq`.
    pub fn acknowledged(&self, seq: u64) -> Result<(), DecodeError> {
        self.queue.lock().acknowledge(seq).map(|_| ())
    }

    /// Sends a Reply.
    pub fn reply(&self, caller: &Caller, result: i32, watermark: u64, body: &[&[u8]]) {
        let head = ReplyHead {
            call: caller.seq.into(),
            watermark: watermark.into(),
            result: result.into(),
            reserved: 0.into(),
        };
        self.replies.fetch_add(1, Ordering::Relaxed);
        let frame = Head { kind: Kind::Reply, func: caller.func, thread: caller.thread, ctx: caller.ctx };
        self.send(frame, head.as_bytes(), body);
    }

    /// Sends a Push of kind `kind` ([`protocol::ops::push`]).
    pub fn push(&self, kind: u16, ctx: u32, watermark: u64, body: &[&[u8]]) {
        let head = PushHead { watermark: watermark.into() };
        self.send(Head { kind: Kind::Push, func: kind, thread: 0, ctx }, head.as_bytes(), body);
    }

    /// Sends an acknowledgement if the client has not been told of everything.
    pub fn ack(&self) {
        if self.untold() == 0 {
            return;
        }
        let mut queue = self.queue.lock();
        self.tell(&mut queue);
        queue.append_ack();
        drop(queue);
        self.flush();
    }

    /// Says how much of the bulk payload has been received.
    pub fn speak_of_bulk(&self, received: Received) {
        let mut queue = self.queue.lock();
        self.tell(&mut queue);
        queue.append_bulk_ack(received);
        drop(queue);
        self.flush();
    }

    fn tell(&self, queue: &mut SendQueue) {
        let seq = self.received.load(Ordering::Acquire);
        queue.note_received(seq);
        self.told.store(seq, Ordering::Release);
    }

    fn send(&self, frame: Head, head: &[u8], body: &[&[u8]]) {
        let mut queue = self.queue.lock();
        self.tell(&mut queue);
        match body {
            [] => queue.append(frame, &[head]),
            [a] => queue.append(frame, &[head, a]),
            [a, b] => queue.append(frame, &[head, a, b]),
            more => {
                let parts: Vec<&[u8]> = std::iter::once(head).chain(more.iter().copied()).collect();
                queue.append(frame, &parts)
            }
        };
        drop(queue);
        self.flush();
    }

    /// Writes what is pending, unless another thread is writing: that one then takes ours along.
    fn flush(&self) {
        let line = &self.links.ordered.line;
        // What is appended while the connection is broken goes out over the next.
        while line.is_up() {
            let Some(wire) = self.writer.try_lock() else { return };
            while line.is_up() {
                let batch = self.queue.lock().take_batch();
                let Some(batch) = batch else { break };
                self.written.fetch_add(batch.bytes.len() as u64, Ordering::Relaxed);
                if wire.send_all(&[&batch.bytes]).is_err() {
                    line.broke(&wire);
                }
            }
            drop(wire);
            if !self.queue.lock().has_pending() {
                return;
            }
        }
    }

    /// Goes on over a new connection: says where the session stands, then sends again what the client lacks. `None` if that one is broken, too.
    pub fn resume(
        &self,
        arrival: Arrival,
        reader: &mut FrameReader,
        sequence: &Sequence,
    ) -> Result<Option<Arc<dyn Wire>>, DecodeError> {
        // Whoever was writing to the old one has let go.
        let mut writer = self.writer.lock();
        let (position, batches) = {
            let mut queue = self.queue.lock();
            let position = Position::begin(reader, sequence, &queue);
            let again = arrival.position().answer(&mut queue, sequence)?;
            // What it has acknowledged by now is not among these.
            self.resent.fetch_add(queue.unacknowledged(), Ordering::Relaxed);
            (position, again)
        };
        self.told.store(sequence.last(), Ordering::Release);
        let Ok(wire) = arrival.answer(position) else { return Ok(None) };
        *writer = wire.clone();
        if !self.links.ordered.line.restore(wire.clone()) {
            return Ok(None);
        }
        if batches.iter().any(|part| wire.send_all(&[part.bytes()]).is_err()) {
            self.links.ordered.line.broke(&wire);
        }
        drop(writer);
        self.flush();
        Ok(Some(wire))
    }

    /// Waits until everything was handed to the connection, for at most `limit`.
    pub fn settle(&self, limit: Duration) {
        if let Some(writing) = self.writer.try_lock_for(limit) {
            drop(writing);
            self.flush();
        }
    }
}
