//! Memory pools: allocations in the order of streams, without the worker.
//!
//! The worker knows only the pieces (*chunks*) that a pool has taken, by ordinary allocations, which the partition counts. The client hands
//! out blocks of them. A block that was freed in a stream can be used again at once in that stream and in streams that wait for it, and by all
//! once the stream is known to have passed. So allocating costs a round trip only when the pool has to grow, and freeing costs nothing.
//!
//! What a pool keeps beyond its threshold is given back when somebody could notice: before memory is asked for or counted.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use cuda_abi::{CUmemoryPool, CUresult};
use parking_lot::Mutex;
use protocol::ops::{MemAlloc, op};

use super::Global;
use super::context::Context;
use super::memory::Origin;
use super::stream::Stream;
use crate::api::memory::allocate;
use crate::handle::{self, Kind, Slab};
use crate::session::Wait;

/// Blocks are multiples of this, in bytes.
const GRAIN: u64 = 512;
/// Chunks are multiples of this.
const CHUNK_GRAIN: u64 = 2 << 20;
/// What a pool takes at least, where there is as much.
const CHUNK_USUAL: u64 = 32 << 20;

/// What a program sets.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Settings {
    /// CU_MEMPOOL_ATTR_REUSE_*, in their order.
    pub(crate) reuse: [u32; 3],
    /// Bytes to be kept when nothing uses them.
    pub(crate) threshold: u64,
    /// Most bytes to be taken, 0 = no limit.
    pub(crate) max: u64,
}

/// Amounts that a program can ask for.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Amounts {
    pub(crate) reserved: u64,
    pub(crate) reserved_high: u64,
    pub(crate) used: u64,
    pub(crate) used_high: u64,
}

struct Chunk {
    bytes: u64,
    context: &'static Context,
}

/// A free block.
#[derive(Clone)]
struct Free {
    bytes: u64,
    /// The point of a stream that must be passed before anybody may use it.
    after: Option<(Arc<Stream>, u64)>,
}

impl Free {
    fn idle(&self) -> bool {
        self.after.as_ref().is_none_or(|(stream, seq)| stream.passed(*seq))
    }

    /// Whether work that comes now in `stream` may use it.
    fn usable(&self, stream: &Stream, settings: &Settings) -> bool {
        let Some((other, seq)) = &self.after else { return true };
        let ordered = || settings.reuse[0] != 0 && stream.comes_after(other, *seq);
        other.id == stream.id && other.context.id == stream.context.id || ordered() || self.idle()
    }
}

#[derive(Default)]
struct Inner {
    chunks: BTreeMap<u64, Chunk>,
    free: BTreeMap<u64, Free>,
    amounts: Amounts,
    live: usize,
}

/// A pool.
pub(crate) struct Pool {
    handle: usize,
    /// Device ordinal.
    pub(crate) device: usize,
    pub(crate) settings: Mutex<Settings>,
    inner: Mutex<Inner>,
}

impl Pool {
    fn new(device: usize, max: u64, handle: usize) -> Arc<Pool> {
        let settings = Settings { reuse: [1; 3], threshold: 0, max };
        Arc::new(Pool { handle, device, settings: Mutex::new(settings), inner: Mutex::default() })
    }

    /// The handle that the program sees.
    pub(crate) fn raw(&self) -> CUmemoryPool {
        handle::raw(self.handle)
    }

    /// What is taken and used now, and was at most.
    pub(crate) fn amounts(&self) -> Amounts {
        self.inner.lock().amounts
    }

    /// Forgets the highest amounts.
    pub(crate) fn reset_high(&self, reserved: bool) {
        let amounts = &mut self.inner.lock().amounts;
        match reserved {
            true => amounts.reserved_high = amounts.reserved,
            false => amounts.used_high = amounts.used,
        }
    }

    fn take(&self, bytes: u64, stream: &Stream) -> Option<u64> {
        let settings = *self.settings.lock();
        let mut inner = self.inner.lock();
        let base = match inner.find(bytes, stream, &settings) {
            Some(base) => base,
            None => {
                inner.join_idle();
                inner.find(bytes, stream, &settings)?
            }
        };
        inner.cut(base, bytes);
        Some(base)
    }

