//! Runs commands with a deadline.

use std::io::Read;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// What a command did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Output {
    /// Exit status; 128 + n after signal n.
    pub status: i32,
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
    /// How long it took.
    pub took: Duration,
}

fn reader(source: Option<impl Read + Send + 'static>) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut s) = source {
            // What was read until a failure still tells most.
            let _ = s.read_to_end(&mut bytes);
        }
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// Runs a command; panics if it takes longer than `limit` (that is a hang, which is never right).
pub fn run(command: &mut Command, limit: Duration) -> Output {
    let begin = Instant::now();
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|e| panic!("{command:?} did not start: {e}"));
    let (out, err) = (reader(child.stdout.take()), reader(child.stderr.take()));
    let status = loop {
        if let Some(s) = child.try_wait().unwrap_or_else(|e| panic!("waiting failed: {e}")) {
            break s;
        }
        if begin.elapsed() > limit {
            let _ = child.kill();
            let _ = child.wait();
            panic!("{command:?} hangs: not finished after {limit:?}");
        }
        thread::sleep(Duration::from_millis(2));
    };
    let status = status.code().or(status.signal().map(|n| 128 + n)).unwrap_or(-1);
    let text = |t: thread::JoinHandle<String>| t.join().unwrap_or_default();
    Output { status, stdout: text(out), stderr: text(err), took: begin.elapsed() }
}

/// Waits until `ready` holds; panics after `limit`.
pub fn eventually(what: &str, limit: Duration, mut ready: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !ready() {
        assert!(begin.elapsed() < limit, "{what}: not within {limit:?}");
        thread::sleep(Duration::from_millis(5));
    }
}
