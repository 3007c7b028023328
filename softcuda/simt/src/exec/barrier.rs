//! The sixteen named barriers of a block, and the one of its cluster.

/// Number of the barrier that stands for the cluster's.
pub(crate) const CLUSTER: u8 = 16;

/// One barrier between two completions.
#[derive(Clone, Debug, Default)]
struct Barrier {
    /// Lanes that have arrived, by warp; empty when nobody has.
    arrived: Vec<u32>,
    /// Threads to wait for; none means all of the block.
    expected: Option<u32>,
    /// How many arrived with a true predicate, and with any.
    ones: u32,
    voters: u32,
}

/// What `bar.red` returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reduction {
    pub(crate) popc: u32,
    pub(crate) and: bool,
    pub(crate) or: bool,
}

#[derive(Debug, Default)]
pub(crate) struct Barriers {
    list: [Barrier; 17],
    /// Barriers at which somebody has arrived, a bit each.
    open: u32,
}

impl Barriers {
    /// Forgets all arrivals.
    pub(crate) fn reset(&mut self) {
        for barrier in &mut self.list {
            barrier.clear();
        }
        self.open = 0;
    }

    /// Lanes of a warp arrive. `votes` are their predicates for a reduction.
    pub(crate) fn arrive(
        &mut self,
        id: u8,
        warps: usize,
        warp: usize,
        lanes: u32,
        expected: Option<u32>,
        votes: Option<u32>,
    ) {
        let id = id.min(CLUSTER);
        self.open |= 1 << id;
        let barrier = &mut self.list[usize::from(id)];
        if barrier.arrived.is_empty() {
            barrier.arrived.resize(warps, 0);
            barrier.expected = expected;
        }
        barrier.arrived[warp] |= lanes;
        if let Some(votes) = votes {
            barrier.ones += (votes & lanes).count_ones();
            barrier.voters += lanes.count_ones();
        }
    }

    /// Does nobody wait?
    pub(crate) fn is_idle(&self) -> bool {
        self.open == 0
    }

    /// The barriers that are complete, given each warp's lanes that have not exited; they start over.
    pub(crate) fn completed(&mut self, live: &[u32]) -> Vec<(u8, Reduction)> {
        let mut done = Vec::new();
        let mut open = self.open;
        while open != 0 {
            let id = open.trailing_zeros() as usize;
            open &= open - 1;
            let barrier = &mut self.list[id];
            if barrier.is_complete(live) {
                self.open &= !(1 << id);
                let reduction = Reduction {
                    popc: barrier.ones,
                    and: barrier.ones == barrier.voters,
                    or: barrier.ones > 0,
                };
                barrier.clear();
                done.push((id as u8, reduction));
            }
        }
        done
    }
}

impl Barrier {
    fn clear(&mut self) {
        self.arrived.clear();
        self.expected = None;
        self.ones = 0;
        self.voters = 0;
    }

    fn is_complete(&self, live: &[u32]) -> bool {
        if self.arrived.is_empty() {
            return false;
        }
        let warps = self.arrived.iter().zip(live);
        match self.expected {
            None => warps.into_iter().all(|(&arrived, &live)| live & !arrived == 0),
            Some(expected) => {
                // A warp whose threads have all arrived counts as 32 even if it is not full: counts are in whole warps.
                let count = warps.map(|(&arrived, &live)| match arrived {
                    0 => 0,
                    _ if live & !arrived == 0 => 32,
                    _ => arrived.count_ones(),
                });
                count.sum::<u32>() >= expected
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_threads_or_a_count() {
        let mut barriers = Barriers::default();
        let live = [u32::MAX, 0xff];
        barriers.arrive(0, 2, 0, u32::MAX, None, Some(1));
        assert!(barriers.completed(&live).is_empty());
        barriers.arrive(0, 2, 1, 0xff, None, Some(0));
        assert_eq!(barriers.completed(&live), vec![(0, Reduction { popc: 1, and: false, or: true })]);
        barriers.arrive(3, 2, 1, 0x0f, Some(32), None);
        assert!(barriers.completed(&live).is_empty());
        barriers.arrive(3, 2, 1, 0xf0, Some(32), None);
        assert_eq!(barriers.completed(&live).len(), 1);
    }

    #[test]
    fn exited_threads_count_as_arrived() {
        let mut barriers = Barriers::default();
        barriers.arrive(0, 1, 0, 0x0f, None, None);
        assert!(barriers.completed(&[0xff]).is_empty());
        assert_eq!(barriers.completed(&[0x0f]).len(), 1);
    }
}
