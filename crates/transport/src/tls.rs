//! The client's end of an encrypted control connection: TLS 1.3, with the authority of the client's bundle and no other.

use std::fmt;
use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{CertificateError, ClientConfig, ClientConnection, RootCertStore};

use crate::Wire;
use crate::control::Deadline;
use crate::socket::SocketWire;

/// Bytes of a TLS record's head.
const HEAD: usize = 5;

/// Why there is no encrypted connection.
#[derive(Debug)]
pub enum TlsError {
    /// The authority's file holds no certificate.
    Authority,
    /// The host's name cannot be in a certificate.
    Name(String),
    /// The peer answers in clear: its first bytes.
    Clear([u8; HEAD]),
    /// The connection fails.
    Io(io::Error),
    /// The peer's certificate is not right, or it speaks another TLS.
    Tls(rustls::Error),
}

impl TlsError {
    /// What is wrong, and what helps; `origin`: where the bundle is.
    pub fn explain(&self, host: &str, origin: &str) -> String {
        let certificate = match self {
            TlsError::Tls(rustls::Error::InvalidCertificate(why)) => Some(why),
            _ => None,
        };
        match (self, certificate) {
            (TlsError::Authority, _) => format!("the ca.crt of {origin} holds no certificate; take the bundle's own"),
            (TlsError::Name(name), _) => {
                format!("`{name}` cannot stand in a certificate; name the server by a host name or an address")
            }
            (_, Some(CertificateError::Expired | CertificateError::ExpiredContext { .. })) => {
                "its certificate has expired; make a new one there (bfctl init --certificate), or check both clocks".into()
            }
            (_, Some(CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. })) => {
                "its certificate is not valid yet; check both clocks".into()
            }
            (_, Some(CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. })) => format!(
                "its certificate is for other names; make one for this there (bfctl init --certificate --name {host}), or use one of its names"
            ),
            (_, Some(_)) => format!(
                "its certificate is not from the authority of {origin}; take the bundle that this server's administrator made, or check the address"
            ),
            (TlsError::Io(e), _) => format!("the encrypted connection fails ({e}); is bfpoold still running?"),
            (TlsError::Tls(e), _) => format!("the encrypted connection fails ({e}); install the same release on both sides"),
            (TlsError::Clear(_), _) => "what answers does not encrypt; check the port".into(),
        }
    }
}

impl fmt::Display for TlsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.explain("the host", "the bundle"))
    }
}

impl std::error::Error for TlsError {}

/// An encrypted connection. Its user sends and receives in turn.
pub struct TlsWire {
    socket: SocketWire,
    session: Mutex<ClientConnection>,
}

impl fmt::Debug for TlsWire {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TlsWire")
    }
}

