//! Executable graphs of the worker.

use std::sync::Arc;

use cuda_abi::{CUresult, CUstream};
use cuda_graph::flat::FlatNode;
use cuda_graph::node::Params;
use cuda_graph::{Answer, Exec};
use parking_lot::Mutex;
use protocol::INLINE_MAX;
use protocol::ops::graph::*;
use protocol::ops::{COPY_PULL, op};
use zerocopy::IntoBytes;

use super::encode::{self, Range, Touches};
use super::host::{GraphFn, send_inline};
use super::plan::Plan;
use crate::api::copy::PINNED_INLINE;
use crate::handle;
use crate::session::Wait;
use crate::state::context::Context;
use crate::state::pinned::Pinned;
use crate::state::stream::{self, Stream};
use crate::state::{self, Global, mapped};

/// An executable graph.
pub(super) struct RemoteExec {
    id: u32,
    context: &'static Context,
    /// The life of the context that it is of.
    life: u64,
    deps: Vec<Vec<usize>>,
    state: Mutex<State>,
}

struct State {
    params: Vec<Params>,
    enabled: Vec<bool>,
    touches: Vec<Touches>,
    plan: Plan,
    /// Host memory that the worker has a place for besides pinned memory.
    lent: Vec<Range>,
    /// The last launch.
    last: Option<(Arc<Stream>, u64)>,
}

impl State {
    /// Pinned memory that kernels of the graph may use directly.
    fn mapped(&self, g: &Global) -> Vec<Pinned> {
        let mut all: Vec<Pinned> = Vec::new();
        for params in &self.params {
            let Params::Kernel(kernel) = params else { continue };
            for pinned in mapped::used_by(g, &kernel.params.bytes) {
                if !all.iter().any(|known| known.base == pinned.base) {
                    all.push(pinned);
                }
            }
        }
        all
    }
}

impl RemoteExec {
    /// Sends the nodes and waits until the worker has made them executable.
    pub(super) fn new(
        g: &'static Global,
        context: &'static Context,
        nodes: &[FlatNode],
        flags: u64,
    ) -> Answer<RemoteExec> {
        let (id, life) = (g.ids.next(), context.life());
        let (mut touches, mut bytes) = (Vec::with_capacity(nodes.len()), Vec::new());
        let send = |part: &[u8]| {
            let head = GraphId { id: id.into() };
            g.session.post(context.id, op::GRAPH_NODES, &[head.as_bytes(), part]).map(drop)
        };
        for node in nodes {
            let host = if matches!(node.params, Params::Host(_)) { g.host_fns.reserve(g)? } else { 0 };
            touches.push(encode::node(g, &node.params, &node.deps, host, &mut bytes)?);
            // A node with many dependencies takes several frames.
            let full = bytes.len() / INLINE_MAX * INLINE_MAX;
            bytes[..full].chunks(INLINE_MAX).try_for_each(send)?;
            bytes.drain(..full);
        }
        send(&bytes)?;
        let lent = unpinned(g, &touches);
        let request =
            GraphInstantiate { id: id.into(), nodes: (nodes.len() as u32).into(), flags: flags.into() };
        let ranges: Vec<u8> = lent.iter().flat_map(|range| wire_range(*range).as_bytes().to_vec()).collect();
        g.call(context.id, op::GRAPH_INSTANTIATE, &[request.as_bytes(), &ranges], Wait::RoundTrip)?;
        let state = State {
            params: nodes.iter().map(|node| node.params.clone()).collect(),
            enabled: vec![true; nodes.len()],
            touches,
            plan: Plan::default(),
            lent,
            last: None,
        };
        let deps = nodes.iter().map(|node| node.deps.clone()).collect();
        let exec = RemoteExec { id, context, life, deps, state: Mutex::new(state) };
        exec.arrange(g, &mut exec.state.lock());
        Ok(exec)
    }

    /// Fails when the context has been destroyed, or reset, meanwhile, or has a sticky error.
    fn check(&self) -> Answer {
        self.context.check()?;
        if self.context.life() == self.life { Ok(()) } else { Err(CUresult::CONTEXT_IS_DESTROYED) }
    }

    /// Works out what launches need, and tells those who get asked for it.
    fn arrange(&self, g: &Global, state: &mut State) {
        state.plan = Plan::new(&state.touches, &self.deps);
        for (params, touches) in state.params.iter().zip(&state.touches) {
            let (Params::Host(call), Some(id)) = (params, touches.host) else { continue };
            let after = state.plan.after.iter().find(|(host, _)| *host == id);
            let sources = after.map_or(Vec::new(), |(_, ranges)| ranges.clone());
            let function = GraphFn { call: *call, exec: self.id, context: self.context.id, sources };
            g.graphs.set_function(id, function);
        }
        g.graphs.set_written(self.id, state.touches.iter().filter_map(|touches| touches.writes));
    }

