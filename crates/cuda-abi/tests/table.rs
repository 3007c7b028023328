//! Walks the function table.

use std::collections::{HashMap, HashSet};

use cuda_abi::{Class, Direction, FUNCTIONS, Kind, PER_THREAD, function, resolve};

/// `(name, version, per_thread) -> symbol`, as docs of cuGetProcAddress and observed programs expect.
const RESOLVE: &[(&str, i32, bool, Option<&str>)] = &[
    ("cuCtxGetDevice", 13000, false, Some("cuCtxGetDevice_v2")),
    ("cuCtxGetDevice", 12080, false, Some("cuCtxGetDevice")),
    ("cuEventElapsedTime", 12080, false, Some("cuEventElapsedTime_v2")),
    ("cuEventElapsedTime", 12070, false, Some("cuEventElapsedTime")),
    ("cuStreamGetCaptureInfo", 12030, false, Some("cuStreamGetCaptureInfo_v3")),
    ("cuStreamGetCaptureInfo", 12030, true, Some("cuStreamGetCaptureInfo_v3_ptsz")),
    ("cuStreamGetCaptureInfo", 11080, false, Some("cuStreamGetCaptureInfo_v2")),
    ("cuStreamGetCaptureInfo", 10010, true, Some("cuStreamGetCaptureInfo_ptsz")),
    ("cuGetProcAddress", 11030, false, Some("cuGetProcAddress")),
    ("cuGetProcAddress", 12000, false, Some("cuGetProcAddress_v2")),
    ("cuMemAlloc", 3020, false, Some("cuMemAlloc_v2")),
    ("cuMemAlloc", 2000, false, Some("cuMemAlloc")),
    ("cuMemAlloc", 99999, true, Some("cuMemAlloc_v2")),
    ("cuMemcpy2D", 13050, true, Some("cuMemcpy2D_v2_ptds")),
    ("cuMemcpy2D", 6050, true, Some("cuMemcpy2D_v2")),
    ("cuLaunchKernel", 12000, true, Some("cuLaunchKernel_ptsz")),
    ("cuCtxCreate", 13000, false, Some("cuCtxCreate_v4")),
    ("cuDeviceGetUuid", 11040, false, Some("cuDeviceGetUuid_v2")),
    ("cuStreamWaitValue32", 11070, false, Some("cuStreamWaitValue32_v2")),
    ("cuStreamWaitValue32", 11060, true, Some("cuStreamWaitValue32_ptsz")),
    ("cuLaunchKernel", 3020, false, None),
    ("cuMemAlloc_v2", 13050, false, None),
    ("cuNoSuchFunction", 13050, false, None),
    ("", 13050, false, None),
];

#[test]
fn resolve_answers_by_age_and_variant() {
    for &(name, version, per_thread, want) in RESOLVE {
        let got = resolve(name, version, per_thread).map(|f| f.symbol);
        assert_eq!(got, want, "{name} {version} {per_thread}");
    }
}

/// `cudaTypedefs.h` and `cudaProfilerTypedefs.h` of 13.5: 685 and 3 pairs.
#[test]
fn every_pair_of_the_header_resolves_to_itself() {
    assert_eq!(FUNCTIONS.len(), 685 + 3);
    for f in FUNCTIONS {
        assert_eq!(resolve(f.name, f.version, f.per_thread()), Some(f), "{}", f.symbol);
    }
}

#[test]
fn ids_and_symbols_are_unique_and_lead_back() {
    let (mut ids, mut symbols) = (HashSet::new(), HashSet::new());
    for f in FUNCTIONS {
        assert!(ids.insert(f.id), "{}", f.symbol);
        assert!(symbols.insert(f.symbol), "{}", f.symbol);
        assert_eq!(function(f.id), Some(f));
    }
    assert_eq!(function(0), None);
    assert_eq!(function(PER_THREAD), None);
    assert_eq!(function(u16::MAX), None);
}

/// Published numbers: what is listed here can never change, whatever is added to the table.
#[test]
fn published_ids_stay() {
    use cuda_abi::id;
    for (id, number) in [
        (id::CU_GET_ERROR_STRING, 1),
        (id::CU_INIT, 3),
        (id::CU_DEVICE_GET, 5),
        (id::CU_DEVICE_TOTAL_MEM_V2, 12),
        (id::CU_PROFILER_STOP, 583),
    ] {
        assert_eq!(id, number);
    }
}

