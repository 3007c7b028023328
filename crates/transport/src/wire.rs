//! What a session needs of a transport: an ordered, reliable stream of bytes each way.

use std::io;
use std::time::{Duration, Instant};

/// A connected byte stream. All methods may be called from several threads; callers serialise sends among themselves and receives
/// among themselves (otherwise bytes interleave).
pub trait Wire: Send + Sync {
    /// Waits for bytes and returns how many were put into `buf`; 0 means that the peer has ended the stream.
    fn recv(&self, buf: &mut [u8]) -> io::Result<usize>;

    /// Like [`Wire::recv`] but fails with [`io::ErrorKind::WouldBlock`] when nothing has arrived.
    fn try_recv(&self, buf: &mut [u8]) -> io::Result<usize>;

    /// Waits until [`Wire::try_recv`] would not block (true) or the time is over (false). `None` = no limit.
    fn wait_readable(&self, timeout: Option<Duration>) -> io::Result<bool>;

    /// Like [`Wire::wait_readable`], but also returns false when [`Wire::wake`] was called. Only one thread may use it: wake-ups are for that one.
    fn wait_readable_or_wake(&self, timeout: Option<Duration>) -> io::Result<bool>;

    /// Makes the present or next [`Wire::wait_readable_or_wake`] that would have to wait return false instead. Wake-ups do not add up.
    fn wake(&self);

    /// Sends all bytes of all parts in order; waits while the peer does not take them.
    fn send_all(&self, parts: &[&[u8]]) -> io::Result<()>;

    /// Sends as many of the bytes as can go at once, at least one; fails with [`io::ErrorKind::WouldBlock`] when none can.
    fn try_send(&self, bytes: &[u8]) -> io::Result<usize>;

    /// Waits until [`Wire::try_send`] would not block, with `or_readable` also until [`Wire::try_recv`] would not, or until the time is over.
    fn wait_writable(&self, or_readable: bool, timeout: Duration) -> io::Result<()>;

    /// Whether the peer's machine has not said for so long that it got what was sent. A peer that does not read is not silent: its system
    /// answers. Where nothing was sent, [`keep_alive`](crate::control::keep_alive) finds out.
    fn is_silent(&self, _limit: Duration) -> bool {
        false
    }

    /// Ends both directions: calls that wait on this side return, and receiving calls of the peer once they have taken what was sent. A peer that
    /// waits to send learns of it when this side is closed.
    fn shutdown(&self);

    /// Receives exactly `buf.len()` bytes; [`io::ErrorKind::UnexpectedEof`] when the stream ends before.
    fn recv_exact(&self, mut buf: &mut [u8]) -> io::Result<()> {
        while !buf.is_empty() {
            match self.recv(buf)? {
                0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                n => buf = &mut buf[n..],
            }
        }
        Ok(())
    }

    /// Like [`Wire::recv_exact`], for a thread that mostly waits while others send: a blocking receive would be woken each time the peer takes
    /// something of theirs.
    fn recv_exact_patiently(&self, buf: &mut [u8]) -> io::Result<()> {
        self.recv_exact_by(buf, None)
    }

    /// Like [`Wire::recv_exact`] but fails with [`io::ErrorKind::TimedOut`] when the time is over.
    fn recv_exact_timeout(&self, buf: &mut [u8], timeout: Duration) -> io::Result<()> {
        self.recv_exact_by(buf, Some(Instant::now() + timeout))
    }

    /// Receives exactly `buf.len()` bytes, by `end` if there is one, and looks at the connection only when it can be read.
    #[doc(hidden)]
    fn recv_exact_by(&self, mut buf: &mut [u8], end: Option<Instant>) -> io::Result<()> {
        while !buf.is_empty() {
            match self.try_recv(buf) {
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(n) => buf = &mut buf[n..],
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => {
                    let left = end.map(|end| end.saturating_duration_since(Instant::now()));
                    if left.is_some_and(|left| left.is_zero()) {
                        return Err(io::ErrorKind::TimedOut.into());
                    }
                    self.wait_readable(left)?;
                }
                Err(e) => return Err(e),
            }
        }
        Ok(())
    }
}

/// Sends a length-prefixed control message ([`protocol::control::encode`]).
pub fn send_message<T: serde::Serialize>(wire: &dyn Wire, message: &T) -> io::Result<()> {
    let mut bytes = Vec::new();
    protocol::control::encode(message, &mut bytes).map_err(io::Error::other)?;
    wire.send_all(&[&bytes])
}

/// Receives a length-prefixed control message within `timeout`.
pub fn recv_message<T: serde::de::DeserializeOwned>(wire: &dyn Wire, timeout: Duration) -> io::Result<T> {
    recv_short_message(wire, protocol::control::MESSAGE_MAX, timeout)
}

/// The same, of at most so many bytes: what promises more is something else.
pub fn recv_short_message<T: serde::de::DeserializeOwned>(
    wire: &dyn Wire,
    longest: usize,
    timeout: Duration,
) -> io::Result<T> {
    let mut prefix = [0u8; 4];
    let start = Instant::now();
    wire.recv_exact_timeout(&mut prefix, timeout)?;
    let n =
        protocol::control::decode_len(prefix).map_err(|e| io::Error::new(io::ErrorKind::InvalidData, e))?;
    if n > longest {
        let e = protocol::DecodeError::TooLong(n as u64, longest as u64);
        return Err(io::Error::new(io::ErrorKind::InvalidData, e));
    }
    let mut body = vec![0u8; n];
    wire.recv_exact_timeout(&mut body, timeout.saturating_sub(start.elapsed()))?;
    protocol::control::decode(&body).map_err(|e| io::Error::new(io::ErrorKind::InvalidData, e))
}
