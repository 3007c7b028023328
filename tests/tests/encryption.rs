//! Data connections of clients with a token are encrypted: who reads or changes what passes learns nothing, changes nothing and ends nothing.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use protocol::control::{DataHello, DataWelcome, MemoryAsk};
use protocol::preamble::{Kind, Preamble, SessionId, Tag};
use serde_json::Value;
use system_tests::output::{Output, eventually, run};
use system_tests::pool::{Pool, Way};
use system_tests::raw::opener;
use system_tests::site::Site;
use system_tests::stats::Stats;
use system_tests::tamper::{self, Meddler, Place, Recorder};
use system_tests::{dist, helper};
use transport::control::{Client, Deadline, Opener};
use transport::secure::{Seal, hash_of};
use transport::socket::SocketWire;
use transport::wire::{recv_message, send_message};

/// A harness's own patience: more is a hang.
const LIMIT: Duration = Duration::from_secs(60);
const SOON: Duration = Duration::from_secs(10);
/// What the program moves, and the name of its kernel's parameter list as it stands in its image.
const PATTERN: &[u8] = b"what nobody else may read; what nobody else";
const KERNEL: &[u8] = b".visible .entry add(";

fn program() -> PathBuf {
    helper::compile(env!("CARGO_TARGET_TMPDIR"), "pattern")
}

/// A pool that encrypts, and a client's bundle.
struct Secure {
    site: Site,
    pool: Pool,
    bundle: PathBuf,
}

impl Secure {
    fn start() -> Secure {
        let site = Site::init();
        let pool = site.pool();
        let bundle = site.create("ada", &pool, &[]);
        Secure { site, pool, bundle }
    }

    fn through(&self, address: &str, rounds: u32) -> Command {
        let mut command = Way::Tls(address, &self.bundle).command(&["-q", "--stats=json"], &program());
        command.arg(rounds.to_string());
        command
    }

    fn run(&self, address: &str, rounds: u32) -> Output {
        run(&mut self.through(address, rounds), LIMIT)
    }

    fn client(&self) -> Client {
        let env = |name: &str| (name == "BIFROST_BUNDLE").then(|| self.bundle.clone().into());
        let bundle = access::Bundle::find(env).expect("a bundle");
        let address = self.pool.tcp.parse().expect("an address");
        Client::connect_as(&address, SOON, bundle.as_ref()).expect("the pool answers")
    }
}

fn ok(out: &Output, pool: &Pool) {
    assert_eq!(out.status, 0, "{}{}\nserver: {}", out.stdout, out.stderr, pool.log());
    assert!(out.stdout.starts_with("pattern: "), "{}", out.stdout);
}

#[test]
fn what_passes_says_nothing() {
    let clear = Pool::start();
    let seen = Arc::new(Recorder::default());
    let address = tamper::start(&clear.tcp, seen.clone());
    ok(&run(&mut Way::At(&address).command(&["-q"], &program()), LIMIT), &clear);
    let names = [PATTERN, KERNEL, b"pattern".as_slice()];
    names.iter().for_each(|name| assert!(seen.has_seen(name), "{}", String::from_utf8_lossy(name)));

    let secure = Secure::start();
    let seen = Arc::new(Recorder::default());
    let address = tamper::start(&secure.pool.tcp, seen.clone());
    ok(&secure.run(&address, 3), &secure.pool);
    for kind in [Kind::Ordered, Kind::Bulk] {
        assert!(!seen.bytes(kind, true).is_empty() && !seen.bytes(kind, false).is_empty());
    }
    assert!(seen.bytes(Kind::Bulk, true).len() > 3 << 20);
    names.iter().for_each(|name| assert!(!seen.has_seen(name), "{}", String::from_utf8_lossy(name)));
}

