//! Launches of kernels and host functions.

use std::ffi::{c_uint, c_void};

use cuda_abi::*;
use cuda_graph::capture;
use cuda_graph::node::{self, Attribute, Kernel, Packed, Params};

use crate::context::current;
use crate::error::{Error, Result};
use crate::function::Function;
use crate::host_func::{HostCall, Target};
use crate::launch::{self, Shape};
use crate::op::Op;
use crate::raw;

/// # Safety
/// As for the functions below.
unsafe fn start(
    f: CUfunction,
    shape: Shape,
    stream: CUstream,
    params: *const *mut c_void,
    extra: *const *mut c_void,
    attributes: Vec<Attribute>,
) -> Result {
    let live = current::healthy()?;
    let function = Function::find(f, &live)?;
    let stream = live.stream(stream as u64)?;
    // SAFETY: the C caller's contract.
    let params = unsafe { launch::prepare(&live, &function, shape, params, extra) }?;
    let place = stream.place();
    if capture::takes(&place)? {
        let packed = Packed { layout: function.info.params.clone(), bytes: params.into() };
        let sizes = [shape.grid, shape.block];
        let mut kernel = Kernel::new(f as u64, live.context, sizes, shape.dynamic_shared, packed);
        attributes.into_iter().for_each(|attribute| kernel.set_attribute(attribute));
        return Ok(capture::add(&place, Params::Kernel(Box::new(kernel)))?);
    }
    launch::queue(&live, &stream, launch::operation(&function, shape, params));
    Ok(())
}

pub(crate) unsafe fn cu_launch_kernel(
    f: CUfunction,
    gridDimX: c_uint,
    gridDimY: c_uint,
    gridDimZ: c_uint,
    blockDimX: c_uint,
    blockDimY: c_uint,
    blockDimZ: c_uint,
    sharedMemBytes: c_uint,
    hStream: CUstream,
    kernelParams: *mut *mut c_void,
    extra: *mut *mut c_void,
) -> Result {
    let shape = Shape {
        grid: [gridDimX, gridDimY, gridDimZ],
        block: [blockDimX, blockDimY, blockDimZ],
        dynamic_shared: sharedMemBytes,
        cooperative: false,
    };
    // SAFETY: the same contract.
    unsafe { start(f, shape, hStream, kernelParams, extra, Vec::new()) }
}

pub(crate) unsafe fn cu_launch_cooperative_kernel(
    f: CUfunction,
    gridDimX: c_uint,
    gridDimY: c_uint,
    gridDimZ: c_uint,
    blockDimX: c_uint,
    blockDimY: c_uint,
    blockDimZ: c_uint,
    sharedMemBytes: c_uint,
    hStream: CUstream,
    kernelParams: *mut *mut c_void,
) -> Result {
    let shape = Shape {
        grid: [gridDimX, gridDimY, gridDimZ],
        block: [blockDimX, blockDimY, blockDimZ],
        dynamic_shared: sharedMemBytes,
        cooperative: true,
    };
    let attribute = Attribute::integer(CU_LAUNCH_ATTRIBUTE_COOPERATIVE, 1);
    // SAFETY: the same contract.
    unsafe { start(f, shape, hStream, kernelParams, std::ptr::null(), vec![attribute]) }
}

pub(crate) unsafe fn cu_launch_kernel_ex(
    config: *const CUlaunchConfig,
    f: CUfunction,
    kernelParams: *mut *mut c_void,
    extra: *mut *mut c_void,
    default_stream: CUstream,
) -> Result {
    // SAFETY: the C caller's contract.
    let config = unsafe { raw::take(config) }?;
    let stream = if config.hStream.is_null() { default_stream } else { config.hStream };
    // SAFETY: the array has `numAttrs` elements by the C caller's contract.
    let (cooperative, attributes) = unsafe { read_attributes(&config) }?;
    let shape = Shape {
        grid: [config.gridDimX, config.gridDimY, config.gridDimZ],
        block: [config.blockDimX, config.blockDimY, config.blockDimZ],
        dynamic_shared: config.sharedMemBytes,
        cooperative,
    };
    // SAFETY: the same contract.
    unsafe { start(f, shape, stream, kernelParams, extra, attributes) }
}

/// Reads the launch attributes, and whether the launch is cooperative. Hints change nothing here; what would
/// change the meaning of the launch is refused.
///
/// # Safety
/// `attrs` has `numAttrs` elements.
unsafe fn read_attributes(config: &CUlaunchConfig) -> Result<(bool, Vec<Attribute>)> {
    let (mut cooperative, mut all) = (false, Vec::new());
    if config.numAttrs > 0 {
        raw::array(config.attrs, config.numAttrs as usize)?;
    }
    for index in 0..config.numAttrs as usize {
        // SAFETY: the caller's contract.
        let attribute = unsafe { raw::take(config.attrs.add(index)) }?;
        match attribute.id {
            // SAFETY: the id says which member is set.
            CU_LAUNCH_ATTRIBUTE_COOPERATIVE => cooperative = unsafe { attribute.value.cooperative } != 0,
            CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION => {
                // SAFETY: the id says which member is set.
                let size = unsafe { attribute.value.clusterDim };
                if (size.x.max(1), size.y.max(1), size.z.max(1)) != (1, 1, 1) {
                    return Err(Error::NotSupported);
                }
            }
            CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT
            | CU_LAUNCH_ATTRIBUTE_LAUNCH_COMPLETION_EVENT
            | CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE => return Err(Error::NotSupported),
            CU_LAUNCH_ATTRIBUTE_IGNORE => continue,
            _ => {}
        }
        all.push(Attribute::new(attribute.id, &attribute.value));
    }
    Ok((cooperative, all))
}

pub(crate) unsafe fn cu_launch_host_func(stream: CUstream, function: CUhostFn, data: *mut c_void) -> Result {
    let live = current::healthy()?;
    let stream = live.stream(stream as u64)?;
    let found = function.ok_or(Error::InvalidValue)?;
    let place = stream.place();
    if capture::takes(&place)? {
        return Ok(capture::add(&place, Params::Host(node::HostCall::new(function, data)?))?);
    }
    let call = HostCall { target: Target::Function(found), data: data as usize };
    live.submit(&stream, Op::Host(call));
    Ok(())
}
