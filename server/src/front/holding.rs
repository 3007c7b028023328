//! Who holds a reservation, and how long it lasts.
//!
//! Control connections hold it: the one that made it, those that took the place of a broken one, and those that joined it. It ends when
//! nobody holds it any more, unless it is kept, and in any case when its time is over.

use std::rc::Rc;
use std::time::{Duration, Instant};

use access::Limits;
use protocol::control::{Failure, FailureCode, Ticket};
use protocol::snapshot::Snapshot;
use tokio::task::spawn_local;

use super::audit::Event;
use super::config::IDLE_MIN;
use super::identity::Identity;
use super::line::Place;
use super::pool::Asked;
use super::report::denied;
use super::reservation::Reservation;
use super::state::{Front, failure};
use crate::worker::Reason;

/// How often it is looked whose time is over.
const TICK: Duration = Duration::from_millis(if cfg!(test) { 20 } else { 500 });
/// The same while sessions are without their devices, which they may want again.
const WAKE_TICK: Duration = Duration::from_millis(20);
/// How long the end of a killed reservation is waited for.
const KILL_WAIT: Duration = Duration::from_secs(1);

/// Ends reservations whose time is over, and takes devices from those that have been idle for long, for ever.
pub(super) async fn watch(front: Rc<Front>) {
    loop {
        tokio::time::sleep(if front.somebody_dozes() { WAKE_TICK } else { TICK }).await;
        let now = Instant::now();
        let over: Vec<Ticket> = {
            let state = front.state.borrow();
            let ending =
                state.reservations.values().filter(|r| r.ends.is_some_and(|end| end <= now) && !r.ending);
            ending.map(|r| r.ticket).collect()
        };
        front.let_sleep(now);
        front.tell_refusals(now);
        front.save();
        front.wake_wanted();
        for ticket in over {
            front.log.info(format_args!("reservation {} ends: its time is over", ticket.id));
            front.spawn_release(ticket, Reason::Time);
        }
    }
}

impl Front {
    /// Sets how long a new reservation lasts, and how long it may be idle.
    pub(super) fn limit_time(&self, made: &mut Reservation, asked: Asked, limits: &Limits) {
        made.asked = Some(asked);
        made.idle_limit = least(limits.idle_s, self.config.idle_limit).map(|limit| limit.max(IDLE_MIN));
        self.limit_wall_time(made, limits);
    }

    /// Sets how long a reservation lasts from now on; one that outlived its server, too, whose age nobody knows.
    pub(super) fn limit_wall_time(&self, made: &mut Reservation, limits: &Limits) {
        if let Some(wall) = least(limits.wall_s, self.config.wall_limit) {
            made.end_at(Instant::now() + wall);
        }
    }

    /// How many were turned away of whom no line was written.
    fn tell_refusals(&self, now: Instant) {
        for (address, times) in self.refusals.borrow_mut().over(now) {
            self.log.warn(format_args!("{address}: turned away {times} times more"));
            let event = Event { event: "refused", address: &address, times: Some(times), ..Event::default() };
            self.audit.write(None, &event);
        }
    }

    /// Takes devices from reservations that have been without a session for long.
    fn let_sleep(&self, now: Instant) {
        let mut state = self.state.borrow_mut();
        let state = &mut *state;
        let mut slept = false;
        for reservation in state.reservations.values_mut().filter(|r| !r.ending) {
            if !reservation.is_drowsy(now) {
                continue;
            }
            if let Some(shares) = reservation.fall_asleep() {
                state.pool.release(&shares);
                self.log.info(format_args!(
                    "reservation {} is idle and gives its devices up",
                    reservation.ticket.id
                ));
                self.audit.reservation("idle", reservation);
                slept = true;
            }
        }
        if slept {
            self.changed.notify_waiters();
        }
    }

    /// Whether sessions live whose devices were given up.
    fn somebody_dozes(&self) -> bool {
        self.state.borrow().reservations.values().any(|r| r.asleep && r.sessions() > 0)
    }

    /// Has devices again that sessions want.
    fn wake_wanted(self: &Rc<Self>) {
        let mut state = self.state.borrow_mut();
        let wants = |r: &&mut Reservation| r.asleep && !r.waking && !r.ending && r.ledger.is_wanted();
        for reservation in state.reservations.values_mut().filter(wants) {
            reservation.waking = true;
            spawn_local(self.clone().wake_in_turn(reservation.ticket, reservation.who.clone()));
        }
    }

