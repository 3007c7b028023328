//! Devices: everything comes from the snapshot.

use std::ffi::{c_char, c_int, c_uint};

use cuda_abi::*;
use protocol::snapshot::Device;

use super::{Answer, not_null, put, text};
use crate::state;

pub(crate) unsafe fn cu_device_get(device: *mut CUdevice, ordinal: c_int) -> Answer {
    let g = state::global()?;
    not_null(device)?;
    g.device(ordinal)?;
    // SAFETY: checked above.
    unsafe { put(device, ordinal) }
}

pub(crate) unsafe fn cu_device_get_count(count: *mut c_int) -> Answer {
    let g = state::global()?;
    // SAFETY: `count` is null or writable.
    unsafe { put(count, g.devices().len() as c_int) }
}

/// Writes text with its NUL, cut to `len` bytes.
unsafe fn put_text(out: *mut c_char, len: c_int, value: &str) -> Answer {
    not_null(out)?;
    let room = usize::try_from(len).ok().filter(|n| *n > 0).ok_or(CUresult::INVALID_VALUE)?;
    let n = value.len().min(room - 1);
    // SAFETY: the program passed `len` writable bytes.
    unsafe {
        std::ptr::copy_nonoverlapping(value.as_ptr(), out.cast(), n);
        out.add(n).write(0);
    }
    Ok(())
}

pub(crate) unsafe fn cu_device_get_name(name: *mut c_char, len: c_int, dev: CUdevice) -> Answer {
    let g = state::global()?;
    // SAFETY: `name` is null or has `len` bytes.
    unsafe { put_text(name, len, &g.device(dev)?.name) }
}

pub(crate) unsafe fn cu_device_get_uuid(uuid: *mut CUuuid, dev: CUdevice) -> Answer {
    let g = state::global()?;
    let bytes = g.device(dev)?.uuid;
    // SAFETY: `uuid` is null or writable.
    unsafe { put(uuid, CUuuid { bytes }) }
}

pub(crate) unsafe fn cu_device_get_uuid_v2(uuid: *mut CUuuid, dev: CUdevice) -> Answer {
    // SAFETY: the same contract.
    unsafe { cu_device_get_uuid(uuid, dev) }
}

/// LUIDs exist on Windows only.
pub(crate) unsafe fn cu_device_get_luid(_luid: *mut c_char, _nodes: *mut c_uint, dev: CUdevice) -> Answer {
    state::global()?.device(dev)?;
    Err(CUresult::NOT_SUPPORTED)
}

pub(crate) unsafe fn cu_device_total_mem_v2(bytes: *mut usize, dev: CUdevice) -> Answer {
    let g = state::global()?;
    let total = g.device(dev)?.total_mem;
    // SAFETY: `bytes` is null or writable.
    unsafe { put(bytes, total as usize) }
}

/// An attribute; CUDA_ERROR_INVALID_VALUE if the device's driver does not know it.
pub(super) fn attribute(device: &Device, which: CUdevice_attribute) -> Result<c_int, CUresult> {
    device.attributes.get(which as usize).copied().flatten().ok_or(CUresult::INVALID_VALUE)
}

pub(crate) unsafe fn cu_device_get_attribute(
    pi: *mut c_int,
    attrib: CUdevice_attribute,
    dev: CUdevice,
) -> Answer {
    let g = state::global()?;
    not_null(pi)?;
    let value = attribute(g.device(dev)?, attrib)?;
    // SAFETY: checked above.
    unsafe { put(pi, value) }
}

pub(crate) unsafe fn cu_device_get_texture1d_linear_max_width(
    maxWidthInElements: *mut usize,
    _format: CUarray_format,
    numChannels: c_uint,
    dev: CUdevice,
) -> Answer {
    let most = attribute(state::global()?.device(dev)?, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LINEAR_WIDTH)?;
    if !matches!(numChannels, 1 | 2 | 4) {
        return Err(CUresult::INVALID_VALUE);
    }
    // SAFETY: null or writable.
    unsafe { put(maxWidthInElements, most as usize) }
}

pub(crate) unsafe fn cu_device_get_properties(prop: *mut CUdevprop_v1, dev: CUdevice) -> Answer {
    let g = state::global()?;
    let device = g.device(dev)?;
    let get = |which| attribute(device, which).unwrap_or(0);
    let properties = CUdevprop_v1 {
        maxThreadsPerBlock: get(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK),
        maxThreadsDim: [2, 3, 4].map(get),
        maxGridSize: [5, 6, 7].map(get),
        sharedMemPerBlock: get(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK),
        totalConstantMemory: get(CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY),
        SIMDWidth: get(CU_DEVICE_ATTRIBUTE_WARP_SIZE),
        memPitch: get(CU_DEVICE_ATTRIBUTE_MAX_PITCH),
        regsPerBlock: get(CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK),
        clockRate: get(CU_DEVICE_ATTRIBUTE_CLOCK_RATE),
        textureAlign: get(CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT),
    };
    // SAFETY: `prop` is null or writable.
    unsafe { put(prop, properties) }
}

pub(crate) unsafe fn cu_device_compute_capability(
    major: *mut c_int,
    minor: *mut c_int,
    dev: CUdevice,
) -> Answer {
    let g = state::global()?;
    let cc = g.device(dev)?.compute_capability() as c_int;
    not_null(minor)?;
    // SAFETY: both are null or writable.
    unsafe {
        put(major, cc / 10)?;
        put(minor, cc % 10)
    }
}

pub(crate) unsafe fn cu_device_get_exec_affinity_support(
    pi: *mut c_int,
    _kind: CUexecAffinityType,
    dev: CUdevice,
) -> Answer {
    state::global()?.device(dev)?;
    // SAFETY: `pi` is null or writable.
    unsafe { put(pi, 0) }
}

/// The bus id in the form of sysfs.
fn pci_bus_id(device: &Device) -> String {
    format!("{:04X}:{:02X}:{:02X}.0", device.pci.0, device.pci.1, device.pci.2)
}

pub(crate) unsafe fn cu_device_get_by_pci_bus_id(dev: *mut CUdevice, pciBusId: *const c_char) -> Answer {
    let g = state::global()?;
    not_null(dev)?;
    // SAFETY: null or NUL-terminated.
    let wanted = unsafe { text(pciBusId) }?;
    let at = g.devices().position(|d| same_bus_id(wanted, d));
    let at = at.ok_or(CUresult::INVALID_DEVICE)?;
    // SAFETY: checked above.
    unsafe { put(dev, at as CUdevice) }
}

/// Whether `wanted` names the device: domain:bus:device.function, domain and function may be missing.
fn same_bus_id(wanted: &str, device: &Device) -> bool {
    let full = pci_bus_id(device);
    let forms = [&full[..], &full[5..], full.trim_end_matches(".0"), full[5..].trim_end_matches(".0")];
    forms.iter().any(|form| form.eq_ignore_ascii_case(wanted))
}

pub(crate) unsafe fn cu_device_get_pci_bus_id(pciBusId: *mut c_char, len: c_int, dev: CUdevice) -> Answer {
    let g = state::global()?;
    // SAFETY: `pciBusId` is null or has `len` bytes.
    unsafe { put_text(pciBusId, len, &pci_bus_id(g.device(dev)?)) }
}
