//! Reservations that several programs use (`bfrun request`, `--reservation`, `release`), and shells that hold one.

use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use serde_json::Value;
use system_tests::dist;
use system_tests::helper;
use system_tests::output::{Output, eventually, run};
use system_tests::pool::{Pool, Way};
use system_tests::programs::named;
use system_tests::site::Site;

/// A harness's own patience: more is a hang.
const LIMIT: Duration = Duration::from_secs(60);
const MIB: u64 = 1 << 20;

/// A file's path, and the file is gone in the end.
struct Ticket(PathBuf);

impl Ticket {
    fn new() -> Ticket {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let n = NEXT.fetch_add(1, Ordering::Relaxed);
        Ticket(std::env::temp_dir().join(format!("bifrost-ticket-{}-{n}", std::process::id())))
    }

    fn text(&self) -> &str {
        self.0.to_str().expect("a plain path")
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        // It may have been released.
        let _ = std::fs::remove_file(&self.0);
    }
}

fn bfrun(args: &[&str]) -> Command {
    let mut command = Command::new(dist().join("bin/bfrun"));
    command.env_remove("BIFROST_SERVER").args(args);
    command
}

/// It failed with one line that holds `words`.
fn refused(args: &[&str], words: &[&str]) {
    let out = run(&mut bfrun(args), LIMIT);
    assert_eq!((out.status, out.stderr.lines().count()), (125, 1), "{args:?}: {}", out.stderr);
    for word in words {
        assert!(out.stderr.contains(word), "{args:?}: `{word}` is not in: {}", out.stderr);
    }
}

fn succeeds(command: &mut Command) -> Output {
    let out = run(command, LIMIT);
    assert_eq!(out.status, 0, "{}{}", out.stdout, out.stderr);
    out
}

fn request(pool: &Pool, options: &[&str]) -> Ticket {
    let ticket = Ticket::new();
    succeeds(bfrun(&["request", "--server", &pool.tcp, "-q", "-o", ticket.text()]).args(options));
    ticket
}

fn joined(ticket: &Ticket, program: &Path) -> Command {
    let mut command = bfrun(&["-q", "--reservation", ticket.text(), "--"]);
    command.arg(program);
    command
}

fn adds(ticket: &Ticket) {
    succeeds(joined(ticket, &named("vector_add").path("cu13-static")).arg("1000"));
}

fn bfctl(pool: &Pool, args: &[&str]) -> Output {
    let server = format!("unix:{}", pool.unix.display());
    run(Command::new(dist().join("bin/bfctl")).args(args).args(["--server", &server]), LIMIT)
}

fn report(pool: &Pool) -> Value {
    serde_json::from_str(&bfctl(pool, &["status", "--json"]).stdout).expect("JSON")
}

