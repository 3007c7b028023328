//! Allocations that other processes open, and those of others.

use std::collections::BTreeMap;
use std::os::fd::AsFd;
use std::sync::Arc;

use parking_lot::Mutex;

use super::file::{Handle, Kind, Refused, Shared};
use crate::context::Live;
use crate::driver::Driver;
use crate::error::{Error, Result};
use crate::gate::GATE;
use crate::memory::{Allocation, Memory, MemoryKind, Owner};
use crate::pool;

/// Exported allocations: base to number of the allocation and its file.
static EXPORTS: Mutex<BTreeMap<u64, (u64, Shared)>> = Mutex::new(BTreeMap::new());
/// Memory of other processes by its address here.
static IMPORTS: Mutex<BTreeMap<u64, Import>> = Mutex::new(BTreeMap::new());

struct Import {
    handle: Handle,
    /// Life of the context.
    owner: u64,
    /// How often it was opened.
    opens: u64,
}

/// Whether an allocation may be exported: one of `cuMemAlloc`.
pub fn exportable(range: &Allocation) -> bool {
    range.kind == MemoryKind::Device
        && pool::of(range.base).is_none()
        && !cuda_graph::memory::is_live(range.base)
}

/// The handle of the allocation that contains an address.
pub fn export(memory: &Memory, address: u64) -> Result<Handle> {
    /// Not the lock of the table, which threads take that an export waits for.
    static TURN: Mutex<()> = Mutex::new(());
    let _turn = TURN.lock();
    let range = memory.find(address).filter(exportable).ok_or(Error::InvalidValue)?;
    let known =
        EXPORTS.lock().get(&range.base).filter(|(id, _)| *id == range.id).map(|(_, shared)| shared.handle());
    if let Some(handle) = known {
        return handle.ok_or(Error::OutOfMemory);
    }
    let device = Driver::get()?.device(range.device as i32)?.number;
    let shared = Shared::create(Kind::Memory, device, range.size).ok_or(Error::OutOfMemory)?;
    GATE.closed_for(|| memory.move_to_file(range.base, shared.file.as_fd()))?;
    let handle = shared.handle().ok_or(Error::OutOfMemory)?;
    let mut exports = EXPORTS.lock();
    exports.insert(range.base, (range.id, shared));
    // It may have been freed meanwhile, and its export looked for before there was one.
    if memory.find(range.base).is_none_or(|now| now.id != range.id) {
        exports.remove(&range.base);
        return Err(Error::InvalidValue);
    }
    Ok(handle)
}

/// An allocation is gone: nobody opens it any more.
pub fn withdraw(range: &Allocation) {
    EXPORTS.lock().retain(|_, (id, _)| *id != range.id);
}

/// Opens memory of another process; what the context has opened already is opened once more.
pub fn open(memory: &Memory, live: &Arc<Live>, handle: &Handle) -> Result<u64> {
    let mut imports = IMPORTS.lock();
    if let Some((base, import)) = imports.iter_mut().find(|(_, import)| import.handle == *handle) {
        if import.owner != live.id {
            return Err(Error::InvalidContext);
        }
        import.opens += 1;
        return Ok(*base);
    }
    let shared = Shared::open(handle, Kind::Memory).map_err(|refused| match refused {
        Refused::Handle => Error::InvalidValue,
        Refused::Own => Error::InvalidContext,
    })?;
    if Driver::get()?.device(live.device as i32)?.number != shared.content.device {
        return Err(Error::PeerAccessUnsupported);
    }
    let owner = Owner { live: live.id, context: live.context, device: live.device };
    let base = memory.map_shared(owner, shared.content.size, shared.file.as_fd())?;
    imports.insert(base, Import { handle: *handle, owner: live.id, opens: 1 });
    Ok(base)
}

/// Closes once what was opened at `base`; the memory goes with the last one. `before` it waits for the work of its context.
pub fn close(memory: &Memory, base: u64, before: impl FnOnce() -> Result) -> Result {
    let last = {
        let imports = IMPORTS.lock();
        imports.get(&base).ok_or(Error::InvalidValue)?.opens == 1
    };
    if last {
        before()?;
    }
    let mut imports = IMPORTS.lock();
    let import = imports.get_mut(&base).ok_or(Error::InvalidValue)?;
    import.opens -= 1;
    if import.opens == 0 {
        imports.remove(&base);
        memory.release_imported(base)?;
    }
    Ok(())
}

/// A life of a context ends, and with it what was opened there.
pub fn context_ended(owner: u64) {
    IMPORTS.lock().retain(|_, import| import.owner != owner);
}
