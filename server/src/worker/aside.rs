//! Large copies from pinned memory beside their stream, chunk after chunk as they come.
//!
//! What the client sends of pinned memory could be received into the worker's shadow of it and copied when the stream's gate opens. Each byte would leave
//! the processor's cache before it is copied, and another thread would copy it. Here a stream of the worker's own waits until the client's stream arrives;
//! each chunk is received into a staging block, which is in the cache from the chunk before, and its copy goes into that stream at once. The client's stream
//! waits at one gate, which opens when all copies are done.
//!
//! Nothing is waited for: while the client's stream has not arrived, or the device is slower than the network, chunks go into the shadow, and from there to
//! the device in one copy when those before them are done.

use std::collections::VecDeque;
use std::ops::Range as Span;
use std::sync::Arc;

use cuda_abi::CUresult;
use parking_lot::Mutex;

use super::caller::Caller;
use super::completer::Action;
use super::driver::{Cu, Library, Raw};
use super::handles::Stream;
use super::inbound::{self, Broken, Counted, Inbound};
use super::pieces::Extra;
use super::pinned::Range;
use super::rows::Rows;
use super::session::Session;
use super::staging::Block;
use super::transfer;

/// Copies of fewer bytes go through the shadow: their stream learns a little sooner that they are done.
const LEAST: u64 = 1 << 20;
/// Copies that may be under way.
const AHEAD: usize = 4;
/// Operations that the worker's own stream may hold: the wait for the client's stream, each copy and its point, those of the rest of the shadow, the last point.
const OPERATIONS: usize = 2 * (AHEAD + 1) + 2;

/// A copy.
pub struct Aside {
    /// Device addresses: one run of bytes.
    to: Rows,
    range: Arc<Range>,
    /// The client's address of the first byte.
    from: u64,
    /// The client's stream, which waits at `gate`.
    stream: Arc<Stream>,
    gate: u32,
    /// The worker's own.
    side: Arc<Stream>,
    caller: Caller,
    state: Mutex<State>,
    _extra: Extra,
}

#[derive(Default)]
struct State {
    /// The event after each copy, and what it reads unless that is the shadow.
    under_way: VecDeque<(Raw, Option<Block>)>,
    /// Bytes that are in the shadow and not being copied.
    kept: Span<u64>,
    failed: Option<CUresult>,
    over: bool,
}

impl Aside {
    /// Makes the stream wait for a copy of a run of bytes, whose bytes come later; `None` if it is to be made otherwise. The stream's context is current.
    pub fn begin(
        session: &Session,
        stream: &Arc<Stream>,
        to: Rows,
        (range, from): (&Arc<Range>, u64),
        caller: Caller,
    ) -> Cu<Option<Aside>> {
        if to.bytes() < LEAST {
            return Ok(None);
        }
        let Some(extra) = session.pieces.take(OPERATIONS) else { return Ok(None) };
        let (lib, ctx) = (&*session.lib, &stream.ctx);
        let side = ctx.take_side(lib)?;
        let gate = follow(lib, stream, side)
            .and_then(|()| stream.gates.wait(lib, ctx.page.as_ref(), stream.raw))
            .inspect_err(|_| ctx.return_side(side))?;
        Ok(Some(Aside {
            to,
            range: range.clone(),
            from,
            stream: stream.clone(),
            gate,
            side: Arc::new(Stream::new(0, ctx.clone(), side)),
            caller,
            state: Mutex::default(),
            _extra: extra,
        }))
    }

    /// Receives bytes `at..at + len`, or fewer.
    pub(super) fn receive(
        &self,
        session: &Session,
        from: &mut Counted<'_>,
        at: u64,
        len: usize,
    ) -> Result<(), Broken> {
        // Not held while bytes are waited for: the executor may let go meanwhile.
        let block = self.block(session, &mut self.state.lock());
        if let Some(mut block) = block {
            let (n, whole) = from.fill(block.bytes_mut(0, len));
            let mut state = self.state.lock();
            if n == 0 || state.over {
                self.stream.ctx.staging.give(block);
            } else {
                let host = block.ptr().addr();
                self.issue(session, &mut state, at..at + n as u64, host, Some(block));
            }
            return whole;
        }
        let (n, whole) = from.fill_shadow(&self.range, self.from + at, len);
        let mut state = self.state.lock();
        let begin = if state.kept.is_empty() { at } else { state.kept.start };
        state.kept = begin..at + n as u64;
        whole
    }

