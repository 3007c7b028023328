//! Decoders of foreign bytes as functions for fuzzers: none may panic, hang or take memory out of proportion.
//!
//! [`TARGETS`] lists them with seeds; the smoke test and the libFuzzer programs are made from it.

mod mutate;
mod program;
mod seeds;
mod targets;

pub use mutate::{Mutator, Random};
pub use targets::*;

/// A decoder, ready to be fuzzed.
#[derive(Clone, Copy)]
pub struct Target {
    /// Its name, also that of its libFuzzer program.
    pub name: &'static str,
    /// Runs it over any bytes.
    pub run: fn(&[u8]),
    /// Valid inputs to start from.
    pub seeds: fn() -> Vec<Vec<u8>>,
    /// How many times as long as a simple target's a run takes; smoke tests do that many fewer.
    pub cost: u64,
}

/// All decoders.
pub const TARGETS: &[Target] = &[
    Target { name: "preamble", run: preamble, seeds: seeds::preamble, cost: 1 },
    Target { name: "control", run: control, seeds: seeds::control, cost: 4 },
    Target { name: "module_table", run: module_table, seeds: seeds::module_table, cost: 2 },
    Target { name: "frames", run: frames, seeds: seeds::frames, cost: 10 },
    Target { name: "send_queue", run: send_queue, seeds: seeds::send_queue, cost: 10 },
    Target { name: "resume", run: resume, seeds: seeds::resume, cost: 1 },
    Target { name: "ops", run: ops, seeds: seeds::ops, cost: 1 },
    Target { name: "bulk", run: bulk, seeds: seeds::bulk, cost: 1 },
    Target { name: "stats", run: stats, seeds: seeds::stats, cost: 20 },
    Target { name: "bundle", run: bundle, seeds: seeds::bundle, cost: 20 },
    Target { name: "fatbin", run: fatbin, seeds: seeds::fatbin, cost: 50 },
    Target { name: "ptx", run: ptx, seeds: seeds::ptx, cost: 50 },
    Target { name: "kernel", run: kernel, seeds: seeds::kernel, cost: 100 },
];
