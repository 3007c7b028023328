//! What the client's ids stand for.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU32, AtomicU64, AtomicUsize, Ordering};

use cuda_abi::{CU_EVENT_DISABLE_TIMING, CU_EVENT_INTERPROCESS, CUlimit, CUresult};
use parking_lot::{Mutex, RwLock};

use super::driver::{Cu, Library, Raw, new_serial};
use super::exports::Exported;
use super::gates::{GatePage, Gates};
use super::host_memory::HostMemory;
use super::ops::link::Link;
use super::staging::{Block, Staging};
use super::zeroing::{self, Ordered};

/// Hashes ids by multiplication: they are the client's own, so collisions hurt only itself.
#[derive(Default, Clone, Copy)]
pub struct IdHasher(u64);

impl Hasher for IdHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &b in bytes {
            self.write_u64(u64::from(b));
        }
    }

    fn write_u32(&mut self, n: u32) {
        self.write_u64(u64::from(n));
    }

    fn write_u64(&mut self, n: u64) {
        self.0 = (self.0 ^ n).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
    }
}

/// A map from ids.
pub(super) type IdMap<K, V> = HashMap<K, V, BuildHasherDefault<IdHasher>>;

/// A context.
pub struct Context {
    /// The client's id.
    pub id: u32,
    /// Names this incarnation within the process.
    pub serial: u64,
    /// The driver's handle.
    pub raw: Raw,
    /// Device ordinal, the driver's and the session's alike (the worker sees the granted devices only).
    pub device: i32,
    /// Whether it is the device's primary context.
    pub primary: bool,
    /// Error after which the context is unusable, 0 = none so far.
    pub sticky: AtomicI32,
    /// Pinned staging memory.
    pub staging: Staging,
    /// Words that streams wait on; `None` where the driver cannot map host memory.
    pub page: Option<GatePage>,
    /// Destroyed streams whose work is not known to be complete.
    pub departing: AtomicUsize,
    events: Mutex<Vec<Raw>>,
    /// What limits were before the client set them.
    limits: Mutex<IdMap<CUlimit, u64>>,
    /// The stream in which fresh memory is zeroed, once there was some.
    fills: Mutex<Option<Raw>>,
    /// Streams of the worker's own for copies beside the client's, those that are not in use.
    sides: Mutex<Vec<Raw>>,
    /// Marks of the worker's own that no stream has passed yet.
    marks: Arc<AtomicU32>,
}

/// The right to a mark, until its stream has passed it.
pub struct Mark(Arc<AtomicU32>);

impl Drop for Mark {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}

impl Context {
    /// Wraps a context of the driver, which is current in the calling thread.
    pub fn new(lib: &Library, id: u32, raw: Raw, device: i32, primary: bool, host: HostMemory) -> Self {
        Context {
            id,
            serial: new_serial(),
            raw,
            device,
            primary,
            sticky: AtomicI32::new(0),
            staging: Staging::new(host),
            page: GatePage::new(lib),
            departing: AtomicUsize::new(0),
            events: Mutex::new(Vec::new()),
            limits: Mutex::default(),
            fills: Mutex::default(),
            sides: Mutex::default(),
            marks: Arc::default(),
        }
    }

    /// An event without timing, from the pool.
    pub fn take_event(&self, lib: &Library) -> Cu<Raw> {
        if let Some(e) = self.events.lock().pop() {
            return Ok(e);
        }
        let mut e = Raw::NULL;
        // SAFETY: the out pointer is valid; the context is current in threads that work for it.
        unsafe { (lib.cuEventCreate)(&raw mut e.0, CU_EVENT_DISABLE_TIMING) }.ok()?;
        Ok(e)
    }

    /// What a limit was before the client set it; the context is current.
    pub fn usual_limit(&self, lib: &Library, limit: CUlimit) -> Cu<u64> {
        let mut limits = self.limits.lock();
        if let Some(usual) = limits.get(&limit) {
            return Ok(*usual);
        }
        let mut usual = 0usize;
        // SAFETY: the out pointer is valid; the driver checks the limit.
        unsafe { (lib.cuCtxGetLimit)(&raw mut usual, limit) }.ok()?;
        Ok(*limits.entry(limit).or_insert(usual as u64))
    }

    /// The stream of the context in which fresh memory is zeroed.
    pub fn fills(&self, lib: &Library) -> Cu<Raw> {
        let mut fills = self.fills.lock();
        match *fills {
            Some(stream) => Ok(stream),
            None => Ok(*fills.insert(zeroing::own_stream(lib)?)),
        }
    }

    /// A stream of the worker's own in which nothing is left to do; the context is current.
    pub fn take_side(&self, lib: &Library) -> Cu<Raw> {
        match self.sides.lock().pop() {
            Some(side) => Ok(side),
            None => zeroing::own_stream(lib),
        }
    }

