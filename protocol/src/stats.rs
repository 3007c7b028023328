//! The statistics file of a client process: what `bfrun --stats` adds up and prints.
//!
//! The shim maps the file and counts in it, so that the numbers survive any end of the process. All fields are u64, little endian:
//!
//! ```text
//!     0  magic       b"BFSTATS3"
//!     8  process id
//!    16  number of functions that follow (FUNCTIONS)
//!    24  bytes sent, ordered and bulk connection together
//!    32  bytes received, likewise
//!    40  Survived: breaks of connections and what was sent again, 5 numbers
//!    80  reserved, zeros, up to 96
//!    96  FUNCTIONS × [FIELDS]: [`Field`]s in their order
//! ```
//!
//! The place of a function is its wire id in the table of cuda-abi; place 0 counts what belongs to no function (threads of the shim).

use std::collections::BTreeMap;

/// First bytes of a file.
pub const MAGIC: &[u8; 8] = b"BFSTATS3";
/// Bytes before the first function.
pub const HEADER_LEN: usize = 96;
/// Functions in a file.
pub const FUNCTIONS: usize = 1024;
/// Counters of a function.
pub const FIELDS: usize = 8;
/// Bytes of a file.
pub const FILE_LEN: usize = HEADER_LEN + FUNCTIONS * FIELDS * 8;

/// Place of the bytes sent, in u64 from the start of the file.
pub const WORD_SENT: usize = 3;
/// Place of the bytes received, in u64 from the start of the file.
pub const WORD_RECEIVED: usize = 4;

/// Place of the first number of [`Survived`], in u64 from the start of the file.
pub const WORD_SURVIVED: usize = 5;
/// Numbers of [`Survived`].
pub const SURVIVED: usize = 5;

/// Broken connections that were replaced.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Survived {
    /// How many.
    pub breaks: u64,
    /// Frames that were sent again.
    pub resent: u64,
    /// Frames that came twice and were dropped.
    pub dropped: u64,
    /// Breaks while frames to the worker were not acknowledged.
    pub unacknowledged: u64,
    /// Breaks while frames from the worker were not acknowledged.
    pub unacknowledged_there: u64,
}

impl Survived {
    /// In the order of the file.
    pub fn words(&self) -> [u64; SURVIVED] {
        [self.breaks, self.resent, self.dropped, self.unacknowledged, self.unacknowledged_there]
    }

    fn from_words(words: [u64; SURVIVED]) -> Self {
        let [breaks, resent, dropped, unacknowledged, unacknowledged_there] = words;
        Survived { breaks, resent, dropped, unacknowledged, unacknowledged_there }
    }
}

/// A counter of a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(usize)]
pub enum Field {
    /// Calls by the program.
    Calls = 0,
    /// Waits for the worker that the program's own synchronisation asks for.
    RoundTrips = 1,
    /// Waits of start-up: contexts and modules.
    Setup = 2,
    /// Waits until the worker had received pageable memory.
    Receive = 3,
    /// Synchronisations that were answered without the worker.
    Elided = 4,
    /// Time of all waits in nanoseconds.
    WaitedNs = 5,
    /// Calls that sent something and did not wait.
    Posted = 6,
    /// Calls that waited for the worker, once or more.
    Waiting = 7,
}

/// Place of a counter, in u64 from the start of the file.
pub const fn word(function: u16, field: Field) -> usize {
    let function = if (function as usize) < FUNCTIONS { function as usize } else { 0 };
    HEADER_LEN / 8 + function * FIELDS + field as usize
}

/// Counters of one function or of a sum of functions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counters {
    /// See [`Field::Calls`].
    pub calls: u64,
    /// See [`Field::RoundTrips`].
    pub round_trips: u64,
    /// See [`Field::Setup`].
    pub setup: u64,
    /// See [`Field::Receive`].
    pub receive: u64,
    /// See [`Field::Elided`].
    pub elided: u64,
    /// See [`Field::WaitedNs`].
    pub waited_ns: u64,
    /// See [`Field::Posted`].
    pub posted: u64,
    /// See [`Field::Waiting`].
    pub waiting: u64,
}

impl Counters {
    fn from_words(words: [u64; FIELDS]) -> Self {
        let [calls, round_trips, setup, receive, elided, waited_ns, posted, waiting] = words;
        Counters { calls, round_trips, setup, receive, elided, waited_ns, posted, waiting }
    }

    /// Calls that were answered in the client: nothing was sent for them.
    pub fn local(&self) -> u64 {
        self.calls.saturating_sub(self.posted).saturating_sub(self.waiting)
    }

