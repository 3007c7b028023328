//! Graphs that are larger than what one frame takes.

use std::time::Duration;

use system_tests::helper;
use system_tests::output::run;
use system_tests::pool::{Pool, Way};

const LIMIT: Duration = Duration::from_secs(60);

#[test]
fn large_graphs_run_as_on_the_device_itself() {
    let pool = Pool::start();
    let program = helper::compile(env!("CARGO_TARGET_TMPDIR"), "large_graphs");
    for way in [Way::Direct, Way::Tcp(&pool), Way::Unix(&pool)] {
        let out = run(&mut way.command(&["-q"], &program), LIMIT);
        let printed = (out.status, out.stdout.as_str());
        assert_eq!(printed, (0, "wide 100000\ncopies 30000, 0 wrong\n"), "{way:?}: {}", out.stderr);
    }
    pool.becomes_free(Duration::from_secs(5));
}
