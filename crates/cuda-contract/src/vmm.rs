//! Virtual memory management as book-keeping: reserved addresses and what is mapped there. What a mapping is of
//! (`M`) is the library's business.
//!
//! Neighbouring mappings that may be used count as one range, so that an array may span them.

use std::collections::BTreeMap;

use cuda_abi::{CU_MEM_ACCESS_FLAGS_PROT_NONE, CUmemAccess_flags, CUresult};

/// All reservations by first address.
#[derive(Debug)]
pub struct Reservations<M> {
    by_base: BTreeMap<u64, Reservation<M>>,
}

#[derive(Debug)]
struct Reservation<M> {
    size: u64,
    mappings: BTreeMap<u64, Mapping<M>>,
}

/// One cuMemMap.
#[derive(Debug, Clone)]
pub struct Mapping<M> {
    /// First address.
    pub base: u64,
    /// Bytes.
    pub size: u64,
    /// How the device may use it.
    pub access: CUmemAccess_flags,
    /// What is mapped.
    pub memory: M,
}

/// What a change left of a reservation.
#[derive(Debug, PartialEq, Eq)]
pub struct Usable {
    /// First address of the reservation.
    pub base: u64,
    /// Its bytes.
    pub size: u64,
    /// What may be used of it, as address and size, in order and apart.
    pub runs: Vec<(u64, u64)>,
}

type Cu<T> = Result<T, CUresult>;

impl<M> Default for Reservations<M> {
    fn default() -> Self {
        Self::new()
    }
}

impl<M> Reservations<M> {
    /// None yet.
    pub const fn new() -> Self {
        Self { by_base: BTreeMap::new() }
    }

    /// Notes a reservation.
    pub fn add(&mut self, base: u64, size: u64) {
        self.by_base.insert(base, Reservation { size, mappings: BTreeMap::new() });
    }

    /// Whether [`Self::remove`] may follow.
    ///
    /// # Errors
    /// CUDA_ERROR_INVALID_VALUE unless it is a whole reservation in which nothing is mapped.
    pub fn removable(&self, base: u64, size: u64) -> Cu<()> {
        let found = self.by_base.get(&base).filter(|r| r.size == size && r.mappings.is_empty());
        found.map(drop).ok_or(CUresult::INVALID_VALUE)
    }

    /// Forgets a reservation.
    pub fn remove(&mut self, base: u64) {
        self.by_base.remove(&base);
    }

    /// Whether a range lies in a reservation and nothing is mapped there.
    ///
    /// # Errors
    /// CUDA_ERROR_INVALID_VALUE if not.
    pub fn vacant(&self, at: u64, size: u64) -> Cu<()> {
        let (_, reservation) = self.containing(at, size)?;
        let taken = reservation.overlapping(at, size).next().is_some();
        if taken || size == 0 { Err(CUresult::INVALID_VALUE) } else { Ok(()) }
    }

    /// Notes a mapping, without access, where it is [`Self::vacant`].
    pub fn map(&mut self, at: u64, size: u64, memory: M) {
        if let Some((_, reservation)) = self.by_base.range_mut(..=at).next_back() {
            let access = CU_MEM_ACCESS_FLAGS_PROT_NONE;
            reservation.mappings.insert(at, Mapping { base: at, size, access, memory });
        }
    }

    /// Takes out the mappings that make up a range.
    ///
    /// # Errors
    /// CUDA_ERROR_INVALID_VALUE unless there are mappings that together are exactly the range.
    pub fn unmap(&mut self, at: u64, size: u64) -> Cu<(Usable, Vec<Mapping<M>>)> {
        let (base, _) = self.containing(at, size)?;
        let reservation = self.by_base.get_mut(&base).ok_or(CUresult::INVALID_VALUE)?;
        let whole = reservation.whole(at, size)?;
        let gone = whole.iter().filter_map(|at| reservation.mappings.remove(at)).collect();
        Ok((reservation.usable(base), gone))
    }

    /// Sets how the device may use the mappings that make up a range.
    ///
    /// # Errors
    /// As [`Self::unmap`].
    pub fn set_access(&mut self, at: u64, size: u64, access: CUmemAccess_flags) -> Cu<Usable> {
        let (base, _) = self.containing(at, size)?;
        let reservation = self.by_base.get_mut(&base).ok_or(CUresult::INVALID_VALUE)?;
        for at in reservation.whole(at, size)? {
            if let Some(mapping) = reservation.mappings.get_mut(&at) {
                mapping.access = access;
            }
        }
        Ok(reservation.usable(base))
    }

    /// The mapping that contains an address.
    pub fn find(&self, address: u64) -> Option<&Mapping<M>> {
        let (_, reservation) = self.containing(address, 1).ok()?;
        reservation.overlapping(address, 1).next()
    }

