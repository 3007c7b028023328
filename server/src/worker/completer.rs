//! Watches points of streams and acts when the device has passed them.
//!
//! Each watched point is an event of the worker's own; the points of a stream form a queue. A *sweep* takes what is complete, first delivers
//! changed host memory, then tells progress, so that a completion never overtakes the bytes that it makes visible.

use std::cell::Cell;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use cuda_abi::CUresult;
use parking_lot::{Condvar, Mutex, MutexGuard};
use protocol::ops::{self, push};
use zerocopy::IntoBytes;

use super::driver::Raw;
use super::handles::{IdMap, Mark, Stream};
use super::inbound::Inbound;
use super::outbound::Delivery;
use super::pieces::Extra;
use super::pinned::Range;
use super::session::Session;
use super::staging::Block;

/// Shortest and longest pause between looks.
const NAP_MIN: Duration = Duration::from_micros(20);
const NAP_MAX: Duration = Duration::from_micros(500);
/// A new point ends a nap longer than this.
const NAP_LONG: Duration = Duration::from_micros(60);

thread_local! {
    /// Whether this thread calls [`Completer::kick`] when it has nothing else to do.
    static KICKS: Cell<bool> = const { Cell::new(false) };
}

/// What happens when the device passes a point.
pub enum Action {
    /// The client is told.
    Progress(Option<Mark>),
    /// The same, of a stream that was destroyed while it was busy.
    Departed(Option<Mark>),
    /// Host memory changed: its bytes go to the client.
    Deliver(Delivery),
    /// A graph has written host memory: its bytes go to the client.
    Results(Vec<Delivery>),
    /// Kernels may have changed tracked memory: the changes go to the client.
    Collect(Vec<Arc<Range>>),
    /// The client is asked for the bytes of a pulled transfer.
    Pull(u64),
    /// The client runs a host function.
    HostFn(u64),
    /// The pieces of a copy from pinned memory are done.
    Pieces(Extra),
    /// A chunk of a pageable transfer has been copied: its block is free and the client may send more.
    Chunk(Arc<Inbound>, Block, u64),
    /// The copies of a transfer beside its stream are done: the stream goes on.
    Aside(Arc<Inbound>),
}

impl Action {
    /// Whether it is done as soon as its point is passed, even before earlier points of the stream were looked at.
    fn early(&self) -> bool {
        matches!(
            self,
            Action::Deliver(_)
                | Action::Results(_)
                | Action::Collect(_)
                | Action::Chunk(..)
                | Action::Aside(_)
        )
    }
}

struct Point {
    event: Raw,
    seq: u64,
    action: Action,
}

struct Queue {
    stream: Arc<Stream>,
    points: VecDeque<Point>,
    /// Frame up to which the client is told when the stream is idle, unless a point says so before.
    idle: Option<u64>,
}

impl Queue {
    fn of(stream: &Arc<Stream>) -> Self {
        Queue { stream: stream.clone(), points: VecDeque::new(), idle: None }
    }

    /// The frame that the client is to be told, if the stream is idle. Only with no point left: while one is, it is not.
    fn passed_idle(&mut self, session: &Session) -> Option<Passed> {
        let asked = self.idle.filter(|_| self.points.is_empty())?;
        // Read before the look, which covers it then.
        let last = self.stream.last();
        let result = look_with(session, &self.stream, || {
            // SAFETY: a live stream: one that is destroyed is taken off the list before; its context is current.
            unsafe { (session.lib.cuStreamQuery)(self.stream.raw.0) }
        });
        if result == CUresult::NOT_READY {
            return None;
        }
        self.idle = None;
        Some(Passed {
            stream: self.stream.clone(),
            seq: asked.max(last),
            action: Action::Progress(None),
            result,
        })
    }
}

/// A point that was passed.
struct Passed {
    stream: Arc<Stream>,
    seq: u64,
    action: Action,
    result: CUresult,
}

