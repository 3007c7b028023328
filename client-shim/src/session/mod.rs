//! The client's end of a session: one ordered connection, one bulk connection, the threads that wait on them.
//!
//! Threads append frames to one send queue (which also retains them until acknowledged) under a short lock; a waiting thread reads the socket
//! itself and delivers for others (leader and followers, `wait.rs`); one I/O thread (`io.rs`) flushes what was left behind and reads when nobody
//! waits. Bulk payload has its own connection and threads (`bulk.rs`). Connections that break are replaced (`again.rs`).

mod again;
mod bulk;
mod io;
mod outgoing;
mod progress;
mod receive;
mod send;
mod start;
#[cfg(test)]
mod tests;
mod wait;

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU32, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use cuda_abi::CUresult;
use parking_lot::{Mutex, RwLock};
use protocol::credits::Credits;
use protocol::frame::{Kind, PAYLOAD_MAX};
use protocol::ops::cost;
use protocol::recv::{FrameReader, Sequence};
use protocol::send::{Head, SendQueue};
use transport::{Line, Wire};

pub use again::{Reconnect, Survived};
use progress::Outstanding;
pub use progress::Progress;
pub use start::Options;
pub(crate) use start::spawn;
pub(crate) use wait::forget_places;
use wait::{Slot, Target, Waiters};

/// What every call returns after the connection to the worker was lost: CUDA_ERROR_DEVICE_UNAVAILABLE.
pub const LOST: CUresult = CUresult(46);

/// What the session tells the rest of the shim, called from whichever thread reads the connection. Implementations must neither wait nor call
/// into the session.
pub trait Handler: Send + Sync {
    /// A posted call failed: `thread` = the client thread whose next call returns it, 0 = sticky in context `ctx`.
    fn error(&self, thread: u32, ctx: u32, result: CUresult, seq: u64, func: u16);
    /// A thread has ended: nobody will ask for its errors any more.
    fn thread_ended(&self, _thread: u32) {}
    /// A host function is due: run it on a callback thread, then post HOST_FN_DONE.
    fn host_fn(&self, id: u64);
    /// The device printed this.
    fn printf(&self, text: &[u8]);
    /// The driver said this on its standard error.
    fn said(&self, text: &[u8]);
    /// Pinned memory changed: copy the bytes to `addr` if that range is pinned memory of this process, else ignore them.
    fn host_data(&self, addr: u64, bytes: &[u8]);
    /// Kernels have changed tracked memory: [`protocol::pages`] records.
    fn host_pages(&self, records: &[u8]);
    /// The session is over: every call from now on returns `result`.
    fn closed(&self, result: CUresult, reason: &str);
    /// A thread waited `ns` nanoseconds for the answer to `func`.
    fn waited(&self, _func: u16, _why: Wait, _ns: u64) {}
    /// The calling thread sent a frame for which it does not wait.
    fn posted(&self) {}
    /// A broken connection was replaced.
    fn survived(&self, _what: &Survived) {}
    /// Bytes went out and came in, on the ordered or the bulk connection.
    fn traffic(&self, _out: u64, _received: u64) {}
}

/// Why a wait happened: counted apart by `--stats`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wait {
    /// The program's own synchronisation or a result that only the worker has: a round trip.
    RoundTrip,
    /// Part of start-up (context, module loads).
    Setup,
    /// Until the worker received a large pageable source.
    Receive,
}

/// A call's answer.
#[derive(Debug)]
pub struct Reply {
    /// The worker's CUresult.
    pub result: CUresult,
    /// What follows the [`protocol::frame::ReplyHead`].
    pub payload: Vec<u8>,
}

/// Why a session could not be started.
#[derive(Debug)]
#[non_exhaustive]
pub enum SessionError {
    /// The connection failed during the hello.
    Io(std::io::Error),
    /// The worker refused, in its words.
    Refused(String),
}

impl fmt::Display for SessionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SessionError::Io(e) => write!(f, "the connection to the worker failed at the start: {e}"),
            SessionError::Refused(m) => f.write_str(m),
        }
    }
}

impl std::error::Error for SessionError {}

struct Reading {
    wire: Arc<dyn Wire>,
    frames: FrameReader,
    sequence: Sequence,
    /// Bytes received since the last frame of ours that carried an acknowledgement.
    unacknowledged: usize,
}

