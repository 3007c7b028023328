//! bfrun's command line; each option has an environment variable.

use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use protocol::control::MemoryAsk;
use transport::control::{
    AskError, Placement, parse_fraction, parse_gpus, parse_memory, parse_switch, parse_wait, split_servers,
};

/// What `--help` prints.
pub(crate) const USAGE: &str = "\
bfrun: runs a program with GPUs of a pool

usage: bfrun [options] [--] program [arguments]
       bfrun request [options] -o FILE     a reservation for several programs
       bfrun release FILE                  gives it back

  -n N                 number of GPUs (default 1)                   BIFROST_GPUS
  -p F                 this part of each GPU's memory: 0.5 or 50%   BIFROST_MEMORY
  -m SIZE              this much memory of each GPU: 4000 (MiB),    BIFROST_MEMORY
                       4000MiB, 4G, 4GiB, 0.5 or 50%
                       (default: the whole GPU)
  --server HOST:PORT   pool server (also unix:/PATH); of several    BIFROST_SERVER (list)
                       one that fits is taken
  --placement P        which: best-fit (default), spread or pack    BIFROST_PLACEMENT
  --wait[=TIME]        wait in line if no GPU is free; 90s, 10m, 2h BIFROST_WAIT=1|TIME
  --local              a private server with the software device    BIFROST_LOCAL=1
  --reservation FILE   GPUs that bfrun request has reserved         BIFROST_RESERVATION
  --stats[=json]       print what crossed the connection            BIFROST_RUN_STATS=text|json
  -q                   do not say what was granted                  BIFROST_QUIET=1
  --help, --version
  -o FILE              request: where the reservation's file goes
  --time TIME          request: how long it is kept; 90s, 10m, 8h
                       (default: as long as the server allows)

Also in the environment: BIFROST_BUNDLE (file or folder of the bundle, or none),
BIFROST_TOKEN (instead of the bundle's), BIFROST_TRACE (1 or a file: a line per
driver call), BIFROST_LIB (folder of the libraries).

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

/// What to reserve.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Ask {
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
    /// No line about the grant.
    pub(crate) quiet: bool,
}

/// What to run, and with what.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Options {
    /// What to reserve.
    pub(crate) ask: Ask,
    /// The file of a reservation, instead of one of its own.
    pub(crate) reservation: Option<PathBuf>,
    /// Statistics at the end.
    pub(crate) stats: Stats,
    /// The program.
    pub(crate) program: OsString,
    /// Its arguments.
    pub(crate) args: Vec<OsString>,
}

/// A reservation to be kept.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Request {
    /// What to reserve.
    pub(crate) ask: Ask,
    /// For how long; none: as long as the server allows.
    pub(crate) time: Option<Duration>,
    /// Where its file goes.
    pub(crate) output: PathBuf,
}

/// What the command line asks for.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Command {
    /// Run a program.
    Run(Options),
    /// Reserve for several programs.
    Request(Request),
    /// Give back what was so reserved: its file.
    Release(PathBuf),
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
    /// No file is named for the reservation.
    NoOutput,
    /// `bfrun request` has no such option, or no program to run.
    NotOfRequest(String),
    /// `bfrun release` takes a file.
    Release,
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
            OptionError::NoOutput => f.write_str(
                "no file is named for the reservation: bfrun request -n N -o FILE (a program of this name: bfrun -- request)",
            ),
            OptionError::NotOfRequest(word) => write!(
                f,
                "bfrun request does not take `{word}`; it reserves for bfrun --reservation FILE -- program; see bfrun --help"
            ),
            OptionError::Release => {
                f.write_str("bfrun release takes one file that bfrun request has made (a program of this name: bfrun -- release)")
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
    reservation: Option<PathBuf>,
    output: Option<PathBuf>,
    time: Option<Duration>,
}

