//! Context-local storage: values that runtimes keep per context and key, with destructors.
//!
//! Every call of the CUDA runtime reads it once, so reads take no lock. The table is a flat hash table whose slots only
//! go from free to used to deleted; when it fills up, the live entries move to a new table and the old one is leaked,
//! because a reader may still look at it (about 64 bytes per insertion, and insertions are rare). A slot is never
//! reused, so a reader never sees one entry's context with another's value.
//!
//! Writers take a lock that holds the process id of its owner: a child that was forked while another thread held it
//! can tell and take it over. Every single store leaves the table valid, so there is nothing to repair then.

use std::ffi::c_void;
use std::ptr;
use std::sync::atomic::{AtomicPtr, AtomicU32, AtomicUsize, Ordering};

use cuda_abi::{CUcontext, CUresult};

use crate::hooks::resolve_context;

/// Told when the context of a stored value is destroyed or reset.
pub type Destructor = unsafe extern "C" fn(context: CUcontext, key: *mut c_void, value: *mut c_void);

/// A stored value.
#[derive(Debug, Clone, Copy)]
struct Entry {
    context: usize,
    key: usize,
    value: usize,
    /// A [`Destructor`] or 0.
    destructor: usize,
}

static STORAGE: Storage = Storage::new();

/// Stores `value` for a context and key, in place of an earlier one. A null or -1 context is the current one.
///
/// # Safety
/// `destructor` stays callable until the entry is deleted or its context destroyed.
pub unsafe fn put(
    context: CUcontext,
    key: *mut c_void,
    value: *mut c_void,
    destructor: Option<Destructor>,
) -> CUresult {
    let context = resolve_context(context);
    if context.is_null() {
        return CUresult::INVALID_CONTEXT;
    }
    STORAGE.put(Entry {
        context: context.addr(),
        key: key.addr(),
        value: value.expose_provenance(),
        destructor: destructor.map_or(0, |function| (function as *const ()).expose_provenance()),
    });
    CUresult::SUCCESS
}

/// Reads the value of a context and key. [`CUresult::INVALID_HANDLE`] if there is none. A null or -1 context is the
/// current one.
pub fn get(context: CUcontext, key: *mut c_void) -> Result<*mut c_void, CUresult> {
    let context = resolve_context(context);
    if context.is_null() {
        return Err(CUresult::INVALID_CONTEXT);
    }
    STORAGE
        .get(context.addr(), key.addr())
        .map(ptr::with_exposed_provenance_mut)
        .ok_or(CUresult::INVALID_HANDLE)
}

/// Forgets the value of a context and key without calling its destructor.
pub fn delete(context: CUcontext, key: *mut c_void) -> CUresult {
    let context = resolve_context(context);
    if context.is_null() {
        return CUresult::INVALID_CONTEXT;
    }
    match STORAGE.remove(context.addr(), Some(key.addr())) {
        Some(_) => CUresult::SUCCESS,
        None => CUresult::INVALID_HANDLE,
    }
}

/// Forgets all values of a context and calls their destructors. Libraries call it when a context is destroyed or a
/// primary context is reset, with no lock held.
#[allow(
    clippy::not_unsafe_ptr_arg_deref,
    reason = "a context is an opaque handle; nothing is read through it"
)]
pub fn contexts_destroyed(context: CUcontext) {
    while let Some(entry) = STORAGE.remove(context.addr(), None) {
        if entry.destructor == 0 {
            continue;
        }
        let function = ptr::with_exposed_provenance::<()>(entry.destructor);
        // SAFETY: only `put` stores destructors, from values of this type; its caller keeps them callable.
        unsafe {
            let destructor = std::mem::transmute::<*const (), Destructor>(function);
            let key = ptr::with_exposed_provenance_mut(entry.key);
            destructor(context, key, ptr::with_exposed_provenance_mut(entry.value));
        }
    }
}

/// A slot of the hash table. `context` is [`FREE`], [`DELETED`] or that of the entry; it is stored last.
#[derive(Default)]
struct Slot {
    context: AtomicUsize,
    key: AtomicUsize,
    value: AtomicUsize,
    destructor: AtomicUsize,
}

const FREE: usize = 0;
const DELETED: usize = usize::MAX;
const SMALLEST: usize = 64;

impl Slot {
    fn set_value(&self, entry: &Entry) {
        self.value.store(entry.value, Ordering::Release);
        self.destructor.store(entry.destructor, Ordering::Release);
    }

    fn fill(&self, entry: &Entry) {
        self.key.store(entry.key, Ordering::Relaxed);
        self.set_value(entry);
        self.context.store(entry.context, Ordering::Release);
    }

