//! What can be seen of a program from outside, when it begins and when it ends.

use std::collections::BTreeSet;
use std::ffi::{CString, OsString};
use std::fs::{self, File};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use super::elf::{self, Elf};
use super::watch::Ids;

/// Beginning of the names that the driver's library has.
pub(super) const NAME: &str = "libcuda.so";

/// The client's library as it is installed here.
#[derive(Debug, Clone)]
pub(super) struct Client {
    /// The library.
    pub(super) library: PathBuf,
    /// The newest C library that it needs.
    pub(super) glibc: Option<(u32, u32)>,
    /// Bifrost's own programs, which are not looked at.
    pub(super) programs: PathBuf,
}

impl Client {
    /// The library in `folder`, the programs in `programs`.
    pub(super) fn of(folder: &Path, programs: PathBuf) -> Client {
        let library = folder.join("libcuda.so.1");
        let library = library.canonicalize().unwrap_or(library);
        let glibc = File::open(&library).ok().and_then(|file| Elf::read(&file)).and_then(|elf| elf.glibc);
        Client { library, glibc, programs }
    }

    /// Whether a file is this library, by whatever name.
    pub(super) fn is(&self, path: &Path) -> bool {
        let id = |path: &Path| fs::metadata(path).ok().map(|meta| (meta.dev(), meta.ino()));
        path == self.library || id(path).is_some_and(|found| Some(found) == id(&self.library))
    }
}

/// A program that was run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Process {
    pub(super) pid: i32,
    /// The process that started it.
    pub(super) parent: i32,
    /// Its file; of a script that of the interpreter.
    pub(super) program: PathBuf,
    pub(super) arguments: Vec<String>,
    /// What its file's headers say; none: they could not be read.
    pub(super) elf: Option<Elf>,
    /// Its file names the driver's library.
    pub(super) mentions: bool,
    /// It has more rights than who started it: the loader ignores LD_PRELOAD.
    pub(super) secure: bool,
    /// The client's library can be found below its root folder.
    pub(super) visible: bool,
    /// LD_PRELOAD has the client's library.
    pub(super) preload: bool,
    /// It knows its session.
    pub(super) session: bool,
    /// Its end was seen: not that of one that another program took the place of (exec).
    pub(super) ended: bool,
    /// Driver libraries that it had loaded when it ended.
    pub(super) loaded: BTreeSet<PathBuf>,
    /// Version of its C library.
    pub(super) glibc: Option<(u32, u32)>,
    /// Names by which it asked the loader for the driver's library.
    pub(super) asked: BTreeSet<String>,
}

impl Process {
    /// Looks at a process whose program has just begun; none for Bifrost's own programs.
    pub(super) fn begun(pid: i32, client: &Client) -> Option<Process> {
        let link = format!("/proc/{pid}/exe");
        let program = fs::read_link(&link).ok()?;
        if program.starts_with(&client.programs) {
            return None;
        }
        let file = File::open(&link).ok();
        let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        let library = client.library.strip_prefix("/").unwrap_or(&client.library);
        let ids = Ids::of(pid)?;
        Some(Process {
            pid,
            parent: ids.parent,
            arguments: texts(&fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default()),
            elf: file.as_ref().and_then(Elf::read),
            mentions: file.as_ref().is_some_and(|file| elf::mentions(file, NAME.as_bytes())),
            secure: gains_rights(&link, &ids),
            visible: Path::new(&format!("/proc/{pid}/root")).join(library).exists(),
            preload: preloads(&environment, client),
            session: variable(&environment, "BIFROST_SESSION").is_some(),
            program,
            ..Process::default()
        })
    }

    /// Notes what a thread's process has loaded.
    pub(super) fn has_loaded(&mut self, thread: i32, client: &Client) {
        self.ended = true;
        let maps = fs::read(format!("/proc/{thread}/maps")).unwrap_or_default();
        for path in mapped(&maps) {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if name.starts_with(NAME) || path == client.library {
                self.loaded.insert(path);
            } else if self.glibc.is_none() && (name == "libc.so.6" || name.starts_with("libc-2.")) {
                let file = File::open(format!("/proc/{thread}/root{}", path.display())).ok();
                self.glibc = file.and_then(|file| Elf::read(&file)).and_then(|elf| elf.glibc);
            }
        }
    }

    /// The file's name.
    pub(super) fn name(&self) -> String {
        self.program.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }
}

/// Texts that end with a zero.
fn texts(bytes: &[u8]) -> Vec<String> {
    let bytes = bytes.strip_suffix(&[0]).unwrap_or(bytes);
    bytes.split(|b| *b == 0).map(|text| String::from_utf8_lossy(text).into_owned()).collect()
}

