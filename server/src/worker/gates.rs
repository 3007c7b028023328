//! Points at which a stream waits for something from the network: bytes of a pinned transfer, the end of a host function.
//!
//! The gates of a stream are numbered 1, 2, 3, … in stream order. A 32-bit word in pinned host memory holds the number up to which all are
//! open; the stream waits with cuStreamWaitValue32 (cyclic ≥). So gates may open in any order, and nothing has to be recycled.

use std::collections::BTreeSet;
use std::ffi::c_void;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use cuda_abi::{
    CU_MEMHOSTREGISTER_DEVICEMAP, CU_MEMHOSTREGISTER_PORTABLE, CU_STREAM_WAIT_VALUE_GEQ, CUresult,
};
use parking_lot::{Condvar, Mutex};

use super::driver::{Cu, Library, Raw};
use super::mapping::{Mapping, Place};

const WORDS: usize = 16 * 1024;

/// The words of a context.
pub struct GatePage {
    memory: Mapping,
    device: u64,
    free: Mutex<(usize, Vec<Word>)>,
}

/// A word in use, and the value it holds at first.
#[derive(Debug, Clone, Copy)]
struct Word {
    index: usize,
    value: u32,
}

impl GatePage {
    /// A page for the context that is current in the calling thread.
    pub fn new(lib: &Library) -> Option<Self> {
        let memory = Mapping::memory(Place::Any, WORDS * 4).ok()?;
        let p: *mut c_void = std::ptr::with_exposed_provenance_mut(memory.addr());
        let flags = CU_MEMHOSTREGISTER_PORTABLE | CU_MEMHOSTREGISTER_DEVICEMAP;
        memory.pin(lib, flags).ok()?;
        let mut device = 0;
        // SAFETY: `p` was just registered; the out pointer is valid.
        unsafe { (lib.cuMemHostGetDevicePointer_v2)(&raw mut device, p, 0) }.ok().ok()?;
        Some(GatePage { memory, device, free: Mutex::new((0, Vec::new())) })
    }

    /// Ends the pinning, as the context is being destroyed: no stream waits any more.
    pub(super) fn unpin(&self, lib: &Library) {
        // On failure the page stays mapped.
        let _ = self.memory.unpin(lib);
    }

    fn take(&self) -> Option<Word> {
        let mut free = self.free.lock();
        if let Some(w) = free.1.pop() {
            return Some(w);
        }
        let index = free.0;
        if index == WORDS {
            return None;
        }
        free.0 += 1;
        Some(Word { index, value: 0 })
    }

    fn word(&self, index: usize) -> &AtomicU32 {
        let p: *mut u32 = std::ptr::with_exposed_provenance_mut(self.memory.addr() + 4 * index);
        // SAFETY: `index` < WORDS came from `take`; the mapping lives as long as `self`; the device only reads the word.
        unsafe { AtomicU32::from_ptr(p) }
    }

    fn address(&self, index: usize) -> u64 {
        self.device + 4 * index as u64
    }
}

#[derive(Default)]
struct State {
    word: Option<Word>,
    issued: u32,
    open_to: u32,
    opened: BTreeSet<u32>,
    /// The stream is destroyed: no gate will be added.
    retired: bool,
}

impl State {
    fn give_back(&mut self, page: Option<&GatePage>) {
        if self.issued == self.open_to
            && let (Some(page), Some(w)) = (page, self.word.take())
        {
            page.free.lock().1.push(Word { index: w.index, value: self.open_to });
        }
    }
}

/// Waits of streams whose driver cannot wait for a word.
#[derive(Default)]
struct Blocked {
    open_to: Mutex<u32>,
    changed: Condvar,
    closed: std::sync::atomic::AtomicBool,
}

/// The gates of a stream.
#[derive(Default)]
pub struct Gates {
    state: Mutex<State>,
    blocked: Arc<Blocked>,
}

struct HostWait {
    blocked: Arc<Blocked>,
    number: u32,
}

extern "C" fn wait_in_host_function(data: *mut c_void) {
    // SAFETY: `data` is the box that `Gates::wait` leaked for this one call.
    let wait = unsafe { Box::from_raw(data.cast::<HostWait>()) };
    let mut open_to = wait.blocked.open_to.lock();
    while open_to.wrapping_sub(wait.number) as i32 <= -1 && !wait.blocked.closed.load(Ordering::Relaxed) {
        wait.blocked.changed.wait(&mut open_to);
    }
}

impl Gates {
    /// Makes the stream wait for a new gate; returns the gate's number.
    pub fn wait(&self, lib: &Library, page: Option<&GatePage>, stream: Raw) -> Cu<u32> {
        let mut state = self.state.lock();
        if let Some(page) = page {
            if state.word.is_none() && state.issued == 0 {
                state.word = page.take();
                let value = state.word.map_or(0, |w| w.value);
                (state.issued, state.open_to) = (value, value);
            }
            if let Some(w) = state.word {
                let number = state.issued.wrapping_add(1);
                // SAFETY: the word is registered host memory of this context; the stream is live.
                let r = unsafe {
                    (lib.cuStreamWaitValue32_v2)(
                        stream.0,
                        page.address(w.index),
                        number,
                        CU_STREAM_WAIT_VALUE_GEQ,
                    )
                };
                if r != CUresult::NOT_SUPPORTED {
                    r.ok()?;
                    state.issued = number;
                    return Ok(number);
                }
            }
        }
        let number = state.issued.wrapping_add(1);
        let wait = Box::new(HostWait { blocked: self.blocked.clone(), number });
        let data = Box::into_raw(wait);
        // SAFETY: the function takes over the box; it runs once, whenever the stream arrives.
        let r = unsafe { (lib.cuLaunchHostFunc)(stream.0, Some(wait_in_host_function), data.cast()) };
        if let Err(e) = r.ok() {
            // SAFETY: the driver did not take the function, so the box is still ours.
            drop(unsafe { Box::from_raw(data) });
            return Err(e);
        }
        state.issued = number;
        Ok(number)
    }

    /// Opens a gate. Writes that were made before are visible to the device after it.
    pub fn open(&self, page: Option<&GatePage>, number: u32) {
        let mut state = self.state.lock();
        state.opened.insert(number);
        while let next = state.open_to.wrapping_add(1)
            && state.opened.remove(&next)
        {
            state.open_to = next;
        }
        if let (Some(page), Some(w)) = (page, state.word) {
            page.word(w.index).store(state.open_to, Ordering::Release);
        }
        if state.retired {
            state.give_back(page);
        }
        *self.blocked.open_to.lock() = state.open_to;
        self.blocked.changed.notify_all();
    }

    /// The stream is being destroyed: gives its word back as soon as all gates are open.
    pub fn retire(&self, page: Option<&GatePage>) {
        let mut state = self.state.lock();
        state.retired = true;
        state.give_back(page);
    }

    /// Lets host functions that wait go: the session is over.
    pub fn abandon(&self) {
        self.blocked.closed.store(true, Ordering::Relaxed);
        let guard = self.blocked.open_to.lock();
        drop(guard);
        self.blocked.changed.notify_all();
    }
}
