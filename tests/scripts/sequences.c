/*
 * Sequences of calls that programs should not make, and lengths that no memory has: a line with each result. The same on every right
 * libcuda.so.1. Where cuda.h's manual says what is due, the line is checked here too.
 *
 *   sequences PART      lengths, frees, links, captures, destroyed, reset, extra or register
 */
#include "driver.h"
#include <pthread.h>
#include <sys/mman.h>

static int wrong;

static void say(const char *label, int due, int result) {
    printf("%-40s %d\n", label, result);
    if (due >= 0 && result != due) {
        printf("  due is %d\n", due);
        wrong = 1;
    }
}

/* Any code will do, if it is everywhere the same. */
#define ANY -1
#define SAY(label, due, name, ...) say(label, due, CU(name, ##__VA_ARGS__))

static const word HUGE_SIZE = (word)1 << 46;

/* A page behind which nothing is. */
static char *last_page(void) {
    char *pages = mmap(0, 2 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    munmap(pages + 4096, (2 << 20) - 4096);
    return pages;
}

static word new_link(void) {
    word link;
    MUST("cuLinkCreate_v2", 0, 0, 0, P(&link));
    return link;
}

static void lengths(void) {
    start();
    word link = new_link(), f = load("add"), graph, node, out[4];
    dptr x;
    char *page = last_page();
    size_t room;
    struct { unsigned grid[3], block[3], shared; void *stream; void *attributes; unsigned count; } config = {
        {1, 1, 1}, {1, 1, 1}, 0, 0, page, 0xffffffff};
    strcpy(page, PTX);
    MUST("cuMemAlloc_v2", P(&x), 8 << 20);
    MUST("cuGraphCreate", P(&graph), 0);
    SAY("link input of 0 bytes", 1, "cuLinkAddData_v2", link, 1, P(PTX), 0, P("a"), 0, 0, 0);
    SAY("link input of 64 TiB", 1, "cuLinkAddData_v2", link, 1, P(PTX), HUGE_SIZE, P("a"), 0, 0, 0);
    SAY("link input of all bytes", 1, "cuLinkAddData_v2", link, 1, P(PTX), (word)-1, P("a"), 0, 0, 0);
    SAY("link input beyond a page", 1, "cuLinkAddData_v2", link, 1, P(page), 1 << 20, P("a"), 0, 0, 0);
    SAY("link with 4 G options", 1, "cuLinkCreate_v2", 0xffffffff, P(page), P(page), P(out));
    SAY("module with 4 G options", 1, "cuModuleLoadDataEx", P(out), P(PTX), 0xffffffff, P(page), P(page));
    SAY("launch with 4 G attributes", 1, "cuLaunchKernelEx", P(&config), f, 0, 0);
    SAY("4 G attributes of a pointer", 1, "cuPointerGetAttributes", 0xffffffff, P(page), P(page), x);
    SAY("copy from beyond a page", 1, "cuMemcpyHtoD_v2", x, P(page), 1 << 20);
    SAY("copy to beyond a page", 1, "cuMemcpyDtoH_v2", P(page), x, 1 << 20);
    SAY("copy from beyond a page, later", 1, "cuMemcpyHtoDAsync_v2", x, P(page), 1 << 20, 0);
    SAY("copy to beyond a page, later", 1, "cuMemcpyDtoHAsync_v2", P(page), x, 1 << 20, 0);
    /* CUDA_MEMCPY3D in words: source and target device memory, then width, height and depth. */
    word box[25] = {[4] = 2, [6] = x, [15] = 2, [17] = x + 4096, [22] = 16, [23] = 0, [24] = (word)1 << 50};
    SAY("2^50 slices without rows", 0, "cuMemcpy3D_v2", P(box));
    SAY("2^50 slices without rows, later", 0, "cuMemcpy3DAsync_v2", P(box), 0);
    box[23] = 2;
    SAY("2^50 slices", 1, "cuMemcpy3D_v2", P(box));
    box[24] = 1, box[9] = 8;
    SAY("rows longer than their pitch", 1, "cuMemcpy3D_v2", P(box));
    SAY("memset of 64 Ti elements", 1, "cuMemsetD32_v2", x, 0, HUGE_SIZE);
    SAY("memset of too many rows", 1, "cuMemsetD2D8_v2", x, 4096, 0, 16, HUGE_SIZE);
    SAY("memset of a pitch that overflows", 1, "cuMemsetD2D8_v2", x, (word)1 << 63, 0, 16, 4);
    SAY("pinned memory of all bytes", 2, "cuMemHostAlloc", P(out), (word)-1, 0);
    SAY("pinned memory of 64 TiB", 2, "cuMemHostAlloc", P(out), HUGE_SIZE, 0);
    SAY("device memory of all bytes", 2, "cuMemAlloc_v2", P(out), (word)-1);
    SAY("device memory of 64 TiB", 2, "cuMemAlloc_v2", P(out), HUGE_SIZE);
    SAY("pool memory of all bytes", 2, "cuMemAllocAsync", P(out), (word)-1, 0);
    SAY("pool memory of 64 TiB", 2, "cuMemAllocAsync", P(out), HUGE_SIZE, 0);
    SAY("registered 64 TiB", 1, "cuMemHostRegister_v2", P(page), HUGE_SIZE, 0);
    SAY("registered beyond a page", 1, "cuMemHostRegister_v2", P(page), 1 << 20, 0);
    SAY("node after 2^60 others", 1, "cuGraphAddEmptyNode", P(&node), graph, P(page), (word)1 << 60);
    SAY("node after 2^20 others", 1, "cuGraphAddEmptyNode", P(&node), graph, P(page), 1 << 20);
    MUST("cuGraphAddEmptyNode", P(&node), graph, 0, 0);
    room = (size_t)1 << 60;
    SAY("room for 2^60 nodes", 1, "cuGraphGetNodes", graph, P(page), P(&room));
    SAY("link destroyed", 0, "cuLinkDestroy", link);
}

static void frees(void) {
    dptr x, y;
    word stream;
    start();
    MUST("cuStreamCreate", P(&stream), 0);
    MUST("cuMemAllocAsync", P(&x), 4096, stream);
    MUST("cuMemAlloc_v2", P(&y), 4096);
    SAY("free of nothing", 0, "cuMemFree_v2", 0);
    SAY("free of nothing, later", 1, "cuMemFreeAsync", 0, stream);
    SAY("free of nothing on the host", 0, "cuMemFreeHost", 0);
    SAY("free inside", 1, "cuMemFreeAsync", x + 256, stream);
    SAY("free later", 0, "cuMemFreeAsync", x, stream);
    SAY("free later again", 1, "cuMemFreeAsync", x, stream);
    SAY("free now what is free later", 1, "cuMemFree_v2", x);
    SAY("free later of ordinary memory", 0, "cuMemFreeAsync", y, stream);
    SAY("free now of it", 1, "cuMemFree_v2", y);
    SAY("pool memory of 0 bytes", 1, "cuMemAllocAsync", P(&x), 0, stream);
    SAY("wait", 0, "cuStreamSynchronize", stream);
}

static const char OTHER[] =
    ".version 7.0\n.target sm_75\n.address_size 64\n.visible .entry other()\n{\n  ret;\n}\n";

static void links(void) {
    start();
    char name[10000];
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = 0;
    word link = new_link(), image, size;
    SAY("long name", 0, "cuLinkAddData_v2", link, 1, P(PTX), sizeof PTX, P(name), 0, 0, 0);
    SAY("no name", 0, "cuLinkComplete", link, P(&image), P(&size));
    SAY("complete again", 0, "cuLinkComplete", link, P(&image), P(&size));
    SAY("input after the end", 1, "cuLinkAddData_v2", link, 1, P(PTX), sizeof PTX, 0, 0, 0, 0);
    SAY("destroy", 0, "cuLinkDestroy", link);
    SAY("destroy again", ANY, "cuLinkDestroy", link);
    link = new_link();
    SAY("nothing to link", ANY, "cuLinkComplete", link, P(&image), P(&size));
    SAY("no name", 0, "cuLinkAddData_v2", link, 1, P(PTX), sizeof PTX, 0, 0, 0, 0);
    SAY("a name that is no text", 0, "cuLinkAddData_v2", link, 1, P(OTHER), sizeof OTHER, P("\xff\xfe"), 0, 0, 0);
    SAY("the same names again", ANY, "cuLinkAddData_v2", link, 1, P(OTHER), sizeof OTHER, P("b"), 0, 0, 0);
    SAY("an unknown kind", ANY, "cuLinkAddData_v2", link, 77, P(PTX), sizeof PTX, 0, 0, 0, 0);
    SAY("no file", ANY, "cuLinkAddFile_v2", link, 1, P("/nowhere/x.ptx"), 0, 0, 0);
    SAY("destroy", 0, "cuLinkDestroy", link);
}

static word left_stream, left_context;
static int left_mode;

static void *leave_capture(void *own) {
    MUST("cuCtxSetCurrent", left_context);
    if (own) {
        /* The thread's own default stream. */
        MUST("cuStreamBeginCapture_v2", 2, left_mode);
        return 0;
    }
    MUST("cuStreamBeginCapture_v2", left_stream, left_mode);
    return 0;
}

/* A thread ends while it captures. */
static void captures(void) {
    left_context = start();
    for (left_mode = 0; left_mode < 3; left_mode++) {
        pthread_t thread;
        word graph, event, f = load("add");
        dptr x, y;
        unsigned n = 1;
        int status;
        void *parameters[] = {&x, &n};
        printf("mode %d\n", left_mode);
        MUST("cuMemAlloc_v2", P(&x), 4);
        MUST("cuEventCreate", P(&event), 0);
        MUST("cuStreamCreate", P(&left_stream), 1);
        pthread_create(&thread, 0, leave_capture, 0);
        pthread_join(thread, 0);
        SAY("does it capture", 0, "cuStreamIsCapturing", left_stream, P(&status));
        say("it does", ANY, status);
        SAY("memory meanwhile", ANY, "cuMemAlloc_v2", P(&y), 4);
        SAY("wait", ANY, "cuStreamSynchronize", left_stream);
        SAY("launch", ANY, "cuLaunchKernel", f, 1, 1, 1, 1, 1, 1, 0, left_stream, P(parameters), 0);
        SAY("event", ANY, "cuEventRecord", event, left_stream);
        SAY("end", ANY, "cuStreamEndCapture", left_stream, P(&graph));
        SAY("end again", ANY, "cuStreamEndCapture", left_stream, P(&graph));
        SAY("does it capture", 0, "cuStreamIsCapturing", left_stream, P(&status));
        say("it does", ANY, status);
        SAY("memory afterwards", ANY, "cuMemAlloc_v2", P(&y), 4);
        SAY("destroy", 0, "cuStreamDestroy_v2", left_stream);
        SAY("wait for the context", 0, "cuCtxSynchronize");
        pthread_create(&thread, 0, leave_capture, &left_context);
        pthread_join(thread, 0);
        SAY("memory after a thread with its stream", ANY, "cuMemAlloc_v2", P(&y), 4);
        SAY("wait for the context", ANY, "cuCtxSynchronize");
        SAY("event in the legacy stream", ANY, "cuEventRecord", event, 0);
    }
}

/* Everything that belongs to a context, used when that is gone. */
struct left { word stream, event, module, function, link, exec, context; dptr memory; };

static struct left leave(word context) {
    struct left l = {.context = context};
    word graph, node;
    unsigned n = 1;
    MUST("cuStreamCreate", P(&l.stream), 0);
    MUST("cuEventCreate", P(&l.event), 0);
    MUST("cuModuleLoadData", P(&l.module), P(PTX));
    MUST("cuModuleGetFunction", P(&l.function), l.module, P("add"));
    MUST("cuMemAlloc_v2", P(&l.memory), 64);
    MUST("cuGraphCreate", P(&graph), 0);
    MUST("cuGraphAddEmptyNode", P(&node), graph, 0, 0);
    MUST("cuGraphInstantiateWithFlags", P(&l.exec), graph, 0);
    l.link = new_link();
    void *parameters[] = {&l.memory, &n};
    MUST("cuLaunchKernel", l.function, 1, 1, 1, 1, 1, 1, 0, l.stream, P(parameters), 0);
    MUST("cuEventRecord", l.event, l.stream);
    return l;
}

static void use(struct left l) {
    unsigned n = 1, value = 0;
    word out;
    float ms;
    void *parameters[] = {&l.memory, &n};
    SAY("launch", ANY, "cuLaunchKernel", l.function, 1, 1, 1, 1, 1, 1, 0, 0, P(parameters), 0);
    SAY("launch in its stream", ANY, "cuLaunchKernel", l.function, 1, 1, 1, 1, 1, 1, 0, l.stream, P(parameters), 0);
    SAY("function attribute", ANY, "cuFuncGetAttribute", P(&value), 0, l.function);
    SAY("function of the module", ANY, "cuModuleGetFunction", P(&out), l.module, P("add"));
    SAY("unload", ANY, "cuModuleUnload", l.module);
    SAY("stream query", ANY, "cuStreamQuery", l.stream);
    SAY("stream wait", ANY, "cuStreamSynchronize", l.stream);
    SAY("event in its stream", ANY, "cuEventRecord", l.event, l.stream);
    SAY("event in no stream", ANY, "cuEventRecord", l.event, 0);
    SAY("event query", ANY, "cuEventQuery", l.event);
    SAY("event wait", ANY, "cuEventSynchronize", l.event);
    SAY("event elapsed", ANY, "cuEventElapsedTime", P(&ms), l.event, l.event);
    SAY("stream waits for event", ANY, "cuStreamWaitEvent", 0, l.event, 0);
    SAY("copy to", ANY, "cuMemcpyHtoD_v2", l.memory, P(&value), 4);
    SAY("copy from", ANY, "cuMemcpyDtoH_v2", P(&value), l.memory, 4);
    SAY("memset", ANY, "cuMemsetD8_v2", l.memory, 0, 4);
    SAY("free", ANY, "cuMemFree_v2", l.memory);
    SAY("graph launch", ANY, "cuGraphLaunch", l.exec, 0);
    SAY("graph launch in its stream", ANY, "cuGraphLaunch", l.exec, l.stream);
    SAY("capture", ANY, "cuStreamBeginCapture_v2", l.stream, 0);
    SAY("link input", ANY, "cuLinkAddData_v2", l.link, 1, P(PTX), sizeof PTX, 0, 0, 0, 0);
    SAY("link end", ANY, "cuLinkDestroy", l.link);
    SAY("event end", ANY, "cuEventDestroy_v2", l.event);
    SAY("stream end", ANY, "cuStreamDestroy_v2", l.stream);
    SAY("graph end", ANY, "cuGraphExecDestroy", l.exec);
    SAY("memory", ANY, "cuMemAlloc_v2", P(&out), 4);
    SAY("synchronise", ANY, "cuCtxSynchronize");
}

static void destroyed(void) {
    int device;
    word context, primary = start();
    MUST("cuDeviceGet", P(&device), 0);
    MUST("cuCtxCreate_v2", P(&context), 0, device);
    struct left l = leave(context);
    SAY("destroy", 0, "cuCtxDestroy_v2", context);
    puts("the context before it is current");
    use(l);
    MUST("cuCtxCreate_v2", P(&context), 0, device);
    l = leave(context);
    SAY("destroy", 0, "cuCtxDestroy_v2", context);
    MUST("cuCtxSetCurrent", primary);
    puts("another context is current");
    use(l);
    SAY("set it current", ANY, "cuCtxSetCurrent", context);
    SAY("destroy again", ANY, "cuCtxDestroy_v2", context);
}

static void reset(void) {
    int device;
    word primary = start();
    MUST("cuDeviceGet", P(&device), 0);
    struct left l = leave(primary);
    SAY("reset", 0, "cuDevicePrimaryCtxReset_v2", device);
    use(l);
    word again;
    SAY("retain", 0, "cuDevicePrimaryCtxRetain", P(&again), device);
    SAY("set current", 0, "cuCtxSetCurrent", again);
    SAY("synchronise", 0, "cuCtxSynchronize");
}

static void extra(void) {
    start();
    word f = load("add");
    dptr x;
    struct { dptr x; unsigned n, more[8]; } buffer = {0, 1, {0}};
    MUST("cuMemAlloc_v2", P(&x), 4);
    buffer.x = x;
    static const struct { const char *label; size_t size; int due; } cases[] = {
        {"no bytes", 0, 1}, {"too few", 8, 1}, {"as many as needed", 12, 0}, {"padded", 16, 1}, {"far too many", 40, 1}};
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t size = cases[i].size;
        void *names[] = {(void *)1, &buffer, (void *)2, &size, 0};
        SAY(cases[i].label, cases[i].due, "cuLaunchKernel", f, 1, 1, 1, 1, 1, 1, 0, 0, 0, P(names));
    }
    void *no_size[] = {(void *)1, &buffer, 0}, *unknown[] = {(void *)9, &buffer, 0}, *both[] = {&x, &buffer.n};
    size_t size = 12;
    void *good[] = {(void *)1, &buffer, (void *)2, &size, 0};
    SAY("no size", 1, "cuLaunchKernel", f, 1, 1, 1, 1, 1, 1, 0, 0, 0, P(no_size));
    SAY("an unknown name", ANY, "cuLaunchKernel", f, 1, 1, 1, 1, 1, 1, 0, 0, 0, P(unknown));
    SAY("both ways", 1, "cuLaunchKernel", f, 1, 1, 1, 1, 1, 1, 0, 0, P(both), P(good));
    SAY("neither way", ANY, "cuLaunchKernel", f, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0);
}

