//! Streams: ordered queues of operations that advance by a state machine.
//!
//! A stream owns no thread. Whoever completes its head operation (the caller that queued it, an engine
//! worker, a copy thread, the poller) runs the next ones, until one has to wait for somebody else. Each
//! operation has a sequence number; "this point of that stream" is a pair of stream and number, which is
//! what events, the legacy stream and host-side waits are made of. A dependency always names a number that
//! was handed out before, so that the graph of waits has no cycle.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use cuda_graph::capture::{Kind, Place};
use parking_lot::{Condvar, Mutex};

use crate::context::{self, Live};
use crate::error::{Error, Result};
use crate::gate::GATE;
use crate::op::{Op, Progress};
use crate::queue::{Room, Share};

/// How many launches a stream holds before the launching thread has to wait, as a real driver does.
pub const MAX_OUTSTANDING_LAUNCHES: u32 = 1024;

/// A thread that waited for room is woken when this much is left, so that it is not woken per launch.
const LAUNCHES_TO_WAKE_AT: u32 = MAX_OUTSTANDING_LAUNCHES - 64;

/// How long a waiting thread spins before it sleeps; a futex wake-up costs several microseconds.
const SPIN: Duration = Duration::from_micros(20);

/// The first error of a context that cannot be recovered from, shared by all its streams.
#[derive(Default)]
pub struct Fate(AtomicU32);

impl Fate {
    /// The sticky error, if there is one.
    pub fn check(&self) -> Result {
        match self.0.load(Ordering::Acquire) {
            0 => Ok(()),
            code => Err(Error::from_code(code)),
        }
    }

    /// Makes `error` the context's error unless it has one already.
    pub fn fail(&self, error: Error) {
        // The first error wins; that another one is there already is no failure.
        let _ = self.0.compare_exchange(0, error as u32, Ordering::AcqRel, Ordering::Acquire);
    }
}

/// One stream. Created through [`Live`], shared by handle tables, events and pending operations.
pub struct Stream {
    /// The `CUstream` value; 1 for the legacy stream.
    pub handle: u64,
    /// A number unique in the process (`cuStreamGetId`).
    pub id: u64,
    /// Creation flags (`CU_STREAM_NON_BLOCKING` = 1).
    pub flags: u32,
    /// Priority as given; it has no effect on the order of execution.
    pub priority: i32,
    /// Error state of the context.
    pub fate: Arc<Fate>,
    /// The context incarnation that owns the stream.
    pub owner: Weak<Live>,
    /// Its number.
    pub life: u64,
    /// The context's room for operations, where it is limited, and what the stream has of it.
    room: Option<Arc<Room>>,
    share: Share,
    destroyed: AtomicBool,
    submitted: AtomicU64,
    completed: AtomicU64,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    queue: VecDeque<Op>,
    /// Numbers of the operations that take room.
    entered: VecDeque<u64>,
    /// Somebody runs the head or waits for it; nobody else may touch the queue's front.
    active: bool,
    launches: u32,
    launch_sleepers: u32,
    /// Numbers that sleeping threads wait for.
    awaited: Vec<u64>,
    waiters: Vec<(u64, Arc<Stream>)>,
}

impl Stream {
    pub(crate) fn new(
        handle: u64,
        flags: u32,
        priority: i32,
        fate: Arc<Fate>,
        (owner, life): (Weak<Live>, u64),
        room: Option<Arc<Room>>,
    ) -> Self {
        static NEXT_ID: AtomicU64 = AtomicU64::new(1);
        Self {
            handle,
            id: NEXT_ID.fetch_add(1, Ordering::Relaxed),
            flags,
            priority,
            fate,
            owner,
            life,
            room,
            share: Share::default(),
            destroyed: AtomicBool::new(false),
            submitted: AtomicU64::new(0),
            completed: AtomicU64::new(0),
            state: Mutex::new(State::default()),
            changed: Condvar::new(),
        }
    }

    /// Number of the last operation that was queued.
    pub fn submitted(&self) -> u64 {
        self.submitted.load(Ordering::Acquire)
    }

    /// Whether the operation `seq` and all before it have completed.
    pub fn reached(&self, seq: u64) -> bool {
        self.completed.load(Ordering::Acquire) >= seq
    }

    /// Whether nothing is queued or running.
    pub fn idle(&self) -> bool {
        self.reached(self.submitted())
    }

