//! The bulk connection: payload that is outside the order of frames.

use std::collections::{HashMap, VecDeque};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use cuda_abi::CUresult;
use parking_lot::{Condvar, Mutex};
use protocol::bulk::{CHUNK_MAX, ChunkHeader, HEADER_LEN};
use transport::Wire;
use zerocopy::{FromBytes, IntoBytes};

use super::wait::Slot;
use super::{LOST, Reply, Session, Wait};

/// Memory of the program that a transfer reads or writes.
#[derive(Debug, Clone, Copy)]
struct Span {
    addr: usize,
    len: usize,
}

impl Span {
    fn overlaps(self, r: &Range<usize>) -> bool {
        self.addr < r.end && r.start < self.addr + self.len
    }
}

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
}

impl State {
    /// Whether a push up to `watermark` is not done yet.
    fn holds_back(&self, watermark: u64) -> bool {
        self.acting || self.deferred.front().is_some_and(|d| d.watermark <= watermark)
    }

    /// Takes the next push whose bytes are among the `received` ones.
    fn next_due(&mut self, received: u64) -> Option<Due> {
        self.deferred.front().filter(|d| d.watermark <= received)?;
        self.deferred.pop_front().map(|d| d.due)
    }
}

/// State of the bulk connection.
pub(super) struct Bulk {
    wire: Box<dyn Wire>,
    state: Mutex<State>,
    changed: Condvar,
    /// Held while a chunk is written.
    write: Mutex<()>,
    received: AtomicU64,
    /// Pushes that are deferred or being acted on.
    undone: AtomicUsize,
    next: AtomicU64,
    reader: AtomicBool,
    sender: AtomicBool,
}

impl Bulk {
    pub(super) fn new(wire: Box<dyn Wire>) -> Self {
        Bulk {
            wire,
            state: Mutex::default(),
            changed: Condvar::new(),
            write: Mutex::default(),
            received: AtomicU64::new(0),
            undone: AtomicUsize::new(0),
            next: AtomicU64::new(1),
            reader: AtomicBool::new(false),
            sender: AtomicBool::new(false),
        }
    }

    pub(super) fn shutdown(&self) {
        self.wire.shutdown();
        drop(self.state.lock());
        self.changed.notify_all();
    }

    /// Whether what carries `watermark` may be acted on: its bulk bytes are here and every earlier push is done.
    pub(super) fn may_act(&self, watermark: u64) -> bool {
        self.undone.load(Ordering::Acquire) == 0 && self.received.load(Ordering::Acquire) >= watermark
    }

    /// Keeps a push back until its bytes are here and those before it are done; gives it back if that is so already.
    pub(super) fn defer(&self, watermark: u64, due: Due) -> Option<Due> {
        let mut s = self.state.lock();
        // The reader counts before it takes this lock, so this look decides.
        if s.deferred.is_empty() && !s.acting && self.received.load(Ordering::Acquire) >= watermark {
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
        while self.received.load(Ordering::Acquire) < watermark || s.holds_back(watermark) {
            if let Some(code) = session.lost() {
                return Err(code);
            }
            // The time limit only covers a session that dies between the look and the wait.
            self.changed.wait_for(&mut s, Duration::from_millis(100));
        }
        Ok(())
    }

    /// Sends one chunk.
    ///
    /// # Safety
    /// `span` must be readable until the call returns. The program may be writing to it (its race, as with a native copy).
    unsafe fn send_chunk(&self, xfer: u64, span: Span, offset: usize) -> std::io::Result<usize> {
        let len = CHUNK_MAX.min(span.len - offset);
        // SAFETY: the caller promises that the span is readable; offset + len stays inside it.
        let bytes = unsafe { std::slice::from_raw_parts((span.addr + offset) as *const u8, len) };
        let header = ChunkHeader {
            xfer: xfer.into(),
            offset: (offset as u64).into(),
            // The cast is exact: CHUNK_MAX fits.
            len: (len as u32).into(),
            reserved: 0.into(),
        };
        let _writing = self.write.lock();
        self.wire.send_all(&[header.as_bytes(), bytes])?;
        Ok(len)
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
                let sent = unsafe { self.bulk.send_chunk(xfer, part, at) };
                at += sent.map_err(|e| self.bulk_failed(&e))?;
            }
            self.handler.traffic(at as u64, 0);
            Ok(())
        };
        // SAFETY: no target.
        let result = unsafe { self.call_then(ctx, func, parts, why, None, during) };
        self.bulk.state.lock().grants.remove(&xfer);
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
        let mut s = self.bulk.state.lock();
        while self.lost().is_none() {
            let busy = s.queue.iter().map(|(_, p)| p).chain(s.pulls.values()).chain(s.sending.iter());
            if !busy.into_iter().any(|p| p.overlaps(&range)) {
                return;
            }
            self.bulk.changed.wait_for(&mut s, Duration::from_millis(100));
        }
    }

    fn bulk_failed(&self, e: &std::io::Error) -> CUresult {
        self.bulk_lost(e);
        self.lost().unwrap_or(LOST)
    }

    fn bulk_lost(&self, e: &std::io::Error) {
        self.fail(LOST, &format!("the bulk connection to the worker failed: {e}"));
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
            // SAFETY: `send_pinned` and `register_pull` promise that the source stays readable until pinned_idle returns, which looks at `sending`.
            match unsafe { bulk.send_chunk(xfer, span, at) } {
                Ok(n) => at += n,
                Err(e) => s.bulk_lost(&e),
            }
        }
        s.handler.traffic(at as u64, 0);
        state = bulk.state.lock();
        state.sending = None;
        bulk.changed.notify_all();
    }
}

/// Body of the reader thread.
fn receive_loop(s: Arc<Session>) {
    while s.lost().is_none() {
        match receive_chunk(&s) {
            Ok(()) => {}
            Err(_) if s.lost().is_some() => return,
            Err(e) => s.bulk_lost(&e),
        }
    }
}

fn receive_chunk(s: &Session) -> std::io::Result<()> {
    let mut head = [0u8; HEADER_LEN];
    s.bulk.wire.recv_exact(&mut head)?;
    let bad = |what: &str| std::io::Error::new(std::io::ErrorKind::InvalidData, what.to_owned());
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
    s.bulk.wire.recv_exact(dest)?;
    s.handler.traffic(0, (HEADER_LEN + len) as u64);
    s.bulk_arrived(h.xfer.get(), offset + len == span.len, len as u64);
    Ok(())
}

impl Session {
    fn bulk_arrived(&self, xfer: u64, last: bool, len: u64) {
        let now = self.bulk.received.fetch_add(len, Ordering::AcqRel) + len;
        let mut state = self.bulk.state.lock();
        if last {
            state.expected.remove(&xfer);
        }
        // Pushes are acted on before later bytes are read: they may write the same memory.
        while let Some(due) = state.next_due(now) {
            state.acting = true;
            drop(state);
            self.apply(due);
            self.bulk.undone.fetch_sub(1, Ordering::AcqRel);
            state = self.bulk.state.lock();
        }
        state.acting = false;
        drop(state);
        self.bulk.changed.notify_all();
    }
}
