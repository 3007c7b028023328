//! Contexts: primary ones, whose handle exists before they are retained, and created ones.

use std::sync::Arc;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU32, AtomicU64, AtomicUsize, Ordering};

use cuda_abi::{CU_CTX_SCHED_AUTO, CU_FUNC_CACHE_PREFER_NONE, CU_STREAM_DEFAULT, CUcontext, CUresult};
use parking_lot::Mutex;
use protocol::ops::{CtxId, CtxOpen, op};
use zerocopy::IntoBytes;

use super::stream::{Role, Stream};
use super::{Global, thread};
use crate::handle::{self, Raw};
use crate::session::Wait;

/// How a context ends (`CtxId::how`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Close {
    /// The last reference to a primary context is given back.
    Release = 0,
    /// A primary context is reset: whoever holds references keeps them.
    Reset = 1,
    /// A created context is destroyed.
    Destroy = 2,
}

/// A context. Contexts are few and never freed, so that threads may keep closed ones current, as CUDA allows.
pub(crate) struct Context {
    /// Id on the wire.
    pub(crate) id: u32,
    /// Device ordinal.
    pub(crate) device: usize,
    /// The device's primary context.
    pub(crate) primary: bool,
    handle: usize,
    /// References to a primary context. Held while it opens and closes.
    references: Mutex<u32>,
    open: AtomicBool,
    /// How often it was closed.
    closed: AtomicU64,
    /// CUctx_flags.
    pub(crate) flags: AtomicU32,
    /// First sticky error, 0 = none.
    sticky: AtomicI32,
    /// CUfunc_cache.
    pub(crate) cache_config: AtomicU32,
    /// Values by CUlimit; `None` = the device does not know the limit.
    pub(crate) limits: Mutex<Vec<Option<u64>>>,
    legacy: OnceLock<Arc<Stream>>,
    /// All live streams, the legacy one included, and destroyed ones whose work the program has not waited for: waits for the context and for
    /// the legacy stream cover that too.
    pub(crate) streams: Mutex<Vec<Arc<Stream>>>,
    /// Length of `streams` from which on destroyed ones that are known to be complete are taken out as well.
    crowded: AtomicUsize,
}

/// Up to here numbers of round trips do not depend on when completions arrive: see [`Context::stream_destroyed`].
const CROWDED: usize = 256;

