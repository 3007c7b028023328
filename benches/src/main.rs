//! `bifrost-bench [ROUNDS]`: the pool against the driver used directly and against bare sockets, in one run.
//! `bifrost-bench tls [ROUNDS]`: a pool that encrypts against one that does not, over TCP.
//! `bifrost-bench softcuda [LEVEL]`: the software device itself, see `benches::softcuda`.
//!
//! Needs the binaries of `cargo xtask dist`; BIFROST_DIST names their folder (default: beside this binary's target folder). The device is softcuda.
//! Prints one line per measure: medians, and ratios as medians of the ratios within a round.

use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use benches::driver::PINNED;
use benches::place::Affinity;
use benches::side::{self, Side};
use benches::stats::{median, median_ratio};
use benches::{bare, driver, softcuda};

const SIZES: [usize; 7] = [4 << 10, 64 << 10, 256 << 10, 1 << 20, 16 << 20, 256 << 20, 1 << 30];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.first().map(String::as_str) {
        Some("driver") => {
            let mut d = driver::Driver::open()?;
            side::serve(|what, bytes| d.measure(what, bytes));
        }
        Some("bare") => {
            let mut b = bare::Bare::connect(args.get(1).ok_or("bare needs an address")?)?;
            side::serve(|what, bytes| b.measure(what, bytes));
        }
        Some("peer") => bare::peer(args.get(1).ok_or("peer needs an address")?)?,
        Some("softcuda") => {
            let numpy = Path::new(env!("CARGO_MANIFEST_DIR")).join("numpy_side.py");
            softcuda::run(args.get(1).map_or("", String::as_str), &numpy)?;
        }
        Some("tls") => encrypted(args.get(1).map_or("7", String::as_str).parse()?)?,
        rounds => compare(rounds.unwrap_or("7").parse()?)?,
    }
    Ok(())
}

fn dist() -> io::Result<PathBuf> {
    if let Some(d) = std::env::var_os("BIFROST_DIST") {
        return Ok(d.into());
    }
    let exe = std::env::current_exe()?;
    // target/release/bifrost-bench → target/dist
    let target = exe.ancestors().nth(2).ok_or_else(|| io::Error::other("this binary lies nowhere"))?;
    Ok(target.join("dist"))
}

fn me(words: &[&str]) -> io::Result<Command> {
    let mut c = Command::new(std::env::current_exe()?);
    c.args(words);
    Ok(c)
}

/// A process that ends with this value.
struct Helper(Child);