/// A program that takes all memory that it can get and holds it until its input ends: what it got.
fn hoard(ticket: &Ticket, mib: &str) -> (Child, u64) {
    let program = helper::compile(env!("CARGO_TARGET_TMPDIR"), "hoard");
    let mut command = joined(ticket, &program);
    let child = command.args([mib, "plain"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut child = child.expect("it starts");
    let lines = BufReader::new(child.stdout.take().expect("it was asked for")).lines();
    let mut held = None;
    for line in lines.map(|l| l.expect("text")) {
        held = held.or(line.strip_prefix("holds ").map(|n| n.parse().expect("a number")));
        if line.starts_with("nvml2") {
            break;
        }
    }
    (child, held.expect("it tells what it holds"))
}

#[test]
fn programs_share_a_reservation_and_its_partition() {
    let pool = Pool::with(&[("SOFTCUDA_DEVICES", "2")]);
    let ticket = request(&pool, &["-n", "2", "-m", "256"]);
    let mode = std::fs::metadata(&ticket.0).expect("it is there").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let status = pool.client().status().expect("the pool answers");
    assert_eq!(status.devices.iter().map(|d| d.reserved / MIB).collect::<Vec<_>>(), [256, 256]);
    adds(&ticket);
    adds(&ticket);
    let (mut one, first) = hoard(&ticket, "256");
    let (mut two, second) = hoard(&ticket, "256");
    let used: u64 = pool.client().status().expect("the pool answers").devices.iter().map(|d| d.used).sum();
    assert!(first > 128 * MIB && first + second <= used && used <= 256 * MIB, "{first} + {second}: {used}");
    // One that is killed takes nothing from the other, and what it had is free.
    one.kill().expect("it is our child");
    one.wait().expect("it is our child");
    eventually("what a killed program had is free", LIMIT, || {
        pool.client().status().is_ok_and(|s| s.sessions == 1 && s.devices.iter().all(|d| d.used < 128 * MIB))
    });
    drop(two.stdin.take());
    assert!(two.wait().expect("it is our child").success());
    adds(&ticket);
    assert_eq!(report(&pool)["servers"][0]["reservations"][0]["kept"], true);
    succeeds(&mut bfrun(&["release", ticket.text()]));
    assert!(!ticket.0.exists());
    pool.becomes_free(LIMIT);
}

#[test]
fn a_release_ends_what_runs() {
    let pool = Pool::start();
    let ticket = request(&pool, &[]);
    let (mut child, _) = hoard(&ticket, "100");
    succeeds(&mut bfrun(&["release", ticket.text()]));
    pool.becomes_free(LIMIT);
    drop(child.stdin.take());
    child.wait().expect("it is our child");
}

#[test]
fn files_that_cannot_be_used_are_told() {
    let mut pool = Pool::start();
    let gone = Ticket::new();
    refused(&["--reservation", gone.text(), "true"], &["does not exist", "bfrun request"]);
    refused(&["release", gone.text()], &["does not exist"]);
    let ticket = request(&pool, &["-m", "100"]);
    let text = std::fs::read_to_string(&ticket.0).expect("a file");
    refused(&["request", "--server", &pool.tcp, "-o", ticket.text()], &["exists already", "bfrun release"]);
    let open = |mode| std::fs::set_permissions(&ticket.0, PermissionsExt::from_mode(mode)).expect("a file");
    open(0o644);
    refused(&["--reservation", ticket.text(), "true"], &["others may read it", "chmod 600"]);
    open(0o600);
    let write = |text: &str| std::fs::write(&ticket.0, text).expect("a file");
    write("{}");
    refused(&["--reservation", ticket.text(), "true"], &["is no file of a reservation"]);
    // Whoever knows the number only has nothing.
    let mut forged: Value = serde_json::from_str(&text).expect("JSON");
    forged["key"] = "0".repeat(32).into();
    write(&forged.to_string());
    refused(&["--reservation", ticket.text(), "true"], &["has ended", "bfrun request"]);
    write(&text);
    refused(
        &["request", "--server", &pool.tcp, "-m", "1", "-o", "/nowhere/file"],
        &["/nowhere/file cannot be written"],
    );
    eventually("what has no file is free", LIMIT, || {
        pool.client().status().is_ok_and(|s| s.reservations == 1)
    });
    // The server forgets nothing when it is killed; but it does when an administrator says so.
    pool.restart();
    succeeds(&mut bfrun(&["--reservation", ticket.text(), "true"]));
    let id = pool.client().report().expect("it answers").reservations[0].id;
    pool.client().kill(&format!("r{id}")).expect("it is there");
    refused(&["--reservation", ticket.text(), "true"], &["has ended", "bfctl kill"]);
    let out = succeeds(&mut bfrun(&["release", ticket.text()]));
    assert!(out.stderr.contains("had ended already") && !ticket.0.exists(), "{}", out.stderr);
    drop(pool);
    write(&text);
    open(0o600);
    refused(&["--reservation", ticket.text(), "true"], &["nothing listens there"]);
    refused(&["release", ticket.text()], &["nothing listens there"]);
    assert!(ticket.0.exists(), "it may still be there when the server is back");
}

#[test]
fn a_reservation_lasts_as_long_as_the_server_allows() {
    let ticket = Ticket::new();
    let none = Pool::with(&[("BIFROST_KEEP_LIMIT", "0")]);
    refused(&["request", "--server", &none.tcp, "-o", ticket.text()], &["keeps no reservations"]);
    assert!(!ticket.0.exists());
    none.becomes_free(LIMIT);
    let pool = Pool::with(&[("BIFROST_KEEP_LIMIT", "2s")]);
    let kept = request(&pool, &["--time", "1h"]);
    let ends = report(&pool)["servers"][0]["reservations"][0]["ends_in_s"].as_u64().expect("an end");
    assert!(ends <= 2, "{ends}");
    let (mut child, _) = hoard(&kept, "100");
    pool.becomes_free(LIMIT);
    assert!(pool.log().contains("its time is over"), "{}", pool.log());
    drop(child.stdin.take());
    child.wait().expect("it is our child");
    refused(&["--reservation", kept.text(), "true"], &["its time was over"]);
}

#[test]
fn administrators_see_and_end_reservations() {
    let pool = Pool::start();
    let ticket = request(&pool, &["-m", "100"]);
    let text = bfctl(&pool, &["sessions"]).stdout;
    let line = text.lines().find(|l| l.starts_with("r1 ")).unwrap_or_else(|| panic!("{text}"));
    assert!(text.contains("without a session") && line.contains("  in ") && line.contains("100"), "{line}");
    let over_tcp =
        run(Command::new(dist().join("bin/bfctl")).args(["kill", "r1", "--server", &pool.tcp]), LIMIT);
    assert!(
        over_tcp.status == 1 && over_tcp.stderr.contains("may not end others' reservations"),
        "{over_tcp:?}"
    );
    let unknown = bfctl(&pool, &["kill", "r7"]);
    assert!(unknown.status == 1 && unknown.stderr.contains("no reservation r7"), "{unknown:?}");
    // What is merely kept holds no drain up.
    assert_eq!(bfctl(&pool, &["drain", "--wait", "0"]).status, 0);
    adds(&ticket);
    let killed = bfctl(&pool, &["kill", "r1"]);
    assert!(killed.status == 0 && killed.stdout.contains("reservation r1"), "{killed:?}");
    pool.becomes_free(LIMIT);
}

#[test]
fn a_file_of_another_token_is_of_no_use() {
    let site = Site::init();
    let pool = site.pool();
    let (ada, bob) = (site.create("ada", &pool, &["--gpus", "1"]), site.create("bob", &pool, &[]));
    let out = site.bfrun_as(&ada, &["request", "-m", "100", "-o", "ticket"]);
    assert_eq!(out.status, 0, "{}", out.stderr);
    for args in [&["--reservation", "ticket", "true"][..], &["release", "ticket"]] {
        let out = site.bfrun_as(&bob, args);
        assert!(
            out.status == 125 && out.stderr.contains("another token or user"),
            "{args:?}: {}",
            out.stderr
        );
    }
    // It counts against its own token's limits.
    let out = site.bfrun_as(&ada, &["-m", "100", "true"]);
    assert!(out.status == 125 && out.stderr.contains("may hold 1 GPUs"), "{}", out.stderr);
    for args in [&["--reservation", "ticket", "true"][..], &["release", "ticket"]] {
        let out = site.bfrun_as(&ada, args);
        assert_eq!(out.status, 0, "{args:?}: {}", out.stderr);
    }
    pool.becomes_free(LIMIT);
}

/// A reservation of a shell is used by all that the shell starts, one after another and at the same time.
#[test]
fn commands_of_a_shell_share_its_reservation() {
    let pool = Pool::start();
    let add = named("vector_add").path("cu13-static");
    let script =
        "\"$0\" 1000 && (\"$0\" 1000 | cat) && { \"$0\" 1000 & \"$0\" 1000 & wait; } && exec \"$0\" 1000";
    for way in [Way::Tcp(&pool), Way::Unix(&pool)] {
        let mut command = way.command(&["-q", "-n", "1", "-m", "500"], Path::new("bash"));
        let out = succeeds(command.args(["-c", script]).arg(&add));
        assert_eq!(
            out.stdout.lines().filter(|l| *l == out.stdout.lines().next().expect("a line")).count(),
            5
        );
        pool.becomes_free(LIMIT);
    }
}

/// A shell under bfrun that runs `vector_add` for each line that it is given.
struct Shell(Child);

impl Shell {
    fn start(mut command: Command) -> Shell {
        let script = "while read -r word; do \"$0\" 1000 >&2; echo \"$?\"; done";
        command.args(["-c", script]).arg(named("vector_add").path("cu13-static"));
        let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        Shell(child.expect("bfrun starts"))
    }

    /// Exit status of the next run.
    fn runs(&mut self) -> String {
        writeln!(self.0.stdin.as_mut().expect("a pipe"), "again").expect("it reads");
        let mut line = String::new();
        let mut byte = [0];
        let output = self.0.stdout.as_mut().expect("a pipe");
        while output.read(&mut byte).is_ok_and(|n| n == 1) && byte != *b"\n" {
            line.push(byte[0].into());
        }
        line
    }

    /// What it said on standard error.
    fn ends(mut self) -> String {
        drop(self.0.stdin.take());
        let out = self.0.wait_with_output().expect("it is our child");
        String::from_utf8_lossy(&out.stderr).into_owned()
    }
}

/// What a shell holds and does not use is others' meanwhile.
#[test]
fn an_idle_reservation_gives_its_devices_up_and_gets_them_back() {
    let pool = Pool::with(&[("BIFROST_IDLE_LIMIT", "5s")]);
    let mut shell = Shell::start(Way::Tcp(&pool).command(&["-q"], Path::new("bash")));
    assert_eq!(shell.runs(), "0");
    let status = || pool.client().status().expect("the pool answers");
    let idle = || status().devices[0].reserved == 0;
    eventually("it gives its device up", LIMIT, idle);
    assert_eq!(status().reservations, 1);
    let other = pool.client();
    let grant = other.reserve(1, protocol::control::MemoryAsk::Whole).expect("it is free");
    assert_ne!(shell.runs(), "0");
    other.release_grant(grant.ticket).expect("it is ours");
    assert_eq!(shell.runs(), "0");
    assert!(status().devices[0].reserved > 0);
    let told = shell.ends();
    assert!(told.contains("the pool is full"), "{told}");
    pool.becomes_free(LIMIT);
}

/// A reservation that is kept outlives its server, however that ends, with the same devices and the time that is left.
#[test]
fn kept_reservations_outlive_their_server() {
    let mut pool = Pool::with(&[("SOFTCUDA_DEVICES", "2")]);
    let ticket = Ticket::new();
    let add = named("vector_add").path("cu13-static");
    let bfrun = |args: &[&str]| {
        let mut command = Command::new(dist().join("bin/bfrun"));
        run(command.args(args).env("BIFROST_SERVER", &pool.tcp), LIMIT)
    };
    let file = ticket.text();
    let made = bfrun(&["request", "-m", "4000", "--filter", "device.id=1", "--time", "1h", "-o", file]);
    assert_eq!(made.status, 0, "{}", made.stderr);
    let tcp = pool.tcp.clone();
    let bfrun = |args: &[&str]| {
        let mut command = Command::new(dist().join("bin/bfrun"));
        run(command.args(args).env("BIFROST_SERVER", &tcp), LIMIT)
    };
    for gently in [false, true] {
        if gently {
            pool.restart_with(libc::SIGTERM)
        } else {
            pool.restart()
        }
        let report = pool.client().report().expect("the pool answers");
        let [kept] = &report.reservations[..] else { panic!("{:?}", report.reservations) };
        assert_eq!((kept.kept, kept.sessions, kept.devices[0].index), (true, 0, Some(1)), "{kept:?}");
        assert_eq!(kept.devices[0].reserved_bytes, 4000 * MIB);
        assert!(kept.ends_in_s.is_some_and(|left| (3500..3602).contains(&left)), "{kept:?}");
        let out = bfrun(&["--reservation", file, "--", add.to_str().expect("a plain path")]);
        assert_eq!(out.status, 0, "{}", out.stderr);
    }
    assert_eq!(bfrun(&["release", file]).status, 0);
    pool.restart();
    assert!(pool.is_free());
}

/// The program of `tests/scripts/idle.c`.
struct Idler(Child, BufReader<std::process::ChildStdout>);

impl Idler {
    fn start(pool: &Pool) -> Idler {
        let program = helper::compile(env!("CARGO_TARGET_TMPDIR"), "idle");
        let mut command = Way::Tcp(pool).command(&["-q"], &program);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("bfrun starts");
        let lines = BufReader::new(child.stdout.take().expect("it is piped"));
        let mut idler = Idler(child, lines);
        assert_eq!(idler.line(), "ready\n");
        idler
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.1.read_line(&mut line).expect("text");
        line
    }

    fn say(&mut self, word: &str) {
        writeln!(self.0.stdin.as_mut().expect("a pipe"), "{word}").expect("it reads");
    }

    fn does(&mut self, word: &str) -> String {
        self.say(word);
        self.line()
    }
}

/// A process that has used CUDA, such as a Jupyter kernel's, keeps no GPU while it has no memory there, and goes on with what it had opened.
#[test]
fn a_process_without_device_memory_gives_its_devices_up_and_goes_on() {
    let mut pool = Pool::with(&[("BIFROST_IDLE_LIMIT", "5s")]);
    let mut idler = Idler::start(&pool);
    assert_eq!(idler.does("use"), "use 0 1\n");
    let reserved = |pool: &Pool| pool.client().status().expect("the pool answers").devices[0].reserved;
    eventually("it gives its device up", LIMIT, || reserved(&pool) == 0);
    let report = pool.client().report().expect("the pool answers");
    assert_eq!((report.sessions.len(), report.reservations[0].asleep), (1, true));
    assert!(report.sessions[0].work.calls > 5 && report.sessions[0].work.waits > 2, "{:?}", report.sessions);

    // Others have it meanwhile; then it waits in line for it.
    let other = pool.client();
    let grant = other.reserve(1, protocol::control::MemoryAsk::Whole).expect("it is free");
    idler.say("use");
    eventually("it waits", LIMIT, || pool.client().report().is_ok_and(|r| r.server.waiting == 1));
    other.release_grant(grant.ticket).expect("it is ours");
    assert_eq!(idler.line(), "use 0 2\n");
    assert!(reserved(&pool) > 0);

    // Also when the server was killed meanwhile, which does not give away what it has not.
    eventually("it gives its device up again", LIMIT, || reserved(&pool) == 0);
    pool.restart();
    assert_eq!((reserved(&pool), pool.client().status().expect("it answers").sessions), (0, 1));
    assert_eq!(idler.does("use"), "use 0 3\n");
    assert!(reserved(&pool) > 0);
    drop(idler.0.stdin.take());
    assert!(idler.0.wait().expect("it is our child").success());
    pool.becomes_free(LIMIT);
}

/// What holds memory keeps its GPUs, however idle it is.
#[test]
fn a_process_with_device_memory_keeps_its_devices() {
    let pool = Pool::with(&[("BIFROST_IDLE_LIMIT", "5s")]);
    let mut idler = Idler::start(&pool);
    assert_eq!(idler.does("take"), "take 0 0\n");
    std::thread::sleep(Duration::from_secs(8));
    assert!(pool.client().status().expect("the pool answers").devices[0].reserved > 0);
    assert_eq!(idler.does("give"), "give 0 0\n");
    let freed = || pool.client().status().expect("the pool answers").devices[0].reserved == 0;
    eventually("it gives its device up", LIMIT, freed);
    idler.0.kill().expect("it runs");
    idler.0.wait().expect("it is our child");
    pool.becomes_free(LIMIT);
}

/// Time ends a reservation, of a token or of everybody, and the user is warned before.
#[test]
fn wall_time_ends_a_reservation_after_a_warning() {
    let site = Site::init();
    let all = Pool::with(&[("BIFROST_WALL_LIMIT", "4s")]);
    let one = site.pool();
    let bundle = site.create("ada", &one, &["--wall-time", "4s", "--idle", "1h"]);
    assert!(
        site.token(&["list"]).lines().any(|l| l.contains("ada") && l.contains("4s") && l.contains("1h00m"))
    );
    for (pool, bundle) in [(&all, Path::new("none")), (&one, bundle.as_path())] {
        let mut command = Way::Tcp(pool).command(&["-q"], Path::new("bash"));
        command.env("BIFROST_BUNDLE", bundle);
        let mut shell = Shell::start(command);
        assert_eq!(shell.runs(), "0");
        pool.becomes_free(LIMIT);
        assert_ne!(shell.runs(), "0");
        let told = shell.ends();
        assert!(told.contains("save what you need") && told.contains("its time was over"), "{told}");
    }
}

/// What ended a session is told to whoever sits before the program: in one line, with the cause.
#[test]
fn what_ends_a_session_is_told() {
    type End = fn(&Pool);
    type Case<'a> = (&'a str, End, &'a [(&'a str, &'a str)]);
    let ends: [Case<'_>; 4] = [
        (
            "it was ended with bfctl kill",
            |pool| {
                let name = pool.client().report().expect("it answers").sessions[0].session.clone();
                pool.client().kill(&name).expect("it is there");
            },
            &[],
        ),
        ("it was ended with bfctl kill", |pool| pool.client().kill("r1").expect("it is there"), &[]),
        ("its time was over", |_| {}, &[("BIFROST_WALL_LIMIT", "3s")]),
        ("the server ends", |pool| pool.signal(libc::SIGINT), &[]),
    ];
    for (words, end, env) in ends {
        let pool = Pool::with(env);
        let program = helper::compile(env!("CARGO_TARGET_TMPDIR"), "idle");
        let mut command = Way::Tcp(&pool).command(&["-q"], &program);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("bfrun starts");
        let mut lines = BufReader::new(child.stdout.take().expect("it is piped"));
        let mut line = String::new();
        lines.read_line(&mut line).expect("text");
        assert_eq!(line, "ready\n");
        end(&pool);
        // It is told at once, or with the program's next call.
        let mut stdin = child.stdin.take().expect("a pipe");
        let calls = std::thread::spawn(move || {
            for _ in 0..100 {
                if writeln!(stdin, "use").is_err() {
                    break;
                }
                std::thread::sleep(Duration::from_millis(100));
            }
        });
        let mut told = BufReader::new(child.stderr.take().expect("it is piped"));
        let mut line = String::new();
        while !line.contains("the session is over") {
            line.clear();
            assert_ne!(told.read_line(&mut line).expect("text"), 0, "nothing is told of: {words}");
        }
        assert!(line.contains(&format!("the server has ended it: {words}")), "{line}");
        child.kill().expect("it runs");
        child.wait().expect("it is our child");
        calls.join().expect("it writes");
    }
}
