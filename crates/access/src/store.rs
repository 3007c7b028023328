//! The server's tokens: what it keeps of each, never the secret.
//!
//! `bfctl token` changes the file under a lock and by rename; bfpoold reads it anew when it has changed. A file that cannot be
//! read in full lets nobody in.

use std::fmt;
use std::fs::File;
use std::io;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::{Token, time, write_secret};

/// The only version so far.
const VERSION: u32 = 1;
/// Longer files are none of ours.
const BYTES_MAX: u64 = 16 << 20;
/// Longest name of a token.
pub const NAME_MAX: usize = 64;

/// What a token allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// Use GPUs.
    Use,
    /// Manage the pool.
    Admin,
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Scope::Use => "use",
            Scope::Admin => "admin",
        })
    }
}

/// Most that all reservations of a token may hold at one time, and how long each may.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// GPUs, each counted once per reservation.
    pub gpus: Option<u32>,
    /// Memory of GPUs.
    pub memory_mib: Option<u64>,
    /// Seconds that a reservation lasts.
    pub wall_s: Option<u64>,
    /// Seconds after which a reservation without a session gives its devices up, until there is one again.
    pub idle_s: Option<u64>,
}

/// What the server knows of a token.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Its public name.
    pub id: String,
    /// Whose it is.
    pub name: String,
    /// [`Token::hash`] in hexadecimal digits.
    hash: String,
    /// When it was made.
    pub created_s: u64,
    /// When it ends; none: never.
    pub expires_s: Option<u64>,
    /// Whether it lets anybody in.
    pub active: bool,
    /// What it allows.
    pub scopes: Vec<Scope>,
    /// Most that it may hold.
    pub limits: Limits,
}

impl Entry {
    /// What is kept of a token.
    pub fn new(
        token: &Token,
        name: &str,
        expires_s: Option<u64>,
        scopes: Vec<Scope>,
        limits: Limits,
    ) -> Entry {
        let (id, hash) = (token.id().into(), token.hash().to_string());
        Entry { id, name: name.into(), hash, created_s: time::now(), expires_s, active: true, scopes, limits }
    }

    /// Whether it has ended.
    pub fn is_expired(&self, now: u64) -> bool {
        self.expires_s.is_some_and(|end| now >= end)
    }

    /// Whether it allows something.
    pub fn allows(&self, scope: Scope) -> bool {
        self.scopes.contains(&scope)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    version: u32,
    tokens: Vec<Entry>,
}

/// Why the tokens cannot be read or changed.
#[derive(Debug)]
pub enum StoreError {
    /// There is no such file.
    Missing(PathBuf),
    /// It cannot be read.
    Read(PathBuf, io::Error),
    /// It is damaged, or of a later release.
    Damaged(PathBuf, String),
    /// It cannot be written.
    Write(PathBuf, io::Error),
    /// No token, or several (so many), are meant.
    NoToken(String, usize),
    /// There is a token of that name.
    Exists(String),
    /// The name cannot be one.
    Name(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Missing(path) => {
                write!(f, "{} does not exist; make the server's folder with `bfctl init`", path.display())
            }
            StoreError::Read(path, e) => {
                write!(f, "{} cannot be read ({e}); use the server's user or root", path.display())
            }
            StoreError::Damaged(path, why) => write!(
                f,
                "{} is damaged ({why}); nobody is let in until it is restored from a copy, or made anew with `bfctl init`",
                path.display()
            ),
            StoreError::Write(path, e) => {
                write!(f, "{} cannot be written ({e}); use the server's user or root", path.display())
            }
            StoreError::NoToken(name, 0) => {
                write!(f, "there is no token {}; `bfctl token list` shows them", name.escape_debug())
            }
            StoreError::NoToken(name, n) => {
                write!(f, "{n} tokens begin with {}; give the whole id", name.escape_debug())
            }
            StoreError::Exists(name) => {
                write!(
                    f,
                    "there is a token {} already; choose another name, or delete that",
                    name.escape_debug()
                )
            }
            StoreError::Name(name) => write!(
                f,
                "`{}` is no name for a token; use 1 to {NAME_MAX} letters, digits and . _ - @",
                name.escape_debug()
            ),
        }
    }
}

