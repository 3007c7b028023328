//! Whole kernels, compiled by NVRTC from `data/kernels.cu`.

mod common;

use common::Device;
use softcuda_simt::{FaultKind, Level};

const PTX: &str = include_str!("data/kernels.ptx");
const GRID_SYNC: &str = include_str!("data/grid_sync.ptx");

fn floats(n: usize) -> Vec<f32> {
    (0..n).map(|i| (i * 7 % 97) as f32 * 0.25 - 9.0).collect()
}

#[test]
fn vector_add_with_a_partial_block() {
    let d = Device::new();
    let m = d.load(PTX);
    let (a, b) = (floats(1000), floats(1000).into_iter().rev().collect::<Vec<_>>());
    let (pa, pb, pc) = (d.buffer(&a), d.buffer(&b), d.buffer(&vec![0f32; 1000]));
    d.run(&m, "vector_add", 8, 128, &[&pa, &pb, &pc, &1000i32]);
    let want: Vec<f32> = a.iter().zip(&b).map(|(x, y)| x + y).collect();
    assert_eq!(pc.read(), want);
}

#[test]
fn saxpy_with_vectors_and_a_grid_loop() {
    let d = Device::new();
    let m = d.load(PTX);
    let (x, y) = (floats(4000), floats(4000));
    let (px, py) = (d.buffer(&x), d.buffer(&y));
    d.run(&m, "saxpy", 3, 64, &[&2.5f32, &px, &py, &1000u32]);
    let want: Vec<f32> = x.iter().zip(&y).map(|(x, y)| 2.5f32.mul_add(*x, *y)).collect();
    assert_eq!(py.read(), want);
}

#[test]
fn tiled_matmul_on_every_level() {
    let n = 64;
    let (a, b) = (floats(n * n), floats(n * n));
    let mut want = vec![0f32; n * n];
    for row in 0..n {
        for col in 0..n {
            want[row * n + col] = (0..n).fold(0f32, |sum, k| a[row * n + k].mul_add(b[k * n + col], sum));
        }
    }
    for level in [Level::Baseline, Level::Avx2, Level::Avx512] {
        let d = Device::with(2, level);
        let m = d.load(PTX);
        let (pa, pb, pc) = (d.buffer(&a), d.buffer(&b), d.buffer(&vec![0f32; n * n]));
        let k = m.kernel("matmul").unwrap();
        assert_eq!(k.shared_bytes(), 2048);
        d.start(&k, [4, 4, 1], [16, 16, 1], 0, &[&pa, &pb, &pc, &(n as i32)]).1.recv().unwrap().unwrap();
        assert_eq!(pc.read(), want, "{level:?}");
    }
}

#[test]
fn shuffle_reduction_and_float_atomics() {
    let d = Device::new();
    let m = d.load(PTX);
    let data: Vec<f32> = (0..10_000).map(|i| (i % 13) as f32).collect();
    let (input, out) = (d.buffer(&data), d.buffer(&[0f32]));
    d.run(&m, "reduce", 5, 256, &[&input, &out, &10_000i32]);
    // Sums of small integers are exact in any order.
    assert_eq!(out.read()[0], data.iter().sum::<f32>());
}

#[test]
fn shared_and_global_atomics_make_a_histogram() {
    let d = Device::new();
    let m = d.load(PTX);
    let data: Vec<u8> = (0..50_000u32).map(|i| ((i * i) >> 3) as u8).collect();
    let (input, bins) = (d.buffer(&data), d.buffer(&[0u32; 256]));
    d.run(&m, "histogram", 7, 256, &[&input, &bins, &50_000i32]);
    let mut want = vec![0u32; 256];
    data.iter().for_each(|&x| want[x as usize] += 1);
    assert_eq!(bins.read(), want);
}

#[test]
fn dynamic_shared_memory() {
    let d = Device::new();
    let m = d.load(PTX);
    let data = d.buffer(&(0..96).collect::<Vec<i32>>());
    let k = m.kernel("dynamic_reverse").unwrap();
    d.start(&k, [1, 1, 1], [96, 1, 1], 96 * 4, &[&data]).1.recv().unwrap().unwrap();
    assert_eq!(data.read(), (0..96).rev().collect::<Vec<i32>>());
    let fault = d.start(&k, [1, 1, 1], [96, 1, 1], 64 * 4, &[&data]).1.recv().unwrap().unwrap_err();
    assert_eq!((fault.kind, fault.tid), (FaultKind::LaunchFailure, [64, 0, 0]));
}

#[test]
fn divergent_loops() {
    let d = Device::new();
    let m = d.load(PTX);
    let out = d.buffer(&[0i32; 256]);
    d.run(&m, "collatz", 2, 128, &[&out]);
    let steps = |mut x: i64| {
        let mut n = 0;
        while x != 1 {
            x = if x & 1 == 1 { 3 * x + 1 } else { x / 2 };
            n += 1;
        }
        n
    };
    assert_eq!(out.read(), (1..=256).map(steps).collect::<Vec<i32>>());
}