fn config(authority: &[u8]) -> Result<ClientConfig, TlsError> {
    let mut roots = RootCertStore::empty();
    for certificate in CertificateDer::pem_slice_iter(authority) {
        certificate.ok().and_then(|c| roots.add(c).ok()).ok_or(TlsError::Authority)?;
    }
    if roots.is_empty() {
        return Err(TlsError::Authority);
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let versions =
        ClientConfig::builder_with_provider(provider).with_protocol_versions(&[&rustls::version::TLS13]);
    let mut config = versions.map_err(TlsError::Tls)?.with_root_certificates(roots).with_no_client_auth();
    // Connections are few, and a fresh handshake each keeps nothing in memory.
    config.resumption = rustls::client::Resumption::disabled();
    Ok(config)
}

impl TlsWire {
    /// Shakes hands over a socket whose preamble has been sent: the peer must have a certificate for `host` from the authority (PEM).
    ///
    /// # Errors
    /// [`TlsError`]; the socket comes back when the peer answers in clear.
    pub fn connect(
        socket: SocketWire,
        host: &str,
        authority: &[u8],
        deadline: Deadline,
    ) -> Result<TlsWire, Box<(TlsError, SocketWire)>> {
        let start = || {
            // An IPv6 address may have a zone, which no certificate knows.
            let name = host.split('%').next().unwrap_or(host);
            let name = ServerName::try_from(name.to_owned()).map_err(|_| TlsError::Name(host.into()))?;
            ClientConnection::new(Arc::new(config(authority)?), name).map_err(TlsError::Tls)
        };
        let mut session = match start() {
            Ok(session) => session,
            Err(e) => return Err(Box::new((e, socket))),
        };
        match shake_hands(&socket, &mut session, deadline) {
            Ok(()) => Ok(TlsWire { socket, session: Mutex::new(session) }),
            Err(e) => {
                // What is wrong is told the peer too, if it still listens.
                let _ = flush(&socket, &mut session);
                Err(Box::new((e, socket)))
            }
        }
    }

    /// For a process that is not ours: see [`SocketWire::into_guest`].
    pub fn into_guest(self) -> io::Result<TlsWire> {
        Ok(TlsWire { socket: self.socket.into_guest()?, ..self })
    }

    /// When the peer's certificate ends, in seconds since 1970.
    pub fn certificate_ends(&self) -> Option<u64> {
        access::certificate::ends(self.session().peer_certificates()?.first()?)
    }

    /// The socket below.
    pub fn socket(&self) -> &SocketWire {
        &self.socket
    }

    fn session(&self) -> MutexGuard<'_, ClientConnection> {
        // A panic within rustls would leave a session that fails, not one that leaks.
        self.session.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends all bytes.
    pub fn send_all(&self, bytes: &[u8]) -> io::Result<()> {
        let mut session = self.session();
        let mut rest = bytes;
        while !rest.is_empty() {
            let n = session.writer().write(rest)?;
            rest = &rest[n..];
            flush(&self.socket, &mut session)?;
        }
        Ok(())
    }

    /// Receives exactly so many bytes by a deadline.
    pub fn recv_exact(&self, mut buf: &mut [u8], deadline: Deadline) -> io::Result<()> {
        let mut session = self.session();
        while !buf.is_empty() {
            match session.reader().read(buf) {
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(n) => buf = &mut buf[n..],
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => {
                    receive_some(&self.socket, &mut session, deadline)?;
                }
                Err(e) => return Err(e),
            }
        }
        Ok(())
    }
}

fn shake_hands(
    socket: &SocketWire,
    session: &mut ClientConnection,
    deadline: Deadline,
) -> Result<(), TlsError> {
    flush(socket, session).map_err(TlsError::Io)?;
    let mut head = [0u8; HEAD];
    socket.recv_exact_timeout(&mut head, deadline.left()).map_err(TlsError::Io)?;
    // A record has its kind and 3.1 or 3.3 as version.
    if !matches!(head, [20..=23, 3, 0..=4, ..]) {
        return Err(TlsError::Clear(head));
    }
    feed(session, &head).map_err(as_tls)?;
    while session.is_handshaking() {
        receive_some(socket, session, deadline).map_err(as_tls)?;
    }
    flush(socket, session).map_err(TlsError::Io)
}

fn as_tls(e: io::Error) -> TlsError {
    let kind = e.kind();
    match e.downcast::<rustls::Error>() {
        Ok(e) => TlsError::Tls(e),
        Err(e) => TlsError::Io(if e.kind() == kind { e } else { kind.into() }),
    }
}

/// Waits for bytes and gives them to the session; sends what it answers.
fn receive_some(socket: &SocketWire, session: &mut ClientConnection, deadline: Deadline) -> io::Result<()> {
    let mut bytes = [0u8; 4096];
    let n = loop {
        match socket.try_recv(&mut bytes) {
            Err(e) if e.kind() == io::ErrorKind::WouldBlock => {
                if deadline.is_over() {
                    return Err(io::ErrorKind::TimedOut.into());
                }
                socket.wait_readable(Some(deadline.left()))?;
            }
            other => break other?,
        }
    };
    if n == 0 {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    feed(session, &bytes[..n])?;
    flush(socket, session)
}

fn feed(session: &mut ClientConnection, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        session.read_tls(&mut bytes)?;
        session.process_new_packets().map_err(|e| io::Error::new(io::ErrorKind::InvalidData, e))?;
    }
    Ok(())
}

fn flush(socket: &SocketWire, session: &mut ClientConnection) -> io::Result<()> {
    let mut bytes = Vec::new();
    while session.wants_write() {
        session.write_tls(&mut bytes)?;
    }
    if bytes.is_empty() { Ok(()) } else { socket.send_all(&[&bytes]) }
}

#[cfg(test)]
mod tests {
    use std::net::{TcpListener, TcpStream};
    use std::time::Duration;

    use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair, date_time_ymd};
    use rustls::pki_types::PrivateKeyDer;
    use rustls::{ServerConfig, ServerConnection};

    use super::*;

    type Authority = CertifiedIssuer<'static, KeyPair>;

    fn authority() -> Authority {
        let mut params = CertificateParams::new(Vec::new()).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap()
    }

    /// A server for one connection, with a certificate of these names that is good until a year: sends back what it receives.
    fn server(authority: &Authority, names: &[&str], year: i32) -> String {
        let key = KeyPair::generate().unwrap();
        let mut params =
            CertificateParams::new(names.iter().map(|n| (*n).to_owned()).collect::<Vec<_>>()).unwrap();
        params.not_after = date_time_ymd(year, 1, 1);
        let certificate = params.signed_by(&key, authority).unwrap();
        let key = PrivateKeyDer::try_from(key.serialize_der()).unwrap();
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config =
            ServerConfig::builder_with_provider(provider).with_protocol_versions(&[&rustls::version::TLS13]);
        let config =
            config.unwrap().with_no_client_auth().with_single_cert(vec![certificate.der().clone()], key);
        let mut session = ServerConnection::new(Arc::new(config.unwrap())).unwrap();
        listen(move |mut stream| {
            let mut tls = rustls::Stream::new(&mut session, &mut stream);
            let mut buf = [0; 7000];
            while let Ok(n @ 1..) = tls.read(&mut buf) {
                if tls.write_all(&buf[..n]).is_err() {
                    return;
                }
            }
        })
    }

    fn listen(serve: impl FnOnce(TcpStream) + Send + 'static) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        std::thread::spawn(move || serve(listener.accept().unwrap().0));
        address
    }

    fn connect(address: &str, host: &str, pem: &str) -> Result<TlsWire, TlsError> {
        let socket = SocketWire::new(TcpStream::connect(address).unwrap().into()).unwrap();
        let deadline = Deadline::after(Duration::from_secs(5));
        TlsWire::connect(socket, host, pem.as_bytes(), deadline).map_err(|failed| failed.0)
    }

    #[test]
    fn bytes_go_both_ways() {
        let authority = authority();
        for host in ["localhost", "127.0.0.1", "::1"] {
            let wire = connect(&server(&authority, &[host], 2100), host, &authority.pem()).unwrap();
            let sent: Vec<u8> = (0..100_000u32).map(|i| i as u8).collect();
            let mut received = vec![0; sent.len()];
            let deadline = Deadline::after(Duration::from_secs(30));
            for (out, back) in sent.chunks(9999).zip(received.chunks_mut(9999)) {
                wire.send_all(out).unwrap();
                wire.recv_exact(back, deadline).unwrap();
            }
            assert!(sent == received, "{host}");
            let silence = wire.recv_exact(&mut [0], Deadline::after(Duration::from_millis(20))).unwrap_err();
            assert_eq!(silence.kind(), io::ErrorKind::TimedOut);
            let end = wire.certificate_ends().map(access::time::format);
            assert_eq!(end.as_deref(), Some("2100-01-01T00:00:00Z"));
        }
    }

    #[test]
    fn what_is_wrong_is_told_with_the_remedy() {
        let (ours, theirs) = (authority(), authority());
        let check = |address: &str, pem: &str, words: &str| {
            let error = connect(address, "localhost", pem).unwrap_err();
            let text = error.explain("localhost", "b.tar");
            assert!(text.contains(words) && text.contains("; ") && !text.contains('\n'), "{error:?}: {text}");
        };
        let pem = ours.pem();
        check(&server(&ours, &["localhost"], 2020), &pem, "has expired");
        check(&server(&ours, &["gpu1"], 2100), &pem, "--name localhost");
        check(&server(&theirs, &["localhost"], 2100), &pem, "not from the authority of b.tar");
        check(&server(&ours, &["localhost"], 2100), "", "ca.crt of b.tar holds no certificate");
        check(&listen(|mut s| drop(s.write_all(b"HTTP/1.1 400\r\n"))), &pem, "does not encrypt");
        check(
            &listen(|mut s| drop(s.write_all(&[22, 3, 3, 0, 2, 1, 1]))),
            &pem,
            "the encrypted connection fails",
        );
        check(&listen(|mut s| drop(s.write_all(&[22, 3, 3]))), &pem, "the encrypted connection fails");
        check(&listen(drop), &pem, "the encrypted connection fails");
        let name = connect(&server(&ours, &["localhost"], 2100), "not a name", &pem).unwrap_err();
        assert!(matches!(name, TlsError::Name(_)), "{name:?}");
    }

    #[test]
    fn a_peer_that_says_nothing_is_not_waited_for() {
        let address = listen(|s| drop(std::io::copy(&mut &s, &mut std::io::sink())));
        let socket = SocketWire::new(TcpStream::connect(address).unwrap().into()).unwrap();
        let deadline = Deadline::after(Duration::from_millis(50));
        let failed =
            TlsWire::connect(socket, "localhost", authority().pem().as_bytes(), deadline).unwrap_err();
        assert!(
            matches!(&failed.0, TlsError::Io(e) if e.kind() == io::ErrorKind::TimedOut),
            "{:?}",
            failed.0
        );
    }
}
