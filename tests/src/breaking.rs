//! A relay before a pool that breaks data connections at random places.

use std::fs::File;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use protocol::preamble::{self, Kind, Preamble};
use transport::Endpoint;

use crate::random::Random;

/// More than a handshake and both hellos of a session together.
const HELLO: u64 = 4096;
/// Bytes that are relayed at a time.
const PIECE: usize = 64 * 1024;

/// How data connections break.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    /// What everything random comes from.
    pub seed: u64,
    /// A direction of a connection breaks after at most so many bytes; small numbers are as likely as large ones.
    pub bytes: u64,
    /// Pieces are held up to so many microseconds.
    pub delay: u64,
}

/// A relay that runs as long as the test's process.
#[derive(Debug)]
pub struct Relay {
    /// Where it listens.
    pub address: Endpoint,
    cuts: Arc<AtomicU64>,
    live: Arc<AtomicU64>,
}

enum Listener {
    Tcp(TcpListener),
    Unix(UnixListener),
}

impl Listener {
    fn accept(&self) -> std::io::Result<OwnedFd> {
        Ok(match self {
            Listener::Tcp(l) => l.accept()?.0.into(),
            Listener::Unix(l) => l.accept()?.0.into(),
        })
    }
}

/// Both sockets of a relayed connection.
struct Pair {
    client: OwnedFd,
    server: OwnedFd,
}

impl Relay {
    /// Before the server at `target`, over the same kind of socket.
    pub fn start(target: &Endpoint, plan: Plan) -> Relay {
        let (listener, address) = match target {
            Endpoint::Tcp(..) => {
                let l = TcpListener::bind("127.0.0.1:0").expect("a free port");
                let port = l.local_addr().expect("an address").port();
                (Listener::Tcp(l), Endpoint::Tcp("127.0.0.1".into(), port))
            }
            Endpoint::Unix(path) => {
                static NEXT: AtomicU64 = AtomicU64::new(0);
                let number = NEXT.fetch_add(1, Ordering::Relaxed);
                let path: PathBuf = format!("{}.relay{number}", path.display()).into();
                (Listener::Unix(UnixListener::bind(&path).expect("a socket")), Endpoint::Unix(path))
            }
        };
        let relay = Relay { address, cuts: Arc::default(), live: Arc::default() };
        let (target, cuts, live) = (target.clone(), relay.cuts.clone(), relay.live.clone());
        thread::spawn(move || {
            let mut random = Random::new(plan.seed);
            while let Ok(client) = listener.accept() {
                let own = Plan { seed: random.next_u64(), ..plan };
                let (target, cuts, live) = (target.clone(), cuts.clone(), live.clone());
                // A server that is being restarted refuses: the client tries again.
                thread::spawn(move || relay_one(client, &target, own, &cuts, &live));
            }
        });
        relay
    }

    /// Connections that were broken.
    pub fn cuts(&self) -> u64 {
        self.cuts.load(Ordering::SeqCst)
    }

    /// Data connections that stand.
    pub fn live(&self) -> u64 {
        self.live.load(Ordering::SeqCst)
    }
}

fn connect(target: &Endpoint) -> std::io::Result<OwnedFd> {
    Ok(match target {
        Endpoint::Tcp(host, port) => {
            let stream = TcpStream::connect((host.as_str(), *port))?;
            stream.set_nodelay(true)?;
            stream.into()
        }
        Endpoint::Unix(path) => UnixStream::connect(path)?.into(),
    })
}

fn relay_one(
    client: OwnedFd,
    target: &Endpoint,
    plan: Plan,
    cuts: &Arc<AtomicU64>,
    live: &Arc<AtomicU64>,
) -> std::io::Result<()> {
    let mut random = Random::new(plan.seed);
    let mut bytes = [0; preamble::LEN];
    File::from(client.try_clone()?).read_exact(&mut bytes)?;
    let server = connect(target)?;
    File::from(server.try_clone()?).write_all(&bytes)?;
    let kind = Preamble::decode(&bytes).map_or(Kind::Control, |p| p.kind);
    let data = !matches!(kind, Kind::Control | Kind::ControlTls);
    // A session that has not begun does not survive.
    let hello = if matches!(kind, Kind::Ordered | Kind::Bulk) { HELLO } else { 0 };
    let budget = |random: &mut Random| data.then(|| hello + budget(random, plan.bytes));
    let (up, down) = (budget(&mut random), budget(&mut random));
    let pair = Arc::new(Pair { client, server });
    let how = How { reset: random.below(2) == 0, half_open: random.below(4) == 0 };
    let other = {
        let (pair, cuts) = (pair.clone(), cuts.clone());
        let plan = Plan { seed: random.next_u64(), ..plan };
        thread::spawn(move || copy(&pair, Direction::Down, down, plan, how, &cuts))
    };
    live.fetch_add(u64::from(data), Ordering::SeqCst);
    copy(&pair, Direction::Up, up, plan, how, cuts);
    let _ = other.join();
    live.fetch_sub(u64::from(data), Ordering::SeqCst);
    Ok(())
}

/// How much a direction lets through.
fn budget(random: &mut Random, most: u64) -> u64 {
    let bits = 64 - most.leading_zeros();
    let scale = 6 + random.below(u64::from(bits.max(7)) - 6);
    64 + random.below(1 << scale)
}

#[derive(Debug, Clone, Copy)]
struct How {
    /// The peers see a reset instead of an end.
    reset: bool,
    /// The server does not see it at all.
    half_open: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Direction {
    Up,
    Down,
}

fn copy(pair: &Pair, direction: Direction, budget: Option<u64>, plan: Plan, how: How, cuts: &AtomicU64) {
    let (from, to) = match direction {
        Direction::Up => (&pair.client, &pair.server),
        Direction::Down => (&pair.server, &pair.client),
    };
    let (Ok(from), Ok(to)) = (from.try_clone(), to.try_clone()) else { return };
    let (mut from, mut to) = (File::from(from), File::from(to));
    let mut random = Random::new(plan.seed);
    let mut left = budget;
    let mut piece = vec![0; PIECE];
    while let Ok(n @ 1..) = from.read(&mut piece) {
        if budget.is_some() {
            thread::sleep(Duration::from_micros(random.below(plan.delay)));
        }
        let pass = left.map_or(n, |left| n.min(usize::try_from(left).unwrap_or(n)));
        if to.write_all(&piece[..pass]).is_err() {
            break;
        }
        if let Some(left) = &mut left {
            *left -= pass as u64;
            if *left == 0 {
                cuts.fetch_add(1, Ordering::SeqCst);
                // What was read and not written is lost.
                end(&pair.client, how.reset);
                if !how.half_open {
                    end(&pair.server, how.reset);
                }
                return;
            }
        }
    }
    // One side has ended: so does the other.
    end(&pair.client, false);
    end(&pair.server, false);
}

fn end(socket: &OwnedFd, reset: bool) {
    if reset {
        let linger = libc::linger { l_onoff: 1, l_linger: 0 };
        let size = size_of::<libc::linger>() as libc::socklen_t;
        let (option, value) = (libc::SO_LINGER, (&raw const linger).cast());
        // SAFETY: the option's value lives across the call.
        unsafe { libc::setsockopt(socket.as_raw_fd(), libc::SOL_SOCKET, option, value, size) };
    }
    // SAFETY: shuts an open socket down; it may be down already.
    unsafe { libc::shutdown(socket.as_raw_fd(), libc::SHUT_RDWR) };
}
