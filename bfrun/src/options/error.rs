//! What is wrong with a command line.

use std::fmt;

use transport::control::{AskError, FilterError};

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
    /// A filter makes no sense: where it was given, its text, why.
    Filter(String, String, FilterError),
    /// A time that stands beside `--wait`.
    WaitWord(String),
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
            OptionError::Filter(o, v, e) => write!(f, "{o} `{v}`: {e}"),
            OptionError::WaitWord(v) => write!(
                f,
                "--wait takes its time behind an equals sign: --wait={v} (a program of this name: --wait -- {v})"
            ),
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
