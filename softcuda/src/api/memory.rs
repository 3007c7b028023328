//! Device memory: allocation, copies, fills.

use std::ffi::{c_uint, c_void};
use std::sync::Arc;

use cuda_abi::*;
use cuda_graph::capture;
use cuda_graph::memory::AllocRequest;
use cuda_graph::node::{Copy3, End, Params};

use crate::array::ARRAYS;
use crate::context::{Live, current};
use crate::copy::{Copy, Fill, Side};
use crate::driver::Driver;
use crate::error::{Error, Result};
use crate::memory::{MemoryKind, Owner};
use crate::pool::{self, Pool};
use crate::raw;
use crate::stream::Stream;
use crate::transfer::{self, Place};

/// Rows of `cuMemAllocPitch` start at multiples of this.
const PITCH: usize = 512;

fn owner(live: &Live) -> Owner {
    Owner { live: live.id, context: live.context, device: live.device }
}

fn place(stream: CUstream) -> Result<(Arc<Live>, Arc<Stream>)> {
    let live = current::healthy()?;
    let stream = live.stream(stream as u64)?;
    Ok((live, stream))
}

pub(crate) unsafe fn cu_mem_get_info_v2(free: *mut usize, total: *mut usize) -> Result {
    let live = current::healthy()?;
    let driver = Driver::get()?;
    let device = driver.device(live.device as i32)?;
    // SAFETY: the C caller's contract.
    unsafe {
        raw::put_optional(free, driver.memory.free_bytes(live.device) as usize);
        raw::put_optional(total, device.memory as usize);
    }
    Ok(())
}

pub(crate) unsafe fn cu_mem_alloc_v2(dptr: *mut CUdeviceptr, bytes: usize) -> Result {
    // SAFETY: the same contract.
    unsafe { allocate(dptr, bytes, MemoryKind::Device) }
}

/// # Safety
/// `dptr` is NULL or writable.
unsafe fn allocate(dptr: *mut CUdeviceptr, bytes: usize, kind: MemoryKind) -> Result {
    let live = current::healthy()?;
    capture::guard()?;
    if dptr.is_null() {
        return Err(Error::InvalidValue);
    }
    let address = Driver::get()?.memory.allocate_device(owner(&live), bytes as u64, kind)?;
    // SAFETY: not NULL.
    unsafe { raw::put(dptr, address) }
}

pub(crate) unsafe fn cu_mem_alloc_managed(dptr: *mut CUdeviceptr, bytes: usize, flags: c_uint) -> Result {
    cuda_contract::managed::check_flags(flags)?;
    // SAFETY: the same contract.
    unsafe { allocate(dptr, bytes, MemoryKind::Managed) }
}

pub(crate) unsafe fn cu_mem_alloc_pitch_v2(
    dptr: *mut CUdeviceptr,
    pitch: *mut usize,
    width: usize,
    height: usize,
    element: c_uint,
) -> Result {
    if pitch.is_null() || width == 0 || height == 0 || !matches!(element, 4 | 8 | 16) {
        return Err(Error::InvalidValue);
    }
    let row = width.checked_next_multiple_of(PITCH).ok_or(Error::OutOfMemory)?;
    let bytes = row.checked_mul(height).ok_or(Error::OutOfMemory)?;
    // SAFETY: the same contract.
    unsafe {
        cu_mem_alloc_v2(dptr, bytes)?;
        raw::put(pitch, row)
    }
}

pub(crate) unsafe fn cu_mem_free_v2(dptr: CUdeviceptr) -> Result {
    let live = current::healthy()?;
    capture::guard()?;
    if dptr == 0 {
        return Ok(());
    }
    if cuda_graph::memory::is_live(dptr) {
        live.synchronize()?;
        cuda_graph::memory::free(dptr)?;
        return Ok(());
    }
    let memory = &Driver::get()?.memory;
    if !memory.is_device_base(dptr) {
        return Err(Error::InvalidValue);
    }
    pool::mark_freed(dptr)?;
    live.synchronize()?;
    pool::released(dptr);
    memory.release_device(dptr)
}

pub(crate) unsafe fn cu_mem_alloc_async(dptr: *mut CUdeviceptr, bytes: usize, stream: CUstream) -> Result {
    let (live, stream) = place(stream)?;
    let pool = pool::choice(live.device as i32)?.current.lock().clone();
    // SAFETY: the same contract.
    unsafe { allocate_from(&live, &stream, &pool, dptr, bytes) }
}

