//! Stream capture: which work becomes nodes, which calls are refused, which end a capture.
//!
//! | call | in a capturing stream | elsewhere, while something captures |
//! |---|---|---|
//! | work | [`add`]: becomes a node | as ever; in the legacy stream refused if a blocking stream of the context captures |
//! | record of an event | the event stands for the stream's last nodes | as ever |
//! | wait for an event | on an event of the same capture: joins; of another: refused; on any other event: refused | on a captured event: the stream joins the capture |
//! | query, synchronise | refused | refused by the modes ([`guard`]) |
//! | what may be unsafe (allocation, …) | | refused by the modes ([`guard`]) |
//!
//! What is refused invalidates the captures that are the reason; an invalidated capture only takes its end.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use cuda_abi::*;

use crate::node::Params;
use crate::state::{State, with};
use crate::{Answer, raw};

/// What a stream is for the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The legacy default stream of its context.
    Legacy,
    /// Waits for the legacy stream, and the legacy stream for it.
    Blocking,
    /// Neither.
    NonBlocking,
}

/// A stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// A number unique in the process.
    pub stream: u64,
    /// Number of its context.
    pub context: u64,
    /// What it is.
    pub kind: Kind,
}

struct Capture {
    id: u64,
    mode: CUstreamCaptureMode,
    thread: u64,
    origin: u64,
    graph: u64,
    /// The graph was the program's before.
    given: bool,
    broken: bool,
    members: BTreeMap<u64, Member>,
}

/// A stream that captures.
struct Member {
    place: Place,
    /// What the next node waits for.
    next: Vec<u64>,
    /// `next` as the program was last shown it.
    shown: Vec<usize>,
    edges: Vec<CUgraphEdgeData>,
}

impl Member {
    fn new(place: Place, next: Vec<u64>) -> Self {
        Member { place, next, shown: Vec::new(), edges: Vec::new() }
    }

    fn join(&mut self, nodes: &[u64]) {
        let new: Vec<u64> = nodes.iter().filter(|node| !self.next.contains(node)).copied().collect();
        self.next.extend(new);
    }
}

/// An event that was last recorded in a capturing stream.
#[derive(Clone)]
struct Recorded {
    capture: u64,
    nodes: Vec<u64>,
}

pub(crate) struct Captures {
    active: Vec<Capture>,
    events: BTreeMap<u64, Recorded>,
    last: u64,
}

/// Captures under way, and captured events: nothing has to be looked at while both are 0.
static ACTIVE: AtomicUsize = AtomicUsize::new(0);
static EVENTS: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    static MODE: Cell<CUstreamCaptureMode> = const { Cell::new(CU_STREAM_CAPTURE_MODE_GLOBAL) };
    static THREAD: Cell<u64> = const { Cell::new(0) };
}

/// A number of the calling thread.
fn thread() -> u64 {
    static LAST: AtomicUsize = AtomicUsize::new(0);
    THREAD.with(|number| {
        if number.get() == 0 {
            number.set(LAST.fetch_add(1, Ordering::Relaxed) as u64 + 1);
        }
        number.get()
    })
}

fn quiet() -> bool {
    ACTIVE.load(Ordering::Acquire) == 0
}

fn no_events() -> bool {
    EVENTS.load(Ordering::Acquire) == 0
}

impl Captures {
    pub(crate) const fn new() -> Self {
        Captures { active: Vec::new(), events: BTreeMap::new(), last: 0 }
    }

    /// Whether a capture adds nodes to a graph.
    pub(crate) fn uses(&self, graph: u64) -> bool {
        self.active.iter().any(|capture| capture.graph == graph)
    }

    fn of(&mut self, stream: u64) -> Option<&mut Capture> {
        self.active.iter_mut().find(|capture| capture.members.contains_key(&stream))
    }

    fn by_id(&mut self, id: u64) -> Option<&mut Capture> {
        self.active.iter_mut().find(|capture| capture.id == id)
    }

