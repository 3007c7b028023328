//! Programs on the software device.

use std::sync::Arc;

use cuda_abi::CUresult;
use protocol::ops::*;
use zerocopy::{FromBytes, IntoBytes};

use super::client::{CTX, Client, PTX, add_params, driver, linear};
use crate::worker::ledger::Ledger;
use crate::worker::{Account, End, Options};

fn words(bytes: &[u8]) -> Vec<u32> {
    bytes.chunks_exact(4).map(|b| u32::from_le_bytes(b.try_into().unwrap())).collect()
}

fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|w| w.to_le_bytes()).collect()
}

#[test]
fn a_kernel_runs_and_its_result_comes_back() {
    let lib = driver();
    let mut c = Client::open(lib);
    let table = c.load(5, PTX);
    let names: Vec<&str> = table.kernels.iter().map(|k| k.name.as_str()).collect();
    assert_eq!(names, ["add", "spin", "bad"]);
    assert_eq!(table.kernels[0].params, [(0, 8), (8, 4)]);
    assert_eq!(table.kernels[0].param_bytes, 12);
    assert!(table.kernels[0].attributes.is_some_and(|a| a[0] > 0));
    assert_eq!(table.globals.iter().map(|g| (g.0.as_str(), g.2)).collect::<Vec<_>>(), [("counter", 4)]);
    let p = c.alloc(4 * 64);
    c.stream(1);
    c.htod(p, &bytes(&(0..64).collect::<Vec<_>>()), 1);
    for _ in 0..10 {
        c.launch(5, 0, 1, 2, &add_params(p, 3));
    }
    assert_eq!(c.sync(1).result, 0);
    assert_eq!(words(&c.dtoh(p, 256, 1)), (30..94).collect::<Vec<_>>());
    assert!(c.pushes.is_empty(), "{:?}", c.pushes);
    c.ok(op::MODULE_UNLOAD, &[ModuleId { id: 5.into() }.as_bytes()]);
    c.ok(op::MEM_FREE, &[&p.to_le_bytes()]);
    c.ok(op::CTX_SYNC, &[CtxId { id: CTX.into(), how: 0.into() }.as_bytes()]);
    c.ok(op::CTX_CLOSE, &[CtxId { id: CTX.into(), how: 0.into() }.as_bytes()]);
    assert!(matches!(c.close(), End::Goodbye));
}

#[test]
fn an_offered_image_is_loaded_only_if_it_is_here() {
    let lib = driver();
    let mut c = Client::open(lib);
    let mut p = ModuleLoad {
        id: 9.into(),
        library: 1.into(),
        hash: crate::worker::images::hash(PTX.as_bytes()),
        len: (PTX.len() as u64).into(),
        xfer: 0.into(),
        offer: 1.into(),
        options: 0.into(),
    };
    assert!(c.ok(op::MODULE_LOAD, &[p.as_bytes()]).is_empty());
    // Over bulk.
    (p.offer, p.xfer) = (0.into(), 77.into());
    let seq = c.start(op::MODULE_LOAD, &[p.as_bytes()]);
    Client::send_bulk(&c.bulk, 77, PTX.as_bytes());
    assert!(!c.wait_reply(seq).body.is_empty());
    // Now it is here.
    (p.offer, p.xfer, p.id) = (1.into(), 0.into(), 10.into());
    assert!(!c.ok(op::MODULE_LOAD, &[p.as_bytes()]).is_empty());
    // A wrong hash is refused.
    (p.offer, p.hash, p.id) = (0.into(), [1; 16], 11.into());
    assert_eq!(c.call(op::MODULE_LOAD, &[p.as_bytes(), PTX.as_bytes()]).result, CUresult::INVALID_IMAGE.0);
    let d = c.alloc(128);
    c.htod(d, &[0; 128], 0);
    c.launch(10, 0, 0, 1, &add_params(d, 7));
    assert_eq!(words(&c.dtoh(d, 128, 0)), [7; 32]);
    c.close();
}

