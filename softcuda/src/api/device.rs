//! Devices.

use std::ffi::{c_char, c_int, c_uint};

use cuda_abi::*;

use crate::device::{Device, MAX_BLOCK, MAX_GRID, MAX_THREADS, REGISTERS, SHARED_PER_BLOCK};
use crate::driver::Driver;
use crate::error::{Error, Result};
use crate::raw;

fn find(device: CUdevice) -> Result<&'static Device> {
    Driver::get()?.device(device)
}

pub(crate) unsafe fn cu_device_get(device: *mut CUdevice, ordinal: c_int) -> Result {
    find(ordinal)?;
    // SAFETY: the C caller's contract.
    unsafe { raw::put(device, ordinal) }
}

pub(crate) unsafe fn cu_device_get_count(count: *mut c_int) -> Result {
    let devices = Driver::get()?.devices.len() as c_int;
    // SAFETY: the C caller's contract.
    unsafe { raw::put(count, devices) }
}

pub(crate) unsafe fn cu_device_get_name(name: *mut c_char, len: c_int, dev: CUdevice) -> Result {
    let device = find(dev)?;
    // SAFETY: the C caller's contract.
    unsafe { raw::put_text(name, len, device.name()) }
}

pub(crate) unsafe fn cu_device_get_uuid(uuid: *mut CUuuid, dev: CUdevice) -> Result {
    let bytes = find(dev)?.uuid;
    // SAFETY: the C caller's contract.
    unsafe { raw::put(uuid, CUuuid { bytes }) }
}

pub(crate) unsafe fn cu_device_get_uuid_v2(uuid: *mut CUuuid, dev: CUdevice) -> Result {
    // SAFETY: the same contract.
    unsafe { cu_device_get_uuid(uuid, dev) }
}

pub(crate) unsafe fn cu_device_get_luid(_luid: *mut c_char, _mask: *mut c_uint, dev: CUdevice) -> Result {
    find(dev)?;
    // Only Windows has them.
    Err(Error::NotSupported)
}

pub(crate) unsafe fn cu_device_total_mem_v2(bytes: *mut usize, dev: CUdevice) -> Result {
    let total = find(dev)?.memory as usize;
    // SAFETY: the C caller's contract.
    unsafe { raw::put(bytes, total) }
}

pub(crate) unsafe fn cu_device_get_attribute(
    pi: *mut c_int,
    attrib: CUdevice_attribute,
    dev: CUdevice,
) -> Result {
    let value = find(dev)?.attribute(attrib).ok_or(Error::InvalidValue)?;
    // SAFETY: the C caller's contract.
    unsafe { raw::put(pi, value) }
}

pub(crate) unsafe fn cu_device_get_properties(prop: *mut CUdevprop_v1, dev: CUdevice) -> Result {
    let device = find(dev)?;
    let attribute = |number| device.attribute(number).unwrap_or(0);
    let properties = CUdevprop_v1 {
        maxThreadsPerBlock: MAX_THREADS as c_int,
        maxThreadsDim: MAX_BLOCK.map(|n| n as c_int),
        maxGridSize: MAX_GRID.map(|n| n as c_int),
        sharedMemPerBlock: SHARED_PER_BLOCK as c_int,
        totalConstantMemory: attribute(CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY),
        SIMDWidth: attribute(CU_DEVICE_ATTRIBUTE_WARP_SIZE),
        memPitch: attribute(CU_DEVICE_ATTRIBUTE_MAX_PITCH),
        regsPerBlock: REGISTERS as c_int,
        clockRate: attribute(CU_DEVICE_ATTRIBUTE_CLOCK_RATE),
        textureAlign: attribute(CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT),
    };
    // SAFETY: the C caller's contract.
    unsafe { raw::put(prop, properties) }
}

pub(crate) unsafe fn cu_device_compute_capability(
    major: *mut c_int,
    minor: *mut c_int,
    dev: CUdevice,
) -> Result {
    let (a, b) = find(dev)?.cc;
    // SAFETY: the C caller's contract.
    unsafe {
        raw::put(major, a as c_int)?;
        raw::put(minor, b as c_int)
    }
}

pub(crate) unsafe fn cu_device_get_exec_affinity_support(
    pi: *mut c_int,
    _type: CUexecAffinityType,
    dev: CUdevice,
) -> Result {
    find(dev)?;
    // SAFETY: the C caller's contract.
    unsafe { raw::put(pi, 0) }
}

pub(crate) unsafe fn cu_device_get_by_pci_bus_id(dev: *mut CUdevice, id: *const c_char) -> Result {
    // SAFETY: the C caller's contract.
    let wanted = unsafe { raw::text(id) }?.to_string_lossy().to_ascii_uppercase();
    let devices = &Driver::get()?.devices;
    let matches = |device: &&Device| {
        let full = device.pci_bus_id();
        full == wanted || full.trim_end_matches(".0") == wanted
    };
    let found = devices.iter().find(matches).ok_or(Error::InvalidDevice)?;
    // SAFETY: the C caller's contract.
    unsafe { raw::put(dev, found.ordinal as CUdevice) }
}

pub(crate) unsafe fn cu_device_get_pci_bus_id(id: *mut c_char, len: c_int, dev: CUdevice) -> Result {
    let device = find(dev)?;
    // SAFETY: the C caller's contract.
    unsafe { raw::put_text(id, len, &device.pci_bus_id()) }
}

pub(crate) unsafe fn cu_device_get_texture1d_linear_max_width(
    out: *mut usize,
    _format: CUarray_format,
    channels: c_uint,
    device: CUdevice,
) -> Result {
    Driver::get()?.device(device)?;
    if !matches!(channels, 1 | 2 | 4) {
        return Err(Error::InvalidValue);
    }
    // SAFETY: the C caller's contract.
    unsafe { raw::put(out, crate::attributes::LINEAR_TEXELS as usize) }
}
