//! Finds out how many operations a driver holds before a call waits: part of the probe.
//!
//! Streams are held at a gate. A thread launches an empty kernel again and again, watched by another one, which opens the gates when the thread
//! has come to a stop. A driver that never makes it stop, and one that cannot be asked, counts as a usual one.

use std::ffi::c_void;
use std::os::unix::thread::JoinHandleExt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU32, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use cuda_abi::CUresult;
use protocol::credits::Depth;

use super::driver::{Cu, Library, Raw};
use super::gates::{GatePage, Gates};

/// Operations in one stream after which it counts as one that never waits.
const STREAM_MOST: u32 = 4096;
/// Streams over which a context is filled, and the launches in all of them at most.
const STREAMS: usize = 24;
const CONTEXT_MOST: u32 = 6000;
/// Streams that tell whether all of a context waits or only those that share a queue.
const OTHERS: usize = 2;
/// A thread waits that sleeps at so many looks, a millisecond apart, without having launched anything between,
const ASLEEP: u32 = 5;
const LOOK: Duration = Duration::from_millis(1);
/// or spends so much processor time in one launch,
const SPENT: Duration = Duration::from_millis(50);
/// or so much time of whatever kind.
const STILL: Duration = Duration::from_secs(1);
/// How long a driver may take to let a thread go whose stream goes on.
const RELEASE: Duration = Duration::from_secs(5);

const CU_STREAM_NON_BLOCKING: u32 = 1;
const KERNEL: &std::ffi::CStr = c"nothing";
/// Every driver that is supported translates it.
const PTX: &std::ffi::CStr =
    c".version 6.0\n.target sm_50\n.address_size 64\n.visible .entry nothing()\n{\n    ret;\n}\n";

/// The depth of a device, whose context is current in the calling thread.
pub(super) fn of_device(lib: &Library, context: Raw) -> Depth {
    found(lib, context).unwrap_or(Depth::USUAL)
}

fn found(lib: &Library, context: Raw) -> Cu<Depth> {
    let mut probe = Probe::new(lib, context)?;
    let depth = probe.run();
    let ended = probe.end();
    ended.and(depth)
}

struct Probe<'a> {
    lib: &'a Library,
    context: Raw,
    page: Option<GatePage>,
    module: Raw,
    kernel: Raw,
    streams: Vec<Held>,
    threads: Vec<Launcher>,
}

/// A stream that is held at a gate.
struct Held {
    raw: Raw,
    gates: Gates,
    gate: Option<u32>,
}

/// A thread that launches.
struct Launcher {
    shared: Arc<Shared>,
    thread: JoinHandle<()>,
}

#[derive(Default)]
struct Shared {
    launched: AtomicU32,
    stop: AtomicBool,
    done: AtomicBool,
    /// The thread's number in the system.
    thread: AtomicI32,
}

/// What came of filling a stream.
struct Filled {
    launched: u32,
    waits: bool,
}

impl<'a> Probe<'a> {
    fn new(lib: &'a Library, context: Raw) -> Cu<Self> {
        let (mut module, mut kernel) = (Raw::NULL, Raw::NULL);
        let image: *const c_void = PTX.as_ptr().cast();
        // SAFETY: the out pointer is valid; the image is text that ends with NUL.
        unsafe { (lib.cuModuleLoadData)(&raw mut module.0, image) }.ok()?;
        // SAFETY: a live module; the name ends with NUL.
        let found = unsafe { (lib.cuModuleGetFunction)(&raw mut kernel.0, module.0, KERNEL.as_ptr()) };
        let page = GatePage::new(lib);
        let mut probe =
            Probe { lib, context, page, module, kernel, streams: Vec::new(), threads: Vec::new() };
        found.ok()?;
        probe.warm_up()?;
        Ok(probe)
    }

    /// The first launch may load code, which waits for the device.
    fn warm_up(&mut self) -> Cu<()> {
        let free = self.held(false)?;
        self.fill(free, 1)?;
        self.release()
    }

