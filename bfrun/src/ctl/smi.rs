//! `smi`: what nvidia-smi shows of a machine, over all servers.

use protocol::report::{Device, Report, Session};

use super::ask;
use super::cli::Cli;
use super::error::CtlError;
use super::print;
use super::show::as_json;
use super::table::{age, clean, cuda, mib};

/// Characters between the outer lines.
const WIDTH: usize = 91;

pub(super) fn run(cli: &Cli) -> Result<bool, CtlError> {
    let (reports, failed) = ask::reports(cli)?;
    if cli.json {
        as_json(&reports, &failed)?;
    } else if !reports.is_empty() {
        print(&render(&reports))?;
    }
    Ok(failed.is_empty())
}

fn render(reports: &[(String, Report)]) -> String {
    let mut lines = Vec::new();
    for (address, report) in reports {
        lines.extend(server(address, report));
    }
    let rule = rule('-');
    lines.extend([String::new(), rule.clone()]);
    lines.push(boxed("Sessions:"));
    lines.push(boxed(&format!(
        " {:<16} {:>4}  {:<9} {:>8}  {:<20} {:<16} {:>6}",
        "Server", "GPU", "Session", "PID", "Owner", "Program", "MiB"
    )));
    lines.push(rule.clone());
    let mut any = false;
    for (_, report) in reports {
        for s in &report.sessions {
            any = true;
            lines.extend(session(&report.server.name, s));
        }
    }
    if !any {
        lines.push(boxed("  No running sessions"));
    }
    lines.push(rule);
    lines.join("\n")
}

fn server(address: &str, report: &Report) -> Vec<String> {
    let s = &report.server;
    let state = if s.draining { "draining" } else { "serving" };
    let mut lines = vec![
        rule('-'),
        boxed(&format!(
            "BIFROST {}   {} ({address})   Driver: {}   CUDA Version: {}",
            s.release,
            s.name,
            s.driver,
            cuda(s.driver_version)
        )),
        boxed(&format!("{state}, up {}", age(s.uptime_s))),
        rule('='),
        boxed(&format!(
            "{:>3}  {:<28} {:<5} {:<14} {:>15} {:>9} {:>8}",
            "GPU", "Name", "CC", "Bus-Id", "Memory-Usage", "Reserved", "Sessions"
        )),
        rule('-'),
    ];
    lines.extend(report.devices.iter().map(device));
    lines.push(rule('-'));
    lines
}

fn device(d: &Device) -> String {
    boxed(&format!(
        "{:>3}  {:<28} {:<5} {:<14} {:>15} {:>9} {:>8}",
        d.index,
        cut(&d.name, 28),
        d.compute_capability,
        d.pci,
        format!("{}/{}MiB", mib(d.used_bytes), mib(d.total_bytes)),
        format!("{}MiB", mib(d.reserved_bytes)),
        d.sessions
    ))
}

fn session<'a>(server: &'a str, s: &'a Session) -> impl Iterator<Item = String> + use<'a> {
    s.devices.iter().map(move |share| {
        boxed(&format!(
            " {:<16} {:>4}  {:<9} {:>8}  {:<20} {:<16} {:>6}",
            cut(server, 16),
            share.index.map_or("?".into(), |i| i.to_string()),
            s.session,
            s.pid,
            cut(&s.owner, 20),
            cut(&s.program, 16),
            mib(share.used_bytes)
        ))
    })
}

fn rule(c: char) -> String {
    let ends = if c == '=' { '|' } else { '+' };
    format!("{ends}{}{ends}", c.to_string().repeat(WIDTH))
}

fn boxed(text: &str) -> String {
    format!("| {:<1$} |", cut(text, WIDTH - 2), WIDTH - 2)
}

/// The first `length` characters.
fn cut(text: &str, length: usize) -> String {
    let text = clean(text);
    if text.chars().count() <= length {
        return text;
    }
    text.chars().take(length - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use protocol::report::{Server, Share};

    use super::*;

    #[test]
    fn every_line_has_one_width() {
        let share = Share { index: Some(0), reserved_bytes: 1 << 30, used_bytes: 5 << 20 };
        let report = Report {
            server: Server { name: "host".into(), driver_version: 13050, ..Server::default() },
            devices: vec![Device { name: "x".repeat(100), total_bytes: 1 << 40, ..Device::default() }],
            sessions: vec![
                Session {
                    program: "é\n".repeat(40),
                    devices: vec![share.clone(), share],
                    ..Session::default()
                },
                Session { devices: vec![Share::default()], ..Session::default() },
            ],
            ..Report::default()
        };
        let text = render(&[("a:1".into(), report), ("b:2".into(), Report::default())]);
        for line in text.lines().filter(|line| !line.is_empty()) {
            assert_eq!(line.chars().count(), WIDTH + 2, "{line}");
        }
        assert!(text.contains("CUDA Version: 13.5") && !text.contains("No running"), "{text}");
        assert!(render(&[("a:1".into(), Report::default())]).contains("No running sessions"));
    }
}
