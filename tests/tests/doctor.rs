//! `bfctl doctor`: programs that reach the client's library, and each way not to.

use std::fs;
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde_json::Value;
use system_tests::output::{Output, run};
use system_tests::pool::Pool;
use system_tests::{dist, helper};

const LIMIT: Duration = Duration::from_secs(60);

/// Small programs, compiled once a test.
struct Programs(PathBuf);

impl Programs {
    fn in_folder(name: &str) -> Programs {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&folder).expect("a folder");
        Programs(folder)
    }

    fn build(&self, target: &str, options: &[&str]) -> String {
        helper::compile_as(&self.0, "finds", target, options).display().to_string()
    }

    fn copy(&self, of: &str, name: &str) -> String {
        let to = self.0.join(name);
        let _ = fs::remove_file(&to);
        fs::copy(of, &to).expect("a copy");
        to.display().to_string()
    }
}

fn bfctl(pool: &Pool, options: &[&str], command: &[&str]) -> Output {
    let mut bfctl = Command::new(dist().join("bin/bfctl"));
    bfctl.args(["doctor", "--server", &pool.tcp]).args(options).arg("--").args(command);
    run(bfctl.env_remove("LD_PRELOAD").env_remove("LD_LIBRARY_PATH"), LIMIT)
}

/// What the doctor says of the last program that a command began, and of the whole.
fn examined(pool: &Pool, command: &[&str]) -> (Value, Value) {
    let out = bfctl(pool, &["--json"], command);
    let report: Value = serde_json::from_str(&out.stdout)
        .unwrap_or_else(|e| panic!("{command:?}: {e}: {}{}", out.stdout, out.stderr));
    let programs = report["programs"].as_array().unwrap_or_else(|| panic!("{report}"));
    let failed = programs.iter().any(|p| p["state"] == "failed");
    assert_eq!(out.status == 0, report["reached"] == true && !failed, "{command:?}: {report}");
    (programs.last().cloned().unwrap_or_else(|| panic!("{command:?}: {report}")), report)
}

/// The last program's state and findings.
fn says(pool: &Pool, command: &[&str], state: &str, findings: &[&str]) -> Value {
    let (program, report) = examined(pool, command);
    let found: Vec<_> =
        program["findings"].as_array().into_iter().flatten().filter_map(|f| f["finding"].as_str()).collect();
    assert_eq!((program["state"].as_str(), &*found), (Some(state), findings), "{command:?}: {report}");
    program
}

fn other() -> String {
    dist().join("lib/softcuda/libcuda.so.1").display().to_string()
}

#[test]
fn programs_that_reach_it() {
    let (pool, programs) = (Pool::start(), Programs::in_folder("doctor-reach"));
    let finds = programs.build("finds", &[]);
    let script = programs.0.join("script").display().to_string();
    fs::write(&script, format!("#!/bin/sh\n\"{finds}\" libcuda.so.1\n")).expect("a script");
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).expect("its rights");
    // A program that looks into its own folders first gets what is preloaded all the same.
    let rpath = format!("-Wl,--no-as-needed,-rpath,{}", dist().join("lib/softcuda").display());
    let linked = programs.build("linked", &[&rpath, &other()]);
    for command in [
        &[&*finds, "libcuda.so.1"][..],
        &["bash", "-c", &format!("{finds} libcuda.so.1; true")],
        &[&*script],
        &[&*linked, "libcuda.so.1"],
    ] {
        let (_, report) = examined(&pool, command);
        let asked: Vec<_> =
            report["programs"].as_array().into_iter().flatten().filter(|p| p["wants"] == true).collect();
        assert_eq!(asked.len(), 1, "{command:?}: {report}");
        assert_eq!(
            (&asked[0]["reached"], &asked[0]["state"]),
            (&true.into(), &"ok".into()),
            "{command:?}: {report}"
        );
    }
    let (program, report) = examined(&pool, &["sh", "-c", "exit 7"]);
    assert_eq!((&program["wants"], &report["exit_status"]), (&false.into(), &7.into()));
    let people = bfctl(&pool, &[], &[&finds, "libcuda.so.1"]);
    assert!(
        people.stdout.contains("and asked for libcuda") && people.stdout.contains("was reached"),
        "{}",
        people.stdout
    );
}

