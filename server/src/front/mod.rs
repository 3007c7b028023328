//! The front: listens, admits, accounts, and hands data connections to workers. It never loads CUDA and never carries payload.
//!
//! ```text
//!  listen ──▶ connection: preamble ─┬─ control ──▶ control: hello, requests ──▶ state: reservations, sessions
//!                                   └─ data ─────▶ descriptor to the session's worker
//! ```
//!
//! One thread. What comes before a client's hello is bounded in number, time and length; what goes wrong with one client ends that
//! client's connection, and what goes wrong with a worker ends its session.

mod audit;
mod auth;
pub mod config;
mod confinement;
mod connection;
mod control;
mod driver;
mod fds;
mod holding;
mod identity;
mod kept;
mod line;
mod listen;
mod log;
mod metrics;
mod pool;
mod probe;
mod refusals;
mod report;
mod reservation;
mod session;
mod state;
mod systemd;
mod tenants;
#[cfg(test)]
mod tests;
mod wire;
mod worker;

use std::fmt;
use std::io::{self, Write};
use std::os::unix::fs::FileTypeExt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;

use protocol::credits::Depth;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::task::LocalSet;
use transport::Endpoint;

pub use auth::AuthError;
pub use config::{Command, Config};
pub use log::{Format, Level, Log};

use crate::adoption::Family;
use crate::confine;
use auth::Auth;
use confinement::Confinement;
use listen::Listener;
use state::Front;
use systemd::Manager;

/// Why the server cannot run.
#[derive(Debug)]
pub enum FrontError {
    /// The settings make no sense.
    Config(config::ConfigError),
    /// An address cannot be listened on.
    Listen(Endpoint, io::Error),
    /// Scrapers of metrics cannot be listened to.
    Metrics(Endpoint, io::Error),
    /// No driver library was found where it should be.
    NoDriver(PathBuf),
    /// The server's folder cannot be used.
    Auth(AuthError),
    /// The driver cannot be used; the text says why.
    Probe(PathBuf, String),
    /// The software device cannot be used; the text says why.
    SoftProbe(PathBuf, String),
    /// The driver cannot be used, as it says itself.
    DriverSays(PathBuf, String),
    /// A device number (found) that the driver, which has so many devices, does not have.
    NoSuchDevice(usize, usize),
    /// The system refuses something; what it was.
    System(&'static str, io::Error),
}

/// Longest path of a Unix socket in bytes (unix(7): `sun_path` with its NUL).
const SOCKET_PATH_MAX: usize = 107;

fn is_socket(path: &Path) -> bool {
    path.symlink_metadata().is_ok_and(|found| found.file_type().is_socket())
}

impl fmt::Display for FrontError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FrontError::Auth(e) => write!(f, "{e}"),
            FrontError::Config(e) => write!(f, "{e}"),
            FrontError::Listen(at @ Endpoint::Unix(path), e) if e.kind() == io::ErrorKind::AddrInUse => {
                write!(
                    f,
                    "cannot listen on {at}: {}; choose another path with --unix",
                    if is_socket(path) {
                        "another program does"
                    } else {
                        "there is something that is no socket"
                    }
                )
            }
            FrontError::Listen(at, e) if e.kind() == io::ErrorKind::AddrInUse => {
                write!(
                    f,
                    "cannot listen on {at}: another program does; end that, or choose another port with --listen"
                )
            }
            FrontError::Listen(at @ Endpoint::Unix(path), _) if path.as_os_str().len() > SOCKET_PATH_MAX => {
                write!(
                    f,
                    "cannot listen on {at}: the path of a socket may have {SOCKET_PATH_MAX} bytes; choose a shorter one with --unix"
                )
            }
            FrontError::Listen(at, e) if e.kind() == io::ErrorKind::AddrNotAvailable => write!(
                f,
                "cannot listen on {at}: it is no address of this machine; name one that is, or 0.0.0.0 for all"
            ),
            FrontError::Listen(at, e) => {
                write!(f, "cannot listen on {at}: {e}; choose another address with --listen or --unix")
            }
            FrontError::Metrics(at, e) => {
                write!(f, "cannot listen on {at} for metrics: {e}; choose another address with --metrics")
            }
            FrontError::NoDriver(path) => {
                write!(f, "the driver {} does not exist; name one with --driver PATH", path.display())
            }
            FrontError::Probe(path, why) => write!(
                f,
                "the driver {} cannot be used: {why}; check the GPU with nvidia-smi, or serve the software device with --softcuda",
                path.display()
            ),
            FrontError::SoftProbe(path, why) => write!(
                f,
                "the software device {} cannot be used: {why}; check SOFTCUDA_DEVICES, SOFTCUDA_MEMORY and CUDA_VISIBLE_DEVICES in bfpoold's environment",
                path.display()
            ),
            FrontError::DriverSays(path, words) => {
                write!(f, "the driver {} cannot be used: {words}", path.display())
            }
            FrontError::NoSuchDevice(n, count) => {
                write!(f, "--devices: there is no device {n}, the driver has {count}")
            }
            FrontError::System(what, e) => write!(f, "{what}: {e}"),
        }
    }
}

