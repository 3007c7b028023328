//! Graphs.

use std::collections::HashMap;
use std::ffi::c_void;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use cuda_abi::*;
use protocol::ops::graph::*;
use protocol::ops::{COPY_PULL, EventId, HostFn, Launch, Memset};

use super::launch::{attributes, extra};
use super::{Env, bad};
use crate::worker::caller::{Answer, Handled, Job};
use crate::worker::completer::Action;
use crate::worker::driver::{Cu, Library, Raw};
use crate::worker::graphs::{Exec, ExecNode, HostNode, Target, call_host, find};
use crate::worker::handles::{Context, ModuleHandle};
use crate::worker::inbound::{Inbound, Sink};
use crate::worker::pinned::{self, Range};
use crate::worker::rows::Rows;
use crate::worker::session::Session;

/// Slices of a copy to the host at most, as each is delivered by itself.
const SLICES_MAX: u64 = 4096;
/// Slices of all copies of a graph at most, beyond one for each copy: a node takes a few bytes on the wire however many it has.
const GRAPH_SLICES_MAX: usize = 1 << 16;
/// Deliveries before host functions of a graph at most, counted once for each pair of a node and a function after it.
const GRAPH_ORDERED_MAX: usize = 1 << 22;

/// Rows of host memory that a node writes.
type Written = Vec<(Arc<Range>, Rows)>;

/// A node as it was received.
struct Node<'a> {
    kind: u32,
    deps: Vec<u32>,
    body: &'a [u8],
}

impl<'a> Node<'a> {
    /// The first node of `bytes`, and what follows it.
    fn split(bytes: &'a [u8]) -> Cu<(Node<'a>, &'a [u8])> {
        let (head, rest) = NodeHead::split(bytes).map_err(bad)?;
        let deps = (head.deps.get() as usize).checked_mul(4).ok_or(CUresult::INVALID_VALUE)?;
        let (deps, rest) = rest.split_at_checked(deps).ok_or(CUresult::INVALID_VALUE)?;
        let (body, rest) = rest.split_at_checked(head.len.get() as usize).ok_or(CUresult::INVALID_VALUE)?;
        let (deps, _) = deps.as_chunks::<4>();
        let deps = deps.iter().map(|place| u32::from_le_bytes(*place)).collect();
        Ok((Node { kind: head.kind.get(), deps, body }, rest))
    }
}

/// GRAPH_NODES.
pub(super) fn nodes(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, nodes) = GraphId::split(payload).map_err(bad)?;
    env.session.graphs.append(p.id.get(), nodes)?;
    Ok(Answer::Empty)
}

/// GRAPH_INSTANTIATE: on a helper, as a driver takes its time.
pub(super) fn instantiate(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, ranges) = GraphInstantiate::split(payload).map_err(bad)?;
    let (p, bytes, ranges) = (*p, env.session.graphs.take(p.id.get()), ranges.to_vec());
    let (ctx, caller) = (env.context()?, env.caller);
    let job: Job = Box::new(move |session| {
        let result = make(session, &ctx, &p, &bytes, &ranges).and_then(|exec| {
            session.graphs.add(p.id.get(), exec.clone()).inspect_err(|_| {
                // The refusal counts, not how this ends.
                let _ = destroyed(session, &exec);
            })
        });
        session.finish(&caller, CUresult::from(result), &[]);
    });
    env.session.pool.spawn(env.session, job);
    Ok(Answer::Later)
}

fn make(
    session: &Arc<Session>,
    ctx: &Arc<Context>,
    p: &GraphInstantiate,
    bytes: &[u8],
    ranges: &[u8],
) -> Cu<Arc<Exec>> {
    let lib = &session.lib;
    lib.enter(ctx.raw, ctx.serial)?;
    let mut own = Vec::new();
    let built = lend(session, ranges, &mut own).and_then(|()| build(session, ctx, p, bytes, &own));
    let (graph, raw, nodes, hosts) = match built {
        Ok(built) => built,
        Err(e) => {
            give_back(session, own)?;
            return Err(e);
        }
    };
    let exec = Arc::new(Exec { ctx: ctx.clone(), raw, graph, nodes, ranges: own.into(), hosts });
    order_deliveries(&exec).inspect_err(|_| {
        // The refusal counts, not how this ends.
        let _ = destroyed(session, &exec);
    })?;
    Ok(exec)
}

