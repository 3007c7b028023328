//! Room for operations: a real driver's calls wait while a stream, or all streams of a context, hold as many as they take.
//!
//! `SOFTCUDA_QUEUE_DEPTH` asks for that; without it only launches are limited ([`crate::stream::MAX_OUTSTANDING_LAUNCHES`]).

use std::sync::atomic::{AtomicU32, Ordering};

use parking_lot::{Condvar, Mutex};

/// How many operations fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Depth {
    /// Into a stream.
    pub stream: u32,
    /// Into all streams of a context.
    pub context: u32,
}

/// The room of a context.
pub struct Room {
    depth: Depth,
    /// Operations in all streams.
    taken: Mutex<u32>,
    changed: Condvar,
    /// Whether calls that wait are told on standard error.
    tell: bool,
}

/// What a stream has of it; changes only while the room's lock is held.
#[derive(Default)]
pub struct Share(AtomicU32);

impl Room {
    /// Nothing is taken.
    pub fn new(depth: Depth, tell: bool) -> Self {
        Self { depth, taken: Mutex::new(0), changed: Condvar::new(), tell }
    }

    /// Takes room for an operation; waits until there is some.
    pub fn take(&self, share: &Share) {
        let full =
            |taken: u32| taken >= self.depth.context || share.0.load(Ordering::Relaxed) >= self.depth.stream;
        let mut taken = self.taken.lock();
        if self.tell && full(*taken) {
            eprintln!("softcuda: a call of thread `{}` waits for room in its stream", thread_name());
        }
        while full(*taken) {
            self.changed.wait(&mut taken);
        }
        *taken += 1;
        share.0.fetch_add(1, Ordering::Relaxed);
    }

    /// Gives back the room of operations that have completed.
    pub fn give(&self, share: &Share, count: u32) {
        let mut taken = self.taken.lock();
        *taken -= count;
        share.0.fetch_sub(count, Ordering::Relaxed);
        self.changed.notify_all();
    }
}

/// The calling thread's name as the system knows it: the program's runtime may be another one than ours.
fn thread_name() -> String {
    let mut name = [0u8; 16];
    // SAFETY: writes at most 16 bytes, of which the last is NUL.
    unsafe { libc::prctl(libc::PR_GET_NAME, name.as_mut_ptr()) };
    let end = name.iter().position(|byte| *byte == 0).unwrap_or(name.len());
    String::from_utf8_lossy(&name[..end]).into_owned()
}
