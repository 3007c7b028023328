//! Keeps what writes to device memory apart from moves of it.
//!
//! Memory that another process opens has to move into a file first ([`crate::ipc`]). Nothing may write to it between the copy of its
//! bytes and the change of its mapping, so the gate is closed for that time: operations that would begin are held back, those
//! that run are waited for. Streams that merely wait for something hold nobody up.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use parking_lot::{Condvar, Mutex};

use crate::stream::{self, Stream};

/// Set in the count of those inside while the gate is closed.
const CLOSED: u64 = 1 << 63;
/// A running kernel may wait for one that is held back: after this long, all go on for a while.
const PATIENCE: Duration = Duration::from_millis(100);
const PAUSE: Duration = Duration::from_millis(5);

/// The gate of the process.
pub static GATE: Gate = Gate {
    inside: AtomicU64::new(0),
    held: Mutex::new(Vec::new()),
    emptied: Condvar::new(),
    opened: Condvar::new(),
};

/// A gate.
pub struct Gate {
    inside: AtomicU64,
    /// Streams whose next operation is held back.
    held: Mutex<Vec<Arc<Stream>>>,
    emptied: Condvar,
    opened: Condvar,
}

/// Somebody writes to device memory until this is dropped.
pub struct Entry(&'static Gate);

impl Drop for Entry {
    fn drop(&mut self) {
        self.0.leave();
    }
}

impl Gate {
    /// Enters unless the gate is closed.
    pub fn enter(&'static self) -> Option<Entry> {
        let entry = Entry(self);
        (self.inside.fetch_add(1, Ordering::Acquire) & CLOSED == 0).then_some(entry)
    }

    /// Enters as soon as the gate is open: for threads of the program, which nothing inside waits for.
    pub fn wait(&'static self) -> Entry {
        loop {
            if let Some(entry) = self.enter() {
                return entry;
            }
            let mut held = self.held.lock();
            if self.closed() {
                self.opened.wait(&mut held);
            }
        }
    }

    /// Has `stream` run on when the gate is open.
    pub fn hold(&self, stream: Arc<Stream>) {
        let mut held = self.held.lock();
        if self.closed() {
            held.push(stream);
            return;
        }
        drop(held);
        stream::drive(stream);
    }

    /// Runs `work` while nothing writes.
    pub fn closed_for<R>(&self, work: impl FnOnce() -> R) -> R {
        static TURN: Mutex<()> = Mutex::new(());
        let _turn = TURN.lock();
        while !self.close() {
            self.open();
            std::thread::sleep(PAUSE);
        }
        let result = work();
        self.open();
        result
    }

    fn closed(&self) -> bool {
        self.inside.load(Ordering::Acquire) & CLOSED != 0
    }

    /// Closes the gate; whether it became empty in time.
    fn close(&self) -> bool {
        self.inside.fetch_or(CLOSED, Ordering::AcqRel);
        let mut held = self.held.lock();
        while self.inside.load(Ordering::Acquire) != CLOSED {
            if self.emptied.wait_for(&mut held, PATIENCE).timed_out() {
                return self.inside.load(Ordering::Acquire) == CLOSED;
            }
        }
        true
    }

    fn open(&self) {
        let held = {
            let mut held = self.held.lock();
            self.inside.fetch_and(!CLOSED, Ordering::AcqRel);
            self.opened.notify_all();
            std::mem::take(&mut *held)
        };
        held.into_iter().for_each(stream::drive);
    }

    fn leave(&self) {
        if self.inside.fetch_sub(1, Ordering::Release) == CLOSED | 1 {
            let _held = self.held.lock();
            self.emptied.notify_all();
        }
    }
}
