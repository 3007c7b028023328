//! Changed pages of mapped memory: HOST_PAGES and HOST_PAGES_BULK, in both directions.
//!
//! A record tells what its sender has changed in a page since the last record about it, to the byte: program and kernels may write different
//! bytes of one page at the same time, and neither must undo what the other did. A changed word takes 88 bytes, a changed page [`RECORD_MAX`].
//!
//! ```text
//!     0  address of the page in the client, U64
//!     8  which blocks of the page changed, a bit each, U64
//!    16  for each of these blocks: which of its bytes changed, a bit each, U64; the block, [BLOCK] bytes
//! ```

use crate::{DecodeError, INLINE_MAX};

/// Bytes of a page.
pub const PAGE: usize = 4096;
/// Bytes of a block.
pub const BLOCK: usize = 64;
/// Bytes of a block in a record.
const PIECE: usize = 8 + BLOCK;
/// Bytes before the blocks of a record.
const HEAD: usize = 16;
/// Bytes of a record at most.
pub const RECORD_MAX: usize = HEAD + PAGE / BLOCK * PIECE;
/// Bytes of a frame's records; one more fits behind fewer.
pub const FRAME_FULL: usize = INLINE_MAX - RECORD_MAX;
/// Bytes of the records of one bulk transfer at most.
pub const BULK_MAX: usize = 4 * 1024 * 1024;

/// A changed page.
#[derive(Debug, Clone, Copy)]
pub struct Record<'a> {
    /// Where the page lies in the client.
    pub address: u64,
    blocks: u64,
    pieces: &'a [u8],
}

impl<'a> Record<'a> {
    /// The changed bytes, in pieces: offset in the page, and bytes up to the next that did not change or that is in another block.
    pub fn runs(&self) -> impl Iterator<Item = (usize, &'a [u8])> + use<'a> {
        let blocks = runs_of(self.blocks).flat_map(|(from, to)| from..to);
        blocks.zip(self.pieces.as_chunks::<PIECE>().0).flat_map(|(block, piece)| {
            let (mask, bytes) = piece.split_at(8);
            let runs = mask.first_chunk::<8>().map_or(0, |mask| u64::from_le_bytes(*mask));
            runs_of(runs).filter_map(move |(from, to)| Some((block * BLOCK + from, bytes.get(from..to)?)))
        })
    }
}

/// Runs of ones: first bit and the bit after the last.
fn runs_of(mask: u64) -> impl Iterator<Item = (usize, usize)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = mask.checked_shr(at).filter(|rest| *rest != 0)?;
        let from = at + rest.trailing_zeros();
        at = from + (mask >> from).trailing_ones();
        Some((from as usize, at as usize))
    })
}

/// A bit for each byte of a block that differs.
fn differing(old: &[u8; BLOCK], new: &[u8; BLOCK]) -> u64 {
    let words = old.as_chunks::<8>().0.iter().zip(new.as_chunks::<8>().0);
    let bits = words.map(|(old, new)| nonzero_bytes(u64::from_le_bytes(*old) ^ u64::from_le_bytes(*new)));
    bits.enumerate().fold(0, |mask, (i, bits)| mask | bits << (8 * i))
}

