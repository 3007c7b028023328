//! CUDA's order, with other streams and threads never held up: over TCP and Unix sockets, with bulk data late.

use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::Duration;

use system_tests::output::{Output, eventually, run};
use system_tests::pool::{Pool, WAITS, Way};
use system_tests::programs::named;
use system_tests::proxy::{self, Gate, Hold};

/// Longer is a hang.
const LIMIT: Duration = Duration::from_secs(300);

fn program(name: &str) -> std::path::PathBuf {
    named(name).path("cu13-static")
}

fn check(mut command: Command, arguments: &[&str], pool: &Pool) -> Output {
    let out = run(command.args(arguments), LIMIT);
    assert_eq!(out.status, 0, "{arguments:?}: {}{}\nserver: {}", out.stdout, out.stderr, pool.log());
    out
}

fn both_ways(name: &str, arguments: &[&str]) {
    let pool = Pool::start();
    for way in [Way::Tcp(&pool), Way::Unix(&pool)] {
        check(way.command(&["-q"], &program(name)), arguments, &pool);
    }
}

#[test]
fn flags_are_set_while_kernels_and_threads_wait() {
    for kind in ["device", "stream", "event", "memcpy"] {
        both_ways("persistent_flag", &[kind]);
    }
}

#[test]
fn a_busy_stream_does_not_hold_up_another() {
    both_ways("persistent_many", &["5000"]);
}

#[test]
fn a_hundred_thousand_rounds_under_a_lock() {
    both_ways("lock_order", &["100000"]);
}

/// The driver takes 64 operations of a stream and 100 of a context; the worker's calls never wait for room all the same.
#[test]
fn order_is_kept_with_a_driver_that_takes_little() {
    let pool = Pool::narrow(64, 100);
    let cases: [(&str, &[&str]); 8] = [
        ("persistent_flag", &["device"]),
        ("persistent_flag", &["stream"]),
        ("persistent_flag", &["event"]),
        ("persistent_flag", &["memcpy"]),
        ("persistent_many", &["5000"]),
        ("lock_order", &["5000"]),
        ("stale_pinned", &["2"]),
        ("threads_streams", &[]),
    ];
    for way in [Way::Tcp(&pool), Way::Unix(&pool)] {
        for (name, arguments) in cases {
            let out = check(way.command(&["-q"], &program(name)), arguments, &pool);
            assert!(!out.stderr.contains(WAITS), "{name} {arguments:?}: {}", out.stderr);
        }
    }
}

#[test]
fn random_programs_give_the_same_with_a_driver_that_takes_little() {
    let pool = Pool::narrow(64, 100);
    for seed in 31..=40u64 {
        let arguments = [seed.to_string(), "500".into()];
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let direct = check(Way::Direct.command(&[], &program("random_ops")), &arguments, &pool);
        let address = proxy::start(&pool.tcp, Hold::Random(seed, 2000));
        let late = check(Way::At(&address).command(&["-q"], &program("random_ops")), &arguments, &pool);
        assert_eq!(late.stdout, direct.stdout, "seed {seed}");
        assert!(!late.stderr.contains(WAITS), "seed {seed}: {}", late.stderr);
    }
}

/// A line of the worker's trace: function and stream.
fn trace(path: &Path) -> Vec<(String, String)> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let line = |l: &str| {
        let words: Vec<&str> = l.split_whitespace().collect();
        (words.len() == 6).then(|| (words[3].to_owned(), words[4].to_owned()))
    };
    text.lines().filter_map(line).collect()
}

/// The relay lets no byte of the copy through before the worker has executed everything else. So it is the order that is tested, not speed.
#[test]
fn a_copy_of_a_gibibyte_delays_no_other_stream() {
    let path = std::env::temp_dir().join(format!("bifrost-trace-{}", std::process::id()));
    let pool = Pool::with(&[("BIFROST_WORKER_TRACE", &path.to_string_lossy())]);
    let gate = Gate::default();
    let address = proxy::start(&pool.tcp, Hold::Gate(gate.clone()));
    let mut command = Way::At(&address).command(&["-q"], &program("copy_overlap"));
    command.args(["1024", "100", "strict"]);
    let running = thread::spawn(move || run(&mut command, LIMIT));
    // 100 launches beside the copy, then the one that checks it: by then the program has waited for the launches.
    let launches = || trace(&path).iter().filter(|(f, _)| f == "LAUNCH").count();
    eventually("the launches are executed", Duration::from_secs(60), || {
        launches() == 101 || running.is_finished()
    });
    gate.open();
    let out = running.join().expect("the program ran");
    let lines = trace(&path);
    // A second run of tests must not find it.
    let _ = std::fs::remove_file(&path);
    assert_eq!(out.status, 0, "{}{}\nserver: {}", out.stdout, out.stderr, pool.log());
    assert!(out.stderr.contains("before the copy"), "{}", out.stderr);
    let copy = lines.iter().position(|(f, _)| f == "HTOD_PINNED").expect("the copy is in the trace");
    let (copying, launching) =
        (&lines[copy].1, lines.iter().rfind(|(f, _)| f == "DTOH_PINNED").map(|l| &l.1));
    assert!(launching.is_some(), "results are read");
    let beside = lines[copy..].iter().filter(|(f, stream)| f == "LAUNCH" && stream != copying).count();
    assert_eq!(beside, 100, "launches after the copy was issued, on another stream");
}

#[test]
fn random_programs_give_the_same_with_late_bulk_data() {
    let pool = Pool::start();
    for seed in 1..=20u64 {
        // Operations enough for every kind; buffers of 160 KiB to 800 KiB, so that many copies need the bulk connection.
        let words = (40_000 + seed * 8000).to_string();
        let arguments = [seed.to_string(), "120".into(), words];
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let direct = check(Way::Direct.command(&[], &program("random_ops")), &arguments, &pool);
        let address = proxy::start(&pool.tcp, Hold::Random(seed, if seed % 4 == 0 { 20_000 } else { 2000 }));
        let late = check(Way::At(&address).command(&["-q"], &program("random_ops")), &arguments, &pool);
        assert_eq!(late.stdout, direct.stdout, "seed {seed}");
    }
}

#[test]
fn random_programs_give_the_same_over_unix_sockets() {
    let pool = Pool::start();
    for seed in 21..=28u64 {
        let arguments = [seed.to_string(), "1000".into()];
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let direct = check(Way::Direct.command(&[], &program("random_ops")), &arguments, &pool);
        let remote = check(Way::Unix(&pool).command(&["-q"], &program("random_ops")), &arguments, &pool);
        assert_eq!(remote.stdout, direct.stdout, "seed {seed}");
    }
}

/// The program of seed 2 copies more than 64 KiB to pinned memory (over bulk) and then less into the same bytes (in frames).
#[test]
fn overlapping_copies_into_pinned_memory_keep_their_order_when_bulk_data_is_late() {
    let pool = Pool::start();
    let direct = check(Way::Direct.command(&[], &program("random_ops")), &["2"], &pool);
    for seed in 1..=6 {
        let address = proxy::start(&pool.tcp, Hold::Random(seed, 30_000));
        let late = check(Way::At(&address).command(&["-q"], &program("random_ops")), &["2"], &pool);
        assert_eq!(late.stdout, direct.stdout, "seed {seed}");
    }
}

#[test]
fn pinned_memory_is_never_stale_when_bulk_data_is_late() {
    let pool = Pool::start();
    for seed in 1..=4 {
        let address = proxy::start(&pool.tcp, Hold::Random(seed, 3000));
        check(Way::At(&address).command(&["-q"], &program("stale_pinned")), &["2"], &pool);
    }
}
