//! Why there is no session: each a line with the remedy.

use std::fmt;
use std::io;
use std::path::PathBuf;

use access::BundleError;
use protocol::control::{Failure, FailureCode};

use super::ask::AskError;
use super::filter::FilterError;
use crate::endpoint::{Endpoint, EndpointError};

/// Why a pool could not be used.
#[derive(Debug)]
#[non_exhaustive]
pub enum ConnectError {
    /// Neither a server nor bfrun's socket is named.
    NoServer,
    /// A server's address is none.
    Endpoint(String, EndpointError),
    /// A setting (its name and text) is none.
    Setting(&'static str, String, AskError),
    /// A host's name has no address.
    Resolve(Endpoint, io::Error),
    /// Nobody listens.
    NoListener(Endpoint),
    /// No answer in time, or no route.
    Unreachable(Endpoint, io::Error),
    /// It listens, and says nothing.
    Silent(Endpoint),
    /// What answers is no front.
    NotBifrost(Endpoint),
    /// The releases do not understand each other: ours, the server's.
    Version(Endpoint, String, String),
    /// A filter is none.
    Filter(String, FilterError),
    /// Too few devices of a server are what the filter wants: wanted, found, of how many, the filter.
    Filtered(Endpoint, u32, usize, usize, String),
    /// The front says no.
    Refused(Endpoint, Failure),
    /// There is no encrypted connection: why, and what helps.
    Tls(Endpoint, String),
    /// No key can be made for data connections.
    Key(io::Error),
    /// The control connection is encrypted, and the server would have data connections in clear.
    InClear(Endpoint),
    /// The client's bundle cannot be used.
    Bundle(BundleError),
    /// The connection ended.
    Lost(Endpoint, io::Error),
    /// bfrun's socket does not answer.
    NoBfrun(PathBuf, io::Error),
    /// bfrun says no.
    BfrunRefused(Failure),
}

impl ConnectError {
    /// The cause for programs, if a front or bfrun gave one.
    pub fn code(&self) -> Option<FailureCode> {
        match self {
            ConnectError::Refused(_, f) | ConnectError::BfrunRefused(f) => Some(f.code),
            ConnectError::Version(..) => Some(FailureCode::Version),
            ConnectError::Filtered(..) => Some(FailureCode::Invalid),
            ConnectError::Tls(..) | ConnectError::InClear(_) | ConnectError::Bundle(_) => {
                Some(FailureCode::Denied)
            }
            _ => None,
        }
    }

    /// As a failure to pass on.
    pub fn to_failure(&self) -> Failure {
        match self {
            ConnectError::Refused(_, f) | ConnectError::BfrunRefused(f) => f.clone(),
            other => {
                Failure { code: other.code().unwrap_or(FailureCode::Internal), message: other.to_string() }
            }
        }
    }
}

impl fmt::Display for ConnectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConnectError::NoServer => f.write_str(
                "no pool server is named: set BIFROST_SERVER=HOST:PORT, unpack a bundle of the pool into ~/.config/bifrost, or run the program with bfrun --server HOST:PORT (or --local)",
            ),
            ConnectError::Endpoint(text, e) => write!(f, "server `{text}`: {e}"),
            ConnectError::Setting(name, text, e) => write!(f, "{name}=`{text}`: {e}"),
            ConnectError::Filter(text, e) => write!(f, "BIFROST_FILTER=`{text}`: {e}"),
            ConnectError::Filtered(at, wanted, found, of, filter) => write!(
                f,
                "{at}: {found} of its {of} GPUs are what the filter `{filter}` wants, {wanted} were asked for; bfctl list-gpus shows what it has"
            ),
            ConnectError::Resolve(at, e) => write!(f, "{at}: the host's name cannot be resolved ({e}); check the name"),
            ConnectError::NoListener(at) => {
                write!(f, "{at}: nothing listens there; start bfpoold on that machine, or check the address")
            }
            ConnectError::Unreachable(at @ Endpoint::Unix(_), e)
                if e.kind() == io::ErrorKind::PermissionDenied =>
            {
                write!(f, "{at}: this user may not use it; its server's user and root may, and everybody else over TCP (bfpoold --listen)")
            }
            ConnectError::Unreachable(at, e) => write!(
                f,
                "{at}: cannot be reached ({e}); check the address, and that a firewall lets the port through"
            ),
            ConnectError::Silent(at) => {
                write!(f, "{at}: accepts connections but does not answer; is this the port of a bfpoold, and is it alive?")
            }
            ConnectError::NotBifrost(at) => write!(
                f,
                "{at}: what listens there is no bfpoold (it speaks another protocol); check the port (default {})",
                protocol::control::DEFAULT_PORT
            ),
            ConnectError::Version(at, ours, theirs) => write!(
                f,
                "{at}: release {ours} here and release {theirs} of the server do not understand each other; install the same release on both"
            ),
            ConnectError::Tls(at, why) => write!(f, "{at}: {why}"),
            ConnectError::Key(e) => write!(f, "no key can be made for data connections ({e})"),
            ConnectError::InClear(at) => write!(
                f,
                "{at}: the server does not encrypt data connections; install the same release on both sides"
            ),
            ConnectError::Bundle(e) => write!(f, "{e}"),
            ConnectError::Refused(at, failure) => write!(f, "{at}: {}", failure.message),
            ConnectError::Lost(at, e) => write!(f, "{at}: the connection was lost ({e}); is bfpoold still running?"),
            ConnectError::NoBfrun(path, e) => write!(
                f,
                "bfrun's socket {} does not answer ({e}); the program must end before its bfrun does",
                path.display()
            ),
            ConnectError::BfrunRefused(failure) => f.write_str(&failure.message),
        }
    }
}

impl std::error::Error for ConnectError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ConnectError::Endpoint(_, e) => Some(e),
            ConnectError::Setting(_, _, e) => Some(e),
            ConnectError::Filter(_, e) => Some(e),
            ConnectError::Bundle(e) => Some(e),
            ConnectError::Resolve(_, e)
            | ConnectError::Unreachable(_, e)
            | ConnectError::Lost(_, e)
            | ConnectError::Key(e)
            | ConnectError::NoBfrun(_, e) => Some(e),
            _ => None,
        }
    }
}
