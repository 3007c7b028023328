//! A relay before a pool that sees all bytes and may change them.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use protocol::preamble::{self, Kind, Preamble, Tag};

/// Bytes that are relayed at a time.
const PIECE: usize = 64 * 1024;

/// Where a piece of bytes is.
#[derive(Debug, Clone, Copy)]
pub struct Place {
    /// What the client said that its connection is for.
    pub kind: Kind,
    /// From the client to the server.
    pub up: bool,
    /// Bytes of this direction before it, without the preamble and its tag.
    pub at: u64,
}

/// What a relay does; the relay calls it from several threads.
pub trait Meddler: Send + Sync + 'static {
    /// May change a preamble; its tag stays as it is.
    fn preamble(&self, preamble: Preamble, _tag: Option<Tag>) -> Preamble {
        preamble
    }

    /// May change a piece; false: the connection ends instead.
    fn piece(&self, _place: Place, _bytes: &mut Vec<u8>) -> bool {
        true
    }
}

/// Starts a relay to the server at `target` (host:port); returns its own address. It lives as long as the test's process.
pub fn start(target: &str, meddler: Arc<impl Meddler>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("an address").to_string();
    let target = target.to_owned();
    thread::spawn(move || {
        for client in listener.incoming().flatten() {
            let (target, meddler) = (target.clone(), meddler.clone());
            // A connection that breaks ends its relay, as it should.
            thread::spawn(move || relay(client, &target, &meddler));
        }
    });
    address
}

fn relay(mut client: TcpStream, target: &str, meddler: &Arc<impl Meddler>) -> std::io::Result<()> {
    let mut bytes = [0; preamble::LEN];
    client.read_exact(&mut bytes)?;
    let mut server = TcpStream::connect(target)?;
    client.set_nodelay(true)?;
    server.set_nodelay(true)?;
    let mut kind = Kind::Control;
    let mut first = bytes.to_vec();
    if let Ok(preamble) = Preamble::decode(&bytes) {
        kind = preamble.kind;
        let mut tag = [0; Tag::LEN];
        let tagged = Preamble::is_tagged(&bytes);
        if tagged {
            client.read_exact(&mut tag)?;
        }
        let tag = tagged.then(|| Tag::decode(&tag));
        let preamble = meddler.preamble(preamble, tag);
        first = tag.map_or_else(|| preamble.encode().to_vec(), |tag| preamble.with_tag(tag).to_vec());
    }
    server.write_all(&first)?;
    let (from, to) = (server.try_clone()?, client.try_clone()?);
    let down = meddler.clone();
    thread::spawn(move || copy(from, to, Place { kind, up: false, at: 0 }, &*down));
    copy(client, server, Place { kind, up: true, at: 0 }, &**meddler);
    Ok(())
}

fn copy(mut from: TcpStream, mut to: TcpStream, mut place: Place, meddler: &impl Meddler) {
    let mut piece = vec![0; PIECE];
    while let Ok(n @ 1..) = from.read(&mut piece) {
        let mut bytes = piece[..n].to_vec();
        let goes_on = meddler.piece(place, &mut bytes);
        place.at += n as u64;
        if !goes_on || to.write_all(&bytes).is_err() {
            break;
        }
    }
    // Either side may be gone already.
    let _ = to.shutdown(Shutdown::Both);
    let _ = from.shutdown(Shutdown::Both);
}

/// Keeps all that passes, by kind and direction.
#[derive(Debug, Default)]
pub struct Recorder {
    seen: Mutex<Vec<(Kind, bool, Vec<u8>)>>,
    sessions: Mutex<Vec<(Preamble, Option<Tag>)>>,
    cut: AtomicBool,
}

impl Recorder {
    /// All bytes of connections of this kind in this direction.
    pub fn bytes(&self, kind: Kind, up: bool) -> Vec<u8> {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.iter().filter(|(k, u, _)| (*k, *u) == (kind, up)).flat_map(|(.., b)| b).copied().collect()
    }

    /// Whether these bytes passed, in any direction of any connection.
    pub fn has_seen(&self, words: &[u8]) -> bool {
        let kinds =
            [Kind::Control, Kind::ControlTls, Kind::Ordered, Kind::Bulk, Kind::Resume, Kind::ResumeBulk];
        let all = kinds.into_iter().flat_map(|kind| [self.bytes(kind, true), self.bytes(kind, false)]);
        all.into_iter().any(|bytes| bytes.windows(words.len()).any(|w| w == words))
    }

    /// Ends the session's first connections, once more bytes come.
    pub fn cut(&self) {
        self.cut.store(true, Ordering::SeqCst);
    }

    /// The preambles of data connections.
    pub fn preambles(&self) -> Vec<(Preamble, Option<Tag>)> {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Meddler for Recorder {
    fn preamble(&self, preamble: Preamble, tag: Option<Tag>) -> Preamble {
        if !matches!(preamble.kind, Kind::Control | Kind::ControlTls) {
            self.sessions.lock().unwrap_or_else(PoisonError::into_inner).push((preamble, tag));
        }
        preamble
    }

    fn piece(&self, place: Place, bytes: &mut Vec<u8>) -> bool {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.push((place.kind, place.up, bytes.clone()));
        // Those that came first end when the test says so; those that take their place do not.
        !(self.cut.load(Ordering::SeqCst) && matches!(place.kind, Kind::Ordered | Kind::Bulk))
    }
}
