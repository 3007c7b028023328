//! `kill` and `drain`.

use std::time::{Duration, Instant};

use protocol::control::FailureCode;
use protocol::report::Report;
use serde::Serialize;

use super::ask::{self, Answer, Failed, Pool};
use super::cli::Cli;
use super::error::CtlError;
use super::table::Table;
use super::{complain, print, print_json};

#[derive(Debug, Serialize)]
struct Killed<'a> {
    session: &'a str,
    address: &'a str,
}

/// Ends a session, or a reservation, on whichever server has it.
pub(super) fn kill(cli: &Cli, session: &str) -> Result<bool, CtlError> {
    let pool = ask::pool(cli)?;
    let mut answers = pool.ask(|address| pool.connect(address)?.kill(session));
    if let Some(done) = answers.iter().find(|a| a.result.is_ok()) {
        let address = &done.address;
        return if cli.json {
            print_json(&Killed { session, address })
        } else {
            let what = if session.starts_with('r') { "reservation" } else { "session" };
            print(&format!("{what} {session} of {address} has ended"))
        };
    }
    let is_elsewhere = |a: &Answer<()>| matches!(&a.result, Err(e) if e.code() == Some(FailureCode::Unknown));
    if answers.len() > 1 && answers.iter().all(is_elsewhere) {
        return Err(CtlError::NoSession(session.into(), answers.len()));
    }
    if answers.len() > 1 {
        answers.retain(|a| !is_elsewhere(a));
    }
    answers.into_iter().filter_map(|a| a.result.err()).for_each(|e| complain(&e.into()));
    Ok(false)
}

#[derive(Debug, Serialize)]
struct Drained<'a> {
    servers: Vec<DrainState<'a>>,
    failed: &'a [Failed],
}

#[derive(Debug, Serialize)]
struct DrainState<'a> {
    address: &'a str,
    draining: bool,
    reservations: u64,
    sessions: u64,
}

/// Lets all servers drain, or serve again.
pub(super) fn drain(cli: &Cli, on: bool, wait: Option<u64>) -> Result<bool, CtlError> {
    let pool = ask::pool(cli)?;
    let answers = pool.ask(|address| pool.connect(address)?.drain(on));
    let (mut reports, failed) = ask::sort(answers);
    if let Some(seconds) = wait
        && failed.is_empty()
    {
        wait_until_idle(&pool, &mut reports, seconds)?;
    }
    let states: Vec<DrainState<'_>> = reports
        .iter()
        .map(|(address, r)| DrainState {
            address,
            draining: r.server.draining,
            reservations: r.reservations.len() as u64 + r.reservations_hidden,
            sessions: r.sessions.len() as u64 + r.sessions_hidden,
        })
        .collect();
    if cli.json {
        print_json(&Drained { servers: states, failed: &failed })?;
    } else if !states.is_empty() {
        let mut table = Table::new(&["ADDRESS", "STATE", ">RESERVATIONS", ">SESSIONS"]);
        for s in states {
            let state = if s.draining { "draining" } else { "serving" };
            table.row([s.address.into(), state.into(), s.reservations.to_string(), s.sessions.to_string()]);
        }
        print(&table.render())?;
    }
    Ok(failed.is_empty())
}

fn wait_until_idle(pool: &Pool, reports: &mut [(String, Report)], seconds: u64) -> Result<(), CtlError> {
    const PAUSE: Duration = Duration::from_millis(100);
    let start = Instant::now();
    loop {
        let (mut sessions, mut reservations) = (0, 0);
        for (address, report) in reports.iter_mut() {
            *report = pool.connect(address).and_then(|client| client.report())?;
            sessions += report.sessions.len() as u64 + report.sessions_hidden;
            // What is merely kept runs nothing.
            let used = report.reservations.iter().filter(|r| !r.is_idle()).count();
            reservations += used as u64 + report.reservations_hidden;
        }
        if sessions + reservations == 0 {
            return Ok(());
        }
        if start.elapsed() >= Duration::from_secs(seconds) {
            return Err(CtlError::StillBusy(sessions, reservations, seconds));
        }
        std::thread::sleep(PAUSE);
    }
}
