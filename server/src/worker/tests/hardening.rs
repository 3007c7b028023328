//! Hostile frames: each gets an error, none crashes or hangs the worker.

use std::sync::Arc;
use std::time::{Duration, Instant};

use cuda_abi::CUresult;
use protocol::frame::{Header, Kind, PAYLOAD_MAX};
use protocol::ops::*;
use zerocopy::IntoBytes;

use super::client::{CTX, Client, PTX, driver, linear};
use crate::worker::End;
use crate::worker::driver::Library;
use crate::worker::trace;

/// Every operation with the length of its fixed part.
const OPS: &[(u16, usize)] = &[
    (op::CTX_OPEN, CtxOpen::LEN),
    (op::CTX_CLOSE, CtxId::LEN),
    (op::CTX_SYNC, CtxId::LEN),
    (op::CTX_SET_LIMIT, 12),
    (op::MODULE_LOAD, ModuleLoad::LEN),
    (op::MODULE_UNLOAD, ModuleId::LEN),
    (op::MODULE_GLOBALS, ModuleId::LEN),
    (op::FUNC_ATTRIBUTES, FuncId::LEN),
    (op::FUNC_SET_ATTRIBUTE, FuncSet::LEN),
    (op::FUNC_SET_CACHE, FuncSet::LEN),
    (op::LINK_CREATE, LinkCreate::LEN),
    (op::LINK_ADD, LinkAdd::LEN),
    (op::LINK_COMPLETE, LinkId::LEN),
    (op::LINK_DESTROY, LinkId::LEN),
    (op::LAUNCH, Launch::LEN),
    (op::HOST_FN, HostFn::LEN),
    (op::HOST_FN_DONE, HostFn::LEN),
    (op::STREAM_CREATE, StreamCreate::LEN),
    (op::STREAM_DESTROY, StreamId::LEN),
    (op::STREAM_SYNC, StreamId::LEN),
    (op::STREAM_MARK, StreamId::LEN),
    (op::STREAM_WAIT_EVENT, StreamEvent::LEN),
    (op::STREAM_VALUE, StreamValue::LEN),
    (op::EVENT_CREATE, EventCreate::LEN),
    (op::EVENT_RECORD, StreamEvent::LEN),
    (op::EVENT_DESTROY, EventId::LEN),
    (op::EVENT_SYNC, EventId::LEN),
    (op::EVENT_ELAPSED, EventPair::LEN),
    (op::EVENT_QUERY, EventId::LEN),
    (op::IPC_EXPORT, 8),
    (op::IPC_OPEN, IpcOpen::LEN),
    (op::IPC_CLOSE, 8),
    (op::IPC_EXPORT_EVENT, EventId::LEN),
    (op::IPC_OPEN_EVENT, IpcOpenEvent::LEN),
    (op::GRAPH_NODES, graph::GraphId::LEN),
    (op::GRAPH_INSTANTIATE, graph::GraphInstantiate::LEN),
    (op::GRAPH_SET_NODE, graph::GraphNode::LEN),
    (op::GRAPH_ENABLE, graph::GraphNode::LEN),
    (op::GRAPH_LAUNCH, graph::GraphLaunch::LEN),
    (op::GRAPH_DESTROY, graph::GraphId::LEN),
    (op::GRAPH_HOST, graph::GraphHost::LEN),
    (op::GRAPH_RANGE, graph::GraphId::LEN + graph::GraphRange::LEN),
    (op::MEM_ALLOC, MemAlloc::LEN),
    (op::MEM_FREE, 8),
    (op::MEM_INFO, 0),
    (op::HOST_MAP, HostRange::LEN),
    (op::HOST_UNMAP, HostRange::LEN),
    (op::HOST_TRACK, 8),
    // Records, none of which is an order to do nothing.
    (op::HOST_PAGES, 0),
    (op::HOST_TOUCH, StreamId::LEN),
    (op::HOST_PAGES_BULK, 16),
    (op::HTOD_INLINE, Copy::LEN),
    (op::HTOD_BULK, Copy::LEN),
    (op::HTOD_PINNED, Copy::LEN),
    (op::DTOH, Copy::LEN),
    (op::DTOH_PINNED, Copy::LEN),
    (op::DTOD, CopyDevice::LEN),
    (op::MEMSET, Memset::LEN),
    (op::ARRAY_CREATE, ArrayCreate::LEN),
    (op::ARRAY_DESTROY, ArrayId::LEN),
    (op::ARRAY_COPY, ArrayCopy::LEN),
    (op::OBJECT_CREATE, ImageObject::LEN),
    (op::OBJECT_DESTROY, 8),
    (op::VMM_GRANULARITY, VmmWhere::LEN),
    (op::VMM_RESERVE, VmmReserve::LEN),
    (op::VMM_UNRESERVE, VmmRange::LEN),
    (op::VMM_CREATE, VmmCreate::LEN),
    (op::VMM_RELEASE, 4),
    (op::VMM_MAP, VmmMap::LEN),
    (op::VMM_UNMAP, VmmRange::LEN),
    (op::VMM_ACCESS, VmmAccess::LEN),
];

