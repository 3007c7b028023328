//! Servers, workers, clients and bfrun that are killed at the worst moment: no hang, no leak.

use std::io::{BufRead, BufReader, Read};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use protocol::control::{FailureCode, MemoryAsk};
use system_tests::helper;
use system_tests::output::{eventually, run};
use system_tests::pool::{Pool, Way};
use system_tests::programs::named;

/// A program whose server has died learns it within this time: the network may bring that one back, and connections are refused for a while first.
const ERROR_LIMIT: Duration = Duration::from_secs(20);
/// Memory of a dead client is free within this time.
const FREE_LIMIT: Duration = Duration::from_secs(1);
const LIMIT: Duration = Duration::from_secs(60);

fn hold() -> PathBuf {
    helper::compile(env!("CARGO_TARGET_TMPDIR"), "hold")
}

fn kill(pid: i32, signal: i32) {
    // SAFETY: kill has no preconditions; the process is one that this test has started.
    assert_eq!(unsafe { libc::kill(pid, signal) }, 0, "process {pid} is there");
}

/// `hold` under way.
struct Holding {
    command: Child,
    output: BufReader<ChildStdout>,
    /// The process that uses the device.
    pid: i32,
}

impl Holding {
    fn start(mut command: Command, mode: &str) -> Holding {
        command.arg(mode);
        Holding::of(command, mode)
    }

    /// `command` starts `hold` itself.
    fn of(mut command: Command, mode: &str) -> Holding {
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut output = BufReader::new(child.stdout.take().expect("it was asked for"));
        let mut line = String::new();
        output.read_line(&mut line).expect("its output");
        let pid = line.trim().strip_prefix("ready ").and_then(|n| n.parse().ok());
        let pid = pid.unwrap_or_else(|| panic!("{mode} is not ready: {line}{}", stderr(&mut child)));
        Holding { command: child, output, pid }
    }

    /// Waits until the command has ended; what it had printed since it was ready.
    fn wait(mut self, limit: Duration) -> (ExitStatus, String, String) {
        let begin = Instant::now();
        let status = loop {
            if let Some(status) = self.command.try_wait().expect("it is our child") {
                break status;
            }
            if begin.elapsed() > limit {
                kill(self.pid, libc::SIGKILL);
                let _ = self.command.kill();
                panic!("it hangs: not ended within {limit:?}");
            }
            std::thread::sleep(Duration::from_millis(2));
        };
        let mut text = String::new();
        self.output.read_to_string(&mut text).expect("its output");
        (status, text, stderr(&mut self.command))
    }
}

fn stderr(child: &mut Child) -> String {
    let mut text = String::new();
    if let Some(mut pipe) = child.stderr.take() {
        // What can be read tells most.
        let _ = pipe.read_to_string(&mut text);
    }
    text
}

/// The interrupted call returned an error, and one line told the user.
fn got_an_error(holding: Holding, what: &str) {
    let (status, out, err) = holding.wait(ERROR_LIMIT);
    assert!(!status.success(), "{what}: {out}{err}");
    let code: i32 = out
        .split_whitespace()
        .last()
        .and_then(|n| n.parse().ok())
        .unwrap_or_else(|| panic!("{what}: no result: {out}{err}"));
    assert!(code > 0, "{what}: {out}");
    assert!(err.contains("the session is over"), "{what}: {err}");
}

#[test]
fn a_server_killed_while_a_program_waits() {
    // At once, as each waits for its server to come back.
    std::thread::scope(|s| {
        for mode in ["sync", "copy", "launch"] {
            s.spawn(move || ["tcp", "unix", "plain"].into_iter().for_each(|way| killed_server(mode, way)));
        }
    });
}

fn killed_server(mode: &str, way: &str) {
    let pool = Pool::start();
    let way_in = match way {
        "tcp" => Way::Tcp(&pool),
        "unix" => Way::Unix(&pool),
        _ => Way::Plain(&pool),
    };
    let holding = Holding::start(way_in.command(&["-q"], &hold()), mode);
    let workers = pool.workers();
    pool.signal(libc::SIGKILL);
    // The workers of a killed front may live on for a restarted one; they too are killed, as when a machine fails.
    workers.iter().for_each(|w| kill_if_there(*w));
    got_an_error(holding, &format!("{mode} over {way}"));
}