    /// Adds another's numbers.
    pub fn add(&mut self, other: &Counters) {
        self.calls = self.calls.saturating_add(other.calls);
        self.round_trips = self.round_trips.saturating_add(other.round_trips);
        self.setup = self.setup.saturating_add(other.setup);
        self.receive = self.receive.saturating_add(other.receive);
        self.elided = self.elided.saturating_add(other.elided);
        self.waited_ns = self.waited_ns.saturating_add(other.waited_ns);
        self.posted = self.posted.saturating_add(other.posted);
        self.waiting = self.waiting.saturating_add(other.waiting);
    }
}

/// The numbers of one or several processes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    /// Processes added up.
    pub processes: u64,
    /// Bytes to the worker.
    pub bytes_sent: u64,
    /// Bytes from the worker.
    pub bytes_received: u64,
    /// Broken connections that were replaced.
    pub survived: Survived,
    /// By wire id, without functions that were never called; 0 = threads of the shim.
    pub functions: BTreeMap<u16, Counters>,
}

impl Report {
    /// Reads a file; `None` if it is none, e.g. because its process was killed while it made the file.
    pub fn parse(file: &[u8]) -> Option<Report> {
        if file.len() < FILE_LEN || !file.starts_with(MAGIC) {
            return None;
        }
        let at = |word: usize| {
            let bytes = file.get(word * 8..word * 8 + 8)?;
            bytes.try_into().ok().map(u64::from_le_bytes)
        };
        let mut functions = BTreeMap::new();
        for id in 0..FUNCTIONS as u16 {
            let mut words = [0; FIELDS];
            for (i, w) in words.iter_mut().enumerate() {
                *w = at(word(id, Field::Calls) + i)?;
            }
            if words != [0; FIELDS] {
                functions.insert(id, Counters::from_words(words));
            }
        }
        let mut survived = [0; SURVIVED];
        for (i, w) in survived.iter_mut().enumerate() {
            *w = at(WORD_SURVIVED + i)?;
        }
        Some(Report {
            processes: 1,
            bytes_sent: at(WORD_SENT)?,
            bytes_received: at(WORD_RECEIVED)?,
            survived: Survived::from_words(survived),
            functions,
        })
    }

    /// Adds another's numbers.
    pub fn add(&mut self, other: &Report) {
        self.processes = self.processes.saturating_add(other.processes);
        self.bytes_sent = self.bytes_sent.saturating_add(other.bytes_sent);
        self.bytes_received = self.bytes_received.saturating_add(other.bytes_received);
        let (mut sum, more) = (self.survived.words(), other.survived.words());
        sum.iter_mut().zip(more).for_each(|(a, b)| *a = a.saturating_add(b));
        self.survived = Survived::from_words(sum);
        for (id, counters) in &other.functions {
            self.functions.entry(*id).or_default().add(counters);
        }
    }

    /// The sum over all functions.
    pub fn total(&self) -> Counters {
        let mut sum = Counters::default();
        self.functions.values().for_each(|c| sum.add(c));
        sum
    }

    /// The name to print for a wire id.
    pub fn name(id: u16) -> &'static str {
        cuda_abi::function(id).map_or("(background)", |f| f.symbol)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(words: &[(usize, u64)]) -> Vec<u8> {
        let mut file = vec![0; FILE_LEN];
        file[..8].copy_from_slice(MAGIC);
        for (word, value) in words {
            file[word * 8..word * 8 + 8].copy_from_slice(&value.to_le_bytes());
        }
        file
    }

    #[test]
    fn numbers_come_back_by_function() {
        let bytes = file(&[
            (WORD_SENT, 7),
            (WORD_SURVIVED, 2),
            (WORD_SURVIVED + 4, 1),
            (word(3, Field::Calls), 5),
            (word(3, Field::RoundTrips), 2),
            (word(3, Field::Waiting), 2),
            (word(3, Field::Posted), 1),
            (word(9, Field::Elided), 1),
        ]);
        let report = Report::parse(&bytes).unwrap();
        assert_eq!(report.bytes_sent, 7);
        assert_eq!(report.survived, Survived { breaks: 2, unacknowledged_there: 1, ..Survived::default() });
        let expected = Counters { calls: 5, round_trips: 2, waiting: 2, posted: 1, ..Counters::default() };
        assert_eq!(report.functions[&3], expected);
        assert_eq!((report.total().elided, report.total().local()), (1, 2));
        let mut twice = report.clone();
        twice.add(&report);
        assert_eq!((twice.processes, twice.total().calls, twice.survived.breaks), (2, 10, 4));
    }

    #[test]
    fn what_is_no_file_is_refused() {
        assert_eq!(Report::parse(&[]), None);
        assert_eq!(Report::parse(&vec![0; FILE_LEN]), None);
        assert_eq!(Report::parse(&file(&[])[..FILE_LEN - 1]), None);
    }

    #[test]
    fn every_function_of_the_table_has_a_place() {
        let last = cuda_abi::FUNCTIONS.iter().map(|f| usize::from(f.wire_id())).max().unwrap();
        assert!(last < FUNCTIONS);
    }
}
