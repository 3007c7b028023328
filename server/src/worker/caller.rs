//! Who sent the frame that is being executed, and how it is answered.

use cuda_abi::CUresult;
use protocol::frame::{Header, Kind};

use super::driver::{Cu, Raw};
use super::handles::Context;
use super::session::Session;
use std::sync::Arc;

/// The origin of a frame.
#[derive(Debug, Clone, Copy)]
pub struct Caller {
    /// Call (answered) or Post (not answered).
    pub kind: Kind,
    /// Wire id.
    pub func: u16,
    /// Frame number.
    pub seq: u64,
    /// Client thread.
    pub thread: u32,
    /// Context id in the header.
    pub ctx: u32,
}

impl Caller {
    /// From a received header.
    pub fn new(kind: Kind, header: &Header) -> Self {
        Caller {
            kind,
            func: header.func.get(),
            seq: header.seq.get(),
            thread: header.thread.get(),
            ctx: header.ctx.get(),
        }
    }
}

/// What a handler did with a frame.
pub enum Answer {
    /// Done, no results.
    Empty,
    /// Done, with these results.
    Bytes(Vec<u8>),
    /// Somebody else answers later.
    Later,
    /// To be answered when the device is through with something.
    Wait(Wait),
    /// Work that may block while the device is busy: run at once if the context is idle, else on a helper.
    WhenIdle(Arc<Context>, Job),
}

/// What a handler returns.
pub(super) type Handled = Cu<Answer>;
/// Work for a helper thread.
pub(super) type Job = Box<dyn FnOnce(&Arc<Session>) + Send>;
/// What to do when a wait is over; gets its result.
pub(super) type Then = Box<dyn FnOnce(&Arc<Session>, CUresult) + Send>;

/// A wait for the device.
pub struct Wait {
    /// The context in which to wait.
    pub ctx: Arc<Context>,
    /// For what.
    pub target: Target,
    /// What then.
    pub then: Then,
}

/// What is waited for.
pub enum Target {
    /// An event of the context's own pool, which goes back to it.
    Own(Raw),
    /// An event of the client's.
    Client(Raw),
    /// Everything in the context.
    Context,
}
