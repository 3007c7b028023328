/*
 * A driver library that has been taken over: softcuda with something else in it. In a worker it tries, when it is initialised, what a worker
 * must not be able to do, and says on its standard error how each attempt ended: "NAME errno", or "NAME done" if it came through.
 * Elsewhere (probe, trial) it does nothing of its own.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <netinet/in.h>
#include <unistd.h>

static char said[1 << 14];

static void say(const char *format, ...) {
    va_list values;
    size_t at = strlen(said);
    va_start(values, format);
    vsnprintf(said + at, sizeof said - at, format, values);
    va_end(values);
}

/* How an attempt ended; `result` is negative if it failed. */
static void tried(const char *what, long result) {
    if (result < 0) {
        say("intruder: %s %d\n", what, errno);
    } else {
        say("intruder: %s done\n", what);
    }
}

static int is_worker(char *arguments, ssize_t length) {
    const char mark[] = "--worker";
    return length > 0 && memmem(arguments, (size_t)length, mark, sizeof mark) != 0;
}

static ssize_t arguments_of(const char *pid, char *out, size_t size) {
    char path[300];
    snprintf(path, sizeof path, "/proc/%s/cmdline", pid);
    int fd = open(path, O_RDONLY);
    ssize_t n = fd < 0 ? -1 : read(fd, out, size);
    close(fd);
    return n;
}

/* Another worker of the same server, 0 if there is none. */
static pid_t another_worker(void) {
    char text[8192];
    pid_t found = 0;
    DIR *all = opendir("/proc");
    for (struct dirent *entry; all && (entry = readdir(all));) {
        pid_t pid = atoi(entry->d_name);
        if (pid > 0 && pid != getpid() && is_worker(text, arguments_of(entry->d_name, text, sizeof text))) {
            char path[64], stat[512] = "";
            int parent = 0;
            snprintf(path, sizeof path, "/proc/%d/stat", pid);
            int fd = open(path, O_RDONLY);
            if (fd >= 0 && read(fd, stat, sizeof stat - 1) > 0 && strrchr(stat, ')')) {
                sscanf(strrchr(stat, ')'), ") %*c %d", &parent);
            }
            close(fd);
            found = parent == getppid() ? pid : found;
        }
    }
    closedir(all);
    return found;
}

static long opened(int flags, const char *format, ...) {
    char path[300];
    va_list values;
    va_start(values, format);
    vsnprintf(path, sizeof path, format, values);
    va_end(values);
    int fd = open(path, flags);
    if (fd >= 0) {
        close(fd);
    }
    return fd;
}

static void against(const char *who, pid_t pid) {
    char what[80], byte;
    struct iovec here = {&byte, 1}, there = {(void *)&said, 1};
#define ON(text) (snprintf(what, sizeof what, text " of %s", who), what)
    long traced = ptrace(PTRACE_ATTACH, pid, 0, 0);
    tried(ON("ptrace"), traced);
    if (traced == 0) {
        waitpid(pid, 0, __WALL);
        ptrace(PTRACE_DETACH, pid, 0, 0);
    }
    tried(ON("memory"), opened(O_RDWR, "/proc/%d/mem", pid));
    tried(ON("environment"), opened(O_RDONLY, "/proc/%d/environ", pid));
    tried(ON("descriptors"), opened(O_RDONLY | O_DIRECTORY, "/proc/%d/fd", pid));
    tried(ON("files"), opened(O_RDONLY | O_DIRECTORY, "/proc/%d/root/", pid));
    tried(ON("signal"), kill(pid, 0));
    /* Nothing is there; allowed, it fails otherwise. */
    errno = 0;
    long read = syscall(SYS_process_vm_readv, pid, &here, 1, &there, 1, 0);
    tried(ON("process_vm_readv"), read < 0 && errno == EFAULT ? 0 : read);
}

static int entries(const char *folder) {
    int count = 0;
    DIR *all = opendir(folder);
    for (struct dirent *entry; all && (entry = readdir(all));) {
        count += entry->d_name[0] != '.';
    }
    if (all) {
        closedir(all);
    }
    return count;
}

