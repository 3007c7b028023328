/* grab MIB: allocates so much in pieces of 16 MiB, says how many pieces it got, holds them until its input ends. */
#include "driver.h"

int main(int argc, char **argv) {
    int want = atoi(argv[argc - 1]) / 16, got = 0, result = 0;
    dptr x;
    start();
    while (got < want && (result = CU("cuMemAlloc_v2", P(&x), 16 << 20)) == 0) {
        got++;
    }
    printf("%d %d\n", got * 16, result);
    fflush(stdout);
    char c;
    return read(0, &c, 1) < 0;
}
