//! Advice about managed memory.

use std::ffi::{c_int, c_uint, c_void};

use cuda_abi::*;

use crate::advice::Advice;
use crate::context::current;
use crate::driver::Driver;
use crate::error::{Error, Result};
use crate::memory::MemoryKind;

/// Checks that `count` bytes at `ptr` lie in one piece of managed memory: their end.
fn managed(ptr: CUdeviceptr, count: usize) -> Result<u64> {
    let range = Driver::get()?.memory.find(ptr).filter(|range| range.kind == MemoryKind::Managed);
    let range = range.ok_or(Error::InvalidValue)?;
    let end = ptr.checked_add(count as u64).filter(|end| count > 0 && *end <= range.base + range.size);
    end.ok_or(Error::InvalidValue)
}

/// An ordinal of a device, or the host.
fn location(device: CUdevice) -> Result<CUdevice> {
    if device != CU_DEVICE_CPU {
        Driver::get()?.device(device)?;
    }
    Ok(device)
}

fn location_of(place: CUmemLocation) -> Result<CUdevice> {
    match place.r#type {
        // SAFETY: every form of the union begins with this integer, whatever was written.
        CU_MEM_LOCATION_TYPE_DEVICE => location(unsafe { place.anon.id }),
        CU_MEM_LOCATION_TYPE_HOST
        | CU_MEM_LOCATION_TYPE_HOST_NUMA
        | CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT => Ok(CU_DEVICE_CPU),
        _ => Err(Error::InvalidValue),
    }
}

fn prefetch(ptr: CUdeviceptr, count: usize, to: CUdevice, stream: CUstream) -> Result {
    let live = current::healthy()?;
    live.stream(stream as u64)?;
    let end = managed(ptr, count)?;
    // The memory is where everybody finds it already.
    Driver::get()?.memory.advices.lock().update(ptr, end, |advice| advice.prefetched = to);
    Ok(())
}

pub(crate) unsafe fn cu_mem_prefetch_async(
    ptr: CUdeviceptr,
    count: usize,
    device: CUdevice,
    stream: CUstream,
) -> Result {
    prefetch(ptr, count, location(device)?, stream)
}

pub(crate) unsafe fn cu_mem_prefetch_async_v2(
    ptr: CUdeviceptr,
    count: usize,
    place: CUmemLocation,
    flags: c_uint,
    stream: CUstream,
) -> Result {
    if flags != 0 {
        return Err(Error::InvalidValue);
    }
    prefetch(ptr, count, location_of(place)?, stream)
}

fn advise(
    ptr: CUdeviceptr,
    count: usize,
    advice: CUmem_advise,
    place: impl FnOnce() -> Result<CUdevice>,
) -> Result {
    current::healthy()?;
    let end = managed(ptr, count)?;
    let with_place = matches!(
        advice,
        CU_MEM_ADVISE_SET_PREFERRED_LOCATION
            | CU_MEM_ADVISE_SET_ACCESSED_BY
            | CU_MEM_ADVISE_UNSET_ACCESSED_BY
    );
    let place = if with_place { place()? } else { CU_DEVICE_INVALID };
    let change: &dyn Fn(&mut Advice) = match advice {
        CU_MEM_ADVISE_SET_READ_MOSTLY => &|a| a.read_mostly = true,
        CU_MEM_ADVISE_UNSET_READ_MOSTLY => &|a| a.read_mostly = false,
        CU_MEM_ADVISE_SET_PREFERRED_LOCATION | CU_MEM_ADVISE_UNSET_PREFERRED_LOCATION => {
            &|a| a.preferred = place
        }
        CU_MEM_ADVISE_SET_ACCESSED_BY => &|a| {
            if !a.accessed_by.contains(&place) {
                a.accessed_by.push(place);
            }
        },
        CU_MEM_ADVISE_UNSET_ACCESSED_BY => &|a| a.accessed_by.retain(|by| *by != place),
        _ => return Err(Error::InvalidValue),
    };
    Driver::get()?.memory.advices.lock().update(ptr, end, change);
    Ok(())
}

