//! `health`: whether servers, or this client, work.

use std::time::{Instant, SystemTime, UNIX_EPOCH};

use access::time;
use protocol::report::{Report, Server};
use serde::Serialize;
use transport::Endpoint;
use transport::control::RELEASE;

use super::ask::{self, Answer, Pool};
use super::check::{Check, State};
use super::cli::Cli;
use super::error::CtlError;
use super::table::{cuda, mib};
use super::{here, print, print_json};

/// Clocks may differ by so many seconds: then tokens and certificates begin and end when they should.
const SKEW_MAX: u64 = 30;

#[derive(Debug, Serialize)]
struct Health<'a> {
    healthy: bool,
    checks: &'a [Check],
}

pub(super) fn run(cli: &Cli, local: bool) -> Result<bool, CtlError> {
    let checks = if local { here::checks() } else { of_servers(cli)? };
    let healthy = checks.iter().all(|check| check.state != State::Failed);
    if cli.json {
        print_json(&Health { healthy, checks: &checks })?;
    } else {
        print(&for_people(&checks))?;
    }
    Ok(healthy)
}

fn for_people(checks: &[Check]) -> String {
    let mut lines = Vec::new();
    let mut about = None;
    for check in checks {
        if about != Some(&check.address) {
            about = Some(&check.address);
            lines.push(check.address.clone().unwrap_or_else(|| "this client".into()));
        }
        lines.push(format!("  {}", check.line()));
    }
    lines.join("\n")
}

fn of_servers(cli: &Cli) -> Result<Vec<Check>, CtlError> {
    let pool = ask::pool(cli)?;
    let answers = pool.ask(|address| Ok(of_server(&pool, address)));
    let checks = |a: Answer<Vec<Check>>| {
        let address = a.address;
        a.result.unwrap_or_default().into_iter().map(move |check| check.of(&address))
    };
    Ok(answers.into_iter().flat_map(checks).collect())
}

fn of_server(pool: &Pool, address: &str) -> Vec<Check> {
    let start = Instant::now();
    let client = match pool.connect(address) {
        Ok(client) => client,
        Err(e) => return vec![Check::from_error("reachable", &e)],
    };
    let took = start.elapsed().as_micros() as f64 / 1000.0;
    let mut checks = vec![Check::ok("reachable", format!("answers after {took:.1} ms"))];
    checks.push(encryption(client.endpoint(), client.certificate_ends(), time::now()));
    match client.report() {
        Ok(report) => checks.extend(of_report(&report)),
        Err(e) => checks.push(Check::from_error("report", &e)),
    }
    checks
}

fn of_report(report: &Report) -> Vec<Check> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let server = &report.server;
    vec![
        version(server),
        fingerprint(server),
        driver(server),
        devices(report),
        clock(server, now),
        state(server),
    ]
}

fn encryption(endpoint: &Endpoint, ends: Option<u64>, now: u64) -> Check {
    const SOON: u64 = 30 * 24 * 3600;
    match (ends, endpoint) {
        (Some(end), _) if end.saturating_sub(now) < SOON => {
            let detail = format!("the server's certificate ends {}", time::format(end));
            Check::warning("encryption", detail, "make a new one on the server (bfctl init --certificate)")
        }
        (Some(end), _) => {
            Check::ok("encryption", format!("TLS 1.3, the certificate is good until {}", time::format(end)))
        }
        (None, Endpoint::Unix(_)) => Check::ok("encryption", "none is needed on this machine"),
        (None, Endpoint::Tcp(..)) => {
            let remedy = "let the server need tokens (bfctl init), unless its network is private";
            Check::warning(
                "encryption",
                "the connection is not encrypted, and the server asks for no token",
                remedy,
            )
        }
    }
}

fn version(server: &Server) -> Check {
    let detail = format!("release {} there, {RELEASE} here", server.release);
    if server.release == RELEASE {
        Check::ok("version", detail)
    } else {
        Check::warning("version", detail, "install the same release on both sides when you can")
    }
}

