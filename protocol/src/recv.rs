//! Cuts received bytes into frames and checks their numbers.

use zerocopy::FromBytes;

use crate::DecodeError;
use crate::frame::{HEADER_LEN, Header, Kind};

/// Bytes that [`FrameReader::space`] offers at least.
const ROOM: usize = 64 * 1024;
/// Bytes of a fresh buffer.
const FRESH: usize = 4 * ROOM;
/// A buffer that grew above this size is given back once it is empty.
const KEEP: usize = 4 * 1024 * 1024;

/// A buffer between a stream of bytes and frames.
///
/// Put received bytes into [`FrameReader::space`], report their number to [`FrameReader::filled`], then take frames with [`FrameReader::next`] until
/// it gives `None`. The buffer grows only with bytes that have really arrived, so a header that promises much costs nothing.
#[derive(Debug)]
pub struct FrameReader {
    buf: Vec<u8>,
    start: usize,
    end: usize,
    max: usize,
}

/// A received frame.
#[derive(Debug, Clone, Copy)]
pub struct Frame<'a> {
    /// The header, checked.
    pub header: Header,
    /// The header's kind.
    pub kind: Kind,
    /// `header.len` bytes.
    pub payload: &'a [u8],
}

impl FrameReader {
    /// A reader of frames whose payload is at most `max` bytes.
    pub fn new(max: usize) -> Self {
        FrameReader { buf: vec![0; FRESH], start: 0, end: 0, max }
    }

    /// Where to put received bytes; never empty.
    pub fn space(&mut self) -> &mut [u8] {
        if self.start == self.end {
            self.clear();
        }
        if self.buf.len() - self.end < ROOM {
            self.buf.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.start = 0;
            if self.buf.len() - self.end < ROOM {
                let n = self.buf.len() * 2;
                self.buf.resize(n, 0);
            }
        }
        &mut self.buf[self.end..]
    }

    /// Forgets what was received and not taken, as for a new connection.
    pub fn clear(&mut self) {
        self.start = 0;
        self.end = 0;
        if self.buf.len() > KEEP {
            self.buf.truncate(FRESH);
            self.buf.shrink_to_fit();
        }
    }

    /// Bytes of the buffer.
    pub fn capacity(&self) -> usize {
        self.buf.len()
    }

    /// `n` bytes were put into [`FrameReader::space`].
    pub fn filled(&mut self, n: usize) {
        self.end = (self.end + n).min(self.buf.len());
    }

    /// Bytes that wait to be taken.
    pub fn buffered(&self) -> usize {
        self.end - self.start
    }

    /// Whether [`FrameReader::next`] would give a frame or an error.
    pub fn ready(&self) -> bool {
        let have = &self.buf[self.start..self.end];
        match Header::read_from_prefix(have) {
            Ok((h, _)) => h.check(self.max).is_err() || have.len() - HEADER_LEN >= h.len.get() as usize,
            Err(_) => false,
        }
    }

    /// The next whole frame.
    #[expect(clippy::should_implement_trait, reason = "lends from the buffer, which Iterator cannot")]
    pub fn next(&mut self) -> Result<Option<Frame<'_>>, DecodeError> {
        let have = &self.buf[self.start..self.end];
        let Ok((header, rest)) = Header::read_from_prefix(have) else { return Ok(None) };
        let kind = header.check(self.max)?;
        let len = header.len.get() as usize;
        if rest.len() < len {
            return Ok(None);
        }
        let at = self.start + HEADER_LEN;
        self.start = at + len;
        Ok(Some(Frame { header, kind, payload: &self.buf[at..at + len] }))
    }
}

/// Checks the numbers of received frames: each is taken once, in order.
#[derive(Debug, Default, Clone, Copy)]
pub struct Sequence {
    last: u64,
    dropped: u64,
}

impl Sequence {
    /// Number of the last frame taken.
    pub fn last(&self) -> u64 {
        self.last
    }

    /// Duplicates that were dropped.
    pub fn dropped(&self) -> u64 {
        self.dropped
    }

    /// Whether to take the numbered frame `seq`: false = a duplicate that was taken before. Numbers start at 1, so 0 is an error.
    pub fn take(&mut self, seq: u64) -> Result<bool, DecodeError> {
        if seq != 0 && seq <= self.last {
            self.dropped += 1;
            return Ok(false);
        }
        if seq != self.last + 1 {
            return Err(DecodeError::OutOfSequence(seq, self.last + 1));
        }
        self.last = seq;
        Ok(true)
    }
}
