//! What an address is.

use std::ffi::{c_int, c_uint, c_void};
use std::sync::Arc;

use cuda_abi::*;
use cuda_contract::vmm::Mapping;

use crate::context::current;
use crate::driver::Driver;
use crate::error::{Error, Result};
use crate::memory::{Allocation, MemoryKind};
use crate::vmm::Physical;
use crate::{ipc, raw, vmm};

pub(crate) unsafe fn cu_mem_get_address_range_v2(
    base: *mut CUdeviceptr,
    size: *mut usize,
    ptr: CUdeviceptr,
) -> Result {
    current::healthy()?;
    let (start, len) = Driver::get()?.memory.extent(ptr).ok_or(Error::NotFound)?;
    // SAFETY: the C caller's contract; both outputs are optional.
    unsafe {
        raw::put_optional(base, start);
        raw::put_optional(size, len as usize);
    }
    Ok(())
}

pub(crate) unsafe fn cu_pointer_get_attribute(
    data: *mut c_void,
    attribute: CUpointer_attribute,
    ptr: CUdeviceptr,
) -> Result {
    let range = range(ptr)?.ok_or(Error::InvalidValue)?;
    // SAFETY: the C caller's contract.
    unsafe { write(data, attribute, &range, ptr) }
}

pub(crate) unsafe fn cu_pointer_get_attributes(
    count: c_uint,
    attributes: *mut CUpointer_attribute,
    data: *mut *mut c_void,
    ptr: CUdeviceptr,
) -> Result {
    if count == 0 {
        return Err(Error::InvalidValue);
    }
    raw::array(attributes, count as usize)?;
    raw::array(data, count as usize)?;
    let range = range(ptr)?;
    for index in 0..count as usize {
        // SAFETY: both arrays have `count` elements, each place is valid for its attribute.
        unsafe {
            let (attribute, place) = (*attributes.add(index), *data.add(index));
            match &range {
                Some(range) => {
                    // What a range does not have reads 0, unlike in the single query.
                    if write(place, attribute, range, ptr).is_err() {
                        clear(place, attribute)?;
                    }
                }
                None => clear(place, attribute)?,
            }
        }
    }
    Ok(())
}

/// The allocation at an address; module globals count as device memory.
fn range(ptr: CUdeviceptr) -> Result<Option<Allocation>> {
    let memory = &Driver::get()?.memory;
    if let Some(range) = memory.find(ptr) {
        return Ok(Some(range));
    }
    if let Some(mapped) = vmm::find(ptr) {
        return Ok(Some(range_of_mapping(&mapped)));
    }
    let Some((base, size)) = memory.extent(ptr) else { return Ok(None) };
    let live = current::live()?;
    let (owner, context, device) = (live.id, live.context, live.device);
    let kind = MemoryKind::Device;
    Ok(Some(Allocation { base, size, kind, flags: 0, owner, context, device, id: 0 }))
}

/// Memory that is mapped at reserved addresses belongs to no context.
fn range_of_mapping(mapped: &Mapping<Arc<Physical>>) -> Allocation {
    Allocation {
        base: mapped.base,
        size: mapped.size,
        kind: MemoryKind::Device,
        flags: 0,
        owner: 0,
        context: 0,
        device: mapped.memory.device,
        id: mapped.memory.id,
    }
}

/// # Safety
/// `data` is NULL or valid for the attribute's type.
unsafe fn write(data: *mut c_void, attribute: CUpointer_attribute, range: &Allocation, ptr: u64) -> Result {
    let managed = range.kind == MemoryKind::Managed;
    let host_access = !range.on_device() || managed;
    // SAFETY: the caller's contract.
    unsafe {
        match attribute {
            CU_POINTER_ATTRIBUTE_CONTEXT => raw::put(data.cast(), raw::handle(range.context)),
            CU_POINTER_ATTRIBUTE_MEMORY_TYPE => {
                let kind = if range.on_device() { CU_MEMORYTYPE_DEVICE } else { CU_MEMORYTYPE_HOST };
                raw::put(data.cast::<u32>(), kind)
            }
            CU_POINTER_ATTRIBUTE_DEVICE_POINTER => raw::put(data.cast::<u64>(), ptr),
            CU_POINTER_ATTRIBUTE_HOST_POINTER if host_access => raw::put(data.cast::<u64>(), ptr),
            CU_POINTER_ATTRIBUTE_HOST_POINTER => Err(Error::InvalidValue),
            CU_POINTER_ATTRIBUTE_BUFFER_ID => raw::put(data.cast::<u64>(), range.id),
            CU_POINTER_ATTRIBUTE_IS_MANAGED => raw::put(data.cast::<u32>(), u32::from(managed)),
            CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL => raw::put(data.cast::<c_int>(), range.device as c_int),
            CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE => {
                raw::put(data.cast::<u32>(), u32::from(range.owner != 0 && ipc::memory::exportable(range)))
            }
            CU_POINTER_ATTRIBUTE_RANGE_START_ADDR => raw::put(data.cast::<u64>(), range.base),
            CU_POINTER_ATTRIBUTE_RANGE_SIZE => raw::put(data.cast::<usize>(), range.size as usize),
            CU_POINTER_ATTRIBUTE_MAPPED => raw::put(data.cast::<u32>(), 1),
            CU_POINTER_ATTRIBUTE_SYNC_MEMOPS => raw::put(data.cast::<u32>(), 0),
            CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES => raw::put(data.cast::<u64>(), 0),
            CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE => raw::put(data.cast::<u32>(), 0),
            CU_POINTER_ATTRIBUTE_ACCESS_FLAGS => raw::put(data.cast::<u32>(), 3),
            CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE => raw::put(data.cast::<u64>(), 0),
            _ => Err(Error::InvalidValue),
        }
    }
}

/// # Safety
/// As [`write`].
unsafe fn clear(data: *mut c_void, attribute: CUpointer_attribute) -> Result {
    // SAFETY: the caller's contract.
    unsafe {
        match attribute {
            CU_POINTER_ATTRIBUTE_MEMORY_TYPE
            | CU_POINTER_ATTRIBUTE_SYNC_MEMOPS
            | CU_POINTER_ATTRIBUTE_ACCESS_FLAGS => raw::put(data.cast::<u32>(), 0),
            CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL => raw::put(data.cast::<c_int>(), CU_DEVICE_INVALID),
            CU_POINTER_ATTRIBUTE_IS_MANAGED
            | CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE
            | CU_POINTER_ATTRIBUTE_MAPPED
            | CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE => raw::put(data.cast::<u32>(), 0),
            CU_POINTER_ATTRIBUTE_CONTEXT
            | CU_POINTER_ATTRIBUTE_DEVICE_POINTER
            | CU_POINTER_ATTRIBUTE_HOST_POINTER
            | CU_POINTER_ATTRIBUTE_BUFFER_ID
            | CU_POINTER_ATTRIBUTE_RANGE_START_ADDR
            | CU_POINTER_ATTRIBUTE_RANGE_SIZE
            | CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES
            | CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE => raw::put(data.cast::<u64>(), 0),
            _ => Err(Error::InvalidValue),
        }
    }
}
