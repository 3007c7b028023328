//! Options as far as they were given, and what the environment says about the rest.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use protocol::control::MemoryAsk;
use transport::control::{
    AskError, Filter, Placement, parse_fraction, parse_gpus, parse_memory, parse_switch, parse_wait,
    split_servers,
};

use super::{Ask, OptionError, Options, Request, Stats, Wait};

/// Options as far as they were given.
#[derive(Default)]
pub(super) struct Given {
    gpus: Option<u32>,
    fraction: Option<MemoryAsk>,
    amount: Option<MemoryAsk>,
    servers: Vec<String>,
    local: bool,
    placement: Option<Placement>,
    filters: Vec<Filter>,
    wait: Option<Wait>,
    stats: Option<Stats>,
    device_files: bool,
    quiet: bool,
    reservation: Option<PathBuf>,
    output: Option<PathBuf>,
    time: Option<Duration>,
}

/// Options whose value may be a word of its own.
pub(super) const WITH_VALUE: [&str; 9] =
    ["-n", "-p", "-m", "--server", "--placement", "--filter", "--reservation", "-o", "--time"];

impl Given {
    /// Options without a value.
    pub(super) fn switch(&mut self, option: &str) -> Result<bool, OptionError> {
        match option {
            "--local" => self.local = true,
            "-q" | "--quiet" => self.quiet = true,
            "--device-files" => self.device_files = true,
            "--stats" => self.stats = Some(Stats::Text),
            "--wait" => self.wait = Some(Wait::Ever),
            _ => match option.strip_prefix("--stats=") {
                Some("json") => self.stats = Some(Stats::Json),
                Some(other) => return Err(OptionError::Stats(other.into())),
                None => return Ok(false),
            },
        }
        Ok(true)
    }

    pub(super) fn set(&mut self, option: &str, value: &str) -> Result<(), OptionError> {
        let wrong = |e| OptionError::Value(option.into(), value.into(), e);
        match option {
            "-n" => self.gpus = Some(parse_gpus(value).map_err(wrong)?),
            "-p" => self.fraction = Some(parse_fraction(value).map_err(wrong)?),
            "-m" => self.amount = Some(parse_memory(value).map_err(wrong)?),
            "--server" => match split_servers(value) {
                none if none.is_empty() => return Err(OptionError::NoValue(option.into())),
                servers => self.servers.extend(servers),
            },
            "--placement" => self.placement = Some(parse_placement(option, value)?),
            "--filter" => self.filters.push(parse_filter(option, value)?),
            "--wait" => self.wait = Some(Wait::Limit(parse_wait(value).map_err(wrong)?)),
            "--reservation" | "-o" if value.is_empty() => return Err(OptionError::NoValue(option.into())),
            "--reservation" => self.reservation = Some(value.into()),
            "-o" => self.output = Some(value.into()),
            "--time" => self.time = Some(parse_wait(value).map_err(wrong)?),
            _ => return Err(OptionError::Unknown(option.into())),
        }
        Ok(())
    }

