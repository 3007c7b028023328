//! FrameReader and Sequence: cutting a stream of bytes into frames.

#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

use protocol::DecodeError;
use protocol::frame::{HEADER_LEN, Header, Kind, PAYLOAD_MAX, REPLY_MAX};
use protocol::recv::{FrameReader, Sequence};
use zerocopy::IntoBytes;

fn payload(seq: u64, len: usize) -> Vec<u8> {
    (0..len).map(|i| (i as u64 * 31 + seq * 7) as u8).collect()
}

fn frame(seq: u64, len: usize) -> Vec<u8> {
    let mut f = Header::new(Kind::Post, 7, len as u32, seq, seq / 2, 3, 4).as_bytes().to_vec();
    f.extend(payload(seq, len));
    f
}

fn raw_header(len: u32, kind: u8) -> Vec<u8> {
    let mut h = Header::new(Kind::Post, 0, len, 1, 0, 0, 0);
    h.kind = kind;
    h.as_bytes().to_vec()
}

/// Feeds `bytes` as the reader takes them; frames are taken as soon as they are whole.
fn feed(
    reader: &mut FrameReader,
    mut bytes: &[u8],
    got: &mut Vec<(u64, Vec<u8>)>,
) -> Result<(), DecodeError> {
    loop {
        while let Some(f) = reader.next()? {
            assert_eq!(f.header.len.get() as usize, f.payload.len());
            got.push((f.header.seq.get(), f.payload.to_vec()));
        }
        if bytes.is_empty() {
            return Ok(());
        }
        let space = reader.space();
        assert!(!space.is_empty());
        let n = space.len().min(bytes.len());
        space[..n].copy_from_slice(&bytes[..n]);
        reader.filled(n);
        bytes = &bytes[n..];
    }
}

fn stream(lens: &[usize]) -> (Vec<u8>, Vec<(u64, Vec<u8>)>) {
    let numbered = || (1u64..).zip(lens.iter().copied());
    let bytes = numbered().flat_map(|(s, n)| frame(s, n)).collect();
    (bytes, numbered().map(|(s, n)| (s, payload(s, n))).collect())
}

fn check_cut(lens: &[usize], cuts: &[usize]) {
    let (bytes, want) = stream(lens);
    let mut reader = FrameReader::new(REPLY_MAX);
    let mut got = Vec::new();
    let mut at = 0;
    for &cut in cuts.iter().chain([&bytes.len()]) {
        feed(&mut reader, &bytes[at..cut], &mut got).unwrap();
        at = cut;
    }
    assert_eq!(reader.buffered(), 0);
    assert!(got == want, "lens {lens:?} cuts {cuts:?}");
}

#[test]
fn a_frame_may_be_cut_at_every_byte() {
    for lens in [&[0][..], &[5, 0, 9], &[1, 40, 2]] {
        let total = stream(lens).0.len();
        for a in 0..=total {
            check_cut(lens, &[a]);
            for b in a..=total {
                check_cut(lens, &[a, b]);
            }
        }
        check_cut(lens, &(0..=total).collect::<Vec<_>>());
    }
}

#[test]
fn many_frames_in_one_read() {
    check_cut(&[10; 1000], &[]);
    check_cut(&[0; 5000], &[]);
    check_cut(&(0..700).collect::<Vec<_>>(), &[]);
}

#[test]
fn payloads_larger_than_the_buffer() {
    let fresh = FrameReader::new(REPLY_MAX).capacity();
    for n in [fresh - HEADER_LEN - 1, fresh - HEADER_LEN, fresh, fresh + 1, 3 * fresh, 20 * 1024 * 1024] {
        check_cut(&[3, n, 5], &[]);
        check_cut(&[3, n, 5], &[40, 41, n, n + 1]);
    }
}

#[test]
fn the_buffer_shrinks_after_a_large_payload() {
    let mut reader = FrameReader::new(REPLY_MAX);
    let fresh = reader.capacity();
    let mut got = Vec::new();
    feed(&mut reader, &frame(1, 20 * 1024 * 1024), &mut got).unwrap();
    assert!(reader.capacity() > 20 * 1024 * 1024);
    feed(&mut reader, &frame(2, 8), &mut got).unwrap();
    assert_eq!((reader.capacity(), got.len()), (fresh, 2));
}

#[test]
fn a_promise_costs_nothing() {
    let mut reader = FrameReader::new(REPLY_MAX);
    let before = reader.capacity();
    let mut bytes = raw_header(REPLY_MAX as u32, Kind::Reply as u8);
    bytes.extend([1; 1000]);
    feed(&mut reader, &bytes, &mut Vec::new()).unwrap();
    assert!(!reader.ready());
    assert_eq!(reader.capacity(), before);
    // Half of it arrives: the buffer is at most twice what is there.
    feed(&mut reader, &vec![0; 10_000_000], &mut Vec::new()).unwrap();
    assert!(reader.capacity() < 40_000_000, "{}", reader.capacity());
}