    /// Gives a stream of [`Context::take_side`] back.
    pub fn return_side(&self, side: Raw) {
        self.sides.lock().push(side);
    }

    /// The right to one more mark, if fewer than `most` are on their way.
    pub fn take_mark(&self, most: u32) -> Option<Mark> {
        let less = |marks: u32| (marks < most).then_some(marks + 1);
        self.marks.fetch_update(Ordering::AcqRel, Ordering::Relaxed, less).ok()?;
        Some(Mark(self.marks.clone()))
    }

    /// Gives an event of [`Context::take_event`] back.
    pub fn return_event(&self, event: Raw) {
        self.events.lock().push(event);
    }

    /// Records an event of the pool in a stream.
    pub fn point(&self, lib: &Library, stream: Raw) -> Cu<Raw> {
        let event = self.take_event(lib)?;
        match lib.record(event, stream) {
            Ok(()) => Ok(event),
            Err(e) => {
                self.return_event(event);
                Err(e)
            }
        }
    }
}

/// A stream.
pub struct Stream {
    /// The client's id, 0 = the legacy stream of its context.
    pub id: u32,
    /// Its context.
    pub ctx: Arc<Context>,
    /// The driver's handle.
    pub raw: Raw,
    /// Operations since the last mark.
    since_mark: AtomicU32,
    /// Frame of the last operation, also of one that failed.
    last: AtomicU64,
    /// Frame up to which the client will be told when the stream has passed it.
    told: AtomicU64,
    /// Fills of fresh memory that the stream comes after.
    pub fills: Ordered,
    /// Points at which the stream waits for the network.
    pub gates: Gates,
    /// The staging block that inline copies fill, and how far it is filled.
    pub block: Mutex<Option<(Block, usize)>>,
}

impl Stream {
    /// Wraps a stream of the driver.
    pub fn new(id: u32, ctx: Arc<Context>, raw: Raw) -> Self {
        Stream {
            id,
            ctx,
            raw,
            since_mark: AtomicU32::new(0),
            last: AtomicU64::new(0),
            told: AtomicU64::new(0),
            fills: Ordered::default(),
            gates: Gates::default(),
            block: Mutex::new(None),
        }
    }
}

impl Stream {
    /// Counts an operation; gives the number of those of which the client is not told yet.
    pub fn count(&self, seq: u64) -> u32 {
        self.last.store(seq, Ordering::Relaxed);
        self.since_mark.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Operations since the last mark.
    pub fn unmarked(&self) -> u32 {
        self.since_mark.load(Ordering::Relaxed)
    }

    /// Frame of the last operation.
    pub fn last(&self) -> u64 {
        self.last.load(Ordering::Relaxed)
    }

    /// Notes that the client will be told of everything up to `seq`.
    pub fn marked(&self, seq: u64) {
        self.since_mark.store(0, Ordering::Relaxed);
        self.told.store(seq, Ordering::Relaxed);
    }

    /// Whether there are operations that the client will not be told of.
    pub fn untold(&self) -> bool {
        self.last.load(Ordering::Relaxed) > self.told.load(Ordering::Relaxed)
    }
}

/// An event of the client's.
pub struct Event {
    /// Its context.
    pub ctx: Arc<Context>,
    /// The driver's handle.
    pub raw: Raw,
    /// Flags that it was made with.
    pub flags: u32,
    /// Nodes of graphs name it.
    pub in_graph: AtomicBool,
    /// Others may open it.
    pub exported: Mutex<Option<Exported>>,
    waits: Mutex<Waits>,
}

/// Waits for an event, which may still be under way when the client has recorded or destroyed it.
#[derive(Default)]
struct Waits {
    open: u32,
    /// The client's event is another by now, or none.
    left: bool,
}

impl Event {
    /// An event that nobody waits for.
    pub fn new(ctx: Arc<Context>, raw: Raw, flags: u32) -> Self {
        let (in_graph, exported, waits) = (AtomicBool::new(false), Mutex::new(None), Mutex::default());
        Event { ctx, raw, flags, in_graph, exported, waits }
    }

    /// Whether other processes have it as well.
    pub fn is_shared(&self) -> bool {
        self.flags & CU_EVENT_INTERPROCESS != 0
    }

    /// A wait for what the event stands for now begins.
    pub fn begin_wait(&self) {
        self.waits.lock().open += 1;
    }

    /// A wait has ended; true when the driver's event is to be destroyed.
    pub fn end_wait(&self) -> bool {
        let mut waits = self.waits.lock();
        waits.open -= 1;
        waits.left && waits.open == 0
    }

