//! What the front tells of its pool, and what administrators may do to it.

use std::rc::Rc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use protocol::control::{Failure, FailureCode};
use protocol::preamble::SessionId;
use protocol::report::{self, LIST_MAX, Report};

use super::audit::Event;
use super::identity::Identity;
use super::pool::{self, NOT_SERVED};
use super::reservation::Reservation;
use super::session::{self, Session};
use super::state::{Front, State, failure};
use super::worker::{hex, visible_name};
use crate::worker::ledger::{HOST, Work};
use crate::worker::{Reason, Stop};

/// How long the end of a killed session is waited for.
const KILL_WAIT: Duration = Duration::from_secs(1);

impl Front {
    /// What `who`, called `you`, may see, in JSON.
    pub(super) fn report(&self, who: &Identity, you: &str) -> Result<String, Failure> {
        let state = self.state.borrow();
        let (reservations, reservations_hidden) = visible(
            state.reservations.iter(),
            |(_, r)| who.may_see(&r.who),
            |(id, _)| **id,
            |(_, r)| reservation(r),
        );
        let (sessions, sessions_hidden) = visible(
            state.sessions.iter(),
            |(_, s)| who.may_see(&s.who),
            |(_, s)| s.since,
            |(id, s)| state.session(id, s),
        );
        let report = Report {
            server: self.server(who, you),
            devices: self.devices(&state),
            reservations,
            sessions,
            reservations_hidden,
            sessions_hidden,
        };
        serde_json::to_string(&report)
            .map_err(|e| failure(FailureCode::Internal, &format!("the server cannot tell its state: {e}")))
    }

    fn server(&self, who: &Identity, you: &str) -> report::Server {
        report::Server {
            name: self.snapshot.server.clone(),
            release: env!("CARGO_PKG_VERSION").into(),
            uptime_s: self.since.elapsed().as_secs(),
            time_s: SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs(),
            driver_version: self.snapshot.driver_version,
            driver: self.snapshot.driver_name.clone(),
            fingerprints: self.workers.fingerprints().iter().map(hex).collect(),
            draining: self.draining.get(),
            waiting: self.line.borrow().len() as u64,
            you: you.into(),
            admin: who.administers(),
        }
    }

    fn devices(&self, state: &State) -> Vec<report::Device> {
        let device = |(i, (d, known)): (usize, (&pool::Device, &protocol::snapshot::Device))| {
            let cc = known.compute_capability();
            let (domain, bus, slot) = known.pci;
            let holds = |r: &&Reservation| r.shares.iter().any(|s| s.device == i);
            report::Device {
                index: number(i),
                name: d.name.clone(),
                uuid: visible_name(known),
                compute_capability: format!("{}.{}", cc / 10, cc % 10),
                pci: format!("{domain:04x}:{bus:02x}:{slot:02x}.0"),
                total_bytes: d.total,
                reserved_bytes: d.reserved,
                used_bytes: state.reservations.values().map(|r| r.used_on(i)).sum(),
                sessions: state.reservations.values().filter(holds).map(|r| r.sessions() as u64).sum(),
            }
        };
        state.pool.devices().iter().zip(&self.snapshot.devices).enumerate().map(device).collect()
    }

    /// Ends the one session whose name begins with `name`, or the reservation with this number behind an `r`.
    pub(super) async fn kill(self: &Rc<Self>, who: &Identity, name: &str) -> Result<(), Failure> {
        if let Some(id) = name.strip_prefix('r').and_then(|number| number.parse().ok()) {
            return self.kill_reservation(who, id).await;
        }
        let id = self.named(who, name)?;
        self.log.of(&id).info(format_args!(
            "session {} is killed by {}",
            session::short(&id),
            who.describe()
        ));
        let session = Some(session::short(&id));
        self.audit
            .write(Some(who), &Event { event: "kill", owner: &who.describe(), session, ..Event::default() });
        self.end_session(&id, Stop::ByServer(Reason::Killed))?;
        let end = tokio::time::Instant::now() + KILL_WAIT;
        loop {
            let changed = self.changed.notified();
            if !self.state.borrow().sessions.contains_key(&id) {
                return Ok(());
            }
            if tokio::time::timeout_at(end, changed).await.is_err() {
                let text = format!(
                    "session {} is still ending; look again with `bfctl sessions`",
                    session::short(&id)
                );
                return Err(failure(FailureCode::Internal, &text));
            }
        }
    }

