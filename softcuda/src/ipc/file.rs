//! The files behind handles, and the 64 bytes of a handle.
//!
//! A file is what is shared, in whole pages, and a page more, which says what it is. Its length is sealed, so that
//! nobody can take the memory from under another process.

use std::fs::File;
use std::mem::MaybeUninit;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::fs::FileExt;

use rustix::fs::{MemfdFlags, memfd_create};
use rustix::rand::{GetRandomFlags, getrandom};

const PAGE: u64 = 4096;
const MAGIC: [u8; 8] = *b"softcuda";
const SEALS: libc::c_int = libc::F_SEAL_SHRINK | libc::F_SEAL_GROW | libc::F_SEAL_SEAL;

/// The bytes of a handle.
pub type Handle = [u8; 64];

/// What is shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Device memory.
    Memory = 1,
    /// An event.
    Event = 2,
}

/// Why a handle opens nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// It is none, or what it named is gone.
    Handle,
    /// It comes from this process.
    Own,
}

/// A file with something that is shared.
#[derive(Debug)]
pub struct Shared {
    /// The file.
    pub file: File,
    /// What is in it.
    pub content: Content,
}

/// What a file says of itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Content {
    /// What it is.
    pub kind: Kind,
    /// Number of the device.
    pub device: u32,
    /// Bytes.
    pub size: u64,
    secret: [u8; 16],
}

/// Where a handle says that the file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Name {
    kind: u32,
    process: libc::pid_t,
    descriptor: RawFd,
    inode: u64,
    secret: [u8; 16],
}

impl Shared {
    /// A new file of zeros; `None` when the system has none to give.
    pub fn create(kind: Kind, device: u32, size: u64) -> Option<Self> {
        let mut secret = [0; 16];
        let got = getrandom(&mut secret, GetRandomFlags::empty()).ok()?;
        let payload = size.checked_next_multiple_of(PAGE)?;
        let length = libc::off_t::try_from(payload.checked_add(PAGE)?).ok()?;
        if got != secret.len() || size == 0 {
            return None;
        }
        let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
        let file = File::from(memfd_create(c"softcuda-ipc", flags).ok()?);
        let content = Content { kind, device, size, secret };
        file.set_len(length as u64).ok()?;
        file.write_all_at(&content.bytes(), payload).ok()?;
        // SAFETY: a live descriptor of our own.
        let sealed = unsafe { libc::fcntl(file.as_raw_fd(), libc::F_ADD_SEALS, SEALS) } == 0;
        sealed.then_some(Self { file, content })
    }

    /// The handle by which other processes open it, as long as this process has it.
    pub fn handle(&self) -> Option<Handle> {
        let name = Name {
            kind: self.content.kind as u32,
            process: own_process(),
            descriptor: self.file.as_raw_fd(),
            inode: stat(self.file.as_raw_fd())?.st_ino,
            secret: self.content.secret,
        };
        Some(name.bytes())
    }

    /// Opens what a handle of another process names.
    ///
    /// # Errors
    /// [`Refused`].
    pub fn open(handle: &Handle, kind: Kind) -> Result<Self, Refused> {
        let name = Name::parse(handle).filter(|name| name.kind == kind as u32).ok_or(Refused::Handle)?;
        let shared = name.open(kind).ok_or(Refused::Handle)?;
        if name.process == own_process() { Err(Refused::Own) } else { Ok(shared) }
    }
}

impl Name {
    fn bytes(&self) -> Handle {
        let mut bytes = [0; 64];
        bytes[..8].copy_from_slice(&MAGIC);
        bytes[8..12].copy_from_slice(&self.kind.to_le_bytes());
        bytes[12..16].copy_from_slice(&self.process.to_le_bytes());
        bytes[16..20].copy_from_slice(&self.descriptor.to_le_bytes());
        bytes[24..32].copy_from_slice(&self.inode.to_le_bytes());
        bytes[32..48].copy_from_slice(&self.secret);
        bytes
    }

    fn parse(bytes: &Handle) -> Option<Self> {
        let name = Self {
            kind: u32::from_le_bytes(part(bytes, 8)),
            process: i32::from_le_bytes(part(bytes, 12)),
            descriptor: i32::from_le_bytes(part(bytes, 16)),
            inode: u64::from_le_bytes(part(bytes, 24)),
            secret: part(bytes, 32),
        };
        (name.bytes() == *bytes && name.process > 0 && name.descriptor >= 0).then_some(name)
    }

    /// Whoever made up the name chose which descriptor of which process is looked at: nothing is opened before it is known to be
    /// a file in memory, as opening a device or a pipe may do anything.
    fn open(&self, kind: Kind) -> Option<Shared> {
        let place = open_at(&format!("/proc/{}/fd/{}", self.process, self.descriptor), libc::O_PATH)?;
        let found = stat(place.as_raw_fd())?;
        if found.st_mode & libc::S_IFMT != libc::S_IFREG || found.st_ino != self.inode || !in_memory(&place) {
            return None;
        }
        let file = File::from(open_at(&format!("/proc/self/fd/{}", place.as_raw_fd()), libc::O_RDWR)?);
        // SAFETY: a live descriptor of our own; it fails for what has no seals.
        let seals = unsafe { libc::fcntl(file.as_raw_fd(), libc::F_GET_SEALS) };
        if seals < 0 || seals & SEALS != SEALS {
            return None;
        }
        let payload = u64::try_from(found.st_size).ok()?.checked_sub(PAGE)?;
        let mut bytes = [0; Content::LENGTH];
        file.read_exact_at(&mut bytes, payload).ok()?;
        let content = Content::parse(&bytes, kind)?;
        let fits = content.size != 0 && content.size.checked_next_multiple_of(PAGE) == Some(payload);
        (fits && content.secret == self.secret).then_some(Shared { file, content })
    }
}

