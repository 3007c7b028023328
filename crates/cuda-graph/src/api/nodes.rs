//! Nodes by type: adding them, reading and changing their parameters, in graphs and in executables.

use cuda_abi::*;

use super::{not_null, number, numbers, put, take};
use crate::node::{Attribute, Copy3, Fill, HostCall, Kernel, Params};
use crate::state::with;
use crate::{Answer, Backend, backend, raw};

/// Adds a node.
///
/// # Safety
/// `out` is null or writable; `deps` is null or has `count` elements.
pub(super) unsafe fn add(
    out: *mut CUgraphNode,
    graph: CUgraph,
    deps: *const CUgraphNode,
    count: usize,
    params: Params,
) -> Answer {
    not_null(out)?;
    // SAFETY: the caller's contract.
    let deps = unsafe { numbers(deps, count) }?;
    let node = with(|state| state.add_node(number(graph), &deps, params))?;
    // SAFETY: the caller's contract.
    unsafe { put(out, raw(node)) }
}

/// Reads a node's parameters.
fn get<T>(node: CUgraphNode, read: impl FnOnce(&mut Params) -> Option<T>) -> Answer<T> {
    backend()?;
    with(|state| read(&mut state.node_mut(number(node))?.params).ok_or(CUresult::INVALID_VALUE))
}

/// Changes a node's parameters.
pub(super) fn set(node: CUgraphNode, mut params: Params) -> Answer {
    let _old = with(|state| {
        let node = number(node);
        if let (Params::Kernel(old), Params::Kernel(new)) = (&state.node(node)?.params, &mut params) {
            new.attributes.clone_from(&old.attributes);
        }
        state.replace_params(node, params)
    })?;
    Ok(())
}

/// Changes a node of an executable.
pub(super) fn set_exec(exec: CUgraphExec, node: CUgraphNode, params: Params) -> Answer {
    with(|state| state.exec(number(exec)))?.set(number(node), params)
}

/// The context that a program named, or the current one.
pub(super) fn context(backend: &dyn Backend, named: CUcontext) -> Answer<u64> {
    if named.is_null() { backend.current() } else { Ok(number(named)) }
}

// Kernels ----------------------------------------------------------------------------------------------------------

/// # Safety
/// `c` is as cuda.h wants it for its kernel.
pub(super) unsafe fn kernel(mut c: CUDA_KERNEL_NODE_PARAMS_v2) -> Answer<Params> {
    let backend = backend()?;
    c.ctx = raw(context(backend, c.ctx)?);
    // SAFETY: the caller's contract.
    let packed = unsafe { backend.kernel(&c) }?;
    Ok(Params::Kernel(Box::new(Kernel::from_c(&c, packed))))
}

/// Another version of a kernel node's parameters, of which all have the same first fields; the others are named.
macro_rules! kernel_params {
    ($version:ident, $from:expr $(, $field:ident: $value:expr)*) => {{
        let c = $from;
        $version {
            func: c.func,
            gridDimX: c.gridDimX,
            gridDimY: c.gridDimY,
            gridDimZ: c.gridDimZ,
            blockDimX: c.blockDimX,
            blockDimY: c.blockDimY,
            blockDimZ: c.blockDimZ,
            sharedMemBytes: c.sharedMemBytes,
            kernelParams: c.kernelParams,
            extra: c.extra,
            $($field: $value,)*
        }
    }};
}
pub(super) use kernel_params;

/// The present structure from that of CUDA 11.
fn widened(c: &CUDA_KERNEL_NODE_PARAMS_v1) -> CUDA_KERNEL_NODE_PARAMS_v2 {
    kernel_params!(CUDA_KERNEL_NODE_PARAMS_v2, c, kern: std::ptr::null_mut(), ctx: std::ptr::null_mut())
}

