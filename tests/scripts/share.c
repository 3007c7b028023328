/* What processes let each other open.
 *
 *   share keep            exports memory of 1 MiB and an event, prints both handles, ends with its input
 *   share open MEM EVENT  opens both, prints the results and what is in the memory, ends with its input
 *   share count [kill]    has another process open its memory, which it then frees; prints what of it counts before
 *                         and after that process closes it, or is killed
 */
#include "driver.h"
#include <signal.h>
#include <sys/wait.h>

enum { BYTES = 1 << 20, INTERPROCESS = 6 };

struct handle {
    unsigned char bytes[64];
};

static struct handle parse(const char *text) {
    struct handle handle = {{0}};
    for (int i = 0; i < 64; i++)
        sscanf(text + 2 * i, "%2hhx", &handle.bytes[i]);
    return handle;
}

static const char *text(const struct handle *handle, char *out) {
    for (int i = 0; i < 64; i++)
        sprintf(out + 2 * i, "%02x", handle->bytes[i]);
    return out;
}

static void until_input_ends(void) {
    char byte;
    fflush(stdout);
    while (read(0, &byte, 1) > 0) {
    }
}

static dptr exported(struct handle *handle) {
    dptr at;
    MUST("cuMemAlloc_v2", P(&at), BYTES);
    MUST("cuMemsetD8_v2", at, 7, BYTES);
    MUST("cuCtxSynchronize");
    MUST("cuIpcGetMemHandle", P(handle), at);
    return at;
}

static int keep(void) {
    struct handle memory, event;
    char out[129];
    word e;
    exported(&memory);
    MUST("cuEventCreate", P(&e), INTERPROCESS);
    MUST("cuIpcGetEventHandle", P(&event), e);
    printf("%s\n", text(&memory, out));
    printf("%s\n", text(&event, out));
    until_input_ends();
    return 0;
}

static int open_both(const char *memory, const char *event) {
    dptr at = 0;
    word e = 0;
    int byte = 0;
    const int opened = ((int (*)(dptr *, struct handle, unsigned))find("cuIpcOpenMemHandle_v2"))(&at, parse(memory), 1);
    const int known = ((int (*)(word *, struct handle))find("cuIpcOpenEventHandle"))(&e, parse(event));
    if (!opened)
        MUST("cuMemcpyDtoH_v2", P(&byte), at, 1);
    printf("memory %d: %d, event %d\n", opened, byte, known);
    until_input_ends();
    return 0;
}

static size_t free_bytes(void) {
    size_t free, total;
    MUST("cuMemGetInfo_v2", P(&free), P(&total));
    return free;
}

static int count(int by_force) {
    const size_t before = free_bytes();
    struct handle memory;
    char out[129], byte;
    int in[2], answers[2], status;
    const dptr at = exported(&memory);
    if (pipe(in) || pipe(answers))
        return 2;
    const pid_t child = fork();
    if (child == 0) {
        dup2(in[0], 0);
        dup2(answers[1], 1);
        close(in[1]);
        execl("/proc/self/exe", "share", "open", text(&memory, out), "", NULL);
        _exit(127);
    }
    if (read(answers[0], &byte, 1) != 1)
        return 2;
    MUST("cuMemFree_v2", at);
    printf("freed: %zu count\n", before - free_bytes());
    if (by_force)
        kill(child, SIGKILL);
    close(in[1]);
    waitpid(child, &status, 0);
    for (int i = 0; i < 2000 && free_bytes() != before; i++)
        usleep(10000);
    printf("closed: %zu count\n", before - free_bytes());
    return 0;
}

int main(int argc, char **argv) {
    start();
    if (argc > 3 && !strcmp(argv[1], "open"))
        return open_both(argv[2], argv[3]);
    if (argc > 1 && !strcmp(argv[1], "count"))
        return count(argc > 2);
    return keep();
}