#[test]
fn other_libraries() {
    let (pool, programs) = (Pool::start(), Programs::in_folder("doctor-other"));
    let (finds, other) = (programs.build("finds", &[]), other());
    let program = says(&pool, &[&finds, &other], "failed", &["other-library"]);
    assert_eq!(program["loaded"].as_array().map(Vec::len), Some(2), "{program}");
    assert!(program["findings"][0]["detail"].as_str().is_some_and(|text| text.contains(&other)), "{program}");
    says(&pool, &[&finds, "/nowhere/libcuda.so.1"], "failed", &["missing-path"]);
    // A folder of other libraries comes first, and nothing is preloaded.
    let path = format!("LD_LIBRARY_PATH={}", dist().join("lib/softcuda").display());
    let command = ["env", "-u", "LD_PRELOAD", &path, &finds, "libcuda.so.1"];
    says(&pool, &command, "failed", &["cleared-environment", "other-library"]);
    let rpath = format!("-Wl,--no-as-needed,-rpath,{}", dist().join("lib/softcuda").display());
    let linked = programs.build("linked", &[&rpath, &other]);
    says(
        &pool,
        &["env", "-u", "LD_PRELOAD", "-u", "LD_LIBRARY_PATH", &linked],
        "failed",
        &["cleared-environment", "other-library"],
    );
}

#[test]
fn environments_that_are_lost() {
    let (pool, programs) = (Pool::start(), Programs::in_folder("doctor-lost"));
    let finds = programs.build("finds", &[]);
    says(&pool, &["env", "-i", &finds, "libcuda.so.1"], "failed", &["cleared-environment"]);
    // A program that has it itself, and runs another without.
    let (program, report) = examined(&pool, &[&finds, "libcuda.so.1", &finds]);
    assert_eq!(program["findings"][0]["finding"], "cleared-environment", "{report}");
    assert_eq!(report["programs"][0]["pid"], program["pid"], "{report}");
    says(&pool, &["env", "-u", "BIFROST_SESSION", &finds, "libcuda.so.1"], "warning", &["no-session"]);
    let docker = programs.copy("/bin/true", "docker");
    says(&pool, &[&docker], "warning", &["elsewhere"]);
}

#[test]
fn programs_that_load_nothing() {
    let (pool, programs) = (Pool::start(), Programs::in_folder("doctor-nothing"));
    let alone = programs.build("alone", &["-static", "-DALONE"]);
    says(&pool, &[&alone], "failed", &["static"]);
    if cfg!(target_arch = "x86_64") {
        let bare =
            programs.build("bare", &["-m32", "-fno-pie", "-nostdlib", "-static", "-DBARE", "-ffreestanding"]);
        match Command::new(&bare).status() {
            Ok(_) => drop(says(&pool, &[&bare], "failed", &["foreign"])),
            Err(e) => println!("this kernel runs no programs of 32 bits ({e})"),
        }
    }
    let secure = programs.copy(&programs.build("finds", &[]), "secure");
    if chown(&secure, Some(1), None).is_err() {
        println!("only root makes programs of others");
        return;
    }
    fs::set_permissions(&secure, fs::Permissions::from_mode(0o4755)).expect("its rights");
    says(&pool, &[&secure, "libcuda.so.1"], "failed", &["secure-execution"]);
}

#[test]
fn a_program_that_is_not_there() {
    let pool = Pool::start();
    let out = bfctl(&pool, &[], &["/nowhere/program"]);
    assert_eq!(out.status, 1);
    assert!(
        out.stderr.contains("there is no such program") && out.stdout.contains("exit status was 127"),
        "{out:?}"
    );
}
