//! Wait-value operations: the stream goes on when a word of memory has the wanted value.
//!
//! The word may be written by anybody (a kernel, another stream, the program itself in pinned memory), so it
//! is polled. One thread looks at all waiting words: it spins briefly, then sleeps a small part of the time that nothing has happened. Who asks for the
//! state of a stream looks at them, too.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex, MutexGuard};

use crate::ipc::record::Record;
use crate::stream::Stream;
use crate::thread;

const SPIN: Duration = Duration::from_micros(10);
/// Shortest and longest pause between looks.
const NAP_MIN: Duration = Duration::from_micros(20);
const NAP_MAX: Duration = Duration::from_micros(250);

/// The comparison (`CUstreamWaitValue_flags`, low bits).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Test {
    /// `(signed)(word - value) >= 0`, cyclic.
    GreaterOrEqual,
    /// `word == value`.
    Equal,
    /// `word & value != 0`.
    And,
    /// `!(word | value) != 0`.
    Nor,
}

/// A word of memory and the condition on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WaitValue {
    /// Address of the word, aligned for its size.
    pub address: u64,
    /// The reference value.
    pub value: u64,
    /// 64-bit word, else 32-bit.
    pub wide: bool,
    /// The comparison.
    pub test: Test,
}

impl WaitValue {
    /// Whether the condition holds now.
    pub fn holds(&self) -> bool {
        if self.wide {
            // SAFETY: the address was validated and is aligned; freeing its memory waits for this operation.
            let word = unsafe { AtomicU64::from_ptr(self.address as *mut u64) }.load(Ordering::Acquire);
            self.compare(word, self.value, word.wrapping_sub(self.value) as i64 >= 0, u64::MAX)
        } else {
            // SAFETY: as above.
            let word = unsafe { AtomicU32::from_ptr(self.address as *mut u32) }.load(Ordering::Acquire);
            let value = self.value as u32;
            let ahead = word.wrapping_sub(value) as i32 >= 0;
            self.compare(u64::from(word), u64::from(value), ahead, u64::from(u32::MAX))
        }
    }

    fn compare(&self, word: u64, value: u64, ahead: bool, mask: u64) -> bool {
        match self.test {
            Test::GreaterOrEqual => ahead,
            Test::Equal => word == value,
            Test::And => word & value != 0,
            Test::Nor => !(word | value) & mask != 0,
        }
    }
}

/// Writes a word as `cuStreamWriteValue` does: everything before it is visible first.
pub fn write_value(address: u64, value: u64, wide: bool) {
    if wide {
        // SAFETY: the address was validated and is aligned; freeing its memory waits for this operation.
        unsafe { AtomicU64::from_ptr(address as *mut u64) }.store(value, Ordering::SeqCst);
    } else {
        // SAFETY: as above.
        unsafe { AtomicU32::from_ptr(address as *mut u32) }.store(value as u32, Ordering::SeqCst);
    }
}

/// What a stream waits for.
pub enum Condition {
    /// A word of memory.
    Word(WaitValue),
    /// A record of an event that several processes have.
    Record(Record),
}

impl Condition {
    /// Whether it holds now.
    pub fn holds(&self) -> bool {
        match self {
            Self::Word(wait) => wait.holds(),
            Self::Record(record) => record.is_over(),
        }
    }
}

struct Poller {
    waiting: Mutex<Vec<(Condition, Arc<Stream>)>>,
    added: Condvar,
}

/// Has the poller run `stream` on when the condition holds.
pub fn watch(wait: Condition, stream: Arc<Stream>) {
    let poller = poller();
    poller.waiting.lock().push((wait, stream));
    poller.added.notify_one();
}

/// Returns when the poller looks at no word of a context any more whose fate was set before.
pub fn let_go() {
    if let Some(poller) = POLLER.get() {
        drop(poller.waiting.lock());
    }
}

static POLLER: OnceLock<&'static Poller> = OnceLock::new();

fn poller() -> &'static Poller {
    POLLER.get_or_init(|| {
        let poller: &'static Poller =
            Box::leak(Box::new(Poller { waiting: Mutex::new(Vec::new()), added: Condvar::new() }));
        thread::spawn("softcuda-poll", move || work(poller));
        poller
    })
}

fn work(poller: &Poller) {
    // SAFETY: sets a property of the calling thread; without it a nap of 20 µs takes 70.
    unsafe { libc::prctl(libc::PR_SET_TIMERSLACK, 1_000_u64) };
    let mut last_change = Instant::now();
    loop {
        let mut waiting = poller.waiting.lock();
        while waiting.is_empty() {
            poller.added.wait(&mut waiting);
            last_change = Instant::now();
        }
        if advance(waiting) {
            last_change = Instant::now();
        } else {
            nap(last_change.elapsed());
        }
    }
}

/// Runs the streams on whose conditions hold; whether there were any.
fn advance(mut waiting: MutexGuard<'_, Vec<(Condition, Arc<Stream>)>>) -> bool {
    let done = |(wait, stream): &mut (Condition, Arc<Stream>)| stream.fate.check().is_err() || wait.holds();
    let ready: Vec<_> = waiting.extract_if(.., done).collect();
    drop(waiting);
    let any = !ready.is_empty();
    for (_, stream) in ready {
        stream.finish_head(false);
    }
    any
}

/// Looks at all conditions in the calling thread.
pub fn look() {
    if let Some(poller) = POLLER.get() {
        advance(poller.waiting.lock());
    }
}

/// Waits for a condition in the calling thread.
pub fn wait(condition: &Condition) {
    let begin = Instant::now();
    while !condition.holds() {
        nap(begin.elapsed());
    }
}

fn nap(quiet: Duration) {
    if quiet < SPIN {
        std::hint::spin_loop();
    } else {
        // Threads that would make the condition true may share the processor.
        std::thread::sleep((quiet / 8).clamp(NAP_MIN, NAP_MAX));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comparisons_are_those_of_the_manual() {
        let check = |word: u32, test: Test, value: u32, expected: bool| {
            let wait = WaitValue { address: &raw const word as u64, value: value.into(), wide: false, test };
            assert_eq!(wait.holds(), expected, "{word:#x} {test:?} {value:#x}");
        };
        check(5, Test::GreaterOrEqual, 5, true);
        check(4, Test::GreaterOrEqual, 5, false);
        check(0, Test::GreaterOrEqual, u32::MAX, true);
        check(7, Test::Equal, 7, true);
        check(7, Test::Equal, 8, false);
        check(6, Test::And, 2, true);
        check(6, Test::And, 1, false);
        check(0xffff_fff0, Test::Nor, 0xf, false);
        check(0xffff_fff0, Test::Nor, 0x7, true);
    }
}