/// Whether a process is gone, or only waits for somebody to ask how it ended.
fn has_ended(pid: i32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    stat.is_empty() || stat.contains(") Z ")
}

fn kill_if_there(pid: i32) {
    // SAFETY: as above. It may have ended with its front.
    unsafe { libc::kill(pid, libc::SIGKILL) };
}

#[test]
fn a_worker_killed_while_a_program_waits() {
    let pool = Pool::start();
    for mode in ["sync", "copy", "launch"] {
        let holding = Holding::start(Way::Tcp(&pool).command(&["-q"], &hold()), mode);
        let workers = pool.workers();
        assert_eq!(workers.len(), 1);
        kill(workers[0], libc::SIGKILL);
        got_an_error(holding, mode);
        pool.becomes_free(FREE_LIMIT);
    }
    works(&pool);
}

/// Sessions do not need their front: it may be restarted. Its workers end with their clients all the same.
#[test]
fn a_killed_front_leaves_sessions_running() {
    let trace = std::env::temp_dir().join(format!("bifrost-front-{}", std::process::id()));
    let pool = Pool::with(&[("BIFROST_WORKER_TRACE", &trace.to_string_lossy())]);
    let steps = helper::compile(env!("CARGO_TARGET_TMPDIR"), "steps");
    let mut command = Way::Tcp(&pool).command(&["-q"], &steps);
    command.arg("20000");
    let running = std::thread::spawn(move || run(&mut command, LIMIT));
    eventually("the program launches", LIMIT, || {
        std::fs::read_to_string(&trace).is_ok_and(|t| t.contains("LAUNCH"))
    });
    let workers = pool.workers();
    pool.signal(libc::SIGKILL);
    let out = running.join().expect("the program ran");
    let _ = std::fs::remove_file(&trace);
    assert_eq!((out.status, out.stdout.as_str()), (0, "steps: 20000\n"), "{}", out.stderr);
    eventually("the worker ends", FREE_LIMIT, || workers.iter().all(|w| has_ended(*w)));
}

/// The limit of time holds for reservations that outlived their front, too.
#[test]
fn a_restarted_front_ends_reservations_in_time() {
    let mut pool = Pool::with(&[("BIFROST_WALL_LIMIT", "4s")]);
    let holding = Holding::start(Way::Tcp(&pool).command(&["-q"], &hold()), "sync");
    pool.restart();
    got_an_error(holding, "a limit of time");
    assert!(pool.log().contains("its time is over"), "{}", pool.log());
}

/// A front that takes the place of a killed one counts what that one's workers hold, until they end.
#[test]
fn a_restarted_front_counts_what_living_workers_hold() {
    let mut pool = Pool::start();
    let holding =
        |pool: &Pool, mib| Holding::start(Way::Tcp(pool).command(&["-q", "-m", mib], &hold()), "sync");
    let counts = |pool: &Pool| {
        let status = pool.client().status().expect("the pool answers");
        (status.reservations, status.sessions, status.devices[0].reserved >> 20)
    };
    let (first, second) = (holding(&pool, "10000"), holding(&pool, "4000"));
    let before = used(&pool);
    pool.restart();
    assert_eq!((counts(&pool), used(&pool)), ((2, 2, 14000), before), "{}", pool.log());
    let refused = pool.client().reserve(1, MemoryAsk::Mib(3000)).expect_err("that much is not free");
    assert_eq!(refused.code(), Some(FailureCode::Full), "{refused}");
    works_with(&pool, &["-q", "-m", "2000"]);

    // Those that go on do so after a second restart, too.
    kill(first.pid, libc::SIGKILL);
    drop(first.wait(ERROR_LIMIT));
    eventually("what the first held is free", FREE_LIMIT, || counts(&pool) == (1, 1, 4000));
    pool.restart();
    assert_eq!(counts(&pool), (1, 1, 4000), "{}", pool.log());
    kill(second.pid, libc::SIGKILL);
    drop(second.wait(ERROR_LIMIT));
    pool.becomes_free(FREE_LIMIT);

    // The restarted front ends them when it ends.
    let last = holding(&pool, "1000");
    pool.restart();
    assert_eq!(counts(&pool), (1, 1, 1000));
    pool.signal(libc::SIGINT);
    got_an_error(last, "sync");
}

