//! Why a data connection is not, or no longer, secure.

use std::fmt;
use std::io;

use protocol::resume::Challenge;
use rustls::AlertDescription;
use zerocopy::FromBytes;

/// What is wrong with an encrypted data connection.
#[derive(Debug)]
pub enum SecureError {
    /// The peer speaks in clear.
    Clear,
    /// The peer says in clear that it knows no such session.
    UnknownSession,
    /// The peer's key is not the session's, or it speaks another TLS.
    Tls(rustls::Error),
    /// The peer refuses, for this reason.
    Alert(AlertDescription),
    /// A record was changed on its way, or is none.
    Record,
    /// The peer says more than a handshake has.
    TooMuch,
    /// The socket fails, or the time is over.
    Io(io::Error),
}

impl SecureError {
    /// Of a peer that begins with what is no record of a handshake.
    pub(super) fn in_clear(said: &[u8]) -> SecureError {
        match Challenge::read_from_prefix(said) {
            Ok((challenge, _)) if challenge.session_exists() == Ok(false) => SecureError::UnknownSession,
            _ => SecureError::Clear,
        }
    }
}

impl From<io::Error> for SecureError {
    fn from(e: io::Error) -> Self {
        SecureError::Io(e)
    }
}

impl From<rustls::Error> for SecureError {
    fn from(e: rustls::Error) -> Self {
        match e {
            rustls::Error::AlertReceived(alert) => SecureError::Alert(alert),
            e => SecureError::Tls(e),
        }
    }
}

impl From<SecureError> for io::Error {
    fn from(e: SecureError) -> Self {
        match e {
            SecureError::Io(e) => e,
            other => io::Error::new(io::ErrorKind::InvalidData, other),
        }
    }
}

impl fmt::Display for SecureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SecureError::Clear => f.write_str(
                "the other end of an encrypted data connection speaks in clear; install the same release on both sides, and look for what stands between them",
            ),
            SecureError::UnknownSession => f.write_str("whoever answers knows no such session"),
            SecureError::Tls(rustls::Error::InvalidCertificate(_)) => f.write_str(
                "the other end of a data connection does not have the key of this session; something between client and server answers in its place: \
                 look for it, or use another network",
            ),
            SecureError::Tls(e) => {
                write!(f, "no encrypted data connection: {e}; if that stays, install the same release on both sides")
            }
            SecureError::Alert(alert) => write!(
                f,
                "the other end refuses the encrypted data connection ({alert:?}): it is of another session, kind or release; start the program anew, and \
                 install the same release on both sides"
            ),
            SecureError::Record => f.write_str(
                "bytes of an encrypted data connection were changed on their way; if that happens again, look for what stands between client and server",
            ),
            SecureError::TooMuch => f.write_str("the other end says more than a handshake has"),
            SecureError::Io(e) => match e.kind() {
                io::ErrorKind::TimedOut => f.write_str(
                    "the other end does not shake hands for an encrypted data connection in time; is the network slow, or does a firewall hold it up?",
                ),
                io::ErrorKind::UnexpectedEof | io::ErrorKind::ConnectionReset => {
                    f.write_str("the other end closed an encrypted data connection before it stood; its log (bfpoold's) says why")
                }
                _ => write!(f, "{e}"),
            },
        }
    }
}

impl std::error::Error for SecureError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            SecureError::Tls(e) => Some(e),
            SecureError::Io(e) => Some(e),
            _ => None,
        }
    }
}
