//! Ids on the wire: chosen here, never reused in a session.

use std::sync::atomic::{AtomicU32, Ordering};

/// A source of ids, from 1.
#[derive(Default)]
pub(crate) struct Ids(AtomicU32);

impl Ids {
    /// The next id.
    pub(crate) fn next(&self) -> u32 {
        self.0.fetch_add(1, Ordering::Relaxed) + 1
    }
}
