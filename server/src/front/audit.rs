//! The audit log: who did what, when, how much. A line of JSON per event, appended to a file that only the server's user reads.
//!
//! The file is opened for each line, so that it may be renamed away at any time.

use std::fs::File;
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::PathBuf;

use access::time;
use serde::Serialize;

use super::identity::Identity;
use super::log::Log;
use super::pool::Share;
use super::reservation::Reservation;

/// Where events go.
pub(super) struct Audit {
    path: Option<PathBuf>,
    log: Log,
}

/// What happened.
#[derive(Debug, Default, Serialize)]
pub(super) struct Event<'a> {
    /// What.
    pub(super) event: &'a str,
    /// Who, as the server knows it.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub(super) owner: &'a str,
    /// From where.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub(super) address: &'a str,
    /// The reservation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reservation: Option<u64>,
    /// The session's public name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) session: Option<String>,
    /// The session's program.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub(super) program: &'a str,
    /// Whether the session's data connections are encrypted, where this front knows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) encrypted: Option<bool>,
    /// How much.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) devices: Vec<Held>,
    /// For how long, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) seconds: Option<f64>,
    /// So many times more, without a line each.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) times: Option<u64>,
    /// Why it was refused, or failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) why: Option<String>,
}

/// A part of a device.
#[derive(Debug, Serialize)]
pub(super) struct Held {
    index: usize,
    bytes: u64,
}

#[derive(Serialize)]
struct Line<'a> {
    time: String,
    #[serde(flatten)]
    event: &'a Event<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    token: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    uid: Option<u32>,
}

/// What a reservation holds.
pub(super) fn held(shares: &[Share]) -> Vec<Held> {
    shares.iter().map(|s| Held { index: s.device, bytes: s.bytes }).collect()
}

impl Audit {
    /// Into this file, if any.
    pub(super) fn new(path: Option<PathBuf>, log: Log) -> Audit {
        Audit { path, log }
    }

    /// Writes an event that `who` caused.
    pub(super) fn write(&self, who: Option<&Identity>, event: &Event<'_>) {
        let Some(path) = &self.path else { return };
        let (token, uid) = match who {
            Some(Identity::Token { id, .. }) => (Some(&**id), None),
            Some(Identity::Local { uid }) => (None, Some(*uid)),
            _ => (None, None),
        };
        let line = Line { time: time::format(time::now()), event, token, uid };
        let append = || -> io::Result<()> {
            let mut text = serde_json::to_vec(&line)?;
            text.push(b'\n');
            File::options().create(true).append(true).mode(0o600).open(path)?.write_all(&text)
        };
        if let Err(e) = append() {
            self.log.error(format_args!("the audit log {} takes nothing: {e}", path.display()));
        }
    }

    /// Something happened to a reservation.
    pub(super) fn reservation(&self, event: &str, r: &Reservation) {
        let (owner, reservation) = (&*r.owner, Some(r.ticket.id));
        self.write(Some(&r.who), &Event { event, owner, reservation, ..Event::default() });
    }

    /// A reservation has ended.
    pub(super) fn released(&self, r: &Reservation) {
        self.write(
            Some(&r.who),
            &Event {
                event: "release",
                owner: &r.owner,
                reservation: Some(r.ticket.id),
                devices: held(&r.shares),
                seconds: Some(r.since.elapsed().as_secs_f64()),
                ..Event::default()
            },
        );
    }
}
