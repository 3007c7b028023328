//! What a client holds to be let into pools: `ca.crt`, `client.yaml` and `servers.conf`, in a folder or in the tar that they came in.
//!
//! The files are only ever read, so that they may lie on a read-only mount.

use std::ffi::OsString;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::tar::{self, TarError};
use crate::yaml::{self, YamlError};
use crate::{Token, token::TokenError};

/// File with the token and the way to the others.
pub const CLIENT: &str = "client.yaml";
/// File with the certificate of the servers' authority.
pub const CA: &str = "ca.crt";
/// File with the servers.
pub const SERVERS: &str = "servers.conf";
/// Longer files are none of a bundle's.
const BYTES_MAX: u64 = 1 << 20;

/// What a client holds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Bundle {
    /// Where it was found.
    pub origin: PathBuf,
    /// Who the client is.
    pub token: Option<Token>,
    /// The authority that servers' certificates must come from, in PEM; none: connections are not encrypted.
    pub ca: Option<Vec<u8>>,
    /// Servers, best first.
    pub servers: Vec<String>,
    /// How long a server may take to answer.
    pub timeout: Option<Duration>,
}

/// Why a bundle cannot be used.
#[derive(Debug)]
pub enum BundleError {
    /// A file of it is missing: where, which.
    Missing(PathBuf, String),
    /// A file cannot be read.
    Read(PathBuf, io::Error),
    /// A file's text makes no sense.
    Yaml(PathBuf, YamlError),
    /// The tar is damaged.
    Tar(PathBuf, TarError),
    /// client.yaml has no token.
    NoToken(PathBuf),
    /// BIFROST_TOKEN is none.
    Variable(TokenError),
}

impl fmt::Display for BundleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BundleError::Missing(origin, name) => write!(
                f,
                "{}: the bundle has no {name}; unpack all files of the tar that the pool's administrator made",
                origin.display()
            ),
            BundleError::Read(path, e) => {
                write!(f, "{} cannot be read ({e}); check its permissions, or BIFROST_BUNDLE", path.display())
            }
            BundleError::Yaml(path, e) => {
                write!(f, "{}, {e}; correct it, or take the bundle's own", path.display())
            }
            BundleError::Tar(path, e) => {
                write!(f, "{} is no bundle: {e}; copy it again, or check BIFROST_BUNDLE", path.display())
            }
            BundleError::NoToken(path) => {
                write!(
                    f,
                    "{} has no token; ask the pool's administrator for a bundle (bfctl token create)",
                    path.display()
                )
            }
            BundleError::Variable(e) => write!(f, "BIFROST_TOKEN: {e}"),
        }
    }
}

impl std::error::Error for BundleError {}