    fn run(&mut self) -> Cu<Depth> {
        let stream = self.stream_depth()?;
        self.release()?;
        let Some(stream) = stream else { return Ok(Depth::USUAL) };
        let context = self.context_depth(stream)?;
        self.release()?;
        Ok(Depth { stream, context: context.unwrap_or(u32::MAX) })
    }

    fn stream_depth(&mut self) -> Cu<Option<u32>> {
        let stream = self.held(true)?;
        let filled = self.fill(stream, STREAM_MOST)?;
        // The gate is an operation, too.
        Ok(filled.waits.then_some(filled.launched + 1))
    }

    /// Fills one stream after the other, the first one most, so that each that shares its queue will show it.
    fn context_depth(&mut self, stream: u32) -> Cu<Option<u32>> {
        let others = (0..OTHERS).map(|_| self.held(false)).collect::<Cu<Vec<_>>>()?;
        let streams = (0..STREAMS).map(|_| self.held(true)).collect::<Cu<Vec<_>>>()?;
        let most = stream - stream / 8;
        let more = (CONTEXT_MOST.saturating_sub(most) / (STREAMS as u32 - 1)).min(most);
        let mut total = STREAMS as u32;
        for (i, held) in streams.into_iter().enumerate() {
            let filled = self.fill(held, if i == 0 { most } else { more })?;
            total += filled.launched;
            if !filled.waits {
                continue;
            }
            for other in others {
                if !self.fill(other, 1)?.waits {
                    // Some streams share a queue: together they hold no more than one.
                    return Ok(Some(stream));
                }
            }
            return Ok(Some(total.max(stream)));
        }
        Ok(None)
    }

    /// A stream; gives its place in the list.
    fn held(&mut self, held: bool) -> Cu<usize> {
        let mut raw = Raw::NULL;
        // SAFETY: the out pointer is valid.
        unsafe { (self.lib.cuStreamCreate)(&raw mut raw.0, CU_STREAM_NON_BLOCKING) }.ok()?;
        let gates = Gates::default();
        let gate = if held { gates.wait(self.lib, self.page.as_ref(), raw).map(Some) } else { Ok(None) };
        self.streams.push(Held { raw, gates, gate: gate.ok().flatten() });
        gate?;
        Ok(self.streams.len() - 1)
    }

    /// Launches into a stream until `most` are in it or the launching thread waits.
    fn fill(&mut self, stream: usize, most: u32) -> Cu<Filled> {
        let shared = Arc::new(Shared::default());
        let (theirs, mut launch) = (shared.clone(), self.launch(stream));
        let thread = std::thread::Builder::new().name("probe".into()).spawn(move || {
            theirs.thread.store(rustix::thread::gettid().as_raw_nonzero().get(), Ordering::Release);
            while theirs.launched.load(Ordering::Relaxed) < most && !theirs.stop.load(Ordering::Acquire) {
                if launch().is_err() {
                    break;
                }
                theirs.launched.fetch_add(1, Ordering::Release);
            }
            theirs.done.store(true, Ordering::Release);
        });
        let thread = thread.map_err(|_| CUresult::OUT_OF_MEMORY)?;
        let launcher = Launcher { shared, thread };
        let waits = launcher.comes_to_a_stop();
        let launched = launcher.shared.launched.load(Ordering::Acquire);
        self.threads.push(launcher);
        if waits || launched == most { Ok(Filled { launched, waits }) } else { Err(CUresult::LAUNCH_FAILED) }
    }

