//! Executable graphs of the client, and what their nodes do in the client's process.
//!
//! A node that writes host memory writes to a range of the worker; the bytes go to the client when the launch is over, or, if a host function
//! of the graph comes after the node, before that function is called: the client may change them there.

use std::ffi::c_void;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Weak};

use cuda_abi::CUresult;
use parking_lot::{Condvar, Mutex};
use protocol::ops::push;

use super::driver::{Cu, Raw};
use super::handles::{Context, IdMap};
use super::outbound::Delivery;
use super::pinned::Range;
use super::rows::Rows;
use super::session::Session;

/// Bytes of nodes of one graph at most, until it is made.
const MAKING_MAX: usize = 256 << 20;

/// Host memory that a node writes.
#[derive(Default)]
pub struct Target {
    rows: Mutex<Vec<(Arc<Range>, Rows)>>,
    /// Host functions after the node: the first that is reached in a launch delivers.
    hosts: AtomicU32,
    reached: AtomicU32,
    /// The node takes no part.
    off: AtomicBool,
}

impl Target {
    /// The node now writes these rows.
    pub fn set(&self, rows: Vec<(Arc<Range>, Rows)>) {
        *self.rows.lock() = rows;
    }

    /// Rows beyond the first: those that are slices of one copy.
    pub fn slices(&self) -> usize {
        self.rows.lock().len().saturating_sub(1)
    }

    /// The node takes part in later launches, or not.
    pub fn enable(&self, enabled: bool) {
        self.off.store(!enabled, Ordering::Release);
    }

    /// What is to be delivered, over a transfer where there is one.
    pub fn deliveries(&self, xfer: u64) -> Vec<Delivery> {
        if self.off.load(Ordering::Acquire) {
            return Vec::new();
        }
        let rows = self.rows.lock();
        let xfer = if rows.len() == 1 { xfer } else { 0 };
        let delivery = |(range, rows): &(Arc<Range>, Rows)| {
            let (range, rows) = (range.clone(), *rows);
            Delivery { range, rows, xfer, offset: 0, extra: None }
        };
        rows.iter().map(delivery).collect()
    }

    /// Whether the end of a launch delivers.
    pub fn at_end(&self) -> bool {
        self.hosts.load(Ordering::Relaxed) == 0
    }

    /// A host function comes after the node.
    pub fn add_host(&self) {
        self.hosts.fetch_add(1, Ordering::Relaxed);
    }

    /// A host function is reached: whether it is the first of its launch. Launches of a graph do not overlap.
    fn first(&self) -> bool {
        let hosts = self.hosts.load(Ordering::Relaxed).max(1);
        self.reached.fetch_add(1, Ordering::AcqRel).is_multiple_of(hosts)
    }
}

/// A host function of a graph.
pub struct HostNode {
    session: Weak<Session>,
    /// The client's id.
    pub id: u64,
    ctx: u32,
    /// What is written before it.
    pub before: Mutex<Vec<Arc<Target>>>,
    done: Mutex<bool>,
    changed: Condvar,
    closed: AtomicBool,
}

impl HostNode {
    /// A host function of the client's.
    pub fn new(session: &Arc<Session>, id: u64, ctx: u32) -> Arc<Self> {
        Arc::new(HostNode {
            session: Arc::downgrade(session),
            id,
            ctx,
            before: Mutex::default(),
            done: Mutex::new(false),
            changed: Condvar::new(),
            closed: AtomicBool::new(false),
        })
    }

    /// Runs in a thread of the driver: the client has its function called, and says when that is over.
    fn call(&self) {
        let Some(session) = self.session.upgrade() else { return };
        *self.done.lock() = false;
        // Changes that a sweep has found are what the function sees, too: they must not come after it.
        session.completer.between_sweeps(|| {
            for target in self.before.lock().iter().filter(|target| target.first()) {
                for delivery in target.deliveries(0) {
                    session.outbound.deliver(&session, delivery);
                }
            }
            session.out.push(
                push::HOST_FN,
                self.ctx,
                session.outbound.watermark(),
                &[&self.id.to_le_bytes()],
            );
        });
        drop(session);
        let mut done = self.done.lock();
        while !*done && !self.closed.load(Ordering::Acquire) {
            self.changed.wait(&mut done);
        }
    }

    fn finish(&self) {
        *self.done.lock() = true;
        self.changed.notify_all();
    }

    fn abandon(&self) {
        self.closed.store(true, Ordering::Release);
        drop(self.done.lock());
        self.changed.notify_all();
    }
}

/// The function that the driver calls; `data` is the address of a [`HostNode`] that its graph keeps.
pub(super) extern "C" fn call_host(data: *mut c_void) {
    // SAFETY: the graph holds the node until it is destroyed, which waits for its launches.
    unsafe { &*data.cast::<HostNode>() }.call();
}

