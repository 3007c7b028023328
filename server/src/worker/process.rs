//! The worker as a process: `bfpoold --worker …`, started by the front.

use std::ffi::OsString;
use std::fmt;
use std::fs::File;
use std::io::{self, Write};
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::net::UnixListener;
use std::path::PathBuf;
use std::sync::Arc;

use protocol::credits::Depth;
use protocol::preamble::Kind;
use transport::fdpass;
use transport::socket::SocketWire;

use super::allocations::Account;
use super::driver::{Library, OpenError};
use super::executor::End;
use super::ledger::Ledger;
use super::printed::Printed;
use super::{Options, ServeError, serve_until_end};
use crate::adoption;

/// Bytes of a message on the control socket: kind and lane of the connection that comes with it, and two reserved.
const MESSAGE: usize = 4;

/// What the front tells a worker on its command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// Unix stream socket on which the front passes data connections; inherited.
    pub control: RawFd,
    /// The reservation's ledger; inherited. `None` = no partition.
    pub ledger: Option<RawFd>,
    /// The reading end of its standard error; inherited. `None` = what the driver says there is not told.
    pub errors: Option<RawFd>,
    /// The server's log, for what is none of the client's business; inherited. `None` = standard error.
    pub log: Option<RawFd>,
    /// Under what name it can be found when the front has gone. `None` = it cannot.
    pub name: Option<String>,
    /// This worker's slot in the ledger.
    pub slot: usize,
    /// The driver library.
    pub driver: PathBuf,
    /// The granted devices, as CUDA_VISIBLE_DEVICES takes them (ordinals or UUIDs, comma separated).
    pub devices: String,
    /// Bytes of pinned host memory at most.
    pub host_limit: u64,
    /// What the driver holds before its calls wait.
    pub depth: Depth,
}

/// Why a worker could not run.
#[derive(Debug)]
pub enum SetupError {
    /// The command line lacks an option or has a bad value; its name.
    Argument(&'static str),
    /// The ledger cannot be used.
    Ledger(io::Error),
    /// The driver cannot be used.
    Driver(OpenError),
    /// The front ended before it had passed both data connections.
    Control(io::Error),
    /// A front that is started anew could not find it.
    Adoption(io::Error),
    /// Standard output or standard error cannot be taken over.
    Output(io::Error),
    /// The session did not start.
    Serve(ServeError),
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::Argument(name) => write!(f, "worker: bad or missing option {name}"),
            SetupError::Ledger(e) => write!(f, "worker: ledger: {e}"),
            SetupError::Driver(e) => write!(f, "worker: {e}"),
            SetupError::Control(e) => write!(f, "worker: control socket: {e}"),
            SetupError::Adoption(e) => write!(f, "worker: its own socket: {e}"),
            SetupError::Output(e) => write!(f, "worker: its output: {e}"),
            SetupError::Serve(e) => write!(f, "worker: {e}"),
        }
    }
}

impl std::error::Error for SetupError {}

impl Setup {
    /// The command line, without the program's name.
    pub fn to_args(&self) -> Vec<OsString> {
        let mut args: Vec<OsString> = vec!["--worker".into()];
        let mut put = |name: &str, value: OsString| args.extend([name.into(), value]);
        put("--control-fd", self.control.to_string().into());
        if let Some(fd) = self.ledger {
            put("--ledger-fd", fd.to_string().into());
        }
        if let Some(fd) = self.errors {
            put("--errors-fd", fd.to_string().into());
        }
        if let Some(fd) = self.log {
            put("--log-fd", fd.to_string().into());
        }
        if let Some(name) = &self.name {
            put("--name", name.into());
        }
        put("--slot", self.slot.to_string().into());
        put("--driver", self.driver.clone().into());
        put("--devices", self.devices.clone().into());
        put("--host-limit", self.host_limit.to_string().into());
        put("--stream-depth", self.depth.stream.to_string().into());
        put("--context-depth", self.depth.context.to_string().into());
        args
    }