/// The watcher's state; its thread runs [`Completer::run`].
#[derive(Default)]
pub struct Completer {
    /// By address of the stream object.
    queues: Mutex<IdMap<u64, Queue>>,
    /// Held during a sweep, so that a second one does not find deliveries taken but not yet sent.
    sweeping: Mutex<()>,
    /// Points that are watched.
    points: AtomicUsize,
    /// Points among them whose action is early.
    early: AtomicUsize,
    parked: Mutex<bool>,
    wake: Condvar,
    nap_us: AtomicU64,
    /// The thread is to be woken by [`Completer::kick`].
    owed: AtomicBool,
    closed: AtomicBool,
}

impl Completer {
    /// Watches the point that the stream has reached now; its context is current in the calling thread.
    pub fn watch(
        &self,
        session: &Session,
        stream: &Arc<Stream>,
        seq: u64,
        action: Action,
    ) -> Result<(), CUresult> {
        let event = stream.ctx.point(&session.lib, stream.raw)?;
        self.watch_event(stream, event, seq, action);
        Ok(())
    }

    /// Watches an event of the context's pool that was recorded in the stream after all points watched so far.
    pub fn watch_event(&self, stream: &Arc<Stream>, event: Raw, seq: u64, action: Action) {
        if action.early() {
            self.early.fetch_add(1, Ordering::AcqRel);
        }
        let point = Point { event, seq, action };
        self.queues.lock().entry(key(stream)).or_insert_with(|| Queue::of(stream)).points.push_back(point);
        self.added();
    }

    /// Has the client told of everything up to `seq` when the stream is idle. Takes no room in the stream.
    pub fn watch_idle(&self, stream: &Arc<Stream>, seq: u64) {
        let before =
            self.queues.lock().entry(key(stream)).or_insert_with(|| Queue::of(stream)).idle.replace(seq);
        if before.is_none() {
            self.added();
        }
    }

    /// The stream is about to be destroyed; whether [`Completer::watch_idle`] was left to do.
    pub fn forget_idle(&self, stream: &Arc<Stream>) -> bool {
        let mut queues = self.queues.lock();
        let waiting = queues.get_mut(&key(stream)).and_then(|q| q.idle.take()).is_some();
        if waiting {
            self.points.fetch_sub(1, Ordering::AcqRel);
        }
        waiting
    }

    fn added(&self) {
        let before = self.points.fetch_add(1, Ordering::AcqRel);
        if before == 0 || self.nap_us.swap(0, Ordering::AcqRel) > NAP_LONG.as_micros() as u64 {
            self.owed.store(true, Ordering::Release);
            if !KICKS.get() {
                self.kick();
            }
        }
    }

    /// From now on the calling thread does not wake the completer with each point, but with [`Completer::kick`]. A copy and the wait for it, which
    /// come together, need no other thread then.
    pub fn kick_later() {
        KICKS.set(true);
    }

    /// Wakes the completer if points were added for which it has to be.
    pub fn kick(&self) {
        if self.owed.load(Ordering::Acquire) && self.owed.swap(false, Ordering::AcqRel) {
            // The lock orders this with the check before parking.
            let _parked = self.parked.lock();
            if self.points.load(Ordering::Acquire) > 0 {
                self.wake.notify_one();
            }
        }
    }

    /// Sends what was delivered to host memory before now. Afterwards the bulk watermark covers it.
    pub fn deliver(&self, session: &Arc<Session>) {
        if self.early.load(Ordering::Acquire) > 0 {
            let _sweep = self.sweeping.lock();
            self.early_pass(session);
        }
    }

    /// Does something that must not come between the looks of a sweep and what it sends.
    pub fn between_sweeps(&self, act: impl FnOnce()) {
        let _sweep = self.sweeping.lock();
        act();
    }

    /// Sweeps in place of the completer that has not been woken yet.
    pub fn stand_in(&self, session: &Arc<Session>) {
        if self.owed.load(Ordering::Acquire)
            && let Some(sweep) = self.sweeping.try_lock()
        {
            self.sweep_holding(session, &sweep);
        }
    }

    /// One sweep; returns whether anything was passed.
    fn sweep(&self, session: &Arc<Session>) -> bool {
        self.sweep_holding(session, &self.sweeping.lock())
    }