    /// Where it stands for the rules of capture.
    pub fn place(&self) -> Place {
        let kind = match (self.handle, self.blocking()) {
            (context::LEGACY, _) => Kind::Legacy,
            (_, true) => Kind::Blocking,
            (_, false) => Kind::NonBlocking,
        };
        Place { stream: self.id, context: self.life, kind }
    }

    /// Whether the legacy stream and this one wait for each other.
    pub fn blocking(&self) -> bool {
        self.flags & 1 == 0
    }

    /// Marks the stream as destroyed by the program; queued work still runs.
    pub fn retire(&self) {
        self.destroyed.store(true, Ordering::Release);
    }

    /// Whether the stream was destroyed and its work is done.
    pub fn gone(&self) -> bool {
        self.destroyed.load(Ordering::Acquire) && self.idle()
    }

    /// Takes room for what [`Stream::submit_entered`] queues; waits until there is some.
    pub fn enter(&self) {
        if let Some(room) = &self.room {
            room.take(&self.share);
        }
    }

    /// Queues `ops` in order, without another thread's operation between them, and runs what can run.
    /// Returns the number of the last one.
    pub fn submit(self: &Arc<Self>, ops: impl IntoIterator<Item = Op>) -> u64 {
        self.queue(ops, false)
    }

    /// Like [`Stream::submit`] for what [`Stream::enter`] has made room for: one operation of the program.
    pub fn submit_entered(self: &Arc<Self>, ops: impl IntoIterator<Item = Op>) -> u64 {
        self.queue(ops, true)
    }

    fn queue(self: &Arc<Self>, ops: impl IntoIterator<Item = Op>, entered: bool) -> u64 {
        let mut state = self.state.lock();
        let mut seq = self.submitted();
        for op in ops {
            state.launches += u32::from(op.is_launch());
            state.queue.push_back(op);
            seq += 1;
        }
        if entered && self.room.is_some() {
            state.entered.push_back(seq);
        }
        self.submitted.store(seq, Ordering::Release);
        let start = !std::mem::replace(&mut state.active, true);
        drop(state);
        if start {
            drive(self.clone());
        }
        seq
    }

    /// Waits until the stream has room for another launch, unless [`Stream::enter`] decides about room.
    pub fn wait_for_launch_slot(&self) {
        if self.room.is_some() {
            return;
        }
        let mut state = self.state.lock();
        while state.launches >= MAX_OUTSTANDING_LAUNCHES {
            state.launch_sleepers += 1;
            self.changed.wait(&mut state);
            state.launch_sleepers -= 1;
        }
    }

    /// Blocks the calling thread until operation `seq` has completed.
    pub fn wait(&self, seq: u64) {
        if self.reached(seq) {
            return;
        }
        let start = Instant::now();
        while start.elapsed() < SPIN {
            for _ in 0..32 {
                if self.reached(seq) {
                    return;
                }
                std::hint::spin_loop();
            }
        }
        let mut state = self.state.lock();
        state.awaited.push(seq);
        while !self.reached(seq) {
            self.changed.wait(&mut state);
        }
        if let Some(at) = state.awaited.iter().position(|awaited| *awaited == seq) {
            state.awaited.swap_remove(at);
        }
    }

    /// Has `waiter` driven on when operation `seq` completes; false if it has completed already.
    pub(crate) fn notify_at(&self, seq: u64, waiter: &Arc<Stream>) -> bool {
        let mut state = self.state.lock();
        if self.reached(seq) {
            return false;
        }
        state.waiters.push((seq, waiter.clone()));
        true
    }

    /// Completes the head operation from outside (kernel done, copy done, value seen) and runs on.
    pub(crate) fn finish_head(self: Arc<Self>, was_launch: bool) {
        self.complete(was_launch);
        drive(self);
    }

    fn complete(&self, was_launch: bool) {
        let mut state = self.state.lock();
        let completed = self.completed.load(Ordering::Relaxed) + 1;
        self.completed.store(completed, Ordering::Release);
        state.launches -= u32::from(was_launch);
        if let (Some(room), Some(seq)) = (&self.room, state.entered.front())
            && *seq <= completed
        {
            state.entered.pop_front();
            room.give(&self.share, 1);
        }
        let room = state.launch_sleepers > 0 && state.launches <= LAUNCHES_TO_WAKE_AT;
        if room || state.awaited.iter().any(|seq| *seq <= completed) {
            self.changed.notify_all();
        }
        if state.waiters.is_empty() {
            return;
        }
        let (ready, waiting) = state.waiters.drain(..).partition(|(seq, _)| *seq <= completed);
        state.waiters = waiting;
        drop(state);
        let ready: Vec<(u64, Arc<Stream>)> = ready;
        for (_, stream) in ready {
            stream.complete(false);
            enqueue_ready(stream);
        }
    }

