//! What processes of a reservation let each other open (CUDA IPC): nobody else can, and it counts as long as somebody has it.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use system_tests::helper;
use system_tests::output::run;
use system_tests::pool::{Pool, Way};

const LIMIT: Duration = Duration::from_secs(60);

fn share() -> PathBuf {
    helper::compile(env!("CARGO_TARGET_TMPDIR"), "share")
}

#[test]
fn another_reservation_opens_nothing_by_a_handle_that_it_has_got() {
    let pool = Pool::start();
    let mut command = Way::Tcp(&pool).command(&["-q", "-m", "64"], &share());
    let mut owner =
        command.arg("keep").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("bfrun starts");
    let mut lines = BufReader::new(owner.stdout.take().expect("a pipe")).lines();
    let mut handle = || lines.next().expect("a line").expect("text");
    let (memory, event) = (handle(), handle());
    assert_eq!((memory.len(), event.len()), (128, 128));
    for way in [Way::Tcp(&pool), Way::Unix(&pool), Way::Direct] {
        let out = run(way.command(&["-q", "-m", "64"], &share()).args(["open", &memory, &event]), LIMIT);
        assert_eq!(
            (out.status, out.stdout.as_str()),
            (0, "memory 1: 0, event 400\n"),
            "{way:?} {}",
            out.stderr
        );
    }
    drop(owner.stdin.take());
    assert!(owner.wait().expect("it is our child").success());
    pool.becomes_free(LIMIT);
}

#[test]
fn memory_counts_until_its_last_user_has_closed_it() {
    let pool = Pool::start();
    for arguments in [&["count"][..], &["count", "kill"]] {
        let out = run(Way::Tcp(&pool).command(&["-q"], &share()).args(arguments), LIMIT);
        assert_eq!(
            (out.status, out.stdout.as_str()),
            (0, "freed: 1048576 count\nclosed: 0 count\n"),
            "{arguments:?} {}",
            out.stderr
        );
    }
    pool.becomes_free(LIMIT);
}