    /// Has a reservation's devices again when it is its turn, as long as its sessions wait for them.
    async fn wake_in_turn(self: Rc<Self>, ticket: Ticket, who: Identity) {
        let place = Place::new(&self);
        loop {
            let changed = self.changed.notified();
            let wanted = self
                .state
                .borrow_mut()
                .reservation(ticket)
                .is_ok_and(|r| r.asleep && !r.ending && r.ledger.is_wanted());
            let Ok((_, Ok(limits))) = self.standing(&who) else { break };
            if !wanted || (place.is_first() && self.have_again(ticket, &who, &limits).is_ok()) {
                break;
            }
            // These very devices: who can do with others does not wait behind it.
            place.limit(true);
            let _ = tokio::time::timeout(TICK, changed).await;
        }
        if let Ok(reservation) = self.state.borrow_mut().reservation(ticket) {
            reservation.waking = false;
        }
    }

    /// The same at once, before one more session uses them.
    pub(super) fn rouse(&self, ticket: Ticket, who: &Identity, limits: &Limits) -> Result<(), Failure> {
        let dozes = !self.state.borrow_mut().reservation(ticket)?.slept.is_empty();
        if dozes { self.awaken(ticket, who, limits) } else { Ok(()) }
    }

    /// Gives a reservation devices again that it gave up; if no session lives they need not be the same.
    fn awaken(&self, ticket: Ticket, who: &Identity, limits: &Limits) -> Result<(), Failure> {
        {
            let mut state = self.state.borrow_mut();
            let reservation = state.reservation(ticket)?;
            reservation.idle_since = None;
            if !reservation.asleep {
                return Ok(());
            }
            if reservation.slept.is_empty() {
                // What runs goes on, also while the server is drained.
                self.check_draining()?;
            }
        }
        self.check_line()?;
        self.have_again(ticket, who, limits)
    }

    fn have_again(&self, ticket: Ticket, who: &Identity, limits: &Limits) -> Result<(), Failure> {
        let mut state = self.state.borrow_mut();
        let reservation = state.reservation(ticket)?;
        let slept = reservation.slept.clone();
        let shares = match reservation.asked.clone() {
            _ if !slept.is_empty() => state.pool.take(&slept).map(|()| slept)?,
            Some(asked) => state.pool.reserve(&asked)?,
            None => return Ok(()),
        };
        let woken = state.check_limits(who, limits, &shares).and_then(|()| {
            let reservation = state.reservation(ticket)?;
            reservation.wake(shares.clone()).map_err(|e| {
                failure(FailureCode::Internal, &format!("the server cannot go on with a reservation: {e}"))
            })?;
            self.log.info(format_args!("reservation {} has devices again", ticket.id));
            self.audit.reservation("resumed", reservation);
            Ok(())
        });
        if woken.is_err() {
            state.pool.release(&shares);
        }
        woken
    }

    /// A number for one more control connection.
    pub(super) fn next_holder(&self) -> u64 {
        self.holders.set(self.holders.get() + 1);
        self.holders.get()
    }

    /// A control connection holds a reservation that it has made.
    pub(super) fn hold(&self, ticket: Ticket, holder: u64) {
        if let Ok(reservation) = self.state.borrow_mut().reservation(ticket) {
            reservation.holders.insert(holder);
        }
    }

    /// A control connection holds a reservation from now on: in the place of one that was cut, or besides others.
    pub(super) fn attach(
        &self,
        ticket: Ticket,
        (who, owner): (Identity, String),
        holder: u64,
        limits: &Limits,
    ) -> Result<(), Failure> {
        let mut state = self.state.borrow_mut();
        let reservation = state.reservation(ticket)?;
        if reservation.orphan {
            (reservation.who, reservation.owner) = (who, owner);
            self.limit_wall_time(reservation, limits);
        } else if !who.may_use(&reservation.who) {
            return Err(others());
        }
        reservation.orphan = false;
        if reservation.holders.insert(holder) {
            self.log.info(format_args!("reservation {} is held by {}", ticket.id, reservation.owner));
        }
        Ok(())
    }

    fn ended(&self, ticket: Ticket) -> Failure {
        let why = self.state.borrow().end_of(ticket);
        let why = why.map_or(
            "it was released, its time was over, or the server was started anew; start bfrun anew, or make another one with bfrun request",
            Reason::text,
        );
        failure(FailureCode::Unknown, &format!("reservation {} has ended: {why}", ticket.id))
    }