    /// Takes another chunk for at least `bytes`.
    fn grow(&self, g: &Global, bytes: u64, context: &'static Context) -> Result<(), CUresult> {
        let least = bytes.checked_next_multiple_of(CHUNK_GRAIN).ok_or(CUresult::OUT_OF_MEMORY)?;
        let max = self.settings.lock().max;
        let room = if max == 0 { u64::MAX } else { max.saturating_sub(self.amounts().reserved) };
        let mut result = Err(CUresult::OUT_OF_MEMORY);
        for size in [least.max(CHUNK_USUAL), least, bytes] {
            if size <= room {
                result = reserve(g, context, size).map(|base| (base, size));
            }
            if result != Err(CUresult::OUT_OF_MEMORY) {
                break;
            }
        }
        let (base, size) = result?;
        let mut inner = self.inner.lock();
        inner.chunks.insert(base, Chunk { bytes: size, context });
        inner.free.insert(base, Free { bytes: size, after: None });
        inner.amounts.reserved += size;
        inner.amounts.reserved_high = inner.amounts.reserved.max(inner.amounts.reserved_high);
        Ok(())
    }

    fn give(&self, base: u64, bytes: u64, after: Option<(Arc<Stream>, u64)>) {
        self.inner.lock().give(base, Free { bytes, after });
    }

    /// Gives chunks back that nothing uses, as long as at least `keep` bytes stay taken; whether there were any.
    pub(crate) fn trim(&self, g: &Global, keep: u64) -> bool {
        let mut any = false;
        loop {
            let next = self.inner.lock().unused(keep);
            let Some((base, context)) = next else { return any };
            // Of a lost session nothing is left.
            let _ = g.call(context, op::MEM_FREE, &[&base.to_le_bytes()], Wait::RoundTrip);
            any = true;
        }
    }

    /// The context takes its chunks along.
    fn context_closed(&self, context: u32) {
        let mut inner = self.inner.lock();
        let gone: Vec<(u64, u64)> = inner
            .chunks
            .iter()
            .filter(|(_, c)| c.context.id == context)
            .map(|(b, c)| (*b, c.bytes))
            .collect();
        for (base, bytes) in gone {
            inner.chunks.remove(&base);
            let free: u64 = inner.free.range(base..base + bytes).map(|(_, f)| f.bytes).sum();
            inner.free.retain(|at, _| *at < base || *at >= base + bytes);
            inner.amounts.reserved -= bytes;
            inner.amounts.used -= bytes - free;
        }
    }
}

impl Inner {
    /// The smallest free block that fits and that `stream` may use.
    fn find(&self, bytes: u64, stream: &Stream, settings: &Settings) -> Option<u64> {
        let fits = |(_, free): &(&u64, &Free)| free.bytes >= bytes && free.usable(stream, settings);
        let mine = |(base, _): &(&u64, &Free)| {
            let chunk = self.chunks.range(..=**base).next_back();
            chunk.is_some_and(|(_, chunk)| chunk.context.id == stream.context.id)
        };
        let best = self.free.iter().filter(fits).filter(mine).min_by_key(|(_, free)| free.bytes);
        best.map(|(base, _)| *base)
    }

    /// Takes the first `bytes` of a free block.
    fn cut(&mut self, base: u64, bytes: u64) {
        let Some(block) = self.free.remove(&base) else { return };
        if block.bytes > bytes {
            self.free.insert(base + bytes, Free { bytes: block.bytes - bytes, after: block.after });
        }
        self.live += 1;
        self.amounts.used += bytes;
        self.amounts.used_high = self.amounts.used.max(self.amounts.used_high);
    }

    fn give(&mut self, base: u64, free: Free) {
        self.live -= 1;
        self.amounts.used -= free.bytes;
        self.free.insert(base, free);
        self.join_around(base);
    }

