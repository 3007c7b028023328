//! Streams: what was posted to them, what is known to be complete.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Weak};

use cuda_abi::{CU_STREAM_NON_BLOCKING, CUresult, CUstream};
use cuda_graph::capture::{self, Kind, Place};
use parking_lot::Mutex;
use protocol::ops::{StreamCreate, StreamId, op};
use zerocopy::IntoBytes;

use super::context::{self, Context};
use super::{Global, thread};
use crate::handle;
use crate::session::{Progress, Wait};

/// What a stream is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// The legacy default stream of its context.
    Legacy,
    /// What CU_STREAM_PER_THREAD means for one thread and context.
    PerThread,
    /// Made by cuStreamCreate.
    Created,
}

/// A stream.
pub(crate) struct Stream {
    /// Id on the wire, unique in the session; 0 is the legacy stream of any context.
    pub(crate) id: u32,
    /// Its context.
    pub(crate) context: &'static Context,
    /// CUstream_flags.
    pub(crate) flags: u32,
    /// As given, clamped to the device's range.
    pub(crate) priority: i32,
    /// What it is for.
    pub(crate) role: Role,
    handle: usize,
    /// Shared with the session.
    pub(crate) progress: Arc<Progress>,
    /// Frame number up to which a thread of the program has waited. Unlike `progress.done` it does not depend on when completions
    /// arrive, so decisions on it give exact numbers of round trips.
    waited: AtomicU64,
    /// Last operation that writes memory which the host can see, or runs host code.
    host_visible: AtomicU64,
    destroyed: AtomicBool,
    /// What its operations wait for in other streams, oldest first.
    dependencies: Mutex<VecDeque<Dependency>>,
}

/// Dependencies that a stream remembers: of a program that never waits only the newest.
const DEPENDENCIES_MAX: usize = 256;

/// A wait for an event of another stream.
struct Dependency {
    /// Frame of the wait.
    at: u64,
    stream: Weak<Stream>,
    /// Frame of the event's record.
    seq: u64,
}

impl Stream {
    /// A stream that the worker is not told about yet.
    pub(crate) fn new(
        context: &'static Context,
        id: u32,
        flags: u32,
        priority: i32,
        role: Role,
        handle: usize,
    ) -> Stream {
        Stream {
            id,
            context,
            flags,
            priority,
            role,
            handle,
            progress: Arc::default(),
            waited: AtomicU64::new(0),
            host_visible: AtomicU64::new(0),
            destroyed: AtomicBool::new(false),
            dependencies: Mutex::default(),
        }
    }

    /// Tells session and worker of a new stream.
    pub(crate) fn create(self: &Arc<Self>, g: &Global) -> Result<(), CUresult> {
        g.session.register_stream(self.context.id, self.id, self.progress.clone());
        let request =
            StreamCreate { id: self.id.into(), flags: self.flags.into(), priority: self.priority.into() };
        g.session.post(self.context.id, op::STREAM_CREATE, &[request.as_bytes()])?;
        self.context.streams.lock().push(self.clone());
        Ok(())
    }

    /// Tells the worker that the stream is done with; what was posted to it is still executed.
    pub(crate) fn destroy(&self) {
        if self.destroyed.swap(true, Ordering::AcqRel) || !self.context.is_open() {
            return;
        }
        let Ok(g) = super::global() else { return };
        capture::forget_stream(self.number());
        let request = StreamId { id: self.id.into() };
        // The session being over makes the stream as gone as it can be.
        let _ = g.session.post(self.context.id, op::STREAM_DESTROY, &[request.as_bytes()]);
        g.session.end_stream(self.context.id, self.id);
        self.context.stream_destroyed();
    }

    /// Whether the stream was destroyed; its work may go on.
    pub(crate) fn is_destroyed(&self) -> bool {
        self.destroyed.load(Ordering::Acquire)
    }

    /// The stream is gone with its context.
    pub(crate) fn context_closed(&self, g: &Global) {
        self.progress.complete(self.posted());
        self.waited.fetch_max(self.posted(), Ordering::AcqRel);
        g.session.forget_stream(self.context.id, self.id);
        if self.role != Role::Legacy {
            self.destroyed.store(true, Ordering::Release);
        }
    }

