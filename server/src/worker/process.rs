//! The worker as a process: `bfpoold --worker …`, started by the front.

use std::ffi::OsString;
use std::fmt;
use std::fs::File;
use std::io::{self, Write};
use std::os::fd::{FromRawFd, OwnedFd, RawFd};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use protocol::credits::Depth;

use super::allocations::Account;
use super::control::{self, Control};
use super::door::Door;
use super::driver::{Library, OpenError};
use super::executor::End;
use super::ledger::Ledger;
use super::links::{Links, Terms};
use super::printed::Printed;
use super::trace::Trace;
use super::{Options, ServeError, serve_until_end};
use crate::adoption::{self, Report};
use crate::confine::{self, ConfineError, Plan};

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
    /// Readable when the client's process has ended; inherited. `None` = that process is on another machine.
    pub client: Option<RawFd>,
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
    /// Device memory is zeroed before the client gets it.
    pub zeroing: bool,
    /// What the driver holds before its calls wait.
    pub depth: Depth,
    /// How long it waits for a client that was cut off.
    pub grace: Duration,
    /// What it gives up. `None` = nothing.
    pub plan: Option<Plan>,
}

/// Why a worker could not run.
#[derive(Debug)]
pub enum SetupError {
    /// The command line lacks an option or has a bad value; its name.
    Argument(&'static str),
    /// Descriptors that are none of its business cannot be closed.
    Descriptors(io::Error),
    /// It cannot be confined.
    Confine(ConfineError),
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
            SetupError::Descriptors(e) => write!(f, "worker: inherited descriptors: {e}"),
            SetupError::Confine(e) => write!(f, "worker: {e}"),
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
        if let Some(fd) = self.client {
            put("--client-fd", fd.to_string().into());
        }
        if let Some(name) = &self.name {
            put("--name", name.into());
        }
        put("--slot", self.slot.to_string().into());
        put("--driver", self.driver.clone().into());
        put("--devices", self.devices.clone().into());
        put("--host-limit", self.host_limit.to_string().into());
        put("--zeroing", u8::from(self.zeroing).to_string().into());
        put("--stream-depth", self.depth.stream.to_string().into());
        put("--context-depth", self.depth.context.to_string().into());
        put("--grace-ms", self.grace.as_millis().to_string().into());
        if let Some(plan) = &self.plan {
            put("--plan", plan.to_text().into());
        }
        args
    }

