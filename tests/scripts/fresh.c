/* Reads memory that the device has just handed out, by every way to get some; prints for each how many bytes of it are not zero. */
#include "driver.h"

enum { NON_BLOCKING = 1, RELAXED = 2, GLOBAL = 1, PINNED = 1, ON_DEVICE = 1, READWRITE = 3, LAYERED = 1 };
enum { HOST = 1, ARRAY = 3, UINT8 = 1, FLOAT = 0x20 };
enum { SMALL = 1000, LARGE = 32 << 20 };

struct location { int type, id; };
struct pool { int type, handles; struct location where; void *security; size_t most; char rest[56]; };
struct physical { int type, handles; struct location where; void *metadata; char flags[8]; };
struct access { struct location where; int flags; };
struct descriptor { size_t width, height, depth; int format, channels, flags; };
struct end { size_t x, y, z, level; int type; void *host; dptr device; word array; void *reserved; size_t pitch, height; };
struct copy { struct end from, to; size_t width, height, depth; };

static const struct location device = {ON_DEVICE, 0};
static unsigned char *host;
static word stream;

static void say(const char *path, size_t bytes) {
    size_t found = 0;
    for (size_t i = 0; i < bytes; i++) {
        found += host[i] != 0;
    }
    printf("%s %zu\n", path, found);
    memset(host, 0x77, LARGE);
}

/* Reads the end first, as what is done last of a fill. */
static void look(const char *path, dptr memory, size_t bytes, word in) {
    size_t tail = bytes / 4;
    MUST("cuMemcpyDtoHAsync_v2", P(host + bytes - tail), memory + bytes - tail, tail, in);
    MUST("cuMemcpyDtoHAsync_v2", P(host), memory, bytes - tail, in);
    MUST("cuStreamSynchronize", in);
    say(path, bytes);
}

static void plain(void) {
    dptr memory;
    const size_t sizes[] = {1, SMALL, LARGE};
    for (int i = 0; i < 3; i++) {
        MUST("cuMemAlloc_v2", P(&memory), sizes[i]);
        look("plain", memory, sizes[i], stream);
        MUST("cuMemAlloc_v2", P(&memory), sizes[i]);
        look("plain, default stream", memory, sizes[i], 0);
    }
}

/* A kernel is the first to touch it; 0 added to what is there. */
static void kernel(void) {
    dptr memory;
    unsigned none = 0;
    word add = load("add");
    MUST("cuMemAlloc_v2", P(&memory), LARGE);
    dptr last = memory + LARGE - 4;
    void *arguments[] = {&last, &none};
    must("launch", launch(add, stream, arguments));
    MUST("cuMemcpyDtoHAsync_v2", P(host), last, 4, stream);
    MUST("cuStreamSynchronize", stream);
    say("kernel", 4);
}

/* What the program writes at once stays. */
static void written(void) {
    dptr memory;
    MUST("cuMemAlloc_v2", P(&memory), LARGE);
    MUST("cuMemsetD8Async", memory, 1, LARGE, stream);
    MUST("cuMemcpyDtoHAsync_v2", P(host), memory, LARGE, stream);
    MUST("cuStreamSynchronize", stream);
    size_t lost = 0;
    for (size_t i = 0; i < LARGE; i++) {
        lost += host[i] != 1;
    }
    printf("written, lost %zu\n", lost);
}

/* One after the other, each used in a stream that is kept busy: more than may be waited for there. */
static void busy(void) {
    enum { COUNT = 12 };
    dptr flag, memory[COUNT];
    word hang = load("hang"), other;
    void *arguments[] = {&flag};
    MUST("cuStreamCreate", P(&other), NON_BLOCKING);
    MUST("cuMemAlloc_v2", P(&flag), 4);
    MUST("cuMemsetD32Async", flag, 0, 1, other);
    must("launch", launch(hang, stream, arguments));
    for (int i = 0; i < COUNT; i++) {
        MUST("cuMemAlloc_v2", P(&memory[i]), 4 << 20);
        MUST("cuMemcpyDtoDAsync_v2", memory[i], memory[i] + (2 << 20), 2 << 20, stream);
    }
    MUST("cuMemsetD32Async", flag, 1, 1, other);
    for (int i = 0; i < COUNT; i++) {
        MUST("cuMemcpyDtoHAsync_v2", P(host + ((size_t)i << 21)), memory[i], 2 << 20, stream);
    }
    MUST("cuStreamSynchronize", stream);
    say("busy", (size_t)COUNT << 21);
}