impl Context {
    /// A closed context. Leaked: see the type.
    pub(crate) fn new(
        id: u32,
        device: usize,
        primary: bool,
        handle: usize,
        limits: Vec<Option<u64>>,
    ) -> &'static Self {
        let context: &'static Context = Box::leak(Box::new(Context {
            id,
            device,
            primary,
            handle,
            references: Mutex::new(0),
            open: AtomicBool::new(false),
            closed: AtomicU64::new(0),
            flags: AtomicU32::new(CU_CTX_SCHED_AUTO),
            sticky: AtomicI32::new(0),
            cache_config: AtomicU32::new(CU_FUNC_CACHE_PREFER_NONE),
            limits: Mutex::new(limits),
            legacy: OnceLock::new(),
            streams: Mutex::default(),
            crowded: AtomicUsize::new(CROWDED),
        }));
        let legacy =
            Stream::new(context, protocol::ops::STREAM_LEGACY, CU_STREAM_DEFAULT, 0, Role::Legacy, 1);
        context.legacy.get_or_init(|| Arc::new(legacy));
        context
    }

    /// The handle that the program sees.
    pub(crate) fn raw(&self) -> CUcontext {
        handle::raw(self.handle)
    }

    /// Whether the worker has the context.
    pub(crate) fn is_open(&self) -> bool {
        self.open.load(Ordering::Acquire)
    }

    /// Tells one life of the context from the next: what was in it is gone when this changes.
    pub(crate) fn life(&self) -> u64 {
        self.closed.load(Ordering::Acquire)
    }

    /// The legacy default stream.
    pub(crate) fn legacy(&self) -> Arc<Stream> {
        // `new` has set it before anybody could see the context.
        self.legacy.get().cloned().unwrap_or_else(|| unreachable!("every context has a legacy stream"))
    }

    /// Fails with the sticky error, if the context has one, or if it is not open.
    pub(crate) fn check(&self) -> Result<(), CUresult> {
        match self.sticky.load(Ordering::Acquire) {
            0 if self.is_open() => Ok(()),
            0 => Err(CUresult::CONTEXT_IS_DESTROYED),
            code => Err(CUresult(code)),
        }
    }

    /// The first sticky error counts.
    pub(crate) fn set_sticky(&self, code: CUresult) {
        let _ = self.sticky.compare_exchange(0, code.0, Ordering::AcqRel, Ordering::Relaxed);
    }

    /// cuDevicePrimaryCtxRetain.
    pub(crate) fn retain(&'static self, g: &Global) -> Result<(), CUresult> {
        let mut references = self.references.lock();
        if !self.is_open() {
            self.open(g)?;
        }
        *references += 1;
        Ok(())
    }

    /// cuDevicePrimaryCtxRelease: the last reference closes the context.
    pub(crate) fn release(&'static self, g: &Global) -> Result<(), CUresult> {
        let mut references = self.references.lock();
        match *references {
            0 => return Err(CUresult::INVALID_CONTEXT),
            1 => {
                *references = 0;
                self.close(g, Close::Release)?;
            }
            _ => *references -= 1,
        }
        Ok(())
    }

    /// cuDevicePrimaryCtxReset: whoever holds references keeps them, to a context that is new and empty.
    pub(crate) fn reset(&'static self, g: &Global) -> Result<(), CUresult> {
        let _references = self.references.lock();
        if self.is_open() {
            self.close(g, Close::Reset)?;
            self.begin(g);
        }
        Ok(())
    }

    /// Makes the worker open the context.
    pub(crate) fn open(&'static self, g: &Global) -> Result<(), CUresult> {
        self.open_in_worker(g)?;
        self.begin(g);
        Ok(())
    }

    /// Makes the worker open the context without the program noticing: something that needs no context here needs one there.
    pub(crate) fn open_in_worker(&'static self, g: &Global) -> Result<(), CUresult> {
        let request = CtxOpen {
            id: self.id.into(),
            device: g.wire_device(self.device).into(),
            flags: self.flags.load(Ordering::Relaxed).into(),
            primary: u32::from(self.primary).into(),
        };
        g.call(0, op::CTX_OPEN, &[request.as_bytes()], Wait::Setup).map(drop)
    }

    /// The worker has the context, with nothing in it.
    fn begin(&self, g: &Global) {
        let legacy = self.legacy();
        g.session.register_stream(self.id, legacy.id, legacy.progress.clone());
        *self.streams.lock() = vec![legacy];
        self.sticky.store(0, Ordering::Release);
        self.open.store(true, Ordering::Release);
    }

    /// Ends the context: its objects become invalid, then the worker is told.
    pub(crate) fn close(&'static self, g: &Global, how: Close) -> Result<(), CUresult> {
        if !self.is_open() {
            return Ok(());
        }
        // Runtimes free what they keep per context; they may still call the driver for it.
        cuda_graph::capture::forget_context(u64::from(self.id));
        cuda_contract::storage::contexts_destroyed(self.raw());
        crate::api::host::unmap_all(g, self);
        self.open.store(false, Ordering::Release);
        g.forget_objects_of(self);
        self.closed.fetch_add(1, Ordering::AcqRel);
        let request = CtxId { id: self.id.into(), how: (how as u32).into() };
        let result = g.call(self.id, op::CTX_CLOSE, &[request.as_bytes()], Wait::RoundTrip);
        self.streams.lock().drain(..).for_each(|stream| stream.context_closed(g));
        // A context with a sticky error reports it once more here; it is closed all the same.
        result.map(drop).or_else(|code| if code.is_sticky() { Ok(()) } else { Err(code) })
    }

    /// Takes destroyed streams out that nothing has to wait for any more.
    ///
    /// That is what the program has waited for. Only of many streams also those go whose completion was told, since when that happens is chance.
    pub(crate) fn stream_destroyed(&self) {
        let mut streams = self.streams.lock();
        streams.retain(|s| !(s.is_destroyed() && s.all_waited()));
        if streams.len() >= self.crowded.load(Ordering::Relaxed) {
            streams.retain(|s| !(s.is_destroyed() && s.passed(s.posted())));
            self.crowded.store((2 * streams.len()).max(CROWDED), Ordering::Relaxed);
        }
    }

    /// Whether everything that was ever posted to the context has been waited for.
    pub(crate) fn all_waited(&self) -> bool {
        self.streams.lock().iter().all(|s| s.all_waited())
    }

    /// cuCtxSynchronize.
    pub(crate) fn synchronize(&self, g: &Global) -> Result<(), CUresult> {
        if self.all_waited() {
            crate::stats::answered_locally();
            return Ok(());
        }
        let covered: Vec<_> = self.streams.lock().iter().map(|s| (s.clone(), s.posted())).collect();
        let request = CtxId { id: self.id.into(), how: 0.into() };
        g.call(self.id, op::CTX_SYNC, &[request.as_bytes()], Wait::RoundTrip)?;
        covered.iter().for_each(|(s, seq)| s.has_waited(*seq));
        Ok(())
    }
}

/// The context of a handle; null and -1 mean the current one.
pub(crate) fn of_handle(g: &Global, handle: Raw) -> Result<&'static Context, CUresult> {
    match handle.addr() {
        0 | usize::MAX => thread::this().current().ok_or(CUresult::INVALID_CONTEXT),
        _ => g.contexts.get(handle).ok_or(CUresult::INVALID_CONTEXT),
    }
}

/// The current context of the calling thread, open and without sticky error.
pub(crate) fn current() -> Result<&'static Context, CUresult> {
    let context = thread::this().current().ok_or(CUresult::INVALID_CONTEXT)?;
    context.check()?;
    Ok(context)
}
