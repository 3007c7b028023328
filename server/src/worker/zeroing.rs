//! Memory of devices is filled with zeros before a session can use it: it may have been another tenant's, who may have been killed.
//!
//! Each context has a stream of the worker's own for these fills, which waits for no other. An allocation is answered when its fill is in that
//! stream, not when the fill is done. What the client does next in any of its streams comes after the fill: as long as that is under way, the
//! stream is made to wait for it ([`Zeroing::before`]). A wait takes a place in its stream, of which [`FILLS`] are kept (`protocol::credits`);
//! without a free place, and where a context's places are counted, the allocation is answered when its fill is done.
//!
//! Arrays and physical memory of mappings ([`wipe`]) are rare, and waited for on a helper.

use std::ffi::c_void;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use cuda_abi::{CU_MEMORYTYPE_ARRAY, CU_MEMORYTYPE_HOST, CU_STREAM_NON_BLOCKING, CUDA_MEMCPY3D_v2, CUresult};
use parking_lot::Mutex;
use protocol::credits::FILLS;

use super::driver::{Cu, Library, Raw, forget_current};
use super::handles::{Context, Stream};
use super::session::Session;

/// What the first part of an array is filled from.
static ZEROS: [u8; 64 << 10] = [0; 64 << 10];

/// A fill that may be under way.
struct Fill {
    number: u64,
    ctx: Arc<Context>,
    /// After it in its stream.
    event: Raw,
}

/// The fills of a session.
pub struct Zeroing {
    on: bool,
    /// Places of a context are counted: its fills are made one after the other.
    alone: Option<Mutex<()>>,
    under_way: Mutex<Vec<Fill>>,
    /// Length of `under_way`.
    count: AtomicUsize,
    /// Number of the last fill.
    last: AtomicU64,
}

impl Zeroing {
    /// `on`: memory is filled; `counted`: a driver's call waits for room in its context, not only in its stream.
    pub fn new(on: bool, counted: bool) -> Self {
        Zeroing {
            on,
            alone: counted.then(Mutex::default),
            under_way: Mutex::default(),
            count: AtomicUsize::new(0),
            last: AtomicU64::new(0),
        }
    }

    /// Whether memory is filled at all.
    pub fn is_on(&self) -> bool {
        self.on
    }

    /// Whether [`Zeroing::memory`] waits, hence belongs on a helper.
    pub fn waits(&self) -> bool {
        self.on && self.alone.is_some()
    }

    /// Begins to fill fresh memory of the context that is current in the calling thread. `Some`: an event of the context's pool that
    /// is to be waited for before the client learns of the memory.
    pub fn memory(
        &self,
        session: &Session,
        ctx: &Arc<Context>,
        address: u64,
        bytes: usize,
    ) -> Cu<Option<Raw>> {
        if !self.on {
            return Ok(None);
        }
        let lib = &*session.lib;
        let _turn = self.alone.as_ref().map(Mutex::lock);
        let stream = ctx.fills(lib)?;
        // SAFETY: all of a live allocation of the current context, of which the client knows nothing yet.
        unsafe { (lib.cuMemsetD8Async)(address, 0, bytes, stream.0) }.ok()?;
        let event = ctx.point(lib, stream)?;
        if self.alone.is_some() {
            // SAFETY: a live event of the current context.
            let done = unsafe { (lib.cuEventSynchronize)(event.0) };
            ctx.return_event(event);
            return done.ok().map(|()| None);
        }
        Ok((!self.lets_streams_wait(session, ctx, event)?).then_some(event))
    }

    /// Has streams wait for a fill, if all have a place for that.
    fn lets_streams_wait(&self, session: &Session, ctx: &Arc<Context>, event: Raw) -> Cu<bool> {
        let waits = most_waits(session, ctx)?;
        let mut under_way = self.under_way.lock();
        self.sweep(session, &mut under_way);
        let room = waits as usize + under_way.len() < FILLS as usize;
        if room {
            let number = self.last.fetch_add(1, Ordering::Relaxed) + 1;
            under_way.push(Fill { number, ctx: ctx.clone(), event });
            self.count.store(under_way.len(), Ordering::Release);
        }
        Ok(room)
    }