    /// A ticket alone is not enough where clients are told apart.
    pub(super) fn check_owner(&self, ticket: Ticket, who: &Identity) -> Result<(), Failure> {
        let mut state = self.state.borrow_mut();
        let reservation = state.reservation(ticket)?;
        if reservation.orphan || who.may_use(&reservation.who) { Ok(()) } else { Err(others()) }
    }

    /// The same for one who has the ticket out of a file; what the devices are, and when it ends.
    pub(super) fn join(
        &self,
        ticket: Ticket,
        who: (Identity, String),
        holder: u64,
        limits: &Limits,
    ) -> Result<(Snapshot, Option<u64>), Failure> {
        let identity = who.0.clone();
        self.attach(ticket, who, holder, limits)
            .map_err(|f| if f.code == FailureCode::Unknown { self.ended(ticket) } else { f })?;
        self.awaken(ticket, &identity, limits)?;
        let mut state = self.state.borrow_mut();
        let reservation = state.reservation(ticket)?;
        let (shares, seconds) = (reservation.shares.clone(), reservation.ends_in());
        Ok((self.part(&shares), seconds))
    }

    /// Lets a reservation outlive its holders; for how many seconds.
    pub(super) fn keep(&self, ticket: Ticket, who: &Identity, seconds: Option<u64>) -> Result<u64, Failure> {
        let limit = self.config.keep_limit;
        if limit.is_zero() {
            let text = "this server keeps no reservations for later (bfpoold --keep-limit 0); run the program with bfrun -n N";
            return Err(failure(FailureCode::Denied, text));
        }
        let time = seconds.map_or(limit, |s| Duration::from_secs(s.max(1)).min(limit));
        let mut state = self.state.borrow_mut();
        let reservation = state.reservation(ticket)?;
        if !who.may_use(&reservation.who) {
            return Err(others());
        }
        reservation.end_at(Instant::now() + time);
        reservation.kept = true;
        let left = reservation.ends_in().unwrap_or(0);
        self.log.info(format_args!("reservation {} is kept for {left} s", ticket.id));
        self.audit.reservation("keep", reservation);
        drop(state);
        // Before its client hears that it is kept.
        self.save();
        Ok(left)
    }

    /// A control connection has been gone for long: the reservation ends, unless others hold it or it is kept.
    pub(super) async fn let_go(&self, ticket: Ticket, holder: u64) {
        let ends = self.state.borrow_mut().reservation(ticket).is_ok_and(|r| {
            r.holders.remove(&holder);
            r.holders.is_empty() && !r.kept
        });
        if ends {
            // It may have been released already.
            let _ = self.release(ticket, Reason::Unheld).await;
        }
        self.changed.notify_waiters();
    }

    /// Ends a reservation by its number.
    pub(super) async fn kill_reservation(self: &Rc<Self>, who: &Identity, id: u64) -> Result<(), Failure> {
        let ticket = {
            let state = self.state.borrow();
            let found = state.reservations.get(&id).filter(|r| who.may_see(&r.who));
            let Some(found) = found else {
                let text = format!("there is no reservation r{id}; `bfctl sessions` lists them");
                return Err(failure(FailureCode::Unknown, &text));
            };
            if !who.administers() && !who.is(&found.who) {
                return Err(denied("end others' reservations"));
            }
            self.log.info(format_args!("reservation {id} is killed by {}", who.describe()));
            self.audit.reservation("kill", found);
            found.ticket
        };
        // In a task of its own: it goes on when nobody waits for it any more.
        if tokio::time::timeout(KILL_WAIT, self.spawn_release(ticket, Reason::Killed)).await.is_err() {
            let text = format!("reservation r{id} is still ending; look again with `bfctl sessions`");
            return Err(failure(FailureCode::Internal, &text));
        }
        Ok(())
    }

    fn spawn_release(self: &Rc<Self>, ticket: Ticket, why: Reason) -> tokio::task::JoinHandle<()> {
        let front = self.clone();
        spawn_local(async move {
            // It may have been released already.
            let _ = front.release(ticket, why).await;
        })
    }
}

/// The shorter of a token's limit, in seconds, and everybody's, which is none when it is zero.
fn least(own: Option<u64>, all: Duration) -> Option<Duration> {
    let all = Some(all).filter(|all| !all.is_zero());
    own.map(Duration::from_secs).into_iter().chain(all).min()
}

fn others() -> Failure {
    failure(
        FailureCode::Denied,
        "this reservation belongs to another token or user of the server; make one of your own with bfrun request",
    )
}
