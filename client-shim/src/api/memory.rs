//! Device memory: allocation, copies, memsets.

use std::ffi::{c_uchar, c_uint, c_ushort, c_void};
use std::sync::Arc;

use cuda_abi::*;
use cuda_contract::managed;
use cuda_graph::capture;
use cuda_graph::memory::{self as graph_memory, AllocRequest};
use cuda_graph::node::{self, Params};
use protocol::ops::{MemAlloc, Memset, op};
use zerocopy::IntoBytes;

pub(crate) use super::boxes::{
    cu_memcpy_atoa_v2, cu_memcpy_atod_v2, cu_memcpy_atoh_async_v2, cu_memcpy_atoh_v2, cu_memcpy_dtoa_v2,
    cu_memcpy_htoa_async_v2, cu_memcpy_htoa_v2, cu_memcpy2d_async_v2, cu_memcpy2d_unaligned_v2,
    cu_memcpy2d_v2, cu_memcpy3d_async_v2, cu_memcpy3d_v2,
};
use super::copy::{Form, Place, Request, copy, place_of};
use super::{Answer, host, not_null, put, put_if};
use crate::session::Wait;
use crate::state::context::{Context, current};
use crate::state::memory::{Allocation, Origin};
use crate::state::pool::Pool;
use crate::state::stream::{Stream, of_handle};
use crate::state::{self, Global};

/// The nth u64 of an answer.
fn word(answer: &[u8], n: usize) -> Result<u64, CUresult> {
    let bytes = answer.get(n * 8..n * 8 + 8).and_then(|b| b.try_into().ok());
    bytes.map(u64::from_le_bytes).ok_or(CUresult::UNKNOWN)
}

pub(crate) unsafe fn cu_mem_get_info_v2(free: *mut usize, total: *mut usize) -> Answer {
    let g = state::global()?;
    let context = current()?;
    g.deferred(context)?;
    let (free_now, all) = memory_info(g, context)?;
    // SAFETY: each is null or writable; the program may want only one.
    unsafe {
        put_if(free, free_now as usize);
        put_if(total, all as usize);
    }
    Ok(())
}

/// Free and total bytes of the partition on the context's device.
pub(crate) fn memory_info(g: &Global, context: &Context) -> Result<(u64, u64), CUresult> {
    g.pools.release(g, u64::MAX);
    let answer = g.call(context.id, op::MEM_INFO, &[], Wait::RoundTrip)?;
    Ok((word(&answer, 0)?, word(&answer, 1)?))
}

/// Allocates in a context: (address, pitch). Where there is no room, pools give back what they only keep.
pub(crate) fn allocate(
    g: &Global,
    context: &'static Context,
    request: &MemAlloc,
) -> Result<(u64, u64), CUresult> {
    match ask_for(g, context, request) {
        Err(CUresult::OUT_OF_MEMORY) if g.pools.release(g, 0) => ask_for(g, context, request),
        other => other,
    }
}

fn ask_for(g: &Global, context: &'static Context, request: &MemAlloc) -> Result<(u64, u64), CUresult> {
    let answer = g.call(context.id, op::MEM_ALLOC, &[request.as_bytes()], Wait::RoundTrip)?;
    let (address, pitch) = (word(&answer, 0)?, word(&answer, 1)?);
    let bytes = match request.height.get() {
        0 => request.bytes.get(),
        height => pitch.checked_mul(height).ok_or(CUresult::UNKNOWN)?,
    };
    g.memory.insert(address, bytes, context, Origin::Allocated);
    g.memory.reserve(address, bytes);
    Ok((address, pitch))
}

pub(crate) unsafe fn cu_mem_alloc_v2(dptr: *mut CUdeviceptr, bytesize: usize) -> Answer {
    let g = state::global()?;
    let context = current()?;
    g.deferred(context)?;
    capture::guard()?;
    not_null(dptr)?;
    if bytesize == 0 {
        return Err(CUresult::INVALID_VALUE);
    }
    let request = MemAlloc { bytes: (bytesize as u64).into(), height: 0.into(), element: 0.into() };
    let (address, _) = allocate(g, context, &request)?;
    // SAFETY: checked above.
    unsafe { put(dptr, address) }
}

