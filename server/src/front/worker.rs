//! Worker processes: which program, with what, and the link for passing connections.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{self, PipeReader, Read};
use std::net::Shutdown;
use std::os::fd::{AsFd, AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use protocol::control::Fingerprint;
use protocol::credits::Depth;
use protocol::preamble::{Preamble, Tag};
use protocol::snapshot::Device;
use tokio::io::Interest;
use tokio::io::unix::AsyncFd;
use tokio::process::{Child, Command};

use crate::confine::Plan;
use crate::worker::ledger::Ledger;
use crate::worker::{Credentials, Setup, Stop, hand_over, introduce, stop};

/// Variables of the server's environment that a worker gets, besides those that begin with one of [`PREFIXES`].
const VARIABLES: [&str; 10] = [
    "PATH",
    "HOME",
    "LANG",
    "TZ",
    "TMPDIR",
    "LD_LIBRARY_PATH",
    "RUST_BACKTRACE",
    "BIFROST_LOG",
    "BIFROST_TRACE",
    "BIFROST_WORKER_TRACE",
];
const PREFIXES: [&str; 4] = ["LC_", "CUDA_", "NVIDIA_", "SOFTCUDA_"];

/// This program, also when its file has been replaced meanwhile.
const THIS_PROGRAM: &str = "/proc/self/exe";

/// The environment of probe and workers.
pub(super) fn environment(all: impl Iterator<Item = (OsString, OsString)>) -> BTreeMap<OsString, OsString> {
    all.filter(|(name, _)| {
        let name = name.to_string_lossy();
        VARIABLES.contains(&&*name) || PREFIXES.iter().any(|p| name.starts_with(p))
    })
    .collect()
}

/// A command that runs this program in the way that only it knows.
pub(super) fn this_program(plan: Option<&Plan>) -> Command {
    program(Path::new(THIS_PROGRAM), plan)
}

fn program(binary: &Path, plan: Option<&Plan>) -> Command {
    let mut command = Command::new(binary);
    command.arg0("bfpoold").env_clear().envs(environment(std::env::vars_os()));
    if let Some(plan) = plan {
        command.env("HOME", "/tmp").env("TMPDIR", "/tmp").env_remove("CUDA_CACHE_PATH");
        match plan.cache_path() {
            Some(cache) => command.env("CUDA_CACHE_PATH", cache),
            None => command.env("CUDA_CACHE_DISABLE", "1"),
        };
    }
    command
}

/// Worker programs by data protocol.
#[derive(Debug)]
pub(super) struct Workers {
    folder: PathBuf,
}

/// What a worker is started with.
pub(super) struct Start<'a> {
    /// The client's data protocol.
    pub(super) fingerprint: Fingerprint,
    /// Driver library.
    pub(super) library: &'a Path,
    /// What the driver holds before its calls wait.
    pub(super) depth: Depth,
    /// Bytes of this machine's memory that the worker may hold.
    pub(super) host_limit: u64,
    /// Device memory is zeroed before the client gets it.
    pub(super) zeroing: bool,
    /// Granted devices, in session order.
    pub(super) devices: Vec<&'a Device>,
    /// The reservation's ledger.
    pub(super) ledger: &'a Ledger,
    /// The worker's slot in it.
    pub(super) slot: usize,
    /// The name under which the next front finds it.
    pub(super) name: String,
    /// Whose it is.
    pub(super) credentials: Credentials,
    /// The client's process, if it is one of this machine.
    pub(super) client: Option<OwnedFd>,
    /// How long it waits for a client that was cut off.
    pub(super) grace: Duration,
    /// What it gives up.
    pub(super) plan: Option<Plan>,
}

impl Workers {
    /// This program, and others in `workers/FINGERPRINT/bfpoold` beside it.
    pub(super) fn beside_this_program() -> Self {
        let exe = std::env::current_exe().unwrap_or_default();
        Workers { folder: exe.parent().unwrap_or(Path::new("")).join("workers") }
    }

    /// Data protocols that sessions can be opened for.
    pub(super) fn fingerprints(&self) -> Vec<Fingerprint> {
        let others = std::fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let others = others.filter_map(|entry| parse_hex(entry.file_name().to_str()?));
        std::iter::once(protocol::fingerprint()).chain(others).collect()
    }

