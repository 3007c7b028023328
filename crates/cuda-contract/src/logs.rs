//! The driver's log (`cuLogs*`): always empty, since errors are told by their codes. Callbacks are never called.

use std::ffi::{c_char, c_uint, c_void};
use std::fs::File;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use cuda_abi::{CUlogIterator, CUlogsCallback, CUlogsCallbackHandle, CUresult};

/// Callbacks that were registered so far: each has its number as handle.
static REGISTERED: AtomicUsize = AtomicUsize::new(0);

type Answer = Result<(), CUresult>;

/// cuLogsRegisterCallback.
///
/// # Safety
/// `handle` is NULL or writable.
///
/// # Errors
/// CUDA_ERROR_INVALID_VALUE without a callback or a place for its handle.
pub unsafe fn register(callback: CUlogsCallback, handle: *mut CUlogsCallbackHandle) -> Answer {
    if callback.is_none() || handle.is_null() {
        return Err(CUresult::INVALID_VALUE);
    }
    let number = REGISTERED.fetch_add(1, Ordering::Relaxed) + 1;
    // SAFETY: not NULL, hence writable.
    unsafe { handle.write_unaligned(std::ptr::without_provenance_mut::<c_void>(number).cast()) };
    Ok(())
}

/// cuLogsUnregisterCallback.
///
/// # Errors
/// CUDA_ERROR_INVALID_VALUE for a handle that was never given out.
pub fn unregister(handle: CUlogsCallbackHandle) -> Answer {
    let known = 1..=REGISTERED.load(Ordering::Relaxed);
    if known.contains(&handle.addr()) { Ok(()) } else { Err(CUresult::INVALID_VALUE) }
}

/// cuLogsCurrent: the place in the log that is reached.
///
/// # Safety
/// `iterator` is NULL or writable.
///
/// # Errors
/// CUDA_ERROR_INVALID_VALUE for NULL and for flags, which must be 0.
pub unsafe fn current(iterator: *mut CUlogIterator, flags: c_uint) -> Answer {
    if iterator.is_null() || flags != 0 {
        return Err(CUresult::INVALID_VALUE);
    }
    // SAFETY: not NULL, hence writable.
    unsafe { iterator.write_unaligned(0) };
    Ok(())
}

/// cuLogsDumpToFile: an empty file.
///
/// # Safety
/// `path` is NULL or NUL-terminated.
///
/// # Errors
/// CUDA_ERROR_INVALID_VALUE for flags and for a file that cannot be made.
pub unsafe fn dump_to_file(path: *const c_char, flags: c_uint) -> Answer {
    if path.is_null() || flags != 0 {
        return Err(CUresult::INVALID_VALUE);
    }
    // SAFETY: not NULL, hence NUL-terminated.
    let path = unsafe { std::ffi::CStr::from_ptr(path) };
    let made = File::create(Path::new(std::ffi::OsStr::from_bytes(path.to_bytes())));
    made.map(drop).map_err(|_| CUresult::INVALID_VALUE)
}

/// cuLogsDumpToMemory: an empty text.
///
/// # Safety
/// `buffer` is NULL or has as many bytes as `size` says, which is NULL or readable and writable.
///
/// # Errors
/// CUDA_ERROR_INVALID_VALUE for NULL, no room and flags.
pub unsafe fn dump_to_memory(buffer: *mut c_char, size: *mut usize, flags: c_uint) -> Answer {
    // SAFETY: not NULL where it is read.
    if buffer.is_null() || size.is_null() || flags != 0 || unsafe { size.read_unaligned() } == 0 {
        return Err(CUresult::INVALID_VALUE);
    }
    // SAFETY: room for at least one byte.
    unsafe { buffer.write(0) };
    // SAFETY: not NULL, hence writable.
    unsafe { size.write_unaligned(0) };
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::ptr::null_mut;

    use super::*;

    const INVALID: Answer = Err(CUresult::INVALID_VALUE);

    unsafe extern "C" fn never(_: *mut c_void, _: u32, _: *mut c_char, _: usize) {}

    #[test]
    fn callbacks_have_handles() {
        let mut handle: CUlogsCallbackHandle = null_mut();
        // SAFETY: the place is valid, or NULL.
        let mut register = |callback| unsafe { super::register(callback, &raw mut handle) };
        assert_eq!(register(None), INVALID);
        assert_eq!(register(Some(never)), Ok(()));
        assert_eq!(unregister(handle), Ok(()));
        assert_eq!(unregister(null_mut()), INVALID);
        // SAFETY: NULL is allowed.
        assert_eq!(unsafe { super::register(Some(never), null_mut()) }, INVALID);
    }

    #[test]
    fn the_log_is_empty() {
        let (mut iterator, mut text, mut size) = (7, [1 as c_char; 4], 4);
        // SAFETY: the places are valid and as large as is said.
        unsafe {
            assert_eq!(current(&raw mut iterator, 0), Ok(()));
            assert_eq!(current(&raw mut iterator, 1), INVALID);
            assert_eq!(dump_to_memory(text.as_mut_ptr(), &raw mut size, 0), Ok(()));
        }
        assert_eq!((iterator, text[0], size), (0, 0, 0));
        // SAFETY: as above.
        assert_eq!(unsafe { dump_to_memory(text.as_mut_ptr(), &raw mut size, 0) }, INVALID);
    }
}
