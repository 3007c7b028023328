/*
 * hoard MIB WAY...: takes as much of the device as it can get, in each of these ways one after the other, then tells what it has.
 * After the first failure of each it goes on with smaller pieces, down to one byte.
 *
 * At the end it holds all and says "holds BYTES" (what it counts itself), then what each query tells: "QUERY total used free", and ends
 * when its input does. A failure that is not CUDA_ERROR_OUT_OF_MEMORY is said as "WAY: CODE" and ends the way.
 */
#include "driver.h"
#include <sys/mman.h>

enum { NON_BLOCKING = 1, RELAXED = 2, PINNED = 1, ON_DEVICE = 1, READWRITE = 3, LAYERED = 1, SURFACE = 2 };
enum { UINT8 = 1, FLOAT = 0x20, OUT_OF_MEMORY = 2, RESERVED = 5, USED = 7, THRESHOLD = 4 };
enum { HEAP = 2 };

struct location { int type, id; };
struct pool { int type, handles; struct location where; void *security; size_t most; char rest[56]; };
struct physical { int type, handles; struct location where; void *metadata; char flags[8]; };
struct access { struct location where; int flags; };
struct descriptor { size_t width, height, depth; int format, channels, flags; };

static const struct location device = {ON_DEVICE, 0};
static unsigned long long held;
static word stream;
static size_t most;

static int plain(size_t bytes) {
    dptr memory;
    return CU("cuMemAlloc_v2", P(&memory), bytes);
}

/* One byte in each row: rows are wide. */
static int pitched(size_t bytes) {
    dptr memory;
    size_t pitch, rows = bytes / 512 ? bytes / 512 : 1;
    int result = CU("cuMemAllocPitch_v2", P(&memory), P(&pitch), 1, rows, 4);
    held += result == 0 ? pitch * rows - bytes : 0;
    return result;
}

static int asynchronous(size_t bytes) {
    dptr memory;
    return CU("cuMemAllocAsync", P(&memory), bytes, stream);
}

static word pool(void) {
    static word made;
    unsigned long long keep = ~0ull;
    struct pool wanted = {.type = PINNED, .where = device};
    if (!made) {
        MUST("cuMemPoolCreate", P(&made), P(&wanted));
        MUST("cuMemPoolSetAttribute", made, THRESHOLD, P(&keep));
    }
    return made;
}

static int pooled(size_t bytes) {
    dptr memory;
    return CU("cuMemAllocFromPoolAsync", P(&memory), bytes, pool(), stream);
}

/* Freed, yet kept by the pool: it counts until somebody needs it. */
static int kept(size_t bytes) {
    dptr memory;
    int result = pooled(bytes);
    if (result == 0 && CU("cuMemAllocFromPoolAsync", P(&memory), bytes, pool(), stream) == 0) {
        MUST("cuMemFreeAsync", memory, stream);
    }
    return result;
}

static int array(size_t bytes) {
    word made;
    struct descriptor d = {bytes < 4096 ? (bytes + 15) / 16 : 256, bytes < 4096 ? 0 : bytes / 4096, 0, FLOAT, 4, 0};
    int result = CU("cuArray3DCreate_v2", P(&made), P(&d));
    held += result == 0 && bytes < 16 ? 16 - bytes : 0;
    return result;
}

static int layers(size_t bytes) {
    word made;
    struct descriptor d = {bytes < 4096 ? bytes : 4096, 0, bytes < 4096 ? 1 : bytes / 4096, UINT8, 1, LAYERED | SURFACE};
    return CU("cuArray3DCreate_v2", P(&made), P(&d));
}

static const struct physical physical = {.type = PINNED, .where = {ON_DEVICE, 0}};
static const struct access all = {{ON_DEVICE, 0}, READWRITE};

static size_t granular(size_t bytes) {
    return (bytes + (2 << 20) - 1) & ~(size_t)((2 << 20) - 1);
}

/* Memory without an address. */
static int created(size_t bytes) {
    word memory;
    size_t size = granular(bytes);
    int result = CU("cuMemCreate", P(&memory), size, P(&physical), 0);
    held += result == 0 ? size - bytes : 0;
    return result;
}

