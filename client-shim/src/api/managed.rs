//! Managed memory beside its bytes (see [`cuda_contract::managed`]); those are [`super::host`]'s.

use std::ffi::{c_uint, c_void};

use cuda_abi::*;
use cuda_contract::managed::{self, Advices, Managed};

use super::Answer;
use crate::state::context::current;
use crate::state::stream::of_handle;
use crate::state::{self, Global};

impl Managed for Global {
    fn range(&self, address: u64) -> Option<(u64, u64)> {
        let found = self.pinned.find(address).filter(|pinned| pinned.managed)?;
        Some((found.base, found.bytes))
    }

    fn is_device(&self, ordinal: CUdevice) -> bool {
        self.device(ordinal).is_ok()
    }

    fn with_advices(&self, look: &mut dyn FnMut(&mut Advices)) {
        look(&mut self.advices.lock());
    }
}

fn prefetch(ptr: CUdeviceptr, count: usize, to: Result<CUdevice, CUresult>, stream: CUstream) -> Answer {
    let g = state::global()?;
    g.deferred(of_handle(g, stream)?.context)?;
    managed::prefetch(g, ptr, count, to?)
}

pub(crate) unsafe fn cu_mem_prefetch_async(
    devPtr: CUdeviceptr,
    count: usize,
    dstDevice: CUdevice,
    hStream: CUstream,
) -> Answer {
    prefetch(devPtr, count, managed::location(state::global()?, dstDevice), hStream)
}

pub(crate) unsafe fn cu_mem_prefetch_async_v2(
    devPtr: CUdeviceptr,
    count: usize,
    location: CUmemLocation,
    flags: c_uint,
    hStream: CUstream,
) -> Answer {
    if flags != 0 {
        return Err(CUresult::INVALID_VALUE);
    }
    prefetch(devPtr, count, managed::location_of(state::global()?, location), hStream)
}

pub(crate) unsafe fn cu_mem_advise(
    devPtr: CUdeviceptr,
    count: usize,
    advice: CUmem_advise,
    device: CUdevice,
) -> Answer {
    let g = state::global()?;
    g.deferred(current()?)?;
    managed::advise(g, devPtr, count, advice, || managed::location(g, device))
}

pub(crate) unsafe fn cu_mem_advise_v2(
    devPtr: CUdeviceptr,
    count: usize,
    advice: CUmem_advise,
    location: CUmemLocation,
) -> Answer {
    let g = state::global()?;
    g.deferred(current()?)?;
    managed::advise(g, devPtr, count, advice, || managed::location_of(g, location))
}

pub(crate) unsafe fn cu_mem_range_get_attribute(
    data: *mut c_void,
    dataSize: usize,
    attribute: CUmem_range_attribute,
    devPtr: CUdeviceptr,
    count: usize,
) -> Answer {
    // SAFETY: the same contract.
    unsafe { managed::range_attribute(state::global()?, data, dataSize, attribute, devPtr, count) }
}

pub(crate) unsafe fn cu_mem_range_get_attributes(
    data: *mut *mut c_void,
    dataSizes: *mut usize,
    attributes: *mut CUmem_range_attribute,
    numAttributes: usize,
    devPtr: CUdeviceptr,
    count: usize,
) -> Answer {
    let g = state::global()?;
    // SAFETY: the same contract.
    unsafe { managed::range_attributes(g, data, dataSizes, attributes, numAttributes, devPtr, count) }
}
