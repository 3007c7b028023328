//! Truncated, flipped and lying images must be refused, not obeyed.

use fatbin::{Error, Fatbin, Image, fuzz_target};

const FILES: &[(&str, &[u8])] = &[
    ("zstd", include_bytes!("data/zstd.fatbin")),
    ("lz4", include_bytes!("data/lz4.fatbin")),
    ("cubin", include_bytes!("data/kernels.sm_75.cubin")),
    ("variables", include_bytes!("data/globals.sm_75.cubin")),
    ("ptx", include_bytes!("data/kernels.ptx")),
];

#[test]
fn truncation_at_every_length() {
    for (name, file) in FILES {
        for len in 0..file.len() {
            let cut = &file[..len];
            fuzz_target(cut);
            assert!(*name == "ptx" || Image::from_bytes(cut).is_err(), "{name} of {len} bytes");
        }
    }
}

/// Every byte of the first 512 and every 61st after it, with every bit flipped or the byte replaced.
#[test]
fn changed_bytes() {
    for (_, file) in FILES {
        let mut bytes = file.to_vec();
        for at in (0..file.len()).filter(|at| *at < 512 || at % 61 == 0) {
            for change in [0x01, 0x80, 0xff] {
                bytes[at] ^= change;
                fuzz_target(&bytes);
                bytes[at] = file[at];
            }
        }
    }
}

/// A header that promises more than its payload can hold is refused before memory is taken.
#[test]
fn claims_are_bounded() {
    let first = |file: &[u8], claim: u64| {
        let mut bytes = file.to_vec();
        bytes[16 + 56..16 + 64].copy_from_slice(&claim.to_le_bytes());
        Fatbin::parse(&bytes).unwrap().entries[0].payload().map(|payload| payload.len())
    };
    for (_, file) in &FILES[..2] {
        assert_eq!(first(file, u64::MAX), Err(Error::TooLarge));
        assert_eq!(first(file, 1 << 33), Err(Error::TooLarge));
        assert_eq!(first(file, 1 << 30), Err(Error::TooLarge));
        assert!(first(file, 16).is_err(), "more data than claimed");
        assert!(first(file, 0).is_err(), "more data than claimed");
    }
}

/// Entry header fields (offset within the header, bytes) that cannot be.
#[test]
fn lying_entry_headers() {
    let cases: &[(&str, usize, &[u8])] = &[
        ("header size 0", 4, &0u32.to_le_bytes()),
        ("header size huge", 4, &u32::MAX.to_le_bytes()),
        ("payload size huge", 8, &u64::MAX.to_le_bytes()),
        ("payload size past the end", 8, &(1u64 << 40).to_le_bytes()),
        ("compressed size above the payload size", 16, &u32::MAX.to_le_bytes()),
        ("compressed size 0", 16, &0u32.to_le_bytes()),
        ("options outside of the header", 20, &u32::MAX.to_le_bytes()),
        ("both compressions", 40, &0xa011u64.to_le_bytes()),
    ];
    for (what, at, bytes) in cases {
        let mut file = FILES[0].1.to_vec();
        file[16 + at..16 + at + bytes.len()].copy_from_slice(bytes);
        assert!(Fatbin::parse(&file).is_err(), "{what}");
    }
}
