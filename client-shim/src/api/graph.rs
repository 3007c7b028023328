//! Graphs: kept by `cuda_graph`, executed by [`crate::state::graph`].

pub(crate) use cuda_graph::api::*;
