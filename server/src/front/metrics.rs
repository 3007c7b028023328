//! What the front counts, and a small HTTP server that tells it in Prometheus' text format.
//!
//! Scrapers are not trusted: few at a time, little to say, little time. Labels come from short lists, so that no client makes new ones.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::fmt::Write as _;
use std::io;
use std::rc::Rc;
use std::time::Duration;

use protocol::control::FailureCode;
use protocol::preamble::Kind;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinHandle, spawn_local};
use transport::Endpoint;

use super::state::Front;
use crate::worker::ledger::Work;

/// Scrapers at one time; with one more the oldest is closed.
const SCRAPERS_MAX: usize = 8;
/// Longest request.
const REQUEST_MAX: usize = 8 * 1024;
/// How long a scraper may take to ask, and again to take the answer.
const PATIENCE: Duration = if cfg!(test) { Duration::from_millis(300) } else { Duration::from_secs(5) };

/// Why a client is refused, as labels, in the order of [`place`].
const REASONS: [&str; 6] = ["version", "denied", "full", "invalid", "unknown", "internal"];

/// Things that have happened since the start.
#[derive(Debug, Default)]
pub(super) struct Counters {
    refused: [Cell<u64>; REASONS.len()],
    /// TLS handshakes that failed.
    pub(super) tls_failures: Counter,
    /// Connections that were closed as too many were being set up.
    pub(super) busy: Counter,
    /// Control connections that were let in.
    pub(super) clients: Counter,
    /// Reservations given.
    pub(super) reservations: Counter,
    /// Sessions opened.
    pub(super) sessions: Counter,
    /// Sessions whose worker failed.
    pub(super) failed_sessions: Counter,
    /// What sessions that have ended did.
    pub(super) work: RefCell<Work>,
    /// Data connections that took the place of broken ones.
    resumed: Counter,
    /// Data connections.
    data: Counter,
}

/// A number that grows.
#[derive(Debug, Default)]
pub(super) struct Counter(Cell<u64>);

impl Counter {
    /// One more.
    pub(super) fn add(&self) {
        self.0.set(self.0.get().wrapping_add(1));
    }
}

fn place(code: FailureCode) -> usize {
    match code {
        FailureCode::Version => 0,
        FailureCode::Denied => 1,
        FailureCode::Full => 2,
        FailureCode::Invalid => 3,
        FailureCode::Unknown => 4,
        FailureCode::Internal => 5,
    }
}

impl Counters {
    /// A client was turned away.
    pub(super) fn refuse(&self, code: FailureCode) {
        let counter = &self.refused[place(code)];
        counter.set(counter.get().wrapping_add(1));
    }

    /// A data connection was handed to its worker.
    pub(super) fn hand_over(&self, kind: Kind) {
        match kind {
            Kind::Resume | Kind::ResumeBulk => self.resumed.add(),
            _ => self.data.add(),
        }
    }
}

/// Listens for scrapers.
pub(super) async fn bind(at: &Endpoint) -> io::Result<TcpListener> {
    match at {
        Endpoint::Tcp(host, port) => TcpListener::bind((host.as_str(), *port)).await,
        Endpoint::Unix(_) => Err(io::ErrorKind::Unsupported.into()),
    }
}

/// Serves scrapers, for ever.
pub(super) async fn serve(front: Rc<Front>, listener: TcpListener) {
    let mut served = VecDeque::new();
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                let front = front.clone();
                // A scraper that goes away or takes too long has itself to blame.
                let answering = spawn_local(async move { drop(answer(&front, stream).await) });
                served.retain(|task: &JoinHandle<()>| !task.is_finished());
                served.push_back(answering);
                if served.len() > SCRAPERS_MAX
                    && let Some(oldest) = served.pop_front()
                {
                    // Whoever keeps silent keeps nobody else out.
                    oldest.abort();
                }
            }
            Err(e) => {
                front.log.warn(format_args!("cannot accept a scraper: {e}"));
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
        }
    }
}

async fn answer(front: &Front, mut stream: TcpStream) -> io::Result<()> {
    let head = tokio::time::timeout(PATIENCE, head(&mut stream)).await??;
    let words: Vec<&str> = head.split(' ').collect();
    let (status, body) = match words[..] {
        ["GET", "/metrics", _] => ("200 OK", text(front)),
        ["GET", _, _] => ("404 Not Found", "the metrics are at /metrics\n".to_owned()),
        _ => ("400 Bad Request", "expected GET /metrics HTTP/1.1\n".to_owned()),
    };
    let answer = format!(
        "HTTP/1.1 {status}\r\nContent-Type: text/plain; version=0.0.4\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    tokio::time::timeout(PATIENCE, async {
        stream.write_all(answer.as_bytes()).await?;
        stream.shutdown().await
    })
    .await?
}

