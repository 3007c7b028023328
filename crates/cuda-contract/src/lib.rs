//! What every `libcuda.so.1` owes its callers, whatever it does with their calls: look-up of entry points, the
//! private export tables of the CUDA runtime, error names, tracing, the occupancy rules, reserved and mapped addresses.
//!
//! Written once for the client shim and for the software device. A library provides its side as [`Hooks`], installs
//! them once ([`install`]) and forwards the matching entry points to this crate:
//!
//! | entry point | here |
//! |---|---|
//! | `cuGetProcAddress`, `cuGetProcAddress_v2` | [`proc_address`] |
//! | `cuGetExportTable` | [`export_table`] |
//! | context destroy, primary context reset | [`storage::contexts_destroyed`] |
//! | `cuGetErrorName`, `cuGetErrorString` | [`errors`] |
//! | functions that are not implemented | [`not_supported`] |
//! | every call, when asked | [`Trace`] |
//! | images without code for the device | [`no_code`] |
//! | lengths of arrays and buffers | [`claims`] |
//! | `cuOccupancy*` | [`occupancy`] |
//! | `cu*GetDevResource` | [`resources`] |
//! | formats of arrays | [`mod@array`] |
//! | advice about managed memory | [`managed`] |
//! | `cuLogs*` | [`logs`] |
//! | `cuMemAddress*`, `cuMemMap` and their like | [`vmm`] |
//! | `CUDA_VISIBLE_DEVICES` | [`visible_devices`] |
//!
//! Nothing here panics, so nothing unwinds into C. After `fork` everything works in the child.

pub mod array;
pub mod claims;
pub mod errors;
mod hooks;
mod integrity;
pub mod logs;
pub mod managed;
mod md2;
pub mod no_code;
pub mod occupancy;
pub mod proc_address;
pub mod resources;
pub mod storage;
mod tables;
mod trace;
mod unsupported;
mod visible;
pub mod vmm;

pub use crate::hooks::{DeviceIdentity, Hooks, install};
pub use crate::tables::export_table;
pub use crate::trace::{Trace, say};
pub use crate::unsupported::{Log, not_supported};
pub use visible::visible_devices;
