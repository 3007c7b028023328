//! How far streams have come, and what is outstanding in them and in their contexts.
//!
//! A driver's call waits while its stream or context is full. Here the thread waits that makes the call, before anything is sent, so that no other
//! one is held up: see [`protocol::credits`].

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use cuda_abi::CUresult;
use parking_lot::Mutex;
use protocol::ops::{StreamId, op};
use zerocopy::IntoBytes;

use super::Session;

/// Progress of one stream, shared by the session (writer) and the shim's stream object (reader).
#[derive(Debug, Default)]
pub struct Progress {
    /// Number of the last frame posted to this stream.
    pub posted: AtomicU64,
    /// Every frame of the stream up to this number is complete *and* its host memory has arrived.
    pub done: AtomicU64,
    /// Credits of all operations posted so far; changes under the lock of the session's queue.
    spent: AtomicU64,
    /// Those of them that are known to have come back.
    returned: AtomicU64,
    /// Where credits can be seen to come back: frame, credits spent up to it. With its lock held `returned` grows.
    marks: Mutex<VecDeque<(u64, u64)>>,
    /// What its context has outstanding, if that is limited.
    context: OnceLock<Arc<Outstanding>>,
    /// Last frame of which the worker was asked to tell.
    asked: AtomicU64,
    /// The stream was destroyed: the session forgets it when all of it is complete.
    pub(super) ended: AtomicBool,
}

/// Credits that all streams of a context have outstanding.
#[derive(Debug, Default)]
pub(super) struct Outstanding(AtomicI64);

#[cfg(test)]
impl Outstanding {
    pub(super) fn count(&self) -> i64 {
        self.0.load(Ordering::Acquire)
    }
}

impl Progress {
    /// Notes that everything up to `seq` is complete.
    pub fn complete(&self, seq: u64) {
        self.done.fetch_max(seq, Ordering::AcqRel);
    }

    /// Whether everything posted is complete.
    pub fn idle(&self) -> bool {
        self.done.load(Ordering::Acquire) >= self.posted.load(Ordering::Acquire)
    }

    /// The stream counts in its context, too.
    pub(super) fn belongs_to(&self, context: &Arc<Outstanding>) {
        self.context.get_or_init(|| context.clone());
    }

    /// Notes that an operation was posted; under the queue's lock. `every`: credits between places where they can be seen to come back.
    pub(super) fn count(&self, seq: u64, cost: u64, every: u64) {
        self.posted.store(seq, Ordering::Release);
        if cost == 0 {
            return;
        }
        let before = self.spent.load(Ordering::Relaxed);
        let after = before + cost;
        self.spent.store(after, Ordering::Release);
        if let Some(context) = self.context.get() {
            context.0.fetch_add(cost as i64, Ordering::Relaxed);
        }
        if before / every != after / every {
            self.marks.lock().push_back((seq, after));
        }
    }

    fn outstanding(&self) -> u64 {
        self.spent.load(Ordering::Acquire).saturating_sub(self.returned.load(Ordering::Acquire))
    }

    /// Takes back the credits of what is known to be complete.
    pub(super) fn collect(&self) {
        let mut marks = self.marks.lock();
        // In this order: what was spent before the look is then covered by what was posted.
        let spent = self.spent.load(Ordering::Acquire);
        let posted = self.posted.load(Ordering::Acquire);
        let done = self.done.load(Ordering::Acquire);
        let before = self.returned.load(Ordering::Relaxed);
        let mut returned = before;
        while let Some((_, credits)) = marks.front().filter(|(seq, _)| *seq <= done) {
            returned = returned.max(*credits);
            marks.pop_front();
        }
        if done >= posted {
            returned = returned.max(spent);
        }
        self.returned.store(returned, Ordering::Release);
        if let Some(context) = self.context.get() {
            context.0.fetch_sub((returned - before) as i64, Ordering::AcqRel);
        }
    }
}

/// What is full.
enum Full {
    Stream,
    Context,
}

impl Session {
    /// Waits until the stream and its context have credit for an operation of this cost.
    pub fn wait_for_credit(&self, ctx: u32, progress: &Progress, cost: u64) -> Result<(), CUresult> {
        while let Some(full) = self.full(ctx, progress, cost) {
            if let Full::Context = full {
                self.ask_for_progress(ctx)?;
            }
            self.flush();
            self.wait_until(|| self.full(ctx, progress, cost).is_none())?;
        }
        Ok(())
    }

    /// Whether credits seem to be left, by a look that costs nothing.
    pub(super) fn has_credit(&self, progress: &Progress, cost: u64) -> bool {
        let context = progress.context.get();
        let in_context =
            context.is_none_or(|c| c.0.load(Ordering::Relaxed) + cost as i64 <= self.context_credits());
        progress.outstanding() + cost <= u64::from(self.credits.stream) && in_context
    }

    fn full(&self, ctx: u32, progress: &Progress, cost: u64) -> Option<Full> {
        if self.has_credit(progress, cost) {
            return None;
        }
        progress.collect();
        if progress.outstanding() + cost > u64::from(self.credits.stream) {
            return Some(Full::Stream);
        }
        if self.has_credit(progress, cost) {
            return None;
        }
        let streams = self.streams.read();
        streams.iter().filter(|((c, _), _)| *c == ctx).for_each(|(_, progress)| progress.collect());
        (!self.has_credit(progress, cost)).then_some(Full::Context)
    }

    fn context_credits(&self) -> i64 {
        i64::from(self.credits.context)
    }

    /// Has the worker tell of the streams of a context that have little outstanding, of which it would not tell unasked.
    fn ask_for_progress(&self, ctx: u32) -> Result<(), CUresult> {
        let busy = |(c, _): &(u32, u32), progress: &Progress| *c == ctx && !progress.idle();
        let streams: Vec<(u32, Arc<Progress>)> = {
            let streams = self.streams.read();
            streams.iter().filter(|(key, p)| busy(key, p)).map(|((_, id), p)| (*id, p.clone())).collect()
        };
        streams
            .iter()
            .filter(|(_, p)| !p.ended.load(Ordering::Relaxed))
            .try_for_each(|(id, p)| self.ask(ctx, *id, p))
    }

    /// Has the worker tell when a stream has passed all that was posted, once.
    pub fn ask(&self, ctx: u32, stream: u32, progress: &Progress) -> Result<(), CUresult> {
        let posted = progress.posted.load(Ordering::Acquire);
        if progress.asked.fetch_max(posted, Ordering::AcqRel) < posted {
            self.post(ctx, op::STREAM_MARK, &[StreamId { id: stream.into() }.as_bytes()])?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn credits_come_back_by_marks_and_when_the_stream_is_idle() {
        let context = Arc::new(Outstanding::default());
        let progress = Progress::default();
        progress.belongs_to(&context);
        let outstanding = |done: u64| {
            progress.complete(done);
            progress.collect();
            assert_eq!(context.0.load(Ordering::Relaxed), progress.outstanding() as i64);
            progress.outstanding()
        };
        // Frames 1 to 10, three credits each; marks where 8, 16, 24 are passed.
        (1..=10).for_each(|seq| progress.count(seq, 3, 8));
        progress.count(11, 0, 8);
        for (done, left) in [(0, 30), (2, 30), (3, 21), (7, 12), (8, 6), (10, 6), (11, 0)] {
            assert_eq!(outstanding(done), left, "after {done}");
        }
        progress.count(12, 1, 8);
        assert_eq!((outstanding(11), outstanding(12)), (1, 0));
    }
}
