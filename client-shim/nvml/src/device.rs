//! Devices: handles are ordinals in disguise.

use std::ffi::{CStr, c_char, c_int, c_uint, c_ulonglong, c_void};

use protocol::snapshot::{Device, Snapshot};

use crate::cuda;
use crate::result::{Error, Return, answer, put, put_text};

/// `nvmlDevice_t`: never dereferenced.
pub type Handle = *mut c_void;

/// What a handle is made of, to tell it from other pointers.
const MARK: usize = 0x0b1f_0000;
/// Devices that handles can name.
const MOST: usize = 0xffff;

fn handle(ordinal: usize) -> Handle {
    std::ptr::without_provenance_mut(MARK | ordinal)
}

/// Ordinal and device of a handle.
fn device(handle: Handle) -> Result<(usize, &'static Device), Error> {
    let snapshot = cuda::snapshot()?;
    let ordinal = handle.addr() & MOST;
    let genuine = handle.addr() & !MOST == MARK;
    let found = snapshot.devices.get(ordinal).filter(|_| genuine);
    found.map(|d| (ordinal, d)).ok_or(Error::InvalidArgument)
}

/// Answers with the handle of the first device that fits.
///
/// # Safety
/// `out` is null or writable.
unsafe fn find(out: *mut Handle, missing: Error, fits: impl Fn(usize, &Device) -> bool) -> Result<(), Error> {
    let snapshot: &Snapshot = cuda::snapshot()?;
    let found = snapshot.devices.iter().enumerate().position(|(i, d)| fits(i, d)).ok_or(missing)?;
    // SAFETY: the caller's contract.
    unsafe { put(out, handle(found)) }
}

/// # Safety
/// `text` is null or NUL-terminated.
unsafe fn text<'a>(text: *const c_char) -> Result<&'a str, Error> {
    if text.is_null() {
        return Err(Error::InvalidArgument);
    }
    // SAFETY: not null, hence NUL-terminated.
    unsafe { CStr::from_ptr(text) }.to_str().map_err(|_| Error::NotFound)
}

/// How NVML writes a UUID.
fn uuid_text(uuid: &[u8; 16]) -> String {
    let hex = |bytes: &[u8]| bytes.iter().map(|b| format!("{b:02x}")).collect::<String>();
    let parts = [&uuid[..4], &uuid[4..6], &uuid[6..8], &uuid[8..10], &uuid[10..]].map(hex);
    format!("GPU-{}", parts.join("-"))
}

/// Whether `wanted` is the device's bus id: domain (4 or 8 digits, or missing), bus, device, function.
fn same_bus_id(wanted: &str, device: &Device) -> bool {
    let (domain, bus, slot) = device.pci;
    let forms = [
        format!("{domain:08x}:{bus:02x}:{slot:02x}.0"),
        format!("{domain:04x}:{bus:02x}:{slot:02x}.0"),
        format!("{bus:02x}:{slot:02x}.0"),
        format!("{bus:02x}:{slot:02x}"),
    ];
    forms.iter().any(|form| form.eq_ignore_ascii_case(wanted))
}

/// Number of devices.
///
/// # Safety
/// `count` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetCount_v2(count: *mut c_uint) -> Return {
    // SAFETY: the caller's contract.
    answer(|| unsafe { put(count, cuda::snapshot()?.devices.len() as c_uint) })
}

/// Number of devices.
///
/// # Safety
/// As [`nvmlDeviceGetCount_v2`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetCount(count: *mut c_uint) -> Return {
    // SAFETY: the same contract.
    unsafe { nvmlDeviceGetCount_v2(count) }
}

/// The handle of a device by ordinal.
///
/// # Safety
/// `out` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetHandleByIndex_v2(index: c_uint, out: *mut Handle) -> Return {
    // SAFETY: the caller's contract.
    answer(|| unsafe { find(out, Error::InvalidArgument, |i, _| i == index as usize) })
}

/// The handle of a device by ordinal.
///
/// # Safety
/// As [`nvmlDeviceGetHandleByIndex_v2`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetHandleByIndex(index: c_uint, out: *mut Handle) -> Return {
    // SAFETY: the same contract.
    unsafe { nvmlDeviceGetHandleByIndex_v2(index, out) }
}

