//! Arguments as 64-bit slots, for tracing and for frames.

use crate::CUresult;

/// A C argument that fits a 64-bit slot.
///
/// Signed integers are sign-extended, floats kept by their bits, pointers by their address.
pub trait Slot: Copy {
    /// The slot that holds this value.
    fn slot(self) -> u64;
    /// The value that a slot holds; excess high bits are ignored.
    fn from_slot(slot: u64) -> Self;
}

/// Implements `Slot` for integers.
macro_rules! integers {
    ($($ty:ty => $wide:ty),*) => {
        $(impl Slot for $ty {
            fn slot(self) -> u64 {
                self as $wide as u64
            }
            fn from_slot(slot: u64) -> Self {
                slot as $ty
            }
        })*
    };
}
integers!(i8 => i64, i16 => i64, i32 => i64, i64 => i64, u8 => u64, u16 => u64, u32 => u64, u64 => u64, usize => u64);

impl Slot for f32 {
    fn slot(self) -> u64 {
        u64::from(self.to_bits())
    }
    fn from_slot(slot: u64) -> Self {
        f32::from_bits(slot as u32)
    }
}

impl Slot for CUresult {
    fn slot(self) -> u64 {
        self.0.slot()
    }
    fn from_slot(slot: u64) -> Self {
        CUresult(i32::from_slot(slot))
    }
}

impl<T> Slot for *mut T {
    fn slot(self) -> u64 {
        self.expose_provenance() as u64
    }
    fn from_slot(slot: u64) -> Self {
        std::ptr::with_exposed_provenance_mut(slot as usize)
    }
}

impl<T> Slot for *const T {
    fn slot(self) -> u64 {
        self.expose_provenance() as u64
    }
    fn from_slot(slot: u64) -> Self {
        std::ptr::with_exposed_provenance(slot as usize)
    }
}
