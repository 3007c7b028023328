//! A control connection: hello, then requests, each answered by one response.

use std::cell::{Cell, RefCell};
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::rc::{Rc, Weak};
use std::time::{Duration, Instant};

use access::Limits;
use protocol::control::{
    ClientHello, DataEndpoint, Failure, FailureCode, Fingerprint, MESSAGE_MAX, Request, Response,
    ServerHello, Ticket, VERSION, decode,
};
use protocol::snapshot::Snapshot;
use tokio::io::unix::AsyncFd;
use tokio::io::{AsyncReadExt, Interest};
use tokio::sync::OwnedSemaphorePermit;
use tokio::task::spawn_local;
use transport::process;

use super::audit::Event;
use super::connection::{PATIENCE, Pending, refuse};
use super::identity::Identity;
use super::line::Place;
use super::pool::Asked;
use super::session::Opening;
use super::state::{Ask, Front};
use super::wire::{Stream, Way, read, read_body, within, write};
use crate::worker::{Reason, Stop};

/// Oldest control version that is understood.
const VERSION_MIN: u16 = 1;
/// Control connections at one time.
pub(super) const CONTROL_MAX: usize = 1024;
/// Longest hello: whoever sends it is not known yet.
const HELLO_MAX: usize = 16 * 1024;
/// Longest text of a client's that is kept.
const TEXT_MAX: usize = 128;
/// How long a request waits for reservations that are just ending.
const ENDING_WAIT: Duration = Duration::from_secs(2);
/// How long one who waits in line waits for an answer.
const LINE_ANSWER: Duration = if cfg!(test) { Duration::from_millis(200) } else { Duration::from_secs(2) };
/// After an answer to one who waits, how long it may take for the next word: who is stopped, or hangs, holds nobody up.
const LINE_PATIENCE: Duration = if cfg!(test) { Duration::from_millis(600) } else { Duration::from_secs(6) };
/// How long it waits in any case: the news that a client has gone may be on its way.
const NEWS_WAIT: Duration = Duration::from_millis(100);

/// Who is at the other end.
struct Peer {
    way: Way,
    who: Identity,
    owner: String,
    release: String,
    fingerprint: Fingerprint,
    /// The connection's number.
    holder: u64,
    /// The process, if it is one of this machine.
    process: Option<OwnedFd>,
    /// Reservations made here: they end with the connection.
    tickets: RefCell<Vec<Ticket>>,
    /// Where it waits in line.
    place: RefCell<Option<Place>>,
    /// Requests so far.
    asked: Cell<u64>,
}

impl Peer {
    /// A reservation that this connection holds from now on; once, however often it asks.
    fn keep(&self, ticket: Ticket) {
        let mut tickets = self.tickets.borrow_mut();
        if !tickets.contains(&ticket) {
            tickets.push(ticket);
        }
    }
}

/// Serves a control connection until it ends, then ends its reservations.
pub(super) async fn serve<S: Stream>(
    front: Rc<Front>,
    mut stream: S,
    (address, way): (String, Way),
    pending: Pending,
) {
    let hello = within(PATIENCE, greet(&front, &mut stream, &address, way)).await;
    let (peer, established) = match hello {
        Ok(Some(hello)) => hello,
        Ok(None) => return,
        Err(e) => return front.log.debug(format_args!("{address}: no hello: {e}")),
    };
    drop(pending);
    front.log.debug(format_args!("{address}: {} with release {}", peer.owner, peer.release));
    let peer = Rc::new(peer);
    // In a task of its own, so that what follows happens even after a panic.
    let requests = spawn_local(requests(front.clone(), stream, peer.clone()));
    if let Ok(Err(e)) = requests.await
        && e.kind() != io::ErrorKind::UnexpectedEof
    {
        front.log.debug(format_args!("{address}: {e}"));
    }
    drop(established);
    drop(peer.place.take());
    let tickets = peer.tickets.take();
    if !tickets.is_empty() {
        wait_for_return(&peer, front.config.reconnect_grace).await;
    }
    for ticket in tickets {
        front.let_go(ticket, peer.holder).await;
    }
}

