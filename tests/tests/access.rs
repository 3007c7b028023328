//! Who is let into a pool with tokens, what they may do there, and how everybody else is turned away.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use access::Bundle;
use protocol::control::{FailureCode, MemoryAsk};
use protocol::preamble::Preamble;
use serde_json::Value;
use system_tests::dist;
use system_tests::output::{Output, eventually, run};
use system_tests::pool::Pool;
use system_tests::programs::named;
use system_tests::raw::opener;
use system_tests::site::Site;
use transport::control::{Client, ConnectError};

/// A harness's own patience: more is a hang.
const LIMIT: Duration = Duration::from_secs(60);

/// It failed with one line that holds `words`.
fn refused(what: &str, out: &Output, status: i32, words: &[&str]) {
    assert_eq!((out.status, out.stderr.lines().count()), (status, 1), "{what}: {}{}", out.stdout, out.stderr);
    for word in words {
        assert!(out.stderr.contains(word), "{what}: `{word}` is not in: {}", out.stderr);
    }
}

fn bundle(path: &Path) -> Bundle {
    let env = |name: &str| (name == "BIFROST_BUNDLE").then(|| path.into());
    Bundle::find(env).expect("a bundle").expect("one")
}

fn client(pool: &Pool, path: &Path) -> Result<Client, ConnectError> {
    Client::connect_as(&pool.tcp.parse().expect("an address"), Duration::from_secs(5), Some(&bundle(path)))
}

/// Packs a bundle's files anew, changed.
fn changed(
    site: &Site,
    from: &Path,
    to: &str,
    change: impl Fn(&str, Vec<u8>) -> Option<Vec<u8>>,
) -> std::path::PathBuf {
    let bytes = std::fs::read(from).expect("a bundle");
    let files: Vec<_> = access::tar::read(&bytes)
        .expect("a tar")
        .into_iter()
        .filter_map(|(name, bytes)| Some((name.clone(), change(&name, bytes.to_vec())?)))
        .collect();
    let files: Vec<_> = files.iter().map(|(name, bytes)| (name.as_str(), 0o600, bytes.as_slice())).collect();
    let path = site.bundle(to);
    std::fs::write(&path, access::tar::write(&files).expect("small files")).expect("a folder");
    path
}

fn in_text(bytes: Vec<u8>, from: &str, to: &str) -> Option<Vec<u8>> {
    let text = String::from_utf8(bytes).expect("text");
    assert!(text.contains(from), "{text}");
    Some(text.replace(from, to).into_bytes())
}

#[test]
fn whoever_has_a_token_runs_programs() {
    let site = Site::init();
    let pool = site.pool();
    let ada = site.create("ada", &pool, &[]);
    let program = named("vector_add").path("cu13-static");
    let program = program.to_str().expect("a path");
    // The tar as it is; then its files where Bitfusion's were, which nobody changes.
    let out = site.bfrun_as(&ada, &["-m", "100", "--", program, "1000"]);
    assert_eq!(out.status, 0, "{}{}", out.stderr, pool.log());
    let folder = site.path("home/.bitfusion");
    std::fs::create_dir_all(&folder).expect("a folder");
    let tar = Command::new("tar").arg("-C").arg(&folder).arg("-xf").arg(&ada).status();
    assert!(tar.expect("tar").success());
    let files = || {
        let mut all: Vec<_> =
            std::fs::read_dir(&folder).expect("a folder").flatten().map(|e| e.path()).collect();
        all.sort();
        all.into_iter()
            .map(|p| (std::fs::metadata(&p).and_then(|m| m.modified()).ok(), std::fs::read(&p).ok()))
            .collect::<Vec<_>>()
    };
    let before = files();
    let out = run(site.command("bfrun").args(["-m", "100", "--", program, "1000"]), LIMIT);
    assert_eq!(out.status, 0, "{}", out.stderr);
    let mut plain = Command::new(program);
    site.settle(&mut plain);
    plain.arg("1000").env("BIFROST_MEMORY", "100").env("LD_PRELOAD", dist().join("lib/bifrost/libcuda.so.1"));
    let out = run(&mut plain, LIMIT);
    assert_eq!(out.status, 0, "without bfrun: {}{}", out.stderr, pool.log());
    assert!(
        site.says(&["status"]).contains("serving")
            && site.says(&["health", "--local"]).contains(".bitfusion")
    );
    assert_eq!((before.len(), files()), (3, before));
    // The same machine's user needs none.
    pool.client().reserve(1, MemoryAsk::Mib(1)).expect("a reservation");
}