#[test]
fn who_asks_is_told_what_is_encrypted() {
    let secure = Secure::start();
    let hold = helper::compile(env!("CARGO_TARGET_TMPDIR"), "hold");
    let unix = Way::Unix(&secure.pool);
    for (what, word, encrypted, way) in
        [("tls", "tls 127", true, Way::Tls(&secure.pool.tcp, &secure.bundle)), ("unix", "unix", false, unix)]
    {
        let mut command = way.command(&["-m", "1000"], &hold);
        let child = command
            .arg("launch")
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn();
        let child = child.expect("bfrun starts");
        let server = format!("unix:{}", secure.pool.unix.display());
        let mut session = Value::Null;
        eventually("the session is there", SOON, || {
            let json = secure.site.says(&["sessions", "--json", "--server", &server]);
            session = serde_json::from_str::<Value>(&json).expect("JSON")["sessions"][0].clone();
            !session.is_null()
        });
        assert_eq!(session["encrypted"], encrypted, "{what}");
        let table = secure.site.says(&["sessions", "--server", &server]);
        assert!(table.contains(if encrypted { " tls " } else { " clear " }), "{table}");
        // SAFETY: the child has not been waited for.
        unsafe { libc::kill(i32::try_from(child.id()).expect("process ids are small"), libc::SIGTERM) };
        let said = child.wait_with_output().expect("it was ours").stderr;
        assert!(String::from_utf8_lossy(&said).contains(word), "{what}");
        secure.pool.becomes_free(SOON);
    }
    let audit = std::fs::read_to_string(secure.site.path("server/audit.jsonl")).expect("an audit log");
    let events = audit.lines().map(|l| serde_json::from_str::<Value>(l).expect("JSON"));
    let told: Vec<_> = events.filter(|e| e["event"] == "session").map(|e| e["encrypted"].as_bool()).collect();
    assert_eq!(told, [Some(true), Some(false)]);
}

#[test]
fn the_shim_encrypts_without_bfrun() {
    let secure = Secure::start();
    let seen = Arc::new(Recorder::default());
    let address = tamper::start(&secure.pool.tcp, seen.clone());
    let mut command = Command::new(program());
    secure.site.settle(&mut command);
    command.env("BIFROST_BUNDLE", &secure.bundle).env("BIFROST_SERVER", &address);
    command.env("LD_PRELOAD", dist().join("lib/bifrost/libcuda.so.1"));
    ok(&run(&mut command, LIMIT), &secure.pool);
    assert!(seen.bytes(Kind::Bulk, true).len() > 1 << 20 && !seen.has_seen(PATTERN));
}

/// Changes one byte at each of these places: of connections of a kind, in a direction, of the first for which nothing was changed yet.
struct Flip(Mutex<Vec<(Kind, bool, u64)>>);

impl Flip {
    fn at(places: impl IntoIterator<Item = (Kind, bool, u64)>) -> Flip {
        Flip(Mutex::new(places.into_iter().collect()))
    }

    fn left(&self) -> Vec<(Kind, bool, u64)> {
        self.0.lock().expect("no test fails with it").clone()
    }
}

impl Meddler for Flip {
    fn piece(&self, place: Place, bytes: &mut Vec<u8>) -> bool {
        let mut places = self.0.lock().expect("no test fails with it");
        let here = |(kind, up, at): &(Kind, bool, u64)| {
            let within = (place.at..place.at + bytes.len() as u64).contains(at);
            within && (*kind, *up) == (place.kind, place.up)
        };
        if let Some(i) = places.iter().position(here) {
            let (.., at) = places.remove(i);
            bytes[usize::try_from(at - place.at).expect("a piece is short")] ^= 1;
        }
        true
    }
}

#[test]
fn a_session_survives_bytes_that_were_changed() {
    let secure = Secure::start();
    let directions = |kind, at| [(kind, true, at), (kind, false, at)];
    // In records; then in the handshake of the connection that takes the place of the broken one, and again in records.
    let first = [directions(Kind::Ordered, 5000), directions(Kind::Bulk, 300_000)].concat();
    let again =
        [Kind::Resume, Kind::ResumeBulk].map(|kind| [directions(kind, 20), directions(kind, 3000)].concat());
    let flip = Arc::new(Flip::at([first, again.concat()].concat()));
    let address = tamper::start(&secure.pool.tcp, flip.clone());
    let out = secure.run(&address, 60);
    ok(&out, &secure.pool);
    let survived = Stats::find(&out.stderr).survived;
    // What would have been changed of a connection in the direction that is not the first to break is not reached.
    assert!(survived.breaks > 1 && flip.left().len() <= 2, "{survived:?} {:?}", flip.left());
}

