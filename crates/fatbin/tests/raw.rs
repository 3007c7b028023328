//! Images that come as pointers.

use std::ffi::c_void;
use std::ptr;

use fatbin::{
    ComputeCapability, EntryKind, Error, Image, ImageKind, Policy, UnitsWrapper, image_from_ptr, units,
};

const FATBIN: &[u8] = include_bytes!("data/zstd.fatbin");
const OTHER: &[u8] = include_bytes!("data/lz4.fatbin");
const CUBIN: &[u8] = include_bytes!("data/kernels.sm_75.cubin");
const PTX: &str = include_str!("data/kernels.ptx");
/// A fatbin without entries, as nvcc writes for a linked program that has only PTX.
const EMPTY: &[u8] = &[0x50, 0xed, 0x55, 0xba, 1, 0, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0];

#[repr(C)]
struct Wrapper {
    magic: u32,
    version: u32,
    data: *const u8,
    units: *const *const u8,
}

fn wrapper(version: u32, data: &[u8], units: &[*const u8]) -> Wrapper {
    Wrapper { magic: 0x466243b1, version, data: data.as_ptr(), units: units.as_ptr() }
}

#[test]
fn lengths_are_found() {
    let ptx = format!("{PTX}\0.garbage");
    let indented = format!(" \n\t{PTX}\0");
    let cases = [
        (FATBIN.as_ptr(), ImageKind::Fatbin, FATBIN.len()),
        (CUBIN.as_ptr(), ImageKind::Cubin, CUBIN.len()),
        (ptx.as_ptr(), ImageKind::Ptx, PTX.len()),
        (indented.as_ptr(), ImageKind::Ptx, PTX.len() + 3),
    ];
    for (pointer, kind, len) in cases {
        // SAFETY: the images are complete.
        let image = unsafe { image_from_ptr(pointer.cast()) }.unwrap();
        assert_eq!((image.kind, image.data.len()), (kind, len));
    }
}

#[test]
fn unaligned_images() {
    let mut shifted = vec![0; CUBIN.len() + 1];
    shifted[1..].copy_from_slice(CUBIN);
    // SAFETY: the image is complete.
    let image = unsafe { image_from_ptr(shifted[1..].as_ptr().cast()) }.unwrap();
    assert_eq!(image.data, CUBIN);
}

#[test]
fn wrappers() {
    let units = [FATBIN.as_ptr(), OTHER.as_ptr(), ptr::null()];
    let cases = [
        (wrapper(1, FATBIN, &units), FATBIN, vec![]),
        (wrapper(2, FATBIN, &units), FATBIN, vec![FATBIN, OTHER]),
        (wrapper(2, EMPTY, &units[2..]), EMPTY, vec![]),
    ];
    for (wrapper, data, prelinked) in cases {
        // SAFETY: the wrapper and its fatbins are complete.
        let image = unsafe { image_from_ptr(ptr::from_ref(&wrapper).cast()) }.unwrap();
        assert_eq!((image.kind, image.data, image.prelinked), (ImageKind::Fatbin, data, prelinked));
    }
}

/// A linked fatbin without code for the device falls back to its units.
#[test]
fn units_are_used_when_the_linked_program_does_not_fit() {
    let units = [FATBIN.as_ptr(), OTHER.as_ptr(), ptr::null()];
    let wrapper = wrapper(2, EMPTY, &units);
    // SAFETY: the wrapper and its fatbins are complete.
    let image = unsafe { image_from_ptr(ptr::from_ref(&wrapper).cast()) }.unwrap();
    let chosen = image.choose(ComputeCapability::new(12, 1), Policy::PtxOnly).unwrap();
    let found: Vec<_> = chosen.iter().map(|entry| (entry.kind, entry.arch.major)).collect();
    assert_eq!(found, [(EntryKind::Ptx, 12), (EntryKind::Ptx, 7)]);
    let old = image.choose(ComputeCapability::new(7, 0), Policy::PtxOnly);
    assert_eq!(old, Err(Error::NoBinaryForGpu));
}

#[test]
fn units_travel_in_a_row_and_come_to_the_driver_in_a_wrapper() {
    let sent = [FATBIN, OTHER, EMPTY].concat();
    let found = units(&sent).unwrap();
    assert_eq!(found, [FATBIN, OTHER, EMPTY]);
    let wrapper = UnitsWrapper::new(&found);
    // SAFETY: the wrapper and its fatbins are complete.
    let image = unsafe { image_from_ptr(wrapper.as_ptr()) }.unwrap();
    assert_eq!(image, Image::of_units(found));
    assert_eq!((image.data, units(EMPTY).unwrap().len(), units(&[]).unwrap().len()), (EMPTY, 1, 0));
    for (bytes, error) in [
        (&sent[..sent.len() - 1], Error::OutOfBounds("fatbin header")),
        (&sent[..FATBIN.len() - 1], Error::OutOfBounds("fatbin")),
        (PTX.as_bytes(), Error::UnknownFormat),
    ] {
        assert_eq!(units(bytes), Err(error));
    }
}

#[test]
fn what_is_no_image() {
    let bad_version = wrapper(3, FATBIN, &[]);
    let null_data = Wrapper { magic: 0x466243b1, version: 1, data: ptr::null(), units: ptr::null() };
    let no_fatbin = wrapper(1, b"hello\0", &[]);
    let cases: [(*const c_void, Error); 8] = [
        (ptr::null(), Error::Null),
        (c"".as_ptr().cast(), Error::UnknownFormat),
        (c"hello".as_ptr().cast(), Error::UnknownFormat),
        (c"  ".as_ptr().cast(), Error::UnknownFormat),
        (b"\x7fELX".as_ptr().cast(), Error::UnknownFormat),
        (ptr::from_ref(&bad_version).cast(), Error::BadField("fatbin wrapper version")),
        (ptr::from_ref(&null_data).cast(), Error::BadField("fatbin wrapper pointer")),
        (ptr::from_ref(&no_fatbin).cast(), Error::UnknownFormat),
    ];
    for (pointer, error) in cases {
        // SAFETY: none of them claims to be longer than it is.
        assert_eq!(unsafe { image_from_ptr(pointer) }, Err(error));
    }
}
