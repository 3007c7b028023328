//! Memory pools. Memory is taken when it is asked for and given back when the stream comes to the free: nothing is kept in between.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;

use crate::context::Live;
use crate::driver::Driver;
use crate::error::{Error, Result};
use crate::handle::{Kind, Table};
use crate::memory::{MemoryKind, Owner};
use crate::op::Op;
use crate::stream::Stream;

/// All pools, the default ones included.
pub static POOLS: Table<Pool> = Table::new(Kind::Pool);

/// Memory that the pools gave out, by address.
static BLOCKS: Mutex<BTreeMap<u64, Block>> = Mutex::new(BTreeMap::new());

/// A pool.
pub struct Pool {
    /// The `CUmemoryPool` value.
    pub handle: u64,
    /// Ordinal of the device.
    pub device: u32,
    /// What a program sets and sees.
    pub state: Mutex<PoolState>,
}

/// What a program sets and sees of a pool.
#[derive(Clone, Copy, Debug, Default)]
pub struct PoolState {
    /// `CU_MEMPOOL_ATTR_REUSE_*` in their order.
    pub reuse: [u32; 3],
    /// Bytes to be kept. Nothing is kept, whatever it says.
    pub threshold: u64,
    /// Most bytes, 0 = no limit.
    pub max: u64,
    /// Bytes that are not freed.
    pub used: u64,
    /// Most of them so far.
    pub used_high: u64,
    /// Bytes that are not yet given back.
    pub reserved: u64,
    /// Most of them so far.
    pub reserved_high: u64,
}

struct Block {
    pool: Arc<Pool>,
    bytes: u64,
    /// Life of the context.
    owner: u64,
    /// A free is queued.
    freed: bool,
}

impl Pool {
    /// A new pool of a device.
    pub fn create(device: u32, max: u64) -> Arc<Self> {
        let state = PoolState { reuse: [1; 3], max, ..PoolState::default() };
        POOLS.insert_with(|handle| Self { handle, device, state: Mutex::new(state) })
    }

    /// The pool of a handle.
    pub fn find(handle: u64) -> Result<Arc<Self>> {
        POOLS.get(handle).ok_or(Error::InvalidValue)
    }

    /// Takes memory.
    pub fn allocate(self: &Arc<Self>, live: &Live, bytes: u64) -> Result<u64> {
        let memory = &Driver::get()?.memory;
        let max = self.state.lock().max;
        if bytes == 0 {
            return Err(Error::InvalidValue);
        }
        if max != 0 && self.state.lock().reserved.saturating_add(bytes) > max {
            return Err(Error::OutOfMemory);
        }
        let owner = Owner { live: live.id, context: live.context, device: self.device };
        let address = match memory.allocate_device(owner, bytes, MemoryKind::Device) {
            // What is freed but not yet given back will do.
            Err(Error::OutOfMemory) => {
                live.synchronize()?;
                memory.allocate_device(owner, bytes, MemoryKind::Device)?
            }
            other => other?,
        };
        let mut state = self.state.lock();
        state.used += bytes;
        state.used_high = state.used.max(state.used_high);
        state.reserved += bytes;
        state.reserved_high = state.reserved.max(state.reserved_high);
        drop(state);
        BLOCKS.lock().insert(address, Block { pool: self.clone(), bytes, owner: live.id, freed: false });
        Ok(address)
    }
}

/// The pool that memory is from which starts at `address`.
pub fn of(address: u64) -> Option<Arc<Pool>> {
    BLOCKS.lock().get(&address).map(|block| block.pool.clone())
}

/// Queues the end of an allocation, of a pool or an ordinary one; a second free is an error at once.
pub fn free(live: &Live, stream: &Arc<Stream>, address: u64) -> Result {
    mark_freed(address)?;
    if !Driver::get()?.memory.is_device_base(address) {
        return Err(Error::InvalidValue);
    }
    live.submit(stream, Op::Free(address));
    Ok(())
}

/// The program has freed the allocation.
pub fn mark_freed(address: u64) -> Result {
    let mut blocks = BLOCKS.lock();
    let Some(block) = blocks.get_mut(&address) else { return Ok(()) };
    if std::mem::replace(&mut block.freed, true) {
        return Err(Error::InvalidValue);
    }
    block.pool.state.lock().used -= block.bytes;
    Ok(())
}

/// The allocation is about to be given back: before its address can be another's.
pub fn released(address: u64) {
    if let Some(block) = BLOCKS.lock().remove(&address) {
        block.end();
    }
}

/// All allocations of a life of a context are about to be given back.
pub fn context_ended(owner: u64) {
    let gone: Vec<Block> =
        BLOCKS.lock().extract_if(.., |_, block| block.owner == owner).map(|(_, b)| b).collect();
    gone.iter().for_each(Block::end);
}

impl Block {
    fn end(&self) {
        let mut state = self.pool.state.lock();
        state.reserved -= self.bytes;
        if !self.freed {
            state.used -= self.bytes;
        }
    }
}

/// The default pool of each device, and the one that `cuMemAllocAsync` takes from.
pub struct Choice {
    /// Never destroyed.
    pub preset: Arc<Pool>,
    /// What the program chose.
    pub current: Mutex<Arc<Pool>>,
}

/// The pools of a device.
pub fn choice(device: i32) -> Result<&'static Choice> {
    static CHOICES: OnceLock<Vec<Choice>> = OnceLock::new();
    let driver = Driver::get()?;
    let ordinal = driver.device(device)?.ordinal;
    let choices = CHOICES.get_or_init(|| {
        let make = |ordinal| {
            let preset = Pool::create(ordinal, 0);
            Choice { current: Mutex::new(preset.clone()), preset }
        };
        (0..driver.devices.len() as u32).map(make).collect()
    });
    choices.get(ordinal as usize).ok_or(Error::InvalidDevice)
}