/// Options whose value may be a word of its own.
const WITH_VALUE: [&str; 8] = ["-n", "-p", "-m", "--server", "--placement", "--reservation", "-o", "--time"];

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
            "-m" => self.amount = Some(parse_memory(value).map_err(wrong)?),
            "--server" => match split_servers(value) {
                none if none.is_empty() => return Err(OptionError::NoValue(option.into())),
                servers => self.servers.extend(servers),
            },
            "--placement" => self.placement = Some(parse_placement(option, value)?),
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
        let wait = match self.wait {
            Some(wait) => wait,
            None => read(text, "BIFROST_WAIT", parse_wait_variable)?.unwrap_or(Wait::No),
        };
        let quiet = self.quiet || on("BIFROST_QUIET")?;
        Ok(Ask { gpus, memory, servers, placement, wait, local, quiet })
    }

    /// A run, with what the environment says about the rest.
    fn run(
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
        Ok(Options { ask, reservation, stats, program, args })
    }

    /// A reservation to be kept, with what the environment says about the rest.
    fn request(mut self, env: impl Fn(&str) -> Option<OsString>) -> Result<Request, OptionError> {
        let not = [
            (self.local, "--local"),
            (self.stats.is_some(), "--stats"),
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

/// Reads the command line; the first word that is no option is the program, or what to do.
///
/// # Errors
/// The first thing that makes no sense.
pub(crate) fn parse(
    args: Vec<OsString>,
    env: impl Fn(&str) -> Option<OsString>,
) -> Result<Command, OptionError> {
    match args.first().and_then(|word| word.to_str()) {
        Some("request") => parse_request(args.into_iter().skip(1), env),
        Some("release") => parse_release(args.into_iter().skip(1)),
        _ => parse_run(args.into_iter(), env),
    }
}

fn parse_run(
    mut args: impl Iterator<Item = OsString>,
    env: impl Fn(&str) -> Option<OsString>,
) -> Result<Command, OptionError> {
    let mut given = Given::default();
    let program = loop {
        let arg = args.next().ok_or(OptionError::NoProgram)?;
        match option(&mut given, &arg, &mut args)? {
            Word::Option => {}
            Word::Command(command) => return Ok(*command),
            Word::End => break args.next().ok_or(OptionError::NoProgram)?,
            Word::Other => break arg,
        }
    };
    given.run(env, program, args.collect()).map(Command::Run)
}

fn parse_request(
    mut args: impl Iterator<Item = OsString>,
    env: impl Fn(&str) -> Option<OsString>,
) -> Result<Command, OptionError> {
    let mut given = Given::default();
    while let Some(arg) = args.next() {
        match option(&mut given, &arg, &mut args)? {
            Word::Option => {}
            Word::Command(command) => return Ok(*command),
            Word::End | Word::Other => {
                return Err(OptionError::NotOfRequest(arg.to_string_lossy().into_owned()));
            }
        }
    }
    given.request(env).map(Command::Request)
}

fn parse_release(args: impl Iterator<Item = OsString>) -> Result<Command, OptionError> {
    let args: Vec<OsString> = args.collect();
    match &args[..] {
        [help] if help == "--help" || help == "-h" => Ok(Command::Help),
        [option, ..] if option.to_string_lossy().starts_with("--") => {
            Err(OptionError::Unknown(option.to_string_lossy().into_owned()))
        }
        [file] if !file.is_empty() => Ok(Command::Release(file.into())),
        _ => Err(OptionError::Release),
    }
}

/// What a word of the command line is.
enum Word {
    /// An option, which has been taken with its value.
    Option,
    /// One that stands for itself.
    Command(Box<Command>),
    /// `--`.
    End,
    /// No option.
    Other,
}

/// Takes a word, and its value from the words that follow.
fn option(
    given: &mut Given,
    arg: &OsString,
    rest: &mut impl Iterator<Item = OsString>,
) -> Result<Word, OptionError> {
    let option = arg.to_string_lossy().into_owned();
    match option.as_str() {
        "--" => return Ok(Word::End),
        "--help" | "-h" => return Ok(Word::Command(Box::new(Command::Help))),
        "--version" | "-V" => return Ok(Word::Command(Box::new(Command::Version))),
        _ if given.switch(&option)? => return Ok(Word::Option),
        _ if !option.starts_with('-') => return Ok(Word::Other),
        _ => {}
    }
    let (name, value) = match split(&option) {
        Some((name, value)) => (name, value.to_owned()),
        None if WITH_VALUE.contains(&&*option) => {
            let value = rest.next().ok_or_else(|| OptionError::NoValue(option.clone()))?;
            (&*option, value.to_string_lossy().into_owned())
        }
        None => return Err(OptionError::Unknown(option)),
    };
    given.set(name, &value).map(|()| Word::Option)
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
            assert_eq!((o.ask.gpus, o.ask.memory, o.program.to_str()), (gpus, memory, Some("p")), "{line}");
        };
        check("p", 1, MemoryAsk::Whole);
        check("-n 2 -- p", 2, MemoryAsk::Whole);
        check("-n2 -p 0.5 p -n 3", 2, MemoryAsk::Ppm(500_000));
        check("-m 4000 p", 1, MemoryAsk::Mib(4000));
        check("-m4GiB p", 1, MemoryAsk::Mib(4096));
        check("-m 4G p", 1, MemoryAsk::Mib(4096));
        check("-m 0.5 p", 1, MemoryAsk::Ppm(500_000));
        check("-m 50% p", 1, MemoryAsk::Ppm(500_000));
        check("-p 1 p", 1, MemoryAsk::Ppm(1_000_000));
    }

    #[test]
    fn the_programs_own_options_are_left_alone() {
        let o = run("--local p --local -- -q", &[]);
        assert_eq!((o.args.len(), o.ask.quiet, o.ask.local), (3, false, true));
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
            (o.ask.gpus, o.ask.memory, o.ask.servers.len(), o.ask.quiet, o.stats),
            (3, MemoryAsk::Ppm(500_000), 2, true, Stats::Json)
        );
        let o = run("-n 1 -m 10 --server c:3 --server=d:4 --stats p", &vars);
        assert_eq!((o.ask.gpus, o.ask.memory, o.stats), (1, MemoryAsk::Mib(10), Stats::Text));
        assert_eq!(o.ask.servers, ["c:3", "d:4"]);
        assert_eq!(run("--server a:1,b:2 p", &vars).ask.servers, ["a:1", "b:2"]);
        let o = run("--local p", &vars);
        assert!(o.ask.local && o.ask.servers.is_empty());
        assert!(run("p", &[("BIFROST_LOCAL", "1"), ("BIFROST_SERVER", "a:1")]).ask.local);
        assert!(!run("--server b:2 p", &[("BIFROST_LOCAL", "1")]).ask.local);
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
            assert_eq!((o.ask.wait, o.ask.placement), (wait, placement), "{line} {vars:?}");
        }
    }

    #[test]
    fn reservations_for_several_programs() {
        let request = |line: &str| match try_parse(line, &[("BIFROST_RESERVATION", "/f")]) {
            Ok(Command::Request(request)) => request,
            other => panic!("{line}: {other:?}"),
        };
        let r = request("request -n 2 -m 4000 -o /r");
        assert_eq!((r.ask.gpus, r.ask.memory, r.time), (2, MemoryAsk::Mib(4000), None));
        assert_eq!(r.output, PathBuf::from("/r"));
        let r = request("request --wait --server a:1 --time=8h -or");
        assert_eq!(
            (r.ask.wait, r.time, r.output),
            (Wait::Ever, Some(Duration::from_secs(28_800)), "r".into())
        );
        assert_eq!(try_parse("release r", &[]), Ok(Command::Release("r".into())));
        assert_eq!(
            (&*run("-- request", &[]).program, &*run("-q release r", &[]).program),
            ("request".as_ref(), "release".as_ref())
        );
        let vars = [("BIFROST_RESERVATION", "/f"), ("BIFROST_LOCAL", "1")];
        for (line, file, local) in [
            ("--reservation r p", Some("r"), false),
            ("p", Some("/f"), false),
            ("-n 1 p", None, true),
            ("--server a:1 p", None, false),
        ] {
            let o = run(line, &vars);
            assert_eq!((o.reservation, o.ask.local), (file.map(PathBuf::from), local), "{line}");
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
        check("-m 4K p", "expected memory of a GPU: 0.5, 50%");
        check("-p 0.5 -m 100 p", "exclude");
        check("--local --server a:1 p", "exclude");
        check("--server=, p", "--server needs a value");
        check("--stats=xml p", "--stats=xml");
        check("--wait=soon p", "--wait `soon`: expected a time");
        check("--placement p q", "--placement `p`: expected best-fit");
        check("--sever a:1 p", "unknown option `--sever`");
        check("--reservation r -n 2 p", "--reservation and -n exclude");
        check("--reservation r --local p", "--reservation and --local exclude");
        check("--reservation= p", "--reservation needs a value");
        check("-o r p", "unknown option `-o`");
        check("--time 1h p", "unknown option `--time`");
        check("request -n 1", "no file is named");
        check("request -o", "-o needs a value");
        check("request -o r p", "does not take `p`");
        check("request -o r -- p", "does not take `--`");
        check("request -o r --stats", "does not take `--stats`");
        check("request -o r --local", "does not take `--local`");
        check("request -o r --time soon", "--time `soon`: expected a time");
        check("request --frob -o r", "unknown option `--frob`");
        check("release", "takes one file");
        check("release a b", "takes one file");
        check("release --all", "unknown option `--all`");
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
