//! Transfers over the bulk connection, pinned memory.

use protocol::bulk::WINDOW;
use protocol::ops::*;
use zerocopy::IntoBytes;

use super::client::{Client, driver, linear};
use crate::worker::Options;
use crate::worker::host_memory::FRAMES;

const HOST: u64 = 0x1000_0000_0000;

fn pattern(len: usize) -> Vec<u8> {
    (0..len).map(|i| (i as u32).wrapping_mul(2_654_435_761).to_le_bytes()[3]).collect()
}

fn map(c: &mut Client, bytes: u64) {
    let range = HostRange { addr: HOST.into(), bytes: bytes.into(), flags: 0.into(), registered: 0.into() };
    c.ok(op::HOST_MAP, &[range.as_bytes()]);
}

fn unmap(c: &mut Client, bytes: u64) {
    let range = HostRange { addr: HOST.into(), bytes: bytes.into(), flags: 0.into(), registered: 0.into() };
    c.ok(op::HOST_UNMAP, &[range.as_bytes()]);
}

#[test]
fn pageable_bulk_goes_both_ways() {
    let lib = driver();
    let mut c = Client::open(lib);
    let bytes = pattern(5_000_001);
    let p = c.alloc(bytes.len() as u64);
    c.stream(2);
    for stream in [0, 2] {
        let copy = linear(p, 0, bytes.len() as u64, 10 + u64::from(stream), stream);
        let seq = c.start(op::HTOD_BULK, &[copy.as_bytes()]);
        Client::send_bulk(&c.bulk, 10 + u64::from(stream), &bytes);
        assert_eq!(c.wait_reply(seq).result, 0);
        let copy = linear(p, 0, bytes.len() as u64, 20 + u64::from(stream), stream);
        let seq = c.start(op::DTOH, &[copy.as_bytes()]);
        assert!(Client::recv_bulk(&c.bulk, 20 + u64::from(stream), bytes.len()) == bytes);
        let reply = c.wait_reply(seq);
        assert_eq!(
            (reply.result, reply.watermark),
            (0, bytes.len() as u64 * if stream == 0 { 1 } else { 2 })
        );
    }
    c.close();
}

#[test]
fn pitched_bulk_goes_both_ways() {
    let lib = driver();
    let mut c = Client::open(lib);
    let (width, height, pitch) = (3001u64, 200u64, 4096u64);
    let bytes = pattern((width * height) as usize);
    let p = c.alloc(pitch * height);
    let mut copy = linear(p, 0, width, 10, 0);
    (copy.height, copy.pitch) = (height.into(), pitch.into());
    let seq = c.start(op::HTOD_BULK, &[copy.as_bytes()]);
    Client::send_bulk(&c.bulk, 10, &bytes);
    assert_eq!(c.wait_reply(seq).result, 0);
    copy.xfer = 11.into();
    let seq = c.start(op::DTOH, &[copy.as_bytes()]);
    assert!(Client::recv_bulk(&c.bulk, 11, bytes.len()) == bytes);
    assert_eq!(c.wait_reply(seq).result, 0);
    assert_eq!(c.dtoh(p + 7 * pitch, width, 0), bytes[7 * width as usize..8 * width as usize]);
    c.close();
}

#[test]
fn credit_comes_back_as_the_device_copies() {
    let lib = driver();
    let mut c = Client::open(lib);
    let len = 2 * WINDOW as usize + 12_345;
    let bytes = pattern(len);
    let p = c.alloc(len as u64);
    let seq = c.start(op::HTOD_BULK, &[linear(p, 0, len as u64, 9, 0).as_bytes()]);
    let (mut at, mut may) = (0usize, WINDOW as usize);
    while at < len {
        if at == may.min(len) {
            let credit = c.wait_push(|p| p.kind == push::BULK_CREDIT);
            assert_eq!(credit.body[..8], 9u64.to_le_bytes());
            may = u64::from_le_bytes(credit.body[8..].try_into().unwrap()) as usize;
            assert!(may > at && may <= len);
        }
        let n = (may.min(len) - at).min(protocol::bulk::CHUNK_MAX);
        let head = protocol::bulk::ChunkHeader {
            xfer: 9.into(),
            offset: (at as u64).into(),
            len: (n as u32).into(),
            reserved: 0.into(),
        };
        transport::Wire::send_all(&*c.bulk, &[head.as_bytes(), &bytes[at..at + n]]).unwrap();
        at += n;
    }
    assert_eq!(c.wait_reply(seq).result, 0);
    let end = c.dtoh(p + len as u64 - 1000, 1000, 0);
    assert!(end == bytes[len - 1000..]);
    c.close();
}