/// It fails with one line that has the words.
fn fails(secure: &Secure, address: &str, what: &str, words: &[&str]) {
    let begin = Instant::now();
    let out = secure.run(address, 1);
    assert!(out.status != 0 && begin.elapsed() < Duration::from_secs(20), "{what}: {}", out.stdout);
    let line = out.stderr.lines().find(|l| l.contains("bifrost") && words.iter().any(|w| l.contains(w)));
    assert!(line.is_some(), "{what}: none of {words:?} in: {}\nserver: {}", out.stderr, secure.pool.log());
    secure.pool.becomes_free(SOON);
}

#[test]
fn a_start_that_was_meddled_with_fails_with_the_remedy() {
    let secure = Secure::start();
    for (up, at) in [(true, 100), (true, 400), (false, 40), (false, 200)] {
        for kind in [Kind::Ordered, Kind::Bulk] {
            let flip = Flip::at([(kind, up, at)]);
            let address = tamper::start(&secure.pool.tcp, Arc::new(flip));
            let words = ["encrypted data connection", "refuses the encrypted"];
            fails(&secure, &address, &format!("{kind:?}, byte {at}, up: {up}"), &words);
        }
    }
}

/// Passes connections of one kind off as the other.
struct Swap;

impl Meddler for Swap {
    fn preamble(&self, preamble: Preamble, _: Option<Tag>) -> Preamble {
        let kind = match preamble.kind {
            Kind::Ordered => Kind::Bulk,
            Kind::Bulk => Kind::Ordered,
            other => other,
        };
        Preamble { kind, ..preamble }
    }
}

#[test]
fn connections_cannot_be_swapped() {
    let secure = Secure::start();
    let address = tamper::start(&secure.pool.tcp, Arc::new(Swap));
    fails(&secure, &address, "swapped", &["closed an encrypted data connection before it stood"]);
    assert!(secure.pool.log().contains("Bulk connection turned away"), "{}", secure.pool.log());
}

fn dial(pool: &Pool, first: &[u8]) -> TcpStream {
    let mut stream = TcpStream::connect(&pool.tcp).expect("the pool listens");
    stream.set_read_timeout(Some(SOON)).expect("a socket");
    stream.write_all(first).expect("it takes the preamble");
    stream
}

/// What whoever has seen the session's id and all that passed can do while it runs.
#[test]
fn who_knows_the_session_s_id_gets_nowhere() {
    let secure = Secure::start();
    let seen = Arc::new(Recorder::default());
    let address = tamper::start(&secure.pool.tcp, seen.clone());
    let mut command = secure.through(&address, 200);
    let running = std::thread::spawn(move || run(&mut command, LIMIT));
    eventually("data pass", LIMIT, || seen.bytes(Kind::Bulk, true).len() > 1 << 20);
    let (first, tag) = seen.preambles()[0];
    let again = Preamble { kind: Kind::Resume, ..first };
    let log = |words: &str| {
        eventually(words, SOON, || secure.pool.log().contains(words));
    };
    let closed = |first: &[u8], said: &[u8]| {
        let mut stream = dial(&secure.pool, first);
        // It may be closed before all is sent.
        let _ = stream.write_all(said);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        assert_eq!(answer, b"", "nothing is said to whoever does not know the key");
    };
    // Without a tag, and a key of one's own.
    let stranger = Seal { secret: [7; 32], peer: hash_of(&[8; 32]).expect("a key") };
    let socket = SocketWire::new(dial(&secure.pool, &again.encode()).into()).expect("a socket");
    let greeting = stranger.greet(Kind::Resume, socket).expect("hello");
    greeting.finish(Deadline::after(SOON)).expect_err("the worker speaks to its client alone");
    log("Resume connection turned away: it does not show that it comes from the session's client");
    // With one that was made with another key, or for another connection.
    closed(&again.with_tag(again.tag(&[7; 32], u64::MAX)), b"");
    let tag = tag.expect("data connections have one");
    closed(&again.with_tag(tag), b"");
    log("Resume connection turned away: whoever made it does not know the session's key");
    // With what the client has said.
    for (preamble, tag) in seen.preambles() {
        let recorded = seen.bytes(preamble.kind, true);
        closed(
            &preamble.with_tag(tag.expect("data connections have one")),
            &recorded[..recorded.len().min(1 << 16)],
        );
    }
    let out = running.join().expect("the program ran");
    ok(&out, &secure.pool);
    assert_eq!(Stats::find(&out.stderr).survived.breaks, 0, "{}", out.stderr);
}