#[test]
fn bad_headers() {
    let check = |max: usize, bytes: Vec<u8>, want: DecodeError| {
        let mut reader = FrameReader::new(max);
        assert_eq!(feed(&mut reader, &bytes, &mut Vec::new()), Err(want.clone()));
        // The error stays, whatever follows.
        assert!(reader.ready());
        assert_eq!(feed(&mut reader, &frame(1, 3), &mut Vec::new()), Err(want));
    };
    let too_long = |n: u64, max: usize| DecodeError::TooLong(n, max as u64);
    check(PAYLOAD_MAX, raw_header(0, 0), DecodeError::BadFrameKind(0));
    check(PAYLOAD_MAX, raw_header(0, 7), DecodeError::BadFrameKind(7));
    check(PAYLOAD_MAX, raw_header(0, 255), DecodeError::BadFrameKind(255));
    check(PAYLOAD_MAX, raw_header(PAYLOAD_MAX as u32 + 1, 1), too_long(PAYLOAD_MAX as u64 + 1, PAYLOAD_MAX));
    check(PAYLOAD_MAX, raw_header(u32::MAX, 1), too_long(u64::from(u32::MAX), PAYLOAD_MAX));
    check(REPLY_MAX, raw_header(REPLY_MAX as u32 + 1, 3), too_long(REPLY_MAX as u64 + 1, REPLY_MAX));
    check(0, raw_header(1, 5), too_long(1, 0));
}

#[test]
fn ready_tells_what_next_would_give() {
    let bytes = frame(1, 9);
    let mut reader = FrameReader::new(PAYLOAD_MAX);
    for (i, b) in bytes.iter().enumerate() {
        assert!(!reader.ready(), "after {i} bytes");
        reader.space()[0] = *b;
        reader.filled(1);
    }
    assert!(reader.ready());
    assert!(reader.next().unwrap().is_some());
    assert!(!reader.ready());
}

#[test]
fn clear_forgets_a_half_frame() {
    let mut reader = FrameReader::new(PAYLOAD_MAX);
    let mut got = Vec::new();
    feed(&mut reader, &frame(1, 100)[..50], &mut got).unwrap();
    reader.clear();
    feed(&mut reader, &frame(2, 4), &mut got).unwrap();
    assert_eq!(got, [(2, payload(2, 4))]);
}

#[test]
fn the_wire_form_of_a_header() {
    let h = Header::new(Kind::Reply, 0x1234, 0x0102_0304, 0x1112_1314_1516_1718, 0x21, 0x31, 0x41);
    let mut want = vec![4, 3, 2, 1, 3, 0, 0x34, 0x12, 0x18, 0x17, 0x16, 0x15, 0x14, 0x13, 0x12, 0x11];
    want.extend([0x21, 0, 0, 0, 0, 0, 0, 0, 0x31, 0, 0, 0, 0x41, 0, 0, 0]);
    assert_eq!(h.as_bytes(), want);
    assert_eq!(h.as_bytes().len(), HEADER_LEN);
}

#[test]
fn kinds_and_their_bytes() {
    let kinds: Vec<u8> = (0..=255)
        .filter_map(|b| Kind::from_u8(b).ok().map(|k| (b, k as u8)))
        .map(|(b, k)| {
            assert_eq!(b, k);
            b
        })
        .collect();
    assert_eq!(kinds, [1, 2, 3, 4, 5, 6]);
}

#[test]
fn sequence() {
    let check = |numbers: &[u64], want: Result<bool, DecodeError>| {
        let mut s = Sequence::default();
        let (last, first) = numbers.split_last().unwrap();
        first.iter().for_each(|n| assert!(s.take(*n).is_ok()));
        let before = s.last();
        assert_eq!(s.take(*last), want, "{numbers:?}");
        assert_eq!(s.last(), before + u64::from(want == Ok(true)), "{numbers:?}");
    };
    check(&[1], Ok(true));
    check(&[1, 2], Ok(true));
    check(&[1, 1], Ok(false));
    check(&[1, 2, 3, 1], Ok(false));
    check(&[1, 2, 1, 3], Ok(true));
    check(&[0], Err(DecodeError::OutOfSequence(0, 1)));
    check(&[1, 0], Err(DecodeError::OutOfSequence(0, 2)));
    check(&[2], Err(DecodeError::OutOfSequence(2, 1)));
    check(&[1, 3], Err(DecodeError::OutOfSequence(3, 2)));
    check(&[1, 2, u64::MAX], Err(DecodeError::OutOfSequence(u64::MAX, 3)));
}
