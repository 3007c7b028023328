//! Connections that broke are made anew; whoever waits goes on without noticing.
//!
//! Whoever reads or writes a broken connection says so ([`Session::broke`]) and lets go of it. The I/O thread connects, both sides say what they
//! have ([`protocol::resume`]), and it sends again what the worker lacks. Meanwhile frames are appended as long as the window has room.

use std::fmt;
use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use protocol::preamble::Kind;
use protocol::resume::{Answer, Challenge, Claim, Handshake, Key, Position};
use transport::control::AgainError;
use transport::process::random;
use transport::{Line, Wire};
use zerocopy::{FromBytes, IntoBytes};

use super::{LOST, Session};

/// How long one attempt may take to connect, and again for each answer.
const ATTEMPT: Duration = Duration::from_secs(3);
const REFUSED: &str = "its machine refuses connections; is bfpoold still running there?";
const UNKNOWN: &str = "the server does not know the session any more";
/// A server whose machine refuses connections for so long is dead.
const REFUSED_LIMIT: Duration = Duration::from_secs(8);
/// Between the first attempts; the pause doubles.
const PAUSE: Duration = Duration::from_millis(2);
/// Between attempts at most.
const PAUSE_MAX: Duration = Duration::from_millis(300);

/// How a session comes by connections in the place of broken ones.
pub trait Reconnect: Send + Sync {
    /// The session's key.
    fn key(&self) -> &Key;
    /// Called now and then; must not wait.
    fn tend(&self) {}
    /// Connects; the preamble has been sent. `bulk`: for the bulk connection.
    ///
    /// # Errors
    /// [`AgainError`]; another attempt may succeed.
    fn connect(&self, bulk: bool, limit: Duration) -> Result<Arc<dyn Wire>, AgainError>;
}

/// A break that a session has survived.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Survived {
    /// Frames of ours that were sent again.
    pub resent: u64,
    /// Frames of ours that were not acknowledged.
    pub unacknowledged: u64,
    /// Frames of the worker's that we had not acknowledged.
    pub unacknowledged_there: u64,
    /// Frames that came twice and were dropped, on both sides, since the break before.
    pub dropped: u64,
}

/// Why an attempt failed.
#[derive(Debug)]
enum Failed {
    /// There may be a connection later.
    Unreachable(io::Error),
    /// Nobody listens.
    Refused,
    /// The server does not know the session.
    Unknown,
    /// Somebody says that in clear, where all else is encrypted: if it is not the server, a later attempt finds that.
    SaysUnknown,
    /// What the worker says makes no sense.
    Protocol(protocol::DecodeError),
}

impl From<io::Error> for Failed {
    fn from(e: io::Error) -> Self {
        Failed::Unreachable(e)
    }
}

impl From<AgainError> for Failed {
    fn from(e: AgainError) -> Self {
        match e {
            AgainError::Refused => Failed::Refused,
            AgainError::Unreachable(e) => Failed::Unreachable(e),
            AgainError::SaysUnknown => Failed::SaysUnknown,
        }
    }
}

impl From<protocol::DecodeError> for Failed {
    fn from(e: protocol::DecodeError) -> Self {
        Failed::Protocol(e)
    }
}

/// How long attempts go on.
struct Patience {
    begin: Instant,
    grace: Duration,
    refused: Option<Instant>,
    pause: Duration,
}

impl Patience {
    fn new(grace: Duration) -> Self {
        Patience { begin: Instant::now(), grace, refused: None, pause: PAUSE }
    }

    /// After a failed attempt: the reason to give up, if there is one.
    fn exhausted(&mut self, failed: &Failed) -> Option<String> {
        match failed {
            Failed::Unknown => Some(UNKNOWN.into()),
            Failed::Protocol(e) => Some(format!("the worker sent something that is not the protocol: {e}")),
            Failed::Refused | Failed::SaysUnknown => {
                let since = *self.refused.get_or_insert_with(Instant::now);
                let why = if matches!(failed, Failed::Refused) { REFUSED } else { UNKNOWN };
                (since.elapsed() >= REFUSED_LIMIT.min(self.grace)).then(|| why.into())
            }
            Failed::Unreachable(e) => {
                self.refused = None;
                (self.begin.elapsed() >= self.grace).then(|| format!("the server cannot be reached ({e})"))
            }
        }
    }

    fn pause(&mut self) {
        std::thread::sleep(self.pause);
        self.pause = (self.pause * 2).min(PAUSE_MAX);
    }
}

impl Session {
    /// Using the ordered connection has failed. Without a way to another one the session is over.
    pub(super) fn broke(&self, wire: &Arc<dyn Wire>, how: &dyn fmt::Display) {
        if self.line_broke(&self.ordered, wire, how) {
            self.io.rouse(&self.ordered);
        }
    }

