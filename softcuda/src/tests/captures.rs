//! Stream capture: what becomes a graph, and the exact error of everything that may not be done meanwhile.

use super::*;

const NON_BLOCKING: u32 = 1;
const GLOBAL: u32 = CU_STREAM_CAPTURE_MODE_GLOBAL;
const LOCAL: u32 = CU_STREAM_CAPTURE_MODE_THREAD_LOCAL;
const RELAXED: u32 = CU_STREAM_CAPTURE_MODE_RELAXED;

fn begin(stream: CUstream, mode: u32) {
    assert_eq!(call!(cuStreamBeginCapture_v2(stream, mode)), OK);
}

fn set(address: CUdeviceptr, value: u32, stream: CUstream) -> CUresult {
    call!(cuMemsetD32Async(address, value, 1, stream))
}

fn status(stream: CUstream) -> u32 {
    let mut status = 99;
    assert_eq!(call!(cuStreamIsCapturing(stream, &mut status)), OK);
    status
}

fn nodes_of(graph: CUgraph) -> usize {
    let mut count = 0;
    assert_eq!(call!(cuGraphGetNodes(graph, null_mut(), &mut count)), OK);
    count
}

#[test]
fn captured_work_runs_at_each_launch_and_not_before() {
    let session = Session::alone();
    let stream = session.stream(NON_BLOCKING);
    let word = session.alloc(8);
    assert_eq!(call!(cuMemsetD32_v2(word, 1, 2)), OK);
    begin(stream, GLOBAL);
    assert_eq!(status(stream), CU_STREAM_CAPTURE_STATUS_ACTIVE);
    assert_eq!(set(word, 2, stream), OK);
    assert_eq!(call!(cuMemcpyDtoDAsync_v2(word + 4, word, 4, stream)), OK);
    let graph = session.end(stream).unwrap();
    assert_eq!(status(stream), CU_STREAM_CAPTURE_STATUS_NONE);
    assert_eq!((session.read(word, 2), nodes_of(graph)), (vec![1, 1], 2));
    let exec = session.instantiate(graph);
    assert_eq!(call!(cuGraphDestroy(graph)), OK);
    for _ in 0..3 {
        assert_eq!(call!(cuMemsetD32_v2(word, 1, 2)), OK);
        assert_eq!(call!(cuGraphLaunch(exec, stream)), OK);
        assert_eq!(call!(cuStreamSynchronize(stream)), OK);
        assert_eq!(session.read(word, 2), [2, 2]);
    }
    assert_eq!(call!(cuGraphExecDestroy(exec)), OK);
    assert_eq!(call!(cuGraphLaunch(exec, stream)), CUresult::INVALID_VALUE);
}

#[test]
fn events_fork_into_other_streams_and_join_again() {
    let session = Session::alone();
    let (a, b) = (session.stream(NON_BLOCKING), session.stream(NON_BLOCKING));
    let (fork, join) = (session.event(2), session.event(2));
    let words = session.alloc(12);
    begin(a, GLOBAL);
    assert_eq!(set(words, 1, a), OK);
    assert_eq!(call!(cuEventRecord(fork, a)), OK);
    assert_eq!(call!(cuStreamWaitEvent(b, fork, 0)), OK);
    assert_eq!(status(b), CU_STREAM_CAPTURE_STATUS_ACTIVE);
    assert_eq!((set(words + 4, 2, a), set(words + 8, 3, b)), (OK, OK));
    assert_eq!(call!(cuEventRecord(join, b)), OK);
    assert_eq!(call!(cuStreamWaitEvent(a, join, 0)), OK);
    assert_eq!(set(words, 4, a), OK);
    let graph = session.end(a).unwrap();
    assert_eq!(status(b), CU_STREAM_CAPTURE_STATUS_NONE);
    let (mut edges, mut roots) = (0, 0);
    assert_eq!(call!(cuGraphGetEdges_v2(graph, null_mut(), null_mut(), null_mut(), &mut edges)), OK);
    assert_eq!(call!(cuGraphGetRootNodes(graph, null_mut(), &mut roots)), OK);
    assert_eq!((nodes_of(graph), edges, roots), (4, 4, 1));
    assert_eq!(call!(cuGraphLaunch(session.instantiate(graph), a)), OK);
    assert_eq!(call!(cuStreamSynchronize(a)), OK);
    assert_eq!(session.read(words, 3), [4, 2, 3]);
}

