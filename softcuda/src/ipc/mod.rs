//! Memory and events that several processes have (CUDA IPC).
//!
//! What is shared lies in a memory file of the process that exports it; allocations move there when a handle of them is asked for
//! the first time. A handle names the process and its descriptor, by which another process of the same user opens the file
//! through `/proc`, and proves with a secret, which the file holds as well, that it came from the exporter. Mappings outlive
//! the exporter's; a handle is good as long as the exporter keeps what it exported.

pub mod file;
pub mod memory;
pub mod record;
