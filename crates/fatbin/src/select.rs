//! Which entry of a fatbin a device uses.

use crate::container::{Entry, EntryKind, Variant};
use crate::error::{Error, Result};

/// A compute capability, such as 8.6.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ComputeCapability {
    /// Generation.
    pub major: u32,
    /// Step within the generation.
    pub minor: u32,
}

impl ComputeCapability {
    /// The capability `major.minor`.
    pub const fn new(major: u32, minor: u32) -> Self {
        Self { major, minor }
    }

    /// From the number in names such as `sm_86` or `compute_121`.
    pub const fn from_number(number: u32) -> Self {
        Self { major: number / 10, minor: number % 10 }
    }
}

/// What the device can execute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Policy {
    /// PTX only: a device that has no machine code of NVIDIA's.
    PtxOnly,
    /// A fitting cubin, else PTX for the driver's compiler: a real GPU.
    CubinOrPtx,
}

/// The entry that a device of capability `device` uses, as the driver chooses: the best fitting cubin if the
/// policy allows cubins, else the PTX of the highest architecture that is not above the device's.
/// Architecture-specific entries fit the very same architecture, family-specific ones the same family.
/// A [`Policy::PtxOnly`] device takes neither kind. No fit: [`Error::NoBinaryForGpu`].
pub fn select<'e, 'a>(
    entries: &'e [Entry<'a>],
    device: ComputeCapability,
    policy: Policy,
) -> Result<&'e Entry<'a>> {
    let best = |kind: EntryKind| {
        entries
            .iter()
            .filter(|entry| entry.kind == kind && fits(entry, device, policy))
            .max_by_key(|entry| (entry.arch, rank(entry.variant)))
    };
    let cubin = match policy {
        Policy::PtxOnly => None,
        Policy::CubinOrPtx => best(EntryKind::Cubin),
    };
    cubin.or_else(|| best(EntryKind::Ptx)).ok_or(Error::NoBinaryForGpu)
}

fn fits(entry: &Entry<'_>, device: ComputeCapability, policy: Policy) -> bool {
    let same_family = entry.arch.major == device.major && entry.arch.minor <= device.minor;
    match (entry.variant, entry.kind) {
        (Variant::Base, EntryKind::Cubin) => same_family,
        (Variant::Base, _) => entry.arch <= device,
        _ if policy == Policy::PtxOnly => false,
        (Variant::Specific, _) => entry.arch == device,
        (Variant::Family, _) => same_family,
    }
}

/// Of several entries for one architecture the most special one wins.
fn rank(variant: Variant) -> u8 {
    match variant {
        Variant::Base => 0,
        Variant::Family => 1,
        Variant::Specific => 2,
    }
}
