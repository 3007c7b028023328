//! Pinned host memory.

use std::ffi::{c_uint, c_void};

use cuda_abi::*;
use cuda_contract::claims;
use cuda_graph::capture;
use protocol::ops::{HostRange, op};
use zerocopy::IntoBytes;

use super::{Answer, not_null, put};
use crate::session::Wait;
use crate::state::context::{Context, current};
use crate::state::pinned::{Origin, PAGE, Pinned};
use crate::state::{self, Global};

const ALLOC_FLAGS: u32 = CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP | CU_MEMHOSTALLOC_WRITECOMBINED;
const REGISTER_FLAGS: u32 = CU_MEMHOSTREGISTER_PORTABLE
    | CU_MEMHOSTREGISTER_DEVICEMAP
    | CU_MEMHOSTREGISTER_IOMEMORY
    | CU_MEMHOSTREGISTER_READ_ONLY;

pub(crate) unsafe fn cu_mem_alloc_host_v2(pp: *mut *mut c_void, bytesize: usize) -> Answer {
    // SAFETY: the same contract.
    unsafe { cu_mem_host_alloc(pp, bytesize, 0) }
}

pub(crate) unsafe fn cu_mem_host_alloc(pp: *mut *mut c_void, bytesize: usize, Flags: c_uint) -> Answer {
    let g = state::global()?;
    let context = current()?;
    g.deferred(context)?;
    capture::guard()?;
    not_null(pp)?;
    if bytesize == 0 || Flags & !ALLOC_FLAGS != 0 {
        return Err(CUresult::INVALID_VALUE);
    }
    let pinned = allocate(g, context, bytesize as u64, Flags, false)?;
    // SAFETY: checked above.
    unsafe { put(pp, std::ptr::with_exposed_provenance_mut(pinned.base as usize)) }
}

/// Managed memory is host memory that kernels use in place: it has one address here and in the worker, and what changes on one side
/// goes to the other as for other mapped memory.
pub(super) fn allocate_managed(g: &Global, context: &'static Context, bytes: u64) -> Result<u64, CUresult> {
    let pinned = allocate(g, context, bytes, CU_MEMHOSTALLOC_DEVICEMAP, true)?;
    Ok(pinned.base)
}

fn allocate(
    g: &Global,
    context: &'static Context,
    bytes: u64,
    flags: u32,
    managed: bool,
) -> Result<Pinned, CUresult> {
    let mapped = bytes.checked_next_multiple_of(PAGE).ok_or(CUresult::OUT_OF_MEMORY)?;
    let (base, origin) = match g.pinned.take_pages(mapped) {
        Some(base) => (base, Origin::Arena),
        None => (private_pages(mapped)?, Origin::Private),
    };
    let mut pinned = Pinned { base, bytes, mapped, flags, origin, context, in_place: false, managed };
    pinned.in_place = map(g, &pinned).inspect_err(|_| give_back(g, &pinned))?;
    if managed && !pinned.in_place {
        let _ = unmap(g, &pinned);
        give_back(g, &pinned);
        return Err(cuda_contract::not_supported("managed memory whose address is taken in the worker"));
    }
    g.pinned.insert(pinned);
    g.mapped.pinned(&pinned);
    Ok(pinned)
}

/// New pages anywhere.
fn private_pages(bytes: u64) -> Result<u64, CUresult> {
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
    let protection = libc::PROT_READ | libc::PROT_WRITE;
    // SAFETY: a new mapping where the kernel likes.
    let got = unsafe { libc::mmap(std::ptr::null_mut(), bytes as usize, protection, flags, -1, 0) };
    if got == libc::MAP_FAILED { Err(CUresult::OUT_OF_MEMORY) } else { Ok(got.expose_provenance() as u64) }
}

/// Frees the pages of memory that was allocated here.
fn give_back(g: &Global, pinned: &Pinned) {
    if pinned.managed {
        g.advices.lock().forget(pinned.base, pinned.base + pinned.bytes);
    }
    match pinned.origin {
        Origin::Arena => g.pinned.give_pages(pinned.base, pinned.mapped),
        Origin::Private => {
            let start = std::ptr::with_exposed_provenance_mut(pinned.base as usize);
            // SAFETY: pages of `private_pages` that nothing uses any more.
            unsafe { libc::munmap(start, pinned.mapped as usize) };
        }
        Origin::Program => {}
    }
}

fn wire_range(pinned: &Pinned) -> HostRange {
    HostRange {
        addr: pinned.wire_base().into(),
        bytes: pinned.mapped.into(),
        flags: pinned.flags.into(),
        registered: u32::from(pinned.origin != Origin::Arena).into(),
    }
}

/// Has the worker map it; says whether its address is the same there.
fn map(g: &Global, pinned: &Pinned) -> Result<bool, CUresult> {
    let request = wire_range(pinned);
    let local = g.call(pinned.context.id, op::HOST_MAP, &[request.as_bytes()], Wait::RoundTrip)?;
    Ok(local == pinned.wire_base().to_le_bytes())
}

/// Ends pinned memory: first nothing here reads it any more, then the worker has written the last of it.
fn unmap(g: &Global, pinned: &Pinned) -> Answer {
    let start = pinned.base as usize;
    g.session.flush();
    g.session.pinned_idle(start..start + pinned.bytes as usize);
    g.call(pinned.context.id, op::HOST_UNMAP, &[wire_range(pinned).as_bytes()], Wait::RoundTrip).map(drop)
}

