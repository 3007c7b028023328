//! How often programs wait for the worker: exact counts, by function, in `snapshots/round_trips.txt`.
//!
//! A steady step costs as many round trips as the program has true synchronisation points.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use system_tests::output::run;
use system_tests::pool::Way;
use system_tests::programs::{Program, all, named};
use system_tests::site::Site;
use system_tests::stats::{Counts, Stats};
use system_tests::{helper, snapshots};

const LIMIT: Duration = Duration::from_secs(120);
/// Waits that a small program's start may cost: its context, its module, first use of a kernel.
const SETUP_MAX: u64 = 8;

/// Functions of a program whose counts depend on time: they are left out of the snapshot, and why.
///
/// Queries never wait, but what they find decides whether a later wait is needed.
const VARYING: &[(&str, &[&str], &str)] = &[
    ("threads_streams", &["cuStreamSynchronize"], "a thread's wait may be over before it starts"),
    (
        "persistent_many",
        &["cuLaunchKernel"],
        "5,000 launches on one stream wait for credits as fast as the device gives them",
    ),
    ("random_ops", &QUERY_DEPENDS, "its queries of streams find what they find"),
    (
        "tracked_copies",
        &["(background)", "cuLaunchKernel", "cuMemcpyHtoDAsync_v2"],
        "launches, copies and the ends of host functions all look for changes: the first sends them",
    ),
    ("ipc", &["cuMemGetInfo_v2"], "it asks until the memory of a process that has ended is back"),
    ("lock_order", &["cuLaunchKernel"], "launches wait for credits as fast as the device gives them"),
];

const QUERY_DEPENDS: [&str; 5] =
    ["cuStreamQuery", "cuStreamSynchronize", "cuCtxSynchronize_v2", "cuEventSynchronize", "cuMemcpyHtoD_v2"];

fn measure(program: &Path, arguments: &[String]) -> Stats {
    measured(Way::Local, program, arguments)
}

fn measured(way: Way<'_>, program: &Path, arguments: &[String]) -> Stats {
    let mut command = way.command(&["-q", "--stats=json"], program);
    let out = run(command.args(arguments), LIMIT);
    assert_eq!(out.status, 0, "{}:\n{}{}", program.display(), out.stdout, out.stderr);
    Stats::find(&out.stderr)
}

fn waits(c: &Counts) -> bool {
    c.round_trips + c.setup + c.receive + c.local_syncs > 0
}

/// The lines of a program's waits; without those that depend on time.
fn describe(name: &str, variant: &str, stats: &Stats) -> String {
    let varying: Vec<&str> = VARYING
        .iter()
        .filter(|(program, ..)| *program == name)
        .flat_map(|(_, functions, _)| functions.iter().copied())
        .collect();
    let mut text = format!("{name} {variant}\n");
    for (function, c) in stats.functions.iter().filter(|(f, c)| waits(c) && !varying.contains(&f.as_str())) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "    {function}: {c}");
    }
    for function in varying {
        let _ = writeln!(text, "    {function}: varies");
    }
    text
}

/// What a program runs with here: its defaults, except where they take minutes.
fn arguments(program: &Program) -> Vec<String> {
    match program.name.as_str() {
        "lock_order" => vec!["1000".into()],
        "copy_overlap" => vec!["64".into()],
        _ => Vec::new(),
    }
}

#[test]
fn programs_wait_as_often_as_they_must() {
    let mut text = String::new();
    for program in all() {
        for variant in program.variants.iter().filter(|v| v.ends_with("-static")) {
            let stats = measure(&program.path(variant), &arguments(&program));
            text += &describe(&program.name, variant, &stats);
            // Children, contexts, devices and many linked modules make these start more than once; each range of memory that kernels use is agreed on.
            let starts_often = matches!(
                program.name.as_str(),
                "fork_child"
                    | "driver_api"
                    | "illegal_address"
                    | "errors"
                    | "zero_copy"
                    | "tracked_copies"
                    | "linker"
                    | "faults"
                    | "ipc"
            );
            assert!(
                starts_often || stats.total.setup <= SETUP_MAX,
                "{} {variant}: {}",
                program.name,
                stats.total
            );
        }
    }
    snapshots::check("round_trips.txt", &text);
}

/// Encryption adds no waits, and no bytes to what frames and payload have.
#[test]
fn encrypted_sessions_wait_as_often() {
    let site = Site::init();
    let pool = site.pool();
    let bundle = site.create("ada", &pool, &[]);
    let names =
        ["kernel_first", "vector_add", "two_streams_events", "persistent_flag", "stale_pinned", "hostfunc"];
    for name in
        names.into_iter().chain(["graphs", "pools", "memory_info", "managed", "zero_copy", "resources"])
    {
        let path = named(name).path("cu13-static");
        let clear = measure(&path, &arguments(&named(name)));
        let encrypted = measured(Way::Tls(&pool.tcp, &bundle), &path, &arguments(&named(name)));
        let text = |stats: &Stats| describe(name, "cu13-static", stats);
        assert_eq!(text(&encrypted), text(&clear));
    }
}

#[test]
fn counts_are_the_same_every_time() {
    let path = named("two_streams_events").path("cu13-static");
    let first = measure(&path, &[]);
    for _ in 0..4 {
        let again = measure(&path, &[]);
        let text = |s: &Stats| describe("two_streams_events", "cu13-static", s);
        assert_eq!(text(&again), text(&first));
    }
}

fn steps(launches: u32, empty: u32) -> Stats {
    let steps = helper::compile(env!("CARGO_TARGET_TMPDIR"), "steps");
    measure(&steps, &[launches.to_string(), empty.to_string()])
}

#[test]
fn a_launch_and_a_synchronisation_are_one_round_trip() {
    let (few, many) = (steps(10, 0), steps(1010, 0));
    assert_eq!(many.total.round_trips - few.total.round_trips, 1000);
    assert_eq!(many.of("cuStreamSynchronize").round_trips, 1010);
    assert_eq!((many.total.setup, many.total.receive), (few.total.setup, few.total.receive));
    assert_eq!(many.of("cuLaunchKernel").round_trips, 0);
    let classes = |function: &str| {
        let c = many.of(function);
        (c.local, c.posted, c.waiting)
    };
    assert_eq!((classes("cuLaunchKernel"), classes("cuStreamSynchronize")), ((0, 1010, 0), (0, 0, 1010)));
    let local = many.of("cuDeviceGet");
    assert_eq!((local.calls, local.local), (1, 1));
}

/// Frames of a step: a launch (header 32, layout 48, parameters 12 or 16), a synchronisation (32 + 4); its reply is 32 + 24. The rest is
/// room for progress and acknowledgements, whose number depends on time.
#[test]
fn a_step_is_few_bytes() {
    const STEPS: u64 = 1000;
    let (few, many) = (steps(10, 0), steps(1010, 0));
    let (sent, received) = (many.sent - few.sent, many.received - few.received);
    println!(
        "bytes per step: {} sent, {} received",
        sent as f64 / STEPS as f64,
        received as f64 / STEPS as f64
    );
    assert!((124 * STEPS..=176 * STEPS).contains(&sent), "{sent} bytes sent");
    assert!((56 * STEPS..=160 * STEPS).contains(&received), "{received} bytes received");
}

#[test]
fn synchronisations_without_work_are_answered_locally() {
    let (none, some) = (steps(3, 0), steps(3, 500));
    assert_eq!(some.total.round_trips, none.total.round_trips);
    assert_eq!(some.total.local_syncs - none.total.local_syncs, 1000);
}
