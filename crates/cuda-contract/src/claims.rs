//! Lengths that callers state: whether there can be so much memory. What cannot be is an error instead of a crash.

/// Bytes up to which the caller is believed: a wrong small length cannot be told from a right one, and looking costs a system call.
const BELIEVED: usize = 4096;
/// Addresses are looked at in pages.
const PAGE: usize = 4096;

/// Whether `bytes` bytes at an address can all be memory of this process. Nothing is touched.
pub fn can_be_memory(address: usize, bytes: usize) -> bool {
    let Some(end) = address.checked_add(bytes).filter(|_| isize::try_from(bytes).is_ok()) else {
        return false;
    };
    if bytes <= BELIEVED {
        return true;
    }
    let first = address & !(PAGE - 1);
    // SAFETY: asynchronous, it does nothing but look whether everything is mapped.
    let looked = unsafe { libc::msync(first as *mut libc::c_void, end - first, libc::MS_ASYNC) };
    // Other errors say nothing about the memory.
    looked == 0 || std::io::Error::last_os_error().raw_os_error() != Some(libc::ENOMEM)
}

/// Whether an array of `count` elements can all be memory of this process.
pub fn can_be_array<T>(array: *const T, count: usize) -> bool {
    count.checked_mul(size_of::<T>()).is_some_and(|bytes| can_be_memory(array.addr(), bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impossible_lengths_are_told_from_possible_ones() {
        let memory = vec![1u8; 1 << 20];
        let (at, len) = (memory.as_ptr(), memory.len());
        let cases =
            [(0, true), (len, true), (1 << 46, false), (isize::MAX as usize, false), (usize::MAX, false)];
        for (bytes, want) in cases {
            assert_eq!(can_be_memory(at.addr(), bytes), want, "{bytes}");
        }
        assert!(!can_be_memory(usize::MAX - 10, 100));
        let words = memory.as_ptr().cast::<u64>();
        assert_eq!([len / 8, 1 << 43, 1 << 61].map(|count| can_be_array(words, count)), [true, false, false]);
    }

    #[test]
    fn a_hole_is_found() {
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
        // SAFETY: a new mapping where the kernel likes.
        let at = unsafe { libc::mmap(std::ptr::null_mut(), 8 * PAGE, libc::PROT_READ, flags, -1, 0) };
        assert_ne!(at, libc::MAP_FAILED);
        assert!(can_be_memory(at.addr() + 5, 8 * PAGE - 5));
        // SAFETY: pages of the mapping just made, which nothing refers to.
        assert_eq!(unsafe { libc::munmap(at.cast::<u8>().add(4 * PAGE).cast(), PAGE) }, 0);
        assert!(!can_be_memory(at.addr() + 5, 8 * PAGE - 5));
        assert!(can_be_memory(at.addr(), 4 * PAGE));
        // SAFETY: the rest of the mapping.
        unsafe { libc::munmap(at, 8 * PAGE) };
    }
}
