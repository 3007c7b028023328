//! Copies between host and device: whose bytes are read when, and who waits.
//!
//! | direction | host memory | form | how |
//! |---|---|---|---|
//! | to device | pageable, ≤ 256 KiB | both | inline, posted; the synchronous form first waits for work whose end the program could notice |
//! | to device | pageable, larger | both | bulk from the caller's memory; returns when the worker has received it |
//! | to device | pinned | async | posted; bytes are taken now, or when the stream arrives if something pending may still write them |
//! | to device | pinned | sync | the same, then waits for the stream |
//! | to host | pageable | both | call |
//! | to host | pinned | async | posted; bytes come before the completion that makes them visible |
//! | to host | pinned | sync | call |

use std::sync::Arc;
use std::sync::atomic::Ordering;

use cuda_abi::{CU_MEMORYTYPE_DEVICE, CU_MEMORYTYPE_HOST, CUresult};
use cuda_contract::claims;
use cuda_graph::capture;
use cuda_graph::node::{Copy3, Params};
use protocol::INLINE_MAX;
use protocol::ops::{COPY_PULL, COPY_SHADOW, Copy, CopyDevice, op};
use zerocopy::IntoBytes;

use super::Answer;
use crate::session::Wait;
use crate::state::pinned::Pinned;
use crate::state::stream::Stream;
use crate::state::{Global, mapped};

/// Pinned sources up to this many bytes are taken into the frame when nothing pending may write them; as many bytes for a pinned
/// destination come back on the ordered connection.
pub(crate) const PINNED_INLINE: usize = 64 * 1024;

/// Whether the call returns before the copy is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Sync,
    Async,
}

/// One side of a copy: rows `pitch` bytes apart.
#[derive(Debug, Clone, Copy)]
pub(super) struct Side {
    pub(super) address: u64,
    pub(super) pitch: u64,
}

/// `height` rows of `width` bytes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Extent {
    pub(super) width: u64,
    pub(super) height: u64,
}

impl Extent {
    /// `bytes` in one row.
    pub(super) fn linear(bytes: u64) -> Extent {
        Extent { width: bytes, height: 1 }
    }

    fn bytes(self) -> Result<u64, CUresult> {
        self.width.checked_mul(self.height).ok_or(CUresult::INVALID_VALUE)
    }
}

/// A copy, its sides in bytes of this process or the device.
#[derive(Debug, Clone, Copy)]
pub(super) struct Request {
    pub(super) dst: Side,
    pub(super) src: Side,
    pub(super) extent: Extent,
}

impl Request {
    /// A copy of `bytes` bytes in one piece.
    pub(super) fn linear(dst: u64, src: u64, bytes: u64) -> Request {
        let side = |address| Side { address, pitch: bytes };
        Request { dst: side(dst), src: side(src), extent: Extent::linear(bytes) }
    }

    /// The same copy in one row if its rows follow each other on both sides.
    fn flattened(self) -> Result<Request, CUresult> {
        let Extent { width, height } = self.extent;
        let packed = |side: Side| side.pitch == width;
        if height > 1 && (self.dst.pitch < width || self.src.pitch < width) {
            return Err(CUresult::INVALID_VALUE);
        }
        if height == 1 || (packed(self.dst) && packed(self.src)) {
            return Ok(Request::linear(self.dst.address, self.src.address, self.extent.bytes()?));
        }
        Ok(self)
    }

    fn span(&self, side: Side) -> Result<u64, CUresult> {
        let rows = side.pitch.checked_mul(self.extent.height - 1).ok_or(CUresult::INVALID_VALUE)?;
        rows.checked_add(self.extent.width).ok_or(CUresult::INVALID_VALUE)
    }
}

/// Whether a range can be the program's memory.
fn is_host(address: u64, bytes: u64) -> bool {
    address != 0 && claims::can_be_memory(address as usize, bytes as usize)
}

/// Where an address lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Host,
    Device,
}

