//! The workers' queue of grids and their loop.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::grid::{Grid, Progress, Task};
use crate::exec::context::Context;
use crate::exec::cta::{Cta, CtaStop};
use crate::fault::{Fault, FaultKind};

/// A grid in the queue.
struct Entry {
    grid: Arc<Grid>,
    progress: Progress,
}

#[derive(Default)]
struct Queue {
    /// Grids take turns: the front one gives a block and goes to the back.
    entries: VecDeque<Entry>,
    /// Workers that wait for a change.
    asleep: usize,
    stop: bool,
}

/// What engine and workers share.
#[derive(Default)]
pub(super) struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a grid of so many blocks. No more workers are woken: one that finds nothing costs a small kernel as much as its work.
    pub(super) fn push(&self, grid: Arc<Grid>, progress: Progress, blocks: usize) {
        let mut queue = self.queue();
        queue.entries.push_back(Entry { grid, progress });
        let asleep = queue.asleep;
        drop(queue);
        (0..blocks.min(asleep)).for_each(|_| self.changed.notify_one());
    }

    /// Ends the workers once they hold no block; grids that remain are cancelled.
    pub(super) fn stop(&self) {
        let mut queue = self.queue();
        queue.stop = true;
        for entry in &queue.entries {
            entry.grid.cancelled.store(true, std::sync::atomic::Ordering::Relaxed);
        }
        drop(queue);
        self.changed.notify_all();
    }

    /// Wakes a worker to look at cancelled grids.
    pub(super) fn wake(&self) {
        // Taking the lock orders this after a worker's last look at the queue.
        drop(self.queue());
        self.changed.notify_all();
    }
}

impl Queue {
    /// The next task of the first grid that has one.
    fn take(&mut self) -> Option<(Arc<Grid>, Task)> {
        for _ in 0..self.entries.len() {
            let mut entry = self.entries.pop_front()?;
            let task = if entry.grid.is_cancelled() { None } else { entry.progress.take() };
            let grid = Arc::clone(&entry.grid);
            self.entries.push_back(entry);
            if let Some(task) = task {
                return Some((grid, task));
            }
        }
        None
    }

    /// The next task if it is this grid's turn and it has one.
    fn another_of(&mut self, grid: &Arc<Grid>) -> Option<Task> {
        let entry = self.entries.front_mut()?;
        if !Arc::ptr_eq(&entry.grid, grid) || grid.is_cancelled() {
            return None;
        }
        let task = entry.progress.take()?;
        self.entries.rotate_left(1);
        Some(task)
    }

    /// Removes the grids that have ended.
    fn finished(&mut self) -> Vec<(Arc<Grid>, Result<(), Fault>)> {
        let mut ended = Vec::new();
        self.entries.retain_mut(|entry| match entry.progress.outcome(&entry.grid) {
            Some(result) => {
                ended.push((Arc::clone(&entry.grid), result));
                false
            }
            None => true,
        });
        ended
    }

    fn progress(&mut self, grid: &Arc<Grid>) -> Option<&mut Progress> {
        self.entries.iter_mut().find(|e| Arc::ptr_eq(&e.grid, grid)).map(|e| &mut e.progress)
    }
}

/// A worker's life.
pub(super) fn work(shared: &Shared) {
    while let Some((grid, task)) = next(shared) {
        serve(shared, &grid, task);
    }
}

/// Works on a grid's blocks until it is another grid's turn, or the grid has nothing to do.
fn serve(shared: &Shared, grid: &Arc<Grid>, mut task: Task) {
    let mut context = Context::new(&grid.info);
    // The last block that ended, to be made into the next one.
    let mut spare = None;
    loop {
        let mut cta = match task {
            Task::Resume(cta) => cta,
            Task::Begin(number) => begin(grid, number, spare.take()),
        };
        let stop = run(&mut context, &mut cta);
        let mut queue = shared.queue();
        let alone = queue.entries.len() == 1;
        if let Some(progress) = queue.progress(grid) {
            match stop {
                CtaStop::Done => {
                    progress.ended();
                    spare = Some(cta);
                }
                CtaStop::Fuel { polling } => {
                    progress.set_aside(cta, polling);
                    if polling && alone {
                        // Only waiting is left to do: let the host's threads run.
                        drop(queue);
                        std::thread::yield_now();
                        queue = shared.queue();
                    }
                }
                CtaStop::Fault(fault) => progress.failed(*fault),
            }
        }
        let Some(another) = queue.another_of(grid) else { return };
        task = another;
    }
}

/// Waits for a task; finishes grids on the way. None when the engine stops.
fn next(shared: &Shared) -> Option<(Arc<Grid>, Task)> {
    let mut queue = shared.queue();
    loop {
        let ended = queue.finished();
        if !ended.is_empty() {
            drop(queue);
            for (grid, result) in ended {
                grid.finish(result);
            }
            queue = shared.queue();
            continue;
        }
        if let Some(found) = queue.take() {
            return Some(found);
        }
        if queue.stop && queue.entries.is_empty() {
            return None;
        }
        queue.asleep += 1;
        queue = shared.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
        queue.asleep -= 1;
    }
}

fn begin(grid: &Grid, number: u64, spare: Option<Box<Cta>>) -> Box<Cta> {
    let [gx, gy, _] = grid.info.grid.map(u64::from);
    // Each coordinate is below its grid dimension, a u32.
    let ctaid = [(number % gx) as u32, (number / gx % gy) as u32, (number / gx / gy) as u32];
    match spare {
        Some(mut cta) => {
            cta.reset(&grid.info, ctaid);
            cta
        }
        None => Box::new(Cta::new(&grid.info, ctaid)),
    }
}

/// One slice of a block. A panic is a bug of the interpreter: it ends the grid, not the process.
fn run(context: &mut Context, cta: &mut Cta) -> CtaStop {
    let slice = catch_unwind(AssertUnwindSafe(|| cta.run(context)));
    slice.unwrap_or_else(|_| {
        let detail = "internal error of the interpreter".into();
        let kernel = context.info.kernel.clone();
        let kind = FaultKind::LaunchFailure;
        CtaStop::Fault(Box::new(Fault { kind, kernel, ctaid: cta.ctaid, tid: [0; 3], address: None, detail }))
    })
}