/* Its handle is given back while it is mapped: it stays. */
static int mapped(size_t bytes) {
    word memory;
    dptr at;
    size_t size = granular(bytes);
    int result = CU("cuMemCreate", P(&memory), size, P(&physical), 0);
    if (result) {
        return result;
    }
    MUST("cuMemAddressReserve", P(&at), size, 0, 0, 0);
    MUST("cuMemMap", at, size, 0, memory, 0);
    MUST("cuMemSetAccess", at, size, P(&all), 1);
    MUST("cuMemRelease", memory);
    held += size - bytes;
    return 0;
}

/* A node that allocates, in a graph that is never launched. */
static int node(size_t bytes) {
    dptr memory;
    word graph, exec;
    MUST("cuStreamBeginCapture_v2", stream, RELAXED);
    int result = CU("cuMemAllocAsync", P(&memory), bytes, stream);
    int ended = CU("cuStreamEndCapture", stream, P(&graph));
    if (result || ended) {
        return result ? result : ended;
    }
    return CU("cuGraphInstantiateWithFlags", P(&exec), graph, 0);
}

/* Another context, in which the first call fails for good. What is freed there is not free. */
static int failed(size_t bytes) {
    int d;
    word context, primary;
    dptr memory;
    MUST("cuDeviceGet", P(&d), 0);
    MUST("cuCtxGetCurrent", P(&primary));
    MUST("cuCtxCreate_v2", P(&context), 0, d);
    int result = CU("cuMemAlloc_v2", P(&memory), bytes);
    if (result == 0) {
        void *none[1] = {0};
        must("launch", launch(load("bad"), 0, none));
        CU("cuCtxSynchronize", 0);
        CU("cuMemFree_v2", memory);
    }
    MUST("cuCtxSetCurrent", primary);
    return result;
}

/* What is not the program's to free takes nothing off its account. */
static int misfreed(size_t bytes) {
    dptr memory;
    int result = CU("cuMemAlloc_v2", P(&memory), bytes);
    if (result == 0) {
        if (bytes > 512) {
            CU("cuMemFree_v2", memory + 512);
        }
        CU("cuMemFree_v2", 512);
    }
    return result;
}

/* Variables of a module. */
static int variables(size_t bytes) {
    char text[400];
    word module;
    snprintf(text, sizeof text,
             ".version 7.0\n.target sm_75\n.address_size 64\n.global .align 4 .b8 hidden[%zu];\n"
             ".visible .entry k() { ret; }\n",
             bytes);
    return CU("cuModuleLoadData", P(&module), P(text));
}

/* The heap of kernels, in a context of its own; what each context has of it is the driver's. */
static int heap(size_t bytes) {
    int d;
    word context, primary;
    MUST("cuDeviceGet", P(&d), 0);
    MUST("cuCtxGetCurrent", P(&primary));
    MUST("cuCtxCreate_v2", P(&context), 0, d);
    size_t usual = 0;
    MUST("cuCtxGetLimit", P(&usual), HEAP);
    int result = CU("cuCtxSetLimit", HEAP, usual + bytes);
    MUST("cuCtxSetCurrent", primary);
    return result;
}

static int pinned(size_t bytes) {
    dptr memory;
    return CU("cuMemAllocHost_v2", P(&memory), bytes);
}

