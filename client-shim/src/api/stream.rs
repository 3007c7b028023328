//! Streams.

use std::ffi::{c_int, c_uint, c_ulonglong, c_void};
use std::sync::Arc;

use cuda_abi::*;
use cuda_graph::capture;
use protocol::ops::{StreamValue, op};
use zerocopy::IntoBytes;

use super::{Answer, not_null, put, put_if};
use crate::state::context::current;
use crate::state::stream::{Role, Stream, of_handle};
use crate::state::{self, Global, host_fn};

pub(crate) use cuda_graph::api::{
    cu_stream_begin_capture, cu_stream_begin_capture_to_graph, cu_stream_begin_capture_v2,
    cu_stream_end_capture, cu_stream_get_capture_info, cu_stream_get_capture_info_v2,
    cu_stream_get_capture_info_v3, cu_stream_is_capturing, cu_stream_update_capture_dependencies,
    cu_stream_update_capture_dependencies_v2, cu_thread_exchange_stream_capture_mode,
};

pub(crate) unsafe fn cu_stream_create(phStream: *mut CUstream, Flags: c_uint) -> Answer {
    // SAFETY: the same contract.
    unsafe { cu_stream_create_with_priority(phStream, Flags, 0) }
}

pub(crate) unsafe fn cu_stream_create_with_priority(
    phStream: *mut CUstream,
    flags: c_uint,
    priority: c_int,
) -> Answer {
    let g = state::global()?;
    let context = current()?;
    g.deferred(context)?;
    not_null(phStream)?;
    if flags & !CU_STREAM_NON_BLOCKING != 0 {
        return Err(CUresult::INVALID_VALUE);
    }
    let (least, greatest) = g.device_of(context).priority_range;
    let priority = priority.clamp(greatest.min(least), least.max(greatest));
    let id = g.ids.next();
    let stream =
        g.streams.insert_with(|h| Arc::new(Stream::new(context, id, flags, priority, Role::Created, h)));
    stream.create(g).inspect_err(|_| {
        g.streams.remove(stream.raw());
    })?;
    // SAFETY: checked above.
    unsafe { put(phStream, stream.raw()) }
}

pub(crate) unsafe fn cu_stream_destroy_v2(hStream: CUstream) -> Answer {
    let g = state::global()?;
    g.streams.remove(hStream).ok_or(CUresult::INVALID_HANDLE)?.destroy();
    Ok(())
}

pub(crate) unsafe fn cu_stream_get_id(hStream: CUstream, streamId: *mut c_ulonglong) -> Answer {
    let g = state::global()?;
    let stream = of_handle(g, hStream)?;
    // SAFETY: null or writable.
    unsafe { put(streamId, stream.number()) }
}

pub(crate) unsafe fn cu_stream_get_priority(hStream: CUstream, priority: *mut c_int) -> Answer {
    let g = state::global()?;
    let stream = of_handle(g, hStream)?;
    // SAFETY: null or writable.
    unsafe { put(priority, stream.priority) }
}

pub(crate) unsafe fn cu_stream_get_flags(hStream: CUstream, flags: *mut c_uint) -> Answer {
    let g = state::global()?;
    let stream = of_handle(g, hStream)?;
    // SAFETY: null or writable.
    unsafe { put(flags, stream.flags) }
}

/// Memory is where the host and all streams find it, whatever it is attached to.
pub(crate) unsafe fn cu_stream_attach_mem_async(
    hStream: CUstream,
    dptr: CUdeviceptr,
    length: usize,
    flags: c_uint,
) -> Answer {
    let g = state::global()?;
    g.deferred(of_handle(g, hStream)?.context)?;
    cuda_contract::managed::attach(g, hStream.addr() > 2, dptr, length, flags)
}

pub(crate) unsafe fn cu_stream_get_ctx(hStream: CUstream, pctx: *mut CUcontext) -> Answer {
    let g = state::global()?;
    let stream = of_handle(g, hStream)?;
    // SAFETY: null or writable.
    unsafe { put(pctx, stream.context.raw()) }
}

pub(crate) unsafe fn cu_stream_get_ctx_v2(
    hStream: CUstream,
    pctx: *mut CUcontext,
    pGreenCtx: *mut CUgreenCtx,
) -> Answer {
    // SAFETY: the same contract.
    unsafe { cu_stream_get_ctx(hStream, pctx)? };
    // SAFETY: null or writable.
    unsafe { put_if(pGreenCtx, std::ptr::null_mut()) };
    Ok(())
}

pub(crate) unsafe fn cu_stream_get_device(hStream: CUstream, device: *mut CUdevice) -> Answer {
    let g = state::global()?;
    let stream = of_handle(g, hStream)?;
    // SAFETY: null or writable.
    unsafe { put(device, stream.context.device as CUdevice) }
}

pub(crate) unsafe fn cu_stream_wait_event(hStream: CUstream, hEvent: CUevent, Flags: c_uint) -> Answer {
    let g = state::global()?;
    let stream = of_handle(g, hStream)?;
    g.deferred(stream.context)?;
    let event = g.events.get(hEvent).ok_or(CUresult::INVALID_HANDLE)?;
    if capture::wait(&stream.place(), event.raw().addr() as u64, Flags)? {
        return Ok(());
    }
    event.hold_up(g, &stream, Flags)
}

