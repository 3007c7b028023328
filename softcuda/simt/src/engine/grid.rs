//! A running grid: which blocks have begun, which are set aside, how it ends.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use super::workspace::Workspace;
use crate::exec::context::GridInfo;
use crate::exec::cta::Cta;
use crate::fault::{Fault, FaultKind};
use crate::memory::LaunchGuard;

/// What the launcher is told at the end.
pub(super) type Done = Box<dyn FnOnce(Result<(), Fault>) + Send>;

/// What is let go when a grid ends.
struct Ending {
    done: Done,
    workspace: Option<Workspace>,
    guard: LaunchGuard,
}

/// A grid as the workers share it.
pub(super) struct Grid {
    pub(super) info: GridInfo,
    pub(super) cancelled: AtomicBool,
    ending: Mutex<Option<Ending>>,
}

impl Grid {
    pub(super) fn new(info: GridInfo, done: Done, workspace: Option<Workspace>, guard: LaunchGuard) -> Grid {
        let ending = Mutex::new(Some(Ending { done, workspace, guard }));
        Grid { info, cancelled: AtomicBool::new(false), ending }
    }

    pub(super) fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// Tells the launcher; memory that was freed meanwhile is released first.
    pub(super) fn finish(&self, result: Result<(), Fault>) {
        let ending = self.ending.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(Ending { done, workspace, guard }) = ending {
            drop(workspace);
            drop(guard);
            done(result);
        }
    }

    fn cancellation(&self) -> Fault {
        let detail = "the grid was cancelled".into();
        Fault {
            kind: FaultKind::Cancelled,
            kernel: self.info.kernel.clone(),
            ctaid: [0; 3],
            tid: [0; 3],
            address: None,
            detail,
        }
    }
}

/// The scheduler's part of a grid, under its lock.
pub(super) struct Progress {
    /// Linear number of the next block to begin, and how many there are.
    next: u64,
    total: u64,
    /// Blocks that workers hold now.
    running: usize,
    /// Blocks set aside, oldest first.
    aside: VecDeque<Box<Cta>>,
    /// Most blocks that may have begun and not ended. Grows when all of them only wait.
    limit: usize,
    /// Slices that ended in polling, and in work, since a block ended or the limit grew.
    polls: usize,
    slices: usize,
    /// The next block comes from those set aside, if there is a choice.
    prefer_aside: bool,
    fault: Option<Fault>,
}

/// What a worker may do for a grid.
pub(super) enum Task {
    /// Begin the block of this linear number.
    Begin(u64),
    /// Go on with this one.
    Resume(Box<Cta>),
}

impl Progress {
    pub(super) fn new(total: u64, workers: usize, cooperative: bool) -> Progress {
        let limit = if cooperative { usize::MAX } else { workers.max(2) };
        Progress {
            next: 0,
            total,
            running: 0,
            aside: VecDeque::new(),
            limit,
            polls: 0,
            slices: 0,
            prefer_aside: true,
            fault: None,
        }
    }

    /// Something for a worker to do.
    pub(super) fn take(&mut self) -> Option<Task> {
        let may_begin = self.next < self.total && self.running + self.aside.len() < self.limit;
        let from_aside = !self.aside.is_empty() && (self.prefer_aside || !may_begin);
        let task = if from_aside {
            Task::Resume(self.aside.pop_front()?)
        } else if may_begin {
            self.next += 1;
            Task::Begin(self.next - 1)
        } else {
            return None;
        };
        self.prefer_aside = !from_aside;
        self.running += 1;
        Some(task)
    }

    /// A block has ended.
    pub(super) fn ended(&mut self) {
        self.running -= 1;
        self.polls = 0;
        self.slices = 0;
    }

    /// A block's slice is over; it goes on later.
    pub(super) fn set_aside(&mut self, cta: Box<Cta>, polling: bool) {
        self.running -= 1;
        self.aside.push_back(cta);
        self.slices += 1;
        self.polls += usize::from(polling);
        // All begun blocks wait, perhaps for one that has not begun: let more begin. The slower rule catches waiting
        // that does not look like it.
        if self.polls > self.limit.saturating_mul(2) {
            self.limit = self.limit.saturating_mul(2);
            self.polls = 0;
        } else if self.slices > self.limit.saturating_mul(64) {
            self.limit = self.limit.saturating_add(1);
            self.slices = 0;
        }
    }

    /// A block has stopped the grid.
    pub(super) fn failed(&mut self, fault: Fault) {
        self.running -= 1;
        self.fault.get_or_insert(fault);
        self.stop();
    }

    fn stop(&mut self) {
        self.next = self.total;
        self.aside.clear();
    }

    /// The grid's result once nothing of it runs or will run.
    pub(super) fn outcome(&mut self, grid: &Grid) -> Option<Result<(), Fault>> {
        if grid.is_cancelled() && (self.next < self.total || !self.aside.is_empty() || self.running > 0) {
            self.fault.get_or_insert_with(|| grid.cancellation());
        }
        if self.fault.is_some() {
            self.stop();
        }
        if self.running > 0 || self.next < self.total || !self.aside.is_empty() {
            return None;
        }
        Some(self.fault.take().map_or(Ok(()), Err))
    }
}