    /// The program for a data protocol.
    pub(super) fn binary(&self, fingerprint: &Fingerprint) -> Option<PathBuf> {
        if *fingerprint == protocol::fingerprint() {
            return Some(THIS_PROGRAM.into());
        }
        let path = self.folder.join(hex(fingerprint)).join("bfpoold");
        path.is_file().then_some(path)
    }

    /// Starts a worker.
    pub(super) fn start(&self, start: &Start<'_>) -> io::Result<(Process, Link)> {
        let binary = self.binary(&start.fingerprint).ok_or(io::ErrorKind::NotFound)?;
        let (ours, theirs) = UnixStream::pair()?;
        let (errors, said) = io::pipe()?;
        // Neither the worker's thread nor the front ever waits for text.
        // SAFETY: an open descriptor; only its flags change.
        if unsafe { libc::fcntl(errors.as_raw_fd(), libc::F_SETFL, libc::O_NONBLOCK) } < 0 {
            return Err(io::Error::last_os_error());
        }
        let log = io::stderr().as_fd().try_clone_to_owned()?;
        let inherited =
            [theirs.as_raw_fd(), start.ledger.fd().as_raw_fd(), errors.as_raw_fd(), log.as_raw_fd()];
        let client = start.client.as_ref().map(AsRawFd::as_raw_fd);
        let setup = Setup {
            control: inherited[0],
            ledger: Some(inherited[1]),
            errors: Some(inherited[2]),
            log: Some(inherited[3]),
            client,
            name: Some(start.name.clone()),
            slot: start.slot,
            driver: start.library.into(),
            devices: start.devices.iter().map(|d| visible_name(d)).collect::<Vec<_>>().join(","),
            host_limit: start.host_limit,
            zeroing: start.zeroing,
            depth: start.depth,
            grace: start.grace,
            plan: start.plan.clone(),
        };
        let mut command = program(&binary, start.plan.as_ref());
        command.args(setup.to_args());
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(said).process_group(0);
        // SAFETY: the closure only makes system calls that are allowed between fork and exec.
        unsafe { command.pre_exec(move || inherited.into_iter().chain(client).try_for_each(keep_open)) };
        let child = command.spawn()?;
        introduce(ours.as_fd(), &start.credentials)?;
        // A worker that takes no connections must not stop the server.
        ours.set_nonblocking(true)?;
        Ok((Process::Child(child), Link { control: ours, errors: Some(errors) }))
    }
}

fn keep_open(fd: RawFd) -> io::Result<()> {
    // SAFETY: F_SETFD on a descriptor that the parent holds open.
    if unsafe { libc::fcntl(fd, libc::F_SETFD, 0) } < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

/// A device's name for CUDA_VISIBLE_DEVICES.
pub(super) fn visible_name(device: &Device) -> String {
    let digits = hex(&device.uuid);
    let (a, b, c, d, e) = (&digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..]);
    format!("GPU-{a}-{b}-{c}-{d}-{e}")
}

/// The front's ends of a worker's control socket and, if this front started it, of its standard error.
#[derive(Debug)]
pub(super) struct Link {
    control: UnixStream,
    errors: Option<PipeReader>,
}

impl Link {
    /// To a worker that another front has started.
    pub(super) fn adopted(control: UnixStream) -> Self {
        Link { control, errors: None }
    }

    /// Passes a data connection on.
    pub(super) fn pass(&self, preamble: &Preamble, tag: Option<Tag>, fd: OwnedFd) -> io::Result<()> {
        hand_over(self.control.as_fd(), preamble.kind, preamble.lane, tag, fd.as_fd())
    }

    /// Tells a worker to end; no connection comes any more.
    pub(super) fn close(&self, why: Stop) {
        // Both fail when the worker has ended.
        let _ = stop(self.control.as_fd(), why);
        let _ = self.control.shutdown(Shutdown::Write);
    }

    /// What a worker that has ended said last, as far as its client was not told: the end of it, in lines.
    pub(super) fn last_words(&self) -> Vec<String> {
        const SHOWN: usize = 8;
        let mut bytes = vec![0; 64 << 10];
        // Nothing there reads as an error.
        let read = self.errors.as_ref().map_or(0, |mut errors| errors.read(&mut bytes).unwrap_or(0));
        let text = String::from_utf8_lossy(&bytes[..read]);
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        lines[lines.len().saturating_sub(SHOWN)..].iter().map(|line| (*line).to_owned()).collect()
    }
}

