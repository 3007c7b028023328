//! Nodes that allocate and free memory.

use std::ffi::c_void;

use cuda_abi::*;

use super::nodes::add;
use super::{not_null, number, put, take};
use crate::memory::{self, AllocRequest};
use crate::node::Params;
use crate::state::with;
use crate::{Answer, backend};

/// What allocation parameters ask for: pinned memory of a device that no other process shares.
pub(super) fn request(props: &CUmemPoolProps, bytes: usize) -> Answer<AllocRequest> {
    if props.allocType != CU_MEM_ALLOCATION_TYPE_PINNED
        || props.location.r#type != CU_MEM_LOCATION_TYPE_DEVICE
    {
        return Err(CUresult::INVALID_VALUE);
    }
    if props.handleTypes != CU_MEM_HANDLE_TYPE_NONE {
        return Err(CUresult::NOT_SUPPORTED);
    }
    // SAFETY: an integer member of a union of integers.
    Ok(AllocRequest { device: unsafe { props.location.anon.id }, bytes: bytes as u64 })
}

pub unsafe fn cu_graph_add_mem_alloc_node(
    phGraphNode: *mut CUgraphNode,
    hGraph: CUgraph,
    dependencies: *const CUgraphNode,
    numDependencies: usize,
    nodeParams: *mut CUDA_MEM_ALLOC_NODE_PARAMS,
) -> Answer {
    backend()?;
    not_null(phGraphNode)?;
    // SAFETY: the C caller's contract.
    let mut c = unsafe { take(nodeParams) }?;
    let memory = memory::reserve(request(&c.poolProps, c.bytesize)?)?;
    c.dptr = memory.address;
    // SAFETY: the C caller's contract.
    unsafe {
        add(phGraphNode, hGraph, dependencies, numDependencies, Params::Alloc(memory))?;
        put(nodeParams, c)
    }
}

/// The parameters that an allocation was made with.
pub(super) fn described(memory: &memory::GraphMemory) -> CUDA_MEM_ALLOC_NODE_PARAMS {
    let location = CUmemLocation {
        r#type: CU_MEM_LOCATION_TYPE_DEVICE,
        anon: CUmemLocation_v1_anon { id: memory.request.device },
    };
    CUDA_MEM_ALLOC_NODE_PARAMS {
        poolProps: CUmemPoolProps {
            allocType: CU_MEM_ALLOCATION_TYPE_PINNED,
            handleTypes: CU_MEM_HANDLE_TYPE_NONE,
            location,
            win32SecurityAttributes: std::ptr::null_mut(),
            maxSize: 0,
            usage: 0,
            gpuDirectRDMACapable: 0,
            reserved: [0; 53],
        },
        accessDescs: std::ptr::null(),
        accessDescCount: 0,
        bytesize: memory.request.bytes as usize,
        dptr: memory.address,
    }
}

pub unsafe fn cu_graph_mem_alloc_node_get_params(
    hNode: CUgraphNode,
    params_out: *mut CUDA_MEM_ALLOC_NODE_PARAMS,
) -> Answer {
    backend()?;
    let found = with(|state| match &state.node(number(hNode))?.params {
        Params::Alloc(memory) => Ok(described(memory)),
        _ => Err(CUresult::INVALID_VALUE),
    })?;
    // SAFETY: the C caller's contract.
    unsafe { put(params_out, found) }
}

pub unsafe fn cu_graph_add_mem_free_node(
    phGraphNode: *mut CUgraphNode,
    hGraph: CUgraph,
    dependencies: *const CUgraphNode,
    numDependencies: usize,
    dptr: CUdeviceptr,
) -> Answer {
    backend()?;
    // SAFETY: the C caller's contract.
    unsafe { add(phGraphNode, hGraph, dependencies, numDependencies, Params::Free(dptr)) }
}

pub unsafe fn cu_graph_mem_free_node_get_params(hNode: CUgraphNode, dptr_out: *mut CUdeviceptr) -> Answer {
    backend()?;
    let found = with(|state| match state.node(number(hNode))?.params {
        Params::Free(address) => Ok(address),
        _ => Err(CUresult::INVALID_VALUE),
    })?;
    // SAFETY: the C caller's contract.
    unsafe { put(dptr_out, found) }
}

/// Memory of graphs is given back when the last graph that uses it goes: there is nothing to trim.
pub unsafe fn cu_device_graph_mem_trim(_device: CUdevice) -> Answer {
    backend().map(drop)
}

pub unsafe fn cu_device_get_graph_mem_attribute(
    device: CUdevice,
    attr: CUgraphMem_attribute,
    value: *mut c_void,
) -> Answer {
    backend()?;
    let found = memory::attribute(device, attr)?;
    // SAFETY: the C caller passes a 64-bit number.
    unsafe { put(value.cast(), found) }
}

pub unsafe fn cu_device_set_graph_mem_attribute(
    device: CUdevice,
    attr: CUgraphMem_attribute,
    value: *mut c_void,
) -> Answer {
    backend()?;
    // SAFETY: the C caller passes a 64-bit number.
    let wanted: u64 = unsafe { take(value.cast_const().cast()) }?;
    let high = matches!(attr, CU_GRAPH_MEM_ATTR_USED_MEM_HIGH | CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH);
    if !high || wanted != 0 {
        return Err(CUresult::INVALID_VALUE);
    }
    memory::reset_high(device);
    Ok(())
}
