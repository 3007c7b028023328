//! Bulk payload to the client, and deliveries of changed pinned memory.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use parking_lot::{Condvar, Mutex};
use protocol::DecodeError;
use protocol::bulk::{CHUNK_MAX, ChunkHeader};
use protocol::ops::push;
use protocol::resume::Position;
use transport::Wire;
use zerocopy::IntoBytes;

use super::handles::Context;
use super::links::{Arrival, Links};
use super::pieces::Extra;
use super::pinned::Range;
use super::rows::Rows;
use super::session::Session;
use super::staging::Block;

/// A delivery of at most this many bytes goes over the ordered connection.
const HOST_DATA_MAX: u64 = 64 * 1024;
/// And of at most this many rows, as each is a push.
const HOST_DATA_ROWS: u64 = 16;
/// How often the sender looks whether the session is over while its connection is broken.
const LOOK: Duration = Duration::from_millis(250);
/// Blocks of one transfer that may wait to be sent.
pub(super) const BLOCKS_AHEAD: usize = 4;

/// Pinned memory that a copy from the device has changed.
pub struct Delivery {
    /// Keeps the memory mapped.
    pub range: Arc<Range>,
    /// Client addresses.
    pub rows: Rows,
    /// Bulk transfer for it, 0 = none.
    pub xfer: u64,
    /// Where in the transfer its bytes are.
    pub offset: u64,
    /// What the pieces of a copy hold until the last is on its way.
    pub extra: Option<Extra>,
}

/// Counts what a reader of the device has handed over and the sender has not sent.
#[derive(Default)]
pub struct Ahead {
    blocks: Mutex<usize>,
    fewer: Condvar,
}

impl Ahead {
    /// Waits until one more block may be handed over.
    pub fn enter(&self) {
        let mut blocks = self.blocks.lock();
        while *blocks >= BLOCKS_AHEAD {
            self.fewer.wait(&mut blocks);
        }
        *blocks += 1;
    }

    fn leave(&self) {
        *self.blocks.lock() -= 1;
        self.fewer.notify_one();
    }
}

enum Job {
    /// Rows of pinned memory.
    Rows(Delivery),
    /// The first `len` bytes of a block, at `offset` of the transfer.
    Block { xfer: u64, offset: u64, block: Block, len: usize, ctx: Arc<Context>, ahead: Arc<Ahead> },
}

#[derive(Default)]
struct State {
    jobs: VecDeque<Job>,
    /// The sender's thread waits.
    idle: bool,
    /// Another thread writes in its place.
    direct: bool,
    closed: bool,
}

#[derive(Default)]
struct Sent {
    /// Payload bytes that were ever sent.
    bytes: u64,
    /// In the order of sending.
    unacknowledged: VecDeque<Arc<Chunk>>,
}

/// The bulk sender: first in, first out.
pub struct Outbound {
    links: Arc<Links>,
    /// Where chunks are written; held meanwhile, so that they stay in order.
    writer: Mutex<Arc<dyn Wire>>,
    sent: Mutex<Sent>,
    /// Up to where the client was asked to acknowledge.
    asked: AtomicU64,
    state: Mutex<State>,
    wake: Condvar,
    /// Payload bytes that were ever queued: what a completion must wait for.
    queued: AtomicU64,
}

impl Outbound {
    /// Nothing is queued.
    pub fn new(links: Arc<Links>) -> Self {
        Outbound {
            writer: Mutex::new(links.bulk.line.wire()),
            links,
            sent: Mutex::default(),
            asked: AtomicU64::new(0),
            state: Mutex::default(),
            wake: Condvar::new(),
            queued: AtomicU64::new(0),
        }
    }

    /// Payload bytes sent so far.
    pub fn sent(&self) -> u64 {
        self.sent.lock().bytes
    }

    /// Payload bytes queued so far.
    pub fn watermark(&self) -> u64 {
        self.queued.load(Ordering::Acquire)
    }

    /// Sends the bytes of a delivery: small ones by HOST_DATA, others over bulk.
    pub fn deliver(&self, session: &Session, delivery: Delivery) {
        let rows = delivery.rows;
        let small = rows.bytes() <= HOST_DATA_MAX && rows.height <= HOST_DATA_ROWS;
        if delivery.xfer != 0 && !small {
            self.queue(rows.bytes(), Job::Rows(delivery));
            return;
        }
        for row in row_slices(&delivery, 0, rows.bytes()) {
            let mut at = row.0;
            for part in row.1.chunks(HOST_DATA_MAX as usize) {
                let bytes = delivery.range.tell(at, part.len());
                session.out.push(push::HOST_DATA, 0, self.watermark(), &[&at.to_le_bytes(), &bytes]);
                at += part.len() as u64;
            }
        }
    }

