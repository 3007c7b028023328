//! Patience, and sessions whose in-memory connections are cut.

use std::sync::Mutex as StdMutex;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use cuda_abi::CUresult;
use protocol::DecodeError;
use protocol::control::{DataHello, DataWelcome};
use protocol::frame::{Kind as Frame, PAYLOAD_MAX, ReplyHead};
use protocol::recv::{FrameReader, Sequence};
use protocol::send::{Head, SendQueue};
use transport::memory::{MemoryWire, pair};
use transport::wire::{recv_message, send_message};

use super::*;
use crate::session::{Handler, Options, Wait};

const GRACE: Duration = Duration::from_secs(3600);

#[test]
fn patience_depends_on_what_fails() {
    let silent = || Failed::Unreachable(io::ErrorKind::TimedOut.into());
    let mut patience = Patience::new(GRACE);
    assert!(patience.exhausted(&silent()).is_none() && patience.exhausted(&Failed::Refused).is_none());
    patience.refused = Some(Instant::now() - REFUSED_LIMIT);
    assert!(patience.exhausted(&Failed::Refused).is_some_and(|why| why.contains("refuses")));
    // An answer of any other kind begins the time anew.
    assert!(patience.exhausted(&silent()).is_none() && patience.exhausted(&Failed::Refused).is_none());
    assert!(patience.exhausted(&Failed::Unknown).is_some());
    patience.begin = Instant::now() - GRACE;
    assert!(patience.exhausted(&silent()).is_some_and(|why| why.contains("cannot be reached")));
    // A server that keeps nothing need not be waited for.
    assert!(Patience::new(Duration::ZERO).exhausted(&Failed::Refused).is_some());
}

const KEY: Key = [6; 32];

/// Connections to the far end, which can be cut.
struct Links {
    arrivals: StdMutex<Sender<Arc<MemoryWire>>>,
    present: StdMutex<Arc<MemoryWire>>,
}

fn link() -> (Arc<MemoryWire>, Arc<MemoryWire>) {
    let (a, b) = pair(1 << 16, None, None);
    (Arc::new(a), Arc::new(b))
}

impl Reconnect for Links {
    fn key(&self) -> &Key {
        &KEY
    }

    fn connect(&self, _bulk: bool, _limit: Duration) -> Result<Arc<dyn Wire>, AgainError> {
        let (near, far) = link();
        *self.present.lock().unwrap() = near.clone();
        self.arrivals.lock().unwrap().send(far).map_err(|_| AgainError::Refused)?;
        Ok(near)
    }
}

/// What a session that is closed says.
#[derive(Default)]
struct Heard {
    survived: StdMutex<Vec<Survived>>,
    reason: StdMutex<String>,
}

impl Handler for Heard {
    fn error(&self, _thread: u32, _ctx: u32, _result: CUresult, _seq: u64, _func: u16) {}
    fn host_fn(&self, _id: u64) {}
    fn printf(&self, _text: &[u8]) {}
    fn said(&self, _text: &[u8]) {}
    fn host_pages(&self, _records: &[u8]) {}
    fn host_data(&self, _addr: u64, _bytes: &[u8]) {}
    fn closed(&self, _result: CUresult, reason: &str) {
        *self.reason.lock().unwrap() = reason.into();
    }
    fn survived(&self, what: &Survived) {
        self.survived.lock().unwrap().push(*what);
    }
}

/// A worker that answers every call with what it says, over one connection after the other.
struct Far {
    sequence: Sequence,
    queue: SendQueue,
    reader: FrameReader,
    /// Whether it sends again what the client lacks.
    resends: bool,
}

impl Far {
    fn greet(&mut self, wire: &MemoryWire) -> io::Result<bool> {
        let challenge = Challenge::new(random()?);
        wire.send_all(&[challenge.as_bytes()])?;
        let mut claim: Claim = zerocopy::FromZeros::new_zeroed();
        wire.recv_exact(claim.as_mut_bytes())?;
        let handshake = Handshake { key: &KEY, kind: Kind::Resume, challenge: &challenge };
        assert!(handshake.accepts_claim(&claim));
        let position = Position::begin(&mut self.reader, &self.sequence, &self.queue);
        let batches = claim.position.answer(&mut self.queue, &self.sequence).unwrap();
        wire.send_all(&[handshake.answer(&claim, position).as_bytes()])?;
        for batch in batches.iter().filter(|_| self.resends) {
            wire.send_all(&[batch.bytes()])?;
        }
        Ok(true)
    }

    /// Answers until the connection ends; true after a goodbye.
    fn answer(&mut self, wire: &MemoryWire) -> Result<bool, DecodeError> {
        loop {
            while let Some(frame) = self.reader.next()? {
                let h = frame.header;
                self.queue.acknowledge(h.ack.get())?;
                if frame.kind == Frame::Ack || !self.sequence.take(h.seq.get())? {
                    continue;
                }
                self.queue.note_received(self.sequence.last());
                if frame.kind == Frame::Goodbye {
                    return Ok(true);
                }
                if frame.kind == Frame::Call {
                    let head =
                        ReplyHead { call: h.seq, watermark: 0.into(), result: 0.into(), reserved: 0.into() };
                    let reply = Head {
                        kind: Frame::Reply,
                        func: h.func.get(),
                        thread: h.thread.get(),
                        ctx: h.ctx.get(),
                    };
                    self.queue.append(reply, &[head.as_bytes(), frame.payload]);
                } else {
                    self.queue.append_ack();
                }
            }
            if let Some(batch) = self.queue.take_batch() {
                // What cannot be sent is retained.
                let _ = wire.send_all(&[&batch.bytes]);
            }
            match wire.recv(self.reader.space()) {
                Ok(n @ 1..) => self.reader.filled(n),
                _ => return Ok(false),
            }
        }
    }
}

