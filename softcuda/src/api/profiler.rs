//! The profiler's switches: there is no profiler, so that they change nothing.

use crate::context::current;
use crate::error::Result;

pub(crate) unsafe fn cu_profiler_start() -> Result {
    current::healthy().map(|_| ())
}

pub(crate) unsafe fn cu_profiler_stop() -> Result {
    current::healthy().map(|_| ())
}
