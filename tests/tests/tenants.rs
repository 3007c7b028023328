//! What a tenant finds of others, and what it can take beyond what it was given.

use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use system_tests::helper;
use system_tests::output::run;
use system_tests::pool::{Pool, Way};

const LIMIT: Duration = Duration::from_secs(120);
/// Memory of the device holds this when the driver hands it out, as if another tenant had left it.
const FRESH: (&str, &str) = ("SOFTCUDA_FRESH", "165");

fn compile(name: &str) -> PathBuf {
    helper::compile(env!("CARGO_TARGET_TMPDIR"), name)
}

/// What `fresh` finds: the way to get memory, and how many bytes were not zero.
fn found(way: Way<'_>, env: &[(&str, &str)]) -> Vec<(String, usize)> {
    let mut command = way.command(&["-q"], &compile("fresh"));
    let out = run(command.envs(env.iter().copied()), LIMIT);
    assert_eq!(out.status, 0, "{way:?}: {}{}", out.stdout, out.stderr);
    let line = |line: &str| {
        let (path, count) = line.rsplit_once(' ')?;
        Some((path.to_owned(), count.parse().ok()?))
    };
    out.stdout.lines().map(|l| line(l).unwrap_or_else(|| panic!("{l}"))).collect()
}

/// Of the lines of `fresh` those that tell what fresh memory held.
fn dirty(found: &[(String, usize)]) -> Vec<&str> {
    let fresh = found.iter().filter(|(path, _)| !["mapped again", "written, lost"].contains(&path.as_str()));
    fresh.filter(|(_, count)| *count > 0).map(|(path, _)| path.as_str()).collect()
}

fn value(found: &[(String, usize)], path: &str) -> usize {
    found.iter().find(|(p, _)| p == path).unwrap_or_else(|| panic!("{path}: {found:?}")).1
}

/// Also where streams hold few operations, or contexts few in all.
#[test]
fn memory_holds_nothing_of_others() {
    for depth in ["", "64", "64,100"] {
        let pool = Pool::with(&[FRESH, ("SOFTCUDA_QUEUE_DEPTH", depth)]);
        for way in [Way::Tcp(&pool), Way::Unix(&pool)] {
            let found = found(way, &[]);
            assert_eq!(dirty(&found), [""; 0], "{way:?}, depth {depth:?}");
            assert_eq!((value(&found, "mapped again"), value(&found, "written, lost")), (9, 0), "{way:?}");
        }
    }
}

/// The test above sees what it looks for: every way to get memory of the device finds it dirty.
#[test]
fn without_zeroing_memory_holds_what_others_left() {
    let pool = Pool::with(&[FRESH, ("BIFROST_NO_ZEROING", "1")]);
    let found = found(Way::Tcp(&pool), &[]);
    // Managed memory is the host's, which the system zeroes.
    let clean: Vec<&str> = found.iter().filter(|(_, n)| *n == 0).map(|(path, _)| path.as_str()).collect();
    assert_eq!(clean, ["managed", "written, lost"], "{found:?}");
    let direct = self::found(Way::Direct, &[FRESH]);
    assert_eq!(dirty(&direct).len() + 2, direct.len(), "{direct:?}");
}

const MIB: u64 = 1 << 20;
/// Ways to get device memory, with the least that they take at a time in MiB: so much may stay free.
const WAYS: [(&str, u64); 15] = [
    ("plain", 0),
    ("small", 0),
    ("pitched", 0),
    ("asynchronous", 0),
    ("pooled", 0),
    ("kept", 32),
    ("array", 0),
    ("layers", 0),
    ("created", 2),
    ("mapped", 2),
    ("node", 2),
    ("failed", 16),
    ("misfreed", 0),
    ("variables", 0),
    ("heap", 64),
];

/// `hoard` under way, holding what it could get.
struct Hoarding {
    command: Child,
    /// What it says of itself and what each query tells it.
    told: HashMap<String, Vec<u64>>,
}

impl Hoarding {
    fn start(mut command: Command, what: &str) -> Hoarding {
        let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut hoarding = Hoarding { command: child.expect("it starts"), told: HashMap::new() };
        let output = hoarding.command.stdout.take().expect("it was asked for");
        for line in BufReader::new(output).lines() {
            let line = line.expect("text");
            let mut words = line.split_whitespace();
            let name = words.next().expect("a name").to_owned();
            assert!(
                !name.ends_with(':'),
                "{what}: a way ended otherwise than without memory, or one is open: {line}"
            );
            let last = name == "nvml2";
            hoarding.told.insert(name, words.map(|n| n.parse().expect("a number")).collect());
            if last {
                return hoarding;
            }
        }
        panic!("{what}: it ended after {:?}", hoarding.told);
    }

