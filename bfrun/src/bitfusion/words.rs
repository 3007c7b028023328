//! Options of Bitfusion's commands.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use access::Bundle;

use super::error::CompatError;
use super::is_line;

/// What follows a command.
#[derive(Debug, Default)]
pub(super) struct Words {
    command: String,
    /// As bfrun has them, in pairs.
    asked: Vec<(&'static str, OsString)>,
    lists: Vec<String>,
    files_of_servers: Vec<PathBuf>,
    file: Option<PathBuf>,
    /// Say what is run.
    pub(super) verbose: bool,
    program: Vec<OsString>,
}

impl Words {
    /// Reads options up to a program, if the command takes one.
    pub(super) fn read(
        command: &str,
        takes_program: bool,
        mut args: impl Iterator<Item = OsString>,
    ) -> Result<Words, CompatError> {
        let mut words = Words { command: command.into(), ..Words::default() };
        while let Some(arg) = args.next() {
            let text = arg.to_string_lossy().into_owned();
            if text == "--" {
                words.program.extend(args.by_ref());
            } else if !text.starts_with('-') || text == "-" {
                words.program.push(arg);
                words.program.extend(args.by_ref());
            } else {
                words.option(&text, &mut args)?;
            }
        }
        match words.program.first() {
            Some(word) if !takes_program => {
                Err(CompatError::Word(command.into(), word.to_string_lossy().into_owned()))
            }
            _ => Ok(words),
        }
    }

    fn option(&mut self, option: &str, rest: &mut impl Iterator<Item = OsString>) -> Result<(), CompatError> {
        let (name, joined) = match option.split_once('=') {
            Some((name, value)) if name.starts_with("--") => (name, Some(value.to_owned())),
            // -n2
            _ => match option.split_at_checked(2) {
                Some((name, value)) if !option.starts_with("--") && !value.is_empty() => {
                    (name, Some(value.to_owned()))
                }
                _ => (option, None),
            },
        };
        let mut value = || {
            let value = joined.clone().map(OsString::from).or_else(|| rest.next());
            value.ok_or_else(|| CompatError::NoValue(name.into()))
        };
        match name {
            "-n" | "--num_gpus" => self.asked.push(("-n", value()?)),
            "-p" | "--partial" => self.asked.push(("-p", value()?)),
            "-m" | "--gpu_memory" => self.asked.push(("-m", value()?)),
            "--filter" => self.asked.push(("--filter", value()?)),
            "-l" | "--server_list" => self.lists.push(value()?.to_string_lossy().into_owned()),
            "-s" | "--servers" => self.files_of_servers.push(value()?.into()),
            "-f" | "--file" => self.file = Some(value()?.into()),
            "-v" | "--verbose" if joined.is_none() => self.verbose = true,
            _ => return Err(CompatError::Option(self.command.clone(), option.into())),
        }
        Ok(())
    }

    /// What to reserve, as bfrun takes it.
    pub(super) fn asked(&self) -> Result<Vec<OsString>, CompatError> {
        if !self.asked.iter().any(|(name, _)| *name == "-n") {
            return Err(CompatError::NoNumber(self.command.clone()));
        }
        let asked = self.asked.iter().flat_map(|(name, value)| [OsString::from(*name), value.clone()]);
        Ok(asked.chain(self.servers()?).collect())
    }

    /// Servers, as bfrun and bfctl take them.
    pub(super) fn servers(&self) -> Result<Vec<OsString>, CompatError> {
        let split = |list: &String| {
            let parts = list.split(|c: char| c == ';' || c == ',' || c.is_whitespace());
            parts.filter(|part| !part.is_empty()).map(str::to_owned).collect::<Vec<_>>()
        };
        let mut servers: Vec<String> = self.lists.iter().flat_map(split).collect();
        for file in &self.files_of_servers {
            servers.extend(Bundle::servers_in(file).map_err(CompatError::Servers)?);
        }
        Ok(servers.into_iter().flat_map(|server| ["--server".into(), server.into()]).collect())
    }

    /// Refuses options that say what to reserve.
    pub(super) fn no_gpus(&self) -> Result<(), CompatError> {
        match self.asked.first() {
            Some((name, _)) => Err(CompatError::Option(self.command.clone(), (*name).into())),
            None => Ok(()),
        }
    }

    /// The program, behind `--`; a whole line of words goes to a shell.
    pub(super) fn program(&self) -> Result<Vec<OsString>, CompatError> {
        let behind = match &self.program[..] {
            [] => return Err(CompatError::NoProgram(self.command.clone())),
            [line] if is_line(line) => vec!["/bin/sh".into(), "-c".into(), line.clone()],
            program => program.to_vec(),
        };
        Ok([vec![OsString::from("--")], behind].concat())
    }

    /// The reservation's file: what was named, or where it is by default.
    pub(super) fn file(&self, env: &dyn Fn(&str) -> Option<OsString>) -> Result<PathBuf, CompatError> {
        if let Some(file) = &self.file {
            return Ok(file.clone());
        }
        let set = |name: &str| env(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let state = set("XDG_STATE_HOME").or_else(|| Some(set("HOME")?.join(".local/state")));
        let state = state.ok_or(CompatError::NoHome)?;
        Ok(state.join(Path::new("bifrost/bitfusion.reservation")))
    }
}
