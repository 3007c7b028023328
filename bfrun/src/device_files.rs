//! `--device-files`: what programs look for before they try a driver, `/dev/nvidia0` and `/proc/driver/nvidia/version`, in a mount namespace of the program.
//!
//! Everything is prepared as a list of steps before the fork; the child only takes them, by system calls alone, before it executes the program. A step that
//! is refused ends the list with one line, and the program goes on with what there is.

use std::ffi::{CString, OsString};
use std::io;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::FileTypeExt;
use std::path::{Path, PathBuf};

use protocol::snapshot::{Device, Snapshot};

/// Rights of the files made.
const MODE: libc::mode_t = 0o755;

/// A system call of the child, with its arguments ready.
#[derive(Debug)]
enum Step {
    /// An empty file system in memory.
    Tmpfs(CString),
    /// Makes a file or folder appear at a second place, with what is mounted below it.
    Bind(CString, CString),
    /// Takes a mount to another place.
    Move(CString, CString),
    Folder(CString),
    /// A file with this content.
    File(CString, Vec<u8>),
    Link(CString, CString),
}

/// What the child does, and the lines that it may have to say.
#[derive(Debug)]
pub(crate) struct DeviceFiles {
    steps: Vec<Step>,
    ids: [(CString, Vec<u8>); 3],
}

/// Capabilities as the system call takes them: effective, permitted, inheritable, lower and upper halves.
#[repr(C)]
#[derive(Clone, Copy, Default)]
struct Capabilities([[u32; 3]; 2]);

#[repr(C)]
struct CapabilityHeader {
    version: u32,
    pid: i32,
}

impl DeviceFiles {
    /// Plans the files of these devices; `scratch` is a private folder.
    ///
    /// # Errors
    /// The system's, about `/dev` or the folder.
    pub(crate) fn plan(snapshot: &Snapshot, scratch: &Path) -> io::Result<DeviceFiles> {
        let (dev, driver) = (scratch.join("dev"), scratch.join("driver"));
        std::fs::create_dir(&dev)?;
        std::fs::create_dir(&driver)?;
        let mut steps = vec![];
        copy(Path::new("/dev"), &dev, &mut steps)?;
        let null = path("/dev/null");
        for name in nodes(snapshot.devices.len()) {
            if !Path::new("/dev").join(&name).exists() {
                let at = path(dev.join(&name));
                steps.extend([Step::File(at.clone(), vec![]), Step::Bind(null.clone(), at)]);
            }
        }
        steps.push(Step::Move(path(&dev), path("/dev")));
        if !Path::new("/proc/driver/nvidia").exists() {
            copy(Path::new("/proc/driver"), &driver, &mut steps)?;
            information(snapshot, &driver.join("nvidia"), &mut steps);
            steps.push(Step::Move(path(&driver), path("/proc/driver")));
        }
        // SAFETY: these have no preconditions.
        let (user, group) = unsafe { (libc::geteuid(), libc::getegid()) };
        let same = |id: u32| format!("{id} {id} 1").into_bytes();
        let ids = [
            (path("/proc/self/setgroups"), b"deny".to_vec()),
            (path("/proc/self/uid_map"), same(user)),
            (path("/proc/self/gid_map"), same(group)),
        ];
        Ok(DeviceFiles { steps, ids })
    }

    /// Takes the steps, in a child between fork and exec: system calls only, nothing allocated.
    pub(crate) fn enter(&self) {
        let before = capabilities();
        let lines: [&[u8]; 3] = [
            b"bfrun: --device-files: namespaces of users or mounts are not allowed here (in a container: CAP_SYS_ADMIN, or a seccomp profile with unshare; sysctl user.max_user_namespaces); going on without\n",
            b"bfrun: --device-files: this user namespace may not mount (sysctl kernel.apparmor_restrict_unprivileged_userns=0, or an AppArmor profile for bfrun); going on without\n",
            b"bfrun: --device-files: a file below /dev or /proc/driver could not be put in place; going on with what there is\n",
        ];
        let failed = match self.isolate() {
            false => Some(0),
            true => match self.steps.iter().position(|step| !step.take()) {
                None => None,
                Some(0) => Some(1),
                Some(_) => Some(2),
            },
        };
        give_up(before);
        if let Some(line) = failed.and_then(|index: usize| lines.get(index)) {
            // SAFETY: the bytes live; a line that cannot be written is lost.
            unsafe { libc::write(libc::STDERR_FILENO, line.as_ptr().cast(), line.len()) };
        }
    }