/// Where an address lies, by what is allocated.
pub(super) fn place_of(g: &Global, address: u64) -> Place {
    if g.memory.find(address).is_some() { Place::Device } else { Place::Host }
}

/// Makes a copy between places.
///
/// # Safety
/// Host sides are valid for all bytes of the copy, for asynchronous copies of pinned memory until the stream has passed.
pub(super) unsafe fn copy(
    g: &Global,
    stream: &Arc<Stream>,
    request: Request,
    (dst, src): (Place, Place),
    form: Form,
) -> Answer {
    g.deferred(stream.context)?;
    if request.extent.width == 0 || request.extent.height == 0 {
        return Ok(());
    }
    let request = request.flattened()?;
    for (place, side) in [(dst, request.dst), (src, request.src)] {
        let span = request.span(side)?;
        match place {
            Place::Device => g.memory.range(side.address, span).map(drop)?,
            Place::Host if !is_host(side.address, span) => return Err(CUresult::INVALID_VALUE),
            Place::Host => {}
        }
    }
    let at = stream.place();
    if form == Form::Sync {
        capture::look_at_stream(&at)?;
    } else if capture::takes(&at)? {
        return capture::add(&at, Params::Copy(Box::new(as_node(stream, &request, (dst, src)))));
    }
    // SAFETY: the caller's contract.
    unsafe {
        match (dst, src) {
            (Place::Device, Place::Device) => device_to_device(g, stream, request),
            (Place::Device, Place::Host) => host_to_device(g, stream, request, form),
            (Place::Host, Place::Device) => device_to_host(g, stream, request, form),
            (Place::Host, Place::Host) => host_to_host(g, stream, request),
        }
    }
}

/// A copy that was put into a capturing stream.
fn as_node(stream: &Stream, request: &Request, (dst, src): (Place, Place)) -> Copy3 {
    let kind = |place| if place == Place::Host { CU_MEMORYTYPE_HOST } else { CU_MEMORYTYPE_DEVICE };
    let Extent { width, height } = request.extent;
    let ends = ((kind(dst), request.dst.address), (kind(src), request.src.address));
    let mut copy = Copy3::linear(ends.0, ends.1, width as usize, stream.context.raw().addr() as u64);
    copy.height = height as usize;
    (copy.dst.pitch, copy.src.pitch) = (request.dst.pitch as usize, request.src.pitch as usize);
    (copy.dst.rows, copy.src.rows) = (copy.height, copy.height);
    copy
}

fn device_to_device(g: &Global, stream: &Stream, request: Request) -> Answer {
    let frame = CopyDevice {
        dst: request.dst.address.into(),
        src: request.src.address.into(),
        width: request.extent.width.into(),
        height: request.extent.height.into(),
        dst_pitch: request.dst.pitch.into(),
        src_pitch: request.src.pitch.into(),
        stream: stream.id.into(),
    };
    stream.post(g, op::DTOD, &[frame.as_bytes()]).map(drop)
}

/// The fixed part of a copy between host and device.
fn frame(stream: &Stream, device: Side, extent: Extent, pinned: u64, xfer: u64, flags: u32) -> Copy {
    Copy {
        device: device.address.into(),
        host: pinned.into(),
        width: extent.width.into(),
        height: extent.height.into(),
        pitch: device.pitch.into(),
        host_pitch: extent.width.into(),
        xfer: xfer.into(),
        stream: stream.id.into(),
        flags: flags.into(),
    }
}

