//! Address ranges whose memory comes and goes: reservations, and files mapped into them.

use std::os::fd::{AsRawFd, BorrowedFd};

use super::arena::PAGE;
use super::{AddressSpace, AllocError, Kind, Range};

impl AddressSpace {
    /// Reserves `bytes` addresses, a multiple of the page size, at a multiple of `align`; at `wanted` if that is free.
    ///
    /// # Errors
    /// [`AllocError::Invalid`] for sizes and alignments that cannot be, [`AllocError::OutOfMemory`] without room.
    pub fn reserve(&self, bytes: u64, align: u64, wanted: u64) -> Result<u64, AllocError> {
        if bytes == 0 || !bytes.is_multiple_of(PAGE) || !align.is_power_of_two() || bytes > self.arena().1 {
            return Err(AllocError::Invalid);
        }
        let align = align.max(PAGE);
        let mut state = self.state();
        let there = wanted.is_multiple_of(align).then(|| state.free.take_at(wanted, bytes)).flatten();
        let base = there.or_else(|| state.free.take(bytes, align)).ok_or(AllocError::OutOfMemory)?;
        state.reserved.insert(base, bytes);
        Ok(base)
    }

    /// Gives back a reservation, in which nothing is mapped any more.
    ///
    /// # Errors
    /// [`AllocError::Invalid`] when no reservation of this size starts there.
    pub fn unreserve(&self, base: u64, bytes: u64) -> Result<(), AllocError> {
        let mut state = self.state();
        if state.reserved.get(&base) != Some(&bytes) {
            return Err(AllocError::Invalid);
        }
        state.reserved.remove(&base);
        state.bury(base, bytes);
        Ok(())
    }

    /// Maps `bytes` of a file into a reservation. Kernels may use them after [`Self::set_valid`].
    ///
    /// # Errors
    /// [`AllocError::Invalid`] outside of reservations, [`AllocError::OutOfMemory`] when the system refuses.
    pub fn map_file(&self, at: u64, bytes: u64, file: BorrowedFd<'_>, offset: u64) -> Result<(), AllocError> {
        self.overlay(at, bytes, Some((file, offset)))
    }

    /// Takes a file out of a reservation. What still runs and uses the range finds other memory there.
    ///
    /// # Errors
    /// As [`Self::map_file`].
    pub fn unmap_file(&self, at: u64, bytes: u64) -> Result<(), AllocError> {
        self.overlay(at, bytes, None)
    }

    /// Makes `valid`, pairs of address and size in order, what kernels and copies may use of a reservation.
    ///
    /// # Errors
    /// [`AllocError::Invalid`] when no reservation starts at `base`.
    pub fn set_valid(&self, base: u64, valid: &[(u64, u64)]) -> Result<(), AllocError> {
        let state = self.state();
        let bytes = *state.reserved.get(&base).ok_or(AllocError::Invalid)?;
        let range = |&(at, size): &(u64, u64)| Range { base: at, size, end: at + size, kind: Kind::Device };
        let ranges: Vec<Range> = valid.iter().map(range).collect();
        self.replace(base, base + bytes, &ranges);
        Ok(())
    }