pub(crate) unsafe fn cu_mem_alloc_managed(dptr: *mut CUdeviceptr, bytesize: usize, flags: c_uint) -> Answer {
    let g = state::global()?;
    let context = current()?;
    g.deferred(context)?;
    capture::guard()?;
    not_null(dptr)?;
    managed::check_flags(flags)?;
    if bytesize == 0 {
        return Err(CUresult::INVALID_VALUE);
    }
    let address = host::allocate_managed(g, context, bytesize as u64)?;
    // SAFETY: checked above.
    unsafe { put(dptr, address) }
}

pub(crate) unsafe fn cu_mem_alloc_pitch_v2(
    dptr: *mut CUdeviceptr,
    pPitch: *mut usize,
    WidthInBytes: usize,
    Height: usize,
    ElementSizeBytes: c_uint,
) -> Answer {
    let g = state::global()?;
    let context = current()?;
    g.deferred(context)?;
    capture::guard()?;
    not_null(dptr)?;
    not_null(pPitch)?;
    if WidthInBytes == 0 || Height == 0 || !matches!(ElementSizeBytes, 4 | 8 | 16) {
        return Err(CUresult::INVALID_VALUE);
    }
    let request = MemAlloc {
        bytes: (WidthInBytes as u64).into(),
        height: (Height as u64).into(),
        element: ElementSizeBytes.into(),
    };
    let (address, pitch) = allocate(g, context, &request)?;
    // SAFETY: checked above.
    unsafe {
        put(dptr, address)?;
        put(pPitch, pitch as usize)
    }
}

pub(crate) unsafe fn cu_mem_free_v2(dptr: CUdeviceptr) -> Answer {
    let g = state::global()?;
    capture::guard()?;
    if dptr == 0 {
        return Ok(());
    }
    if graph_memory::is_live(dptr) {
        let found = g.memory.find(dptr).ok_or(CUresult::INVALID_VALUE)?;
        found.context.synchronize(g)?;
        return graph_memory::free(dptr).map(drop);
    }
    if g.pools.owns(dptr) {
        let found = g.memory.find(dptr).ok_or(CUresult::INVALID_VALUE)?;
        g.deferred(found.context)?;
        found.context.synchronize(g)?;
        return g.pools.free(g, dptr, None);
    }
    if g.pinned.find(dptr).is_some_and(|pinned| pinned.managed) {
        return host::free_managed(g, dptr);
    }
    let allocated = |a: &Allocation| a.base == dptr && a.origin == Origin::Allocated;
    let found = g.memory.find(dptr).filter(allocated).ok_or(CUresult::INVALID_VALUE)?;
    g.deferred(found.context)?;
    let allocation = g.memory.remove(dptr).ok_or(CUresult::INVALID_VALUE)?;
    g.call(allocation.context.id, op::MEM_FREE, &[&dptr.to_le_bytes()], Wait::RoundTrip).map(drop)
}

/// Allocates out of a pool in a stream; captured, a node.
///
/// # Safety
/// `dptr` is null or writable.
pub(super) unsafe fn allocate_from(
    g: &Global,
    pool: &Arc<Pool>,
    dptr: *mut CUdeviceptr,
    bytesize: usize,
    stream: &Stream,
) -> Answer {
    g.deferred(stream.context)?;
    not_null(dptr)?;
    if bytesize == 0 {
        return Err(CUresult::INVALID_VALUE);
    }
    let at = stream.place();
    let address = if capture::takes(&at)? {
        let request = AllocRequest { device: pool.device as CUdevice, bytes: bytesize as u64 };
        let memory = graph_memory::reserve(request)?;
        let address = memory.address;
        capture::add(&at, Params::Alloc(memory))?;
        address
    } else {
        g.pools.allocate(g, pool, bytesize as u64, stream)?
    };
    // SAFETY: checked above.
    unsafe { put(dptr, address) }
}

pub(crate) unsafe fn cu_mem_alloc_async(
    dptr: *mut CUdeviceptr,
    bytesize: usize,
    hStream: CUstream,
) -> Answer {
    let g = state::global()?;
    let stream = of_handle(g, hStream)?;
    let pool = g.pools.current(stream.context.device)?;
    // SAFETY: the same contract.
    unsafe { allocate_from(g, &pool, dptr, bytesize, &stream) }
}