#[test]
fn spin_locks_within_a_warp() {
    for name in ["warp_lock", "blunt_lock"] {
        let d = Device::new();
        let m = d.load(PTX);
        let (lock, counter) = (d.buffer(&[0i32]), d.buffer(&[0i32]));
        d.run(&m, name, 4, 64, &[&lock, &counter]);
        assert_eq!(counter.read()[0], 256, "{name}");
    }
}

#[test]
fn a_persistent_kernel_does_not_hold_up_others() {
    let d = Device::with(1, Level::detect());
    let m = d.load(PTX);
    let (flag, out, count) = (d.buffer(&[0i32]), d.buffer(&[0i32; 64]), d.buffer(&[0i32]));
    let persistent = m.kernel("persistent").unwrap();
    let (_, ended) = d.start(&persistent, [2, 1, 1], [32, 1, 1], 0, &[&flag, &out]);
    let increment = m.kernel("increment").unwrap();
    let launches: Vec<_> =
        (0..1000).map(|_| d.start(&increment, [1, 1, 1], [32, 1, 1], 0, &[&count]).1).collect();
    launches.into_iter().for_each(|l| l.recv().unwrap().unwrap());
    assert!(ended.try_recv().is_err());
    flag.write(0, 5);
    ended.recv().unwrap().unwrap();
    assert_eq!((out.read(), count.read()[0]), (vec![5; 64], 32_000));
}

#[test]
fn a_persistent_kernel_can_be_cancelled() {
    let d = Device::with(1, Level::detect());
    let m = d.load(PTX);
    let (flag, out) = (d.buffer(&[0i32]), d.buffer(&[0i32; 64]));
    let (handle, ended) = d.start(&m.kernel("persistent").unwrap(), [2, 1, 1], [32, 1, 1], 0, &[&flag, &out]);
    handle.cancel();
    assert_eq!(ended.recv().unwrap().unwrap_err().kind, FaultKind::Cancelled);
    d.run(&m, "increment", 1, 1, &[&out]);
}

#[test]
fn blocks_may_wait_for_each_other() {
    for workers in [1, 3] {
        for name in ["ordered", "reverse_ordered"] {
            let d = Device::with(workers, Level::detect());
            let m = d.load(PTX);
            let (turn, out) = (d.buffer(&[0u32]), d.buffer(&[0u32; 50]));
            d.run(&m, name, 50, 32, &[&turn, &out]);
            assert_eq!(out.read(), (0..50).collect::<Vec<u32>>(), "{name}");
        }
    }
}

#[test]
fn faults_name_kind_and_thread() {
    let d = Device::new();
    let m = d.load(PTX);
    let p = d.buffer(&[0i32; 256]);
    let fault = d.try_run(&m, "out_of_bounds", 2, 128, &[&p, &256i32, &200i32]).unwrap_err();
    assert_eq!(
        (fault.kind, fault.kind.code(), fault.ctaid, fault.tid),
        (FaultKind::IllegalAddress, 700, [1, 0, 0], [72, 0, 0])
    );
    assert_eq!(fault.address, Some(p.address + 1256 * 4));
    assert!(fault.to_string().contains("after the end of the allocation"), "{fault}");
    let fault = d.try_run(&m, "misaligned", 1, 32, &[&p]).unwrap_err();
    assert_eq!((fault.kind, fault.tid), (FaultKind::MisalignedAddress, [1, 0, 0]));
    let fault = d.try_run(&m, "out_of_bounds", 1, 32, &[&0u64, &0i32, &-1i32]).unwrap_err();
    assert_eq!((fault.kind, fault.address), (FaultKind::IllegalAddress, Some(0)));
    // The engine goes on after a fault.
    d.run(&m, "increment", 1, 1, &[&p]);
}

#[test]
fn calls_recursion_pointers_and_initialised_variables() {
    let d = Device::new();
    let m = d.load(PTX);
    let out = d.buffer(&[0i32; 64]);
    let big: Vec<u8> = (1..=10i32).flat_map(|x| x.to_le_bytes()).collect();
    d.run(&m, "calls", 1, 64, &[&out, &big]);
    let want = (0..64i32).map(|i| {
        let fact = (1..=i % 10).product::<i32>();
        let pointer = if i & 1 == 0 { 2 * i } else { i * i };
        let weight = [4, 2, -1][i as usize % 3];
        fact + 55 * i + (10 * i + 45) + pointer + 7 + weight
    });
    assert_eq!(out.read(), want.collect::<Vec<i32>>());
    let (address, size) = m.global("counter").unwrap();
    assert_eq!((size, d.space.range_of(address).unwrap().base), (4, address));
}

#[test]
fn local_arrays_and_generic_addresses() {
    let d = Device::new();
    let m = d.load(PTX);
    let out = d.buffer(&[0i32; 64]);
    d.run(&m, "local_array", 1, 64, &[&out, &20i32]);
    let want = (0..64).map(|t| (0..20).map(|i| ((i * 7 + t) & 31) * t).sum::<i32>());
    assert_eq!(out.read(), want.collect::<Vec<i32>>());
    let g = d.buffer(&(0..64).map(|x| x * 100).collect::<Vec<i32>>());
    d.run(&m, "generic_mix", 1, 64, &[&out, &g]);
    assert_eq!(out.read(), (0..64).map(|t| t * [2, 100, 3][t as usize % 3]).collect::<Vec<i32>>());
}