/// The handle of a device by UUID.
///
/// # Safety
/// `uuid` is null or NUL-terminated, `out` null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetHandleByUUID(uuid: *const c_char, out: *mut Handle) -> Return {
    answer(|| {
        // SAFETY: the caller's contract.
        let wanted = unsafe { text(uuid) }?;
        // SAFETY: the caller's contract.
        unsafe { find(out, Error::NotFound, |_, d| uuid_text(&d.uuid).eq_ignore_ascii_case(wanted)) }
    })
}

/// The handle of a device by PCI bus id.
///
/// # Safety
/// `bus_id` is null or NUL-terminated, `out` null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetHandleByPciBusId_v2(bus_id: *const c_char, out: *mut Handle) -> Return {
    answer(|| {
        // SAFETY: the caller's contract.
        let wanted = unsafe { text(bus_id) }?;
        // SAFETY: the caller's contract.
        unsafe { find(out, Error::NotFound, |_, d| same_bus_id(wanted, d)) }
    })
}

/// The handle of a device by PCI bus id.
///
/// # Safety
/// As [`nvmlDeviceGetHandleByPciBusId_v2`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetHandleByPciBusId(bus_id: *const c_char, out: *mut Handle) -> Return {
    // SAFETY: the same contract.
    unsafe { nvmlDeviceGetHandleByPciBusId_v2(bus_id, out) }
}

/// The device's name.
///
/// # Safety
/// `name` is null or has `length` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetName(dev: Handle, name: *mut c_char, length: c_uint) -> Return {
    // SAFETY: the caller's contract.
    answer(|| unsafe { put_text(name, length, &device(dev)?.1.name) })
}

/// The device's UUID as text.
///
/// # Safety
/// `uuid` is null or has `length` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetUUID(dev: Handle, uuid: *mut c_char, length: c_uint) -> Return {
    // SAFETY: the caller's contract.
    answer(|| unsafe { put_text(uuid, length, &uuid_text(&device(dev)?.1.uuid)) })
}

/// The device's ordinal.
///
/// # Safety
/// `index` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetIndex(dev: Handle, index: *mut c_uint) -> Return {
    // SAFETY: the caller's contract.
    answer(|| unsafe { put(index, device(dev)?.0 as c_uint) })
}

/// N of /dev/nvidiaN: the ordinal, for there is no such file.
///
/// # Safety
/// `minor` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetMinorNumber(dev: Handle, minor: *mut c_uint) -> Return {
    // SAFETY: the caller's contract.
    answer(|| unsafe { put(minor, device(dev)?.0 as c_uint) })
}

/// The compute capability.
///
/// # Safety
/// Both pointers are null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetCudaComputeCapability(
    dev: Handle,
    major: *mut c_int,
    minor: *mut c_int,
) -> Return {
    answer(|| {
        let cc = device(dev)?.1.compute_capability() as c_int;
        // SAFETY: the caller's contract.
        unsafe { put(major, cc / 10) }?;
        // SAFETY: the caller's contract.
        unsafe { put(minor, cc % 10) }
    })
}

/// `nvmlMemory_t`, in bytes.
#[repr(C)]
pub struct Memory {
    total: c_ulonglong,
    free: c_ulonglong,
    used: c_ulonglong,
}

/// Memory of the partition.
///
/// # Safety
/// `memory` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetMemoryInfo(dev: Handle, memory: *mut Memory) -> Return {
    answer(|| {
        let (free, total) = cuda::memory(device(dev)?.0)?;
        // SAFETY: the caller's contract.
        unsafe { put(memory, Memory { total, free, used: total.saturating_sub(free) }) }
    })
}

/// `nvmlMemory_v2_t`, in bytes.
#[repr(C)]
pub struct MemoryV2 {
    version: c_uint,
    total: c_ulonglong,
    reserved: c_ulonglong,
    free: c_ulonglong,
    used: c_ulonglong,
}

const MEMORY_V2: c_uint = 2 << 24 | size_of::<MemoryV2>() as c_uint;