/// # Safety
/// As for [`copy`].
unsafe fn host_to_device(g: &Global, stream: &Arc<Stream>, request: Request, form: Form) -> Answer {
    let span = request.span(request.src)?;
    let Some(pinned) = g.pinned.covering(request.src.address, span) else {
        if form == Form::Sync && stream.host_visible_pending() {
            stream.synchronize(g)?;
        }
        // SAFETY: the caller's contract.
        unsafe { pageable_to_device(g, stream, request) }?;
        // Another process may be told that the bytes are there.
        if form == Form::Sync && g.shares.load(Ordering::Acquire) {
            stream.synchronize(g)?;
        }
        return Ok(());
    };
    // SAFETY: the caller's contract.
    unsafe { pinned_to_device(g, stream, request, span, &pinned) }?;
    if form == Form::Sync {
        stream.synchronize(g)?;
        g.deferred(stream.context)?;
    }
    Ok(())
}

/// # Safety
/// The source is valid for the request's bytes during the call.
unsafe fn pageable_to_device(g: &Global, stream: &Stream, request: Request) -> Answer {
    // SAFETY: the caller's contract.
    let rows = unsafe { Rows::of(request.src, request.extent) };
    let bytes = rows.packed();
    let extent = request.extent;
    if bytes.len() <= INLINE_MAX {
        let frame = frame(stream, request.dst, extent, 0, 0, 0);
        return stream.post(g, op::HTOD_INLINE, &[frame.as_bytes(), bytes]).map(drop);
    }
    let xfer = g.session.new_xfer();
    let frame = frame(stream, request.dst, extent, 0, xfer, 0);
    let parts = [frame.as_bytes()];
    let context = stream.context.id;
    // It stays in the stream when the call has returned.
    let cost = g.session.credits().of_transfer(bytes.len() as u64);
    g.session.wait_for_credit(context, &stream.progress, cost)?;
    // SAFETY: `bytes` is borrowed until the call returns.
    let reply = unsafe {
        g.session.call_with_bulk(
            context,
            op::HTOD_BULK,
            &parts,
            xfer,
            bytes.as_ptr(),
            bytes.len(),
            Wait::Receive,
        )
    }?;
    reply.result.ok()?;
    // The copy itself is still under way: the stream has something to wait for.
    stream.post_transfer(g, cost)
}

/// # Safety
/// The source is pinned memory of `span` bytes that the program leaves alone until the stream has passed.
unsafe fn pinned_to_device(
    g: &Global,
    stream: &Arc<Stream>,
    request: Request,
    span: u64,
    pinned: &Pinned,
) -> Answer {
    let (source, extent) = (request.src.address, request.extent);
    let pending = g.pinned.may_be_written(source, span);
    if extent.height != 1 {
        // Rows are packed here, so their bytes must be final.
        if pending {
            stream.context.synchronize(g)?;
        }
        // SAFETY: the caller's contract.
        return unsafe { pageable_to_device(g, stream, request) };
    }
    if !pending && span as usize <= PINNED_INLINE {
        // SAFETY: the caller's contract.
        return unsafe { pageable_to_device(g, stream, request) };
    }
    let (tracked, guard) = g.mapped.is_tracked(pinned);
    if tracked {
        drop(guard);
        // The worker's shadow is right once it knows what the program has changed: kernels and copies change it there.
        mapped::before_launch(g, stream, std::slice::from_ref(pinned))?;
        let frame = frame(stream, request.dst, extent, source, 0, COPY_SHADOW);
        return stream.post(g, op::HTOD_PINNED, &[frame.as_bytes()]).map(drop);
    }
    let xfer = g.session.new_xfer();
    let pointer: *const u8 = std::ptr::with_exposed_provenance(source as usize);
    if pending {
        // SAFETY: the memory stays pinned until the stream has passed; unpinning waits for it.
        unsafe { g.session.register_pull(xfer, pointer, span as usize) };
    }
    let frame = frame(stream, request.dst, extent, source, xfer, if pending { COPY_PULL } else { 0 });
    let seq = stream.post_with(g, op::HTOD_PINNED, &[frame.as_bytes()], || {
        if !pending {
            // SAFETY: as above.
            unsafe { g.session.send_pinned(xfer, pointer, span as usize) };
        }
    })?;
    g.pinned.note_reader(stream, seq, (source, source + span));
    drop(guard);
    Ok(())
}

