//! What every exported function goes through: trace, initialisation check, and a wall against panics.

use std::panic::{AssertUnwindSafe, catch_unwind};

use cuda_abi::{CU_STREAM_LEGACY, CU_STREAM_PER_THREAD, CUresult, CUstream, PER_THREAD, id};
use cuda_contract::Trace;

use crate::driver::Driver;
use crate::error::Result;

static TRACE: Trace = Trace::new("SOFTCUDA_TRACE");

/// What the body of a function answers.
pub(crate) trait Outcome {
    /// As C gets it.
    fn code(self) -> CUresult;
}

impl Outcome for Result {
    fn code(self) -> CUresult {
        self.map_or_else(CUresult::from, |()| CUresult::SUCCESS)
    }
}

impl Outcome for cuda_graph::Answer {
    fn code(self) -> CUresult {
        self.into()
    }
}

/// Runs one call. A panic becomes `CUDA_ERROR_UNKNOWN`: nothing unwinds into C.
pub(crate) fn enter<const N: usize, R: Outcome>(
    id: u16,
    args: impl FnOnce() -> [u64; N],
    call: impl FnOnce() -> R,
) -> CUresult {
    let started = TRACE.start();
    let checked = || match if needs_init(id) { Driver::get().map(drop) } else { Ok(()) } {
        Ok(()) => call().code(),
        Err(error) => error.into(),
    };
    let result = catch_unwind(AssertUnwindSafe(checked)).unwrap_or(CUresult::UNKNOWN);
    if let Some(started) = started
        && let Some(function) = cuda_abi::function(id)
    {
        TRACE.finish(started, function, &args(), result);
    }
    result
}

/// Answers a function that the device does not implement, and logs its name once.
pub(crate) fn not_supported(id: u16) -> CUresult {
    let name = cuda_abi::function(id).map_or("unknown function", |function| function.symbol);
    cuda_contract::not_supported(name)
}

/// The stream that 0 means for the ordinary variant of a function.
pub(crate) fn stream_legacy(stream: CUstream) -> CUstream {
    if stream.is_null() { CU_STREAM_LEGACY } else { stream }
}

/// The stream that 0 means for the per-thread variant of a function.
pub(crate) fn stream_per_thread(stream: CUstream) -> CUstream {
    if stream.is_null() { CU_STREAM_PER_THREAD } else { stream }
}

/// Whether a function may only be called after `cuInit`.
fn needs_init(id: u16) -> bool {
    !matches!(
        id & !PER_THREAD,
        id::CU_INIT
            | id::CU_DRIVER_GET_VERSION
            | id::CU_GET_PROC_ADDRESS
            | id::CU_GET_PROC_ADDRESS_V2
            | id::CU_GET_EXPORT_TABLE
            | id::CU_GET_ERROR_NAME
            | id::CU_GET_ERROR_STRING
    )
}
