/* grab [pinned] MIB: allocates so much of the device (or pins so much) in pieces of 16 MiB, says how much it got, holds it until its input ends. */
#include "driver.h"

int main(int argc, char **argv) {
    int want = atoi(argv[argc - 1]) / 16, got = 0, result = 0;
    const char *take = argc > 2 && !strcmp(argv[1], "pinned") ? "cuMemAllocHost_v2" : "cuMemAlloc_v2";
    dptr x;
    start();
    while (got < want && (result = CU(take, P(&x), 16 << 20)) == 0) {
        got++;
    }
    printf("%d %d\n", got * 16, result);
    fflush(stdout);
    char c;
    return read(0, &c, 1) < 0;
}
