//! bfrun with plain programs, against a front in this process that grants everything and has no workers.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::io::{BufRead, BufReader, Read};
use std::os::unix::net::{UnixListener, UnixStream};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use protocol::control::{
    ClientHello, Failure, FailureCode, PoolStatus, Request, Response, ServerHello, Ticket, VERSION,
};
use protocol::preamble::{Kind, LEN, Preamble};
use protocol::snapshot::{Device, Snapshot};
use transport::Wire;
use transport::control::{Deadline, Env, connect_session, receive};
use transport::socket::SocketWire;
use transport::wire::send_message;

const SECOND: Duration = Duration::from_secs(1);

/// What the front was asked or given.
#[derive(Debug, PartialEq)]
enum Seen {
    Request(Request),
    Data(Kind),
}

/// A front that grants one device.
struct Pool {
    folder: PathBuf,
    seen: Receiver<Seen>,
    earlier: std::cell::RefCell<Vec<Seen>>,
}

fn snapshot() -> Snapshot {
    let device = Device {
        name: "softcuda".into(),
        uuid: [0; 16],
        total_mem: 8080 << 20,
        physical_mem: 16160 << 20,
        attributes: vec![Some(1); 100],
        pci: (0, 0, 0),
        priority_range: (0, 0),
        limits: Vec::new(),
        ptx_only: true,
    };
    Snapshot {
        driver_version: 13050,
        driver_name: "test".into(),
        server: "here".into(),
        devices: vec![device],
    }
}

fn answer(request: &Request) -> Response {
    let reservation = Ticket { id: 1, key: [1; 16] };
    match request {
        Request::Reserve { gpus: 9, .. } => {
            Response::Failed(Failure { code: FailureCode::Full, message: "the pool is full".into() })
        }
        Request::Reserve { .. } => {
            Response::Reserved { reservation, snapshot: snapshot(), endpoints: Vec::new() }
        }
        Request::Status => Response::Status(PoolStatus::default()),
        Request::Join { .. } => Response::Joined { snapshot: snapshot(), seconds: None },
        Request::OpenSession { .. } => Response::Session { session: [7; 16], key: [8; 32], peer: None },
        _ => Response::Done,
    }
}

fn serve(stream: UnixStream, seen: &Sender<Seen>) -> std::io::Result<()> {
    let wire = SocketWire::new(stream.into())?;
    let mut preamble = [0; LEN];
    wire.recv_exact(&mut preamble)?;
    let preamble = Preamble::decode(&preamble).unwrap();
    if preamble.kind != Kind::Control {
        assert_eq!(preamble.session, [7; 16]);
        seen.send(Seen::Data(preamble.kind)).unwrap();
        // Held open until the client closes.
        return wire.recv(&mut [0]).map(drop);
    }
    let _: ClientHello = receive(&wire, Deadline::after(SECOND))?;
    let welcome = ServerHello::Welcome {
        version: VERSION,
        release: "1".into(),
        server: "here".into(),
        fingerprints: Vec::new(),
    };
    send_message(&wire, &welcome)?;
    loop {
        let request = receive(&wire, Deadline::after(60 * SECOND))?;
        send_message(&wire, &answer(&request))?;
        // The test may have seen enough.
        let _ = seen.send(Seen::Request(request));
    }
}

