//! Host functions in streams: the program's functions, run by one thread in the order in which streams arrive at them.

use std::collections::HashMap;
use std::ffi::c_void;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use cuda_abi::{CUresult, CUstream, CUstreamCallback};
use parking_lot::Mutex;
use protocol::ops::{HostFn, op};
use zerocopy::IntoBytes;

use super::stream::Stream;
use super::{Global, ids::Ids, mapped};
use crate::entry;

/// The program's function and what it gets.
#[derive(Clone, Copy)]
pub(crate) enum Function {
    /// cuLaunchHostFunc.
    Plain(unsafe extern "C" fn(*mut c_void)),
    /// cuStreamAddCallback; the stream's handle as the program knows it.
    Callback(CUstreamCallback, usize),
}

struct Due {
    function: Function,
    data: usize,
    context: u32,
}

/// Host functions that are posted and not yet run.
#[derive(Default)]
pub(crate) struct HostFns {
    ids: Ids,
    waiting: Mutex<HashMap<u64, Due>>,
    runner: Mutex<Option<Sender<u64>>>,
}

impl HostFns {
    /// Puts a function into a stream.
    pub(crate) fn post(
        &self,
        g: &'static Global,
        stream: &Arc<Stream>,
        function: Function,
        data: *mut c_void,
    ) -> Result<u64, CUresult> {
        self.start(g)?;
        let id = u64::from(self.ids.next());
        let due = Due { function, data: data.expose_provenance(), context: stream.context.id };
        self.waiting.lock().insert(id, due);
        let request = HostFn { id: id.into(), stream: stream.id.into() };
        stream.post(g, op::HOST_FN, &[request.as_bytes()]).inspect_err(|_| {
            self.waiting.lock().remove(&id);
        })
    }

    /// An id for a function of a graph, which is called whenever the graph comes to it.
    pub(crate) fn reserve(&self, g: &'static Global) -> Result<u64, CUresult> {
        self.start(g)?;
        Ok(u64::from(self.ids.next()))
    }

    /// The stream has arrived at a function: lets the runner have it.
    pub(crate) fn due(&self, id: u64) {
        if let Some(runner) = &*self.runner.lock() {
            // The runner ends only with the process.
            let _ = runner.send(id);
        }
    }

    fn start(&self, g: &'static Global) -> Result<(), CUresult> {
        let mut runner = self.runner.lock();
        if runner.is_some() {
            return Ok(());
        }
        let (sender, receiver) = channel();
        spawn("bifrost-host-fn", move || run_all(g, &receiver))?;
        *runner = Some(sender);
        Ok(())
    }
}

fn run_all(g: &'static Global, due: &Receiver<u64>) {
    while let Ok(id) = due.recv() {
        let due = g.host_fns.waiting.lock().remove(&id);
        let context = match due {
            Some(due) => {
                run(&due);
                due.context
            }
            None => match g.graphs.run(g, id) {
                Some(context) => context,
                None => continue,
            },
        };
        mapped::after_host_function(g, context);
        let request = HostFn { id: id.into(), stream: 0.into() };
        if g.session.post(context, op::HOST_FN_DONE, &[request.as_bytes()]).is_ok() {
            g.session.flush();
        }
    }
}

fn run(due: &Due) {
    let data: *mut c_void = std::ptr::with_exposed_provenance_mut(due.data);
    match due.function {
        // SAFETY: the program passed function and data to be called once when the stream arrives.
        Function::Plain(function) => unsafe { function(data) },
        Function::Callback(Some(function), stream) => {
            let stream: CUstream = std::ptr::without_provenance_mut(stream);
            // SAFETY: as above.
            unsafe { function(stream, CUresult::SUCCESS, data) }
        }
        Function::Callback(None, _) => entry::log("a stream callback is null"),
    }
}

/// Starts a thread that may call the program.
pub(crate) fn spawn(name: &str, main: impl FnOnce() + Send + 'static) -> Result<(), CUresult> {
    let spawned = with_signals_blocked(|| std::thread::Builder::new().name(name.into()).spawn(main));
    spawned.map(drop).map_err(|_| CUresult::OUT_OF_MEMORY)
}

/// Signals of what a thread does itself: a handler of the program's has to get those of its host functions.
const SYNCHRONOUS: [libc::c_int; 6] =
    [libc::SIGSEGV, libc::SIGBUS, libc::SIGFPE, libc::SIGILL, libc::SIGTRAP, libc::SIGSYS];

/// Runs `start`, which starts a thread, with all signals blocked that any thread can take: they belong to the program's.
fn with_signals_blocked<T>(start: impl FnOnce() -> T) -> T {
    let mut all = std::mem::MaybeUninit::<libc::sigset_t>::uninit();
    let mut before = std::mem::MaybeUninit::<libc::sigset_t>::uninit();
    // SAFETY: both sets are writable; sigfillset initialises the first, pthread_sigmask the second.
    unsafe {
        libc::sigfillset(all.as_mut_ptr());
        for signal in SYNCHRONOUS {
            libc::sigdelset(all.as_mut_ptr(), signal);
        }
        libc::pthread_sigmask(libc::SIG_SETMASK, all.as_ptr(), before.as_mut_ptr());
    }
    let result = start();
    // SAFETY: `before` was initialised above.
    unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, before.as_ptr(), std::ptr::null_mut()) };
    result
}
