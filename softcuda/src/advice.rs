//! What a program has advised about managed memory. The device has one memory for kernels and host, so that nothing moves;
//! the advice is kept to be told again.

use std::collections::BTreeMap;

use cuda_abi::{CU_DEVICE_INVALID, CUdevice};

/// The advice for a range. Locations are ordinals of devices, `CU_DEVICE_CPU`, or `CU_DEVICE_INVALID` for none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// Mostly read.
    pub read_mostly: bool,
    /// Where it should be.
    pub preferred: CUdevice,
    /// Who accesses it, in the order of the advice.
    pub accessed_by: Vec<CUdevice>,
    /// Where it was prefetched to last.
    pub prefetched: CUdevice,
}

impl Default for Advice {
    fn default() -> Self {
        Advice {
            read_mostly: false,
            preferred: CU_DEVICE_INVALID,
            accessed_by: Vec::new(),
            prefetched: CU_DEVICE_INVALID,
        }
    }
}

/// Advice by range; what is in no range has none.
#[derive(Debug, Default)]
pub struct Advices {
    /// Start to end and advice; the ranges do not overlap.
    ranges: BTreeMap<u64, (u64, Advice)>,
}

impl Advices {
    /// Changes the advice for `start..end`.
    pub fn update(&mut self, start: u64, end: u64, change: impl Fn(&mut Advice)) {
        self.split(start);
        self.split(end);
        let mut at = start;
        let known: Vec<(u64, u64)> = self.ranges.range(start..end).map(|(s, (e, _))| (*s, *e)).collect();
        for (from, to) in known {
            if at < from {
                self.ranges.insert(at, (from, Advice::default()));
            }
            at = to;
        }
        if at < end {
            self.ranges.insert(at, (end, Advice::default()));
        }
        self.ranges.range_mut(start..end).for_each(|(_, (_, advice))| change(advice));
    }

    /// The advice for the parts of `start..end`.
    pub fn of(&self, start: u64, end: u64) -> Vec<Advice> {
        let before = self.ranges.range(..start).next_back().filter(|(_, (to, _))| *to > start);
        let inside = before.into_iter().chain(self.ranges.range(start..end));
        let (mut at, mut parts) = (start, Vec::new());
        for (from, (to, advice)) in inside {
            if at < *from {
                parts.push(Advice::default());
            }
            parts.push(advice.clone());
            at = *to;
        }
        if at < end {
            parts.push(Advice::default());
        }
        parts
    }

    /// Forgets the advice for memory that is gone.
    pub fn forget(&mut self, start: u64, end: u64) {
        self.split(start);
        self.split(end);
        self.ranges.retain(|from, _| !(start..end).contains(from));
    }

    /// No range goes on over `at` afterwards.
    fn split(&mut self, at: u64) {
        let Some((_, (to, advice))) = self.ranges.range_mut(..at).next_back() else { return };
        if *to > at {
            let rest = (std::mem::replace(to, at), advice.clone());
            self.ranges.insert(at, rest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn preferred(advices: &Advices, start: u64, end: u64) -> Vec<CUdevice> {
        advices.of(start, end).iter().map(|advice| advice.preferred).collect()
    }

    #[test]
    fn parts_of_ranges_are_kept_apart() {
        let mut advices = Advices::default();
        let none = CU_DEVICE_INVALID;
        assert_eq!(preferred(&advices, 0, 100), [none]);
        advices.update(20, 40, |advice| advice.preferred = 0);
        advices.update(30, 60, |advice| advice.preferred = 1);
        for (start, end, expected) in [
            (0, 100, vec![none, 0, 1, 1, none]),
            (20, 30, vec![0]),
            (25, 28, vec![0]),
            (30, 60, vec![1, 1]),
            (35, 50, vec![1, 1]),
            (60, 80, vec![none]),
        ] {
            assert_eq!(preferred(&advices, start, end), expected, "{start}..{end}");
        }
        advices.update(0, 100, |advice| advice.read_mostly = true);
        assert!(advices.of(0, 100).iter().all(|advice| advice.read_mostly));
        assert_eq!(preferred(&advices, 0, 100), [none, 0, 1, 1, none]);
        advices.forget(25, 35);
        assert_eq!(preferred(&advices, 0, 100), [none, 0, none, 1, 1, none]);
    }
}
