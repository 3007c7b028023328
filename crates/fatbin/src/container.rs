//! The fatbin container: a header and a list of entries, each a PTX text, a cubin or compiler IR for one
//! architecture, possibly compressed.

use std::borrow::Cow;

use crate::bytes::{slice, u16_at, u32_at, u64_at};
use crate::decompress;
use crate::error::{Error, Result};
use crate::select::ComputeCapability;

/// First word of a fatbin.
pub(crate) const FATBIN_MAGIC: u32 = 0xBA55_ED50;
/// Size of the fatbin header, in bytes.
pub(crate) const FATBIN_HEADER: usize = 16;
/// A fatbin without entries: what a program of separately compiled units has for its linked code.
pub(crate) const EMPTY_FATBIN: [u8; FATBIN_HEADER] = {
    let magic = FATBIN_MAGIC.to_le_bytes();
    [magic[0], magic[1], magic[2], magic[3], 1, 0, FATBIN_HEADER as u8, 0, 0, 0, 0, 0, 0, 0, 0, 0]
};
/// Smallest entry header, in bytes.
const ENTRY_HEADER: usize = 64;
/// Most entries read from one fatbin; real ones have a few dozen.
const MAX_ENTRIES: usize = 4096;

const FLAG_LZ4: u64 = 0x2000;
const FLAG_ZSTD: u64 = 0x8000;
const FLAG_ARCH_SPECIFIC: u64 = 0x10_0000;
const FLAG_FAMILY_SPECIFIC: u64 = 0x20_0000;

/// What an entry holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryKind {
    /// PTX text.
    Ptx,
    /// A cubin: machine code in an ELF file.
    Cubin,
    /// Compiler IR for link-time optimisation.
    Lto,
    /// Something this crate does not know; it is skipped.
    Other(u16),
}

/// How a payload is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compression {
    /// As it is.
    None,
    /// One raw LZ4 block.
    Lz4,
    /// One zstd frame.
    Zstd,
}

/// Which devices an architecture number stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Variant {
    /// The architecture and later ones (`sm_90`).
    Base,
    /// That architecture only (`sm_90a`).
    Specific,
    /// That family only (`sm_120f`).
    Family,
}

/// One entry of a fatbin. All slices borrow from the fatbin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry<'a> {
    /// What the payload is.
    pub kind: EntryKind,
    /// The architecture it was made for.
    pub arch: ComputeCapability,
    /// Which devices that covers.
    pub variant: Variant,
    /// Version of the payload's format as (major, minor): PTX ISA version or cubin version.
    pub version: (u16, u16),
    /// All flags as stored.
    pub flags: u64,
    /// How the payload is stored.
    pub compression: Compression,
    /// The payload as stored: compressed bytes, or with padding if not compressed.
    pub stored: &'a [u8],
    /// Size of the decompressed payload in bytes as the header claims it; 0 if not compressed.
    pub uncompressed_size: u64,
    /// The assembler options stored with a PTX entry (such as `-O1`), if any.
    pub options: Option<&'a [u8]>,
    /// Header and padded payload.
    pub raw: &'a [u8],
}

impl<'a> Entry<'a> {
    /// The decompressed payload. PTX comes without its trailing NULs.
    pub fn payload(&self) -> Result<Cow<'a, [u8]>> {
        let mut payload = match self.compression {
            Compression::None => Cow::Borrowed(self.stored),
            Compression::Lz4 => Cow::Owned(decompress::lz4(self.stored, self.uncompressed_size)?),
            Compression::Zstd => Cow::Owned(decompress::zstd(self.stored, self.uncompressed_size)?),
        };
        if self.kind == EntryKind::Ptx {
            let len = payload.iter().rposition(|&b| b != 0).map_or(0, |last| last + 1);
            match &mut payload {
                Cow::Borrowed(bytes) => *bytes = bytes.get(..len).unwrap_or_default(),
                Cow::Owned(bytes) => bytes.truncate(len),
            }
        }
        Ok(payload)
    }

    /// Reads the entry at the start of `data` and returns it with the number of bytes it takes.
    fn parse(data: &'a [u8]) -> Result<(Self, usize)> {
        const WHAT: &str = "fatbin entry";
        let header_size = u32_at(data, 4, WHAT)?;
        if (header_size as usize) < ENTRY_HEADER {
            return Err(Error::BadField("fatbin entry header size"));
        }
        let padded = u64_at(data, 8, WHAT)?;
        let total = padded.checked_add(u64::from(header_size)).ok_or(Error::OutOfBounds(WHAT))?;
        let raw = slice(data, 0, total, WHAT)?;
        let flags = u64_at(raw, 40, WHAT)?;
        let compressed = u64::from(u32_at(raw, 16, WHAT)?);
        let compression = compression(flags, compressed)?;
        let stored_size = if compression == Compression::None { padded } else { compressed };
        if stored_size > padded {
            return Err(Error::OutOfBounds("compressed payload"));
        }
        let entry = Entry {
            kind: kind(u16_at(raw, 0, WHAT)?),
            arch: ComputeCapability::from_number(u32_at(raw, 28, WHAT)?),
            variant: variant(flags),
            version: (u16_at(raw, 26, WHAT)?, u16_at(raw, 24, WHAT)?),
            flags,
            compression,
            stored: slice(raw, u64::from(header_size), stored_size, "payload")?,
            uncompressed_size: u64_at(raw, 56, WHAT)?,
            options: options(raw, header_size)?,
            raw,
        };
        Ok((entry, raw.len()))
    }
}