    /// The handle that the program sees.
    pub(crate) fn raw(&self) -> CUstream {
        match self.role {
            Role::Legacy => cuda_abi::CU_STREAM_LEGACY,
            Role::PerThread => cuda_abi::CU_STREAM_PER_THREAD,
            Role::Created => handle::raw(self.handle),
        }
    }

    /// Where it stands for the rules of capture.
    pub(crate) fn place(&self) -> Place {
        let kind = match (self.role, self.flags & CU_STREAM_NON_BLOCKING) {
            (Role::Legacy, _) => Kind::Legacy,
            (_, 0) => Kind::Blocking,
            _ => Kind::NonBlocking,
        };
        Place { stream: self.number(), context: u64::from(self.context.id), kind }
    }

    /// A number that names the stream for the life of the process.
    pub(crate) fn number(&self) -> u64 {
        match self.role {
            Role::Legacy => u64::from(self.context.id) << 32,
            _ => u64::from(self.id),
        }
    }

    /// Number of the last frame posted to the stream.
    pub(crate) fn posted(&self) -> u64 {
        self.progress.posted.load(Ordering::Acquire)
    }

    /// Whether the program has waited for everything posted.
    pub(crate) fn all_waited(&self) -> bool {
        self.waited.load(Ordering::Acquire) >= self.posted()
    }

    /// Whether the program has waited for frame `seq`.
    pub(crate) fn waited_for(&self, seq: u64) -> bool {
        self.waited.load(Ordering::Acquire) >= seq
    }

    /// Whether frame `seq` is known to be complete, by a wait or by a push.
    pub(crate) fn passed(&self, seq: u64) -> bool {
        self.waited_for(seq) || self.progress.done.load(Ordering::Acquire) >= seq
    }

    /// The program has waited for the stream's operation `seq`, hence for all that it depends on: queries of that say so from now on.
    pub(crate) fn has_waited(&self, seq: u64) {
        let mut also = self.settle(seq);
        while let Some((stream, seq)) = also.pop() {
            also.extend(stream.settle(seq));
        }
    }

    /// Notes that operation `seq` and all before it are complete; returns operations of other streams that are complete by that.
    fn settle(&self, seq: u64) -> Vec<(Arc<Stream>, u64)> {
        if self.waited.fetch_max(seq, Ordering::AcqRel) >= seq {
            return Vec::new();
        }
        self.progress.complete(seq);
        let mut also = Vec::new();
        let mut dependencies = self.dependencies.lock();
        while dependencies.front().is_some_and(|d| d.at <= seq)
            && let Some(d) = dependencies.pop_front()
        {
            also.extend(d.stream.upgrade().map(|stream| (stream, d.seq)));
        }
        drop(dependencies);
        // Between the legacy stream and blocking ones the order is that of the frames.
        if self.role == Role::Legacy {
            also.extend(self.covered().filter(|s| s.id != self.id).map(|s| (s, seq)));
        } else if self.flags & CU_STREAM_NON_BLOCKING == 0 {
            let legacy = self.context.legacy();
            let last = legacy.posted();
            if last <= seq {
                also.push((legacy, last));
            } else {
                // `seq` is no operation of the legacy stream, so it says nothing about other streams.
                legacy.waited.fetch_max(seq, Ordering::AcqRel);
                legacy.progress.complete(seq);
            }
        }
        also
    }

    /// The stream's operation `at` waits for operation `seq` of another stream.
    pub(crate) fn depends_on(&self, at: u64, stream: &Arc<Stream>, seq: u64) {
        let mut dependencies = self.dependencies.lock();
        if dependencies.len() == DEPENDENCIES_MAX {
            dependencies.pop_front();
        }
        dependencies.push_back(Dependency { at, stream: Arc::downgrade(stream), seq });
    }

