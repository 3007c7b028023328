//! Leader and followers: of the threads that wait for the worker, one reads the connection and delivers for the others.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::ops::Deref;
use std::rc::Rc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Weak};
use std::time::Duration;

use cuda_abi::CUresult;
use parking_lot::{Condvar, Mutex, RwLock};
use protocol::frame::ReplyHead;

use super::{Reply, Session};

/// How often a leader looks at a condition that other threads can make true.
const LOOK: Duration = Duration::from_millis(1);

/// How often a wait looks at its condition while the connection is broken.
pub(super) const BROKEN_LOOK: Duration = Duration::from_millis(10);

/// What can make a wait's condition true.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Source {
    /// Only a frame from the worker.
    Frames,
    /// Also the bulk connection or another thread.
    Anything,
}

/// Memory of the program that an answer is stored to: address and length.
#[derive(Debug, Clone, Copy)]
pub(super) struct Target(pub(super) usize, pub(super) usize);

/// A thread that waits for an answer; at its end nothing is stored to the target any more.
pub(super) struct Expecting<'a>(&'a Slot);

impl Drop for Expecting<'_> {
    fn drop(&mut self) {
        // Waits for a thread that is storing.
        self.0.state.lock().target = None;
    }
}

/// What one thread waits for.
#[derive(Debug, Default)]
struct SlotState {
    reply: Option<(u64, Reply, u64)>,
    /// Where the answer's payload goes, as long as the thread waits for it.
    target: Option<Target>,
    /// Somebody wants the thread to look again: a reply came, a condition may hold, or it should lead.
    poked: bool,
}

/// The waiting place of one client thread.
#[derive(Debug)]
pub(super) struct Slot {
    /// The thread's number.
    pub(super) number: u32,
    state: Mutex<SlotState>,
    changed: Condvar,
}

impl Slot {
    /// # Safety
    /// The target is valid for writes until the result is dropped.
    pub(super) unsafe fn expect_reply(&self, target: Option<Target>) -> Expecting<'_> {
        let mut state = self.state.lock();
        (state.reply, state.target) = (None, target);
        Expecting(self)
    }

    fn take(&self, call: u64) -> Option<(Reply, u64)> {
        let mut s = self.state.lock();
        match s.reply.take() {
            Some((seq, reply, watermark)) if seq == call => Some((reply, watermark)),
            _ => None,
        }
    }

    /// Whether the answer of the thread's present call has arrived.
    pub(super) fn answered(&self) -> bool {
        self.state.lock().reply.is_some()
    }

    fn poke(&self) {
        self.state.lock().poked = true;
        self.changed.notify_one();
    }

    fn rest(&self) {
        let mut s = self.state.lock();
        while !s.poked {
            self.changed.wait(&mut s);
        }
        s.poked = false;
    }
}

/// All waiting places of a session.
#[derive(Debug, Default)]
pub(super) struct Waiters {
    /// By number, of threads that have not ended.
    slots: RwLock<BTreeMap<u32, Arc<Slot>>>,
    /// Threads that rest because another one leads.
    resting: Mutex<Vec<Arc<Slot>>>,
    /// Threads inside a wait, the leader included, or about to wait.
    waiting: AtomicU32,
}

impl Waiters {
    /// Delivers an answer to the thread that waits for it; `store`: the payload may be stored to its target at once.
    pub(super) fn deliver(&self, thread: u32, head: &ReplyHead, payload: &[u8], store: bool) {
        let slots = self.slots.read();
        let Some(slot) = slots.get(&thread) else { return };
        let mut state = slot.state.lock();
        let payload = match state.target.filter(|_| store) {
            Some(Target(address, len)) => {
                let target = std::ptr::with_exposed_provenance_mut(address);
                // SAFETY: `expect_reply`'s caller keeps the target valid while it is noted; the lock is held.
                unsafe { std::ptr::copy_nonoverlapping(payload.as_ptr(), target, payload.len().min(len)) };
                Vec::new()
            }
            None => payload.to_vec(),
        };
        let reply = Reply { result: CUresult(head.result.get()), payload };
        state.reply = Some((head.call.get(), reply, head.watermark.get()));
        drop(state);
        slot.poke();
    }

    /// Does something for a thread unless it has ended; it does not end meanwhile.
    pub(super) fn if_alive(&self, thread: u32, act: impl FnOnce()) {
        let slots = self.slots.read();
        if slots.contains_key(&thread) {
            act();
        }
    }

    /// Lets every resting thread look at its condition again.
    pub(super) fn wake_all(&self) {
        for s in self.resting.lock().iter() {
            s.poke();
        }
    }

    /// Does something while the calling thread counts as waiting: it reads the connection, now or in a moment.
    pub(super) fn attended<T>(&self, act: impl FnOnce() -> T) -> T {
        self.waiting.fetch_add(1, Ordering::AcqRel);
        let result = act();
        self.waiting.fetch_sub(1, Ordering::AcqRel);
        result
    }

    /// Whether some thread is inside a wait.
    pub(super) fn anybody(&self) -> bool {
        self.waiting.load(Ordering::Acquire) > 0
    }

    /// Lets one resting thread lead, if there is one; after the connection's lock was let go.
    pub(super) fn promote_one(&self) {
        if let Some(s) = self.resting.lock().first() {
            s.poke();
        }
    }
}

