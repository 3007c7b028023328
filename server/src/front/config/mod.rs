//! The front's settings: from the command line, the environment and a file, in this order of precedence.
//!
//! `options` has all of them; `file` reads the file. Each source gives texts, which `Config::set` understands.

mod error;
mod file;
mod options;
#[cfg(test)]
mod tests;
mod values;

use std::ffi::OsString;
use std::io;
use std::net::{IpAddr, ToSocketAddrs};
use std::os::fd::RawFd;
use std::path::PathBuf;
use std::time::Duration;

use access::Folder;
use protocol::control::DEFAULT_PORT;
use transport::Endpoint;
use transport::control::parse_switch;

use super::log::{Format, Level, Log};
use crate::worker::Options;

pub use error::ConfigError;
pub use options::usage;
use options::{OPTIONS, Opt, Takes, find, group};

/// The shortest `--idle-limit`: clients that have just joined a reservation find its devices as they were told.
pub(super) const IDLE_MIN: Duration = Duration::from_secs(if cfg!(test) { 0 } else { 5 });

/// Users that no system gives out by itself.
const WORKER_UIDS: (u32, u32) = (1_900_000_000, 1_900_065_535);
/// The configuration file's name, beside the server's folder.
const FILE: &str = "bfpoold.toml";

/// Which devices of the driver are served.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Devices {
    /// All of them.
    All,
    /// These, by the driver's number.
    List(Vec<usize>),
}

/// Where certificate and tokens are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AuthFolder {
    /// In this folder, if `bfctl init` has made it.
    IfMade(Option<Folder>),
    /// In this folder.
    At(Folder),
    /// Nowhere: whoever reaches the server may use it.
    None,
}

/// Which driver library is served.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Driver {
    /// The system's if there is one, else softcuda.
    Default,
    /// The software device beside this program.
    Soft,
    /// This library.
    Path(PathBuf),
}

/// The front's settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Config {
    /// Addresses to listen on.
    pub listen: Vec<Endpoint>,
    /// Addresses that other machines reach are allowed.
    pub insecure: bool,
    /// Where certificate and tokens are.
    pub auth: AuthFolder,
    /// Where the audit log goes.
    pub audit: Option<PathBuf>,
    /// Driver library.
    pub driver: Driver,
    /// Devices.
    pub devices: Devices,
    /// Bytes of this machine's memory that a reservation may hold.
    pub host_memory: u64,
    /// Device memory is zeroed before a session gets it.
    pub zeroing: bool,
    /// How long a reservation outlives its control connection.
    pub reconnect_grace: Duration,
    /// Longest that a reservation outlives its client that wants that; zero: it does not.
    pub keep_limit: Duration,
    /// Longest that any reservation lasts; zero: any time.
    pub wall_limit: Duration,
    /// How long a reservation without a session keeps its devices; zero: any time.
    pub idle_limit: Duration,
    /// Whether workers are confined.
    pub confinement: bool,
    /// First and last of their users.
    pub worker_uids: (u32, u32),
    /// Folder of tenants' folders for compiled code.
    pub cache: Option<PathBuf>,
    /// Folder for reservations that outlive the server.
    pub state: Option<PathBuf>,
    /// How long what runs may go on after SIGTERM.
    pub drain_limit: Duration,
    /// What is logged.
    pub log: Level,
    /// What lines of the log look like.
    pub log_format: Format,
    /// Where metrics are told.
    pub metrics: Option<Endpoint>,
    /// End of file here ends the server.
    pub exit_with: Option<RawFd>,
    /// Addresses are written here when the server is ready.
    pub ready: Option<RawFd>,
}

/// What the command line asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// Serve.
    Serve(Box<Config>),
    /// The settings make sense; the file that was read for them, if any.
    Checked(Option<PathBuf>),
    /// Print the usage.
    Help,
    /// Print the release.
    Version,
}

/// Where a value comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Source {
    /// The option itself.
    CommandLine,
    /// Its variable.
    Variable,
    /// The configuration file, with the line.
    File(String),
}

/// A value of an option.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Given {
    option: &'static Opt,
    value: String,
    source: Source,
}

