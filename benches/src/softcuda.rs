//! The software device: kernels on one worker, the PTX parser, and NumPy on one core beside them.
//!
//! Times are processor time, the best of many runs, since other programs only ever add to it; ratios to NumPy compare best with
//! best.

use std::path::Path;
use std::process::Command;
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use softcuda_ptx::{FunctionId, Module as Ptx};
use softcuda_simt::{AddressSpace, Engine, EngineConfig, Launch, Level, Module, NullSink, SpaceConfig};

use crate::side::Side;

const KERNELS: &str = include_str!("../kernels/kernels.ptx");

/// How long one measure is repeated.
const PATIENCE: Duration = Duration::from_millis(400);

type Result<T = ()> = std::result::Result<T, Box<dyn std::error::Error>>;

/// The processor time of the shortest of many runs, in seconds.
fn best(mut run: impl FnMut() -> Result) -> Result<f64> {
    let (begin, mut best) = (Instant::now(), f64::INFINITY);
    while begin.elapsed() < PATIENCE || best.is_infinite() {
        let start = processor_time();
        run()?;
        best = best.min(processor_time() - start);
    }
    Ok(best)
}

/// What all threads of this process have used.
fn processor_time() -> f64 {
    let mut t = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the argument is a live timespec.
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut t) };
    t.tv_sec as f64 + t.tv_nsec as f64 * 1e-9
}

/// One device with one worker.
struct Device {
    engine: Engine,
    space: Arc<AddressSpace>,
    module: Arc<Module>,
}

impl Device {
    fn new(level: Level) -> Result<Device> {
        let engine = Engine::with_level(EngineConfig { workers: 1, ..EngineConfig::default() }, level);
        let space = AddressSpace::new(&SpaceConfig::default())?;
        let module = Module::load(Arc::from(KERNELS.as_bytes()), &space)?;
        Ok(Device { engine, space, module })
    }

    /// Device memory of `elements` floats, touched.
    fn buffer(&self, elements: usize) -> Result<u64> {
        let at = self.space.alloc(elements as u64 * 4, 512)?;
        // SAFETY: the allocation is fresh and as long.
        unsafe { std::slice::from_raw_parts_mut(at as *mut f32, elements) }.fill(0.5);
        Ok(at)
    }

    /// Best time of a launch. All parameters are 8 bytes wide or cut to 4.
    fn time(&self, name: &str, grid: [u32; 3], block: [u32; 3], params: &[u64]) -> Result<f64> {
        let kernel = self.module.kernel(name).ok_or("no such kernel")?;
        let mut bytes = vec![0; kernel.param_bytes as usize];
        for (info, value) in kernel.params.iter().zip(params) {
            let size = info.size as usize;
            bytes[info.offset as usize..][..size].copy_from_slice(&value.to_le_bytes()[..size]);
        }
        best(|| {
            let (sender, receiver) = mpsc::channel();
            self.engine.launch(Launch {
                kernel: Arc::clone(&kernel),
                grid,
                block,
                dynamic_shared: 0,
                params: bytes.clone(),
                space: Arc::clone(&self.space),
                cooperative: false,
                sink: Arc::new(NullSink),
                done: Box::new(move |result| drop(sender.send(result))),
            });
            Ok(receiver.recv()??)
        })
    }
}

/// Elements of the arrays: 16 MiB each, larger than caches.
const ELEMENTS: usize = 4 << 20;
/// Rows of the matrices.
const ROWS: usize = 512;

/// Measures the levels that this CPU has whose names contain `only`, and the parser.
pub fn run(only: &str, numpy: &Path) -> Result {
    let mut numpy = Numpy::start(numpy);
    for level in [Level::Baseline, Level::Avx2, Level::Avx512] {
        let name = format!("{level:?}").to_lowercase();
        if level as u8 > Level::detect() as u8 {
            println!("{name}: this CPU lacks it\n");
        } else if name.contains(only) {
            println!("{name}, one worker");
            instructions(level)?;
            arrays(level, &mut numpy)?;
            products(level, &mut numpy)?;
            println!();
        }
    }
    parser()
}

fn instructions(level: Level) -> Result {
    const TURNS: u64 = 400;
    const WARPS: u64 = 4;
    let device = Device::new(level)?;
    let out = device.buffer(32 * WARPS as usize)?;
    for name in ["multiply_adds", "integer_multiply_adds", "integer_adds", "logic"] {
        let t = device.time(name, [1; 3], [32 * WARPS as u32, 1, 1], &[out, TURNS])?;
        println!("  {name:<24}{:>9.2} ns a warp's instruction", t * 1e9 / (TURNS * 8 * WARPS) as f64);
    }
    let launch = device.time("empty", [1; 3], [32, 1, 1], &[])?;
    let blocks = device.time("empty", [1000, 1, 1], [32, 1, 1], &[])?;
    println!("  {:<24}{:>9.2} µs", "an empty launch", launch * 1e6);
    println!("  {:<24}{:>9.2} ns", "an empty block", (blocks - launch) * 1e6);
    Ok(())
}