    /// A launch into a stream, for another thread.
    fn launch(&self, stream: usize) -> impl FnMut() -> Cu<()> + Send + 'static {
        let (set, launch) = (self.lib.cuCtxSetCurrent, self.lib.cuLaunchKernel);
        let (context, kernel, stream) = (self.context, self.kernel, self.streams[stream].raw);
        let mut entered = false;
        move || {
            let (context, kernel, stream) = (context, kernel, stream);
            if !std::mem::replace(&mut entered, true) {
                // SAFETY: the probe's context, which it keeps until this thread has ended.
                unsafe { set(context.0) }.ok()?;
            }
            let none = std::ptr::null_mut();
            // SAFETY: a live kernel without parameters, a live stream.
            unsafe { launch(kernel.0, 1, 1, 1, 1, 1, 1, 0, stream.0, none, none.cast()) }.ok()
        }
    }

    /// Opens all gates and waits until everything has passed.
    fn release(&mut self) -> Cu<()> {
        self.threads.iter().for_each(|t| t.shared.stop.store(true, Ordering::Release));
        for held in &mut self.streams {
            if let Some(gate) = held.gate.take() {
                held.gates.open(self.page.as_ref(), gate);
            }
        }
        let begin = Instant::now();
        for Launcher { shared, thread } in self.threads.drain(..) {
            while !shared.done.load(Ordering::Acquire) {
                if begin.elapsed() > RELEASE {
                    return Err(CUresult::LAUNCH_TIMEOUT);
                }
                std::thread::sleep(LOOK);
            }
            // A panic there would be a fault of this program, which the count of launches shows.
            let _ = thread.join();
        }
        // SAFETY: the context is current.
        unsafe { (self.lib.cuCtxSynchronize)() }.ok()?;
        for held in self.streams.drain(..) {
            // SAFETY: a live stream that nothing else names.
            unsafe { (self.lib.cuStreamDestroy_v2)(held.raw.0) }.ok()?;
        }
        Ok(())
    }

    fn end(mut self) -> Cu<()> {
        self.release()?;
        if let Some(page) = &self.page {
            page.unpin(self.lib);
        }
        // SAFETY: a live module that nothing runs.
        unsafe { (self.lib.cuModuleUnload)(self.module.0) }.ok()
    }
}

impl Launcher {
    /// Whether the thread waits; false if it ends by itself.
    fn comes_to_a_stop(&self) -> bool {
        let (mut seen, mut since, mut spent, mut asleep) = (0, Instant::now(), self.spent(), 0);
        while !self.shared.done.load(Ordering::Acquire) {
            let launched = self.shared.launched.load(Ordering::Acquire);
            if launched != seen {
                (seen, since, spent, asleep) = (launched, Instant::now(), self.spent(), 0);
            }
            asleep = if self.sleeps() { asleep + 1 } else { 0 };
            if asleep == ASLEEP || self.spent().saturating_sub(spent) > SPENT || since.elapsed() > STILL {
                return true;
            }
            std::thread::sleep(LOOK);
        }
        false
    }

    /// Processor time of the thread. A thread that waits for a processor spends none, one that spins in the driver does.
    fn spent(&self) -> Duration {
        let mut clock: libc::clockid_t = 0;
        // SAFETY: all-zero is a valid timespec.
        let mut time: libc::timespec = unsafe { std::mem::zeroed() };
        // SAFETY: the thread has not been joined, so its name is valid, also when it has ended; the out pointer is valid.
        let named = unsafe { libc::pthread_getcpuclockid(self.thread.as_pthread_t(), &raw mut clock) } == 0;
        // SAFETY: the out pointer is valid. A thread that has ended has no clock any more.
        if named && unsafe { libc::clock_gettime(clock, &raw mut time) } == 0 {
            return Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32);
        }
        Duration::ZERO
    }

    /// Whether the system says that the thread sleeps.
    fn sleeps(&self) -> bool {
        let number = self.shared.thread.load(Ordering::Acquire);
        let text = std::fs::read_to_string(format!("/proc/self/task/{number}/stat")).unwrap_or_default();
        text.rsplit_once(") ").is_some_and(|(_, rest)| rest.starts_with('S'))
    }
}