#[test]
fn a_pinned_copy_waits_in_its_stream_only() {
    let lib = driver();
    let mut c = Client::open(lib);
    let len = 1 << 20;
    map(&mut c, len);
    let (p, q) = (c.alloc(len), c.alloc(64));
    c.stream(1);
    c.stream(2);
    c.post(op::HTOD_PINNED, &[linear(p, HOST, len, 31, 1).as_bytes()]);
    let waiting = c.start(op::STREAM_SYNC, &[StreamId { id: 1.into() }.as_bytes()]);
    // Another stream is not delayed.
    c.htod(q, &[7; 64], 2);
    assert_eq!(c.dtoh(q, 64, 2), [7; 64]);
    assert!(c.replies.is_empty());
    let bytes = pattern(len as usize);
    Client::send_bulk(&c.bulk, 31, &bytes);
    assert_eq!(c.wait_reply(waiting).result, 0);
    let seq = c.start(op::DTOH, &[linear(p, 0, len, 32, 1).as_bytes()]);
    assert!(Client::recv_bulk(&c.bulk, 32, len as usize) == bytes);
    assert_eq!(c.wait_reply(seq).result, 0);
    unmap(&mut c, len);
    c.close();
}

#[test]
fn changed_pinned_memory_comes_before_the_completion() {
    let lib = driver();
    let mut c = Client::open(lib);
    let len = 1 << 20;
    map(&mut c, len);
    let p = c.alloc(len);
    c.stream(1);
    let small = pattern(100);
    c.htod(p, &small, 1);
    c.post(op::DTOH_PINNED, &[linear(p, HOST + 50, 100, 0, 1).as_bytes()]);
    let seq = c.post(op::STREAM_MARK, &[StreamId { id: 1.into() }.as_bytes()]);
    c.wait_progress(1, seq);
    let data = c.wait_push(|p| p.kind == push::HOST_DATA);
    assert_eq!(data.body, [&(HOST + 50).to_le_bytes()[..], &small].concat());
    // Large: over bulk, before the reply's watermark.
    let set = Memset {
        dst: p.into(),
        pitch: 0.into(),
        width: len.into(),
        height: 1.into(),
        value: 5.into(),
        element: 1.into(),
        stream: 1.into(),
    };
    c.post(op::MEMSET, &[set.as_bytes()]);
    c.post(op::DTOH_PINNED, &[linear(p, HOST, len, 40, 1).as_bytes()]);
    let reply = c.sync(1);
    assert_eq!((reply.result, reply.watermark), (0, len));
    assert!(Client::recv_bulk(&c.bulk, 40, len as usize) == vec![5; len as usize]);
    // The shadow is right now: no bytes are needed to copy it back.
    let q = c.alloc(len);
    let mut back = linear(q, HOST, len, 0, 1);
    back.flags = COPY_SHADOW.into();
    c.post(op::HTOD_PINNED, &[back.as_bytes()]);
    assert_eq!(c.dtoh(q + len - 10, 10, 1), [5; 10]);
    unmap(&mut c, len);
    c.close();
}