    /// Orders what comes next in a stream, whose context is current, after the fills that are under way.
    pub fn before(&self, session: &Session, stream: &Stream) -> Cu<()> {
        if self.count.load(Ordering::Acquire) == 0 {
            return Ok(());
        }
        let mut under_way = self.under_way.lock();
        self.sweep(session, &mut under_way);
        let Some(last) = under_way.last().map(|fill| fill.number) else { return Ok(()) };
        let seen = stream.fills.replace(last);
        for fill in under_way.iter().filter(|fill| fill.number > seen) {
            stream.fills.waits.fetch_add(1, Ordering::Relaxed);
            // SAFETY: a live stream and a live event.
            unsafe { (session.lib.cuStreamWaitEvent)(stream.raw.0, fill.event.0, 0) }.ok()?;
        }
        Ok(())
    }

    /// Whether fills of a context are under way.
    pub fn busy(&self, session: &Session, ctx: &Context) -> bool {
        if self.count.load(Ordering::Acquire) == 0 {
            return false;
        }
        let mut under_way = self.under_way.lock();
        self.sweep(session, &mut under_way);
        under_way.iter().any(|fill| fill.ctx.serial == ctx.serial)
    }

    /// A context is about to be destroyed: all of its work is done.
    pub fn drop_context(&self, serial: u64) {
        let mut under_way = self.under_way.lock();
        under_way.retain(|fill| fill.ctx.serial != serial);
        self.count.store(under_way.len(), Ordering::Release);
    }

    /// Forgets the fills that are done, and those of failed contexts.
    fn sweep(&self, session: &Session, under_way: &mut Vec<Fill>) {
        under_way.retain(|fill| {
            let going_on = session.lib.query(fill.event) == CUresult::NOT_READY;
            if !going_on {
                fill.ctx.return_event(fill.event);
            }
            going_on
        });
        self.count.store(under_way.len(), Ordering::Release);
    }
}

/// A stream's part in this.
#[derive(Default)]
pub struct Ordered {
    /// The last fill that it comes after.
    seen: AtomicU64,
    /// Waits that it may not have passed.
    waits: AtomicUsize,
}

impl Ordered {
    fn replace(&self, last: u64) -> u64 {
        self.seen.swap(last, Ordering::Relaxed)
    }
}

/// The most waits for fills that a stream of the session may hold. Leaves `own` current.
fn most_waits(session: &Session, own: &Context) -> Cu<usize> {
    let mut most = 0;
    for stream in session.tables.all_streams() {
        let waits = stream.fills.waits.load(Ordering::Relaxed);
        if waits == 0 {
            continue;
        }
        session.lib.enter(stream.ctx.raw, stream.ctx.serial)?;
        // SAFETY: a live stream of the current context, or one that the driver refuses to know.
        if unsafe { (session.lib.cuStreamQuery)(stream.raw.0) } == CUresult::NOT_READY {
            most = most.max(waits);
        } else {
            // Others that were added meanwhile are for fills that the next look finds under way.
            stream.fills.waits.fetch_sub(waits, Ordering::Relaxed);
        }
    }
    session.lib.enter(own.raw, own.serial)?;
    Ok(most)
}

/// Fills something in the context's own stream and waits; the context is current in the calling thread, a helper.
pub(super) fn wipe(session: &Session, ctx: &Context, fill: impl FnOnce(&Library, Raw) -> Cu<()>) -> Cu<()> {
    let _turn = session.zeroing.alone.as_ref().map(Mutex::lock);
    let stream = ctx.fills(&session.lib)?;
    fill(&session.lib, stream)?;
    // SAFETY: a live stream of the current context.
    unsafe { (session.lib.cuStreamSynchronize)(stream.0) }.ok()
}

