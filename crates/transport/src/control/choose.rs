//! Several servers: all are asked at once, one of them gives the reservation.

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use access::Bundle;
use protocol::control::{DeviceStatus, FailureCode, MemoryAsk};

use super::client::Queued;
use super::connect::without_signals;
use super::filter::Filter;
use super::{CONNECT_LIMIT, Client, ConnectError, Grant};
use crate::endpoint::Endpoint;

/// How long other servers are waited for once one fits: who does not answer holds nobody up.
const FITS_GRACE: Duration = Duration::from_millis(300);

/// Which server is taken of those that have what is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Placement {
    /// Where the least remains on the devices taken: large pieces stay for those who need them.
    #[default]
    BestFit,
    /// Where the most is free: programs disturb each other least.
    Spread,
    /// Where the least is free: other servers stay empty.
    Pack,
}

/// What is asked of servers.
#[derive(Debug, Clone, Copy)]
pub struct Wanted<'a> {
    /// Number of GPUs, all of one server.
    pub gpus: u32,
    /// Memory of each.
    pub memory: MemoryAsk,
    /// Which server.
    pub placement: Placement,
    /// Which servers and devices may be taken.
    pub filter: Option<&'a Filter>,
    /// Credentials.
    pub bundle: Option<&'a Bundle>,
}

/// The same for a thread of its own.
struct Own {
    gpus: u32,
    memory: MemoryAsk,
    placement: Placement,
    filter: Option<Filter>,
    bundle: Option<Bundle>,
}

impl Own {
    fn of(wanted: &Wanted<'_>) -> Own {
        let Wanted { gpus, memory, placement, .. } = *wanted;
        Own { gpus, memory, placement, filter: wanted.filter.cloned(), bundle: wanted.bundle.cloned() }
    }

    fn wanted(&self) -> Wanted<'_> {
        let Own { gpus, memory, placement, .. } = *self;
        Wanted { gpus, memory, placement, filter: self.filter.as_ref(), bundle: self.bundle.as_ref() }
    }
}

/// What a server has for a [`Wanted`]; the least is the best.
type Rank = (u64, usize);

/// What a server has of what may be taken.
struct Offer {
    /// Bytes of each device, and what of them is free.
    devices: Vec<(u64, u64)>,
    /// Numbers of the devices, if not all may be taken.
    among: Option<Vec<u32>>,
}

impl Wanted<'_> {
    /// What a server has.
    fn look(&self, client: &Client) -> Result<Offer, ConnectError> {
        let Some(filter) = self.filter else {
            let device = |d: &DeviceStatus| (d.total, d.total.saturating_sub(d.reserved));
            let status = client.status()?;
            return Ok(Offer { devices: status.devices.iter().map(device).collect(), among: None });
        };
        let report = client.report()?;
        let taken = filter.devices(client.endpoint(), &report);
        if taken.len() < self.gpus as usize {
            let (at, text) = (client.endpoint().clone(), filter.text().to_owned());
            return Err(ConnectError::Filtered(at, self.gpus, taken.len(), report.devices.len(), text));
        }
        let may = report.devices.iter().filter(|d| taken.contains(&d.index));
        let devices = may.map(|d| (d.total_bytes, d.total_bytes.saturating_sub(d.reserved_bytes))).collect();
        let among = (taken.len() < report.devices.len()).then_some(taken);
        Ok(Offer { devices, among })
    }

    /// How well a server's devices fit; `None` if what is asked for is not free there.
    fn rank(&self, devices: &[(u64, u64)]) -> Option<u64> {
        let mut rest = Vec::new();
        for (total, free) in devices {
            rest.extend(self.memory.bytes_of(*total).and_then(|need| free.checked_sub(need)));
        }
        rest.sort_unstable();
        let remains: u64 = rest.get(..self.gpus as usize)?.iter().sum();
        let (total, free) = devices.iter().fold((0, 0), |(t, f), (total, free)| (t + total, f + free));
        // Parts of a million, so that servers of all sizes compare.
        let free = (free >> 10) * 1_000_000 / (total >> 10).max(1);
        Some(match self.placement {
            Placement::BestFit => remains,
            Placement::Spread => 1_000_000 - free.min(1_000_000),
            Placement::Pack => free,
        })
    }
}

