//! `health --local`: whether this client has what it needs.

use std::ffi::CStr;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use access::bundle::CLIENT;
use transport::control::find_bundle;

use super::check::Check;
use crate::folder::Folder;
use crate::libraries::{Libraries, is_loadable};
use transport::settings;

/// Oldest kernel that works: major, minor.
const KERNEL_MIN: (u32, u32) = (5, 4);

/// All checks of this client.
pub(super) fn checks() -> Vec<Check> {
    let mut checks = libraries();
    checks.extend([kernel(&release()), folder(), address_space(), bundle()]);
    checks.push(settings(std::env::vars_os().map(|(name, _)| name.to_string_lossy().into_owned())));
    checks
}

fn libraries() -> Vec<Check> {
    let libraries = Libraries::locate();
    let client = match libraries.client() {
        Ok(folder) => folder,
        Err(e) => return vec![Check::from_error("libraries", &e)],
    };
    vec![loadable(&client), nvml(&client)]
}

fn loadable(folder: &Path) -> Check {
    let detail = format!("{}", folder.join("libcuda.so.1").display());
    if is_loadable(folder) {
        return Check::ok("libraries", detail);
    }
    let remedy = "bfrun makes a link to it in its own folder; for plain LD_PRELOAD install it where the path has neither blanks nor colons";
    Check::warning("libraries", format!("{detail}: the loader cannot take this path in LD_PRELOAD"), remedy)
}

fn nvml(folder: &Path) -> Check {
    let path = folder.join("libnvidia-ml.so.1");
    if path.is_file() {
        return Check::ok("nvml", path.display().to_string());
    }
    let detail = format!("{} is missing, so programs that ask NVML find no GPU", path.display());
    Check::warning("nvml", detail, "install it beside libcuda.so.1")
}

/// The kernel's release, such as 5.15.0-91-generic.
fn release() -> String {
    // SAFETY: all-zero is a valid utsname.
    let mut name: libc::utsname = unsafe { std::mem::zeroed() };
    // SAFETY: `name` is valid for writing.
    if unsafe { libc::uname(&raw mut name) } != 0 {
        return String::new();
    }
    // SAFETY: uname ends each text with a zero.
    unsafe { CStr::from_ptr(name.release.as_ptr()) }.to_string_lossy().into_owned()
}

fn kernel(release: &str) -> Check {
    let mut numbers = release.split(|c: char| !c.is_ascii_digit()).map(|n| n.parse::<u32>().unwrap_or(0));
    let version = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    let (major, minor) = KERNEL_MIN;
    if version >= KERNEL_MIN {
        Check::ok("kernel", format!("Linux {release}"))
    } else {
        let remedy = format!("use a machine with Linux {major}.{minor} or newer");
        Check::failed("kernel", format!("Linux {release} is too old"), remedy)
    }
}

fn folder() -> Check {
    match Folder::create() {
        Ok(folder) => {
            let parent = folder.path().parent().unwrap_or(Path::new("/"));
            Check::ok("folder", format!("sockets can be made in {}", parent.display()))
        }
        Err(e) => {
            let remedy = "make one of them writable for this user, with some space";
            Check::failed("folder", e.to_string(), remedy)
        }
    }
}

fn address_space() -> Check {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: `limit` is valid for writing.
    let known = unsafe { libc::getrlimit(libc::RLIMIT_AS, &raw mut limit) } == 0;
    if known && limit.rlim_cur != libc::RLIM_INFINITY {
        let detail = format!("limited to {} MiB: pinned memory may be missing", limit.rlim_cur >> 20);
        return Check::warning("memory", detail, "ulimit -v unlimited");
    }
    Check::ok("memory", "the address space is not limited")
}

fn bundle() -> Check {
    let bundle = match find_bundle() {
        Err(e) => return Check::from_error("bundle", &e),
        Ok(None) => return Check::ok("bundle", "there is none: only servers without tokens can be used"),
        Ok(Some(bundle)) => bundle,
    };
    let at = bundle.origin.display().to_string();
    let secret = if bundle.origin.is_dir() { bundle.origin.join(CLIENT) } else { bundle.origin.clone() };
    let mode = std::fs::metadata(&secret).map_or(0, |meta| meta.permissions().mode());
    if bundle.token.is_some() && mode & 0o077 != 0 {
        let detail = format!("{} can be read by others, and holds a secret", secret.display());
        return Check::warning("bundle", detail, format!("chmod 600 {}", secret.display()));
    }
    Check::ok("bundle", format!("{at}, servers: {}", bundle.servers.join(" ")))
}

fn settings(names: impl Iterator<Item = String>) -> Check {
    let unknown = settings::unknown(names);
    if unknown.is_empty() {
        return Check::ok("settings", "every BIFROST_ variable is known");
    }
    let lines: Vec<&str> = unknown.iter().map(|line| line.trim_start_matches("bfrun: ")).collect();
    Check::warning("settings", lines.join(", "), "correct or unset it")
}

#[cfg(test)]
mod tests {
    use super::super::check::State;
    use super::*;

    #[test]
    fn kernels() {
        let cases = [
            ("5.4.0-generic", State::Ok),
            ("6.1.2", State::Ok),
            ("5.3.99", State::Failed),
            ("4.18.0-553.el8", State::Failed),
            ("", State::Failed),
            ("10.0", State::Ok),
        ];
        for (release, expected) in cases {
            assert_eq!(kernel(release).state, expected, "{release}");
        }
        assert_eq!(kernel(&release()).state, State::Ok);
    }

    #[test]
    fn slips_of_the_pen_are_told() {
        let check = settings(["BIFROST_SERVERS".to_owned()].into_iter());
        assert!(check.state == State::Warning && check.detail.contains("BIFROST_SERVER?"), "{check:?}");
    }

    #[test]
    fn a_folder_that_the_loader_cannot_take_is_told() {
        assert_eq!(loadable(Path::new("/opt/bifrost/lib")).state, State::Ok);
        assert_eq!(loadable(Path::new("/opt/my programs/lib")).state, State::Warning);
        assert_eq!(nvml(Path::new("/nowhere")).state, State::Warning);
    }
}
