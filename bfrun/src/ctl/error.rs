//! Why bfctl failed: each a line with the remedy.

use std::fmt;
use std::io;
use std::path::PathBuf;

use transport::control::ConnectError;

/// Why bfctl failed.
#[derive(Debug)]
pub(super) enum CtlError {
    /// No server is named.
    NoServer,
    /// A server does not answer, or says no.
    Server(ConnectError),
    /// None of the servers (so many) has the session.
    NoSession(String, usize),
    /// Something still runs after so many seconds: sessions and reservations.
    StillBusy(u64, u64, u64),
    /// The file or folder cannot be written.
    Write(PathBuf, io::Error),
    /// Standard output takes nothing.
    Print(io::Error),
}

impl fmt::Display for CtlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CtlError::NoServer | CtlError::Server(ConnectError::NoServer) => {
                f.write_str("no pool server is named: give --server HOST:PORT or set BIFROST_SERVER")
            }
            CtlError::Server(e) => write!(f, "{e}"),
            CtlError::NoSession(name, servers) => write!(
                f,
                "none of {servers} servers has a session {}; `bfctl sessions` lists them",
                name.escape_debug()
            ),
            CtlError::StillBusy(sessions, reservations, seconds) => write!(
                f,
                "after {seconds} s there are {sessions} sessions and {reservations} reservations; wait longer, or end them with `bfctl kill`"
            ),
            CtlError::Write(path, e) => {
                write!(f, "{} cannot be written ({e}); name another folder", path.display())
            }
            CtlError::Print(e) => write!(f, "standard output takes nothing ({e}); check where it leads"),
        }
    }
}

impl std::error::Error for CtlError {}

impl From<ConnectError> for CtlError {
    fn from(e: ConnectError) -> Self {
        CtlError::Server(e)
    }
}
