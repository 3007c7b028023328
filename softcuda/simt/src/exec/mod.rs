//! Execution: warps, groups of lanes, blocks.

pub(crate) mod barrier;
pub(crate) mod context;
pub(crate) mod convoy;
pub(crate) mod cta;
pub(crate) mod group;
pub(crate) mod level;
pub(crate) mod linear;
pub(crate) mod run;
pub(crate) mod view;
pub(crate) mod warp;