/// Allocates out of a pool; captured, a node.
///
/// # Safety
/// `dptr` is NULL or writable.
pub(super) unsafe fn allocate_from(
    live: &Arc<Live>,
    stream: &Stream,
    pool: &Arc<Pool>,
    dptr: *mut CUdeviceptr,
    bytes: usize,
) -> Result {
    let at = stream.place();
    if dptr.is_null() || bytes == 0 {
        return Err(Error::InvalidValue);
    }
    let address = if capture::takes(&at)? {
        let request = AllocRequest { device: pool.device as i32, bytes: bytes as u64 };
        let memory = cuda_graph::memory::reserve(request)?;
        let address = memory.address;
        capture::add(&at, Params::Alloc(memory))?;
        address
    } else {
        // Memory is there at once, which is earlier than the stream's order asks for.
        pool.allocate(live, bytes as u64)?
    };
    // SAFETY: not NULL.
    unsafe { raw::put(dptr, address) }
}

pub(crate) unsafe fn cu_mem_free_async(dptr: CUdeviceptr, stream: CUstream) -> Result {
    let (live, stream) = place(stream)?;
    let at = stream.place();
    if capture::takes(&at)? {
        return Ok(capture::add(&at, Params::Free(dptr))?);
    }
    if cuda_graph::memory::free(dptr)? {
        return Ok(());
    }
    pool::free(&live, &stream, dptr)
}

pub(crate) unsafe fn cu_memcpy(dst: CUdeviceptr, src: CUdeviceptr, bytes: usize, stream: CUstream) -> Result {
    let (live, stream) = place(stream)?;
    let copy = Copy::linear(dst, src, bytes as u64);
    transfer::copy_now(&live, &stream, copy, Place::Unified, Place::Unified)
}

pub(crate) unsafe fn cu_memcpy_htod_v2(
    dst: CUdeviceptr,
    src: *const c_void,
    bytes: usize,
    stream: CUstream,
) -> Result {
    let (live, stream) = place(stream)?;
    let copy = Copy::linear(dst, src as u64, bytes as u64);
    transfer::copy_now(&live, &stream, copy, Place::Device, Place::Host)
}

pub(crate) unsafe fn cu_memcpy_dtoh_v2(
    dst: *mut c_void,
    src: CUdeviceptr,
    bytes: usize,
    stream: CUstream,
) -> Result {
    let (live, stream) = place(stream)?;
    let copy = Copy::linear(dst as u64, src, bytes as u64);
    transfer::copy_now(&live, &stream, copy, Place::Host, Place::Device)
}

pub(crate) unsafe fn cu_memcpy_dtod_v2(
    dst: CUdeviceptr,
    src: CUdeviceptr,
    bytes: usize,
    stream: CUstream,
) -> Result {
    let (_, found) = place(stream)?;
    capture::look_at_stream(&found.place())?;
    // SAFETY: the same contract.
    unsafe { cu_memcpy_dtod_async_v2(dst, src, bytes, stream) }
}

pub(crate) unsafe fn cu_memcpy_async(
    dst: CUdeviceptr,
    src: CUdeviceptr,
    bytes: usize,
    stream: CUstream,
) -> Result {
    let (live, stream) = place(stream)?;
    let copy = Copy::linear(dst, src, bytes as u64);
    transfer::copy_later(&live, &stream, copy, Place::Unified, Place::Unified)
}

pub(crate) unsafe fn cu_memcpy_htod_async_v2(
    dst: CUdeviceptr,
    src: *const c_void,
    bytes: usize,
    stream: CUstream,
) -> Result {
    let (live, stream) = place(stream)?;
    let copy = Copy::linear(dst, src as u64, bytes as u64);
    transfer::copy_later(&live, &stream, copy, Place::Device, Place::Host)
}

pub(crate) unsafe fn cu_memcpy_dtoh_async_v2(
    dst: *mut c_void,
    src: CUdeviceptr,
    bytes: usize,
    stream: CUstream,
) -> Result {
    let (live, stream) = place(stream)?;
    let copy = Copy::linear(dst as u64, src, bytes as u64);
    transfer::copy_later(&live, &stream, copy, Place::Host, Place::Device)
}

pub(crate) unsafe fn cu_memcpy_dtod_async_v2(
    dst: CUdeviceptr,
    src: CUdeviceptr,
    bytes: usize,
    stream: CUstream,
) -> Result {
    let (live, stream) = place(stream)?;
    let copy = Copy::linear(dst, src, bytes as u64);
    transfer::copy_later(&live, &stream, copy, Place::Device, Place::Device)
}

