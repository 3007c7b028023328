//! Memory that nodes allocate. Its address is fixed when the node is made, so its place is taken then and kept as long as the graph, an
//! executable made from it, or an allocation by a launch is alive.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};

use cuda_abi::*;
use parking_lot::Mutex;

use crate::{Answer, backend, installed};

/// What an allocation node asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AllocRequest {
    /// Device ordinal.
    pub device: CUdevice,
    /// Size in bytes.
    pub bytes: u64,
}

/// Memory of an allocation node.
#[derive(Debug)]
pub struct GraphMemory {
    /// First address.
    pub address: u64,
    /// What was asked for.
    pub request: AllocRequest,
    /// A node of some graph frees it.
    freed_by_node: AtomicBool,
    /// It went with its context; what is at its address now is something else.
    gone: AtomicBool,
}

impl PartialEq for GraphMemory {
    fn eq(&self, other: &Self) -> bool {
        self.address == other.address
    }
}

impl Drop for GraphMemory {
    fn drop(&mut self) {
        let mut known = KNOWN.lock();
        if self.gone.load(Ordering::Acquire) {
            return;
        }
        known.remove(&self.address);
        drop(known);
        if let Some(backend) = installed() {
            backend.release(self.address);
        }
    }
}

struct Known {
    memory: Weak<GraphMemory>,
    /// Set from the launch that allocates to what frees.
    live: Option<Arc<GraphMemory>>,
}

static KNOWN: Mutex<BTreeMap<u64, Known>> = Mutex::new(BTreeMap::new());
static HIGH: Mutex<BTreeMap<CUdevice, u64>> = Mutex::new(BTreeMap::new());

/// Takes memory for an allocation node.
pub fn reserve(request: AllocRequest) -> Answer<Arc<GraphMemory>> {
    if request.bytes == 0 {
        return Err(CUresult::INVALID_VALUE);
    }
    let address = backend()?.reserve(&request)?;
    let memory = Arc::new(GraphMemory {
        address,
        request,
        freed_by_node: AtomicBool::new(false),
        gone: AtomicBool::new(false),
    });
    KNOWN.lock().insert(address, Known { memory: Arc::downgrade(&memory), live: None });
    let used = reserved(request.device);
    let mut high = HIGH.lock();
    let highest = high.entry(request.device).or_default();
    *highest = used.max(*highest);
    Ok(memory)
}

/// The memory whose address `is_going` holds for ends with its context; before it is given back and its addresses can be another's.
pub fn forget(is_going: impl Fn(u64) -> bool) {
    let mut known = KNOWN.lock();
    let going: Vec<_> = known
        .extract_if(.., |address, _| is_going(*address))
        .map(|(_, entry)| {
            let memory = entry.memory.upgrade();
            if let Some(memory) = &memory {
                memory.gone.store(true, Ordering::Release);
            }
            (entry, memory)
        })
        .collect();
    drop(known);
    // Perhaps last references, whose end takes the lock again.
    drop(going);
}

/// The memory that starts at an address, if a node allocates it.
pub fn find(address: u64) -> Option<Arc<GraphMemory>> {
    KNOWN.lock().get(&address)?.memory.upgrade()
}

/// Notes that a node frees memory, which may happen once.
pub(crate) fn claim_free(address: u64) -> Answer {
    let memory = find(address).ok_or(CUresult::INVALID_VALUE)?;
    if memory.freed_by_node.swap(true, Ordering::AcqRel) { Err(CUresult::INVALID_VALUE) } else { Ok(()) }
}

/// The node that freed the memory is gone.
pub(crate) fn unclaim_free(address: u64) {
    if let Some(memory) = find(address) {
        memory.freed_by_node.store(false, Ordering::Release);
    }
}

/// A launch allocates the memory; an error if it is allocated already and not freed by the launch itself.
pub(crate) fn launched(memory: &Arc<GraphMemory>, auto_free: bool) -> Answer {
    let mut known = KNOWN.lock();
    let entry = known.get_mut(&memory.address).ok_or(CUresult::INVALID_VALUE)?;
    if entry.live.is_some() {
        return if auto_free { Ok(()) } else { Err(CUresult::INVALID_VALUE) };
    }
    entry.live = Some(memory.clone());
    Ok(())
}

/// Whether a launch has allocated the memory that starts at an address, and nothing has freed it.
pub fn is_live(address: u64) -> bool {
    KNOWN.lock().get(&address).is_some_and(|known| known.live.is_some())
}

/// Frees memory that a launch allocated, outside of graphs. False if no node allocates at this address.
pub fn free(address: u64) -> Answer<bool> {
    let mut known = KNOWN.lock();
    let Some(entry) = known.get_mut(&address) else { return Ok(false) };
    let Some(live) = entry.live.take() else { return Err(CUresult::INVALID_VALUE) };
    drop(known);
    // Perhaps the last reference, whose end takes the lock again.
    drop(live);
    Ok(true)
}

/// Bytes that nodes hold on a device.
fn reserved(device: CUdevice) -> u64 {
    let known = KNOWN.lock();
    let all: Vec<_> = known.values().filter_map(|k| k.memory.upgrade()).collect();
    drop(known);
    all.iter().filter(|m| m.request.device == device).map(|m| m.request.bytes).sum()
}

/// A `CUgraphMem_attribute`: what is used is what is reserved.
pub(crate) fn attribute(device: CUdevice, which: CUgraphMem_attribute) -> Answer<u64> {
    match which {
        CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT | CU_GRAPH_MEM_ATTR_RESERVED_MEM_CURRENT => Ok(reserved(device)),
        CU_GRAPH_MEM_ATTR_USED_MEM_HIGH | CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH => {
            Ok(HIGH.lock().get(&device).copied().unwrap_or(0))
        }
        _ => Err(CUresult::INVALID_VALUE),
    }
}

/// Resets a high watermark.
pub(crate) fn reset_high(device: CUdevice) {
    let used = reserved(device);
    HIGH.lock().insert(device, used);
}
