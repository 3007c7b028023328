//! The client's `libcuda.so.1`: an unmodified program's driver calls go to a worker of the pool.
//!
//! ```text
//!  generated/exports.rs   the C symbols, one per function of the table
//!        │ entry          errno, panics, tracing, statistics, deferred errors
//!        ▼
//!  api/<facility>         what each function means: checks, local answers, frames
//!        ▼
//!  state/                 contexts, streams, modules, memory: what the client knows
//!        ▼
//!  session/               frames and bulk transfers to the worker
//! ```
//!
//! The library is a guest in other people's processes: constructors do nothing, nothing unwinds into C, errno is kept, and
//! handles given to the program are numbers that are looked up, never dereferenced.

mod api;
mod entry;
#[rustfmt::skip]
mod generated;
mod handle;
pub mod session;
mod snapshot_export;
mod state;
mod stats;
