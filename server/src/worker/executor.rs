//! Takes frames in order and executes them, without ever waiting for the device.

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use cuda_abi::CUresult;
use protocol::DecodeError;
use protocol::bulk::Received;
use protocol::frame::{Kind, PAYLOAD_MAX};
use protocol::recv::{FrameReader, Sequence};
use transport::Wire;
use zerocopy::FromBytes;

use super::caller::{Answer, Caller, Handled, Wait};
use super::completer::Completer;
use super::ops;
use super::session::Session;
use super::trace::Fate;

/// How long to wait for the device in place before a helper takes over.
const DEVICE_SPIN: Duration = Duration::from_micros(30);
/// How long to look for more input before acknowledging and going to sleep. With nothing to acknowledge the receiving call sleeps at once: looking
/// again and again would only slow the arrival down.
const INPUT_SPIN: Duration = Duration::from_micros(10);
/// Frames, and bytes, after which an acknowledgement is due even under full load.
const ACK_FRAMES: u64 = 64;
const ACK_BYTES: usize = 32 * 1024;
/// The front is told what was done before the executor sleeps, and under full load after each 2^20 bytes.
const TELL_SHIFT: u32 = 20;
/// Frames after which the completer learns of new points even under full load.
const KICK_FRAMES: u64 = 16;

/// Why a session ended.
#[derive(Debug)]
pub enum End {
    /// The client said goodbye.
    Goodbye,
    /// The ordered connection ended, and no other came in its place.
    Lost,
    /// The client broke the protocol.
    Protocol(DecodeError),
}

/// Runs the session until it ends.
pub(super) fn run(session: &Arc<Session>) -> End {
    session.lib.relax();
    Completer::kick_later();
    let mut e = Executor {
        session,
        wire: session.links.ordered.line.wire(),
        reader: FrameReader::new(PAYLOAD_MAX),
        sequence: Sequence::default(),
        unacked: 0,
        acked: 0,
        bytes: 0,
    };
    let ended = e.run();
    e.session.tell_work(e.bytes, &e.sequence);
    match ended {
        Ok(end) => end,
        Err(error) => {
            session.close(&error.to_string());
            End::Protocol(error)
        }
    }
}

/// What an Ack says of the bulk connection.
fn bulk_told(session: &Session, payload: &[u8]) -> Result<(), DecodeError> {
    if payload.is_empty() {
        return Ok(());
    }
    let truncated = |_| DecodeError::Truncated(payload.len(), size_of::<Received>());
    let (told, _) = Received::read_from_prefix(payload).map_err(truncated)?;
    session.outbound.acknowledge(told.bytes.get())?;
    session.inbounds.want(session, told.wanted.get());
    Ok(())
}

struct Executor<'a> {
    session: &'a Arc<Session>,
    /// What is read.
    wire: Arc<dyn Wire>,
    reader: FrameReader,
    sequence: Sequence,
    /// Bytes taken since the last acknowledgement.
    unacked: usize,
    /// What the client last acknowledged.
    acked: u64,
    /// Bytes received.
    bytes: u64,
}