/// Reserves on the server that fits best; all together have [`CONNECT_LIMIT`] for connecting.
///
/// # Errors
/// What each server said, in their order; nothing if there are no servers.
pub fn reserve_on_best(
    servers: &[String],
    wanted: &Wanted<'_>,
) -> Result<(Client, Grant), Vec<(usize, ConnectError)>> {
    // A slip of the pen is told even if another server grants.
    let parsed = |(place, server): (usize, &String)| endpoint(server).map_err(|e| vec![(place, e)]);
    let endpoints = servers.iter().enumerate().map(parsed).collect::<Result<Vec<_>, _>>()?;
    if let [endpoint] = &endpoints[..] {
        // Nothing to compare.
        let client = connect(endpoint, wanted.bundle).map_err(|e| vec![(0, e)])?;
        let among = match wanted.filter {
            Some(_) => wanted.look(&client).map_err(|e| vec![(0, e)])?.among,
            None => None,
        };
        let grant = client.reserve_among(wanted.gpus, wanted.memory, among.as_deref());
        return grant.map(|grant| (client, grant)).map_err(|e| vec![(0, e)]);
    }
    let (mut fit, mut rest, mut refusals) = offers(endpoints, wanted);
    fit.sort_unstable_by_key(|(rank, _)| *rank);
    rest.sort_unstable_by_key(|(place, _)| *place);
    let clients = fit.into_iter().map(|((_, place), client)| (place, client)).chain(rest);
    for (place, (client, among)) in clients {
        // What was free may have gone since; what was not may be; the server's own words say why not.
        match client.reserve_among(wanted.gpus, wanted.memory, among.as_deref()) {
            Ok(grant) => return Ok((client, grant)),
            Err(e) => refusals.push((place, e)),
        }
    }
    refusals.sort_by_key(|(place, _)| *place);
    Err(refusals)
}

/// A server, and its devices if not all may be taken.
type Candidate = (Client, Option<Vec<u32>>);
type Offers = (Vec<(Rank, Candidate)>, Vec<(usize, Candidate)>, Vec<(usize, ConnectError)>);

/// Connects to all at once: servers that fit, others that answer, and what those said that cannot be used.
fn offers(endpoints: Vec<Endpoint>, wanted: &Wanted<'_>) -> Offers {
    let (mut fit, mut rest, mut refusals) = (Vec::new(), Vec::new(), Vec::new());
    let mut silent = BTreeMap::new();
    let (tell, answers) = channel();
    for (place, endpoint) in endpoints.into_iter().enumerate() {
        silent.insert(place, endpoint.clone());
        let (tell, own) = (tell.clone(), Own::of(wanted));
        let started = start(endpoint, move |endpoint| {
            let wanted = own.wanted();
            let client = connect(endpoint, wanted.bundle);
            // Nobody may listen any more.
            let _ = tell.send((place, client.and_then(|c| wanted.look(&c).map(|offer| (c, offer)))));
        });
        refusals.extend(started.err().map(|e| (place, e)));
    }
    drop(tell);
    let mut end = Instant::now() + CONNECT_LIMIT;
    while let Ok((place, answer)) = answers.recv_timeout(end.saturating_duration_since(Instant::now())) {
        silent.remove(&place);
        match answer {
            Ok((client, offer)) => match wanted.rank(&offer.devices) {
                Some(rank) => {
                    fit.push(((rank, place), (client, offer.among)));
                    end = end.min(Instant::now() + FITS_GRACE);
                }
                None => rest.push((place, (client, offer.among))),
            },
            Err(e) => refusals.push((place, e)),
        }
    }
    let late =
        |(place, endpoint)| (place, ConnectError::Unreachable(endpoint, io::ErrorKind::TimedOut.into()));
    refusals.extend(silent.into_iter().map(late));
    (fit, rest, refusals)
}

fn endpoint(server: &str) -> Result<Endpoint, ConnectError> {
    server.parse().map_err(|e| ConnectError::Endpoint(server.into(), e))
}

fn connect(endpoint: &Endpoint, bundle: Option<&Bundle>) -> Result<Client, ConnectError> {
    Client::connect_as(endpoint, CONNECT_LIMIT, bundle)
}

/// Does something for a server in a thread of its own.
fn start(endpoint: Endpoint, body: impl FnOnce(&Endpoint) + Send + 'static) -> Result<(), ConnectError> {
    let about = endpoint.clone();
    let thread = std::thread::Builder::new().name("bifrost-ask".into());
    let started = without_signals(|| thread.spawn(move || body(&endpoint)));
    started.map(drop).map_err(|e| ConnectError::Lost(about, e))
}

/// Whether waiting helps: some server is full.
pub fn may_wait(refusals: &[(usize, ConnectError)]) -> bool {
    refusals.iter().any(|(_, e)| e.code() == Some(FailureCode::Full))
}

/// News of one who waits.
enum News {
    /// In line at this server.
    Place(Endpoint, u32),
    Granted(Box<(Client, Grant)>),
    Failed(usize, ConnectError),
}

/// Why nothing was granted to one who waited.
#[derive(Debug)]
pub enum NotWaited {
    /// The time is over.
    TimeOut,
    /// What each server said.
    Refused(Vec<(usize, ConnectError)>),
}