    fn sweep_holding(&self, session: &Arc<Session>, _sweep: &MutexGuard<'_, ()>) -> bool {
        let passed = self.take_passed(session);
        if passed.is_empty() {
            return false;
        }
        let (early, rest) = passed.into_iter().partition(|p| p.action.early());
        self.act_early(session, early);
        // What these points depend on in other streams was complete when they were seen, but perhaps not when those queues were looked at.
        if self.early.load(Ordering::Acquire) > 0 {
            self.early_pass(session);
        }
        tell(session, rest);
        true
    }

    fn take_passed(&self, session: &Arc<Session>) -> Vec<Passed> {
        let mut passed = Vec::new();
        let mut queues = self.queues.lock();
        queues.retain(|_, q| {
            while let Some(point) = q.points.front() {
                let result = look(session, &q.stream, point.event);
                if result == CUresult::NOT_READY {
                    break;
                }
                // The loop has seen the front.
                let Some(p) = q.points.pop_front() else { break };
                q.stream.ctx.return_event(p.event);
                self.points.fetch_sub(1, Ordering::AcqRel);
                passed.push(Passed { stream: q.stream.clone(), seq: p.seq, action: p.action, result });
            }
            if let Some(p) = q.passed_idle(session) {
                self.points.fetch_sub(1, Ordering::AcqRel);
                passed.push(p);
            }
            !q.points.is_empty() || q.idle.is_some()
        });
        passed
    }

    /// Takes early actions out of all queues as far as the device has come.
    fn early_pass(&self, session: &Arc<Session>) {
        let mut passed = Vec::new();
        let mut queues = self.queues.lock();
        for q in queues.values_mut() {
            let mut i = 0;
            while i < q.points.len() {
                let early = q.points[i].action.early();
                let result =
                    if early { look(session, &q.stream, q.points[i].event) } else { CUresult::SUCCESS };
                if result == CUresult::NOT_READY {
                    break;
                }
                if !early {
                    i += 1;
                    continue;
                }
                // `i` is in range.
                let Some(p) = q.points.remove(i) else { break };
                q.stream.ctx.return_event(p.event);
                self.points.fetch_sub(1, Ordering::AcqRel);
                passed.push(Passed { stream: q.stream.clone(), seq: p.seq, action: p.action, result });
            }
        }
        drop(queues);
        self.act_early(session, passed);
    }

    fn act_early(&self, session: &Arc<Session>, passed: Vec<Passed>) {
        let count = passed.len();
        // A range that several launches used is looked at once.
        let mut touched: Vec<Arc<Range>> = Vec::new();
        for p in passed {
            match p.action {
                Action::Deliver(delivery) if p.result.is_success() => {
                    session.outbound.deliver(session, delivery);
                }
                Action::Results(deliveries) if p.result.is_success() => {
                    deliveries.into_iter().for_each(|delivery| session.outbound.deliver(session, delivery));
                }
                Action::Collect(ranges) if p.result.is_success() => touched.extend(ranges),
                Action::Chunk(inbound, block, bytes) => {
                    p.stream.ctx.staging.give(block);
                    inbound.copied(session, bytes, p.result);
                }
                Action::Aside(inbound) => inbound.copied_aside(session, p.result),
                _ => {}
            }
        }
        touched.sort_unstable_by_key(|range| range.client);
        touched.dedup_by(|a, b| Arc::ptr_eq(a, b));
        touched.iter().for_each(|range| session.outbound.tell_changes(session, range));
        self.early.fetch_sub(count, Ordering::AcqRel);
    }

    /// Drops the points of a context that is being destroyed, after a last sweep.
    pub fn drop_context(&self, session: &Arc<Session>, serial: u64) {
        self.sweep(session);
        let _sweep = self.sweeping.lock();
        let mut dropped = Vec::new();
        self.queues.lock().retain(|_, q| {
            let gone = q.stream.ctx.serial == serial;
            if gone {
                for p in q.points.drain(..) {
                    self.points.fetch_sub(1, Ordering::AcqRel);
                    let result = CUresult::CONTEXT_IS_DESTROYED;
                    dropped.push(Passed { stream: q.stream.clone(), seq: p.seq, action: p.action, result });
                }
                if let Some(seq) = q.idle {
                    self.points.fetch_sub(1, Ordering::AcqRel);
                    let (stream, action) = (q.stream.clone(), Action::Progress(None));
                    dropped.push(Passed { stream, seq, action, result: CUresult::CONTEXT_IS_DESTROYED });
                }
            }
            !gone
        });
        let (early, rest) = dropped.into_iter().partition(|p| p.action.early());
        self.act_early(session, early);
        tell(session, rest);
    }