impl Given {
    /// Where it stands.
    fn place(&self) -> String {
        let name = self.option.name;
        match &self.source {
            Source::CommandLine => format!("--{name}"),
            Source::Variable => self.option.variable().unwrap_or_default(),
            Source::File(line) => format!("{line}: {name}"),
        }
    }
}

/// What the command line says besides settings.
#[derive(Debug, Default, PartialEq, Eq)]
struct Asked {
    given: Vec<Given>,
    help: bool,
    version: bool,
    check: bool,
}

impl Config {
    fn empty() -> Self {
        Config {
            listen: Vec::new(),
            insecure: false,
            auth: AuthFolder::IfMade(None),
            audit: None,
            driver: Driver::Default,
            devices: Devices::All,
            host_memory: Options::default().host_limit,
            zeroing: Options::default().zeroing,
            reconnect_grace: Duration::from_secs(30),
            keep_limit: Duration::from_secs(24 * 3600),
            wall_limit: Duration::ZERO,
            idle_limit: Duration::ZERO,
            confinement: true,
            worker_uids: WORKER_UIDS,
            cache: None,
            state: None,
            drain_limit: Duration::from_secs(60),
            log: Level::Info,
            log_format: Format::Text,
            metrics: None,
            exit_with: None,
            ready: None,
        }
    }

    /// Writes what is to be logged.
    pub(super) fn logger(&self) -> Log {
        Log::new(self.log, self.log_format)
    }

    /// Applies a value.
    fn set(&mut self, given: &Given) -> Result<(), ConfigError> {
        let value = &*given.value;
        let wrong = |expected| ConfigError::Value(given.place(), value.into(), expected);
        match given.option.name {
            "listen" => {
                let at = value.parse().map_err(|e| ConfigError::Address(given.place(), e))?;
                self.listen.push(at);
            }
            "unix" => {
                // Clients have other working directories, and want absolute paths.
                let path = std::path::absolute(value).map_err(|_| wrong("a path"))?;
                self.listen.push(Endpoint::Unix(path));
            }
            "auth" if value == "none" => self.auth = AuthFolder::None,
            "auth" if value.is_empty() => return Err(wrong("a folder, or `none`")),
            "auth" => self.auth = AuthFolder::At(Folder::new(value)),
            "audit" if value.is_empty() => return Err(wrong("a file's path")),
            "audit" => self.audit = Some(value.into()),
            "driver" => self.driver = Driver::Path(value.into()),
            "devices" => {
                self.devices = values::devices(value).ok_or_else(|| wrong("`all` or numbers: 0,1"))?
            }
            "cache" if value == "none" => self.cache = None,
            "cache" => {
                let path = std::path::absolute(value).map_err(|_| wrong("a folder, or `none`"))?;
                self.cache = Some(path);
            }
            "state" if value == "none" => self.state = None,
            "state" => {
                let path = std::path::absolute(value).map_err(|_| wrong("a folder, or `none`"))?;
                self.state = Some(path);
            }
            "worker-uids" => {
                self.worker_uids =
                    values::range(value).ok_or_else(|| wrong("two numbers from 1: 100000-165535"))?;
            }
            "log" => self.log = Level::parse(value).ok_or_else(|| wrong("error, warn, info or debug"))?,
            "log-format" => self.log_format = Format::parse(value).ok_or_else(|| wrong("text or json"))?,
            "metrics" => {
                let tcp = values::metrics(value);
                self.metrics =
                    Some(tcp.ok_or_else(|| wrong("a port of loopback, or an address: 9401, 0.0.0.0:9401"))?);
            }
            "exit-with-fd" => {
                self.exit_with = Some(values::descriptor(value).ok_or_else(|| wrong("a descriptor"))?);
            }
            "ready-fd" => self.ready = Some(values::descriptor(value).ok_or_else(|| wrong("a descriptor"))?),
            name if given.option.takes == Takes::Nothing => {
                let on = parse_switch(value).map_err(|_| wrong("1 or 0"))?;
                self.switch(name, on);
            }
            _ => self.set_amount(given)?,
        }
        Ok(())
    }

