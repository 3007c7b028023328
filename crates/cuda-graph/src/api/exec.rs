//! Executable graphs.

use std::ffi::{c_char, c_uint, c_ulonglong};

use cuda_abi::*;

use super::{not_null, number, put, put_if, take};
use crate::exec::instantiate;
use crate::node::Params;
use crate::object::destroy_later;
use crate::state::with;
use crate::{Answer, backend, capture, raw};

pub unsafe fn cu_graph_instantiate(
    phGraphExec: *mut CUgraphExec,
    hGraph: CUgraph,
    phErrorNode: *mut CUgraphNode,
    logBuffer: *mut c_char,
    bufferSize: usize,
) -> Answer {
    backend()?;
    not_null(phGraphExec)?;
    if bufferSize > 0 {
        // SAFETY: the C caller passes that many bytes, or NULL.
        unsafe { put_if(logBuffer, 0) };
    }
    let (exec, node) = match instantiate(number(hGraph), 0) {
        Ok(exec) => (Ok(exec), 0),
        Err((code, _, node)) => (Err(code), node),
    };
    // SAFETY: the C caller's contract.
    unsafe { put_if(phErrorNode, raw(node)) };
    // SAFETY: as above.
    unsafe { put(phGraphExec, raw(exec?)) }
}

pub unsafe fn cu_graph_instantiate_v2(
    phGraphExec: *mut CUgraphExec,
    hGraph: CUgraph,
    phErrorNode: *mut CUgraphNode,
    logBuffer: *mut c_char,
    bufferSize: usize,
) -> Answer {
    // SAFETY: the same contract.
    unsafe { cu_graph_instantiate(phGraphExec, hGraph, phErrorNode, logBuffer, bufferSize) }
}

pub unsafe fn cu_graph_instantiate_with_flags(
    phGraphExec: *mut CUgraphExec,
    hGraph: CUgraph,
    flags: c_ulonglong,
) -> Answer {
    backend()?;
    not_null(phGraphExec)?;
    let exec = instantiate(number(hGraph), flags).map_err(|(code, ..)| code)?;
    // SAFETY: the C caller's contract.
    unsafe { put(phGraphExec, raw(exec)) }
}

pub unsafe fn cu_graph_instantiate_with_params(
    phGraphExec: *mut CUgraphExec,
    hGraph: CUgraph,
    instantiateParams: *mut CUDA_GRAPH_INSTANTIATE_PARAMS,
    default_stream: CUstream,
) -> Answer {
    backend()?;
    not_null(phGraphExec)?;
    // SAFETY: the C caller's contract.
    let mut params = unsafe { take(instantiateParams) }?;
    let made = instantiate(number(hGraph), params.flags);
    let (exec, reason, node) = match made {
        Ok(exec) => (Ok(exec), CUDA_GRAPH_INSTANTIATE_SUCCESS, 0),
        Err((code, reason, node)) => (Err(code), reason, node),
    };
    (params.result_out, params.hErrNode_out) = (reason, raw(node));
    // SAFETY: the C caller's contract.
    unsafe { put(instantiateParams, params) }?;
    let exec = exec?;
    if params.flags & u64::from(CUDA_GRAPH_INSTANTIATE_FLAG_UPLOAD) != 0 {
        let stream = if params.hUploadStream.is_null() { default_stream } else { params.hUploadStream };
        with(|state| state.exec(exec))?.upload(stream)?;
    }
    // SAFETY: as above.
    unsafe { put(phGraphExec, raw(exec)) }
}

pub unsafe fn cu_graph_exec_get_flags(hGraphExec: CUgraphExec, flags: *mut u64) -> Answer {
    backend()?;
    let exec = with(|state| state.exec(number(hGraphExec)))?;
    // SAFETY: the C caller's contract.
    unsafe { put(flags, exec.flags) }
}

