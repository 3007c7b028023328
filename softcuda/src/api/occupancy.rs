//! Occupancy.

use std::ffi::{c_int, c_uint};
use std::sync::Arc;

use cuda_abi::*;
use cuda_contract::occupancy as rules;

use crate::api::error::answer;
use crate::context::current;
use crate::device::Device;
use crate::driver::Driver;
use crate::error::{Error, Result};
use crate::function::Function;
use crate::{occupancy, raw};

fn find(function: CUfunction) -> Result<(&'static Device, Arc<Function>)> {
    let live = current::healthy()?;
    let function = Function::find(function, &live)?;
    Ok((Driver::get()?.device(live.device as i32)?, function))
}

fn check_flags(flags: c_uint) -> Result {
    rules::check_flags(flags).or_else(answer)
}

fn ours(code: CUresult) -> Error {
    Error::from_code(code.0 as u32)
}

pub(crate) unsafe fn cu_occupancy_max_active_blocks_per_multiprocessor(
    blocks: *mut c_int,
    function: CUfunction,
    block_size: c_int,
    dynamic: usize,
) -> Result {
    let (device, function) = find(function)?;
    let fit = occupancy::active_blocks(device, &function, block_size, dynamic)?;
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
    check_flags(flags)?;
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
    let limits = occupancy::device_limits(device);
    let kernel = occupancy::kernel_limits(device, &function);
    // SAFETY: the function is the program's, for exactly this question.
    let dynamic_of = |size| dynamic_of.map_or(dynamic, |dynamic_of| unsafe { dynamic_of(size) });
    let best = rules::potential_block_size(&limits, &kernel, limit, dynamic_of).map_err(ours)?;
    // SAFETY: the C caller's contract.
    unsafe {
        raw::put(grid, best.min_grid_size)?;
        raw::put(block, best.block_size)
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
    check_flags(flags)?;
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
    let limits = occupancy::device_limits(device);
    let kernel = occupancy::kernel_limits(device, &function);
    let available = rules::available_dynamic_shared(&limits, &kernel, blocks, block_size).map_err(ours)?;
    // SAFETY: the C caller's contract.
    unsafe { raw::put(bytes, available) }
}

pub(crate) unsafe fn cu_occupancy_max_active_clusters(
    clusters: *mut c_int,
    function: CUfunction,
    config: *const CUlaunchConfig,
) -> Result {
    let (device, function) = find(function)?;
    // SAFETY: the C caller's contract.
    let config = unsafe { raw::take(config) }?;
    let threads =
        [config.blockDimX, config.blockDimY, config.blockDimZ].into_iter().fold(1, u32::saturating_mul);
    let threads = c_int::try_from(threads).map_err(|_| Error::InvalidValue)?;
    let dynamic = config.sharedMemBytes as usize;
    let blocks = occupancy::active_blocks(device, &function, threads, dynamic)?;
    if !config.attrs.is_null() {
        raw::array(config.attrs, config.numAttrs as usize)?;
    }
    // SAFETY: the C caller's contract: the attributes are an array of `numAttrs` elements.
    let cluster = unsafe { rules::cluster_size(&config) }.unwrap_or(1);
    let fit = rules::active_clusters(&occupancy::device_limits(device), blocks, cluster);
    // SAFETY: the C caller's contract.
    unsafe { raw::put(clusters, fit) }
}