/// Copies that are cut into pieces, more at a time than may be cut: every byte arrives, in order.
#[test]
fn large_pinned_copies_go_both_ways() {
    const COPIES: u64 = 20;
    let lib = driver();
    let mut c = Client::open(lib);
    let len: u64 = (5 << 20) + 4096 + 12_345;
    let room = len.next_multiple_of(4096) * COPIES;
    map(&mut c, room);
    let p = c.alloc(room);
    c.stream(1);
    let at = |i: u64| i * len.next_multiple_of(4096);
    let bytes = pattern(len as usize + COPIES as usize);
    for i in 0..COPIES {
        c.post(op::HTOD_PINNED, &[linear(p + at(i), HOST + at(i), len, 100 + i, 1).as_bytes()]);
    }
    for i in 0..COPIES {
        Client::send_bulk(&c.bulk, 100 + i, &bytes[i as usize..][..len as usize]);
    }
    assert_eq!(c.sync(1).result, 0);
    for i in 0..COPIES {
        c.post(op::DTOH_PINNED, &[linear(p + at(i), HOST + at(i), len, 200 + i, 1).as_bytes()]);
    }
    for i in 0..COPIES {
        assert!(
            Client::recv_bulk(&c.bulk, 200 + i, len as usize) == bytes[i as usize..][..len as usize],
            "{i}"
        );
    }
    let reply = c.sync(1);
    assert_eq!((reply.result, reply.watermark), (0, COPIES * len));
    unmap(&mut c, room);
    c.close();
}

/// A large copy whose stream has not arrived: its bytes are taken all the same, nothing else waits, and what was put behind it comes after it.
#[test]
fn a_large_pinned_copy_is_made_when_its_stream_arrives() {
    let lib = driver();
    let mut c = Client::open(lib);
    let len: u64 = 9 << 20;
    map(&mut c, len);
    let (p, q) = (c.alloc(len), c.alloc(len));
    c.stream(1);
    c.stream(2);
    let set = |dst: u64, value: u32, stream: u32| Memset {
        dst: dst.into(),
        pitch: 0.into(),
        width: len.into(),
        height: 1.into(),
        value: value.into(),
        element: 1.into(),
        stream: stream.into(),
    };
    c.post(op::MEMSET, &[set(p, 9, 2).as_bytes()]);
    assert_eq!(c.sync(2).result, 0);
    c.post(op::HOST_FN, &[HostFn { id: 5.into(), stream: 1.into() }.as_bytes()]);
    c.post(op::HTOD_PINNED, &[linear(p, HOST, len, 31, 1).as_bytes()]);
    let behind = CopyDevice {
        dst: q.into(),
        src: p.into(),
        width: len.into(),
        height: 1.into(),
        dst_pitch: len.into(),
        src_pitch: len.into(),
        stream: 1.into(),
    };
    c.post(op::DTOD, &[behind.as_bytes()]);
    c.post(op::MEMSET, &[set(p, 7, 1).as_bytes()]);
    let waiting = c.start(op::STREAM_SYNC, &[StreamId { id: 1.into() }.as_bytes()]);
    let bytes = pattern(len as usize);
    Client::send_bulk(&c.bulk, 31, &bytes);
    // Bulk bytes for another stream come through behind it.
    let other = c.alloc(1 << 20);
    let seq = c.start(op::HTOD_BULK, &[linear(other, 0, 1 << 20, 32, 2).as_bytes()]);
    Client::send_bulk(&c.bulk, 32, &[3; 1 << 20]);
    assert_eq!(c.wait_reply(seq).result, 0);
    for at in [0, len / 2, len - 10] {
        assert_eq!(c.dtoh(p + at, 10, 2), [9; 10], "the stream has not arrived");
    }
    assert!(c.replies.is_empty());
    c.post(op::HOST_FN_DONE, &[HostFn { id: 5.into(), stream: 0.into() }.as_bytes()]);
    assert_eq!(c.wait_reply(waiting).result, 0);
    let seq = c.start(op::DTOH, &[linear(q, 0, len, 33, 1).as_bytes()]);
    assert!(Client::recv_bulk(&c.bulk, 33, len as usize) == bytes);
    assert_eq!(c.wait_reply(seq).result, 0);
    assert_eq!(c.dtoh(p + len - 10, 10, 1), [7; 10]);
    unmap(&mut c, len);
    c.close();
}

