//! What the client knows: the session, made at first use, and all objects of the program.
//!
//! ```text
//!  Fresh ──first call──▶ Connected ──cuInit──▶ Initialised
//!    │                        │                    │ fork
//!    └──no server──▶ Failed   └─ fork: Fresh       ▼
//!                                              ForkedAway: everything answers NOT_INITIALIZED
//! ```
//!
//! The state is leaked on purpose: other libraries may call the driver in any order while the process ends.

pub(crate) mod connect;
pub(crate) mod context;
mod deliver;
mod errors;
pub(crate) mod event;
mod fork;
pub(crate) mod function;
pub(crate) mod graph;
pub(crate) mod host_fn;
pub(crate) mod ids;
pub(crate) mod image;
pub(crate) mod link;
pub(crate) mod mapped;
pub(crate) mod memory;
pub(crate) mod module;
pub(crate) mod pinned;
pub(crate) mod pool;
pub(crate) mod stream;
pub(crate) mod thread;
pub(crate) mod vmm;

use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU8, AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use cuda_abi::{CUdevice, CUresult};
use cuda_contract::managed::Advices;
use parking_lot::Mutex;
use protocol::snapshot::{Device, Snapshot};
use transport::control::{ConnectError, parse_switch};

use crate::api::texture::{Array, Objects};
use crate::handle::{Kind, Slab};
use crate::session::{Session, Wait};
use context::Context;
use event::Event;
use function::Function;
use module::{Library, Module};
use stream::Stream;

/// Everything of a session.
pub(crate) struct Global {
    /// What the reservation told at the start.
    pub(crate) snapshot: Snapshot,
    pub(crate) session: Arc<Session>,
    /// `BIFROST_SYNC` or `CUDA_LAUNCH_BLOCKING`: nothing is left running when a call returns.
    pub(crate) every_call_waits: bool,
    visible: OnceLock<Visible>,
    pub(crate) contexts: Slab<&'static Context>,
    pub(crate) streams: Slab<Arc<Stream>>,
    pub(crate) events: Slab<Arc<Event>>,
    pub(crate) modules: Slab<Arc<Module>>,
    pub(crate) functions: Slab<Arc<Function>>,
    pub(crate) libraries: Slab<Arc<Library>>,
    pub(crate) links: Slab<Arc<link::Link>>,
    pub(crate) arrays: Slab<Array>,
    pub(crate) objects: Objects,
    pub(crate) memory: memory::DeviceMemory,
    /// Whether other processes may see memory of this one, or it theirs: what is over here is over there too.
    pub(crate) shares: AtomicBool,
    /// Held while memory of other processes is opened or closed.
    pub(crate) imports: Mutex<()>,
    pub(crate) pools: pool::Pools,
    pub(crate) vmm: vmm::Vmm,
    pub(crate) pinned: pinned::PinnedMemory,
    pub(crate) mapped: mapped::MappedMemory,
    /// About managed memory.
    pub(crate) advices: Mutex<Advices>,
    pub(crate) host_fns: host_fn::HostFns,
    pub(crate) graphs: graph::Graphs,
    /// Of streams, events, modules.
    pub(crate) ids: ids::Ids,
    /// Of created contexts, from 0.
    pub(crate) created_contexts: ids::Ids,
    errors: errors::Pending,
}

/// What CUDA_VISIBLE_DEVICES leaves of the devices.
struct Visible {
    /// By ordinal, the place in the snapshot, which is the device's number for the worker.
    places: Vec<usize>,
    /// By ordinal.
    primaries: Vec<&'static Context>,
}

impl Global {
    fn new(started: connect::Started, every_call_waits: bool) -> Global {
        let connect::Started { snapshot, session } = started;
        let contexts = Slab::new(Kind::Context);
        Global {
            advices: Mutex::default(),
            pinned: pinned::PinnedMemory::with_arena(session.arena()),
            every_call_waits,
            visible: OnceLock::new(),
            contexts,
            streams: Slab::new(Kind::Stream),
            events: Slab::new(Kind::Event),
            modules: Slab::new(Kind::Module),
            functions: Slab::new(Kind::Function),
            libraries: Slab::new(Kind::Library),
            links: Slab::new(Kind::Link),
            arrays: Slab::new(Kind::Array),
            objects: Objects::default(),
            memory: memory::DeviceMemory::default(),
            mapped: mapped::MappedMemory::default(),
            shares: AtomicBool::new(false),
            imports: Mutex::default(),
            pools: pool::Pools::new(snapshot.devices.len()),
            vmm: vmm::Vmm::new(snapshot.devices.len()),
            host_fns: host_fn::HostFns::default(),
            graphs: graph::Graphs::default(),
            ids: ids::Ids::default(),
            created_contexts: ids::Ids::default(),
            errors: errors::Pending::default(),
            snapshot,
            session,
        }
    }