/// What `call` answers while a stream captures in `mode`, and what the end of that capture answers.
fn check(mode: u32, call: impl FnOnce(&Session, CUstream) -> CUresult, during: CUresult, end: CUresult) {
    let session = Session::alone();
    let stream = session.stream(0);
    begin(stream, mode);
    assert_eq!(call(&session, stream), during);
    let ended = session.end(stream).map_or_else(|code| code, |_| OK);
    assert_eq!(ended, end);
}

const BROKEN: CUresult = CUresult::STREAM_CAPTURE_INVALIDATED;
const UNSUPPORTED: CUresult = CUresult::STREAM_CAPTURE_UNSUPPORTED;

#[test]
fn the_host_cannot_wait_for_what_is_captured() {
    for mode in [GLOBAL, LOCAL, RELAXED] {
        check(mode, |_, s| call!(cuStreamSynchronize(s)), UNSUPPORTED, BROKEN);
        check(mode, |_, s| call!(cuStreamQuery(s)), UNSUPPORTED, BROKEN);
        check(mode, |_, _| call!(cuCtxSynchronize()), UNSUPPORTED, BROKEN);
        check(mode, |_, s| call!(cuStreamWriteValue32_v2(s, 0, 0, 0)), CUresult::INVALID_VALUE, OK);
        let event = |session: &Session, stream| {
            let event = session.event(0);
            assert_eq!(call!(cuEventRecord(event, stream)), OK);
            call!(cuEventQuery(event))
        };
        check(mode, event, CUresult::CAPTURED_EVENT, BROKEN);
    }
}

#[test]
fn the_legacy_stream_may_not_depend_on_a_capture() {
    let implicit = CUresult::STREAM_CAPTURE_IMPLICIT;
    let pinned = |session: &Session| session.pinned(1).as_ptr() as CUdeviceptr;
    let legacy_set = |_: &Session, _| {
        // Allocated under relaxed rules, so that only the memset can be refused.
        let mut mode = RELAXED;
        assert_eq!(call!(cuThreadExchangeStreamCaptureMode(&mut mode)), OK);
        let mut word = 0;
        assert_eq!(call!(cuMemAlloc_v2(&mut word, 4)), OK);
        assert_eq!(call!(cuThreadExchangeStreamCaptureMode(&mut mode)), OK);
        set(word, 1, CU_STREAM_LEGACY)
    };
    check(GLOBAL, legacy_set, implicit, BROKEN);
    check(
        RELAXED,
        |s, _| call!(cuMemcpyHtoD_v2(pinned(s), (&raw const implicit).cast(), 4)),
        implicit,
        BROKEN,
    );
    check(RELAXED, |_, _| call!(cuStreamIsCapturing(CU_STREAM_LEGACY, &mut 0)), implicit, OK);
    // A stream that does not block the legacy stream does not matter to it.
    let session = Session::alone();
    let word = session.alloc(4);
    let free = session.stream(NON_BLOCKING);
    begin(free, RELAXED);
    assert_eq!(set(word, 1, CU_STREAM_LEGACY), OK);
    assert!(session.end(free).is_ok());
}

