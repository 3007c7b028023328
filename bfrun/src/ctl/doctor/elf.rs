//! What an executable's headers tell: for which machine it is, who loads it, and which C library its names need.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;

/// Value of `e_machine` for the machine that this program is for.
const HERE: u16 = if cfg!(target_arch = "aarch64") { 183 } else { 62 };

/// Types of program headers and entries of the dynamic section (System V ABI, "Program Loading and Dynamic Linking").
const PT_LOAD: u32 = 1;
const PT_DYNAMIC: u32 = 2;
const PT_INTERP: u32 = 3;
const DT_STRTAB: u64 = 5;
const DT_STRSZ: u64 = 10;

/// Headers and tables of foreign files are not read beyond so many bytes.
const TABLE_MAX: u64 = 16 << 20;
/// How much of a file is looked through for a name.
const TEXT_MAX: u64 = 256 << 20;

/// An executable or library.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Elf {
    /// For this machine's processor, in 64 bits.
    pub(super) native: bool,
    /// The program that loads it; none: it is loaded by the kernel alone, or is a library.
    pub(super) interpreter: Option<String>,
    /// The newest version of the C library among its names: what it needs or, of the C library itself, has.
    pub(super) glibc: Option<(u32, u32)>,
}

struct Header {
    kind: u32,
    offset: u64,
    address: u64,
    size: u64,
}

impl Elf {
    /// Reads headers; none if it is no ELF file, or a broken one.
    pub(super) fn read(file: &File) -> Option<Elf> {
        let head = bytes(file, 0, 64).ok()?;
        if !head.starts_with(b"\x7fELF") {
            return None;
        }
        let is_64_bits = head[4] == 2 && head[5] == 1;
        if !is_64_bits || u16_at(&head, 18)? != HERE {
            return Some(Elf { native: false, interpreter: None, glibc: None });
        }
        let headers = headers(file, &head)?;
        let interpreter = headers.iter().find(|h| h.kind == PT_INTERP).and_then(|h| {
            let text = bytes(file, h.offset, h.size).ok()?;
            Some(String::from_utf8_lossy(text.split(|b| *b == 0).next()?).into_owned())
        });
        let names = names(file, &headers).unwrap_or_default();
        Some(Elf { native: true, interpreter, glibc: newest_glibc(&names) })
    }

    /// Its loader is musl's.
    pub(super) fn is_musl(&self) -> bool {
        self.interpreter.as_ref().is_some_and(|path| path.contains("/ld-musl-"))
    }
}

/// Whether a file has this text.
pub(super) fn mentions(file: &File, text: &[u8]) -> bool {
    const PIECE: usize = 1 << 20;
    let mut piece = vec![0; PIECE];
    let mut at = 0;
    while at < TEXT_MAX {
        let Ok(read @ 1..) = file.read_at(&mut piece, at) else { return false };
        if piece[..read].windows(text.len()).any(|window| window == text) {
            return true;
        }
        // What begins at the end of a piece is whole in the next one.
        at += read.saturating_sub(text.len()).max(1) as u64;
        if read < text.len() {
            return false;
        }
    }
    false
}

fn bytes(file: &File, at: u64, size: u64) -> io::Result<Vec<u8>> {
    if size > TABLE_MAX {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let mut bytes = vec![0; size as usize];
    file.read_exact_at(&mut bytes, at)?;
    Ok(bytes)
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?))
}

fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(bytes.get(at..at + 8)?.try_into().ok()?))
}

/// The program headers.
fn headers(file: &File, head: &[u8]) -> Option<Vec<Header>> {
    const SIZE: u16 = 56;
    let (offset, size, count) = (u64_at(head, 32)?, u16_at(head, 54)?, u16_at(head, 56)?);
    if size != SIZE {
        return None;
    }
    let table = bytes(file, offset, u64::from(size) * u64::from(count)).ok()?;
    let header = |raw: &[u8]| {
        let kind = u32::from_le_bytes(raw.get(..4)?.try_into().ok()?);
        Some(Header { kind, offset: u64_at(raw, 8)?, address: u64_at(raw, 16)?, size: u64_at(raw, 32)? })
    };
    table.chunks(size.into()).map(header).collect()
}