    /// The devices that the program sees. CUDA_VISIBLE_DEVICES counts as it is when the first is asked for.
    fn visible(&self) -> &Visible {
        self.visible.get_or_init(|| {
            let uuids: Vec<_> = self.snapshot.devices.iter().map(|d| d.uuid).collect();
            let list =
                std::env::var_os("CUDA_VISIBLE_DEVICES").map(|list| list.to_string_lossy().into_owned());
            let places = cuda_contract::visible_devices(&uuids, list.as_deref());
            let primary = |(ordinal, place): (usize, &usize)| {
                let (id, limits) = (*place as u32 + 1, self.snapshot.devices[*place].limits.clone());
                self.contexts.insert_with(|handle| Context::new(id, ordinal, true, handle, limits))
            };
            let primaries = places.iter().enumerate().map(primary).collect();
            Visible { places, primaries }
        })
    }

    /// The devices by ordinal.
    pub(crate) fn devices(&self) -> impl ExactSizeIterator<Item = &Device> {
        // The places are those of the snapshot.
        self.visible().places.iter().map(|place| &self.snapshot.devices[*place])
    }

    /// A device; CUDA_ERROR_INVALID_DEVICE for an ordinal that there is not.
    pub(crate) fn device(&self, device: CUdevice) -> Result<&Device, CUresult> {
        let at = usize::try_from(device).map_err(|_| CUresult::INVALID_DEVICE)?;
        self.devices().nth(at).ok_or(CUresult::INVALID_DEVICE)
    }

    /// The device's number for the worker.
    pub(crate) fn wire_device(&self, ordinal: usize) -> u32 {
        // Ordinals come from contexts and checked arguments.
        self.visible().places[ordinal] as u32
    }

    /// The primary context of the device at a place of the snapshot, if the program sees it.
    pub(crate) fn primary_at(&self, place: usize) -> Option<&'static Context> {
        let visible = self.visible();
        visible.places.iter().position(|at| *at == place).map(|ordinal| visible.primaries[ordinal])
    }

    /// The primary context of a device.
    pub(crate) fn primary(&self, device: CUdevice) -> Result<&'static Context, CUresult> {
        let at = usize::try_from(device).map_err(|_| CUresult::INVALID_DEVICE)?;
        self.visible().primaries.get(at).copied().ok_or(CUresult::INVALID_DEVICE)
    }

    /// The device of a context.
    pub(crate) fn device_of(&self, context: &Context) -> &Device {
        // Contexts are made only for ordinals that there are.
        &self.snapshot.devices[self.visible().places[context.device]]
    }

    /// Sends a call and waits; the results, or the worker's error.
    pub(crate) fn call(
        &self,
        context: u32,
        func: u16,
        parts: &[&[u8]],
        why: Wait,
    ) -> Result<Vec<u8>, CUresult> {
        let reply = self.session.call(context, func, parts, why)?;
        reply.result.ok().map_err(|error| self.sticky(context).unwrap_or(error))?;
        Ok(reply.payload)
    }

    /// The error of a context that has failed: what else its calls say, of objects that could not be made any more, only follows from that.
    fn sticky(&self, context: u32) -> Option<CUresult> {
        self.contexts.find(|c| c.id == context)?.check().err()
    }

    /// Errors of earlier posted calls that the calling thread has to be told: sticky ones, the end of the session, then its own.
    pub(crate) fn deferred(&self, context: &Context) -> Result<(), CUresult> {
        context.check()?;
        self.session.lost().map_or(Ok(()), Err)?;
        self.errors.take(|| self.session.thread_number())
    }

    /// All objects of a context become invalid.
    fn forget_objects_of(&self, context: &Context) {
        let id = context.id;
        self.streams.remove_if(|s| s.context.id == id);
        self.events.remove_if(|e| e.context.id == id);
        self.links.remove_if(|l| l.is_of(id));
        for module in self.modules.remove_if(|m| m.context.id == id) {
            module.forget(self);
        }
        cuda_graph::memory::forget(|address| self.memory.find(address).is_some_and(|m| m.context.id == id));
        self.arrays.remove_if(|a| a.context.id == id);
        self.objects.forget_context(id);
        self.memory.remove_of(context);
        self.pools.context_closed(context);
    }
}

/// What `BIFROST_SYNC` and, as any driver understands it, `CUDA_LAUNCH_BLOCKING` say.
fn every_call_waits() -> Result<bool, String> {
    const NAME: &str = "BIFROST_SYNC";
    let text = std::env::var_os(NAME).unwrap_or_default().to_string_lossy().into_owned();
    let sync = parse_switch(&text).map_err(|e| ConnectError::Setting(NAME, text, e).to_string())?;
    Ok(sync || std::env::var_os("CUDA_LAUNCH_BLOCKING").is_some_and(|v| !v.is_empty() && v != "0"))
}

/// How far the process has come with CUDA.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Phase {
    /// Nothing was asked yet.
    Fresh,
    /// There is a session; cuInit was not called.
    Connected,
    /// cuInit was called.
    Initialised,
    /// There is no server.
    Failed,
    /// A child of a process that had called cuInit.
    ForkedAway,
}

