//! Graphs that are larger than what one frame takes, or that outlive their context.

use std::time::Duration;

use system_tests::helper;
use system_tests::output::run;
use system_tests::pool::{Pool, Way};

const LIMIT: Duration = Duration::from_secs(60);

/// A graph whose memory went with its context leaves alone what is at the address now.
#[test]
fn memory_of_graphs_goes_with_its_context() {
    let pool = Pool::start();
    let program = helper::compile(env!("CARGO_TARGET_TMPDIR"), "graph_memory");
    for way in [Way::Direct, Way::Tcp(&pool), Way::Unix(&pool)] {
        let out = run(&mut way.command(&["-q"], &program), LIMIT);
        assert_eq!((out.status, out.stdout.as_str()), (0, "kept\n"), "{way:?}: {}", out.stderr);
    }
}

#[test]
fn large_graphs_run_as_on_the_device_itself() {
    let pool = Pool::start();
    let program = helper::compile(env!("CARGO_TARGET_TMPDIR"), "large_graphs");
    for way in [Way::Direct, Way::Tcp(&pool), Way::Unix(&pool)] {
        let out = run(&mut way.command(&["-q"], &program), LIMIT);
        let printed = (out.status, out.stdout.as_str());
        assert_eq!(
            printed,
            (0, "wide 100000\ncopies 30000, 0 wrong\ncopies 25000, 0 wrong\n"),
            "{way:?}: {}",
            out.stderr
        );
    }
    pool.becomes_free(Duration::from_secs(5));
}