/// The names of the dynamic section: symbols, libraries and versions.
fn names(file: &File, headers: &[Header]) -> Option<Vec<u8>> {
    let dynamic = headers.iter().find(|h| h.kind == PT_DYNAMIC)?;
    let entries = bytes(file, dynamic.offset, dynamic.size).ok()?;
    let entry = |tag: u64| {
        let found = entries.chunks_exact(16).find(|raw| u64_at(raw, 0) == Some(tag))?;
        u64_at(found, 8)
    };
    let (address, size) = (entry(DT_STRTAB)?, entry(DT_STRSZ)?);
    let inside = |h: &&Header| h.kind == PT_LOAD && address >= h.address && address - h.address < h.size;
    let segment = headers.iter().find(inside)?;
    bytes(file, segment.offset.checked_add(address - segment.address)?, size).ok()
}

fn newest_glibc(names: &[u8]) -> Option<(u32, u32)> {
    let version = |name: &[u8]| {
        let text = std::str::from_utf8(name.strip_prefix(b"GLIBC_")?).ok()?;
        let (major, minor) = text.split_once('.')?;
        let minor = minor.split('.').next()?;
        Some((major.parse().ok()?, minor.parse().ok()?))
    };
    names.split(|b| *b == 0).filter_map(version).max()
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    fn written(name: &str, content: &[u8]) -> (PathBuf, File) {
        let path = std::env::temp_dir().join(format!("bfctl-elf-{}-{name}", std::process::id()));
        std::fs::write(&path, content).unwrap();
        let file = File::open(&path).unwrap();
        (path, file)
    }

    fn read(name: &str, content: &[u8]) -> Option<Elf> {
        let (path, file) = written(name, content);
        let elf = Elf::read(&file);
        std::fs::remove_file(path).unwrap();
        elf
    }

    #[test]
    fn this_program() {
        let elf = Elf::read(&File::open("/proc/self/exe").unwrap()).unwrap();
        assert!(elf.native && !elf.is_musl() && elf.glibc >= Some((2, 2)), "{elf:?}");
        assert!(elf.interpreter.unwrap().contains("/ld-linux"));
    }

    #[test]
    fn other_machines_and_broken_files() {
        let whole = std::fs::read("/proc/self/exe").unwrap();
        let head = &whole[..64];
        assert_eq!(read("script", b"#!/bin/sh\n"), None);
        assert_eq!(read("short", &head[..40]), None);
        // Headers that lie beyond the end.
        assert_eq!(read("cut", head), None);
        let foreign = Some(Elf { native: false, interpreter: None, glibc: None });
        for (at, value) in [(4, 1), (18, 3)] {
            let mut other = head.to_vec();
            other[at] = value;
            assert_eq!(read("foreign", &other), foreign);
        }
        // No byte of the headers makes it panic.
        for at in 4..600 {
            for value in [0, 1, 0x7f, 0xff] {
                let mut broken = whole[..4096].to_vec();
                broken[at] = value;
                let _ = read("broken", &broken);
            }
        }
    }

    #[test]
    fn versions_of_the_c_library() {
        let check = |names: &[u8], expected| assert_eq!(newest_glibc(names), expected);
        check(b"", None);
        check(b"\0GLIBC_2.2.5\0GLIBC_2.17\0GLIBC_2.4\0", Some((2, 17)));
        check(b"GLIBC_PRIVATE\0GLIBCXX_3.4\0XGLIBC_2.3\0", None);
    }

    #[test]
    fn texts_across_pieces_are_found() {
        for at in [0, 5, (1 << 20) - 3, (1 << 20) + 1] {
            let mut content = vec![b'x'; (1 << 20) + 100];
            content[at..at + 10].copy_from_slice(b"libcuda.so");
            let (path, file) = written("text", &content);
            assert!(mentions(&file, b"libcuda.so") && !mentions(&file, b"libcudb.so"), "{at}");
            std::fs::remove_file(path).unwrap();
        }
        let (path, file) = written("empty", b"");
        assert!(!mentions(&file, b"libcuda.so"));
        std::fs::remove_file(path).unwrap();
    }
}