/// Whoever has seen the session's id and its tags floods the worker with connections, all the time, and cuts the client off.
#[test]
fn a_flood_keeps_nobody_from_coming_back() {
    let secure = Secure::start();
    let seen = Arc::new(Recorder::default());
    let address = tamper::start(&secure.pool.tcp, seen.clone());
    let mut command = secure.through(&address, 200);
    let running = std::thread::spawn(move || run(&mut command, LIMIT));
    eventually("data pass", LIMIT, || seen.bytes(Kind::Bulk, true).len() > 1 << 20);
    let first = seen.preambles()[0].0;
    let mut flood = Flood::start(&secure.pool, first.session, seen.clone(), [Kind::Resume, Kind::ResumeBulk]);
    eventually("the flood has begun", SOON, || flood.connections() > 50);
    let (before, begin) = (seen.preambles().len(), Instant::now());
    seen.cut();
    let out = running.join().expect("the program ran");
    flood.end();
    ok(&out, &secure.pool);
    let survived = Stats::find(&out.stderr).survived;
    assert!(survived.breaks > 0 && seen.preambles().len() > before, "{survived:?}");
    println!(
        "{} foreign connections; the session came back {} times within {:?}",
        flood.connections(),
        survived.breaks,
        begin.elapsed()
    );
}

/// Opens connections of a session until told to stop, and holds each until the server closes it.
struct Flood {
    connections: Arc<AtomicU64>,
    over: Arc<AtomicBool>,
    threads: Vec<std::thread::JoinHandle<()>>,
}

impl Flood {
    fn start(pool: &Pool, session: SessionId, seen: Arc<Recorder>, kinds: [Kind; 2]) -> Flood {
        let (connections, over) = (Arc::<AtomicU64>::default(), Arc::<AtomicBool>::default());
        let flood = |kind: Kind| {
            let (address, seen) = (pool.tcp.clone(), seen.clone());
            let (connections, over) = (connections.clone(), over.clone());
            std::thread::spawn(move || {
                let preamble = Preamble { kind, lane: 0, session };
                let mut open = Vec::new();
                while !over.load(Ordering::SeqCst) {
                    let used = seen.preambles().into_iter().filter(|(p, _)| p.kind == kind);
                    let used = used.filter_map(|(p, tag)| Some(p.with_tag(tag?).to_vec()));
                    let forged = preamble.with_tag(preamble.tag(&[1; 32], u64::MAX)).to_vec();
                    for first in used.chain([preamble.encode().to_vec(), forged]) {
                        let Ok(mut stream) = TcpStream::connect(&address) else { continue };
                        // What is turned away may be closed at once.
                        let _ = stream.write_all(&first);
                        let _ = stream.set_nonblocking(true);
                        connections.fetch_add(1, Ordering::SeqCst);
                        open.push(stream);
                    }
                    open.retain(|stream| {
                        matches!((&mut &*stream).read(&mut [0]), Err(e) if e.kind() == std::io::ErrorKind::WouldBlock)
                    });
                    std::thread::sleep(Duration::from_millis(5));
                }
            })
        };
        let threads = kinds.map(flood).into();
        Flood { connections, over, threads }
    }

    fn connections(&self) -> u64 {
        self.connections.load(Ordering::SeqCst)
    }

    fn end(&mut self) {
        self.over.store(true, Ordering::SeqCst);
        self.threads.drain(..).for_each(|t| t.join().expect("it only connects"));
    }
}

/// The same before the session has begun.
#[test]
fn a_flood_keeps_no_session_from_beginning() {
    let secure = Secure::start();
    let client = secure.client();
    let grant = client.reserve(1, MemoryAsk::Mib(64)).expect("a reservation");
    let secret = [3; 32];
    let sealed = Opener { peer: hash_of(&secret).expect("a key"), ..opener() };
    let opened = client.open_session(grant.ticket, &sealed).expect("a session");
    let kinds = [Kind::Ordered, Kind::Bulk];
    let mut flood = Flood::start(&secure.pool, opened.session, Arc::default(), kinds);
    eventually("the flood has begun", SOON, || flood.connections() > 50);
    let seal = Seal { secret, peer: opened.peer.expect("the worker has a key") };
    let (ordered, bulk) = client.data_connections(&opened).expect("connections");
    let greet = |kind, fd| seal.greet(kind, SocketWire::new(fd).expect("a socket")).expect("hello");
    let (ordered, bulk) = (greet(Kind::Ordered, ordered), greet(Kind::Bulk, bulk));
    let ordered = ordered.finish(Deadline::after(SOON)).expect("hands are shaken");
    let _bulk = bulk.finish(Deadline::after(SOON)).expect("hands are shaken");
    send_message(&ordered, &hello()).expect("it takes that");
    assert!(matches!(recv_message(&ordered, SOON).expect("an answer"), DataWelcome::Ready { .. }));
    flood.end();
}

