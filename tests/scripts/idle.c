/*
 * idle: says "ready", then for each word that it reads does something with what it opened at its start (context, module, stream), and says
 * the word, the result of the allocation, and how often `use` went well.
 *
 *   use     allocates a word, adds to it on the device, looks at it, frees it
 *   take    allocates 1 MiB and keeps it
 *   give    frees that
 */
#include "driver.h"

static unsigned uses;

static int use(word add, word stream) {
    dptr x;
    unsigned one = 1, result = 0;
    void *parameters[] = {&x, &one};
    int failed = CU("cuMemAlloc_v2", P(&x), 4);
    if (failed) {
        return failed;
    }
    MUST("cuMemsetD32Async", x, uses, 1, stream);
    must("launch", launch(add, stream, parameters));
    MUST("cuStreamSynchronize", stream);
    MUST("cuMemcpyDtoH_v2", P(&result), x, 4);
    MUST("cuMemFree_v2", x);
    uses = result;
    return 0;
}

int main(void) {
    start();
    word add = load("add"), stream;
    dptr kept = 0;
    char line[64];
    MUST("cuStreamCreate", P(&stream), 1);
    puts("ready");
    fflush(stdout);
    while (scanf("%63s", line) == 1) {
        int result = 0;
        if (!strcmp(line, "use")) {
            result = use(add, stream);
        } else if (!strcmp(line, "take")) {
            result = CU("cuMemAlloc_v2", P(&kept), 1 << 20);
        } else {
            MUST("cuMemFree_v2", kept);
        }
        printf("%s %d %u\n", line, result, uses);
        fflush(stdout);
    }
    return 0;
}
