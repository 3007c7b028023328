//! Name tables: an enum, the PTX spelling of each variant, and a hashed lookup built at compile time.

/// Slots of a name table's index; a power of two well above twice the longest table.
pub(crate) const SLOTS: usize = 1024;

/// FNV-1a over the name, folded to a slot number.
pub(crate) const fn slot(name: &[u8]) -> usize {
    let mut hash: u32 = 0x811c_9dc5;
    let mut i = 0;
    while i < name.len() {
        hash = (hash ^ name[i] as u32).wrapping_mul(0x0100_0193);
        i += 1;
    }
    ((hash ^ (hash >> 15)) as usize) & (SLOTS - 1)
}

/// Builds the open-addressed index of `names`: each slot holds a position plus one, or zero.
pub(crate) const fn index(names: &[&str]) -> [u16; SLOTS] {
    assert!(names.len() < SLOTS / 2);
    let mut slots = [0u16; SLOTS];
    let mut i = 0;
    while i < names.len() {
        let mut at = slot(names[i].as_bytes());
        while slots[at] != 0 {
            at = (at + 1) & (SLOTS - 1);
        }
        slots[at] = i as u16 + 1;
        i += 1;
    }
    slots
}

/// Position of `name` in `names`, by the index that [`index`] built for it.
pub(crate) fn find(slots: &[u16; SLOTS], names: &[&str], name: &[u8]) -> Option<usize> {
    let mut at = slot(name);
    // The table is at most half full, so a free slot ends every probe.
    while slots[at] != 0 {
        let position = slots[at] as usize - 1;
        if names[position].as_bytes() == name {
            return Some(position);
        }
        at = (at + 1) & (SLOTS - 1);
    }
    None
}

/// Declares a field-less enum with its PTX spellings, `name()`, `from_name()` and `ALL`.
macro_rules! name_enum {
    ($(#[$meta:meta])* $vis:vis enum $name:ident { $($(#[$vmeta:meta])* $variant:ident = $text:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        $vis enum $name { $($(#[$vmeta])* #[doc = concat!("`", $text, "`")] $variant,)* }

        impl $name {
            /// Every variant, in declaration order.
            pub const ALL: &'static [$name] = &[$($name::$variant,)*];
            const NAMES: &'static [&'static str] = &[$($text,)*];
            const INDEX: &'static [u16; $crate::names::SLOTS] = &$crate::names::index(Self::NAMES);

            /// The spelling in PTX, without a leading dot.
            pub const fn name(self) -> &'static str {
                Self::NAMES[self as usize]
            }

            /// The variant spelled `name` (without a leading dot).
            pub fn from_name(name: &[u8]) -> Option<$name> {
                $crate::names::find(Self::INDEX, Self::NAMES, name).map(|i| Self::ALL[i])
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}
pub(crate) use name_enum;
