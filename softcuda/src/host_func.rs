//! Functions of the program that are called in stream order, on one driver thread.

use std::cell::Cell;
use std::collections::VecDeque;
use std::ffi::c_void;
use std::sync::{Arc, OnceLock};

use cuda_abi::CUresult;
use parking_lot::{Condvar, Mutex};

use crate::stream::Stream;
use crate::thread;

/// What `cuLaunchHostFunc` takes.
pub type HostFn = unsafe extern "C" fn(*mut c_void);
/// What `cuStreamAddCallback` takes: stream, status, data.
pub type StreamCallback = unsafe extern "C" fn(*mut c_void, CUresult, *mut c_void);

/// A call to be made.
pub struct HostCall {
    /// The function.
    pub target: Target,
    /// Its last argument; only the program knows what it means.
    pub data: usize,
}

/// The two kinds of functions.
pub enum Target {
    /// Not called when the context has failed.
    Function(HostFn),
    /// Called with the context's error: function and stream handle.
    Callback(StreamCallback, u64),
}

thread_local! {
    static INSIDE: Cell<bool> = const { Cell::new(false) };
}

/// Whether the calling thread is running a host function of a stream; such functions must not call CUDA.
pub fn inside() -> bool {
    INSIDE.try_with(Cell::get).unwrap_or(false)
}

struct Caller {
    calls: Mutex<VecDeque<(HostCall, Arc<Stream>)>>,
    added: Condvar,
}

/// Has `call` made, then runs `stream` on.
pub(crate) fn queue(call: HostCall, stream: Arc<Stream>) {
    let caller = caller();
    caller.calls.lock().push_back((call, stream));
    caller.added.notify_one();
}

fn caller() -> &'static Caller {
    static CALLER: OnceLock<&'static Caller> = OnceLock::new();
    CALLER.get_or_init(|| {
        let caller: &'static Caller =
            Box::leak(Box::new(Caller { calls: Mutex::new(VecDeque::new()), added: Condvar::new() }));
        thread::spawn("softcuda-host", move || work(caller));
        caller
    })
}

fn work(caller: &Caller) {
    INSIDE.with(|inside| inside.set(true));
    loop {
        let mut calls = caller.calls.lock();
        let (call, stream) = loop {
            match calls.pop_front() {
                Some(next) => break next,
                None => caller.added.wait(&mut calls),
            }
        };
        drop(calls);
        run(&call, &stream);
        stream.finish_head(false);
    }
}

fn run(call: &HostCall, stream: &Stream) {
    let status = stream.fate.check();
    let data = call.data as *mut c_void;
    match (&call.target, status) {
        // SAFETY: the program gave this function and its argument for exactly this call.
        (Target::Function(function), Ok(())) => unsafe { function(data) },
        (Target::Function(_), Err(_)) => {}
        (Target::Callback(function, handle), status) => {
            let code = CUresult(status.map_or_else(|error| error as i32, |()| 0));
            // SAFETY: as above; the stream is an opaque handle to it.
            unsafe { function(*handle as *mut c_void, code, data) }
        }
    }
}
