//! Work that is under way while its stream, thread, context, process or worker ends; full connections; nothing left over afterwards.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use system_tests::helper;
use system_tests::output::{Output, run};
use system_tests::pool::{Pool, WAITS, Way};

/// Longer is a hang.
const LIMIT: Duration = Duration::from_secs(120);
/// What a dead client held is free within this time.
const FREE_LIMIT: Duration = Duration::from_secs(5);

fn program() -> PathBuf {
    helper::compile(env!("CARGO_TARGET_TMPDIR"), "pending")
}

fn check(mut command: Command, arguments: &[&str]) -> Output {
    let out = run(command.args(arguments), LIMIT);
    assert_eq!(out.status, 0, "{command:?}: {}{}", out.stdout, out.stderr);
    out
}

/// The case holds directly and through a pool, which is free afterwards.
fn everywhere(arguments: &[&str]) {
    check(Way::Direct.command(&[], &program()), arguments);
    let pool = Pool::start();
    for way in [Way::Tcp(&pool), Way::Unix(&pool), Way::Plain(&pool)] {
        check(way.command(&["-q"], &program()), arguments);
        pool.becomes_free(FREE_LIMIT);
    }
}

#[test]
fn waits_cover_streams_that_were_destroyed() {
    for case in ["departed-context", "departed-legacy", "departed-event"] {
        everywhere(&[case]);
    }
}

#[test]
fn waits_for_destroyed_streams_hold_up_no_other_thread() {
    everywhere(&["departed-others-go-on"]);
}

#[test]
fn pinned_memory_outlives_the_stream_that_writes_it() {
    everywhere(&["departed-pinned", "100"]);
}

#[test]
fn a_thread_ends_before_the_work_in_its_stream() {
    everywhere(&["thread-end"]);
}

/// Calls in destructors of threads and at the end of the process, when thread-local storage is gone.
#[test]
fn late_calls_are_answered() {
    let pool = Pool::start();
    for way in [Way::Direct, Way::Tcp(&pool), Way::Unix(&pool), Way::Plain(&pool)] {
        let options: &[&str] = if matches!(way, Way::Direct) { &[] } else { &["-q"] };
        assert_eq!(check(way.command(options, &program()), &["late-calls"]).stdout, "released\n");
    }
}

/// The worker never waits in the driver, whatever the stream holds.
#[test]
fn every_kind_of_operation_takes_credits() {
    let pool = Pool::start();
    for way in [Way::Tcp(&pool), Way::Unix(&pool)] {
        check(way.command(&["-q"], &program()), &["credits", "7000"]);
        check(way.command(&["-q"], &program()), &["full-streams", "2000"]);
    }
}

/// Also with a driver that takes little: its calls do not wait in the worker, where they would hold up others. Then a full stream leaves room for
/// others of its context, not for many full ones.
#[test]
fn a_driver_that_takes_little_is_never_waited_for() {
    for (stream, context, case, count) in [
        (64, 100, "credits", "700"),
        (64, 100, "many-streams", "5000"),
        (64, 1000, "full-streams", "500"),
        (100, 5000, "full-streams", "500"),
    ] {
        let pool = Pool::narrow(stream, context);
        for way in [Way::Tcp(&pool), Way::Unix(&pool)] {
            let out = check(way.command(&["-q"], &program()), &[case, count]);
            assert!(!out.stderr.contains(WAITS), "{case}, {stream} and {context}: {}", out.stderr);
            pool.becomes_free(FREE_LIMIT);
        }
    }
}

/// The probe finds out what the driver holds, whichever limit it has.
#[test]
fn the_probe_finds_out_what_the_driver_holds() {
    for (depth, words) in [
        ("64", "holds 64 operations in a stream\n"),
        ("64,100", "holds 64 operations in a stream, 100 in a context\n"),
        ("300,2000", "holds 300 operations in a stream, 2000 in a context\n"),
        // Held by the gate as well.
        ("", "holds 1025 operations in a stream\n"),
        // More than is looked for: as usual.
        ("50000", "holds 1024 operations in a stream\n"),
    ] {
        let pool = Pool::with(&[("SOFTCUDA_QUEUE_DEPTH", depth), ("BIFROST_LOG", "debug")]);
        assert!(pool.log().contains(words), "{depth}: {}", pool.log());
    }
}

/// The imitation itself: without a pool the program's own calls wait.
#[test]
fn a_driver_that_takes_little_makes_calls_wait() {
    let mut command = Way::Direct.command(&[], &program());
    command.envs([("SOFTCUDA_QUEUE_DEPTH", "64,100"), ("SOFTCUDA_LOG", "2")]);
    let out = check(command, &["credits", "700"]);
    assert!(out.stderr.contains(WAITS), "{}", out.stderr);
}

#[test]
fn a_failed_context_ends_all_waits_and_can_be_reset() {
    everywhere(&["failed", "5"]);
}

#[test]
fn children_of_a_process_with_many_threads() {
    let pool = Pool::start();
    for way in [Way::Tcp(&pool), Way::Plain(&pool)] {
        check(way.command(&["-q"], &program()), &["forks", "50"]);
        pool.becomes_free(FREE_LIMIT);
    }
}

