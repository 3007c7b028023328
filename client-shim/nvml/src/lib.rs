//! The client's `libnvidia-ml.so.1`: devices as the reservation has them. It asks the client's `libcuda.so.1` for the snapshot of the
//! session, which makes one if the process has none. Of another `libcuda.so.1`, the software device used directly, it asks what the driver
//! API tells.
#![allow(non_snake_case, reason = "the names are NVML's")]
#![allow(unreachable_pub, reason = "exported to C")]

mod collective;
mod cuda;
mod device;
mod driver;
mod generated;
mod result;
mod system;
mod unsupported;

pub use device::*;
pub use generated::*;
pub use system::*;
