//! User objects.

use std::ffi::{c_uint, c_void};

use cuda_abi::*;

use super::{not_null, number, put};
use crate::node::HostCall;
use crate::object::destroy_later;
use crate::state::with;
use crate::{Answer, backend, raw};

pub unsafe fn cu_user_object_create(
    object_out: *mut CUuserObject,
    ptr: *mut c_void,
    destroy: CUhostFn,
    initialRefcount: c_uint,
    flags: c_uint,
) -> Answer {
    backend()?;
    not_null(object_out)?;
    if flags != CU_USER_OBJECT_NO_DESTRUCTOR_SYNC {
        return Err(CUresult::INVALID_VALUE);
    }
    let destroy = HostCall::new(destroy, ptr)?;
    let object = with(|state| state.create_object(destroy, initialRefcount))?;
    // SAFETY: the C caller's contract.
    unsafe { put(object_out, raw(object)) }
}

pub unsafe fn cu_user_object_retain(object: CUuserObject, count: c_uint) -> Answer {
    backend()?;
    with(|state| state.retain_object(number(object), count))
}

pub unsafe fn cu_user_object_release(object: CUuserObject, count: c_uint) -> Answer {
    backend()?;
    let due = with(|state| state.release_object(number(object), count))?;
    destroy_later(due.into_iter().collect(), || ());
    Ok(())
}

pub unsafe fn cu_graph_retain_user_object(
    graph: CUgraph,
    object: CUuserObject,
    count: c_uint,
    flags: c_uint,
) -> Answer {
    backend()?;
    if flags & !CU_GRAPH_USER_OBJECT_MOVE != 0 || count == 0 {
        return Err(CUresult::INVALID_VALUE);
    }
    with(|state| {
        let (graph, object) = (number(graph), number(object));
        state.graph(graph)?;
        if flags & CU_GRAPH_USER_OBJECT_MOVE == 0 {
            state.retain_object(object, count)?;
        } else if state.objects.get(object).is_none() {
            return Err(CUresult::INVALID_VALUE);
        }
        let graph = state.graphs.get_mut(graph).ok_or(CUresult::INVALID_VALUE)?;
        match graph.objects.iter_mut().find(|(held, _)| *held == object) {
            Some((_, held)) => *held += count,
            None => graph.objects.push((object, count)),
        }
        Ok(())
    })
}

pub unsafe fn cu_graph_release_user_object(graph: CUgraph, object: CUuserObject, count: c_uint) -> Answer {
    backend()?;
    let due = with(|state| {
        let object = number(object);
        let graph = state.graphs.get_mut(number(graph)).ok_or(CUresult::INVALID_VALUE)?;
        let held = graph.objects.iter_mut().find(|(held, n)| *held == object && *n >= count);
        held.ok_or(CUresult::INVALID_VALUE)?.1 -= count;
        graph.objects.retain(|(_, n)| *n > 0);
        state.release_object(object, count)
    })?;
    destroy_later(due.into_iter().collect(), || ());
    Ok(())
}
