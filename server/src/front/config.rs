//! The front's settings: flags, each with an environment variable.

use std::ffi::OsString;
use std::fmt;
use std::io;
use std::net::{IpAddr, ToSocketAddrs};
use std::os::fd::RawFd;
use std::path::PathBuf;
use std::time::Duration;

use access::Folder;
use protocol::control::DEFAULT_PORT;
use transport::Endpoint;
use transport::control::parse_switch;
use transport::endpoint::EndpointError;

use super::log::Level;
use crate::worker::Options;

/// The least that a reservation can do with: frames and staging of a session.
const HOST_MEMORY_MIN: u64 = 64 << 20;

/// Users that no system gives out by itself.
const WORKER_UIDS: (u32, u32) = (1_900_000_000, 1_900_065_535);

/// What `--help` prints.
pub const USAGE: &str = "\
bfpoold: serves GPUs of this machine to programs on other machines

usage: bfpoold [options]

  --listen HOST:PORT   listen on TCP; may be given several times   BIFROST_LISTEN (list)
                       (default 127.0.0.1:56001, unless --unix)
  --unix PATH          listen on a Unix socket                     BIFROST_UNIX (list)
  --insecure           allow addresses that other machines reach,
                       although clients are not authenticated      BIFROST_INSECURE=1
  --auth FOLDER        clients over TCP need a token of this      BIFROST_AUTH
                       folder, made by bfctl init; `none`
                       (default: /etc/bifrost/server for root,
                       ~/.config/bifrost/server, if it is there)
  --audit FILE         append who did what as lines of JSON       BIFROST_AUDIT
                       (default: audit.jsonl in that folder)
  --driver PATH        the libcuda.so.1 to serve                   BIFROST_DRIVER
                       (default: the system's, else softcuda)
  --softcuda           serve the software device                   BIFROST_SOFTCUDA=1
  --devices LIST       `all` or numbers of devices: 0,1            BIFROST_DEVICES
  --host-memory SIZE   this machine's memory that a reservation
                       may hold: pinned memory, copies under way,
                       images; 8G, 512M (default 16G)              BIFROST_HOST_MEMORY
  --no-zeroing         sessions get device memory as it is: with
                       what another program may have left there    BIFROST_NO_ZEROING=1
  --reconnect-grace S  seconds that sessions and reservations are
                       kept for a client that the network cut off
                       (default 30; 0 = they end at once)          BIFROST_RECONNECT_GRACE
  --worker-uids A-B    users of workers, one a tenant, if the server
                       is root (default 1900000000-1900065535)     BIFROST_WORKER_UIDS
  --cache FOLDER       where each tenant's compiled code is kept
                       (default /var/cache/bifrost for root,
                       ~/.cache/bifrost; `none` = nowhere)         BIFROST_CACHE
  --no-confinement     workers are the server's user and may do
                       what that may; see docs/SECURITY.md         BIFROST_NO_CONFINEMENT=1
  --drain-limit S      seconds that what runs may go on after SIGTERM
                       (default 60); a second signal ends it   BIFROST_DRAIN_LIMIT
  --log LEVEL          error, warn, info (default) or debug        BIFROST_LOG
  --exit-with-fd N     end when descriptor N reads end of file
  --ready-fd N         write the addresses to descriptor N when ready, one a line
  --help, --version
";

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
    /// Whether workers are confined.
    pub confinement: bool,
    /// First and last of their users.
    pub worker_uids: (u32, u32),
    /// Folder of tenants' folders for compiled code.
    pub cache: Option<PathBuf>,
    /// How long what runs may go on after SIGTERM.
    pub drain_limit: Duration,
    /// What is logged.
    pub log: Level,
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
    /// Print the usage.
    Help,
    /// Print the release.
    Version,
}

/// What is wrong with the settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ConfigError {
    /// There is no such option.
    Unknown(String),
    /// The option needs a value.
    NoValue(String),
    /// The option's value (option, value) makes no sense: what was expected.
    Value(String, String, &'static str),
    /// The address is none.
    Address(EndpointError),
    /// The host of an address has no address: why.
    Resolve(Endpoint, String),
    /// Others could use the GPUs without saying who they are.
    Insecure(Endpoint),
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConfigError::Unknown(o) => write!(f, "unknown option `{o}`; see --help"),
            ConfigError::NoValue(o) => write!(f, "{o} needs a value; see --help"),
            ConfigError::Value(o, v, expected) => write!(f, "{o}: `{v}`: expected {expected}"),
            ConfigError::Address(e) => write!(f, "{e}"),
            ConfigError::Resolve(at, why) => {
                write!(
                    f,
                    "{at}: the host's name cannot be resolved ({why}); check the name, or give an address of this machine"
                )
            }
            ConfigError::Insecure(at) => write!(
                f,
                "{at} can be reached from other machines, and clients are not authenticated; \
                 let them need tokens (bfctl init), listen on 127.0.0.1 or a Unix socket, or allow it with --insecure"
            ),
        }
    }
}

