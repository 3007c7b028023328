//! The filter of system calls: what no CUDA driver needs in a worker and what helps whoever has taken one over.
//!
//! A list of what is refused, not of what is allowed: drivers are closed programs, whose next release may need another call. Refused calls
//! fail with EPERM, except that
//! - `clone3`, whose arguments a filter cannot see, and calls of the x32 ABI answer ENOSYS: the C library then uses `clone`;
//! - `connect` answers ENOENT: to a driver that looks for a daemon, there is none.
//!
//! Calls by the 32-bit interface end the process.

use std::io;

use libc::{
    BPF_ABS, BPF_JEQ, BPF_JGE, BPF_JMP, BPF_JSET, BPF_K, BPF_LD, BPF_RET, BPF_W, c_long, sock_filter,
};

#[cfg(target_arch = "x86_64")]
const ARCH: u32 = 0xC000_003E;
#[cfg(target_arch = "aarch64")]
const ARCH: u32 = 0xC000_00B7;
/// Numbers from here on are of the x32 ABI.
#[cfg(target_arch = "x86_64")]
const X32: u32 = 0x4000_0000;

/// Offsets in `struct seccomp_data`; both architectures are little-endian, so an argument's low half comes first.
const NR: u32 = 0;
const ARCHITECTURE: u32 = 4;
const FIRST_ARGUMENT: u32 = 16;

/// Refused with EPERM, whatever the arguments.
const REFUSED: &[c_long] = &[
    // Other processes.
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_pidfd_getfd,
    libc::SYS_pidfd_send_signal,
    libc::SYS_kcmp,
    libc::SYS_tkill,
    libc::SYS_rt_sigqueueinfo,
    libc::SYS_rt_tgsigqueueinfo,
    libc::SYS_migrate_pages,
    // Programs.
    libc::SYS_execve,
    libc::SYS_execveat,
    // Servers.
    libc::SYS_bind,
    libc::SYS_listen,
    // Users and what they may do.
    libc::SYS_setuid,
    libc::SYS_setgid,
    libc::SYS_setreuid,
    libc::SYS_setregid,
    libc::SYS_setresuid,
    libc::SYS_setresgid,
    libc::SYS_setgroups,
    libc::SYS_setfsuid,
    libc::SYS_setfsgid,
    libc::SYS_capset,
    libc::SYS_personality,
    // What is mounted, and namespaces.
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_move_mount,
    libc::SYS_open_tree,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_mount_setattr,
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_mknodat,
    libc::SYS_name_to_handle_at,
    libc::SYS_open_by_handle_at,
    libc::SYS_quotactl,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_acct,
    // Parts of the kernel that are often attacked.
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_fanotify_init,
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_syslog,
    // The machine.
    libc::SYS_kexec_load,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_reboot,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_clock_adjtime,
    libc::SYS_adjtimex,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_vhangup,
    KEXEC_FILE_LOAD,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_fork,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_vfork,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_mknod,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_iopl,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_ioperm,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_modify_ldt,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_uselib,
];

#[cfg(target_arch = "x86_64")]
const KEXEC_FILE_LOAD: c_long = 320;
#[cfg(target_arch = "aarch64")]
const KEXEC_FILE_LOAD: c_long = 294;

/// Of the first argument's low half, what a call is allowed for.
#[derive(Clone, Copy)]
enum Only {
    /// These values.
    Is([u32; 2]),
    /// Any of these bits.
    Has(u32),
}

fn statement(code: u32, k: u32) -> sock_filter {
    // All codes have 16 bits.
    sock_filter { code: code as u16, jt: 0, jf: 0, k }
}

fn jump(test: u32, k: u32, jt: u8, jf: u8) -> sock_filter {
    sock_filter { code: (BPF_JMP | test | BPF_K) as u16, jt, jf, k }
}

fn load(offset: u32) -> sock_filter {
    statement(BPF_LD | BPF_W | BPF_ABS, offset)
}

fn give(result: u32) -> sock_filter {
    statement(BPF_RET | BPF_K, result)
}

fn refuse(errno: i32) -> sock_filter {
    // Errors are small positive numbers.
    give(libc::SECCOMP_RET_ERRNO | errno.unsigned_abs())
}

/// What a call gets, whatever its arguments.
fn always(nr: c_long, errno: i32) -> [sock_filter; 2] {
    // Numbers of calls are small.
    [jump(BPF_JEQ, nr as u32, 0, 1), refuse(errno)]
}

/// A call that is allowed for some arguments only. As this ends the program, the number needs not be loaded again.
fn only(nr: c_long, only: Only) -> Vec<sock_filter> {
    let tests = match only {
        Only::Is([a, b]) => vec![jump(BPF_JEQ, a, 2, 0), jump(BPF_JEQ, b, 1, 0)],
        Only::Has(bits) => vec![jump(BPF_JSET, bits, 1, 0)],
    };
    let end = [refuse(libc::EPERM), give(libc::SECCOMP_RET_ALLOW)];
    // A handful.
    let length = 1 + tests.len() as u8 + 2;
    let mut code = vec![jump(BPF_JEQ, nr as u32, 0, length), load(FIRST_ARGUMENT)];
    code.extend(tests);
    code.extend(end);
    code
}

