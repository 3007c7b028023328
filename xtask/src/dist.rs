//! `cargo xtask dist`: builds what is installed and lays it out as users get it.
//!
//! `--portable` builds with zig's linker for the oldest C library that is supported, so that the result runs on every Linux
//! since 2014; `scripts/package` makes its packages of that.
//!
//! ```text
//!  <target>/dist/bin/bfrun, bfctl, bfpoold
//!  <target>/dist/lib/bifrost/libcuda.so.1, libcuda.so, libnvidia-ml.so.1      the client libraries
//!  <target>/dist/lib/softcuda/libcuda.so.1, libcuda.so, libnvidia-ml.so.1     the software device
//!  <target>/dist/lib/softcuda/ptxas                                           for compilers that write for it
//!  <target>/dist/share/man/man1/*, man8/bfpoold.8, bash-completion/completions/bfctl, zsh/site-functions/_bfctl, fish/vendor_completions.d/bfctl.fish
//! ```

use std::fs;
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::man;

/// Packages that are built.
const PACKAGES: [&str; 6] =
    ["bfrun", "bifrost-server", "bifrost-shim", "bifrost-nvml", "softcuda", "softcuda-ptxas"];

/// Built file and its place.
const FILES: [(&str, &str); 8] = [
    ("bfrun", "bin/bfrun"),
    ("bfctl", "bin/bfctl"),
    ("bfpoold", "bin/bfpoold"),
    ("libbifrost_cuda.so", "lib/bifrost/libcuda.so.1"),
    ("libbifrost_nvml.so", "lib/bifrost/libnvidia-ml.so.1"),
    ("libsoftcuda.so", "lib/softcuda/libcuda.so.1"),
    ("softcuda-ptxas", "lib/softcuda/ptxas"),
    ("libbifrost_nvml.so", "lib/softcuda/libnvidia-ml.so.1"),
];

/// Link and what it names, in its own folder.
const LINKS: [(&str, &str); 3] = [
    ("lib/bifrost/libcuda.so", "libcuda.so.1"),
    ("lib/softcuda/libcuda.so", "libcuda.so.1"),
    // Not on the PATH of those who do not want it.
    ("lib/bifrost/bitfusion", "../../bin/bfrun"),
];

/// Shells and where they look for completions.
const COMPLETIONS: [(&str, &str); 3] = [
    ("bash", "share/bash-completion/completions/bfctl"),
    ("zsh", "share/zsh/site-functions/_bfctl"),
    ("fish", "share/fish/vendor_completions.d/bfctl.fish"),
];

/// The oldest glibc on which portable files run (RHEL 7, manylinux2014).
const GLIBC: &str = "2.17";

/// How to build.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Debug,
    Release,
    Portable,
}

/// Builds and installs. `args`: nothing or `--release` for optimised files, `--debug` for quick ones, `--portable` for
/// optimised ones that old systems take, too.
///
/// # Errors
/// A line that says what failed.
pub(crate) fn run(root: &Path, args: &[String]) -> Result<(), String> {
    let kind = match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] | ["--release"] => Kind::Release,
        ["--debug"] => Kind::Debug,
        ["--portable"] => Kind::Portable,
        _ => return Err("usage: cargo xtask dist [--release | --debug | --portable]".into()),
    };
    build(root, kind)?;
    let target = target_dir(root)?;
    let built = match kind {
        Kind::Debug => target.join("debug"),
        Kind::Release => target.join("release"),
        Kind::Portable => target.join(triple()).join("release"),
    };
    let dist = target.join("dist");
    for (from, to) in FILES {
        install(&built.join(from), &dist.join(to))
            .map_err(|e| format!("{}: {e}", dist.join(to).display()))?;
        if kind == Kind::Portable {
            check_glibc(&dist.join(to))?;
        }
    }
    for (link, to) in LINKS {
        let link = dist.join(link);
        replace(&link, |path| symlink(to, path)).map_err(|e| format!("{}: {e}", link.display()))?;
    }
    describe(&dist).map_err(|e| format!("bfctl's manual and completions: {e}"))?;
    println!("{}", dist.display());
    Ok(())
}

/// Programs whose manual page is what they say to `--help`: with section and pages that it names.
const PAGES: [(&str, u8, &str); 2] =
    [("bfrun", 1, "bfctl(1), bfpoold(8)"), ("bfpoold", 8, "bfrun(1), bfctl(1)")];

/// Writes manual pages and completion scripts; bfctl makes its own.
fn describe(dist: &Path) -> io::Result<()> {
    let said = |program: &str, args: &[&str]| {
        let output = Command::new(dist.join("bin").join(program)).args(args).output()?;
        let words = String::from_utf8_lossy(&output.stderr).into_owned();
        if output.status.success() { Ok(output.stdout) } else { Err(io::Error::other(words)) }
    };
    said("bfctl", &["man", &dist.join("share/man/man1").to_string_lossy()])?;
    for (shell, to) in COMPLETIONS {
        let script = said("bfctl", &["completions", shell])?;
        replace(&dist.join(to), |path| fs::write(path, &script))?;
    }
    for (program, section, also) in PAGES {
        let help = String::from_utf8_lossy(&said(program, &["--help"])?).into_owned();
        let page = man::page(&help, section, also).map_err(io::Error::other)?;
        let to = dist.join(format!("share/man/man{section}/{program}.{section}"));
        replace(&to, |path| fs::write(path, &page))?;
    }
    Ok(())
}

fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()))
}

fn build(root: &Path, kind: Kind) -> Result<(), String> {
    let mut command = cargo();
    command.current_dir(root);
    match kind {
        Kind::Debug => command.arg("build"),
        Kind::Release => command.args(["build", "--release"]),
        Kind::Portable => {
            command.args(["zigbuild", "--release", "--target", &format!("{}.{GLIBC}", triple())])
        }
    };
    command.args(PACKAGES.iter().flat_map(|p| ["--package", p]));
    let status = command.status().map_err(|e| format!("cargo: {e}"))?;
    match kind {
        _ if status.success() => Ok(()),
        Kind::Portable => {
            Err("the build failed; it needs cargo-zigbuild and zig, which scripts/package fetches".into())
        }
        Kind::Debug | Kind::Release => Err("the build failed".into()),
    }
}

/// The machine that this program was built for, as Rust's targets are named.
fn triple() -> String {
    format!("{}-unknown-linux-gnu", std::env::consts::ARCH)
}

/// Refuses a file that wants a newer glibc: versions of symbols stand in its string table, one beside another.
fn check_glibc(file: &Path) -> Result<(), String> {
    let bytes = fs::read(file).map_err(|e| format!("{}: {e}", file.display()))?;
    let number =
        |version: &str| version.split('.').map(|part| part.parse::<u32>().ok()).collect::<Option<Vec<_>>>();
    let newest = bytes
        .split(|&byte| byte == 0)
        .filter_map(|word| std::str::from_utf8(word).ok()?.strip_prefix("GLIBC_"))
        .filter_map(|version| Some((number(version)?, version)))
        .max();
    match newest {
        None => Err(format!("{}: names no version of glibc: is it a dynamic ELF file?", file.display())),
        Some((wanted, version)) if Some(&wanted) > number(GLIBC).as_ref() => {
            Err(format!("{}: needs glibc {version}, newer than {GLIBC}", file.display()))
        }
        Some(_) => Ok(()),
    }
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