pub(crate) unsafe fn cu_mem_advise(
    ptr: CUdeviceptr,
    count: usize,
    advice: CUmem_advise,
    device: CUdevice,
) -> Result {
    advise(ptr, count, advice, || location(device))
}

pub(crate) unsafe fn cu_mem_advise_v2(
    ptr: CUdeviceptr,
    count: usize,
    advice: CUmem_advise,
    place: CUmemLocation,
) -> Result {
    advise(ptr, count, advice, || location_of(place))
}

/// What all parts of a range agree on, else `otherwise`.
fn common<T: PartialEq>(parts: &[Advice], otherwise: T, of: impl Fn(&Advice) -> T) -> T {
    let mut values = parts.iter().map(of);
    match values.next() {
        Some(first) if values.all(|value| value == first) => first,
        _ => otherwise,
    }
}

/// The integers of an attribute: one, or for `ACCESSED_BY` as many as the program has room for.
fn attribute(parts: &[Advice], attribute: CUmem_range_attribute, room: usize) -> Result<Vec<c_int>> {
    let kind = |place: CUdevice| match place {
        CU_DEVICE_INVALID => CU_MEM_LOCATION_TYPE_INVALID as c_int,
        CU_DEVICE_CPU => CU_MEM_LOCATION_TYPE_HOST as c_int,
        _ => CU_MEM_LOCATION_TYPE_DEVICE as c_int,
    };
    // The id of what is no device is not defined; 0 is.
    let id = |place: CUdevice| place.max(0);
    let preferred = common(parts, CU_DEVICE_INVALID, |advice| advice.preferred);
    let prefetched = common(parts, CU_DEVICE_INVALID, |advice| advice.prefetched);
    let one = match attribute {
        CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY => c_int::from(common(parts, false, |advice| advice.read_mostly)),
        CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION => preferred,
        CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION => prefetched,
        CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE => kind(preferred),
        CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_ID => id(preferred),
        CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_TYPE => kind(prefetched),
        CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_ID => id(prefetched),
        CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY => {
            let everywhere = |by: &CUdevice| parts.iter().all(|advice| advice.accessed_by.contains(by));
            let first = parts.first().map_or(&[][..], |advice| &advice.accessed_by);
            let mut list: Vec<c_int> = first.iter().copied().filter(everywhere).collect();
            list.resize(room, CU_DEVICE_INVALID);
            return Ok(list);
        }
        _ => return Err(Error::InvalidValue),
    };
    Ok(vec![one])
}

pub(crate) unsafe fn cu_mem_range_get_attribute(
    data: *mut c_void,
    size: usize,
    which: CUmem_range_attribute,
    ptr: CUdeviceptr,
    count: usize,
) -> Result {
    let room = size / size_of::<c_int>();
    let whole = size == size_of::<c_int>() || which == CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY;
    if data.is_null() || room == 0 || !size.is_multiple_of(size_of::<c_int>()) || !whole {
        return Err(Error::InvalidValue);
    }
    let end = managed(ptr, count)?;
    let parts = Driver::get()?.memory.advices.lock().of(ptr, end);
    for (index, value) in attribute(&parts, which, room)?.into_iter().enumerate() {
        // SAFETY: the C caller passes `size` bytes; there are at most `room` values.
        unsafe { data.cast::<c_int>().add(index).write_unaligned(value) };
    }
    Ok(())
}

pub(crate) unsafe fn cu_mem_range_get_attributes(
    data: *mut *mut c_void,
    sizes: *mut usize,
    attributes: *mut CUmem_range_attribute,
    attribute_count: usize,
    ptr: CUdeviceptr,
    count: usize,
) -> Result {
    if data.is_null() || sizes.is_null() || attributes.is_null() || attribute_count == 0 {
        return Err(Error::InvalidValue);
    }
    for index in 0..attribute_count {
        // SAFETY: the three arrays have `attribute_count` elements by the C caller's contract.
        let (place, size, which) = unsafe { (*data.add(index), *sizes.add(index), *attributes.add(index)) };
        // SAFETY: as the single query.
        unsafe { cu_mem_range_get_attribute(place, size, which, ptr, count) }?;
    }
    Ok(())
}
