//! bfctl against pools: what it tells, what it ends, and how it fails.

use std::collections::BTreeSet;
use std::io::Write;
use std::net::TcpListener;
use std::process::Command;
use std::time::Duration;

use protocol::control::MemoryAsk;
use serde_json::Value;
use system_tests::dist;
use system_tests::output::{Output, eventually, run};
use system_tests::pool::{Pool, Way};
use system_tests::programs::named;
use system_tests::raw::Raw;
use system_tests::site::Site;

/// A harness's own patience: more is a hang.
const LIMIT: Duration = Duration::from_secs(60);

fn bfctl(args: &[&str]) -> Output {
    let mut command = Command::new(dist().join("bin/bfctl"));
    run(command.args(args).env_remove("BIFROST_SERVER"), LIMIT)
}

fn unix(pool: &Pool) -> String {
    format!("unix:{}", pool.unix.display())
}

/// What it prints when nothing is wrong.
fn says(pool: &Pool, args: &[&str]) -> String {
    let out = bfctl(&[args, &["--server", &unix(pool)]].concat());
    assert_eq!((out.status, &*out.stderr), (0, ""), "{args:?}: {}", out.stdout);
    out.stdout
}

fn json(pool: &Pool, args: &[&str]) -> Value {
    let text = says(pool, &[args, &["--json"]].concat());
    assert_eq!(text.lines().count(), 1, "{args:?}: {text}");
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{args:?}: {e}: {text}"))
}

/// It fails with one line that holds `words`.
fn refuses(args: &[&str], status: i32, words: &[&str]) {
    let out = bfctl(args);
    assert_eq!((out.status, out.stderr.lines().count()), (status, 1), "{args:?}: {}", out.stderr);
    for word in words {
        assert!(out.stderr.contains(word), "{args:?}: `{word}` is not in: {}", out.stderr);
    }
}

fn fields(value: &Value, into: &mut BTreeSet<String>) {
    match value {
        Value::Object(map) => map.iter().for_each(|(name, value)| {
            into.insert(name.clone());
            fields(value, into);
        }),
        Value::Array(all) => all.iter().for_each(|value| fields(value, into)),
        _ => {}
    }
}

#[test]
fn what_uses_the_pool_is_told() {
    let pool = Pool::with(&[("SOFTCUDA_DEVICES", "2"), ("BIFROST_RECONNECT_GRACE", "0")]);
    let raw = Raw::ready(&pool);
    let status = json(&pool, &["status"]);
    let server = &status["servers"][0];
    assert_eq!((&server["server"]["admin"], &server["server"]["draining"]), (&true.into(), &false.into()));
    assert_eq!(server["devices"].as_array().map(Vec::len), Some(2));
    let reservation = &server["reservations"][0];
    assert_eq!(
        (&reservation["sessions"], &reservation["devices"][0]["reserved_bytes"]),
        (&1.into(), &(64 << 20).into())
    );

    let sessions = json(&pool, &["sessions"]);
    let session = &sessions["sessions"][0];
    assert_eq!((&session["program"], &session["pid"]), (&"raw".into(), &std::process::id().into()));
    assert_eq!(session["owner"], server["server"]["you"]);
    let name = session["session"].as_str().expect("a name");
    let secret: String = raw.session.iter().map(|b| format!("{b:02x}")).collect();
    assert!(name.len() == 8 && secret.starts_with(name), "{name}");
    for document in [&status, &sessions, &json(&pool, &["smi"])] {
        assert!(!document.to_string().contains(&secret), "a session's secret is told: {document}");
    }
    for command in ["sessions", "smi"] {
        let text = says(&pool, &[command]);
        assert!(text.contains(name) && text.contains("raw"), "{text}");
    }
    let gpus = json(&pool, &["list-gpus"]);
    let reserved: u64 = (0..2).filter_map(|i| gpus["gpus"][i]["reserved_bytes"].as_u64()).sum();
    assert_eq!(reserved, 64 << 20);
    assert_eq!(says(&pool, &["list-gpus"]).lines().count(), 3);
    assert!(says(&pool, &["status"]).contains("serving"));
}

