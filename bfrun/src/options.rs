//! bfrun's command line; each option has an environment variable.

use std::ffi::OsString;
use std::fmt;
use std::time::Duration;

use protocol::control::MemoryAsk;
use transport::control::{
    AskError, Placement, parse_fraction, parse_gpus, parse_memory, parse_mib, parse_switch, parse_wait,
    split_servers,
};

/// What `--help` prints.
pub(crate) const USAGE: &str = "\
bfrun: runs a program with GPUs of a pool

usage: bfrun [options] [--] program [arguments]

  -n N                 number of GPUs (default 1)                   BIFROST_GPUS
  -p F                 this part of each GPU's memory: 0.5 or 50%   BIFROST_MEMORY
  -m MIB               this much memory of each GPU: 4000 or 4GiB   BIFROST_MEMORY
                       (default: the whole GPU)
  --server HOST:PORT   pool server (also unix:/PATH); of several    BIFROST_SERVER (list)
                       one that fits is taken
  --placement P        which: best-fit (default), spread or pack    BIFROST_PLACEMENT
  --wait[=TIME]        wait in line if no GPU is free; 90s, 10m, 2h BIFROST_WAIT=1|TIME
  --local              a private server with the software device    BIFROST_LOCAL=1
  --stats[=json]       print what crossed the connection            BIFROST_RUN_STATS=text|json
  -q                   do not say what was granted                  BIFROST_QUIET=1
  --help, --version

Exit status: the program's; 128 + N if signal N ended it; 125 if bfrun fails,
126 if the program cannot be executed, 127 if there is none.
";

/// How statistics are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stats {
    /// Not at all.
    Off,
    /// As a table.
    Text,
    /// As one line of JSON.
    Json,
}

/// What to do when no GPU is free.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wait {
    /// Fail.
    No,
    /// Wait as long as it takes.
    Ever,
    /// Wait so long.
    Limit(Duration),
}

/// What to run, and with what.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Options {
    /// Number of GPUs.
    pub(crate) gpus: u32,
    /// Memory of each.
    pub(crate) memory: MemoryAsk,
    /// Servers.
    pub(crate) servers: Vec<String>,
    /// Which of them.
    pub(crate) placement: Placement,
    /// Whether to wait in line.
    pub(crate) wait: Wait,
    /// A private server instead.
    pub(crate) local: bool,
    /// Statistics at the end.
    pub(crate) stats: Stats,
    /// No line about the grant.
    pub(crate) quiet: bool,
    /// The program.
    pub(crate) program: OsString,
    /// Its arguments.
    pub(crate) args: Vec<OsString>,
}

/// What the command line asks for.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Command {
    /// Run a program.
    Run(Options),
    /// Print the usage.
    Help,
    /// Print the release.
    Version,
}

/// What is wrong with the command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum OptionError {
    /// There is no such option.
    Unknown(String),
    /// The option needs a value.
    NoValue(String),
    /// The option's value makes no sense: option, value, why.
    Value(String, String, AskError),
    /// `--stats` knows only `json`.
    Stats(String),
    /// There is no such placement: where it was named, what.
    Placement(String, String),
    /// BIFROST_RUN_STATS knows `text` and `json`.
    StatsVariable(String),
    /// Options that exclude each other.
    Both(&'static str, &'static str),
    /// No program is named.
    NoProgram,
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionError::Unknown(o) => write!(f, "unknown option `{o}`; see bfrun --help"),
            OptionError::NoValue(o) => write!(f, "{o} needs a value; see bfrun --help"),
            OptionError::Value(o, v, e) => write!(f, "{o} `{v}`: {e}"),
            OptionError::Stats(v) => write!(f, "--stats={v}: expected --stats or --stats=json"),
            OptionError::Placement(o, v) => write!(f, "{o} `{v}`: expected best-fit, spread or pack"),
            OptionError::StatsVariable(v) => write!(f, "BIFROST_RUN_STATS `{v}`: expected text, json or 0"),
            OptionError::Both(a, b) => write!(f, "{a} and {b} exclude each other; give one of them"),
            OptionError::NoProgram => {
                f.write_str("no program is named: bfrun [options] -- program [arguments]")
            }
        }
    }
}

impl std::error::Error for OptionError {}

/// Options as far as they were given.
#[derive(Default)]
struct Given {
    gpus: Option<u32>,
    fraction: Option<MemoryAsk>,
    amount: Option<MemoryAsk>,
    servers: Vec<String>,
    local: bool,
    placement: Option<Placement>,
    wait: Option<Wait>,
    stats: Option<Stats>,
    quiet: bool,
}