    /// Sends host memory that the launch reads: at once, or when the stream has come to it if something pending may write it.
    fn send_sources(&self, g: &Global, stream: &Arc<Stream>, sources: &[Range]) -> Answer {
        for (from, to) in sources.iter().copied() {
            let len = to - from;
            if let Some(pinned) = mapped::tracked(g, from, len) {
                mapped::before_launch(g, stream, &[pinned])?;
                continue;
            }
            let pending = g.pinned.may_be_written(from, len);
            if !pending && len <= INLINE_MAX as u64 {
                // SAFETY: the program keeps memory that a graph reads while the graph runs.
                unsafe { send_inline(g, self.context.id, self.id, (from, to)) };
                continue;
            }
            let xfer = g.session.new_xfer();
            let frame = GraphHost {
                id: self.id.into(),
                stream: stream.id.into(),
                addr: from.into(),
                bytes: len.into(),
                xfer: xfer.into(),
                flags: (if pending { COPY_PULL } else { 0 }).into(),
            };
            let pointer: *const u8 = std::ptr::with_exposed_provenance(from as usize);
            if pending {
                // SAFETY: as above.
                unsafe { g.session.register_pull(xfer, pointer, len as usize) };
            }
            stream.post_with(g, op::GRAPH_HOST, &[frame.as_bytes()], || {
                if !pending {
                    // SAFETY: as above.
                    unsafe { g.session.send_pinned(xfer, pointer, len as usize) };
                }
            })?;
        }
        Ok(())
    }

    /// The program's changes of memory that the launch writes do not come after it.
    fn before_writes(&self, g: &Global, stream: &Arc<Stream>, state: &State) -> Answer {
        for touches in &state.touches {
            let Some((from, to)) = touches.writes else { continue };
            if touches.in_one_piece {
                mapped::before_copy_to(g, (from, to));
            } else if let Some(pinned) = mapped::tracked(g, from, to - from) {
                mapped::before_launch(g, stream, &[pinned])?;
            }
        }
        Ok(())
    }

    /// The transfers that bring large results, announced to the session.
    fn transfers(&self, g: &Global, state: &State) -> Vec<u8> {
        let mut out = Vec::new();
        let hosts = state.plan.after.len();
        for (at, touches) in state.touches.iter().enumerate().filter(|(at, _)| state.enabled[*at]) {
            let Some((from, to)) = touches.writes.filter(|_| touches.in_one_piece && hosts == 0) else {
                continue;
            };
            if to - from <= PINNED_INLINE as u64 {
                continue;
            }
            let xfer = g.session.new_xfer();
            let pointer = std::ptr::with_exposed_provenance_mut(from as usize);
            // SAFETY: the program keeps memory that a graph writes while the graph runs.
            unsafe { g.session.expect(xfer, pointer, (to - from) as usize) };
            out.extend_from_slice(GraphTarget { at: (at as u32).into(), xfer: xfer.into() }.as_bytes());
        }
        out
    }

    /// Notes what a launch, whose frame is `seq`, does in this process.
    fn note(&self, g: &Global, stream: &Arc<Stream>, seq: u64, state: &State) {
        for touches in
            state.touches.iter().filter(|touches| touches.writes.is_some() || touches.host.is_some())
        {
            g.pinned.note_writer(stream, seq, touches.writes);
            stream.note_host_visible(seq);
        }
        let event = |handle: u64| g.events.get(handle::raw(handle as usize));
        for touches in &state.touches {
            if let Some(event) = touches.waits.and_then(event) {
                event.held_up(stream, seq);
            }
            if let Some(event) = touches.records.and_then(event) {
                event.recorded_by(stream, seq);
            }
        }
    }
}

/// Gaps below this are lent too: the worker's places are whole pages, and each takes a mapping.
const GAP: u64 = 4096;
/// Ranges of a graph at most: they travel in one frame, and a process has a limited number of mappings.
const RANGES_MAX: usize = 8192;

/// Host memory of nodes that is not pinned, ranges that lie close together joined: the closer, the more there are.
fn unpinned(g: &Global, touches: &[Touches]) -> Vec<Range> {
    let all = touches.iter().flat_map(|touches| touches.reads.into_iter().chain(touches.writes));
    let foreign =
        |range: &Range| range.0 < range.1 && g.pinned.covering(range.0, range.1 - range.0).is_none();
    let mut ranges: Vec<Range> = all.filter(foreign).collect();
    ranges.sort_unstable();
    not_too_many(&ranges)
}

/// Sorted ranges, joined as far as it takes.
fn not_too_many(ranges: &[Range]) -> Vec<Range> {
    let mut gap = GAP;
    let mut joined = join(ranges, gap);
    while joined.len() > RANGES_MAX {
        gap = gap.saturating_mul(2);
        joined = join(&joined, gap);
    }
    joined
}