/// Makes places for the host memory of a graph.
fn lend(session: &Session, ranges: &[u8], own: &mut Vec<Arc<Range>>) -> Cu<()> {
    for range in ranges.chunks_exact(GraphRange::LEN) {
        let (range, _) = GraphRange::split(range).map_err(bad)?;
        own.push(session.pinned.lend(&session.lib, range.addr.get(), range.bytes.get())?);
    }
    Ok(())
}

/// Ends places of [`lend`] that nothing new uses.
fn give_back(session: &Arc<Session>, ranges: Vec<Arc<Range>>) -> Cu<()> {
    for range in ranges {
        pinned::retire(&session.lib, range, || {
            session.completer.deliver(session);
            session.outbound.ask(session);
            !session.is_closed()
        })?;
    }
    Ok(())
}

type Built = (Raw, Raw, Vec<ExecNode>, Vec<Arc<HostNode>>);

fn build(
    session: &Arc<Session>,
    ctx: &Arc<Context>,
    p: &GraphInstantiate,
    bytes: &[u8],
    own: &[Arc<Range>],
) -> Cu<Built> {
    let lib = &session.lib;
    let mut graph = Raw::NULL;
    // SAFETY: the out pointer is valid.
    unsafe { (lib.cuGraphCreate)(&raw mut graph.0, 0) }.ok()?;
    let mut builder = Builder { session, ctx, graph, own, nodes: Vec::new(), hosts: Vec::new() };
    let mut raw = Raw::NULL;
    let built = builder.add_all(p.nodes.get() as usize, bytes).and_then(|()| {
        // SAFETY: a live graph; the out pointer is valid; the driver checks the flags.
        unsafe { (lib.cuGraphInstantiateWithFlags)(&raw mut raw.0, graph.0, p.flags.get()) }.ok()
    });
    if let Err(e) = built {
        // SAFETY: a live graph that nothing else names.
        let _ = unsafe { (lib.cuGraphDestroy)(graph.0) };
        return Err(e);
    }
    Ok((graph, raw, builder.nodes, builder.hosts))
}

/// Tells host functions which host memory is written before them.
fn order_deliveries(exec: &Exec) -> Cu<()> {
    let mut left = GRAPH_ORDERED_MAX;
    let mut hosts = exec.hosts.iter();
    for (at, node) in exec.nodes.iter().enumerate().filter(|(_, n)| n.kind == CU_GRAPH_NODE_TYPE_HOST) {
        debug_assert!(node.target.is_none(), "a host function writes nothing here");
        let Some(host) = hosts.next() else { break };
        let mut seen = vec![false; at];
        let mut open = node.deps.clone();
        while let Some(dep) = open.pop() {
            let dep = dep as usize;
            if !std::mem::replace(&mut seen[dep], true) {
                open.extend_from_slice(&exec.nodes[dep].deps);
            }
        }
        let before = seen.iter().zip(&exec.nodes).filter(|(seen, _)| **seen);
        let targets: Vec<_> = before.filter_map(|(_, node)| node.target.clone()).collect();
        left = left.checked_sub(targets.len()).ok_or(CUresult::OUT_OF_MEMORY)?;
        targets.iter().for_each(|target| target.add_host());
        *host.before.lock() = targets;
    }
    Ok(())
}

struct Builder<'a> {
    session: &'a Arc<Session>,
    ctx: &'a Arc<Context>,
    graph: Raw,
    own: &'a [Arc<Range>],
    nodes: Vec<ExecNode>,
    hosts: Vec<Arc<HostNode>>,
}

