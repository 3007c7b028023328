//! Copies whose target nobody reads soon.

/// Copies `len` bytes like `memcpy`, but writes past the caches: lines of the target are not read before they are overwritten, and do not displace what is in
/// use, such as the source of the next copy. For copies that are large beside a cache. Everything is written when it returns.
///
/// # Safety
/// `from` is readable and `to` writable for `len` bytes; they do not overlap.
pub unsafe fn copy_past_cache(from: *const u8, to: *mut u8, len: usize) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: the same contract.
    unsafe {
        lines(from, to, len);
    }
    #[cfg(not(target_arch = "x86_64"))]
    // SAFETY: the same contract.
    unsafe {
        std::ptr::copy_nonoverlapping(from, to, len);
    }
}

/// # Safety
/// As for [`copy_past_cache`].
#[cfg(target_arch = "x86_64")]
unsafe fn lines(from: *const u8, to: *mut u8, len: usize) {
    use std::arch::x86_64::{__m128i, _mm_loadu_si128, _mm_sfence, _mm_stream_si128};
    const LINE: usize = 64;
    let head = to.align_offset(LINE).min(len);
    let whole = (len - head) / LINE * LINE;
    // SAFETY: all offsets are below `len`; streaming stores need addresses that are multiples of 16, which `to + head` and what is whole lines further on are.
    unsafe {
        std::ptr::copy_nonoverlapping(from, to, head);
        let (mut source, mut target) = (from.add(head).cast::<__m128i>(), to.add(head).cast::<__m128i>());
        for _ in 0..whole / LINE {
            let line = [0, 1, 2, 3].map(|i| _mm_loadu_si128(source.add(i)));
            _mm_stream_si128(target, line[0]);
            _mm_stream_si128(target.add(1), line[1]);
            _mm_stream_si128(target.add(2), line[2]);
            _mm_stream_si128(target.add(3), line[3]);
            (source, target) = (source.add(4), target.add(4));
        }
        std::ptr::copy_nonoverlapping(from.add(head + whole), to.add(head + whole), len - head - whole);
    }
    // SAFETY: every x86-64 has it. Streaming stores are not ordered by what publishes their bytes to other threads.
    unsafe { _mm_sfence() };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_copied_and_no_other() {
        let source: Vec<u8> = (0..2000u32).map(|i| (i * 7 + 1) as u8).collect();
        for offset in 0..66 {
            for len in [0, 1, 63, 64, 65, 127, 128, 200, 1000] {
                let mut target = vec![0xee; 1200];
                // SAFETY: the largest offset and length are 131 + 1000 and 65 + 1000.
                unsafe {
                    copy_past_cache(source.as_ptr().add(2 * offset + 1), target.as_mut_ptr().add(offset), len)
                };
                assert_eq!(target[offset..offset + len], source[2 * offset + 1..][..len], "{offset} {len}");
                let untouched =
                    target[..offset].iter().chain(&target[offset + len..]).all(|byte| *byte == 0xee);
                assert!(untouched, "{offset} {len}");
            }
        }
    }
}
