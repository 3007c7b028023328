//! How a front finds the workers of one that was killed, and counts what they hold.
//!
//! Each worker listens on a Unix socket of its own with an abstract name, which has no file that could be left behind: a prefix made
//! from the front's address, then digits of its own. A front that starts reads the names from `/proc/net/unix` and connects to those with
//! the prefix of its own address. A worker whose front has gone answers with a [`Report`] and the ledger of its reservation, and has a front
//! again; one whose front lives says nothing. The kernel vouches for the other end's user on both sides, and for the worker's process id.

use std::io::{self, Read};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixListener, UnixStream};
use std::time::Duration;

use protocol::control::Ticket;
use protocol::preamble::SessionId;
use serde::{Deserialize, Serialize};
use transport::fdpass;

use crate::worker::ledger::Ledger;

/// How long a worker may take to report.
const REPORT_LIMIT: Duration = Duration::from_secs(1);
/// Longest report, in bytes.
const REPORT_MAX: usize = 64 << 10;

/// What the names of a front's workers begin with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Family(String);

impl Family {
    /// The workers of a front that listens at this address: a front that takes the place of a killed one has the same.
    pub fn of(address: &str) -> Self {
        let digits = blake3::hash(address.as_bytes()).to_hex();
        Family(format!("bifrost-worker-{}-", &digits[..16]))
    }

    /// What tells it from others.
    pub fn digits(&self) -> &str {
        self.0.trim_start_matches("bifrost-worker-").trim_end_matches('-')
    }

    /// A name for one more worker.
    pub fn name(&self, number: u64) -> String {
        format!("{}{number:016x}", self.0)
    }

    /// The names of workers that live, from the text of `/proc/net/unix`.
    fn names<'a>(&'a self, sockets: &'a str) -> impl Iterator<Item = &'a str> {
        // The name is the last of a line's fields; the @ stands for the NUL of an abstract one. Connections have the name of their listener.
        let name = |line: &'a str| line.rsplit_once(" @").map(|(_, name)| name);
        let mut names: Vec<&str> =
            sockets.lines().filter_map(name).filter(|n| n.starts_with(&self.0)).collect();
        names.sort_unstable();
        names.dedup();
        names.into_iter()
    }

    /// Workers whose front has gone; what is wrong with those that cannot be asked.
    pub fn left_behind(&self) -> (Vec<Found>, Vec<io::Error>) {
        let sockets = match std::fs::read("/proc/net/unix") {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(e) => return (Vec::new(), vec![e]),
        };
        let (mut found, mut failures) = (Vec::new(), Vec::new());
        for name in self.names(&sockets) {
            match ask(name) {
                Ok(worker) => found.push(worker),
                // It has ended meanwhile.
                Err(e) if e.kind() == io::ErrorKind::ConnectionRefused => {}
                Err(e) => failures.push(e),
            }
        }
        (found, failures)
    }
}

/// What a worker says about itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// Its slot in the ledger.
    pub slot: usize,
    /// Its devices in the ledger's order, as CUDA_VISIBLE_DEVICES names them.
    pub devices: String,
    /// Its session, which its client may want to resume.
    pub session: SessionId,
    /// Its reservation's, which whoever holds that may want to go on with.
    pub ticket: Ticket,
}

/// A worker that has reported.
#[derive(Debug)]
pub struct Found {
    /// What it said.
    pub report: Report,
    /// Its process.
    pub pid: libc::pid_t,
    /// The ledger of its reservation.
    pub ledger: Ledger,
    /// To the worker, which takes its end for the front's.
    pub link: UnixStream,
}

fn ask(name: &str) -> io::Result<Found> {
    let mut link = UnixStream::connect_addr(&SocketAddr::from_abstract_name(name)?)?;
    let pid = peer(link.as_fd(), our_user())?;
    link.set_read_timeout(Some(REPORT_LIMIT))?;
    let mut buf = vec![0; REPORT_MAX];
    let (mut length, mut descriptors) = fdpass::recv(link.as_fd(), &mut buf)?;
    let invalid = |e: protocol::error::DecodeError| io::Error::new(io::ErrorKind::InvalidData, e);
    let (prefix, body) = buf.split_first_chunk_mut().ok_or(io::ErrorKind::InvalidData)?;
    let expected = protocol::control::decode_len(*prefix).map_err(invalid)?;
    let body = body.get_mut(..expected).ok_or(io::ErrorKind::InvalidData)?;
    length = length.checked_sub(prefix.len()).ok_or(io::ErrorKind::UnexpectedEof)?;
    if length < expected {
        link.read_exact(&mut body[length..])?;
    }
    let report = protocol::control::decode(body).map_err(invalid)?;
    let ledger = Ledger::open(descriptors.pop().ok_or(io::ErrorKind::InvalidData)?)?;
    link.set_read_timeout(None)?;
    Ok(Found { report, pid, ledger, link })
}

