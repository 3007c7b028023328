//! Worker threads and grids.

mod grid;
mod worker;
mod workspace;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::JoinHandle;
use std::time::Instant;

use softcuda_ptx::SpecialReg;

use self::grid::{Grid, Progress};
use self::worker::{Shared, work};
use self::workspace::Workspace;
use crate::exec::context::GridInfo;
use crate::exec::convoy;
pub use crate::exec::level::Level;
use crate::fault::{Fault, FaultKind};
use crate::memory::AddressSpace;
use crate::module::Kernel;
use crate::ops::memory::parameter_value;
use crate::wir::{Fill, Program, Value};

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
    /// Run the warps of a block together while they are at the same instruction: faster, and of no other effect.
    pub convoys: bool,
}

fn process_nanoseconds() -> u64 {
    static START: OnceLock<Instant> = OnceLock::new();
    // 2^64 ns are 584 years.
    START.get_or_init(Instant::now).elapsed().as_nanos() as u64
}

impl Default for EngineConfig {
    fn default() -> Self {
        let workers = std::thread::available_parallelism().map_or(1, |n| n.get());
        EngineConfig {
            workers,
            nanoseconds: process_nanoseconds,
            cycles: process_nanoseconds,
            multiprocessors: workers as u32,
            convoys: true,
        }
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
#[derive(Clone)]
pub struct LaunchHandle {
    grid: Option<Arc<Grid>>,
    shared: Arc<Shared>,
}

impl LaunchHandle {
    /// Stops the grid at its next scheduling point; its `done` is called with [`FaultKind::Cancelled`]. No effect on a
    /// grid that has ended.
    pub fn cancel(&self) {
        if let Some(grid) = &self.grid {
            grid.cancelled.store(true, Ordering::Relaxed);
            self.shared.wake();
        }
    }
}

/// The device's processors: runs grids concurrently on worker threads that start at the first launch.
///
/// Blocks are taken in linear order. A block is data: one that has used its slice is set aside and others, of any grid, get
/// their turn, so a kernel that polls memory never blocks another one.
pub struct Engine {
    config: EngineConfig,
    level: Level,
    shared: Arc<Shared>,
    threads: Mutex<Vec<JoinHandle<()>>>,
    launches: AtomicU64,
}

impl Engine {
    /// An engine; no thread is started yet.
    pub fn new(config: EngineConfig) -> Engine {
        Engine::with_level(config, Level::detect())
    }

    /// An engine that uses at most the given instruction-set level: for tests that compare levels.
    pub fn with_level(config: EngineConfig, level: Level) -> Engine {
        let level = if level as u8 <= Level::detect() as u8 { level } else { Level::detect() };
        let shared = Arc::new(Shared::default());
        Engine { config, level, shared, threads: Mutex::new(Vec::new()), launches: AtomicU64::new(0) }
    }

    /// Starts a grid and returns at once. If the kernel's body cannot be lowered, or no thread can be started, `done` is called
    /// here with the fault.
    pub fn launch(&self, launch: Launch) -> LaunchHandle {
        let handle = |grid| LaunchHandle { grid, shared: Arc::clone(&self.shared) };
        let started = self.start_workers();
        let program = launch.kernel.program();
        let fault = |kind, detail: String| {
            let kernel = launch.kernel.name.clone();
            Err(Fault { kind, kernel, ctaid: [0; 3], tid: [0; 3], address: None, detail })
        };
        let program = match (started, program) {
            (Ok(()), Ok(program)) => program,
            (Err(error), _) => {
                let result = fault(FaultKind::LaunchFailure, format!("no worker thread: {error}"));
                (launch.done)(result);
                return handle(None);
            }
            (_, Err(error)) => {
                let result = fault(FaultKind::IllegalInstruction, error.to_string());
                (launch.done)(result);
                return handle(None);
            }
        };
        let workspace = match Workspace::of(&launch.space, &program, launch.cooperative) {
            Ok(workspace) => workspace,
            Err(error) => {
                let result =
                    fault(FaultKind::LaunchFailure, format!("no memory for grid-wide barriers: {error}"));
                (launch.done)(result);
                return handle(None);
            }
        };
        let guard = launch.space.begin_launch();
        let mut params = launch.params;
        params.resize(params.len().max(launch.kernel.param_bytes as usize), 0);
        let block = launch.block.map(|n| n.max(1));
        let total = launch.grid.iter().map(|&n| u64::from(n)).product();
        let fills = fills(&program, &params, launch.grid, block);
        let mut info = GridInfo {
            kernel: launch.kernel.name.clone(),
            program,
            fills,
            slots: None,
            grid: launch.grid,
            block,
            dynamic_shared: launch.dynamic_shared,
            params,
            space: launch.space,
            sink: launch.sink,
            config: self.config,
            level: self.level,
            workspace: workspace.as_ref().map_or(0, Workspace::address),
            id: self.launches.fetch_add(1, Ordering::Relaxed),
        };
        info.slots = convoy::slots(&info);
        let grid = Arc::new(Grid::new(info, launch.done, workspace, guard));
        let progress = Progress::new(total, self.config.workers, launch.cooperative);
        self.shared.push(Arc::clone(&grid), progress, usize::try_from(total).unwrap_or(usize::MAX));
        handle(Some(grid))
    }

    fn start_workers(&self) -> std::io::Result<()> {
        let mut threads = self.threads.lock().unwrap_or_else(PoisonError::into_inner);
        while threads.len() < self.config.workers.max(1) {
            let shared = Arc::clone(&self.shared);
            let name = format!("softcuda-{}", threads.len());
            let started = std::thread::Builder::new().name(name).spawn(move || work(&shared));
            match started {
                Ok(thread) => threads.push(thread),
                // Fewer workers than wanted still make progress.
                Err(error) if threads.is_empty() => return Err(error),
                Err(_) => break,
            }
        }
        Ok(())
    }
}

/// The rows with values of a program's frames, in a launch.
fn fills(program: &Program, params: &[u8], grid: [u32; 3], block: [u32; 3]) -> Vec<Vec<Fill<u64>>> {
    use SpecialReg::*;
    program.fills(|value| match value {
        Value::Constant(value) => value,
        Value::Param { at, flags } => parameter_value(params, at, flags),
        Value::Special(register) => u64::from(match register {
            NtidX => block[0],
            NtidY => block[1],
            NtidZ => block[2],
            NctaidX => grid[0],
            NctaidY => grid[1],
            NctaidZ => grid[2],
            // The lowering asks for no other.
            _ => 0,
        }),
    })
}

impl Drop for Engine {
    /// Cancels what runs and waits for the workers.
    fn drop(&mut self) {
        self.shared.stop();
        let threads = std::mem::take(&mut *self.threads.lock().unwrap_or_else(PoisonError::into_inner));
        let me = std::thread::current().id();
        for thread in threads.into_iter().filter(|t| t.thread().id() != me) {
            // A worker's panic has been turned into a fault already.
            let _ = thread.join();
        }
    }
}
