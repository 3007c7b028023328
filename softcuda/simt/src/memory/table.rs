//! The table of valid address ranges, sorted; running grids have copies of their own.

use std::sync::Arc;

/// What stands behind a range of addresses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Allocated in the arena.
    Device,
    /// Host memory made known by [`super::AddressSpace::register_host`].
    Host,
}

/// A valid range of addresses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Range {
    /// First address.
    pub base: u64,
    /// Size in bytes as requested.
    pub size: u64,
    /// One past the last address a kernel may touch (size rounded up by the slack policy).
    pub end: u64,
    /// What stands behind it.
    pub kind: Kind,
}

/// Ranges in a leaf at most.
const LEAF: usize = 256;

/// Ranges that are neighbours, one at least; shared with copies of the table until one of them changes it.
#[derive(Debug, Clone)]
struct Leaf {
    /// Base of the first range.
    first: u64,
    ranges: Arc<Vec<Range>>,
}

/// All valid ranges, sorted by base; ranges never overlap.
///
/// A copy costs a pointer per leaf, and a change of a table that has no copies one leaf. So launches take copies, which nothing changes, and
/// allocations between them cost nothing that grows with the number of ranges.
#[derive(Debug, Default, Clone)]
pub struct Table {
    leaves: Vec<Leaf>,
}

impl Leaf {
    fn of(ranges: Vec<Range>) -> Option<Leaf> {
        Some(Leaf { first: ranges.first()?.base, ranges: Arc::new(ranges) })
    }

    /// Number of ranges that begin at or before `address`.
    fn up_to(&self, address: u64) -> usize {
        self.ranges.partition_point(|r| r.base <= address)
    }

    /// The ranges, to be changed; [`Self::changed`] must follow.
    fn ranges_mut(&mut self) -> &mut Vec<Range> {
        Arc::make_mut(&mut self.ranges)
    }

    fn changed(&mut self) {
        self.first = self.ranges.first().map_or(self.first, |r| r.base);
    }
}

impl Table {
    /// The range that contains `address`.
    pub fn find(&self, address: u64) -> Option<&Range> {
        self.before(address).filter(|range| address < range.end)
    }

    /// The range whose base is closest below `address`, else the first one: for diagnostics.
    pub fn nearest(&self, address: u64) -> Option<&Range> {
        self.before(address).or_else(|| self.leaves.first()?.ranges.first())
    }

    /// All ranges in order of address.
    pub fn ranges(&self) -> impl Iterator<Item = &Range> {
        self.leaves.iter().flat_map(|leaf| leaf.ranges.iter())
    }

    /// The last range that begins at or before `address`.
    fn before(&self, address: u64) -> Option<&Range> {
        let leaf = self.leaves.get(self.leaf_of(address).checked_sub(1)?)?;
        leaf.ranges.get(leaf.up_to(address).checked_sub(1)?)
    }

    /// Number of leaves that begin at or before `address`.
    fn leaf_of(&self, address: u64) -> usize {
        self.leaves.partition_point(|leaf| leaf.first <= address)
    }

    /// Adds `range`; false when it overlaps another.
    pub(super) fn insert(&mut self, range: Range) -> bool {
        // What is before all others goes into the first leaf.
        let at = self.leaf_of(range.base).saturating_sub(1);
        let Some(leaf) = self.leaves.get(at) else {
            self.leaves.extend(Leaf::of(vec![range]));
            return true;
        };
        let place = leaf.up_to(range.base);
        let before = place.checked_sub(1).map(|before| leaf.ranges[before]);
        let after = leaf.ranges.get(place).or_else(|| self.leaves.get(at + 1)?.ranges.first());
        if before.is_some_and(|r| r.end > range.base) || after.is_some_and(|r| r.base < range.end) {
            return false;
        }
        let leaf = &mut self.leaves[at];
        leaf.ranges_mut().insert(place, range);
        leaf.changed();
        self.split(at);
        true
    }

    /// Makes `ranges`, which are apart, what lies in [`base`, `end`).
    pub(super) fn replace(&mut self, base: u64, end: u64, ranges: &[Range]) {
        let inside = |r: &&Range| (base..end).contains(&r.base);
        let gone: Vec<u64> = self.ranges().filter(inside).map(|r| r.base).collect();
        for base in gone {
            self.remove(base);
        }
        for range in ranges {
            let added = self.insert(*range);
            debug_assert!(added, "reservations lie apart from everything else");
        }
    }

