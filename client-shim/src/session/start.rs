//! The hello of a session, and its threads.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use parking_lot::{Mutex, RwLock};
use protocol::control::{DataHello, DataWelcome};
use protocol::credits::Credits;
use protocol::frame::REPLY_MAX;
use protocol::recv::{FrameReader, Sequence};
use protocol::send::SendQueue;
use transport::wire::{recv_message, send_message};
use transport::{Line, Wire};

use super::wait::Waiters;
use super::{Handler, Reading, Reconnect, Session, SessionError, bulk, io as io_thread};

/// How a session starts.
#[derive(Clone)]
pub struct Options {
    /// Bytes of the arena for pinned memory; 0 = none.
    pub arena_bytes: u64,
    /// Wire ids of the functions that the client implements.
    pub functions: Vec<u16>,
    /// How long the worker may take to answer the hello.
    pub timeout: Duration,
    /// Where connections in the place of broken ones come from; `None` = the session ends with its connections.
    pub again: Option<Arc<dyn Reconnect>>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            arena_bytes: 64 << 30,
            functions: Vec::new(),
            timeout: Duration::from_secs(30),
            again: None,
        }
    }
}

/// Bases where the arena may lie: high, and far from where Linux, allocators and drivers place things.
const ARENA_BASES: [u64; 4] = [0x3000_0000_0000, 0x3800_0000_0000, 0x1800_0000_0000, 0x0c00_0000_0000];
/// How often the bulk connection is looked at until the session begins.
const LOOK: Duration = Duration::from_millis(50);
/// Smallest arena worth having.
const ARENA_MIN: u64 = 256 << 20;

static NEXT_ID: AtomicU64 = AtomicU64::new(1);

impl Session {
    /// Says hello on a fresh ordered connection (preambles were sent) and starts the session.
    ///
    /// # Errors
    /// [`SessionError`] when the worker refuses or the connection fails.
    pub fn start(
        ordered: Box<dyn Wire>,
        bulk: Box<dyn Wire>,
        handler: Arc<dyn Handler>,
        options: Options,
    ) -> Result<Arc<Session>, SessionError> {
        let mut arenas = Arenas::reserve(options.arena_bytes);
        let hello = DataHello {
            fingerprint: protocol::fingerprint(),
            arenas: arenas.bases.clone(),
            arena_bytes: arenas.bytes,
            functions: options.functions,
        };
        let sent = send_message(&*ordered, &hello);
        // A worker that has closed the connection may have said why.
        let welcome = welcome(&*ordered, &*bulk, options.timeout);
        let welcome =
            welcome.map_err(|e| SessionError::Io(sent.err().filter(|_| says_nothing(&e)).unwrap_or(e)))?;
        let (arena, credits, window, grace_ms) = match welcome {
            DataWelcome::Refused(f) => return Err(SessionError::Refused(f.message)),
            DataWelcome::Ready { arena, stream_credits, context_credits, window, grace_ms } => {
                (arena, Credits { stream: stream_credits, context: context_credits }, window, grace_ms)
            }
        };
        let arena = arena.and_then(|base| arenas.keep(base));
        let ordered: Arc<dyn Wire> = Arc::from(ordered);
        let session = Arc::new_cyclic(|me: &Weak<Session>| Session {
            ordered: Line::new(ordered.clone()),
            again: options.again.filter(|_| grace_ms > 0),
            grace: Duration::from_millis(grace_ms.into()),
            dropped: AtomicU64::new(0),
            broken: Mutex::default(),
            me: me.clone(),
            tx: Mutex::new(SendQueue::new(usize::try_from(window).unwrap_or(usize::MAX))),
            write: Mutex::new(ordered.clone()),
            written: AtomicU64::new(0),
            rx: Mutex::new(Reading {
                wire: ordered,
                frames: FrameReader::new(REPLY_MAX),
                sequence: Sequence::default(),
                unacknowledged: 0,
            }),
            waiters: Waiters::default(),
            streams: RwLock::default(),
            handler,
            bulk: bulk::Bulk::new(Arc::from(bulk)),
            io: io_thread::IoState::default(),
            dead: AtomicBool::new(false),
            dead_code: AtomicI32::new(0),
            threads: AtomicU32::new(0),
            id: NEXT_ID.fetch_add(1, Ordering::Relaxed),
            arena,
            credits,
            mark_every: u64::from(credits.mark_every() / 2),
            contexts: Mutex::default(),
        });
        io_thread::start(&session).map_err(SessionError::Io)?;
        Ok(session)
    }
}

