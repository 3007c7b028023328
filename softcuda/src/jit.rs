//! Options of module loading: the two log buffers and the compile time.

use std::ffi::{c_char, c_void};

use cuda_abi::*;

use crate::error::Result;
use crate::raw;

/// The options of one call that the device heeds.
#[derive(Default)]
pub struct JitOptions {
    info: Log,
    error: Log,
    wall_time: Option<*mut f32>,
    /// Most registers of a thread.
    pub max_registers: Option<u32>,
}

// SAFETY: the pointers are the program's own and are only used where CUDA says that they are valid: in the call that passed
// them, or as long as the link lives that was made with them, whichever thread then calls.
unsafe impl Send for JitOptions {}

#[derive(Default)]
struct Log {
    buffer: Option<*mut c_char>,
    size: usize,
    /// Where the number of bytes written is reported: the option's own value.
    written: Option<*mut *mut c_void>,
}

impl JitOptions {
    /// Reads parallel arrays of options and values.
    ///
    /// # Safety
    /// Both arrays have `count` elements, and buffers named in them are valid until [`Self::report`].
    pub unsafe fn read(count: u32, options: *const CUjit_option, values: *mut *mut c_void) -> Result<Self> {
        let mut read = Self::default();
        if count == 0 {
            return Ok(read);
        }
        raw::array(options, count as usize)?;
        raw::array(values, count as usize)?;
        for index in 0..count as usize {
            // SAFETY: the arrays have `count` elements.
            let (option, slot) = unsafe { (*options.add(index), values.add(index)) };
            // SAFETY: as above.
            let value = unsafe { *slot };
            match option {
                CU_JIT_INFO_LOG_BUFFER => read.info.buffer = Some(value.cast()),
                CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES => read.info.set_size(value, slot),
                CU_JIT_ERROR_LOG_BUFFER => read.error.buffer = Some(value.cast()),
                CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES => read.error.set_size(value, slot),
                // An integer travels in the pointer.
                CU_JIT_MAX_REGISTERS => read.max_registers = Some(value as usize as u32),
                CU_JIT_WALL_TIME => read.wall_time = Some(slot.cast()),
                _ => {}
            }
        }
        Ok(read)
    }

    /// Fills the buffers: the error log on failure, the info log on success.
    ///
    /// # Safety
    /// As for [`Self::read`].
    pub unsafe fn report(&self, failure: Option<&str>, milliseconds: f32) {
        // SAFETY: passed on to the caller.
        unsafe {
            self.error.write(failure.unwrap_or(""));
            self.info.write("");
            if let Some(wall_time) = self.wall_time {
                wall_time.write(milliseconds);
            }
        }
    }
}

impl Log {
    fn set_size(&mut self, value: *mut c_void, slot: *mut *mut c_void) {
        // An integer option's value travels in the pointer; it is an `unsigned int`.
        self.size = value as usize as u32 as usize;
        self.written = Some(slot);
    }

    /// # Safety
    /// The buffer, if there is one, has `size` bytes.
    unsafe fn write(&self, text: &str) {
        let fits = text.len().min(self.size.saturating_sub(1));
        if let Some(buffer) = self.buffer
            && !buffer.is_null()
            && self.size > 0
        {
            // SAFETY: `fits + 1` is at most the buffer's size.
            unsafe {
                std::ptr::copy_nonoverlapping(text.as_ptr().cast(), buffer, fits);
                buffer.add(fits).write(0);
            }
        }
        if let Some(slot) = self.written {
            // SAFETY: the slot is an element of the caller's array.
            unsafe { slot.write(fits as *mut c_void) };
        }
    }
}