    /// Reads the options that follow `--worker`.
    pub fn from_args(args: impl IntoIterator<Item = OsString>) -> Result<Self, SetupError> {
        let mut setup = Setup {
            control: -1,
            ledger: None,
            errors: None,
            log: None,
            client: None,
            name: None,
            slot: 0,
            driver: PathBuf::new(),
            devices: String::new(),
            host_limit: Options::default().host_limit,
            zeroing: Options::default().zeroing,
            depth: Depth::USUAL,
            grace: Duration::ZERO,
            plan: None,
        };
        let mut args = args.into_iter();
        while let Some(name) = args.next() {
            let value = args.next().ok_or(SetupError::Argument("value"))?;
            match name.to_str() {
                Some("--control-fd") => setup.control = number(&value, "--control-fd")?,
                Some("--ledger-fd") => setup.ledger = Some(number(&value, "--ledger-fd")?),
                Some("--errors-fd") => setup.errors = Some(number(&value, "--errors-fd")?),
                Some("--log-fd") => setup.log = Some(number(&value, "--log-fd")?),
                Some("--client-fd") => setup.client = Some(number(&value, "--client-fd")?),
                Some("--grace-ms") => {
                    setup.grace = Duration::from_millis(number(&value, "--grace-ms")?);
                }
                Some("--name") => {
                    setup.name = Some(value.into_string().map_err(|_| SetupError::Argument("--name"))?);
                }
                Some("--plan") => {
                    let plan = value.to_str().and_then(Plan::from_text);
                    setup.plan = Some(plan.ok_or(SetupError::Argument("--plan"))?);
                }
                Some("--slot") => setup.slot = number(&value, "--slot")?,
                Some("--driver") => setup.driver = value.into(),
                Some("--devices") => {
                    setup.devices = value.into_string().map_err(|_| SetupError::Argument("--devices"))?
                }
                Some("--host-limit") => setup.host_limit = number(&value, "--host-limit")?,
                Some("--zeroing") => setup.zeroing = number::<u8>(&value, "--zeroing")? != 0,
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
    let own = [Some(setup.control), setup.ledger, setup.errors, setup.log, setup.client];
    confine::close_others(own.into_iter().flatten()).map_err(SetupError::Descriptors)?;
    // SAFETY: the front left these descriptors open for this process alone, which has not touched them yet.
    let front = UnixStream::from(unsafe { OwnedFd::from_raw_fd(setup.control) });
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
    // SAFETY: left open by the front for this process alone, as the descriptors above.
    let log = setup.log.map(|fd| unsafe { File::from_raw_fd(fd) });
    if let Some(log) = log.as_ref().and_then(|log| log.try_clone().ok()) {
        panics_are_logged(log);
    }
    // SAFETY: as above.
    let errors = setup.errors.map(|fd| unsafe { OwnedFd::from_raw_fd(fd) });
    let printed = Printed::capture(errors).map_err(SetupError::Output)?;
    let trace = std::env::var_os("BIFROST_WORKER_TRACE").map(PathBuf::from);
    let trace = trace.map_or_else(|| Ok(Trace::nowhere()), |path| Trace::to(&path));
    let trace = Arc::new(trace.map_err(SetupError::Output)?);
    let loaded = Library::load(&setup.driver).map_err(SetupError::Driver)?;
    // From here on it can open and reach no more than a driver needs.
    if let Some(plan) = &setup.plan {
        plan.apply().map_err(SetupError::Confine)?;
    }
    let lib = Arc::new(loaded.start().map_err(SetupError::Driver)?);
    // SAFETY: as above.
    let client = setup.client.map(|fd| unsafe { OwnedFd::from_raw_fd(fd) });
    let credentials = control::identity(&front).map_err(SetupError::Control)?;
    let label = credentials.session[..4].iter().map(|b| format!("{b:02x}")).collect();
    let door = Door::new(&credentials, label, log);
    let (ordered, bulk) = control::connections(&front, door.clone()).map_err(SetupError::Control)?;
    let terms = Terms { key: credentials.key, grace: setup.grace };
    let terms = Some(terms).filter(|_| !setup.grace.is_zero());
    let links = Links::new(ordered, bulk, terms);
    let options = Options {
        shadow_elsewhere: false,
        host_limit: setup.host_limit,
        depth: setup.depth,
        zeroing: setup.zeroing,
        account,
        trace,
        printed: Some(printed),
    };
    let report = Report {
        slot: setup.slot,
        devices: setup.devices.clone(),
        session: credentials.session,
        ticket: credentials.ticket,
    };
    let ledger = options.account.as_ref().map(|account| account.ledger.clone());
    let control = Control { front, listener, report, ledger, client, door, links: links.clone() };
    // The front may be restarted under a running session, which its end does not touch.
    let listening = std::thread::Builder::new().name("fronts".into()).spawn(move || control.listen());
    listening.map_err(SetupError::Adoption)?;
    let served = serve_until_end(links, lib, &options);
    served.map(|(end, _, _)| end).map_err(SetupError::Serve)
}

/// Standard error is the client's to read; a fault of this program is for the server's log.
fn panics_are_logged(log: File) {
    std::panic::set_hook(Box::new(move |panic| {
        // Nobody can be told that telling failed.
        let _ = (&log).write_all(format!("bfpoold: error: a worker panicked: {panic}\n").as_bytes());
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_survives_a_round_trip() {
        let setup = Setup {
            control: 3,
            ledger: Some(4),
            errors: Some(5),
            log: Some(6),
            client: Some(8),
            name: Some("bifrost-worker-7".into()),
            slot: 7,
            driver: "/lib/libcuda.so.1".into(),
            devices: "0,GPU-1".into(),
            host_limit: 1 << 40,
            depth: Depth { stream: 64, context: 100 },
            zeroing: false,
            grace: Duration::from_millis(1500),
            plan: Some(Plan { filter: true, ..Plan::default() }),
        };
        let args = setup.to_args();
        assert_eq!(args[0], "--worker");
        assert_eq!(Setup::from_args(args.into_iter().skip(1)).unwrap(), setup);
        assert!(Setup::from_args(["--slot".into(), "x".into()]).is_err());
        assert!(Setup::from_args(["--driver".into(), "x".into()]).is_err());
    }
}