/// Threads, streams that go while they are busy, memory that goes, everything at random from a seed.
#[test]
fn numbers_survive_being_carried_from_stream_to_stream() {
    let pool = Pool::start();
    for seed in ["1", "2", "3"] {
        check(Way::Direct.command(&[], &program()), &["carry", seed]);
        for way in [Way::Tcp(&pool), Way::Unix(&pool)] {
            check(way.command(&["-q"], &program()), &["carry", seed]);
        }
    }
}

/// `pending` under way.
struct Running {
    child: Child,
    output: BufReader<ChildStdout>,
}

impl Running {
    fn start(mut command: Command, arguments: &[&str]) -> Running {
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("it starts");
        let output = BufReader::new(child.stdout.take().expect("it was asked for"));
        Running { child, output }
    }

    /// The number at the end of the next line.
    fn number(&mut self) -> i64 {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("its output");
        let number = line.split_whitespace().last().and_then(|n| n.parse().ok());
        number.unwrap_or_else(|| panic!("no number: {line}"))
    }

    /// Lets it go on.
    fn go_on(&mut self) {
        // One that was killed takes nothing.
        let _ = self.child.stdin.as_mut().expect("it was asked for").write_all(b"\n");
    }

    fn ends(mut self) {
        let begin = Instant::now();
        while self.child.try_wait().expect("it is our child").is_none() {
            if begin.elapsed() > LIMIT {
                let _ = self.child.kill();
                panic!("it hangs: not ended within {LIMIT:?}");
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        let mut rest = String::new();
        self.output.read_to_string(&mut rest).expect("its output");
        assert_eq!(rest, "");
    }
}

fn signal(pid: i64, signal: i32) {
    let pid = i32::try_from(pid).expect("process ids are small");
    // SAFETY: kill has no preconditions; the process is one that this test has started.
    assert_eq!(unsafe { libc::kill(pid, signal) }, 0, "process {pid} is there");
}

#[test]
fn a_process_ends_while_its_threads_are_in_calls() {
    let pool = Pool::start();
    for way in [Way::Tcp(&pool), Way::Plain(&pool)] {
        for how in ["exit", "_exit", "abort", "killed"] {
            let mut running = Running::start(way.command(&["-q"], &program()), &[how]);
            let pid = running.number();
            if how == "killed" {
                signal(pid, libc::SIGKILL)
            } else {
                running.go_on()
            }
            running.ends();
            pool.becomes_free(FREE_LIMIT);
        }
    }
}

/// A worker that is stopped takes nothing, so the connection is full: the process ends all the same.
#[test]
fn a_process_ends_while_its_worker_is_stopped() {
    for way in ["tcp", "unix", "plain"] {
        let pool = Pool::start();
        let command = match way {
            "tcp" => Way::Tcp(&pool),
            "unix" => Way::Unix(&pool),
            _ => Way::Plain(&pool),
        };
        let mut running = Running::start(command.command(&["-q"], &program()), &["exit"]);
        running.number();
        let workers = pool.workers();
        workers.iter().for_each(|w| signal((*w).into(), libc::SIGSTOP));
        // Time for the connection to fill.
        std::thread::sleep(Duration::from_millis(300));
        running.go_on();
        running.ends();
        workers.iter().for_each(|w| {
            // SAFETY: as above. The front may have ended it by now.
            unsafe { libc::kill(*w, libc::SIGCONT) };
        });
        pool.becomes_free(FREE_LIMIT);
    }
}

#[test]
fn descriptors_that_the_program_takes_stay_its_own() {
    let pool = Pool::start();
    for case in ["low-descriptors", "taken-descriptors"] {
        for way in [Way::Tcp(&pool), Way::Unix(&pool), Way::Plain(&pool)] {
            check(way.command(&["-q"], &program()), &[case]);
            pool.becomes_free(FREE_LIMIT);
        }
    }
}

/// Resident memory of a process in KiB.
fn resident(pid: i32) -> i64 {
    let text = std::fs::read_to_string(format!("/proc/{pid}/statm")).expect("the process is there");
    let pages: i64 = text.split_whitespace().nth(1).and_then(|n| n.parse().ok()).expect("a number");
    pages * 4
}

/// What a process may grow by in 80,000 rounds, in KiB: a few bytes for each object.
const GROWTH: i64 = 2048;

#[test]
fn a_hundred_thousand_rounds_leave_nothing_behind() {
    let pool = Pool::start();
    let mut running = Running::start(Way::Tcp(&pool).command(&["-q"], &program()), &["rounds", "100000"]);
    let mut sizes = || {
        let client = running.number();
        let sizes = [client, resident(pool.workers()[0]), resident(pool.pid())];
        running.go_on();
        sizes
    };
    let (before, after) = (sizes(), sizes());
    running.ends();
    for (what, (before, after)) in ["program", "worker", "server"].iter().zip(before.into_iter().zip(after)) {
        assert!(after - before < GROWTH, "the {what} has grown from {before} to {after} KiB");
    }
}
