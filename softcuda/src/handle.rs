//! Handle tables: what a caller holds is a number, never a pointer.
//!
//! A handle is `kind << 44 | generation << 28 | index << 4`: it looks like an aligned user-space pointer,
//! is never dereferenced, and a forged or stale one is found out by kind, index and generation.

use std::collections::VecDeque;
use std::sync::Arc;

use parking_lot::RwLock;

const INDEX_BITS: u32 = 24;
const INDEX_SHIFT: u32 = 4;
const GENERATION_SHIFT: u32 = 28;
/// Handles look like pointers of a process: below 2^47.
const KIND_SHIFT: u32 = 43;
const GENERATION_MASK: u16 = (1 << (KIND_SHIFT - GENERATION_SHIFT)) - 1;

/// What a handle stands for. The value is the top nibble of the handle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u64)]
pub enum Kind {
    /// `CUcontext`.
    Context = 1,
    /// `CUstream`.
    Stream = 2,
    /// `CUevent`.
    Event = 3,
    /// `CUmodule`.
    Module = 4,
    /// `CUfunction`.
    Function = 5,
    /// `CUlibrary`.
    Library = 6,
    /// `CUkernel`.
    Kernel = 7,
    /// `CUlinkState`.
    Link = 8,
    /// `CUmemoryPool`.
    Pool = 9,
    /// `CUarray`.
    Array = 10,
    /// `CUmemGenericAllocationHandle`.
    Allocation = 11,
}

/// All live objects of one kind by handle.
pub struct Table<T> {
    kind: Kind,
    slots: RwLock<Slots<T>>,
}

struct Slots<T> {
    entries: Vec<Slot<T>>,
    free: VecDeque<u32>,
}

struct Slot<T> {
    generation: u16,
    value: Option<Arc<T>>,
}

impl<T> Table<T> {
    /// An empty table for handles of `kind`.
    #[must_use]
    pub const fn new(kind: Kind) -> Self {
        Self { kind, slots: RwLock::new(Slots { entries: Vec::new(), free: VecDeque::new() }) }
    }

    /// Stores the object that `make` builds from its own handle.
    pub fn insert_with(&self, make: impl FnOnce(u64) -> T) -> Arc<T> {
        let mut slots = self.slots.write();
        let index = match slots.free.pop_front() {
            Some(index) => index,
            None => {
                let index = slots.entries.len() as u32;
                assert!(index < 1 << INDEX_BITS, "handle table is full");
                slots.entries.push(Slot { generation: 0, value: None });
                index
            }
        };
        let slot = &mut slots.entries[index as usize];
        slot.generation = slot.generation.wrapping_add(1) & GENERATION_MASK;
        let value = Arc::new(make(encode(self.kind, slot.generation, index)));
        slot.value = Some(value.clone());
        value
    }

    /// The object of `handle`, if it is one of this table and alive.
    pub fn get(&self, handle: u64) -> Option<Arc<T>> {
        let (generation, index) = decode(self.kind, handle)?;
        let slots = self.slots.read();
        let slot = slots.entries.get(index)?;
        if slot.generation == generation { slot.value.clone() } else { None }
    }

    /// Takes the object out; the handle is invalid from then on.
    pub fn remove(&self, handle: u64) -> Option<Arc<T>> {
        let (generation, index) = decode(self.kind, handle)?;
        let mut slots = self.slots.write();
        let slot = slots.entries.get_mut(index)?;
        if slot.generation != generation {
            return None;
        }
        let value = slot.value.take()?;
        slots.free.push_back(index as u32);
        Some(value)
    }

    /// All live objects for which `keep` is true.
    pub fn select(&self, keep: impl Fn(&T) -> bool) -> Vec<Arc<T>> {
        let slots = self.slots.read();
        slots.entries.iter().filter_map(|slot| slot.value.as_ref()).filter(|v| keep(v)).cloned().collect()
    }
}

fn encode(kind: Kind, generation: u16, index: u32) -> u64 {
    (kind as u64) << KIND_SHIFT | u64::from(generation) << GENERATION_SHIFT | u64::from(index) << INDEX_SHIFT
}

fn decode(kind: Kind, handle: u64) -> Option<(u16, usize)> {
    let low_bits_clear = handle & ((1 << INDEX_SHIFT) - 1) == 0;
    if handle >> KIND_SHIFT != kind as u64 || !low_bits_clear {
        return None;
    }
    let index = (handle >> INDEX_SHIFT) & ((1 << INDEX_BITS) - 1);
    Some(((handle >> GENERATION_SHIFT) as u16 & GENERATION_MASK, index as usize))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_removed_handle_is_dead_and_its_slot_comes_back_under_another_handle() {
        let table = Table::new(Kind::Event);
        let first = table.insert_with(|h| h);
        assert_eq!(table.get(*first).as_deref(), Some(&*first));
        assert!(table.remove(*first).is_some());
        assert!(table.get(*first).is_none());
        assert!(table.remove(*first).is_none());
        let second = table.insert_with(|h| h);
        assert_ne!(*first, *second);
    }

    /// As long as a slot has not come back 32,768 times.
    #[test]
    fn generations_wrap_and_handles_are_below_the_end_of_user_memory() {
        let table = Table::new(Kind::Pool);
        let first = *table.insert_with(|h| h);
        let mut last = first;
        for _ in 0..GENERATION_MASK {
            table.remove(last).unwrap();
            last = *table.insert_with(|h| h);
            assert!(last != first && last < 1 << 47, "{last:#x}");
            assert_eq!(table.get(last).as_deref(), Some(&last));
        }
    }

    #[test]
    fn forged_handles_are_refused() {
        let table = Table::new(Kind::Stream);
        let live = *table.insert_with(|h| h);
        for forged in
            [0, 1, 2, u64::MAX, live + 1, live + 16, live ^ (1 << 28), live ^ (1 << 44), live | (1 << 60)]
        {
            assert!(table.get(forged).is_none(), "{forged:#x}");
        }
    }
}
