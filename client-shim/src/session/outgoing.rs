//! What goes out on the bulk connection, and what of it the worker may not have received.
//!
//! Bytes are sent straight from the program's memory and never copied. What is not acknowledged is noted by its address: pageable memory stays
//! while its call waits, pinned memory until [`Outgoing::reads`] says that nothing reads it. When a connection was replaced, the chunks that the
//! worker lacks are sent again. A call that returned early does not want its bytes sent (the worker has refused them): zeros take their place.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::{Condvar, Mutex};
use protocol::DecodeError;
use protocol::bulk::{CHUNK_MAX, ChunkHeader};
use transport::{Line, Wire};
use zerocopy::IntoBytes;

/// Memory of the program that a transfer reads or writes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Span {
    pub(super) addr: usize,
    pub(super) len: usize,
}

impl Span {
    pub(super) fn overlaps(self, r: &Range<usize>) -> bool {
        self.addr < r.end && r.start < self.addr + self.len
    }
}

/// A part of a transfer.
#[derive(Debug, Clone, Copy)]
struct Chunk {
    xfer: u64,
    offset: u64,
    /// Where its bytes end among all payload bytes of the session.
    end: u64,
    span: Span,
    /// Whether the memory may not be read any more.
    gone: bool,
}

impl Chunk {
    /// Writes what comes after `received` bytes of the session.
    ///
    /// # Safety
    /// Unless it is gone, the memory is readable. The program may be writing to it (its race, as with a native copy).
    unsafe fn write(&self, wire: &dyn Wire, received: u64) -> std::io::Result<()> {
        let skip = received.saturating_sub(self.end - self.span.len as u64) as usize;
        let len = self.span.len - skip;
        let header = ChunkHeader {
            xfer: self.xfer.into(),
            offset: (self.offset + skip as u64).into(),
            // The cast is exact: CHUNK_MAX fits.
            len: (len as u32).into(),
            reserved: 0.into(),
        };
        if self.gone {
            return wire.send_all(&[header.as_bytes(), &vec![0; len]]);
        }
        let start = std::ptr::with_exposed_provenance(self.span.addr + skip);
        // SAFETY: the caller's contract; what is skipped lies inside the span.
        let bytes = unsafe { std::slice::from_raw_parts(start, len) };
        wire.send_all(&[header.as_bytes(), bytes])
    }
}

#[derive(Debug, Default)]
struct Sent {
    /// Payload bytes that were ever sent.
    bytes: u64,
    /// In the order of sending.
    unacknowledged: VecDeque<Chunk>,
    /// The chunk that is being sent again: its `end`.
    again: Option<u64>,
}

/// The sending half of the bulk connection.
pub(super) struct Outgoing {
    /// Where chunks are written; held meanwhile, so that they stay in order.
    wire: Mutex<Arc<dyn Wire>>,
    sent: Mutex<Sent>,
    fewer: Condvar,
}

impl Outgoing {
    pub(super) fn new(wire: Arc<dyn Wire>) -> Self {
        Outgoing { wire: Mutex::new(wire), sent: Mutex::default(), fewer: Condvar::new() }
    }

    /// Sends the next bytes of a transfer, at most a chunk. `None`: the connection is broken. If it breaks meanwhile the bytes count as sent, as
    /// they will be when another one is there.
    ///
    /// # Safety
    /// `span` must be readable until it is known to be received: its call has returned ([`Outgoing::forget`]), or [`Outgoing::reads`] says so.
    pub(super) unsafe fn send(&self, line: &Line, xfer: u64, span: Span, offset: usize) -> Option<Written> {
        let wire = self.wire.lock();
        if !line.is_up() {
            return None;
        }
        let part = Span { addr: span.addr + offset, len: CHUNK_MAX.min(span.len - offset) };
        let chunk = {
            let mut sent = self.sent.lock();
            sent.bytes += part.len as u64;
            let chunk = Chunk { xfer, offset: offset as u64, end: sent.bytes, span: part, gone: false };
            sent.unacknowledged.push_back(chunk);
            chunk
        };
        // SAFETY: the caller's contract; the part lies inside the span.
        let written = unsafe { chunk.write(&**wire, 0) };
        Some(Written { len: part.len, broke: written.err().map(|e| (wire.clone(), e)) })
    }

    /// The worker has so many bytes.
    pub(super) fn acknowledge(&self, received: u64) -> Result<(), DecodeError> {
        let mut sent = self.sent.lock();
        if received > sent.bytes {
            return Err(DecodeError::BadAck(received, sent.bytes));
        }
        while sent.unacknowledged.front().is_some_and(|c| c.end <= received) {
            sent.unacknowledged.pop_front();
        }
        drop(sent);
        self.fewer.notify_all();
        Ok(())
    }

    /// The memory of a transfer is not read any more when this returns.
    pub(super) fn forget(&self, xfer: u64) {
        let mut sent = self.sent.lock();
        sent.unacknowledged.iter_mut().filter(|c| c.xfer == xfer).for_each(|c| c.gone = true);
        while sent.again.is_some_and(|end| sent.unacknowledged.iter().any(|c| c.xfer == xfer && c.end == end))
        {
            self.fewer.wait(&mut sent);
        }
    }

    /// Up to where bytes must be acknowledged before nothing reads the range any more; `None` if that is so.
    pub(super) fn reads(&self, range: &Range<usize>) -> Option<u64> {
        let sent = self.sent.lock();
        let reads = |c: &&Chunk| !c.gone && c.span.overlaps(range);
        sent.unacknowledged.iter().rev().find(reads).map(|c| c.end)
    }

