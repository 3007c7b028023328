//! Virtual memory management. The worker keeps its own books: what a session may unmap or give back is what it has, and
//! physical memory counts until it is released and nowhere mapped.

use std::collections::HashMap;
use std::sync::Arc;

use cuda_abi::{
    CU_MEM_ACCESS_FLAGS_PROT_READWRITE, CU_MEM_ALLOCATION_TYPE_PINNED, CU_MEM_LOCATION_TYPE_DEVICE,
    CUmemAccessDesc, CUmemAllocationProp, CUmemAllocationProp_v1_allocFlags, CUmemLocation,
    CUmemLocation_v1_anon, CUresult,
};
use cuda_contract::vmm::Reservations;
use parking_lot::Mutex;
use protocol::ops::{VmmAccess, VmmCreate, VmmMap, VmmRange, VmmReserve, VmmWhere};
use zerocopy::FromBytes;
use zerocopy::little_endian::U32;

use super::{Env, bad};
use crate::worker::allocations::Reserved;
use crate::worker::caller::{Answer, Handled, Job};
use crate::worker::driver::Cu;
use crate::worker::session::Session;
use crate::worker::zeroing;

/// Physical memory of the session.
pub(crate) struct Physical {
    raw: u64,
    size: u64,
    counted: Reserved,
}

/// Reservations, mappings and physical memory of a session.
#[derive(Default)]
pub struct Vmm {
    reserved: Mutex<Reservations<Arc<Physical>>>,
    held: Mutex<HashMap<u32, Arc<Physical>>>,
}

fn location(device: u32) -> CUmemLocation {
    let anon = CUmemLocation_v1_anon { id: i32::try_from(device).unwrap_or(i32::MAX) };
    CUmemLocation { r#type: CU_MEM_LOCATION_TYPE_DEVICE, anon }
}

fn properties(device: u32, handle_types: u32) -> CUmemAllocationProp {
    CUmemAllocationProp {
        r#type: CU_MEM_ALLOCATION_TYPE_PINNED,
        requestedHandleTypes: handle_types,
        location: location(device),
        win32HandleMetaData: std::ptr::null_mut(),
        allocFlags: CUmemAllocationProp_v1_allocFlags {
            compressionType: 0,
            gpuDirectRDMACapable: 0,
            usage: 0,
            reserved: [0; 4],
        },
    }
}

/// VMM_GRANULARITY.
pub(super) fn granularity(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, _) = VmmWhere::split(payload).map_err(bad)?;
    let (properties, mut bytes) = (properties(p.device.get(), 0), 0usize);
    // SAFETY: both pointers are valid.
    unsafe {
        (env.lib().cuMemGetAllocationGranularity)(&raw mut bytes, &raw const properties, p.option.get())
    }
    .ok()?;
    Ok(Answer::Bytes((bytes as u64).to_le_bytes().to_vec()))
}

/// VMM_RESERVE.
pub(super) fn reserve(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, _) = VmmReserve::split(payload).map_err(bad)?;
    let bytes = |n: u64| usize::try_from(n).map_err(bad);
    let (size, alignment, mut base) = (bytes(p.size.get())?, bytes(p.alignment.get())?, 0);
    // SAFETY: the out pointer is valid.
    unsafe { (env.lib().cuMemAddressReserve)(&raw mut base, size, alignment, p.wanted.get(), 0) }.ok()?;
    env.session.vmm.reserved.lock().add(base, p.size.get());
    Ok(Answer::Bytes(base.to_le_bytes().to_vec()))
}

/// VMM_UNRESERVE.
pub(super) fn unreserve(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, _) = VmmRange::split(payload).map_err(bad)?;
    let (base, size) = (p.at.get(), p.size.get());
    let mut reserved = env.session.vmm.reserved.lock();
    reserved.removable(base, size)?;
    reserved.remove(base);
    // SAFETY: a whole reservation of the session, in which nothing is mapped.
    unsafe { (env.lib().cuMemAddressFree)(base, usize::try_from(size).map_err(bad)?) }.ok()?;
    Ok(Answer::Empty)
}

/// VMM_CREATE: a driver may wait when it takes memory.
pub(super) fn create(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, _) = VmmCreate::split(payload).map_err(bad)?;
    let (p, caller) = (*p, env.caller);
    let job: Job = Box::new(move |session| {
        let result = take(session, &p);
        session.finish(&caller, CUresult::from(result), &[]);
    });
    env.session.pool.spawn(env.session, job);
    Ok(Answer::Later)
}

fn take(session: &Session, p: &VmmCreate) -> Cu<()> {
    let (device, size) = (p.device.get(), p.size.get());
    let bytes = usize::try_from(size).map_err(bad)?;
    let counted = session.allocations.reserve(device as usize, size)?;
    let properties = properties(device, p.handle_types.get());
    let mut raw = 0;
    // SAFETY: both pointers are valid.
    let created = unsafe { (session.lib.cuMemCreate)(&raw mut raw, bytes, &raw const properties, 0) }.ok();
    if let Err(error) = created {
        session.allocations.cancel(counted);
        return Err(error);
    }
    let fresh = Arc::new(Physical { raw, size, counted });
    let zeroed = if session.zeroing.is_on() { wipe(session, device, &fresh, bytes) } else { Ok(()) };
    if let Err(e) = zeroed {
        put_down(session, fresh);
        return Err(e);
    }
    let mut held = session.vmm.held.lock();
    if held.contains_key(&p.id.get()) {
        drop(held);
        put_down(session, fresh);
        return Err(CUresult::INVALID_VALUE);
    }
    held.insert(p.id.get(), fresh);
    Ok(())
}

