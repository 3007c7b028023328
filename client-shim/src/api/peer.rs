//! Peer access: devices of a session do not reach each other's memory yet.

use std::ffi::c_int;

use cuda_abi::{CUdevice, CUdevice_P2PAttribute, CUresult};

use super::{Answer, put};
use crate::state;

pub(crate) unsafe fn cu_device_can_access_peer(
    canAccessPeer: *mut c_int,
    dev: CUdevice,
    peerDev: CUdevice,
) -> Answer {
    let g = state::global()?;
    g.device(dev)?;
    g.device(peerDev)?;
    // SAFETY: null or writable.
    unsafe { put(canAccessPeer, 0) }
}

pub(crate) unsafe fn cu_device_get_p2p_attribute(
    value: *mut c_int,
    _attrib: CUdevice_P2PAttribute,
    srcDevice: CUdevice,
    dstDevice: CUdevice,
) -> Answer {
    let g = state::global()?;
    g.device(srcDevice)?;
    g.device(dstDevice)?;
    if srcDevice == dstDevice {
        return Err(CUresult::INVALID_DEVICE);
    }
    // SAFETY: null or writable.
    unsafe { put(value, 0) }
}
