//! bfrun with several servers: which one it takes, those that do not answer, and waiting in line.

use std::io::{BufRead, BufReader, Read};
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use protocol::control::MemoryAsk;
use system_tests::dist;
use system_tests::output::{Output, eventually, run};
use system_tests::pool::Pool;
use system_tests::programs::named;
use transport::control::{CONNECT_LIMIT, Client};

/// A harness's own patience: more is a hang.
const LIMIT: Duration = Duration::from_secs(60);

fn bfrun(servers: &[&str], args: &[&str]) -> Command {
    let mut command = Command::new(dist().join("bin/bfrun"));
    command.env_remove("BIFROST_SERVER").args(servers.iter().flat_map(|s| ["--server", s])).args(args);
    command
}

fn take(pool: &Pool, mib: u64) -> Client {
    let client = pool.client();
    client.reserve(1, MemoryAsk::Mib(mib)).expect("it is free");
    client
}

fn words(out: &Output, parts: &[&str]) {
    for part in parts {
        assert!(out.stderr.contains(part), "`{part}` is not in: {}", out.stderr);
    }
}

#[test]
fn placements() {
    let pools = [(); 3].map(|()| Pool::impatient());
    // 16160 MiB each; the first has most taken, the last nothing.
    let _held = [take(&pools[0], 12_000), take(&pools[1], 4000)];
    let servers = [&*pools[0].tcp, &*pools[1].tcp, &*pools[2].tcp];
    for (args, taken) in [
        (&["-m", "1000"][..], 0),
        (&["-m", "1000", "--placement", "best-fit"], 0),
        (&["-m", "1000", "--placement=pack"], 0),
        (&["-m", "1000", "--placement=spread"], 2),
        (&["-m", "10000", "--placement=pack"], 1),
        (&["-n", "1"], 2),
    ] {
        let out = run(bfrun(&servers, args).arg("true"), LIMIT);
        assert_eq!(out.status, 0, "{args:?}: {}", out.stderr);
        words(&out, &[&format!("tcp {}", servers[taken])]);
    }
    let out = run(&mut bfrun(&servers, &["-n", "2", "true"]), LIMIT);
    assert_eq!(out.status, 125);
    words(&out, &["none of 3 servers grants it", servers[0], servers[2], "the pool has 1"]);
}

#[test]
fn servers_that_do_not_answer_hold_nobody_up() {
    let pool = Pool::start();
    let silent = TcpListener::bind("127.0.0.1:0").expect("a port");
    let silent = silent.local_addr().expect("it is bound").to_string();
    let servers = ["127.0.0.1:1", &silent, &pool.tcp];
    let add = named("vector_add").path("cu13-static");
    let begin = Instant::now();
    let out = run(bfrun(&servers, &["-m", "100", "--"]).arg(&add), LIMIT);
    assert_eq!(out.status, 0, "{}", out.stderr);
    words(&out, &[&format!("tcp {}", pool.tcp)]);
    // Without bfrun the first process asks.
    let mut plain = Command::new(&add);
    let library = dist().join("lib/bifrost/libcuda.so.1");
    let out = run(
        plain
            .env("LD_PRELOAD", library)
            .env("BIFROST_SERVER", servers.join(","))
            .env("BIFROST_MEMORY", "100"),
        LIMIT,
    );
    assert_eq!(out.status, 0, "{}", out.stderr);
    // Less than both would take that waited for the silent one.
    assert!(begin.elapsed() < 2 * CONNECT_LIMIT, "{:?}", begin.elapsed());
    // A slip of the pen is told, whoever else answers.
    let out = run(&mut bfrun(&[&pool.tcp, "nonsense:x"], &["true"]), LIMIT);
    assert_eq!(out.status, 125);
    words(&out, &["nonsense:x", "`x` is no port"]);
    let out = run(&mut bfrun(&servers[..2], &["true"]), LIMIT);
    assert_eq!(out.status, 125);
    words(&out, &["none of 2 servers grants it", "nothing listens", &*silent]);
}

