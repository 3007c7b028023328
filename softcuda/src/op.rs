//! The operations of a stream and how each is carried out.

use std::sync::Arc;

use softcuda_simt as simt;

use crate::copy::{self, Copy, Fill, Job};
use crate::driver::Driver;
use crate::error::Error;
use crate::event::Stamp;
use crate::gate::Entry;
use crate::host_func::{self, HostCall};
use crate::ipc::record::Record;
use crate::poll::{self, Condition, WaitValue};
use crate::pool;
use crate::stream::Stream;
use crate::watchdog::{self, Watch};

/// One operation in a stream's queue.
pub enum Op {
    /// Wait until another stream has completed the operation of this number.
    After(Arc<Stream>, u64),
    /// Run a grid.
    Launch(Box<Grid>),
    /// Move bytes.
    Copy(Copy),
    /// Move bytes that were taken from pageable memory when the operation was queued.
    Staged(u64, Box<[u8]>),
    /// Write a pattern.
    Fill(Fill),
    /// Note the time.
    Stamp(Arc<Stamp>),
    /// Note that a record of an event of several processes was reached.
    Reached(Record),
    /// Wait for such a record.
    Await(Record),
    /// Wait for a word of memory.
    WaitValue(WaitValue),
    /// Write a word of memory: address, value, 64-bit.
    WriteValue(u64, u64, bool),
    /// Call a function of the program.
    Host(HostCall),
    /// Release an allocation.
    Free(u64),
    /// A launch of machine code in null mode, a node that only orders.
    Nothing,
    /// A launch of a graph is over: it counted as one launch of its stream.
    GraphEnd,
}

/// A validated kernel launch.
pub struct Grid {
    /// The kernel.
    pub kernel: Arc<simt::Kernel>,
    /// Keeps the module's globals alive.
    pub module: Arc<simt::Module>,
    /// Blocks.
    pub grid: [u32; 3],
    /// Threads per block.
    pub block: [u32; 3],
    /// Bytes of dynamic shared memory.
    pub dynamic_shared: u32,
    /// Parameter buffer.
    pub params: Vec<u8>,
    /// All blocks resident at once.
    pub cooperative: bool,
}

/// Whether an operation completed at once.
pub enum Progress {
    /// It did.
    Done,
    /// It was a launch that is not carried out (null mode, or after a sticky error).
    Skipped,
    /// Somebody else completes it by `Stream::finish_head`.
    Pending,
}

impl Op {
    /// Whether the operation counts as an outstanding launch.
    pub fn is_launch(&self) -> bool {
        matches!(self, Self::Launch(_) | Self::GraphEnd)
    }

    /// Whether it writes to device memory: it needs an entry of the gate.
    pub fn writes(&self) -> bool {
        matches!(
            self,
            Self::Launch(_) | Self::Copy(_) | Self::Staged(..) | Self::Fill(_) | Self::WriteValue(..)
        )
    }

    /// Carries the operation out, or starts it. After a sticky error only waits and calls of the program
    /// are still honoured, so that nothing hangs.
    pub(crate) fn execute(self, stream: &Arc<Stream>, entry: Option<Entry>) -> Progress {
        let failed = stream.fate.check().is_err();
        match self {
            Self::After(other, seq) => pending_if(other.notify_at(seq, stream)),
            Self::Launch(grid) => launch(*grid, stream, failed, entry),
            Self::Host(call) => {
                host_func::queue(call, stream.clone());
                Progress::Pending
            }
            Self::Free(address) => {
                if let Ok(driver) = Driver::get() {
                    pool::released(address);
                    // The address was validated when the operation was queued; a double free is the program's.
                    let _ = driver.memory.release_device(address);
                }
                Progress::Done
            }
            Self::Stamp(stamp) => {
                stamp.set_now();
                Progress::Done
            }
            Self::Reached(record) => {
                record.set_reached();
                Progress::Done
            }
            Self::Await(record) => wait_for(Condition::Record(record), stream),
            Self::Nothing => Progress::Done,
            Self::GraphEnd => Progress::Skipped,
            _ if failed => Progress::Done,
            Self::Copy(copy) => small_or_offload(copy.bytes(), Job::Copy(copy), stream, entry),
            Self::Fill(fill) => small_or_offload(fill.bytes(), Job::Fill(fill), stream, entry),
            Self::Staged(dst, data) => {
                let copy = Copy::linear(dst, data.as_ptr() as u64, data.len() as u64);
                // SAFETY: `dst` was validated when the operation was queued, and freeing it waits for the
                // stream; `data` is owned here.
                unsafe { copy.run() };
                Progress::Done
            }
            Self::WaitValue(wait) => wait_for(Condition::Word(wait), stream),
            Self::WriteValue(address, value, wide) => {
                poll::write_value(address, value, wide);
                Progress::Done
            }
        }
    }
}

fn pending_if(pending: bool) -> Progress {
    if pending { Progress::Pending } else { Progress::Done }
}

fn wait_for(condition: Condition, stream: &Arc<Stream>) -> Progress {
    if condition.holds() {
        return Progress::Done;
    }
    poll::watch(condition, stream.clone());
    Progress::Pending
}

fn small_or_offload(bytes: u64, job: Job, stream: &Arc<Stream>, entry: Option<Entry>) -> Progress {
    if bytes <= copy::INLINE_BYTES {
        job.run();
        return Progress::Done;
    }
    copy::offload(job, stream.clone(), entry);
    Progress::Pending
}

fn launch(grid: Grid, stream: &Arc<Stream>, failed: bool, entry: Option<Entry>) -> Progress {
    let driver = match Driver::get() {
        Ok(driver) if !failed && !driver.config.null_exec => driver,
        _ => return Progress::Skipped,
    };
    let module = grid.module;
    let stream = stream.clone();
    let watch = driver.config.watchdog.map(|limit| (limit, Arc::new(Watch::default())));
    let watched = watch.as_ref().map(|(_, watch)| watch.clone());
    let done = move |result: Result<(), simt::Fault>| {
        if let Some(watch) = &watched {
            watch.end();
        }
        match result {
            Err(fault)
                if fault.kind == simt::FaultKind::Cancelled && watched.is_some_and(|w| w.expired()) =>
            {
                report_fault(Error::LaunchTimeout, &fault, &stream);
            }
            Err(fault) => report_fault(Error::from_code(fault.kind.code()), &fault, &stream),
            Ok(()) => {}
        }
        drop((module, entry));
        stream.finish_head(true);
    };
    let handle = driver.engine.launch(simt::Launch {
        kernel: grid.kernel,
        grid: grid.grid,
        block: grid.block,
        dynamic_shared: grid.dynamic_shared,
        params: grid.params,
        space: driver.space.clone(),
        cooperative: grid.cooperative,
        sink: driver.printer.clone(),
        done: Box::new(done),
    });
    if let Some((limit, watch)) = watch {
        watchdog::watch(handle, watch, limit);
    }
    Progress::Pending
}

fn report_fault(error: Error, fault: &simt::Fault, stream: &Stream) {
    stream.fate.fail(error);
    if Driver::get().is_ok_and(|driver| driver.config.log >= 1) {
        cuda_contract::say(&format!("softcuda: {error}: {fault}"));
    }
}
