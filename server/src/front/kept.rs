//! Reservations in the server's state folder: what `bfrun request` keeps outlives the server, and times go on while it is away.
//!
//! The file holds keys of reservations, so only the server's user reads it. It is written anew when something has changed, under another name
//! first, and is gone when there is nothing to keep. Servers at different addresses have files of their own.

use std::fs::{DirBuilder, File};
use std::io::{self, ErrorKind, Read};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use access::{time, write_secret};
use protocol::control::{MemoryAsk, Ticket};
use serde::{Deserialize, Serialize};

use super::identity::Identity;
use super::pool::{Asked, NOT_SERVED, Share};
use super::reservation::Reservation;
use super::state::Front;
use super::worker::{hex, visible_name};

/// The only version so far.
const VERSION: u32 = 1;
/// Longer files are none of ours.
const BYTES_MAX: u64 = 16 << 20;

#[derive(Debug, Serialize, Deserialize)]
struct Document {
    bifrost_reservations: u32,
    reservations: Vec<Entry>,
}

/// A reservation; moments are in seconds since 1970.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Entry {
    id: u64,
    key: String,
    who: Identity,
    owner: String,
    kept: bool,
    made: u64,
    ends: Option<u64>,
    idle_limit_s: Option<u64>,
    gpus: u32,
    memory: MemoryAsk,
    among: Option<Vec<u32>>,
    /// What it holds; nothing while it has given its devices up.
    devices: Vec<Part>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Part {
    /// As CUDA_VISIBLE_DEVICES names it.
    device: String,
    bytes: u64,
}

/// Where they are written, and what was written last.
#[derive(Debug, Default)]
pub(super) struct Kept {
    path: Option<PathBuf>,
    written: String,
    failed: bool,
}

impl Kept {
    /// In this folder, if any, for the server with these digits.
    pub(super) fn new(folder: Option<&Path>, digits: &str) -> Kept {
        let path = folder.map(|folder| folder.join(format!("reservations-{digits}.json")));
        Kept { path, ..Kept::default() }
    }

    /// Writes the text unless it is there; an empty one removes the file.
    fn write(&mut self, text: String) -> io::Result<()> {
        let Some(path) = self.path.as_ref().filter(|_| self.written != text || self.failed) else {
            return Ok(());
        };
        let done = put(path, &text);
        // What cannot be written is told once, and tried again.
        let was_told = std::mem::replace(&mut self.failed, done.is_err());
        self.written = text;
        if was_told { Ok(()) } else { done }
    }
}

fn put(path: &Path, text: &str) -> io::Result<()> {
    if text.is_empty() {
        return match std::fs::remove_file(path) {
            Err(e) if e.kind() != ErrorKind::NotFound => Err(e),
            _ => Ok(()),
        };
    }
    if let Some(folder) = path.parent() {
        DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    }
    write_secret(path, text.as_bytes())
}

fn read(path: &Path) -> io::Result<Vec<Entry>> {
    let mut text = String::new();
    // What is no file must not hold the start up.
    let file = match File::options().read(true).custom_flags(libc::O_NONBLOCK).open(path) {
        Err(e) if e.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        file => file?,
    };
    let about = file.metadata()?;
    // SAFETY: geteuid has no preconditions.
    let own = unsafe { libc::geteuid() };
    if !about.is_file() || about.uid() != own {
        let text = format!("it is no file of the server's user, {own}: move it away");
        return Err(io::Error::new(ErrorKind::PermissionDenied, text));
    }
    file.take(BYTES_MAX).read_to_string(&mut text)?;
    let document: Document = serde_json::from_str(&text)?;
    if document.bifrost_reservations != VERSION {
        let text = format!("a later release has made it, version {}", document.bifrost_reservations);
        return Err(io::Error::new(ErrorKind::InvalidData, text));
    }
    Ok(document.reservations)
}

fn key_of(digits: &str) -> Option<[u8; 16]> {
    let plain = digits.len() == 32 && digits.bytes().all(|b| b.is_ascii_hexdigit());
    plain.then(|| u128::from_str_radix(digits, 16).ok().map(u128::to_be_bytes))?
}

/// Whether the text itself is at fault, not the way to it.
fn is_damage(e: &io::Error) -> bool {
    matches!(e.kind(), ErrorKind::InvalidData | ErrorKind::UnexpectedEof)
}

/// Whether an entry can be taken up: a file that was damaged must not end the server.
fn is_sound(entry: &Entry, now: u64) -> bool {
    let left = Duration::from_secs(entry.ends.map_or(0, |end| end.saturating_sub(now)));
    // There are numbers left for those that follow.
    entry.id <= u64::MAX / 2 && Instant::now().checked_add(left).is_some()
}

