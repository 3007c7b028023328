//! The state of a session in its worker, shared by the executor, helpers, completer and bulk threads.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use cuda_abi::CUresult;
use parking_lot::Mutex;
use protocol::bulk::Received;
use protocol::credits::Credits;
use protocol::frame::Kind;
use protocol::ops::{ThreadError, push};
use protocol::recv::Sequence;
use zerocopy::IntoBytes;

use super::Options;
use super::allocations::Allocations;
use super::caller::{Caller, Job, Target, Wait};
use super::completer::Completer;
use super::driver::{Cu, Library};
use super::graphs::Graphs;
use super::handles::{Context, IdMap, Stream, Tables};
use super::host_memory::{FRAMES, HostMemory, Taken};
use super::images::Images;
use super::inbound::Inbounds;
use super::ledger::Work;
use super::links::Links;
use super::ops::ipc::Imports;
use super::ops::vmm::Vmm;
use super::outbound::Outbound;
use super::outbox::Outbox;
use super::pieces::Pieces;
use super::pinned::Pinned;
use super::pool::Pool;
use super::printed::Printed;
use super::trace::Trace;
use super::zeroing::Zeroing;

/// Streams that are queried to find out whether a context is idle; with more it counts as busy.
const QUERY_MAX: usize = 16;

/// A client process's session.
pub struct Session {
    /// The driver.
    pub lib: Arc<Library>,
    /// The ordered connection's sending half.
    pub out: Outbox,
    /// Both connections.
    pub links: Arc<Links>,
    /// What ids stand for.
    pub tables: Tables,
    /// The count of host memory.
    pub host: HostMemory,
    /// What frames may take, from the first context on.
    pub frames: Mutex<Option<Taken>>,
    /// Pinned host memory.
    pub pinned: Pinned,
    /// Helper threads.
    pub pool: Pool,
    /// Watches streams.
    pub completer: Completer,
    /// Transfers from the client.
    pub inbounds: Inbounds,
    /// Transfers to the client.
    pub outbound: Outbound,
    /// What the client may have outstanding.
    pub credits: Credits,
    /// Marks that a context may have on their way besides.
    pub marks: u32,
    /// Large copies of pinned memory.
    pub pieces: Pieces,
    /// Module images.
    pub images: Images,
    /// Device memory.
    pub allocations: Allocations,
    /// Memory of other workers.
    pub imports: Imports,
    /// Zeroing of fresh device memory.
    pub zeroing: Zeroing,
    /// Reserved and mapped addresses.
    pub vmm: Vmm,
    /// Trace of frames.
    pub trace: Arc<Trace>,
    /// Host functions that streams wait for: the stream and its gate.
    pub host_fns: Mutex<IdMap<u64, (Arc<Stream>, u32)>>,
    /// Executable graphs.
    pub graphs: Graphs,
    /// Held while a context is opened or closed.
    pub contexts: Mutex<()>,
    /// What kernels print.
    pub printed: Option<Arc<Printed>>,
    closed: AtomicBool,
}

impl Session {
    /// A session over two connections.
    pub fn new(links: Arc<Links>, lib: Arc<Library>, options: &Options) -> std::io::Result<Arc<Self>> {
        let host = HostMemory::new(options.account.clone(), options.host_limit);
        let session = Arc::new(Session {
            lib,
            out: Outbox::new(links.clone()),
            outbound: Outbound::new(links.clone()),
            links,
            tables: Tables::default(),
            pinned: Pinned::new(options.shadow_elsewhere, host.clone()),
            images: Images::new(host.clone()),
            host,
            frames: Mutex::default(),
            pool: Pool::default(),
            completer: Completer::default(),
            inbounds: Inbounds::default(),
            credits: options.depth.credits(),
            marks: options.depth.marks(),
            pieces: Pieces::new(options.depth.pieces()),
            allocations: Allocations::new(options.account.clone()),
            imports: Imports::default(),
            zeroing: Zeroing::new(options.zeroing, options.depth.context != u32::MAX),
            vmm: Vmm::default(),
            trace: options.trace.clone(),
            host_fns: Mutex::new(IdMap::default()),
            graphs: Graphs::default(),
            contexts: Mutex::new(()),
            printed: options.printed.clone(),
            closed: AtomicBool::new(false),
        });
        session.links.belong_to(Arc::downgrade(&session));
        Ok(session)
    }