/// The operations as they are declared: name and number.
fn declared() -> Vec<(&'static str, u16)> {
    let source = include_str!("../../../../protocol/src/ops.rs");
    let constant = |line: &'static str| {
        let (name, number) = line.trim().strip_prefix("pub const ")?.split_once(": u16 = 0x")?;
        Some((name, u16::from_str_radix(number.strip_suffix(';')?, 16).ok()?))
    };
    source.lines().filter_map(constant).collect()
}

#[test]
fn every_operation_is_listed_and_has_its_name_in_traces() {
    let missing: Vec<_> = declared().into_iter().filter(|(_, n)| OPS.iter().all(|o| o.0 != *n)).collect();
    assert_eq!((missing, declared().len()), (vec![], OPS.len()));
    declared().into_iter().for_each(|(name, number)| assert_eq!(trace::name(number), name));
}

#[test]
fn truncated_payloads_are_invalid_values() {
    let mut c = Client::new(Arc::new(Library::absent()));
    for &(func, len) in OPS {
        for n in 0..len {
            let r = c.call(func, &[&vec![0xff; n]]);
            assert_eq!(r.result, CUresult::INVALID_VALUE.0, "function {func:#x} with {n} of {len} bytes");
        }
    }
    c.close();
}

/// Values that go wrong most easily, as every 32-bit word of every operation.
const WORDS: &[u32] = &[0, 1, 2, 5, 0x1000, 0x7fff_ffff, 0x8000_0000, u32::MAX];

/// Calls that would rightly succeed or wait: their bytes come over bulk, or all zeros are a valid order.
fn harmless(func: u16) -> bool {
    matches!(func, op::HTOD_BULK | op::MODULE_LOAD)
}

fn nonsense(mut c: Client) {
    for &(func, len) in OPS.iter().filter(|o| !harmless(o.0)) {
        for &word in WORDS {
            let payload = word.to_le_bytes().repeat(len.div_ceil(4));
            // Any answer will do; the session goes on.
            c.call(func, &[&payload[..len]]);
            c.call(func, &[&payload[..len], &[0xa5; 100]]);
        }
    }
    assert!(c.pushes.iter().all(|p| p.kind != push::CLOSED), "{:?}", c.pushes);
    c.close();
}

#[test]
fn nonsense_is_answered_without_a_driver() {
    nonsense(Client::new(Arc::new(Library::absent())));
}

#[test]
fn nonsense_is_answered_with_a_driver() {
    let lib = driver();
    // A context of its own: among the nonsense is a reset of the primary one, which the other tests use.
    let mut c = Client::new(lib);
    c.create_context();
    nonsense(c);
}

#[test]
fn forged_ids_are_invalid_handles() {
    let lib = driver();
    let mut c = Client::open(lib);
    let bad = CUresult::INVALID_HANDLE.0;
    let check = |c: &mut Client, func: u16, payload: &[u8]| {
        assert_eq!(c.call(func, &[payload]).result, bad, "function {func:#x}");
    };
    let s = StreamId { id: 1234.into() };
    let e = EventId { id: 1234.into() };
    check(&mut c, op::STREAM_SYNC, s.as_bytes());
    check(&mut c, op::STREAM_MARK, s.as_bytes());
    check(&mut c, op::STREAM_DESTROY, s.as_bytes());
    // The legacy stream cannot be destroyed.
    check(&mut c, op::STREAM_DESTROY, StreamId { id: 0.into() }.as_bytes());
    check(&mut c, op::EVENT_SYNC, e.as_bytes());
    check(&mut c, op::EVENT_DESTROY, e.as_bytes());
    check(&mut c, op::EVENT_ELAPSED, EventPair { start: 1.into(), end: 2.into() }.as_bytes());
    check(&mut c, op::MODULE_UNLOAD, ModuleId { id: 1234.into() }.as_bytes());
    check(&mut c, op::FUNC_ATTRIBUTES, FuncId { module: 1234.into(), index: 0.into() }.as_bytes());
    check(&mut c, op::HOST_FN_DONE, HostFn { id: 9.into(), stream: 0.into() }.as_bytes());
    check(&mut c, op::ARRAY_DESTROY, ArrayId { id: 1234.into() }.as_bytes());
    c.load(1, PTX);
    check(&mut c, op::FUNC_ATTRIBUTES, FuncId { module: 1.into(), index: 3.into() }.as_bytes());
    check(&mut c, op::FUNC_ATTRIBUTES, FuncId { module: 1.into(), index: u32::MAX.into() }.as_bytes());
    assert_eq!(c.call(op::MEM_FREE, &[&64u64.to_le_bytes()]).result, CUresult::INVALID_VALUE.0);
    assert_eq!(c.call(0x7abc, &[]).result, CUresult::NOT_SUPPORTED.0);
    assert_eq!(c.call(0xffff, &[]).result, CUresult::NOT_SUPPORTED.0);
    let unknown = CtxId { id: 77.into(), how: 0.into() };
    assert_eq!(c.call(op::CTX_CLOSE, &[unknown.as_bytes()]).result, CUresult::INVALID_CONTEXT.0);
    let wrong = CtxId { id: CTX.into(), how: 2.into() };
    assert_eq!(c.call(op::CTX_CLOSE, &[wrong.as_bytes()]).result, CUresult::INVALID_VALUE.0);
    c.close();
}