impl Front {
    /// Writes what outlives this server.
    pub(super) fn save(&self) {
        if let Err(e) = self.kept.borrow_mut().write(self.document()) {
            self.log.error(format_args!(
                "what `bfrun request` keeps cannot be written: {e}; it ends with this server: look at the folder of --state"
            ));
        }
    }

    fn document(&self) -> String {
        let state = self.state.borrow();
        // One without a time that nobody keeps ends with its client anyhow.
        let lasting = state.reservations.values().filter(|r| (r.kept || r.ends.is_some()) && !r.ending);
        let mut reservations: Vec<Entry> = lasting.filter_map(|r| self.entry(r)).collect();
        if reservations.is_empty() {
            return String::new();
        }
        reservations.sort_by_key(|entry| entry.id);
        // Numbers and texts alone: it cannot fail.
        serde_json::to_string(&Document { bifrost_reservations: VERSION, reservations }).unwrap_or_default()
    }

    fn entry(&self, r: &Reservation) -> Option<Entry> {
        let asked = r.asked.clone()?;
        let part = |s: &Share| {
            let device = self.snapshot.devices.get(s.device)?;
            Some(Part { device: visible_name(device), bytes: s.bytes })
        };
        Some(Entry {
            id: r.ticket.id,
            key: hex(&r.ticket.key),
            who: r.who.clone(),
            owner: r.owner.clone(),
            kept: r.kept,
            made: r.made,
            ends: r.ends_at,
            idle_limit_s: r.idle_limit.map(|limit| limit.as_secs()),
            gpus: asked.gpus,
            memory: asked.memory,
            among: asked.among,
            devices: r.shares.iter().filter_map(part).collect(),
        })
    }

    /// Goes on with what a former server at these addresses kept, after its workers were counted.
    pub(super) fn restore(&self) {
        let Some(path) = self.kept.borrow().path.clone() else { return };
        let entries = match read(&path) {
            Ok(entries) => entries,
            Err(e) if is_damage(&e) => {
                self.log.error(format_args!(
                    "{}: {e}; what a former server kept in it is lost; it is renamed to .damaged",
                    path.display()
                ));
                // It would be written over.
                let _ = std::fs::rename(&path, path.with_extension("json.damaged"));
                return;
            }
            Err(e) => {
                self.log.error(format_args!(
                    "{}: {e}; what a former server kept in it is left there until a server that can read it starts, and what this one keeps ends with it",
                    path.display()
                ));
                self.kept.borrow_mut().path = None;
                return;
            }
        };
        for entry in entries {
            self.take_up(entry);
        }
        self.save();
    }

    fn take_up(&self, entry: Entry) {
        let now = time::now();
        let key = key_of(&entry.key).filter(|_| is_sound(&entry, now));
        let Some(key) = key else {
            return self.log.error(format_args!(
                "reservation {} is lost: what the folder of --state has of it makes no sense; make another one with bfrun request",
                entry.id
            ));
        };
        if entry.ends.is_some_and(|end| end <= now) {
            return self.log.info(format_args!("reservation {} has ended: its time is over", entry.id));
        }
        let ticket = Ticket { id: entry.id, key };
        let mut state = self.state.borrow_mut();
        state.last_id = state.last_id.max(entry.id);
        let known = state.reservations.get(&entry.id).map(|r| r.ticket == ticket);
        match known {
            // Another one has its number.
            Some(false) => return,
            Some(true) => {}
            None if !entry.kept => return,
            None => {
                let shares = self.parts(&entry);
                // What it had may be another's by now, or its device gone: it gets others when it is used.
                let shares = shares.filter(|shares| state.pool.take(shares).is_ok()).unwrap_or_default();
                let owner = (entry.who.clone(), entry.owner.clone());
                match Reservation::new(ticket, owner, shares.clone(), self.config.host_memory) {
                    Ok(mut made) => {
                        made.asleep = shares.is_empty();
                        state.reservations.insert(entry.id, made);
                    }
                    Err(e) => {
                        state.pool.release(&shares);
                        self.log.error(format_args!("reservation {} is lost: {e}", entry.id));
                        return;
                    }
                }
            }
        }
        if let Some(reservation) = state.reservations.get_mut(&entry.id) {
            self.log.info(format_args!("reservation {} of {} goes on", entry.id, entry.owner));
            resume(reservation, entry, now);
            self.audit.reservation("restored", reservation);
        }
    }