/// A worker's process.
#[derive(Debug)]
pub(super) enum Process {
    /// This front has started it.
    Child(Child),
    /// Another has: its number, and what becomes readable when it ends.
    Adopted(libc::pid_t, AsyncFd<OwnedFd>),
}

impl Process {
    /// A process that another front has started and that still has its end of `link`.
    pub(super) fn adopted(pid: libc::pid_t, link: &UnixStream) -> io::Result<Self> {
        // SAFETY: plain system call.
        let fd = unsafe { libc::syscall(libc::SYS_pidfd_open, pid, 0) };
        let fd = RawFd::try_from(fd).ok().filter(|fd| *fd >= 0).ok_or_else(io::Error::last_os_error)?;
        // SAFETY: fresh and ours.
        let fd = unsafe { OwnedFd::from_raw_fd(fd) };
        // The number was the worker's when it connected; it still is if the worker lives.
        link.set_nonblocking(true)?;
        match (&mut &*link).read(&mut [0]) {
            Err(e) if e.kind() == io::ErrorKind::WouldBlock => {
                // SAFETY: the descriptor belongs to what is made here alone, and stays open as long.
                let exit = unsafe { AsyncFd::register_with_interest(fd, Interest::READABLE) }?;
                Ok(Process::Adopted(pid, exit))
            }
            _ => Err(io::Error::new(io::ErrorKind::NotFound, "it has ended")),
        }
    }

    /// Waits for its end; how it ended is known of children only.
    pub(super) async fn wait(&mut self) -> io::Result<Option<ExitStatus>> {
        match self {
            Process::Child(child) => child.wait().await.map(Some),
            Process::Adopted(_, exit) => exit.readable().await.map(|_| None),
        }
    }

    /// Kills it, before its end has been seen, with all that it started.
    pub(super) fn kill_group(&self) {
        let pid = match self {
            Process::Child(child) => child.id().and_then(|id| libc::pid_t::try_from(id).ok()),
            Process::Adopted(pid, _) => Some(*pid),
        };
        if let Some(pid) = pid {
            // SAFETY: the worker leads its own group; as its end has not been seen, the number is still its.
            unsafe { libc::kill(-pid, libc::SIGKILL) };
        }
    }
}

/// Hexadecimal digits.
pub(super) fn hex(bytes: &[u8; 16]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

fn parse_hex(text: &str) -> Option<[u8; 16]> {
    let value = u128::from_str_radix(text, 16).ok()?;
    (text.len() == 32).then(|| value.to_be_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fingerprints_are_folder_names() {
        let bytes: [u8; 16] = std::array::from_fn(|i| (i * 17) as u8);
        assert_eq!(hex(&bytes), "00112233445566778899aabbccddeeff");
        assert_eq!(parse_hex(&hex(&bytes)), Some(bytes));
        for text in ["", "0", "x0112233445566778899aabbccddeeff", "000112233445566778899aabbccddeeff"] {
            assert_eq!(parse_hex(text), None, "{text}");
        }
    }

    #[test]
    fn a_worker_of_another_release_is_found_beside_this_program() {
        let folder = std::env::temp_dir().join(format!("bfpoold-workers-{}", std::process::id()));
        let other = [7u8; 16];
        let workers = Workers { folder: folder.clone() };
        assert_eq!((workers.binary(&other), workers.fingerprints().len()), (None, 1));
        let program = folder.join(hex(&other)).join("bfpoold");
        std::fs::create_dir_all(program.parent().unwrap()).unwrap();
        std::fs::write(&program, "").unwrap();
        assert_eq!((workers.binary(&other), workers.fingerprints().len()), (Some(program), 2));
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn workers_get_only_what_they_need_to_know() {
        let names = [
            "PATH",
            "LD_PRELOAD",
            "BIFROST_SESSION",
            "BIFROST_TOKEN",
            "CUDA_CACHE_PATH",
            "SOFTCUDA_MEMORY",
            "AWS_SECRET",
        ];
        let all = names.iter().map(|n| (OsString::from(n), OsString::new()));
        let kept: Vec<_> = environment(all).into_keys().collect();
        assert_eq!(kept, ["CUDA_CACHE_PATH", "PATH", "SOFTCUDA_MEMORY"]);
    }
}
