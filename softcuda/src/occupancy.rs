//! How many blocks of a kernel fit on a multiprocessor.

use crate::device::{Device, REGISTERS, RESERVED_SHARED};
use crate::function::Function;

/// Registers are given to warps in units of this many.
const REGISTER_UNIT: u32 = 256;
const SHARED_UNIT: u32 = 128;

/// Blocks of `threads` threads with `dynamic` bytes of shared memory that are resident at once; 0 if none fits.
pub fn blocks_per_multiprocessor(device: &Device, function: &Function, threads: i32, dynamic: usize) -> i32 {
    let profile = &device.profile;
    let Ok(threads @ 1..) = u32::try_from(threads) else { return 0 };
    let needs = function.needs();
    let warps = threads.div_ceil(32);
    if threads > function.info.max_threads || dynamic > function.max_dynamic_shared() as usize {
        return 0;
    }
    let registers_per_warp = (needs.registers.max(1) * 32).next_multiple_of(REGISTER_UNIT);
    let by_registers = REGISTERS / (registers_per_warp * warps);
    let shared = (needs.shared_bytes + dynamic as u32).next_multiple_of(SHARED_UNIT) + RESERVED_SHARED;
    let by_shared = profile.shared_per_multiprocessor / shared;
    let by_threads = profile.threads_per_multiprocessor / (warps * 32);
    by_registers.min(by_shared).min(by_threads).min(profile.blocks_per_multiprocessor) as i32
}