#[test]
fn filters_choose_servers_and_devices() {
    let small = Pool::with(&[("SOFTCUDA_MEMORY", "4000M"), ("BIFROST_RECONNECT_GRACE", "0")]);
    let several = Pool::with(&[("SOFTCUDA_DEVICES", "3"), ("BIFROST_RECONNECT_GRACE", "0")]);
    let servers = [&*small.tcp, &*several.tcp];
    let filtered = |filters: &[&str], args: &[&str]| {
        let filters = filters.iter().flat_map(|f| ["--filter", f]);
        run(bfrun(&servers, &[]).args(filters).args(args).arg("true"), LIMIT)
    };
    let port = small.tcp.rsplit_once(':').expect("it has a port").1;
    let by_port = format!("server.addr=*:{port}");
    for (filters, args, server) in [
        // Best fit would take the small one.
        (&["device.phy-memory>4000"][..], &["-m", "100"][..], servers[1]),
        (&["device.phy-memory<=4000 and device.name=soft*"], &["-m", "100"], servers[0]),
        (&["device.id>0", "server.cuda-version>=12"], &["-n", "2"], servers[1]),
        (&["server.has-rdma=false", &by_port], &["-m", "100"], servers[0]),
        (&["server.addr!=127.0.0.1 or device.id=2"], &["-m", "100"], servers[1]),
    ] {
        let out = filtered(filters, args);
        assert_eq!(out.status, 0, "{filters:?}: {}", out.stderr);
        words(&out, &[&format!("tcp {server}")]);
    }
    let out = filtered(&["device.id>0"], &["-n", "3"]);
    assert_eq!(out.status, 125);
    words(
        &out,
        &["none of 2 servers grants it", "2 of its 3 GPUs are what the filter `device.id>0` wants, 3 were"],
    );
    let out = filtered(&["device.id>=0 and"], &[]);
    assert_eq!((out.status, out.stderr.lines().count()), (125, 1), "{}", out.stderr);
    words(&out, &["--filter `device.id>=0 and`: character 17: expected a key"]);

    // The very device is taken, by a program without bfrun, too, and waited for while others are free.
    let third = "device.id=2";
    let taken = |index: usize| several.client().status().expect("it answers").devices[index].reserved >> 20;
    let held = Waiting::start(&servers, &["-q", "-m", "16000", "--filter", third, "sleep", "2"]);
    eventually("the third device is taken", LIMIT, || taken(2) == 16_000);
    assert_eq!((taken(0), taken(1)), (0, 0));
    let out = filtered(&[third], &["-m", "200"]);
    assert_eq!(out.status, 125);
    words(&out, &["free are 160 MiB of 16160 MiB"]);
    let mut waits =
        Waiting::start(&servers[1..], &["-m", "200", "--filter", third, "--wait", "sleep", "0.5"]);
    assert!(waits.line().contains("place 1 in line"));
    assert_eq!(held.end().0, Some(0));
    eventually("it is its turn", LIMIT, || taken(2) == 200);
    assert_eq!((taken(0), waits.end().0), (0, Some(0)));
    let mut plain = Command::new(named("vector_add").path("cu13-static"));
    plain.env("LD_PRELOAD", dist().join("lib/bifrost/libcuda.so.1")).env("BIFROST_SERVER", servers.join(","));
    let out = run(plain.env("BIFROST_FILTER", "device.id=7"), LIMIT);
    assert_ne!(out.status, 0);
    words(&out, &["0 of its 3 GPUs are what the filter `device.id=7` wants"]);
}

/// A bfrun that waits, and the lines that it says.
struct Waiting {
    child: Child,
    lines: BufReader<std::process::ChildStderr>,
}

impl Waiting {
    fn start(servers: &[&str], args: &[&str]) -> Waiting {
        let mut child = bfrun(servers, args).stderr(Stdio::piped()).spawn().expect("bfrun starts");
        let lines = BufReader::new(child.stderr.take().expect("it is piped"));
        Waiting { child, lines }
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.lines.read_line(&mut line).expect("text");
        line
    }

    fn end(mut self) -> (Option<i32>, String) {
        let mut rest = String::new();
        self.lines.read_to_string(&mut rest).expect("text");
        (self.child.wait().expect("it is our child").code(), rest)
    }
}

#[test]
fn who_waits_gets_a_place_in_line_and_then_a_gpu() {
    let pools = [(); 2].map(|()| Pool::impatient());
    let servers = [&*pools[0].tcp, &*pools[1].tcp];
    let held = [take(&pools[0], 16_160), take(&pools[1], 16_160)];
    let mut first = Waiting::start(&servers, &["--wait", "-n", "1", "sleep", "0.2"]);
    let told = [first.line(), first.line()];
    for server in servers {
        assert!(told.iter().any(|l| l.contains(&format!("place 1 in line at {server}"))), "{told:?}");
    }
    let mut second = Waiting::start(&servers[..1], &["--wait=1h", "true"]);
    let line = second.line();
    assert!(line.contains("place 2 in line"), "{line}");
    // Who does not wait is told that others do; who waits for a second, that it is over.
    let out = run(&mut bfrun(&servers[..1], &["-m", "1", "true"]), LIMIT);
    assert_eq!(out.status, 125);
    words(&out, &["2 wait in line", "--wait"]);
    let out = run(&mut bfrun(&servers, &["--wait=1", "-q", "true"]), LIMIT);
    assert_eq!((out.status, out.stderr.lines().count()), (125, 1), "{}", out.stderr);
    words(&out, &["no GPU became free in time"]);

    let [one, other] = held;
    drop(other);
    let (status, rest) = first.end();
    assert_eq!(status, Some(0), "{rest}");
    assert!(rest.contains(&format!("tcp {}", servers[1])), "{rest}");
    let line = second.line();
    assert!(line.contains("place 1 in line"), "{line}");
    drop(one);
    let (status, rest) = second.end();
    assert!(status == Some(0) && rest.contains(&format!("tcp {}", servers[0])), "{rest}");
    pools.iter().for_each(|pool| pool.becomes_free(Duration::from_secs(5)));
}

#[test]
fn whoever_gives_up_or_is_killed_leaves_the_line() {
    let pool = Pool::impatient();
    let _held = take(&pool, 16_160);
    let mut waiting = Waiting::start(&[&pool.tcp], &["--wait", "true"]);
    let line = waiting.line();
    assert!(line.contains("place 1"), "{line}");
    waiting.child.kill().expect("it runs");
    waiting.end();
    let mut next = Waiting::start(&[&pool.tcp], &["--wait", "true"]);
    // The dead one may still be before it, not for long.
    let mut line = next.line();
    if line.contains("place 2") {
        line = next.line();
    }
    assert!(line.contains("place 1"), "{line}");
    drop(_held);
    assert_eq!(next.end().0, Some(0));
}
