//! What a worker can do that has been taken over: a driver library tries (`tests/scripts/intruder.c`).

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use system_tests::helper;
use system_tests::output::{eventually, run};
use system_tests::pool::{Pool, Way};
use system_tests::programs::named;

const LIMIT: Duration = Duration::from_secs(60);
const FIRST_UID: u32 = 1_900_000_000;

/// Attempts that the kernel or the mounts refuse, not the filter.
const FILES: [&str; 7] =
    ["home", "other cache", "folder of programs", "node fuse", "node kmsg", "node tty", "node net/tun"];
/// Attempts that come through in a worker that is not confined, whoever the server is.
const OPEN: [&str; 6] =
    ["home", "other cache", "internet socket", "fork", "execve", "signal of another worker"];
/// The same if it is root.
const OPEN_TO_ROOT: [&str; 8] = [
    "ptrace of the front",
    "memory of the front",
    "environment of another worker",
    "ptrace of another worker",
    "descriptors of another worker",
    "process_vm_readv of the front",
    "folder of programs",
    "mount",
];

fn is_root() -> bool {
    // SAFETY: no preconditions.
    unsafe { libc::geteuid() == 0 }
}

/// A folder with a library that has been taken over and what it looks for; the server's home and caches are in it.
struct Site(PathBuf);

impl Site {
    fn new(name: &str) -> Site {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
        for file in ["home/secret", "caches/other/code"] {
            let path = folder.join(file);
            fs::create_dir_all(path.parent().expect("it has one")).expect("a folder of the test's own");
            fs::write(path, "").expect("a file of the test's own");
        }
        Site(folder)
    }

    fn pool(&self, env: &[(&str, &str)]) -> Pool {
        let (home, caches) = (self.0.join("home"), self.0.join("caches"));
        let own = [("HOME", &*home.to_string_lossy()), ("BIFROST_CACHE", &*caches.to_string_lossy())]
            .map(|(name, value)| (name.to_owned(), value.to_owned()));
        let own = own.iter().map(|(name, value)| (&**name, &**value));
        let env: Vec<_> = own.chain([("INTRUDER_SECRET", "1")]).chain(env.iter().copied()).collect();
        Pool::of(&helper::driver(&self.0, "intruder"), &env)
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A program of another tenant's, which is of this machine.
fn neighbour(pool: &Pool) -> Child {
    let hold = helper::compile(env!("CARGO_TARGET_TMPDIR"), "hold");
    let mut command: Command = Way::Unix(pool).command(&["-q", "-m", "1000"], &hold);
    let child = command.arg("quiet").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    let child = child.expect("bfrun starts");
    eventually("the neighbour has a worker", LIMIT, || !pool.workers().is_empty());
    child
}

/// What the library says in the worker of a program that comes by TCP: attempts and how they ended.
fn attempts(pool: &Pool) -> BTreeMap<String, String> {
    let mut neighbour = neighbour(pool);
    let program = named("vector_add").path("cu13-static");
    let out = run(Way::Tcp(pool).command(&["-q", "-m", "1000"], &program).arg("1000"), LIMIT);
    // SAFETY: the child has not been waited for.
    unsafe { libc::kill(neighbour.id() as i32, libc::SIGTERM) };
    let _ = neighbour.wait();
    assert_eq!(out.status, 0, "{}{}\n{}", out.stdout, out.stderr, pool.log());
    let lines = out.stderr.lines().filter_map(|line| line.split_once("intruder: ")?.1.rsplit_once(' '));
    let found: BTreeMap<_, _> = lines.map(|(what, how)| (what.to_owned(), how.to_owned())).collect();
    assert!(out.stderr.contains("intruder: over"), "{}", out.stderr);
    assert!(found.contains_key("ptrace of another worker"), "{found:?}");
    found
}

/// Which measures the server could not take here.
fn missing(pool: &Pool) -> Vec<&'static str> {
    let log = pool.log();
    let line =
        log.lines().find(|line| line.contains("workers are confined")).unwrap_or_else(|| panic!("{log}"));
    let all = ["users of their own", "mount namespaces", "filters of system calls"];
    all.into_iter().filter(|measure| line.contains(measure)).collect()
}

#[test]
fn a_worker_that_is_taken_over_reaches_nothing_of_others() {
    let site = Site::new("confined");
    let pool = site.pool(&[]);
    let found = attempts(&pool);
    let missing = missing(&pool);
    if !missing.is_empty() {
        println!("not run, as this machine or user lacks them: {}", missing.join(", "));
    }
    let number = |what: &str| found[what].parse::<u64>().unwrap_or_else(|_| panic!("{what}: {found:?}"));
    let without = |measure| missing.contains(&measure);
    let state = ["uid", "dumpable", "no_new_privs", "cores", "descriptors", "nodes", "temporary files"];
    for (what, how) in &found {
        let skipped =
            (without("mount namespaces") && FILES.contains(&&**what)) || without("filters of system calls");
        let attempt = !state.contains(&&**what) && !what.starts_with("secret") && what != "own cache";
        assert!(!attempt || skipped || how != "done", "{what} came through: {found:#?}");
    }
    // Workers of a user of their own are one tenant's.
    let dumpable = u64::from(!without("users of their own"));
    assert_eq!((number("dumpable"), number("no_new_privs"), number("cores")), (dumpable, 1, 0));
    assert_eq!((number("secret in the environment"), &*found["own cache"]), (0, "done"));
    // Standard ones, five of the front's, listener, output, and what the driver has.
    assert!(number("descriptors") <= 16, "{found:#?}");
    if !without("mount namespaces") {
        assert_eq!((number("nodes"), number("temporary files")), (6, 1), "{found:#?}");
    }
    match without("users of their own") {
        false => assert!(number("uid") >= FIRST_UID.into(), "{found:#?}"),
        true => assert!(!is_root(), "root can give users: {}", pool.log()),
    }
}

/// The test above sees what it looks for.
#[test]
fn without_confinement_the_same_attempts_come_through() {
    let site = Site::new("open");
    let pool = site.pool(&[("BIFROST_NO_CONFINEMENT", "1")]);
    let found = attempts(&pool);
    let root: &[&str] = if is_root() { &OPEN_TO_ROOT } else { &[] };
    for what in OPEN.iter().chain(root) {
        assert_eq!(found[*what], "done", "{what}: {found:#?}");
    }
    assert!(pool.log().contains("--no-confinement"), "{}", pool.log());
}
