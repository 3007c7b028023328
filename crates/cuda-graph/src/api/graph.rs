//! Graphs, nodes and edges as such.

use std::ffi::{CStr, c_char, c_uint, c_ulonglong};

use cuda_abi::*;

use super::{array, list, not_null, number, numbers, plain_edges, put, put_if, take};
use crate::object::destroy_later;
use crate::state::with;
use crate::{Answer, backend, raw};

pub unsafe fn cu_graph_create(phGraph: *mut CUgraph, flags: c_uint) -> Answer {
    backend()?;
    not_null(phGraph)?;
    if flags != 0 {
        return Err(CUresult::INVALID_VALUE);
    }
    let graph = with(|state| state.create_graph())?;
    // SAFETY: the C caller's contract.
    unsafe { put(phGraph, raw(graph)) }
}

pub unsafe fn cu_graph_destroy(hGraph: CUgraph) -> Answer {
    backend()?;
    let rest = with(|state| state.destroy_graph(number(hGraph)))?;
    destroy_later(rest.destructors.clone(), || ());
    Ok(())
}

pub unsafe fn cu_graph_clone(phGraphClone: *mut CUgraph, originalGraph: CUgraph) -> Answer {
    backend()?;
    not_null(phGraphClone)?;
    let copy = with(|state| state.clone_graph(number(originalGraph)))?;
    // SAFETY: the C caller's contract.
    unsafe { put(phGraphClone, raw(copy)) }
}

pub unsafe fn cu_graph_node_find_in_clone(
    phNode: *mut CUgraphNode,
    hOriginalNode: CUgraphNode,
    hClonedGraph: CUgraph,
) -> Answer {
    backend()?;
    let found = with(|state| state.find_copy(number(hOriginalNode), number(hClonedGraph)))?;
    // SAFETY: the C caller's contract.
    unsafe { put(phNode, raw(found)) }
}

pub unsafe fn cu_graph_get_id(hGraph: CUgraph, graphId: *mut c_uint) -> Answer {
    backend()?;
    let id = with(|state| Ok(state.graph(number(hGraph))?.id))?;
    // SAFETY: the C caller's contract.
    unsafe { put(graphId, id) }
}

pub unsafe fn cu_graph_get_nodes(hGraph: CUgraph, nodes: *mut CUgraphNode, numNodes: *mut usize) -> Answer {
    backend()?;
    let all = with(|state| Ok(state.graph(number(hGraph))?.nodes.clone()))?;
    // SAFETY: the C caller's contract.
    unsafe { list(nodes, numNodes, &all) }
}

pub unsafe fn cu_graph_get_root_nodes(
    hGraph: CUgraph,
    rootNodes: *mut CUgraphNode,
    numRootNodes: *mut usize,
) -> Answer {
    backend()?;
    let all = with(|state| state.roots(number(hGraph)))?;
    // SAFETY: the C caller's contract.
    unsafe { list(rootNodes, numRootNodes, &all) }
}

pub unsafe fn cu_graph_get_edges(
    hGraph: CUgraph,
    from: *mut CUgraphNode,
    to: *mut CUgraphNode,
    numEdges: *mut usize,
) -> Answer {
    // SAFETY: the same contract.
    unsafe { cu_graph_get_edges_v2(hGraph, from, to, std::ptr::null_mut(), numEdges) }
}

pub unsafe fn cu_graph_get_edges_v2(
    hGraph: CUgraph,
    from: *mut CUgraphNode,
    to: *mut CUgraphNode,
    edgeData: *mut CUgraphEdgeData,
    numEdges: *mut usize,
) -> Answer {
    backend()?;
    if from.is_null() != to.is_null() {
        return Err(CUresult::INVALID_VALUE);
    }
    if !edgeData.is_null() {
        // SAFETY: null or valid.
        array(edgeData, unsafe { take(numEdges) }?)?;
    }
    let (sources, targets): (Vec<u64>, Vec<u64>) =
        with(|state| state.edges(number(hGraph)))?.into_iter().unzip();
    // SAFETY: the C caller's contract; the first list leaves the number as it was asked for to the second.
    unsafe {
        let room = take(numEdges)?;
        list(from, numEdges, &sources)?;
        put(numEdges, room)?;
        list(to, numEdges, &targets)?;
        put_plain(edgeData, if from.is_null() { 0 } else { room.min(sources.len()) });
    }
    Ok(())
}