    /// Waits until something was acknowledged, or a little.
    pub(super) fn wait(&self) {
        self.fewer.wait_for(&mut self.sent.lock(), Duration::from_millis(20));
    }

    /// Goes on over a new connection: what the worker, which has `received` bytes, lacks is sent again.
    pub(super) fn resume(
        &self,
        line: &Line,
        wire: Arc<dyn Wire>,
        received: u64,
    ) -> Result<Option<Written>, DecodeError> {
        // Whoever was writing to the old one has let go.
        let mut writing = self.wire.lock();
        self.acknowledge(received)?;
        let first = {
            let sent = self.sent.lock();
            sent.unacknowledged.front().map_or(sent.bytes, |c| c.end - c.span.len as u64)
        };
        if received < first {
            // Bytes that the worker had once are no longer kept.
            return Err(DecodeError::BadField("received", received));
        }
        *writing = wire.clone();
        if !line.restore(wire.clone()) {
            return Ok(None);
        }
        let mut at = received;
        let mut len = 0;
        while let Some(chunk) = self.next_again(at) {
            // SAFETY: whoever owns the memory of a chunk that is not gone waits until `again` names another one.
            let written = unsafe { chunk.write(&*wire, at) };
            len += (chunk.end - at) as usize;
            at = chunk.end;
            if let Err(e) = written {
                self.next_again(u64::MAX);
                return Ok(Some(Written { len, broke: Some((wire, e)) }));
            }
        }
        Ok(Some(Written { len, broke: None }))
    }

    /// The first chunk that ends after `at`; it counts as being read until this is called again.
    fn next_again(&self, at: u64) -> Option<Chunk> {
        let mut sent = self.sent.lock();
        let next = sent.unacknowledged.iter().find(|c| c.end > at).copied();
        sent.again = next.map(|c| c.end);
        drop(sent);
        self.fewer.notify_all();
        next
    }
}

/// What was sent.
pub(super) struct Written {
    /// Payload bytes.
    pub(super) len: usize,
    /// On which wire it failed, and how.
    pub(super) broke: Option<(Arc<dyn Wire>, std::io::Error)>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::bulk::HEADER_LEN;
    use transport::memory::{MemoryWire, pair};
    use zerocopy::FromBytes;

    fn line(capacity: usize) -> (Line, Outgoing, MemoryWire) {
        let (ours, theirs) = pair(capacity, None, None);
        let wire: Arc<dyn Wire> = Arc::new(ours);
        (Line::new(wire.clone()), Outgoing::new(wire), theirs)
    }

    fn span(bytes: &[u8]) -> Span {
        Span { addr: bytes.as_ptr().expose_provenance(), len: bytes.len() }
    }

    fn chunk(wire: &MemoryWire) -> (u64, u64, Vec<u8>) {
        let mut head = [0; HEADER_LEN];
        wire.recv_exact(&mut head).unwrap();
        let h = ChunkHeader::read_from_bytes(&head).unwrap();
        let mut bytes = vec![0; h.len.get() as usize];
        wire.recv_exact(&mut bytes).unwrap();
        (h.xfer.get(), h.offset.get(), bytes)
    }

    #[test]
    fn what_was_not_received_is_sent_again() {
        let (line, out, _lost) = line(8 << 20);
        let (a, b) = (vec![1; 3 * CHUNK_MAX], vec![2; 100]);
        for at in [0, CHUNK_MAX, 2 * CHUNK_MAX] {
            // SAFETY: `a` and `b` outlive the test's sending.
            assert_eq!(unsafe { out.send(&line, 7, span(&a), at) }.unwrap().len, CHUNK_MAX);
        }
        // SAFETY: as above.
        unsafe { out.send(&line, 8, span(&b), 0) }.unwrap();
        line.cut();
        // SAFETY: as above.
        assert!(unsafe { out.send(&line, 8, span(&b), 0) }.is_none());
        let range = |bytes: &[u8]| bytes.as_ptr_range().start as usize..bytes.as_ptr_range().end as usize;
        assert_eq!(out.reads(&range(&b)), Some(3 * CHUNK_MAX as u64 + 100));
        out.forget(8);
        assert_eq!((out.reads(&range(&b)), out.reads(&range(&a))), (None, Some(3 * CHUNK_MAX as u64)));
        let (ours, theirs) = pair(8 << 20, None, None);
        assert!(out.resume(&line, Arc::new(ours), CHUNK_MAX as u64 + 9).unwrap().unwrap().broke.is_none());
        let piece = vec![1; CHUNK_MAX];
        assert_eq!(chunk(&theirs), (7, CHUNK_MAX as u64 + 9, piece[9..].to_vec()));
        assert_eq!(chunk(&theirs), (7, 2 * CHUNK_MAX as u64, piece));
        assert_eq!(chunk(&theirs), (8, 0, vec![0; 100]), "nobody wants these any more");
        out.acknowledge(3 * CHUNK_MAX as u64 + 100).unwrap();
        assert_eq!(out.reads(&range(&a)), None);
    }

    #[test]
    fn positions_that_cannot_be_are_refused() {
        let a = vec![1; 100];
        for received in [0, 101] {
            let (line, out, _peer) = line(1 << 20);
            // SAFETY: `a` outlives the test's sending.
            unsafe { out.send(&line, 7, span(&a), 0) }.unwrap();
            if received == 0 {
                out.acknowledge(100).unwrap();
            }
            line.cut();
            assert!(
                out.resume(&line, Arc::new(pair(1 << 20, None, None).0), received).is_err(),
                "{received}"
            );
        }
    }
}
