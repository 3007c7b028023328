//! Parses PTX files, names what the instruction table lacks, and reports rough speeds.
//!
//! `cargo run --release -p softcuda-ptx --example speed -- FILE...`

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use softcuda_ptx::{FunctionId, Module, ModuleIndex};

/// Repeats `work` for about a second and returns the mean time of one run.
fn time(mut work: impl FnMut()) -> Duration {
    let (start, mut runs) = (Instant::now(), 0);
    while start.elapsed() < Duration::from_millis(200) || runs == 0 {
        work();
        runs += 1;
    }
    start.elapsed() / runs
}

fn bodies(module: &ModuleIndex) -> impl Iterator<Item = FunctionId> {
    (0..).map(FunctionId).zip(&module.functions).filter(|(_, f)| f.body.is_some()).map(|(id, _)| id)
}

fn report(path: &str, missing: &mut BTreeMap<String, usize>) -> Result<(), Box<dyn std::error::Error>> {
    let source = std::fs::read(path)?;
    let module = Module::index(&source)?;
    let mut instrs = 0;
    for id in bodies(&module) {
        let body = module.parse_body(id)?;
        instrs += body.instrs.len();
        for instr in body.instrs.iter().filter(|i| i.lowering.is_err()) {
            let name = module.text(instr.mnemonic);
            *missing
                .entry(format!("{name} {:?} ({} operands)", instr.lowering.err(), instr.operands.len()))
                .or_default() += 1;
        }
    }
    let index = time(|| drop(std::hint::black_box(Module::index(&source))));
    let parse = time(|| bodies(&module).for_each(|id| drop(std::hint::black_box(module.parse_body(id)))));
    let rate = |t: Duration| source.len() as f64 / t.as_secs_f64() / 1e6;
    println!(
        "{path}: {} bytes, {instrs} instructions, index {:.0} MB/s, bodies {:.0} MB/s",
        source.len(),
        rate(index),
        rate(parse)
    );
    Ok(())
}

fn main() {
    let mut missing = BTreeMap::new();
    for path in std::env::args().skip(1) {
        if let Err(error) = report(&path, &mut missing) {
            println!("{path}: {error}");
        }
    }
    for (name, count) in missing {
        println!("{count:6} {name}");
    }
}