    /// Joins the block at `base` with its neighbours in the same chunk, where all wait for the same stream or for none.
    fn join_around(&mut self, base: u64) {
        let before = self.free.range(..base).next_back().map(|(base, _)| *base);
        let first =
            if before.is_some_and(|before| self.join(before)) { before.unwrap_or(base) } else { base };
        self.join(first);
    }

    /// Joins a block with the one behind it, if that is possible.
    fn join(&mut self, base: u64) -> bool {
        let Some(block) = self.free.get(&base) else { return false };
        let next = base + block.bytes;
        let Some(other) = self.free.get(&next).filter(|_| !self.chunks.contains_key(&next)) else {
            return false;
        };
        let after = match (&block.after, &other.after) {
            (None, None) => None,
            (Some((a, x)), Some((b, y))) if Arc::ptr_eq(a, b) => Some((a.clone(), *x.max(y))),
            _ => return false,
        };
        let bytes = block.bytes + other.bytes;
        self.free.remove(&next);
        self.free.insert(base, Free { bytes, after });
        true
    }

    /// Notes which blocks are free for everybody by now, and joins them.
    fn join_idle(&mut self) {
        self.free.values_mut().filter(|free| free.idle()).for_each(|free| free.after = None);
        let bases: Vec<u64> = self.free.keys().copied().collect();
        for base in bases {
            while self.join(base) {}
        }
    }

    /// Takes a chunk out that nothing uses: its base and context.
    fn unused(&mut self, keep: u64) -> Option<(u64, u32)> {
        self.join_idle();
        let may_go = |(base, chunk): &(&u64, &Chunk)| {
            let whole = |free: &Free| free.bytes == chunk.bytes && free.after.is_none();
            self.free.get(base).is_some_and(whole) && self.amounts.reserved - chunk.bytes >= keep
        };
        let (base, chunk) = self.chunks.iter().find(may_go)?;
        let (base, bytes, context) = (*base, chunk.bytes, chunk.context.id);
        self.chunks.remove(&base);
        self.free.remove(&base);
        self.amounts.reserved -= bytes;
        Some((base, context))
    }
}

/// Device memory that the program does not see as an allocation.
fn reserve(g: &Global, context: &'static Context, bytes: u64) -> Result<u64, CUresult> {
    let request = MemAlloc { bytes: bytes.into(), height: 0.into(), element: 0.into() };
    let (base, _) = allocate(g, context, &request)?;
    g.memory.remove(base);
    Ok(base)
}

/// An allocation out of a pool.
struct Block {
    pool: Arc<Pool>,
    bytes: u64,
    /// Id of the context.
    context: u32,
}

/// All pools.
pub(crate) struct Pools {
    pub(crate) handles: Slab<Arc<Pool>>,
    defaults: Vec<Arc<Pool>>,
    current: Mutex<Vec<Arc<Pool>>>,
    live: Mutex<HashMap<u64, Block>>,
    /// Destroyed pools of which something is still used.
    dying: Mutex<Vec<Arc<Pool>>>,
}

impl Pools {
    /// With a default pool for each device.
    pub(crate) fn new(devices: usize) -> Pools {
        let handles = Slab::new(Kind::Pool);
        let make = |device| handles.insert_with(|handle| Pool::new(device, 0, handle));
        let defaults: Vec<Arc<Pool>> = (0..devices).map(make).collect();
        let current = Mutex::new(defaults.clone());
        Pools { handles, defaults, current, live: Mutex::default(), dying: Mutex::default() }
    }

    /// The default pool of a device.
    pub(crate) fn preset(&self, device: usize) -> Result<Arc<Pool>, CUresult> {
        self.defaults.get(device).cloned().ok_or(CUresult::INVALID_DEVICE)
    }

    /// The pool that cuMemAllocAsync takes from.
    pub(crate) fn current(&self, device: usize) -> Result<Arc<Pool>, CUresult> {
        self.current.lock().get(device).cloned().ok_or(CUresult::INVALID_DEVICE)
    }