/// A parsed fatbin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fatbin<'a> {
    /// All entries in file order, unknown kinds included.
    pub entries: Vec<Entry<'a>>,
}

impl<'a> Fatbin<'a> {
    /// Reads a fatbin that starts at `data`; bytes after its end are ignored.
    pub fn parse(data: &'a [u8]) -> Result<Self> {
        let len = total_len(data)?;
        let mut rest = slice(data, FATBIN_HEADER as u64, len - FATBIN_HEADER as u64, "fatbin")?;
        let mut entries = Vec::new();
        while rest.len() >= ENTRY_HEADER {
            if entries.len() == MAX_ENTRIES {
                return Err(Error::TooLarge);
            }
            let (entry, taken) = Entry::parse(rest)?;
            entries.push(entry);
            rest = rest.get(taken..).unwrap_or_default();
        }
        Ok(Fatbin { entries })
    }
}

/// Length in bytes of the fatbin whose header starts `data`, header included; the rest need not be there.
pub(crate) fn total_len(data: &[u8]) -> Result<u64> {
    const WHAT: &str = "fatbin header";
    if u32_at(data, 0, WHAT)? != FATBIN_MAGIC {
        return Err(Error::UnknownFormat);
    }
    if u16_at(data, 4, WHAT)? != 1 {
        return Err(Error::BadField("fatbin version"));
    }
    if usize::from(u16_at(data, 6, WHAT)?) != FATBIN_HEADER {
        return Err(Error::BadField("fatbin header size"));
    }
    let entries = u64_at(data, 8, WHAT)?;
    entries.checked_add(FATBIN_HEADER as u64).ok_or(Error::OutOfBounds("fatbin"))
}

/// A fatbin that holds only `entry`, stored as it was (compressed).
pub fn repack(entry: &Entry<'_>) -> Vec<u8> {
    pack(std::slice::from_ref(entry))
}

/// A fatbin that holds the given entries, stored as they were.
pub fn pack(entries: &[Entry<'_>]) -> Vec<u8> {
    let size: usize = entries.iter().map(|entry| entry.raw.len()).sum();
    let mut out = Vec::with_capacity(FATBIN_HEADER + size);
    out.extend_from_slice(&FATBIN_MAGIC.to_le_bytes());
    out.extend_from_slice(&1u16.to_le_bytes());
    out.extend_from_slice(&(FATBIN_HEADER as u16).to_le_bytes());
    out.extend_from_slice(&(size as u64).to_le_bytes());
    for entry in entries {
        out.extend_from_slice(entry.raw);
    }
    out
}

/// The fatbins that follow each other in `data`: how separately compiled units travel together.
///
/// # Errors
/// Anything that is not a fatbin, and lengths beyond the data.
pub fn units(data: &[u8]) -> Result<Vec<&[u8]>> {
    let mut units = Vec::new();
    let mut rest = data;
    while !rest.is_empty() {
        let unit = slice(rest, 0, total_len(rest)?, "fatbin")?;
        units.push(unit);
        rest = rest.get(unit.len()..).unwrap_or_default();
    }
    Ok(units)
}

fn kind(value: u16) -> EntryKind {
    match value {
        1 => EntryKind::Ptx,
        2 => EntryKind::Cubin,
        8 => EntryKind::Lto,
        other => EntryKind::Other(other),
    }
}

fn variant(flags: u64) -> Variant {
    if flags & FLAG_ARCH_SPECIFIC != 0 {
        Variant::Specific
    } else if flags & FLAG_FAMILY_SPECIFIC != 0 {
        Variant::Family
    } else {
        Variant::Base
    }
}

fn compression(flags: u64, compressed: u64) -> Result<Compression> {
    match (flags & FLAG_LZ4 != 0, flags & FLAG_ZSTD != 0) {
        (false, false) => Ok(Compression::None),
        (true, true) => Err(Error::BadField("fatbin compression flags")),
        _ if compressed == 0 => Err(Error::BadField("compressed size")),
        (true, false) => Ok(Compression::Lz4),
        (false, true) => Ok(Compression::Zstd),
    }
}

/// The options block holds the offset of its string from the entry's start, and the string's length.
fn options(raw: &[u8], header_size: u32) -> Result<Option<&[u8]>> {
    const WHAT: &str = "fatbin entry options";
    let block = u32_at(raw, 20, WHAT)?;
    if block == 0 || kind(u16_at(raw, 0, WHAT)?) != EntryKind::Ptx {
        return Ok(None);
    }
    let header = slice(raw, 0, u64::from(header_size), WHAT)?;
    let at = usize::try_from(block).map_err(|_| Error::OutOfBounds(WHAT))?;
    let offset = u32_at(header, at, WHAT)?;
    let length_at = at.checked_add(4).ok_or(Error::OutOfBounds(WHAT))?;
    let length = u32_at(header, length_at, WHAT)?;
    slice(header, u64::from(offset), u64::from(length), WHAT).map(Some)
}
