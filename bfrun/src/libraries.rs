//! The libraries that belong to bfrun, and a program's environment with them.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use crate::error::RunError;

/// Bifrost's library folder.
#[derive(Debug, Clone)]
pub(crate) struct Libraries(PathBuf);

impl Libraries {
    /// `BIFROST_LIB`, else `../lib` seen from bfrun's folder.
    pub(crate) fn locate() -> Libraries {
        let set = std::env::var_os("BIFROST_LIB").filter(|v| !v.is_empty());
        Libraries(set.map_or_else(|| beside("lib"), PathBuf::from))
    }

    /// Folder of the client libraries.
    pub(crate) fn client(&self) -> Result<PathBuf, RunError> {
        let folder = self.0.join("bifrost");
        present(folder.join("libcuda.so.1")).map(|_| folder)
    }

    /// What stands in for ptxas where devices take PTX only; it may not be installed.
    pub(crate) fn ptxas(&self) -> Option<PathBuf> {
        present(self.0.join("softcuda/ptxas")).ok()
    }

    /// The software device.
    pub(crate) fn softcuda(&self) -> Result<PathBuf, RunError> {
        present(self.0.join("softcuda/libcuda.so.1"))
    }
}

/// The server program beside bfrun.
pub(crate) fn bfpoold() -> Result<PathBuf, RunError> {
    present(beside("bin/bfpoold")).map_err(|e| match e {
        RunError::Missing(path) => RunError::NoServerProgram(path),
        other => other,
    })
}

fn beside(path: &str) -> PathBuf {
    let exe = std::env::current_exe().unwrap_or_default();
    exe.parent().and_then(Path::parent).unwrap_or(Path::new("")).join(path)
}

fn present(path: PathBuf) -> Result<PathBuf, RunError> {
    if path.is_file() { Ok(path) } else { Err(RunError::Missing(path)) }
}

/// LD_PRELOAD and LD_LIBRARY_PATH for client libraries in `folder`, before the user's own values.
pub(crate) fn loader_variables(
    folder: &Path,
    user: impl Fn(&str) -> Option<OsString>,
) -> [(&'static str, OsString); 2] {
    let names = ["libcuda.so.1", "libnvidia-ml.so.1"].map(|name| folder.join(name));
    let preload: Vec<&OsStr> =
        names.iter().filter(|path| path.is_file()).map(|path| path.as_os_str()).collect();
    [
        ("LD_PRELOAD", before(preload.join(OsStr::new(":")), user("LD_PRELOAD"))),
        ("LD_LIBRARY_PATH", before(folder.into(), user("LD_LIBRARY_PATH"))),
    ]
}

/// Variables that name ptxas for Triton; the second is for compute capability 9.0 and later.
const PTXAS_VARIABLES: [&str; 2] = ["TRITON_PTXAS_PATH", "TRITON_PTXAS_BLACKWELL_PATH"];

/// Has compilers use `ptxas` where the user has not said what they use.
pub(crate) fn compiler_variables(
    ptxas: &Path,
    user: impl Fn(&str) -> Option<OsString>,
) -> Vec<(&'static str, OsString)> {
    let unset = PTXAS_VARIABLES.into_iter().filter(|name| user(name).is_none_or(|value| value.is_empty()));
    unset.map(|name| (name, ptxas.into())).collect()
}

fn before(mut ours: OsString, user: Option<OsString>) -> OsString {
    if let Some(user) = user.filter(|v| !v.is_empty()) {
        ours.push(":");
        ours.push(user);
    }
    ours
}

/// Whether the loader can read a folder's name in LD_PRELOAD, where spaces and colons separate.
pub(crate) fn is_loadable(folder: &Path) -> bool {
    !folder.as_os_str().as_encoded_bytes().iter().any(|b| matches!(b, b' ' | b':' | b'\t' | b'\n'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_users_own_values_are_kept() {
        let folder = std::env::temp_dir().join(format!("bfrun-libraries-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("libcuda.so.1"), "").unwrap();
        let f = folder.display();
        let user = |name: &str| (name == "LD_PRELOAD").then(|| OsString::from("/own.so other.so"));
        let [(_, preload), (_, path)] = loader_variables(&folder, user);
        assert_eq!(preload.to_str().unwrap(), format!("{f}/libcuda.so.1:/own.so other.so"));
        assert_eq!(path.to_str().unwrap(), f.to_string());
        std::fs::write(folder.join("libnvidia-ml.so.1"), "").unwrap();
        let [(_, preload), (_, path)] = loader_variables(&folder, |_| Some("x".into()));
        assert_eq!(preload.to_str().unwrap(), format!("{f}/libcuda.so.1:{f}/libnvidia-ml.so.1:x"));
        assert_eq!(path.to_str().unwrap(), format!("{f}:x"));
        std::fs::remove_dir_all(folder).unwrap();
        assert!(is_loadable(Path::new("/a/b")) && !is_loadable(Path::new("/a b")));
    }

    #[test]
    fn compilers_use_what_the_user_named_or_ours() {
        let told = |set: &[&str]| {
            let user = |name: &str| set.contains(&name).then(|| "/own".into());
            let variables = compiler_variables(Path::new("/lib/ptxas"), user);
            assert!(variables.iter().all(|(_, value)| value == "/lib/ptxas"));
            variables.into_iter().map(|(name, _)| name).collect::<Vec<_>>()
        };
        assert_eq!(told(&[]), PTXAS_VARIABLES);
        assert_eq!(told(&PTXAS_VARIABLES[..1]), PTXAS_VARIABLES[1..]);
        assert!(told(&PTXAS_VARIABLES).is_empty());
    }
}