impl std::error::Error for ConfigError {}

impl ConfigError {
    /// The same about the variable that the option's value came from.
    fn of(self, variable: &str) -> Self {
        match self {
            ConfigError::Value(_, value, expected) => ConfigError::Value(variable.into(), value, expected),
            other => other,
        }
    }
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
            confinement: true,
            worker_uids: WORKER_UIDS,
            cache: None,
            drain_limit: Duration::from_secs(60),
            log: Level::Info,
            exit_with: None,
            ready: None,
        }
    }

    /// Applies one setting by its option's name.
    fn set(&mut self, option: &str, value: &str) -> Result<(), ConfigError> {
        let wrong = |expected| ConfigError::Value(option.into(), value.into(), expected);
        match option {
            "--listen" => self.listen.push(value.parse().map_err(ConfigError::Address)?),
            "--unix" => {
                // Clients have other working directories, and want absolute paths.
                let path = std::path::absolute(value).map_err(|_| wrong("a path"))?;
                self.listen.push(Endpoint::Unix(path));
            }
            "--auth" if value == "none" => self.auth = AuthFolder::None,
            "--auth" if value.is_empty() => return Err(wrong("a folder, or `none`")),
            "--auth" => self.auth = AuthFolder::At(Folder::new(value)),
            "--audit" if value.is_empty() => return Err(wrong("a file's path")),
            "--audit" => self.audit = Some(value.into()),
            "--driver" => self.driver = Driver::Path(value.into()),
            "--devices" => {
                self.devices = parse_devices(value).ok_or_else(|| wrong("`all` or numbers: 0,1"))?
            }
            "--host-memory" => {
                self.host_memory =
                    parse_bytes(value).ok_or_else(|| wrong("an amount from 64M: 8G or 512M"))?
            }
            "--reconnect-grace" => self.reconnect_grace = seconds(value).ok_or_else(|| wrong("seconds"))?,
            "--worker-uids" => {
                self.worker_uids =
                    parse_range(value).ok_or_else(|| wrong("two numbers from 1: 100000-165535"))?
            }
            "--cache" if value == "none" => self.cache = None,
            "--cache" => {
                let path = std::path::absolute(value).map_err(|_| wrong("a folder, or `none`"))?;
                self.cache = Some(path);
            }
            "--drain-limit" => self.drain_limit = seconds(value).ok_or_else(|| wrong("seconds"))?,
            "--log" => self.log = Level::parse(value).ok_or_else(|| wrong("error, warn, info or debug"))?,
            "--exit-with-fd" => self.exit_with = Some(parse_fd(value).ok_or_else(|| wrong("a descriptor"))?),
            "--ready-fd" => self.ready = Some(parse_fd(value).ok_or_else(|| wrong("a descriptor"))?),
            _ => return Err(ConfigError::Unknown(option.into())),
        }
        Ok(())
    }

    fn switch(&mut self, option: &str) -> bool {
        match option {
            "--insecure" => self.insecure = true,
            "--softcuda" => self.driver = Driver::Soft,
            "--no-zeroing" => self.zeroing = false,
            "--no-confinement" => self.confinement = false,
            _ => return false,
        }
        true
    }

    fn from_env(env: impl Fn(&str) -> Option<OsString>) -> Result<Self, ConfigError> {
        let text = |name: &str| {
            let value = env(name).filter(|v| !v.is_empty())?;
            Some(value.to_string_lossy().into_owned())
        };
        let mut config = Config::empty();
        // SAFETY: geteuid has no preconditions.
        let root = unsafe { libc::geteuid() } == 0;
        config.auth = AuthFolder::IfMade(Folder::default_for(root, &env));
        config.cache = default_cache(root, text);
        let switches = [
            ("BIFROST_INSECURE", "--insecure"),
            ("BIFROST_SOFTCUDA", "--softcuda"),
            ("BIFROST_NO_ZEROING", "--no-zeroing"),
            ("BIFROST_NO_CONFINEMENT", "--no-confinement"),
        ];
        for (name, option) in switches {
            let Some(value) = text(name) else { continue };
            let expected = |_| ConfigError::Value(name.into(), value.clone(), "1 or 0");
            if parse_switch(&value).map_err(expected)? {
                config.switch(option);
            }
        }
        let single = [
            ("BIFROST_AUTH", "--auth"),
            ("BIFROST_AUDIT", "--audit"),
            ("BIFROST_DRIVER", "--driver"),
            ("BIFROST_DEVICES", "--devices"),
            ("BIFROST_HOST_MEMORY", "--host-memory"),
            ("BIFROST_RECONNECT_GRACE", "--reconnect-grace"),
            ("BIFROST_WORKER_UIDS", "--worker-uids"),
            ("BIFROST_CACHE", "--cache"),
            ("BIFROST_DRAIN_LIMIT", "--drain-limit"),
            ("BIFROST_LOG", "--log"),
        ];
        for (name, option) in single {
            if let Some(value) = text(name) {
                config.set(option, &value).map_err(|e| e.of(name))?;
            }
        }
        Ok(config)
    }

    /// Reads flags and, for what they leave open, the environment.
    ///
    /// # Errors
    /// The first thing that makes no sense.
    pub fn parse(
        args: impl IntoIterator<Item = String>,
        env: impl Fn(&str) -> Option<OsString>,
    ) -> Result<Command, ConfigError> {
        let mut config = Config::from_env(&env)?;
        let mut args = args.into_iter();
        while let Some(arg) = args.next() {
            match arg.as_str() {
                "--help" | "-h" => return Ok(Command::Help),
                "--version" | "-V" => return Ok(Command::Version),
                option if config.switch(option) => {}
                option => match option.split_once('=') {
                    Some((name, value)) => config.set(name, value)?,
                    None => {
                        let value = args.next().ok_or_else(|| ConfigError::NoValue(option.into()));
                        config.set(
                            option,
                            known(option).then_some(value).transpose()?.as_deref().unwrap_or(""),
                        )?;
                    }
                },
            }
        }
        config.default_addresses(&env)?;
        config.check(addresses_of)?;
        Ok(Command::Serve(Box::new(config)))
    }

    /// Addresses from the environment, else the default, unless flags gave some.
    fn default_addresses(&mut self, env: impl Fn(&str) -> Option<OsString>) -> Result<(), ConfigError> {
        if !self.listen.is_empty() {
            return Ok(());
        }
        for (name, option) in [("BIFROST_LISTEN", "--listen"), ("BIFROST_UNIX", "--unix")] {
            let list = env(name).unwrap_or_default().to_string_lossy().into_owned();
            for one in list.split([',', ' ']).filter(|one| !one.is_empty()) {
                self.set(option, one).map_err(|e| e.of(name))?;
            }
        }
        if self.listen.is_empty() {
            self.listen.push(Endpoint::Tcp("127.0.0.1".into(), DEFAULT_PORT));
        }
        Ok(())
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
    fn check(&self, resolve: impl Fn(&str) -> io::Result<Vec<IpAddr>>) -> Result<(), ConfigError> {
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

fn default_cache(root: bool, env: impl Fn(&str) -> Option<String>) -> Option<PathBuf> {
    if root {
        return Some("/var/cache/bifrost".into());
    }
    let own = env("XDG_CACHE_HOME").or_else(|| Some(env("HOME")? + "/.cache"))?;
    Some(PathBuf::from(own).join("bifrost")).filter(|path| path.is_absolute())
}

fn parse_range(text: &str) -> Option<(u32, u32)> {
    let (first, last) = text.split_once('-')?;
    let range = (first.trim().parse().ok()?, last.trim().parse().ok()?);
    // 0 is root, and the last number none.
    (range.0 > 0 && range.0 <= range.1 && range.1 < u32::MAX).then_some(range)
}

fn known(option: &str) -> bool {
    USAGE.contains(&format!("  {option} ")) && option.starts_with("--")
}

fn seconds(text: &str) -> Option<Duration> {
    Duration::try_from_secs_f64(text.parse().ok()?).ok()
}

fn parse_fd(text: &str) -> Option<RawFd> {
    text.parse().ok().filter(|fd| *fd >= 0)
}

/// An amount of memory with its unit. Less than a session needs for itself is a mistake.
fn parse_bytes(text: &str) -> Option<u64> {
    let unit = text.chars().next_back()?;
    let shift = match unit.to_ascii_uppercase() {
        'M' => 20,
        'G' => 30,
        'T' => 40,
        _ => return None,
    };
    // The unit is one byte long.
    let count: u64 = text[..text.len() - 1].parse().ok()?;
    count.checked_mul(1 << shift).filter(|bytes| *bytes >= HOST_MEMORY_MIN)
}

fn parse_devices(text: &str) -> Option<Devices> {
    if text == "all" {
        return Some(Devices::All);
    }
    let list: Vec<usize> = text.split(',').map(|n| n.trim().parse().ok()).collect::<Option<_>>()?;
    let mut unique = list.clone();
    unique.sort_unstable();
    unique.dedup();
    (unique.len() == list.len()).then_some(Devices::List(list))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(args: &[&str], vars: &[(&str, &str)]) -> Result<Command, ConfigError> {
        let env = |name: &str| vars.iter().find(|(n, _)| *n == name).map(|(_, v)| OsString::from(v));
        Config::parse(args.iter().map(|a| a.to_string()), env)
    }

    fn config(args: &[&str], vars: &[(&str, &str)]) -> Config {
        match parse(args, vars) {
            Ok(Command::Serve(config)) => *config,
            other => panic!("{args:?}: {other:?}"),
        }
    }

    fn listen(args: &[&str], vars: &[(&str, &str)]) -> Vec<String> {
        config(args, vars).listen.iter().map(Endpoint::to_string).collect()
    }

    #[test]
    fn addresses() {
        assert_eq!(listen(&[], &[]), ["127.0.0.1:56001"]);
        assert_eq!(listen(&["--unix", "/s"], &[("BIFROST_LISTEN", "127.0.0.1:7")]), ["unix:/s"]);
        assert_eq!(listen(&["--listen=[::1]:7", "--unix", "/s"], &[]), ["[::1]:7", "unix:/s"]);
        assert_eq!(
            listen(&[], &[("BIFROST_LISTEN", "127.0.0.1:7,localhost:8"), ("BIFROST_UNIX", "/s")]),
            ["127.0.0.1:7", "localhost:8", "unix:/s"]
        );
        let here = std::env::current_dir().unwrap().join("s.sock");
        assert_eq!(listen(&["--unix", "s.sock"], &[]), [format!("unix:{}", here.display())]);
        assert!(matches!(parse(&["--unix", ""], &[]), Err(ConfigError::Value(..))));
        assert_eq!(listen(&["--listen", "0.0.0.0:7", "--insecure"], &[]), ["0.0.0.0:7"]);
        assert_eq!(listen(&["--listen", "pool:7"], &[("BIFROST_INSECURE", "1")]), ["pool:7"]);
        for at in ["0.0.0.0:7", "[::]:7", "10.0.0.1:7"] {
            assert!(matches!(parse(&["--listen", at], &[]), Err(ConfigError::Insecure(_))), "{at}");
        }
    }

    #[test]
    fn tokens_make_addresses_public() {
        let folder = std::env::temp_dir().join(format!("bfpoold-auth-{}", std::process::id()));
        let at = folder.to_str().unwrap();
        let check = |args: &[&str], expected: Option<&str>| {
            assert_eq!(config(args, &[]).folder(), expected.map(Folder::new), "{args:?}");
        };
        // A folder that is named must be there at the start; one that is not counts if it is there.
        check(&["--auth", at, "--listen", "0.0.0.0:7"], Some(at));
        check(&["--auth", "none"], None);
        let of_user = |made: bool| {
            let mut c = config(&[], &[]);
            c.auth = AuthFolder::IfMade(Some(Folder::new(at)));
            if made {
                std::fs::create_dir_all(&folder).unwrap();
                std::fs::write(folder.join("tokens.json"), "").unwrap();
            }
            (c.folder().is_some(), c.audit())
        };
        assert_eq!(of_user(false), (false, None));
        assert_eq!(of_user(true), (true, Some(folder.join("audit.jsonl"))));
        std::fs::remove_dir_all(&folder).unwrap();
        assert_eq!(config(&["--auth", at, "--audit", "/a"], &[]).audit(), Some("/a".into()));
        let open = parse(&["--auth", "none", "--listen", "0.0.0.0:7"], &[]).unwrap_err();
        assert!(open.to_string().contains("bfctl init"), "{open}");
        assert!(parse(&["--auth", ""], &[]).is_err() && parse(&["--audit="], &[]).is_err());
    }

    #[test]
    fn names_are_what_they_resolve_to() {
        let resolve = |host: &str| match host {
            "here" => Ok(vec!["127.0.0.1".parse().unwrap(), "::1".parse().unwrap()]),
            "both" => Ok(vec!["127.0.0.1".parse().unwrap(), "10.0.0.1".parse().unwrap()]),
            _ => Err(io::Error::other("no such name")),
        };
        let check = |host: &str, words: Option<&str>| {
            let mut c = config(&[], &[]);
            c.listen = vec![Endpoint::Tcp(host.into(), 7)];
            let message = c.check(resolve).err().map(|e| e.to_string());
            match (words, &message) {
                (None, None) => {}
                (Some(words), Some(message)) if message.contains(words) => {}
                _ => panic!("{host}: {message:?}"),
            }
        };
        check("localhost", None);
        check("here", None);
        check("both", Some("--insecure"));
        check("nowhere", Some("nowhere:7: the host's name cannot be resolved (no such name)"));
    }

    #[test]
    fn flags_come_before_the_environment() {
        let vars = [
            ("BIFROST_LOG", "debug"),
            ("BIFROST_DEVICES", "0,2"),
            ("BIFROST_SOFTCUDA", "1"),
            ("BIFROST_INSECURE", "0"),
        ];
        let c = config(&["--log", "warn"], &vars);
        assert_eq!(
            (c.log, c.devices, c.driver, c.insecure),
            (Level::Warn, Devices::List(vec![0, 2]), Driver::Soft, false)
        );
        assert_eq!(config(&["--driver", "/x"], &vars).driver, Driver::Path("/x".into()));
        assert_eq!(config(&["--reconnect-grace", "1.5"], &[]).reconnect_grace, Duration::from_millis(1500));
        assert_eq!(config(&["--drain-limit", "2"], &[]).drain_limit, Duration::from_secs(2));
        assert_eq!(config(&[], &[]).host_memory, 16 << 30);
        let host_memory = config(&["--host-memory", "512m"], &[("BIFROST_HOST_MEMORY", "8G")]).host_memory;
        assert_eq!(host_memory, 512 << 20);
        assert_eq!(config(&["--exit-with-fd", "0", "--ready-fd=1"], &[]).exit_with, Some(0));
    }

    #[test]
    fn what_makes_no_sense_is_named() {
        let check = |args: &[&str], words: &str| {
            let message = parse(args, &[]).unwrap_err().to_string();
            assert!(message.contains(words), "{args:?}: {message}");
        };
        check(&["--lisen", "x"], "unknown option `--lisen`");
        check(&["--lisen"], "unknown option `--lisen`");
        check(&["x"], "unknown option `x`");
        check(&["--listen"], "--listen needs a value");
        check(&["--listen", "a:b"], "`b` is no port");
        check(&["--devices", "0,0"], "--devices");
        check(&["--devices", "a"], "--devices");
        check(&["--log", "loud"], "expected error, warn");
        check(&["--reconnect-grace", "-1"], "seconds");
        check(&["--drain-limit", "soon"], "seconds");
        for amount in ["", "8", "63M", "99999999T", "-1G", "1.5G", "G", "é"] {
            check(&["--host-memory", amount], "an amount");
        }
        check(&["--ready-fd", "-1"], "descriptor");
        for (name, value) in [
            ("BIFROST_INSECURE", "perhaps"),
            ("BIFROST_SOFTCUDA", "2"),
            ("BIFROST_DEVICES", "first"),
            ("BIFROST_RECONNECT_GRACE", "soon"),
            ("BIFROST_HOST_MEMORY", "16"),
            ("BIFROST_LOG", "loud"),
        ] {
            let message = parse(&[], &[(name, value)]).unwrap_err().to_string();
            assert!(message.contains(&format!("{name}: `{value}`: expected")), "{message}");
        }
    }

    #[test]
    fn help_and_version() {
        assert_eq!(parse(&["--help"], &[]), Ok(Command::Help));
        assert_eq!(parse(&["-V"], &[]), Ok(Command::Version));
    }
}
