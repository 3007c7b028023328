//! The bulk connection: payload that is outside the order of frames.

use std::collections::{HashMap, VecDeque};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use cuda_abi::CUresult;
use parking_lot::{Condvar, Mutex};
use protocol::DecodeError;
use protocol::bulk::{CHUNK_MAX, ChunkHeader, Counter, HEADER_LEN, Received};
use transport::{Line, Wire};
use zerocopy::FromBytes;

use super::outgoing::{Outgoing, Span, Written};
use super::wait::{BROKEN_LOOK, Slot};
use super::{LOST, Reply, Session, Wait};

/// What a push asks for once its bulk bytes are here.
#[derive(Debug)]
pub(super) enum Due {
    /// A stream has passed a frame: context, stream, frame.
    Progress(u32, u32, u64),
    /// The worker wants the bytes of a transfer.
    Pull(u64),
    /// A host function is to run.
    HostFn(u64),
    /// Records of changed pages of tracked memory.
    HostPages(Vec<u8>),
    /// Bytes of pinned memory: first address, contents.
    HostData(u64, Vec<u8>),
}

/// A push that waits for bulk bytes.
#[derive(Debug)]
struct Deferred {
    watermark: u64,
    due: Due,
}

#[derive(Debug, Default)]
struct State {
    /// Destinations of transfers from the worker.
    expected: HashMap<u64, Span>,
    /// Pushes in the order of their arrival; their watermarks never fall.
    deferred: VecDeque<Deferred>,
    /// The reader does what a push asks for, outside the lock.
    acting: bool,
    /// Offsets up to which the worker lets pageable transfers run.
    grants: HashMap<u64, u64>,
    /// Sources that the worker will pull.
    pulls: HashMap<u64, Span>,
    /// Sources that wait for the sender thread.
    queue: VecDeque<(u64, Span)>,
    /// What the sender thread reads now.
    sending: Option<Span>,
    /// The least number of bytes that a thread waits for.
    awaited: Option<u64>,
}

impl State {
    /// Whether a push up to `watermark` is not done yet.
    fn holds_back(&self, watermark: u64) -> bool {
        self.acting || self.deferred.front().is_some_and(|d| d.watermark <= watermark)
    }

    /// Whether a transfer that is queued, to be pulled or being sent reads the range.
    fn reads(&self, range: &Range<usize>) -> bool {
        let mut all = self.queue.iter().map(|(_, p)| p).chain(self.pulls.values()).chain(self.sending.iter());
        all.any(|p| p.overlaps(range))
    }

    /// Takes the next push whose bytes are among the `received` ones.
    fn next_due(&mut self, received: u64) -> Option<Due> {
        self.deferred.front().filter(|d| d.watermark <= received)?;
        self.deferred.pop_front().map(|d| d.due)
    }
}

/// State of the bulk connection.
pub(super) struct Bulk {
    pub(super) line: Line,
    /// What the reader reads; held for a chunk.
    reading: Mutex<Arc<dyn Wire>>,
    outgoing: Outgoing,
    state: Mutex<State>,
    changed: Condvar,
    received: Counter,
    /// Up to where the worker was asked to tell what it has received.
    asked: AtomicU64,
    /// Pushes that are deferred or being acted on.
    undone: AtomicUsize,
    next: AtomicU64,
    reader: AtomicBool,
    sender: AtomicBool,
}

impl Bulk {
    pub(super) fn new(wire: Arc<dyn Wire>) -> Self {
        Bulk {
            line: Line::new(wire.clone()),
            reading: Mutex::new(wire.clone()),
            outgoing: Outgoing::new(wire),
            state: Mutex::default(),
            changed: Condvar::new(),
            received: Counter::default(),
            asked: AtomicU64::new(0),
            undone: AtomicUsize::new(0),
            next: AtomicU64::new(1),
            reader: AtomicBool::new(false),
            sender: AtomicBool::new(false),
        }
    }

    pub(super) fn shutdown(&self) {
        self.line.end();
        drop(self.state.lock());
        self.changed.notify_all();
    }

    /// Whether what carries `watermark` may be acted on: its bulk bytes are here and every earlier push is done.
    pub(super) fn may_act(&self, watermark: u64) -> bool {
        self.undone.load(Ordering::Acquire) == 0 && self.received.received() >= watermark
    }

    /// Keeps a push back until its bytes are here and those before it are done; gives it back if that is so already.
    pub(super) fn defer(&self, watermark: u64, due: Due) -> Option<Due> {
        let mut s = self.state.lock();
        // The reader counts before it takes this lock, so this look decides.
        if s.deferred.is_empty() && !s.acting && self.received.received() >= watermark {
            return Some(due);
        }
        self.undone.fetch_add(1, Ordering::AcqRel);
        s.deferred.push_back(Deferred { watermark, due });
        None
    }

