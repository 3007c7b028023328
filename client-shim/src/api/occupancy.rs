//! Occupancy: computed from the attributes of device and kernel.

use std::ffi::{c_int, c_uint};

use cuda_abi::*;
use cuda_contract::occupancy::{self, DeviceLimits, KernelLimits};

use super::device::attribute;
use super::function::function_of;
use super::{Answer, array, not_null, put};
use crate::state::function::Function;
use crate::state::{self, Global, thread};

/// Limits of the device that a kernel would run on.
pub(super) fn device_limits(g: &Global, function: &Function) -> Result<DeviceLimits, CUresult> {
    let context = function.context.or(thread::this().current()).ok_or(CUresult::INVALID_CONTEXT)?;
    let device = g.device_of(context);
    Ok(DeviceLimits::from_attributes(|which| attribute(device, which).unwrap_or(0)))
}

/// Limits of a kernel.
pub(super) fn kernel_limits(g: &Global, function: &Function) -> Result<KernelLimits, CUresult> {
    // The first look fetches the attributes if need be; the others then cannot fail.
    function.attribute(g, CU_FUNC_ATTRIBUTE_NUM_REGS)?;
    Ok(KernelLimits::from_attributes(|which| function.attribute(g, which).unwrap_or(0)))
}

pub(crate) unsafe fn cu_occupancy_max_active_blocks_per_multiprocessor(
    numBlocks: *mut c_int,
    func: CUfunction,
    blockSize: c_int,
    dynamicSMemSize: usize,
) -> Answer {
    // SAFETY: the same contract.
    unsafe {
        cu_occupancy_max_active_blocks_per_multiprocessor_with_flags(
            numBlocks,
            func,
            blockSize,
            dynamicSMemSize,
            0,
        )
    }
}

pub(crate) unsafe fn cu_occupancy_max_active_blocks_per_multiprocessor_with_flags(
    numBlocks: *mut c_int,
    func: CUfunction,
    blockSize: c_int,
    dynamicSMemSize: usize,
    flags: c_uint,
) -> Answer {
    let g = state::global()?;
    not_null(numBlocks)?;
    occupancy::check_flags(flags)?;
    let function = function_of(g, func)?;
    let (device, kernel) = (device_limits(g, &function)?, kernel_limits(g, &function)?);
    let blocks = occupancy::active_blocks(&device, &kernel, blockSize, dynamicSMemSize)?;
    // SAFETY: checked above.
    unsafe { put(numBlocks, blocks) }
}

pub(crate) unsafe fn cu_occupancy_max_potential_block_size(
    minGridSize: *mut c_int,
    blockSize: *mut c_int,
    func: CUfunction,
    blockSizeToDynamicSMemSize: CUoccupancyB2DSize,
    dynamicSMemSize: usize,
    blockSizeLimit: c_int,
) -> Answer {
    // SAFETY: the same contract.
    unsafe {
        cu_occupancy_max_potential_block_size_with_flags(
            minGridSize,
            blockSize,
            func,
            blockSizeToDynamicSMemSize,
            dynamicSMemSize,
            blockSizeLimit,
            0,
        )
    }
}

pub(crate) unsafe fn cu_occupancy_max_potential_block_size_with_flags(
    minGridSize: *mut c_int,
    blockSize: *mut c_int,
    func: CUfunction,
    blockSizeToDynamicSMemSize: CUoccupancyB2DSize,
    dynamicSMemSize: usize,
    blockSizeLimit: c_int,
    flags: c_uint,
) -> Answer {
    let g = state::global()?;
    not_null(minGridSize)?;
    not_null(blockSize)?;
    occupancy::check_flags(flags)?;
    let function = function_of(g, func)?;
    let (device, kernel) = (device_limits(g, &function)?, kernel_limits(g, &function)?);
    let shared = |block: c_int| match blockSizeToDynamicSMemSize {
        // SAFETY: the program's own function, to be called with block sizes.
        Some(size) => unsafe { size(block) },
        None => dynamicSMemSize,
    };
    let best = occupancy::potential_block_size(&device, &kernel, blockSizeLimit, shared)?;
    // SAFETY: checked above.
    unsafe {
        put(minGridSize, best.min_grid_size)?;
        put(blockSize, best.block_size)
    }
}

pub(crate) unsafe fn cu_occupancy_available_dynamic_smem_per_block(
    dynamicSmemSize: *mut usize,
    func: CUfunction,
    numBlocks: c_int,
    blockSize: c_int,
) -> Answer {
    let g = state::global()?;
    not_null(dynamicSmemSize)?;
    let function = function_of(g, func)?;
    let (device, kernel) = (device_limits(g, &function)?, kernel_limits(g, &function)?);
    let bytes = occupancy::available_dynamic_shared(&device, &kernel, numBlocks, blockSize)?;
    // SAFETY: checked above.
    unsafe { put(dynamicSmemSize, bytes) }
}

pub(crate) unsafe fn cu_occupancy_max_active_clusters(
    numClusters: *mut c_int,
    func: CUfunction,
    config: *const CUlaunchConfig,
) -> Answer {
    let g = state::global()?;
    not_null(numClusters)?;
    let function = function_of(g, func)?;
    // SAFETY: null or readable.
    let config = unsafe { config.as_ref() }.ok_or(CUresult::INVALID_VALUE)?;
    if !config.attrs.is_null() {
        array(config.attrs, config.numAttrs as usize)?;
    }
    let (device, kernel) = (device_limits(g, &function)?, kernel_limits(g, &function)?);
    let threads =
        [config.blockDimX, config.blockDimY, config.blockDimZ].into_iter().fold(1u32, u32::saturating_mul);
    let threads = c_int::try_from(threads).map_err(|_| CUresult::INVALID_VALUE)?;
    let blocks = occupancy::active_blocks(&device, &kernel, threads, config.sharedMemBytes as usize)?;
    // SAFETY: the configuration's attributes are an array of `numAttrs` elements.
    let cluster = unsafe { occupancy::cluster_size(config) }.unwrap_or(1);
    // SAFETY: checked above.
    unsafe { put(numClusters, occupancy::active_clusters(&device, blocks, cluster)) }
}
