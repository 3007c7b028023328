//! The structures of the driver API, laid out as the C headers lay them out.

mod basic;
mod copy;
mod graph;
mod launch;
mod memory;
mod texture;

pub use basic::*;
pub use copy::*;
pub use graph::*;
pub use launch::*;
pub use memory::*;
pub use texture::*;
