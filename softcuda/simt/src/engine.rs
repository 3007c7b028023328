//! Worker threads and grids.

use std::sync::Arc;
use std::sync::OnceLock;
use std::time::Instant;

use crate::fault::Fault;
use crate::memory::AddressSpace;
use crate::module::Kernel;

/// Where a kernel's `printf` text goes, and its failed assertions. Called from worker threads.
pub trait Sink: Send + Sync {
    /// Formatted bytes of one `printf` call of one thread.
    fn print(&self, text: &[u8]);
    /// The message of a failed device assertion (the grid then faults with [`crate::FaultKind::Assert`]).
    fn assertion(&self, text: &str);
}

/// A [`Sink`] that drops everything.
#[derive(Debug, Default)]
pub struct NullSink;

impl Sink for NullSink {
    fn print(&self, _text: &[u8]) {}
    fn assertion(&self, _text: &str) {}
}

/// How an [`Engine`] runs.
#[derive(Debug, Clone, Copy)]
pub struct EngineConfig {
    /// Number of worker threads, at least 1.
    pub workers: usize,
    /// Nanoseconds for `%globaltimer`.
    pub nanoseconds: fn() -> u64,
    /// Cycles for `%clock64`.
    pub cycles: fn() -> u64,
    /// What `%nsmid` says.
    pub multiprocessors: u32,
}

fn process_nanoseconds() -> u64 {
    static START: OnceLock<Instant> = OnceLock::new();
    // 2^64 ns are 584 years.
    START.get_or_init(Instant::now).elapsed().as_nanos() as u64
}

impl Default for EngineConfig {
    fn default() -> Self {
        let workers = std::thread::available_parallelism().map_or(1, |n| n.get());
        EngineConfig { workers, nanoseconds: process_nanoseconds, cycles: process_nanoseconds, multiprocessors: workers as u32 }
    }
}

/// One grid to run.
pub struct Launch {
    /// What to run.
    pub kernel: Arc<Kernel>,
    /// Blocks per grid dimension, each ≥ 1.
    pub grid: [u32; 3],
    /// Threads per block dimension, each ≥ 1.
    pub block: [u32; 3],
    /// Dynamic shared memory in bytes.
    pub dynamic_shared: u32,
    /// The parameter buffer, at least `kernel.param_bytes` long.
    pub params: Vec<u8>,
    /// The memory the grid sees.
    pub space: Arc<AddressSpace>,
    /// All blocks are resident at once (grid-wide barriers work).
    pub cooperative: bool,
    /// Receiver of printed text.
    pub sink: Arc<dyn Sink>,
    /// Called once, on a worker thread, when the last block has ended or the grid has faulted.
    pub done: Box<dyn FnOnce(Result<(), Fault>) + Send>,
}

/// A handle on a running grid.
#[derive(Debug, Clone)]
pub struct LaunchHandle {}

impl LaunchHandle {
    /// Stops the grid at its next scheduling point; its `done` is called with
    /// [`crate::FaultKind::Cancelled`]. No effect on a grid that has ended.
    pub fn cancel(&self) {}
}

/// The device's processors: runs grids concurrently on worker threads that start at the first launch.
#[derive(Debug)]
pub struct Engine {
    config: EngineConfig,
}

impl Engine {
    /// An engine; no thread is started yet.
    pub fn new(config: EngineConfig) -> Engine {
        Engine { config }
    }

    /// Starts a grid and returns at once.
    pub fn launch(&self, launch: Launch) -> LaunchHandle {
        let _ = (self.config.workers, launch);
        LaunchHandle {}
    }
}
