//! Bulk payload from the client: where its bytes go.

use std::sync::Arc;
use std::time::{Duration, Instant};

use cuda_abi::CUresult;
use parking_lot::{Condvar, Mutex};
use protocol::DecodeError;
use protocol::bulk::{CHUNK_MAX, ChunkHeader, Counter, HEADER_LEN, WINDOW};
use protocol::ops::push;
use transport::Wire;
use zerocopy::FromBytes;

use super::aside::Aside;
use super::caller::Caller;
use super::completer::Action;
use super::handles::{IdMap, Stream};
use super::pinned::Range;
use super::rows::Rows;
use super::session::Session;
use super::staging::{BLOCK, Block};
use super::transfer;

/// How long the ordered connection may outlive the bulk connection.
const ENDED_GRACE: Duration = Duration::from_secs(1);

/// Where the bytes of a transfer go.
pub enum Sink {
    /// A shadow of pinned memory; gates of the stream open as its bytes come.
    Shadow {
        /// Keeps the memory mapped.
        range: Arc<Range>,
        /// Client addresses.
        rows: Rows,
        /// The stream that waits.
        stream: Arc<Stream>,
        /// Its gates, each with the offset up to which bytes must have come.
        gates: Vec<(u64, u32)>,
    },
    /// Device memory, from pinned memory of the client.
    Aside(Aside),
    /// Device memory, chunk by chunk in a stream; the caller is answered when all were received and issued.
    Device {
        /// The stream.
        stream: Arc<Stream>,
        /// Device addresses.
        rows: Rows,
        /// Who waits.
        caller: Caller,
    },
    /// Worker memory; `then` gets it when complete.
    Memory(Then),
    /// Nowhere: the frame that announced the transfer failed.
    Discard,
}

/// Takes the bytes of a complete transfer.
pub(super) type Then = Mutex<Option<Box<dyn FnOnce(&Arc<Session>, Vec<u8>) + Send>>>;

#[derive(Default)]
struct Progress {
    received: u64,
    copied: u64,
    granted: u64,
    failed: Option<CUresult>,
    memory: Vec<u8>,
}

/// A transfer from the client.
pub struct Inbound {
    xfer: u64,
    total: u64,
    sink: Sink,
    /// Bytes that may be on the way to the device.
    window: u64,
    progress: Mutex<Progress>,
}

impl Inbound {
    /// A transfer of `total` bytes.
    pub fn new(xfer: u64, total: u64, sink: Sink) -> Arc<Self> {
        Self::with_window(xfer, total, sink, WINDOW)
    }

    /// A transfer of `total` bytes to the device.
    pub fn with_window(xfer: u64, total: u64, sink: Sink, window: u64) -> Arc<Self> {
        let progress = Progress { granted: window, ..Progress::default() };
        Arc::new(Inbound { xfer, total, sink, window, progress: Mutex::new(progress) })
    }

    /// Bytes `from..to` have come into a shadow; whether a gate was opened.
    fn open_gates(&self, from: u64, to: u64) -> bool {
        let Sink::Shadow { stream, gates, .. } = &self.sink else { return false };
        let due = gates.iter().filter(|(end, _)| from < *end && *end <= to);
        due.map(|(_, gate)| stream.gates.open(stream.ctx.page.as_ref(), *gate)).count() > 0
    }

    fn nudge(&self, session: &Session) {
        if let Sink::Shadow { stream, .. } = &self.sink {
            nudge(session, stream);
        }
    }

    /// Nothing will come: what waits for it goes on.
    pub fn let_go(&self) {
        self.open_gates(0, self.total);
        if let Sink::Aside(copy) = &self.sink {
            copy.let_go();
        }
    }

    /// The copies of a transfer beside its stream are done.
    pub fn copied_aside(&self, session: &Arc<Session>, result: CUresult) {
        if let Sink::Aside(copy) = &self.sink {
            copy.end(session, result);
        }
    }