impl Builder<'_> {
    fn add_all(&mut self, count: usize, mut bytes: &[u8]) -> Cu<()> {
        if count > NODES_MAX {
            return Err(CUresult::INVALID_VALUE);
        }
        for _ in 0..count {
            let (node, rest) = Node::split(bytes)?;
            self.add(node)?;
            bytes = rest;
        }
        if bytes.is_empty() { Ok(()) } else { Err(CUresult::INVALID_VALUE) }
    }

    fn add(&mut self, node: Node<'_>) -> Cu<()> {
        let dep = |place: &u32| self.nodes.get(*place as usize).map(|node| node.raw.0);
        let deps: Option<Vec<CUgraphNode>> = node.deps.iter().map(dep).collect();
        let deps = deps.ok_or(CUresult::INVALID_VALUE)?;
        let (lib, graph) = (&self.session.lib, self.graph.0);
        let (list, count) = (deps.as_ptr(), deps.len());
        let mut raw = Raw::NULL;
        let out = &raw mut raw.0;
        let mut target = None;
        match node.kind {
            CU_GRAPH_NODE_TYPE_KERNEL => {
                with_kernel(self.session, node.body, |params| {
                    // SAFETY: a live graph and its nodes; `params` describe a live kernel and a buffer of exactly its parameters.
                    unsafe { (lib.cuGraphAddKernelNode_v2)(out, graph, list, count, params) }.ok()
                })?;
                set_attributes(lib, raw, node.body)?;
            }
            CU_GRAPH_NODE_TYPE_MEMCPY => {
                let (copy, rows) = copy(self.session, self.own, node.body)?;
                // SAFETY: as above; host addresses lie in ranges that the executable or the program's pinning keeps mapped; the driver
                // checks device addresses.
                unsafe {
                    (lib.cuGraphAddMemcpyNode)(out, graph, list, count, &raw const copy, self.ctx.raw.0)
                }
                .ok()?;
                has_room_for(rows.len(), self.nodes.iter())?;
                target = Some(written(rows));
            }
            CU_GRAPH_NODE_TYPE_MEMSET => {
                let (fill, rows) = fill(self.session, self.own, node.body)?;
                // SAFETY: as above.
                unsafe {
                    (lib.cuGraphAddMemsetNode)(out, graph, list, count, &raw const fill, self.ctx.raw.0)
                }
                .ok()?;
                target = Some(written(rows));
            }
            CU_GRAPH_NODE_TYPE_HOST => {
                let (p, _) = HostFn::split(node.body).map_err(bad)?;
                let host = HostNode::new(self.session, p.id.get(), self.ctx.id);
                let data = Arc::as_ptr(&host).cast_mut().cast::<c_void>();
                let params = CUDA_HOST_NODE_PARAMS { r#fn: Some(call_host), userData: data };
                // SAFETY: as above; the executable keeps `host` until the driver cannot call it any more.
                unsafe { (lib.cuGraphAddHostNode)(out, graph, list, count, &raw const params) }.ok()?;
                self.hosts.push(host);
            }
            CU_GRAPH_NODE_TYPE_EMPTY => {
                // SAFETY: as above.
                unsafe { (lib.cuGraphAddEmptyNode)(out, graph, list, count) }.ok()?;
            }
            CU_GRAPH_NODE_TYPE_WAIT_EVENT => {
                let event = event(self.session, node.body)?;
                // SAFETY: as above; a live event.
                unsafe { (lib.cuGraphAddEventWaitNode)(out, graph, list, count, event.0) }.ok()?;
            }
            CU_GRAPH_NODE_TYPE_EVENT_RECORD => {
                let event = event(self.session, node.body)?;
                // SAFETY: as above; a live event.
                unsafe { (lib.cuGraphAddEventRecordNode)(out, graph, list, count, event.0) }.ok()?;
            }
            _ => return Err(CUresult::NOT_SUPPORTED),
        }
        self.nodes.push(ExecNode { raw, kind: node.kind, target, deps: node.deps });
        Ok(())
    }
}

