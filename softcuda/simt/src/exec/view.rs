//! A window onto a warp's registers: what one frame of one group sees while it runs.

use crate::wir::{NOT, Row32, Row64, TRUE};

/// Lanes 0 to 31.
pub(crate) const LANES: usize = 32;
/// All lanes.
pub(crate) const FULL: u32 = u32::MAX;

/// Raw pointers to the rows and predicates of the running frame, and the active lanes.
///
/// The pointers stay valid while the warp's registers are not resized, which only a call does; the run loop makes a
/// new view after each. Row operands are offsets of rows in the frame: the lowering assigns them.
#[derive(Clone, Copy)]
pub(crate) struct View {
    pub(crate) rows: *mut u8,
    pub(crate) preds: *mut u32,
    /// Lanes that execute the current instruction.
    pub(crate) mask: u32,
    /// Always 1, but the compiler must not know: loops of a known count are unrolled before they can be vectorised well.
    pub(crate) ones: usize,
}

/// A row to read, valid as long as the view it came from.
#[derive(Clone, Copy)]
pub(crate) struct Source<T>(*const T);

impl<T: Copy> Source<T> {
    /// One lane, below [`LANES`].
    #[inline(always)]
    pub(crate) fn at(self, lane: usize) -> T {
        debug_assert!(lane < LANES);
        // SAFETY: the pointer is to a row of `LANES` elements (`View::row32`, `View::row64`).
        unsafe { *self.0.add(lane) }
    }
}

impl View {
    /// No registers: a place for a view.
    pub(crate) const NOWHERE: View =
        View { rows: std::ptr::null_mut(), preds: std::ptr::null_mut(), mask: 0, ones: 0 };

    #[inline(always)]
    fn at32(&self, offset: u32) -> *mut Row32 {
        self.rows.wrapping_add(offset as usize).cast()
    }

    #[inline(always)]
    fn at64(&self, offset: u32) -> *mut Row64 {
        self.rows.wrapping_add(offset as usize).cast()
    }

    /// Lane 0 of a 32-bit row, on a vector's boundary.
    #[inline(always)]
    pub(crate) fn lanes32(&self, offset: u32) -> *mut u32 {
        self.at32(offset).cast()
    }

    /// Lane 0 of a 64-bit row, on a vector's boundary.
    #[inline(always)]
    pub(crate) fn lanes64(&self, offset: u32) -> *mut u64 {
        self.at64(offset).cast()
    }

    /// A 32-bit operand, to be read lane by lane.
    #[inline(always)]
    pub(crate) fn row32(&self, index: u32) -> Source<u32> {
        Source(self.at32(index).cast_const().cast())
    }

    /// A 64-bit operand, to be read lane by lane.
    #[inline(always)]
    pub(crate) fn row64(&self, index: u32) -> Source<u64> {
        Source(self.at64(index).cast_const().cast())
    }

    /// Calls `f` for every lane number, active or not, in a loop that vectorises.
    #[inline(always)]
    pub(crate) fn each(&self, mut f: impl FnMut(usize)) {
        // A multiple of all lanes: no loop for a remainder is made.
        let count = self.ones * LANES;
        // SAFETY: `Warp` sets `ones` to 1.
        unsafe { std::hint::assert_unchecked(count <= LANES) };
        for lane in 0..count {
            f(lane);
        }
    }

    /// The row of a 32-bit operand.
    #[inline(always)]
    pub(crate) fn get32(&self, index: u32) -> [u32; LANES] {
        // SAFETY: the operand is a row of the frame (type invariant).
        unsafe { (*self.at32(index)).0 }
    }

    /// The row of a 64-bit operand.
    #[inline(always)]
    pub(crate) fn get64(&self, index: u32) -> [u64; LANES] {
        // SAFETY: as in `get32`.
        unsafe { (*self.at64(index)).0 }
    }

    /// One lane of a 32-bit operand.
    #[inline(always)]
    pub(crate) fn lane32(&self, index: u32, lane: usize) -> u32 {
        // SAFETY: as in `get32`.
        unsafe { (&(*self.at32(index)).0)[lane] }
    }

    /// One lane of a 64-bit operand.
    #[inline(always)]
    pub(crate) fn lane64(&self, index: u32, lane: usize) -> u64 {
        // SAFETY: as in `get32`.
        unsafe { (&(*self.at64(index)).0)[lane] }
    }

    /// Writes the active lanes of a 32-bit row.
    #[inline(always)]
    pub(crate) fn put32(&self, index: u32, value: [u32; LANES]) {
        self.put_row32(index, &Row32(value));
    }

