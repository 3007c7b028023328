//! Who may use a pool: tokens, the server's store of them, and the bundles that clients hold.
//!
//! ```text
//!  bfctl init ───▶ a server's folder: ca.crt ca.key server.crt server.key tokens.json
//!  bfctl token ──▶ tokens.json (hashes only) ◀── bfpoold reads it anew when it has changed
//!       └────────▶ bundle, a tar: ca.crt client.yaml servers.conf ──▶ a client's folder ──▶ bfrun, bfctl, the shim
//! ```
//!
//! No sockets and no cryptography but hashing: connections are made in `transport`, certificates by `bfctl`.

pub mod bundle;
pub mod certificate;
pub mod folder;
pub mod store;
pub mod tar;
pub mod time;
pub mod token;
mod yaml;

pub use bundle::{Bundle, BundleError};
pub use folder::Folder;
pub use store::{Entry, Limits, Scope, Store, StoreError};
pub use token::Token;
pub use yaml::YamlError;

use std::fs::File;
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

/// Writes a file that only its owner can read, as a whole: by rename, when all of it is on the disk.
///
/// # Errors
/// The system's.
pub fn write_secret(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().filter(|f| !f.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?.to_string_lossy();
    let temporary = folder.join(format!(".{name}.{}", std::process::id()));
    // A leftover of an earlier process with the same number.
    let _ = std::fs::remove_file(&temporary);
    let written =
        File::options().write(true).create_new(true).mode(0o600).open(&temporary).and_then(|mut file| {
            file.write_all(bytes)?;
            file.sync_all()
        });
    let done = written.and_then(|()| std::fs::rename(&temporary, path));
    if done.is_err() {
        // It may not have been made.
        let _ = std::fs::remove_file(&temporary);
        return done;
    }
    // The name is on the disk too; file systems that cannot do that say so, and it is no loss.
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    Ok(())
}

/// Random bytes of the system's.
///
/// # Errors
/// The system's.
pub fn random<const N: usize>() -> io::Result<[u8; N]> {
    const { assert!(N <= 256, "so many are never delivered partly") };
    let mut bytes = [0u8; N];
    rustix::rand::getrandom(&mut bytes, rustix::rand::GetRandomFlags::empty())?;
    Ok(bytes)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}
