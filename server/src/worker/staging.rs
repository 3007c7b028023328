//! Pinned memory through which bytes pass between the network and the device.

use std::ffi::c_void;

use cuda_abi::{CU_MEMHOSTREGISTER_PORTABLE, CUresult};
use parking_lot::Mutex;

use super::driver::{Cu, Library, Raw};
use super::host_memory::{HostMemory, Taken};
use super::mapping::{Mapping, Place};

/// Bytes of a block: a chunk of the bulk connection or the largest inline payload fits.
pub(super) const BLOCK: usize = 256 * 1024;
/// Blocks that are allocated together.
const SLAB_BLOCKS: usize = 16;
/// Most blocks of a context: 1 GiB.
const BLOCKS_MAX: usize = 4096;

/// A piece of pinned memory of [`BLOCK`] bytes, owned by whoever holds it.
#[derive(Debug)]
pub struct Block(Raw);

impl Block {
    /// Start of the block.
    pub fn ptr(&self) -> *mut u8 {
        self.0.0.cast()
    }

    /// The first `len` bytes, for reading. `len` ≤ [`BLOCK`].
    pub fn bytes(&self, len: usize) -> &[u8] {
        assert!(len <= BLOCK, "a block holds {BLOCK} bytes");
        // SAFETY: the block is ours, initialised (pinned memory is zeroed by the system or was written), and no copy into it is under way.
        unsafe { std::slice::from_raw_parts(self.ptr(), len) }
    }

    /// `len` bytes from `start`, for writing.
    pub fn bytes_mut(&mut self, start: usize, len: usize) -> &mut [u8] {
        assert!(start <= BLOCK && len <= BLOCK - start, "a block holds {BLOCK} bytes");
        // SAFETY: the range lies inside the block, which is ours alone; copies under way only read other parts of it.
        unsafe { std::slice::from_raw_parts_mut(self.ptr().add(start), len) }
    }
}

#[derive(Default)]
struct State {
    /// Used last in, first out, so that the same few stay in the processor's cache.
    free: Vec<Block>,
    /// Blocks that copies may still read, each with the event after its last copy.
    retired: Vec<(Raw, Block)>,
    /// Unmapped with the context, which all users of blocks keep alive: after its destruction nothing copies any more.
    slabs: Vec<(Mapping, Taken)>,
}

/// The staging memory of a context.
pub struct Staging {
    state: Mutex<State>,
    host: HostMemory,
}

impl Staging {
    /// No blocks yet.
    pub fn new(host: HostMemory) -> Self {
        Staging { state: Mutex::default(), host }
    }

    /// Allocates the first blocks, so that the first copies need not.
    pub fn warm_up(&self, lib: &Library) {
        let mut state = self.state.lock();
        // Without memory now, the first copy will say so.
        let _ = self.grow(&mut state, lib);
    }

    /// A block; its context is current in the calling thread. `done` gets the events of blocks that became free.
    pub fn take(&self, lib: &Library, mut done: impl FnMut(Raw)) -> Cu<Block> {
        let mut state = self.state.lock();
        if state.free.is_empty() {
            let mut i = 0;
            while i < state.retired.len() {
                if lib.query(state.retired[i].0) == CUresult::NOT_READY {
                    i += 1;
                } else {
                    let (event, block) = state.retired.swap_remove(i);
                    state.free.push(block);
                    done(event);
                }
            }
        }
        if state.free.is_empty() {
            self.grow(&mut state, lib)?;
        }
        state.free.pop().ok_or(CUresult::OUT_OF_MEMORY)
    }

    /// Ends the pinning, as the context is being destroyed: nothing copies any more.
    pub(super) fn unpin(&self, lib: &Library) {
        for (slab, _) in &self.state.lock().slabs {
            // On failure the slab stays mapped.
            let _ = slab.unpin(lib);
        }
    }

    /// Takes a block back that nothing uses any more.
    pub fn give(&self, block: Block) {
        self.state.lock().free.push(block);
    }

    /// Takes a block back that copies before `event` may still read.
    pub fn retire(&self, event: Raw, block: Block) {
        self.state.lock().retired.push((event, block));
    }

    fn grow(&self, state: &mut State, lib: &Library) -> Cu<()> {
        if (state.slabs.len() + 1) * SLAB_BLOCKS > BLOCKS_MAX {
            return Err(CUresult::OUT_OF_MEMORY);
        }
        let bytes = SLAB_BLOCKS * BLOCK;
        let count = self.host.take(bytes as u64)?;
        let slab = Mapping::memory(Place::Any, bytes).map_err(|_| CUresult::OUT_OF_MEMORY)?;
        let p: *mut c_void = std::ptr::with_exposed_provenance_mut(slab.addr());
        slab.pin(lib, CU_MEMHOSTREGISTER_PORTABLE)?;
        state.slabs.push((slab, count));
        for i in 0..SLAB_BLOCKS {
            // SAFETY: the offset lies inside the slab.
            let block = unsafe { p.byte_add(i * BLOCK) };
            state.free.push(Block(Raw(block)));
        }
        Ok(())
    }
}
