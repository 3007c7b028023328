//! How graphs are executed here: `cuda_graph` keeps their structure, the worker gets executables.
//!
//! | step | what is sent |
//! |---|---|
//! | building, capturing | nothing |
//! | instantiation | all nodes, in posts; then one call |
//! | update, new parameters | a post per node that changed |
//! | launch | bytes of host memory that the graph reads, if it reads any; then one post |
//! | host function of a graph | asked for by the worker; before its end is told, bytes of host memory that later nodes read |
//!
//! What a graph writes to host memory comes back before the completion that makes it visible, as from other copies.

mod encode;
mod exec;
mod host;
mod plan;

use std::sync::Arc;

use cuda_abi::{CUDA_KERNEL_NODE_PARAMS_v2, CUevent, CUresult, CUstream};
use cuda_graph::flat::FlatNode;
use cuda_graph::memory::AllocRequest;
use cuda_graph::node::{Copy3, Fill, Packed, Params};
use cuda_graph::{Answer, Backend, Exec, capture};
use protocol::ops::{MemAlloc, op};

use super::context::{self, Context};
use super::{Global, stream};
use crate::api;
use crate::handle;

pub(crate) use host::Graphs;

/// The pool behind `cuda_graph`.
pub(crate) static GRAPHS: RemoteGraphs = RemoteGraphs;

/// See [`GRAPHS`].
pub(crate) struct RemoteGraphs;

impl Backend for RemoteGraphs {
    fn ready(&self) -> Answer {
        super::global().map(drop)
    }

    unsafe fn kernel(&self, kernel: &CUDA_KERNEL_NODE_PARAMS_v2) -> Answer<Packed> {
        let g = super::global()?;
        let context = context_of(g, kernel.ctx.addr() as u64)?;
        g.deferred(context)?;
        // SAFETY: the caller's contract.
        unsafe { api::launch::packed(g, context, kernel) }
    }

    fn copy(&self, copy: &Copy3) -> Answer {
        let g = super::global()?;
        encode::sides(g, copy).map(drop)
    }

    fn fill(&self, fill: &Fill) -> Answer {
        let g = super::global()?;
        let span = fill.span()?;
        if g.pinned.covering(fill.dst, span).is_some() {
            return Ok(());
        }
        g.memory.range(fill.dst, span).map(drop)
    }

    fn event(&self, event: CUevent) -> Answer {
        super::global()?.events.get(event).map(drop).ok_or(CUresult::INVALID_HANDLE)
    }

    fn current(&self) -> Answer<u64> {
        let g = super::global()?;
        let context = context::current()?;
        g.deferred(context)?;
        Ok(context.raw().addr() as u64)
    }

    fn place(&self, stream: CUstream) -> Answer<capture::Place> {
        let g = super::global()?;
        let stream = stream::of_handle(g, stream)?;
        g.deferred(stream.context)?;
        Ok(stream.place())
    }

    fn reserve(&self, request: &AllocRequest) -> Answer<u64> {
        let g = super::global()?;
        g.device(request.device)?;
        let alloc = MemAlloc { bytes: request.bytes.into(), height: 0.into(), element: 0.into() };
        api::memory::allocate(g, context::current()?, &alloc).map(|(address, _)| address)
    }

    fn release(&self, address: u64) {
        let Ok(g) = super::global() else { return };
        if let Some(allocation) = g.memory.remove(address) {
            // The session being over frees everything.
            let _ = g.session.post(allocation.context.id, op::MEM_FREE, &[&address.to_le_bytes()]);
        }
    }

    fn instantiate(&self, nodes: &[FlatNode], flags: u64) -> Answer<Arc<dyn Exec>> {
        let g = super::global()?;
        let context = context_of_nodes(g, nodes)?;
        g.deferred(context)?;
        exec::RemoteExec::new(g, context, nodes, flags).map(|exec| Arc::new(exec) as Arc<dyn Exec>)
    }

    fn later(&self, job: Box<dyn FnOnce() + Send>) {
        // Without a thread the object of the program outlives its graph.
        let _ = super::host_fn::spawn("bifrost-graph", job);
    }
}

fn context_of(g: &Global, handle: u64) -> Answer<&'static Context> {
    let context = context::of_handle(g, handle::raw(handle as usize))?;
    context.check()?;
    Ok(context)
}

/// The context that all nodes belong to; the current one if none says.
fn context_of_nodes(g: &Global, nodes: &[FlatNode]) -> Answer<&'static Context> {
    let mut named = nodes.iter().filter_map(|node| match &node.params {
        Params::Kernel(kernel) => Some(kernel.context),
        Params::Copy(copy) => Some(copy.context),
        Params::Fill(fill) => Some(fill.context),
        _ => None,
    });
    let Some(first) = named.next() else { return context::current() };
    if named.any(|other| other != first) {
        return Err(cuda_contract::not_supported("a graph with nodes of several contexts"));
    }
    context_of(g, first)
}
