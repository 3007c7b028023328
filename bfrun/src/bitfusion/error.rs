//! What a command line of Bitfusion's asks for that there is not.

use std::fmt;
use std::io;
use std::path::PathBuf;

use access::BundleError;

/// Why nothing is run.
#[derive(Debug)]
pub(super) enum CompatError {
    /// No command.
    NoCommand,
    /// There is no such command in Bitfusion.
    Unknown(String),
    /// Bitfusion has it, Bifrost does not: command, what to do.
    NoCounterpart(String, &'static str),
    /// The command (first) has no such option.
    Option(String, String),
    /// An option needs a value.
    NoValue(String),
    /// `run` without `-n`.
    NoNumber(String),
    /// No program to run.
    NoProgram(String),
    /// A word that means nothing.
    Word(String, String),
    /// There is no home folder for the reservation's file.
    NoHome,
    /// The reservation's folder cannot be made.
    Folder(PathBuf, io::Error),
    /// A servers.conf that cannot be used.
    Servers(BundleError),
}

impl CompatError {
    /// A command that is not translated.
    pub(super) fn no_counterpart(command: String) -> CompatError {
        let remedy = match command.as_str() {
            "netperf" => {
                "measure the network with iperf3; bfctl health tells how long a server takes to answer"
            }
            "user" | "token" => "tokens are made on the server: bfctl token create NAME",
            "tls-certs" => "certificates are made on the server: bfctl init",
            "dealloc" | "force_release" => {
                "end a session or a reservation with bfctl kill; bfctl sessions lists them"
            }
            "server" => "start a server with bfpoold",
            _ => return CompatError::Unknown(command),
        };
        CompatError::NoCounterpart(command, remedy)
    }
}

impl fmt::Display for CompatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CompatError::NoCommand => f.write_str("no command is named; see bitfusion help"),
            CompatError::Unknown(command) => write!(f, "unknown command `{command}`; see bitfusion help"),
            CompatError::NoCounterpart(command, remedy) => {
                write!(f, "`{command}` has no counterpart in Bifrost; {remedy}")
            }
            CompatError::Option(command, option) => write!(
                f,
                "{command}: option `{option}` has no counterpart in Bifrost; leave it out, or see bitfusion help and bfrun --help"
            ),
            CompatError::NoValue(option) => write!(f, "{option} needs a value; see bitfusion help"),
            CompatError::NoNumber(command) => {
                write!(f, "{command}: name the number of GPUs: bitfusion {command} -n N")
            }
            CompatError::NoProgram(command) => {
                write!(f, "{command}: no program is named: bitfusion {command} … -- program [arguments]")
            }
            CompatError::Word(command, word) => {
                write!(f, "{command} does not take `{word}`; see bitfusion help")
            }
            CompatError::NoHome => f.write_str("HOME is not set; name a file for the reservation: -f FILE"),
            CompatError::Folder(file, e) => {
                write!(f, "the folder of {} cannot be made: {e}; name another file with -f", file.display())
            }
            CompatError::Servers(e) => write!(f, "{e}"),
        }
    }
}

impl std::error::Error for CompatError {}