/// What the device refuses is told when its bytes have come, before the stream goes on.
#[test]
fn a_large_pinned_copy_that_fails_holds_nobody_up() {
    let lib = driver();
    let mut c = Client::open(lib);
    let len: u64 = 2 << 20;
    map(&mut c, len);
    let p = c.alloc(len);
    c.stream(1);
    let seq = c.post(op::HTOD_PINNED, &[linear(p + len - 4096, HOST, len, 41, 1).as_bytes()]);
    Client::send_bulk(&c.bulk, 41, &pattern(len as usize));
    assert_eq!(c.sync(1).result, 0);
    let error = c.wait_push(|p| p.kind == push::ERROR);
    let (error, _) = ThreadError::split(&error.body).unwrap();
    assert_eq!((error.seq.get(), error.result.get()), (seq, cuda_abi::CUresult::INVALID_VALUE.0));
    // A transfer with the number of one that is expected is refused, and its stream goes on.
    c.post(op::HTOD_PINNED, &[linear(p, HOST, len, 42, 1).as_bytes()]);
    c.stream(2);
    c.post(op::HTOD_PINNED, &[linear(p, HOST, len, 42, 2).as_bytes()]);
    assert_eq!(c.sync(2).result, 0);
    Client::send_bulk(&c.bulk, 42, &vec![6; len as usize]);
    assert_eq!(c.sync(1).result, 0);
    assert_eq!(c.dtoh(p + len - 10, 10, 1), [6; 10]);
    unmap(&mut c, len);
    c.close();
}

#[test]
fn pulled_copies_ask_for_their_bytes() {
    let lib = driver();
    let mut c = Client::open(lib);
    map(&mut c, 4096);
    let p = c.alloc(4096);
    c.stream(1);
    // A later transfer may arrive before the pulled one.
    let mut pulled = linear(p, HOST, 2048, 51, 1);
    pulled.flags = COPY_PULL.into();
    c.post(op::HTOD_PINNED, &[pulled.as_bytes()]);
    c.post(op::HTOD_PINNED, &[linear(p + 2048, HOST + 2048, 2048, 52, 1).as_bytes()]);
    Client::send_bulk(&c.bulk, 52, &[2; 2048]);
    let asked = c.wait_push(|p| p.kind == push::PULL);
    assert_eq!(asked.body, 51u64.to_le_bytes());
    Client::send_bulk(&c.bulk, 51, &[1; 2048]);
    assert_eq!(c.dtoh(p, 4096, 1), [[1; 2048], [2; 2048]].concat());
    unmap(&mut c, 4096);
    c.close();
}

#[test]
fn bytes_of_a_refused_transfer_are_swallowed() {
    let lib = driver();
    let mut c = Client::open(lib);
    map(&mut c, 4096);
    let p = c.alloc(4096);
    c.post(op::HTOD_PINNED, &[linear(p, HOST, 4096, 61, 77).as_bytes()]);
    c.post(op::HTOD_PINNED, &[linear(p, HOST + 1, 4096, 62, 0).as_bytes()]);
    assert_ne!(c.start(op::HTOD_BULK, &[linear(p, 0, 4096, 63, 78).as_bytes()]), 0);
    c.post(op::HTOD_PINNED, &[linear(p, HOST, 4096, 64, 0).as_bytes()]);
    for (xfer, value) in [(61, 1), (62, 2), (63, 3), (64, 4)] {
        Client::send_bulk(&c.bulk, xfer, &[value; 4096]);
    }
    assert_eq!(c.dtoh(p, 4096, 0), [4; 4096]);
    c.close();
}