    /// The capture of a stream, if it captures; an error if the capture is invalid.
    fn healthy(&mut self, stream: u64) -> Answer<Option<&mut Capture>> {
        match self.of(stream) {
            Some(capture) if capture.broken => Err(CUresult::STREAM_CAPTURE_INVALIDATED),
            other => Ok(other),
        }
    }

    /// Invalidates what `wrong` names; an error `code` if there was anything.
    fn refuse(&mut self, code: CUresult, wrong: impl Fn(&Capture) -> bool) -> Answer {
        let mut any = false;
        for capture in self.active.iter_mut().filter(|capture| wrong(capture)) {
            capture.broken = true;
            any = true;
        }
        if any { Err(code) } else { Ok(()) }
    }

    /// The legacy stream would wait for a capturing stream.
    fn check_legacy(&mut self, place: &Place) -> Answer {
        if place.kind != Kind::Legacy {
            return Ok(());
        }
        self.refuse(CUresult::STREAM_CAPTURE_IMPLICIT, |capture| capture.holds_legacy(place.context))
    }

    /// By the modes of the thread and of the captures.
    fn guard(&mut self) -> Answer {
        let (mode, me) = (MODE.get(), thread());
        let strict = |capture: &Capture| match mode {
            CU_STREAM_CAPTURE_MODE_RELAXED => false,
            CU_STREAM_CAPTURE_MODE_THREAD_LOCAL => capture.strict_for(me),
            _ => capture.strict_for(me) || capture.mode == CU_STREAM_CAPTURE_MODE_GLOBAL,
        };
        self.refuse(CUresult::STREAM_CAPTURE_UNSUPPORTED, strict)
    }
}

impl Capture {
    /// It was begun by this thread, and not in relaxed mode.
    fn strict_for(&self, thread: u64) -> bool {
        self.thread == thread && self.mode != CU_STREAM_CAPTURE_MODE_RELAXED
    }

    fn holds_legacy(&self, context: u64) -> bool {
        self.members.values().any(|m| m.place.context == context && m.place.kind == Kind::Blocking)
    }
}

/// cuThreadExchangeStreamCaptureMode.
pub fn exchange_mode(mode: CUstreamCaptureMode) -> Answer<CUstreamCaptureMode> {
    if mode > CU_STREAM_CAPTURE_MODE_RELAXED {
        return Err(CUresult::INVALID_VALUE);
    }
    Ok(MODE.replace(mode))
}

/// Begins a capture, into a graph of the program (with what the first node waits for) or a new one.
pub fn begin(place: &Place, mode: CUstreamCaptureMode, into: Option<(u64, Vec<u64>)>) -> Answer {
    if mode > CU_STREAM_CAPTURE_MODE_RELAXED {
        return Err(CUresult::INVALID_VALUE);
    }
    if place.kind == Kind::Legacy {
        return Err(CUresult::STREAM_CAPTURE_UNSUPPORTED);
    }
    with(|state| {
        if state.captures.of(place.stream).is_some() {
            return Err(CUresult::ILLEGAL_STATE);
        }
        let given = into.is_some();
        let (graph, next) = match into {
            Some((graph, next)) => {
                let fits = |node: &u64| state.node(*node).is_ok_and(|node| node.graph == graph);
                if state.graph(graph).is_err() || !next.iter().all(fits) {
                    return Err(CUresult::INVALID_VALUE);
                }
                (graph, next)
            }
            None => (state.create_graph()?, Vec::new()),
        };
        let captures = &mut state.captures;
        captures.last += 1;
        let members = BTreeMap::from([(place.stream, Member::new(*place, next))]);
        let (id, thread, origin) = (captures.last, thread(), place.stream);
        captures.active.push(Capture { id, mode, thread, origin, graph, given, broken: false, members });
        ACTIVE.fetch_add(1, Ordering::AcqRel);
        Ok(())
    })
}