impl Executor<'_> {
    fn run(&mut self) -> Result<End, DecodeError> {
        loop {
            while let Some(frame) = self.reader.next()? {
                if frame.header.ack.get() != self.acked {
                    self.acked = frame.header.ack.get();
                    self.session.out.acknowledged(self.acked)?;
                }
                if frame.kind == Kind::Ack {
                    bulk_told(self.session, frame.payload)?;
                    continue;
                }
                if matches!(frame.kind, Kind::Reply | Kind::Push) {
                    return Err(DecodeError::BadFrameKind(frame.kind as u8));
                }
                if !self.sequence.take(frame.header.seq.get())? {
                    continue;
                }
                self.session.out.note_received(self.sequence.last());
                if frame.kind == Kind::Goodbye {
                    return Ok(End::Goodbye);
                }
                self.unacked += frame.payload.len();
                let caller = Caller::new(frame.kind, &frame.header);
                let mut env = ops::Env::new(self.session, caller);
                let handled = ops::execute(&mut env, frame.payload);
                let stream = env.traced_stream();
                self.settle(caller, stream, handled);
                self.ack_if_due();
                if self.sequence.last().is_multiple_of(KICK_FRAMES) {
                    self.session.completer.kick();
                }
            }
            if !self.fill() && !self.resume()? {
                return Ok(End::Lost);
            }
        }
    }

    fn settle(&mut self, caller: Caller, stream: Option<u32>, handled: Handled) {
        let session = self.session;
        let (result, body) = match handled {
            Ok(Answer::Empty) => (CUresult::SUCCESS, Vec::new()),
            Ok(Answer::Bytes(b)) => (CUresult::SUCCESS, b),
            Err(e) => (e, Vec::new()),
            Ok(later) => {
                session.trace.frame(&caller, stream, Fate::Started);
                return self.later(later);
            }
        };
        session.trace.frame(&caller, stream, Fate::Done(result.0));
        session.finish(&caller, result, &[&body]);
    }

    fn later(&mut self, answer: Answer) {
        match answer {
            Answer::Wait(wait) => self.wait(wait),
            Answer::WhenIdle(ctx, job) => match self.session.idle(&ctx) {
                Ok(true) => job(self.session),
                // A failed context's calls return quickly or hang; neither is the executor's concern.
                _ => self.session.pool.spawn(self.session, job),
            },
            Answer::Later | Answer::Empty | Answer::Bytes(_) => {}
        }
    }

    /// Waits a moment in place, as long as nothing else is to be done, then hands over.
    fn wait(&mut self, wait: Wait) {
        let start = Instant::now();
        loop {
            for _ in 0..4 {
                let result = self.session.look(&wait);
                if result != CUresult::NOT_READY {
                    return self.session.end_wait(wait, result);
                }
            }
            let input = self.reader.ready() || self.wire.wait_readable(Some(Duration::ZERO)).unwrap_or(true);
            if input || start.elapsed() > DEVICE_SPIN {
                return self.session.wait_on_helper(wait);
            }
        }
    }

    fn ack_if_due(&mut self) {
        if self.session.out.untold() >= ACK_FRAMES || self.unacked >= ACK_BYTES {
            self.session.out.ack();
        }
        if self.session.out.untold() == 0 {
            self.unacked = 0;
        }
    }

    /// The connection has ended: goes on with the next one; false if there is none.
    fn resume(&mut self) -> Result<bool, DecodeError> {
        let links = &self.session.links;
        links.ordered.line.broke(&self.wire);
        while let Some(arrival) = links.next_ordered() {
            if let Some(wire) = self.session.out.resume(arrival, &mut self.reader, &self.sequence)? {
                self.session.speak_of_bulk();
                self.wire = wire;
                self.unacked = 0;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Receives more; false when the connection has ended.
    fn fill(&mut self) -> bool {
        let start = Instant::now();
        loop {
            match self.wire.try_recv(self.reader.space()) {
                Ok(0) => return false,
                Ok(n) => {
                    self.filled(n);
                    return true;
                }
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => {}
                Err(_) => return false,
            }
            self.session.completer.stand_in(self.session);
            if self.session.out.untold() == 0 || start.elapsed() > INPUT_SPIN {
                break;
            }
        }
        self.session.completer.kick();
        self.session.out.ack();
        self.unacked = 0;
        self.session.tell_work(self.bytes, &self.sequence);
        match self.wire.recv(self.reader.space()) {
            Ok(0) | Err(_) => false,
            Ok(n) => {
                self.filled(n);
                true
            }
        }
    }

    fn filled(&mut self, n: usize) {
        self.reader.filled(n);
        self.bytes += n as u64;
        if self.bytes >> TELL_SHIFT != (self.bytes - n as u64) >> TELL_SHIFT {
            self.session.tell_work(self.bytes, &self.sequence);
        }
    }
}
