//! Shaking hands, up to the keys of both directions.

use std::io;

use protocol::preamble::Kind;
use rustls::client::{ClientConnectionData, UnbufferedClientConnection};
use rustls::kernel::KernelConnection;
use rustls::pki_types::ServerName;
use rustls::server::{ServerConnectionData, UnbufferedServerConnection};
use rustls::unbuffered::{ConnectionState, EncodeError, UnbufferedStatus};
use rustls::{ConnectionTrafficSecrets, Error, ExtractedSecrets};

use super::error::SecureError;
use super::keys::Seal;
use super::record::Half;
use super::wire::SecureWire;
use crate::Wire;
use crate::control::Deadline;
use crate::socket::SocketWire;

/// Most bytes of a handshake: a peer that says more is none.
const LONGEST: usize = 16 * 1024;
/// First byte of a record of a handshake, and of one that refuses it.
const HANDSHAKE: u8 = 22;
const ALERT: u8 = 21;
/// First byte of an encrypted record, and how long it is if it holds an alert.
const DATA: u8 = 23;
const SEALED_ALERT: u8 = 19;
/// Names stand in no key of a session.
const NAME: &str = "session";

/// Makes the next keys of a direction.
pub(super) trait Updates: Send {
    fn sending(&mut self) -> Result<ConnectionTrafficSecrets, Error>;
    fn receiving(&mut self) -> Result<ConnectionTrafficSecrets, Error>;
}

impl<Data: Send> Updates for KernelConnection<Data> {
    fn sending(&mut self) -> Result<ConnectionTrafficSecrets, Error> {
        self.update_tx_secret().map(|(_, secrets)| secrets)
    }

    fn receiving(&mut self) -> Result<ConnectionTrafficSecrets, Error> {
        self.update_rx_secret().map(|(_, secrets)| secrets)
    }
}

/// What comes of a handshake.
pub(super) struct Agreed {
    pub(super) sealing: Half,
    pub(super) opening: Half,
    pub(super) updates: Box<dyn Updates>,
    /// What the peer has said since, decrypted.
    pub(super) said: Vec<u8>,
    /// And not decrypted.
    pub(super) rest: Vec<u8>,
}

/// Both sides of rustls, which have no trait in common.
trait Side: Sized {
    type Data: Send + 'static;
    fn process<'c, 'i>(&'c mut self, incoming: &'i mut [u8]) -> UnbufferedStatus<'c, 'i, Self::Data>;
    fn is_handshaking(&self) -> bool;
    fn finish(self) -> Result<(ExtractedSecrets, KernelConnection<Self::Data>), Error>;
}

impl Side for UnbufferedClientConnection {
    type Data = ClientConnectionData;

    fn process<'c, 'i>(&'c mut self, incoming: &'i mut [u8]) -> UnbufferedStatus<'c, 'i, Self::Data> {
        self.process_tls_records(incoming)
    }

    fn is_handshaking(&self) -> bool {
        (**self).is_handshaking()
    }

    fn finish(self) -> Result<(ExtractedSecrets, KernelConnection<Self::Data>), Error> {
        self.dangerous_into_kernel_connection()
    }
}

impl Side for UnbufferedServerConnection {
    type Data = ServerConnectionData;

    fn process<'c, 'i>(&'c mut self, incoming: &'i mut [u8]) -> UnbufferedStatus<'c, 'i, Self::Data> {
        self.process_tls_records(incoming)
    }

    fn is_handshaking(&self) -> bool {
        (**self).is_handshaking()
    }

    fn finish(self) -> Result<(ExtractedSecrets, KernelConnection<Self::Data>), Error> {
        self.dangerous_into_kernel_connection()
    }
}

/// A side of a handshake, and what is on its way.
struct Talk<S> {
    side: S,
    incoming: Vec<u8>,
    outgoing: Vec<u8>,
    said: Vec<u8>,
    /// Whether the peer has said anything.
    heard: bool,
}

impl<S: Side> Talk<S> {
    fn new(side: S) -> Self {
        Talk { side, incoming: Vec::new(), outgoing: Vec::new(), said: Vec::new(), heard: false }
    }

    /// Takes what has come and prepares what is to be sent, until more must come (false) or both agree.
    fn advance(&mut self) -> Result<bool, Error> {
        loop {
            let UnbufferedStatus { discard, state } = self.side.process(&mut self.incoming);
            let next = match state {
                Err(e) => Some(Err(e)),
                Ok(ConnectionState::EncodeTlsData(mut data)) => {
                    encode(|to| data.encode(to), &mut self.outgoing);
                    None
                }
                Ok(ConnectionState::TransmitTlsData(data)) => {
                    data.done();
                    None
                }
                Ok(ConnectionState::ReadTraffic(mut traffic)) => loop {
                    match traffic.next_record() {
                        Some(Ok(record)) => self.said.extend_from_slice(record.payload),
                        Some(Err(e)) => break Some(Err(e)),
                        None => break None,
                    }
                },
                Ok(ConnectionState::BlockedHandshake) => Some(Ok(false)),
                Ok(ConnectionState::WriteTraffic(_)) => Some(Ok(true)),
                Ok(_) => Some(Err(Error::HandshakeNotComplete)),
            };
            self.incoming.drain(..discard);
            match next {
                None => {}
                Some(Ok(agreed)) => return Ok(agreed && !self.side.is_handshaking()),
                Some(Err(e)) => return Err(e),
            }
        }
    }

