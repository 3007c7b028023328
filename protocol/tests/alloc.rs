//! The hot path does not allocate: counted, not believed.

#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use protocol::frame::{Kind, PAYLOAD_MAX};
use protocol::ops::{Launch, op};
use protocol::recv::FrameReader;
use protocol::send::{Head, SendQueue};
use zerocopy::{FromZeros, IntoBytes};

struct Counting;

thread_local! {
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

// SAFETY: every call goes to the system's allocator unchanged; counting touches a thread-local without a destructor.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.set(COUNT.get() + 1);
        // SAFETY: the caller's promise is the system allocator's.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, p: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(p, layout) }
    }

    unsafe fn realloc(&self, p: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        COUNT.set(COUNT.get() + 1);
        // SAFETY: as above.
        unsafe { System.realloc(p, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn allocations(f: impl FnOnce()) -> u64 {
    let before = COUNT.get();
    f();
    COUNT.get() - before
}

/// One turn of a burst: 32 posts of 128 bytes, sent, taken by the peer, acknowledged.
fn burst(queue: &mut SendQueue, peer: &mut FrameReader) {
    let mut launch = Launch::new_zeroed();
    launch.module = 1.into();
    launch.grid = [2.into(), 1.into(), 1.into()];
    let params = [7u8; 128 - Launch::LEN];
    let head = Head { kind: Kind::Post, func: op::LAUNCH, thread: 1, ctx: 1 };
    for _ in 0..32 {
        assert!(queue.has_room(128));
        queue.append(head, &[launch.as_bytes(), &params]);
    }
    assert!(queue.batch_full());
    let batch = queue.take_batch().unwrap();
    peer.space()[..batch.bytes.len()].copy_from_slice(&batch.bytes);
    peer.filled(batch.bytes.len());
    drop(batch);
    let mut last = 0;
    while let Some(frame) = peer.next().unwrap() {
        let (launch, params) = Launch::split(frame.payload).unwrap();
        assert_eq!((launch.module.get(), params.len()), (1, 128 - Launch::LEN));
        last = frame.header.seq.get();
    }
    queue.acknowledge(last).unwrap();
}

#[test]
fn posting_sending_and_receiving_launches_does_not_allocate() {
    let mut queue = SendQueue::new(8 << 20);
    let mut peer = FrameReader::new(PAYLOAD_MAX);
    assert!(allocations(|| drop(Box::new([0u8; 64]))) == 1, "the counter works");
    (0..4).for_each(|_| burst(&mut queue, &mut peer));
    let n = allocations(|| (0..1000).for_each(|_| burst(&mut queue, &mut peer)));
    assert_eq!(n, 0, "allocations in 32,000 posts of 128 bytes");
}
