//! What every exported function does around its meaning: errno, panics, tracing, statistics.

use std::panic::{AssertUnwindSafe, catch_unwind};

use cuda_abi::{CU_STREAM_LEGACY, CU_STREAM_PER_THREAD, CUresult, CUstream, Function, PER_THREAD};
use cuda_contract::{Log, Trace};

use crate::state::thread;
use crate::stats;

static TRACE: Trace = Trace::new("BIFROST_TRACE");
static LOG: Log = Log::new("BIFROST_LOG", "bifrost");

/// Takes one line about something unusual; shown when `BIFROST_LOG` is set.
pub(crate) fn log(line: &str) {
    LOG.line(line);
}

/// Says one line to the user, whatever is set: only for what makes the program unable to run, and settings that mean nothing.
pub(crate) fn tell(line: &str) {
    use std::io::Write;
    // Nobody can be told that telling failed.
    let _ = writeln!(std::io::stderr(), "bifrost: {line}");
}

/// Runs the body of an exported function. `id` carries [`PER_THREAD`] for the per-thread variant; `args` are for the trace.
pub(crate) fn enter<const N: usize, R: Into<CUresult>>(
    id: u16,
    args: impl FnOnce() -> [u64; N],
    body: impl FnOnce() -> R,
) -> CUresult {
    // SAFETY: errno's location is valid for the calling thread.
    let errno = unsafe { *libc::__errno_location() };
    let wire_id = id & !PER_THREAD;
    let outer = thread::this().begin(wire_id);
    stats::called(wire_id);
    let started = TRACE.start();
    let result = match catch_unwind(AssertUnwindSafe(|| body().into())) {
        Ok(result) => result,
        // The panic's message is on stderr already.
        Err(_) => CUresult::UNKNOWN,
    };
    if let Some(started) = started
        && let Some(function) = cuda_abi::function(id)
        && !(result == CUresult::DEINITIALIZED && gives_back(function))
    {
        TRACE.finish(started, function, &args(), result);
    }
    stats::returned(wire_id, thread::this().end(outer));
    // SAFETY: as above.
    unsafe { *libc::__errno_location() = errno };
    result
}

/// Whether a function only gives something back. Runtimes call these when the process ends, after their driver has ended: that is no news.
fn gives_back(function: &Function) -> bool {
    ["Unload", "Release", "Destroy", "Free"].iter().any(|word| function.name.contains(word))
}

/// A function that is not implemented: refused, named once in the log.
pub(crate) fn not_supported(id: u16) -> CUresult {
    let symbol = cuda_abi::function(id).map_or("an unknown function", |f| f.symbol);
    enter(id, || [], || cuda_contract::not_supported(symbol))
}

/// The stream that a null handle means in the plain entry points.
pub(crate) fn stream_legacy(stream: CUstream) -> CUstream {
    if stream.is_null() { CU_STREAM_LEGACY } else { stream }
}

/// The stream that a null handle means in the `_ptsz` entry points.
pub(crate) fn stream_per_thread(stream: CUstream) -> CUstream {
    if stream.is_null() { CU_STREAM_PER_THREAD } else { stream }
}