impl std::error::Error for StoreError {}

/// What tells one state of a file from the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Stamp(u64, i64, i64, u64);

/// The tokens of a file.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    stamp: Option<Stamp>,
    tokens: Vec<Entry>,
}

/// Why a token lets nobody in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// No such token, or a wrong secret: which of both is not told.
    Unknown,
    /// It has been deactivated.
    Inactive,
    /// It has ended, then.
    Expired(u64),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Unknown => {
                f.write_str("the server does not know this token; ask its administrator for a bundle (bfctl token create)")
            }
            Refusal::Inactive => f.write_str(
                "this token has been deactivated; ask the server's administrator to activate it (bfctl token activate)",
            ),
            Refusal::Expired(end) => write!(
                f,
                "this token ended {}; ask the server's administrator to extend it (bfctl token extend)",
                time::format(*end)
            ),
        }
    }
}

impl Store {
    /// The tokens of a file, which is read at the first use.
    pub fn new(path: impl Into<PathBuf>) -> Store {
        Store { path: path.into(), stamp: None, tokens: Vec::new() }
    }

    /// Makes the file, with these tokens.
    ///
    /// # Errors
    /// It exists, or cannot be written.
    pub fn create(path: &Path, tokens: Vec<Entry>) -> Result<(), StoreError> {
        write(path, tokens)
    }

    /// All tokens, as the file has them now.
    ///
    /// # Errors
    /// It cannot be read in full; then no token counts.
    pub fn tokens(&mut self) -> Result<&[Entry], StoreError> {
        let stamp = stamp_of(&self.path);
        if self.stamp.is_none() || stamp != self.stamp {
            self.tokens.clear();
            self.stamp = None;
            self.tokens = read(&self.path)?;
            // Of before the reading: a change meanwhile is seen at the next look.
            self.stamp = stamp;
        }
        Ok(&self.tokens)
    }

    /// What a token allows at the time `now`.
    ///
    /// # Errors
    /// The store's, or why the token lets nobody in.
    pub fn check(&mut self, token: &Token, now: u64) -> Result<Result<Entry, Refusal>, StoreError> {
        let hash = token.hash();
        let found = self.tokens()?.iter().find(|entry| entry.id == token.id());
        // An id is no secret; of the secret, hashes are compared in constant time.
        let known = found.filter(|entry| blake3::Hash::from_hex(&entry.hash).is_ok_and(|kept| kept == hash));
        Ok(known.ok_or(Refusal::Unknown).and_then(|entry| entry.standing(now)))
    }

    /// The same for one that was let in before: it may have been changed, or deleted, since.
    ///
    /// # Errors
    /// As for [`Store::check`].
    pub fn recheck(&mut self, id: &str, now: u64) -> Result<Result<Entry, Refusal>, StoreError> {
        let found = self.tokens()?.iter().find(|entry| entry.id == id);
        Ok(found.ok_or(Refusal::Unknown).and_then(|entry| entry.standing(now)))
    }

    /// Changes the tokens while nobody else does.
    ///
    /// # Errors
    /// The store's, or the change's.
    pub fn change<T, E: From<StoreError>>(
        path: &Path,
        change: impl FnOnce(&mut Vec<Entry>) -> Result<T, E>,
    ) -> Result<T, E> {
        let lock = path.with_extension("lock");
        let failed = |e| StoreError::Write(lock.clone(), e);
        if !path.exists() {
            return Err(StoreError::Missing(path.into()).into());
        }
        let file = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .mode(0o600)
            .open(&lock)
            .map_err(failed)?;
        file.lock().map_err(failed)?;
        let mut tokens = read(path)?;
        let result = change(&mut tokens)?;
        write(path, tokens)?;
        Ok(result)
    }
}

impl Entry {
    fn standing(&self, now: u64) -> Result<Entry, Refusal> {
        match self.expires_s {
            _ if !self.active => Err(Refusal::Inactive),
            Some(end) if self.is_expired(now) => Err(Refusal::Expired(end)),
            _ => Ok(self.clone()),
        }
    }
}

