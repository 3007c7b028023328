/* Graphs that are large: many nodes, many dependencies of one node, many pieces of host memory. Prints what they computed. */
#include "driver.h"

/* CUDA_MEMCPY3D in words. */
enum { SRC_TYPE = 4, SRC_HOST = 5, DST_TYPE = 15, DST_DEVICE = 17, WIDTH = 22, HEIGHT = 23, DEPTH = 24 };
enum { HOST = 1, DEVICE = 2 };

static word context;

static void run_and_destroy(word graph, void (*between)(void)) {
    word exec;
    MUST("cuGraphInstantiateWithFlags", P(&exec), graph, 0);
    MUST("cuGraphLaunch", exec, 0);
    MUST("cuCtxSynchronize", 0);
    between();
    MUST("cuGraphLaunch", exec, 0);
    MUST("cuGraphExecDestroy", exec);
    MUST("cuGraphDestroy", graph);
    MUST("cuCtxSynchronize", 0);
}

static void nothing(void) {
}

/* A node that waits for more nodes than one frame can name. */
static void wide(int count) {
    word graph, last, *nodes = malloc(count * sizeof *nodes);
    MUST("cuGraphCreate", P(&graph), 0);
    for (int i = 0; i < count; i++) {
        MUST("cuGraphAddEmptyNode", P(&nodes[i]), graph, 0, 0);
    }
    MUST("cuGraphAddEmptyNode", P(&last), graph, P(nodes), count);
    run_and_destroy(graph, nothing);
    printf("wide %d\n", count);
    free(nodes);
}

/* Words of pageable memory with gaps between them, each a copy of its own. */
static unsigned *source;
static int pieces;
/* Words from one to the next. */
static int stride;

static void change(void) {
    for (int i = 0; i < pieces; i++) {
        source[(size_t)i * stride] = i + 7;
    }
}

static void copies(int count, int step) {
    word graph, node;
    dptr target;
    unsigned wrong = 0, *back = calloc(count, sizeof *back);
    pieces = count;
    stride = step;
    source = calloc((size_t)count * stride, sizeof *source);
    MUST("cuMemAlloc_v2", P(&target), count * sizeof *back);
    MUST("cuGraphCreate", P(&graph), 0);
    for (int i = 0; i < count; i++) {
        word copy[25] = {0};
        copy[SRC_TYPE] = HOST;
        copy[SRC_HOST] = P(&source[(size_t)i * stride]);
        copy[DST_TYPE] = DEVICE;
        copy[DST_DEVICE] = target + i * sizeof *back;
        copy[WIDTH] = sizeof *back;
        copy[HEIGHT] = copy[DEPTH] = 1;
        MUST("cuGraphAddMemcpyNode", P(&node), graph, 0, 0, P(copy), context);
    }
    run_and_destroy(graph, change);
    MUST("cuMemcpyDtoH_v2", P(back), target, count * sizeof *back);
    for (int i = 0; i < count; i++) {
        wrong += back[i] != (unsigned)i + 7;
    }
    printf("copies %d, %u wrong\n", count, wrong);
}

int main(void) {
    context = start();
    wide(100000);
    copies(30000, 16);
    /* Each in a page of its own. */
    copies(25000, 2048);
    return 0;
}
