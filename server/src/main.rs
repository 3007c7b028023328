//! bfpoold.

use std::path::PathBuf;
use std::process::ExitCode;

use bifrost_server::worker::{self, Setup, probe};

fn main() -> ExitCode {
    let mut args = std::env::args_os().skip(1);
    let mode = args.next();
    let error = match mode.as_ref().and_then(|m| m.to_str()) {
        Some("--worker") => match Setup::from_args(args) {
            Ok(setup) => worker::run(&setup).to_string(),
            Err(e) => e.to_string(),
        },
        Some("--probe") => {
            let path = PathBuf::from(args.next().unwrap_or_default());
            match probe::write(&path, "", &mut std::io::stdout().lock()) {
                Ok(()) => return ExitCode::SUCCESS,
                Err(e) => e.to_string(),
            }
        }
        _ => "usage: bfpoold --worker OPTIONS | --probe DRIVER".into(),
    };
    eprintln!("bfpoold: {error}");
    ExitCode::FAILURE
}
