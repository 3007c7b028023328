//! How much a client may have outstanding, so that the worker's calls of the driver never wait.
//!
//! A driver's call waits while its stream, or all streams of a context, hold as many operations as they take: the [`Depth`]. The client, which knows
//! what each frame becomes there ([`crate::ops::cost`]), stops before that: its [`Credits`] are the depth without what the worker adds, namely
//! marks that bring credits back, pieces of large copies, points that waiting threads have asked for, and waits for fresh memory.

use crate::bulk::{CHUNK_MAX, WINDOW};

/// Operations that a driver holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Depth {
    /// In a stream.
    pub stream: u32,
    /// In all streams of a context; `u32::MAX` = no limit of their sum is known.
    pub context: u32,
}

/// Operations of a client that may be outstanding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Credits {
    /// In a stream.
    pub stream: u32,
    /// In all streams of a context; `u32::MAX` = any number.
    pub context: u32,
}

/// One in so many places is kept for marks, and as many of a stream's for pieces.
const SHARE: u32 = 8;
/// Places kept for points of threads that wait.
const POINTS: u32 = 8;
/// Places of a stream kept for waits for fresh memory to be zeroed, and of a context for the zeroing itself.
pub const FILLS: u32 = 4;
/// The smallest depth of a stream with which all this works out. Less is taken for it.
pub const DEPTH_MIN: u32 = 64;

impl Depth {
    /// What NVIDIA's drivers are known to hold, for a driver of which nothing else could be found out.
    pub const USUAL: Depth = Depth { stream: 1024, context: u32::MAX };

    /// The depth that suits two devices.
    pub fn min(self, other: Depth) -> Depth {
        Depth { stream: self.stream.min(other.stream), context: self.context.min(other.context) }
    }

    /// Operations that the pieces of large copies may add, in all streams of a session together.
    pub fn pieces(self) -> u32 {
        self.stream.max(DEPTH_MIN) / SHARE
    }

    /// Marks that the worker may have outstanding in a context of its own accord. In a stream they are one for [`MARK_MIN`] operations anyway.
    pub fn marks(self) -> u32 {
        if self.context == u32::MAX { u32::MAX } else { self.context.max(DEPTH_MIN) / SHARE }
    }

    /// What the client may have outstanding.
    pub fn credits(self) -> Credits {
        let own = self.pieces() + POINTS + FILLS;
        let less = |depth: u32| depth.max(DEPTH_MIN) - depth.max(DEPTH_MIN) / SHARE - own;
        let context = if self.context == u32::MAX { u32::MAX } else { less(self.context) };
        Credits { stream: less(self.stream), context }
    }
}

impl Credits {
    /// Operations of a stream after which the worker tells its progress unasked.
    pub fn mark_every(self) -> u32 {
        (self.stream / SHARE).clamp(MARK_MIN, 64)
    }

    /// Bytes of a pageable transfer to the device that may be on the way: each chunk becomes a copy and a point.
    pub fn window(self) -> u64 {
        let chunks = (self.stream / 4 / CHUNK_COST).max(1);
        WINDOW.min(u64::from(chunks) * CHUNK_MAX as u64)
    }

    /// What a pageable transfer of so many bytes leaves in its stream at most.
    pub fn of_transfer(self, bytes: u64) -> u64 {
        bytes.min(self.window()).div_ceil(CHUNK_MAX as u64) * u64::from(CHUNK_COST)
    }
}

/// Fewer operations than these are not worth a mark: their stream is watched until it is idle.
pub const MARK_MIN: u32 = 8;
/// Operations of a chunk.
const CHUNK_COST: u32 = 2;

#[cfg(test)]
mod tests {
    use super::*;

    /// The largest cost of a single frame besides transfers.
    const COST_MAX: u32 = 3;

    #[test]
    fn everything_fits_the_depth() {
        for (stream, context) in
            [(1, 1), (64, 100), (100, 100), (512, u32::MAX), (1024, 4096), (100_000, 1 << 20)]
        {
            let depth = Depth { stream, context };
            let credits = depth.credits();
            // And what the worker adds.
            let most = |credits: u32, marks: u32| credits + marks + depth.pieces() + 1 + FILLS;
            let of_stream = most(credits.stream, credits.stream / MARK_MIN);
            assert!(of_stream <= stream.max(DEPTH_MIN), "{depth:?} {credits:?}");
            let fits = context == u32::MAX || most(credits.context, depth.marks()) <= context.max(DEPTH_MIN);
            assert!(fits, "{depth:?} {credits:?}");
        }
    }

    /// Credits of operations that are complete but not marked must not be all that there are.
    #[test]
    fn credits_come_back_before_they_are_needed() {
        for stream in [0, 64, 65, 100, 512, 1024, 5000] {
            let credits = Depth { stream, context: u32::MAX }.credits();
            let unmarked = credits.mark_every() * COST_MAX + credits.mark_every() / 2;
            let transfer = u32::try_from(credits.of_transfer(u64::MAX)).unwrap();
            assert!(unmarked + transfer.max(COST_MAX) <= credits.stream, "{credits:?}");
        }
    }

    #[test]
    fn usual_drivers_limit_transfers_by_the_window_alone() {
        let credits = Depth::USUAL.credits();
        assert_eq!((credits.context, credits.mark_every()), (u32::MAX, 64));
        assert!(credits.stream >= 700);
        assert_eq!((credits.window(), credits.of_transfer(1)), (WINDOW, 2));
    }
}
