//! A private folder that disappears with bfrun.

use std::fs::DirBuilder;
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};

use crate::error::RunError;

/// A folder with mode 0700, removed with all its contents at the end.
#[derive(Debug)]
pub(crate) struct Folder(PathBuf);

impl Folder {
    /// Makes one in XDG_RUNTIME_DIR if that is the user's, else in /tmp.
    pub(crate) fn create() -> Result<Folder, RunError> {
        let failed = |e| RunError::System("cannot make a folder in XDG_RUNTIME_DIR or /tmp", e);
        let parent = parent();
        for attempt in 0..100u32 {
            let path = parent.join(format!("bifrost-{}-{attempt}", std::process::id()));
            match DirBuilder::new().mode(0o700).create(&path) {
                Ok(()) => return Ok(Folder(path)),
                Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {}
                Err(e) => return Err(failed(e)),
            }
        }
        Err(failed(io::ErrorKind::AlreadyExists.into()))
    }

    /// Its path.
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

fn parent() -> PathBuf {
    // SAFETY: geteuid has no preconditions.
    let user = unsafe { libc::geteuid() };
    let runtime = std::env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from);
    // Long paths do not fit into a socket's address.
    let usable = |p: &PathBuf| p.as_os_str().len() < 64 && std::fs::metadata(p).is_ok_and(|m| m.is_dir() && m.uid() == user);
    runtime.filter(usable).unwrap_or_else(|| "/tmp".into())
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left is in the way of nobody.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