fn fingerprint(server: &Server) -> Check {
    let ours: String = protocol::fingerprint().iter().map(|b| format!("{b:02x}")).collect();
    if server.fingerprints.contains(&ours) {
        return Check::ok("protocol", format!("the server has workers for {ours}"));
    }
    let remedy = "install the same release on both sides, or add a worker of this release to the server";
    Check::failed("protocol", format!("the server has no workers for this client's data, {ours}"), remedy)
}

fn driver(server: &Server) -> Check {
    let detail = format!("{}, CUDA {}", server.driver, cuda(server.driver_version));
    if server.driver_version >= 11_000 {
        Check::ok("driver", detail)
    } else {
        Check::failed("driver", detail, "install a driver for CUDA 11 or newer on the server")
    }
}

fn devices(report: &Report) -> Check {
    let total: u64 = report.devices.iter().map(|d| d.total_bytes).sum();
    let free: u64 = report.devices.iter().map(|d| d.total_bytes.saturating_sub(d.reserved_bytes)).sum();
    let detail = format!("{} GPUs, {} of {} MiB free", report.devices.len(), mib(free), mib(total));
    if report.devices.is_empty() {
        Check::failed("devices", detail, "check --devices of bfpoold, and nvidia-smi on its machine")
    } else {
        Check::ok("devices", detail)
    }
}

fn clock(server: &Server, now: u64) -> Check {
    let skew = server.time_s.abs_diff(now);
    if skew <= SKEW_MAX {
        return Check::ok("clock", format!("within {SKEW_MAX} s of this machine's"));
    }
    let side = if server.time_s > now { "ahead of" } else { "behind" };
    let detail = format!("the server's clock is {skew} s {side} this machine's");
    Check::warning("clock", detail, "synchronise both clocks (chrony, systemd-timesyncd)")
}

fn state(server: &Server) -> Check {
    if server.draining {
        let remedy = "its administrator lets it serve again with `bfctl drain --undo`";
        Check::warning("state", "the server takes no new reservations", remedy)
    } else {
        Check::ok("state", "the server takes reservations")
    }
}

#[cfg(test)]
mod tests {
    use protocol::report::Device;

    use super::*;

    fn healthy() -> Report {
        let server = Server {
            release: RELEASE.into(),
            time_s: 1000,
            driver_version: 13050,
            fingerprints: vec![protocol::fingerprint().iter().map(|b| format!("{b:02x}")).collect()],
            ..Server::default()
        };
        Report { server, devices: vec![Device::default()], ..Report::default() }
    }

    #[test]
    fn encryption_is_looked_at() {
        let tcp: Endpoint = "gpu1:7".parse().unwrap();
        let unix: Endpoint = "unix:/s".parse().unwrap();
        let day = 24 * 3600;
        let check =
            |at, ends, expected| assert_eq!(encryption(at, ends, 1000 * day).state, expected, "{ends:?}");
        check(&tcp, Some(1031 * day), State::Ok);
        check(&tcp, Some(1029 * day), State::Warning);
        check(&tcp, Some(999 * day), State::Warning);
        check(&tcp, None, State::Warning);
        check(&unix, None, State::Ok);
    }

    #[test]
    fn what_is_wrong_is_found() {
        use State::{Failed, Ok, Warning};
        let check = |find: fn(&Report) -> Check, spoil: fn(&mut Report), expected: State| {
            assert_eq!(find(&healthy()).state, Ok);
            let mut report = healthy();
            spoil(&mut report);
            let found = find(&report);
            assert_eq!(found.state, expected, "{found:?}");
            assert!(found.remedy.is_some_and(|remedy| !remedy.is_empty()), "{}", found.detail);
        };
        check(|r| version(&r.server), |r| r.server.release = "0.0.1".into(), Warning);
        check(|r| fingerprint(&r.server), |r| r.server.fingerprints.clear(), Failed);
        check(|r| driver(&r.server), |r| r.server.driver_version = 0, Failed);
        check(devices, |r| r.devices.clear(), Failed);
        check(|r| clock(&r.server, 1010), |r| r.server.time_s = 900, Warning);
        check(|r| clock(&r.server, 1010), |r| r.server.time_s = 1100, Warning);
        check(|r| state(&r.server), |r| r.server.draining = true, Warning);
    }
}
