//! Graphs and stream capture as every `libcuda.so.1` keeps them: structure, parameters, handles, the rules of capture.
//!
//! Written once for the client shim and for the software device. What differs, how a graph is executed, is a [`Backend`]; a library installs
//! its own ([`install`]) and exports the functions of [`api`] under their C names.
//!
//! | module | what it is |
//! |---|---|
//! | [`node`] | parameters of nodes, free of pointers into the caller's memory |
//! | `graph` | nodes, edges, clones, child graphs |
//! | [`flat`] | a graph in an order of execution, child graphs laid open |
//! | `exec` | executable graphs: what is updated, enabled, allocated by a launch |
//! | [`capture`] | which call is captured, refused, or ends a capture |
//! | [`memory`] | memory that nodes allocate |
//! | [`object`] | the program's objects that graphs keep alive |
//!
//! All structure lies under one lock, held for short steps only: never while the backend executes anything.

pub mod api;
pub mod capture;
mod dot;
mod exec;
pub mod flat;
mod graph;
mod handle;
pub mod memory;
pub mod node;
pub mod object;
mod state;

use std::ffi::c_void;
use std::sync::{Arc, OnceLock};

use cuda_abi::{CUDA_KERNEL_NODE_PARAMS_v2, CUevent, CUresult, CUstream};

use crate::flat::FlatNode;
use crate::memory::AllocRequest;
use crate::node::{Copy3, Fill, Packed, Params};

/// What every function answers.
pub type Answer<T = ()> = Result<T, CUresult>;

/// How the library executes graphs.
pub trait Backend: Sync {
    /// Whether calls are possible now; what every function asks first.
    fn ready(&self) -> Answer;
    /// Checks a kernel's launch and packs its parameters. A missing context has been replaced by [`Backend::current`].
    ///
    /// # Safety
    /// The parameters are those of the kernel, as cuda.h wants them.
    unsafe fn kernel(&self, kernel: &CUDA_KERNEL_NODE_PARAMS_v2) -> Answer<Packed>;
    /// Checks a copy.
    fn copy(&self, copy: &Copy3) -> Answer;
    /// Checks a fill.
    fn fill(&self, fill: &Fill) -> Answer;
    /// Checks that an event exists.
    fn event(&self, event: CUevent) -> Answer;
    /// Handle of the calling thread's current context.
    fn current(&self) -> Answer<u64>;
    /// Where a stream stands for the rules of capture.
    fn place(&self, stream: CUstream) -> Answer<capture::Place>;
    /// Takes memory for an allocation node; it stays reserved until [`Backend::release`].
    fn reserve(&self, request: &AllocRequest) -> Answer<u64>;
    /// Gives memory of [`Backend::reserve`] back.
    fn release(&self, address: u64);
    /// Makes a graph executable.
    fn instantiate(&self, nodes: &[FlatNode], flags: u64) -> Answer<Arc<dyn Exec>>;
    /// Runs something later, in a thread of the library that may wait and call the program.
    fn later(&self, job: Box<dyn FnOnce() + Send>);
}

/// An executable graph of the backend.
pub trait Exec: Send + Sync {
    /// Puts an execution into a stream.
    fn launch(&self, stream: CUstream) -> Answer;
    /// Prepares an execution.
    fn upload(&self, _stream: CUstream) -> Answer {
        Ok(())
    }
    /// Changes the parameters of a node; its type stays.
    fn set(&self, index: usize, params: &Params) -> Answer;
    /// Leaves a node out of, or takes it back into, later executions.
    fn enable(&self, index: usize, enabled: bool) -> Answer;
    /// Waits until the executions so far are over.
    fn wait(&self);
}

static BACKEND: OnceLock<&'static dyn Backend> = OnceLock::new();

/// Installs the library's side; later calls change nothing.
pub fn install(backend: &'static dyn Backend) {
    let _ = BACKEND.set(backend);
}

/// The library's side, if calls are possible now.
pub(crate) fn backend() -> Answer<&'static dyn Backend> {
    let backend = *BACKEND.get().ok_or(CUresult::NOT_INITIALIZED)?;
    backend.ready()?;
    Ok(backend)
}

/// The library's side, for giving back what it gave.
pub(crate) fn installed() -> Option<&'static dyn Backend> {
    BACKEND.get().copied()
}

/// A handle as C passes it around: looked up, never dereferenced.
pub(crate) fn raw(handle: u64) -> *mut c_void {
    std::ptr::without_provenance_mut(handle as usize)
}
