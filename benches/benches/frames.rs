//! Cost of a frame on the posting thread and on the reading side, beside a plain copy of the same bytes.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use protocol::frame::{HEADER_LEN, Kind, PAYLOAD_MAX};
use protocol::ops::op;
use protocol::recv::FrameReader;
use protocol::send::{BATCH_FRAMES, Head, SendQueue};

const HEAD: Head = Head { kind: Kind::Post, func: op::LAUNCH, thread: 1, ctx: 1 };
const PAYLOAD: usize = 96;

fn frames(c: &mut Criterion) {
    let mut group = c.benchmark_group("batch of 32 launches");
    group.throughput(Throughput::Elements(u64::from(BATCH_FRAMES)));
    let payload = [7u8; PAYLOAD];

    let mut copy = Vec::with_capacity(BATCH_FRAMES as usize * (HEADER_LEN + PAYLOAD));
    group.bench_function("copy only", |b| {
        b.iter(|| {
            copy.clear();
            for _ in 0..BATCH_FRAMES {
                copy.extend_from_slice(&[0u8; HEADER_LEN]);
                copy.extend_from_slice(black_box(&payload));
            }
        });
    });

    let mut queue = SendQueue::new(1 << 20);
    group.bench_function("append, take, acknowledge", |b| {
        b.iter(|| {
            for _ in 0..BATCH_FRAMES {
                queue.append(HEAD, &[black_box(&payload)]);
            }
            drop(queue.take_batch());
            queue.acknowledge(queue.last()).expect("the frames were sent");
        });
    });

    let mut source = SendQueue::new(1 << 20);
    for _ in 0..BATCH_FRAMES {
        source.append(HEAD, &[&payload]);
    }
    let bytes = source.take_batch().expect("frames are pending").bytes.clone();
    let mut reader = FrameReader::new(PAYLOAD_MAX);
    group.bench_function("read", |b| {
        b.iter(|| {
            reader.space()[..bytes.len()].copy_from_slice(&bytes);
            reader.filled(bytes.len());
            while let Some(frame) = reader.next().expect("the frames are well formed") {
                black_box(frame.payload);
            }
        });
    });
    group.finish();
}

criterion_group!(benches, frames);
criterion_main!(benches);
