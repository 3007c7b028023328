//! Who is let in over TCP once `bfctl init` has made the server's folder: clients with a token, over TLS 1.3.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use access::{Entry, Folder, Scope, Store, Token, time};
use protocol::control::{Failure, FailureCode};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::version::TLS13;

use super::identity::Identity;
use super::log::Log;
use super::state::failure;

/// Why the server's folder cannot be used.
#[derive(Debug)]
pub enum AuthError {
    /// A file cannot be read, or holds nothing of its kind: why.
    File(PathBuf, String),
    /// Certificate and key do not belong together: why.
    Pair(PathBuf, String),
}

impl fmt::Display for AuthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AuthError::File(path, why) => write!(
                f,
                "{}: {why}; use the server's user or root if the folder is another's, or make one with `bfctl init`; --auth none serves without",
                path.display()
            ),
            AuthError::Pair(path, why) => {
                write!(
                    f,
                    "{}: certificate and key cannot be used ({why}); make new ones with `bfctl init --certificate`",
                    path.display()
                )
            }
        }
    }
}

impl std::error::Error for AuthError {}

/// Certificate and tokens.
pub(super) struct Auth {
    folder: Folder,
    acceptor: RefCell<TlsAcceptor>,
    /// Of the files when they were read last, also if they could not be used.
    seen: Cell<[Stamp; 2]>,
    store: RefCell<Store>,
    log: Log,
}

/// How old a change of certificate or key must be: the other one of both may still be written.
const SETTLED: Duration = Duration::from_secs(1);

/// What tells one state of a file from another; `None`: it cannot be looked at.
type Stamp = Option<(u64, i64, i64, u64)>;

fn stamps(folder: &Folder) -> [Stamp; 2] {
    [folder.certificate(), folder.key()].map(|path| {
        let meta = std::fs::metadata(path).ok()?;
        Some((meta.ino(), meta.ctime(), meta.ctime_nsec(), meta.len()))
    })
}

/// Whether the last change was a while ago.
fn settled(stamps: &[Stamp; 2]) -> bool {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let at = |(_, seconds, nanos, _): (u64, i64, i64, u64)| {
        Duration::new(u64::try_from(seconds).unwrap_or(0), u32::try_from(nanos).unwrap_or(0))
    };
    // A change in the future is one of a clock that was set: it does not settle.
    stamps.iter().all(|s| s.is_none_or(|s| now.checked_sub(at(s)).is_none_or(|age| age >= SETTLED)))
}

/// Reads certificate and key.
fn acceptor(folder: &Folder) -> Result<TlsAcceptor, AuthError> {
    let (certificate, key) = (folder.certificate(), folder.key());
    let file = |path: &Path, e: &dyn fmt::Display| AuthError::File(path.into(), e.to_string());
    let chain: Result<Vec<_>, _> =
        CertificateDer::pem_file_iter(&certificate).map_err(|e| file(&certificate, &e))?.collect();
    let chain = chain.map_err(|e| file(&certificate, &e))?;
    let key = PrivateKeyDer::from_pem_file(&key).map_err(|e| file(&key, &e))?;
    let pair = |e: &dyn fmt::Display| AuthError::Pair(folder.path().into(), e.to_string());
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_protocol_versions(&[&TLS13])
        .map_err(|e| pair(&e))?
        .with_no_client_auth()
        .with_single_cert(chain, key)
        .map_err(|e| pair(&e))?;
    Ok(TlsAcceptor::from(Arc::new(config)))
}

impl Auth {
    /// Reads a server's folder. Tokens that cannot be read are told, and let nobody in until they can.
    pub(super) fn open(folder: &Folder, log: Log) -> Result<Auth, AuthError> {
        // Before they are read: what changes meanwhile is read again.
        let seen = Cell::new(stamps(folder));
        let acceptor = RefCell::new(acceptor(folder)?);
        let mut store = Store::new(folder.tokens());
        if let Err(e) = store.tokens() {
            log.error(format_args!("{e}"));
        }
        Ok(Auth { folder: folder.clone(), acceptor, seen, store: RefCell::new(store), log })
    }

    /// Makes encrypted connections, with the certificate that is there now.
    pub(super) fn acceptor(&self) -> TlsAcceptor {
        let now = stamps(&self.folder);
        if now != self.seen.get() && settled(&now) {
            self.reload();
        }
        self.acceptor.borrow().clone()
    }

    /// Reads certificate and key anew; what cannot be used changes nothing. Connections that stand go on.
    pub(super) fn reload(&self) {
        self.seen.set(stamps(&self.folder));
        match acceptor(&self.folder) {
            Ok(new) => {
                *self.acceptor.borrow_mut() = new;
                let path = self.folder.certificate();
                self.log.info(format_args!("{}: certificate and key were read anew", path.display()));
            }
            Err(e) => self.log.error(format_args!("{e}; those that were read before stay in use")),
        }
    }

    /// Whose token that is.
    pub(super) fn check(&self, token: Option<&str>) -> Result<Entry, Failure> {
        let Some(text) = token else {
            return Err(denied(
                "the server wants a token; ask its administrator for a bundle (bfctl token create)",
            ));
        };
        let token: Token = text.parse().map_err(|e: access::token::TokenError| denied(&e.to_string()))?;
        self.standing(|store| store.check(&token, time::now()))
    }

    /// What a token that was let in allows by now.
    pub(super) fn recheck(&self, id: &str) -> Result<Entry, Failure> {
        self.standing(|store| store.recheck(id, time::now()))
    }

    fn standing(
        &self,
        look: impl FnOnce(&mut Store) -> Result<Result<Entry, access::store::Refusal>, access::StoreError>,
    ) -> Result<Entry, Failure> {
        match look(&mut self.store.borrow_mut()) {
            Ok(Ok(entry)) => Ok(entry),
            Ok(Err(refusal)) => Err(denied(&refusal.to_string())),
            Err(e) => {
                self.log.error(format_args!("{e}"));
                let text = "the server cannot read its tokens and lets nobody in; its administrator finds the cause in bfpoold's log";
                Err(failure(FailureCode::Internal, text))
            }
        }
    }
}

/// The client that has this token.
pub(super) fn identity(entry: &Entry) -> Identity {
    Identity::Token { id: entry.id.clone(), name: entry.name.clone(), admin: entry.allows(Scope::Admin) }
}

fn denied(message: &str) -> Failure {
    failure(FailureCode::Denied, message)
}
