/* Calls with bad handles, addresses and images: a line with each result. The same on every right libcuda.so.1. */
#include "driver.h"

#define SAY(label, name, ...) printf("%-34s %d\n", label, CU(name, ##__VA_ARGS__))

static void handles(void) {
    static const word bad[] = {0xdeadbeef, 0xdead00000000, 0x7, (word)-16};
    word out;
    int number;
    float ms;
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        word h = bad[i];
        SAY("stream synchronise", "cuStreamSynchronize", h);
        SAY("stream query", "cuStreamQuery", h);
        SAY("stream destroy", "cuStreamDestroy_v2", h);
        SAY("event record", "cuEventRecord", h, 0);
        SAY("event query", "cuEventQuery", h);
        SAY("event synchronise", "cuEventSynchronize", h);
        SAY("event destroy", "cuEventDestroy_v2", h);
        SAY("event elapsed", "cuEventElapsedTime", P(&ms), h, h);
        SAY("wait event", "cuStreamWaitEvent", 0, h, 0);
        SAY("module unload", "cuModuleUnload", h);
        SAY("module function", "cuModuleGetFunction", P(&out), h, P("add"));
        SAY("launch", "cuLaunchKernel", h, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0);
        SAY("function attribute", "cuFuncGetAttribute", P(&number), 0, h);
        SAY("library unload", "cuLibraryUnload", h);
        SAY("set current", "cuCtxSetCurrent", h);
        SAY("destroy context", "cuCtxDestroy_v2", h);
        SAY("device name", "cuDeviceGetName", P(&out), sizeof out, h);
        SAY("free", "cuMemFree_v2", h);
        SAY("free host", "cuMemFreeHost", h);
        SAY("memset", "cuMemsetD8_v2", h, 0, 16);
        SAY("copy to", "cuMemcpyHtoD_v2", h, P(&out), sizeof out);
        SAY("copy from", "cuMemcpyDtoH_v2", P(&out), h, sizeof out);
        SAY("copy on device", "cuMemcpyDtoD_v2", h, h, 16);
    }
}

static void dead_handles(void) {
    word stream, event, module;
    dptr x;
    MUST("cuStreamCreate", P(&stream), 0);
    MUST("cuEventCreate", P(&event), 0);
    MUST("cuModuleLoadData", P(&module), P(PTX));
    MUST("cuMemAlloc_v2", P(&x), 64);
    MUST("cuStreamDestroy_v2", stream);
    MUST("cuEventDestroy_v2", event);
    MUST("cuModuleUnload", module);
    MUST("cuMemFree_v2", x);
    word out;
    SAY("destroyed stream", "cuStreamSynchronize", stream);
    SAY("destroyed event", "cuEventQuery", event);
    SAY("event in destroyed stream", "cuEventRecord", event, stream);
    SAY("unloaded module", "cuModuleGetFunction", P(&out), module, P("add"));
    SAY("freed memory", "cuMemFree_v2", x);
    SAY("copy to freed memory", "cuMemcpyHtoD_v2", x, P(&out), sizeof out);
}

static void values(void) {
    dptr x;
    word out, f = load("add");
    size_t length = 0;
    MUST("cuMemAlloc_v2", P(&x), 4096);
    SAY("alloc 0", "cuMemAlloc_v2", P(&out), 0);
    SAY("alloc too much", "cuMemAlloc_v2", P(&out), (word)1 << 50);
    SAY("alloc null", "cuMemAlloc_v2", 0, 64);
    SAY("copy beyond", "cuMemcpyHtoD_v2", x, P(PTX), 8192);
    SAY("memset beyond", "cuMemsetD8_v2", x, 0, 8192);
    SAY("memset unaligned", "cuMemsetD32_v2", x + 1, 0, 1);
    SAY("free inside", "cuMemFree_v2", x + 16);
    SAY("copy of 0", "cuMemcpyHtoD_v2", x, 0, 0);
    SAY("grid 0", "cuLaunchKernel", f, 0, 1, 1, 1, 1, 1, 0, 0, 0, 0);
    SAY("block too large", "cuLaunchKernel", f, 1, 1, 1, 2048, 1, 1, 0, 0, 0, 0);
    SAY("shared too large", "cuLaunchKernel", f, 1, 1, 1, 1, 1, 1, 1 << 30, 0, 0, 0);
    SAY("stream flags", "cuStreamCreate", P(&out), 0x100);
    SAY("event flags", "cuEventCreate", P(&out), 0x100);
    SAY("device 99", "cuDeviceGet", P(&out), 99);
    SAY("device -1", "cuDeviceGet", P(&out), (word)-1);
    SAY("address range of nothing", "cuMemGetAddressRange_v2", P(&out), P(&length), 4096);
    SAY("function that is none", "cuModuleGetFunction", P(&out), 0, P("add"));
}