fn hello() -> DataHello {
    DataHello {
        fingerprint: protocol::fingerprint(),
        arenas: Vec::new(),
        arena_bytes: 0,
        functions: Vec::new(),
    }
}

#[test]
fn each_side_tells_the_other_that_it_speaks_otherwise() {
    let secure = Secure::start();
    let client = secure.client();
    let grant = client.reserve(1, MemoryAsk::Mib(64)).expect("a reservation");
    let secret = [3; 32];
    let sealed = Opener { peer: hash_of(&secret).expect("a key"), ..opener() };
    let opened = client.open_session(grant.ticket, &sealed).expect("a session");
    let seal = Seal { secret, peer: opened.peer.expect("the worker has a key") };
    // A client in clear; the session's own may still come.
    let (ordered, _bulk) = client.data_connections(&opened).expect("connections");
    let ordered = SocketWire::new(ordered).expect("a socket");
    send_message(&ordered, &hello()).expect("it takes that");
    match recv_message(&ordered, SOON).expect("an answer") {
        DataWelcome::Refused(f) => assert!(f.message.contains("install the server's release"), "{f:?}"),
        other => panic!("{other:?}"),
    }
    let (ordered, bulk) = client.data_connections(&opened).expect("connections");
    let greet = |kind, fd| seal.greet(kind, SocketWire::new(fd).expect("a socket")).expect("hello");
    let (ordered, bulk) = (greet(Kind::Ordered, ordered), greet(Kind::Bulk, bulk));
    let ordered = ordered.finish(Deadline::after(SOON)).expect("hands are shaken");
    let _bulk = bulk.finish(Deadline::after(SOON)).expect("hands are shaken");
    send_message(&ordered, &hello()).expect("it takes that");
    assert!(matches!(recv_message(&ordered, SOON).expect("an answer"), DataWelcome::Ready { .. }));
    // An encrypting client of a worker in clear.
    let client = secure.pool.client();
    let grant = client.reserve(1, MemoryAsk::Mib(64)).expect("a reservation");
    let opened = client.open_session(grant.ticket, &sealed).expect("a session");
    assert_eq!(opened.peer, None, "a Unix socket's session is in clear");
    let (ordered, _bulk) = client.data_connections(&opened).expect("connections");
    let refused = greet(Kind::Ordered, ordered).finish(Deadline::after(SOON)).expect_err("no handshake");
    assert!(refused.to_string().contains("closed an encrypted data connection before it stood"), "{refused}");
}

/// The front forgets its sessions: a client hears in clear that it has none, which it does not believe at once.
#[test]
fn a_session_that_is_gone_is_given_up_in_time() {
    let secure = Secure::start();
    let path: &Path = &secure.bundle;
    let hold = helper::compile(env!("CARGO_TARGET_TMPDIR"), "steps");
    let mut command = Way::Tls(&secure.pool.tcp, path).command(&["-q"], &hold);
    command.args(["100000000", "0"]);
    let running = std::thread::spawn(move || run(&mut command, LIMIT));
    eventually("a worker runs", SOON, || !secure.pool.workers().is_empty());
    std::thread::sleep(Duration::from_millis(500));
    let begin = Instant::now();
    for worker in secure.pool.workers() {
        // SAFETY: a worker of this test's own pool.
        unsafe { libc::kill(worker, libc::SIGKILL) };
    }
    let out = running.join().expect("the program ran");
    assert!(out.status != 0 && out.stderr.contains("does not know the session any more"), "{}", out.stderr);
    assert!(begin.elapsed() < Duration::from_secs(15), "{:?}", begin.elapsed());
}