/// Fails if a copy with so many slices makes too many, besides those of other nodes.
fn has_room_for<'a>(slices: usize, others: impl Iterator<Item = &'a ExecNode>) -> Cu<()> {
    let targets = others.filter_map(|node| node.target.as_ref());
    if slices > 1 && targets.map(|t| t.slices()).sum::<usize>() + slices > GRAPH_SLICES_MAX {
        return Err(CUresult::OUT_OF_MEMORY);
    }
    Ok(())
}

fn written(rows: Vec<(Arc<Range>, Rows)>) -> Arc<Target> {
    let target = Target::default();
    target.set(rows);
    Arc::new(target)
}

/// Runs `work` with the parameters of a kernel node.
fn with_kernel(
    session: &Session,
    body: &[u8],
    work: impl FnOnce(*const CUDA_KERNEL_NODE_PARAMS_v2) -> Cu<()>,
) -> Cu<()> {
    let (p, rest) = Launch::split(body).map_err(bad)?;
    let module = session.tables.module(p.module.get())?;
    let kernel = module.kernels.get(p.index.get() as usize).ok_or(CUresult::INVALID_HANDLE)?;
    let params = rest.get(..p.param_len.get() as usize).ok_or(CUresult::INVALID_VALUE)?;
    if p.param_len.get() != kernel.param_bytes {
        return Err(CUresult::INVALID_VALUE);
    }
    let mut len = 0;
    let mut extra = extra(params, &mut len);
    let null = std::ptr::null_mut();
    let (func, kern) = match module.handle {
        ModuleHandle::Module(_) => (kernel.raw.0, null),
        ModuleHandle::Library(_) => (null, kernel.raw.0),
    };
    let params = CUDA_KERNEL_NODE_PARAMS_v2 {
        func,
        gridDimX: p.grid[0].get(),
        gridDimY: p.grid[1].get(),
        gridDimZ: p.grid[2].get(),
        blockDimX: p.block[0].get(),
        blockDimY: p.block[1].get(),
        blockDimZ: p.block[2].get(),
        sharedMemBytes: p.shared.get(),
        kernelParams: std::ptr::null_mut(),
        extra: if params.is_empty() { std::ptr::null_mut() } else { extra.as_mut_ptr() },
        kern,
        ctx: null,
    };
    work(&raw const params)
}

fn set_attributes(lib: &Library, node: Raw, body: &[u8]) -> Cu<()> {
    let (p, rest) = Launch::split(body).map_err(bad)?;
    if p.attrs.get() == 0 {
        return Ok(());
    }
    let rest = rest.get(p.param_len.get() as usize..).ok_or(CUresult::INVALID_VALUE)?;
    for attribute in attributes(p.attrs.get().into(), rest)? {
        // SAFETY: a live kernel node; the value has no pointers of the client's process.
        unsafe { (lib.cuGraphKernelNodeSetAttribute)(node.0, attribute.id, &raw const attribute.value) }
            .ok()?;
    }
    Ok(())
}

/// The rows of one side of a copy in host memory: where they are here, and each slice of them.
struct HostSide {
    local: usize,
    slices: Vec<(Arc<Range>, Rows)>,
}

fn host_side(
    session: &Session,
    own: &[Arc<Range>],
    p: &GraphCopy,
    (address, pitch, rows): (u64, u64, u64),
) -> Cu<HostSide> {
    let bad = CUresult::INVALID_VALUE;
    let (width, height, depth) = (p.width.get(), p.height.get(), p.depth.get());
    let slice = Rows { address, width, height, pitch }.checked()?;
    let step = pitch.checked_mul(rows).ok_or(bad)?;
    if depth == 0 || depth > SLICES_MAX || (depth > 1 && rows < height) {
        return Err(bad);
    }
    let span = step.checked_mul(depth - 1).and_then(|n| n.checked_add(slice.span())).ok_or(bad)?;
    let range = find(session, own, address, span)?;
    let local = range.local(address);
    // The whole span lies in the range, so no sum overflows.
    let slices = (0..depth).map(|z| (range.clone(), Rows { address: address + z * step, ..slice })).collect();
    Ok(HostSide { local, slices })
}

