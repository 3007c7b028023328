//! How many blocks of a kernel fit a multiprocessor at once, and what follows from that: the answers of
//! `cuOccupancy*`. Pure functions of the attributes that a device and a kernel report.
//!
//! A block takes threads, a place, registers and shared memory. Registers are handed out per warp in units of 256
//! from four equal partitions of a multiprocessor, shared memory per block in units of 128 bytes (256 before compute
//! capability 8.0), including what the system reserves for itself.

use std::ffi::c_int;

use cuda_abi::*;

/// Registers are handed out to a warp in multiples of this.
const REGISTER_UNIT: u32 = 256;
/// Partitions of a multiprocessor, each with its share of the registers.
const PARTITIONS: u32 = 4;
/// No caching override: a flag of the WithFlags variants that changes nothing on supported devices.
const CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE: u32 = 1;

/// What a device has per multiprocessor and allows per block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeviceLimits {
    /// Threads of a warp.
    pub warp_size: u32,
    /// Number of multiprocessors.
    pub multiprocessors: u32,
    /// Most threads of a block.
    pub threads_per_block: u32,
    /// Most threads of a multiprocessor.
    pub threads_per_multiprocessor: u32,
    /// Most blocks of a multiprocessor.
    pub blocks_per_multiprocessor: u32,
    /// Most registers of a block.
    pub registers_per_block: u32,
    /// Registers of a multiprocessor.
    pub registers_per_multiprocessor: u32,
    /// Most shared memory of a block that opted in, in bytes.
    pub shared_per_block: u32,
    /// Shared memory of a multiprocessor, in bytes.
    pub shared_per_multiprocessor: u32,
    /// Shared memory per block that the system takes, in bytes.
    pub shared_reserved: u32,
    /// Shared memory is handed out in multiples of this, in bytes.
    pub shared_unit: u32,
}

impl DeviceLimits {
    /// From a look-up of device attributes.
    pub fn from_attributes(attribute: impl Fn(CUdevice_attribute) -> c_int) -> Self {
        let of = |which| u32::try_from(attribute(which)).unwrap_or(0);
        let before_ampere = of(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR) < 8;
        DeviceLimits {
            warp_size: of(CU_DEVICE_ATTRIBUTE_WARP_SIZE).max(1),
            multiprocessors: of(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT),
            threads_per_block: of(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK),
            threads_per_multiprocessor: of(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR),
            blocks_per_multiprocessor: of(CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR),
            registers_per_block: of(CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK),
            registers_per_multiprocessor: of(CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR),
            shared_per_block: of(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN),
            shared_per_multiprocessor: of(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR),
            shared_reserved: of(CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK),
            shared_unit: if before_ampere { 256 } else { 128 },
        }
    }
}

/// What a kernel needs and allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KernelLimits {
    /// Most threads of a block it can be launched with.
    pub threads_per_block: u32,
    /// Registers per thread.
    pub registers: u32,
    /// Static shared memory per block, in bytes.
    pub static_shared: u32,
    /// Most dynamic shared memory per block that a launch may ask for, in bytes.
    pub dynamic_shared_limit: u32,
}

impl KernelLimits {
    /// From a look-up of function attributes.
    pub fn from_attributes(attribute: impl Fn(CUfunction_attribute) -> c_int) -> Self {
        let of = |which| u32::try_from(attribute(which)).unwrap_or(0);
        KernelLimits {
            threads_per_block: of(CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK),
            registers: of(CU_FUNC_ATTRIBUTE_NUM_REGS),
            static_shared: of(CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES),
            dynamic_shared_limit: of(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES),
        }
    }
}

/// An answer of cuOccupancyMaxPotentialBlockSize.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BlockSize {
    /// Fewest blocks of a grid that fills the device.
    pub min_grid_size: c_int,
    /// Threads of a block.
    pub block_size: c_int,
}

/// Checks the flags of the WithFlags variants.
///
/// # Errors
/// `CUDA_ERROR_INVALID_VALUE` for an unknown flag.
pub fn check_flags(flags: u32) -> Result<(), CUresult> {
    match flags & !CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE {
        0 => Ok(()),
        _ => Err(CUresult::INVALID_VALUE),
    }
}

/// cuOccupancyMaxActiveBlocksPerMultiprocessor: 0 if a block does not fit at all.
///
/// # Errors
/// `CUDA_ERROR_INVALID_VALUE` for a block size that is not positive.
pub fn active_blocks(
    device: &DeviceLimits,
    kernel: &KernelLimits,
    block_size: c_int,
    dynamic_shared: usize,
) -> Result<c_int, CUresult> {
    let block_size =
        u32::try_from(block_size).ok().filter(|&size| size > 0).ok_or(CUresult::INVALID_VALUE)?;
    let by_shared = match u32::try_from(dynamic_shared) {
        Ok(bytes) if bytes <= kernel.dynamic_shared_limit => blocks_by_shared(device, kernel, bytes),
        _ => 0,
    };
    let blocks = blocks_by_threads(device, kernel, block_size).min(by_shared);
    Ok(c_int::try_from(blocks).unwrap_or(c_int::MAX))
}