static int registered(size_t bytes) {
    void *memory = mmap(0, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return CU("cuMemHostRegister_v2", P(memory), bytes, 0);
}

static int managed(size_t bytes) {
    dptr memory;
    return CU("cuMemAllocManaged", P(&memory), bytes, 1);
}

struct way {
    const char *name;
    int (*take)(size_t bytes);
    /* Pieces of this size at first, and of this at last. */
    size_t first, last;
};

static const struct way WAYS[] = {
    {"plain", plain, 16 << 20, 1},       {"small", plain, 1, 1},
    {"pitched", pitched, 16 << 20, 512}, {"asynchronous", asynchronous, 16 << 20, 4096},
    {"pooled", pooled, 16 << 20, 4096},  {"kept", kept, 16 << 20, 1 << 20},
    {"array", array, 16 << 20, 16},      {"layers", layers, 8 << 20, 1},
    {"created", created, 16 << 20, 1},   {"mapped", mapped, 16 << 20, 1},
    {"node", node, 16 << 20, 1 << 20},   {"failed", failed, 16 << 20, 16 << 20},
    {"misfreed", misfreed, 16 << 20, 1}, {"variables", variables, 16 << 20, 1 << 10},
    {"heap", heap, 64 << 20, 64 << 20},  {"pinned", pinned, 16 << 20, 4096},
    {"registered", registered, 16 << 20, 4096}, {"managed", managed, 16 << 20, 4096},
};

static void hoard(const char *name) {
    for (size_t i = 0; i < sizeof WAYS / sizeof *WAYS; i++) {
        if (strcmp(WAYS[i].name, name)) {
            continue;
        }
        for (size_t bytes = WAYS[i].first; bytes >= WAYS[i].last; bytes /= 4) {
            int result = 0;
            while (held < 4 * most && (result = WAYS[i].take(bytes)) == 0) {
                held += bytes;
            }
            if (result != OUT_OF_MEMORY) {
                printf("%s: %d\n", name, result);
                return;
            }
        }
        return;
    }
    printf("no way %s\n", name);
}

/* Ways that bring in memory of others, of which there must be none. */
static void imports(void) {
    dptr memory = 0;
    word handle;
    char text[64] = {0};
    struct descriptor levels = {64, 64, 0, FLOAT, 4, 0};
    struct { int type; int reserved; void *fd; char rest[96]; } external = {1, 0, 0, {0}};
#define NONE(name, ...) do { int r = CU(name, ##__VA_ARGS__); if (r == 0) printf("%s: 0\n", name); } while (0)
    NONE("cuMemImportFromShareableHandle", P(&handle), 0, 1);
    NONE("cuIpcOpenMemHandle_v2", P(&memory), P(text), 1);
    NONE("cuImportExternalMemory", P(&handle), P(&external));
    NONE("cuMemPoolImportFromShareableHandle", P(&handle), 0, 1, 0);
    NONE("cuMemPoolImportPointer", P(&memory), pool(), P(text));
    NONE("cuMipmappedArrayCreate", P(&handle), P(&levels), 4);
    NONE("cuMulticastCreate", P(&handle), P(text));
}

typedef struct { unsigned long long total, free, used; } memory_v1;
typedef struct { unsigned version; unsigned long long total, reserved, free, used; } memory_v2;

static void nvml(void) {
    void *lib = dlopen("libnvidia-ml.so.1", RTLD_NOW);
    if (!lib) {
        fprintf(stderr, "%s\n", dlerror());
        exit(2);
    }
#define NVML(name, ...) must(name, ((function)dlsym(lib, name))(__VA_ARGS__, 0, 0, 0, 0, 0, 0, 0, 0))
    word first = 0;
    memory_v1 old;
    memory_v2 new = {.version = sizeof new | 2 << 24};
    must("nvmlInit_v2", ((int (*)(void))dlsym(lib, "nvmlInit_v2"))());
    NVML("nvmlDeviceGetHandleByIndex_v2", 0, P(&first), 0);
    NVML("nvmlDeviceGetMemoryInfo", first, P(&old), 0);
    NVML("nvmlDeviceGetMemoryInfo_v2", first, P(&new), 0);
    printf("nvml %llu %llu %llu\n", old.total, old.used, old.free);
    printf("nvml2 %llu %llu %llu\n", new.total, new.used + new.reserved, new.free);
}

static void queries(void) {
    size_t total, available, all_of_it;
    int d;
    MUST("cuDeviceGet", P(&d), 0);
    MUST("cuMemGetInfo_v2", P(&available), P(&total));
    printf("info %zu %zu %zu\n", total, total - available, available);
    MUST("cuDeviceTotalMem_v2", P(&all_of_it), d);
    printf("device %zu\n", all_of_it);
    unsigned long long reserved, used;
    MUST("cuMemPoolGetAttribute", pool(), RESERVED, P(&reserved));
    MUST("cuMemPoolGetAttribute", pool(), USED, P(&used));
    printf("pool %llu %llu\n", reserved, used);
    nvml();
}

int main(int argc, char **argv) {
    char c;
    start();
    MUST("cuStreamCreate", P(&stream), NON_BLOCKING);
    most = (size_t)atoi(argv[1]) << 20;
    for (int i = 2; i < argc; i++) {
        hoard(argv[i]);
    }
    imports();
    printf("holds %llu\n", held);
    queries();
    fflush(stdout);
    return read(0, &c, 1) < 0;
}