    /// `bytes` more have been copied to the device: grants as much again, in steps of a quarter of the window.
    pub fn copied(&self, session: &Session, bytes: u64, result: CUresult) {
        let mut p = self.progress.lock();
        p.copied += bytes;
        if !result.is_success() {
            p.failed.get_or_insert(result);
        }
        let may = (p.copied + self.window).min(self.total);
        if p.granted >= self.total || (may - p.granted.min(may) < self.window / 4 && may < self.total) {
            return;
        }
        p.granted = may;
        drop(p);
        let watermark = session.outbound.watermark();
        session.out.push(push::BULK_CREDIT, 0, watermark, &[&self.xfer.to_le_bytes(), &may.to_le_bytes()]);
    }
}

#[derive(Default)]
struct State {
    expected: IdMap<u64, Arc<Inbound>>,
    closed: bool,
}

/// The transfers that frames have announced.
#[derive(Default)]
pub struct Inbounds {
    state: Mutex<State>,
    announced: Condvar,
    counter: Counter,
}

/// Why the bulk connection cannot go on.
#[derive(Debug)]
pub(super) enum Broken {
    Ended,
    Protocol(&'static str),
}

impl From<std::io::Error> for Broken {
    fn from(_: std::io::Error) -> Self {
        Broken::Ended
    }
}

impl Inbounds {
    /// Announces a transfer. A number that is in use is refused; nothing is expected of an empty transfer.
    pub fn announce(&self, inbound: Arc<Inbound>) -> Result<(), CUresult> {
        let mut state = self.state.lock();
        if inbound.xfer == 0 || state.expected.contains_key(&inbound.xfer) {
            return Err(CUresult::INVALID_VALUE);
        }
        state.expected.insert(inbound.xfer, inbound);
        drop(state);
        self.announced.notify_all();
        Ok(())
    }

    /// The frame that should announce a transfer failed: its bytes are swallowed.
    pub fn discard(&self, xfer: u64, total: u64) {
        if xfer != 0 && total != 0 {
            // A number in use stays with its transfer.
            let _ = self.announce(Inbound::new(xfer, total, Sink::Discard));
        }
    }

    /// Forgets a transfer of which nothing will come; what waits for it goes on.
    pub fn cancel(&self, xfer: u64) {
        let cancelled = self.state.lock().expected.remove(&xfer);
        if let Some(inbound) = cancelled {
            inbound.let_go();
        }
    }

    fn wait(&self, xfer: u64) -> Option<Arc<Inbound>> {
        let mut state = self.state.lock();
        loop {
            if state.closed {
                return None;
            }
            if let Some(i) = state.expected.get(&xfer) {
                return Some(i.clone());
            }
            self.announced.wait_for(&mut state, Duration::from_secs(1));
        }
    }

    fn finish(&self, xfer: u64) {
        self.state.lock().expected.remove(&xfer);
    }

    /// Wakes the receiver for the last time.
    pub fn close(&self) {
        self.state.lock().closed = true;
        self.announced.notify_all();
    }

    /// Payload bytes received.
    pub fn received(&self) -> u64 {
        self.counter.received()
    }

    /// The client wants to be told when so many bytes have come.
    pub fn want(&self, session: &Session, bytes: u64) {
        self.counter.want(bytes);
        self.tell(session);
    }

    fn tell(&self, session: &Session) {
        if self.counter.due() {
            session.speak_of_bulk();
        }
    }

    /// The bulk receiver's thread.
    pub fn run(&self, session: &Arc<Session>) {
        session.lib.relax();
        let mut wire = session.links.bulk.line.wire();
        loop {
            match self.chunk(session, &*wire) {
                Ok(()) => {}
                Err(Broken::Ended) => match self.resume(session, &wire) {
                    Ok(Some(next)) => wire = next,
                    Ok(None) => return self.ended(session),
                    Err(e) => return session.close(&e.to_string()),
                },
                Err(Broken::Protocol(what)) => return session.close(what),
            }
        }
    }

