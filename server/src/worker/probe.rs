//! The probe: a short process that lists a driver's devices, so that the front never loads CUDA.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Write};
use std::path::Path;

use cuda_abi::{CU_LIMIT_MAX, CUdevice, CUresult, CUuuid, software};
use protocol::credits::Depth;
use protocol::snapshot::{ATTRIBUTES, Device, Snapshot};
use serde::{Deserialize, Serialize};

use super::depth;
use super::driver::{Cu, Library, OpenError, Raw, device_name};

/// Limits that are asked for: CUlimit 0.. .
const LIMITS: u32 = CU_LIMIT_MAX;

/// Attributes that remoting cannot honour or that the table does not implement yet: told as 0.
const REFUSED: &[usize] = &[
    84,  // multi-GPU board
    86,  // host native atomics
    88,  // pageable memory access
    89,  // concurrent managed access
    96,  // cooperative launch over several devices
    100, // pageable access through the host's page tables
    101, // managed memory directly accessed by the host
    103, // handle type: file descriptor
    104, // handle type: Win32
    105, // handle type: Win32 KMT
    107, // generic compression
    110, // GPUDirect RDMA with virtual memory management
    112, // sparse arrays
    113, // registering read-only host memory
    114, // timeline semaphores
    116, // GPUDirect RDMA
    117, // its flush options
    118, // its ordering
    119, // handle types of memory pools
    121, // deferred mapping of arrays
    124, // dma-buf
    128, // handle type: fabric
    130, // NUMA configuration
    132, // multicast
    133, // MPS
    135, // Direct3D 12 in CUDA graphics contexts
    136, // decompression engine: algorithms
    137, // decompression engine: length
    138, // Vulkan in CUDA graphics contexts
    141, // host NUMA: virtual memory management
    142, // host NUMA: memory pools
    143, // host NUMA: interprocess communication between nodes
    144, // host memory pools
    145, // host virtual memory management
    146, // dma-buf of host allocations
    147, // partial host native atomics
    148, // atomic reductions over the host
];

/// Why a probe failed.
#[derive(Debug)]
pub enum ProbeError {
    /// The driver cannot be used.
    Driver(OpenError),
    /// A driver function failed; its name.
    Call(&'static str, CUresult),
    /// The snapshot could not be written or read.
    Io(io::Error),
}

impl fmt::Display for ProbeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProbeError::Driver(e) => e.fmt(f),
            ProbeError::Call(name, e) => write!(f, "{name} failed: {e}"),
            ProbeError::Io(e) => write!(f, "the snapshot could not be passed on: {e}"),
        }
    }
}

impl std::error::Error for ProbeError {}

/// What a probe finds.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Probed {
    /// What clients are told.
    pub snapshot: Snapshot,
    /// Operations that the driver holds before a call waits: in a stream, in a context.
    depth: (u32, u32),
}

/// Devices of a driver of which nothing else is known.
impl From<Snapshot> for Probed {
    fn from(snapshot: Snapshot) -> Self {
        Probed { snapshot, depth: (Depth::USUAL.stream, Depth::USUAL.context) }
    }
}

impl Probed {
    /// How many operations the driver holds before a call waits.
    pub fn depth(&self) -> Depth {
        Depth { stream: self.depth.0, context: self.depth.1 }
    }
}

/// Lists the devices of the driver at `path` and writes what is found as postcard: what `bfpoold --probe PATH` does.
pub fn write(path: &Path, server: &str, out: &mut dyn Write) -> Result<(), ProbeError> {
    let found = probe(path, server)?;
    let bytes = postcard::to_stdvec(&found).map_err(|e| ProbeError::Io(io::Error::other(e)))?;
    out.write_all(&bytes).and_then(|()| out.flush()).map_err(ProbeError::Io)
}

/// Reads what [`write()`] wrote.
pub fn read(bytes: &[u8]) -> Result<Probed, ProbeError> {
    postcard::from_bytes(bytes).map_err(|e| ProbeError::Io(io::Error::new(io::ErrorKind::InvalidData, e)))
}

/// Lists the devices of the driver at `path`.
pub fn probe(path: &Path, server: &str) -> Result<Probed, ProbeError> {
    let lib = Library::open(path).map_err(ProbeError::Driver)?;
    let (mut version, mut count) = (0, 0);
    // SAFETY: the out pointer is valid.
    call("cuDriverGetVersion", unsafe { (lib.cuDriverGetVersion)(&raw mut version) })?;
    // SAFETY: as above.
    call("cuDeviceGetCount", unsafe { (lib.cuDeviceGetCount)(&raw mut count) })?;
    let mut depths = Depths::default();
    let devices = (0..count).map(|i| device(&lib, i, &mut depths)).collect::<Result<_, _>>()?;
    let driver_name = if lib.is_soft() { branch_of(version) } else { name_of_system_driver(version) };
    let snapshot = Snapshot { driver_version: version, driver_name, server: server.into(), devices };
    let depth = depths.0.values().copied().reduce(Depth::min).unwrap_or(Depth::USUAL);
    Ok(Probed { depth: (depth.stream, depth.context), ..snapshot.into() })
}

