//! Host functions of graphs, and host memory of the program that graphs write and that is not pinned.

use std::collections::HashMap;
use std::sync::Arc;

use cuda_graph::node::HostCall;
use parking_lot::Mutex;
use protocol::INLINE_MAX;
use protocol::ops::graph::GraphHost;
use protocol::ops::op;
use zerocopy::IntoBytes;

use super::encode::Range;
use crate::state::stream::Stream;
use crate::state::{Global, mapped};

/// A host function of an executable graph.
#[derive(Clone)]
pub(super) struct GraphFn {
    pub(super) call: HostCall,
    /// Id of the executable.
    pub(super) exec: u32,
    /// Id of its context.
    pub(super) context: u32,
    /// Host memory that later nodes read.
    pub(super) sources: Vec<Range>,
}

/// What executables need here as long as their launches run.
#[derive(Default)]
pub(crate) struct Graphs {
    functions: Mutex<HashMap<u64, GraphFn>>,
    /// Host memory that graphs may write, once per executable.
    written: Mutex<Vec<(u32, Range)>>,
    /// Destroyed executables whose launches may still run.
    retired: Mutex<Vec<(u32, Arc<Stream>, u64)>>,
}

impl Graphs {
    /// Makes a host function known, or changes it.
    pub(super) fn set_function(&self, id: u64, function: GraphFn) {
        self.functions.lock().insert(id, function);
    }

    /// Replaces the host memory that an executable may write.
    pub(super) fn set_written(&self, exec: u32, ranges: impl Iterator<Item = Range>) {
        let mut written = self.written.lock();
        written.retain(|(other, _)| *other != exec);
        written.extend(ranges.map(|range| (exec, range)));
    }

    /// An executable is destroyed; what it needs goes when its last launch is over.
    pub(super) fn retire(&self, exec: u32, last: Option<(Arc<Stream>, u64)>) {
        let mut retired = self.retired.lock();
        match last {
            Some((stream, seq)) if !stream.passed(seq) => retired.push((exec, stream, seq)),
            _ => self.forget(exec),
        }
        retired.retain(|(exec, stream, seq)| {
            let running = !stream.passed(*seq);
            if !running {
                self.forget(*exec);
            }
            running
        });
    }

    fn forget(&self, exec: u32) {
        self.functions.lock().retain(|_, function| function.exec != exec);
        self.written.lock().retain(|(other, _)| *other != exec);
    }

    /// Runs the host function of this id, if it is one of a graph, and sends what later nodes read; the context to tell its end in.
    pub(crate) fn run(&self, g: &Global, id: u64) -> Option<u32> {
        let function = self.functions.lock().get(&id).cloned()?;
        function.call.run();
        for (from, to) in &function.sources {
            if mapped::tracked(g, *from, to - from).is_some() {
                // Goes with what any host function has changed.
                continue;
            }
            // SAFETY: the program keeps memory that a graph reads while the graph runs.
            unsafe { send_inline(g, function.context, function.exec, (*from, *to)) };
        }
        Some(function.context)
    }

    /// Stores bytes that a graph wrote, if their range is one that a graph may write.
    pub(crate) fn store(&self, address: u64, bytes: &[u8]) -> bool {
        let written = self.written.lock();
        let end = address.saturating_add(bytes.len() as u64);
        if !written.iter().any(|(_, (from, to))| *from <= address && end <= *to) {
            return false;
        }
        let target = std::ptr::with_exposed_provenance_mut::<u8>(address as usize);
        // SAFETY: the range is the destination of a graph that runs; the program keeps it for that long.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), target, bytes.len()) };
        true
    }
}

/// Sends bytes of host memory in frames.
///
/// # Safety
/// The range is readable.
pub(super) unsafe fn send_inline(g: &Global, context: u32, exec: u32, (from, to): Range) {
    let mut at = from;
    while at < to {
        let len = (to - at).min(INLINE_MAX as u64);
        let frame = GraphHost {
            id: exec.into(),
            stream: 0.into(),
            addr: at.into(),
            bytes: len.into(),
            xfer: 0.into(),
            flags: 0.into(),
        };
        let pointer: *const u8 = std::ptr::with_exposed_provenance(at as usize);
        // SAFETY: inside the range, by the caller's contract.
        let bytes = unsafe { std::slice::from_raw_parts(pointer, len as usize) };
        // Whoever waits for the launch learns that the session is over.
        let _ = g.session.post(context, op::GRAPH_HOST, &[frame.as_bytes(), bytes]);
        at += len;
    }
}
