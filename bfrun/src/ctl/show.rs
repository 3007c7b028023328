//! `status`, `list-gpus`, `sessions`.

use protocol::report::{Device, Report, Reservation, Server, Session, Share};
use serde::Serialize;

use super::ask::{self, Failed};
use super::cli::Cli;
use super::error::CtlError;
use super::table::{Table, age, cuda, mib};
use super::{print, print_json};

/// A server and what it said.
#[derive(Debug, Serialize)]
pub(super) struct Answered<'a> {
    address: &'a str,
    #[serde(flatten)]
    report: &'a Report,
}

/// What `status --json` and `smi --json` print.
#[derive(Debug, Serialize)]
struct Servers<'a> {
    servers: Vec<Answered<'a>>,
    failed: &'a [Failed],
}

#[derive(Debug, Serialize)]
struct Gpus<'a> {
    gpus: Vec<Gpu<'a>>,
    failed: &'a [Failed],
}

#[derive(Debug, Serialize)]
struct Gpu<'a> {
    address: &'a str,
    server: &'a str,
    #[serde(flatten)]
    device: &'a Device,
}

#[derive(Debug, Serialize)]
struct Sessions<'a> {
    sessions: Vec<OneSession<'a>>,
    reservations: Vec<OneReservation<'a>>,
    failed: &'a [Failed],
}

#[derive(Debug, Serialize)]
struct OneSession<'a> {
    address: &'a str,
    server: &'a str,
    #[serde(flatten)]
    session: &'a Session,
}

#[derive(Debug, Serialize)]
struct OneReservation<'a> {
    address: &'a str,
    server: &'a str,
    #[serde(flatten)]
    reservation: &'a Reservation,
}

/// All that the servers report.
pub(super) fn as_json(reports: &[(String, Report)], failed: &[Failed]) -> Result<bool, CtlError> {
    let servers = reports.iter().map(|(address, report)| Answered { address, report }).collect();
    print_json(&Servers { servers, failed })
}

pub(super) fn status(cli: &Cli) -> Result<bool, CtlError> {
    let (reports, failed) = ask::reports(cli)?;
    if cli.json {
        as_json(&reports, &failed)?;
    } else if !reports.is_empty() {
        print(&status_table(&reports))?;
    }
    Ok(failed.is_empty())
}

fn status_table(reports: &[(String, Report)]) -> String {
    let mut table = Table::new(&[
        "ADDRESS",
        "SERVER",
        "RELEASE",
        "CUDA",
        "DRIVER",
        ">GPUS",
        ">MIB",
        ">RESERVED",
        ">USED",
        ">RESERVATIONS",
        ">SESSIONS",
        ">UP",
        "STATE",
    ]);
    for (address, r) in reports {
        let sum = |of: fn(&Device) -> u64| mib(r.devices.iter().map(of).sum());
        table.row([
            address.clone(),
            r.server.name.clone(),
            r.server.release.clone(),
            cuda(r.server.driver_version),
            r.server.driver.clone(),
            r.devices.len().to_string(),
            sum(|d| d.total_bytes),
            sum(|d| d.reserved_bytes),
            sum(|d| d.used_bytes),
            (r.reservations.len() as u64 + r.reservations_hidden).to_string(),
            (r.sessions.len() as u64 + r.sessions_hidden).to_string(),
            age(r.server.uptime_s),
            state(&r.server),
        ]);
    }
    table.render()
}

fn state(server: &Server) -> String {
    let state = if server.draining { "draining" } else { "serving" };
    match server.waiting {
        0 => state.into(),
        waiting => format!("{state}, {waiting} waiting"),
    }
}

pub(super) fn gpus(cli: &Cli) -> Result<bool, CtlError> {
    let (reports, failed) = ask::reports(cli)?;
    let gpus = reports.iter().flat_map(|(address, r)| {
        let server = &*r.server.name;
        r.devices.iter().map(move |device| Gpu { address, server, device })
    });
    if cli.json {
        print_json(&Gpus { gpus: gpus.collect(), failed: &failed })?;
    } else if !reports.is_empty() {
        let mut table = Table::new(&[
            "ADDRESS",
            "SERVER",
            ">GPU",
            "NAME",
            "CC",
            "UUID",
            ">MIB",
            ">RESERVED",
            ">USED",
            ">SESSIONS",
        ]);
        for Gpu { address, server, device: d } in gpus {
            table.row([
                address.into(),
                server.into(),
                d.index.to_string(),
                d.name.clone(),
                d.compute_capability.clone(),
                d.uuid.clone(),
                mib(d.total_bytes),
                mib(d.reserved_bytes),
                mib(d.used_bytes),
                d.sessions.to_string(),
            ]);
        }
        print(&table.render())?;
    }
    Ok(failed.is_empty())
}

