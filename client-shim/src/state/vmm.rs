//! Virtual memory management: the client keeps the books, so that only what can fail for want of memory waits for the worker.

use std::sync::{Arc, OnceLock};

use cuda_abi::{CUdevice, CUmemAccess_flags, CUmemAllocationProp, CUresult};
use cuda_contract::vmm::{Mapping, Reservations, Usable};
use parking_lot::Mutex;
use protocol::ops::{VmmAccess, VmmCreate, VmmMap, VmmRange, VmmReserve, VmmWhere, op};
use zerocopy::IntoBytes;

use super::{Global, existing};
use crate::handle::{self, Kind, Slab};
use crate::session::Wait;

/// The frames below belong to no context.
const NO_CONTEXT: u32 = 0;

/// Reservations, mappings and handles.
pub(crate) struct Vmm {
    reserved: Mutex<Reservations<Arc<Physical>>>,
    handles: Slab<Arc<Handle>>,
    /// By device: minimum and recommended.
    granularity: Vec<[OnceLock<u64>; 2]>,
}

/// A handle and how often the program was given it.
pub(crate) struct Handle {
    value: usize,
    /// What it stands for.
    pub(crate) physical: Arc<Physical>,
    references: Mutex<u64>,
}

/// Physical memory. The worker holds it until nobody does here.
pub(crate) struct Physical {
    id: u32,
    device: usize,
    size: u64,
    /// What the program asked for.
    pub(crate) properties: CUmemAllocationProp,
}

// SAFETY: the properties hold a pointer (a Windows security descriptor) that is handed back and never followed.
unsafe impl Send for Physical {}
// SAFETY: as above.
unsafe impl Sync for Physical {}

impl Drop for Physical {
    fn drop(&mut self) {
        if let Some(g) = existing() {
            // A session that is over has given everything back.
            let _ = g.session.post(NO_CONTEXT, op::VMM_RELEASE, &[&self.id.to_le_bytes()]);
        }
    }
}

impl Vmm {
    /// Nothing yet.
    pub(crate) fn new(devices: usize) -> Vmm {
        let granularity = (0..devices).map(|_| Default::default()).collect();
        Vmm { reserved: Mutex::default(), handles: Slab::new(Kind::Physical), granularity }
    }

    /// cuMemGetAllocationGranularity; asked once.
    pub(crate) fn granularity(&self, g: &Global, device: usize, option: u32) -> Result<u64, CUresult> {
        let known = self.granularity.get(device).and_then(|both| both.get(option as usize));
        let known = known.ok_or(CUresult::INVALID_VALUE)?;
        if let Some(bytes) = known.get() {
            return Ok(*bytes);
        }
        let request = VmmWhere { device: g.wire_device(device).into(), option: option.into() };
        let bytes = word(&g.call(NO_CONTEXT, op::VMM_GRANULARITY, &[request.as_bytes()], Wait::Setup)?)?;
        Ok(*known.get_or_init(|| bytes))
    }

    /// cuMemCreate.
    pub(crate) fn create(
        &self,
        g: &Global,
        device: usize,
        size: u64,
        properties: CUmemAllocationProp,
    ) -> Result<u64, CUresult> {
        let id = g.ids.next();
        let request = VmmCreate {
            id: id.into(),
            device: g.wire_device(device).into(),
            size: size.into(),
            handle_types: properties.requestedHandleTypes.into(),
        };
        let ask = || g.call(NO_CONTEXT, op::VMM_CREATE, &[request.as_bytes()], Wait::RoundTrip);
        match ask() {
            Err(CUresult::OUT_OF_MEMORY) if g.pools.release(g, 0) => ask(),
            other => other,
        }?;
        Ok(self.hold(Arc::new(Physical { id, device, size, properties })))
    }

    fn hold(&self, physical: Arc<Physical>) -> u64 {
        let make = |value| Arc::new(Handle { value, physical, references: Mutex::new(1) });
        self.handles.insert_with(make).value as u64
    }

    /// What a handle stands for.
    pub(crate) fn handle(&self, handle: u64) -> Result<Arc<Handle>, CUresult> {
        let raw = usize::try_from(handle).map_err(|_| CUresult::INVALID_VALUE)?;
        self.handles.get(handle::raw(raw)).ok_or(CUresult::INVALID_VALUE)
    }

    /// cuMemRelease.
    pub(crate) fn release(&self, handle: u64) -> Result<(), CUresult> {
        let held = self.handle(handle)?;
        let mut references = held.references.lock();
        *references = references.checked_sub(1).ok_or(CUresult::INVALID_VALUE)?;
        if *references == 0 {
            self.handles.remove(handle::raw(held.value));
        }
        Ok(())
    }

