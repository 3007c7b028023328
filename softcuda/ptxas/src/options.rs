//! ptxas's command line, as far as it matters here.

use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;

/// What is to be done.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Options {
    /// The PTX.
    pub(crate) input: PathBuf,
    /// Where it goes.
    pub(crate) output: PathBuf,
    /// `-v`: kernels are named.
    pub(crate) verbose: bool,
    /// `-w`: no warnings.
    pub(crate) quiet: bool,
}

/// Why there is nothing to assemble.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum OptionError {
    /// `--version`
    Version,
    /// `--help`, or no arguments.
    Help,
    /// An option's value is missing.
    NoValue(String),
    /// No file is named.
    NoInput,
    /// More than one file is named.
    SeveralInputs,
    /// `--gpu-name` names nothing that can be an architecture.
    GpuName(String),
    /// An option that would say where the PTX or the options are.
    NotTaken(String),
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionError::Version | OptionError::Help => Ok(()),
            OptionError::NoValue(option) => write!(f, "Option '{option}' needs a value"),
            OptionError::NoInput => write!(f, "No input file is named"),
            OptionError::SeveralInputs => {
                write!(f, "Several input files are named; softcuda's ptxas takes one")
            }
            OptionError::GpuName(name) => write!(f, "Value '{name}' is not defined for option 'gpu-name'"),
            OptionError::NotTaken(option) => write!(f, "Option '{option}' is not taken by softcuda's ptxas"),
        }
    }
}

/// Options whose value may be the next argument, without their dashes; those that may only have `=value` are not here.
const WITH_VALUE: [&str; 29] = [
    "Ofast-compile",
    "Ofc",
    "device-function-maxrregcount",
    "func-maxrregcount",
    "def-load-cache",
    "dlcm",
    "def-store-cache",
    "dscm",
    "entry",
    "e",
    "force-load-cache",
    "flcm",
    "force-store-cache",
    "fscm",
    "gpu-name",
    "arch",
    "machine",
    "m",
    "maxntid",
    "maxrregcount",
    "minnctapersm",
    "opt-level",
    "O",
    "output-file",
    "o",
    "register-usage-level",
    "regUsageLevel",
    "split-compile",
    "regAllocOptLevel",
];

/// Options that say where something is that would have to be heeded.
const NOT_TAKEN: [&str; 4] = ["options-file", "optf", "input-as-string", "ias"];

impl Options {
    /// Reads the arguments after the program's name.
    pub(crate) fn read(arguments: impl IntoIterator<Item = OsString>) -> Result<Self, OptionError> {
        let mut arguments = arguments.into_iter().peekable();
        if arguments.peek().is_none() {
            return Err(OptionError::Help);
        }
        let mut inputs = Vec::new();
        let mut options =
            Self { input: PathBuf::new(), output: "elf.o".into(), verbose: false, quiet: false };
        while let Some(argument) = arguments.next() {
            let text = argument.to_string_lossy().into_owned();
            let Some(option) = text.strip_prefix('-').filter(|rest| !rest.is_empty()) else {
                inputs.push(PathBuf::from(argument));
                continue;
            };
            let option = option.strip_prefix('-').unwrap_or(option);
            let (name, attached) = match option.split_once('=') {
                Some((name, value)) => (name, Some(OsString::from(value))),
                None => (option, None),
            };
            let value = if attached.is_none() && WITH_VALUE.contains(&name) {
                Some(arguments.next().ok_or_else(|| OptionError::NoValue(text.clone()))?)
            } else {
                attached
            };
            options.take(name, value)?;
        }
        options.input = match inputs.len() {
            0 => return Err(OptionError::NoInput),
            1 => inputs.remove(0),
            _ => return Err(OptionError::SeveralInputs),
        };
        Ok(options)
    }

    fn take(&mut self, name: &str, value: Option<OsString>) -> Result<(), OptionError> {
        match (name, value) {
            ("version" | "V", _) => Err(OptionError::Version),
            ("help" | "h", _) => Err(OptionError::Help),
            (name, _) if NOT_TAKEN.contains(&name) => Err(OptionError::NotTaken(name.to_owned())),
            ("output-file" | "o", Some(path)) => {
                self.output = path.into();
                Ok(())
            }
            ("gpu-name" | "arch", Some(name)) => check_architecture(&name.to_string_lossy()),
            ("verbose" | "v", _) => {
                self.verbose = true;
                Ok(())
            }
            ("disable-warnings" | "w", _) => {
                self.quiet = true;
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

/// `sm_90a` and its kind.
fn check_architecture(name: &str) -> Result<(), OptionError> {
    let number = ["sm_", "compute_", "lto_"].iter().find_map(|prefix| name.strip_prefix(prefix));
    let number = number.map(|n| n.strip_suffix(['a', 'f']).unwrap_or(n));
    let known = number.is_some_and(|n| (2..=3).contains(&n.len()) && n.bytes().all(|b| b.is_ascii_digit()));
    if known { Ok(()) } else { Err(OptionError::GpuName(name.to_owned())) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Options, OptionError> {
        Options::read(line.split_whitespace().map(OsString::from))
    }

    #[test]
    fn command_lines_of_compilers() {
        // Of Triton 3.9, Triton 3.1, XLA, Numba and by hand.
        for line in [
            "-lineinfo --fmad=false -v --regAllocOptLevel=2 --gpu-name=sm_121a /t/k.ptx -o /t/k.o",
            "-lineinfo -suppress-debug-info -v --opt-level 0 --gpu-name=sm_90a /t/k.ptx -o /t/k.o",
            "/t/k.ptx -o /t/k.o -arch=sm_90 --warn-on-spills --verbose",
            "-O3 -v -c -m 64 -arch sm_80 --output-file /t/k.o -maxrregcount 32 /t/k.ptx",
            "--output-file=/t/k.o -v -O 2 --def-load-cache ca -dscm=wb -e main --split-compile 0 /t/k.ptx",
        ] {
            let options = read(line).unwrap();
            assert_eq!(
                (options.input.to_str(), options.output.to_str()),
                (Some("/t/k.ptx"), Some("/t/k.o")),
                "{line}"
            );
            assert!(options.verbose && !options.quiet, "{line}");
        }
        let bare = read("-w k.ptx").unwrap();
        assert!(bare.quiet && !bare.verbose && bare.output.to_str() == Some("elf.o"));
    }

    #[test]
    fn what_is_not_a_command() {
        use OptionError::*;
        for (line, expected) in [
            ("--version", Version),
            ("-V", Version),
            ("--help", Help),
            ("", Help),
            ("-v", NoInput),
            ("a.ptx b.ptx", SeveralInputs),
            ("a.ptx -o", NoValue("-o".into())),
            ("a.ptx --gpu-name", NoValue("--gpu-name".into())),
            ("a.ptx --gpu-name=sm_", GpuName("sm_".into())),
            ("a.ptx -arch gfx90a", GpuName("gfx90a".into())),
            ("--options-file x", NotTaken("options-file".into())),
        ] {
            assert_eq!(read(line), Err(expected), "{line}");
        }
        for name in ["sm_75", "sm_90a", "sm_120f", "compute_121", "lto_100"] {
            assert_eq!(check_architecture(name), Ok(()), "{name}");
        }
    }
}
