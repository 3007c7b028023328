//! Nodes as they are sent, and the host memory that they touch.

use cuda_abi::*;
use cuda_graph::node::{Copy3, Fill, Kernel, Params, Side};
use protocol::ops::graph::{COPY_FROM_HOST, COPY_TO_HOST, GraphCopy, NodeHead};
use protocol::ops::{EventId, HostFn, Launch, Memset};
use zerocopy::IntoBytes;

use crate::handle;
use crate::state::Global;

/// A range of host memory: first address, end.
pub(super) type Range = (u64, u64);

/// What a node does in this process.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Touches {
    /// Host memory that it reads.
    pub(super) reads: Option<Range>,
    /// Host memory that it writes.
    pub(super) writes: Option<Range>,
    /// What it writes is one piece without gaps.
    pub(super) in_one_piece: bool,
    /// It calls the host function of this id.
    pub(super) host: Option<u64>,
    /// It records this event (its handle).
    pub(super) records: Option<u64>,
    /// It waits for this event.
    pub(super) waits: Option<u64>,
}

/// Appends a node without its parameters' meaning for this process; `id` names its host function.
pub(super) fn node(
    g: &Global,
    params: &Params,
    deps: &[usize],
    id: u64,
    out: &mut Vec<u8>,
) -> Result<Touches, CUresult> {
    let mut body = Vec::new();
    let mut touches = Touches::default();
    let mut kind = params.kind();
    match params {
        Params::Kernel(k) => kernel(g, k, &mut body)?,
        Params::Copy(c) => touches = copy(g, c, &mut body)?,
        Params::Fill(f) => touches = fill(g, f, &mut body)?,
        Params::Host(_) => {
            touches.host = Some(id);
            body.extend_from_slice(HostFn { id: id.into(), stream: 0.into() }.as_bytes());
        }
        Params::WaitEvent(handle) => {
            touches.waits = Some(*handle);
            body.extend_from_slice(event(g, *handle)?.as_bytes());
        }
        Params::RecordEvent(handle) => {
            touches.records = Some(*handle);
            body.extend_from_slice(event(g, *handle)?.as_bytes());
        }
        // The memory is there already, and stays.
        Params::Empty | Params::Child(_) | Params::Alloc(_) | Params::Free(_) => {
            kind = CU_GRAPH_NODE_TYPE_EMPTY
        }
    }
    let head =
        NodeHead { kind: kind.into(), deps: (deps.len() as u32).into(), len: (body.len() as u32).into() };
    out.extend_from_slice(head.as_bytes());
    deps.iter().for_each(|dep| out.extend_from_slice(&(*dep as u32).to_le_bytes()));
    out.extend_from_slice(&body);
    Ok(touches)
}

fn event(g: &Global, handle: u64) -> Result<EventId, CUresult> {
    let event = g.events.get(handle::raw(handle as usize)).ok_or(CUresult::INVALID_HANDLE)?;
    Ok(EventId { id: event.id.into() })
}

fn kernel(g: &Global, k: &Kernel, out: &mut Vec<u8>) -> Result<(), CUresult> {
    let function = g.functions.get(handle::raw(k.function as usize)).ok_or(CUresult::INVALID_HANDLE)?;
    let frame = Launch {
        module: function.module.into(),
        index: function.index.into(),
        stream: 0.into(),
        grid: k.grid.map(Into::into),
        block: k.block.map(Into::into),
        shared: k.shared.into(),
        param_len: (k.params.bytes.len() as u32).into(),
        attrs: (k.attributes.len() as u16).into(),
        flags: 0.into(),
    };
    out.extend_from_slice(frame.as_bytes());
    out.extend_from_slice(&k.params.bytes);
    for attribute in &k.attributes {
        out.extend_from_slice(&attribute.id.to_le_bytes());
        out.extend_from_slice(&[0; 4]);
        out.extend_from_slice(&attribute.value);
    }
    Ok(())
}

/// One end of a copy: its side, and whether it is host memory.
type End = (Side, bool);

/// The ends of a copy, checked: destination, source.
pub(super) fn sides(g: &Global, c: &Copy3) -> Result<(End, End), CUresult> {
    let end = |side: Side| -> Result<End, CUresult> {
        let span = c.span(&side)?;
        let device = match side.memory {
            CU_MEMORYTYPE_HOST => false,
            CU_MEMORYTYPE_UNIFIED => g.memory.find(side.address).is_some(),
            // A pinned host pointer is valid on the device too.
            _ => g.pinned.find(side.address).is_none(),
        };
        if side.address == 0 {
            return Err(CUresult::INVALID_VALUE);
        }
        if device && span > 0 {
            g.memory.range(side.address, span)?;
        }
        Ok((side, !device))
    };
    Ok((end(c.target()?)?, end(c.source()?)?))
}

fn copy(g: &Global, c: &Copy3, out: &mut Vec<u8>) -> Result<Touches, CUresult> {
    let ((dst, to_host), (src, from_host)) = sides(g, c)?;
    let rows = |side: &Side| side.slice.checked_div(side.pitch).unwrap_or(0);
    let flag = |is: bool, flag: u32| if is { flag } else { 0 };
    let frame = GraphCopy {
        dst: dst.address.into(),
        src: src.address.into(),
        dst_pitch: dst.pitch.into(),
        src_pitch: src.pitch.into(),
        dst_rows: rows(&dst).into(),
        src_rows: rows(&src).into(),
        width: (c.width as u64).into(),
        height: (c.height as u64).into(),
        depth: (c.depth as u64).into(),
        sides: (flag(to_host, COPY_TO_HOST) | flag(from_host, COPY_FROM_HOST)).into(),
    };
    out.extend_from_slice(frame.as_bytes());
    let range = |side: &Side| c.span(side).map(|span| (side.address, side.address + span));
    Ok(Touches {
        reads: if from_host { Some(range(&src)?) } else { None },
        writes: if to_host { Some(range(&dst)?) } else { None },
        in_one_piece: c.height == 1 && c.depth == 1,
        ..Touches::default()
    })
}

fn fill(g: &Global, f: &Fill, out: &mut Vec<u8>) -> Result<Touches, CUresult> {
    let span = f.span()?;
    let pinned = g.pinned.covering(f.dst, span).is_some();
    if !pinned {
        g.memory.range(f.dst, span)?;
    }
    let frame = Memset {
        dst: f.dst.into(),
        pitch: (f.pitch as u64).into(),
        width: (f.width as u64).into(),
        height: (f.height as u64).into(),
        value: f.value.into(),
        element: f.element.into(),
        stream: 0.into(),
    };
    out.extend_from_slice(frame.as_bytes());
    let writes = pinned.then_some((f.dst, f.dst + span));
    Ok(Touches { writes, in_one_piece: f.height == 1, ..Touches::default() })
}
