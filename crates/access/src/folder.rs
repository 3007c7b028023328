//! A server's folder: its certificate authority, its certificate, its tokens.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// A server's folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Folder(PathBuf);

impl Folder {
    /// This one.
    pub fn new(path: impl Into<PathBuf>) -> Folder {
        Folder(path.into())
    }

    /// Where it is if nobody says otherwise: `/etc/bifrost/server` for root, else `bifrost/server` in the user's configuration.
    pub fn default_for(is_root: bool, env: impl Fn(&str) -> Option<OsString>) -> Option<Folder> {
        if is_root {
            return Some(Folder::new("/etc/bifrost/server"));
        }
        let set = |name| env(name).filter(|v| !v.is_empty()).map(PathBuf::from);
        let config = set("XDG_CONFIG_HOME").filter(|p| p.is_absolute());
        let config = config.or_else(|| Some(set("HOME")?.join(".config")))?;
        Some(Folder::new(config.join("bifrost/server")))
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// The certificate of its authority, which every bundle has.
    pub fn ca(&self) -> PathBuf {
        self.0.join("ca.crt")
    }

    /// The key of its authority, which only `bfctl init` needs.
    pub fn ca_key(&self) -> PathBuf {
        self.0.join("ca.key")
    }

    /// The server's certificate.
    pub fn certificate(&self) -> PathBuf {
        self.0.join("server.crt")
    }

    /// The server's key.
    pub fn key(&self) -> PathBuf {
        self.0.join("server.key")
    }

    /// The tokens.
    pub fn tokens(&self) -> PathBuf {
        self.0.join("tokens.json")
    }

    /// Whether `bfctl init` has made it.
    pub fn is_made(&self) -> bool {
        self.tokens().exists() || self.certificate().exists()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults() {
        let check = |is_root, vars: &[(&str, &str)], expected: Option<&str>| {
            let env = |name: &str| vars.iter().find(|(n, _)| *n == name).map(|(_, v)| OsString::from(v));
            assert_eq!(Folder::default_for(is_root, env), expected.map(Folder::new), "{vars:?}");
        };
        check(true, &[("HOME", "/root")], Some("/etc/bifrost/server"));
        check(false, &[("HOME", "/home/a")], Some("/home/a/.config/bifrost/server"));
        check(false, &[("HOME", "/home/a"), ("XDG_CONFIG_HOME", "/c")], Some("/c/bifrost/server"));
        check(
            false,
            &[("HOME", "/home/a"), ("XDG_CONFIG_HOME", "c")],
            Some("/home/a/.config/bifrost/server"),
        );
        check(false, &[("HOME", "")], None);
    }
}