static void registers(void) {
    start();
    static char memory[3 * 4096] __attribute__((aligned(4096)));
    word out;
    static const unsigned flags[] = {1, 2, 4, 8, 16, 0x100};
    for (unsigned i = 0; i < sizeof flags / sizeof *flags; i++) {
        char label[32];
        snprintf(label, sizeof label, "flags %x", flags[i]);
        int result = CU("cuMemHostRegister_v2", P(memory), 4096, flags[i]);
        say(label, ANY, result);
        if (result == 0) {
            MUST("cuMemHostUnregister", P(memory));
        }
    }
    SAY("register", 0, "cuMemHostRegister_v2", P(memory), 8192, 0);
    SAY("register again", 712, "cuMemHostRegister_v2", P(memory), 8192, 0);
    SAY("register a part", 712, "cuMemHostRegister_v2", P(memory + 4096), 8192, 0);
    SAY("unregister inside", ANY, "cuMemHostUnregister", P(memory + 4096));
    SAY("free", ANY, "cuMemFreeHost", P(memory));
    SAY("device pointer", 0, "cuMemHostGetDevicePointer_v2", P(&out), P(memory), 0);
    SAY("unregister", 0, "cuMemHostUnregister", P(memory));
    SAY("unregister again", 713, "cuMemHostUnregister", P(memory));
    SAY("device pointer", 1, "cuMemHostGetDevicePointer_v2", P(&out), P(memory), 0);
}

static const struct { const char *name; void (*run)(void); } PARTS[] = {
    {"lengths", lengths}, {"frees", frees}, {"links", links}, {"captures", captures},
    {"destroyed", destroyed}, {"reset", reset}, {"extra", extra}, {"register", registers}};

int main(int count, char **arguments) {
    setvbuf(stdout, 0, _IOLBF, 0);
    for (unsigned i = 0; i < sizeof PARTS / sizeof *PARTS; i++) {
        if (count > 1 && !strcmp(arguments[1], PARTS[i].name)) {
            PARTS[i].run();
            return wrong;
        }
    }
    return 2;
}