    /// A session that `who` may end.
    fn named(&self, who: &Identity, name: &str) -> Result<SessionId, Failure> {
        let state = self.state.borrow();
        let meant = |(id, s): &(&SessionId, &Session)| {
            !name.is_empty() && session::short(id).starts_with(name) && who.may_see(&s.who)
        };
        let found: Vec<_> = state.sessions.iter().filter(meant).collect();
        match found[..] {
            [] => Err(failure(
                FailureCode::Unknown,
                &format!("there is no session {}; `bfctl sessions` lists them", name.escape_debug()),
            )),
            [(id, s)] if who.administers() || who.is(&s.who) => Ok(*id),
            [_] => Err(denied("end others' sessions")),
            _ => Err(failure(
                FailureCode::Invalid,
                &format!(
                    "{} sessions have names that begin with {}; give more digits",
                    found.len(),
                    name.escape_debug()
                ),
            )),
        }
    }

    /// Gives no new reservations, or gives them again.
    pub(super) fn drain(&self, who: &Identity, on: bool) -> Result<(), Failure> {
        if !who.administers() {
            return Err(denied("drain the pool"));
        }
        self.draining.set(on);
        let what = if on { "no new reservations" } else { "new reservations again" };
        self.log.info(format_args!("{what}: {}", who.describe()));
        let event = if on { "drain" } else { "drain undone" };
        self.audit.write(Some(who), &Event { event, owner: &who.describe(), ..Event::default() });
        Ok(())
    }

    /// Why no reservation is given, if none is.
    pub(super) fn check_line(&self) -> Result<(), Failure> {
        match self.line.borrow().waiting() {
            0 => Ok(()),
            waiting => Err(failure(
                FailureCode::Full,
                &format!(
                    "{waiting} wait in line for GPUs of this server; wait, too (bfrun --wait), or name another server"
                ),
            )),
        }
    }

    /// Whether reservations are given.
    pub(super) fn check_draining(&self) -> Result<(), Failure> {
        if !self.draining.get() {
            return Ok(());
        }
        Err(failure(
            FailureCode::Full,
            "the server takes no new reservations, as its administrator drains it; name another server, or try again later",
        ))
    }
}

impl State {
    fn session(&self, id: &SessionId, s: &Session) -> report::Session {
        let reservation = self.reservations.get(&s.reservation);
        report::Session {
            session: session::short(id),
            reservation: s.reservation,
            owner: reservation.map_or_else(String::new, |r| r.owner.clone()),
            program: s.program.clone(),
            pid: s.pid,
            age_s: s.since.elapsed().as_secs(),
            encrypted: s.encrypted,
            devices: reservation.map_or_else(Vec::new, |r| shares(r, |i| r.ledger.used_by(s.slot, i))),
            work: reservation.map_or_else(Default::default, |r| work(r.ledger.work_of(s.slot))),
        }
    }
}

/// The oldest of those that may be seen, told, and how many others there are.
fn visible<T, K: Ord, R>(
    all: impl Iterator<Item = T>,
    may_see: impl Fn(&T) -> bool,
    age: impl Fn(&T) -> K,
    tell: impl Fn(T) -> R,
) -> (Vec<R>, u64) {
    let all: Vec<T> = all.collect();
    let count = all.len();
    let mut seen: Vec<T> = all.into_iter().filter(may_see).collect();
    seen.sort_by_key(age);
    seen.truncate(LIST_MAX);
    let hidden = (count - seen.len()) as u64;
    (seen.into_iter().map(tell).collect(), hidden)
}

fn reservation(r: &Reservation) -> report::Reservation {
    report::Reservation {
        id: r.ticket.id,
        owner: r.owner.clone(),
        age_s: r.since.elapsed().as_secs(),
        devices: shares(r, |i| r.ledger.used(i)),
        sessions: r.sessions() as u64,
        host_used_bytes: r.ledger.used(HOST),
        host_limit_bytes: r.ledger.limit(HOST),
        holders: r.holders.len() as u64,
        kept: r.kept,
        ends_in_s: r.ends_in(),
        asleep: r.asleep,
        work: work(r.work()),
    }
}

fn work(of: Work) -> report::Work {
    report::Work {
        calls: of.frames,
        waits: of.answers,
        received_bytes: of.received,
        sent_bytes: of.sent,
        frames_resent: of.resent,
        frames_repeated: of.repeated,
    }
}

fn shares(r: &Reservation, used: impl Fn(usize) -> u64) -> Vec<report::Share> {
    let share = |(i, s): (usize, &pool::Share)| report::Share {
        index: (s.device != NOT_SERVED).then(|| number(s.device)),
        reserved_bytes: s.bytes,
        used_bytes: used(i),
    };
    r.shares.iter().enumerate().map(share).collect()
}

fn number(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

pub(super) fn denied(what: &str) -> Failure {
    let text = format!(
        "this client may not {what}; connect as the server's user (or root) over its Unix socket (--server unix:/PATH), or with a token of scope `admin`"
    );
    failure(FailureCode::Denied, &text)
}
