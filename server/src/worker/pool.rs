//! Helper threads: they do what may block, so that the executor never does.

use std::collections::VecDeque;
use std::sync::Arc;

use parking_lot::{Condvar, Mutex};

use super::caller::Job;
use super::session::Session;

/// Most helper threads of a session; more jobs than that wait. Far above the number of client threads that block at once.
const THREADS_MAX: usize = 1024;

#[derive(Default)]
struct State {
    jobs: VecDeque<Job>,
    idle: usize,
    threads: usize,
    closed: bool,
}

/// Cached helper threads, started on demand.
#[derive(Default)]
pub struct Pool {
    state: Mutex<State>,
    wake: Condvar,
}

impl Pool {
    /// Runs `job` on a helper thread.
    pub fn spawn(&self, session: &Arc<Session>, job: Job) {
        let mut state = self.state.lock();
        if state.closed {
            return;
        }
        state.jobs.push_back(job);
        if state.idle >= state.jobs.len() {
            drop(state);
            self.wake.notify_one();
            return;
        }
        if state.threads >= THREADS_MAX {
            return;
        }
        state.threads += 1;
        drop(state);
        let own = session.clone();
        let started =
            std::thread::Builder::new().name("helper".into()).spawn(move || own.clone().pool.work(&own));
        if started.is_err() {
            // The job stays queued for the threads that exist; without any the session cannot go on.
            let mut state = self.state.lock();
            state.threads -= 1;
            if state.threads == 0 {
                drop(state);
                session.close("no helper thread could be started");
            }
        }
    }

    fn work(&self, session: &Arc<Session>) {
        session.lib.relax();
        let mut state = self.state.lock();
        loop {
            if state.closed {
                return;
            }
            if let Some(job) = state.jobs.pop_front() {
                drop(state);
                job(session);
                state = self.state.lock();
                continue;
            }
            state.idle += 1;
            self.wake.wait(&mut state);
            state.idle -= 1;
        }
    }

    /// Drops queued jobs and lets idle threads end.
    pub fn close(&self) {
        let mut state = self.state.lock();
        state.closed = true;
        let jobs = std::mem::take(&mut state.jobs);
        drop(state);
        drop(jobs);
        self.wake.notify_all();
    }
}