/// Writes the data of plain edges.
///
/// # Safety
/// `data` is null or has `count` elements.
unsafe fn put_plain(data: *mut CUgraphEdgeData, count: usize) {
    for i in 0..if data.is_null() { 0 } else { count } {
        let plain = CUgraphEdgeData { from_port: 0, to_port: 0, r#type: 0, reserved: [0; 5] };
        // SAFETY: `i` is below `count`.
        unsafe { data.add(i).write_unaligned(plain) };
    }
}

pub unsafe fn cu_graph_node_get_type(hNode: CUgraphNode, kind: *mut CUgraphNodeType) -> Answer {
    backend()?;
    let found = with(|state| Ok(state.node(number(hNode))?.params.kind()))?;
    // SAFETY: the C caller's contract.
    unsafe { put(kind, found) }
}

pub unsafe fn cu_graph_node_get_containing_graph(hNode: CUgraphNode, phGraph: *mut CUgraph) -> Answer {
    backend()?;
    let graph = with(|state| Ok(state.node(number(hNode))?.graph))?;
    // SAFETY: the C caller's contract.
    unsafe { put(phGraph, raw(graph)) }
}

pub unsafe fn cu_graph_node_get_local_id(hNode: CUgraphNode, nodeId: *mut c_uint) -> Answer {
    backend()?;
    let local = with(|state| Ok(state.node(number(hNode))?.local))?;
    // SAFETY: the C caller's contract.
    unsafe { put(nodeId, local) }
}

pub unsafe fn cu_graph_node_get_tools_id(hNode: CUgraphNode, nodeId: *mut c_ulonglong) -> Answer {
    backend()?;
    let id = with(|state| {
        let node = state.node(number(hNode))?;
        Ok(u64::from(state.graph(node.graph)?.id) << 32 | u64::from(node.local))
    })?;
    // SAFETY: the C caller's contract.
    unsafe { put(nodeId, id) }
}

pub unsafe fn cu_graph_node_get_dependencies(
    hNode: CUgraphNode,
    dependencies: *mut CUgraphNode,
    numDependencies: *mut usize,
) -> Answer {
    // SAFETY: the same contract.
    unsafe { cu_graph_node_get_dependencies_v2(hNode, dependencies, std::ptr::null_mut(), numDependencies) }
}

pub unsafe fn cu_graph_node_get_dependencies_v2(
    hNode: CUgraphNode,
    dependencies: *mut CUgraphNode,
    edgeData: *mut CUgraphEdgeData,
    numDependencies: *mut usize,
) -> Answer {
    backend()?;
    let all = with(|state| Ok(state.node(number(hNode))?.deps.clone()))?;
    // SAFETY: the C caller's contract.
    unsafe { with_edges(dependencies, edgeData, numDependencies, &all) }
}

pub unsafe fn cu_graph_node_get_dependent_nodes(
    hNode: CUgraphNode,
    dependentNodes: *mut CUgraphNode,
    numDependentNodes: *mut usize,
) -> Answer {
    // SAFETY: the same contract.
    unsafe {
        cu_graph_node_get_dependent_nodes_v2(hNode, dependentNodes, std::ptr::null_mut(), numDependentNodes)
    }
}

pub unsafe fn cu_graph_node_get_dependent_nodes_v2(
    hNode: CUgraphNode,
    dependentNodes: *mut CUgraphNode,
    edgeData: *mut CUgraphEdgeData,
    numDependentNodes: *mut usize,
) -> Answer {
    backend()?;
    let all = with(|state| state.dependents(number(hNode)))?;
    // SAFETY: the C caller's contract.
    unsafe { with_edges(dependentNodes, edgeData, numDependentNodes, &all) }
}

/// # Safety
/// As for [`list`]; `data` has as many elements as `out`.
unsafe fn with_edges(
    out: *mut CUgraphNode,
    data: *mut CUgraphEdgeData,
    count: *mut usize,
    all: &[u64],
) -> Answer {
    // SAFETY: the caller's contract.
    unsafe {
        let room = take(count)?;
        list(out, count, all)?;
        put_plain(data, if out.is_null() { 0 } else { room.min(all.len()) });
    }
    Ok(())
}

/// Two arrays of handles as edges, which must be plain ones.
///
/// # Safety
/// The arrays are null or have `count` elements.
unsafe fn edges(
    from: *const CUgraphNode,
    to: *const CUgraphNode,
    data: *const CUgraphEdgeData,
    count: usize,
) -> Answer<Vec<(u64, u64)>> {
    // SAFETY: the caller's contract.
    let (from, to) = unsafe {
        plain_edges(data, count)?;
        (numbers(from, count)?, numbers(to, count)?)
    };
    Ok(from.into_iter().zip(to).collect())
}

pub unsafe fn cu_graph_add_dependencies(
    hGraph: CUgraph,
    from: *const CUgraphNode,
    to: *const CUgraphNode,
    numDependencies: usize,
) -> Answer {
    // SAFETY: the same contract.
    unsafe { cu_graph_add_dependencies_v2(hGraph, from, to, std::ptr::null(), numDependencies) }
}

pub unsafe fn cu_graph_add_dependencies_v2(
    hGraph: CUgraph,
    from: *const CUgraphNode,
    to: *const CUgraphNode,
    edgeData: *const CUgraphEdgeData,
    numDependencies: usize,
) -> Answer {
    backend()?;
    // SAFETY: the C caller's contract.
    let edges = unsafe { edges(from, to, edgeData, numDependencies) }?;
    with(|state| state.add_edges(number(hGraph), &edges))
}

pub unsafe fn cu_graph_remove_dependencies(
    hGraph: CUgraph,
    from: *const CUgraphNode,
    to: *const CUgraphNode,
    numDependencies: usize,
) -> Answer {
    // SAFETY: the same contract.
    unsafe { cu_graph_remove_dependencies_v2(hGraph, from, to, std::ptr::null(), numDependencies) }
}

pub unsafe fn cu_graph_remove_dependencies_v2(
    hGraph: CUgraph,
    from: *const CUgraphNode,
    to: *const CUgraphNode,
    edgeData: *const CUgraphEdgeData,
    numDependencies: usize,
) -> Answer {
    backend()?;
    // SAFETY: the C caller's contract.
    let edges = unsafe { edges(from, to, edgeData, numDependencies) }?;
    with(|state| state.remove_edges(number(hGraph), &edges))
}

pub unsafe fn cu_graph_destroy_node(hNode: CUgraphNode) -> Answer {
    backend()?;
    let rest = with(|state| state.remove_node(number(hNode)))?;
    destroy_later(rest.destructors.clone(), || ());
    Ok(())
}

pub unsafe fn cu_graph_debug_dot_print(hGraph: CUgraph, path: *const c_char, flags: c_uint) -> Answer {
    backend()?;
    not_null(path)?;
    let text = with(|state| state.dot(number(hGraph), flags))?;
    // SAFETY: not null, so it ends with NUL by the C caller's contract.
    let path = unsafe { CStr::from_ptr(path) };
    let path: &std::ffi::OsStr = std::os::unix::ffi::OsStrExt::from_bytes(path.to_bytes());
    std::fs::write(path, text).map_err(|_| CUresult::OPERATING_SYSTEM)
}

pub unsafe fn cu_graph_exec_get_id(hGraphExec: CUgraphExec, graphId: *mut c_uint) -> Answer {
    backend()?;
    let exec = with(|state| state.exec(number(hGraphExec)))?;
    // SAFETY: the C caller's contract.
    unsafe { put(graphId, exec.id) }
}

pub unsafe fn cu_graph_child_graph_node_get_graph(hNode: CUgraphNode, phGraph: *mut CUgraph) -> Answer {
    backend()?;
    let graph = with(|state| match state.node(number(hNode))?.params {
        crate::node::Params::Child(graph) => Ok(graph),
        _ => Err(CUresult::INVALID_VALUE),
    })?;
    // SAFETY: the C caller's contract.
    unsafe {
        put_if(phGraph, raw(graph));
    }
    not_null(phGraph)
}
