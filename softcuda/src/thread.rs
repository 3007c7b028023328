//! Threads of the driver inside of other people's processes.

/// Starts a detached thread with all signals blocked, so that the program's handlers run on its own threads.
/// A thread that cannot be started ends the process: the driver cannot keep its promises without it.
pub fn spawn(name: &str, body: impl FnOnce() + Send + 'static) {
    let previous = block_signals();
    let started = std::thread::Builder::new().name(name.to_owned()).stack_size(1 << 20).spawn(body);
    restore_signals(&previous);
    if let Err(error) = started {
        cuda_contract::say(&format!("softcuda: cannot start the thread {name}: {error}"));
        std::process::abort();
    }
}

fn block_signals() -> libc::sigset_t {
    // SAFETY: both sets are plain data that the calls fill; the functions have no other preconditions.
    unsafe {
        let mut all = std::mem::zeroed();
        let mut previous = std::mem::zeroed();
        libc::sigfillset(&mut all);
        libc::pthread_sigmask(libc::SIG_SETMASK, &all, &mut previous);
        previous
    }
}

fn restore_signals(previous: &libc::sigset_t) {
    // SAFETY: `previous` was filled by `pthread_sigmask`.
    unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, previous, std::ptr::null_mut()) };
}