#[test]
fn everybody_else_is_turned_away_with_the_remedy() {
    let (site, other) = (Site::init(), Site::init());
    let pool = site.pool();
    let make = |name: &str, options: &[&str]| site.create(name, &pool, options);
    let (good, ended, off, deleted, admin) = (
        make("good", &[]),
        make("ended", &["--expires", "1971-01-01"]),
        make("off", &[]),
        make("deleted", &[]),
        make("boss", &["--scope", "admin"]),
    );
    site.token(&["deactivate", "off"]);
    site.token(&["delete", "deleted"]);
    let forged = changed(&site, &good, "forged", |name, bytes| match name {
        "client.yaml" => {
            in_text(bytes, "rdma", "# ").map(|b| String::from_utf8(b).expect("text")).map(|text| {
                let at = text.find("bft1.").expect("a token") + "bft1.01234567.".len();
                format!("{}{}{}", &text[..at], "0".repeat(64), &text[at + 64..]).into_bytes()
            })
        }
        _ => Some(bytes),
    });
    let stranger = other.create("stranger", &pool, &[]);
    // The right authority, and a token of another server.
    let mixed = changed(&site, &stranger, "mixed", |name, bytes| match name {
        "ca.crt" => std::fs::read(site.path("server/ca.crt")).ok(),
        _ => Some(bytes),
    });
    let clear = changed(&site, &good, "clear", |name, bytes| match name {
        "client.yaml" => in_text(bytes, "ssl: true", "ssl: false"),
        _ => Some(bytes),
    });
    let unknown = changed(&site, &good, "unknown", |name, bytes| match name {
        "client.yaml" => in_text(bytes, "rdma: off", "colour: red"),
        _ => Some(bytes),
    });
    let partly = changed(&site, &good, "partly", |name, bytes| (name != "ca.crt").then_some(bytes));
    let no_ca = changed(&site, &good, "no-ca", |name, bytes| match name {
        "ca.crt" => Some(b"-----BEGIN NOTHING-----\n".to_vec()),
        _ => Some(bytes),
    });
    let cases: &[(&Path, &[&str])] = &[
        (Path::new("none"), &["wants a token", "bfctl token create"]),
        (&ended, &["this token ended 1971-01-01", "bfctl token extend"]),
        (&off, &["has been deactivated", "bfctl token activate"]),
        (&deleted, &["does not know this token"]),
        (&forged, &["does not know this token"]),
        (&mixed, &["does not know this token"]),
        (&stranger, &["not from the authority of", "bifrost-stranger.tar", "take the bundle"]),
        (&clear, &["wants a token over an encrypted connection"]),
        (&unknown, &["client.yaml, line 7: unknown field `colour`"]),
        (&partly, &["the bundle has no ca.crt", "unpack all files"]),
        (&no_ca, &["holds no certificate"]),
        (Path::new("/nowhere/b.tar"), &["/nowhere/b.tar cannot be read", "BIFROST_BUNDLE"]),
        (&admin, &["does not allow to use GPUs", "`use`"]),
    ];
    for (path, words) in cases {
        let out = site.bfrun_as(path, &["-m", "1", "--server", &pool.tcp, "--", "true"]);
        refused(&path.display().to_string(), &out, 125, words);
    }
    for (path, words) in &cases[..cases.len() - 1] {
        let out = site.bfctl_as(path, &["status", "--server", &pool.tcp]);
        refused(&path.display().to_string(), &out, 1, words);
    }
    let mut shim = Command::new(named("vector_add").path("cu13-static"));
    site.settle(&mut shim);
    shim.env("BIFROST_BUNDLE", &off).env("LD_PRELOAD", dist().join("lib/bifrost/libcuda.so.1"));
    let out = run(&mut shim, LIMIT);
    assert!(out.status != 0 && out.stderr.contains("has been deactivated"), "{}", out.stderr);

    site.token(&["activate", "off"]);
    site.token(&["extend", "ended"]);
    for path in [&good, &ended, &off] {
        let out = site.bfrun_as(path, &["-q", "-m", "1", "--", "true"]);
        assert_eq!((out.status, &*out.stderr), (0, ""), "{}", path.display());
    }
}

