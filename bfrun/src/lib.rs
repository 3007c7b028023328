//! The programs of a pool's users: `bfrun` runs a program with GPUs of a pool, `bfctl` looks at pools and manages them.
//!
//! ```text
//!  bfrun ── control connection ──▶ bfpoold         reservation, one session per process
//!   │ ◀── Unix socket (BIFROST_SESSION) ── shim of each process below
//!   └── program (LD_PRELOAD, LD_LIBRARY_PATH)
//!
//!  bfrun request ──▶ a reservation that is kept, and its ticket in a file ──▶ bfrun --reservation FILE, bfrun release FILE
//!
//!  bfctl ── control connection to each server ──▶ bfpoold      reports, commands
//! ```

mod bitfusion;
mod broker;
mod child;
mod ctl;
mod device_files;
mod error;
mod folder;
mod libraries;
mod local;
mod options;
mod program;
mod report;
mod request;
mod run;
mod ticket;

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

/// Exit status when bfrun itself fails, as with env(1) and its like.
const FAILED: u8 = 125;

/// bfrun's main function; called as `bitfusion` it takes the commands that VMware Bitfusion had.
pub fn bfrun() -> ExitCode {
    let mut args = std::env::args_os();
    let name = args.next();
    if bitfusion::is_meant(name.as_ref()) {
        bitfusion::main(args.collect())
    } else {
        bfrun_with(args.collect())
    }
}

fn bfrun_with(args: Vec<OsString>) -> ExitCode {
    match options::parse(args, |name| std::env::var_os(name)) {
        Ok(options::Command::Help) => {
            print(options::USAGE);
            ExitCode::SUCCESS
        }
        Ok(options::Command::Version) => {
            print(&format!("bfrun {}\n", transport::control::RELEASE));
            ExitCode::SUCCESS
        }
        Ok(options::Command::Run(options)) => ended(run::run(options)),
        Ok(options::Command::Request(options)) => ended(request::request(&options)),
        Ok(options::Command::Release(path)) => ended(request::release(&path)),
        Err(e) => failed(&error::RunError::Options(e)),
    }
}

/// bfctl's main function.
pub fn bfctl() -> ExitCode {
    ctl::main_with(std::env::args_os().skip(1).collect())
}

/// Whoever reads it may have read enough.
fn print(text: &str) {
    let _ = std::io::stdout().write_all(text.as_bytes());
}

fn ended(result: Result<u8, error::RunError>) -> ExitCode {
    match result {
        Ok(status) => ExitCode::from(status),
        Err(e) => failed(&e),
    }
}

fn failed(e: &error::RunError) -> ExitCode {
    // Standard error may be closed.
    let _ = writeln!(std::io::stderr(), "bfrun: {e}");
    ExitCode::from(e.status())
}
