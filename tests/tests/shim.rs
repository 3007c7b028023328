//! The client's libraries as guests of other people's processes: names, traces, cost, NVML, several runtimes.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use cuda_abi::Class;
use system_tests::output::{Output, run};
use system_tests::pool::{Pool, Way};
use system_tests::programs::named;
use system_tests::stats::Stats;
use system_tests::{dist, helper};

const LIMIT: Duration = Duration::from_secs(60);
/// Newest C library that the client's libraries may need: (major, minor).
const GLIBC: (u32, u32) = (2, 17);

fn compiled(name: &str) -> PathBuf {
    helper::compile(env!("CARGO_TARGET_TMPDIR"), name)
}

fn ok(out: Output) -> Output {
    assert_eq!(out.status, 0, "{}{}", out.stdout, out.stderr);
    out
}

/// A line per function: exported symbol, name, version, and `none` where the library implements nothing.
fn table(implemented: impl Fn(&cuda_abi::Function) -> bool) -> String {
    let mut lines = String::new();
    for f in cuda_abi::FUNCTIONS {
        let kind = if implemented(f) { "some" } else { "none" };
        // Writing to a string cannot fail.
        let _ = writeln!(lines, "{} {} {} {kind}", f.symbol, f.name, f.version);
    }
    lines
}

/// Runs `exports` on a library, below what serves it.
fn exports(mut command: Command, library: &Path, table: &str) -> String {
    let path =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("table-{}-{:p}", std::process::id(), table));
    std::fs::write(&path, table).expect("a file");
    let script = "exec \"$0\" \"$1\" <\"$2\"";
    let out = run(command.args(["-c", script]).arg(compiled("exports")).arg(library).arg(&path), LIMIT);
    let _ = std::fs::remove_file(&path);
    assert_eq!(out.status, 0, "{}: {}{}", library.display(), out.stdout, out.stderr);
    out.stdout
}

#[test]
fn every_name_of_the_table_resolves_in_the_shim() {
    let pool = Pool::start();
    let command = Way::Unix(&pool).command(&["-q"], Path::new("/bin/sh"));
    let table = table(|f| f.class != Class::None);
    let said = exports(command, &dist().join("lib/bifrost/libcuda.so.1"), &table);
    println!("shim: {said}");
    assert!(said.contains(&format!("{} names", cuda_abi::FUNCTIONS.len())), "{said}");
}

#[test]
fn every_name_of_the_table_resolves_in_softcuda() {
    let command = Way::Direct.command(&[], Path::new("/bin/sh"));
    let said = exports(command, &dist().join("lib/softcuda/libcuda.so.1"), &table(|f| f.soft));
    println!("softcuda: {said}");
    assert!(said.contains(&format!("{} names", cuda_abi::FUNCTIONS.len())), "{said}");
}

/// Names of the functions that a trace shows, in order; each line has a thread, a call, a result and a time.
fn traced(text: &str) -> Vec<String> {
    let name = |line: &str| {
        let (thread, rest) = line.split_once(' ').unwrap_or_else(|| panic!("no thread: {line}"));
        thread.parse::<u32>().unwrap_or_else(|e| panic!("{e}: {line}"));
        let (call, result) = rest.rsplit_once(" = ").unwrap_or_else(|| panic!("no result: {line}"));
        let (name, arguments) = call.split_once('(').unwrap_or_else(|| panic!("no call: {line}"));
        assert!(arguments.ends_with(')') && result.ends_with(" µs"), "{line}");
        name.to_owned()
    };
    text.lines().map(name).collect()
}

