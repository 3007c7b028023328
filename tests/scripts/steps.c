/* steps LAUNCHES EMPTY: so many times launch and synchronise, then so many times synchronise with nothing to wait for. */
#include "driver.h"

int main(int argc, char **argv) {
    int steps = argc > 1 ? atoi(argv[1]) : 10, empty = argc > 2 ? atoi(argv[2]) : 10;
    start();
    word add = load("add"), stream;
    dptr x;
    unsigned one = 1, result = 0;
    void *parameters[] = {&x, &one};
    MUST("cuStreamCreate", P(&stream), 1);
    MUST("cuMemAlloc_v2", P(&x), 4);
    MUST("cuMemsetD32_v2", x, 0, 1);
    MUST("cuCtxSynchronize", 0);
    for (int i = 0; i < steps; i++) {
        must("launch", launch(add, stream, parameters));
        MUST("cuStreamSynchronize", stream);
    }
    for (int i = 0; i < empty; i++) {
        MUST("cuStreamSynchronize", stream);
        MUST("cuCtxSynchronize", 0);
    }
    MUST("cuMemcpyDtoH_v2", P(&result), x, 4);
    MUST("cuMemFree_v2", x);
    printf("steps: %u\n", result);
    return result == (unsigned)steps ? 0 : 1;
}