/// Puts a host function into a stream. Copies behind it must not read ahead of what it may write.
pub(super) fn post_host_fn(
    g: &'static Global,
    stream: &Arc<Stream>,
    function: host_fn::Function,
    data: *mut c_void,
) -> Answer {
    g.deferred(stream.context)?;
    let seq = g.host_fns.post(g, stream, function, data)?;
    stream.note_host_visible(seq);
    g.pinned.note_writer(stream, seq, None);
    Ok(())
}

pub(crate) unsafe fn cu_stream_add_callback(
    hStream: CUstream,
    callback: CUstreamCallback,
    userData: *mut c_void,
    flags: c_uint,
) -> Answer {
    let g = state::global()?;
    let stream = of_handle(g, hStream)?;
    if callback.is_none() || flags != 0 {
        return Err(CUresult::INVALID_VALUE);
    }
    refuse_capture(&stream)?;
    // Programs that passed the null stream get it back as null.
    let seen = if stream.role == Role::Legacy { 0 } else { hStream.addr() };
    post_host_fn(g, &stream, host_fn::Function::Callback(callback, seen), userData)
}

pub(crate) unsafe fn cu_stream_query(hStream: CUstream) -> Answer {
    let g = state::global()?;
    let stream = of_handle(g, hStream)?;
    g.deferred(stream.context)?;
    capture::look_at_stream(&stream.place())?;
    stream.query(g)
}

pub(crate) unsafe fn cu_stream_synchronize(hStream: CUstream) -> Answer {
    let g = state::global()?;
    let stream = of_handle(g, hStream)?;
    g.deferred(stream.context)?;
    capture::look_at_stream(&stream.place())?;
    stream.synchronize(g)?;
    g.deferred(stream.context)
}

/// Refuses what no graph can hold.
fn refuse_capture(stream: &Stream) -> Answer {
    let place = stream.place();
    if capture::takes(&place)? { Err(capture::refuse_work(&place)) } else { Ok(()) }
}

/// A wait for or a write of a value in memory.
struct Value {
    address: u64,
    value: u64,
    size: u32,
    write: bool,
    flags: u32,
}

fn stream_value(hStream: CUstream, v: &Value) -> Answer {
    let g = state::global()?;
    let stream = of_handle(g, hStream)?;
    g.deferred(stream.context)?;
    let known =
        if v.write { CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER } else { 3 | CU_STREAM_WAIT_VALUE_FLUSH };
    if v.flags & !known != 0 || !v.address.is_multiple_of(u64::from(v.size)) {
        return Err(CUresult::INVALID_VALUE);
    }
    if g.memory.range(v.address, u64::from(v.size)).is_err()
        && g.pinned.covering(v.address, u64::from(v.size)).is_none()
    {
        return Err(CUresult::INVALID_VALUE);
    }
    refuse_capture(&stream)?;
    let request = StreamValue {
        addr: v.address.into(),
        value: v.value.into(),
        stream: stream.id.into(),
        flags: v.flags.into(),
        size: v.size.into(),
        write: u32::from(v.write).into(),
    };
    let seq = stream.post_only(g, op::STREAM_VALUE, &[request.as_bytes()])?;
    stream.note_host_visible(seq);
    if !v.write {
        // The host may write pinned memory before it lets the stream go on.
        g.pinned.note_writer(&stream, seq, None);
    }
    Ok(())
}

pub(crate) unsafe fn cu_stream_wait_value32(
    stream: CUstream,
    addr: CUdeviceptr,
    value: u32,
    flags: c_uint,
) -> Answer {
    stream_value(stream, &Value { address: addr, value: u64::from(value), size: 4, write: false, flags })
}

pub(crate) unsafe fn cu_stream_wait_value32_v2(
    stream: CUstream,
    addr: CUdeviceptr,
    value: u32,
    flags: c_uint,
) -> Answer {
    stream_value(stream, &Value { address: addr, value: u64::from(value), size: 4, write: false, flags })
}

pub(crate) unsafe fn cu_stream_wait_value64(
    stream: CUstream,
    addr: CUdeviceptr,
    value: u64,
    flags: c_uint,
) -> Answer {
    stream_value(stream, &Value { address: addr, value, size: 8, write: false, flags })
}

pub(crate) unsafe fn cu_stream_wait_value64_v2(
    stream: CUstream,
    addr: CUdeviceptr,
    value: u64,
    flags: c_uint,
) -> Answer {
    stream_value(stream, &Value { address: addr, value, size: 8, write: false, flags })
}

pub(crate) unsafe fn cu_stream_write_value32(
    stream: CUstream,
    addr: CUdeviceptr,
    value: u32,
    flags: c_uint,
) -> Answer {
    stream_value(stream, &Value { address: addr, value: u64::from(value), size: 4, write: true, flags })
}

pub(crate) unsafe fn cu_stream_write_value32_v2(
    stream: CUstream,
    addr: CUdeviceptr,
    value: u32,
    flags: c_uint,
) -> Answer {
    stream_value(stream, &Value { address: addr, value: u64::from(value), size: 4, write: true, flags })
}

pub(crate) unsafe fn cu_stream_write_value64(
    stream: CUstream,
    addr: CUdeviceptr,
    value: u64,
    flags: c_uint,
) -> Answer {
    stream_value(stream, &Value { address: addr, value, size: 8, write: true, flags })
}

pub(crate) unsafe fn cu_stream_write_value64_v2(
    stream: CUstream,
    addr: CUdeviceptr,
    value: u64,
    flags: c_uint,
) -> Answer {
    stream_value(stream, &Value { address: addr, value, size: 8, write: true, flags })
}
