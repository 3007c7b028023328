//! The client's end of the control connection, blocking, and the start of a session.
//!
//! ```text
//!  connect ── preamble, ClientHello ──▶ front        (Client::connect)
//!          ◀── ServerHello ──
//!          ── Reserve ──▶ Reserved { ticket, snapshot }
//!          ── OpenSession ──▶ Session { id }
//!  connect ── preamble { ordered, id } ──▶ front ──descriptor──▶ worker   (Client::data_connections)
//!  connect ── preamble { bulk, id } ──▶ front ──descriptor──▶ worker
//!  connect ── preamble { resume, id } ──▶ front ──descriptor──▶ worker   (Way::connect, after a break)
//! ```
//!
//! Below bfrun a process gets snapshot and both data connections over a Unix socket instead: [`connect_session`] does either.

mod again;
mod ask;
mod choose;
mod client;
mod connect;
mod error;
mod filter;
mod link;
mod session;

pub use again::{AgainError, Way, again};
pub use ask::{
    AskError, parse_amount, parse_fraction, parse_gpus, parse_memory, parse_mib, parse_switch, parse_wait,
};
pub use choose::{NotWaited, Placement, Wanted, may_wait, reserve_on_best, wait_in_line};
pub use client::{Client, Grant, Opened, Opener, Queued};
pub use connect::keep_alive;
pub use error::ConnectError;
pub use filter::{Filter, FilterError, Key, Operator, Problem};
pub use session::{Connected, Env, connect_session, find_bundle, servers_of, split_servers};

use std::io;
use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;

use crate::Wire;

/// How long connecting and hello may take with all servers together: the user has a word within 5 s.
pub const CONNECT_LIMIT: Duration = Duration::from_millis(4500);

/// This release, for messages.
pub const RELEASE: &str = env!("CARGO_PKG_VERSION");

/// A moment at which patience ends.
#[derive(Debug, Clone, Copy)]
pub struct Deadline(Instant);

impl Deadline {
    /// `limit` from now on.
    pub fn after(limit: Duration) -> Self {
        Deadline(Instant::now() + limit)
    }

    /// Time that is left, at least a millisecond: zero means "no limit" to some system calls.
    pub fn left(self) -> Duration {
        self.0.saturating_duration_since(Instant::now()).max(Duration::from_millis(1))
    }

    /// Whether the time is over.
    pub fn is_over(self) -> bool {
        Instant::now() >= self.0
    }
}

/// Receives a length-prefixed message by a deadline.
///
/// # Errors
/// `TimedOut`; `UnexpectedEof` when the peer ends before; `InvalidData` for what is no such message.
pub fn receive<T: DeserializeOwned>(wire: &dyn Wire, deadline: Deadline) -> io::Result<T> {
    let invalid = |e| io::Error::new(io::ErrorKind::InvalidData, e);
    let mut prefix = [0u8; 4];
    wire.recv_exact_timeout(&mut prefix, deadline.left())?;
    let mut body = vec![0u8; protocol::control::decode_len(prefix).map_err(invalid)?];
    wire.recv_exact_timeout(&mut body, deadline.left())?;
    protocol::control::decode(&body).map_err(invalid)
}

/// user@host of this process.
pub fn owner() -> String {
    let user = std::env::var("USER").or_else(|_| std::env::var("LOGNAME"));
    // SAFETY: geteuid has no preconditions.
    let user = user.unwrap_or_else(|_| format!("uid{}", unsafe { libc::geteuid() }));
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    format!("{user}@{}", host.trim())
}