impl Given {
    /// Options without a value.
    fn switch(&mut self, option: &str) -> Result<bool, OptionError> {
        match option {
            "--local" => self.local = true,
            "-q" | "--quiet" => self.quiet = true,
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

    fn set(&mut self, option: &str, value: &str) -> Result<(), OptionError> {
        let wrong = |e| OptionError::Value(option.into(), value.into(), e);
        match option {
            "-n" => self.gpus = Some(parse_gpus(value).map_err(wrong)?),
            "-p" => self.fraction = Some(parse_fraction(value).map_err(wrong)?),
            "-m" => self.amount = Some(parse_mib(value).map_err(wrong)?),
            "--server" => match split_servers(value) {
                none if none.is_empty() => return Err(OptionError::NoValue(option.into())),
                servers => self.servers.extend(servers),
            },
            "--placement" => self.placement = Some(parse_placement(option, value)?),
            "--wait" => self.wait = Some(Wait::Limit(parse_wait(value).map_err(wrong)?)),
            _ => return Err(OptionError::Unknown(option.into())),
        }
        Ok(())
    }

    /// With what the environment says about the rest.
    fn finish(
        self,
        env: impl Fn(&str) -> Option<OsString>,
        program: OsString,
        args: Vec<OsString>,
    ) -> Result<Options, OptionError> {
        let text = |name: &str| env(name).filter(|v| !v.is_empty()).map(|v| v.to_string_lossy().into_owned());
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
            _ => self.servers,
        };
        let placement = match self.placement {
            Some(placement) => placement,
            None => text("BIFROST_PLACEMENT")
                .map_or(Ok(Placement::default()), |v| parse_placement("BIFROST_PLACEMENT", &v))?,
        };
        let wait = match self.wait {
            Some(wait) => wait,
            None => read(text, "BIFROST_WAIT", parse_wait_variable)?.unwrap_or(Wait::No),
        };
        let stats = match self.stats {
            Some(stats) => stats,
            None => text("BIFROST_RUN_STATS").map_or(Ok(Stats::Off), |v| parse_stats(&v))?,
        };
        Ok(Options {
            gpus,
            memory,
            servers,
            placement,
            wait,
            local,
            stats,
            quiet: self.quiet || on("BIFROST_QUIET")?,
            program,
            args,
        })
    }
}

/// A variable's value, if it has one.
fn read<T>(
    text: impl Fn(&str) -> Option<String>,
    name: &str,
    parse: fn(&str) -> Result<T, AskError>,
) -> Result<Option<T>, OptionError> {
    text(name).map(|v| parse(&v).map_err(|e| OptionError::Value(name.into(), v, e))).transpose()
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

/// Reads the command line; the first word that is no option is the program.
///
/// # Errors
/// The first thing that makes no sense.
pub(crate) fn parse(
    args: Vec<OsString>,
    env: impl Fn(&str) -> Option<OsString>,
) -> Result<Command, OptionError> {
    let mut given = Given::default();
    let mut args = args.into_iter();
    let program = loop {
        let arg = args.next().ok_or(OptionError::NoProgram)?;
        let option = arg.to_string_lossy().into_owned();
        match option.as_str() {
            "--" => break args.next().ok_or(OptionError::NoProgram)?,
            "--help" | "-h" => return Ok(Command::Help),
            "--version" | "-V" => return Ok(Command::Version),
            _ if given.switch(&option)? => {}
            _ if !option.starts_with('-') => break arg,
            _ => {
                let (name, value) = match split(&option) {
                    Some((name, value)) => (name, value.to_owned()),
                    None if matches!(&*option, "-n" | "-p" | "-m" | "--server" | "--placement") => {
                        let value = args.next().ok_or_else(|| OptionError::NoValue(option.clone()))?;
                        (&*option, value.to_string_lossy().into_owned())
                    }
                    None => return Err(OptionError::Unknown(option)),
                };
                given.set(name, &value)?;
            }
        }
    };
    given.finish(env, program, args.collect()).map(Command::Run)
}

/// Option and value of `--server=X` and `-n2`.
fn split(option: &str) -> Option<(&str, &str)> {
    if option.starts_with("--") {
        return option.split_once('=');
    }
    let (name, value) = option.split_at_checked(2)?;
    (!value.is_empty()).then_some((name, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn try_parse(line: &str, vars: &[(&str, &str)]) -> Result<Command, OptionError> {
        let env = |name: &str| vars.iter().find(|(n, _)| *n == name).map(|(_, v)| OsString::from(v));
        parse(line.split_whitespace().map(OsString::from).collect(), env)
    }

    fn run(line: &str, vars: &[(&str, &str)]) -> Options {
        match try_parse(line, vars) {
            Ok(Command::Run(options)) => options,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn shares() {
        let check = |line: &str, gpus: u32, memory: MemoryAsk| {
            let o = run(line, &[]);
            assert_eq!((o.gpus, o.memory, o.program.to_str()), (gpus, memory, Some("p")), "{line}");
        };
        check("p", 1, MemoryAsk::Whole);
        check("-n 2 -- p", 2, MemoryAsk::Whole);
        check("-n2 -p 0.5 p -n 3", 2, MemoryAsk::Ppm(500_000));
        check("-m 4000 p", 1, MemoryAsk::Mib(4000));
        check("-m4GiB p", 1, MemoryAsk::Mib(4096));
        check("-p 1 p", 1, MemoryAsk::Ppm(1_000_000));
    }

    #[test]
    fn the_programs_own_options_are_left_alone() {
        let o = run("--local p --local -- -q", &[]);
        assert_eq!((o.args.len(), o.quiet, o.local), (3, false, true));
        assert_eq!(run("-- -p", &[]).program, "-p");
    }

    #[test]
    fn environment() {
        let vars = [
            ("BIFROST_GPUS", "3"),
            ("BIFROST_MEMORY", "50%"),
            ("BIFROST_SERVER", "a:1,b:2"),
            ("BIFROST_QUIET", "1"),
            ("BIFROST_RUN_STATS", "json"),
        ];
        let o = run("p", &vars);
        assert_eq!(
            (o.gpus, o.memory, o.servers.len(), o.quiet, o.stats),
            (3, MemoryAsk::Ppm(500_000), 2, true, Stats::Json)
        );
        let o = run("-n 1 -m 10 --server c:3 --server=d:4 --stats p", &vars);
        assert_eq!((o.gpus, o.memory, o.stats), (1, MemoryAsk::Mib(10), Stats::Text));
        assert_eq!(o.servers, ["c:3", "d:4"]);
        assert_eq!(run("--server a:1,b:2 p", &vars).servers, ["a:1", "b:2"]);
        let o = run("--local p", &vars);
        assert!(o.local && o.servers.is_empty());
        assert!(run("p", &[("BIFROST_LOCAL", "1"), ("BIFROST_SERVER", "a:1")]).local);
        assert!(!run("--server b:2 p", &[("BIFROST_LOCAL", "1")]).local);
    }

    #[test]
    fn waits_and_placements() {
        let ten = Wait::Limit(Duration::from_secs(600));
        for (line, vars, wait, placement) in [
            ("p", &[][..], Wait::No, Placement::BestFit),
            ("--wait p", &[("BIFROST_WAIT", "0")], Wait::Ever, Placement::BestFit),
            ("--wait=10m --placement=pack p", &[("BIFROST_PLACEMENT", "spread")], ten, Placement::Pack),
            ("p", &[("BIFROST_WAIT", "1"), ("BIFROST_PLACEMENT", "spread")], Wait::Ever, Placement::Spread),
            ("p", &[("BIFROST_WAIT", "600")], ten, Placement::BestFit),
            ("--placement pack p", &[("BIFROST_WAIT", "no")], Wait::No, Placement::Pack),
        ] {
            let o = run(line, vars);
            assert_eq!((o.wait, o.placement), (wait, placement), "{line} {vars:?}");
        }
    }

    #[test]
    fn what_makes_no_sense_is_named() {
        let check = |line: &str, words: &str| {
            let message = try_parse(line, &[]).unwrap_err().to_string();
            assert!(message.contains(words), "{line}: {message}");
        };
        check("", "no program");
        check("-n 1", "no program");
        check("--", "no program");
        check("-n", "-n needs a value");
        check("-n 0 p", "-n `0`");
        check("-p 2 p", "fraction");
        check("-m 0.5 p", "amount");
        check("-p 0.5 -m 100 p", "exclude");
        check("--local --server a:1 p", "exclude");
        check("--server=, p", "--server needs a value");
        check("--stats=xml p", "--stats=xml");
        check("--wait=soon p", "--wait `soon`: expected a time");
        check("--placement p q", "--placement `p`: expected best-fit");
        check("--sever a:1 p", "unknown option `--sever`");
        check("-x p", "unknown option `-x`");
        for (name, value) in [
            ("BIFROST_GPUS", "many"),
            ("BIFROST_MEMORY", "lots"),
            ("BIFROST_LOCAL", "perhaps"),
            ("BIFROST_QUIET", "2"),
            ("BIFROST_RUN_STATS", "xml"),
            ("BIFROST_PLACEMENT", "anywhere"),
            ("BIFROST_WAIT", "long"),
        ] {
            let message = try_parse("p", &[(name, value)]).unwrap_err().to_string();
            assert!(message.contains(&format!("{name} `{value}`: expected")), "{message}");
        }
    }
}
