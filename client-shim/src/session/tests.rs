//! The engine against a scripted worker over in-memory wires.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::sync::{Arc, Mutex as StdMutex};
use std::thread;
use std::time::Duration;

use cuda_abi::CUresult;
use protocol::bulk::ChunkHeader;
use protocol::control::{DataHello, DataWelcome};
use protocol::frame::{Kind, PAYLOAD_MAX, PushHead, ReplyHead};
use protocol::ops::{Progress as ProgressOp, op, push};
use protocol::recv::{FrameReader, Sequence};
use protocol::send::{Head, SendQueue};
use transport::memory::{self, MemoryWire};
use transport::wire::{Wire, recv_message, send_message};
use zerocopy::IntoBytes;
use zerocopy::little_endian::U64;

use super::*;

#[derive(Default)]
struct Seen {
    /// Where host data is stored, in addresses; nothing is stored outside.
    pinned: StdMutex<Range<u64>>,
    errors: StdMutex<Vec<(u32, i32)>>,
    data: StdMutex<Vec<(u64, Vec<u8>)>>,
    closed: AtomicUsize,
}

impl Handler for Seen {
    fn error(&self, thread: u32, _ctx: u32, result: CUresult, _seq: u64, _func: u16) {
        self.errors.lock().unwrap().push((thread, result.0));
    }
    fn host_fn(&self, _id: u64) {}
    fn printf(&self, _text: &[u8]) {}
    fn said(&self, _text: &[u8]) {}
    fn host_pages(&self, _records: &[u8]) {}
    fn host_data(&self, addr: u64, bytes: &[u8]) {
        if self.pinned.lock().unwrap().contains(&addr) {
            // Long enough for later bulk bytes to come first if they could.
            thread::sleep(Duration::from_millis(5));
            let target = std::ptr::with_exposed_provenance_mut::<u8>(addr as usize);
            // SAFETY: the test that set the range keeps its memory, and the script stays inside it.
            unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), target, bytes.len()) };
        }
        self.data.lock().unwrap().push((addr, bytes.to_vec()));
    }
    fn closed(&self, _result: CUresult, _reason: &str) {
        self.closed.fetch_add(1, Ordering::SeqCst);
    }
}

/// A frame as the scripted worker saw it.
#[derive(Debug, Clone)]
struct Got {
    kind: Kind,
    func: u16,
    seq: u64,
    thread: u32,
    ctx: u32,
    payload: Vec<u8>,
}

/// What every session may have outstanding.
const CREDITS: Credits = Credits { stream: 128, context: 1024 };

/// The worker's end: reads frames, writes what the script says.
struct Worker {
    ordered: MemoryWire,
    bulk: Arc<MemoryWire>,
    reader: FrameReader,
    sequence: Sequence,
    out: SendQueue,
}

impl Worker {
    fn next(&mut self) -> Option<Got> {
        loop {
            if let Some(f) = self.reader.next().unwrap() {
                let h = f.header;
                if f.kind == Kind::Ack {
                    continue;
                }
                assert!(self.sequence.take(h.seq.get()).unwrap(), "a frame came twice");
                return Some(Got {
                    kind: f.kind,
                    func: h.func.get(),
                    seq: h.seq.get(),
                    thread: h.thread.get(),
                    ctx: h.ctx.get(),
                    payload: f.payload.to_vec(),
                });
            }
            let n = self.ordered.recv(self.reader.space()).ok()?;
            if n == 0 {
                return None;
            }
            self.reader.filled(n);
        }
    }

    fn send(&mut self, head: Head, parts: &[&[u8]]) {
        self.out.note_received(self.sequence.last());
        self.out.append(head, parts);
        let batch = self.out.take_batch().unwrap();
        let _ = self.ordered.send_all(&[&batch.bytes]);
    }

    fn ack(&mut self) {
        self.out.note_received(self.sequence.last());
        self.out.append_ack();
        if let Some(batch) = self.out.take_batch() {
            let _ = self.ordered.send_all(&[&batch.bytes]);
        }
    }

    fn reply(&mut self, to: &Got, watermark: u64, result: i32, rest: &[u8]) {
        let head = ReplyHead {
            call: to.seq.into(),
            watermark: watermark.into(),
            result: result.into(),
            reserved: 0.into(),
        };
        let h = Head { kind: Kind::Reply, func: to.func, thread: to.thread, ctx: to.ctx };
        self.send(h, &[head.as_bytes(), rest]);
    }

