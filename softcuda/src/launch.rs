//! Kernel launches: everything that CUDA checks before the call returns, then the queue.

use std::ffi::c_void;
use std::sync::Arc;

use crate::context::Live;
use crate::device::{Device, MAX_BLOCK, MAX_GRID, MAX_THREADS, REGISTERS};
use crate::driver::Driver;
use crate::error::{Error, Result};
use crate::function::{Function, KernelInfo};
use crate::occupancy;
use crate::op::{Grid, Op};
use crate::stream::Stream;

/// Names in the `extra` array of a launch.
const EXTRA_END: usize = 0;
const EXTRA_POINTER: usize = 1;
const EXTRA_SIZE: usize = 2;
/// More entries than an `extra` array can sensibly have.
const EXTRA_MAX: usize = 16;

/// Shape and resources of a launch.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Blocks.
    pub grid: [u32; 3],
    /// Threads per block.
    pub block: [u32; 3],
    /// Bytes of dynamic shared memory.
    pub dynamic_shared: u32,
    /// All blocks must be resident at once.
    pub cooperative: bool,
}

/// Checks a launch and takes its parameters.
///
/// # Safety
/// `params` and `extra` are as cuda.h asks for `function`.
pub unsafe fn prepare(
    live: &Live,
    function: &Function,
    shape: Shape,
    params: *const *mut c_void,
    extra: *const *mut c_void,
) -> Result<Vec<u8>> {
    let device = Driver::get()?.device(live.device as i32)?;
    check(function, shape, device)?;
    // SAFETY: passed on to the caller.
    unsafe { gather(&function.info, params, extra) }
}

/// The operation of a launch that was prepared. In null mode it does nothing, but the stream's rules hold.
pub fn operation(function: &Function, shape: Shape, params: Vec<u8>) -> Op {
    let null = Driver::get().is_ok_and(|driver| driver.config.null_exec);
    let (Some(code), false) = (&function.code, null) else { return Op::Nothing };
    Op::Launch(Box::new(Grid {
        kernel: code.kernel.clone(),
        module: code.module.clone(),
        grid: shape.grid,
        block: shape.block,
        dynamic_shared: shape.dynamic_shared,
        params,
        cooperative: shape.cooperative,
    }))
}

/// Queues a launch. Blocks while the stream is full.
pub fn queue(live: &Live, stream: &Arc<Stream>, op: Op) {
    if op.is_launch() {
        stream.wait_for_launch_slot();
    }
    live.submit(stream, op);
}

fn check(function: &Function, shape: Shape, device: &Device) -> Result {
    let within =
        |size: [u32; 3], limit: [u32; 3]| size.iter().zip(limit).all(|(n, max)| (1..=max).contains(n));
    let threads = shape.block.iter().map(|n| u64::from(*n)).product::<u64>();
    if !within(shape.grid, MAX_GRID) || !within(shape.block, MAX_BLOCK) || threads > u64::from(MAX_THREADS) {
        return Err(function.origin.bad_shape());
    }
    let needs = function.needs();
    let shared = u64::from(needs.shared_bytes) + u64::from(shape.dynamic_shared);
    if shape.dynamic_shared > function.max_dynamic_shared() || shared > u64::from(device.shared_optin()) {
        return Err(Error::InvalidValue);
    }
    let registers = threads.next_multiple_of(32) * u64::from(needs.registers);
    if registers > u64::from(REGISTERS) {
        return Err(Error::LaunchOutOfResources);
    }
    if threads > u64::from(function.info.max_threads) {
        return Err(Error::InvalidValue);
    }
    let blocks = shape.grid.iter().map(|n| u64::from(*n)).product::<u64>();
    if shape.cooperative && blocks > max_resident(function, shape, device) {
        return Err(Error::CooperativeLaunchTooLarge);
    }
    Ok(())
}

/// How many blocks the device holds at once.
fn max_resident(function: &Function, shape: Shape, device: &Device) -> u64 {
    let threads = shape.block.iter().product::<u32>() as i32;
    let fit = occupancy::active_blocks(device, function, threads, shape.dynamic_shared as usize);
    u64::from(fit.unwrap_or(0).unsigned_abs()) * u64::from(device.multiprocessors)
}

/// Packs the parameters into one buffer.
///
/// # Safety
/// As for [`launch`].
unsafe fn gather(
    info: &KernelInfo,
    params: *const *mut c_void,
    extra: *const *mut c_void,
) -> Result<Vec<u8>> {
    let bytes = info.param_bytes as usize;
    if !params.is_null() && !extra.is_null() {
        return Err(Error::InvalidValue);
    }
    if !extra.is_null() {
        // SAFETY: passed on to the caller.
        return unsafe { gather_extra(bytes, extra) };
    }
    if params.is_null() {
        return if info.params.is_empty() { Ok(Vec::new()) } else { Err(Error::InvalidValue) };
    }
    let mut buffer = vec![0u8; bytes];
    for (index, (offset, size)) in info.params.iter().enumerate() {
        // SAFETY: the array has a pointer per parameter.
        let source = unsafe { *params.add(index) };
        let target = buffer.get_mut(*offset as usize..).and_then(|rest| rest.get_mut(..*size as usize));
        let (Some(target), false) = (target, source.is_null()) else { return Err(Error::InvalidValue) };
        // SAFETY: the caller passes a pointer to a value of the parameter's size.
        unsafe { std::ptr::copy_nonoverlapping(source.cast::<u8>(), target.as_mut_ptr(), target.len()) };
    }
    Ok(buffer)
}

/// # Safety
/// As for [`launch`].
unsafe fn gather_extra(bytes: usize, extra: *const *mut c_void) -> Result<Vec<u8>> {
    let (mut source, mut size) = (std::ptr::null::<u8>(), None);
    for pair in 0..EXTRA_MAX {
        // SAFETY: the array ends with EXTRA_END, before which each name has a value.
        let name = unsafe { *extra.add(pair * 2) } as usize;
        if name == EXTRA_END {
            break;
        }
        // SAFETY: as above.
        let value = unsafe { *extra.add(pair * 2 + 1) };
        match name {
            EXTRA_POINTER => source = value.cast(),
            // SAFETY: the value of this name points to a size.
            EXTRA_SIZE if !value.is_null() => size = Some(unsafe { *value.cast::<usize>() }),
            _ => return Err(Error::InvalidValue),
        }
    }
    if bytes == 0 && size.unwrap_or(0) == 0 {
        return Ok(Vec::new());
    }
    // A driver takes exactly the size without padding at the end.
    if source.is_null() || size != Some(bytes) {
        return Err(Error::InvalidValue);
    }
    // SAFETY: the buffer has the size that the caller states.
    Ok(unsafe { std::slice::from_raw_parts(source, bytes) }.to_vec())
}
