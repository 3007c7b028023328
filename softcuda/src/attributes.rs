//! Device attributes by number.
//!
//! The profile describes what the software device does, not a product of NVIDIA's: features that it lacks
//! (textures, virtual memory management, clusters, interoperability) read 0.

use cuda_abi::*;

use crate::copy;
use crate::device::{Device, MAX_BLOCK, MAX_GRID, MAX_THREADS, REGISTERS, RESERVED_SHARED, SHARED_PER_BLOCK};

/// Nominal frequency in kHz; nothing is derived from it.
const CLOCK_KHZ: i32 = 1_000_000;
const L2_BYTES: i32 = 4 << 20;

/// The value of an attribute; `None` when the number is none.
pub fn value(device: &Device, attribute: u32) -> Option<i32> {
    if !(1..CU_DEVICE_ATTRIBUTE_MAX).contains(&attribute) {
        return None;
    }
    let value = limits(device, attribute)
        .or_else(|| identity(device, attribute))
        .or_else(|| supported(attribute).then_some(1));
    Some(value.unwrap_or(0))
}

fn limits(device: &Device, attribute: u32) -> Option<i32> {
    let profile = &device.profile;
    let value = match attribute {
        CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK => MAX_THREADS,
        CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X => MAX_BLOCK[0],
        CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y => MAX_BLOCK[1],
        CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z => MAX_BLOCK[2],
        CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X => MAX_GRID[0],
        CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y => MAX_GRID[1],
        CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z => MAX_GRID[2],
        CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK => SHARED_PER_BLOCK,
        CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN => device.shared_optin(),
        CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR => profile.shared_per_multiprocessor,
        CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK => RESERVED_SHARED,
        CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY => 64 << 10,
        CU_DEVICE_ATTRIBUTE_WARP_SIZE => 32,
        CU_DEVICE_ATTRIBUTE_MAX_PITCH => i32::MAX as u32,
        CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK
        | CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR => REGISTERS,
        CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT => device.multiprocessors,
        CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR => profile.threads_per_multiprocessor,
        CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR => profile.blocks_per_multiprocessor,
        CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT | CU_DEVICE_ATTRIBUTE_SURFACE_ALIGNMENT => 512,
        CU_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT => 32,
        CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT => copy::ENGINES as u32,
        CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH => 128,
        CU_DEVICE_ATTRIBUTE_SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO => 2,
        CU_DEVICE_ATTRIBUTE_MEM_SYNC_DOMAIN_COUNT => 1,
        _ => return None,
    };
    Some(value as i32)
}

fn identity(device: &Device, attribute: u32) -> Option<i32> {
    let (domain, bus, slot) = device.pci();
    let value = match attribute {
        CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR => device.cc.0 as i32,
        CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR => device.cc.1 as i32,
        CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID => domain as i32,
        CU_DEVICE_ATTRIBUTE_PCI_BUS_ID => bus as i32,
        CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID => slot as i32,
        CU_DEVICE_ATTRIBUTE_CLOCK_RATE | CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE => CLOCK_KHZ,
        CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE => L2_BYTES,
        CU_DEVICE_ATTRIBUTE_COMPUTE_MODE => CU_COMPUTEMODE_DEFAULT as i32,
        CU_DEVICE_ATTRIBUTE_NUMA_ID | CU_DEVICE_ATTRIBUTE_HOST_NUMA_ID => -1,
        CU_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD_GROUP_ID => device.ordinal as i32,
        CU_DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT => i32::from(device.watched),
        _ => return None,
    };
    Some(value)
}

fn supported(attribute: u32) -> bool {
    matches!(
        attribute,
        CU_DEVICE_ATTRIBUTE_GPU_OVERLAP
            | CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY
            | CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS
            | CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING
            | CU_DEVICE_ATTRIBUTE_GLOBAL_L1_CACHE_SUPPORTED
            | CU_DEVICE_ATTRIBUTE_LOCAL_L1_CACHE_SUPPORTED
            | CU_DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED
            | CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY
            | CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS
            | CU_DEVICE_ATTRIBUTE_DIRECT_MANAGED_MEM_ACCESS_FROM_HOST
            | CU_DEVICE_ATTRIBUTE_COMPUTE_PREEMPTION_SUPPORTED
            | CU_DEVICE_ATTRIBUTE_CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM
            | CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_MEM_OPS_V1
            | CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS_V1
            | CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR_V1
            | CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS
            | CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR
            | CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH
            | CU_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED
            | CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED
    )
}