/// The workers of one reservation are found together; what one held that dies between two fronts is free.
#[test]
fn a_restarted_front_does_not_count_what_dead_workers_held() {
    let mut pool = Pool::start();
    let program = own_hold("two");
    let both = format!("{0} quiet & exec {0} quiet", program.display());
    let mut command = Way::Tcp(&pool).command(&["-q", "-m", "3000"], std::path::Path::new("/bin/sh"));
    command.args(["-c", &both]);
    let holding = Holding::of(command, "two");
    eventually("both hold memory", LIMIT, || used(&pool) >= 512 << 20);
    let (before, workers) = (used(&pool), pool.workers());
    pool.signal(libc::SIGKILL);
    kill(workers[0], libc::SIGKILL);
    eventually("a worker ends", FREE_LIMIT, || has_ended(workers[0]));
    pool.restart();
    let status = pool.client().status().expect("the pool answers");
    assert_eq!((status.reservations, status.sessions), (1, 1), "{}", pool.log());
    assert_eq!((status.devices[0].reserved >> 20, status.devices[0].used), (3000, before / 2));
    end_children(&program);
    drop(holding.wait(ERROR_LIMIT));
    let _ = std::fs::remove_file(&program);
    pool.becomes_free(FREE_LIMIT);
}

#[test]
fn a_front_that_ends_politely_ends_its_sessions() {
    for signals in [&[libc::SIGINT][..], &[libc::SIGTERM, libc::SIGTERM]] {
        let pool = Pool::start();
        let holding = Holding::start(Way::Tcp(&pool).command(&["-q"], &hold()), "sync");
        for signal in signals {
            pool.signal(*signal);
            // Two of a kind may count as one.
            std::thread::sleep(Duration::from_millis(200));
        }
        got_an_error(holding, "sync");
    }
}

/// SIGTERM lets programs that run end by themselves, and takes no others.
#[test]
fn a_front_that_is_told_to_end_drains() {
    let pool = Pool::start();
    let holding = Holding::start(Way::Tcp(&pool).command(&["-q"], &hold()), "sync");
    pool.signal(libc::SIGTERM);
    eventually("the front drains", LIMIT, || pool.log().contains("SIGTERM: no new reservations"));
    let mut another = Way::Tcp(&pool).command(&["-q"], &hold());
    let refused = run(another.arg("sync"), LIMIT);
    assert_ne!(refused.status, 0);
    assert!(refused.stderr.contains("takes no new reservations"), "{}", refused.stderr);
    assert!(!has_ended(holding.pid) && !has_ended(pool.pid()));
    kill(holding.pid, libc::SIGKILL);
    drop(holding.wait(ERROR_LIMIT));
    eventually("the front ends", ERROR_LIMIT, || has_ended(pool.pid()));
    assert!(pool.log().contains("nothing runs any more"), "{}", pool.log());
}

/// The next program works.
fn works(pool: &Pool) {
    works_with(pool, &["-q"]);
}

fn works_with(pool: &Pool, options: &[&str]) {
    let program = named("vector_add").path("cu13-static");
    let out = run(Way::Unix(pool).command(options, &program).arg("1000"), LIMIT);
    assert_eq!(out.status, 0, "{}{}\nserver: {}", out.stdout, out.stderr, pool.log());
}

/// Bytes in use, over all devices.
fn used(pool: &Pool) -> u64 {
    pool.client().status().expect("the pool answers").devices.iter().map(|d| d.used).sum()
}

/// Children that still run belong to init now; ends them.
fn end_children(program: &std::path::Path) {
    for entry in std::fs::read_dir("/proc").expect("procfs").flatten() {
        let exe = std::fs::read_link(entry.path().join("exe"));
        if exe.is_ok_and(|e| e == program)
            && let Some(pid) = entry.file_name().to_str().and_then(|n| n.parse().ok())
        {
            kill_if_there(pid);
        }
    }
}