    /// A block for the next chunk, if its copy may begin.
    fn block(&self, session: &Session, state: &mut State) -> Option<Block> {
        let (lib, ctx) = (&*session.lib, &self.stream.ctx);
        if let Err(e) = lib.enter(ctx.raw, ctx.serial) {
            state.failed.get_or_insert(e);
            return None;
        }
        while let Some((event, _)) = state.under_way.front() {
            let result = lib.query(*event);
            if result == CUresult::NOT_READY {
                break;
            }
            if !result.is_success() {
                state.failed.get_or_insert(result);
            }
            state.under_way.pop_front().into_iter().for_each(|done| self.free(done));
        }
        if state.under_way.len() < AHEAD {
            self.issue_kept(session, state);
        }
        if state.under_way.len() >= AHEAD {
            return None;
        }
        // Without staging memory there is the shadow.
        ctx.staging.take(lib, |event| ctx.return_event(event)).ok()
    }

    fn free(&self, (event, block): (Raw, Option<Block>)) {
        let ctx = &self.stream.ctx;
        ctx.return_event(event);
        if let Some(block) = block {
            ctx.staging.give(block);
        }
    }

    fn issue_kept(&self, session: &Session, state: &mut State) {
        let kept = std::mem::take(&mut state.kept);
        if !kept.is_empty() {
            let host = self.range.local(self.from + kept.start);
            self.issue(session, state, kept, host, None);
        }
    }

    /// Begins to copy bytes that are at `host`.
    fn issue(
        &self,
        session: &Session,
        state: &mut State,
        span: Span<u64>,
        host: usize,
        block: Option<Block>,
    ) {
        let (lib, ctx) = (&*session.lib, &self.stream.ctx);
        let len = span.end - span.start;
        let copied = transfer::to_device(lib, self.to.part(span.start, len), host, len, self.side.raw);
        match ctx.point(lib, self.side.raw) {
            Ok(event) => state.under_way.push_back((event, block)),
            // It is unknown when the block is free: it is lost, as is its context.
            Err(e) => drop(state.failed.get_or_insert(e)),
        }
        if let Err(e) = copied {
            state.failed.get_or_insert(e);
        }
    }

    /// All bytes are here.
    pub(super) fn complete(&self, session: &Arc<Session>, inbound: &Arc<Inbound>) {
        let (lib, ctx) = (&*session.lib, &self.stream.ctx);
        let last = {
            let mut state = self.state.lock();
            lib.enter(ctx.raw, ctx.serial).and_then(|()| {
                self.issue_kept(session, &mut state);
                ctx.point(lib, self.side.raw)
            })
        };
        let event = match last {
            Ok(event) => event,
            Err(e) => {
                // What is under way may be so for ever.
                self.state.lock().under_way.clear();
                return self.end(session, e);
            }
        };
        match lib.query(event) {
            CUresult::NOT_READY => {
                session.completer.watch_event(&self.side, event, 0, Action::Aside(inbound.clone()));
            }
            result => {
                ctx.return_event(event);
                self.end(session, result);
            }
        }
    }

    /// All copies are done, or will never be: the stream goes on.
    pub(super) fn end(&self, session: &Arc<Session>, result: CUresult) {
        let failed = {
            let mut state = self.state.lock();
            std::mem::take(&mut state.under_way).into_iter().for_each(|done| self.free(done));
            state.failed.or((!result.is_success()).then_some(result))
        };
        // The error comes before the completion. With the context there is nobody left to be told.
        if let Some(e) = failed.filter(|e| *e != CUresult::CONTEXT_IS_DESTROYED) {
            session.finish(&self.caller, e, &[]);
        }
        self.let_go();
        inbound::nudge(session, &self.stream);
    }

    /// Nothing will come, or no more.
    pub(super) fn let_go(&self) {
        let idle = {
            let mut state = self.state.lock();
            if std::mem::replace(&mut state.over, true) {
                return;
            }
            state.under_way.is_empty()
        };
        let ctx = &self.stream.ctx;
        if idle {
            ctx.return_side(self.side.raw);
        }
        self.stream.gates.open(ctx.page.as_ref(), self.gate);
    }
}

/// What comes next in `side` comes after what is in `stream` now.
fn follow(lib: &Library, stream: &Stream, side: Raw) -> Cu<()> {
    let event = stream.ctx.point(lib, stream.raw)?;
    // SAFETY: live handles of the current context. The wait is for this record, whatever becomes of the event.
    let result = unsafe { (lib.cuStreamWaitEvent)(side.0, event.0, 0) }.ok();
    stream.ctx.return_event(event);
    result
}