/// Ends the capture that began in a stream: the graph.
pub fn end(place: &Place) -> Answer<u64> {
    let (result, _rest) = with(|state| {
        let captures = &mut state.captures;
        let capture = captures.of(place.stream).ok_or(CUresult::ILLEGAL_STATE)?;
        if capture.origin != place.stream {
            capture.broken = true;
            return Err(CUresult::STREAM_CAPTURE_UNMATCHED);
        }
        if capture.mode != CU_STREAM_CAPTURE_MODE_RELAXED && capture.thread != thread() {
            return Err(CUresult::STREAM_CAPTURE_WRONG_THREAD);
        }
        let id = capture.id;
        captures.active.sort_by_key(|capture| capture.id == id);
        // `of` found it.
        let Some(capture) = captures.active.pop() else { return Err(CUresult::ILLEGAL_STATE) };
        ACTIVE.fetch_sub(1, Ordering::AcqRel);
        let result = finished(state, &capture);
        let rest =
            if result.is_err() && !capture.given { state.destroy_graph(capture.graph).ok() } else { None };
        Ok((result, rest))
    })?;
    result
}

fn finished(state: &State, capture: &Capture) -> Answer<u64> {
    if capture.broken {
        return Err(CUresult::STREAM_CAPTURE_INVALIDATED);
    }
    let forked = capture.members.iter().filter(|(stream, _)| **stream != capture.origin);
    let loose: Vec<u64> = forked.flat_map(|(_, member)| member.next.iter().copied()).collect();
    let end = capture.members.get(&capture.origin).map_or(&[][..], |member| &member.next);
    if !state.all_before(&loose, end) {
        return Err(CUresult::STREAM_CAPTURE_UNJOINED);
    }
    Ok(capture.graph)
}

/// Work is about to be put into a stream: whether it is captured ([`add`]).
pub fn takes(place: &Place) -> Answer<bool> {
    if quiet() {
        return Ok(false);
    }
    with(|state| {
        let captured = state.captures.healthy(place.stream)?.is_some();
        if !captured {
            state.captures.check_legacy(place)?;
        }
        Ok(captured)
    })
}

/// Captures work in a capturing stream.
pub fn add(place: &Place, params: Params) -> Answer {
    with(|state| {
        let capture = state.captures.healthy(place.stream)?.ok_or(CUresult::ILLEGAL_STATE)?;
        let graph = capture.graph;
        let next = capture.members.get(&place.stream).map_or(Vec::new(), |member| member.next.clone());
        let node = state.add_node(graph, &next, params)?;
        if let Some(member) = state.captures.of(place.stream).and_then(|c| c.members.get_mut(&place.stream)) {
            member.next = vec![node];
        }
        Ok(())
    })
}

/// Work that no graph can hold was put into a capturing stream.
pub fn refuse_work(place: &Place) -> CUresult {
    let refused = with(|state| {
        let this = |capture: &Capture| capture.members.contains_key(&place.stream);
        state.captures.refuse(CUresult::STREAM_CAPTURE_UNSUPPORTED, this)
    });
    refused.err().unwrap_or(CUresult::STREAM_CAPTURE_UNSUPPORTED)
}

/// An event is recorded in a stream: true if that is captured, else the record is made as ever.
pub fn record(place: &Place, event: u64, flags: u32) -> Answer<bool> {
    if flags & !CU_EVENT_RECORD_EXTERNAL != 0 {
        return Err(CUresult::INVALID_VALUE);
    }
    let external = flags != 0;
    if !takes(place)? {
        if external {
            return Err(CUresult::INVALID_VALUE);
        }
        forget_event(event);
        return Ok(false);
    }
    if external {
        return add(place, Params::RecordEvent(event)).map(|()| true);
    }
    with(|state| {
        let capture = state.captures.healthy(place.stream)?.ok_or(CUresult::ILLEGAL_STATE)?;
        let nodes = capture.members.get(&place.stream).map_or(Vec::new(), |member| member.next.clone());
        let recorded = Recorded { capture: capture.id, nodes };
        if state.captures.events.insert(event, recorded).is_none() {
            EVENTS.fetch_add(1, Ordering::AcqRel);
        }
        Ok(true)
    })
}

