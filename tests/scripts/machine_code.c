/* machine_code CUBIN: a program whose kernel is machine code only. Prints what it is told and what is in memory after a launch. */
#include "driver.h"

int main(int argc, char **argv) {
    word context, module, f, out, counter, table, lookup;
    size_t bytes;
    char name[64];
    double values[3];
    short numbers[5];
    int attribute, result, words[2] = {-1, -1};
    MUST("cuInit", 0);
    MUST("cuDeviceGetName", P(name), sizeof name, 0);
    MUST("cuDevicePrimaryCtxRetain", P(&context), 0);
    MUST("cuCtxSetCurrent", context);
    printf("device %s\n", name);
    result = CU("cuModuleLoad", P(&module), P(argv[argc - 1]));
    printf("load %d\n", result);
    if (result)
        return 0;
    MUST("cuModuleGetFunction", P(&f), module, P("needs"));
    /* Threads, static shared, constant, local memory, registers, PTX version, binary version. */
    for (int which = 0; which < 7; which++) {
        MUST("cuFuncGetAttribute", P(&attribute), which, f);
        printf("attribute %d: %d\n", which, attribute);
    }
    MUST("cuModuleGetGlobal_v2", P(&table), P(&bytes), module, P("table"));
    MUST("cuMemcpyDtoH_v2", P(values), table, sizeof values);
    printf("table, %zu bytes: %g %g %g\n", bytes, values[0], values[1], values[2]);
    MUST("cuModuleGetGlobal_v2", P(&lookup), P(&bytes), module, P("lookup"));
    MUST("cuMemcpyDtoH_v2", P(numbers), lookup, sizeof numbers);
    printf("lookup, %zu bytes: %d %d %d %d %d\n", bytes, numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]);
    MUST("cuModuleGetGlobal_v2", P(&counter), P(&bytes), module, P("counter"));
    MUST("cuMemAlloc_v2", P(&out), 4);
    MUST("cuMemsetD32_v2", out, 77, 1);
    word *params[] = {&out};
    MUST("cuLaunchKernel", f, 1, 1, 1, 32, 1, 1, 0, 0, P(params), 0);
    printf("too many threads: %d\n", CU("cuLaunchKernel", f, 1, 1, 1, 2048, 1, 1, 0, 0, P(params), 0));
    MUST("cuCtxSynchronize");
    MUST("cuMemcpyDtoH_v2", P(&words[0]), out, 4);
    MUST("cuMemcpyDtoH_v2", P(&words[1]), counter, 4);
    printf("out %d, counter %d\n", words[0], words[1]);
    MUST("cuModuleUnload", module);
    return 0;
}
