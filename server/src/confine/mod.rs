//! What a worker gives up before its driver starts, so that whoever takes it over by a fault of the driver has little.
//!
//! | measure | needs |
//! |---|---|
//! | only the descriptors that it was given; no core dump; nobody else may trace it (`PR_SET_DUMPABLE`); no privileges by executing anything; limits; no capabilities | – |
//! | a user of its tenant's own | a server that is root |
//! | [`mounts`]: a `/dev` with the granted nodes, empty temporary and hidden folders, files that can only be read | root, or user namespaces |
//! | [`filter`]: no calls that a driver does not need | – |
//!
//! The front decides by a [`trial`] at its start which of the last three this system and this driver bear; a worker that cannot do what it is
//! then told to do does not start. The driver's library is loaded before, so that it may lie anywhere, and initialised after.

pub mod filter;
pub mod mounts;

use std::collections::BTreeSet;
use std::fmt;
use std::io;
use std::os::fd::RawFd;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::worker::driver::{Library, OpenError};
use mounts::Mounts;

/// Descriptors that a worker may have at most.
const DESCRIPTORS: u64 = 1 << 16;

/// What is done besides what always is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// The user, and group, that the worker becomes.
    pub user: Option<u32>,
    /// What it finds mounted.
    pub mounts: Option<Mounts>,
    /// Whether its system calls are filtered.
    pub filter: bool,
    /// Its folder for compiled code.
    pub cache: Option<PathBuf>,
}

/// A measure that a system or a driver may not bear.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Measure {
    /// A user of its own.
    User,
    /// A mount namespace.
    Mounts,
    /// The filter of system calls.
    Filter,
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Measure::User => "users of their own",
            Measure::Mounts => "mount namespaces",
            Measure::Filter => "filters of system calls",
        })
    }
}

/// Why a worker is not confined.
#[derive(Debug)]
pub enum ConfineError {
    /// What always is done failed: what.
    Always(&'static str, io::Error),
    /// The system refuses a measure.
    Refused(Measure, io::Error),
}

impl fmt::Display for ConfineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConfineError::Always(what, e) => write!(f, "it cannot be confined: {what}: {e}"),
            ConfineError::Refused(measure, e) => write!(f, "it cannot be confined: {measure}: {e}"),
        }
    }
}

impl std::error::Error for ConfineError {}

impl Plan {
    /// Without a measure.
    #[must_use]
    pub fn without(mut self, measure: Measure) -> Self {
        match measure {
            Measure::User => self.user = None,
            Measure::Mounts => self.mounts = None,
            Measure::Filter => self.filter = false,
        }
        self
    }

    /// For a command line.
    pub fn to_text(&self) -> String {
        // Paths that are no text are no plan: the worker will not start.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// What [`Plan::to_text`] has written.
    pub fn from_text(text: &str) -> Option<Plan> {
        serde_json::from_str(text).ok()
    }

    /// Confines the process, which has one thread. Nothing of this can be taken back.
    ///
    /// # Errors
    /// What could not be done; then the process must end.
    pub fn apply(&self) -> Result<(), ConfineError> {
        self.apply_or(|measure, e| Err(ConfineError::Refused(measure, e)))
    }

    /// The same; `refused` is asked whether to go on without a measure.
    fn apply_or(
        &self,
        mut refused: impl FnMut(Measure, io::Error) -> Result<(), ConfineError>,
    ) -> Result<(), ConfineError> {
        limits().map_err(|e| ConfineError::Always("limits", e))?;
        let groups = self.mounts.as_ref().map(groups_of_nodes).unwrap_or_default();
        if let Some(mounts) = &self.mounts
            && let Err(e) = mounts.enter(self.cache.as_deref())
        {
            refused(Measure::Mounts, e)?;
        }
        let mut own_user = false;
        if let Some(user) = self.user {
            match become_user(user, &groups) {
                Ok(()) => own_user = true,
                Err(e) => refused(Measure::User, e)?,
            }
        }
        no_capabilities().map_err(|e| ConfineError::Always("capabilities", e))?;
        // Last of these, as a change of the user sets it anew, and as without it the user's own files in /proc are closed. Workers of a
        // user of their own are one tenant's, who may share memory between them: the software device does so by /proc.
        let dumpable = libc::c_ulong::from(own_user);
        set(libc::PR_SET_DUMPABLE, dumpable).map_err(|e| ConfineError::Always("PR_SET_DUMPABLE", e))?;
        set(libc::PR_SET_NO_NEW_PRIVS, 1).map_err(|e| ConfineError::Always("no_new_privs", e))?;
        if self.filter
            && let Err(e) = filter::apply()
        {
            refused(Measure::Filter, e)?;
        }
        Ok(())
    }

    /// Where the driver is to keep compiled code.
    pub fn cache_path(&self) -> Option<&Path> {
        let own = self.cache.as_deref();
        if self.mounts.is_some() { own.map(|_| Path::new(mounts::CACHE)) } else { own }
    }
}

/// What a trial has found.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trial {
    /// What the system refuses, and why.
    pub refused: Vec<(Measure, String)>,
    /// What the driver said when it was to start under the rest.
    pub driver: Option<String>,
}

