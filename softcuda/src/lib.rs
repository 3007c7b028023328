//! The software CUDA device: a `libcuda.so.1` that executes PTX on the CPU.
//!
//! | module | what it is |
//! |---|---|
//! | [`driver`], [`config`], [`device`] | what exists once per process; devices and their attributes |
//! | [`context`] | contexts, their streams and limits, the threads' stacks of current contexts |
//! | [`stream`], [`op`], [`queue`] | ordered queues of operations, the state machine that advances them, how many they take |
//! | [`copy`], [`poll`], [`host_func`] | threads for large copies, memory words, functions of the program |
//! | [`event`] | points of streams with times |
//! | [`ipc`], [`gate`] | memory and events that several processes have; moves of memory that is in use |
//! | [`memory`], [`transfer`] | who owns which range; copies and fills as CUDA orders them |
//! | [`pool`], [`vmm`] | memory pools; virtual memory management |
//! | [`module`], [`library`], [`function`], [`link`], [`jit`], [`described`] | from images to kernels |
//! | [`graph`] | execution of graphs, whose structure `cuda_graph` keeps |
//! | [`launch`], [`occupancy`], [`watchdog`] | checks of a launch, what fits on the device, how long it may run |
//! | [`handle`] | handles that cannot be forged |
//! | `entry`, `api`, `generated` | the C functions |
//!
//! Execution itself is `softcuda_simt`. Settings are environment variables, see [`config`].

pub mod array;
pub mod attributes;
pub mod config;
pub mod context;
pub mod copy;
pub mod described;
pub mod device;
pub mod driver;
pub mod error;
pub mod event;
pub mod function;
pub mod gate;
pub mod graph;
pub mod handle;
pub mod hooks;
pub mod host_func;
pub mod ipc;
pub mod jit;
pub mod launch;
pub mod library;
pub mod link;
pub mod memory;
pub mod module;
pub mod occupancy;
pub mod op;
pub mod poll;
pub mod pool;
pub mod printer;
pub mod queue;
pub mod stream;
pub mod thread;
pub mod transfer;
pub mod vmm;
pub mod watchdog;

pub(crate) mod api;
pub(crate) mod entry;
mod generated;
mod raw;
#[cfg(test)]
mod tests;