    fn push(&mut self, kind: u16, watermark: u64, rest: &[u8]) {
        let head = PushHead { watermark: watermark.into() };
        self.send(Head { kind: Kind::Push, func: kind, thread: 0, ctx: 1 }, &[head.as_bytes(), rest]);
    }

    fn progress(&mut self, stream: u32, seq: u64, watermark: u64) {
        let p = ProgressOp { ctx: 1.into(), stream: stream.into(), seq: seq.into() };
        self.push(push::PROGRESS, watermark, p.as_bytes());
    }
}

/// Starts a session against `script`, which gets every frame.
fn start(
    window: u64,
    bulk_delay: Option<memory::Delay>,
    script: impl FnMut(&mut Worker, Got) + Send + 'static,
) -> (Arc<Session>, Arc<Seen>, thread::JoinHandle<()>) {
    let mut script = script;
    let (a, b) = memory::pair(1 << 20, None, None);
    let (c, d) = memory::pair(1 << 20, None, bulk_delay);
    let worker = thread::spawn(move || {
        let hello: DataHello = recv_message(&b, Duration::from_secs(5)).unwrap();
        assert_eq!(hello.fingerprint, protocol::fingerprint());
        send_message(
            &b,
            &DataWelcome::Ready {
                arena: None,
                stream_credits: CREDITS.stream,
                context_credits: CREDITS.context,
                window,
                grace_ms: 30_000,
            },
        )
        .unwrap();
        let mut w = Worker {
            ordered: b,
            bulk: Arc::new(d),
            reader: FrameReader::new(PAYLOAD_MAX),
            sequence: Sequence::default(),
            out: SendQueue::new(1 << 30),
        };
        while let Some(got) = w.next() {
            if got.kind == Kind::Goodbye {
                return;
            }
            script(&mut w, got);
        }
    });
    let seen = Arc::new(Seen::default());
    let options = Options { arena_bytes: 0, ..Options::default() };
    let s = Session::start(Box::new(a), Box::new(c), seen.clone(), options).unwrap();
    (s, seen, worker)
}

fn end(s: &Session, worker: thread::JoinHandle<()>) {
    s.close();
    worker.join().unwrap();
}

#[test]
fn calls_get_their_own_answers() {
    let (s, _, w) = start(1 << 20, None, |w, got| {
        if got.kind == Kind::Call {
            w.reply(&got, 0, i32::from(got.func), &got.payload);
        }
    });
    thread::scope(|scope| {
        for t in 0..8u16 {
            let s = &s;
            scope.spawn(move || {
                for i in 0..500u32 {
                    let text = [u32::from(t), i].map(u32::to_le_bytes).concat();
                    s.post(1, 7, &[&text]).unwrap();
                    let r = s.call(1, t + 100, &[&text[..4], &text[4..]], Wait::RoundTrip).unwrap();
                    assert_eq!((r.result.0, r.payload), (i32::from(t) + 100, text));
                }
            });
        }
    });
    end(&s, w);
}

#[test]
fn answers_are_stored_where_their_callers_want_them() {
    let (s, _, w) = start(1 << 20, None, |w, got| w.reply(&got, 0, 0, &[got.payload[0]; 1000]));
    thread::scope(|scope| {
        for byte in 1..=4u8 {
            let s = &s;
            scope.spawn(move || {
                for len in [1000usize, 10, 0].repeat(100) {
                    let mut to = [0u8; 1200];
                    // SAFETY: `to` has at least `len` bytes.
                    let reply = unsafe {
                        s.call_into(1, 7, &[&[byte]], to.as_mut_ptr(), len, Wait::RoundTrip).unwrap()
                    };
                    assert_eq!((reply.result, reply.payload.len()), (CUresult::SUCCESS, 0));
                    assert!(to[..len].iter().all(|b| *b == byte) && to[len..].iter().all(|b| *b == 0));
                }
            });
        }
    });
    end(&s, w);
}

