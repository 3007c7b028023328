//! Contexts, what lives in them, and the stack of current contexts of each thread.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Weak};

use cuda_abi::CU_LIMIT_MAX;
use cuda_graph::capture;
use parking_lot::{Mutex, RwLock};

use crate::driver::{self, Driver};
use crate::error::{Error, Result};
use crate::event::EVENTS;
use crate::function::FUNCTIONS;
use crate::handle::{Kind, Table};
use crate::ipc;
use crate::link::LINKS;
use crate::module::MODULES;
use crate::op::Op;
use crate::poll;
use crate::pool;
use crate::queue::Room;
use crate::stream::{Fate, Stream};

/// All contexts, primary ones included (those for ever).
pub static CONTEXTS: Table<Context> = Table::new(Kind::Context);
/// All streams that a program created.
pub static STREAMS: Table<Stream> = Table::new(Kind::Stream);

/// `CU_STREAM_LEGACY`.
pub const LEGACY: u64 = 1;
/// `CU_STREAM_PER_THREAD`.
pub const PER_THREAD: u64 = 2;
/// `CU_STREAM_NON_BLOCKING`.
pub const NON_BLOCKING: u32 = 1;

/// A context. The handle of a primary context is valid before it is first retained.
pub struct Context {
    /// The `CUcontext` value.
    pub handle: u64,
    /// Ordinal of the device.
    pub device: u32,
    /// Whether it is the device's primary context.
    pub primary: bool,
    /// Scheduling flags.
    pub flags: AtomicU32,
    retained: Mutex<u32>,
    live: RwLock<Option<Arc<Live>>>,
}

/// One life of a context: from creation (or first retain) to destruction (or reset).
pub struct Live {
    /// Unique in the process; objects carry it as their owner.
    pub id: u64,
    /// Ordinal of the device.
    pub device: u32,
    /// Handle of the context.
    pub context: u64,
    /// The sticky error.
    pub fate: Arc<Fate>,
    /// The legacy default stream.
    pub legacy: Arc<Stream>,
    /// Limits by number (`CUlimit`).
    pub limits: Mutex<[u64; LIMITS]>,
    room: Option<Arc<Room>>,
    streams: Mutex<Vec<Arc<Stream>>>,
    per_thread: Mutex<HashMap<u64, Arc<Stream>>>,
}

/// Number of `CUlimit` values.
pub const LIMITS: usize = CU_LIMIT_MAX as usize;
/// Initial limits: stack 1 KiB, printf FIFO 7.8 MiB, heap 8 MiB, device runtime depth and launches,
/// L2 fetch granularity, persisting L2.
const DEFAULT_LIMITS: [u64; LIMITS] = [1024, 7_864_320, 8 << 20, 2, 2048, 64, 0, 0, 0, 0, 0];

impl Live {
    fn new(device: u32, context: u64) -> Arc<Self> {
        static NEXT_ID: AtomicU64 = AtomicU64::new(1);
        let fate = Arc::new(Fate::default());
        let id = NEXT_ID.fetch_add(1, Ordering::Relaxed);
        let room = Driver::get().ok().and_then(|driver| {
            let depth = driver.config.queue?;
            Some(Arc::new(Room::new(depth, driver.config.log >= 2)))
        });
        Arc::new_cyclic(|weak| Self {
            id,
            device,
            context,
            fate: fate.clone(),
            legacy: Arc::new(Stream::new(LEGACY, 0, 0, fate, (weak.clone(), id), room.clone())),
            limits: Mutex::new(DEFAULT_LIMITS),
            room,
            streams: Mutex::new(Vec::new()),
            per_thread: Mutex::new(HashMap::new()),
        })
    }

    /// A new stream of this context.
    pub fn create_stream(self: &Arc<Self>, flags: u32, priority: i32) -> Arc<Stream> {
        let owner = (Arc::downgrade(self), self.id);
        let stream = STREAMS.insert_with(|handle| {
            Stream::new(handle, flags, priority, self.fate.clone(), owner, self.room.clone())
        });
        self.adopt(&stream);
        stream
    }

    fn adopt(&self, stream: &Arc<Stream>) {
        let mut streams = self.streams.lock();
        streams.retain(|stream| !stream.gone());
        streams.push(stream.clone());
    }

    /// The stream that `CU_STREAM_PER_THREAD` means for the calling thread.
    pub fn per_thread_stream(self: &Arc<Self>) -> Arc<Stream> {
        let mut per_thread = self.per_thread.lock();
        if let Some(stream) = per_thread.get(&thread_number()) {
            return stream.clone();
        }
        let owner = (Arc::downgrade(self), self.id);
        let stream = Arc::new(Stream::new(PER_THREAD, 0, 0, self.fate.clone(), owner, self.room.clone()));
        self.adopt(&stream);
        per_thread.retain(|_, stream| !stream.gone());
        per_thread.insert(thread_number(), stream.clone());
        // A thread that is past its thread-locals leaves its stream to the context.
        let _ = OWN_STREAMS.try_with(|own| own.0.borrow_mut().push(stream.clone()));
        stream
    }

