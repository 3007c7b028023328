/*
 * hold MODE: uses the device until somebody ends it. Says "ready PID" when it does, then what the interrupted call returned.
 *
 *   sync      waits for a kernel that never ends
 *   copy      copies 256 MiB to the device again and again
 *   launch    keeps launching beside a kernel that never ends
 *   fork      like sync, and a child that has inherited everything lives on
 *   nested    its child does what `fork` does; the parent lives on too
 *   quiet     holds 256 MiB and sleeps
 */
#include "driver.h"
#include <signal.h>
#include <sys/wait.h>

static const size_t BYTES = (size_t)256 << 20;

static void ready(void) {
    printf("ready %d\n", getpid());
    fflush(stdout);
}

static int ended(const char *what, int result) {
    printf("%s %d\n", what, result);
    fflush(stdout);
    return result == 0 ? 0 : 7;
}

static void hang(dptr x) {
    void *parameters[] = {&x};
    MUST("cuMemsetD32_v2", x, 0, 1);
    must("launch", launch(load("hang"), 0, parameters));
}

static int copies(dptr x) {
    char *bytes = calloc(1, BYTES);
    MUST("cuMemcpyHtoD_v2", x, P(bytes), BYTES);
    ready();
    for (;;) {
        int result = CU("cuMemcpyHtoD_v2", x, P(bytes), BYTES);
        if (result) {
            return ended("copy", result);
        }
    }
}

static int launches(dptr x) {
    word add = load("add");
    unsigned one = 1;
    void *parameters[] = {&x, &one};
    hang(x);
    ready();
    for (;;) {
        int result = launch(add, 0, parameters);
        if (result) {
            return ended("launch", result);
        }
    }
}

static int use(const char *mode) {
    dptr x;
    start();
    MUST("cuMemAlloc_v2", P(&x), BYTES);
    if (!strcmp(mode, "copy")) {
        return copies(x);
    }
    if (!strcmp(mode, "launch")) {
        return launches(x);
    }
    if (!strcmp(mode, "quiet")) {
        ready();
        sleep(600);
        return 0;
    }
    hang(x);
    if (strcmp(mode, "sync") && fork() == 0) {
        sleep(600);
        _exit(0);
    }
    ready();
    return ended("synchronise", CU("cuCtxSynchronize", 0));
}

int main(int argc, char **argv) {
    const char *mode = argc > 1 ? argv[1] : "sync";
    if (!strcmp(mode, "nested")) {
        if (fork() == 0) {
            return use("fork");
        }
        sleep(600);
        return 0;
    }
    return use(mode);
}
