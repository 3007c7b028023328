//! Streams and the operations on memory words in them.

use std::ffi::{c_int, c_uint, c_ulonglong, c_void};
use std::sync::Arc;

use cuda_abi::*;
use cuda_graph::capture;

pub(crate) use cuda_graph::api::{
    cu_stream_begin_capture, cu_stream_begin_capture_to_graph, cu_stream_begin_capture_v2,
    cu_stream_end_capture, cu_stream_get_capture_info, cu_stream_get_capture_info_v2,
    cu_stream_get_capture_info_v3, cu_stream_is_capturing, cu_stream_update_capture_dependencies,
    cu_stream_update_capture_dependencies_v2, cu_thread_exchange_stream_capture_mode,
};

use crate::context::{LEGACY, NON_BLOCKING, PER_THREAD, STREAMS, current};
use crate::driver::Driver;
use crate::error::{Error, Result};
use crate::event::Event;
use crate::host_func::{HostCall, Target};
use crate::op::Op;
use crate::poll::{self, Test, WaitValue};
use crate::raw;
use crate::stream::Stream;

/// The numerically greatest priority.
pub(crate) const LEAST_PRIORITY: c_int = 0;
/// The numerically smallest.
pub(crate) const GREATEST_PRIORITY: c_int = -5;

fn find(stream: CUstream) -> Result<Arc<Stream>> {
    current::healthy()?.stream(stream as u64)
}

pub(crate) unsafe fn cu_stream_create(stream: *mut CUstream, flags: c_uint) -> Result {
    // SAFETY: the same contract.
    unsafe { cu_stream_create_with_priority(stream, flags, LEAST_PRIORITY) }
}

pub(crate) unsafe fn cu_stream_create_with_priority(
    stream: *mut CUstream,
    flags: c_uint,
    priority: c_int,
) -> Result {
    let live = current::healthy()?;
    if stream.is_null() || flags & !NON_BLOCKING != 0 {
        return Err(Error::InvalidValue);
    }
    let created = live.create_stream(flags, priority.clamp(GREATEST_PRIORITY, LEAST_PRIORITY));
    // SAFETY: the C caller's contract.
    unsafe { raw::put(stream, raw::handle(created.handle)) }
}

pub(crate) unsafe fn cu_stream_destroy_v2(stream: CUstream) -> Result {
    if matches!(stream as u64, 0 | LEGACY | PER_THREAD) {
        return Err(Error::InvalidHandle);
    }
    let removed = STREAMS.remove(stream as u64).ok_or(Error::InvalidHandle)?;
    capture::forget_stream(removed.id);
    removed.retire();
    Ok(())
}

pub(crate) unsafe fn cu_stream_get_id(stream: CUstream, id: *mut c_ulonglong) -> Result {
    let stream = find(stream)?;
    // SAFETY: the C caller's contract.
    unsafe { raw::put(id, stream.id) }
}

pub(crate) unsafe fn cu_stream_get_priority(stream: CUstream, priority: *mut c_int) -> Result {
    let stream = find(stream)?;
    // SAFETY: the C caller's contract.
    unsafe { raw::put(priority, stream.priority) }
}

pub(crate) unsafe fn cu_stream_get_flags(stream: CUstream, flags: *mut c_uint) -> Result {
    let stream = find(stream)?;
    // SAFETY: the C caller's contract.
    unsafe { raw::put(flags, stream.flags) }
}

/// Memory is where the host and all streams find it, whatever it is attached to.
pub(crate) unsafe fn cu_stream_attach_mem_async(
    stream: CUstream,
    dptr: CUdeviceptr,
    length: usize,
    flags: c_uint,
) -> Result {
    find(stream)?;
    let named = STREAMS.get(stream as u64).is_some();
    Ok(cuda_contract::managed::attach(Driver::get()?, named, dptr, length, flags)?)
}

pub(crate) unsafe fn cu_stream_get_ctx(stream: CUstream, pctx: *mut CUcontext) -> Result {
    let handle = match STREAMS.get(stream as u64) {
        Some(stream) => crate::context::owner_of(&stream)?.context,
        None => {
            let live = current::live()?;
            live.stream(stream as u64)?;
            live.context
        }
    };
    // SAFETY: the C caller's contract.
    unsafe { raw::put(pctx, raw::handle(handle)) }
}

pub(crate) unsafe fn cu_stream_get_ctx_v2(
    stream: CUstream,
    pctx: *mut CUcontext,
    green: *mut CUgreenCtx,
) -> Result {
    // SAFETY: the same contract; `green` may be NULL.
    unsafe {
        cu_stream_get_ctx(stream, pctx)?;
        raw::put_optional(green, std::ptr::null_mut());
    }
    Ok(())
}

pub(crate) unsafe fn cu_stream_get_device(stream: CUstream, device: *mut CUdevice) -> Result {
    let ordinal = match STREAMS.get(stream as u64) {
        Some(stream) => crate::context::owner_of(&stream)?.device,
        None => {
            let live = current::live()?;
            live.stream(stream as u64)?;
            live.device
        }
    };
    // SAFETY: the C caller's contract.
    unsafe { raw::put(device, ordinal as CUdevice) }
}

