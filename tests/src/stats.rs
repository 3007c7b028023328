//! What `bfrun --stats=json` prints.

use std::collections::BTreeMap;
use std::fmt;

pub use protocol::stats::Survived;
use serde_json::Value;

/// Counts of a function, or of all.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Calls by the program.
    pub calls: u64,
    /// Waits that the program's own synchronisation asks for.
    pub round_trips: u64,
    /// Waits of start-up.
    pub setup: u64,
    /// Waits until pageable memory was received.
    pub receive: u64,
    /// Synchronisations answered without the worker.
    pub local_syncs: u64,
    /// Calls answered in the client.
    pub local: u64,
    /// Calls that sent something and did not wait.
    pub posted: u64,
    /// Calls that waited for the worker.
    pub waiting: u64,
}

impl Counts {
    fn from_json(v: &Value) -> Counts {
        let field = |name: &str| v[name].as_u64().unwrap_or_else(|| panic!("no {name} in {v}"));
        Counts {
            calls: field("calls"),
            round_trips: field("round_trips"),
            setup: field("setup_waits"),
            receive: field("receive_waits"),
            local_syncs: field("local_syncs"),
            local: field("local"),
            posted: field("posted"),
            waiting: field("waiting"),
        }
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} round trips, {} set-up, {} receive, {} local",
            self.round_trips, self.setup, self.receive, self.local_syncs
        )
    }
}

/// The counts of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stats {
    /// Processes added up.
    pub processes: u64,
    /// Bytes to the worker.
    pub sent: u64,
    /// Bytes from the worker.
    pub received: u64,
    /// What its connections went through.
    pub survived: Survived,
    /// All functions together.
    pub total: Counts,
    /// By name.
    pub functions: BTreeMap<String, Counts>,
}

impl Stats {
    /// Finds the line of JSON in bfrun's standard error.
    pub fn find(stderr: &str) -> Stats {
        let line = stderr
            .lines()
            .find(|l| l.starts_with('{'))
            .unwrap_or_else(|| panic!("no statistics in:\n{stderr}"));
        let v: Value = serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"));
        let number = |name: &str| v[name].as_u64().unwrap_or_else(|| panic!("no {name} in {line}"));
        let functions = v["functions"].as_object().unwrap_or_else(|| panic!("no functions in {line}"));
        Stats {
            processes: number("processes"),
            sent: number("bytes_sent"),
            received: number("bytes_received"),
            survived: Survived {
                breaks: number("breaks"),
                resent: number("frames_resent"),
                dropped: number("duplicates_dropped"),
                unacknowledged: number("breaks_unacknowledged"),
                unacknowledged_there: number("breaks_unacknowledged_there"),
            },
            total: Counts::from_json(&v),
            functions: functions.iter().map(|(name, c)| (name.clone(), Counts::from_json(c))).collect(),
        }
    }

    /// Counts of one function; zeros if it was never called.
    pub fn of(&self, function: &str) -> Counts {
        self.functions.get(function).copied().unwrap_or_default()
    }
}