    /// Counts what frames may take, once.
    pub fn count_frames(&self) -> Cu<()> {
        let mut frames = self.frames.lock();
        if frames.is_none() {
            *frames = Some(self.host.take(FRAMES)?);
        }
        Ok(())
    }

    /// Says what bulk payload has been received and what is to be told; also on each new ordered connection, as the old one may have lost it.
    pub fn speak_of_bulk(&self) {
        let (bytes, wanted) = (self.inbounds.received().into(), self.outbound.asked().into());
        self.out.speak_of_bulk(Received { bytes, wanted });
    }

    /// Lets the front know what has been done.
    pub fn tell_work(&self, bytes: u64, sequence: &Sequence) {
        let Ok(account) = self.allocations.account() else { return };
        let (answers, sent, resent) = self.out.work();
        let work = Work {
            frames: sequence.last(),
            answers,
            received: bytes + self.inbounds.received(),
            sent: sent + self.outbound.sent(),
            resent,
            repeated: sequence.dropped(),
        };
        account.ledger.tell_work(account.slot, work);
    }

    /// Ends a frame: answers a Call, reports the failure of a Post.
    ///
    /// What a completed wait makes visible was delivered before, and the reply carries the watermark for it.
    pub fn finish(self: &Arc<Self>, caller: &Caller, result: CUresult, body: &[&[u8]]) {
        self.finish_with(caller, result, if result.is_success() { body } else { &[] });
    }

    /// Like [`Session::finish`]; the body goes along whatever the result is.
    pub fn finish_with(self: &Arc<Self>, caller: &Caller, result: CUresult, body: &[&[u8]]) {
        if !result.is_success() {
            self.failed(caller, result);
        }
        if caller.kind == Kind::Call {
            self.completer.deliver(self);
            if let Some(printed) = self.printed.as_ref().filter(|p| p.in_use()) {
                printed.drain(self);
            }
            self.out.reply(caller, result.0, self.outbound.watermark(), body);
        }
    }

    fn failed(&self, caller: &Caller, result: CUresult) {
        if is_fatal(result) {
            if let Ok(ctx) = self.tables.context(caller.ctx) {
                self.context_failed(&ctx, result, caller.seq, caller.func);
            }
        } else if caller.kind == Kind::Post {
            self.report(caller.ctx, caller.thread, result, caller.seq, caller.func);
        }
    }

    /// The context has met an error after which it is unusable: all threads are told, once.
    pub fn context_failed(&self, ctx: &Context, result: CUresult, seq: u64, func: u16) {
        if is_fatal(result)
            && ctx.sticky.compare_exchange(0, result.0, Ordering::AcqRel, Ordering::Relaxed).is_ok()
        {
            // What the driver says about it comes first.
            if let Some(printed) = &self.printed {
                printed.drain_errors(self);
            }
            self.report(ctx.id, 0, result, seq, func);
        }
    }

    fn report(&self, ctx: u32, thread: u32, result: CUresult, seq: u64, func: u16) {
        let body = ThreadError {
            thread: thread.into(),
            result: result.0.into(),
            seq: seq.into(),
            func: func.into(),
            reserved: 0.into(),
        };
        self.out.push(push::ERROR, ctx, self.outbound.watermark(), &[body.as_bytes()]);
    }

    /// The bytes of a pulled copy are not wanted: neither side waits for them any more.
    pub fn refuse_pull(&self, ctx: u32, xfer: u64) {
        self.inbounds.cancel(xfer);
        self.out.push(push::PULL_REFUSED, ctx, self.outbound.watermark(), &[&xfer.to_le_bytes()]);
    }

    /// Lets a stream go on from a host function that was run, or will not be; false if none has this number.
    pub fn end_host_fn(&self, id: u64) -> bool {
        let waiting = self.host_fns.lock().remove(&id);
        if let Some((stream, gate)) = &waiting {
            stream.gates.open(stream.ctx.page.as_ref(), *gate);
        }
        waiting.is_some()
    }