    fn overlay(&self, at: u64, bytes: u64, file: Option<(BorrowedFd<'_>, u64)>) -> Result<(), AllocError> {
        let state = self.state();
        let (base, size) = state.reserved.range(..=at).next_back().ok_or(AllocError::Invalid)?;
        let inside = at.checked_add(bytes).is_some_and(|end| end <= base + size);
        if !inside || bytes == 0 || !at.is_multiple_of(PAGE) || !bytes.is_multiple_of(PAGE) {
            return Err(AllocError::Invalid);
        }
        let anonymous = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
        let (flags, file, offset) = match file {
            Some((file, offset)) => (libc::MAP_SHARED, file.as_raw_fd(), offset),
            None => (anonymous, -1, 0),
        };
        let offset = libc::off_t::try_from(offset).map_err(|_| AllocError::Invalid)?;
        let access = libc::PROT_READ | libc::PROT_WRITE;
        // SAFETY: the range lies in a reservation of this space, whose memory only its users, who map and unmap,
        // and launches refer to; those find accessible memory there at any time.
        let mapped = unsafe {
            libc::mmap(at as *mut libc::c_void, bytes as usize, access, flags | libc::MAP_FIXED, file, offset)
        };
        if mapped == libc::MAP_FAILED { Err(AllocError::OutOfMemory) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use std::os::fd::{AsFd, FromRawFd, OwnedFd};

    use super::*;
    use crate::memory::SpaceConfig;

    const SIZE: u64 = 2 * PAGE;

    fn memory() -> OwnedFd {
        // SAFETY: the name is a C string; the descriptor that comes back is nobody else's.
        let file = unsafe { OwnedFd::from_raw_fd(libc::memfd_create(c"test".as_ptr(), libc::MFD_CLOEXEC)) };
        // SAFETY: a live descriptor.
        assert_eq!(unsafe { libc::ftruncate(file.as_raw_fd(), SIZE as i64) }, 0);
        file
    }

    #[test]
    fn one_file_at_two_places() {
        let space = AddressSpace::new(&SpaceConfig::default()).unwrap();
        let base = space.reserve(4 * SIZE, 1 << 21, 0).unwrap();
        assert!(base.is_multiple_of(1 << 21));
        let file = memory();
        for at in [base, base + SIZE] {
            space.map_file(at, SIZE, file.as_fd(), 0).unwrap();
        }
        // SAFETY: both places are mapped.
        unsafe {
            (base as *mut u8).write(7);
            assert_eq!(((base + SIZE) as *const u8).read(), 7);
        }
        space.unmap_file(base, SIZE).unwrap();
        space.map_file(base, SIZE, file.as_fd(), 0).unwrap();
        // SAFETY: mapped again; the file kept its bytes.
        assert_eq!(unsafe { (base as *const u8).read() }, 7);
    }

    #[test]
    fn large_mappings_become_zeros_wherever_they_are_mapped() {
        const LARGE: u64 = 6 << 20;
        let space = AddressSpace::new(&SpaceConfig::default()).unwrap();
        let base = space.reserve(2 * LARGE, 1, 0).unwrap();
        let file = memory();
        // SAFETY: a live descriptor.
        assert_eq!(unsafe { libc::ftruncate(file.as_raw_fd(), LARGE as i64) }, 0);
        for at in [base, base + LARGE] {
            space.map_file(at, LARGE, file.as_fd(), 0).unwrap();
        }
        // SAFETY: both are mapped until the end of the test.
        let [all, same] = [base, base + LARGE]
            .map(|at| unsafe { std::slice::from_raw_parts_mut(at as *mut u8, LARGE as usize) });
        all.fill(7);
        assert!(!space.forget(base + 100, 5 << 20), "nothing is valid yet");
        space.set_valid(base, &[(base, LARGE), (base + LARGE, LARGE)]).unwrap();
        assert!(!space.forget(base + PAGE, LARGE), "two mappings");
        assert!(all.iter().all(|byte| *byte == 7));
        assert!(space.forget(base + 100, 5 << 20));
        let end = 100 + (5 << 20);
        assert!(same[..100].iter().chain(&same[end..]).all(|byte| *byte == 7));
        assert!(same[100..end].iter().all(|byte| *byte == 0));
    }

    #[test]
    fn only_what_is_set_is_valid() {
        let space = AddressSpace::new(&SpaceConfig::default()).unwrap();
        let other = space.alloc(100, 1).unwrap();
        let base = space.reserve(4 * SIZE, 1, 0).unwrap();
        assert!(space.range_of(base).is_none());
        space.set_valid(base, &[(base, SIZE), (base + 2 * SIZE, SIZE)]).unwrap();
        let extent = |at| space.range_of(at).map(|range| (range.base, range.size));
        assert_eq!(extent(base + SIZE - 1), Some((base, SIZE)));
        assert_eq!(extent(base + SIZE), None);
        assert_eq!(extent(base + 2 * SIZE), Some((base + 2 * SIZE, SIZE)));
        space.set_valid(base, &[(base, 4 * SIZE)]).unwrap();
        assert_eq!(extent(base + 3 * SIZE), Some((base, 4 * SIZE)));
        space.set_valid(base, &[]).unwrap();
        assert_eq!((extent(base), extent(other)), (None, Some((other, 100))));
    }

    #[test]
    fn reservations_are_kept_apart() {
        let space = AddressSpace::new(&SpaceConfig::default()).unwrap();
        let first = space.reserve(SIZE, 1, 0).unwrap();
        let second = space.reserve(SIZE, 1, first).unwrap();
        assert_ne!(first, second);
        let wanted = second + (1 << 30);
        assert_eq!(space.reserve(SIZE, 1, wanted), Ok(wanted));
        assert_eq!(space.unreserve(first, PAGE), Err(AllocError::Invalid));
        space.unreserve(first, SIZE).unwrap();
        assert_eq!(space.unreserve(first, SIZE), Err(AllocError::Invalid));
        assert_eq!(space.reserve(SIZE, 1, first), Ok(first));
        let file = memory();
        for (at, bytes) in [(second + SIZE, PAGE), (second, 2 * SIZE), (first + 1, PAGE), (first, 0)] {
            assert_eq!(
                space.map_file(at, bytes, file.as_fd(), 0),
                Err(AllocError::Invalid),
                "{at:x} {bytes}"
            );
        }
        assert_eq!(space.reserve(PAGE + 1, 1, 0), Err(AllocError::Invalid));
        assert_eq!(space.reserve(PAGE, 3, 0), Err(AllocError::Invalid));
    }
}