/// Where a worker waits for fronts.
#[derive(Debug)]
pub struct Listener {
    socket: UnixListener,
    /// Of the front that started it, and of those that it tells of itself: it may become another user.
    user: libc::uid_t,
}

impl AsFd for Listener {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.socket.as_fd()
    }
}

/// A worker's side: listens under `name`, as long as it still is its front's user. That is the user that fronts see at its end for good.
pub fn listen(name: &str) -> io::Result<Listener> {
    let socket = UnixListener::bind_addr(&SocketAddr::from_abstract_name(name)?)?;
    Ok(Listener { socket, user: our_user() })
}

/// A worker's side: waits for a front that comes after one that has gone, and reports to it.
pub fn report_to_next(listener: &Listener, report: &Report, ledger: &Ledger) -> io::Result<UnixStream> {
    let mut message = Vec::new();
    protocol::control::encode(report, &mut message).map_err(io::Error::other)?;
    let (next, _) = listener.socket.accept()?;
    peer(next.as_fd(), listener.user)?;
    fdpass::send(next.as_fd(), &message, &[ledger.fd()])?;
    Ok(next)
}

fn our_user() -> libc::uid_t {
    // SAFETY: no preconditions.
    unsafe { libc::geteuid() }
}

/// The process that connected, or listens, at the other end.
///
/// # Errors
/// [`io::ErrorKind::PermissionDenied`] when it is not this user's.
fn peer(socket: BorrowedFd<'_>, user: libc::uid_t) -> io::Result<libc::pid_t> {
    let mut peer = libc::ucred { pid: 0, uid: 0, gid: 0 };
    let mut length = size_of::<libc::ucred>() as libc::socklen_t;
    // SAFETY: `peer` is valid for writing `length` bytes.
    let result = unsafe {
        libc::getsockopt(
            socket.as_raw_fd(),
            libc::SOL_SOCKET,
            libc::SO_PEERCRED,
            (&raw mut peer).cast(),
            &raw mut length,
        )
    };
    if result < 0 {
        return Err(io::Error::last_os_error());
    }
    if peer.uid != user || peer.pid <= 0 {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "a program of another user"));
    }
    Ok(peer.pid)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_among_others() {
        let family = Family::of("127.0.0.1:56001");
        let (a, b) = (family.name(1), family.name(2));
        let other = Family::of("127.0.0.1:56002").name(1);
        let line = |name: &str| format!("0000000000000000: 00000002 00000000 00010000 0001 01 123 {name}\n");
        let head = "Num       RefCount Protocol Flags    Type St Inode Path\n";
        let nameless = "0000000000000000: 00000003 00000000 00000000 0001 03 124\n";
        let sockets = [head, nameless]
            .into_iter()
            .map(str::to_owned)
            .chain([&b, &other, &a, &b].map(|n| line(&format!("@{n}"))))
            .chain([line(&format!("/run/{a}")), line("/run/with blank @x")]);
        let sockets: String = sockets.collect();
        assert_eq!(family.names(&sockets).collect::<Vec<_>>(), [a, b]);
    }

    /// A worker's thread under a family of its own, and the front's end of its control socket.
    fn worker(family: &Family, report: Report) -> UnixStream {
        let (front, mut control) = UnixStream::pair().unwrap();
        let listener = listen(&family.name(7)).unwrap();
        let ledger = Ledger::create(&[1000, 500], 0).unwrap();
        assert!(ledger.reserve(3, 1, 400));
        std::thread::spawn(move || {
            loop {
                // Its front has gone.
                assert_eq!(control.read(&mut [0]).unwrap(), 0);
                // One that has given up meanwhile is passed over.
                control = loop {
                    if let Ok(next) = report_to_next(&listener, &report, &ledger) {
                        break next;
                    }
                };
            }
        });
        front
    }

    #[test]
    fn a_worker_reports_to_one_front_after_the_other() {
        let family = Family::of(&format!("test {}", std::process::id()));
        // Longer than a buffer of the kernel's would need to be.
        let report = Report {
            slot: 3,
            devices: "GPU-1,".repeat(5000),
            session: [9; 16],
            ticket: Ticket { id: 1, key: [1; 16] },
        };
        let front = worker(&family, report.clone());
        assert!(matches!(family.left_behind(), (found, failures) if found.is_empty() && failures.len() == 1));
        drop(front);
        for _ in 0..2 {
            let (mut found, failures) = family.left_behind();
            assert_eq!((found.len(), failures.len()), (1, 0), "{failures:?}");
            let found = found.remove(0);
            assert_eq!((&found.report, found.pid), (&report, std::process::id() as libc::pid_t));
            assert_eq!((found.ledger.limit(0), found.ledger.used(1)), (1000, 400));
        }
    }
}
