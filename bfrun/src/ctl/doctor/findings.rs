//! Why a program has, or has not, the client's library: facts in, findings out.

use std::fmt;
use std::path::{Path, PathBuf};

use super::process::{Client, NAME, Process};
use crate::ctl::check::State;

/// Programs that have others run by somebody else, without this environment.
const ELSEWHERE: [&str; 18] = [
    "apptainer",
    "at",
    "batch",
    "buildah",
    "crictl",
    "ctr",
    "docker",
    "flatpak",
    "kubectl",
    "lxc",
    "nerdctl",
    "podman",
    "rsh",
    "runc",
    "singularity",
    "srun",
    "ssh",
    "systemd-run",
];

/// One thing that was found out about a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Finding {
    /// For another processor, or 32 bits.
    Foreign,
    /// No loader runs.
    Static,
    /// Another C library.
    Musl,
    /// It gains rights, so the loader takes nothing from the environment.
    Secure,
    /// The library is not below its root folder.
    Hidden,
    /// Its C library is older than the client's library needs: what it is, what is needed.
    OldLibc((u32, u32), (u32, u32)),
    /// The library is not in its environment.
    Cleared,
    /// It is in the environment, and the loader did not take it.
    NotTaken,
    /// Another driver's library was loaded as well, or instead; asked for by that very path, or found.
    Other(PathBuf, bool),
    /// It asked for a path where nothing is.
    NotThere(String),
    /// It has the library but not the session.
    NoSession,
    /// It has programs run elsewhere.
    Elsewhere(String),
    /// The system's list of libraries has no libcuda.
    NotListed,
}

impl Finding {
    /// One word for programs.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Finding::Foreign => "foreign",
            Finding::Static => "static",
            Finding::Musl => "musl",
            Finding::Secure => "secure-execution",
            Finding::Hidden => "hidden",
            Finding::OldLibc(..) => "old-libc",
            Finding::Cleared => "cleared-environment",
            Finding::NotTaken => "not-taken",
            Finding::Other(..) => "other-library",
            Finding::NotThere(_) => "missing-path",
            Finding::NoSession => "no-session",
            Finding::Elsewhere(_) => "elsewhere",
            Finding::NotListed => "not-listed",
        }
    }

    /// What to do about it.
    pub(super) fn remedy(&self, client: &Client) -> String {
        let library = client.library.display();
        let folder = client.library.parent().unwrap_or(Path::new("/")).display();
        match self {
            Finding::Foreign => "use its build for this machine, 64 bits".into(),
            Finding::Static => "link it dynamically (Go: CGO_ENABLED=1 and no -static)".into(),
            Finding::Musl => "use a build for glibc, or an image that is based on glibc".into(),
            Finding::Secure => "start bfrun inside of it: `sudo bfrun PROGRAM` instead of `bfrun sudo PROGRAM`".into(),
            Finding::Hidden => format!("mount {folder} there at the same place, or start bfrun inside"),
            Finding::OldLibc(..) => "use a newer system or image for it".into(),
            Finding::Cleared => {
                "keep LD_PRELOAD, LD_LIBRARY_PATH and BIFROST_SESSION, or start bfrun after them: `env -i … bfrun PROGRAM`".into()
            }
            Finding::NotTaken => format!("look at what the loader says: `bfrun env LD_DEBUG=all PROGRAM`, and whether {library} can be read"),
            Finding::Other(path, true) => {
                format!("let it ask for {NAME}.1 without a path, or put a link to {library} in the place of {}", path.display())
            }
            Finding::Other(..) => format!("keep LD_PRELOAD, or put {folder} first on LD_LIBRARY_PATH"),
            Finding::NotThere(path) => {
                format!("let it ask for {NAME}.1 without a path, or make a link: ln -s {library} {path}")
            }
            Finding::NoSession => "keep BIFROST_SESSION: else it makes a reservation of its own".into(),
            Finding::Elsewhere(_) => "start bfrun inside, with the pool's address".into(),
            Finding::NotListed => {
                format!("where something is linked with it: TRITON_LIBCUDA_PATH={folder}, or a link to {library} in /usr/lib and ldconfig")
            }
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Finding::Foreign => f.write_str("it is for another processor, or for 32 bits"),
            Finding::Static => {
                f.write_str("it is linked statically: no loader runs that could load libraries")
            }
            Finding::Musl => f.write_str("its C library is musl, Bifrost's library needs glibc"),
            Finding::Secure => f.write_str(
                "it gains rights (set-user-ID, set-group-ID, capabilities), so the loader ignores LD_PRELOAD",
            ),
            Finding::Hidden => f.write_str("it has another root folder, where Bifrost's library is not"),
            Finding::OldLibc(has, needs) => {
                write!(
                    f,
                    "its C library is glibc {}.{}, Bifrost's library needs {}.{}",
                    has.0, has.1, needs.0, needs.1
                )
            }
            Finding::Cleared => f.write_str(
                "LD_PRELOAD of Bifrost's library did not reach it: who started it cleared or replaced it",
            ),
            Finding::NotTaken => {
                f.write_str("LD_PRELOAD names Bifrost's library, and the loader did not take it")
            }
            Finding::Other(path, true) => {
                write!(f, "it asked for {}, which is another driver's library", path.display())
            }
            Finding::Other(path, false) => {
                write!(f, "it found {}, which is another driver's library", path.display())
            }
            Finding::NotThere(path) => write!(f, "it asked for {path}, where nothing is"),
            Finding::NoSession => f.write_str("it has Bifrost's library, but not BIFROST_SESSION"),
            Finding::Elsewhere(name) => {
                write!(f, "{name} has programs run elsewhere, without this environment")
            }
            Finding::NotListed => write!(f, "the system's list of libraries has no {NAME}.1"),
        }
    }
}