/// cuOccupancyMaxPotentialBlockSize: the block size with the most active threads, the larger of equals.
///
/// `dynamic_shared` tells the bytes that a block of so many threads needs; `limit` is the largest block size to
/// consider, 0 for none.
///
/// # Errors
/// `CUDA_ERROR_INVALID_VALUE` for a negative limit.
pub fn potential_block_size(
    device: &DeviceLimits,
    kernel: &KernelLimits,
    limit: c_int,
    mut dynamic_shared: impl FnMut(c_int) -> usize,
) -> Result<BlockSize, CUresult> {
    let limit = u32::try_from(limit).map_err(|_| CUresult::INVALID_VALUE)?;
    let limit = if limit == 0 { u32::MAX } else { limit };
    let largest = limit.min(device.threads_per_block).min(kernel.threads_per_block);
    let mut best = BlockSize { min_grid_size: 0, block_size: 0 };
    let mut best_threads = 0;
    for warps in (1..=largest.div_ceil(device.warp_size)).rev() {
        let size = c_int::try_from((warps * device.warp_size).min(largest)).unwrap_or(c_int::MAX);
        let blocks = active_blocks(device, kernel, size, dynamic_shared(size))?;
        let threads = blocks.saturating_mul(size);
        if threads > best_threads {
            best_threads = threads;
            let grid = blocks.saturating_mul(c_int::try_from(device.multiprocessors).unwrap_or(c_int::MAX));
            best = BlockSize { min_grid_size: grid, block_size: size };
        }
        if u32::try_from(best_threads).is_ok_and(|threads| threads >= device.threads_per_multiprocessor) {
            break;
        }
    }
    Ok(best)
}

/// cuOccupancyAvailableDynamicSMemPerBlock: the most dynamic shared memory, in bytes, with which `blocks` blocks fit a
/// multiprocessor.
///
/// # Errors
/// `CUDA_ERROR_INVALID_VALUE` if so many do not fit for other reasons, or a number is not positive.
pub fn available_dynamic_shared(
    device: &DeviceLimits,
    kernel: &KernelLimits,
    blocks: c_int,
    block_size: c_int,
) -> Result<usize, CUresult> {
    let positive = |n: c_int| u32::try_from(n).ok().filter(|&n| n > 0).ok_or(CUresult::INVALID_VALUE);
    let (blocks, block_size) = (positive(blocks)?, positive(block_size)?);
    if blocks > blocks_by_threads(device, kernel, block_size) {
        return Err(CUresult::INVALID_VALUE);
    }
    let share = device.shared_per_multiprocessor / blocks;
    let share = share - share % device.shared_unit.max(1);
    let usable = share.saturating_sub(device.shared_reserved).min(device.shared_per_block);
    Ok(usable.saturating_sub(kernel.static_shared) as usize)
}

/// Whether a block of so many threads has enough registers, whatever else it needs.
pub fn registers_suffice(device: &DeviceLimits, kernel: &KernelLimits, threads: u32) -> bool {
    blocks_by_registers(device, kernel, threads.div_ceil(device.warp_size)) > 0
}

/// cuOccupancyMaxActiveClusters, by the blocks that fit alone: how clusters may lie on the device is not considered, so
/// a real device may hold fewer.
pub fn active_clusters(device: &DeviceLimits, blocks_per_multiprocessor: c_int, cluster_size: u32) -> c_int {
    let blocks = u32::try_from(blocks_per_multiprocessor).unwrap_or(0);
    let clusters = blocks.saturating_mul(device.multiprocessors) / cluster_size.max(1);
    c_int::try_from(clusters).unwrap_or(c_int::MAX)
}

/// Blocks of a cluster, if the attributes say.
///
/// # Safety
/// `attrs` is NULL or has `numAttrs` elements.
pub unsafe fn cluster_size(config: &CUlaunchConfig) -> Option<u32> {
    if config.attrs.is_null() {
        return None;
    }
    (0..config.numAttrs as usize).find_map(|i| {
        // SAFETY: `i` is below `numAttrs`.
        let attribute = unsafe { config.attrs.add(i).read_unaligned() };
        if attribute.id != CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION {
            return None;
        }
        // SAFETY: the id says which field of the union is meant.
        let dim = unsafe { attribute.value.clusterDim };
        Some(dim.x.saturating_mul(dim.y).saturating_mul(dim.z))
    })
}

/// Blocks that fit by all but shared memory.
fn blocks_by_threads(device: &DeviceLimits, kernel: &KernelLimits, block_size: u32) -> u32 {
    if block_size > device.threads_per_block || block_size > kernel.threads_per_block {
        return 0;
    }
    let warps = block_size.div_ceil(device.warp_size);
    let by_warps = device.threads_per_multiprocessor / device.warp_size / warps;
    by_warps.min(device.blocks_per_multiprocessor).min(blocks_by_registers(device, kernel, warps))
}