/// Memory of a pool is free when the stream has come here; other memory is waited for.
pub(crate) unsafe fn cu_mem_free_async(dptr: CUdeviceptr, hStream: CUstream) -> Answer {
    let g = state::global()?;
    let stream = of_handle(g, hStream)?;
    g.deferred(stream.context)?;
    let at = stream.place();
    if capture::takes(&at)? {
        return capture::add(&at, Params::Free(dptr));
    }
    if dptr == 0 {
        return Err(CUresult::INVALID_VALUE);
    }
    if g.pools.owns(dptr) {
        return g.pools.free(g, dptr, Some(&stream));
    }
    if graph_memory::free(dptr)? {
        return Ok(());
    }
    stream.synchronize(g)?;
    // SAFETY: the same contract.
    unsafe { cu_mem_free_v2(dptr) }
}

// Copies -----------------------------------------------------------------------------------------------------------

/// A linear copy in a stream.
///
/// # Safety
/// Host sides are valid for `bytes` bytes as the form of the copy wants.
unsafe fn linear(
    dst: u64,
    src: u64,
    bytes: usize,
    places: Option<(Place, Place)>,
    stream: CUstream,
    form: Form,
) -> Answer {
    let g = state::global()?;
    let stream = of_handle(g, stream)?;
    let places = places.unwrap_or_else(|| (place_of(g, dst), place_of(g, src)));
    let host_is_pinned = |place, address| place == Place::Device && g.pinned.find(address).is_some();
    // A pinned host pointer is valid on the device too.
    let places = (
        if host_is_pinned(places.0, dst) { Place::Host } else { places.0 },
        if host_is_pinned(places.1, src) { Place::Host } else { places.1 },
    );
    // SAFETY: the caller's contract.
    unsafe { copy(g, &stream, Request::linear(dst, src, bytes as u64), places, form) }
}

const TO_DEVICE: Option<(Place, Place)> = Some((Place::Device, Place::Host));
const TO_HOST: Option<(Place, Place)> = Some((Place::Host, Place::Device));
const ON_DEVICE: Option<(Place, Place)> = Some((Place::Device, Place::Device));

fn address<T>(pointer: *const T) -> u64 {
    pointer.expose_provenance() as u64
}

pub(crate) unsafe fn cu_memcpy(
    dst: CUdeviceptr,
    src: CUdeviceptr,
    ByteCount: usize,
    stream: CUstream,
) -> Answer {
    // SAFETY: the program's contract.
    unsafe { linear(dst, src, ByteCount, None, stream, Form::Sync) }
}

pub(crate) unsafe fn cu_memcpy_async(
    dst: CUdeviceptr,
    src: CUdeviceptr,
    ByteCount: usize,
    hStream: CUstream,
) -> Answer {
    // SAFETY: the program's contract.
    unsafe { linear(dst, src, ByteCount, None, hStream, Form::Async) }
}

pub(crate) unsafe fn cu_memcpy_htod_v2(
    dstDevice: CUdeviceptr,
    srcHost: *const c_void,
    ByteCount: usize,
    stream: CUstream,
) -> Answer {
    // SAFETY: the program's contract.
    unsafe { linear(dstDevice, address(srcHost), ByteCount, TO_DEVICE, stream, Form::Sync) }
}

pub(crate) unsafe fn cu_memcpy_htod_async_v2(
    dstDevice: CUdeviceptr,
    srcHost: *const c_void,
    ByteCount: usize,
    hStream: CUstream,
) -> Answer {
    // SAFETY: the program's contract.
    unsafe { linear(dstDevice, address(srcHost), ByteCount, TO_DEVICE, hStream, Form::Async) }
}

pub(crate) unsafe fn cu_memcpy_dtoh_v2(
    dstHost: *mut c_void,
    srcDevice: CUdeviceptr,
    ByteCount: usize,
    stream: CUstream,
) -> Answer {
    // SAFETY: the program's contract.
    unsafe { linear(address(dstHost), srcDevice, ByteCount, TO_HOST, stream, Form::Sync) }
}

pub(crate) unsafe fn cu_memcpy_dtoh_async_v2(
    dstHost: *mut c_void,
    srcDevice: CUdeviceptr,
    ByteCount: usize,
    hStream: CUstream,
) -> Answer {
    // SAFETY: the program's contract.
    unsafe { linear(address(dstHost), srcDevice, ByteCount, TO_HOST, hStream, Form::Async) }
}

