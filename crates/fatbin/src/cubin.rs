//! Kernels and their parameter layout in a cubin.
//!
//! Each kernel has an `.nv.info.NAME` section of records: a format byte, an attribute byte and two bytes that hold
//! either the value or the length of the bytes that follow.

use std::collections::HashMap;

use crate::bytes::{slice, u16_at, u32_at};
use crate::elf::{Elf, Section, Symbol};
use crate::error::{Error, Result};
use crate::manifest::{KernelInfo, Needs, Param};
use crate::select::ComputeCapability;

const FORMAT_SIZED: u8 = 4;
const ATTR_MAX_THREADS: u8 = 0x05;
const ATTR_PARAM_CBANK: u8 = 0x0a;
const ATTR_KPARAM_INFO: u8 = 0x17;
const ATTR_CBANK_PARAM_SIZE: u8 = 0x19;
const ATTR_FRAME_SIZE: u8 = 0x11;
const ATTR_REGCOUNT: u8 = 0x2f;
const ATTR_KPARAM_INFO_V2: u8 = 0x45;

/// Symbol types (low four bits of `st_info`): data, functions.
const STT_OBJECT: u8 = 1;
const STT_FUNC: u8 = 2;
/// Bit of `st_other` that marks kernels.
const STO_ENTRY: u8 = 0x10;
const ET_REL: u16 = 1;

/// Sections of variables that a program can ask for: `.nv.global`, `.nv.global.init` and `__constant__` ones.
const GLOBALS: &str = ".nv.global";
const CONSTANTS: &str = ".nv.constant3";

/// From here on the system takes some of each block's shared memory, that much.
const FIRST_WITH_SYSTEM_SHARED: ComputeCapability = ComputeCapability::new(9, 0);
const SYSTEM_SHARED: u32 = 1 << 10;

/// A variable of a cubin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Variable<'a> {
    /// Its (mangled) name.
    pub name: &'a str,
    /// Bytes.
    pub size: u64,
    /// What it holds at the start; nothing: zeros.
    pub init: Option<&'a [u8]>,
}

/// A parsed cubin.
#[derive(Debug, Clone)]
pub struct Cubin<'a> {
    elf: Elf<'a>,
}

/// One record of an `.nv.info` section.
struct Record<'a> {
    attribute: u8,
    /// The value of a record without bytes of its own.
    value: u16,
    bytes: &'a [u8],
}

impl<'a> Cubin<'a> {
    /// Reads the headers and sections of a cubin.
    pub fn parse(data: &'a [u8]) -> Result<Self> {
        Ok(Cubin { elf: Elf::parse(data)? })
    }

    /// The architecture that the code was made for.
    pub fn arch(&self) -> ComputeCapability {
        // From ABI version 8 on (CUDA 13) the number sits in the second byte, before in the first.
        let shift = if self.elf.abi_version >= 8 { 8 } else { 0 };
        ComputeCapability::from_number((self.elf.flags >> shift) & 0xff)
    }

    /// Whether it must be linked before it can be loaded (made with `-rdc=true`).
    pub fn is_relocatable(&self) -> bool {
        self.elf.file_type == ET_REL
    }

    /// All kernels, in the order of the symbol table.
    pub fn kernels(&self) -> Result<Vec<KernelInfo>> {
        let registers = self.numbers(ATTR_REGCOUNT);
        let frames = self.numbers(ATTR_FRAME_SIZE);
        let const_bytes = self.elf.section(CONSTANTS).map_or(0, |section| limited(section.size));
        // The sections of later architectures begin with what the system takes of shared memory, which counts for no kernel.
        let system_shared = if self.arch() >= FIRST_WITH_SYSTEM_SHARED { SYSTEM_SHARED } else { 0 };
        // Looked up per kernel: libraries have thousands of sections.
        let sections: HashMap<&str, &Section<'_>> =
            self.elf.sections.iter().map(|section| (section.name, section)).collect();
        let mut kernels = Vec::new();
        for symbol in self.elf.symbols() {
            if symbol.info & 0xf != STT_FUNC || symbol.other & STO_ENTRY == 0 {
                continue;
            }
            let section = |prefix| sections.get(format!("{prefix}.{}", symbol.name).as_str());
            let mut kernel = kernel(symbol.name, section(".nv.info").map_or(&[], |info| info.data))?;
            kernel.needs = registers.get(&symbol.index).map(|&registers| Needs {
                registers,
                shared_bytes: section(".nv.shared")
                    .map_or(0, |shared| limited(shared.size).saturating_sub(system_shared)),
                local_bytes: frames.get(&symbol.index).copied().unwrap_or(0),
                const_bytes,
            });
            kernels.push(kernel);
        }
        Ok(kernels)
    }

    /// The variables that a program can ask for by name, in the order of the symbol table.
    pub fn variables(&self) -> Vec<Variable<'a>> {
        let variable = |symbol: Symbol<'a>| {
            let section = self.elf.sections.get(usize::from(symbol.section))?;
            let wanted = section.name.starts_with(GLOBALS) || section.name == CONSTANTS;
            if symbol.info & 0xf != STT_OBJECT || symbol.name.is_empty() || !wanted {
                return None;
            }
            let init = slice(section.data, symbol.value, symbol.size, "variable").ok();
            Some(Variable { name: symbol.name, size: symbol.size, init })
        };
        self.elf.symbols().filter_map(variable).collect()
    }

    /// Bytes of all variables, also of those without a name, in global and constant memory.
    pub fn variable_bytes(&self) -> u64 {
        let wanted = |name: &str| name.starts_with(GLOBALS) || name.starts_with(".nv.constant");
        let sections = self.elf.sections.iter().filter(|section| wanted(section.name));
        sections.map(|section| section.size).fold(0, u64::saturating_add)
    }

    /// A number per symbol that `.nv.info` tells.
    fn numbers(&self, attribute: u8) -> HashMap<u32, u32> {
        let info = self.elf.section(".nv.info").map_or(&[][..], |section| section.data);
        records(info)
            .filter(|record| record.attribute == attribute)
            .filter_map(|record| {
                let symbol = u32_at(record.bytes, 0, "number of a symbol").ok()?;
                Some((symbol, u32_at(record.bytes, 4, "number of a symbol").ok()?))
            })
            .collect()
    }
}