#[test]
fn frames_keep_the_order_of_threads_and_between_threads() {
    let (tx, rx) = mpsc::channel();
    let (s, _, w) = start(64 * 1024, None, move |w, got| {
        tx.send(u32::from_le_bytes(got.payload[..4].try_into().unwrap())).unwrap();
        if got.seq.is_multiple_of(10) {
            w.ack();
        }
    });
    let turn = StdMutex::new(0u32);
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..5000 {
                    let mut n = turn.lock().unwrap();
                    s.post(1, 1, &[&n.to_le_bytes()]).unwrap();
                    *n += 1;
                }
            });
        }
    });
    end(&s, w);
    assert_eq!(rx.iter().collect::<Vec<_>>(), (0..20_000).collect::<Vec<_>>());
}

#[test]
fn a_full_window_waits_and_loses_nothing() {
    let (tx, rx) = mpsc::channel();
    let (s, _, w) = start(4096, None, move |w, got| {
        tx.send(got.payload.len()).unwrap();
        w.ack();
    });
    for i in 0..300 {
        s.post(1, 1, &[&vec![0; i * 10]]).unwrap();
    }
    end(&s, w);
    assert_eq!(rx.iter().collect::<Vec<_>>(), (0..300).map(|i| i * 10).collect::<Vec<_>>());
}

#[test]
fn posted_frames_leave_without_a_call() {
    let (tx, rx) = mpsc::channel();
    let (s, _, w) = start(1 << 20, None, move |_, got| tx.send(got.seq).unwrap());
    for _ in 0..3 {
        s.post(1, 1, &[]).unwrap();
    }
    for want in 1..=3 {
        assert_eq!(rx.recv_timeout(Duration::from_secs(5)), Ok(want));
    }
    end(&s, w);
}

#[test]
fn launches_wait_for_credits() {
    let (tx, rx) = mpsc::channel();
    let mut launches = 0;
    let (s, _, w) = start(1 << 20, None, move |w, got| {
        launches += 1;
        // Two blocks may be outstanding; the third launch block shows that the first was completed.
        if launches == 128 {
            tx.send(launches).unwrap();
            thread::sleep(Duration::from_millis(20));
            w.progress(5, got.seq - 64, 0);
        }
    });
    let p = Arc::new(Progress::default());
    s.register_stream(1, 5, p.clone());
    for _ in 0..190 {
        s.post_stream(1, &p, op::LAUNCH, &[&[0; 16]]).unwrap();
    }
    assert_eq!(rx.try_recv(), Ok(128), "launch 129 did not wait");
    assert_eq!(p.done.load(Ordering::SeqCst), 64);
    end(&s, w);
}

/// Whatever the operations, the worker never holds more than the credits allow.
#[test]
fn operations_of_all_kinds_take_credits() {
    for func in [op::EVENT_RECORD, op::MEMSET, op::HOST_FN, op::STREAM_VALUE, op::DTOH_PINNED] {
        let most = 128 / cost(func);
        let (tx, rx) = mpsc::channel();
        let mut held = 0;
        let (s, _, w) = start(1 << 20, None, move |w, got| {
            held += 1;
            if held == most {
                // Time for a frame too many to come.
                thread::sleep(Duration::from_millis(20));
                let more = w.reader.ready() || w.ordered.wait_readable(Some(Duration::ZERO)).unwrap();
                tx.send(more).unwrap();
                w.progress(5, got.seq, 0);
                held = 0;
            }
        });
        let p = Arc::new(Progress::default());
        s.register_stream(1, 5, p.clone());
        for _ in 0..3 * most {
            s.post_stream(1, &p, func, &[&[0; 16]]).unwrap();
        }
        end(&s, w);
        let more = rx.iter().filter(|more| *more).count();
        assert!(more <= 1, "function {func:#x}: {more} times too many were outstanding");
    }
}

