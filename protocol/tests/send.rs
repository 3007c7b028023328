//! SendQueue: numbering, window, acknowledgement, sending again.

#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

use protocol::DecodeError;
use protocol::frame::{HEADER_LEN, Kind, PAYLOAD_MAX};
use protocol::recv::FrameReader;
use protocol::send::{AHEAD_BYTES, BATCH_BYTES, BATCH_FRAMES, BATCHES_AHEAD, Head, SendQueue};

const POST: Head = Head { kind: Kind::Post, func: 9, thread: 2, ctx: 5 };

/// Kind, number and acknowledgement of each frame.
fn frames(bytes: &[u8]) -> Vec<(Kind, u64, u64)> {
    let mut reader = FrameReader::new(PAYLOAD_MAX);
    let mut out = Vec::new();
    let mut rest = bytes;
    loop {
        while let Some(f) = reader.next().unwrap() {
            out.push((f.kind, f.header.seq.get(), f.header.ack.get()));
        }
        if rest.is_empty() {
            assert_eq!(reader.buffered(), 0, "half a frame was sent");
            return out;
        }
        let n = reader.space().len().min(rest.len());
        reader.space()[..n].copy_from_slice(&rest[..n]);
        reader.filled(n);
        rest = &rest[n..];
    }
}

fn numbers(bytes: &[u8]) -> Vec<u64> {
    frames(bytes).into_iter().map(|f| f.1).collect()
}

/// A queue with batches of the given numbers of frames, all taken for sending.
fn sent(batches: &[usize]) -> SendQueue {
    let mut q = SendQueue::new(1 << 20);
    for &n in batches {
        (0..n).for_each(|_| assert!(q.append(POST, &[&[1; 16]]) > 0));
        q.take_batch().unwrap();
    }
    q
}

#[test]
fn numbers_start_at_one_and_parts_are_joined() {
    let mut q = SendQueue::new(1 << 20);
    assert_eq!((q.last(), q.idle(), q.has_pending()), (0, true, false));
    assert_eq!(q.append(POST, &[]), 1);
    assert_eq!(q.append(POST, &[b"ab", b"", b"c"]), 2);
    q.note_received(77);
    assert_eq!(q.append(Head { kind: Kind::Call, func: 3, thread: 8, ctx: 6 }, &[&[5; 300]]), 3);
    assert_eq!((q.last(), q.idle(), q.has_pending()), (3, false, true));
    let batch = q.take_batch().unwrap();
    assert_eq!((batch.last, q.has_pending()), (3, false));
    assert!(q.take_batch().is_none());
    assert_eq!(frames(&batch.bytes), [(Kind::Post, 1, 0), (Kind::Post, 2, 0), (Kind::Call, 3, 77)]);

    let mut reader = FrameReader::new(PAYLOAD_MAX);
    reader.space()[..batch.bytes.len()].copy_from_slice(&batch.bytes);
    reader.filled(batch.bytes.len());
    reader.next().unwrap();
    assert_eq!(reader.next().unwrap().unwrap().payload, b"abc");
    let call = reader.next().unwrap().unwrap();
    assert_eq!((call.header.func.get(), call.header.thread.get(), call.header.ctx.get()), (3, 8, 6));
    assert_eq!(call.payload, [5; 300]);
}

#[test]
fn batch_full_by_frames_or_bytes() {
    let filled = |n: u32, payload: usize| {
        let mut q = SendQueue::new(1 << 20);
        (0..n).for_each(|_| assert!(q.append(POST, &[&vec![0; payload]]) > 0));
        q.batch_full()
    };
    assert!(!filled(0, 0));
    assert!(!filled(BATCH_FRAMES - 1, 0));
    assert!(filled(BATCH_FRAMES, 0));
    assert!(!filled(1, BATCH_BYTES - HEADER_LEN - 1));
    assert!(filled(1, BATCH_BYTES - HEADER_LEN));
}