/// A waiting place that the session knows while a thread has it.
pub(super) struct Place {
    slot: Arc<Slot>,
    session: Weak<Session>,
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Some(session) = self.session.upgrade() {
            session.waiters.slots.write().remove(&self.slot.number);
            session.handler.thread_ended(self.slot.number);
        }
    }
}

impl Deref for Place {
    type Target = Arc<Slot>;

    fn deref(&self) -> &Arc<Slot> {
        &self.slot
    }
}

thread_local! {
    /// (session id, place) of this thread. One entry unless a process runs several sessions.
    static PLACES: RefCell<Vec<(u64, Rc<Place>)>> = const { RefCell::new(Vec::new()) };
    /// (session id, number) of the place that was last asked for: its number is all that posted frames need.
    static NUMBER: Cell<(u64, u32)> = const { Cell::new((0, 0)) };
}

/// Forgets the calling thread's places in a forked child: they are the parent's, and its locks may be held by threads that are not here.
pub(crate) fn forget_places() {
    // Neither is possible while the program is in fork; then a child that ends normally could wait for a lock.
    let _ = PLACES
        .try_with(|cell| cell.try_borrow_mut().map(|mut mine| std::mem::forget(std::mem::take(&mut *mine))));
}

impl Session {
    /// The number of the calling thread in this session, from 1.
    pub fn thread_number(&self) -> u32 {
        let (session, number) = NUMBER.get();
        if session == self.id {
            return number;
        }
        let number = self.slot().number;
        NUMBER.set((self.id, number));
        number
    }

    /// The calling thread's waiting place.
    pub(super) fn slot(&self) -> Rc<Place> {
        PLACES
            .try_with(|cell| {
                let mut mine = cell.borrow_mut();
                if let Some((_, place)) = mine.iter().find(|(id, _)| *id == self.id) {
                    return place.clone();
                }
                let place = self.new_place();
                mine.push((self.id, place.clone()));
                place
            })
            // The thread's storage is already gone (destructors at thread exit): a place for this call alone.
            .unwrap_or_else(|_| self.new_place())
    }

    fn new_place(&self) -> Rc<Place> {
        let number = self.threads.fetch_add(1, Ordering::Relaxed) + 1;
        let slot = Arc::new(Slot { number, state: Mutex::default(), changed: Condvar::new() });
        self.waiters.slots.write().insert(number, slot.clone());
        Rc::new(Place { slot, session: self.me.clone() })
    }

    /// Waits for the answer of call `seq`: the reply and its watermark.
    pub(super) fn wait_reply(&self, slot: &Arc<Slot>, seq: u64) -> Result<(Reply, u64), CUresult> {
        let mut got = None;
        self.wait_with(slot, Source::Frames, || {
            // The condition may be asked again after it held.
            if got.is_none() {
                got = slot.take(seq);
            }
            got.is_some()
        })?;
        // wait_with returns Ok only when the condition held.
        got.ok_or(super::LOST)
    }

    /// Waits until `ready` holds; it is looked at after every frame from the worker.
    pub(super) fn wait_until(&self, ready: impl FnMut() -> bool) -> Result<(), CUresult> {
        let slot = self.slot();
        self.wait_with(&slot, Source::Anything, ready)
    }

    fn wait_with(
        &self,
        slot: &Arc<Slot>,
        source: Source,
        ready: impl FnMut() -> bool,
    ) -> Result<(), CUresult> {
        let result = self.waiters.attended(|| self.wait_inner(slot, source, ready));
        self.waiters.promote_one();
        result
    }

    fn wait_inner(
        &self,
        slot: &Arc<Slot>,
        source: Source,
        mut ready: impl FnMut() -> bool,
    ) -> Result<(), CUresult> {
        loop {
            if ready() {
                return Ok(());
            }
            if let Some(code) = self.lost() {
                return Err(code);
            }
            if !self.ordered.is_up() {
                // The I/O thread replaces it.
                self.ordered.restored(BROKEN_LOOK);
                continue;
            }
            if self.lead(source, &mut ready) {
                continue;
            }
            // Enter the list first, then try once more: a leader that leaves looks at the list after it let go.
            self.waiters.resting.lock().push(slot.clone());
            if !self.lead(source, &mut ready) && !ready() && self.ordered.is_up() {
                slot.rest();
            }
            self.waiters.resting.lock().retain(|s| !Arc::ptr_eq(s, slot));
        }
    }

    /// Reads and delivers until `ready` holds, the session is over or the connection breaks. False if another thread is reading.
    fn lead(&self, source: Source, ready: &mut impl FnMut() -> bool) -> bool {
        let Some(mut rx) = self.rx.try_lock() else { return false };
        while self.ordered.is_up() && !ready_or_lost(self, ready) {
            match source {
                Source::Frames => self.read_blocking(&mut rx),
                Source::Anything => {
                    // An error shows again, and is handled, when the connection is read.
                    let _ = rx.wire.wait_readable(Some(LOOK));
                    self.read_available(&mut rx);
                }
            }
        }
        true
    }
}

fn ready_or_lost(session: &Session, ready: &mut impl FnMut() -> bool) -> bool {
    session.lost().is_some() || ready()
}