    /// A stream that no handle names and that nothing waits for implicitly.
    pub fn lane(self: &Arc<Self>) -> Arc<Stream> {
        let owner = (Arc::downgrade(self), self.id);
        Arc::new(Stream::new(0, NON_BLOCKING, 0, self.fate.clone(), owner, None))
    }

    /// The stream of a handle: 0 and 1 legacy, 2 the calling thread's, else one of this context's.
    pub fn stream(self: &Arc<Self>, handle: u64) -> Result<Arc<Stream>> {
        match handle {
            0 | LEGACY => Ok(self.legacy.clone()),
            PER_THREAD => Ok(self.per_thread_stream()),
            _ => {
                let stream = STREAMS.get(handle).ok_or(Error::InvalidHandle)?;
                if stream.owner.ptr_eq(&Arc::downgrade(self)) {
                    Ok(stream)
                } else {
                    Err(Error::InvalidHandle)
                }
            }
        }
    }

    /// What an operation in `stream` has to wait for by the rules of the legacy stream.
    pub fn implicit_waits(&self, stream: &Arc<Stream>) -> Vec<Op> {
        if Arc::ptr_eq(stream, &self.legacy) {
            let streams = self.streams.lock();
            let busy = streams.iter().filter(|other| other.blocking() && !other.idle());
            return busy.map(|other| Op::After(other.clone(), other.submitted())).collect();
        }
        if stream.blocking() && !self.legacy.idle() {
            return vec![Op::After(self.legacy.clone(), self.legacy.submitted())];
        }
        Vec::new()
    }

    /// Queues `op` in `stream` with the waits that the legacy stream asks for, as soon as there is room.
    pub fn submit(&self, stream: &Arc<Stream>, op: Op) -> u64 {
        stream.enter();
        let waits = self.implicit_waits(stream);
        stream.submit_entered(waits.into_iter().chain([op]))
    }

    /// Blocks until the work that `stream` has (for the legacy stream also that of all blocking streams) is done.
    pub fn wait_stream(&self, stream: &Arc<Stream>) -> Result {
        if Arc::ptr_eq(stream, &self.legacy) {
            let others: Vec<_> = self.streams.lock().iter().filter(|s| s.blocking()).cloned().collect();
            let points: Vec<_> = others.iter().map(|s| s.submitted()).collect();
            for (other, seq) in others.iter().zip(points) {
                other.wait(seq);
            }
        } else if stream.blocking() {
            // A copy in the calling thread follows the legacy stream, too.
            self.legacy.wait(self.legacy.submitted());
        }
        stream.wait(stream.submitted());
        self.settle()
    }

    /// Blocks until all work queued so far in the context is done.
    pub fn synchronize(&self) -> Result {
        let mut streams = self.streams.lock().clone();
        streams.push(self.legacy.clone());
        let points: Vec<_> = streams.iter().map(|s| s.submitted()).collect();
        for (stream, seq) in streams.iter().zip(points) {
            stream.wait(seq);
        }
        self.settle()
    }

    /// After a wait: prints what kernels printed, and tells the sticky error.
    pub fn settle(&self) -> Result {
        if let Ok(driver) = Driver::get() {
            driver.printer.flush();
        }
        self.fate.check()
    }

    /// Frees everything that belongs to this life. Kernels that still run are abandoned to their end.
    fn end(self: &Arc<Self>) {
        if driver::exiting() {
            // The memory of what still runs goes with the process.
            return;
        }
        capture::forget_context(self.id);
        // Destruction waits for the work as a driver does; a failed context has none left that counts.
        let _ = self.synchronize();
        self.fate.fail(Error::ContextIsDestroyed);
        // A word that a stream waits for may lie in memory that is about to go.
        poll::let_go();
        for stream in self.streams.lock().drain(..) {
            STREAMS.remove(stream.handle);
        }
        for event in EVENTS.select(|event| event.owner == self.id) {
            EVENTS.remove(event.handle);
        }
        for function in FUNCTIONS.select(|function| function.owner == self.id) {
            FUNCTIONS.remove(function.handle);
        }
        for link in LINKS.select(|link| link.owner == self.id) {
            LINKS.remove(link.handle);
        }
        for module in MODULES.select(|module| module.owner == self.id) {
            MODULES.remove(module.handle);
        }
        if let Ok(driver) = Driver::get() {
            let memory = &driver.memory;
            cuda_graph::memory::forget(|address| memory.find(address).is_some_and(|m| m.owner == self.id));
            pool::context_ended(self.id);
            ipc::memory::context_ended(self.id);
            driver.objects.release_owner(driver, self.id);
            driver.memory.release_owner(self.id);
        }
    }
}