/// The release of the system's driver, as NVML tells it.
fn name_of_system_driver(version: i32) -> String {
    let told = std::fs::read_to_string("/sys/module/nvidia/version").unwrap_or_default();
    if told.trim().is_empty() { branch_of(version) } else { told.trim().to_owned() }
}

/// A release in the form of NVIDIA's (580.00.00) of the branch that came with a version of CUDA: programs compare its first number.
fn branch_of(version: i32) -> String {
    const BRANCHES: [(i32, u32); 8] = [
        (13_010, 590),
        (13_000, 580),
        (12_080, 570),
        (12_060, 560),
        (12_040, 550),
        (12_020, 535),
        (12_000, 525),
        (11_080, 520),
    ];
    let branch = BRANCHES.iter().find(|(first, _)| version >= *first).map_or(450, |(_, branch)| *branch);
    format!("{branch}.00.{:02}", version % 1000 / 10)
}

/// How many operations the driver holds, by the device's name: equal devices are equal in this.
#[derive(Default)]
struct Depths(BTreeMap<String, Depth>);

fn call(name: &'static str, result: CUresult) -> Result<(), ProbeError> {
    result.ok().map_err(|e| ProbeError::Call(name, e))
}

fn device(lib: &Library, ordinal: i32, depths: &mut Depths) -> Result<Device, ProbeError> {
    let mut dev: CUdevice = 0;
    let mut uuid = CUuuid { bytes: [0; 16] };
    let mut bytes = 0usize;
    // SAFETY: in this and the next blocks the out pointers are valid, and as long as is said.
    call("cuDeviceGet", unsafe { (lib.cuDeviceGet)(&raw mut dev, ordinal) })?;
    // SAFETY: as above.
    call("cuDeviceGetUuid_v2", unsafe { (lib.cuDeviceGetUuid_v2)(&raw mut uuid, dev) })?;
    // SAFETY: as above.
    call("cuDeviceTotalMem_v2", unsafe { (lib.cuDeviceTotalMem_v2)(&raw mut bytes, dev) })?;
    let attributes: Vec<Option<i32>> = (0..ATTRIBUTES).map(|id| attribute(lib, dev, id)).collect();
    let pci = |id: usize| attributes.get(id).copied().flatten().unwrap_or(0);
    let name = device_name(lib, dev).map_err(|e| ProbeError::Call("cuDeviceGetName", e))?;
    let (priority_range, limits) = of_context(lib, dev, |context| {
        depths.0.entry(name.clone()).or_insert_with(|| depth::of_device(lib, context));
    })?;
    Ok(Device {
        ptx_only: software::takes_ptx_only(&name),
        name,
        uuid: uuid.bytes,
        total_mem: bytes as u64,
        physical_mem: bytes as u64,
        pci: (pci(50), pci(33), pci(34)),
        attributes,
        priority_range,
        limits,
    })
}

fn attribute(lib: &Library, dev: CUdevice, id: usize) -> Option<i32> {
    let mut value = 0;
    // SAFETY: the out pointer is valid; ids are below ATTRIBUTES.
    unsafe { (lib.cuDeviceGetAttribute)(&raw mut value, id as u32, dev) }.ok().ok()?;
    Some(if REFUSED.contains(&id) { 0 } else { value })
}

type OfContext = ((i32, i32), Vec<Option<u64>>);

/// What only a context tells: priorities and limits, and what `more` wants to know of it.
fn of_context(lib: &Library, dev: CUdevice, more: impl FnOnce(Raw)) -> Result<OfContext, ProbeError> {
    let mut ctx = std::ptr::null_mut();
    // SAFETY: the out pointer is valid.
    call("cuDevicePrimaryCtxRetain", unsafe { (lib.cuDevicePrimaryCtxRetain)(&raw mut ctx, dev) })?;
    // SAFETY: the context was just retained.
    call("cuCtxSetCurrent", unsafe { (lib.cuCtxSetCurrent)(ctx) })?;
    let (mut least, mut greatest) = (0, 0);
    // SAFETY: the out pointers are valid.
    let range = unsafe { (lib.cuCtxGetStreamPriorityRange)(&raw mut least, &raw mut greatest) };
    call("cuCtxGetStreamPriorityRange", range)?;
    let limits = (0..LIMITS).map(|id| limit(lib, id).ok()).collect();
    more(Raw(ctx));
    // SAFETY: gives back what was retained above.
    call("cuDevicePrimaryCtxRelease", unsafe { (lib.cuDevicePrimaryCtxRelease_v2)(dev) })?;
    Ok(((least, greatest), limits))
}

fn limit(lib: &Library, id: u32) -> Cu<u64> {
    let mut value = 0usize;
    // SAFETY: the out pointer is valid.
    unsafe { (lib.cuCtxGetLimit)(&raw mut value, id) }.ok()?;
    Ok(value as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_have_the_form_that_programs_compare() {
        let cases =
            [(13_050, "590.00.05"), (13_000, "580.00.00"), (12_090, "570.00.09"), (11_040, "450.00.04")];
        for (version, name) in cases {
            assert_eq!(branch_of(version), name);
        }
    }
}
