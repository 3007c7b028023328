//! Images that come as a pointer without a length. The only module of the crate with raw pointers.

use std::ffi::c_void;
use std::marker::PhantomData;

use crate::container::{EMPTY_FATBIN, FATBIN_HEADER, FATBIN_MAGIC, total_len};
use crate::elf;
use crate::error::{Error, Result};
use crate::image::{Image, ImageKind, is_blank};

/// First word of a fatbin wrapper.
const WRAPPER_MAGIC: u32 = 0x4662_43B1;
/// Longest PTX text accepted, in bytes (the longest seen in public packages is 30 MiB).
pub const MAX_PTX: usize = 512 << 20;
/// Longest fatbin or cubin accepted, in bytes.
const MAX_IMAGE: u64 = 8 << 30;
/// Most leading blanks skipped before a PTX text.
const MAX_BLANKS: usize = 64 << 10;
/// Most units of one version 2 wrapper.
const MAX_UNITS: usize = 64 << 10;

/// The record that compilers put into `.nvFatBinSegment` for each translation unit or program.
#[repr(C)]
#[derive(Debug)]
struct Wrapper {
    magic: u32,
    version: u32,
    data: *const c_void,
    /// Version 1: an unused file name. Version 2: a null-terminated array of fatbins.
    units: *const c_void,
}

/// A wrapper of separately compiled units, for a driver that is to link them.
#[derive(Debug)]
pub struct UnitsWrapper<'a> {
    wrapper: Wrapper,
    /// What the wrapper's last field points to.
    _pointers: Box<[*const u8]>,
    _units: PhantomData<&'a [u8]>,
}

impl<'a> UnitsWrapper<'a> {
    /// Wraps fatbins.
    pub fn new(units: &[&'a [u8]]) -> Self {
        let end = std::iter::once(std::ptr::null());
        let pointers: Box<[_]> = units.iter().map(|unit| unit.as_ptr()).chain(end).collect();
        let (data, units) = (EMPTY.0.as_ptr().cast(), pointers.as_ptr().cast());
        let wrapper = Wrapper { magic: WRAPPER_MAGIC, version: 2, data, units };
        UnitsWrapper { wrapper, _pointers: pointers, _units: PhantomData }
    }

    /// What to pass as an image, valid as long as this is.
    pub fn as_ptr(&self) -> *const c_void {
        std::ptr::from_ref(&self.wrapper).cast()
    }
}

/// Linkers align fatbins to 8 bytes.
#[repr(align(8))]
struct Aligned([u8; FATBIN_HEADER]);
static EMPTY: Aligned = Aligned(EMPTY_FATBIN);

/// Recognises the image at `image` and finds its length: a fatbin wrapper, a fatbin, a cubin or PTX text.
///
/// # Errors
/// [`Error::Null`] for a null pointer; [`Error::UnknownFormat`], [`Error::BadField`] or [`Error::OutOfBounds`] for
/// anything that is no image.
///
/// # Safety
/// `image` is null or points to memory that stays readable and unchanged for `'a`. If that memory starts like an image,
/// all of the image must be there: as many bytes as its headers say, or for PTX up to the terminating NUL.
pub unsafe fn image_from_ptr<'a>(image: *const c_void) -> Result<Image<'a>> {
    if image.is_null() {
        return Err(Error::Null);
    }
    let bytes = image.cast::<u8>();
    // SAFETY: the caller promises an image; `starts_with` reads no byte after the first that differs.
    unsafe {
        if starts_with(bytes, &WRAPPER_MAGIC.to_le_bytes()) {
            from_wrapper(bytes)
        } else if starts_with(bytes, &FATBIN_MAGIC.to_le_bytes()) {
            Ok(plain(ImageKind::Fatbin, fatbin(bytes)?))
        } else if starts_with(bytes, &elf::MAGIC) {
            Ok(plain(ImageKind::Cubin, cubin(bytes)?))
        } else {
            Ok(plain(ImageKind::Ptx, ptx(bytes)?))
        }
    }
}

fn plain(kind: ImageKind, data: &[u8]) -> Image<'_> {
    Image { kind, data, prelinked: Vec::new() }
}

/// # Safety
/// At least the bytes up to the first that differs from `magic` are readable.
unsafe fn starts_with(at: *const u8, magic: &[u8; 4]) -> bool {
    // SAFETY: `all` stops at the first difference.
    magic.iter().enumerate().all(|(i, &byte)| unsafe { at.add(i).read() } == byte)
}

