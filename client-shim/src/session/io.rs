//! The session's one I/O thread: flushes what callers left in the queue, reads when nobody waits, and replaces broken connections.

use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};
use transport::line::{self, Line};

use super::Session;

/// Awake: it looks at the queue every [`TICK`].
const AWAKE: u8 = 0;
/// Resting for up to [`NAP`] because a waiting thread reads.
const NAPPING: u8 = 1;
/// Waiting for the connection to become readable.
const PARKED: u8 = 2;

/// Time between looks while there is traffic. A posted frame waits no longer than this (and the kernel's timer slack).
const TICK: Duration = Duration::from_micros(20);
/// Time without traffic after which the thread rests.
const QUIET: Duration = Duration::from_micros(300);
/// Rest while others read.
const NAP: Duration = Duration::from_millis(1);
/// Rest while nobody reads: the connection wakes it.
const PARK: Duration = Duration::from_millis(250);

/// Where the I/O thread is.
#[derive(Debug, Default)]
pub(super) struct IoState {
    state: AtomicU8,
    lock: Mutex<()>,
    wake: Condvar,
}

impl IoState {
    /// Makes sure that pending frames are sent soon.
    pub(super) fn flush_soon(&self, line: &Line) {
        match self.state.load(Ordering::SeqCst) {
            AWAKE => {}
            NAPPING => {
                drop(self.lock.lock());
                self.wake.notify_one();
            }
            _ => line.wire().wake(),
        }
    }

    /// Makes the thread look at the session's end, or at a broken connection.
    pub(super) fn rouse(&self, line: &Line) {
        drop(self.lock.lock());
        self.wake.notify_all();
        line.wire().wake();
    }
}

/// Starts the thread. It ends with the session.
pub(super) fn start(session: &Arc<Session>) -> std::io::Result<()> {
    let weak = Arc::downgrade(session);
    super::start::spawn("bifrost-io", move || run(&weak))
}

fn run(weak: &Weak<Session>) {
    // SAFETY: sets this thread's timer slack to 1 µs; no memory is involved.
    unsafe { libc::prctl(libc::PR_SET_TIMERSLACK, 1000u64, 0u64, 0u64, 0u64) };
    let mut last = Instant::now();
    let mut tended = last;
    while let Some(s) = weak.upgrade() {
        if s.lost().is_some() {
            return;
        }
        s.repair();
        if tended.elapsed() > line::LOOK {
            tended = Instant::now();
            s.tend();
        }
        if s.look() {
            last = Instant::now();
        }
        if last.elapsed() < QUIET {
            std::thread::sleep(TICK);
        } else {
            s.rest();
        }
    }
}

impl Session {
    /// Flushes what nobody else will send, reads if nobody else does; whether there was anything. Threads that make one call after the other do both
    /// themselves, and must not find this one in their way, nor keep it awake.
    fn look(&self) -> bool {
        let mut busy = self.tx.lock().has_unattended();
        if busy {
            self.flush();
        }
        if !self.waiters.anybody()
            && let Some(mut rx) = self.rx.try_lock()
        {
            busy |= self.read_available(&mut rx);
        }
        self.waiters.promote_one();
        busy
    }

    fn rest(&self) {
        let reading = self.waiters.anybody();
        let mut guard = self.io.lock.lock();
        self.io.state.store(if reading { NAPPING } else { PARKED }, Ordering::SeqCst);
        // A frame that was appended before the state changed did not wake us.
        if !self.tx.lock().has_unattended() && self.lost().is_none() {
            if reading {
                self.io.wake.wait_for(&mut guard, NAP);
            } else {
                drop(guard);
                // An error shows again, and is handled, when the connection is read.
                let _ = self.ordered.wire().wait_readable_or_wake(Some(PARK));
            }
        }
        self.io.state.store(AWAKE, Ordering::SeqCst);
    }
}