impl std::error::Error for FrontError {}

/// Whoever reads it may have read enough.
fn print(text: &str) {
    let _ = io::stdout().write_all(text.as_bytes());
}

/// The server's main function for given arguments, without the program's name.
pub fn main(args: Vec<String>) -> ExitCode {
    let command = Config::parse(args, |name| std::env::var_os(name)).map_err(FrontError::Config);
    let done = command.and_then(|command| match command {
        Command::Help => {
            print(&config::usage());
            Ok(())
        }
        Command::Version => {
            print(concat!("bfpoold ", env!("CARGO_PKG_VERSION"), "\n"));
            Ok(())
        }
        Command::Checked(path) => {
            let what = path.map_or("no configuration file".into(), |path| path.display().to_string());
            for line in transport::settings::unknown_here() {
                // Nobody may listen there.
                let _ = writeln!(io::stderr(), "bfpoold: {line}");
            }
            print(&format!("bfpoold: the settings make sense ({what})\n"));
            Ok(())
        }
        Command::Serve(config) => run(*config),
    });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            // Standard error may be closed.
            let _ = writeln!(std::io::stderr(), "bfpoold: {e}");
            ExitCode::FAILURE
        }
    }
}

/// Serves until a signal or the end of `--exit-with-fd`, then ends all workers.
///
/// # Errors
/// Why it could not start.
pub fn run(config: Config) -> Result<(), FrontError> {
    confine::hide_process();
    fds::raise_limit();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|e| FrontError::System("cannot start", e))?;
    LocalSet::new().block_on(&runtime, serve(config))
}