/// Waits for a client that was cut off, as long as its process may live.
async fn wait_for_return(peer: &Peer, grace: Duration) {
    let ended = async {
        let process = peer.process.as_ref().map(|fd| {
            // SAFETY: borrowed from what `peer` owns, which outlives this.
            unsafe { AsyncFd::register_with_interest(fd.as_fd(), Interest::READABLE) }
        });
        match process {
            Some(Ok(process)) => drop(process.readable().await),
            _ => std::future::pending().await,
        }
    };
    let _ = tokio::time::timeout(grace, ended).await;
}

async fn greet<S: Stream>(
    front: &Front,
    stream: &mut S,
    address: &str,
    way: Way,
) -> io::Result<Option<(Peer, OwnedSemaphorePermit)>> {
    let hello: ClientHello = read(stream, HELLO_MAX).await?;
    let Ok(established) = front.control.clone().try_acquire_owned() else {
        front.counters.refuse(FailureCode::Full);
        let message = format!("the server has {CONTROL_MAX} clients already; try again later");
        return refuse(stream, FailureCode::Full, message).await.map(|()| None);
    };
    let version = VERSION.min(hello.version);
    if version < VERSION_MIN.max(hello.min_version) {
        front.counters.refuse(FailureCode::Version);
        let message = mismatch(&hello.release);
        return refuse(stream, FailureCode::Version, message).await.map(|()| None);
    }
    let who = match front.admit(way, hello.token.as_deref()) {
        Ok(who) => who,
        Err(f) => {
            front.counters.refuse(f.code);
            if front.refusals.borrow_mut().is_told(address, Instant::now()) {
                front.log.warn(format_args!("{address}: turned away: {}", f.message));
                let why = Some(f.message.clone());
                front.audit.write(None, &Event { event: "refused", address, why, ..Event::default() });
            }
            return refuse(stream, f.code, f.message).await.map(|()| None);
        }
    };
    let welcome = ServerHello::Welcome {
        version,
        release: env!("CARGO_PKG_VERSION").into(),
        server: front.snapshot.server.clone(),
        fingerprints: front.workers.fingerprints(),
    };
    write(stream, &welcome).await?;
    front.counters.clients.add();
    let peer = Peer {
        way,
        owner: who.name(&shorten(hello.owner), &front.snapshot.server),
        who,
        release: shorten(hello.release),
        fingerprint: hello.fingerprint,
        holder: front.next_holder(),
        process: process::watch(hello.pid, &hello.home),
        tickets: RefCell::default(),
        place: RefCell::default(),
        asked: Cell::default(),
    };
    Ok(Some((peer, established)))
}

async fn requests<S: Stream>(front: Rc<Front>, mut stream: S, peer: Rc<Peer>) -> io::Result<()> {
    loop {
        let body = read_body(&mut stream, MESSAGE_MAX).await?;
        peer.asked.set(peer.asked.get() + 1);
        let mut in_line = false;
        let answer = match decode(&body) {
            Ok(request @ (Request::Queue { .. } | Request::ReserveAmong { wait: true, .. })) => {
                in_line = true;
                // It takes long enough for a client to go meanwhile, which leaves the line then.
                tokio::select! {
                    answer = answer(&front, &peer, request) => answer,
                    gone = stream.read_u8() => return Err(gone.err().unwrap_or(io::ErrorKind::InvalidData.into())),
                }
            }
            Ok(request) => answer(&front, &peer, request).await,
            Err(_) => Err(unknown_request(&peer.release)),
        };
        let response = answer.unwrap_or_else(Response::Failed);
        write(&mut stream, &response).await?;
        if in_line {
            spawn_local(expect_word(
                front.clone(),
                Rc::downgrade(&peer),
                peer.asked.get(),
                ticket_of(&response),
            ));
        }
    }
}

fn ticket_of(response: &Response) -> Option<Ticket> {
    match response {
        Response::Reserved { reservation, .. } => Some(*reservation),
        _ => None,
    }
}

