//! What the session tells: errors, host functions, printed text, bytes of pinned memory, the end.

use cuda_abi::CUresult;

use super::connected;
use crate::session::{Handler, Survived, Wait};
use crate::{entry, stats};

/// Takes what the session tells to its place in the state.
pub(crate) struct Deliveries;

impl Handler for Deliveries {
    fn error(&self, thread: u32, ctx: u32, result: CUresult, seq: u64, func: u16) {
        entry::log(&format!("frame {seq} (function {func:#x}) failed later: {result}"));
        let Some(g) = connected() else { return };
        if thread != 0 {
            g.errors.add(thread, result);
        } else if let Some(context) = g.contexts.find(|c| c.id == ctx) {
            context.set_sticky(result);
        }
    }

    fn thread_ended(&self, thread: u32) {
        if let Some(g) = connected() {
            g.errors.forget(thread);
        }
    }

    fn host_fn(&self, id: u64) {
        if let Some(g) = connected() {
            g.host_fns.due(id);
        }
    }

    fn printf(&self, text: &[u8]) {
        use std::io::Write;
        let mut out = std::io::stdout();
        // A closed standard output loses the text, as with a driver.
        let _ = out.write_all(text).and_then(|()| out.flush());
    }

    fn said(&self, text: &[u8]) {
        use std::io::Write;
        // As above.
        let _ = std::io::stderr().write_all(text);
    }

    fn host_data(&self, addr: u64, bytes: &[u8]) {
        let stored = connected().is_some_and(|g| {
            g.mapped.arrived(addr, bytes, || g.pinned.store(addr, bytes) || g.graphs.store(addr, bytes))
        });
        if !stored {
            entry::log(&format!(
                "{} bytes for {addr:#x}, which is no pinned memory, were dropped",
                bytes.len()
            ));
        }
    }

    fn host_pages(&self, records: &[u8]) {
        if let Some(g) = connected() {
            g.mapped.store(records);
        }
    }

    fn closed(&self, result: CUresult, reason: &str) {
        let line = format!("the session is over: {reason}; every CUDA call now returns {result}");
        if super::is_exiting() { entry::log(&line) } else { entry::tell(&line) }
    }

    fn waited(&self, _func: u16, why: Wait, ns: u64) {
        stats::waited(why, ns);
    }

    fn posted(&self) {
        stats::posted();
    }

    fn survived(&self, what: &Survived) {
        stats::survived(what);
    }

    fn traffic(&self, out: u64, received: u64) {
        stats::traffic(out, received);
    }
}