pub(crate) unsafe fn cu_memcpy_dtod_v2(
    dstDevice: CUdeviceptr,
    srcDevice: CUdeviceptr,
    ByteCount: usize,
    stream: CUstream,
) -> Answer {
    // SAFETY: device addresses are checked.
    unsafe { linear(dstDevice, srcDevice, ByteCount, ON_DEVICE, stream, Form::Sync) }
}

pub(crate) unsafe fn cu_memcpy_dtod_async_v2(
    dstDevice: CUdeviceptr,
    srcDevice: CUdeviceptr,
    ByteCount: usize,
    hStream: CUstream,
) -> Answer {
    // SAFETY: device addresses are checked.
    unsafe { linear(dstDevice, srcDevice, ByteCount, ON_DEVICE, hStream, Form::Async) }
}

// Memsets ----------------------------------------------------------------------------------------------------------

/// What a memset writes: rows of elements.
struct Fill {
    dst: u64,
    pitch: usize,
    width: usize,
    height: usize,
    value: u32,
    element: u32,
}

impl Fill {
    fn linear(dst: u64, value: u32, element: u32, n: usize) -> Fill {
        Fill { dst, pitch: 0, width: n, height: 1, value, element }
    }

    /// Bytes from the first to the last.
    fn span(&self) -> Result<u64, CUresult> {
        let row = (self.width as u64).checked_mul(u64::from(self.element)).ok_or(CUresult::INVALID_VALUE)?;
        if self.height == 1 {
            return Ok(row);
        }
        let pitch = self.pitch as u64;
        if pitch < row || !pitch.is_multiple_of(u64::from(self.element)) {
            return Err(CUresult::INVALID_VALUE);
        }
        let rows = pitch.checked_mul(self.height as u64 - 1).ok_or(CUresult::INVALID_VALUE)?;
        rows.checked_add(row).ok_or(CUresult::INVALID_VALUE)
    }

    fn post(&self, stream: CUstream, form: Form) -> Answer {
        let g = state::global()?;
        let stream = of_handle(g, stream)?;
        g.deferred(stream.context)?;
        if self.width == 0 || self.height == 0 {
            return Ok(());
        }
        let span = self.span()?;
        if !self.dst.is_multiple_of(u64::from(self.element)) {
            return Err(CUresult::INVALID_VALUE);
        }
        let pinned = g.pinned.covering(self.dst, span).is_some();
        if !pinned {
            g.memory.range(self.dst, span)?;
        }
        let at = stream.place();
        if form == Form::Sync {
            capture::look_at_stream(&at)?;
        } else if capture::takes(&at)? {
            return capture::add(&at, Params::Fill(self.as_node(&stream)));
        }
        if pinned {
            stream.synchronize(g)?;
            self.fill_here();
            return Ok(());
        }
        let frame = Memset {
            dst: self.dst.into(),
            pitch: (self.pitch as u64).into(),
            width: (self.width as u64).into(),
            height: (self.height as u64).into(),
            value: self.value.into(),
            element: self.element.into(),
            stream: stream.id.into(),
        };
        stream.post(g, op::MEMSET, &[frame.as_bytes()]).map(drop)
    }

    /// A fill that was put into a capturing stream.
    fn as_node(&self, stream: &Stream) -> node::Fill {
        node::Fill {
            dst: self.dst,
            pitch: self.pitch,
            value: self.value,
            element: self.element,
            width: self.width,
            height: self.height,
            context: stream.context.raw().addr() as u64,
        }
    }

    /// Fills pinned memory, which `post` has checked to cover everything.
    fn fill_here(&self) {
        let value = self.value.to_le_bytes();
        for row in 0..self.height {
            let start = self.dst as usize + row * self.pitch;
            for at in 0..self.width * self.element as usize {
                let byte: *mut u8 = std::ptr::with_exposed_provenance_mut(start + at);
                // SAFETY: inside pinned memory of this process.
                unsafe { byte.write(value[at % self.element as usize]) };
            }
        }
    }
}