/* Takes an image in a buffer of exactly its size behind which nothing is readable for long. */
static void image(const char *label, const void *bytes, size_t length) {
    word module = 0, library = 0;
    char *copy = calloc(1, length + 1);
    memcpy(copy, bytes, length);
    int result = CU("cuModuleLoadData", P(&module), P(copy));
    int as_library = CU("cuLibraryLoadData", P(&library), P(copy), 0, 0, 0, 0, 0, 0);
    if (as_library == 0) {
        /* A library may be loaded when it is first used. */
        word kernel;
        as_library = CU("cuLibraryGetKernel", P(&kernel), library, P("add"));
    }
    printf("%-34s %d %d\n", label, result, as_library);
    free(copy);
}

static void images(void) {
    char text[sizeof PTX];
    word out;
    memset(text, 0, sizeof text);
    image("empty", "", 0);
    image("garbage", "this is no image at all, whatever it says", 41);
    image("a version only", ".version 7.0\n", 13);
    image("bytes", "\x7f\x01\x02\x03 \xff\xfe", 8);
    for (size_t cut = 20; cut < sizeof PTX - 1; cut += 97) {
        memcpy(text, PTX, cut);
        text[cut] = 0;
        char label[64];
        snprintf(label, sizeof label, "PTX cut at %zu", cut);
        image(label, text, cut);
    }
    strcpy(text, PTX);
    memcpy(strstr(text, "sm_75"), "sm_99", 5);
    image("PTX for sm_99", text, strlen(text));
    strcpy(text, PTX);
    memcpy(strstr(text, "add.u32"), "odd.u32", 7);
    image("PTX with an unknown instruction", text, strlen(text));
    strcpy(text, PTX);
    memcpy(strstr(text, "7.0"), "99.", 3);
    image("PTX of a version to come", text, strlen(text));
    SAY("null image", "cuModuleLoadData", P(&out), 0);
    /* Wrapper and header of a fatbin: magic, version, header bytes, payload bytes. */
    uint32_t header[16] = {0xba55ed50, 0x00100001, 0, 0};
    image("fatbin of nothing", header, sizeof header);
    header[2] = 0xffffffff, header[3] = 0xffffffff;
    header[1] = 0x00ff0001;
    image("fatbin with odd header", header, sizeof header);
    static unsigned char elf[128] = {0x7f, 'E', 'L', 'F', 2, 1, 1, 0x41};
    image("ELF header only", elf, sizeof elf);
}

int main(void) {
    SAY("before cuInit", "cuStreamSynchronize", 0);
    word context = start();
    handles();
    MUST("cuCtxSetCurrent", context);
    dead_handles();
    values();
    images();
    /* After all of it the device still works. */
    dptr x;
    unsigned n = 5, result = 0;
    void *parameters[] = {&x, &n};
    MUST("cuMemAlloc_v2", P(&x), 4);
    MUST("cuMemsetD32_v2", x, 37, 1);
    must("launch", launch(load("add"), 0, parameters));
    MUST("cuMemcpyDtoH_v2", P(&result), x, 4);
    printf("it still works: %u\n", result);
    return 0;
}