/// How a session's data cross the network.
fn data(encrypted: Option<bool>) -> &'static str {
    match encrypted {
        Some(true) => "tls",
        Some(false) => "clear",
        None => "?",
    }
}

pub(super) fn sessions(cli: &Cli) -> Result<bool, CtlError> {
    let (reports, failed) = ask::reports(cli)?;
    let sessions = reports.iter().flat_map(|(address, r)| {
        let server = &*r.server.name;
        r.sessions.iter().map(move |session| OneSession { address, server, session })
    });
    let reservations = reports.iter().flat_map(|(address, r)| {
        let server = &*r.server.name;
        r.reservations.iter().map(move |reservation| OneReservation { address, server, reservation })
    });
    if cli.json {
        let (sessions, reservations) = (sessions.collect(), reservations.collect());
        print_json(&Sessions { sessions, reservations, failed: &failed })?;
    } else if !reports.is_empty() {
        let without = reservations.filter(|r| r.reservation.sessions == 0).collect::<Vec<_>>();
        print(&[sessions_table(sessions), hidden(&reports), without_session(&without)].concat())?;
    }
    Ok(failed.is_empty())
}

fn sessions_table<'a>(sessions: impl Iterator<Item = OneSession<'a>>) -> String {
    let mut table = Table::new(&[
        "SESSION",
        "SERVER",
        ">RESERVATION",
        "OWNER",
        ">PID",
        "PROGRAM",
        "DATA",
        "GPUS",
        ">RESERVED",
        ">USED",
        ">CALLS",
        ">IN",
        ">OUT",
        ">AGE",
    ]);
    for OneSession { server, session: s, .. } in sessions {
        table.row([
            s.session.clone(),
            server.into(),
            reservation_name(s.reservation),
            s.owner.clone(),
            s.pid.to_string(),
            s.program.clone(),
            data(s.encrypted).into(),
            // One whose reservation has given its devices up has none.
            if s.devices.is_empty() { "asleep".into() } else { numbers(&s.devices) },
            mib(s.devices.iter().map(|d| d.reserved_bytes).sum()),
            mib(s.devices.iter().map(|d| d.used_bytes).sum()),
            s.work.calls.to_string(),
            mib(s.work.received_bytes),
            mib(s.work.sent_bytes),
            age(s.age_s),
        ]);
    }
    table.render()
}

/// A table of reservations that no process uses now, if there are any.
fn without_session(reservations: &[OneReservation<'_>]) -> String {
    if reservations.is_empty() {
        return String::new();
    }
    let mut table = Table::new(&["RESERVATION", "SERVER", "OWNER", "GPUS", ">RESERVED", ">AGE", "ENDS"]);
    for OneReservation { server, reservation: r, .. } in reservations {
        table.row([
            reservation_name(r.id),
            (*server).into(),
            r.owner.clone(),
            numbers(&r.devices),
            mib(r.devices.iter().map(|d| d.reserved_bytes).sum()),
            age(r.age_s),
            end(r),
        ]);
    }
    format!("\n\nwithout a session:\n{}", table.render())
}

/// What `bfctl kill` takes for a reservation.
fn reservation_name(id: u64) -> String {
    format!("r{id}")
}

fn end(r: &Reservation) -> String {
    match r.ends_in_s {
        Some(seconds) if r.kept => format!("in {}", age(seconds)),
        Some(seconds) => format!("in {}, or with its client", age(seconds)),
        None => "with its client".into(),
    }
}

/// Numbers of devices: `0,1`.
fn numbers(shares: &[Share]) -> String {
    let number = |s: &Share| s.index.map_or("?".into(), |i| i.to_string());
    shares.iter().map(number).collect::<Vec<_>>().join(",")
}

/// A line about sessions that are left out, if there are any.
fn hidden(reports: &[(String, Report)]) -> String {
    match reports.iter().map(|(_, r)| r.sessions_hidden).sum::<u64>() {
        0 => String::new(),
        n => format!("\n({n} sessions of others are not shown)"),
    }
}
