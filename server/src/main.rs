//! bfpoold: front, worker, ledger.

use std::ffi::OsString;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use bifrost_server::{confine, front, worker};

fn main() -> ExitCode {
    let args: Vec<OsString> = std::env::args_os().skip(1).collect();
    match args.first().and_then(|a| a.to_str()) {
        Some("--worker") => {
            let failure = worker::Setup::from_args(args.into_iter().skip(1))
                .map_or_else(|e| e, |setup| worker::run(&setup));
            say(&format!("bfpoold: {failure}"));
            ExitCode::FAILURE
        }
        Some("--probe") => probe(args.get(1)),
        Some("--trial") => trial(args.get(1), args.get(2)),
        _ => front::main(args.into_iter().map(|a| a.to_string_lossy().into_owned()).collect()),
    }
}

/// Writes a line to standard error, whose reader may have gone with its front.
fn say(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// Says as a line of JSON what confinement this system and this driver bear.
fn trial(plan: Option<&OsString>, library: Option<&OsString>) -> ExitCode {
    let plan = plan.and_then(|text| confine::Plan::from_text(text.to_str()?));
    let (Some(plan), Some(library)) = (plan, library) else {
        say("--trial needs a plan and the path of a driver");
        return ExitCode::FAILURE;
    };
    let found = confine::trial(&plan, Path::new(library)).map_err(|e| e.to_string());
    let written = found.and_then(|found| {
        let line = serde_json::to_string(&found).map_err(|e| e.to_string())?;
        writeln!(std::io::stdout(), "{line}").map_err(|e| e.to_string())
    });
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            say(&e);
            ExitCode::FAILURE
        }
    }
}

fn probe(library: Option<&OsString>) -> ExitCode {
    let Some(library) = library else {
        say("--probe needs the path of a driver");
        return ExitCode::FAILURE;
    };
    let server = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    match worker::probe::write(Path::new(library), server.trim(), &mut std::io::stdout()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            say(&e.to_string());
            ExitCode::FAILURE
        }
    }
}
