//! The start of a session: from bfrun's socket, or from a pool server directly.

use std::ffi::OsString;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};

use access::Bundle;
use protocol::control::{self, KeyHash, LocalRequest, LocalResponse, MemoryAsk, Ticket};
use protocol::preamble::SessionId;
use protocol::resume::Key;
use protocol::snapshot::Snapshot;

use super::ask::{parse_gpus, parse_memory};
use super::choose::{Placement, Wanted, reserve_on_best};
use super::filter::Filter;
use super::{CONNECT_LIMIT, Client, ConnectError, Deadline, Opened, Opener, RELEASE, Way, connect};
use crate::secure::{Seal, Secret, hash_of};
use crate::{fdpass, process};

/// What a process's environment says about its pool.
#[derive(Debug, Clone, Default)]
pub struct Env {
    /// `BIFROST_SESSION`: bfrun's Unix socket. It comes before any server.
    pub session: Option<PathBuf>,
    /// `BIFROST_SERVER`: servers, separated by commas or spaces.
    pub servers: Vec<String>,
    /// `BIFROST_GPUS`: number of GPUs, default 1.
    pub gpus: Option<String>,
    /// `BIFROST_MEMORY`: memory of each GPU, default all of it.
    pub memory: Option<String>,
    /// `BIFROST_FILTER`: which servers and devices may be taken, default all.
    pub filter: Option<String>,
    /// The program's name, for messages.
    pub program: String,
}

impl Env {
    /// Reads the variables through `get`; empty ones count as absent.
    pub fn from_vars(get: impl Fn(&str) -> Option<OsString>, program: String) -> Env {
        let path = |name| get(name).filter(|v| !v.is_empty());
        let text = |name| path(name).map(|v| v.to_string_lossy().into_owned());
        let servers = text("BIFROST_SERVER").unwrap_or_default();
        Env {
            session: path("BIFROST_SESSION").map(PathBuf::from),
            servers: split_servers(&servers),
            gpus: text("BIFROST_GPUS"),
            memory: text("BIFROST_MEMORY"),
            filter: text("BIFROST_FILTER"),
            program,
        }
    }

    /// Of this process.
    pub fn from_process() -> Env {
        let program = std::env::args_os().next().unwrap_or_default();
        let name = Path::new(&program).file_name().unwrap_or(&program).to_string_lossy().into_owned();
        Env::from_vars(|name| std::env::var_os(name), name)
    }

    fn gpus(&self) -> Result<u32, ConnectError> {
        let Some(text) = &self.gpus else { return Ok(1) };
        parse_gpus(text).map_err(|e| ConnectError::Setting("BIFROST_GPUS", text.clone(), e))
    }

    fn filter(&self) -> Result<Option<Filter>, ConnectError> {
        let Some(text) = &self.filter else { return Ok(None) };
        Filter::parse(text).map(Some).map_err(|e| ConnectError::Filter(text.clone(), e))
    }

    fn memory(&self) -> Result<MemoryAsk, ConnectError> {
        let Some(text) = &self.memory else { return Ok(MemoryAsk::Whole) };
        parse_memory(text).map_err(|e| ConnectError::Setting("BIFROST_MEMORY", text.clone(), e))
    }
}