/// A stream waits for an event: true if that is captured, else the wait is made as ever.
pub fn wait(place: &Place, event: u64, flags: u32) -> Answer<bool> {
    if flags & !CU_EVENT_WAIT_EXTERNAL != 0 {
        return Err(CUresult::INVALID_VALUE);
    }
    let external = flags != 0;
    let captured = takes(place)?;
    if external {
        return if captured {
            add(place, Params::WaitEvent(event)).map(|()| true)
        } else {
            Err(CUresult::INVALID_VALUE)
        };
    }
    if !captured && no_events() {
        return Ok(false);
    }
    with(|state| {
        let captures = &mut state.captures;
        let Some(recorded) = captures.events.get(&event).cloned() else {
            let this = |capture: &Capture| capture.members.contains_key(&place.stream);
            captures.refuse(CUresult::STREAM_CAPTURE_ISOLATION, this)?;
            return Ok(false);
        };
        captures.join(place, &recorded).map(|()| true)
    })
}

impl Captures {
    /// A stream waits for a captured event.
    fn join(&mut self, place: &Place, recorded: &Recorded) -> Answer {
        let own = self.of(place.stream).map(|capture| capture.id);
        if own.is_some_and(|id| id != recorded.capture) {
            let both = |capture: &Capture| Some(capture.id) == own || capture.id == recorded.capture;
            return self.refuse(CUresult::STREAM_CAPTURE_MERGE, both);
        }
        let Some(capture) = self.by_id(recorded.capture) else { return Err(CUresult::CAPTURED_EVENT) };
        if capture.broken {
            return Err(CUresult::STREAM_CAPTURE_INVALIDATED);
        }
        if place.kind == Kind::Legacy {
            capture.broken = true;
            return Err(CUresult::STREAM_CAPTURE_IMPLICIT);
        }
        let new = || Member::new(*place, Vec::new());
        capture.members.entry(place.stream).or_insert_with(new).join(&recorded.nodes);
        Ok(())
    }
}

/// An event is queried or waited for by the host.
pub fn look_at_event(event: u64) -> Answer {
    if quiet() && no_events() {
        return Ok(());
    }
    with(|state| {
        let captures = &mut state.captures;
        if let Some(recorded) = captures.events.get(&event) {
            let id = recorded.capture;
            // Whether or not that capture is still under way.
            captures.refuse(CUresult::CAPTURED_EVENT, |capture| capture.id == id)?;
            return Err(CUresult::CAPTURED_EVENT);
        }
        captures.guard()
    })
}

/// A stream is queried or waited for by the host, or something that the host waits for is put into it.
pub fn look_at_stream(place: &Place) -> Answer {
    if quiet() {
        return Ok(());
    }
    with(|state| {
        let captures = &mut state.captures;
        captures.healthy(place.stream)?;
        let this = |capture: &Capture| capture.members.contains_key(&place.stream);
        captures.refuse(CUresult::STREAM_CAPTURE_UNSUPPORTED, this)?;
        captures.check_legacy(place)?;
        captures.guard()
    })
}

/// A context is waited for by the host.
pub fn look_at_context(context: u64) -> Answer {
    if quiet() {
        return Ok(());
    }
    with(|state| {
        let inside = |capture: &Capture| capture.members.values().any(|m| m.place.context == context);
        state.captures.refuse(CUresult::STREAM_CAPTURE_UNSUPPORTED, inside)?;
        state.captures.guard()
    })
}

/// A call that may be unsafe while streams capture: allocations, registrations of memory and the like.
pub fn guard() -> Answer {
    if quiet() { Ok(()) } else { with(|state| state.captures.guard()) }
}

/// The event is destroyed, or recorded outside of captures.
pub fn forget_event(event: u64) {
    if no_events() {
        return;
    }
    let _ = with(|state| {
        if state.captures.events.remove(&event).is_some() {
            EVENTS.fetch_sub(1, Ordering::AcqRel);
        }
        Ok(())
    });
}

