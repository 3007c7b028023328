//! Rectangles of device memory whose rows are packed on the wire.

use cuda_abi::CUresult;
use protocol::ops::Copy as WireCopy;

use super::driver::Cu;

/// `height` rows of `width` bytes, `pitch` bytes apart from `address`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rows {
    /// First byte.
    pub address: u64,
    /// Bytes of a row.
    pub width: u64,
    /// Rows.
    pub height: u64,
    /// Bytes from row to row.
    pub pitch: u64,
}

/// A part of a packed transfer that is one rectangle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    /// Where in the packed bytes it starts.
    pub packed: u64,
    /// The rectangle.
    pub rows: Rows,
}

impl Rows {
    /// The device side of a copy, checked: the total fits and rows do not overlap.
    pub fn device(copy: &WireCopy) -> Cu<Rows> {
        Rows {
            address: copy.device.get(),
            width: copy.width.get(),
            height: copy.height.get(),
            pitch: copy.pitch.get(),
        }
        .checked()
    }

    /// The pinned side of a copy, checked.
    pub fn host(copy: &WireCopy) -> Cu<Rows> {
        let pitch = copy.host_pitch.get();
        Rows { address: copy.host.get(), width: copy.width.get(), height: copy.height.get(), pitch }.checked()
    }

    /// Refuses rectangles whose sizes overflow or whose rows overlap. An empty one becomes one row of no bytes.
    pub fn checked(mut self) -> Cu<Rows> {
        let bad = CUresult::INVALID_VALUE;
        let total = self.width.checked_mul(self.height).ok_or(bad)?;
        if self.height <= 1 || total == 0 {
            self = Rows { address: self.address, width: total, height: 1, pitch: total };
        }
        if self.pitch < self.width {
            return Err(bad);
        }
        let span =
            self.pitch.checked_mul(self.height - 1).and_then(|n| n.checked_add(self.width)).ok_or(bad)?;
        self.address.checked_add(span).ok_or(bad)?;
        Ok(self)
    }

    /// Bytes without padding.
    pub fn bytes(&self) -> u64 {
        self.width * self.height
    }

    /// Bytes from the first to the last, padding included.
    pub fn span(&self) -> u64 {
        if self.height == 0 { 0 } else { self.pitch * (self.height - 1) + self.width }
    }

    /// Whether it is one run of bytes.
    pub fn linear(&self) -> bool {
        self.height == 1 || self.pitch == self.width
    }

    /// Bytes `from..from + len` of linear rows.
    pub fn part(&self, from: u64, len: u64) -> Rows {
        debug_assert!(self.linear() && from + len <= self.bytes());
        Rows { address: self.address + from, width: len, height: 1, pitch: len }
    }

    /// The rectangles that packed bytes `from..from + len` are made of: the rest of a row, whole rows, the start of a row.
    pub fn pieces(&self, from: u64, len: u64) -> impl Iterator<Item = Piece> + use<> {
        let rows = *self;
        let end = (from.saturating_add(len)).min(rows.bytes());
        let mut at = from;
        std::iter::from_fn(move || {
            if at >= end || rows.width == 0 {
                return None;
            }
            let (row, column, left) = (at / rows.width, at % rows.width, end - at);
            let address = rows.address + row * rows.pitch + column;
            let piece = if rows.linear() {
                Rows { address, width: left, height: 1, pitch: left }
            } else if column != 0 || left < rows.width {
                let width = left.min(rows.width - column);
                Rows { address, width, height: 1, pitch: width }
            } else {
                Rows { address, width: rows.width, height: left / rows.width, pitch: rows.pitch }
            };
            let packed = at;
            at += piece.bytes();
            Some(Piece { packed, rows: piece })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_cover_every_byte_once() {
        for (width, height, pitch) in [(1, 1, 1), (7, 5, 10), (4, 4, 4), (10, 3, 16), (100, 1, 100)] {
            let rows = Rows { address: 1000, width, height, pitch }.checked().unwrap();
            for from in 0..rows.bytes() {
                for len in 0..=rows.bytes() - from {
                    check(rows, width, pitch, from, len);
                }
            }
        }
    }

    fn check(rows: Rows, width: u64, pitch: u64, from: u64, len: u64) {
        let mut got = Vec::new();
        for p in rows.pieces(from, len) {
            assert_eq!(p.packed, from + got.len() as u64);
            for y in 0..p.rows.height {
                got.extend((0..p.rows.width).map(|x| p.rows.address + y * p.rows.pitch + x));
            }
        }
        let want: Vec<u64> = (from..from + len).map(|i| 1000 + (i / width) * pitch + i % width).collect();
        assert_eq!(got, want, "{rows:?} {from}+{len}");
    }

    #[test]
    fn impossible_rectangles_are_refused() {
        for (address, width, height, pitch) in
            [(0, u64::MAX, 2, u64::MAX), (0, 8, 2, 4), (u64::MAX, 2, 1, 2), (8, 1, u64::MAX, 1 << 40)]
        {
            assert!(Rows { address, width, height, pitch }.checked().is_err());
        }
    }
}