    /// Writes the active lanes of a 64-bit row.
    #[inline(always)]
    pub(crate) fn put64(&self, index: u32, value: [u64; LANES]) {
        self.put_row64(index, &Row64(value));
    }

    /// Writes the active lanes of a 32-bit row.
    #[inline(always)]
    pub(crate) fn put_row32(&self, index: u32, value: &Row32) {
        // SAFETY: destinations are rows of the frame (type invariant); no reference to the row is held elsewhere.
        let row = unsafe { &mut *self.at32(index) };
        if self.mask == FULL {
            copy_row(&value.0, &mut row.0);
            return;
        }
        self.each(|lane| {
            // Arithmetic instead of a choice, so that it stays a vector operation.
            let keep = (self.mask >> lane & 1).wrapping_sub(1);
            row.0[lane] = (row.0[lane] & keep) | (value.0[lane] & !keep);
        });
    }

    /// Writes the active lanes of a 64-bit row.
    #[inline(always)]
    pub(crate) fn put_row64(&self, index: u32, value: &Row64) {
        // SAFETY: as in `put_row32`.
        let row = unsafe { &mut *self.at64(index) };
        if self.mask == FULL {
            copy_row(&value.0, &mut row.0);
            return;
        }
        self.each(|lane| {
            let keep = u64::from(self.mask >> lane & 1).wrapping_sub(1);
            row.0[lane] = (row.0[lane] & keep) | (value.0[lane] & !keep);
        });
    }

    /// Writes one value to all active lanes of a 32-bit row.
    #[inline(always)]
    pub(crate) fn fill32(&self, index: u32, value: u32) {
        if self.mask != FULL {
            return self.put32(index, [value; LANES]);
        }
        // SAFETY: destinations are rows of the frame (type invariant); no reference to the row is held elsewhere.
        let row = unsafe { &mut *self.at32(index) };
        fill_row(value, &mut row.0);
    }

    /// Writes one value to all active lanes of a 64-bit row.
    #[inline(always)]
    pub(crate) fn fill64(&self, index: u32, value: u64) {
        if self.mask != FULL {
            return self.put64(index, [value; LANES]);
        }
        // SAFETY: as in `fill32`.
        let row = unsafe { &mut *self.at64(index) };
        fill_row(value, &mut row.0);
    }

    /// Writes one lane of a 32-bit row.
    #[inline(always)]
    pub(crate) fn put_lane32(&self, index: u32, lane: usize, value: u32) {
        // SAFETY: as in `put32`.
        unsafe { (&mut (*self.at32(index)).0)[lane] = value };
    }

    /// Writes one lane of a 64-bit row.
    #[inline(always)]
    pub(crate) fn put_lane64(&self, index: u32, lane: usize, value: u64) {
        // SAFETY: as in `put32`.
        unsafe { (&mut (*self.at64(index)).0)[lane] = value };
    }

    /// A predicate operand, perhaps complemented, perhaps constant.
    #[inline(always)]
    pub(crate) fn pred(&self, operand: u32) -> u32 {
        let index = operand & !NOT;
        let value = if index == TRUE {
            FULL
        } else {
            // SAFETY: predicate indices are below the frame's count (type invariant).
            unsafe { *self.preds.wrapping_add(index as usize) }
        };
        if operand & NOT != 0 { !value } else { value }
    }

    /// Writes the active lanes of a predicate.
    #[inline(always)]
    pub(crate) fn put_pred(&self, index: u32, value: u32) {
        // SAFETY: as in `pred`; destinations are never the constant.
        let pred = unsafe { &mut *self.preds.wrapping_add(index as usize) };
        *pred = (*pred & !self.mask) | (value & self.mask);
    }

    /// The active lanes in ascending order.
    #[inline(always)]
    pub(crate) fn lanes(&self) -> Lanes {
        Lanes(self.mask)
    }
}

/// Copies a row in pieces that are moved in registers, where a whole row would be a call of `memcpy`.
#[inline(always)]
fn copy_row<T: Copy>(from: &[T; LANES], to: &mut [T; LANES]) {
    for (to, from) in to.as_chunks_mut::<8>().0.iter_mut().zip(from.as_chunks::<8>().0) {
        *to = *from;
    }
}

/// Sets all lanes, in pieces as [`copy_row`].
#[inline(always)]
fn fill_row<T: Copy>(value: T, to: &mut [T; LANES]) {
    for to in to.as_chunks_mut::<8>().0 {
        *to = [value; 8];
    }
}

/// Iterates the set bits of a mask.
#[derive(Clone, Copy)]
pub(crate) struct Lanes(pub(crate) u32);

impl Iterator for Lanes {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let lane = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(lane)
    }
}
