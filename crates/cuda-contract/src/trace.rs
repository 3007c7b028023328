//! One line per driver call, for people: `BIFROST_TRACE=1` to stderr, `BIFROST_TRACE=PATH`, a path with a slash, to a file.

use std::ffi::{CString, c_int};
use std::fmt::Write;
use std::io;
use std::os::unix::ffi::OsStringExt;
use std::sync::atomic::{AtomicI32, Ordering};
use std::time::Instant;

use cuda_abi::{CUresult, Function};

/// The environment has not been asked yet.
const UNKNOWN: c_int = -2;
const OFF: c_int = -1;

/// A trace of calls that an environment variable turns on. When off it costs one relaxed load per call.
///
/// ```
/// static TRACE: cuda_contract::Trace = cuda_contract::Trace::new("BIFROST_TRACE");
/// let started = TRACE.start();
/// // … the call …
/// # let (function, args, result) = (cuda_abi::function(3).unwrap(), [0], cuda_abi::CUresult::SUCCESS);
/// if let Some(started) = started {
///     TRACE.finish(started, function, &args, result);
/// }
/// ```
pub struct Trace {
    variable: &'static str,
    /// Descriptor that lines go to, or [`UNKNOWN`] or [`OFF`].
    descriptor: AtomicI32,
}

impl Trace {
    /// A trace that `variable` turns on: unset, empty or `0` is off; `1` is stderr; what has a slash is the path of a file, which is
    /// appended to. Anything else is off, and told once: a slip of the pen makes no files.
    pub const fn new(variable: &'static str) -> Self {
        Trace { variable, descriptor: AtomicI32::new(UNKNOWN) }
    }

    /// The time when a call begins, if calls are traced.
    #[inline]
    pub fn start(&self) -> Option<Instant> {
        match self.descriptor.load(Ordering::Relaxed) {
            OFF => None,
            _ => self.start_slow(),
        }
    }

    #[cold]
    fn start_slow(&self) -> Option<Instant> {
        if self.descriptor.load(Ordering::Relaxed) == UNKNOWN {
            self.open();
        }
        (self.descriptor.load(Ordering::Relaxed) >= 0).then(Instant::now)
    }

    fn open(&self) {
        let value = std::env::var_os(self.variable).unwrap_or_default().into_vec();
        let descriptor = match target(value) {
            Target::Off => OFF,
            Target::Stderr => libc::STDERR_FILENO,
            Target::File(path) => {
                let name = String::from_utf8_lossy(&path).escape_default().to_string();
                open_append(path).unwrap_or_else(|e| {
                    let line = format!(
                        "{}: `{name}` cannot be written: {e}; name another file (lines go here now)\n",
                        self.variable
                    );
                    write_all(libc::STDERR_FILENO, &line);
                    libc::STDERR_FILENO
                })
            }
            Target::Senseless(value) => {
                let value = String::from_utf8_lossy(&value).escape_default().to_string();
                let line = format!(
                    "{}: `{value}`: expected 1, 0 or the path of a file, with a slash\n",
                    self.variable
                );
                write_all(libc::STDERR_FILENO, &line);
                OFF
            }
        };
        // Should two threads come here at once, both descriptors append to the same file.
        self.descriptor.store(descriptor, Ordering::Relaxed);
    }

    /// Writes the line of a call that began at `started`: thread, call with arguments, result, microseconds.
    ///
    /// `args` are the arguments as slots; what they lead to is read as the call has left it. Leaves `errno` as it was.
    pub fn finish(&self, started: Instant, function: &Function, args: &[u64], result: CUresult) {
        let micros = started.elapsed().as_micros();
        // SAFETY: errno's location is valid for the thread; gettid has no preconditions.
        let (errno, thread) = unsafe { (*libc::__errno_location(), libc::syscall(libc::SYS_gettid)) };
        let mut line = String::with_capacity(160);
        // Writing to a string cannot fail.
        let _ = write!(line, "{thread} ");
        let _ = cuda_abi::trace::format_call(function, args, result.is_success(), &peek, &mut line);
        let _ = match result.name() {
            Some(name) => writeln!(line, " = {name} {micros} µs"),
            None => writeln!(line, " = {} {micros} µs", result.0),
        };
        write_all(self.descriptor.load(Ordering::Relaxed), &line);
        // SAFETY: as above.
        unsafe { *libc::__errno_location() = errno };
    }
}

/// Where a trace goes.
#[derive(Debug, PartialEq, Eq)]
enum Target {
    Off,
    Stderr,
    File(Vec<u8>),
    Senseless(Vec<u8>),
}

fn target(value: Vec<u8>) -> Target {
    match value.as_slice() {
        b"" | b"0" => Target::Off,
        b"1" => Target::Stderr,
        path if path.contains(&b'/') => Target::File(value),
        _ => Target::Senseless(value),
    }
}

/// Reads memory of this process at an address that may be none: the kernel copies it, so that nothing can fault. Errors (a sandbox may
/// forbid the call) read nothing.
fn peek(address: u64, bytes: &mut [u8]) -> usize {
    const PAGE: u64 = 4096;
    let mut done = 0;
    // Page by page: a text may end just before memory that is not there.
    while done < bytes.len() {
        let from = address.wrapping_add(done as u64);
        let length = (bytes.len() - done).min((PAGE - from % PAGE) as usize);
        let target = libc::iovec { iov_base: bytes[done..].as_mut_ptr().cast(), iov_len: length };
        let source =
            libc::iovec { iov_base: std::ptr::without_provenance_mut(from as usize), iov_len: length };
        // SAFETY: the target is a part of `bytes`; the kernel checks the source.
        let got =
            unsafe { libc::process_vm_readv(libc::getpid(), &raw const target, 1, &raw const source, 1, 0) };
        if got != length as isize {
            break;
        }
        done += length;
    }
    done
}

fn open_append(path: Vec<u8>) -> io::Result<c_int> {
    let path = CString::new(path)?;
    let flags = libc::O_WRONLY | libc::O_CREAT | libc::O_APPEND | libc::O_CLOEXEC;
    // SAFETY: the path is NUL-terminated.
    let descriptor = unsafe { libc::open(path.as_ptr(), flags, 0o644) };
    if descriptor < 0 { Err(io::Error::last_os_error()) } else { Ok(descriptor) }
}

/// Writes a line to standard error for its user to see. That it cannot be written, as nobody reads there any more, is no error of the call.
pub fn say(line: &str) {
    write_all(libc::STDERR_FILENO, &format!("{line}\n"));
}

/// Writes a line with one system call, so that lines of several threads and processes do not mix. Errors are ignored
/// and `errno` is kept: the caller is in the middle of someone else's program.
pub(crate) fn write_all(descriptor: c_int, line: &str) {
    if descriptor < 0 {
        return;
    }
    // SAFETY: errno's location is valid for the thread; the buffer is valid for its length.
    unsafe {
        let errno = *libc::__errno_location();
        libc::write(descriptor, line.as_ptr().cast(), line.len());
        *libc::__errno_location() = errno;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_paths_become_files() {
        let check = |value: &str, want: Target| assert_eq!(target(value.into()), want, "{value}");
        check("", Target::Off);
        check("0", Target::Off);
        check("1", Target::Stderr);
        check("/tmp/trace", Target::File(b"/tmp/trace".to_vec()));
        check("./trace", Target::File(b"./trace".to_vec()));
        for value in ["frob", "true", "2", "trace.txt"] {
            check(value, Target::Senseless(value.into()));
        }
    }
}
