//! `doctor`: runs a program as bfrun does and tells which of the programs below it have Bifrost's libcuda, and why others have not.
//!
//! ```text
//!  bfctl doctor ─ptrace─▶ bfrun ─▶ program ─▶ …        a look at each program that begins, and at what it has loaded when it ends
//!               ◀─files── the loader's own account (LD_DEBUG=files)
//! ```

mod elf;
mod findings;
mod process;
mod watch;

use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::os::fd::AsFd;
use std::path::Path;
use std::process::{Command, Stdio};

use serde::Serialize;

use super::check::State;
use super::cli::Cli;
use super::error::CtlError;
use super::table::clean;
use super::{print, print_json};
use crate::folder::Folder;
use crate::libraries::Libraries;
use findings::{Finding, Verdict, judge};
use process::{Client, Process, asked};
use watch::{Watched, watch};

/// The system's list of libraries.
const LIST: &str = "/etc/ld.so.cache";
/// What the loader writes is called so, and then the process's number.
const TRACE: &str = "loader";

#[derive(Debug, Serialize)]
struct Report {
    reached: bool,
    exit_status: i32,
    library: String,
    programs: Vec<Program>,
}

#[derive(Debug, Serialize)]
struct Program {
    pid: i32,
    parent: i32,
    program: String,
    arguments: Vec<String>,
    state: State,
    /// It has Bifrost's library.
    reached: bool,
    /// It asked for libcuda, or its file names it.
    wants: bool,
    /// Driver libraries that it had loaded.
    loaded: Vec<String>,
    findings: Vec<Told>,
}

#[derive(Debug, Serialize)]
struct Told {
    finding: &'static str,
    detail: String,
    remedy: String,
}

/// Runs the command; true when it reached the library and nothing is amiss.
pub(super) fn run(cli: &Cli, local: bool, command: &[OsString]) -> Result<bool, CtlError> {
    let folder = Libraries::locate().client().map_err(CtlError::Install)?;
    let programs = std::env::current_exe().unwrap_or_default();
    let programs = programs.parent().unwrap_or(Path::new("/")).to_owned();
    let client = Client::of(&folder, programs.clone());
    let traces = Folder::create().map_err(CtlError::Install)?;
    let mut bfrun = Command::new(programs.join("bfrun"));
    bfrun.arg("-q").args(local.then_some("--local"));
    bfrun.args(cli.server.iter().flat_map(|server| ["--server", server])).arg("--").args(command);
    bfrun.env("LD_DEBUG", "files").env("LD_DEBUG_OUTPUT", traces.path().join(TRACE));
    // Standard output is for the report.
    let stderr = io::stderr().as_fd().try_clone_to_owned().map_err(CtlError::Watch)?;
    bfrun.stdout(Stdio::from(stderr));
    let mut watched = watch(&mut bfrun, &client).map_err(CtlError::Watch)?;
    for process in &mut watched.processes {
        let path = traces.path().join(format!("{TRACE}.{}", process.pid));
        // One that no loader served has none.
        process.asked = asked(&String::from_utf8_lossy(&std::fs::read(path).unwrap_or_default()));
    }
    let report = report(&watched, &client);
    let healthy = report.reached && report.programs.iter().all(|p| p.state != State::Failed);
    if cli.json {
        print_json(&report)?;
    } else {
        print(&for_people(&report))?;
    }
    Ok(healthy)
}

fn report(watched: &Watched, client: &Client) -> Report {
    let listed = File::open(LIST).is_ok_and(|list| elf::mentions(&list, b"libcuda.so.1"));
    let programs: Vec<Program> =
        watched.processes.iter().map(|p| told(p, judge(p, client, listed), client)).collect();
    Report {
        reached: programs.iter().any(|p| p.reached && p.state != State::Failed),
        exit_status: watched.status,
        library: client.library.display().to_string(),
        programs,
    }
}

fn told(process: &Process, verdict: Verdict, client: &Client) -> Program {
    let told = |finding: &Finding| Told {
        finding: finding.name(),
        detail: finding.to_string(),
        remedy: finding.remedy(client),
    };
    Program {
        pid: process.pid,
        parent: process.parent,
        program: process.program.display().to_string(),
        arguments: process.arguments.clone(),
        state: verdict.state,
        reached: verdict.reached,
        wants: verdict.wants,
        loaded: process.loaded.iter().map(|path| path.display().to_string()).collect(),
        findings: verdict.findings.iter().map(told).collect(),
    }
}

fn for_people(report: &Report) -> String {
    let mut lines = Vec::new();
    for p in &report.programs {
        let words: Vec<&str> = p.arguments.iter().map(String::as_str).take(4).collect();
        let more = if p.arguments.len() > words.len() { " …" } else { "" };
        lines.push(format!("{} {} ({}{more})", p.pid, p.program, words.join(" ")));
        match (p.reached, p.wants) {
            (true, true) => lines.push("  ok       has Bifrost's library, and asked for libcuda".into()),
            (true, false) => {
                lines.push("  ok       has Bifrost's library, did not ask for libcuda itself".into())
            }
            (false, _) if p.findings.is_empty() => lines.push("  ok       does not use libcuda".into()),
            (false, _) => {}
        }
        let state = match p.state {
            State::Ok => "ok     ",
            State::Warning => "WARNING",
            State::Failed => "FAILED ",
        };
        lines.extend(p.findings.iter().map(|f| format!("  {state}  {}; {}", f.detail, f.remedy)));
    }
    let end =
        if report.reached { "Bifrost's library was reached" } else { "nothing reached Bifrost's library" };
    lines.push(format!("{end} ({}); the command's exit status was {}", report.library, report.exit_status));
    lines.iter().map(|line| clean(line)).collect::<Vec<_>>().join("\n")
}
