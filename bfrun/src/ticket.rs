//! The file of a kept reservation: what is needed to use it. It is a secret.

use std::fmt;
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use protocol::control::Ticket;
use serde::{Deserialize, Serialize};
use transport::Endpoint;

/// The only version so far.
const VERSION: u32 = 1;
/// Longer files are none of ours.
const BYTES_MAX: u64 = 64 * 1024;

/// A reservation and its server.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Kept {
    /// Where it is.
    pub(crate) server: Endpoint,
    /// Proof of it.
    pub(crate) ticket: Ticket,
}

#[derive(Serialize, Deserialize)]
struct Document {
    bifrost_reservation: u32,
    server: String,
    id: u64,
    key: String,
}

/// Why the file of a reservation cannot be used.
#[derive(Debug)]
pub(crate) enum TicketError {
    /// It is not there.
    Missing(PathBuf),
    /// It cannot be read.
    Read(PathBuf, io::Error),
    /// It is another user's.
    Foreign(PathBuf),
    /// Others may read it.
    Readable(PathBuf),
    /// It is none: why.
    Damaged(PathBuf, String),
    /// There is something already where it should go.
    Exists(PathBuf),
    /// It cannot be written.
    Write(PathBuf, io::Error),
}

impl fmt::Display for TicketError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TicketError::Missing(path) => write!(
                f,
                "{} does not exist; make a reservation with bfrun request -n N -o FILE",
                path.display()
            ),
            TicketError::Read(path, e) => write!(f, "{} cannot be read: {e}; check its path", path.display()),
            TicketError::Foreign(path) => write!(
                f,
                "{} is another user's file; make a reservation of your own with bfrun request",
                path.display()
            ),
            TicketError::Readable(path) => write!(
                f,
                "{0}: others may read it, and with it use the reservation; take that away: chmod 600 {0}",
                path.display()
            ),
            TicketError::Damaged(path, why) => write!(
                f,
                "{} is no file of a reservation ({why}); name one that bfrun request has made",
                path.display()
            ),
            TicketError::Exists(path) => write!(
                f,
                "{0} exists already; give its reservation back (bfrun release {0}), or name another file",
                path.display()
            ),
            TicketError::Write(path, e) => {
                write!(f, "{} cannot be written: {e}; name another file with -o", path.display())
            }
        }
    }
}

impl std::error::Error for TicketError {}

impl Kept {
    /// Reads a file that only its user may read.
    pub(crate) fn read(path: &Path) -> Result<Kept, TicketError> {
        let failed = |e: io::Error| match e.kind() {
            io::ErrorKind::NotFound => TicketError::Missing(path.into()),
            _ => TicketError::Read(path.into(), e),
        };
        // What is no ordinary file may keep one waiting.
        let file = File::options().read(true).custom_flags(libc::O_NONBLOCK).open(path).map_err(failed)?;
        let meta = file.metadata().map_err(failed)?;
        // SAFETY: geteuid has no preconditions.
        let user = unsafe { libc::geteuid() };
        if !meta.is_file() {
            return Err(TicketError::Damaged(path.into(), "it is no ordinary file".into()));
        }
        if meta.uid() != user && user != 0 {
            return Err(TicketError::Foreign(path.into()));
        }
        if meta.mode() & 0o077 != 0 {
            return Err(TicketError::Readable(path.into()));
        }
        let mut text = String::new();
        file.take(BYTES_MAX).read_to_string(&mut text).map_err(failed)?;
        parse(&text).map_err(|why| TicketError::Damaged(path.into(), why))
    }

    /// Writes a new file, which only its user may read.
    pub(crate) fn write(&self, path: &Path) -> Result<(), TicketError> {
        let failed = |e: io::Error| match e.kind() {
            io::ErrorKind::AlreadyExists => TicketError::Exists(path.into()),
            _ => TicketError::Write(path.into(), e),
        };
        let mut text = self.text().map_err(|e| failed(io::Error::other(e)))?;
        text.push('\n');
        let mut file = File::options().write(true).create_new(true).mode(0o600).open(path).map_err(failed)?;
        file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).map_err(|e| {
            // Half a file is in everybody's way.
            let _ = std::fs::remove_file(path);
            failed(e)
        })
    }

    fn text(&self) -> serde_json::Result<String> {
        serde_json::to_string(&Document {
            bifrost_reservation: VERSION,
            server: self.server.to_string(),
            id: self.ticket.id,
            key: self.ticket.key.iter().map(|byte| format!("{byte:02x}")).collect(),
        })
    }
}

fn parse(text: &str) -> Result<Kept, String> {
    let document: Document = serde_json::from_str(text).map_err(|e| e.to_string())?;
    if document.bifrost_reservation != VERSION {
        return Err(format!("a later release has made it, version {}", document.bifrost_reservation));
    }
    let server = document.server.parse().map_err(|e| format!("its server: {e}"))?;
    let key = key(&document.key).ok_or("its key is none")?;
    Ok(Kept { server, ticket: Ticket { id: document.id, key } })
}

fn key(text: &str) -> Option<[u8; 16]> {
    let digits = text.len() == 32 && text.bytes().all(|b| b.is_ascii_hexdigit());
    digits.then_some(())?;
    u128::from_str_radix(text, 16).ok().map(u128::to_be_bytes)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn kept() -> Kept {
        let key = std::array::from_fn(|i| i as u8 * 16 + 1);
        Kept { server: "gpu1:56001".parse().unwrap(), ticket: Ticket { id: u64::MAX, key } }
    }

    #[test]
    fn a_file_is_private_and_new() {
        let path = std::env::temp_dir().join(format!("bfrun-ticket-{}", std::process::id()));
        kept().write(&path).unwrap();
        assert_eq!(std::fs::metadata(&path).unwrap().mode() & 0o777, 0o600);
        assert_eq!(Kept::read(&path).unwrap(), kept());
        assert!(matches!(kept().write(&path), Err(TicketError::Exists(_))));
        for mode in [0o640, 0o604, 0o620] {
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
            let message = Kept::read(&path).unwrap_err().to_string();
            assert!(message.contains("chmod 600"), "{message}");
        }
        std::fs::remove_file(&path).unwrap();
        assert!(matches!(Kept::read(&path), Err(TicketError::Missing(_))));
        assert!(matches!(Kept::read(&std::env::temp_dir()), Err(TicketError::Damaged(..))));
        assert!(matches!(kept().write(Path::new("/nowhere/f")), Err(TicketError::Write(..))));
    }

    #[test]
    fn what_is_none_is_told() {
        let good = kept().text().unwrap();
        assert_eq!(parse(&good), Ok(kept()));
        for (text, words) in [
            ("", "EOF"),
            ("{}", "missing field"),
            (&good.replace("n\":1,", "n\":2,"), "a later release"),
            (&good.replace("gpu1:56001", "gpu1:x"), "its server"),
            (&good.replace("0111", "01é1"), "its key"),
            (&good.replace("0111", "+111"), "its key"),
            (&good.replace("0111", "011"), "its key"),
        ] {
            let why = parse(text).unwrap_err();
            assert!(why.contains(words), "{text}: {why}");
        }
    }
}