/// The filter of the process with this number.
fn program(pid: u32) -> Vec<sock_filter> {
    let own = Only::Is([pid, pid]);
    let mut code =
        vec![load(ARCHITECTURE), jump(BPF_JEQ, ARCH, 1, 0), give(libc::SECCOMP_RET_KILL_PROCESS), load(NR)];
    #[cfg(target_arch = "x86_64")]
    code.extend([jump(BPF_JGE, X32, 0, 1), refuse(libc::ENOSYS)]);
    code.extend(always(libc::SYS_clone3, libc::ENOSYS));
    code.extend(always(libc::SYS_connect, libc::ENOENT));
    code.extend(REFUSED.iter().flat_map(|nr| always(*nr, libc::EPERM)));
    code.extend(only(libc::SYS_clone, Only::Has(libc::CLONE_THREAD as u32)));
    code.extend(only(libc::SYS_socket, Only::Is([libc::AF_UNIX as u32; 2])));
    code.extend(only(libc::SYS_kill, own));
    code.extend(only(libc::SYS_tgkill, own));
    code.extend(only(libc::SYS_prlimit64, Only::Is([0, pid])));
    code.push(give(libc::SECCOMP_RET_ALLOW));
    code
}

/// Puts the filter on all threads of the process, for good. The process must not be able to gain privileges (`no_new_privs`).
pub(super) fn apply() -> io::Result<()> {
    let mut code = program(std::process::id());
    // Some two hundred instructions.
    let program = libc::sock_fprog { len: code.len() as u16, filter: code.as_mut_ptr() };
    // SAFETY: the program is valid as long as the call, which copies it.
    let result = unsafe {
        libc::syscall(
            libc::SYS_seccomp,
            libc::SECCOMP_SET_MODE_FILTER,
            libc::SECCOMP_FILTER_FLAG_TSYNC,
            &raw const program,
        )
    };
    match result {
        0 => Ok(()),
        -1 => Err(io::Error::last_os_error()),
        // The number of a thread that has another filter.
        _ => Err(io::Error::other("a thread of the driver has a filter of its own")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PID: u32 = 4711;

    /// Runs the filter as the kernel does.
    fn run(arch: u32, nr: u32, first: u64) -> u32 {
        let code = program(PID);
        let (mut at, mut a) = (0, 0);
        loop {
            let sock_filter { code: op, jt, jf, k } = code[at];
            let test = |yes: bool| usize::from(if yes { jt } else { jf });
            at += 1;
            match u32::from(op) {
                op if op == BPF_LD | BPF_W | BPF_ABS => {
                    a = [(NR, nr), (ARCHITECTURE, arch), (FIRST_ARGUMENT, first as u32)]
                        .into_iter()
                        .find_map(|(offset, value)| (offset == k).then_some(value))
                        .unwrap();
                }
                op if op == BPF_RET | BPF_K => return k,
                op if op == BPF_JMP | BPF_JEQ | BPF_K => at += test(a == k),
                op if op == BPF_JMP | BPF_JGE | BPF_K => at += test(a >= k),
                op if op == BPF_JMP | BPF_JSET | BPF_K => at += test(a & k != 0),
                other => panic!("{other:#x}"),
            }
        }
    }

    fn gives(nr: c_long, first: u64, expected: u32) {
        assert_eq!(run(ARCH, nr as u32, first), expected, "call {nr}, argument {first:#x}");
    }

    const ALLOW: u32 = libc::SECCOMP_RET_ALLOW;

    fn errno(n: i32) -> u32 {
        libc::SECCOMP_RET_ERRNO | n as u32
    }

    #[test]
    fn what_a_driver_needs_is_allowed() {
        for nr in [
            libc::SYS_read,
            libc::SYS_openat,
            libc::SYS_ioctl,
            libc::SYS_mmap,
            libc::SYS_munmap,
            libc::SYS_futex,
            libc::SYS_memfd_create,
            libc::SYS_accept4,
            libc::SYS_recvmsg,
            libc::SYS_sched_setaffinity,
            libc::SYS_exit_group,
        ] {
            gives(nr, 0, ALLOW);
        }
    }

    #[test]
    fn the_list_is_refused_and_has_no_doubles() {
        for nr in REFUSED {
            gives(*nr, 0, errno(libc::EPERM));
            gives(*nr, PID.into(), errno(libc::EPERM));
        }
        let mut unique = REFUSED.to_vec();
        unique.sort_unstable();
        unique.dedup();
        assert_eq!(unique.len(), REFUSED.len());
        gives(libc::SYS_clone3, 0, errno(libc::ENOSYS));
        gives(libc::SYS_connect, 3, errno(libc::ENOENT));
    }

    #[test]
    fn arguments_count() {
        let denied = errno(libc::EPERM);
        gives(libc::SYS_clone, libc::CLONE_THREAD as u64 | libc::CLONE_VM as u64, ALLOW);
        gives(libc::SYS_clone, libc::SIGCHLD as u64, denied);
        gives(libc::SYS_socket, libc::AF_UNIX as u64, ALLOW);
        gives(libc::SYS_socket, libc::AF_INET as u64, denied);
        for nr in [libc::SYS_kill, libc::SYS_tgkill] {
            gives(nr, PID.into(), ALLOW);
            gives(nr, 1, denied);
            gives(nr, u64::MAX, denied);
        }
        gives(libc::SYS_prlimit64, 0, ALLOW);
        gives(libc::SYS_prlimit64, PID.into(), ALLOW);
        gives(libc::SYS_prlimit64, 1, denied);
    }

    #[test]
    fn there_is_no_way_around_by_another_interface() {
        assert_eq!(run(0x4000_0003, libc::SYS_read as u32, 0), libc::SECCOMP_RET_KILL_PROCESS);
        #[cfg(target_arch = "x86_64")]
        assert_eq!(run(ARCH, X32 | libc::SYS_ptrace as u32, 0), errno(libc::ENOSYS));
    }
}
