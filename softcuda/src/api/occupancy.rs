//! Occupancy.

use std::ffi::{c_int, c_uint};
use std::sync::Arc;

use cuda_abi::*;

use crate::context::current;
use crate::device::{Device, MAX_THREADS};
use crate::driver::Driver;
use crate::error::{Error, Result};
use crate::function::Function;
use crate::{occupancy, raw};

fn find(function: CUfunction) -> Result<(&'static Device, Arc<Function>)> {
    let live = current::healthy()?;
    let function = Function::find(function, &live)?;
    Ok((Driver::get()?.device(live.device as i32)?, function))
}

pub(crate) unsafe fn cu_occupancy_max_active_blocks_per_multiprocessor(
    blocks: *mut c_int,
    function: CUfunction,
    block_size: c_int,
    dynamic: usize,
) -> Result {
    let (device, function) = find(function)?;
    if block_size <= 0 {
        return Err(Error::InvalidValue);
    }
    let fit = occupancy::blocks_per_multiprocessor(device, &function, block_size, dynamic);
    // SAFETY: the C caller's contract.
    unsafe { raw::put(blocks, fit) }
}

pub(crate) unsafe fn cu_occupancy_max_active_blocks_per_multiprocessor_with_flags(
    blocks: *mut c_int,
    function: CUfunction,
    block_size: c_int,
    dynamic: usize,
    flags: c_uint,
) -> Result {
    if flags > CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE {
        return Err(Error::InvalidValue);
    }
    // SAFETY: the same contract.
    unsafe { cu_occupancy_max_active_blocks_per_multiprocessor(blocks, function, block_size, dynamic) }
}

pub(crate) unsafe fn cu_occupancy_max_potential_block_size(
    grid: *mut c_int,
    block: *mut c_int,
    function: CUfunction,
    dynamic_of: CUoccupancyB2DSize,
    dynamic: usize,
    limit: c_int,
) -> Result {
    let (device, function) = find(function)?;
    let limit = if limit > 0 { limit } else { c_int::MAX };
    let largest = limit.min(function.info.max_threads.min(MAX_THREADS) as c_int);
    let mut best = (0, 0, 0);
    let sizes = (1..=largest / 32).rev().map(|warps| warps * 32).chain((largest < 32).then_some(largest));
    for size in sizes {
        // SAFETY: the function is the program's, for exactly this question.
        let dynamic = dynamic_of.map_or(dynamic, |dynamic_of| unsafe { dynamic_of(size) });
        let blocks = occupancy::blocks_per_multiprocessor(device, &function, size, dynamic);
        if blocks * size > best.0 {
            best = (blocks * size, blocks, size);
        }
    }
    let (_, blocks, size) = best;
    // SAFETY: the C caller's contract.
    unsafe {
        raw::put(grid, blocks * device.multiprocessors as c_int)?;
        raw::put(block, size)
    }
}

pub(crate) unsafe fn cu_occupancy_max_potential_block_size_with_flags(
    grid: *mut c_int,
    block: *mut c_int,
    function: CUfunction,
    dynamic_of: CUoccupancyB2DSize,
    dynamic: usize,
    limit: c_int,
    flags: c_uint,
) -> Result {
    if flags > CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE {
        return Err(Error::InvalidValue);
    }
    // SAFETY: the same contract.
    unsafe { cu_occupancy_max_potential_block_size(grid, block, function, dynamic_of, dynamic, limit) }
}

pub(crate) unsafe fn cu_occupancy_available_dynamic_smem_per_block(
    bytes: *mut usize,
    function: CUfunction,
    blocks: c_int,
    block_size: c_int,
) -> Result {
    let (device, function) = find(function)?;
    if blocks <= 0 || block_size <= 0 {
        return Err(Error::InvalidValue);
    }
    if occupancy::blocks_per_multiprocessor(device, &function, block_size, 0) < blocks {
        return Err(Error::InvalidValue);
    }
    let share = device.profile.shared_per_multiprocessor / blocks as u32;
    let taken = function.needs().shared_bytes + crate::device::RESERVED_SHARED;
    let available = share.saturating_sub(taken).min(function.max_dynamic_shared());
    // SAFETY: the C caller's contract.
    unsafe { raw::put(bytes, available as usize) }
}

pub(crate) unsafe fn cu_occupancy_max_active_clusters(
    clusters: *mut c_int,
    function: CUfunction,
    config: *const CUlaunchConfig,
) -> Result {
    let (device, function) = find(function)?;
    // SAFETY: the C caller's contract.
    let config = unsafe { raw::take(config) }?;
    let threads = [config.blockDimX, config.blockDimY, config.blockDimZ].iter().product::<u32>();
    let dynamic = config.sharedMemBytes as usize;
    let blocks = occupancy::blocks_per_multiprocessor(device, &function, threads as c_int, dynamic);
    // SAFETY: the C caller's contract.
    unsafe { raw::put(clusters, blocks * device.multiprocessors as c_int) }
}
