//! Order in and between streams, events, memory words, host functions.

use std::ffi::c_void;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use super::*;

const NON_BLOCKING: u32 = 1;

fn set(address: CUdeviceptr, value: u32, stream: CUstream) {
    assert_eq!(call!(cuMemsetD32Async(address, value, 1, stream)), OK);
}

fn query(stream: CUstream) -> CUresult {
    call!(cuStreamQuery(stream))
}

#[test]
fn an_idle_stream_is_ready_and_a_waiting_one_is_not() {
    let session = Session::new();
    let stream = session.stream(0);
    let mut gate = Gate::new(&session);
    assert_eq!(query(stream), OK);
    gate.close(stream);
    assert_eq!(query(stream), CUresult::NOT_READY);
    gate.open();
    assert_eq!(call!(cuStreamSynchronize(stream)), OK);
    assert_eq!(query(stream), OK);
}

#[test]
fn operations_run_in_order() {
    let session = Session::new();
    let stream = session.stream(0);
    let mut gate = Gate::new(&session);
    let word = session.alloc(4);
    gate.close(stream);
    for value in 0..100 {
        set(word, value, stream);
    }
    gate.open();
    assert_eq!(call!(cuStreamSynchronize(stream)), OK);
    assert_eq!(session.read(word, 1), [99]);
}

/// Whether work in `second` waits for a gate in `first`: by the rules of the legacy stream.
fn check_legacy(first: Option<u32>, second: Option<u32>, waits: bool) {
    let session = Session::new();
    let stream = |flags: Option<u32>| flags.map_or(CU_STREAM_LEGACY, |flags| session.stream(flags));
    let (a, b) = (stream(first), stream(second));
    let mut gate = Gate::new(&session);
    let word = session.alloc(4);
    gate.close(a);
    set(word, 7, b);
    std::thread::sleep(Duration::from_millis(2));
    let expected = if waits { CUresult::NOT_READY } else { OK };
    assert_eq!(query(b), expected, "{first:?} then {second:?}");
    gate.open();
    assert_eq!(call!(cuCtxSynchronize()), OK);
    assert_eq!(session.read(word, 1), [7]);
}

#[test]
fn the_legacy_stream_and_blocking_streams_wait_for_each_other() {
    check_legacy(Some(0), None, true);
    check_legacy(None, Some(0), true);
    check_legacy(None, None, true);
    check_legacy(Some(NON_BLOCKING), None, false);
    check_legacy(None, Some(NON_BLOCKING), false);
    check_legacy(Some(0), Some(0), false);
}

#[test]
fn an_event_means_the_state_at_the_time_of_the_record() {
    let session = Session::new();
    let (a, b) = (session.stream(NON_BLOCKING), session.stream(NON_BLOCKING));
    let event = session.event(0);
    let mut gate = Gate::new(&session);
    assert_eq!(call!(cuEventQuery(event)), OK);
    gate.close(a);
    assert_eq!(call!(cuEventRecord(event, a)), OK);
    assert_eq!(call!(cuEventQuery(event)), CUresult::NOT_READY);
    assert_eq!(call!(cuStreamWaitEvent(b, event, 0)), OK);
    // Recorded anew elsewhere: the wait that was queued before still means the first record.
    assert_eq!(call!(cuEventRecord(event, session.stream(NON_BLOCKING))), OK);
    assert_eq!(call!(cuEventQuery(event)), OK);
    assert_eq!(query(b), CUresult::NOT_READY);
    gate.open();
    assert_eq!(call!(cuStreamSynchronize(b)), OK);
    assert_eq!(query(a), OK);
}

#[test]
fn times_between_events() {
    let session = Session::new();
    let stream = session.stream(0);
    let (start, end, untimed) = (session.event(0), session.event(0), session.event(2));
    let mut ms = -1.0f32;
    let mut elapsed = |a, b| (call!(cuEventElapsedTime_v2(&mut ms, a, b)), ms);
    assert_eq!(elapsed(start, end).0, CUresult::INVALID_HANDLE);
    let mut gate = Gate::new(&session);
    assert_eq!(call!(cuEventRecord(start, stream)), OK);
    gate.close(stream);
    assert_eq!(call!(cuEventRecord(end, stream)), OK);
    assert_eq!(elapsed(start, end).0, CUresult::NOT_READY);
    std::thread::sleep(Duration::from_millis(5));
    gate.open();
    assert_eq!(call!(cuEventSynchronize(end)), OK);
    let (result, time) = elapsed(start, end);
    assert_eq!(result, OK);
    assert!((5.0..5000.0).contains(&time), "{time} ms");
    assert_eq!(call!(cuEventRecord(untimed, stream)), OK);
    assert_eq!(elapsed(start, untimed).0, CUresult::INVALID_HANDLE);
}

