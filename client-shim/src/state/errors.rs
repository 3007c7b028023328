//! Errors of posted calls, kept for the thread that made them.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use cuda_abi::CUresult;
use parking_lot::Mutex;

/// The first undelivered error of each thread.
#[derive(Default)]
pub(crate) struct Pending {
    threads: AtomicUsize,
    errors: Mutex<HashMap<u32, CUresult>>,
}

impl Pending {
    /// Keeps an error for a thread; the first one counts.
    pub(crate) fn add(&self, thread: u32, error: CUresult) {
        let mut errors = self.errors.lock();
        errors.entry(thread).or_insert(error);
        self.threads.store(errors.len(), Ordering::Release);
    }

    /// Drops the error of a thread that has ended.
    pub(crate) fn forget(&self, thread: u32) {
        // The answer is what is dropped.
        let _ = self.take(|| thread);
    }

    /// Takes the error of a thread. `thread` is called only if there is any error at all.
    pub(crate) fn take(&self, thread: impl FnOnce() -> u32) -> Result<(), CUresult> {
        if self.threads.load(Ordering::Acquire) == 0 {
            return Ok(());
        }
        let mut errors = self.errors.lock();
        let taken = errors.remove(&thread());
        self.threads.store(errors.len(), Ordering::Release);
        taken.map_or(Ok(()), Err)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_thread_gets_its_first_error_once() {
        let pending = Pending::default();
        pending.add(1, CUresult::INVALID_VALUE);
        pending.add(1, CUresult::INVALID_HANDLE);
        pending.add(2, CUresult::INVALID_IMAGE);
        for (thread, want) in
            [(3, Ok(())), (1, Err(CUresult::INVALID_VALUE)), (1, Ok(())), (2, Err(CUresult::INVALID_IMAGE))]
        {
            assert_eq!(pending.take(|| thread), want);
        }
        assert_eq!(pending.take(|| unreachable!("no error is left")), Ok(()));
        pending.add(4, CUresult::INVALID_VALUE);
        pending.forget(4);
        assert_eq!(pending.take(|| unreachable!("no error is left")), Ok(()));
    }
}