#[test]
fn events_tell_progress_and_time() {
    let lib = driver();
    let mut c = Client::open(lib);
    c.load(1, PTX);
    let p = c.alloc(4096);
    c.stream(3);
    for id in [1u32, 2] {
        c.post(op::EVENT_CREATE, &[EventCreate { id: id.into(), flags: 0.into() }.as_bytes()]);
    }
    let record = |e: u32| StreamEvent { stream: 3.into(), event: e.into(), flags: 0.into() };
    c.post(op::EVENT_RECORD, &[record(1).as_bytes()]);
    c.launch(1, 0, 3, 16, &add_params(p, 1));
    let seq = c.post(op::EVENT_RECORD, &[record(2).as_bytes()]);
    c.wait_progress(3, seq);
    c.ok(op::EVENT_SYNC, &[EventId { id: 2.into() }.as_bytes()]);
    let pair = EventPair { start: 1.into(), end: 2.into() };
    let ms = c.ok(op::EVENT_ELAPSED, &[pair.as_bytes()]);
    assert!(f32::from_le_bytes(ms.try_into().unwrap()) >= 0.0);
    let seq = c.post(op::STREAM_MARK, &[StreamId { id: 3.into() }.as_bytes()]);
    c.wait_progress(3, seq);
    c.close();
}

#[test]
fn links_end_with_their_context() {
    let mut c = Client::new(driver());
    c.create_context();
    let link = LinkCreate { id: 4.into(), options: 0.into() };
    c.ok(op::LINK_CREATE, &[link.as_bytes()]);
    let destroy = CtxId { id: CTX.into(), how: 2.into() };
    c.ok(op::CTX_CLOSE, &[destroy.as_bytes()]);
    c.create_context();
    let id = LinkId { id: 4.into() };
    assert_eq!(c.call(op::LINK_DESTROY, &[id.as_bytes()]).result, CUresult::INVALID_HANDLE.0);
    // Its number is free.
    c.ok(op::LINK_CREATE, &[link.as_bytes()]);
    c.ok(op::LINK_DESTROY, &[id.as_bytes()]);
    c.close();
}

#[test]
fn launches_are_told_in_steps() {
    let lib = driver();
    let mut c = Client::open(lib);
    c.load(1, PTX);
    let p = c.alloc(128);
    c.stream(3);
    let mut seqs = vec![];
    for _ in 0..64 {
        seqs.push(c.launch(1, 0, 3, 1, &add_params(p, 1)));
    }
    c.wait_progress(3, seqs[63]);
    c.close();
}

#[test]
fn partitions_are_enforced() {
    let lib = driver();
    let ledger = Arc::new(Ledger::create(&[1 << 20], 1 << 30).unwrap());
    let account = Some(Account { ledger: ledger.clone(), slot: 3 });
    let mut c = Client::with(lib, Options { shadow_elsewhere: true, account, ..Options::default() });
    c.open_context();
    let p = c.alloc(1 << 19);
    let more = MemAlloc { bytes: (1 << 20).into(), height: 0.into(), element: 0.into() };
    assert_eq!(c.call(op::MEM_ALLOC, &[more.as_bytes()]).result, CUresult::OUT_OF_MEMORY.0);
    let info = c.ok(op::MEM_INFO, &[]);
    assert_eq!(info, [(1u64 << 19).to_le_bytes(), (1u64 << 20).to_le_bytes()].concat());
    c.ok(op::MEM_FREE, &[&p.to_le_bytes()]);
    assert_eq!(ledger.used(0), 0);
    assert_eq!(c.call(op::MEM_FREE, &[&p.to_le_bytes()]).result, CUresult::INVALID_VALUE.0);
    c.alloc(1 << 20);
    assert_eq!(ledger.used(0), 1 << 20);
    c.close();
    ledger.reclaim(3);
    assert_eq!(ledger.used(0), 0);
}

#[test]
fn a_fault_is_sticky_for_all_threads() {
    let lib = driver();
    let mut c = Client::new(lib);
    // Its own, so that the fault stays out of the other tests.
    c.create_context();
    c.load(1, PTX);
    c.launch(1, 2, 0, 1, &[]);
    assert_eq!(c.sync(0).result, CUresult::ILLEGAL_ADDRESS.0);
    let error = c.wait_push(|p| p.kind == push::ERROR);
    let error = ThreadError::read_from_bytes(&error.body).unwrap();
    assert_eq!((error.thread.get(), error.result.get()), (0, CUresult::ILLEGAL_ADDRESS.0));
    c.ok(op::CTX_CLOSE, &[CtxId { id: CTX.into(), how: 2.into() }.as_bytes()]);
    c.close();
}