/// Ends all pinned memory of a context that is about to close. Errors do not matter: the context takes it along.
pub(crate) fn unmap_all(g: &Global, context: &Context) {
    for pinned in g.pinned.all_of(context) {
        let _ = unmap(g, &pinned);
        g.mapped.forget(&pinned);
        if g.pinned.remove(pinned.base, |_| true).is_some() && pinned.origin == Origin::Arena {
            give_back(g, &pinned);
        }
    }
}

pub(crate) unsafe fn cu_mem_free_host(p: *mut c_void) -> Answer {
    let g = state::global()?;
    if p.is_null() {
        return Ok(());
    }
    end(
        g,
        p.addr() as u64,
        |pinned| pinned.origin != Origin::Program && !pinned.managed,
        CUresult::INVALID_VALUE,
    )
}

/// Frees the managed memory that starts at `base`.
pub(super) fn free_managed(g: &Global, base: u64) -> Answer {
    end(g, base, |pinned| pinned.managed, CUresult::INVALID_VALUE)
}

/// Ends the pinned memory that starts at `base`.
fn end(g: &Global, base: u64, wanted: impl Fn(&Pinned) -> bool, otherwise: CUresult) -> Answer {
    let found =
        g.pinned.find(base).filter(|pinned| pinned.base == base && wanted(pinned)).ok_or(otherwise)?;
    g.deferred(found.context)?;
    capture::guard()?;
    // It stays known until the worker is done with it, so that bytes on their way still find it.
    unmap(g, &found)?;
    g.mapped.forget(&found);
    if let Some(removed) = g.pinned.remove(base, wanted) {
        give_back(g, &removed);
    }
    Ok(())
}

pub(crate) unsafe fn cu_mem_host_register_v2(p: *mut c_void, bytesize: usize, Flags: c_uint) -> Answer {
    let g = state::global()?;
    let context = current()?;
    g.deferred(context)?;
    capture::guard()?;
    let base = p.expose_provenance() as u64;
    let bytes = bytesize as u64;
    let end = base.checked_add(bytes).ok_or(CUresult::INVALID_VALUE)?;
    if p.is_null() || bytes == 0 || Flags & !REGISTER_FLAGS != 0 {
        return Err(CUresult::INVALID_VALUE);
    }
    if Flags & CU_MEMHOSTREGISTER_IOMEMORY != 0 {
        return Err(CUresult::NOT_PERMITTED);
    }
    if Flags & CU_MEMHOSTREGISTER_READ_ONLY != 0 {
        // The attribute READ_ONLY_HOST_REGISTER_SUPPORTED reads 0.
        return Err(CUresult::NOT_SUPPORTED);
    }
    if !claims::can_be_memory(base as usize, bytesize) {
        return Err(CUresult::INVALID_VALUE);
    }
    if g.pinned.overlaps(base, bytes) {
        return Err(CUresult::HOST_MEMORY_ALREADY_REGISTERED);
    }
    let mapped = end.checked_next_multiple_of(PAGE).ok_or(CUresult::INVALID_VALUE)? - base / PAGE * PAGE;
    let origin = Origin::Program;
    let mut pinned =
        Pinned { base, bytes, mapped, flags: Flags, origin, context, in_place: false, managed: false };
    pinned.in_place = map(g, &pinned)?;
    g.pinned.insert(pinned);
    g.mapped.pinned(&pinned);
    Ok(())
}

pub(crate) unsafe fn cu_mem_host_unregister(p: *mut c_void) -> Answer {
    let g = state::global()?;
    if p.is_null() {
        return Err(CUresult::INVALID_VALUE);
    }
    let otherwise = CUresult::HOST_MEMORY_NOT_REGISTERED;
    end(g, p.addr() as u64, |pinned| pinned.origin == Origin::Program, otherwise)
}

/// Pinned memory by a pointer into it; CUDA_ERROR_INVALID_VALUE if it is none.
fn pinned_at(g: &Global, p: *mut c_void) -> Result<Pinned, CUresult> {
    g.pinned.find(p.addr() as u64).filter(|pinned| !pinned.managed).ok_or(CUresult::INVALID_VALUE)
}

pub(crate) unsafe fn cu_mem_host_get_device_pointer_v2(
    pdptr: *mut CUdeviceptr,
    p: *mut c_void,
    Flags: c_uint,
) -> Answer {
    let g = state::global()?;
    not_null(pdptr)?;
    if Flags != 0 {
        return Err(CUresult::INVALID_VALUE);
    }
    let pinned = pinned_at(g, p)?;
    if !pinned.in_place {
        return Err(cuda_contract::not_supported(
            "device pointers of memory whose address is taken in the worker",
        ));
    }
    g.mapped.asked_for(&pinned);
    // SAFETY: checked above.
    unsafe { put(pdptr, p.addr() as u64) }
}

pub(crate) unsafe fn cu_mem_host_get_flags(pFlags: *mut c_uint, p: *mut c_void) -> Answer {
    let g = state::global()?;
    let pinned = pinned_at(g, p)?;
    // With unified addressing all pinned memory is mapped.
    // SAFETY: null or writable.
    unsafe { put(pFlags, pinned.flags | CU_MEMHOSTALLOC_DEVICEMAP) }
}
