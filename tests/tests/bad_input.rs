//! What makes no sense, from users, programs and peers: a clear line or the right CUDA error, no hang, no leak; the next session works.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::Duration;

use protocol::control::{self, ClientHello, DataHello, DataWelcome, FailureCode, MemoryAsk, ServerHello};
use protocol::frame::{Header, Kind, PAYLOAD_MAX};
use protocol::ops::{self, op};
use protocol::preamble::{self, Preamble, Tag};
use system_tests::dist;
use system_tests::helper;
use system_tests::output::{Output, run};
use system_tests::pool::{Pool, Way};
use system_tests::programs::named;
use system_tests::random::Random;
use system_tests::raw::{Raw, noise, opener};
use transport::control::Client;
use zerocopy::IntoBytes;

/// Messages come within this time.
const SOON: Duration = Duration::from_secs(5);
/// A harness's own patience: more is a hang.
const LIMIT: Duration = Duration::from_secs(60);

fn bfrun(options: &[&str]) -> Output {
    let mut command = Command::new(dist().join("bin/bfrun"));
    command.args(options).args(["--", "true"]).env_remove("BIFROST_SERVER");
    run(&mut command, LIMIT)
}

/// The program ran and its numbers are right.
fn works(pool: &Pool) {
    let out = run(
        Way::Unix(pool).command(&["-q", "-m", "1000"], &named("vector_add").path("cu13-static")).arg("1000"),
        LIMIT,
    );
    assert_eq!(out.status, 0, "{}{}\nserver: {}", out.stdout, out.stderr, pool.log());
}

/// Everything is free again, and the next program works.
fn unharmed(pool: &Pool) {
    pool.becomes_free(Duration::from_secs(3));
    works(pool);
    pool.becomes_free(Duration::from_secs(3));
}

/// bfrun fails with one line on standard error that holds `words`.
fn refuses(options: &[&str], words: &[&str]) {
    let out = bfrun(options);
    assert_eq!(out.status, 125, "{options:?}: {}", out.stderr);
    assert!(out.took < SOON, "{options:?} took {:?}", out.took);
    assert_eq!(out.stderr.lines().count(), 1, "{options:?}: {}", out.stderr);
    for word in words {
        assert!(out.stderr.contains(word), "{options:?}: `{word}` is not in: {}", out.stderr);
    }
}

/// A server that treats every connection with `answer`; its address.
fn listener(answer: impl Fn(TcpStream) + Send + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("an address").to_string();
    thread::spawn(move || listener.incoming().flatten().for_each(answer));
    address
}

fn closed_port() -> String {
    TcpListener::bind("127.0.0.1:0").and_then(|l| l.local_addr()).expect("a free port").to_string()
}

#[test]
fn no_server() {
    refuses(&[], &["--server", "--local"]);
    refuses(&["--server", &closed_port()], &["nothing listens there", "start bfpoold"]);
    refuses(&["--server", "unix:/nowhere/pool"], &["/nowhere/pool"]);
    refuses(&["--server", "no-such-host.invalid:1"], &["no-such-host.invalid", "check the name"]);
    refuses(&["--server", "127.0.0.1:many"], &["many"]);
    refuses(&["--server", ""], &[]);
}