    /// The worker lets transfer `xfer` run up to `offset`.
    pub(super) fn grant(&self, xfer: u64, offset: u64) {
        if let Some(g) = self.state.lock().grants.get_mut(&xfer) {
            *g = (*g).max(offset);
        }
    }

    fn granted(&self, xfer: u64) -> u64 {
        self.state.lock().grants.get(&xfer).copied().unwrap_or(0)
    }

    /// The worker wants the bytes of `xfer` now.
    pub(super) fn pull(&self, session: &Session, xfer: u64) {
        let span = self.state.lock().pulls.remove(&xfer);
        if let Some(span) = span {
            self.enqueue(session, xfer, span);
        }
    }

    /// The worker does not want the bytes of `xfer`.
    pub(super) fn refuse(&self, xfer: u64) {
        self.state.lock().pulls.remove(&xfer);
        self.changed.notify_all();
    }

    fn enqueue(&self, session: &Session, xfer: u64, span: Span) {
        self.state.lock().queue.push_back((xfer, span));
        self.changed.notify_all();
        session.start_once(&self.sender, "bifrost-send", send_loop);
    }

    /// Waits until `watermark` bytes have come and the pushes that they held back are done.
    pub(super) fn wait_received(&self, session: &Session, watermark: u64) -> Result<(), CUresult> {
        if self.may_act(watermark) {
            return Ok(());
        }
        let mut s = self.state.lock();
        while self.received.received() < watermark || s.holds_back(watermark) {
            if let Some(code) = session.lost() {
                return Err(code);
            }
            s.awaited = Some(s.awaited.map_or(watermark, |least| least.min(watermark)));
            // The time limit only covers a session that dies between the look and the wait.
            self.changed.wait_for(&mut s, Duration::from_millis(100));
        }
        Ok(())
    }
}

impl Session {
    /// A new transfer number.
    pub fn new_xfer(&self) -> u64 {
        self.bulk.next.fetch_add(1, Ordering::Relaxed)
    }

    /// Names the destination of a transfer from the worker, before the frame that asks for it is posted.
    ///
    /// # Safety
    /// `dest` must stay valid for writes of `len` bytes until the transfer has arrived (the call or progress that covers it has returned), or
    /// [`Session::expect_cancel`] was called.
    pub unsafe fn expect(&self, xfer: u64, dest: *mut u8, len: usize) {
        self.bulk.state.lock().expected.insert(xfer, Span { addr: dest as usize, len });
        self.start_once(&self.bulk.reader, "bifrost-bulk", receive_loop);
    }

    /// Withdraws a destination: the transfer will not come.
    pub fn expect_cancel(&self, xfer: u64) {
        self.bulk.state.lock().expected.remove(&xfer);
    }

    /// A call whose payload of `len` bytes at `src` follows on the bulk connection as transfer `xfer`.
    ///
    /// # Safety
    /// `src` must be valid for reads of `len` bytes until the call returns.
    #[expect(clippy::too_many_arguments, reason = "one call, its payload and its source")]
    pub unsafe fn call_with_bulk(
        &self,
        ctx: u32,
        func: u16,
        parts: &[&[u8]],
        xfer: u64,
        src: *const u8,
        len: usize,
        why: Wait,
    ) -> Result<Reply, CUresult> {
        let span = Span { addr: src as usize, len };
        self.bulk.state.lock().grants.insert(xfer, self.credits.window());
        let during = |slot: &Slot| {
            let mut at = 0;
            // An early answer means that the worker has refused: it throws away what is under way.
            while at < len && !slot.answered() {
                let limit = self.bulk.granted(xfer);
                if at as u64 >= limit {
                    self.wait_until(|| slot.answered() || (at as u64) < self.bulk.granted(xfer))?;
                    continue;
                }
                let part = Span { len: len.min(usize::try_from(limit).unwrap_or(usize::MAX)), ..span };
                // SAFETY: the caller promises that the source is readable until this call returns.
                at += unsafe { self.send_chunk(xfer, part, at, || slot.answered()) }?;
            }
            self.handler.traffic(at as u64, 0);
            Ok(())
        };
        // SAFETY: no target.
        let result = unsafe { self.call_then(ctx, func, parts, why, None, during) };
        self.bulk.state.lock().grants.remove(&xfer);
        self.bulk.outgoing.forget(xfer);
        result
    }