pub(crate) unsafe fn cu_memset_d8_v2(
    dstDevice: CUdeviceptr,
    uc: c_uchar,
    N: usize,
    stream: CUstream,
) -> Answer {
    Fill::linear(dstDevice, u32::from(uc), 1, N).post(stream, Form::Sync)
}

pub(crate) unsafe fn cu_memset_d16_v2(
    dstDevice: CUdeviceptr,
    us: c_ushort,
    N: usize,
    stream: CUstream,
) -> Answer {
    Fill::linear(dstDevice, u32::from(us), 2, N).post(stream, Form::Sync)
}

pub(crate) unsafe fn cu_memset_d32_v2(
    dstDevice: CUdeviceptr,
    ui: c_uint,
    N: usize,
    stream: CUstream,
) -> Answer {
    Fill::linear(dstDevice, ui, 4, N).post(stream, Form::Sync)
}

pub(crate) unsafe fn cu_memset_d2d8_v2(
    dstDevice: CUdeviceptr,
    dstPitch: usize,
    uc: c_uchar,
    Width: usize,
    Height: usize,
    stream: CUstream,
) -> Answer {
    let value = u32::from(uc);
    Fill { dst: dstDevice, pitch: dstPitch, width: Width, height: Height, value, element: 1 }
        .post(stream, Form::Sync)
}

pub(crate) unsafe fn cu_memset_d2d16_v2(
    dstDevice: CUdeviceptr,
    dstPitch: usize,
    us: c_ushort,
    Width: usize,
    Height: usize,
    stream: CUstream,
) -> Answer {
    let value = u32::from(us);
    Fill { dst: dstDevice, pitch: dstPitch, width: Width, height: Height, value, element: 2 }
        .post(stream, Form::Sync)
}

pub(crate) unsafe fn cu_memset_d2d32_v2(
    dstDevice: CUdeviceptr,
    dstPitch: usize,
    ui: c_uint,
    Width: usize,
    Height: usize,
    stream: CUstream,
) -> Answer {
    Fill { dst: dstDevice, pitch: dstPitch, width: Width, height: Height, value: ui, element: 4 }
        .post(stream, Form::Sync)
}

pub(crate) unsafe fn cu_memset_d8_async(
    dstDevice: CUdeviceptr,
    uc: c_uchar,
    N: usize,
    hStream: CUstream,
) -> Answer {
    Fill::linear(dstDevice, u32::from(uc), 1, N).post(hStream, Form::Async)
}

pub(crate) unsafe fn cu_memset_d16_async(
    dstDevice: CUdeviceptr,
    us: c_ushort,
    N: usize,
    hStream: CUstream,
) -> Answer {
    Fill::linear(dstDevice, u32::from(us), 2, N).post(hStream, Form::Async)
}

pub(crate) unsafe fn cu_memset_d32_async(
    dstDevice: CUdeviceptr,
    ui: c_uint,
    N: usize,
    hStream: CUstream,
) -> Answer {
    Fill::linear(dstDevice, ui, 4, N).post(hStream, Form::Async)
}

pub(crate) unsafe fn cu_memset_d2d8_async(
    dstDevice: CUdeviceptr,
    dstPitch: usize,
    uc: c_uchar,
    Width: usize,
    Height: usize,
    hStream: CUstream,
) -> Answer {
    let value = u32::from(uc);
    Fill { dst: dstDevice, pitch: dstPitch, width: Width, height: Height, value, element: 1 }
        .post(hStream, Form::Async)
}

pub(crate) unsafe fn cu_memset_d2d16_async(
    dstDevice: CUdeviceptr,
    dstPitch: usize,
    us: c_ushort,
    Width: usize,
    Height: usize,
    hStream: CUstream,
) -> Answer {
    let value = u32::from(us);
    Fill { dst: dstDevice, pitch: dstPitch, width: Width, height: Height, value, element: 2 }
        .post(hStream, Form::Async)
}

pub(crate) unsafe fn cu_memset_d2d32_async(
    dstDevice: CUdeviceptr,
    dstPitch: usize,
    ui: c_uint,
    Width: usize,
    Height: usize,
    hStream: CUstream,
) -> Answer {
    Fill { dst: dstDevice, pitch: dstPitch, width: Width, height: Height, value: ui, element: 4 }
        .post(hStream, Form::Async)
}