/// A node of an executable graph.
pub struct ExecNode {
    /// The driver's handle.
    pub raw: Raw,
    /// CUgraphNodeType.
    pub kind: u32,
    /// For nodes that may write host memory.
    pub target: Option<Arc<Target>>,
    /// Places of the nodes that it waits for.
    pub deps: Vec<u32>,
}

/// An executable graph.
pub struct Exec {
    /// Its context.
    pub ctx: Arc<Context>,
    /// The driver's executable.
    pub raw: Raw,
    /// The driver's graph, whose nodes name those of the executable.
    pub graph: Raw,
    /// In an order of execution.
    pub nodes: Vec<ExecNode>,
    /// Host memory of the program that is not pinned.
    pub ranges: Mutex<Vec<Arc<Range>>>,
    /// Its host functions.
    pub hosts: Vec<Arc<HostNode>>,
}

impl Exec {
    /// A node, which must be of this type.
    pub fn node(&self, at: u32, kind: u32) -> Cu<&ExecNode> {
        self.nodes.get(at as usize).filter(|node| node.kind == kind).ok_or(CUresult::INVALID_VALUE)
    }

    /// The range that holds the client's host memory.
    pub fn range(&self, session: &Session, addr: u64, len: u64) -> Cu<Arc<Range>> {
        find(session, &self.ranges.lock(), addr, len)
    }
}

/// The range that holds `len` bytes at the client's address: pinned memory, or one of `own`.
pub(super) fn find(session: &Session, own: &[Arc<Range>], addr: u64, len: u64) -> Cu<Arc<Range>> {
    session.pinned.find(addr, len).or_else(|_| {
        let found = own.iter().find(|range| range.holds(addr, len)).cloned();
        found.ok_or(CUresult::INVALID_VALUE)
    })
}

/// All graphs of a session.
#[derive(Default)]
pub struct Graphs {
    making: Mutex<IdMap<u32, Vec<u8>>>,
    execs: Mutex<IdMap<u32, Arc<Exec>>>,
    hosts: Mutex<IdMap<u64, Arc<HostNode>>>,
}

impl Graphs {
    /// Adds nodes, as they were received, to a graph that is being made.
    pub fn append(&self, id: u32, nodes: &[u8]) -> Cu<()> {
        let mut making = self.making.lock();
        let all: usize = making.values().map(Vec::len).sum();
        if all + nodes.len() > MAKING_MAX {
            making.remove(&id);
            return Err(CUresult::OUT_OF_MEMORY);
        }
        making.entry(id).or_default().extend_from_slice(nodes);
        Ok(())
    }

    /// Takes the nodes of a graph.
    pub fn take(&self, id: u32) -> Vec<u8> {
        self.making.lock().remove(&id).unwrap_or_default()
    }

    /// Makes an executable known; an id or a host function that is in use is refused.
    pub fn add(&self, id: u32, exec: Arc<Exec>) -> Cu<()> {
        let (mut execs, mut hosts) = (self.execs.lock(), self.hosts.lock());
        if execs.contains_key(&id) || exec.hosts.iter().any(|host| hosts.contains_key(&host.id)) {
            return Err(CUresult::INVALID_VALUE);
        }
        hosts.extend(exec.hosts.iter().map(|host| (host.id, host.clone())));
        execs.insert(id, exec);
        Ok(())
    }

    /// An executable.
    pub fn exec(&self, id: u32) -> Cu<Arc<Exec>> {
        self.execs.lock().get(&id).cloned().ok_or(CUresult::INVALID_HANDLE)
    }

    /// Forgets an executable; its host functions can still be told done.
    pub fn remove(&self, id: u32) -> Cu<Arc<Exec>> {
        self.execs.lock().remove(&id).ok_or(CUresult::INVALID_HANDLE)
    }

    /// Forgets the host functions of an executable that is no more.
    pub fn forget_hosts(&self, exec: &Exec) {
        let mut hosts = self.hosts.lock();
        exec.hosts.iter().for_each(|host| drop(hosts.remove(&host.id)));
    }

    /// The client's function has been called.
    pub fn host_done(&self, id: u64) -> Cu<()> {
        let host = self.hosts.lock().get(&id).cloned().ok_or(CUresult::INVALID_HANDLE)?;
        host.finish();
        Ok(())
    }

    /// Takes out the executables of a context that is being closed.
    pub fn take_context(&self, serial: u64) -> Vec<Arc<Exec>> {
        let mut execs = self.execs.lock();
        let gone: Vec<u32> =
            execs.iter().filter(|(_, e)| e.ctx.serial == serial).map(|(id, _)| *id).collect();
        gone.iter().filter_map(|id| execs.remove(id)).collect()
    }

    /// Lets threads of the driver go that wait for the client: the session is over.
    pub fn abandon(&self) {
        self.hosts.lock().values().for_each(|host| host.abandon());
    }
}
