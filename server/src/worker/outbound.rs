//! Bulk payload to the client, and deliveries of changed pinned memory.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use parking_lot::{Condvar, Mutex};
use protocol::bulk::{CHUNK_MAX, ChunkHeader};
use protocol::ops::push;
use transport::Wire;
use zerocopy::IntoBytes;

use super::handles::Context;
use super::pieces::Extra;
use super::pinned::Range;
use super::rows::Rows;
use super::session::Session;
use super::staging::Block;

/// A delivery of at most this many bytes goes over the ordered connection.
const HOST_DATA_MAX: u64 = 64 * 1024;
/// And of at most this many rows, as each is a push.
const HOST_DATA_ROWS: u64 = 16;
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
    /// What the pieces of a copy hold until the last is delivered.
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
    idle: bool,
    closed: bool,
}

/// The bulk sender: first in, first out.
#[derive(Default)]
pub struct Outbound {
    state: Mutex<State>,
    wake: Condvar,
    /// Payload bytes that were ever queued: what a completion must wait for.
    queued: AtomicU64,
}

impl Outbound {
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
        self.queue(len as u64, Job::Block { xfer, offset, block, len, ctx, ahead });
    }

    fn queue(&self, bytes: u64, job: Job) {
        let mut state = self.state.lock();
        self.queued.fetch_add(bytes, Ordering::AcqRel);
        state.jobs.push_back(job);
        let wake = std::mem::take(&mut state.idle);
        drop(state);
        if wake {
            self.wake.notify_one();
        }
    }

    /// The bulk sender's thread.
    pub fn run(&self, session: &Session, wire: &dyn Wire) {
        loop {
            let mut state = self.state.lock();
            let job = loop {
                if let Some(job) = state.jobs.pop_front() {
                    break job;
                }
                if state.closed {
                    return;
                }
                state.idle = true;
                self.wake.wait(&mut state);
            };
            drop(state);
            if send(wire, job).is_err() {
                session.close("the bulk connection ended");
            }
        }
    }

    /// Ends the thread after what is queued.
    pub fn close(&self) {
        self.state.lock().closed = true;
        self.wake.notify_all();
    }
}

fn send(wire: &dyn Wire, job: Job) -> std::io::Result<()> {
    match job {
        Job::Block { xfer, offset, block, len, ctx, ahead } => {
            let sent = wire.send_all(&[header(xfer, offset, len).as_bytes(), block.bytes(len)]);
            ctx.staging.give(block);
            ahead.leave();
            sent
        }
        Job::Rows(delivery) => {
            let total = delivery.rows.bytes();
            let mut at = 0;
            while at < total {
                let len = (total - at).min(CHUNK_MAX as u64);
                let head = header(delivery.xfer, delivery.offset + at, len as usize);
                let mut parts: Vec<&[u8]> = vec![head.as_bytes()];
                parts.extend(row_slices(&delivery, at, len).map(|(_, bytes)| bytes));
                wire.send_all(&parts)?;
                at += len;
            }
            Ok(())
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