    /// cuMemRetainAllocationHandle.
    pub(crate) fn retain(&self, address: u64) -> Result<u64, CUresult> {
        let physical = self.find(address).ok_or(CUresult::INVALID_VALUE)?.memory;
        if let Some(held) = self.handles.find(|held| Arc::ptr_eq(&held.physical, &physical)) {
            let mut references = held.references.lock();
            if *references > 0 {
                *references += 1;
                return Ok(held.value as u64);
            }
        }
        Ok(self.hold(physical))
    }

    /// cuMemAddressReserve. The addresses stay free in this process.
    pub(crate) fn reserve(
        &self,
        g: &Global,
        size: u64,
        alignment: u64,
        wanted: u64,
    ) -> Result<u64, CUresult> {
        let request = VmmReserve { size: size.into(), alignment: alignment.into(), wanted: wanted.into() };
        let base = word(&g.call(NO_CONTEXT, op::VMM_RESERVE, &[request.as_bytes()], Wait::RoundTrip)?)?;
        g.memory.reserve(base, size);
        self.reserved.lock().add(base, size);
        Ok(base)
    }

    /// cuMemAddressFree.
    pub(crate) fn unreserve(&self, g: &Global, base: u64, size: u64) -> Result<(), CUresult> {
        let mut reserved = self.reserved.lock();
        reserved.removable(base, size)?;
        let request = VmmRange { at: base.into(), size: size.into() };
        g.session.post(NO_CONTEXT, op::VMM_UNRESERVE, &[request.as_bytes()])?;
        reserved.remove(base);
        Ok(())
    }

    /// cuMemMap.
    pub(crate) fn map(&self, g: &Global, at: u64, size: u64, handle: u64) -> Result<(), CUresult> {
        let physical = self.handle(handle)?.physical.clone();
        let granularity = self.granularity(g, physical.device, 0)?;
        if !size.is_multiple_of(granularity) || !at.is_multiple_of(granularity) || size > physical.size {
            return Err(CUresult::INVALID_VALUE);
        }
        let mut reserved = self.reserved.lock();
        reserved.vacant(at, size)?;
        let request = VmmMap { at: at.into(), size: size.into(), id: physical.id.into() };
        g.session.post(NO_CONTEXT, op::VMM_MAP, &[request.as_bytes()])?;
        reserved.map(at, size, physical);
        Ok(())
    }

    /// cuMemUnmap.
    pub(crate) fn unmap(&self, g: &Global, at: u64, size: u64) -> Result<(), CUresult> {
        let mut reserved = self.reserved.lock();
        let (usable, gone) = reserved.unmap(at, size)?;
        publish(g, &usable, gone.first());
        let request = VmmRange { at: at.into(), size: size.into() };
        let answer = g.call(NO_CONTEXT, op::VMM_UNMAP, &[request.as_bytes()], Wait::RoundTrip);
        drop(reserved);
        // What nobody holds is released after it was unmapped.
        drop(gone);
        answer.map(drop)
    }

    /// cuMemSetAccess for one device.
    pub(crate) fn set_access(
        &self,
        g: &Global,
        (at, size): (u64, u64),
        device: usize,
        flags: CUmemAccess_flags,
    ) -> Result<(), CUresult> {
        let mut reserved = self.reserved.lock();
        let usable = reserved.set_access(at, size, flags)?;
        let request = VmmAccess {
            at: at.into(),
            size: size.into(),
            device: g.wire_device(device).into(),
            flags: flags.into(),
        };
        g.session.post(NO_CONTEXT, op::VMM_ACCESS, &[request.as_bytes()])?;
        publish(g, &usable, reserved.find(at));
        Ok(())
    }

    /// The mapping that contains an address.
    pub(crate) fn find(&self, address: u64) -> Option<Mapping<Arc<Physical>>> {
        self.reserved.lock().find(address).cloned()
    }
}

/// Lets copies and launches use what may be used of a reservation. `mapping`: one of those that changed.
fn publish(g: &Global, usable: &Usable, mapping: Option<&Mapping<Arc<Physical>>>) {
    let context = mapping.and_then(|mapping| g.primary(mapping.memory.device as CUdevice).ok());
    if let Some(context) = context {
        g.memory.set_mapped(usable.base, usable.size, &usable.runs, context);
    }
}

fn word(answer: &[u8]) -> Result<u64, CUresult> {
    answer.first_chunk().map(|bytes| u64::from_le_bytes(*bytes)).ok_or(CUresult::UNKNOWN)
}
