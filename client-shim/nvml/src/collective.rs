//! What NCCL asks for first, and what its user is told.

use std::io::Write;
use std::sync::Once;

/// Said once a process. NCCL's kernels wait for each other in host memory and in other GPUs' memory, and see nothing of that through a pool: refused
/// at its start, it fails there instead of hanging later.
const LINE: &[u8] = b"bifrost: NCCL is not supported: ranks do not reach each other's GPUs through a pool; use the backend gloo \
(torch.distributed: backend=\"gloo\"), or one rank without NCCL\n";

/// NCCL asks this of all GPUs before it does anything else with them, and fails when it is refused.
const FIRST: &str = "nvmlDeviceGetP2PStatus";

static TOLD: Once = Once::new();

/// Explains the refusal of a function, where it is NCCL that asks.
pub(crate) fn explain(function: &str) {
    if function == FIRST && has_nccl() {
        // Nobody can be told that telling failed.
        TOLD.call_once(|| drop(std::io::stderr().write_all(LINE)));
    }
}

/// Whether this process has NCCL loaded.
fn has_nccl() -> bool {
    // SAFETY: a NUL-terminated name; nothing is loaded that is not there.
    let found = unsafe { libc::dlopen(c"libnccl.so.2".as_ptr(), libc::RTLD_NOW | libc::RTLD_NOLOAD) };
    if found.is_null() {
        return false;
    }
    // SAFETY: a handle from dlopen, given back once.
    unsafe { libc::dlclose(found) };
    true
}
