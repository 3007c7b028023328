//! bfrun's command line; each option has an environment variable.

mod error;
mod given;
mod parse;
#[cfg(test)]
mod tests;

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use protocol::control::MemoryAsk;
use transport::control::{Filter, Placement};

pub(crate) use error::OptionError;
pub(crate) use parse::parse;

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
  --filter FILTER      which servers and GPUs: device.name=*A100*   BIFROST_FILTER
                       and device.phy-memory>=16G; all of several
                       filters must hold
  --wait[=TIME]        wait in line if no GPU is free; 90s, 10m, 2h BIFROST_WAIT=1|TIME
  --local              a private server with the software device    BIFROST_LOCAL=1
  --reservation FILE   GPUs that bfrun request has reserved         BIFROST_RESERVATION
  --device-files       for programs that look for /dev/nvidia0 or   BIFROST_DEVICE_FILES=1
                       /proc/driver/nvidia first (sudo gains no
                       rights then)
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
    /// Which servers and devices may be taken.
    pub(crate) filter: Option<Filter>,
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
    /// Whether the program finds files of devices.
    pub(crate) device_files: bool,
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
