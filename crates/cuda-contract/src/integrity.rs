//! The runtime's check that it talks to a driver it knows: three questions at start-up, of which one wants a digest
//! over facts about the process and its devices. Key, constants and field order are as published by ZLUDA.

use cuda_abi::CUdevice;

use crate::hooks::DeviceIdentity;
use crate::md2::hmac;

const KEY: [u8; 16] =
    [0x14, 0x6a, 0xdd, 0xae, 0x53, 0xa9, 0xa7, 0x52, 0xaa, 0x08, 0x41, 0x36, 0x0b, 0xf5, 0x5a, 0x9f];
const ANSWER_0: [u64; 2] = [0x3341_181c_03cb_675c, 0x8ed3_83aa_1f4c_d1e8];
const ANSWER_1: [u64; 2] = [0x1841_181c_03cb_675c, 0x8ed3_83aa_1f4c_d1e8];

/// What the digest covers, besides the devices.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Facts {
    pub(crate) driver_version: u32,
    /// As asked: the runtime's version plus the number of the question.
    pub(crate) version: u32,
    pub(crate) process: u32,
    /// The low half of `pthread_self`.
    pub(crate) thread: u32,
    pub(crate) cudart_table: u64,
    pub(crate) integrity_table: u64,
    /// Address of the function that is being called.
    pub(crate) function: u64,
    pub(crate) unix_seconds: u64,
}

impl Facts {
    fn bytes(&self) -> [u8; 48] {
        let mut bytes = [0; 48];
        let words = [self.driver_version, self.version, self.process, self.thread];
        let longs = [self.cudart_table, self.integrity_table, self.function, self.unix_seconds];
        for (place, word) in bytes[..16].chunks_exact_mut(4).zip(words) {
            place.copy_from_slice(&word.to_ne_bytes());
        }
        for (place, long) in bytes[16..].chunks_exact_mut(8).zip(longs) {
            place.copy_from_slice(&long.to_ne_bytes());
        }
        bytes
    }
}

/// A device as the digest sees it: UUID, PCI domain, bus and device.
fn device_bytes(device: &DeviceIdentity) -> [u8; 28] {
    let mut bytes = [0; 28];
    bytes[..16].copy_from_slice(&device.uuid);
    let numbers = [device.pci_domain, device.pci_bus, device.pci_device];
    for (place, number) in bytes[16..].chunks_exact_mut(4).zip(numbers) {
        place.copy_from_slice(&number.to_ne_bytes());
    }
    bytes
}

/// The answer to a question about `facts.version`. The last digit of the version tells which question it is.
pub(crate) fn answer(
    facts: &Facts,
    devices: std::ops::Range<CUdevice>,
    identity: impl Fn(CUdevice) -> DeviceIdentity,
) -> [u64; 2] {
    match facts.version % 10 {
        0 => return ANSWER_0,
        1 => return ANSWER_1,
        _ => {}
    }
    let facts = facts.bytes();
    let devices: Vec<[u8; 28]> = devices.map(|device| device_bytes(&identity(device))).collect();
    let parts = std::iter::once(&facts[..]).chain(devices.iter().map(|bytes| &bytes[..]));
    let digest = u128::from_ne_bytes(hmac(&KEY, parts));
    [digest as u64, (digest >> 64) as u64]
}
