//! Copies of boxes: two- and three-dimensional ones, and those of arrays.
//!
//! Boxes in memory go row by row or slice by slice as other copies do. Between an array and host memory bytes take the way over
//! device memory, in the stream, and the call waits: arrays are filled once and read by kernels.

use std::ffi::c_void;
use std::sync::Arc;

use cuda_abi::*;
use cuda_graph::capture;
use cuda_graph::node::{Copy3, End};
use protocol::ops::{ArrayCopy, BoxEnd, MemAlloc, op};
use zerocopy::{FromZeros, IntoBytes};

use super::copy::{Extent, Form, Place, Request, Side, copy, place_of};
use super::texture::{Array, array};
use super::{Answer, memory, not_null};
use crate::session::Wait;
use crate::state::stream::{Stream, of_handle};
use crate::state::{self, Global};

/// Slices in memory: the first, and bytes from one to the next.
type Slices = (Place, Side, u64);

/// One end of a copy.
#[derive(Clone, Copy)]
enum Target {
    /// In memory.
    Memory(Slices),
    /// In an array: bytes, rows and slices before the box.
    Array(Array, [usize; 3]),
}

/// Where an end of a copy is; `side` works out an address.
fn resolve(
    g: &Global,
    end: &End,
    size: [usize; 3],
    side: impl FnOnce() -> Result<cuda_graph::node::Side, CUresult>,
) -> Result<Target, CUresult> {
    if end.memory == CU_MEMORYTYPE_ARRAY {
        let (array, at) = (array(g, crate::handle::raw(end.array as usize))?, [end.x, end.y, end.z]);
        let fits = |n: usize, most| at[n].checked_add(size[n]).is_some_and(|end| end <= most);
        let inside = array.extent().into_iter().enumerate().all(|(n, most)| fits(n, most));
        return if inside { Ok(Target::Array(array, at)) } else { Err(CUresult::INVALID_VALUE) };
    }
    let place = match end.memory {
        CU_MEMORYTYPE_HOST => Place::Host,
        CU_MEMORYTYPE_DEVICE if g.pinned.find(end.device).is_none() => Place::Device,
        CU_MEMORYTYPE_DEVICE => Place::Host,
        _ => place_of(g, end.device),
    };
    let cuda_graph::node::Side { address, pitch, slice, .. } = side()?;
    Ok(Target::Memory((place, Side { address, pitch }, slice)))
}

/// # Safety
/// Host ends are valid as the form of the copy wants.
unsafe fn transfer(c: &Copy3, stream: CUstream, form: Form) -> Answer {
    let g = state::global()?;
    let stream = of_handle(g, stream)?;
    let size = c.size();
    let dst = resolve(g, &c.dst, size, || c.target())?;
    let src = resolve(g, &c.src, size, || c.source())?;
    // SAFETY: the caller's contract.
    unsafe {
        match (dst, src) {
            (Target::Memory(dst), Target::Memory(src)) => slices(g, &stream, dst, src, size, form),
            _ => of_array(g, &stream, dst, src, size, form),
        }
    }
}

/// Copies slice after slice between memories.
///
/// # Safety
/// As for [`transfer`].
unsafe fn slices(
    g: &Global,
    stream: &Arc<Stream>,
    (to, dst, dst_slice): Slices,
    (from, src, src_slice): Slices,
    [width, height, depth]: [usize; 3],
    form: Form,
) -> Answer {
    let extent = Extent { width: width as u64, height: height as u64 };
    // Of slices of nothing one is checked for all.
    let depth = if width == 0 || height == 0 { depth.min(1) } else { depth };
    for z in 0..depth as u64 {
        let at = |side: Side, slice: u64| {
            let address = z.checked_mul(slice).and_then(|n| side.address.checked_add(n));
            address.map(|address| Side { address, ..side }).ok_or(CUresult::INVALID_VALUE)
        };
        let request = Request { dst: at(dst, dst_slice)?, src: at(src, src_slice)?, extent };
        // SAFETY: the caller's contract.
        unsafe { copy(g, stream, request, (to, from), form) }?;
    }
    Ok(())
}

