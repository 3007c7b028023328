//! A server as its operators see it: metrics, logs, sockets and signs of life of a service manager.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::fd::OwnedFd;
use std::os::unix::net::{UnixDatagram, UnixListener};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;
use system_tests::dist;
use system_tests::output::{eventually, run};
use system_tests::pool::{Pool, Way};
use system_tests::programs::named;
use transport::control::Client;

/// A harness's own patience: more is a hang.
const LIMIT: Duration = Duration::from_secs(60);

/// A pool that tells its metrics, and where.
fn measured() -> (Pool, String) {
    let pool = Pool::with(&[
        ("BIFROST_METRICS", "0"),
        ("BIFROST_LOG_FORMAT", "json"),
        ("BIFROST_LOG", "debug"),
        ("BIFROST_RECONNECT_GRACE", "0"),
    ]);
    let log = pool.log();
    let (_, rest) = log.split_once("metrics at http://").unwrap_or_else(|| panic!("{log}"));
    let address = rest.split('/').next().expect("an address").to_owned();
    assert!(address.starts_with("127.0.0.1:"), "{address}");
    (pool, address)
}

fn connect(address: &str) -> TcpStream {
    let stream = TcpStream::connect(address).expect("it listens");
    stream.set_read_timeout(Some(LIMIT)).expect("a socket");
    stream
}

/// What is answered to a request until the connection ends.
fn ask(address: &str, request: &str) -> String {
    let mut stream = connect(address);
    let mut answer = String::new();
    // It may be closed before all has been said.
    let _ = stream.write_all(request.as_bytes());
    let _ = stream.read_to_string(&mut answer);
    answer
}

fn scrape(address: &str) -> String {
    let answer = ask(address, "GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n");
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("{answer}"));
    assert!(head.starts_with("HTTP/1.1 200 OK\r\n") && head.contains("text/plain; version=0.0.4"), "{head}");
    assert!(head.contains(&format!("Content-Length: {}", body.len())), "{head}");
    body.to_owned()
}

fn value(text: &str, name: &str) -> u64 {
    let line = text.lines().find_map(|l| l.strip_prefix(name)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("{name} is not in:\n{text}")).parse().expect("a number")
}

#[test]
fn metrics_tell_what_is_and_what_was() {
    let (pool, address) = measured();
    let before = scrape(&address);
    assert_eq!(value(&before, "bifrost_device_memory_total_bytes{device=\"0\"}"), 16160 << 20);
    assert_eq!(value(&before, "bifrost_sessions_total"), 0);
    let add = named("vector_add").path("cu13-static");
    let out = run(Way::Tcp(&pool).command(&["-q", "-m", "100"], &add).arg("1000").env("USER", "nosy"), LIMIT);
    assert_eq!(out.status, 0, "{}", out.stderr);
    let held = pool.client();
    held.reserve(1, protocol::control::MemoryAsk::Mib(64)).expect("it is free");
    let tls = system_tests::site::Site::init();
    let out = tls.bfrun_as(&tls.bundle("admin"), &["--server", &pool.tcp, "true"]);
    assert_eq!(out.status, 125, "{}", out.stderr);
    let after = scrape(&address);
    for (name, expected) in [
        ("bifrost_device_memory_reserved_bytes{device=\"0\"}", 64 << 20),
        ("bifrost_device_memory_used_bytes{device=\"0\"}", 0),
        ("bifrost_reservations{state=\"unused\"}", 1),
        ("bifrost_reservations_total", 2),
        ("bifrost_sessions_total", 1),
        ("bifrost_data_connections_total", 2),
        ("bifrost_refused_hellos_total{reason=\"denied\"}", 1),
        ("bifrost_refused_hellos_total{reason=\"version\"}", 0),
        ("bifrost_draining", 0),
    ] {
        assert_eq!(value(&after, name), expected, "{name}");
    }
    // Clients add no lines, and nothing tells who they are.
    assert_eq!(before.lines().count(), after.lines().count());
    assert!(!after.contains("nosy") && !after.contains("vector_add"), "{after}");
    for name in after.lines().filter(|l| !l.starts_with('#')).map(|l| l.split(['{', ' ']).next()) {
        let name = name.expect("a name");
        assert!(
            after.contains(&format!("# HELP {name} ")) && after.contains(&format!("# TYPE {name} ")),
            "{name}"
        );
    }
}

#[test]
fn hostile_scrapers_harm_nobody() {
    let (pool, address) = measured();
    assert!(ask(&address, "GET / HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 404 "));
    assert!(ask(&address, "POST /metrics HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 400 "));
    assert!(ask(&address, "\r\n\r\n").starts_with("HTTP/1.1 400 "));
    let endless = format!("GET /metrics HTTP/1.1\r\nX: {}", "x".repeat(100_000));
    assert_eq!(ask(&address, &endless), "");
    // More than are served at one time, and all of them say nothing.
    let silent: Vec<TcpStream> = (0..50).map(|_| connect(&address)).collect();
    pool.client().status().expect("clients are served");
    assert!(ask(&address, "GET /metrics HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 200 "));
    drop(silent);
}