pub unsafe fn cu_graph_exec_destroy(hGraphExec: CUgraphExec) -> Answer {
    backend()?;
    let (exec, due) = with(|state| {
        let exec = state.execs.remove(number(hGraphExec)).ok_or(CUresult::INVALID_VALUE)?;
        let due = state.release_all(&exec.objects);
        Ok((exec, due))
    })?;
    destroy_later(due, move || exec.wait());
    Ok(())
}

pub unsafe fn cu_graph_upload(hGraphExec: CUgraphExec, hStream: CUstream) -> Answer {
    let place = backend()?.place(hStream)?;
    let exec = with(|state| state.exec(number(hGraphExec)))?;
    if capture::takes(&place)? {
        return Err(capture::refuse_work(&place));
    }
    exec.upload(hStream)
}

pub unsafe fn cu_graph_launch(hGraphExec: CUgraphExec, hStream: CUstream) -> Answer {
    let place = backend()?.place(hStream)?;
    let exec = with(|state| state.exec(number(hGraphExec)))?;
    if !capture::takes(&place)? {
        return exec.launch(hStream);
    }
    // Captured, a launch is a child with the nodes as they are now.
    let nodes = exec.nodes();
    let graph = with(|state| state.graph_of(&nodes))?;
    let added = capture::add(&place, Params::Child(graph));
    let _rest = with(|state| state.destroy_graph(graph))?;
    added
}

/// What an update says about itself.
struct Outcome {
    result: Answer,
    reason: CUgraphExecUpdateResult,
    node: u64,
}

fn update(exec: CUgraphExec, graph: CUgraph) -> Answer<Outcome> {
    backend()?;
    let (exec, flat) = with(|state| {
        let exec = state.exec(number(exec))?;
        Ok((exec, state.flatten(number(graph)).map_err(|(code, _)| code)?))
    })?;
    Ok(match exec.update(&flat) {
        Ok(()) => Outcome { result: Ok(()), reason: CU_GRAPH_EXEC_UPDATE_SUCCESS, node: 0 },
        Err((reason, node)) => Outcome { result: Err(CUresult::GRAPH_EXEC_UPDATE_FAILURE), reason, node },
    })
}

pub unsafe fn cu_graph_exec_update(
    hGraphExec: CUgraphExec,
    hGraph: CUgraph,
    hErrorNode_out: *mut CUgraphNode,
    updateResult_out: *mut CUgraphExecUpdateResult,
) -> Answer {
    let outcome = update(hGraphExec, hGraph)?;
    // SAFETY: the C caller's contract.
    unsafe {
        put_if(hErrorNode_out, raw(outcome.node));
        put_if(updateResult_out, outcome.reason);
    }
    outcome.result
}

pub unsafe fn cu_graph_exec_update_v2(
    hGraphExec: CUgraphExec,
    hGraph: CUgraph,
    resultInfo: *mut CUgraphExecUpdateResultInfo,
) -> Answer {
    not_null(resultInfo)?;
    let outcome = update(hGraphExec, hGraph)?;
    let (result, errorNode) = (outcome.reason, raw(outcome.node));
    let info = CUgraphExecUpdateResultInfo { result, errorNode, errorFromNode: std::ptr::null_mut() };
    // SAFETY: the C caller's contract.
    unsafe { put(resultInfo, info) }?;
    outcome.result
}

pub unsafe fn cu_graph_node_set_enabled(
    hGraphExec: CUgraphExec,
    hNode: CUgraphNode,
    isEnabled: c_uint,
) -> Answer {
    backend()?;
    with(|state| state.exec(number(hGraphExec)))?.enable(number(hNode), isEnabled != 0)
}

pub unsafe fn cu_graph_node_get_enabled(
    hGraphExec: CUgraphExec,
    hNode: CUgraphNode,
    isEnabled: *mut c_uint,
) -> Answer {
    backend()?;
    let enabled = with(|state| state.exec(number(hGraphExec)))?.is_enabled(number(hNode))?;
    // SAFETY: the C caller's contract.
    unsafe { put(isEnabled, u32::from(enabled)) }
}