/// Sorted ranges, those joined between which there is less than `gap`.
fn join(ranges: &[Range], gap: u64) -> Vec<Range> {
    let mut joined: Vec<Range> = Vec::new();
    for range in ranges {
        match joined.last_mut() {
            Some(last) if range.0.saturating_sub(last.1) < gap => last.1 = last.1.max(range.1),
            _ => joined.push(*range),
        }
    }
    joined
}

fn wire_range((from, to): Range) -> GraphRange {
    GraphRange { addr: from.into(), bytes: (to - from).into() }
}

impl Exec for RemoteExec {
    fn launch(&self, stream: CUstream) -> Answer {
        let g = state::global()?;
        let stream = stream::of_handle(g, stream)?;
        g.deferred(stream.context)?;
        self.check()?;
        let mut state = self.state.lock();
        self.send_sources(g, &stream, &state.plan.before)?;
        let mapped = state.mapped(g);
        mapped::before_launch(g, &stream, &mapped)?;
        self.before_writes(g, &stream, &state)?;
        let transfers = self.transfers(g, &state);
        let frame = GraphLaunch { id: self.id.into(), stream: stream.id.into() };
        let seq = stream.post_only(g, op::GRAPH_LAUNCH, &[frame.as_bytes(), &transfers])?;
        self.note(g, &stream, seq, &state);
        state.last = Some((stream.clone(), seq));
        drop(state);
        if !mapped.is_empty() {
            mapped::after_launch(g, &stream, &mapped)?;
        }
        stream.settled(g)
    }

    fn set(&self, index: usize, params: &Params) -> Answer {
        let g = state::global()?;
        g.deferred(self.context)?;
        self.check()?;
        let mut state = self.state.lock();
        let host = state.touches.get(index).ok_or(CUresult::INVALID_VALUE)?.host.unwrap_or(0);
        let mut node = Vec::new();
        let touches = encode::node(g, params, &[], host, &mut node)?;
        for range in unpinned(g, std::slice::from_ref(&touches)) {
            if !state.lent.iter().any(|known| known.0 <= range.0 && range.1 <= known.1) {
                let request = GraphId { id: self.id.into() };
                let parts = [request.as_bytes(), wire_range(range).as_bytes()].concat();
                g.call(self.context.id, op::GRAPH_RANGE, &[&parts], Wait::RoundTrip)?;
                state.lent.push(range);
            }
        }
        // A host function stays under its id: the worker need not know which one it is.
        if !matches!(params, Params::Host(_)) {
            let request = GraphNode { id: self.id.into(), at: (index as u32).into(), flag: 0.into() };
            g.session.post(self.context.id, op::GRAPH_SET_NODE, &[request.as_bytes(), &node])?;
        }
        state.params[index] = params.clone();
        let changed = state.touches[index] != touches || touches.host.is_some();
        state.touches[index] = touches;
        if changed {
            self.arrange(g, &mut state);
        }
        Ok(())
    }

    fn enable(&self, index: usize, enabled: bool) -> Answer {
        let g = state::global()?;
        self.check()?;
        let at = (index as u32).into();
        let request = GraphNode { id: self.id.into(), at, flag: u32::from(enabled).into() };
        g.session.post(self.context.id, op::GRAPH_ENABLE, &[request.as_bytes()])?;
        *self.state.lock().enabled.get_mut(index).ok_or(CUresult::INVALID_VALUE)? = enabled;
        Ok(())
    }

    fn wait(&self) {
        let last = self.state.lock().last.clone();
        if let (Some((stream, seq)), Ok(g)) = (last, state::global())
            && !stream.passed(seq)
        {
            // A session that is over runs nothing any more.
            let _ = stream.synchronize(g);
        }
    }
}

impl Drop for RemoteExec {
    fn drop(&mut self) {
        let Ok(g) = state::global() else { return };
        let request = GraphId { id: self.id.into() };
        if self.context.is_open() && self.context.life() == self.life {
            // The session being over makes the executable as gone as it can be.
            let _ = g.session.post(self.context.id, op::GRAPH_DESTROY, &[request.as_bytes()]);
        }
        g.graphs.retire(self.id, self.state.get_mut().last.take());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_ranges_are_joined_over_larger_gaps() {
        let apart =
            |count: u64, step: u64| (0..count).map(|n| (n * step, n * step + 64)).collect::<Vec<Range>>();
        for (count, step, want) in [(3, 1 << 20, 3), (3, 4000, 1), (8192, 1 << 20, 8192), (30_000, 8192, 1)] {
            let ranges = apart(count, step);
            let joined = not_too_many(&ranges);
            assert_eq!(joined.len(), want, "{count} {step}");
            let covered = |r: &Range| joined.iter().any(|j| j.0 <= r.0 && r.1 <= j.1);
            assert!(ranges.iter().step_by(997).all(covered));
        }
    }
}
