//! A side's key of a session, and the check of the other's.

use std::fmt;
use std::sync::Arc;

use protocol::control::KeyHash;
use protocol::preamble::Kind;
use rustls::client::AlwaysResolvesClientRawPublicKeys;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::ring::cipher_suite::{TLS13_AES_128_GCM_SHA256, TLS13_CHACHA20_POLY1305_SHA256};
use rustls::crypto::{CryptoProvider, ring, verify_tls13_signature_with_raw_key};
use rustls::pki_types::{CertificateDer, PrivatePkcs8KeyDer, ServerName, SubjectPublicKeyInfoDer, UnixTime};
use rustls::server::danger::{ClientCertVerified, ClientCertVerifier};
use rustls::server::{AlwaysResolvesServerRawPublicKeys, NoServerSessionStorage};
use rustls::sign::{CertifiedKey, SigningKey};
use rustls::version::TLS13;
use rustls::{
    CertificateError, ClientConfig, DigitallySignedStruct, DistinguishedName, Error, InconsistentKeys,
    PeerIncompatible, ServerConfig, SignatureScheme,
};

/// What a side's key is made from: random bytes.
pub type Secret = [u8; 32];

/// What comes before an Ed25519 secret in PKCS #8 (RFC 8410).
const PKCS8: [u8; 16] = [0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20];

/// What a side needs for the data connections of a session: its own key, and what the other's must be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Seal {
    /// Of its own key.
    pub secret: Secret,
    /// Of the other's key.
    pub peer: KeyHash,
}

impl fmt::Debug for Seal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seal")
    }
}

/// What the other side must be told of a key.
///
/// # Errors
/// rustls's; none are known.
pub fn hash_of(secret: &Secret) -> Result<KeyHash, Error> {
    let key = signing_key(secret)?;
    Ok(*blake3::hash(&public_key(&*key)?).as_bytes())
}

fn signing_key(secret: &Secret) -> Result<Arc<dyn SigningKey>, Error> {
    ring::sign::any_eddsa_type(&PrivatePkcs8KeyDer::from([&PKCS8[..], secret].concat()))
}

fn public_key(key: &dyn SigningKey) -> Result<Vec<u8>, Error> {
    Ok(key.public_key().ok_or(InconsistentKeys::Unknown)?.to_vec())
}

fn certified(secret: &Secret) -> Result<CertifiedKey, Error> {
    let key = signing_key(secret)?;
    let public = public_key(&*key)?;
    Ok(CertifiedKey::new(vec![CertificateDer::from(public)], key))
}

/// The name of a connection's kind in a handshake.
fn protocol_of(kind: Kind) -> Vec<u8> {
    format!("bifrost {kind:?}").into_bytes()
}

fn provider() -> Arc<CryptoProvider> {
    let cipher_suites = vec![TLS13_AES_128_GCM_SHA256, TLS13_CHACHA20_POLY1305_SHA256];
    Arc::new(CryptoProvider { cipher_suites, ..ring::default_provider() })
}

impl Seal {
    pub(super) fn client(&self, kind: Kind) -> Result<Arc<ClientConfig>, Error> {
        let provider = provider();
        let check = Arc::new(Check { expected: self.peer, provider: provider.clone() });
        let own = AlwaysResolvesClientRawPublicKeys::new(Arc::new(certified(&self.secret)?));
        let mut config = ClientConfig::builder_with_provider(provider)
            .with_protocol_versions(&[&TLS13])?
            .dangerous()
            .with_custom_certificate_verifier(check)
            .with_client_cert_resolver(Arc::new(own));
        config.alpn_protocols = vec![protocol_of(kind)];
        config.enable_sni = false;
        config.resumption = rustls::client::Resumption::disabled();
        config.enable_secret_extraction = true;
        Ok(Arc::new(config))
    }

    pub(super) fn server(&self, kind: Kind) -> Result<Arc<ServerConfig>, Error> {
        let provider = provider();
        let check = Arc::new(Check { expected: self.peer, provider: provider.clone() });
        let own = AlwaysResolvesServerRawPublicKeys::new(Arc::new(certified(&self.secret)?));
        let mut config = ServerConfig::builder_with_provider(provider)
            .with_protocol_versions(&[&TLS13])?
            .with_client_cert_verifier(check)
            .with_cert_resolver(Arc::new(own));
        config.alpn_protocols = vec![protocol_of(kind)];
        // Each connection shakes hands anew.
        config.session_storage = Arc::new(NoServerSessionStorage {});
        config.send_tls13_tickets = 0;
        config.enable_secret_extraction = true;
        Ok(Arc::new(config))
    }
}

/// Takes one key and no other.
#[derive(Debug)]
struct Check {
    expected: KeyHash,
    provider: Arc<CryptoProvider>,
}

impl Check {
    fn is_expected(&self, public: &CertificateDer<'_>) -> Result<(), Error> {
        // Hashes are compared in constant time.
        if blake3::hash(public) == self.expected {
            Ok(())
        } else {
            Err(CertificateError::ApplicationVerificationFailure.into())
        }
    }

    fn signed(
        &self,
        message: &[u8],
        public: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let public = SubjectPublicKeyInfoDer::from(public.as_ref());
        verify_tls13_signature_with_raw_key(
            message,
            &public,
            signature,
            &self.provider.signature_verification_algorithms,
        )
    }
}

/// There is no TLS 1.2 here.
const OLD: Error = Error::PeerIncompatible(PeerIncompatible::ServerTlsVersionIsDisabledByOurConfig);

impl ServerCertVerifier for Check {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        _intermediates: &[CertificateDer<'_>],
        _server_name: &ServerName<'_>,
        _ocsp_response: &[u8],
        _now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        self.is_expected(end_entity).map(|()| ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        _message: &[u8],
        _cert: &CertificateDer<'_>,
        _dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        Err(OLD)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.signed(message, cert, dss)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        vec![SignatureScheme::ED25519]
    }

    fn requires_raw_public_keys(&self) -> bool {
        true
    }
}

impl ClientCertVerifier for Check {
    fn root_hint_subjects(&self) -> &[DistinguishedName] {
        &[]
    }

    fn verify_client_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        _intermediates: &[CertificateDer<'_>],
        _now: UnixTime,
    ) -> Result<ClientCertVerified, Error> {
        self.is_expected(end_entity).map(|()| ClientCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        _message: &[u8],
        _cert: &CertificateDer<'_>,
        _dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        Err(OLD)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.signed(message, cert, dss)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        vec![SignatureScheme::ED25519]
    }

    fn requires_raw_public_keys(&self) -> bool {
        true
    }
}