    /// Sends what kernels have changed in a tracked range.
    pub fn tell_changes(&self, session: &Session, range: &Range) {
        range.changes(|records| session.out.push(push::HOST_PAGES, 0, self.watermark(), &[records]));
    }

    /// Sends the first `len` bytes of a block; the block then goes back to its context.
    pub fn send_block(
        &self,
        xfer: u64,
        offset: u64,
        block: Block,
        len: usize,
        ctx: Arc<Context>,
        ahead: Arc<Ahead>,
    ) {
        if !self.begins_direct(len as u64) {
            return self.queue(len as u64, Job::Block { xfer, offset, block, len, ctx, ahead });
        }
        // The block is in this processor's cache; another thread would have to be woken, too.
        self.write(xfer, offset, len, Source::Block(Some(block), ctx));
        ahead.leave();
        let mut state = self.state.lock();
        state.direct = false;
        let wake = (!state.jobs.is_empty() || state.closed) && std::mem::take(&mut state.idle);
        drop(state);
        if wake {
            self.wake.notify_one();
        }
    }

    /// Whether the calling thread may write its bytes itself: nothing is queued or being written.
    fn begins_direct(&self, bytes: u64) -> bool {
        let mut state = self.state.lock();
        if !state.idle || state.direct || state.closed || !state.jobs.is_empty() {
            return false;
        }
        state.direct = true;
        self.queued.fetch_add(bytes, Ordering::AcqRel);
        true
    }

    fn queue(&self, bytes: u64, job: Job) {
        let mut state = self.state.lock();
        self.queued.fetch_add(bytes, Ordering::AcqRel);
        state.jobs.push_back(job);
        let wake = !state.direct && std::mem::take(&mut state.idle);
        drop(state);
        if wake {
            self.wake.notify_one();
        }
    }

    /// The bulk sender's thread.
    pub fn run(&self) {
        loop {
            let mut state = self.state.lock();
            let job = loop {
                if !state.direct {
                    if let Some(job) = state.jobs.pop_front() {
                        break job;
                    }
                    if state.closed {
                        return;
                    }
                }
                state.idle = true;
                self.wake.wait(&mut state);
            };
            drop(state);
            match job {
                Job::Block { xfer, offset, block, len, ctx, ahead } => {
                    self.write(xfer, offset, len, Source::Block(Some(block), ctx));
                    ahead.leave();
                }
                Job::Rows(mut delivery) => {
                    let extra = delivery.extra.take();
                    let delivery = Arc::new(delivery);
                    let total = delivery.rows.bytes();
                    for at in (0..total).step_by(CHUNK_MAX) {
                        let len = (total - at).min(CHUNK_MAX as u64) as usize;
                        let source = Source::Rows(delivery.clone(), at);
                        self.write(delivery.xfer, delivery.offset + at, len, source);
                    }
                    drop(extra);
                }
            }
        }
    }

    /// Sends a chunk; while the connection is broken waits for another, or for the session's end.
    fn write(&self, xfer: u64, offset: u64, len: usize, source: Source) {
        let line = &self.links.bulk.line;
        loop {
            let wire = self.writer.lock();
            if line.is_up() {
                let chunk = self.keep(xfer, offset, len, source);
                if chunk.write(&**wire, 0).is_err() {
                    // The receiver's thread goes on with another one, over which the chunk is sent again.
                    line.broke(&wire);
                }
                return;
            }
            drop(wire);
            if line.restored(LOOK).is_none() && line.is_over() {
                return;
            }
        }
    }

    fn keep(&self, xfer: u64, offset: u64, len: usize, source: Source) -> Arc<Chunk> {
        let mut sent = self.sent.lock();
        sent.bytes += len as u64;
        let chunk = Arc::new(Chunk { xfer, offset, len, end: sent.bytes, source });
        if self.links.resumable() {
            sent.unacknowledged.push_back(chunk.clone());
        }
        chunk
    }

    /// The client has received so many bytes.
    pub fn acknowledge(&self, received: u64) -> Result<(), DecodeError> {
        let mut sent = self.sent.lock();
        if received > sent.bytes {
            return Err(DecodeError::BadAck(received, sent.bytes));
        }
        let count = sent.unacknowledged.iter().take_while(|c| c.end <= received).count();
        let done: Vec<_> = sent.unacknowledged.drain(..count).collect();
        // Their memory goes back without the lock.
        drop(sent);
        drop(done);
        Ok(())
    }