#[test]
fn both_variants_share_one_implementation() {
    let base: HashMap<u16, _> = FUNCTIONS.iter().filter(|f| !f.per_thread()).map(|f| (f.id, f)).collect();
    for f in FUNCTIONS.iter().filter(|f| f.per_thread()) {
        let b = base[&f.wire_id()];
        assert_eq!(
            (f.name, f.class, f.soft, f.facility, f.params),
            (b.name, b.class, b.soft, b.facility, b.params)
        );
        assert!(
            f.symbol.strip_prefix(b.symbol).is_some_and(|s| s == "_ptsz" || s == "_ptds"),
            "{}",
            f.symbol
        );
        assert!(f.version >= b.version, "{}", f.symbol);
    }
}

#[test]
fn implemented_functions_are_described() {
    for f in FUNCTIONS.iter().filter(|f| f.implemented() || f.soft) {
        assert!(!f.facility.is_empty(), "{}", f.symbol);
        for p in f.params {
            let pointer = p.c_type.contains('*') || matches!(p.kind, Kind::Handle(_) | Kind::Callback);
            assert!(
                pointer || p.direction == Direction::In,
                "{}: {} cannot carry anything out",
                f.symbol,
                p.name
            );
            assert!(
                !p.c_type.starts_with("const ")
                    || p.c_type.matches('*').count() > 1
                    || p.direction == Direction::In,
                "{}: {} is const",
                f.symbol,
                p.name
            );
        }
    }
}

/// The API before CUDA 3.2 had 32-bit sizes and device pointers; no program of today calls it.
#[test]
fn the_32_bit_api_is_not_implemented() {
    for f in FUNCTIONS.iter().filter(|f| f.params.iter().any(|p| p.c_type.contains("CUdeviceptr_v1"))) {
        assert_eq!(f.class, Class::None, "{}", f.symbol);
    }
}

#[test]
fn calls_are_written_out() {
    check_lines(
        false,
        &|_, _| 0,
        &[
            ("cuMemAlloc", &[0x7f00_1000, 1024][..], "cuMemAlloc_v2(dptr=0x7f001000, bytesize=1024)"),
            ("cuInit", &[0], "cuInit(Flags=0)"),
            ("cuDeviceGet", &[0x10, -1i64 as u64], "cuDeviceGet(device=0x10, ordinal=-1)"),
            ("cuMemAlloc", &[0], "cuMemAlloc_v2(dptr=NULL, bytesize=?)"),
            ("cuGetErrorName", &[700, 0x10], "cuGetErrorName(error=CUDA_ERROR_ILLEGAL_ADDRESS, pStr=0x10)"),
            ("cuCtxSynchronize", &[0], "cuCtxSynchronize_v2(ctx=NULL)"),
            ("cuProfilerStart", &[], "cuProfilerStart()"),
            (
                "cuModuleGetFunction",
                &[0x10, 0x20, 0x30],
                "cuModuleGetFunction(hfunc=0x10, hmod=0x20, name=0x30)",
            ),
        ],
    );
}

fn check_lines(succeeded: bool, peek: cuda_abi::trace::Peek<'_>, cases: &[(&str, &[u64], &str)]) {
    for (name, args, want) in cases {
        let mut line = String::new();
        let function = resolve(name, 13050, false).expect("a function of the table");
        cuda_abi::trace::format_call(function, args, succeeded, peek, &mut line)
            .expect("strings take everything");
        assert_eq!(line, *want);
    }
}