    /// What tells the peer that the handshake has failed, after what it has to know first.
    fn alert(&mut self) {
        while let Ok(ConnectionState::EncodeTlsData(mut data)) = self.side.process(&mut self.incoming).state {
            let begin = self.outgoing.len();
            encode(|to| data.encode(to), &mut self.outgoing);
            // Nothing is said after an alert, and rustls must not be asked for more. An encrypted one is known by its length.
            if matches!(self.outgoing[begin..], [ALERT, ..] | [DATA, _, _, 0, SEALED_ALERT, ..]) {
                return;
            }
        }
    }

    fn send(&mut self, socket: &SocketWire) -> io::Result<()> {
        let bytes = std::mem::take(&mut self.outgoing);
        if bytes.is_empty() { Ok(()) } else { socket.send_all(&[&bytes]) }
    }

    fn receive(&mut self, socket: &SocketWire, deadline: Deadline) -> Result<(), SecureError> {
        let mut bytes = [0; 4096];
        let n = loop {
            match socket.try_recv(&mut bytes) {
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => {
                    if deadline.is_over() {
                        return Err(io::Error::from(io::ErrorKind::TimedOut).into());
                    }
                    socket.wait_readable(Some(deadline.left()))?;
                }
                other => break other?,
            }
        };
        match &bytes[..n] {
            [] => return Err(io::Error::from(io::ErrorKind::UnexpectedEof).into()),
            [first, ..] if !self.heard && !matches!(*first, HANDSHAKE | ALERT) => {
                return Err(SecureError::in_clear(&bytes[..n]));
            }
            _ => self.heard = true,
        }
        self.incoming.extend_from_slice(&bytes[..n]);
        if self.incoming.len() > LONGEST { Err(SecureError::TooMuch) } else { Ok(()) }
    }

    /// Goes on until both agree.
    fn shake(mut self, socket: &SocketWire, deadline: Deadline) -> Result<Agreed, SecureError> {
        loop {
            let agreed = match self.advance() {
                Ok(agreed) => agreed,
                Err(e) => {
                    self.alert();
                    // What is wrong is told the peer too, if it still listens.
                    let _ = self.send(socket);
                    return Err(e.into());
                }
            };
            let sent = self.send(socket);
            if agreed {
                sent?;
                let (ExtractedSecrets { tx, rx }, connection) = self.side.finish()?;
                return Ok(Agreed {
                    sealing: Half::new(tx)?,
                    opening: Half::new(rx)?,
                    updates: Box::new(connection),
                    said: self.said,
                    rest: self.incoming,
                });
            }
            // A peer that has closed the connection may have said why.
            match (self.receive(socket, deadline), sent) {
                (Err(_), Err(e)) => return Err(e.into()),
                (received, _) => received?,
            }
        }
    }
}

fn encode(mut encode: impl FnMut(&mut [u8]) -> Result<usize, EncodeError>, to: &mut Vec<u8>) {
    let begin = to.len();
    if let Err(EncodeError::InsufficientSize(size)) = encode(&mut []) {
        to.resize(begin + size.required_size, 0);
        // There is room now, and it has not been encoded.
        let written = encode(&mut to[begin..]).unwrap_or(0);
        to.truncate(begin + written);
    }
}

/// A client that has begun to shake hands: several may, before the first is waited for.
pub struct Greeting {
    talk: Talk<UnbufferedClientConnection>,
    socket: SocketWire,
}

impl Greeting {
    /// Waits for the worker.
    ///
    /// # Errors
    /// [`SecureError`].
    pub fn finish(self, deadline: Deadline) -> Result<SecureWire, SecureError> {
        let agreed = self.talk.shake(&self.socket, deadline)?;
        Ok(SecureWire::new(self.socket, agreed))
    }
}

impl Seal {
    /// Begins the client's side on a connection of this kind, whose preamble has been sent.
    ///
    /// # Errors
    /// [`SecureError`].
    pub fn greet(&self, kind: Kind, socket: SocketWire) -> Result<Greeting, SecureError> {
        // A plain name: it always is one.
        let name = ServerName::try_from(NAME).map_err(|_| Error::General(NAME.into()))?;
        let mut talk = Talk::new(UnbufferedClientConnection::new(self.client(kind)?, name)?);
        talk.advance()?;
        talk.send(&socket)?;
        Ok(Greeting { talk, socket })
    }

    /// The worker's side on a connection of this kind; the socket comes back if its peer does not shake hands.
    ///
    /// # Errors
    /// [`SecureError`].
    pub fn accept(
        &self,
        kind: Kind,
        socket: SocketWire,
        deadline: Deadline,
    ) -> Result<SecureWire, Box<(SecureError, SocketWire)>> {
        let side = self.server(kind).and_then(UnbufferedServerConnection::new);
        match side.map_err(SecureError::from).and_then(|side| Talk::new(side).shake(&socket, deadline)) {
            Ok(agreed) => Ok(SecureWire::new(socket, agreed)),
            Err(e) => Err(Box::new((e, socket))),
        }
    }
}