fn narrowed(c: &CUDA_KERNEL_NODE_PARAMS_v2) -> CUDA_KERNEL_NODE_PARAMS_v1 {
    kernel_params!(CUDA_KERNEL_NODE_PARAMS_v1, c)
}

pub unsafe fn cu_graph_add_kernel_node(
    phGraphNode: *mut CUgraphNode,
    hGraph: CUgraph,
    dependencies: *const CUgraphNode,
    numDependencies: usize,
    nodeParams: *const CUDA_KERNEL_NODE_PARAMS_v1,
) -> Answer {
    // SAFETY: the C caller's contract.
    unsafe {
        let params = kernel(widened(&take(nodeParams)?))?;
        add(phGraphNode, hGraph, dependencies, numDependencies, params)
    }
}

pub unsafe fn cu_graph_add_kernel_node_v2(
    phGraphNode: *mut CUgraphNode,
    hGraph: CUgraph,
    dependencies: *const CUgraphNode,
    numDependencies: usize,
    nodeParams: *const CUDA_KERNEL_NODE_PARAMS_v2,
) -> Answer {
    // SAFETY: the C caller's contract.
    unsafe {
        let params = kernel(take(nodeParams)?)?;
        add(phGraphNode, hGraph, dependencies, numDependencies, params)
    }
}

fn kernel_of(node: CUgraphNode) -> Answer<CUDA_KERNEL_NODE_PARAMS_v2> {
    get(node, |params| if let Params::Kernel(kernel) = params { Some(kernel.show()) } else { None })
}

pub unsafe fn cu_graph_kernel_node_get_params(
    hNode: CUgraphNode,
    nodeParams: *mut CUDA_KERNEL_NODE_PARAMS_v1,
) -> Answer {
    let found = kernel_of(hNode)?;
    // SAFETY: the C caller's contract.
    unsafe { put(nodeParams, narrowed(&found)) }
}

pub unsafe fn cu_graph_kernel_node_get_params_v2(
    hNode: CUgraphNode,
    nodeParams: *mut CUDA_KERNEL_NODE_PARAMS_v2,
) -> Answer {
    let found = kernel_of(hNode)?;
    // SAFETY: the C caller's contract.
    unsafe { put(nodeParams, found) }
}

pub unsafe fn cu_graph_kernel_node_set_params(
    hNode: CUgraphNode,
    nodeParams: *const CUDA_KERNEL_NODE_PARAMS_v1,
) -> Answer {
    // SAFETY: the C caller's contract.
    set(hNode, unsafe { kernel(widened(&take(nodeParams)?)) }?)
}

pub unsafe fn cu_graph_kernel_node_set_params_v2(
    hNode: CUgraphNode,
    nodeParams: *const CUDA_KERNEL_NODE_PARAMS_v2,
) -> Answer {
    // SAFETY: the C caller's contract.
    set(hNode, unsafe { kernel(take(nodeParams)?) }?)
}

pub unsafe fn cu_graph_exec_kernel_node_set_params(
    hGraphExec: CUgraphExec,
    hNode: CUgraphNode,
    nodeParams: *const CUDA_KERNEL_NODE_PARAMS_v1,
) -> Answer {
    // SAFETY: the C caller's contract.
    set_exec(hGraphExec, hNode, unsafe { kernel(widened(&take(nodeParams)?)) }?)
}

pub unsafe fn cu_graph_exec_kernel_node_set_params_v2(
    hGraphExec: CUgraphExec,
    hNode: CUgraphNode,
    nodeParams: *const CUDA_KERNEL_NODE_PARAMS_v2,
) -> Answer {
    // SAFETY: the C caller's contract.
    set_exec(hGraphExec, hNode, unsafe { kernel(take(nodeParams)?) }?)
}

fn change_kernel(node: CUgraphNode, change: impl FnOnce(&mut Kernel)) -> Answer {
    get(node, |params| {
        let Params::Kernel(kernel) = params else { return None };
        change(kernel);
        Some(())
    })
}