/// A copy as the driver takes it, and the host memory that it writes.
fn copy(session: &Session, own: &[Arc<Range>], body: &[u8]) -> Cu<(CUDA_MEMCPY3D, Written)> {
    let (p, _) = GraphCopy::split(body).map_err(bad)?;
    let size = |n: u64| usize::try_from(n).map_err(bad);
    // SAFETY: plain data, for which zero is valid.
    let mut c: CUDA_MEMCPY3D = unsafe { std::mem::zeroed() };
    (c.WidthInBytes, c.Height, c.Depth) = (size(p.width.get())?, size(p.height.get())?, size(p.depth.get())?);
    (c.srcPitch, c.srcHeight) = (size(p.src_pitch.get())?, size(p.src_rows.get())?);
    (c.dstPitch, c.dstHeight) = (size(p.dst_pitch.get())?, size(p.dst_rows.get())?);
    (c.srcMemoryType, c.srcDevice) = (CU_MEMORYTYPE_DEVICE, p.src.get());
    (c.dstMemoryType, c.dstDevice) = (CU_MEMORYTYPE_DEVICE, p.dst.get());
    if p.sides.get() & COPY_FROM_HOST != 0 {
        let side = (p.src.get(), p.src_pitch.get(), p.src_rows.get());
        let host = host_side(session, own, p, side)?;
        (c.srcMemoryType, c.srcDevice) = (CU_MEMORYTYPE_HOST, 0);
        c.srcHost = std::ptr::with_exposed_provenance(host.local);
    }
    let mut written = Vec::new();
    if p.sides.get() & COPY_TO_HOST != 0 {
        let side = (p.dst.get(), p.dst_pitch.get(), p.dst_rows.get());
        let host = host_side(session, own, p, side)?;
        (c.dstMemoryType, c.dstDevice) = (CU_MEMORYTYPE_HOST, 0);
        c.dstHost = std::ptr::with_exposed_provenance_mut(host.local);
        written = host.slices;
    }
    Ok((c, written))
}

/// A fill as the driver takes it, and the host memory that it writes.
fn fill(session: &Session, own: &[Arc<Range>], body: &[u8]) -> Cu<(CUDA_MEMSET_NODE_PARAMS, Written)> {
    let (p, _) = Memset::split(body).map_err(bad)?;
    let size = |n: u64| usize::try_from(n).map_err(bad);
    let mut c = CUDA_MEMSET_NODE_PARAMS {
        dst: p.dst.get(),
        pitch: size(p.pitch.get())?,
        value: p.value.get(),
        elementSize: p.element.get(),
        width: size(p.width.get())?,
        height: size(p.height.get())?,
    };
    let width = p.width.get().checked_mul(p.element.get().into()).ok_or(CUresult::INVALID_VALUE)?;
    let rows = Rows { address: p.dst.get(), width, height: p.height.get(), pitch: p.pitch.get().max(width) }
        .checked()?;
    let Ok(range) = find(session, own, rows.address, rows.span()) else { return Ok((c, Vec::new())) };
    c.dst = range.local(rows.address) as u64;
    Ok((c, vec![(range, rows)]))
}

fn event(session: &Session, body: &[u8]) -> Cu<Raw> {
    let (p, _) = EventId::split(body).map_err(bad)?;
    let event = session.tables.event(p.id.get())?;
    event.in_graph.store(true, Ordering::Relaxed);
    Ok(event.raw)
}

