//! How the device executes graphs: the nodes go into streams of the graph's own (lanes), a chain of nodes into one lane, and wait for each
//! other as operations of different streams do. A launch forks from its stream and joins it again.

use std::sync::Arc;

use cuda_abi::{CUDA_KERNEL_NODE_PARAMS_v2, CUevent, CUresult, CUstream};
use cuda_graph::flat::FlatNode;
use cuda_graph::memory::AllocRequest;
use cuda_graph::node::{self, Copy3, End, Kernel, Packed, Params};
use cuda_graph::{Answer, Backend, Exec, capture};
use parking_lot::Mutex;

use crate::context::{Context, Live, current};
use crate::copy::{Copy, Fill, Side};
use crate::driver::Driver;
use crate::error::{Error, Result};
use crate::event::Event;
use crate::function::Function;
use crate::host_func::{HostCall, Target};
use crate::launch::{self, Shape};
use crate::memory::{MemoryKind, Owner};
use crate::op::Op;
use crate::stream::{Fate, Stream};
use crate::transfer::{self, Place};
use crate::{hooks, thread};

/// Most lanes of a graph; more branches than that share them.
const LANES: usize = 16;

/// The device behind `cuda_graph`.
pub static GRAPHS: SoftGraphs = SoftGraphs;

/// See [`GRAPHS`].
pub struct SoftGraphs;

impl Backend for SoftGraphs {
    fn ready(&self) -> Answer {
        Ok(Driver::get().map(drop)?)
    }

    unsafe fn kernel(&self, kernel: &CUDA_KERNEL_NODE_PARAMS_v2) -> Answer<Packed> {
        let c = kernel;
        let live = Context::find(c.ctx as u64)?.live()?;
        let handle = if c.func.is_null() { c.kern } else { c.func };
        let function = Function::find(handle, &live)?;
        let shape = Shape {
            grid: [c.gridDimX, c.gridDimY, c.gridDimZ],
            block: [c.blockDimX, c.blockDimY, c.blockDimZ],
            dynamic_shared: c.sharedMemBytes,
            cooperative: false,
        };
        // SAFETY: the caller's contract.
        let bytes = unsafe { launch::prepare(&live, &function, shape, c.kernelParams, c.extra) }?;
        Ok(Packed { layout: function.info.params.clone(), bytes: bytes.into() })
    }

    fn copy(&self, copy: &Copy3) -> Answer {
        let (copy, dst, src) = copy_of(copy)?;
        Ok(transfer::check_copy(copy, dst, src)?)
    }

    fn fill(&self, fill: &node::Fill) -> Answer {
        Ok(Driver::get()?.memory.check(fill.dst, fill.span()?)?)
    }

    fn event(&self, event: CUevent) -> Answer {
        Ok(Event::find(event as u64).map(drop)?)
    }

    fn current(&self) -> Answer<u64> {
        Ok(current::healthy()?.context)
    }

    fn place(&self, stream: CUstream) -> Answer<capture::Place> {
        Ok(current::healthy()?.stream(stream as u64)?.place())
    }

    fn reserve(&self, request: &AllocRequest) -> Answer<u64> {
        let live = current::healthy()?;
        let driver = Driver::get()?;
        let device = driver.device(request.device)?.ordinal;
        let owner = Owner { live: live.id, context: live.context, device };
        Ok(driver.memory.allocate_device(owner, request.bytes, MemoryKind::Device)?)
    }

    fn release(&self, address: u64) {
        if let Ok(driver) = Driver::get() {
            // Nothing else can be at the address: what goes with its context is forgotten first.
            let _ = driver.memory.release_device(address);
        }
    }

    fn instantiate(&self, nodes: &[FlatNode], _flags: u64) -> Answer<Arc<dyn Exec>> {
        let live = current::healthy()?;
        Ok(Arc::new(SoftExec::new(&live, nodes)?))
    }

    fn later(&self, job: Box<dyn FnOnce() + Send>) {
        thread::spawn("softcuda-later", job);
    }
}

/// Makes the device known to what it shares with the client shim; to be called by every function that a program may call first.
pub fn install() {
    hooks::install();
    cuda_graph::install(&GRAPHS);
}