    /// Takes an operation back that cannot begin yet.
    fn put_back(&self, op: Op) {
        self.state.lock().queue.push_front(op);
    }

    fn next(&self) -> Option<Op> {
        let mut state = self.state.lock();
        let op = state.queue.pop_front();
        if op.is_none() {
            state.active = false;
        }
        op
    }
}

thread_local! {
    /// Streams to be run on by this thread; a list instead of recursion, however long the chain is.
    static READY: RefCell<(bool, VecDeque<Arc<Stream>>)> = const { RefCell::new((false, VecDeque::new())) };
}

fn enqueue_ready(stream: Arc<Stream>) {
    READY.with(|ready| ready.borrow_mut().1.push_back(stream));
}

/// Runs `stream`, and every stream that becomes ready by it, as far as they go.
pub(crate) fn drive(stream: Arc<Stream>) {
    enqueue_ready(stream);
    if READY.with(|ready| std::mem::replace(&mut ready.borrow_mut().0, true)) {
        return;
    }
    while let Some(stream) = READY.with(|ready| ready.borrow_mut().1.pop_front()) {
        run(stream);
    }
    READY.with(|ready| ready.borrow_mut().0 = false);
}

/// Runs operations from the head of the stream until one waits or the queue is empty.
fn run(stream: Arc<Stream>) {
    while let Some(op) = stream.next() {
        let entry = if op.writes() { GATE.enter() } else { None };
        if op.writes() && entry.is_none() {
            stream.put_back(op);
            GATE.hold(stream);
            return;
        }
        match op.execute(&stream, entry) {
            Progress::Done => stream.complete(false),
            Progress::Skipped => stream.complete(true),
            Progress::Pending => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::poll::{Test, WaitValue};
    use crate::queue::Depth;

    fn stream(room: &Arc<Room>) -> Arc<Stream> {
        Arc::new(Stream::new(0, 1, 0, Arc::default(), (Weak::new(), 0), Some(room.clone())))
    }

    /// Operations of a call each, until one waits; gives their number.
    fn fill(stream: &Arc<Stream>, most: u32) -> Arc<AtomicU32> {
        let (count, stream) = (Arc::new(AtomicU32::new(0)), stream.clone());
        let counter = count.clone();
        std::thread::spawn(move || {
            while counter.load(Ordering::Acquire) < most {
                stream.enter();
                stream.submit([Op::Nothing]);
                stream.submit_entered([Op::Nothing, Op::Nothing]);
                counter.fetch_add(1, Ordering::AcqRel);
            }
        });
        count
    }

    fn becomes(count: &AtomicU32, wanted: u32) {
        let begin = Instant::now();
        while count.load(Ordering::Acquire) != wanted {
            assert!(begin.elapsed() < Duration::from_secs(10), "{count:?} operations, not {wanted}");
            std::thread::sleep(Duration::from_millis(1));
        }
        // Nothing more comes.
        std::thread::sleep(Duration::from_millis(20));
        assert_eq!(count.load(Ordering::Acquire), wanted);
    }

    #[test]
    fn calls_wait_while_their_stream_or_context_is_full() {
        static WORD: AtomicU32 = AtomicU32::new(0);
        let held = || {
            let address = WORD.as_ptr().addr() as u64;
            Op::WaitValue(WaitValue { address, value: 1, wide: false, test: Test::GreaterOrEqual })
        };
        let room = Arc::new(Room::new(Depth { stream: 8, context: 12 }, false));
        let (a, b, c) = (stream(&room), stream(&room), stream(&room));
        for held_up in [&a, &b] {
            held_up.enter();
            held_up.submit_entered([held()]);
        }
        let in_a = fill(&a, 20);
        becomes(&in_a, 7);
        // Another stream has room, until the context is full.
        let in_b = fill(&b, 20);
        becomes(&in_b, 3);
        let in_c = fill(&c, 20);
        becomes(&in_c, 0);
        WORD.store(1, Ordering::Release);
        for count in [&in_a, &in_b, &in_c] {
            becomes(count, 20);
        }
    }
}
