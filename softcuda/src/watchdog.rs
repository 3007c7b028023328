//! The watchdog (`SOFTCUDA_WATCHDOG`): grids that run longer than allowed are stopped, and their contexts fail with
//! `CUDA_ERROR_LAUNCH_TIMEOUT`. One thread watches all; it starts with the first grid and sleeps while none runs.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};
use softcuda_simt::LaunchHandle;

use crate::thread;

/// How a grid and the watchdog know each other.
#[derive(Default)]
pub struct Watch {
    ended: AtomicBool,
    expired: AtomicBool,
}

impl Watch {
    /// The grid has ended: the watchdog may forget it.
    pub fn end(&self) {
        self.ended.store(true, Ordering::Release);
    }

    /// Whether the watchdog has stopped the grid.
    pub fn expired(&self) -> bool {
        self.expired.load(Ordering::Acquire)
    }
}

struct Watched {
    deadline: Instant,
    handle: LaunchHandle,
    watch: Arc<Watch>,
}

struct Watchdog {
    /// In order of deadlines, for the limit is the same for all.
    grids: Mutex<Vec<Watched>>,
    added: Condvar,
    started: AtomicBool,
}

static WATCHDOG: Watchdog =
    Watchdog { grids: Mutex::new(Vec::new()), added: Condvar::new(), started: AtomicBool::new(false) };

/// Has a grid stopped if it still runs after `limit`.
pub fn watch(handle: LaunchHandle, watch: Arc<Watch>, limit: Duration) {
    let deadline = Instant::now() + limit;
    WATCHDOG.grids.lock().push(Watched { deadline, handle, watch });
    if WATCHDOG.started.swap(true, Ordering::AcqRel) {
        WATCHDOG.added.notify_one();
        return;
    }
    thread::spawn("softcuda-watch", || WATCHDOG.run());
}

impl Watchdog {
    fn run(&self) {
        let mut grids = self.grids.lock();
        loop {
            grids.retain(|grid| !grid.watch.ended.load(Ordering::Acquire));
            let now = Instant::now();
            for grid in grids.iter().filter(|grid| grid.deadline <= now && !grid.watch.expired()) {
                grid.watch.expired.store(true, Ordering::Release);
                grid.handle.cancel();
            }
            match grids.iter().find(|grid| !grid.watch.expired()).map(|grid| grid.deadline) {
                Some(deadline) => {
                    self.added.wait_until(&mut grids, deadline);
                }
                None => self.added.wait(&mut grids),
            }
        }
    }
}