#[test]
fn printf_assert_and_heap() {
    let d = Device::new();
    let m = d.load(PTX);
    d.run(&m, "say", 1, 32, &[&-42i32]);
    let line = |t| format!("t{t} x=  -42 f=-63.000 s=str c=q u=0000beef ll=-5 %\n");
    assert_eq!(String::from_utf8(d.notes.printed.lock().unwrap().clone()).unwrap(), line(0) + &line(1));
    let out = d.buffer(&[0i64; 32]);
    d.run(&m, "heap", 1, 32, &[&out]);
    assert_eq!(out.read(), (0..32).collect::<Vec<i64>>());
    let fault = d.try_run(&m, "check", 1, 32, &[&9i32]).unwrap_err();
    assert_eq!((fault.kind, fault.tid), (FaultKind::Assert, [9, 0, 0]));
    assert_eq!(
        d.notes.assertions.lock().unwrap()[0],
        "file.cu:12: check: block: [0,0,0], thread: [9,0,0] Assertion `x < 3` failed."
    );
}

#[test]
fn warp_operations() {
    let d = Device::new();
    let m = d.load(PTX);
    let out = d.buffer(&[0u32; 160]);
    d.run(&m, "votes", 1, 32, &[&out]);
    let got = out.read();
    for i in 0..32u32 {
        let ballot = if i < 20 { 0xaaaaa } else { 0xcccc_cccc & 0xfff0_0000 };
        let same = (0..32u32).filter(|j| j / 5 == i / 5).fold(0, |m, j| m | 1 << j);
        let up = if i % 8 >= 3 { i - 3 } else { i };
        let at = |n: u32| got[(n * 32 + i) as usize];
        assert_eq!([at(0), at(1), at(2), at(3), at(4)], [ballot, same, 496, up, 1], "lane {i}");
    }
}

#[test]
fn block_barriers() {
    let d = Device::new();
    let m = d.load(PTX);
    let out = d.buffer(&[0i32; 100]);
    d.run(&m, "count_barrier", 1, 100, &[&out]);
    assert_eq!(out.read(), vec![34 + 1000 + 2000; 100]);
    let out = d.buffer(&[0i32; 100]);
    d.run(&m, "early_exit", 1, 100, &[&out]);
    assert_eq!(out.read().iter().sum::<i32>(), 40);
    let fault = d.try_run(&m, "deadlock", 1, 64, &[&out]).unwrap_err();
    assert_eq!(fault.kind, FaultKind::LaunchFailure);
    assert!(fault.detail.contains("deadlock"), "{fault}");
}

#[test]
fn grid_wide_barriers_of_cooperative_launches() {
    for workers in [1, 3] {
        let d = Device::with(workers, Level::detect());
        let m = d.load(GRID_SYNC);
        let (ranks, sums) = (d.buffer(&[-1i32; 512]), d.buffer(&[0i32; 512]));
        let kernel = m.kernel("grid_sync").unwrap();
        d.start_cooperative(&kernel, [8, 1, 1], [64, 1, 1], &[&ranks, &sums]).recv().unwrap().unwrap();
        assert_eq!(sums.read(), vec![511 * 512 / 2; 512], "{workers} workers");
        assert_eq!(ranks.read(), vec![-2; 512], "{workers} workers");
        // Without a cooperative launch the compiler's own check stops the kernel.
        let fault = d.try_run(&m, "grid_sync", 8, 64, &[&ranks, &sums]).unwrap_err();
        assert_eq!(fault.kind, FaultKind::LaunchFailure);
    }
}

/// Launch bounds (threads, blocks) and what a kernel of very many registers may claim.
#[test]
fn register_estimates_stay_within_the_launch_bounds() {
    let d = Device::new();
    for (bounds, most) in [
        ("", 64),
        (".maxntid 1024, 1, 1", 64),
        (".maxntid 416, 1, 1", 152),
        (".reqntid 128, 1, 1", 255),
        (".maxntid 256, 1, 1\n.minnctapersm 2", 128),
        (".maxntid 128, 1, 1\n.maxnreg 40", 40),
    ] {
        let live: String =
            (0..400).map(|n| format!("ld.volatile.global.u32 %r{n}, [%p+{}];", n * 4)).collect();
        let used: String = (0..400).map(|n| format!("st.volatile.global.u32 [%p], %r{n};")).collect();
        let m = d.load(&format!(
            ".version 8.4\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 p)\n{bounds}\n
             {{ .reg .b64 %p; .reg .b32 %r<400>; ld.param.u64 %p, [p]; {live} {used} ret; }}"
        ));
        assert_eq!(m.kernel("k").unwrap().registers(), most, "{bounds}");
    }
}
