//! A connected pair of wires in memory, for tests; delivery can be delayed.

use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::Wire;

/// How long a piece of bytes is held back before the peer may see it.
pub type Delay = Box<dyn FnMut(usize) -> Duration + Send>;

/// How often a wait for two directions looks at the second.
const LOOK: Duration = Duration::from_millis(1);

struct Pipe {
    queue: VecDeque<(Instant, Vec<u8>)>,
    /// Bytes of the first piece that were taken.
    taken: usize,
    queued: usize,
    closed: bool,
    woken: bool,
    delay: Option<Delay>,
    last: Instant,
}

struct Channel {
    pipe: Mutex<Pipe>,
    changed: Condvar,
    capacity: usize,
}

/// One end of the pair.
pub struct MemoryWire {
    rx: Arc<Channel>,
    tx: Arc<Channel>,
}

impl Channel {
    fn new(capacity: usize, delay: Option<Delay>) -> Arc<Self> {
        let capacity = capacity.max(1);
        let pipe = Pipe {
            queue: VecDeque::new(),
            taken: 0,
            queued: 0,
            closed: false,
            woken: false,
            delay,
            last: Instant::now(),
        };
        Arc::new(Channel { pipe: Mutex::new(pipe), changed: Condvar::new(), capacity })
    }

    fn lock(&self) -> MutexGuard<'_, Pipe> {
        self.pipe.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_all();
    }

    fn wait<'a>(&self, guard: MutexGuard<'a, Pipe>, time: Duration) -> MutexGuard<'a, Pipe> {
        self.changed.wait_timeout(guard, time).unwrap_or_else(PoisonError::into_inner).0
    }
}

impl Pipe {
    /// Time until the first piece is due: zero = now, `None` = nothing queued.
    fn due(&self) -> Option<Duration> {
        self.queue.front().map(|(t, _)| t.saturating_duration_since(Instant::now()))
    }

    fn take(&mut self, buf: &mut [u8]) -> Option<usize> {
        if self.due() != Some(Duration::ZERO) {
            return (self.closed && self.queue.is_empty()).then_some(0);
        }
        let (_, piece) = self.queue.front()?;
        let rest = &piece[self.taken..];
        let n = rest.len().min(buf.len());
        buf[..n].copy_from_slice(&rest[..n]);
        self.taken += n;
        if self.taken == piece.len() {
            self.queue.pop_front();
            self.taken = 0;
        }
        self.queued -= n;
        Some(n)
    }
}

/// A pair whose each direction holds `capacity` bytes, at least 1; the delays apply to what the first, or second, end sends.
pub fn pair(capacity: usize, first: Option<Delay>, second: Option<Delay>) -> (MemoryWire, MemoryWire) {
    let a = Channel::new(capacity, first);
    let b = Channel::new(capacity, second);
    (MemoryWire { rx: b.clone(), tx: a.clone() }, MemoryWire { rx: a, tx: b })
}

impl MemoryWire {
    /// Queues as many of the bytes as there is room for, if `wait` after waiting for some.
    fn send_piece(&self, bytes: &[u8], wait: bool) -> io::Result<usize> {
        let mut p = self.tx.lock();
        while wait && p.queued >= self.tx.capacity && !p.closed {
            p = self.tx.wait(p, Duration::from_secs(1));
        }
        if p.closed {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        if p.queued >= self.tx.capacity {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        let n = bytes.len().min(self.tx.capacity - p.queued);
        let hold = p.delay.as_mut().map_or(Duration::ZERO, |d| d(n));
        // Pieces never overtake each other.
        let due = (Instant::now() + hold).max(p.last);
        p.last = due;
        p.queued += n;
        p.queue.push_back((due, bytes[..n].to_vec()));
        drop(p);
        self.tx.changed.notify_all();
        Ok(n)
    }
}

impl MemoryWire {
    /// Breaks the connection: what is under way is lost.
    pub fn cut(&self) {
        for channel in [&self.rx, &self.tx] {
            let mut p = channel.lock();
            (p.taken, p.queued) = (0, 0);
            p.queue.clear();
            p.closed = true;
            drop(p);
            channel.changed.notify_all();
        }
    }
}

impl Wire for MemoryWire {
    fn recv(&self, buf: &mut [u8]) -> io::Result<usize> {
        let mut p = self.rx.lock();
        loop {
            if let Some(n) = p.take(buf) {
                drop(p);
                self.rx.changed.notify_all();
                return Ok(n);
            }
            let time = p.due().unwrap_or(Duration::from_secs(1));
            p = self.rx.wait(p, time);
        }
    }

    fn try_recv(&self, buf: &mut [u8]) -> io::Result<usize> {
        let taken = self.rx.lock().take(buf);
        self.rx.changed.notify_all();
        taken.ok_or_else(|| io::ErrorKind::WouldBlock.into())
    }

    fn wait_readable(&self, timeout: Option<Duration>) -> io::Result<bool> {
        self.wait_for_bytes(timeout, false)
    }

    fn wait_readable_or_wake(&self, timeout: Option<Duration>) -> io::Result<bool> {
        self.wait_for_bytes(timeout, true)
    }

    fn wake(&self) {
        self.rx.lock().woken = true;
        self.rx.changed.notify_all();
    }

    fn send_all(&self, parts: &[&[u8]]) -> io::Result<()> {
        for part in parts {
            let mut rest = *part;
            while !rest.is_empty() {
                let n = self.send_piece(rest, true)?;
                rest = &rest[n..];
            }
        }
        Ok(())
    }

    fn try_send(&self, bytes: &[u8]) -> io::Result<usize> {
        self.send_piece(bytes, false)
    }

    fn wait_writable(&self, or_readable: bool, timeout: Duration) -> io::Result<()> {
        let end = Instant::now() + timeout;
        loop {
            let p = self.tx.lock();
            if p.queued < self.tx.capacity || p.closed {
                return Ok(());
            }
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(());
            }
            // Two conditions: one is waited for, the other looked at now and then.
            drop(self.tx.wait(p, left.min(LOOK)));
            if or_readable && self.wait_for_bytes(Some(Duration::ZERO), false)? {
                return Ok(());
            }
        }
    }

    fn shutdown(&self) {
        self.rx.close();
        self.tx.close();
    }
}

impl MemoryWire {
    fn wait_for_bytes(&self, timeout: Option<Duration>, or_wake: bool) -> io::Result<bool> {
        let end = timeout.map(|t| Instant::now() + t);
        let mut p = self.rx.lock();
        loop {
            if p.due() == Some(Duration::ZERO) || (p.closed && p.queue.is_empty()) {
                return Ok(true);
            }
            let left = end.map_or(Duration::from_secs(1), |e| e.saturating_duration_since(Instant::now()));
            if (or_wake && std::mem::take(&mut p.woken)) || left.is_zero() {
                return Ok(false);
            }
            let time = p.due().map_or(left, |d| d.min(left));
            p = self.rx.wait(p, time);
        }
    }
}

impl Drop for MemoryWire {
    fn drop(&mut self) {
        self.shutdown();
    }
}