    fn tells(&self, name: &str) -> &[u64] {
        &self.told[name]
    }

    /// Lets it end.
    fn end(mut self) {
        drop(self.command.stdin.take());
        assert!(self.command.wait().expect("it is our child").success());
    }
}

fn used(pool: &Pool) -> u64 {
    pool.client().status().expect("the pool answers").devices[0].used
}

/// A program with a partition of `mib` tries to get more in these ways.
fn hoards(pool: &Pool, mib: u64, ways: &[&str], may_stay_free: u64) {
    let size = mib.to_string();
    let mut command = Way::Tcp(pool).command(&["-q", "-m", &size], &compile("hoard"));
    command.arg(&size).args(ways);
    let hoarding = Hoarding::start(command, &ways.join(" "));
    let (partition, held, used) = (mib * MIB, hoarding.tells("holds")[0], used(pool));
    assert!(
        held <= used && used <= partition,
        "{ways:?}: of {partition} it holds {held}, {used} are counted"
    );
    assert!(partition - used <= may_stay_free * MIB, "{ways:?}: of {partition} it could use {used} only");
    for query in ["info", "nvml", "nvml2"] {
        assert_eq!(hoarding.tells(query), [partition, used, partition - used], "{ways:?}: {query}");
    }
    assert_eq!(hoarding.tells("device"), [partition], "{ways:?}");
    let [reserved, in_use] = hoarding.tells("pool") else { panic!("{ways:?}: two numbers") };
    assert!(in_use <= reserved && *reserved <= used, "{ways:?}: {:?}", hoarding.told);
    hoarding.end();
    pool.becomes_free(Duration::from_secs(5));
}

#[test]
fn no_way_leads_beyond_a_partition() {
    let pool = Pool::start();
    for (way, may_stay_free) in WAYS {
        // Small ones take as many calls as they are.
        let mib = if way == "small" { 8 } else { 128 };
        hoards(&pool, mib, &[way], may_stay_free);
    }
}

/// What one way takes is not another's.
#[test]
fn ways_share_a_partition() {
    let pool = Pool::start();
    hoards(
        &pool,
        256,
        &["failed", "kept", "heap", "mapped", "array", "variables", "plain", "node", "pooled", "created"],
        0,
    );
    hoards(&pool, 256, &["plain", "failed", "mapped", "layers", "pitched", "asynchronous", "misfreed"], 0);
}

#[test]
fn processes_together_get_no_more() {
    let pool = Pool::start();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("hoards-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    // Each holds what it has until all have.
    let script = "cd $2; mkfifo gate; exec 3<>gate; for i in 1 2 3 4; do \"$1\" 256 plain array <&3 >$i & done; \
        for i in 1 2 3 4; do until grep -q nvml2 $i; do sleep 0.02; done; done; cat ?; read line; kill $(jobs -p); wait";
    let mut command = Way::Unix(&pool).command(&["-q", "-m", "256"], Path::new("/bin/bash"));
    command.args(["-c", script, "hoards"]).arg(compile("hoard")).arg(&folder);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
    let mut lines =
        BufReader::new(child.stdout.take().expect("it was asked for")).lines().map(|l| l.expect("text"));
    let mut held = Vec::new();
    while held.len() < 4 {
        let line = lines.next().expect("four processes tell what they hold");
        held.extend(line.strip_prefix("holds ").map(|n| n.parse::<u64>().expect("a number")));
    }
    let (used, sum) = (used(&pool), held.iter().sum::<u64>());
    assert!(sum <= used && used == 256 * MIB, "{held:?}: {used}");
    drop(child.stdin.take());
    child.wait().expect("it is our child");
    let _ = std::fs::remove_dir_all(&folder);
    pool.becomes_free(Duration::from_secs(5));
}

/// `--host-memory` of the server bounds what programs have of its own memory.
#[test]
fn no_way_leads_beyond_the_host_memory() {
    let pool = Pool::with(&[("BIFROST_HOST_MEMORY", "256M")]);
    for way in ["pinned", "registered", "managed"] {
        let mut command = Way::Tcp(&pool).command(&["-q", "-m", "1000"], &compile("hoard"));
        command.args(["256", way]);
        let hoarding = Hoarding::start(command, way);
        let held = hoarding.tells("holds")[0];
        assert!((128 * MIB..=256 * MIB).contains(&held), "{way}: {held}");
        assert_eq!(used(&pool), 0, "{way}: no device memory");
        hoarding.end();
        pool.becomes_free(Duration::from_secs(5));
    }
}
