//! An image as a program passes it: its kind and its bytes.

use crate::bytes::{slice, u32_at};
use crate::container::{EMPTY_FATBIN, Entry, FATBIN_MAGIC, Fatbin, total_len};
use crate::elf;
use crate::error::{Error, Result};
use crate::select::{ComputeCapability, Policy, select};

/// What kind of image a program passed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImageKind {
    /// One fatbin or several (see [`Image::prelinked`]).
    Fatbin,
    /// One cubin, an ELF file with machine code for one architecture.
    Cubin,
    /// One PTX text, without its terminating NUL.
    Ptx,
}

/// The bytes of an image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image<'a> {
    /// What [`Image::data`] holds.
    pub kind: ImageKind,
    /// The image. For a wrapper of version 2 this is the fatbin of the linked program.
    pub data: &'a [u8],
    /// For a wrapper of version 2 (a program of separately compiled units): the fatbins of the units, to be
    /// linked by the driver when the linked fatbin has nothing for the device. Else empty.
    pub prelinked: Vec<&'a [u8]>,
}

impl<'a> Image<'a> {
    /// Recognises an image whose length is known: fatbin, cubin or PTX. Bytes after its end are dropped.
    pub fn from_bytes(data: &'a [u8]) -> Result<Self> {
        let (kind, data) = if data.starts_with(&FATBIN_MAGIC.to_le_bytes()) {
            (ImageKind::Fatbin, slice(data, 0, total_len(data)?, "fatbin")?)
        } else if data.starts_with(&elf::MAGIC) {
            (ImageKind::Cubin, slice(data, 0, elf::image_len(data)?, "cubin")?)
        } else if looks_like_ptx(data) {
            let len = data.iter().position(|&b| b == 0).unwrap_or(data.len());
            (ImageKind::Ptx, data.get(..len).unwrap_or_default())
        } else {
            let _ = u32_at(data, 0, "image")?;
            return Err(Error::UnknownFormat);
        };
        Ok(Image { kind, data, prelinked: Vec::new() })
    }

    /// The image of a program of separately compiled units, each a fatbin, that has no linked code.
    pub fn of_units(units: Vec<&'a [u8]>) -> Self {
        Image { kind: ImageKind::Fatbin, data: &EMPTY_FATBIN, prelinked: units }
    }

    /// Every fatbin of the image, the linked one first. Empty for cubin and PTX.
    pub fn fatbins(&self) -> impl Iterator<Item = &'a [u8]> {
        let main = (self.kind == ImageKind::Fatbin).then_some(self.data);
        main.into_iter().chain(self.prelinked.iter().copied())
    }

    /// The fatbin entries that the device will use: one; or, if a wrapper of version 2 has no linked code for the
    /// device, one of each unit, to be linked. Empty for cubin and PTX, which are used as they are.
    pub fn choose(&self, device: ComputeCapability, policy: Policy) -> Result<Vec<Entry<'a>>> {
        if self.kind != ImageKind::Fatbin {
            return Ok(Vec::new());
        }
        let linked = choose_one(self.data, device, policy);
        if linked.is_ok() || self.prelinked.is_empty() {
            return linked.map(|entry| vec![entry]);
        }
        self.prelinked.iter().map(|unit| choose_one(unit, device, policy)).collect()
    }
}

fn choose_one(fatbin: &[u8], device: ComputeCapability, policy: Policy) -> Result<Entry<'_>> {
    let fatbin = Fatbin::parse(fatbin)?;
    select(&fatbin.entries, device, policy).copied()
}

/// Whether a byte may stand before the first directive or comment of a PTX text.
pub(crate) fn is_blank(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0x0b
}

fn looks_like_ptx(data: &[u8]) -> bool {
    let first = data.iter().copied().find(|&byte| !is_blank(byte));
    matches!(first, Some(b'.' | b'/'))
}
