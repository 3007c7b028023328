//! Whether there is a program to run, found out before anything is reserved for it.

use std::ffi::{CString, OsStr};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// Where programs are looked for without PATH, as execvp does.
const DEFAULT_PATH: &str = "/bin:/usr/bin";

/// Looks for the program the way that execvp does: a name with a slash is a path, another is looked for in `path`.
///
/// # Errors
/// `NotFound`, or why what was found cannot be executed.
pub(crate) fn look_up(program: &OsStr, path: Option<&OsStr>) -> io::Result<()> {
    if program.as_bytes().contains(&b'/') {
        return executable(Path::new(program));
    }
    let mut failure = io::Error::from(io::ErrorKind::NotFound);
    if program.is_empty() {
        return Err(failure);
    }
    for folder in std::env::split_paths(path.unwrap_or(OsStr::new(DEFAULT_PATH))) {
        match executable(&folder.join(program)) {
            Ok(()) => return Ok(()),
            // What follows in PATH may still be executable; if nothing is, this is what is said.
            Err(e) if e.kind() == io::ErrorKind::PermissionDenied => failure = e,
            Err(_) => {}
        }
    }
    Err(failure)
}

fn executable(file: &Path) -> io::Result<()> {
    if file.metadata()?.is_dir() {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    let file = CString::new(file.as_os_str().as_bytes())?;
    // SAFETY: the path is NUL-terminated.
    let allowed = unsafe { libc::faccessat(libc::AT_FDCWD, file.as_ptr(), libc::X_OK, libc::AT_EACCESS) };
    if allowed == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

#[cfg(test)]
mod tests {
    use std::io::ErrorKind::{NotFound, PermissionDenied};
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn programs_are_found_as_a_shell_finds_them() {
        let folder = std::env::temp_dir().join(format!("bfrun-program-{}", std::process::id()));
        for (name, mode) in
            [("a/plain", 0o644), ("a/shadowed", 0o644), ("b/shadowed", 0o755), ("b/run", 0o755)]
        {
            let file = folder.join(name);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(&file, "").unwrap();
            std::fs::set_permissions(&file, std::fs::Permissions::from_mode(mode)).unwrap();
        }
        let path = format!("{0}/none:{0}/a:{0}/b", folder.display());
        let in_folder = |name: &str| folder.join(name).into_os_string();
        let check = |program: &OsStr, expected: Result<(), io::ErrorKind>| {
            let found = look_up(program, Some(OsStr::new(&path)));
            assert_eq!(found.map_err(|e| e.kind()), expected, "{}", program.display());
        };
        check(OsStr::new("run"), Ok(()));
        check(OsStr::new("shadowed"), Ok(()));
        check(OsStr::new("plain"), Err(PermissionDenied));
        check(OsStr::new("nothing"), Err(NotFound));
        check(OsStr::new(""), Err(NotFound));
        check(&in_folder("b/run"), Ok(()));
        check(&in_folder("a/plain"), Err(PermissionDenied));
        check(&in_folder("a"), Err(PermissionDenied));
        check(&in_folder("c/run"), Err(NotFound));
        std::fs::remove_dir_all(folder).unwrap();
        assert!(look_up(OsStr::new("sh"), None).is_ok());
    }
}