/// # Safety
/// As for [`copy`].
unsafe fn device_to_host(g: &Global, stream: &Arc<Stream>, request: Request, form: Form) -> Answer {
    let span = request.span(request.dst)?;
    let pinned = g.pinned.covering(request.dst.address, span);
    match pinned {
        // SAFETY: the caller's contract.
        Some(pinned) if form == Form::Async && request.extent.height == 1 => unsafe {
            device_to_pinned(g, stream, request, &pinned)
        },
        _ => {
            // The reply's bytes are stored as soon as they come, those of an earlier copy perhaps later.
            if pinned.is_some() && g.pinned.copy_pending(request.dst.address, span) {
                stream.context.synchronize(g)?;
            }
            // SAFETY: the caller's contract.
            unsafe { device_to_pageable(g, stream, request) }
        }
    }
}

/// # Safety
/// The destination is pinned memory that the program leaves alone until the stream has passed.
unsafe fn device_to_pinned(g: &Global, stream: &Arc<Stream>, request: Request, pinned: &Pinned) -> Answer {
    let (target, bytes) = (request.dst.address, request.extent.width);
    debug_assert!(target >= pinned.base && target + bytes <= pinned.base + pinned.bytes);
    // What is in order with other copies into the same bytes must not come on another connection than their completion.
    let (tracked, _guard) = g.mapped.is_tracked(pinned);
    if tracked {
        mapped::before_copy_to(g, (target, target + bytes));
    }
    let bulk = bytes as usize > PINNED_INLINE && !tracked && !g.pinned.copy_pending(target, bytes);
    let xfer = if bulk { g.session.new_xfer() } else { 0 };
    if xfer != 0 {
        let pointer = std::ptr::with_exposed_provenance_mut(target as usize);
        // SAFETY: the memory stays pinned until the stream has passed; unpinning waits for it.
        unsafe { g.session.expect(xfer, pointer, bytes as usize) };
    }
    let frame = frame(stream, request.src, request.extent, target, xfer, 0);
    let seq = stream.post(g, op::DTOH_PINNED, &[frame.as_bytes()]).inspect_err(|_| {
        if xfer != 0 {
            g.session.expect_cancel(xfer);
        }
    })?;
    stream.note_host_visible(seq);
    g.pinned.note_writer(stream, seq, Some((target, target + bytes)));
    Ok(())
}

/// # Safety
/// The destination is valid for the request's bytes during the call.
unsafe fn device_to_pageable(g: &Global, stream: &Stream, request: Request) -> Answer {
    let bytes = usize::try_from(request.extent.bytes()?).map_err(|_| CUresult::INVALID_VALUE)?;
    if request.extent.height == 1 {
        let target = std::ptr::with_exposed_provenance_mut(request.dst.address as usize);
        // SAFETY: the caller's contract.
        return unsafe { fetch(g, stream, request, target, bytes) };
    }
    let mut packed = vec![0u8; bytes];
    // SAFETY: the vector has that many bytes.
    unsafe { fetch(g, stream, request, packed.as_mut_ptr(), bytes) }?;
    for (row, line) in packed.chunks_exact(request.extent.width as usize).enumerate() {
        let address = request.dst.address as usize + row * request.dst.pitch as usize;
        let target = std::ptr::with_exposed_provenance_mut(address);
        // SAFETY: a row of the destination, which the caller keeps valid.
        unsafe { std::ptr::copy_nonoverlapping(line.as_ptr(), target, line.len()) };
    }
    Ok(())
}