/// All streams together have no more outstanding than the context's credits. Streams with little work are asked about.
#[test]
fn the_streams_of_a_context_share_its_credits() {
    const STREAMS: u32 = 300;
    let (tx, rx) = mpsc::channel();
    // By stream: operations, last frame.
    let mut held = HashMap::<u32, (u64, u64)>::new();
    let (s, _, w) = start(1 << 20, None, move |w, got| {
        let stream = u32::from_le_bytes(got.payload[..4].try_into().unwrap());
        if got.func == op::STREAM_MARK {
            // Nothing is told unasked.
            if held.remove(&stream).is_some() {
                w.progress(stream, got.seq, 0);
            }
            return;
        }
        let of_stream = held.entry(stream).or_default();
        *of_stream = (of_stream.0 + 1, got.seq);
        tx.send(held.values().map(|(count, _)| count).sum::<u64>()).unwrap();
    });
    let streams: Vec<_> = (1..=STREAMS).map(|id| (id, Arc::new(Progress::default()))).collect();
    streams.iter().for_each(|(id, progress)| s.register_stream(1, *id, progress.clone()));
    thread::scope(|scope| {
        for part in streams.chunks(STREAMS as usize / 3) {
            let s = &s;
            scope.spawn(move || {
                for (id, progress) in part.iter().cycle().take(2000) {
                    s.post_stream(1, progress, op::LAUNCH, &[&id.to_le_bytes()]).unwrap();
                }
            });
        }
    });
    for (id, progress) in &streams {
        s.end_stream(1, *id);
        s.ask(1, *id, progress).unwrap();
    }
    s.flush();
    s.wait_until(|| s.streams.read().is_empty()).unwrap();
    assert_eq!(s.contexts.lock()[&1].count(), 0);
    end(&s, w);
    let outstanding: Vec<u64> = rx.iter().collect();
    assert_eq!((outstanding.len(), outstanding.iter().max()), (6000, Some(&1024)));
}

#[test]
fn a_stream_that_ended_is_forgotten_when_it_is_complete() {
    let (s, _, w) = start(1 << 20, None, |w, got| match got.func {
        1 => w.progress(5, got.seq, 0),
        _ => w.reply(&got, 0, 0, &[]),
    });
    let known = || s.streams.read().len();
    for busy in [false, true] {
        let p = Arc::new(Progress::default());
        s.register_stream(1, 5, p.clone());
        let seq = busy.then(|| s.post_stream(1, &p, op::LAUNCH, &[&[0; 16]]).unwrap());
        s.end_stream(1, 5);
        assert_eq!(known(), usize::from(busy));
        if let Some(seq) = seq {
            s.post(1, 1, &[]).unwrap();
            s.wait_progress(&p, seq).unwrap();
            s.call(1, 2, &[], Wait::RoundTrip).unwrap();
            assert_eq!(known(), 0);
        }
    }
    end(&s, w);
}

#[test]
fn a_refused_pull_frees_its_memory() {
    let (s, _, w) = start(1 << 20, None, |w, _| w.push(push::PULL_REFUSED, 0, &9u64.to_le_bytes()));
    let source = [0u8; 64];
    let at = source.as_ptr().addr();
    // SAFETY: `source` outlives the session.
    unsafe { s.register_pull(9, source.as_ptr(), source.len()) };
    s.post(1, op::HTOD_PINNED, &[]).unwrap();
    s.pinned_idle(at..at + source.len());
    assert_eq!(s.lost(), None);
    end(&s, w);
}

#[test]
fn progress_waits_for_its_bulk_bytes() {
    let delay: memory::Delay = Box::new(|_| Duration::from_millis(30));
    let data: Vec<u8> = (0..100_000u32).map(|i| i as u8).collect();
    let sent = data.clone();
    let (s, _, w) = start(1 << 20, Some(delay), move |w, got| {
        let h = ChunkHeader { xfer: 9.into(), offset: 0.into(), len: 100_000.into(), reserved: 0.into() };
        w.bulk.send_all(&[h.as_bytes(), &sent]).unwrap();
        w.progress(3, got.seq, 100_000);
    });
    let p = Arc::new(Progress::default());
    s.register_stream(1, 3, p.clone());
    let mut dest = vec![0u8; data.len()];
    // SAFETY: `dest` outlives the wait below.
    unsafe { s.expect(9, dest.as_mut_ptr(), dest.len()) };
    let seq = s.post_stream(1, &p, op::DTOH_PINNED, &[&[0; 8]]).unwrap();
    s.wait_progress(&p, seq).unwrap();
    assert!(dest == data);
    end(&s, w);
}