/// How a program stands to the client's library.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Verdict {
    /// It had the library.
    pub(super) reached: bool,
    /// It asked for the driver's library, or its file names it.
    pub(super) wants: bool,
    pub(super) state: State,
    pub(super) findings: Vec<Finding>,
}

/// Judges a program; `listed`: the system's list of libraries has libcuda.so.1.
pub(super) fn judge(process: &Process, client: &Client, listed: bool) -> Verdict {
    // Of one whose end was not seen the loader's account tells.
    let taken =
        !process.ended && process.preload && process.asked.iter().any(|name| client.is(Path::new(name)));
    let reached = taken || process.loaded.iter().any(|path| client.is(path));
    let requests: Vec<&String> = process.asked.iter().filter(|name| !client.is(Path::new(name))).collect();
    let wants = !requests.is_empty() || process.mentions;
    let mut findings = Vec::new();
    if !reached {
        findings.push(obstacle(process, client));
        // A helper that cannot use libraries does no harm.
        findings.retain(|f| wants || !matches!(f, Finding::Static | Finding::Foreign | Finding::Musl));
    }
    let mut strays = 0;
    for path in process.loaded.iter().filter(|path| !client.is(path)) {
        let by_path = requests.iter().any(|name| name.contains('/') && same(Path::new(name), path));
        findings.push(Finding::Other(path.clone(), by_path));
        strays += 1;
    }
    for name in requests.into_iter().filter(|name| name.contains('/') && !Path::new(name).exists()) {
        findings.push(Finding::NotThere(name.clone()));
        strays += 1;
    }
    if reached && !process.session {
        findings.push(Finding::NoSession);
    }
    if ELSEWHERE.contains(&&*process.name()) {
        findings.push(Finding::Elsewhere(process.name()));
    }
    let lists = process.name().starts_with("ldconfig") && process.arguments.iter().any(|a| a == "-p");
    if lists && !listed {
        findings.push(Finding::NotListed);
    }
    let state = match &findings[..] {
        [] => State::Ok,
        _ if strays > 0 || (wants && !reached) => State::Failed,
        _ => State::Warning,
    };
    Verdict { reached, wants, state, findings }
}

fn same(a: &Path, b: &Path) -> bool {
    a == b || a.canonicalize().is_ok_and(|a| Some(a) == b.canonicalize().ok())
}

/// Why the library is not there.
fn obstacle(process: &Process, client: &Client) -> Finding {
    match &process.elf {
        Some(elf) if !elf.native => return Finding::Foreign,
        Some(elf) if elf.is_musl() => return Finding::Musl,
        Some(elf) if elf.interpreter.is_none() => return Finding::Static,
        _ => {}
    }
    match (process.glibc, client.glibc) {
        _ if process.secure => Finding::Secure,
        _ if !process.visible => Finding::Hidden,
        (Some(has), Some(needs)) if has < needs => Finding::OldLibc(has, needs),
        _ if !process.preload => Finding::Cleared,
        _ => Finding::NotTaken,
    }
}

#[cfg(test)]
mod tests {
    use super::super::elf::Elf;
    use super::*;

