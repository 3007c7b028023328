//! The front over real sockets, with clients that behave and clients that do not. Its workers are this test program, which ends at once
//! when it is started as one: each session's worker fails.

use std::io::{Read, Write};
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use protocol::control::{
    ClientHello, FailureCode, MESSAGE_MAX, MemoryAsk, PoolStatus, Request, Response, ServerHello, VERSION,
};
use protocol::preamble::{Kind, Preamble};
use protocol::resume::Challenge;
use protocol::snapshot::{Device, Snapshot};
use tokio::sync::oneshot;
use tokio::task::LocalSet;
use transport::Endpoint;
use transport::Wire;
use transport::control::{Client, Deadline, Opener, Queued, again, receive};
use transport::socket::SocketWire;
use transport::wire::send_message;

use zerocopy::IntoBytes;

use super::FrontError;
use super::config::{Command, Config};
use super::confinement::Confinement;
use super::connection::{PATIENCE, PENDING_MAX};
use super::holding;
use super::listen;
use super::state::Front;
use crate::adoption::Family;

const SECOND: Duration = Duration::from_secs(1);
const MIB: u64 = 1 << 20;

fn snapshot(devices: usize) -> Snapshot {
    let device = Device {
        name: "test".into(),
        uuid: [1; 16],
        total_mem: 1000 * MIB,
        physical_mem: 1000 * MIB,
        attributes: Vec::new(),
        pci: (0, 0, 0),
        priority_range: (0, 0),
        limits: Vec::new(),
        ptx_only: true,
    };
    Snapshot {
        driver_version: 13050,
        driver_name: "test".into(),
        server: "here".into(),
        devices: vec![device; devices],
    }
}