    /// The shares of an entry; `None` without all of its devices.
    fn parts(&self, entry: &Entry) -> Option<Vec<Share>> {
        let names: Vec<String> = self.snapshot.devices.iter().map(visible_name).collect();
        let share = |part: &Part| {
            let device = names.iter().position(|name| *name == part.device).unwrap_or(NOT_SERVED);
            (device != NOT_SERVED).then_some(Share { device, bytes: part.bytes })
        };
        entry.devices.iter().map(share).collect()
    }
}

/// A reservation is again what it was.
fn resume(reservation: &mut Reservation, entry: Entry, now: u64) {
    let here = Instant::now();
    reservation.who = entry.who;
    reservation.owner = entry.owner;
    reservation.kept = entry.kept;
    // One that nobody keeps ends with its last session, unless its client comes back.
    reservation.orphan &= !entry.kept;
    reservation.ends = entry.ends.map(|end| here + Duration::from_secs(end.saturating_sub(now)));
    reservation.ends_at = entry.ends;
    reservation.idle_limit = entry.idle_limit_s.map(Duration::from_secs);
    reservation.asked = Some(Asked { gpus: entry.gpus, memory: entry.memory, among: entry.among });
    reservation.made = entry.made;
    let age = Duration::from_secs(now.saturating_sub(entry.made));
    reservation.since = here.checked_sub(age).unwrap_or(here);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry() -> Entry {
        Entry {
            id: 7,
            key: "00ff".repeat(8),
            who: Identity::Token { id: "t".into(), name: "ada".into(), admin: false },
            owner: "ada".into(),
            kept: true,
            made: 1_000,
            ends: Some(2_000),
            idle_limit_s: None,
            gpus: 2,
            memory: MemoryAsk::Mib(100),
            among: Some(vec![1]),
            devices: vec![Part { device: "GPU-1".into(), bytes: 5 }],
        }
    }

    #[test]
    fn a_file_is_written_when_something_changes_and_gone_with_the_last() {
        let folder = std::env::temp_dir().join(format!("bifrost-kept-{}", std::process::id()));
        let mut kept = Kept::new(Some(&folder), "0123");
        let path = folder.join("reservations-0123.json");
        let text = serde_json::to_string(&Document { bifrost_reservations: 1, reservations: vec![entry()] })
            .unwrap();
        kept.write(text.clone()).unwrap();
        assert_eq!(read(&path).unwrap(), [entry()]);
        std::fs::remove_file(&path).unwrap();
        kept.write(text.clone()).unwrap();
        assert!(!path.exists(), "what has not changed is not written");
        kept.write(text.replace("ada", "bob")).unwrap();
        assert_eq!(read(&path).unwrap()[0].owner, "bob");
        kept.write(String::new()).unwrap();
        assert!(!path.exists() && read(&path).unwrap().is_empty());
        for (text, words) in
            [("{", "EOF"), (&text.replace("reservations\":1", "reservations\":2"), "a later release")]
        {
            std::fs::write(&path, text).unwrap();
            assert!(read(&path).unwrap_err().to_string().contains(words), "{text}");
        }
        std::fs::remove_dir_all(&folder).unwrap();
        assert!(Kept::new(None, "0").write("x".into()).is_ok());
        let mut nowhere = Kept::new(Some(Path::new("/proc/nowhere")), "0");
        assert!(nowhere.write("x".into()).is_err());
        assert!(nowhere.write("x".into()).is_ok(), "it is told once");
    }

    #[test]
    fn what_is_no_file_of_ours_is_neither_waited_for_nor_taken_for_damaged() {
        let folder = std::env::temp_dir().join(format!("bifrost-kept-pipe-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let pipe = folder.join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let e = read(&pipe).unwrap_err();
        assert!(!is_damage(&e) && e.to_string().contains("move it away"), "{e}");
        let text = folder.join("text");
        for broken in [&b""[..], b"{", b"[]", b"\x01", b"\xff"] {
            std::fs::write(&text, broken).unwrap();
            let e = read(&text).unwrap_err();
            assert!(is_damage(&e), "{broken:?}: {e:?}");
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn what_cannot_be_is_not_taken_up() {
        assert!(is_sound(&entry(), 1_500));
        let never = Entry { ends: Some(u64::MAX), ..entry() };
        let last = Entry { id: u64::MAX, ..entry() };
        for entry in [never, last] {
            assert!(!is_sound(&entry, 1_500), "{entry:?}");
        }
        // A clock that was set back is no reason to lose what is kept.
        assert!(is_sound(&entry(), 0));
    }

    #[test]
    fn keys() {
        assert_eq!(key_of(&"00ff".repeat(8)).map(|k| k[..2].to_vec()), Some(vec![0, 255]));
        for text in ["", "00", &"0x".repeat(16), &"+1".repeat(16)] {
            assert_eq!(key_of(text), None, "{text}");
        }
    }
}