#[test]
fn wrong_sizes_are_invalid_values() {
    let lib = driver();
    let mut c = Client::open(lib);
    c.load(1, PTX);
    let p = c.alloc(4096);
    let bad = CUresult::INVALID_VALUE.0;
    // Bytes that do not match the copy, an inline read that is too long, overflowing and overlapping rectangles.
    assert_eq!(c.call(op::HTOD_INLINE, &[linear(p, 0, 10, 0, 0).as_bytes(), &[0; 9]]).result, bad);
    assert_eq!(c.call(op::DTOH, &[linear(p, 0, 1 << 20, 0, 0).as_bytes()]).result, bad);
    let mut copy = linear(p, 0, u64::MAX, 7, 0);
    copy.height = 3.into();
    assert_eq!(c.call(op::HTOD_BULK, &[copy.as_bytes()]).result, bad);
    let mut copy = linear(p, 0, 8, 0, 0);
    (copy.height, copy.pitch) = (2.into(), 4.into());
    assert_eq!(c.call(op::HTOD_INLINE, &[copy.as_bytes(), &[0; 16]]).result, bad);
    // Pinned copies outside of any pinned range.
    assert_eq!(c.call(op::DTOH_PINNED, &[linear(p, 0x1000, 64, 0, 0).as_bytes()]).result, bad);
    // Parameters of the wrong size.
    for len in [0, 11, 13, 4096] {
        let launch = Launch {
            module: 1.into(),
            index: 0.into(),
            stream: 0.into(),
            grid: [1.into(); 3],
            block: [1.into(); 3],
            shared: 0.into(),
            param_len: len.into(),
            attrs: 0.into(),
            flags: 0.into(),
        };
        assert_eq!(c.call(op::LAUNCH, &[launch.as_bytes(), &vec![0; len as usize]]).result, bad);
        assert_eq!(c.call(op::LAUNCH, &[launch.as_bytes()]).result, bad);
    }
    c.close();
}

#[test]
fn images_that_are_none_do_not_load() {
    let lib = driver();
    let mut c = Client::open(lib);
    for image in [
        &b""[..],
        b"hello",
        b"\x7fELF\x02\x01\x01",
        &[0x50, 0xed, 0x55, 0xba, 1, 0, 16, 0, 255, 255, 255, 255],
        b".version 7.0 garbage",
    ] {
        let p = ModuleLoad {
            id: 3.into(),
            library: 0.into(),
            hash: crate::worker::images::hash(image),
            len: (image.len() as u64).into(),
            xfer: 0.into(),
            offer: 0.into(),
            options: 0.into(),
        };
        assert_ne!(c.call(op::MODULE_LOAD, &[p.as_bytes(), image]).result, 0, "{image:?}");
    }
    c.close();
}

/// Frames after which the session cannot go on: the client is told why.
#[test]
fn broken_framing_ends_the_session() {
    let check = |bytes: &[u8]| {
        let mut c = Client::new(Arc::new(Library::absent()));
        c.raw(bytes);
        c.wait_push(|p| p.kind == push::CLOSED);
        let end = Instant::now() + Duration::from_secs(5);
        assert!(!c.receive(end));
        assert!(matches!(c.ended(), End::Protocol(_)));
    };
    let header = |kind, len, seq, ack| Header::new(kind, op::MEM_INFO, len, seq, ack, 1, 0);
    check(header(Kind::Post, PAYLOAD_MAX as u32 + 1, 1, 0).as_bytes());
    check(header(Kind::Post, u32::MAX, 1, 0).as_bytes());
    check(header(Kind::Post, 0, 2, 0).as_bytes());
    check(header(Kind::Reply, 0, 1, 0).as_bytes());
    check(header(Kind::Ack, 0, 0, 1000).as_bytes());
    check(&[0xff; 32]);
}

#[test]
fn a_lost_connection_ends_the_session() {
    let c = Client::new(Arc::new(Library::absent()));
    transport::Wire::shutdown(&*c.bulk);
    c.close();
}

#[test]
fn losing_the_bulk_connection_alone_ends_the_session() {
    let mut c = Client::new(Arc::new(Library::absent()));
    transport::Wire::shutdown(&*c.bulk);
    c.wait_push(|p| p.kind == push::CLOSED);
    assert!(matches!(c.ended(), End::Lost));
}