#[test]
fn a_trace_has_a_line_per_call() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("trace-{}", std::process::id()));
    let _ = std::fs::remove_file(&path);
    let steps = compiled("steps");
    let mut command = Way::Local.command(&["-q", "--stats=json"], &steps);
    let out = ok(run(command.args(["3", "2"]).env("BIFROST_TRACE", &path), LIMIT));
    let names = traced(&std::fs::read_to_string(&path).expect("a trace"));
    let _ = std::fs::remove_file(&path);
    // The counters know how often each function was called.
    let stats = Stats::find(&out.stderr);
    for (function, counts) in stats.functions.iter().filter(|(f, _)| f.starts_with("cu")) {
        let lines = names.iter().filter(|n| *n == function).count() as u64;
        assert_eq!(lines, counts.calls, "{function}");
    }
    assert_eq!(names.len() as u64, stats.total.calls);
    assert_eq!(names.iter().filter(|n| *n == "cuLaunchKernel").count(), 3);
}

#[test]
fn a_trace_to_standard_error() {
    let steps = compiled("steps");
    let out = ok(run(Way::Local.command(&["-q"], &steps).arg("1").env("BIFROST_TRACE", "1"), LIMIT));
    assert!(traced(&out.stderr).contains(&"cuLaunchKernel".to_owned()));
    let out = ok(run(Way::Local.command(&["-q"], &steps).arg("1").env("BIFROST_TRACE", "/nowhere/t"), LIMIT));
    let told = "BIFROST_TRACE: `/nowhere/t` cannot be written: No such file or directory";
    assert_eq!(out.stderr.matches(told).count(), 1, "{}", out.stderr);
    assert!(out.stderr.contains("cuLaunchKernel"), "{}", out.stderr);
}

#[test]
fn a_trace_shows_texts_and_results_and_ends_with_the_program() {
    for variant in ["cu13-static", "cu13-shared"] {
        let path = named("vector_add").path(variant);
        let out = ok(run(Way::Local.command(&["-q"], &path).arg("1000").env("BIFROST_TRACE", "1"), LIMIT));
        let has = |start: &str| out.stderr.lines().any(|line| line.contains(start));
        for words in [
            "cuDeviceGetCount(count=[1])",
            "cuLibraryGetKernel(pKernel=[0x",
            ", name=\"_Z",
            "cuMemAlloc_v2(dptr=[0x",
        ] {
            assert!(has(words), "{words}: {}", out.stderr);
        }
        assert!(!has("DEINITIALIZED"), "{}", out.stderr);
    }
}

#[test]
fn logs_of_failed_loads_reach_the_programs_buffers() {
    let logs = compiled("jit_logs");
    let direct = ok(run(&mut Way::Direct.command(&[], &logs), LIMIT)).stdout;
    let remote = ok(run(&mut Way::Local.command(&["-q"], &logs), LIMIT)).stdout;
    assert_eq!(remote, direct, "through the pool, directly");
    let lines: Vec<&str> = direct.lines().collect();
    for line in &lines[..2] {
        assert!(line.contains(": 218, info 0 \"\", error ") && line.contains("line 8, column 11"), "{line}");
    }
    assert!(lines[2].ends_with("error 11 \"ptx input, \""), "{direct}");
    assert_eq!(lines.len(), 11);
}

#[test]
fn what_the_device_says_reaches_standard_error() {
    let said = compiled("said");
    let pool = Pool::with(&[("SOFTCUDA_LOG", "1")]);
    for (kernel, words) in [
        ("check", "k.cu:12: check: block: [0,0,0], thread: [0,0,0] Assertion `x < 3` failed."),
        ("bad", "IllegalAddress in kernel bad block (0,0,0) thread (0,0,0) at address 0x10"),
    ] {
        let direct = run(Way::Direct.command(&[], &said).arg(kernel).env("SOFTCUDA_LOG", "1"), LIMIT);
        let ways = [Way::Unix(&pool), Way::Tcp(&pool)];
        let remote = ways.map(|way| run(way.command(&["-q"], &said).arg(kernel), LIMIT));
        for out in remote.iter().chain([&direct]) {
            let lines: Vec<&str> = out.stderr.lines().collect();
            let (last, before) = lines.split_last().expect("it says something");
            assert!(before.iter().any(|line| line.contains(words)), "{}", out.stderr);
            assert!(last.starts_with("synchronised: 7"), "{}", out.stderr);
            assert_eq!(lines.len(), direct.stderr.lines().count(), "{}", out.stderr);
        }
        assert!(!pool.log().contains(words), "{}", pool.log());
    }
}