/// The first line of a request; all of its head has been read.
async fn head(stream: &mut TcpStream) -> io::Result<String> {
    let mut bytes = Vec::new();
    while !bytes.windows(4).any(|end| end == b"\r\n\r\n") {
        if bytes.len() >= REQUEST_MAX {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let mut piece = [0; 1024];
        let n = stream.read(&mut piece).await?;
        if n == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        bytes.extend_from_slice(&piece[..n]);
    }
    let line = bytes.split(|b| *b == b'\r').next().unwrap_or_default();
    Ok(String::from_utf8_lossy(line).into_owned())
}

/// A family of metrics: help, type, then a line for each set of labels.
fn family(
    out: &mut String,
    (name, kind, help): (&str, &str, &str),
    lines: impl IntoIterator<Item = (String, u64)>,
) {
    // Writing to a text does not fail.
    let _ = writeln!(out, "# HELP bifrost_{name} {help}\n# TYPE bifrost_{name} {kind}");
    for (labels, value) in lines {
        let labels = if labels.is_empty() { labels } else { format!("{{{labels}}}") };
        let _ = writeln!(out, "bifrost_{name}{labels} {value}");
    }
}

fn text(front: &Front) -> String {
    let mut out = String::new();
    gauges(front, &mut out);
    let c = &front.counters;
    let reasons = REASONS.iter().zip(&c.refused).map(|(reason, n)| (format!("reason=\"{reason}\""), n.get()));
    family(&mut out, ("refused_hellos_total", "counter", "Clients that were turned away"), reasons);
    for (name, help, counter) in [
        ("busy_total", "Connections closed as too many were being set up", &c.busy),
        ("tls_failures_total", "TLS handshakes that failed", &c.tls_failures),
        ("clients_total", "Control connections that were let in", &c.clients),
        ("reservations_total", "Reservations given", &c.reservations),
        ("sessions_total", "Sessions opened", &c.sessions),
        ("failed_sessions_total", "Sessions whose worker failed", &c.failed_sessions),
        ("data_connections_total", "Data connections of new sessions", &c.data),
        ("connection_cuts_total", "Data connections in the place of broken ones", &c.resumed),
    ] {
        family(&mut out, (name, "counter", help), [(String::new(), counter.0.get())]);
    }
    let mut work = *c.work.borrow();
    work.add(front.state.borrow().work());
    for (name, help, value) in [
        ("calls_total", "Calls that needed a worker", work.frames),
        ("waits_total", "Calls for whose answer a program waited", work.answers),
        ("received_bytes_total", "Bytes of data connections that came from clients", work.received),
        ("sent_bytes_total", "Bytes of data connections that went to clients", work.sent),
        ("frames_resent_total", "Frames that workers sent once more after a break", work.resent),
        (
            "frames_repeated_total",
            "Frames that clients sent once more and that had come before",
            work.repeated,
        ),
    ] {
        family(&mut out, (name, "counter", help), [(String::new(), value)]);
    }
    out
}

/// What is so now.
fn gauges(front: &Front, out: &mut String) {
    let state = front.state.borrow();
    let devices = state.pool.devices();
    let device = |i: usize| format!("device=\"{i}\"");
    let each = |of: &dyn Fn(usize) -> u64| (0..devices.len()).map(|i| (device(i), of(i))).collect::<Vec<_>>();
    let used = |i: usize| state.reservations.values().map(|r| r.used_on(i)).sum();
    family(out, ("device_memory_total_bytes", "gauge", "Memory of a device"), each(&|i| devices[i].total));
    family(
        out,
        ("device_memory_reserved_bytes", "gauge", "Memory that reservations hold"),
        each(&|i| devices[i].reserved),
    );
    family(out, ("device_memory_used_bytes", "gauge", "Memory that is allocated"), each(&used));
    let count = |is: fn(&super::reservation::Reservation) -> bool| {
        state.reservations.values().filter(|r| is(r)).count() as u64
    };
    let states = [
        ("state=\"used\"".to_owned(), count(|r| r.sessions() > 0)),
        ("state=\"asleep\"".to_owned(), count(|r| r.asleep)),
        ("state=\"unused\"".to_owned(), count(|r| r.sessions() == 0 && !r.asleep)),
    ];
    family(out, ("reservations", "gauge", "Reservations"), states);
    for (name, help, value) in [
        ("sessions", "Sessions", state.sessions.len() as u64),
        ("waiting", "Clients that wait in line", front.line.borrow().len() as u64),
        ("draining", "Whether no new reservations are given", front.draining.get().into()),
        ("uptime_seconds", "Time since the start", front.since.elapsed().as_secs()),
    ] {
        family(out, (name, "gauge", help), [(String::new(), value)]);
    }
}
