//! Layouts of graphs.
//!
//! The client keeps the structure of graphs; the worker gets an executable one as a list of nodes in an order of execution, without children:
//! posts with nodes, then one call. Parameters of nodes are changed by posts; a launch is a post.
//!
//! Bodies by `CUgraphNodeType`: kernel [`super::Launch`] + parameters + attributes; memcpy [`GraphCopy`]; memset [`super::Memset`]; host
//! [`super::HostFn`] (the id stays for all launches); event wait and record [`super::EventId`]; empty nothing. Streams in bodies are ignored.

use zerocopy::little_endian::{U32, U64};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

/// Most nodes of a graph.
pub const NODES_MAX: usize = 1 << 20;

layout! {
    /// Names an executable graph.
    GraphId {
        /// Id chosen by the client.
        id: U32,
    }
}
layout! {
    /// What a node is.
    NodeHead {
        /// CUgraphNodeType.
        kind: U32,
        /// Nodes that it waits for.
        deps: U32,
        /// Bytes of the body.
        len: U32,
    }
}
layout! {
    /// Makes a graph executable.
    GraphInstantiate {
        /// Id of the nodes, and of the executable.
        id: U32,
        /// Nodes that were sent.
        nodes: U32,
        /// CUgraphInstantiate_flags.
        flags: U64,
    }
}
layout! {
    /// Host memory of the program that nodes read or write and that is not pinned.
    GraphRange {
        /// First byte.
        addr: U64,
        /// Bytes.
        bytes: U64,
    }
}
layout! {
    /// A node of an executable graph.
    GraphNode {
        /// Id of the executable.
        id: U32,
        /// Place of the node.
        at: U32,
        /// GRAPH_ENABLE: whether it takes part.
        flag: U32,
    }
}
layout! {
    /// Launches a graph.
    GraphLaunch {
        /// Id of the executable.
        id: U32,
        /// Stream id.
        stream: U32,
    }
}
layout! {
    /// A transfer that brings what a node wrote to host memory.
    GraphTarget {
        /// Place of the node.
        at: U32,
        /// Transfer on the bulk connection.
        xfer: U64,
    }
}
layout! {
    /// Bytes of host memory that nodes read.
    GraphHost {
        /// Id of the executable.
        id: U32,
        /// Stream of the launch.
        stream: U32,
        /// First byte.
        addr: U64,
        /// Bytes.
        bytes: U64,
        /// Transfer, 0 = inline.
        xfer: U64,
        /// [`super::COPY_PULL`].
        flags: U32,
    }
}
/// Copy node: the destination is host memory.
pub const COPY_TO_HOST: u32 = 1;
/// Copy node: the source is host memory.
pub const COPY_FROM_HOST: u32 = 2;
layout! {
    /// A copy of up to three dimensions.
    GraphCopy {
        /// First byte written.
        dst: U64,
        /// First byte read.
        src: U64,
        /// Bytes from row to row of the destination.
        dst_pitch: U64,
        /// Bytes from row to row of the source.
        src_pitch: U64,
        /// Rows from slice to slice of the destination.
        dst_rows: U64,
        /// Rows from slice to slice of the source.
        src_rows: U64,
        /// Bytes of a row.
        width: U64,
        /// Rows of a slice.
        height: U64,
        /// Slices.
        depth: U64,
        /// [`COPY_TO_HOST`], [`COPY_FROM_HOST`].
        sides: U32,
    }
}
