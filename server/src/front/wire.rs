//! Length-prefixed messages over tokio sockets.

use std::io;
use std::os::fd::OwnedFd;
use std::time::Duration;

use protocol::control;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpStream, UnixStream};

use super::identity::Identity;

/// An accepted socket.
pub(super) trait Socket: AsyncRead + AsyncWrite + Unpin + 'static {
    /// The bare descriptor. Nothing that was not asked for has been read from it.
    fn into_fd(self) -> io::Result<OwnedFd>;

    /// Who connected, as far as the system knows.
    fn identity(&self) -> Identity;
}

impl Socket for TcpStream {
    fn into_fd(self) -> io::Result<OwnedFd> {
        self.into_std().map(OwnedFd::from)
    }

    fn identity(&self) -> Identity {
        Identity::Anonymous
    }
}

impl Socket for UnixStream {
    fn into_fd(self) -> io::Result<OwnedFd> {
        self.into_std().map(OwnedFd::from)
    }

    fn identity(&self) -> Identity {
        self.peer_cred().map_or(Identity::Anonymous, |peer| Identity::Local { uid: peer.uid() })
    }
}

fn invalid(e: protocol::DecodeError) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, e)
}

/// Receives a message.
pub(super) async fn read<T: DeserializeOwned>(stream: &mut (impl AsyncRead + Unpin)) -> io::Result<T> {
    control::decode(&read_body(stream).await?).map_err(invalid)
}

/// Receives a message's bytes. The buffer grows with what arrives, so that a claimed length alone costs nothing.
pub(super) async fn read_body(stream: &mut (impl AsyncRead + Unpin)) -> io::Result<Vec<u8>> {
    let mut prefix = [0u8; 4];
    stream.read_exact(&mut prefix).await?;
    let length = control::decode_len(prefix).map_err(invalid)?;
    let mut body = Vec::new();
    stream.take(length as u64).read_to_end(&mut body).await?;
    if body.len() < length {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(body)
}

/// Sends a message.
pub(super) async fn write<T: Serialize>(
    stream: &mut (impl AsyncWrite + Unpin),
    message: &T,
) -> io::Result<()> {
    let mut bytes = Vec::new();
    control::encode(message, &mut bytes).map_err(invalid)?;
    stream.write_all(&bytes).await
}

/// The result of `work` if it comes in time.
pub(super) async fn within<T>(limit: Duration, work: impl Future<Output = io::Result<T>>) -> io::Result<T> {
    tokio::time::timeout(limit, work).await.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()))
}