/// A size that no device has is as good as the largest.
fn limited(size: u64) -> u32 {
    u32::try_from(size).unwrap_or(u32::MAX)
}

/// The records of a section; ends at the first that does not fit.
fn records(mut data: &[u8]) -> impl Iterator<Item = Record<'_>> {
    std::iter::from_fn(move || {
        let (&format, &attribute) = (data.first()?, data.get(1)?);
        let value = u16_at(data, 2, "record").ok()?;
        let len = if format == FORMAT_SIZED { usize::from(value) } else { 0 };
        let bytes = data.get(4..4 + len)?;
        data = data.get(4 + len..)?;
        Some(Record { attribute, value, bytes })
    })
}

fn kernel(name: &str, info: &[u8]) -> Result<KernelInfo> {
    let mut kernel = KernelInfo { name: name.to_owned(), ..KernelInfo::default() };
    let mut params: Vec<(u16, Param)> = Vec::new();
    for record in records(info) {
        match record.attribute {
            ATTR_KPARAM_INFO => params.push(param(record.bytes, |packed| packed >> 18)?),
            ATTR_KPARAM_INFO_V2 => params.push(param(record.bytes, |packed| packed & 0xffff)?),
            ATTR_CBANK_PARAM_SIZE => kernel.param_bytes = u32::from(record.value),
            ATTR_PARAM_CBANK => {
                kernel.param_bytes = u32::from(u16_at(record.bytes, 6, "parameter bank")?);
            }
            ATTR_MAX_THREADS => kernel.max_threads = max_threads(record.bytes),
            _ => {}
        }
    }
    params.sort_by_key(|&(ordinal, _)| ordinal);
    if params.iter().zip(0u16..).any(|(&(ordinal, _), expected)| ordinal != expected) {
        return Err(Error::BadField("parameter ordinal"));
    }
    kernel.params = params.into_iter().map(|(_, param)| param).collect();
    Ok(kernel)
}

/// A parameter record: u32 index, u16 ordinal, u16 offset, u32 with the size and more.
fn param(bytes: &[u8], size: impl Fn(u32) -> u32) -> Result<(u16, Param)> {
    const WHAT: &str = "parameter record";
    let param = Param { offset: u32::from(u16_at(bytes, 6, WHAT)?), size: size(u32_at(bytes, 8, WHAT)?) };
    Ok((u16_at(bytes, 4, WHAT)?, param))
}

/// Launch bounds are stored as three block dimensions.
fn max_threads(bytes: &[u8]) -> Option<u32> {
    let dim = |at| u32_at(bytes, at, "launch bounds").ok();
    dim(0)?.checked_mul(dim(4)?)?.checked_mul(dim(8)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A record with bytes of its own.
    fn sized(attribute: u8, bytes: &[u8]) -> Vec<u8> {
        let mut record = vec![FORMAT_SIZED, attribute, bytes.len() as u8, 0];
        record.extend_from_slice(bytes);
        record
    }

    /// A parameter record.
    fn parameter(attribute: u8, ordinal: u16, offset: u16, packed: u32) -> Vec<u8> {
        let mut bytes = vec![0; 4];
        bytes.extend_from_slice(&ordinal.to_le_bytes());
        bytes.extend_from_slice(&offset.to_le_bytes());
        bytes.extend_from_slice(&packed.to_le_bytes());
        sized(attribute, &bytes)
    }

    #[test]
    fn both_kinds_of_parameter_record() {
        let size = [3, ATTR_CBANK_PARAM_SIZE, 0x2c, 0x4e];
        let old = [parameter(ATTR_KPARAM_INFO, 1, 0x1008, 8 << 18 | 0x1f000), size.to_vec()].concat();
        let old = [old, parameter(ATTR_KPARAM_INFO, 0, 0, 0x1001 << 18 | 0x1f000)].concat();
        let kernel = super::kernel("k", &old).unwrap();
        assert_eq!(kernel.params, [Param { offset: 0, size: 0x1001 }, Param { offset: 0x1008, size: 8 }]);
        assert_eq!(kernel.param_bytes, 0x4e2c);

        let new = parameter(ATTR_KPARAM_INFO_V2, 0, 0x18, 0x0500_4e21);
        assert_eq!(super::kernel("k", &new).unwrap().params, [Param { offset: 0x18, size: 20_001 }]);
    }

    #[test]
    fn records_that_do_not_fit() {
        let gap = parameter(ATTR_KPARAM_INFO, 1, 0, 0);
        assert_eq!(kernel("k", &gap), Err(Error::BadField("parameter ordinal")));
        assert!(kernel("k", &sized(ATTR_KPARAM_INFO, &[0; 11])).is_err());
        let cut = parameter(ATTR_KPARAM_INFO, 0, 0, 0);
        assert_eq!(kernel("k", &cut[..10]).map(|kernel| kernel.params), Ok(vec![]));
    }
}