/// [`wipe`] in any context of a device; without one, in its primary context, for as long as it takes.
pub(super) fn on_device(
    session: &Session,
    device: u32,
    fill: impl FnOnce(&Library, Raw) -> Cu<()>,
) -> Cu<()> {
    let lib = &*session.lib;
    // Held, so that the context is not destroyed meanwhile.
    let _contexts = session.contexts.lock();
    let usable = |ctx: &Arc<Context>| {
        u32::try_from(ctx.device) == Ok(device) && ctx.sticky.load(Ordering::Relaxed) == 0
    };
    if let Some(ctx) = session.tables.contexts().into_iter().find(usable) {
        lib.enter(ctx.raw, ctx.serial)?;
        return wipe(session, &ctx, fill);
    }
    let (mut handle, mut raw) = (0, Raw::NULL);
    let ordinal = i32::try_from(device).map_err(|_| CUresult::INVALID_DEVICE)?;
    forget_current();
    // SAFETY: the out pointers are valid; what is retained is released below.
    unsafe {
        (lib.cuDeviceGet)(&raw mut handle, ordinal).ok()?;
        (lib.cuDevicePrimaryCtxRetain)(&raw mut raw.0, handle).ok()?;
    }
    // SAFETY: a retained context.
    let entered = unsafe { (lib.cuCtxSetCurrent)(raw.0) }.ok();
    let filled = entered.and_then(|()| {
        let stream = own_stream(lib)?;
        fill(lib, stream)?;
        // SAFETY: a live stream of the current context.
        unsafe { (lib.cuStreamSynchronize)(stream.0) }.ok()
    });
    // SAFETY: retained above; its stream goes with it.
    filled.and(unsafe { (lib.cuDevicePrimaryCtxRelease_v2)(handle) }.ok())
}

/// A stream of the worker's own in the current context, which waits for no other.
pub(super) fn own_stream(lib: &Library) -> Cu<Raw> {
    let mut stream = Raw::NULL;
    // SAFETY: the out pointer is valid; the context is current.
    unsafe { (lib.cuStreamCreate)(&raw mut stream.0, CU_STREAM_NON_BLOCKING) }.ok()?;
    Ok(stream)
}

/// Fills an array of so many bytes a row, rows, and slices: a first part from the host, then twice as much each time from what is filled.
pub(super) fn array(lib: &Library, stream: Raw, array: Raw, extent: [usize; 3]) -> Cu<()> {
    let mut done = [extent[0].min(ZEROS.len()), 1, 1];
    let mut copy = blank(array, done);
    (copy.srcMemoryType, copy.srcArray) = (CU_MEMORYTYPE_HOST, std::ptr::null_mut());
    copy.srcHost = ZEROS.as_ptr().cast::<c_void>();
    (copy.srcPitch, copy.srcHeight) = (done[0], 1);
    enqueue(lib, stream, &copy)?;
    for axis in 0..3 {
        while done[axis] < extent[axis] {
            let mut size = done;
            size[axis] = done[axis].min(extent[axis] - done[axis]);
            let mut copy = blank(array, size);
            *[&mut copy.dstXInBytes, &mut copy.dstY, &mut copy.dstZ][axis] = done[axis];
            enqueue(lib, stream, &copy)?;
            done[axis] += size[axis];
        }
    }
    Ok(())
}

/// A copy within an array, from its beginning to its beginning.
fn blank(array: Raw, [width, height, depth]: [usize; 3]) -> CUDA_MEMCPY3D_v2 {
    CUDA_MEMCPY3D_v2 {
        srcXInBytes: 0,
        srcY: 0,
        srcZ: 0,
        srcLOD: 0,
        srcMemoryType: CU_MEMORYTYPE_ARRAY,
        srcHost: std::ptr::null(),
        srcDevice: 0,
        srcArray: array.0.cast(),
        reserved0: std::ptr::null_mut(),
        srcPitch: 0,
        srcHeight: 0,
        dstXInBytes: 0,
        dstY: 0,
        dstZ: 0,
        dstLOD: 0,
        dstMemoryType: CU_MEMORYTYPE_ARRAY,
        dstHost: std::ptr::null_mut(),
        dstDevice: 0,
        dstArray: array.0.cast(),
        reserved1: std::ptr::null_mut(),
        dstPitch: 0,
        dstHeight: 0,
        WidthInBytes: width,
        Height: height,
        Depth: depth,
    }
}

/// Each copy is waited for, as the next reads what it has written, and a context may have few places.
fn enqueue(lib: &Library, stream: Raw, copy: &CUDA_MEMCPY3D_v2) -> Cu<()> {
    // SAFETY: a live array of the current context and a live stream; the driver checks the sizes.
    unsafe {
        (lib.cuMemcpy3DAsync_v2)(copy, stream.0).ok()?;
        (lib.cuStreamSynchronize)(stream.0).ok()
    }
}
