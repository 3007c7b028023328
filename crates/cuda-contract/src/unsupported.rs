//! Telling once about what is not implemented.

use std::sync::atomic::{AtomicUsize, Ordering};

use cuda_abi::CUresult;

use crate::hooks;

/// Answers a call of a function that is not implemented: `CUDA_ERROR_NOT_SUPPORTED`. The library's log hears each name
/// once.
#[cold]
pub fn not_supported(function: &'static str) -> CUresult {
    static SEEN: OnceSet<1024> = OnceSet::new();
    if SEEN.insert(function.as_ptr().addr()) {
        hooks::log(&format!("{function} is not implemented"));
    }
    CUresult::NOT_SUPPORTED
}

/// Lines to stderr if an environment variable asks for them; what [`crate::Hooks::log`] usually forwards to.
pub struct Log {
    variable: &'static str,
    prefix: &'static str,
}

impl Log {
    /// A log that is on when `variable` is set to anything but nothing or `0`. Each line starts with `prefix`.
    pub const fn new(variable: &'static str, prefix: &'static str) -> Self {
        Log { variable, prefix }
    }

    /// Writes one line, if the log is on.
    pub fn line(&self, text: &str) {
        let asked = std::env::var_os(self.variable).is_some_and(|value| !value.is_empty() && value != "0");
        if asked {
            crate::trace::write_all(libc::STDERR_FILENO, &format!("{}: {text}\n", self.prefix));
        }
    }
}

/// A set of up to `N` non-zero keys that only grows; forgets what does not fit.
pub(crate) struct OnceSet<const N: usize> {
    keys: [AtomicUsize; N],
}

impl<const N: usize> OnceSet<N> {
    pub(crate) const fn new() -> Self {
        OnceSet { keys: [const { AtomicUsize::new(0) }; N] }
    }

    /// Adds a key and says whether it is new; false too if the set is full.
    pub(crate) fn insert(&self, key: usize) -> bool {
        for place in &self.keys {
            match place.compare_exchange(0, key, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => return true,
                Err(found) if found == key => return false,
                Err(_) => {}
            }
        }
        false
    }
}
