//! Green contexts: none can be made. All of a device belongs to whoever asks, and no stream to a green context.

use cuda_abi::*;
use cuda_contract::resources;
use protocol::snapshot::Device;

use super::device::attribute;
use super::{Answer, put};
use crate::state::{self, context, stream};

/// Writes what a device has of a kind.
///
/// # Safety
/// `result` is null or writable.
unsafe fn put_resource(device: &Device, result: *mut CUdevResource, kind: CUdevResourceType) -> Answer {
    let found = resources::of_device(kind, |which| attribute(device, which).unwrap_or(0))?;
    // SAFETY: the same contract.
    unsafe { put(result, found) }
}

pub(crate) unsafe fn cu_device_get_dev_resource(
    dev: CUdevice,
    result: *mut CUdevResource,
    r#type: CUdevResourceType,
) -> Answer {
    let g = state::global()?;
    // SAFETY: null or writable.
    unsafe { put_resource(g.device(dev)?, result, r#type) }
}

pub(crate) unsafe fn cu_ctx_get_dev_resource(
    hCtx: CUcontext,
    result: *mut CUdevResource,
    r#type: CUdevResourceType,
) -> Answer {
    let g = state::global()?;
    let context = context::of_handle(g, hCtx)?;
    // SAFETY: null or writable.
    unsafe { put_resource(g.device_of(context), result, r#type) }
}

pub(crate) unsafe fn cu_stream_get_dev_resource(
    hStream: CUstream,
    result: *mut CUdevResource,
    r#type: CUdevResourceType,
) -> Answer {
    let g = state::global()?;
    let stream = stream::of_handle(g, hStream)?;
    // SAFETY: null or writable.
    unsafe { put_resource(g.device_of(stream.context), result, r#type) }
}

pub(crate) unsafe fn cu_stream_get_green_ctx(hStream: CUstream, phCtx: *mut CUgreenCtx) -> Answer {
    stream::of_handle(state::global()?, hStream)?;
    // SAFETY: null or writable.
    unsafe { put(phCtx, std::ptr::null_mut()) }
}
