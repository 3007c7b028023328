/* runtimes LIBCUDART...: all of them in one process, each copies a word to the device and back; then once more, after the others' use. */
#include "driver.h"

int main(int argc, char **argv) {
    for (int round = 0; round < 2; round++) {
        for (int i = 1; i < argc; i++) {
            void *lib = dlopen(argv[i], RTLD_NOW | RTLD_LOCAL);
            if (!lib) {
                fprintf(stderr, "%s\n", dlerror());
                return 2;
            }
            int (*alloc)(void **, size_t) = (int (*)(void **, size_t))dlsym(lib, "cudaMalloc");
            int (*copy)(void *, const void *, size_t, int) = (int (*)(void *, const void *, size_t, int))dlsym(lib, "cudaMemcpy");
            int (*release)(void *) = (int (*)(void *))dlsym(lib, "cudaFree");
            int (*version)(int *) = (int (*)(int *))dlsym(lib, "cudaRuntimeGetVersion");
            int in = 1000 + i, out = 0, number = 0;
            void *x;
            must("cudaRuntimeGetVersion", version(&number));
            must("cudaMalloc", alloc(&x, sizeof in));
            must("cudaMemcpy", copy(x, &in, sizeof in, 1));
            must("cudaMemcpy", copy(&out, x, sizeof in, 2));
            must("cudaFree", release(x));
            printf("runtime %d: %s\n", number / 1000, in == out ? "ok" : "WRONG");
        }
    }
    return 0;
}
