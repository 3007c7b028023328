//! The program: its start, its signals, its end.

use std::ffi::OsString;
use std::io;
use std::mem::MaybeUninit;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus};

use crate::device_files::DeviceFiles;
use crate::error::RunError;

/// Signals that bfrun takes by hand.
const TAKEN: [libc::c_int; 7] =
    [libc::SIGINT, libc::SIGQUIT, libc::SIGTERM, libc::SIGHUP, libc::SIGUSR1, libc::SIGUSR2, libc::SIGCHLD];

/// Which devices a program sees (CUDA Programming Guide, "CUDA Environment Variables").
pub(crate) const VISIBLE: &str = "CUDA_VISIBLE_DEVICES";

fn set_of(signals: &[libc::c_int]) -> libc::sigset_t {
    let mut set = MaybeUninit::uninit();
    // SAFETY: sigemptyset initialises the set; the signals are valid numbers.
    unsafe {
        libc::sigemptyset(set.as_mut_ptr());
        for s in signals {
            libc::sigaddset(set.as_mut_ptr(), *s);
        }
        set.assume_init()
    }
}

/// That bfrun takes the signals by hand, and what mask it was started with.
pub(crate) struct Signals(libc::sigset_t);

impl Signals {
    /// Has this thread and all that it starts from now on leave the signals to [`wait`].
    pub(crate) fn take() -> Signals {
        let set = set_of(&TAKEN);
        let mut old = set_of(&[]);
        // SAFETY: changes this thread's mask, and SIGCHLD's disposition, which somebody may have left at "ignore": children could then
        // not be waited for.
        unsafe {
            libc::pthread_sigmask(libc::SIG_BLOCK, &raw const set, &raw mut old);
            libc::signal(libc::SIGCHLD, libc::SIG_DFL);
        }
        Signals(old)
    }
}

/// Starts the program with additional variables, among files of devices if there are any, and with the signal mask that bfrun was started with.
pub(crate) fn start(
    signals: &Signals,
    program: &OsString,
    args: &[OsString],
    variables: impl IntoIterator<Item = (&'static str, OsString)>,
    files: Option<DeviceFiles>,
) -> Result<Child, RunError> {
    let mut command = Command::new(program);
    // It names devices of this machine; the program's are those that were granted, from 0.
    command.args(args).envs(variables).env_remove(VISIBLE);
    let old = signals.0;
    let restore = move || {
        if let Some(files) = &files {
            files.enter();
        }
        // SAFETY: a set that the closure owns.
        unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, &raw const old, std::ptr::null_mut()) };
        Ok(())
    };
    // SAFETY: the closure does what is allowed between fork and exec.
    unsafe { command.pre_exec(restore) };
    command.spawn().map_err(|e| RunError::Program(program.clone(), e))
}

/// Waits for the program and passes signals on to it; returns bfrun's exit status.
///
/// # Errors
/// The system's.
pub(crate) fn wait(child: &mut Child) -> io::Result<u8> {
    let set = set_of(&TAKEN);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(exit_status(status));
        }
        let mut info = MaybeUninit::<libc::siginfo_t>::zeroed();
        // SAFETY: `set` and `info` live across the call.
        let signal = unsafe { libc::sigwaitinfo(&raw const set, info.as_mut_ptr()) };
        // SAFETY: zeroed is a valid siginfo_t, and the call may have filled it.
        let info = unsafe { info.assume_init() };
        // What the terminal sends goes to the whole group, so that the program has it already; but that it hangs up is told to the
        // session's leader alone.
        let has_it = info.si_code == libc::SI_KERNEL && signal != libc::SIGHUP;
        if signal > 0 && signal != libc::SIGCHLD && !has_it {
            // SAFETY: the child has not been reaped, so the number is still its.
            unsafe { libc::kill(child.id() as libc::pid_t, signal) };
        }
    }
}

fn exit_status(status: ExitStatus) -> u8 {
    let code = status.code().or_else(|| status.signal().map(|s| 128 + s));
    // Exit codes have eight bits, signals are below 65.
    code.and_then(|c| u8::try_from(c).ok()).unwrap_or(crate::FAILED)
}
