//! The limits that the occupancy rules of the contract crate work on.

use cuda_contract::occupancy::{DeviceLimits, KernelLimits};

use crate::device::Device;
use crate::error::{Error, Result};
use crate::function::Function;

/// What the device has.
pub fn device_limits(device: &Device) -> DeviceLimits {
    DeviceLimits::from_attributes(|attribute| device.attribute(attribute).unwrap_or(0))
}

/// What the function needs.
pub fn kernel_limits(device: &Device, function: &Function) -> KernelLimits {
    KernelLimits::from_attributes(|attribute| function.attribute(attribute, device).unwrap_or(0))
}

/// Blocks of `threads` threads with `dynamic` bytes of shared memory that are resident on a multiprocessor at
/// once; 0 if none fits.
pub fn active_blocks(device: &Device, function: &Function, threads: i32, dynamic: usize) -> Result<i32> {
    let (limits, kernel) = (device_limits(device), kernel_limits(device, function));
    cuda_contract::occupancy::active_blocks(&limits, &kernel, threads, dynamic)
        .map_err(|code| Error::from_code(code.0 as u32))
}
