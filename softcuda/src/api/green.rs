//! Green contexts: none can be made. All of a device belongs to whoever asks, and no stream to a green context.

use cuda_abi::*;
use cuda_contract::resources;

use super::context::or_current;
use super::stream::{cu_stream_get_ctx, cu_stream_get_device};
use crate::driver::Driver;
use crate::error::Result;
use crate::raw;

pub(crate) unsafe fn cu_device_get_dev_resource(
    dev: CUdevice,
    result: *mut CUdevResource,
    r#type: CUdevResourceType,
) -> Result {
    let device = Driver::get()?.device(dev)?;
    let found = resources::of_device(r#type, |which| device.attribute(which).unwrap_or(0))?;
    // SAFETY: the C caller's contract.
    unsafe { raw::put(result, found) }
}

pub(crate) unsafe fn cu_ctx_get_dev_resource(
    ctx: CUcontext,
    result: *mut CUdevResource,
    r#type: CUdevResourceType,
) -> Result {
    let device = or_current(ctx)?.live()?.device;
    // SAFETY: the same contract.
    unsafe { cu_device_get_dev_resource(device as CUdevice, result, r#type) }
}

pub(crate) unsafe fn cu_stream_get_dev_resource(
    stream: CUstream,
    result: *mut CUdevResource,
    r#type: CUdevResourceType,
) -> Result {
    let mut device = 0;
    // SAFETY: the same contract; `device` is writable.
    unsafe {
        cu_stream_get_device(stream, &raw mut device)?;
        cu_device_get_dev_resource(device, result, r#type)
    }
}

pub(crate) unsafe fn cu_stream_get_green_ctx(stream: CUstream, green: *mut CUgreenCtx) -> Result {
    let mut context = std::ptr::null_mut();
    // SAFETY: the same contract; `context` is writable.
    unsafe {
        cu_stream_get_ctx(stream, &raw mut context)?;
        raw::put(green, std::ptr::null_mut())
    }
}
