//! The worker's side of the client's pinned memory: the same pages of the agreed arena, or a shadow elsewhere.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use cuda_abi::{CU_MEMHOSTREGISTER_DEVICEMAP, CU_MEMHOSTREGISTER_PORTABLE, CUresult};
use parking_lot::Mutex;

use super::driver::{Cu, Library};
use super::mapping::{Mapping, Place};

const PAGE: u64 = 4096;

/// A range of pinned memory. Whoever uses it holds the `Arc`.
#[derive(Debug)]
pub struct Range {
    /// The client's address.
    pub client: u64,
    memory: Mapping,
}

impl Range {
    /// Local address of the client's `addr`, which lies inside.
    pub fn local(&self, addr: u64) -> usize {
        // The difference is below the mapping's length.
        self.memory.addr() + (addr - self.client) as usize
    }
}

#[derive(Debug, Default)]
struct State {
    arena: Option<Mapping>,
    ranges: BTreeMap<u64, Arc<Range>>,
    bytes: u64,
}

/// All pinned memory of a session.
#[derive(Debug)]
pub struct Pinned {
    state: Mutex<State>,
    /// Shadows lie anywhere: client and worker share one process.
    elsewhere: bool,
    limit: u64,
}

impl Pinned {
    /// No memory yet; at most `limit` bytes.
    pub fn new(elsewhere: bool, limit: u64) -> Self {
        Pinned { state: Mutex::new(State::default()), elsewhere, limit }
    }

    /// Reserves the first possible of the client's candidate arenas.
    pub fn agree(&self, bases: &[u64], bytes: u64) -> Option<u64> {
        let len = usize::try_from(bytes).ok()?;
        if len == 0 || !bytes.is_multiple_of(PAGE) {
            return None;
        }
        if self.elsewhere {
            return bases.first().copied();
        }
        for &base in bases.iter().take(64) {
            let Ok(addr) = usize::try_from(base) else { continue };
            if base == 0 || base % PAGE != 0 {
                continue;
            }
            if let Ok(arena) = Mapping::reservation(Place::Free(addr), len) {
                self.state.lock().arena = Some(arena);
                return Some(base);
            }
        }
        None
    }

    /// Maps and registers a range in the current context.
    pub fn map(&self, lib: &Library, client: u64, bytes: u64, registered: bool) -> Cu<()> {
        let bad = CUresult::INVALID_VALUE;
        let end = client.checked_add(bytes).ok_or(bad)?;
        if bytes == 0 || !client.is_multiple_of(PAGE) || !bytes.is_multiple_of(PAGE) {
            return Err(bad);
        }
        let len = usize::try_from(bytes).map_err(|_| bad)?;
        let mut state = self.state.lock();
        if state.overlaps(client, end) {
            return Err(CUresult::HOST_MEMORY_ALREADY_REGISTERED);
        }
        if bytes > self.limit.saturating_sub(state.bytes) {
            return Err(CUresult::OUT_OF_MEMORY);
        }
        let place = self.place(&state, client, end, registered)?;
        let memory = match Mapping::memory(place, len) {
            // Registered memory of the program may collide with something here: then its shadow lies elsewhere.
            Err(_) if registered => Mapping::memory(Place::Any, len),
            other => other,
        }
        .map_err(|_| CUresult::OUT_OF_MEMORY)?;
        memory.pin(lib, CU_MEMHOSTREGISTER_PORTABLE | CU_MEMHOSTREGISTER_DEVICEMAP)?;
        state.bytes += bytes;
        state.ranges.insert(client, Arc::new(Range { client, memory }));
        Ok(())
    }

    fn place(&self, state: &State, client: u64, end: u64, registered: bool) -> Cu<Place> {
        if self.elsewhere {
            return Ok(Place::Any);
        }
        let addr = usize::try_from(client).map_err(|_| CUresult::INVALID_VALUE)?;
        if let Some(arena) = &state.arena {
            let (from, to) = (arena.addr() as u64, arena.addr() as u64 + arena.len() as u64);
            if client >= from && end <= to {
                return Ok(Place::Reserved(addr));
            }
            if client < to && end > from {
                return Err(CUresult::INVALID_VALUE);
            }
        }
        if registered { Ok(Place::Free(addr)) } else { Err(CUresult::INVALID_VALUE) }
    }

    /// Takes a range out, so that nothing new uses it.
    pub fn remove(&self, client: u64) -> Cu<Arc<Range>> {
        let mut state = self.state.lock();
        let range = state.ranges.remove(&client).ok_or(CUresult::HOST_MEMORY_NOT_REGISTERED)?;
        state.bytes -= range.memory.len() as u64;
        Ok(range)
    }

    /// The range that holds `len` bytes at the client's address `addr`.
    pub fn find(&self, addr: u64, len: u64) -> Cu<Arc<Range>> {
        let end = addr.checked_add(len).ok_or(CUresult::INVALID_VALUE)?;
        let state = self.state.lock();
        let (_, range) = state.ranges.range(..=addr).next_back().ok_or(CUresult::INVALID_VALUE)?;
        if end > range.client + range.memory.len() as u64 {
            return Err(CUresult::INVALID_VALUE);
        }
        Ok(range.clone())
    }
}

impl State {
    fn overlaps(&self, from: u64, to: u64) -> bool {
        let before = self.ranges.range(..to).next_back();
        before.is_some_and(|(_, r)| r.client + r.memory.len() as u64 > from)
    }
}

/// Waits until nobody else uses `range`, calling `step` in between, then unregisters and unmaps it.
pub(super) fn retire(lib: &Library, mut range: Arc<Range>, mut step: impl FnMut() -> bool) -> Cu<()> {
    let mut nap = Duration::from_micros(20);
    let range = loop {
        match Arc::try_unwrap(range) {
            Ok(r) => break r,
            Err(r) => range = r,
        }
        if !step() {
            return Err(CUresult::DEINITIALIZED);
        }
        std::thread::sleep(nap);
        nap = (nap * 2).min(Duration::from_millis(1));
    };
    range.memory.unpin(lib)
}
