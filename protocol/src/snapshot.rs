//! What the client learns at once, so that it never has to ask.

use serde::{Deserialize, Serialize};

/// Number of device attributes that a snapshot holds: ids 0..ATTRIBUTES.
pub const ATTRIBUTES: usize = 160;

/// Everything immutable about a device, as its driver tells it, adjusted by the server: memory is the partition's, and attributes that remoting cannot
/// honour are 0.
#[derive(Debug, Clone, Serialize, Deserialize, PartialEq)]
pub struct Device {
    /// cuDeviceGetName.
    pub name: String,
    /// cuDeviceGetUuid_v2.
    pub uuid: [u8; 16],
    /// Bytes that the client may use: the partition.
    pub total_mem: u64,
    /// Bytes of the physical device.
    pub physical_mem: u64,
    /// cuDeviceGetAttribute by id, `None` where the driver refuses the id.
    pub attributes: Vec<Option<i32>>,
    /// PCI domain, bus, device.
    pub pci: (i32, i32, i32),
    /// cuCtxGetStreamPriorityRange: (least, greatest).
    pub priority_range: (i32, i32),
    /// cuCtxGetLimit by CUlimit id, as a fresh context tells it (index = limit id; `None` = unsupported).
    pub limits: Vec<Option<u64>>,
    /// The device takes PTX only (softcuda): cubins are not sent to it.
    pub ptx_only: bool,
}

impl Device {
    /// Compute capability as major * 10 + minor.
    pub fn compute_capability(&self) -> u32 {
        let get = |i: usize| self.attributes.get(i).copied().flatten().unwrap_or(0);
        u32::try_from(get(75) * 10 + get(76)).unwrap_or(0)
    }
}

/// The snapshot of a reservation.
#[derive(Debug, Clone, Serialize, Deserialize, PartialEq)]
pub struct Snapshot {
    /// cuDriverGetVersion of the pool's driver (e.g. 13050).
    pub driver_version: i32,
    /// NVML driver version text (e.g. "580.65"), or a description of softcuda.
    pub driver_name: String,
    /// Server's name, for messages.
    pub server: String,
    /// Devices in session order.
    pub devices: Vec<Device>,
}

/// A kernel of a loaded module.
#[derive(Debug, Clone, Serialize, Deserialize, PartialEq)]
pub struct Kernel {
    /// Mangled name.
    pub name: String,
    /// Offset and size of each parameter in bytes.
    pub params: Vec<(u32, u32)>,
    /// Bytes of all parameters, without tail padding.
    pub param_bytes: u32,
    /// CU_FUNC_ATTRIBUTE 0..=15; absent in tables of very many kernels (then FUNC_ATTRIBUTES is called).
    pub attributes: Option<[i32; 16]>,
}

/// What a call on a link gave: the result of LINK_ADD and LINK_COMPLETE.
#[derive(Debug, Clone, Default, Serialize, Deserialize, PartialEq)]
pub struct Linked {
    /// CUresult of the driver's call; the messages come with it either way.
    pub code: i32,
    /// All messages of the link so far: info, error.
    pub logs: (String, String),
    /// The linked program (LINK_COMPLETE).
    pub image: Vec<u8>,
}

/// A module's kernels and globals: the result of MODULE_LOAD.
#[derive(Debug, Clone, Default, Serialize, Deserialize, PartialEq)]
pub struct ModuleTable {
    /// Kernels; index is the `index` of launches.
    pub kernels: Vec<Kernel>,
    /// Globals: name, device address, bytes. (For a library: as seen in the frame's context.)
    pub globals: Vec<(String, u64, u64)>,
    /// JIT logs: info, error.
    pub logs: (String, String),
}
