//! Device memory: an arena of reserved addresses, committed by allocation, and the table that tells
//! valid addresses from others.
//!
//! A device pointer is the host address inside the arena. Three windows at the arena's start are never
//! mapped: generic addresses in them mean shared, local and parameter memory.

mod arena;
mod mapping;
mod past_cache;
mod shared;
mod table;

pub use arena::{AddressSpace, AllocError, LaunchGuard, SpaceConfig};
pub use past_cache::copy_past_cache;
pub use table::{Kind, Range, Table};

/// Size in bytes of each address window (shared, local, parameter).
pub const WINDOW_BYTES: u64 = 1 << 28;

/// Alignment in bytes of every allocation.
pub const ALLOC_ALIGN: u64 = 512;

/// The windows of generic addresses, each [`WINDOW_BYTES`] long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Windows {
    /// First address of the shared window.
    pub shared: u64,
    /// First address of the local window.
    pub local: u64,
    /// First address of the kernel parameter window.
    pub param: u64,
}

impl Windows {
    pub(crate) fn at(base: u64) -> Windows {
        Windows { shared: base, local: base + WINDOW_BYTES, param: base + 2 * WINDOW_BYTES }
    }

    /// One past the last window's last address.
    pub(crate) fn end(&self) -> u64 {
        self.param + WINDOW_BYTES
    }
}
