//! The first bytes of a connection, and where it goes.

use std::io;
use std::net::IpAddr;
use std::rc::Rc;
use std::time::Duration;

use protocol::DecodeError;
use protocol::control::{Failure, FailureCode, ServerHello};
use protocol::preamble::{self, Kind, Preamble, Tag};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::sync::OwnedSemaphorePermit;

use super::control;
use super::state::{Front, TLS_ONLY};
use super::wire::{Socket, Stream, Way, within, write};

/// How long a client may take for its preamble, for its TLS handshake, and again for its hello.
pub(super) const PATIENCE: Duration =
    if cfg!(test) { Duration::from_millis(400) } else { Duration::from_secs(5) };
/// Connections at one time that have not said hello.
pub(super) const PENDING_MAX: usize = 256;
/// Of these from one address: others find room when one address floods the server.
pub(super) const PENDING_PER_ADDRESS: usize = 128;
/// Most bytes that are read of a client that is being turned away.
const LINGER_MAX: u64 = 64 * 1024;
/// How long it may take to read the answer.
const LINGER: Duration = Duration::from_millis(500);

/// The right to be set up.
pub(super) struct Pending {
    front: Rc<Front>,
    address: Option<IpAddr>,
    _permit: OwnedSemaphorePermit,
}

impl Pending {
    fn new(front: &Rc<Front>, address: Option<IpAddr>) -> Option<Pending> {
        let permit = front.pending.clone().try_acquire_owned().ok()?;
        if let Some(address) = address {
            let mut all = front.by_address.borrow_mut();
            let count = all.entry(address).or_default();
            if *count >= PENDING_PER_ADDRESS {
                return None;
            }
            *count += 1;
        }
        Some(Pending { front: front.clone(), address, _permit: permit })
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        let Some(address) = self.address else { return };
        let mut all = self.front.by_address.borrow_mut();
        if let Some(count) = all.get_mut(&address) {
            *count -= 1;
            if *count == 0 {
                all.remove(&address);
            }
        }
    }
}

/// Serves a connection until it ends or is handed over.
pub(super) async fn serve<S: Socket>(front: Rc<Front>, mut stream: S, peer: String, address: Option<IpAddr>) {
    let Some(pending) = Pending::new(&front, address) else {
        front.counters.busy.add();
        front.log.warn(format_args!("{peer}: turned away, too many connections are being set up"));
        let message = "the server is busy with new connections; try again";
        return turn_away(stream, FailureCode::Full, message).await;
    };
    match within(PATIENCE, read_preamble(&mut stream)).await {
        Err(e) => front.log.debug(format_args!("{peer}: no preamble: {e}")),
        Ok(Err(e)) => {
            front.log.debug(format_args!("{peer}: {e}"));
            if let DecodeError::BadVersion(v) = e {
                front.counters.refuse(FailureCode::Version);
                let release = env!("CARGO_PKG_VERSION");
                let message = format!(
                    "this bfpoold, release {release}, does not know version {v} of the protocol; install the same release on both sides"
                );
                turn_away(stream, FailureCode::Version, &message).await;
            }
        }
        Ok(Ok((Preamble { kind: Kind::Control, .. }, _))) => in_clear(front, stream, peer, pending).await,
        Ok(Ok((Preamble { kind: Kind::ControlTls, .. }, _))) => encrypted(front, stream, peer, pending).await,
        Ok(Ok((data, tag))) => match stream.into_fd() {
            Ok(fd) => front.hand_over(&data, tag, fd, &peer),
            Err(e) => front.log.warn(format_args!("{peer}: {e}")),
        },
    }
}

async fn in_clear<S: Socket>(front: Rc<Front>, stream: S, peer: String, pending: Pending) {
    let way = stream.way();
    if way == Way::Clear && front.auth.is_some() {
        front.counters.refuse(FailureCode::Denied);
        front.log.warn(format_args!("{peer}: turned away, its connection is not encrypted"));
        return turn_away(stream, FailureCode::Denied, TLS_ONLY).await;
    }
    control::serve(front, stream, (peer, way), pending).await;
}

async fn encrypted<S: Socket>(front: Rc<Front>, stream: S, peer: String, pending: Pending) {
    let Some(acceptor) = front.auth.as_ref().map(|auth| auth.acceptor()) else {
        front.counters.refuse(FailureCode::Denied);
        front.log.warn(format_args!("{peer}: turned away, it wants an encrypted connection"));
        let message = "this server does not encrypt and knows no tokens; let its administrator make a folder for it (bfctl init), \
                       or use it as it is with BIFROST_BUNDLE=none";
        return turn_away(stream, FailureCode::Denied, message).await;
    };
    match within(PATIENCE, acceptor.accept(stream)).await {
        Ok(stream) => control::serve(front, stream, (peer, Way::Tls), pending).await,
        Err(e) => {
            front.counters.tls_failures.add();
            front.log.info(format_args!("{peer}: no encrypted connection: {e}"));
        }
    }
}

/// Reads exactly the preamble and its tag: what follows belongs to the worker.
async fn read_preamble<S: Socket>(
    stream: &mut S,
) -> io::Result<Result<(Preamble, Option<Tag>), DecodeError>> {
    let mut bytes = [0u8; preamble::LEN];
    stream.read_exact(&mut bytes).await?;
    let preamble = match Preamble::decode(&bytes) {
        Ok(preamble) => preamble,
        Err(e) => return Ok(Err(e)),
    };
    let mut tag = None;
    if Preamble::is_tagged(&bytes) {
        let mut bytes = [0u8; Tag::LEN];
        stream.read_exact(&mut bytes).await?;
        tag = Some(Tag::decode(&bytes));
    }
    Ok(Ok((preamble, tag)))
}

/// Says why a client is not served, and gives it time to read that: to close with bytes unread would take the answer back.
async fn turn_away<S: Stream>(mut stream: S, code: FailureCode, message: &str) {
    // A courtesy, limited in time and length like everything here.
    let told = within(LINGER, async {
        refuse(&mut stream, code, message.into()).await?;
        stream.shutdown().await
    });
    if told.await.is_ok() {
        let rest = async { tokio::io::copy(&mut stream.take(LINGER_MAX), &mut tokio::io::sink()).await };
        let _ = within(LINGER, rest).await;
    }
}

pub(super) async fn refuse<S: Stream>(stream: &mut S, code: FailureCode, message: String) -> io::Result<()> {
    write(stream, &ServerHello::Refused(Failure { code, message })).await
}