    fn entry(&self) -> Option<Entry> {
        let context = self.context.load(Ordering::Acquire);
        (context != FREE && context != DELETED).then(|| Entry {
            context,
            key: self.key.load(Ordering::Relaxed),
            value: self.value.load(Ordering::Acquire),
            destructor: self.destructor.load(Ordering::Acquire),
        })
    }
}

struct Table {
    /// A power of two of them.
    slots: Box<[Slot]>,
    /// How many slots are not free. Touched under the writers' lock.
    taken: AtomicUsize,
}

impl Table {
    fn new(size: usize) -> Self {
        let slots = std::iter::repeat_with(Slot::default).take(size).collect();
        Table { slots, taken: AtomicUsize::new(0) }
    }

    /// The slots where a context and key may be, in order of search.
    fn candidates(&self, context: usize, key: usize) -> impl Iterator<Item = &Slot> {
        let (start, mask) = (hash(context, key), self.slots.len().wrapping_sub(1));
        (0..self.slots.len()).filter_map(move |step| self.slots.get(start.wrapping_add(step) & mask))
    }

    fn find(&self, context: usize, key: usize) -> Option<&Slot> {
        for slot in self.candidates(context, key) {
            let found = slot.context.load(Ordering::Acquire);
            if found == FREE {
                return None;
            }
            if found == context && slot.key.load(Ordering::Relaxed) == key {
                return Some(slot);
            }
        }
        None
    }

    /// Puts an entry that is not there into a free slot.
    fn insert(&self, entry: &Entry) {
        let mut candidates = self.candidates(entry.context, entry.key);
        if let Some(slot) = candidates.find(|slot| slot.context.load(Ordering::Relaxed) == FREE) {
            slot.fill(entry);
            self.taken.fetch_add(1, Ordering::Relaxed);
        }
    }
}

fn hash(context: usize, key: usize) -> usize {
    const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;
    let mixed = (context as u64).rotate_left(23) ^ key as u64;
    (mixed.wrapping_mul(MULTIPLIER) >> 32) as usize
}

struct Storage {
    /// Process id of the writer, 0 if none.
    owner: AtomicU32,
    table: AtomicPtr<Table>,
}

impl Storage {
    const fn new() -> Self {
        Storage { owner: AtomicU32::new(0), table: AtomicPtr::new(ptr::null_mut()) }
    }

    fn table(&self) -> Option<&Table> {
        // SAFETY: the pointer is null or a leaked table.
        unsafe { self.table.load(Ordering::Acquire).as_ref() }
    }

    fn get(&self, context: usize, key: usize) -> Option<usize> {
        self.table()?.find(context, key).map(|slot| slot.value.load(Ordering::Acquire))
    }

    fn put(&self, entry: Entry) {
        self.locked(|| {
            if let Some(slot) = self.table().and_then(|table| table.find(entry.context, entry.key)) {
                slot.set_value(&entry);
            } else if let Some(table) = self.table().filter(|table| has_room(table)) {
                table.insert(&entry);
            } else {
                self.move_to_new_table(&entry);
            }
        });
    }

    /// Takes out one entry of a context: that of `key`, or any.
    fn remove(&self, context: usize, key: Option<usize>) -> Option<Entry> {
        self.locked(|| {
            let table = self.table()?;
            let slot = match key {
                Some(key) => table.find(context, key)?,
                None => table.slots.iter().find(|slot| slot.context.load(Ordering::Relaxed) == context)?,
            };
            let entry = slot.entry();
            slot.context.store(DELETED, Ordering::Release);
            entry
        })
    }

    /// Leaves deleted slots behind and makes room. Under the lock.
    fn move_to_new_table(&self, added: &Entry) {
        let old = self.table().map_or(&[][..], |table| &table.slots);
        let live: Vec<Entry> = old.iter().filter_map(Slot::entry).collect();
        let table = Table::new(((live.len() + 1) * 4).next_power_of_two().max(SMALLEST));
        live.iter().for_each(|entry| table.insert(entry));
        table.insert(added);
        self.table.store(Box::into_raw(Box::new(table)), Ordering::Release);
    }

    /// Runs `action` with the writers' lock held. It must not call back into this storage's writers.
    fn locked<R>(&self, action: impl FnOnce() -> R) -> R {
        let me = std::process::id();
        loop {
            let owner = self.owner.load(Ordering::Relaxed);
            // A lock owned by another process was held by a thread that fork did not copy.
            let free = owner != me;
            if free
                && self.owner.compare_exchange_weak(owner, me, Ordering::Acquire, Ordering::Relaxed).is_ok()
            {
                break;
            }
            std::thread::yield_now();
        }
        let result = action();
        self.owner.store(0, Ordering::Release);
        result
    }
}

/// Searches stay short while at most half of the slots are taken.
fn has_room(table: &Table) -> bool {
    table.taken.load(Ordering::Relaxed) * 2 < table.slots.len()
}