#[test]
fn tracked_memory_takes_the_clients_changes() {
    let lib = driver();
    let mut c = Client::open(lib);
    map(&mut c, 8192);
    let p = c.alloc(8192);
    let track = HOST.to_le_bytes();
    assert_eq!(c.ok(op::HOST_TRACK, &[&track]), [0]);
    let mut records = Vec::new();
    let (old, new) = (vec![0; 4096], pattern(4096));
    let page = |bytes: &[u8]| <[u8; 4096]>::try_from(bytes).unwrap();
    protocol::pages::append(&mut records, HOST + 4096, &page(&old), &page(&new));
    c.post(op::HOST_PAGES, &[&records]);
    // A copy of what the worker has.
    let mut copy = linear(p, HOST, 8192, 0, 0);
    copy.flags = COPY_SHADOW.into();
    c.post(op::HTOD_PINNED, &[copy.as_bytes()]);
    c.post(op::HOST_TOUCH, &[StreamId { id: 0.into() }.as_bytes(), &track]);
    assert_eq!(c.sync(0).result, 0);
    assert_eq!(c.dtoh(p, 8192, 0), [old, new].concat());
    assert!(c.pushes.iter().all(|p| p.kind != push::HOST_PAGES), "nothing has changed: {:?}", c.pushes);
    // Large changes come over bulk.
    let (xfer, length) = (71u64.to_le_bytes(), (records.len() as u64).to_le_bytes());
    records.clear();
    protocol::pages::append(&mut records, HOST, &[0; 4096], &[7; 4096]);
    let call = c.start(op::HOST_PAGES_BULK, &[&xfer, &length]);
    Client::send_bulk(&c.bulk, 71, &records);
    assert_eq!(c.wait_reply(call).result, 0);
    c.post(op::HTOD_PINNED, &[copy.as_bytes()]);
    assert_eq!(c.dtoh(p, 8192, 0)[..4096], [7; 4096]);
    // Other places are refused.
    let elsewhere = (HOST + 8192).to_le_bytes();
    let invalid = cuda_abi::CUresult::INVALID_VALUE.0;
    assert_eq!(c.call(op::HOST_TRACK, &[&elsewhere]).result, invalid);
    records[..8].copy_from_slice(&elsewhere);
    assert_eq!(c.call(op::HOST_PAGES, &[&records]).result, invalid);
    assert_eq!(c.call(op::HOST_PAGES, &[&records[1..]]).result, invalid);
    let touch = StreamId { id: 0.into() };
    assert_eq!(c.call(op::HOST_TOUCH, &[touch.as_bytes(), &elsewhere]).result, invalid);
    unmap(&mut c, 8192);
    c.close();
}

#[test]
fn host_memory_over_the_limit_is_refused_and_comes_back() {
    let lib = driver();
    // Frames, the first staging blocks, and 8 MiB.
    let host_limit = FRAMES + (12 << 20);
    let mut c = Client::with(lib, Options { shadow_elsewhere: true, host_limit, ..Options::default() });
    c.create_context();
    let full = cuda_abi::CUresult::OUT_OF_MEMORY.0;
    let range = |bytes: u64| HostRange {
        addr: HOST.into(),
        bytes: bytes.into(),
        flags: 0.into(),
        registered: 0.into(),
    };
    assert_eq!(c.call(op::HOST_MAP, &[range((8 << 20) + 4096).as_bytes()]).result, full);
    map(&mut c, 8 << 20);
    // Its copy, an image, and more staging blocks.
    assert_eq!(c.call(op::HOST_TRACK, &[&HOST.to_le_bytes()]).result, full);
    let load = ModuleLoad {
        id: 9.into(),
        library: 0.into(),
        hash: [0; 16],
        len: (1u64 << 20).into(),
        xfer: 81.into(),
        offer: 0.into(),
        options: 0.into(),
    };
    assert_eq!(c.call(op::MODULE_LOAD, &[load.as_bytes()]).result, full);
    let p = c.alloc(1 << 20);
    c.stream(1);
    let mut held = 0;
    let refused = loop {
        // Each stream keeps a block for what waits in it.
        let stream = 2 + held;
        c.stream(stream);
        c.htod(p, &[held as u8; 4096], stream);
        let ended = c.sync(stream);
        if let Some(error) = c.pushes.iter().find(|p| p.kind == push::ERROR) {
            break error.body.clone();
        }
        assert_eq!(ended.result, 0);
        held += 1;
        assert!(held < 100, "no limit");
    };
    let (error, _) = ThreadError::split(&refused).unwrap();
    assert_eq!((error.result.get(), held), (full, 16));
    unmap(&mut c, 8 << 20);
    c.pushes.clear();
    c.htod(p, &[9; 4096], 1);
    assert_eq!(c.dtoh(p, 4096, 1), [9; 4096]);
    assert!(c.pushes.iter().all(|p| p.kind != push::ERROR), "{:?}", c.pushes);
    c.close();
}
