//! The parts of ELF64 (little endian) that cubins use.

use crate::bytes::{slice, u16_at, u32_at, u64_at};
use crate::error::{Error, Result};

/// First bytes of an ELF file.
pub(crate) const MAGIC: [u8; 4] = *b"\x7fELF";
/// Size of the ELF header, in bytes.
pub(crate) const HEADER: usize = 64;
/// `e_machine` of a cubin.
const EM_CUDA: u16 = 190;
const SECTION_HEADER: u16 = 64;
const SEGMENT_HEADER: u16 = 56;
const SYMBOL: usize = 24;
const SHT_NOBITS: u32 = 8;
const SHT_SYMTAB: u32 = 2;

/// One section.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Section<'a> {
    pub(crate) name: &'a str,
    pub(crate) kind: u32,
    /// Its bytes; none for one that the file has no bytes of.
    pub(crate) data: &'a [u8],
    /// Bytes that it takes in memory.
    pub(crate) size: u64,
    link: u32,
}

/// One symbol.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Symbol<'a> {
    /// Its number in the table, as `.nv.info` refers to it.
    pub(crate) index: u32,
    pub(crate) name: &'a str,
    pub(crate) info: u8,
    pub(crate) other: u8,
    /// Number of its section.
    pub(crate) section: u16,
    /// Place in the section.
    pub(crate) value: u64,
    /// Bytes.
    pub(crate) size: u64,
}

/// A checked ELF file of machine EM_CUDA.
#[derive(Debug, Clone)]
pub(crate) struct Elf<'a> {
    pub(crate) abi_version: u8,
    /// `ET_REL` (1): to be linked; `ET_EXEC` (2): executable.
    pub(crate) file_type: u16,
    pub(crate) flags: u32,
    pub(crate) sections: Vec<Section<'a>>,
}

/// A table of the file: where it starts, its entry size and count.
struct Table {
    at: u64,
    stride: u16,
    count: u16,
}

impl Table {
    fn sections(header: &[u8]) -> Result<Self> {
        Self::read(header, 40, 58, SECTION_HEADER)
    }

    fn segments(header: &[u8]) -> Result<Self> {
        Self::read(header, 32, 54, SEGMENT_HEADER)
    }

    fn read(header: &[u8], offset_at: usize, stride_at: usize, stride: u16) -> Result<Self> {
        const WHAT: &str = "ELF header";
        let table = Table {
            at: u64_at(header, offset_at, WHAT)?,
            stride: u16_at(header, stride_at, WHAT)?,
            count: u16_at(header, stride_at + 2, WHAT)?,
        };
        if table.count > 0 && table.stride != stride {
            return Err(Error::BadField("ELF table entry size"));
        }
        Ok(table)
    }

    fn end(&self) -> Result<u64> {
        match self.count {
            0 => Ok(HEADER as u64),
            count => end_of(self.at, u64::from(self.stride) * u64::from(count)),
        }
    }

    fn entries<'a>(&self, data: &'a [u8]) -> Result<std::slice::ChunksExact<'a, u8>> {
        let size = u64::from(self.stride) * u64::from(self.count);
        let at = if self.count == 0 { 0 } else { self.at };
        let stride = usize::from(self.stride).max(1);
        Ok(slice(data, at, size, "ELF table")?.chunks_exact(stride))
    }
}

fn end_of(at: u64, size: u64) -> Result<u64> {
    at.checked_add(size).ok_or(Error::OutOfBounds("ELF section"))
}

/// Checks that `header` begins a 64-bit little-endian ELF file for CUDA.
fn check_header(header: &[u8]) -> Result<()> {
    let ident = header.get(..HEADER).ok_or(Error::OutOfBounds("ELF header"))?;
    if !ident.starts_with(&MAGIC) {
        return Err(Error::UnknownFormat);
    }
    // 64 bits, little endian.
    if ident.get(4..6) != Some(&[2, 1]) {
        return Err(Error::BadField("ELF class"));
    }
    if u16_at(header, 18, "ELF header")? != EM_CUDA {
        return Err(Error::BadField("ELF machine"));
    }
    Ok(())
}

