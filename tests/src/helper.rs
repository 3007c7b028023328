//! Small C programs of `tests/scripts`, compiled when a test needs them.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Compiles `tests/scripts/NAME.c` into `folder` (a test's CARGO_TARGET_TMPDIR); returns the executable.
pub fn compile(folder: &str, name: &str) -> PathBuf {
    built(Path::new(folder), name, name, &[])
}

/// Compiles `tests/scripts/NAME.c` into `folder` as `target`, with further options.
pub fn compile_as(folder: &Path, name: &str, target: &str, options: &[&str]) -> PathBuf {
    built(folder, name, target, options)
}

/// Compiles `tests/scripts/NAME.c` into `folder` as a driver library that is softcuda in all that it does not do itself.
pub fn driver(folder: &Path, name: &str) -> PathBuf {
    let soft = crate::dist().join("lib/softcuda");
    let rpath = format!("-Wl,--no-as-needed,-rpath,{}", soft.display());
    built(folder, name, name, &["-shared", "-fPIC", &rpath, &soft.join("libcuda.so.1").to_string_lossy()])
}

fn built(folder: &Path, name: &str, target: &str, options: &[&str]) -> PathBuf {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts").join(format!("{name}.c"));
    let (target, fresh) = (folder.join(target), folder.join(format!("{target}.{}", unique())));
    let mut gcc = Command::new("gcc");
    gcc.args(["-O1", "-Wall", "-Werror", "-o"])
        .arg(&fresh)
        .arg(&source)
        .args(options)
        .args(["-ldl", "-lpthread"]);
    let done = gcc.output().unwrap_or_else(|e| panic!("gcc: {e}; install a C compiler"));
    assert!(done.status.success(), "{}:\n{}", source.display(), String::from_utf8_lossy(&done.stderr));
    // Tests that need the same one at the same time each have a whole file.
    std::fs::rename(&fresh, &target).unwrap_or_else(|e| panic!("{}: {e}", target.display()));
    target
}

fn unique() -> String {
    use std::sync::atomic::{AtomicU32, Ordering};
    static NEXT: AtomicU32 = AtomicU32::new(0);
    format!("{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed))
}