pub unsafe fn cu_graph_kernel_node_copy_attributes(dst: CUgraphNode, src: CUgraphNode) -> Answer {
    let read = |params: &mut Params| match params {
        Params::Kernel(kernel) => Some(kernel.attributes.clone()),
        _ => None,
    };
    let attributes = get(src, read)?;
    change_kernel(dst, |kernel| kernel.attributes = attributes)
}

pub unsafe fn cu_graph_kernel_node_get_attribute(
    hNode: CUgraphNode,
    attr: CUlaunchAttributeID,
    value_out: *mut CUkernelNodeAttrValue_v1,
) -> Answer {
    let read = |params: &mut Params| match params {
        Params::Kernel(kernel) => {
            let set = kernel.attributes.iter().find(|a| a.id == attr).copied();
            Some(set.unwrap_or(Attribute { id: attr, value: [0; 64] }))
        }
        _ => None,
    };
    let found = get(hNode, read)?;
    // SAFETY: the C caller's contract.
    unsafe { put(value_out, found.to_c().value) }
}

pub unsafe fn cu_graph_kernel_node_set_attribute(
    hNode: CUgraphNode,
    attr: CUlaunchAttributeID,
    value: *const CUkernelNodeAttrValue_v1,
) -> Answer {
    // SAFETY: the C caller's contract.
    let attribute = Attribute::new(attr, &unsafe { take(value) }?);
    match attr {
        CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT
        | CU_LAUNCH_ATTRIBUTE_LAUNCH_COMPLETION_EVENT
        | CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE => return Err(CUresult::NOT_SUPPORTED),
        _ => {}
    }
    change_kernel(hNode, |kernel| kernel.set_attribute(attribute))
}

// Copies -----------------------------------------------------------------------------------------------------------

pub(super) fn copy(c: &CUDA_MEMCPY3D, ctx: CUcontext) -> Answer<Params> {
    let backend = backend()?;
    let copy = Copy3::from_c(c, context(backend, ctx)?);
    backend.copy(&copy)?;
    Ok(Params::Copy(Box::new(copy)))
}

pub unsafe fn cu_graph_add_memcpy_node(
    phGraphNode: *mut CUgraphNode,
    hGraph: CUgraph,
    dependencies: *const CUgraphNode,
    numDependencies: usize,
    copyParams: *const CUDA_MEMCPY3D,
    ctx: CUcontext,
) -> Answer {
    // SAFETY: the C caller's contract.
    unsafe {
        let params = copy(&take(copyParams)?, ctx)?;
        add(phGraphNode, hGraph, dependencies, numDependencies, params)
    }
}

pub unsafe fn cu_graph_memcpy_node_get_params(hNode: CUgraphNode, nodeParams: *mut CUDA_MEMCPY3D) -> Answer {
    let found = get(hNode, |params| if let Params::Copy(copy) = params { Some(copy.to_c()) } else { None })?;
    // SAFETY: the C caller's contract.
    unsafe { put(nodeParams, found) }
}

pub unsafe fn cu_graph_memcpy_node_set_params(
    hNode: CUgraphNode,
    nodeParams: *const CUDA_MEMCPY3D,
) -> Answer {
    let old = get(hNode, |params| if let Params::Copy(copy) = params { Some(copy.context) } else { None })?;
    // SAFETY: the C caller's contract.
    set(hNode, copy(&unsafe { take(nodeParams) }?, raw(old))?)
}

pub unsafe fn cu_graph_exec_memcpy_node_set_params(
    hGraphExec: CUgraphExec,
    hNode: CUgraphNode,
    copyParams: *const CUDA_MEMCPY3D,
    ctx: CUcontext,
) -> Answer {
    // SAFETY: the C caller's contract.
    set_exec(hGraphExec, hNode, copy(&unsafe { take(copyParams) }?, ctx)?)
}

// Fills ------------------------------------------------------------------------------------------------------------