impl Context {
    /// The primary context of a device, not yet active.
    pub fn primary(device: u32) -> Arc<Self> {
        CONTEXTS.insert_with(|handle| Self::new(handle, device, true, 0, None))
    }

    /// A context as `cuCtxCreate` makes it.
    pub fn create(device: u32, flags: u32) -> Arc<Self> {
        CONTEXTS
            .insert_with(|handle| Self::new(handle, device, false, flags, Some(Live::new(device, handle))))
    }

    fn new(handle: u64, device: u32, primary: bool, flags: u32, live: Option<Arc<Live>>) -> Self {
        let (flags, retained, live) = (AtomicU32::new(flags), Mutex::new(0), RwLock::new(live));
        Self { handle, device, primary, flags, retained, live }
    }

    /// The context of a handle.
    pub fn find(handle: u64) -> Result<Arc<Self>> {
        CONTEXTS.get(handle).ok_or(Error::InvalidContext)
    }

    /// The present life.
    pub fn live(&self) -> Result<Arc<Live>> {
        self.live.read().clone().ok_or(Error::ContextIsDestroyed)
    }

    /// Whether the context is active.
    pub fn active(&self) -> bool {
        self.live.read().is_some()
    }

    /// Counts a user of the primary context; the first one brings it to life.
    pub fn retain(&self) {
        let mut retained = self.retained.lock();
        *retained += 1;
        let mut live = self.live.write();
        if live.is_none() {
            *live = Some(Live::new(self.device, self.handle));
        }
    }

    /// Drops a user of the primary context; the last one ends its life.
    pub fn release(&self) -> Result {
        let mut retained = self.retained.lock();
        *retained = retained.checked_sub(1).ok_or(Error::InvalidContext)?;
        if *retained == 0 {
            self.end();
        }
        Ok(())
    }

    /// Ends the life of the primary context; if it has users a new one begins at once.
    pub fn reset(&self) {
        let retained = self.retained.lock();
        self.end();
        if *retained > 0 {
            *self.live.write() = Some(Live::new(self.device, self.handle));
        }
    }

    /// Destroys a created context: its handle is dead from now on.
    pub fn destroy(&self) -> Result {
        if self.primary {
            return Err(Error::InvalidContext);
        }
        CONTEXTS.remove(self.handle).ok_or(Error::InvalidContext)?;
        self.end();
        Ok(())
    }

    fn end(&self) {
        let live = self.live.write().take();
        if let Some(live) = live {
            live.end();
        }
    }
}

thread_local! {
    static STACK: RefCell<Vec<Arc<Context>>> = const { RefCell::new(Vec::new()) };
    static OWN_STREAMS: OwnStreams = const { OwnStreams(RefCell::new(Vec::new())) };
}

/// The calling thread's default streams, retired when it ends.
struct OwnStreams(RefCell<Vec<Arc<Stream>>>);

impl Drop for OwnStreams {
    fn drop(&mut self) {
        for stream in self.0.borrow().iter() {
            capture::forget_stream(stream.id);
            stream.retire();
        }
    }
}

fn thread_number() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    thread_local! {
        static NUMBER: u64 = NEXT.fetch_add(1, Ordering::Relaxed);
    }
    // A thread whose thread-locals are gone shares number 0.
    NUMBER.try_with(|number| *number).unwrap_or(0)
}

/// The calling thread's stack of contexts.
pub mod current {
    use super::{Arc, Context, Error, Live, Result, STACK};

    /// The context on top, whatever its state.
    pub fn peek() -> Option<Arc<Context>> {
        STACK.try_with(|stack| stack.borrow().last().cloned()).ok().flatten()
    }

    /// The life of the current context, whatever its error.
    pub fn live() -> Result<Arc<Live>> {
        peek().ok_or(Error::InvalidContext)?.live()
    }

    /// The life of the current context; its sticky error if it has one.
    pub fn healthy() -> Result<Arc<Live>> {
        let live = live()?;
        live.fate.check()?;
        Ok(live)
    }

    /// Puts `context` on top.
    pub fn push(context: Arc<Context>) {
        // A thread that is past its thread-locals has no current context.
        let _ = STACK.try_with(|stack| stack.borrow_mut().push(context));
    }

    /// Takes the top off.
    pub fn pop() -> Option<Arc<Context>> {
        STACK.try_with(|stack| stack.borrow_mut().pop()).ok().flatten()
    }

    /// Replaces the top; `None` empties it.
    pub fn set(context: Option<Arc<Context>>) {
        pop();
        if let Some(context) = context {
            push(context);
        }
    }
}

/// The life that owns a stream, while it lasts.
pub fn owner_of(stream: &Stream) -> Result<Arc<Live>> {
    Weak::upgrade(&stream.owner).ok_or(Error::ContextIsDestroyed)
}