/// Bytes from the start of the file to the end of its section and segment tables.
pub(crate) fn tables_len(header: &[u8]) -> Result<u64> {
    check_header(header)?;
    Ok(Table::sections(header)?.end()?.max(Table::segments(header)?.end()?))
}

/// Length of the file in bytes: the last end of its tables, sections and segments. `data` must reach to the end of
/// the tables.
pub(crate) fn image_len(data: &[u8]) -> Result<u64> {
    let mut len = tables_len(data)?;
    for section in Table::sections(data)?.entries(data)? {
        if u32_at(section, 4, "section header")? != SHT_NOBITS {
            let at = u64_at(section, 24, "section header")?;
            len = len.max(end_of(at, u64_at(section, 32, "section header")?)?);
        }
    }
    for segment in Table::segments(data)?.entries(data)? {
        let at = u64_at(segment, 8, "program header")?;
        len = len.max(end_of(at, u64_at(segment, 32, "program header")?)?);
    }
    Ok(len)
}

impl<'a> Elf<'a> {
    pub(crate) fn parse(data: &'a [u8]) -> Result<Self> {
        check_header(data)?;
        let names_index = usize::from(u16_at(data, 62, "ELF header")?);
        let table = Table::sections(data)?;
        let names = match table.entries(data)?.nth(names_index) {
            Some(header) => Section::parse(data, header, &[])?.data,
            None => &[],
        };
        let sections = table
            .entries(data)?
            .map(|header| Section::parse(data, header, names))
            .collect::<Result<Vec<_>>>()?;
        Ok(Elf {
            abi_version: data.get(8).copied().unwrap_or(0),
            file_type: u16_at(data, 16, "ELF header")?,
            flags: u32_at(data, 48, "ELF header")?,
            sections,
        })
    }

    pub(crate) fn section(&self, name: &str) -> Option<&Section<'a>> {
        self.sections.iter().find(|section| section.name == name)
    }

    /// All symbols of the first symbol table.
    pub(crate) fn symbols(&self) -> impl Iterator<Item = Symbol<'a>> {
        let table = self.sections.iter().find(|section| section.kind == SHT_SYMTAB);
        let names = table
            .and_then(|table| self.sections.get(table.link as usize))
            .map_or(&[][..], |section| section.data);
        let data = table.map_or(&[][..], |table| table.data);
        (0u32..).zip(data.chunks_exact(SYMBOL)).filter_map(move |(index, symbol)| {
            Some(Symbol {
                index,
                name: name_at(names, u32_at(symbol, 0, "symbol").ok()?),
                info: *symbol.get(4)?,
                other: *symbol.get(5)?,
                section: u16_at(symbol, 6, "symbol").ok()?,
                value: u64_at(symbol, 8, "symbol").ok()?,
                size: u64_at(symbol, 16, "symbol").ok()?,
            })
        })
    }
}

impl<'a> Section<'a> {
    fn parse(data: &'a [u8], header: &[u8], names: &'a [u8]) -> Result<Self> {
        const WHAT: &str = "section header";
        let kind = u32_at(header, 4, WHAT)?;
        let size = u64_at(header, 32, WHAT)?;
        let content = match kind {
            SHT_NOBITS => &[],
            _ => slice(data, u64_at(header, 24, WHAT)?, size, "section")?,
        };
        Ok(Section {
            name: name_at(names, u32_at(header, 0, WHAT)?),
            kind,
            data: content,
            size,
            link: u32_at(header, 40, WHAT)?,
        })
    }
}

/// The NUL-terminated name at `at` of a string table; empty if there is none or it is no UTF-8.
fn name_at(names: &[u8], at: u32) -> &str {
    let rest = names.get(at as usize..).unwrap_or_default();
    let len = rest.iter().position(|&b| b == 0).unwrap_or(0);
    let name = rest.get(..len).unwrap_or_default();
    std::str::from_utf8(name).unwrap_or_default()
}