    /// Takes out the range that starts at `base`.
    pub(super) fn remove(&mut self, base: u64) -> Option<Range> {
        let at = self.leaf_of(base).checked_sub(1)?;
        let leaf = &mut self.leaves[at];
        let place = leaf.ranges.binary_search_by_key(&base, |r| r.base).ok()?;
        let range = leaf.ranges_mut().remove(place);
        leaf.changed();
        self.join(at);
        Some(range)
    }

    fn split(&mut self, at: usize) {
        if self.leaves[at].ranges.len() > LEAF {
            let upper = self.leaves[at].ranges_mut().split_off(LEAF / 2);
            let upper = Leaf::of(upper);
            self.leaves.splice(at + 1..at + 1, upper);
        }
    }

    /// Joins a leaf that lost a range with its neighbours if both are small, so that there are not many small ones.
    fn join(&mut self, at: usize) {
        if self.leaves[at].ranges.is_empty() {
            self.leaves.remove(at);
            return;
        }
        self.join_with_next(at);
        if let Some(before) = at.checked_sub(1) {
            self.join_with_next(before);
        }
    }

    fn join_with_next(&mut self, at: usize) {
        if let Some(next) = self.leaves.get(at + 1)
            && self.leaves[at].ranges.len() + next.ranges.len() <= LEAF / 2
        {
            let next = self.leaves.remove(at + 1);
            self.leaves[at].ranges_mut().extend_from_slice(&next.ranges);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn range(base: u64, size: u64) -> Range {
        Range { base, size, end: base + size, kind: Kind::Device }
    }

    /// Random numbers below `limit`.
    fn random(state: &mut u64, limit: u64) -> u64 {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*state >> 33) % limit
    }

    fn check(table: &Table, model: &BTreeMap<u64, Range>) {
        assert!(table.ranges().eq(model.values()));
        assert!(table.leaves.iter().all(|leaf| (1..=LEAF).contains(&leaf.ranges.len())));
        assert!(table.leaves.iter().all(|leaf| leaf.first == leaf.ranges[0].base));
    }

    #[test]
    fn random_changes_agree_with_a_model_and_leave_copies_alone() {
        let (mut table, mut model, mut seed) = (Table::default(), BTreeMap::new(), 1);
        let mut copies = Vec::new();
        for step in 0..40_000u64 {
            // First it grows, then it shrinks.
            let grow = random(&mut seed, 100) < if step < 20_000 { 70 } else { 30 };
            let base = random(&mut seed, 10_000) * 16;
            if grow {
                let new = range(base, 1 + random(&mut seed, 40));
                let clear =
                    model.range(..new.end).next_back().is_none_or(|(_, r): (_, &Range)| r.end <= new.base);
                assert_eq!(table.insert(new), clear);
                if clear {
                    model.insert(base, new);
                }
            } else {
                assert_eq!(table.remove(base), model.remove(&base));
            }
            let probe = random(&mut seed, 160_000);
            let below = model.range(..=probe).next_back().map(|(_, r)| r);
            assert_eq!(table.find(probe), below.filter(|r| probe < r.end));
            assert_eq!(table.nearest(probe), below.or_else(|| model.values().next()));
            if step % 5000 == 0 {
                copies.push((table.clone(), model.clone()));
            }
        }
        check(&table, &model);
        copies.iter().for_each(|(table, model)| check(table, model));
        assert!(copies.iter().any(|(table, _)| table.leaves.len() > 10));
    }

    /// What keeps allocations cheap however many there are.
    #[test]
    fn a_change_after_a_copy_copies_one_leaf_and_further_changes_none() {
        let mut table = Table::default();
        assert!((0..10_000).all(|n| table.insert(range(n * 32, 16))));
        let copy = table.clone();
        let places = |table: &Table| table.leaves.iter().map(|l| Arc::as_ptr(&l.ranges)).collect::<Vec<_>>();
        assert!(table.remove(5000 * 32).is_some());
        let changed = places(&table);
        assert_eq!(changed.iter().zip(places(&copy)).filter(|(new, old)| **new != *old).count(), 1);
        assert!(table.insert(range(5000 * 32, 16)) && table.remove(5001 * 32).is_some());
        assert_eq!(places(&table), changed);
    }

    #[test]
    fn few_ranges_do_not_stay_in_many_leaves() {
        let mut table = Table::default();
        assert!((0..10_000).all(|n| table.insert(range(n * 16, 16))));
        assert!((0..10_000).filter(|n| n % 100 != 0).all(|n| table.remove(n * 16).is_some()));
        assert_eq!((table.ranges().count(), table.leaves.len() <= 3), (100, true));
    }
}