#[test]
fn lines_of_the_log_are_json_with_sessions() {
    let (pool, _) = measured();
    let add = named("vector_add").path("cu13-static");
    let out = run(Way::Tcp(&pool).command(&["-q"], &add).arg("1000"), LIMIT);
    assert_eq!(out.status, 0, "{}", out.stderr);
    eventually("the session's end is told", LIMIT, || pool.log().contains("has ended"));
    let lines: Vec<Value> =
        pool.log().lines().map(|l| serde_json::from_str(l).unwrap_or_else(|e| panic!("{l}: {e}"))).collect();
    let message = |l: &Value| l["message"].as_str().expect("a text").to_owned();
    assert!(lines.iter().all(|l| l["time"].is_string() && l["level"].is_string() && !message(l).is_empty()));
    let about: Vec<_> = lines.iter().filter(|l| message(l).starts_with("session ")).collect();
    assert!(about.len() >= 2);
    for line in about {
        let name = line["session"].as_str().unwrap_or_else(|| panic!("{line}"));
        assert!(name.len() == 8 && message(line).contains(name), "{line}");
    }
}

/// bfpoold as a service manager starts it: with sockets as descriptors 3 and so on.
struct Service {
    child: Child,
    dir: PathBuf,
    manager: UnixDatagram,
}

impl Service {
    fn start(name: &str, sockets: [OwnedFd; 2], args: &[&str]) -> Service {
        let dir = std::env::temp_dir().join(format!("bifrost-service-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&dir).expect("a folder");
        let manager = UnixDatagram::bind(dir.join("notify")).expect("a socket");
        manager.set_read_timeout(Some(LIMIT)).expect("a socket");
        let [one, two] = sockets;
        // The shell's process becomes the server, which is whom the sockets are for.
        let script = "exec 3<&0 4<&1 0</dev/null 1>/dev/null; LISTEN_PID=$$ LISTEN_FDS=2 exec \"$0\" \"$@\"";
        let child = Command::new("bash")
            .args(["-c", script])
            .arg(dist().join("bin/bfpoold"))
            .args(["--config", "none", "--softcuda"])
            .args(args)
            .env("BIFROST_CACHE", dir.join("cache"))
            .env("NOTIFY_SOCKET", dir.join("notify"))
            .env("WATCHDOG_USEC", "200000")
            .stdin(Stdio::from(one))
            .stdout(Stdio::from(two))
            .stderr(std::fs::File::create(dir.join("log")).expect("a file"))
            .spawn();
        Service { child: child.expect("bash starts"), dir, manager }
    }

    fn hears(&self) -> String {
        let mut text = [0; 256];
        let n = self.manager.recv(&mut text).expect("it says something in time");
        String::from_utf8_lossy(&text[..n]).into_owned()
    }

    fn log(&self) -> String {
        std::fs::read_to_string(self.dir.join("log")).expect("a file")
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.dir);
    }
}

fn sockets(at: &str, name: &str) -> (String, PathBuf, [OwnedFd; 2]) {
    let tcp = TcpListener::bind(at).expect("a free port");
    let path = std::env::temp_dir().join(format!("bifrost-passed-{}-{name}", std::process::id()));
    let _ = std::fs::remove_file(&path);
    let unix = UnixListener::bind(&path).expect("a socket");
    let address = tcp.local_addr().expect("it is bound").to_string();
    (address, path, [tcp.into(), unix.into()])
}

#[test]
fn sockets_of_a_service_manager_are_served_and_it_hears_of_life() {
    let (address, path, passed) = sockets("127.0.0.1:0", "served");
    // Clients may come before the server is there: they wait.
    let early = address.clone();
    let client = std::thread::spawn(move || {
        Client::connect(&early.parse().expect("an address"), LIMIT)
            .map(|c| c.status().map(|s| s.devices.len()))
    });
    let mut service = Service::start("served", passed, &["--auth", "none", "--listen", "127.0.0.1:1"]);
    assert_eq!(client.join().expect("no panic").expect("it connects").expect("it answers"), 1);
    let mut heard: Vec<String> = (0..4).map(|_| service.hears()).collect();
    heard.sort_unstable();
    assert_eq!(
        (&*heard[0], heard.iter().filter(|h| *h == "WATCHDOG=1").count()),
        ("READY=1", 3),
        "{heard:?}"
    );
    let unix = format!("unix:{}", path.display()).parse().expect("an address");
    Client::connect(&unix, LIMIT).expect("it connects").status().expect("it answers");
    // SAFETY: the child has not been waited for.
    unsafe { libc::kill(i32::try_from(service.child.id()).expect("small"), libc::SIGTERM) };
    assert!((0..1000).any(|_| service.hears() == "STOPPING=1"));
    assert!(service.child.wait().expect("it is our child").success(), "{}", service.log());
    assert!(path.exists(), "the file is the manager's");
    std::fs::remove_file(path).expect("it is there");
}

/// What is passed is no safer than what is named.
#[test]
fn passed_sockets_need_authentication_too() {
    let (_, path, passed) = sockets("0.0.0.0:0", "open");
    let mut service = Service::start("open", passed, &["--auth", "none"]);
    assert!(!service.child.wait().expect("it is our child").success());
    assert!(service.log().contains("--insecure"), "{}", service.log());
    std::fs::remove_file(path).expect("it is there");
}
