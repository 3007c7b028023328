//! Reservations and sessions of the pool.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, VecDeque};
use std::fs::File;
use std::io::{self, Write};
use std::net::IpAddr;
use std::os::fd::OwnedFd;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

use access::{Limits, Scope};
use protocol::control::{DeviceStatus, Failure, FailureCode, KeyHash, PoolStatus, Response, Ticket};
use protocol::credits::Depth;
use protocol::preamble::{Kind, Preamble, SessionId, Tag};
use protocol::resume::Challenge;
use protocol::snapshot::Snapshot;
use tokio::sync::{Notify, Semaphore};
use tokio::task::spawn_local;
use transport::process::{random, watch};
use transport::secure::{Seal, hash_of};
use zerocopy::IntoBytes;

use super::audit::{Audit, Event, held};
use super::auth::{self, Auth};
use super::config::Config;
use super::confinement::Confinement;
use super::connection::PENDING_MAX;
use super::control::CONTROL_MAX;
use super::identity::Identity;
use super::kept::Kept;
use super::line::Line;
use super::log::Log;
use super::metrics::Counters;
use super::pool::{self, Asked, Pool, Share};
use super::refusals::Refusals;
use super::reservation::Reservation;
use super::session::{self, Opening, Session};
use super::wire::Way;
use super::worker::{self, Link, Process, Start, Workers};
use crate::adoption::{Family, Found};
use crate::worker::ledger::{DEVICES_MAX, Work};
use crate::worker::probe::Probed;
use crate::worker::{Credentials, Reason, Stop};

/// What a client is told that comes in clear where that is not allowed.
pub(super) const TLS_ONLY: &str = "this server wants a token over an encrypted connection; unpack the bundle that its administrator made \
     (bfctl token create) into ~/.config/bifrost, or name it with BIFROST_BUNDLE";

/// The server. It lives on one thread; no borrow of its state lasts over an await.
pub(super) struct Front {
    /// Settings.
    pub(super) config: Config,
    /// Where lines go.
    pub(super) log: Log,
    /// What has happened.
    pub(super) counters: Counters,
    /// All devices that are served.
    pub(super) snapshot: Snapshot,
    /// Worker programs.
    pub(super) workers: Workers,
    /// One permit per connection that has not said hello.
    pub(super) pending: Arc<Semaphore>,
    /// One permit per control connection.
    pub(super) control: Arc<Semaphore>,
    /// Told when a session or reservation has ended.
    pub(super) changed: Notify,
    /// Names of its workers.
    pub(super) family: Family,
    /// What the driver holds before its calls wait.
    pub(super) depth: Depth,
    /// Certificate and tokens, if clients over TCP need them.
    pub(super) auth: Option<Auth>,
    /// Who did what.
    pub(super) audit: Audit,
    /// Connections from each address that have not said hello.
    pub(super) by_address: RefCell<HashMap<IpAddr, usize>>,
    /// Who waits for GPUs.
    pub(super) line: RefCell<Line>,
    /// Who was turned away of late.
    pub(super) refusals: RefCell<Refusals>,
    /// What outlives this server.
    pub(super) kept: RefCell<Kept>,
    /// Whether no new reservations are given.
    pub(super) draining: Cell<bool>,
    /// Control connections so far.
    pub(super) holders: Cell<u64>,
    /// When it started.
    pub(super) since: Instant,
    library: PathBuf,
    confinement: Confinement,
    pub(super) state: RefCell<State>,
}

/// What a client asks for.
pub(super) struct Ask<'a> {
    /// Who.
    pub(super) who: &'a Identity,
    /// What that is called.
    pub(super) owner: &'a str,
    /// What.
    pub(super) asked: &'a Asked,
    /// The most that it may hold, with what it holds.
    pub(super) limits: Limits,
}

/// What comes and goes.
#[derive(Default)]
pub(super) struct State {
    pub(super) pool: Pool,
    pub(super) reservations: HashMap<u64, Reservation>,
    pub(super) sessions: HashMap<SessionId, Session>,
    pub(super) last_id: u64,
    /// Those that have ended of late, the last first.
    ended: VecDeque<(Ticket, Reason)>,
}

/// Reservations of whose end it is remembered why.
const ENDED_MAX: usize = 256;

