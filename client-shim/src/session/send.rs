//! Writes what was appended to the ordered connection.
//!
//! The worker's executor writes answers and pushes itself, so it may be unable to take frames until somebody reads what it has sent. Whoever waits
//! for room to write therefore reads meanwhile, unless another thread does.

use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use protocol::send::Again;
use transport::Wire;

use super::Session;

/// How long a writer waits for room before it looks whether the thread that reads is still there.
const LOOK: Duration = Duration::from_millis(1);
/// How long a writer waits that reads itself.
const WAIT: Duration = Duration::from_millis(100);
/// A session that ends waits this long for a worker that takes nothing.
pub(super) const STALL: Duration = Duration::from_secs(1);

impl Session {
    /// Writes all pending frames. Returns without waiting for the peer, except for socket space.
    pub fn flush(&self) {
        let wire = self.write.lock();
        self.write_pending(&wire, None);
    }

    /// Like [`Session::flush`] at the end of the process: gives up on a worker that takes nothing.
    pub(super) fn flush_last(&self) {
        let mut before = self.written.load(Ordering::Relaxed);
        let writing = loop {
            if let Some(writing) = self.write.try_lock_for(STALL) {
                break writing;
            }
            let now = self.written.load(Ordering::Relaxed);
            if std::mem::replace(&mut before, now) == now || self.lost().is_some() {
                return;
            }
        };
        self.write_pending(&writing, Some(STALL));
        drop(writing);
    }

    fn write_pending(&self, wire: &Arc<dyn Wire>, stall: Option<Duration>) {
        // What is appended meanwhile goes out when the connection has been replaced.
        while self.ordered.is_up() {
            let Some(batch) = self.tx.lock().take_batch() else { return };
            if !self.write_frames(wire, &batch.bytes, stall) {
                return;
            }
        }
    }

    /// On a connection that replaces a broken one: first what was lost, then the rest.
    pub(super) fn write_again(&self, wire: &Arc<dyn Wire>, again: &[Again]) {
        if again.iter().all(|part| self.write_frames(wire, part.bytes(), None)) {
            self.write_pending(wire, None);
        }
    }

    fn write_frames(&self, wire: &Arc<dyn Wire>, bytes: &[u8], stall: Option<Duration>) -> bool {
        self.handler.traffic(bytes.len() as u64, 0);
        let written = self.write_all(&**wire, bytes, stall);
        if let Err(e) = &written {
            self.broke(wire, &format_args!("sending to the worker failed: {e}"));
        }
        written.is_ok()
    }

    fn write_all(&self, wire: &dyn Wire, mut rest: &[u8], stall: Option<Duration>) -> io::Result<()> {
        let mut moved = Instant::now();
        while !rest.is_empty() {
            match wire.try_send(rest) {
                Ok(n) => {
                    rest = &rest[n..];
                    self.written.fetch_add(n as u64, Ordering::Relaxed);
                    moved = Instant::now();
                }
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => {
                    if !self.ordered.is_up() || stall.is_some_and(|limit| moved.elapsed() > limit) {
                        return Err(io::ErrorKind::TimedOut.into());
                    }
                    self.wait_for_space(wire)?;
                }
                Err(e) => return Err(e),
            }
        }
        Ok(())
    }

    /// Waits until more can be written, and reads what arrives meanwhile.
    fn wait_for_space(&self, wire: &dyn Wire) -> io::Result<()> {
        let Some(mut rx) = self.rx.try_lock() else { return wire.wait_writable(false, LOOK) };
        wire.wait_writable(true, WAIT)?;
        self.read_available(&mut rx);
        drop(rx);
        self.waiters.promote_one();
        Ok(())
    }
}
