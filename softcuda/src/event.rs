//! Events: a captured point of a stream and the time at which it was reached.

use std::sync::Arc;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use parking_lot::Mutex;

use crate::error::{Error, Result};
use crate::handle::{Kind, Table};
use crate::op::Op;
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
    recorded: Mutex<Option<Point>>,
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
        EVENTS.insert_with(|handle| Self { handle, flags, owner, recorded: Mutex::new(None) })
    }

    /// The event of a handle.
    pub fn find(handle: u64) -> Result<Arc<Self>> {
        EVENTS.get(handle).ok_or(Error::InvalidHandle)
    }

    /// Captures the state of `stream`, which was entered if its room is limited; `before` are the dependencies that the record itself has.
    pub fn record(&self, stream: &Arc<Stream>, before: Vec<Op>) {
        let stamp = Arc::new(Stamp::default());
        let seq = stream.submit_entered(before.into_iter().chain([Op::Stamp(stamp.clone())]));
        *self.recorded.lock() = Some(Point { stream: stream.clone(), seq, stamp });
    }

    /// What the event stands for now; `None` when it was never recorded.
    pub fn point(&self) -> Option<Point> {
        self.recorded.lock().clone()
    }

    /// `Ok` when everything captured has completed, else [`Error::NotReady`] or the context's error.
    pub fn query(&self) -> Result {
        let Some(point) = self.point() else { return Ok(()) };
        if point.reached() { point.stream.fate.check() } else { Err(Error::NotReady) }
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