/// GRAPH_SET_NODE.
pub(super) fn set_node(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, rest) = GraphNode::split(payload).map_err(bad)?;
    let exec = env.session.graphs.exec(p.id.get())?;
    let (new, _) = Node::split(rest)?;
    let node = exec.node(p.at.get(), new.kind)?;
    let (lib, session) = (env.lib(), env.session);
    lib.enter(exec.ctx.raw, exec.ctx.serial)?;
    let (raw, at) = (exec.raw.0, node.raw.0);
    let own = exec.ranges.lock();
    let mut rows = Vec::new();
    match new.kind {
        CU_GRAPH_NODE_TYPE_KERNEL => with_kernel(session, new.body, |params| {
            // SAFETY: a live executable and a node of its graph; otherwise as where nodes are added.
            unsafe { (lib.cuGraphExecKernelNodeSetParams_v2)(raw, at, params) }.ok()
        })?,
        CU_GRAPH_NODE_TYPE_MEMCPY => {
            let (copy, written) = copy(session, &own, new.body)?;
            let others = exec.nodes.iter().filter(|other| !std::ptr::eq(*other, node));
            has_room_for(written.len(), others)?;
            // SAFETY: as above.
            unsafe { (lib.cuGraphExecMemcpyNodeSetParams)(raw, at, &raw const copy, exec.ctx.raw.0) }.ok()?;
            rows = written;
        }
        CU_GRAPH_NODE_TYPE_MEMSET => {
            let (fill, written) = fill(session, &own, new.body)?;
            // SAFETY: as above.
            unsafe { (lib.cuGraphExecMemsetNodeSetParams)(raw, at, &raw const fill, exec.ctx.raw.0) }.ok()?;
            rows = written;
        }
        CU_GRAPH_NODE_TYPE_WAIT_EVENT => {
            // SAFETY: as above; a live event.
            unsafe { (lib.cuGraphExecEventWaitNodeSetEvent)(raw, at, event(session, new.body)?.0) }.ok()?;
        }
        CU_GRAPH_NODE_TYPE_EVENT_RECORD => {
            // SAFETY: as above; a live event.
            unsafe { (lib.cuGraphExecEventRecordNodeSetEvent)(raw, at, event(session, new.body)?.0) }.ok()?;
        }
        _ => return Err(CUresult::INVALID_VALUE),
    }
    if let Some(target) = &node.target {
        target.set(rows);
    }
    Ok(Answer::Empty)
}

/// GRAPH_ENABLE.
pub(super) fn enable(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, _) = GraphNode::split(payload).map_err(bad)?;
    let exec = env.session.graphs.exec(p.id.get())?;
    let node = exec.nodes.get(p.at.get() as usize).ok_or(CUresult::INVALID_VALUE)?;
    env.lib().enter(exec.ctx.raw, exec.ctx.serial)?;
    // SAFETY: a live executable and a node of its graph.
    unsafe { (env.lib().cuGraphNodeSetEnabled)(exec.raw.0, node.raw.0, p.flag.get()) }.ok()?;
    if let Some(target) = &node.target {
        target.enable(p.flag.get() != 0);
    }
    Ok(Answer::Empty)
}

/// GRAPH_RANGE: pinning takes long.
pub(super) fn range(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, rest) = GraphId::split(payload).map_err(bad)?;
    let (range, _) = GraphRange::split(rest).map_err(bad)?;
    let exec = env.session.graphs.exec(p.id.get())?;
    let (range, caller) = (*range, env.caller);
    let job: Job = Box::new(move |session| {
        let lib = &session.lib;
        let entered = lib.enter(exec.ctx.raw, exec.ctx.serial);
        let lent = entered.and_then(|()| session.pinned.lend(lib, range.addr.get(), range.bytes.get()));
        let result = lent.map(|range| exec.ranges.lock().push(range));
        session.finish(&caller, CUresult::from(result), &[]);
    });
    env.session.pool.spawn(env.session, job);
    Ok(Answer::Later)
}

/// GRAPH_HOST: the bytes are written at once, or the stream waits for them.
pub(super) fn host(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, bytes) = GraphHost::split(payload).map_err(bad)?;
    let result = host_bytes(env, p, bytes);
    if result.is_err() && p.xfer.get() != 0 && p.flags.get() & COPY_PULL == 0 {
        env.session.inbounds.discard(p.xfer.get(), p.bytes.get());
    }
    result
}

