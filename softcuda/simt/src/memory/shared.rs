//! Allocations whose bytes other processes have as well: they lie in files.

use std::os::fd::{AsRawFd, BorrowedFd};

use super::arena::{PAGE, detach, round_up};
use super::{AddressSpace, AllocError};

impl AddressSpace {
    /// Moves the allocation at `base` into the beginning of `file`, which holds zeros and is long enough for its pages. Kernels
    /// and copies may read it meanwhile; nothing may write to it.
    ///
    /// # Errors
    /// [`AllocError::Invalid`] when no allocation starts there or it lies in a file already, [`AllocError::OutOfMemory`] when
    /// the system refuses; the allocation is what it was then.
    pub fn move_to_file(&self, base: u64, file: BorrowedFd<'_>) -> Result<(), AllocError> {
        let mut state = self.state();
        let pages = *state.used.get(&base).ok_or(AllocError::Invalid)?;
        if state.in_files.contains(&base) {
            return Err(AllocError::Invalid);
        }
        if !copy_out(base, pages, file) || !map_shared(base, pages, file) {
            return Err(AllocError::OutOfMemory);
        }
        state.in_files.insert(base);
        Ok(())
    }

    /// Makes the first `bytes` of `file`, which is long enough for their pages and keeps its length, memory of the device, until
    /// [`Self::free`].
    ///
    /// # Errors
    /// [`AllocError::Invalid`] for a size that cannot be, [`AllocError::OutOfMemory`] without room.
    pub fn map_shared(&self, bytes: u64, file: BorrowedFd<'_>) -> Result<u64, AllocError> {
        if bytes == 0 || bytes > self.arena().1 {
            return Err(AllocError::Invalid);
        }
        let pages = round_up(bytes, PAGE);
        let mut state = self.state();
        let base = state.free.take(pages, PAGE).ok_or(AllocError::OutOfMemory)?;
        if !map_shared(base, pages, file) {
            // If not even that succeeds, the addresses stay unused.
            if detach(base, pages) {
                state.free.give(base, pages);
            }
            return Err(AllocError::OutOfMemory);
        }
        state.in_files.insert(base);
        self.add(&mut state, base, bytes)
    }
}

fn map_shared(base: u64, pages: u64, file: BorrowedFd<'_>) -> bool {
    let (access, flags) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_SHARED | libc::MAP_FIXED);
    let at = base as *mut libc::c_void;
    // SAFETY: the range is a free one or an allocation of this space, which holds the same bytes afterwards; it is accessible at any time.
    let got = unsafe { libc::mmap(at, pages as usize, access, flags, file.as_raw_fd(), 0) };
    got != libc::MAP_FAILED
}

/// Writes what is not zero; untouched memory stays without pages of its own.
fn copy_out(base: u64, pages: u64, file: BorrowedFd<'_>) -> bool {
    (0..pages).step_by(PAGE as usize).all(|offset| {
        let page = (base + offset) as *const [u64; PAGE as usize / 8];
        // SAFETY: a page of a live allocation, aligned, to which nothing writes meanwhile.
        let zero = unsafe { &*page }.iter().all(|word| *word == 0);
        // SAFETY: as above; a live descriptor.
        zero || unsafe { libc::pwrite(file.as_raw_fd(), page.cast(), PAGE as usize, offset as libc::off_t) }
            == PAGE as isize
    })
}

#[cfg(test)]
mod tests {
    use std::os::fd::{AsFd, FromRawFd, OwnedFd};

    use super::*;
    use crate::memory::SpaceConfig;

    fn memory(bytes: u64) -> OwnedFd {
        // SAFETY: the name is a C string; the descriptor that comes back is nobody else's.
        let file = unsafe { OwnedFd::from_raw_fd(libc::memfd_create(c"test".as_ptr(), libc::MFD_CLOEXEC)) };
        // SAFETY: a live descriptor.
        assert_eq!(unsafe { libc::ftruncate(file.as_raw_fd(), bytes as i64) }, 0);
        file
    }

    fn byte(at: u64) -> &'static mut u8 {
        // SAFETY: the tests pass addresses of live allocations and use one reference at a time.
        unsafe { &mut *(at as *mut u8) }
    }

    #[test]
    fn what_was_moved_is_the_same_bytes_at_both_places() {
        let space = AddressSpace::new(&SpaceConfig::default()).unwrap();
        let base = space.alloc(3 * PAGE - 8, 1).unwrap();
        *byte(base + 2 * PAGE) = 7;
        let file = memory(3 * PAGE);
        space.move_to_file(base, file.as_fd()).unwrap();
        assert_eq!(space.move_to_file(base, file.as_fd()), Err(AllocError::Invalid));
        assert_eq!(*byte(base + 2 * PAGE), 7);
        let other = space.map_shared(3 * PAGE - 8, file.as_fd()).unwrap();
        assert_eq!(space.range_of(other).map(|range| range.size), Some(3 * PAGE - 8));
        assert_eq!(*byte(other + 2 * PAGE), 7);
        *byte(other) = 9;
        assert_eq!(*byte(base), 9);
        // Freed here, it is still there, and its addresses hold zeros again.
        space.free(base).unwrap();
        assert_eq!(*byte(other), 9);
        let fresh = space.alloc(3 * PAGE - 8, 1).unwrap();
        assert_eq!((fresh, *byte(fresh)), (base, 0));
        space.free(other).unwrap();
        assert!(space.range_of(other).is_none());
    }

    #[test]
    fn running_launches_keep_what_lies_in_files() {
        let space = AddressSpace::new(&SpaceConfig::default()).unwrap();
        let file = memory(PAGE);
        let at = space.map_shared(PAGE, file.as_fd()).unwrap();
        *byte(at) = 5;
        let launch = space.begin_launch();
        space.free(at).unwrap();
        assert_eq!(*byte(at), 5);
        drop(launch);
        assert_eq!(space.alloc(PAGE, 1), Ok(at));
        assert_eq!(*byte(at), 0);
    }

    #[test]
    fn what_is_no_allocation_is_not_moved() {
        let space = AddressSpace::new(&SpaceConfig::default()).unwrap();
        let file = memory(PAGE);
        assert_eq!(space.move_to_file(space.arena().0, file.as_fd()), Err(AllocError::Invalid));
        assert_eq!(space.map_shared(0, file.as_fd()), Err(AllocError::Invalid));
        assert_eq!(space.map_shared(u64::MAX, file.as_fd()), Err(AllocError::Invalid));
    }
}