/// The token with that name, or whose id begins so.
///
/// # Errors
/// None or several are meant.
pub fn named<'a>(tokens: &'a mut [Entry], name: &str) -> Result<&'a mut Entry, StoreError> {
    let by_name = tokens.iter().position(|t| t.name == name);
    let by_id: Vec<usize> =
        (0..tokens.len()).filter(|i| !name.is_empty() && tokens[*i].id.starts_with(name)).collect();
    match (by_name, &by_id[..]) {
        (Some(i), _) | (None, &[i]) => Ok(&mut tokens[i]),
        _ => Err(StoreError::NoToken(name.into(), by_id.len())),
    }
}

/// Adds a token of a new name.
///
/// # Errors
/// The name is taken, or cannot be one.
pub fn add(tokens: &mut Vec<Entry>, entry: Entry) -> Result<(), StoreError> {
    let is_part = |c: char| c.is_alphanumeric() || ".-_@".contains(c);
    if entry.name.is_empty() || entry.name.len() > NAME_MAX || !entry.name.chars().all(is_part) {
        return Err(StoreError::Name(entry.name));
    }
    if tokens.iter().any(|t| t.name == entry.name || t.id == entry.id) {
        return Err(StoreError::Exists(entry.name));
    }
    tokens.push(entry);
    Ok(())
}

fn stamp_of(path: &Path) -> Option<Stamp> {
    let meta = std::fs::metadata(path).ok()?;
    Some(Stamp(meta.ino(), meta.mtime(), meta.mtime_nsec(), meta.len()))
}

fn read(path: &Path) -> Result<Vec<Entry>, StoreError> {
    let failed = |e: io::Error| match e.kind() {
        io::ErrorKind::NotFound => StoreError::Missing(path.into()),
        _ => StoreError::Read(path.into(), e),
    };
    let damaged = |why: String| StoreError::Damaged(path.into(), why);
    if std::fs::metadata(path).map_err(failed)?.len() > BYTES_MAX {
        return Err(damaged("it is too long".into()));
    }
    let text = std::fs::read(path).map_err(failed)?;
    let document: Document = serde_json::from_slice(&text).map_err(|e| damaged(e.to_string()))?;
    if document.version != VERSION {
        return Err(damaged(format!("it has version {}, this release knows {VERSION}", document.version)));
    }
    Ok(document.tokens)
}