/// A copy over bulk, then smaller ones over the ordered connection and the answer's own into the same memory: the last one stays.
#[test]
fn pinned_memory_gets_its_bytes_in_order_over_both_connections() {
    const LEN: usize = 100_000;
    let delay: memory::Delay = Box::new(|_| Duration::from_millis(10));
    let mut dest = vec![0u8; LEN];
    let base = dest.as_mut_ptr().expose_provenance() as u64;
    let mut rounds = 0;
    let (s, seen, w) = start(1 << 20, Some(delay), move |w, got| {
        rounds += 1;
        let watermark = rounds * LEN as u64;
        let h = ChunkHeader {
            xfer: rounds.into(),
            offset: 0.into(),
            len: (LEN as u32).into(),
            reserved: 0.into(),
        };
        w.bulk.send_all(&[h.as_bytes(), &[1; LEN]]).unwrap();
        for (at, byte) in [(0, 2), (50, 3)] {
            let address = U64::new(base + at).to_bytes();
            w.push(push::HOST_DATA, watermark, &[&address[..], &[byte; 100]].concat());
        }
        w.reply(&got, watermark, 0, &[4; 20]);
    });
    *seen.pinned.lock().unwrap() = base..base + LEN as u64;
    for round in 1..=10 {
        let target = std::ptr::with_exposed_provenance_mut::<u8>(base as usize);
        // SAFETY: `dest` outlives the call, which covers the transfer and has its own bytes stored to the same memory.
        unsafe {
            s.expect(round, target, LEN);
            s.call_into(1, 1, &[], target, LEN, Wait::RoundTrip).unwrap();
        }
        // SAFETY: `dest` lives, and nothing writes it after the call.
        let got = unsafe { std::slice::from_raw_parts(target, LEN) };
        let want = |i| {
            if i < 20 {
                4
            } else if i < 50 {
                2
            } else if i < 150 {
                3
            } else {
                1
            }
        };
        assert!(got.iter().enumerate().all(|(i, b)| *b == want(i)), "round {round}");
    }
    end(&s, w);
    drop(dest);
}

#[test]
fn bulk_calls_stay_in_their_window() {
    let window = CREDITS.window();
    let data: Vec<u8> = (0..3 * window / 2).map(|i| (i * 7) as u8).collect();
    let expected = data.clone();
    let (s, _, w) = start(1 << 20, None, move |w, got| {
        let mut have = Vec::new();
        while have.len() < expected.len() {
            let mut h = ChunkHeader { xfer: 0.into(), offset: 0.into(), len: 0.into(), reserved: 0.into() };
            w.bulk.recv_exact(h.as_mut_bytes()).unwrap();
            assert_eq!((h.xfer.get(), h.offset.get()), (77, have.len() as u64));
            let at = have.len();
            have.resize(at + h.len.get() as usize, 0);
            w.bulk.recv_exact(&mut have[at..]).unwrap();
            if have.len() as u64 == window {
                thread::sleep(Duration::from_millis(10));
                assert!(w.bulk.try_recv(&mut [0]).is_err(), "more than the window came");
                w.push(push::BULK_CREDIT, 0, [U64::new(77), U64::new(2 * window)].as_bytes());
            }
        }
        assert!(have == expected);
        w.reply(&got, 0, 0, &[]);
    });
    // SAFETY: `data` outlives the call.
    let r = unsafe { s.call_with_bulk(1, op::HTOD_BULK, &[], 77, data.as_ptr(), data.len(), Wait::Receive) };
    assert_eq!(r.unwrap().result.0, 0);
    end(&s, w);
}

#[test]
fn pushes_reach_the_handler() {
    let (s, seen, w) = start(1 << 20, None, |w, got| {
        let e = protocol::ops::ThreadError {
            thread: got.thread.into(),
            result: 700.into(),
            seq: got.seq.into(),
            func: got.func.into(),
            reserved: 0.into(),
        };
        w.push(push::ERROR, 0, e.as_bytes());
        w.push(push::HOST_DATA, 0, &[&U64::new(0x1234).to_bytes()[..], b"abc"].concat());
        w.reply(&got, 0, 0, &[]);
    });
    s.call(1, 1, &[], Wait::RoundTrip).unwrap();
    assert_eq!(*seen.errors.lock().unwrap(), [(s.thread_number(), 700)]);
    assert_eq!(*seen.data.lock().unwrap(), [(0x1234, b"abc".to_vec())]);
    end(&s, w);
}

