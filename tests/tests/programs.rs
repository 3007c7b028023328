//! Every CUDA program, with every CUDA runtime it is built for: directly on softcuda, through a pool over TCP and over a Unix socket, with one
//! runtime also over TLS.
//!
//! The programs check their numbers against the CPU themselves; here their whole output is compared between the ways too.

use std::time::Duration;

use system_tests::output::{Output, run};
use system_tests::pool::{Pool, Way};
use system_tests::programs::{all, named};
use system_tests::site::Site;

/// No program takes longer, even on a busy machine: longer is a hang.
const LIMIT: Duration = Duration::from_secs(120);

fn run_way(way: Way<'_>, path: &std::path::Path, arguments: &[String]) -> Output {
    run(way.command(&[], path).args(arguments), LIMIT)
}

fn check(name: &str) {
    let program = named(name);
    let pool = Pool::start();
    let site = Site::init();
    let secure = site.pool();
    let bundle = site.create("ada", &secure, &[]);
    for variant in &program.variants {
        for arguments in &program.arguments {
            let path = program.path(variant);
            let direct = run_way(Way::Direct, &path, arguments);
            let what = format!("{name} {arguments:?} ({variant})");
            assert_eq!(direct.status, 0, "{what} on softcuda directly:\n{}{}", direct.stdout, direct.stderr);
            assert!(!direct.stdout.is_empty(), "{what} prints nothing");
            let tls = (variant == "cu13-static").then(|| ("tls", Way::Tls(&secure.tcp, &bundle)));
            let ways = [("tcp", Way::Tcp(&pool)), ("unix", Way::Unix(&pool))].into_iter().chain(tls);
            for (label, way) in ways {
                let pooled = run_way(way, &path, arguments);
                assert_eq!(
                    pooled.status,
                    0,
                    "{what} over {label}:\n{}{}\nserver: {}",
                    pooled.stdout,
                    pooled.stderr,
                    [pool.log(), secure.log()].concat()
                );
                assert_eq!(
                    pooled.stdout, direct.stdout,
                    "{what} over {label} prints something else than directly"
                );
            }
        }
    }
}

macro_rules! programs {
    ($($name:ident)*) => {
        $(#[test] fn $name() { check(stringify!($name)); })*
        const NAMES: &[&str] = &[$(stringify!($name)),*];
    };
}

programs! {
    kernel_first vector_add saxpy matmul_tiled reduce_shuffle histogram two_streams_events threads_streams
    persistent_flag persistent_many copy_overlap lock_order random_ops stale_pinned
    tracked_copies
    errors illegal_address memory_info props driver_api linker separate constants parameters
    device_code printing faults cooperative resources device_reset managed fork_child hostfunc zero_copy graphs pools
    tensor_products textures virtual_memory ipc
}

#[test]
fn every_listed_program_has_its_test() {
    let listed: Vec<String> = all().into_iter().map(|p| p.name).collect();
    assert_eq!(listed, NAMES);
}

#[test]
fn a_watchdog_stops_endless_kernels() {
    const WATCHDOG: (&str, &str) = ("SOFTCUDA_WATCHDOG", "2");
    let program = named("faults").path("cu13-shared");
    let pool = Pool::with(&[WATCHDOG]);
    for way in [Way::Direct, Way::Tcp(&pool)] {
        let mut command = way.command(&[], &program);
        let out = run(command.arg("endless").env(WATCHDOG.0, WATCHDOG.1), LIMIT);
        assert_eq!(out.status, 0, "{}{}", out.stdout, out.stderr);
        assert_eq!(out.stdout, "faults: endless: cudaErrorLaunchTimeout, ok\n");
    }
}

#[test]
fn the_shim_works_without_bfrun() {
    let pool = Pool::start();
    for variant in ["cu13-shared", "cu13-static"] {
        let program = named("vector_add");
        let out = run_way(Way::Plain(&pool), &program.path(variant), &[]);
        assert_eq!(out.status, 0, "{}{}", out.stdout, out.stderr);
        assert!(out.stdout.contains("ok"), "{}", out.stdout);
    }
}

#[test]
fn a_private_pool_serves_one_program() {
    let program = named("matmul_tiled");
    let out = run_way(Way::Local, &program.path("cu13-static"), &[]);
    assert_eq!(out.status, 0, "{}{}", out.stdout, out.stderr);
    assert!(out.stderr.contains("1 × softcuda cc 12.1, 16160 of 16160 MiB, unix"), "{}", out.stderr);
}
