//! Events: a captured point of a stream and the time at which it was reached.

use std::sync::Arc;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use parking_lot::Mutex;

use crate::context::owner_of;
use crate::error::{Error, Result};
use crate::handle::{Kind, Table};
use crate::ipc::record::SharedEvent;
use crate::op::Op;
use crate::poll::{self, Condition};
use crate::stream::Stream;

/// `CU_EVENT_DISABLE_TIMING`.
pub const DISABLE_TIMING: u32 = 2;
/// All flags that an event can be created with.
pub const VALID_FLAGS: u32 = 0x7;

/// All live events.
pub static EVENTS: Table<Event> = Table::new(Kind::Event);

/// One event.
pub struct Event {
    /// The `CUevent` value.
    pub handle: u64,
    /// Creation flags.
    pub flags: u32,
    /// Incarnation of the context that it was created in.
    pub owner: u64,
    recorded: Recorded,
}

/// Where an event was last recorded.
enum Recorded {
    /// In this process.
    Here(Mutex<Option<Point>>),
    /// In any process that has the event; records are queued in the order of their numbers.
    Anywhere(Arc<SharedEvent>, Mutex<()>),
}

/// A point of a stream.
#[derive(Clone)]
pub struct Point {
    /// The stream.
    pub stream: Arc<Stream>,
    /// Number of the operation.
    pub seq: u64,
    stamp: Arc<Stamp>,
}

/// The time at which a record operation ran, in nanoseconds since the first use of the clock.
#[derive(Default)]
pub struct Stamp(AtomicU64);

impl Stamp {
    pub(crate) fn set_now(&self) {
        self.0.store(now_ns(), Ordering::Release);
    }
}

fn now_ns() -> u64 {
    static ORIGIN: OnceLock<Instant> = OnceLock::new();
    ORIGIN.get_or_init(Instant::now).elapsed().as_nanos() as u64
}

impl Event {
    /// A new event that was never recorded.
    pub fn create(flags: u32, owner: u64) -> Arc<Self> {
        let recorded = Recorded::Here(Mutex::new(None));
        EVENTS.insert_with(|handle| Self { handle, flags, owner, recorded })
    }

    /// An event that other processes have as well.
    pub fn create_shared(flags: u32, owner: u64, shared: Arc<SharedEvent>) -> Arc<Self> {
        let recorded = Recorded::Anywhere(shared, Mutex::new(()));
        EVENTS.insert_with(|handle| Self { handle, flags, owner, recorded })
    }

    /// What other processes have of it.
    pub fn shared(&self) -> Option<&Arc<SharedEvent>> {
        match &self.recorded {
            Recorded::Here(_) => None,
            Recorded::Anywhere(shared, _) => Some(shared),
        }
    }

    /// The event of a handle.
    pub fn find(handle: u64) -> Result<Arc<Self>> {
        EVENTS.get(handle).ok_or(Error::InvalidHandle)
    }

    /// Captures the state of `stream`, which was entered if its room is limited; `before` are the dependencies that the record itself has.
    pub fn record(&self, stream: &Arc<Stream>, before: Vec<Op>) {
        match &self.recorded {
            Recorded::Here(recorded) => {
                let stamp = Arc::new(Stamp::default());
                let seq = stream.submit_entered(before.into_iter().chain([Op::Stamp(stamp.clone())]));
                *recorded.lock() = Some(Point { stream: stream.clone(), seq, stamp });
            }
            Recorded::Anywhere(shared, turn) => {
                let _turn = turn.lock();
                stream.submit_entered(before.into_iter().chain([Op::Reached(shared.record())]));
            }
        }
    }

    /// Where this process recorded the event; `None` when it never did, and for events of several processes.
    fn point(&self) -> Option<Point> {
        match &self.recorded {
            Recorded::Here(recorded) => recorded.lock().clone(),
            Recorded::Anywhere(..) => None,
        }
    }

    /// What a stream has to do to wait for what the event stands for now.
    pub fn wait_op(&self) -> Option<Op> {
        match &self.recorded {
            Recorded::Here(_) => {
                let point = self.point().filter(|point| !point.reached())?;
                Some(Op::After(point.stream, point.seq))
            }
            Recorded::Anywhere(shared, _) => {
                let latest = shared.latest();
                (!latest.is_over()).then_some(Op::Await(latest))
            }
        }
    }

    /// `Ok` when everything captured has completed, else [`Error::NotReady`] or the context's error.
    pub fn query(&self) -> Result {
        if let Recorded::Anywhere(shared, _) = &self.recorded {
            return if shared.latest().is_over() { Ok(()) } else { Err(Error::NotReady) };
        }
        let Some(point) = self.point() else { return Ok(()) };
        if point.reached() { point.stream.fate.check() } else { Err(Error::NotReady) }
    }

    /// Waits until everything captured has completed.
    pub fn synchronize(&self) -> Result {
        if let Recorded::Anywhere(shared, _) = &self.recorded {
            poll::wait(&Condition::Record(shared.latest()));
            return Ok(());
        }
        let Some(point) = self.point() else { return Ok(()) };
        point.stream.wait(point.seq);
        match owner_of(&point.stream) {
            Ok(live) => live.settle(),
            Err(_) => point.stream.fate.check(),
        }
    }

    /// Milliseconds from `self` to `end`.
    pub fn elapsed_until(&self, end: &Event) -> Result<f32> {
        if (self.flags | end.flags) & DISABLE_TIMING != 0 {
            return Err(Error::InvalidHandle);
        }
        let (Some(from), Some(to)) = (self.point(), end.point()) else { return Err(Error::InvalidHandle) };
        if !from.reached() || !to.reached() {
            return Err(Error::NotReady);
        }
        from.stream.fate.check()?;
        let (a, b) = (from.stamp.0.load(Ordering::Acquire), to.stamp.0.load(Ordering::Acquire));
        Ok((b as i64 - a as i64) as f32 / 1e6)
    }
}

impl Point {
    /// Whether the stream has come by.
    pub fn reached(&self) -> bool {
        self.stream.reached(self.seq)
    }
}
