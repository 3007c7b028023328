//! The command `bitfusion`, for scripts that were written for VMware Bitfusion: the commands and options that people know, as bfrun and
//! bfctl understand them. bfrun's program does this when it is called by that name.

mod error;
#[cfg(test)]
mod tests;
mod words;

use std::ffi::OsString;
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use error::CompatError;
use words::Words;

use crate::print;

/// The name that bfrun's program answers to in this way.
const NAME: &str = "bitfusion";

/// Exit status when nothing was run.
const FAILED: u8 = crate::FAILED;

const USAGE: &str = "\
bitfusion: the commands of VMware Bitfusion, for a pool of Bifrost

  run -n N [-p F | -m MB] [-l SERVERS] [--filter F]… [--] app …   bfrun -n N … -- app …
  run -n N … \"app …\"                       bfrun -n N … -- /bin/sh -c \"app …\"
  request_gpus -n N … [-f FILE]            bfrun request -n N … -o FILE
  client [-f FILE] app …                   bfrun --reservation FILE -- app …
  release_gpus [-f FILE]                   bfrun release FILE
  local app …                              bfrun --local -- app …
  list_gpus, smi                           bfctl list-gpus, bfctl smi
  health, localhealth                      bfctl health, bfctl health --local
  stats                                    bfctl sessions
  version, help

  -n, --num_gpus N      GPUs                          bfrun -n
  -p, --partial F       part of each one's memory     bfrun -p
  -m, --gpu_memory MB   memory of each, in MiB        bfrun -m
  -l, --server_list L   ip:port;ip:port               --server, once for each
  -s, --servers FILE    a servers.conf                the servers that it names
  --filter F            device.name=…                 bfrun --filter
  -f, --file FILE       the reservation (default: ~/.local/state/bifrost/bitfusion.reservation)
  -v, --verbose         say what is run instead
";

/// What a command of Bitfusion's is called here.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Instead {
    /// `bfrun` with these words.
    Bfrun(Vec<OsString>),
    /// `bfctl` with these words.
    Bfctl(Vec<OsString>),
    /// A reservation's file goes there: its folder is made first.
    Request(PathBuf, Vec<OsString>),
    /// The usage.
    Help,
    /// The release.
    Version,
}

/// What is run, and whether that is to be said.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Translated {
    instead: Instead,
    verbose: bool,
}

/// Whether a program that was called so is to answer to Bitfusion's commands.
pub(crate) fn is_meant(name: Option<&OsString>) -> bool {
    name.is_some_and(|name| Path::new(name).file_name().is_some_and(|name| name == NAME))
}

/// Does what a command line of Bitfusion's says.
pub(crate) fn main(args: Vec<OsString>) -> ExitCode {
    let translated = match translate(args, &|name| std::env::var_os(name)) {
        Ok(translated) => translated,
        Err(e) => return failed(&e),
    };
    if translated.verbose {
        tell(&translated.instead);
    }
    match translated.instead {
        Instead::Bfrun(words) => crate::bfrun_with(words),
        Instead::Bfctl(words) => crate::ctl::main_with(words),
        Instead::Request(file, words) => {
            let made = file.parent().map_or(Ok(()), std::fs::create_dir_all);
            match made {
                Ok(()) => crate::bfrun_with(words),
                Err(e) => failed(&CompatError::Folder(file, e)),
            }
        }
        Instead::Help => {
            print(USAGE);
            ExitCode::SUCCESS
        }
        Instead::Version => {
            print(&format!("bitfusion: Bifrost {}\n", transport::control::RELEASE));
            ExitCode::SUCCESS
        }
    }
}

fn failed(e: &CompatError) -> ExitCode {
    // Standard error may be closed.
    let _ = writeln!(std::io::stderr(), "bitfusion: {e}");
    ExitCode::from(FAILED)
}

fn tell(instead: &Instead) {
    let (program, words) = match instead {
        Instead::Bfrun(words) | Instead::Request(_, words) => ("bfrun", words),
        Instead::Bfctl(words) => ("bfctl", words),
        Instead::Help | Instead::Version => return,
    };
    let words: Vec<String> = words.iter().map(|word| quoted(&word.to_string_lossy())).collect();
    let _ = writeln!(std::io::stderr(), "bitfusion: {program} {}", words.join(" "));
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_=./:,@%+".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.into();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// What to run instead of a command of Bitfusion's.
fn translate(args: Vec<OsString>, env: &dyn Fn(&str) -> Option<OsString>) -> Result<Translated, CompatError> {
    let mut args = args.into_iter();
    let command = args.next().map(|word| word.to_string_lossy().into_owned()).unwrap_or_default();
    let takes_program = matches!(command.as_str(), "run" | "client" | "local");
    let words = |args| Words::read(&command, takes_program, args);
    let (instead, verbose) = match command.as_str() {
        "run" => {
            let words = words(args)?;
            (Instead::Bfrun([words.asked()?, words.program()?].concat()), words.verbose)
        }
        "local" => {
            let words = words(args)?;
            words.no_gpus()?;
            (Instead::Bfrun([vec!["--local".into()], words.program()?].concat()), words.verbose)
        }
        "request_gpus" | "request" => {
            let words = words(args)?;
            let file = words.file(env)?;
            let all =
                [vec!["request".into()], words.asked()?, vec!["-o".into(), file.clone().into()]].concat();
            (Instead::Request(file, all), words.verbose)
        }
        "client" => {
            let words = words(args)?;
            words.no_gpus()?;
            let file = words.file(env)?.into();
            (Instead::Bfrun([vec!["--reservation".into(), file], words.program()?].concat()), words.verbose)
        }
        "release_gpus" | "release" => {
            let words = words(args)?;
            words.no_gpus()?;
            (Instead::Bfrun(vec!["release".into(), words.file(env)?.into()]), words.verbose)
        }
        "list_gpus" | "smi" | "health" | "stats" => {
            let words = words(args)?;
            words.no_gpus()?;
            let name = match command.as_str() {
                "list_gpus" => "list-gpus",
                "stats" => "sessions",
                same => same,
            };
            (Instead::Bfctl([vec![name.into()], words.servers()?].concat()), words.verbose)
        }
        "localhealth" => {
            let words = words(args)?;
            words.no_gpus()?;
            (Instead::Bfctl(vec!["health".into(), "--local".into()]), words.verbose)
        }
        "version" | "--version" | "-V" => (Instead::Version, false),
        "help" | "--help" | "-h" => (Instead::Help, false),
        "" => return Err(CompatError::NoCommand),
        _ => return Err(CompatError::no_counterpart(command)),
    };
    Ok(Translated { instead, verbose })
}

/// Whether a single word is a command line for a shell: Bitfusion took its program in this form, too.
fn is_line(word: &OsString) -> bool {
    word.as_bytes().iter().any(|b| b.is_ascii_whitespace() || b"|&;<>$`".contains(b))
        && !Path::new(word).exists()
}
