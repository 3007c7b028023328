//! Sessions whose data connections break at random places compute the same, bit for bit.
//!
//! `BIFROST_CUTS` says after how many breaks the first test ends (a thousand in the long form).

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use system_tests::breaking::{Plan, Relay};
use system_tests::output::{Output, run};
use system_tests::pool::{Pool, Way};
use system_tests::programs::named;
use system_tests::site::Site;
use system_tests::stats::{Stats, Survived};
use transport::Endpoint;

const LIMIT: Duration = Duration::from_secs(300);
/// Breaks in the short form.
const CUTS: u64 = 100;

fn program(name: &str) -> PathBuf {
    named(name).path("cu13-static")
}

/// A pool that encrypts, and the bundle of its client.
fn secure() -> (Site, Pool, PathBuf) {
    let site = Site::init();
    let pool = site.pool();
    let bundle = site.create("ada", &pool, &[]);
    (site, pool, bundle)
}

fn ok(mut command: Command, arguments: &[String], pool: &Pool) -> Output {
    let out = run(command.args(arguments), LIMIT);
    assert_eq!(out.status, 0, "{arguments:?}: {}{}\nserver: {}", out.stdout, out.stderr, pool.log());
    out
}

fn tcp(pool: &Pool) -> Endpoint {
    pool.tcp.parse().expect("an address")
}

/// Runs a program over a relay; what its session survived.
fn through(pool: &Pool, relay: &Relay, name: &str, arguments: &[String], want: &str) -> Survived {
    way_through(pool, Way::At(&relay.address.to_string()), name, arguments, want)
}

fn way_through(pool: &Pool, way: Way<'_>, name: &str, arguments: &[String], want: &str) -> Survived {
    let out = ok(way.command(&["-q", "--stats=json"], &program(name)), arguments, pool);
    assert_eq!(out.stdout, want, "{name} {arguments:?}");
    Stats::find(&out.stderr).survived
}

fn add(sum: &mut Survived, more: &Survived) {
    sum.breaks += more.breaks;
    sum.resent += more.resent;
    sum.dropped += more.dropped;
    sum.unacknowledged += more.unacknowledged;
    sum.unacknowledged_there += more.unacknowledged_there;
}

fn wanted() -> u64 {
    std::env::var("BIFROST_CUTS").map_or(CUTS, |n| n.parse().expect("BIFROST_CUTS is a number"))
}

/// Launches, copies of all kinds and sizes, events and waits.
#[test]
fn random_programs_compute_the_same_over_connections_that_break() {
    let pool = Pool::start();
    let (mut sum, mut cuts, mut seed) = (Survived::default(), 0, 0);
    while sum.breaks < wanted() {
        seed += 1;
        let words = if seed % 2 == 0 { 1000 } else { 40_000 + seed * 4000 % 100_000 };
        let arguments = [seed.to_string(), "300".into(), words.to_string()];
        let direct = ok(Way::Direct.command(&[], &program("random_ops")), &arguments, &pool);
        let target = if seed % 3 == 0 { Endpoint::Unix(pool.unix.clone()) } else { tcp(&pool) };
        let bytes = if seed % 2 == 0 { 16 << 10 } else { 4 << 20 };
        let relay = Relay::start(&target, Plan { seed, bytes, delay: 300 });
        add(&mut sum, &through(&pool, &relay, "random_ops", &arguments, &direct.stdout));
        cuts += relay.cuts();
    }
    println!("{cuts} cuts: {sum:?}");
    assert!(sum.resent > 0 && sum.dropped > 0, "{sum:?}");
    let often = sum.breaks / 4;
    assert!(sum.unacknowledged > often && sum.unacknowledged_there > often, "{sum:?}");
    pool.becomes_free(Duration::from_secs(5));
}

/// The same, encrypted: each connection shakes hands anew before it says where the session stands.
#[test]
fn random_programs_compute_the_same_over_encrypted_connections_that_break() {
    let (_site, pool, bundle) = secure();
    let (mut sum, mut seed) = (Survived::default(), 0);
    while sum.breaks < wanted() / 2 {
        seed += 1;
        let words = if seed % 2 == 0 { 1000 } else { 40_000 + seed * 4000 % 100_000 };
        let arguments = [seed.to_string(), "300".into(), words.to_string()];
        let direct = ok(Way::Direct.command(&[], &program("random_ops")), &arguments, &pool);
        // A record that does not arrive as a whole does not arrive: less than this would let nothing through.
        let bytes = if seed % 2 == 0 { 128 << 10 } else { 4 << 20 };
        let relay = Relay::start(&tcp(&pool), Plan { seed, bytes, delay: 300 });
        let way = relay.address.to_string();
        let way = Way::Tls(&way, &bundle);
        add(&mut sum, &way_through(&pool, way, "random_ops", &arguments, &direct.stdout));
    }
    println!("{sum:?}");
    assert!(sum.resent > 0 && sum.dropped > 0, "{sum:?}");
    let often = sum.breaks / 4;
    assert!(sum.unacknowledged > often && sum.unacknowledged_there > often, "{sum:?}");
    pool.becomes_free(Duration::from_secs(5));
}

/// Frames in large batches from two threads whose order matters.
#[test]
fn launches_of_two_threads_keep_their_order_over_connections_that_break() {
    let pool = Pool::start();
    let arguments = ["3000".to_owned()];
    let direct = ok(Way::Direct.command(&[], &program("lock_order")), &arguments, &pool);
    let relay = Relay::start(&tcp(&pool), Plan { seed: 5, bytes: 64 << 10, delay: 100 });
    let survived = through(&pool, &relay, "lock_order", &arguments, &direct.stdout);
    println!("{survived:?}");
    assert!(survived.breaks > 5 && survived.resent > 0 && survived.dropped > 0, "{survived:?}");
}

/// The front is killed and started again while connections break: its workers are found by their sessions.
#[test]
fn sessions_go_on_over_a_front_that_was_killed_and_started_again() {
    over_new_fronts(Pool::start(), None);
    let (_site, pool, bundle) = secure();
    over_new_fronts(pool, Some(&bundle));
}

fn over_new_fronts(mut pool: Pool, bundle: Option<&Path>) {
    let arguments = ["41".to_owned(), "500".to_owned(), "1000".to_owned()];
    let direct = ok(Way::Direct.command(&[], &program("random_ops")), &arguments, &pool);
    let relay = Relay::start(&tcp(&pool), Plan { seed: 6, bytes: 64 << 10, delay: 100 });
    let address = relay.address.to_string();
    let way = bundle.map_or(Way::At(&address), |bundle| Way::Tls(&address, bundle));
    let mut command = way.command(&["-q", "--stats=json"], &program("random_ops"));
    command.args(&arguments);
    let running = std::thread::spawn(move || run(&mut command, LIMIT));
    for round in 1..=3 {
        while relay.cuts() < 4 * round && !running.is_finished() {
            std::thread::sleep(Duration::from_millis(1));
        }
        pool.restart();
    }
    let out = running.join().expect("the program ran");
    assert_eq!((out.status, &out.stdout), (0, &direct.stdout), "{}\nserver: {}", out.stderr, pool.log());
    let survived = Stats::find(&out.stderr).survived;
    println!("{survived:?}");
    assert!(survived.breaks > 6, "{survived:?}");
    pool.becomes_free(Duration::from_secs(5));
}