#[test]
fn a_server_without_tokens_says_that_it_does_not_encrypt() {
    let site = Site::init();
    let pool = Pool::start();
    let bundle = site.create("ada", &pool, &[]);
    let words = ["does not encrypt", "bfctl init", "BIFROST_BUNDLE=none"];
    refused("bfctl", &site.bfctl_as(&bundle, &["status"]), 1, &words);
    refused("bfrun", &site.bfrun_as(&bundle, &["--", "true"]), 125, &words);
    let out = site.bfctl_as(Path::new("none"), &["status", "--server", &pool.tcp]);
    assert_eq!(out.status, 0, "{}", out.stderr);
}

#[test]
fn tokens_that_cannot_be_read_let_nobody_in() {
    let site = Site::init();
    let pool = site.pool();
    let ada = site.create("ada", &pool, &[]);
    let path = site.path("server/tokens.json");
    let good = std::fs::read(&path).expect("tokens");
    let held = client(&pool, &ada).expect("it is let in");
    for (what, bad) in
        [("truncated", &good[..good.len() / 2]), ("empty", b""), ("corrupt", b"\0\0\0\0"), ("none", b"{}")]
    {
        std::fs::write(&path, bad).expect("a file");
        let out = site.bfctl_as(&ada, &["status"]);
        refused(what, &out, 1, &["cannot read its tokens", "lets nobody in"]);
        let refusal = held.reserve(1, MemoryAsk::Mib(1)).expect_err(what);
        assert_eq!(refusal.code(), Some(FailureCode::Internal), "{what}: {refusal}");
        let out = site.bfctl(&["token", "--folder", &site.folder(), "list"]);
        refused(what, &out, 1, &["tokens.json is damaged", "restored"]);
    }
    assert!(pool.log().contains("tokens.json is damaged"), "{}", pool.log());
    pool.client().reserve(1, MemoryAsk::Mib(1)).expect("this machine's administrator is let in");
    access::write_secret(&path, &good).expect("a file");
    assert_eq!(site.bfctl_as(&ada, &["status"]).status, 0);
}

#[test]
fn tokens_made_at_the_same_time_are_all_there() {
    let site = Site::init();
    let names: Vec<String> = (0..8).map(|i| format!("user{i}")).collect();
    let folder = site.folder();
    let mut children: Vec<_> = names
        .iter()
        .map(|name| {
            site.command("bfctl")
                .args(["token", "--folder", &folder, "create", name, "--json"])
                .stdout(Stdio::null())
                .spawn()
                .expect("bfctl")
        })
        .collect();
    assert!(children.iter_mut().all(|c| c.wait().expect("it ends").success()));
    let list: Value = serde_json::from_str(&site.token(&["list", "--json"])).expect("JSON");
    let mut found: Vec<_> =
        list["tokens"].as_array().expect("a list").iter().filter_map(|t| t["name"].as_str()).collect();
    found.sort_unstable();
    assert_eq!(found, [&["admin"], &names.iter().map(|n| &**n).collect::<Vec<_>>()[..]].concat());
    let text = list.to_string();
    let kept = std::fs::read_to_string(site.path("server/tokens.json")).expect("tokens");
    for name in &names {
        let secret = bundle(&site.bundle(name)).token.expect("a token").reveal();
        let secret = secret.rsplit('.').next().expect("a secret");
        assert!(!text.contains(secret) && !kept.contains(secret), "{name}'s secret is kept");
    }
    assert!(!text.contains("hash"), "{text}");
    // Of a token without a bundle nobody has the secret.
    let out = site.bfctl(&["token", "--folder", &folder, "create", "late", "--out", "bifrost-user0.tar"]);
    refused("a bundle that is there", &out, 1, &["exists already", "--out"]);
    assert!(!site.token(&["list"]).contains("late"));
    for (args, words) in [
        (&["create", "user0"][..], &["user0 already"][..]),
        (&["create", "a/b"], &["no name"]),
        (&["create", "x", "--expires", "soon"], &["--expires `soon`", "365d"]),
        (&["create", "x", "--memory", "lots"], &["--memory `lots`", "4000"]),
        (&["delete", "nobody"], &["no token nobody"]),
        (&["extend", ""], &["no token"]),
    ] {
        refused(args[0], &site.bfctl(&[&["token", "--folder", &folder], args].concat()), 1, words);
    }
    refused("twice", &site.bfctl(&["init", "--folder", &folder]), 1, &["made already", "bfctl token create"]);
    let nowhere = ["token", "--folder", "/nowhere", "list"];
    refused("no folder", &site.bfctl(&nowhere), 1, &["/nowhere/tokens.json does not exist", "bfctl init"]);
}

