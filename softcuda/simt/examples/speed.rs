//! Times whole kernels on every instruction-set level: `cargo run --release -p softcuda-simt --example speed [workers [level
//! [kernel]]]`.

use std::sync::{Arc, mpsc};
use std::time::Instant;

use softcuda_simt::{AddressSpace, Engine, EngineConfig, Launch, Level, Module, NullSink, SpaceConfig};

const PTX: &str = include_str!("../tests/data/speed.ptx");

fn main() {
    let argument = |n: usize| std::env::args().nth(n);
    let workers = argument(1).and_then(|n| n.parse().ok()).unwrap_or(1);
    let kernel = argument(3).unwrap_or_default();
    for level in [Level::Baseline, Level::Avx2, Level::Avx512] {
        if argument(2).is_some_and(|name| !format!("{level:?}").eq_ignore_ascii_case(&name)) {
            continue;
        }
        println!("{level:?}, {workers} workers");
        let engine = Engine::with_level(EngineConfig { workers, ..EngineConfig::default() }, level);
        if let Err(error) = measure(&engine, &kernel) {
            println!("  {error}");
        }
    }
}

/// Times the kernels whose names contain `only`.
fn measure(engine: &Engine, only: &str) -> Result<(), Box<dyn std::error::Error>> {
    let space = AddressSpace::new(&SpaceConfig::default())?;
    let module = Module::load(Arc::from(PTX.as_bytes()), &space)?;
    let n = 4u32 << 20;
    let buffers: Vec<u64> = (0..3).map(|_| space.alloc(u64::from(n) * 4, 512)).collect::<Result<_, _>>()?;
    let [a, b, c] = [buffers[0], buffers[1], buffers[2]];
    let run = |name: &str, grid: [u32; 3], block: [u32; 3], params: &[&[u8]]| {
        let kernel = module.kernel(name).ok_or("no such kernel")?;
        let mut bytes = vec![0; kernel.param_bytes as usize];
        for (info, value) in kernel.params.iter().zip(params) {
            bytes[info.offset as usize..][..value.len()].copy_from_slice(value);
        }
        let mut best = f64::INFINITY;
        let times = if !name.contains(only) {
            0
        } else if only.is_empty() {
            4
        } else {
            40
        };
        for _ in 0..times {
            let (sender, receiver) = mpsc::channel();
            let begin = Instant::now();
            engine.launch(Launch {
                kernel: Arc::clone(&kernel),
                grid,
                block,
                dynamic_shared: 0,
                params: bytes.clone(),
                space: Arc::clone(&space),
                cooperative: false,
                sink: Arc::new(NullSink),
                done: Box::new(move |result| drop(sender.send(result))),
            });
            receiver.recv()??;
            best = best.min(begin.elapsed().as_secs_f64());
        }
        Ok::<f64, Box<dyn std::error::Error>>(best)
    };
    let ints = |x: u32| x.to_le_bytes();
    let ptr = |x: u64| x.to_le_bytes();
    let line = |name: &str, seconds: f64, rate: f64, unit: &str| {
        if seconds.is_finite() {
            println!("  {name:14} {:9.3} ms  {rate:8.2} {unit}", seconds * 1e3);
        }
    };
    let t = run("empty", [1, 1, 1], [32, 1, 1], &[])?;
    line("empty", t, t * 1e6, "us");
    let t = run("empty", [10_000, 1, 1], [32, 1, 1], &[])?;
    line("10k blocks", t, t * 1e5, "ns/block");
    let t = run("vector_add", [n / 256, 1, 1], [256, 1, 1], &[&ptr(a), &ptr(b), &ptr(c), &ints(n)])?;
    line("vector_add", t, f64::from(n) * 12.0 / t / 1e9, "GB/s");
    let t = run("multiply_adds", [32, 1, 1], [128, 1, 1], &[&ptr(a), &ints(1000)])?;
    line("multiply_adds", t, t * 1e9 / (32.0 * 4.0 * 8000.0), "ns/warp fma");
    let t = run("integers", [32, 1, 1], [128, 1, 1], &[&ptr(a), &ints(1000)])?;
    line("integers", t, t * 1e9 / (32.0 * 4.0 * 8000.0), "ns/(warp, eighth of the loop)");
    let t = run("matmul", [16, 16, 1], [16, 16, 1], &[&ptr(a), &ptr(b), &ptr(c), &ints(256)])?;
    line("matmul 256", t, 2.0 * 256f64.powi(3) / t / 1e9, "GFLOP/s");
    let t = run("reduce", [64, 1, 1], [256, 1, 1], &[&ptr(a), &ptr(b), &ints(n)])?;
    line("reduce", t, f64::from(n) * 4.0 / t / 1e9, "GB/s");
    Ok(())
}