#[test]
fn unsafe_calls_are_refused_by_the_modes() {
    let alloc = |_: &Session, _| call!(cuMemAlloc_v2(&mut 0, 4));
    check(GLOBAL, alloc, UNSUPPORTED, BROKEN);
    check(LOCAL, alloc, UNSUPPORTED, BROKEN);
    check(RELAXED, alloc, OK, OK);
    let pinned = |_: &Session, _| call!(cuMemHostAlloc(&mut null_mut(), 4, 0));
    check(GLOBAL, pinned, UNSUPPORTED, BROKEN);
    // From another thread, whose own mode counts.
    let elsewhere = |thread_mode: u32| {
        move |session: &Session, _| {
            std::thread::scope(|scope| {
                let other = scope.spawn(|| {
                    session.enter();
                    let mut mode = thread_mode;
                    assert_eq!(call!(cuThreadExchangeStreamCaptureMode(&mut mode)), OK);
                    assert_eq!(mode, GLOBAL);
                    call!(cuMemAlloc_v2(&mut 0, 4))
                });
                other.join().unwrap()
            })
        }
    };
    check(GLOBAL, elsewhere(GLOBAL), UNSUPPORTED, BROKEN);
    check(GLOBAL, elsewhere(LOCAL), OK, OK);
    check(GLOBAL, elsewhere(RELAXED), OK, OK);
    check(LOCAL, elsewhere(GLOBAL), OK, OK);
    check(RELAXED, elsewhere(GLOBAL), OK, OK);
    assert_eq!(call!(cuThreadExchangeStreamCaptureMode(&mut 3)), CUresult::INVALID_VALUE);
}

#[test]
fn captures_do_not_mix() {
    let session = Session::alone();
    let (a, b) = (session.stream(NON_BLOCKING), session.stream(NON_BLOCKING));
    let event = session.event(2);
    assert_eq!(call!(cuEventRecord(event, b)), OK);
    // An event from outside.
    begin(a, RELAXED);
    assert_eq!(call!(cuStreamWaitEvent(a, event, 0)), CUresult::STREAM_CAPTURE_ISOLATION);
    assert_eq!(status(a), CU_STREAM_CAPTURE_STATUS_INVALIDATED);
    assert_eq!(set(0, 1, a), CUresult::INVALID_VALUE);
    assert_eq!(call!(cuEventRecord(event, a)), BROKEN);
    assert_eq!(session.end(a), Err(BROKEN));
    // An event of another capture.
    begin(a, RELAXED);
    begin(b, RELAXED);
    assert_eq!(call!(cuEventRecord(event, a)), OK);
    assert_eq!(call!(cuStreamWaitEvent(b, event, 0)), CUresult::STREAM_CAPTURE_MERGE);
    assert_eq!((session.end(a), session.end(b)), (Err(BROKEN), Err(BROKEN)));
    // Of a capture that is over.
    assert_eq!(call!(cuStreamWaitEvent(b, event, 0)), CUresult::CAPTURED_EVENT);
    assert_eq!(call!(cuEventSynchronize(event)), CUresult::CAPTURED_EVENT);
    assert_eq!(call!(cuEventRecord(event, a)), OK);
    assert_eq!(call!(cuEventSynchronize(event)), OK);
}

#[test]
fn captures_end_where_and_as_they_began() {
    let session = Session::alone();
    let (a, b) = (session.stream(NON_BLOCKING), session.stream(NON_BLOCKING));
    let event = session.event(2);
    let word = session.alloc(4);
    assert_eq!(session.end(a), Err(CUresult::ILLEGAL_STATE));
    assert_eq!(call!(cuStreamBeginCapture_v2(CU_STREAM_LEGACY, GLOBAL)), UNSUPPORTED);
    assert_eq!(call!(cuStreamBeginCapture_v2(a, 3)), CUresult::INVALID_VALUE);
    begin(a, GLOBAL);
    assert_eq!(call!(cuStreamBeginCapture_v2(a, GLOBAL)), CUresult::ILLEGAL_STATE);
    let address = a.addr();
    let other = std::thread::scope(|scope| {
        let end = || {
            session.enter();
            session.end(std::ptr::without_provenance_mut(address)).err()
        };
        scope.spawn(end).join().unwrap()
    });
    assert_eq!(other, Some(CUresult::STREAM_CAPTURE_WRONG_THREAD));
    // Forked and not joined.
    assert_eq!(call!(cuEventRecord(event, a)), OK);
    assert_eq!(call!(cuStreamWaitEvent(b, event, 0)), OK);
    assert_eq!(set(word, 1, b), OK);
    assert_eq!(session.end(a), Err(CUresult::STREAM_CAPTURE_UNJOINED));
    assert_eq!(status(b), CU_STREAM_CAPTURE_STATUS_NONE);
    // Ended in a stream that only joined.
    begin(a, GLOBAL);
    assert_eq!(call!(cuEventRecord(event, a)), OK);
    assert_eq!(call!(cuStreamWaitEvent(b, event, 0)), OK);
    assert_eq!(session.end(b), Err(CUresult::STREAM_CAPTURE_UNMATCHED));
    assert_eq!(session.end(a), Err(BROKEN));
}