/// What a node puts into its lane.
#[derive(Clone)]
enum Work {
    Kernel { function: Arc<Function>, shape: Shape, params: Arc<[u8]> },
    Copy(Copy),
    Fill(Fill),
    Host(node::HostCall),
    Wait(u64),
    Record(u64),
    Nothing,
}

struct Step {
    work: Work,
    enabled: bool,
    deps: Vec<usize>,
    lane: usize,
}

/// An executable graph.
struct SoftExec {
    /// Of the context's life.
    fate: Arc<Fate>,
    lanes: Vec<Arc<Stream>>,
    steps: Mutex<Vec<Step>>,
    /// Where the last launch ends.
    last: Mutex<Option<(Arc<Stream>, u64)>>,
}

impl SoftExec {
    fn new(live: &Arc<Live>, nodes: &[FlatNode]) -> Result<Self> {
        let mut tails: Vec<usize> = Vec::new();
        let mut steps: Vec<Step> = Vec::with_capacity(nodes.len());
        for (at, node) in nodes.iter().enumerate() {
            let follows = |dep: &usize| (tails[steps[*dep].lane] == *dep).then_some(steps[*dep].lane);
            let free = if tails.len() < LANES { tails.len() } else { at % LANES };
            let lane = node.deps.iter().find_map(follows).unwrap_or(free);
            if lane == tails.len() {
                tails.push(at);
            }
            tails[lane] = at;
            let work = work(&node.params)?;
            steps.push(Step { work, enabled: true, deps: node.deps.clone(), lane });
        }
        let lanes = tails.iter().map(|_| live.lane()).collect();
        Ok(Self { fate: live.fate.clone(), lanes, steps: Mutex::new(steps), last: Mutex::new(None) })
    }

    /// Puts all nodes into their lanes, behind `start`; returns where each lane ends.
    fn run(&self, start: &(Arc<Stream>, u64)) -> Vec<(Arc<Stream>, u64)> {
        let steps = self.steps.lock();
        let mut ends: Vec<Option<u64>> = vec![None; self.lanes.len()];
        let mut points: Vec<u64> = Vec::with_capacity(steps.len());
        for step in steps.iter() {
            let lane = &self.lanes[step.lane];
            let mut ops: Vec<Op> = Vec::with_capacity(2);
            if ends[step.lane].is_none() {
                ops.push(Op::After(start.0.clone(), start.1));
            }
            for dep in step.deps.iter().filter(|dep| steps[**dep].lane != step.lane) {
                ops.push(Op::After(self.lanes[steps[*dep].lane].clone(), points[*dep]));
            }
            let point = step.put(lane, ops);
            points.push(point);
            ends[step.lane] = Some(point);
        }
        self.lanes.iter().zip(ends).filter_map(|(lane, end)| Some((lane.clone(), end?))).collect()
    }
}

impl Exec for SoftExec {
    fn launch(&self, stream: CUstream) -> Answer {
        let live = current::healthy()?;
        let stream = live.stream(stream as u64)?;
        self.fate.check()?;
        stream.wait_for_launch_slot();
        stream.enter();
        let mut last = self.last.lock();
        let mut before = live.implicit_waits(&stream);
        // Executions of one graph do not overlap.
        before.extend(last.take().map(|(other, seq)| Op::After(other, seq)));
        let fork = stream.submit(before.into_iter().chain([Op::Nothing]));
        let ends = self.run(&(stream.clone(), fork));
        let join = ends.into_iter().map(|(lane, seq)| Op::After(lane, seq));
        let seq = stream.submit_entered(join.chain([Op::GraphEnd]));
        *last = Some((stream, seq));
        Ok(())
    }

    fn set(&self, index: usize, params: &Params) -> Answer {
        self.fate.check()?;
        let work = work(params)?;
        self.steps.lock().get_mut(index).ok_or(CUresult::INVALID_VALUE)?.work = work;
        Ok(())
    }

    fn enable(&self, index: usize, enabled: bool) -> Answer {
        self.fate.check()?;
        self.steps.lock().get_mut(index).ok_or(CUresult::INVALID_VALUE)?.enabled = enabled;
        Ok(())
    }

    fn wait(&self) {
        let last = self.last.lock().clone();
        if let Some((stream, seq)) = last {
            stream.wait(seq);
        }
    }
}