/// Waits for the device's bytes, packed.
///
/// # Safety
/// `target` is valid for writes of `bytes` bytes during the call.
unsafe fn fetch(g: &Global, stream: &Stream, request: Request, target: *mut u8, bytes: usize) -> Answer {
    let context = stream.context.id;
    let inline = bytes <= INLINE_MAX;
    let xfer = if inline { 0 } else { g.session.new_xfer() };
    let frame = frame(stream, request.src, request.extent, 0, xfer, 0);
    let parts = [frame.as_bytes()];
    stream.covering(|| {
        let reply = if inline {
            // SAFETY: the caller's contract.
            unsafe { g.session.call_into(context, op::DTOH, &parts, target, bytes, Wait::RoundTrip) }
        } else {
            // SAFETY: the caller's contract; withdrawn below if the bytes do not come.
            unsafe { g.session.expect(xfer, target, bytes) };
            g.session.call(context, op::DTOH, &parts, Wait::RoundTrip)
        };
        let result = reply.and_then(|reply| reply.result.ok());
        if result.is_err() && !inline {
            g.session.expect_cancel(xfer);
        }
        result
    })?;
    g.deferred(stream.context)
}

/// Both sides are host memory: in its place in the stream, by waiting for it.
///
/// # Safety
/// As for [`copy`].
unsafe fn host_to_host(g: &Global, stream: &Stream, request: Request) -> Answer {
    stream.synchronize(g)?;
    g.deferred(stream.context)?;
    for row in 0..request.extent.height {
        let at = |side: Side| (side.address + row * side.pitch) as usize;
        let source: *const u8 = std::ptr::with_exposed_provenance(at(request.src));
        let target: *mut u8 = std::ptr::with_exposed_provenance_mut(at(request.dst));
        // SAFETY: the caller's contract; the sides may overlap.
        unsafe { std::ptr::copy(source, target, request.extent.width as usize) };
    }
    Ok(())
}

/// Rows of host memory as one piece of bytes.
enum Rows<'a> {
    Linear(&'a [u8]),
    Packed(Vec<u8>),
}

impl<'a> Rows<'a> {
    /// # Safety
    /// All rows are valid for reads during `'a`.
    unsafe fn of(side: Side, extent: Extent) -> Rows<'a> {
        let row = |y: u64| {
            let pointer: *const u8 =
                std::ptr::with_exposed_provenance((side.address + y * side.pitch) as usize);
            // SAFETY: a row of the source.
            unsafe { std::slice::from_raw_parts(pointer, extent.width as usize) }
        };
        if extent.height == 1 {
            return Rows::Linear(row(0));
        }
        let mut packed = Vec::with_capacity((extent.width * extent.height) as usize);
        (0..extent.height).for_each(|y| packed.extend_from_slice(row(y)));
        Rows::Packed(packed)
    }

    fn packed(&self) -> &[u8] {
        match self {
            Rows::Linear(bytes) => bytes,
            Rows::Packed(bytes) => bytes,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(width: u64, height: u64, dst: u64, src: u64) -> Request {
        Request {
            dst: Side { address: 0x1000, pitch: dst },
            src: Side { address: 0x2000, pitch: src },
            extent: Extent { width, height },
        }
    }

    #[test]
    fn rows_that_follow_each_other_become_one() {
        let cases = [
            (request(8, 4, 8, 8), Ok((32, 1))),
            (request(8, 1, 100, 3), Ok((8, 1))),
            (request(8, 4, 16, 8), Ok((8, 4))),
            (request(8, 4, 8, 7), Err(CUresult::INVALID_VALUE)),
            (request(u64::MAX, 2, u64::MAX, u64::MAX), Err(CUresult::INVALID_VALUE)),
        ];
        for (request, want) in cases {
            let got = request.flattened().map(|r| (r.extent.width, r.extent.height));
            assert_eq!(got, want, "{request:?}");
        }
    }

    #[test]
    fn rows_are_packed() {
        let memory = [1u8, 2, 9, 3, 4, 9];
        let side = Side { address: memory.as_ptr().expose_provenance() as u64, pitch: 3 };
        // SAFETY: two rows of two bytes in six.
        let rows = unsafe { Rows::of(side, Extent { width: 2, height: 2 }) };
        assert_eq!(rows.packed(), [1, 2, 3, 4]);
    }
}