impl State {
    pub(super) fn reservation(&mut self, ticket: Ticket) -> Result<&mut Reservation, Failure> {
        let why = self.end_of(ticket);
        let found = self.reservations.get_mut(&ticket.id).filter(|r| r.ticket == ticket);
        found.ok_or_else(|| {
            let Some(why) = why else {
                let text = "the reservation does not exist any more; start the program anew";
                return failure(FailureCode::Unknown, text);
            };
            failure(FailureCode::Unknown, &format!("the reservation has ended: {}", why.text()))
        })
    }

    /// Whether a token may hold these shares besides what it holds.
    pub(super) fn check_limits(
        &self,
        who: &Identity,
        limits: &Limits,
        shares: &[Share],
    ) -> Result<(), Failure> {
        const MIB: u64 = 1 << 20;
        let all = || self.reservations.values().filter(|r| who.is(&r.who)).flat_map(|r| &r.shares);
        let (held, asked) = (all().count(), shares.len());
        let bytes = |s: &Share| s.bytes.div_ceil(MIB);
        let (held_mib, asked_mib) = (all().map(bytes).sum::<u64>(), shares.iter().map(bytes).sum::<u64>());
        let over = |what: &str, limit: u64, held: u64, asked: u64| {
            let code = if asked > limit { FailureCode::Invalid } else { FailureCode::Full };
            let text = format!(
                "this token may hold {limit} {what} at one time; it holds {held}, and {asked} were asked for; \
                 ask for less, end another program, or ask the server's administrator for a higher limit"
            );
            Err(failure(code, &text))
        };
        match (limits.gpus, limits.memory_mib) {
            (Some(limit), _) if held + asked > limit as usize => {
                over("GPUs", limit.into(), held as u64, asked as u64)
            }
            (_, Some(limit)) if held_mib + asked_mib > limit => over("MiB", limit, held_mib, asked_mib),
            _ => Ok(()),
        }
    }

    /// Its client may ask.
    fn note_end(&mut self, ticket: Ticket, why: Reason) {
        self.ended.truncate(ENDED_MAX - 1);
        self.ended.push_front((ticket, why));
    }

    /// Why a reservation has ended, if that is known.
    pub(super) fn end_of(&self, ticket: Ticket) -> Option<Reason> {
        self.ended.iter().find(|(ended, _)| *ended == ticket).map(|(_, why)| *why)
    }

    /// What a session has done.
    fn work_of(&self, session: &Session) -> Work {
        let reservation = self.reservations.get(&session.reservation);
        reservation.map_or_else(Work::default, |r| r.ledger.work_of(session.slot))
    }

    /// What all sessions that live have done.
    pub(super) fn work(&self) -> Work {
        let mut work = Work::default();
        self.sessions.values().for_each(|session| work.add(self.work_of(session)));
        work
    }

    /// A session has ended, and with it its reservation if nobody else holds that.
    fn return_slot(&mut self, session: &Session) {
        let Some(reservation) = self.reservations.get_mut(&session.reservation) else { return };
        reservation.return_slot(session.slot);
        if reservation.orphan && reservation.sessions() == 0 {
            self.pool.release(&reservation.shares);
            self.reservations.remove(&session.reservation);
        }
    }
}

impl Front {
    /// A server of these devices without reservations.
    pub(super) fn new(
        config: Config,
        library: PathBuf,
        found: Probed,
        family: Family,
        auth: Option<Auth>,
        confinement: Confinement,
    ) -> Self {
        let (depth, snapshot) = (found.depth(), found.snapshot);
        let device = |d: &protocol::snapshot::Device| pool::Device::new(&*d.name, d.total_mem);
        let pool = Pool::new(snapshot.devices.iter().map(device).collect());
        let kept = RefCell::new(Kept::new(config.state.as_deref(), family.digits()));
        Front {
            log: config.logger(),
            counters: Counters::default(),
            audit: Audit::new(config.audit(), config.logger()),
            auth,
            by_address: RefCell::default(),
            snapshot,
            workers: Workers::beside_this_program(),
            confinement,
            pending: Arc::new(Semaphore::new(PENDING_MAX)),
            control: Arc::new(Semaphore::new(CONTROL_MAX)),
            changed: Notify::new(),
            family,
            depth,
            line: RefCell::default(),
            refusals: RefCell::default(),
            kept,
            draining: Cell::new(false),
            holders: Cell::new(0),
            since: Instant::now(),
            library,
            config,
            state: RefCell::new(State { pool, ..State::default() }),
        }
    }