/// Confines this process as far as the system lets it, and starts the driver.
///
/// # Errors
/// The driver cannot even be loaded, or what always is done failed.
pub fn trial(plan: &Plan, driver: &Path) -> Result<Trial, TrialError> {
    let library = Library::load(driver).map_err(TrialError::Driver)?;
    let mut found = Trial::default();
    let note = |measure, e: io::Error| {
        found.refused.push((measure, e.to_string()));
        Ok(())
    };
    plan.apply_or(note).map_err(TrialError::Confine)?;
    found.driver = library.start().err().map(|e| e.to_string());
    Ok(found)
}

/// Why there was no trial.
#[derive(Debug)]
pub enum TrialError {
    /// The driver cannot be loaded.
    Driver(OpenError),
    /// What always is done failed.
    Confine(ConfineError),
}

impl fmt::Display for TrialError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TrialError::Driver(e) => e.fmt(f),
            TrialError::Confine(e) => e.fmt(f),
        }
    }
}

impl std::error::Error for TrialError {}

/// Closes all descriptors but these and the standard ones.
///
/// Before Linux 5.9 there is no call for that; then what says close-on-exec has been closed.
///
/// # Errors
/// The system does not let us.
pub fn close_others(keep: impl IntoIterator<Item = RawFd>) -> io::Result<()> {
    let keep: BTreeSet<RawFd> = keep.into_iter().chain(0..=2).filter(|fd| *fd >= 0).collect();
    let mut first = 0;
    for fd in keep.into_iter().map(RawFd::unsigned_abs) {
        if fd > first {
            close_range(first, fd - 1)?;
        }
        first = fd + 1;
    }
    close_range(first, u32::MAX)
}

fn close_range(first: u32, last: u32) -> io::Result<()> {
    // SAFETY: the caller has named all that it uses; a plain system call.
    let result = unsafe { libc::syscall(libc::SYS_close_range, first, last, 0) };
    match io::Error::last_os_error() {
        e if result < 0 && e.raw_os_error() != Some(libc::ENOSYS) => Err(e),
        _ => Ok(()),
    }
}

/// Makes this process one that others of its user cannot look into: it holds tokens and keys.
pub fn hide_process() {
    // Refused for no process.
    let _ = set(libc::PR_SET_DUMPABLE, 0);
}

fn set(option: libc::c_int, value: libc::c_ulong) -> io::Result<()> {
    // SAFETY: options that take a number and change this process alone.
    checked(unsafe { libc::prctl(option, value, 0, 0, 0) })
}

fn limits() -> io::Result<()> {
    let lower = |resource, most: u64| {
        let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
        // SAFETY: `limit` is writable.
        checked(unsafe { libc::getrlimit(resource, &raw mut limit) })?;
        limit.rlim_max = limit.rlim_max.min(most);
        limit.rlim_cur = limit.rlim_cur.min(most);
        // SAFETY: `limit` is readable.
        checked(unsafe { libc::setrlimit(resource, &raw const limit) })
    };
    lower(libc::RLIMIT_CORE, 0)?;
    lower(libc::RLIMIT_NOFILE, DESCRIPTORS)?;
    lower(libc::RLIMIT_MSGQUEUE, 0)?;
    lower(libc::RLIMIT_RTPRIO, 0)?;
    lower(libc::RLIMIT_NICE, 0)
}

/// Groups that granted nodes are open to, where not everybody may use them.
fn groups_of_nodes(mounts: &Mounts) -> Vec<libc::gid_t> {
    let node = |name: &String| std::fs::metadata(Path::new("/dev").join(name)).ok();
    let closed = mounts.nodes.iter().filter_map(node).filter(|node| node.mode() & 0o006 != 0o006);
    let groups: BTreeSet<libc::gid_t> = closed.map(|node| node.gid()).filter(|gid| *gid != 0).collect();
    groups.into_iter().collect()
}

/// For good: with all of its other ids.
fn become_user(id: u32, groups: &[libc::gid_t]) -> io::Result<()> {
    // SAFETY: a list of so many groups; plain system calls otherwise.
    unsafe {
        checked(libc::setgroups(groups.len(), groups.as_ptr()))?;
        checked(libc::setresgid(id, id, id))?;
        checked(libc::setresuid(id, id, id))
    }
}

/// Drops all capabilities, which root has, as has whoever made a user namespace.
fn no_capabilities() -> io::Result<()> {
    /// `_LINUX_CAPABILITY_VERSION_3`
    const VERSION: u32 = 0x2008_0522;
    // `struct __user_cap_header_struct` and two of `struct __user_cap_data_struct`.
    let (header, none) = ([VERSION, 0u32], [0u32; 6]);
    // SAFETY: both are readable and of the size that the version says.
    let result = unsafe { libc::syscall(libc::SYS_capset, header.as_ptr(), none.as_ptr()) };
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

fn checked(result: libc::c_int) -> io::Result<()> {
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_goes_over_the_command_line() {
        let plan = Plan {
            user: Some(4711),
            mounts: Some(Mounts { nodes: vec!["nvidia0".into()], hidden: vec!["/etc/bifrost".into()] }),
            filter: true,
            cache: Some("/var/cache/bifrost/x".into()),
        };
        assert_eq!(Plan::from_text(&plan.to_text()).as_ref(), Some(&plan));
        assert_eq!(Plan::from_text(""), None);
        assert_eq!(plan.cache_path(), Some(Path::new(mounts::CACHE)));
        let less = plan.without(Measure::User).without(Measure::Mounts).without(Measure::Filter);
        assert_eq!(less, Plan { cache: Some("/var/cache/bifrost/x".into()), ..Plan::default() });
        assert_eq!(less.cache_path(), less.cache.as_deref());
    }
}
