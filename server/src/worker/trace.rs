//! A line per executed frame, for tests of order (`BIFROST_WORKER_TRACE`).

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

use parking_lot::Mutex;
use protocol::ops::op;

use super::caller::Caller;

/// Where lines go, if anywhere.
pub struct Trace {
    file: Option<Mutex<File>>,
    start: Instant,
}

/// What became of a frame.
#[derive(Debug, Clone, Copy)]
pub enum Fate {
    /// Executed with this CUresult.
    Done(i32),
    /// Started on a helper, or waiting for the device.
    Started,
}

impl Trace {
    /// No lines.
    pub fn nowhere() -> Self {
        Trace { file: None, start: Instant::now() }
    }

    /// Writes to a file, which is made.
    pub fn to(path: &Path) -> io::Result<Self> {
        Ok(Trace { file: Some(Mutex::new(File::create(path)?)), start: Instant::now() })
    }

    /// Writes `µs seq thread function stream result`.
    pub fn frame(&self, caller: &Caller, stream: Option<u32>, fate: Fate) {
        let Some(file) = &self.file else { return };
        let us = self.start.elapsed().as_micros();
        let stream = stream.map_or_else(|| "-".into(), |s| s.to_string());
        let fate = match fate {
            Fate::Done(r) => r.to_string(),
            Fate::Started => "started".into(),
        };
        let line = format!("{us} {} {} {} {stream} {fate}\n", caller.seq, caller.thread, name(caller.func));
        // A full disk must not stop a session.
        let _ = file.lock().write_all(line.as_bytes());
    }
}

/// Name of a wire id.
pub(super) fn name(func: u16) -> &'static str {
    match func {
        op::CTX_OPEN => "CTX_OPEN",
        op::CTX_CLOSE => "CTX_CLOSE",
        op::CTX_SYNC => "CTX_SYNC",
        op::CTX_SET_LIMIT => "CTX_SET_LIMIT",
        op::MODULE_LOAD => "MODULE_LOAD",
        op::MODULE_UNLOAD => "MODULE_UNLOAD",
        op::FUNC_ATTRIBUTES => "FUNC_ATTRIBUTES",
        op::FUNC_SET_ATTRIBUTE => "FUNC_SET_ATTRIBUTE",
        op::FUNC_SET_CACHE => "FUNC_SET_CACHE",
        op::MODULE_GLOBALS => "MODULE_GLOBALS",
        op::LINK_CREATE => "LINK_CREATE",
        op::LINK_ADD => "LINK_ADD",
        op::LINK_COMPLETE => "LINK_COMPLETE",
        op::LINK_DESTROY => "LINK_DESTROY",
        op::LAUNCH => "LAUNCH",
        op::HOST_FN => "HOST_FN",
        op::HOST_FN_DONE => "HOST_FN_DONE",
        op::STREAM_CREATE => "STREAM_CREATE",
        op::STREAM_DESTROY => "STREAM_DESTROY",
        op::STREAM_SYNC => "STREAM_SYNC",
        op::STREAM_MARK => "STREAM_MARK",
        op::STREAM_WAIT_EVENT => "STREAM_WAIT_EVENT",
        op::STREAM_VALUE => "STREAM_VALUE",
        op::EVENT_CREATE => "EVENT_CREATE",
        op::EVENT_RECORD => "EVENT_RECORD",
        op::EVENT_DESTROY => "EVENT_DESTROY",
        op::EVENT_SYNC => "EVENT_SYNC",
        op::EVENT_ELAPSED => "EVENT_ELAPSED",
        op::EVENT_QUERY => "EVENT_QUERY",
        op::IPC_EXPORT => "IPC_EXPORT",
        op::IPC_OPEN => "IPC_OPEN",
        op::IPC_CLOSE => "IPC_CLOSE",
        op::IPC_EXPORT_EVENT => "IPC_EXPORT_EVENT",
        op::IPC_OPEN_EVENT => "IPC_OPEN_EVENT",
        op::MEM_ALLOC => "MEM_ALLOC",
        op::MEM_FREE => "MEM_FREE",
        op::MEM_INFO => "MEM_INFO",
        op::HOST_MAP => "HOST_MAP",
        op::HOST_UNMAP => "HOST_UNMAP",
        op::HOST_TRACK => "HOST_TRACK",
        op::HOST_PAGES => "HOST_PAGES",
        op::HOST_TOUCH => "HOST_TOUCH",
        op::HOST_PAGES_BULK => "HOST_PAGES_BULK",
        op::HTOD_INLINE => "HTOD_INLINE",
        op::HTOD_BULK => "HTOD_BULK",
        op::HTOD_PINNED => "HTOD_PINNED",
        op::DTOH => "DTOH",
        op::DTOH_PINNED => "DTOH_PINNED",
        op::DTOD => "DTOD",
        op::MEMSET => "MEMSET",
        op::ARRAY_CREATE => "ARRAY_CREATE",
        op::ARRAY_DESTROY => "ARRAY_DESTROY",
        op::ARRAY_COPY => "ARRAY_COPY",
        op::OBJECT_CREATE => "OBJECT_CREATE",
        op::OBJECT_DESTROY => "OBJECT_DESTROY",
        op::VMM_GRANULARITY => "VMM_GRANULARITY",
        op::VMM_RESERVE => "VMM_RESERVE",
        op::VMM_UNRESERVE => "VMM_UNRESERVE",
        op::VMM_CREATE => "VMM_CREATE",
        op::VMM_RELEASE => "VMM_RELEASE",
        op::VMM_MAP => "VMM_MAP",
        op::VMM_UNMAP => "VMM_UNMAP",
        op::VMM_ACCESS => "VMM_ACCESS",
        op::GRAPH_NODES => "GRAPH_NODES",
        op::GRAPH_INSTANTIATE => "GRAPH_INSTANTIATE",
        op::GRAPH_SET_NODE => "GRAPH_SET_NODE",
        op::GRAPH_ENABLE => "GRAPH_ENABLE",
        op::GRAPH_LAUNCH => "GRAPH_LAUNCH",
        op::GRAPH_DESTROY => "GRAPH_DESTROY",
        op::GRAPH_HOST => "GRAPH_HOST",
        op::GRAPH_RANGE => "GRAPH_RANGE",
        other => cuda_abi::function(other).map_or("?", |f| f.symbol),
    }
}