pub(super) fn fill(c: &CUDA_MEMSET_NODE_PARAMS, ctx: CUcontext) -> Answer<Params> {
    let backend = backend()?;
    let fill = Fill::from_c(c, context(backend, ctx)?);
    fill.span()?;
    backend.fill(&fill)?;
    Ok(Params::Fill(fill))
}

pub unsafe fn cu_graph_add_memset_node(
    phGraphNode: *mut CUgraphNode,
    hGraph: CUgraph,
    dependencies: *const CUgraphNode,
    numDependencies: usize,
    memsetParams: *const CUDA_MEMSET_NODE_PARAMS,
    ctx: CUcontext,
) -> Answer {
    // SAFETY: the C caller's contract.
    unsafe {
        let params = fill(&take(memsetParams)?, ctx)?;
        add(phGraphNode, hGraph, dependencies, numDependencies, params)
    }
}

pub unsafe fn cu_graph_memset_node_get_params(
    hNode: CUgraphNode,
    nodeParams: *mut CUDA_MEMSET_NODE_PARAMS,
) -> Answer {
    let found = get(hNode, |params| if let Params::Fill(fill) = params { Some(fill.to_c()) } else { None })?;
    // SAFETY: the C caller's contract.
    unsafe { put(nodeParams, found) }
}

pub unsafe fn cu_graph_memset_node_set_params(
    hNode: CUgraphNode,
    nodeParams: *const CUDA_MEMSET_NODE_PARAMS,
) -> Answer {
    let old = get(hNode, |params| if let Params::Fill(fill) = params { Some(fill.context) } else { None })?;
    // SAFETY: the C caller's contract.
    set(hNode, fill(&unsafe { take(nodeParams) }?, raw(old))?)
}

pub unsafe fn cu_graph_exec_memset_node_set_params(
    hGraphExec: CUgraphExec,
    hNode: CUgraphNode,
    memsetParams: *const CUDA_MEMSET_NODE_PARAMS,
    ctx: CUcontext,
) -> Answer {
    // SAFETY: the C caller's contract.
    set_exec(hGraphExec, hNode, fill(&unsafe { take(memsetParams) }?, ctx)?)
}

// Host functions ---------------------------------------------------------------------------------------------------

