//! The driver functions by facility, under their symbols in snake case.
//!
//! Each is called by its generated export with the arguments of the C caller, whose contract is cuda.h:
//! pointers are NULL or valid for what the function reads or writes there, texts end with NUL. That is what
//! every `unsafe fn` here requires. Handles are looked up, never trusted.
#![allow(non_snake_case, reason = "parameters are named as in cuda.h")]
#![allow(clippy::too_many_arguments, reason = "the signatures are those of the driver API")]

pub(crate) mod context;
pub(crate) mod device;
pub(crate) mod error;
pub(crate) mod event;
pub(crate) mod function;
pub(crate) mod graph;
pub(crate) mod green;
pub(crate) mod host;
pub(crate) mod init;
pub(crate) mod ipc;
pub(crate) mod launch;
pub(crate) mod library;
pub(crate) mod link;
pub(crate) mod log;
pub(crate) mod managed;
pub(crate) mod memory;
pub(crate) mod module;
pub(crate) mod occupancy;
pub(crate) mod peer;
pub(crate) mod pointer;
pub(crate) mod pool;
pub(crate) mod profiler;
pub(crate) mod stream;
pub(crate) mod texture;
pub(crate) mod vmm;
