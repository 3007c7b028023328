//! Stream capture.

use std::ffi::c_uint;

use cuda_abi::*;

use super::{number, numbers, plain_edges, put, put_if, take};
use crate::{Answer, backend, capture, raw};

pub unsafe fn cu_thread_exchange_stream_capture_mode(mode: *mut CUstreamCaptureMode) -> Answer {
    backend()?;
    // SAFETY: the C caller's contract.
    unsafe { put(mode, capture::exchange_mode(take(mode)?)?) }
}

pub unsafe fn cu_stream_begin_capture(hStream: CUstream) -> Answer {
    // SAFETY: the same contract.
    unsafe { cu_stream_begin_capture_v2(hStream, CU_STREAM_CAPTURE_MODE_GLOBAL) }
}

pub unsafe fn cu_stream_begin_capture_v2(hStream: CUstream, mode: CUstreamCaptureMode) -> Answer {
    let place = backend()?.place(hStream)?;
    capture::begin(&place, mode, None)
}

pub unsafe fn cu_stream_begin_capture_to_graph(
    hStream: CUstream,
    hGraph: CUgraph,
    dependencies: *const CUgraphNode,
    dependencyData: *const CUgraphEdgeData,
    numDependencies: usize,
    mode: CUstreamCaptureMode,
) -> Answer {
    let place = backend()?.place(hStream)?;
    // SAFETY: the C caller's contract.
    let nodes = unsafe {
        plain_edges(dependencyData, numDependencies)?;
        numbers(dependencies, numDependencies)?
    };
    capture::begin(&place, mode, Some((number(hGraph), nodes)))
}

pub unsafe fn cu_stream_end_capture(hStream: CUstream, phGraph: *mut CUgraph) -> Answer {
    let place = backend()?.place(hStream)?;
    // SAFETY: the C caller's contract; a capture that fails gives no graph.
    unsafe { put(phGraph, std::ptr::null_mut()) }?;
    let graph = capture::end(&place)?;
    // SAFETY: as above.
    unsafe { put(phGraph, raw(graph)) }
}

pub unsafe fn cu_stream_is_capturing(hStream: CUstream, captureStatus: *mut CUstreamCaptureStatus) -> Answer {
    let info = capture::info(&backend()?.place(hStream)?)?;
    // SAFETY: the C caller's contract.
    unsafe { put(captureStatus, info.status) }
}

pub unsafe fn cu_stream_get_capture_info(
    hStream: CUstream,
    captureStatus_out: *mut CUstreamCaptureStatus,
    id_out: *mut u64,
) -> Answer {
    let graph = std::ptr::null_mut();
    // SAFETY: the same contract.
    unsafe {
        cu_stream_get_capture_info_v2(
            hStream,
            captureStatus_out,
            id_out,
            graph,
            std::ptr::null_mut(),
            std::ptr::null_mut(),
        )
    }
}

pub unsafe fn cu_stream_get_capture_info_v2(
    hStream: CUstream,
    captureStatus_out: *mut CUstreamCaptureStatus,
    id_out: *mut u64,
    graph_out: *mut CUgraph,
    dependencies_out: *mut *const CUgraphNode,
    numDependencies_out: *mut usize,
) -> Answer {
    // SAFETY: the same contract.
    unsafe {
        cu_stream_get_capture_info_v3(
            hStream,
            captureStatus_out,
            id_out,
            graph_out,
            dependencies_out,
            std::ptr::null_mut(),
            numDependencies_out,
        )
    }
}

pub unsafe fn cu_stream_get_capture_info_v3(
    hStream: CUstream,
    captureStatus_out: *mut CUstreamCaptureStatus,
    id_out: *mut u64,
    graph_out: *mut CUgraph,
    dependencies_out: *mut *const CUgraphNode,
    edgeData_out: *mut *const CUgraphEdgeData,
    numDependencies_out: *mut usize,
) -> Answer {
    let info = capture::info(&backend()?.place(hStream)?)?;
    // SAFETY: the C caller's contract.
    unsafe { put(captureStatus_out, info.status) }?;
    if info.status != CU_STREAM_CAPTURE_STATUS_ACTIVE {
        return Ok(());
    }
    let (nodes, edges, count) = info.dependencies;
    // SAFETY: each is null or writable.
    unsafe {
        put_if(id_out, info.id);
        put_if(graph_out, info.graph);
        put_if(dependencies_out, nodes);
        put_if(edgeData_out, edges);
        put_if(numDependencies_out, count);
    }
    Ok(())
}

pub unsafe fn cu_stream_update_capture_dependencies(
    hStream: CUstream,
    dependencies: *mut CUgraphNode,
    numDependencies: usize,
    flags: c_uint,
) -> Answer {
    // SAFETY: the same contract.
    unsafe {
        cu_stream_update_capture_dependencies_v2(
            hStream,
            dependencies,
            std::ptr::null(),
            numDependencies,
            flags,
        )
    }
}

pub unsafe fn cu_stream_update_capture_dependencies_v2(
    hStream: CUstream,
    dependencies: *mut CUgraphNode,
    dependencyData: *const CUgraphEdgeData,
    numDependencies: usize,
    flags: c_uint,
) -> Answer {
    let place = backend()?.place(hStream)?;
    if flags > CU_STREAM_SET_CAPTURE_DEPENDENCIES {
        return Err(CUresult::INVALID_VALUE);
    }
    // SAFETY: the C caller's contract.
    let nodes = unsafe {
        plain_edges(dependencyData, numDependencies)?;
        numbers(dependencies, numDependencies)?
    };
    capture::update(&place, &nodes, flags == CU_STREAM_SET_CAPTURE_DEPENDENCIES)
}
