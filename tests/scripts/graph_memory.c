/* A graph that allocates outlives its context; prints "kept" if it leaves alone what another context has at the address. */
#include "driver.h"

enum { RELAXED = 2, NON_BLOCKING = 1, BYTES = 1 << 20, TRIES = 64 };

static word new_context(word *stream) {
    word context;
    int device;
    MUST("cuDeviceGet", P(&device), 0);
    MUST("cuCtxCreate_v2", P(&context), 0, device);
    MUST("cuStreamCreate", P(stream), NON_BLOCKING);
    return context;
}

/* Launched, the memory belongs to the program. */
static dptr allocating_graph(word *graph, word *exec, int launched) {
    dptr memory;
    word stream, context = new_context(&stream);
    MUST("cuStreamBeginCapture_v2", stream, RELAXED);
    MUST("cuMemAllocAsync", P(&memory), BYTES, stream);
    MUST("cuStreamEndCapture", stream, P(graph));
    MUST("cuGraphInstantiateWithFlags", P(exec), *graph, 0);
    if (launched) {
        MUST("cuGraphLaunch", *exec, stream);
    }
    MUST("cuCtxDestroy_v2", context);
    return memory;
}

/* Memory at an address that was another's. */
static int take(dptr address) {
    for (int i = 0; i < TRIES; i++) {
        dptr memory;
        MUST("cuMemAlloc_v2", P(&memory), BYTES);
        if (memory == address) {
            return 1;
        }
    }
    fprintf(stderr, "no allocation got the address\n");
    return 0;
}

static void check(int launched) {
    word graph, exec, stream;
    dptr address = allocating_graph(&graph, &exec, launched);
    unsigned found[2] = {0};
    word context = new_context(&stream);
    if (!take(address)) {
        exit(1);
    }
    MUST("cuMemsetD32_v2", address, 9, BYTES / 4);
    MUST("cuGraphExecDestroy", exec);
    MUST("cuGraphDestroy", graph);
    MUST("cuMemcpyDtoH_v2", P(found), address + BYTES - sizeof found, sizeof found);
    if (found[0] != 9 || found[1] != 9) {
        fprintf(stderr, "found %u %u\n", found[0], found[1]);
        exit(1);
    }
    MUST("cuMemFreeAsync", address, stream);
    MUST("cuStreamSynchronize", stream);
    MUST("cuCtxDestroy_v2", context);
}

int main(void) {
    MUST("cuInit", 0);
    check(0);
    check(1);
    puts("kept");
    return 0;
}