/// Memory of the partition.
///
/// # Safety
/// `memory` is null or points to a structure whose version is set.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetMemoryInfo_v2(dev: Handle, memory: *mut MemoryV2) -> Return {
    answer(|| {
        let (ordinal, _) = device(dev)?;
        if memory.is_null() {
            return Err(Error::InvalidArgument);
        }
        // SAFETY: not null, hence readable.
        let version = unsafe { (&raw const (*memory).version).read_unaligned() };
        if version != MEMORY_V2 {
            return Err(Error::ArgumentVersionMismatch);
        }
        let (free, total) = cuda::memory(ordinal)?;
        let used = total.saturating_sub(free);
        // SAFETY: the caller's contract.
        unsafe { put(memory, MemoryV2 { version, total, reserved: 0, free, used }) }
    })
}

/// `nvmlPciInfo_t` (version 3).
#[repr(C)]
pub struct PciInfo {
    bus_id_legacy: [u8; 16],
    domain: c_uint,
    bus: c_uint,
    device: c_uint,
    pci_device_id: c_uint,
    pci_sub_system_id: c_uint,
    bus_id: [u8; 32],
}

fn padded<const N: usize>(text: &str) -> [u8; N] {
    let mut bytes = [0; N];
    let n = text.len().min(N - 1);
    bytes[..n].copy_from_slice(&text.as_bytes()[..n]);
    bytes
}

/// Where the device is on its server's PCI bus.
///
/// # Safety
/// `pci` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nvmlDeviceGetPciInfo_v3(dev: Handle, pci: *mut PciInfo) -> Return {
    answer(|| {
        let (domain, bus, slot) = device(dev)?.1.pci;
        let info = PciInfo {
            bus_id_legacy: padded(&format!("{domain:04X}:{bus:02X}:{slot:02X}.0")),
            domain: domain as c_uint,
            bus: bus as c_uint,
            device: slot as c_uint,
            pci_device_id: 0,
            pci_sub_system_id: 0,
            bus_id: padded(&format!("{domain:08X}:{bus:02X}:{slot:02X}.0")),
        };
        // SAFETY: the caller's contract.
        unsafe { put(pci, info) }
    })
}

/// The processes that use a device: none can be named, as in a container. PyTorch ends in an assertion where this is refused when it is out of memory.
///
/// # Safety
/// `count` is null or writable.
unsafe fn no_processes(dev: Handle, count: *mut c_uint) -> Return {
    answer(|| {
        device(dev)?;
        // SAFETY: the caller's contract.
        unsafe { put(count, 0) }
    })
}

/// Exports the versions of nvmlDeviceGetComputeRunningProcesses, which differ in what they fill.
macro_rules! processes {
    ($($name:ident)*) => {
        $(
            /// No processes.
            ///
            /// # Safety
            /// `count` is null or writable.
            #[unsafe(no_mangle)]
            pub unsafe extern "C" fn $name(dev: Handle, count: *mut c_uint, _infos: *mut c_void) -> Return {
                // SAFETY: the same contract.
                unsafe { no_processes(dev, count) }
            }
        )*
    };
}

processes! {
    nvmlDeviceGetComputeRunningProcesses
    nvmlDeviceGetComputeRunningProcesses_v2
    nvmlDeviceGetComputeRunningProcesses_v3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layouts_are_those_of_the_header() {
        assert_eq!((size_of::<Memory>(), size_of::<MemoryV2>(), size_of::<PciInfo>()), (24, 40, 68));
        assert_eq!(MEMORY_V2, 0x0200_0028);
    }

    #[test]
    fn uuids_are_written_as_nvml_does() {
        let uuid = std::array::from_fn(|i| i as u8);
        assert_eq!(uuid_text(&uuid), "GPU-00010203-0405-0607-0809-0a0b0c0d0e0f");
    }

    #[test]
    fn nothing_works_before_initialisation() {
        let mut count = 0;
        // SAFETY: writable.
        assert_eq!(unsafe { nvmlDeviceGetCount_v2(&mut count) }, Error::Uninitialized as Return);
        assert_eq!(crate::nvmlShutdown(), Error::Uninitialized as Return);
    }

    #[test]
    fn without_a_libcuda_there_is_no_driver() {
        // SAFETY: opens the library of a machine that has one.
        let there = unsafe { libc::dlopen(c"libcuda.so.1".as_ptr(), libc::RTLD_NOW) };
        let expected = if there.is_null() { Error::LibraryNotFound as Return } else { 0 };
        assert_eq!(crate::nvmlInit_v2(), expected);
    }
}
