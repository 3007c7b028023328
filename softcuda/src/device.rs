//! Devices: identity, limits and attributes of a consistent profile.

use std::sync::Arc;

use cuda_abi::software;

use crate::attributes;
use crate::config::Config;
use crate::context::Context;

/// Threads per block, and per block in x and y.
pub const MAX_THREADS: u32 = 1024;
/// Largest block in each dimension.
pub const MAX_BLOCK: [u32; 3] = [1024, 1024, 64];
/// Largest grid in each dimension.
pub const MAX_GRID: [u32; 3] = [i32::MAX as u32, 65_535, 65_535];
/// Shared memory per block without opting in to more.
pub const SHARED_PER_BLOCK: u32 = 48 << 10;
/// Registers per block and per multiprocessor.
pub const REGISTERS: u32 = 65_536;
/// Shared memory per block that the system keeps for itself.
pub const RESERVED_SHARED: u32 = 1024;

/// One device.
pub struct Device {
    /// Ordinal among the visible devices.
    pub ordinal: u32,
    /// Number among all devices of the machine: what identity derives from.
    pub number: u32,
    /// Bytes of memory.
    pub memory: u64,
    /// Compute capability.
    pub cc: (u32, u32),
    /// Processors: one per core of the machine.
    pub multiprocessors: u32,
    /// What depends on the compute capability.
    pub profile: Profile,
    /// Identity, the same in every process.
    pub uuid: [u8; 16],
    /// Whether kernels may run for a limited time only.
    pub watched: bool,
    /// Whether kernels are accepted and not executed.
    pub null_exec: bool,
    /// Its primary context.
    pub primary: Arc<Context>,
}

/// Limits that depend on the compute capability.
#[derive(Clone, Copy, Debug)]
pub struct Profile {
    /// Threads per multiprocessor.
    pub threads_per_multiprocessor: u32,
    /// Blocks per multiprocessor.
    pub blocks_per_multiprocessor: u32,
    /// Shared memory per multiprocessor.
    pub shared_per_multiprocessor: u32,
}

impl Profile {
    fn of(cc: (u32, u32)) -> Self {
        let (threads, blocks, kib) = match cc {
            (..7, _) => (2048, 32, 64),
            (7, 5) => (1024, 16, 64),
            (7, _) => (2048, 32, 96),
            (8, 0) => (2048, 32, 164),
            (8, 7) => (1536, 16, 164),
            (8, 6) => (1536, 16, 100),
            (8, _) => (1536, 24, 100),
            (9..=10, _) => (2048, 32, 228),
            _ => (1536, 24, 100),
        };
        Self {
            threads_per_multiprocessor: threads,
            blocks_per_multiprocessor: blocks,
            shared_per_multiprocessor: kib << 10,
        }
    }
}

/// The UUID of the device with a number, the same in every process.
pub fn uuid(number: u32) -> [u8; 16] {
    let mut uuid = *b"softcuda\0\0\x40\0\x80\0\0\0";
    // Fewer than 256 devices are allowed.
    uuid[15] = number as u8;
    uuid
}

impl Device {
    /// The device with an ordinal and a number.
    pub fn new(ordinal: u32, number: u32, config: &Config) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get() as u32);
        Self {
            ordinal,
            number,
            memory: config.memory,
            cc: config.cc,
            multiprocessors: cores,
            profile: Profile::of(config.cc),
            uuid: uuid(number),
            watched: config.watchdog.is_some(),
            null_exec: config.null_exec,
            primary: Context::primary(ordinal),
        }
    }

    /// Its name.
    pub fn name(&self) -> &'static str {
        if self.null_exec { software::NULL_NAME } else { software::NAME }
    }

    /// PCI domain, bus, device: not a real slot, but unique and stable.
    pub fn pci(&self) -> (u32, u32, u32) {
        (0x5c00, self.number + 1, 0)
    }

    /// `domain:bus:device.function`.
    pub fn pci_bus_id(&self) -> String {
        let (domain, bus, device) = self.pci();
        format!("{domain:04X}:{bus:02X}:{device:02X}.0")
    }

    /// Most shared memory that a block can opt in to.
    pub fn shared_optin(&self) -> u32 {
        self.profile.shared_per_multiprocessor - RESERVED_SHARED
    }

    /// The value of a `CUdevice_attribute`; `None` for a number that does not exist.
    pub fn attribute(&self, attribute: u32) -> Option<i32> {
        attributes::value(self, attribute)
    }
}
