//! Who is let in over TCP once `bfctl init` has made the server's folder: clients with a token, over TLS 1.3.

use std::cell::RefCell;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

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
    acceptor: TlsAcceptor,
    store: RefCell<Store>,
    log: Log,
}

impl Auth {
    /// Reads a server's folder. Tokens that cannot be read are told, and let nobody in until they can.
    pub(super) fn open(folder: &Folder, log: Log) -> Result<Auth, AuthError> {
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
        let mut store = Store::new(folder.tokens());
        if let Err(e) = store.tokens() {
            log.error(format_args!("{e}"));
        }
        Ok(Auth { acceptor: TlsAcceptor::from(Arc::new(config)), store: RefCell::new(store), log })
    }

    /// Makes encrypted connections.
    pub(super) fn acceptor(&self) -> TlsAcceptor {
        self.acceptor.clone()
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
