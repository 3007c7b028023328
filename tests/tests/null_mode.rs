//! Null mode: machine code is accepted and described, its variables are real, and it is not executed.

use std::path::{Path, PathBuf};
use std::time::Duration;

use system_tests::helper;
use system_tests::output::run;
use system_tests::pool::{Pool, Way};

const LIMIT: Duration = Duration::from_secs(60);
const NULL: (&str, &str) = ("SOFTCUDA_EXEC", "null");
/// What the cubin is made for.
const CC: (&str, &str) = ("SOFTCUDA_CC", "7.5");

const ACCEPTED: &str = "\
device softcuda (kernels not executed)
load 0
attribute 0: 1024
attribute 1: 400
attribute 2: 20
attribute 3: 256
attribute 4: 27
attribute 5: 75
attribute 6: 75
table, 24 bytes: 1 2 4
lookup, 10 bytes: 3 1 4 1 5
too many threads: 1
out 77, counter 0
";
const REFUSED: &str = "device softcuda\nload 209\n";

fn cubin() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/fatbin/tests/data/globals.sm_75.cubin")
}

fn told(way: Way<'_>, env: &[(&str, &str)]) -> String {
    let program = helper::compile(env!("CARGO_TARGET_TMPDIR"), "machine_code");
    let mut command = way.command(&["-q"], &program);
    let out = run(command.arg(cubin()).envs(env.iter().copied()), LIMIT);
    assert_eq!(out.status, 0, "{}{}", out.stdout, out.stderr);
    out.stdout
}

#[test]
fn machine_code_is_accepted_and_not_executed() {
    let pool = Pool::with(&[NULL, CC]);
    for way in [Way::Direct, Way::Tcp(&pool), Way::Unix(&pool)] {
        assert_eq!(told(way, &[NULL, CC]), ACCEPTED, "{way:?}");
    }
}

#[test]
fn without_null_mode_it_is_refused() {
    let pool = Pool::with(&[CC]);
    for way in [Way::Direct, Way::Tcp(&pool)] {
        assert_eq!(told(way, &[CC]), REFUSED, "{way:?}");
    }
}
