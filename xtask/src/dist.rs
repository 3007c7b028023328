//! `cargo xtask dist`: builds what is installed and lays it out as users get it.
//!
//! ```text
//!  <target>/dist/bin/bfrun, bfctl, bfpoold
//!  <target>/dist/lib/bifrost/libcuda.so.1, libcuda.so, libnvidia-ml.so.1      the client libraries
//!  <target>/dist/lib/softcuda/libcuda.so.1, libcuda.so                        the software device
//!  <target>/dist/share/man/man1/*, bash-completion/completions/bfctl, zsh/site-functions/_bfctl, fish/vendor_completions.d/bfctl.fish
//! ```

use std::fs;
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Packages that are built.
const PACKAGES: [&str; 5] = ["bfrun", "bifrost-server", "bifrost-shim", "bifrost-nvml", "softcuda"];

/// Built file and its place.
const FILES: [(&str, &str); 6] = [
    ("bfrun", "bin/bfrun"),
    ("bfctl", "bin/bfctl"),
    ("bfpoold", "bin/bfpoold"),
    ("libbifrost_cuda.so", "lib/bifrost/libcuda.so.1"),
    ("libbifrost_nvml.so", "lib/bifrost/libnvidia-ml.so.1"),
    ("libsoftcuda.so", "lib/softcuda/libcuda.so.1"),
];

/// Link and what it names, in its own folder.
const LINKS: [(&str, &str); 2] =
    [("lib/bifrost/libcuda.so", "libcuda.so.1"), ("lib/softcuda/libcuda.so", "libcuda.so.1")];

/// Shells and where they look for completions.
const COMPLETIONS: [(&str, &str); 3] = [
    ("bash", "share/bash-completion/completions/bfctl"),
    ("zsh", "share/zsh/site-functions/_bfctl"),
    ("fish", "share/fish/vendor_completions.d/bfctl.fish"),
];

/// Builds and installs. `args`: nothing or `--release` for optimised files, `--debug` for quick ones.
///
/// # Errors
/// A line that says what failed.
pub(crate) fn run(root: &Path, args: &[String]) -> Result<(), String> {
    let profile = match args {
        [] => "release",
        [one] if one == "--release" => "release",
        [one] if one == "--debug" => "dev",
        _ => return Err("usage: cargo xtask dist [--release | --debug]".into()),
    };
    build(root, profile)?;
    let target = target_dir(root)?;
    let built = target.join(if profile == "dev" { "debug" } else { profile });
    let dist = target.join("dist");
    for (from, to) in FILES {
        install(&built.join(from), &dist.join(to))
            .map_err(|e| format!("{}: {e}", dist.join(to).display()))?;
    }
    for (link, to) in LINKS {
        let link = dist.join(link);
        replace(&link, |path| symlink(to, path)).map_err(|e| format!("{}: {e}", link.display()))?;
    }
    describe(&dist).map_err(|e| format!("bfctl's manual and completions: {e}"))?;
    println!("{}", dist.display());
    Ok(())
}

/// Lets bfctl write its manual pages and completion scripts.
fn describe(dist: &Path) -> io::Result<()> {
    let bfctl = |args: &[&str]| {
        let output = Command::new(dist.join("bin/bfctl")).args(args).output()?;
        let words = String::from_utf8_lossy(&output.stderr).into_owned();
        if output.status.success() { Ok(output.stdout) } else { Err(io::Error::other(words)) }
    };
    bfctl(&["man", &dist.join("share/man/man1").to_string_lossy()])?;
    for (shell, to) in COMPLETIONS {
        let script = bfctl(&["completions", shell])?;
        replace(&dist.join(to), |path| fs::write(path, &script))?;
    }
    Ok(())
}

fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()))
}

fn build(root: &Path, profile: &str) -> Result<(), String> {
    let mut command = cargo();
    command.current_dir(root).args(["build", "--profile", profile]);
    command.args(PACKAGES.iter().flat_map(|p| ["--package", p]));
    let status = command.status().map_err(|e| format!("cargo: {e}"))?;
    if status.success() { Ok(()) } else { Err("the build failed".into()) }
}

/// Where cargo builds to, which the environment or a configuration may have moved.
fn target_dir(root: &Path) -> Result<PathBuf, String> {
    let output = cargo().current_dir(root).args(["metadata", "--format-version=1", "--no-deps"]).output();
    let output = output.map_err(|e| format!("cargo metadata: {e}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let found = text.split_once("\"target_directory\":\"").and_then(|(_, rest)| rest.split_once('"'));
    found
        .map(|(path, _)| PathBuf::from(path))
        .ok_or_else(|| "cargo metadata names no target directory".into())
}

/// Puts a copy of `from` at `to`. The file is renamed into place: programs that run the old one keep it.
fn install(from: &Path, to: &Path) -> io::Result<()> {
    replace(to, |path| fs::copy(from, path).map(drop))
}

fn replace(to: &Path, make: impl FnOnce(&Path) -> io::Result<()>) -> io::Result<()> {
    let folder = to.parent().ok_or(io::ErrorKind::InvalidInput)?;
    fs::create_dir_all(folder)?;
    let name = to.file_name().unwrap_or_default().to_string_lossy();
    let temporary = folder.join(format!(".{name}.{}", std::process::id()));
    // A leftover of an earlier process with the same number.
    let _ = fs::remove_file(&temporary);
    make(&temporary)?;
    fs::rename(&temporary, to)
}
