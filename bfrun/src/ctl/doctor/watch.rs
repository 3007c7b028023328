//! Runs a command and looks at every program below it: when it begins, and when it ends (ptrace).

use std::collections::HashMap;
use std::io;
use std::os::unix::process::CommandExt;
use std::process::Command;

use super::process::{Client, Process};

/// All that has begun, and how the command ended.
#[derive(Debug, Default)]
pub(super) struct Watched {
    /// Programs in the order in which they began.
    pub(super) processes: Vec<Process>,
    /// The command's exit status; 128 + N after signal N.
    pub(super) status: i32,
}

/// What the kernel reports: new processes and threads, programs that begin, and ends.
const EVENTS: libc::c_int = libc::PTRACE_O_TRACEFORK
    | libc::PTRACE_O_TRACEVFORK
    | libc::PTRACE_O_TRACECLONE
    | libc::PTRACE_O_TRACEEXEC
    | libc::PTRACE_O_TRACEEXIT
    | libc::PTRACE_O_EXITKILL;

/// Runs the command to its end.
///
/// # Errors
/// The system's, when the command cannot be started or not be watched.
pub(super) fn watch(command: &mut Command, client: &Client) -> io::Result<Watched> {
    let begin = || {
        // SAFETY: two system calls on this process alone; signals of the terminal are for the command again.
        let failed = unsafe {
            libc::signal(libc::SIGINT, libc::SIG_DFL);
            libc::ptrace(libc::PTRACE_TRACEME, 0, 0, 0) != 0
        };
        if failed { Err(io::Error::last_os_error()) } else { Ok(()) }
    };
    // SAFETY: the closure does what is allowed between fork and exec.
    unsafe { command.pre_exec(begin) };
    // SAFETY: no handler is installed. The command ends by the signal, and then this program does.
    unsafe { libc::signal(libc::SIGINT, libc::SIG_IGN) };
    let root = command.spawn()?.id() as libc::pid_t;
    let mut state =
        State { client, root, watched: Watched::default(), current: HashMap::new(), known: vec![root] };
    state.first_stop()?;
    while let Some((pid, status)) = wait(-1)? {
        state.report(pid, status);
    }
    Ok(state.watched)
}

/// The next report about a process, or about any of them; none when there are no more.
fn wait(pid: libc::pid_t) -> io::Result<Option<(libc::pid_t, libc::c_int)>> {
    loop {
        let mut status = 0;
        // SAFETY: `status` is valid for writing.
        let pid = unsafe { libc::waitpid(pid, &raw mut status, libc::__WALL) };
        if pid > 0 {
            return Ok(Some((pid, status)));
        }
        match io::Error::last_os_error() {
            e if e.raw_os_error() == Some(libc::ECHILD) => return Ok(None),
            e if e.kind() == io::ErrorKind::Interrupted => {}
            e => return Err(e),
        }
    }
}

struct State<'a> {
    client: &'a Client,
    root: libc::pid_t,
    watched: Watched,
    /// By process: the program that it runs, as a place in `watched`.
    current: HashMap<libc::pid_t, usize>,
    /// Threads whose first stop was seen.
    known: Vec<libc::pid_t>,
}

impl State<'_> {
    /// The command stops when its program begins; from then on the kernel reports events.
    fn first_stop(&mut self) -> io::Result<()> {
        let Some((pid, status)) = wait(self.root)? else { return Ok(()) };
        if !libc::WIFSTOPPED(status) {
            self.report(pid, status);
            return Ok(());
        }
        // SAFETY: the process is stopped and is traced by this thread.
        if unsafe { libc::ptrace(libc::PTRACE_SETOPTIONS, pid, 0, libc::c_long::from(EVENTS)) } != 0 {
            return Err(io::Error::last_os_error());
        }
        self.began(pid);
        go_on(pid, 0);
        Ok(())
    }

    fn report(&mut self, pid: libc::pid_t, status: libc::c_int) {
        if !libc::WIFSTOPPED(status) {
            self.known.retain(|known| *known != pid);
            if pid == self.root {
                self.watched.status = if libc::WIFEXITED(status) {
                    libc::WEXITSTATUS(status)
                } else {
                    128 + libc::WTERMSIG(status)
                };
            }
            return;
        }
        let signal = libc::WSTOPSIG(status);
        let delivered = match status >> 16 {
            libc::PTRACE_EVENT_EXEC => {
                self.began(pid);
                0
            }
            libc::PTRACE_EVENT_EXIT => {
                self.ends(pid);
                0
            }
            0 if signal == libc::SIGSTOP && !self.known.contains(&pid) => {
                self.known.push(pid);
                0
            }
            0 => signal,
            _ => 0,
        };
        go_on(pid, delivered);
    }

    fn began(&mut self, pid: libc::pid_t) {
        if let Some(process) = Process::begun(pid, self.client) {
            self.current.insert(pid, self.watched.processes.len());
            self.watched.processes.push(process);
        }
    }

    /// A thread ends, and with it perhaps its process. What a process has loaded counts for the program that it, or whoever forked it, began.
    fn ends(&mut self, thread: libc::pid_t) {
        let Some(ids) = Ids::of(thread) else { return };
        let place = self.current.get(&ids.process).or_else(|| self.current.get(&ids.parent));
        if let Some(process) = place.and_then(|place| self.watched.processes.get_mut(*place)) {
            process.has_loaded(thread, self.client);
        }
    }
}

/// Lets a stopped thread go on, with a signal or without (0).
fn go_on(thread: libc::pid_t, signal: libc::c_int) {
    // SAFETY: a stopped thread that this one traces. If it has just been killed nothing is left to be done.
    unsafe { libc::ptrace(libc::PTRACE_CONT, thread, 0, libc::c_long::from(signal)) };
}

/// Whose thread it is.
pub(super) struct Ids {
    /// Its process.
    pub(super) process: libc::pid_t,
    /// The process that started that one.
    pub(super) parent: libc::pid_t,
    /// Real user and group.
    pub(super) user: u32,
    /// Real group.
    pub(super) group: u32,
}

impl Ids {
    pub(super) fn of(thread: libc::pid_t) -> Option<Ids> {
        let text = std::fs::read_to_string(format!("/proc/{thread}/status")).ok()?;
        let number = |name: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(name))?;
            line.split_whitespace().next()
        };
        Some(Ids {
            process: number("Tgid:")?.parse().ok()?,
            parent: number("PPid:")?.parse().ok()?,
            user: number("Uid:")?.parse().ok()?,
            group: number("Gid:")?.parse().ok()?,
        })
    }
}