    /// Amounts of memory and time.
    fn set_amount(&mut self, given: &Given) -> Result<(), ConfigError> {
        const TIME: &str = "a time (90s, 10m, 12h, 7d), or 0";
        let value = &*given.value;
        let wrong = |expected| ConfigError::Value(given.place(), value.into(), expected);
        match given.option.name {
            "host-memory" => {
                self.host_memory = values::host_memory(value)
                    .ok_or_else(|| wrong("an amount from 64M: 8G, 512MiB or 16384 (MiB)"))?;
            }
            "reconnect-grace" => {
                self.reconnect_grace =
                    values::seconds(value).ok_or_else(|| wrong("seconds, or a time: 30, 2m"))?;
            }
            "drain-limit" => {
                self.drain_limit =
                    values::seconds(value).ok_or_else(|| wrong("seconds, or a time: 30, 2m"))?;
            }
            "keep-limit" => self.keep_limit = values::time(value).ok_or_else(|| wrong(TIME))?,
            "wall-limit" => self.wall_limit = values::time(value).ok_or_else(|| wrong(TIME))?,
            "idle-limit" => {
                self.idle_limit =
                    values::idle(value).ok_or_else(|| wrong("a time from 5s (90s, 10m, 12h), or 0"))?;
            }
            // It has been looked at before.
            _ => {}
        }
        Ok(())
    }

    fn switch(&mut self, name: &str, on: bool) {
        match name {
            "insecure" => self.insecure = on,
            "softcuda" if on => self.driver = Driver::Soft,
            "no-zeroing" => self.zeroing = !on,
            "no-confinement" => self.confinement = !on,
            _ => {}
        }
    }

    /// Reads the command line, for what it leaves open the environment, and for what that leaves open a file.
    ///
    /// # Errors
    /// The first thing that makes no sense.
    pub fn parse(
        args: impl IntoIterator<Item = String>,
        env: impl Fn(&str) -> Option<OsString>,
    ) -> Result<Command, ConfigError> {
        let asked = command_line(args.into_iter())?;
        if asked.help {
            return Ok(Command::Help);
        }
        if asked.version {
            return Ok(Command::Version);
        }
        // SAFETY: geteuid has no preconditions.
        let root = unsafe { libc::geteuid() } == 0;
        let folder = Folder::default_for(root, &env);
        let mut given = replaced(environment(&env), asked.given);
        let path = config_file(&given, folder.as_ref());
        if let Some(path) = &path {
            given = replaced(file::read(path)?, given);
        }
        let mut config = Config::empty();
        config.auth = AuthFolder::IfMade(folder);
        let text = |name: &str| Some(env(name)?.to_string_lossy().into_owned());
        config.cache = default_folder(root, ("/var/cache/bifrost", "XDG_CACHE_HOME", "/.cache"), text);
        config.state = default_folder(root, ("/var/lib/bifrost", "XDG_STATE_HOME", "/.local/state"), text);
        given.iter().try_for_each(|one| config.set(one))?;
        if config.listen.is_empty() {
            config.listen.push(Endpoint::Tcp("127.0.0.1".into(), DEFAULT_PORT));
        }
        config.check(addresses_of)?;
        Ok(if asked.check { Command::Checked(path) } else { Command::Serve(Box::new(config)) })
    }

    /// The folder with certificate and tokens, if clients over TCP need them.
    pub(super) fn folder(&self) -> Option<Folder> {
        match &self.auth {
            AuthFolder::At(folder) => Some(folder.clone()),
            AuthFolder::IfMade(folder) => folder.clone().filter(Folder::is_made),
            AuthFolder::None => None,
        }
    }

    /// Where the audit log goes, if anywhere.
    pub(super) fn audit(&self) -> Option<PathBuf> {
        self.audit.clone().or_else(|| Some(self.folder()?.path().join("audit.jsonl")))
    }

