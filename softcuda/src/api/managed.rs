//! Managed memory beside its bytes (see [`cuda_contract::managed`]).

use std::ffi::{c_uint, c_void};

use cuda_abi::*;
use cuda_contract::managed::{self, Advices, Managed};

use crate::context::current;
use crate::driver::Driver;
use crate::error::{Error, Result};
use crate::memory::MemoryKind;

impl Managed for Driver {
    fn range(&self, address: u64) -> Option<(u64, u64)> {
        let range = self.memory.find(address).filter(|range| range.kind == MemoryKind::Managed)?;
        Some((range.base, range.size))
    }

    fn is_device(&self, ordinal: CUdevice) -> bool {
        self.device(ordinal).is_ok()
    }

    fn with_advices(&self, look: &mut dyn FnMut(&mut Advices)) {
        look(&mut self.memory.advices.lock());
    }
}

fn prefetch(
    ptr: CUdeviceptr,
    count: usize,
    to: std::result::Result<CUdevice, CUresult>,
    stream: CUstream,
) -> Result {
    current::healthy()?.stream(stream as u64)?;
    Ok(managed::prefetch(Driver::get()?, ptr, count, to?)?)
}

pub(crate) unsafe fn cu_mem_prefetch_async(
    ptr: CUdeviceptr,
    count: usize,
    device: CUdevice,
    stream: CUstream,
) -> Result {
    prefetch(ptr, count, managed::location(Driver::get()?, device), stream)
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
    prefetch(ptr, count, managed::location_of(Driver::get()?, place), stream)
}

pub(crate) unsafe fn cu_mem_advise(
    ptr: CUdeviceptr,
    count: usize,
    advice: CUmem_advise,
    device: CUdevice,
) -> Result {
    current::healthy()?;
    let driver = Driver::get()?;
    Ok(managed::advise(driver, ptr, count, advice, || managed::location(driver, device))?)
}

pub(crate) unsafe fn cu_mem_advise_v2(
    ptr: CUdeviceptr,
    count: usize,
    advice: CUmem_advise,
    place: CUmemLocation,
) -> Result {
    current::healthy()?;
    let driver = Driver::get()?;
    Ok(managed::advise(driver, ptr, count, advice, || managed::location_of(driver, place))?)
}

pub(crate) unsafe fn cu_mem_range_get_attribute(
    data: *mut c_void,
    size: usize,
    which: CUmem_range_attribute,
    ptr: CUdeviceptr,
    count: usize,
) -> Result {
    // SAFETY: the same contract.
    Ok(unsafe { managed::range_attribute(Driver::get()?, data, size, which, ptr, count) }?)
}

pub(crate) unsafe fn cu_mem_range_get_attributes(
    data: *mut *mut c_void,
    sizes: *mut usize,
    attributes: *mut CUmem_range_attribute,
    attribute_count: usize,
    ptr: CUdeviceptr,
    count: usize,
) -> Result {
    let driver = Driver::get()?;
    // SAFETY: the same contract.
    Ok(unsafe { managed::range_attributes(driver, data, sizes, attributes, attribute_count, ptr, count) }?)
}