/// A process that uses no CUDA: nothing is read, said or connected.
#[test]
fn nothing_happens_in_programs_without_cuda() {
    let library = dist().join("lib/bifrost/libcuda.so.1");
    // A server that is not there: any attempt to reach it would be heard of.
    let preload = |command: &mut Command| {
        command
            .env("LD_PRELOAD", &library)
            .env("BIFROST_SERVER", "127.0.0.1:1")
            .env("BIFROST_TRACE", "1")
            .env("BIFROST_LOG", "debug");
    };
    let mut command = Command::new("/bin/true");
    preload(&mut command);
    let out = ok(run(&mut command, LIMIT));
    assert_eq!((out.stdout.as_str(), out.stderr.as_str()), ("", ""));
    // Not a thread, not a descriptor more than without it.
    let mut command = Command::new("/bin/sh");
    command.args([
        "-c",
        "ls /proc/self/task | wc -l; ls /proc/self/fd | wc -l; grep -c bifrost /proc/self/environ || true",
    ]);
    let without = ok(run(&mut command, LIMIT));
    preload(&mut command);
    let with = ok(run(&mut command, LIMIT));
    assert_eq!(
        without.stdout.lines().take(2).collect::<Vec<_>>(),
        with.stdout.lines().take(2).collect::<Vec<_>>()
    );
    assert_eq!(with.stderr, "");
}

/// What starts with the libraries: nothing of ours but what the compiler puts there.
#[test]
fn loading_costs_little() {
    let library = dist().join("lib/bifrost/libcuda.so.1");
    let time = |preload: bool| {
        let mut best = Duration::MAX;
        for _ in 0..20 {
            let mut command = Command::new("/bin/true");
            if preload {
                command.env("LD_PRELOAD", &library);
            }
            best = best.min(ok(run(&mut command, LIMIT)).took);
        }
        best
    };
    // Told, not judged: the harness looks every 2 ms.
    println!("exec without {:?}, with {:?}", time(false), time(true));
}

/// Versions of the C library's symbols that a library needs, newest last.
fn glibc(library: &Path) -> Vec<(u32, u32)> {
    let out = ok(run(Command::new("readelf").arg("--version-info").arg("-W").arg(library), LIMIT));
    let mut versions: Vec<(u32, u32)> = out
        .stdout
        .split("GLIBC_")
        .skip(1)
        .filter_map(|t| {
            let mut parts = t.split(|c: char| !c.is_ascii_digit() && c != '.').next()?.split('.');
            Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
        })
        .collect();
    versions.sort_unstable();
    versions.dedup();
    versions
}

/// Built with the system's C library they may need newer symbols; releases are built for an old one. Here it is printed what they need.
#[test]
fn symbols_of_the_c_library() {
    for library in ["libcuda.so.1", "libnvidia-ml.so.1"] {
        let needed = glibc(&dist().join("lib/bifrost").join(library));
        println!("{library} needs glibc {:?}; releases may need {GLIBC:?}", needed.last());
        assert!(!needed.is_empty(), "{library} needs a C library");
    }
}

/// Exported are the functions of the table and nothing else.
#[test]
fn other_symbols_are_hidden() {
    let symbols = |library: &str| {
        let out = ok(run(
            Command::new("nm").args(["-D", "--defined-only"]).arg(dist().join("lib/bifrost").join(library)),
            LIMIT,
        ));
        let names = out
            .stdout
            .lines()
            .filter_map(|l| l.split_whitespace().nth(2))
            .map(|n| n.split('@').next().unwrap_or(n).to_owned());
        names.collect::<Vec<_>>()
    };
    for name in symbols("libcuda.so.1") {
        assert!(name.starts_with("cu") || name.starts_with("bifrost_"), "libcuda.so.1 exports {name}");
    }
    let table = include_str!("../../crates/cuda-abi/table/nvml.tsv");
    let mut named: Vec<_> =
        table.lines().filter(|l| !l.starts_with('#')).filter_map(|l| l.split('\t').next()).collect();
    named.push("nvmlErrorString");
    named.sort_unstable();
    let mut exported = symbols("libnvidia-ml.so.1");
    exported.sort_unstable();
    assert_eq!(exported, named, "libnvidia-ml.so.1 exports the functions of its table");
}

