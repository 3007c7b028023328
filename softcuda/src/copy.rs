//! Copies and fills, and the threads that do the large ones.

use std::collections::VecDeque;
use std::sync::{Arc, OnceLock};

use parking_lot::{Condvar, Mutex};

use crate::driver::Driver;
use crate::gate::Entry;
use crate::stream::Stream;
use crate::thread;

/// Up to this many bytes are copied by the thread that advances the stream; more goes to a copy thread.
pub const INLINE_BYTES: u64 = 256 << 10;

/// Rows of this many bytes or more are written to device memory past the caches, which they would fill.
const PAST_CACHE: u64 = 128 << 10;

/// Copy threads; the device reports as many asynchronous engines.
pub const ENGINES: usize = 2;

/// One end of a copy: rows of `width` bytes, `pitch` apart, in slices `slice` apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side {
    /// Address of the first byte in this process.
    pub address: u64,
    /// Bytes from one row to the next.
    pub pitch: u64,
    /// Bytes from one slice to the next.
    pub slice: u64,
}

/// A box of bytes to be moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Copy {
    /// Where to.
    pub dst: Side,
    /// Where from.
    pub src: Side,
    /// Bytes in a row.
    pub width: u64,
    /// Rows in a slice.
    pub height: u64,
    /// Slices.
    pub depth: u64,
}

impl Copy {
    /// `len` bytes in one piece.
    pub fn linear(dst: u64, src: u64, len: u64) -> Self {
        let side = |address| Side { address, pitch: len, slice: len };
        Self { dst: side(dst), src: side(src), width: len, height: 1, depth: 1 }
    }

    /// Bytes moved.
    pub fn bytes(&self) -> u64 {
        self.width.saturating_mul(self.height).saturating_mul(self.depth)
    }

    /// Moves the bytes.
    ///
    /// # Safety
    /// Both ends must be mapped for the whole box and stay so during the call. Concurrent access by
    /// kernels or by the program is a race in the program, as on any device.
    pub unsafe fn run(&self) {
        let past_cache = self.width >= PAST_CACHE && in_device(self.dst.address);
        for z in 0..self.depth {
            for y in 0..self.height {
                let to = self.dst.address + z * self.dst.slice + y * self.dst.pitch;
                let from = self.src.address + z * self.src.slice + y * self.src.pitch;
                let apart = from.abs_diff(to) >= self.width;
                let (from, to, len) = (from as *const u8, to as *mut u8, self.width as usize);
                // SAFETY: the caller guarantees that every row of both ends is mapped; `copy` allows overlap.
                unsafe {
                    if past_cache && apart {
                        softcuda_simt::copy_past_cache(from, to, len);
                    } else {
                        std::ptr::copy(from, to, len);
                    }
                }
            }
        }
    }
}

/// Whether an address is the device's own memory, which the host does not read next.
fn in_device(address: u64) -> bool {
    Driver::get().is_ok_and(|driver| {
        let (base, bytes) = driver.space.arena();
        address.wrapping_sub(base) < bytes
    })
}

/// A pattern to be written to rows of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fill {
    /// Address of the first element.
    pub address: u64,
    /// Bytes from one row to the next.
    pub pitch: u64,
    /// Elements in a row.
    pub width: u64,
    /// Rows.
    pub height: u64,
    /// Bytes of an element: 1, 2 or 4.
    pub element: u64,
    /// The element, in its low bytes.
    pub value: u32,
}

impl Fill {
    /// Bytes written.
    pub fn bytes(&self) -> u64 {
        self.width.saturating_mul(self.element).saturating_mul(self.height)
    }

    /// Where the fill writes nothing but zeros, without gaps: first address and bytes.
    fn zeros(&self) -> Option<(u64, u64)> {
        let row = self.width * self.element;
        (self.value == 0 && (self.height == 1 || self.pitch == row)).then(|| (self.address, self.bytes()))
    }