#[test]
fn a_dead_worker_ends_every_wait() {
    let (tx, rx) = mpsc::channel();
    let (s, seen, w) = start(1 << 20, None, move |w, got| {
        tx.send(()).unwrap();
        if got.func == 4 {
            w.ordered.shutdown();
        }
    });
    thread::scope(|scope| {
        let waiting: Vec<_> =
            (0..3).map(|_| scope.spawn(|| s.call(1, 3, &[], Wait::RoundTrip).unwrap_err())).collect();
        for _ in 0..3 {
            rx.recv().unwrap();
        }
        s.post(1, 4, &[]).unwrap();
        for t in waiting {
            assert_eq!(t.join().unwrap(), LOST);
        }
    });
    w.join().unwrap();
    assert_eq!(s.post(1, 1, &[]).unwrap_err(), LOST);
    assert_eq!(seen.closed.load(Ordering::SeqCst), 1);
}

#[test]
fn nonsense_from_the_worker_ends_the_session() {
    for bad in [&[0xffu8; 64][..], &[1, 0, 0, 0, 9, 0, 0, 0, 1][..], &[0; 32][..]] {
        let (s, seen, w) = start(1 << 20, None, move |w, _| {
            // The client may hang up in the middle.
            let _ = w.ordered.send_all(&[bad, &[0; 64]]);
        });
        assert_eq!(s.call(1, 1, &[], Wait::RoundTrip).unwrap_err(), LOST);
        assert_eq!(seen.closed.load(Ordering::SeqCst), 1);
        end(&s, w);
    }
}

/// The worker pushes before it takes more frames, the client posts without ever waiting: neither waits for the other.
#[test]
fn both_directions_may_be_full() {
    const PUSHES: usize = 64;
    let piece = vec![0; 64 * 1024];
    let (tx, rx) = mpsc::channel();
    let (s, seen, w) = start(1 << 30, None, move |w, got| {
        if got.seq == 1 {
            for at in 0..PUSHES as u64 {
                w.push(push::HOST_DATA, 0, &[&at.to_le_bytes()[..], &[1; 64 * 1024]].concat());
            }
        }
        tx.send(got.seq).unwrap();
    });
    for _ in 0..PUSHES {
        s.post(1, 1, &[&piece]).unwrap();
    }
    assert_eq!(rx.iter().find(|seq| *seq == PUSHES as u64), Some(PUSHES as u64));
    while seen.data.lock().unwrap().len() < PUSHES {
        thread::sleep(Duration::from_millis(1));
    }
    end(&s, w);
}

/// A worker that is stopped takes nothing: the end of the process does not wait for it, threads that post learn of the end.
#[test]
fn closing_does_not_wait_for_a_worker_that_takes_nothing() {
    for window in [1 << 30, 4096] {
        let (go, stopped) = mpsc::channel::<()>();
        let (s, _, w) = start(window, None, move |_, _| {
            let _ = stopped.recv();
        });
        let posting = {
            let s = s.clone();
            thread::spawn(move || while s.post(1, 1, &[&[0; 1024]]).is_ok() {})
        };
        let mut before = 0;
        while {
            let now = s.tx.lock().last();
            std::mem::replace(&mut before, now) != now || now == 0
        } {
            thread::sleep(Duration::from_millis(50));
        }
        s.close();
        posting.join().unwrap();
        drop(go);
        w.join().unwrap();
    }
}

/// Threads come and go: neither their places nor their errors stay.
#[test]
fn threads_that_ended_leave_nothing() {
    let (s, seen, w) = start(1 << 20, None, |w, got| {
        let thread = if got.func == 1 { 1 } else { got.thread };
        let e = protocol::ops::ThreadError {
            thread: thread.into(),
            result: 1.into(),
            seq: got.seq.into(),
            func: got.func.into(),
            reserved: 0.into(),
        };
        w.push(push::ERROR, 0, e.as_bytes());
        w.reply(&got, 0, 0, &[]);
    });
    let numbers = thread::scope(|scope| {
        let call = || {
            s.call(1, 2, &[], Wait::RoundTrip).unwrap();
            s.thread_number()
        };
        [1, 2].map(|_| scope.spawn(call).join().unwrap())
    });
    assert_eq!(numbers, [1, 2]);
    s.call(1, 1, &[], Wait::RoundTrip).unwrap();
    assert_eq!(*seen.errors.lock().unwrap(), [(1, 1), (2, 1)], "thread 1 has ended before its second error");
    assert_eq!(s.thread_number(), 3);
    end(&s, w);
}