async fn serve(mut config: Config) -> Result<(), FrontError> {
    let log = config.logger();
    let system = |e| FrontError::System("cannot watch signals", e);
    for line in transport::settings::unknown_here() {
        log.warn(format_args!("{line}"));
    }
    let mut terminate = signal(SignalKind::terminate()).map_err(system)?;
    let mut interrupt = signal(SignalKind::interrupt()).map_err(system)?;
    let hangup = signal(SignalKind::hangup()).map_err(system)?;
    let exit = fds::end_of_file(config.exit_with).map_err(|e| FrontError::System("--exit-with-fd", e))?;

    let auth = match config.folder() {
        Some(folder) => Some(Auth::open(&folder, log).map_err(FrontError::Auth)?),
        None => None,
    };
    let env = |name: &str| std::env::var_os(name);
    let manager = Manager::find(&env).map_err(|e| FrontError::System("NOTIFY_SOCKET", e))?;
    // Clients that come before the devices are known wait in the listeners' queues.
    let mut listeners =
        systemd::sockets(&env).map_err(|e| FrontError::System("the sockets of LISTEN_FDS", e))?;
    if listeners.is_empty() {
        listeners = listen::bind_all(&config.listen).await?;
    } else {
        config.listen = listeners.iter().map(Listener::endpoint).collect();
        config.check(config::addresses_of).map_err(FrontError::Config)?;
    }
    let scrapers = match &config.metrics {
        Some(at) => Some(metrics::bind(at).await.map_err(|e| FrontError::Metrics(at.clone(), e))?),
        None => None,
    };
    let library = driver::locate(&config.driver, log)?;
    let found = probe::run(&library, &config.devices).await?;
    let addresses: Vec<String> = listeners.iter().map(|l| l.endpoint().to_string()).collect();
    let family = Family::of(addresses.first().map_or("", String::as_str));
    let devices = &found.snapshot.devices;
    let confinement = Confinement::find_out(&config, &library, devices, log).await;
    let front = Rc::new(Front::new(config, library, found, family, auth, confinement));
    announce(&front, &addresses);
    front.adopt_workers();
    front.restore();
    let tasks: Vec<_> =
        listeners.into_iter().map(|l| tokio::task::spawn_local(listen::accept(front.clone(), l))).collect();
    if let Some(listener) = scrapers {
        let at = listener.local_addr().map_or_else(|e| e.to_string(), |at| at.to_string());
        log.info(format_args!("metrics at http://{at}/metrics"));
        tokio::task::spawn_local(metrics::serve(front.clone(), listener));
    }
    let keeper = tokio::task::spawn_local(holding::watch(front.clone()));
    let reloader = tokio::task::spawn_local(reload(front.clone(), hangup));
    manager.tell("READY=1");
    fds::say_ready(front.config.ready, &addresses).map_err(|e| FrontError::System("--ready-fd", e))?;

    let ending = async {
        tokio::select! {
            _ = terminate.recv() => {
                manager.tell("STOPPING=1");
                drained(&front, &mut terminate, &mut interrupt).await
            }
            _ = interrupt.recv() => "SIGINT",
            () = exit => "its starter has ended",
        }
    };
    let why = tokio::select! {
        why = ending => why,
        () = manager.live() => "unreachable",
    };
    log.info(format_args!("ending: {why}"));
    // Dropping a listener's task closes it and removes its socket file.
    for task in tasks {
        task.abort();
        // Cancelled, as it should be.
        let _ = task.await;
    }
    keeper.abort();
    reloader.abort();
    front.save();
    front.end_all().await;
    Ok(())
}

/// SIGHUP: what changes without a restart is read anew.
async fn reload(front: Rc<Front>, mut hangup: Signal) {
    while hangup.recv().await.is_some() {
        match &front.auth {
            Some(auth) => auth.reload(),
            None => front.log.info(format_args!("SIGHUP: this server has no certificate to read anew")),
        }
    }
}

/// After SIGTERM: what runs goes on for a while, and nothing new is taken. Returns why that is over.
async fn drained(front: &Front, terminate: &mut Signal, interrupt: &mut Signal) -> &'static str {
    let limit = front.config.drain_limit;
    front.draining.set(true);
    let status = front.status();
    front.log.info(format_args!(
        "SIGTERM: no new reservations; {} reservations with {} sessions go on for at most {} s, another signal ends them",
        status.reservations,
        status.sessions,
        limit.as_secs()
    ));
    tokio::select! {
        () = front.emptied() => "SIGTERM, and nothing runs any more",
        () = tokio::time::sleep(limit) => "the time for draining is over",
        _ = terminate.recv() => "a second SIGTERM",
        _ = interrupt.recv() => "SIGINT",
    }
}

fn announce(front: &Front, addresses: &[String]) {
    for at in addresses {
        front.log.info(format_args!("listening on {at}"));
    }
    let Depth { stream, context } = front.depth;
    let context = if context == u32::MAX { String::new() } else { format!(", {context} in a context") };
    front.log.debug(format_args!("the driver holds {stream} operations in a stream{context}"));
    for (i, device) in front.snapshot.devices.iter().enumerate() {
        let cc = device.compute_capability();
        let (name, mib) = (&device.name, device.total_mem >> 20);
        front.log.info(format_args!("device {i}: {name}, cc {}.{}, {mib} MiB", cc / 10, cc % 10));
    }
    if let Some(folder) = front.config.folder() {
        front.log.info(format_args!("clients over TCP need a token of {}", folder.path().display()));
    } else if front
        .config
        .listen
        .iter()
        .any(|at| !config::is_private(at, config::addresses_of).unwrap_or(false))
    {
        front.log.warn(format_args!(
            "--insecure: everybody who reaches this address can use the GPUs, and nothing is encrypted"
        ));
    }
}