/// One who waits in line and says nothing after the answer to its request `asked` loses its place, or what it was given.
async fn expect_word(front: Rc<Front>, peer: Weak<Peer>, asked: u64, given: Option<Ticket>) {
    tokio::time::sleep(LINE_PATIENCE).await;
    let Some(peer) = peer.upgrade().filter(|peer| peer.asked.get() == asked) else { return };
    drop(peer.place.take());
    if let Some(ticket) = given {
        front.log.info(format_args!(
            "reservation {} ends: its client, which waited for it, says nothing",
            ticket.id
        ));
        peer.tickets.borrow_mut().retain(|t| t.id != ticket.id);
        // It may have ended already.
        let _ = front.release(ticket, Reason::Unheld).await;
    }
}

async fn answer(front: &Rc<Front>, peer: &Peer, request: Request) -> Result<Response, Failure> {
    // A token may have ended since.
    let (who, grants) = front.standing(&peer.who)?;
    match request {
        Request::Reserve { gpus, memory } => {
            grant(front, peer, (&who, grants?), (Asked { gpus, memory, among: None }, false)).await
        }
        Request::Queue { gpus, memory } => {
            grant(front, peer, (&who, grants?), (Asked { gpus, memory, among: None }, true)).await
        }
        Request::ReserveAmong { gpus, memory, devices, wait } => {
            grant(front, peer, (&who, grants?), (Asked { gpus, memory, among: Some(devices) }, wait)).await
        }
        Request::OpenSession { reservation, pid, home, program, fingerprint, peer: key } => {
            let limits = grants?;
            check_fingerprint(front, &fingerprint, &peer.release)?;
            front.check_owner(reservation, &peer.who)?;
            front.rouse(reservation, &peer.who, &limits)?;
            if peer.way == Way::Tls && key.is_none() {
                return Err(in_clear(&peer.release));
            }
            let opening = Opening { pid, home, program: shorten(program), fingerprint, peer: key };
            front.open_session(reservation, opening)
        }
        Request::Attach { reservation } => {
            let limits = grants?;
            let who = (peer.who.clone(), peer.owner.clone());
            front.attach(reservation, who, peer.holder, &limits)?;
            peer.keep(reservation);
            Ok(Response::Done)
        }
        Request::Keep { reservation, seconds } => {
            grants?;
            Ok(Response::Kept { seconds: front.keep(reservation, &peer.who, seconds)? })
        }
        Request::Join { reservation } => {
            let limits = grants?;
            check_fingerprint(front, &peer.fingerprint, &peer.release)?;
            let who = (peer.who.clone(), peer.owner.clone());
            let (snapshot, seconds) = front.join(reservation, who, peer.holder, &limits)?;
            peer.keep(reservation);
            Ok(Response::Joined { snapshot, seconds })
        }
        Request::EndSession { session } => {
            front.end_session(&session, Stop::ClientEnded)?;
            Ok(Response::Done)
        }
        Request::Leave { reservation } => {
            // With the right key alone: otherwise nobody would let go of it at the end.
            peer.tickets.borrow_mut().retain(|t| *t != reservation);
            front.let_go(reservation, peer.holder).await;
            Ok(Response::Done)
        }
        Request::Release { reservation } => {
            front.check_owner(reservation, &peer.who)?;
            front.release(reservation, Reason::Released).await?;
            peer.tickets.borrow_mut().retain(|t| t.id != reservation.id);
            Ok(Response::Done)
        }
        Request::Status => Ok(Response::Status(front.status())),
        Request::Report => report(front, &who, peer),
        Request::Kill { session } => {
            front.kill(&who, &session).await?;
            Ok(Response::Done)
        }
        Request::Drain { on } => {
            front.drain(&who, on)?;
            report(front, &who, peer)
        }
    }
}

/// Reserves, at once or when it is the client's turn.
async fn grant(
    front: &Rc<Front>,
    peer: &Peer,
    (who, limits): (&Identity, Limits),
    (mut asked, wait): (Asked, bool),
) -> Result<Response, Failure> {
    check_fingerprint(front, &peer.fingerprint, &peer.release)?;
    let known = front.snapshot.devices.len();
    if let Some(among) = &mut asked.among {
        // It is kept with the reservation: no longer than it makes sense.
        among.retain(|n| (*n as usize) < known);
        among.sort_unstable();
        among.dedup();
    }
    let ask = Ask { who, owner: &peer.owner, asked: &asked, limits };
    if wait { queue(front, peer, &ask).await } else { Ok(reserved(front, peer, reserve(front, &ask).await?)) }
}