/// The worker's answer to the hello. One that does not accept the bulk connection waits for another, and says so there: nothing else comes on it
/// before the session has begun.
fn welcome(ordered: &dyn Wire, bulk: &dyn Wire, timeout: Duration) -> io::Result<DataWelcome> {
    let begin = Instant::now();
    while !ordered.wait_readable(Some(LOOK))? && begin.elapsed() < timeout {
        match bulk.try_recv(&mut [0]) {
            Err(e) if e.kind() == io::ErrorKind::InvalidData => return Err(e),
            // A connection that has ended can be replaced later.
            _ => {}
        }
    }
    recv_message(ordered, timeout.saturating_sub(begin.elapsed()))
}

/// Whether a connection merely ended.
fn says_nothing(e: &io::Error) -> bool {
    matches!(e.kind(), io::ErrorKind::UnexpectedEof | io::ErrorKind::ConnectionReset)
}

/// Address ranges that are reserved until the worker has chosen one.
struct Arenas {
    bases: Vec<u64>,
    bytes: u64,
}

fn reserve(base: u64, bytes: u64) -> bool {
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE | libc::MAP_FIXED_NOREPLACE;
    // SAFETY: NOREPLACE never touches existing mappings; older kernels take the address as a hint, so it is compared.
    let p = unsafe { libc::mmap(base as *mut _, bytes as usize, libc::PROT_NONE, flags, -1, 0) };
    if p == libc::MAP_FAILED {
        return false;
    }
    if p as u64 != base {
        release(p as u64, bytes);
        return false;
    }
    true
}

fn release(base: u64, bytes: u64) {
    // SAFETY: the range was mapped by `reserve` and nobody uses it.
    unsafe { libc::munmap(base as *mut _, bytes as usize) };
}

impl Arenas {
    /// Reserves the candidates, smaller ones where the process's address space is limited.
    fn reserve(wanted: u64) -> Self {
        let mut bytes = wanted;
        while bytes >= ARENA_MIN {
            let bases: Vec<u64> = ARENA_BASES.into_iter().filter(|b| reserve(*b, bytes)).take(2).collect();
            if !bases.is_empty() {
                return Arenas { bases, bytes };
            }
            bytes /= 4;
        }
        Arenas { bases: Vec::new(), bytes: 0 }
    }

    /// Keeps the chosen one.
    fn keep(&mut self, base: u64) -> Option<(u64, u64)> {
        let at = self.bases.iter().position(|b| *b == base)?;
        self.bases.swap_remove(at);
        Some((base, self.bytes))
    }
}

impl Drop for Arenas {
    fn drop(&mut self) {
        for b in &self.bases {
            release(*b, self.bytes);
        }
    }
}

/// Starts a thread of the shim: all signals are blocked in it, so that the program's handlers never run there.
pub(crate) fn spawn(name: &str, body: impl FnOnce() + Send + 'static) -> io::Result<()> {
    // SAFETY: all-zero is a valid sigset_t; both sets live across the calls, which change only this thread's mask.
    let old = unsafe {
        let mut all: libc::sigset_t = std::mem::zeroed();
        let mut old: libc::sigset_t = std::mem::zeroed();
        libc::sigfillset(&raw mut all);
        libc::pthread_sigmask(libc::SIG_SETMASK, &raw const all, &raw mut old);
        old
    };
    let spawned = std::thread::Builder::new().name(name.into()).stack_size(256 * 1024).spawn(body);
    // SAFETY: restores the mask that was read above.
    unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, &raw const old, std::ptr::null_mut()) };
    spawned.map(drop)
}
