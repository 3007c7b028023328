//! Loads and stores of whole and partial warps by pattern of their addresses, on every instruction-set level.

#![allow(clippy::unwrap_used, reason = "test code")]

mod common;

use common::Device;
use softcuda_simt::{FaultKind, Level};

const LEVELS: [Level; 3] = [Level::Baseline, Level::Avx2, Level::Avx512];
const ELEMENTS: u32 = 256;

/// Lane to element.
type Pattern = fn(u32) -> u32;

const PATTERNS: [(&str, Pattern); 12] = [
    ("consecutive", |l| l),
    ("consecutive, offset", |l| l + 7),
    ("all the same", |_| 9),
    ("halves the same", |l| 3 + l / 16 * 100),
    ("halves consecutive", |l| l % 16 + l / 16 * 40),
    ("both halves on one", |l| l % 16),
    ("same, then consecutive", |l| if l < 16 { 5 } else { l }),
    ("consecutive, then same", |l| if l < 16 { l } else { 5 }),
    ("backwards", |l| 31 - l),
    ("strided", |l| 3 * l),
    ("one off", |l| if l == 29 { 200 } else { l }),
    ("two off", |l| if l == 1 || l == 17 { 77 } else { l }),
];

/// PTX type, bytes, register.
const TYPES: [(&str, u32, &str); 4] = [("u8", 1, "%r"), ("u16", 2, "%r"), ("u32", 4, "%r"), ("u64", 8, "%d")];

/// A kernel that copies element `from[lane]` of an array to element `to[lane]`, through shared memory if asked, there with
/// addresses before and behind 0 if `wrapped`. Lanes from `%n` on do nothing.
fn copy_kernel(space: &str, wrapped: bool, ty: &str, size: u32, register: &str) -> String {
    let (under, over) = if wrapped { ("sub.u32 %s, %s, 700;", "+700") } else { ("", "") };
    let (declare, base, stage) = if space == "shared" {
        let stage = format!(
            "mov.u32 %s, buf; {under} mov.u32 %k, %t; L: mad.lo.u32 %x, %k, {size}, %s; mad.wide.u32 %at, %k, {size}, %in;
             ld.global.{ty} {register}, [%at]; st.shared.{ty} [%x{over}], {register}; add.u32 %k, %k, 32;
             setp.lt.u32 %q, %k, {ELEMENTS}; @%q bra L; bar.sync 0;"
        );
        (format!(".shared .align 8 .b8 buf[{}];", ELEMENTS * size), "%x", stage)
    } else {
        (String::new(), "%at", String::new())
    };
    let address = if space == "shared" {
        format!("mad.lo.u32 %x, %f, {size}, %s;")
    } else {
        format!("mad.wide.u32 %at, %f, {size}, %in;")
    };
    format!(
        ".version 8.4\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 in, .param .u64 from, .param .u64 to, .param .u64 out, .param .u32 n) {{
            .reg .b64 %in, %from, %to, %out, %at, %d; .reg .b32 %t, %f, %o, %r, %n, %s, %x, %k; .reg .pred %p, %q; {declare}
            ld.param.u64 %in, [in]; ld.param.u64 %from, [from]; ld.param.u64 %to, [to]; ld.param.u64 %out, [out]; ld.param.u32 %n, [n];
            mov.u32 %t, %tid.x; {stage}
            setp.ge.u32 %p, %t, %n; @%p exit;
            mad.wide.u32 %at, %t, 4, %from; ld.global.u32 %f, [%at]; mad.wide.u32 %at, %t, 4, %to; ld.global.u32 %o, [%at];
            {address} ld.{space}.{ty} {register}, [{base}{over}];
            mad.wide.u32 %at, %o, {size}, %out; st.global.{ty} [%at], {register}; exit; }}"
    )
}

fn check_copy(
    space: &str,
    wrapped: bool,
    (ty, size, register): (&str, u32, &str),
    lanes: u32,
    load: Pattern,
    store: Pattern,
) {
    let input: Vec<u8> = (0..ELEMENTS * size).map(|n| (n * 31 + n / 7) as u8).collect();
    let mut want = vec![0u8; input.len()];
    for lane in 0..lanes {
        let [from, to] = [load, store].map(|pattern| (pattern(lane) * size) as usize);
        want[to..to + size as usize].copy_from_slice(&input[from..from + size as usize]);
    }
    for level in LEVELS {
        let d = Device::with(1, level);
        let m = d.load(&copy_kernel(space, wrapped, ty, size, register));
        let table = |pattern: Pattern| d.buffer(&(0..32).map(pattern).collect::<Vec<u32>>());
        let (data, out) = (d.buffer(&input), d.buffer(&vec![0u8; input.len()]));
        d.run(&m, "k", 1, 32, &[&data, &table(load), &table(store), &out, &lanes]);
        assert_eq!(out.read(), want, "{space} {wrapped} {ty} {lanes} lanes {level:?}");
    }
}

#[test]
fn every_pattern_of_loads() {
    for (space, wrapped) in [("global", false), ("shared", false), ("shared", true)] {
        for ty in TYPES {
            for (_, pattern) in PATTERNS {
                check_copy(space, wrapped, ty, 32, pattern, |l| l);
            }
            check_copy(space, wrapped, ty, 21, |l| l, |l| l);
        }
    }
}

