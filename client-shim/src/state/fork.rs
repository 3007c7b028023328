//! What fork means: the child of a process that had called cuInit gets CUDA_ERROR_NOT_INITIALIZED from everything, as with any
//! driver; another child drops what it inherited and starts afresh.

use std::sync::Once;
use std::sync::atomic::{AtomicI32, Ordering};

use super::{Phase, phase, thread};
use crate::stats;

/// Descriptors of the session, which a child must not keep open: the pool takes a session for alive while one is. -1 = none.
static DESCRIPTORS: [AtomicI32; 8] = [const { AtomicI32::new(-1) }; 8];

/// Arranges for forks, once per process image.
pub(crate) fn arrange() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // SAFETY: the handler is async-signal-safe: it stores to atomics and closes descriptors.
        unsafe { libc::pthread_atfork(None, None, Some(in_child)) };
    });
}

/// Names the descriptors of the present session.
pub(crate) fn set_descriptors(descriptors: &[i32]) {
    for (place, fd) in DESCRIPTORS.iter().zip(descriptors.iter().chain(std::iter::repeat(&-1))) {
        place.store(*fd, Ordering::Relaxed);
    }
}

unsafe extern "C" fn in_child() {
    for place in &DESCRIPTORS {
        let fd = place.swap(-1, Ordering::Relaxed);
        if fd >= 0 {
            // SAFETY: the descriptor is the child's copy of the session's; its owner is leaked and never closes it.
            unsafe { libc::close(fd) };
        }
    }
    thread::forget();
    stats::forget();
    super::forget_session(after_fork(phase()));
}

/// The child's phase for the parent's.
fn after_fork(parent: Phase) -> Phase {
    match parent {
        Phase::Initialised | Phase::ForkedAway => Phase::ForkedAway,
        Phase::Fresh | Phase::Connected | Phase::Failed => Phase::Fresh,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_of_initialised_processes_stay_out() {
        let cases = [
            (Phase::Fresh, Phase::Fresh),
            (Phase::Connected, Phase::Fresh),
            (Phase::Failed, Phase::Fresh),
            (Phase::Initialised, Phase::ForkedAway),
            (Phase::ForkedAway, Phase::ForkedAway),
        ];
        for (parent, child) in cases {
            assert_eq!(after_fork(parent), child);
        }
    }
}