static void pitched(void) {
    dptr memory;
    size_t pitch;
    MUST("cuMemAllocPitch_v2", P(&memory), P(&pitch), SMALL, 300, 4);
    look("pitched", memory, pitch * 300, stream);
}

static void managed(void) {
    dptr memory;
    MUST("cuMemAllocManaged", P(&memory), 1 << 20, GLOBAL);
    look("managed", memory, 1 << 20, stream);
}

static void pools(void) {
    dptr memory;
    word pool;
    struct pool wanted = {.type = PINNED, .where = device};
    MUST("cuMemAllocAsync", P(&memory), LARGE, stream);
    look("asynchronous", memory, LARGE, stream);
    MUST("cuMemAllocAsync", P(&memory), SMALL, stream);
    look("asynchronous", memory, SMALL, stream);
    MUST("cuMemPoolCreate", P(&pool), P(&wanted));
    MUST("cuMemAllocFromPoolAsync", P(&memory), LARGE, pool, stream);
    look("pool", memory, LARGE, stream);
}

static void array(const char *path, struct descriptor d, size_t texel) {
    word array;
    MUST("cuArray3DCreate_v2", P(&array), P(&d));
    struct copy c = {.width = d.width * texel, .height = d.height ? d.height : 1, .depth = d.depth ? d.depth : 1};
    c.from.type = ARRAY, c.from.array = array;
    c.to.type = HOST, c.to.host = host, c.to.pitch = c.width, c.to.height = c.height;
    MUST("cuMemcpy3D_v2", P(&c));
    say(path, c.width * c.height * c.depth);
}

static void arrays(void) {
    array("array 1D", (struct descriptor){100001, 0, 0, UINT8, 1, 0}, 1);
    array("array 2D", (struct descriptor){1000, 777, 0, FLOAT, 4, 0}, 16);
    array("array 3D", (struct descriptor){33, 5, 7, UINT8, 2, 0}, 2);
    array("array 1D, layers", (struct descriptor){65, 0, 9, FLOAT, 1, LAYERED}, 4);
    array("array 2D, layers", (struct descriptor){300, 300, 3, FLOAT, 1, LAYERED}, 4);
}

static void mapped(void) {
    dptr at, again;
    word memory;
    struct physical wanted = {.type = PINNED, .where = device};
    struct access all = {device, READWRITE};
    size_t bytes = 8 << 20;
    MUST("cuMemCreate", P(&memory), bytes, P(&wanted), 0);
    MUST("cuMemAddressReserve", P(&at), bytes, 0, 0, 0);
    MUST("cuMemMap", at, bytes, 0, memory, 0);
    MUST("cuMemSetAccess", at, bytes, P(&all), 1);
    look("mapped", at, bytes, stream);
    /* The same memory at another place keeps what it holds. */
    MUST("cuMemsetD8Async", at, 0, bytes, stream);
    MUST("cuMemsetD8Async", at, 9, 1, stream);
    MUST("cuStreamSynchronize", stream);
    MUST("cuMemUnmap", at, bytes);
    MUST("cuMemAddressReserve", P(&again), bytes, 0, 0, 0);
    MUST("cuMemMap", again, bytes, 0, memory, 0);
    MUST("cuMemSetAccess", again, bytes, P(&all), 1);
    MUST("cuMemcpyDtoHAsync_v2", P(host), again, 1, stream);
    MUST("cuStreamSynchronize", stream);
    printf("mapped again %d\n", host[0]);
}

static void graph(void) {
    dptr memory, copy;
    word graph, exec;
    MUST("cuMemAlloc_v2", P(&copy), 1 << 20);
    MUST("cuMemsetD8Async", copy, 0, 1 << 20, stream);
    MUST("cuStreamBeginCapture_v2", stream, RELAXED);
    MUST("cuMemAllocAsync", P(&memory), 1 << 20, stream);
    MUST("cuMemcpyDtoDAsync_v2", copy, memory, 1 << 20, stream);
    MUST("cuMemFreeAsync", memory, stream);
    MUST("cuStreamEndCapture", stream, P(&graph));
    MUST("cuGraphInstantiateWithFlags", P(&exec), graph, 0);
    MUST("cuGraphLaunch", exec, stream);
    look("graph", copy, 1 << 20, stream);
}

int main(void) {
    start();
    host = malloc(LARGE);
    memset(host, 0x77, LARGE);
    MUST("cuStreamCreate", P(&stream), NON_BLOCKING);
    plain();
    kernel();
    pitched();
    managed();
    pools();
    arrays();
    mapped();
    graph();
    busy();
    written();
    return 0;
}
