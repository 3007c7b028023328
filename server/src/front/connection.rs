//! The first bytes of a connection, and where it goes.

use std::io;
use std::rc::Rc;
use std::time::Duration;

use protocol::DecodeError;
use protocol::control::{Failure, FailureCode, ServerHello};
use protocol::preamble::{self, Kind, Preamble};
use tokio::io::AsyncReadExt;

use super::control;
use super::state::Front;
use super::wire::{Socket, within, write};

/// How long a client may take for its preamble, and again for its hello.
pub(super) const PATIENCE: Duration =
    if cfg!(test) { Duration::from_millis(400) } else { Duration::from_secs(5) };
/// Connections at one time that have not said hello.
pub(super) const PENDING_MAX: usize = 256;

/// Serves a connection until it ends or is handed over.
pub(super) async fn serve<S: Socket>(front: Rc<Front>, mut stream: S, peer: String) {
    let Ok(pending) = front.pending.clone().try_acquire_owned() else {
        front.log.warn(format_args!("{peer}: turned away, {PENDING_MAX} connections are being set up"));
        let message = "the server is busy with new connections; try again".into();
        // A courtesy, limited in time like everything here.
        let _ = within(PATIENCE, refuse(&mut stream, FailureCode::Full, message)).await;
        return;
    };
    match within(PATIENCE, read_preamble(&mut stream)).await {
        Err(e) => front.log.debug(format_args!("{peer}: no preamble: {e}")),
        Ok(Err(e)) => {
            front.log.debug(format_args!("{peer}: {e}"));
            if let DecodeError::BadVersion(v) = e {
                let release = env!("CARGO_PKG_VERSION");
                let message = format!(
                    "this bfpoold, release {release}, does not know version {v} of the protocol; install the same release on both sides"
                );
                // As above.
                let _ = within(PATIENCE, refuse(&mut stream, FailureCode::Version, message)).await;
            }
        }
        Ok(Ok(Preamble { kind: Kind::Control, .. })) => control::serve(front, stream, peer, pending).await,
        Ok(Ok(data)) => match stream.into_fd() {
            Ok(fd) => front.hand_over(&data, fd, &peer),
            Err(e) => front.log.warn(format_args!("{peer}: {e}")),
        },
    }
}

/// Reads exactly the preamble: what follows belongs to the worker.
async fn read_preamble<S: Socket>(stream: &mut S) -> io::Result<Result<Preamble, DecodeError>> {
    let mut bytes = [0u8; preamble::LEN];
    stream.read_exact(&mut bytes).await?;
    Ok(Preamble::decode(&bytes))
}

pub(super) async fn refuse<S: Socket>(stream: &mut S, code: FailureCode, message: String) -> io::Result<()> {
    write(stream, &ServerHello::Refused(Failure { code, message })).await
}
