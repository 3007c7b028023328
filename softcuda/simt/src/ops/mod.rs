//! The operations: what each instruction does to rows, memory and other lanes.

pub(crate) mod alu;
pub(crate) mod atomic;
pub(crate) mod bulk;
pub(crate) mod coalesce;
pub(crate) mod cvt;
pub(crate) mod exact;
pub(crate) mod format;
pub(crate) mod fp;
pub(crate) mod half;
pub(crate) mod int;
#[cfg(target_arch = "x86_64")]
pub(crate) mod kernels;
pub(crate) mod matrix;
pub(crate) mod mbarrier;
pub(crate) mod memory;
pub(crate) mod misc;
pub(crate) mod narrow;
pub(crate) mod operands;
pub(crate) mod special;
pub(crate) mod sync;
pub(crate) mod system;
pub(crate) mod table;
pub(crate) mod texture;
#[cfg(target_arch = "x86_64")]
mod vector;
