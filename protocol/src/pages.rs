//! Changed pages of mapped memory: HOST_PAGES, in both directions.
//!
//! A record is a page that its sender has changed since the last record about it, with a bit for each byte that changed: program and kernels may
//! write different bytes of one page at the same time, and neither must undo what the other did.
//!
//! ```text
//!     0  address of the page in the client, U64
//!     8  mask, a bit per byte, [MASK] bytes
//!   520  the page, [PAGE] bytes
//! ```

use crate::{DecodeError, INLINE_MAX};

/// Bytes of a page.
pub const PAGE: usize = 4096;
/// Bytes of its mask.
pub const MASK: usize = PAGE / 8;
/// Bytes of a record.
pub const RECORD: usize = 8 + MASK + PAGE;
/// Records of one frame at most.
pub const RECORDS_MAX: usize = INLINE_MAX / RECORD;

/// A changed page.
#[derive(Debug, Clone, Copy)]
pub struct Record<'a> {
    /// Where the page lies in the client.
    pub address: u64,
    mask: &'a [u8],
    bytes: &'a [u8],
}

impl<'a> Record<'a> {
    /// The changed bytes: offset in the page, and bytes up to the next that did not change.
    pub fn runs(&self) -> impl Iterator<Item = (usize, &'a [u8])> {
        let Record { mask, bytes, .. } = *self;
        let changed = move |at: &usize| mask.get(at / 8).is_some_and(|byte| byte >> (at % 8) & 1 != 0);
        let mut at = 0;
        std::iter::from_fn(move || {
            let from = (at..PAGE).find(changed)?;
            at = (from..PAGE).find(|at| !changed(at)).unwrap_or(PAGE);
            Some((from, bytes.get(from..at)?))
        })
    }
}

/// Appends a record if a page has changed from `old` to `new`; says whether it has.
pub fn append(out: &mut Vec<u8>, address: u64, old: &[u8], new: &[u8]) -> bool {
    if old == new {
        return false;
    }
    out.extend_from_slice(&address.to_le_bytes());
    let bits = |(old, new): (&[u8], &[u8])| {
        let differ = |i: usize| u8::from(old.get(i) != new.get(i)) << i;
        (0..8).map(differ).sum::<u8>()
    };
    out.extend(old.chunks(8).zip(new.chunks(8)).map(bits));
    out.extend_from_slice(new);
    true
}

/// Appends a record of a page all of whose bytes count as changed.
pub fn append_whole(out: &mut Vec<u8>, address: u64, page: &[u8]) {
    out.extend_from_slice(&address.to_le_bytes());
    out.extend_from_slice(&[0xff; MASK]);
    out.extend_from_slice(page);
}

/// The records of a payload.
///
/// # Errors
/// [`DecodeError::Truncated`] unless the payload is whole records.
pub fn records(payload: &[u8]) -> Result<impl Iterator<Item = Record<'_>>, DecodeError> {
    let whole = payload.chunks_exact(RECORD);
    if !whole.remainder().is_empty() {
        return Err(DecodeError::Truncated(payload.len(), payload.len().next_multiple_of(RECORD)));
    }
    Ok(whole.filter_map(|record| {
        let (address, rest) = record.split_first_chunk::<8>()?;
        let (mask, bytes) = rest.split_at_checked(MASK)?;
        Some(Record { address: u64::from_le_bytes(*address), mask, bytes })
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The payload that takes `old` to `new`, applied to `other`.
    fn applied(old: &[u8], new: &[u8], other: &[u8]) -> Vec<u8> {
        let mut payload = Vec::new();
        append(&mut payload, 7, old, new);
        let mut result = other.to_vec();
        for record in records(&payload).unwrap() {
            assert_eq!(record.address, 7);
            for (at, bytes) in record.runs() {
                result[at..at + bytes.len()].copy_from_slice(bytes);
            }
        }
        result
    }

    #[test]
    fn only_changed_bytes_are_written() {
        let old = vec![0; PAGE];
        let (mut new, mut other) = (old.clone(), old.clone());
        for at in [0, 1, 7, 8, 2000, PAGE - 1] {
            new[at] = 5;
        }
        other[2] = 9;
        let mut both = new.clone();
        both[2] = 9;
        assert_eq!(applied(&old, &new, &other), both);
        assert_eq!(applied(&old, &old, &other), other);
        assert_eq!(applied(&old, &vec![1; PAGE], &other), vec![1; PAGE]);
    }

    #[test]
    fn unchanged_pages_cost_nothing_and_whole_ones_are_whole() {
        let (page, mut payload) = (vec![3; PAGE], Vec::new());
        assert!(!append(&mut payload, 0, &page, &page));
        assert!(payload.is_empty());
        append_whole(&mut payload, 4096, &page);
        let all: Vec<_> = records(&payload).unwrap().flat_map(|r| r.runs().collect::<Vec<_>>()).collect();
        assert_eq!(all, [(0, &page[..])]);
        assert!(records(&payload[1..]).is_err());
        assert_eq!(records(&[]).unwrap().count(), 0);
    }
}