    /// Has the client tell when it has received everything that was sent so far, unless it was asked: what was sent is kept until then.
    pub fn ask(&self, session: &Session) {
        let (bytes, kept) = {
            let sent = self.sent.lock();
            (sent.bytes, !sent.unacknowledged.is_empty())
        };
        if kept && self.asked.fetch_max(bytes, Ordering::AcqRel) < bytes {
            session.speak_of_bulk();
        }
    }

    /// Up to where the client was asked to tell what it has received.
    pub fn asked(&self) -> u64 {
        self.asked.load(Ordering::Acquire)
    }

    /// Goes on over a new connection: says how much has been `received`, then sends again what the client lacks. `None` if that one is broken,
    /// too.
    pub fn resume(&self, arrival: Arrival, received: u64) -> Result<Option<Arc<dyn Wire>>, DecodeError> {
        // Whoever was writing to the old one has let go.
        let mut writer = self.writer.lock();
        let theirs = arrival.position().received.get();
        self.acknowledge(theirs)?;
        let again = self.missing(theirs)?;
        let position = Position { received: received.into(), ..Position::default() };
        let Ok(wire) = arrival.answer(position) else { return Ok(None) };
        *writer = wire.clone();
        let line = &self.links.bulk.line;
        if !line.restore(wire.clone()) {
            return Ok(None);
        }
        if again.iter().any(|chunk| chunk.write(&*wire, theirs).is_err()) {
            line.broke(&wire);
        }
        Ok(Some(wire))
    }

    /// What a client lacks that has received so many bytes.
    fn missing(&self, received: u64) -> Result<Vec<Arc<Chunk>>, DecodeError> {
        let sent = self.sent.lock();
        let first = sent.unacknowledged.front().map_or(sent.bytes, |c| c.end - c.len as u64);
        if received < first {
            // Bytes that the client had once are no longer kept.
            return Err(DecodeError::BadField("received", received));
        }
        Ok(sent.unacknowledged.iter().cloned().collect())
    }

    /// Ends the thread after what is queued.
    pub fn close(&self) {
        self.state.lock().closed = true;
        self.wake.notify_all();
    }
}

/// What a chunk's bytes are in.
enum Source {
    Block(Option<Block>, Arc<Context>),
    /// From this byte of the delivery on.
    Rows(Arc<Delivery>, u64),
}

/// A part of a transfer, kept until the client has it.
struct Chunk {
    xfer: u64,
    offset: u64,
    len: usize,
    /// Where its bytes end among all payload bytes of the session.
    end: u64,
    source: Source,
}

impl Chunk {
    /// Writes what comes after `received` bytes of the session.
    fn write(&self, wire: &dyn Wire, received: u64) -> std::io::Result<()> {
        let skip = received.saturating_sub(self.end - self.len as u64);
        let len = self.len - skip as usize;
        let head = header(self.xfer, self.offset + skip, len);
        match &self.source {
            Source::Block(Some(block), _) => {
                wire.send_all(&[head.as_bytes(), &block.bytes(self.len)[skip as usize..]])
            }
            // Only taken when the chunk is dropped.
            Source::Block(None, _) => Ok(()),
            Source::Rows(delivery, at) => {
                let mut parts: Vec<&[u8]> = vec![head.as_bytes()];
                parts.extend(row_slices(delivery, at + skip, len as u64).map(|(_, bytes)| bytes));
                wire.send_all(&parts)
            }
        }
    }
}

impl Drop for Chunk {
    fn drop(&mut self) {
        if let Source::Block(block, ctx) = &mut self.source
            && let Some(block) = block.take()
        {
            ctx.staging.give(block);
        }
    }
}

fn header(xfer: u64, offset: u64, len: usize) -> ChunkHeader {
    // The cast is exact: chunks have at most CHUNK_MAX bytes.
    ChunkHeader { xfer: xfer.into(), offset: offset.into(), len: (len as u32).into(), reserved: 0.into() }
}

/// The rows of a packed range: client address and bytes.
fn row_slices(delivery: &Delivery, from: u64, len: u64) -> impl Iterator<Item = (u64, &[u8])> {
    delivery.rows.pieces(from, len).flat_map(move |piece| {
        (0..piece.rows.height).map(move |y| {
            let addr = piece.rows.address + y * piece.rows.pitch;
            let p: *const u8 = std::ptr::with_exposed_provenance(delivery.range.local(addr));
            // SAFETY: the rows were checked to lie in the range, which the delivery keeps mapped. A later copy of the device may change
            // them meanwhile, just as it would change the program's memory.
            (addr, unsafe { std::slice::from_raw_parts(p, piece.rows.width as usize) })
        })
    })
}