/// # Safety
/// `at` is a wrapper whose pointers obey [`image_from_ptr`].
unsafe fn from_wrapper<'a>(at: *const u8) -> Result<Image<'a>> {
    // SAFETY: the magic says that a wrapper is there; it may be unaligned.
    let wrapper = unsafe { at.cast::<Wrapper>().read_unaligned() };
    if wrapper.magic != WRAPPER_MAGIC || !matches!(wrapper.version, 1 | 2) {
        return Err(Error::BadField("fatbin wrapper version"));
    }
    if wrapper.data.is_null() {
        return Err(Error::BadField("fatbin wrapper pointer"));
    }
    // SAFETY: the wrapper's data is a fatbin by its format; `fatbin` checks its magic.
    let data = unsafe { fatbin(wrapper.data.cast()) }?;
    let mut image = plain(ImageKind::Fatbin, data);
    if wrapper.version == 2 && !wrapper.units.is_null() {
        // SAFETY: in version 2 the last field is a null-terminated array of fatbins.
        image.prelinked = unsafe { units(wrapper.units.cast()) }?;
    }
    Ok(image)
}

/// # Safety
/// `array` is a null-terminated array of pointers to fatbins.
unsafe fn units<'a>(array: *const *const u8) -> Result<Vec<&'a [u8]>> {
    let mut units = Vec::new();
    loop {
        // SAFETY: no element so far was the terminator, so this one exists.
        let unit = unsafe { array.add(units.len()).read_unaligned() };
        if unit.is_null() {
            return Ok(units);
        }
        if units.len() == MAX_UNITS {
            return Err(Error::TooLarge);
        }
        // SAFETY: each element points to a fatbin.
        units.push(unsafe { fatbin(unit) }?);
    }
}

/// # Safety
/// If the magic matches, a whole fatbin is readable at `at`.
unsafe fn fatbin<'a>(at: *const u8) -> Result<&'a [u8]> {
    // SAFETY: reads no further than the first byte that differs from the magic.
    if !unsafe { starts_with(at, &FATBIN_MAGIC.to_le_bytes()) } {
        return Err(Error::UnknownFormat);
    }
    // SAFETY: the magic says that a fatbin is there, so its header is.
    let header = unsafe { std::slice::from_raw_parts(at, FATBIN_HEADER) };
    // SAFETY: its header says that so many bytes are there.
    unsafe { whole(at, total_len(header)?) }
}

/// # Safety
/// `at` starts with the ELF magic and a whole ELF file is readable there.
unsafe fn cubin<'a>(at: *const u8) -> Result<&'a [u8]> {
    // SAFETY: the magic says that an ELF file is there, so its header is.
    let header = unsafe { std::slice::from_raw_parts(at, elf::HEADER) };
    let tables = elf::tables_len(header)?;
    // SAFETY: the header says that its tables are there.
    let with_tables = unsafe { whole(at, tables) }?;
    let len = elf::image_len(with_tables)?;
    // SAFETY: the tables say that the sections and segments are there.
    unsafe { whole(at, len) }
}

/// # Safety
/// A NUL-terminated text is readable at `at`.
unsafe fn ptx<'a>(at: *const u8) -> Result<&'a [u8]> {
    let mut blanks = 0;
    // SAFETY: no byte before this one was NUL, so this one is readable.
    while is_blank(unsafe { at.add(blanks).read() }) {
        blanks += 1;
        if blanks == MAX_BLANKS {
            return Err(Error::UnknownFormat);
        }
    }
    // SAFETY: as above.
    if !matches!(unsafe { at.add(blanks).read() }, b'.' | b'/') {
        return Err(Error::UnknownFormat);
    }
    let mut len = blanks;
    // SAFETY: no byte before this one was NUL, so this one is readable.
    while unsafe { at.add(len).read() } != 0 {
        len += 1;
        if len == MAX_PTX {
            return Err(Error::TooLarge);
        }
    }
    // SAFETY: all of these bytes were just read.
    Ok(unsafe { std::slice::from_raw_parts(at, len) })
}

/// # Safety
/// `len` bytes are readable at `at` and stay unchanged for `'a`, unless `len` is above the limit.
unsafe fn whole<'a>(at: *const u8, len: u64) -> Result<&'a [u8]> {
    if len > MAX_IMAGE {
        return Err(Error::TooLarge);
    }
    let len = usize::try_from(len).map_err(|_| Error::TooLarge)?;
    // SAFETY: promised by the caller; the limit keeps the size below isize::MAX.
    Ok(unsafe { std::slice::from_raw_parts(at, len) })
}