#[test]
fn captures_go_into_graphs_of_the_program_and_tell_about_themselves() {
    let session = Session::alone();
    let stream = session.stream(NON_BLOCKING);
    let word = session.alloc(4);
    let graph = session.graph();
    let mut first = null_mut();
    assert_eq!(call!(cuGraphAddEmptyNode(&mut first, graph, null_mut(), 0)), OK);
    assert_eq!(call!(cuStreamBeginCaptureToGraph(stream, graph, &first, std::ptr::null(), 1, RELAXED)), OK);
    let (mut state, mut id, mut seen, mut deps, mut edges, mut count) =
        (0, 0, null_mut(), std::ptr::null(), std::ptr::null(), 0);
    let info = |state: &mut _, id: &mut _, seen: &mut _, deps: &mut _, edges: &mut _, count: &mut _| {
        call!(cuStreamGetCaptureInfo_v3(stream, state, id, seen, deps, edges, count))
    };
    assert_eq!(info(&mut state, &mut id, &mut seen, &mut deps, &mut edges, &mut count), OK);
    assert_eq!((state, seen, count), (CU_STREAM_CAPTURE_STATUS_ACTIVE, graph, 1));
    assert!(id > 0);
    // SAFETY: the array has `count` elements until the stream captures on.
    assert_eq!(unsafe { *deps }, first);
    // The next node waits for nothing.
    assert_eq!(call!(cuStreamUpdateCaptureDependencies(stream, null_mut(), 0, 1)), OK);
    assert_eq!(set(word, 1, stream), OK);
    assert_eq!(session.end(stream), Ok(graph));
    let mut roots = 0;
    assert_eq!(call!(cuGraphGetRootNodes(graph, null_mut(), &mut roots)), OK);
    assert_eq!((nodes_of(graph), roots), (2, 2));
    assert_eq!(call!(cuStreamUpdateCaptureDependencies(stream, null_mut(), 0, 1)), CUresult::ILLEGAL_STATE);
}

#[test]
fn launches_of_graphs_and_external_events_are_captured() {
    let session = Session::alone();
    let stream = session.stream(NON_BLOCKING);
    let (before, after) = (session.event(2), session.event(2));
    let word = session.alloc(4);
    begin(stream, RELAXED);
    assert_eq!(set(word, 5, stream), OK);
    let inner = session.instantiate(session.end(stream).unwrap());
    let external = CU_EVENT_RECORD_EXTERNAL;
    assert_eq!(call!(cuEventRecordWithFlags(after, stream, external)), CUresult::INVALID_VALUE);
    assert_eq!(call!(cuStreamWaitEvent(stream, before, external)), CUresult::INVALID_VALUE);
    begin(stream, RELAXED);
    assert_eq!(call!(cuStreamWaitEvent(stream, before, external)), OK);
    assert_eq!(call!(cuGraphLaunch(inner, stream)), OK);
    assert_eq!(call!(cuEventRecordWithFlags(after, stream, external)), OK);
    let graph = session.end(stream).unwrap();
    assert_eq!(nodes_of(graph), 3);
    let exec = session.instantiate(graph);
    let mut gate = Gate::new(&session);
    let other = session.stream(NON_BLOCKING);
    gate.close(other);
    assert_eq!(call!(cuEventRecord(before, other)), OK);
    assert_eq!(call!(cuMemsetD32_v2(word, 0, 1)), OK);
    assert_eq!(call!(cuGraphLaunch(exec, stream)), OK);
    assert_eq!(call!(cuEventQuery(after)), CUresult::NOT_READY);
    assert_eq!(session.read(word, 1), [0]);
    gate.open();
    assert_eq!(call!(cuEventSynchronize(after)), OK);
    assert_eq!(session.read(word, 1), [5]);
}
