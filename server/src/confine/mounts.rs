//! A mount namespace of a worker's own: of the device nodes those that were granted, of temporary and hidden folders nothing, and files that
//! can only be read.

use std::ffi::{CStr, CString};
use std::fs::{self, File};
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// Where a worker finds its cache.
pub const CACHE: &str = "/tmp/cache";
/// Device nodes that every program may expect.
const NODES: [&str; 5] = ["null", "zero", "full", "random", "urandom"];
/// Folders that a worker gets empty ones of.
const TEMPORARY: [&CStr; 2] = [c"/tmp", c"/var/tmp"];
/// Bytes that a worker may put into each of them: it is the machine's memory.
const ROOM: &CStr = c"mode=1777,size=64m";
/// `MOUNT_ATTR_RDONLY` of mount_setattr(2).
const READ_ONLY: u64 = 1;

/// What a worker finds mounted.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mounts {
    /// Nodes of granted devices, below `/dev`.
    pub nodes: Vec<String>,
    /// Folders that it finds empty.
    pub hidden: Vec<PathBuf>,
}

impl Mounts {
    /// Moves the process, which has one thread, into such a namespace.
    pub(super) fn enter(&self, cache: Option<&Path>) -> io::Result<()> {
        unshare()?;
        mount(None, c"/", None, libc::MS_REC | libc::MS_PRIVATE, None)?;
        let nodes = NODES.iter().copied().chain(self.nodes.iter().map(String::as_str));
        let nodes: Vec<(&str, OwnedFd)> =
            nodes.filter_map(|name| Some((name, path_of(&Path::new("/dev").join(name)).ok()?))).collect();
        let cache = cache.map(path_of).transpose()?;
        // An older system (before 5.12) does without.
        let _ = read_only(c"/", true);
        self.hide()?;
        for folder in TEMPORARY.iter().filter(|folder| exists(folder)) {
            tmpfs(folder, ROOM)?;
        }
        devices(&nodes)?;
        if let Some(cache) = cache {
            let at = path(Path::new(CACHE))?;
            fs::create_dir(CACHE)?;
            bind(&cache, &at)?;
            let _ = read_only(&at, false);
        }
        std::env::set_current_dir("/")
    }

    fn hide(&self) -> io::Result<()> {
        for folder in self.hidden.iter().filter(|folder| folder.is_dir()) {
            tmpfs(&path(folder)?, c"mode=755,size=4k")?;
        }
        Ok(())
    }
}

/// A namespace of its own; without root's rights by way of a user namespace, in which the user is who it was.
fn unshare() -> io::Result<()> {
    // SAFETY: plain system calls.
    let (uid, gid) = unsafe { (libc::geteuid(), libc::getegid()) };
    if uid == 0 {
        // SAFETY: as above.
        return checked(unsafe { libc::unshare(libc::CLONE_NEWNS) });
    }
    // SAFETY: as above.
    checked(unsafe { libc::unshare(libc::CLONE_NEWUSER | libc::CLONE_NEWNS) })?;
    fs::write("/proc/self/setgroups", "deny")?;
    fs::write("/proc/self/uid_map", format!("{uid} {uid} 1"))?;
    fs::write("/proc/self/gid_map", format!("{gid} {gid} 1"))
}

/// A `/dev` of these nodes alone.
fn devices(nodes: &[(&str, OwnedFd)]) -> io::Result<()> {
    tmpfs(c"/dev", c"mode=755,size=64k")?;
    for (name, node) in nodes {
        let at = Path::new("/dev").join(name);
        fs::create_dir_all(at.parent().unwrap_or(Path::new("/dev")))?;
        File::create(&at)?;
        bind(node, &path(&at)?)?;
    }
    fs::create_dir("/dev/shm")?;
    tmpfs(c"/dev/shm", ROOM)
}

fn bind(from: &OwnedFd, to: &CStr) -> io::Result<()> {
    let from = CString::new(format!("/proc/self/fd/{}", from.as_raw_fd()))?;
    mount(Some(&from), to, None, libc::MS_BIND, None)
}

fn tmpfs(at: &CStr, options: &CStr) -> io::Result<()> {
    mount(
        Some(c"tmpfs"),
        at,
        Some(c"tmpfs"),
        libc::MS_NOSUID | libc::MS_NODEV | libc::MS_NOEXEC,
        Some(options),
    )
}

fn mount(
    from: Option<&CStr>,
    to: &CStr,
    kind: Option<&CStr>,
    flags: libc::c_ulong,
    options: Option<&CStr>,
) -> io::Result<()> {
    let text = |text: Option<&CStr>| text.map_or(std::ptr::null(), CStr::as_ptr);
    // SAFETY: all texts are null or C strings.
    let result = unsafe { libc::mount(text(from), to.as_ptr(), text(kind), flags, text(options).cast()) };
    checked(result).map_err(|e| io::Error::new(e.kind(), format!("mounting {}: {e}", to.to_string_lossy())))
}

/// Whether files of what is mounted at `at` and below can be changed.
fn read_only(at: &CStr, yes: bool) -> io::Result<()> {
    // `struct mount_attr`: what to set, what to clear, propagation, user namespace.
    let attributes: [u64; 4] = if yes { [READ_ONLY, 0, 0, 0] } else { [0, READ_ONLY, 0, 0] };
    // SAFETY: a C string and a structure of the size given.
    let result = unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            libc::AT_FDCWD,
            at.as_ptr(),
            libc::AT_RECURSIVE,
            attributes.as_ptr(),
            size_of_val(&attributes),
        )
    };
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

/// A descriptor that only names a file.
fn path_of(at: &Path) -> io::Result<OwnedFd> {
    // SAFETY: a C string.
    let fd = unsafe { libc::open(path(at)?.as_ptr(), libc::O_PATH | libc::O_CLOEXEC) };
    checked(fd.min(0))?;
    // SAFETY: fresh and ours.
    Ok(unsafe { OwnedFd::from_raw_fd(fd) })
}

fn path(at: &Path) -> io::Result<CString> {
    Ok(CString::new(at.as_os_str().as_bytes())?)
}

fn exists(at: &CStr) -> bool {
    Path::new(std::ffi::OsStr::from_bytes(at.to_bytes())).is_dir()
}

fn checked(result: libc::c_int) -> io::Result<()> {
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}