#[test]
fn only_many_bytes_fill_a_batch_while_others_are_under_way() {
    let mut q = SendQueue::new(1 << 20);
    let fill = |q: &mut SendQueue| {
        (0..BATCH_FRAMES).for_each(|_| assert!(q.append(POST, &[]) > 0));
        q.batch_full()
    };
    for _ in 0..BATCHES_AHEAD {
        assert!(fill(&mut q));
        q.take_batch().unwrap();
    }
    assert!(!fill(&mut q));
    assert!(q.append(POST, &[&vec![0; BATCH_BYTES]]) > 0 && !q.batch_full());
    assert!(q.append(POST, &[&vec![0; AHEAD_BYTES]]) > 0 && q.batch_full());
    q.take_batch().unwrap();
    q.acknowledge(q.last()).unwrap();
    assert!(fill(&mut q));
}

#[test]
fn calls_are_attended() {
    let mut q = SendQueue::new(1 << 20);
    let call = Head { kind: Kind::Call, ..POST };
    q.append(call, &[]);
    assert_eq!((q.has_pending(), q.has_unattended()), (true, false));
    q.append(POST, &[]);
    q.append(call, &[]);
    assert!(q.has_unattended());
    q.take_batch().unwrap();
    assert!(!q.has_unattended());
    q.note_received(1);
    q.append_ack();
    assert!(q.has_unattended());
}

#[test]
fn window() {
    let window = 10 * (HEADER_LEN + 100);
    let mut q = SendQueue::new(window);
    assert!(q.has_room(PAYLOAD_MAX), "an empty queue takes a frame of any size");
    for _ in 0..10 {
        assert!(q.has_room(100));
        q.append(POST, &[&[0; 100]]);
    }
    assert!(!q.has_room(100) && !q.has_room(0));
    q.take_batch().unwrap();
    assert_eq!(q.held(), window);
    assert!(!q.has_room(0), "what is under way counts");
    assert_eq!(q.acknowledge(9), Ok(false), "the batch is still needed");
    assert!(!q.has_room(0));
    assert_eq!(q.acknowledge(10), Ok(true));
    assert_eq!((q.held(), q.idle()), (0, true));
    assert!(q.has_room(100));
}

#[test]
fn acknowledgements() {
    let check = |batches: &[usize], ack: u64, want: Result<bool, DecodeError>, held_frames: usize| {
        let mut q = sent(batches);
        assert_eq!(q.acknowledge(ack), want, "{batches:?} {ack}");
        assert_eq!(q.held(), held_frames * (HEADER_LEN + 16), "{batches:?} {ack}");
        assert_eq!(q.idle(), want.is_ok() && ack == q.last());
    };
    check(&[3], 0, Ok(false), 3);
    check(&[3], 2, Ok(false), 3);
    check(&[3], 3, Ok(true), 0);
    check(&[2, 2, 2], 1, Ok(false), 6);
    check(&[2, 2, 2], 2, Ok(true), 4);
    check(&[2, 2, 2], 5, Ok(true), 2);
    check(&[2, 2, 2], 6, Ok(true), 0);
    check(&[2, 2, 2], 7, Err(DecodeError::BadAck(7, 6)), 6);
    check(&[1], u64::MAX, Err(DecodeError::BadAck(u64::MAX, 1)), 1);
}

#[test]
fn old_acknowledgements_change_nothing() {
    let mut q = sent(&[2, 2]);
    assert_eq!(q.acknowledge(4), Ok(true));
    assert_eq!(q.acknowledge(1), Ok(false));
    assert!(q.idle());
}

#[test]
fn a_frame_that_was_not_sent_cannot_be_acknowledged() {
    let mut q = sent(&[2]);
    q.append(POST, &[]);
    assert_eq!(q.acknowledge(3), Err(DecodeError::BadAck(3, 2)));
    q.take_batch().unwrap();
    assert_eq!(q.acknowledge(3), Ok(true));
}

fn resent(q: &mut SendQueue, received: u64) -> Vec<u64> {
    q.resend(received).unwrap().iter().flat_map(|b| b.numbers().collect::<Vec<_>>()).collect()
}