#[test]
fn a_failed_post_is_reported_to_its_thread() {
    let lib = driver();
    let mut c = Client::open(lib);
    c.thread = 42;
    let seq = c.post(op::STREAM_DESTROY, &[StreamId { id: 99.into() }.as_bytes()]);
    let error = c.wait_push(|p| p.kind == push::ERROR);
    let error = ThreadError::read_from_bytes(&error.body).unwrap();
    assert_eq!(error.thread.get(), 42);
    assert_eq!(error.result.get(), CUresult::INVALID_HANDLE.0);
    assert_eq!((error.seq.get(), error.func.get()), (seq, op::STREAM_DESTROY));
    // The same as a call is answered instead.
    let r = c.call(op::STREAM_DESTROY, &[StreamId { id: 99.into() }.as_bytes()]);
    assert_eq!(r.result, CUresult::INVALID_HANDLE.0);
    c.close();
}

#[test]
fn memory_is_set_and_copied_on_the_device() {
    let lib = driver();
    let mut c = Client::open(lib);
    let (a, b) = (c.alloc(1024), c.alloc(1024));
    let set = |dst: u64, pitch: u64, width: u64, height: u64, value: u32, element: u32| Memset {
        dst: dst.into(),
        pitch: pitch.into(),
        width: width.into(),
        height: height.into(),
        value: value.into(),
        element: element.into(),
        stream: 0.into(),
    };
    c.post(op::MEMSET, &[set(a, 0, 256, 1, 0x0101_0101, 4).as_bytes()]);
    c.post(op::MEMSET, &[set(a, 64, 4, 16, 9, 1).as_bytes()]);
    let copy = CopyDevice {
        dst: b.into(),
        src: a.into(),
        width: 8.into(),
        height: 16.into(),
        dst_pitch: 8.into(),
        src_pitch: 64.into(),
        stream: 0.into(),
    };
    c.post(op::DTOD, &[copy.as_bytes()]);
    assert_eq!(c.dtoh(b, 128, 0), [9, 9, 9, 9, 1, 1, 1, 1].repeat(16));
    // Two-dimensional copies to and from the host: rows are packed on the wire.
    let mut two = linear(a, 0, 3, 0, 0);
    (two.height, two.pitch) = (5.into(), 10.into());
    let rows: Vec<u8> = (0..15).collect();
    c.post(op::HTOD_INLINE, &[two.as_bytes(), &rows]);
    assert_eq!(c.ok(op::DTOH, &[two.as_bytes()]), rows);
    assert_eq!(c.dtoh(a + 10, 3, 0), [3, 4, 5]);
    assert!(c.pushes.is_empty(), "{:?}", c.pushes);
    c.close();
}

#[test]
fn host_functions_stop_the_stream() {
    let lib = driver();
    let mut c = Client::open(lib);
    c.load(1, PTX);
    let p = c.alloc(128);
    c.stream(4);
    c.htod(p, &[0; 128], 4);
    c.post(op::HOST_FN, &[HostFn { id: 500.into(), stream: 4.into() }.as_bytes()]);
    c.launch(1, 0, 4, 1, &add_params(p, 1));
    let asked = c.wait_push(|p| p.kind == push::HOST_FN);
    assert_eq!(asked.body, 500u64.to_le_bytes());
    let waiting = c.start(op::STREAM_SYNC, &[StreamId { id: 4.into() }.as_bytes()]);
    assert_eq!(words(&c.dtoh(p, 128, 0)), [0; 32]);
    assert!(c.replies.is_empty());
    c.post(op::HOST_FN_DONE, &[HostFn { id: 500.into(), stream: 4.into() }.as_bytes()]);
    assert_eq!(c.wait_reply(waiting).result, 0);
    assert_eq!(words(&c.dtoh(p, 128, 4)), [1; 32]);
    c.close();
}
