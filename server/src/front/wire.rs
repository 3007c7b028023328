//! Length-prefixed messages over tokio sockets.

use std::io;
use std::os::fd::OwnedFd;
use std::time::Duration;

use protocol::control;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpStream, UnixStream};

/// What a control connection needs of a connection.
pub(super) trait Stream: AsyncRead + AsyncWrite + Unpin + 'static {}

impl<T: AsyncRead + AsyncWrite + Unpin + 'static> Stream for T {}

/// How a client came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// Over a Unix socket, from a process of this user.
    Local(u32),
    /// Over TCP, in clear.
    Clear,
    /// Over TLS.
    Tls,
}

/// An accepted socket.
pub(super) trait Socket: Stream {
    /// The bare descriptor. Nothing that was not asked for has been read from it.
    fn into_fd(self) -> io::Result<OwnedFd>;

    /// How it came.
    fn way(&self) -> Way;
}

impl Socket for TcpStream {
    fn into_fd(self) -> io::Result<OwnedFd> {
        self.into_std().map(OwnedFd::from)
    }

    fn way(&self) -> Way {
        Way::Clear
    }
}

impl Socket for UnixStream {
    fn into_fd(self) -> io::Result<OwnedFd> {
        self.into_std().map(OwnedFd::from)
    }

    fn way(&self) -> Way {
        self.peer_cred().map_or(Way::Clear, |peer| Way::Local(peer.uid()))
    }
}

fn invalid(e: protocol::DecodeError) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, e)
}

/// Receives a message of at most `longest` bytes.
pub(super) async fn read<T: DeserializeOwned>(
    stream: &mut (impl AsyncRead + Unpin),
    longest: usize,
) -> io::Result<T> {
    control::decode(&read_body(stream, longest).await?).map_err(invalid)
}

/// Receives a message's bytes. The buffer grows with what arrives, so that a claimed length alone costs nothing.
pub(super) async fn read_body(stream: &mut (impl AsyncRead + Unpin), longest: usize) -> io::Result<Vec<u8>> {
    let mut prefix = [0u8; 4];
    stream.read_exact(&mut prefix).await?;
    let length = control::decode_len(prefix).map_err(invalid)?;
    if length > longest {
        return Err(invalid(protocol::DecodeError::TooLong(length as u64, longest as u64)));
    }
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