    /// Queues a transfer from pinned memory; it is sent in the background.
    ///
    /// # Safety
    /// `src` must stay valid for reads of `len` bytes until [`Session::pinned_idle`] says so.
    pub unsafe fn send_pinned(&self, xfer: u64, src: *const u8, len: usize) {
        self.bulk.enqueue(self, xfer, Span { addr: src as usize, len });
    }

    /// Registers a transfer from pinned memory that the worker will ask for; before its frame is posted.
    ///
    /// # Safety
    /// As [`Session::send_pinned`].
    pub unsafe fn register_pull(&self, xfer: u64, src: *const u8, len: usize) {
        self.bulk.state.lock().pulls.insert(xfer, Span { addr: src as usize, len });
    }

    /// Waits until no transfer, queued or to be pulled, reads the range any more.
    pub fn pinned_idle(&self, range: Range<usize>) {
        {
            let mut s = self.bulk.state.lock();
            while self.lost().is_none() && s.reads(&range) {
                self.bulk.changed.wait_for(&mut s, Duration::from_millis(100));
            }
        }
        while let Some(end) = self.bulk.outgoing.reads(&range).filter(|_| self.lost().is_none()) {
            if self.bulk.asked.fetch_max(end, Ordering::AcqRel) < end {
                self.speak_of_bulk();
                self.flush();
            }
            self.bulk.outgoing.wait();
        }
    }

    /// Sends the next bytes of a transfer, at most a chunk; how many. Waits while the connection is broken, unless `enough` holds.
    ///
    /// # Safety
    /// As for [`Outgoing::send`].
    unsafe fn send_chunk(
        &self,
        xfer: u64,
        span: Span,
        offset: usize,
        enough: impl Fn() -> bool,
    ) -> Result<usize, CUresult> {
        let bulk = &self.bulk;
        // What is lost after it was written shows only to who reads.
        self.start_once(&bulk.reader, "bifrost-bulk", receive_loop);
        loop {
            // SAFETY: the caller's contract.
            if let Some(written) = unsafe { bulk.outgoing.send(&bulk.line, xfer, span, offset) } {
                return Ok(self.sent(written));
            }
            if let Some(code) = self.lost() {
                return Err(code);
            }
            if enough() {
                return Ok(0);
            }
            bulk.line.restored(BROKEN_LOOK);
        }
    }

    fn sent(&self, written: Written) -> usize {
        if let Some((wire, e)) = written.broke {
            self.bulk_broke(&wire, &e);
        }
        written.len
    }

    /// The worker speaks of the bulk connection.
    pub(super) fn bulk_told(&self, told: &Received) -> Result<(), DecodeError> {
        self.bulk.outgoing.acknowledge(told.bytes.get())?;
        self.bulk.received.want(told.wanted.get());
        if self.bulk.received.due() {
            self.speak_of_bulk();
            // Who handles what was received must not wait for room to send.
            self.io.flush_soon(&self.ordered);
        }
        Ok(())
    }

    /// Says what has been received and what is to be told; also on each new ordered connection, as the old one may have lost it.
    pub(super) fn speak_of_bulk(&self) {
        let bytes = self.bulk.received.received().into();
        let wanted = self.bulk.asked.load(Ordering::Acquire).into();
        self.tx.lock().append_bulk_ack(Received { bytes, wanted });
    }

    /// A bulk connection in the place of a broken one.
    pub(super) fn bulk_position(&self) -> u64 {
        // Whoever read the broken connection has let go, and nobody reads it any more.
        let _reading = self.bulk.reading.lock();
        self.bulk.received.received()
    }

    /// Goes on over it; the worker has `received` bytes.
    pub(super) fn bulk_restored(&self, wire: Arc<dyn Wire>, received: u64) -> Result<(), DecodeError> {
        *self.bulk.reading.lock() = wire.clone();
        if let Some(written) = self.bulk.outgoing.resume(&self.bulk.line, wire, received)? {
            let len = self.sent(written);
            self.handler.traffic(len as u64, 0);
        }
        Ok(())
    }

    fn start_once(&self, started: &AtomicBool, name: &str, run: fn(Arc<Session>)) {
        if started.load(Ordering::Acquire) || started.swap(true, Ordering::AcqRel) {
            return;
        }
        let Some(me) = self.me.upgrade() else { return };
        if let Err(e) = super::start::spawn(name, move || run(me)) {
            self.fail(LOST, &format!("a thread could not be started: {e}"));
        }
    }
}

