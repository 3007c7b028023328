//! A stand-in for NVIDIA's assembler `ptxas`.
//!
//! Triton and XLA compile PTX to machine code with a `ptxas` that they find by a variable or in PATH, and load what it
//! wrote. The software device takes PTX itself; so this program checks it and writes it, NUL-terminated, where
//! the machine code is expected. `--version` names softcuda, so that what compilers keep is not mixed up with machine code.

#![forbid(unsafe_code)]

mod assemble;
mod options;

use std::io::Write;
use std::process::ExitCode;

use crate::options::{OptionError, Options};

/// What `--version` prints. Compilers read the release, and derive from it which PTX they may write: 12.9 is the
/// newest that all versions of Triton know, and has every device that softcuda may say it is.
const VERSION: &str = concat!(
    "ptxas: softcuda ",
    env!("CARGO_PKG_VERSION"),
    ", which checks PTX and hands it on\n",
    "Cuda compilation tools, release 12.9, V12.9.0\n",
    "Build softcuda_",
    env!("CARGO_PKG_VERSION"),
    "\n"
);

const USAGE: &str = "usage: ptxas [OPTION...] FILE -o OUTPUT\n\n\
    Checks the PTX in FILE and writes it to OUTPUT (elf.o) in place of machine code. All other options of\n\
    NVIDIA's ptxas are taken and mean nothing.\n";

/// ptxas's exit status when it fails.
const FAILED: u8 = 255;

fn main() -> ExitCode {
    let failure = match Options::read(std::env::args_os().skip(1)) {
        Err(OptionError::Version) => return say(VERSION),
        Err(OptionError::Help) => return say(USAGE),
        Err(wrong) => format!("ptxas fatal   : {wrong}\n"),
        Ok(options) => match assemble::run(&options) {
            Ok(notes) => {
                write_to(std::io::stderr(), &notes);
                return ExitCode::SUCCESS;
            }
            Err(failure) => failure.to_string(),
        },
    };
    write_to(std::io::stderr(), &failure);
    ExitCode::from(FAILED)
}

fn say(text: &str) -> ExitCode {
    write_to(std::io::stdout(), text);
    ExitCode::SUCCESS
}

/// Nobody is left to be told when this fails.
fn write_to(mut stream: impl Write, text: &str) {
    let _ = stream.write_all(text.as_bytes());
}