/// A copy of `hold` of its own, so that its processes can be told from those of other tests.
fn own_hold(name: &str) -> PathBuf {
    let own = hold().with_file_name(format!("hold-{name}-{}", std::process::id()));
    std::fs::copy(hold(), &own).expect("a copy");
    own
}

fn killed_client(mode: &str, way: &str) {
    let pool = Pool::start();
    let program = own_hold(&format!("{mode}-{way}"));
    let way_in = match way {
        "tcp" => Way::Tcp(&pool),
        "unix" => Way::Unix(&pool),
        _ => Way::Plain(&pool),
    };
    let holding = Holding::start(way_in.command(&["-q"], &program), mode);
    assert!(used(&pool) >= 256 << 20, "the program holds memory");
    kill(holding.pid, libc::SIGKILL);
    let begin = Instant::now();
    if mode == "nested" {
        // bfrun's own child lives on and with it the reservation; memory and worker are free.
        while used(&pool) != 0 || !pool.workers().is_empty() {
            assert!(begin.elapsed() < FREE_LIMIT, "{mode} over {way}: not free\n{}", pool.log());
            std::thread::sleep(Duration::from_millis(2));
        }
    } else {
        pool.becomes_free(FREE_LIMIT);
    }
    end_children(&program);
    drop(holding.wait(LIMIT));
    let _ = std::fs::remove_file(&program);
    pool.becomes_free(FREE_LIMIT);
    works(&pool);
}

#[test]
fn a_client_killed_in_mid_launch() {
    for way in ["tcp", "unix", "plain"] {
        killed_client("launch", way);
        killed_client("sync", way);
    }
}

#[test]
fn a_client_killed_in_mid_copy() {
    for way in ["tcp", "unix", "plain"] {
        killed_client("copy", way);
    }
}

#[test]
fn a_killed_client_whose_forked_child_lives_on() {
    for way in ["tcp", "unix", "plain"] {
        killed_client("fork", way);
    }
}

#[test]
fn a_killed_grandchild_of_bfrun_whose_forked_child_lives_on() {
    for way in ["tcp", "unix"] {
        killed_client("nested", way);
    }
}

/// Resident KiB and open descriptors of a process; these only root may see of a server.
fn size(pid: i32) -> (i64, usize) {
    let statm = std::fs::read_to_string(format!("/proc/{pid}/statm")).expect("the process is there");
    let pages: i64 = statm.split(' ').nth(1).and_then(|n| n.parse().ok()).expect("statm has its form");
    let open = std::fs::read_dir(format!("/proc/{pid}/fd")).map(Iterator::count);
    // SAFETY: no preconditions.
    assert!(open.is_ok() || unsafe { libc::geteuid() } != 0, "root sees them");
    (pages * 4, open.unwrap_or(0))
}

/// What the front may grow by in 100 sessions, in KiB.
const GROWTH: i64 = 512;

#[test]
fn sessions_one_after_the_other_leave_nothing_in_the_front() {
    let pool = Pool::start();
    let sessions = |count: usize| {
        (0..count).for_each(|_| works(&pool));
        pool.becomes_free(FREE_LIMIT);
        size(pool.pid())
    };
    let ((memory, open), (memory_after, _)) = (sessions(20), sessions(100));
    // The connection that asked whether the pool is free is closed by now, or soon.
    eventually("its descriptors are closed", FREE_LIMIT, || size(pool.pid()).1 <= open);
    assert!(memory_after - memory < GROWTH, "the front has grown from {memory} to {memory_after} KiB");
}

