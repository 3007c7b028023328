//! A private folder that disappears with bfrun.

use std::fs::{DirBuilder, File};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::error::RunError;

/// First letters of a folder's name.
const PREFIX: &str = "bifrost-";
/// A file in the folder on which its owner holds a lock.
const LOCK: &str = "lock";
/// A folder without owner is removed when it is so old: a younger one may not have been locked yet.
const STALE: Duration = Duration::from_secs(60);

/// A folder with mode 0700, removed with all its contents at the end.
#[derive(Debug)]
pub(crate) struct Folder {
    path: PathBuf,
    _lock: Option<File>,
}

impl Folder {
    /// Makes one in XDG_RUNTIME_DIR if that is the user's, else in /tmp.
    pub(crate) fn create() -> Result<Folder, RunError> {
        let failed = |e| RunError::System("cannot make a folder in XDG_RUNTIME_DIR or /tmp", e);
        let parent = parent();
        remove_stale(&parent);
        for attempt in 0..100u32 {
            let path = parent.join(format!("{PREFIX}{}-{attempt}", std::process::id()));
            match DirBuilder::new().mode(0o700).create(&path) {
                Ok(()) => {
                    // Without a lock, on file systems that have none, it is removed all the same.
                    let lock = File::create(path.join(LOCK)).ok().filter(|file| file.try_lock().is_ok());
                    return Ok(Folder { path, _lock: lock });
                }
                Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {}
                Err(e) => return Err(failed(e)),
            }
        }
        Err(failed(io::ErrorKind::AlreadyExists.into()))
    }

    /// Its path.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

fn parent() -> PathBuf {
    // SAFETY: geteuid has no preconditions.
    let user = unsafe { libc::geteuid() };
    let runtime = std::env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from);
    // Long paths do not fit into a socket's address.
    let usable = |p: &PathBuf| {
        p.as_os_str().len() < 64 && std::fs::metadata(p).is_ok_and(|m| m.is_dir() && m.uid() == user)
    };
    runtime.filter(usable).unwrap_or_else(|| "/tmp".into())
}

/// Removes what killed ones left.
fn remove_stale(parent: &Path) {
    for entry in std::fs::read_dir(parent).into_iter().flatten().flatten() {
        if entry.file_name().to_string_lossy().starts_with(PREFIX) && is_stale(&entry.path()) {
            // Another bfrun may be faster.
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}

fn is_stale(folder: &Path) -> bool {
    let Ok(meta) = std::fs::symlink_metadata(folder) else { return false };
    let old = meta.modified().ok().and_then(|t| t.elapsed().ok()).is_some_and(|age| age > STALE);
    // SAFETY: geteuid has no preconditions.
    let mine = meta.is_dir() && meta.uid() == unsafe { libc::geteuid() };
    old && mine && File::open(folder.join(LOCK)).is_ok_and(|file| file.try_lock().is_ok())
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left is in the way of nobody.
        let _ = std::fs::remove_dir_all(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_folders_without_an_owner_are_stale() {
        let folder = Folder::create().unwrap();
        let old = std::time::SystemTime::now() - 2 * STALE;
        let age = |path: &Path| File::open(path).unwrap().set_modified(old).unwrap();
        assert!(!is_stale(folder.path()), "young");
        age(folder.path());
        assert!(!is_stale(folder.path()), "owned");
        let Folder { path, .. } = &folder;
        let killed = path.join("killed");
        std::fs::create_dir(&killed).unwrap();
        age(&killed);
        assert!(!is_stale(&killed), "of something else");
        std::fs::write(killed.join(LOCK), "").unwrap();
        assert!(!is_stale(&killed), "young");
        age(&killed);
        assert!(is_stale(&killed));
    }
}