#[test]
fn texts_and_results_are_written_out() {
    // Memory from 0x1000 on; nothing is readable elsewhere.
    let mut memory = b"add\0a\"b\n\xff\0\xfe\xff\xff\xff\x02\0\0\0\0\0\x80\x3f\x00\x10\0\0\0\0\0\0".to_vec();
    memory.resize(64, 0);
    memory.extend([b'x'; 100]);
    let peek = |address: u64, out: &mut [u8]| {
        let from = address.checked_sub(0x1000).map_or(memory.len(), |at| (at as usize).min(memory.len()));
        let part = &memory[from..(from + out.len()).min(memory.len())];
        out[..part.len()].copy_from_slice(part);
        part.len()
    };
    let long = format!("cuModuleGetFunction(hfunc=0x10, hmod=0x20, name=\"{}\"…)", "x".repeat(80));
    check_lines(
        false,
        &peek,
        &[
            (
                "cuModuleGetFunction",
                &[0x10, 0x20, 0x1000],
                "cuModuleGetFunction(hfunc=0x10, hmod=0x20, name=\"add\")",
            ),
            (
                "cuModuleGetFunction",
                &[0x10, 0x20, 0x1004],
                "cuModuleGetFunction(hfunc=0x10, hmod=0x20, name=\"a\\\"b\\n\u{fffd}\")",
            ),
            ("cuModuleGetFunction", &[0x10, 0x20, 0x1040], &long),
            ("cuDeviceGetName", &[0x1000, 9, 0], "cuDeviceGetName(name=0x1000, len=9, dev=0)"),
            ("cuDeviceGetCount", &[0x100a], "cuDeviceGetCount(count=0x100a)"),
        ],
    );
    check_lines(
        true,
        &peek,
        &[
            ("cuDeviceGetName", &[0x1000, 9, 0], "cuDeviceGetName(name=\"add\", len=9, dev=0)"),
            ("cuDeviceGetCount", &[0x100a], "cuDeviceGetCount(count=[-2])"),
            ("cuCtxGetFlags", &[0x100e], "cuCtxGetFlags(flags=[2])"),
            (
                "cuEventElapsedTime",
                &[0x1012, 1, 2],
                "cuEventElapsedTime_v2(pMilliseconds=[1], hStart=0x1, hEnd=0x2)",
            ),
            ("cuMemAlloc", &[0x1016, 4], "cuMemAlloc_v2(dptr=[0x1000], bytesize=4)"),
            ("cuCtxGetCurrent", &[0x101e], "cuCtxGetCurrent(pctx=[NULL])"),
            (
                "cuGetErrorName",
                &[700, 0x1016],
                "cuGetErrorName(error=CUDA_ERROR_ILLEGAL_ADDRESS, pStr=[\"add\"])",
            ),
            ("cuDeviceGetCount", &[0x20], "cuDeviceGetCount(count=0x20)"),
            ("cuDeviceGetUuid", &[0x1000, 0], "cuDeviceGetUuid_v2(uuid=0x1000, dev=0)"),
        ],
    );
}

#[test]
fn results_have_names_and_descriptions() {
    use cuda_abi::CUresult;
    assert_eq!(CUresult::ALL.len(), 106);
    assert!(CUresult::ALL.is_sorted());
    for result in CUresult::ALL {
        assert!(result.name().is_some_and(|n| n.starts_with("CUDA_")));
        assert_eq!(result.c_name().unwrap().to_str().unwrap(), result.name().unwrap());
        assert!(!result.c_description().unwrap().is_empty());
    }
    // CuPy's tests look for these words.
    assert_eq!(CUresult::NOT_FOUND.description(), Some("named symbol not found"));
    assert_eq!(CUresult(12345).name(), None);
    assert_eq!(format!("{:?}", CUresult(700)), "CUDA_ERROR_ILLEGAL_ADDRESS");
    assert_eq!(format!("{:?}", CUresult(12345)), "CUresult(12345)");
}

#[test]
fn slots_keep_values() {
    use cuda_abi::Slot;
    assert_eq!((-1i32).slot(), u64::MAX);
    assert_eq!(i32::from_slot(u64::MAX), -1);
    assert_eq!(u8::from_slot(0x1ff), 0xff);
    assert_eq!(f32::from_slot(1.5f32.slot()), 1.5);
    assert_eq!(u64::from_slot(u64::MAX.slot()), u64::MAX);
}

#[test]
fn attributes_are_listed_with_their_names() {
    use cuda_abi::{DEVICE_ATTRIBUTES, FUNCTION_ATTRIBUTES, POINTER_ATTRIBUTES};
    for (value, name) in [
        (1, "CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK"),
        (75, "CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR"),
        (102, "CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED"),
    ] {
        assert!(DEVICE_ATTRIBUTES.contains(&(value, name)), "{name}");
    }
    assert!(FUNCTION_ATTRIBUTES.contains(&(5, "CU_FUNC_ATTRIBUTE_PTX_VERSION")));
    assert!(POINTER_ATTRIBUTES.contains(&(2, "CU_POINTER_ATTRIBUTE_MEMORY_TYPE")));
}
