//! Which libcuda.so.1 is served.

use std::path::{Path, PathBuf};

use super::FrontError;
use super::config::Driver;
use super::log::Log;

/// Where systems keep NVIDIA's driver library.
const SYSTEM_FOLDERS: [&str; 8] = [
    "/usr/local/nvidia/lib64",
    "/usr/lib/x86_64-linux-gnu",
    "/usr/lib/aarch64-linux-gnu",
    "/usr/lib64",
    "/usr/lib",
    "/usr/lib/wsl/lib",
    "/run/opengl-driver/lib",
    "/usr/local/nvidia/lib",
];
const NAME: &str = "libcuda.so.1";
/// A text that only the client library has: a pool that serves itself would never answer.
const SHIM_MARK: &[u8] = b"BIFROST_SESSION";

/// A text that only the software device has.
const SOFT_MARK: &[u8] = b"SOFTCUDA_WATCHDOG";

/// Finds the driver library.
pub(super) fn locate(driver: &Driver, log: Log) -> Result<PathBuf, FrontError> {
    let path = match driver {
        Driver::Path(path) => path.clone(),
        Driver::Soft => soft(),
        Driver::Default => system(log).unwrap_or_else(soft),
    };
    if path.is_file() { Ok(path) } else { Err(FrontError::NoDriver(path)) }
}

/// The software device: `lib/softcuda` beside the folder of this program, or in `BIFROST_LIB`.
fn soft() -> PathBuf {
    let lib = std::env::var_os("BIFROST_LIB").filter(|v| !v.is_empty()).map(PathBuf::from);
    let lib = lib.unwrap_or_else(|| {
        let exe = std::env::current_exe().unwrap_or_default();
        exe.parent().and_then(Path::parent).unwrap_or(Path::new("")).join("lib")
    });
    lib.join("softcuda").join(NAME)
}

fn system(log: Log) -> Option<PathBuf> {
    let paths = SYSTEM_FOLDERS.iter().map(|folder| Path::new(folder).join(NAME));
    let found = paths.into_iter().find(|path| path.is_file() && !is_shim(path));
    if found.is_none() {
        log.info(format_args!("this machine has no NVIDIA driver: serving the software device"));
    }
    found
}

fn is_shim(path: &Path) -> bool {
    has_mark(path, SHIM_MARK)
}

/// Whether a library is the software device, wherever it lies.
pub(super) fn is_soft(path: &Path) -> bool {
    has_mark(path, SOFT_MARK)
}

fn has_mark(path: &Path, mark: &[u8]) -> bool {
    let bytes = std::fs::read(path).unwrap_or_default();
    bytes.windows(mark.len()).any(|w| w == mark)
}
