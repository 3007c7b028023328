//! Text that kernels print: gathered while they run, written at synchronisation points.

use std::ffi::c_void;
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::Mutex;
use softcuda_simt::Sink;

/// Text that may wait; the rest of a kernel's output is lost, as on a device whose buffer is full.
const CAPACITY: usize = 16 << 20;

/// The receiver of all kernels' output.
#[derive(Default)]
pub struct Printer {
    text: Mutex<Vec<u8>>,
    pending: AtomicBool,
}

impl Sink for Printer {
    fn print(&self, text: &[u8]) {
        let mut buffer = self.text.lock();
        if buffer.len() + text.len() <= CAPACITY {
            buffer.extend_from_slice(text);
            self.pending.store(true, Ordering::Release);
        }
    }

    fn assertion(&self, text: &str) {
        // Like a device's, the message goes to stderr with everything printed before it on stdout.
        self.flush();
        cuda_contract::say(text);
    }
}

impl Printer {
    /// Writes what was gathered to the C library's `stdout`, so that it mixes in order with the program's own.
    pub fn flush(&self) {
        if !self.pending.swap(false, Ordering::AcqRel) {
            return;
        }
        let text = std::mem::take(&mut *self.text.lock());
        // SAFETY: `stdout` is the C library's stream, valid for the life of the process; the buffer is owned here.
        unsafe {
            libc::fwrite(text.as_ptr().cast::<c_void>(), 1, text.len(), stdout);
            libc::fflush(stdout);
        }
    }
}

unsafe extern "C" {
    static mut stdout: *mut libc::FILE;
}