/// A bit for each byte of a word that is not zero.
fn nonzero_bytes(word: u64) -> u64 {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    // The highest bit of each such byte; no sum leaves its byte.
    let high = (((word & LOW) + LOW) | word) & !LOW;
    // Bit 8 k moves to 56 + k; the other products stay below or leave the word.
    (high >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// Appends a record if a page has changed from `old` to `new`; says whether it has.
pub fn append(out: &mut Vec<u8>, address: u64, old: &[u8; PAGE], new: &[u8; PAGE]) -> bool {
    let start = out.len();
    let mut blocks = 0u64;
    let pairs = old.as_chunks::<BLOCK>().0.iter().zip(new.as_chunks::<BLOCK>().0);
    for (i, (old, new)) in pairs.enumerate() {
        let mask = differing(old, new);
        if mask == 0 {
            continue;
        }
        if blocks == 0 {
            out.extend_from_slice(&address.to_le_bytes());
            out.extend_from_slice(&[0; 8]);
        }
        blocks |= 1 << i;
        out.extend_from_slice(&mask.to_le_bytes());
        out.extend_from_slice(new);
    }
    if let Some(place) = out.get_mut(start + 8..start + HEAD) {
        place.copy_from_slice(&blocks.to_le_bytes());
    }
    blocks != 0
}

/// The records of a payload.
///
/// # Errors
/// [`DecodeError::Truncated`] unless the payload is whole records.
pub fn records(payload: &[u8]) -> Result<impl Iterator<Item = Record<'_>>, DecodeError> {
    let mut rest = payload;
    while !rest.is_empty() {
        let have = payload.len() - rest.len();
        rest = match next(rest) {
            Some((_, rest)) => rest,
            None => return Err(DecodeError::Truncated(payload.len(), have + RECORD_MAX)),
        };
    }
    let mut rest = payload;
    Ok(std::iter::from_fn(move || {
        let (record, after) = next(rest)?;
        rest = after;
        Some(record)
    }))
}

/// The first record, and what follows it.
fn next(bytes: &[u8]) -> Option<(Record<'_>, &[u8])> {
    let (address, rest) = bytes.split_first_chunk::<8>()?;
    let (blocks, rest) = rest.split_first_chunk::<8>()?;
    let blocks = u64::from_le_bytes(*blocks);
    let (pieces, rest) = rest.split_at_checked(blocks.count_ones() as usize * PIECE)?;
    Some((Record { address: u64::from_le_bytes(*address), blocks, pieces }, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    type Page = [u8; PAGE];

    /// A page with these bytes.
    fn page(bytes: &[(usize, u8)]) -> Page {
        let mut page = [0; PAGE];
        bytes.iter().for_each(|(at, byte)| page[*at] = *byte);
        page
    }

    /// The payload that takes `old` to `new`, applied to `other`.
    fn applied(old: &Page, new: &Page, other: &Page) -> Page {
        let mut payload = vec![];
        append(&mut payload, 7, old, new);
        let mut result = *other;
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
        let changed: Vec<_> = [0, 1, 7, 8, 62, 63, 64, 65, 127, 128, 2000, PAGE - 1].map(|at| (at, 5)).into();
        let (old, new, other) = (page(&[]), page(&changed), page(&[(2, 9), (66, 1)]));
        let both = page(&[&changed[..], &[(2, 9), (66, 1)]].concat());
        assert_eq!(applied(&old, &new, &other), both);
        assert_eq!(applied(&old, &old, &other), other);
        assert_eq!(applied(&old, &[1; PAGE], &other), [1; PAGE]);
    }

    #[test]
    fn every_byte_has_its_bit() {
        for at in 0..BLOCK {
            for byte in [1, 0x7f, 0x80, 0xff] {
                let (mut old, new) = ([0x5a; BLOCK], [0x5a; BLOCK]);
                old[at] ^= byte;
                assert_eq!(differing(&old, &new), 1 << at, "{at} {byte}");
            }
        }
        assert_eq!(nonzero_bytes(0xff00_0180_7f00_00ff), 0b1011_1001);
        assert_eq!(differing(&[0x80; BLOCK], &[0; BLOCK]), !0);
    }

    #[test]
    fn runs_are_those_of_the_mask() {
        for (mask, want) in [
            (0, &[][..]),
            (1, &[(0, 1)]),
            (!0, &[(0, 64)]),
            (1 << 63, &[(63, 64)]),
            (0b1101_1000, &[(3, 5), (6, 8)]),
            (!(1 << 5), &[(0, 5), (6, 64)]),
        ] {
            assert_eq!(runs_of(mask).collect::<Vec<_>>(), want, "{mask:#b}");
        }
    }

    #[test]
    fn unchanged_pages_cost_nothing_words_little_and_pages_are_whole() {
        let (zeros, mut payload) = (page(&[]), vec![]);
        assert!(!append(&mut payload, 0, &zeros, &zeros));
        assert_eq!(payload, []);
        assert!(append(&mut payload, 4096, &zeros, &page(&[(4, 1), (5, 1)])));
        assert_eq!(payload.len(), HEAD + PIECE);
        assert!(append(&mut payload, 8192, &zeros, &[3; PAGE]));
        assert_eq!(payload.len(), HEAD + PIECE + RECORD_MAX);
        let seen: Vec<_> = records(&payload).unwrap().map(|r| (r.address, r.runs().count())).collect();
        assert_eq!(seen, [(4096, 1), (8192, 64)]);
        for cut in [1, 8, HEAD, HEAD + PIECE - 1, HEAD + PIECE + 1, payload.len() - 1] {
            assert!(records(&payload[..cut]).is_err(), "{cut}");
        }
        assert_eq!(records(&[]).unwrap().count(), 0);
    }
}