    /// Reserves parts of devices.
    pub(super) fn reserve(&self, ask: &Ask<'_>) -> Result<(Ticket, Snapshot), Failure> {
        let Ask { who, owner, asked, limits } = *ask;
        let mut state = self.state.borrow_mut();
        let shares = state.pool.reserve(asked)?;
        if let Err(f) = state.check_limits(who, &limits, &shares) {
            state.pool.release(&shares);
            return Err(f);
        }
        state.last_id += 1;
        let id = state.last_id;
        let made = random().and_then(|key| {
            let ticket = Ticket { id, key };
            let owner = (who.clone(), owner.into());
            let mut made = Reservation::new(ticket, owner, shares.clone(), self.config.host_memory)?;
            self.limit_time(&mut made, asked.clone(), &limits);
            Ok((ticket, made))
        });
        let (ticket, reservation) = match made {
            Ok(made) => made,
            Err(e) => {
                state.pool.release(&shares);
                return Err(failure(
                    FailureCode::Internal,
                    &format!("the server cannot make a reservation: {e}"),
                ));
            }
        };
        let what = self.describe(&shares);
        state.reservations.insert(id, reservation);
        self.counters.reservations.add();
        self.log.info(format_args!("reservation {id} of {owner}: {what}"));
        let event = Event {
            event: "reserve",
            owner,
            reservation: Some(id),
            devices: held(&shares),
            ..Event::default()
        };
        self.audit.write(Some(who), &event);
        Ok((ticket, self.part(&shares)))
    }

    /// Whether the pool has what is asked for, whoever asks; `Invalid` if it never can.
    pub(super) fn has_room(&self, ask: &Ask<'_>) -> Result<bool, Failure> {
        match self.state.borrow().pool.clone().reserve(ask.asked) {
            Err(f) if f.code != FailureCode::Full => Err(f),
            tried => Ok(tried.is_ok()),
        }
    }

    /// Who a client is that came this way with this token.
    pub(super) fn admit(&self, way: Way, token: Option<&str>) -> Result<Identity, Failure> {
        match (way, &self.auth) {
            (Way::Local(uid), _) => Ok(Identity::Local { uid }),
            (Way::Tls, Some(auth)) => auth.check(token).map(|entry| auth::identity(&entry)),
            (_, Some(_)) => Err(failure(FailureCode::Denied, TLS_ONLY)),
            (_, None) => Ok(Identity::Anonymous),
        }
    }

    /// Who a client is by now, and what it may hold, if it may use GPUs.
    pub(super) fn standing(&self, who: &Identity) -> Result<(Identity, Result<Limits, Failure>), Failure> {
        let (Identity::Token { id, .. }, Some(auth)) = (who, &self.auth) else {
            return Ok((who.clone(), Ok(Limits::default())));
        };
        let entry = auth.recheck(id)?;
        let refusal = || {
            failure(
                FailureCode::Denied,
                "this token does not allow to use GPUs; ask the server's administrator for one with the scope `use`",
            )
        };
        let grants = if entry.allows(Scope::Use) { Ok(entry.limits) } else { Err(refusal()) };
        Ok((auth::identity(&entry), grants))
    }

    fn describe(&self, shares: &[Share]) -> String {
        let one = |s: &Share| format!("{} MiB of device {}", s.bytes >> 20, s.device);
        shares.iter().map(one).collect::<Vec<_>>().join(", ")
    }

    /// What a reservation's client sees of the devices.
    pub(super) fn part(&self, shares: &[Share]) -> Snapshot {
        let device = |s: &Share| {
            let mut device = self.snapshot.devices[s.device].clone();
            device.total_mem = s.bytes;
            device
        };
        Snapshot { devices: shares.iter().map(device).collect(), ..self.snapshot.clone() }
    }

    /// Whether some reservation is about to be free.
    pub(super) fn is_ending(&self) -> bool {
        self.state.borrow().reservations.values().any(|r| r.ending)
    }