#[test]
fn a_token_holds_no_more_than_its_limits() {
    let site = Site::init();
    let pool = Pool::with(&[("BIFROST_AUTH", &site.folder()), ("SOFTCUDA_DEVICES", "4")]);
    let ada = site.create("ada", &pool, &["--gpus", "2", "--memory", "1GiB"]);
    let (one, two) = (client(&pool, &ada).expect("let in"), client(&pool, &ada).expect("let in"));
    let code = |client: &Client, gpus, mib| {
        client
            .reserve(gpus, MemoryAsk::Mib(mib))
            .map(|_| ())
            .map_err(|e| (e.code(), e.to_string().contains("this token may hold")))
    };
    let (full, never) = (Err((Some(FailureCode::Full), true)), Err((Some(FailureCode::Invalid), true)));
    assert_eq!(code(&one, 3, 1), never);
    assert_eq!(code(&one, 1, 1025), never);
    assert_eq!(code(&one, 2, 513), never);
    let grant = one.reserve(1, MemoryAsk::Mib(600)).expect("within its limits");
    assert_eq!(code(&two, 1, 425), full);
    assert_eq!(code(&two, 2, 1), full);
    assert_eq!(code(&two, 1, 424), Ok(()));
    assert_eq!(code(&two, 1, 1), full);
    one.release_grant(grant.ticket).expect("released");
    assert_eq!(code(&two, 1, 600), Ok(()));
    // Others have their own.
    let bob = client(&pool, &site.create("bob", &pool, &[])).expect("let in");
    assert_eq!(code(&bob, 4, 2000), Ok(()));
}

#[test]
fn tenants_see_and_end_their_own() {
    let site = Site::init();
    let pool = site.pool();
    let path = |name: &str, options: &[&str]| site.create(name, &pool, options);
    let (ada, bob, boss) = (path("ada", &[]), path("bob", &[]), path("boss", &["--scope", "use,admin"]));
    let open = |path: &Path| {
        let client = client(&pool, path).expect("let in");
        let grant = client.reserve(1, MemoryAsk::Mib(64)).expect("a reservation");
        let opened = client.open_session(grant.ticket, &opener()).expect("a session");
        let (mut ordered, bulk) =
            client.data_connections(&opened).map(|(o, b)| (TcpStream::from(o), b)).expect("data");
        ordered.write_all(&[]).expect("it is open");
        (client, opened.session[..4].iter().map(|b| format!("{b:02x}")).collect::<String>(), (ordered, bulk))
    };
    let (_of_ada, adas, _a) = open(&ada);
    let (_of_bob, bobs, _b) = open(&bob);
    let sessions = |path: &Path| site.bfctl_as(path, &["sessions"]).stdout;
    let seen = sessions(&ada);
    assert!(seen.contains(&adas) && !seen.contains(&bobs) && seen.contains("1 sessions of others"), "{seen}");
    let seen = sessions(&boss);
    assert!(seen.contains(&adas) && seen.contains(&bobs) && seen.contains("bob"), "{seen}");
    refused("another's", &site.bfctl_as(&ada, &["kill", &bobs]), 1, &["no session"]);
    refused("drain", &site.bfctl_as(&ada, &["drain"]), 1, &["may not drain", "`admin`"]);
    for (path, session) in [(&ada, &adas), (&boss, &bobs)] {
        let out = site.bfctl_as(path, &["kill", session]);
        assert_eq!(out.status, 0, "{}", out.stderr);
    }
    eventually("both have ended", LIMIT, || pool.client().status().is_ok_and(|s| s.sessions == 0));
}

