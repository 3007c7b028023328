//! Why bfctl failed: each a line with the remedy.

use std::fmt;
use std::io;
use std::path::PathBuf;

use access::StoreError;
use access::time::ExpiryError;
use transport::control::{AskError, ConnectError};

use crate::error::RunError;

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
    /// It is not known where the server's folder is.
    NoFolder,
    /// The server's folder is there already.
    Made(PathBuf),
    /// It is not there.
    NotMade(PathBuf),
    /// A file cannot be read.
    Read(PathBuf, io::Error),
    /// A bundle cannot be written.
    Bundle(PathBuf, io::Error),
    /// The tokens.
    Store(StoreError),
    /// A certificate cannot be made.
    Certificate(rcgen::Error),
    /// The system has no randomness.
    Random(io::Error),
    /// A token's end is none.
    Expiry(String, ExpiryError),
    /// An amount of memory is none.
    Memory(String, AskError),
    /// The file or folder cannot be written.
    Write(PathBuf, io::Error),
    /// A part of the installation, or a folder for it, is missing.
    Install(RunError),
    /// The command cannot be run and watched.
    Watch(io::Error),
    /// Standard output takes nothing.
    Print(io::Error),
}

impl fmt::Display for CtlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CtlError::NoServer | CtlError::Server(ConnectError::NoServer) => {
                f.write_str("no pool server is named: give --server HOST:PORT, set BIFROST_SERVER, or unpack a bundle of the pool into ~/.config/bifrost")
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
            CtlError::NoFolder => f.write_str("HOME is not set; name the server's folder with --folder"),
            CtlError::Made(path) => write!(
                f,
                "{} has been made already; `bfctl token create` makes further tokens, `bfctl init --certificate` a new certificate",
                path.display()
            ),
            CtlError::NotMade(path) => {
                write!(f, "{} is no server's folder; make it with `bfctl init`, or name another with --folder", path.display())
            }
            CtlError::Read(path, e) => {
                write!(f, "{} cannot be read ({e}); use the server's user or root", path.display())
            }
            CtlError::Bundle(path, e) if e.kind() == io::ErrorKind::AlreadyExists => {
                write!(f, "{} exists already; name another file with --out", path.display())
            }
            CtlError::Bundle(path, e) => {
                write!(f, "{} cannot be written ({e}); name another file with --out", path.display())
            }
            CtlError::Store(e) => write!(f, "{e}"),
            CtlError::Certificate(e) => {
                write!(f, "the certificate cannot be made ({e}); check the names given with --name, and ca.key")
            }
            CtlError::Random(e) => write!(f, "the system has no random numbers ({e}); use another kernel"),
            CtlError::Expiry(text, e) => write!(f, "--expires `{}`: {e}", text.escape_debug()),
            CtlError::Memory(text, e) => write!(f, "--memory `{}`: {e}", text.escape_debug()),
            CtlError::Write(path, e) => {
                write!(f, "{} cannot be written ({e}); name another folder", path.display())
            }
            CtlError::Install(e) => write!(f, "{e}"),
            CtlError::Watch(e) => write!(
                f,
                "the program cannot be run and watched ({e}); allow ptrace (containers: --cap-add SYS_PTRACE), and install bfrun beside bfctl"
            ),
            CtlError::Print(e) => write!(f, "standard output takes nothing ({e}); check where it leads"),
        }
    }
}

impl std::error::Error for CtlError {}

impl From<StoreError> for CtlError {
    fn from(e: StoreError) -> Self {
        CtlError::Store(e)
    }
}

impl From<ConnectError> for CtlError {
    fn from(e: ConnectError) -> Self {
        CtlError::Server(e)
    }
}