/// # Safety
/// `c` is null or readable.
unsafe fn host(c: *const CUDA_HOST_NODE_PARAMS_v1) -> Answer<Params> {
    backend()?;
    // SAFETY: the caller's contract.
    let c = unsafe { take(c) }?;
    Ok(Params::Host(HostCall::new(c.r#fn, c.userData)?))
}

pub unsafe fn cu_graph_add_host_node(
    phGraphNode: *mut CUgraphNode,
    hGraph: CUgraph,
    dependencies: *const CUgraphNode,
    numDependencies: usize,
    nodeParams: *const CUDA_HOST_NODE_PARAMS_v1,
) -> Answer {
    // SAFETY: the C caller's contract.
    unsafe {
        let params = host(nodeParams)?;
        add(phGraphNode, hGraph, dependencies, numDependencies, params)
    }
}

pub unsafe fn cu_graph_host_node_get_params(
    hNode: CUgraphNode,
    nodeParams: *mut CUDA_HOST_NODE_PARAMS_v1,
) -> Answer {
    let found = get(hNode, |params| if let Params::Host(call) = params { Some(*call) } else { None })?;
    // SAFETY: the C caller's contract.
    unsafe { put(nodeParams, CUDA_HOST_NODE_PARAMS_v1 { r#fn: found.function(), userData: found.data() }) }
}

pub unsafe fn cu_graph_host_node_set_params(
    hNode: CUgraphNode,
    nodeParams: *const CUDA_HOST_NODE_PARAMS_v1,
) -> Answer {
    // SAFETY: the C caller's contract.
    set(hNode, unsafe { host(nodeParams) }?)
}

pub unsafe fn cu_graph_exec_host_node_set_params(
    hGraphExec: CUgraphExec,
    hNode: CUgraphNode,
    nodeParams: *const CUDA_HOST_NODE_PARAMS_v1,
) -> Answer {
    // SAFETY: the C caller's contract.
    set_exec(hGraphExec, hNode, unsafe { host(nodeParams) }?)
}

// Children, points of order, events --------------------------------------------------------------------------------

pub unsafe fn cu_graph_add_child_graph_node(
    phGraphNode: *mut CUgraphNode,
    hGraph: CUgraph,
    dependencies: *const CUgraphNode,
    numDependencies: usize,
    childGraph: CUgraph,
) -> Answer {
    backend()?;
    // SAFETY: the C caller's contract.
    unsafe { add(phGraphNode, hGraph, dependencies, numDependencies, Params::Child(number(childGraph))) }
}

pub unsafe fn cu_graph_exec_child_graph_node_set_params(
    hGraphExec: CUgraphExec,
    hNode: CUgraphNode,
    childGraph: CUgraph,
) -> Answer {
    backend()?;
    let (exec, old, new) = with(|state| {
        let exec = state.exec(number(hGraphExec))?;
        let Params::Child(own) = state.node(number(hNode))?.params else {
            return Err(CUresult::INVALID_VALUE);
        };
        let flat = |graph| state.flatten(graph).map_err(|(code, _)| code);
        Ok((exec, flat(own)?, flat(number(childGraph))?))
    })?;
    exec.set_child(&old, &new)
}

pub unsafe fn cu_graph_add_empty_node(
    phGraphNode: *mut CUgraphNode,
    hGraph: CUgraph,
    dependencies: *const CUgraphNode,
    numDependencies: usize,
) -> Answer {
    backend()?;
    // SAFETY: the C caller's contract.
    unsafe { add(phGraphNode, hGraph, dependencies, numDependencies, Params::Empty) }
}

/// A live event's handle.
pub(super) fn event(event: CUevent) -> Answer<u64> {
    backend()?.event(event)?;
    Ok(number(event))
}

/// The functions of the nodes that wait for events, and of those that record them.
macro_rules! event_nodes {
    ($($kind:ident: $add:ident, $get:ident, $set:ident, $set_exec:ident;)*) => {$(
        pub unsafe fn $add(
            phGraphNode: *mut CUgraphNode,
            hGraph: CUgraph,
            dependencies: *const CUgraphNode,
            numDependencies: usize,
            hEvent: CUevent,
        ) -> Answer {
            let params = Params::$kind(event(hEvent)?);
            // SAFETY: the C caller's contract.
            unsafe { add(phGraphNode, hGraph, dependencies, numDependencies, params) }
        }

        pub unsafe fn $get(hNode: CUgraphNode, event_out: *mut CUevent) -> Answer {
            let found = get(hNode, |params| if let Params::$kind(event) = params { Some(*event) } else { None })?;
            // SAFETY: the C caller's contract.
            unsafe { put(event_out, raw(found)) }
        }

        pub unsafe fn $set(hNode: CUgraphNode, hEvent: CUevent) -> Answer {
            set(hNode, Params::$kind(event(hEvent)?))
        }

        pub unsafe fn $set_exec(hGraphExec: CUgraphExec, hNode: CUgraphNode, hEvent: CUevent) -> Answer {
            set_exec(hGraphExec, hNode, Params::$kind(event(hEvent)?))
        }
    )*};
}

event_nodes! {
    RecordEvent: cu_graph_add_event_record_node, cu_graph_event_record_node_get_event,
        cu_graph_event_record_node_set_event, cu_graph_exec_event_record_node_set_event;
    WaitEvent: cu_graph_add_event_wait_node, cu_graph_event_wait_node_get_event,
        cu_graph_event_wait_node_set_event, cu_graph_exec_event_wait_node_set_event;
}