    /// Whether what comes now in the stream waits, by an event, for operation `seq` of another one.
    pub(crate) fn comes_after(&self, other: &Stream, seq: u64) -> bool {
        let waits =
            |d: &Dependency| d.seq >= seq && d.stream.upgrade().is_some_and(|s| std::ptr::eq(&*s, other));
        self.dependencies.lock().iter().any(waits)
    }

    /// Posts an operation in the stream; returns its frame number.
    pub(crate) fn post(&self, g: &Global, func: u16, parts: &[&[u8]]) -> Result<u64, CUresult> {
        self.post_with(g, func, parts, || ())
    }

    /// Like [`Stream::post`]; `then` does what the operation needs to be able to end.
    pub(crate) fn post_with(
        &self,
        g: &Global,
        func: u16,
        parts: &[&[u8]],
        then: impl FnOnce(),
    ) -> Result<u64, CUresult> {
        let seq = self.post_only(g, func, parts)?;
        then();
        self.after_post(g)?;
        Ok(seq)
    }

    /// Like [`Stream::post`] for what may end only by later calls of the same thread: never waited for.
    pub(crate) fn post_only(&self, g: &Global, func: u16, parts: &[&[u8]]) -> Result<u64, CUresult> {
        g.session.post_stream(self.context.id, &self.progress, func, parts)
    }

    /// Notes that a pageable transfer is under way in the stream, and has the worker tell when it is over.
    pub(crate) fn post_transfer(&self, g: &Global, cost: u64) -> Result<(), CUresult> {
        let request = StreamId { id: self.id.into() };
        let parts = [request.as_bytes()];
        g.session.post_counted(self.context.id, &self.progress, op::STREAM_MARK, &parts, cost)?;
        self.after_post(g)
    }

    /// What follows an operation of [`Stream::post_only`] once everything about it is noted.
    pub(crate) fn settled(&self, g: &Global) -> Result<(), CUresult> {
        self.after_post(g)
    }

    /// With `BIFROST_SYNC` every operation is waited for, so that errors come back from the call that caused them.
    fn after_post(&self, g: &Global) -> Result<(), CUresult> {
        if !g.every_call_waits {
            return Ok(());
        }
        self.synchronize(g)?;
        g.deferred(self.context)
    }

    /// Notes that the last operation posted writes host memory or runs host code.
    pub(crate) fn note_host_visible(&self, seq: u64) {
        self.host_visible.fetch_max(seq, Ordering::AcqRel);
    }

    /// Whether work that the program has not waited for may write memory that the host can see.
    pub(crate) fn host_visible_pending(&self) -> bool {
        self.covered().any(|s| !s.waited_for(s.host_visible.load(Ordering::Acquire)))
    }

    /// The streams whose earlier work a wait for this one includes: itself, for the legacy stream all blocking ones.
    fn covered(&self) -> impl Iterator<Item = Arc<Stream>> {
        let legacy = self.role == Role::Legacy;
        let id = self.id;
        let all = self.context.streams.lock();
        let covers = |s: &&Arc<Stream>| s.id == id || (legacy && s.flags & CU_STREAM_NON_BLOCKING == 0);
        let streams: Vec<_> = all.iter().filter(covers).cloned().collect();
        streams.into_iter()
    }

    /// Runs `wait`, which waits for the stream, and notes what is complete by it.
    pub(crate) fn covering<T>(&self, wait: impl FnOnce() -> Result<T, CUresult>) -> Result<T, CUresult> {
        if self.role != Role::Legacy {
            let posted = self.posted();
            let answer = wait()?;
            self.has_waited(posted);
            return Ok(answer);
        }
        let covered: Vec<_> = self.covered().map(|s| (s.posted(), s)).collect();
        let answer = wait()?;
        covered.iter().for_each(|(seq, s)| s.has_waited(*seq));
        Ok(answer)
    }