/// Waits in line at all servers until one grants; `told` hears of each change of place.
///
/// # Errors
/// [`NotWaited`].
pub fn wait_in_line(
    servers: &[String],
    wanted: &Wanted<'_>,
    limit: Option<Duration>,
    mut told: impl FnMut(&Endpoint, u32),
) -> Result<(Client, Grant), NotWaited> {
    let over = Arc::new(AtomicBool::new(false));
    let (tell, news) = channel();
    for (place, server) in servers.iter().enumerate() {
        let started = endpoint(server).and_then(|endpoint| {
            let (tell, own, over) = (tell.clone(), Own::of(wanted), over.clone());
            start(endpoint, move |endpoint| stand((place, endpoint), &own.wanted(), &tell, &over))
        });
        if let Err(e) = started {
            // The receiver is ours.
            let _ = tell.send(News::Failed(place, e));
        }
    }
    drop(tell);
    let result = hear(&news, limit.map(|limit| Instant::now() + limit), &mut told);
    over.store(true, Ordering::Release);
    // Another one may grant at the same moment.
    let late = move || {
        for one in news {
            if let News::Granted(granted) = one {
                // If its server is gone, so is the reservation.
                let _ = granted.0.release_grant(granted.1.ticket);
            }
        }
    };
    std::thread::spawn(late);
    result
}

fn hear(
    news: &Receiver<News>,
    end: Option<Instant>,
    told: &mut impl FnMut(&Endpoint, u32),
) -> Result<(Client, Grant), NotWaited> {
    let mut refusals = Vec::new();
    loop {
        let one = match end {
            Some(end) => news.recv_timeout(end.saturating_duration_since(Instant::now())),
            None => news.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match one {
            Ok(News::Place(endpoint, number)) => told(&endpoint, number),
            Ok(News::Granted(granted)) => return Ok(*granted),
            Ok(News::Failed(place, e)) => refusals.push((place, e)),
            Err(RecvTimeoutError::Timeout) => return Err(NotWaited::TimeOut),
            Err(RecvTimeoutError::Disconnected) => {
                refusals.sort_by_key(|(place, _)| *place);
                return Err(NotWaited::Refused(refusals));
            }
        }
    }
}

/// Stands in line at one server until it grants or refuses, or it is over.
fn stand((place, endpoint): (usize, &Endpoint), wanted: &Wanted<'_>, tell: &Sender<News>, over: &AtomicBool) {
    let granted = connect(endpoint, wanted.bundle).and_then(|client| {
        let mut known = None;
        let among = match wanted.filter {
            Some(_) => wanted.look(&client)?.among,
            None => None,
        };
        while !over.load(Ordering::Acquire) {
            match client.queue_among(wanted.gpus, wanted.memory, among.as_deref())? {
                Queued::Granted(grant) => {
                    // Any word will do: it says that somebody is here to use it.
                    client.status()?;
                    return Ok(Some((client, grant)));
                }
                Queued::Place(number) => {
                    if known.replace(number) != Some(number) {
                        let _ = tell.send(News::Place(endpoint.clone(), number));
                    }
                }
            }
        }
        Ok(None)
    });
    let last = match granted {
        Ok(Some(granted)) => News::Granted(Box::new(granted)),
        Ok(None) => return,
        Err(e) => News::Failed(place, e),
    };
    // Whoever listened listens until every thread has ended.
    let _ = tell.send(last);
}

#[cfg(test)]
mod tests {
    use super::*;

    const GIB: u64 = 1 << 30;

    /// Devices as (total, reserved) in GiB.
    fn offered(devices: &[(u64, u64)]) -> Vec<(u64, u64)> {
        devices.iter().map(|(total, reserved)| (total * GIB, (total - reserved) * GIB)).collect()
    }

    #[test]
    fn servers_are_ranked_by_what_remains_or_is_free() {
        let servers: [&[(u64, u64)]; 4] = [
            // Half of a small one; all of a large one; nothing; two, partly taken.
            &[(16, 8)],
            &[(80, 0)],
            &[(80, 80)],
            &[(16, 4), (16, 12)],
        ];
        let best = |gpus, memory, placement| {
            let wanted = Wanted { gpus, memory, placement, filter: None, bundle: None };
            let ranks = servers.iter().enumerate().filter_map(|(i, d)| Some((wanted.rank(&offered(d))?, i)));
            ranks.min().map(|(_, i)| i)
        };
        let (four, half, whole) = (MemoryAsk::Mib(4096), MemoryAsk::Ppm(500_000), MemoryAsk::Whole);
        for (gpus, memory, placement, want) in [
            (1, four, Placement::BestFit, Some(3)),
            (1, four, Placement::Spread, Some(1)),
            (1, four, Placement::Pack, Some(0)),
            (1, half, Placement::BestFit, Some(0)),
            (2, four, Placement::Spread, Some(3)),
            (1, whole, Placement::Pack, Some(1)),
            (2, half, Placement::BestFit, None),
            (3, four, Placement::BestFit, None),
            (1, MemoryAsk::Mib(0), Placement::BestFit, None),
        ] {
            assert_eq!(best(gpus, memory, placement), want, "{gpus} {memory:?} {placement:?}");
        }
    }
}
