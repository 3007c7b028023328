//! Work that is under way when its stream is destroyed or its context fails.

use cuda_abi::CUresult;
use protocol::ops::*;
use zerocopy::IntoBytes;

use super::client::{CTX, Client, PTX, driver, linear};

const HOST: u64 = 0x1000_0000_0000;
const BYTES: u64 = 4096;

fn map(c: &mut Client, func: u16) {
    let range = HostRange { addr: HOST.into(), bytes: BYTES.into(), flags: 0.into(), registered: 0.into() };
    c.ok(func, &[range.as_bytes()]);
}

fn host_fn(c: &mut Client, func: u16, id: u64, stream: u32) {
    c.post(func, &[HostFn { id: id.into(), stream: stream.into() }.as_bytes()]);
}

fn pulled(c: &mut Client, device: u64, xfer: u64, stream: u32) {
    let mut copy = linear(device, HOST, BYTES, xfer, stream);
    copy.flags = COPY_PULL.into();
    c.post(op::HTOD_PINNED, &[copy.as_bytes()]);
}

fn refused(c: &mut Client, xfer: u64) {
    let push = c.wait_push(|p| matches!(p.kind, push::PULL | push::PULL_REFUSED));
    assert_eq!((push.kind, push.body), (push::PULL_REFUSED, xfer.to_le_bytes().to_vec()));
}

/// The executor takes further frames while helpers wait for a stream that nobody can name any more.
#[test]
fn waits_cover_destroyed_streams() {
    let lib = driver();
    let mut c = Client::open(lib);
    let memory = c.alloc(64);
    for wait in [op::CTX_SYNC, op::MEM_FREE] {
        c.stream(1);
        host_fn(&mut c, op::HOST_FN, 1, 1);
        let destroyed = c.post(op::STREAM_DESTROY, &[StreamId { id: 1.into() }.as_bytes()]);
        let waiting = if wait == op::CTX_SYNC {
            c.start(wait, &[CtxId { id: CTX.into(), how: 0.into() }.as_bytes()])
        } else {
            c.start(wait, &[&memory.to_le_bytes()])
        };
        c.ok(op::MEM_INFO, &[]);
        assert!(c.replies.is_empty(), "function {wait:#x} did not wait");
        c.wait_push(|p| p.kind == push::HOST_FN);
        host_fn(&mut c, op::HOST_FN_DONE, 1, 0);
        assert_eq!(c.wait_reply(waiting).result, 0);
        c.wait_progress(1, destroyed);
    }
    c.close();
}

/// Another record, or the event's end, changes nothing for waits that began before, whenever the helper comes to them.
#[test]
fn a_wait_for_an_event_is_for_what_was_recorded_before_it() {
    let lib = driver();
    let mut c = Client::open(lib);
    let (held, free, event) = (1, 2, EventId { id: 5.into() });
    c.stream(held);
    c.stream(free);
    let record = |c: &mut Client, stream: u32| {
        let p = StreamEvent { stream: stream.into(), event: event.id, flags: 0.into() };
        c.post(op::EVENT_RECORD, &[p.as_bytes()]);
    };
    host_fn(&mut c, op::HOST_FN, 77, held);
    for round in 0..40 {
        c.post(op::EVENT_CREATE, &[EventCreate { id: event.id, flags: 2.into() }.as_bytes()]);
        host_fn(&mut c, op::HOST_FN, 1, free);
        record(&mut c, free);
        let waiting = c.start(op::EVENT_SYNC, &[event.as_bytes()]);
        if round % 2 == 0 {
            record(&mut c, held);
        }
        c.post(op::EVENT_DESTROY, &[event.as_bytes()]);
        c.wait_push(|p| p.kind == push::HOST_FN && p.body == 1u64.to_le_bytes());
        host_fn(&mut c, op::HOST_FN_DONE, 1, 0);
        assert_eq!(c.wait_reply(waiting).result, 0, "round {round}");
    }
    host_fn(&mut c, op::HOST_FN_DONE, 77, 0);
    assert_eq!(c.sync(held).result, 0);
    c.close();
}

/// The client blocks when too much is outstanding: it learns also of what has failed that it is over.
#[test]
fn operations_that_fail_give_their_credits_back() {
    let lib = driver();
    let mut c = Client::new(lib);
    c.create_context();
    c.load(1, PTX);
    c.stream(1);
    let posts = |c: &mut Client, n: u32| (0..n).map(|_| c.launch(9, 0, 1, 1, &[])).min().unwrap_or(0);
    let first = posts(&mut c, 64);
    c.wait_progress(1, first);
    c.launch(1, 2, 1, 1, &[]);
    assert_eq!(c.sync(1).result, CUresult::ILLEGAL_ADDRESS.0);
    let first = posts(&mut c, 64);
    c.wait_progress(1, first);
    c.close();
}

#[test]
fn a_refused_pull_is_not_waited_for() {
    let lib = driver();
    let mut c = Client::open(lib);
    map(&mut c, op::HOST_MAP);
    let device = c.alloc(BYTES);
    pulled(&mut c, device, 5, 77);
    refused(&mut c, 5);
    map(&mut c, op::HOST_UNMAP);
    c.close();
}

#[test]
fn a_pull_of_a_context_that_fails_is_not_waited_for() {
    let lib = driver();
    let mut c = Client::new(lib);
    c.create_context();
    c.load(1, PTX);
    map(&mut c, op::HOST_MAP);
    let device = c.alloc(BYTES);
    c.stream(1);
    c.stream(2);
    host_fn(&mut c, op::HOST_FN, 1, 1);
    pulled(&mut c, device, 5, 1);
    c.launch(1, 2, 2, 1, &[]);
    assert_eq!(c.sync(2).result, CUresult::ILLEGAL_ADDRESS.0);
    refused(&mut c, 5);
    pulled(&mut c, device, 6, 1);
    refused(&mut c, 6);
    let destroy = CtxId { id: CTX.into(), how: 2.into() };
    c.call(op::CTX_CLOSE, &[destroy.as_bytes()]);
    c.close();
}