    /// cuStreamSynchronize: one round trip, or none if nothing was posted since a wait that covered all.
    pub(crate) fn synchronize(&self, g: &Global) -> Result<(), CUresult> {
        let done = if self.role == Role::Legacy {
            self.covered().all(|s| s.all_waited())
        } else {
            self.all_waited()
        };
        if done {
            crate::stats::answered_locally();
            return Ok(());
        }
        let request = StreamId { id: self.id.into() };
        self.covering(|| g.call(self.context.id, op::STREAM_SYNC, &[request.as_bytes()], Wait::RoundTrip))?;
        Ok(())
    }

    /// cuStreamQuery: never waits. Asks the worker to tell, once per last operation.
    pub(crate) fn query(&self, g: &Global) -> Result<(), CUresult> {
        g.session.pump();
        let pending: Vec<_> = self.covered().filter(|s| !s.passed(s.posted())).collect();
        if pending.is_empty() {
            // The program now knows, as after a wait.
            self.covered().for_each(|s| s.has_waited(s.posted()));
            crate::stats::answered_locally();
            return Ok(());
        }
        // Of a destroyed stream the worker tells all without being asked.
        let ask = |s: &Arc<Stream>| g.session.ask(s.context.id, s.id, &s.progress);
        pending.iter().filter(|s| !s.is_destroyed()).try_for_each(ask)?;
        g.session.flush();
        Err(CUresult::NOT_READY)
    }
}

/// The stream of a handle, in a context that is usable.
pub(crate) fn of_handle(g: &Global, handle: CUstream) -> Result<Arc<Stream>, CUresult> {
    match handle.addr() {
        0 | 1 => Ok(context::current()?.legacy()),
        2 => per_thread(g, context::current()?),
        _ => {
            let stream = g.streams.get(handle).ok_or(CUresult::INVALID_HANDLE)?;
            stream.context.check()?;
            Ok(stream)
        }
    }
}

/// The calling thread's own stream in a context: an ordinary blocking stream, made at first use.
fn per_thread(g: &Global, context: &'static Context) -> Result<Arc<Stream>, CUresult> {
    let mut own = thread::this().own_streams.borrow_mut();
    own.retain(|s| !s.is_destroyed());
    if let Some(stream) = own.iter().find(|s| s.context.id == context.id) {
        return Ok(stream.clone());
    }
    let stream = Arc::new(Stream::new(context, g.ids.next(), 0, 0, Role::PerThread, 2));
    stream.create(g)?;
    own.push(stream.clone());
    Ok(stream)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stream(context: &'static Context, id: u32, flags: u32) -> Arc<Stream> {
        let stream = Arc::new(Stream::new(context, id, flags, 0, Role::Created, 0));
        context.streams.lock().push(stream.clone());
        stream
    }

    #[test]
    fn a_wait_covers_what_its_stream_waited_for() {
        let context = Context::new(1, 0, true, 0, Vec::new());
        let [a, b, c] = [1, 2, 3].map(|id| stream(context, id, CU_STREAM_NON_BLOCKING));
        b.depends_on(10, &a, 5);
        b.depends_on(30, &a, 25);
        c.depends_on(20, &b, 15);
        c.has_waited(19);
        assert!(!b.waited_for(1));
        c.has_waited(20);
        assert!(b.waited_for(15) && a.waited_for(5));
        assert!(!b.waited_for(16) && !a.waited_for(6));
        b.has_waited(40);
        assert!(a.passed(25) && !a.passed(26));
    }

    #[test]
    fn blocking_streams_and_the_legacy_stream_cover_each_other() {
        let context = Context::new(1, 0, true, 0, Vec::new());
        let legacy = context.legacy();
        context.streams.lock().push(legacy.clone());
        let (a, b, free) =
            (stream(context, 1, 0), stream(context, 2, 0), stream(context, 3, CU_STREAM_NON_BLOCKING));
        legacy.progress.posted.store(8, Ordering::Release);
        a.has_waited(10);
        assert!(legacy.waited_for(8) && b.waited_for(8) && !b.waited_for(9) && !free.waited_for(1));
        // Posted after what was waited for: says nothing about b.
        legacy.progress.posted.store(30, Ordering::Release);
        a.has_waited(20);
        assert!(legacy.waited_for(20) && !legacy.waited_for(21) && !b.waited_for(9));
    }
}
