//! What belongs to one thread of the program: its stack of contexts, its per-thread streams, the function it is in.
//!
//! Kept in a heap block that a pthread key frees when the thread ends. Unlike destructors of thread locals, those of a key do not
//! run in a process that exits, so nothing here runs when the session may already be gone.

use std::cell::{Cell, RefCell};
use std::ffi::c_void;
use std::ptr;
use std::sync::Arc;
use std::sync::OnceLock;

use cuda_abi::CUresult;

use super::context::Context;
use super::stream::Stream;
use crate::stats::Did;

/// State of the calling thread.
pub(crate) struct Thread {
    stack: RefCell<Vec<&'static Context>>,
    current: Cell<Option<&'static Context>>,
    /// Streams behind CU_STREAM_PER_THREAD, one per context used.
    pub(crate) own_streams: RefCell<Vec<Arc<Stream>>>,
    /// Wire id of the function that the program is in, 0 outside.
    pub(crate) function: Cell<u16>,
    /// What that function has cost so far.
    pub(crate) did: Cell<Did>,
    /// Reused for the parameters of launches.
    pub(crate) scratch: RefCell<Vec<u8>>,
}

thread_local! {
    static THREAD: Cell<*mut Thread> = const { Cell::new(ptr::null_mut()) };
}

/// The calling thread's state. The reference is good for the current call only; the block lives until the thread ends.
pub(crate) fn this<'a>() -> &'a Thread {
    let thread = THREAD.with(|cell| {
        if cell.get().is_null() {
            cell.set(create());
        }
        cell.get()
    });
    // SAFETY: not null, made by `create` in this thread and freed only when this thread ends.
    unsafe { &*thread }
}

fn create() -> *mut Thread {
    let thread = Box::into_raw(Box::new(Thread {
        stack: RefCell::default(),
        current: Cell::new(None),
        own_streams: RefCell::default(),
        function: Cell::new(0),
        did: Cell::new(Did::Nothing),
        scratch: RefCell::default(),
    }));
    if let Some(key) = key() {
        // SAFETY: the key exists.
        unsafe { libc::pthread_setspecific(key, thread.cast()) };
    }
    thread
}

fn key() -> Option<libc::pthread_key_t> {
    static KEY: OnceLock<Option<libc::pthread_key_t>> = OnceLock::new();
    *KEY.get_or_init(|| {
        let mut key = 0;
        // SAFETY: `key` is writable and the destructor has the right type.
        let result = unsafe { libc::pthread_key_create(&mut key, Some(thread_ended)) };
        (result == 0).then_some(key)
    })
}

unsafe extern "C" fn thread_ended(thread: *mut c_void) {
    THREAD.with(|cell| cell.set(ptr::null_mut()));
    // SAFETY: the key's value is a block of `create`, of this thread, that nothing uses any more.
    let thread = unsafe { Box::from_raw(thread.cast::<Thread>()) };
    let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        for stream in thread.own_streams.borrow_mut().drain(..) {
            stream.destroy();
        }
    }));
}

/// Forgets the calling thread's state in a forked child: what it refers to belongs to the parent.
pub(crate) fn forget() {
    THREAD.with(|cell| cell.set(ptr::null_mut()));
    if let Some(key) = key() {
        // SAFETY: the key exists; a null value has no destructor call.
        unsafe { libc::pthread_setspecific(key, ptr::null()) };
    }
}

impl Thread {
    /// The program calls a function; returns what [`Thread::end`] takes: the function that it was called from, if any.
    pub(crate) fn begin(&self, function: u16) -> (u16, Did) {
        (self.function.replace(function), self.did.replace(Did::Nothing))
    }

    /// The function is over; returns what it has cost.
    pub(crate) fn end(&self, (function, did): (u16, Did)) -> Did {
        self.function.set(function);
        self.did.replace(did)
    }

    /// The current context, if any; it may be closed.
    pub(crate) fn current(&self) -> Option<&'static Context> {
        self.current.get()
    }

    /// cuCtxPushCurrent.
    pub(crate) fn push(&self, context: &'static Context) {
        self.stack.borrow_mut().push(context);
        self.current.set(Some(context));
    }

    /// cuCtxPopCurrent.
    pub(crate) fn pop(&self) -> Result<&'static Context, CUresult> {
        let mut stack = self.stack.borrow_mut();
        let popped = stack.pop().ok_or(CUresult::INVALID_CONTEXT)?;
        self.current.set(stack.last().copied());
        Ok(popped)
    }

    /// cuCtxSetCurrent: replaces the top of the stack; with `None` takes it off.
    pub(crate) fn set_current(&self, context: Option<&'static Context>) {
        let mut stack = self.stack.borrow_mut();
        stack.pop();
        stack.extend(context);
        self.current.set(stack.last().copied());
    }
}