fn report(front: &Front, who: &Identity, peer: &Peer) -> Result<Response, Failure> {
    Ok(Response::Report { json: front.report(who, &peer.owner)? })
}

/// What a client is told that holds a reservation from now on.
fn reserved(front: &Front, peer: &Peer, (ticket, snapshot): (Ticket, Snapshot)) -> Response {
    front.hold(ticket, peer.holder);
    peer.tickets.borrow_mut().push(ticket);
    Response::Reserved { reservation: ticket, snapshot, endpoints: vec![DataEndpoint::SameAsControl] }
}

/// Reserves as soon as it is the client's turn; answers as well when its place in line changes, or nothing does for a while.
async fn queue(front: &Rc<Front>, peer: &Peer, ask: &Ask<'_>) -> Result<Response, Failure> {
    // Whoever gets another answer has left the line.
    let mut place = peer.place.take().unwrap_or_else(|| Place::new(front));
    let end = tokio::time::Instant::now() + LINE_ANSWER;
    loop {
        let changed = front.changed.notified();
        front.check_draining()?;
        let room = front.has_room(ask)?;
        if place.is_first() {
            match front.reserve(ask) {
                Err(f) if f.code == FailureCode::Full => place.limit(room),
                granted => return granted.map(|granted| reserved(front, peer, granted)),
            }
        }
        let (number, known) = place.tell();
        if !known || tokio::time::timeout_at(end, changed).await.is_err() {
            *peer.place.borrow_mut() = Some(place);
            return Ok(Response::Queued { place: number });
        }
    }
}

/// Reserves; if the pool is full while a reservation is ending, or may be, that is waited for.
async fn reserve(front: &Rc<Front>, ask: &Ask<'_>) -> Result<(Ticket, Snapshot), Failure> {
    front.check_draining()?;
    let start = tokio::time::Instant::now();
    loop {
        // Registered before the attempt, so that no change between the two is missed.
        let changed = front.changed.notified();
        let refusal = match front.check_line().and_then(|()| front.reserve(ask)) {
            Err(f) if f.code == FailureCode::Full => f,
            result => return result,
        };
        let limit = if front.is_ending() { ENDING_WAIT } else { NEWS_WAIT };
        if tokio::time::timeout_at(start + limit, changed).await.is_err() && !front.is_ending() {
            return Err(refusal);
        }
        if start.elapsed() > ENDING_WAIT {
            return Err(refusal);
        }
    }
}

fn check_fingerprint(front: &Front, fingerprint: &Fingerprint, release: &str) -> Result<(), Failure> {
    if front.workers.binary(fingerprint).is_some() {
        return Ok(());
    }
    Err(Failure { code: FailureCode::Version, message: mismatch(release) })
}

fn in_clear(release: &str) -> Failure {
    let release = shorten(release.into());
    let message = format!(
        "the client, release {release}, does not encrypt data connections, as this server wants it to; install the server's release"
    );
    Failure { code: FailureCode::Denied, message }
}

fn unknown_request(release: &str) -> Failure {
    let ours = env!("CARGO_PKG_VERSION");
    let release = shorten(release.into());
    let message = format!(
        "this bfpoold, release {ours}, does not know what its client of release {release} asks for; install the same release on both sides"
    );
    Failure { code: FailureCode::Version, message }
}

fn mismatch(release: &str) -> String {
    let ours = env!("CARGO_PKG_VERSION");
    let release = shorten(release.into());
    format!(
        "release {release} of the client and release {ours} of this server do not understand each other's data; \
         install the same release on both, or add a worker of the client's release to the server"
    )
}

fn shorten(mut text: String) -> String {
    while text.len() > TEXT_MAX {
        text.pop();
    }
    text
}