    /// The completer's thread.
    pub fn run(&self, session: &Arc<Session>) {
        session.lib.relax();
        let mut last = Instant::now();
        while !self.closed.load(Ordering::Acquire) {
            if self.points.load(Ordering::Acquire) == 0 {
                let mut parked = self.parked.lock();
                if self.points.load(Ordering::Acquire) == 0 && !self.closed.load(Ordering::Acquire) {
                    self.wake.wait(&mut parked);
                }
                last = Instant::now();
                continue;
            }
            if self.sweep(session) {
                last = Instant::now();
                continue;
            }
            // Latency stays a small part of what was waited for.
            let nap = (last.elapsed() / 16).clamp(NAP_MIN, NAP_MAX);
            let mut parked = self.parked.lock();
            self.nap_us.store(nap.as_micros() as u64, Ordering::Release);
            if self.wake.wait_for(&mut parked, nap).timed_out() {
                continue;
            }
            last = Instant::now();
        }
    }

    /// Ends the thread.
    pub fn close(&self) {
        self.closed.store(true, Ordering::Release);
        let _parked = self.parked.lock();
        self.wake.notify_all();
    }
}

fn key(stream: &Arc<Stream>) -> u64 {
    Arc::as_ptr(stream).addr() as u64
}

/// State of a point.
fn look(session: &Session, stream: &Stream, event: Raw) -> CUresult {
    look_with(session, stream, || session.lib.query(event))
}

/// What a query says. An error of the context is reported once and ends all its points.
fn look_with(session: &Session, stream: &Stream, query: impl FnOnce() -> CUresult) -> CUresult {
    if let Err(e) = session.lib.enter(stream.ctx.raw, stream.ctx.serial) {
        return e;
    }
    let result = query();
    if !result.is_success() && result != CUresult::NOT_READY {
        session.context_failed(&stream.ctx, result, 0, 0);
    }
    result
}

/// Tells the client what was passed: one PROGRESS per stream, with the highest number.
fn tell(session: &Session, passed: Vec<Passed>) {
    let mut progress: Vec<(Arc<Stream>, u64)> = Vec::new();
    let watermark = session.outbound.watermark();
    for p in passed {
        let ctx = p.stream.ctx.id;
        match p.action {
            Action::Progress(_) | Action::Departed(_) => {
                if matches!(p.action, Action::Departed(_)) {
                    p.stream.ctx.departing.fetch_sub(1, Ordering::AcqRel);
                }
                match progress.iter_mut().find(|(s, _)| Arc::ptr_eq(s, &p.stream)) {
                    Some((_, seq)) => *seq = p.seq.max(*seq),
                    None => progress.push((p.stream, p.seq)),
                }
            }
            Action::Pull(xfer) if p.result.is_success() => {
                session.out.push(push::PULL, ctx, watermark, &[&xfer.to_le_bytes()]);
            }
            Action::Pull(xfer) => session.refuse_pull(ctx, xfer),
            Action::HostFn(id) if p.result.is_success() => {
                session.out.push(push::HOST_FN, ctx, watermark, &[&id.to_le_bytes()]);
            }
            Action::HostFn(id) => {
                session.end_host_fn(id);
            }
            Action::Deliver(_)
            | Action::Results(_)
            | Action::Collect(_)
            | Action::Chunk(..)
            | Action::Aside(_)
            | Action::Pieces(_) => {}
        }
    }
    for (stream, seq) in progress {
        tell_progress(session, &stream, seq);
    }
}

/// Tells the client that everything of a stream up to `seq` is complete.
pub(super) fn tell_progress(session: &Session, stream: &Stream, seq: u64) {
    let body = ops::Progress { ctx: stream.ctx.id.into(), stream: stream.id.into(), seq: seq.into() };
    session.out.push(push::PROGRESS, stream.ctx.id, session.outbound.watermark(), &[body.as_bytes()]);
}