    /// A mount namespace of its own, in a user namespace where that is needed, from which nothing goes out.
    fn isolate(&self) -> bool {
        // SAFETY: a flag; the child has one thread.
        if unsafe { libc::unshare(libc::CLONE_NEWNS) } != 0 {
            // SAFETY: as above.
            let alone = unsafe { libc::unshare(libc::CLONE_NEWUSER | libc::CLONE_NEWNS) } == 0;
            if !alone || !self.ids.iter().all(|(file, text)| write_file(file, libc::O_WRONLY, text)) {
                return false;
            }
        }
        mount(None, c"/", None, libc::MS_REC | libc::MS_PRIVATE, None)
    }
}

impl Step {
    fn take(&self) -> bool {
        match self {
            Step::Tmpfs(at) => {
                // Not for all to write: programs could then not open others' devices with O_CREAT (fs.protected_regular).
                mount(Some(c"tmpfs"), at, Some(c"tmpfs"), libc::MS_NOSUID, Some(c"mode=755"))
            }
            Step::Bind(from, to) => mount(Some(from), to, None, libc::MS_BIND | libc::MS_REC, None),
            Step::Move(from, to) => mount(Some(from), to, None, libc::MS_MOVE, None),
            // SAFETY: NUL-terminated paths, here and below.
            Step::Folder(at) => unsafe { libc::mkdir(at.as_ptr(), MODE) == 0 },
            Step::File(at, text) => write_file(at, libc::O_WRONLY | libc::O_CREAT | libc::O_EXCL, text),
            // SAFETY: as above.
            Step::Link(to, at) => unsafe { libc::symlink(to.as_ptr(), at.as_ptr()) == 0 },
        }
    }
}

fn mount(
    from: Option<&std::ffi::CStr>,
    to: &std::ffi::CStr,
    kind: Option<&std::ffi::CStr>,
    flags: libc::c_ulong,
    data: Option<&std::ffi::CStr>,
) -> bool {
    let text = |t: Option<&std::ffi::CStr>| t.map_or(std::ptr::null(), std::ffi::CStr::as_ptr);
    // SAFETY: NUL-terminated texts or null, which the kernel takes where a flag makes it meaningless.
    unsafe { libc::mount(text(from), to.as_ptr(), text(kind), flags, text(data).cast()) == 0 }
}

fn write_file(at: &std::ffi::CStr, flags: libc::c_int, text: &[u8]) -> bool {
    // SAFETY: a NUL-terminated path.
    let file = unsafe { libc::open(at.as_ptr(), flags | libc::O_CLOEXEC, 0o644) };
    if file < 0 {
        return false;
    }
    // SAFETY: the bytes live, the descriptor is open.
    let written = unsafe { libc::write(file, text.as_ptr().cast(), text.len()) };
    // SAFETY: closed once.
    unsafe { libc::close(file) };
    usize::try_from(written) == Ok(text.len())
}

const CAPABILITY_VERSION: u32 = 0x2008_0522;

/// What this process may, or nothing where that cannot be found out.
fn capabilities() -> Capabilities {
    let mut header = CapabilityHeader { version: CAPABILITY_VERSION, pid: 0 };
    let mut found = Capabilities::default();
    // SAFETY: both have the layout of this version.
    let got = unsafe { libc::syscall(libc::SYS_capget, &raw mut header, &raw mut found) };
    if got == 0 { found } else { Capabilities::default() }
}