/// Zeroes fresh memory of a device, at addresses that the client does not get.
fn wipe(session: &Session, device: u32, memory: &Physical, bytes: usize) -> Cu<()> {
    let lib = &session.lib;
    let mut at = 0;
    // SAFETY: the out pointer is valid.
    unsafe { (lib.cuMemAddressReserve)(&raw mut at, bytes, 0, 0, 0) }.ok()?;
    // SAFETY: addresses that were just reserved for this, and as much memory.
    let mapped = unsafe { (lib.cuMemMap)(at, bytes, 0, memory.raw, 0) }.ok();
    let zeroed = mapped.and_then(|()| {
        let all = CUmemAccessDesc { location: location(device), flags: CU_MEM_ACCESS_FLAGS_PROT_READWRITE };
        // SAFETY: a whole mapping; the description is valid.
        let usable = unsafe { (lib.cuMemSetAccess)(at, bytes, &raw const all, 1) }.ok();
        let zeroed = usable.and_then(|()| {
            zeroing::on_device(session, device, |lib, stream| {
                // SAFETY: the mapping is this function's alone, and waited for.
                unsafe { (lib.cuMemsetD8Async)(at, 0, bytes, stream.0) }.ok()
            })
        });
        // SAFETY: the mapping made above, which nothing uses any more.
        zeroed.and(unsafe { (lib.cuMemUnmap)(at, bytes) }.ok())
    });
    // SAFETY: the reservation made above, in which nothing is mapped; if unmapping failed, the driver refuses.
    let freed = unsafe { (lib.cuMemAddressFree)(at, bytes) }.ok();
    zeroed.and(freed)
}

/// Gives memory back if this was its last use.
fn put_down(session: &Session, physical: Arc<Physical>) {
    if let Some(last) = Arc::into_inner(physical) {
        // SAFETY: a handle of the session that nobody uses any more; nothing of it is mapped.
        let _ = unsafe { (session.lib.cuMemRelease)(last.raw) };
        session.allocations.freed(last.counted);
    }
}

/// VMM_RELEASE.
pub(super) fn release(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (id, _) = U32::ref_from_prefix(payload).map_err(bad)?;
    let physical = env.session.vmm.held.lock().remove(&id.get()).ok_or(CUresult::INVALID_VALUE)?;
    put_down(env.session, physical);
    Ok(Answer::Empty)
}

/// VMM_MAP.
pub(super) fn map(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, _) = VmmMap::split(payload).map_err(bad)?;
    let (at, size) = (p.at.get(), p.size.get());
    let vmm = &env.session.vmm;
    let physical = vmm.held.lock().get(&p.id.get()).cloned().ok_or(CUresult::INVALID_VALUE)?;
    let mut reserved = vmm.reserved.lock();
    reserved.vacant(at, size)?;
    if size > physical.size {
        return Err(CUresult::INVALID_VALUE);
    }
    let bytes = usize::try_from(size).map_err(bad)?;
    // SAFETY: free addresses of a reservation of the session, and as much of its own memory.
    unsafe { (env.lib().cuMemMap)(at, bytes, 0, physical.raw, 0) }.ok()?;
    reserved.map(at, size, physical);
    Ok(Answer::Empty)
}

/// VMM_UNMAP: may wait for the device.
pub(super) fn unmap(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, _) = VmmRange::split(payload).map_err(bad)?;
    let (at, size, caller) = (p.at.get(), p.size.get(), env.caller);
    let (_, gone) = env.session.vmm.reserved.lock().unmap(at, size)?;
    let bytes = usize::try_from(size).map_err(bad)?;
    let job: Job = Box::new(move |session| {
        // SAFETY: whole mappings of the session, taken out of its books so that they are unmapped once.
        let result = unsafe { (session.lib.cuMemUnmap)(at, bytes) };
        gone.into_iter().for_each(|mapping| put_down(session, mapping.memory));
        session.finish(&caller, result, &[]);
    });
    env.session.pool.spawn(env.session, job);
    Ok(Answer::Later)
}

/// VMM_ACCESS.
pub(super) fn access(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, _) = VmmAccess::split(payload).map_err(bad)?;
    let (at, size, flags) = (p.at.get(), p.size.get(), p.flags.get());
    env.session.vmm.reserved.lock().set_access(at, size, flags)?;
    let wanted = CUmemAccessDesc { location: location(p.device.get()), flags };
    let bytes = usize::try_from(size).map_err(bad)?;
    // SAFETY: whole mappings of the session; the description is valid.
    unsafe { (env.lib().cuMemSetAccess)(at, bytes, &raw const wanted, 1) }.ok()?;
    Ok(Answer::Empty)
}
