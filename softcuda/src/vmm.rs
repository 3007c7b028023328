//! Virtual memory management: physical memory by handle, reserved addresses, and mappings of one into the other.
//!
//! Physical memory is a range of one memory file.

use std::collections::BTreeMap;
use std::fs::File;
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::os::unix::fs::FileExt;
use std::sync::Arc;

use cuda_abi::{
    CU_MEM_ALLOCATION_TYPE_PINNED, CU_MEM_LOCATION_TYPE_DEVICE, CUmemAccess_flags, CUmemAllocationProp,
    CUmemLocation,
};
use cuda_contract::vmm::{Mapping, Reservations};
use parking_lot::Mutex;
use rustix::fs::{MemfdFlags, memfd_create};
use softcuda_simt::AllocError;

use crate::context::CONTEXTS;
use crate::driver::Driver;
use crate::error::{Error, Result};
use crate::handle::{Kind, Table};
use crate::memory;

/// Sizes and addresses of mappings are multiples of this.
pub const GRANULARITY: u64 = 2 << 20;

/// Handles that the program holds.
pub static HANDLES: Table<Handle> = Table::new(Kind::Allocation);

static STATE: Mutex<State> = Mutex::new(State {
    store: Store { file: None, end: 0, free: BTreeMap::new() },
    reserved: Reservations::new(),
});

/// A handle and how often it was given out.
pub struct Handle {
    /// Its value.
    pub value: u64,
    /// What it stands for.
    pub physical: Arc<Physical>,
    references: Mutex<u64>,
}

/// Physical memory. It lives as long as a handle or a mapping of it.
pub struct Physical {
    /// What the program asked for.
    pub properties: CUmemAllocationProp,
    /// Ordinal of the device that it is charged to.
    pub device: u32,
    /// Bytes.
    pub size: u64,
    /// Unique in the process (`CU_POINTER_ATTRIBUTE_BUFFER_ID`).
    pub id: u64,
    offset: u64,
}

// SAFETY: the properties hold a pointer (a Windows security descriptor) that is handed back and never followed.
unsafe impl Send for Physical {}
// SAFETY: as above.
unsafe impl Sync for Physical {}

struct State {
    store: Store,
    reserved: Reservations<Arc<Physical>>,
}

/// The memory file of the process and its free ranges (offset to size).
struct Store {
    file: Option<OwnedFd>,
    end: u64,
    free: BTreeMap<u64, u64>,
}

impl Store {
    fn file(&mut self) -> Result<&OwnedFd> {
        if self.file.is_none() {
            let file = memfd_create(c"softcuda", MemfdFlags::CLOEXEC);
            self.file = Some(file.map_err(|_| Error::OutOfMemory)?);
        }
        self.file.as_ref().ok_or(Error::OutOfMemory)
    }

    /// A range of zeros.
    fn take(&mut self, size: u64) -> Result<u64> {
        let fitting = self.free.iter().find(|(_, have)| **have >= size).map(|(at, have)| (*at, *have));
        if let Some((at, have)) = fitting {
            self.free.remove(&at);
            if have > size {
                self.free.insert(at + size, have - size);
            }
            return Ok(at);
        }
        let at = self.end;
        let end = at.checked_add(size).ok_or(Error::OutOfMemory)?;
        let length = libc::off_t::try_from(end).map_err(|_| Error::OutOfMemory)?;
        let file = self.file()?.as_raw_fd();
        // SAFETY: a live descriptor of our own.
        if unsafe { libc::ftruncate(file, length) } != 0 {
            return Err(Error::OutOfMemory);
        }
        self.end = end;
        Ok(at)
    }

    /// Fills a range that was taken.
    fn fill(&mut self, at: u64, size: u64, byte: u8) -> Result {
        let piece = vec![byte; GRANULARITY as usize];
        let file = File::from(self.file()?.try_clone().map_err(|_| Error::OutOfMemory)?);
        // Sizes are multiples of the granularity.
        let mut pieces = (at..at + size).step_by(piece.len());
        pieces.try_for_each(|at| file.write_all_at(&piece, at)).map_err(|_| Error::OutOfMemory)
    }

    /// Takes a range back; its bytes are zeros again.
    fn give(&mut self, mut at: u64, mut size: u64) {
        if let Some(file) = &self.file {
            let mode = libc::FALLOC_FL_PUNCH_HOLE | libc::FALLOC_FL_KEEP_SIZE;
            // SAFETY: a live descriptor of our own; nothing maps the range any more.
            let punched = unsafe { libc::fallocate(file.as_raw_fd(), mode, at as i64, size as i64) };
            if punched != 0 {
                // Not given out again: it would not be zeros.
                return;
            }
        }
        if let Some((&before, &have)) = self.free.range(..at).next_back()
            && before + have == at
        {
            self.free.remove(&before);
            (at, size) = (before, size + have);
        }
        if let Some(after) = self.free.remove(&(at + size)) {
            size += after;
        }
        self.free.insert(at, size);
    }
}

impl Drop for Physical {
    fn drop(&mut self) {
        if let Ok(driver) = Driver::get() {
            driver.memory.refund(self.device, self.size);
        }
        STATE.lock().store.give(self.offset, self.size);
    }
}