/// A copy of which at least one end is an array.
///
/// # Safety
/// As for [`transfer`].
unsafe fn of_array(
    g: &Global,
    stream: &Arc<Stream>,
    dst: Target,
    src: Target,
    size: [usize; 3],
    form: Form,
) -> Answer {
    g.deferred(stream.context)?;
    let at = stream.place();
    if form == Form::Sync {
        capture::look_at_stream(&at)?;
    } else if capture::takes(&at)? {
        return Err(cuda_contract::not_supported("copies of arrays in graphs"));
    }
    if size.contains(&0) {
        return Ok(());
    }
    // SAFETY: the caller's contract.
    unsafe {
        match (dst, src) {
            (Target::Memory(host), array) if host.0 == Place::Host => {
                through_memory(g, stream, size, |between| {
                    post(g, stream, Target::Memory(between), array, size)?;
                    slices(g, stream, host, between, size, Form::Sync)
                })
            }
            (array, Target::Memory(host)) if host.0 == Place::Host => {
                through_memory(g, stream, size, |between| {
                    slices(g, stream, between, host, size, Form::Sync)?;
                    post(g, stream, array, Target::Memory(between), size)
                })
            }
            _ => post(g, stream, dst, src, size),
        }
    }
}

/// Does a copy with device memory of the box's size between its ends, which goes when the stream has passed.
fn through_memory(
    g: &Global,
    stream: &Arc<Stream>,
    [width, height, depth]: [usize; 3],
    make: impl FnOnce(Slices) -> Answer,
) -> Answer {
    let slice = width.checked_mul(height).ok_or(CUresult::INVALID_VALUE)?;
    let bytes = slice.checked_mul(depth).ok_or(CUresult::INVALID_VALUE)?;
    let request = MemAlloc { bytes: (bytes as u64).into(), height: 0.into(), element: 0.into() };
    let (address, _) = memory::allocate(g, stream.context, &request)?;
    let side = Side { address, pitch: width as u64 };
    let made = make((Place::Device, side, slice as u64)).and_then(|()| stream.synchronize(g));
    g.memory.remove(address);
    let freed = g.call(stream.context.id, op::MEM_FREE, &[&address.to_le_bytes()], Wait::RoundTrip);
    made?;
    freed?;
    g.deferred(stream.context)
}

/// Posts a copy between arrays and device memory.
fn post(g: &Global, stream: &Arc<Stream>, dst: Target, src: Target, size: [usize; 3]) -> Answer {
    let [width, height, depth] = size.map(|n| n as u64);
    let frame = ArrayCopy {
        dst: end(g, dst, size)?,
        src: end(g, src, size)?,
        width: width.into(),
        height: height.into(),
        depth: depth.into(),
        stream: stream.id.into(),
    };
    stream.post(g, op::ARRAY_COPY, &[frame.as_bytes()]).map(drop)
}

fn end(g: &Global, target: Target, [width, height, depth]: [usize; 3]) -> Result<BoxEnd, CUresult> {
    let mut end = BoxEnd::new_zeroed();
    match target {
        Target::Array(array, [x, y, z]) => {
            end.array = array.id.into();
            (end.x, end.y, end.z) = ((x as u64).into(), (y as u64).into(), (z as u64).into());
        }
        Target::Memory((_, side, slice)) => {
            let steps = [(slice, depth), (side.pitch, height)];
            let span = steps.iter().try_fold(width as u64, |sum, (step, n)| {
                step.checked_mul(*n as u64 - 1).and_then(|bytes| sum.checked_add(bytes))
            });
            g.memory.range(side.address, span.ok_or(CUresult::INVALID_VALUE)?)?;
            end.address = side.address.into();
            end.pitch = side.pitch.into();
            end.rows = slice.checked_div(side.pitch).unwrap_or(0).into();
        }
    }
    Ok(end)
}

/// # Safety
/// `p` is null or readable; host ends are valid as the form of the copy wants.
unsafe fn rectangle(p: *const CUDA_MEMCPY2D_v2, stream: CUstream, form: Form) -> Answer {
    not_null(p)?;
    // SAFETY: checked above; the caller's contract.
    unsafe { transfer(&Copy3::from_rows(&p.read_unaligned(), 0), stream, form) }
}

/// # Safety
/// As for [`rectangle`].
unsafe fn cuboid(p: *const CUDA_MEMCPY3D_v2, stream: CUstream, form: Form) -> Answer {
    not_null(p)?;
    // SAFETY: checked above; the caller's contract.
    unsafe { transfer(&Copy3::from_c(&p.read_unaligned(), 0), stream, form) }
}

pub(crate) unsafe fn cu_memcpy2d_v2(pCopy: *const CUDA_MEMCPY2D_v2, stream: CUstream) -> Answer {
    // SAFETY: the program's contract.
    unsafe { rectangle(pCopy, stream, Form::Sync) }
}

pub(crate) unsafe fn cu_memcpy2d_unaligned_v2(pCopy: *const CUDA_MEMCPY2D_v2, stream: CUstream) -> Answer {
    // SAFETY: the program's contract.
    unsafe { rectangle(pCopy, stream, Form::Sync) }
}

