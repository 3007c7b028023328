//! Bounds-checked little-endian reads.

use crate::error::{Error, Result};

/// `len` bytes from `at`, or an error that names the thing read.
pub(crate) fn slice<'a>(data: &'a [u8], at: u64, len: u64, what: &'static str) -> Result<&'a [u8]> {
    let start = usize::try_from(at).map_err(|_| Error::OutOfBounds(what))?;
    let len = usize::try_from(len).map_err(|_| Error::OutOfBounds(what))?;
    let end = start.checked_add(len).ok_or(Error::OutOfBounds(what))?;
    data.get(start..end).ok_or(Error::OutOfBounds(what))
}

fn array<const N: usize>(data: &[u8], at: usize, what: &'static str) -> Result<[u8; N]> {
    let end = at.checked_add(N).ok_or(Error::OutOfBounds(what))?;
    data.get(at..end).and_then(|bytes| bytes.try_into().ok()).ok_or(Error::OutOfBounds(what))
}

pub(crate) fn u16_at(data: &[u8], at: usize, what: &'static str) -> Result<u16> {
    array(data, at, what).map(u16::from_le_bytes)
}

pub(crate) fn u32_at(data: &[u8], at: usize, what: &'static str) -> Result<u32> {
    array(data, at, what).map(u32::from_le_bytes)
}

pub(crate) fn u64_at(data: &[u8], at: usize, what: &'static str) -> Result<u64> {
    array(data, at, what).map(u64::from_le_bytes)
}