    /// Reads the options that follow `--worker`.
    pub fn from_args(args: impl IntoIterator<Item = OsString>) -> Result<Self, SetupError> {
        let mut setup = Setup {
            control: -1,
            ledger: None,
            errors: None,
            log: None,
            name: None,
            slot: 0,
            driver: PathBuf::new(),
            devices: String::new(),
            host_limit: Options::default().host_limit,
            depth: Depth::USUAL,
        };
        let mut args = args.into_iter();
        while let Some(name) = args.next() {
            let value = args.next().ok_or(SetupError::Argument("value"))?;
            match name.to_str() {
                Some("--control-fd") => setup.control = number(&value, "--control-fd")?,
                Some("--ledger-fd") => setup.ledger = Some(number(&value, "--ledger-fd")?),
                Some("--errors-fd") => setup.errors = Some(number(&value, "--errors-fd")?),
                Some("--log-fd") => setup.log = Some(number(&value, "--log-fd")?),
                Some("--name") => {
                    setup.name = Some(value.into_string().map_err(|_| SetupError::Argument("--name"))?);
                }
                Some("--slot") => setup.slot = number(&value, "--slot")?,
                Some("--driver") => setup.driver = value.into(),
                Some("--devices") => {
                    setup.devices = value.into_string().map_err(|_| SetupError::Argument("--devices"))?
                }
                Some("--host-limit") => setup.host_limit = number(&value, "--host-limit")?,
                Some("--stream-depth") => setup.depth.stream = number(&value, "--stream-depth")?,
                Some("--context-depth") => setup.depth.context = number(&value, "--context-depth")?,
                _ => return Err(SetupError::Argument("name")),
            }
        }
        if setup.control < 0 {
            return Err(SetupError::Argument("--control-fd"));
        }
        if setup.driver.as_os_str().is_empty() {
            return Err(SetupError::Argument("--driver"));
        }
        Ok(setup)
    }
}

fn number<T: std::str::FromStr>(value: &OsString, name: &'static str) -> Result<T, SetupError> {
    value.to_str().and_then(|v| v.parse().ok()).ok_or(SetupError::Argument(name))
}

/// A data connection on its way from the front to a worker.
#[derive(Debug)]
pub struct Handover {
    /// Ordered or bulk.
    pub kind: Kind,
    /// Which bulk connection.
    pub lane: u8,
    /// The connected socket, its preamble read.
    pub socket: OwnedFd,
}

/// The front's side: passes a data connection to the worker behind `control`.
pub fn hand_over(control: BorrowedFd<'_>, kind: Kind, lane: u8, socket: BorrowedFd<'_>) -> io::Result<()> {
    fdpass::send(control, &[kind as u8, lane, 0, 0], &[socket])
}