#[test]
fn resend_gives_the_batches_of_what_is_missing() {
    let check = |batches: &[usize], acked: u64, received: u64, want: &[u64]| {
        let mut q = sent(batches);
        q.acknowledge(acked).unwrap();
        assert_eq!(resent(&mut q, received), want, "{batches:?} {acked} {received}");
        // A second break before anything was acknowledged.
        assert_eq!(resent(&mut q, received), want);
    };
    check(&[], 0, 0, &[]);
    check(&[3], 0, 0, &[1, 2, 3]);
    check(&[3], 0, 2, &[1, 2, 3]);
    check(&[3], 2, 2, &[1, 2, 3]);
    check(&[3], 0, 3, &[]);
    check(&[2, 3, 1], 1, 3, &[3, 4, 5, 6]);
    check(&[2, 3, 1], 4, 5, &[6]);
    check(&[2, 3, 1], 6, 6, &[]);
}

#[test]
fn much_that_the_peer_has_is_not_sent_again() {
    let mut q = SendQueue::new(1 << 20);
    for _ in 0..3 {
        q.append(POST, &[&[0; 3000]]);
    }
    q.take_batch().unwrap();
    assert_eq!(resent(&mut q, 1), [1, 2, 3]);
    assert_eq!(resent(&mut q, 2), [3]);
}

#[test]
fn resend_refuses_impossible_positions() {
    let mut q = sent(&[2, 2]);
    assert_eq!(q.resend(5).unwrap_err(), DecodeError::BadAck(5, 4));
    q.acknowledge(3).unwrap();
    assert_eq!(q.unacknowledged(), 1);
    assert_eq!(q.resend(2).unwrap_err(), DecodeError::BadField("received", 2));
    assert_eq!(resent(&mut q, 3), [3, 4]);
}

#[test]
fn pending_frames_follow_a_resend() {
    let mut q = sent(&[2]);
    q.append(POST, &[]);
    assert_eq!(resent(&mut q, 1), [1, 2]);
    assert_eq!(numbers(&q.take_batch().unwrap().bytes), [3]);
}

#[test]
fn acks_are_not_numbered_nor_sent_again() {
    let mut q = SendQueue::new(1 << 20);
    q.note_received(5);
    q.append_ack();
    assert_eq!(frames(&q.take_batch().unwrap().bytes), [(Kind::Ack, 0, 5)]);
    assert!(q.idle());
    q.append(POST, &[]);
    q.append_ack();
    assert_eq!(frames(&q.take_batch().unwrap().bytes), [(Kind::Post, 1, 5)], "the post acknowledges");
    assert_eq!(frames(q.resend(0).unwrap()[0].bytes()), [(Kind::Post, 1, 5)]);
}

#[test]
fn an_ack_is_added_when_pending_frames_carry_an_older_one() {
    let mut q = SendQueue::new(1 << 20);
    q.note_received(5);
    q.append(POST, &[]);
    q.note_received(9);
    q.append_ack();
    assert_eq!(frames(&q.take_batch().unwrap().bytes), [(Kind::Post, 1, 5), (Kind::Ack, 0, 9)]);
}

#[test]
fn buffers_come_back() {
    let mut q = SendQueue::new(1 << 20);
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..100 {
        let seq = q.append(POST, &[&[0; 64]]);
        let batch = q.take_batch().unwrap();
        seen.insert(batch.bytes.as_ptr() as usize);
        drop(batch);
        q.acknowledge(seq).unwrap();
    }
    assert_eq!(seen.len(), 2, "two buffers take turns");
}

#[test]
fn a_batch_in_use_is_not_reused() {
    let mut q = SendQueue::new(1 << 20);
    let seq = q.append(POST, &[b"first"]);
    let writing = q.take_batch().unwrap();
    q.acknowledge(seq).unwrap();
    for _ in 0..5 {
        let seq = q.append(POST, &[b"other"]);
        q.take_batch().unwrap();
        q.acknowledge(seq).unwrap();
    }
    assert!(writing.bytes.ends_with(b"first"));
}
