//! The C functions, under their symbols in snake case; a library exports them as they are.
//!
//! Each is called with the arguments of the C caller, whose contract is cuda.h: pointers are NULL or valid for what the function reads or
//! writes there. That is what every `unsafe fn` here requires. Handles are looked up, never trusted.
#![allow(non_snake_case, reason = "parameters are named as in cuda.h")]
#![allow(clippy::missing_safety_doc, missing_docs, reason = "contract and meaning are those of cuda.h")]

mod any_node;
mod capture;
mod exec;
mod graph;
mod memory;
mod nodes;
mod object;

pub use any_node::*;
pub use capture::*;
pub use exec::*;
pub use graph::*;
pub use memory::*;
pub use nodes::*;
pub use object::*;

use std::ffi::c_void;

use cuda_abi::{CUgraphEdgeData, CUresult};
use cuda_contract::claims;

use crate::{Answer, raw};

/// Writes a result; an error if there is no place for it.
///
/// # Safety
/// `out` is null or writable.
unsafe fn put<T>(out: *mut T, value: T) -> Answer {
    if out.is_null() {
        return Err(CUresult::INVALID_VALUE);
    }
    // SAFETY: not null, hence writable.
    unsafe { out.write_unaligned(value) };
    Ok(())
}

/// Writes a result that the caller may not want.
///
/// # Safety
/// `out` is null or writable.
unsafe fn put_if<T>(out: *mut T, value: T) {
    if !out.is_null() {
        // SAFETY: not null, hence writable.
        unsafe { out.write_unaligned(value) };
    }
}

/// Reads a structure.
///
/// # Safety
/// `from` is null or readable.
unsafe fn take<T: Copy>(from: *const T) -> Answer<T> {
    if from.is_null() {
        return Err(CUresult::INVALID_VALUE);
    }
    // SAFETY: not null, hence readable.
    Ok(unsafe { from.read_unaligned() })
}

fn not_null<T>(pointer: *const T) -> Answer {
    if pointer.is_null() { Err(CUresult::INVALID_VALUE) } else { Ok(()) }
}

/// A handle as a number.
fn number(handle: *mut c_void) -> u64 {
    handle.addr() as u64
}

/// Fails for a null pointer and for an array that cannot have so many elements.
fn array<T>(pointer: *const T, count: usize) -> Answer {
    not_null(pointer)?;
    if claims::can_be_array(pointer, count) { Ok(()) } else { Err(CUresult::INVALID_VALUE) }
}

/// An array of handles.
///
/// # Safety
/// `handles` is null or has `count` elements.
unsafe fn numbers(handles: *const *mut c_void, count: usize) -> Answer<Vec<u64>> {
    if count == 0 {
        return Ok(Vec::new());
    }
    array(handles, count)?;
    // SAFETY: not null, so there are `count` elements.
    Ok((0..count).map(|i| number(unsafe { handles.add(i).read_unaligned() })).collect())
}

/// `CU_GRAPH_DEPENDENCY_TYPE_PROGRAMMATIC`, whose ports are 1 (the kernel lets others begin) and 2 (all its blocks have begun).
const PROGRAMMATIC: u8 = 1;

/// Edges are whole dependencies here. A programmatic one, at which a kernel may begin before the one that it depends on has ended, allows that and does
/// not ask for it.
///
/// # Safety
/// `data` is null or has `count` elements.
unsafe fn plain_edges(data: *const CUgraphEdgeData, count: usize) -> Answer {
    if data.is_null() {
        return Ok(());
    }
    array(data, count)?;
    for i in 0..count {
        // SAFETY: `i` is below `count`.
        let edge = unsafe { data.add(i).read_unaligned() };
        match (edge.from_port, edge.to_port, edge.r#type) {
            (0, 0, 0) | (1..=2, 0, PROGRAMMATIC) => {}
            _ => return Err(CUresult::NOT_SUPPORTED),
        }
    }
    Ok(())
}

/// Gives a list as CUDA does: the number alone if there is no array; else as many as fit, and NULL behind them.
///
/// # Safety
/// `count` is null or valid; `out` is null or has `*count` elements.
unsafe fn list(out: *mut *mut c_void, count: *mut usize, all: &[u64]) -> Answer {
    // SAFETY: the caller's contract.
    let room = unsafe { take(count) }?;
    if !out.is_null() {
        array(out, room)?;
    }
    // SAFETY: as above.
    unsafe { put(count, if out.is_null() { all.len() } else { room.min(all.len()) }) }?;
    for i in 0..if out.is_null() { 0 } else { room } {
        // SAFETY: `i` is below the number of elements.
        unsafe { out.add(i).write_unaligned(raw(all.get(i).copied().unwrap_or(0))) };
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_that_are_taken_as_whole_dependencies() {
        let check = |ports: (u8, u8), kind: u8, expected| {
            let edge =
                CUgraphEdgeData { from_port: ports.0, to_port: ports.1, r#type: kind, reserved: [0; 5] };
            let plain = CUgraphEdgeData { from_port: 0, to_port: 0, r#type: 0, reserved: [0; 5] };
            let edges = [plain, edge];
            // SAFETY: so many edges.
            assert_eq!(unsafe { plain_edges(edges.as_ptr(), 2) }, expected, "{ports:?} {kind}");
        };
        check((0, 0), 0, Ok(()));
        check((1, 0), PROGRAMMATIC, Ok(()));
        check((2, 0), PROGRAMMATIC, Ok(()));
        let refused = Err(CUresult::NOT_SUPPORTED);
        check((0, 0), PROGRAMMATIC, refused);
        check((3, 0), PROGRAMMATIC, refused);
        check((1, 1), PROGRAMMATIC, refused);
        check((1, 0), 0, refused);
        check((1, 0), 2, refused);
        // SAFETY: none are read.
        assert_eq!(unsafe { plain_edges(std::ptr::null(), 5) }, Ok(()));
    }
}