impl Drop for Helper {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts the peer of a bare socket; returns it and the address that it listens on.
fn start_peer(address: &str) -> io::Result<(Helper, String)> {
    let mut child = me(&["peer", address])?.stdout(Stdio::piped()).spawn()?;
    let mut line = String::new();
    if let Some(out) = child.stdout.take() {
        BufReader::new(out).read_line(&mut line)?;
    }
    let shown = if address.starts_with('/') { address.to_owned() } else { line.trim().to_owned() };
    Ok((Helper(child), shown))
}

fn through_pool(dist: &Path, server: &str, bundle: Option<&Path>) -> io::Result<Command> {
    let mut c = Command::new(dist.join("bin/bfrun"));
    c.env("BIFROST_BUNDLE", bundle.unwrap_or(Path::new("none")));
    // Two sessions share the device.
    c.args(["-q", "--server", server, "-n", "1", "-p", "0.4", "--"])
        .arg(std::env::current_exe()?)
        .arg("driver");
    Ok(c)
}

/// Makes a server's folder and the bundle of a client.
fn make_tokens(dist: &Path, dir: &Path, address: &str) -> io::Result<(PathBuf, PathBuf)> {
    let folder = dir.join("server");
    let bfctl = |words: &[&str]| {
        let done = Command::new(dist.join("bin/bfctl"))
            .args(words)
            .arg("--folder")
            .arg(&folder)
            .current_dir(dir)
            .stdout(Stdio::null())
            .status()?;
        if done.success() { Ok(()) } else { Err(io::Error::other("bfctl failed")) }
    };
    bfctl(&["init"])?;
    bfctl(&["token", "create", "bench", "--server", address])?;
    Ok((folder, dir.join("bifrost-bench.tar")))
}

fn start_pool(dist: &Path, address: &str, socket: &Path, tokens: Option<&Path>) -> io::Result<Helper> {
    let mut c = Command::new(dist.join("bin/bfpoold"));
    c.arg("--auth").arg(tokens.unwrap_or(Path::new("none")));
    c.args(["--softcuda", "--listen", address, "--unix"]).arg(socket);
    let child = c.stderr(Stdio::null()).spawn()?;
    for _ in 0..100 {
        if socket.exists() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    Ok(Helper(child))
}

/// A pool, peers of bare sockets, and the sides that use them.
struct Setup {
    sides: [Side; 5],
    _servers: [Helper; 3],
    dir: PathBuf,
}

impl Setup {
    /// Servers and peers on the processors of `server`, the measuring sides on those of `client`.
    fn start(dist: &Path, server: Affinity, client: Affinity) -> io::Result<Setup> {
        let all = Affinity::now()?;
        let dir = std::env::temp_dir().join(format!("bifrost-bench-{}", std::process::id()));
        std::fs::create_dir_all(&dir)?;
        let (pool_tcp, pool_unix) = ("127.0.0.1:56091", dir.join("pool.sock"));
        server.apply()?;
        let pool = start_pool(dist, pool_tcp, &pool_unix, None)?;
        let (tcp_peer, tcp) = start_peer("127.0.0.1:0")?;
        let (unix_peer, unix) = start_peer(&dir.join("bare.sock").display().to_string())?;
        client.apply()?;
        let mut direct = me(&["driver"])?;
        direct.env("LD_LIBRARY_PATH", dist.join("lib/softcuda"));
        let sides = [
            Side::start("bare tcp", me(&["bare", &tcp])?)?,
            Side::start("bare unix", me(&["bare", &unix])?)?,
            Side::start("direct", direct)?,
            Side::start("pool tcp", through_pool(dist, pool_tcp, None)?)?,
            Side::start("pool unix", through_pool(dist, &format!("unix:{}", pool_unix.display()), None)?)?,
        ];
        all.apply()?;
        Ok(Setup { sides, _servers: [pool, tcp_peer, unix_peer], dir })
    }
}

impl Drop for Setup {
    fn drop(&mut self) {
        // Nothing depends on it.
        let _ = std::fs::remove_dir_all(&self.dir);
    }
}

/// Where two processes that talk to each other run decides about latency more than anything that they do: waking an idle processor takes several times
/// as long as a switch. A scheduler moves them as it likes, so the latencies are taken in both placements.
fn compare(rounds: usize) -> Result<(), Box<dyn std::error::Error>> {
    let dist = dist()?;
    let all = Affinity::now()?;
    let cpus = all.each();
    println!("medians of {rounds} rounds; ratios are medians of the ratios within a round\n");
    if let [first, second, ..] = cpus[..] {
        for (name, client) in [("client and server on one processor", first), ("on two processors", second)] {
            println!("{name}");
            latency(&mut Setup::start(&dist, first, client)?.sides, rounds)?;
        }
    }
    println!("placed by the scheduler");
    let mut setup = Setup::start(&dist, all, all)?;
    latency(&mut setup.sides, rounds)?;
    bandwidth(&mut setup.sides, rounds)?;
    Ok(())
}

/// What encryption costs: latencies on one processor and on two, then bandwidths.
fn encrypted(rounds: usize) -> Result<(), Box<dyn std::error::Error>> {
    let dist = dist()?;
    let all = Affinity::now()?;
    println!("medians of {rounds} rounds; ratios are medians of the ratios within a round\n");
    let cpus = all.each();
    let places = match cpus[..] {
        [first, second, ..] => vec![("one processor", first, first), ("two processors", first, second)],
        _ => vec![("one processor", all, all)],
    };
    for (name, server, client) in places {
        println!("{name:<34}{:>12}{:>12}{:>12}", "tcp, µs", "tls, µs", "ratio");
        let mut pools = Pools::start(&dist, server, client)?;
        for request in ["rt", "post", "launch_sync", "dtoh_pinned 4096"] {
            let [clear, tls] = pools.rounds(request, rounds)?;
            let (a, b) = (median(&clear) * 1e6, median(&tls) * 1e6);
            println!("{request:<34}{a:>12.3}{b:>12.3}{:>11.2}x", median_ratio(&tls, &clear));
        }
    }
    println!("{:<34}{:>12}{:>12}{:>12}", "as placed by the scheduler", "tcp, GB/s", "tls, GB/s", "ratio");
    let mut pools = Pools::start(&dist, all, all)?;
    for what in ["htod", "dtoh", "htod_pinned", "dtoh_pinned"] {
        for bytes in [64 << 10, 1 << 20, 16 << 20, 256 << 20] {
            let [clear, tls] = pools.rounds(&format!("{what} {bytes}"), rounds.min(5))?;
            let speed = |seconds: &[f64]| bytes as f64 / median(seconds) / 1e9;
            let ratio = median_ratio(&clear, &tls);
            println!(
                "{what:<14}{:>20}{:>12.2}{:>12.2}{ratio:>11.2}x",
                size(bytes),
                speed(&clear),
                speed(&tls)
            );
        }
    }
    Ok(())
}

/// A pool that does not encrypt and one that does, and a program at each.
struct Pools {
    sides: [Side; 2],
    _servers: [Helper; 2],
    dir: PathBuf,
}

impl Pools {
    fn start(dist: &Path, server: Affinity, client: Affinity) -> io::Result<Pools> {
        let all = Affinity::now()?;
        let dir = std::env::temp_dir().join(format!("bifrost-bench-{}", std::process::id()));
        std::fs::create_dir_all(&dir)?;
        let (clear, tls) = ("127.0.0.1:56093", "127.0.0.1:56094");
        let (folder, bundle) = make_tokens(dist, &dir, tls)?;
        server.apply()?;
        let servers = [
            start_pool(dist, clear, &dir.join("clear.sock"), None)?,
            start_pool(dist, tls, &dir.join("tls.sock"), Some(&folder))?,
        ];
        client.apply()?;
        let sides = [
            Side::start("tcp", through_pool(dist, clear, None)?)?,
            Side::start("tls", through_pool(dist, tls, Some(&bundle))?)?,
        ];
        all.apply()?;
        Ok(Pools { sides, _servers: servers, dir })
    }

    fn rounds(&mut self, request: &str, rounds: usize) -> io::Result<[Vec<f64>; 2]> {
        let mut samples: [Vec<f64>; 2] = Default::default();
        // The first round warms up.
        for round in 0..=rounds {
            for (side, to) in self.sides.iter_mut().zip(&mut samples) {
                let sample = side.sample(request)?;
                if round > 0 {
                    to.push(sample);
                }
            }
        }
        Ok(samples)
    }
}

impl Drop for Pools {
    fn drop(&mut self) {
        // Nothing depends on it.
        let _ = std::fs::remove_dir_all(&self.dir);
    }
}

/// Samples of each side that knows the measure, round by round.
fn rounds_of(sides: &mut [Side; 5], request: &str, rounds: usize, bare: bool) -> io::Result<[Vec<f64>; 5]> {
    let mut all: [Vec<f64>; 5] = Default::default();
    // The first round warms up.
    for round in 0..=rounds {
        for (i, side) in sides.iter_mut().enumerate() {
            let sample = if i < 2 && !bare { f64::NAN } else { side.sample(request)? };
            if round > 0 {
                all[i].push(sample);
            }
        }
    }
    Ok(all)
}

fn latency(sides: &mut [Side; 5], rounds: usize) -> io::Result<()> {
    println!(
        "{:<48}{:>10}{:>10}{:>10}{:>10}{:>10}",
        "µs per operation", "bare tcp", "bare unix", "direct", "tcp", "unix"
    );
    let measures = [
        ("rt", "round trip (ping-pong; cuMemGetInfo)", true),
        ("post", "posted launch, bursts of 400, thread's CPU time", false),
        ("launch_sync", "launch + cuStreamSynchronize", false),
        ("dtoh_pinned 4096", "4 KiB to pinned memory + synchronise", false),
    ];
    for (request, name, bare) in measures {
        let s = rounds_of(sides, request, rounds, bare)?;
        print!("{name:<48}");
        for v in &s {
            print!("{:>10.3}", median(v) * 1e6);
        }
        println!();
        if bare {
            println!(
                "{:<48}{:>40}{:>9.2}x{:>9.2}x",
                "  ratio to the bare socket",
                "",
                median_ratio(&s[3], &s[0]),
                median_ratio(&s[4], &s[1])
            );
        }
        println!(
            "{:<48}{:>40}{:>9.2}x{:>9.2}x",
            "  ratio to direct",
            "",
            median_ratio(&s[3], &s[2]),
            median_ratio(&s[4], &s[2])
        );
    }
    println!();
    Ok(())
}

fn bandwidth(sides: &mut [Side; 5], rounds: usize) -> io::Result<()> {
    println!(
        "{:<26}{:>10}{:>10}{:>10}{:>10}{:>10}   share of the bare socket; with a peer that copies, too",
        "GB/s", "bare tcp", "bare unix", "direct", "tcp", "unix"
    );
    for request in ["htod", "dtoh", "htod_pinned", "dtoh_pinned"] {
        let direction = request.trim_end_matches("_pinned");
        for bytes in SIZES {
            if request != direction && bytes > PINNED {
                continue;
            }
            let rounds = if bytes >= 256 << 20 { rounds.min(3) } else { rounds };
            let line = format!("{request} {bytes}");
            let bare_line = format!("{direction} {bytes}");
            let copied_line = format!("{direction}_copied {bytes}");
            let mut all: [Vec<f64>; 5] = Default::default();
            let mut copied: [Vec<f64>; 2] = Default::default();
            for round in 0..=rounds {
                for (i, side) in sides.iter_mut().enumerate() {
                    let sample = side.sample(if i < 2 { &bare_line } else { &line })?;
                    let with_copy = if i < 2 { side.sample(&copied_line)? } else { f64::NAN };
                    if round > 0 {
                        all[i].push(bytes as f64 / sample / 1e9);
                        copied
                            .iter_mut()
                            .skip(i)
                            .take(1)
                            .for_each(|v| v.push(bytes as f64 / with_copy / 1e9));
                    }
                }
            }
            print!("{request:<14}{:>12}", size(bytes));
            for v in &all {
                print!("{:>10.2}", median(v));
            }
            println!(
                "   tcp {:.2} {:.2}  unix {:.2} {:.2}",
                median_ratio(&all[3], &all[0]),
                median_ratio(&all[3], &copied[0]),
                median_ratio(&all[4], &all[1]),
                median_ratio(&all[4], &copied[1])
            );
        }
    }
    Ok(())
}

fn size(bytes: usize) -> String {
    match bytes {
        b if b >= 1 << 30 => format!("{} GiB", b >> 30),
        b if b >= 1 << 20 => format!("{} MiB", b >> 20),
        b => format!("{} KiB", b >> 10),
    }
}
