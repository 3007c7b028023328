//! The table of valid address ranges: immutable, sorted, shared by running grids.

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

/// A snapshot of all valid ranges, sorted by base; ranges never overlap.
#[derive(Debug, Default, Clone)]
pub struct Table {
    ranges: Vec<Range>,
}

impl Table {
    /// The range that contains `address`.
    pub fn find(&self, address: u64) -> Option<&Range> {
        let after = self.ranges.partition_point(|r| r.base <= address);
        let range = self.ranges.get(after.checked_sub(1)?)?;
        (address < range.end).then_some(range)
    }

    /// The range whose base is closest below `address`, else the first one: for diagnostics.
    pub fn nearest(&self, address: u64) -> Option<&Range> {
        let after = self.ranges.partition_point(|r| r.base <= address);
        self.ranges.get(after.saturating_sub(1))
    }

    /// All ranges in order of address.
    pub fn ranges(&self) -> &[Range] {
        &self.ranges
    }

    /// A table with `range` added, or `None` when it overlaps another.
    pub(super) fn with(&self, range: Range) -> Option<Table> {
        let at = self.ranges.partition_point(|r| r.base < range.base);
        let clear_before = at == 0 || self.ranges[at - 1].end <= range.base;
        let clear_after = self.ranges.get(at).is_none_or(|next| range.end <= next.base);
        if !clear_before || !clear_after {
            return None;
        }
        let mut ranges = Vec::with_capacity(self.ranges.len() + 1);
        ranges.extend_from_slice(&self.ranges[..at]);
        ranges.push(range);
        ranges.extend_from_slice(&self.ranges[at..]);
        Some(Table { ranges })
    }

    /// A table without the range that starts at `base`, and that range.
    pub(super) fn without(&self, base: u64) -> Option<(Table, Range)> {
        let at = self.ranges.binary_search_by_key(&base, |r| r.base).ok()?;
        let mut ranges = self.ranges.clone();
        let range = ranges.remove(at);
        Some((Table { ranges }, range))
    }
}
