//! Parts of `bifrost-bench`: what is measured, and how two sides are compared.
//!
//! All sides of a comparison (bare socket, the driver used directly, the driver through the pool) are processes that stay alive; the parent asks each
//! in turn for one sample, round after round, so that they see the same machine. A figure is the median of the rounds; a ratio is the median of the
//! ratios of samples of the same round.

pub mod bare;
pub mod driver;
pub mod place;
pub mod side;
pub mod softcuda;
pub mod stats;
