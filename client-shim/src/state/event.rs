//! Events: where they were last recorded.

use std::sync::Arc;

use cuda_abi::{CU_EVENT_INTERPROCESS, CUevent, CUresult};
use parking_lot::Mutex;
use protocol::ops::{EventId, StreamEvent, cost, op};
use zerocopy::IntoBytes;

use super::Global;
use super::context::Context;
use super::stream::Stream;
use crate::handle;
use crate::session::Wait;

/// An event.
pub(crate) struct Event {
    /// Id on the wire.
    pub(crate) id: u32,
    /// Its context.
    pub(crate) context: &'static Context,
    /// CUevent_flags.
    pub(crate) flags: u32,
    handle: usize,
    /// The stream of the last record and its frame number.
    recorded: Mutex<Option<(Arc<Stream>, u64)>>,
}

impl Event {
    pub(crate) fn new(id: u32, context: &'static Context, flags: u32, handle: usize) -> Event {
        Event { id, context, flags, handle, recorded: Mutex::new(None) }
    }

    /// The handle that the program sees.
    pub(crate) fn raw(&self) -> CUevent {
        handle::raw(self.handle)
    }

    /// Whether it was ever recorded.
    pub(crate) fn is_recorded(&self) -> bool {
        self.recorded.lock().is_some()
    }

    /// Whether other processes have it as well, who may record it, too: only the worker knows what it stands for.
    pub(crate) fn is_shared(&self) -> bool {
        self.flags & CU_EVENT_INTERPROCESS != 0
    }

    /// Returns when the worker has come by all that was posted: what another process does from now on comes later.
    fn in_order(&self, g: &Global) -> Result<(), CUresult> {
        match self.ask(g) {
            Err(CUresult::NOT_READY) => Ok(()),
            other => other,
        }
    }

    /// Asks the worker.
    fn ask(&self, g: &Global) -> Result<(), CUresult> {
        let request = EventId { id: self.id.into() };
        g.call(self.context.id, op::EVENT_QUERY, &[request.as_bytes()], Wait::RoundTrip).map(drop)
    }

    /// cuEventRecord.
    pub(crate) fn record(&self, g: &Global, stream: &Arc<Stream>, flags: u32) -> Result<(), CUresult> {
        let request = StreamEvent { stream: stream.id.into(), event: self.id.into(), flags: flags.into() };
        // Not under the lock: other threads may look at the event meanwhile.
        g.session.wait_for_credit(stream.context.id, &stream.progress, cost(op::EVENT_RECORD))?;
        // Held across the post, so that two threads leave the later record behind.
        let mut recorded = self.recorded.lock();
        let seq = stream.post(g, op::EVENT_RECORD, &[request.as_bytes()])?;
        *recorded = Some((stream.clone(), seq));
        drop(recorded);
        if self.is_shared() { self.in_order(g) } else { Ok(()) }
    }

    /// A launch of a graph, whose frame is `seq`, records the event.
    pub(crate) fn recorded_by(&self, stream: &Arc<Stream>, seq: u64) {
        *self.recorded.lock() = Some((stream.clone(), seq));
    }

    /// A launch of a graph, whose frame is `at`, waits for the event.
    pub(crate) fn held_up(&self, waiting: &Stream, at: u64) {
        if let Some((stream, seq)) = &*self.recorded.lock() {
            waiting.depends_on(at, stream, *seq);
        }
    }

    /// cuStreamWaitEvent: nothing to wait for unless it was recorded.
    pub(crate) fn hold_up(&self, g: &Global, waiting: &Stream, flags: u32) -> Result<(), CUresult> {
        let recorded = self.recorded.lock().clone();
        if recorded.is_none() && !self.is_shared() {
            return Ok(());
        }
        let request = StreamEvent { stream: waiting.id.into(), event: self.id.into(), flags: flags.into() };
        let at = waiting.post(g, op::STREAM_WAIT_EVENT, &[request.as_bytes()])?;
        if self.is_shared() {
            return self.in_order(g);
        }
        if let Some((stream, seq)) = recorded {
            waiting.depends_on(at, &stream, seq);
        }
        Ok(())
    }

    /// cuEventQuery: complete when its stream has passed the record.
    pub(crate) fn query(&self, g: &Global) -> Result<(), CUresult> {
        if self.is_shared() {
            return self.ask(g);
        }
        let Some((stream, seq)) = self.recorded.lock().clone() else { return Ok(()) };
        if !stream.passed(seq) {
            g.session.flush();
            g.session.pump();
        }
        if stream.passed(seq) {
            // The program now knows, as after a wait.
            stream.has_waited(seq);
            crate::stats::answered_locally();
            return Ok(());
        }
        Err(CUresult::NOT_READY)
    }

    /// cuEventSynchronize: one round trip, or none if a wait has covered the record.
    pub(crate) fn synchronize(&self, g: &Global) -> Result<(), CUresult> {
        let recorded = self.recorded.lock().clone().filter(|_| !self.is_shared());
        match &recorded {
            None if !self.is_shared() => return Ok(()),
            Some((stream, seq)) if stream.waited_for(*seq) => {
                crate::stats::answered_locally();
                return Ok(());
            }
            _ => {}
        }
        let request = EventId { id: self.id.into() };
        g.call(self.context.id, op::EVENT_SYNC, &[request.as_bytes()], Wait::RoundTrip)?;
        if let Some((stream, seq)) = recorded {
            stream.has_waited(seq);
        }
        Ok(())
    }
}
