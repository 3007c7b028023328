/* pattern ROUNDS: so many times brings 1 MiB of a known pattern to the device, changes its first word there, and looks at what comes back. */
#include "driver.h"

enum { SIZE = 1 << 20 };

int main(int argc, char **argv) {
    int rounds = argc > 1 ? atoi(argv[1]) : 1;
    static unsigned char out[SIZE], back[SIZE];
    start();
    word add = load("add"), stream;
    dptr x;
    unsigned one = 1, first;
    void *parameters[] = {&x, &one};
    for (int i = 0; i < SIZE; i++) {
        out[i] = "what nobody else may read; "[i % 27];
    }
    MUST("cuStreamCreate", P(&stream), 1);
    MUST("cuMemAlloc_v2", P(&x), SIZE);
    for (int round = 0; round < rounds; round++) {
        MUST("cuMemcpyHtoD_v2", x, P(out), SIZE);
        must("launch", launch(add, stream, parameters));
        MUST("cuStreamSynchronize", stream);
        MUST("cuMemcpyDtoH_v2", P(back), x, SIZE);
        memcpy(&first, out, 4);
        first++;
        if (memcmp(&first, back, 4) != 0 || memcmp(out + 4, back + 4, SIZE - 4) != 0) {
            fprintf(stderr, "round %d: another pattern came back\n", round);
            return 1;
        }
    }
    printf("pattern: %d rounds\n", rounds);
    return 0;
}