#[test]
fn nvml_and_cuda_agree() {
    let nvml = compiled("nvml");
    for options in [&["-q"][..], &["-q", "-p", "0.5"], &["-q", "-m", "100"]] {
        let out = ok(run(&mut Way::Local.command(options, &nvml), LIMIT));
        let lines: Vec<&str> = out.stdout.lines().collect();
        assert_eq!(lines.len(), 2, "{}", out.stdout);
        assert_eq!(lines[0], lines[1], "NVML, CUDA; {options:?}");
        assert!(lines[0].starts_with("1|softcuda|GPU-"), "{}", lines[0]);
    }
}

/// The software device used directly has an NVML beside it.
#[test]
fn nvml_and_the_software_device_agree() {
    let out = ok(run(&mut Way::Direct.command(&[], &compiled("nvml")), LIMIT));
    let (told, expected) = out.stdout.trim().split_once('\n').unwrap_or_else(|| panic!("{}", out.stdout));
    // The first line comes before there is a context, which takes nothing of the software device's memory.
    assert_eq!(told, expected);
    assert!(told.starts_with("1|softcuda|GPU-"), "{told}");
}

/// Where the toolchain keeps libcudart.
fn libcudart(version: u32) -> PathBuf {
    let root = std::env::var_os("BIFROST_TOOLCHAIN")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/toolchain"), PathBuf::from);
    root.join(format!("cu{version}/lib/libcudart.so.{version}"))
}

#[test]
fn several_runtimes_in_one_process() {
    let runtimes = compiled("runtimes");
    let pool = Pool::start();
    for way in [Way::Tcp(&pool), Way::Plain(&pool)] {
        let out = ok(run(way.command(&["-q"], &runtimes).arg(libcudart(12)).arg(libcudart(13)), LIMIT));
        assert_eq!(out.stdout, "runtime 12: ok\nruntime 13: ok\n".repeat(2), "{}", out.stderr);
    }
}

/// Two devices, each half of it granted; both named and usable.
#[test]
fn several_devices() {
    let pool = Pool::with(&[("SOFTCUDA_DEVICES", "3")]);
    let path = named("vector_add").path("cu13-static");
    let out = ok(run(Way::Tcp(&pool).command(&["-n", "2", "-p", "50%"], &path).arg("1000"), LIMIT));
    assert!(out.stderr.contains("2 × softcuda cc 12.1, 8080 of 16160 MiB, tcp "), "{}", out.stderr);
    pool.becomes_free(Duration::from_secs(2));
}

/// What a launcher below bfrun sets counts among the granted devices; what bfrun was started with names others.
#[test]
fn visible_devices() {
    const TWO: (&str, &str) = ("SOFTCUDA_DEVICES", "2");
    let (pool, visible) = (Pool::with(&[TWO]), compiled("visible"));
    let lists = [
        ("0,1", "cuInit 0, 0 of memory 7 on 0, 1 of memory 8 on 1\n"),
        ("1,0", "cuInit 0, 1 of memory 7 on 0, 0 of memory 8 on 1\n"),
        ("1", "cuInit 0, 1 of memory 7 on 0\n"),
        ("GPU-736f6674-6375-6461-0000-400080000001", "cuInit 0, 1 of memory 7 on 0\n"),
        ("0,5,1", "cuInit 0, 0 of memory 7 on 0\n"),
        ("", "cuInit 100\n"),
        ("-1", "cuInit 100\n"),
    ];
    for (list, expected) in lists {
        let set = format!("CUDA_VISIBLE_DEVICES={list}");
        let mut direct = Way::Direct.command(&[], Path::new("/usr/bin/env"));
        let direct = ok(run(direct.arg(&set).arg(&visible).env(TWO.0, TWO.1), LIMIT));
        assert_eq!(direct.stdout, expected, "{set} on softcuda directly");
        let mut pooled = Way::Tcp(&pool).command(&["-q", "-n", "2"], Path::new("/usr/bin/env"));
        let pooled = ok(run(pooled.arg(&set).arg(&visible).env("CUDA_VISIBLE_DEVICES", "9"), LIMIT));
        assert_eq!(pooled.stdout, expected, "{set} through a pool");
    }
    let mut local = Way::Local.command(&["-q", "-n", "2"], &visible);
    let local = ok(run(local.env("CUDA_VISIBLE_DEVICES", ""), LIMIT));
    assert_eq!(local.stdout, lists[0].1, "bfrun's own variable names devices of its machine");
}