#[test]
fn every_field_is_documented() {
    let pool = Pool::impatient();
    let _raw = Raw::ready(&pool);
    let mut all = BTreeSet::new();
    for command in ["status", "smi", "list-gpus", "sessions", "health", "drain"] {
        fields(&json(&pool, &[command]), &mut all);
    }
    fields(&json(&pool, &["health", "--local"]), &mut all);
    let examined = bfctl(&["doctor", "--json", "--server", &unix(&pool), "--", "env", "-i", "true"]);
    fields(&serde_json::from_str(&examined.stdout).expect("JSON"), &mut all);
    let name = json(&pool, &["sessions"])["sessions"][0]["session"].as_str().map(str::to_owned);
    fields(&json(&pool, &["kill", &name.expect("a name")]), &mut all);
    let site = Site::init();
    let folder = site.folder();
    for args in [&["create", "ada"][..], &["list"], &["deactivate", "ada"]] {
        let text = site.token(&[args, &["--json"]].concat());
        fields(&serde_json::from_str(&text).expect("JSON"), &mut all);
    }
    let other = site.path("other").display().to_string();
    let text = site.says(&["init", "--folder", &other, "--out", "other.tar", "--json"]);
    fields(&serde_json::from_str(&text).expect("JSON"), &mut all);
    site.says(&["init", "--folder", &folder, "--certificate", "--json"]);
    let document = include_str!("../../docs/bfctl.md");
    let unknown: Vec<_> = all.iter().filter(|name| !document.contains(&format!("`{name}`"))).collect();
    assert!(unknown.is_empty() && all.len() > 30, "docs/bfctl.md does not name {unknown:?}");
}

#[test]
fn a_killed_session_ends_and_others_go_on() {
    let pool = Pool::impatient();
    let (mut raw, mut other) = (Raw::ready(&pool), Raw::ready(&pool));
    let name = |raw: &Raw| raw.session[..4].iter().map(|b| format!("{b:02x}")).collect::<String>();
    // Nobody knows whose a connection over TCP is.
    refuses(&["kill", &name(&raw), "--server", &pool.tcp], 1, &["may not", "Unix socket"]);
    refuses(&["kill", "nonsense", "--server", &unix(&pool)], 1, &["no session nonsense", "bfctl sessions"]);
    refuses(&["kill", "", "--server", &unix(&pool)], 1, &["no session"]);
    let two = ["kill", "nonsense", "--server", &unix(&pool), "--server", &pool.tcp];
    refuses(&two, 1, &["none of 2 servers"]);
    let out = says(&pool, &["kill", &name(&raw)]);
    assert!(out.contains("has ended"), "{out}");
    assert_eq!(json(&pool, &["sessions"])["sessions"].as_array().map(Vec::len), Some(1));
    raw.rest().expect("its connection ends");
    other.call(protocol::ops::op::CTX_SYNC, &[]).expect("the other worker answers");
}

#[test]
fn a_drained_pool_lets_what_runs_go_on() {
    let pool = Pool::impatient();
    let raw = Raw::ready(&pool);
    refuses(&["drain", "--server", &pool.tcp], 1, &["may not drain"]);
    assert!(says(&pool, &["drain"]).contains("draining"));
    let full = pool.client().reserve(1, MemoryAsk::Mib(1)).expect_err("it drains").to_string();
    assert!(full.contains("drains it") && full.contains("another server"), "{full}");
    refuses(&["drain", "--wait", "0", "--server", &unix(&pool)], 1, &["1 sessions", "bfctl kill"]);
    assert!(json(&pool, &["health"])["checks"].to_string().contains("drain --undo"));
    // A session of a reservation that stands may still be opened.
    let opener = system_tests::raw::opener();
    raw.client.open_session(raw.grant.ticket, &opener).expect("a session");
    drop(raw);
    says(&pool, &["drain", "--wait", "4"]);
    assert!(says(&pool, &["drain", "--undo"]).contains("serving"));
    let works =
        run(Way::Unix(&pool).command(&["-q"], &named("vector_add").path("cu13-static")).arg("1000"), LIMIT);
    assert_eq!(works.status, 0, "{}", works.stderr);
}