impl Pool {
    fn start() -> Pool {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("bfrun-test-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(folder.join("run")).unwrap();
        std::fs::create_dir_all(folder.join("lib/bifrost")).unwrap();
        // The loader wants a real library; any that does nothing is good enough.
        std::fs::copy(some_library(), folder.join("lib/bifrost/libcuda.so.1")).unwrap();
        let listener = UnixListener::bind(folder.join("pool")).unwrap();
        let (tx, seen) = channel();
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let tx = tx.clone();
                std::thread::spawn(move || serve(stream.unwrap(), &tx));
            }
        });
        Pool { folder, seen, earlier: Default::default() }
    }

    fn bfrun(&self, args: &[&str]) -> Command {
        let pool = self.folder.join("pool");
        self.without_server(&[&["--server", pool.to_str().unwrap()], args].concat())
    }

    fn without_server(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bfrun"));
        command.args(args);
        command.env("BIFROST_LIB", self.folder.join("lib")).env("XDG_RUNTIME_DIR", self.folder.join("run"));
        for name in [
            "BIFROST_SERVER",
            "BIFROST_GPUS",
            "BIFROST_MEMORY",
            "BIFROST_LOCAL",
            "LD_PRELOAD",
            "LD_LIBRARY_PATH",
        ] {
            command.env_remove(name);
        }
        command
    }

    fn run(&self, args: &[&str]) -> Output {
        self.bfrun(args).output().unwrap()
    }

    /// Waits for a request or data connection. Connections are served by threads of their own, so the order in which they tell is not fixed.
    fn sees(&self, what: impl Fn(&Seen) -> bool) {
        let end = Instant::now() + 10 * SECOND;
        let mut earlier = self.earlier.borrow_mut();
        while !earlier.iter().any(&what) {
            earlier.push(self.seen.recv_timeout(end - Instant::now()).unwrap());
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        let left = std::fs::read_dir(self.folder.join("run")).unwrap().count();
        std::fs::remove_dir_all(&self.folder).unwrap();
        assert!(std::thread::panicking() || left == 0, "bfrun left {left} folders");
    }
}

