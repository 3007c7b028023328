//! Copies between host and device through the driver.

use std::ffi::c_void;

use cuda_abi::{CU_MEMORYTYPE_DEVICE, CU_MEMORYTYPE_HOST, CUDA_MEMCPY2D_v2};

use super::driver::{Cu, Library, Raw};
use super::rows::Rows;

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

/// Enqueues a copy to device memory `to` from local memory at `host`, whose rows are `host_pitch` bytes apart.
///
/// The memory at `host` stays valid until the stream has passed.
pub(super) fn to_device(lib: &Library, to: Rows, host: usize, host_pitch: u64, stream: Raw) -> Cu<()> {
    let src: *const c_void = std::ptr::with_exposed_provenance(host);
    if to.linear() && (to.height == 1 || host_pitch == to.width) {
        // SAFETY: the caller keeps `to.bytes()` bytes at `host` valid; the driver checks the device address.
        return unsafe { (lib.cuMemcpyHtoDAsync_v2)(to.address, src, to.bytes() as usize, stream.0) }.ok();
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
        // SAFETY: the caller keeps `from.bytes()` bytes at `host` valid and unused; the driver checks the device address.
        return unsafe { (lib.cuMemcpyDtoHAsync_v2)(dst, from.address, from.bytes() as usize, stream.0) }
            .ok();
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