#[test]
fn a_token_that_ends_meanwhile_gets_nothing_new() {
    let site = Site::init();
    let pool = site.pool();
    let ada = client(&pool, &site.create("ada", &pool, &[])).expect("let in");
    let grant = ada.reserve(1, MemoryAsk::Mib(64)).expect("a reservation");
    let denied = |ada: &Client| {
        let session = ada.open_session(grant.ticket, &opener()).expect_err("denied").code();
        (ada.reserve(1, MemoryAsk::Mib(1)).expect_err("denied").code(), session)
    };
    for (change, back) in [
        (&["deactivate", "ada"][..], &["activate", "ada"][..]),
        (&["extend", "ada", "--expires", "1971-01-01"], &["extend", "ada", "--expires", "never"]),
        (&["delete", "ada"], &["list"]),
    ] {
        ada.open_session(grant.ticket, &opener()).expect("a session");
        site.token(change);
        assert_eq!(denied(&ada), (Some(FailureCode::Denied), Some(FailureCode::Denied)), "{change:?}");
        site.token(back);
    }
}

#[test]
fn the_audit_log_tells_who_did_what() {
    let site = Site::init();
    let pool = site.pool();
    let ada = site.create("ada", &pool, &[]);
    let program = named("vector_add").path("cu13-static");
    let mut bfrun = site.command("bfrun");
    bfrun
        .args(["-q", "-m", "100", "--"])
        .arg(program)
        .arg("1000")
        .env("BIFROST_BUNDLE", &ada)
        .env("USER", "mallory");
    assert_eq!(run(&mut bfrun, LIMIT).status, 0, "{}", pool.log());
    site.token(&["delete", "ada"]);
    site.bfctl_as(&ada, &["status"]);
    let path = site.path("server/audit.jsonl");
    let text = std::fs::read_to_string(&path).expect("an audit log");
    let events: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let names: Vec<_> = events.iter().filter_map(|e| e["event"].as_str()).collect();
    assert_eq!(names, ["reserve", "session", "session ended", "release", "refused"], "{text}");
    assert!(!text.contains("mallory") && !text.contains("bft1"), "{text}");
    assert!(events[..4].iter().all(|e| e["owner"] == "ada" && e["reservation"] == 1), "{text}");
    assert_eq!(events[3]["devices"][0]["bytes"], 100 << 20);
    assert!(
        events[3]["seconds"].as_f64().is_some_and(|s| s > 0.0) && events[1]["program"] == "vector_add",
        "{text}"
    );
    assert!(events[4]["why"].as_str().is_some_and(|w| w.contains("does not know")), "{text}");
    let mode = std::fs::metadata(&path).expect("a file").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

#[test]
fn a_new_certificate_leaves_bundles_good() {
    let site = Site::init();
    let mut pool = site.pool();
    let ada = site.create("ada", &pool, &[]);
    let before = std::fs::read(site.path("server/server.crt")).expect("a certificate");
    let made = site.says(&[
        "--server",
        "pool.example:7",
        "init",
        "--certificate",
        "--folder",
        &site.folder(),
        "--name",
        "gpu.example",
    ]);
    for name in ["gpu.example", "pool.example"] {
        assert!(made.contains(name), "clients check the name that they use: {made}");
    }
    assert_ne!(std::fs::read(site.path("server/server.crt")).expect("a certificate"), before);
    pool.restart();
    let health = site.bfctl_as(&ada, &["health"]);
    let line = |l: &str| l.contains("encryption") && l.starts_with("  ok") && l.contains("good until 20");
    assert!(health.status == 0 && health.stdout.lines().any(line), "{}{}", health.stdout, pool.log());
    std::fs::remove_file(site.path("server/server.key")).expect("a file");
    let mut server = site.command("bfpoold");
    let out = run(server.args(["--softcuda", "--listen", "127.0.0.1:0", "--auth", &site.folder()]), LIMIT);
    refused("no key", &out, 1, &["server.key", "bfctl init", "--auth none"]);
}

#[test]
fn a_changed_certificate_needs_no_restart() {
    let (site, other) = (Site::init(), Site::init());
    let pool = site.pool();
    let ada = site.create("ada", &pool, &[]);
    let standing = client(&pool, &ada).expect("let in");
    let files = ["server.crt", "server.key"].map(|name| format!("server/{name}"));
    let log = |words: &str| eventually(words, LIMIT, || pool.log().contains(words));

    // What cannot be used changes nothing.
    let good = std::fs::read(site.path(&files[0])).expect("a certificate");
    std::fs::write(site.path(&files[0]), "no certificate").expect("our file");
    pool.signal(libc::SIGHUP);
    log("those that were read before stay in use");
    client(&pool, &ada).expect("let in with the old one");
    std::fs::write(site.path(&files[0]), good).expect("our file");

    // A certificate of an authority that the client does not know, told by a signal.
    for file in &files {
        std::fs::copy(other.path(file), site.path(file)).expect("a copy");
    }
    pool.signal(libc::SIGHUP);
    log("certificate and key were read anew");
    let refused = client(&pool, &ada).expect_err("another authority").to_string();
    assert!(refused.contains("certificate"), "{refused}");
    standing.reserve(1, MemoryAsk::Mib(64)).expect("what stands goes on");

    // One of the client's own authority, which the server notices by itself.
    site.says(&["init", "--certificate", "--folder", &site.folder()]);
    eventually("the new certificate is used", LIMIT, || client(&pool, &ada).is_ok());

    // A server without certificates goes on.
    let plain = Pool::start();
    plain.signal(libc::SIGHUP);
    eventually("it says so", LIMIT, || plain.log().contains("SIGHUP"));
    plain.client().reserve(1, MemoryAsk::Mib(64)).expect("it serves");
}

#[test]
fn only_the_servers_user_reads_its_folder() {
    let site = Site::init();
    let folder = site.path("etc/bifrost/server");
    site.says(&["init", "--folder", &folder.display().to_string(), "--out", "first.tar"]);
    let mode = |path: &Path| std::fs::metadata(path).expect("it is there").permissions().mode() & 0o777;
    assert_eq!((mode(&folder), mode(&site.path("first.tar"))), (0o700, 0o600));
    for file in std::fs::read_dir(&folder).expect("a folder").flatten() {
        assert_eq!(mode(&file.path()), 0o600, "{}", file.path().display());
    }
    // Bundles of all users may lie beside it.
    assert_ne!(mode(&site.path("etc/bifrost")), 0o700);
}

#[test]
fn a_flood_of_silent_connections_is_bounded_and_passes() {
    let site = Site::init();
    let pool = site.pool();
    let ada = site.create("ada", &pool, &[]);
    // Half say nothing, half stop within the TLS handshake.
    let silent = |i: usize| {
        let mut stream = TcpStream::connect(&pool.tcp).expect("it listens");
        stream.set_read_timeout(Some(LIMIT)).expect("a socket");
        if i.is_multiple_of(2) {
            stream.write_all(&Preamble::control_tls().encode()).expect("sent");
            stream.write_all(&[22, 3, 1, 2, 0, 1]).expect("sent");
        }
        stream
    };
    let mut flood: Vec<TcpStream> = (0..128).map(silent).collect();
    let mut refusal = None;
    eventually("the limit is reached", LIMIT, || {
        refusal = client(&pool, &ada).err();
        refusal.is_some()
    });
    let refusal = refusal.expect("a refusal");
    assert_eq!(refusal.code(), Some(FailureCode::Full), "{refusal}");
    // Other ways in are open.
    pool.client().status().expect("the pool answers");
    for stream in &mut flood {
        let end = stream.read_to_end(&mut Vec::new());
        assert!(!matches!(&end, Err(e) if e.kind() == std::io::ErrorKind::WouldBlock), "it stays: {end:?}");
    }
    eventually("clients are let in again", LIMIT, || client(&pool, &ada).is_ok());
    // A hello of the greatest length is not waited for.
    let mut long = TcpStream::connect(&pool.tcp).expect("it listens");
    long.set_read_timeout(Some(LIMIT)).expect("a socket");
    long.write_all(&[22, 3, 3, 0x40, 0].repeat(20)).expect("sent");
    let end = long.read_to_end(&mut Vec::new());
    assert!(!matches!(&end, Err(e) if e.kind() == std::io::ErrorKind::WouldBlock), "it stays: {end:?}");
}
