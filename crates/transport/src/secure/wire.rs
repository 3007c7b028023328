//! An encrypted data connection as a [`Wire`].

use std::fmt;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use parking_lot::Mutex;

use super::error::SecureError;
use super::handshake::{Agreed, Updates};
use super::record::{Opener, PAYLOAD, Sealer};
use crate::Wire;
use crate::socket::SocketWire;

/// Payload that is encrypted before it is sent: enough for few system calls, and little enough to stay in a cache.
const AT_ONCE: usize = 16 * PAYLOAD;
/// Bytes that are received at once, for the same reasons.
const RECEIVED: usize = 256 * 1024;

/// A connection whose bytes are encrypted in the threads that send and receive.
///
/// Who retries [`Wire::try_send`] does so with the same bytes, as their records may have been sent in part.
pub struct SecureWire {
    socket: SocketWire,
    tx: Mutex<Sealer>,
    rx: Mutex<Opener>,
    updates: Mutex<Box<dyn Updates>>,
    /// Bytes were received that [`Wire::try_recv`] would give.
    ready: AtomicBool,
    /// A thread waits that takes wake-ups.
    resting: AtomicBool,
}

impl fmt::Debug for SecureWire {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SecureWire({:?})", self.socket)
    }
}

impl SecureWire {
    pub(super) fn new(socket: SocketWire, agreed: Agreed) -> SecureWire {
        let rx = Opener::new(agreed.opening, &agreed.said, &agreed.rest);
        SecureWire {
            socket,
            tx: Mutex::new(Sealer::new(agreed.sealing)),
            ready: AtomicBool::new(rx.is_ready()),
            rx: Mutex::new(rx),
            updates: Mutex::new(agreed.updates),
            resting: AtomicBool::new(false),
        }
    }

    /// The socket below.
    pub fn socket(&self) -> &SocketWire {
        &self.socket
    }

    fn take(
        &self,
        buf: &mut [u8],
        receive: impl Fn(&SocketWire, &mut [u8]) -> io::Result<usize>,
    ) -> io::Result<usize> {
        let mut rx = self.rx.lock();
        loop {
            let taken = rx.take(buf, || self.updates.lock().receiving())?;
            if taken > 0 || buf.is_empty() {
                self.left_behind(rx.is_ready());
                return Ok(taken);
            }
            // No more than what is asked for: what was left here would wake nobody who waits for the socket.
            let received = receive(&self.socket, rx.space(buf.len().min(RECEIVED)))?;
            if received == 0 {
                return Ok(0);
            }
            rx.filled(received);
        }
    }

    /// Whether bytes that were received wait to be taken.
    fn left_behind(&self, ready: bool) {
        self.ready.store(ready, Ordering::SeqCst);
        if ready && self.resting.load(Ordering::SeqCst) {
            self.socket.wake();
        }
    }

    fn is_ready(&self) -> bool {
        self.ready.load(Ordering::SeqCst)
    }

    /// Encrypts the next record; before it the news of another key, when that is due.
    fn seal(&self, tx: &mut Sealer, parts: &[&[u8]]) -> Result<(), SecureError> {
        if tx.is_old() {
            let next = self.updates.lock().sending()?;
            tx.update(next)?;
        }
        tx.data(parts)
    }

    fn flush(&self, tx: &mut Sealer) -> io::Result<()> {
        if !tx.pending().is_empty() {
            self.socket.send_all(&[tx.pending()])?;
            let all = tx.pending().len();
            tx.sent(all);
        }
        Ok(())
    }
}

impl Wire for SecureWire {
    fn recv(&self, buf: &mut [u8]) -> io::Result<usize> {
        self.take(buf, |socket, to| socket.recv(to))
    }

    fn try_recv(&self, buf: &mut [u8]) -> io::Result<usize> {
        self.take(buf, |socket, to| socket.try_recv(to))
    }

    fn wait_readable(&self, timeout: Option<Duration>) -> io::Result<bool> {
        if self.is_ready() { Ok(true) } else { self.socket.wait_readable(timeout) }
    }

    fn wait_readable_or_wake(&self, timeout: Option<Duration>) -> io::Result<bool> {
        self.resting.store(true, Ordering::SeqCst);
        // Looked at after that: whoever leaves bytes behind later wakes us.
        let waited = if self.is_ready() { Ok(true) } else { self.socket.wait_readable_or_wake(timeout) };
        self.resting.store(false, Ordering::SeqCst);
        waited.map(|readable| readable || self.is_ready())
    }

    fn wake(&self) {
        self.socket.wake();
    }

    fn send_all(&self, parts: &[&[u8]]) -> io::Result<()> {
        let mut tx = self.tx.lock();
        let mut gathered: Vec<&[u8]> = Vec::new();
        let mut length = 0;
        for part in parts {
            let mut rest = *part;
            while !rest.is_empty() {
                let (now, later) = rest.split_at(rest.len().min(PAYLOAD - length));
                gathered.push(now);
                length += now.len();
                rest = later;
                if length == PAYLOAD {
                    self.seal(&mut tx, &gathered)?;
                    gathered.clear();
                    length = 0;
                    if tx.pending().len() >= AT_ONCE {
                        self.flush(&mut tx)?;
                    }
                }
            }
        }
        if length > 0 {
            self.seal(&mut tx, &gathered)?;
        }
        self.flush(&mut tx)
    }

    fn try_send(&self, bytes: &[u8]) -> io::Result<usize> {
        let mut tx = self.tx.lock();
        if tx.pending().is_empty() {
            for record in bytes[..bytes.len().min(AT_ONCE)].chunks(PAYLOAD) {
                self.seal(&mut tx, &[record])?;
            }
        }
        let mut payload = 0;
        while !tx.pending().is_empty() {
            match self.socket.try_send(tx.pending()) {
                Ok(n) => payload += tx.sent(n),
                Err(e) if e.kind() == io::ErrorKind::WouldBlock && payload > 0 => break,
                Err(e) => return Err(e),
            }
        }
        Ok(payload)
    }

    fn wait_writable(&self, or_readable: bool, timeout: Duration) -> io::Result<()> {
        if or_readable && self.is_ready() { Ok(()) } else { self.socket.wait_writable(or_readable, timeout) }
    }

    fn is_silent(&self, limit: Duration) -> bool {
        self.socket.is_silent(limit)
    }

    fn shutdown(&self) {
        self.socket.shutdown();
    }
}
