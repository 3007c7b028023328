//! Forms whose effect is no function of their operands alone: memory, atomics, control, barriers.

use std::fmt::Write;

use softcuda_ptx::{FORMS, Mod, Opcode, ScalarType, TypeKind};
use softcuda_simt::{EngineConfig, FaultKind, Level};

use super::common::Device;
use super::common::forms::{Instance, inputs, instances, trapping};
use super::{Case, Want, float, integer, kind};

use ScalarType as T;

const THREADS: usize = 40;

pub(crate) const HEAD: &str = ".version 9.0\n.target sm_120\n.address_size 64\n";

/// All levels, and warps by themselves.
pub(crate) fn devices() -> [Device; 4] {
    let single = |convoys| EngineConfig { workers: 1, convoys, ..EngineConfig::default() };
    [
        Device::with_config(single(true), Level::Baseline),
        Device::with_config(single(true), Level::Avx2),
        Device::with_config(single(true), Level::Avx512),
        Device::with_config(single(false), Level::detect()),
    ]
}

/// Runs a body in [`THREADS`] threads: `%in` and `%own` point to three words of input and `words` words of output of 64 bits of the thread.
/// The result has each thread's words.
pub(crate) fn run(
    d: &Device,
    functions: &str,
    body: &str,
    values: &[[u64; 3]],
    words: usize,
) -> Vec<Vec<u64>> {
    let source = format!(
        "{HEAD}{functions}.visible .entry k(.param .u64 in, .param .u64 to) {{
        .reg .b16 %h<8>; .reg .b32 %r<16>; .reg .b64 %l<16>, %in, %own; .reg .pred %p<4>; .reg .b32 %t, %lane;
        .local .align 16 .b8 frame[64]; .shared .align 16 .b8 block[4096];
        ld.param.u64 %in, [in]; ld.param.u64 %own, [to]; mov.u32 %t, %tid.x; mov.u32 %lane, %laneid;
        mad.wide.u32 %in, %t, 24, %in; mad.wide.u32 %own, %t, {}, %own;
        ld.global.u64 %l1, [%in]; ld.global.u64 %l2, [%in+8]; ld.global.u64 %l3, [%in+16];
        cvt.u32.u64 %r1, %l1; cvt.u32.u64 %r2, %l2; cvt.u32.u64 %r3, %l3; cvt.u16.u64 %h1, %l1; cvt.u16.u64 %h2, %l2; cvt.u16.u64 %h3, %l3;
        setp.lt.u64 %p1, %l1, %l2;
        {body} ret; }}",
        words * 8
    );
    let m = d.load(&source);
    let (from, to) = (d.buffer(values), d.buffer(&vec![0u64; words * values.len()]));
    d.run(&m, "k", 1, values.len() as u32, &[&from, &to]);
    to.read().chunks(words).map(<[u64]>::to_vec).collect()
}

/// A register of the type's width.
fn register(ty: T, n: usize) -> String {
    match ty.bits() {
        16 => format!("%h{n}"),
        64 => format!("%l{n}"),
        _ => format!("%r{n}"),
    }
}

/// Stores a register as 64 bits at `%own` + 8 n.
pub(crate) fn keep(ty: T, register: &str, n: usize) -> String {
    let widen = match ty.bits() {
        16 => format!("cvt.u64.u16 %l15, {register};"),
        64 => format!("mov.u64 %l15, {register};"),
        _ => format!("cvt.u64.u32 %l15, {register};"),
    };
    format!("{widen} st.global.u64 [%own+{}], %l15;\n", 8 * n)
}