    /// Ends the sessions of a reservation, and it.
    pub(super) async fn release(&self, ticket: Ticket, why: Reason) -> Result<(), Failure> {
        {
            let mut state = self.state.borrow_mut();
            state.reservation(ticket)?.ending = true;
            let ended = state.sessions.values().filter(|s| s.reservation == ticket.id);
            ended.for_each(|s| s.stop(Stop::ByServer(why)));
        }
        loop {
            let changed = self.changed.notified();
            match self.state.borrow_mut().reservation(ticket) {
                // Another release was faster.
                Err(_) => return Ok(()),
                Ok(r) if r.sessions() == 0 => break,
                Ok(_) => {}
            }
            changed.await;
        }
        let mut state = self.state.borrow_mut();
        if let Some(r) = state.reservations.remove(&ticket.id) {
            state.pool.release(&r.shares);
            self.log.info(format_args!("reservation {} of {} has ended", ticket.id, r.owner));
            self.audit.released(&r);
            state.note_end(ticket, why);
        }
        drop(state);
        self.save();
        self.changed.notify_waiters();
        Ok(())
    }

    /// Starts a worker.
    pub(super) fn open_session(
        self: &Rc<Self>,
        ticket: Ticket,
        opening: Opening,
    ) -> Result<Response, Failure> {
        let mut state = self.state.borrow_mut();
        let reservation = state.reservation(ticket)?;
        if reservation.asleep {
            let text = "the reservation has given its GPUs up, as it was idle; start the program anew, with bfrun of this release";
            return Err(failure(FailureCode::Full, text));
        }
        if reservation.ending {
            return Err(failure(FailureCode::Unknown, "the reservation is ending"));
        }
        let Some(slot) = reservation.take_slot() else {
            return Err(failure(
                FailureCode::Full,
                "the reservation has too many processes; let some end first",
            ));
        };
        let devices: Vec<_> = reservation.shares.iter().map(|s| &self.snapshot.devices[s.device]).collect();
        let plan = self.confinement.plan(&reservation.who, &devices, self.log);
        let start = |name, credentials, plan| Start {
            name,
            credentials,
            client: watch(opening.pid, &opening.home),
            grace: self.config.reconnect_grace,
            fingerprint: opening.fingerprint,
            library: &self.library,
            depth: self.depth,
            host_limit: self.config.host_memory,
            zeroing: self.config.zeroing,
            devices,
            plan,
            ledger: &reservation.ledger,
            slot,
        };
        let (Credentials { session: id, key, .. }, peer, (process, link)) = match plan.and_then(|plan| {
            self.start_worker((ticket, opening.peer), |name, credentials| start(name, credentials, plan))
        }) {
            Ok(started) => started,
            Err(e) => {
                reservation.return_slot(slot);
                self.log.warn(format_args!("cannot start a worker: {e}"));
                return Err(failure(
                    FailureCode::Internal,
                    &format!("the server cannot start a worker: {e}"),
                ));
            }
        };
        let label = format!(
            "{} ({}, process {} of {})",
            session::short(&id),
            opening.program,
            opening.pid,
            reservation.owner
        );
        self.log.of(&id).info(format_args!("session {label} of reservation {}", ticket.id));
        self.audit.write(
            Some(&reservation.who),
            &Event {
                event: "session",
                owner: &reservation.owner,
                reservation: Some(ticket.id),
                session: Some(session::short(&id)),
                program: &opening.program,
                encrypted: Some(peer.is_some()),
                ..Event::default()
            },
        );
        let client = (opening.pid, opening.program);
        let session = Session::new(
            (ticket.id, slot),
            (reservation.who.clone(), reservation.owner.clone()),
            client,
            label,
            (link, Some(peer.is_some())),
        );
        spawn_local(session::watch(self.clone(), id, process, session.stopper()));
        state.sessions.insert(id, session);
        self.counters.sessions.add();
        Ok(Response::Session { session: id, key, peer })
    }

