//! Copies between host and device through the driver.

use std::ffi::c_void;

use cuda_abi::{CU_MEMORYTYPE_DEVICE, CU_MEMORYTYPE_HOST, CUDA_MEMCPY2D_v2};

use super::driver::{Cu, Library, Raw};
use super::rows::Rows;

/// The software device copies pieces up to this size in the calling thread, larger ones with a hand-over.
const SOFT_PIECE: u64 = 64 * 1024;

/// A copy of nothing.
pub(super) fn blank() -> CUDA_MEMCPY2D_v2 {
    CUDA_MEMCPY2D_v2 {
        srcXInBytes: 0,
        srcY: 0,
        srcMemoryType: 0,
        srcHost: std::ptr::null(),
        srcDevice: 0,
        srcArray: std::ptr::null_mut(),
        srcPitch: 0,
        dstXInBytes: 0,
        dstY: 0,
        dstMemoryType: 0,
        dstHost: std::ptr::null_mut(),
        dstDevice: 0,
        dstArray: std::ptr::null_mut(),
        dstPitch: 0,
        WidthInBytes: 0,
        Height: 0,
    }
}

/// The bytes of a linear copy, cut for the driver: (offset, length).
fn cuts(lib: &Library, bytes: u64) -> impl Iterator<Item = (u64, u64)> + use<> {
    let step = if lib.is_soft() && bytes <= 4 * SOFT_PIECE { SOFT_PIECE } else { bytes.max(1) };
    (0..bytes).step_by(usize::try_from(step).unwrap_or(usize::MAX)).map(move |at| (at, step.min(bytes - at)))
}

/// Enqueues a copy to device memory `to` from local memory at `host`, whose rows are `host_pitch` bytes apart.
///
/// The memory at `host` stays valid until the stream has passed.
pub(super) fn to_device(lib: &Library, to: Rows, host: usize, host_pitch: u64, stream: Raw) -> Cu<()> {
    let src: *const c_void = std::ptr::with_exposed_provenance(host);
    if to.linear() && (to.height == 1 || host_pitch == to.width) {
        for (at, len) in cuts(lib, to.bytes()) {
            // SAFETY: the caller keeps `to.bytes()` bytes at `host` valid; the driver checks the device address.
            unsafe {
                (lib.cuMemcpyHtoDAsync_v2)(to.address + at, src.byte_add(at as usize), len as usize, stream.0)
            }
            .ok()?;
        }
        return Ok(());
    }
    let copy = CUDA_MEMCPY2D_v2 {
        srcMemoryType: CU_MEMORYTYPE_HOST,
        srcHost: src,
        srcPitch: host_pitch as usize,
        dstMemoryType: CU_MEMORYTYPE_DEVICE,
        dstDevice: to.address,
        dstPitch: to.pitch as usize,
        WidthInBytes: to.width as usize,
        Height: to.height as usize,
        ..blank()
    };
    // SAFETY: as above, for all rows.
    unsafe { (lib.cuMemcpy2DAsync_v2)(&raw const copy, stream.0) }.ok()
}

/// Enqueues a copy from device memory `from` to local memory at `host`, whose rows are `host_pitch` bytes apart.
///
/// The memory at `host` stays valid and unused until the stream has passed.
pub(super) fn to_host(lib: &Library, from: Rows, host: usize, host_pitch: u64, stream: Raw) -> Cu<()> {
    let dst: *mut c_void = std::ptr::with_exposed_provenance_mut(host);
    if from.linear() && (from.height == 1 || host_pitch == from.width) {
        for (at, len) in cuts(lib, from.bytes()) {
            // SAFETY: the caller keeps `from.bytes()` bytes at `host` valid; the driver checks the device address.
            unsafe {
                (lib.cuMemcpyDtoHAsync_v2)(
                    dst.byte_add(at as usize),
                    from.address + at,
                    len as usize,
                    stream.0,
                )
            }
            .ok()?;
        }
        return Ok(());
    }
    let copy = CUDA_MEMCPY2D_v2 {
        srcMemoryType: CU_MEMORYTYPE_DEVICE,
        srcDevice: from.address,
        srcPitch: from.pitch as usize,
        dstMemoryType: CU_MEMORYTYPE_HOST,
        dstHost: dst,
        dstPitch: host_pitch as usize,
        WidthInBytes: from.width as usize,
        Height: from.height as usize,
        ..blank()
    };
    // SAFETY: as above, for all rows.
    unsafe { (lib.cuMemcpy2DAsync_v2)(&raw const copy, stream.0) }.ok()
}