#[test]
fn something_else_listens() {
    // Kept open, says nothing.
    let kept = std::sync::Mutex::new(Vec::new());
    let silent = listener(move |s| kept.lock().expect("no thread panics").push(s));
    refuses(&["--server", &silent], &["does not answer"]);
    let http = listener(|mut s| {
        let mut request = [0; 512];
        let _ = s.read(&mut request);
        let _ = s.write_all(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
    });
    refuses(&["--server", &http], &["no bfpoold", "check the port"]);
    refuses(&["--server", &listener(drop)], &["no bfpoold"]);
    let noisy = listener(|mut s| drop(s.write_all(&noise(4096))));
    refuses(&["--server", &noisy], &["no bfpoold"]);
}

/// A front that answers the hello with `hello`.
fn front(hello: ServerHello) -> String {
    listener(move |mut s| {
        let mut bytes = [0; preamble::LEN + 4];
        let _ = s.read_exact(&mut bytes);
        let mut answer = Vec::new();
        control::encode(&hello, &mut answer).expect("a hello is short");
        let _ = s.write_all(&answer);
        // Until the client goes.
        let _ = s.read_to_end(&mut Vec::new());
    })
}

#[test]
fn other_releases() {
    let newer = ServerHello::Welcome {
        version: 99,
        release: "9.9.9".into(),
        server: "s".into(),
        fingerprints: Vec::new(),
    };
    refuses(&["--server", &front(newer)], &["9.9.9", "same release"]);
    let failure = control::Failure { code: FailureCode::Version, message: "install release 9.9.9".into() };
    refuses(&["--server", &front(ServerHello::Refused(failure))], &["install release 9.9.9"]);
}

/// Says hello to a pool's front over a bare connection.
fn greet(pool: &Pool, hello: &ClientHello) -> ServerHello {
    let mut s = TcpStream::connect(&pool.tcp).expect("the pool listens");
    s.set_read_timeout(Some(SOON)).expect("a socket");
    let mut bytes = Preamble::control().encode().to_vec();
    control::encode(hello, &mut bytes).expect("a hello is short");
    s.write_all(&bytes).expect("the pool reads");
    message(&mut s)
}

fn message<T: serde::de::DeserializeOwned>(s: &mut TcpStream) -> T {
    let mut prefix = [0; 4];
    s.read_exact(&mut prefix).expect("an answer");
    let mut body = vec![0; control::decode_len(prefix).expect("a length")];
    s.read_exact(&mut body).expect("an answer");
    control::decode(&body).expect("a message")
}

fn hello() -> ClientHello {
    ClientHello {
        version: control::VERSION,
        min_version: control::VERSION,
        release: "0.0.1".into(),
        fingerprint: protocol::fingerprint(),
        owner: "test".into(),
        token: None,
        pid: 7,
        home: [0; 16],
    }
}

#[test]
fn clients_of_other_releases() {
    let pool = Pool::impatient();
    let refused = |hello| match greet(&pool, &hello) {
        ServerHello::Refused(f) => f,
        welcome => panic!("{welcome:?}"),
    };
    let future = refused(ClientHello { version: 99, min_version: 98, ..hello() });
    assert_eq!(future.code, FailureCode::Version);
    assert!(future.message.contains("same release"), "{}", future.message);
    // A known control version with unknown data: refused at the session, in words.
    let client = pool.client();
    let grant = client.reserve(1, MemoryAsk::Mib(64)).expect("a reservation");
    let unknown = transport::control::Opener { fingerprint: [7; 16], ..opener() };
    let error = client.open_session(grant.ticket, &unknown).expect_err("unknown data").to_string();
    assert!(error.contains("same release"), "{error}");
    // The preamble's version is another matter.
    let mut s = TcpStream::connect(&pool.tcp).expect("the pool listens");
    s.set_read_timeout(Some(SOON)).expect("a socket");
    let mut bytes = Preamble::control().encode();
    bytes[8] = 77;
    s.write_all(&bytes).expect("the pool reads");
    assert!(
        matches!(message(&mut s), ServerHello::Refused(f) if f.code == FailureCode::Version && f.message.contains("77"))
    );
    drop(client);
    unharmed(&pool);
}

#[test]
fn a_full_pool() {
    let pool = Pool::impatient();
    let client = pool.client();
    let grant = client.reserve(1, MemoryAsk::Mib(16000)).expect("a reservation");
    let server = pool.tcp.clone();
    refuses(&["--server", &server, "-m", "4000"], &["MiB"]);
    refuses(&["--server", &server], &["MiB"]);
    client.release_grant(grant.ticket).expect("it was ours");
    unharmed(&pool);
}

#[test]
fn nonsense_options() {
    let pool = Pool::impatient();
    let server = pool.tcp.clone();
    for (option, value) in [
        ("-p", "2"),
        ("-p", "0"),
        ("-p", "-1"),
        ("-p", "half"),
        ("-p", ""),
        ("-p", "101%"),
        ("-p", "nan"),
        ("-m", "0"),
        ("-m", "-5"),
        ("-m", "lots"),
        ("-m", "99999999999999999999"),
        ("-m", "1.5"),
        ("-n", "0"),
        ("-n", "-1"),
        ("-n", "two"),
        ("-n", "4294967296"),
    ] {
        refuses(&["--server", &server, option, value], &[option]);
    }
    // Sense, but more than there is.
    refuses(&["--server", &server, "-m", "99999999"], &["16160"]);
    refuses(&["--server", &server, "-n", "2"], &["2 GPUs", "the pool has 1", "-n 1"]);
    unharmed(&pool);
}

/// Runs bfpoold, which must refuse with one line that has these words.
fn server_refuses(args: &[&str], env: (&str, &str), words: &[&str]) {
    let mut command = Command::new(dist().join("bin/bfpoold"));
    let out = run(command.args(args).env(env.0, env.1), LIMIT);
    assert_eq!((out.status, out.stderr.lines().count()), (1, 1), "{args:?} {env:?}: {}", out.stderr);
    words.iter().for_each(|w| assert!(out.stderr.contains(w), "{w}: {}", out.stderr));
}

#[test]
fn settings_of_the_server() {
    let socket = std::env::temp_dir().join(format!("bifrost-settings-{}", std::process::id()));
    let soft = ["--softcuda", "--unix", socket.to_str().expect("it is ASCII")];
    let none = ("UNUSED", "");
    server_refuses(
        &["--listen", "no-such-host.invalid:7"],
        none,
        &["no-such-host.invalid:7", "cannot be resolved"],
    );
    server_refuses(&["--listen", "0.0.0.0:7"], none, &["--insecure"]);
    server_refuses(&soft, ("SOFTCUDA_EXEC", "nul"), &["SOFTCUDA_EXEC: `nul`: expected `run` or `null`"]);
    server_refuses(&soft, ("SOFTCUDA_MEMORY", "much"), &["SOFTCUDA_MEMORY: `much`"]);
    server_refuses(&soft, ("BIFROST_INSECURE", "maybe"), &["BIFROST_INSECURE: `maybe`: expected 1 or 0"]);
}

#[test]
fn settings_of_the_client() {
    let program = named("vector_add").path("cu13-static");
    let pool = Pool::impatient();
    for (way, name, value) in [
        (Way::Direct, "SOFTCUDA_EXEC", "nul"),
        (Way::Unix(&pool), "BIFROST_SYNC", "maybe"),
        (Way::Plain(&pool), "BIFROST_MEMORY", "much"),
    ] {
        let out = run(way.command(&["-q"], &program).env(name, value), LIMIT);
        assert_ne!(out.status, 0, "{name}: {}", out.stdout);
        let lines: Vec<&str> = out.stderr.lines().filter(|l| l.contains(name)).collect();
        assert!(
            matches!(lines[..], [line] if line.contains(value) && line.contains("expected")),
            "{}",
            out.stderr
        );
    }
}

/// A slip of the pen is told once, by whoever reads the settings first.
#[test]
fn slips_of_the_pen() {
    let program = named("vector_add").path("cu13-static");
    let pool = Pool::start();
    for way in [Way::Plain(&pool), Way::Tcp(&pool)] {
        let out = run(way.command(&[], &program).env("BIFROST_MEMROY", "1G"), LIMIT);
        assert_eq!(out.status, 0, "{}", out.stderr);
        let told = out.stderr.lines().filter(|l| l.contains("BIFROST_MEMROY")).collect::<Vec<_>>();
        assert!(matches!(told[..], [l] if l.contains("did you mean BIFROST_MEMORY")), "{}", out.stderr);
    }
}

#[test]
fn preambles() {
    let pool = Pool::impatient();
    let mut open = Vec::new();
    let mut connect = |bytes: &[u8]| {
        let mut s = TcpStream::connect(&pool.tcp).expect("the pool listens");
        s.write_all(bytes).expect("the pool reads");
        open.push(s);
    };
    // Half a preamble, then silence; nothing at all; noise; forged session ids.
    connect(&Preamble::control().encode()[..16]);
    (0..200).for_each(|_| connect(&[]));
    (1..32).for_each(|n| connect(&noise(n)));
    (0..20).for_each(|_| connect(&noise(64)));
    for kind in [preamble::Kind::Ordered, preamble::Kind::Bulk] {
        let session = noise(16).try_into().expect("16 bytes");
        connect(&Preamble { kind, lane: 0, session }.encode());
        connect(&Preamble { kind, lane: 200, session: [0; 16] }.encode());
        let tag = Tag::decode(&noise(Tag::LEN).try_into().expect("24 bytes"));
        let tagged = Preamble { kind, lane: 0, session }.with_tag(tag);
        connect(&tagged);
        connect(&tagged[..preamble::LEN + 5]);
    }
    // A control message that is longer than any.
    connect(&[&Preamble::control().encode()[..], &u32::MAX.to_le_bytes()].concat());
    works(&pool);
    drop(open);
    unharmed(&pool);
}

#[test]
fn foreign_sessions_and_tickets() {
    let pool = Pool::impatient();
    let mine = Raw::ready(&pool);
    let stranger = pool.client();
    let mut forged = mine.grant.ticket;
    forged.key[0] ^= 1;
    for result in [
        stranger.open_session(forged, &opener()).map(drop),
        stranger.release_grant(forged),
        stranger.end_session([3; 16]),
    ] {
        let error = result.expect_err("forged");
        assert_eq!(error.code(), Some(FailureCode::Unknown), "{error}");
    }
    drop((mine, stranger));
    unharmed(&pool);
}

#[test]
fn hellos_of_data_connections() {
    let pool = Pool::impatient();
    let hello = DataHello {
        fingerprint: protocol::fingerprint(),
        arenas: Vec::new(),
        arena_bytes: 0,
        functions: vec![1, 2],
    };
    // Another fingerprint than the session was opened for.
    let mut raw = Raw::open(&pool, MemoryAsk::Mib(64));
    let answer = raw.hello_with(&DataHello { fingerprint: [9; 16], ..hello.clone() });
    assert!(matches!(answer, Ok(DataWelcome::Refused(_)) | Err(_)), "{answer:?}");
    drop(raw);
    // Arenas at absurd addresses: none is possible, or pinned memory is refused.
    let mut raw = Raw::open(&pool, MemoryAsk::Mib(64));
    let arenas = vec![0, 1, u64::MAX, 0x1000, 0xffff_8000_0000_0000];
    let answer = raw.hello_with(&DataHello { arenas, arena_bytes: u64::MAX, ..hello.clone() });
    assert!(
        matches!(answer, Ok(DataWelcome::Ready { arena: None, .. } | DataWelcome::Refused(_)) | Err(_)),
        "{answer:?}"
    );
    // No hello but noise, and no hello at all.
    let mut noisy = Raw::open(&pool, MemoryAsk::Mib(64));
    noisy.ordered.write_all(&noise(4096)).expect("the worker reads");
    let silent = Raw::open(&pool, MemoryAsk::Mib(64));
    works(&pool);
    drop((raw, noisy, silent));
    unharmed(&pool);
}

/// Sends something after a good start: the session must end by itself, the pool go on.
fn ends_the_session(pool: &Pool, what: &str, send: impl FnOnce(&mut Raw)) {
    let mut raw = Raw::ready(pool);
    send(&mut raw);
    if let Err(e) = raw.rest() {
        panic!("{what}: the session goes on ({e})\nserver: {}", pool.log());
    }
}

#[test]
fn frames_that_are_none() {
    let pool = Pool::impatient();
    let put = |raw: &mut Raw, header: Header, payload: &[u8]| {
        // The worker may close before it has read all.
        let _ = raw.ordered.write_all(header.as_bytes()).and_then(|()| raw.ordered.write_all(payload));
    };
    ends_the_session(&pool, "unknown kind", |raw| {
        let mut h = raw.next_header(Kind::Call, op::MEM_INFO, 0);
        h.kind = 99;
        put(raw, h, &[]);
    });
    ends_the_session(&pool, "a reply from the client", |raw| {
        let h = raw.next_header(Kind::Reply, op::MEM_INFO, 64);
        put(raw, h, &[0; 64]);
    });
    for len in [u32::MAX, PAYLOAD_MAX as u32 + 1, 1 << 31] {
        ends_the_session(&pool, "an absurd length", |raw| {
            let mut h = raw.next_header(Kind::Post, op::HTOD_INLINE, 0);
            h.len = len.into();
            put(raw, h, &[0; 1024]);
        });
    }
    for seq in [0, u64::MAX, 1000] {
        ends_the_session(&pool, "a wrong number", |raw| {
            let mut h = raw.next_header(Kind::Call, op::MEM_INFO, 0);
            h.seq = seq.into();
            put(raw, h, &[]);
        });
    }
    ends_the_session(&pool, "an acknowledgement of what was never sent", |raw| {
        let mut h = raw.next_header(Kind::Call, op::MEM_INFO, 0);
        h.ack = (1 << 40).into();
        put(raw, h, &[]);
    });
    ends_the_session(&pool, "a frame that ends in the middle", |raw| {
        let h = raw.next_header(Kind::Post, op::HTOD_INLINE, 4096);
        put(raw, h, &[0; 100]);
        raw.ordered.shutdown(std::net::Shutdown::Write).expect("a socket");
    });
    unharmed(&pool);
}

#[test]
fn bulk_chunks_that_are_none() {
    let pool = Pool::impatient();
    let chunk = |xfer: u64, offset: u64, len: u32| {
        let h = protocol::bulk::ChunkHeader {
            xfer: xfer.into(),
            offset: offset.into(),
            len: len.into(),
            reserved: 0.into(),
        };
        [h.as_bytes(), &[0; 64]].concat()
    };
    for (what, bytes) in [("empty", chunk(1, 0, 0)), ("too long", chunk(1, 0, u32::MAX))] {
        ends_the_session(&pool, what, |raw| raw.bulk.write_all(&bytes).expect("the worker reads"));
    }
    for (what, bytes) in [
        ("beyond its transfer", chunk(5, 1 << 40, 64)),
        ("with an offset that wraps", chunk(5, u64::MAX - 10, 64)),
    ] {
        ends_the_session(&pool, what, |raw| {
            let memory = alloc(raw, 1 << 20);
            let copy = copy(memory, 1 << 20, 5);
            raw.send(Kind::Call, op::HTOD_BULK, copy.as_bytes()).expect("the worker reads");
            raw.bulk.write_all(&bytes).expect("the worker reads");
        });
    }
    // Of a transfer that nobody announced: it waits, and ends with its session.
    let mut raw = Raw::ready(&pool);
    raw.bulk.write_all(&chunk(99, 0, 64)).expect("the worker reads");
    assert_eq!(raw.call(op::MEM_INFO, &[]).expect("an answer").0, 0);
    drop(raw);
    unharmed(&pool);
}

fn alloc(raw: &mut Raw, bytes: u64) -> u64 {
    let request = ops::MemAlloc { bytes: bytes.into(), height: 0.into(), element: 0.into() };
    let (result, body) = raw.call(op::MEM_ALLOC, request.as_bytes()).expect("an answer");
    assert_eq!(result, 0);
    u64::from_le_bytes(body[..8].try_into().expect("an address"))
}

fn copy(device: u64, bytes: u64, xfer: u64) -> ops::Copy {
    ops::Copy {
        device: device.into(),
        host: 0.into(),
        width: bytes.into(),
        height: 1.into(),
        pitch: bytes.into(),
        host_pitch: bytes.into(),
        xfer: xfer.into(),
        stream: 0.into(),
        flags: 0.into(),
    }
}

/// Every operation of the protocol and every function of the table.
fn operations() -> Vec<u16> {
    let own = (0x8000..0x8070).chain([0x0000, 0x7fff, 0xffff]);
    own.chain(cuda_abi::FUNCTIONS.iter().map(|f| f.wire_id())).collect()
}

/// Payloads of numbers that name nothing: as a Call each is answered with an error or a harmless success, and the session goes on.
#[test]
fn forged_handles_in_every_operation() {
    let pool = Pool::impatient();
    for fill in [0xffu8, 0x01, 0x7f, 0x00] {
        let mut raw = Raw::ready(&pool);
        for func in operations() {
            // These wait for what never comes, or end the context that the rest needs.
            if matches!(func, op::CTX_CLOSE | op::HTOD_BULK | op::MODULE_LOAD) {
                continue;
            }
            for len in [0, 3, 8, 48, 200] {
                let answer = raw.call(func, &vec![fill; len]);
                let (result, _) = answer.unwrap_or_else(|e| {
                    panic!(
                        "function {func:#x} with {len} bytes of {fill:#x} ended the session: {e}\nserver: {}",
                        pool.log()
                    )
                });
                assert!(result >= 0, "function {func:#x}: {result}");
            }
        }
        drop(raw);
        pool.becomes_free(Duration::from_secs(3));
    }
    unharmed(&pool);
}

/// Random payloads, as posts and calls: the session may end, the worker must not die of it and nothing may leak.
///
/// `NOISE_SEEDS=first..last` looks further than a test run has time for.
#[test]
fn noise_in_every_operation() {
    let pool = Pool::impatient();
    let seeds = std::env::var("NOISE_SEEDS").unwrap_or_else(|_| "0..16".into());
    let (first, last) = seeds.split_once("..").expect("NOISE_SEEDS is first..last");
    let number = |text: &str| text.parse::<u64>().expect("seeds are numbers");
    for seed in number(first)..number(last) {
        send_noise(&pool, seed);
        let log = pool.log();
        assert!(!log.contains("signal:") && !log.contains("panicked"), "seed {seed}: {log}");
    }
    unharmed(&pool);
}

fn send_noise(pool: &Pool, seed: u64) {
    let mut random = Random::new(seed);
    let mut raw = Raw::ready(pool);
    // Somebody takes the answers, or the worker would wait for that.
    let mut answers = raw.ordered.try_clone().expect("a descriptor");
    let reader = thread::spawn(move || drop(std::io::copy(&mut answers, &mut std::io::sink())));
    for func in operations() {
        let len = random.below(300) as usize;
        let mut payload = random.bytes(len);
        // Small numbers more often than chance would have it.
        payload.iter_mut().for_each(|b| {
            if random.below(3) > 0 {
                *b = 0
            }
        });
        let kind = if random.below(2) == 0 { Kind::Post } else { Kind::Call };
        if raw.send(kind, func, &payload).is_err() {
            break;
        }
    }
    // Either side may be gone already.
    let _ = raw.ordered.shutdown(std::net::Shutdown::Both);
    reader.join().expect("it only reads");
    drop(raw);
    pool.becomes_free(Duration::from_secs(10));
}

/// The shim and softcuda give the same codes for the same mistakes.
#[test]
fn bad_calls_give_the_same_codes_as_directly() {
    let calls = helper::compile(env!("CARGO_TARGET_TMPDIR"), "bad_calls");
    let pool = Pool::impatient();
    let said = same_both_ways(&pool, &calls, &[]);
    assert!(said.contains("it still works: 42"), "{said}");
    unharmed(&pool);
}

#[test]
fn bad_sequences_give_the_same_codes_as_directly() {
    let sequences = helper::compile(env!("CARGO_TARGET_TMPDIR"), "sequences");
    let pool = Pool::impatient();
    for part in ["lengths", "frees", "links", "captures", "destroyed", "reset", "extra", "register"] {
        same_both_ways(&pool, &sequences, &[part]);
    }
    unharmed(&pool);
}

/// A program that prints the results of its calls prints the same directly and through the pool, and is content with them.
fn same_both_ways(pool: &Pool, program: &Path, arguments: &[&str]) -> String {
    let direct = run(Way::Direct.command(&[], program).args(arguments), LIMIT);
    assert_eq!(direct.status, 0, "{arguments:?}: {}{}", direct.stdout, direct.stderr);
    let remote = run(Way::Tcp(pool).command(&["-q"], program).args(arguments), LIMIT);
    assert_eq!(remote.status, 0, "{arguments:?}: {}{}", remote.stdout, remote.stderr);
    for (ours, theirs) in remote.stdout.lines().zip(direct.stdout.lines()) {
        assert_eq!(ours, theirs, "{arguments:?}: through the pool, directly");
    }
    assert_eq!(remote.stdout.lines().count(), direct.stdout.lines().count());
    direct.stdout
}

#[test]
fn clients_that_connect_and_go() {
    let pool = Pool::impatient();
    for _ in 0..20 {
        // A control connection that ends with a reservation and a session half made.
        let client = Client::connect(&pool.tcp.parse().expect("an address"), SOON).expect("the pool answers");
        let grant = client.reserve(1, MemoryAsk::Ppm(10_000)).expect("a reservation");
        let opened = client.open_session(grant.ticket, &opener()).expect("a session");
        let (ordered, bulk) = client.data_connections(&opened).expect("data connections");
        drop((ordered, bulk, client));
    }
    unharmed(&pool);
}

/// `-p 0.5` of 16160 MiB, told and kept everywhere.
#[test]
fn a_partition_is_told_and_kept() {
    let pool = Pool::impatient();
    let half = ["-q", "-p", "0.5"];
    for program in ["memory_info", "errors"] {
        let arguments: &[&str] = if program == "memory_info" { &["8080"] } else { &[] };
        let path = named(program).path("cu13-static");
        let out = run(Way::Tcp(&pool).command(&half, &path).args(arguments), LIMIT);
        assert_eq!(out.status, 0, "{program}: {}{}", out.stdout, out.stderr);
    }
    let nvml = helper::compile(env!("CARGO_TARGET_TMPDIR"), "nvml");
    let out = run(&mut Way::Tcp(&pool).command(&half, &nvml), LIMIT);
    assert_eq!(out.status, 0, "{}{}", out.stdout, out.stderr);
    for line in out.stdout.lines() {
        assert!(line.contains(&format!("|{}|", 8080u64 << 20)), "{line}");
    }
    unharmed(&pool);
}

/// `--host-memory` of the server: what it holds for a reservation, with its own part for frames and staging.
#[test]
fn host_memory_is_limited() {
    let pool = Pool::with(&[("BIFROST_HOST_MEMORY", "256M"), ("BIFROST_RECONNECT_GRACE", "0")]);
    let grab = helper::compile(env!("CARGO_TARGET_TMPDIR"), "grab");
    for (want, got) in [("160", 160..=160), ("512", 176..=240)] {
        let out = run(Way::Tcp(&pool).command(&["-q"], &grab).args(["pinned", want]), LIMIT);
        let numbers: Vec<u32> = out.stdout.split_whitespace().filter_map(|n| n.parse().ok()).collect();
        let refused = if want == "512" { 2 } else { 0 };
        assert!(numbers.len() == 2 && got.contains(&numbers[0]), "{}{}", out.stdout, out.stderr);
        assert_eq!(numbers[1], refused, "{}{}", out.stdout, out.stderr);
    }
    unharmed(&pool);
}

/// Two processes of one bfrun share its partition.
#[test]
fn processes_share_a_partition() {
    let pool = Pool::impatient();
    let grab = helper::compile(env!("CARGO_TARGET_TMPDIR"), "grab");
    // The first holds what it has until its input ends, after the second was refused the rest.
    let script = "mkfifo $2/gate; { exec 3>$2/gate; \"$1\" 4000 <&4 >$2/first & first=$!; \
        until [ -s $2/first ]; do sleep 0.02; done; cat $2/first; \"$1\" 4000 </dev/null; } 4<>$2/gate; \
        kill $first; wait $first; \"$1\" 4000 </dev/null";
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("share-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let mut command = Way::Unix(&pool).command(&["-q", "-m", "6000"], Path::new("/bin/bash"));
    let out = run(command.args(["-c", script, "share"]).arg(&grab).arg(&folder), LIMIT);
    let _ = std::fs::remove_dir_all(&folder);
    assert_eq!(out.status, 0, "{}{}", out.stdout, out.stderr);
    // 6000 MiB: 4000 for the first, the rest in pieces of 16 for the second, all of it after the first has ended.
    assert_eq!(out.stdout.lines().collect::<Vec<_>>(), ["4000 0", "2000 2", "4000 0"], "{}", out.stderr);
    unharmed(&pool);
}