    /// `client`: the key of a client that encrypts; then the worker has one, too.
    fn start_worker<'a>(
        &self,
        (ticket, client): (Ticket, Option<KeyHash>),
        start: impl FnOnce(String, Credentials) -> Start<'a>,
    ) -> io::Result<(Credentials, Option<KeyHash>, (Process, Link))> {
        let seal = |peer| Ok::<_, io::Error>(Seal { secret: random()?, peer });
        let seal = client.map(seal).transpose()?;
        let credentials = Credentials { session: random()?, key: random()?, ticket, seal };
        let key = seal.map(|seal| hash_of(&seal.secret).map_err(io::Error::other)).transpose()?;
        // The name is no secret, so it has nothing of the id.
        let number = u64::from_ne_bytes(random()?);
        Ok((credentials, key, self.workers.start(&start(self.family.name(number), credentials))?))
    }

    /// Counts the workers that a killed front left; they go on, and what they hold comes back when they end.
    pub(super) fn adopt_workers(self: &Rc<Self>) {
        let (found, failures) = self.family.left_behind();
        let mut reservations = HashMap::new();
        for worker in found {
            let pid = worker.pid;
            match self.adopt(worker, &mut reservations) {
                Ok(reservation) => self
                    .log
                    .info(format_args!("worker {pid} of a former server goes on, reservation {reservation}")),
                Err(e) => self.not_counted(&e),
            }
        }
        failures.iter().for_each(|e| self.not_counted(e));
        let state = self.state.borrow();
        reservations
            .values()
            .filter_map(|id| state.reservations.get(id))
            .for_each(Reservation::reclaim_unused);
    }

    fn not_counted(&self, why: &io::Error) {
        self.log.warn(format_args!("a worker of a former server is not counted: {why}"));
    }

    /// A session for a worker of another front; `reservations`: those found so far, by their ledgers.
    fn adopt(self: &Rc<Self>, found: Found, reservations: &mut HashMap<u64, u64>) -> io::Result<u64> {
        let process = Process::adopted(found.pid, &found.link)?;
        self.confinement.adopt(found.pid);
        let ledger = found.ledger.identity()?;
        let mut state = self.state.borrow_mut();
        let reservation = match reservations.get(&ledger) {
            Some(known) => *known,
            None => {
                let mut ticket = found.report.ticket;
                if state.reservations.contains_key(&ticket.id) {
                    // No worker of another reservation can have it; then nobody has.
                    ticket = Ticket { id: state.last_id + 1, key: random()? };
                }
                let id = ticket.id;
                state.last_id = state.last_id.max(id);
                let shares = self.shares(&found);
                let mut orphan = Reservation::orphan(ticket, shares.clone(), found.ledger);
                if orphan.ledger.is_asleep() {
                    // Its former front has given them to others, or could have.
                    (orphan.asleep, orphan.slept) = (true, std::mem::take(&mut orphan.shares));
                } else {
                    state.pool.adopt(&shares);
                }
                self.limit_wall_time(&mut orphan, &Limits::default());
                state.reservations.insert(id, orphan);
                reservations.insert(ledger, id);
                id
            }
        };
        let slot = found.report.slot;
        if !state.reservations.get_mut(&reservation).is_some_and(|r| r.occupy(slot)) {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "its slot is another's"));
        }
        let id = found.report.session;
        let label = format!("{} (process {} of a former server)", session::short(&id), found.pid);
        let client = (0, "a former server's".into());
        let link = Link::adopted(found.link);
        let session = Session::new(
            (reservation, slot),
            (Identity::Anonymous, String::new()),
            client,
            label,
            (link, None),
        );
        spawn_local(session::watch(self.clone(), id, process, session.stopper()));
        state.sessions.insert(id, session);
        Ok(reservation)
    }

    /// What a worker of another front was granted; no claim goes beyond a device.
    fn shares(&self, found: &Found) -> Vec<Share> {
        let names: Vec<String> = self.snapshot.devices.iter().map(worker::visible_name).collect();
        let share = |(i, name): (usize, &str)| {
            let device = names.iter().position(|n| n == name);
            let most = device.map_or(u64::MAX, |d| self.snapshot.devices[d].total_mem);
            Share { device: device.unwrap_or(pool::NOT_SERVED), bytes: found.ledger.limit(i).min(most) }
        };
        found.report.devices.split(',').take(DEVICES_MAX).enumerate().map(share).collect()
    }

    /// Stops a session; it is gone a little later.
    pub(super) fn end_session(&self, id: &SessionId, why: Stop) -> Result<(), Failure> {
        let state = self.state.borrow();
        let session = state.sessions.get(id);
        session.ok_or_else(|| failure(FailureCode::Unknown, "the session has ended already"))?.stop(why);
        Ok(())
    }

    /// A session's worker has been reaped.
    pub(super) fn session_ended(&self, id: &SessionId, how: Result<(), String>) {
        let mut state = self.state.borrow_mut();
        let Some(session) = state.sessions.remove(id) else { return };
        self.counters.work.borrow_mut().add(state.work_of(&session));
        state.return_slot(&session);
        for line in session.link.last_words() {
            self.log.of(id).warn(format_args!("session {}: {line}", session.label));
        }
        let why = how.as_ref().err().cloned();
        match how {
            Ok(()) => self.log.of(id).info(format_args!("session {} has ended", session.label)),
            Err(why) => {
                self.counters.failed_sessions.add();
                self.log
                    .of(id)
                    .warn(format_args!("session {}: its worker {why}; other sessions go on", session.label));
            }
        }
        let event = Event {
            event: "session ended",
            owner: &session.owner,
            reservation: Some(session.reservation),
            session: Some(session::short(id)),
            program: &session.program,
            encrypted: session.encrypted,
            seconds: Some(session.since.elapsed().as_secs_f64()),
            why,
            ..Event::default()
        };
        self.audit.write(Some(&session.who), &event);
        drop(state);
        self.changed.notify_waiters();
    }

    /// Gives a data connection to its session's worker; closes it if there is none.
    pub(super) fn hand_over(&self, preamble: &Preamble, tag: Option<Tag>, fd: OwnedFd, peer: &str) {
        let state = self.state.borrow();
        let Some(session) = state.sessions.get(&preamble.session) else {
            self.log.debug(format_args!("{peer}: data connection of an unknown session"));
            return refuse(preamble.kind, fd);
        };
        let log = self.log.of(&preamble.session);
        match session.link.pass(preamble, tag, fd) {
            Ok(()) => {
                self.counters.hand_over(preamble.kind);
                log.debug(format_args!(
                    "{peer}: {:?} connection of session {}",
                    preamble.kind, session.label
                ));
            }
            Err(e) => {
                log.warn(format_args!("session {}: its worker takes no connection: {e}", session.label))
            }
        }
    }

    /// What the pool holds.
    pub(super) fn status(&self) -> PoolStatus {
        let state = self.state.borrow();
        let used = |i: usize| state.reservations.values().map(|r| r.used_on(i)).sum();
        let device = |(i, d): (usize, &pool::Device)| DeviceStatus {
            name: d.name.clone(),
            total: d.total,
            reserved: d.reserved,
            used: used(i),
        };
        PoolStatus {
            devices: state.pool.devices().iter().enumerate().map(device).collect(),
            reservations: u32::try_from(state.reservations.len()).unwrap_or(u32::MAX),
            sessions: u32::try_from(state.sessions.len()).unwrap_or(u32::MAX),
        }
    }

    /// Waits until nobody uses anything.
    pub(super) async fn emptied(&self) {
        loop {
            let changed = self.changed.notified();
            if self.state.borrow().reservations.values().all(Reservation::is_idle) {
                return;
            }
            changed.await;
        }
    }

    /// Ends all sessions and waits for their workers.
    pub(super) async fn end_all(&self) {
        loop {
            let changed = self.changed.notified();
            {
                let mut state = self.state.borrow_mut();
                state.reservations.values_mut().for_each(|r| r.ending = true);
                state.sessions.values().for_each(|s| s.stop(Stop::ByServer(Reason::Ending)));
                if state.sessions.is_empty() {
                    return;
                }
            }
            changed.await;
        }
    }
}

/// Tells a client that wants to go on with a session that there is none.
fn refuse(kind: Kind, fd: OwnedFd) {
    if matches!(kind, Kind::Resume | Kind::ResumeBulk) {
        // Few bytes, on a fresh connection: they fit, or the client is gone.
        let _ = File::from(fd).write_all(Challenge::unknown_session().as_bytes());
    }
}

/// A failure with a text.
pub(super) fn failure(code: FailureCode, message: &str) -> Failure {
    Failure { code, message: message.into() }
}