    fn containing(&self, at: u64, size: u64) -> Cu<(u64, &Reservation<M>)> {
        let end = at.checked_add(size).ok_or(CUresult::INVALID_VALUE)?;
        let found = self.by_base.range(..=at).next_back();
        let (&base, reservation) = found.ok_or(CUresult::INVALID_VALUE)?;
        if end - base > reservation.size { Err(CUresult::INVALID_VALUE) } else { Ok((base, reservation)) }
    }
}

impl<M> Reservation<M> {
    fn overlapping(&self, at: u64, size: u64) -> impl Iterator<Item = &Mapping<M>> {
        let before = self.mappings.range(..at).next_back().filter(|(base, m)| **base + m.size > at);
        before.into_iter().chain(self.mappings.range(at..at.saturating_add(size))).map(|(_, mapping)| mapping)
    }

    /// The mappings, by first address, that together are exactly this range.
    fn whole(&self, at: u64, size: u64) -> Cu<Vec<u64>> {
        let mut found = Vec::new();
        let mut reached = at;
        for mapping in self.overlapping(at, size) {
            if mapping.base != reached {
                return Err(CUresult::INVALID_VALUE);
            }
            reached += mapping.size;
            found.push(mapping.base);
        }
        if size == 0 || reached != at + size { Err(CUresult::INVALID_VALUE) } else { Ok(found) }
    }

    fn usable(&self, base: u64) -> Usable {
        let mut runs: Vec<(u64, u64)> = Vec::new();
        for mapping in self.mappings.values().filter(|m| m.access != CU_MEM_ACCESS_FLAGS_PROT_NONE) {
            match runs.last_mut() {
                Some((at, size)) if *at + *size == mapping.base => *size += mapping.size,
                _ => runs.push((mapping.base, mapping.size)),
            }
        }
        Usable { base, size: self.size, runs }
    }
}

#[cfg(test)]
mod tests {
    use cuda_abi::{CU_MEM_ACCESS_FLAGS_PROT_READ, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};

    use super::*;

    const INVALID: CUresult = CUresult::INVALID_VALUE;
    const USE: CUmemAccess_flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;

    /// [100, 200) with mappings a, b, c at 100, 110 and 130, of 10 bytes each.
    fn reservations() -> Reservations<char> {
        let mut all = Reservations::new();
        all.add(1000, 10);
        all.add(100, 100);
        for (at, memory) in [(100, 'a'), (110, 'b'), (130, 'c')] {
            assert_eq!(all.vacant(at, 10), Ok(()));
            all.map(at, 10, memory);
        }
        all
    }

    #[test]
    fn neighbours_are_one_range() {
        let mut all = reservations();
        assert_eq!(all.set_access(110, 10, USE).unwrap().runs, [(110, 10)]);
        let usable = all.set_access(130, 10, CU_MEM_ACCESS_FLAGS_PROT_READ).unwrap();
        assert_eq!(usable, Usable { base: 100, size: 100, runs: vec![(110, 10), (130, 10)] });
        assert_eq!(all.set_access(100, 20, USE).unwrap().runs, [(100, 20), (130, 10)]);
        assert_eq!(all.set_access(100, 10, CU_MEM_ACCESS_FLAGS_PROT_NONE).unwrap().runs[0], (110, 10));
    }

    #[test]
    fn whole_mappings_only() {
        let mut all = reservations();
        for (at, size) in [(100, 5), (105, 5), (100, 30), (120, 10), (100, 0), (90, 20), (130, 100), (0, 1)] {
            assert_eq!(all.set_access(at, size, USE), Err(INVALID), "{at} {size}");
            assert!(all.unmap(at, size).is_err(), "{at} {size}");
        }
        let (usable, gone) = all.unmap(100, 20).unwrap();
        assert_eq!((usable.runs, gone.iter().map(|m| m.memory).collect::<String>()), (vec![], "ab".into()));
        assert_eq!(all.find(100).map(|m| m.memory), None);
        assert_eq!(all.find(139).map(|m| (m.base, m.memory)), Some((130, 'c')));
        assert_eq!(all.find(u64::MAX).map(|m| m.memory), None);
    }

    #[test]
    fn nothing_is_mapped_twice_or_outside() {
        let all = reservations();
        for (at, size) in
            [(100, 10), (105, 10), (115, 20), (125, 10), (190, 11), (90, 10), (300, 10), (120, 0)]
        {
            assert_eq!(all.vacant(at, size), Err(INVALID), "{at} {size}");
        }
        assert_eq!(all.vacant(120, 10), Ok(()));
        assert_eq!(all.vacant(140, 60), Ok(()));
        assert_eq!(all.vacant(u64::MAX, 2), Err(INVALID));
    }

    #[test]
    fn reservations_go_when_empty() {
        let mut all = reservations();
        assert_eq!(all.removable(100, 100), Err(INVALID));
        assert_eq!(all.removable(1000, 9), Err(INVALID));
        assert_eq!(all.removable(1000, 10), Ok(()));
        all.remove(1000);
        assert_eq!(all.vacant(1000, 10), Err(INVALID));
    }
}