    /// The client's event is no longer this one; true when the driver's is to be destroyed at once, else the last wait does that.
    pub fn leave(&self) -> bool {
        let mut waits = self.waits.lock();
        waits.left = true;
        waits.open == 0
    }

    /// Whether it must not be recorded now: that would change what is waited for.
    pub fn is_waited_for(&self) -> bool {
        // Another event cannot take the place of one that others have: their waits may then be for a later record.
        self.waits.lock().open > 0 && !self.in_graph.load(Ordering::Relaxed) && !self.is_shared()
    }
}

/// Where a module's code lives.
#[derive(Debug, Clone, Copy)]
pub enum ModuleHandle {
    /// A CUmodule of one context.
    Module(Raw),
    /// A CUlibrary.
    Library(Raw),
}

/// A kernel of a loaded module.
#[derive(Debug, Clone)]
pub struct Kernel {
    /// CUfunction, or CUkernel of a library.
    pub raw: Raw,
    /// Offset and size of each parameter.
    pub params: Vec<(u32, u32)>,
    /// Bytes of all parameters.
    pub param_bytes: u32,
}

/// A loaded module or library.
pub struct Module {
    /// The context it was loaded in.
    pub ctx: Arc<Context>,
    /// The driver's handle.
    pub handle: ModuleHandle,
    /// Kernels by index.
    pub kernels: Vec<Kernel>,
    /// Names of globals.
    pub globals: Vec<String>,
}

/// An array.
pub struct Array {
    /// The driver's handle.
    pub raw: Raw,
    /// Its context.
    pub ctx: Arc<Context>,
}

/// A texture or surface object; the driver's handle is the client's too.
pub struct ImageObject {
    /// Not a surface.
    pub texture: bool,
    /// Its context.
    pub ctx: Arc<Context>,
}

/// Everything that ids name. Short locks; nothing waits under them.
#[derive(Default)]
pub struct Tables {
    contexts: RwLock<IdMap<u32, Arc<Stream>>>,
    streams: RwLock<IdMap<u32, Arc<Stream>>>,
    events: RwLock<IdMap<u32, Arc<Event>>>,
    modules: RwLock<IdMap<u32, Arc<Module>>>,
    links: RwLock<IdMap<u32, Arc<Link>>>,
    arrays: RwLock<IdMap<u32, Arc<Array>>>,
    objects: RwLock<HashMap<u64, ImageObject>>,
}

const BAD_HANDLE: CUresult = CUresult::INVALID_HANDLE;

impl Tables {
    /// The legacy stream of a context.
    pub fn legacy(&self, ctx: u32) -> Cu<Arc<Stream>> {
        self.contexts.read().get(&ctx).cloned().ok_or(CUresult::INVALID_CONTEXT)
    }

    /// A context.
    pub fn context(&self, ctx: u32) -> Cu<Arc<Context>> {
        self.contexts.read().get(&ctx).map(|s| s.ctx.clone()).ok_or(CUresult::INVALID_CONTEXT)
    }

    /// Makes a context known.
    pub fn add_context(&self, context: Arc<Context>) {
        let id = context.id;
        self.contexts.write().insert(id, Arc::new(Stream::new(0, context, Raw::NULL)));
    }

    /// Forgets a context and all that belongs to it; returns the context.
    pub fn remove_context(&self, id: u32) -> Cu<Arc<Context>> {
        let legacy = self.contexts.write().remove(&id).ok_or(CUresult::INVALID_CONTEXT)?;
        let serial = legacy.ctx.serial;
        self.streams.write().retain(|_, s| s.ctx.serial != serial);
        self.events.write().retain(|_, e| e.ctx.serial != serial);
        self.modules
            .write()
            .retain(|_, m| matches!(m.handle, ModuleHandle::Library(_)) || m.ctx.serial != serial);
        self.arrays.write().retain(|_, a| a.ctx.serial != serial);
        self.objects.write().retain(|_, o| o.ctx.serial != serial);
        Ok(legacy.ctx.clone())
    }

    /// Every context.
    pub fn contexts(&self) -> Vec<Arc<Context>> {
        self.contexts.read().values().map(|s| s.ctx.clone()).collect()
    }

    /// A stream; id 0 is the legacy stream of `ctx`.
    pub fn stream(&self, ctx: u32, id: u32) -> Cu<Arc<Stream>> {
        if id == 0 {
            return self.legacy(ctx);
        }
        self.streams.read().get(&id).cloned().ok_or(BAD_HANDLE)
    }

    /// Makes a stream known; an id that is in use is refused.
    pub fn add_stream(&self, stream: Arc<Stream>) -> Cu<()> {
        insert_new(&mut self.streams.write(), stream.id, stream)
    }

