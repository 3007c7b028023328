//! Warp-vectorised PTX interpreter.
//!
//! A PTX module is parsed by `softcuda-ptx`, each kernel is lowered at its first launch into a flat
//! bytecode, and an [`Engine`] executes grids of it on the CPU: 32 lanes at a time, registers
//! as arrays, divergent lanes as groups ordered by program counter, barriers as data. No sockets, no
//! clock: time comes in through [`EngineConfig`].
//!
//! | module | what it is |
//! |---|---|
//! | [`memory`] | the arena of device memory, allocation table, address windows |
//! | [`module`] | loading PTX: globals, constants, kernels and their parameter layout |
//! | [`engine`] | worker threads, concurrent grids, cancellation |
//! | [`fault`] | what stops a kernel |
//! | [`texture`] | textures and surfaces |
//! | `exec`, `ops` | warps, groups, barriers; the operations |

pub mod engine;
mod exec;
pub mod fault;
mod lower;
pub mod memory;
pub mod module;
mod ops;
pub mod texture;
mod wir;

pub use engine::{Engine, EngineConfig, Launch, LaunchHandle, Level, NullSink, Sink};
pub use fault::{Fault, FaultKind};
pub use lower::provides;
pub use memory::{AddressSpace, AllocError, Kind, Range, SpaceConfig, copy_past_cache};
pub use module::{Kernel, LoadError, Module, ParamInfo};