fn host_bytes(env: &mut Env<'_>, p: &GraphHost, bytes: &[u8]) -> Handled {
    let (addr, len, xfer) = (p.addr.get(), p.bytes.get(), p.xfer.get());
    let range = env.session.graphs.exec(p.id.get())?.range(env.session, addr, len)?;
    if xfer == 0 {
        if bytes.len() as u64 != len {
            return Err(CUresult::INVALID_VALUE);
        }
        range.write(addr, bytes);
        return Ok(Answer::Empty);
    }
    let stream = env.stream(p.stream.get())?;
    if p.flags.get() & COPY_PULL != 0 {
        env.session.completer.watch(env.session, &stream, env.caller.seq, Action::Pull(xfer))?;
    }
    let gate = stream.gates.wait(env.lib(), stream.ctx.page.as_ref(), stream.raw)?;
    let rows = Rows { address: addr, width: len, height: 1, pitch: len };
    let sink = Sink::Shadow { range, rows, stream: stream.clone(), gates: vec![(len, gate)] };
    if let Err(e) = env.session.inbounds.announce(Inbound::new(xfer, len, sink)) {
        stream.gates.open(stream.ctx.page.as_ref(), gate);
        return Err(e);
    }
    env.counted(&stream)
}

/// GRAPH_LAUNCH.
pub(super) fn launch(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, transfers) = GraphLaunch::split(payload).map_err(bad)?;
    env.session.allocations.awake()?;
    let exec = env.session.graphs.exec(p.id.get())?;
    let stream = env.stream(p.stream.get())?;
    // SAFETY: a live executable and stream.
    unsafe { (env.lib().cuGraphLaunch)(exec.raw.0, stream.raw.0) }.ok()?;
    let transfers: HashMap<usize, u64> = transfers
        .chunks_exact(GraphTarget::LEN)
        .filter_map(|t| GraphTarget::split(t).ok())
        .map(|(t, _)| (t.at.get() as usize, t.xfer.get()))
        .collect();
    let transfer = |at: usize| transfers.get(&at).copied().unwrap_or(0);
    let mut results = Vec::new();
    for (at, node) in exec.nodes.iter().enumerate() {
        if let Some(target) = node.target.as_ref().filter(|target| target.at_end()) {
            results.extend(target.deliveries(transfer(at)));
        }
    }
    if !results.is_empty() {
        env.session.completer.watch(env.session, &stream, env.caller.seq, Action::Results(results))?;
    }
    env.counted(&stream)
}

/// GRAPH_DESTROY: on a helper if there are host functions that the driver calls, or host memory that it uses.
pub(super) fn destroy(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, _) = GraphId::split(payload).map_err(bad)?;
    let exec = env.session.graphs.remove(p.id.get())?;
    let plain = exec.hosts.is_empty() && exec.ranges.lock().is_empty();
    let caller = env.caller;
    let job: Job = Box::new(move |session| {
        let result = destroyed(session, &exec);
        session.graphs.forget_hosts(&exec);
        session.finish(&caller, CUresult::from(result), &[]);
    });
    if plain {
        job(env.session);
        return Ok(Answer::Later);
    }
    env.session.pool.spawn(env.session, job);
    Ok(Answer::Later)
}

/// Ends an executable that nothing can find any more.
pub(super) fn destroyed(session: &Arc<Session>, exec: &Exec) -> Cu<()> {
    let lib = &session.lib;
    lib.enter(exec.ctx.raw, exec.ctx.serial)?;
    let ranges = std::mem::take(&mut *exec.ranges.lock());
    if !ranges.is_empty() || !exec.hosts.is_empty() {
        // SAFETY: the context is current. A failed context runs nothing any more.
        let _ = unsafe { (lib.cuCtxSynchronize)() };
    }
    // SAFETY: a live executable and graph that nothing can find any more.
    unsafe {
        (lib.cuGraphExecDestroy)(exec.raw.0).ok()?;
        (lib.cuGraphDestroy)(exec.graph.0).ok()?;
    }
    exec.nodes.iter().filter_map(|node| node.target.as_ref()).for_each(|target| target.set(Vec::new()));
    give_back(session, ranges)
}