pub(crate) unsafe fn cu_stream_wait_event(stream: CUstream, event: CUevent, flags: c_uint) -> Result {
    let live = current::healthy()?;
    let stream = live.stream(stream as u64)?;
    let event = Event::find(event as u64)?;
    if capture::wait(&stream.place(), event.handle, flags)? {
        return Ok(());
    }
    if let Some(wait) = event.wait_op() {
        live.submit(&stream, wait);
    }
    Ok(())
}

pub(crate) unsafe fn cu_stream_add_callback(
    stream: CUstream,
    callback: CUstreamCallback,
    data: *mut c_void,
    flags: c_uint,
) -> Result {
    let live = current::healthy()?;
    let found = live.stream(stream as u64)?;
    let callback = callback.filter(|_| flags == 0).ok_or(Error::InvalidValue)?;
    refuse_capture(&found)?;
    let target = Target::Callback(callback, stream as u64);
    live.submit(&found, Op::Host(HostCall { target, data: data as usize }));
    Ok(())
}

pub(crate) unsafe fn cu_stream_query(stream: CUstream) -> Result {
    let live = current::healthy()?;
    let stream = live.stream(stream as u64)?;
    capture::look_at_stream(&stream.place())?;
    if !stream.idle() {
        poll::look();
    }
    let waits = live.implicit_waits(&stream);
    let covered = !stream.handle.eq(&LEGACY) || waits.is_empty();
    if stream.idle() && covered { live.settle() } else { Err(Error::NotReady) }
}

pub(crate) unsafe fn cu_stream_synchronize(stream: CUstream) -> Result {
    let live = current::healthy()?;
    let stream = live.stream(stream as u64)?;
    capture::look_at_stream(&stream.place())?;
    if stream.handle == LEGACY {
        return live.wait_stream(&stream);
    }
    stream.wait(stream.submitted());
    live.settle()
}

/// Refuses what no graph can hold.
fn refuse_capture(stream: &Stream) -> Result {
    let place = stream.place();
    if capture::takes(&place)? { Err(capture::refuse_work(&place).into()) } else { Ok(()) }
}

/// Checks the word of a memory operation.
fn check_word(address: CUdeviceptr, wide: bool) -> Result {
    let size = if wide { 8 } else { 4 };
    if !address.is_multiple_of(size) {
        return Err(Error::InvalidValue);
    }
    Driver::get()?.memory.check(address, size)
}

fn wait_value(stream: CUstream, address: CUdeviceptr, value: u64, flags: c_uint, wide: bool) -> Result {
    let live = current::healthy()?;
    let stream = live.stream(stream as u64)?;
    let test = match flags & !CU_STREAM_WAIT_VALUE_FLUSH {
        CU_STREAM_WAIT_VALUE_GEQ => Test::GreaterOrEqual,
        CU_STREAM_WAIT_VALUE_EQ => Test::Equal,
        CU_STREAM_WAIT_VALUE_AND => Test::And,
        CU_STREAM_WAIT_VALUE_NOR => Test::Nor,
        _ => return Err(Error::InvalidValue),
    };
    if flags & CU_STREAM_WAIT_VALUE_FLUSH != 0 {
        // The attribute CAN_FLUSH_REMOTE_WRITES reads 0.
        return Err(Error::NotSupported);
    }
    check_word(address, wide)?;
    refuse_capture(&stream)?;
    live.submit(&stream, Op::WaitValue(WaitValue { address, value, wide, test }));
    Ok(())
}

fn write_value(stream: CUstream, address: CUdeviceptr, value: u64, flags: c_uint, wide: bool) -> Result {
    let live = current::healthy()?;
    let stream = live.stream(stream as u64)?;
    if flags > CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER {
        return Err(Error::InvalidValue);
    }
    check_word(address, wide)?;
    refuse_capture(&stream)?;
    live.submit(&stream, Op::WriteValue(address, value, wide));
    Ok(())
}

/// Both versions of a function have the same behaviour on a device that has all the features.
macro_rules! word_functions {
    ($($name:ident($value:ty) = $action:ident, $wide:literal;)*) => {$(
        pub(crate) unsafe fn $name(stream: CUstream, addr: CUdeviceptr, value: $value, flags: c_uint) -> Result {
            $action(stream, addr, value.into(), flags, $wide)
        }
    )*};
}

word_functions! {
    cu_stream_wait_value32(u32) = wait_value, false;
    cu_stream_wait_value32_v2(u32) = wait_value, false;
    cu_stream_wait_value64(u64) = wait_value, true;
    cu_stream_wait_value64_v2(u64) = wait_value, true;
    cu_stream_write_value32(u32) = write_value, false;
    cu_stream_write_value32_v2(u32) = write_value, false;
    cu_stream_write_value64(u64) = write_value, true;
    cu_stream_write_value64_v2(u64) = write_value, true;
}
