//! The worker: one process per client process, driving a libcuda.so.1.
//!
//! | thread | does |
//! |---|---|
//! | executor | takes frames in order, calls the driver, never waits for the device |
//! | helpers | what may block: synchronise, free, load, unload, large reads |
//! | completer | watches streams, delivers changed host memory, tells progress |
//! | bulk receiver, bulk sender | payload outside the order |
//!
//! [`serve`] runs a session over any pair of connections, [`run`] is the process that the front starts.

pub mod allocations;
mod aside;
mod caller;
mod completer;
mod control;
mod depth;
mod door;
pub mod driver;
mod executor;
pub mod exports;
mod gates;
mod graphs;
mod handles;
mod host_memory;
mod images;
mod inbound;
pub mod ledger;
mod links;
mod mapping;
pub mod ops;
mod outbound;
mod outbox;
mod pieces;
mod pinned;
mod pool;
mod printed;
pub mod probe;
mod process;
mod rows;
mod session;
mod staging;
#[cfg(test)]
mod tests;
pub mod trace;
mod transfer;
mod zeroing;

use std::fmt;
use std::io;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use protocol::control::{DataHello, DataWelcome, Failure, FailureCode};
use protocol::credits::Depth;
use transport::Wire;
use transport::wire::{recv_short_message, send_message};

pub use allocations::Account;
pub use control::{Credentials, Reason, Stop, hand_over, introduce, stop};
pub use executor::End;
pub use process::{Setup, SetupError, run};

use driver::Library;
use links::Links;
use session::Session;

/// How long a client may take for its hello.
const HELLO_LIMIT: Duration = Duration::from_secs(30);
/// Longest hello; the first bytes of a TLS handshake promise more.
const HELLO_MAX: usize = 32 * 1024;
/// Bytes of unacknowledged frames that the client may have under way.
const WINDOW: u64 = 8 * 1024 * 1024;

/// Settings of a session.
#[derive(Clone)]
pub struct Options {
    /// Client and worker are one process: pinned memory gets a shadow at another address instead of the same one.
    pub shadow_elsewhere: bool,
    /// Bytes of host memory at most (`host_memory`).
    pub host_limit: u64,
    /// What the driver holds before a call waits.
    pub depth: Depth,
    /// Device memory is zeroed before the client gets it.
    pub zeroing: bool,
    /// Account of device memory; `None` = no partition.
    pub account: Option<Account>,
    /// Where lines about frames go.
    pub trace: Arc<trace::Trace>,
    /// What kernels print; `None` leaves it on the process's standard output.
    pub printed: Option<Arc<printed::Printed>>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            shadow_elsewhere: false,
            host_limit: 16 << 30,
            depth: Depth::USUAL,
            zeroing: true,
            account: None,
            trace: Arc::new(trace::Trace::nowhere()),
            printed: None,
        }
    }
}

/// Why a session did not start.
#[derive(Debug)]
pub enum ServeError {
    /// The connection failed before the session began.
    Hello(io::Error),
    /// Client and worker do not speak the same data protocol.
    Fingerprint,
    /// Threads or the trace file could not be made.
    Start(io::Error),
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ServeError::Hello(e) => write!(f, "no hello from the client: {e}"),
            ServeError::Fingerprint => f.write_str("client and worker speak different data protocols"),
            ServeError::Start(e) => write!(f, "the session could not start: {e}"),
        }
    }
}

impl std::error::Error for ServeError {}

/// Serves one session until it ends, then ends its threads, for sessions inside a larger process.
/// The driver's contexts are not destroyed.
pub fn serve(
    ordered: Box<dyn Wire>,
    bulk: Box<dyn Wire>,
    lib: Arc<Library>,
    options: &Options,
) -> Result<End, ServeError> {
    let (end, session, threads) = serve_until_end(Links::new(ordered, bulk, None), lib, options)?;
    session.stop_threads();
    for t in threads {
        // A thread that panicked has said so on standard error.
        let _ = t.join();
    }
    Ok(end)
}

type Served = (End, Arc<Session>, Vec<JoinHandle<()>>);

/// Serves one session; its threads may still wait for the device when this returns.
fn serve_until_end(links: Arc<Links>, lib: Arc<Library>, options: &Options) -> Result<Served, ServeError> {
    let session = Session::new(links, lib, options).map_err(ServeError::Start)?;
    greet(&session)?;
    let threads = start_threads(&session).map_err(ServeError::Start)?;
    let end = executor::run(&session);
    session.out.settle(Duration::from_millis(50));
    Ok((end, session, threads))
}

fn greet(session: &Session) -> Result<(), ServeError> {
    let wire = session.links.ordered.line.wire();
    let hello: DataHello = recv_short_message(&*wire, HELLO_MAX, HELLO_LIMIT).map_err(ServeError::Hello)?;
    if hello.fingerprint != protocol::fingerprint() {
        let message =
            "the client speaks another release of the data protocol; install matching releases".into();
        let refusal = DataWelcome::Refused(Failure { code: FailureCode::Version, message });
        send_message(&*wire, &refusal).map_err(ServeError::Hello)?;
        return Err(ServeError::Fingerprint);
    }
    let welcome = DataWelcome::Ready {
        arena: session.pinned.agree(&hello.arenas, hello.arena_bytes),
        stream_credits: session.credits.stream,
        context_credits: session.credits.context,
        window: WINDOW,
        grace_ms: u32::try_from(session.links.grace().as_millis()).unwrap_or(u32::MAX),
    };
    send_message(&*wire, &welcome).map_err(ServeError::Hello)
}

fn start_threads(session: &Arc<Session>) -> io::Result<Vec<JoinHandle<()>>> {
    let spawn = |name: &str, body: fn(&Arc<Session>)| {
        let session = session.clone();
        std::thread::Builder::new().name(name.into()).spawn(move || body(&session))
    };
    Ok(vec![
        spawn("printed", |s| {
            if let Some(printed) = s.printed.clone() {
                printed.run(s);
            }
        })?,
        spawn("completer", |s| s.completer.run(s))?,
        spawn("bulk-in", |s| s.inbounds.run(s))?,
        spawn("bulk-out", |s| s.outbound.run())?,
    ])
}
