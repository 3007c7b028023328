//! Graphs: kept by `cuda_graph`, executed by [`crate::graph`].

pub(crate) use cuda_graph::api::*;