fn blocks_by_registers(device: &DeviceLimits, kernel: &KernelLimits, warps: u32) -> u32 {
    let per_warp = kernel.registers.saturating_mul(device.warp_size).next_multiple_of(REGISTER_UNIT);
    if per_warp == 0 {
        return u32::MAX;
    }
    // A block's warps are spread over the partitions, so it takes them in rounds of four.
    let of_block = warps.next_multiple_of(PARTITIONS).saturating_mul(per_warp);
    if of_block > device.registers_per_block {
        return 0;
    }
    let resident = device.registers_per_multiprocessor / PARTITIONS / per_warp * PARTITIONS;
    resident / warps
}

fn blocks_by_shared(device: &DeviceLimits, kernel: &KernelLimits, dynamic: u32) -> u32 {
    let own = kernel.static_shared.saturating_add(dynamic);
    if own > device.shared_per_block {
        return 0;
    }
    let taken = own.saturating_add(device.shared_reserved).next_multiple_of(device.shared_unit.max(1));
    device.shared_per_multiprocessor.checked_div(taken).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compute capability 8.0 with 108 multiprocessors.
    const DEVICE: DeviceLimits = DeviceLimits {
        warp_size: 32,
        multiprocessors: 108,
        threads_per_block: 1024,
        threads_per_multiprocessor: 2048,
        blocks_per_multiprocessor: 32,
        registers_per_block: 65536,
        registers_per_multiprocessor: 65536,
        shared_per_block: 166_912,
        shared_per_multiprocessor: 167_936,
        shared_reserved: 1024,
        shared_unit: 128,
    };

    fn kernel(registers: u32, static_shared: u32) -> KernelLimits {
        KernelLimits { threads_per_block: 1024, registers, static_shared, dynamic_shared_limit: 163_840 }
    }

    #[test]
    fn blocks_per_multiprocessor() {
        // Registers, static shared, block size, dynamic shared: blocks.
        let cases = [
            ((16, 0, 32, 0), 32),
            ((16, 0, 1024, 0), 2),
            ((32, 0, 256, 0), 8),
            ((33, 0, 256, 0), 6),
            ((40, 0, 128, 0), 12),
            ((64, 0, 256, 0), 4),
            ((64, 0, 1024, 0), 1),
            ((65, 0, 1024, 0), 0),
            ((128, 0, 96, 0), 5),
            ((255, 0, 256, 0), 1),
            ((16, 49_152, 64, 0), 3),
            ((16, 0, 64, 163_840), 1),
            ((16, 0, 64, 163_841), 0),
            ((16, 8192, 64, 159_744), 0),
            ((16, 0, 1025, 0), 0),
            ((0, 0, 33, 0), 32),
        ];
        for ((registers, shared, size, dynamic), expected) in cases {
            let found = active_blocks(&DEVICE, &kernel(registers, shared), size, dynamic);
            assert_eq!(
                found,
                Ok(expected),
                "{registers} registers, {shared} + {dynamic} bytes, {size} threads"
            );
        }
        for size in [0, -1] {
            assert_eq!(active_blocks(&DEVICE, &kernel(16, 0), size, 0), Err(CUresult::INVALID_VALUE));
        }
    }

    #[test]
    fn registers_of_a_block() {
        for (registers, threads, enough) in
            [(64, 1024, true), (65, 1024, false), (255, 256, true), (255, 257, false)]
        {
            assert_eq!(
                registers_suffice(&DEVICE, &kernel(registers, 0), threads),
                enough,
                "{registers} x {threads}"
            );
        }
    }

    #[test]
    fn best_block_size() {
        let best = |kernel: KernelLimits, limit, per_thread: usize| {
            let found = potential_block_size(&DEVICE, &kernel, limit, |n| n as usize * per_thread).unwrap();
            (found.min_grid_size, found.block_size)
        };
        assert_eq!(best(kernel(32, 0), 0, 0), (216, 1024));
        assert_eq!(best(kernel(32, 0), 256, 0), (864, 256));
        assert_eq!(best(kernel(32, 0), 100, 0), (32 * 108, 64));
        assert_eq!(best(kernel(40, 0), 0, 0), (216, 768));
        assert_eq!(best(kernel(32, 0), 0, 160), (108, 1024));
        assert_eq!(best(KernelLimits { threads_per_block: 128, ..kernel(32, 0) }, 0, 0), (16 * 108, 128));
    }

    #[test]
    fn shared_memory_left() {
        let cases =
            [((1, 256), Ok(166_912)), ((2, 256), Ok(82_944)), ((8, 256), Ok(19_968)), ((9, 256), Err(()))];
        for ((blocks, size), expected) in cases {
            let found = available_dynamic_shared(&DEVICE, &kernel(32, 0), blocks, size);
            assert_eq!(found.map_err(drop), expected, "{blocks} blocks of {size}");
        }
    }
}