/// A session with a worker. Shared by all threads of the process.
pub struct Session {
    ordered: Line,
    again: Option<Arc<dyn Reconnect>>,
    /// How long the worker waits for us while we are cut off.
    grace: Duration,
    /// Frames that had come twice at the break before, on both sides.
    dropped: AtomicU64,
    /// How the present break began.
    broken: Mutex<String>,
    me: std::sync::Weak<Session>,
    tx: Mutex<SendQueue>,
    /// Where batches are written; held meanwhile, so that they stay in order.
    write: Mutex<Arc<dyn Wire>>,
    /// Bytes written so far.
    written: AtomicU64,
    /// Held by whoever reads the ordered connection.
    rx: Mutex<Reading>,
    waiters: Waiters,
    streams: RwLock<HashMap<(u32, u32), Arc<Progress>>>,
    handler: Arc<dyn Handler>,
    bulk: bulk::Bulk,
    io: io::IoState,
    dead: AtomicBool,
    dead_code: AtomicI32,
    threads: AtomicU32,
    id: u64,
    arena: Option<(u64, u64)>,
    credits: Credits,
    /// Credits between places where they are seen to come back.
    mark_every: u64,
    /// What contexts have outstanding, if that is limited.
    contexts: Mutex<HashMap<u32, Arc<Outstanding>>>,
}

impl Session {
    /// The arena for pinned memory that client and worker hold: (base, bytes).
    pub fn arena(&self) -> Option<(u64, u64)> {
        self.arena
    }

    /// What calls return because the session is over, if it is.
    pub fn lost(&self) -> Option<CUresult> {
        self.dead.load(Ordering::Acquire).then(|| CUresult(self.dead_code.load(Ordering::Acquire)))
    }

    /// Appends a frame that is not answered; returns its number. The parts make up the payload.
    ///
    /// # Errors
    /// [`LOST`], or the worker's reason, when the session is over.
    pub fn post(&self, ctx: u32, func: u16, parts: &[&[u8]]) -> Result<u64, CUresult> {
        let number = self.append(Kind::Post, ctx, func, parts, || true, |_| ())?;
        // Everything is admitted.
        number.ok_or(LOST)
    }

    /// Like [`Session::post`] for an operation in a stream: waits, as a native one would, while too many operations of the stream are outstanding.
    pub fn post_stream(
        &self,
        ctx: u32,
        progress: &Progress,
        func: u16,
        parts: &[&[u8]],
    ) -> Result<u64, CUresult> {
        let cost = cost(func);
        loop {
            // Under the queue's lock, so that threads do not take the same credit.
            let admit = || cost == 0 || self.has_credit(progress, cost);
            let note = |seq| progress.count(seq, cost, self.mark_every);
            if let Some(seq) = self.append(Kind::Post, ctx, func, parts, admit, note)? {
                return Ok(seq);
            }
            self.wait_for_credit(ctx, progress, cost)?;
        }
    }

    /// Like [`Session::post_stream`] for what is in the stream already and costs so much: it does not wait.
    pub fn post_counted(
        &self,
        ctx: u32,
        progress: &Progress,
        func: u16,
        parts: &[&[u8]],
        cost: u64,
    ) -> Result<u64, CUresult> {
        let note = |seq| progress.count(seq, cost, self.mark_every);
        // Everything is admitted.
        self.append(Kind::Post, ctx, func, parts, || true, note)?.ok_or(LOST)
    }

    /// What may be outstanding.
    pub fn credits(&self) -> Credits {
        self.credits
    }

    /// Sends a frame and waits for its answer.
    pub fn call(&self, ctx: u32, func: u16, parts: &[&[u8]], why: Wait) -> Result<Reply, CUresult> {
        // SAFETY: no target.
        unsafe { self.call_then(ctx, func, parts, why, None, |_| Ok(())) }
    }

    /// Like [`Session::call`]; up to `len` bytes of the answer are copied to `dest` instead of into the reply.
    ///
    /// # Safety
    /// `dest` must be valid for writes of `len` bytes until the call returns.
    pub unsafe fn call_into(
        &self,
        ctx: u32,
        func: u16,
        parts: &[&[u8]],
        dest: *mut u8,
        len: usize,
        why: Wait,
    ) -> Result<Reply, CUresult> {
        let target = Some(Target(dest.expose_provenance(), len));
        // SAFETY: the caller's contract.
        let mut reply = unsafe { self.call_then(ctx, func, parts, why, target, |_| Ok(())) }?;
        // What could not be stored when it came.
        let n = reply.payload.len().min(len);
        // SAFETY: the caller promises `len` writable bytes; the payload is a separate allocation.
        unsafe { std::ptr::copy_nonoverlapping(reply.payload.as_ptr(), dest, n) };
        reply.payload.clear();
        Ok(reply)
    }