    /// Whether every stream of a context, also of destroyed ones and the worker's own, is known to be idle.
    pub fn idle(&self, ctx: &Context) -> Cu<bool> {
        let streams = self.tables.streams_of(ctx);
        if ctx.departing.load(Ordering::Acquire) > 0 || self.zeroing.busy(self, ctx) {
            return Ok(false);
        }
        if streams.len() > QUERY_MAX {
            return Ok(false);
        }
        for stream in streams {
            // SAFETY: a live stream of a context that is current in the calling thread.
            match unsafe { (self.lib.cuStreamQuery)(stream.raw.0) } {
                CUresult::SUCCESS => {}
                CUresult::NOT_READY => return Ok(false),
                e => return Err(e),
            }
        }
        Ok(true)
    }

    /// State of what a wait waits for.
    pub fn look(&self, wait: &Wait) -> CUresult {
        match wait.target {
            Target::Own(e) | Target::Client(e) => self.lib.query(e),
            Target::Context => match self.idle(&wait.ctx) {
                Ok(false) => CUresult::NOT_READY,
                // SAFETY: the context is current; as all is done, this only collects what the device has to say.
                Ok(true) => unsafe { (self.lib.cuCtxSynchronize)() },
                Err(e) => e,
            },
        }
    }

    /// Ends a wait whose result is known.
    pub fn end_wait(self: &Arc<Self>, wait: Wait, result: CUresult) {
        if result.is_success() && self.printed.as_ref().is_some_and(|p| p.in_use()) {
            self.write_printed(&wait);
        }
        if let Target::Own(e) = wait.target {
            wait.ctx.return_event(e);
        }
        (wait.then)(self, result);
    }

    /// Makes the driver write what kernels printed before an event that has passed: looking at the event does not, waiting for it does.
    fn write_printed(&self, wait: &Wait) {
        if let (Ok(()), Target::Own(e) | Target::Client(e)) =
            (self.lib.enter(wait.ctx.raw, wait.ctx.serial), &wait.target)
        {
            // SAFETY: a live event; the context is current. Its result is known already.
            let _ = unsafe { (self.lib.cuEventSynchronize)(e.0) };
        }
    }

    /// Has a helper wait.
    pub fn wait_on_helper(self: &Arc<Self>, wait: Wait) {
        let job: Job = Box::new(move |session| {
            let lib = &session.lib;
            let result = match lib.enter(wait.ctx.raw, wait.ctx.serial) {
                Err(e) => e,
                Ok(()) => match wait.target {
                    // SAFETY: live events; the context is current.
                    Target::Own(e) | Target::Client(e) => unsafe { (lib.cuEventSynchronize)(e.0) },
                    // SAFETY: as above.
                    Target::Context => unsafe { (lib.cuCtxSynchronize)() },
                },
            };
            session.end_wait(wait, result);
        });
        self.pool.spawn(self, job);
    }

    /// Ends the session because of something that must not happen: the client gets the reason.
    pub fn close(&self, reason: &str) {
        if self.closed.swap(true, Ordering::AcqRel) {
            return;
        }
        self.allocations.end();
        let code = CUresult::UNKNOWN.0.to_le_bytes();
        self.out.push(push::CLOSED, 0, 0, &[&code, reason.as_bytes()]);
        self.out.settle(std::time::Duration::from_millis(50));
        self.links.end();
    }

    /// Whether the session is over.
    pub fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Acquire)
    }

    /// Ends all threads but the caller's.
    pub fn stop_threads(&self) {
        self.closed.store(true, Ordering::Release);
        self.links.end();
        self.pool.close();
        self.completer.close();
        self.inbounds.close();
        self.outbound.close();
        self.graphs.abandon();
        for ctx in self.tables.contexts() {
            for stream in self.tables.streams_of(&ctx) {
                stream.gates.abandon();
            }
        }
    }
}

/// Whether an error ends its context.
fn is_fatal(result: CUresult) -> bool {
    result.is_sticky() || result == CUresult::UNKNOWN
}