/// The servers of a list that is separated by commas or spaces.
pub fn split_servers(text: &str) -> Vec<String> {
    let parts = text.split(|c: char| c == ',' || c.is_whitespace());
    parts.filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

/// A session whose data connections stand; next is the hello with the worker.
#[derive(Debug)]
pub struct Connected {
    /// The session's devices.
    pub snapshot: Snapshot,
    /// The session.
    pub session: SessionId,
    /// Its key.
    pub key: Key,
    /// What its data connections are encrypted with, if they are: whoever uses them shakes hands.
    pub seal: Option<Seal>,
    /// Where its server is reached again.
    pub way: Way,
    /// Connected socket for frames.
    pub ordered: OwnedFd,
    /// Connected socket for bulk data.
    pub bulk: OwnedFd,
    /// Without bfrun: the control connection, and the ticket of the reservation that it holds.
    pub control: Option<(Client, Ticket)>,
}

/// Opens a session as the environment says, within [`CONNECT_LIMIT`] for connecting.
///
/// # Errors
/// Every failure is one clear line that names the remedy.
pub fn connect_session(env: &Env) -> Result<Connected, ConnectError> {
    let own = Own::new()?;
    if let Some(path) = &env.session {
        return from_bfrun(path, &env.program, &own);
    }
    let bundle = find_bundle()?;
    let filter = env.filter()?;
    let wanted = Wanted {
        gpus: env.gpus()?,
        memory: env.memory()?,
        placement: Placement::default(),
        filter: filter.as_ref(),
        bundle: bundle.as_ref(),
    };
    let granted = reserve_on_best(servers_of(&env.servers, bundle.as_ref()), &wanted);
    let (client, grant) = granted.map_err(|mut all| all.pop().map_or(ConnectError::NoServer, |(_, e)| e))?;
    let opener = Opener {
        pid: std::process::id(),
        home: process::home(),
        program: env.program.clone(),
        fingerprint: protocol::fingerprint(),
        peer: own.hash,
    };
    let opened = client.open_session(grant.ticket, &opener)?;
    let (ordered, bulk) = client.data_connections(&opened)?;
    let Opened { session, key, peer } = opened;
    let way = client.way();
    Ok(Connected {
        snapshot: grant.snapshot,
        session,
        key,
        seal: own.seal(peer),
        way,
        ordered,
        bulk,
        control: Some((client, grant.ticket)),
    })
}

/// This process's key for data connections.
struct Own {
    secret: Secret,
    hash: KeyHash,
}

impl Own {
    fn new() -> Result<Own, ConnectError> {
        let secret = process::random().map_err(ConnectError::Key)?;
        let hash = hash_of(&secret).map_err(|e| ConnectError::Key(io::Error::other(e)))?;
        Ok(Own { secret, hash })
    }

    fn seal(&self, peer: Option<KeyHash>) -> Option<Seal> {
        peer.map(|peer| Seal { secret: self.secret, peer })
    }
}

/// This user's bundle, if there is one.
///
/// # Errors
/// It is there and cannot be used.
pub fn find_bundle() -> Result<Option<Bundle>, ConnectError> {
    Bundle::find(|name| std::env::var_os(name)).map_err(ConnectError::Bundle)
}

/// The servers that were named, else those of the bundle.
pub fn servers_of<'a>(named: &'a [String], bundle: Option<&'a Bundle>) -> &'a [String] {
    if named.is_empty() { bundle.map_or(named, |b| &b.servers) } else { named }
}

fn from_bfrun(path: &Path, program: &str, own: &Own) -> Result<Connected, ConnectError> {
    let deadline = Deadline::after(CONNECT_LIMIT);
    let gone = |e| ConnectError::NoBfrun(path.into(), e);
    let socket = UnixStream::from(connect::dial_unix(path, deadline.left()).map_err(gone)?);
    let request = LocalRequest {
        fingerprint: protocol::fingerprint(),
        release: RELEASE.into(),
        program: program.into(),
        again: None,
        peer: own.hash,
    };
    let mut bytes = Vec::new();
    control::encode(&request, &mut bytes).map_err(|e| gone(io::Error::other(e)))?;
    fdpass::send(socket.as_fd(), &bytes, &[]).map_err(gone)?;
    let (response, descriptors) = local_response(&socket, deadline).map_err(gone)?;
    match response {
        LocalResponse::Failed(failure) => Err(ConnectError::BfrunRefused(failure)),
        LocalResponse::Granted { snapshot, session, key, peer } => {
            let pair: Result<[OwnedFd; 2], _> = descriptors.try_into();
            let wrong = |_| gone(io::Error::new(io::ErrorKind::InvalidData, "it sent no connections"));
            let [ordered, bulk] = pair.map_err(wrong)?;
            let way = Way::broker(path.into());
            let seal = own.seal(peer);
            Ok(Connected { snapshot, session, key, seal, way, ordered, bulk, control: None })
        }
        LocalResponse::Connected | LocalResponse::Unreachable { .. } => {
            Err(gone(io::Error::new(io::ErrorKind::InvalidData, "it answered something else")))
        }
    }
}

/// bfrun's answer and the descriptors that came with its first bytes.
pub(super) fn local_response(
    socket: &UnixStream,
    deadline: Deadline,
) -> io::Result<(LocalResponse, Vec<OwnedFd>)> {
    let invalid = |e| io::Error::new(io::ErrorKind::InvalidData, e);
    let mut descriptors = Vec::new();
    let mut prefix = [0u8; 4];
    fill(socket, &mut prefix, &mut descriptors, deadline)?;
    let mut body = vec![0u8; control::decode_len(prefix).map_err(invalid)?];
    fill(socket, &mut body, &mut descriptors, deadline)?;
    Ok((control::decode(&body).map_err(invalid)?, descriptors))
}

fn fill(
    socket: &UnixStream,
    mut buf: &mut [u8],
    to: &mut Vec<OwnedFd>,
    deadline: Deadline,
) -> io::Result<()> {
    while !buf.is_empty() {
        socket.set_read_timeout(Some(deadline.left()))?;
        let (n, descriptors) = match fdpass::recv(socket.as_fd(), buf) {
            Err(e) if e.kind() == io::ErrorKind::WouldBlock => return Err(io::ErrorKind::TimedOut.into()),
            other => other?,
        };
        if n == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        to.extend(descriptors);
        buf = &mut buf[n..];
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn env(vars: &[(&str, &str)]) -> Env {
        let get = |name: &str| vars.iter().find(|(n, _)| *n == name).map(|(_, v)| OsString::from(v));
        Env::from_vars(get, "program".into())
    }

    #[test]
    fn variables() {
        let e = env(&[
            ("BIFROST_SERVER", "a:1, b:2 unix:/c"),
            ("BIFROST_MEMORY", "50%"),
            ("BIFROST_SESSION", ""),
        ]);
        assert_eq!(e.servers, ["a:1", "b:2", "unix:/c"]);
        assert_eq!((e.session.is_none(), e.gpus().unwrap()), (true, 1));
        assert_eq!(e.memory().unwrap(), MemoryAsk::Ppm(500_000));
        assert_eq!(env(&[("BIFROST_GPUS", "3")]).gpus().unwrap(), 3);
    }

    #[test]
    fn what_is_wrong_is_named() {
        let check = |vars: &[(&str, &str)], words: &str| {
            let message = connect_session(&env(vars)).unwrap_err().to_string();
            assert!(message.contains(words) && !message.contains('\n'), "{message}");
        };
        check(&[], "BIFROST_SERVER");
        check(&[("BIFROST_SERVER", "a:1"), ("BIFROST_MEMORY", "lots")], "BIFROST_MEMORY=`lots`");
        check(&[("BIFROST_SERVER", "a:1"), ("BIFROST_GPUS", "0")], "BIFROST_GPUS=`0`");
        check(
            &[("BIFROST_SERVER", "a:1"), ("BIFROST_FILTER", "device.id")],
            "BIFROST_FILTER=`device.id`: character 10",
        );
        check(&[("BIFROST_SERVER", "127.0.0.1:x")], "`x` is no port number");
        check(&[("BIFROST_SERVER", "127.0.0.1:1")], "nothing listens there");
        check(&[("BIFROST_SESSION", "/nowhere/s")], "/nowhere/s");
    }
}
