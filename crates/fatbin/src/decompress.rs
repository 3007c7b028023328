//! Payload decompression with a bound that is checked before anything is allocated.

use std::io::Read;

use crate::error::{Error, Result};

/// Largest decompressed payload accepted, in bytes (the largest seen in public packages is below 100 MiB).
pub const MAX_PAYLOAD: u64 = 1 << 30;

/// No writer of either format reaches this ratio; a header that claims more is not believed.
const MAX_RATIO: u64 = 1 << 12;

/// Checks the claimed size of a payload against the compressed bytes at hand.
fn bounded(claimed: u64, compressed: usize) -> Result<usize> {
    let by_ratio = (compressed as u64).saturating_mul(MAX_RATIO);
    if claimed > MAX_PAYLOAD || claimed > by_ratio {
        return Err(Error::TooLarge);
    }
    usize::try_from(claimed).map_err(|_| Error::TooLarge)
}

/// Decompresses one raw LZ4 block (no frame) to at most `claimed` bytes.
pub(crate) fn lz4(block: &[u8], claimed: u64) -> Result<Vec<u8>> {
    let size = bounded(claimed, block.len())?;
    let mut out = vec![0; size];
    let written = lz4_flex::block::decompress_into(block, &mut out).map_err(|_| Error::Corrupt("LZ4"))?;
    out.truncate(written);
    Ok(out)
}

/// Decompresses one zstd frame to at most `claimed` bytes.
pub(crate) fn zstd(frame: &[u8], claimed: u64) -> Result<Vec<u8>> {
    let size = bounded(claimed, frame.len())?;
    let decoder = ruzstd::decoding::StreamingDecoder::new(frame).map_err(|_| Error::Corrupt("zstd"))?;
    let mut out = Vec::with_capacity(size);
    let mut limited = decoder.take(claimed.saturating_add(1));
    limited.read_to_end(&mut out).map_err(|_| Error::Corrupt("zstd"))?;
    if out.len() as u64 > claimed {
        return Err(Error::TooLarge);
    }
    Ok(out)
}