impl Step {
    /// Puts the node into its lane behind `ops`; returns its number there.
    fn put(&self, lane: &Arc<Stream>, mut ops: Vec<Op>) -> u64 {
        let op = match &self.work {
            _ if !self.enabled => Op::Nothing,
            Work::Kernel { function, shape, params } => launch::operation(function, *shape, params.to_vec()),
            Work::Copy(copy) => Op::Copy(*copy),
            Work::Fill(fill) => Op::Fill(*fill),
            Work::Host(call) => match call.function() {
                Some(function) => Op::Host(HostCall { target: Target::Function(function), data: call.data }),
                None => Op::Nothing,
            },
            Work::Wait(event) => {
                Event::find(*event).ok().and_then(|event| event.wait_op()).unwrap_or(Op::Nothing)
            }
            Work::Record(event) => {
                if let Ok(event) = Event::find(*event) {
                    event.record(lane, ops);
                    return lane.submitted();
                }
                Op::Nothing
            }
            Work::Nothing => Op::Nothing,
        };
        ops.push(op);
        lane.submit(ops)
    }
}

fn work(params: &Params) -> Result<Work> {
    Ok(match params {
        Params::Kernel(kernel) => kernel_work(kernel)?,
        Params::Copy(copy) => {
            let (copy, dst, src) = copy_of(copy)?;
            transfer::check_copy(copy, dst, src)?;
            if copy.bytes() == 0 { Work::Nothing } else { Work::Copy(copy) }
        }
        Params::Fill(fill) => {
            Driver::get()?.memory.check(fill.dst, fill.span()?)?;
            Work::Fill(Fill {
                address: fill.dst,
                pitch: fill.pitch as u64,
                width: fill.width as u64,
                height: fill.height as u64,
                element: fill.element.into(),
                value: fill.value,
            })
        }
        Params::Host(call) => Work::Host(*call),
        Params::WaitEvent(event) => Work::Wait(*event),
        Params::RecordEvent(event) => Work::Record(*event),
        Params::Empty | Params::Child(_) | Params::Alloc(_) | Params::Free(_) => Work::Nothing,
    })
}

fn kernel_work(kernel: &Kernel) -> Result<Work> {
    let live = Context::find(kernel.context)?.live()?;
    let function = Function::find(kernel.function as *mut _, &live)?;
    if function.info.param_bytes as usize != kernel.params.bytes.len() {
        return Err(Error::InvalidValue);
    }
    let shape = Shape {
        grid: kernel.grid,
        block: kernel.block,
        dynamic_shared: kernel.shared,
        cooperative: kernel.cooperative(),
    };
    Ok(Work::Kernel { function, shape, params: kernel.params.bytes.as_ref().into() })
}

/// A copy as the device makes it, and where its ends lie: destination, source.
fn copy_of(copy: &Copy3) -> Result<(Copy, Place, Place)> {
    let (src, dst) = (copy.source()?, copy.target()?);
    let side = |side: node::Side| Side { address: side.address, pitch: side.pitch, slice: side.slice };
    let made = Copy {
        dst: side(dst),
        src: side(src),
        width: copy.width as u64,
        height: copy.height as u64,
        depth: copy.depth as u64,
    };
    Ok((made, Place::of(dst.memory)?, Place::of(src.memory)?))
}

/// A copy that was put into a capturing stream, as a node.
pub fn copy_node(copy: &Copy, (dst, src): (Place, Place), context: u64) -> Copy3 {
    let end = |side: &Side, place: Place| {
        let (host, device) = if place == Place::Host { (side.address, 0) } else { (0, side.address) };
        let rows = side.slice.checked_div(side.pitch).unwrap_or(0) as usize;
        End { memory: place.memory(), host, device, pitch: side.pitch as usize, rows, ..End::default() }
    };
    Copy3 {
        src: end(&copy.src, src),
        dst: end(&copy.dst, dst),
        width: copy.width as usize,
        height: copy.height as usize,
        depth: copy.depth as usize,
        context,
    }
}

/// A fill that was put into a capturing stream, as a node.
pub fn fill_node(fill: &Fill, context: u64) -> node::Fill {
    node::Fill {
        dst: fill.address,
        pitch: fill.pitch as usize,
        value: fill.value,
        element: fill.element as u32,
        width: fill.width as usize,
        height: fill.height as usize,
        context,
    }
}
