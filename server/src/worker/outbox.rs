//! What the worker sends on the ordered connection.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use parking_lot::Mutex;
use protocol::DecodeError;
use protocol::frame::{Kind, PushHead, ReplyHead};
use protocol::send::{Head, SendQueue};
use transport::Wire;
use zerocopy::IntoBytes;

use super::caller::Caller;

/// Unacknowledged bytes that the worker retains; it never waits for room, so this only sizes the queue.
const WINDOW: usize = 64 * 1024 * 1024;

/// The sending half of a session. Frames are numbered in the order of appending; whoever finds the connection free writes for all.
pub struct Outbox {
    queue: Mutex<SendQueue>,
    writer: Mutex<()>,
    wire: Box<dyn Wire>,
    /// Last frame number taken from the client.
    received: AtomicU64,
    /// Last frame number that the client was told of.
    told: AtomicU64,
    broken: AtomicBool,
}

impl Outbox {
    /// An empty outbox that writes to `wire`.
    pub fn new(wire: Box<dyn Wire>) -> Self {
        Outbox {
            queue: Mutex::new(SendQueue::new(WINDOW)),
            writer: Mutex::new(()),
            wire,
            received: AtomicU64::new(0),
            told: AtomicU64::new(0),
            broken: AtomicBool::new(false),
        }
    }

    /// The connection; only the executor receives from it.
    pub fn wire(&self) -> &dyn Wire {
        &*self.wire
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
        loop {
            let Some(writing) = self.writer.try_lock() else { return };
            loop {
                let batch = self.queue.lock().take_batch();
                let Some(batch) = batch else { break };
                if !self.broken.load(Ordering::Relaxed) && self.wire.send_all(&[&batch.bytes]).is_err() {
                    self.broken.store(true, Ordering::Relaxed);
                    self.wire.shutdown();
                }
            }
            drop(writing);
            if !self.queue.lock().has_pending() {
                return;
            }
        }
    }

    /// Waits until everything was handed to the connection, for at most `limit`.
    pub fn settle(&self, limit: Duration) {
        if let Some(writing) = self.writer.try_lock_for(limit) {
            drop(writing);
            self.flush();
        }
    }
}