    /// Sets the pool that cuMemAllocAsync takes from.
    pub(crate) fn set_current(&self, device: usize, pool: Arc<Pool>) -> Result<(), CUresult> {
        if pool.device != device {
            return Err(CUresult::INVALID_VALUE);
        }
        *self.current.lock().get_mut(device).ok_or(CUresult::INVALID_DEVICE)? = pool;
        Ok(())
    }

    /// The pool of a handle.
    pub(crate) fn of_handle(&self, handle: CUmemoryPool) -> Result<Arc<Pool>, CUresult> {
        self.handles.get(handle).ok_or(CUresult::INVALID_VALUE)
    }

    /// cuMemPoolCreate.
    pub(crate) fn create(&self, device: usize, max: u64) -> Arc<Pool> {
        self.handles.insert_with(|handle| Pool::new(device, max, handle))
    }

    /// cuMemPoolDestroy: what is used stays until it is freed.
    pub(crate) fn destroy(&self, g: &Global, handle: CUmemoryPool) -> Result<(), CUresult> {
        let pool = self.of_handle(handle)?;
        if self.defaults.iter().any(|preset| Arc::ptr_eq(preset, &pool)) {
            return Err(CUresult::INVALID_VALUE);
        }
        self.handles.remove(handle).ok_or(CUresult::INVALID_VALUE)?;
        let preset = self.preset(pool.device)?;
        if let Some(current) = self.current.lock().get_mut(pool.device).filter(|c| Arc::ptr_eq(c, &pool)) {
            *current = preset;
        }
        self.dying.lock().push(pool);
        self.bury(g);
        Ok(())
    }

    /// Gives back what destroyed pools do not use any more.
    fn bury(&self, g: &Global) {
        let dying = self.dying.lock().clone();
        for pool in dying {
            pool.trim(g, 0);
        }
        self.dying.lock().retain(|pool| pool.amounts().reserved > 0);
    }

    /// cuMemAllocAsync, cuMemAllocFromPoolAsync.
    pub(crate) fn allocate(
        &self,
        g: &Global,
        pool: &Arc<Pool>,
        bytes: u64,
        stream: &Stream,
    ) -> Result<u64, CUresult> {
        let context = stream.context;
        let size = bytes.checked_next_multiple_of(GRAIN).ok_or(CUresult::OUT_OF_MEMORY)?;
        let base = match pool.take(size, stream) {
            Some(base) => base,
            None => self.allocate_more(g, pool, size, stream)?,
        };
        self.live.lock().insert(base, Block { pool: pool.clone(), bytes: size, context: context.id });
        g.memory.insert(base, bytes, context, Origin::Allocated);
        Ok(base)
    }

    fn allocate_more(&self, g: &Global, pool: &Pool, size: u64, stream: &Stream) -> Result<u64, CUresult> {
        let mut grown = pool.grow(g, size, stream.context);
        if grown == Err(CUresult::OUT_OF_MEMORY) {
            // What is free as soon as the device has come to it.
            stream.context.synchronize(g)?;
            self.release(g, 0);
            if let Some(base) = pool.take(size, stream) {
                return Ok(base);
            }
            grown = pool.grow(g, size, stream.context);
        }
        grown?;
        pool.take(size, stream).ok_or(CUresult::OUT_OF_MEMORY)
    }

    /// Whether a pool's allocation starts at `base`.
    pub(crate) fn owns(&self, base: u64) -> bool {
        self.live.lock().contains_key(&base)
    }

    /// The pool that the allocation at `base` is from.
    pub(crate) fn pool_of(&self, base: u64) -> Option<Arc<Pool>> {
        self.live.lock().get(&base).map(|block| block.pool.clone())
    }

    /// Frees an allocation of a pool, for others when `stream` has passed what was posted to it; at once without a stream.
    pub(crate) fn free(&self, g: &Global, base: u64, stream: Option<&Arc<Stream>>) -> Result<(), CUresult> {
        let block = self.live.lock().remove(&base).ok_or(CUresult::INVALID_VALUE)?;
        g.memory.remove(base);
        let after = stream.map(|stream| (stream.clone(), stream.posted()));
        block.pool.give(base, block.bytes, after.filter(|(stream, seq)| !stream.passed(*seq)));
        Ok(())
    }

