//! bfctl: looks at pools and manages them.
//!
//! Each command asks all servers at once, prints for people or, with `--json`, for programs (docs/bfctl.md has every field), and ends within
//! 5 s. What a server does not answer is a line on standard error and exit status 1.

mod ask;
mod certificates;
mod check;
mod cli;
mod doctor;
mod error;
mod health;
mod here;
mod init;
mod manage;
mod show;
mod smi;
mod table;
mod token;

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser};
use serde::Serialize;

use cli::{Cli, Command};
use error::CtlError;

/// Exit status when something failed.
const FAILED: u8 = 1;
/// Exit status for a command line that makes no sense.
const USAGE: u8 = 2;

/// bfctl's main function for given arguments, without the program's name.
pub(crate) fn main_with(args: Vec<OsString>) -> ExitCode {
    let cli = match Cli::try_parse_from(std::iter::once("bfctl".into()).chain(args)) {
        Ok(cli) => cli,
        Err(e) => return misused(&e),
    };
    match run(&cli) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(FAILED),
        Err(e) => {
            complain(&e);
            ExitCode::from(FAILED)
        }
    }
}

/// Does what is asked for; false when a part of it failed, which has been told.
fn run(cli: &Cli) -> Result<bool, CtlError> {
    match &cli.command {
        Command::Status => show::status(cli),
        Command::ListGpus => show::gpus(cli),
        Command::Sessions => show::sessions(cli),
        Command::Smi => smi::run(cli),
        Command::Health { local } => health::run(cli, *local),
        Command::Doctor { local, command } => doctor::run(cli, *local, command),
        Command::Kill { session } => manage::kill(cli, session),
        Command::Drain { undo, wait } => manage::drain(cli, !undo, *wait),
        Command::Init(options) => init::run(cli, options),
        Command::Token { folder, command } => token::run(cli, folder.as_ref(), command),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut Cli::command(), "bfctl", &mut script);
            print(&String::from_utf8_lossy(&script))
        }
        Command::Man { folder } => {
            std::fs::create_dir_all(folder)
                .and_then(|()| clap_mangen::generate_to(Cli::command(), folder))
                .map_err(|e| CtlError::Write(folder.clone(), e))?;
            Ok(true)
        }
    }
}

/// Help and version, or what is wrong with the command line in one line.
fn misused(e: &clap::Error) -> ExitCode {
    let text = e.to_string();
    if !e.use_stderr() {
        let _ = print(text.trim_end());
        return ExitCode::SUCCESS;
    }
    let is_part =
        |line: &&str| !line.is_empty() && !line.starts_with("Usage:") && !line.starts_with("For more");
    // Standard error may be closed.
    if e.kind() == clap::error::ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let _ = writeln!(io::stderr(), "{}", text.trim_end());
        return ExitCode::from(USAGE);
    }
    let parts = text.lines().map(|line| line.trim().trim_start_matches("error: ")).filter(is_part);
    // What is named stands below the line that ends with a colon.
    let line = parts.fold(String::new(), |line, part| match line.as_str() {
        "" => part.to_owned(),
        head if head.ends_with(':') => format!("{head} {part}"),
        _ => format!("{line}; {part}"),
    });
    let _ = writeln!(io::stderr(), "bfctl: {line}; see bfctl --help");
    ExitCode::from(USAGE)
}

fn complain(e: &CtlError) {
    // Standard error may be closed.
    let _ = writeln!(io::stderr(), "bfctl: {e}");
}

/// Prints lines for people; that nobody reads them is no failure.
fn print(text: &str) -> Result<bool, CtlError> {
    match writeln!(io::stdout(), "{text}") {
        Err(e) if e.kind() != io::ErrorKind::BrokenPipe => Err(CtlError::Print(e)),
        _ => Ok(true),
    }
}

/// Prints a document for programs.
fn print_json(document: &impl Serialize) -> Result<bool, CtlError> {
    print(&serde_json::to_string(document).map_err(|e| CtlError::Print(e.into()))?)
}