    /// Goes on with the connection that comes in the place of the broken one. A client that does not need it may take its time.
    fn resume(&self, session: &Session, wire: &Arc<dyn Wire>) -> Result<Option<Arc<dyn Wire>>, DecodeError> {
        let links = &session.links;
        links.bulk.line.broke(wire);
        while let Some(arrival) = links.next_bulk() {
            if let Some(next) = session.outbound.resume(arrival, self.received())? {
                return Ok(Some(next));
            }
        }
        Ok(None)
    }

    /// The connection ended. At the end of a session the ordered one does so too; otherwise nobody would ever get the bytes that are missing.
    fn ended(&self, session: &Session) {
        let mut state = self.state.lock();
        let limit = Instant::now() + ENDED_GRACE;
        while !state.closed && !self.announced.wait_until(&mut state, limit).timed_out() {}
        let over = state.closed;
        drop(state);
        if !over {
            session.close("the bulk connection ended");
        }
    }

    fn chunk(&self, session: &Arc<Session>, wire: &dyn Wire) -> Result<(), Broken> {
        let mut header = [0u8; HEADER_LEN];
        wire.recv_exact_patiently(&mut header)?;
        let header = ChunkHeader::read_from_bytes(&header).map_err(|_| Broken::Protocol("bulk header"))?;
        let len = header.len.get() as usize;
        if len == 0 || len > CHUNK_MAX {
            return Err(Broken::Protocol("length of a bulk chunk"));
        }
        let inbound = self.wait(header.xfer.get()).ok_or(Broken::Ended)?;
        let at = header.offset.get();
        {
            let p = inbound.progress.lock();
            if at != p.received || len as u64 > inbound.total - p.received {
                return Err(Broken::Protocol("offset of a bulk chunk"));
            }
            if matches!(inbound.sink, Sink::Device { .. }) && at + len as u64 > p.granted {
                return Err(Broken::Protocol("bulk chunk beyond its window"));
            }
        }
        let mut from = Counted { wire, got: 0 };
        let whole = receive(session, &mut from, &inbound, at, len);
        // What has come of a chunk that was cut short counts as a chunk.
        if from.got > 0 {
            let end = at + from.got as u64;
            if inbound.open_gates(at, end) {
                inbound.nudge(session);
            }
            inbound.progress.lock().received = end;
            self.counter.add(from.got as u64);
            self.tell(session);
            if end == inbound.total {
                self.finish(inbound.xfer);
                complete(session, &inbound);
            }
        }
        whole
    }
}

/// Counts what is received.
pub(super) struct Counted<'a> {
    wire: &'a dyn Wire,
    got: usize,
}

impl Counted<'_> {
    /// Receives `buf.len()` bytes, or fewer: how many.
    pub(super) fn fill(&mut self, buf: &mut [u8]) -> (usize, Result<(), Broken>) {
        let mut n = 0;
        while n < buf.len() {
            match self.wire.recv(&mut buf[n..]) {
                Ok(0) | Err(_) => {
                    self.got += n;
                    return (n, Err(Broken::Ended));
                }
                Ok(more) => n += more,
            }
        }
        self.got += n;
        (n, Ok(()))
    }

    /// The same into pinned memory, at the client's address; the caller has found that the bytes lie inside.
    pub(super) fn fill_shadow(
        &mut self,
        range: &Range,
        address: u64,
        len: usize,
    ) -> (usize, Result<(), Broken>) {
        if range.is_tracked() {
            let mut bytes = vec![0; len];
            let (n, whole) = self.fill(&mut bytes);
            range.write(address, &bytes[..n]);
            return (n, whole);
        }
        let p: *mut u8 = std::ptr::with_exposed_provenance_mut(range.local(address));
        // SAFETY: the bytes were checked to lie in the range, which `range` keeps mapped. The device reads them only after the gate opens, or when they
        // were received; a program that reads them otherwise races as it would with its own memory.
        self.fill(unsafe { std::slice::from_raw_parts_mut(p, len) })
    }
}