    /// Gives back what pools keep beyond their thresholds, or beyond `most` where that is less; whether there was anything.
    pub(crate) fn release(&self, g: &Global, most: u64) -> bool {
        let mut any = false;
        for pool in self.handles.all() {
            let keep = pool.settings.lock().threshold.min(most);
            any |= pool.trim(g, keep);
        }
        self.bury(g);
        any
    }

    /// A context is closed: its memory is gone.
    pub(crate) fn context_closed(&self, context: &Context) {
        self.live.lock().retain(|_, block| block.context != context.id);
        let dying = self.dying.lock().clone();
        self.handles.all().iter().chain(&dying).for_each(|pool| pool.context_closed(context.id));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIB: u64 = 1 << 20;

    fn pool(context: &'static Context) -> Arc<Pool> {
        let pool = Pool::new(0, 0, 0);
        let mut inner = pool.inner.lock();
        inner.chunks.insert(MIB, Chunk { bytes: MIB, context });
        inner.free.insert(MIB, Free { bytes: MIB, after: None });
        inner.amounts.reserved = MIB;
        drop(inner);
        pool
    }

    fn stream(context: &'static Context, id: u32) -> Arc<Stream> {
        Arc::new(Stream::new(context, id, 1, 0, crate::state::stream::Role::Created, 0))
    }

    #[test]
    fn a_freed_block_is_for_its_stream_first() {
        let context = Context::new(1, 0, true, 0, Vec::new());
        let (pool, a, b, c) = (pool(context), stream(context, 1), stream(context, 2), stream(context, 3));
        let all = pool.take(MIB, &a).unwrap();
        assert_eq!(pool.take(GRAIN, &a), None);
        pool.give(all, MIB, Some((a.clone(), 5)));
        assert_eq!(pool.take(GRAIN, &b), None);
        // A stream that waits for the point may have it.
        c.depends_on(9, &a, 5);
        assert_eq!(pool.take(GRAIN, &c), Some(MIB));
        assert_eq!(pool.take(GRAIN, &a), Some(MIB + GRAIN));
        a.has_waited(5);
        assert_eq!(pool.take(GRAIN, &b), Some(MIB + 2 * GRAIN));
        let amounts = pool.amounts();
        assert_eq!((amounts.used, amounts.used_high, amounts.reserved), (3 * GRAIN, MIB, MIB));
    }

    #[test]
    fn neighbours_are_joined_when_they_are_free_for_the_same() {
        let context = Context::new(1, 0, true, 0, Vec::new());
        let (pool, a, b) = (pool(context), stream(context, 1), stream(context, 2));
        let half = MIB / 2;
        let (x, y) = (pool.take(half, &a).unwrap(), pool.take(half, &a).unwrap());
        pool.give(x, half, Some((a.clone(), 1)));
        pool.give(y, half, Some((b.clone(), 1)));
        assert_eq!(pool.take(MIB, &a), None);
        a.has_waited(1);
        b.has_waited(1);
        assert_eq!(pool.take(MIB, &a), Some(MIB));
    }

    #[test]
    fn only_unused_chunks_go() {
        let context = Context::new(1, 0, true, 0, Vec::new());
        let (pool, a) = (pool(context), stream(context, 1));
        let block = pool.take(GRAIN, &a).unwrap();
        assert_eq!(pool.inner.lock().unused(0), None);
        pool.give(block, GRAIN, Some((a.clone(), 1)));
        assert_eq!(pool.inner.lock().unused(0), None);
        a.has_waited(1);
        assert_eq!(pool.inner.lock().unused(MIB), None);
        assert_eq!(pool.inner.lock().unused(0), Some((MIB, 1)));
        assert_eq!(pool.amounts().reserved, 0);
    }
}
