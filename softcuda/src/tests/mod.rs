//! Tests through the exported C functions, in a context per test.

mod captures;
mod context;
mod copies;
mod graphs;
mod ipc;
mod launches;
mod link;
mod pools;
mod streams;
mod vmm;

use std::ffi::c_void;
use std::ptr::null_mut;

use cuda_abi::*;
use parking_lot::{RwLock, RwLockReadGuard, RwLockWriteGuard};

use crate::generated::exports::*;

/// Result codes by the names that the tests use.
const OK: CUresult = CUresult::SUCCESS;

/// Calls exported functions: `call!(cuMemFree_v2(p))`.
macro_rules! call {
    ($name:ident($($arg:expr),* $(,)?)) => {
        // SAFETY: the tests pass pointers to live locals and buffers of the stated sizes, or NULL.
        unsafe { $name($($arg),*) }
    };
}
use call;

/// A context of its own for one test, current in the calling thread.
struct Session {
    context: CUcontext,
    _turn: Turn,
}

/// Captures forbid calls of other threads, so tests of captures run alone.
enum Turn {
    Shared(#[allow(dead_code, reason = "held")] RwLockReadGuard<'static, ()>),
    Alone(#[allow(dead_code, reason = "held")] RwLockWriteGuard<'static, ()>),
}

static TURN: RwLock<()> = RwLock::new(());

impl Session {
    fn new() -> Self {
        Self::with(Turn::Shared(TURN.read_recursive()))
    }

    /// While no other test runs.
    fn alone() -> Self {
        Self::with(Turn::Alone(TURN.write()))
    }

    fn with(turn: Turn) -> Self {
        assert_eq!(call!(cuInit(0)), OK);
        let mut context = null_mut();
        assert_eq!(call!(cuCtxCreate_v2(&mut context, 0, 0)), OK);
        Self { context, _turn: turn }
    }

    fn enter(&self) {
        assert_eq!(call!(cuCtxSetCurrent(self.context)), OK);
    }

    fn stream(&self, flags: u32) -> CUstream {
        let mut stream = null_mut();
        assert_eq!(call!(cuStreamCreate(&mut stream, flags)), OK);
        stream
    }

    fn event(&self, flags: u32) -> CUevent {
        let mut event = null_mut();
        assert_eq!(call!(cuEventCreate(&mut event, flags)), OK);
        event
    }

    fn alloc(&self, bytes: usize) -> CUdeviceptr {
        let mut address = 0;
        assert_eq!(call!(cuMemAlloc_v2(&mut address, bytes)), OK);
        address
    }

    /// Pinned words, zeroed.
    fn pinned(&self, words: usize) -> &'static mut [u32] {
        let mut address = null_mut();
        assert_eq!(call!(cuMemHostAlloc(&mut address, words * 4, 0)), OK);
        // SAFETY: freshly allocated and zeroed; freed with the context, after the test's last use.
        unsafe { std::slice::from_raw_parts_mut(address.cast(), words) }
    }

    fn module(&self, ptx: &str) -> CUmodule {
        let text = std::ffi::CString::new(ptx).unwrap();
        let mut module = null_mut();
        assert_eq!(call!(cuModuleLoadData(&mut module, text.as_ptr().cast::<c_void>())), OK, "{ptx}");
        module
    }

    fn function(&self, module: CUmodule, name: &std::ffi::CStr) -> CUfunction {
        let mut function = null_mut();
        assert_eq!(call!(cuModuleGetFunction(&mut function, module, name.as_ptr())), OK);
        function
    }

    /// Ends the capture that began in a stream.
    fn end(&self, stream: CUstream) -> Result<CUgraph, CUresult> {
        let mut graph = null_mut();
        call!(cuStreamEndCapture(stream, &mut graph)).ok().map(|()| graph)
    }

    fn instantiate(&self, graph: CUgraph) -> CUgraphExec {
        let mut exec = null_mut();
        assert_eq!(call!(cuGraphInstantiateWithFlags(&mut exec, graph, 0)), OK);
        exec
    }

    fn graph(&self) -> CUgraph {
        let mut graph = null_mut();
        assert_eq!(call!(cuGraphCreate(&mut graph, 0)), OK);
        graph
    }

    fn read(&self, address: CUdeviceptr, words: usize) -> Vec<u32> {
        let mut host = vec![0u32; words];
        assert_eq!(call!(cuMemcpyDtoH_v2(host.as_mut_ptr().cast(), address, words * 4)), OK);
        host
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let destroyed = call!(cuCtxDestroy_v2(self.context));
        if !std::thread::panicking() {
            assert_eq!(destroyed, OK);
        }
    }
}

/// A gate in pinned memory: a stream that waits for it stands still until it is opened.
struct Gate(&'static mut [u32]);

impl Gate {
    fn new(session: &Session) -> Self {
        Self(session.pinned(1))
    }

    fn address(&self) -> CUdeviceptr {
        self.0.as_ptr() as CUdeviceptr
    }

    fn close(&self, stream: CUstream) {
        assert_eq!(call!(cuStreamWaitValue32_v2(stream, self.address(), 1, CU_STREAM_WAIT_VALUE_GEQ)), OK);
    }

    fn open(&mut self) {
        // SAFETY: the word is live pinned memory, also read by the poller.
        unsafe { std::ptr::from_mut(&mut self.0[0]).write_volatile(1) };
    }
}
