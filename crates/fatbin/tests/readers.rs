//! The readers on what nvcc 13.5 wrote.

use fatbin::{
    Compression, ComputeCapability, Cubin, EntryKind, Error, Fatbin, Image, ImageKind, KernelInfo, Needs,
    Policy, PtxHeader, Variable, Variant, manifest, manifest_of_entry, pack, repack, select,
};

const ZSTD: &[u8] = include_bytes!("data/zstd.fatbin");
const LZ4: &[u8] = include_bytes!("data/lz4.fatbin");
const CUBIN: &[u8] = include_bytes!("data/kernels.sm_75.cubin");
const GLOBALS: &[u8] = include_bytes!("data/globals.sm_75.cubin");
const PTX: &[u8] = include_bytes!("data/kernels.ptx");

/// Name, parameters as (offset, size), bytes, most threads of each kernel of kernels.cu.
type Layout = (&'static str, &'static [(u32, u32)], u32, Option<u32>);
const KERNELS: &[Layout] = &[
    ("_Z5scaleIdEvPT_S0_", &[(0, 8), (8, 8)], 16, None),
    ("add", &[(0, 8), (8, 8), (16, 8), (24, 4)], 28, None),
    ("big", &[(0, 4097), (4104, 8)], 4112, None),
    ("bounded", &[(0, 8)], 8, Some(128)),
    ("mixed", &[(0, 1), (8, 8), (16, 2), (20, 8), (32, 16), (48, 2), (50, 1), (56, 8)], 64, None),
    ("no_params", &[], 0, None),
    ("tail", &[(0, 8), (8, 2)], 10, None),
];

fn check_kernels(mut kernels: Vec<KernelInfo>, what: &str) {
    kernels.sort_by(|a, b| a.name.cmp(&b.name));
    let found: Vec<_> = kernels
        .iter()
        .map(|kernel| {
            let params: Vec<_> = kernel.params.iter().map(|param| (param.offset, param.size)).collect();
            (kernel.name.as_str(), params, kernel.param_bytes, kernel.max_threads)
        })
        .collect();
    let expected: Vec<_> = KERNELS.iter().map(|&(n, p, b, t)| (n, p.to_vec(), b, t)).collect();
    assert_eq!(found, expected, "{what}");
}

#[test]
fn every_entry_tells_the_same_kernels() {
    for (name, file) in [("zstd", ZSTD), ("lz4", LZ4)] {
        for entry in Fatbin::parse(file).unwrap().entries {
            check_kernels(
                manifest_of_entry(&entry).unwrap(),
                &format!("{name} {:?} {:?}", entry.kind, entry.arch),
            );
        }
    }
    check_kernels(manifest(CUBIN).unwrap(), "cubin");
    check_kernels(manifest(PTX).unwrap(), "PTX");
}

#[test]
fn entries_are_described() {
    use EntryKind::{Cubin, Ptx};
    use Variant::{Base, Family, Specific};
    let describe = |file| -> Vec<_> {
        let entries = Fatbin::parse(file).unwrap().entries;
        entries.iter().map(|e| (e.kind, e.arch.major * 10 + e.arch.minor, e.variant, e.compression)).collect()
    };
    let mut zstd = describe(ZSTD);
    zstd.sort_by_key(|&(kind, arch, ..)| (arch, kind == Ptx));
    let z = Compression::Zstd;
    assert_eq!(
        zstd,
        [
            (Ptx, 75, Base, z),
            (Cubin, 80, Base, z),
            (Cubin, 90, Specific, z),
            (Ptx, 90, Specific, z),
            (Cubin, 120, Family, z),
            (Ptx, 120, Base, z),
        ]
    );
    let mut lz4 = describe(LZ4);
    lz4.sort_by_key(|&(_, arch, ..)| arch);
    assert_eq!(lz4, [(Ptx, 75, Base, Compression::Lz4), (Cubin, 80, Base, Compression::None)]);
}

#[test]
fn payloads_decompress_to_what_they_claim() {
    for file in [ZSTD, LZ4] {
        for entry in Fatbin::parse(file).unwrap().entries {
            let payload = entry.payload().unwrap();
            match entry.kind {
                EntryKind::Ptx => {
                    let header = PtxHeader::parse(&payload).unwrap();
                    assert_eq!((header.target.arch, header.target.variant), (entry.arch, entry.variant));
                    assert_eq!(header.version, entry.version);
                    assert_eq!(header.address_size, 64);
                }
                EntryKind::Cubin => {
                    let claimed = match entry.compression {
                        Compression::None => entry.stored.len() as u64,
                        _ => entry.uncompressed_size,
                    };
                    assert_eq!(payload.len() as u64, claimed);
                    assert_eq!(Cubin::parse(&payload).unwrap().arch(), entry.arch);
                    assert_eq!(Image::from_bytes(&payload).unwrap().data.len(), payload.len());
                }
                other => panic!("unexpected {other:?}"),
            }
        }
    }
}

