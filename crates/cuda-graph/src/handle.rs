//! Handles of graphs, nodes and the rest: numbers that look like aligned user-space addresses and are never dereferenced.
//!
//! ```text
//!  bits 40..44  kind (1..)
//!  bits 28..40  generation of the slot, from 1
//!  bits  4..28  slot
//! ```
//!
//! Bits 44 and up are 0, where the other handles of the libraries have their kind.

use std::collections::VecDeque;

/// The sort of object that a handle stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u64)]
pub(crate) enum Kind {
    Graph = 1,
    Node = 2,
    Exec = 3,
    Object = 4,
}

const SLOT_SHIFT: u32 = 4;
const GENERATION_SHIFT: u32 = 28;
const KIND_SHIFT: u32 = 40;
const SLOTS: usize = 1 << (GENERATION_SHIFT - SLOT_SHIFT);
const GENERATIONS: u64 = 1 << (KIND_SHIFT - GENERATION_SHIFT);
/// Slots that must be free before one is used again, so that stale handles are told from new ones for long.
const REUSE_AFTER: usize = 64;

/// Objects of one kind by handle.
pub(crate) struct Table<T> {
    kind: Kind,
    slots: Vec<Slot<T>>,
    free: VecDeque<usize>,
}

struct Slot<T> {
    generation: u64,
    value: Option<T>,
}

impl<T> Table<T> {
    pub(crate) const fn new(kind: Kind) -> Self {
        Table { kind, slots: Vec::new(), free: VecDeque::new() }
    }

    /// Adds an object; `None` when there are no handles left.
    pub(crate) fn insert(&mut self, value: T) -> Option<u64> {
        let at = if self.free.len() > REUSE_AFTER { self.free.pop_front() } else { None };
        let at = match at {
            Some(at) => at,
            None if self.slots.len() == SLOTS => return None,
            None => {
                self.slots.push(Slot { generation: 0, value: None });
                self.slots.len() - 1
            }
        };
        let slot = &mut self.slots[at];
        slot.generation = (slot.generation % (GENERATIONS - 1)) + 1;
        slot.value = Some(value);
        Some(
            (self.kind as u64) << KIND_SHIFT
                | slot.generation << GENERATION_SHIFT
                | (at as u64) << SLOT_SHIFT,
        )
    }

    /// The slot of a live handle.
    fn at(&self, handle: u64) -> Option<usize> {
        let slot = (handle >> SLOT_SHIFT) as usize & (SLOTS - 1);
        let generation = handle >> GENERATION_SHIFT & (GENERATIONS - 1);
        let low_bits_clear = handle.trailing_zeros() >= SLOT_SHIFT;
        let mine = handle >> KIND_SHIFT == self.kind as u64 && low_bits_clear;
        (mine && self.slots.get(slot).is_some_and(|s| s.generation == generation)).then_some(slot)
    }

    pub(crate) fn get(&self, handle: u64) -> Option<&T> {
        self.slots[self.at(handle)?].value.as_ref()
    }

    pub(crate) fn get_mut(&mut self, handle: u64) -> Option<&mut T> {
        let at = self.at(handle)?;
        self.slots[at].value.as_mut()
    }

    /// Takes an object out: its handle becomes invalid.
    pub(crate) fn remove(&mut self, handle: u64) -> Option<T> {
        let at = self.at(handle)?;
        let value = self.slots[at].value.take()?;
        self.free.push_back(at);
        Some(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stale_and_forged_handles_are_refused() {
        let mut table = Table::new(Kind::Node);
        let live = table.insert(7).unwrap();
        let stale = table.insert(8).unwrap();
        assert_eq!(table.remove(stale), Some(8));
        for _ in 0..2 * REUSE_AFTER {
            let handle = table.insert(9).unwrap();
            assert_ne!(handle, stale);
            table.remove(handle);
        }
        for bad in [0, 1, 2, u64::MAX, stale, live + 1, live + 16, live | 1 << 44, live ^ 1 << 28] {
            assert_eq!(table.get(bad), None, "{bad:#x}");
        }
        assert_eq!(table.get(live), Some(&7));
        assert!(live < 1 << 47 && live.is_multiple_of(16));
    }
}
