//! On which processors children run: they inherit the affinity of the process that starts them.

use std::io;

/// The processors that a process may use.
#[derive(Clone, Copy)]
pub struct Affinity(libc::cpu_set_t);

impl Affinity {
    /// Those of this process.
    pub fn now() -> io::Result<Affinity> {
        // SAFETY: all bit patterns are valid for the set, zero is the empty one.
        let mut set: libc::cpu_set_t = unsafe { std::mem::zeroed() };
        // SAFETY: `set` is writable and of the size given.
        if unsafe { libc::sched_getaffinity(0, size_of_val(&set), &raw mut set) } != 0 {
            return Err(io::Error::last_os_error());
        }
        Ok(Affinity(set))
    }

    /// Its processors one by one.
    pub fn each(self) -> Vec<Affinity> {
        // SAFETY: the index is below the size of the set.
        let has = |cpu: usize| unsafe { libc::CPU_ISSET(cpu, &self.0) };
        (0..libc::CPU_SETSIZE as usize).filter(|cpu| has(*cpu)).map(Affinity::of).collect()
    }

    fn of(cpu: usize) -> Affinity {
        // SAFETY: as in `now`.
        let mut set: libc::cpu_set_t = unsafe { std::mem::zeroed() };
        // SAFETY: `cpu` is below CPU_SETSIZE.
        unsafe { libc::CPU_SET(cpu, &mut set) };
        Affinity(set)
    }

    /// Makes this thread, and what it starts from now on, use these.
    pub fn apply(self) -> io::Result<()> {
        // SAFETY: the set is initialised and of the size given.
        match unsafe { libc::sched_setaffinity(0, size_of_val(&self.0), &raw const self.0) } {
            0 => Ok(()),
            _ => Err(io::Error::last_os_error()),
        }
    }
}