#[test]
fn cubin_header() {
    let cubin = Cubin::parse(CUBIN).unwrap();
    assert_eq!(cubin.arch(), ComputeCapability::new(7, 5));
    assert!(!cubin.is_relocatable());
    assert!(
        cubin.kernels().unwrap().iter().all(|kernel| kernel.needs.is_some_and(|needs| needs.registers > 0))
    );
}

#[test]
fn variables_of_a_cubin() {
    let variables = Cubin::parse(GLOBALS).unwrap().variables();
    let told: Vec<_> = variables.iter().map(|v| (v.name, v.size, v.init.is_some())).collect();
    let expected = [
        ("counter", 4, false),
        ("table", 24, true),
        ("lookup", 10, true),
        ("settings", 8, true),
        ("shared_with_host", 4, false),
        ("hidden", 4, true),
    ];
    assert_eq!(told, expected);
    let lookup = Variable { name: "lookup", size: 10, init: Some(&[3, 0, 1, 0, 4, 0, 1, 0, 5, 0]) };
    assert_eq!(variables[2], lookup);
    assert_eq!(variables[3].init, Some(&[0; 8][..]));
    assert_eq!(Cubin::parse(CUBIN).unwrap().variables(), []);
}

#[test]
fn needs_of_kernels() {
    let needs = |image| manifest(image).unwrap().into_iter().find(|k| k.needs.is_some()).unwrap().needs;
    let expected = Needs { registers: 27, shared_bytes: 400, local_bytes: 256, const_bytes: 20 };
    assert_eq!(needs(GLOBALS), Some(expected));
    assert!(manifest(PTX).unwrap().iter().all(|kernel| kernel.needs.is_none()));
}

#[test]
fn shared_memory_of_the_system_counts_for_no_kernel() {
    for image in [&include_bytes!("data/shared.sm_80.cubin")[..], include_bytes!("data/shared.sm_90.cubin")] {
        let kernels = Cubin::parse(image).unwrap().kernels().unwrap();
        let bytes = |name: &str| {
            let kernel = kernels.iter().find(|kernel| kernel.name == name).unwrap();
            kernel.needs.unwrap().shared_bytes
        };
        // Aligned to 16 bytes for what follows.
        assert_eq!(["without", "dynamic", "both"].map(bytes), [0, 0, 112]);
    }
}

#[test]
fn kinds_are_recognised() {
    for (bytes, kind) in [(ZSTD, ImageKind::Fatbin), (CUBIN, ImageKind::Cubin), (PTX, ImageKind::Ptx)] {
        let mut longer = bytes.to_vec();
        longer.extend_from_slice(&[0; 100]);
        let image = Image::from_bytes(&longer).unwrap();
        assert_eq!((image.kind, image.data), (kind, bytes));
    }
    for other in [&b""[..], b"\0", b"abc", b"\x7fEL", b"   ", b"MZ\x90\0\x03\0\0\0"] {
        assert!(Image::from_bytes(other).is_err(), "{other:?}");
    }
}

/// Device and policy against the kind and architecture of the entry chosen from zstd.fatbin (0: none).
#[test]
fn selection() {
    use EntryKind::{Cubin, Ptx};
    use Policy::{CubinOrPtx, PtxOnly};
    let cases = [
        (70, CubinOrPtx, Err(Error::NoBinaryForGpu)),
        (70, PtxOnly, Err(Error::NoBinaryForGpu)),
        (75, CubinOrPtx, Ok((Ptx, 75))),
        (80, CubinOrPtx, Ok((Cubin, 80))),
        (86, CubinOrPtx, Ok((Cubin, 80))),
        (86, PtxOnly, Ok((Ptx, 75))),
        (90, CubinOrPtx, Ok((Cubin, 90))),
        (90, PtxOnly, Ok((Ptx, 75))),
        (100, CubinOrPtx, Ok((Ptx, 75))),
        (120, CubinOrPtx, Ok((Cubin, 120))),
        (121, CubinOrPtx, Ok((Cubin, 120))),
        (121, PtxOnly, Ok((Ptx, 120))),
        (130, CubinOrPtx, Ok((Ptx, 120))),
    ];
    let fatbin = Fatbin::parse(ZSTD).unwrap();
    for (device, policy, expected) in cases {
        let device = ComputeCapability::from_number(device);
        let found = select(&fatbin.entries, device, policy);
        let found = found.map(|entry| (entry.kind, entry.arch.major * 10 + entry.arch.minor));
        assert_eq!(found, expected, "{device:?} {policy:?}");
    }
}

#[test]
fn a_repacked_entry_is_a_fatbin_of_one() {
    let fatbin = Fatbin::parse(ZSTD).unwrap();
    for entry in &fatbin.entries {
        let packed = repack(entry);
        let alone = Fatbin::parse(&packed).unwrap();
        assert_eq!(alone.entries, [*entry]);
        assert_eq!(Image::from_bytes(&packed).unwrap().data, packed);
    }
    assert_eq!(pack(&fatbin.entries), ZSTD);
}