#[test]
fn every_pattern_of_stores() {
    // Several lanes at one element: which one stays is undefined, so these patterns are left out.
    let distinct =
        |pattern: Pattern| (0..32).map(pattern).collect::<std::collections::BTreeSet<_>>().len() == 32;
    for ty in TYPES {
        for (_, pattern) in PATTERNS.into_iter().filter(|p| distinct(p.1)) {
            check_copy("global", false, ty, 32, |l| 2 * l, pattern);
        }
        check_copy("global", false, ty, 9, |l| l, |l| l + 16);
    }
}

/// Pattern, first lane that is out of bounds or misaligned, kind of the fault; addresses in bytes from the start of 512 bytes.
#[test]
fn faults_name_the_first_bad_lane() {
    for (load, lane, kind) in [
        ((|l| 4 * l + 512 - 64) as Pattern, 16, FaultKind::IllegalAddress),
        (|l| 4 * l + 512 - 68, 17, FaultKind::IllegalAddress),
        (|l| 4 * l + 600, 0, FaultKind::IllegalAddress),
        (|_| 512, 0, FaultKind::IllegalAddress),
        (|l| if l < 16 { 0 } else { 512 }, 16, FaultKind::IllegalAddress),
        (|l| 4 * l + 2, 0, FaultKind::MisalignedAddress),
        (|_| 3, 0, FaultKind::MisalignedAddress),
        (|l| if l < 16 { 4 * l } else { 4 * l + 1 }, 16, FaultKind::MisalignedAddress),
    ] {
        for (level, access) in LEVELS
            .into_iter()
            .flat_map(|l| [(l, "ld.global.u32 %r, [%at];"), (l, "st.global.u32 [%at], %r;")])
        {
            let d = Device::with(1, level);
            let m = d.load(&format!(
                ".version 8.4\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 in, .param .u64 from) {{
                    .reg .b64 %in, %from, %at; .reg .b32 %t, %f, %r; ld.param.u64 %in, [in]; ld.param.u64 %from, [from];
                    mov.u32 %t, %tid.x; mad.wide.u32 %at, %t, 4, %from; ld.global.u32 %f, [%at]; cvt.u64.u32 %at, %f;
                    add.u64 %at, %at, %in; mov.u32 %r, 1; {access} ret; }}"
            ));
            let (data, table) = (d.buffer(&[0u8; 512]), d.buffer(&(0..32).map(load).collect::<Vec<u32>>()));
            let fault = d.try_run(&m, "k", 1, 32, &[&data, &table]).unwrap_err();
            assert_eq!((fault.kind, fault.tid[0]), (kind, lane), "{access} {level:?}: {fault}");
            assert_eq!(fault.address, Some(data.address + u64::from(load(lane))), "{access} {level:?}");
            assert_eq!(data.read(), [0; 512], "nothing of a bad access happens: {access} {level:?}");
        }
    }
}

/// Addresses that are a parameter plus an offset, in one block (the access adds them), across blocks, and after the offset has changed.
#[test]
fn sums_of_a_parameter_and_an_offset() {
    const KERNEL: &str = ".version 8.4\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 in, .param .u64 out, .param .u32 n) {
        .reg .b64 %in, %out, %gin, %off, %a, %b, %c, %d, %e, %moving; .reg .b32 %t, %x, %y, %z, %n, %k; .reg .pred %p;
        ld.param.u64 %in, [in]; ld.param.u64 %out, [out]; ld.param.u32 %n, [n]; mov.u32 %t, %tid.x;
        cvta.to.global.u64 %gin, %in;
        mul.wide.u32 %off, %t, 4; add.s64 %a, %gin, %off; ld.global.u32 %x, [%a+4];
        add.s64 %b, %off, %out; st.global.u32 [%b], %x;
        add.s64 %c, %in, %off;
        setp.lt.u32 %p, %t, 5; @%p bra L;
        ld.global.u32 %y, [%c]; add.s64 %d, %out, %off; st.global.u32 [%d+512], %y;
        L: mov.u64 %moving, %off; mov.u32 %k, 0;
        M: add.s64 %e, %in, %moving; add.s64 %moving, %moving, 4; ld.global.u32 %z, [%e]; red.global.add.u32 [%b], %z;
        add.u32 %k, %k, 1; setp.lt.u32 %p, %k, %n; @%p bra M; ret; }";
    for level in LEVELS {
        let d = Device::with(1, level);
        let m = d.load(KERNEL);
        let data: Vec<u32> = (0..128).map(|n| n * n).collect();
        let (from, to) = (d.buffer(&data), d.buffer(&[0u32; 256]));
        d.run(&m, "k", 1, 40, &[&from, &to, &3u32]);
        let result = to.read();
        for t in 0..40 {
            assert_eq!(result[t], data[t + 1] + data[t] + data[t + 1] + data[t + 2], "thread {t}");
            assert_eq!(result[128 + t], if t < 5 { 0 } else { data[t] }, "thread {t}");
        }
        // The first thread that stores 512 bytes further is the first to leave the allocation.
        let beyond = d.buffer(&[0u32; 32]);
        let fault = d.try_run(&m, "k", 1, 40, &[&from, &beyond, &1u32]).unwrap_err();
        assert_eq!(
            (fault.kind, fault.address),
            (FaultKind::IllegalAddress, Some(beyond.address + 512 + 5 * 4))
        );
    }
}