/// Serves until the goodbye, or until no connection comes any more; how many frames were taken.
fn serve(first: Arc<MemoryWire>, arrivals: &Receiver<Arc<MemoryWire>>, resends: bool) -> u64 {
    let _: DataHello = recv_message(&*first, Duration::from_secs(5)).unwrap();
    let ready = DataWelcome::Ready {
        arena: None,
        stream_credits: 128,
        context_credits: 1024,
        window: 1 << 20,
        grace_ms: 60_000,
    };
    send_message(&*first, &ready).unwrap();
    let mut far = Far {
        sequence: Sequence::default(),
        queue: SendQueue::new(1 << 30),
        reader: FrameReader::new(PAYLOAD_MAX),
        resends,
    };
    let mut wire = first;
    let mut greeted = true;
    loop {
        if greeted && far.answer(&wire).unwrap() {
            return far.sequence.last();
        }
        let Ok(next) = arrivals.recv() else { return far.sequence.last() };
        wire = next;
        greeted = far.greet(&wire).unwrap_or(false);
    }
}

/// Threads that call and post while the connection is cut again and again: frames taken, and what the session said.
fn run(resends: bool, cuts: usize) -> (Result<(), CUresult>, u64, Arc<Heard>) {
    const THREADS: u32 = 4;
    let (near, far) = link();
    let (bulk, _peer) = link();
    let (tx, rx) = mpsc::channel();
    let links = Arc::new(Links { arrivals: StdMutex::new(tx), present: StdMutex::new(near.clone()) });
    let worker = thread::spawn(move || serve(far, &rx, resends));
    let heard = Arc::new(Heard::default());
    let options = Options { arena_bytes: 0, again: Some(links.clone()), ..Options::default() };
    let s = Session::start(Box::new(Shared(near)), Box::new(Shared(bulk)), heard.clone(), options).unwrap();
    let survived = || heard.survived.lock().unwrap().len();
    let result = thread::scope(|scope| {
        let call = |t: u32| -> Result<(), CUresult> {
            let mut round = 0u32;
            while survived() < cuts {
                round += 1;
                let bytes = [t.to_le_bytes(), round.to_le_bytes()].concat();
                for _ in 0..round % 40 {
                    s.post(1, 2, &[&bytes])?;
                }
                let reply = s.call(1, 3, &[&bytes], Wait::RoundTrip)?;
                assert_eq!(reply.payload, bytes);
            }
            Ok(())
        };
        let threads: Vec<_> = (0..THREADS).map(|t| scope.spawn(move || call(t))).collect();
        let mut pause = 0;
        while survived() < cuts && s.lost().is_none() {
            pause = (pause + 37) % 400;
            thread::sleep(Duration::from_micros(pause));
            links.present.lock().unwrap().cut();
        }
        // What was lost shows only when something later comes: every thread may be waiting for an answer that was.
        let _ = s.call(1, 3, &[b"last"], Wait::RoundTrip);
        threads.into_iter().try_for_each(|t| t.join().unwrap())
    });
    s.close();
    drop(links);
    drop(s);
    (result, worker.join().unwrap(), heard)
}

/// A wire that the test cuts as well.
struct Shared(Arc<MemoryWire>);

impl Wire for Shared {
    fn recv(&self, buf: &mut [u8]) -> io::Result<usize> {
        self.0.recv(buf)
    }
    fn try_recv(&self, buf: &mut [u8]) -> io::Result<usize> {
        self.0.try_recv(buf)
    }
    fn wait_readable(&self, timeout: Option<Duration>) -> io::Result<bool> {
        self.0.wait_readable(timeout)
    }
    fn wait_readable_or_wake(&self, timeout: Option<Duration>) -> io::Result<bool> {
        self.0.wait_readable_or_wake(timeout)
    }
    fn wake(&self) {
        self.0.wake();
    }
    fn send_all(&self, parts: &[&[u8]]) -> io::Result<()> {
        self.0.send_all(parts)
    }
    fn try_send(&self, bytes: &[u8]) -> io::Result<usize> {
        self.0.try_send(bytes)
    }
    fn wait_writable(&self, or_readable: bool, timeout: Duration) -> io::Result<()> {
        self.0.wait_writable(or_readable, timeout)
    }
    fn shutdown(&self) {
        self.0.shutdown();
    }
}

#[test]
fn calls_and_posts_survive_cuts() {
    let (result, _, heard) = run(true, 200);
    assert_eq!(result, Ok(()), "{}", heard.reason.lock().unwrap());
    let survived = heard.survived.lock().unwrap();
    let sum = |what: fn(&Survived) -> u64| survived.iter().map(what).sum::<u64>();
    let (resent, unacknowledged) = (sum(|s| s.resent), sum(|s| s.unacknowledged));
    println!("{} breaks, {resent} frames sent again, {unacknowledged} not acknowledged", survived.len());
    // Whole batches are lost here, so none comes twice: tests/tests/survive.rs has those.
    assert!(resent > 0 && unacknowledged > 0);
}

#[test]
fn without_sending_again_the_session_fails() {
    let (result, _, heard) = run(false, 1000);
    assert_eq!(result, Err(LOST), "nothing was ever lost");
    let reason = heard.reason.lock().unwrap();
    assert!(reason.contains("not the protocol"), "{reason}");
}