/// Where an end of a copy of boxes is; `side` works out an address.
fn resolve(
    end: &End,
    size: [usize; 3],
    side: impl FnOnce() -> std::result::Result<cuda_graph::node::Side, CUresult>,
) -> Result<(Side, Place)> {
    if end.memory == CU_MEMORYTYPE_ARRAY {
        let array = ARRAYS.get(end.array).ok_or(Error::InvalidHandle)?;
        let (address, pitch, slice) = array.part([end.x, end.y, end.z], size)?;
        return Ok((Side { address, pitch, slice }, Place::Device));
    }
    let place = match end.memory {
        CU_MEMORYTYPE_HOST => Place::Host,
        CU_MEMORYTYPE_DEVICE => Place::Device,
        _ => Place::Unified,
    };
    let cuda_graph::node::Side { address, pitch, slice, .. } = side()?;
    Ok((Side { address, pitch, slice }, place))
}

fn boxes(c: &Copy3) -> Result<(Copy, Place, Place)> {
    let size = c.size();
    let (src, from) = resolve(&c.src, size, || c.source())?;
    let (dst, to) = resolve(&c.dst, size, || c.target())?;
    let [width, height, depth] = size.map(|n| n as u64);
    Ok((Copy { dst, src, width, height, depth }, to, from))
}

/// # Safety
/// `copy` is NULL or valid.
unsafe fn rows(copy: *const CUDA_MEMCPY2D) -> Result<(Copy, Place, Place)> {
    // SAFETY: the caller's contract.
    boxes(&Copy3::from_rows(&unsafe { raw::take(copy) }?, 0))
}

/// # Safety
/// `copy` is NULL or valid.
unsafe fn slices(copy: *const CUDA_MEMCPY3D) -> Result<(Copy, Place, Place)> {
    // SAFETY: the caller's contract.
    boxes(&Copy3::from_c(&unsafe { raw::take(copy) }?, 0))
}

pub(crate) unsafe fn cu_memcpy2d_v2(copy: *const CUDA_MEMCPY2D_v2, stream: CUstream) -> Result {
    let (live, stream) = place(stream)?;
    // SAFETY: the same contract.
    let (copy, to, from) = unsafe { rows(copy) }?;
    transfer::copy_now(&live, &stream, copy, to, from)
}

pub(crate) unsafe fn cu_memcpy2d_unaligned_v2(copy: *const CUDA_MEMCPY2D_v2, stream: CUstream) -> Result {
    // SAFETY: the same contract.
    unsafe { cu_memcpy2d_v2(copy, stream) }
}

pub(crate) unsafe fn cu_memcpy2d_async_v2(copy: *const CUDA_MEMCPY2D_v2, stream: CUstream) -> Result {
    let (live, stream) = place(stream)?;
    // SAFETY: the same contract.
    let (copy, to, from) = unsafe { rows(copy) }?;
    transfer::copy_later(&live, &stream, copy, to, from)
}

pub(crate) unsafe fn cu_memcpy3d_v2(copy: *const CUDA_MEMCPY3D_v2, stream: CUstream) -> Result {
    let (live, stream) = place(stream)?;
    // SAFETY: the same contract.
    let (copy, to, from) = unsafe { slices(copy) }?;
    transfer::copy_now(&live, &stream, copy, to, from)
}

pub(crate) unsafe fn cu_memcpy3d_async_v2(copy: *const CUDA_MEMCPY3D_v2, stream: CUstream) -> Result {
    let (live, stream) = place(stream)?;
    // SAFETY: the same contract.
    let (copy, to, from) = unsafe { slices(copy) }?;
    transfer::copy_later(&live, &stream, copy, to, from)
}

/// Copies bytes between a row of an array and something else.
fn row(dst: End, src: End, bytes: usize, stream: CUstream, wait: bool) -> Result {
    let (live, stream) = place(stream)?;
    let (copy, to, from) = boxes(&Copy3 { src, dst, width: bytes, height: 1, depth: 1, context: 0 })?;
    let transfer = if wait { transfer::copy_now } else { transfer::copy_later };
    transfer(&live, &stream, copy, to, from)
}

pub(crate) unsafe fn cu_memcpy_htoa_v2(
    dst: CUarray,
    offset: usize,
    src: *const c_void,
    bytes: usize,
    stream: CUstream,
) -> Result {
    row(End::in_array(dst, offset), End::in_memory(CU_MEMORYTYPE_HOST, src as u64), bytes, stream, true)
}

