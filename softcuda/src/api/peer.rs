//! Access between devices: all devices share one address space, but peer access is not offered.

use std::ffi::c_int;

use cuda_abi::*;

use crate::driver::Driver;
use crate::error::{Error, Result};
use crate::raw;

pub(crate) unsafe fn cu_device_can_access_peer(can: *mut c_int, dev: CUdevice, peer: CUdevice) -> Result {
    let driver = Driver::get()?;
    driver.device(dev)?;
    driver.device(peer)?;
    // SAFETY: the C caller's contract.
    unsafe { raw::put(can, 0) }
}

pub(crate) unsafe fn cu_device_get_p2p_attribute(
    value: *mut c_int,
    attrib: CUdevice_P2PAttribute,
    src: CUdevice,
    dst: CUdevice,
) -> Result {
    let driver = Driver::get()?;
    driver.device(src)?;
    driver.device(dst)?;
    let known = CU_DEVICE_P2P_ATTRIBUTE_PERFORMANCE_RANK
        ..=CU_DEVICE_P2P_ATTRIBUTE_ONLY_PARTIAL_NATIVE_ATOMIC_SUPPORTED;
    if src == dst || !known.contains(&attrib) {
        return Err(Error::InvalidValue);
    }
    // SAFETY: the C caller's contract.
    unsafe { raw::put(value, 0) }
}
