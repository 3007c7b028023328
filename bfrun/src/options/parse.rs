//! Reads the command line word by word.

use std::ffi::OsString;

use transport::control::parse_wait;

use super::given::{Given, WITH_VALUE};
use super::{Command, OptionError};

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
    let mut last = OsString::new();
    let program = loop {
        let arg = args.next().ok_or(OptionError::NoProgram)?;
        match option(&mut given, &arg, &mut args)? {
            Word::Option => last = arg,
            Word::Command(command) => return Ok(*command),
            Word::End => break args.next().ok_or(OptionError::NoProgram)?,
            Word::Other => {
                check_wait(&last, &arg)?;
                break arg;
            }
        }
    };
    given.run(env, program, args.collect()).map(Command::Run)
}

fn parse_request(
    mut args: impl Iterator<Item = OsString>,
    env: impl Fn(&str) -> Option<OsString>,
) -> Result<Command, OptionError> {
    let mut given = Given::default();
    let mut last = OsString::new();
    while let Some(arg) = args.next() {
        match option(&mut given, &arg, &mut args)? {
            Word::Option => last = arg,
            Word::Command(command) => return Ok(*command),
            Word::End | Word::Other => {
                check_wait(&last, &arg)?;
                return Err(OptionError::NotOfRequest(arg.to_string_lossy().into_owned()));
            }
        }
    }
    given.request(env).map(Command::Request)
}

/// A time beside `--wait` is meant for it.
fn check_wait(last: &OsString, word: &OsString) -> Result<(), OptionError> {
    let word = word.to_string_lossy();
    if last == "--wait" && parse_wait(&word).is_ok() {
        return Err(OptionError::WaitWord(word.into_owned()));
    }
    Ok(())
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