pub(crate) unsafe fn cu_memcpy_atoh_v2(
    dst: *mut c_void,
    src: CUarray,
    offset: usize,
    bytes: usize,
    stream: CUstream,
) -> Result {
    row(End::in_memory(CU_MEMORYTYPE_HOST, dst as u64), End::in_array(src, offset), bytes, stream, true)
}

pub(crate) unsafe fn cu_memcpy_dtoa_v2(
    dst: CUarray,
    offset: usize,
    src: CUdeviceptr,
    bytes: usize,
    stream: CUstream,
) -> Result {
    row(End::in_array(dst, offset), End::in_memory(CU_MEMORYTYPE_DEVICE, src), bytes, stream, true)
}

pub(crate) unsafe fn cu_memcpy_atod_v2(
    dst: CUdeviceptr,
    src: CUarray,
    offset: usize,
    bytes: usize,
    stream: CUstream,
) -> Result {
    row(End::in_memory(CU_MEMORYTYPE_DEVICE, dst), End::in_array(src, offset), bytes, stream, true)
}

pub(crate) unsafe fn cu_memcpy_atoa_v2(
    dst: CUarray,
    dst_offset: usize,
    src: CUarray,
    src_offset: usize,
    bytes: usize,
    stream: CUstream,
) -> Result {
    row(End::in_array(dst, dst_offset), End::in_array(src, src_offset), bytes, stream, true)
}

pub(crate) unsafe fn cu_memcpy_htoa_async_v2(
    dst: CUarray,
    offset: usize,
    src: *const c_void,
    bytes: usize,
    stream: CUstream,
) -> Result {
    row(End::in_array(dst, offset), End::in_memory(CU_MEMORYTYPE_HOST, src as u64), bytes, stream, false)
}

pub(crate) unsafe fn cu_memcpy_atoh_async_v2(
    dst: *mut c_void,
    src: CUarray,
    offset: usize,
    bytes: usize,
    stream: CUstream,
) -> Result {
    row(End::in_memory(CU_MEMORYTYPE_HOST, dst as u64), End::in_array(src, offset), bytes, stream, false)
}

/// Queues a fill of `height` rows of `width` elements.
fn set(
    dst: CUdeviceptr,
    pitch: usize,
    (element, value): (u64, u32),
    (width, height): (usize, usize),
    stream: CUstream,
    wait: bool,
) -> Result {
    let (live, stream) = place(stream)?;
    let (width, height) = (width as u64, height as u64);
    let fill = Fill { address: dst, pitch: pitch as u64, width, height, element, value };
    transfer::fill(&live, &stream, fill, wait)
}

/// The fills by element type: one row, one row asynchronous, several rows, several rows asynchronous.
macro_rules! fills {
    ($($value:ty, $bytes:literal: $row:ident, $row_async:ident, $rows:ident, $rows_async:ident;)*) => {$(
        pub(crate) unsafe fn $row(dst: CUdeviceptr, value: $value, n: usize, stream: CUstream) -> Result {
            set(dst, 0, ($bytes, value.into()), (n, 1), stream, true)
        }

        pub(crate) unsafe fn $row_async(dst: CUdeviceptr, value: $value, n: usize, stream: CUstream) -> Result {
            set(dst, 0, ($bytes, value.into()), (n, 1), stream, false)
        }

        pub(crate) unsafe fn $rows(
            dst: CUdeviceptr,
            pitch: usize,
            value: $value,
            width: usize,
            height: usize,
            stream: CUstream,
        ) -> Result {
            set(dst, pitch, ($bytes, value.into()), (width, height), stream, true)
        }

        pub(crate) unsafe fn $rows_async(
            dst: CUdeviceptr,
            pitch: usize,
            value: $value,
            width: usize,
            height: usize,
            stream: CUstream,
        ) -> Result {
            set(dst, pitch, ($bytes, value.into()), (width, height), stream, false)
        }
    )*};
}

fills! {
    u8, 1: cu_memset_d8_v2, cu_memset_d8_async, cu_memset_d2d8_v2, cu_memset_d2d8_async;
    u16, 2: cu_memset_d16_v2, cu_memset_d16_async, cu_memset_d2d16_v2, cu_memset_d2d16_async;
    u32, 4: cu_memset_d32_v2, cu_memset_d32_async, cu_memset_d2d32_v2, cu_memset_d2d32_async;
}
