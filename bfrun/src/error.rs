//! Why bfrun did not run the program.

use std::ffi::OsString;
use std::fmt;
use std::io;
use std::path::PathBuf;

use transport::control::ConnectError;

use crate::FAILED;
use crate::options::OptionError;
use crate::ticket::TicketError;

/// Why bfrun did not run the program.
#[derive(Debug)]
pub(crate) enum RunError {
    /// The command line makes no sense.
    Options(OptionError),
    /// No pool grants.
    Pool(ConnectError),
    /// None of several pools grants: what each said.
    Pools(Vec<ConnectError>),
    /// The file of a reservation cannot be used.
    Ticket(TicketError),
    /// No GPU became free in time.
    Waited,
    /// There is no server program, as in the Python package.
    NoServerProgram(PathBuf),
    /// A file that belongs to bfrun is missing.
    Missing(PathBuf),
    /// The private server did not start: what it said.
    Local(String),
    /// The system refuses something; what it was.
    System(&'static str, io::Error),
    /// The program cannot be started.
    Program(OsString, io::Error),
}

impl RunError {
    /// bfrun's exit status.
    pub(crate) fn status(&self) -> u8 {
        match self {
            RunError::Program(_, e) if e.kind() == io::ErrorKind::NotFound => 127,
            RunError::Program(..) => 126,
            _ => FAILED,
        }
    }
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunError::Options(e) => write!(f, "{e}"),
            RunError::Pool(ConnectError::NoServer) => {
                f.write_str("no pool server is named: give --server HOST:PORT, set BIFROST_SERVER, unpack a bundle of the pool into ~/.config/bifrost, or use --local for the software device")
            }
            RunError::Pool(e) => write!(f, "{e}"),
            RunError::Pools(all) => {
                write!(f, "none of {} servers grants it", all.len())?;
                all.iter().try_for_each(|e| write!(f, "; {e}"))
            }
            RunError::Ticket(e) => write!(f, "{e}"),
            RunError::Waited => {
                f.write_str("no GPU became free in time; wait longer (--wait=TIME, or --wait alone), or ask for less memory (-p, -m)")
            }
            RunError::NoServerProgram(path) => write!(
                f,
                "{} is missing: --local needs the server, which the Python package does not have; install the release's tarball or Debian package, or name a pool with --server",
                path.display()
            ),
            RunError::Missing(path) => write!(
                f,
                "{} is missing: install bfrun's lib folder beside its bin folder, or set BIFROST_LIB to it",
                path.display()
            ),
            RunError::Local(why) => write!(f, "the private server for --local did not start: {why}"),
            RunError::System(what, e) => write!(f, "{what}: {e}"),
            RunError::Program(name, e) if e.kind() == io::ErrorKind::NotFound => {
                write!(f, "{}: there is no such program; check its name and PATH", name.display())
            }
            RunError::Program(name, e) if e.kind() == io::ErrorKind::PermissionDenied => write!(
                f,
                "{}: is no executable file; make it one (chmod +x), or name its interpreter before it",
                name.display()
            ),
            RunError::Program(name, e) => write!(f, "{}: cannot be executed: {e}", name.display()),
        }
    }
}

impl std::error::Error for RunError {}

#[cfg(test)]
mod tests {
    use io::ErrorKind::{InvalidData, NotFound, PermissionDenied};

    use super::*;

    #[test]
    fn a_program_that_cannot_be_started_is_told_with_the_remedy() {
        let cases = [
            (NotFound, 127, "check its name and PATH"),
            (PermissionDenied, 126, "make it one (chmod +x)"),
            (InvalidData, 126, "cannot be executed"),
        ];
        for (kind, status, words) in cases {
            let error = RunError::Program("./train.py".into(), kind.into());
            assert_eq!(error.status(), status, "{kind:?}");
            let message = error.to_string();
            assert!(message.starts_with("./train.py: ") && message.contains(words), "{message}");
        }
    }
}