/// Leaves what this process had before, also for what it executes.
fn give_up(before: Capabilities) {
    for bit in 0..64u32 {
        let [_, permitted, _] = before.0[(bit / 32) as usize];
        if permitted >> (bit % 32) & 1 == 0 {
            // SAFETY: numbers only; one that the kernel does not know is refused, which does no harm.
            unsafe { libc::prctl(libc::PR_CAPBSET_DROP, bit as libc::c_ulong, 0, 0, 0) };
        }
    }
    let mut header = CapabilityHeader { version: CAPABILITY_VERSION, pid: 0 };
    // SAFETY: both have the layout of this version.
    unsafe { libc::syscall(libc::SYS_capset, &raw mut header, &raw const before) };
}

/// Names below /dev.
fn nodes(devices: usize) -> Vec<String> {
    let fixed = ["nvidiactl", "nvidia-uvm"].map(str::to_owned);
    (0..devices).map(|n| format!("nvidia{n}")).chain(fixed).collect()
}

/// The entries of a folder, in a file system in memory: links as links, the rest at a second place.
fn copy(of: &Path, to: &Path, steps: &mut Vec<Step>) -> io::Result<()> {
    steps.push(Step::Tmpfs(path(to)));
    for entry in std::fs::read_dir(of)? {
        let entry = entry?;
        let (from, to, kind) = (entry.path(), to.join(entry.file_name()), entry.file_type()?);
        if kind.is_symlink() {
            steps.push(Step::Link(path(std::fs::read_link(&from)?), path(&to)));
            continue;
        }
        let special = kind.is_char_device() || kind.is_block_device() || kind.is_fifo() || kind.is_socket();
        debug_assert!(special || kind.is_dir() || kind.is_file());
        let place = if kind.is_dir() { Step::Folder(path(&to)) } else { Step::File(path(&to), vec![]) };
        steps.extend([place, Step::Bind(path(&from), path(&to))]);
    }
    Ok(())
}

/// What the driver tells below /proc/driver/nvidia.
fn information(snapshot: &Snapshot, at: &Path, steps: &mut Vec<Step>) {
    let text = format!(
        "NVRM version: NVIDIA UNIX x86_64 Kernel Module  {}  Bifrost, CUDA {}.{}\nGCC version:  none\n",
        driver_version(snapshot),
        snapshot.driver_version / 1000,
        snapshot.driver_version % 1000 / 10,
    );
    steps.extend([
        Step::Folder(path(at)),
        Step::File(path(at.join("version")), text.into_bytes()),
        Step::Folder(path(at.join("gpus"))),
    ]);
    for (n, device) in snapshot.devices.iter().enumerate() {
        let (domain, bus, slot) = device.pci;
        let folder = at.join("gpus").join(format!("{domain:04x}:{bus:02x}:{slot:02x}.0"));
        // Devices of several machines may be at one place.
        let taken = steps.iter().any(|s| matches!(s, Step::Folder(known) if *known == path(&folder)));
        if !taken {
            let text = describe(n, device);
            steps.extend([
                Step::Folder(path(&folder)),
                Step::File(path(folder.join("information")), text.into_bytes()),
            ]);
        }
    }
}

fn describe(n: usize, device: &Device) -> String {
    let (domain, bus, slot) = device.pci;
    let hex: String = device.uuid.iter().map(|b| format!("{b:02x}")).collect();
    let uuid = [&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]].join("-");
    format!(
        "Model: \t\t {}\nGPU UUID: \t GPU-{uuid}\nBus Location: \t {domain:04x}:{bus:02x}:{slot:02x}.0\nDevice Minor: \t {n}\n",
        device.name
    )
}

/// The driver's own name of its release.
fn driver_version(snapshot: &Snapshot) -> &str {
    snapshot.driver_name.trim()
}

/// Paths of this module come from the system or are literals: none has a NUL inside; one that had would name nothing.
fn path(of: impl Into<PathBuf>) -> CString {
    let bytes = OsString::from(of.into()).into_vec();
    CString::new(bytes).unwrap_or_default()
}