#[test]
fn every_kind_of_load_and_store() {
    use T::*;
    let types = [B8, U8, S8, B16, U16, S16, F16, Bf16, B32, U32, S32, F32, F16x2, Bf16x2, B64, U64, S64, F64];
    let values = inputs(THREADS);
    for d in devices() {
        for space in ["global", "shared", "local", ""] {
            let place = match space {
                "shared" => "mad.lo.u32 %r8, %t, 64, 0; cvt.u64.u32 %l8, %r8;",
                "local" => "mov.u64 %l8, frame;",
                // Beyond the results.
                _ => "add.u64 %l8, %own, 160;",
            };
            let dot = if space.is_empty() { String::new() } else { format!(".{space}") };
            for ty in types {
                let name = ty.name();
                let (r, w) = (register(ty, 0), register(ty, 2));
                let mut body = format!(
                    "{place} st{dot}.u64 [%l8], %l1; mov.{} {r}, {w}; ld{dot}.{name} {r}, [%l8];\n{}",
                    if ty.bits() == 8 { "b32" } else { name },
                    keep(ty, &r, 0)
                );
                let _ = write!(
                    body,
                    "st{dot}.{name} [%l8], {w}; ld{dot}.u64 %l0, [%l8];\n{}mov.b64 %l0, %l3;\n{}",
                    keep(U64, "%l0", 1),
                    keep(U64, "%l0", 2)
                );
                if ty.bits() >= 32 {
                    let (a, b) = (register(ty, 4), register(ty, 5));
                    let _ = write!(
                        body,
                        "st{dot}.v2.{name} [%l8], {{{}, {w}}}; ld{dot}.v2.{name} {{{a}, {b}}}, [%l8];\n{}{}",
                        register(ty, 3),
                        keep(ty, &a, 3),
                        keep(ty, &b, 4)
                    );
                }
                for (t, (words, input)) in run(&d, "", &body, &values, 32).iter().zip(&values).enumerate() {
                    let bits = ty.bits().max(8);
                    let mask = u64::MAX >> (64 - bits);
                    let signed = kind(ty) == TypeKind::Signed && bits < 64;
                    let loaded = if signed { integer::number(ty, input[0]) as u64 } else { input[0] & mask };
                    let cut = if bits == 64 {
                        loaded
                    } else {
                        loaded & if bits == 16 { 0xffff } else { 0xffff_ffff }
                    };
                    assert_eq!(words[0], cut, "ld{dot}.{name}, thread {t}");
                    assert_eq!(
                        words[1],
                        (input[0] & !mask) | (input[1] & mask),
                        "st{dot}.{name}, thread {t}"
                    );
                    assert_eq!(words[2], input[2], "mov");
                    if bits >= 32 {
                        assert_eq!(
                            words[3..5],
                            [input[2] & mask, input[1] & mask],
                            "v2 of {name}, thread {t}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn windows_of_generic_addresses() {
    for d in devices() {
        let body = format!(
            "mov.u64 %l4, block; cvta.shared.u64 %l5, %l4; cvta.to.shared.u64 %l6, %l5; sub.u64 %l0, %l6, %l4;\n{}
            mov.u64 %l4, frame; cvta.local.u64 %l6, %l4; cvta.to.local.u64 %l7, %l6; sub.u64 %l0, %l7, %l4;\n{}
            st.shared.u32 [block], 77; ld.u32 %r0, [%l5];\n{}
            st.local.u32 [frame], %t; ld.u32 %r0, [%l6];\n{}
            isspacep.shared %p0, %l5; selp.u32 %r0, 1, 0, %p0; isspacep.local %p0, %l5; selp.u32 %r4, 2, 0, %p0; or.b32 %r0, %r0, %r4;
            isspacep.global %p0, %l5; selp.u32 %r4, 4, 0, %p0; or.b32 %r0, %r0, %r4;
            isspacep.local %p0, %l6; selp.u32 %r4, 8, 0, %p0; or.b32 %r0, %r0, %r4;
            isspacep.global %p0, %own; selp.u32 %r4, 16, 0, %p0; or.b32 %r0, %r0, %r4;
            isspacep.shared %p0, %own; selp.u32 %r4, 32, 0, %p0; or.b32 %r0, %r0, %r4;\n{}
            cvta.global.u64 %l7, %own; sub.u64 %l0, %l7, %own;\n{}
            mapa.u64 %l7, %l5, 0; sub.u64 %l0, %l7, %l5;\n{} getctarank.u64 %r0, %l5;\n{}",
            keep(T::U64, "%l0", 0),
            keep(T::U64, "%l0", 1),
            keep(T::U32, "%r0", 2),
            keep(T::U32, "%r0", 3),
            keep(T::U32, "%r0", 4),
            keep(T::U64, "%l0", 5),
            keep(T::U64, "%l0", 6),
            keep(T::U32, "%r0", 7),
        );
        for (t, words) in run(&d, "", &body, &inputs(THREADS), 8).iter().enumerate() {
            assert_eq!(words[..], [0, 0, 77, t as u64, 1 + 8 + 16, 0, 0, 0], "thread {t}");
        }
    }
}

/// What an atomic leaves in memory; none if the manual has no such instruction. Vectors have a test of their own.
fn atomic(mods: &[Mod], ty: T, old: u64, b: u64, c: u64) -> Option<Want> {
    if [Mod::V2, Mod::V4, Mod::V8].iter().any(|m| mods.contains(m)) {
        return None;
    }
    let op = *mods.iter().find(|m| {
        use Mod::*;
        [And, Or, Xor, Add, Inc, Dec, Min, Max, Exch, Cas].contains(m)
    })?;
    let mask = u64::MAX >> (64 - ty.bits());
    let (old, b, c) = (old & mask, b & mask, c & mask);
    let number = |bits| integer::number(ty, bits);
    let bits = |bits: u64| Some(Want::Bits(bits & mask));
    let is_integer = matches!(ty, T::U32 | T::S32 | T::U64 | T::S64);
    let half = matches!(ty, T::F16 | T::F16x2 | T::Bf16 | T::Bf16x2);
    if mods.contains(&Mod::Noftz) != (half && op == Mod::Add) {
        return None;
    }
    match op {
        Mod::And | Mod::Or | Mod::Xor if !matches!(ty, T::B32 | T::B64) => None,
        Mod::And => bits(old & b),
        Mod::Or => bits(old | b),
        Mod::Xor => bits(old ^ b),
        Mod::Exch if matches!(ty, T::B32 | T::B64) => bits(b),
        Mod::Cas if matches!(ty, T::B16 | T::B32 | T::B64) => bits(if old == b { c } else { old }),
        Mod::Add if is_integer => bits(old.wrapping_add(b)),
        Mod::Add if matches!(ty, T::F32 | T::F64) || half => {
            float::arithmetic(&Case { op: Opcode::Add, mods: &[], types: &[ty], text: "" }, &[old, b])
        }
        Mod::Inc if ty == T::U32 => bits(if old >= b { 0 } else { old + 1 }),
        Mod::Dec if ty == T::U32 => bits(if old == 0 || old > b { b } else { old - 1 }),
        Mod::Min if is_integer => bits(if number(old) < number(b) { old } else { b }),
        Mod::Max if is_integer => bits(if number(old) > number(b) { old } else { b }),
        _ => None,
    }
}

#[test]
fn atomics_of_every_kind() {
    let values: Vec<[u64; 3]> = inputs(THREADS)
        .into_iter()
        .enumerate()
        // Sometimes what is compared is there.
        .map(|(n, [a, b, c])| if n % 3 == 0 { [a, a, c] } else { [a, b, c] })
        .collect();
    let devices = devices();
    let mut checked = 0;
    for form in FORMS.iter().filter(|f| matches!(f.op, Opcode::Atom | Opcode::Red) && f.key.is_empty()) {
        let all = instances(form);
        let traps = trapping(&devices[0], form, &all);
        let in_memory = |i: &&Instance| {
            let spaces =
                [Mod::Shared, Mod::SharedCta, Mod::SharedCluster, Mod::Const, Mod::Local, Mod::Param];
            !i.mods.iter().any(|m| spaces.contains(m)) && !traps.contains(i.mnemonic())
        };
        let known = |i: &&Instance| atomic(&i.mods, i.types[0], 0, 0, 0).is_some();
        for i in all.iter().filter(in_memory).filter(known) {
            let ty = i.types[0];
            checked += 1;
            let returns = form.op == Opcode::Atom;
            let old = if returns { keep(ty, &register(ty, 0), 0) } else { String::new() };
            let body = format!("st.global.u64 [%own+8], %l1; add.u64 %l9, %own, 8; {}\n{old}", i.text);
            for d in &devices {
                for (t, (words, input)) in run(d, "", &body, &values, 2).iter().zip(&values).enumerate() {
                    // The second operand is register 1 and the third is register 2 in the instances.
                    let mask = u64::MAX >> (64 - ty.bits());
                    let want = atomic(&i.mods, ty, input[0], input[0], input[1]).unwrap();
                    assert!(
                        !returns || words[0] == input[0] & mask,
                        "{} returns {:#x}, thread {t}",
                        i.text,
                        words[0]
                    );
                    assert!(
                        want.accepts(words[1] & mask),
                        "{} leaves {:#x}, not {want:x?}",
                        i.text,
                        words[1]
                    );
                    assert_eq!(words[1] & !mask, input[0] & !mask, "{} writes beyond", i.text);
                }
            }
        }
    }
    assert!(checked > 100, "only {checked}");
}

#[test]
fn control_flow() {
    let functions = ".func (.reg .b32 %result) twice(.reg .b32 %x) { add.u32 %result, %x, %x; ret; }
        .func (.reg .b32 %result) early(.reg .b32 %x) { .reg .pred %q; setp.lt.u32 %q, %x, 10; mov.u32 %result, 5; @%q ret; mov.u32 %result, 6; ret; }\n";
    let body = format!(
        "setp.lt.u32 %p2, %t, 7; mov.u32 %r0, 1; @%p2 bra A; mov.u32 %r0, 2; A:\n{}
        and.b32 %r4, %t, 3; ts: .branchtargets B, C, D, C; brx.idx %r4, ts; B: mov.u32 %r0, 10; bra.uni E; C: mov.u32 %r0, 20; bra E; D: mov.u32 %r0, 30; E:\n{}
        call (%r0), twice, (%t);\n{} call.uni (%r0), early, (%t);\n{}
        mov.u64 %l4, twice; proto: .callprototype (.reg .b32 _) _ (.reg .b32 _); call (%r0), %l4, (%r4), proto;\n{}
        nanosleep.u32 20; setp.gt.u32 %p2, %t, 30; @%p2 exit; mov.u32 %r0, 9;\n{}",
        keep(T::U32, "%r0", 0),
        keep(T::U32, "%r0", 1),
        keep(T::U32, "%r0", 2),
        keep(T::U32, "%r0", 3),
        keep(T::U32, "%r0", 4),
        keep(T::U32, "%r0", 5),
    );
    for d in devices() {
        for (t, words) in run(&d, functions, &body, &inputs(THREADS), 6).iter().enumerate() {
            let t = t as u64;
            let last = if t > 30 { 0 } else { 9 };
            let want = [
                if t < 7 { 1 } else { 2 },
                [10, 20, 30, 20][t as usize & 3],
                2 * t,
                if t < 10 { 5 } else { 6 },
                2 * (t & 3),
                last,
            ];
            assert_eq!(words[..], want, "thread {t}");
        }
        for stop in ["trap", "brkpt"] {
            let source = format!(
                "{HEAD}.visible .entry k() {{ .reg .b32 %t; .reg .pred %p; mov.u32 %t, %tid.x; setp.eq.u32 %p, %t, 37; @%p {stop}; ret; }}"
            );
            let fault = d.try_run(&d.load(&source), "k", 1, 40, &[]).unwrap_err();
            assert_eq!((fault.kind, fault.tid[0]), (FaultKind::LaunchFailure, 37), "{stop}");
        }
    }
}

#[test]
fn barriers_and_masks() {
    // Thread t reads what thread t + 1 wrote before the barrier, of another warp for the last of one.
    let exchange = |barrier: &str, n: usize| {
        format!(
            "shl.b32 %r4, %t, 2; mov.u32 %r5, block; add.u32 %r5, %r5, %r4; add.u32 %r6, %t, {n}; st.shared.u32 [%r5], %r6; {barrier}
            ld.shared.u32 %r0, [%r5+4]; bar.sync 0;\n{}",
            keep(T::U32, "%r0", n)
        )
    };
    let mut body = String::new();
    let barriers = [
        "bar.sync 0;",
        "bar.cta.sync 1;",
        "barrier.sync 2;",
        "barrier.sync.aligned 3, 64;",
        "bar.sync 4, 64;",
        "barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;",
        "setp.lt.u32 %p2, %t, 3; bar.red.popc.u32 %r7, 5, %p2;",
    ];
    for (n, barrier) in barriers.iter().enumerate() {
        body += &exchange(barrier, n);
    }
    let n = barriers.len();
    body += &keep(T::U32, "%r7", n);
    let _ = write!(
        body,
        "bar.red.and.pred %p2, 5, %p2; selp.u32 %r0, 1, 0, %p2;\n{}
        setp.eq.u32 %p2, %t, 39; barrier.red.or.pred %p2, 5, %p2; selp.u32 %r0, 1, 0, %p2;\n{}
        bar.warp.sync -1; activemask.b32 %r0;\n{}
        elect.sync %r0|%p2, -1; selp.u32 %r4, 256, 0, %p2; or.b32 %r0, %r0, %r4;\n{}
        setp.lt.u32 %p2, %lane, 3; mov.u32 %r0, 0; @!%p2 bra Z; activemask.b32 %r0; Z:\n{}",
        keep(T::U32, "%r0", n + 1),
        keep(T::U32, "%r0", n + 2),
        keep(T::U32, "%r0", n + 3),
        keep(T::U32, "%r0", n + 4),
        keep(T::U32, "%r0", n + 5),
    );
    for d in devices() {
        let results = run(&d, "", &body, &inputs(THREADS), n + 6);
        for (t, words) in results.iter().enumerate() {
            let t = t as u64;
            for (n, &word) in words[..n].iter().enumerate() {
                assert!(t == 39 || word == t + 1 + n as u64, "thread {t} after {}: {word}", barriers[n]);
            }
            let (lanes, lane) = (if t < 32 { u64::from(u32::MAX) } else { 0xff }, t % 32);
            let elected = if lane == 0 { 256 } else { 0 };
            let few = if lane < 3 { 7 } else { 0 };
            assert_eq!(words[n..], [3, 0, 1, lanes, elected, few], "thread {t}");
        }
    }
}

#[test]
fn what_changes_nothing_in_a_thread() {
    use Opcode::*;
    let quiet = [
        Prefetch,
        Prefetchu,
        Discard,
        Applypriority,
        Createpolicy,
        Griddepcontrol,
        Pmevent,
        Tensormap,
        Membar,
        Fence,
        Cp,
    ];
    let devices = devices();
    let mut lines = Vec::new();
    for form in FORMS.iter().filter(|f| quiet.contains(&f.op)) {
        let all = instances(form);
        let traps = trapping(&devices[0], form, &all);
        // Copies are about shared memory; the others take any valid address.
        let plain = |i: &&Instance| !traps.contains(i.mnemonic()) && form.op != Cp && form.op != Createpolicy;
        lines.extend(all.iter().filter(plain).map(|i| i.text.clone()));
    }
    assert!(lines.len() > 50, "only {}", lines.len());
    let body = format!(
        "add.u64 %l9, %own, 0; mov.u32 %r0, 1234;\n{}\n
        st.global.u64 [%own+16], %l1; st.global.u64 [%own+24], %l2; mad.lo.u32 %r4, %t, 16, 0; add.u64 %l4, %own, 16;
        cp.async.ca.shared.global [%r4], [%l4], 16; cp.async.commit_group; cp.async.wait_group 0; ld.shared.u64 %l5, [%r4+8];
        cp.async.cg.shared.global [%r4], [%l4], 16, 8; cp.async.wait_all; ld.shared.u64 %l6, [%r4]; ld.shared.u64 %l7, [%r4+8];
        sub.u64 %l6, %l6, %l1; or.b64 %l6, %l6, %l7;\n{}{}{}",
        lines.join("\n"),
        keep(T::U32, "%r0", 0),
        keep(T::U64, "%l5", 1),
        keep(T::U64, "%l6", 2),
    );
    let values = inputs(THREADS);
    for d in &devices {
        for (words, input) in run(d, "", &body, &values, 4).iter().zip(&values) {
            assert_eq!(words[..3], [1234, input[1], 0]);
        }
    }
}

/// `mma.sync` of doubles of every shape against the definition of the product; the numbers are small integers, so that each order of the
/// sums gives the same.
#[test]
fn products_of_doubles() {
    for (shape, halves, depth) in
        [("m8n8k4", 1, 4), ("m16n8k4", 2, 4), ("m16n8k8", 2, 8), ("m16n8k16", 2, 16)]
    {
        let (rows, blocks) = (8 * halves, depth / 4);
        let a: Vec<f64> = (0..rows * depth).map(|n| f64::from(n as i32 * 7 % 31 - 15)).collect();
        let b: Vec<f64> = (0..depth * 8).map(|n| f64::from(n as i32 * 5 % 23 - 11)).collect();
        let c: Vec<f64> = (0..rows * 8).map(|n| f64::from(n as i32 * 3 % 17)).collect();
        let mut want = c.clone();
        for (n, sum) in want.iter_mut().enumerate() {
            *sum += (0..depth).map(|k| a[n / 8 * depth + k] * b[k * 8 + n % 8]).sum::<f64>();
        }
        // Element of `a`, `b` and `c` by lane and place in its fragment.
        let of_a = |l: usize, n: usize| (l / 4 + n % halves * 8) * depth + l % 4 + n / halves * 4;
        let of_b = |l: usize, n: usize| (l % 4 + n * 4) * 8 + l / 4;
        let of_c = |l: usize, n: usize| (l / 4 + n / 2 * 8) * 8 + l % 4 * 2 + n % 2;
        let counts = [halves * blocks, blocks, 2 * halves];
        let words: Vec<f64> = (0..32)
            .flat_map(|l| {
                let parts = [
                    (0..counts[0]).map(|n| a[of_a(l, n)]).collect::<Vec<_>>(),
                    (0..counts[1]).map(|n| b[of_b(l, n)]).collect(),
                    (0..counts[2]).map(|n| c[of_c(l, n)]).collect(),
                ];
                parts.concat()
            })
            .collect();
        let source = product_kernel(shape, counts);
        for d in devices() {
            let m = d.load(&source);
            let (from, to) = (d.buffer(&words), d.buffer(&vec![0f64; rows * 8]));
            d.run(&m, "k", 1, 32, &[&from, &to]);
            let got = to.read();
            for l in 0..32 {
                for n in 0..counts[2] {
                    assert_eq!(got[l * counts[2] + n], want[of_c(l, n)], "{shape}, lane {l}, element {n}");
                }
            }
        }
    }
}

/// Loads a lane's fragments, multiplies with the summand's registers as the result's, and stores them.
fn product_kernel(shape: &str, counts: [usize; 3]) -> String {
    let registers = |name: char, count: usize| (0..count).map(|n| format!("%{name}{n}")).collect::<Vec<_>>();
    let [a, b, c] =
        [('a', counts[0]), ('b', counts[1]), ('c', counts[2])].map(|(name, count)| registers(name, count));
    let (mut load, mut store) = (String::new(), String::new());
    for (n, register) in [a.clone(), b.clone(), c.clone()].concat().iter().enumerate() {
        let _ = writeln!(load, "ld.global.f64 {register}, [%in+{}];", 8 * n);
    }
    for (n, register) in c.iter().enumerate() {
        let _ = writeln!(store, "st.global.f64 [%out+{}], {register};", 8 * n);
    }
    let [a, b, c] = [a, b, c].map(|list| format!("{{{}}}", list.join(", ")));
    format!(
        "{HEAD}.visible .entry k(.param .u64 in, .param .u64 out) {{
        .reg .f64 %a<8>, %b<4>, %c<4>; .reg .b64 %in, %out; .reg .b32 %t;
        ld.param.u64 %in, [in]; ld.param.u64 %out, [out]; mov.u32 %t, %tid.x;
        mad.wide.u32 %in, %t, {}, %in; mad.wide.u32 %out, %t, {}, %out;
        {load} mma.sync.aligned.{shape}.row.col.f64.f64.f64.f64 {c}, {a}, {b}, {c};
        {store} ret; }}",
        8 * counts.iter().sum::<usize>(),
        8 * counts[2],
    )
}