fn arrays(level: Level, numpy: &mut Numpy) -> Result {
    let device = Device::new(level)?;
    let [a, b, c] = [device.buffer(ELEMENTS)?, device.buffer(ELEMENTS)?, device.buffer(ELEMENTS)?];
    let n = ELEMENTS as u64;
    let whole = [(ELEMENTS / 256) as u32, 1, 1];
    for (name, grid, params) in [
        ("add", whole, &[a, b, c, n][..]),
        ("add_strided", [1024, 1, 1], &[a, b, c, n]),
        ("scale_shift", whole, &[a, b, c, n]),
        ("sum", [64, 1, 1], &[a, c, n]),
    ] {
        let t = device.time(name, grid, [256, 1, 1], params)?;
        print!("  {name:<24}{:>9.2} ms", t * 1e3);
        numpy.compare(name.trim_end_matches("_strided"), ELEMENTS, |base| {
            format!("{:.2} × NumPy", t / base)
        })?;
    }
    Ok(())
}

fn products(level: Level, numpy: &mut Numpy) -> Result {
    let device = Device::new(level)?;
    let [a, b, c] = [device.buffer(ROWS * ROWS)?, device.buffer(ROWS * ROWS)?, device.buffer(ROWS * ROWS)?];
    let rows = ROWS as u32;
    for (name, tile, block) in [("product_tiled", 16, [16, 16, 1]), ("product_registers", 128, [256, 1, 1])] {
        let t = device.time(name, [rows / tile, rows / tile, 1], block, &[a, b, c, ROWS as u64])?;
        let operations = 2.0 * (ROWS as f64).powi(3);
        print!("  {name:<24}{:>9.2} GFLOP/s", operations / t / 1e9);
        numpy.compare("product", ROWS, |base| format!("{:.1} % of NumPy's", 100.0 * base / t))?;
    }
    // NumPy computes in halves one by one: nothing to compare with.
    let t = device.time("product_halves", [rows / 64, rows / 64, 1], [128, 1, 1], &[a, b, c, ROWS as u64])?;
    println!("  {:<24}{:>9.2} GFLOP/s", "product_halves", 2.0 * (ROWS as f64).powi(3) / t / 1e9);
    Ok(())
}

/// Index and bodies of a large module: the kernels here, many times over.
fn parser() -> Result {
    let (head, bodies) = KERNELS.split_at(KERNELS.find("\t// .globl").ok_or("no kernels")?);
    let mut text = head.to_owned();
    for copy in 0..100 {
        text.push_str(&bodies.replace(".visible .entry ", &format!(".visible .entry c{copy}_")));
    }
    let rate = |seconds: f64| text.len() as f64 / seconds / 1e6;
    let index = best(|| {
        std::hint::black_box(Ptx::index(text.as_bytes())?);
        Ok(())
    })?;
    let module = Ptx::index(text.as_bytes())?;
    let parse = best(|| {
        for n in 0..module.functions.len() as u32 {
            std::hint::black_box(module.parse_body(FunctionId(n))?);
        }
        Ok(())
    })?;
    println!(
        "PTX of {:.1} MB: index {:.0} MB/s, bodies {:.0} MB/s",
        text.len() as f64 / 1e6,
        rate(index),
        rate(parse)
    );
    Ok(())
}

/// NumPy on one core, if there is a Python with it.
struct Numpy(Option<Side>);

impl Numpy {
    fn start(script: &Path) -> Numpy {
        let python = std::env::var_os("BIFROST_PYTHON").unwrap_or_else(|| "python3".into());
        let mut command = Command::new(python);
        command.arg(script);
        for threads in ["OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"] {
            command.env(threads, "1");
        }
        let side = Side::start("numpy", command).and_then(|mut side| side.sample("nothing").map(|_| side));
        if side.is_err() {
            println!("no Python with NumPy (BIFROST_PYTHON names another): no ratios\n");
        }
        Numpy(side.ok())
    }

    /// Ends a line with what `text` says about NumPy's time.
    fn compare(&mut self, what: &str, n: usize, text: impl Fn(f64) -> String) -> Result {
        match &mut self.0 {
            Some(side) => println!("   {}", text(side.sample(&format!("{what} {n}"))?)),
            None => println!(),
        }
        Ok(())
    }
}