/// A front in a thread of its own.
struct Server {
    path: PathBuf,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Server {
    fn start(devices: usize) -> Server {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("bfpoold-{}-{}.sock", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        let (stop, stopped) = oneshot::channel::<()>();
        let (ready, is_ready) = mpsc::channel();
        let args =
            ["--auth", "none", "--log", "error", "--reconnect-grace", "0", "--unix", path.to_str().unwrap()];
        let args = args.map(str::to_owned);
        let thread = std::thread::spawn(move || {
            let Ok(Command::Serve(config)) = Config::parse(args, |_| None) else { panic!("bad arguments") };
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            LocalSet::new().block_on(&runtime, async {
                let mut listeners = listen::bind_all(&config.listen).await.unwrap();
                let family = Family::of(&config.listen[0].to_string());
                let library = "/nowhere/libcuda.so.1".into();
                let front = Rc::new(Front::new(
                    *config,
                    library,
                    snapshot(devices).into(),
                    family,
                    None,
                    Confinement::default(),
                ));
                let keeper = tokio::task::spawn_local(holding::watch(front.clone()));
                let accept = tokio::task::spawn_local(listen::accept(front.clone(), listeners.remove(0)));
                ready.send(()).unwrap();
                let _ = stopped.await;
                accept.abort();
                let _ = accept.await;
                keeper.abort();
                front.end_all().await;
            });
        });
        is_ready.recv().unwrap();
        Server { path, stop: Some(stop), thread: Some(thread) }
    }

    fn client(&self) -> Client {
        Client::connect(&Endpoint::Unix(self.path.clone()), 5 * SECOND).unwrap()
    }

    fn raw(&self) -> UnixStream {
        let stream = UnixStream::connect(&self.path).unwrap();
        stream.set_read_timeout(Some(5 * SECOND)).unwrap();
        stream
    }

    fn status(&self) -> PoolStatus {
        self.client().status().unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.take().unwrap().send(()).unwrap();
        self.thread.take().unwrap().join().unwrap();
        assert!(!self.path.exists(), "the socket's file is left");
    }
}

fn opener() -> Opener {
    Opener { pid: 1, home: [0; 16], program: "p".into(), fingerprint: protocol::fingerprint(), peer: [0; 32] }
}

fn eventually(what: &str, mut is: impl FnMut() -> bool) {
    let end = Instant::now() + 5 * SECOND;
    while !is() {
        assert!(Instant::now() < end, "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// A connection that has sent `bytes`: what the front says until it closes.
fn reply_to(server: &Server, bytes: &[u8], end: bool) -> Vec<u8> {
    let mut stream = server.raw();
    stream.write_all(bytes).unwrap();
    if end {
        stream.shutdown(Shutdown::Write).unwrap();
    }
    let mut reply = Vec::new();
    // A front that closes with bytes unread resets the connection.
    let _ = stream.read_to_end(&mut reply);
    reply
}

fn after_preamble(rest: &[u8]) -> Vec<u8> {
    [&Preamble::control().encode()[..], rest].concat()
}

#[test]
fn what_is_no_client_is_dropped_and_nothing_else_suffers() {
    let server = Server::start(1);
    let control = Preamble::control().encode();
    let data = Preamble { kind: Kind::Ordered, lane: 0, session: [9; 16] }.encode();
    let mut bad_kind = control;
    bad_kind[10] = 7;
    let huge = [after_preamble(&(MESSAGE_MAX as u32 + 1).to_le_bytes()), vec![0; 100]].concat();
    let cases: &[(&str, &[u8])] = &[
        ("nothing", b""),
        ("half a preamble", &control[..16]),
        ("another protocol", b"GET / HTTP/1.1\r\nHost: pool\r\n\r\n......"),
        ("an unknown kind", &bad_kind),
        ("no hello", &control),
        ("half a length", &after_preamble(&[1, 0])),
        ("the longest length", &after_preamble(&[0xff; 4])),
        ("a length over the limit", &huge),
        ("half a hello", &after_preamble(&[100, 0, 0, 0, 1, 2, 3])),
        ("a hello of nonsense", &after_preamble(&[4, 0, 0, 0, 0xff, 0xff, 0xff, 0xff])),
        ("an empty hello", &after_preamble(&[0; 4])),
        ("a session that does not exist", &data),
        ("bulk data of no session", &Preamble { kind: Kind::Bulk, lane: 3, session: [0; 16] }.encode()),
    ];
    for (what, bytes) in cases {
        for end in [true, false] {
            let start = Instant::now();
            assert_eq!(reply_to(&server, bytes, end), b"", "{what}");
            assert!(start.elapsed() < PATIENCE + SECOND, "{what}: {:?}", start.elapsed());
        }
    }
    assert_eq!(server.status().devices.len(), 1);
}

fn hello(version: u16) -> ClientHello {
    let release = "0.0.77".into();
    ClientHello {
        version,
        min_version: version,
        release,
        fingerprint: [3; 16],
        owner: "me".into(),
        token: None,
        pid: 7,
        home: [0; 16],
    }
}

/// The answer to a hello, and the connection.
fn greet(server: &Server, hello: &ClientHello) -> (ServerHello, SocketWire) {
    let mut stream = server.raw();
    stream.write_all(&Preamble::control().encode()).unwrap();
    let wire = SocketWire::new(stream.into()).unwrap();
    send_message(&wire, hello).unwrap();
    let answer = receive(&wire, Deadline::after(5 * SECOND)).unwrap();
    (answer, wire)
}

#[test]
fn other_releases_get_words_that_name_both() {
    let server = Server::start(1);
    let check = |message: &str| {
        assert!(message.contains("0.0.77") && message.contains(env!("CARGO_PKG_VERSION")), "{message}")
    };
    match greet(&server, &hello(VERSION + 1)).0 {
        ServerHello::Refused(f) if f.code == FailureCode::Version => check(&f.message),
        other => panic!("{other:?}"),
    }
    // Control messages are understood, the data protocol is not.
    let (welcome, wire) = greet(&server, &hello(VERSION));
    assert!(matches!(welcome, ServerHello::Welcome { .. }));
    send_message(&wire, &Request::Reserve { gpus: 1, memory: MemoryAsk::Whole }).unwrap();
    match receive(&wire, Deadline::after(5 * SECOND)).unwrap() {
        Response::Failed(f) if f.code == FailureCode::Version => check(&f.message),
        other => panic!("{other:?}"),
    }
    let mut preamble = Preamble::control().encode();
    preamble[8] = 99;
    let reply = reply_to(&server, &preamble, true);
    match protocol::control::decode(&reply[4..]).unwrap() {
        ServerHello::Refused(f) => assert_eq!(f.code, FailureCode::Version),
        other => panic!("{other:?}"),
    }
}

#[test]
fn silent_connections_are_bounded() {
    let server = Server::start(1);
    let mut silent: Vec<UnixStream> = (0..PENDING_MAX).map(|_| server.raw()).collect();
    // The last must have been accepted before the limit is reached.
    let refused = Client::connect(&Endpoint::Unix(server.path.clone()), SECOND).unwrap_err();
    assert_eq!(refused.code(), Some(FailureCode::Full), "{refused}");
    let start = Instant::now();
    assert_eq!(silent[0].read(&mut [0; 1]).unwrap(), 0);
    assert!(start.elapsed() < PATIENCE + SECOND);
    eventually("new clients are served", || {
        Client::connect(&Endpoint::Unix(server.path.clone()), SECOND).is_ok()
    });
}

#[test]
fn reservations_end_with_release_or_connection() {
    let server = Server::start(2);
    let one = server.client();
    let grant = one.reserve(2, MemoryAsk::Ppm(600_000)).unwrap();
    assert_eq!(
        grant.snapshot.devices.iter().map(|d| (d.total_mem / MIB, d.physical_mem / MIB)).collect::<Vec<_>>(),
        [(600, 1000); 2]
    );
    let other = server.client();
    let full = other.reserve(1, MemoryAsk::Mib(401)).unwrap_err();
    assert_eq!(full.code(), Some(FailureCode::Full), "{full}");
    let small = other.reserve(1, MemoryAsk::Mib(400)).unwrap();
    assert_eq!(server.status().devices.iter().map(|d| d.reserved / MIB).sum::<u64>(), 1600);

    let mut forged = grant.ticket;
    forged.key[0] ^= 1;
    assert_eq!(other.release_grant(forged).unwrap_err().code(), Some(FailureCode::Unknown));
    assert_eq!(other.open_session(forged, &opener()).unwrap_err().code(), Some(FailureCode::Unknown));
    assert_eq!(other.end_session([5; 16]).unwrap_err().code(), Some(FailureCode::Unknown));

    one.release_grant(grant.ticket).unwrap();
    assert_eq!(one.release_grant(grant.ticket).unwrap_err().code(), Some(FailureCode::Unknown));
    other.release_grant(small.ticket).unwrap();
    let _whole = one.reserve(2, MemoryAsk::Whole).unwrap();
    drop(one);
    eventually("the reservation ends with its connection", || server.status().reservations == 0);
    other.reserve(2, MemoryAsk::Whole).unwrap();
}

fn place(client: &Client, memory: MemoryAsk) -> Option<u32> {
    match client.queue(1, memory).unwrap() {
        Queued::Place(number) => Some(number),
        Queued::Granted(_) => None,
    }
}

#[test]
fn who_waits_is_served_in_order() {
    let server = Server::start(1);
    let [a, b, c, d] = [(); 4].map(|()| server.client());
    let grant = a.reserve(1, MemoryAsk::Whole).unwrap();
    assert_eq!((place(&b, MemoryAsk::Whole), place(&c, MemoryAsk::Mib(1))), (Some(1), Some(2)));
    assert_eq!(server.client().report().unwrap().server.waiting, 2);
    a.release_grant(grant.ticket).unwrap();
    // It has room, and yet whoever came first is served first.
    assert_eq!(place(&c, MemoryAsk::Mib(1)), Some(2));
    let refused = d.reserve(1, MemoryAsk::Mib(1)).unwrap_err();
    assert!(
        refused.code() == Some(FailureCode::Full) && refused.to_string().contains("2 wait in line"),
        "{refused}"
    );
    assert_eq!(place(&b, MemoryAsk::Whole), None);
    // Who asks for what can never be has no place.
    assert_eq!(d.queue(1, MemoryAsk::Mib(5000)).unwrap_err().code(), Some(FailureCode::Invalid));
    assert_eq!(place(&d, MemoryAsk::Mib(1)), Some(2));
    // A place is left with its connection, a reservation too.
    drop(c);
    eventually("the next moves up", || place(&d, MemoryAsk::Mib(1)) == Some(1));
    drop(b);
    eventually("it is its turn", || place(&d, MemoryAsk::Mib(1)).is_none());
    d.status().unwrap();
    assert_eq!(server.client().report().unwrap().server.waiting, 0);
}

#[test]
fn who_says_nothing_loses_its_place_and_what_it_got() {
    let server = Server::start(1);
    let [a, silent, b] = [(); 3].map(|()| server.client());
    let grant = a.reserve(1, MemoryAsk::Whole).unwrap();
    assert_eq!((place(&silent, MemoryAsk::Whole), place(&b, MemoryAsk::Whole)), (Some(1), Some(2)));
    eventually("the silent one is passed", || place(&b, MemoryAsk::Whole) == Some(1));
    a.release_grant(grant.ticket).unwrap();
    assert_eq!(place(&b, MemoryAsk::Whole), None);
    // It has what it waited for, and says nothing either.
    eventually("what it got goes back", || server.status().reservations == 0);
    assert!(silent.reserve(1, MemoryAsk::Whole).is_ok());
}

#[test]
fn draining_ends_the_line() {
    let server = Server::start(1);
    let [a, b] = [(); 2].map(|()| server.client());
    let _grant = a.reserve(1, MemoryAsk::Whole).unwrap();
    assert_eq!(place(&b, MemoryAsk::Whole), Some(1));
    server.client().drain(true).unwrap();
    let refused = b.queue(1, MemoryAsk::Whole).unwrap_err();
    assert!(refused.to_string().contains("drains"), "{refused}");
    assert_eq!(server.client().report().unwrap().server.waiting, 0);
}

#[test]
fn a_failing_worker_ends_its_session_only() {
    let server = Server::start(1);
    let client = server.client();
    let grant = client.reserve(1, MemoryAsk::Whole).unwrap();
    let opened = client.open_session(grant.ticket, &opener()).unwrap();
    assert_ne!(opened.session, [0; 16]);
    eventually("the session ends", || server.status().sessions == 0);
    let status = server.status();
    assert_eq!((status.reservations, status.devices[0].used), (1, 0));
    // Data connections of a session that has ended are closed.
    let (ordered, _bulk) = client.data_connections(&opened).unwrap();
    assert_eq!(UnixStream::from(ordered).read(&mut [0; 1]).unwrap(), 0);
    // Who wants to go on with it is told.
    for bulk in [false, true] {
        let again = again(opened.session, &opened.key, bulk);
        let again = client.way().connect(again, SECOND).unwrap();
        let mut challenge = Challenge::new([0; 32]);
        UnixStream::from(again).read_exact(challenge.as_mut_bytes()).unwrap();
        assert_eq!(challenge.session_exists(), Ok(false));
    }
    client.open_session(grant.ticket, &opener()).unwrap();
    client.release_grant(grant.ticket).unwrap();
    let status = server.status();
    assert_eq!((status.reservations, status.sessions), (0, 0));
}

#[test]
fn a_session_needs_a_worker_of_the_clients_protocol() {
    let server = Server::start(1);
    let client = server.client();
    let grant = client.reserve(1, MemoryAsk::Whole).unwrap();
    let stranger = Opener { fingerprint: [8; 16], ..opener() };
    let refused = client.open_session(grant.ticket, &stranger).unwrap_err();
    assert_eq!(refused.code(), Some(FailureCode::Version), "{refused}");
    client.open_session(grant.ticket, &opener()).unwrap();
}

#[test]
fn whoever_runs_the_server_manages_it() {
    let server = Server::start(2);
    let client = server.client();
    let grant = client.reserve(1, MemoryAsk::Mib(100)).unwrap();
    let report = client.report().unwrap();
    assert!(report.server.admin && report.server.you.ends_with("@here"), "{:?}", report.server);
    let held: Vec<_> = report.devices.iter().map(|d| (d.index, d.reserved_bytes / MIB)).collect();
    assert_eq!(held, [(0, 100), (1, 0)]);
    let r = &report.reservations[0];
    assert_eq!((r.id, &r.owner, r.devices[0].index), (grant.ticket.id, &report.server.you, Some(0)));
    assert_eq!((report.reservations_hidden, report.sessions_hidden), (0, 0));

    assert!(client.drain(true).unwrap().server.draining);
    assert_eq!(client.reserve(1, MemoryAsk::Mib(1)).unwrap_err().code(), Some(FailureCode::Full));
    assert!(!client.drain(false).unwrap().server.draining);
    client.reserve(1, MemoryAsk::Mib(1)).unwrap();
    assert_eq!(client.kill("00").unwrap_err().code(), Some(FailureCode::Unknown));
}

#[test]
fn a_request_of_a_later_release_is_refused_and_the_connection_goes_on() {
    let server = Server::start(1);
    let (_, wire) = greet(&server, &hello(VERSION));
    let ask = |body: &[u8]| -> Response {
        let length = u32::try_from(body.len()).unwrap().to_le_bytes();
        wire.send_all(&[&length, body]).unwrap();
        receive(&wire, Deadline::after(5 * SECOND)).unwrap()
    };
    for unknown in [&[100][..], &[], &[0xff; 20]] {
        match ask(unknown) {
            Response::Failed(f) if f.code == FailureCode::Version => {
                assert!(f.message.contains("0.0.77"), "{}", f.message);
            }
            other => panic!("{other:?}"),
        }
    }
    assert!(matches!(ask(&[4]), Response::Status(_)));
}

#[test]
fn an_address_that_cannot_be_listened_on_is_told_with_the_remedy() {
    use std::io::ErrorKind::{AddrInUse, AddrNotAvailable, PermissionDenied};
    let cases = [
        (AddrInUse, "choose another port with --listen"),
        (AddrNotAvailable, "name one that is, or 0.0.0.0 for all"),
        (PermissionDenied, "choose another address with --listen or --unix"),
    ];
    let unix = |path: &str, kind: std::io::ErrorKind| {
        FrontError::Listen(Endpoint::Unix(path.into()), kind.into()).to_string()
    };
    let folder = unix("/", AddrInUse);
    assert!(folder.contains("no socket") && folder.contains("another path with --unix"), "{folder}");
    let long = unix(&format!("/{}", "x".repeat(200)), std::io::ErrorKind::InvalidInput);
    assert!(long.contains("may have 107 bytes"), "{long}");
    for (kind, words) in cases {
        let error = FrontError::Listen(Endpoint::Tcp("192.0.2.1".into(), 56001), kind.into());
        let message = error.to_string();
        assert!(
            message.starts_with("cannot listen on 192.0.2.1:56001: ") && message.contains(words),
            "{message}"
        );
    }
}

#[test]
fn a_device_that_cannot_be_used_is_told_with_the_remedy_for_its_kind() {
    let path = || PathBuf::from("/lib/libcuda.so.1");
    let soft = FrontError::SoftProbe(path(), "it has no devices".into()).to_string();
    assert!(soft.contains("it has no devices") && soft.contains("SOFTCUDA_DEVICES"), "{soft}");
    assert!(!soft.contains("nvidia-smi"), "{soft}");
    assert!(FrontError::Probe(path(), "no".into()).to_string().contains("nvidia-smi"));
}