fn take_over(control: BorrowedFd<'_>) -> io::Result<Handover> {
    let mut message = [0u8; MESSAGE];
    let (n, mut sockets) = fdpass::recv(control, &mut message)?;
    if n == 0 {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    let kind = match (n, message[0]) {
        (MESSAGE, 2) => Kind::Ordered,
        (MESSAGE, 3) => Kind::Bulk,
        _ => return Err(io::ErrorKind::InvalidData.into()),
    };
    let socket = sockets.pop().ok_or(io::ErrorKind::InvalidData)?;
    Ok(Handover { kind, lane: message[1], socket })
}

/// Runs the worker of one session; ends the process with the session.
///
/// Everything that the session held is freed by the end of the process: at once, also with kernels running.
/// Returns only when the session could not start.
pub fn run(setup: &Setup) -> SetupError {
    match prepare(setup) {
        Err(e) => e,
        Ok(end) => {
            let status = match end {
                End::Goodbye => 0,
                End::Lost => 3,
                End::Protocol(_) => 4,
            };
            // SAFETY: ends the process without running exit handlers, which could wait for the device.
            unsafe { libc::_exit(status) }
        }
    }
}

fn prepare(setup: &Setup) -> Result<End, SetupError> {
    // SAFETY: the front left these descriptors open for this process alone, which has not touched them yet.
    let control = unsafe { OwnedFd::from_raw_fd(setup.control) };
    let account = match setup.ledger {
        None => None,
        Some(fd) => {
            // SAFETY: as above.
            let fd = unsafe { OwnedFd::from_raw_fd(fd) };
            let ledger = Arc::new(Ledger::open(fd).map_err(SetupError::Ledger)?);
            Some(Account { ledger, slot: setup.slot })
        }
    };
    let listener = setup.name.as_deref().map(adoption::listen).transpose().map_err(SetupError::Adoption)?;
    if !setup.devices.is_empty() {
        // SAFETY: the process has one thread so far.
        unsafe { std::env::set_var("CUDA_VISIBLE_DEVICES", &setup.devices) };
    }
    if let Some(fd) = setup.log {
        // SAFETY: left open by the front for this process alone, as the descriptors above.
        panics_are_logged(unsafe { File::from_raw_fd(fd) });
    }
    // SAFETY: as above.
    let errors = setup.errors.map(|fd| unsafe { OwnedFd::from_raw_fd(fd) });
    let printed = Printed::capture(errors).map_err(SetupError::Output)?;
    let lib = Arc::new(Library::open(&setup.driver).map_err(SetupError::Driver)?);
    let (ordered, bulk) = connections(&control).map_err(SetupError::Control)?;
    let options = Options {
        shadow_elsewhere: false,
        host_limit: setup.host_limit,
        depth: setup.depth,
        account,
        trace: std::env::var_os("BIFROST_WORKER_TRACE").map(PathBuf::from),
        printed: Some(printed),
    };
    // The front may be restarted under a running session, which its end does not touch.
    report_later(setup, control, options.account.as_ref(), listener).map_err(SetupError::Adoption)?;
    let served = serve_until_end(Box::new(ordered), Box::new(bulk), lib, &options);
    served.map(|(end, _, _)| end).map_err(SetupError::Serve)
}

/// Starts the thread that reports to fronts which come after the one that started this worker.
fn report_later(
    setup: &Setup,
    control: OwnedFd,
    account: Option<&Account>,
    listener: Option<UnixListener>,
) -> io::Result<()> {
    let (Some(account), Some(listener)) = (account, listener) else { return Ok(()) };
    let report = adoption::Report { slot: setup.slot, devices: setup.devices.clone() };
    let ledger = account.ledger.clone();
    let body = move || adoption::report_to_fronts(&listener, control, &report, &ledger);
    std::thread::Builder::new().name("fronts".into()).spawn(body).map(drop)
}

/// Standard error is the client's to read; a fault of this program is for the server's log.
fn panics_are_logged(log: File) {
    std::panic::set_hook(Box::new(move |panic| {
        // Nobody can be told that telling failed.
        let _ = (&log).write_all(format!("bfpoold: error: a worker panicked: {panic}\n").as_bytes());
    }));
}

fn connections(control: &OwnedFd) -> io::Result<(SocketWire, SocketWire)> {
    // SAFETY: borrowed from an owned descriptor that outlives the borrow.
    let control = unsafe { BorrowedFd::borrow_raw(control.as_raw_fd()) };
    let (mut ordered, mut bulk) = (None, None);
    loop {
        let next = take_over(control)?;
        let place = if next.kind == Kind::Ordered { &mut ordered } else { &mut bulk };
        // A client that connects anew before the session has begun replaces its first attempt.
        *place = Some(next.socket);
        if let (Some(_), Some(_)) = (&ordered, &bulk)
            && let (Some(o), Some(b)) = (ordered.take(), bulk.take())
        {
            return Ok((SocketWire::new(o)?, SocketWire::new(b)?));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::fd::AsFd;
    use std::os::unix::net::UnixStream;

    #[test]
    fn the_command_line_survives_a_round_trip() {
        let setup = Setup {
            control: 3,
            ledger: Some(4),
            errors: Some(5),
            log: Some(6),
            name: Some("bifrost-worker-7".into()),
            slot: 7,
            driver: "/lib/libcuda.so.1".into(),
            devices: "0,GPU-1".into(),
            host_limit: 1 << 40,
            depth: Depth { stream: 64, context: 100 },
        };
        let args = setup.to_args();
        assert_eq!(args[0], "--worker");
        assert_eq!(Setup::from_args(args.into_iter().skip(1)).unwrap(), setup);
        assert!(Setup::from_args(["--slot".into(), "x".into()]).is_err());
        assert!(Setup::from_args(["--driver".into(), "x".into()]).is_err());
    }

    #[test]
    fn connections_are_handed_over() {
        let (front, worker) = UnixStream::pair().unwrap();
        let (client, server) = UnixStream::pair().unwrap();
        hand_over(front.as_fd(), Kind::Bulk, 1, server.as_fd()).unwrap();
        hand_over(front.as_fd(), Kind::Ordered, 0, client.as_fd()).unwrap();
        let first = take_over(worker.as_fd()).unwrap();
        assert_eq!((first.kind, first.lane), (Kind::Bulk, 1));
        assert_eq!(take_over(worker.as_fd()).unwrap().kind, Kind::Ordered);
        drop(front);
        assert!(take_over(worker.as_fd()).is_err());
    }
}