    /// Likewise for the bulk connection, which a thread of its own replaces: it may have to wait for frames.
    pub(super) fn bulk_broke(&self, wire: &Arc<dyn Wire>, e: &io::Error) {
        let how = format_args!("the bulk connection to the worker failed: {e}");
        if self.line_broke(&self.bulk.line, wire, &how)
            && let Some(me) = self.me.upgrade()
        {
            let body = move || me.persist(|again| me.resume_bulk(again));
            if let Err(e) = super::start::spawn("bifrost-again", body) {
                self.fail(LOST, &format!("a thread could not be started: {e}"));
            }
        }
    }

    /// Whether a connection that is to be replaced has broken, and nobody knew.
    fn line_broke(&self, line: &Line, wire: &Arc<dyn Wire>, how: &dyn fmt::Display) -> bool {
        if self.again.is_none() {
            self.fail(LOST, &how.to_string());
            return false;
        }
        let news = line.broke(wire);
        if news {
            *self.broken.lock() = how.to_string();
        }
        news
    }

    /// The I/O thread's: makes a broken ordered connection anew, or ends the session.
    pub(super) fn repair(&self) {
        if !self.ordered.is_up() {
            self.persist(|again| self.resume(again));
        }
    }

    /// The I/O thread's, now and then: finds out about machines that are gone.
    pub(super) fn tend(&self) {
        self.ordered.cut_if_silent();
        self.bulk.line.cut_if_silent();
        if let Some(again) = &self.again {
            again.tend();
        }
    }

    /// Tries until it succeeds or the session is over.
    fn persist(&self, attempt: impl Fn(&dyn Reconnect) -> Result<(), Failed>) {
        let Some(again) = &self.again else { return };
        let mut patience = Patience::new(self.grace);
        while self.lost().is_none() {
            let Err(failed) = attempt(&**again) else { return };
            if let Some(why) = patience.exhausted(&failed) {
                let how = self.broken.lock().clone();
                return self.fail(LOST, &format!("{how}, and could not be connected again: {why}"));
            }
            patience.pause();
        }
    }

    fn resume(&self, again: &dyn Reconnect) -> Result<(), Failed> {
        let wire = again.connect(false, ATTEMPT)?;
        let answer = introduce(&*wire, Kind::Resume, again.key(), || {
            // Whoever read the broken connection has let go, and nobody reads it any more.
            let mut rx = self.rx.lock();
            let rx = &mut *rx;
            Position::begin(&mut rx.frames, &rx.sequence, &self.tx.lock())
        })?;
        let sequence = {
            let mut rx = self.rx.lock();
            rx.wire = wire.clone();
            rx.unacknowledged = 0;
            rx.sequence
        };
        self.speak_of_bulk();
        let mut writing = self.write.lock();
        let (batches, unacknowledged) = {
            let mut queue = self.tx.lock();
            let unacknowledged = queue.unacknowledged();
            (answer.position.answer(&mut queue, &sequence)?, unacknowledged)
        };
        *writing = wire.clone();
        self.ordered.restore(wire);
        let dropped = sequence.dropped() + answer.position.dropped.get();
        let resent = batches.iter().map(|b| b.numbers().count() as u64).sum();
        self.handler.survived(&Survived {
            resent,
            unacknowledged,
            unacknowledged_there: answer.position.unacknowledged.get(),
            dropped: dropped.saturating_sub(self.dropped.swap(dropped, Ordering::Relaxed)),
        });
        self.write_again(&writing, &batches);
        drop(writing);
        self.waiters.wake_all();
        Ok(())
    }
}

impl Session {
    fn resume_bulk(&self, again: &dyn Reconnect) -> Result<(), Failed> {
        let wire = again.connect(true, ATTEMPT)?;
        let position = || Position { received: self.bulk_position().into(), ..Position::default() };
        let answer = introduce(&*wire, Kind::ResumeBulk, again.key(), position)?;
        self.bulk_restored(wire, answer.position.received.get())?;
        // Some waits are for bulk bytes.
        self.waiters.wake_all();
        Ok(())
    }
}

/// Proves the session's key and says our position; the worker's answer, proved likewise.
fn introduce(
    wire: &dyn Wire,
    kind: Kind,
    key: &Key,
    position: impl FnOnce() -> Position,
) -> Result<Answer, Failed> {
    let challenge: Challenge = read(wire)?;
    if !challenge.session_exists()? {
        return Err(Failed::Unknown);
    }
    let handshake = Handshake { key, kind, challenge: &challenge };
    let claim: Claim = handshake.claim(random()?, position());
    wire.send_all(&[claim.as_bytes()])?;
    let answer: Answer = read(wire)?;
    if !handshake.accepts_answer(&claim, &answer) {
        return Err(Failed::Unreachable(io::Error::other("whoever answers does not know the session's key")));
    }
    Ok(answer)
}

fn read<T: FromBytes + IntoBytes>(wire: &dyn Wire) -> io::Result<T> {
    let mut message = T::new_zeroed();
    wire.recv_exact_timeout(message.as_mut_bytes(), ATTEMPT)?;
    Ok(message)
}

#[cfg(test)]
mod tests;
