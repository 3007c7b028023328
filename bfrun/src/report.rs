//! `--stats`: the counters of all processes, added up and printed.

use std::fmt::Write as _;
use std::path::Path;

use protocol::stats::{Counters, Report, Survived};

/// Adds up the files that the processes left in a folder.
pub(crate) fn collect(folder: &Path) -> Report {
    let mut sum = Report::default();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        if let Some(report) = std::fs::read(entry.path()).ok().and_then(|file| Report::parse(&file)) {
            sum.add(&report);
        }
    }
    sum
}

/// A table for people, functions with the most time waited first.
pub(crate) fn text(report: &Report) -> String {
    if report.processes == 0 {
        return "bfrun: the program made no CUDA call\n".to_owned();
    }
    let total = report.total();
    let mut out = format!(
        "bfrun: {} process{}: {} calls, of which {} answered here, {} posted, {} waited; \
         {} round trips, {} set-up waits, {} receive waits, {} synchronisations answered here; \
         {} sent, {} received; waited {}\n",
        report.processes,
        if report.processes == 1 { "" } else { "es" },
        total.calls,
        total.local(),
        total.posted,
        total.waiting,
        total.round_trips,
        total.setup,
        total.receive,
        total.elided,
        bytes(report.bytes_sent),
        bytes(report.bytes_received),
        time(total.waited_ns),
    );
    if report.survived.breaks > 0 {
        let Survived { breaks, resent, .. } = report.survived;
        // Writing to a string cannot fail.
        let _ = writeln!(out, "bfrun: {breaks} broken connections survived, {resent} frames sent again");
    }
    let mut rows: Vec<(&u16, &Counters)> = report.functions.iter().collect();
    rows.sort_by_key(|(id, c)| (std::cmp::Reverse(c.waited_ns), std::cmp::Reverse(c.calls), **id));
    let head = ["function", "calls", "here", "posted", "waiting", "trips", "set-up", "receive", "waited"];
    let cells = rows.iter().map(|(id, c)| {
        let counts = [c.calls, c.local(), c.posted, c.waiting, c.round_trips, c.setup, c.receive];
        let [calls, here, posted, waiting, trips, setup, receive] = counts.map(|n| n.to_string());
        [
            Report::name(**id).to_owned(),
            calls,
            here,
            posted,
            waiting,
            trips,
            setup,
            receive,
            time(c.waited_ns),
        ]
    });
    for row in std::iter::once(head.map(str::to_owned)).chain(cells) {
        let [name, calls, here, posted, waiting, trips, setup, receive, waited] = row;
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "  {name:<32} {calls:>9} {here:>7} {posted:>7} {waiting:>7} {trips:>7} {setup:>7} {receive:>8} {waited:>10}"
        );
    }
    out
}

fn bytes(n: u64) -> String {
    match n {
        0..10_000 => format!("{n} B"),
        10_000..10_240_000 => format!("{:.1} KiB", n as f64 / 1024.0),
        _ => format!("{:.1} MiB", n as f64 / 1_048_576.0),
    }
}

fn time(ns: u64) -> String {
    match ns {
        0..10_000_000 => format!("{:.1} µs", ns as f64 / 1e3),
        10_000_000..10_000_000_000 => format!("{:.1} ms", ns as f64 / 1e6),
        _ => format!("{:.1} s", ns as f64 / 1e9),
    }
}

/// One line of JSON: `processes`, `bytes_sent`, `bytes_received`, the counters of all functions together, and `functions` by name.
pub(crate) fn json(report: &Report) -> String {
    let functions: Vec<String> = report
        .functions
        .iter()
        .map(|(id, c)| format!("\"{}\":{{{}}}", Report::name(*id), counters(c)))
        .collect();
    format!(
        "{{\"processes\":{},\"bytes_sent\":{},\"bytes_received\":{},{},{},\"functions\":{{{}}}}}\n",
        report.processes,
        report.bytes_sent,
        report.bytes_received,
        survived(&report.survived),
        counters(&report.total()),
        functions.join(",")
    )
}

fn survived(s: &Survived) -> String {
    format!(
        "\"breaks\":{},\"frames_resent\":{},\"duplicates_dropped\":{},\"breaks_unacknowledged\":{},\
         \"breaks_unacknowledged_there\":{}",
        s.breaks, s.resent, s.dropped, s.unacknowledged, s.unacknowledged_there
    )
}

fn counters(c: &Counters) -> String {
    format!(
        "\"calls\":{},\"local\":{},\"posted\":{},\"waiting\":{},\"round_trips\":{},\"setup_waits\":{},\"receive_waits\":{},\
         \"local_syncs\":{},\"waited_ns\":{}",
        c.calls,
        c.local(),
        c.posted,
        c.waiting,
        c.round_trips,
        c.setup,
        c.receive,
        c.elided,
        c.waited_ns
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report() -> Report {
        let mut report = Report { processes: 2, bytes_sent: 20_480, bytes_received: 5, ..Report::default() };
        report.functions.insert(0, Counters { round_trips: 1, waited_ns: 1500, ..Counters::default() });
        let add = Counters { calls: 6, posted: 2, waiting: 1, elided: 1, ..Counters::default() };
        report.functions.insert(3, add);
        report
    }

    #[test]
    fn json_has_every_number() {
        let expected = "{\"processes\":2,\"bytes_sent\":20480,\"bytes_received\":5,\
            \"breaks\":0,\"frames_resent\":0,\"duplicates_dropped\":0,\"breaks_unacknowledged\":0,\"breaks_unacknowledged_there\":0,\
            \"calls\":6,\"local\":3,\"posted\":2,\"waiting\":1,\"round_trips\":1,\"setup_waits\":0,\"receive_waits\":0,\"local_syncs\":1,\"waited_ns\":1500,\
            \"functions\":{\"(background)\":{\"calls\":0,\"local\":0,\"posted\":0,\"waiting\":0,\"round_trips\":1,\"setup_waits\":0,\"receive_waits\":0,\"local_syncs\":0,\"waited_ns\":1500},\
            \"cuInit\":{\"calls\":6,\"local\":3,\"posted\":2,\"waiting\":1,\"round_trips\":0,\"setup_waits\":0,\"receive_waits\":0,\"local_syncs\":1,\"waited_ns\":0}}}\n";
        assert_eq!(json(&report()), expected);
    }

    #[test]
    fn breaks_are_told_if_there_were_any() {
        let mut report = report();
        assert!(!text(&report).contains("survived"));
        (report.survived.breaks, report.survived.resent) = (3, 17);
        assert!(text(&report).contains("3 broken connections survived, 17 frames sent again\n"));
    }

    #[test]
    fn no_table_without_cuda() {
        assert_eq!(text(&Report::default()), "bfrun: the program made no CUDA call\n");
    }

    #[test]
    fn text_has_a_line_per_function() {
        let text = text(&report());
        assert_eq!(text.lines().count(), 4);
        for words in [
            "2 processes",
            "6 calls, of which 3 answered here, 2 posted, 1 waited",
            "20.0 KiB sent",
            "1.5 µs",
        ] {
            assert!(text.contains(words), "{words}: {text}");
        }
    }
}
