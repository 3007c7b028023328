//! A bounded run of every target over mutated seeds, equal in every run.

#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use fuzz_targets::{Mutator, TARGETS, Target};

/// Executions of a target of cost 1.
const RUNS: u64 = 40_000;
/// One execution that takes longer is a hang: the slowest takes milliseconds.
const HANG: Duration = Duration::from_secs(20);

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok().map(|v| v.parse().unwrap_or_else(|_| panic!("{variable}={v} is no number")))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

/// Runs one input; the error names it.
fn run(target: &Target, input: &[u8]) -> Result<(), String> {
    let start = Instant::now();
    let result = catch_unwind(AssertUnwindSafe(|| (target.run)(input)));
    match result {
        Err(_) => Err(format!("{} panicked on {}", target.name, hex(input))),
        Ok(()) if start.elapsed() > HANG => {
            Err(format!("{} took {:?} for {}", target.name, start.elapsed(), hex(input)))
        }
        Ok(()) => Ok(()),
    }
}

fn fuzz(target: &Target, runs: u64) -> Result<(), String> {
    let seeds = (target.seeds)();
    run(target, &[])?;
    seeds.iter().try_for_each(|seed| run(target, seed))?;
    let mut mutator = Mutator::new(seeds, number("FUZZ_SEED").unwrap_or(1));
    (0..runs).try_for_each(|_| run(target, &mutator.next_input()))
}

#[test]
fn no_decoder_panics() {
    let runs = number("FUZZ_RUNS");
    let only = std::env::var("FUZZ_TARGET").ok();
    let chosen: Vec<_> = TARGETS.iter().filter(|t| only.as_ref().is_none_or(|o| o == t.name)).collect();
    assert!(!chosen.is_empty(), "FUZZ_TARGET names no target");
    let mut failures = Vec::new();
    for target in chosen {
        let runs = runs.unwrap_or(RUNS / target.cost);
        let start = Instant::now();
        failures.extend(fuzz(target, runs).err());
        println!("{:12} {runs:7} runs {:?}", target.name, start.elapsed());
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn a_panic_is_found_and_its_input_named() {
    let broken = Target {
        name: "broken",
        run: |data| assert!(data.len() < 2 || data[0] != b'B' || data[1] < 0x80, "found"),
        seeds: || vec![b"Bad".to_vec()],
        cost: 1,
    };
    let error = fuzz(&broken, 10_000).unwrap_err();
    assert!(error.starts_with("broken panicked on 42"), "{error}");
}

#[test]
fn inputs_are_the_same_in_every_run_and_differ_from_the_seeds() {
    let seeds = vec![vec![1, 2, 3, 4], vec![9; 100]];
    let inputs = |number| {
        let mut m = Mutator::new(seeds.clone(), number);
        (0..1000).map(|_| m.next_input()).collect::<Vec<_>>()
    };
    assert_eq!(inputs(1), inputs(1));
    assert_ne!(inputs(1), inputs(2));
    assert!(inputs(1).iter().filter(|i| seeds.contains(i)).count() < 300);
}

#[test]
fn every_target_has_its_libfuzzer_program() {
    let manifest = include_str!("../libfuzzer/Cargo.toml");
    for target in TARGETS {
        assert!(manifest.contains(&format!("name = \"{}\"", target.name)), "{}", target.name);
    }
}