/* What the test left beside this library, and what machines have. */
static void files(void) {
    const char *nodes[] = {"fuse", "kmsg", "tty", "net/tun"};
    char here[300], what[60];
    Dl_info library;
    dladdr((void *)files, &library);
    snprintf(here, sizeof here, "%s", library.dli_fname);
    *strrchr(here, '/') = 0;
    tried("home", opened(O_RDONLY, "%s/home/secret", here));
    tried("other cache", opened(O_RDONLY, "%s/caches/other/code", here));
    for (int i = 0; i < 4; i++) {
        snprintf(what, sizeof what, "node %s", nodes[i]);
        tried(what, opened(O_RDWR, "/dev/%s", nodes[i]));
    }
    say("intruder: nodes %d\nintruder: temporary files %d\n", entries("/dev"), entries("/tmp"));
}

static int writable(const char *folder) {
    char path[300];
    snprintf(path, sizeof path, "%s/intruder-%d", folder, getpid());
    int fd = open(path, O_WRONLY | O_CREAT, 0600);
    if (fd >= 0) {
        close(fd);
        unlink(path);
    }
    return fd;
}

static void system_calls(void) {
    struct sockaddr_un name = {.sun_family = AF_UNIX, .sun_path = "/nowhere"};
    int local = socket(AF_UNIX, SOCK_STREAM, 0);
    tried("connect", connect(local, (void *)&name, sizeof name));
    name.sun_path[0] = 0;
    snprintf(name.sun_path + 1, 40, "intruder-%d", getpid());
    tried("bind", bind(local, (void *)&name, sizeof name));
    close(local);
    tried("internet socket", socket(AF_INET, SOCK_STREAM, 0));
    tried("mount", mount("none", "/", 0, MS_REC | MS_SHARED, 0));
    tried("unshare", syscall(SYS_unshare, CLONE_NEWUSER));
    tried("keyctl", syscall(SYS_keyctl, 0, -3, 1));
    tried("bpf", syscall(SYS_bpf, 0, said, 48) < 0 && errno != EPERM && errno != EACCES ? 0 : -1);
    tried("userfaultfd", syscall(SYS_userfaultfd, 1));
    tried("io_uring", syscall(SYS_io_uring_setup, 1, (char[128]){0}));
    tried("setuid", setuid(0));
    tried("mknod", syscall(SYS_mknodat, AT_FDCWD, "/tmp/intruder-node", S_IFCHR | 0600, makedev(1, 3)));
    execl("/nowhere", "nowhere", (char *)0);
    tried("execve", errno == EPERM ? -1 : 0);
    pid_t child = fork();
    if (child == 0) {
        execl("/bin/true", "true", (char *)0);
        _exit(0);
    }
    tried("fork", child);
}

/* What is no attempt, but must be so. */
static void state(void) {
    struct rlimit cores;
    getrlimit(RLIMIT_CORE, &cores);
    say("intruder: uid %d\nintruder: dumpable %d\n", getuid(), prctl(PR_GET_DUMPABLE));
    say("intruder: no_new_privs %d\nintruder: cores %lu\n", prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0), (unsigned long)cores.rlim_max);
    int descriptors = 0;
    for (int fd = 0; fd < 1024; fd++) {
        descriptors += fcntl(fd, F_GETFD) >= 0;
    }
    say("intruder: descriptors %d\n", descriptors);
    say("intruder: secret in the environment %d\n", getenv("INTRUDER_SECRET") != 0);
    const char *cache = getenv("CUDA_CACHE_PATH");
    tried("own cache", cache ? writable(cache) : -1);
}

int cuInit(unsigned flags) {
    int (*real)(unsigned) = (int (*)(unsigned))dlsym(RTLD_NEXT, "cuInit");
    static char text[8192];
    if (is_worker(text, arguments_of("self", text, sizeof text))) {
        pid_t other = another_worker();
        state();
        against("the front", getppid());
        if (other) {
            against("another worker", other);
        }
        files();
        tried("folder of programs", writable("/usr/local/bin"));
        system_calls();
        say("intruder: over\n");
        /* Its standard error is a pipe that holds this. */
        if (write(2, said, strlen(said)) < 0) {
            _exit(9);
        }
    }
    return real ? real(flags) : 999;
}