/// The device of a location.
pub fn device_of(location: &CUmemLocation) -> Result<u32> {
    if location.r#type != CU_MEM_LOCATION_TYPE_DEVICE {
        return Err(Error::NotSupported);
    }
    // SAFETY: every bit pattern is a number; devices are named by it.
    let id = unsafe { location.anon.id };
    Driver::get()?.device(id).map(|device| device.ordinal)
}

/// Checks properties; gives the device.
pub fn check(properties: &CUmemAllocationProp) -> Result<u32> {
    if properties.r#type != CU_MEM_ALLOCATION_TYPE_PINNED {
        return Err(Error::InvalidValue);
    }
    device_of(&properties.location)
}

fn granular(n: u64) -> bool {
    n.is_multiple_of(GRANULARITY)
}

/// Takes physical memory; gives its handle.
pub fn create(size: u64, properties: &CUmemAllocationProp) -> Result<u64> {
    let device = check(properties)?;
    if size == 0 || !granular(size) {
        return Err(Error::InvalidValue);
    }
    let ledger = &Driver::get()?.memory;
    ledger.charge(device, size)?;
    let offset = STATE.lock().store.take(size).inspect_err(|_| ledger.refund(device, size))?;
    let id = memory::next_id();
    let physical = Arc::new(Physical { properties: *properties, device, size, id, offset });
    if let Some(byte) = ledger.fresh {
        STATE.lock().store.fill(offset, size, byte)?;
    }
    Ok(hold(physical))
}

/// A new handle for memory.
fn hold(physical: Arc<Physical>) -> u64 {
    HANDLES.insert_with(|value| Handle { value, physical, references: Mutex::new(1) }).value
}

/// Gives a handle back; what is mapped stays.
pub fn release(handle: u64) -> Result {
    let held = HANDLES.get(handle).ok_or(Error::InvalidValue)?;
    let mut references = held.references.lock();
    *references -= 1;
    if *references == 0 {
        HANDLES.remove(handle);
    }
    Ok(())
}

/// A handle of the memory that is mapped at an address.
pub fn retain(address: u64) -> Result<u64> {
    let physical = find(address).ok_or(Error::InvalidValue)?.memory;
    let known = HANDLES.select(|held| Arc::ptr_eq(&held.physical, &physical));
    if let Some(held) = known.first() {
        let mut references = held.references.lock();
        if *references > 0 {
            *references += 1;
            return Ok(held.value);
        }
    }
    Ok(hold(physical))
}

/// Reserves addresses.
pub fn reserve(size: u64, alignment: u64, wanted: u64) -> Result<u64> {
    let space = &Driver::get()?.space;
    if alignment != 0 && !alignment.is_power_of_two() {
        return Err(Error::InvalidValue);
    }
    let base = space.reserve(size, alignment.max(GRANULARITY), wanted).map_err(refusal)?;
    STATE.lock().reserved.add(base, size);
    Ok(base)
}

/// Gives reserved addresses back.
pub fn unreserve(base: u64, size: u64) -> Result {
    let mut state = STATE.lock();
    state.reserved.removable(base, size)?;
    state.reserved.remove(base);
    Driver::get()?.space.unreserve(base, size).map_err(refusal)
}

/// Maps memory into reserved addresses, without access.
pub fn map(at: u64, size: u64, handle: u64) -> Result {
    let physical = HANDLES.get(handle).ok_or(Error::InvalidValue)?.physical.clone();
    if !granular(size) || !granular(at) || size > physical.size {
        return Err(Error::InvalidValue);
    }
    let space = &Driver::get()?.space;
    let mut state = STATE.lock();
    let State { store, reserved } = &mut *state;
    reserved.vacant(at, size)?;
    space.map_file(at, size, store.file()?.as_fd(), physical.offset).map_err(refusal)?;
    reserved.map(at, size, physical);
    Ok(())
}

/// Ends the mappings that make up a range, once nothing that was queued can use them any more.
pub fn unmap(at: u64, size: u64) -> Result {
    for live in CONTEXTS.select(|_| true).iter().filter_map(|context| context.live().ok()) {
        // A failed context has no work left.
        let _ = live.synchronize();
    }
    let space = &Driver::get()?.space;
    let mut state = STATE.lock();
    let (usable, gone) = state.reserved.unmap(at, size)?;
    let hidden = space.set_valid(usable.base, &usable.runs);
    let unmapped = hidden.and_then(|()| space.unmap_file(at, size)).map_err(refusal);
    // In this order: memory that nobody holds goes back to the state.
    drop(state);
    drop(gone);
    unmapped
}

/// Sets how a device may use the mappings that make up a range.
pub fn set_access(at: u64, size: u64, access: CUmemAccess_flags) -> Result {
    let mut state = STATE.lock();
    let usable = state.reserved.set_access(at, size, access)?;
    Driver::get()?.space.set_valid(usable.base, &usable.runs).map_err(refusal)
}

/// The mapping that contains an address.
pub fn find(address: u64) -> Option<Mapping<Arc<Physical>>> {
    STATE.lock().reserved.find(address).cloned()
}

fn refusal(error: AllocError) -> Error {
    match error {
        AllocError::OutOfMemory | AllocError::Reserve => Error::OutOfMemory,
        AllocError::Invalid | AllocError::Overlap => Error::InvalidValue,
    }
}
