//! The client's end of a session: one ordered connection, one bulk connection, the threads that wait on them.
//!
//! Threads append frames to one send ring (which is also the retention ring) under a short lock; a waiting thread reads the socket
//! itself and delivers for others (leader and followers); one I/O thread flushes what was left behind and reads when nobody waits.

use std::sync::atomic::AtomicU64;

use cuda_abi::CUresult;

/// What the session tells the rest of the shim, called from whichever thread reads the connection. Implementations must not call into the session
/// in a way that waits; posting is allowed from [`Handler::host_fn`]'s own thread only.
pub trait Handler: Send + Sync {
    /// A posted call failed: `thread` = the client thread whose next call returns it, 0 = sticky in context `ctx`.
    fn error(&self, thread: u32, ctx: u32, result: CUresult, seq: u64, func: u16);
    /// A host function is due: run it on a callback thread, then post HOST_FN_DONE.
    fn host_fn(&self, id: u64);
    /// The stream arrived at a pulled copy of pinned memory: (address, bytes) were registered with [`Session::register_pull`].
    fn printf(&self, text: &[u8]);
    /// The session is over: every call from now on returns `result`.
    fn closed(&self, result: CUresult, reason: &str);
}

/// Why a wait happened: counted apart by `--stats`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wait {
    /// The program's own synchronisation or a result that only the worker has: a round trip.
    RoundTrip,
    /// Part of start-up (context, module loads).
    Setup,
    /// Until the worker received a large pageable source.
    Receive,
}

/// A call's answer.
#[derive(Debug)]
pub struct Reply {
    /// The worker's CUresult.
    pub result: CUresult,
    /// What follows the [`protocol::frame::ReplyHead`].
    pub payload: Vec<u8>,
}

/// Progress of one stream, shared by the session (writer) and the shim's stream object (reader).
///
/// `posted`: number of the last frame posted to the stream; `done`: every frame of the stream up to this number is complete *and* its host memory has arrived.
#[derive(Debug, Default)]
pub struct Progress {
    /// Last frame number posted to this stream.
    pub posted: AtomicU64,
    /// All frames up to this number are complete.
    pub done: AtomicU64,
    /// Launches posted so far (credits).
    pub launches: AtomicU64,
}