/// Compilers write PTX where devices take nothing else: in a pool of the software device, not in null mode, and not past what the user named.
#[test]
fn compilers_are_told_what_devices_take() {
    let told = |pool: &Pool, own: Option<&str>| {
        let mut command = Way::Tcp(pool).command(&["-q"], Path::new("/bin/sh"));
        command.args(["-c", "echo \"$TRITON_PTXAS_PATH|$TRITON_PTXAS_BLACKWELL_PATH\""]);
        command.env_remove("TRITON_PTXAS_PATH").env_remove("TRITON_PTXAS_BLACKWELL_PATH");
        own.map(|path| command.env("TRITON_PTXAS_PATH", path));
        ok(run(&mut command, LIMIT)).stdout
    };
    let soft = Pool::start();
    let ours = dist().join("lib/softcuda/ptxas").canonicalize().expect("ptxas is installed");
    let said = told(&soft, None);
    let (first, second) = said.trim().split_once('|').expect("two paths");
    for path in [first, second] {
        assert_eq!(Path::new(path).canonicalize().ok().as_deref(), Some(&*ours), "{said}");
    }
    assert_eq!(told(&soft, Some("/own")), format!("/own|{second}\n"));
    assert_eq!(told(&Pool::with(&[("SOFTCUDA_EXEC", "null")]), None), "|\n");
    let version = ok(run(Command::new(&ours).arg("--version"), LIMIT)).stdout;
    assert!(version.contains(" release 12.9, V12.9."), "{version}");
}

/// Children forked before CUDA is used have sessions of their own; the program's variables are its own.
#[test]
fn the_environment_is_kept() {
    let pool = Pool::start();
    let script = "echo \"$LD_PRELOAD|$LD_LIBRARY_PATH\"";
    let mut command = Way::Unix(&pool).command(&["-q"], Path::new("/bin/sh"));
    command.args(["-c", script]).env("LD_LIBRARY_PATH", "/my/own");
    let out = ok(run(&mut command, LIMIT));
    assert!(out.stdout.trim().ends_with("/my/own"), "{}", out.stdout);
    assert!(out.stdout.contains("lib/bifrost"), "{}", out.stdout);
    pool.becomes_free(Duration::from_secs(2));
}

/// Exit statuses of programs come through.
#[test]
fn exit_statuses() {
    let pool = Pool::start();
    for (script, status) in [("exit 0", 0), ("exit 77", 77), ("kill -9 $$", 137), ("kill -11 $$", 139)] {
        let mut command = Way::Unix(&pool).command(&["-q"], Path::new("/bin/sh"));
        let out = run(command.args(["-c", script]), LIMIT);
        assert_eq!(out.status, status, "{script}: {}", out.stderr);
    }
    let out = run(&mut Way::Unix(&pool).command(&["-q"], Path::new("/no/such/program")), LIMIT);
    assert_eq!(out.status, 127, "{}", out.stderr);
    let out = run(&mut Way::Unix(&pool).command(&["-q"], Path::new("/etc/passwd")), LIMIT);
    assert_eq!(out.status, 126, "{}", out.stderr);
}

