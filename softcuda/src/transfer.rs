//! Copies and fills as the API asks for them: checked, then done in the calling thread or queued.
//!
//! A synchronous transfer waits for its stream and is a plain `memcpy` in the calling thread. An asynchronous
//! one is queued; a pageable source is taken before the call returns, and a pageable destination makes the
//! call synchronous, as CUDA allows.

use std::sync::Arc;

use cuda_abi::*;
use cuda_contract::claims;
use cuda_graph::capture;
use cuda_graph::node::Params;

use crate::context::Live;
use crate::copy::{Copy, Fill, Job, Side};
use crate::driver::Driver;
use crate::error::{Error, Result};
use crate::gate::GATE;
use crate::graph;
use crate::memory::Memory;
use crate::op::Op;
use crate::stream::Stream;

/// Pageable sources up to this size are staged; larger ones are waited for, so that staging memory is bounded.
const MAX_STAGED: u64 = 4 << 20;

/// Where one end of a copy may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Any address of this process.
    Host,
    /// Memory that the device can access.
    Device,
    /// Whatever the address says.
    Unified,
}

impl Place {
    /// The place that a `CUmemorytype` means.
    pub fn of(memory: u32) -> Result<Self> {
        match memory {
            CU_MEMORYTYPE_HOST => Ok(Self::Host),
            CU_MEMORYTYPE_DEVICE => Ok(Self::Device),
            CU_MEMORYTYPE_UNIFIED => Ok(Self::Unified),
            CU_MEMORYTYPE_ARRAY => Err(Error::NotSupported),
            _ => Err(Error::InvalidValue),
        }
    }

    /// The `CUmemorytype`.
    pub fn memory(self) -> u32 {
        match self {
            Self::Host => CU_MEMORYTYPE_HOST,
            Self::Device => CU_MEMORYTYPE_DEVICE,
            Self::Unified => CU_MEMORYTYPE_UNIFIED,
        }
    }

    /// Checks an end of `len` bytes; true when it is pageable host memory.
    fn check(self, memory: &Memory, address: u64, len: u64) -> Result<bool> {
        if address == 0 {
            return Err(Error::InvalidValue);
        }
        let pageable = !memory.known(address);
        if !pageable || self == Self::Device {
            memory.check(address, len)?;
        } else if !claims::can_be_memory(address as usize, len as usize) {
            return Err(Error::InvalidValue);
        }
        Ok(pageable)
    }
}

/// Bytes from the first to the last that a side of the box touches.
fn span(side: &Side, copy: &Copy) -> Result<u64> {
    let rows = side.pitch.checked_mul(copy.height - 1);
    let slices = side.slice.checked_mul(copy.depth - 1);
    let total = rows.zip(slices).and_then(|(a, b)| a.checked_add(b)?.checked_add(copy.width));
    total.ok_or(Error::InvalidValue)
}

/// Checks a copy that is to be made later.
pub fn check_copy(copy: Copy, dst: Place, src: Place) -> Result {
    check(copy, dst, src).map(drop)
}

/// A copy whose ends were checked.
struct Checked {
    copy: Copy,
    from_pageable: bool,
    to_pageable: bool,
}

fn check(copy: Copy, dst: Place, src: Place) -> Result<Option<Checked>> {
    if copy.bytes() == 0 {
        return Ok(None);
    }
    let memory = &Driver::get()?.memory;
    let to_pageable = dst.check(memory, copy.dst.address, span(&copy.dst, &copy)?)?;
    let from_pageable = src.check(memory, copy.src.address, span(&copy.src, &copy)?)?;
    Ok(Some(Checked { copy, from_pageable, to_pageable }))
}

/// Copies in stream order and returns when it is done.
pub fn copy_now(live: &Arc<Live>, stream: &Arc<Stream>, copy: Copy, dst: Place, src: Place) -> Result {
    let checked = check(copy, dst, src)?;
    capture::look_at_stream(&stream.place())?;
    live.wait_stream(stream)?;
    if let Some(checked) = checked {
        let _entry = GATE.wait();
        Job::Copy(checked.copy).run();
    }
    Ok(())
}

/// Queues a copy.
pub fn copy_later(live: &Arc<Live>, stream: &Arc<Stream>, copy: Copy, dst: Place, src: Place) -> Result {
    let Some(checked) = check(copy, dst, src)? else { return Ok(()) };
    let place = stream.place();
    if capture::takes(&place)? {
        let node = graph::copy_node(&copy, (dst, src), live.context);
        return Ok(capture::add(&place, Params::Copy(Box::new(node)))?);
    }
    if checked.to_pageable {
        return finish(live, stream, Op::Copy(copy));
    }
    if !checked.from_pageable {
        live.submit(stream, Op::Copy(copy));
        return Ok(());
    }
    let busy = !stream.idle() || !live.implicit_waits(stream).is_empty();
    if !busy || copy.bytes() > MAX_STAGED || copy.height * copy.depth > 1 {
        return finish(live, stream, Op::Copy(copy));
    }
    let mut staged = vec![0u8; copy.width as usize];
    let take = Copy::linear(staged.as_mut_ptr() as u64, copy.src.address, copy.width);
    // SAFETY: the source is the caller's host memory of that size; the destination was just made.
    unsafe { take.run() };
    live.submit(stream, Op::Staged(copy.dst.address, staged.into_boxed_slice()));
    Ok(())
}

/// Queues an operation and waits for it.
fn finish(live: &Arc<Live>, stream: &Arc<Stream>, op: Op) -> Result {
    let seq = live.submit(stream, op);
    stream.wait(seq);
    live.fate.check()
}

/// Queues a fill; like a driver's, a fill of device memory does not block.
pub fn fill(live: &Arc<Live>, stream: &Arc<Stream>, fill: Fill, wait: bool) -> Result {
    let row = fill.width.checked_mul(fill.element).ok_or(Error::InvalidValue)?;
    if row == 0 || fill.height == 0 {
        return Ok(());
    }
    let pitch_fits = fill.height == 1 || fill.pitch >= row;
    if !fill.address.is_multiple_of(fill.element) || !fill.pitch.is_multiple_of(fill.element) || !pitch_fits {
        return Err(Error::InvalidValue);
    }
    let rows = fill.pitch.checked_mul(fill.height - 1).and_then(|rows| rows.checked_add(row));
    let memory = &Driver::get()?.memory;
    memory.check(fill.address, rows.ok_or(Error::InvalidValue)?)?;
    let place = stream.place();
    if wait {
        capture::look_at_stream(&place)?;
    } else if capture::takes(&place)? {
        return Ok(capture::add(&place, Params::Fill(graph::fill_node(&fill, live.context)))?);
    }
    let on_host = memory.find(fill.address).is_some_and(|range| !range.on_device());
    if wait && on_host {
        return finish(live, stream, Op::Fill(fill));
    }
    live.submit(stream, Op::Fill(fill));
    Ok(())
}
