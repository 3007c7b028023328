//! Handles given to the program: numbers that look like addresses and are looked up, never dereferenced.
//!
//! ```text
//!  bits 43..47  kind (1..): which sort of object
//!  bits 28..43  generation of the slot, from 1
//!  bits  4..28  slot
//!  bits  0..4   0
//! ```

use std::collections::VecDeque;
use std::ffi::c_void;

use parking_lot::RwLock;

/// The sort of object that a handle stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Kind {
    Context = 1,
    Stream = 2,
    Event = 3,
    Module = 4,
    Function = 5,
    Library = 6,
    Link = 7,
    Pool = 8,
    Array = 9,
    Physical = 10,
}

const SLOT_SHIFT: u32 = 4;
const GENERATION_SHIFT: u32 = 28;
const KIND_SHIFT: u32 = 43;
const GENERATION_MAX: u16 = (1 << (KIND_SHIFT - GENERATION_SHIFT)) - 1;
const SLOT_MASK: usize = (1 << (GENERATION_SHIFT - SLOT_SHIFT)) - 1;

/// Slots that must be free before one is used again, so that stale handles are told from new ones for long.
const REUSE_AFTER: usize = 64;

/// A handle as the program sees it.
pub(crate) type Raw = *mut c_void;

fn encode(kind: Kind, slot: usize, generation: u16) -> usize {
    (kind as usize) << KIND_SHIFT | usize::from(generation) << GENERATION_SHIFT | slot << SLOT_SHIFT
}

/// The slot and generation of a handle of this kind.
fn decode(kind: Kind, raw: usize) -> Option<(usize, u16)> {
    let (slot, generation) =
        ((raw >> SLOT_SHIFT) & SLOT_MASK, (raw >> GENERATION_SHIFT) as u16 & GENERATION_MAX);
    (raw == encode(kind, slot, generation)).then_some((slot, generation))
}

/// Objects of one kind by handle. Values are cheap to clone (`Arc`, `&'static`).
pub(crate) struct Slab<T> {
    kind: Kind,
    inner: RwLock<Inner<T>>,
}

struct Inner<T> {
    slots: Vec<Slot<T>>,
    free: VecDeque<usize>,
}

struct Slot<T> {
    generation: u16,
    value: Option<T>,
}

impl<T: Clone> Slab<T> {
    pub(crate) const fn new(kind: Kind) -> Self {
        Slab { kind, inner: RwLock::new(Inner { slots: Vec::new(), free: VecDeque::new() }) }
    }

    /// Adds an object that is made with knowledge of its handle.
    pub(crate) fn insert_with(&self, make: impl FnOnce(usize) -> T) -> T {
        let mut inner = self.inner.write();
        let at = match inner.free.len() > REUSE_AFTER {
            true => inner.free.pop_front(),
            false => None,
        };
        let at = at.unwrap_or_else(|| {
            inner.slots.push(Slot { generation: 0, value: None });
            inner.slots.len() - 1
        });
        let slot = &mut inner.slots[at];
        slot.generation = slot.generation % GENERATION_MAX + 1;
        let value = make(encode(self.kind, at, slot.generation));
        slot.value = Some(value.clone());
        value
    }

    /// The object of a handle; `None` for null, forged, stale or foreign handles.
    pub(crate) fn get(&self, handle: Raw) -> Option<T> {
        let (at, generation) = decode(self.kind, handle.addr())?;
        let inner = self.inner.read();
        let slot = inner.slots.get(at)?;
        if slot.generation == generation { slot.value.clone() } else { None }
    }

    /// Takes an object out: its handle becomes invalid.
    pub(crate) fn remove(&self, handle: Raw) -> Option<T> {
        let (at, generation) = decode(self.kind, handle.addr())?;
        let mut inner = self.inner.write();
        let slot = inner.slots.get_mut(at)?;
        if slot.generation != generation {
            return None;
        }
        let value = slot.value.take()?;
        inner.free.push_back(at);
        Some(value)
    }

    /// Takes out all objects for which `gone` holds.
    pub(crate) fn remove_if(&self, gone: impl Fn(&T) -> bool) -> Vec<T> {
        let mut inner = self.inner.write();
        let Inner { slots, free } = &mut *inner;
        let mut removed = Vec::new();
        for (at, slot) in slots.iter_mut().enumerate() {
            if slot.value.as_ref().is_some_and(&gone) {
                removed.extend(slot.value.take());
                free.push_back(at);
            }
        }
        removed
    }

    /// All objects.
    pub(crate) fn all(&self) -> Vec<T> {
        self.inner.read().slots.iter().filter_map(|slot| slot.value.clone()).collect()
    }

    /// The first object for which `wanted` holds.
    pub(crate) fn find(&self, wanted: impl Fn(&T) -> bool) -> Option<T> {
        self.inner.read().slots.iter().filter_map(|slot| slot.value.as_ref()).find(|v| wanted(v)).cloned()
    }
}

/// A handle value as the pointer that C passes around.
pub(crate) fn raw(handle: usize) -> Raw {
    std::ptr::without_provenance_mut(handle)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn handle_of(slab: &Slab<usize>) -> Raw {
        raw(slab.insert_with(|h| h))
    }

    #[test]
    fn live_handles_resolve_and_forged_ones_do_not() {
        let slab = Slab::new(Kind::Stream);
        let handle = handle_of(&slab);
        let forged =
            [0, 1, 2, usize::MAX, handle.addr() + 1, handle.addr() + 16, handle.addr() | 1 << 47, 1 << 44];
        assert_eq!(slab.get(handle), Some(handle.addr()));
        for bad in forged {
            assert_eq!(slab.get(raw(bad)), None, "{bad:#x}");
        }
    }

    #[test]
    fn handles_of_another_kind_do_not_resolve() {
        let (streams, events) = (Slab::new(Kind::Stream), Slab::new(Kind::Event));
        let (stream, event) = (handle_of(&streams), handle_of(&events));
        assert_ne!(stream, event);
        assert_eq!(streams.get(event), None);
        assert_eq!(events.get(stream), None);
    }

    #[test]
    fn stale_handles_stay_invalid_after_reuse() {
        let slab = Slab::new(Kind::Event);
        let stale: Vec<_> = (0..4 * REUSE_AFTER)
            .map(|_| {
                let handle = handle_of(&slab);
                assert_eq!(slab.remove(handle), Some(handle.addr()));
                handle
            })
            .collect();
        let live = handle_of(&slab);
        assert!(stale.iter().all(|h| slab.get(*h).is_none() && slab.remove(*h).is_none()));
        assert_eq!(slab.get(live), Some(live.addr()));
    }

    #[test]
    fn remove_if_takes_only_what_is_asked() {
        let slab: Slab<usize> = Slab::new(Kind::Module);
        let handles: Vec<_> = (0..10).map(|_| handle_of(&slab)).collect();
        let gone = slab.remove_if(|h| (h >> SLOT_SHIFT).is_multiple_of(2));
        assert_eq!(gone.len(), 5);
        assert_eq!(handles.iter().filter(|h| slab.get(**h).is_some()).count(), 5);
    }

    #[test]
    fn handles_are_canonical_user_addresses() {
        let highest = encode(Kind::Pool, SLOT_MASK, GENERATION_MAX);
        assert!(highest < 1 << 47 && highest.is_multiple_of(16));
    }
}
