//! The functions that take nodes of any type.

use cuda_abi::*;

use super::memory::{described, request};
use super::nodes::{add, copy, event, fill, kernel, kernel_params, set, set_exec};
use super::{not_null, number, numbers, plain_edges, put, take};
use crate::memory;
use crate::node::{HostCall, Params};
use crate::state::with;
use crate::{Answer, backend, raw};

/// Parameters as C describes them. Children and allocations are not among them: making those is more than reading.
///
/// # Safety
/// `c` is as cuda.h wants it for its type.
unsafe fn params(c: &CUgraphNodeParams) -> Answer<Params> {
    // SAFETY: the type says which member is set; all are plain data, or as the caller's contract says.
    unsafe {
        match c.r#type {
            CU_GRAPH_NODE_TYPE_KERNEL => kernel(kernel_from(&c.anon.kernel)),
            CU_GRAPH_NODE_TYPE_MEMCPY => copy(&c.anon.memcpy.copyParams, c.anon.memcpy.copyCtx),
            CU_GRAPH_NODE_TYPE_MEMSET => {
                let CUDA_MEMSET_NODE_PARAMS_v2 { dst, pitch, value, elementSize, width, height, ctx } =
                    c.anon.memset;
                fill(&CUDA_MEMSET_NODE_PARAMS { dst, pitch, value, elementSize, width, height }, ctx)
            }
            CU_GRAPH_NODE_TYPE_HOST => {
                Ok(Params::Host(HostCall::new(c.anon.host.r#fn, c.anon.host.userData)?))
            }
            CU_GRAPH_NODE_TYPE_EMPTY => Ok(Params::Empty),
            CU_GRAPH_NODE_TYPE_WAIT_EVENT => Ok(Params::WaitEvent(event(c.anon.eventWait.event)?)),
            CU_GRAPH_NODE_TYPE_EVENT_RECORD => Ok(Params::RecordEvent(event(c.anon.eventRecord.event)?)),
            CU_GRAPH_NODE_TYPE_MEM_FREE => Ok(Params::Free(c.anon.free.dptr)),
            _ => Err(CUresult::NOT_SUPPORTED),
        }
    }
}

fn kernel_from(c: &CUDA_KERNEL_NODE_PARAMS_v3) -> CUDA_KERNEL_NODE_PARAMS_v2 {
    kernel_params!(CUDA_KERNEL_NODE_PARAMS_v2, c, kern: c.kern, ctx: c.ctx)
}

fn kernel_to(c: &CUDA_KERNEL_NODE_PARAMS_v2) -> CUDA_KERNEL_NODE_PARAMS_v3 {
    kernel_params!(CUDA_KERNEL_NODE_PARAMS_v3, c, kern: c.kern, ctx: c.ctx)
}

pub unsafe fn cu_graph_add_node(
    phGraphNode: *mut CUgraphNode,
    hGraph: CUgraph,
    dependencies: *const CUgraphNode,
    numDependencies: usize,
    nodeParams: *mut CUgraphNodeParams,
) -> Answer {
    let plain = std::ptr::null();
    // SAFETY: the same contract.
    unsafe { cu_graph_add_node_v2(phGraphNode, hGraph, dependencies, plain, numDependencies, nodeParams) }
}

pub unsafe fn cu_graph_add_node_v2(
    phGraphNode: *mut CUgraphNode,
    hGraph: CUgraph,
    dependencies: *const CUgraphNode,
    dependencyData: *const CUgraphEdgeData,
    numDependencies: usize,
    nodeParams: *mut CUgraphNodeParams,
) -> Answer {
    backend()?;
    not_null(phGraphNode)?;
    // SAFETY: the C caller's contract.
    let mut c = unsafe {
        plain_edges(dependencyData, numDependencies)?;
        take(nodeParams)?
    };
    match c.r#type {
        CU_GRAPH_NODE_TYPE_MEM_ALLOC => {
            // SAFETY: the type says which member is set.
            let mut alloc = unsafe { c.anon.alloc };
            let memory = memory::reserve(request(&alloc.poolProps, alloc.bytesize)?)?;
            alloc.dptr = memory.address;
            c.anon.alloc = alloc;
            // SAFETY: the C caller's contract.
            unsafe {
                add(phGraphNode, hGraph, dependencies, numDependencies, Params::Alloc(memory))?;
                put(nodeParams, c)
            }
        }
        CU_GRAPH_NODE_TYPE_GRAPH => {
            // SAFETY: the type says which member is set.
            let child = unsafe { c.anon.graph };
            if child.ownership != CU_GRAPH_CHILD_GRAPH_OWNERSHIP_MOVE {
                let params = Params::Child(number(child.graph));
                // SAFETY: the C caller's contract.
                return unsafe { add(phGraphNode, hGraph, dependencies, numDependencies, params) };
            }
            // SAFETY: the C caller's contract.
            let deps = unsafe { numbers(dependencies, numDependencies) }?;
            let node = with(|state| state.adopt_graph(number(hGraph), deps, number(child.graph)))?;
            // SAFETY: as above.
            unsafe { put(phGraphNode, raw(node)) }
        }
        // SAFETY: the C caller's contract.
        _ => unsafe { add(phGraphNode, hGraph, dependencies, numDependencies, params(&c)?) },
    }
}

pub unsafe fn cu_graph_add_node_v3(
    phGraphNode: *mut CUgraphNode,
    hGraph: CUgraph,
    dependencies: *const CUgraphNode,
    dependencyData: *const CUgraphEdgeData,
    numDependencies: usize,
    nodeParams: *mut CUgraphNodeParams,
) -> Answer {
    // SAFETY: the same contract.
    unsafe {
        cu_graph_add_node_v2(phGraphNode, hGraph, dependencies, dependencyData, numDependencies, nodeParams)
    }
}

pub unsafe fn cu_graph_node_set_params(hNode: CUgraphNode, nodeParams: *mut CUgraphNodeParams) -> Answer {
    backend()?;
    // SAFETY: the C caller's contract.
    set(hNode, unsafe { params(&take(nodeParams)?) }?)
}

pub unsafe fn cu_graph_node_set_params_v2(hNode: CUgraphNode, nodeParams: *mut CUgraphNodeParams) -> Answer {
    // SAFETY: the same contract.
    unsafe { cu_graph_node_set_params(hNode, nodeParams) }
}

pub unsafe fn cu_graph_exec_node_set_params(
    hGraphExec: CUgraphExec,
    hNode: CUgraphNode,
    nodeParams: *mut CUgraphNodeParams,
) -> Answer {
    backend()?;
    // SAFETY: the C caller's contract.
    set_exec(hGraphExec, hNode, unsafe { params(&take(nodeParams)?) }?)
}

pub unsafe fn cu_graph_node_get_params(hNode: CUgraphNode, nodeParams: *mut CUgraphNodeParams) -> Answer {
    backend()?;
    let found = with(|state| Ok(described_node(&mut state.node_mut(number(hNode))?.params)))?;
    // SAFETY: the C caller's contract.
    unsafe { put(nodeParams, found) }
}

fn described_node(params: &mut Params) -> CUgraphNodeParams {
    // SAFETY: all members are plain data, for which zero is valid.
    let mut anon: CUgraphNodeParams_anon = unsafe { std::mem::zeroed() };
    match params {
        Params::Kernel(kernel) => anon.kernel = kernel_to(&kernel.show()),
        Params::Copy(copy) => {
            let (copyCtx, copyParams) = (raw(copy.context), copy.to_c());
            anon.memcpy = CUDA_MEMCPY_NODE_PARAMS { flags: 0, reserved: 0, copyCtx, copyParams };
        }
        Params::Fill(fill) => {
            let CUDA_MEMSET_NODE_PARAMS { dst, pitch, value, elementSize, width, height } = fill.to_c();
            let ctx = raw(fill.context);
            anon.memset = CUDA_MEMSET_NODE_PARAMS_v2 { dst, pitch, value, elementSize, width, height, ctx };
        }
        Params::Host(call) => {
            let ctx = CUDA_HOST_NODE_PARAMS_v2_anon { ctx: std::ptr::null_mut() };
            let (function, userData) = (call.function(), call.data());
            anon.host = CUDA_HOST_NODE_PARAMS_v2 { r#fn: function, userData, syncMode: 0, anon: ctx };
        }
        Params::Child(graph) => {
            let ownership = CU_GRAPH_CHILD_GRAPH_OWNERSHIP_INVALID;
            anon.graph = CUDA_CHILD_GRAPH_NODE_PARAMS { graph: raw(*graph), ownership };
        }
        Params::Empty => {}
        Params::WaitEvent(event) => anon.eventWait = CUDA_EVENT_WAIT_NODE_PARAMS { event: raw(*event) },
        Params::RecordEvent(event) => {
            let ctx = CUDA_EVENT_RECORD_NODE_PARAMS_anon { ctx: std::ptr::null_mut() };
            anon.eventRecord = CUDA_EVENT_RECORD_NODE_PARAMS { event: raw(*event), anon: ctx };
        }
        Params::Alloc(memory) => {
            let c = described(memory);
            anon.alloc = CUDA_MEM_ALLOC_NODE_PARAMS_v2 {
                poolProps: c.poolProps,
                accessDescs: c.accessDescs,
                accessDescCount: c.accessDescCount,
                bytesize: c.bytesize,
                dptr: c.dptr,
            };
        }
        Params::Free(address) => anon.free = CUDA_MEM_FREE_NODE_PARAMS { dptr: *address },
    }
    CUgraphNodeParams { r#type: params.kind(), reserved0: [0; 3], anon, reserved2: 0 }
}
