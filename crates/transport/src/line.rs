//! A connection that may break and be replaced.
//!
//! Whoever reads or writes keeps the wire that it uses beside its own state and takes the new one when it finds the line restored, so that nothing
//! is looked up as long as the connection holds.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};

use crate::Wire;

/// A machine that does not answer for so long is gone, or cut off.
const SILENCE: Duration = Duration::from_secs(12);
/// How often connections are looked at for silence.
pub const LOOK: Duration = Duration::from_secs(2);

/// The present wire of a session's connection, and whether it holds.
pub struct Line {
    up: AtomicBool,
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    wire: Arc<dyn Wire>,
    over: bool,
}

impl fmt::Debug for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Line").field("up", &self.up).finish_non_exhaustive()
    }
}

impl Line {
    /// A line that holds.
    pub fn new(wire: Arc<dyn Wire>) -> Line {
        Line {
            up: AtomicBool::new(true),
            state: Mutex::new(State { wire, over: false }),
            changed: Condvar::new(),
        }
    }

    /// Whether the present wire is not known to be broken.
    pub fn is_up(&self) -> bool {
        self.up.load(Ordering::Acquire)
    }

    /// The present wire, broken or not.
    pub fn wire(&self) -> Arc<dyn Wire> {
        self.state.lock().wire.clone()
    }

    /// Reading or writing `wire` has failed: both directions end, so that everybody notices. False if that is known, or history.
    pub fn broke(&self, wire: &Arc<dyn Wire>) -> bool {
        let state = self.state.lock();
        if !Arc::ptr_eq(&state.wire, wire) || !self.up.swap(false, Ordering::AcqRel) {
            return false;
        }
        wire.shutdown();
        drop(state);
        self.changed.notify_all();
        true
    }

    /// Ends the present wire, as if it had broken.
    pub fn cut(&self) {
        let wire = self.wire();
        self.broke(&wire);
    }

    /// Puts a new wire in the place of the broken one. False, and the wire is ended, when the line is over.
    pub fn restore(&self, wire: Arc<dyn Wire>) -> bool {
        let mut state = self.state.lock();
        if state.over {
            wire.shutdown();
            return false;
        }
        state.wire = wire;
        self.up.store(true, Ordering::Release);
        drop(state);
        self.changed.notify_all();
        true
    }

    /// Ends the present wire if its peer's machine is silent ([`Wire::is_silent`]).
    pub fn cut_if_silent(&self) {
        let wire = self.wire();
        if self.is_up() && wire.is_silent(SILENCE) {
            self.broke(&wire);
        }
    }

    /// Ends the line: nobody waits for it any more.
    pub fn end(&self) {
        let mut state = self.state.lock();
        state.over = true;
        self.up.store(false, Ordering::Release);
        state.wire.shutdown();
        drop(state);
        self.changed.notify_all();
    }

    /// Whether [`Line::end`] was called.
    pub fn is_over(&self) -> bool {
        self.state.lock().over
    }

    /// Waits until the line holds; `None` when it is over or the time is.
    pub fn restored(&self, limit: Duration) -> Option<Arc<dyn Wire>> {
        let begin = Instant::now();
        let mut state = self.state.lock();
        while !state.over && !self.is_up() {
            let rest = limit.saturating_sub(begin.elapsed());
            if rest.is_zero() {
                return None;
            }
            self.changed.wait_for(&mut state, rest);
        }
        (!state.over).then(|| state.wire.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::pair;

    #[test]
    fn a_break_is_noticed_once_and_by_everybody() {
        let (a, peer) = pair(16, None, None);
        let first: Arc<dyn Wire> = Arc::new(a);
        let line = Line::new(first.clone());
        assert!(line.is_up() && line.broke(&first) && !line.broke(&first) && !line.is_up());
        assert_eq!(peer.recv(&mut [0]).unwrap(), 0);
        assert!(line.restored(Duration::ZERO).is_none());
        let (b, _peer) = pair(16, None, None);
        let second: Arc<dyn Wire> = Arc::new(b);
        assert!(line.restore(second.clone()));
        // Who still held the old one learns nothing new.
        assert!(!line.broke(&first) && line.is_up());
        assert!(line.restored(Duration::ZERO).is_some_and(|w| Arc::ptr_eq(&w, &second)));
        line.end();
        let (c, peer) = pair(16, None, None);
        assert!(!line.restore(Arc::new(c)) && line.is_over() && line.restored(Duration::MAX).is_none());
        assert_eq!(peer.recv(&mut [0]).unwrap(), 0);
    }

    #[test]
    fn whoever_waits_gets_the_new_wire() {
        let line = Line::new(Arc::new(pair(16, None, None).0));
        line.cut();
        std::thread::scope(|s| {
            let waiting = s.spawn(|| line.restored(Duration::from_secs(20)).is_some());
            line.restore(Arc::new(pair(16, None, None).0));
            assert!(waiting.join().unwrap());
        });
    }
}