    fn client() -> Client {
        Client { library: "/b/libcuda.so.1".into(), glibc: Some((2, 17)), programs: "/b/bin".into() }
    }

    /// A program that has the library and asked for it.
    fn fine() -> Process {
        let loader = Some("/lib64/ld-linux-x86-64.so.2".to_owned());
        Process {
            program: "/usr/bin/python3".into(),
            elf: Some(Elf { native: true, interpreter: loader, glibc: None }),
            visible: true,
            preload: true,
            session: true,
            ended: true,
            loaded: ["/b/libcuda.so.1".into()].into(),
            glibc: Some((2, 36)),
            asked: ["/b/libcuda.so.1".to_owned(), "libcuda.so.1".to_owned()].into(),
            ..Process::default()
        }
    }

    fn without(change: impl FnOnce(&mut Process)) -> Process {
        let mut process = Process { loaded: [].into(), ..fine() };
        change(&mut process);
        process
    }

    fn elf(interpreter: Option<&str>) -> Option<Elf> {
        Some(Elf { native: true, interpreter: interpreter.map(Into::into), glibc: None })
    }

    #[test]
    fn a_program_that_has_the_library() {
        let verdict = judge(&fine(), &client(), true);
        assert_eq!(verdict, Verdict { reached: true, wants: true, state: State::Ok, findings: [].into() });
        let quiet = Process { asked: ["/b/libcuda.so.1".to_owned()].into(), ..fine() };
        let verdict = judge(&quiet, &client(), true);
        assert_eq!((verdict.wants, verdict.state), (false, State::Ok));
        let replaced = Process { loaded: [].into(), ended: false, ..quiet };
        assert!(judge(&replaced, &client(), true).reached);
    }

    #[test]
    fn each_obstacle_is_named() {
        let foreign = Some(Elf { native: false, interpreter: None, glibc: None });
        let cases = [
            (without(|p| p.elf = foreign), "foreign"),
            (without(|p| p.elf = elf(None)), "static"),
            (without(|p| p.elf = elf(Some("/lib/ld-musl-x86_64.so.1"))), "musl"),
            (without(|p| (p.secure, p.preload) = (true, false)), "secure-execution"),
            (without(|p| p.visible = false), "hidden"),
            (without(|p| p.glibc = Some((2, 12))), "old-libc"),
            (without(|p| p.preload = false), "cleared-environment"),
            (without(|_| {}), "not-taken"),
        ];
        for (process, name) in cases {
            let verdict = judge(&process, &client(), true);
            let names: Vec<_> = verdict.findings.iter().map(Finding::name).collect();
            assert_eq!((names, verdict.state), (vec![name], State::Failed));
            // One that does not ask for CUDA is no failure.
            let idle = Process { asked: [].into(), ..process };
            assert_ne!(judge(&idle, &client(), true).state, State::Failed, "{name}");
        }
    }

    #[test]
    fn other_libraries_and_where_they_come_from() {
        let mut stray = fine();
        stray.loaded.insert("/compat/libcuda.so.1".into());
        let found = judge(&stray, &client(), true);
        let other = |asked| vec![Finding::Other("/compat/libcuda.so.1".into(), asked)];
        assert_eq!((found.reached, found.state, found.findings), (true, State::Failed, other(false)));
        stray.asked.insert("/compat/libcuda.so.1".into());
        // The path is not there for the test; both are told.
        let asked = judge(&stray, &client(), true).findings;
        assert_eq!(asked, [other(true), vec![Finding::NotThere("/compat/libcuda.so.1".into())]].concat());
    }

    #[test]
    fn what_surrounds_a_program() {
        let finding = |change: &dyn Fn(&mut Process), listed| {
            let mut process = fine();
            change(&mut process);
            let verdict = judge(&process, &client(), listed);
            (verdict.state, verdict.findings.first().map(Finding::name))
        };
        let warning = |name| (State::Warning, Some(name));
        assert_eq!(finding(&|p| p.session = false, true), warning("no-session"));
        assert_eq!(finding(&|p| p.program = "/usr/bin/docker".into(), true), warning("elsewhere"));
        let lists = |p: &mut Process| {
            (p.program, p.arguments) = ("/sbin/ldconfig".into(), vec!["ldconfig".into(), "-p".into()]);
        };
        assert_eq!(finding(&lists, false), warning("not-listed"));
        assert_eq!(finding(&lists, true), (State::Ok, None));
    }
}