    /// A call whose thread does `during` between sending the frame and waiting for the answer. The answer's payload is stored to the target if that
    /// is possible when it comes.
    ///
    /// # Safety
    /// The target is valid for writes until the call returns.
    unsafe fn call_then(
        &self,
        ctx: u32,
        func: u16,
        parts: &[&[u8]],
        why: Wait,
        target: Option<Target>,
        during: impl FnOnce(&Slot) -> Result<(), CUresult>,
    ) -> Result<Reply, CUresult> {
        let slot = self.slot();
        // SAFETY: the caller's contract; it ends with this call.
        let _expecting = unsafe { slot.expect_reply(target) };
        let begin = Instant::now();
        let seq = self.waiters.attended(|| {
            // The number of the place that waits: a thread whose storage is already gone has another place in each call.
            let head = Head { kind: Kind::Call, func, thread: slot.number, ctx };
            let seq = self.append_with(head, parts, || true, |_| (), |_, _| ());
            self.flush();
            // Everything is admitted.
            seq?.ok_or(LOST)
        })?;
        during(&slot)?;
        let reply = self.wait_reply(&slot, seq)?;
        self.bulk.wait_received(self, reply.1)?;
        let ns = u64::try_from(begin.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.handler.waited(func, why, ns);
        Ok(reply.0)
    }

    fn append(
        &self,
        kind: Kind,
        ctx: u32,
        func: u16,
        parts: &[&[u8]],
        admit: impl Fn() -> bool,
        note: impl FnOnce(u64),
    ) -> Result<Option<u64>, CUresult> {
        let mut was_idle = false;
        let mut full = false;
        let head = Head { kind, func, thread: self.thread_number(), ctx };
        let seq = self.append_with(head, parts, admit, note, |q, idle| {
            was_idle = idle;
            full = q.batch_full();
        })?;
        if seq.is_none() {
            return Ok(None);
        }
        self.handler.posted();
        if was_idle || full {
            self.flush();
        } else {
            self.io.flush_soon(&self.ordered);
        }
        Ok(seq)
    }

    fn append_with(
        &self,
        head: Head,
        parts: &[&[u8]],
        admit: impl Fn() -> bool,
        note: impl FnOnce(u64),
        after: impl FnOnce(&SendQueue, bool),
    ) -> Result<Option<u64>, CUresult> {
        let payload: usize = parts.iter().map(|p| p.len()).sum();
        if payload > PAYLOAD_MAX {
            return Err(CUresult::INVALID_VALUE);
        }
        let mut q = self.tx.lock();
        while !q.has_room(payload) {
            drop(q);
            self.wait_for_room(payload)?;
            q = self.tx.lock();
        }
        if let Some(code) = self.lost() {
            return Err(code);
        }
        if !admit() {
            return Ok(None);
        }
        let idle = q.idle();
        let seq = q.append(head, parts);
        note(seq);
        after(&q, idle);
        Ok(Some(seq))
    }

    fn wait_for_room(&self, payload: usize) -> Result<(), CUresult> {
        self.flush();
        self.wait_until(|| self.tx.lock().has_room(payload))
    }

    /// Makes the session know a stream's progress object; before the first operation in the stream.
    pub fn register_stream(&self, ctx: u32, stream: u32, progress: Arc<Progress>) {
        if self.credits.context != u32::MAX {
            progress.belongs_to(self.contexts.lock().entry(ctx).or_default());
        }
        self.streams.write().insert((ctx, stream), progress);
    }

    /// Forgets a stream that is gone with its context.
    pub fn forget_stream(&self, ctx: u32, stream: u32) {
        let forgotten = self.streams.write().remove(&(ctx, stream));
        // What it had outstanding is so no more.
        forgotten.iter().for_each(|progress| progress.collect());
    }

    /// The stream was destroyed: its progress is still told until everything posted is complete.
    pub fn end_stream(&self, ctx: u32, stream: u32) {
        let mut streams = self.streams.write();
        if let Some(progress) = streams.get(&(ctx, stream)) {
            progress.ended.store(true, Ordering::Relaxed);
            if progress.idle() {
                progress.collect();
                streams.remove(&(ctx, stream));
            }
        }
    }

    /// Waits until every frame of the stream up to `seq` is complete. The stream must have a mark at or after `seq`.
    pub fn wait_progress(&self, progress: &Progress, seq: u64) -> Result<(), CUresult> {
        self.flush();
        self.wait_until(|| progress.done.load(Ordering::Acquire) >= seq)
    }

    /// Ends the session on purpose: what was posted before is still executed if the worker gets it.
    pub fn close(&self) {
        if self.lost().is_none() {
            // A signal handler that ends the process may have interrupted whoever holds the queue.
            let Some(mut queue) = self.tx.try_lock_for(send::STALL) else { return };
            // Beyond the window, if need be: nothing follows.
            queue.append(Head { kind: Kind::Goodbye, func: 0, thread: 0, ctx: 0 }, &[]);
            drop(queue);
            self.flush_last();
        }
        self.fail(LOST, "the session was closed");
    }

    /// Marks the session dead, wakes everybody. The first reason counts.
    fn fail(&self, code: CUresult, reason: &str) {
        self.dead_code.store(code.0, Ordering::Release);
        if self.dead.swap(true, Ordering::AcqRel) {
            return;
        }
        self.handler.closed(code, reason);
        self.ordered.end();
        self.bulk.shutdown();
        self.waiters.wake_all();
        self.io.rouse(&self.ordered);
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session").field("id", &self.id).field("dead", &self.dead).finish_non_exhaustive()
    }
}