pub(crate) unsafe fn cu_memcpy2d_async_v2(pCopy: *const CUDA_MEMCPY2D_v2, hStream: CUstream) -> Answer {
    // SAFETY: the program's contract.
    unsafe { rectangle(pCopy, hStream, Form::Async) }
}

pub(crate) unsafe fn cu_memcpy3d_v2(pCopy: *const CUDA_MEMCPY3D_v2, stream: CUstream) -> Answer {
    // SAFETY: the program's contract.
    unsafe { cuboid(pCopy, stream, Form::Sync) }
}

pub(crate) unsafe fn cu_memcpy3d_async_v2(pCopy: *const CUDA_MEMCPY3D_v2, hStream: CUstream) -> Answer {
    // SAFETY: the program's contract.
    unsafe { cuboid(pCopy, hStream, Form::Async) }
}

fn on_host<T>(pointer: *const T) -> End {
    End::in_memory(CU_MEMORYTYPE_HOST, pointer.expose_provenance() as u64)
}

fn on_device(address: CUdeviceptr) -> End {
    End::in_memory(CU_MEMORYTYPE_DEVICE, address)
}

/// Copies bytes of which an end is in the first row of an array.
///
/// # Safety
/// As for [`transfer`].
unsafe fn row(dst: End, src: End, bytes: usize, stream: CUstream, form: Form) -> Answer {
    // SAFETY: the caller's contract.
    unsafe { transfer(&Copy3 { src, dst, width: bytes, height: 1, depth: 1, context: 0 }, stream, form) }
}

pub(crate) unsafe fn cu_memcpy_htoa_v2(
    dstArray: CUarray,
    dstOffset: usize,
    srcHost: *const c_void,
    ByteCount: usize,
    stream: CUstream,
) -> Answer {
    // SAFETY: the program's contract.
    unsafe { row(End::in_array(dstArray, dstOffset), on_host(srcHost), ByteCount, stream, Form::Sync) }
}

pub(crate) unsafe fn cu_memcpy_htoa_async_v2(
    dstArray: CUarray,
    dstOffset: usize,
    srcHost: *const c_void,
    ByteCount: usize,
    hStream: CUstream,
) -> Answer {
    // SAFETY: the program's contract.
    unsafe { row(End::in_array(dstArray, dstOffset), on_host(srcHost), ByteCount, hStream, Form::Async) }
}

pub(crate) unsafe fn cu_memcpy_atoh_v2(
    dstHost: *mut c_void,
    srcArray: CUarray,
    srcOffset: usize,
    ByteCount: usize,
    stream: CUstream,
) -> Answer {
    // SAFETY: the program's contract.
    unsafe { row(on_host(dstHost), End::in_array(srcArray, srcOffset), ByteCount, stream, Form::Sync) }
}

pub(crate) unsafe fn cu_memcpy_atoh_async_v2(
    dstHost: *mut c_void,
    srcArray: CUarray,
    srcOffset: usize,
    ByteCount: usize,
    hStream: CUstream,
) -> Answer {
    // SAFETY: the program's contract.
    unsafe { row(on_host(dstHost), End::in_array(srcArray, srcOffset), ByteCount, hStream, Form::Async) }
}

pub(crate) unsafe fn cu_memcpy_dtoa_v2(
    dstArray: CUarray,
    dstOffset: usize,
    srcDevice: CUdeviceptr,
    ByteCount: usize,
    stream: CUstream,
) -> Answer {
    // SAFETY: device addresses are checked.
    unsafe { row(End::in_array(dstArray, dstOffset), on_device(srcDevice), ByteCount, stream, Form::Sync) }
}

pub(crate) unsafe fn cu_memcpy_atod_v2(
    dstDevice: CUdeviceptr,
    srcArray: CUarray,
    srcOffset: usize,
    ByteCount: usize,
    stream: CUstream,
) -> Answer {
    // SAFETY: device addresses are checked.
    unsafe { row(on_device(dstDevice), End::in_array(srcArray, srcOffset), ByteCount, stream, Form::Sync) }
}

pub(crate) unsafe fn cu_memcpy_atoa_v2(
    dstArray: CUarray,
    dstOffset: usize,
    srcArray: CUarray,
    srcOffset: usize,
    ByteCount: usize,
    stream: CUstream,
) -> Answer {
    // SAFETY: arrays are looked up.
    unsafe {
        row(
            End::in_array(dstArray, dstOffset),
            End::in_array(srcArray, srcOffset),
            ByteCount,
            stream,
            Form::Sync,
        )
    }
}