/// The program gets the signal, bfrun its status; everything is free.
/// A terminal that hangs up tells the leader of its session alone, which bfrun may be (`ssh -t HOST bfrun …`).
#[test]
fn a_terminal_that_hangs_up_ends_the_program() {
    let pool = Pool::start();
    let (mut ours, mut theirs) = (0, 0);
    // SAFETY: two places for descriptors; the other arguments may be null.
    let made = unsafe {
        libc::openpty(
            &raw mut ours,
            &raw mut theirs,
            std::ptr::null_mut(),
            std::ptr::null(),
            std::ptr::null(),
        )
    };
    assert_eq!(made, 0, "{}", std::io::Error::last_os_error());
    // SAFETY: fresh descriptors that nobody else owns.
    let (ours, theirs) = unsafe { (OwnedFd::from_raw_fd(ours), OwnedFd::from_raw_fd(theirs)) };
    let mut command = Way::Tcp(&pool).command(&["-q"], std::path::Path::new("/bin/sleep"));
    command.arg("600").stdin(theirs.try_clone().expect("a descriptor"));
    // The child must not have our end, or it never hangs up.
    // SAFETY: plain system call on our descriptor.
    assert_eq!(unsafe { libc::fcntl(ours.as_raw_fd(), libc::F_SETFD, libc::FD_CLOEXEC) }, 0);
    let lead = || {
        // SAFETY: system calls that are allowed between fork and exec; descriptor 0 is the terminal.
        unsafe {
            libc::setsid();
            libc::ioctl(0, libc::TIOCSCTTY, 0);
        }
        Ok(())
    };
    // SAFETY: the closure makes system calls only.
    unsafe { command.pre_exec(lead) };
    let mut child = command.spawn().expect("bfrun starts");
    drop((command, theirs));
    let children = format!("/proc/{0}/task/{0}/children", child.id());
    let sleeps =
        |pid: &str| std::fs::read_to_string(format!("/proc/{pid}/comm")).is_ok_and(|c| c == "sleep\n");
    eventually("the program runs", LIMIT, || {
        std::fs::read_to_string(&children).is_ok_and(|pids| pids.split_whitespace().any(sleeps))
    });
    drop(ours);
    eventually("bfrun ends", LIMIT, || child.try_wait().is_ok_and(|status| status.is_some()));
    pool.becomes_free(LIMIT);
}

#[test]
fn signals_to_bfrun_reach_the_program() {
    for (signal, mode) in [(libc::SIGTERM, "sync"), (libc::SIGINT, "quiet"), (libc::SIGHUP, "launch")] {
        let pool = Pool::start();
        let holding = Holding::start(Way::Tcp(&pool).command(&["-q"], &hold()), mode);
        kill(i32::try_from(holding.command.id()).expect("process ids are small"), signal);
        let (status, _, err) = holding.wait(ERROR_LIMIT);
        assert_eq!(status.code(), Some(128 + signal), "{err}");
        pool.becomes_free(FREE_LIMIT);
        works(&pool);
    }
}

/// bfrun itself is killed: the reservation ends with its connection.
#[test]
fn a_killed_bfrun() {
    let pool = Pool::start();
    let holding = Holding::start(Way::Tcp(&pool).command(&["-q"], &hold()), "sync");
    let pid = holding.pid;
    kill(i32::try_from(holding.command.id()).expect("process ids are small"), libc::SIGKILL);
    // The program gets an error, as its reservation is gone, and ends.
    eventually("the program ends", ERROR_LIMIT, || has_ended(pid));
    drop(holding.wait(LIMIT));
    pool.becomes_free(FREE_LIMIT);
    works(&pool);
}

/// A private server ends with its bfrun, however that ends.
#[test]
fn a_private_server_ends_with_bfrun() {
    let children =
        |pid: u32| std::fs::read_to_string(format!("/proc/{pid}/task/{pid}/children")).unwrap_or_default();
    for signal in [libc::SIGTERM, libc::SIGKILL] {
        let holding = Holding::start(Way::Local.command(&["-q"], &hold()), "sync");
        let bfrun = holding.command.id();
        let below: Vec<i32> = children(bfrun).split_whitespace().filter_map(|p| p.parse().ok()).collect();
        assert_eq!(below.len(), 2, "a server and a program");
        kill(i32::try_from(bfrun).expect("process ids are small"), signal);
        drop(holding.wait(ERROR_LIMIT));
        eventually("server and program end", ERROR_LIMIT, || below.iter().all(|pid| has_ended(*pid)));
    }
}