    /// Writes the pattern.
    ///
    /// # Safety
    /// The rows must be mapped and writable, and aligned for the element.
    pub unsafe fn run(&self) {
        let count = self.width as usize;
        for y in 0..self.height {
            let row = self.address + y * self.pitch;
            // SAFETY: the caller guarantees `count` aligned elements at `row`; `u8`, `u16` and `u32` have no
            // invalid values, and the memory is not otherwise borrowed by Rust code.
            unsafe {
                match self.element {
                    1 => std::slice::from_raw_parts_mut(row as *mut u8, count).fill(self.value as u8),
                    2 => std::slice::from_raw_parts_mut(row as *mut u16, count).fill(self.value as u16),
                    _ => std::slice::from_raw_parts_mut(row as *mut u32, count).fill(self.value),
                }
            }
        }
    }
}

/// Work for a copy thread.
pub enum Job {
    /// Move bytes.
    Copy(Copy),
    /// Write a pattern.
    Fill(Fill),
}

impl Job {
    /// Does the work in the calling thread.
    pub fn run(&self) {
        // SAFETY: the ranges were validated when the operation was queued, and freeing device or pinned
        // memory waits for queued work; the program keeps pageable memory alive, as CUDA asks.
        unsafe {
            match self {
                Self::Copy(copy) => copy.run(),
                Self::Fill(fill) if fill.zeros().is_some_and(forget) => {}
                Self::Fill(fill) => fill.run(),
            }
        }
    }
}

/// Makes large parts of the device's memory zeros by giving their pages back; false if that is not to be.
fn forget((address, bytes): (u64, u64)) -> bool {
    Driver::get().is_ok_and(|driver| driver.space.forget(address, bytes))
}

/// A job at the head of a stream.
struct Task {
    job: Job,
    stream: Arc<Stream>,
    entry: Option<Entry>,
}

struct Pool {
    jobs: Mutex<VecDeque<Task>>,
    available: Condvar,
}

/// Hands the head operation of `stream` to a copy thread, which then runs the stream on.
pub fn offload(job: Job, stream: Arc<Stream>, entry: Option<Entry>) {
    let pool = pool();
    pool.jobs.lock().push_back(Task { job, stream, entry });
    pool.available.notify_one();
}

fn pool() -> &'static Pool {
    static POOL: OnceLock<&'static Pool> = OnceLock::new();
    POOL.get_or_init(|| {
        let pool: &'static Pool =
            Box::leak(Box::new(Pool { jobs: Mutex::new(VecDeque::new()), available: Condvar::new() }));
        for _ in 0..ENGINES {
            thread::spawn("softcuda-copy", move || work(pool));
        }
        pool
    })
}

fn work(pool: &Pool) {
    loop {
        let mut jobs = pool.jobs.lock();
        let Task { job, stream, entry } = loop {
            match jobs.pop_front() {
                Some(next) => break next,
                None => pool.available.wait(&mut jobs),
            }
        };
        drop(jobs);
        job.run();
        drop(entry);
        stream.finish_head(false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_is_copied_row_by_row() {
        let src: Vec<u8> = (0..64).collect();
        let mut dst = vec![0u8; 64];
        let side = |address: *const u8, pitch, slice| Side { address: address as u64, pitch, slice };
        let copy = Copy {
            dst: side(dst.as_mut_ptr(), 4, 16),
            src: side(src.as_ptr(), 8, 32),
            width: 3,
            height: 2,
            depth: 2,
        };
        // SAFETY: the largest offset is 16 + 4 + 3 in `dst` and 32 + 8 + 3 in `src`.
        unsafe { copy.run() };
        assert_eq!(&dst[..8], &[0, 1, 2, 0, 8, 9, 10, 0]);
        assert_eq!(&dst[16..24], &[32, 33, 34, 0, 40, 41, 42, 0]);
    }

    #[test]
    fn fills_by_element_size() {
        let check = |element: u64, expected: &[u8]| {
            let mut words = [0u32; 2];
            let fill = Fill {
                address: words.as_mut_ptr() as u64,
                pitch: 8,
                width: 1,
                height: 1,
                element,
                value: 0x0403_0201,
            };
            // SAFETY: one element of at most 4 bytes in an array of 8.
            unsafe { fill.run() };
            assert_eq!(&words[0].to_le_bytes(), expected, "element of {element}");
        };
        check(1, &[1, 0, 0, 0]);
        check(2, &[1, 2, 0, 0]);
        check(4, &[1, 2, 3, 4]);
    }
}