fn receive(
    session: &Arc<Session>,
    from: &mut Counted<'_>,
    inbound: &Arc<Inbound>,
    at: u64,
    len: usize,
) -> Result<(), Broken> {
    match &inbound.sink {
        Sink::Shadow { range, rows, .. } => {
            for piece in rows.pieces(at, len as u64) {
                for y in 0..piece.rows.height {
                    let address = piece.rows.address + y * piece.rows.pitch;
                    from.fill_shadow(range, address, piece.rows.width as usize).1?;
                }
            }
            Ok(())
        }
        Sink::Aside(copy) => copy.receive(session, from, at, len),
        Sink::Device { stream, rows, .. } => {
            // Blocks of finished chunks are used again while they are in the cache.
            session.completer.deliver(session);
            match block(session, stream) {
                Ok(mut b) => {
                    let (n, whole) = from.fill(b.bytes_mut(0, len));
                    if n == 0 {
                        stream.ctx.staging.give(b);
                    } else {
                        issue(session, inbound, stream, rows, b, at, n);
                    }
                    whole
                }
                Err(e) => {
                    let (n, whole) = from.fill(&mut vec![0; len]);
                    inbound.copied(session, n as u64, e);
                    whole
                }
            }
        }
        Sink::Memory(_) => {
            let mut bytes = vec![0; len];
            let (n, whole) = from.fill(&mut bytes);
            inbound.progress.lock().memory.extend_from_slice(&bytes[..n]);
            whole
        }
        Sink::Discard => {
            let (n, whole) = from.fill(&mut vec![0; len]);
            inbound.copied(session, n as u64, CUresult::SUCCESS);
            whole
        }
    }
}

/// A gate of the stream was opened: a GPU sees that, the software device when it looks.
pub(super) fn nudge(session: &Session, stream: &Stream) {
    if session.lib.is_soft() && session.lib.enter(stream.ctx.raw, stream.ctx.serial).is_ok() {
        // SAFETY: the software device knows which handles are live. What it says of the stream is found by others.
        let _ = unsafe { (session.lib.cuStreamQuery)(stream.raw.0) };
    }
}

fn block(session: &Session, stream: &Stream) -> Result<Block, CUresult> {
    const { assert!(CHUNK_MAX <= BLOCK) };
    session.lib.enter(stream.ctx.raw, stream.ctx.serial)?;
    stream.ctx.staging.take(&session.lib, |e| stream.ctx.return_event(e))
}

fn issue(
    session: &Arc<Session>,
    inbound: &Arc<Inbound>,
    stream: &Arc<Stream>,
    rows: &Rows,
    block: Block,
    at: u64,
    len: usize,
) {
    let mut result = Ok(());
    for piece in rows.pieces(at, len as u64) {
        let host = block.ptr().addr() + (piece.packed - at) as usize;
        result = result
            .and_then(|()| transfer::to_device(&session.lib, piece.rows, host, piece.rows.width, stream.raw));
    }
    let point = stream.ctx.point(&session.lib, stream.raw);
    let (event, result) = match (point, result) {
        (Ok(e), Ok(())) => (e, CUresult::SUCCESS),
        // Without an event it is unknown when the block is free: it is lost, as is its context.
        (Err(e), _) => return inbound.copied(session, len as u64, e),
        (Ok(e), Err(r)) => (e, r),
    };
    if result.is_success() && session.lib.query(event) == CUresult::NOT_READY {
        session.completer.watch_event(stream, event, 0, Action::Chunk(inbound.clone(), block, len as u64));
        return;
    }
    stream.ctx.return_event(event);
    stream.ctx.staging.give(block);
    inbound.copied(session, len as u64, result);
}

fn complete(session: &Arc<Session>, inbound: &Arc<Inbound>) {
    match &inbound.sink {
        Sink::Aside(copy) => copy.complete(session, inbound),
        Sink::Device { caller, .. } => {
            let failed = inbound.progress.lock().failed;
            session.finish(caller, failed.unwrap_or(CUresult::SUCCESS), &[]);
        }
        Sink::Memory(then) => {
            let bytes = std::mem::take(&mut inbound.progress.lock().memory);
            if let Some(then) = then.lock().take() {
                then(session, bytes);
            }
        }
        Sink::Shadow { .. } | Sink::Discard => {}
    }
}