fn write(path: &Path, tokens: Vec<Entry>) -> Result<(), StoreError> {
    let failed = |e| StoreError::Write(path.into(), e);
    let text =
        serde_json::to_vec_pretty(&Document { version: VERSION, tokens }).map_err(|e| failed(e.into()))?;
    write_secret(path, &text).map_err(failed)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    fn scratch() -> PathBuf {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("access-store-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        folder.join("tokens.json")
    }

    fn entry(token: &Token, name: &str, expires_s: Option<u64>) -> Entry {
        Entry::new(token, name, expires_s, vec![Scope::Use], Limits::default())
    }

    fn forget(path: &Path) {
        std::fs::remove_dir_all(path.parent().unwrap()).unwrap();
    }

    #[test]
    fn who_is_let_in() {
        let path = scratch();
        let [good, other, ended, inactive] = std::array::from_fn(|_| Token::generate().unwrap());
        let mut off = entry(&inactive, "off", None);
        off.active = false;
        Store::create(&path, vec![entry(&good, "good", Some(2000)), entry(&ended, "ended", Some(1000)), off])
            .unwrap();
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(!text.contains(good.reveal().rsplit('.').next().unwrap()), "a secret is kept: {text}");

        let mut store = Store::new(&path);
        let mut check = |token: &Token, now| store.check(token, now).unwrap().map(|e| e.name);
        assert_eq!(check(&good, 1999), Ok("good".into()));
        assert_eq!(check(&good, 2000), Err(Refusal::Expired(2000)));
        assert_eq!(check(&ended, 1000), Err(Refusal::Expired(1000)));
        assert_eq!(check(&inactive, 0), Err(Refusal::Inactive));
        assert_eq!(check(&other, 0), Err(Refusal::Unknown));
        // The id is right, the secret is not.
        let forged = format!("bft1.{}.{}", good.id(), "0".repeat(64)).parse().unwrap();
        assert_eq!(check(&forged, 0), Err(Refusal::Unknown));

        Store::change(&path, |tokens| {
            named(tokens, "good")?.active = false;
            named(tokens, "off")?.active = true;
            Ok::<_, StoreError>(())
        })
        .unwrap();
        assert_eq!(store.check(&good, 0).unwrap(), Err(Refusal::Inactive));
        assert_eq!(store.recheck(inactive.id(), 0).unwrap().map(|e| e.name), Ok("off".into()));
        forget(&path);
    }

    #[test]
    fn a_damaged_file_lets_nobody_in() {
        let path = scratch();
        let token = Token::generate().unwrap();
        Store::create(&path, vec![entry(&token, "a", None)]).unwrap();
        let mut store = Store::new(&path);
        assert!(store.check(&token, 0).unwrap().is_ok());
        let good = std::fs::read_to_string(&path).unwrap();
        let unknown = good.replace("\"limits\": {", "\"limits\": {\"disks\": 1, ");
        let later = good.replace("\"version\": 1", "\"version\": 2");
        assert!(unknown != good && later != good);
        for bad in [
            "",
            "{",
            &good[..good.len() / 2],
            &good[..good.len() - 1],
            "[]",
            "null",
            &unknown,
            &later,
            "\u{0}",
        ] {
            std::fs::write(&path, bad).unwrap();
            assert!(matches!(store.check(&token, 0), Err(StoreError::Damaged(..))), "{bad}");
            assert!(matches!(store.recheck(token.id(), 0), Err(StoreError::Damaged(..))), "{bad}");
            assert!(
                matches!(Store::change(&path, |_| Ok::<_, StoreError>(())), Err(StoreError::Damaged(..))),
                "{bad}"
            );
            assert_eq!(std::fs::read_to_string(&path).unwrap(), bad, "it is left as it is");
        }
        std::fs::remove_file(&path).unwrap();
        assert!(matches!(store.check(&token, 0), Err(StoreError::Missing(_))));
        assert!(matches!(Store::change(&path, |_| Ok::<_, StoreError>(())), Err(StoreError::Missing(_))));
        write_secret(&path, good.as_bytes()).unwrap();
        assert!(store.check(&token, 0).unwrap().is_ok());
        forget(&path);
    }

    #[test]
    fn changes_at_the_same_time_lose_nothing() {
        let path = scratch();
        Store::create(&path, Vec::new()).unwrap();
        std::thread::scope(|scope| {
            for worker in 0..4 {
                let path = &path;
                scope.spawn(move || {
                    for i in 0..6 {
                        let token = Token::generate().unwrap();
                        Store::change(path, |all| add(all, entry(&token, &format!("t{worker}-{i}"), None)))
                            .unwrap();
                    }
                });
            }
        });
        assert_eq!(Store::new(&path).tokens().unwrap().len(), 24);
        forget(&path);
    }

    #[test]
    fn names() {
        let mut tokens = Vec::new();
        let token = Token::generate().unwrap();
        add(&mut tokens, entry(&token, "ada@lab", None)).unwrap();
        for name in ["", "a b", "a/b", "a\n", &"x".repeat(65)] {
            let added = add(&mut tokens, entry(&Token::generate().unwrap(), name, None));
            assert!(matches!(added, Err(StoreError::Name(_))), "{name}");
        }
        let again = add(&mut tokens, entry(&Token::generate().unwrap(), "ada@lab", None));
        assert!(matches!(again, Err(StoreError::Exists(_))));
        assert!(named(&mut tokens, "ada@lab").is_ok() && named(&mut tokens, &token.id()[..3]).is_ok());
        assert!(matches!(named(&mut tokens, ""), Err(StoreError::NoToken(_, 0))));
        assert!(matches!(named(&mut tokens, "nobody"), Err(StoreError::NoToken(_, 0))));
    }
}
