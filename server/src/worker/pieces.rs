//! Large copies of pinned memory in pieces, so that network and device work at the same time.
//!
//! Each piece is an operation of its own in the stream, with its own gate or delivery. The client counts a copy as if it were whole; what comes on top
//! is limited here, so that a stream never has more outstanding than a driver takes before it blocks.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Most pieces of a copy.
const PIECES_MAX: usize = 64;
/// Smallest piece in bytes.
const PIECE_MIN: u64 = 1 << 20;
/// Pieces begin at multiples of this many bytes.
const ALIGN: u64 = 4096;
/// A piece is a copy and what waits before it or tells its end.
const OPERATIONS: usize = 2;

/// Counts the additional operations of a session.
#[derive(Debug)]
pub struct Pieces {
    outstanding: Arc<AtomicUsize>,
    /// Operations that all unfinished copies may have on top of one each.
    most: usize,
}

/// The right to additional operations; held until the device has passed them.
#[derive(Debug)]
pub struct Extra {
    outstanding: Arc<AtomicUsize>,
    count: usize,
}

impl Drop for Extra {
    fn drop(&mut self) {
        self.outstanding.fetch_sub(self.count, Ordering::AcqRel);
    }
}

impl Pieces {
    /// At most so many additional operations.
    pub fn new(most: u32) -> Self {
        Pieces { outstanding: Arc::default(), most: most as usize }
    }

    /// The right to `count` additional operations; `None` if they are taken.
    pub fn take(&self, count: usize) -> Option<Extra> {
        let fits = |taken: usize| (taken + count <= self.most).then_some(taken + count);
        self.outstanding.fetch_update(Ordering::AcqRel, Ordering::Relaxed, fits).ok()?;
        Some(Extra { outstanding: self.outstanding.clone(), count })
    }

    /// Into which steps, in bytes, a linear copy is cut, and the right to the operations that this takes. `None`: in one piece.
    pub fn plan(&self, bytes: u64) -> Option<(u64, Extra)> {
        let wanted = usize::try_from(bytes / PIECE_MIN).unwrap_or(PIECES_MAX).min(PIECES_MAX);
        let pieces = |taken: usize| wanted.min((self.most - taken) / OPERATIONS);
        let take = |taken: usize| (pieces(taken) >= 2).then_some(taken + pieces(taken) * OPERATIONS);
        let taken = self.outstanding.fetch_update(Ordering::AcqRel, Ordering::Relaxed, take).ok()?;
        let count = pieces(taken) * OPERATIONS;
        let step = bytes.div_ceil(pieces(taken) as u64).next_multiple_of(ALIGN);
        Some((step, Extra { outstanding: self.outstanding.clone(), count }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_large_few_and_aligned() {
        let pieces = Pieces::new(256);
        for (bytes, want) in [
            (0, None),
            ((2 << 20) - 1, None),
            (2 << 20, Some(1 << 20)),
            ((3 << 20) + 1, Some((1 << 20) + 4096)),
            (256 << 20, Some(4 << 20)),
            (1 << 40, Some(1 << 34)),
        ] {
            assert_eq!(pieces.plan(bytes).map(|(step, _)| step), want, "{bytes}");
        }
    }

    #[test]
    fn the_right_to_more_operations_is_limited_and_comes_back() {
        let pieces = Pieces::new(256);
        let held: Vec<_> = std::iter::from_fn(|| pieces.plan(50 << 20)).collect();
        let steps: Vec<u64> = held.iter().map(|(step, _)| *step).collect();
        // 128 pieces: 50, 50, and a copy in 28 larger ones; the next one is not cut.
        assert_eq!(steps, [1 << 20, 1 << 20, (50u64 << 20).div_ceil(28).next_multiple_of(ALIGN)]);
        drop(held);
        assert_eq!(pieces.plan(50 << 20).map(|(step, _)| step), Some(1 << 20));
    }
}