    /// An option that says what to reserve.
    fn asks(&self) -> Option<&'static str> {
        let given = [
            (self.gpus.is_some(), "-n"),
            (self.fraction.is_some(), "-p"),
            (self.amount.is_some(), "-m"),
            (!self.servers.is_empty(), "--server"),
            (self.local, "--local"),
            (self.placement.is_some(), "--placement"),
            (!self.filters.is_empty(), "--filter"),
            (self.wait.is_some(), "--wait"),
        ];
        given.into_iter().find_map(|(given, option)| given.then_some(option))
    }

    /// What to reserve, with what the environment says about the rest.
    fn ask(&self, env: &impl Fn(&str) -> Option<OsString>) -> Result<Ask, OptionError> {
        let text = |name: &str| variable(env, name);
        let on = |name: &str| Ok(read(text, name, parse_switch)?.unwrap_or(false));
        if self.fraction.is_some() && self.amount.is_some() {
            return Err(OptionError::Both("-p", "-m"));
        }
        if self.local && !self.servers.is_empty() {
            return Err(OptionError::Both("--local", "--server"));
        }
        let gpus = match self.gpus {
            Some(gpus) => gpus,
            None => read(text, "BIFROST_GPUS", parse_gpus)?.unwrap_or(1),
        };
        let memory = match self.fraction.or(self.amount) {
            Some(memory) => memory,
            None => read(text, "BIFROST_MEMORY", parse_memory)?.unwrap_or(MemoryAsk::Whole),
        };
        let local = self.local || (self.servers.is_empty() && on("BIFROST_LOCAL")?);
        let servers = match text("BIFROST_SERVER") {
            Some(list) if self.servers.is_empty() && !local => split_servers(&list),
            _ => self.servers.clone(),
        };
        let placement = match self.placement {
            Some(placement) => placement,
            None => text("BIFROST_PLACEMENT")
                .map_or(Ok(Placement::default()), |v| parse_placement("BIFROST_PLACEMENT", &v))?,
        };
        let filter = match Filter::all(self.filters.iter().cloned()) {
            None if !local => {
                text("BIFROST_FILTER").map(|v| parse_filter("BIFROST_FILTER", &v)).transpose()?
            }
            given => given,
        };
        let wait = match self.wait {
            Some(wait) => wait,
            None => read(text, "BIFROST_WAIT", parse_wait_variable)?.unwrap_or(Wait::No),
        };
        let quiet = self.quiet || on("BIFROST_QUIET")?;
        Ok(Ask { gpus, memory, servers, placement, filter, wait, local, quiet })
    }

    /// A run, with what the environment says about the rest.
    pub(super) fn run(
        self,
        env: impl Fn(&str) -> Option<OsString>,
        program: OsString,
        args: Vec<OsString>,
    ) -> Result<Options, OptionError> {
        let only = [(self.output.is_some(), "-o"), (self.time.is_some(), "--time")];
        if let Some((_, option)) = only.into_iter().find(|(given, _)| *given) {
            return Err(OptionError::Unknown(option.into()));
        }
        let reservation = match (self.reservation.clone(), self.asks()) {
            (Some(_), Some(option)) => return Err(OptionError::Both("--reservation", option)),
            (None, None) => env("BIFROST_RESERVATION").filter(|v| !v.is_empty()).map(PathBuf::from),
            (given, _) => given,
        };
        let mut ask = self.ask(&env)?;
        ask.local &= reservation.is_none();
        let stats = match self.stats {
            Some(stats) => stats,
            None => variable(&env, "BIFROST_RUN_STATS").map_or(Ok(Stats::Off), |v| parse_stats(&v))?,
        };
        let device_files = self.device_files
            || read(|n| variable(&env, n), "BIFROST_DEVICE_FILES", parse_switch)?.unwrap_or(false);
        Ok(Options { ask, reservation, stats, device_files, program, args })
    }

    /// A reservation to be kept, with what the environment says about the rest.
    pub(super) fn request(mut self, env: impl Fn(&str) -> Option<OsString>) -> Result<Request, OptionError> {
        let not = [
            (self.local, "--local"),
            (self.stats.is_some(), "--stats"),
            (self.device_files, "--device-files"),
            (self.reservation.is_some(), "--reservation"),
        ];
        if let Some((_, option)) = not.into_iter().find(|(given, _)| *given) {
            return Err(OptionError::NotOfRequest(option.into()));
        }
        let output = self.output.take().ok_or(OptionError::NoOutput)?;
        let ask = self.ask(&env)?;
        if ask.local {
            return Err(OptionError::NotOfRequest("BIFROST_LOCAL".into()));
        }
        Ok(Request { time: self.time, output, ask })
    }
}

/// A variable's text, if it has one.
fn variable(env: impl Fn(&str) -> Option<OsString>, name: &str) -> Option<String> {
    env(name).filter(|v| !v.is_empty()).map(|v| v.to_string_lossy().into_owned())
}

/// A variable's value, if it has one.
fn read<T>(
    text: impl Fn(&str) -> Option<String>,
    name: &str,
    parse: fn(&str) -> Result<T, AskError>,
) -> Result<Option<T>, OptionError> {
    text(name).map(|v| parse(&v).map_err(|e| OptionError::Value(name.into(), v, e))).transpose()
}

fn parse_filter(option: &str, text: &str) -> Result<Filter, OptionError> {
    Filter::parse(text).map_err(|e| OptionError::Filter(option.into(), text.into(), e))
}

fn parse_placement(option: &str, text: &str) -> Result<Placement, OptionError> {
    match text {
        "best-fit" => Ok(Placement::BestFit),
        "spread" => Ok(Placement::Spread),
        "pack" => Ok(Placement::Pack),
        _ => Err(OptionError::Placement(option.into(), text.into())),
    }
}

/// `1` waits as long as it takes, `0` not at all.
fn parse_wait_variable(text: &str) -> Result<Wait, AskError> {
    match parse_switch(text) {
        Ok(true) => Ok(Wait::Ever),
        Ok(false) => Ok(Wait::No),
        Err(_) => parse_wait(text).map(Wait::Limit),
    }
}

fn parse_stats(text: &str) -> Result<Stats, OptionError> {
    match text {
        "0" => Ok(Stats::Off),
        "1" | "text" => Ok(Stats::Text),
        "json" => Ok(Stats::Json),
        _ => Err(OptionError::StatsVariable(text.into())),
    }
}