/// Folders where bundles may be, best first, for an environment.
pub fn folders(env: impl Fn(&str) -> Option<OsString>) -> Vec<PathBuf> {
    let set = |name: &str| env(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    let home = set("HOME");
    let config =
        set("XDG_CONFIG_HOME").filter(|p| p.is_absolute()).or_else(|| Some(home.as_ref()?.join(".config")));
    let mut folders: Vec<PathBuf> = config.map(|c| c.join("bifrost")).into_iter().collect();
    folders.extend(home.map(|h| h.join(".bitfusion")));
    let shared = env("XDG_CONFIG_DIRS").filter(|v| !v.is_empty()).unwrap_or_else(|| "/etc/xdg".into());
    folders.extend(std::env::split_paths(&shared).filter(|p| p.is_absolute()).map(|p| p.join("bifrost")));
    folders.extend(["/etc/bifrost", "/etc/bitfusion"].map(PathBuf::from));
    folders
}

impl Bundle {
    /// The bundle that `BIFROST_BUNDLE` names (a folder, a tar, or `none`), else the first that is found; `BIFROST_TOKEN` takes the
    /// place of its token.
    ///
    /// # Errors
    /// It is there and cannot be used.
    pub fn find(env: impl Fn(&str) -> Option<OsString>) -> Result<Option<Bundle>, BundleError> {
        let found = match env("BIFROST_BUNDLE").filter(|v| !v.is_empty()) {
            Some(none) if none == "none" => None,
            Some(path) => Some(Bundle::at(Path::new(&path))?),
            None => Bundle::in_first_of(&folders(&env))?,
        };
        let token = env("BIFROST_TOKEN").filter(|v| !v.is_empty());
        match (found, token) {
            (Some(bundle), Some(text)) => {
                let token = text.to_string_lossy().parse().map_err(BundleError::Variable)?;
                Ok(Some(Bundle { token: Some(token), ..bundle }))
            }
            (found, _) => Ok(found),
        }
    }

    /// The servers that a `servers.conf` names.
    ///
    /// # Errors
    /// It cannot be read, or is none.
    pub fn servers_in(path: &Path) -> Result<Vec<String>, BundleError> {
        servers(path, &read(path)?)
    }

    /// A bundle in a folder or a tar.
    fn at(path: &Path) -> Result<Bundle, BundleError> {
        if path.is_dir() {
            return Bundle::in_folder(path)?.ok_or_else(|| BundleError::Missing(path.into(), CLIENT.into()));
        }
        Bundle::from_tar(path, &read(path)?)
    }

    /// The bundle in a tar, which came from `path`.
    ///
    /// # Errors
    /// It is none.
    pub fn from_tar(path: &Path, bytes: &[u8]) -> Result<Bundle, BundleError> {
        let files = tar::read(bytes).map_err(|e| BundleError::Tar(path.into(), e))?;
        let file = |name: &str| {
            let name = name.rsplit('/').next().unwrap_or(name);
            Ok(files.iter().find(|(n, _)| n == name).map(|(_, bytes)| bytes.to_vec()))
        };
        Bundle::of(path, file)?.ok_or_else(|| BundleError::Missing(path.into(), CLIENT.into()))
    }

    /// The first bundle; without one, the first list of servers.
    fn in_first_of(folders: &[PathBuf]) -> Result<Option<Bundle>, BundleError> {
        for folder in folders {
            if let Some(bundle) = Bundle::in_folder(folder)? {
                return Ok(Some(bundle));
            }
        }
        for folder in folders {
            let path = folder.join(SERVERS);
            if let Some(bytes) = read_if_any(&path)? {
                let servers = servers(&path, &bytes)?;
                return Ok(Some(Bundle { origin: folder.clone(), servers, ..Bundle::default() }));
            }
        }
        Ok(None)
    }

    fn in_folder(folder: &Path) -> Result<Option<Bundle>, BundleError> {
        Bundle::of(folder, |name| {
            // Bitfusion kept the certificate in a folder of its own.
            match read_if_any(&folder.join(name))? {
                None if name == CA => read_if_any(&folder.join("tls").join(CA)),
                found => Ok(found),
            }
        })
    }

    /// A bundle of files; none without client.yaml.
    fn of(
        origin: &Path,
        file: impl Fn(&str) -> Result<Option<Vec<u8>>, BundleError>,
    ) -> Result<Option<Bundle>, BundleError> {
        let Some(text) = file(CLIENT)? else { return Ok(None) };
        let path = origin.join(CLIENT);
        let client =
            yaml::client(&String::from_utf8_lossy(&text)).map_err(|e| BundleError::Yaml(path.clone(), e))?;
        let missing = |name: &str| BundleError::Missing(origin.into(), name.into());
        let encrypted = client.ssl.unwrap_or(true);
        if encrypted && client.token.is_none() {
            return Err(BundleError::NoToken(path));
        }
        let ca_name = client.ca.as_deref().unwrap_or(CA);
        let ca = if encrypted { Some(file(ca_name)?.ok_or_else(|| missing(ca_name))?) } else { None };
        let list = match (&client.servers, file(client.servers.as_deref().unwrap_or(SERVERS))?) {
            (Some(name), None) => return Err(missing(name)),
            (_, list) => list,
        };
        let servers = servers(&origin.join(SERVERS), &list.unwrap_or_default())?;
        Ok(Some(Bundle { origin: origin.into(), token: client.token, ca, servers, timeout: client.timeout }))
    }
}

/// The tar of a new bundle.
///
/// # Errors
/// It does not fit into one.
pub fn pack(token: &Token, ca: &[u8], servers: &[String]) -> Result<Vec<u8>, TarError> {
    let client = format!(
        "# A client of a Bifrost pool. The token is a secret: keep this file to yourself.\n\
         ssl: true\nca: {CA}\nservers: {SERVERS}\ntimeout: 3s\ntoken: {}\nrdma: off\n",
        token.reveal()
    );
    let mut list = String::from("servers:\n");
    for server in servers {
        list.push_str(&format!("- addresses:\n  - \"{server}\"\n"));
    }
    tar::write(&[(CA, 0o644, ca), (CLIENT, 0o600, client.as_bytes()), (SERVERS, 0o644, list.as_bytes())])
}

fn servers(path: &Path, bytes: &[u8]) -> Result<Vec<String>, BundleError> {
    yaml::servers(&String::from_utf8_lossy(bytes)).map_err(|e| BundleError::Yaml(path.into(), e))
}

fn read(path: &Path) -> Result<Vec<u8>, BundleError> {
    let failed = |e| BundleError::Read(path.into(), e);
    if std::fs::metadata(path).map_err(failed)?.len() > BYTES_MAX {
        return Err(failed(io::Error::other("it is too long")));
    }
    std::fs::read(path).map_err(failed)
}

/// A file's bytes; none if there is no such file, or it lies in a folder that is closed to this user, such as another's.
fn read_if_any(path: &Path) -> Result<Option<Vec<u8>>, BundleError> {
    use io::ErrorKind::{NotADirectory, NotFound, PermissionDenied};
    match std::fs::metadata(path) {
        Err(e) if matches!(e.kind(), NotFound | NotADirectory | PermissionDenied) => Ok(None),
        _ => read(path).map(Some),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    /// A folder of a test's own.
    struct Scratch(PathBuf);

    impl Scratch {
        fn new() -> Scratch {
            static NEXT: AtomicU32 = AtomicU32::new(0);
            let name =
                format!("access-bundle-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
            let path = std::env::temp_dir().join(name);
            std::fs::create_dir_all(&path).unwrap();
            Scratch(path)
        }

        fn put(&self, name: &str, text: &str) {
            let path = self.0.join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }

        fn find(&self, vars: &[(&str, &str)]) -> Result<Option<Bundle>, BundleError> {
            let home = self.0.to_str().unwrap();
            let all = [&[("HOME", home), ("XDG_CONFIG_DIRS", "/nowhere")], vars].concat();
            Bundle::find(|name| all.iter().rev().find(|(n, _)| *n == name).map(|(_, v)| OsString::from(v)))
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            std::fs::remove_dir_all(&self.0).unwrap();
        }
    }

    fn token() -> Token {
        format!("bft1.01234567.{}", "ab".repeat(32)).parse().unwrap()
    }

    fn client() -> String {
        format!("token: {}\n", token().reveal())
    }

    #[test]
    fn folders_come_in_this_order() {
        let env = |name: &str| match name {
            "HOME" => Some("/home/a".into()),
            "XDG_CONFIG_DIRS" => Some("/x:relative:/y".into()),
            _ => None,
        };
        let expected = [
            "/home/a/.config/bifrost",
            "/home/a/.bitfusion",
            "/x/bifrost",
            "/y/bifrost",
            "/etc/bifrost",
            "/etc/bitfusion",
        ];
        assert_eq!(folders(env), expected.map(PathBuf::from));
        assert_eq!(folders(|_| None)[0], Path::new("/etc/xdg/bifrost"));
    }

    #[test]
    fn bundles_are_found_where_they_were_and_where_they_are() {
        let scratch = Scratch::new();
        assert_eq!(scratch.find(&[]).unwrap(), None);
        scratch.put(".bitfusion/servers.conf", "servers:\n- addresses:\n  - a:1\n");
        let only_servers = scratch.find(&[]).unwrap().unwrap();
        assert_eq!(
            (only_servers.servers, only_servers.ca, only_servers.token),
            (vec!["a:1".into()], None, None)
        );
        scratch.put(".bitfusion/client.yaml", &client());
        scratch.put(".bitfusion/tls/ca.crt", "CA");
        let old = scratch.find(&[]).unwrap().unwrap();
        assert_eq!(
            (old.ca.as_deref(), &old.token, &*old.servers),
            (Some(&b"CA"[..]), &Some(token()), &["a:1".to_owned()][..])
        );
        scratch.put(".config/bifrost/client.yaml", &format!("timeout: 500ms\n{}", client()));
        scratch.put(".config/bifrost/ca.crt", "NEW");
        let new = scratch.find(&[]).unwrap().unwrap();
        assert_eq!((new.ca.as_deref(), new.timeout), (Some(&b"NEW"[..]), Some(Duration::from_millis(500))));
        let other = format!("bft1.76543210.{}", "cd".repeat(32));
        let named = scratch.find(&[("BIFROST_TOKEN", &other)]).unwrap().unwrap();
        assert_eq!(named.token.unwrap().reveal(), other);
        assert_eq!(scratch.find(&[("BIFROST_BUNDLE", "none")]).unwrap(), None);
    }

    #[test]
    fn a_tar_is_used_as_it_is() {
        let scratch = Scratch::new();
        let servers = ["gpu1:56001".to_owned(), "[::1]:7".to_owned()];
        let path = scratch.0.join("b.tar");
        std::fs::write(&path, pack(&token(), b"CA", &servers).unwrap()).unwrap();
        let bundle = scratch.find(&[("BIFROST_BUNDLE", path.to_str().unwrap())]).unwrap().unwrap();
        let expected = Bundle {
            origin: path,
            token: Some(token()),
            ca: Some(b"CA".to_vec()),
            servers: servers.to_vec(),
            timeout: Some(Duration::from_secs(3)),
        };
        assert_eq!(bundle, expected);
    }

    #[test]
    fn what_is_wrong_is_told_with_file_and_line() {
        let cases: &[(&[(&str, &str)], &str)] = &[
            (&[("client.yaml", "ssl: true\n")], "has no token"),
            (&[("client.yaml", "TOKEN")], "the bundle has no ca.crt"),
            (&[("client.yaml", "ca: my.crt\nTOKEN"), ("ca.crt", "")], "the bundle has no my.crt"),
            (&[("client.yaml", "servers: s.conf\nTOKEN"), ("ca.crt", "")], "the bundle has no s.conf"),
            (&[("client.yaml", "colour: red\n")], "client.yaml, line 1: unknown field `colour`"),
            (
                &[("client.yaml", "TOKEN"), ("ca.crt", ""), ("servers.conf", "servers:\n- x y")],
                "servers.conf, line 2",
            ),
            (&[("servers.conf", "nodes:\n")], "servers.conf, line 1"),
        ];
        for (files, words) in cases {
            let scratch = Scratch::new();
            for (name, text) in *files {
                scratch.put(&format!(".config/bifrost/{name}"), &text.replace("TOKEN", &client()));
            }
            let message = scratch.find(&[]).unwrap_err().to_string();
            assert!(message.contains(words) && !message.contains('\n'), "{message}");
        }
        let scratch = Scratch::new();
        scratch.put("b.tar", "no tar");
        let message = |vars: &[(&str, &str)]| scratch.find(vars).unwrap_err().to_string();
        let tar = scratch.0.join("b.tar");
        assert!(message(&[("BIFROST_BUNDLE", tar.to_str().unwrap())]).contains("is no bundle"));
        assert!(message(&[("BIFROST_BUNDLE", "/nowhere/b.tar")]).contains("/nowhere/b.tar cannot be read"));
        assert!(message(&[("BIFROST_BUNDLE", scratch.0.to_str().unwrap())]).contains("no client.yaml"));
        scratch.put(".config/bifrost/client.yaml", "ssl: false");
        assert!(message(&[("BIFROST_TOKEN", "x")]).contains("BIFROST_TOKEN"));
    }
}