#[test]
fn a_host_flag_is_noticed_soon() {
    let session = Session::new();
    let stream = session.stream(0);
    let mut best = Duration::MAX;
    for _ in 0..20 {
        let mut gate = Gate::new(&session);
        gate.close(stream);
        std::thread::sleep(Duration::from_millis(1));
        let opened = Instant::now();
        gate.open();
        assert_eq!(call!(cuStreamSynchronize(stream)), OK);
        best = best.min(opened.elapsed());
    }
    assert!(best < Duration::from_micros(500), "{best:?}");
}

#[test]
fn a_word_that_a_stream_writes_releases_another() {
    let session = Session::new();
    let (a, b) = (session.stream(NON_BLOCKING), session.stream(NON_BLOCKING));
    let words = session.alloc(16);
    assert_eq!(call!(cuMemsetD8_v2(words, 0, 16)), OK);
    assert_eq!(call!(cuStreamWaitValue64_v2(b, words, 1 << 40, CU_STREAM_WAIT_VALUE_EQ)), OK);
    set(words + 8, 3, b);
    assert_eq!(query(b), CUresult::NOT_READY);
    assert_eq!(call!(cuStreamWriteValue64_v2(a, words, 1 << 40, 0)), OK);
    assert_eq!(call!(cuStreamSynchronize(b)), OK);
    assert_eq!(session.read(words + 8, 1), [3]);
    assert_eq!(call!(cuStreamWaitValue32_v2(a, words + 2, 0, 0)), CUresult::INVALID_VALUE);
    assert_eq!(call!(cuStreamWaitValue32_v2(a, 0x1234, 0, 0)), CUresult::INVALID_VALUE);
}

unsafe extern "C" fn add_one(data: *mut c_void) {
    // SAFETY: the test passes a counter that outlives the stream's work.
    let counter = unsafe { &*data.cast::<AtomicU32>() };
    counter.fetch_add(1, Ordering::SeqCst);
}

#[test]
fn host_functions_run_in_stream_order() {
    let session = Session::new();
    let stream = session.stream(0);
    let counter = AtomicU32::new(0);
    let mut gate = Gate::new(&session);
    gate.close(stream);
    let data = (&raw const counter).cast_mut().cast();
    for _ in 0..10 {
        assert_eq!(call!(cuLaunchHostFunc(stream, Some(add_one), data)), OK);
    }
    std::thread::sleep(Duration::from_millis(2));
    assert_eq!(counter.load(Ordering::SeqCst), 0);
    gate.open();
    assert_eq!(call!(cuStreamSynchronize(stream)), OK);
    assert_eq!(counter.load(Ordering::SeqCst), 10);
    assert_eq!(call!(cuLaunchHostFunc(stream, None, data)), CUresult::INVALID_VALUE);
}

#[test]
fn a_destroyed_stream_finishes_its_work() {
    let session = Session::new();
    let stream = session.stream(0);
    let word = session.alloc(4);
    let mut gate = Gate::new(&session);
    gate.close(stream);
    set(word, 5, stream);
    assert_eq!(call!(cuStreamDestroy_v2(stream)), OK);
    assert_eq!(query(stream), CUresult::INVALID_HANDLE);
    gate.open();
    assert_eq!(call!(cuCtxSynchronize()), OK);
    assert_eq!(session.read(word, 1), [5]);
}

#[test]
fn each_thread_has_its_own_default_stream() {
    let session = Session::new();
    let mut gate = Gate::new(&session);
    gate.close(CU_STREAM_PER_THREAD);
    assert_eq!(query(CU_STREAM_PER_THREAD), CUresult::NOT_READY);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            session.enter();
            assert_eq!(query(CU_STREAM_PER_THREAD), OK);
        });
    });
    gate.open();
    assert_eq!(call!(cuStreamSynchronize(CU_STREAM_PER_THREAD)), OK);
}

// The raw context pointer is a handle, valid in every thread.
// SAFETY: as said; nothing is dereferenced.
unsafe impl Sync for Session {}