#[test]
fn failures_are_a_line_with_the_remedy() {
    let listener = |answer: &'static [u8]| {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("an address").to_string();
        std::thread::spawn(move || {
            let mut kept = Vec::new();
            for mut stream in listener.incoming().flatten() {
                let _ = stream.write_all(answer);
                if answer.is_empty() {
                    // Held open: one that says nothing.
                    kept.push(stream);
                }
            }
        });
        address
    };
    let (silent, http) = (listener(b""), listener(b"HTTP/1.1 400 Bad Request\r\n\r\n"));
    for command in ["status", "list-gpus", "sessions", "smi", "drain"] {
        refuses(&[command], 1, &["no pool server is named", "--server", "BIFROST_SERVER"]);
        refuses(&[command, "--server", "127.0.0.1:1"], 1, &["nothing listens there", "start bfpoold"]);
    }
    refuses(&["status", "--server", &silent], 1, &["does not answer"]);
    refuses(&["status", "--server", &http], 1, &["no bfpoold", "check the port"]);
    refuses(&["status", "--server", "a:b"], 1, &["`b` is no port"]);
    refuses(&["kill", "1234", "--server", "127.0.0.1:1"], 1, &["nothing listens there"]);
    refuses(&["statos"], 2, &["statos", "'status'", "--help"]);
    refuses(&["status", "--jsn"], 2, &["--jsn", "--json"]);
    refuses(&["kill"], 2, &["SESSION", "--help"]);
    refuses(&["man", "/proc/nowhere"], 1, &["/proc/nowhere", "cannot be written"]);
}

#[test]
fn servers_that_do_not_answer_do_not_hide_those_that_do() {
    let pool = Pool::impatient();
    let args = ["list-gpus", "--json", "--server", "127.0.0.1:1", "--server", &unix(&pool)];
    refuses(&args, 1, &["127.0.0.1:1: nothing listens there"]);
    let document: Value = serde_json::from_str(&bfctl(&args).stdout).expect("JSON");
    assert_eq!(document["gpus"].as_array().map(Vec::len), Some(1));
    assert_eq!(document["failed"][0]["address"], "127.0.0.1:1");
}

#[test]
fn health_tells_what_is_wrong() {
    let pool = Pool::impatient();
    let text = says(&pool, &["health"]);
    for check in ["reachable", "version", "protocol", "driver", "devices", "clock", "state"] {
        assert!(text.lines().any(|l| l.starts_with("  ok") && l.contains(check)), "{check}: {text}");
    }
    let out = bfctl(&["health", "--json", "--server", "127.0.0.1:1"]);
    let document: Value = serde_json::from_str(&out.stdout).expect("JSON");
    let check = &document["checks"][0];
    assert_eq!((out.status, &document["healthy"], &check["state"]), (1, &false.into(), &"failed".into()));
    assert!(check["remedy"].as_str().is_some_and(|r| r.contains("start bfpoold")), "{check}");

    let mut local = Command::new(dist().join("bin/bfctl"));
    let out = run(local.args(["health", "--local"]).env("BIFROST_LIB", "/nowhere"), LIMIT);
    assert!(
        out.status == 1 && out.stdout.contains("/nowhere/bifrost/libcuda.so.1 is missing"),
        "{}",
        out.stdout
    );
    assert!(says(&pool, &["health", "--local"]).contains("libcuda.so.1"));
}

#[test]
fn manuals_and_completions_name_every_command() {
    let help = bfctl(&["--help"]).stdout;
    let share = dist().join("share");
    let page = std::fs::read_to_string(share.join("man/man1/bfctl.1")).expect("`cargo xtask dist` writes it");
    let script = bfctl(&["completions", "bash"]).stdout;
    for command in ["status", "list-gpus", "sessions", "smi", "health", "kill", "drain", "init", "token"] {
        assert!(help.contains(command) && script.contains(command), "{command}");
        assert!(page.contains(&command.replace('-', "\\-")), "{command}: {page}");
        assert!(share.join(format!("man/man1/bfctl-{command}.1")).is_file(), "{command}");
    }
    eventually("a reader that has gone is no failure", LIMIT, || {
        let script = format!("{} --help | true", dist().join("bin/bfctl").display());
        Command::new("sh").args(["-c", &script]).status().is_ok_and(|s| s.success())
    });
}
