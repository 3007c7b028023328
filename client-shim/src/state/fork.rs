//! What fork means: the child of a process that had called cuInit gets CUDA_ERROR_NOT_INITIALIZED from everything, as with any
//! driver; another child drops what it inherited and starts afresh.

use std::ptr;
use std::sync::Once;
use std::sync::atomic::{AtomicPtr, Ordering};

use parking_lot::Mutex;
use transport::descriptor::Identity;

use super::{Phase, phase, thread};
use crate::stats;

/// Descriptors of the session, which a child must not keep open: the pool takes a session for alive while one is. Null or leaked: a child may be
/// reading it.
static DESCRIPTORS: AtomicPtr<Vec<Identity>> = AtomicPtr::new(ptr::null_mut());

/// Arranges for forks, once per process image.
pub(crate) fn arrange() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // SAFETY: the handler is async-signal-safe: it stores to atomics and closes descriptors.
        unsafe { libc::pthread_atfork(None, None, Some(in_child)) };
    });
}

/// Names the descriptors of the present session.
pub(crate) fn set_descriptors(descriptors: Vec<Identity>) {
    DESCRIPTORS.store(Box::into_raw(Box::new(descriptors)), Ordering::Release);
}

/// Names further descriptors of the present session; those that are closed by now are forgotten.
pub(crate) fn add_descriptors(more: impl Iterator<Item = Identity>) {
    static ADDING: Mutex<()> = Mutex::new(());
    let _adding = ADDING.lock();
    // SAFETY: null or leaked by `set_descriptors`, and never changed.
    let known = unsafe { DESCRIPTORS.load(Ordering::Acquire).as_ref() };
    let open = known.into_iter().flatten().filter(|d| d.holds()).copied();
    set_descriptors(open.chain(more).collect());
}

unsafe extern "C" fn in_child() {
    // SAFETY: null or leaked by `set_descriptors`, and never changed.
    let descriptors = unsafe { DESCRIPTORS.swap(ptr::null_mut(), Ordering::Acquire).as_ref() };
    // The program may have put files of its own in their place.
    for ours in descriptors.into_iter().flatten().filter(|d| d.holds()) {
        // SAFETY: the descriptor is the child's copy of the session's; its owner is leaked and never closes it.
        unsafe { libc::close(ours.fd()) };
    }
    thread::forget();
    crate::session::forget_places();
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