    /// Without `--insecure` and without tokens: every address is private, hence every name must resolve.
    pub(super) fn check(&self, resolve: impl Fn(&str) -> io::Result<Vec<IpAddr>>) -> Result<(), ConfigError> {
        if self.insecure || self.folder().is_some() {
            return Ok(());
        }
        for at in &self.listen {
            match is_private(at, &resolve) {
                Ok(true) => {}
                Ok(false) => return Err(ConfigError::Insecure(at.clone())),
                Err(e) => return Err(ConfigError::Resolve(at.clone(), e.to_string())),
            }
        }
        Ok(())
    }
}

/// `first`, of which `second` takes the place option by option.
fn replaced(first: Vec<Given>, second: Vec<Given>) -> Vec<Given> {
    let is_replaced =
        |one: &Given| second.iter().any(|other| group(other.option.name) == group(one.option.name));
    let mut all: Vec<Given> = first.into_iter().filter(|one| !is_replaced(one)).collect();
    all.extend(second);
    all
}

fn command_line(mut args: impl Iterator<Item = String>) -> Result<Asked, ConfigError> {
    let mut asked = Asked::default();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--help" | "-h" => asked.help = true,
            "--version" | "-V" => asked.version = true,
            "--check-config" => asked.check = true,
            _ => {
                let (name, value) = match arg.split_once('=') {
                    Some((name, value)) => (name, Some(value.to_owned())),
                    None => (&*arg, None),
                };
                let option = name.strip_prefix("--").and_then(find);
                let option = option.ok_or_else(|| ConfigError::Unknown(name.into()))?;
                let value = match value {
                    None if option.takes == Takes::Nothing => Some("1".to_owned()),
                    None => args.next(),
                    value => value,
                };
                let value = value.ok_or_else(|| ConfigError::NoValue(name.into()))?;
                asked.given.push(Given { option, value, source: Source::CommandLine });
            }
        }
    }
    Ok(asked)
}

/// What variables give; empty ones count as absent.
fn environment(env: &impl Fn(&str) -> Option<OsString>) -> Vec<Given> {
    let mut all = Vec::new();
    for option in OPTIONS {
        let Some(text) = option.variable().and_then(|name| env(&name)) else { continue };
        let text = text.to_string_lossy();
        let values: Vec<&str> = match option.takes {
            Takes::Many => text.split([',', ' ']).filter(|one| !one.is_empty()).collect(),
            _ => Some(&*text).filter(|text| !text.is_empty()).into_iter().collect(),
        };
        all.extend(values.into_iter().map(|value| Given {
            option,
            value: value.into(),
            source: Source::Variable,
        }));
    }
    all
}

/// The file that is named, else the default one if it is there.
fn config_file(given: &[Given], folder: Option<&Folder>) -> Option<PathBuf> {
    match given.iter().rev().find(|one| one.option.name == "config") {
        Some(named) => Some(PathBuf::from(&named.value)).filter(|path| path.as_os_str() != "none"),
        None => Some(folder?.path().parent()?.join(FILE)).filter(|path| path.exists()),
    }
}

/// Whether only programs of this machine reach an address.
pub(super) fn is_private(
    at: &Endpoint,
    resolve: impl Fn(&str) -> io::Result<Vec<IpAddr>>,
) -> io::Result<bool> {
    let Endpoint::Tcp(host, _) = at else { return Ok(true) };
    if host == "localhost" {
        return Ok(true);
    }
    Ok(resolve(host)?.iter().all(IpAddr::is_loopback))
}

/// The addresses of a name; one at least.
pub(super) fn addresses_of(host: &str) -> io::Result<Vec<IpAddr>> {
    let found: Vec<IpAddr> = (host, 0).to_socket_addrs()?.map(|at| at.ip()).collect();
    if found.is_empty() { Err(io::ErrorKind::NotFound.into()) } else { Ok(found) }
}

/// Root's folder, or one of the user's: a variable of its own names it, or it is below HOME.
fn default_folder(
    root: bool,
    (of_root, variable, below): (&str, &str, &str),
    env: impl Fn(&str) -> Option<String>,
) -> Option<PathBuf> {
    let env = |name| env(name).filter(|value| !value.is_empty());
    if root {
        return Some(of_root.into());
    }
    let own = env(variable).or_else(|| Some(env("HOME")? + below))?;
    Some(PathBuf::from(own).join("bifrost")).filter(|path| path.is_absolute())
}