fn variable(environment: &[u8], name: &str) -> Option<OsString> {
    let value = |entry: &[u8]| Some(entry.strip_prefix(name.as_bytes())?.strip_prefix(b"=")?.to_vec());
    environment.split(|b| *b == 0).find_map(value).map(OsString::from_vec)
}

fn preloads(environment: &[u8], client: &Client) -> bool {
    let list = variable(environment, "LD_PRELOAD").unwrap_or_default();
    let mut names = list.as_bytes().split(|b| matches!(b, b':' | b' '));
    names.any(|name| !name.is_empty() && client.is(Path::new(std::ffi::OsStr::from_bytes(name))))
}

/// Whether the kernel gives the program rights that its caller does not have.
fn gains_rights(link: &str, ids: &Ids) -> bool {
    let Ok(meta) = fs::metadata(link) else { return false };
    let user = meta.mode() & libc::S_ISUID != 0 && meta.uid() != ids.user;
    let group = meta.mode() & (libc::S_ISGID | libc::S_IXGRP) == libc::S_ISGID | libc::S_IXGRP
        && meta.gid() != ids.group;
    user || group || (ids.user != 0 && has_capabilities(link))
}

fn has_capabilities(link: &str) -> bool {
    let Ok(path) = CString::new(link) else { return false };
    // SAFETY: both are C strings; with a size of 0 nothing is written.
    unsafe { libc::getxattr(path.as_ptr(), c"security.capability".as_ptr(), std::ptr::null_mut(), 0) > 0 }
}

/// The files that are mapped.
fn mapped(maps: &[u8]) -> BTreeSet<PathBuf> {
    let path = |line: &[u8]| {
        let at = line.iter().position(|b| *b == b'/')?;
        Some(PathBuf::from(OsString::from_vec(line[at..].to_vec())))
    };
    maps.split(|b| *b == b'\n').filter_map(path).collect()
}

/// Names of the driver's library in what the loader wrote (`LD_DEBUG=files`):
/// `  123:  file=libcuda.so.1 [0];  dynamically loaded by ./train [0]`.
pub(super) fn asked(trace: &str) -> BTreeSet<String> {
    let name = |line: &str| {
        let (name, rest) = line.split_once("file=")?.1.split_once(" [")?;
        let is_request = rest.contains("loaded by") || rest.contains("needed by");
        let is_driver = name.rsplit('/').next()?.starts_with(NAME);
        (is_request && is_driver).then(|| name.to_owned())
    };
    trace.lines().filter_map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_in_the_loaders_words() {
        let trace = "\
     7:\tfile=/b/libcuda.so.1 [0];  needed by sh [0] (relocation dependency)\n\
     7:\tfile=libcuda.so.1 [0];  dynamically loaded by /usr/bin/python3 [0]\n\
     7:\tfile=libcuda.so.1 [0];  generating link map\n\
     7:\tfile=libcudart.so.13 [0];  needed by ./train [0]\n\
     7:\tfile=/usr/lib/libcuda.so.535 [0];  dynamically loaded by ./x [0]\n";
        let all: Vec<String> = asked(trace).into_iter().collect();
        assert_eq!(all, ["/b/libcuda.so.1", "/usr/lib/libcuda.so.535", "libcuda.so.1"]);
        assert_eq!(asked("file=\nfile= [\n"), BTreeSet::new());
    }

    #[test]
    fn environments_and_maps() {
        let client = Client { library: "/b/libcuda.so.1".into(), glibc: None, programs: "/bin".into() };
        let preloaded = |list: &str| preloads(format!("A=1\0LD_PRELOAD={list}\0").as_bytes(), &client);
        assert!(preloaded("/own.so:/b/libcuda.so.1") && preloaded("/b/libcuda.so.1 x"));
        assert!(!preloaded("") && !preloaded("libcuda.so.1") && !preloads(b"", &client));
        assert_eq!(texts(b"sh\0-c\0\0x\0"), ["sh", "-c", "", "x"]);
        let maps = b"7f r-xp 0 08:01 9   /usr/lib/libc.so.6\n7f rw-p 0 00:00 0\n8f r-xp 0 08:01 9   /a b/libcuda.so.1\n";
        let paths: Vec<PathBuf> = mapped(maps).into_iter().collect();
        assert_eq!(paths, [Path::new("/a b/libcuda.so.1"), Path::new("/usr/lib/libc.so.6")]);
    }
}