/// The stream is destroyed. One that joined a capture may go; the end of one in which a capture began invalidates it.
pub fn forget_stream(stream: u64) {
    if quiet() {
        return;
    }
    let _rest = with(|state| {
        let Some(capture) = state.captures.of(stream) else { return Ok(None) };
        if capture.origin != stream {
            return Ok(None);
        }
        // Nobody can end it any more.
        let (id, graph, given) = (capture.id, capture.graph, capture.given);
        state.captures.active.retain(|capture| capture.id != id);
        ACTIVE.fetch_sub(1, Ordering::AcqRel);
        Ok(if given { None } else { state.destroy_graph(graph).ok() })
    });
}

/// The context is destroyed: so are its streams.
pub fn forget_context(context: u64) {
    if quiet() {
        return;
    }
    let origins = with(|state| {
        let active = &state.captures.active;
        let of = |capture: &Capture| {
            capture.members.get(&capture.origin).map(|m| (m.place.context, capture.origin))
        };
        Ok(active.iter().filter_map(of).filter(|(c, _)| *c == context).map(|(_, o)| o).collect::<Vec<_>>())
    });
    origins.unwrap_or_default().into_iter().for_each(forget_stream);
}

/// What a program is told about a stream's capture.
pub(crate) struct Info {
    pub(crate) status: CUstreamCaptureStatus,
    pub(crate) id: u64,
    pub(crate) graph: CUgraph,
    /// Handles of the nodes that the next one waits for, and their edges; they live until the stream captures on.
    pub(crate) dependencies: (*const CUgraphNode, *const CUgraphEdgeData, usize),
}

/// The state of a stream's capture.
pub(crate) fn info(place: &Place) -> Answer<Info> {
    let none = Info {
        status: CU_STREAM_CAPTURE_STATUS_NONE,
        id: 0,
        graph: std::ptr::null_mut(),
        dependencies: (std::ptr::null(), std::ptr::null(), 0),
    };
    if quiet() {
        return Ok(none);
    }
    with(|state| {
        let captures = &mut state.captures;
        if place.kind == Kind::Legacy && captures.active.iter().any(|c| c.holds_legacy(place.context)) {
            return Err(CUresult::STREAM_CAPTURE_IMPLICIT);
        }
        let Some(capture) = captures.of(place.stream) else { return Ok(none) };
        if capture.broken {
            return Ok(Info { status: CU_STREAM_CAPTURE_STATUS_INVALIDATED, id: capture.id, ..none });
        }
        let (id, graph) = (capture.id, raw(capture.graph));
        let Some(member) = capture.members.get_mut(&place.stream) else { return Ok(none) };
        member.shown = member.next.iter().map(|node| *node as usize).collect();
        let plain = CUgraphEdgeData { from_port: 0, to_port: 0, r#type: 0, reserved: [0; 5] };
        member.edges = vec![plain; member.next.len()];
        let dependencies = (member.shown.as_ptr().cast(), member.edges.as_ptr(), member.next.len());
        Ok(Info { status: CU_STREAM_CAPTURE_STATUS_ACTIVE, id, graph, dependencies })
    })
}

/// Changes what the next node of a capturing stream waits for.
pub(crate) fn update(place: &Place, nodes: &[u64], replace: bool) -> Answer {
    with(|state| {
        let capture = state.captures.healthy(place.stream)?.ok_or(CUresult::ILLEGAL_STATE)?;
        let graph = capture.graph;
        if !nodes.iter().all(|node| state.node(*node).is_ok_and(|node| node.graph == graph)) {
            return Err(CUresult::INVALID_VALUE);
        }
        if let Some(member) = state.captures.of(place.stream).and_then(|c| c.members.get_mut(&place.stream)) {
            if replace {
                member.next.clear();
            }
            member.join(nodes);
        }
        Ok(())
    })
}