/// A shared library that every test program has loaded.
fn some_library() -> PathBuf {
    let maps = std::fs::read_to_string("/proc/self/maps").unwrap();
    let paths = maps.lines().filter_map(|line| line.split_whitespace().nth(5));
    paths.map(PathBuf::from).find(|p| p.to_string_lossy().contains("libgcc_s")).unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn exit_status_is_the_programs() {
    let pool = Pool::start();
    let check = |args: &[&str], status: i32| {
        let output = pool.run(args);
        assert_eq!(output.status.code(), Some(status), "{args:?}: {output:?}");
    };
    check(&["true"], 0);
    check(&["--", "sh", "-c", "exit 7"], 7);
    check(&["--", "sh", "-c", "exit 255"], 255);
    check(&["--", "sh", "-c", "kill -SEGV $$"], 128 + 11);
    check(&["--", "sh", "-c", "kill -KILL $$"], 128 + 9);
    check(&["--", "no-such-program"], 127);
    check(&["--", "/etc/passwd"], 126);
    check(&["-n", "9", "true"], 125);
    check(&["-n", "0", "true"], 125);
    check(&["--"], 125);
}

#[test]
fn nothing_is_reserved_for_a_program_that_cannot_run() {
    let pool = Pool::start();
    for (program, status) in
        [("no-such-program", 127), ("/no/such/program", 127), ("/etc/passwd", 126), ("/etc", 126)]
    {
        let output = pool.run(&["--", program]);
        let stderr = text(&output.stderr);
        assert_eq!((output.status.code(), stderr.lines().count()), (Some(status), 1), "{program}: {stderr}");
        assert!(stderr.starts_with(&format!("bfrun: {program}: ")), "{stderr}");
    }
    assert_eq!(pool.seen.try_iter().collect::<Vec<_>>(), []);
}

#[test]
fn one_line_says_what_was_granted() {
    let pool = Pool::start();
    let output = pool.run(&["-p", "0.5", "echo", "hi"]);
    assert_eq!(text(&output.stdout), "hi\n");
    assert_eq!(text(&output.stderr), "bfrun: 1 × softcuda cc 1.1, 8080 of 16160 MiB, unix\n");
    pool.sees(|s| matches!(s, Seen::Request(Request::Release { .. })));
    assert_eq!(text(&pool.run(&["-q", "true"]).stderr), "");
}

#[test]
fn the_program_alone_gets_the_libraries() {
    let pool = Pool::start();
    let own = some_library();
    let script = "echo $LD_PRELOAD; echo $LD_LIBRARY_PATH; stat -c %a $BIFROST_SESSION; stat -c %a ${BIFROST_SESSION%/*}";
    let mut command = pool.bfrun(&["-q", "--", "sh", "-c", script]);
    let output = command.env("LD_PRELOAD", &own).env("LD_LIBRARY_PATH", "/own").output().unwrap();
    let lib = pool.folder.join("lib/bifrost");
    let expected = format!("{0}/libcuda.so.1:{1}\n{0}:/own\n600\n700\n", lib.display(), own.display());
    assert_eq!(text(&output.stdout), expected);
}

#[test]
fn refusals_are_one_line_with_the_remedy() {
    let pool = Pool::start();
    let check = |command: &mut Command, words: &[&str]| {
        let start = Instant::now();
        let output = command.output().unwrap();
        let stderr = text(&output.stderr);
        assert_eq!(output.status.code(), Some(125), "{stderr}");
        assert!(stderr.starts_with("bfrun: ") && stderr.lines().count() == 1, "{stderr}");
        words.iter().for_each(|w| assert!(stderr.contains(w), "{w}: {stderr}"));
        assert!(start.elapsed() < 6 * SECOND, "{stderr}: {:?}", start.elapsed());
    };
    let plain = |args: &[&str]| pool.without_server(args);
    check(&mut plain(&["true"]), &["--server", "BIFROST_SERVER"]);
    check(&mut plain(&["--server", "127.0.0.1:1", "true"]), &["127.0.0.1:1", "start bfpoold"]);
    check(&mut plain(&["--server", "127.0.0.1:x", "true"]), &["`x` is no port"]);
    check(&mut pool.bfrun(&["-n", "9", "true"]), &["the pool is full"]);
    check(
        &mut pool.bfrun(&["--server", "127.0.0.1:1", "-n", "9", "true"]),
        &["none of 2", "full", "127.0.0.1:1"],
    );
    check(
        pool.bfrun(&["true"]).env("BIFROST_LIB", "/nowhere"),
        &["/nowhere/bifrost/libcuda.so.1", "BIFROST_LIB"],
    );

    let other = UnixListener::bind(pool.folder.join("http")).unwrap();
    std::thread::spawn(move || {
        let (mut stream, _) = other.accept().unwrap();
        let _ = std::io::Write::write_all(&mut stream, b"HTTP/1.1 400 Bad Request\r\n\r\n");
    });
    let http = pool.folder.join("http");
    check(&mut plain(&["--server", http.to_str().unwrap(), "true"]), &["no bfpoold", "check the port"]);

    let silent = pool.folder.join("silent");
    let _held = UnixListener::bind(&silent).unwrap();
    check(&mut plain(&["--server", silent.to_str().unwrap(), "true"]), &["does not answer"]);
}

#[test]
fn a_server_that_grants_is_taken() {
    let pool = Pool::start();
    let servers = format!("127.0.0.1:1,{}", pool.folder.join("pool").display());
    let output = pool.without_server(&["true"]).env("BIFROST_SERVER", servers).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}

#[test]
fn signals_reach_the_program() {
    let pool = Pool::start();
    for signal in [libc::SIGTERM, libc::SIGHUP, libc::SIGINT, libc::SIGQUIT, libc::SIGUSR1, libc::SIGUSR2] {
        let script = format!("trap 'exit 40' {signal}; echo ready; while :; do sleep 0.05; done");
        let mut bfrun = pool.bfrun(&["-q", "--", "sh", "-c", &script]);
        // Whoever runs the tests may ignore the signal (nohup, a shell's background job), and then so does the program.
        let disposition = move || {
            // SAFETY: sets a disposition between fork and exec, nothing else.
            unsafe { libc::signal(signal, libc::SIG_DFL) };
            Ok(())
        };
        // SAFETY: what runs between fork and exec is async-signal-safe.
        unsafe { bfrun.pre_exec(disposition) };
        let mut bfrun = bfrun.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(bfrun.stdout.take().unwrap()).read_line(&mut line).unwrap();
        // SAFETY: the child has not been waited for.
        unsafe { libc::kill(bfrun.id() as libc::pid_t, signal) };
        assert_eq!(bfrun.wait().unwrap().code(), Some(40), "signal {signal}");
    }
}

/// Opens a session like the client library does; a test only where another runs it below bfrun.
#[test]
#[ignore = "runs below bfrun, started by other tests"]
fn helper_session() {
    let connected = connect_session(&Env::from_process()).unwrap();
    assert_eq!((connected.session, connected.snapshot), ([7; 16], snapshot()));
    assert!(connected.control.is_none());
    if std::env::var_os("HELPER_FORKS").is_some() {
        // A child that inherits both connections and lives on.
        // SAFETY: the child only sleeps and ends.
        if unsafe { libc::fork() } == 0 {
            // SAFETY: both may be called after a fork.
            unsafe {
                libc::sleep(600);
                libc::_exit(0)
            };
        }
    }
    println!("opened");
}

fn helper(pool: &Pool) -> Command {
    let exe = std::env::current_exe().unwrap();
    let mut command = pool.bfrun(&["-q", "--"]);
    command.arg(&exe).args(["--ignored", "--exact", "helper_session", "--nocapture"]);
    command
}

#[test]
fn a_session_ends_with_its_process() {
    let pool = Pool::start();
    let output = helper(&pool).output().unwrap();
    assert!(output.status.success() && text(&output.stdout).contains("opened"), "{output:?}");
    let own = protocol::fingerprint();
    pool.sees(|s| matches!(s, Seen::Request(Request::OpenSession { pid, fingerprint, .. }) if *pid > 0 && *fingerprint == own));
    pool.sees(|s| *s == Seen::Data(Kind::Ordered));
    pool.sees(|s| *s == Seen::Data(Kind::Bulk));
    pool.sees(|s| matches!(s, Seen::Request(Request::Release { .. })));
}

#[test]
fn a_session_ends_although_a_forked_child_lives() {
    let pool = Pool::start();
    let exe = std::env::current_exe().unwrap();
    let script =
        format!("{} --ignored --exact helper_session --nocapture; echo gone; read line", exe.display());
    let mut command = pool.bfrun(&["-q", "--", "sh", "-c", &script]);
    let mut bfrun = command
        .env("HELPER_FORKS", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .process_group(0)
        .spawn()
        .unwrap();
    pool.sees(|s| matches!(s, Seen::Request(Request::OpenSession { .. })));
    // bfrun still runs its shell: this is not the end of everything.
    pool.sees(|s| *s == Seen::Request(Request::EndSession { session: [7; 16] }));
    assert!(bfrun.try_wait().unwrap().is_none());
    drop(bfrun.stdin.take());
    assert_eq!(bfrun.wait().unwrap().code(), Some(1));
    // SAFETY: ends the sleeping child, which is in this group.
    unsafe { libc::kill(-(bfrun.id() as libc::pid_t), libc::SIGKILL) };
}

#[test]
fn slips_of_the_pen_are_told() {
    let pool = Pool::start();
    for (options, lines) in [(&["--", "true"][..], 1), (&["-q", "--", "true"], 0)] {
        let output = pool.bfrun(options).env("BIFROST_TRACK", "1").output().unwrap();
        let told = text(&output.stderr);
        assert_eq!(
            told.matches("BIFROST_TRACK is no setting and is ignored; did you mean BIFROST_TRACE?").count(),
            lines,
            "{told}"
        );
        assert!(output.status.success());
    }
}

#[test]
fn statistics_of_nothing() {
    let pool = Pool::start();
    let output = pool.run(&["-q", "--stats=json", "--", "sh", "-c", "test -d $BIFROST_STATS"]);
    assert!(output.status.success());
    assert!(text(&output.stderr).starts_with("{\"processes\":0,"), "{output:?}");
    let output = pool.run(&["-q", "--stats", "--", "true"]);
    assert_eq!(text(&output.stderr), "bfrun: the program made no CUDA call\n");
}

#[test]
fn strangers_on_the_session_socket_do_no_harm() {
    let pool = Pool::start();
    let mut command = pool.bfrun(&["-q", "--", "sh", "-c", "echo $BIFROST_SESSION; read line"]);
    let mut bfrun = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(bfrun.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let path = Path::new(line.trim());
    for bytes in [&b""[..], &[0xff; 64], &[4, 0, 0, 0, 1, 2]] {
        let mut stream = UnixStream::connect(path).unwrap();
        std::io::Write::write_all(&mut stream, bytes).unwrap();
        stream.shutdown(std::net::Shutdown::Write).unwrap();
        let mut reply = Vec::new();
        // A close with bytes unread resets the connection.
        let _ = stream.read_to_end(&mut reply);
        assert_eq!(reply, b"");
    }
    let session = connect_session(&Env { session: Some(path.into()), ..Env::default() }).unwrap();
    assert_eq!(session.session, [7; 16]);
    drop(bfrun.stdin.take());
    bfrun.wait().unwrap();
}