/// Standard input belongs to the program.
#[test]
fn standard_input_is_the_programs() {
    let pool = Pool::start();
    let mut child = Way::Unix(&pool)
        .command(&["-q"], Path::new("/bin/cat"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("bfrun starts");
    child.stdin.take().expect("it was asked for").write_all(b"through").expect("cat reads");
    let out = child.wait_with_output().expect("it ends");
    assert_eq!(out.stdout, b"through");
}

/// The shim's libraries need the C library alone (in glibc 2.17 it is several files), and GCC's unwinder where the linker is not
/// zig's: nothing that a container may lack.
#[test]
fn needed_libraries() {
    const MAY: [&str; 5] =
        ["ld-linux-x86-64.so.2", "libc.so.6", "libdl.so.2", "libpthread.so.0", "libgcc_s.so.1"];
    for library in ["libcuda.so.1", "libnvidia-ml.so.1"] {
        let out = ok(run(
            Command::new("readelf").args(["-d", "-W"]).arg(dist().join("lib/bifrost").join(library)),
            LIMIT,
        ));
        let needed =
            out.stdout.lines().filter(|l| l.contains("(NEEDED)")).filter_map(|l| l.split(['[', ']']).nth(1));
        let needed: Vec<&str> = needed.collect();
        assert!(needed.contains(&"libc.so.6"), "{library}: {needed:?}");
        assert!(needed.iter().all(|name| MAY.contains(name)), "{library}: {needed:?}");
    }
}

/// What programs look for beside the library, in a mount namespace of their own: for root and, in a user namespace, for others. The rest of /dev
/// works, the pool is reached, statuses and signals come through, nothing is left outside, and no capability is gained.
#[test]
fn device_files() {
    let script = "test -c /dev/nvidia0 && test -c /dev/nvidia1 && test ! -e /dev/nvidia2 && test -c /dev/nvidiactl || exit 1
        grep -q '^NVRM version: NVIDIA UNIX x86_64 Kernel Module  [0-9.]* ' /proc/driver/nvidia/version || exit 2
        grep -q '^Device Minor:.*0' /proc/driver/nvidia/gpus/*/information || exit 3
        echo x > /dev/null && echo x > /dev/shm/bifrost-$$ && rm /dev/shm/bifrost-$$ || exit 4
        grep CapPrm /proc/self/status; id -u; \"$0\" || exit 5; kill -9 $$";
    let (nvml, mine) = (compiled("nvml"), std::fs::read_to_string("/proc/self/status").expect("a status"));
    let capabilities = mine.lines().find(|line| line.starts_with("CapPrm")).expect("capabilities").to_owned();
    // SAFETY: no preconditions.
    let user = unsafe { libc::geteuid() };
    let mut users = vec![(user, capabilities)];
    if user == 0 {
        users.push((65534, "CapPrm:\t0000000000000000".into()));
    }
    for (id, capabilities) in users {
        let bfrun = dist().join("bin/bfrun");
        let mut command = Command::new("setpriv");
        if id != user {
            command.args([format!("--reuid={id}"), format!("--regid={id}"), "--clear-groups".into()]);
        }
        command
            .arg(bfrun)
            .args(["--local", "-q", "-n", "2", "--device-files", "sh", "-c", script])
            .arg(&nvml);
        let out = run(command.env_remove("XDG_RUNTIME_DIR"), LIMIT);
        if out.stderr.contains("going on without") {
            println!("no namespaces here: {}", out.stderr);
            continue;
        }
        assert_eq!(out.status, 137, "user {id}: {}{}", out.stdout, out.stderr);
        let lines: Vec<&str> = out.stdout.lines().collect();
        assert_eq!((lines[0], lines[1]), (&*capabilities, &*id.to_string()));
        assert!(lines[2].starts_with("2|softcuda|") && lines[2] == lines[3], "{}", out.stdout);
    }
    assert!(
        !Path::new("/proc/driver/nvidia").exists() && !Path::new("/dev/nvidia1").exists(),
        "nothing is left"
    );
}