/// Body of the sender thread.
fn send_loop(s: Arc<Session>) {
    let bulk = &s.bulk;
    let mut state = bulk.state.lock();
    while s.lost().is_none() {
        let Some((xfer, span)) = state.queue.pop_front() else {
            bulk.changed.wait_for(&mut state, Duration::from_millis(250));
            continue;
        };
        state.sending = Some(span);
        drop(state);
        let mut at = 0;
        while at < span.len && s.lost().is_none() {
            // SAFETY: `send_pinned` and `register_pull` promise that the source stays readable until pinned_idle returns, which looks at `sending`
            // and at what is not acknowledged.
            at += unsafe { s.send_chunk(xfer, span, at, || false) }.unwrap_or(0);
        }
        s.handler.traffic(at as u64, 0);
        state = bulk.state.lock();
        state.sending = None;
        bulk.changed.notify_all();
    }
}

/// Why no further chunk can be read from a connection.
enum Broken {
    Ended(std::io::Error),
    Protocol(&'static str),
}

impl From<std::io::Error> for Broken {
    fn from(e: std::io::Error) -> Self {
        Broken::Ended(e)
    }
}

/// Body of the reader thread.
fn receive_loop(s: Arc<Session>) {
    while s.lost().is_none() {
        let wire = s.bulk.reading.lock();
        if !s.bulk.line.is_up() {
            drop(wire);
            s.bulk.line.restored(Duration::from_millis(250));
            continue;
        }
        match receive_chunk(&s, &**wire) {
            Ok(()) => {}
            Err(_) if s.lost().is_some() => return,
            Err(Broken::Ended(e)) => s.bulk_broke(&wire, &e),
            Err(Broken::Protocol(what)) => {
                s.fail(LOST, &format!("the worker sent something that is not the protocol: {what}"));
            }
        }
    }
}

fn receive_chunk(s: &Session, wire: &dyn Wire) -> Result<(), Broken> {
    let mut head = [0u8; HEADER_LEN];
    wire.recv_exact_patiently(&mut head)?;
    let bad = Broken::Protocol;
    let h = ChunkHeader::ref_from_bytes(&head).map_err(|_| bad("short chunk header"))?;
    let (len, offset) = (h.len.get() as usize, h.offset.get());
    if len == 0 || len > CHUNK_MAX {
        return Err(bad("chunk length out of range"));
    }
    let span = s.bulk.state.lock().expected.get(&h.xfer.get()).copied();
    let span = span.ok_or_else(|| bad("chunk of an unknown transfer"))?;
    let offset = usize::try_from(offset).map_err(|_| bad("chunk offset out of range"))?;
    if offset.checked_add(len).is_none_or(|end| end > span.len) {
        return Err(bad("chunk beyond its destination"));
    }
    // SAFETY: `expect` promises that the destination is writable until the transfer has arrived; the bounds were just checked.
    let dest = unsafe { std::slice::from_raw_parts_mut((span.addr + offset) as *mut u8, len) };
    let mut got = 0;
    let whole = fill(wire, dest, &mut got);
    if got > 0 {
        // What has come of a chunk that was cut short counts as a chunk.
        s.handler.traffic(0, (HEADER_LEN + got) as u64);
        s.bulk_arrived(h.xfer.get(), offset + got == span.len, got as u64);
    }
    whole.map_err(Broken::Ended)
}

/// Receives `buf.len()` bytes; `got` of them when it fails.
fn fill(wire: &dyn Wire, buf: &mut [u8], got: &mut usize) -> std::io::Result<()> {
    while *got < buf.len() {
        match wire.recv(&mut buf[*got..])? {
            0 => return Err(std::io::ErrorKind::UnexpectedEof.into()),
            n => *got += n,
        }
    }
    Ok(())
}

impl Session {
    fn bulk_arrived(&self, xfer: u64, last: bool, len: u64) {
        let now = self.bulk.received.add(len);
        if self.bulk.received.due() {
            self.speak_of_bulk();
            // The I/O thread has other things to do than to wake for this every few megabytes.
            self.flush();
        }
        let mut state = self.bulk.state.lock();
        if last {
            state.expected.remove(&xfer);
        }
        let mut acted = false;
        // Pushes are acted on before later bytes are read: they may write the same memory.
        while let Some(due) = state.next_due(now) {
            acted = true;
            state.acting = true;
            drop(state);
            self.apply(due);
            self.bulk.undone.fetch_sub(1, Ordering::AcqRel);
            state = self.bulk.state.lock();
        }
        state.acting = false;
        // Not for each chunk: who waits waits for much.
        if acted || state.awaited.is_some_and(|least| least <= now) {
            state.awaited = None;
            drop(state);
            self.bulk.changed.notify_all();
        }
    }
}