impl Content {
    const LENGTH: usize = 40;

    fn bytes(&self) -> [u8; Self::LENGTH] {
        let mut bytes = [0; Self::LENGTH];
        bytes[..8].copy_from_slice(&MAGIC);
        bytes[8..12].copy_from_slice(&(self.kind as u32).to_le_bytes());
        bytes[12..16].copy_from_slice(&self.device.to_le_bytes());
        bytes[16..24].copy_from_slice(&self.size.to_le_bytes());
        bytes[24..40].copy_from_slice(&self.secret);
        bytes
    }

    fn parse(bytes: &[u8; Self::LENGTH], kind: Kind) -> Option<Self> {
        let content = Self {
            kind,
            device: u32::from_le_bytes(part(bytes, 12)),
            size: u64::from_le_bytes(part(bytes, 16)),
            secret: part(bytes, 24),
        };
        (content.bytes() == *bytes).then_some(content)
    }
}

/// `N` bytes at a place that is known to lie in the array.
fn part<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    let mut part = [0; N];
    part.copy_from_slice(&bytes[at..at + N]);
    part
}

/// The number by which other processes know this one.
pub fn own_process() -> libc::pid_t {
    // SAFETY: no preconditions.
    unsafe { libc::getpid() }
}

fn open_at(path: &str, flags: libc::c_int) -> Option<OwnedFd> {
    let path = std::ffi::CString::new(path).ok()?;
    // SAFETY: the path is a C string.
    let fd = unsafe { libc::open(path.as_ptr(), flags | libc::O_CLOEXEC) };
    // SAFETY: the descriptor was just made and belongs to nobody else.
    (fd >= 0).then(|| unsafe { OwnedFd::from_raw_fd(fd) })
}

fn stat(fd: RawFd) -> Option<libc::stat> {
    let mut stat = MaybeUninit::uninit();
    // SAFETY: valid for a write; fstat fills it where it succeeds.
    unsafe { (libc::fstat(fd, stat.as_mut_ptr()) == 0).then(|| stat.assume_init()) }
}

/// Whether a descriptor is of a file system that lives in memory.
fn in_memory(place: &OwnedFd) -> bool {
    let mut found = MaybeUninit::<libc::statfs>::uninit();
    // SAFETY: valid for a write; fstatfs fills it where it succeeds.
    unsafe {
        libc::fstatfs(place.as_raw_fd(), found.as_mut_ptr()) == 0
            && found.assume_init().f_type == libc::TMPFS_MAGIC
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A name as another process would read it.
    fn name(shared: &Shared) -> Name {
        Name::parse(&shared.handle().unwrap()).unwrap()
    }

    #[test]
    fn what_a_name_says_is_found() {
        let shared = Shared::create(Kind::Memory, 3, 5000).unwrap();
        shared.file.write_all_at(b"hello", 4990).unwrap();
        let found = name(&shared).open(Kind::Memory).unwrap();
        assert_eq!(found.content, shared.content);
        let mut bytes = [0; 5];
        found.file.read_exact_at(&mut bytes, 4990).unwrap();
        assert_eq!(&bytes, b"hello");
        assert!(found.file.set_len(0).is_err());
        assert_eq!(Shared::open(&shared.handle().unwrap(), Kind::Memory).unwrap_err(), Refused::Own);
    }

    #[test]
    fn forged_names_are_refused() {
        let shared = Shared::create(Kind::Memory, 0, 4096).unwrap();
        let good = name(&shared);
        assert!(good.open(Kind::Memory).is_some());
        assert!(good.open(Kind::Event).is_none());
        let mut secret = good.secret;
        secret[7] ^= 1;
        let gone = Shared::create(Kind::Memory, 0, 4096).unwrap();
        let closed = name(&gone);
        drop(gone);
        for forged in [
            Name { secret, ..good },
            Name { inode: good.inode + 1, ..good },
            Name { descriptor: 0, ..good },
            Name { descriptor: i32::MAX, ..good },
            Name { process: 1, ..good },
            Name { process: i32::MAX, ..good },
            closed,
        ] {
            assert!(forged.open(Kind::Memory).is_none(), "{forged:?}");
        }
        for at in [0, 8, 20, 23, 48, 63] {
            let mut bytes = good.bytes();
            bytes[at] ^= 0x80;
            assert_eq!(Shared::open(&bytes, Kind::Memory).unwrap_err(), Refused::Handle, "byte {at}");
        }
        assert_eq!(Shared::open(&[0; 64], Kind::Event).unwrap_err(), Refused::Handle);
    }

    /// A file whose length its owner could change, or that says that it is longer than it is.
    #[test]
    fn files_that_lie_are_refused() {
        let shared = Shared::create(Kind::Memory, 0, 4096).unwrap();
        let lies = Content { size: 8192, ..shared.content };
        shared.file.write_all_at(&lies.bytes(), 4096).unwrap();
        assert!(name(&shared).open(Kind::Memory).is_none());
        let file = File::from(memfd_create(c"test", MemfdFlags::CLOEXEC).unwrap());
        file.set_len(8192).unwrap();
        file.write_all_at(&shared.content.bytes(), 4096).unwrap();
        let unsealed = Shared { file, content: shared.content };
        assert!(name(&unsealed).open(Kind::Memory).is_none());
    }
}
