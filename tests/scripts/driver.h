/* Calls the CUDA driver API of whatever libcuda.so.1 the process gets. */
#pragma once
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef uintptr_t word;
typedef unsigned long long dptr;
typedef int (*function)(word, word, word, word, word, word, word, word, word, word, word);

/* The function of that name, or null. */
static inline function find(const char *name) {
    static void *lib;
    if (!lib) {
        lib = dlopen("libcuda.so.1", RTLD_NOW | RTLD_GLOBAL);
    }
    if (!lib) {
        fprintf(stderr, "%s\n", dlerror());
        exit(2);
    }
    return (function)dlsym(lib, name);
}

/* Calls it with up to 11 arguments, all integers or pointers: surplus ones are ignored by the calling convention. */
static inline int call(const char *name, const word *a) {
    function f = find(name);
    if (!f) {
        fprintf(stderr, "no function %s\n", name);
        exit(2);
    }
    return f(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10]);
}

#define CU(name, ...) call(name, (const word[11]){__VA_ARGS__})
#define P(x) ((word)(x))

/* Ends the process unless the call succeeds. */
#define MUST(name, ...) must(name, CU(name, ##__VA_ARGS__))
static inline void must(const char *name, int result) {
    if (result != 0) {
        fprintf(stderr, "%s: %d\n", name, result);
        exit(2);
    }
}

/* Kernels: add(x, n) adds n to the 32-bit word at x; hang() never ends; bad() writes where nothing is. */
static const char PTX[] =
    ".version 7.0\n.target sm_75\n.address_size 64\n"
    ".visible .entry add(.param .u64 x, .param .u32 n)\n{\n"
    "  .reg .u64 %p; .reg .u32 %a, %b;\n"
    "  ld.param.u64 %p, [x]; ld.param.u32 %b, [n];\n"
    "  cvta.to.global.u64 %p, %p;\n"
    "  ld.global.u32 %a, [%p]; add.u32 %a, %a, %b; st.global.u32 [%p], %a;\n  ret;\n}\n"
    ".visible .entry hang(.param .u64 x)\n{\n"
    "  .reg .u64 %p; .reg .u32 %a; .reg .pred %q;\n"
    "  ld.param.u64 %p, [x]; cvta.to.global.u64 %p, %p;\n"
    "again:\n  ld.volatile.global.u32 %a, [%p]; setp.eq.u32 %q, %a, 0; @%q bra again;\n  ret;\n}\n"
    ".visible .entry bad()\n{\n  .reg .u64 %p;\n  mov.u64 %p, 16; st.global.u32 [%p], 1;\n  ret;\n}\n";

static inline word start(void) {
    int device;
    word context;
    MUST("cuInit", 0);
    MUST("cuDeviceGet", P(&device), 0);
    MUST("cuDevicePrimaryCtxRetain", P(&context), device);
    MUST("cuCtxSetCurrent", context);
    return context;
}

static inline word load(const char *kernel) {
    word module, f;
    MUST("cuModuleLoadData", P(&module), P(PTX));
    MUST("cuModuleGetFunction", P(&f), module, P(kernel));
    return f;
}

/* Launches one thread. */
static inline int launch(word f, word stream, void **parameters) {
    return CU("cuLaunchKernel", f, 1, 1, 1, 1, 1, 1, 0, stream, P(parameters), 0);
}