    /// Whether a stream id may be given out.
    pub fn stream_is_free(&self, id: u32) -> bool {
        id != 0 && !self.streams.read().contains_key(&id)
    }

    /// Forgets a stream.
    pub fn remove_stream(&self, id: u32) -> Cu<Arc<Stream>> {
        self.streams.write().remove(&id).ok_or(BAD_HANDLE)
    }

    /// The streams of a context, the legacy one first.
    pub fn streams_of(&self, ctx: &Context) -> Vec<Arc<Stream>> {
        let legacy = self.contexts.read().get(&ctx.id).filter(|s| s.ctx.serial == ctx.serial).cloned();
        let streams = self.streams.read();
        legacy.into_iter().chain(streams.values().filter(|s| s.ctx.serial == ctx.serial).cloned()).collect()
    }

    /// The streams of all contexts.
    pub fn all_streams(&self) -> Vec<Arc<Stream>> {
        let mut all: Vec<_> = self.contexts.read().values().cloned().collect();
        all.extend(self.streams.read().values().cloned());
        all
    }

    /// An event.
    pub fn event(&self, id: u32) -> Cu<Arc<Event>> {
        self.events.read().get(&id).cloned().ok_or(BAD_HANDLE)
    }

    /// Makes an event known.
    pub fn add_event(&self, id: u32, event: Event) -> Cu<()> {
        insert_new(&mut self.events.write(), id, Arc::new(event))
    }

    /// Puts an event in the place of another.
    pub fn replace_event(&self, id: u32, event: Arc<Event>) {
        self.events.write().insert(id, event);
    }

    /// Forgets an event.
    pub fn remove_event(&self, id: u32) -> Cu<Arc<Event>> {
        self.events.write().remove(&id).ok_or(BAD_HANDLE)
    }

    /// A module.
    pub fn module(&self, id: u32) -> Cu<Arc<Module>> {
        self.modules.read().get(&id).cloned().ok_or(BAD_HANDLE)
    }

    /// Makes a module known.
    pub fn add_module(&self, id: u32, module: Arc<Module>) -> Cu<()> {
        insert_new(&mut self.modules.write(), id, module)
    }

    /// Forgets a module.
    pub fn remove_module(&self, id: u32) -> Cu<Arc<Module>> {
        self.modules.write().remove(&id).ok_or(BAD_HANDLE)
    }
}

impl Tables {
    /// A link under way.
    pub fn link(&self, id: u32) -> Cu<Arc<Link>> {
        self.links.read().get(&id).cloned().ok_or(BAD_HANDLE)
    }

    /// Makes a link known.
    pub fn add_link(&self, id: u32, link: Arc<Link>) -> Cu<()> {
        insert_new(&mut self.links.write(), id, link)
    }

    /// Forgets the links of a context.
    pub fn take_links_of(&self, ctx: &Context) -> Vec<Arc<Link>> {
        let mut links = self.links.write();
        links.extract_if(|_, link| link.is_of(ctx)).map(|(_, link)| link).collect()
    }

    /// Forgets a link.
    pub fn remove_link(&self, id: u32) -> Cu<Arc<Link>> {
        self.links.write().remove(&id).ok_or(BAD_HANDLE)
    }
}

impl Tables {
    /// An array.
    pub fn array(&self, id: u32) -> Cu<Arc<Array>> {
        self.arrays.read().get(&id).cloned().ok_or(BAD_HANDLE)
    }

    /// Makes an array known.
    pub fn add_array(&self, id: u32, array: Array) -> Cu<()> {
        insert_new(&mut self.arrays.write(), id, Arc::new(array))
    }

    /// Whether an array id may be given out.
    pub fn array_is_free(&self, id: u32) -> bool {
        id != 0 && !self.arrays.read().contains_key(&id)
    }

    /// Forgets an array.
    pub fn remove_array(&self, id: u32) -> Cu<Arc<Array>> {
        self.arrays.write().remove(&id).ok_or(BAD_HANDLE)
    }

    /// Makes a texture or surface object known.
    pub fn add_object(&self, handle: u64, object: ImageObject) {
        self.objects.write().insert(handle, object);
    }

    /// Forgets an object.
    pub fn remove_object(&self, handle: u64) -> Cu<ImageObject> {
        self.objects.write().remove(&handle).ok_or(CUresult::INVALID_VALUE)
    }
}

fn insert_new<V>(map: &mut IdMap<u32, V>, id: u32, value: V) -> Cu<()> {
    match map.entry(id) {
        std::collections::hash_map::Entry::Vacant(e) => {
            e.insert(value);
            Ok(())
        }
        std::collections::hash_map::Entry::Occupied(_) => Err(BAD_HANDLE),
    }
}