static PHASE: AtomicU8 = AtomicU8::new(Phase::Fresh as u8);
static GLOBAL: AtomicPtr<Global> = AtomicPtr::new(ptr::null_mut());
static CONNECTING: AtomicBool = AtomicBool::new(false);
static EXITING: AtomicBool = AtomicBool::new(false);
/// The process that made the session.
static OWNER: AtomicU32 = AtomicU32::new(0);

/// The present phase.
pub(crate) fn phase() -> Phase {
    match PHASE.load(Ordering::Acquire) {
        1 => Phase::Connected,
        2 => Phase::Initialised,
        3 => Phase::Failed,
        4 => Phase::ForkedAway,
        _ => Phase::Fresh,
    }
}

fn set_phase(phase: Phase) {
    PHASE.store(phase as u8, Ordering::Release);
}

/// Forgets the session in a forked child.
fn forget_session(phase: Phase) {
    GLOBAL.store(ptr::null_mut(), Ordering::Release);
    CONNECTING.store(false, Ordering::Release);
    set_phase(phase);
}

fn existing() -> Option<&'static Global> {
    // SAFETY: the pointer is null or comes from a leaked box.
    unsafe { GLOBAL.load(Ordering::Acquire).as_ref() }
}

/// The state of an initialised process; what nearly every function starts with.
pub(crate) fn global() -> Result<&'static Global, CUresult> {
    if phase() != Phase::Initialised {
        return Err(CUresult::NOT_INITIALIZED);
    }
    if is_exiting() {
        return Err(CUresult::DEINITIALIZED);
    }
    existing().ok_or(CUresult::NOT_INITIALIZED)
}

/// The state, initialised or not, if there is a session.
pub(crate) fn connected() -> Option<&'static Global> {
    if phase() == Phase::ForkedAway { None } else { existing() }
}

/// cuInit.
pub(crate) fn initialise() -> Result<(), CUresult> {
    if connect()?.devices().len() == 0 {
        return Err(CUresult::NO_DEVICE);
    }
    set_phase(Phase::Initialised);
    Ok(())
}

/// The state; the first caller makes the session. CUDA_ERROR_NO_DEVICE if that failed, once and for all.
pub(crate) fn connect() -> Result<&'static Global, CUresult> {
    loop {
        match phase() {
            Phase::ForkedAway => return Err(CUresult::NOT_INITIALIZED),
            Phase::Failed => return Err(CUresult::NO_DEVICE),
            Phase::Connected | Phase::Initialised => return existing().ok_or(CUresult::NOT_INITIALIZED),
            Phase::Fresh => {}
        }
        if !CONNECTING.swap(true, Ordering::AcqRel) {
            break;
        }
        // Rare and short: several threads at the very first call. No lock, so that a fork meanwhile leaves nothing locked.
        std::thread::sleep(Duration::from_micros(200));
    }
    let made = make();
    if phase() != Phase::Fresh {
        // Another thread made the session between the look at the phase and taking the flag.
        CONNECTING.store(false, Ordering::Release);
        return existing().ok_or(CUresult::NO_DEVICE);
    }
    set_phase(if made.is_ok() { Phase::Connected } else { Phase::Failed });
    CONNECTING.store(false, Ordering::Release);
    made
}

fn make() -> Result<&'static Global, CUresult> {
    if phase() != Phase::Fresh {
        return existing().ok_or(CUresult::NO_DEVICE);
    }
    fork::arrange();
    crate::stats::start();
    match start() {
        Ok(global) => {
            GLOBAL.store(ptr::from_ref(global).cast_mut(), Ordering::Release);
            // SAFETY: the function is there for the life of the process (the library is never unmapped).
            unsafe { libc::atexit(at_exit) };
            Ok(global)
        }
        Err(message) => {
            crate::entry::tell(&message);
            Err(CUresult::NO_DEVICE)
        }
    }
}

/// Makes the session; a line with the remedy if there can be none.
fn start() -> Result<&'static Global, String> {
    OWNER.store(std::process::id(), Ordering::Release);
    let every_call_waits = every_call_waits()?;
    tell_slips();
    let started = connect::connect()?.start(Arc::new(deliver::Deliveries))?;
    Ok(Box::leak(Box::new(Global::new(started, every_call_waits))))
}

/// Says which settings mean nothing, where no bfrun has.
fn tell_slips() {
    if std::env::var_os("BIFROST_SESSION").is_none_or(|s| s.is_empty()) {
        transport::settings::unknown_here().iter().for_each(|line| crate::entry::tell(line));
    }
}

/// Whether the process is ending.
fn is_exiting() -> bool {
    EXITING.load(Ordering::Acquire)
}

/// Says goodbye to the worker; later calls answer as a driver does that is shutting down.
extern "C" fn at_exit() {
    EXITING.store(true, Ordering::Release);
    // A child that was made by a system call of its own, without fork's handlers, has no say in its parent's session.
    let is_ours = OWNER.load(Ordering::Acquire) == std::process::id();
    if is_ours
        && phase() != Phase::ForkedAway
        && let Some(global) = existing()
    {
        global.session.close();
        // What runtimes still give back is neither traced nor counted.
        crate::stats::forget();
    }
}
