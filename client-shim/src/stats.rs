//! Counters for `bfrun --stats`: a mapped file named by process id in the folder that `BIFROST_STATS` names.

use std::os::fd::AsRawFd;
use std::path::PathBuf;
use std::ptr;
use std::sync::atomic::{AtomicPtr, AtomicU64, Ordering};

use protocol::stats::{FILE_LEN, FUNCTIONS, Field, MAGIC, WORD_RECEIVED, WORD_SENT, WORD_SURVIVED, word};

use crate::session::{Survived, Wait};
use crate::state::thread;

/// Start of the mapped file; null while statistics are off.
static COUNTERS: AtomicPtr<AtomicU64> = AtomicPtr::new(ptr::null_mut());

/// Starts counting if the environment asks for it. Failures leave it off: statistics never disturb a program.
pub(crate) fn start() {
    let Some(folder) = std::env::var_os("BIFROST_STATS").filter(|f| !f.is_empty()) else { return };
    if let Ok(counters) = open(PathBuf::from(folder)) {
        COUNTERS.store(counters, Ordering::Release);
        // The call that connects began before there was a file to count it in.
        let connecting = thread::this().function.get();
        if connecting != 0 {
            called(connecting);
        }
    }
}

/// Stops counting: at the end, and in a forked child, since the file belongs to the parent.
pub(crate) fn forget() {
    COUNTERS.store(ptr::null_mut(), Ordering::Release);
}

fn open(folder: PathBuf) -> std::io::Result<*mut AtomicU64> {
    let pid = std::process::id();
    let path = folder.join(pid.to_string());
    let mut options = std::fs::OpenOptions::new();
    let file = options.read(true).write(true).create(true).truncate(false).open(path)?;
    file.set_len(FILE_LEN as u64)?;
    // SAFETY: maps new pages of a file that has this length; the result is checked.
    let map = unsafe {
        let protection = libc::PROT_READ | libc::PROT_WRITE;
        libc::mmap(ptr::null_mut(), FILE_LEN, protection, libc::MAP_SHARED, file.as_raw_fd(), 0)
    };
    if map == libc::MAP_FAILED {
        return Err(std::io::Error::last_os_error());
    }
    let words = map.cast::<AtomicU64>();
    set(words, 1, u64::from(pid));
    set(words, 2, FUNCTIONS as u64);
    set(words, 0, u64::from_le_bytes(*MAGIC));
    Ok(words)
}

fn set(words: *mut AtomicU64, at: usize, value: u64) {
    // SAFETY: `at` is a header word inside the mapping of FILE_LEN bytes.
    unsafe { &*words.add(at) }.store(value, Ordering::Relaxed);
}

fn add(at: usize, n: u64) {
    let words = COUNTERS.load(Ordering::Acquire);
    if !words.is_null() {
        // SAFETY: the mapping is never undone, and `word` and the header constants give places inside it.
        unsafe { &*words.add(at) }.fetch_add(n, Ordering::Relaxed);
    }
}

/// The program calls a function (wire id).
pub(crate) fn called(function: u16) {
    add(word(function, Field::Calls), 1);
}

/// A call of a function is over; what it did besides waiting was posting, if anything.
pub(crate) fn returned(function: u16, did: Did) {
    match did {
        Did::Nothing => {}
        Did::Post => add(word(function, Field::Posted), 1),
        Did::Wait => add(word(function, Field::Waiting), 1),
    }
}

/// What a call has cost so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Did {
    /// It was answered in the client.
    Nothing,
    /// It sent something.
    Post,
    /// It waited for the worker.
    Wait,
}

/// The current function has sent something, and does not wait for it.
pub(crate) fn posted() {
    let thread = thread::this();
    thread.did.set(thread.did.get().max(Did::Post));
}

/// A synchronisation of the current function was answered without the worker.
pub(crate) fn answered_locally() {
    add(word(thread::this().function.get(), Field::Elided), 1);
}

/// The calling thread has waited for the worker in its current function.
pub(crate) fn waited(why: Wait, ns: u64) {
    let function = thread::this().function.get();
    thread::this().did.set(Did::Wait);
    let field = match why {
        Wait::RoundTrip => Field::RoundTrips,
        Wait::Setup => Field::Setup,
        Wait::Receive => Field::Receive,
    };
    add(word(function, field), 1);
    add(word(function, Field::WaitedNs), ns);
}

/// Bytes went out and came in.
pub(crate) fn traffic(sent: u64, received: u64) {
    add(WORD_SENT, sent);
    add(WORD_RECEIVED, received);
}

/// A broken connection was replaced.
pub(crate) fn survived(what: &Survived) {
    let unacknowledged = [what.unacknowledged, what.unacknowledged_there].map(|n| u64::from(n > 0));
    let words = [1, what.resent, what.dropped, unacknowledged[0], unacknowledged[1]];
    words.into_iter().enumerate().for_each(|(i, n)| add(WORD_SURVIVED + i, n));
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::stats::Report;

    #[test]
    fn counts_reach_the_file() {
        let folder = std::env::temp_dir().join(format!("bifrost-stats-test-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let words = open(folder.clone()).unwrap();
        COUNTERS.store(words, Ordering::Release);
        called(3);
        called(3);
        called(3);
        thread::this().function.set(3);
        waited(Wait::RoundTrip, 40);
        posted();
        returned(3, thread::this().did.replace(Did::Nothing));
        posted();
        returned(3, thread::this().did.replace(Did::Nothing));
        returned(3, thread::this().did.get());
        answered_locally();
        traffic(100, 7);
        survived(&Survived { resent: 3, unacknowledged: 9, ..Survived::default() });
        thread::this().function.set(0);
        forget();
        called(3);
        let file = std::fs::read(folder.join(std::process::id().to_string())).unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
        let report = Report::parse(&file).unwrap();
        let f = report.functions[&3];
        assert_eq!((f.calls, f.round_trips, f.elided, f.waited_ns), (3, 1, 1, 40));
        assert_eq!((f.posted, f.waiting, f.local()), (1, 1, 1));
        assert_eq!((report.bytes_sent, report.bytes_received), (100, 7));
        assert_eq!(report.survived.words(), [1, 3, 0, 1, 0]);
    }
}
